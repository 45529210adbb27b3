/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel aes_xts_encrypt: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_avx2_aes_vaes_vpclmulqdq)
#define WITH_avx2_aes_vaes_vpclmulqdq(there, otherwise) otherwise
#else
#define WITH_avx2_aes_vaes_vpclmulqdq(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx512f_avx512bw_aes_vaes_vpclmulqdq)
#define WITH_avx512f_avx512bw_aes_vaes_vpclmulqdq(there, otherwise) otherwise
#else
#define WITH_avx512f_avx512bw_aes_vaes_vpclmulqdq(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx_aes)
#define WITH_avx_aes(there, otherwise) otherwise
#else
#define WITH_avx_aes(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_neon)
#define WITH_neon(there, otherwise) otherwise
#else
#define WITH_neon(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_neon_aes)
#define WITH_neon_aes(there, otherwise) otherwise
#else
#define WITH_neon_aes(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_ssse3)
#define WITH_ssse3(there, otherwise) otherwise
#else
#define WITH_ssse3(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_ssse3_aes)
#define WITH_ssse3_aes(there, otherwise) otherwise
#else
#define WITH_ssse3_aes(there, otherwise) there
#endif

KERNEL(aes_xts_encrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t tweak[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, tweak, in, out, blocks), blocks, 16)
CHOOSER(aes_xts_encrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t tweak[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, tweak, in, out, blocks), blocks, 16)

#if defined(LOOM_ON_AARCH64)
DECLARED(aes_xts_encrypt, scalar)
DECLARED(aes_xts_encrypt, neon)
DECLARED(aes_xts_encrypt, ce)
static const struct loom_variant variants_aes_xts_encrypt[] = {
    PORTABLE(aes_xts_encrypt)
    VARIANT(aes_xts_encrypt, scalar, 3, 1312, 0, 0, LOOM_CPU_NONE)
    WITH_neon(VARIANT(aes_xts_encrypt, neon, 5, 336, 0, 0, LOOM_CPU_NEON, LOOM_CPU_NONE), )
    WITH_neon_aes(VARIANT(aes_xts_encrypt, ce, 8, 112, 0, 0, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_xts_encrypt[] = {
    PREFER(generic, 0, 8, MODEL, any, NONE)
};
loom_aes_xts_encrypt_fn *const loom_slots_aes_xts_encrypt[] = {
    resolve_aes_xts_encrypt,
    choose_aes_xts_encrypt,
    loom_aes_xts_encrypt_portable,
    LOOM_NAME(aes_xts_encrypt_scalar),
    resolve_aes_xts_encrypt,
    WITH_neon(LOOM_NAME(aes_xts_encrypt_neon), resolve_aes_xts_encrypt),
    resolve_aes_xts_encrypt,
    resolve_aes_xts_encrypt,
    WITH_neon_aes(LOOM_NAME(aes_xts_encrypt_ce), resolve_aes_xts_encrypt),
    resolve_aes_xts_encrypt,
    resolve_aes_xts_encrypt,
    resolve_aes_xts_encrypt,
    resolve_aes_xts_encrypt,
    resolve_aes_xts_encrypt,
    resolve_aes_xts_encrypt,
    resolve_aes_xts_encrypt,
};
const struct loom_kernel loom_row_aes_xts_encrypt = {
    "aes_xts_encrypt", variants_aes_xts_encrypt, preferences_aes_xts_encrypt, &loom_way_aes_xts_encrypt,
    NULL, COUNT(variants_aes_xts_encrypt), COUNT(preferences_aes_xts_encrypt), 16,
};

#elif defined(LOOM_ON_X86)
DECLARED(aes_xts_encrypt, scalar)
DECLARED(aes_xts_encrypt, vperm)
DECLARED(aes_xts_encrypt, aesni)
DECLARED(aes_xts_encrypt, avx)
DECLARED(aes_xts_encrypt, vaes256)
DECLARED(aes_xts_encrypt, vaes512)
static const struct loom_variant variants_aes_xts_encrypt[] = {
    PORTABLE(aes_xts_encrypt)
    VARIANT(aes_xts_encrypt, scalar, 3, 856, 0, 0, LOOM_CPU_NONE)
    WITH_ssse3(VARIANT(aes_xts_encrypt, vperm, 4, 288, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_ssse3_aes(VARIANT(aes_xts_encrypt, aesni, 6, 116, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx_aes(VARIANT(aes_xts_encrypt, avx, 7, 116, 0, 0, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx2_aes_vaes_vpclmulqdq(VARIANT(aes_xts_encrypt, vaes256, 9, 212, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_VPCLMULQDQ, LOOM_CPU_NONE), )
    WITH_avx512f_avx512bw_aes_vaes_vpclmulqdq(VARIANT(aes_xts_encrypt, vaes512, 10, 404, 1, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_VPCLMULQDQ, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_xts_encrypt[] = {
    PREFER(generic, 0, 6, MODEL, any, NONE)
    PREFER(generic, 0, 7, MODEL, any, NONE)
    PREFER(generic, 0, 9, MODEL, any, NONE)
    PREFER(intel_icelake, 0, 10, MODEL, any, NONE)
    PREFER(intel_sapphirerapids, 0, 10, MODEL, any, NONE)
    PREFER(amd_generic, 0, 6, MODEL, any, NONE)
    PREFER(amd_generic, 0, 7, MODEL, any, NONE)
    PREFER(amd_generic, 0, 9, MODEL, any, NONE)
    PREFER(amd_generic, 0, 10, MODEL, any, NONE)
};
loom_aes_xts_encrypt_fn *const loom_slots_aes_xts_encrypt[] = {
    resolve_aes_xts_encrypt,
    choose_aes_xts_encrypt,
    loom_aes_xts_encrypt_portable,
    LOOM_NAME(aes_xts_encrypt_scalar),
    WITH_ssse3(LOOM_NAME(aes_xts_encrypt_vperm), resolve_aes_xts_encrypt),
    resolve_aes_xts_encrypt,
    WITH_ssse3_aes(LOOM_NAME(aes_xts_encrypt_aesni), resolve_aes_xts_encrypt),
    WITH_avx_aes(LOOM_NAME(aes_xts_encrypt_avx), resolve_aes_xts_encrypt),
    resolve_aes_xts_encrypt,
    WITH_avx2_aes_vaes_vpclmulqdq(LOOM_NAME(aes_xts_encrypt_vaes256), resolve_aes_xts_encrypt),
    WITH_avx512f_avx512bw_aes_vaes_vpclmulqdq(LOOM_NAME(aes_xts_encrypt_vaes512), resolve_aes_xts_encrypt),
    resolve_aes_xts_encrypt,
    resolve_aes_xts_encrypt,
    resolve_aes_xts_encrypt,
    resolve_aes_xts_encrypt,
    resolve_aes_xts_encrypt,
};
const struct loom_kernel loom_row_aes_xts_encrypt = {
    "aes_xts_encrypt", variants_aes_xts_encrypt, preferences_aes_xts_encrypt, &loom_way_aes_xts_encrypt,
    NULL, COUNT(variants_aes_xts_encrypt), COUNT(preferences_aes_xts_encrypt), 16,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(aes_xts_encrypt, scalar)
DECLARED(aes_xts_encrypt, vperm)
DECLARED(aes_xts_encrypt, aesni)
DECLARED(aes_xts_encrypt, avx)
DECLARED(aes_xts_encrypt, vaes256)
DECLARED(aes_xts_encrypt, vaes512)
static const struct loom_variant variants_aes_xts_encrypt[] = {
    PORTABLE(aes_xts_encrypt)
    VARIANT(aes_xts_encrypt, scalar, 3, 1448, 0, 0, LOOM_CPU_NONE)
    WITH_ssse3(VARIANT(aes_xts_encrypt, vperm, 4, 456, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_ssse3_aes(VARIANT(aes_xts_encrypt, aesni, 6, 216, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx_aes(VARIANT(aes_xts_encrypt, avx, 7, 216, 0, 0, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx2_aes_vaes_vpclmulqdq(VARIANT(aes_xts_encrypt, vaes256, 9, 248, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_VPCLMULQDQ, LOOM_CPU_NONE), )
    WITH_avx512f_avx512bw_aes_vaes_vpclmulqdq(VARIANT(aes_xts_encrypt, vaes512, 10, 136, 1, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_VPCLMULQDQ, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_xts_encrypt[] = {
    PREFER(generic, 0, 6, MODEL, any, NONE)
    PREFER(generic, 0, 7, MODEL, any, NONE)
    PREFER(generic, 32, 9, MODEL, any, NONE)
    PREFER(intel_icelake, 0, 10, MODEL, any, NONE)
    PREFER(intel_sapphirerapids, 0, 10, MODEL, any, NONE)
    PREFER(intel_atom, 32, 7, MODEL, any, NONE)
    PREFER(amd_generic, 0, 6, MODEL, any, NONE)
    PREFER(amd_generic, 0, 7, MODEL, any, NONE)
    PREFER(amd_generic, 0, 10, MODEL, any, NONE)
    PREFER(amd_generic, 32, 9, MODEL, any, NONE)
    PREFER(amd_generic, 32, 10, MODEL, any, NONE)
    PREFER(amd_zen4, 0, 10, MEASURED, any, NONE)
    PREFER(amd_zen5, 0, 7, MEASURED, any, NONE)
    PREFER(amd_zen5, 128, 9, MEASURED, any, NONE)
    PREFER(amd_zen5, 512, 10, MEASURED, any, NONE)
};
loom_aes_xts_encrypt_fn *const loom_slots_aes_xts_encrypt[] = {
    resolve_aes_xts_encrypt,
    choose_aes_xts_encrypt,
    loom_aes_xts_encrypt_portable,
    LOOM_NAME(aes_xts_encrypt_scalar),
    WITH_ssse3(LOOM_NAME(aes_xts_encrypt_vperm), resolve_aes_xts_encrypt),
    resolve_aes_xts_encrypt,
    WITH_ssse3_aes(LOOM_NAME(aes_xts_encrypt_aesni), resolve_aes_xts_encrypt),
    WITH_avx_aes(LOOM_NAME(aes_xts_encrypt_avx), resolve_aes_xts_encrypt),
    resolve_aes_xts_encrypt,
    WITH_avx2_aes_vaes_vpclmulqdq(LOOM_NAME(aes_xts_encrypt_vaes256), resolve_aes_xts_encrypt),
    WITH_avx512f_avx512bw_aes_vaes_vpclmulqdq(LOOM_NAME(aes_xts_encrypt_vaes512), resolve_aes_xts_encrypt),
    resolve_aes_xts_encrypt,
    resolve_aes_xts_encrypt,
    resolve_aes_xts_encrypt,
    resolve_aes_xts_encrypt,
    resolve_aes_xts_encrypt,
};
const struct loom_kernel loom_row_aes_xts_encrypt = {
    "aes_xts_encrypt", variants_aes_xts_encrypt, preferences_aes_xts_encrypt, &loom_way_aes_xts_encrypt,
    NULL, COUNT(variants_aes_xts_encrypt), COUNT(preferences_aes_xts_encrypt), 16,
};

#else
static const struct loom_variant variants_aes_xts_encrypt[] = {
    PORTABLE(aes_xts_encrypt)
};
loom_aes_xts_encrypt_fn *const loom_slots_aes_xts_encrypt[] = {
    resolve_aes_xts_encrypt,
    choose_aes_xts_encrypt,
    loom_aes_xts_encrypt_portable,
    resolve_aes_xts_encrypt,
    resolve_aes_xts_encrypt,
    resolve_aes_xts_encrypt,
    resolve_aes_xts_encrypt,
    resolve_aes_xts_encrypt,
    resolve_aes_xts_encrypt,
    resolve_aes_xts_encrypt,
    resolve_aes_xts_encrypt,
    resolve_aes_xts_encrypt,
    resolve_aes_xts_encrypt,
    resolve_aes_xts_encrypt,
    resolve_aes_xts_encrypt,
    resolve_aes_xts_encrypt,
};
const struct loom_kernel loom_row_aes_xts_encrypt = {
    "aes_xts_encrypt", variants_aes_xts_encrypt, NULL, &loom_way_aes_xts_encrypt,
    NULL, COUNT(variants_aes_xts_encrypt), 0, 16,
};

#endif
