/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel sha256_blocks_x2: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"
#include "lanes_portable.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_sha256)
#define WITH_sha256(there, otherwise) otherwise
#else
#define WITH_sha256(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_ssse3_sha)
#define WITH_ssse3_sha(there, otherwise) otherwise
#else
#define WITH_ssse3_sha(there, otherwise) there
#endif

KERNEL(sha256_blocks_x2, void, LOOM_DO, (uint32_t *const state[2], const uint8_t *const data[2], size_t blocks), \
      (state, data, blocks), blocks, 8)
CHOOSER(sha256_blocks_x2, void, LOOM_DO, (uint32_t *const state[2], const uint8_t *const data[2], size_t blocks), \
      (state, data, blocks), blocks, 8)

#if defined(LOOM_ON_AARCH64)
DECLARED(sha256_blocks_x2, ce)
static const struct loom_variant variants_sha256_blocks_x2[] = {
    PORTABLE(sha256_blocks_x2)
    WITH_sha256(VARIANT(sha256_blocks_x2, ce, 4, 0, 0, 0, LOOM_CPU_SHA256, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha256_blocks_x2[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
};
loom_sha256_blocks_x2_fn *const loom_slots_sha256_blocks_x2[] = {
    resolve_sha256_blocks_x2,
    choose_sha256_blocks_x2,
    loom_sha256_blocks_x2_portable,
    resolve_sha256_blocks_x2,
    WITH_sha256(LOOM_NAME(sha256_blocks_x2_ce), resolve_sha256_blocks_x2),
    resolve_sha256_blocks_x2,
    resolve_sha256_blocks_x2,
    resolve_sha256_blocks_x2,
};
const struct loom_kernel loom_row_sha256_blocks_x2 = {
    "sha256_blocks_x2", variants_sha256_blocks_x2, preferences_sha256_blocks_x2, &loom_way_sha256_blocks_x2,
    ASKED(sha256_blocks_x2), COUNT(variants_sha256_blocks_x2), COUNT(preferences_sha256_blocks_x2), 64,
};

#elif defined(LOOM_ON_X86)
static const struct loom_variant variants_sha256_blocks_x2[] = {
    PORTABLE(sha256_blocks_x2)
};
loom_sha256_blocks_x2_fn *const loom_slots_sha256_blocks_x2[] = {
    resolve_sha256_blocks_x2,
    choose_sha256_blocks_x2,
    loom_sha256_blocks_x2_portable,
    resolve_sha256_blocks_x2,
    resolve_sha256_blocks_x2,
    resolve_sha256_blocks_x2,
    resolve_sha256_blocks_x2,
    resolve_sha256_blocks_x2,
};
const struct loom_kernel loom_row_sha256_blocks_x2 = {
    "sha256_blocks_x2", variants_sha256_blocks_x2, NULL, &loom_way_sha256_blocks_x2,
    ASKED(sha256_blocks_x2), COUNT(variants_sha256_blocks_x2), 0, 64,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(sha256_blocks_x2, shani)
static const struct loom_variant variants_sha256_blocks_x2[] = {
    PORTABLE(sha256_blocks_x2)
    WITH_ssse3_sha(VARIANT(sha256_blocks_x2, shani, 3, 0, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_SHA, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha256_blocks_x2[] = {
    PREFER(generic, 0, 3, MODEL, any, NONE)
    PREFER(intel_icelake, 0, 2, MODEL, any, NONE)
};
loom_sha256_blocks_x2_fn *const loom_slots_sha256_blocks_x2[] = {
    resolve_sha256_blocks_x2,
    choose_sha256_blocks_x2,
    loom_sha256_blocks_x2_portable,
    WITH_ssse3_sha(LOOM_NAME(sha256_blocks_x2_shani), resolve_sha256_blocks_x2),
    resolve_sha256_blocks_x2,
    resolve_sha256_blocks_x2,
    resolve_sha256_blocks_x2,
    resolve_sha256_blocks_x2,
};
const struct loom_kernel loom_row_sha256_blocks_x2 = {
    "sha256_blocks_x2", variants_sha256_blocks_x2, preferences_sha256_blocks_x2, &loom_way_sha256_blocks_x2,
    ASKED(sha256_blocks_x2), COUNT(variants_sha256_blocks_x2), COUNT(preferences_sha256_blocks_x2), 64,
};

#else
static const struct loom_variant variants_sha256_blocks_x2[] = {
    PORTABLE(sha256_blocks_x2)
};
loom_sha256_blocks_x2_fn *const loom_slots_sha256_blocks_x2[] = {
    resolve_sha256_blocks_x2,
    choose_sha256_blocks_x2,
    loom_sha256_blocks_x2_portable,
    resolve_sha256_blocks_x2,
    resolve_sha256_blocks_x2,
    resolve_sha256_blocks_x2,
    resolve_sha256_blocks_x2,
    resolve_sha256_blocks_x2,
};
const struct loom_kernel loom_row_sha256_blocks_x2 = {
    "sha256_blocks_x2", variants_sha256_blocks_x2, NULL, &loom_way_sha256_blocks_x2,
    ASKED(sha256_blocks_x2), COUNT(variants_sha256_blocks_x2), 0, 64,
};

#endif

LANES(sha256_blocks_x2, sha256_blocks, 2, (uint32_t *const state[2], const uint8_t *const data[2], size_t blocks), (state[lane], data[lane], blocks))
