/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel aes_cbc_encrypt_x8: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"
#include "streams_portable.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_avx_aes)
#define WITH_avx_aes(there, otherwise) otherwise
#else
#define WITH_avx_aes(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_neon_aes)
#define WITH_neon_aes(there, otherwise) otherwise
#else
#define WITH_neon_aes(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_ssse3_aes)
#define WITH_ssse3_aes(there, otherwise) otherwise
#else
#define WITH_ssse3_aes(there, otherwise) there
#endif

KERNEL(aes_cbc_encrypt_x8, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t *iv, const uint8_t *const in[8], uint8_t *const out[8], size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 8)
CHOOSER(aes_cbc_encrypt_x8, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t *iv, const uint8_t *const in[8], uint8_t *const out[8], size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 8)

#if defined(LOOM_ON_AARCH64)
DECLARED(aes_cbc_encrypt_x8, ce)
static const struct loom_variant variants_aes_cbc_encrypt_x8[] = {
    PORTABLE(aes_cbc_encrypt_x8)
    WITH_neon_aes(VARIANT(aes_cbc_encrypt_x8, ce, 5, 0, 0, 0, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_cbc_encrypt_x8[] = {
    PREFER(generic, 0, 5, MODEL, any, NONE)
};
loom_aes_cbc_encrypt_x8_fn *const loom_slots_aes_cbc_encrypt_x8[] = {
    resolve_aes_cbc_encrypt_x8,
    choose_aes_cbc_encrypt_x8,
    loom_aes_cbc_encrypt_x8_portable,
    resolve_aes_cbc_encrypt_x8,
    resolve_aes_cbc_encrypt_x8,
    WITH_neon_aes(LOOM_NAME(aes_cbc_encrypt_x8_ce), resolve_aes_cbc_encrypt_x8),
    resolve_aes_cbc_encrypt_x8,
    resolve_aes_cbc_encrypt_x8,
};
const struct loom_kernel loom_row_aes_cbc_encrypt_x8 = {
    "aes_cbc_encrypt_x8", variants_aes_cbc_encrypt_x8, preferences_aes_cbc_encrypt_x8, &loom_way_aes_cbc_encrypt_x8,
    ASKED(aes_cbc_encrypt_x8), COUNT(variants_aes_cbc_encrypt_x8), COUNT(preferences_aes_cbc_encrypt_x8), 16,
};

#elif defined(LOOM_ON_X86)
static const struct loom_variant variants_aes_cbc_encrypt_x8[] = {
    PORTABLE(aes_cbc_encrypt_x8)
};
loom_aes_cbc_encrypt_x8_fn *const loom_slots_aes_cbc_encrypt_x8[] = {
    resolve_aes_cbc_encrypt_x8,
    choose_aes_cbc_encrypt_x8,
    loom_aes_cbc_encrypt_x8_portable,
    resolve_aes_cbc_encrypt_x8,
    resolve_aes_cbc_encrypt_x8,
    resolve_aes_cbc_encrypt_x8,
    resolve_aes_cbc_encrypt_x8,
    resolve_aes_cbc_encrypt_x8,
};
const struct loom_kernel loom_row_aes_cbc_encrypt_x8 = {
    "aes_cbc_encrypt_x8", variants_aes_cbc_encrypt_x8, NULL, &loom_way_aes_cbc_encrypt_x8,
    ASKED(aes_cbc_encrypt_x8), COUNT(variants_aes_cbc_encrypt_x8), 0, 16,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(aes_cbc_encrypt_x8, aesni)
DECLARED(aes_cbc_encrypt_x8, avx)
static const struct loom_variant variants_aes_cbc_encrypt_x8[] = {
    PORTABLE(aes_cbc_encrypt_x8)
    WITH_ssse3_aes(VARIANT(aes_cbc_encrypt_x8, aesni, 3, 0, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx_aes(VARIANT(aes_cbc_encrypt_x8, avx, 4, 0, 0, 0, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_cbc_encrypt_x8[] = {
    PREFER(generic, 0, 3, MODEL, any, NONE)
    PREFER(generic, 0, 4, MODEL, any, NONE)
};
loom_aes_cbc_encrypt_x8_fn *const loom_slots_aes_cbc_encrypt_x8[] = {
    resolve_aes_cbc_encrypt_x8,
    choose_aes_cbc_encrypt_x8,
    loom_aes_cbc_encrypt_x8_portable,
    WITH_ssse3_aes(LOOM_NAME(aes_cbc_encrypt_x8_aesni), resolve_aes_cbc_encrypt_x8),
    WITH_avx_aes(LOOM_NAME(aes_cbc_encrypt_x8_avx), resolve_aes_cbc_encrypt_x8),
    resolve_aes_cbc_encrypt_x8,
    resolve_aes_cbc_encrypt_x8,
    resolve_aes_cbc_encrypt_x8,
};
const struct loom_kernel loom_row_aes_cbc_encrypt_x8 = {
    "aes_cbc_encrypt_x8", variants_aes_cbc_encrypt_x8, preferences_aes_cbc_encrypt_x8, &loom_way_aes_cbc_encrypt_x8,
    ASKED(aes_cbc_encrypt_x8), COUNT(variants_aes_cbc_encrypt_x8), COUNT(preferences_aes_cbc_encrypt_x8), 16,
};

#else
static const struct loom_variant variants_aes_cbc_encrypt_x8[] = {
    PORTABLE(aes_cbc_encrypt_x8)
};
loom_aes_cbc_encrypt_x8_fn *const loom_slots_aes_cbc_encrypt_x8[] = {
    resolve_aes_cbc_encrypt_x8,
    choose_aes_cbc_encrypt_x8,
    loom_aes_cbc_encrypt_x8_portable,
    resolve_aes_cbc_encrypt_x8,
    resolve_aes_cbc_encrypt_x8,
    resolve_aes_cbc_encrypt_x8,
    resolve_aes_cbc_encrypt_x8,
    resolve_aes_cbc_encrypt_x8,
};
const struct loom_kernel loom_row_aes_cbc_encrypt_x8 = {
    "aes_cbc_encrypt_x8", variants_aes_cbc_encrypt_x8, NULL, &loom_way_aes_cbc_encrypt_x8,
    ASKED(aes_cbc_encrypt_x8), COUNT(variants_aes_cbc_encrypt_x8), 0, 16,
};

#endif

STREAMS(aes_cbc_encrypt_x8, aes_cbc_encrypt, 8, 16, 16*rounds+16, 240)
