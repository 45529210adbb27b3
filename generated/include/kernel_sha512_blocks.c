/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel sha512_blocks: its variants, its preferences, and the C over it. Generated from the
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

#if defined(LOOM_WITHOUT_avx2_sha512)
#define WITH_avx2_sha512(there, otherwise) otherwise
#else
#define WITH_avx2_sha512(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx512bw_avx512vl_bmi1_bmi2)
#define WITH_avx512bw_avx512vl_bmi1_bmi2(there, otherwise) otherwise
#else
#define WITH_avx512bw_avx512vl_bmi1_bmi2(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_neon_sha512)
#define WITH_neon_sha512(there, otherwise) otherwise
#else
#define WITH_neon_sha512(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_ssse3)
#define WITH_ssse3(there, otherwise) otherwise
#else
#define WITH_ssse3(there, otherwise) there
#endif

KERNEL(sha512_blocks, void, LOOM_DO, (uint64_t state[8], const uint8_t *data, size_t blocks), \
      (state, data, blocks), blocks, 16)
CHOOSER(sha512_blocks, void, LOOM_DO, (uint64_t state[8], const uint8_t *data, size_t blocks), \
      (state, data, blocks), blocks, 16)

#if defined(LOOM_ON_AARCH64)
DECLARED(sha512_blocks, scalar)
DECLARED(sha512_blocks, ce)
static const struct loom_variant variants_sha512_blocks[] = {
    PORTABLE(sha512_blocks)
    VARIANT(sha512_blocks, scalar, 3, 304, 0, 0, LOOM_CPU_NONE)
    WITH_neon_sha512(VARIANT(sha512_blocks, ce, 9, 128, 0, 0, LOOM_CPU_NEON, LOOM_CPU_SHA512, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha512_blocks[] = {
    PREFER(generic, 0, 9, MODEL, any, NONE)
};
loom_sha512_blocks_fn *const loom_slots_sha512_blocks[] = {
    resolve_sha512_blocks,
    choose_sha512_blocks,
    loom_sha512_blocks_portable,
    LOOM_NAME(sha512_blocks_scalar),
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    WITH_neon_sha512(LOOM_NAME(sha512_blocks_ce), resolve_sha512_blocks),
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
};
const struct loom_kernel loom_row_sha512_blocks = {
    "sha512_blocks", variants_sha512_blocks, preferences_sha512_blocks, &loom_way_sha512_blocks,
    ASKED(sha512_blocks), COUNT(variants_sha512_blocks), COUNT(preferences_sha512_blocks), 128,
};

#elif defined(LOOM_ON_X86)
DECLARED(sha512_blocks, scalar)
DECLARED(sha512_blocks, ssse3)
DECLARED(sha512_blocks, avx2)
DECLARED(sha512_blocks, avx512vl)
DECLARED(sha512_blocks, sha512)
static const struct loom_variant variants_sha512_blocks[] = {
    PORTABLE(sha512_blocks)
    VARIANT(sha512_blocks, scalar, 3, 1548, 0, 0, LOOM_CPU_NONE)
    WITH_ssse3(VARIANT(sha512_blocks, ssse3, 4, 356, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_avx2_bmi1_bmi2(VARIANT(sha512_blocks, avx2, 5, 356, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
    WITH_avx512bw_avx512vl_bmi1_bmi2(VARIANT(sha512_blocks, avx512vl, 7, 356, 1, 0, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
    WITH_avx2_sha512(VARIANT(sha512_blocks, sha512, 8, 72, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_SHA512, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha512_blocks[] = {
    PREFER(generic, 0, 2, MEASURED, any, NONE)
    PREFER(generic, 0, 4, MEASURED, any, NONE)
    PREFER(generic, 0, 5, MEASURED, any, NONE)
    PREFER(intel_icelake, 0, 7, MODEL, any, NONE)
    PREFER(intel_sapphirerapids, 0, 7, MEASURED, any, NONE)
    PREFER(amd_zen4, 0, 7, MODEL, any, NONE)
    PREFER(amd_zen5, 0, 7, MODEL, any, NONE)
};
loom_sha512_blocks_fn *const loom_slots_sha512_blocks[] = {
    resolve_sha512_blocks,
    choose_sha512_blocks,
    loom_sha512_blocks_portable,
    LOOM_NAME(sha512_blocks_scalar),
    WITH_ssse3(LOOM_NAME(sha512_blocks_ssse3), resolve_sha512_blocks),
    WITH_avx2_bmi1_bmi2(LOOM_NAME(sha512_blocks_avx2), resolve_sha512_blocks),
    resolve_sha512_blocks,
    WITH_avx512bw_avx512vl_bmi1_bmi2(LOOM_NAME(sha512_blocks_avx512vl), resolve_sha512_blocks),
    WITH_avx2_sha512(LOOM_NAME(sha512_blocks_sha512), resolve_sha512_blocks),
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
};
const struct loom_kernel loom_row_sha512_blocks = {
    "sha512_blocks", variants_sha512_blocks, preferences_sha512_blocks, &loom_way_sha512_blocks,
    ASKED(sha512_blocks), COUNT(variants_sha512_blocks), COUNT(preferences_sha512_blocks), 128,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(sha512_blocks, scalar)
DECLARED(sha512_blocks, avx2)
DECLARED(sha512_blocks, avx512vl_words)
DECLARED(sha512_blocks, avx512vl)
DECLARED(sha512_blocks, sha512)
static const struct loom_variant variants_sha512_blocks[] = {
    PORTABLE(sha512_blocks)
    VARIANT(sha512_blocks, scalar, 3, 824, 0, 0, LOOM_CPU_NONE)
    WITH_avx2_bmi1_bmi2(VARIANT(sha512_blocks, avx2, 5, 1624, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
    WITH_avx512bw_avx512vl_bmi1_bmi2(VARIANT(sha512_blocks, avx512vl_words, 6, 1544, 1, 0, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
    WITH_avx512bw_avx512vl_bmi1_bmi2(VARIANT(sha512_blocks, avx512vl, 7, 1464, 1, 0, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
    WITH_avx2_sha512(VARIANT(sha512_blocks, sha512, 8, 88, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_SHA512, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha512_blocks[] = {
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 0, 8, MODEL, any, NONE)
    PREFER(intel_skylake_avx512, 0, 7, MODEL, any, NONE)
    PREFER(intel_icelake, 0, 7, MODEL, any, NONE)
    PREFER(intel_sapphirerapids, 0, 7, MEASURED, any, NONE)
    PREFER(amd_generic, 0, 5, MODEL, any, NONE)
    PREFER(amd_generic, 0, 6, MODEL, any, NONE)
    PREFER(amd_generic, 0, 8, MODEL, any, NONE)
    PREFER(amd_zen4, 0, 7, MEASURED, any, NONE)
};
loom_sha512_blocks_fn *const loom_slots_sha512_blocks[] = {
    resolve_sha512_blocks,
    choose_sha512_blocks,
    loom_sha512_blocks_portable,
    LOOM_NAME(sha512_blocks_scalar),
    resolve_sha512_blocks,
    WITH_avx2_bmi1_bmi2(LOOM_NAME(sha512_blocks_avx2), resolve_sha512_blocks),
    WITH_avx512bw_avx512vl_bmi1_bmi2(LOOM_NAME(sha512_blocks_avx512vl_words), resolve_sha512_blocks),
    WITH_avx512bw_avx512vl_bmi1_bmi2(LOOM_NAME(sha512_blocks_avx512vl), resolve_sha512_blocks),
    WITH_avx2_sha512(LOOM_NAME(sha512_blocks_sha512), resolve_sha512_blocks),
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
};
const struct loom_kernel loom_row_sha512_blocks = {
    "sha512_blocks", variants_sha512_blocks, preferences_sha512_blocks, &loom_way_sha512_blocks,
    ASKED(sha512_blocks), COUNT(variants_sha512_blocks), COUNT(preferences_sha512_blocks), 128,
};

#else
static const struct loom_variant variants_sha512_blocks[] = {
    PORTABLE(sha512_blocks)
};
loom_sha512_blocks_fn *const loom_slots_sha512_blocks[] = {
    resolve_sha512_blocks,
    choose_sha512_blocks,
    loom_sha512_blocks_portable,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
};
const struct loom_kernel loom_row_sha512_blocks = {
    "sha512_blocks", variants_sha512_blocks, NULL, &loom_way_sha512_blocks,
    ASKED(sha512_blocks), COUNT(variants_sha512_blocks), 0, 128,
};

#endif

BLOCKS(sha512_blocks, uint64_t)
HASH(sha512, sha512_blocks, uint64_t, 8, 128, 64, 0, 16, 0)
HMAC(sha512, sha512_blocks, uint64_t, 8, 128, 64, 0, 16, 0)

HASH(sha384, sha512_blocks, uint64_t, 8, 128, 48, 0, 16, 0)
HMAC(sha384, sha512_blocks, uint64_t, 8, 128, 48, 0, 16, 0)
