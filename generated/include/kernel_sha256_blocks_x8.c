/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel sha256_blocks_x8: its variants, its preferences, and the C over it. Generated from the
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

#if defined(LOOM_WITHOUT_avx512bw_avx512vl)
#define WITH_avx512bw_avx512vl(there, otherwise) otherwise
#else
#define WITH_avx512bw_avx512vl(there, otherwise) there
#endif

KERNEL(sha256_blocks_x8, void, LOOM_DO, (uint32_t *const state[8], const uint8_t *const data[8], size_t blocks), \
      (state, data, blocks), blocks, 8)
CHOOSER(sha256_blocks_x8, void, LOOM_DO, (uint32_t *const state[8], const uint8_t *const data[8], size_t blocks), \
      (state, data, blocks), blocks, 8)

#if defined(LOOM_ON_AARCH64)
static const struct loom_variant variants_sha256_blocks_x8[] = {
    PORTABLE(sha256_blocks_x8)
};
loom_sha256_blocks_x8_fn *const loom_slots_sha256_blocks_x8[] = {
    resolve_sha256_blocks_x8,
    choose_sha256_blocks_x8,
    loom_sha256_blocks_x8_portable,
    resolve_sha256_blocks_x8,
    resolve_sha256_blocks_x8,
    resolve_sha256_blocks_x8,
    resolve_sha256_blocks_x8,
    resolve_sha256_blocks_x8,
};
const struct loom_kernel loom_row_sha256_blocks_x8 = {
    "sha256_blocks_x8", variants_sha256_blocks_x8, NULL, &loom_way_sha256_blocks_x8,
    ASKED(sha256_blocks_x8), COUNT(variants_sha256_blocks_x8), 0, 64,
};

#elif defined(LOOM_ON_X86)
static const struct loom_variant variants_sha256_blocks_x8[] = {
    PORTABLE(sha256_blocks_x8)
};
loom_sha256_blocks_x8_fn *const loom_slots_sha256_blocks_x8[] = {
    resolve_sha256_blocks_x8,
    choose_sha256_blocks_x8,
    loom_sha256_blocks_x8_portable,
    resolve_sha256_blocks_x8,
    resolve_sha256_blocks_x8,
    resolve_sha256_blocks_x8,
    resolve_sha256_blocks_x8,
    resolve_sha256_blocks_x8,
};
const struct loom_kernel loom_row_sha256_blocks_x8 = {
    "sha256_blocks_x8", variants_sha256_blocks_x8, NULL, &loom_way_sha256_blocks_x8,
    ASKED(sha256_blocks_x8), COUNT(variants_sha256_blocks_x8), 0, 64,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(sha256_blocks_x8, avx2)
DECLARED(sha256_blocks_x8, avx512vl)
static const struct loom_variant variants_sha256_blocks_x8[] = {
    PORTABLE(sha256_blocks_x8)
    WITH_avx2(VARIANT(sha256_blocks_x8, avx2, 3, 0, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
    WITH_avx512bw_avx512vl(VARIANT(sha256_blocks_x8, avx512vl, 4, 0, 1, 0, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha256_blocks_x8[] = {
    PREFER(generic, 0, 3, MODEL, any, NONE)
    PREFER(generic, 0, 2, MODEL, any, SHA)
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(intel_sapphirerapids, 0, 3, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 0, 2, MEASURED, any, SHA)
    PREFER(intel_sapphirerapids, 0, 4, MEASURED, any, NONE)
    PREFER(amd_zen3, 0, 3, MEASURED, any, NONE)
    PREFER(amd_zen3, 0, 2, MEASURED, any, SHA)
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
    PREFER(amd_zen4, 0, 2, MEASURED, any, SHA)
    PREFER(amd_zen4, 8192, 3, MEASURED, any, SHA)
};
loom_sha256_blocks_x8_fn *const loom_slots_sha256_blocks_x8[] = {
    resolve_sha256_blocks_x8,
    choose_sha256_blocks_x8,
    loom_sha256_blocks_x8_portable,
    WITH_avx2(LOOM_NAME(sha256_blocks_x8_avx2), resolve_sha256_blocks_x8),
    WITH_avx512bw_avx512vl(LOOM_NAME(sha256_blocks_x8_avx512vl), resolve_sha256_blocks_x8),
    resolve_sha256_blocks_x8,
    resolve_sha256_blocks_x8,
    resolve_sha256_blocks_x8,
};
const struct loom_kernel loom_row_sha256_blocks_x8 = {
    "sha256_blocks_x8", variants_sha256_blocks_x8, preferences_sha256_blocks_x8, &loom_way_sha256_blocks_x8,
    ASKED(sha256_blocks_x8), COUNT(variants_sha256_blocks_x8), COUNT(preferences_sha256_blocks_x8), 64,
};

#else
static const struct loom_variant variants_sha256_blocks_x8[] = {
    PORTABLE(sha256_blocks_x8)
};
loom_sha256_blocks_x8_fn *const loom_slots_sha256_blocks_x8[] = {
    resolve_sha256_blocks_x8,
    choose_sha256_blocks_x8,
    loom_sha256_blocks_x8_portable,
    resolve_sha256_blocks_x8,
    resolve_sha256_blocks_x8,
    resolve_sha256_blocks_x8,
    resolve_sha256_blocks_x8,
    resolve_sha256_blocks_x8,
};
const struct loom_kernel loom_row_sha256_blocks_x8 = {
    "sha256_blocks_x8", variants_sha256_blocks_x8, NULL, &loom_way_sha256_blocks_x8,
    ASKED(sha256_blocks_x8), COUNT(variants_sha256_blocks_x8), 0, 64,
};

#endif

LANES(sha256_blocks_x8, sha256_blocks, 8, (uint32_t *const state[8], const uint8_t *const data[8], size_t blocks), (state[lane], data[lane], blocks))
