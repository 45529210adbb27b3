/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.1.0: the kernel chacha20_ctr32: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"

KERNEL(chacha20_ctr32, void, LOOM_DO, (const uint8_t key[32], uint8_t counter[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (key, counter, in, out, blocks), blocks, 4)
CHOOSER(chacha20_ctr32, void, LOOM_DO, (const uint8_t key[32], uint8_t counter[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (key, counter, in, out, blocks), blocks, 4)

#if defined(LOOM_ON_AARCH64)
DECLARED(chacha20_ctr32, scalar)
static const struct loom_variant variants_chacha20_ctr32[] = {
    PORTABLE(chacha20_ctr32)
    VARIANT(chacha20_ctr32, scalar, 3, 64, 0, LOOM_CPU_NONE)
};
loom_chacha20_ctr32_fn *const loom_slots_chacha20_ctr32[] = {
    resolve_chacha20_ctr32,
    choose_chacha20_ctr32,
    loom_chacha20_ctr32_portable,
    LOOM_NAME(chacha20_ctr32_scalar),
};
const struct loom_kernel loom_row_chacha20_ctr32 = {
    "chacha20_ctr32", variants_chacha20_ctr32, NULL, &loom_way_chacha20_ctr32,
    NULL, COUNT(variants_chacha20_ctr32), 0, 64,
};

#elif defined(LOOM_ON_X86)
DECLARED(chacha20_ctr32, scalar)
static const struct loom_variant variants_chacha20_ctr32[] = {
    PORTABLE(chacha20_ctr32)
    VARIANT(chacha20_ctr32, scalar, 3, 80, 0, LOOM_CPU_NONE)
};
loom_chacha20_ctr32_fn *const loom_slots_chacha20_ctr32[] = {
    resolve_chacha20_ctr32,
    choose_chacha20_ctr32,
    loom_chacha20_ctr32_portable,
    LOOM_NAME(chacha20_ctr32_scalar),
};
const struct loom_kernel loom_row_chacha20_ctr32 = {
    "chacha20_ctr32", variants_chacha20_ctr32, NULL, &loom_way_chacha20_ctr32,
    NULL, COUNT(variants_chacha20_ctr32), 0, 64,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(chacha20_ctr32, scalar)
static const struct loom_variant variants_chacha20_ctr32[] = {
    PORTABLE(chacha20_ctr32)
    VARIANT(chacha20_ctr32, scalar, 3, 152, 0, LOOM_CPU_NONE)
};
loom_chacha20_ctr32_fn *const loom_slots_chacha20_ctr32[] = {
    resolve_chacha20_ctr32,
    choose_chacha20_ctr32,
    loom_chacha20_ctr32_portable,
    LOOM_NAME(chacha20_ctr32_scalar),
};
const struct loom_kernel loom_row_chacha20_ctr32 = {
    "chacha20_ctr32", variants_chacha20_ctr32, NULL, &loom_way_chacha20_ctr32,
    NULL, COUNT(variants_chacha20_ctr32), 0, 64,
};

#else
static const struct loom_variant variants_chacha20_ctr32[] = {
    PORTABLE(chacha20_ctr32)
};
loom_chacha20_ctr32_fn *const loom_slots_chacha20_ctr32[] = {
    resolve_chacha20_ctr32,
    choose_chacha20_ctr32,
    loom_chacha20_ctr32_portable,
    resolve_chacha20_ctr32,
};
const struct loom_kernel loom_row_chacha20_ctr32 = {
    "chacha20_ctr32", variants_chacha20_ctr32, NULL, &loom_way_chacha20_ctr32,
    NULL, COUNT(variants_chacha20_ctr32), 0, 64,
};

#endif
