/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel seed_set_key: its variants, its preferences, and the C over it. Generated from the
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

KERNEL(seed_set_key, void, LOOM_DO, (const uint8_t key[16], uint32_t *schedule), \
      (key, schedule), 0, 16)
CHOOSER(seed_set_key, void, LOOM_DO, (const uint8_t key[16], uint32_t *schedule), \
      (key, schedule), 0, 16)

#if defined(LOOM_ON_AARCH64)
DECLARED(seed_set_key, scalar)
DECLARED(seed_set_key, table)
DECLARED(seed_set_key, ce)
static const struct loom_variant variants_seed_set_key[] = {
    PORTABLE(seed_set_key)
    VARIANT(seed_set_key, scalar, 3, 128, 0, 0, LOOM_CPU_NONE)
    VARIANT(seed_set_key, table, 4, 8, 0, 1, LOOM_CPU_NONE)
    WITH_neon_aes(VARIANT(seed_set_key, ce, 7, 8, 0, 0, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
loom_seed_set_key_fn *const loom_slots_seed_set_key[] = {
    resolve_seed_set_key,
    choose_seed_set_key,
    loom_seed_set_key_portable,
    LOOM_NAME(seed_set_key_scalar),
    LOOM_NAME(seed_set_key_table),
    resolve_seed_set_key,
    resolve_seed_set_key,
    WITH_neon_aes(LOOM_NAME(seed_set_key_ce), resolve_seed_set_key),
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
};
const struct loom_kernel loom_row_seed_set_key = {
    "seed_set_key", variants_seed_set_key, NULL, &loom_way_seed_set_key,
    NULL, COUNT(variants_seed_set_key), 0, 1,
};

#elif defined(LOOM_ON_X86)
DECLARED(seed_set_key, scalar)
DECLARED(seed_set_key, table)
static const struct loom_variant variants_seed_set_key[] = {
    PORTABLE(seed_set_key)
    VARIANT(seed_set_key, scalar, 3, 236, 0, 0, LOOM_CPU_NONE)
    VARIANT(seed_set_key, table, 4, 28, 0, 1, LOOM_CPU_NONE)
};
loom_seed_set_key_fn *const loom_slots_seed_set_key[] = {
    resolve_seed_set_key,
    choose_seed_set_key,
    loom_seed_set_key_portable,
    LOOM_NAME(seed_set_key_scalar),
    LOOM_NAME(seed_set_key_table),
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
};
const struct loom_kernel loom_row_seed_set_key = {
    "seed_set_key", variants_seed_set_key, NULL, &loom_way_seed_set_key,
    NULL, COUNT(variants_seed_set_key), 0, 1,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(seed_set_key, scalar)
DECLARED(seed_set_key, table)
DECLARED(seed_set_key, aesni)
DECLARED(seed_set_key, avx2)
DECLARED(seed_set_key, gfni)
static const struct loom_variant variants_seed_set_key[] = {
    PORTABLE(seed_set_key)
    VARIANT(seed_set_key, scalar, 3, 184, 0, 0, LOOM_CPU_NONE)
    VARIANT(seed_set_key, table, 4, 24, 0, 1, LOOM_CPU_NONE)
    WITH_ssse3_aes(VARIANT(seed_set_key, aesni, 5, 24, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx2_aes(VARIANT(seed_set_key, avx2, 6, 24, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx2_gfni(VARIANT(seed_set_key, gfni, 8, 24, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_GFNI, LOOM_CPU_NONE), )
};
loom_seed_set_key_fn *const loom_slots_seed_set_key[] = {
    resolve_seed_set_key,
    choose_seed_set_key,
    loom_seed_set_key_portable,
    LOOM_NAME(seed_set_key_scalar),
    LOOM_NAME(seed_set_key_table),
    WITH_ssse3_aes(LOOM_NAME(seed_set_key_aesni), resolve_seed_set_key),
    WITH_avx2_aes(LOOM_NAME(seed_set_key_avx2), resolve_seed_set_key),
    resolve_seed_set_key,
    WITH_avx2_gfni(LOOM_NAME(seed_set_key_gfni), resolve_seed_set_key),
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
};
const struct loom_kernel loom_row_seed_set_key = {
    "seed_set_key", variants_seed_set_key, NULL, &loom_way_seed_set_key,
    NULL, COUNT(variants_seed_set_key), 0, 1,
};

#else
static const struct loom_variant variants_seed_set_key[] = {
    PORTABLE(seed_set_key)
};
loom_seed_set_key_fn *const loom_slots_seed_set_key[] = {
    resolve_seed_set_key,
    choose_seed_set_key,
    loom_seed_set_key_portable,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
    resolve_seed_set_key,
};
const struct loom_kernel loom_row_seed_set_key = {
    "seed_set_key", variants_seed_set_key, NULL, &loom_way_seed_set_key,
    NULL, COUNT(variants_seed_set_key), 0, 1,
};

#endif

#if defined(LOOM_HAVE_seed_set_key)
CIPHER_set_key(seed, 16, (key, ctx->schedule), \
      key_bytes == 16 ? 16 : 0, \
      key_bytes == 16 ? 128 : 0, 8)
#endif
