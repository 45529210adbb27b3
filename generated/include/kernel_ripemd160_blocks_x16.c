/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel ripemd160_blocks_x16: its variants, its preferences, and the C over it. Generated from the
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

KERNEL(ripemd160_blocks_x16, void, LOOM_DO, (uint32_t *const state[16], const uint8_t *const data[16], size_t blocks), \
      (state, data, blocks), blocks, 4)
CHOOSER(ripemd160_blocks_x16, void, LOOM_DO, (uint32_t *const state[16], const uint8_t *const data[16], size_t blocks), \
      (state, data, blocks), blocks, 4)

#if defined(LOOM_ON_AARCH64)
static const struct loom_variant variants_ripemd160_blocks_x16[] = {
    PORTABLE(ripemd160_blocks_x16)
};
loom_ripemd160_blocks_x16_fn *const loom_slots_ripemd160_blocks_x16[] = {
    resolve_ripemd160_blocks_x16,
    choose_ripemd160_blocks_x16,
    loom_ripemd160_blocks_x16_portable,
    resolve_ripemd160_blocks_x16,
};
const struct loom_kernel loom_row_ripemd160_blocks_x16 = {
    "ripemd160_blocks_x16", variants_ripemd160_blocks_x16, NULL, &loom_way_ripemd160_blocks_x16,
    ASKED(ripemd160_blocks_x16), COUNT(variants_ripemd160_blocks_x16), 0, 64,
};

#elif defined(LOOM_ON_X86)
static const struct loom_variant variants_ripemd160_blocks_x16[] = {
    PORTABLE(ripemd160_blocks_x16)
};
loom_ripemd160_blocks_x16_fn *const loom_slots_ripemd160_blocks_x16[] = {
    resolve_ripemd160_blocks_x16,
    choose_ripemd160_blocks_x16,
    loom_ripemd160_blocks_x16_portable,
    resolve_ripemd160_blocks_x16,
};
const struct loom_kernel loom_row_ripemd160_blocks_x16 = {
    "ripemd160_blocks_x16", variants_ripemd160_blocks_x16, NULL, &loom_way_ripemd160_blocks_x16,
    ASKED(ripemd160_blocks_x16), COUNT(variants_ripemd160_blocks_x16), 0, 64,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(ripemd160_blocks_x16, avx512)
static const struct loom_variant variants_ripemd160_blocks_x16[] = {
    PORTABLE(ripemd160_blocks_x16)
    WITH_avx512f_avx512bw(VARIANT(ripemd160_blocks_x16, avx512, 3, 0, 1, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_ripemd160_blocks_x16[] = {
    PREFER(generic, 0, 3, MODEL, any, NONE)
};
loom_ripemd160_blocks_x16_fn *const loom_slots_ripemd160_blocks_x16[] = {
    resolve_ripemd160_blocks_x16,
    choose_ripemd160_blocks_x16,
    loom_ripemd160_blocks_x16_portable,
    WITH_avx512f_avx512bw(LOOM_NAME(ripemd160_blocks_x16_avx512), resolve_ripemd160_blocks_x16),
};
const struct loom_kernel loom_row_ripemd160_blocks_x16 = {
    "ripemd160_blocks_x16", variants_ripemd160_blocks_x16, preferences_ripemd160_blocks_x16, &loom_way_ripemd160_blocks_x16,
    ASKED(ripemd160_blocks_x16), COUNT(variants_ripemd160_blocks_x16), COUNT(preferences_ripemd160_blocks_x16), 64,
};

#else
static const struct loom_variant variants_ripemd160_blocks_x16[] = {
    PORTABLE(ripemd160_blocks_x16)
};
loom_ripemd160_blocks_x16_fn *const loom_slots_ripemd160_blocks_x16[] = {
    resolve_ripemd160_blocks_x16,
    choose_ripemd160_blocks_x16,
    loom_ripemd160_blocks_x16_portable,
    resolve_ripemd160_blocks_x16,
};
const struct loom_kernel loom_row_ripemd160_blocks_x16 = {
    "ripemd160_blocks_x16", variants_ripemd160_blocks_x16, NULL, &loom_way_ripemd160_blocks_x16,
    ASKED(ripemd160_blocks_x16), COUNT(variants_ripemd160_blocks_x16), 0, 64,
};

#endif

LANES(ripemd160_blocks_x16, ripemd160_blocks, 16, (uint32_t *const state[16], const uint8_t *const data[16], size_t blocks), (state[lane], data[lane], blocks))
