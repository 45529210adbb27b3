/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel ghash_blocks: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_avx2_vpclmulqdq)
#define WITH_avx2_vpclmulqdq(there, otherwise) otherwise
#else
#define WITH_avx2_vpclmulqdq(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx512f_avx512bw_vpclmulqdq)
#define WITH_avx512f_avx512bw_vpclmulqdq(there, otherwise) otherwise
#else
#define WITH_avx512f_avx512bw_vpclmulqdq(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx_pclmul)
#define WITH_avx_pclmul(there, otherwise) otherwise
#else
#define WITH_avx_pclmul(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_neon_pmull)
#define WITH_neon_pmull(there, otherwise) otherwise
#else
#define WITH_neon_pmull(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_neon_pmull_sha3)
#define WITH_neon_pmull_sha3(there, otherwise) otherwise
#else
#define WITH_neon_pmull_sha3(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_ssse3_pclmul)
#define WITH_ssse3_pclmul(there, otherwise) otherwise
#else
#define WITH_ssse3_pclmul(there, otherwise) there
#endif

KERNEL(ghash_blocks, void, LOOM_DO, (const uint8_t powers[256], uint8_t xi[16], const uint8_t *in, size_t blocks), \
      (powers, xi, in, blocks), blocks, 16)
CHOOSER(ghash_blocks, void, LOOM_DO, (const uint8_t powers[256], uint8_t xi[16], const uint8_t *in, size_t blocks), \
      (powers, xi, in, blocks), blocks, 16)

#if defined(LOOM_ON_AARCH64)
DECLARED(ghash_blocks, scalar)
DECLARED(ghash_blocks, ce)
DECLARED(ghash_blocks, sha3)
static const struct loom_variant variants_ghash_blocks[] = {
    PORTABLE(ghash_blocks)
    VARIANT(ghash_blocks, scalar, 3, 224, 0, 0, LOOM_CPU_NONE)
    WITH_neon_pmull(VARIANT(ghash_blocks, ce, 6, 8, 0, 0, LOOM_CPU_NEON, LOOM_CPU_PMULL, LOOM_CPU_NONE), )
    WITH_neon_pmull_sha3(VARIANT(ghash_blocks, sha3, 7, 8, 0, 0, LOOM_CPU_NEON, LOOM_CPU_PMULL, LOOM_CPU_SHA3, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_ghash_blocks[] = {
    PREFER(generic, 0, 6, MODEL, any, NONE)
    PREFER(generic, 0, 7, MODEL, any, NONE)
};
loom_ghash_blocks_fn *const loom_slots_ghash_blocks[] = {
    resolve_ghash_blocks,
    choose_ghash_blocks,
    loom_ghash_blocks_portable,
    LOOM_NAME(ghash_blocks_scalar),
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    WITH_neon_pmull(LOOM_NAME(ghash_blocks_ce), resolve_ghash_blocks),
    WITH_neon_pmull_sha3(LOOM_NAME(ghash_blocks_sha3), resolve_ghash_blocks),
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    resolve_ghash_blocks,
};
const struct loom_kernel loom_row_ghash_blocks = {
    "ghash_blocks", variants_ghash_blocks, preferences_ghash_blocks, &loom_way_ghash_blocks,
    NULL, COUNT(variants_ghash_blocks), COUNT(preferences_ghash_blocks), 16,
};

#elif defined(LOOM_ON_X86)
DECLARED(ghash_blocks, scalar)
DECLARED(ghash_blocks, pclmul)
DECLARED(ghash_blocks, avx)
DECLARED(ghash_blocks, vpclmul256)
DECLARED(ghash_blocks, vpclmul512)
static const struct loom_variant variants_ghash_blocks[] = {
    PORTABLE(ghash_blocks)
    VARIANT(ghash_blocks, scalar, 3, 312, 0, 0, LOOM_CPU_NONE)
    WITH_ssse3_pclmul(VARIANT(ghash_blocks, pclmul, 4, 148, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_PCLMUL, LOOM_CPU_NONE), )
    WITH_avx_pclmul(VARIANT(ghash_blocks, avx, 5, 148, 0, 0, LOOM_CPU_AVX, LOOM_CPU_PCLMUL, LOOM_CPU_NONE), )
    WITH_avx2_vpclmulqdq(VARIANT(ghash_blocks, vpclmul256, 8, 276, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_VPCLMULQDQ, LOOM_CPU_NONE), )
    WITH_avx512f_avx512bw_vpclmulqdq(VARIANT(ghash_blocks, vpclmul512, 9, 20, 1, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_VPCLMULQDQ, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_ghash_blocks[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 0, 8, MODEL, any, NONE)
    PREFER(intel_icelake, 0, 9, MODEL, any, NONE)
    PREFER(amd_generic, 0, 4, MODEL, any, NONE)
    PREFER(amd_generic, 0, 5, MODEL, any, NONE)
    PREFER(amd_generic, 0, 8, MODEL, any, NONE)
    PREFER(amd_generic, 0, 9, MODEL, any, NONE)
    PREFER(amd_zen4, 0, 8, MODEL, any, NONE)
};
loom_ghash_blocks_fn *const loom_slots_ghash_blocks[] = {
    resolve_ghash_blocks,
    choose_ghash_blocks,
    loom_ghash_blocks_portable,
    LOOM_NAME(ghash_blocks_scalar),
    WITH_ssse3_pclmul(LOOM_NAME(ghash_blocks_pclmul), resolve_ghash_blocks),
    WITH_avx_pclmul(LOOM_NAME(ghash_blocks_avx), resolve_ghash_blocks),
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    WITH_avx2_vpclmulqdq(LOOM_NAME(ghash_blocks_vpclmul256), resolve_ghash_blocks),
    WITH_avx512f_avx512bw_vpclmulqdq(LOOM_NAME(ghash_blocks_vpclmul512), resolve_ghash_blocks),
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    resolve_ghash_blocks,
};
const struct loom_kernel loom_row_ghash_blocks = {
    "ghash_blocks", variants_ghash_blocks, preferences_ghash_blocks, &loom_way_ghash_blocks,
    NULL, COUNT(variants_ghash_blocks), COUNT(preferences_ghash_blocks), 16,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(ghash_blocks, scalar)
DECLARED(ghash_blocks, pclmul)
DECLARED(ghash_blocks, avx)
DECLARED(ghash_blocks, vpclmul256)
DECLARED(ghash_blocks, vpclmul512)
static const struct loom_variant variants_ghash_blocks[] = {
    PORTABLE(ghash_blocks)
    VARIANT(ghash_blocks, scalar, 3, 264, 0, 0, LOOM_CPU_NONE)
    WITH_ssse3_pclmul(VARIANT(ghash_blocks, pclmul, 4, 184, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_PCLMUL, LOOM_CPU_NONE), )
    WITH_avx_pclmul(VARIANT(ghash_blocks, avx, 5, 168, 0, 0, LOOM_CPU_AVX, LOOM_CPU_PCLMUL, LOOM_CPU_NONE), )
    WITH_avx2_vpclmulqdq(VARIANT(ghash_blocks, vpclmul256, 8, 296, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_VPCLMULQDQ, LOOM_CPU_NONE), )
    WITH_avx512f_avx512bw_vpclmulqdq(VARIANT(ghash_blocks, vpclmul512, 9, 16, 1, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_VPCLMULQDQ, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_ghash_blocks[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 32, 8, MODEL, any, NONE)
    PREFER(intel_icelake, 32, 9, MODEL, any, NONE)
    PREFER(intel_sapphirerapids, 0, 5, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 128, 9, MEASURED, any, NONE)
    PREFER(intel_atom, 32, 5, MODEL, any, NONE)
    PREFER(amd_generic, 0, 4, MODEL, any, NONE)
    PREFER(amd_generic, 0, 5, MODEL, any, NONE)
    PREFER(amd_generic, 0, 9, MODEL, any, NONE)
    PREFER(amd_generic, 32, 8, MODEL, any, NONE)
    PREFER(amd_generic, 32, 9, MODEL, any, NONE)
    PREFER(amd_zen4, 0, 8, MEASURED, any, NONE)
    PREFER(amd_zen4, 256, 9, MEASURED, any, NONE)
    PREFER(amd_zen5, 0, 4, MEASURED, any, NONE)
    PREFER(amd_zen5, 96, 9, MEASURED, any, NONE)
};
loom_ghash_blocks_fn *const loom_slots_ghash_blocks[] = {
    resolve_ghash_blocks,
    choose_ghash_blocks,
    loom_ghash_blocks_portable,
    LOOM_NAME(ghash_blocks_scalar),
    WITH_ssse3_pclmul(LOOM_NAME(ghash_blocks_pclmul), resolve_ghash_blocks),
    WITH_avx_pclmul(LOOM_NAME(ghash_blocks_avx), resolve_ghash_blocks),
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    WITH_avx2_vpclmulqdq(LOOM_NAME(ghash_blocks_vpclmul256), resolve_ghash_blocks),
    WITH_avx512f_avx512bw_vpclmulqdq(LOOM_NAME(ghash_blocks_vpclmul512), resolve_ghash_blocks),
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    resolve_ghash_blocks,
};
const struct loom_kernel loom_row_ghash_blocks = {
    "ghash_blocks", variants_ghash_blocks, preferences_ghash_blocks, &loom_way_ghash_blocks,
    NULL, COUNT(variants_ghash_blocks), COUNT(preferences_ghash_blocks), 16,
};

#else
static const struct loom_variant variants_ghash_blocks[] = {
    PORTABLE(ghash_blocks)
};
loom_ghash_blocks_fn *const loom_slots_ghash_blocks[] = {
    resolve_ghash_blocks,
    choose_ghash_blocks,
    loom_ghash_blocks_portable,
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    resolve_ghash_blocks,
    resolve_ghash_blocks,
};
const struct loom_kernel loom_row_ghash_blocks = {
    "ghash_blocks", variants_ghash_blocks, NULL, &loom_way_ghash_blocks,
    NULL, COUNT(variants_ghash_blocks), 0, 16,
};

#endif
