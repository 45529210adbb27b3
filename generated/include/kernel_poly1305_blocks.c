/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel poly1305_blocks: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_avx2)
#define WITH_avx2(there, otherwise) otherwise
#else
#define WITH_avx2(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx512ifma)
#define WITH_avx512ifma(there, otherwise) otherwise
#else
#define WITH_avx512ifma(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_neon)
#define WITH_neon(there, otherwise) otherwise
#else
#define WITH_neon(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_sse2)
#define WITH_sse2(there, otherwise) otherwise
#else
#define WITH_sse2(there, otherwise) there
#endif

KERNEL(poly1305_blocks, void, LOOM_DO, (const uint8_t key[16], uint8_t h[24], const uint8_t *in, size_t blocks, size_t pad), \
      (key, h, in, blocks, pad), blocks, 8)
CHOOSER(poly1305_blocks, void, LOOM_DO, (const uint8_t key[16], uint8_t h[24], const uint8_t *in, size_t blocks, size_t pad), \
      (key, h, in, blocks, pad), blocks, 8)

#if defined(LOOM_ON_AARCH64)
DECLARED(poly1305_blocks, scalar)
DECLARED(poly1305_blocks, neon)
static const struct loom_variant variants_poly1305_blocks[] = {
    PORTABLE(poly1305_blocks)
    VARIANT(poly1305_blocks, scalar, 3, 8, 0, 0, LOOM_CPU_NONE)
    WITH_neon(VARIANT(poly1305_blocks, neon, 5, 528, 0, 0, LOOM_CPU_NEON, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_poly1305_blocks[] = {
    PREFER(generic, 0, 3, MODEL, any, NONE)
    PREFER(generic, 1024, 5, MODEL, any, NONE)
    PREFER(arm_cortex_a53, 0, 3, MODEL, any, NONE)
    PREFER(arm_cortex_a53, 2048, 5, MODEL, any, NONE)
    PREFER(arm_cortex_a55, 0, 3, MODEL, any, NONE)
    PREFER(arm_cortex_a55, 2048, 5, MODEL, any, NONE)
    PREFER(arm_cortex_a72, 0, 3, MODEL, any, NONE)
    PREFER(arm_cortex_a72, 512, 5, MODEL, any, NONE)
    PREFER(arm_cortex_a76, 0, 3, MODEL, any, NONE)
    PREFER(arm_cortex_a76, 2048, 5, MODEL, any, NONE)
    PREFER(arm_neoverse_n2, 0, 3, MODEL, any, NONE)
    PREFER(arm_neoverse_n2, 1024, 5, MODEL, any, NONE)
    PREFER(arm_neoverse_v1, 0, 3, MODEL, any, NONE)
    PREFER(arm_neoverse_v1, 512, 5, MODEL, any, NONE)
    PREFER(arm_neoverse_v2, 0, 3, MODEL, any, NONE)
    PREFER(arm_neoverse_v2, 512, 5, MODEL, any, NONE)
    PREFER(apple_m1, 0, 3, MODEL, any, NONE)
    PREFER(apple_m1, 512, 5, MODEL, any, NONE)
};
loom_poly1305_blocks_fn *const loom_slots_poly1305_blocks[] = {
    resolve_poly1305_blocks,
    choose_poly1305_blocks,
    loom_poly1305_blocks_portable,
    LOOM_NAME(poly1305_blocks_scalar),
    resolve_poly1305_blocks,
    WITH_neon(LOOM_NAME(poly1305_blocks_neon), resolve_poly1305_blocks),
    resolve_poly1305_blocks,
    resolve_poly1305_blocks,
};
const struct loom_kernel loom_row_poly1305_blocks = {
    "poly1305_blocks", variants_poly1305_blocks, preferences_poly1305_blocks, &loom_way_poly1305_blocks,
    NULL, COUNT(variants_poly1305_blocks), COUNT(preferences_poly1305_blocks), 16,
};

#elif defined(LOOM_ON_X86)
DECLARED(poly1305_blocks, scalar)
DECLARED(poly1305_blocks, sse2)
DECLARED(poly1305_blocks, avx2)
static const struct loom_variant variants_poly1305_blocks[] = {
    PORTABLE(poly1305_blocks)
    VARIANT(poly1305_blocks, scalar, 3, 92, 0, 0, LOOM_CPU_NONE)
    WITH_sse2(VARIANT(poly1305_blocks, sse2, 4, 820, 0, 0, LOOM_CPU_SSE2, LOOM_CPU_NONE), )
    WITH_avx2(VARIANT(poly1305_blocks, avx2, 6, 1420, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_poly1305_blocks[] = {
    PREFER(generic, 0, 3, MEASURED, any, NONE)
    PREFER(generic, 192, 4, MEASURED, any, NONE)
    PREFER(generic, 256, 6, MEASURED, any, NONE)
};
loom_poly1305_blocks_fn *const loom_slots_poly1305_blocks[] = {
    resolve_poly1305_blocks,
    choose_poly1305_blocks,
    loom_poly1305_blocks_portable,
    LOOM_NAME(poly1305_blocks_scalar),
    WITH_sse2(LOOM_NAME(poly1305_blocks_sse2), resolve_poly1305_blocks),
    resolve_poly1305_blocks,
    WITH_avx2(LOOM_NAME(poly1305_blocks_avx2), resolve_poly1305_blocks),
    resolve_poly1305_blocks,
};
const struct loom_kernel loom_row_poly1305_blocks = {
    "poly1305_blocks", variants_poly1305_blocks, preferences_poly1305_blocks, &loom_way_poly1305_blocks,
    NULL, COUNT(variants_poly1305_blocks), COUNT(preferences_poly1305_blocks), 16,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(poly1305_blocks, scalar)
DECLARED(poly1305_blocks, sse2)
DECLARED(poly1305_blocks, avx2)
DECLARED(poly1305_blocks, avx512ifma)
static const struct loom_variant variants_poly1305_blocks[] = {
    PORTABLE(poly1305_blocks)
    VARIANT(poly1305_blocks, scalar, 3, 64, 0, 0, LOOM_CPU_NONE)
    WITH_sse2(VARIANT(poly1305_blocks, sse2, 4, 680, 0, 0, LOOM_CPU_SSE2, LOOM_CPU_NONE), )
    WITH_avx2(VARIANT(poly1305_blocks, avx2, 6, 1064, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
    WITH_avx512ifma(VARIANT(poly1305_blocks, avx512ifma, 7, 328, 1, 0, LOOM_CPU_AVX512IFMA, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_poly1305_blocks[] = {
    PREFER(generic, 0, 3, MEASURED, any, NONE)
    PREFER(generic, 256, 6, MEASURED, any, NONE)
    PREFER(generic, 512, 4, MEASURED, any, NONE)
    PREFER(generic, 512, 6, MEASURED, any, NONE)
    PREFER(intel_icelake, 0, 3, MODEL, any, NONE)
    PREFER(intel_icelake, 256, 6, MODEL, any, NONE)
    PREFER(intel_icelake, 512, 7, MODEL, any, NONE)
    PREFER(intel_sapphirerapids, 0, 3, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 256, 6, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 512, 7, MEASURED, any, NONE)
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
    PREFER(amd_zen4, 256, 7, MEASURED, any, NONE)
    PREFER(amd_zen5, 0, 3, MODEL, any, NONE)
    PREFER(amd_zen5, 256, 6, MODEL, any, NONE)
    PREFER(amd_zen5, 512, 7, MODEL, any, NONE)
};
loom_poly1305_blocks_fn *const loom_slots_poly1305_blocks[] = {
    resolve_poly1305_blocks,
    choose_poly1305_blocks,
    loom_poly1305_blocks_portable,
    LOOM_NAME(poly1305_blocks_scalar),
    WITH_sse2(LOOM_NAME(poly1305_blocks_sse2), resolve_poly1305_blocks),
    resolve_poly1305_blocks,
    WITH_avx2(LOOM_NAME(poly1305_blocks_avx2), resolve_poly1305_blocks),
    WITH_avx512ifma(LOOM_NAME(poly1305_blocks_avx512ifma), resolve_poly1305_blocks),
};
const struct loom_kernel loom_row_poly1305_blocks = {
    "poly1305_blocks", variants_poly1305_blocks, preferences_poly1305_blocks, &loom_way_poly1305_blocks,
    NULL, COUNT(variants_poly1305_blocks), COUNT(preferences_poly1305_blocks), 16,
};

#else
static const struct loom_variant variants_poly1305_blocks[] = {
    PORTABLE(poly1305_blocks)
};
loom_poly1305_blocks_fn *const loom_slots_poly1305_blocks[] = {
    resolve_poly1305_blocks,
    choose_poly1305_blocks,
    loom_poly1305_blocks_portable,
    resolve_poly1305_blocks,
    resolve_poly1305_blocks,
    resolve_poly1305_blocks,
    resolve_poly1305_blocks,
    resolve_poly1305_blocks,
};
const struct loom_kernel loom_row_poly1305_blocks = {
    "poly1305_blocks", variants_poly1305_blocks, NULL, &loom_way_poly1305_blocks,
    NULL, COUNT(variants_poly1305_blocks), 0, 16,
};

#endif
