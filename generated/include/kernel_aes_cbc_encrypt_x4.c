/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel aes_cbc_encrypt_x4: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"
#include "streams_portable.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_ssse3_aes)
#define WITH_ssse3_aes(there, otherwise) otherwise
#else
#define WITH_ssse3_aes(there, otherwise) there
#endif

KERNEL(aes_cbc_encrypt_x4, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t *iv, const uint8_t *const in[4], uint8_t *const out[4], size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 4)
CHOOSER(aes_cbc_encrypt_x4, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t *iv, const uint8_t *const in[4], uint8_t *const out[4], size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 4)

#if defined(LOOM_ON_AARCH64)
static const struct loom_variant variants_aes_cbc_encrypt_x4[] = {
    PORTABLE(aes_cbc_encrypt_x4)
};
loom_aes_cbc_encrypt_x4_fn *const loom_slots_aes_cbc_encrypt_x4[] = {
    resolve_aes_cbc_encrypt_x4,
    choose_aes_cbc_encrypt_x4,
    loom_aes_cbc_encrypt_x4_portable,
    resolve_aes_cbc_encrypt_x4,
};
const struct loom_kernel loom_row_aes_cbc_encrypt_x4 = {
    "aes_cbc_encrypt_x4", variants_aes_cbc_encrypt_x4, NULL, &loom_way_aes_cbc_encrypt_x4,
    ASKED(aes_cbc_encrypt_x4), COUNT(variants_aes_cbc_encrypt_x4), 0, 16,
};

#elif defined(LOOM_ON_X86)
DECLARED(aes_cbc_encrypt_x4, aesni)
static const struct loom_variant variants_aes_cbc_encrypt_x4[] = {
    PORTABLE(aes_cbc_encrypt_x4)
    WITH_ssse3_aes(VARIANT(aes_cbc_encrypt_x4, aesni, 3, 0, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_cbc_encrypt_x4[] = {
    PREFER(generic, 0, 3, MODEL, any, NONE)
};
loom_aes_cbc_encrypt_x4_fn *const loom_slots_aes_cbc_encrypt_x4[] = {
    resolve_aes_cbc_encrypt_x4,
    choose_aes_cbc_encrypt_x4,
    loom_aes_cbc_encrypt_x4_portable,
    WITH_ssse3_aes(LOOM_NAME(aes_cbc_encrypt_x4_aesni), resolve_aes_cbc_encrypt_x4),
};
const struct loom_kernel loom_row_aes_cbc_encrypt_x4 = {
    "aes_cbc_encrypt_x4", variants_aes_cbc_encrypt_x4, preferences_aes_cbc_encrypt_x4, &loom_way_aes_cbc_encrypt_x4,
    ASKED(aes_cbc_encrypt_x4), COUNT(variants_aes_cbc_encrypt_x4), COUNT(preferences_aes_cbc_encrypt_x4), 16,
};

#elif defined(LOOM_ON_X86_64)
static const struct loom_variant variants_aes_cbc_encrypt_x4[] = {
    PORTABLE(aes_cbc_encrypt_x4)
};
loom_aes_cbc_encrypt_x4_fn *const loom_slots_aes_cbc_encrypt_x4[] = {
    resolve_aes_cbc_encrypt_x4,
    choose_aes_cbc_encrypt_x4,
    loom_aes_cbc_encrypt_x4_portable,
    resolve_aes_cbc_encrypt_x4,
};
const struct loom_kernel loom_row_aes_cbc_encrypt_x4 = {
    "aes_cbc_encrypt_x4", variants_aes_cbc_encrypt_x4, NULL, &loom_way_aes_cbc_encrypt_x4,
    ASKED(aes_cbc_encrypt_x4), COUNT(variants_aes_cbc_encrypt_x4), 0, 16,
};

#else
static const struct loom_variant variants_aes_cbc_encrypt_x4[] = {
    PORTABLE(aes_cbc_encrypt_x4)
};
loom_aes_cbc_encrypt_x4_fn *const loom_slots_aes_cbc_encrypt_x4[] = {
    resolve_aes_cbc_encrypt_x4,
    choose_aes_cbc_encrypt_x4,
    loom_aes_cbc_encrypt_x4_portable,
    resolve_aes_cbc_encrypt_x4,
};
const struct loom_kernel loom_row_aes_cbc_encrypt_x4 = {
    "aes_cbc_encrypt_x4", variants_aes_cbc_encrypt_x4, NULL, &loom_way_aes_cbc_encrypt_x4,
    ASKED(aes_cbc_encrypt_x4), COUNT(variants_aes_cbc_encrypt_x4), 0, 16,
};

#endif

STREAMS(aes_cbc_encrypt_x4, aes_cbc_encrypt, 4, 16, 16*rounds+16, 240)
