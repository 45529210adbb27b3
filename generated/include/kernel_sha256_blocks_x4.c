/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel sha256_blocks_x4: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"
#include "lanes_portable.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_neon)
#define WITH_neon(there, otherwise) otherwise
#else
#define WITH_neon(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_ssse3)
#define WITH_ssse3(there, otherwise) otherwise
#else
#define WITH_ssse3(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_ssse3_sha)
#define WITH_ssse3_sha(there, otherwise) otherwise
#else
#define WITH_ssse3_sha(there, otherwise) there
#endif

KERNEL(sha256_blocks_x4, void, LOOM_DO, (uint32_t *const state[4], const uint8_t *const data[4], size_t blocks), \
      (state, data, blocks), blocks, 8)
CHOOSER(sha256_blocks_x4, void, LOOM_DO, (uint32_t *const state[4], const uint8_t *const data[4], size_t blocks), \
      (state, data, blocks), blocks, 8)

#if defined(LOOM_ON_AARCH64)
DECLARED(sha256_blocks_x4, neon)
static const struct loom_variant variants_sha256_blocks_x4[] = {
    PORTABLE(sha256_blocks_x4)
    WITH_neon(VARIANT(sha256_blocks_x4, neon, 3, 0, 0, 0, LOOM_CPU_NEON, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha256_blocks_x4[] = {
    PREFER(generic, 0, 3, MODEL, any, NONE)
    PREFER(generic, 0, 2, MODEL, any, SHA256)
};
loom_sha256_blocks_x4_fn *const loom_slots_sha256_blocks_x4[] = {
    resolve_sha256_blocks_x4,
    choose_sha256_blocks_x4,
    loom_sha256_blocks_x4_portable,
    WITH_neon(LOOM_NAME(sha256_blocks_x4_neon), resolve_sha256_blocks_x4),
    resolve_sha256_blocks_x4,
    resolve_sha256_blocks_x4,
    resolve_sha256_blocks_x4,
    resolve_sha256_blocks_x4,
};
const struct loom_kernel loom_row_sha256_blocks_x4 = {
    "sha256_blocks_x4", variants_sha256_blocks_x4, preferences_sha256_blocks_x4, &loom_way_sha256_blocks_x4,
    ASKED(sha256_blocks_x4), COUNT(variants_sha256_blocks_x4), COUNT(preferences_sha256_blocks_x4), 64,
};

#elif defined(LOOM_ON_X86)
DECLARED(sha256_blocks_x4, ssse3)
static const struct loom_variant variants_sha256_blocks_x4[] = {
    PORTABLE(sha256_blocks_x4)
    WITH_ssse3(VARIANT(sha256_blocks_x4, ssse3, 4, 0, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha256_blocks_x4[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(generic, 0, 2, MODEL, any, SHA)
    PREFER(amd_zen3, 0, 4, MEASURED, any, NONE)
    PREFER(amd_zen3, 0, 2, MEASURED, any, SHA)
};
loom_sha256_blocks_x4_fn *const loom_slots_sha256_blocks_x4[] = {
    resolve_sha256_blocks_x4,
    choose_sha256_blocks_x4,
    loom_sha256_blocks_x4_portable,
    resolve_sha256_blocks_x4,
    WITH_ssse3(LOOM_NAME(sha256_blocks_x4_ssse3), resolve_sha256_blocks_x4),
    resolve_sha256_blocks_x4,
    resolve_sha256_blocks_x4,
    resolve_sha256_blocks_x4,
};
const struct loom_kernel loom_row_sha256_blocks_x4 = {
    "sha256_blocks_x4", variants_sha256_blocks_x4, preferences_sha256_blocks_x4, &loom_way_sha256_blocks_x4,
    ASKED(sha256_blocks_x4), COUNT(variants_sha256_blocks_x4), COUNT(preferences_sha256_blocks_x4), 64,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(sha256_blocks_x4, ssse3)
DECLARED(sha256_blocks_x4, shani)
static const struct loom_variant variants_sha256_blocks_x4[] = {
    PORTABLE(sha256_blocks_x4)
    WITH_ssse3(VARIANT(sha256_blocks_x4, ssse3, 4, 0, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_ssse3_sha(VARIANT(sha256_blocks_x4, shani, 5, 0, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_SHA, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha256_blocks_x4[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(generic, 0, 2, MODEL, any, SHA)
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(intel_generic, 0, 4, MODEL, any, NONE)
    PREFER(intel_generic, 0, 2, MODEL, any, SHA)
    PREFER(intel_sapphirerapids, 0, 5, MEASURED, any, NONE)
    PREFER(intel_arrowlake, 0, 5, MODEL, any, NONE)
    PREFER(intel_pantherlake, 0, 5, MODEL, any, NONE)
    PREFER(intel_atom, 0, 5, MODEL, any, NONE)
};
loom_sha256_blocks_x4_fn *const loom_slots_sha256_blocks_x4[] = {
    resolve_sha256_blocks_x4,
    choose_sha256_blocks_x4,
    loom_sha256_blocks_x4_portable,
    resolve_sha256_blocks_x4,
    WITH_ssse3(LOOM_NAME(sha256_blocks_x4_ssse3), resolve_sha256_blocks_x4),
    WITH_ssse3_sha(LOOM_NAME(sha256_blocks_x4_shani), resolve_sha256_blocks_x4),
    resolve_sha256_blocks_x4,
    resolve_sha256_blocks_x4,
};
const struct loom_kernel loom_row_sha256_blocks_x4 = {
    "sha256_blocks_x4", variants_sha256_blocks_x4, preferences_sha256_blocks_x4, &loom_way_sha256_blocks_x4,
    ASKED(sha256_blocks_x4), COUNT(variants_sha256_blocks_x4), COUNT(preferences_sha256_blocks_x4), 64,
};

#else
static const struct loom_variant variants_sha256_blocks_x4[] = {
    PORTABLE(sha256_blocks_x4)
};
loom_sha256_blocks_x4_fn *const loom_slots_sha256_blocks_x4[] = {
    resolve_sha256_blocks_x4,
    choose_sha256_blocks_x4,
    loom_sha256_blocks_x4_portable,
    resolve_sha256_blocks_x4,
    resolve_sha256_blocks_x4,
    resolve_sha256_blocks_x4,
    resolve_sha256_blocks_x4,
    resolve_sha256_blocks_x4,
};
const struct loom_kernel loom_row_sha256_blocks_x4 = {
    "sha256_blocks_x4", variants_sha256_blocks_x4, NULL, &loom_way_sha256_blocks_x4,
    ASKED(sha256_blocks_x4), COUNT(variants_sha256_blocks_x4), 0, 64,
};

#endif

LANES(sha256_blocks_x4, sha256_blocks, 4, (uint32_t *const state[4], const uint8_t *const data[4], size_t blocks), (state[lane], data[lane], blocks))
