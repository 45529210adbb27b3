/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel rc4_stream: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"

KERNEL(rc4_stream, void, LOOM_DO, (uint32_t state[258], const uint8_t *in, uint8_t *out, size_t length), \
      (state, in, out, length), length, 8)
CHOOSER(rc4_stream, void, LOOM_DO, (uint32_t state[258], const uint8_t *in, uint8_t *out, size_t length), \
      (state, in, out, length), length, 8)

#if defined(LOOM_ON_AARCH64)
DECLARED(rc4_stream, branchfree)
DECLARED(rc4_stream, lookahead)
static const struct loom_variant variants_rc4_stream[] = {
    PORTABLE(rc4_stream)
    VARIANT(rc4_stream, branchfree, 3, 8, 0, 0, LOOM_CPU_NONE)
    VARIANT(rc4_stream, lookahead, 4, 8, 0, 0, LOOM_CPU_NONE)
};
static const struct loom_preference preferences_rc4_stream[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(arm_cortex_a53, 0, 3, MODEL, any, NONE)
};
loom_rc4_stream_fn *const loom_slots_rc4_stream[] = {
    resolve_rc4_stream,
    choose_rc4_stream,
    loom_rc4_stream_portable,
    LOOM_NAME(rc4_stream_branchfree),
    LOOM_NAME(rc4_stream_lookahead),
    resolve_rc4_stream,
    resolve_rc4_stream,
    resolve_rc4_stream,
};
const struct loom_kernel loom_row_rc4_stream = {
    "rc4_stream", variants_rc4_stream, preferences_rc4_stream, &loom_way_rc4_stream,
    NULL, COUNT(variants_rc4_stream), COUNT(preferences_rc4_stream), 1,
};

#elif defined(LOOM_ON_X86)
DECLARED(rc4_stream, branchfree)
DECLARED(rc4_stream, lookahead)
static const struct loom_variant variants_rc4_stream[] = {
    PORTABLE(rc4_stream)
    VARIANT(rc4_stream, branchfree, 3, 36, 0, 0, LOOM_CPU_NONE)
    VARIANT(rc4_stream, lookahead, 4, 40, 0, 0, LOOM_CPU_NONE)
};
static const struct loom_preference preferences_rc4_stream[] = {
    PREFER(generic, 0, 2, MEASURED, any, NONE)
    PREFER(generic, 64, 3, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 0, 4, MEASURED, any, NONE)
};
loom_rc4_stream_fn *const loom_slots_rc4_stream[] = {
    resolve_rc4_stream,
    choose_rc4_stream,
    loom_rc4_stream_portable,
    LOOM_NAME(rc4_stream_branchfree),
    LOOM_NAME(rc4_stream_lookahead),
    resolve_rc4_stream,
    resolve_rc4_stream,
    resolve_rc4_stream,
};
const struct loom_kernel loom_row_rc4_stream = {
    "rc4_stream", variants_rc4_stream, preferences_rc4_stream, &loom_way_rc4_stream,
    NULL, COUNT(variants_rc4_stream), COUNT(preferences_rc4_stream), 1,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(rc4_stream, branchfree)
DECLARED(rc4_stream, lookahead)
DECLARED(rc4_stream, gathered)
DECLARED(rc4_stream, preloaded)
static const struct loom_variant variants_rc4_stream[] = {
    PORTABLE(rc4_stream)
    VARIANT(rc4_stream, branchfree, 3, 64, 0, 0, LOOM_CPU_NONE)
    VARIANT(rc4_stream, lookahead, 4, 72, 0, 0, LOOM_CPU_NONE)
    VARIANT(rc4_stream, gathered, 5, 16, 0, 0, LOOM_CPU_NONE)
    VARIANT(rc4_stream, preloaded, 6, 24, 0, 0, LOOM_CPU_NONE)
};
static const struct loom_preference preferences_rc4_stream[] = {
    PREFER(generic, 0, 6, MEASURED, any, NONE)
    PREFER(generic, 0, 5, MEASURED, throughput, NONE)
    PREFER(intel_generic, 0, 3, MEASURED, any, NONE)
    PREFER(intel_generic, 64, 4, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 0, 6, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 32, 4, MEASURED, any, NONE)
    PREFER(amd_zen4, 64, 4, MEASURED, any, NONE)
    PREFER(amd_zen5, 64, 4, MEASURED, any, NONE)
};
loom_rc4_stream_fn *const loom_slots_rc4_stream[] = {
    resolve_rc4_stream,
    choose_rc4_stream,
    loom_rc4_stream_portable,
    LOOM_NAME(rc4_stream_branchfree),
    LOOM_NAME(rc4_stream_lookahead),
    LOOM_NAME(rc4_stream_gathered),
    LOOM_NAME(rc4_stream_preloaded),
    resolve_rc4_stream,
};
const struct loom_kernel loom_row_rc4_stream = {
    "rc4_stream", variants_rc4_stream, preferences_rc4_stream, &loom_way_rc4_stream,
    NULL, COUNT(variants_rc4_stream), COUNT(preferences_rc4_stream), 1,
};

#else
static const struct loom_variant variants_rc4_stream[] = {
    PORTABLE(rc4_stream)
};
loom_rc4_stream_fn *const loom_slots_rc4_stream[] = {
    resolve_rc4_stream,
    choose_rc4_stream,
    loom_rc4_stream_portable,
    resolve_rc4_stream,
    resolve_rc4_stream,
    resolve_rc4_stream,
    resolve_rc4_stream,
    resolve_rc4_stream,
};
const struct loom_kernel loom_row_rc4_stream = {
    "rc4_stream", variants_rc4_stream, NULL, &loom_way_rc4_stream,
    NULL, COUNT(variants_rc4_stream), 0, 1,
};

#endif
