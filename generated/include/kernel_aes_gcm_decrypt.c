/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.1.0: the kernel aes_gcm_decrypt: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"

KERNEL(aes_gcm_decrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t counter[16], const uint8_t powers[256], uint8_t xi[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, counter, powers, xi, in, out, blocks), blocks, 4)
CHOOSER(aes_gcm_decrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t counter[16], const uint8_t powers[256], uint8_t xi[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, counter, powers, xi, in, out, blocks), blocks, 4)

#if defined(LOOM_ON_AARCH64)
DECLARED(aes_gcm_decrypt, scalar)
static const struct loom_variant variants_aes_gcm_decrypt[] = {
    PORTABLE(aes_gcm_decrypt)
    VARIANT(aes_gcm_decrypt, scalar, 3, 1376, 0, LOOM_CPU_NONE)
};
loom_aes_gcm_decrypt_fn *const loom_slots_aes_gcm_decrypt[] = {
    resolve_aes_gcm_decrypt,
    choose_aes_gcm_decrypt,
    loom_aes_gcm_decrypt_portable,
    LOOM_NAME(aes_gcm_decrypt_scalar),
};
const struct loom_kernel loom_row_aes_gcm_decrypt = {
    "aes_gcm_decrypt", variants_aes_gcm_decrypt, NULL, &loom_way_aes_gcm_decrypt,
    NULL, COUNT(variants_aes_gcm_decrypt), 0, 16,
};

#elif defined(LOOM_ON_X86)
DECLARED(aes_gcm_decrypt, scalar)
static const struct loom_variant variants_aes_gcm_decrypt[] = {
    PORTABLE(aes_gcm_decrypt)
    VARIANT(aes_gcm_decrypt, scalar, 3, 1096, 0, LOOM_CPU_NONE)
};
loom_aes_gcm_decrypt_fn *const loom_slots_aes_gcm_decrypt[] = {
    resolve_aes_gcm_decrypt,
    choose_aes_gcm_decrypt,
    loom_aes_gcm_decrypt_portable,
    LOOM_NAME(aes_gcm_decrypt_scalar),
};
const struct loom_kernel loom_row_aes_gcm_decrypt = {
    "aes_gcm_decrypt", variants_aes_gcm_decrypt, NULL, &loom_way_aes_gcm_decrypt,
    NULL, COUNT(variants_aes_gcm_decrypt), 0, 16,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(aes_gcm_decrypt, scalar)
static const struct loom_variant variants_aes_gcm_decrypt[] = {
    PORTABLE(aes_gcm_decrypt)
    VARIANT(aes_gcm_decrypt, scalar, 3, 1560, 0, LOOM_CPU_NONE)
};
loom_aes_gcm_decrypt_fn *const loom_slots_aes_gcm_decrypt[] = {
    resolve_aes_gcm_decrypt,
    choose_aes_gcm_decrypt,
    loom_aes_gcm_decrypt_portable,
    LOOM_NAME(aes_gcm_decrypt_scalar),
};
const struct loom_kernel loom_row_aes_gcm_decrypt = {
    "aes_gcm_decrypt", variants_aes_gcm_decrypt, NULL, &loom_way_aes_gcm_decrypt,
    NULL, COUNT(variants_aes_gcm_decrypt), 0, 16,
};

#else
static const struct loom_variant variants_aes_gcm_decrypt[] = {
    PORTABLE(aes_gcm_decrypt)
};
loom_aes_gcm_decrypt_fn *const loom_slots_aes_gcm_decrypt[] = {
    resolve_aes_gcm_decrypt,
    choose_aes_gcm_decrypt,
    loom_aes_gcm_decrypt_portable,
    resolve_aes_gcm_decrypt,
};
const struct loom_kernel loom_row_aes_gcm_decrypt = {
    "aes_gcm_decrypt", variants_aes_gcm_decrypt, NULL, &loom_way_aes_gcm_decrypt,
    NULL, COUNT(variants_aes_gcm_decrypt), 0, 16,
};

#endif
