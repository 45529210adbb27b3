/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.1.0: the kernel ghash_powers: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"

KERNEL(ghash_powers, void, LOOM_DO, (const uint8_t h[16], uint8_t powers[256]), \
      (h, powers), 0, 4)
CHOOSER(ghash_powers, void, LOOM_DO, (const uint8_t h[16], uint8_t powers[256]), \
      (h, powers), 0, 4)

#if defined(LOOM_ON_AARCH64)
DECLARED(ghash_powers, scalar)
static const struct loom_variant variants_ghash_powers[] = {
    PORTABLE(ghash_powers)
    VARIANT(ghash_powers, scalar, 3, 224, 0, LOOM_CPU_NONE)
};
loom_ghash_powers_fn *const loom_slots_ghash_powers[] = {
    resolve_ghash_powers,
    choose_ghash_powers,
    loom_ghash_powers_portable,
    LOOM_NAME(ghash_powers_scalar),
};
const struct loom_kernel loom_row_ghash_powers = {
    "ghash_powers", variants_ghash_powers, NULL, &loom_way_ghash_powers,
    NULL, COUNT(variants_ghash_powers), 0, 1,
};

#elif defined(LOOM_ON_X86)
DECLARED(ghash_powers, scalar)
static const struct loom_variant variants_ghash_powers[] = {
    PORTABLE(ghash_powers)
    VARIANT(ghash_powers, scalar, 3, 312, 0, LOOM_CPU_NONE)
};
loom_ghash_powers_fn *const loom_slots_ghash_powers[] = {
    resolve_ghash_powers,
    choose_ghash_powers,
    loom_ghash_powers_portable,
    LOOM_NAME(ghash_powers_scalar),
};
const struct loom_kernel loom_row_ghash_powers = {
    "ghash_powers", variants_ghash_powers, NULL, &loom_way_ghash_powers,
    NULL, COUNT(variants_ghash_powers), 0, 1,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(ghash_powers, scalar)
static const struct loom_variant variants_ghash_powers[] = {
    PORTABLE(ghash_powers)
    VARIANT(ghash_powers, scalar, 3, 248, 0, LOOM_CPU_NONE)
};
loom_ghash_powers_fn *const loom_slots_ghash_powers[] = {
    resolve_ghash_powers,
    choose_ghash_powers,
    loom_ghash_powers_portable,
    LOOM_NAME(ghash_powers_scalar),
};
const struct loom_kernel loom_row_ghash_powers = {
    "ghash_powers", variants_ghash_powers, NULL, &loom_way_ghash_powers,
    NULL, COUNT(variants_ghash_powers), 0, 1,
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
};
const struct loom_kernel loom_row_ghash_powers = {
    "ghash_powers", variants_ghash_powers, NULL, &loom_way_ghash_powers,
    NULL, COUNT(variants_ghash_powers), 0, 1,
};

#endif
