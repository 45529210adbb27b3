/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel sha256_blocks: its variants, its preferences, and the C over it. Generated from the
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

#if defined(LOOM_WITHOUT_sha256)
#define WITH_sha256(there, otherwise) otherwise
#else
#define WITH_sha256(there, otherwise) there
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

KERNEL(sha256_blocks, void, LOOM_DO, (uint32_t state[8], const uint8_t *data, size_t blocks), \
      (state, data, blocks), blocks, 8)
CHOOSER(sha256_blocks, void, LOOM_DO, (uint32_t state[8], const uint8_t *data, size_t blocks), \
      (state, data, blocks), blocks, 8)

#if defined(LOOM_ON_AARCH64)
DECLARED(sha256_blocks, scalar)
DECLARED(sha256_blocks, ce)
static const struct loom_variant variants_sha256_blocks[] = {
    PORTABLE(sha256_blocks)
    VARIANT(sha256_blocks, scalar, 3, 224, 0, 0, LOOM_CPU_NONE)
    WITH_sha256(VARIANT(sha256_blocks, ce, 7, 48, 0, 0, LOOM_CPU_SHA256, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha256_blocks[] = {
    PREFER(generic, 0, 7, MODEL, any, NONE)
};
loom_sha256_blocks_fn *const loom_slots_sha256_blocks[] = {
    resolve_sha256_blocks,
    choose_sha256_blocks,
    loom_sha256_blocks_portable,
    LOOM_NAME(sha256_blocks_scalar),
    resolve_sha256_blocks,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
    WITH_sha256(LOOM_NAME(sha256_blocks_ce), resolve_sha256_blocks),
};
const struct loom_kernel loom_row_sha256_blocks = {
    "sha256_blocks", variants_sha256_blocks, preferences_sha256_blocks, &loom_way_sha256_blocks,
    ASKED(sha256_blocks), COUNT(variants_sha256_blocks), COUNT(preferences_sha256_blocks), 64,
};

#elif defined(LOOM_ON_X86)
DECLARED(sha256_blocks, scalar)
DECLARED(sha256_blocks, ssse3)
DECLARED(sha256_blocks, avx2)
DECLARED(sha256_blocks, shani)
static const struct loom_variant variants_sha256_blocks[] = {
    PORTABLE(sha256_blocks)
    VARIANT(sha256_blocks, scalar, 3, 364, 0, 0, LOOM_CPU_NONE)
    WITH_ssse3(VARIANT(sha256_blocks, ssse3, 4, 168, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_avx2_bmi1_bmi2(VARIANT(sha256_blocks, avx2, 5, 168, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
    WITH_ssse3_sha(VARIANT(sha256_blocks, shani, 6, 56, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_SHA, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha256_blocks[] = {
    PREFER(generic, 0, 2, MEASURED, any, NONE)
    PREFER(generic, 0, 4, MEASURED, any, NONE)
    PREFER(generic, 0, 5, MEASURED, any, NONE)
    PREFER(generic, 0, 6, MEASURED, any, NONE)
};
loom_sha256_blocks_fn *const loom_slots_sha256_blocks[] = {
    resolve_sha256_blocks,
    choose_sha256_blocks,
    loom_sha256_blocks_portable,
    LOOM_NAME(sha256_blocks_scalar),
    WITH_ssse3(LOOM_NAME(sha256_blocks_ssse3), resolve_sha256_blocks),
    WITH_avx2_bmi1_bmi2(LOOM_NAME(sha256_blocks_avx2), resolve_sha256_blocks),
    WITH_ssse3_sha(LOOM_NAME(sha256_blocks_shani), resolve_sha256_blocks),
    resolve_sha256_blocks,
};
const struct loom_kernel loom_row_sha256_blocks = {
    "sha256_blocks", variants_sha256_blocks, preferences_sha256_blocks, &loom_way_sha256_blocks,
    ASKED(sha256_blocks), COUNT(variants_sha256_blocks), COUNT(preferences_sha256_blocks), 64,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(sha256_blocks, scalar)
DECLARED(sha256_blocks, ssse3)
DECLARED(sha256_blocks, avx2)
DECLARED(sha256_blocks, shani)
static const struct loom_variant variants_sha256_blocks[] = {
    PORTABLE(sha256_blocks)
    VARIANT(sha256_blocks, scalar, 3, 408, 0, 0, LOOM_CPU_NONE)
    WITH_ssse3(VARIANT(sha256_blocks, ssse3, 4, 232, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_avx2_bmi1_bmi2(VARIANT(sha256_blocks, avx2, 5, 776, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
    WITH_ssse3_sha(VARIANT(sha256_blocks, shani, 6, 104, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_SHA, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha256_blocks[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 0, 6, MODEL, any, NONE)
};
loom_sha256_blocks_fn *const loom_slots_sha256_blocks[] = {
    resolve_sha256_blocks,
    choose_sha256_blocks,
    loom_sha256_blocks_portable,
    LOOM_NAME(sha256_blocks_scalar),
    WITH_ssse3(LOOM_NAME(sha256_blocks_ssse3), resolve_sha256_blocks),
    WITH_avx2_bmi1_bmi2(LOOM_NAME(sha256_blocks_avx2), resolve_sha256_blocks),
    WITH_ssse3_sha(LOOM_NAME(sha256_blocks_shani), resolve_sha256_blocks),
    resolve_sha256_blocks,
};
const struct loom_kernel loom_row_sha256_blocks = {
    "sha256_blocks", variants_sha256_blocks, preferences_sha256_blocks, &loom_way_sha256_blocks,
    ASKED(sha256_blocks), COUNT(variants_sha256_blocks), COUNT(preferences_sha256_blocks), 64,
};

#else
static const struct loom_variant variants_sha256_blocks[] = {
    PORTABLE(sha256_blocks)
};
loom_sha256_blocks_fn *const loom_slots_sha256_blocks[] = {
    resolve_sha256_blocks,
    choose_sha256_blocks,
    loom_sha256_blocks_portable,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
};
const struct loom_kernel loom_row_sha256_blocks = {
    "sha256_blocks", variants_sha256_blocks, NULL, &loom_way_sha256_blocks,
    ASKED(sha256_blocks), COUNT(variants_sha256_blocks), 0, 64,
};

#endif

BLOCKS(sha256_blocks, uint32_t)
HASH(sha256, sha256_blocks, uint32_t, 8, 64, 32, 0, 8, 0)
HMAC(sha256, sha256_blocks, uint32_t, 8, 64, 32, 0, 8, 0)

HASH(sha224, sha256_blocks, uint32_t, 8, 64, 28, 0, 8, 0)
HMAC(sha224, sha256_blocks, uint32_t, 8, 64, 28, 0, 8, 0)
