/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel seed_ecb: its variants, its preferences, and the C over it. Generated from the
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

KERNEL(seed_ecb, void, LOOM_DO, (const uint32_t *schedule, const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, in, out, blocks), blocks, 16)
CHOOSER(seed_ecb, void, LOOM_DO, (const uint32_t *schedule, const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, in, out, blocks), blocks, 16)

#if defined(LOOM_ON_AARCH64)
DECLARED(seed_ecb, scalar)
DECLARED(seed_ecb, table)
DECLARED(seed_ecb, ce)
static const struct loom_variant variants_seed_ecb[] = {
    PORTABLE(seed_ecb)
    VARIANT(seed_ecb, scalar, 3, 240, 0, 0, LOOM_CPU_NONE)
    VARIANT(seed_ecb, table, 4, 8, 0, 1, LOOM_CPU_NONE)
    WITH_neon_aes(VARIANT(seed_ecb, ce, 7, 112, 0, 0, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
loom_seed_ecb_fn *const loom_slots_seed_ecb[] = {
    resolve_seed_ecb,
    choose_seed_ecb,
    loom_seed_ecb_portable,
    LOOM_NAME(seed_ecb_scalar),
    LOOM_NAME(seed_ecb_table),
    resolve_seed_ecb,
    resolve_seed_ecb,
    WITH_neon_aes(LOOM_NAME(seed_ecb_ce), resolve_seed_ecb),
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
};
const struct loom_kernel loom_row_seed_ecb = {
    "seed_ecb", variants_seed_ecb, NULL, &loom_way_seed_ecb,
    NULL, COUNT(variants_seed_ecb), 0, 16,
};

#elif defined(LOOM_ON_X86)
DECLARED(seed_ecb, scalar)
DECLARED(seed_ecb, table)
static const struct loom_variant variants_seed_ecb[] = {
    PORTABLE(seed_ecb)
    VARIANT(seed_ecb, scalar, 3, 460, 0, 0, LOOM_CPU_NONE)
    VARIANT(seed_ecb, table, 4, 40, 0, 1, LOOM_CPU_NONE)
};
loom_seed_ecb_fn *const loom_slots_seed_ecb[] = {
    resolve_seed_ecb,
    choose_seed_ecb,
    loom_seed_ecb_portable,
    LOOM_NAME(seed_ecb_scalar),
    LOOM_NAME(seed_ecb_table),
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
};
const struct loom_kernel loom_row_seed_ecb = {
    "seed_ecb", variants_seed_ecb, NULL, &loom_way_seed_ecb,
    NULL, COUNT(variants_seed_ecb), 0, 16,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(seed_ecb, scalar)
DECLARED(seed_ecb, table)
DECLARED(seed_ecb, aesni)
DECLARED(seed_ecb, avx2)
DECLARED(seed_ecb, vaes256)
DECLARED(seed_ecb, gfni256)
DECLARED(seed_ecb, gfni512)
static const struct loom_variant variants_seed_ecb[] = {
    PORTABLE(seed_ecb)
    VARIANT(seed_ecb, scalar, 3, 360, 0, 0, LOOM_CPU_NONE)
    VARIANT(seed_ecb, table, 4, 64, 0, 1, LOOM_CPU_NONE)
    WITH_ssse3_aes(VARIANT(seed_ecb, aesni, 5, 216, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx2_aes(VARIANT(seed_ecb, avx2, 6, 216, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx2_aes_vaes(VARIANT(seed_ecb, vaes256, 8, 280, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE), )
    WITH_avx2_gfni(VARIANT(seed_ecb, gfni256, 9, 168, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_GFNI, LOOM_CPU_NONE), )
    WITH_avx512f_avx512bw_avx512vl_gfni(VARIANT(seed_ecb, gfni512, 10, 16, 1, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_GFNI, LOOM_CPU_NONE), )
};
loom_seed_ecb_fn *const loom_slots_seed_ecb[] = {
    resolve_seed_ecb,
    choose_seed_ecb,
    loom_seed_ecb_portable,
    LOOM_NAME(seed_ecb_scalar),
    LOOM_NAME(seed_ecb_table),
    WITH_ssse3_aes(LOOM_NAME(seed_ecb_aesni), resolve_seed_ecb),
    WITH_avx2_aes(LOOM_NAME(seed_ecb_avx2), resolve_seed_ecb),
    resolve_seed_ecb,
    WITH_avx2_aes_vaes(LOOM_NAME(seed_ecb_vaes256), resolve_seed_ecb),
    WITH_avx2_gfni(LOOM_NAME(seed_ecb_gfni256), resolve_seed_ecb),
    WITH_avx512f_avx512bw_avx512vl_gfni(LOOM_NAME(seed_ecb_gfni512), resolve_seed_ecb),
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
};
const struct loom_kernel loom_row_seed_ecb = {
    "seed_ecb", variants_seed_ecb, NULL, &loom_way_seed_ecb,
    NULL, COUNT(variants_seed_ecb), 0, 16,
};

#else
static const struct loom_variant variants_seed_ecb[] = {
    PORTABLE(seed_ecb)
};
loom_seed_ecb_fn *const loom_slots_seed_ecb[] = {
    resolve_seed_ecb,
    choose_seed_ecb,
    loom_seed_ecb_portable,
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
    resolve_seed_ecb,
};
const struct loom_kernel loom_row_seed_ecb = {
    "seed_ecb", variants_seed_ecb, NULL, &loom_way_seed_ecb,
    NULL, COUNT(variants_seed_ecb), 0, 16,
};

#endif

#if defined(LOOM_HAVE_seed_set_key)
CIPHER_ecb(seed, 16, (ctx->schedule, in, out, length / 16))
CIPHER_ctr(seed, 16, (ctx->schedule, in, out, length / 16))
#endif
