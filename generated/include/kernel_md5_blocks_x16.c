/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel md5_blocks_x16: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"
#include "lanes_portable.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_avx2)
#define WITH_avx2(there, otherwise) otherwise
#else
#define WITH_avx2(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx512f_avx512bw)
#define WITH_avx512f_avx512bw(there, otherwise) otherwise
#else
#define WITH_avx512f_avx512bw(there, otherwise) there
#endif

KERNEL(md5_blocks_x16, void, LOOM_DO, (uint32_t *const state[16], const uint8_t *const data[16], size_t blocks), \
      (state, data, blocks), blocks, 8)
CHOOSER(md5_blocks_x16, void, LOOM_DO, (uint32_t *const state[16], const uint8_t *const data[16], size_t blocks), \
      (state, data, blocks), blocks, 8)

#if defined(LOOM_ON_AARCH64)
static const struct loom_variant variants_md5_blocks_x16[] = {
    PORTABLE(md5_blocks_x16)
};
static const struct loom_preference preferences_md5_blocks_x16[] = {
    PREFER(amd_zen4, 0, 4, MEASURED, any, NONE)
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
};
loom_md5_blocks_x16_fn *const loom_slots_md5_blocks_x16[] = {
    resolve_md5_blocks_x16,
    choose_md5_blocks_x16,
    loom_md5_blocks_x16_portable,
    resolve_md5_blocks_x16,
    resolve_md5_blocks_x16,
    resolve_md5_blocks_x16,
    resolve_md5_blocks_x16,
    resolve_md5_blocks_x16,
};
const struct loom_kernel loom_row_md5_blocks_x16 = {
    "md5_blocks_x16", variants_md5_blocks_x16, preferences_md5_blocks_x16, &loom_way_md5_blocks_x16,
    ASKED(md5_blocks_x16), COUNT(variants_md5_blocks_x16), COUNT(preferences_md5_blocks_x16), 64,
};

#elif defined(LOOM_ON_X86)
static const struct loom_variant variants_md5_blocks_x16[] = {
    PORTABLE(md5_blocks_x16)
};
static const struct loom_preference preferences_md5_blocks_x16[] = {
    PREFER(amd_zen4, 0, 4, MEASURED, any, NONE)
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
};
loom_md5_blocks_x16_fn *const loom_slots_md5_blocks_x16[] = {
    resolve_md5_blocks_x16,
    choose_md5_blocks_x16,
    loom_md5_blocks_x16_portable,
    resolve_md5_blocks_x16,
    resolve_md5_blocks_x16,
    resolve_md5_blocks_x16,
    resolve_md5_blocks_x16,
    resolve_md5_blocks_x16,
};
const struct loom_kernel loom_row_md5_blocks_x16 = {
    "md5_blocks_x16", variants_md5_blocks_x16, preferences_md5_blocks_x16, &loom_way_md5_blocks_x16,
    ASKED(md5_blocks_x16), COUNT(variants_md5_blocks_x16), COUNT(preferences_md5_blocks_x16), 64,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(md5_blocks_x16, avx2)
DECLARED(md5_blocks_x16, avx512)
static const struct loom_variant variants_md5_blocks_x16[] = {
    PORTABLE(md5_blocks_x16)
    WITH_avx2(VARIANT(md5_blocks_x16, avx2, 3, 0, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
    WITH_avx512f_avx512bw(VARIANT(md5_blocks_x16, avx512, 4, 0, 1, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_md5_blocks_x16[] = {
    PREFER(generic, 0, 3, MODEL, any, NONE)
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(amd_zen4, 0, 4, MEASURED, any, NONE)
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
};
loom_md5_blocks_x16_fn *const loom_slots_md5_blocks_x16[] = {
    resolve_md5_blocks_x16,
    choose_md5_blocks_x16,
    loom_md5_blocks_x16_portable,
    WITH_avx2(LOOM_NAME(md5_blocks_x16_avx2), resolve_md5_blocks_x16),
    WITH_avx512f_avx512bw(LOOM_NAME(md5_blocks_x16_avx512), resolve_md5_blocks_x16),
    resolve_md5_blocks_x16,
    resolve_md5_blocks_x16,
    resolve_md5_blocks_x16,
};
const struct loom_kernel loom_row_md5_blocks_x16 = {
    "md5_blocks_x16", variants_md5_blocks_x16, preferences_md5_blocks_x16, &loom_way_md5_blocks_x16,
    ASKED(md5_blocks_x16), COUNT(variants_md5_blocks_x16), COUNT(preferences_md5_blocks_x16), 64,
};

#else
static const struct loom_variant variants_md5_blocks_x16[] = {
    PORTABLE(md5_blocks_x16)
};
loom_md5_blocks_x16_fn *const loom_slots_md5_blocks_x16[] = {
    resolve_md5_blocks_x16,
    choose_md5_blocks_x16,
    loom_md5_blocks_x16_portable,
    resolve_md5_blocks_x16,
    resolve_md5_blocks_x16,
    resolve_md5_blocks_x16,
    resolve_md5_blocks_x16,
    resolve_md5_blocks_x16,
};
const struct loom_kernel loom_row_md5_blocks_x16 = {
    "md5_blocks_x16", variants_md5_blocks_x16, NULL, &loom_way_md5_blocks_x16,
    ASKED(md5_blocks_x16), COUNT(variants_md5_blocks_x16), 0, 64,
};

#endif

LANES(md5_blocks_x16, md5_blocks, 16, (uint32_t *const state[16], const uint8_t *const data[16], size_t blocks), (state[lane], data[lane], blocks))
