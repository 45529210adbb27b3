/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.1.0: the kernel ghash_blocks: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"

KERNEL(ghash_blocks, void, LOOM_DO, (const uint8_t powers[256], uint8_t xi[16], const uint8_t *in, size_t blocks), \
      (powers, xi, in, blocks), blocks, 4)
CHOOSER(ghash_blocks, void, LOOM_DO, (const uint8_t powers[256], uint8_t xi[16], const uint8_t *in, size_t blocks), \
      (powers, xi, in, blocks), blocks, 4)

#if defined(LOOM_ON_AARCH64)
DECLARED(ghash_blocks, scalar)
static const struct loom_variant variants_ghash_blocks[] = {
    PORTABLE(ghash_blocks)
    VARIANT(ghash_blocks, scalar, 3, 224, 0, LOOM_CPU_NONE)
};
loom_ghash_blocks_fn *const loom_slots_ghash_blocks[] = {
    resolve_ghash_blocks,
    choose_ghash_blocks,
    loom_ghash_blocks_portable,
    LOOM_NAME(ghash_blocks_scalar),
};
const struct loom_kernel loom_row_ghash_blocks = {
    "ghash_blocks", variants_ghash_blocks, NULL, &loom_way_ghash_blocks,
    NULL, COUNT(variants_ghash_blocks), 0, 16,
};

#elif defined(LOOM_ON_X86)
DECLARED(ghash_blocks, scalar)
static const struct loom_variant variants_ghash_blocks[] = {
    PORTABLE(ghash_blocks)
    VARIANT(ghash_blocks, scalar, 3, 312, 0, LOOM_CPU_NONE)
};
loom_ghash_blocks_fn *const loom_slots_ghash_blocks[] = {
    resolve_ghash_blocks,
    choose_ghash_blocks,
    loom_ghash_blocks_portable,
    LOOM_NAME(ghash_blocks_scalar),
};
const struct loom_kernel loom_row_ghash_blocks = {
    "ghash_blocks", variants_ghash_blocks, NULL, &loom_way_ghash_blocks,
    NULL, COUNT(variants_ghash_blocks), 0, 16,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(ghash_blocks, scalar)
static const struct loom_variant variants_ghash_blocks[] = {
    PORTABLE(ghash_blocks)
    VARIANT(ghash_blocks, scalar, 3, 264, 0, LOOM_CPU_NONE)
};
loom_ghash_blocks_fn *const loom_slots_ghash_blocks[] = {
    resolve_ghash_blocks,
    choose_ghash_blocks,
    loom_ghash_blocks_portable,
    LOOM_NAME(ghash_blocks_scalar),
};
const struct loom_kernel loom_row_ghash_blocks = {
    "ghash_blocks", variants_ghash_blocks, NULL, &loom_way_ghash_blocks,
    NULL, COUNT(variants_ghash_blocks), 0, 16,
};

#else
static const struct loom_variant variants_ghash_blocks[] = {
    PORTABLE(ghash_blocks)
};
loom_ghash_blocks_fn *const loom_slots_ghash_blocks[] = {
    resolve_ghash_blocks,
    choose_ghash_blocks,
    loom_ghash_blocks_portable,
    resolve_ghash_blocks,
};
const struct loom_kernel loom_row_ghash_blocks = {
    "ghash_blocks", variants_ghash_blocks, NULL, &loom_way_ghash_blocks,
    NULL, COUNT(variants_ghash_blocks), 0, 16,
};

#endif
