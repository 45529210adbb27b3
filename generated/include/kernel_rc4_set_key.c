/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel rc4_set_key: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"

KERNEL(rc4_set_key, void, LOOM_DO, (uint32_t state[258], const uint8_t *key, size_t length), \
      (state, key, length), length, 4)
CHOOSER(rc4_set_key, void, LOOM_DO, (uint32_t state[258], const uint8_t *key, size_t length), \
      (state, key, length), length, 4)

#if defined(LOOM_ON_AARCH64)
DECLARED(rc4_set_key, scalar)
static const struct loom_variant variants_rc4_set_key[] = {
    PORTABLE(rc4_set_key)
    VARIANT(rc4_set_key, scalar, 3, 8, 0, 0, LOOM_CPU_NONE)
};
loom_rc4_set_key_fn *const loom_slots_rc4_set_key[] = {
    resolve_rc4_set_key,
    choose_rc4_set_key,
    loom_rc4_set_key_portable,
    LOOM_NAME(rc4_set_key_scalar),
};
const struct loom_kernel loom_row_rc4_set_key = {
    "rc4_set_key", variants_rc4_set_key, NULL, &loom_way_rc4_set_key,
    NULL, COUNT(variants_rc4_set_key), 0, 1,
};

#elif defined(LOOM_ON_X86)
DECLARED(rc4_set_key, scalar)
static const struct loom_variant variants_rc4_set_key[] = {
    PORTABLE(rc4_set_key)
    VARIANT(rc4_set_key, scalar, 3, 20, 0, 0, LOOM_CPU_NONE)
};
loom_rc4_set_key_fn *const loom_slots_rc4_set_key[] = {
    resolve_rc4_set_key,
    choose_rc4_set_key,
    loom_rc4_set_key_portable,
    LOOM_NAME(rc4_set_key_scalar),
};
const struct loom_kernel loom_row_rc4_set_key = {
    "rc4_set_key", variants_rc4_set_key, NULL, &loom_way_rc4_set_key,
    NULL, COUNT(variants_rc4_set_key), 0, 1,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(rc4_set_key, scalar)
static const struct loom_variant variants_rc4_set_key[] = {
    PORTABLE(rc4_set_key)
    VARIANT(rc4_set_key, scalar, 3, 16, 0, 0, LOOM_CPU_NONE)
};
loom_rc4_set_key_fn *const loom_slots_rc4_set_key[] = {
    resolve_rc4_set_key,
    choose_rc4_set_key,
    loom_rc4_set_key_portable,
    LOOM_NAME(rc4_set_key_scalar),
};
const struct loom_kernel loom_row_rc4_set_key = {
    "rc4_set_key", variants_rc4_set_key, NULL, &loom_way_rc4_set_key,
    NULL, COUNT(variants_rc4_set_key), 0, 1,
};

#else
static const struct loom_variant variants_rc4_set_key[] = {
    PORTABLE(rc4_set_key)
};
loom_rc4_set_key_fn *const loom_slots_rc4_set_key[] = {
    resolve_rc4_set_key,
    choose_rc4_set_key,
    loom_rc4_set_key_portable,
    resolve_rc4_set_key,
};
const struct loom_kernel loom_row_rc4_set_key = {
    "rc4_set_key", variants_rc4_set_key, NULL, &loom_way_rc4_set_key,
    NULL, COUNT(variants_rc4_set_key), 0, 1,
};

#endif
