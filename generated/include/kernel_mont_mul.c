/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel mont_mul: its variants, its preferences, and the C over it. Generated from the
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

KERNEL(mont_mul, void, LOOM_DO, (uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *n, const uint64_t *n0, size_t limbs), \
      (out, a, b, n, n0, limbs), limbs, 8)
CHOOSER(mont_mul, void, LOOM_DO, (uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *n, const uint64_t *n0, size_t limbs), \
      (out, a, b, n, n0, limbs), limbs, 8)

#if defined(LOOM_ON_AARCH64)
DECLARED(mont_mul, scalar)
static const struct loom_variant variants_mont_mul[] = {
    PORTABLE(mont_mul)
    VARIANT(mont_mul, scalar, 3, 1200, 0, 0, LOOM_CPU_NONE)
};
loom_mont_mul_fn *const loom_slots_mont_mul[] = {
    resolve_mont_mul,
    choose_mont_mul,
    loom_mont_mul_portable,
    LOOM_NAME(mont_mul_scalar),
    resolve_mont_mul,
    resolve_mont_mul,
    resolve_mont_mul,
    resolve_mont_mul,
};
const struct loom_kernel loom_row_mont_mul = {
    "mont_mul", variants_mont_mul, NULL, &loom_way_mont_mul,
    ASKED(mont_mul), COUNT(variants_mont_mul), 0, 8,
};

#elif defined(LOOM_ON_X86)
DECLARED(mont_mul, scalar)
DECLARED(mont_mul, sse2)
static const struct loom_variant variants_mont_mul[] = {
    PORTABLE(mont_mul)
    VARIANT(mont_mul, scalar, 3, 1124, 0, 0, LOOM_CPU_NONE)
    WITH_sse2(VARIANT(mont_mul, sse2, 4, 3784, 0, 0, LOOM_CPU_SSE2, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_mont_mul[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
};
loom_mont_mul_fn *const loom_slots_mont_mul[] = {
    resolve_mont_mul,
    choose_mont_mul,
    loom_mont_mul_portable,
    LOOM_NAME(mont_mul_scalar),
    WITH_sse2(LOOM_NAME(mont_mul_sse2), resolve_mont_mul),
    resolve_mont_mul,
    resolve_mont_mul,
    resolve_mont_mul,
};
const struct loom_kernel loom_row_mont_mul = {
    "mont_mul", variants_mont_mul, preferences_mont_mul, &loom_way_mont_mul,
    ASKED(mont_mul), COUNT(variants_mont_mul), COUNT(preferences_mont_mul), 8,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(mont_mul, scalar)
DECLARED(mont_mul, mulx)
DECLARED(mont_mul, adx)
static const struct loom_variant variants_mont_mul[] = {
    PORTABLE(mont_mul)
    VARIANT(mont_mul, scalar, 3, 1240, 0, 0, LOOM_CPU_NONE)
    WITH_bmi2(VARIANT(mont_mul, mulx, 5, 1256, 0, 0, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
    WITH_adx_bmi2(VARIANT(mont_mul, adx, 6, 1256, 0, 0, LOOM_CPU_ADX, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_mont_mul[] = {
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 0, 6, MODEL, any, NONE)
};
loom_mont_mul_fn *const loom_slots_mont_mul[] = {
    resolve_mont_mul,
    choose_mont_mul,
    loom_mont_mul_portable,
    LOOM_NAME(mont_mul_scalar),
    resolve_mont_mul,
    WITH_bmi2(LOOM_NAME(mont_mul_mulx), resolve_mont_mul),
    WITH_adx_bmi2(LOOM_NAME(mont_mul_adx), resolve_mont_mul),
    resolve_mont_mul,
};
const struct loom_kernel loom_row_mont_mul = {
    "mont_mul", variants_mont_mul, preferences_mont_mul, &loom_way_mont_mul,
    ASKED(mont_mul), COUNT(variants_mont_mul), COUNT(preferences_mont_mul), 8,
};

#else
static const struct loom_variant variants_mont_mul[] = {
    PORTABLE(mont_mul)
};
loom_mont_mul_fn *const loom_slots_mont_mul[] = {
    resolve_mont_mul,
    choose_mont_mul,
    loom_mont_mul_portable,
    resolve_mont_mul,
    resolve_mont_mul,
    resolve_mont_mul,
    resolve_mont_mul,
    resolve_mont_mul,
};
const struct loom_kernel loom_row_mont_mul = {
    "mont_mul", variants_mont_mul, NULL, &loom_way_mont_mul,
    ASKED(mont_mul), COUNT(variants_mont_mul), 0, 8,
};

#endif
