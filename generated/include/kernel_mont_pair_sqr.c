/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel mont_pair_sqr: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_avx512ifma_avx512vl_avx512dq)
#define WITH_avx512ifma_avx512vl_avx512dq(there, otherwise) otherwise
#else
#define WITH_avx512ifma_avx512vl_avx512dq(there, otherwise) there
#endif

KERNEL(mont_pair_sqr, void, LOOM_DO, (uint64_t *out, const uint64_t *a, const uint64_t *n, size_t parts, size_t times), \
      (out, a, n, parts, times), parts, 4)
CHOOSER(mont_pair_sqr, void, LOOM_DO, (uint64_t *out, const uint64_t *a, const uint64_t *n, size_t parts, size_t times), \
      (out, a, n, parts, times), parts, 4)

#if defined(LOOM_ON_AARCH64)
static const struct loom_variant variants_mont_pair_sqr[] = {
    PORTABLE(mont_pair_sqr)
};
static const struct loom_preference preferences_mont_pair_sqr[] = {
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
};
loom_mont_pair_sqr_fn *const loom_slots_mont_pair_sqr[] = {
    resolve_mont_pair_sqr,
    choose_mont_pair_sqr,
    loom_mont_pair_sqr_portable,
    resolve_mont_pair_sqr,
};
const struct loom_kernel loom_row_mont_pair_sqr = {
    "mont_pair_sqr", variants_mont_pair_sqr, preferences_mont_pair_sqr, &loom_way_mont_pair_sqr,
    NULL, COUNT(variants_mont_pair_sqr), COUNT(preferences_mont_pair_sqr), 64,
};

#elif defined(LOOM_ON_X86)
static const struct loom_variant variants_mont_pair_sqr[] = {
    PORTABLE(mont_pair_sqr)
};
static const struct loom_preference preferences_mont_pair_sqr[] = {
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
};
loom_mont_pair_sqr_fn *const loom_slots_mont_pair_sqr[] = {
    resolve_mont_pair_sqr,
    choose_mont_pair_sqr,
    loom_mont_pair_sqr_portable,
    resolve_mont_pair_sqr,
};
const struct loom_kernel loom_row_mont_pair_sqr = {
    "mont_pair_sqr", variants_mont_pair_sqr, preferences_mont_pair_sqr, &loom_way_mont_pair_sqr,
    NULL, COUNT(variants_mont_pair_sqr), COUNT(preferences_mont_pair_sqr), 64,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(mont_pair_sqr, ifma)
static const struct loom_variant variants_mont_pair_sqr[] = {
    PORTABLE(mont_pair_sqr)
    WITH_avx512ifma_avx512vl_avx512dq(VARIANT(mont_pair_sqr, ifma, 3, 1432, 1, 0, LOOM_CPU_AVX512IFMA, LOOM_CPU_AVX512VL, LOOM_CPU_AVX512DQ, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_mont_pair_sqr[] = {
    PREFER(generic, 0, 3, MODEL, any, NONE)
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
};
loom_mont_pair_sqr_fn *const loom_slots_mont_pair_sqr[] = {
    resolve_mont_pair_sqr,
    choose_mont_pair_sqr,
    loom_mont_pair_sqr_portable,
    WITH_avx512ifma_avx512vl_avx512dq(LOOM_NAME(mont_pair_sqr_ifma), resolve_mont_pair_sqr),
};
const struct loom_kernel loom_row_mont_pair_sqr = {
    "mont_pair_sqr", variants_mont_pair_sqr, preferences_mont_pair_sqr, &loom_way_mont_pair_sqr,
    NULL, COUNT(variants_mont_pair_sqr), COUNT(preferences_mont_pair_sqr), 64,
};

#else
static const struct loom_variant variants_mont_pair_sqr[] = {
    PORTABLE(mont_pair_sqr)
};
loom_mont_pair_sqr_fn *const loom_slots_mont_pair_sqr[] = {
    resolve_mont_pair_sqr,
    choose_mont_pair_sqr,
    loom_mont_pair_sqr_portable,
    resolve_mont_pair_sqr,
};
const struct loom_kernel loom_row_mont_pair_sqr = {
    "mont_pair_sqr", variants_mont_pair_sqr, NULL, &loom_way_mont_pair_sqr,
    NULL, COUNT(variants_mont_pair_sqr), 0, 64,
};

#endif
