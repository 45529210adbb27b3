/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel whirlpool_blocks: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"
#include "hash_each.h"
#include "hmac.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_avx2)
#define WITH_avx2(there, otherwise) otherwise
#else
#define WITH_avx2(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx2_gfni)
#define WITH_avx2_gfni(there, otherwise) otherwise
#else
#define WITH_avx2_gfni(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx512bw_avx512vbmi_gfni)
#define WITH_avx512bw_avx512vbmi_gfni(there, otherwise) otherwise
#else
#define WITH_avx512bw_avx512vbmi_gfni(there, otherwise) there
#endif

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

KERNEL(whirlpool_blocks, void, LOOM_DO, (uint64_t state[8], const uint8_t *data, size_t blocks), \
      (state, data, blocks), blocks, 16)
CHOOSER(whirlpool_blocks, void, LOOM_DO, (uint64_t state[8], const uint8_t *data, size_t blocks), \
      (state, data, blocks), blocks, 16)

#if defined(LOOM_ON_AARCH64)
DECLARED(whirlpool_blocks, scalar)
DECLARED(whirlpool_blocks, neon)
static const struct loom_variant variants_whirlpool_blocks[] = {
    PORTABLE(whirlpool_blocks)
    VARIANT(whirlpool_blocks, scalar, 3, 544, 0, 0, LOOM_CPU_NONE)
    WITH_neon(VARIANT(whirlpool_blocks, neon, 8, 400, 0, 0, LOOM_CPU_NEON, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_whirlpool_blocks[] = {
    PREFER(generic, 0, 8, MODEL, any, NONE)
};
loom_whirlpool_blocks_fn *const loom_slots_whirlpool_blocks[] = {
    resolve_whirlpool_blocks,
    choose_whirlpool_blocks,
    loom_whirlpool_blocks_portable,
    LOOM_NAME(whirlpool_blocks_scalar),
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    WITH_neon(LOOM_NAME(whirlpool_blocks_neon), resolve_whirlpool_blocks),
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
};
const struct loom_kernel loom_row_whirlpool_blocks = {
    "whirlpool_blocks", variants_whirlpool_blocks, preferences_whirlpool_blocks, &loom_way_whirlpool_blocks,
    ASKED(whirlpool_blocks), COUNT(variants_whirlpool_blocks), COUNT(preferences_whirlpool_blocks), 64,
};

#elif defined(LOOM_ON_X86)
DECLARED(whirlpool_blocks, ssse3)
DECLARED(whirlpool_blocks, avx2)
DECLARED(whirlpool_blocks, gfni)
static const struct loom_variant variants_whirlpool_blocks[] = {
    PORTABLE(whirlpool_blocks)
    WITH_ssse3(VARIANT(whirlpool_blocks, ssse3, 4, 848, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_avx2(VARIANT(whirlpool_blocks, avx2, 5, 752, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
    WITH_avx2_gfni(VARIANT(whirlpool_blocks, gfni, 6, 560, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_GFNI, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_whirlpool_blocks[] = {
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 0, 6, MODEL, any, NONE)
};
loom_whirlpool_blocks_fn *const loom_slots_whirlpool_blocks[] = {
    resolve_whirlpool_blocks,
    choose_whirlpool_blocks,
    loom_whirlpool_blocks_portable,
    resolve_whirlpool_blocks,
    WITH_ssse3(LOOM_NAME(whirlpool_blocks_ssse3), resolve_whirlpool_blocks),
    WITH_avx2(LOOM_NAME(whirlpool_blocks_avx2), resolve_whirlpool_blocks),
    WITH_avx2_gfni(LOOM_NAME(whirlpool_blocks_gfni), resolve_whirlpool_blocks),
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
};
const struct loom_kernel loom_row_whirlpool_blocks = {
    "whirlpool_blocks", variants_whirlpool_blocks, preferences_whirlpool_blocks, &loom_way_whirlpool_blocks,
    ASKED(whirlpool_blocks), COUNT(variants_whirlpool_blocks), COUNT(preferences_whirlpool_blocks), 64,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(whirlpool_blocks, scalar)
DECLARED(whirlpool_blocks, ssse3)
DECLARED(whirlpool_blocks, avx2)
DECLARED(whirlpool_blocks, gfni)
DECLARED(whirlpool_blocks, avx512)
static const struct loom_variant variants_whirlpool_blocks[] = {
    PORTABLE(whirlpool_blocks)
    VARIANT(whirlpool_blocks, scalar, 3, 696, 0, 0, LOOM_CPU_NONE)
    WITH_ssse3(VARIANT(whirlpool_blocks, ssse3, 4, 504, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_avx2(VARIANT(whirlpool_blocks, avx2, 5, 408, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
    WITH_avx2_gfni(VARIANT(whirlpool_blocks, gfni, 6, 344, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_GFNI, LOOM_CPU_NONE), )
    WITH_avx512bw_avx512vbmi_gfni(VARIANT(whirlpool_blocks, avx512, 7, 16, 1, 0, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VBMI, LOOM_CPU_GFNI, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_whirlpool_blocks[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 0, 6, MODEL, any, NONE)
    PREFER(intel_atom, 0, 4, MODEL, any, NONE)
    PREFER(amd_zen1, 0, 4, MODEL, any, NONE)
    PREFER(amd_zen5, 0, 7, MEASURED, any, NONE)
};
loom_whirlpool_blocks_fn *const loom_slots_whirlpool_blocks[] = {
    resolve_whirlpool_blocks,
    choose_whirlpool_blocks,
    loom_whirlpool_blocks_portable,
    LOOM_NAME(whirlpool_blocks_scalar),
    WITH_ssse3(LOOM_NAME(whirlpool_blocks_ssse3), resolve_whirlpool_blocks),
    WITH_avx2(LOOM_NAME(whirlpool_blocks_avx2), resolve_whirlpool_blocks),
    WITH_avx2_gfni(LOOM_NAME(whirlpool_blocks_gfni), resolve_whirlpool_blocks),
    WITH_avx512bw_avx512vbmi_gfni(LOOM_NAME(whirlpool_blocks_avx512), resolve_whirlpool_blocks),
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
};
const struct loom_kernel loom_row_whirlpool_blocks = {
    "whirlpool_blocks", variants_whirlpool_blocks, preferences_whirlpool_blocks, &loom_way_whirlpool_blocks,
    ASKED(whirlpool_blocks), COUNT(variants_whirlpool_blocks), COUNT(preferences_whirlpool_blocks), 64,
};

#else
static const struct loom_variant variants_whirlpool_blocks[] = {
    PORTABLE(whirlpool_blocks)
};
loom_whirlpool_blocks_fn *const loom_slots_whirlpool_blocks[] = {
    resolve_whirlpool_blocks,
    choose_whirlpool_blocks,
    loom_whirlpool_blocks_portable,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
    resolve_whirlpool_blocks,
};
const struct loom_kernel loom_row_whirlpool_blocks = {
    "whirlpool_blocks", variants_whirlpool_blocks, NULL, &loom_way_whirlpool_blocks,
    ASKED(whirlpool_blocks), COUNT(variants_whirlpool_blocks), 0, 64,
};

#endif

BLOCKS(whirlpool_blocks, uint64_t)
HASH(whirlpool, whirlpool_blocks, uint64_t, 8, 64, 64, 0, 32, LOOM_BEGUN)
HMAC(whirlpool, whirlpool_blocks, uint64_t, 8, 64, 64, 0, 32, LOOM_BEGUN)
