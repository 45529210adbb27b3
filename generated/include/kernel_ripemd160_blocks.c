/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel ripemd160_blocks: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"
#include "hash_each.h"
#include "hmac.h"

KERNEL(ripemd160_blocks, void, LOOM_DO, (uint32_t state[5], const uint8_t *data, size_t blocks), \
      (state, data, blocks), blocks, 4)
CHOOSER(ripemd160_blocks, void, LOOM_DO, (uint32_t state[5], const uint8_t *data, size_t blocks), \
      (state, data, blocks), blocks, 4)

#if defined(LOOM_ON_AARCH64)
DECLARED(ripemd160_blocks, scalar)
static const struct loom_variant variants_ripemd160_blocks[] = {
    PORTABLE(ripemd160_blocks)
    VARIANT(ripemd160_blocks, scalar, 3, 64, 0, 0, LOOM_CPU_NONE)
};
loom_ripemd160_blocks_fn *const loom_slots_ripemd160_blocks[] = {
    resolve_ripemd160_blocks,
    choose_ripemd160_blocks,
    loom_ripemd160_blocks_portable,
    LOOM_NAME(ripemd160_blocks_scalar),
};
const struct loom_kernel loom_row_ripemd160_blocks = {
    "ripemd160_blocks", variants_ripemd160_blocks, NULL, &loom_way_ripemd160_blocks,
    ASKED(ripemd160_blocks), COUNT(variants_ripemd160_blocks), 0, 64,
};

#elif defined(LOOM_ON_X86)
DECLARED(ripemd160_blocks, scalar)
static const struct loom_variant variants_ripemd160_blocks[] = {
    PORTABLE(ripemd160_blocks)
    VARIANT(ripemd160_blocks, scalar, 3, 64, 0, 0, LOOM_CPU_NONE)
};
loom_ripemd160_blocks_fn *const loom_slots_ripemd160_blocks[] = {
    resolve_ripemd160_blocks,
    choose_ripemd160_blocks,
    loom_ripemd160_blocks_portable,
    LOOM_NAME(ripemd160_blocks_scalar),
};
const struct loom_kernel loom_row_ripemd160_blocks = {
    "ripemd160_blocks", variants_ripemd160_blocks, NULL, &loom_way_ripemd160_blocks,
    ASKED(ripemd160_blocks), COUNT(variants_ripemd160_blocks), 0, 64,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(ripemd160_blocks, scalar)
static const struct loom_variant variants_ripemd160_blocks[] = {
    PORTABLE(ripemd160_blocks)
    VARIANT(ripemd160_blocks, scalar, 3, 88, 0, 0, LOOM_CPU_NONE)
};
loom_ripemd160_blocks_fn *const loom_slots_ripemd160_blocks[] = {
    resolve_ripemd160_blocks,
    choose_ripemd160_blocks,
    loom_ripemd160_blocks_portable,
    LOOM_NAME(ripemd160_blocks_scalar),
};
const struct loom_kernel loom_row_ripemd160_blocks = {
    "ripemd160_blocks", variants_ripemd160_blocks, NULL, &loom_way_ripemd160_blocks,
    ASKED(ripemd160_blocks), COUNT(variants_ripemd160_blocks), 0, 64,
};

#else
static const struct loom_variant variants_ripemd160_blocks[] = {
    PORTABLE(ripemd160_blocks)
};
loom_ripemd160_blocks_fn *const loom_slots_ripemd160_blocks[] = {
    resolve_ripemd160_blocks,
    choose_ripemd160_blocks,
    loom_ripemd160_blocks_portable,
    resolve_ripemd160_blocks,
};
const struct loom_kernel loom_row_ripemd160_blocks = {
    "ripemd160_blocks", variants_ripemd160_blocks, NULL, &loom_way_ripemd160_blocks,
    ASKED(ripemd160_blocks), COUNT(variants_ripemd160_blocks), 0, 64,
};

#endif

BLOCKS(ripemd160_blocks, uint32_t)
HASH(ripemd160, ripemd160_blocks, uint32_t, 5, 64, 20, 1, 8, 0)
HMAC(ripemd160, ripemd160_blocks, uint32_t, 5, 64, 20, 1, 8, 0)
