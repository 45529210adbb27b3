/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel aes_cbc_encrypt_x16: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"
#include "streams_portable.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_avx2_aes_vaes)
#define WITH_avx2_aes_vaes(there, otherwise) otherwise
#else
#define WITH_avx2_aes_vaes(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx512f_avx512bw_aes_vaes)
#define WITH_avx512f_avx512bw_aes_vaes(there, otherwise) otherwise
#else
#define WITH_avx512f_avx512bw_aes_vaes(there, otherwise) there
#endif

KERNEL(aes_cbc_encrypt_x16, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t *iv, const uint8_t *const in[16], uint8_t *const out[16], size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 8)
CHOOSER(aes_cbc_encrypt_x16, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t *iv, const uint8_t *const in[16], uint8_t *const out[16], size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 8)

#if defined(LOOM_ON_AARCH64)
static const struct loom_variant variants_aes_cbc_encrypt_x16[] = {
    PORTABLE(aes_cbc_encrypt_x16)
};
static const struct loom_preference preferences_aes_cbc_encrypt_x16[] = {
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
    PREFER(amd_zen4, 0, 4, MEASURED, any, NONE)
};
loom_aes_cbc_encrypt_x16_fn *const loom_slots_aes_cbc_encrypt_x16[] = {
    resolve_aes_cbc_encrypt_x16,
    choose_aes_cbc_encrypt_x16,
    loom_aes_cbc_encrypt_x16_portable,
    resolve_aes_cbc_encrypt_x16,
    resolve_aes_cbc_encrypt_x16,
    resolve_aes_cbc_encrypt_x16,
    resolve_aes_cbc_encrypt_x16,
    resolve_aes_cbc_encrypt_x16,
};
const struct loom_kernel loom_row_aes_cbc_encrypt_x16 = {
    "aes_cbc_encrypt_x16", variants_aes_cbc_encrypt_x16, preferences_aes_cbc_encrypt_x16, &loom_way_aes_cbc_encrypt_x16,
    ASKED(aes_cbc_encrypt_x16), COUNT(variants_aes_cbc_encrypt_x16), COUNT(preferences_aes_cbc_encrypt_x16), 16,
};

#elif defined(LOOM_ON_X86)
static const struct loom_variant variants_aes_cbc_encrypt_x16[] = {
    PORTABLE(aes_cbc_encrypt_x16)
};
static const struct loom_preference preferences_aes_cbc_encrypt_x16[] = {
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
    PREFER(amd_zen4, 0, 4, MEASURED, any, NONE)
};
loom_aes_cbc_encrypt_x16_fn *const loom_slots_aes_cbc_encrypt_x16[] = {
    resolve_aes_cbc_encrypt_x16,
    choose_aes_cbc_encrypt_x16,
    loom_aes_cbc_encrypt_x16_portable,
    resolve_aes_cbc_encrypt_x16,
    resolve_aes_cbc_encrypt_x16,
    resolve_aes_cbc_encrypt_x16,
    resolve_aes_cbc_encrypt_x16,
    resolve_aes_cbc_encrypt_x16,
};
const struct loom_kernel loom_row_aes_cbc_encrypt_x16 = {
    "aes_cbc_encrypt_x16", variants_aes_cbc_encrypt_x16, preferences_aes_cbc_encrypt_x16, &loom_way_aes_cbc_encrypt_x16,
    ASKED(aes_cbc_encrypt_x16), COUNT(variants_aes_cbc_encrypt_x16), COUNT(preferences_aes_cbc_encrypt_x16), 16,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(aes_cbc_encrypt_x16, vaes256)
DECLARED(aes_cbc_encrypt_x16, vaes512)
static const struct loom_variant variants_aes_cbc_encrypt_x16[] = {
    PORTABLE(aes_cbc_encrypt_x16)
    WITH_avx2_aes_vaes(VARIANT(aes_cbc_encrypt_x16, vaes256, 3, 0, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE), )
    WITH_avx512f_avx512bw_aes_vaes(VARIANT(aes_cbc_encrypt_x16, vaes512, 4, 0, 1, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_cbc_encrypt_x16[] = {
    PREFER(generic, 0, 3, MODEL, any, NONE)
    PREFER(intel_icelake, 0, 4, MODEL, any, NONE)
    PREFER(amd_generic, 0, 3, MODEL, any, NONE)
    PREFER(amd_generic, 0, 4, MODEL, any, NONE)
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
    PREFER(amd_zen4, 0, 4, MEASURED, any, NONE)
};
loom_aes_cbc_encrypt_x16_fn *const loom_slots_aes_cbc_encrypt_x16[] = {
    resolve_aes_cbc_encrypt_x16,
    choose_aes_cbc_encrypt_x16,
    loom_aes_cbc_encrypt_x16_portable,
    WITH_avx2_aes_vaes(LOOM_NAME(aes_cbc_encrypt_x16_vaes256), resolve_aes_cbc_encrypt_x16),
    WITH_avx512f_avx512bw_aes_vaes(LOOM_NAME(aes_cbc_encrypt_x16_vaes512), resolve_aes_cbc_encrypt_x16),
    resolve_aes_cbc_encrypt_x16,
    resolve_aes_cbc_encrypt_x16,
    resolve_aes_cbc_encrypt_x16,
};
const struct loom_kernel loom_row_aes_cbc_encrypt_x16 = {
    "aes_cbc_encrypt_x16", variants_aes_cbc_encrypt_x16, preferences_aes_cbc_encrypt_x16, &loom_way_aes_cbc_encrypt_x16,
    ASKED(aes_cbc_encrypt_x16), COUNT(variants_aes_cbc_encrypt_x16), COUNT(preferences_aes_cbc_encrypt_x16), 16,
};

#else
static const struct loom_variant variants_aes_cbc_encrypt_x16[] = {
    PORTABLE(aes_cbc_encrypt_x16)
};
loom_aes_cbc_encrypt_x16_fn *const loom_slots_aes_cbc_encrypt_x16[] = {
    resolve_aes_cbc_encrypt_x16,
    choose_aes_cbc_encrypt_x16,
    loom_aes_cbc_encrypt_x16_portable,
    resolve_aes_cbc_encrypt_x16,
    resolve_aes_cbc_encrypt_x16,
    resolve_aes_cbc_encrypt_x16,
    resolve_aes_cbc_encrypt_x16,
    resolve_aes_cbc_encrypt_x16,
};
const struct loom_kernel loom_row_aes_cbc_encrypt_x16 = {
    "aes_cbc_encrypt_x16", variants_aes_cbc_encrypt_x16, NULL, &loom_way_aes_cbc_encrypt_x16,
    ASKED(aes_cbc_encrypt_x16), COUNT(variants_aes_cbc_encrypt_x16), 0, 16,
};

#endif

STREAMS(aes_cbc_encrypt_x16, aes_cbc_encrypt, 16, 16, 16*rounds+16, 240)
