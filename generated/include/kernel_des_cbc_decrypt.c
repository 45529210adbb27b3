/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel des_cbc_decrypt: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"
#include "cipher.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_avx)
#define WITH_avx(there, otherwise) otherwise
#else
#define WITH_avx(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx2)
#define WITH_avx2(there, otherwise) otherwise
#else
#define WITH_avx2(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx512f_avx512bw_avx512vbmi_gfni)
#define WITH_avx512f_avx512bw_avx512vbmi_gfni(there, otherwise) otherwise
#else
#define WITH_avx512f_avx512bw_avx512vbmi_gfni(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_neon)
#define WITH_neon(there, otherwise) otherwise
#else
#define WITH_neon(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_ssse3)
#define WITH_ssse3(there, otherwise) otherwise
#else
#define WITH_ssse3(there, otherwise) there
#endif

KERNEL(des_cbc_decrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t iv[8], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 16)
CHOOSER(des_cbc_decrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t iv[8], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 16)

#if defined(LOOM_ON_AARCH64)
DECLARED(des_cbc_decrypt, scalar)
DECLARED(des_cbc_decrypt, neon)
static const struct loom_variant variants_des_cbc_decrypt[] = {
    PORTABLE(des_cbc_decrypt)
    VARIANT(des_cbc_decrypt, scalar, 3, 752, 0, 0, LOOM_CPU_NONE)
    WITH_neon(VARIANT(des_cbc_decrypt, neon, 5, 1840, 0, 0, LOOM_CPU_NEON, LOOM_CPU_NONE), )
};
loom_des_cbc_decrypt_fn *const loom_slots_des_cbc_decrypt[] = {
    resolve_des_cbc_decrypt,
    choose_des_cbc_decrypt,
    loom_des_cbc_decrypt_portable,
    LOOM_NAME(des_cbc_decrypt_scalar),
    resolve_des_cbc_decrypt,
    WITH_neon(LOOM_NAME(des_cbc_decrypt_neon), resolve_des_cbc_decrypt),
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
};
const struct loom_kernel loom_row_des_cbc_decrypt = {
    "des_cbc_decrypt", variants_des_cbc_decrypt, NULL, &loom_way_des_cbc_decrypt,
    NULL, COUNT(variants_des_cbc_decrypt), 0, 8,
};

#elif defined(LOOM_ON_X86)
DECLARED(des_cbc_decrypt, ssse3)
DECLARED(des_cbc_decrypt, avx)
static const struct loom_variant variants_des_cbc_decrypt[] = {
    PORTABLE(des_cbc_decrypt)
    WITH_ssse3(VARIANT(des_cbc_decrypt, ssse3, 4, 3616, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_avx(VARIANT(des_cbc_decrypt, avx, 6, 3520, 0, 0, LOOM_CPU_AVX, LOOM_CPU_NONE), )
};
loom_des_cbc_decrypt_fn *const loom_slots_des_cbc_decrypt[] = {
    resolve_des_cbc_decrypt,
    choose_des_cbc_decrypt,
    loom_des_cbc_decrypt_portable,
    resolve_des_cbc_decrypt,
    WITH_ssse3(LOOM_NAME(des_cbc_decrypt_ssse3), resolve_des_cbc_decrypt),
    resolve_des_cbc_decrypt,
    WITH_avx(LOOM_NAME(des_cbc_decrypt_avx), resolve_des_cbc_decrypt),
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
};
const struct loom_kernel loom_row_des_cbc_decrypt = {
    "des_cbc_decrypt", variants_des_cbc_decrypt, NULL, &loom_way_des_cbc_decrypt,
    NULL, COUNT(variants_des_cbc_decrypt), 0, 8,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(des_cbc_decrypt, scalar)
DECLARED(des_cbc_decrypt, ssse3)
DECLARED(des_cbc_decrypt, avx)
DECLARED(des_cbc_decrypt, avx2)
DECLARED(des_cbc_decrypt, gfni512)
static const struct loom_variant variants_des_cbc_decrypt[] = {
    PORTABLE(des_cbc_decrypt)
    VARIANT(des_cbc_decrypt, scalar, 3, 1128, 0, 0, LOOM_CPU_NONE)
    WITH_ssse3(VARIANT(des_cbc_decrypt, ssse3, 4, 1992, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_avx(VARIANT(des_cbc_decrypt, avx, 6, 1960, 0, 0, LOOM_CPU_AVX, LOOM_CPU_NONE), )
    WITH_avx2(VARIANT(des_cbc_decrypt, avx2, 7, 3624, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
    WITH_avx512f_avx512bw_avx512vbmi_gfni(VARIANT(des_cbc_decrypt, gfni512, 8, 136, 1, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VBMI, LOOM_CPU_GFNI, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_des_cbc_decrypt[] = {
    PREFER(amd_zen4, 0, 7, MEASURED, any, NONE)
    PREFER(amd_zen4, 16, 8, MEASURED, any, NONE)
    PREFER(amd_zen4, 1536, 7, MEASURED, any, NONE)
};
loom_des_cbc_decrypt_fn *const loom_slots_des_cbc_decrypt[] = {
    resolve_des_cbc_decrypt,
    choose_des_cbc_decrypt,
    loom_des_cbc_decrypt_portable,
    LOOM_NAME(des_cbc_decrypt_scalar),
    WITH_ssse3(LOOM_NAME(des_cbc_decrypt_ssse3), resolve_des_cbc_decrypt),
    resolve_des_cbc_decrypt,
    WITH_avx(LOOM_NAME(des_cbc_decrypt_avx), resolve_des_cbc_decrypt),
    WITH_avx2(LOOM_NAME(des_cbc_decrypt_avx2), resolve_des_cbc_decrypt),
    WITH_avx512f_avx512bw_avx512vbmi_gfni(LOOM_NAME(des_cbc_decrypt_gfni512), resolve_des_cbc_decrypt),
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
};
const struct loom_kernel loom_row_des_cbc_decrypt = {
    "des_cbc_decrypt", variants_des_cbc_decrypt, preferences_des_cbc_decrypt, &loom_way_des_cbc_decrypt,
    NULL, COUNT(variants_des_cbc_decrypt), COUNT(preferences_des_cbc_decrypt), 8,
};

#else
static const struct loom_variant variants_des_cbc_decrypt[] = {
    PORTABLE(des_cbc_decrypt)
};
loom_des_cbc_decrypt_fn *const loom_slots_des_cbc_decrypt[] = {
    resolve_des_cbc_decrypt,
    choose_des_cbc_decrypt,
    loom_des_cbc_decrypt_portable,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
    resolve_des_cbc_decrypt,
};
const struct loom_kernel loom_row_des_cbc_decrypt = {
    "des_cbc_decrypt", variants_des_cbc_decrypt, NULL, &loom_way_des_cbc_decrypt,
    NULL, COUNT(variants_des_cbc_decrypt), 0, 8,
};

#endif

#if defined(LOOM_HAVE_des_set_key)
CIPHER_cbc_decrypt(des, 8, (ctx->schedule, ctx->rounds, iv, in, out, length / 8))
#endif
