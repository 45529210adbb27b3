/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel blowfish_set_key: its variants, its preferences, and the C over it. Generated from the
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

KERNEL(blowfish_set_key, void, LOOM_DO, (const uint8_t *key, size_t key_bytes, uint32_t *schedule), \
      (key, key_bytes, schedule), 0, 8)
CHOOSER(blowfish_set_key, void, LOOM_DO, (const uint8_t *key, size_t key_bytes, uint32_t *schedule), \
      (key, key_bytes, schedule), 0, 8)

#if defined(LOOM_ON_AARCH64)
DECLARED(blowfish_set_key, scalar)
DECLARED(blowfish_set_key, neon)
DECLARED(blowfish_set_key, table)
static const struct loom_variant variants_blowfish_set_key[] = {
    PORTABLE(blowfish_set_key)
    VARIANT(blowfish_set_key, scalar, 3, 96, 0, 0, LOOM_CPU_NONE)
    WITH_neon(VARIANT(blowfish_set_key, neon, 4, 32, 0, 0, LOOM_CPU_NEON, LOOM_CPU_NONE), )
    VARIANT(blowfish_set_key, table, 7, 8, 0, 1, LOOM_CPU_NONE)
};
loom_blowfish_set_key_fn *const loom_slots_blowfish_set_key[] = {
    resolve_blowfish_set_key,
    choose_blowfish_set_key,
    loom_blowfish_set_key_portable,
    LOOM_NAME(blowfish_set_key_scalar),
    WITH_neon(LOOM_NAME(blowfish_set_key_neon), resolve_blowfish_set_key),
    resolve_blowfish_set_key,
    resolve_blowfish_set_key,
    LOOM_NAME(blowfish_set_key_table),
};
const struct loom_kernel loom_row_blowfish_set_key = {
    "blowfish_set_key", variants_blowfish_set_key, NULL, &loom_way_blowfish_set_key,
    NULL, COUNT(variants_blowfish_set_key), 0, 1,
};

#elif defined(LOOM_ON_X86)
DECLARED(blowfish_set_key, scalar)
DECLARED(blowfish_set_key, sse2)
DECLARED(blowfish_set_key, avx2)
DECLARED(blowfish_set_key, table)
static const struct loom_variant variants_blowfish_set_key[] = {
    PORTABLE(blowfish_set_key)
    VARIANT(blowfish_set_key, scalar, 3, 316, 0, 0, LOOM_CPU_NONE)
    WITH_sse2(VARIANT(blowfish_set_key, sse2, 5, 56, 0, 0, LOOM_CPU_SSE2, LOOM_CPU_NONE), )
    WITH_avx2(VARIANT(blowfish_set_key, avx2, 6, 56, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
    VARIANT(blowfish_set_key, table, 7, 44, 0, 1, LOOM_CPU_NONE)
};
loom_blowfish_set_key_fn *const loom_slots_blowfish_set_key[] = {
    resolve_blowfish_set_key,
    choose_blowfish_set_key,
    loom_blowfish_set_key_portable,
    LOOM_NAME(blowfish_set_key_scalar),
    resolve_blowfish_set_key,
    WITH_sse2(LOOM_NAME(blowfish_set_key_sse2), resolve_blowfish_set_key),
    WITH_avx2(LOOM_NAME(blowfish_set_key_avx2), resolve_blowfish_set_key),
    LOOM_NAME(blowfish_set_key_table),
};
const struct loom_kernel loom_row_blowfish_set_key = {
    "blowfish_set_key", variants_blowfish_set_key, NULL, &loom_way_blowfish_set_key,
    NULL, COUNT(variants_blowfish_set_key), 0, 1,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(blowfish_set_key, scalar)
DECLARED(blowfish_set_key, sse2)
DECLARED(blowfish_set_key, avx2)
DECLARED(blowfish_set_key, table)
static const struct loom_variant variants_blowfish_set_key[] = {
    PORTABLE(blowfish_set_key)
    VARIANT(blowfish_set_key, scalar, 3, 280, 0, 0, LOOM_CPU_NONE)
    WITH_sse2(VARIANT(blowfish_set_key, sse2, 5, 104, 0, 0, LOOM_CPU_SSE2, LOOM_CPU_NONE), )
    WITH_avx2(VARIANT(blowfish_set_key, avx2, 6, 88, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
    VARIANT(blowfish_set_key, table, 7, 48, 0, 1, LOOM_CPU_NONE)
};
loom_blowfish_set_key_fn *const loom_slots_blowfish_set_key[] = {
    resolve_blowfish_set_key,
    choose_blowfish_set_key,
    loom_blowfish_set_key_portable,
    LOOM_NAME(blowfish_set_key_scalar),
    resolve_blowfish_set_key,
    WITH_sse2(LOOM_NAME(blowfish_set_key_sse2), resolve_blowfish_set_key),
    WITH_avx2(LOOM_NAME(blowfish_set_key_avx2), resolve_blowfish_set_key),
    LOOM_NAME(blowfish_set_key_table),
};
const struct loom_kernel loom_row_blowfish_set_key = {
    "blowfish_set_key", variants_blowfish_set_key, NULL, &loom_way_blowfish_set_key,
    NULL, COUNT(variants_blowfish_set_key), 0, 1,
};

#else
static const struct loom_variant variants_blowfish_set_key[] = {
    PORTABLE(blowfish_set_key)
};
loom_blowfish_set_key_fn *const loom_slots_blowfish_set_key[] = {
    resolve_blowfish_set_key,
    choose_blowfish_set_key,
    loom_blowfish_set_key_portable,
    resolve_blowfish_set_key,
    resolve_blowfish_set_key,
    resolve_blowfish_set_key,
    resolve_blowfish_set_key,
    resolve_blowfish_set_key,
};
const struct loom_kernel loom_row_blowfish_set_key = {
    "blowfish_set_key", variants_blowfish_set_key, NULL, &loom_way_blowfish_set_key,
    NULL, COUNT(variants_blowfish_set_key), 0, 1,
};

#endif

#if defined(LOOM_HAVE_blowfish_set_key)
CIPHER_set_key(blowfish, 8, (key, key_bytes, ctx->schedule), \
      key_bytes >= 4 && key_bytes <= 56 ? 16 : 0, \
      key_bytes >= 4 && key_bytes <= 56 ? 72 : 0, 4)
#endif
