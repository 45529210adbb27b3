/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel blowfish_cbc_decrypt: its variants, its preferences, and the C over it. Generated from the
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

KERNEL(blowfish_cbc_decrypt, void, LOOM_DO, (const uint32_t *schedule, uint8_t iv[8], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, iv, in, out, blocks), blocks, 8)
CHOOSER(blowfish_cbc_decrypt, void, LOOM_DO, (const uint32_t *schedule, uint8_t iv[8], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, iv, in, out, blocks), blocks, 8)

#if defined(LOOM_ON_AARCH64)
DECLARED(blowfish_cbc_decrypt, scalar)
DECLARED(blowfish_cbc_decrypt, neon)
DECLARED(blowfish_cbc_decrypt, table)
static const struct loom_variant variants_blowfish_cbc_decrypt[] = {
    PORTABLE(blowfish_cbc_decrypt)
    VARIANT(blowfish_cbc_decrypt, scalar, 3, 160, 0, 0, LOOM_CPU_NONE)
    WITH_neon(VARIANT(blowfish_cbc_decrypt, neon, 4, 64, 0, 0, LOOM_CPU_NEON, LOOM_CPU_NONE), )
    VARIANT(blowfish_cbc_decrypt, table, 7, 96, 0, 1, LOOM_CPU_NONE)
};
loom_blowfish_cbc_decrypt_fn *const loom_slots_blowfish_cbc_decrypt[] = {
    resolve_blowfish_cbc_decrypt,
    choose_blowfish_cbc_decrypt,
    loom_blowfish_cbc_decrypt_portable,
    LOOM_NAME(blowfish_cbc_decrypt_scalar),
    WITH_neon(LOOM_NAME(blowfish_cbc_decrypt_neon), resolve_blowfish_cbc_decrypt),
    resolve_blowfish_cbc_decrypt,
    resolve_blowfish_cbc_decrypt,
    LOOM_NAME(blowfish_cbc_decrypt_table),
};
const struct loom_kernel loom_row_blowfish_cbc_decrypt = {
    "blowfish_cbc_decrypt", variants_blowfish_cbc_decrypt, NULL, &loom_way_blowfish_cbc_decrypt,
    NULL, COUNT(variants_blowfish_cbc_decrypt), 0, 8,
};

#elif defined(LOOM_ON_X86)
DECLARED(blowfish_cbc_decrypt, scalar)
DECLARED(blowfish_cbc_decrypt, sse2)
DECLARED(blowfish_cbc_decrypt, avx2)
DECLARED(blowfish_cbc_decrypt, table)
static const struct loom_variant variants_blowfish_cbc_decrypt[] = {
    PORTABLE(blowfish_cbc_decrypt)
    VARIANT(blowfish_cbc_decrypt, scalar, 3, 324, 0, 0, LOOM_CPU_NONE)
    WITH_sse2(VARIANT(blowfish_cbc_decrypt, sse2, 5, 68, 0, 0, LOOM_CPU_SSE2, LOOM_CPU_NONE), )
    WITH_avx2(VARIANT(blowfish_cbc_decrypt, avx2, 6, 68, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
    VARIANT(blowfish_cbc_decrypt, table, 7, 104, 0, 1, LOOM_CPU_NONE)
};
loom_blowfish_cbc_decrypt_fn *const loom_slots_blowfish_cbc_decrypt[] = {
    resolve_blowfish_cbc_decrypt,
    choose_blowfish_cbc_decrypt,
    loom_blowfish_cbc_decrypt_portable,
    LOOM_NAME(blowfish_cbc_decrypt_scalar),
    resolve_blowfish_cbc_decrypt,
    WITH_sse2(LOOM_NAME(blowfish_cbc_decrypt_sse2), resolve_blowfish_cbc_decrypt),
    WITH_avx2(LOOM_NAME(blowfish_cbc_decrypt_avx2), resolve_blowfish_cbc_decrypt),
    LOOM_NAME(blowfish_cbc_decrypt_table),
};
const struct loom_kernel loom_row_blowfish_cbc_decrypt = {
    "blowfish_cbc_decrypt", variants_blowfish_cbc_decrypt, NULL, &loom_way_blowfish_cbc_decrypt,
    NULL, COUNT(variants_blowfish_cbc_decrypt), 0, 8,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(blowfish_cbc_decrypt, scalar)
DECLARED(blowfish_cbc_decrypt, sse2)
DECLARED(blowfish_cbc_decrypt, avx2)
DECLARED(blowfish_cbc_decrypt, table)
static const struct loom_variant variants_blowfish_cbc_decrypt[] = {
    PORTABLE(blowfish_cbc_decrypt)
    VARIANT(blowfish_cbc_decrypt, scalar, 3, 312, 0, 0, LOOM_CPU_NONE)
    WITH_sse2(VARIANT(blowfish_cbc_decrypt, sse2, 5, 152, 0, 0, LOOM_CPU_SSE2, LOOM_CPU_NONE), )
    WITH_avx2(VARIANT(blowfish_cbc_decrypt, avx2, 6, 136, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
    VARIANT(blowfish_cbc_decrypt, table, 7, 152, 0, 1, LOOM_CPU_NONE)
};
loom_blowfish_cbc_decrypt_fn *const loom_slots_blowfish_cbc_decrypt[] = {
    resolve_blowfish_cbc_decrypt,
    choose_blowfish_cbc_decrypt,
    loom_blowfish_cbc_decrypt_portable,
    LOOM_NAME(blowfish_cbc_decrypt_scalar),
    resolve_blowfish_cbc_decrypt,
    WITH_sse2(LOOM_NAME(blowfish_cbc_decrypt_sse2), resolve_blowfish_cbc_decrypt),
    WITH_avx2(LOOM_NAME(blowfish_cbc_decrypt_avx2), resolve_blowfish_cbc_decrypt),
    LOOM_NAME(blowfish_cbc_decrypt_table),
};
const struct loom_kernel loom_row_blowfish_cbc_decrypt = {
    "blowfish_cbc_decrypt", variants_blowfish_cbc_decrypt, NULL, &loom_way_blowfish_cbc_decrypt,
    NULL, COUNT(variants_blowfish_cbc_decrypt), 0, 8,
};

#else
static const struct loom_variant variants_blowfish_cbc_decrypt[] = {
    PORTABLE(blowfish_cbc_decrypt)
};
loom_blowfish_cbc_decrypt_fn *const loom_slots_blowfish_cbc_decrypt[] = {
    resolve_blowfish_cbc_decrypt,
    choose_blowfish_cbc_decrypt,
    loom_blowfish_cbc_decrypt_portable,
    resolve_blowfish_cbc_decrypt,
    resolve_blowfish_cbc_decrypt,
    resolve_blowfish_cbc_decrypt,
    resolve_blowfish_cbc_decrypt,
    resolve_blowfish_cbc_decrypt,
};
const struct loom_kernel loom_row_blowfish_cbc_decrypt = {
    "blowfish_cbc_decrypt", variants_blowfish_cbc_decrypt, NULL, &loom_way_blowfish_cbc_decrypt,
    NULL, COUNT(variants_blowfish_cbc_decrypt), 0, 8,
};

#endif

#if defined(LOOM_HAVE_blowfish_set_key)
CIPHER_cbc_decrypt(blowfish, 8, (ctx->schedule, iv, in, out, length / 8))
#endif
