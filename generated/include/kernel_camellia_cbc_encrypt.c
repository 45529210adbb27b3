/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel camellia_cbc_encrypt: its variants, its preferences, and the C over it. Generated from the
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

#if defined(LOOM_WITHOUT_avx2_gfni)
#define WITH_avx2_gfni(there, otherwise) otherwise
#else
#define WITH_avx2_gfni(there, otherwise) there
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

KERNEL(camellia_cbc_encrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 16)
CHOOSER(camellia_cbc_encrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 16)

#if defined(LOOM_ON_AARCH64)
DECLARED(camellia_cbc_encrypt, scalar)
DECLARED(camellia_cbc_encrypt, ce)
DECLARED(camellia_cbc_encrypt, table)
static const struct loom_variant variants_camellia_cbc_encrypt[] = {
    PORTABLE(camellia_cbc_encrypt)
    VARIANT(camellia_cbc_encrypt, scalar, 3, 208, 0, 0, LOOM_CPU_NONE)
    WITH_neon_aes(VARIANT(camellia_cbc_encrypt, ce, 6, 80, 0, 0, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE), )
    VARIANT(camellia_cbc_encrypt, table, 8, 32, 0, 1, LOOM_CPU_NONE)
};
loom_camellia_cbc_encrypt_fn *const loom_slots_camellia_cbc_encrypt[] = {
    resolve_camellia_cbc_encrypt,
    choose_camellia_cbc_encrypt,
    loom_camellia_cbc_encrypt_portable,
    LOOM_NAME(camellia_cbc_encrypt_scalar),
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    WITH_neon_aes(LOOM_NAME(camellia_cbc_encrypt_ce), resolve_camellia_cbc_encrypt),
    resolve_camellia_cbc_encrypt,
    LOOM_NAME(camellia_cbc_encrypt_table),
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
};
const struct loom_kernel loom_row_camellia_cbc_encrypt = {
    "camellia_cbc_encrypt", variants_camellia_cbc_encrypt, NULL, &loom_way_camellia_cbc_encrypt,
    NULL, COUNT(variants_camellia_cbc_encrypt), 0, 16,
};

#elif defined(LOOM_ON_X86)
DECLARED(camellia_cbc_encrypt, scalar)
static const struct loom_variant variants_camellia_cbc_encrypt[] = {
    PORTABLE(camellia_cbc_encrypt)
    VARIANT(camellia_cbc_encrypt, scalar, 3, 204, 0, 0, LOOM_CPU_NONE)
};
loom_camellia_cbc_encrypt_fn *const loom_slots_camellia_cbc_encrypt[] = {
    resolve_camellia_cbc_encrypt,
    choose_camellia_cbc_encrypt,
    loom_camellia_cbc_encrypt_portable,
    LOOM_NAME(camellia_cbc_encrypt_scalar),
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
};
const struct loom_kernel loom_row_camellia_cbc_encrypt = {
    "camellia_cbc_encrypt", variants_camellia_cbc_encrypt, NULL, &loom_way_camellia_cbc_encrypt,
    NULL, COUNT(variants_camellia_cbc_encrypt), 0, 16,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(camellia_cbc_encrypt, scalar)
DECLARED(camellia_cbc_encrypt, aesni)
DECLARED(camellia_cbc_encrypt, avx2)
DECLARED(camellia_cbc_encrypt, gfni)
DECLARED(camellia_cbc_encrypt, table)
static const struct loom_variant variants_camellia_cbc_encrypt[] = {
    PORTABLE(camellia_cbc_encrypt)
    VARIANT(camellia_cbc_encrypt, scalar, 3, 296, 0, 0, LOOM_CPU_NONE)
    WITH_ssse3_aes(VARIANT(camellia_cbc_encrypt, aesni, 4, 168, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx2_aes(VARIANT(camellia_cbc_encrypt, avx2, 5, 168, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx2_gfni(VARIANT(camellia_cbc_encrypt, gfni, 7, 136, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_GFNI, LOOM_CPU_NONE), )
    VARIANT(camellia_cbc_encrypt, table, 8, 88, 0, 1, LOOM_CPU_NONE)
};
loom_camellia_cbc_encrypt_fn *const loom_slots_camellia_cbc_encrypt[] = {
    resolve_camellia_cbc_encrypt,
    choose_camellia_cbc_encrypt,
    loom_camellia_cbc_encrypt_portable,
    LOOM_NAME(camellia_cbc_encrypt_scalar),
    WITH_ssse3_aes(LOOM_NAME(camellia_cbc_encrypt_aesni), resolve_camellia_cbc_encrypt),
    WITH_avx2_aes(LOOM_NAME(camellia_cbc_encrypt_avx2), resolve_camellia_cbc_encrypt),
    resolve_camellia_cbc_encrypt,
    WITH_avx2_gfni(LOOM_NAME(camellia_cbc_encrypt_gfni), resolve_camellia_cbc_encrypt),
    LOOM_NAME(camellia_cbc_encrypt_table),
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
};
const struct loom_kernel loom_row_camellia_cbc_encrypt = {
    "camellia_cbc_encrypt", variants_camellia_cbc_encrypt, NULL, &loom_way_camellia_cbc_encrypt,
    NULL, COUNT(variants_camellia_cbc_encrypt), 0, 16,
};

#else
static const struct loom_variant variants_camellia_cbc_encrypt[] = {
    PORTABLE(camellia_cbc_encrypt)
};
loom_camellia_cbc_encrypt_fn *const loom_slots_camellia_cbc_encrypt[] = {
    resolve_camellia_cbc_encrypt,
    choose_camellia_cbc_encrypt,
    loom_camellia_cbc_encrypt_portable,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
    resolve_camellia_cbc_encrypt,
};
const struct loom_kernel loom_row_camellia_cbc_encrypt = {
    "camellia_cbc_encrypt", variants_camellia_cbc_encrypt, NULL, &loom_way_camellia_cbc_encrypt,
    NULL, COUNT(variants_camellia_cbc_encrypt), 0, 16,
};

#endif

#if defined(LOOM_HAVE_camellia_set_key)
CIPHER_cbc_encrypt(camellia, 16, (ctx->schedule, ctx->rounds, iv, in, out, length / 16))
#endif
