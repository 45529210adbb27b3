/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel aes_cbc_sha1_blocks: its variants, its preferences, and the C over it. Generated from the
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

#if defined(LOOM_WITHOUT_avx512bw_avx512vl_aes_sha)
#define WITH_avx512bw_avx512vl_aes_sha(there, otherwise) otherwise
#else
#define WITH_avx512bw_avx512vl_aes_sha(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_neon_aes_sha1)
#define WITH_neon_aes_sha1(there, otherwise) otherwise
#else
#define WITH_neon_aes_sha1(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_ssse3_aes_sha)
#define WITH_ssse3_aes_sha(there, otherwise) otherwise
#else
#define WITH_ssse3_aes_sha(there, otherwise) there
#endif

KERNEL(aes_cbc_sha1_blocks, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t iv[16], uint32_t state[5], const uint8_t *in, uint8_t *out, const uint8_t *hashed, size_t blocks), \
      (schedule, rounds, iv, state, in, out, hashed, blocks), blocks, 8)
CHOOSER(aes_cbc_sha1_blocks, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t iv[16], uint32_t state[5], const uint8_t *in, uint8_t *out, const uint8_t *hashed, size_t blocks), \
      (schedule, rounds, iv, state, in, out, hashed, blocks), blocks, 8)

#if defined(LOOM_ON_AARCH64)
DECLARED(aes_cbc_sha1_blocks, ce)
static const struct loom_variant variants_aes_cbc_sha1_blocks[] = {
    PORTABLE(aes_cbc_sha1_blocks)
    WITH_neon_aes_sha1(VARIANT(aes_cbc_sha1_blocks, ce, 6, 160, 0, 0, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_SHA1, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_cbc_sha1_blocks[] = {
    PREFER(intel_sapphirerapids, 0, 4, MEASURED, any, NONE)
};
loom_aes_cbc_sha1_blocks_fn *const loom_slots_aes_cbc_sha1_blocks[] = {
    resolve_aes_cbc_sha1_blocks,
    choose_aes_cbc_sha1_blocks,
    loom_aes_cbc_sha1_blocks_portable,
    resolve_aes_cbc_sha1_blocks,
    resolve_aes_cbc_sha1_blocks,
    resolve_aes_cbc_sha1_blocks,
    WITH_neon_aes_sha1(LOOM_NAME(aes_cbc_sha1_blocks_ce), resolve_aes_cbc_sha1_blocks),
    resolve_aes_cbc_sha1_blocks,
};
const struct loom_kernel loom_row_aes_cbc_sha1_blocks = {
    "aes_cbc_sha1_blocks", variants_aes_cbc_sha1_blocks, preferences_aes_cbc_sha1_blocks, &loom_way_aes_cbc_sha1_blocks,
    ASKED(aes_cbc_sha1_blocks), COUNT(variants_aes_cbc_sha1_blocks), COUNT(preferences_aes_cbc_sha1_blocks), 64,
};

#elif defined(LOOM_ON_X86)
static const struct loom_variant variants_aes_cbc_sha1_blocks[] = {
    PORTABLE(aes_cbc_sha1_blocks)
};
static const struct loom_preference preferences_aes_cbc_sha1_blocks[] = {
    PREFER(intel_sapphirerapids, 0, 4, MEASURED, any, NONE)
};
loom_aes_cbc_sha1_blocks_fn *const loom_slots_aes_cbc_sha1_blocks[] = {
    resolve_aes_cbc_sha1_blocks,
    choose_aes_cbc_sha1_blocks,
    loom_aes_cbc_sha1_blocks_portable,
    resolve_aes_cbc_sha1_blocks,
    resolve_aes_cbc_sha1_blocks,
    resolve_aes_cbc_sha1_blocks,
    resolve_aes_cbc_sha1_blocks,
    resolve_aes_cbc_sha1_blocks,
};
const struct loom_kernel loom_row_aes_cbc_sha1_blocks = {
    "aes_cbc_sha1_blocks", variants_aes_cbc_sha1_blocks, preferences_aes_cbc_sha1_blocks, &loom_way_aes_cbc_sha1_blocks,
    ASKED(aes_cbc_sha1_blocks), COUNT(variants_aes_cbc_sha1_blocks), COUNT(preferences_aes_cbc_sha1_blocks), 64,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(aes_cbc_sha1_blocks, avx2)
DECLARED(aes_cbc_sha1_blocks, shani_avx512vl)
DECLARED(aes_cbc_sha1_blocks, shani)
static const struct loom_variant variants_aes_cbc_sha1_blocks[] = {
    PORTABLE(aes_cbc_sha1_blocks)
    WITH_avx2_aes_bmi1_bmi2(VARIANT(aes_cbc_sha1_blocks, avx2, 3, 328, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
    WITH_avx512bw_avx512vl_aes_sha(VARIANT(aes_cbc_sha1_blocks, shani_avx512vl, 4, 24, 1, 0, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_AES, LOOM_CPU_SHA, LOOM_CPU_NONE), )
    WITH_ssse3_aes_sha(VARIANT(aes_cbc_sha1_blocks, shani, 5, 152, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_SHA, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_cbc_sha1_blocks[] = {
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(intel_sapphirerapids, 0, 4, MEASURED, any, NONE)
};
loom_aes_cbc_sha1_blocks_fn *const loom_slots_aes_cbc_sha1_blocks[] = {
    resolve_aes_cbc_sha1_blocks,
    choose_aes_cbc_sha1_blocks,
    loom_aes_cbc_sha1_blocks_portable,
    WITH_avx2_aes_bmi1_bmi2(LOOM_NAME(aes_cbc_sha1_blocks_avx2), resolve_aes_cbc_sha1_blocks),
    WITH_avx512bw_avx512vl_aes_sha(LOOM_NAME(aes_cbc_sha1_blocks_shani_avx512vl), resolve_aes_cbc_sha1_blocks),
    WITH_ssse3_aes_sha(LOOM_NAME(aes_cbc_sha1_blocks_shani), resolve_aes_cbc_sha1_blocks),
    resolve_aes_cbc_sha1_blocks,
    resolve_aes_cbc_sha1_blocks,
};
const struct loom_kernel loom_row_aes_cbc_sha1_blocks = {
    "aes_cbc_sha1_blocks", variants_aes_cbc_sha1_blocks, preferences_aes_cbc_sha1_blocks, &loom_way_aes_cbc_sha1_blocks,
    ASKED(aes_cbc_sha1_blocks), COUNT(variants_aes_cbc_sha1_blocks), COUNT(preferences_aes_cbc_sha1_blocks), 64,
};

#else
static const struct loom_variant variants_aes_cbc_sha1_blocks[] = {
    PORTABLE(aes_cbc_sha1_blocks)
};
loom_aes_cbc_sha1_blocks_fn *const loom_slots_aes_cbc_sha1_blocks[] = {
    resolve_aes_cbc_sha1_blocks,
    choose_aes_cbc_sha1_blocks,
    loom_aes_cbc_sha1_blocks_portable,
    resolve_aes_cbc_sha1_blocks,
    resolve_aes_cbc_sha1_blocks,
    resolve_aes_cbc_sha1_blocks,
    resolve_aes_cbc_sha1_blocks,
    resolve_aes_cbc_sha1_blocks,
};
const struct loom_kernel loom_row_aes_cbc_sha1_blocks = {
    "aes_cbc_sha1_blocks", variants_aes_cbc_sha1_blocks, NULL, &loom_way_aes_cbc_sha1_blocks,
    ASKED(aes_cbc_sha1_blocks), COUNT(variants_aes_cbc_sha1_blocks), 0, 64,
};

#endif

AES_CBC_HASH_PORTABLE(sha1, aes_cbc_sha1_blocks, uint32_t, 5, 64)
AES_CBC_HASH(sha1, aes_cbc_sha1_blocks, uint32_t, 5, 64)
