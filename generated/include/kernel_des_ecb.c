/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel des_ecb: its variants, its preferences, and the C over it. Generated from the
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

KERNEL(des_ecb, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, in, out, blocks), blocks, 16)
CHOOSER(des_ecb, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, in, out, blocks), blocks, 16)

#if defined(LOOM_ON_AARCH64)
DECLARED(des_ecb, scalar)
DECLARED(des_ecb, neon)
static const struct loom_variant variants_des_ecb[] = {
    PORTABLE(des_ecb)
    VARIANT(des_ecb, scalar, 3, 720, 0, 0, LOOM_CPU_NONE)
    WITH_neon(VARIANT(des_ecb, neon, 5, 1776, 0, 0, LOOM_CPU_NEON, LOOM_CPU_NONE), )
};
loom_des_ecb_fn *const loom_slots_des_ecb[] = {
    resolve_des_ecb,
    choose_des_ecb,
    loom_des_ecb_portable,
    LOOM_NAME(des_ecb_scalar),
    resolve_des_ecb,
    WITH_neon(LOOM_NAME(des_ecb_neon), resolve_des_ecb),
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
};
const struct loom_kernel loom_row_des_ecb = {
    "des_ecb", variants_des_ecb, NULL, &loom_way_des_ecb,
    NULL, COUNT(variants_des_ecb), 0, 8,
};

#elif defined(LOOM_ON_X86)
DECLARED(des_ecb, ssse3)
DECLARED(des_ecb, avx)
static const struct loom_variant variants_des_ecb[] = {
    PORTABLE(des_ecb)
    WITH_ssse3(VARIANT(des_ecb, ssse3, 4, 3544, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_avx(VARIANT(des_ecb, avx, 6, 3448, 0, 0, LOOM_CPU_AVX, LOOM_CPU_NONE), )
};
loom_des_ecb_fn *const loom_slots_des_ecb[] = {
    resolve_des_ecb,
    choose_des_ecb,
    loom_des_ecb_portable,
    resolve_des_ecb,
    WITH_ssse3(LOOM_NAME(des_ecb_ssse3), resolve_des_ecb),
    resolve_des_ecb,
    WITH_avx(LOOM_NAME(des_ecb_avx), resolve_des_ecb),
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
};
const struct loom_kernel loom_row_des_ecb = {
    "des_ecb", variants_des_ecb, NULL, &loom_way_des_ecb,
    NULL, COUNT(variants_des_ecb), 0, 8,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(des_ecb, scalar)
DECLARED(des_ecb, ssse3)
DECLARED(des_ecb, avx)
DECLARED(des_ecb, avx2)
DECLARED(des_ecb, gfni512)
static const struct loom_variant variants_des_ecb[] = {
    PORTABLE(des_ecb)
    VARIANT(des_ecb, scalar, 3, 1080, 0, 0, LOOM_CPU_NONE)
    WITH_ssse3(VARIANT(des_ecb, ssse3, 4, 1912, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_avx(VARIANT(des_ecb, avx, 6, 1880, 0, 0, LOOM_CPU_AVX, LOOM_CPU_NONE), )
    WITH_avx2(VARIANT(des_ecb, avx2, 7, 3528, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
    WITH_avx512f_avx512bw_avx512vbmi_gfni(VARIANT(des_ecb, gfni512, 8, 120, 1, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VBMI, LOOM_CPU_GFNI, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_des_ecb[] = {
    PREFER(amd_zen4, 0, 7, MEASURED, any, NONE)
    PREFER(amd_zen4, 16, 8, MEASURED, any, NONE)
    PREFER(amd_zen4, 1536, 7, MEASURED, any, NONE)
};
loom_des_ecb_fn *const loom_slots_des_ecb[] = {
    resolve_des_ecb,
    choose_des_ecb,
    loom_des_ecb_portable,
    LOOM_NAME(des_ecb_scalar),
    WITH_ssse3(LOOM_NAME(des_ecb_ssse3), resolve_des_ecb),
    resolve_des_ecb,
    WITH_avx(LOOM_NAME(des_ecb_avx), resolve_des_ecb),
    WITH_avx2(LOOM_NAME(des_ecb_avx2), resolve_des_ecb),
    WITH_avx512f_avx512bw_avx512vbmi_gfni(LOOM_NAME(des_ecb_gfni512), resolve_des_ecb),
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
};
const struct loom_kernel loom_row_des_ecb = {
    "des_ecb", variants_des_ecb, preferences_des_ecb, &loom_way_des_ecb,
    NULL, COUNT(variants_des_ecb), COUNT(preferences_des_ecb), 8,
};

#else
static const struct loom_variant variants_des_ecb[] = {
    PORTABLE(des_ecb)
};
loom_des_ecb_fn *const loom_slots_des_ecb[] = {
    resolve_des_ecb,
    choose_des_ecb,
    loom_des_ecb_portable,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
    resolve_des_ecb,
};
const struct loom_kernel loom_row_des_ecb = {
    "des_ecb", variants_des_ecb, NULL, &loom_way_des_ecb,
    NULL, COUNT(variants_des_ecb), 0, 8,
};

#endif

#if defined(LOOM_HAVE_des_set_key)
CIPHER_ecb(des, 8, (ctx->schedule, ctx->rounds, in, out, length / 8))
#endif
