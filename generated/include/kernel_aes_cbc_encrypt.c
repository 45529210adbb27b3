/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel aes_cbc_encrypt: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"
#include "aes_mode.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_avx_aes)
#define WITH_avx_aes(there, otherwise) otherwise
#else
#define WITH_avx_aes(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_neon)
#define WITH_neon(there, otherwise) otherwise
#else
#define WITH_neon(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_neon_aes)
#define WITH_neon_aes(there, otherwise) otherwise
#else
#define WITH_neon_aes(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_ssse3)
#define WITH_ssse3(there, otherwise) otherwise
#else
#define WITH_ssse3(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_ssse3_aes)
#define WITH_ssse3_aes(there, otherwise) otherwise
#else
#define WITH_ssse3_aes(there, otherwise) there
#endif

KERNEL(aes_cbc_encrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 16)
CHOOSER(aes_cbc_encrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 16)

#if defined(LOOM_ON_AARCH64)
DECLARED(aes_cbc_encrypt, scalar)
DECLARED(aes_cbc_encrypt, neon)
DECLARED(aes_cbc_encrypt, ce)
static const struct loom_variant variants_aes_cbc_encrypt[] = {
    PORTABLE(aes_cbc_encrypt)
    VARIANT(aes_cbc_encrypt, scalar, 3, 1216, 0, 0, LOOM_CPU_NONE)
    WITH_neon(VARIANT(aes_cbc_encrypt, neon, 5, 272, 0, 0, LOOM_CPU_NEON, LOOM_CPU_NONE), )
    WITH_neon_aes(VARIANT(aes_cbc_encrypt, ce, 8, 8, 0, 0, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_cbc_encrypt[] = {
    PREFER(generic, 0, 8, MODEL, any, NONE)
};
loom_aes_cbc_encrypt_fn *const loom_slots_aes_cbc_encrypt[] = {
    resolve_aes_cbc_encrypt,
    choose_aes_cbc_encrypt,
    loom_aes_cbc_encrypt_portable,
    LOOM_NAME(aes_cbc_encrypt_scalar),
    resolve_aes_cbc_encrypt,
    WITH_neon(LOOM_NAME(aes_cbc_encrypt_neon), resolve_aes_cbc_encrypt),
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    WITH_neon_aes(LOOM_NAME(aes_cbc_encrypt_ce), resolve_aes_cbc_encrypt),
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
};
const struct loom_kernel loom_row_aes_cbc_encrypt = {
    "aes_cbc_encrypt", variants_aes_cbc_encrypt, preferences_aes_cbc_encrypt, &loom_way_aes_cbc_encrypt,
    ASKED(aes_cbc_encrypt), COUNT(variants_aes_cbc_encrypt), COUNT(preferences_aes_cbc_encrypt), 16,
};

#elif defined(LOOM_ON_X86)
DECLARED(aes_cbc_encrypt, scalar)
DECLARED(aes_cbc_encrypt, vperm)
DECLARED(aes_cbc_encrypt, aesni)
DECLARED(aes_cbc_encrypt, avx)
static const struct loom_variant variants_aes_cbc_encrypt[] = {
    PORTABLE(aes_cbc_encrypt)
    VARIANT(aes_cbc_encrypt, scalar, 3, 768, 0, 0, LOOM_CPU_NONE)
    WITH_ssse3(VARIANT(aes_cbc_encrypt, vperm, 4, 252, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_ssse3_aes(VARIANT(aes_cbc_encrypt, aesni, 6, 16, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx_aes(VARIANT(aes_cbc_encrypt, avx, 7, 16, 0, 0, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_cbc_encrypt[] = {
    PREFER(generic, 0, 6, MODEL, any, NONE)
    PREFER(generic, 0, 7, MODEL, any, NONE)
};
loom_aes_cbc_encrypt_fn *const loom_slots_aes_cbc_encrypt[] = {
    resolve_aes_cbc_encrypt,
    choose_aes_cbc_encrypt,
    loom_aes_cbc_encrypt_portable,
    LOOM_NAME(aes_cbc_encrypt_scalar),
    WITH_ssse3(LOOM_NAME(aes_cbc_encrypt_vperm), resolve_aes_cbc_encrypt),
    resolve_aes_cbc_encrypt,
    WITH_ssse3_aes(LOOM_NAME(aes_cbc_encrypt_aesni), resolve_aes_cbc_encrypt),
    WITH_avx_aes(LOOM_NAME(aes_cbc_encrypt_avx), resolve_aes_cbc_encrypt),
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
};
const struct loom_kernel loom_row_aes_cbc_encrypt = {
    "aes_cbc_encrypt", variants_aes_cbc_encrypt, preferences_aes_cbc_encrypt, &loom_way_aes_cbc_encrypt,
    ASKED(aes_cbc_encrypt), COUNT(variants_aes_cbc_encrypt), COUNT(preferences_aes_cbc_encrypt), 16,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(aes_cbc_encrypt, scalar)
DECLARED(aes_cbc_encrypt, vperm)
DECLARED(aes_cbc_encrypt, aesni)
DECLARED(aes_cbc_encrypt, avx)
static const struct loom_variant variants_aes_cbc_encrypt[] = {
    PORTABLE(aes_cbc_encrypt)
    VARIANT(aes_cbc_encrypt, scalar, 3, 1336, 0, 0, LOOM_CPU_NONE)
    WITH_ssse3(VARIANT(aes_cbc_encrypt, vperm, 4, 360, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_ssse3_aes(VARIANT(aes_cbc_encrypt, aesni, 6, 16, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx_aes(VARIANT(aes_cbc_encrypt, avx, 7, 16, 0, 0, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_cbc_encrypt[] = {
    PREFER(generic, 0, 6, MODEL, any, NONE)
    PREFER(generic, 0, 7, MODEL, any, NONE)
};
loom_aes_cbc_encrypt_fn *const loom_slots_aes_cbc_encrypt[] = {
    resolve_aes_cbc_encrypt,
    choose_aes_cbc_encrypt,
    loom_aes_cbc_encrypt_portable,
    LOOM_NAME(aes_cbc_encrypt_scalar),
    WITH_ssse3(LOOM_NAME(aes_cbc_encrypt_vperm), resolve_aes_cbc_encrypt),
    resolve_aes_cbc_encrypt,
    WITH_ssse3_aes(LOOM_NAME(aes_cbc_encrypt_aesni), resolve_aes_cbc_encrypt),
    WITH_avx_aes(LOOM_NAME(aes_cbc_encrypt_avx), resolve_aes_cbc_encrypt),
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
};
const struct loom_kernel loom_row_aes_cbc_encrypt = {
    "aes_cbc_encrypt", variants_aes_cbc_encrypt, preferences_aes_cbc_encrypt, &loom_way_aes_cbc_encrypt,
    ASKED(aes_cbc_encrypt), COUNT(variants_aes_cbc_encrypt), COUNT(preferences_aes_cbc_encrypt), 16,
};

#else
static const struct loom_variant variants_aes_cbc_encrypt[] = {
    PORTABLE(aes_cbc_encrypt)
};
loom_aes_cbc_encrypt_fn *const loom_slots_aes_cbc_encrypt[] = {
    resolve_aes_cbc_encrypt,
    choose_aes_cbc_encrypt,
    loom_aes_cbc_encrypt_portable,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
    resolve_aes_cbc_encrypt,
};
const struct loom_kernel loom_row_aes_cbc_encrypt = {
    "aes_cbc_encrypt", variants_aes_cbc_encrypt, NULL, &loom_way_aes_cbc_encrypt,
    ASKED(aes_cbc_encrypt), COUNT(variants_aes_cbc_encrypt), 0, 16,
};

#endif

AES_aes_cbc_encrypt
