/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel sha512_blocks_x4: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"
#include "lanes_portable.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_avx2)
#define WITH_avx2(there, otherwise) otherwise
#else
#define WITH_avx2(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx512bw_avx512vl)
#define WITH_avx512bw_avx512vl(there, otherwise) otherwise
#else
#define WITH_avx512bw_avx512vl(there, otherwise) there
#endif

KERNEL(sha512_blocks_x4, void, LOOM_DO, (uint64_t *const state[4], const uint8_t *const data[4], size_t blocks), \
      (state, data, blocks), blocks, 8)
CHOOSER(sha512_blocks_x4, void, LOOM_DO, (uint64_t *const state[4], const uint8_t *const data[4], size_t blocks), \
      (state, data, blocks), blocks, 8)

#if defined(LOOM_ON_AARCH64)
static const struct loom_variant variants_sha512_blocks_x4[] = {
    PORTABLE(sha512_blocks_x4)
};
loom_sha512_blocks_x4_fn *const loom_slots_sha512_blocks_x4[] = {
    resolve_sha512_blocks_x4,
    choose_sha512_blocks_x4,
    loom_sha512_blocks_x4_portable,
    resolve_sha512_blocks_x4,
    resolve_sha512_blocks_x4,
    resolve_sha512_blocks_x4,
    resolve_sha512_blocks_x4,
    resolve_sha512_blocks_x4,
};
const struct loom_kernel loom_row_sha512_blocks_x4 = {
    "sha512_blocks_x4", variants_sha512_blocks_x4, NULL, &loom_way_sha512_blocks_x4,
    ASKED(sha512_blocks_x4), COUNT(variants_sha512_blocks_x4), 0, 128,
};

#elif defined(LOOM_ON_X86)
static const struct loom_variant variants_sha512_blocks_x4[] = {
    PORTABLE(sha512_blocks_x4)
};
loom_sha512_blocks_x4_fn *const loom_slots_sha512_blocks_x4[] = {
    resolve_sha512_blocks_x4,
    choose_sha512_blocks_x4,
    loom_sha512_blocks_x4_portable,
    resolve_sha512_blocks_x4,
    resolve_sha512_blocks_x4,
    resolve_sha512_blocks_x4,
    resolve_sha512_blocks_x4,
    resolve_sha512_blocks_x4,
};
const struct loom_kernel loom_row_sha512_blocks_x4 = {
    "sha512_blocks_x4", variants_sha512_blocks_x4, NULL, &loom_way_sha512_blocks_x4,
    ASKED(sha512_blocks_x4), COUNT(variants_sha512_blocks_x4), 0, 128,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(sha512_blocks_x4, avx2)
DECLARED(sha512_blocks_x4, avx512vl)
static const struct loom_variant variants_sha512_blocks_x4[] = {
    PORTABLE(sha512_blocks_x4)
    WITH_avx2(VARIANT(sha512_blocks_x4, avx2, 3, 0, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
    WITH_avx512bw_avx512vl(VARIANT(sha512_blocks_x4, avx512vl, 4, 0, 1, 0, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha512_blocks_x4[] = {
    PREFER(generic, 0, 3, MODEL, any, NONE)
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(intel_sapphirerapids, 0, 4, MEASURED, any, NONE)
    PREFER(intel_atom, 0, 2, MODEL, any, NONE)
    PREFER(amd_zen1, 0, 2, MODEL, any, NONE)
};
loom_sha512_blocks_x4_fn *const loom_slots_sha512_blocks_x4[] = {
    resolve_sha512_blocks_x4,
    choose_sha512_blocks_x4,
    loom_sha512_blocks_x4_portable,
    WITH_avx2(LOOM_NAME(sha512_blocks_x4_avx2), resolve_sha512_blocks_x4),
    WITH_avx512bw_avx512vl(LOOM_NAME(sha512_blocks_x4_avx512vl), resolve_sha512_blocks_x4),
    resolve_sha512_blocks_x4,
    resolve_sha512_blocks_x4,
    resolve_sha512_blocks_x4,
};
const struct loom_kernel loom_row_sha512_blocks_x4 = {
    "sha512_blocks_x4", variants_sha512_blocks_x4, preferences_sha512_blocks_x4, &loom_way_sha512_blocks_x4,
    ASKED(sha512_blocks_x4), COUNT(variants_sha512_blocks_x4), COUNT(preferences_sha512_blocks_x4), 128,
};

#else
static const struct loom_variant variants_sha512_blocks_x4[] = {
    PORTABLE(sha512_blocks_x4)
};
loom_sha512_blocks_x4_fn *const loom_slots_sha512_blocks_x4[] = {
    resolve_sha512_blocks_x4,
    choose_sha512_blocks_x4,
    loom_sha512_blocks_x4_portable,
    resolve_sha512_blocks_x4,
    resolve_sha512_blocks_x4,
    resolve_sha512_blocks_x4,
    resolve_sha512_blocks_x4,
    resolve_sha512_blocks_x4,
};
const struct loom_kernel loom_row_sha512_blocks_x4 = {
    "sha512_blocks_x4", variants_sha512_blocks_x4, NULL, &loom_way_sha512_blocks_x4,
    ASKED(sha512_blocks_x4), COUNT(variants_sha512_blocks_x4), 0, 128,
};

#endif

LANES(sha512_blocks_x4, sha512_blocks, 4, (uint64_t *const state[4], const uint8_t *const data[4], size_t blocks), (state[lane], data[lane], blocks))
