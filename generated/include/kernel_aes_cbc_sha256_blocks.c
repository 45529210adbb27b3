/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel aes_cbc_sha256_blocks: its variants, its preferences, and the C over it. Generated from the
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

#if defined(LOOM_WITHOUT_neon_aes_sha256)
#define WITH_neon_aes_sha256(there, otherwise) otherwise
#else
#define WITH_neon_aes_sha256(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_ssse3_aes_sha)
#define WITH_ssse3_aes_sha(there, otherwise) otherwise
#else
#define WITH_ssse3_aes_sha(there, otherwise) there
#endif

KERNEL(aes_cbc_sha256_blocks, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t iv[16], uint32_t state[8], const uint8_t *in, uint8_t *out, const uint8_t *hashed, size_t blocks), \
      (schedule, rounds, iv, state, in, out, hashed, blocks), blocks, 8)
CHOOSER(aes_cbc_sha256_blocks, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t iv[16], uint32_t state[8], const uint8_t *in, uint8_t *out, const uint8_t *hashed, size_t blocks), \
      (schedule, rounds, iv, state, in, out, hashed, blocks), blocks, 8)

#if defined(LOOM_ON_AARCH64)
DECLARED(aes_cbc_sha256_blocks, ce)
static const struct loom_variant variants_aes_cbc_sha256_blocks[] = {
    PORTABLE(aes_cbc_sha256_blocks)
    WITH_neon_aes_sha256(VARIANT(aes_cbc_sha256_blocks, ce, 5, 96, 0, 0, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_SHA256, LOOM_CPU_NONE), )
};
loom_aes_cbc_sha256_blocks_fn *const loom_slots_aes_cbc_sha256_blocks[] = {
    resolve_aes_cbc_sha256_blocks,
    choose_aes_cbc_sha256_blocks,
    loom_aes_cbc_sha256_blocks_portable,
    resolve_aes_cbc_sha256_blocks,
    resolve_aes_cbc_sha256_blocks,
    WITH_neon_aes_sha256(LOOM_NAME(aes_cbc_sha256_blocks_ce), resolve_aes_cbc_sha256_blocks),
    resolve_aes_cbc_sha256_blocks,
    resolve_aes_cbc_sha256_blocks,
};
const struct loom_kernel loom_row_aes_cbc_sha256_blocks = {
    "aes_cbc_sha256_blocks", variants_aes_cbc_sha256_blocks, NULL, &loom_way_aes_cbc_sha256_blocks,
    ASKED(aes_cbc_sha256_blocks), COUNT(variants_aes_cbc_sha256_blocks), 0, 64,
};

#elif defined(LOOM_ON_X86)
static const struct loom_variant variants_aes_cbc_sha256_blocks[] = {
    PORTABLE(aes_cbc_sha256_blocks)
};
loom_aes_cbc_sha256_blocks_fn *const loom_slots_aes_cbc_sha256_blocks[] = {
    resolve_aes_cbc_sha256_blocks,
    choose_aes_cbc_sha256_blocks,
    loom_aes_cbc_sha256_blocks_portable,
    resolve_aes_cbc_sha256_blocks,
    resolve_aes_cbc_sha256_blocks,
    resolve_aes_cbc_sha256_blocks,
    resolve_aes_cbc_sha256_blocks,
    resolve_aes_cbc_sha256_blocks,
};
const struct loom_kernel loom_row_aes_cbc_sha256_blocks = {
    "aes_cbc_sha256_blocks", variants_aes_cbc_sha256_blocks, NULL, &loom_way_aes_cbc_sha256_blocks,
    ASKED(aes_cbc_sha256_blocks), COUNT(variants_aes_cbc_sha256_blocks), 0, 64,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(aes_cbc_sha256_blocks, avx2)
DECLARED(aes_cbc_sha256_blocks, shani)
static const struct loom_variant variants_aes_cbc_sha256_blocks[] = {
    PORTABLE(aes_cbc_sha256_blocks)
    WITH_avx2_aes_bmi1_bmi2(VARIANT(aes_cbc_sha256_blocks, avx2, 3, 392, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
    WITH_ssse3_aes_sha(VARIANT(aes_cbc_sha256_blocks, shani, 4, 184, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_SHA, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_cbc_sha256_blocks[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
};
loom_aes_cbc_sha256_blocks_fn *const loom_slots_aes_cbc_sha256_blocks[] = {
    resolve_aes_cbc_sha256_blocks,
    choose_aes_cbc_sha256_blocks,
    loom_aes_cbc_sha256_blocks_portable,
    WITH_avx2_aes_bmi1_bmi2(LOOM_NAME(aes_cbc_sha256_blocks_avx2), resolve_aes_cbc_sha256_blocks),
    WITH_ssse3_aes_sha(LOOM_NAME(aes_cbc_sha256_blocks_shani), resolve_aes_cbc_sha256_blocks),
    resolve_aes_cbc_sha256_blocks,
    resolve_aes_cbc_sha256_blocks,
    resolve_aes_cbc_sha256_blocks,
};
const struct loom_kernel loom_row_aes_cbc_sha256_blocks = {
    "aes_cbc_sha256_blocks", variants_aes_cbc_sha256_blocks, preferences_aes_cbc_sha256_blocks, &loom_way_aes_cbc_sha256_blocks,
    ASKED(aes_cbc_sha256_blocks), COUNT(variants_aes_cbc_sha256_blocks), COUNT(preferences_aes_cbc_sha256_blocks), 64,
};

#else
static const struct loom_variant variants_aes_cbc_sha256_blocks[] = {
    PORTABLE(aes_cbc_sha256_blocks)
};
loom_aes_cbc_sha256_blocks_fn *const loom_slots_aes_cbc_sha256_blocks[] = {
    resolve_aes_cbc_sha256_blocks,
    choose_aes_cbc_sha256_blocks,
    loom_aes_cbc_sha256_blocks_portable,
    resolve_aes_cbc_sha256_blocks,
    resolve_aes_cbc_sha256_blocks,
    resolve_aes_cbc_sha256_blocks,
    resolve_aes_cbc_sha256_blocks,
    resolve_aes_cbc_sha256_blocks,
};
const struct loom_kernel loom_row_aes_cbc_sha256_blocks = {
    "aes_cbc_sha256_blocks", variants_aes_cbc_sha256_blocks, NULL, &loom_way_aes_cbc_sha256_blocks,
    ASKED(aes_cbc_sha256_blocks), COUNT(variants_aes_cbc_sha256_blocks), 0, 64,
};

#endif

AES_CBC_HASH_PORTABLE(sha256, aes_cbc_sha256_blocks, uint32_t, 8, 64)
AES_CBC_HASH(sha256, aes_cbc_sha256_blocks, uint32_t, 8, 64)
