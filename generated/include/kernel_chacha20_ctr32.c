/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel chacha20_ctr32: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_avx2)
#define WITH_avx2(there, otherwise) otherwise
#else
#define WITH_avx2(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx512f_avx512bw_avx512vl)
#define WITH_avx512f_avx512bw_avx512vl(there, otherwise) otherwise
#else
#define WITH_avx512f_avx512bw_avx512vl(there, otherwise) there
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

#if defined(LOOM_WITHOUT_ssse3)
#define WITH_ssse3(there, otherwise) otherwise
#else
#define WITH_ssse3(there, otherwise) there
#endif

KERNEL(chacha20_ctr32, void, LOOM_DO, (const uint8_t key[32], uint8_t counter[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (key, counter, in, out, blocks), blocks, 16)
CHOOSER(chacha20_ctr32, void, LOOM_DO, (const uint8_t key[32], uint8_t counter[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (key, counter, in, out, blocks), blocks, 16)

#if defined(LOOM_ON_AARCH64)
DECLARED(chacha20_ctr32, scalar)
DECLARED(chacha20_ctr32, neon)
static const struct loom_variant variants_chacha20_ctr32[] = {
    PORTABLE(chacha20_ctr32)
    VARIANT(chacha20_ctr32, scalar, 3, 64, 0, 0, LOOM_CPU_NONE)
    WITH_neon(VARIANT(chacha20_ctr32, neon, 6, 448, 0, 0, LOOM_CPU_NEON, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_chacha20_ctr32[] = {
    PREFER(generic, 0, 6, MODEL, any, NONE)
};
loom_chacha20_ctr32_fn *const loom_slots_chacha20_ctr32[] = {
    resolve_chacha20_ctr32,
    choose_chacha20_ctr32,
    loom_chacha20_ctr32_portable,
    LOOM_NAME(chacha20_ctr32_scalar),
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    WITH_neon(LOOM_NAME(chacha20_ctr32_neon), resolve_chacha20_ctr32),
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
};
const struct loom_kernel loom_row_chacha20_ctr32 = {
    "chacha20_ctr32", variants_chacha20_ctr32, preferences_chacha20_ctr32, &loom_way_chacha20_ctr32,
    NULL, COUNT(variants_chacha20_ctr32), COUNT(preferences_chacha20_ctr32), 64,
};

#elif defined(LOOM_ON_X86)
DECLARED(chacha20_ctr32, scalar)
static const struct loom_variant variants_chacha20_ctr32[] = {
    PORTABLE(chacha20_ctr32)
    VARIANT(chacha20_ctr32, scalar, 3, 80, 0, 0, LOOM_CPU_NONE)
};
loom_chacha20_ctr32_fn *const loom_slots_chacha20_ctr32[] = {
    resolve_chacha20_ctr32,
    choose_chacha20_ctr32,
    loom_chacha20_ctr32_portable,
    LOOM_NAME(chacha20_ctr32_scalar),
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
};
const struct loom_kernel loom_row_chacha20_ctr32 = {
    "chacha20_ctr32", variants_chacha20_ctr32, NULL, &loom_way_chacha20_ctr32,
    NULL, COUNT(variants_chacha20_ctr32), 0, 64,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(chacha20_ctr32, scalar)
DECLARED(chacha20_ctr32, sse2)
DECLARED(chacha20_ctr32, ssse3)
DECLARED(chacha20_ctr32, avx2)
DECLARED(chacha20_ctr32, avx512)
static const struct loom_variant variants_chacha20_ctr32[] = {
    PORTABLE(chacha20_ctr32)
    VARIANT(chacha20_ctr32, scalar, 3, 136, 0, 0, LOOM_CPU_NONE)
    WITH_sse2(VARIANT(chacha20_ctr32, sse2, 4, 600, 0, 0, LOOM_CPU_SSE2, LOOM_CPU_NONE), )
    WITH_ssse3(VARIANT(chacha20_ctr32, ssse3, 5, 600, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_avx2(VARIANT(chacha20_ctr32, avx2, 7, 984, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
    WITH_avx512f_avx512bw_avx512vl(VARIANT(chacha20_ctr32, avx512, 8, 312, 1, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_chacha20_ctr32[] = {
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 0, 7, MODEL, any, NONE)
    PREFER(intel_skylake_avx512, 0, 8, MODEL, any, NONE)
    PREFER(intel_icelake, 0, 8, MODEL, any, NONE)
    PREFER(intel_sapphirerapids, 0, 8, MODEL, any, NONE)
    PREFER(amd_generic, 0, 5, MODEL, any, NONE)
    PREFER(amd_generic, 0, 7, MODEL, any, NONE)
    PREFER(amd_generic, 0, 8, MODEL, any, NONE)
    PREFER(amd_zen1, 0, 5, MODEL, any, NONE)
};
loom_chacha20_ctr32_fn *const loom_slots_chacha20_ctr32[] = {
    resolve_chacha20_ctr32,
    choose_chacha20_ctr32,
    loom_chacha20_ctr32_portable,
    LOOM_NAME(chacha20_ctr32_scalar),
    WITH_sse2(LOOM_NAME(chacha20_ctr32_sse2), resolve_chacha20_ctr32),
    WITH_ssse3(LOOM_NAME(chacha20_ctr32_ssse3), resolve_chacha20_ctr32),
    resolve_chacha20_ctr32,
    WITH_avx2(LOOM_NAME(chacha20_ctr32_avx2), resolve_chacha20_ctr32),
    WITH_avx512f_avx512bw_avx512vl(LOOM_NAME(chacha20_ctr32_avx512), resolve_chacha20_ctr32),
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
};
const struct loom_kernel loom_row_chacha20_ctr32 = {
    "chacha20_ctr32", variants_chacha20_ctr32, preferences_chacha20_ctr32, &loom_way_chacha20_ctr32,
    NULL, COUNT(variants_chacha20_ctr32), COUNT(preferences_chacha20_ctr32), 64,
};

#else
static const struct loom_variant variants_chacha20_ctr32[] = {
    PORTABLE(chacha20_ctr32)
};
loom_chacha20_ctr32_fn *const loom_slots_chacha20_ctr32[] = {
    resolve_chacha20_ctr32,
    choose_chacha20_ctr32,
    loom_chacha20_ctr32_portable,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
    resolve_chacha20_ctr32,
};
const struct loom_kernel loom_row_chacha20_ctr32 = {
    "chacha20_ctr32", variants_chacha20_ctr32, NULL, &loom_way_chacha20_ctr32,
    NULL, COUNT(variants_chacha20_ctr32), 0, 64,
};

#endif
