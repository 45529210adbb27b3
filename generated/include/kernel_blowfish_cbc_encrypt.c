/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel blowfish_cbc_encrypt: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"
#include "cipher.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
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

#if defined(LOOM_WITHOUT_sse2)
#define WITH_sse2(there, otherwise) otherwise
#else
#define WITH_sse2(there, otherwise) there
#endif

KERNEL(blowfish_cbc_encrypt, void, LOOM_DO, (const uint32_t *schedule, uint8_t iv[8], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, iv, in, out, blocks), blocks, 8)
CHOOSER(blowfish_cbc_encrypt, void, LOOM_DO, (const uint32_t *schedule, uint8_t iv[8], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, iv, in, out, blocks), blocks, 8)

#if defined(LOOM_ON_AARCH64)
DECLARED(blowfish_cbc_encrypt, scalar)
DECLARED(blowfish_cbc_encrypt, neon)
DECLARED(blowfish_cbc_encrypt, table)
static const struct loom_variant variants_blowfish_cbc_encrypt[] = {
    PORTABLE(blowfish_cbc_encrypt)
    VARIANT(blowfish_cbc_encrypt, scalar, 3, 128, 0, 0, LOOM_CPU_NONE)
    WITH_neon(VARIANT(blowfish_cbc_encrypt, neon, 4, 32, 0, 0, LOOM_CPU_NEON, LOOM_CPU_NONE), )
    VARIANT(blowfish_cbc_encrypt, table, 7, 8, 0, 1, LOOM_CPU_NONE)
};
loom_blowfish_cbc_encrypt_fn *const loom_slots_blowfish_cbc_encrypt[] = {
    resolve_blowfish_cbc_encrypt,
    choose_blowfish_cbc_encrypt,
    loom_blowfish_cbc_encrypt_portable,
    LOOM_NAME(blowfish_cbc_encrypt_scalar),
    WITH_neon(LOOM_NAME(blowfish_cbc_encrypt_neon), resolve_blowfish_cbc_encrypt),
    resolve_blowfish_cbc_encrypt,
    resolve_blowfish_cbc_encrypt,
    LOOM_NAME(blowfish_cbc_encrypt_table),
};
const struct loom_kernel loom_row_blowfish_cbc_encrypt = {
    "blowfish_cbc_encrypt", variants_blowfish_cbc_encrypt, NULL, &loom_way_blowfish_cbc_encrypt,
    NULL, COUNT(variants_blowfish_cbc_encrypt), 0, 8,
};

#elif defined(LOOM_ON_X86)
DECLARED(blowfish_cbc_encrypt, scalar)
DECLARED(blowfish_cbc_encrypt, sse2)
DECLARED(blowfish_cbc_encrypt, avx2)
DECLARED(blowfish_cbc_encrypt, table)
static const struct loom_variant variants_blowfish_cbc_encrypt[] = {
    PORTABLE(blowfish_cbc_encrypt)
    VARIANT(blowfish_cbc_encrypt, scalar, 3, 308, 0, 0, LOOM_CPU_NONE)
    WITH_sse2(VARIANT(blowfish_cbc_encrypt, sse2, 5, 52, 0, 0, LOOM_CPU_SSE2, LOOM_CPU_NONE), )
    WITH_avx2(VARIANT(blowfish_cbc_encrypt, avx2, 6, 52, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
    VARIANT(blowfish_cbc_encrypt, table, 7, 36, 0, 1, LOOM_CPU_NONE)
};
loom_blowfish_cbc_encrypt_fn *const loom_slots_blowfish_cbc_encrypt[] = {
    resolve_blowfish_cbc_encrypt,
    choose_blowfish_cbc_encrypt,
    loom_blowfish_cbc_encrypt_portable,
    LOOM_NAME(blowfish_cbc_encrypt_scalar),
    resolve_blowfish_cbc_encrypt,
    WITH_sse2(LOOM_NAME(blowfish_cbc_encrypt_sse2), resolve_blowfish_cbc_encrypt),
    WITH_avx2(LOOM_NAME(blowfish_cbc_encrypt_avx2), resolve_blowfish_cbc_encrypt),
    LOOM_NAME(blowfish_cbc_encrypt_table),
};
const struct loom_kernel loom_row_blowfish_cbc_encrypt = {
    "blowfish_cbc_encrypt", variants_blowfish_cbc_encrypt, NULL, &loom_way_blowfish_cbc_encrypt,
    NULL, COUNT(variants_blowfish_cbc_encrypt), 0, 8,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(blowfish_cbc_encrypt, scalar)
DECLARED(blowfish_cbc_encrypt, sse2)
DECLARED(blowfish_cbc_encrypt, avx2)
DECLARED(blowfish_cbc_encrypt, table)
static const struct loom_variant variants_blowfish_cbc_encrypt[] = {
    PORTABLE(blowfish_cbc_encrypt)
    VARIANT(blowfish_cbc_encrypt, scalar, 3, 296, 0, 0, LOOM_CPU_NONE)
    WITH_sse2(VARIANT(blowfish_cbc_encrypt, sse2, 5, 136, 0, 0, LOOM_CPU_SSE2, LOOM_CPU_NONE), )
    WITH_avx2(VARIANT(blowfish_cbc_encrypt, avx2, 6, 120, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
    VARIANT(blowfish_cbc_encrypt, table, 7, 64, 0, 1, LOOM_CPU_NONE)
};
loom_blowfish_cbc_encrypt_fn *const loom_slots_blowfish_cbc_encrypt[] = {
    resolve_blowfish_cbc_encrypt,
    choose_blowfish_cbc_encrypt,
    loom_blowfish_cbc_encrypt_portable,
    LOOM_NAME(blowfish_cbc_encrypt_scalar),
    resolve_blowfish_cbc_encrypt,
    WITH_sse2(LOOM_NAME(blowfish_cbc_encrypt_sse2), resolve_blowfish_cbc_encrypt),
    WITH_avx2(LOOM_NAME(blowfish_cbc_encrypt_avx2), resolve_blowfish_cbc_encrypt),
    LOOM_NAME(blowfish_cbc_encrypt_table),
};
const struct loom_kernel loom_row_blowfish_cbc_encrypt = {
    "blowfish_cbc_encrypt", variants_blowfish_cbc_encrypt, NULL, &loom_way_blowfish_cbc_encrypt,
    NULL, COUNT(variants_blowfish_cbc_encrypt), 0, 8,
};

#else
static const struct loom_variant variants_blowfish_cbc_encrypt[] = {
    PORTABLE(blowfish_cbc_encrypt)
};
loom_blowfish_cbc_encrypt_fn *const loom_slots_blowfish_cbc_encrypt[] = {
    resolve_blowfish_cbc_encrypt,
    choose_blowfish_cbc_encrypt,
    loom_blowfish_cbc_encrypt_portable,
    resolve_blowfish_cbc_encrypt,
    resolve_blowfish_cbc_encrypt,
    resolve_blowfish_cbc_encrypt,
    resolve_blowfish_cbc_encrypt,
    resolve_blowfish_cbc_encrypt,
};
const struct loom_kernel loom_row_blowfish_cbc_encrypt = {
    "blowfish_cbc_encrypt", variants_blowfish_cbc_encrypt, NULL, &loom_way_blowfish_cbc_encrypt,
    NULL, COUNT(variants_blowfish_cbc_encrypt), 0, 8,
};

#endif

#if defined(LOOM_HAVE_blowfish_set_key)
CIPHER_cbc_encrypt(blowfish, 8, (ctx->schedule, iv, in, out, length / 8))
#endif
