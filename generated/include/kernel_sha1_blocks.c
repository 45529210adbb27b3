/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel sha1_blocks: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"
#include "hash_each.h"
#include "hmac.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_avx2_bmi1_bmi2)
#define WITH_avx2_bmi1_bmi2(there, otherwise) otherwise
#else
#define WITH_avx2_bmi1_bmi2(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx512bw_avx512vl_sha)
#define WITH_avx512bw_avx512vl_sha(there, otherwise) otherwise
#else
#define WITH_avx512bw_avx512vl_sha(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_sha1)
#define WITH_sha1(there, otherwise) otherwise
#else
#define WITH_sha1(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_ssse3)
#define WITH_ssse3(there, otherwise) otherwise
#else
#define WITH_ssse3(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_ssse3_sha)
#define WITH_ssse3_sha(there, otherwise) otherwise
#else
#define WITH_ssse3_sha(there, otherwise) there
#endif

KERNEL(sha1_blocks, void, LOOM_DO, (uint32_t state[5], const uint8_t *data, size_t blocks), \
      (state, data, blocks), blocks, 16)
CHOOSER(sha1_blocks, void, LOOM_DO, (uint32_t state[5], const uint8_t *data, size_t blocks), \
      (state, data, blocks), blocks, 16)

#if defined(LOOM_ON_AARCH64)
DECLARED(sha1_blocks, scalar)
DECLARED(sha1_blocks, ce)
static const struct loom_variant variants_sha1_blocks[] = {
    PORTABLE(sha1_blocks)
    VARIANT(sha1_blocks, scalar, 3, 176, 0, 0, LOOM_CPU_NONE)
    WITH_sha1(VARIANT(sha1_blocks, ce, 8, 80, 0, 0, LOOM_CPU_SHA1, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha1_blocks[] = {
    PREFER(generic, 0, 8, MODEL, any, NONE)
    PREFER(intel_sapphirerapids, 0, 6, MEASURED, any, NONE)
};
loom_sha1_blocks_fn *const loom_slots_sha1_blocks[] = {
    resolve_sha1_blocks,
    choose_sha1_blocks,
    loom_sha1_blocks_portable,
    LOOM_NAME(sha1_blocks_scalar),
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    WITH_sha1(LOOM_NAME(sha1_blocks_ce), resolve_sha1_blocks),
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
};
const struct loom_kernel loom_row_sha1_blocks = {
    "sha1_blocks", variants_sha1_blocks, preferences_sha1_blocks, &loom_way_sha1_blocks,
    ASKED(sha1_blocks), COUNT(variants_sha1_blocks), COUNT(preferences_sha1_blocks), 64,
};

#elif defined(LOOM_ON_X86)
DECLARED(sha1_blocks, scalar)
DECLARED(sha1_blocks, ssse3)
DECLARED(sha1_blocks, shani_avx512vl)
DECLARED(sha1_blocks, shani)
static const struct loom_variant variants_sha1_blocks[] = {
    PORTABLE(sha1_blocks)
    VARIANT(sha1_blocks, scalar, 3, 104, 0, 0, LOOM_CPU_NONE)
    WITH_ssse3(VARIANT(sha1_blocks, ssse3, 4, 228, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_avx512bw_avx512vl_sha(VARIANT(sha1_blocks, shani_avx512vl, 6, 252, 1, 0, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_SHA, LOOM_CPU_NONE), )
    WITH_ssse3_sha(VARIANT(sha1_blocks, shani, 7, 40, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_SHA, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha1_blocks[] = {
    PREFER(generic, 0, 2, MEASURED, any, NONE)
    PREFER(generic, 0, 4, MEASURED, any, NONE)
    PREFER(generic, 0, 7, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 0, 6, MEASURED, any, NONE)
};
loom_sha1_blocks_fn *const loom_slots_sha1_blocks[] = {
    resolve_sha1_blocks,
    choose_sha1_blocks,
    loom_sha1_blocks_portable,
    LOOM_NAME(sha1_blocks_scalar),
    WITH_ssse3(LOOM_NAME(sha1_blocks_ssse3), resolve_sha1_blocks),
    resolve_sha1_blocks,
    WITH_avx512bw_avx512vl_sha(LOOM_NAME(sha1_blocks_shani_avx512vl), resolve_sha1_blocks),
    WITH_ssse3_sha(LOOM_NAME(sha1_blocks_shani), resolve_sha1_blocks),
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
};
const struct loom_kernel loom_row_sha1_blocks = {
    "sha1_blocks", variants_sha1_blocks, preferences_sha1_blocks, &loom_way_sha1_blocks,
    ASKED(sha1_blocks), COUNT(variants_sha1_blocks), COUNT(preferences_sha1_blocks), 64,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(sha1_blocks, scalar)
DECLARED(sha1_blocks, ssse3)
DECLARED(sha1_blocks, avx2)
DECLARED(sha1_blocks, shani_avx512vl)
DECLARED(sha1_blocks, shani)
static const struct loom_variant variants_sha1_blocks[] = {
    PORTABLE(sha1_blocks)
    VARIANT(sha1_blocks, scalar, 3, 248, 0, 0, LOOM_CPU_NONE)
    WITH_ssse3(VARIANT(sha1_blocks, ssse3, 4, 200, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_avx2_bmi1_bmi2(VARIANT(sha1_blocks, avx2, 5, 824, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
    WITH_avx512bw_avx512vl_sha(VARIANT(sha1_blocks, shani_avx512vl, 6, 16, 1, 0, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_SHA, LOOM_CPU_NONE), )
    WITH_ssse3_sha(VARIANT(sha1_blocks, shani, 7, 88, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_SHA, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha1_blocks[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 0, 7, MODEL, any, NONE)
    PREFER(intel_sapphirerapids, 0, 6, MEASURED, any, NONE)
};
loom_sha1_blocks_fn *const loom_slots_sha1_blocks[] = {
    resolve_sha1_blocks,
    choose_sha1_blocks,
    loom_sha1_blocks_portable,
    LOOM_NAME(sha1_blocks_scalar),
    WITH_ssse3(LOOM_NAME(sha1_blocks_ssse3), resolve_sha1_blocks),
    WITH_avx2_bmi1_bmi2(LOOM_NAME(sha1_blocks_avx2), resolve_sha1_blocks),
    WITH_avx512bw_avx512vl_sha(LOOM_NAME(sha1_blocks_shani_avx512vl), resolve_sha1_blocks),
    WITH_ssse3_sha(LOOM_NAME(sha1_blocks_shani), resolve_sha1_blocks),
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
};
const struct loom_kernel loom_row_sha1_blocks = {
    "sha1_blocks", variants_sha1_blocks, preferences_sha1_blocks, &loom_way_sha1_blocks,
    ASKED(sha1_blocks), COUNT(variants_sha1_blocks), COUNT(preferences_sha1_blocks), 64,
};

#else
static const struct loom_variant variants_sha1_blocks[] = {
    PORTABLE(sha1_blocks)
};
loom_sha1_blocks_fn *const loom_slots_sha1_blocks[] = {
    resolve_sha1_blocks,
    choose_sha1_blocks,
    loom_sha1_blocks_portable,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
};
const struct loom_kernel loom_row_sha1_blocks = {
    "sha1_blocks", variants_sha1_blocks, NULL, &loom_way_sha1_blocks,
    ASKED(sha1_blocks), COUNT(variants_sha1_blocks), 0, 64,
};

#endif

BLOCKS(sha1_blocks, uint32_t)
HASH(sha1, sha1_blocks, uint32_t, 5, 64, 20, 0, 8, 0)
HMAC(sha1, sha1_blocks, uint32_t, 5, 64, 20, 0, 8, 0)
