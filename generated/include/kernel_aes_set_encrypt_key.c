/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel aes_set_encrypt_key: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"
#include "aes_mode.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_avx_aes)
#define WITH_avx_aes(there, otherwise) otherwise
#else
#define WITH_avx_aes(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_neon)
#define WITH_neon(there, otherwise) otherwise
#else
#define WITH_neon(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_neon_aes)
#define WITH_neon_aes(there, otherwise) otherwise
#else
#define WITH_neon_aes(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_ssse3)
#define WITH_ssse3(there, otherwise) otherwise
#else
#define WITH_ssse3(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_ssse3_aes)
#define WITH_ssse3_aes(there, otherwise) otherwise
#else
#define WITH_ssse3_aes(there, otherwise) there
#endif

KERNEL(aes_set_encrypt_key, void, LOOM_DO, (const uint8_t *key, size_t rounds, uint8_t *schedule), \
      (key, rounds, schedule), 0, 16)
CHOOSER(aes_set_encrypt_key, void, LOOM_DO, (const uint8_t *key, size_t rounds, uint8_t *schedule), \
      (key, rounds, schedule), 0, 16)

#if defined(LOOM_ON_AARCH64)
DECLARED(aes_set_encrypt_key, scalar)
DECLARED(aes_set_encrypt_key, neon)
DECLARED(aes_set_encrypt_key, ce)
static const struct loom_variant variants_aes_set_encrypt_key[] = {
    PORTABLE(aes_set_encrypt_key)
    VARIANT(aes_set_encrypt_key, scalar, 3, 160, 0, 0, LOOM_CPU_NONE)
    WITH_neon(VARIANT(aes_set_encrypt_key, neon, 5, 64, 0, 0, LOOM_CPU_NEON, LOOM_CPU_NONE), )
    WITH_neon_aes(VARIANT(aes_set_encrypt_key, ce, 8, 8, 0, 0, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_set_encrypt_key[] = {
    PREFER(generic, 0, 8, MODEL, any, NONE)
};
loom_aes_set_encrypt_key_fn *const loom_slots_aes_set_encrypt_key[] = {
    resolve_aes_set_encrypt_key,
    choose_aes_set_encrypt_key,
    loom_aes_set_encrypt_key_portable,
    LOOM_NAME(aes_set_encrypt_key_scalar),
    resolve_aes_set_encrypt_key,
    WITH_neon(LOOM_NAME(aes_set_encrypt_key_neon), resolve_aes_set_encrypt_key),
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    WITH_neon_aes(LOOM_NAME(aes_set_encrypt_key_ce), resolve_aes_set_encrypt_key),
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
};
const struct loom_kernel loom_row_aes_set_encrypt_key = {
    "aes_set_encrypt_key", variants_aes_set_encrypt_key, preferences_aes_set_encrypt_key, &loom_way_aes_set_encrypt_key,
    ASKED(aes_set_encrypt_key), COUNT(variants_aes_set_encrypt_key), COUNT(preferences_aes_set_encrypt_key), 1,
};

#elif defined(LOOM_ON_X86)
DECLARED(aes_set_encrypt_key, scalar)
DECLARED(aes_set_encrypt_key, vperm)
DECLARED(aes_set_encrypt_key, aesni)
DECLARED(aes_set_encrypt_key, avx)
static const struct loom_variant variants_aes_set_encrypt_key[] = {
    PORTABLE(aes_set_encrypt_key)
    VARIANT(aes_set_encrypt_key, scalar, 3, 196, 0, 0, LOOM_CPU_NONE)
    WITH_ssse3(VARIANT(aes_set_encrypt_key, vperm, 4, 40, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_ssse3_aes(VARIANT(aes_set_encrypt_key, aesni, 6, 8, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx_aes(VARIANT(aes_set_encrypt_key, avx, 7, 8, 0, 0, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_set_encrypt_key[] = {
    PREFER(generic, 0, 6, MODEL, any, NONE)
    PREFER(generic, 0, 7, MODEL, any, NONE)
};
loom_aes_set_encrypt_key_fn *const loom_slots_aes_set_encrypt_key[] = {
    resolve_aes_set_encrypt_key,
    choose_aes_set_encrypt_key,
    loom_aes_set_encrypt_key_portable,
    LOOM_NAME(aes_set_encrypt_key_scalar),
    WITH_ssse3(LOOM_NAME(aes_set_encrypt_key_vperm), resolve_aes_set_encrypt_key),
    resolve_aes_set_encrypt_key,
    WITH_ssse3_aes(LOOM_NAME(aes_set_encrypt_key_aesni), resolve_aes_set_encrypt_key),
    WITH_avx_aes(LOOM_NAME(aes_set_encrypt_key_avx), resolve_aes_set_encrypt_key),
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
};
const struct loom_kernel loom_row_aes_set_encrypt_key = {
    "aes_set_encrypt_key", variants_aes_set_encrypt_key, preferences_aes_set_encrypt_key, &loom_way_aes_set_encrypt_key,
    ASKED(aes_set_encrypt_key), COUNT(variants_aes_set_encrypt_key), COUNT(preferences_aes_set_encrypt_key), 1,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(aes_set_encrypt_key, scalar)
DECLARED(aes_set_encrypt_key, vperm)
DECLARED(aes_set_encrypt_key, aesni)
DECLARED(aes_set_encrypt_key, avx)
static const struct loom_variant variants_aes_set_encrypt_key[] = {
    PORTABLE(aes_set_encrypt_key)
    VARIANT(aes_set_encrypt_key, scalar, 3, 200, 0, 0, LOOM_CPU_NONE)
    WITH_ssse3(VARIANT(aes_set_encrypt_key, vperm, 4, 152, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_ssse3_aes(VARIANT(aes_set_encrypt_key, aesni, 6, 16, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx_aes(VARIANT(aes_set_encrypt_key, avx, 7, 16, 0, 0, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_set_encrypt_key[] = {
    PREFER(generic, 0, 6, MODEL, any, NONE)
    PREFER(generic, 0, 7, MODEL, any, NONE)
};
loom_aes_set_encrypt_key_fn *const loom_slots_aes_set_encrypt_key[] = {
    resolve_aes_set_encrypt_key,
    choose_aes_set_encrypt_key,
    loom_aes_set_encrypt_key_portable,
    LOOM_NAME(aes_set_encrypt_key_scalar),
    WITH_ssse3(LOOM_NAME(aes_set_encrypt_key_vperm), resolve_aes_set_encrypt_key),
    resolve_aes_set_encrypt_key,
    WITH_ssse3_aes(LOOM_NAME(aes_set_encrypt_key_aesni), resolve_aes_set_encrypt_key),
    WITH_avx_aes(LOOM_NAME(aes_set_encrypt_key_avx), resolve_aes_set_encrypt_key),
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
};
const struct loom_kernel loom_row_aes_set_encrypt_key = {
    "aes_set_encrypt_key", variants_aes_set_encrypt_key, preferences_aes_set_encrypt_key, &loom_way_aes_set_encrypt_key,
    ASKED(aes_set_encrypt_key), COUNT(variants_aes_set_encrypt_key), COUNT(preferences_aes_set_encrypt_key), 1,
};

#else
static const struct loom_variant variants_aes_set_encrypt_key[] = {
    PORTABLE(aes_set_encrypt_key)
};
loom_aes_set_encrypt_key_fn *const loom_slots_aes_set_encrypt_key[] = {
    resolve_aes_set_encrypt_key,
    choose_aes_set_encrypt_key,
    loom_aes_set_encrypt_key_portable,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
    resolve_aes_set_encrypt_key,
};
const struct loom_kernel loom_row_aes_set_encrypt_key = {
    "aes_set_encrypt_key", variants_aes_set_encrypt_key, NULL, &loom_way_aes_set_encrypt_key,
    ASKED(aes_set_encrypt_key), COUNT(variants_aes_set_encrypt_key), 0, 1,
};

#endif

AES_aes_set_encrypt_key
