/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel cast128_cbc_encrypt: its variants, its preferences, and the C over it. Generated from the
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

KERNEL(cast128_cbc_encrypt, void, LOOM_DO, (const uint32_t *schedule, size_t rounds, uint8_t iv[8], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 8)
CHOOSER(cast128_cbc_encrypt, void, LOOM_DO, (const uint32_t *schedule, size_t rounds, uint8_t iv[8], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 8)

#if defined(LOOM_ON_AARCH64)
DECLARED(cast128_cbc_encrypt, scalar)
DECLARED(cast128_cbc_encrypt, neon)
DECLARED(cast128_cbc_encrypt, table)
static const struct loom_variant variants_cast128_cbc_encrypt[] = {
    PORTABLE(cast128_cbc_encrypt)
    VARIANT(cast128_cbc_encrypt, scalar, 3, 160, 0, 0, LOOM_CPU_NONE)
    WITH_neon(VARIANT(cast128_cbc_encrypt, neon, 4, 64, 0, 0, LOOM_CPU_NEON, LOOM_CPU_NONE), )
    VARIANT(cast128_cbc_encrypt, table, 7, 48, 0, 1, LOOM_CPU_NONE)
};
loom_cast128_cbc_encrypt_fn *const loom_slots_cast128_cbc_encrypt[] = {
    resolve_cast128_cbc_encrypt,
    choose_cast128_cbc_encrypt,
    loom_cast128_cbc_encrypt_portable,
    LOOM_NAME(cast128_cbc_encrypt_scalar),
    WITH_neon(LOOM_NAME(cast128_cbc_encrypt_neon), resolve_cast128_cbc_encrypt),
    resolve_cast128_cbc_encrypt,
    resolve_cast128_cbc_encrypt,
    LOOM_NAME(cast128_cbc_encrypt_table),
};
const struct loom_kernel loom_row_cast128_cbc_encrypt = {
    "cast128_cbc_encrypt", variants_cast128_cbc_encrypt, NULL, &loom_way_cast128_cbc_encrypt,
    NULL, COUNT(variants_cast128_cbc_encrypt), 0, 8,
};

#elif defined(LOOM_ON_X86)
DECLARED(cast128_cbc_encrypt, scalar)
DECLARED(cast128_cbc_encrypt, sse2)
DECLARED(cast128_cbc_encrypt, avx2)
DECLARED(cast128_cbc_encrypt, table)
static const struct loom_variant variants_cast128_cbc_encrypt[] = {
    PORTABLE(cast128_cbc_encrypt)
    VARIANT(cast128_cbc_encrypt, scalar, 3, 584, 0, 0, LOOM_CPU_NONE)
    WITH_sse2(VARIANT(cast128_cbc_encrypt, sse2, 5, 80, 0, 0, LOOM_CPU_SSE2, LOOM_CPU_NONE), )
    WITH_avx2(VARIANT(cast128_cbc_encrypt, avx2, 6, 80, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
    VARIANT(cast128_cbc_encrypt, table, 7, 52, 0, 1, LOOM_CPU_NONE)
};
loom_cast128_cbc_encrypt_fn *const loom_slots_cast128_cbc_encrypt[] = {
    resolve_cast128_cbc_encrypt,
    choose_cast128_cbc_encrypt,
    loom_cast128_cbc_encrypt_portable,
    LOOM_NAME(cast128_cbc_encrypt_scalar),
    resolve_cast128_cbc_encrypt,
    WITH_sse2(LOOM_NAME(cast128_cbc_encrypt_sse2), resolve_cast128_cbc_encrypt),
    WITH_avx2(LOOM_NAME(cast128_cbc_encrypt_avx2), resolve_cast128_cbc_encrypt),
    LOOM_NAME(cast128_cbc_encrypt_table),
};
const struct loom_kernel loom_row_cast128_cbc_encrypt = {
    "cast128_cbc_encrypt", variants_cast128_cbc_encrypt, NULL, &loom_way_cast128_cbc_encrypt,
    NULL, COUNT(variants_cast128_cbc_encrypt), 0, 8,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(cast128_cbc_encrypt, scalar)
DECLARED(cast128_cbc_encrypt, sse2)
DECLARED(cast128_cbc_encrypt, avx2)
DECLARED(cast128_cbc_encrypt, table)
static const struct loom_variant variants_cast128_cbc_encrypt[] = {
    PORTABLE(cast128_cbc_encrypt)
    VARIANT(cast128_cbc_encrypt, scalar, 3, 472, 0, 0, LOOM_CPU_NONE)
    WITH_sse2(VARIANT(cast128_cbc_encrypt, sse2, 5, 168, 0, 0, LOOM_CPU_SSE2, LOOM_CPU_NONE), )
    WITH_avx2(VARIANT(cast128_cbc_encrypt, avx2, 6, 152, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
    VARIANT(cast128_cbc_encrypt, table, 7, 104, 0, 1, LOOM_CPU_NONE)
};
loom_cast128_cbc_encrypt_fn *const loom_slots_cast128_cbc_encrypt[] = {
    resolve_cast128_cbc_encrypt,
    choose_cast128_cbc_encrypt,
    loom_cast128_cbc_encrypt_portable,
    LOOM_NAME(cast128_cbc_encrypt_scalar),
    resolve_cast128_cbc_encrypt,
    WITH_sse2(LOOM_NAME(cast128_cbc_encrypt_sse2), resolve_cast128_cbc_encrypt),
    WITH_avx2(LOOM_NAME(cast128_cbc_encrypt_avx2), resolve_cast128_cbc_encrypt),
    LOOM_NAME(cast128_cbc_encrypt_table),
};
const struct loom_kernel loom_row_cast128_cbc_encrypt = {
    "cast128_cbc_encrypt", variants_cast128_cbc_encrypt, NULL, &loom_way_cast128_cbc_encrypt,
    NULL, COUNT(variants_cast128_cbc_encrypt), 0, 8,
};

#else
static const struct loom_variant variants_cast128_cbc_encrypt[] = {
    PORTABLE(cast128_cbc_encrypt)
};
loom_cast128_cbc_encrypt_fn *const loom_slots_cast128_cbc_encrypt[] = {
    resolve_cast128_cbc_encrypt,
    choose_cast128_cbc_encrypt,
    loom_cast128_cbc_encrypt_portable,
    resolve_cast128_cbc_encrypt,
    resolve_cast128_cbc_encrypt,
    resolve_cast128_cbc_encrypt,
    resolve_cast128_cbc_encrypt,
    resolve_cast128_cbc_encrypt,
};
const struct loom_kernel loom_row_cast128_cbc_encrypt = {
    "cast128_cbc_encrypt", variants_cast128_cbc_encrypt, NULL, &loom_way_cast128_cbc_encrypt,
    NULL, COUNT(variants_cast128_cbc_encrypt), 0, 8,
};

#endif

#if defined(LOOM_HAVE_cast128_set_key)
CIPHER_cbc_encrypt(cast128, 8, (ctx->schedule, ctx->rounds, iv, in, out, length / 8))
#endif
