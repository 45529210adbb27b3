/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel camellia_set_key: its variants, its preferences, and the C over it. Generated from the
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

KERNEL(camellia_set_key, void, LOOM_DO, (const uint8_t *key, size_t key_bytes, uint8_t *schedule), \
      (key, key_bytes, schedule), 0, 8)
CHOOSER(camellia_set_key, void, LOOM_DO, (const uint8_t *key, size_t key_bytes, uint8_t *schedule), \
      (key, key_bytes, schedule), 0, 8)

#if defined(LOOM_ON_AARCH64)
DECLARED(camellia_set_key, scalar)
DECLARED(camellia_set_key, ce)
static const struct loom_variant variants_camellia_set_key[] = {
    PORTABLE(camellia_set_key)
    VARIANT(camellia_set_key, scalar, 3, 304, 0, 0, LOOM_CPU_NONE)
    WITH_neon_aes(VARIANT(camellia_set_key, ce, 6, 144, 0, 0, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
loom_camellia_set_key_fn *const loom_slots_camellia_set_key[] = {
    resolve_camellia_set_key,
    choose_camellia_set_key,
    loom_camellia_set_key_portable,
    LOOM_NAME(camellia_set_key_scalar),
    resolve_camellia_set_key,
    resolve_camellia_set_key,
    WITH_neon_aes(LOOM_NAME(camellia_set_key_ce), resolve_camellia_set_key),
    resolve_camellia_set_key,
};
const struct loom_kernel loom_row_camellia_set_key = {
    "camellia_set_key", variants_camellia_set_key, NULL, &loom_way_camellia_set_key,
    NULL, COUNT(variants_camellia_set_key), 0, 1,
};

#elif defined(LOOM_ON_X86)
DECLARED(camellia_set_key, scalar)
static const struct loom_variant variants_camellia_set_key[] = {
    PORTABLE(camellia_set_key)
    VARIANT(camellia_set_key, scalar, 3, 324, 0, 0, LOOM_CPU_NONE)
};
loom_camellia_set_key_fn *const loom_slots_camellia_set_key[] = {
    resolve_camellia_set_key,
    choose_camellia_set_key,
    loom_camellia_set_key_portable,
    LOOM_NAME(camellia_set_key_scalar),
    resolve_camellia_set_key,
    resolve_camellia_set_key,
    resolve_camellia_set_key,
    resolve_camellia_set_key,
};
const struct loom_kernel loom_row_camellia_set_key = {
    "camellia_set_key", variants_camellia_set_key, NULL, &loom_way_camellia_set_key,
    NULL, COUNT(variants_camellia_set_key), 0, 1,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(camellia_set_key, scalar)
DECLARED(camellia_set_key, aesni)
DECLARED(camellia_set_key, avx2)
DECLARED(camellia_set_key, gfni)
static const struct loom_variant variants_camellia_set_key[] = {
    PORTABLE(camellia_set_key)
    VARIANT(camellia_set_key, scalar, 3, 392, 0, 0, LOOM_CPU_NONE)
    WITH_ssse3_aes(VARIANT(camellia_set_key, aesni, 4, 216, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx2_aes(VARIANT(camellia_set_key, avx2, 5, 216, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx2_gfni(VARIANT(camellia_set_key, gfni, 7, 184, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_GFNI, LOOM_CPU_NONE), )
};
loom_camellia_set_key_fn *const loom_slots_camellia_set_key[] = {
    resolve_camellia_set_key,
    choose_camellia_set_key,
    loom_camellia_set_key_portable,
    LOOM_NAME(camellia_set_key_scalar),
    WITH_ssse3_aes(LOOM_NAME(camellia_set_key_aesni), resolve_camellia_set_key),
    WITH_avx2_aes(LOOM_NAME(camellia_set_key_avx2), resolve_camellia_set_key),
    resolve_camellia_set_key,
    WITH_avx2_gfni(LOOM_NAME(camellia_set_key_gfni), resolve_camellia_set_key),
};
const struct loom_kernel loom_row_camellia_set_key = {
    "camellia_set_key", variants_camellia_set_key, NULL, &loom_way_camellia_set_key,
    NULL, COUNT(variants_camellia_set_key), 0, 1,
};

#else
static const struct loom_variant variants_camellia_set_key[] = {
    PORTABLE(camellia_set_key)
};
loom_camellia_set_key_fn *const loom_slots_camellia_set_key[] = {
    resolve_camellia_set_key,
    choose_camellia_set_key,
    loom_camellia_set_key_portable,
    resolve_camellia_set_key,
    resolve_camellia_set_key,
    resolve_camellia_set_key,
    resolve_camellia_set_key,
    resolve_camellia_set_key,
};
const struct loom_kernel loom_row_camellia_set_key = {
    "camellia_set_key", variants_camellia_set_key, NULL, &loom_way_camellia_set_key,
    NULL, COUNT(variants_camellia_set_key), 0, 1,
};

#endif

#if defined(LOOM_HAVE_camellia_set_key)
CIPHER_set_key(camellia, 16, (key, key_bytes, ctx->schedule), \
      key_bytes == 16 ? 18 : key_bytes == 24 ? 24 : key_bytes == 32 ? 24 : 0, \
      key_bytes == 16 ? 208 : key_bytes == 24 ? 272 : key_bytes == 32 ? 272 : 0, 8)
#endif
