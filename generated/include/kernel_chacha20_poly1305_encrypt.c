/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.1.0: the kernel chacha20_poly1305_encrypt: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"

KERNEL(chacha20_poly1305_encrypt, void, LOOM_DO, (const uint8_t key[32], uint8_t counter[16], const uint8_t r[16], uint8_t h[24], const uint8_t *in, uint8_t *out, size_t blocks), \
      (key, counter, r, h, in, out, blocks), blocks, 4)
CHOOSER(chacha20_poly1305_encrypt, void, LOOM_DO, (const uint8_t key[32], uint8_t counter[16], const uint8_t r[16], uint8_t h[24], const uint8_t *in, uint8_t *out, size_t blocks), \
      (key, counter, r, h, in, out, blocks), blocks, 4)

#if defined(LOOM_ON_AARCH64)
DECLARED(chacha20_poly1305_encrypt, scalar)
static const struct loom_variant variants_chacha20_poly1305_encrypt[] = {
    PORTABLE(chacha20_poly1305_encrypt)
    VARIANT(chacha20_poly1305_encrypt, scalar, 3, 128, 0, LOOM_CPU_NONE)
};
static const struct loom_preference preferences_chacha20_poly1305_encrypt[] = {
    PREFER(generic, 0, 2, MEASURED, any, NONE)
};
loom_chacha20_poly1305_encrypt_fn *const loom_slots_chacha20_poly1305_encrypt[] = {
    resolve_chacha20_poly1305_encrypt,
    choose_chacha20_poly1305_encrypt,
    loom_chacha20_poly1305_encrypt_portable,
    LOOM_NAME(chacha20_poly1305_encrypt_scalar),
};
const struct loom_kernel loom_row_chacha20_poly1305_encrypt = {
    "chacha20_poly1305_encrypt", variants_chacha20_poly1305_encrypt, preferences_chacha20_poly1305_encrypt, &loom_way_chacha20_poly1305_encrypt,
    NULL, COUNT(variants_chacha20_poly1305_encrypt), COUNT(preferences_chacha20_poly1305_encrypt), 64,
};

#elif defined(LOOM_ON_X86)
DECLARED(chacha20_poly1305_encrypt, scalar)
static const struct loom_variant variants_chacha20_poly1305_encrypt[] = {
    PORTABLE(chacha20_poly1305_encrypt)
    VARIANT(chacha20_poly1305_encrypt, scalar, 3, 224, 0, LOOM_CPU_NONE)
};
static const struct loom_preference preferences_chacha20_poly1305_encrypt[] = {
    PREFER(generic, 0, 2, MEASURED, any, NONE)
};
loom_chacha20_poly1305_encrypt_fn *const loom_slots_chacha20_poly1305_encrypt[] = {
    resolve_chacha20_poly1305_encrypt,
    choose_chacha20_poly1305_encrypt,
    loom_chacha20_poly1305_encrypt_portable,
    LOOM_NAME(chacha20_poly1305_encrypt_scalar),
};
const struct loom_kernel loom_row_chacha20_poly1305_encrypt = {
    "chacha20_poly1305_encrypt", variants_chacha20_poly1305_encrypt, preferences_chacha20_poly1305_encrypt, &loom_way_chacha20_poly1305_encrypt,
    NULL, COUNT(variants_chacha20_poly1305_encrypt), COUNT(preferences_chacha20_poly1305_encrypt), 64,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(chacha20_poly1305_encrypt, scalar)
static const struct loom_variant variants_chacha20_poly1305_encrypt[] = {
    PORTABLE(chacha20_poly1305_encrypt)
    VARIANT(chacha20_poly1305_encrypt, scalar, 3, 200, 0, LOOM_CPU_NONE)
};
static const struct loom_preference preferences_chacha20_poly1305_encrypt[] = {
    PREFER(generic, 0, 2, MEASURED, any, NONE)
};
loom_chacha20_poly1305_encrypt_fn *const loom_slots_chacha20_poly1305_encrypt[] = {
    resolve_chacha20_poly1305_encrypt,
    choose_chacha20_poly1305_encrypt,
    loom_chacha20_poly1305_encrypt_portable,
    LOOM_NAME(chacha20_poly1305_encrypt_scalar),
};
const struct loom_kernel loom_row_chacha20_poly1305_encrypt = {
    "chacha20_poly1305_encrypt", variants_chacha20_poly1305_encrypt, preferences_chacha20_poly1305_encrypt, &loom_way_chacha20_poly1305_encrypt,
    NULL, COUNT(variants_chacha20_poly1305_encrypt), COUNT(preferences_chacha20_poly1305_encrypt), 64,
};

#else
static const struct loom_variant variants_chacha20_poly1305_encrypt[] = {
    PORTABLE(chacha20_poly1305_encrypt)
};
loom_chacha20_poly1305_encrypt_fn *const loom_slots_chacha20_poly1305_encrypt[] = {
    resolve_chacha20_poly1305_encrypt,
    choose_chacha20_poly1305_encrypt,
    loom_chacha20_poly1305_encrypt_portable,
    resolve_chacha20_poly1305_encrypt,
};
const struct loom_kernel loom_row_chacha20_poly1305_encrypt = {
    "chacha20_poly1305_encrypt", variants_chacha20_poly1305_encrypt, NULL, &loom_way_chacha20_poly1305_encrypt,
    NULL, COUNT(variants_chacha20_poly1305_encrypt), 0, 64,
};

#endif
