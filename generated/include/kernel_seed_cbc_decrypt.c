/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel seed_cbc_decrypt: its variants, its preferences, and the C over it. Generated from the
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

KERNEL(seed_cbc_decrypt, void, LOOM_DO, (const uint32_t *schedule, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, iv, in, out, blocks), blocks, 16)
CHOOSER(seed_cbc_decrypt, void, LOOM_DO, (const uint32_t *schedule, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, iv, in, out, blocks), blocks, 16)

#if defined(LOOM_ON_AARCH64)
DECLARED(seed_cbc_decrypt, scalar)
DECLARED(seed_cbc_decrypt, table)
DECLARED(seed_cbc_decrypt, ce)
static const struct loom_variant variants_seed_cbc_decrypt[] = {
    PORTABLE(seed_cbc_decrypt)
    VARIANT(seed_cbc_decrypt, scalar, 3, 272, 0, 0, LOOM_CPU_NONE)
    VARIANT(seed_cbc_decrypt, table, 4, 96, 0, 1, LOOM_CPU_NONE)
    WITH_neon_aes(VARIANT(seed_cbc_decrypt, ce, 7, 208, 0, 0, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
loom_seed_cbc_decrypt_fn *const loom_slots_seed_cbc_decrypt[] = {
    resolve_seed_cbc_decrypt,
    choose_seed_cbc_decrypt,
    loom_seed_cbc_decrypt_portable,
    LOOM_NAME(seed_cbc_decrypt_scalar),
    LOOM_NAME(seed_cbc_decrypt_table),
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    WITH_neon_aes(LOOM_NAME(seed_cbc_decrypt_ce), resolve_seed_cbc_decrypt),
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
};
const struct loom_kernel loom_row_seed_cbc_decrypt = {
    "seed_cbc_decrypt", variants_seed_cbc_decrypt, NULL, &loom_way_seed_cbc_decrypt,
    NULL, COUNT(variants_seed_cbc_decrypt), 0, 16,
};

#elif defined(LOOM_ON_X86)
DECLARED(seed_cbc_decrypt, scalar)
DECLARED(seed_cbc_decrypt, table)
static const struct loom_variant variants_seed_cbc_decrypt[] = {
    PORTABLE(seed_cbc_decrypt)
    VARIANT(seed_cbc_decrypt, scalar, 3, 492, 0, 0, LOOM_CPU_NONE)
    VARIANT(seed_cbc_decrypt, table, 4, 76, 0, 1, LOOM_CPU_NONE)
};
loom_seed_cbc_decrypt_fn *const loom_slots_seed_cbc_decrypt[] = {
    resolve_seed_cbc_decrypt,
    choose_seed_cbc_decrypt,
    loom_seed_cbc_decrypt_portable,
    LOOM_NAME(seed_cbc_decrypt_scalar),
    LOOM_NAME(seed_cbc_decrypt_table),
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
};
const struct loom_kernel loom_row_seed_cbc_decrypt = {
    "seed_cbc_decrypt", variants_seed_cbc_decrypt, NULL, &loom_way_seed_cbc_decrypt,
    NULL, COUNT(variants_seed_cbc_decrypt), 0, 16,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(seed_cbc_decrypt, scalar)
DECLARED(seed_cbc_decrypt, table)
DECLARED(seed_cbc_decrypt, aesni)
DECLARED(seed_cbc_decrypt, avx2)
DECLARED(seed_cbc_decrypt, vaes256)
DECLARED(seed_cbc_decrypt, gfni256)
DECLARED(seed_cbc_decrypt, gfni512)
static const struct loom_variant variants_seed_cbc_decrypt[] = {
    PORTABLE(seed_cbc_decrypt)
    VARIANT(seed_cbc_decrypt, scalar, 3, 392, 0, 0, LOOM_CPU_NONE)
    VARIANT(seed_cbc_decrypt, table, 4, 120, 0, 1, LOOM_CPU_NONE)
    WITH_ssse3_aes(VARIANT(seed_cbc_decrypt, aesni, 5, 312, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx2_aes(VARIANT(seed_cbc_decrypt, avx2, 6, 312, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx2_aes_vaes(VARIANT(seed_cbc_decrypt, vaes256, 8, 376, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE), )
    WITH_avx2_gfni(VARIANT(seed_cbc_decrypt, gfni256, 9, 264, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_GFNI, LOOM_CPU_NONE), )
    WITH_avx512f_avx512bw_avx512vl_gfni(VARIANT(seed_cbc_decrypt, gfni512, 10, 104, 1, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_GFNI, LOOM_CPU_NONE), )
};
loom_seed_cbc_decrypt_fn *const loom_slots_seed_cbc_decrypt[] = {
    resolve_seed_cbc_decrypt,
    choose_seed_cbc_decrypt,
    loom_seed_cbc_decrypt_portable,
    LOOM_NAME(seed_cbc_decrypt_scalar),
    LOOM_NAME(seed_cbc_decrypt_table),
    WITH_ssse3_aes(LOOM_NAME(seed_cbc_decrypt_aesni), resolve_seed_cbc_decrypt),
    WITH_avx2_aes(LOOM_NAME(seed_cbc_decrypt_avx2), resolve_seed_cbc_decrypt),
    resolve_seed_cbc_decrypt,
    WITH_avx2_aes_vaes(LOOM_NAME(seed_cbc_decrypt_vaes256), resolve_seed_cbc_decrypt),
    WITH_avx2_gfni(LOOM_NAME(seed_cbc_decrypt_gfni256), resolve_seed_cbc_decrypt),
    WITH_avx512f_avx512bw_avx512vl_gfni(LOOM_NAME(seed_cbc_decrypt_gfni512), resolve_seed_cbc_decrypt),
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
};
const struct loom_kernel loom_row_seed_cbc_decrypt = {
    "seed_cbc_decrypt", variants_seed_cbc_decrypt, NULL, &loom_way_seed_cbc_decrypt,
    NULL, COUNT(variants_seed_cbc_decrypt), 0, 16,
};

#else
static const struct loom_variant variants_seed_cbc_decrypt[] = {
    PORTABLE(seed_cbc_decrypt)
};
loom_seed_cbc_decrypt_fn *const loom_slots_seed_cbc_decrypt[] = {
    resolve_seed_cbc_decrypt,
    choose_seed_cbc_decrypt,
    loom_seed_cbc_decrypt_portable,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
    resolve_seed_cbc_decrypt,
};
const struct loom_kernel loom_row_seed_cbc_decrypt = {
    "seed_cbc_decrypt", variants_seed_cbc_decrypt, NULL, &loom_way_seed_cbc_decrypt,
    NULL, COUNT(variants_seed_cbc_decrypt), 0, 16,
};

#endif

#if defined(LOOM_HAVE_seed_set_key)
CIPHER_cbc_decrypt(seed, 16, (ctx->schedule, iv, in, out, length / 16))
#endif
