/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel chacha20_poly1305_encrypt: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_avx2_bmi2)
#define WITH_avx2_bmi2(there, otherwise) otherwise
#else
#define WITH_avx2_bmi2(there, otherwise) there
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

KERNEL(chacha20_poly1305_encrypt, void, LOOM_DO, (const uint8_t key[32], uint8_t counter[16], const uint8_t r[16], uint8_t h[24], const uint8_t *in, uint8_t *out, size_t blocks), \
      (key, counter, r, h, in, out, blocks), blocks, 8)
CHOOSER(chacha20_poly1305_encrypt, void, LOOM_DO, (const uint8_t key[32], uint8_t counter[16], const uint8_t r[16], uint8_t h[24], const uint8_t *in, uint8_t *out, size_t blocks), \
      (key, counter, r, h, in, out, blocks), blocks, 8)

#if defined(LOOM_ON_AARCH64)
DECLARED(chacha20_poly1305_encrypt, scalar)
DECLARED(chacha20_poly1305_encrypt, neon)
static const struct loom_variant variants_chacha20_poly1305_encrypt[] = {
    PORTABLE(chacha20_poly1305_encrypt)
    VARIANT(chacha20_poly1305_encrypt, scalar, 3, 128, 0, 0, LOOM_CPU_NONE)
    WITH_neon(VARIANT(chacha20_poly1305_encrypt, neon, 5, 720, 0, 0, LOOM_CPU_NEON, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_chacha20_poly1305_encrypt[] = {
    PREFER(generic, 0, 5, MODEL, any, NONE)
};
loom_chacha20_poly1305_encrypt_fn *const loom_slots_chacha20_poly1305_encrypt[] = {
    resolve_chacha20_poly1305_encrypt,
    choose_chacha20_poly1305_encrypt,
    loom_chacha20_poly1305_encrypt_portable,
    LOOM_NAME(chacha20_poly1305_encrypt_scalar),
    resolve_chacha20_poly1305_encrypt,
    WITH_neon(LOOM_NAME(chacha20_poly1305_encrypt_neon), resolve_chacha20_poly1305_encrypt),
    resolve_chacha20_poly1305_encrypt,
    resolve_chacha20_poly1305_encrypt,
};
const struct loom_kernel loom_row_chacha20_poly1305_encrypt = {
    "chacha20_poly1305_encrypt", variants_chacha20_poly1305_encrypt, preferences_chacha20_poly1305_encrypt, &loom_way_chacha20_poly1305_encrypt,
    NULL, COUNT(variants_chacha20_poly1305_encrypt), COUNT(preferences_chacha20_poly1305_encrypt), 64,
};

#elif defined(LOOM_ON_X86)
DECLARED(chacha20_poly1305_encrypt, scalar)
static const struct loom_variant variants_chacha20_poly1305_encrypt[] = {
    PORTABLE(chacha20_poly1305_encrypt)
    VARIANT(chacha20_poly1305_encrypt, scalar, 3, 224, 0, 0, LOOM_CPU_NONE)
};
static const struct loom_preference preferences_chacha20_poly1305_encrypt[] = {
    PREFER(generic, 0, 2, MEASURED, any, NONE)
};
loom_chacha20_poly1305_encrypt_fn *const loom_slots_chacha20_poly1305_encrypt[] = {
    resolve_chacha20_poly1305_encrypt,
    choose_chacha20_poly1305_encrypt,
    loom_chacha20_poly1305_encrypt_portable,
    LOOM_NAME(chacha20_poly1305_encrypt_scalar),
    resolve_chacha20_poly1305_encrypt,
    resolve_chacha20_poly1305_encrypt,
    resolve_chacha20_poly1305_encrypt,
    resolve_chacha20_poly1305_encrypt,
};
const struct loom_kernel loom_row_chacha20_poly1305_encrypt = {
    "chacha20_poly1305_encrypt", variants_chacha20_poly1305_encrypt, preferences_chacha20_poly1305_encrypt, &loom_way_chacha20_poly1305_encrypt,
    NULL, COUNT(variants_chacha20_poly1305_encrypt), COUNT(preferences_chacha20_poly1305_encrypt), 64,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(chacha20_poly1305_encrypt, scalar)
DECLARED(chacha20_poly1305_encrypt, ssse3)
DECLARED(chacha20_poly1305_encrypt, avx2)
static const struct loom_variant variants_chacha20_poly1305_encrypt[] = {
    PORTABLE(chacha20_poly1305_encrypt)
    VARIANT(chacha20_poly1305_encrypt, scalar, 3, 200, 0, 0, LOOM_CPU_NONE)
    WITH_ssse3(VARIANT(chacha20_poly1305_encrypt, ssse3, 4, 856, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_avx2_bmi2(VARIANT(chacha20_poly1305_encrypt, avx2, 6, 1416, 0, 0, LOOM_CPU_AVX2, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_chacha20_poly1305_encrypt[] = {
    PREFER(generic, 0, 2, MEASURED, any, NONE)
    PREFER(generic, 2048, 4, MODEL, any, NONE)
    PREFER(generic, 2048, 6, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 0, 2, MEASURED, any, NONE)
    PREFER(amd_zen4, 0, 2, MEASURED, any, NONE)
    PREFER(amd_zen5, 0, 2, MEASURED, any, NONE)
};
loom_chacha20_poly1305_encrypt_fn *const loom_slots_chacha20_poly1305_encrypt[] = {
    resolve_chacha20_poly1305_encrypt,
    choose_chacha20_poly1305_encrypt,
    loom_chacha20_poly1305_encrypt_portable,
    LOOM_NAME(chacha20_poly1305_encrypt_scalar),
    WITH_ssse3(LOOM_NAME(chacha20_poly1305_encrypt_ssse3), resolve_chacha20_poly1305_encrypt),
    resolve_chacha20_poly1305_encrypt,
    WITH_avx2_bmi2(LOOM_NAME(chacha20_poly1305_encrypt_avx2), resolve_chacha20_poly1305_encrypt),
    resolve_chacha20_poly1305_encrypt,
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
    resolve_chacha20_poly1305_encrypt,
    resolve_chacha20_poly1305_encrypt,
    resolve_chacha20_poly1305_encrypt,
    resolve_chacha20_poly1305_encrypt,
};
const struct loom_kernel loom_row_chacha20_poly1305_encrypt = {
    "chacha20_poly1305_encrypt", variants_chacha20_poly1305_encrypt, NULL, &loom_way_chacha20_poly1305_encrypt,
    NULL, COUNT(variants_chacha20_poly1305_encrypt), 0, 64,
};

#endif
