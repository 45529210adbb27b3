/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel sha1_blocks_x2: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"
#include "lanes_portable.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_avx512bw_avx512vl_sha)
#define WITH_avx512bw_avx512vl_sha(there, otherwise) otherwise
#else
#define WITH_avx512bw_avx512vl_sha(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_sha1)
#define WITH_sha1(there, otherwise) otherwise
#else
#define WITH_sha1(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_ssse3_sha)
#define WITH_ssse3_sha(there, otherwise) otherwise
#else
#define WITH_ssse3_sha(there, otherwise) there
#endif

KERNEL(sha1_blocks_x2, void, LOOM_DO, (uint32_t *const state[2], const uint8_t *const data[2], size_t blocks), \
      (state, data, blocks), blocks, 8)
CHOOSER(sha1_blocks_x2, void, LOOM_DO, (uint32_t *const state[2], const uint8_t *const data[2], size_t blocks), \
      (state, data, blocks), blocks, 8)

#if defined(LOOM_ON_AARCH64)
DECLARED(sha1_blocks_x2, ce)
static const struct loom_variant variants_sha1_blocks_x2[] = {
    PORTABLE(sha1_blocks_x2)
    WITH_sha1(VARIANT(sha1_blocks_x2, ce, 5, 0, 0, 0, LOOM_CPU_SHA1, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha1_blocks_x2[] = {
    PREFER(generic, 0, 5, MODEL, any, NONE)
};
loom_sha1_blocks_x2_fn *const loom_slots_sha1_blocks_x2[] = {
    resolve_sha1_blocks_x2,
    choose_sha1_blocks_x2,
    loom_sha1_blocks_x2_portable,
    resolve_sha1_blocks_x2,
    resolve_sha1_blocks_x2,
    WITH_sha1(LOOM_NAME(sha1_blocks_x2_ce), resolve_sha1_blocks_x2),
    resolve_sha1_blocks_x2,
    resolve_sha1_blocks_x2,
};
const struct loom_kernel loom_row_sha1_blocks_x2 = {
    "sha1_blocks_x2", variants_sha1_blocks_x2, preferences_sha1_blocks_x2, &loom_way_sha1_blocks_x2,
    ASKED(sha1_blocks_x2), COUNT(variants_sha1_blocks_x2), COUNT(preferences_sha1_blocks_x2), 64,
};

#elif defined(LOOM_ON_X86)
static const struct loom_variant variants_sha1_blocks_x2[] = {
    PORTABLE(sha1_blocks_x2)
};
loom_sha1_blocks_x2_fn *const loom_slots_sha1_blocks_x2[] = {
    resolve_sha1_blocks_x2,
    choose_sha1_blocks_x2,
    loom_sha1_blocks_x2_portable,
    resolve_sha1_blocks_x2,
    resolve_sha1_blocks_x2,
    resolve_sha1_blocks_x2,
    resolve_sha1_blocks_x2,
    resolve_sha1_blocks_x2,
};
const struct loom_kernel loom_row_sha1_blocks_x2 = {
    "sha1_blocks_x2", variants_sha1_blocks_x2, NULL, &loom_way_sha1_blocks_x2,
    ASKED(sha1_blocks_x2), COUNT(variants_sha1_blocks_x2), 0, 64,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(sha1_blocks_x2, shani_avx512vl)
DECLARED(sha1_blocks_x2, shani)
static const struct loom_variant variants_sha1_blocks_x2[] = {
    PORTABLE(sha1_blocks_x2)
    WITH_avx512bw_avx512vl_sha(VARIANT(sha1_blocks_x2, shani_avx512vl, 3, 0, 1, 0, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_SHA, LOOM_CPU_NONE), )
    WITH_ssse3_sha(VARIANT(sha1_blocks_x2, shani, 4, 0, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_SHA, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha1_blocks_x2[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(intel_generic, 0, 3, MODEL, any, NONE)
    PREFER(intel_sapphirerapids, 0, 3, MEASURED, any, NONE)
    PREFER(intel_atom, 0, 4, MODEL, any, NONE)
    PREFER(amd_zen5, 0, 3, MODEL, any, NONE)
};
loom_sha1_blocks_x2_fn *const loom_slots_sha1_blocks_x2[] = {
    resolve_sha1_blocks_x2,
    choose_sha1_blocks_x2,
    loom_sha1_blocks_x2_portable,
    WITH_avx512bw_avx512vl_sha(LOOM_NAME(sha1_blocks_x2_shani_avx512vl), resolve_sha1_blocks_x2),
    WITH_ssse3_sha(LOOM_NAME(sha1_blocks_x2_shani), resolve_sha1_blocks_x2),
    resolve_sha1_blocks_x2,
    resolve_sha1_blocks_x2,
    resolve_sha1_blocks_x2,
};
const struct loom_kernel loom_row_sha1_blocks_x2 = {
    "sha1_blocks_x2", variants_sha1_blocks_x2, preferences_sha1_blocks_x2, &loom_way_sha1_blocks_x2,
    ASKED(sha1_blocks_x2), COUNT(variants_sha1_blocks_x2), COUNT(preferences_sha1_blocks_x2), 64,
};

#else
static const struct loom_variant variants_sha1_blocks_x2[] = {
    PORTABLE(sha1_blocks_x2)
};
loom_sha1_blocks_x2_fn *const loom_slots_sha1_blocks_x2[] = {
    resolve_sha1_blocks_x2,
    choose_sha1_blocks_x2,
    loom_sha1_blocks_x2_portable,
    resolve_sha1_blocks_x2,
    resolve_sha1_blocks_x2,
    resolve_sha1_blocks_x2,
    resolve_sha1_blocks_x2,
    resolve_sha1_blocks_x2,
};
const struct loom_kernel loom_row_sha1_blocks_x2 = {
    "sha1_blocks_x2", variants_sha1_blocks_x2, NULL, &loom_way_sha1_blocks_x2,
    ASKED(sha1_blocks_x2), COUNT(variants_sha1_blocks_x2), 0, 64,
};

#endif

LANES(sha1_blocks_x2, sha1_blocks, 2, (uint32_t *const state[2], const uint8_t *const data[2], size_t blocks), (state[lane], data[lane], blocks))
