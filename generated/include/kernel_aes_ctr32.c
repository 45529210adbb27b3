/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel aes_ctr32: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_avx2_aes_vaes)
#define WITH_avx2_aes_vaes(there, otherwise) otherwise
#else
#define WITH_avx2_aes_vaes(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx512f_avx512bw_aes_vaes)
#define WITH_avx512f_avx512bw_aes_vaes(there, otherwise) otherwise
#else
#define WITH_avx512f_avx512bw_aes_vaes(there, otherwise) there
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

KERNEL(aes_ctr32, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t counter[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, counter, in, out, blocks), blocks, 16)
CHOOSER(aes_ctr32, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t counter[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, counter, in, out, blocks), blocks, 16)

#if defined(LOOM_ON_AARCH64)
DECLARED(aes_ctr32, scalar)
DECLARED(aes_ctr32, neon)
DECLARED(aes_ctr32, ce)
static const struct loom_variant variants_aes_ctr32[] = {
    PORTABLE(aes_ctr32)
    VARIANT(aes_ctr32, scalar, 3, 1232, 0, 0, LOOM_CPU_NONE)
    WITH_neon(VARIANT(aes_ctr32, neon, 5, 304, 0, 0, LOOM_CPU_NEON, LOOM_CPU_NONE), )
    WITH_neon_aes(VARIANT(aes_ctr32, ce, 8, 176, 0, 0, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_ctr32[] = {
    PREFER(generic, 0, 8, MODEL, any, NONE)
};
loom_aes_ctr32_fn *const loom_slots_aes_ctr32[] = {
    resolve_aes_ctr32,
    choose_aes_ctr32,
    loom_aes_ctr32_portable,
    LOOM_NAME(aes_ctr32_scalar),
    resolve_aes_ctr32,
    WITH_neon(LOOM_NAME(aes_ctr32_neon), resolve_aes_ctr32),
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    WITH_neon_aes(LOOM_NAME(aes_ctr32_ce), resolve_aes_ctr32),
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
};
const struct loom_kernel loom_row_aes_ctr32 = {
    "aes_ctr32", variants_aes_ctr32, preferences_aes_ctr32, &loom_way_aes_ctr32,
    ASKED(aes_ctr32), COUNT(variants_aes_ctr32), COUNT(preferences_aes_ctr32), 16,
};

#elif defined(LOOM_ON_X86)
DECLARED(aes_ctr32, scalar)
DECLARED(aes_ctr32, vperm)
DECLARED(aes_ctr32, aesni)
DECLARED(aes_ctr32, avx)
DECLARED(aes_ctr32, vaes256)
DECLARED(aes_ctr32, vaes512)
static const struct loom_variant variants_aes_ctr32[] = {
    PORTABLE(aes_ctr32)
    VARIANT(aes_ctr32, scalar, 3, 780, 0, 0, LOOM_CPU_NONE)
    WITH_ssse3(VARIANT(aes_ctr32, vperm, 4, 276, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_ssse3_aes(VARIANT(aes_ctr32, aesni, 6, 36, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx_aes(VARIANT(aes_ctr32, avx, 7, 36, 0, 0, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx2_aes_vaes(VARIANT(aes_ctr32, vaes256, 9, 52, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE), )
    WITH_avx512f_avx512bw_aes_vaes(VARIANT(aes_ctr32, vaes512, 10, 84, 1, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_ctr32[] = {
    PREFER(generic, 0, 6, MODEL, any, NONE)
    PREFER(generic, 0, 7, MODEL, any, NONE)
    PREFER(generic, 0, 9, MODEL, any, NONE)
    PREFER(intel_icelake, 0, 10, MODEL, any, NONE)
    PREFER(intel_sapphirerapids, 0, 10, MEASURED, any, NONE)
    PREFER(amd_generic, 0, 6, MODEL, any, NONE)
    PREFER(amd_generic, 0, 7, MODEL, any, NONE)
    PREFER(amd_generic, 0, 9, MODEL, any, NONE)
    PREFER(amd_generic, 0, 10, MODEL, any, NONE)
};
loom_aes_ctr32_fn *const loom_slots_aes_ctr32[] = {
    resolve_aes_ctr32,
    choose_aes_ctr32,
    loom_aes_ctr32_portable,
    LOOM_NAME(aes_ctr32_scalar),
    WITH_ssse3(LOOM_NAME(aes_ctr32_vperm), resolve_aes_ctr32),
    resolve_aes_ctr32,
    WITH_ssse3_aes(LOOM_NAME(aes_ctr32_aesni), resolve_aes_ctr32),
    WITH_avx_aes(LOOM_NAME(aes_ctr32_avx), resolve_aes_ctr32),
    resolve_aes_ctr32,
    WITH_avx2_aes_vaes(LOOM_NAME(aes_ctr32_vaes256), resolve_aes_ctr32),
    WITH_avx512f_avx512bw_aes_vaes(LOOM_NAME(aes_ctr32_vaes512), resolve_aes_ctr32),
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
};
const struct loom_kernel loom_row_aes_ctr32 = {
    "aes_ctr32", variants_aes_ctr32, preferences_aes_ctr32, &loom_way_aes_ctr32,
    ASKED(aes_ctr32), COUNT(variants_aes_ctr32), COUNT(preferences_aes_ctr32), 16,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(aes_ctr32, scalar)
DECLARED(aes_ctr32, vperm)
DECLARED(aes_ctr32, aesni)
DECLARED(aes_ctr32, avx)
DECLARED(aes_ctr32, vaes256)
DECLARED(aes_ctr32, vaes512)
static const struct loom_variant variants_aes_ctr32[] = {
    PORTABLE(aes_ctr32)
    VARIANT(aes_ctr32, scalar, 3, 1368, 0, 0, LOOM_CPU_NONE)
    WITH_ssse3(VARIANT(aes_ctr32, vperm, 4, 408, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_ssse3_aes(VARIANT(aes_ctr32, aesni, 6, 104, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx_aes(VARIANT(aes_ctr32, avx, 7, 104, 0, 0, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx2_aes_vaes(VARIANT(aes_ctr32, vaes256, 9, 104, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE), )
    WITH_avx512f_avx512bw_aes_vaes(VARIANT(aes_ctr32, vaes512, 10, 40, 1, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_ctr32[] = {
    PREFER(generic, 0, 6, MODEL, any, NONE)
    PREFER(generic, 0, 7, MODEL, any, NONE)
    PREFER(generic, 0, 9, MODEL, any, NONE)
    PREFER(intel_icelake, 32, 10, MODEL, any, NONE)
    PREFER(intel_sapphirerapids, 0, 10, MEASURED, any, NONE)
    PREFER(intel_atom, 32, 7, MODEL, any, NONE)
    PREFER(amd_generic, 0, 6, MODEL, any, NONE)
    PREFER(amd_generic, 0, 7, MODEL, any, NONE)
    PREFER(amd_generic, 0, 9, MODEL, any, NONE)
    PREFER(amd_generic, 32, 10, MODEL, any, NONE)
    PREFER(amd_zen3, 0, 7, MEASURED, any, NONE)
    PREFER(amd_zen3, 32, 9, MEASURED, any, NONE)
    PREFER(amd_zen4, 0, 9, MEASURED, any, NONE)
    PREFER(amd_zen4, 128, 10, MEASURED, any, NONE)
    PREFER(amd_zen5, 0, 9, MEASURED, any, NONE)
    PREFER(amd_zen5, 128, 10, MEASURED, any, NONE)
};
loom_aes_ctr32_fn *const loom_slots_aes_ctr32[] = {
    resolve_aes_ctr32,
    choose_aes_ctr32,
    loom_aes_ctr32_portable,
    LOOM_NAME(aes_ctr32_scalar),
    WITH_ssse3(LOOM_NAME(aes_ctr32_vperm), resolve_aes_ctr32),
    resolve_aes_ctr32,
    WITH_ssse3_aes(LOOM_NAME(aes_ctr32_aesni), resolve_aes_ctr32),
    WITH_avx_aes(LOOM_NAME(aes_ctr32_avx), resolve_aes_ctr32),
    resolve_aes_ctr32,
    WITH_avx2_aes_vaes(LOOM_NAME(aes_ctr32_vaes256), resolve_aes_ctr32),
    WITH_avx512f_avx512bw_aes_vaes(LOOM_NAME(aes_ctr32_vaes512), resolve_aes_ctr32),
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
};
const struct loom_kernel loom_row_aes_ctr32 = {
    "aes_ctr32", variants_aes_ctr32, preferences_aes_ctr32, &loom_way_aes_ctr32,
    ASKED(aes_ctr32), COUNT(variants_aes_ctr32), COUNT(preferences_aes_ctr32), 16,
};

#else
static const struct loom_variant variants_aes_ctr32[] = {
    PORTABLE(aes_ctr32)
};
loom_aes_ctr32_fn *const loom_slots_aes_ctr32[] = {
    resolve_aes_ctr32,
    choose_aes_ctr32,
    loom_aes_ctr32_portable,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
};
const struct loom_kernel loom_row_aes_ctr32 = {
    "aes_ctr32", variants_aes_ctr32, NULL, &loom_way_aes_ctr32,
    ASKED(aes_ctr32), COUNT(variants_aes_ctr32), 0, 16,
};

#endif
