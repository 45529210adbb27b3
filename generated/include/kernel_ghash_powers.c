/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel ghash_powers: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_avx_pclmul)
#define WITH_avx_pclmul(there, otherwise) otherwise
#else
#define WITH_avx_pclmul(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_neon_pmull)
#define WITH_neon_pmull(there, otherwise) otherwise
#else
#define WITH_neon_pmull(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_neon_pmull_sha3)
#define WITH_neon_pmull_sha3(there, otherwise) otherwise
#else
#define WITH_neon_pmull_sha3(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_ssse3_pclmul)
#define WITH_ssse3_pclmul(there, otherwise) otherwise
#else
#define WITH_ssse3_pclmul(there, otherwise) there
#endif

KERNEL(ghash_powers, void, LOOM_DO, (const uint8_t h[16], uint8_t powers[352]), \
      (h, powers), 0, 8)
CHOOSER(ghash_powers, void, LOOM_DO, (const uint8_t h[16], uint8_t powers[352]), \
      (h, powers), 0, 8)

#if defined(LOOM_ON_AARCH64)
DECLARED(ghash_powers, scalar)
DECLARED(ghash_powers, ce)
DECLARED(ghash_powers, sha3)
static const struct loom_variant variants_ghash_powers[] = {
    PORTABLE(ghash_powers)
    VARIANT(ghash_powers, scalar, 3, 224, 0, 0, LOOM_CPU_NONE)
    WITH_neon_pmull(VARIANT(ghash_powers, ce, 6, 64, 0, 0, LOOM_CPU_NEON, LOOM_CPU_PMULL, LOOM_CPU_NONE), )
    WITH_neon_pmull_sha3(VARIANT(ghash_powers, sha3, 7, 64, 0, 0, LOOM_CPU_NEON, LOOM_CPU_PMULL, LOOM_CPU_SHA3, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_ghash_powers[] = {
    PREFER(generic, 0, 6, MODEL, any, NONE)
    PREFER(generic, 0, 7, MODEL, any, NONE)
};
loom_ghash_powers_fn *const loom_slots_ghash_powers[] = {
    resolve_ghash_powers,
    choose_ghash_powers,
    loom_ghash_powers_portable,
    LOOM_NAME(ghash_powers_scalar),
    resolve_ghash_powers,
    resolve_ghash_powers,
    WITH_neon_pmull(LOOM_NAME(ghash_powers_ce), resolve_ghash_powers),
    WITH_neon_pmull_sha3(LOOM_NAME(ghash_powers_sha3), resolve_ghash_powers),
};
const struct loom_kernel loom_row_ghash_powers = {
    "ghash_powers", variants_ghash_powers, preferences_ghash_powers, &loom_way_ghash_powers,
    NULL, COUNT(variants_ghash_powers), COUNT(preferences_ghash_powers), 1,
};

#elif defined(LOOM_ON_X86)
DECLARED(ghash_powers, scalar)
DECLARED(ghash_powers, pclmul)
DECLARED(ghash_powers, avx)
static const struct loom_variant variants_ghash_powers[] = {
    PORTABLE(ghash_powers)
    VARIANT(ghash_powers, scalar, 3, 312, 0, 0, LOOM_CPU_NONE)
    WITH_ssse3_pclmul(VARIANT(ghash_powers, pclmul, 4, 84, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_PCLMUL, LOOM_CPU_NONE), )
    WITH_avx_pclmul(VARIANT(ghash_powers, avx, 5, 84, 0, 0, LOOM_CPU_AVX, LOOM_CPU_PCLMUL, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_ghash_powers[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(generic, 0, 5, MODEL, any, NONE)
};
loom_ghash_powers_fn *const loom_slots_ghash_powers[] = {
    resolve_ghash_powers,
    choose_ghash_powers,
    loom_ghash_powers_portable,
    LOOM_NAME(ghash_powers_scalar),
    WITH_ssse3_pclmul(LOOM_NAME(ghash_powers_pclmul), resolve_ghash_powers),
    WITH_avx_pclmul(LOOM_NAME(ghash_powers_avx), resolve_ghash_powers),
    resolve_ghash_powers,
    resolve_ghash_powers,
};
const struct loom_kernel loom_row_ghash_powers = {
    "ghash_powers", variants_ghash_powers, preferences_ghash_powers, &loom_way_ghash_powers,
    NULL, COUNT(variants_ghash_powers), COUNT(preferences_ghash_powers), 1,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(ghash_powers, scalar)
DECLARED(ghash_powers, pclmul)
DECLARED(ghash_powers, avx)
static const struct loom_variant variants_ghash_powers[] = {
    PORTABLE(ghash_powers)
    VARIANT(ghash_powers, scalar, 3, 248, 0, 0, LOOM_CPU_NONE)
    WITH_ssse3_pclmul(VARIANT(ghash_powers, pclmul, 4, 136, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_PCLMUL, LOOM_CPU_NONE), )
    WITH_avx_pclmul(VARIANT(ghash_powers, avx, 5, 136, 0, 0, LOOM_CPU_AVX, LOOM_CPU_PCLMUL, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_ghash_powers[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(generic, 0, 5, MODEL, any, NONE)
};
loom_ghash_powers_fn *const loom_slots_ghash_powers[] = {
    resolve_ghash_powers,
    choose_ghash_powers,
    loom_ghash_powers_portable,
    LOOM_NAME(ghash_powers_scalar),
    WITH_ssse3_pclmul(LOOM_NAME(ghash_powers_pclmul), resolve_ghash_powers),
    WITH_avx_pclmul(LOOM_NAME(ghash_powers_avx), resolve_ghash_powers),
    resolve_ghash_powers,
    resolve_ghash_powers,
};
const struct loom_kernel loom_row_ghash_powers = {
    "ghash_powers", variants_ghash_powers, preferences_ghash_powers, &loom_way_ghash_powers,
    NULL, COUNT(variants_ghash_powers), COUNT(preferences_ghash_powers), 1,
};

#else
static const struct loom_variant variants_ghash_powers[] = {
    PORTABLE(ghash_powers)
};
loom_ghash_powers_fn *const loom_slots_ghash_powers[] = {
    resolve_ghash_powers,
    choose_ghash_powers,
    loom_ghash_powers_portable,
    resolve_ghash_powers,
    resolve_ghash_powers,
    resolve_ghash_powers,
    resolve_ghash_powers,
    resolve_ghash_powers,
};
const struct loom_kernel loom_row_ghash_powers = {
    "ghash_powers", variants_ghash_powers, NULL, &loom_way_ghash_powers,
    NULL, COUNT(variants_ghash_powers), 0, 1,
};

#endif
