/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel hchacha20: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"

KERNEL(hchacha20, void, LOOM_DO, (const uint8_t key[32], const uint8_t nonce[16], uint8_t out[32]), \
      (key, nonce, out), 0, 4)
CHOOSER(hchacha20, void, LOOM_DO, (const uint8_t key[32], const uint8_t nonce[16], uint8_t out[32]), \
      (key, nonce, out), 0, 4)

#if defined(LOOM_ON_AARCH64)
DECLARED(hchacha20, scalar)
static const struct loom_variant variants_hchacha20[] = {
    PORTABLE(hchacha20)
    VARIANT(hchacha20, scalar, 3, 32, 0, 0, LOOM_CPU_NONE)
};
loom_hchacha20_fn *const loom_slots_hchacha20[] = {
    resolve_hchacha20,
    choose_hchacha20,
    loom_hchacha20_portable,
    LOOM_NAME(hchacha20_scalar),
};
const struct loom_kernel loom_row_hchacha20 = {
    "hchacha20", variants_hchacha20, NULL, &loom_way_hchacha20,
    NULL, COUNT(variants_hchacha20), 0, 1,
};

#elif defined(LOOM_ON_X86)
DECLARED(hchacha20, scalar)
static const struct loom_variant variants_hchacha20[] = {
    PORTABLE(hchacha20)
    VARIANT(hchacha20, scalar, 3, 76, 0, 0, LOOM_CPU_NONE)
};
loom_hchacha20_fn *const loom_slots_hchacha20[] = {
    resolve_hchacha20,
    choose_hchacha20,
    loom_hchacha20_portable,
    LOOM_NAME(hchacha20_scalar),
};
const struct loom_kernel loom_row_hchacha20 = {
    "hchacha20", variants_hchacha20, NULL, &loom_way_hchacha20,
    NULL, COUNT(variants_hchacha20), 0, 1,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(hchacha20, scalar)
static const struct loom_variant variants_hchacha20[] = {
    PORTABLE(hchacha20)
    VARIANT(hchacha20, scalar, 3, 104, 0, 0, LOOM_CPU_NONE)
};
loom_hchacha20_fn *const loom_slots_hchacha20[] = {
    resolve_hchacha20,
    choose_hchacha20,
    loom_hchacha20_portable,
    LOOM_NAME(hchacha20_scalar),
};
const struct loom_kernel loom_row_hchacha20 = {
    "hchacha20", variants_hchacha20, NULL, &loom_way_hchacha20,
    NULL, COUNT(variants_hchacha20), 0, 1,
};

#else
static const struct loom_variant variants_hchacha20[] = {
    PORTABLE(hchacha20)
};
loom_hchacha20_fn *const loom_slots_hchacha20[] = {
    resolve_hchacha20,
    choose_hchacha20,
    loom_hchacha20_portable,
    resolve_hchacha20,
};
const struct loom_kernel loom_row_hchacha20 = {
    "hchacha20", variants_hchacha20, NULL, &loom_way_hchacha20,
    NULL, COUNT(variants_hchacha20), 0, 1,
};

#endif
