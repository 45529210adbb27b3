/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel aes_gcm_decrypt: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_avx2_vaes_vpclmulqdq)
#define WITH_avx2_vaes_vpclmulqdq(there, otherwise) otherwise
#else
#define WITH_avx2_vaes_vpclmulqdq(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx512f_avx512bw_vaes_vpclmulqdq)
#define WITH_avx512f_avx512bw_vaes_vpclmulqdq(there, otherwise) otherwise
#else
#define WITH_avx512f_avx512bw_vaes_vpclmulqdq(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx_aes_pclmul)
#define WITH_avx_aes_pclmul(there, otherwise) otherwise
#else
#define WITH_avx_aes_pclmul(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_neon_aes_pmull)
#define WITH_neon_aes_pmull(there, otherwise) otherwise
#else
#define WITH_neon_aes_pmull(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_neon_aes_pmull_sha3)
#define WITH_neon_aes_pmull_sha3(there, otherwise) otherwise
#else
#define WITH_neon_aes_pmull_sha3(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_ssse3_aes_pclmul)
#define WITH_ssse3_aes_pclmul(there, otherwise) otherwise
#else
#define WITH_ssse3_aes_pclmul(there, otherwise) there
#endif

KERNEL(aes_gcm_decrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t counter[16], const uint8_t powers[256], uint8_t xi[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, counter, powers, xi, in, out, blocks), blocks, 16)
CHOOSER(aes_gcm_decrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t counter[16], const uint8_t powers[256], uint8_t xi[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, counter, powers, xi, in, out, blocks), blocks, 16)

#if defined(LOOM_ON_AARCH64)
DECLARED(aes_gcm_decrypt, ce)
DECLARED(aes_gcm_decrypt, sha3)
static const struct loom_variant variants_aes_gcm_decrypt[] = {
    PORTABLE(aes_gcm_decrypt)
    WITH_neon_aes_pmull(VARIANT(aes_gcm_decrypt, ce, 5, 336, 0, 0, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_PMULL, LOOM_CPU_NONE), )
    WITH_neon_aes_pmull_sha3(VARIANT(aes_gcm_decrypt, sha3, 6, 336, 0, 0, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_PMULL, LOOM_CPU_SHA3, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_gcm_decrypt[] = {
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(arm_neoverse_v2, 0, 6, MODEL, any, NONE)
    PREFER(apple_generic, 0, 6, MODEL, any, NONE)
};
loom_aes_gcm_decrypt_fn *const loom_slots_aes_gcm_decrypt[] = {
    resolve_aes_gcm_decrypt,
    choose_aes_gcm_decrypt,
    loom_aes_gcm_decrypt_portable,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    WITH_neon_aes_pmull(LOOM_NAME(aes_gcm_decrypt_ce), resolve_aes_gcm_decrypt),
    WITH_neon_aes_pmull_sha3(LOOM_NAME(aes_gcm_decrypt_sha3), resolve_aes_gcm_decrypt),
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
};
const struct loom_kernel loom_row_aes_gcm_decrypt = {
    "aes_gcm_decrypt", variants_aes_gcm_decrypt, preferences_aes_gcm_decrypt, &loom_way_aes_gcm_decrypt,
    NULL, COUNT(variants_aes_gcm_decrypt), COUNT(preferences_aes_gcm_decrypt), 16,
};

#elif defined(LOOM_ON_X86)
DECLARED(aes_gcm_decrypt, aesni)
DECLARED(aes_gcm_decrypt, avx)
DECLARED(aes_gcm_decrypt, vaes256)
DECLARED(aes_gcm_decrypt, vaes512)
static const struct loom_variant variants_aes_gcm_decrypt[] = {
    PORTABLE(aes_gcm_decrypt)
    WITH_ssse3_aes_pclmul(VARIANT(aes_gcm_decrypt, aesni, 3, 92, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_PCLMUL, LOOM_CPU_NONE), )
    WITH_avx_aes_pclmul(VARIANT(aes_gcm_decrypt, avx, 4, 92, 0, 0, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_PCLMUL, LOOM_CPU_NONE), )
    WITH_avx2_vaes_vpclmulqdq(VARIANT(aes_gcm_decrypt, vaes256, 7, 156, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_VAES, LOOM_CPU_VPCLMULQDQ, LOOM_CPU_NONE), )
    WITH_avx512f_avx512bw_vaes_vpclmulqdq(VARIANT(aes_gcm_decrypt, vaes512, 8, 28, 1, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_VAES, LOOM_CPU_VPCLMULQDQ, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_gcm_decrypt[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(intel_icelake, 0, 8, MODEL, any, NONE)
    PREFER(intel_sapphirerapids, 0, 8, MODEL, any, NONE)
    PREFER(amd_generic, 0, 4, MODEL, any, NONE)
    PREFER(amd_generic, 0, 8, MODEL, any, NONE)
};
loom_aes_gcm_decrypt_fn *const loom_slots_aes_gcm_decrypt[] = {
    resolve_aes_gcm_decrypt,
    choose_aes_gcm_decrypt,
    loom_aes_gcm_decrypt_portable,
    WITH_ssse3_aes_pclmul(LOOM_NAME(aes_gcm_decrypt_aesni), resolve_aes_gcm_decrypt),
    WITH_avx_aes_pclmul(LOOM_NAME(aes_gcm_decrypt_avx), resolve_aes_gcm_decrypt),
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    WITH_avx2_vaes_vpclmulqdq(LOOM_NAME(aes_gcm_decrypt_vaes256), resolve_aes_gcm_decrypt),
    WITH_avx512f_avx512bw_vaes_vpclmulqdq(LOOM_NAME(aes_gcm_decrypt_vaes512), resolve_aes_gcm_decrypt),
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
};
const struct loom_kernel loom_row_aes_gcm_decrypt = {
    "aes_gcm_decrypt", variants_aes_gcm_decrypt, preferences_aes_gcm_decrypt, &loom_way_aes_gcm_decrypt,
    NULL, COUNT(variants_aes_gcm_decrypt), COUNT(preferences_aes_gcm_decrypt), 16,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(aes_gcm_decrypt, aesni)
DECLARED(aes_gcm_decrypt, avx)
DECLARED(aes_gcm_decrypt, vaes256)
DECLARED(aes_gcm_decrypt, vaes512)
static const struct loom_variant variants_aes_gcm_decrypt[] = {
    PORTABLE(aes_gcm_decrypt)
    WITH_ssse3_aes_pclmul(VARIANT(aes_gcm_decrypt, aesni, 3, 328, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_PCLMUL, LOOM_CPU_NONE), )
    WITH_avx_aes_pclmul(VARIANT(aes_gcm_decrypt, avx, 4, 312, 0, 0, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_PCLMUL, LOOM_CPU_NONE), )
    WITH_avx2_vaes_vpclmulqdq(VARIANT(aes_gcm_decrypt, vaes256, 7, 440, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_VAES, LOOM_CPU_VPCLMULQDQ, LOOM_CPU_NONE), )
    WITH_avx512f_avx512bw_vaes_vpclmulqdq(VARIANT(aes_gcm_decrypt, vaes512, 8, 72, 1, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_VAES, LOOM_CPU_VPCLMULQDQ, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_gcm_decrypt[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(generic, 32, 7, MODEL, any, NONE)
    PREFER(intel_icelake, 0, 8, MODEL, any, NONE)
    PREFER(intel_sapphirerapids, 32, 8, MODEL, any, NONE)
    PREFER(intel_atom, 32, 4, MODEL, any, NONE)
    PREFER(amd_generic, 0, 4, MODEL, any, NONE)
    PREFER(amd_generic, 0, 8, MODEL, any, NONE)
    PREFER(amd_generic, 32, 7, MODEL, any, NONE)
    PREFER(amd_generic, 32, 8, MODEL, any, NONE)
    PREFER(amd_zen4, 0, 4, MEASURED, any, NONE)
    PREFER(amd_zen4, 32, 7, MEASURED, any, NONE)
    PREFER(amd_zen4, 256, 8, MEASURED, any, NONE)
    PREFER(amd_zen5, 0, 4, MEASURED, any, NONE)
    PREFER(amd_zen5, 64, 8, MEASURED, any, NONE)
};
loom_aes_gcm_decrypt_fn *const loom_slots_aes_gcm_decrypt[] = {
    resolve_aes_gcm_decrypt,
    choose_aes_gcm_decrypt,
    loom_aes_gcm_decrypt_portable,
    WITH_ssse3_aes_pclmul(LOOM_NAME(aes_gcm_decrypt_aesni), resolve_aes_gcm_decrypt),
    WITH_avx_aes_pclmul(LOOM_NAME(aes_gcm_decrypt_avx), resolve_aes_gcm_decrypt),
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    WITH_avx2_vaes_vpclmulqdq(LOOM_NAME(aes_gcm_decrypt_vaes256), resolve_aes_gcm_decrypt),
    WITH_avx512f_avx512bw_vaes_vpclmulqdq(LOOM_NAME(aes_gcm_decrypt_vaes512), resolve_aes_gcm_decrypt),
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
};
const struct loom_kernel loom_row_aes_gcm_decrypt = {
    "aes_gcm_decrypt", variants_aes_gcm_decrypt, preferences_aes_gcm_decrypt, &loom_way_aes_gcm_decrypt,
    NULL, COUNT(variants_aes_gcm_decrypt), COUNT(preferences_aes_gcm_decrypt), 16,
};

#else
static const struct loom_variant variants_aes_gcm_decrypt[] = {
    PORTABLE(aes_gcm_decrypt)
};
loom_aes_gcm_decrypt_fn *const loom_slots_aes_gcm_decrypt[] = {
    resolve_aes_gcm_decrypt,
    choose_aes_gcm_decrypt,
    loom_aes_gcm_decrypt_portable,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
    resolve_aes_gcm_decrypt,
};
const struct loom_kernel loom_row_aes_gcm_decrypt = {
    "aes_gcm_decrypt", variants_aes_gcm_decrypt, NULL, &loom_way_aes_gcm_decrypt,
    NULL, COUNT(variants_aes_gcm_decrypt), 0, 16,
};

#endif
