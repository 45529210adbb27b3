/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel md5_blocks: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"
#include "hash_each.h"
#include "hmac.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_avx512f_avx512vl)
#define WITH_avx512f_avx512vl(there, otherwise) otherwise
#else
#define WITH_avx512f_avx512vl(there, otherwise) there
#endif

KERNEL(md5_blocks, void, LOOM_DO, (uint32_t state[4], const uint8_t *data, size_t blocks), \
      (state, data, blocks), blocks, 8)
CHOOSER(md5_blocks, void, LOOM_DO, (uint32_t state[4], const uint8_t *data, size_t blocks), \
      (state, data, blocks), blocks, 8)

#if defined(LOOM_ON_AARCH64)
DECLARED(md5_blocks, scalar)
static const struct loom_variant variants_md5_blocks[] = {
    PORTABLE(md5_blocks)
    VARIANT(md5_blocks, scalar, 3, 8, 0, 0, LOOM_CPU_NONE)
};
static const struct loom_preference preferences_md5_blocks[] = {
    PREFER(intel_sapphirerapids, 0, 4, MEASURED, any, NONE)
    PREFER(amd_zen5, 0, 3, MEASURED, any, NONE)
};
loom_md5_blocks_fn *const loom_slots_md5_blocks[] = {
    resolve_md5_blocks,
    choose_md5_blocks,
    loom_md5_blocks_portable,
    LOOM_NAME(md5_blocks_scalar),
    resolve_md5_blocks,
    resolve_md5_blocks,
    resolve_md5_blocks,
    resolve_md5_blocks,
};
const struct loom_kernel loom_row_md5_blocks = {
    "md5_blocks", variants_md5_blocks, preferences_md5_blocks, &loom_way_md5_blocks,
    ASKED(md5_blocks), COUNT(variants_md5_blocks), COUNT(preferences_md5_blocks), 64,
};

#elif defined(LOOM_ON_X86)
DECLARED(md5_blocks, scalar)
static const struct loom_variant variants_md5_blocks[] = {
    PORTABLE(md5_blocks)
    VARIANT(md5_blocks, scalar, 3, 32, 0, 0, LOOM_CPU_NONE)
};
static const struct loom_preference preferences_md5_blocks[] = {
    PREFER(intel_sapphirerapids, 0, 4, MEASURED, any, NONE)
    PREFER(amd_zen5, 0, 3, MEASURED, any, NONE)
};
loom_md5_blocks_fn *const loom_slots_md5_blocks[] = {
    resolve_md5_blocks,
    choose_md5_blocks,
    loom_md5_blocks_portable,
    LOOM_NAME(md5_blocks_scalar),
    resolve_md5_blocks,
    resolve_md5_blocks,
    resolve_md5_blocks,
    resolve_md5_blocks,
};
const struct loom_kernel loom_row_md5_blocks = {
    "md5_blocks", variants_md5_blocks, preferences_md5_blocks, &loom_way_md5_blocks,
    ASKED(md5_blocks), COUNT(variants_md5_blocks), COUNT(preferences_md5_blocks), 64,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(md5_blocks, scalar)
DECLARED(md5_blocks, avx512vl)
static const struct loom_variant variants_md5_blocks[] = {
    PORTABLE(md5_blocks)
    VARIANT(md5_blocks, scalar, 3, 40, 0, 0, LOOM_CPU_NONE)
    WITH_avx512f_avx512vl(VARIANT(md5_blocks, avx512vl, 4, 16, 1, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512VL, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_md5_blocks[] = {
    PREFER(generic, 0, 3, MODEL, any, NONE)
    PREFER(intel_skylake_avx512, 0, 4, MODEL, any, NONE)
    PREFER(intel_icelake, 0, 4, MODEL, any, NONE)
    PREFER(intel_sapphirerapids, 0, 4, MEASURED, any, NONE)
    PREFER(amd_zen5, 0, 3, MEASURED, any, NONE)
};
loom_md5_blocks_fn *const loom_slots_md5_blocks[] = {
    resolve_md5_blocks,
    choose_md5_blocks,
    loom_md5_blocks_portable,
    LOOM_NAME(md5_blocks_scalar),
    WITH_avx512f_avx512vl(LOOM_NAME(md5_blocks_avx512vl), resolve_md5_blocks),
    resolve_md5_blocks,
    resolve_md5_blocks,
    resolve_md5_blocks,
};
const struct loom_kernel loom_row_md5_blocks = {
    "md5_blocks", variants_md5_blocks, preferences_md5_blocks, &loom_way_md5_blocks,
    ASKED(md5_blocks), COUNT(variants_md5_blocks), COUNT(preferences_md5_blocks), 64,
};

#else
static const struct loom_variant variants_md5_blocks[] = {
    PORTABLE(md5_blocks)
};
loom_md5_blocks_fn *const loom_slots_md5_blocks[] = {
    resolve_md5_blocks,
    choose_md5_blocks,
    loom_md5_blocks_portable,
    resolve_md5_blocks,
    resolve_md5_blocks,
    resolve_md5_blocks,
    resolve_md5_blocks,
    resolve_md5_blocks,
};
const struct loom_kernel loom_row_md5_blocks = {
    "md5_blocks", variants_md5_blocks, NULL, &loom_way_md5_blocks,
    ASKED(md5_blocks), COUNT(variants_md5_blocks), 0, 64,
};

#endif

BLOCKS(md5_blocks, uint32_t)
HASH(md5, md5_blocks, uint32_t, 4, 64, 16, 1, 8, 0)
HMAC(md5, md5_blocks, uint32_t, 4, 64, 16, 1, 8, 0)
