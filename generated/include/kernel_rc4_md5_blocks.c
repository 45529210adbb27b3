/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel rc4_md5_blocks: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_avx512f_avx512vl)
#define WITH_avx512f_avx512vl(there, otherwise) otherwise
#else
#define WITH_avx512f_avx512vl(there, otherwise) there
#endif

KERNEL(rc4_md5_blocks, void, LOOM_DO, (uint32_t rc4_state[258], uint32_t md5_state[4], const uint8_t *in, uint8_t *out, const uint8_t *hashed, size_t blocks), \
      (rc4_state, md5_state, in, out, hashed, blocks), blocks, 8)
CHOOSER(rc4_md5_blocks, void, LOOM_DO, (uint32_t rc4_state[258], uint32_t md5_state[4], const uint8_t *in, uint8_t *out, const uint8_t *hashed, size_t blocks), \
      (rc4_state, md5_state, in, out, hashed, blocks), blocks, 8)

#if defined(LOOM_ON_AARCH64)
DECLARED(rc4_md5_blocks, plain)
static const struct loom_variant variants_rc4_md5_blocks[] = {
    PORTABLE(rc4_md5_blocks)
    VARIANT(rc4_md5_blocks, plain, 3, 96, 0, 0, LOOM_CPU_NONE)
};
static const struct loom_preference preferences_rc4_md5_blocks[] = {
    PREFER(generic, 0, 3, MEASURED, any, NONE)
    PREFER(intel_generic, 0, 5, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 0, 5, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 0, 6, MEASURED, any, NONE)
};
loom_rc4_md5_blocks_fn *const loom_slots_rc4_md5_blocks[] = {
    resolve_rc4_md5_blocks,
    choose_rc4_md5_blocks,
    loom_rc4_md5_blocks_portable,
    LOOM_NAME(rc4_md5_blocks_plain),
    resolve_rc4_md5_blocks,
    resolve_rc4_md5_blocks,
    resolve_rc4_md5_blocks,
    resolve_rc4_md5_blocks,
};
const struct loom_kernel loom_row_rc4_md5_blocks = {
    "rc4_md5_blocks", variants_rc4_md5_blocks, preferences_rc4_md5_blocks, &loom_way_rc4_md5_blocks,
    NULL, COUNT(variants_rc4_md5_blocks), COUNT(preferences_rc4_md5_blocks), 64,
};

#elif defined(LOOM_ON_X86)
static const struct loom_variant variants_rc4_md5_blocks[] = {
    PORTABLE(rc4_md5_blocks)
};
static const struct loom_preference preferences_rc4_md5_blocks[] = {
    PREFER(generic, 0, 3, MEASURED, any, NONE)
    PREFER(intel_generic, 0, 5, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 0, 5, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 0, 6, MEASURED, any, NONE)
};
loom_rc4_md5_blocks_fn *const loom_slots_rc4_md5_blocks[] = {
    resolve_rc4_md5_blocks,
    choose_rc4_md5_blocks,
    loom_rc4_md5_blocks_portable,
    resolve_rc4_md5_blocks,
    resolve_rc4_md5_blocks,
    resolve_rc4_md5_blocks,
    resolve_rc4_md5_blocks,
    resolve_rc4_md5_blocks,
};
const struct loom_kernel loom_row_rc4_md5_blocks = {
    "rc4_md5_blocks", variants_rc4_md5_blocks, preferences_rc4_md5_blocks, &loom_way_rc4_md5_blocks,
    NULL, COUNT(variants_rc4_md5_blocks), COUNT(preferences_rc4_md5_blocks), 64,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(rc4_md5_blocks, gathered)
DECLARED(rc4_md5_blocks, lookahead)
DECLARED(rc4_md5_blocks, avx512vl)
static const struct loom_variant variants_rc4_md5_blocks[] = {
    PORTABLE(rc4_md5_blocks)
    VARIANT(rc4_md5_blocks, gathered, 4, 104, 0, 0, LOOM_CPU_NONE)
    VARIANT(rc4_md5_blocks, lookahead, 5, 200, 0, 0, LOOM_CPU_NONE)
    WITH_avx512f_avx512vl(VARIANT(rc4_md5_blocks, avx512vl, 6, 88, 1, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512VL, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_rc4_md5_blocks[] = {
    PREFER(generic, 0, 3, MEASURED, any, NONE)
    PREFER(generic, 0, 4, MEASURED, any, NONE)
    PREFER(intel_generic, 0, 5, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 0, 5, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 0, 6, MEASURED, any, NONE)
};
loom_rc4_md5_blocks_fn *const loom_slots_rc4_md5_blocks[] = {
    resolve_rc4_md5_blocks,
    choose_rc4_md5_blocks,
    loom_rc4_md5_blocks_portable,
    resolve_rc4_md5_blocks,
    LOOM_NAME(rc4_md5_blocks_gathered),
    LOOM_NAME(rc4_md5_blocks_lookahead),
    WITH_avx512f_avx512vl(LOOM_NAME(rc4_md5_blocks_avx512vl), resolve_rc4_md5_blocks),
    resolve_rc4_md5_blocks,
};
const struct loom_kernel loom_row_rc4_md5_blocks = {
    "rc4_md5_blocks", variants_rc4_md5_blocks, preferences_rc4_md5_blocks, &loom_way_rc4_md5_blocks,
    NULL, COUNT(variants_rc4_md5_blocks), COUNT(preferences_rc4_md5_blocks), 64,
};

#else
static const struct loom_variant variants_rc4_md5_blocks[] = {
    PORTABLE(rc4_md5_blocks)
};
loom_rc4_md5_blocks_fn *const loom_slots_rc4_md5_blocks[] = {
    resolve_rc4_md5_blocks,
    choose_rc4_md5_blocks,
    loom_rc4_md5_blocks_portable,
    resolve_rc4_md5_blocks,
    resolve_rc4_md5_blocks,
    resolve_rc4_md5_blocks,
    resolve_rc4_md5_blocks,
    resolve_rc4_md5_blocks,
};
const struct loom_kernel loom_row_rc4_md5_blocks = {
    "rc4_md5_blocks", variants_rc4_md5_blocks, NULL, &loom_way_rc4_md5_blocks,
    NULL, COUNT(variants_rc4_md5_blocks), 0, 64,
};

#endif
