/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel des_cbc_encrypt: its variants, its preferences, and the C over it. Generated from the
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

KERNEL(des_cbc_encrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t iv[8], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 16)
CHOOSER(des_cbc_encrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t iv[8], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 16)

#if defined(LOOM_ON_AARCH64)
DECLARED(des_cbc_encrypt, scalar)
DECLARED(des_cbc_encrypt, neon)
DECLARED(des_cbc_encrypt, table)
static const struct loom_variant variants_des_cbc_encrypt[] = {
    PORTABLE(des_cbc_encrypt)
    VARIANT(des_cbc_encrypt, scalar, 3, 80, 0, 0, LOOM_CPU_NONE)
    WITH_neon(VARIANT(des_cbc_encrypt, neon, 5, 112, 0, 0, LOOM_CPU_NEON, LOOM_CPU_NONE), )
    VARIANT(des_cbc_encrypt, table, 8, 432, 0, 1, LOOM_CPU_NONE)
};
loom_des_cbc_encrypt_fn *const loom_slots_des_cbc_encrypt[] = {
    resolve_des_cbc_encrypt,
    choose_des_cbc_encrypt,
    loom_des_cbc_encrypt_portable,
    LOOM_NAME(des_cbc_encrypt_scalar),
    resolve_des_cbc_encrypt,
    WITH_neon(LOOM_NAME(des_cbc_encrypt_neon), resolve_des_cbc_encrypt),
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    LOOM_NAME(des_cbc_encrypt_table),
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
};
const struct loom_kernel loom_row_des_cbc_encrypt = {
    "des_cbc_encrypt", variants_des_cbc_encrypt, NULL, &loom_way_des_cbc_encrypt,
    NULL, COUNT(variants_des_cbc_encrypt), 0, 8,
};

#elif defined(LOOM_ON_X86)
DECLARED(des_cbc_encrypt, ssse3)
DECLARED(des_cbc_encrypt, avx)
DECLARED(des_cbc_encrypt, avx2)
static const struct loom_variant variants_des_cbc_encrypt[] = {
    PORTABLE(des_cbc_encrypt)
    WITH_ssse3(VARIANT(des_cbc_encrypt, ssse3, 4, 92, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_avx(VARIANT(des_cbc_encrypt, avx, 6, 92, 0, 0, LOOM_CPU_AVX, LOOM_CPU_NONE), )
    WITH_avx2(VARIANT(des_cbc_encrypt, avx2, 7, 92, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
};
loom_des_cbc_encrypt_fn *const loom_slots_des_cbc_encrypt[] = {
    resolve_des_cbc_encrypt,
    choose_des_cbc_encrypt,
    loom_des_cbc_encrypt_portable,
    resolve_des_cbc_encrypt,
    WITH_ssse3(LOOM_NAME(des_cbc_encrypt_ssse3), resolve_des_cbc_encrypt),
    resolve_des_cbc_encrypt,
    WITH_avx(LOOM_NAME(des_cbc_encrypt_avx), resolve_des_cbc_encrypt),
    WITH_avx2(LOOM_NAME(des_cbc_encrypt_avx2), resolve_des_cbc_encrypt),
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
};
const struct loom_kernel loom_row_des_cbc_encrypt = {
    "des_cbc_encrypt", variants_des_cbc_encrypt, NULL, &loom_way_des_cbc_encrypt,
    NULL, COUNT(variants_des_cbc_encrypt), 0, 8,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(des_cbc_encrypt, scalar)
DECLARED(des_cbc_encrypt, ssse3)
DECLARED(des_cbc_encrypt, avx)
DECLARED(des_cbc_encrypt, avx2)
DECLARED(des_cbc_encrypt, table)
static const struct loom_variant variants_des_cbc_encrypt[] = {
    PORTABLE(des_cbc_encrypt)
    VARIANT(des_cbc_encrypt, scalar, 3, 136, 0, 0, LOOM_CPU_NONE)
    WITH_ssse3(VARIANT(des_cbc_encrypt, ssse3, 4, 200, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_avx(VARIANT(des_cbc_encrypt, avx, 6, 200, 0, 0, LOOM_CPU_AVX, LOOM_CPU_NONE), )
    WITH_avx2(VARIANT(des_cbc_encrypt, avx2, 7, 168, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
    VARIANT(des_cbc_encrypt, table, 8, 472, 0, 1, LOOM_CPU_NONE)
};
loom_des_cbc_encrypt_fn *const loom_slots_des_cbc_encrypt[] = {
    resolve_des_cbc_encrypt,
    choose_des_cbc_encrypt,
    loom_des_cbc_encrypt_portable,
    LOOM_NAME(des_cbc_encrypt_scalar),
    WITH_ssse3(LOOM_NAME(des_cbc_encrypt_ssse3), resolve_des_cbc_encrypt),
    resolve_des_cbc_encrypt,
    WITH_avx(LOOM_NAME(des_cbc_encrypt_avx), resolve_des_cbc_encrypt),
    WITH_avx2(LOOM_NAME(des_cbc_encrypt_avx2), resolve_des_cbc_encrypt),
    LOOM_NAME(des_cbc_encrypt_table),
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
};
const struct loom_kernel loom_row_des_cbc_encrypt = {
    "des_cbc_encrypt", variants_des_cbc_encrypt, NULL, &loom_way_des_cbc_encrypt,
    NULL, COUNT(variants_des_cbc_encrypt), 0, 8,
};

#else
static const struct loom_variant variants_des_cbc_encrypt[] = {
    PORTABLE(des_cbc_encrypt)
};
loom_des_cbc_encrypt_fn *const loom_slots_des_cbc_encrypt[] = {
    resolve_des_cbc_encrypt,
    choose_des_cbc_encrypt,
    loom_des_cbc_encrypt_portable,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
    resolve_des_cbc_encrypt,
};
const struct loom_kernel loom_row_des_cbc_encrypt = {
    "des_cbc_encrypt", variants_des_cbc_encrypt, NULL, &loom_way_des_cbc_encrypt,
    NULL, COUNT(variants_des_cbc_encrypt), 0, 8,
};

#endif

#if defined(LOOM_HAVE_des_set_key)
CIPHER_cbc_encrypt(des, 8, (ctx->schedule, ctx->rounds, iv, in, out, length / 8))
#endif
