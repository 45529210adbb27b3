/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel cast128_set_key: its variants, its preferences, and the C over it. Generated from the
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

KERNEL(cast128_set_key, void, LOOM_DO, (const uint8_t *key, size_t key_bytes, uint32_t *schedule), \
      (key, key_bytes, schedule), 0, 8)
CHOOSER(cast128_set_key, void, LOOM_DO, (const uint8_t *key, size_t key_bytes, uint32_t *schedule), \
      (key, key_bytes, schedule), 0, 8)

#if defined(LOOM_ON_AARCH64)
DECLARED(cast128_set_key, scalar)
DECLARED(cast128_set_key, neon)
DECLARED(cast128_set_key, table)
static const struct loom_variant variants_cast128_set_key[] = {
    PORTABLE(cast128_set_key)
    VARIANT(cast128_set_key, scalar, 3, 320, 0, 0, LOOM_CPU_NONE)
    WITH_neon(VARIANT(cast128_set_key, neon, 4, 288, 0, 0, LOOM_CPU_NEON, LOOM_CPU_NONE), )
    VARIANT(cast128_set_key, table, 7, 272, 0, 1, LOOM_CPU_NONE)
};
loom_cast128_set_key_fn *const loom_slots_cast128_set_key[] = {
    resolve_cast128_set_key,
    choose_cast128_set_key,
    loom_cast128_set_key_portable,
    LOOM_NAME(cast128_set_key_scalar),
    WITH_neon(LOOM_NAME(cast128_set_key_neon), resolve_cast128_set_key),
    resolve_cast128_set_key,
    resolve_cast128_set_key,
    LOOM_NAME(cast128_set_key_table),
};
const struct loom_kernel loom_row_cast128_set_key = {
    "cast128_set_key", variants_cast128_set_key, NULL, &loom_way_cast128_set_key,
    NULL, COUNT(variants_cast128_set_key), 0, 1,
};

#elif defined(LOOM_ON_X86)
DECLARED(cast128_set_key, scalar)
DECLARED(cast128_set_key, sse2)
DECLARED(cast128_set_key, avx2)
DECLARED(cast128_set_key, table)
static const struct loom_variant variants_cast128_set_key[] = {
    PORTABLE(cast128_set_key)
    VARIANT(cast128_set_key, scalar, 3, 444, 0, 0, LOOM_CPU_NONE)
    WITH_sse2(VARIANT(cast128_set_key, sse2, 5, 288, 0, 0, LOOM_CPU_SSE2, LOOM_CPU_NONE), )
    WITH_avx2(VARIANT(cast128_set_key, avx2, 6, 288, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
    VARIANT(cast128_set_key, table, 7, 288, 0, 1, LOOM_CPU_NONE)
};
loom_cast128_set_key_fn *const loom_slots_cast128_set_key[] = {
    resolve_cast128_set_key,
    choose_cast128_set_key,
    loom_cast128_set_key_portable,
    LOOM_NAME(cast128_set_key_scalar),
    resolve_cast128_set_key,
    WITH_sse2(LOOM_NAME(cast128_set_key_sse2), resolve_cast128_set_key),
    WITH_avx2(LOOM_NAME(cast128_set_key_avx2), resolve_cast128_set_key),
    LOOM_NAME(cast128_set_key_table),
};
const struct loom_kernel loom_row_cast128_set_key = {
    "cast128_set_key", variants_cast128_set_key, NULL, &loom_way_cast128_set_key,
    NULL, COUNT(variants_cast128_set_key), 0, 1,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(cast128_set_key, scalar)
DECLARED(cast128_set_key, sse2)
DECLARED(cast128_set_key, avx2)
DECLARED(cast128_set_key, table)
static const struct loom_variant variants_cast128_set_key[] = {
    PORTABLE(cast128_set_key)
    VARIANT(cast128_set_key, scalar, 3, 408, 0, 0, LOOM_CPU_NONE)
    WITH_sse2(VARIANT(cast128_set_key, sse2, 5, 344, 0, 0, LOOM_CPU_SSE2, LOOM_CPU_NONE), )
    WITH_avx2(VARIANT(cast128_set_key, avx2, 6, 328, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
    VARIANT(cast128_set_key, table, 7, 296, 0, 1, LOOM_CPU_NONE)
};
loom_cast128_set_key_fn *const loom_slots_cast128_set_key[] = {
    resolve_cast128_set_key,
    choose_cast128_set_key,
    loom_cast128_set_key_portable,
    LOOM_NAME(cast128_set_key_scalar),
    resolve_cast128_set_key,
    WITH_sse2(LOOM_NAME(cast128_set_key_sse2), resolve_cast128_set_key),
    WITH_avx2(LOOM_NAME(cast128_set_key_avx2), resolve_cast128_set_key),
    LOOM_NAME(cast128_set_key_table),
};
const struct loom_kernel loom_row_cast128_set_key = {
    "cast128_set_key", variants_cast128_set_key, NULL, &loom_way_cast128_set_key,
    NULL, COUNT(variants_cast128_set_key), 0, 1,
};

#else
static const struct loom_variant variants_cast128_set_key[] = {
    PORTABLE(cast128_set_key)
};
loom_cast128_set_key_fn *const loom_slots_cast128_set_key[] = {
    resolve_cast128_set_key,
    choose_cast128_set_key,
    loom_cast128_set_key_portable,
    resolve_cast128_set_key,
    resolve_cast128_set_key,
    resolve_cast128_set_key,
    resolve_cast128_set_key,
    resolve_cast128_set_key,
};
const struct loom_kernel loom_row_cast128_set_key = {
    "cast128_set_key", variants_cast128_set_key, NULL, &loom_way_cast128_set_key,
    NULL, COUNT(variants_cast128_set_key), 0, 1,
};

#endif

#if defined(LOOM_HAVE_cast128_set_key)
CIPHER_set_key(cast128, 8, (key, key_bytes, ctx->schedule), \
      key_bytes >= 5 && key_bytes <= 10 ? 12 : key_bytes >= 11 && key_bytes <= 16 ? 16 : 0, \
      key_bytes >= 5 && key_bytes <= 10 ? 96 : key_bytes >= 11 && key_bytes <= 16 ? 128 : 0, 8)
#endif
