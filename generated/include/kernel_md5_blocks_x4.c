/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel md5_blocks_x4: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"
#include "lanes_portable.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_neon)
#define WITH_neon(there, otherwise) otherwise
#else
#define WITH_neon(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_sse2)
#define WITH_sse2(there, otherwise) otherwise
#else
#define WITH_sse2(there, otherwise) there
#endif

KERNEL(md5_blocks_x4, void, LOOM_DO, (uint32_t *const state[4], const uint8_t *const data[4], size_t blocks), \
      (state, data, blocks), blocks, 8)
CHOOSER(md5_blocks_x4, void, LOOM_DO, (uint32_t *const state[4], const uint8_t *const data[4], size_t blocks), \
      (state, data, blocks), blocks, 8)

#if defined(LOOM_ON_AARCH64)
DECLARED(md5_blocks_x4, neon)
static const struct loom_variant variants_md5_blocks_x4[] = {
    PORTABLE(md5_blocks_x4)
    WITH_neon(VARIANT(md5_blocks_x4, neon, 3, 0, 0, 0, LOOM_CPU_NEON, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_md5_blocks_x4[] = {
    PREFER(generic, 0, 3, MODEL, any, NONE)
    PREFER(arm_cortex_a72, 0, 2, MODEL, any, NONE)
};
loom_md5_blocks_x4_fn *const loom_slots_md5_blocks_x4[] = {
    resolve_md5_blocks_x4,
    choose_md5_blocks_x4,
    loom_md5_blocks_x4_portable,
    WITH_neon(LOOM_NAME(md5_blocks_x4_neon), resolve_md5_blocks_x4),
    resolve_md5_blocks_x4,
    resolve_md5_blocks_x4,
    resolve_md5_blocks_x4,
    resolve_md5_blocks_x4,
};
const struct loom_kernel loom_row_md5_blocks_x4 = {
    "md5_blocks_x4", variants_md5_blocks_x4, preferences_md5_blocks_x4, &loom_way_md5_blocks_x4,
    ASKED(md5_blocks_x4), COUNT(variants_md5_blocks_x4), COUNT(preferences_md5_blocks_x4), 64,
};

#elif defined(LOOM_ON_X86)
DECLARED(md5_blocks_x4, sse2)
static const struct loom_variant variants_md5_blocks_x4[] = {
    PORTABLE(md5_blocks_x4)
    WITH_sse2(VARIANT(md5_blocks_x4, sse2, 4, 0, 0, 0, LOOM_CPU_SSE2, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_md5_blocks_x4[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
};
loom_md5_blocks_x4_fn *const loom_slots_md5_blocks_x4[] = {
    resolve_md5_blocks_x4,
    choose_md5_blocks_x4,
    loom_md5_blocks_x4_portable,
    resolve_md5_blocks_x4,
    WITH_sse2(LOOM_NAME(md5_blocks_x4_sse2), resolve_md5_blocks_x4),
    resolve_md5_blocks_x4,
    resolve_md5_blocks_x4,
    resolve_md5_blocks_x4,
};
const struct loom_kernel loom_row_md5_blocks_x4 = {
    "md5_blocks_x4", variants_md5_blocks_x4, preferences_md5_blocks_x4, &loom_way_md5_blocks_x4,
    ASKED(md5_blocks_x4), COUNT(variants_md5_blocks_x4), COUNT(preferences_md5_blocks_x4), 64,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(md5_blocks_x4, sse2)
static const struct loom_variant variants_md5_blocks_x4[] = {
    PORTABLE(md5_blocks_x4)
    WITH_sse2(VARIANT(md5_blocks_x4, sse2, 4, 0, 0, 0, LOOM_CPU_SSE2, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_md5_blocks_x4[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
};
loom_md5_blocks_x4_fn *const loom_slots_md5_blocks_x4[] = {
    resolve_md5_blocks_x4,
    choose_md5_blocks_x4,
    loom_md5_blocks_x4_portable,
    resolve_md5_blocks_x4,
    WITH_sse2(LOOM_NAME(md5_blocks_x4_sse2), resolve_md5_blocks_x4),
    resolve_md5_blocks_x4,
    resolve_md5_blocks_x4,
    resolve_md5_blocks_x4,
};
const struct loom_kernel loom_row_md5_blocks_x4 = {
    "md5_blocks_x4", variants_md5_blocks_x4, preferences_md5_blocks_x4, &loom_way_md5_blocks_x4,
    ASKED(md5_blocks_x4), COUNT(variants_md5_blocks_x4), COUNT(preferences_md5_blocks_x4), 64,
};

#else
static const struct loom_variant variants_md5_blocks_x4[] = {
    PORTABLE(md5_blocks_x4)
};
loom_md5_blocks_x4_fn *const loom_slots_md5_blocks_x4[] = {
    resolve_md5_blocks_x4,
    choose_md5_blocks_x4,
    loom_md5_blocks_x4_portable,
    resolve_md5_blocks_x4,
    resolve_md5_blocks_x4,
    resolve_md5_blocks_x4,
    resolve_md5_blocks_x4,
    resolve_md5_blocks_x4,
};
const struct loom_kernel loom_row_md5_blocks_x4 = {
    "md5_blocks_x4", variants_md5_blocks_x4, NULL, &loom_way_md5_blocks_x4,
    ASKED(md5_blocks_x4), COUNT(variants_md5_blocks_x4), 0, 64,
};

#endif

LANES(md5_blocks_x4, md5_blocks, 4, (uint32_t *const state[4], const uint8_t *const data[4], size_t blocks), (state[lane], data[lane], blocks))
