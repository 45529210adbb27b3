/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel mont_gather: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"

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

KERNEL(mont_gather, void, LOOM_DO, (uint64_t *out, const uint64_t *table, uint32_t index, size_t limbs), \
      (out, table, index, limbs), limbs, 8)
CHOOSER(mont_gather, void, LOOM_DO, (uint64_t *out, const uint64_t *table, uint32_t index, size_t limbs), \
      (out, table, index, limbs), limbs, 8)

#if defined(LOOM_ON_AARCH64)
DECLARED(mont_gather, scalar)
DECLARED(mont_gather, neon)
static const struct loom_variant variants_mont_gather[] = {
    PORTABLE(mont_gather)
    VARIANT(mont_gather, scalar, 3, 8, 0, 0, LOOM_CPU_NONE)
    WITH_neon(VARIANT(mont_gather, neon, 6, 64, 0, 0, LOOM_CPU_NEON, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_mont_gather[] = {
    PREFER(generic, 0, 6, MODEL, any, NONE)
};
loom_mont_gather_fn *const loom_slots_mont_gather[] = {
    resolve_mont_gather,
    choose_mont_gather,
    loom_mont_gather_portable,
    LOOM_NAME(mont_gather_scalar),
    resolve_mont_gather,
    resolve_mont_gather,
    WITH_neon(LOOM_NAME(mont_gather_neon), resolve_mont_gather),
    resolve_mont_gather,
};
const struct loom_kernel loom_row_mont_gather = {
    "mont_gather", variants_mont_gather, preferences_mont_gather, &loom_way_mont_gather,
    NULL, COUNT(variants_mont_gather), COUNT(preferences_mont_gather), 8,
};

#elif defined(LOOM_ON_X86)
DECLARED(mont_gather, scalar)
DECLARED(mont_gather, sse2)
DECLARED(mont_gather, avx2)
static const struct loom_variant variants_mont_gather[] = {
    PORTABLE(mont_gather)
    VARIANT(mont_gather, scalar, 3, 24, 0, 0, LOOM_CPU_NONE)
    WITH_sse2(VARIANT(mont_gather, sse2, 4, 24, 0, 0, LOOM_CPU_SSE2, LOOM_CPU_NONE), )
    WITH_avx2(VARIANT(mont_gather, avx2, 5, 24, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_mont_gather[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(generic, 0, 5, MODEL, any, NONE)
};
loom_mont_gather_fn *const loom_slots_mont_gather[] = {
    resolve_mont_gather,
    choose_mont_gather,
    loom_mont_gather_portable,
    LOOM_NAME(mont_gather_scalar),
    WITH_sse2(LOOM_NAME(mont_gather_sse2), resolve_mont_gather),
    WITH_avx2(LOOM_NAME(mont_gather_avx2), resolve_mont_gather),
    resolve_mont_gather,
    resolve_mont_gather,
};
const struct loom_kernel loom_row_mont_gather = {
    "mont_gather", variants_mont_gather, preferences_mont_gather, &loom_way_mont_gather,
    NULL, COUNT(variants_mont_gather), COUNT(preferences_mont_gather), 8,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(mont_gather, scalar)
DECLARED(mont_gather, sse2)
DECLARED(mont_gather, avx2)
static const struct loom_variant variants_mont_gather[] = {
    PORTABLE(mont_gather)
    VARIANT(mont_gather, scalar, 3, 32, 0, 0, LOOM_CPU_NONE)
    WITH_sse2(VARIANT(mont_gather, sse2, 4, 72, 0, 0, LOOM_CPU_SSE2, LOOM_CPU_NONE), )
    WITH_avx2(VARIANT(mont_gather, avx2, 5, 40, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_mont_gather[] = {
    PREFER(generic, 0, 5, MODEL, any, NONE)
};
loom_mont_gather_fn *const loom_slots_mont_gather[] = {
    resolve_mont_gather,
    choose_mont_gather,
    loom_mont_gather_portable,
    LOOM_NAME(mont_gather_scalar),
    WITH_sse2(LOOM_NAME(mont_gather_sse2), resolve_mont_gather),
    WITH_avx2(LOOM_NAME(mont_gather_avx2), resolve_mont_gather),
    resolve_mont_gather,
    resolve_mont_gather,
};
const struct loom_kernel loom_row_mont_gather = {
    "mont_gather", variants_mont_gather, preferences_mont_gather, &loom_way_mont_gather,
    NULL, COUNT(variants_mont_gather), COUNT(preferences_mont_gather), 8,
};

#else
static const struct loom_variant variants_mont_gather[] = {
    PORTABLE(mont_gather)
};
loom_mont_gather_fn *const loom_slots_mont_gather[] = {
    resolve_mont_gather,
    choose_mont_gather,
    loom_mont_gather_portable,
    resolve_mont_gather,
    resolve_mont_gather,
    resolve_mont_gather,
    resolve_mont_gather,
    resolve_mont_gather,
};
const struct loom_kernel loom_row_mont_gather = {
    "mont_gather", variants_mont_gather, NULL, &loom_way_mont_gather,
    NULL, COUNT(variants_mont_gather), 0, 8,
};

#endif
