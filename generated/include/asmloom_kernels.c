/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.1.0: the kernels, their variants and the preferences of this build. Generated from the kernels' contracts
 * and targets/preferences.dat; edit those, not this file.
 */
#include "entry.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_adx_bmi2)
#define WITH_adx_bmi2(there, otherwise) otherwise
#else
#define WITH_adx_bmi2(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx2)
#define WITH_avx2(there, otherwise) otherwise
#else
#define WITH_avx2(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx2_aes_bmi1_bmi2)
#define WITH_avx2_aes_bmi1_bmi2(there, otherwise) otherwise
#else
#define WITH_avx2_aes_bmi1_bmi2(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx2_aes_vaes)
#define WITH_avx2_aes_vaes(there, otherwise) otherwise
#else
#define WITH_avx2_aes_vaes(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx2_bmi1_bmi2)
#define WITH_avx2_bmi1_bmi2(there, otherwise) otherwise
#else
#define WITH_avx2_bmi1_bmi2(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx512bw_avx512vl_aes_bmi1_bmi2)
#define WITH_avx512bw_avx512vl_aes_bmi1_bmi2(there, otherwise) otherwise
#else
#define WITH_avx512bw_avx512vl_aes_bmi1_bmi2(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx512bw_avx512vl_aes_sha)
#define WITH_avx512bw_avx512vl_aes_sha(there, otherwise) otherwise
#else
#define WITH_avx512bw_avx512vl_aes_sha(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx512bw_avx512vl_bmi1_bmi2)
#define WITH_avx512bw_avx512vl_bmi1_bmi2(there, otherwise) otherwise
#else
#define WITH_avx512bw_avx512vl_bmi1_bmi2(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx512bw_avx512vl_sha)
#define WITH_avx512bw_avx512vl_sha(there, otherwise) otherwise
#else
#define WITH_avx512bw_avx512vl_sha(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx512f_avx512bw)
#define WITH_avx512f_avx512bw(there, otherwise) otherwise
#else
#define WITH_avx512f_avx512bw(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx512f_avx512bw_aes_vaes)
#define WITH_avx512f_avx512bw_aes_vaes(there, otherwise) otherwise
#else
#define WITH_avx512f_avx512bw_aes_vaes(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx512f_avx512vl)
#define WITH_avx512f_avx512vl(there, otherwise) otherwise
#else
#define WITH_avx512f_avx512vl(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx512ifma_avx512vl_avx512dq)
#define WITH_avx512ifma_avx512vl_avx512dq(there, otherwise) otherwise
#else
#define WITH_avx512ifma_avx512vl_avx512dq(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx_aes)
#define WITH_avx_aes(there, otherwise) otherwise
#else
#define WITH_avx_aes(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_avx_aes_bmi1_bmi2)
#define WITH_avx_aes_bmi1_bmi2(there, otherwise) otherwise
#else
#define WITH_avx_aes_bmi1_bmi2(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_bmi1_bmi2)
#define WITH_bmi1_bmi2(there, otherwise) otherwise
#else
#define WITH_bmi1_bmi2(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_bmi2)
#define WITH_bmi2(there, otherwise) otherwise
#else
#define WITH_bmi2(there, otherwise) there
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

#if defined(LOOM_WITHOUT_neon_aes_sha1)
#define WITH_neon_aes_sha1(there, otherwise) otherwise
#else
#define WITH_neon_aes_sha1(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_neon_aes_sha256)
#define WITH_neon_aes_sha256(there, otherwise) otherwise
#else
#define WITH_neon_aes_sha256(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_neon_aes_sha512)
#define WITH_neon_aes_sha512(there, otherwise) otherwise
#else
#define WITH_neon_aes_sha512(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_neon_sha512)
#define WITH_neon_sha512(there, otherwise) otherwise
#else
#define WITH_neon_sha512(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_sha1)
#define WITH_sha1(there, otherwise) otherwise
#else
#define WITH_sha1(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_sha256)
#define WITH_sha256(there, otherwise) otherwise
#else
#define WITH_sha256(there, otherwise) there
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

#if defined(LOOM_WITHOUT_ssse3_aes)
#define WITH_ssse3_aes(there, otherwise) otherwise
#else
#define WITH_ssse3_aes(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_ssse3_aes_sha)
#define WITH_ssse3_aes_sha(there, otherwise) otherwise
#else
#define WITH_ssse3_aes_sha(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_ssse3_sha)
#define WITH_ssse3_sha(there, otherwise) otherwise
#else
#define WITH_ssse3_sha(there, otherwise) there
#endif

/* The first two functions of a kernel's table. Slots without a variant of this build hold the first. */
#define RESOLVERS(kernel, result, verb, parameters, arguments, size, slots)                       \
    static result LOOM_CDECL resolve_##kernel parameters                                          \
    {                                                                                             \
        verb LOOM_AT_SLOT(kernel, loom_resolve(LOOM_KERNEL_##kernel, (size_t)(size))) arguments;  \
    }                                                                                             \
    static result LOOM_CDECL choose_##kernel parameters                                           \
    {                                                                                             \
        verb LOOM_AT_SLOT(kernel, loom_slot_for(LOOM_KERNEL_##kernel, (size_t)(size))) arguments; \
    }
LOOM_KERNELS(RESOLVERS)

/* Public functions at block level. */
#define ENTRY(kernel, result, verb, parameters, arguments, size, slots) \
    result LOOM_CDECL loom_k_##kernel parameters                        \
    {                                                                   \
        verb loom_call_##kernel arguments;                              \
    }
LOOM_KERNELS(ENTRY)

#define DECLARED(kernel, variant) loom_##kernel##_fn LOOM_NAME(kernel##_##variant);
#define VARIANT(kernel, variant, slot, stack, features) \
    { #variant, (loom_any_fn)LOOM_NAME(kernel##_##variant), needs.features, slot, stack},
#define PORTABLE(kernel) {"portable", (loom_any_fn)loom_##kernel##_portable, needs.none, LOOM_SLOT_PORTABLE, 0},
#define PREFER(kernel, uarch, min_bytes, variant, reason, policy, feature)                                  \
    { #kernel, #variant, LOOM_UARCH_##uarch, min_bytes, LOOM_REASON_##reason, LOOM_POLICY_##policy, LOOM_CPU_##feature},
#define NO_PREFERENCE {NULL, NULL, LOOM_UARCH_generic, 0, LOOM_REASON_ORDER, LOOM_POLICY_any, LOOM_CPU_NONE}

#if defined(LOOM_ON_AARCH64)
/* The features that variants need. */
static const struct {
    unsigned char none[1], neon[2], neon_aes[3], neon_aes_sha1[4], neon_aes_sha256[4], neon_aes_sha512[4], sha1[2], sha256[2], neon_sha512[3];
} needs = {
    {LOOM_CPU_NONE},
    {LOOM_CPU_NEON, LOOM_CPU_NONE},
    {LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE},
    {LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_SHA1, LOOM_CPU_NONE},
    {LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_SHA256, LOOM_CPU_NONE},
    {LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_SHA512, LOOM_CPU_NONE},
    {LOOM_CPU_SHA1, LOOM_CPU_NONE},
    {LOOM_CPU_SHA256, LOOM_CPU_NONE},
    {LOOM_CPU_NEON, LOOM_CPU_SHA512, LOOM_CPU_NONE},
};

DECLARED(aes_cbc_decrypt, neon)
DECLARED(aes_cbc_decrypt, ce)
static const struct loom_variant variants_aes_cbc_decrypt[] = {
    PORTABLE(aes_cbc_decrypt)
    WITH_neon(VARIANT(aes_cbc_decrypt, neon, 4, 304, neon), )
    WITH_neon_aes(VARIANT(aes_cbc_decrypt, ce, 7, 80, neon_aes), )
};
loom_aes_cbc_decrypt_fn *const loom_slots_aes_cbc_decrypt[] = {
    resolve_aes_cbc_decrypt,
    choose_aes_cbc_decrypt,
    loom_aes_cbc_decrypt_portable,
resolve_aes_cbc_decrypt,
WITH_neon(LOOM_NAME(aes_cbc_decrypt_neon), resolve_aes_cbc_decrypt),
resolve_aes_cbc_decrypt,
resolve_aes_cbc_decrypt,
WITH_neon_aes(LOOM_NAME(aes_cbc_decrypt_ce), resolve_aes_cbc_decrypt),
resolve_aes_cbc_decrypt,
resolve_aes_cbc_decrypt,
    resolve_aes_cbc_decrypt,
    resolve_aes_cbc_decrypt,
    resolve_aes_cbc_decrypt,
    resolve_aes_cbc_decrypt,
    resolve_aes_cbc_decrypt,
    resolve_aes_cbc_decrypt,
};

DECLARED(aes_cbc_encrypt, neon)
DECLARED(aes_cbc_encrypt, ce)
static const struct loom_variant variants_aes_cbc_encrypt[] = {
    PORTABLE(aes_cbc_encrypt)
    WITH_neon(VARIANT(aes_cbc_encrypt, neon, 4, 272, neon), )
    WITH_neon_aes(VARIANT(aes_cbc_encrypt, ce, 7, 8, neon_aes), )
};
loom_aes_cbc_encrypt_fn *const loom_slots_aes_cbc_encrypt[] = {
    resolve_aes_cbc_encrypt,
    choose_aes_cbc_encrypt,
    loom_aes_cbc_encrypt_portable,
resolve_aes_cbc_encrypt,
WITH_neon(LOOM_NAME(aes_cbc_encrypt_neon), resolve_aes_cbc_encrypt),
resolve_aes_cbc_encrypt,
resolve_aes_cbc_encrypt,
WITH_neon_aes(LOOM_NAME(aes_cbc_encrypt_ce), resolve_aes_cbc_encrypt),
};

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

static const struct loom_variant variants_aes_cbc_encrypt_x4[] = {
    PORTABLE(aes_cbc_encrypt_x4)
};
loom_aes_cbc_encrypt_x4_fn *const loom_slots_aes_cbc_encrypt_x4[] = {
    resolve_aes_cbc_encrypt_x4,
    choose_aes_cbc_encrypt_x4,
    loom_aes_cbc_encrypt_x4_portable,
resolve_aes_cbc_encrypt_x4,
};

DECLARED(aes_cbc_encrypt_x8, ce)
static const struct loom_variant variants_aes_cbc_encrypt_x8[] = {
    PORTABLE(aes_cbc_encrypt_x8)
    WITH_neon_aes(VARIANT(aes_cbc_encrypt_x8, ce, 5, 0, neon_aes), )
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

DECLARED(aes_cbc_sha1_blocks, ce)
static const struct loom_variant variants_aes_cbc_sha1_blocks[] = {
    PORTABLE(aes_cbc_sha1_blocks)
    WITH_neon_aes_sha1(VARIANT(aes_cbc_sha1_blocks, ce, 7, 160, neon_aes_sha1), )
};
loom_aes_cbc_sha1_blocks_fn *const loom_slots_aes_cbc_sha1_blocks[] = {
    resolve_aes_cbc_sha1_blocks,
    choose_aes_cbc_sha1_blocks,
    loom_aes_cbc_sha1_blocks_portable,
resolve_aes_cbc_sha1_blocks,
resolve_aes_cbc_sha1_blocks,
resolve_aes_cbc_sha1_blocks,
resolve_aes_cbc_sha1_blocks,
WITH_neon_aes_sha1(LOOM_NAME(aes_cbc_sha1_blocks_ce), resolve_aes_cbc_sha1_blocks),
};

DECLARED(aes_cbc_sha256_blocks, ce)
static const struct loom_variant variants_aes_cbc_sha256_blocks[] = {
    PORTABLE(aes_cbc_sha256_blocks)
    WITH_neon_aes_sha256(VARIANT(aes_cbc_sha256_blocks, ce, 6, 96, neon_aes_sha256), )
};
loom_aes_cbc_sha256_blocks_fn *const loom_slots_aes_cbc_sha256_blocks[] = {
    resolve_aes_cbc_sha256_blocks,
    choose_aes_cbc_sha256_blocks,
    loom_aes_cbc_sha256_blocks_portable,
resolve_aes_cbc_sha256_blocks,
resolve_aes_cbc_sha256_blocks,
resolve_aes_cbc_sha256_blocks,
WITH_neon_aes_sha256(LOOM_NAME(aes_cbc_sha256_blocks_ce), resolve_aes_cbc_sha256_blocks),
    resolve_aes_cbc_sha256_blocks,
};

DECLARED(aes_cbc_sha512_blocks, scalar)
DECLARED(aes_cbc_sha512_blocks, ce)
static const struct loom_variant variants_aes_cbc_sha512_blocks[] = {
    PORTABLE(aes_cbc_sha512_blocks)
    WITH_neon_aes(VARIANT(aes_cbc_sha512_blocks, scalar, 5, 368, neon_aes), )
    WITH_neon_aes_sha512(VARIANT(aes_cbc_sha512_blocks, ce, 6, 288, neon_aes_sha512), )
};
loom_aes_cbc_sha512_blocks_fn *const loom_slots_aes_cbc_sha512_blocks[] = {
    resolve_aes_cbc_sha512_blocks,
    choose_aes_cbc_sha512_blocks,
    loom_aes_cbc_sha512_blocks_portable,
resolve_aes_cbc_sha512_blocks,
resolve_aes_cbc_sha512_blocks,
WITH_neon_aes(LOOM_NAME(aes_cbc_sha512_blocks_scalar), resolve_aes_cbc_sha512_blocks),
WITH_neon_aes_sha512(LOOM_NAME(aes_cbc_sha512_blocks_ce), resolve_aes_cbc_sha512_blocks),
    resolve_aes_cbc_sha512_blocks,
};

DECLARED(aes_ctr32, neon)
DECLARED(aes_ctr32, ce)
static const struct loom_variant variants_aes_ctr32[] = {
    PORTABLE(aes_ctr32)
    WITH_neon(VARIANT(aes_ctr32, neon, 4, 304, neon), )
    WITH_neon_aes(VARIANT(aes_ctr32, ce, 7, 176, neon_aes), )
};
loom_aes_ctr32_fn *const loom_slots_aes_ctr32[] = {
    resolve_aes_ctr32,
    choose_aes_ctr32,
    loom_aes_ctr32_portable,
resolve_aes_ctr32,
WITH_neon(LOOM_NAME(aes_ctr32_neon), resolve_aes_ctr32),
resolve_aes_ctr32,
resolve_aes_ctr32,
WITH_neon_aes(LOOM_NAME(aes_ctr32_ce), resolve_aes_ctr32),
resolve_aes_ctr32,
resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
};

DECLARED(aes_ecb_decrypt, neon)
DECLARED(aes_ecb_decrypt, ce)
static const struct loom_variant variants_aes_ecb_decrypt[] = {
    PORTABLE(aes_ecb_decrypt)
    WITH_neon(VARIANT(aes_ecb_decrypt, neon, 4, 304, neon), )
    WITH_neon_aes(VARIANT(aes_ecb_decrypt, ce, 7, 64, neon_aes), )
};
loom_aes_ecb_decrypt_fn *const loom_slots_aes_ecb_decrypt[] = {
    resolve_aes_ecb_decrypt,
    choose_aes_ecb_decrypt,
    loom_aes_ecb_decrypt_portable,
resolve_aes_ecb_decrypt,
WITH_neon(LOOM_NAME(aes_ecb_decrypt_neon), resolve_aes_ecb_decrypt),
resolve_aes_ecb_decrypt,
resolve_aes_ecb_decrypt,
WITH_neon_aes(LOOM_NAME(aes_ecb_decrypt_ce), resolve_aes_ecb_decrypt),
resolve_aes_ecb_decrypt,
resolve_aes_ecb_decrypt,
    resolve_aes_ecb_decrypt,
    resolve_aes_ecb_decrypt,
    resolve_aes_ecb_decrypt,
    resolve_aes_ecb_decrypt,
    resolve_aes_ecb_decrypt,
    resolve_aes_ecb_decrypt,
};

DECLARED(aes_ecb_encrypt, neon)
DECLARED(aes_ecb_encrypt, ce)
static const struct loom_variant variants_aes_ecb_encrypt[] = {
    PORTABLE(aes_ecb_encrypt)
    WITH_neon(VARIANT(aes_ecb_encrypt, neon, 4, 288, neon), )
    WITH_neon_aes(VARIANT(aes_ecb_encrypt, ce, 7, 64, neon_aes), )
};
loom_aes_ecb_encrypt_fn *const loom_slots_aes_ecb_encrypt[] = {
    resolve_aes_ecb_encrypt,
    choose_aes_ecb_encrypt,
    loom_aes_ecb_encrypt_portable,
resolve_aes_ecb_encrypt,
WITH_neon(LOOM_NAME(aes_ecb_encrypt_neon), resolve_aes_ecb_encrypt),
resolve_aes_ecb_encrypt,
resolve_aes_ecb_encrypt,
WITH_neon_aes(LOOM_NAME(aes_ecb_encrypt_ce), resolve_aes_ecb_encrypt),
resolve_aes_ecb_encrypt,
resolve_aes_ecb_encrypt,
    resolve_aes_ecb_encrypt,
    resolve_aes_ecb_encrypt,
    resolve_aes_ecb_encrypt,
    resolve_aes_ecb_encrypt,
    resolve_aes_ecb_encrypt,
    resolve_aes_ecb_encrypt,
};

DECLARED(aes_set_decrypt_key, neon)
DECLARED(aes_set_decrypt_key, ce)
static const struct loom_variant variants_aes_set_decrypt_key[] = {
    PORTABLE(aes_set_decrypt_key)
    WITH_neon(VARIANT(aes_set_decrypt_key, neon, 4, 64, neon), )
    WITH_neon_aes(VARIANT(aes_set_decrypt_key, ce, 7, 8, neon_aes), )
};
loom_aes_set_decrypt_key_fn *const loom_slots_aes_set_decrypt_key[] = {
    resolve_aes_set_decrypt_key,
    choose_aes_set_decrypt_key,
    loom_aes_set_decrypt_key_portable,
resolve_aes_set_decrypt_key,
WITH_neon(LOOM_NAME(aes_set_decrypt_key_neon), resolve_aes_set_decrypt_key),
resolve_aes_set_decrypt_key,
resolve_aes_set_decrypt_key,
WITH_neon_aes(LOOM_NAME(aes_set_decrypt_key_ce), resolve_aes_set_decrypt_key),
};

DECLARED(aes_set_encrypt_key, neon)
DECLARED(aes_set_encrypt_key, ce)
static const struct loom_variant variants_aes_set_encrypt_key[] = {
    PORTABLE(aes_set_encrypt_key)
    WITH_neon(VARIANT(aes_set_encrypt_key, neon, 4, 64, neon), )
    WITH_neon_aes(VARIANT(aes_set_encrypt_key, ce, 7, 8, neon_aes), )
};
loom_aes_set_encrypt_key_fn *const loom_slots_aes_set_encrypt_key[] = {
    resolve_aes_set_encrypt_key,
    choose_aes_set_encrypt_key,
    loom_aes_set_encrypt_key_portable,
resolve_aes_set_encrypt_key,
WITH_neon(LOOM_NAME(aes_set_encrypt_key_neon), resolve_aes_set_encrypt_key),
resolve_aes_set_encrypt_key,
resolve_aes_set_encrypt_key,
WITH_neon_aes(LOOM_NAME(aes_set_encrypt_key_ce), resolve_aes_set_encrypt_key),
};

DECLARED(md5_blocks, scalar)
static const struct loom_variant variants_md5_blocks[] = {
    PORTABLE(md5_blocks)
    VARIANT(md5_blocks, scalar, 3, 8, none)
};
loom_md5_blocks_fn *const loom_slots_md5_blocks[] = {
    resolve_md5_blocks,
    choose_md5_blocks,
    loom_md5_blocks_portable,
LOOM_NAME(md5_blocks_scalar),
resolve_md5_blocks,
    resolve_md5_blocks,
    resolve_md5_blocks,
    resolve_md5_blocks,
};

static const struct loom_variant variants_md5_blocks_x16[] = {
    PORTABLE(md5_blocks_x16)
};
loom_md5_blocks_x16_fn *const loom_slots_md5_blocks_x16[] = {
    resolve_md5_blocks_x16,
    choose_md5_blocks_x16,
    loom_md5_blocks_x16_portable,
resolve_md5_blocks_x16,
resolve_md5_blocks_x16,
    resolve_md5_blocks_x16,
    resolve_md5_blocks_x16,
    resolve_md5_blocks_x16,
};

static const struct loom_variant variants_md5_blocks_x32[] = {
    PORTABLE(md5_blocks_x32)
};
loom_md5_blocks_x32_fn *const loom_slots_md5_blocks_x32[] = {
    resolve_md5_blocks_x32,
    choose_md5_blocks_x32,
    loom_md5_blocks_x32_portable,
resolve_md5_blocks_x32,
};

DECLARED(md5_blocks_x4, neon)
static const struct loom_variant variants_md5_blocks_x4[] = {
    PORTABLE(md5_blocks_x4)
    WITH_neon(VARIANT(md5_blocks_x4, neon, 3, 0, neon), )
};
loom_md5_blocks_x4_fn *const loom_slots_md5_blocks_x4[] = {
    resolve_md5_blocks_x4,
    choose_md5_blocks_x4,
    loom_md5_blocks_x4_portable,
WITH_neon(LOOM_NAME(md5_blocks_x4_neon), resolve_md5_blocks_x4),
resolve_md5_blocks_x4,
    resolve_md5_blocks_x4,
    resolve_md5_blocks_x4,
    resolve_md5_blocks_x4,
};

static const struct loom_variant variants_md5_blocks_x8[] = {
    PORTABLE(md5_blocks_x8)
};
loom_md5_blocks_x8_fn *const loom_slots_md5_blocks_x8[] = {
    resolve_md5_blocks_x8,
    choose_md5_blocks_x8,
    loom_md5_blocks_x8_portable,
resolve_md5_blocks_x8,
};

DECLARED(mont_gather, scalar)
DECLARED(mont_gather, neon)
static const struct loom_variant variants_mont_gather[] = {
    PORTABLE(mont_gather)
    VARIANT(mont_gather, scalar, 3, 8, none)
    WITH_neon(VARIANT(mont_gather, neon, 6, 64, neon), )
};
loom_mont_gather_fn *const loom_slots_mont_gather[] = {
    resolve_mont_gather,
    choose_mont_gather,
    loom_mont_gather_portable,
LOOM_NAME(mont_gather_scalar),
resolve_mont_gather,
resolve_mont_gather,
WITH_neon(LOOM_NAME(mont_gather_neon), resolve_mont_gather),
    resolve_mont_gather,
};

DECLARED(mont_mul, scalar)
static const struct loom_variant variants_mont_mul[] = {
    PORTABLE(mont_mul)
    VARIANT(mont_mul, scalar, 3, 1200, none)
};
loom_mont_mul_fn *const loom_slots_mont_mul[] = {
    resolve_mont_mul,
    choose_mont_mul,
    loom_mont_mul_portable,
LOOM_NAME(mont_mul_scalar),
resolve_mont_mul,
resolve_mont_mul,
resolve_mont_mul,
    resolve_mont_mul,
};

static const struct loom_variant variants_mont_pair_gather[] = {
    PORTABLE(mont_pair_gather)
};
loom_mont_pair_gather_fn *const loom_slots_mont_pair_gather[] = {
    resolve_mont_pair_gather,
    choose_mont_pair_gather,
    loom_mont_pair_gather_portable,
resolve_mont_pair_gather,
};

static const struct loom_variant variants_mont_pair_mul[] = {
    PORTABLE(mont_pair_mul)
};
loom_mont_pair_mul_fn *const loom_slots_mont_pair_mul[] = {
    resolve_mont_pair_mul,
    choose_mont_pair_mul,
    loom_mont_pair_mul_portable,
resolve_mont_pair_mul,
};

static const struct loom_variant variants_mont_pair_sqr[] = {
    PORTABLE(mont_pair_sqr)
};
loom_mont_pair_sqr_fn *const loom_slots_mont_pair_sqr[] = {
    resolve_mont_pair_sqr,
    choose_mont_pair_sqr,
    loom_mont_pair_sqr_portable,
resolve_mont_pair_sqr,
};

DECLARED(mont_sqr, scalar)
static const struct loom_variant variants_mont_sqr[] = {
    PORTABLE(mont_sqr)
    VARIANT(mont_sqr, scalar, 3, 1248, none)
};
loom_mont_sqr_fn *const loom_slots_mont_sqr[] = {
    resolve_mont_sqr,
    choose_mont_sqr,
    loom_mont_sqr_portable,
LOOM_NAME(mont_sqr_scalar),
resolve_mont_sqr,
resolve_mont_sqr,
resolve_mont_sqr,
    resolve_mont_sqr,
};

DECLARED(rc4_md5_blocks, plain)
static const struct loom_variant variants_rc4_md5_blocks[] = {
    PORTABLE(rc4_md5_blocks)
    VARIANT(rc4_md5_blocks, plain, 3, 96, none)
};
loom_rc4_md5_blocks_fn *const loom_slots_rc4_md5_blocks[] = {
    resolve_rc4_md5_blocks,
    choose_rc4_md5_blocks,
    loom_rc4_md5_blocks_portable,
LOOM_NAME(rc4_md5_blocks_plain),
resolve_rc4_md5_blocks,
resolve_rc4_md5_blocks,
resolve_rc4_md5_blocks,
    resolve_rc4_md5_blocks,
};

DECLARED(rc4_set_key, scalar)
static const struct loom_variant variants_rc4_set_key[] = {
    PORTABLE(rc4_set_key)
    VARIANT(rc4_set_key, scalar, 3, 8, none)
};
loom_rc4_set_key_fn *const loom_slots_rc4_set_key[] = {
    resolve_rc4_set_key,
    choose_rc4_set_key,
    loom_rc4_set_key_portable,
LOOM_NAME(rc4_set_key_scalar),
};

DECLARED(rc4_stream, branchfree)
DECLARED(rc4_stream, lookahead)
static const struct loom_variant variants_rc4_stream[] = {
    PORTABLE(rc4_stream)
    VARIANT(rc4_stream, branchfree, 3, 8, none)
    VARIANT(rc4_stream, lookahead, 4, 8, none)
};
loom_rc4_stream_fn *const loom_slots_rc4_stream[] = {
    resolve_rc4_stream,
    choose_rc4_stream,
    loom_rc4_stream_portable,
LOOM_NAME(rc4_stream_branchfree),
LOOM_NAME(rc4_stream_lookahead),
resolve_rc4_stream,
resolve_rc4_stream,
    resolve_rc4_stream,
};

DECLARED(sha1_blocks, scalar)
DECLARED(sha1_blocks, ce)
static const struct loom_variant variants_sha1_blocks[] = {
    PORTABLE(sha1_blocks)
    VARIANT(sha1_blocks, scalar, 3, 176, none)
    WITH_sha1(VARIANT(sha1_blocks, ce, 9, 80, sha1), )
};
loom_sha1_blocks_fn *const loom_slots_sha1_blocks[] = {
    resolve_sha1_blocks,
    choose_sha1_blocks,
    loom_sha1_blocks_portable,
LOOM_NAME(sha1_blocks_scalar),
resolve_sha1_blocks,
resolve_sha1_blocks,
resolve_sha1_blocks,
resolve_sha1_blocks,
resolve_sha1_blocks,
WITH_sha1(LOOM_NAME(sha1_blocks_ce), resolve_sha1_blocks),
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
};

static const struct loom_variant variants_sha1_blocks_x16[] = {
    PORTABLE(sha1_blocks_x16)
};
loom_sha1_blocks_x16_fn *const loom_slots_sha1_blocks_x16[] = {
    resolve_sha1_blocks_x16,
    choose_sha1_blocks_x16,
    loom_sha1_blocks_x16_portable,
resolve_sha1_blocks_x16,
};

DECLARED(sha1_blocks_x2, ce)
static const struct loom_variant variants_sha1_blocks_x2[] = {
    PORTABLE(sha1_blocks_x2)
    WITH_sha1(VARIANT(sha1_blocks_x2, ce, 5, 0, sha1), )
};
loom_sha1_blocks_x2_fn *const loom_slots_sha1_blocks_x2[] = {
    resolve_sha1_blocks_x2,
    choose_sha1_blocks_x2,
    loom_sha1_blocks_x2_portable,
resolve_sha1_blocks_x2,
resolve_sha1_blocks_x2,
WITH_sha1(LOOM_NAME(sha1_blocks_x2_ce), resolve_sha1_blocks_x2),
    resolve_sha1_blocks_x2,
    resolve_sha1_blocks_x2,
};

DECLARED(sha1_blocks_x4, neon)
static const struct loom_variant variants_sha1_blocks_x4[] = {
    PORTABLE(sha1_blocks_x4)
    WITH_neon(VARIANT(sha1_blocks_x4, neon, 3, 0, neon), )
};
loom_sha1_blocks_x4_fn *const loom_slots_sha1_blocks_x4[] = {
    resolve_sha1_blocks_x4,
    choose_sha1_blocks_x4,
    loom_sha1_blocks_x4_portable,
WITH_neon(LOOM_NAME(sha1_blocks_x4_neon), resolve_sha1_blocks_x4),
resolve_sha1_blocks_x4,
    resolve_sha1_blocks_x4,
    resolve_sha1_blocks_x4,
    resolve_sha1_blocks_x4,
};

static const struct loom_variant variants_sha1_blocks_x8[] = {
    PORTABLE(sha1_blocks_x8)
};
loom_sha1_blocks_x8_fn *const loom_slots_sha1_blocks_x8[] = {
    resolve_sha1_blocks_x8,
    choose_sha1_blocks_x8,
    loom_sha1_blocks_x8_portable,
resolve_sha1_blocks_x8,
};

DECLARED(sha256_blocks, scalar)
DECLARED(sha256_blocks, ce)
static const struct loom_variant variants_sha256_blocks[] = {
    PORTABLE(sha256_blocks)
    VARIANT(sha256_blocks, scalar, 3, 224, none)
    WITH_sha256(VARIANT(sha256_blocks, ce, 8, 48, sha256), )
};
loom_sha256_blocks_fn *const loom_slots_sha256_blocks[] = {
    resolve_sha256_blocks,
    choose_sha256_blocks,
    loom_sha256_blocks_portable,
LOOM_NAME(sha256_blocks_scalar),
resolve_sha256_blocks,
resolve_sha256_blocks,
resolve_sha256_blocks,
resolve_sha256_blocks,
WITH_sha256(LOOM_NAME(sha256_blocks_ce), resolve_sha256_blocks),
    resolve_sha256_blocks,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
};

static const struct loom_variant variants_sha256_blocks_x16[] = {
    PORTABLE(sha256_blocks_x16)
};
loom_sha256_blocks_x16_fn *const loom_slots_sha256_blocks_x16[] = {
    resolve_sha256_blocks_x16,
    choose_sha256_blocks_x16,
    loom_sha256_blocks_x16_portable,
resolve_sha256_blocks_x16,
};

DECLARED(sha256_blocks_x2, ce)
static const struct loom_variant variants_sha256_blocks_x2[] = {
    PORTABLE(sha256_blocks_x2)
    WITH_sha256(VARIANT(sha256_blocks_x2, ce, 4, 0, sha256), )
};
loom_sha256_blocks_x2_fn *const loom_slots_sha256_blocks_x2[] = {
    resolve_sha256_blocks_x2,
    choose_sha256_blocks_x2,
    loom_sha256_blocks_x2_portable,
resolve_sha256_blocks_x2,
WITH_sha256(LOOM_NAME(sha256_blocks_x2_ce), resolve_sha256_blocks_x2),
    resolve_sha256_blocks_x2,
    resolve_sha256_blocks_x2,
    resolve_sha256_blocks_x2,
};

DECLARED(sha256_blocks_x4, neon)
static const struct loom_variant variants_sha256_blocks_x4[] = {
    PORTABLE(sha256_blocks_x4)
    WITH_neon(VARIANT(sha256_blocks_x4, neon, 3, 0, neon), )
};
loom_sha256_blocks_x4_fn *const loom_slots_sha256_blocks_x4[] = {
    resolve_sha256_blocks_x4,
    choose_sha256_blocks_x4,
    loom_sha256_blocks_x4_portable,
WITH_neon(LOOM_NAME(sha256_blocks_x4_neon), resolve_sha256_blocks_x4),
resolve_sha256_blocks_x4,
    resolve_sha256_blocks_x4,
    resolve_sha256_blocks_x4,
    resolve_sha256_blocks_x4,
};

static const struct loom_variant variants_sha256_blocks_x8[] = {
    PORTABLE(sha256_blocks_x8)
};
loom_sha256_blocks_x8_fn *const loom_slots_sha256_blocks_x8[] = {
    resolve_sha256_blocks_x8,
    choose_sha256_blocks_x8,
    loom_sha256_blocks_x8_portable,
resolve_sha256_blocks_x8,
};

DECLARED(sha512_blocks, scalar)
DECLARED(sha512_blocks, ce)
static const struct loom_variant variants_sha512_blocks[] = {
    PORTABLE(sha512_blocks)
    VARIANT(sha512_blocks, scalar, 3, 304, none)
    WITH_neon_sha512(VARIANT(sha512_blocks, ce, 8, 128, neon_sha512), )
};
loom_sha512_blocks_fn *const loom_slots_sha512_blocks[] = {
    resolve_sha512_blocks,
    choose_sha512_blocks,
    loom_sha512_blocks_portable,
LOOM_NAME(sha512_blocks_scalar),
resolve_sha512_blocks,
resolve_sha512_blocks,
resolve_sha512_blocks,
resolve_sha512_blocks,
WITH_neon_sha512(LOOM_NAME(sha512_blocks_ce), resolve_sha512_blocks),
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
};

static const struct loom_variant variants_sha512_blocks_x4[] = {
    PORTABLE(sha512_blocks_x4)
};
loom_sha512_blocks_x4_fn *const loom_slots_sha512_blocks_x4[] = {
    resolve_sha512_blocks_x4,
    choose_sha512_blocks_x4,
    loom_sha512_blocks_x4_portable,
resolve_sha512_blocks_x4,
};

static const struct loom_variant variants_sha512_blocks_x8[] = {
    PORTABLE(sha512_blocks_x8)
};
loom_sha512_blocks_x8_fn *const loom_slots_sha512_blocks_x8[] = {
    resolve_sha512_blocks_x8,
    choose_sha512_blocks_x8,
    loom_sha512_blocks_x8_portable,
resolve_sha512_blocks_x8,
};
const struct loom_preference loom_preferences[] = {
    PREFER(md5_blocks, generic, 0, scalar, MEASURED, any, NONE)
    PREFER(md5_blocks, intel_sapphirerapids, 0, avx512vl, MEASURED, any, NONE)
    PREFER(rc4_md5_blocks, generic, 0, plain, MEASURED, any, NONE)
    PREFER(rc4_md5_blocks, intel_generic, 0, lookahead, MEASURED, any, NONE)
    PREFER(rc4_md5_blocks, intel_sapphirerapids, 0, lookahead, MEASURED, any, NONE)
    PREFER(rc4_md5_blocks, intel_sapphirerapids, 0, avx512vl, MEASURED, any, NONE)
    PREFER(rc4_stream, generic, 0, lookahead, MODEL, any, NONE)
    PREFER(rc4_stream, arm_cortex_a53, 0, branchfree, MODEL, any, NONE)
    PREFER(sha1_blocks, intel_sapphirerapids, 0, shani_avx512vl, MEASURED, any, NONE)
    PREFER(aes_cbc_sha1_blocks, intel_sapphirerapids, 0, shani_avx512vl, MEASURED, any, NONE)
    PREFER(aes_ecb_encrypt, generic, 0, avx, MEASURED, any, NONE)
    PREFER(aes_ecb_encrypt, generic, 0, vaes256, MEASURED, any, NONE)
    PREFER(aes_ecb_encrypt, amd_generic, 0, vaes512, MEASURED, any, NONE)
    PREFER(aes_ecb_decrypt, generic, 0, avx, MEASURED, any, NONE)
    PREFER(aes_ecb_decrypt, generic, 0, vaes256, MEASURED, any, NONE)
    PREFER(aes_ecb_decrypt, amd_generic, 0, vaes512, MEASURED, any, NONE)
    PREFER(aes_cbc_decrypt, generic, 0, avx, MEASURED, any, NONE)
    PREFER(aes_cbc_decrypt, generic, 0, vaes256, MEASURED, any, NONE)
    PREFER(aes_cbc_decrypt, amd_generic, 0, vaes512, MEASURED, any, NONE)
    PREFER(aes_ctr32, generic, 0, avx, MEASURED, any, NONE)
    PREFER(aes_ctr32, generic, 0, vaes256, MEASURED, any, NONE)
    PREFER(aes_ctr32, amd_generic, 0, vaes512, MEASURED, any, NONE)
    PREFER(md5_blocks_x16, amd_zen4, 0, avx512, MEASURED, any, NONE)
    PREFER(md5_blocks_x16, amd_zen4, 0, avx2, MEASURED, any, NONE)
    PREFER(sha1_blocks_x4, generic, 0, portable, MODEL, any, SHA1)
    PREFER(sha256_blocks_x4, generic, 0, portable, MODEL, any, SHA256)
    PREFER(mont_pair_mul, amd_zen4, 0, ifma, MEASURED, any, NONE)
    PREFER(mont_pair_sqr, amd_zen4, 0, ifma, MEASURED, any, NONE)
    PREFER(mont_pair_gather, amd_zen4, 0, ifma, MEASURED, any, NONE)
    NO_PREFERENCE,
};


#elif defined(LOOM_ON_X86)
/* The features that variants need. */
static const struct {
    unsigned char none[1], ssse3[2], ssse3_aes[3], avx_aes[3], avx2_aes_vaes[4], avx512f_avx512bw_aes_vaes[5], sse2[2], avx2[2], bmi1_bmi2[3], avx512bw_avx512vl_sha[4], ssse3_sha[3], avx2_bmi1_bmi2[4], avx512bw_avx512vl_bmi1_bmi2[5];
} needs = {
    {LOOM_CPU_NONE},
    {LOOM_CPU_SSSE3, LOOM_CPU_NONE},
    {LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE},
    {LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE},
    {LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE},
    {LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE},
    {LOOM_CPU_SSE2, LOOM_CPU_NONE},
    {LOOM_CPU_AVX2, LOOM_CPU_NONE},
    {LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE},
    {LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_SHA, LOOM_CPU_NONE},
    {LOOM_CPU_SSSE3, LOOM_CPU_SHA, LOOM_CPU_NONE},
    {LOOM_CPU_AVX2, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE},
    {LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE},
};

DECLARED(aes_cbc_decrypt, vperm)
DECLARED(aes_cbc_decrypt, aesni)
DECLARED(aes_cbc_decrypt, avx)
DECLARED(aes_cbc_decrypt, vaes256)
DECLARED(aes_cbc_decrypt, vaes512)
static const struct loom_variant variants_aes_cbc_decrypt[] = {
    PORTABLE(aes_cbc_decrypt)
    WITH_ssse3(VARIANT(aes_cbc_decrypt, vperm, 3, 276, ssse3), )
    WITH_ssse3_aes(VARIANT(aes_cbc_decrypt, aesni, 5, 32, ssse3_aes), )
    WITH_avx_aes(VARIANT(aes_cbc_decrypt, avx, 6, 32, avx_aes), )
    WITH_avx2_aes_vaes(VARIANT(aes_cbc_decrypt, vaes256, 8, 32, avx2_aes_vaes), )
    WITH_avx512f_avx512bw_aes_vaes(VARIANT(aes_cbc_decrypt, vaes512, 9, 32, avx512f_avx512bw_aes_vaes), )
};
loom_aes_cbc_decrypt_fn *const loom_slots_aes_cbc_decrypt[] = {
    resolve_aes_cbc_decrypt,
    choose_aes_cbc_decrypt,
    loom_aes_cbc_decrypt_portable,
WITH_ssse3(LOOM_NAME(aes_cbc_decrypt_vperm), resolve_aes_cbc_decrypt),
resolve_aes_cbc_decrypt,
WITH_ssse3_aes(LOOM_NAME(aes_cbc_decrypt_aesni), resolve_aes_cbc_decrypt),
WITH_avx_aes(LOOM_NAME(aes_cbc_decrypt_avx), resolve_aes_cbc_decrypt),
resolve_aes_cbc_decrypt,
WITH_avx2_aes_vaes(LOOM_NAME(aes_cbc_decrypt_vaes256), resolve_aes_cbc_decrypt),
WITH_avx512f_avx512bw_aes_vaes(LOOM_NAME(aes_cbc_decrypt_vaes512), resolve_aes_cbc_decrypt),
    resolve_aes_cbc_decrypt,
    resolve_aes_cbc_decrypt,
    resolve_aes_cbc_decrypt,
    resolve_aes_cbc_decrypt,
    resolve_aes_cbc_decrypt,
    resolve_aes_cbc_decrypt,
};

DECLARED(aes_cbc_encrypt, vperm)
DECLARED(aes_cbc_encrypt, aesni)
DECLARED(aes_cbc_encrypt, avx)
static const struct loom_variant variants_aes_cbc_encrypt[] = {
    PORTABLE(aes_cbc_encrypt)
    WITH_ssse3(VARIANT(aes_cbc_encrypt, vperm, 3, 252, ssse3), )
    WITH_ssse3_aes(VARIANT(aes_cbc_encrypt, aesni, 5, 16, ssse3_aes), )
    WITH_avx_aes(VARIANT(aes_cbc_encrypt, avx, 6, 16, avx_aes), )
};
loom_aes_cbc_encrypt_fn *const loom_slots_aes_cbc_encrypt[] = {
    resolve_aes_cbc_encrypt,
    choose_aes_cbc_encrypt,
    loom_aes_cbc_encrypt_portable,
WITH_ssse3(LOOM_NAME(aes_cbc_encrypt_vperm), resolve_aes_cbc_encrypt),
resolve_aes_cbc_encrypt,
WITH_ssse3_aes(LOOM_NAME(aes_cbc_encrypt_aesni), resolve_aes_cbc_encrypt),
WITH_avx_aes(LOOM_NAME(aes_cbc_encrypt_avx), resolve_aes_cbc_encrypt),
resolve_aes_cbc_encrypt,
};

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

DECLARED(aes_cbc_encrypt_x4, aesni)
static const struct loom_variant variants_aes_cbc_encrypt_x4[] = {
    PORTABLE(aes_cbc_encrypt_x4)
    WITH_ssse3_aes(VARIANT(aes_cbc_encrypt_x4, aesni, 3, 0, ssse3_aes), )
};
loom_aes_cbc_encrypt_x4_fn *const loom_slots_aes_cbc_encrypt_x4[] = {
    resolve_aes_cbc_encrypt_x4,
    choose_aes_cbc_encrypt_x4,
    loom_aes_cbc_encrypt_x4_portable,
WITH_ssse3_aes(LOOM_NAME(aes_cbc_encrypt_x4_aesni), resolve_aes_cbc_encrypt_x4),
};

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

static const struct loom_variant variants_aes_cbc_sha1_blocks[] = {
    PORTABLE(aes_cbc_sha1_blocks)
};
loom_aes_cbc_sha1_blocks_fn *const loom_slots_aes_cbc_sha1_blocks[] = {
    resolve_aes_cbc_sha1_blocks,
    choose_aes_cbc_sha1_blocks,
    loom_aes_cbc_sha1_blocks_portable,
resolve_aes_cbc_sha1_blocks,
resolve_aes_cbc_sha1_blocks,
resolve_aes_cbc_sha1_blocks,
resolve_aes_cbc_sha1_blocks,
resolve_aes_cbc_sha1_blocks,
};

static const struct loom_variant variants_aes_cbc_sha256_blocks[] = {
    PORTABLE(aes_cbc_sha256_blocks)
};
loom_aes_cbc_sha256_blocks_fn *const loom_slots_aes_cbc_sha256_blocks[] = {
    resolve_aes_cbc_sha256_blocks,
    choose_aes_cbc_sha256_blocks,
    loom_aes_cbc_sha256_blocks_portable,
resolve_aes_cbc_sha256_blocks,
resolve_aes_cbc_sha256_blocks,
resolve_aes_cbc_sha256_blocks,
resolve_aes_cbc_sha256_blocks,
    resolve_aes_cbc_sha256_blocks,
};

static const struct loom_variant variants_aes_cbc_sha512_blocks[] = {
    PORTABLE(aes_cbc_sha512_blocks)
};
loom_aes_cbc_sha512_blocks_fn *const loom_slots_aes_cbc_sha512_blocks[] = {
    resolve_aes_cbc_sha512_blocks,
    choose_aes_cbc_sha512_blocks,
    loom_aes_cbc_sha512_blocks_portable,
resolve_aes_cbc_sha512_blocks,
resolve_aes_cbc_sha512_blocks,
resolve_aes_cbc_sha512_blocks,
resolve_aes_cbc_sha512_blocks,
    resolve_aes_cbc_sha512_blocks,
};

DECLARED(aes_ctr32, vperm)
DECLARED(aes_ctr32, aesni)
DECLARED(aes_ctr32, avx)
DECLARED(aes_ctr32, vaes256)
DECLARED(aes_ctr32, vaes512)
static const struct loom_variant variants_aes_ctr32[] = {
    PORTABLE(aes_ctr32)
    WITH_ssse3(VARIANT(aes_ctr32, vperm, 3, 276, ssse3), )
    WITH_ssse3_aes(VARIANT(aes_ctr32, aesni, 5, 36, ssse3_aes), )
    WITH_avx_aes(VARIANT(aes_ctr32, avx, 6, 36, avx_aes), )
    WITH_avx2_aes_vaes(VARIANT(aes_ctr32, vaes256, 8, 52, avx2_aes_vaes), )
    WITH_avx512f_avx512bw_aes_vaes(VARIANT(aes_ctr32, vaes512, 9, 84, avx512f_avx512bw_aes_vaes), )
};
loom_aes_ctr32_fn *const loom_slots_aes_ctr32[] = {
    resolve_aes_ctr32,
    choose_aes_ctr32,
    loom_aes_ctr32_portable,
WITH_ssse3(LOOM_NAME(aes_ctr32_vperm), resolve_aes_ctr32),
resolve_aes_ctr32,
WITH_ssse3_aes(LOOM_NAME(aes_ctr32_aesni), resolve_aes_ctr32),
WITH_avx_aes(LOOM_NAME(aes_ctr32_avx), resolve_aes_ctr32),
resolve_aes_ctr32,
WITH_avx2_aes_vaes(LOOM_NAME(aes_ctr32_vaes256), resolve_aes_ctr32),
WITH_avx512f_avx512bw_aes_vaes(LOOM_NAME(aes_ctr32_vaes512), resolve_aes_ctr32),
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
};

DECLARED(aes_ecb_decrypt, vperm)
DECLARED(aes_ecb_decrypt, aesni)
DECLARED(aes_ecb_decrypt, avx)
DECLARED(aes_ecb_decrypt, vaes256)
DECLARED(aes_ecb_decrypt, vaes512)
static const struct loom_variant variants_aes_ecb_decrypt[] = {
    PORTABLE(aes_ecb_decrypt)
    WITH_ssse3(VARIANT(aes_ecb_decrypt, vperm, 3, 256, ssse3), )
    WITH_ssse3_aes(VARIANT(aes_ecb_decrypt, aesni, 5, 12, ssse3_aes), )
    WITH_avx_aes(VARIANT(aes_ecb_decrypt, avx, 6, 12, avx_aes), )
    WITH_avx2_aes_vaes(VARIANT(aes_ecb_decrypt, vaes256, 8, 12, avx2_aes_vaes), )
    WITH_avx512f_avx512bw_aes_vaes(VARIANT(aes_ecb_decrypt, vaes512, 9, 12, avx512f_avx512bw_aes_vaes), )
};
loom_aes_ecb_decrypt_fn *const loom_slots_aes_ecb_decrypt[] = {
    resolve_aes_ecb_decrypt,
    choose_aes_ecb_decrypt,
    loom_aes_ecb_decrypt_portable,
WITH_ssse3(LOOM_NAME(aes_ecb_decrypt_vperm), resolve_aes_ecb_decrypt),
resolve_aes_ecb_decrypt,
WITH_ssse3_aes(LOOM_NAME(aes_ecb_decrypt_aesni), resolve_aes_ecb_decrypt),
WITH_avx_aes(LOOM_NAME(aes_ecb_decrypt_avx), resolve_aes_ecb_decrypt),
resolve_aes_ecb_decrypt,
WITH_avx2_aes_vaes(LOOM_NAME(aes_ecb_decrypt_vaes256), resolve_aes_ecb_decrypt),
WITH_avx512f_avx512bw_aes_vaes(LOOM_NAME(aes_ecb_decrypt_vaes512), resolve_aes_ecb_decrypt),
    resolve_aes_ecb_decrypt,
    resolve_aes_ecb_decrypt,
    resolve_aes_ecb_decrypt,
    resolve_aes_ecb_decrypt,
    resolve_aes_ecb_decrypt,
    resolve_aes_ecb_decrypt,
};

DECLARED(aes_ecb_encrypt, vperm)
DECLARED(aes_ecb_encrypt, aesni)
DECLARED(aes_ecb_encrypt, avx)
DECLARED(aes_ecb_encrypt, vaes256)
DECLARED(aes_ecb_encrypt, vaes512)
static const struct loom_variant variants_aes_ecb_encrypt[] = {
    PORTABLE(aes_ecb_encrypt)
    WITH_ssse3(VARIANT(aes_ecb_encrypt, vperm, 3, 256, ssse3), )
    WITH_ssse3_aes(VARIANT(aes_ecb_encrypt, aesni, 5, 12, ssse3_aes), )
    WITH_avx_aes(VARIANT(aes_ecb_encrypt, avx, 6, 12, avx_aes), )
    WITH_avx2_aes_vaes(VARIANT(aes_ecb_encrypt, vaes256, 8, 12, avx2_aes_vaes), )
    WITH_avx512f_avx512bw_aes_vaes(VARIANT(aes_ecb_encrypt, vaes512, 9, 12, avx512f_avx512bw_aes_vaes), )
};
loom_aes_ecb_encrypt_fn *const loom_slots_aes_ecb_encrypt[] = {
    resolve_aes_ecb_encrypt,
    choose_aes_ecb_encrypt,
    loom_aes_ecb_encrypt_portable,
WITH_ssse3(LOOM_NAME(aes_ecb_encrypt_vperm), resolve_aes_ecb_encrypt),
resolve_aes_ecb_encrypt,
WITH_ssse3_aes(LOOM_NAME(aes_ecb_encrypt_aesni), resolve_aes_ecb_encrypt),
WITH_avx_aes(LOOM_NAME(aes_ecb_encrypt_avx), resolve_aes_ecb_encrypt),
resolve_aes_ecb_encrypt,
WITH_avx2_aes_vaes(LOOM_NAME(aes_ecb_encrypt_vaes256), resolve_aes_ecb_encrypt),
WITH_avx512f_avx512bw_aes_vaes(LOOM_NAME(aes_ecb_encrypt_vaes512), resolve_aes_ecb_encrypt),
    resolve_aes_ecb_encrypt,
    resolve_aes_ecb_encrypt,
    resolve_aes_ecb_encrypt,
    resolve_aes_ecb_encrypt,
    resolve_aes_ecb_encrypt,
    resolve_aes_ecb_encrypt,
};

DECLARED(aes_set_decrypt_key, vperm)
DECLARED(aes_set_decrypt_key, aesni)
DECLARED(aes_set_decrypt_key, avx)
static const struct loom_variant variants_aes_set_decrypt_key[] = {
    PORTABLE(aes_set_decrypt_key)
    WITH_ssse3(VARIANT(aes_set_decrypt_key, vperm, 3, 52, ssse3), )
    WITH_ssse3_aes(VARIANT(aes_set_decrypt_key, aesni, 5, 20, ssse3_aes), )
    WITH_avx_aes(VARIANT(aes_set_decrypt_key, avx, 6, 20, avx_aes), )
};
loom_aes_set_decrypt_key_fn *const loom_slots_aes_set_decrypt_key[] = {
    resolve_aes_set_decrypt_key,
    choose_aes_set_decrypt_key,
    loom_aes_set_decrypt_key_portable,
WITH_ssse3(LOOM_NAME(aes_set_decrypt_key_vperm), resolve_aes_set_decrypt_key),
resolve_aes_set_decrypt_key,
WITH_ssse3_aes(LOOM_NAME(aes_set_decrypt_key_aesni), resolve_aes_set_decrypt_key),
WITH_avx_aes(LOOM_NAME(aes_set_decrypt_key_avx), resolve_aes_set_decrypt_key),
resolve_aes_set_decrypt_key,
};

DECLARED(aes_set_encrypt_key, vperm)
DECLARED(aes_set_encrypt_key, aesni)
DECLARED(aes_set_encrypt_key, avx)
static const struct loom_variant variants_aes_set_encrypt_key[] = {
    PORTABLE(aes_set_encrypt_key)
    WITH_ssse3(VARIANT(aes_set_encrypt_key, vperm, 3, 52, ssse3), )
    WITH_ssse3_aes(VARIANT(aes_set_encrypt_key, aesni, 5, 20, ssse3_aes), )
    WITH_avx_aes(VARIANT(aes_set_encrypt_key, avx, 6, 20, avx_aes), )
};
loom_aes_set_encrypt_key_fn *const loom_slots_aes_set_encrypt_key[] = {
    resolve_aes_set_encrypt_key,
    choose_aes_set_encrypt_key,
    loom_aes_set_encrypt_key_portable,
WITH_ssse3(LOOM_NAME(aes_set_encrypt_key_vperm), resolve_aes_set_encrypt_key),
resolve_aes_set_encrypt_key,
WITH_ssse3_aes(LOOM_NAME(aes_set_encrypt_key_aesni), resolve_aes_set_encrypt_key),
WITH_avx_aes(LOOM_NAME(aes_set_encrypt_key_avx), resolve_aes_set_encrypt_key),
resolve_aes_set_encrypt_key,
};

DECLARED(md5_blocks, scalar)
static const struct loom_variant variants_md5_blocks[] = {
    PORTABLE(md5_blocks)
    VARIANT(md5_blocks, scalar, 3, 32, none)
};
loom_md5_blocks_fn *const loom_slots_md5_blocks[] = {
    resolve_md5_blocks,
    choose_md5_blocks,
    loom_md5_blocks_portable,
LOOM_NAME(md5_blocks_scalar),
resolve_md5_blocks,
    resolve_md5_blocks,
    resolve_md5_blocks,
    resolve_md5_blocks,
};

static const struct loom_variant variants_md5_blocks_x16[] = {
    PORTABLE(md5_blocks_x16)
};
loom_md5_blocks_x16_fn *const loom_slots_md5_blocks_x16[] = {
    resolve_md5_blocks_x16,
    choose_md5_blocks_x16,
    loom_md5_blocks_x16_portable,
resolve_md5_blocks_x16,
resolve_md5_blocks_x16,
    resolve_md5_blocks_x16,
    resolve_md5_blocks_x16,
    resolve_md5_blocks_x16,
};

static const struct loom_variant variants_md5_blocks_x32[] = {
    PORTABLE(md5_blocks_x32)
};
loom_md5_blocks_x32_fn *const loom_slots_md5_blocks_x32[] = {
    resolve_md5_blocks_x32,
    choose_md5_blocks_x32,
    loom_md5_blocks_x32_portable,
resolve_md5_blocks_x32,
};

DECLARED(md5_blocks_x4, sse2)
static const struct loom_variant variants_md5_blocks_x4[] = {
    PORTABLE(md5_blocks_x4)
    WITH_sse2(VARIANT(md5_blocks_x4, sse2, 4, 0, sse2), )
};
loom_md5_blocks_x4_fn *const loom_slots_md5_blocks_x4[] = {
    resolve_md5_blocks_x4,
    choose_md5_blocks_x4,
    loom_md5_blocks_x4_portable,
resolve_md5_blocks_x4,
WITH_sse2(LOOM_NAME(md5_blocks_x4_sse2), resolve_md5_blocks_x4),
    resolve_md5_blocks_x4,
    resolve_md5_blocks_x4,
    resolve_md5_blocks_x4,
};

static const struct loom_variant variants_md5_blocks_x8[] = {
    PORTABLE(md5_blocks_x8)
};
loom_md5_blocks_x8_fn *const loom_slots_md5_blocks_x8[] = {
    resolve_md5_blocks_x8,
    choose_md5_blocks_x8,
    loom_md5_blocks_x8_portable,
resolve_md5_blocks_x8,
};

DECLARED(mont_gather, scalar)
DECLARED(mont_gather, sse2)
DECLARED(mont_gather, avx2)
static const struct loom_variant variants_mont_gather[] = {
    PORTABLE(mont_gather)
    VARIANT(mont_gather, scalar, 3, 24, none)
    WITH_sse2(VARIANT(mont_gather, sse2, 4, 24, sse2), )
    WITH_avx2(VARIANT(mont_gather, avx2, 5, 24, avx2), )
};
loom_mont_gather_fn *const loom_slots_mont_gather[] = {
    resolve_mont_gather,
    choose_mont_gather,
    loom_mont_gather_portable,
LOOM_NAME(mont_gather_scalar),
WITH_sse2(LOOM_NAME(mont_gather_sse2), resolve_mont_gather),
WITH_avx2(LOOM_NAME(mont_gather_avx2), resolve_mont_gather),
resolve_mont_gather,
    resolve_mont_gather,
};

DECLARED(mont_mul, scalar)
DECLARED(mont_mul, sse2)
static const struct loom_variant variants_mont_mul[] = {
    PORTABLE(mont_mul)
    VARIANT(mont_mul, scalar, 3, 1124, none)
    WITH_sse2(VARIANT(mont_mul, sse2, 4, 3784, sse2), )
};
loom_mont_mul_fn *const loom_slots_mont_mul[] = {
    resolve_mont_mul,
    choose_mont_mul,
    loom_mont_mul_portable,
LOOM_NAME(mont_mul_scalar),
WITH_sse2(LOOM_NAME(mont_mul_sse2), resolve_mont_mul),
resolve_mont_mul,
resolve_mont_mul,
    resolve_mont_mul,
};

static const struct loom_variant variants_mont_pair_gather[] = {
    PORTABLE(mont_pair_gather)
};
loom_mont_pair_gather_fn *const loom_slots_mont_pair_gather[] = {
    resolve_mont_pair_gather,
    choose_mont_pair_gather,
    loom_mont_pair_gather_portable,
resolve_mont_pair_gather,
};

static const struct loom_variant variants_mont_pair_mul[] = {
    PORTABLE(mont_pair_mul)
};
loom_mont_pair_mul_fn *const loom_slots_mont_pair_mul[] = {
    resolve_mont_pair_mul,
    choose_mont_pair_mul,
    loom_mont_pair_mul_portable,
resolve_mont_pair_mul,
};

static const struct loom_variant variants_mont_pair_sqr[] = {
    PORTABLE(mont_pair_sqr)
};
loom_mont_pair_sqr_fn *const loom_slots_mont_pair_sqr[] = {
    resolve_mont_pair_sqr,
    choose_mont_pair_sqr,
    loom_mont_pair_sqr_portable,
resolve_mont_pair_sqr,
};

DECLARED(mont_sqr, scalar)
DECLARED(mont_sqr, sse2)
static const struct loom_variant variants_mont_sqr[] = {
    PORTABLE(mont_sqr)
    VARIANT(mont_sqr, scalar, 3, 1132, none)
    WITH_sse2(VARIANT(mont_sqr, sse2, 4, 3824, sse2), )
};
loom_mont_sqr_fn *const loom_slots_mont_sqr[] = {
    resolve_mont_sqr,
    choose_mont_sqr,
    loom_mont_sqr_portable,
LOOM_NAME(mont_sqr_scalar),
WITH_sse2(LOOM_NAME(mont_sqr_sse2), resolve_mont_sqr),
resolve_mont_sqr,
resolve_mont_sqr,
    resolve_mont_sqr,
};

static const struct loom_variant variants_rc4_md5_blocks[] = {
    PORTABLE(rc4_md5_blocks)
};
loom_rc4_md5_blocks_fn *const loom_slots_rc4_md5_blocks[] = {
    resolve_rc4_md5_blocks,
    choose_rc4_md5_blocks,
    loom_rc4_md5_blocks_portable,
resolve_rc4_md5_blocks,
resolve_rc4_md5_blocks,
resolve_rc4_md5_blocks,
resolve_rc4_md5_blocks,
    resolve_rc4_md5_blocks,
};

DECLARED(rc4_set_key, scalar)
static const struct loom_variant variants_rc4_set_key[] = {
    PORTABLE(rc4_set_key)
    VARIANT(rc4_set_key, scalar, 3, 20, none)
};
loom_rc4_set_key_fn *const loom_slots_rc4_set_key[] = {
    resolve_rc4_set_key,
    choose_rc4_set_key,
    loom_rc4_set_key_portable,
LOOM_NAME(rc4_set_key_scalar),
};

DECLARED(rc4_stream, branchfree)
DECLARED(rc4_stream, lookahead)
static const struct loom_variant variants_rc4_stream[] = {
    PORTABLE(rc4_stream)
    VARIANT(rc4_stream, branchfree, 3, 36, none)
    VARIANT(rc4_stream, lookahead, 4, 40, none)
};
loom_rc4_stream_fn *const loom_slots_rc4_stream[] = {
    resolve_rc4_stream,
    choose_rc4_stream,
    loom_rc4_stream_portable,
LOOM_NAME(rc4_stream_branchfree),
LOOM_NAME(rc4_stream_lookahead),
resolve_rc4_stream,
resolve_rc4_stream,
    resolve_rc4_stream,
};

DECLARED(sha1_blocks, scalar)
DECLARED(sha1_blocks, bmi2)
DECLARED(sha1_blocks, ssse3)
DECLARED(sha1_blocks, shani_avx512vl)
DECLARED(sha1_blocks, shani)
static const struct loom_variant variants_sha1_blocks[] = {
    PORTABLE(sha1_blocks)
    VARIANT(sha1_blocks, scalar, 3, 104, none)
    WITH_bmi1_bmi2(VARIANT(sha1_blocks, bmi2, 4, 104, bmi1_bmi2), )
    WITH_ssse3(VARIANT(sha1_blocks, ssse3, 5, 228, ssse3), )
    WITH_avx512bw_avx512vl_sha(VARIANT(sha1_blocks, shani_avx512vl, 7, 252, avx512bw_avx512vl_sha), )
    WITH_ssse3_sha(VARIANT(sha1_blocks, shani, 8, 40, ssse3_sha), )
};
loom_sha1_blocks_fn *const loom_slots_sha1_blocks[] = {
    resolve_sha1_blocks,
    choose_sha1_blocks,
    loom_sha1_blocks_portable,
LOOM_NAME(sha1_blocks_scalar),
WITH_bmi1_bmi2(LOOM_NAME(sha1_blocks_bmi2), resolve_sha1_blocks),
WITH_ssse3(LOOM_NAME(sha1_blocks_ssse3), resolve_sha1_blocks),
resolve_sha1_blocks,
WITH_avx512bw_avx512vl_sha(LOOM_NAME(sha1_blocks_shani_avx512vl), resolve_sha1_blocks),
WITH_ssse3_sha(LOOM_NAME(sha1_blocks_shani), resolve_sha1_blocks),
resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
};

static const struct loom_variant variants_sha1_blocks_x16[] = {
    PORTABLE(sha1_blocks_x16)
};
loom_sha1_blocks_x16_fn *const loom_slots_sha1_blocks_x16[] = {
    resolve_sha1_blocks_x16,
    choose_sha1_blocks_x16,
    loom_sha1_blocks_x16_portable,
resolve_sha1_blocks_x16,
};

static const struct loom_variant variants_sha1_blocks_x2[] = {
    PORTABLE(sha1_blocks_x2)
};
loom_sha1_blocks_x2_fn *const loom_slots_sha1_blocks_x2[] = {
    resolve_sha1_blocks_x2,
    choose_sha1_blocks_x2,
    loom_sha1_blocks_x2_portable,
resolve_sha1_blocks_x2,
resolve_sha1_blocks_x2,
resolve_sha1_blocks_x2,
    resolve_sha1_blocks_x2,
    resolve_sha1_blocks_x2,
};

DECLARED(sha1_blocks_x4, ssse3)
static const struct loom_variant variants_sha1_blocks_x4[] = {
    PORTABLE(sha1_blocks_x4)
    WITH_ssse3(VARIANT(sha1_blocks_x4, ssse3, 4, 0, ssse3), )
};
loom_sha1_blocks_x4_fn *const loom_slots_sha1_blocks_x4[] = {
    resolve_sha1_blocks_x4,
    choose_sha1_blocks_x4,
    loom_sha1_blocks_x4_portable,
resolve_sha1_blocks_x4,
WITH_ssse3(LOOM_NAME(sha1_blocks_x4_ssse3), resolve_sha1_blocks_x4),
    resolve_sha1_blocks_x4,
    resolve_sha1_blocks_x4,
    resolve_sha1_blocks_x4,
};

static const struct loom_variant variants_sha1_blocks_x8[] = {
    PORTABLE(sha1_blocks_x8)
};
loom_sha1_blocks_x8_fn *const loom_slots_sha1_blocks_x8[] = {
    resolve_sha1_blocks_x8,
    choose_sha1_blocks_x8,
    loom_sha1_blocks_x8_portable,
resolve_sha1_blocks_x8,
};

DECLARED(sha256_blocks, scalar)
DECLARED(sha256_blocks, bmi2)
DECLARED(sha256_blocks, ssse3)
DECLARED(sha256_blocks, avx2)
DECLARED(sha256_blocks, shani)
static const struct loom_variant variants_sha256_blocks[] = {
    PORTABLE(sha256_blocks)
    VARIANT(sha256_blocks, scalar, 3, 364, none)
    WITH_bmi1_bmi2(VARIANT(sha256_blocks, bmi2, 4, 364, bmi1_bmi2), )
    WITH_ssse3(VARIANT(sha256_blocks, ssse3, 5, 168, ssse3), )
    WITH_avx2_bmi1_bmi2(VARIANT(sha256_blocks, avx2, 6, 168, avx2_bmi1_bmi2), )
    WITH_ssse3_sha(VARIANT(sha256_blocks, shani, 7, 56, ssse3_sha), )
};
loom_sha256_blocks_fn *const loom_slots_sha256_blocks[] = {
    resolve_sha256_blocks,
    choose_sha256_blocks,
    loom_sha256_blocks_portable,
LOOM_NAME(sha256_blocks_scalar),
WITH_bmi1_bmi2(LOOM_NAME(sha256_blocks_bmi2), resolve_sha256_blocks),
WITH_ssse3(LOOM_NAME(sha256_blocks_ssse3), resolve_sha256_blocks),
WITH_avx2_bmi1_bmi2(LOOM_NAME(sha256_blocks_avx2), resolve_sha256_blocks),
WITH_ssse3_sha(LOOM_NAME(sha256_blocks_shani), resolve_sha256_blocks),
resolve_sha256_blocks,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
};

static const struct loom_variant variants_sha256_blocks_x16[] = {
    PORTABLE(sha256_blocks_x16)
};
loom_sha256_blocks_x16_fn *const loom_slots_sha256_blocks_x16[] = {
    resolve_sha256_blocks_x16,
    choose_sha256_blocks_x16,
    loom_sha256_blocks_x16_portable,
resolve_sha256_blocks_x16,
};

static const struct loom_variant variants_sha256_blocks_x2[] = {
    PORTABLE(sha256_blocks_x2)
};
loom_sha256_blocks_x2_fn *const loom_slots_sha256_blocks_x2[] = {
    resolve_sha256_blocks_x2,
    choose_sha256_blocks_x2,
    loom_sha256_blocks_x2_portable,
resolve_sha256_blocks_x2,
resolve_sha256_blocks_x2,
    resolve_sha256_blocks_x2,
    resolve_sha256_blocks_x2,
    resolve_sha256_blocks_x2,
};

DECLARED(sha256_blocks_x4, ssse3)
static const struct loom_variant variants_sha256_blocks_x4[] = {
    PORTABLE(sha256_blocks_x4)
    WITH_ssse3(VARIANT(sha256_blocks_x4, ssse3, 4, 0, ssse3), )
};
loom_sha256_blocks_x4_fn *const loom_slots_sha256_blocks_x4[] = {
    resolve_sha256_blocks_x4,
    choose_sha256_blocks_x4,
    loom_sha256_blocks_x4_portable,
resolve_sha256_blocks_x4,
WITH_ssse3(LOOM_NAME(sha256_blocks_x4_ssse3), resolve_sha256_blocks_x4),
    resolve_sha256_blocks_x4,
    resolve_sha256_blocks_x4,
    resolve_sha256_blocks_x4,
};

static const struct loom_variant variants_sha256_blocks_x8[] = {
    PORTABLE(sha256_blocks_x8)
};
loom_sha256_blocks_x8_fn *const loom_slots_sha256_blocks_x8[] = {
    resolve_sha256_blocks_x8,
    choose_sha256_blocks_x8,
    loom_sha256_blocks_x8_portable,
resolve_sha256_blocks_x8,
};

DECLARED(sha512_blocks, scalar)
DECLARED(sha512_blocks, ssse3)
DECLARED(sha512_blocks, avx2)
DECLARED(sha512_blocks, avx512vl)
static const struct loom_variant variants_sha512_blocks[] = {
    PORTABLE(sha512_blocks)
    VARIANT(sha512_blocks, scalar, 3, 1548, none)
    WITH_ssse3(VARIANT(sha512_blocks, ssse3, 5, 356, ssse3), )
    WITH_avx2_bmi1_bmi2(VARIANT(sha512_blocks, avx2, 6, 356, avx2_bmi1_bmi2), )
    WITH_avx512bw_avx512vl_bmi1_bmi2(VARIANT(sha512_blocks, avx512vl, 7, 356, avx512bw_avx512vl_bmi1_bmi2), )
};
loom_sha512_blocks_fn *const loom_slots_sha512_blocks[] = {
    resolve_sha512_blocks,
    choose_sha512_blocks,
    loom_sha512_blocks_portable,
LOOM_NAME(sha512_blocks_scalar),
resolve_sha512_blocks,
WITH_ssse3(LOOM_NAME(sha512_blocks_ssse3), resolve_sha512_blocks),
WITH_avx2_bmi1_bmi2(LOOM_NAME(sha512_blocks_avx2), resolve_sha512_blocks),
WITH_avx512bw_avx512vl_bmi1_bmi2(LOOM_NAME(sha512_blocks_avx512vl), resolve_sha512_blocks),
resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
};

static const struct loom_variant variants_sha512_blocks_x4[] = {
    PORTABLE(sha512_blocks_x4)
};
loom_sha512_blocks_x4_fn *const loom_slots_sha512_blocks_x4[] = {
    resolve_sha512_blocks_x4,
    choose_sha512_blocks_x4,
    loom_sha512_blocks_x4_portable,
resolve_sha512_blocks_x4,
};

static const struct loom_variant variants_sha512_blocks_x8[] = {
    PORTABLE(sha512_blocks_x8)
};
loom_sha512_blocks_x8_fn *const loom_slots_sha512_blocks_x8[] = {
    resolve_sha512_blocks_x8,
    choose_sha512_blocks_x8,
    loom_sha512_blocks_x8_portable,
resolve_sha512_blocks_x8,
};
const struct loom_preference loom_preferences[] = {
    PREFER(md5_blocks, generic, 0, scalar, MEASURED, any, NONE)
    PREFER(md5_blocks, intel_sapphirerapids, 0, avx512vl, MEASURED, any, NONE)
    PREFER(rc4_md5_blocks, generic, 0, plain, MEASURED, any, NONE)
    PREFER(rc4_md5_blocks, intel_generic, 0, lookahead, MEASURED, any, NONE)
    PREFER(rc4_md5_blocks, intel_sapphirerapids, 0, lookahead, MEASURED, any, NONE)
    PREFER(rc4_md5_blocks, intel_sapphirerapids, 0, avx512vl, MEASURED, any, NONE)
    PREFER(rc4_stream, generic, 0, portable, MEASURED, any, NONE)
    PREFER(rc4_stream, generic, 64, branchfree, MEASURED, any, NONE)
    PREFER(rc4_stream, intel_sapphirerapids, 0, lookahead, MEASURED, any, NONE)
    PREFER(sha1_blocks, intel_sapphirerapids, 0, shani_avx512vl, MEASURED, any, NONE)
    PREFER(aes_cbc_sha1_blocks, intel_sapphirerapids, 0, shani_avx512vl, MEASURED, any, NONE)
    PREFER(sha1_blocks, generic, 0, portable, MEASURED, any, NONE)
    PREFER(sha1_blocks, generic, 0, ssse3, MEASURED, any, NONE)
    PREFER(sha1_blocks, generic, 0, shani, MEASURED, any, NONE)
    PREFER(sha256_blocks, generic, 0, portable, MEASURED, any, NONE)
    PREFER(sha256_blocks, generic, 0, ssse3, MEASURED, any, NONE)
    PREFER(sha256_blocks, generic, 0, avx2, MEASURED, any, NONE)
    PREFER(sha256_blocks, generic, 0, shani, MEASURED, any, NONE)
    PREFER(sha512_blocks, generic, 0, portable, MEASURED, any, NONE)
    PREFER(sha512_blocks, generic, 0, ssse3, MEASURED, any, NONE)
    PREFER(sha512_blocks, generic, 0, avx2, MEASURED, any, NONE)
    PREFER(sha512_blocks, intel_sapphirerapids, 0, avx512vl, MEASURED, any, NONE)
    PREFER(aes_ecb_encrypt, generic, 0, avx, MEASURED, any, NONE)
    PREFER(aes_ecb_encrypt, generic, 0, vaes256, MEASURED, any, NONE)
    PREFER(aes_ecb_encrypt, amd_generic, 0, vaes512, MEASURED, any, NONE)
    PREFER(aes_ecb_decrypt, generic, 0, avx, MEASURED, any, NONE)
    PREFER(aes_ecb_decrypt, generic, 0, vaes256, MEASURED, any, NONE)
    PREFER(aes_ecb_decrypt, amd_generic, 0, vaes512, MEASURED, any, NONE)
    PREFER(aes_cbc_decrypt, generic, 0, avx, MEASURED, any, NONE)
    PREFER(aes_cbc_decrypt, generic, 0, vaes256, MEASURED, any, NONE)
    PREFER(aes_cbc_decrypt, amd_generic, 0, vaes512, MEASURED, any, NONE)
    PREFER(aes_ctr32, generic, 0, avx, MEASURED, any, NONE)
    PREFER(aes_ctr32, generic, 0, vaes256, MEASURED, any, NONE)
    PREFER(aes_ctr32, amd_generic, 0, vaes512, MEASURED, any, NONE)
    PREFER(aes_ecb_encrypt, intel_sapphirerapids, 0, vaes512, MEASURED, any, NONE)
    PREFER(aes_ecb_decrypt, intel_sapphirerapids, 0, vaes512, MEASURED, any, NONE)
    PREFER(aes_cbc_decrypt, intel_sapphirerapids, 0, vaes512, MEASURED, any, NONE)
    PREFER(aes_ctr32, intel_sapphirerapids, 0, vaes512, MEASURED, any, NONE)
    PREFER(md5_blocks_x16, amd_zen4, 0, avx512, MEASURED, any, NONE)
    PREFER(md5_blocks_x16, amd_zen4, 0, avx2, MEASURED, any, NONE)
    PREFER(sha1_blocks_x4, generic, 0, portable, MEASURED, any, SHA)
    PREFER(sha256_blocks_x4, generic, 0, portable, MEASURED, any, SHA)
    PREFER(mont_pair_mul, amd_zen4, 0, ifma, MEASURED, any, NONE)
    PREFER(mont_pair_sqr, amd_zen4, 0, ifma, MEASURED, any, NONE)
    PREFER(mont_pair_gather, amd_zen4, 0, ifma, MEASURED, any, NONE)
    NO_PREFERENCE,
};


#elif defined(LOOM_ON_X86_64)
/* The features that variants need. */
static const struct {
    unsigned char none[1], ssse3[2], ssse3_aes[3], avx_aes[3], avx2_aes_vaes[4], avx512f_avx512bw_aes_vaes[5], avx_aes_bmi1_bmi2[5], avx2_aes_bmi1_bmi2[5], avx512bw_avx512vl_aes_sha[5], ssse3_aes_sha[4], avx512bw_avx512vl_aes_bmi1_bmi2[6], avx512f_avx512vl[3], avx2[2], avx512f_avx512bw[3], sse2[2], bmi2[2], adx_bmi2[3], avx512ifma_avx512vl_avx512dq[4], bmi1_bmi2[3], avx2_bmi1_bmi2[4], avx512bw_avx512vl_sha[4], ssse3_sha[3], avx512bw_avx512vl_bmi1_bmi2[5];
} needs = {
    {LOOM_CPU_NONE},
    {LOOM_CPU_SSSE3, LOOM_CPU_NONE},
    {LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE},
    {LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE},
    {LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE},
    {LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE},
    {LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE},
    {LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE},
    {LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_AES, LOOM_CPU_SHA, LOOM_CPU_NONE},
    {LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_SHA, LOOM_CPU_NONE},
    {LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_AES, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE},
    {LOOM_CPU_AVX512F, LOOM_CPU_AVX512VL, LOOM_CPU_NONE},
    {LOOM_CPU_AVX2, LOOM_CPU_NONE},
    {LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_NONE},
    {LOOM_CPU_SSE2, LOOM_CPU_NONE},
    {LOOM_CPU_BMI2, LOOM_CPU_NONE},
    {LOOM_CPU_ADX, LOOM_CPU_BMI2, LOOM_CPU_NONE},
    {LOOM_CPU_AVX512IFMA, LOOM_CPU_AVX512VL, LOOM_CPU_AVX512DQ, LOOM_CPU_NONE},
    {LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE},
    {LOOM_CPU_AVX2, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE},
    {LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_SHA, LOOM_CPU_NONE},
    {LOOM_CPU_SSSE3, LOOM_CPU_SHA, LOOM_CPU_NONE},
    {LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE},
};

DECLARED(aes_cbc_decrypt, vperm)
DECLARED(aes_cbc_decrypt, aesni)
DECLARED(aes_cbc_decrypt, avx)
DECLARED(aes_cbc_decrypt, vaes256)
DECLARED(aes_cbc_decrypt, vaes512)
static const struct loom_variant variants_aes_cbc_decrypt[] = {
    PORTABLE(aes_cbc_decrypt)
    WITH_ssse3(VARIANT(aes_cbc_decrypt, vperm, 3, 408, ssse3), )
    WITH_ssse3_aes(VARIANT(aes_cbc_decrypt, aesni, 5, 168, ssse3_aes), )
    WITH_avx_aes(VARIANT(aes_cbc_decrypt, avx, 6, 168, avx_aes), )
    WITH_avx2_aes_vaes(VARIANT(aes_cbc_decrypt, vaes256, 8, 168, avx2_aes_vaes), )
    WITH_avx512f_avx512bw_aes_vaes(VARIANT(aes_cbc_decrypt, vaes512, 9, 16, avx512f_avx512bw_aes_vaes), )
};
loom_aes_cbc_decrypt_fn *const loom_slots_aes_cbc_decrypt[] = {
    resolve_aes_cbc_decrypt,
    choose_aes_cbc_decrypt,
    loom_aes_cbc_decrypt_portable,
WITH_ssse3(LOOM_NAME(aes_cbc_decrypt_vperm), resolve_aes_cbc_decrypt),
resolve_aes_cbc_decrypt,
WITH_ssse3_aes(LOOM_NAME(aes_cbc_decrypt_aesni), resolve_aes_cbc_decrypt),
WITH_avx_aes(LOOM_NAME(aes_cbc_decrypt_avx), resolve_aes_cbc_decrypt),
resolve_aes_cbc_decrypt,
WITH_avx2_aes_vaes(LOOM_NAME(aes_cbc_decrypt_vaes256), resolve_aes_cbc_decrypt),
WITH_avx512f_avx512bw_aes_vaes(LOOM_NAME(aes_cbc_decrypt_vaes512), resolve_aes_cbc_decrypt),
    resolve_aes_cbc_decrypt,
    resolve_aes_cbc_decrypt,
    resolve_aes_cbc_decrypt,
    resolve_aes_cbc_decrypt,
    resolve_aes_cbc_decrypt,
    resolve_aes_cbc_decrypt,
};

DECLARED(aes_cbc_encrypt, vperm)
DECLARED(aes_cbc_encrypt, aesni)
DECLARED(aes_cbc_encrypt, avx)
static const struct loom_variant variants_aes_cbc_encrypt[] = {
    PORTABLE(aes_cbc_encrypt)
    WITH_ssse3(VARIANT(aes_cbc_encrypt, vperm, 3, 360, ssse3), )
    WITH_ssse3_aes(VARIANT(aes_cbc_encrypt, aesni, 5, 16, ssse3_aes), )
    WITH_avx_aes(VARIANT(aes_cbc_encrypt, avx, 6, 16, avx_aes), )
};
loom_aes_cbc_encrypt_fn *const loom_slots_aes_cbc_encrypt[] = {
    resolve_aes_cbc_encrypt,
    choose_aes_cbc_encrypt,
    loom_aes_cbc_encrypt_portable,
WITH_ssse3(LOOM_NAME(aes_cbc_encrypt_vperm), resolve_aes_cbc_encrypt),
resolve_aes_cbc_encrypt,
WITH_ssse3_aes(LOOM_NAME(aes_cbc_encrypt_aesni), resolve_aes_cbc_encrypt),
WITH_avx_aes(LOOM_NAME(aes_cbc_encrypt_avx), resolve_aes_cbc_encrypt),
resolve_aes_cbc_encrypt,
};

DECLARED(aes_cbc_encrypt_x16, vaes256)
DECLARED(aes_cbc_encrypt_x16, vaes512)
static const struct loom_variant variants_aes_cbc_encrypt_x16[] = {
    PORTABLE(aes_cbc_encrypt_x16)
    WITH_avx2_aes_vaes(VARIANT(aes_cbc_encrypt_x16, vaes256, 3, 0, avx2_aes_vaes), )
    WITH_avx512f_avx512bw_aes_vaes(VARIANT(aes_cbc_encrypt_x16, vaes512, 4, 0, avx512f_avx512bw_aes_vaes), )
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

static const struct loom_variant variants_aes_cbc_encrypt_x4[] = {
    PORTABLE(aes_cbc_encrypt_x4)
};
loom_aes_cbc_encrypt_x4_fn *const loom_slots_aes_cbc_encrypt_x4[] = {
    resolve_aes_cbc_encrypt_x4,
    choose_aes_cbc_encrypt_x4,
    loom_aes_cbc_encrypt_x4_portable,
resolve_aes_cbc_encrypt_x4,
};

DECLARED(aes_cbc_encrypt_x8, aesni)
DECLARED(aes_cbc_encrypt_x8, avx)
static const struct loom_variant variants_aes_cbc_encrypt_x8[] = {
    PORTABLE(aes_cbc_encrypt_x8)
    WITH_ssse3_aes(VARIANT(aes_cbc_encrypt_x8, aesni, 3, 0, ssse3_aes), )
    WITH_avx_aes(VARIANT(aes_cbc_encrypt_x8, avx, 4, 0, avx_aes), )
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

DECLARED(aes_cbc_sha1_blocks, bmi2)
DECLARED(aes_cbc_sha1_blocks, avx2)
DECLARED(aes_cbc_sha1_blocks, shani_avx512vl)
DECLARED(aes_cbc_sha1_blocks, shani)
static const struct loom_variant variants_aes_cbc_sha1_blocks[] = {
    PORTABLE(aes_cbc_sha1_blocks)
    WITH_avx_aes_bmi1_bmi2(VARIANT(aes_cbc_sha1_blocks, bmi2, 3, 280, avx_aes_bmi1_bmi2), )
    WITH_avx2_aes_bmi1_bmi2(VARIANT(aes_cbc_sha1_blocks, avx2, 4, 328, avx2_aes_bmi1_bmi2), )
    WITH_avx512bw_avx512vl_aes_sha(VARIANT(aes_cbc_sha1_blocks, shani_avx512vl, 5, 24, avx512bw_avx512vl_aes_sha), )
    WITH_ssse3_aes_sha(VARIANT(aes_cbc_sha1_blocks, shani, 6, 152, ssse3_aes_sha), )
};
loom_aes_cbc_sha1_blocks_fn *const loom_slots_aes_cbc_sha1_blocks[] = {
    resolve_aes_cbc_sha1_blocks,
    choose_aes_cbc_sha1_blocks,
    loom_aes_cbc_sha1_blocks_portable,
WITH_avx_aes_bmi1_bmi2(LOOM_NAME(aes_cbc_sha1_blocks_bmi2), resolve_aes_cbc_sha1_blocks),
WITH_avx2_aes_bmi1_bmi2(LOOM_NAME(aes_cbc_sha1_blocks_avx2), resolve_aes_cbc_sha1_blocks),
WITH_avx512bw_avx512vl_aes_sha(LOOM_NAME(aes_cbc_sha1_blocks_shani_avx512vl), resolve_aes_cbc_sha1_blocks),
WITH_ssse3_aes_sha(LOOM_NAME(aes_cbc_sha1_blocks_shani), resolve_aes_cbc_sha1_blocks),
resolve_aes_cbc_sha1_blocks,
};

DECLARED(aes_cbc_sha256_blocks, bmi2)
DECLARED(aes_cbc_sha256_blocks, avx2)
DECLARED(aes_cbc_sha256_blocks, shani)
static const struct loom_variant variants_aes_cbc_sha256_blocks[] = {
    PORTABLE(aes_cbc_sha256_blocks)
    WITH_avx_aes_bmi1_bmi2(VARIANT(aes_cbc_sha256_blocks, bmi2, 3, 296, avx_aes_bmi1_bmi2), )
    WITH_avx2_aes_bmi1_bmi2(VARIANT(aes_cbc_sha256_blocks, avx2, 4, 392, avx2_aes_bmi1_bmi2), )
    WITH_ssse3_aes_sha(VARIANT(aes_cbc_sha256_blocks, shani, 5, 184, ssse3_aes_sha), )
};
loom_aes_cbc_sha256_blocks_fn *const loom_slots_aes_cbc_sha256_blocks[] = {
    resolve_aes_cbc_sha256_blocks,
    choose_aes_cbc_sha256_blocks,
    loom_aes_cbc_sha256_blocks_portable,
WITH_avx_aes_bmi1_bmi2(LOOM_NAME(aes_cbc_sha256_blocks_bmi2), resolve_aes_cbc_sha256_blocks),
WITH_avx2_aes_bmi1_bmi2(LOOM_NAME(aes_cbc_sha256_blocks_avx2), resolve_aes_cbc_sha256_blocks),
WITH_ssse3_aes_sha(LOOM_NAME(aes_cbc_sha256_blocks_shani), resolve_aes_cbc_sha256_blocks),
resolve_aes_cbc_sha256_blocks,
    resolve_aes_cbc_sha256_blocks,
};

DECLARED(aes_cbc_sha512_blocks, avx2)
DECLARED(aes_cbc_sha512_blocks, avx512vl)
static const struct loom_variant variants_aes_cbc_sha512_blocks[] = {
    PORTABLE(aes_cbc_sha512_blocks)
    WITH_avx2_aes_bmi1_bmi2(VARIANT(aes_cbc_sha512_blocks, avx2, 3, 504, avx2_aes_bmi1_bmi2), )
    WITH_avx512bw_avx512vl_aes_bmi1_bmi2(VARIANT(aes_cbc_sha512_blocks, avx512vl, 4, 456, avx512bw_avx512vl_aes_bmi1_bmi2), )
};
loom_aes_cbc_sha512_blocks_fn *const loom_slots_aes_cbc_sha512_blocks[] = {
    resolve_aes_cbc_sha512_blocks,
    choose_aes_cbc_sha512_blocks,
    loom_aes_cbc_sha512_blocks_portable,
WITH_avx2_aes_bmi1_bmi2(LOOM_NAME(aes_cbc_sha512_blocks_avx2), resolve_aes_cbc_sha512_blocks),
WITH_avx512bw_avx512vl_aes_bmi1_bmi2(LOOM_NAME(aes_cbc_sha512_blocks_avx512vl), resolve_aes_cbc_sha512_blocks),
resolve_aes_cbc_sha512_blocks,
resolve_aes_cbc_sha512_blocks,
    resolve_aes_cbc_sha512_blocks,
};

DECLARED(aes_ctr32, vperm)
DECLARED(aes_ctr32, aesni)
DECLARED(aes_ctr32, avx)
DECLARED(aes_ctr32, vaes256)
DECLARED(aes_ctr32, vaes512)
static const struct loom_variant variants_aes_ctr32[] = {
    PORTABLE(aes_ctr32)
    WITH_ssse3(VARIANT(aes_ctr32, vperm, 3, 408, ssse3), )
    WITH_ssse3_aes(VARIANT(aes_ctr32, aesni, 5, 104, ssse3_aes), )
    WITH_avx_aes(VARIANT(aes_ctr32, avx, 6, 104, avx_aes), )
    WITH_avx2_aes_vaes(VARIANT(aes_ctr32, vaes256, 8, 104, avx2_aes_vaes), )
    WITH_avx512f_avx512bw_aes_vaes(VARIANT(aes_ctr32, vaes512, 9, 16, avx512f_avx512bw_aes_vaes), )
};
loom_aes_ctr32_fn *const loom_slots_aes_ctr32[] = {
    resolve_aes_ctr32,
    choose_aes_ctr32,
    loom_aes_ctr32_portable,
WITH_ssse3(LOOM_NAME(aes_ctr32_vperm), resolve_aes_ctr32),
resolve_aes_ctr32,
WITH_ssse3_aes(LOOM_NAME(aes_ctr32_aesni), resolve_aes_ctr32),
WITH_avx_aes(LOOM_NAME(aes_ctr32_avx), resolve_aes_ctr32),
resolve_aes_ctr32,
WITH_avx2_aes_vaes(LOOM_NAME(aes_ctr32_vaes256), resolve_aes_ctr32),
WITH_avx512f_avx512bw_aes_vaes(LOOM_NAME(aes_ctr32_vaes512), resolve_aes_ctr32),
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
};

DECLARED(aes_ecb_decrypt, vperm)
DECLARED(aes_ecb_decrypt, aesni)
DECLARED(aes_ecb_decrypt, avx)
DECLARED(aes_ecb_decrypt, vaes256)
DECLARED(aes_ecb_decrypt, vaes512)
static const struct loom_variant variants_aes_ecb_decrypt[] = {
    PORTABLE(aes_ecb_decrypt)
    WITH_ssse3(VARIANT(aes_ecb_decrypt, vperm, 3, 376, ssse3), )
    WITH_ssse3_aes(VARIANT(aes_ecb_decrypt, aesni, 5, 136, ssse3_aes), )
    WITH_avx_aes(VARIANT(aes_ecb_decrypt, avx, 6, 136, avx_aes), )
    WITH_avx2_aes_vaes(VARIANT(aes_ecb_decrypt, vaes256, 8, 136, avx2_aes_vaes), )
    WITH_avx512f_avx512bw_aes_vaes(VARIANT(aes_ecb_decrypt, vaes512, 9, 16, avx512f_avx512bw_aes_vaes), )
};
loom_aes_ecb_decrypt_fn *const loom_slots_aes_ecb_decrypt[] = {
    resolve_aes_ecb_decrypt,
    choose_aes_ecb_decrypt,
    loom_aes_ecb_decrypt_portable,
WITH_ssse3(LOOM_NAME(aes_ecb_decrypt_vperm), resolve_aes_ecb_decrypt),
resolve_aes_ecb_decrypt,
WITH_ssse3_aes(LOOM_NAME(aes_ecb_decrypt_aesni), resolve_aes_ecb_decrypt),
WITH_avx_aes(LOOM_NAME(aes_ecb_decrypt_avx), resolve_aes_ecb_decrypt),
resolve_aes_ecb_decrypt,
WITH_avx2_aes_vaes(LOOM_NAME(aes_ecb_decrypt_vaes256), resolve_aes_ecb_decrypt),
WITH_avx512f_avx512bw_aes_vaes(LOOM_NAME(aes_ecb_decrypt_vaes512), resolve_aes_ecb_decrypt),
    resolve_aes_ecb_decrypt,
    resolve_aes_ecb_decrypt,
    resolve_aes_ecb_decrypt,
    resolve_aes_ecb_decrypt,
    resolve_aes_ecb_decrypt,
    resolve_aes_ecb_decrypt,
};

DECLARED(aes_ecb_encrypt, vperm)
DECLARED(aes_ecb_encrypt, aesni)
DECLARED(aes_ecb_encrypt, avx)
DECLARED(aes_ecb_encrypt, vaes256)
DECLARED(aes_ecb_encrypt, vaes512)
static const struct loom_variant variants_aes_ecb_encrypt[] = {
    PORTABLE(aes_ecb_encrypt)
    WITH_ssse3(VARIANT(aes_ecb_encrypt, vperm, 3, 376, ssse3), )
    WITH_ssse3_aes(VARIANT(aes_ecb_encrypt, aesni, 5, 136, ssse3_aes), )
    WITH_avx_aes(VARIANT(aes_ecb_encrypt, avx, 6, 136, avx_aes), )
    WITH_avx2_aes_vaes(VARIANT(aes_ecb_encrypt, vaes256, 8, 136, avx2_aes_vaes), )
    WITH_avx512f_avx512bw_aes_vaes(VARIANT(aes_ecb_encrypt, vaes512, 9, 16, avx512f_avx512bw_aes_vaes), )
};
loom_aes_ecb_encrypt_fn *const loom_slots_aes_ecb_encrypt[] = {
    resolve_aes_ecb_encrypt,
    choose_aes_ecb_encrypt,
    loom_aes_ecb_encrypt_portable,
WITH_ssse3(LOOM_NAME(aes_ecb_encrypt_vperm), resolve_aes_ecb_encrypt),
resolve_aes_ecb_encrypt,
WITH_ssse3_aes(LOOM_NAME(aes_ecb_encrypt_aesni), resolve_aes_ecb_encrypt),
WITH_avx_aes(LOOM_NAME(aes_ecb_encrypt_avx), resolve_aes_ecb_encrypt),
resolve_aes_ecb_encrypt,
WITH_avx2_aes_vaes(LOOM_NAME(aes_ecb_encrypt_vaes256), resolve_aes_ecb_encrypt),
WITH_avx512f_avx512bw_aes_vaes(LOOM_NAME(aes_ecb_encrypt_vaes512), resolve_aes_ecb_encrypt),
    resolve_aes_ecb_encrypt,
    resolve_aes_ecb_encrypt,
    resolve_aes_ecb_encrypt,
    resolve_aes_ecb_encrypt,
    resolve_aes_ecb_encrypt,
    resolve_aes_ecb_encrypt,
};

DECLARED(aes_set_decrypt_key, vperm)
DECLARED(aes_set_decrypt_key, aesni)
DECLARED(aes_set_decrypt_key, avx)
static const struct loom_variant variants_aes_set_decrypt_key[] = {
    PORTABLE(aes_set_decrypt_key)
    WITH_ssse3(VARIANT(aes_set_decrypt_key, vperm, 3, 152, ssse3), )
    WITH_ssse3_aes(VARIANT(aes_set_decrypt_key, aesni, 5, 16, ssse3_aes), )
    WITH_avx_aes(VARIANT(aes_set_decrypt_key, avx, 6, 16, avx_aes), )
};
loom_aes_set_decrypt_key_fn *const loom_slots_aes_set_decrypt_key[] = {
    resolve_aes_set_decrypt_key,
    choose_aes_set_decrypt_key,
    loom_aes_set_decrypt_key_portable,
WITH_ssse3(LOOM_NAME(aes_set_decrypt_key_vperm), resolve_aes_set_decrypt_key),
resolve_aes_set_decrypt_key,
WITH_ssse3_aes(LOOM_NAME(aes_set_decrypt_key_aesni), resolve_aes_set_decrypt_key),
WITH_avx_aes(LOOM_NAME(aes_set_decrypt_key_avx), resolve_aes_set_decrypt_key),
resolve_aes_set_decrypt_key,
};

DECLARED(aes_set_encrypt_key, vperm)
DECLARED(aes_set_encrypt_key, aesni)
DECLARED(aes_set_encrypt_key, avx)
static const struct loom_variant variants_aes_set_encrypt_key[] = {
    PORTABLE(aes_set_encrypt_key)
    WITH_ssse3(VARIANT(aes_set_encrypt_key, vperm, 3, 152, ssse3), )
    WITH_ssse3_aes(VARIANT(aes_set_encrypt_key, aesni, 5, 16, ssse3_aes), )
    WITH_avx_aes(VARIANT(aes_set_encrypt_key, avx, 6, 16, avx_aes), )
};
loom_aes_set_encrypt_key_fn *const loom_slots_aes_set_encrypt_key[] = {
    resolve_aes_set_encrypt_key,
    choose_aes_set_encrypt_key,
    loom_aes_set_encrypt_key_portable,
WITH_ssse3(LOOM_NAME(aes_set_encrypt_key_vperm), resolve_aes_set_encrypt_key),
resolve_aes_set_encrypt_key,
WITH_ssse3_aes(LOOM_NAME(aes_set_encrypt_key_aesni), resolve_aes_set_encrypt_key),
WITH_avx_aes(LOOM_NAME(aes_set_encrypt_key_avx), resolve_aes_set_encrypt_key),
resolve_aes_set_encrypt_key,
};

DECLARED(md5_blocks, scalar)
DECLARED(md5_blocks, avx512vl)
static const struct loom_variant variants_md5_blocks[] = {
    PORTABLE(md5_blocks)
    VARIANT(md5_blocks, scalar, 3, 40, none)
    WITH_avx512f_avx512vl(VARIANT(md5_blocks, avx512vl, 4, 16, avx512f_avx512vl), )
};
loom_md5_blocks_fn *const loom_slots_md5_blocks[] = {
    resolve_md5_blocks,
    choose_md5_blocks,
    loom_md5_blocks_portable,
LOOM_NAME(md5_blocks_scalar),
WITH_avx512f_avx512vl(LOOM_NAME(md5_blocks_avx512vl), resolve_md5_blocks),
    resolve_md5_blocks,
    resolve_md5_blocks,
    resolve_md5_blocks,
};

DECLARED(md5_blocks_x16, avx2)
DECLARED(md5_blocks_x16, avx512)
static const struct loom_variant variants_md5_blocks_x16[] = {
    PORTABLE(md5_blocks_x16)
    WITH_avx2(VARIANT(md5_blocks_x16, avx2, 3, 0, avx2), )
    WITH_avx512f_avx512bw(VARIANT(md5_blocks_x16, avx512, 4, 0, avx512f_avx512bw), )
};
loom_md5_blocks_x16_fn *const loom_slots_md5_blocks_x16[] = {
    resolve_md5_blocks_x16,
    choose_md5_blocks_x16,
    loom_md5_blocks_x16_portable,
WITH_avx2(LOOM_NAME(md5_blocks_x16_avx2), resolve_md5_blocks_x16),
WITH_avx512f_avx512bw(LOOM_NAME(md5_blocks_x16_avx512), resolve_md5_blocks_x16),
    resolve_md5_blocks_x16,
    resolve_md5_blocks_x16,
    resolve_md5_blocks_x16,
};

DECLARED(md5_blocks_x32, avx512)
static const struct loom_variant variants_md5_blocks_x32[] = {
    PORTABLE(md5_blocks_x32)
    WITH_avx512f_avx512bw(VARIANT(md5_blocks_x32, avx512, 3, 0, avx512f_avx512bw), )
};
loom_md5_blocks_x32_fn *const loom_slots_md5_blocks_x32[] = {
    resolve_md5_blocks_x32,
    choose_md5_blocks_x32,
    loom_md5_blocks_x32_portable,
WITH_avx512f_avx512bw(LOOM_NAME(md5_blocks_x32_avx512), resolve_md5_blocks_x32),
};

DECLARED(md5_blocks_x4, sse2)
static const struct loom_variant variants_md5_blocks_x4[] = {
    PORTABLE(md5_blocks_x4)
    WITH_sse2(VARIANT(md5_blocks_x4, sse2, 4, 0, sse2), )
};
loom_md5_blocks_x4_fn *const loom_slots_md5_blocks_x4[] = {
    resolve_md5_blocks_x4,
    choose_md5_blocks_x4,
    loom_md5_blocks_x4_portable,
resolve_md5_blocks_x4,
WITH_sse2(LOOM_NAME(md5_blocks_x4_sse2), resolve_md5_blocks_x4),
    resolve_md5_blocks_x4,
    resolve_md5_blocks_x4,
    resolve_md5_blocks_x4,
};

DECLARED(md5_blocks_x8, avx2)
static const struct loom_variant variants_md5_blocks_x8[] = {
    PORTABLE(md5_blocks_x8)
    WITH_avx2(VARIANT(md5_blocks_x8, avx2, 3, 0, avx2), )
};
loom_md5_blocks_x8_fn *const loom_slots_md5_blocks_x8[] = {
    resolve_md5_blocks_x8,
    choose_md5_blocks_x8,
    loom_md5_blocks_x8_portable,
WITH_avx2(LOOM_NAME(md5_blocks_x8_avx2), resolve_md5_blocks_x8),
};

DECLARED(mont_gather, scalar)
DECLARED(mont_gather, sse2)
DECLARED(mont_gather, avx2)
static const struct loom_variant variants_mont_gather[] = {
    PORTABLE(mont_gather)
    VARIANT(mont_gather, scalar, 3, 32, none)
    WITH_sse2(VARIANT(mont_gather, sse2, 4, 72, sse2), )
    WITH_avx2(VARIANT(mont_gather, avx2, 5, 40, avx2), )
};
loom_mont_gather_fn *const loom_slots_mont_gather[] = {
    resolve_mont_gather,
    choose_mont_gather,
    loom_mont_gather_portable,
LOOM_NAME(mont_gather_scalar),
WITH_sse2(LOOM_NAME(mont_gather_sse2), resolve_mont_gather),
WITH_avx2(LOOM_NAME(mont_gather_avx2), resolve_mont_gather),
resolve_mont_gather,
    resolve_mont_gather,
};

DECLARED(mont_mul, scalar)
DECLARED(mont_mul, mulx)
DECLARED(mont_mul, adx)
static const struct loom_variant variants_mont_mul[] = {
    PORTABLE(mont_mul)
    VARIANT(mont_mul, scalar, 3, 1240, none)
    WITH_bmi2(VARIANT(mont_mul, mulx, 5, 1256, bmi2), )
    WITH_adx_bmi2(VARIANT(mont_mul, adx, 6, 1256, adx_bmi2), )
};
loom_mont_mul_fn *const loom_slots_mont_mul[] = {
    resolve_mont_mul,
    choose_mont_mul,
    loom_mont_mul_portable,
LOOM_NAME(mont_mul_scalar),
resolve_mont_mul,
WITH_bmi2(LOOM_NAME(mont_mul_mulx), resolve_mont_mul),
WITH_adx_bmi2(LOOM_NAME(mont_mul_adx), resolve_mont_mul),
    resolve_mont_mul,
};

DECLARED(mont_pair_gather, ifma)
static const struct loom_variant variants_mont_pair_gather[] = {
    PORTABLE(mont_pair_gather)
    WITH_avx512ifma_avx512vl_avx512dq(VARIANT(mont_pair_gather, ifma, 3, 16, avx512ifma_avx512vl_avx512dq), )
};
loom_mont_pair_gather_fn *const loom_slots_mont_pair_gather[] = {
    resolve_mont_pair_gather,
    choose_mont_pair_gather,
    loom_mont_pair_gather_portable,
WITH_avx512ifma_avx512vl_avx512dq(LOOM_NAME(mont_pair_gather_ifma), resolve_mont_pair_gather),
};

DECLARED(mont_pair_mul, ifma)
static const struct loom_variant variants_mont_pair_mul[] = {
    PORTABLE(mont_pair_mul)
    WITH_avx512ifma_avx512vl_avx512dq(VARIANT(mont_pair_mul, ifma, 3, 1416, avx512ifma_avx512vl_avx512dq), )
};
loom_mont_pair_mul_fn *const loom_slots_mont_pair_mul[] = {
    resolve_mont_pair_mul,
    choose_mont_pair_mul,
    loom_mont_pair_mul_portable,
WITH_avx512ifma_avx512vl_avx512dq(LOOM_NAME(mont_pair_mul_ifma), resolve_mont_pair_mul),
};

DECLARED(mont_pair_sqr, ifma)
static const struct loom_variant variants_mont_pair_sqr[] = {
    PORTABLE(mont_pair_sqr)
    WITH_avx512ifma_avx512vl_avx512dq(VARIANT(mont_pair_sqr, ifma, 3, 1432, avx512ifma_avx512vl_avx512dq), )
};
loom_mont_pair_sqr_fn *const loom_slots_mont_pair_sqr[] = {
    resolve_mont_pair_sqr,
    choose_mont_pair_sqr,
    loom_mont_pair_sqr_portable,
WITH_avx512ifma_avx512vl_avx512dq(LOOM_NAME(mont_pair_sqr_ifma), resolve_mont_pair_sqr),
};

DECLARED(mont_sqr, scalar)
DECLARED(mont_sqr, mulx)
DECLARED(mont_sqr, adx)
static const struct loom_variant variants_mont_sqr[] = {
    PORTABLE(mont_sqr)
    VARIANT(mont_sqr, scalar, 3, 1240, none)
    WITH_bmi2(VARIANT(mont_sqr, mulx, 5, 1256, bmi2), )
    WITH_adx_bmi2(VARIANT(mont_sqr, adx, 6, 1272, adx_bmi2), )
};
loom_mont_sqr_fn *const loom_slots_mont_sqr[] = {
    resolve_mont_sqr,
    choose_mont_sqr,
    loom_mont_sqr_portable,
LOOM_NAME(mont_sqr_scalar),
resolve_mont_sqr,
WITH_bmi2(LOOM_NAME(mont_sqr_mulx), resolve_mont_sqr),
WITH_adx_bmi2(LOOM_NAME(mont_sqr_adx), resolve_mont_sqr),
    resolve_mont_sqr,
};

DECLARED(rc4_md5_blocks, gathered)
DECLARED(rc4_md5_blocks, lookahead)
DECLARED(rc4_md5_blocks, avx512vl)
static const struct loom_variant variants_rc4_md5_blocks[] = {
    PORTABLE(rc4_md5_blocks)
    VARIANT(rc4_md5_blocks, gathered, 4, 104, none)
    VARIANT(rc4_md5_blocks, lookahead, 5, 200, none)
    WITH_avx512f_avx512vl(VARIANT(rc4_md5_blocks, avx512vl, 6, 88, avx512f_avx512vl), )
};
loom_rc4_md5_blocks_fn *const loom_slots_rc4_md5_blocks[] = {
    resolve_rc4_md5_blocks,
    choose_rc4_md5_blocks,
    loom_rc4_md5_blocks_portable,
resolve_rc4_md5_blocks,
LOOM_NAME(rc4_md5_blocks_gathered),
LOOM_NAME(rc4_md5_blocks_lookahead),
WITH_avx512f_avx512vl(LOOM_NAME(rc4_md5_blocks_avx512vl), resolve_rc4_md5_blocks),
    resolve_rc4_md5_blocks,
};

DECLARED(rc4_set_key, scalar)
static const struct loom_variant variants_rc4_set_key[] = {
    PORTABLE(rc4_set_key)
    VARIANT(rc4_set_key, scalar, 3, 16, none)
};
loom_rc4_set_key_fn *const loom_slots_rc4_set_key[] = {
    resolve_rc4_set_key,
    choose_rc4_set_key,
    loom_rc4_set_key_portable,
LOOM_NAME(rc4_set_key_scalar),
};

DECLARED(rc4_stream, branchfree)
DECLARED(rc4_stream, lookahead)
DECLARED(rc4_stream, gathered)
DECLARED(rc4_stream, preloaded)
static const struct loom_variant variants_rc4_stream[] = {
    PORTABLE(rc4_stream)
    VARIANT(rc4_stream, branchfree, 3, 64, none)
    VARIANT(rc4_stream, lookahead, 4, 72, none)
    VARIANT(rc4_stream, gathered, 5, 16, none)
    VARIANT(rc4_stream, preloaded, 6, 24, none)
};
loom_rc4_stream_fn *const loom_slots_rc4_stream[] = {
    resolve_rc4_stream,
    choose_rc4_stream,
    loom_rc4_stream_portable,
LOOM_NAME(rc4_stream_branchfree),
LOOM_NAME(rc4_stream_lookahead),
LOOM_NAME(rc4_stream_gathered),
LOOM_NAME(rc4_stream_preloaded),
    resolve_rc4_stream,
};

DECLARED(sha1_blocks, scalar)
DECLARED(sha1_blocks, bmi2)
DECLARED(sha1_blocks, ssse3)
DECLARED(sha1_blocks, avx2)
DECLARED(sha1_blocks, shani_avx512vl)
DECLARED(sha1_blocks, shani)
static const struct loom_variant variants_sha1_blocks[] = {
    PORTABLE(sha1_blocks)
    VARIANT(sha1_blocks, scalar, 3, 248, none)
    WITH_bmi1_bmi2(VARIANT(sha1_blocks, bmi2, 4, 248, bmi1_bmi2), )
    WITH_ssse3(VARIANT(sha1_blocks, ssse3, 5, 200, ssse3), )
    WITH_avx2_bmi1_bmi2(VARIANT(sha1_blocks, avx2, 6, 824, avx2_bmi1_bmi2), )
    WITH_avx512bw_avx512vl_sha(VARIANT(sha1_blocks, shani_avx512vl, 7, 16, avx512bw_avx512vl_sha), )
    WITH_ssse3_sha(VARIANT(sha1_blocks, shani, 8, 88, ssse3_sha), )
};
loom_sha1_blocks_fn *const loom_slots_sha1_blocks[] = {
    resolve_sha1_blocks,
    choose_sha1_blocks,
    loom_sha1_blocks_portable,
LOOM_NAME(sha1_blocks_scalar),
WITH_bmi1_bmi2(LOOM_NAME(sha1_blocks_bmi2), resolve_sha1_blocks),
WITH_ssse3(LOOM_NAME(sha1_blocks_ssse3), resolve_sha1_blocks),
WITH_avx2_bmi1_bmi2(LOOM_NAME(sha1_blocks_avx2), resolve_sha1_blocks),
WITH_avx512bw_avx512vl_sha(LOOM_NAME(sha1_blocks_shani_avx512vl), resolve_sha1_blocks),
WITH_ssse3_sha(LOOM_NAME(sha1_blocks_shani), resolve_sha1_blocks),
resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
};

DECLARED(sha1_blocks_x16, avx512)
static const struct loom_variant variants_sha1_blocks_x16[] = {
    PORTABLE(sha1_blocks_x16)
    WITH_avx512f_avx512bw(VARIANT(sha1_blocks_x16, avx512, 3, 0, avx512f_avx512bw), )
};
loom_sha1_blocks_x16_fn *const loom_slots_sha1_blocks_x16[] = {
    resolve_sha1_blocks_x16,
    choose_sha1_blocks_x16,
    loom_sha1_blocks_x16_portable,
WITH_avx512f_avx512bw(LOOM_NAME(sha1_blocks_x16_avx512), resolve_sha1_blocks_x16),
};

DECLARED(sha1_blocks_x2, shani_avx512vl)
DECLARED(sha1_blocks_x2, shani)
static const struct loom_variant variants_sha1_blocks_x2[] = {
    PORTABLE(sha1_blocks_x2)
    WITH_avx512bw_avx512vl_sha(VARIANT(sha1_blocks_x2, shani_avx512vl, 3, 0, avx512bw_avx512vl_sha), )
    WITH_ssse3_sha(VARIANT(sha1_blocks_x2, shani, 4, 0, ssse3_sha), )
};
loom_sha1_blocks_x2_fn *const loom_slots_sha1_blocks_x2[] = {
    resolve_sha1_blocks_x2,
    choose_sha1_blocks_x2,
    loom_sha1_blocks_x2_portable,
WITH_avx512bw_avx512vl_sha(LOOM_NAME(sha1_blocks_x2_shani_avx512vl), resolve_sha1_blocks_x2),
WITH_ssse3_sha(LOOM_NAME(sha1_blocks_x2_shani), resolve_sha1_blocks_x2),
resolve_sha1_blocks_x2,
    resolve_sha1_blocks_x2,
    resolve_sha1_blocks_x2,
};

DECLARED(sha1_blocks_x4, ssse3)
static const struct loom_variant variants_sha1_blocks_x4[] = {
    PORTABLE(sha1_blocks_x4)
    WITH_ssse3(VARIANT(sha1_blocks_x4, ssse3, 4, 0, ssse3), )
};
loom_sha1_blocks_x4_fn *const loom_slots_sha1_blocks_x4[] = {
    resolve_sha1_blocks_x4,
    choose_sha1_blocks_x4,
    loom_sha1_blocks_x4_portable,
resolve_sha1_blocks_x4,
WITH_ssse3(LOOM_NAME(sha1_blocks_x4_ssse3), resolve_sha1_blocks_x4),
    resolve_sha1_blocks_x4,
    resolve_sha1_blocks_x4,
    resolve_sha1_blocks_x4,
};

DECLARED(sha1_blocks_x8, avx2)
static const struct loom_variant variants_sha1_blocks_x8[] = {
    PORTABLE(sha1_blocks_x8)
    WITH_avx2(VARIANT(sha1_blocks_x8, avx2, 3, 0, avx2), )
};
loom_sha1_blocks_x8_fn *const loom_slots_sha1_blocks_x8[] = {
    resolve_sha1_blocks_x8,
    choose_sha1_blocks_x8,
    loom_sha1_blocks_x8_portable,
WITH_avx2(LOOM_NAME(sha1_blocks_x8_avx2), resolve_sha1_blocks_x8),
};

DECLARED(sha256_blocks, scalar)
DECLARED(sha256_blocks, bmi2)
DECLARED(sha256_blocks, ssse3)
DECLARED(sha256_blocks, avx2)
DECLARED(sha256_blocks, shani)
static const struct loom_variant variants_sha256_blocks[] = {
    PORTABLE(sha256_blocks)
    VARIANT(sha256_blocks, scalar, 3, 408, none)
    WITH_bmi1_bmi2(VARIANT(sha256_blocks, bmi2, 4, 408, bmi1_bmi2), )
    WITH_ssse3(VARIANT(sha256_blocks, ssse3, 5, 232, ssse3), )
    WITH_avx2_bmi1_bmi2(VARIANT(sha256_blocks, avx2, 6, 760, avx2_bmi1_bmi2), )
    WITH_ssse3_sha(VARIANT(sha256_blocks, shani, 7, 104, ssse3_sha), )
};
loom_sha256_blocks_fn *const loom_slots_sha256_blocks[] = {
    resolve_sha256_blocks,
    choose_sha256_blocks,
    loom_sha256_blocks_portable,
LOOM_NAME(sha256_blocks_scalar),
WITH_bmi1_bmi2(LOOM_NAME(sha256_blocks_bmi2), resolve_sha256_blocks),
WITH_ssse3(LOOM_NAME(sha256_blocks_ssse3), resolve_sha256_blocks),
WITH_avx2_bmi1_bmi2(LOOM_NAME(sha256_blocks_avx2), resolve_sha256_blocks),
WITH_ssse3_sha(LOOM_NAME(sha256_blocks_shani), resolve_sha256_blocks),
resolve_sha256_blocks,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
};

DECLARED(sha256_blocks_x16, avx512)
static const struct loom_variant variants_sha256_blocks_x16[] = {
    PORTABLE(sha256_blocks_x16)
    WITH_avx512f_avx512bw(VARIANT(sha256_blocks_x16, avx512, 3, 0, avx512f_avx512bw), )
};
loom_sha256_blocks_x16_fn *const loom_slots_sha256_blocks_x16[] = {
    resolve_sha256_blocks_x16,
    choose_sha256_blocks_x16,
    loom_sha256_blocks_x16_portable,
WITH_avx512f_avx512bw(LOOM_NAME(sha256_blocks_x16_avx512), resolve_sha256_blocks_x16),
};

DECLARED(sha256_blocks_x2, shani)
static const struct loom_variant variants_sha256_blocks_x2[] = {
    PORTABLE(sha256_blocks_x2)
    WITH_ssse3_sha(VARIANT(sha256_blocks_x2, shani, 3, 0, ssse3_sha), )
};
loom_sha256_blocks_x2_fn *const loom_slots_sha256_blocks_x2[] = {
    resolve_sha256_blocks_x2,
    choose_sha256_blocks_x2,
    loom_sha256_blocks_x2_portable,
WITH_ssse3_sha(LOOM_NAME(sha256_blocks_x2_shani), resolve_sha256_blocks_x2),
resolve_sha256_blocks_x2,
    resolve_sha256_blocks_x2,
    resolve_sha256_blocks_x2,
    resolve_sha256_blocks_x2,
};

DECLARED(sha256_blocks_x4, ssse3)
static const struct loom_variant variants_sha256_blocks_x4[] = {
    PORTABLE(sha256_blocks_x4)
    WITH_ssse3(VARIANT(sha256_blocks_x4, ssse3, 4, 0, ssse3), )
};
loom_sha256_blocks_x4_fn *const loom_slots_sha256_blocks_x4[] = {
    resolve_sha256_blocks_x4,
    choose_sha256_blocks_x4,
    loom_sha256_blocks_x4_portable,
resolve_sha256_blocks_x4,
WITH_ssse3(LOOM_NAME(sha256_blocks_x4_ssse3), resolve_sha256_blocks_x4),
    resolve_sha256_blocks_x4,
    resolve_sha256_blocks_x4,
    resolve_sha256_blocks_x4,
};

DECLARED(sha256_blocks_x8, avx2)
static const struct loom_variant variants_sha256_blocks_x8[] = {
    PORTABLE(sha256_blocks_x8)
    WITH_avx2(VARIANT(sha256_blocks_x8, avx2, 3, 0, avx2), )
};
loom_sha256_blocks_x8_fn *const loom_slots_sha256_blocks_x8[] = {
    resolve_sha256_blocks_x8,
    choose_sha256_blocks_x8,
    loom_sha256_blocks_x8_portable,
WITH_avx2(LOOM_NAME(sha256_blocks_x8_avx2), resolve_sha256_blocks_x8),
};

DECLARED(sha512_blocks, scalar)
DECLARED(sha512_blocks, bmi2)
DECLARED(sha512_blocks, avx2)
DECLARED(sha512_blocks, avx512vl)
static const struct loom_variant variants_sha512_blocks[] = {
    PORTABLE(sha512_blocks)
    VARIANT(sha512_blocks, scalar, 3, 824, none)
    WITH_bmi1_bmi2(VARIANT(sha512_blocks, bmi2, 4, 824, bmi1_bmi2), )
    WITH_avx2_bmi1_bmi2(VARIANT(sha512_blocks, avx2, 6, 1608, avx2_bmi1_bmi2), )
    WITH_avx512bw_avx512vl_bmi1_bmi2(VARIANT(sha512_blocks, avx512vl, 7, 1464, avx512bw_avx512vl_bmi1_bmi2), )
};
loom_sha512_blocks_fn *const loom_slots_sha512_blocks[] = {
    resolve_sha512_blocks,
    choose_sha512_blocks,
    loom_sha512_blocks_portable,
LOOM_NAME(sha512_blocks_scalar),
WITH_bmi1_bmi2(LOOM_NAME(sha512_blocks_bmi2), resolve_sha512_blocks),
resolve_sha512_blocks,
WITH_avx2_bmi1_bmi2(LOOM_NAME(sha512_blocks_avx2), resolve_sha512_blocks),
WITH_avx512bw_avx512vl_bmi1_bmi2(LOOM_NAME(sha512_blocks_avx512vl), resolve_sha512_blocks),
resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
};

DECLARED(sha512_blocks_x4, avx2)
static const struct loom_variant variants_sha512_blocks_x4[] = {
    PORTABLE(sha512_blocks_x4)
    WITH_avx2(VARIANT(sha512_blocks_x4, avx2, 3, 0, avx2), )
};
loom_sha512_blocks_x4_fn *const loom_slots_sha512_blocks_x4[] = {
    resolve_sha512_blocks_x4,
    choose_sha512_blocks_x4,
    loom_sha512_blocks_x4_portable,
WITH_avx2(LOOM_NAME(sha512_blocks_x4_avx2), resolve_sha512_blocks_x4),
};

DECLARED(sha512_blocks_x8, avx512)
static const struct loom_variant variants_sha512_blocks_x8[] = {
    PORTABLE(sha512_blocks_x8)
    WITH_avx512f_avx512bw(VARIANT(sha512_blocks_x8, avx512, 3, 0, avx512f_avx512bw), )
};
loom_sha512_blocks_x8_fn *const loom_slots_sha512_blocks_x8[] = {
    resolve_sha512_blocks_x8,
    choose_sha512_blocks_x8,
    loom_sha512_blocks_x8_portable,
WITH_avx512f_avx512bw(LOOM_NAME(sha512_blocks_x8_avx512), resolve_sha512_blocks_x8),
};
const struct loom_preference loom_preferences[] = {
    PREFER(md5_blocks, generic, 0, scalar, MEASURED, any, NONE)
    PREFER(md5_blocks, intel_sapphirerapids, 0, avx512vl, MEASURED, any, NONE)
    PREFER(rc4_md5_blocks, generic, 0, plain, MEASURED, any, NONE)
    PREFER(rc4_md5_blocks, generic, 0, gathered, MEASURED, any, NONE)
    PREFER(rc4_md5_blocks, intel_generic, 0, lookahead, MEASURED, any, NONE)
    PREFER(rc4_md5_blocks, intel_sapphirerapids, 0, lookahead, MEASURED, any, NONE)
    PREFER(rc4_md5_blocks, intel_sapphirerapids, 0, avx512vl, MEASURED, any, NONE)
    PREFER(rc4_stream, generic, 0, preloaded, MEASURED, any, NONE)
    PREFER(rc4_stream, generic, 0, gathered, MEASURED, throughput, NONE)
    PREFER(rc4_stream, amd_zen4, 64, lookahead, MEASURED, any, NONE)
    PREFER(rc4_stream, amd_zen5, 64, lookahead, MEASURED, any, NONE)
    PREFER(rc4_stream, intel_generic, 0, branchfree, MEASURED, any, NONE)
    PREFER(rc4_stream, intel_generic, 64, lookahead, MEASURED, any, NONE)
    PREFER(rc4_stream, intel_sapphirerapids, 0, lookahead, MEASURED, any, NONE)
    PREFER(sha1_blocks, intel_sapphirerapids, 0, shani_avx512vl, MEASURED, any, NONE)
    PREFER(aes_cbc_sha1_blocks, intel_sapphirerapids, 0, shani_avx512vl, MEASURED, any, NONE)
    PREFER(aes_ecb_encrypt, intel_sapphirerapids, 0, avx, MEASURED, any, NONE)
    PREFER(aes_ecb_encrypt, intel_sapphirerapids, 32, vaes512, MEASURED, any, NONE)
    PREFER(aes_ecb_decrypt, intel_sapphirerapids, 0, avx, MEASURED, any, NONE)
    PREFER(aes_ecb_decrypt, intel_sapphirerapids, 32, vaes512, MEASURED, any, NONE)
    PREFER(aes_cbc_decrypt, intel_sapphirerapids, 0, avx, MEASURED, any, NONE)
    PREFER(aes_cbc_decrypt, intel_sapphirerapids, 32, vaes512, MEASURED, any, NONE)
    PREFER(aes_ctr32, intel_sapphirerapids, 0, avx, MEASURED, any, NONE)
    PREFER(aes_ctr32, intel_sapphirerapids, 32, vaes512, MEASURED, any, NONE)
    PREFER(aes_ecb_encrypt, generic, 0, avx, MEASURED, any, NONE)
    PREFER(aes_ecb_encrypt, generic, 0, vaes256, MEASURED, any, NONE)
    PREFER(aes_ecb_encrypt, amd_generic, 0, vaes512, MEASURED, any, NONE)
    PREFER(aes_ecb_decrypt, generic, 0, avx, MEASURED, any, NONE)
    PREFER(aes_ecb_decrypt, generic, 0, vaes256, MEASURED, any, NONE)
    PREFER(aes_ecb_decrypt, amd_generic, 0, vaes512, MEASURED, any, NONE)
    PREFER(aes_cbc_decrypt, generic, 0, avx, MEASURED, any, NONE)
    PREFER(aes_cbc_decrypt, generic, 0, vaes256, MEASURED, any, NONE)
    PREFER(aes_cbc_decrypt, amd_generic, 0, vaes512, MEASURED, any, NONE)
    PREFER(aes_ctr32, generic, 0, avx, MEASURED, any, NONE)
    PREFER(aes_ctr32, generic, 0, vaes256, MEASURED, any, NONE)
    PREFER(aes_ctr32, amd_generic, 0, vaes512, MEASURED, any, NONE)
    PREFER(aes_ecb_encrypt, amd_zen3, 0, avx, MEASURED, any, NONE)
    PREFER(aes_ecb_encrypt, amd_zen3, 32, vaes256, MEASURED, any, NONE)
    PREFER(aes_ecb_decrypt, amd_zen3, 0, avx, MEASURED, any, NONE)
    PREFER(aes_ecb_decrypt, amd_zen3, 32, vaes256, MEASURED, any, NONE)
    PREFER(aes_cbc_decrypt, amd_zen3, 0, avx, MEASURED, any, NONE)
    PREFER(aes_cbc_decrypt, amd_zen3, 32, vaes256, MEASURED, any, NONE)
    PREFER(aes_ctr32, amd_zen3, 0, avx, MEASURED, any, NONE)
    PREFER(aes_ctr32, amd_zen3, 32, vaes256, MEASURED, any, NONE)
    PREFER(aes_ecb_encrypt, amd_zen4, 0, avx, MEASURED, any, NONE)
    PREFER(aes_ecb_encrypt, amd_zen4, 32, vaes256, MEASURED, any, NONE)
    PREFER(aes_ecb_encrypt, amd_zen4, 128, vaes512, MEASURED, any, NONE)
    PREFER(aes_ecb_decrypt, amd_zen4, 0, avx, MEASURED, any, NONE)
    PREFER(aes_ecb_decrypt, amd_zen4, 32, vaes256, MEASURED, any, NONE)
    PREFER(aes_ecb_decrypt, amd_zen4, 128, vaes512, MEASURED, any, NONE)
    PREFER(aes_cbc_decrypt, amd_zen4, 0, avx, MEASURED, any, NONE)
    PREFER(aes_cbc_decrypt, amd_zen4, 32, vaes256, MEASURED, any, NONE)
    PREFER(aes_cbc_decrypt, amd_zen4, 128, vaes512, MEASURED, any, NONE)
    PREFER(aes_ctr32, amd_zen4, 0, vaes256, MEASURED, any, NONE)
    PREFER(aes_ctr32, amd_zen4, 128, vaes512, MEASURED, any, NONE)
    PREFER(sha512_blocks, generic, 0, avx2, MEASURED, any, NONE)
    PREFER(sha512_blocks, intel_sapphirerapids, 0, avx512vl, MEASURED, any, NONE)
    PREFER(sha512_blocks, amd_zen4, 0, avx512vl, MEASURED, any, NONE)
    PREFER(aes_cbc_sha512_blocks, generic, 0, avx2, MEASURED, any, NONE)
    PREFER(aes_cbc_sha512_blocks, amd_zen4, 0, avx512vl, MEASURED, any, NONE)
    PREFER(aes_cbc_sha512_blocks, intel_sapphirerapids, 0, avx512vl, MEASURED, any, NONE)
    PREFER(sha256_blocks_x8, amd_zen3, 0, avx2, MEASURED, any, NONE)
    PREFER(sha256_blocks_x8, amd_zen3, 0, portable, MEASURED, any, SHA)
    PREFER(sha256_blocks_x8, amd_zen4, 0, avx2, MEASURED, any, NONE)
    PREFER(sha256_blocks_x8, amd_zen4, 0, portable, MEASURED, any, SHA)
    PREFER(sha256_blocks_x8, amd_zen4, 8192, avx2, MEASURED, any, SHA)
    PREFER(md5_blocks_x16, amd_zen4, 0, avx512, MEASURED, any, NONE)
    PREFER(md5_blocks_x16, amd_zen4, 0, avx2, MEASURED, any, NONE)
    PREFER(sha1_blocks_x4, amd_zen4, 0, ssse3, MEASURED, any, NONE)
    PREFER(sha1_blocks_x4, amd_zen4, 0, portable, MEASURED, any, SHA)
    PREFER(sha1_blocks_x4, amd_zen4, 4096, ssse3, MEASURED, any, SHA)
    PREFER(sha1_blocks_x2, intel_sapphirerapids, 0, shani_avx512vl, MEASURED, any, NONE)
    PREFER(sha1_blocks_x4, intel_sapphirerapids, 0, ssse3, MEASURED, any, NONE)
    PREFER(sha1_blocks_x4, intel_sapphirerapids, 0, portable, MEASURED, any, SHA)
    PREFER(sha256_blocks_x8, intel_sapphirerapids, 0, avx2, MEASURED, any, NONE)
    PREFER(sha256_blocks_x8, intel_sapphirerapids, 0, portable, MEASURED, any, SHA)
    PREFER(sha256_blocks_x4, generic, 0, portable, MEASURED, any, SHA)
    PREFER(mont_pair_mul, amd_zen4, 0, ifma, MEASURED, any, NONE)
    PREFER(mont_pair_sqr, amd_zen4, 0, ifma, MEASURED, any, NONE)
    PREFER(mont_pair_gather, amd_zen4, 0, ifma, MEASURED, any, NONE)
    NO_PREFERENCE,
};


#else
/* The features that variants need. */
static const struct {
    unsigned char none[1];
} needs = {
    {LOOM_CPU_NONE},
};

static const struct loom_variant variants_aes_cbc_decrypt[] = {
    PORTABLE(aes_cbc_decrypt)
};
loom_aes_cbc_decrypt_fn *const loom_slots_aes_cbc_decrypt[] = {
    resolve_aes_cbc_decrypt,
    choose_aes_cbc_decrypt,
    loom_aes_cbc_decrypt_portable,
resolve_aes_cbc_decrypt,
resolve_aes_cbc_decrypt,
resolve_aes_cbc_decrypt,
resolve_aes_cbc_decrypt,
resolve_aes_cbc_decrypt,
resolve_aes_cbc_decrypt,
resolve_aes_cbc_decrypt,
    resolve_aes_cbc_decrypt,
    resolve_aes_cbc_decrypt,
    resolve_aes_cbc_decrypt,
    resolve_aes_cbc_decrypt,
    resolve_aes_cbc_decrypt,
    resolve_aes_cbc_decrypt,
};

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
};

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

static const struct loom_variant variants_aes_cbc_encrypt_x4[] = {
    PORTABLE(aes_cbc_encrypt_x4)
};
loom_aes_cbc_encrypt_x4_fn *const loom_slots_aes_cbc_encrypt_x4[] = {
    resolve_aes_cbc_encrypt_x4,
    choose_aes_cbc_encrypt_x4,
    loom_aes_cbc_encrypt_x4_portable,
resolve_aes_cbc_encrypt_x4,
};

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

static const struct loom_variant variants_aes_cbc_sha1_blocks[] = {
    PORTABLE(aes_cbc_sha1_blocks)
};
loom_aes_cbc_sha1_blocks_fn *const loom_slots_aes_cbc_sha1_blocks[] = {
    resolve_aes_cbc_sha1_blocks,
    choose_aes_cbc_sha1_blocks,
    loom_aes_cbc_sha1_blocks_portable,
resolve_aes_cbc_sha1_blocks,
resolve_aes_cbc_sha1_blocks,
resolve_aes_cbc_sha1_blocks,
resolve_aes_cbc_sha1_blocks,
resolve_aes_cbc_sha1_blocks,
};

static const struct loom_variant variants_aes_cbc_sha256_blocks[] = {
    PORTABLE(aes_cbc_sha256_blocks)
};
loom_aes_cbc_sha256_blocks_fn *const loom_slots_aes_cbc_sha256_blocks[] = {
    resolve_aes_cbc_sha256_blocks,
    choose_aes_cbc_sha256_blocks,
    loom_aes_cbc_sha256_blocks_portable,
resolve_aes_cbc_sha256_blocks,
resolve_aes_cbc_sha256_blocks,
resolve_aes_cbc_sha256_blocks,
resolve_aes_cbc_sha256_blocks,
    resolve_aes_cbc_sha256_blocks,
};

static const struct loom_variant variants_aes_cbc_sha512_blocks[] = {
    PORTABLE(aes_cbc_sha512_blocks)
};
loom_aes_cbc_sha512_blocks_fn *const loom_slots_aes_cbc_sha512_blocks[] = {
    resolve_aes_cbc_sha512_blocks,
    choose_aes_cbc_sha512_blocks,
    loom_aes_cbc_sha512_blocks_portable,
resolve_aes_cbc_sha512_blocks,
resolve_aes_cbc_sha512_blocks,
resolve_aes_cbc_sha512_blocks,
resolve_aes_cbc_sha512_blocks,
    resolve_aes_cbc_sha512_blocks,
};

static const struct loom_variant variants_aes_ctr32[] = {
    PORTABLE(aes_ctr32)
};
loom_aes_ctr32_fn *const loom_slots_aes_ctr32[] = {
    resolve_aes_ctr32,
    choose_aes_ctr32,
    loom_aes_ctr32_portable,
resolve_aes_ctr32,
resolve_aes_ctr32,
resolve_aes_ctr32,
resolve_aes_ctr32,
resolve_aes_ctr32,
resolve_aes_ctr32,
resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
    resolve_aes_ctr32,
};

static const struct loom_variant variants_aes_ecb_decrypt[] = {
    PORTABLE(aes_ecb_decrypt)
};
loom_aes_ecb_decrypt_fn *const loom_slots_aes_ecb_decrypt[] = {
    resolve_aes_ecb_decrypt,
    choose_aes_ecb_decrypt,
    loom_aes_ecb_decrypt_portable,
resolve_aes_ecb_decrypt,
resolve_aes_ecb_decrypt,
resolve_aes_ecb_decrypt,
resolve_aes_ecb_decrypt,
resolve_aes_ecb_decrypt,
resolve_aes_ecb_decrypt,
resolve_aes_ecb_decrypt,
    resolve_aes_ecb_decrypt,
    resolve_aes_ecb_decrypt,
    resolve_aes_ecb_decrypt,
    resolve_aes_ecb_decrypt,
    resolve_aes_ecb_decrypt,
    resolve_aes_ecb_decrypt,
};

static const struct loom_variant variants_aes_ecb_encrypt[] = {
    PORTABLE(aes_ecb_encrypt)
};
loom_aes_ecb_encrypt_fn *const loom_slots_aes_ecb_encrypt[] = {
    resolve_aes_ecb_encrypt,
    choose_aes_ecb_encrypt,
    loom_aes_ecb_encrypt_portable,
resolve_aes_ecb_encrypt,
resolve_aes_ecb_encrypt,
resolve_aes_ecb_encrypt,
resolve_aes_ecb_encrypt,
resolve_aes_ecb_encrypt,
resolve_aes_ecb_encrypt,
resolve_aes_ecb_encrypt,
    resolve_aes_ecb_encrypt,
    resolve_aes_ecb_encrypt,
    resolve_aes_ecb_encrypt,
    resolve_aes_ecb_encrypt,
    resolve_aes_ecb_encrypt,
    resolve_aes_ecb_encrypt,
};

static const struct loom_variant variants_aes_set_decrypt_key[] = {
    PORTABLE(aes_set_decrypt_key)
};
loom_aes_set_decrypt_key_fn *const loom_slots_aes_set_decrypt_key[] = {
    resolve_aes_set_decrypt_key,
    choose_aes_set_decrypt_key,
    loom_aes_set_decrypt_key_portable,
resolve_aes_set_decrypt_key,
resolve_aes_set_decrypt_key,
resolve_aes_set_decrypt_key,
resolve_aes_set_decrypt_key,
resolve_aes_set_decrypt_key,
};

static const struct loom_variant variants_aes_set_encrypt_key[] = {
    PORTABLE(aes_set_encrypt_key)
};
loom_aes_set_encrypt_key_fn *const loom_slots_aes_set_encrypt_key[] = {
    resolve_aes_set_encrypt_key,
    choose_aes_set_encrypt_key,
    loom_aes_set_encrypt_key_portable,
resolve_aes_set_encrypt_key,
resolve_aes_set_encrypt_key,
resolve_aes_set_encrypt_key,
resolve_aes_set_encrypt_key,
resolve_aes_set_encrypt_key,
};

static const struct loom_variant variants_md5_blocks[] = {
    PORTABLE(md5_blocks)
};
loom_md5_blocks_fn *const loom_slots_md5_blocks[] = {
    resolve_md5_blocks,
    choose_md5_blocks,
    loom_md5_blocks_portable,
resolve_md5_blocks,
resolve_md5_blocks,
    resolve_md5_blocks,
    resolve_md5_blocks,
    resolve_md5_blocks,
};

static const struct loom_variant variants_md5_blocks_x16[] = {
    PORTABLE(md5_blocks_x16)
};
loom_md5_blocks_x16_fn *const loom_slots_md5_blocks_x16[] = {
    resolve_md5_blocks_x16,
    choose_md5_blocks_x16,
    loom_md5_blocks_x16_portable,
resolve_md5_blocks_x16,
resolve_md5_blocks_x16,
    resolve_md5_blocks_x16,
    resolve_md5_blocks_x16,
    resolve_md5_blocks_x16,
};

static const struct loom_variant variants_md5_blocks_x32[] = {
    PORTABLE(md5_blocks_x32)
};
loom_md5_blocks_x32_fn *const loom_slots_md5_blocks_x32[] = {
    resolve_md5_blocks_x32,
    choose_md5_blocks_x32,
    loom_md5_blocks_x32_portable,
resolve_md5_blocks_x32,
};

static const struct loom_variant variants_md5_blocks_x4[] = {
    PORTABLE(md5_blocks_x4)
};
loom_md5_blocks_x4_fn *const loom_slots_md5_blocks_x4[] = {
    resolve_md5_blocks_x4,
    choose_md5_blocks_x4,
    loom_md5_blocks_x4_portable,
resolve_md5_blocks_x4,
resolve_md5_blocks_x4,
    resolve_md5_blocks_x4,
    resolve_md5_blocks_x4,
    resolve_md5_blocks_x4,
};

static const struct loom_variant variants_md5_blocks_x8[] = {
    PORTABLE(md5_blocks_x8)
};
loom_md5_blocks_x8_fn *const loom_slots_md5_blocks_x8[] = {
    resolve_md5_blocks_x8,
    choose_md5_blocks_x8,
    loom_md5_blocks_x8_portable,
resolve_md5_blocks_x8,
};

static const struct loom_variant variants_mont_gather[] = {
    PORTABLE(mont_gather)
};
loom_mont_gather_fn *const loom_slots_mont_gather[] = {
    resolve_mont_gather,
    choose_mont_gather,
    loom_mont_gather_portable,
resolve_mont_gather,
resolve_mont_gather,
resolve_mont_gather,
resolve_mont_gather,
    resolve_mont_gather,
};

static const struct loom_variant variants_mont_mul[] = {
    PORTABLE(mont_mul)
};
loom_mont_mul_fn *const loom_slots_mont_mul[] = {
    resolve_mont_mul,
    choose_mont_mul,
    loom_mont_mul_portable,
resolve_mont_mul,
resolve_mont_mul,
resolve_mont_mul,
resolve_mont_mul,
    resolve_mont_mul,
};

static const struct loom_variant variants_mont_pair_gather[] = {
    PORTABLE(mont_pair_gather)
};
loom_mont_pair_gather_fn *const loom_slots_mont_pair_gather[] = {
    resolve_mont_pair_gather,
    choose_mont_pair_gather,
    loom_mont_pair_gather_portable,
resolve_mont_pair_gather,
};

static const struct loom_variant variants_mont_pair_mul[] = {
    PORTABLE(mont_pair_mul)
};
loom_mont_pair_mul_fn *const loom_slots_mont_pair_mul[] = {
    resolve_mont_pair_mul,
    choose_mont_pair_mul,
    loom_mont_pair_mul_portable,
resolve_mont_pair_mul,
};

static const struct loom_variant variants_mont_pair_sqr[] = {
    PORTABLE(mont_pair_sqr)
};
loom_mont_pair_sqr_fn *const loom_slots_mont_pair_sqr[] = {
    resolve_mont_pair_sqr,
    choose_mont_pair_sqr,
    loom_mont_pair_sqr_portable,
resolve_mont_pair_sqr,
};

static const struct loom_variant variants_mont_sqr[] = {
    PORTABLE(mont_sqr)
};
loom_mont_sqr_fn *const loom_slots_mont_sqr[] = {
    resolve_mont_sqr,
    choose_mont_sqr,
    loom_mont_sqr_portable,
resolve_mont_sqr,
resolve_mont_sqr,
resolve_mont_sqr,
resolve_mont_sqr,
    resolve_mont_sqr,
};

static const struct loom_variant variants_rc4_md5_blocks[] = {
    PORTABLE(rc4_md5_blocks)
};
loom_rc4_md5_blocks_fn *const loom_slots_rc4_md5_blocks[] = {
    resolve_rc4_md5_blocks,
    choose_rc4_md5_blocks,
    loom_rc4_md5_blocks_portable,
resolve_rc4_md5_blocks,
resolve_rc4_md5_blocks,
resolve_rc4_md5_blocks,
resolve_rc4_md5_blocks,
    resolve_rc4_md5_blocks,
};

static const struct loom_variant variants_rc4_set_key[] = {
    PORTABLE(rc4_set_key)
};
loom_rc4_set_key_fn *const loom_slots_rc4_set_key[] = {
    resolve_rc4_set_key,
    choose_rc4_set_key,
    loom_rc4_set_key_portable,
resolve_rc4_set_key,
};

static const struct loom_variant variants_rc4_stream[] = {
    PORTABLE(rc4_stream)
};
loom_rc4_stream_fn *const loom_slots_rc4_stream[] = {
    resolve_rc4_stream,
    choose_rc4_stream,
    loom_rc4_stream_portable,
resolve_rc4_stream,
resolve_rc4_stream,
resolve_rc4_stream,
resolve_rc4_stream,
    resolve_rc4_stream,
};

static const struct loom_variant variants_sha1_blocks[] = {
    PORTABLE(sha1_blocks)
};
loom_sha1_blocks_fn *const loom_slots_sha1_blocks[] = {
    resolve_sha1_blocks,
    choose_sha1_blocks,
    loom_sha1_blocks_portable,
resolve_sha1_blocks,
resolve_sha1_blocks,
resolve_sha1_blocks,
resolve_sha1_blocks,
resolve_sha1_blocks,
resolve_sha1_blocks,
resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
    resolve_sha1_blocks,
};

static const struct loom_variant variants_sha1_blocks_x16[] = {
    PORTABLE(sha1_blocks_x16)
};
loom_sha1_blocks_x16_fn *const loom_slots_sha1_blocks_x16[] = {
    resolve_sha1_blocks_x16,
    choose_sha1_blocks_x16,
    loom_sha1_blocks_x16_portable,
resolve_sha1_blocks_x16,
};

static const struct loom_variant variants_sha1_blocks_x2[] = {
    PORTABLE(sha1_blocks_x2)
};
loom_sha1_blocks_x2_fn *const loom_slots_sha1_blocks_x2[] = {
    resolve_sha1_blocks_x2,
    choose_sha1_blocks_x2,
    loom_sha1_blocks_x2_portable,
resolve_sha1_blocks_x2,
resolve_sha1_blocks_x2,
resolve_sha1_blocks_x2,
    resolve_sha1_blocks_x2,
    resolve_sha1_blocks_x2,
};

static const struct loom_variant variants_sha1_blocks_x4[] = {
    PORTABLE(sha1_blocks_x4)
};
loom_sha1_blocks_x4_fn *const loom_slots_sha1_blocks_x4[] = {
    resolve_sha1_blocks_x4,
    choose_sha1_blocks_x4,
    loom_sha1_blocks_x4_portable,
resolve_sha1_blocks_x4,
resolve_sha1_blocks_x4,
    resolve_sha1_blocks_x4,
    resolve_sha1_blocks_x4,
    resolve_sha1_blocks_x4,
};

static const struct loom_variant variants_sha1_blocks_x8[] = {
    PORTABLE(sha1_blocks_x8)
};
loom_sha1_blocks_x8_fn *const loom_slots_sha1_blocks_x8[] = {
    resolve_sha1_blocks_x8,
    choose_sha1_blocks_x8,
    loom_sha1_blocks_x8_portable,
resolve_sha1_blocks_x8,
};

static const struct loom_variant variants_sha256_blocks[] = {
    PORTABLE(sha256_blocks)
};
loom_sha256_blocks_fn *const loom_slots_sha256_blocks[] = {
    resolve_sha256_blocks,
    choose_sha256_blocks,
    loom_sha256_blocks_portable,
resolve_sha256_blocks,
resolve_sha256_blocks,
resolve_sha256_blocks,
resolve_sha256_blocks,
resolve_sha256_blocks,
resolve_sha256_blocks,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
    resolve_sha256_blocks,
};

static const struct loom_variant variants_sha256_blocks_x16[] = {
    PORTABLE(sha256_blocks_x16)
};
loom_sha256_blocks_x16_fn *const loom_slots_sha256_blocks_x16[] = {
    resolve_sha256_blocks_x16,
    choose_sha256_blocks_x16,
    loom_sha256_blocks_x16_portable,
resolve_sha256_blocks_x16,
};

static const struct loom_variant variants_sha256_blocks_x2[] = {
    PORTABLE(sha256_blocks_x2)
};
loom_sha256_blocks_x2_fn *const loom_slots_sha256_blocks_x2[] = {
    resolve_sha256_blocks_x2,
    choose_sha256_blocks_x2,
    loom_sha256_blocks_x2_portable,
resolve_sha256_blocks_x2,
resolve_sha256_blocks_x2,
    resolve_sha256_blocks_x2,
    resolve_sha256_blocks_x2,
    resolve_sha256_blocks_x2,
};

static const struct loom_variant variants_sha256_blocks_x4[] = {
    PORTABLE(sha256_blocks_x4)
};
loom_sha256_blocks_x4_fn *const loom_slots_sha256_blocks_x4[] = {
    resolve_sha256_blocks_x4,
    choose_sha256_blocks_x4,
    loom_sha256_blocks_x4_portable,
resolve_sha256_blocks_x4,
resolve_sha256_blocks_x4,
    resolve_sha256_blocks_x4,
    resolve_sha256_blocks_x4,
    resolve_sha256_blocks_x4,
};

static const struct loom_variant variants_sha256_blocks_x8[] = {
    PORTABLE(sha256_blocks_x8)
};
loom_sha256_blocks_x8_fn *const loom_slots_sha256_blocks_x8[] = {
    resolve_sha256_blocks_x8,
    choose_sha256_blocks_x8,
    loom_sha256_blocks_x8_portable,
resolve_sha256_blocks_x8,
};

static const struct loom_variant variants_sha512_blocks[] = {
    PORTABLE(sha512_blocks)
};
loom_sha512_blocks_fn *const loom_slots_sha512_blocks[] = {
    resolve_sha512_blocks,
    choose_sha512_blocks,
    loom_sha512_blocks_portable,
resolve_sha512_blocks,
resolve_sha512_blocks,
resolve_sha512_blocks,
resolve_sha512_blocks,
resolve_sha512_blocks,
resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
    resolve_sha512_blocks,
};

static const struct loom_variant variants_sha512_blocks_x4[] = {
    PORTABLE(sha512_blocks_x4)
};
loom_sha512_blocks_x4_fn *const loom_slots_sha512_blocks_x4[] = {
    resolve_sha512_blocks_x4,
    choose_sha512_blocks_x4,
    loom_sha512_blocks_x4_portable,
resolve_sha512_blocks_x4,
};

static const struct loom_variant variants_sha512_blocks_x8[] = {
    PORTABLE(sha512_blocks_x8)
};
loom_sha512_blocks_x8_fn *const loom_slots_sha512_blocks_x8[] = {
    resolve_sha512_blocks_x8,
    choose_sha512_blocks_x8,
    loom_sha512_blocks_x8_portable,
resolve_sha512_blocks_x8,
};
const struct loom_preference loom_preferences[] = {
    NO_PREFERENCE,
};

#endif

#define KERNEL(kernel, unit) { #kernel, variants_##kernel, sizeof variants_##kernel / sizeof *variants_##kernel, unit},
static const struct loom_variant nothing = {NULL, NULL, needs.none, 0, 0};

const struct loom_kernel loom_kernel_rows[LOOM_KERNEL_COUNT + 1] = {
    KERNEL(aes_cbc_decrypt, 16)
    KERNEL(aes_cbc_encrypt, 16)
    KERNEL(aes_cbc_encrypt_x16, 16)
    KERNEL(aes_cbc_encrypt_x4, 16)
    KERNEL(aes_cbc_encrypt_x8, 16)
    KERNEL(aes_cbc_sha1_blocks, 64)
    KERNEL(aes_cbc_sha256_blocks, 64)
    KERNEL(aes_cbc_sha512_blocks, 128)
    KERNEL(aes_ctr32, 16)
    KERNEL(aes_ecb_decrypt, 16)
    KERNEL(aes_ecb_encrypt, 16)
    KERNEL(aes_set_decrypt_key, 1)
    KERNEL(aes_set_encrypt_key, 1)
    KERNEL(md5_blocks, 64)
    KERNEL(md5_blocks_x16, 64)
    KERNEL(md5_blocks_x32, 64)
    KERNEL(md5_blocks_x4, 64)
    KERNEL(md5_blocks_x8, 64)
    KERNEL(mont_gather, 8)
    KERNEL(mont_mul, 8)
    KERNEL(mont_pair_gather, 64)
    KERNEL(mont_pair_mul, 64)
    KERNEL(mont_pair_sqr, 64)
    KERNEL(mont_sqr, 8)
    KERNEL(rc4_md5_blocks, 64)
    KERNEL(rc4_set_key, 1)
    KERNEL(rc4_stream, 1)
    KERNEL(sha1_blocks, 64)
    KERNEL(sha1_blocks_x16, 64)
    KERNEL(sha1_blocks_x2, 64)
    KERNEL(sha1_blocks_x4, 64)
    KERNEL(sha1_blocks_x8, 64)
    KERNEL(sha256_blocks, 64)
    KERNEL(sha256_blocks_x16, 64)
    KERNEL(sha256_blocks_x2, 64)
    KERNEL(sha256_blocks_x4, 64)
    KERNEL(sha256_blocks_x8, 64)
    KERNEL(sha512_blocks, 128)
    KERNEL(sha512_blocks_x4, 128)
    KERNEL(sha512_blocks_x8, 128)
    {NULL, &nothing, 0, 0},
};
