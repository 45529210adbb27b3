/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel camellia_ecb: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"
#include "cipher.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_avx2_aes)
#define WITH_avx2_aes(there, otherwise) otherwise
#else
#define WITH_avx2_aes(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx2_aes_vaes)
#define WITH_avx2_aes_vaes(there, otherwise) otherwise
#else
#define WITH_avx2_aes_vaes(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx2_gfni)
#define WITH_avx2_gfni(there, otherwise) otherwise
#else
#define WITH_avx2_gfni(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx512f_avx512bw_avx512vl_gfni)
#define WITH_avx512f_avx512bw_avx512vl_gfni(there, otherwise) otherwise
#else
#define WITH_avx512f_avx512bw_avx512vl_gfni(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_neon_aes)
#define WITH_neon_aes(there, otherwise) otherwise
#else
#define WITH_neon_aes(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_ssse3_aes)
#define WITH_ssse3_aes(there, otherwise) otherwise
#else
#define WITH_ssse3_aes(there, otherwise) there
#endif

KERNEL(camellia_ecb, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, in, out, blocks), blocks, 16)
CHOOSER(camellia_ecb, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, in, out, blocks), blocks, 16)

#if defined(LOOM_ON_AARCH64)
DECLARED(camellia_ecb, scalar)
DECLARED(camellia_ecb, ce)
static const struct loom_variant variants_camellia_ecb[] = {
    PORTABLE(camellia_ecb)
    VARIANT(camellia_ecb, scalar, 3, 208, 0, 0, LOOM_CPU_NONE)
    WITH_neon_aes(VARIANT(camellia_ecb, ce, 6, 768, 0, 0, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
loom_camellia_ecb_fn *const loom_slots_camellia_ecb[] = {
    resolve_camellia_ecb,
    choose_camellia_ecb,
    loom_camellia_ecb_portable,
    LOOM_NAME(camellia_ecb_scalar),
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    WITH_neon_aes(LOOM_NAME(camellia_ecb_ce), resolve_camellia_ecb),
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
};
const struct loom_kernel loom_row_camellia_ecb = {
    "camellia_ecb", variants_camellia_ecb, NULL, &loom_way_camellia_ecb,
    NULL, COUNT(variants_camellia_ecb), 0, 16,
};

#elif defined(LOOM_ON_X86)
DECLARED(camellia_ecb, scalar)
static const struct loom_variant variants_camellia_ecb[] = {
    PORTABLE(camellia_ecb)
    VARIANT(camellia_ecb, scalar, 3, 204, 0, 0, LOOM_CPU_NONE)
};
loom_camellia_ecb_fn *const loom_slots_camellia_ecb[] = {
    resolve_camellia_ecb,
    choose_camellia_ecb,
    loom_camellia_ecb_portable,
    LOOM_NAME(camellia_ecb_scalar),
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
};
const struct loom_kernel loom_row_camellia_ecb = {
    "camellia_ecb", variants_camellia_ecb, NULL, &loom_way_camellia_ecb,
    NULL, COUNT(variants_camellia_ecb), 0, 16,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(camellia_ecb, scalar)
DECLARED(camellia_ecb, aesni)
DECLARED(camellia_ecb, avx2)
DECLARED(camellia_ecb, vaes256)
DECLARED(camellia_ecb, gfni256)
DECLARED(camellia_ecb, gfni512)
static const struct loom_variant variants_camellia_ecb[] = {
    PORTABLE(camellia_ecb)
    VARIANT(camellia_ecb, scalar, 3, 296, 0, 0, LOOM_CPU_NONE)
    WITH_ssse3_aes(VARIANT(camellia_ecb, aesni, 4, 1032, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx2_aes(VARIANT(camellia_ecb, avx2, 5, 968, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx2_aes_vaes(VARIANT(camellia_ecb, vaes256, 7, 1608, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE), )
    WITH_avx2_gfni(VARIANT(camellia_ecb, gfni256, 8, 1512, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_GFNI, LOOM_CPU_NONE), )
    WITH_avx512f_avx512bw_avx512vl_gfni(VARIANT(camellia_ecb, gfni512, 9, 232, 1, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_GFNI, LOOM_CPU_NONE), )
};
loom_camellia_ecb_fn *const loom_slots_camellia_ecb[] = {
    resolve_camellia_ecb,
    choose_camellia_ecb,
    loom_camellia_ecb_portable,
    LOOM_NAME(camellia_ecb_scalar),
    WITH_ssse3_aes(LOOM_NAME(camellia_ecb_aesni), resolve_camellia_ecb),
    WITH_avx2_aes(LOOM_NAME(camellia_ecb_avx2), resolve_camellia_ecb),
    resolve_camellia_ecb,
    WITH_avx2_aes_vaes(LOOM_NAME(camellia_ecb_vaes256), resolve_camellia_ecb),
    WITH_avx2_gfni(LOOM_NAME(camellia_ecb_gfni256), resolve_camellia_ecb),
    WITH_avx512f_avx512bw_avx512vl_gfni(LOOM_NAME(camellia_ecb_gfni512), resolve_camellia_ecb),
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
};
const struct loom_kernel loom_row_camellia_ecb = {
    "camellia_ecb", variants_camellia_ecb, NULL, &loom_way_camellia_ecb,
    NULL, COUNT(variants_camellia_ecb), 0, 16,
};

#else
static const struct loom_variant variants_camellia_ecb[] = {
    PORTABLE(camellia_ecb)
};
loom_camellia_ecb_fn *const loom_slots_camellia_ecb[] = {
    resolve_camellia_ecb,
    choose_camellia_ecb,
    loom_camellia_ecb_portable,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
    resolve_camellia_ecb,
};
const struct loom_kernel loom_row_camellia_ecb = {
    "camellia_ecb", variants_camellia_ecb, NULL, &loom_way_camellia_ecb,
    NULL, COUNT(variants_camellia_ecb), 0, 16,
};

#endif

#if defined(LOOM_HAVE_camellia_set_key)
CIPHER_ecb(camellia, 16, (ctx->schedule, ctx->rounds, in, out, length / 16))
CIPHER_ctr(camellia, 16, (ctx->schedule, ctx->rounds, in, out, length / 16))
#endif
