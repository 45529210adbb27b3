/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel aes_gcm_open_message: its variants, its preferences, and the C over it. Generated from the
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

KERNEL(aes_gcm_open_message, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, const uint8_t powers[352], uint8_t message[64], const uint8_t *in, uint8_t *out, size_t length), \
      (schedule, rounds, powers, message, in, out, length), length, 16)
CHOOSER(aes_gcm_open_message, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, const uint8_t powers[352], uint8_t message[64], const uint8_t *in, uint8_t *out, size_t length), \
      (schedule, rounds, powers, message, in, out, length), length, 16)

#if defined(LOOM_ON_AARCH64)
DECLARED(aes_gcm_open_message, ce)
DECLARED(aes_gcm_open_message, sha3)
static const struct loom_variant variants_aes_gcm_open_message[] = {
    PORTABLE(aes_gcm_open_message)
    WITH_neon_aes_pmull(VARIANT(aes_gcm_open_message, ce, 5, 352, 0, 0, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_PMULL, LOOM_CPU_NONE), )
    WITH_neon_aes_pmull_sha3(VARIANT(aes_gcm_open_message, sha3, 6, 352, 0, 0, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_PMULL, LOOM_CPU_SHA3, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_gcm_open_message[] = {
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(arm_neoverse_v2, 0, 6, MODEL, any, NONE)
    PREFER(apple_generic, 0, 6, MODEL, any, NONE)
};
loom_aes_gcm_open_message_fn *const loom_slots_aes_gcm_open_message[] = {
    resolve_aes_gcm_open_message,
    choose_aes_gcm_open_message,
    loom_aes_gcm_open_message_portable,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    WITH_neon_aes_pmull(LOOM_NAME(aes_gcm_open_message_ce), resolve_aes_gcm_open_message),
    WITH_neon_aes_pmull_sha3(LOOM_NAME(aes_gcm_open_message_sha3), resolve_aes_gcm_open_message),
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
};
const struct loom_kernel loom_row_aes_gcm_open_message = {
    "aes_gcm_open_message", variants_aes_gcm_open_message, preferences_aes_gcm_open_message, &loom_way_aes_gcm_open_message,
    NULL, COUNT(variants_aes_gcm_open_message), COUNT(preferences_aes_gcm_open_message), 1,
};

#elif defined(LOOM_ON_X86)
static const struct loom_variant variants_aes_gcm_open_message[] = {
    PORTABLE(aes_gcm_open_message)
};
loom_aes_gcm_open_message_fn *const loom_slots_aes_gcm_open_message[] = {
    resolve_aes_gcm_open_message,
    choose_aes_gcm_open_message,
    loom_aes_gcm_open_message_portable,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
};
const struct loom_kernel loom_row_aes_gcm_open_message = {
    "aes_gcm_open_message", variants_aes_gcm_open_message, NULL, &loom_way_aes_gcm_open_message,
    NULL, COUNT(variants_aes_gcm_open_message), 0, 1,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(aes_gcm_open_message, aesni)
DECLARED(aes_gcm_open_message, avx)
DECLARED(aes_gcm_open_message, vaes256)
DECLARED(aes_gcm_open_message, vaes512)
static const struct loom_variant variants_aes_gcm_open_message[] = {
    PORTABLE(aes_gcm_open_message)
    WITH_ssse3_aes_pclmul(VARIANT(aes_gcm_open_message, aesni, 3, 376, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_PCLMUL, LOOM_CPU_NONE), )
    WITH_avx_aes_pclmul(VARIANT(aes_gcm_open_message, avx, 4, 360, 0, 0, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_PCLMUL, LOOM_CPU_NONE), )
    WITH_avx2_vaes_vpclmulqdq(VARIANT(aes_gcm_open_message, vaes256, 7, 520, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_VAES, LOOM_CPU_VPCLMULQDQ, LOOM_CPU_NONE), )
    WITH_avx512f_avx512bw_vaes_vpclmulqdq(VARIANT(aes_gcm_open_message, vaes512, 8, 248, 1, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_VAES, LOOM_CPU_VPCLMULQDQ, LOOM_CPU_NONE), )
};
loom_aes_gcm_open_message_fn *const loom_slots_aes_gcm_open_message[] = {
    resolve_aes_gcm_open_message,
    choose_aes_gcm_open_message,
    loom_aes_gcm_open_message_portable,
    WITH_ssse3_aes_pclmul(LOOM_NAME(aes_gcm_open_message_aesni), resolve_aes_gcm_open_message),
    WITH_avx_aes_pclmul(LOOM_NAME(aes_gcm_open_message_avx), resolve_aes_gcm_open_message),
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    WITH_avx2_vaes_vpclmulqdq(LOOM_NAME(aes_gcm_open_message_vaes256), resolve_aes_gcm_open_message),
    WITH_avx512f_avx512bw_vaes_vpclmulqdq(LOOM_NAME(aes_gcm_open_message_vaes512), resolve_aes_gcm_open_message),
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
};
const struct loom_kernel loom_row_aes_gcm_open_message = {
    "aes_gcm_open_message", variants_aes_gcm_open_message, NULL, &loom_way_aes_gcm_open_message,
    NULL, COUNT(variants_aes_gcm_open_message), 0, 1,
};

#else
static const struct loom_variant variants_aes_gcm_open_message[] = {
    PORTABLE(aes_gcm_open_message)
};
loom_aes_gcm_open_message_fn *const loom_slots_aes_gcm_open_message[] = {
    resolve_aes_gcm_open_message,
    choose_aes_gcm_open_message,
    loom_aes_gcm_open_message_portable,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
    resolve_aes_gcm_open_message,
};
const struct loom_kernel loom_row_aes_gcm_open_message = {
    "aes_gcm_open_message", variants_aes_gcm_open_message, NULL, &loom_way_aes_gcm_open_message,
    NULL, COUNT(variants_aes_gcm_open_message), 0, 1,
};

#endif
