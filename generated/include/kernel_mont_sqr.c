/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel mont_sqr: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_adx_bmi2)
#define WITH_adx_bmi2(there, otherwise) otherwise
#else
#define WITH_adx_bmi2(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_bmi2)
#define WITH_bmi2(there, otherwise) otherwise
#else
#define WITH_bmi2(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_sse2)
#define WITH_sse2(there, otherwise) otherwise
#else
#define WITH_sse2(there, otherwise) there
#endif

KERNEL(mont_sqr, void, LOOM_DO, (uint64_t *out, const uint64_t *a, const uint64_t *n, const uint64_t *n0, size_t limbs, size_t times), \
      (out, a, n, n0, limbs, times), limbs, 8)
CHOOSER(mont_sqr, void, LOOM_DO, (uint64_t *out, const uint64_t *a, const uint64_t *n, const uint64_t *n0, size_t limbs, size_t times), \
      (out, a, n, n0, limbs, times), limbs, 8)

#if defined(LOOM_ON_AARCH64)
DECLARED(mont_sqr, scalar)
static const struct loom_variant variants_mont_sqr[] = {
    PORTABLE(mont_sqr)
    VARIANT(mont_sqr, scalar, 3, 1248, 0, 0, LOOM_CPU_NONE)
};
loom_mont_sqr_fn *const loom_slots_mont_sqr[] = {
    resolve_mont_sqr,
    choose_mont_sqr,
    loom_mont_sqr_portable,
    LOOM_NAME(mont_sqr_scalar),
    resolve_mont_sqr,
    resolve_mont_sqr,
    resolve_mont_sqr,
    resolve_mont_sqr,
};
const struct loom_kernel loom_row_mont_sqr = {
    "mont_sqr", variants_mont_sqr, NULL, &loom_way_mont_sqr,
    ASKED(mont_sqr), COUNT(variants_mont_sqr), 0, 8,
};

#elif defined(LOOM_ON_X86)
DECLARED(mont_sqr, scalar)
DECLARED(mont_sqr, sse2)
static const struct loom_variant variants_mont_sqr[] = {
    PORTABLE(mont_sqr)
    VARIANT(mont_sqr, scalar, 3, 1132, 0, 0, LOOM_CPU_NONE)
    WITH_sse2(VARIANT(mont_sqr, sse2, 4, 3824, 0, 0, LOOM_CPU_SSE2, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_mont_sqr[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
};
loom_mont_sqr_fn *const loom_slots_mont_sqr[] = {
    resolve_mont_sqr,
    choose_mont_sqr,
    loom_mont_sqr_portable,
    LOOM_NAME(mont_sqr_scalar),
    WITH_sse2(LOOM_NAME(mont_sqr_sse2), resolve_mont_sqr),
    resolve_mont_sqr,
    resolve_mont_sqr,
    resolve_mont_sqr,
};
const struct loom_kernel loom_row_mont_sqr = {
    "mont_sqr", variants_mont_sqr, preferences_mont_sqr, &loom_way_mont_sqr,
    ASKED(mont_sqr), COUNT(variants_mont_sqr), COUNT(preferences_mont_sqr), 8,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(mont_sqr, scalar)
DECLARED(mont_sqr, mulx)
DECLARED(mont_sqr, adx)
static const struct loom_variant variants_mont_sqr[] = {
    PORTABLE(mont_sqr)
    VARIANT(mont_sqr, scalar, 3, 1240, 0, 0, LOOM_CPU_NONE)
    WITH_bmi2(VARIANT(mont_sqr, mulx, 5, 1256, 0, 0, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
    WITH_adx_bmi2(VARIANT(mont_sqr, adx, 6, 1272, 0, 0, LOOM_CPU_ADX, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_mont_sqr[] = {
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 0, 6, MODEL, any, NONE)
};
loom_mont_sqr_fn *const loom_slots_mont_sqr[] = {
    resolve_mont_sqr,
    choose_mont_sqr,
    loom_mont_sqr_portable,
    LOOM_NAME(mont_sqr_scalar),
    resolve_mont_sqr,
    WITH_bmi2(LOOM_NAME(mont_sqr_mulx), resolve_mont_sqr),
    WITH_adx_bmi2(LOOM_NAME(mont_sqr_adx), resolve_mont_sqr),
    resolve_mont_sqr,
};
const struct loom_kernel loom_row_mont_sqr = {
    "mont_sqr", variants_mont_sqr, preferences_mont_sqr, &loom_way_mont_sqr,
    ASKED(mont_sqr), COUNT(variants_mont_sqr), COUNT(preferences_mont_sqr), 8,
};

#else
static const struct loom_variant variants_mont_sqr[] = {
    PORTABLE(mont_sqr)
};
loom_mont_sqr_fn *const loom_slots_mont_sqr[] = {
    resolve_mont_sqr,
    choose_mont_sqr,
    loom_mont_sqr_portable,
    resolve_mont_sqr,
    resolve_mont_sqr,
    resolve_mont_sqr,
    resolve_mont_sqr,
    resolve_mont_sqr,
};
const struct loom_kernel loom_row_mont_sqr = {
    "mont_sqr", variants_mont_sqr, NULL, &loom_way_mont_sqr,
    ASKED(mont_sqr), COUNT(variants_mont_sqr), 0, 8,
};

#endif
