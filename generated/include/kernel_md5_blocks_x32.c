/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel md5_blocks_x32: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"
#include "lanes_portable.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_avx512f_avx512bw)
#define WITH_avx512f_avx512bw(there, otherwise) otherwise
#else
#define WITH_avx512f_avx512bw(there, otherwise) there
#endif

KERNEL(md5_blocks_x32, void, LOOM_DO, (uint32_t *const state[32], const uint8_t *const data[32], size_t blocks), \
      (state, data, blocks), blocks, 4)
CHOOSER(md5_blocks_x32, void, LOOM_DO, (uint32_t *const state[32], const uint8_t *const data[32], size_t blocks), \
      (state, data, blocks), blocks, 4)

#if defined(LOOM_ON_AARCH64)
static const struct loom_variant variants_md5_blocks_x32[] = {
    PORTABLE(md5_blocks_x32)
};
loom_md5_blocks_x32_fn *const loom_slots_md5_blocks_x32[] = {
    resolve_md5_blocks_x32,
    choose_md5_blocks_x32,
    loom_md5_blocks_x32_portable,
    resolve_md5_blocks_x32,
};
const struct loom_kernel loom_row_md5_blocks_x32 = {
    "md5_blocks_x32", variants_md5_blocks_x32, NULL, &loom_way_md5_blocks_x32,
    ASKED(md5_blocks_x32), COUNT(variants_md5_blocks_x32), 0, 64,
};

#elif defined(LOOM_ON_X86)
static const struct loom_variant variants_md5_blocks_x32[] = {
    PORTABLE(md5_blocks_x32)
};
loom_md5_blocks_x32_fn *const loom_slots_md5_blocks_x32[] = {
    resolve_md5_blocks_x32,
    choose_md5_blocks_x32,
    loom_md5_blocks_x32_portable,
    resolve_md5_blocks_x32,
};
const struct loom_kernel loom_row_md5_blocks_x32 = {
    "md5_blocks_x32", variants_md5_blocks_x32, NULL, &loom_way_md5_blocks_x32,
    ASKED(md5_blocks_x32), COUNT(variants_md5_blocks_x32), 0, 64,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(md5_blocks_x32, avx512)
static const struct loom_variant variants_md5_blocks_x32[] = {
    PORTABLE(md5_blocks_x32)
    WITH_avx512f_avx512bw(VARIANT(md5_blocks_x32, avx512, 3, 0, 1, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_md5_blocks_x32[] = {
    PREFER(generic, 0, 3, MODEL, any, NONE)
};
loom_md5_blocks_x32_fn *const loom_slots_md5_blocks_x32[] = {
    resolve_md5_blocks_x32,
    choose_md5_blocks_x32,
    loom_md5_blocks_x32_portable,
    WITH_avx512f_avx512bw(LOOM_NAME(md5_blocks_x32_avx512), resolve_md5_blocks_x32),
};
const struct loom_kernel loom_row_md5_blocks_x32 = {
    "md5_blocks_x32", variants_md5_blocks_x32, preferences_md5_blocks_x32, &loom_way_md5_blocks_x32,
    ASKED(md5_blocks_x32), COUNT(variants_md5_blocks_x32), COUNT(preferences_md5_blocks_x32), 64,
};

#else
static const struct loom_variant variants_md5_blocks_x32[] = {
    PORTABLE(md5_blocks_x32)
};
loom_md5_blocks_x32_fn *const loom_slots_md5_blocks_x32[] = {
    resolve_md5_blocks_x32,
    choose_md5_blocks_x32,
    loom_md5_blocks_x32_portable,
    resolve_md5_blocks_x32,
};
const struct loom_kernel loom_row_md5_blocks_x32 = {
    "md5_blocks_x32", variants_md5_blocks_x32, NULL, &loom_way_md5_blocks_x32,
    ASKED(md5_blocks_x32), COUNT(variants_md5_blocks_x32), 0, 64,
};

#endif

LANES(md5_blocks_x32, md5_blocks, 32, (uint32_t *const state[32], const uint8_t *const data[32], size_t blocks), (state[lane], data[lane], blocks))
