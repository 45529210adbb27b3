/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel aes_cbc_sha512_blocks: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"
#include "stitched_portable.h"
#include "cbc_hash.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_avx2_aes_bmi1_bmi2)
#define WITH_avx2_aes_bmi1_bmi2(there, otherwise) otherwise
#else
#define WITH_avx2_aes_bmi1_bmi2(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx2_aes_sha512)
#define WITH_avx2_aes_sha512(there, otherwise) otherwise
#else
#define WITH_avx2_aes_sha512(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx512bw_avx512vl_aes_bmi1_bmi2)
#define WITH_avx512bw_avx512vl_aes_bmi1_bmi2(there, otherwise) otherwise
#else
#define WITH_avx512bw_avx512vl_aes_bmi1_bmi2(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_neon_aes)
#define WITH_neon_aes(there, otherwise) otherwise
#else
#define WITH_neon_aes(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_neon_aes_sha512)
#define WITH_neon_aes_sha512(there, otherwise) otherwise
#else
#define WITH_neon_aes_sha512(there, otherwise) there
#endif

KERNEL(aes_cbc_sha512_blocks, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t iv[16], uint64_t state[8], const uint8_t *in, uint8_t *out, const uint8_t *hashed, size_t blocks), \
      (schedule, rounds, iv, state, in, out, hashed, blocks), blocks, 8)
CHOOSER(aes_cbc_sha512_blocks, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t iv[16], uint64_t state[8], const uint8_t *in, uint8_t *out, const uint8_t *hashed, size_t blocks), \
      (schedule, rounds, iv, state, in, out, hashed, blocks), blocks, 8)

#if defined(LOOM_ON_AARCH64)
DECLARED(aes_cbc_sha512_blocks, scalar)
DECLARED(aes_cbc_sha512_blocks, ce)
static const struct loom_variant variants_aes_cbc_sha512_blocks[] = {
    PORTABLE(aes_cbc_sha512_blocks)
    WITH_neon_aes(VARIANT(aes_cbc_sha512_blocks, scalar, 6, 368, 0, 0, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_neon_aes_sha512(VARIANT(aes_cbc_sha512_blocks, ce, 7, 288, 0, 0, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_SHA512, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_cbc_sha512_blocks[] = {
    PREFER(generic, 0, 7, MODEL, any, NONE)
};
loom_aes_cbc_sha512_blocks_fn *const loom_slots_aes_cbc_sha512_blocks[] = {
    resolve_aes_cbc_sha512_blocks,
    choose_aes_cbc_sha512_blocks,
    loom_aes_cbc_sha512_blocks_portable,
    resolve_aes_cbc_sha512_blocks,
    resolve_aes_cbc_sha512_blocks,
    resolve_aes_cbc_sha512_blocks,
    WITH_neon_aes(LOOM_NAME(aes_cbc_sha512_blocks_scalar), resolve_aes_cbc_sha512_blocks),
    WITH_neon_aes_sha512(LOOM_NAME(aes_cbc_sha512_blocks_ce), resolve_aes_cbc_sha512_blocks),
};
const struct loom_kernel loom_row_aes_cbc_sha512_blocks = {
    "aes_cbc_sha512_blocks", variants_aes_cbc_sha512_blocks, preferences_aes_cbc_sha512_blocks, &loom_way_aes_cbc_sha512_blocks,
    ASKED(aes_cbc_sha512_blocks), COUNT(variants_aes_cbc_sha512_blocks), COUNT(preferences_aes_cbc_sha512_blocks), 128,
};

#elif defined(LOOM_ON_X86)
static const struct loom_variant variants_aes_cbc_sha512_blocks[] = {
    PORTABLE(aes_cbc_sha512_blocks)
};
loom_aes_cbc_sha512_blocks_fn *const loom_slots_aes_cbc_sha512_blocks[] = {
    resolve_aes_cbc_sha512_blocks,
    choose_aes_cbc_sha512_blocks,
    loom_aes_cbc_sha512_blocks_portable,
    resolve_aes_cbc_sha512_blocks,
    resolve_aes_cbc_sha512_blocks,
    resolve_aes_cbc_sha512_blocks,
    resolve_aes_cbc_sha512_blocks,
    resolve_aes_cbc_sha512_blocks,
};
const struct loom_kernel loom_row_aes_cbc_sha512_blocks = {
    "aes_cbc_sha512_blocks", variants_aes_cbc_sha512_blocks, NULL, &loom_way_aes_cbc_sha512_blocks,
    ASKED(aes_cbc_sha512_blocks), COUNT(variants_aes_cbc_sha512_blocks), 0, 128,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(aes_cbc_sha512_blocks, avx2)
DECLARED(aes_cbc_sha512_blocks, avx512vl)
DECLARED(aes_cbc_sha512_blocks, sha512)
static const struct loom_variant variants_aes_cbc_sha512_blocks[] = {
    PORTABLE(aes_cbc_sha512_blocks)
    WITH_avx2_aes_bmi1_bmi2(VARIANT(aes_cbc_sha512_blocks, avx2, 3, 504, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
    WITH_avx512bw_avx512vl_aes_bmi1_bmi2(VARIANT(aes_cbc_sha512_blocks, avx512vl, 4, 456, 1, 0, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_AES, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
    WITH_avx2_aes_sha512(VARIANT(aes_cbc_sha512_blocks, sha512, 5, 168, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_SHA512, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_cbc_sha512_blocks[] = {
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(intel_skylake_avx512, 0, 4, MODEL, any, NONE)
    PREFER(intel_icelake, 0, 4, MODEL, any, NONE)
    PREFER(intel_sapphirerapids, 0, 4, MEASURED, any, NONE)
    PREFER(amd_generic, 0, 4, MODEL, any, NONE)
    PREFER(amd_generic, 0, 5, MODEL, any, NONE)
    PREFER(amd_zen4, 0, 4, MEASURED, any, NONE)
    PREFER(amd_zen5, 0, 3, MODEL, any, NONE)
};
loom_aes_cbc_sha512_blocks_fn *const loom_slots_aes_cbc_sha512_blocks[] = {
    resolve_aes_cbc_sha512_blocks,
    choose_aes_cbc_sha512_blocks,
    loom_aes_cbc_sha512_blocks_portable,
    WITH_avx2_aes_bmi1_bmi2(LOOM_NAME(aes_cbc_sha512_blocks_avx2), resolve_aes_cbc_sha512_blocks),
    WITH_avx512bw_avx512vl_aes_bmi1_bmi2(LOOM_NAME(aes_cbc_sha512_blocks_avx512vl), resolve_aes_cbc_sha512_blocks),
    WITH_avx2_aes_sha512(LOOM_NAME(aes_cbc_sha512_blocks_sha512), resolve_aes_cbc_sha512_blocks),
    resolve_aes_cbc_sha512_blocks,
    resolve_aes_cbc_sha512_blocks,
};
const struct loom_kernel loom_row_aes_cbc_sha512_blocks = {
    "aes_cbc_sha512_blocks", variants_aes_cbc_sha512_blocks, preferences_aes_cbc_sha512_blocks, &loom_way_aes_cbc_sha512_blocks,
    ASKED(aes_cbc_sha512_blocks), COUNT(variants_aes_cbc_sha512_blocks), COUNT(preferences_aes_cbc_sha512_blocks), 128,
};

#else
static const struct loom_variant variants_aes_cbc_sha512_blocks[] = {
    PORTABLE(aes_cbc_sha512_blocks)
};
loom_aes_cbc_sha512_blocks_fn *const loom_slots_aes_cbc_sha512_blocks[] = {
    resolve_aes_cbc_sha512_blocks,
    choose_aes_cbc_sha512_blocks,
    loom_aes_cbc_sha512_blocks_portable,
    resolve_aes_cbc_sha512_blocks,
    resolve_aes_cbc_sha512_blocks,
    resolve_aes_cbc_sha512_blocks,
    resolve_aes_cbc_sha512_blocks,
    resolve_aes_cbc_sha512_blocks,
};
const struct loom_kernel loom_row_aes_cbc_sha512_blocks = {
    "aes_cbc_sha512_blocks", variants_aes_cbc_sha512_blocks, NULL, &loom_way_aes_cbc_sha512_blocks,
    ASKED(aes_cbc_sha512_blocks), COUNT(variants_aes_cbc_sha512_blocks), 0, 128,
};

#endif

AES_CBC_HASH_PORTABLE(sha512, aes_cbc_sha512_blocks, uint64_t, 8, 128)
AES_CBC_HASH(sha512, aes_cbc_sha512_blocks, uint64_t, 8, 128)
