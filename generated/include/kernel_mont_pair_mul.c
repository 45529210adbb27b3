/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel mont_pair_mul: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_avx512ifma_avx512vl_avx512dq)
#define WITH_avx512ifma_avx512vl_avx512dq(there, otherwise) otherwise
#else
#define WITH_avx512ifma_avx512vl_avx512dq(there, otherwise) there
#endif

KERNEL(mont_pair_mul, void, LOOM_DO, (uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *n, size_t parts), \
      (out, a, b, n, parts), parts, 4)
CHOOSER(mont_pair_mul, void, LOOM_DO, (uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *n, size_t parts), \
      (out, a, b, n, parts), parts, 4)

#if defined(LOOM_ON_AARCH64)
static const struct loom_variant variants_mont_pair_mul[] = {
    PORTABLE(mont_pair_mul)
};
static const struct loom_preference preferences_mont_pair_mul[] = {
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
};
loom_mont_pair_mul_fn *const loom_slots_mont_pair_mul[] = {
    resolve_mont_pair_mul,
    choose_mont_pair_mul,
    loom_mont_pair_mul_portable,
    resolve_mont_pair_mul,
};
const struct loom_kernel loom_row_mont_pair_mul = {
    "mont_pair_mul", variants_mont_pair_mul, preferences_mont_pair_mul, &loom_way_mont_pair_mul,
    NULL, COUNT(variants_mont_pair_mul), COUNT(preferences_mont_pair_mul), 64,
};

#elif defined(LOOM_ON_X86)
static const struct loom_variant variants_mont_pair_mul[] = {
    PORTABLE(mont_pair_mul)
};
static const struct loom_preference preferences_mont_pair_mul[] = {
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
};
loom_mont_pair_mul_fn *const loom_slots_mont_pair_mul[] = {
    resolve_mont_pair_mul,
    choose_mont_pair_mul,
    loom_mont_pair_mul_portable,
    resolve_mont_pair_mul,
};
const struct loom_kernel loom_row_mont_pair_mul = {
    "mont_pair_mul", variants_mont_pair_mul, preferences_mont_pair_mul, &loom_way_mont_pair_mul,
    NULL, COUNT(variants_mont_pair_mul), COUNT(preferences_mont_pair_mul), 64,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(mont_pair_mul, ifma)
static const struct loom_variant variants_mont_pair_mul[] = {
    PORTABLE(mont_pair_mul)
    WITH_avx512ifma_avx512vl_avx512dq(VARIANT(mont_pair_mul, ifma, 3, 1416, 1, 0, LOOM_CPU_AVX512IFMA, LOOM_CPU_AVX512VL, LOOM_CPU_AVX512DQ, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_mont_pair_mul[] = {
    PREFER(generic, 0, 3, MODEL, any, NONE)
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
};
loom_mont_pair_mul_fn *const loom_slots_mont_pair_mul[] = {
    resolve_mont_pair_mul,
    choose_mont_pair_mul,
    loom_mont_pair_mul_portable,
    WITH_avx512ifma_avx512vl_avx512dq(LOOM_NAME(mont_pair_mul_ifma), resolve_mont_pair_mul),
};
const struct loom_kernel loom_row_mont_pair_mul = {
    "mont_pair_mul", variants_mont_pair_mul, preferences_mont_pair_mul, &loom_way_mont_pair_mul,
    NULL, COUNT(variants_mont_pair_mul), COUNT(preferences_mont_pair_mul), 64,
};

#else
static const struct loom_variant variants_mont_pair_mul[] = {
    PORTABLE(mont_pair_mul)
};
loom_mont_pair_mul_fn *const loom_slots_mont_pair_mul[] = {
    resolve_mont_pair_mul,
    choose_mont_pair_mul,
    loom_mont_pair_mul_portable,
    resolve_mont_pair_mul,
};
const struct loom_kernel loom_row_mont_pair_mul = {
    "mont_pair_mul", variants_mont_pair_mul, NULL, &loom_way_mont_pair_mul,
    NULL, COUNT(variants_mont_pair_mul), 0, 64,
};

#endif
