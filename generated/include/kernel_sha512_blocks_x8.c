/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel sha512_blocks_x8: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"
#include "lanes_portable.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_avx512f_avx512bw)
#define WITH_avx512f_avx512bw(there, otherwise) otherwise
#else
#define WITH_avx512f_avx512bw(there, otherwise) there
#endif

KERNEL(sha512_blocks_x8, void, LOOM_DO, (uint64_t *const state[8], const uint8_t *const data[8], size_t blocks), \
      (state, data, blocks), blocks, 4)
CHOOSER(sha512_blocks_x8, void, LOOM_DO, (uint64_t *const state[8], const uint8_t *const data[8], size_t blocks), \
      (state, data, blocks), blocks, 4)

#if defined(LOOM_ON_AARCH64)
static const struct loom_variant variants_sha512_blocks_x8[] = {
    PORTABLE(sha512_blocks_x8)
};
loom_sha512_blocks_x8_fn *const loom_slots_sha512_blocks_x8[] = {
    resolve_sha512_blocks_x8,
    choose_sha512_blocks_x8,
    loom_sha512_blocks_x8_portable,
    resolve_sha512_blocks_x8,
};
const struct loom_kernel loom_row_sha512_blocks_x8 = {
    "sha512_blocks_x8", variants_sha512_blocks_x8, NULL, &loom_way_sha512_blocks_x8,
    ASKED(sha512_blocks_x8), COUNT(variants_sha512_blocks_x8), 0, 128,
};

#elif defined(LOOM_ON_X86)
static const struct loom_variant variants_sha512_blocks_x8[] = {
    PORTABLE(sha512_blocks_x8)
};
loom_sha512_blocks_x8_fn *const loom_slots_sha512_blocks_x8[] = {
    resolve_sha512_blocks_x8,
    choose_sha512_blocks_x8,
    loom_sha512_blocks_x8_portable,
    resolve_sha512_blocks_x8,
};
const struct loom_kernel loom_row_sha512_blocks_x8 = {
    "sha512_blocks_x8", variants_sha512_blocks_x8, NULL, &loom_way_sha512_blocks_x8,
    ASKED(sha512_blocks_x8), COUNT(variants_sha512_blocks_x8), 0, 128,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(sha512_blocks_x8, avx512)
static const struct loom_variant variants_sha512_blocks_x8[] = {
    PORTABLE(sha512_blocks_x8)
    WITH_avx512f_avx512bw(VARIANT(sha512_blocks_x8, avx512, 3, 0, 1, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha512_blocks_x8[] = {
    PREFER(generic, 0, 3, MODEL, any, NONE)
};
loom_sha512_blocks_x8_fn *const loom_slots_sha512_blocks_x8[] = {
    resolve_sha512_blocks_x8,
    choose_sha512_blocks_x8,
    loom_sha512_blocks_x8_portable,
    WITH_avx512f_avx512bw(LOOM_NAME(sha512_blocks_x8_avx512), resolve_sha512_blocks_x8),
};
const struct loom_kernel loom_row_sha512_blocks_x8 = {
    "sha512_blocks_x8", variants_sha512_blocks_x8, preferences_sha512_blocks_x8, &loom_way_sha512_blocks_x8,
    ASKED(sha512_blocks_x8), COUNT(variants_sha512_blocks_x8), COUNT(preferences_sha512_blocks_x8), 128,
};

#else
static const struct loom_variant variants_sha512_blocks_x8[] = {
    PORTABLE(sha512_blocks_x8)
};
loom_sha512_blocks_x8_fn *const loom_slots_sha512_blocks_x8[] = {
    resolve_sha512_blocks_x8,
    choose_sha512_blocks_x8,
    loom_sha512_blocks_x8_portable,
    resolve_sha512_blocks_x8,
};
const struct loom_kernel loom_row_sha512_blocks_x8 = {
    "sha512_blocks_x8", variants_sha512_blocks_x8, NULL, &loom_way_sha512_blocks_x8,
    ASKED(sha512_blocks_x8), COUNT(variants_sha512_blocks_x8), 0, 128,
};

#endif

LANES(sha512_blocks_x8, sha512_blocks, 8, (uint64_t *const state[8], const uint8_t *const data[8], size_t blocks), (state[lane], data[lane], blocks))
