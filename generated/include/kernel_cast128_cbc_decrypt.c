/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel cast128_cbc_decrypt: its variants, its preferences, and the C over it. Generated from the
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

KERNEL(cast128_cbc_decrypt, void, LOOM_DO, (const uint32_t *schedule, size_t rounds, uint8_t iv[8], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 8)
CHOOSER(cast128_cbc_decrypt, void, LOOM_DO, (const uint32_t *schedule, size_t rounds, uint8_t iv[8], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 8)

#if defined(LOOM_ON_AARCH64)
DECLARED(cast128_cbc_decrypt, scalar)
DECLARED(cast128_cbc_decrypt, neon)
DECLARED(cast128_cbc_decrypt, table)
static const struct loom_variant variants_cast128_cbc_decrypt[] = {
    PORTABLE(cast128_cbc_decrypt)
    VARIANT(cast128_cbc_decrypt, scalar, 3, 176, 0, 0, LOOM_CPU_NONE)
    WITH_neon(VARIANT(cast128_cbc_decrypt, neon, 4, 96, 0, 0, LOOM_CPU_NEON, LOOM_CPU_NONE), )
    VARIANT(cast128_cbc_decrypt, table, 7, 128, 0, 1, LOOM_CPU_NONE)
};
loom_cast128_cbc_decrypt_fn *const loom_slots_cast128_cbc_decrypt[] = {
    resolve_cast128_cbc_decrypt,
    choose_cast128_cbc_decrypt,
    loom_cast128_cbc_decrypt_portable,
    LOOM_NAME(cast128_cbc_decrypt_scalar),
    WITH_neon(LOOM_NAME(cast128_cbc_decrypt_neon), resolve_cast128_cbc_decrypt),
    resolve_cast128_cbc_decrypt,
    resolve_cast128_cbc_decrypt,
    LOOM_NAME(cast128_cbc_decrypt_table),
};
const struct loom_kernel loom_row_cast128_cbc_decrypt = {
    "cast128_cbc_decrypt", variants_cast128_cbc_decrypt, NULL, &loom_way_cast128_cbc_decrypt,
    NULL, COUNT(variants_cast128_cbc_decrypt), 0, 8,
};

#elif defined(LOOM_ON_X86)
DECLARED(cast128_cbc_decrypt, scalar)
DECLARED(cast128_cbc_decrypt, sse2)
DECLARED(cast128_cbc_decrypt, avx2)
DECLARED(cast128_cbc_decrypt, table)
static const struct loom_variant variants_cast128_cbc_decrypt[] = {
    PORTABLE(cast128_cbc_decrypt)
    VARIANT(cast128_cbc_decrypt, scalar, 3, 600, 0, 0, LOOM_CPU_NONE)
    WITH_sse2(VARIANT(cast128_cbc_decrypt, sse2, 5, 96, 0, 0, LOOM_CPU_SSE2, LOOM_CPU_NONE), )
    WITH_avx2(VARIANT(cast128_cbc_decrypt, avx2, 6, 96, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
    VARIANT(cast128_cbc_decrypt, table, 7, 148, 0, 1, LOOM_CPU_NONE)
};
loom_cast128_cbc_decrypt_fn *const loom_slots_cast128_cbc_decrypt[] = {
    resolve_cast128_cbc_decrypt,
    choose_cast128_cbc_decrypt,
    loom_cast128_cbc_decrypt_portable,
    LOOM_NAME(cast128_cbc_decrypt_scalar),
    resolve_cast128_cbc_decrypt,
    WITH_sse2(LOOM_NAME(cast128_cbc_decrypt_sse2), resolve_cast128_cbc_decrypt),
    WITH_avx2(LOOM_NAME(cast128_cbc_decrypt_avx2), resolve_cast128_cbc_decrypt),
    LOOM_NAME(cast128_cbc_decrypt_table),
};
const struct loom_kernel loom_row_cast128_cbc_decrypt = {
    "cast128_cbc_decrypt", variants_cast128_cbc_decrypt, NULL, &loom_way_cast128_cbc_decrypt,
    NULL, COUNT(variants_cast128_cbc_decrypt), 0, 8,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(cast128_cbc_decrypt, scalar)
DECLARED(cast128_cbc_decrypt, sse2)
DECLARED(cast128_cbc_decrypt, avx2)
DECLARED(cast128_cbc_decrypt, table)
static const struct loom_variant variants_cast128_cbc_decrypt[] = {
    PORTABLE(cast128_cbc_decrypt)
    VARIANT(cast128_cbc_decrypt, scalar, 3, 488, 0, 0, LOOM_CPU_NONE)
    WITH_sse2(VARIANT(cast128_cbc_decrypt, sse2, 5, 168, 0, 0, LOOM_CPU_SSE2, LOOM_CPU_NONE), )
    WITH_avx2(VARIANT(cast128_cbc_decrypt, avx2, 6, 152, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
    VARIANT(cast128_cbc_decrypt, table, 7, 216, 0, 1, LOOM_CPU_NONE)
};
loom_cast128_cbc_decrypt_fn *const loom_slots_cast128_cbc_decrypt[] = {
    resolve_cast128_cbc_decrypt,
    choose_cast128_cbc_decrypt,
    loom_cast128_cbc_decrypt_portable,
    LOOM_NAME(cast128_cbc_decrypt_scalar),
    resolve_cast128_cbc_decrypt,
    WITH_sse2(LOOM_NAME(cast128_cbc_decrypt_sse2), resolve_cast128_cbc_decrypt),
    WITH_avx2(LOOM_NAME(cast128_cbc_decrypt_avx2), resolve_cast128_cbc_decrypt),
    LOOM_NAME(cast128_cbc_decrypt_table),
};
const struct loom_kernel loom_row_cast128_cbc_decrypt = {
    "cast128_cbc_decrypt", variants_cast128_cbc_decrypt, NULL, &loom_way_cast128_cbc_decrypt,
    NULL, COUNT(variants_cast128_cbc_decrypt), 0, 8,
};

#else
static const struct loom_variant variants_cast128_cbc_decrypt[] = {
    PORTABLE(cast128_cbc_decrypt)
};
loom_cast128_cbc_decrypt_fn *const loom_slots_cast128_cbc_decrypt[] = {
    resolve_cast128_cbc_decrypt,
    choose_cast128_cbc_decrypt,
    loom_cast128_cbc_decrypt_portable,
    resolve_cast128_cbc_decrypt,
    resolve_cast128_cbc_decrypt,
    resolve_cast128_cbc_decrypt,
    resolve_cast128_cbc_decrypt,
    resolve_cast128_cbc_decrypt,
};
const struct loom_kernel loom_row_cast128_cbc_decrypt = {
    "cast128_cbc_decrypt", variants_cast128_cbc_decrypt, NULL, &loom_way_cast128_cbc_decrypt,
    NULL, COUNT(variants_cast128_cbc_decrypt), 0, 8,
};

#endif

#if defined(LOOM_HAVE_cast128_set_key)
CIPHER_cbc_decrypt(cast128, 8, (ctx->schedule, ctx->rounds, iv, in, out, length / 8))
#endif
