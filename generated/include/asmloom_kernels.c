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

#if defined(LOOM_WITHOUT_avx512bw_avx512vl)
#define WITH_avx512bw_avx512vl(there, otherwise) otherwise
#else
#define WITH_avx512bw_avx512vl(there, otherwise) there
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
#define RESOLVERS(kernel, result, verb, parameters, arguments, size, slots)                     \
    static result LOOM_CDECL resolve_##kernel parameters                                        \
    {                                                                                           \
        verb LOOM_AT_SLOT(kernel, loom_resolve(&loom_row_##kernel, (size_t)(size))) arguments;  \
    }                                                                                           \
    static result LOOM_CDECL choose_##kernel parameters                                         \
    {                                                                                           \
        verb LOOM_AT_SLOT(kernel, loom_slot_for(&loom_way_##kernel, (size_t)(size))) arguments; \
    }
LOOM_KERNELS(RESOLVERS)

/* Public functions at block level. */
#define ENTRY(kernel, result, verb, parameters, arguments, size, slots) \
    result LOOM_CDECL loom_k_##kernel parameters                        \
    {                                                                   \
        verb loom_call_##kernel arguments;                              \
    }
LOOM_KERNELS(ENTRY)

#define WAY(kernel, ...) LOOM_SHARED_STATE struct loom_way loom_way_##kernel;
LOOM_KERNELS(WAY)

#if defined(LOOM_X86)
#define ASKED(kernel) loom_ask_##kernel
LOOM_INTERNAL_BEGIN
loom_ask_fn loom_ask_aes_cbc_decrypt;
loom_ask_fn loom_ask_aes_cbc_encrypt;
loom_ask_fn loom_ask_aes_cbc_encrypt_x16;
loom_ask_fn loom_ask_aes_cbc_encrypt_x4;
loom_ask_fn loom_ask_aes_cbc_encrypt_x8;
loom_ask_fn loom_ask_aes_cbc_sha1_blocks;
loom_ask_fn loom_ask_aes_cbc_sha256_blocks;
loom_ask_fn loom_ask_aes_cbc_sha512_blocks;
loom_ask_fn loom_ask_aes_ctr32;
loom_ask_fn loom_ask_aes_ecb_decrypt;
loom_ask_fn loom_ask_aes_ecb_encrypt;
loom_ask_fn loom_ask_aes_set_decrypt_key;
loom_ask_fn loom_ask_aes_set_encrypt_key;
loom_ask_fn loom_ask_md5_blocks;
loom_ask_fn loom_ask_md5_blocks_x16;
loom_ask_fn loom_ask_md5_blocks_x32;
loom_ask_fn loom_ask_md5_blocks_x4;
loom_ask_fn loom_ask_md5_blocks_x8;
loom_ask_fn loom_ask_mont_mul;
loom_ask_fn loom_ask_mont_sqr;
loom_ask_fn loom_ask_sha1_blocks;
loom_ask_fn loom_ask_sha1_blocks_x16;
loom_ask_fn loom_ask_sha1_blocks_x2;
loom_ask_fn loom_ask_sha1_blocks_x4;
loom_ask_fn loom_ask_sha1_blocks_x8;
loom_ask_fn loom_ask_sha256_blocks;
loom_ask_fn loom_ask_sha256_blocks_x16;
loom_ask_fn loom_ask_sha256_blocks_x2;
loom_ask_fn loom_ask_sha256_blocks_x4;
loom_ask_fn loom_ask_sha256_blocks_x8;
loom_ask_fn loom_ask_sha512_blocks;
loom_ask_fn loom_ask_sha512_blocks_x4;
loom_ask_fn loom_ask_sha512_blocks_x8;
LOOM_INTERNAL_END
#else
#define ASKED(kernel) NULL
#endif

#define DECLARED(kernel, variant) loom_##kernel##_fn LOOM_NAME(kernel##_##variant);
#define VARIANT(kernel, variant, slot, stack, ...) \
    {(loom_any_fn)LOOM_NAME(kernel##_##variant), stack, slot, {__VA_ARGS__}, #variant},
#define PORTABLE(kernel) {(loom_any_fn)loom_##kernel##_portable, 0, LOOM_SLOT_PORTABLE, {LOOM_CPU_NONE}, "portable"},
#define PREFER(uarch, min_bytes, slot, reason, policy, feature) \
    {min_bytes, slot, LOOM_UARCH_##uarch, LOOM_REASON_##reason, LOOM_POLICY_##policy, LOOM_CPU_##feature},
#define COUNT(rows) (uint8_t)(sizeof(rows) / sizeof *(rows))

#if defined(LOOM_ON_AARCH64)
DECLARED(aes_cbc_decrypt, neon)
DECLARED(aes_cbc_decrypt, ce)
static const struct loom_variant variants_aes_cbc_decrypt[] = {
    PORTABLE(aes_cbc_decrypt)
    WITH_neon(VARIANT(aes_cbc_decrypt, neon, 4, 304, LOOM_CPU_NEON, LOOM_CPU_NONE), )
    WITH_neon_aes(VARIANT(aes_cbc_decrypt, ce, 7, 80, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_cbc_decrypt[] = {
    PREFER(generic, 0, 7, MODEL, any, NONE)
};
static const char name_aes_cbc_decrypt[] = "aes_cbc_decrypt"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_cbc_decrypt = {
    name_aes_cbc_decrypt, variants_aes_cbc_decrypt, preferences_aes_cbc_decrypt, &loom_way_aes_cbc_decrypt,
    ASKED(aes_cbc_decrypt), COUNT(variants_aes_cbc_decrypt), COUNT(preferences_aes_cbc_decrypt), 16,
};

DECLARED(aes_cbc_encrypt, neon)
DECLARED(aes_cbc_encrypt, ce)
static const struct loom_variant variants_aes_cbc_encrypt[] = {
    PORTABLE(aes_cbc_encrypt)
    WITH_neon(VARIANT(aes_cbc_encrypt, neon, 4, 272, LOOM_CPU_NEON, LOOM_CPU_NONE), )
    WITH_neon_aes(VARIANT(aes_cbc_encrypt, ce, 7, 8, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_cbc_encrypt[] = {
    PREFER(generic, 0, 7, MODEL, any, NONE)
};
static const char name_aes_cbc_encrypt[] = "aes_cbc_encrypt"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_cbc_encrypt = {
    name_aes_cbc_encrypt, variants_aes_cbc_encrypt, preferences_aes_cbc_encrypt, &loom_way_aes_cbc_encrypt,
    ASKED(aes_cbc_encrypt), COUNT(variants_aes_cbc_encrypt), COUNT(preferences_aes_cbc_encrypt), 16,
};

static const struct loom_variant variants_aes_cbc_encrypt_x16[] = {
    PORTABLE(aes_cbc_encrypt_x16)
};
static const struct loom_preference preferences_aes_cbc_encrypt_x16[] = {
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
    PREFER(amd_zen4, 0, 4, MEASURED, any, NONE)
};
static const char name_aes_cbc_encrypt_x16[] = "aes_cbc_encrypt_x16"; /* alone: a linker may drop it */
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
    name_aes_cbc_encrypt_x16, variants_aes_cbc_encrypt_x16, preferences_aes_cbc_encrypt_x16, &loom_way_aes_cbc_encrypt_x16,
    ASKED(aes_cbc_encrypt_x16), COUNT(variants_aes_cbc_encrypt_x16), COUNT(preferences_aes_cbc_encrypt_x16), 16,
};

static const struct loom_variant variants_aes_cbc_encrypt_x4[] = {
    PORTABLE(aes_cbc_encrypt_x4)
};
static const char name_aes_cbc_encrypt_x4[] = "aes_cbc_encrypt_x4"; /* alone: a linker may drop it */
loom_aes_cbc_encrypt_x4_fn *const loom_slots_aes_cbc_encrypt_x4[] = {
    resolve_aes_cbc_encrypt_x4,
    choose_aes_cbc_encrypt_x4,
    loom_aes_cbc_encrypt_x4_portable,
resolve_aes_cbc_encrypt_x4,
};
const struct loom_kernel loom_row_aes_cbc_encrypt_x4 = {
    name_aes_cbc_encrypt_x4, variants_aes_cbc_encrypt_x4, NULL, &loom_way_aes_cbc_encrypt_x4,
    ASKED(aes_cbc_encrypt_x4), COUNT(variants_aes_cbc_encrypt_x4), 0, 16,
};

DECLARED(aes_cbc_encrypt_x8, ce)
static const struct loom_variant variants_aes_cbc_encrypt_x8[] = {
    PORTABLE(aes_cbc_encrypt_x8)
    WITH_neon_aes(VARIANT(aes_cbc_encrypt_x8, ce, 5, 0, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_cbc_encrypt_x8[] = {
    PREFER(generic, 0, 5, MODEL, any, NONE)
};
static const char name_aes_cbc_encrypt_x8[] = "aes_cbc_encrypt_x8"; /* alone: a linker may drop it */
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
    name_aes_cbc_encrypt_x8, variants_aes_cbc_encrypt_x8, preferences_aes_cbc_encrypt_x8, &loom_way_aes_cbc_encrypt_x8,
    ASKED(aes_cbc_encrypt_x8), COUNT(variants_aes_cbc_encrypt_x8), COUNT(preferences_aes_cbc_encrypt_x8), 16,
};

DECLARED(aes_cbc_sha1_blocks, ce)
static const struct loom_variant variants_aes_cbc_sha1_blocks[] = {
    PORTABLE(aes_cbc_sha1_blocks)
    WITH_neon_aes_sha1(VARIANT(aes_cbc_sha1_blocks, ce, 6, 160, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_SHA1, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_cbc_sha1_blocks[] = {
    PREFER(intel_sapphirerapids, 0, 4, MEASURED, any, NONE)
};
static const char name_aes_cbc_sha1_blocks[] = "aes_cbc_sha1_blocks"; /* alone: a linker may drop it */
loom_aes_cbc_sha1_blocks_fn *const loom_slots_aes_cbc_sha1_blocks[] = {
    resolve_aes_cbc_sha1_blocks,
    choose_aes_cbc_sha1_blocks,
    loom_aes_cbc_sha1_blocks_portable,
resolve_aes_cbc_sha1_blocks,
resolve_aes_cbc_sha1_blocks,
resolve_aes_cbc_sha1_blocks,
WITH_neon_aes_sha1(LOOM_NAME(aes_cbc_sha1_blocks_ce), resolve_aes_cbc_sha1_blocks),
    resolve_aes_cbc_sha1_blocks,
};
const struct loom_kernel loom_row_aes_cbc_sha1_blocks = {
    name_aes_cbc_sha1_blocks, variants_aes_cbc_sha1_blocks, preferences_aes_cbc_sha1_blocks, &loom_way_aes_cbc_sha1_blocks,
    ASKED(aes_cbc_sha1_blocks), COUNT(variants_aes_cbc_sha1_blocks), COUNT(preferences_aes_cbc_sha1_blocks), 64,
};

DECLARED(aes_cbc_sha256_blocks, ce)
static const struct loom_variant variants_aes_cbc_sha256_blocks[] = {
    PORTABLE(aes_cbc_sha256_blocks)
    WITH_neon_aes_sha256(VARIANT(aes_cbc_sha256_blocks, ce, 5, 96, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_SHA256, LOOM_CPU_NONE), )
};
static const char name_aes_cbc_sha256_blocks[] = "aes_cbc_sha256_blocks"; /* alone: a linker may drop it */
loom_aes_cbc_sha256_blocks_fn *const loom_slots_aes_cbc_sha256_blocks[] = {
    resolve_aes_cbc_sha256_blocks,
    choose_aes_cbc_sha256_blocks,
    loom_aes_cbc_sha256_blocks_portable,
resolve_aes_cbc_sha256_blocks,
resolve_aes_cbc_sha256_blocks,
WITH_neon_aes_sha256(LOOM_NAME(aes_cbc_sha256_blocks_ce), resolve_aes_cbc_sha256_blocks),
    resolve_aes_cbc_sha256_blocks,
    resolve_aes_cbc_sha256_blocks,
};
const struct loom_kernel loom_row_aes_cbc_sha256_blocks = {
    name_aes_cbc_sha256_blocks, variants_aes_cbc_sha256_blocks, NULL, &loom_way_aes_cbc_sha256_blocks,
    ASKED(aes_cbc_sha256_blocks), COUNT(variants_aes_cbc_sha256_blocks), 0, 64,
};

DECLARED(aes_cbc_sha512_blocks, scalar)
DECLARED(aes_cbc_sha512_blocks, ce)
static const struct loom_variant variants_aes_cbc_sha512_blocks[] = {
    PORTABLE(aes_cbc_sha512_blocks)
    WITH_neon_aes(VARIANT(aes_cbc_sha512_blocks, scalar, 5, 368, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_neon_aes_sha512(VARIANT(aes_cbc_sha512_blocks, ce, 6, 288, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_SHA512, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_cbc_sha512_blocks[] = {
    PREFER(generic, 0, 6, MODEL, any, NONE)
};
static const char name_aes_cbc_sha512_blocks[] = "aes_cbc_sha512_blocks"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_cbc_sha512_blocks = {
    name_aes_cbc_sha512_blocks, variants_aes_cbc_sha512_blocks, preferences_aes_cbc_sha512_blocks, &loom_way_aes_cbc_sha512_blocks,
    ASKED(aes_cbc_sha512_blocks), COUNT(variants_aes_cbc_sha512_blocks), COUNT(preferences_aes_cbc_sha512_blocks), 128,
};

DECLARED(aes_ctr32, neon)
DECLARED(aes_ctr32, ce)
static const struct loom_variant variants_aes_ctr32[] = {
    PORTABLE(aes_ctr32)
    WITH_neon(VARIANT(aes_ctr32, neon, 4, 304, LOOM_CPU_NEON, LOOM_CPU_NONE), )
    WITH_neon_aes(VARIANT(aes_ctr32, ce, 7, 176, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_ctr32[] = {
    PREFER(generic, 0, 7, MODEL, any, NONE)
};
static const char name_aes_ctr32[] = "aes_ctr32"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_ctr32 = {
    name_aes_ctr32, variants_aes_ctr32, preferences_aes_ctr32, &loom_way_aes_ctr32,
    ASKED(aes_ctr32), COUNT(variants_aes_ctr32), COUNT(preferences_aes_ctr32), 16,
};

DECLARED(aes_ecb_decrypt, neon)
DECLARED(aes_ecb_decrypt, ce)
static const struct loom_variant variants_aes_ecb_decrypt[] = {
    PORTABLE(aes_ecb_decrypt)
    WITH_neon(VARIANT(aes_ecb_decrypt, neon, 4, 304, LOOM_CPU_NEON, LOOM_CPU_NONE), )
    WITH_neon_aes(VARIANT(aes_ecb_decrypt, ce, 7, 64, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_ecb_decrypt[] = {
    PREFER(generic, 0, 7, MODEL, any, NONE)
};
static const char name_aes_ecb_decrypt[] = "aes_ecb_decrypt"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_ecb_decrypt = {
    name_aes_ecb_decrypt, variants_aes_ecb_decrypt, preferences_aes_ecb_decrypt, &loom_way_aes_ecb_decrypt,
    ASKED(aes_ecb_decrypt), COUNT(variants_aes_ecb_decrypt), COUNT(preferences_aes_ecb_decrypt), 16,
};

DECLARED(aes_ecb_encrypt, neon)
DECLARED(aes_ecb_encrypt, ce)
static const struct loom_variant variants_aes_ecb_encrypt[] = {
    PORTABLE(aes_ecb_encrypt)
    WITH_neon(VARIANT(aes_ecb_encrypt, neon, 4, 288, LOOM_CPU_NEON, LOOM_CPU_NONE), )
    WITH_neon_aes(VARIANT(aes_ecb_encrypt, ce, 7, 64, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_ecb_encrypt[] = {
    PREFER(generic, 0, 7, MODEL, any, NONE)
};
static const char name_aes_ecb_encrypt[] = "aes_ecb_encrypt"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_ecb_encrypt = {
    name_aes_ecb_encrypt, variants_aes_ecb_encrypt, preferences_aes_ecb_encrypt, &loom_way_aes_ecb_encrypt,
    ASKED(aes_ecb_encrypt), COUNT(variants_aes_ecb_encrypt), COUNT(preferences_aes_ecb_encrypt), 16,
};

DECLARED(aes_set_decrypt_key, neon)
DECLARED(aes_set_decrypt_key, ce)
static const struct loom_variant variants_aes_set_decrypt_key[] = {
    PORTABLE(aes_set_decrypt_key)
    WITH_neon(VARIANT(aes_set_decrypt_key, neon, 4, 64, LOOM_CPU_NEON, LOOM_CPU_NONE), )
    WITH_neon_aes(VARIANT(aes_set_decrypt_key, ce, 7, 8, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_set_decrypt_key[] = {
    PREFER(generic, 0, 7, MODEL, any, NONE)
};
static const char name_aes_set_decrypt_key[] = "aes_set_decrypt_key"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_set_decrypt_key = {
    name_aes_set_decrypt_key, variants_aes_set_decrypt_key, preferences_aes_set_decrypt_key, &loom_way_aes_set_decrypt_key,
    ASKED(aes_set_decrypt_key), COUNT(variants_aes_set_decrypt_key), COUNT(preferences_aes_set_decrypt_key), 1,
};

DECLARED(aes_set_encrypt_key, neon)
DECLARED(aes_set_encrypt_key, ce)
static const struct loom_variant variants_aes_set_encrypt_key[] = {
    PORTABLE(aes_set_encrypt_key)
    WITH_neon(VARIANT(aes_set_encrypt_key, neon, 4, 64, LOOM_CPU_NEON, LOOM_CPU_NONE), )
    WITH_neon_aes(VARIANT(aes_set_encrypt_key, ce, 7, 8, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_set_encrypt_key[] = {
    PREFER(generic, 0, 7, MODEL, any, NONE)
};
static const char name_aes_set_encrypt_key[] = "aes_set_encrypt_key"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_set_encrypt_key = {
    name_aes_set_encrypt_key, variants_aes_set_encrypt_key, preferences_aes_set_encrypt_key, &loom_way_aes_set_encrypt_key,
    ASKED(aes_set_encrypt_key), COUNT(variants_aes_set_encrypt_key), COUNT(preferences_aes_set_encrypt_key), 1,
};

DECLARED(md5_blocks, scalar)
static const struct loom_variant variants_md5_blocks[] = {
    PORTABLE(md5_blocks)
    VARIANT(md5_blocks, scalar, 3, 8, LOOM_CPU_NONE)
};
static const struct loom_preference preferences_md5_blocks[] = {
    PREFER(intel_sapphirerapids, 0, 4, MEASURED, any, NONE)
    PREFER(amd_zen5, 0, 3, MEASURED, any, NONE)
};
static const char name_md5_blocks[] = "md5_blocks"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_md5_blocks = {
    name_md5_blocks, variants_md5_blocks, preferences_md5_blocks, &loom_way_md5_blocks,
    ASKED(md5_blocks), COUNT(variants_md5_blocks), COUNT(preferences_md5_blocks), 64,
};

static const struct loom_variant variants_md5_blocks_x16[] = {
    PORTABLE(md5_blocks_x16)
};
static const struct loom_preference preferences_md5_blocks_x16[] = {
    PREFER(amd_zen4, 0, 4, MEASURED, any, NONE)
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
};
static const char name_md5_blocks_x16[] = "md5_blocks_x16"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_md5_blocks_x16 = {
    name_md5_blocks_x16, variants_md5_blocks_x16, preferences_md5_blocks_x16, &loom_way_md5_blocks_x16,
    ASKED(md5_blocks_x16), COUNT(variants_md5_blocks_x16), COUNT(preferences_md5_blocks_x16), 64,
};

static const struct loom_variant variants_md5_blocks_x32[] = {
    PORTABLE(md5_blocks_x32)
};
static const char name_md5_blocks_x32[] = "md5_blocks_x32"; /* alone: a linker may drop it */
loom_md5_blocks_x32_fn *const loom_slots_md5_blocks_x32[] = {
    resolve_md5_blocks_x32,
    choose_md5_blocks_x32,
    loom_md5_blocks_x32_portable,
resolve_md5_blocks_x32,
};
const struct loom_kernel loom_row_md5_blocks_x32 = {
    name_md5_blocks_x32, variants_md5_blocks_x32, NULL, &loom_way_md5_blocks_x32,
    ASKED(md5_blocks_x32), COUNT(variants_md5_blocks_x32), 0, 64,
};

DECLARED(md5_blocks_x4, neon)
static const struct loom_variant variants_md5_blocks_x4[] = {
    PORTABLE(md5_blocks_x4)
    WITH_neon(VARIANT(md5_blocks_x4, neon, 3, 0, LOOM_CPU_NEON, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_md5_blocks_x4[] = {
    PREFER(generic, 0, 3, MODEL, any, NONE)
    PREFER(arm_cortex_a72, 0, 2, MODEL, any, NONE)
};
static const char name_md5_blocks_x4[] = "md5_blocks_x4"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_md5_blocks_x4 = {
    name_md5_blocks_x4, variants_md5_blocks_x4, preferences_md5_blocks_x4, &loom_way_md5_blocks_x4,
    ASKED(md5_blocks_x4), COUNT(variants_md5_blocks_x4), COUNT(preferences_md5_blocks_x4), 64,
};

static const struct loom_variant variants_md5_blocks_x8[] = {
    PORTABLE(md5_blocks_x8)
};
static const char name_md5_blocks_x8[] = "md5_blocks_x8"; /* alone: a linker may drop it */
loom_md5_blocks_x8_fn *const loom_slots_md5_blocks_x8[] = {
    resolve_md5_blocks_x8,
    choose_md5_blocks_x8,
    loom_md5_blocks_x8_portable,
resolve_md5_blocks_x8,
resolve_md5_blocks_x8,
    resolve_md5_blocks_x8,
    resolve_md5_blocks_x8,
    resolve_md5_blocks_x8,
};
const struct loom_kernel loom_row_md5_blocks_x8 = {
    name_md5_blocks_x8, variants_md5_blocks_x8, NULL, &loom_way_md5_blocks_x8,
    ASKED(md5_blocks_x8), COUNT(variants_md5_blocks_x8), 0, 64,
};

DECLARED(mont_gather, scalar)
DECLARED(mont_gather, neon)
static const struct loom_variant variants_mont_gather[] = {
    PORTABLE(mont_gather)
    VARIANT(mont_gather, scalar, 3, 8, LOOM_CPU_NONE)
    WITH_neon(VARIANT(mont_gather, neon, 6, 64, LOOM_CPU_NEON, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_mont_gather[] = {
    PREFER(generic, 0, 6, MODEL, any, NONE)
};
static const char name_mont_gather[] = "mont_gather"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_mont_gather = {
    name_mont_gather, variants_mont_gather, preferences_mont_gather, &loom_way_mont_gather,
    NULL, COUNT(variants_mont_gather), COUNT(preferences_mont_gather), 8,
};

DECLARED(mont_mul, scalar)
static const struct loom_variant variants_mont_mul[] = {
    PORTABLE(mont_mul)
    VARIANT(mont_mul, scalar, 3, 1200, LOOM_CPU_NONE)
};
static const char name_mont_mul[] = "mont_mul"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_mont_mul = {
    name_mont_mul, variants_mont_mul, NULL, &loom_way_mont_mul,
    ASKED(mont_mul), COUNT(variants_mont_mul), 0, 8,
};

static const struct loom_variant variants_mont_pair_gather[] = {
    PORTABLE(mont_pair_gather)
};
static const struct loom_preference preferences_mont_pair_gather[] = {
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
};
static const char name_mont_pair_gather[] = "mont_pair_gather"; /* alone: a linker may drop it */
loom_mont_pair_gather_fn *const loom_slots_mont_pair_gather[] = {
    resolve_mont_pair_gather,
    choose_mont_pair_gather,
    loom_mont_pair_gather_portable,
resolve_mont_pair_gather,
};
const struct loom_kernel loom_row_mont_pair_gather = {
    name_mont_pair_gather, variants_mont_pair_gather, preferences_mont_pair_gather, &loom_way_mont_pair_gather,
    NULL, COUNT(variants_mont_pair_gather), COUNT(preferences_mont_pair_gather), 64,
};

static const struct loom_variant variants_mont_pair_mul[] = {
    PORTABLE(mont_pair_mul)
};
static const struct loom_preference preferences_mont_pair_mul[] = {
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
};
static const char name_mont_pair_mul[] = "mont_pair_mul"; /* alone: a linker may drop it */
loom_mont_pair_mul_fn *const loom_slots_mont_pair_mul[] = {
    resolve_mont_pair_mul,
    choose_mont_pair_mul,
    loom_mont_pair_mul_portable,
resolve_mont_pair_mul,
};
const struct loom_kernel loom_row_mont_pair_mul = {
    name_mont_pair_mul, variants_mont_pair_mul, preferences_mont_pair_mul, &loom_way_mont_pair_mul,
    NULL, COUNT(variants_mont_pair_mul), COUNT(preferences_mont_pair_mul), 64,
};

static const struct loom_variant variants_mont_pair_sqr[] = {
    PORTABLE(mont_pair_sqr)
};
static const struct loom_preference preferences_mont_pair_sqr[] = {
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
};
static const char name_mont_pair_sqr[] = "mont_pair_sqr"; /* alone: a linker may drop it */
loom_mont_pair_sqr_fn *const loom_slots_mont_pair_sqr[] = {
    resolve_mont_pair_sqr,
    choose_mont_pair_sqr,
    loom_mont_pair_sqr_portable,
resolve_mont_pair_sqr,
};
const struct loom_kernel loom_row_mont_pair_sqr = {
    name_mont_pair_sqr, variants_mont_pair_sqr, preferences_mont_pair_sqr, &loom_way_mont_pair_sqr,
    NULL, COUNT(variants_mont_pair_sqr), COUNT(preferences_mont_pair_sqr), 64,
};

DECLARED(mont_sqr, scalar)
static const struct loom_variant variants_mont_sqr[] = {
    PORTABLE(mont_sqr)
    VARIANT(mont_sqr, scalar, 3, 1248, LOOM_CPU_NONE)
};
static const char name_mont_sqr[] = "mont_sqr"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_mont_sqr = {
    name_mont_sqr, variants_mont_sqr, NULL, &loom_way_mont_sqr,
    ASKED(mont_sqr), COUNT(variants_mont_sqr), 0, 8,
};

DECLARED(rc4_md5_blocks, plain)
static const struct loom_variant variants_rc4_md5_blocks[] = {
    PORTABLE(rc4_md5_blocks)
    VARIANT(rc4_md5_blocks, plain, 3, 96, LOOM_CPU_NONE)
};
static const struct loom_preference preferences_rc4_md5_blocks[] = {
    PREFER(generic, 0, 3, MEASURED, any, NONE)
    PREFER(intel_generic, 0, 5, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 0, 5, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 0, 6, MEASURED, any, NONE)
};
static const char name_rc4_md5_blocks[] = "rc4_md5_blocks"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_rc4_md5_blocks = {
    name_rc4_md5_blocks, variants_rc4_md5_blocks, preferences_rc4_md5_blocks, &loom_way_rc4_md5_blocks,
    NULL, COUNT(variants_rc4_md5_blocks), COUNT(preferences_rc4_md5_blocks), 64,
};

DECLARED(rc4_set_key, scalar)
static const struct loom_variant variants_rc4_set_key[] = {
    PORTABLE(rc4_set_key)
    VARIANT(rc4_set_key, scalar, 3, 8, LOOM_CPU_NONE)
};
static const char name_rc4_set_key[] = "rc4_set_key"; /* alone: a linker may drop it */
loom_rc4_set_key_fn *const loom_slots_rc4_set_key[] = {
    resolve_rc4_set_key,
    choose_rc4_set_key,
    loom_rc4_set_key_portable,
LOOM_NAME(rc4_set_key_scalar),
};
const struct loom_kernel loom_row_rc4_set_key = {
    name_rc4_set_key, variants_rc4_set_key, NULL, &loom_way_rc4_set_key,
    NULL, COUNT(variants_rc4_set_key), 0, 1,
};

DECLARED(rc4_stream, branchfree)
DECLARED(rc4_stream, lookahead)
static const struct loom_variant variants_rc4_stream[] = {
    PORTABLE(rc4_stream)
    VARIANT(rc4_stream, branchfree, 3, 8, LOOM_CPU_NONE)
    VARIANT(rc4_stream, lookahead, 4, 8, LOOM_CPU_NONE)
};
static const struct loom_preference preferences_rc4_stream[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(arm_cortex_a53, 0, 3, MODEL, any, NONE)
};
static const char name_rc4_stream[] = "rc4_stream"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_rc4_stream = {
    name_rc4_stream, variants_rc4_stream, preferences_rc4_stream, &loom_way_rc4_stream,
    NULL, COUNT(variants_rc4_stream), COUNT(preferences_rc4_stream), 1,
};

DECLARED(sha1_blocks, scalar)
DECLARED(sha1_blocks, ce)
static const struct loom_variant variants_sha1_blocks[] = {
    PORTABLE(sha1_blocks)
    VARIANT(sha1_blocks, scalar, 3, 176, LOOM_CPU_NONE)
    WITH_sha1(VARIANT(sha1_blocks, ce, 8, 80, LOOM_CPU_SHA1, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha1_blocks[] = {
    PREFER(intel_sapphirerapids, 0, 6, MEASURED, any, NONE)
    PREFER(generic, 0, 8, MODEL, any, NONE)
};
static const char name_sha1_blocks[] = "sha1_blocks"; /* alone: a linker may drop it */
loom_sha1_blocks_fn *const loom_slots_sha1_blocks[] = {
    resolve_sha1_blocks,
    choose_sha1_blocks,
    loom_sha1_blocks_portable,
LOOM_NAME(sha1_blocks_scalar),
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
    resolve_sha1_blocks,
};
const struct loom_kernel loom_row_sha1_blocks = {
    name_sha1_blocks, variants_sha1_blocks, preferences_sha1_blocks, &loom_way_sha1_blocks,
    ASKED(sha1_blocks), COUNT(variants_sha1_blocks), COUNT(preferences_sha1_blocks), 64,
};

static const struct loom_variant variants_sha1_blocks_x16[] = {
    PORTABLE(sha1_blocks_x16)
};
static const char name_sha1_blocks_x16[] = "sha1_blocks_x16"; /* alone: a linker may drop it */
loom_sha1_blocks_x16_fn *const loom_slots_sha1_blocks_x16[] = {
    resolve_sha1_blocks_x16,
    choose_sha1_blocks_x16,
    loom_sha1_blocks_x16_portable,
resolve_sha1_blocks_x16,
};
const struct loom_kernel loom_row_sha1_blocks_x16 = {
    name_sha1_blocks_x16, variants_sha1_blocks_x16, NULL, &loom_way_sha1_blocks_x16,
    ASKED(sha1_blocks_x16), COUNT(variants_sha1_blocks_x16), 0, 64,
};

DECLARED(sha1_blocks_x2, ce)
static const struct loom_variant variants_sha1_blocks_x2[] = {
    PORTABLE(sha1_blocks_x2)
    WITH_sha1(VARIANT(sha1_blocks_x2, ce, 5, 0, LOOM_CPU_SHA1, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha1_blocks_x2[] = {
    PREFER(generic, 0, 5, MODEL, any, NONE)
};
static const char name_sha1_blocks_x2[] = "sha1_blocks_x2"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_sha1_blocks_x2 = {
    name_sha1_blocks_x2, variants_sha1_blocks_x2, preferences_sha1_blocks_x2, &loom_way_sha1_blocks_x2,
    ASKED(sha1_blocks_x2), COUNT(variants_sha1_blocks_x2), COUNT(preferences_sha1_blocks_x2), 64,
};

DECLARED(sha1_blocks_x4, neon)
static const struct loom_variant variants_sha1_blocks_x4[] = {
    PORTABLE(sha1_blocks_x4)
    WITH_neon(VARIANT(sha1_blocks_x4, neon, 3, 0, LOOM_CPU_NEON, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha1_blocks_x4[] = {
    PREFER(generic, 0, 3, MODEL, any, NONE)
    PREFER(generic, 0, 2, MODEL, any, SHA1)
};
static const char name_sha1_blocks_x4[] = "sha1_blocks_x4"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_sha1_blocks_x4 = {
    name_sha1_blocks_x4, variants_sha1_blocks_x4, preferences_sha1_blocks_x4, &loom_way_sha1_blocks_x4,
    ASKED(sha1_blocks_x4), COUNT(variants_sha1_blocks_x4), COUNT(preferences_sha1_blocks_x4), 64,
};

static const struct loom_variant variants_sha1_blocks_x8[] = {
    PORTABLE(sha1_blocks_x8)
};
static const char name_sha1_blocks_x8[] = "sha1_blocks_x8"; /* alone: a linker may drop it */
loom_sha1_blocks_x8_fn *const loom_slots_sha1_blocks_x8[] = {
    resolve_sha1_blocks_x8,
    choose_sha1_blocks_x8,
    loom_sha1_blocks_x8_portable,
resolve_sha1_blocks_x8,
resolve_sha1_blocks_x8,
    resolve_sha1_blocks_x8,
    resolve_sha1_blocks_x8,
    resolve_sha1_blocks_x8,
};
const struct loom_kernel loom_row_sha1_blocks_x8 = {
    name_sha1_blocks_x8, variants_sha1_blocks_x8, NULL, &loom_way_sha1_blocks_x8,
    ASKED(sha1_blocks_x8), COUNT(variants_sha1_blocks_x8), 0, 64,
};

DECLARED(sha256_blocks, scalar)
DECLARED(sha256_blocks, ce)
static const struct loom_variant variants_sha256_blocks[] = {
    PORTABLE(sha256_blocks)
    VARIANT(sha256_blocks, scalar, 3, 224, LOOM_CPU_NONE)
    WITH_sha256(VARIANT(sha256_blocks, ce, 7, 48, LOOM_CPU_SHA256, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha256_blocks[] = {
    PREFER(generic, 0, 7, MODEL, any, NONE)
};
static const char name_sha256_blocks[] = "sha256_blocks"; /* alone: a linker may drop it */
loom_sha256_blocks_fn *const loom_slots_sha256_blocks[] = {
    resolve_sha256_blocks,
    choose_sha256_blocks,
    loom_sha256_blocks_portable,
LOOM_NAME(sha256_blocks_scalar),
resolve_sha256_blocks,
resolve_sha256_blocks,
resolve_sha256_blocks,
WITH_sha256(LOOM_NAME(sha256_blocks_ce), resolve_sha256_blocks),
};
const struct loom_kernel loom_row_sha256_blocks = {
    name_sha256_blocks, variants_sha256_blocks, preferences_sha256_blocks, &loom_way_sha256_blocks,
    ASKED(sha256_blocks), COUNT(variants_sha256_blocks), COUNT(preferences_sha256_blocks), 64,
};

static const struct loom_variant variants_sha256_blocks_x16[] = {
    PORTABLE(sha256_blocks_x16)
};
static const char name_sha256_blocks_x16[] = "sha256_blocks_x16"; /* alone: a linker may drop it */
loom_sha256_blocks_x16_fn *const loom_slots_sha256_blocks_x16[] = {
    resolve_sha256_blocks_x16,
    choose_sha256_blocks_x16,
    loom_sha256_blocks_x16_portable,
resolve_sha256_blocks_x16,
};
const struct loom_kernel loom_row_sha256_blocks_x16 = {
    name_sha256_blocks_x16, variants_sha256_blocks_x16, NULL, &loom_way_sha256_blocks_x16,
    ASKED(sha256_blocks_x16), COUNT(variants_sha256_blocks_x16), 0, 64,
};

DECLARED(sha256_blocks_x2, ce)
static const struct loom_variant variants_sha256_blocks_x2[] = {
    PORTABLE(sha256_blocks_x2)
    WITH_sha256(VARIANT(sha256_blocks_x2, ce, 4, 0, LOOM_CPU_SHA256, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha256_blocks_x2[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
};
static const char name_sha256_blocks_x2[] = "sha256_blocks_x2"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_sha256_blocks_x2 = {
    name_sha256_blocks_x2, variants_sha256_blocks_x2, preferences_sha256_blocks_x2, &loom_way_sha256_blocks_x2,
    ASKED(sha256_blocks_x2), COUNT(variants_sha256_blocks_x2), COUNT(preferences_sha256_blocks_x2), 64,
};

DECLARED(sha256_blocks_x4, neon)
static const struct loom_variant variants_sha256_blocks_x4[] = {
    PORTABLE(sha256_blocks_x4)
    WITH_neon(VARIANT(sha256_blocks_x4, neon, 3, 0, LOOM_CPU_NEON, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha256_blocks_x4[] = {
    PREFER(generic, 0, 3, MODEL, any, NONE)
    PREFER(generic, 0, 2, MODEL, any, SHA256)
};
static const char name_sha256_blocks_x4[] = "sha256_blocks_x4"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_sha256_blocks_x4 = {
    name_sha256_blocks_x4, variants_sha256_blocks_x4, preferences_sha256_blocks_x4, &loom_way_sha256_blocks_x4,
    ASKED(sha256_blocks_x4), COUNT(variants_sha256_blocks_x4), COUNT(preferences_sha256_blocks_x4), 64,
};

static const struct loom_variant variants_sha256_blocks_x8[] = {
    PORTABLE(sha256_blocks_x8)
};
static const char name_sha256_blocks_x8[] = "sha256_blocks_x8"; /* alone: a linker may drop it */
loom_sha256_blocks_x8_fn *const loom_slots_sha256_blocks_x8[] = {
    resolve_sha256_blocks_x8,
    choose_sha256_blocks_x8,
    loom_sha256_blocks_x8_portable,
resolve_sha256_blocks_x8,
resolve_sha256_blocks_x8,
    resolve_sha256_blocks_x8,
    resolve_sha256_blocks_x8,
    resolve_sha256_blocks_x8,
};
const struct loom_kernel loom_row_sha256_blocks_x8 = {
    name_sha256_blocks_x8, variants_sha256_blocks_x8, NULL, &loom_way_sha256_blocks_x8,
    ASKED(sha256_blocks_x8), COUNT(variants_sha256_blocks_x8), 0, 64,
};

DECLARED(sha512_blocks, scalar)
DECLARED(sha512_blocks, ce)
static const struct loom_variant variants_sha512_blocks[] = {
    PORTABLE(sha512_blocks)
    VARIANT(sha512_blocks, scalar, 3, 304, LOOM_CPU_NONE)
    WITH_neon_sha512(VARIANT(sha512_blocks, ce, 8, 128, LOOM_CPU_NEON, LOOM_CPU_SHA512, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha512_blocks[] = {
    PREFER(generic, 0, 8, MODEL, any, NONE)
};
static const char name_sha512_blocks[] = "sha512_blocks"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_sha512_blocks = {
    name_sha512_blocks, variants_sha512_blocks, preferences_sha512_blocks, &loom_way_sha512_blocks,
    ASKED(sha512_blocks), COUNT(variants_sha512_blocks), COUNT(preferences_sha512_blocks), 128,
};

static const struct loom_variant variants_sha512_blocks_x4[] = {
    PORTABLE(sha512_blocks_x4)
};
static const char name_sha512_blocks_x4[] = "sha512_blocks_x4"; /* alone: a linker may drop it */
loom_sha512_blocks_x4_fn *const loom_slots_sha512_blocks_x4[] = {
    resolve_sha512_blocks_x4,
    choose_sha512_blocks_x4,
    loom_sha512_blocks_x4_portable,
resolve_sha512_blocks_x4,
resolve_sha512_blocks_x4,
    resolve_sha512_blocks_x4,
    resolve_sha512_blocks_x4,
    resolve_sha512_blocks_x4,
};
const struct loom_kernel loom_row_sha512_blocks_x4 = {
    name_sha512_blocks_x4, variants_sha512_blocks_x4, NULL, &loom_way_sha512_blocks_x4,
    ASKED(sha512_blocks_x4), COUNT(variants_sha512_blocks_x4), 0, 128,
};

static const struct loom_variant variants_sha512_blocks_x8[] = {
    PORTABLE(sha512_blocks_x8)
};
static const char name_sha512_blocks_x8[] = "sha512_blocks_x8"; /* alone: a linker may drop it */
loom_sha512_blocks_x8_fn *const loom_slots_sha512_blocks_x8[] = {
    resolve_sha512_blocks_x8,
    choose_sha512_blocks_x8,
    loom_sha512_blocks_x8_portable,
resolve_sha512_blocks_x8,
};
const struct loom_kernel loom_row_sha512_blocks_x8 = {
    name_sha512_blocks_x8, variants_sha512_blocks_x8, NULL, &loom_way_sha512_blocks_x8,
    ASKED(sha512_blocks_x8), COUNT(variants_sha512_blocks_x8), 0, 128,
};


#elif defined(LOOM_ON_X86)
DECLARED(aes_cbc_decrypt, vperm)
DECLARED(aes_cbc_decrypt, aesni)
DECLARED(aes_cbc_decrypt, avx)
DECLARED(aes_cbc_decrypt, vaes256)
DECLARED(aes_cbc_decrypt, vaes512)
static const struct loom_variant variants_aes_cbc_decrypt[] = {
    PORTABLE(aes_cbc_decrypt)
    WITH_ssse3(VARIANT(aes_cbc_decrypt, vperm, 3, 276, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_ssse3_aes(VARIANT(aes_cbc_decrypt, aesni, 5, 32, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx_aes(VARIANT(aes_cbc_decrypt, avx, 6, 32, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx2_aes_vaes(VARIANT(aes_cbc_decrypt, vaes256, 8, 32, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE), )
    WITH_avx512f_avx512bw_aes_vaes(VARIANT(aes_cbc_decrypt, vaes512, 9, 32, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_cbc_decrypt[] = {
    PREFER(intel_sapphirerapids, 0, 9, MEASURED, any, NONE)
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 0, 8, MODEL, any, NONE)
    PREFER(intel_icelake, 0, 9, MODEL, any, NONE)
    PREFER(amd_generic, 0, 5, MODEL, any, NONE)
    PREFER(amd_generic, 0, 8, MODEL, any, NONE)
    PREFER(amd_generic, 0, 9, MODEL, any, NONE)
};
static const char name_aes_cbc_decrypt[] = "aes_cbc_decrypt"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_cbc_decrypt = {
    name_aes_cbc_decrypt, variants_aes_cbc_decrypt, preferences_aes_cbc_decrypt, &loom_way_aes_cbc_decrypt,
    ASKED(aes_cbc_decrypt), COUNT(variants_aes_cbc_decrypt), COUNT(preferences_aes_cbc_decrypt), 16,
};

DECLARED(aes_cbc_encrypt, vperm)
DECLARED(aes_cbc_encrypt, aesni)
DECLARED(aes_cbc_encrypt, avx)
static const struct loom_variant variants_aes_cbc_encrypt[] = {
    PORTABLE(aes_cbc_encrypt)
    WITH_ssse3(VARIANT(aes_cbc_encrypt, vperm, 3, 252, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_ssse3_aes(VARIANT(aes_cbc_encrypt, aesni, 5, 16, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx_aes(VARIANT(aes_cbc_encrypt, avx, 6, 16, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_cbc_encrypt[] = {
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 0, 6, MODEL, any, NONE)
};
static const char name_aes_cbc_encrypt[] = "aes_cbc_encrypt"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_cbc_encrypt = {
    name_aes_cbc_encrypt, variants_aes_cbc_encrypt, preferences_aes_cbc_encrypt, &loom_way_aes_cbc_encrypt,
    ASKED(aes_cbc_encrypt), COUNT(variants_aes_cbc_encrypt), COUNT(preferences_aes_cbc_encrypt), 16,
};

static const struct loom_variant variants_aes_cbc_encrypt_x16[] = {
    PORTABLE(aes_cbc_encrypt_x16)
};
static const struct loom_preference preferences_aes_cbc_encrypt_x16[] = {
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
    PREFER(amd_zen4, 0, 4, MEASURED, any, NONE)
};
static const char name_aes_cbc_encrypt_x16[] = "aes_cbc_encrypt_x16"; /* alone: a linker may drop it */
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
    name_aes_cbc_encrypt_x16, variants_aes_cbc_encrypt_x16, preferences_aes_cbc_encrypt_x16, &loom_way_aes_cbc_encrypt_x16,
    ASKED(aes_cbc_encrypt_x16), COUNT(variants_aes_cbc_encrypt_x16), COUNT(preferences_aes_cbc_encrypt_x16), 16,
};

DECLARED(aes_cbc_encrypt_x4, aesni)
static const struct loom_variant variants_aes_cbc_encrypt_x4[] = {
    PORTABLE(aes_cbc_encrypt_x4)
    WITH_ssse3_aes(VARIANT(aes_cbc_encrypt_x4, aesni, 3, 0, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_cbc_encrypt_x4[] = {
    PREFER(generic, 0, 3, MODEL, any, NONE)
};
static const char name_aes_cbc_encrypt_x4[] = "aes_cbc_encrypt_x4"; /* alone: a linker may drop it */
loom_aes_cbc_encrypt_x4_fn *const loom_slots_aes_cbc_encrypt_x4[] = {
    resolve_aes_cbc_encrypt_x4,
    choose_aes_cbc_encrypt_x4,
    loom_aes_cbc_encrypt_x4_portable,
WITH_ssse3_aes(LOOM_NAME(aes_cbc_encrypt_x4_aesni), resolve_aes_cbc_encrypt_x4),
};
const struct loom_kernel loom_row_aes_cbc_encrypt_x4 = {
    name_aes_cbc_encrypt_x4, variants_aes_cbc_encrypt_x4, preferences_aes_cbc_encrypt_x4, &loom_way_aes_cbc_encrypt_x4,
    ASKED(aes_cbc_encrypt_x4), COUNT(variants_aes_cbc_encrypt_x4), COUNT(preferences_aes_cbc_encrypt_x4), 16,
};

static const struct loom_variant variants_aes_cbc_encrypt_x8[] = {
    PORTABLE(aes_cbc_encrypt_x8)
};
static const char name_aes_cbc_encrypt_x8[] = "aes_cbc_encrypt_x8"; /* alone: a linker may drop it */
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
    name_aes_cbc_encrypt_x8, variants_aes_cbc_encrypt_x8, NULL, &loom_way_aes_cbc_encrypt_x8,
    ASKED(aes_cbc_encrypt_x8), COUNT(variants_aes_cbc_encrypt_x8), 0, 16,
};

static const struct loom_variant variants_aes_cbc_sha1_blocks[] = {
    PORTABLE(aes_cbc_sha1_blocks)
};
static const struct loom_preference preferences_aes_cbc_sha1_blocks[] = {
    PREFER(intel_sapphirerapids, 0, 4, MEASURED, any, NONE)
};
static const char name_aes_cbc_sha1_blocks[] = "aes_cbc_sha1_blocks"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_cbc_sha1_blocks = {
    name_aes_cbc_sha1_blocks, variants_aes_cbc_sha1_blocks, preferences_aes_cbc_sha1_blocks, &loom_way_aes_cbc_sha1_blocks,
    ASKED(aes_cbc_sha1_blocks), COUNT(variants_aes_cbc_sha1_blocks), COUNT(preferences_aes_cbc_sha1_blocks), 64,
};

static const struct loom_variant variants_aes_cbc_sha256_blocks[] = {
    PORTABLE(aes_cbc_sha256_blocks)
};
static const char name_aes_cbc_sha256_blocks[] = "aes_cbc_sha256_blocks"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_cbc_sha256_blocks = {
    name_aes_cbc_sha256_blocks, variants_aes_cbc_sha256_blocks, NULL, &loom_way_aes_cbc_sha256_blocks,
    ASKED(aes_cbc_sha256_blocks), COUNT(variants_aes_cbc_sha256_blocks), 0, 64,
};

static const struct loom_variant variants_aes_cbc_sha512_blocks[] = {
    PORTABLE(aes_cbc_sha512_blocks)
};
static const char name_aes_cbc_sha512_blocks[] = "aes_cbc_sha512_blocks"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_cbc_sha512_blocks = {
    name_aes_cbc_sha512_blocks, variants_aes_cbc_sha512_blocks, NULL, &loom_way_aes_cbc_sha512_blocks,
    ASKED(aes_cbc_sha512_blocks), COUNT(variants_aes_cbc_sha512_blocks), 0, 128,
};

DECLARED(aes_ctr32, vperm)
DECLARED(aes_ctr32, aesni)
DECLARED(aes_ctr32, avx)
DECLARED(aes_ctr32, vaes256)
DECLARED(aes_ctr32, vaes512)
static const struct loom_variant variants_aes_ctr32[] = {
    PORTABLE(aes_ctr32)
    WITH_ssse3(VARIANT(aes_ctr32, vperm, 3, 276, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_ssse3_aes(VARIANT(aes_ctr32, aesni, 5, 36, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx_aes(VARIANT(aes_ctr32, avx, 6, 36, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx2_aes_vaes(VARIANT(aes_ctr32, vaes256, 8, 52, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE), )
    WITH_avx512f_avx512bw_aes_vaes(VARIANT(aes_ctr32, vaes512, 9, 84, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_ctr32[] = {
    PREFER(intel_sapphirerapids, 0, 9, MEASURED, any, NONE)
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 0, 6, MODEL, any, NONE)
    PREFER(generic, 0, 8, MODEL, any, NONE)
    PREFER(intel_icelake, 0, 9, MODEL, any, NONE)
    PREFER(amd_generic, 0, 5, MODEL, any, NONE)
    PREFER(amd_generic, 0, 6, MODEL, any, NONE)
    PREFER(amd_generic, 0, 8, MODEL, any, NONE)
    PREFER(amd_generic, 0, 9, MODEL, any, NONE)
};
static const char name_aes_ctr32[] = "aes_ctr32"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_ctr32 = {
    name_aes_ctr32, variants_aes_ctr32, preferences_aes_ctr32, &loom_way_aes_ctr32,
    ASKED(aes_ctr32), COUNT(variants_aes_ctr32), COUNT(preferences_aes_ctr32), 16,
};

DECLARED(aes_ecb_decrypt, vperm)
DECLARED(aes_ecb_decrypt, aesni)
DECLARED(aes_ecb_decrypt, avx)
DECLARED(aes_ecb_decrypt, vaes256)
DECLARED(aes_ecb_decrypt, vaes512)
static const struct loom_variant variants_aes_ecb_decrypt[] = {
    PORTABLE(aes_ecb_decrypt)
    WITH_ssse3(VARIANT(aes_ecb_decrypt, vperm, 3, 256, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_ssse3_aes(VARIANT(aes_ecb_decrypt, aesni, 5, 12, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx_aes(VARIANT(aes_ecb_decrypt, avx, 6, 12, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx2_aes_vaes(VARIANT(aes_ecb_decrypt, vaes256, 8, 12, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE), )
    WITH_avx512f_avx512bw_aes_vaes(VARIANT(aes_ecb_decrypt, vaes512, 9, 12, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_ecb_decrypt[] = {
    PREFER(intel_sapphirerapids, 0, 9, MEASURED, any, NONE)
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 0, 8, MODEL, any, NONE)
    PREFER(intel_icelake, 0, 9, MODEL, any, NONE)
    PREFER(amd_generic, 0, 5, MODEL, any, NONE)
    PREFER(amd_generic, 0, 8, MODEL, any, NONE)
    PREFER(amd_generic, 0, 9, MODEL, any, NONE)
};
static const char name_aes_ecb_decrypt[] = "aes_ecb_decrypt"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_ecb_decrypt = {
    name_aes_ecb_decrypt, variants_aes_ecb_decrypt, preferences_aes_ecb_decrypt, &loom_way_aes_ecb_decrypt,
    ASKED(aes_ecb_decrypt), COUNT(variants_aes_ecb_decrypt), COUNT(preferences_aes_ecb_decrypt), 16,
};

DECLARED(aes_ecb_encrypt, vperm)
DECLARED(aes_ecb_encrypt, aesni)
DECLARED(aes_ecb_encrypt, avx)
DECLARED(aes_ecb_encrypt, vaes256)
DECLARED(aes_ecb_encrypt, vaes512)
static const struct loom_variant variants_aes_ecb_encrypt[] = {
    PORTABLE(aes_ecb_encrypt)
    WITH_ssse3(VARIANT(aes_ecb_encrypt, vperm, 3, 256, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_ssse3_aes(VARIANT(aes_ecb_encrypt, aesni, 5, 12, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx_aes(VARIANT(aes_ecb_encrypt, avx, 6, 12, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx2_aes_vaes(VARIANT(aes_ecb_encrypt, vaes256, 8, 12, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE), )
    WITH_avx512f_avx512bw_aes_vaes(VARIANT(aes_ecb_encrypt, vaes512, 9, 12, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_ecb_encrypt[] = {
    PREFER(intel_sapphirerapids, 0, 9, MEASURED, any, NONE)
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 0, 8, MODEL, any, NONE)
    PREFER(intel_icelake, 0, 9, MODEL, any, NONE)
    PREFER(amd_generic, 0, 5, MODEL, any, NONE)
    PREFER(amd_generic, 0, 8, MODEL, any, NONE)
    PREFER(amd_generic, 0, 9, MODEL, any, NONE)
};
static const char name_aes_ecb_encrypt[] = "aes_ecb_encrypt"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_ecb_encrypt = {
    name_aes_ecb_encrypt, variants_aes_ecb_encrypt, preferences_aes_ecb_encrypt, &loom_way_aes_ecb_encrypt,
    ASKED(aes_ecb_encrypt), COUNT(variants_aes_ecb_encrypt), COUNT(preferences_aes_ecb_encrypt), 16,
};

DECLARED(aes_set_decrypt_key, vperm)
DECLARED(aes_set_decrypt_key, aesni)
DECLARED(aes_set_decrypt_key, avx)
static const struct loom_variant variants_aes_set_decrypt_key[] = {
    PORTABLE(aes_set_decrypt_key)
    WITH_ssse3(VARIANT(aes_set_decrypt_key, vperm, 3, 48, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_ssse3_aes(VARIANT(aes_set_decrypt_key, aesni, 5, 12, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx_aes(VARIANT(aes_set_decrypt_key, avx, 6, 12, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_set_decrypt_key[] = {
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 0, 6, MODEL, any, NONE)
};
static const char name_aes_set_decrypt_key[] = "aes_set_decrypt_key"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_set_decrypt_key = {
    name_aes_set_decrypt_key, variants_aes_set_decrypt_key, preferences_aes_set_decrypt_key, &loom_way_aes_set_decrypt_key,
    ASKED(aes_set_decrypt_key), COUNT(variants_aes_set_decrypt_key), COUNT(preferences_aes_set_decrypt_key), 1,
};

DECLARED(aes_set_encrypt_key, vperm)
DECLARED(aes_set_encrypt_key, aesni)
DECLARED(aes_set_encrypt_key, avx)
static const struct loom_variant variants_aes_set_encrypt_key[] = {
    PORTABLE(aes_set_encrypt_key)
    WITH_ssse3(VARIANT(aes_set_encrypt_key, vperm, 3, 40, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_ssse3_aes(VARIANT(aes_set_encrypt_key, aesni, 5, 8, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx_aes(VARIANT(aes_set_encrypt_key, avx, 6, 8, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_set_encrypt_key[] = {
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 0, 6, MODEL, any, NONE)
};
static const char name_aes_set_encrypt_key[] = "aes_set_encrypt_key"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_set_encrypt_key = {
    name_aes_set_encrypt_key, variants_aes_set_encrypt_key, preferences_aes_set_encrypt_key, &loom_way_aes_set_encrypt_key,
    ASKED(aes_set_encrypt_key), COUNT(variants_aes_set_encrypt_key), COUNT(preferences_aes_set_encrypt_key), 1,
};

DECLARED(md5_blocks, scalar)
static const struct loom_variant variants_md5_blocks[] = {
    PORTABLE(md5_blocks)
    VARIANT(md5_blocks, scalar, 3, 32, LOOM_CPU_NONE)
};
static const struct loom_preference preferences_md5_blocks[] = {
    PREFER(intel_sapphirerapids, 0, 4, MEASURED, any, NONE)
    PREFER(amd_zen5, 0, 3, MEASURED, any, NONE)
};
static const char name_md5_blocks[] = "md5_blocks"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_md5_blocks = {
    name_md5_blocks, variants_md5_blocks, preferences_md5_blocks, &loom_way_md5_blocks,
    ASKED(md5_blocks), COUNT(variants_md5_blocks), COUNT(preferences_md5_blocks), 64,
};

static const struct loom_variant variants_md5_blocks_x16[] = {
    PORTABLE(md5_blocks_x16)
};
static const struct loom_preference preferences_md5_blocks_x16[] = {
    PREFER(amd_zen4, 0, 4, MEASURED, any, NONE)
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
};
static const char name_md5_blocks_x16[] = "md5_blocks_x16"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_md5_blocks_x16 = {
    name_md5_blocks_x16, variants_md5_blocks_x16, preferences_md5_blocks_x16, &loom_way_md5_blocks_x16,
    ASKED(md5_blocks_x16), COUNT(variants_md5_blocks_x16), COUNT(preferences_md5_blocks_x16), 64,
};

static const struct loom_variant variants_md5_blocks_x32[] = {
    PORTABLE(md5_blocks_x32)
};
static const char name_md5_blocks_x32[] = "md5_blocks_x32"; /* alone: a linker may drop it */
loom_md5_blocks_x32_fn *const loom_slots_md5_blocks_x32[] = {
    resolve_md5_blocks_x32,
    choose_md5_blocks_x32,
    loom_md5_blocks_x32_portable,
resolve_md5_blocks_x32,
};
const struct loom_kernel loom_row_md5_blocks_x32 = {
    name_md5_blocks_x32, variants_md5_blocks_x32, NULL, &loom_way_md5_blocks_x32,
    ASKED(md5_blocks_x32), COUNT(variants_md5_blocks_x32), 0, 64,
};

DECLARED(md5_blocks_x4, sse2)
static const struct loom_variant variants_md5_blocks_x4[] = {
    PORTABLE(md5_blocks_x4)
    WITH_sse2(VARIANT(md5_blocks_x4, sse2, 4, 0, LOOM_CPU_SSE2, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_md5_blocks_x4[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
};
static const char name_md5_blocks_x4[] = "md5_blocks_x4"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_md5_blocks_x4 = {
    name_md5_blocks_x4, variants_md5_blocks_x4, preferences_md5_blocks_x4, &loom_way_md5_blocks_x4,
    ASKED(md5_blocks_x4), COUNT(variants_md5_blocks_x4), COUNT(preferences_md5_blocks_x4), 64,
};

static const struct loom_variant variants_md5_blocks_x8[] = {
    PORTABLE(md5_blocks_x8)
};
static const char name_md5_blocks_x8[] = "md5_blocks_x8"; /* alone: a linker may drop it */
loom_md5_blocks_x8_fn *const loom_slots_md5_blocks_x8[] = {
    resolve_md5_blocks_x8,
    choose_md5_blocks_x8,
    loom_md5_blocks_x8_portable,
resolve_md5_blocks_x8,
resolve_md5_blocks_x8,
    resolve_md5_blocks_x8,
    resolve_md5_blocks_x8,
    resolve_md5_blocks_x8,
};
const struct loom_kernel loom_row_md5_blocks_x8 = {
    name_md5_blocks_x8, variants_md5_blocks_x8, NULL, &loom_way_md5_blocks_x8,
    ASKED(md5_blocks_x8), COUNT(variants_md5_blocks_x8), 0, 64,
};

DECLARED(mont_gather, scalar)
DECLARED(mont_gather, sse2)
DECLARED(mont_gather, avx2)
static const struct loom_variant variants_mont_gather[] = {
    PORTABLE(mont_gather)
    VARIANT(mont_gather, scalar, 3, 24, LOOM_CPU_NONE)
    WITH_sse2(VARIANT(mont_gather, sse2, 4, 24, LOOM_CPU_SSE2, LOOM_CPU_NONE), )
    WITH_avx2(VARIANT(mont_gather, avx2, 5, 24, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_mont_gather[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(generic, 0, 5, MODEL, any, NONE)
};
static const char name_mont_gather[] = "mont_gather"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_mont_gather = {
    name_mont_gather, variants_mont_gather, preferences_mont_gather, &loom_way_mont_gather,
    NULL, COUNT(variants_mont_gather), COUNT(preferences_mont_gather), 8,
};

DECLARED(mont_mul, scalar)
DECLARED(mont_mul, sse2)
static const struct loom_variant variants_mont_mul[] = {
    PORTABLE(mont_mul)
    VARIANT(mont_mul, scalar, 3, 1124, LOOM_CPU_NONE)
    WITH_sse2(VARIANT(mont_mul, sse2, 4, 3784, LOOM_CPU_SSE2, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_mont_mul[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
};
static const char name_mont_mul[] = "mont_mul"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_mont_mul = {
    name_mont_mul, variants_mont_mul, preferences_mont_mul, &loom_way_mont_mul,
    ASKED(mont_mul), COUNT(variants_mont_mul), COUNT(preferences_mont_mul), 8,
};

static const struct loom_variant variants_mont_pair_gather[] = {
    PORTABLE(mont_pair_gather)
};
static const struct loom_preference preferences_mont_pair_gather[] = {
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
};
static const char name_mont_pair_gather[] = "mont_pair_gather"; /* alone: a linker may drop it */
loom_mont_pair_gather_fn *const loom_slots_mont_pair_gather[] = {
    resolve_mont_pair_gather,
    choose_mont_pair_gather,
    loom_mont_pair_gather_portable,
resolve_mont_pair_gather,
};
const struct loom_kernel loom_row_mont_pair_gather = {
    name_mont_pair_gather, variants_mont_pair_gather, preferences_mont_pair_gather, &loom_way_mont_pair_gather,
    NULL, COUNT(variants_mont_pair_gather), COUNT(preferences_mont_pair_gather), 64,
};

static const struct loom_variant variants_mont_pair_mul[] = {
    PORTABLE(mont_pair_mul)
};
static const struct loom_preference preferences_mont_pair_mul[] = {
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
};
static const char name_mont_pair_mul[] = "mont_pair_mul"; /* alone: a linker may drop it */
loom_mont_pair_mul_fn *const loom_slots_mont_pair_mul[] = {
    resolve_mont_pair_mul,
    choose_mont_pair_mul,
    loom_mont_pair_mul_portable,
resolve_mont_pair_mul,
};
const struct loom_kernel loom_row_mont_pair_mul = {
    name_mont_pair_mul, variants_mont_pair_mul, preferences_mont_pair_mul, &loom_way_mont_pair_mul,
    NULL, COUNT(variants_mont_pair_mul), COUNT(preferences_mont_pair_mul), 64,
};

static const struct loom_variant variants_mont_pair_sqr[] = {
    PORTABLE(mont_pair_sqr)
};
static const struct loom_preference preferences_mont_pair_sqr[] = {
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
};
static const char name_mont_pair_sqr[] = "mont_pair_sqr"; /* alone: a linker may drop it */
loom_mont_pair_sqr_fn *const loom_slots_mont_pair_sqr[] = {
    resolve_mont_pair_sqr,
    choose_mont_pair_sqr,
    loom_mont_pair_sqr_portable,
resolve_mont_pair_sqr,
};
const struct loom_kernel loom_row_mont_pair_sqr = {
    name_mont_pair_sqr, variants_mont_pair_sqr, preferences_mont_pair_sqr, &loom_way_mont_pair_sqr,
    NULL, COUNT(variants_mont_pair_sqr), COUNT(preferences_mont_pair_sqr), 64,
};

DECLARED(mont_sqr, scalar)
DECLARED(mont_sqr, sse2)
static const struct loom_variant variants_mont_sqr[] = {
    PORTABLE(mont_sqr)
    VARIANT(mont_sqr, scalar, 3, 1132, LOOM_CPU_NONE)
    WITH_sse2(VARIANT(mont_sqr, sse2, 4, 3824, LOOM_CPU_SSE2, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_mont_sqr[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
};
static const char name_mont_sqr[] = "mont_sqr"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_mont_sqr = {
    name_mont_sqr, variants_mont_sqr, preferences_mont_sqr, &loom_way_mont_sqr,
    ASKED(mont_sqr), COUNT(variants_mont_sqr), COUNT(preferences_mont_sqr), 8,
};

static const struct loom_variant variants_rc4_md5_blocks[] = {
    PORTABLE(rc4_md5_blocks)
};
static const struct loom_preference preferences_rc4_md5_blocks[] = {
    PREFER(generic, 0, 3, MEASURED, any, NONE)
    PREFER(intel_generic, 0, 5, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 0, 5, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 0, 6, MEASURED, any, NONE)
};
static const char name_rc4_md5_blocks[] = "rc4_md5_blocks"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_rc4_md5_blocks = {
    name_rc4_md5_blocks, variants_rc4_md5_blocks, preferences_rc4_md5_blocks, &loom_way_rc4_md5_blocks,
    NULL, COUNT(variants_rc4_md5_blocks), COUNT(preferences_rc4_md5_blocks), 64,
};

DECLARED(rc4_set_key, scalar)
static const struct loom_variant variants_rc4_set_key[] = {
    PORTABLE(rc4_set_key)
    VARIANT(rc4_set_key, scalar, 3, 20, LOOM_CPU_NONE)
};
static const char name_rc4_set_key[] = "rc4_set_key"; /* alone: a linker may drop it */
loom_rc4_set_key_fn *const loom_slots_rc4_set_key[] = {
    resolve_rc4_set_key,
    choose_rc4_set_key,
    loom_rc4_set_key_portable,
LOOM_NAME(rc4_set_key_scalar),
};
const struct loom_kernel loom_row_rc4_set_key = {
    name_rc4_set_key, variants_rc4_set_key, NULL, &loom_way_rc4_set_key,
    NULL, COUNT(variants_rc4_set_key), 0, 1,
};

DECLARED(rc4_stream, branchfree)
DECLARED(rc4_stream, lookahead)
static const struct loom_variant variants_rc4_stream[] = {
    PORTABLE(rc4_stream)
    VARIANT(rc4_stream, branchfree, 3, 36, LOOM_CPU_NONE)
    VARIANT(rc4_stream, lookahead, 4, 40, LOOM_CPU_NONE)
};
static const struct loom_preference preferences_rc4_stream[] = {
    PREFER(generic, 0, 2, MEASURED, any, NONE)
    PREFER(generic, 64, 3, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 0, 4, MEASURED, any, NONE)
};
static const char name_rc4_stream[] = "rc4_stream"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_rc4_stream = {
    name_rc4_stream, variants_rc4_stream, preferences_rc4_stream, &loom_way_rc4_stream,
    NULL, COUNT(variants_rc4_stream), COUNT(preferences_rc4_stream), 1,
};

DECLARED(sha1_blocks, scalar)
DECLARED(sha1_blocks, ssse3)
DECLARED(sha1_blocks, shani_avx512vl)
DECLARED(sha1_blocks, shani)
static const struct loom_variant variants_sha1_blocks[] = {
    PORTABLE(sha1_blocks)
    VARIANT(sha1_blocks, scalar, 3, 104, LOOM_CPU_NONE)
    WITH_ssse3(VARIANT(sha1_blocks, ssse3, 4, 228, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_avx512bw_avx512vl_sha(VARIANT(sha1_blocks, shani_avx512vl, 6, 252, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_SHA, LOOM_CPU_NONE), )
    WITH_ssse3_sha(VARIANT(sha1_blocks, shani, 7, 40, LOOM_CPU_SSSE3, LOOM_CPU_SHA, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha1_blocks[] = {
    PREFER(intel_sapphirerapids, 0, 6, MEASURED, any, NONE)
    PREFER(generic, 0, 2, MEASURED, any, NONE)
    PREFER(generic, 0, 4, MEASURED, any, NONE)
    PREFER(generic, 0, 7, MEASURED, any, NONE)
};
static const char name_sha1_blocks[] = "sha1_blocks"; /* alone: a linker may drop it */
loom_sha1_blocks_fn *const loom_slots_sha1_blocks[] = {
    resolve_sha1_blocks,
    choose_sha1_blocks,
    loom_sha1_blocks_portable,
LOOM_NAME(sha1_blocks_scalar),
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
    resolve_sha1_blocks,
};
const struct loom_kernel loom_row_sha1_blocks = {
    name_sha1_blocks, variants_sha1_blocks, preferences_sha1_blocks, &loom_way_sha1_blocks,
    ASKED(sha1_blocks), COUNT(variants_sha1_blocks), COUNT(preferences_sha1_blocks), 64,
};

static const struct loom_variant variants_sha1_blocks_x16[] = {
    PORTABLE(sha1_blocks_x16)
};
static const char name_sha1_blocks_x16[] = "sha1_blocks_x16"; /* alone: a linker may drop it */
loom_sha1_blocks_x16_fn *const loom_slots_sha1_blocks_x16[] = {
    resolve_sha1_blocks_x16,
    choose_sha1_blocks_x16,
    loom_sha1_blocks_x16_portable,
resolve_sha1_blocks_x16,
};
const struct loom_kernel loom_row_sha1_blocks_x16 = {
    name_sha1_blocks_x16, variants_sha1_blocks_x16, NULL, &loom_way_sha1_blocks_x16,
    ASKED(sha1_blocks_x16), COUNT(variants_sha1_blocks_x16), 0, 64,
};

static const struct loom_variant variants_sha1_blocks_x2[] = {
    PORTABLE(sha1_blocks_x2)
};
static const char name_sha1_blocks_x2[] = "sha1_blocks_x2"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_sha1_blocks_x2 = {
    name_sha1_blocks_x2, variants_sha1_blocks_x2, NULL, &loom_way_sha1_blocks_x2,
    ASKED(sha1_blocks_x2), COUNT(variants_sha1_blocks_x2), 0, 64,
};

DECLARED(sha1_blocks_x4, ssse3)
static const struct loom_variant variants_sha1_blocks_x4[] = {
    PORTABLE(sha1_blocks_x4)
    WITH_ssse3(VARIANT(sha1_blocks_x4, ssse3, 4, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha1_blocks_x4[] = {
    PREFER(amd_zen3, 0, 4, MEASURED, any, NONE)
    PREFER(amd_zen3, 0, 2, MEASURED, any, SHA)
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(generic, 0, 2, MODEL, any, SHA)
};
static const char name_sha1_blocks_x4[] = "sha1_blocks_x4"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_sha1_blocks_x4 = {
    name_sha1_blocks_x4, variants_sha1_blocks_x4, preferences_sha1_blocks_x4, &loom_way_sha1_blocks_x4,
    ASKED(sha1_blocks_x4), COUNT(variants_sha1_blocks_x4), COUNT(preferences_sha1_blocks_x4), 64,
};

static const struct loom_variant variants_sha1_blocks_x8[] = {
    PORTABLE(sha1_blocks_x8)
};
static const char name_sha1_blocks_x8[] = "sha1_blocks_x8"; /* alone: a linker may drop it */
loom_sha1_blocks_x8_fn *const loom_slots_sha1_blocks_x8[] = {
    resolve_sha1_blocks_x8,
    choose_sha1_blocks_x8,
    loom_sha1_blocks_x8_portable,
resolve_sha1_blocks_x8,
resolve_sha1_blocks_x8,
    resolve_sha1_blocks_x8,
    resolve_sha1_blocks_x8,
    resolve_sha1_blocks_x8,
};
const struct loom_kernel loom_row_sha1_blocks_x8 = {
    name_sha1_blocks_x8, variants_sha1_blocks_x8, NULL, &loom_way_sha1_blocks_x8,
    ASKED(sha1_blocks_x8), COUNT(variants_sha1_blocks_x8), 0, 64,
};

DECLARED(sha256_blocks, scalar)
DECLARED(sha256_blocks, ssse3)
DECLARED(sha256_blocks, avx2)
DECLARED(sha256_blocks, shani)
static const struct loom_variant variants_sha256_blocks[] = {
    PORTABLE(sha256_blocks)
    VARIANT(sha256_blocks, scalar, 3, 364, LOOM_CPU_NONE)
    WITH_ssse3(VARIANT(sha256_blocks, ssse3, 4, 168, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_avx2_bmi1_bmi2(VARIANT(sha256_blocks, avx2, 5, 168, LOOM_CPU_AVX2, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
    WITH_ssse3_sha(VARIANT(sha256_blocks, shani, 6, 56, LOOM_CPU_SSSE3, LOOM_CPU_SHA, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha256_blocks[] = {
    PREFER(generic, 0, 2, MEASURED, any, NONE)
    PREFER(generic, 0, 4, MEASURED, any, NONE)
    PREFER(generic, 0, 5, MEASURED, any, NONE)
    PREFER(generic, 0, 6, MEASURED, any, NONE)
};
static const char name_sha256_blocks[] = "sha256_blocks"; /* alone: a linker may drop it */
loom_sha256_blocks_fn *const loom_slots_sha256_blocks[] = {
    resolve_sha256_blocks,
    choose_sha256_blocks,
    loom_sha256_blocks_portable,
LOOM_NAME(sha256_blocks_scalar),
WITH_ssse3(LOOM_NAME(sha256_blocks_ssse3), resolve_sha256_blocks),
WITH_avx2_bmi1_bmi2(LOOM_NAME(sha256_blocks_avx2), resolve_sha256_blocks),
WITH_ssse3_sha(LOOM_NAME(sha256_blocks_shani), resolve_sha256_blocks),
resolve_sha256_blocks,
};
const struct loom_kernel loom_row_sha256_blocks = {
    name_sha256_blocks, variants_sha256_blocks, preferences_sha256_blocks, &loom_way_sha256_blocks,
    ASKED(sha256_blocks), COUNT(variants_sha256_blocks), COUNT(preferences_sha256_blocks), 64,
};

static const struct loom_variant variants_sha256_blocks_x16[] = {
    PORTABLE(sha256_blocks_x16)
};
static const char name_sha256_blocks_x16[] = "sha256_blocks_x16"; /* alone: a linker may drop it */
loom_sha256_blocks_x16_fn *const loom_slots_sha256_blocks_x16[] = {
    resolve_sha256_blocks_x16,
    choose_sha256_blocks_x16,
    loom_sha256_blocks_x16_portable,
resolve_sha256_blocks_x16,
};
const struct loom_kernel loom_row_sha256_blocks_x16 = {
    name_sha256_blocks_x16, variants_sha256_blocks_x16, NULL, &loom_way_sha256_blocks_x16,
    ASKED(sha256_blocks_x16), COUNT(variants_sha256_blocks_x16), 0, 64,
};

static const struct loom_variant variants_sha256_blocks_x2[] = {
    PORTABLE(sha256_blocks_x2)
};
static const char name_sha256_blocks_x2[] = "sha256_blocks_x2"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_sha256_blocks_x2 = {
    name_sha256_blocks_x2, variants_sha256_blocks_x2, NULL, &loom_way_sha256_blocks_x2,
    ASKED(sha256_blocks_x2), COUNT(variants_sha256_blocks_x2), 0, 64,
};

DECLARED(sha256_blocks_x4, ssse3)
static const struct loom_variant variants_sha256_blocks_x4[] = {
    PORTABLE(sha256_blocks_x4)
    WITH_ssse3(VARIANT(sha256_blocks_x4, ssse3, 4, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha256_blocks_x4[] = {
    PREFER(amd_zen3, 0, 4, MEASURED, any, NONE)
    PREFER(amd_zen3, 0, 2, MEASURED, any, SHA)
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(generic, 0, 2, MODEL, any, SHA)
};
static const char name_sha256_blocks_x4[] = "sha256_blocks_x4"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_sha256_blocks_x4 = {
    name_sha256_blocks_x4, variants_sha256_blocks_x4, preferences_sha256_blocks_x4, &loom_way_sha256_blocks_x4,
    ASKED(sha256_blocks_x4), COUNT(variants_sha256_blocks_x4), COUNT(preferences_sha256_blocks_x4), 64,
};

static const struct loom_variant variants_sha256_blocks_x8[] = {
    PORTABLE(sha256_blocks_x8)
};
static const char name_sha256_blocks_x8[] = "sha256_blocks_x8"; /* alone: a linker may drop it */
loom_sha256_blocks_x8_fn *const loom_slots_sha256_blocks_x8[] = {
    resolve_sha256_blocks_x8,
    choose_sha256_blocks_x8,
    loom_sha256_blocks_x8_portable,
resolve_sha256_blocks_x8,
resolve_sha256_blocks_x8,
    resolve_sha256_blocks_x8,
    resolve_sha256_blocks_x8,
    resolve_sha256_blocks_x8,
};
const struct loom_kernel loom_row_sha256_blocks_x8 = {
    name_sha256_blocks_x8, variants_sha256_blocks_x8, NULL, &loom_way_sha256_blocks_x8,
    ASKED(sha256_blocks_x8), COUNT(variants_sha256_blocks_x8), 0, 64,
};

DECLARED(sha512_blocks, scalar)
DECLARED(sha512_blocks, ssse3)
DECLARED(sha512_blocks, avx2)
DECLARED(sha512_blocks, avx512vl)
static const struct loom_variant variants_sha512_blocks[] = {
    PORTABLE(sha512_blocks)
    VARIANT(sha512_blocks, scalar, 3, 1548, LOOM_CPU_NONE)
    WITH_ssse3(VARIANT(sha512_blocks, ssse3, 4, 356, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_avx2_bmi1_bmi2(VARIANT(sha512_blocks, avx2, 5, 356, LOOM_CPU_AVX2, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
    WITH_avx512bw_avx512vl_bmi1_bmi2(VARIANT(sha512_blocks, avx512vl, 7, 356, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha512_blocks[] = {
    PREFER(generic, 0, 2, MEASURED, any, NONE)
    PREFER(generic, 0, 4, MEASURED, any, NONE)
    PREFER(generic, 0, 5, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 0, 7, MEASURED, any, NONE)
    PREFER(intel_icelake, 0, 7, MODEL, any, NONE)
    PREFER(amd_zen4, 0, 7, MODEL, any, NONE)
    PREFER(amd_zen5, 0, 7, MODEL, any, NONE)
};
static const char name_sha512_blocks[] = "sha512_blocks"; /* alone: a linker may drop it */
loom_sha512_blocks_fn *const loom_slots_sha512_blocks[] = {
    resolve_sha512_blocks,
    choose_sha512_blocks,
    loom_sha512_blocks_portable,
LOOM_NAME(sha512_blocks_scalar),
WITH_ssse3(LOOM_NAME(sha512_blocks_ssse3), resolve_sha512_blocks),
WITH_avx2_bmi1_bmi2(LOOM_NAME(sha512_blocks_avx2), resolve_sha512_blocks),
resolve_sha512_blocks,
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
const struct loom_kernel loom_row_sha512_blocks = {
    name_sha512_blocks, variants_sha512_blocks, preferences_sha512_blocks, &loom_way_sha512_blocks,
    ASKED(sha512_blocks), COUNT(variants_sha512_blocks), COUNT(preferences_sha512_blocks), 128,
};

static const struct loom_variant variants_sha512_blocks_x4[] = {
    PORTABLE(sha512_blocks_x4)
};
static const char name_sha512_blocks_x4[] = "sha512_blocks_x4"; /* alone: a linker may drop it */
loom_sha512_blocks_x4_fn *const loom_slots_sha512_blocks_x4[] = {
    resolve_sha512_blocks_x4,
    choose_sha512_blocks_x4,
    loom_sha512_blocks_x4_portable,
resolve_sha512_blocks_x4,
resolve_sha512_blocks_x4,
    resolve_sha512_blocks_x4,
    resolve_sha512_blocks_x4,
    resolve_sha512_blocks_x4,
};
const struct loom_kernel loom_row_sha512_blocks_x4 = {
    name_sha512_blocks_x4, variants_sha512_blocks_x4, NULL, &loom_way_sha512_blocks_x4,
    ASKED(sha512_blocks_x4), COUNT(variants_sha512_blocks_x4), 0, 128,
};

static const struct loom_variant variants_sha512_blocks_x8[] = {
    PORTABLE(sha512_blocks_x8)
};
static const char name_sha512_blocks_x8[] = "sha512_blocks_x8"; /* alone: a linker may drop it */
loom_sha512_blocks_x8_fn *const loom_slots_sha512_blocks_x8[] = {
    resolve_sha512_blocks_x8,
    choose_sha512_blocks_x8,
    loom_sha512_blocks_x8_portable,
resolve_sha512_blocks_x8,
};
const struct loom_kernel loom_row_sha512_blocks_x8 = {
    name_sha512_blocks_x8, variants_sha512_blocks_x8, NULL, &loom_way_sha512_blocks_x8,
    ASKED(sha512_blocks_x8), COUNT(variants_sha512_blocks_x8), 0, 128,
};


#elif defined(LOOM_ON_X86_64)
DECLARED(aes_cbc_decrypt, vperm)
DECLARED(aes_cbc_decrypt, aesni)
DECLARED(aes_cbc_decrypt, avx)
DECLARED(aes_cbc_decrypt, vaes256)
DECLARED(aes_cbc_decrypt, vaes512)
static const struct loom_variant variants_aes_cbc_decrypt[] = {
    PORTABLE(aes_cbc_decrypt)
    WITH_ssse3(VARIANT(aes_cbc_decrypt, vperm, 3, 408, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_ssse3_aes(VARIANT(aes_cbc_decrypt, aesni, 5, 168, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx_aes(VARIANT(aes_cbc_decrypt, avx, 6, 168, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx2_aes_vaes(VARIANT(aes_cbc_decrypt, vaes256, 8, 168, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE), )
    WITH_avx512f_avx512bw_aes_vaes(VARIANT(aes_cbc_decrypt, vaes512, 9, 16, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_cbc_decrypt[] = {
    PREFER(intel_sapphirerapids, 0, 6, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 32, 9, MEASURED, any, NONE)
    PREFER(amd_zen3, 0, 6, MEASURED, any, NONE)
    PREFER(amd_zen3, 32, 8, MEASURED, any, NONE)
    PREFER(amd_zen4, 0, 6, MEASURED, any, NONE)
    PREFER(amd_zen4, 32, 8, MEASURED, any, NONE)
    PREFER(amd_zen4, 128, 9, MEASURED, any, NONE)
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 0, 6, MODEL, any, NONE)
    PREFER(generic, 0, 8, MODEL, any, NONE)
    PREFER(intel_icelake, 32, 9, MODEL, any, NONE)
    PREFER(intel_atom, 32, 6, MODEL, any, NONE)
    PREFER(amd_generic, 0, 5, MODEL, any, NONE)
    PREFER(amd_generic, 0, 6, MODEL, any, NONE)
    PREFER(amd_generic, 0, 8, MODEL, any, NONE)
    PREFER(amd_generic, 32, 9, MODEL, any, NONE)
};
static const char name_aes_cbc_decrypt[] = "aes_cbc_decrypt"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_cbc_decrypt = {
    name_aes_cbc_decrypt, variants_aes_cbc_decrypt, preferences_aes_cbc_decrypt, &loom_way_aes_cbc_decrypt,
    ASKED(aes_cbc_decrypt), COUNT(variants_aes_cbc_decrypt), COUNT(preferences_aes_cbc_decrypt), 16,
};

DECLARED(aes_cbc_encrypt, vperm)
DECLARED(aes_cbc_encrypt, aesni)
DECLARED(aes_cbc_encrypt, avx)
static const struct loom_variant variants_aes_cbc_encrypt[] = {
    PORTABLE(aes_cbc_encrypt)
    WITH_ssse3(VARIANT(aes_cbc_encrypt, vperm, 3, 360, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_ssse3_aes(VARIANT(aes_cbc_encrypt, aesni, 5, 16, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx_aes(VARIANT(aes_cbc_encrypt, avx, 6, 16, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_cbc_encrypt[] = {
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 0, 6, MODEL, any, NONE)
};
static const char name_aes_cbc_encrypt[] = "aes_cbc_encrypt"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_cbc_encrypt = {
    name_aes_cbc_encrypt, variants_aes_cbc_encrypt, preferences_aes_cbc_encrypt, &loom_way_aes_cbc_encrypt,
    ASKED(aes_cbc_encrypt), COUNT(variants_aes_cbc_encrypt), COUNT(preferences_aes_cbc_encrypt), 16,
};

DECLARED(aes_cbc_encrypt_x16, vaes256)
DECLARED(aes_cbc_encrypt_x16, vaes512)
static const struct loom_variant variants_aes_cbc_encrypt_x16[] = {
    PORTABLE(aes_cbc_encrypt_x16)
    WITH_avx2_aes_vaes(VARIANT(aes_cbc_encrypt_x16, vaes256, 3, 0, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE), )
    WITH_avx512f_avx512bw_aes_vaes(VARIANT(aes_cbc_encrypt_x16, vaes512, 4, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_cbc_encrypt_x16[] = {
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
    PREFER(amd_zen4, 0, 4, MEASURED, any, NONE)
    PREFER(generic, 0, 3, MODEL, any, NONE)
    PREFER(intel_icelake, 0, 4, MODEL, any, NONE)
    PREFER(amd_generic, 0, 3, MODEL, any, NONE)
    PREFER(amd_generic, 0, 4, MODEL, any, NONE)
};
static const char name_aes_cbc_encrypt_x16[] = "aes_cbc_encrypt_x16"; /* alone: a linker may drop it */
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
    name_aes_cbc_encrypt_x16, variants_aes_cbc_encrypt_x16, preferences_aes_cbc_encrypt_x16, &loom_way_aes_cbc_encrypt_x16,
    ASKED(aes_cbc_encrypt_x16), COUNT(variants_aes_cbc_encrypt_x16), COUNT(preferences_aes_cbc_encrypt_x16), 16,
};

static const struct loom_variant variants_aes_cbc_encrypt_x4[] = {
    PORTABLE(aes_cbc_encrypt_x4)
};
static const char name_aes_cbc_encrypt_x4[] = "aes_cbc_encrypt_x4"; /* alone: a linker may drop it */
loom_aes_cbc_encrypt_x4_fn *const loom_slots_aes_cbc_encrypt_x4[] = {
    resolve_aes_cbc_encrypt_x4,
    choose_aes_cbc_encrypt_x4,
    loom_aes_cbc_encrypt_x4_portable,
resolve_aes_cbc_encrypt_x4,
};
const struct loom_kernel loom_row_aes_cbc_encrypt_x4 = {
    name_aes_cbc_encrypt_x4, variants_aes_cbc_encrypt_x4, NULL, &loom_way_aes_cbc_encrypt_x4,
    ASKED(aes_cbc_encrypt_x4), COUNT(variants_aes_cbc_encrypt_x4), 0, 16,
};

DECLARED(aes_cbc_encrypt_x8, aesni)
DECLARED(aes_cbc_encrypt_x8, avx)
static const struct loom_variant variants_aes_cbc_encrypt_x8[] = {
    PORTABLE(aes_cbc_encrypt_x8)
    WITH_ssse3_aes(VARIANT(aes_cbc_encrypt_x8, aesni, 3, 0, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx_aes(VARIANT(aes_cbc_encrypt_x8, avx, 4, 0, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_cbc_encrypt_x8[] = {
    PREFER(generic, 0, 3, MODEL, any, NONE)
    PREFER(generic, 0, 4, MODEL, any, NONE)
};
static const char name_aes_cbc_encrypt_x8[] = "aes_cbc_encrypt_x8"; /* alone: a linker may drop it */
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
    name_aes_cbc_encrypt_x8, variants_aes_cbc_encrypt_x8, preferences_aes_cbc_encrypt_x8, &loom_way_aes_cbc_encrypt_x8,
    ASKED(aes_cbc_encrypt_x8), COUNT(variants_aes_cbc_encrypt_x8), COUNT(preferences_aes_cbc_encrypt_x8), 16,
};

DECLARED(aes_cbc_sha1_blocks, avx2)
DECLARED(aes_cbc_sha1_blocks, shani_avx512vl)
DECLARED(aes_cbc_sha1_blocks, shani)
static const struct loom_variant variants_aes_cbc_sha1_blocks[] = {
    PORTABLE(aes_cbc_sha1_blocks)
    WITH_avx2_aes_bmi1_bmi2(VARIANT(aes_cbc_sha1_blocks, avx2, 3, 328, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
    WITH_avx512bw_avx512vl_aes_sha(VARIANT(aes_cbc_sha1_blocks, shani_avx512vl, 4, 24, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_AES, LOOM_CPU_SHA, LOOM_CPU_NONE), )
    WITH_ssse3_aes_sha(VARIANT(aes_cbc_sha1_blocks, shani, 5, 152, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_SHA, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_cbc_sha1_blocks[] = {
    PREFER(intel_sapphirerapids, 0, 4, MEASURED, any, NONE)
    PREFER(generic, 0, 5, MODEL, any, NONE)
};
static const char name_aes_cbc_sha1_blocks[] = "aes_cbc_sha1_blocks"; /* alone: a linker may drop it */
loom_aes_cbc_sha1_blocks_fn *const loom_slots_aes_cbc_sha1_blocks[] = {
    resolve_aes_cbc_sha1_blocks,
    choose_aes_cbc_sha1_blocks,
    loom_aes_cbc_sha1_blocks_portable,
WITH_avx2_aes_bmi1_bmi2(LOOM_NAME(aes_cbc_sha1_blocks_avx2), resolve_aes_cbc_sha1_blocks),
WITH_avx512bw_avx512vl_aes_sha(LOOM_NAME(aes_cbc_sha1_blocks_shani_avx512vl), resolve_aes_cbc_sha1_blocks),
WITH_ssse3_aes_sha(LOOM_NAME(aes_cbc_sha1_blocks_shani), resolve_aes_cbc_sha1_blocks),
resolve_aes_cbc_sha1_blocks,
    resolve_aes_cbc_sha1_blocks,
};
const struct loom_kernel loom_row_aes_cbc_sha1_blocks = {
    name_aes_cbc_sha1_blocks, variants_aes_cbc_sha1_blocks, preferences_aes_cbc_sha1_blocks, &loom_way_aes_cbc_sha1_blocks,
    ASKED(aes_cbc_sha1_blocks), COUNT(variants_aes_cbc_sha1_blocks), COUNT(preferences_aes_cbc_sha1_blocks), 64,
};

DECLARED(aes_cbc_sha256_blocks, avx2)
DECLARED(aes_cbc_sha256_blocks, shani)
static const struct loom_variant variants_aes_cbc_sha256_blocks[] = {
    PORTABLE(aes_cbc_sha256_blocks)
    WITH_avx2_aes_bmi1_bmi2(VARIANT(aes_cbc_sha256_blocks, avx2, 3, 392, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
    WITH_ssse3_aes_sha(VARIANT(aes_cbc_sha256_blocks, shani, 4, 184, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_SHA, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_cbc_sha256_blocks[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
};
static const char name_aes_cbc_sha256_blocks[] = "aes_cbc_sha256_blocks"; /* alone: a linker may drop it */
loom_aes_cbc_sha256_blocks_fn *const loom_slots_aes_cbc_sha256_blocks[] = {
    resolve_aes_cbc_sha256_blocks,
    choose_aes_cbc_sha256_blocks,
    loom_aes_cbc_sha256_blocks_portable,
WITH_avx2_aes_bmi1_bmi2(LOOM_NAME(aes_cbc_sha256_blocks_avx2), resolve_aes_cbc_sha256_blocks),
WITH_ssse3_aes_sha(LOOM_NAME(aes_cbc_sha256_blocks_shani), resolve_aes_cbc_sha256_blocks),
resolve_aes_cbc_sha256_blocks,
    resolve_aes_cbc_sha256_blocks,
    resolve_aes_cbc_sha256_blocks,
};
const struct loom_kernel loom_row_aes_cbc_sha256_blocks = {
    name_aes_cbc_sha256_blocks, variants_aes_cbc_sha256_blocks, preferences_aes_cbc_sha256_blocks, &loom_way_aes_cbc_sha256_blocks,
    ASKED(aes_cbc_sha256_blocks), COUNT(variants_aes_cbc_sha256_blocks), COUNT(preferences_aes_cbc_sha256_blocks), 64,
};

DECLARED(aes_cbc_sha512_blocks, avx2)
DECLARED(aes_cbc_sha512_blocks, avx512vl)
static const struct loom_variant variants_aes_cbc_sha512_blocks[] = {
    PORTABLE(aes_cbc_sha512_blocks)
    WITH_avx2_aes_bmi1_bmi2(VARIANT(aes_cbc_sha512_blocks, avx2, 3, 504, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
    WITH_avx512bw_avx512vl_aes_bmi1_bmi2(VARIANT(aes_cbc_sha512_blocks, avx512vl, 4, 456, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_AES, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_cbc_sha512_blocks[] = {
    PREFER(amd_zen4, 0, 4, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 0, 4, MEASURED, any, NONE)
    PREFER(generic, 0, 3, MODEL, any, NONE)
    PREFER(intel_skylake_avx512, 0, 4, MODEL, any, NONE)
    PREFER(intel_icelake, 0, 4, MODEL, any, NONE)
    PREFER(amd_generic, 0, 4, MODEL, any, NONE)
    PREFER(amd_zen5, 0, 3, MODEL, any, NONE)
};
static const char name_aes_cbc_sha512_blocks[] = "aes_cbc_sha512_blocks"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_cbc_sha512_blocks = {
    name_aes_cbc_sha512_blocks, variants_aes_cbc_sha512_blocks, preferences_aes_cbc_sha512_blocks, &loom_way_aes_cbc_sha512_blocks,
    ASKED(aes_cbc_sha512_blocks), COUNT(variants_aes_cbc_sha512_blocks), COUNT(preferences_aes_cbc_sha512_blocks), 128,
};

DECLARED(aes_ctr32, vperm)
DECLARED(aes_ctr32, aesni)
DECLARED(aes_ctr32, avx)
DECLARED(aes_ctr32, vaes256)
DECLARED(aes_ctr32, vaes512)
static const struct loom_variant variants_aes_ctr32[] = {
    PORTABLE(aes_ctr32)
    WITH_ssse3(VARIANT(aes_ctr32, vperm, 3, 408, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_ssse3_aes(VARIANT(aes_ctr32, aesni, 5, 104, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx_aes(VARIANT(aes_ctr32, avx, 6, 104, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx2_aes_vaes(VARIANT(aes_ctr32, vaes256, 8, 104, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE), )
    WITH_avx512f_avx512bw_aes_vaes(VARIANT(aes_ctr32, vaes512, 9, 40, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_ctr32[] = {
    PREFER(intel_sapphirerapids, 0, 9, MEASURED, any, NONE)
    PREFER(amd_zen3, 0, 6, MEASURED, any, NONE)
    PREFER(amd_zen3, 32, 8, MEASURED, any, NONE)
    PREFER(amd_zen4, 0, 8, MEASURED, any, NONE)
    PREFER(amd_zen4, 128, 9, MEASURED, any, NONE)
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 0, 6, MODEL, any, NONE)
    PREFER(generic, 0, 8, MODEL, any, NONE)
    PREFER(intel_icelake, 32, 9, MODEL, any, NONE)
    PREFER(intel_atom, 32, 6, MODEL, any, NONE)
    PREFER(amd_generic, 0, 5, MODEL, any, NONE)
    PREFER(amd_generic, 0, 6, MODEL, any, NONE)
    PREFER(amd_generic, 0, 8, MODEL, any, NONE)
    PREFER(amd_generic, 32, 9, MODEL, any, NONE)
};
static const char name_aes_ctr32[] = "aes_ctr32"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_ctr32 = {
    name_aes_ctr32, variants_aes_ctr32, preferences_aes_ctr32, &loom_way_aes_ctr32,
    ASKED(aes_ctr32), COUNT(variants_aes_ctr32), COUNT(preferences_aes_ctr32), 16,
};

DECLARED(aes_ecb_decrypt, vperm)
DECLARED(aes_ecb_decrypt, aesni)
DECLARED(aes_ecb_decrypt, avx)
DECLARED(aes_ecb_decrypt, vaes256)
DECLARED(aes_ecb_decrypt, vaes512)
static const struct loom_variant variants_aes_ecb_decrypt[] = {
    PORTABLE(aes_ecb_decrypt)
    WITH_ssse3(VARIANT(aes_ecb_decrypt, vperm, 3, 376, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_ssse3_aes(VARIANT(aes_ecb_decrypt, aesni, 5, 136, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx_aes(VARIANT(aes_ecb_decrypt, avx, 6, 136, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx2_aes_vaes(VARIANT(aes_ecb_decrypt, vaes256, 8, 136, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE), )
    WITH_avx512f_avx512bw_aes_vaes(VARIANT(aes_ecb_decrypt, vaes512, 9, 16, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_ecb_decrypt[] = {
    PREFER(intel_sapphirerapids, 0, 8, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 128, 9, MEASURED, any, NONE)
    PREFER(amd_zen3, 0, 6, MEASURED, any, NONE)
    PREFER(amd_zen3, 32, 8, MEASURED, any, NONE)
    PREFER(amd_zen4, 0, 6, MEASURED, any, NONE)
    PREFER(amd_zen4, 32, 8, MEASURED, any, NONE)
    PREFER(amd_zen4, 128, 9, MEASURED, any, NONE)
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 0, 6, MODEL, any, NONE)
    PREFER(generic, 32, 8, MODEL, any, NONE)
    PREFER(intel_icelake, 32, 9, MODEL, any, NONE)
    PREFER(intel_atom, 32, 6, MODEL, any, NONE)
    PREFER(amd_generic, 0, 5, MODEL, any, NONE)
    PREFER(amd_generic, 0, 6, MODEL, any, NONE)
    PREFER(amd_generic, 32, 8, MODEL, any, NONE)
    PREFER(amd_generic, 32, 9, MODEL, any, NONE)
};
static const char name_aes_ecb_decrypt[] = "aes_ecb_decrypt"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_ecb_decrypt = {
    name_aes_ecb_decrypt, variants_aes_ecb_decrypt, preferences_aes_ecb_decrypt, &loom_way_aes_ecb_decrypt,
    ASKED(aes_ecb_decrypt), COUNT(variants_aes_ecb_decrypt), COUNT(preferences_aes_ecb_decrypt), 16,
};

DECLARED(aes_ecb_encrypt, vperm)
DECLARED(aes_ecb_encrypt, aesni)
DECLARED(aes_ecb_encrypt, avx)
DECLARED(aes_ecb_encrypt, vaes256)
DECLARED(aes_ecb_encrypt, vaes512)
static const struct loom_variant variants_aes_ecb_encrypt[] = {
    PORTABLE(aes_ecb_encrypt)
    WITH_ssse3(VARIANT(aes_ecb_encrypt, vperm, 3, 376, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_ssse3_aes(VARIANT(aes_ecb_encrypt, aesni, 5, 136, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx_aes(VARIANT(aes_ecb_encrypt, avx, 6, 136, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx2_aes_vaes(VARIANT(aes_ecb_encrypt, vaes256, 8, 136, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE), )
    WITH_avx512f_avx512bw_aes_vaes(VARIANT(aes_ecb_encrypt, vaes512, 9, 16, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_ecb_encrypt[] = {
    PREFER(intel_sapphirerapids, 0, 8, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 128, 9, MEASURED, any, NONE)
    PREFER(amd_zen3, 0, 6, MEASURED, any, NONE)
    PREFER(amd_zen3, 32, 8, MEASURED, any, NONE)
    PREFER(amd_zen4, 0, 6, MEASURED, any, NONE)
    PREFER(amd_zen4, 32, 8, MEASURED, any, NONE)
    PREFER(amd_zen4, 128, 9, MEASURED, any, NONE)
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 0, 6, MODEL, any, NONE)
    PREFER(generic, 32, 8, MODEL, any, NONE)
    PREFER(intel_icelake, 32, 9, MODEL, any, NONE)
    PREFER(intel_atom, 32, 6, MODEL, any, NONE)
    PREFER(amd_generic, 0, 5, MODEL, any, NONE)
    PREFER(amd_generic, 0, 6, MODEL, any, NONE)
    PREFER(amd_generic, 32, 8, MODEL, any, NONE)
    PREFER(amd_generic, 32, 9, MODEL, any, NONE)
};
static const char name_aes_ecb_encrypt[] = "aes_ecb_encrypt"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_ecb_encrypt = {
    name_aes_ecb_encrypt, variants_aes_ecb_encrypt, preferences_aes_ecb_encrypt, &loom_way_aes_ecb_encrypt,
    ASKED(aes_ecb_encrypt), COUNT(variants_aes_ecb_encrypt), COUNT(preferences_aes_ecb_encrypt), 16,
};

DECLARED(aes_set_decrypt_key, vperm)
DECLARED(aes_set_decrypt_key, aesni)
DECLARED(aes_set_decrypt_key, avx)
static const struct loom_variant variants_aes_set_decrypt_key[] = {
    PORTABLE(aes_set_decrypt_key)
    WITH_ssse3(VARIANT(aes_set_decrypt_key, vperm, 3, 152, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_ssse3_aes(VARIANT(aes_set_decrypt_key, aesni, 5, 16, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx_aes(VARIANT(aes_set_decrypt_key, avx, 6, 16, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_set_decrypt_key[] = {
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 0, 6, MODEL, any, NONE)
};
static const char name_aes_set_decrypt_key[] = "aes_set_decrypt_key"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_set_decrypt_key = {
    name_aes_set_decrypt_key, variants_aes_set_decrypt_key, preferences_aes_set_decrypt_key, &loom_way_aes_set_decrypt_key,
    ASKED(aes_set_decrypt_key), COUNT(variants_aes_set_decrypt_key), COUNT(preferences_aes_set_decrypt_key), 1,
};

DECLARED(aes_set_encrypt_key, vperm)
DECLARED(aes_set_encrypt_key, aesni)
DECLARED(aes_set_encrypt_key, avx)
static const struct loom_variant variants_aes_set_encrypt_key[] = {
    PORTABLE(aes_set_encrypt_key)
    WITH_ssse3(VARIANT(aes_set_encrypt_key, vperm, 3, 152, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_ssse3_aes(VARIANT(aes_set_encrypt_key, aesni, 5, 16, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE), )
    WITH_avx_aes(VARIANT(aes_set_encrypt_key, avx, 6, 16, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_aes_set_encrypt_key[] = {
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 0, 6, MODEL, any, NONE)
};
static const char name_aes_set_encrypt_key[] = "aes_set_encrypt_key"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_set_encrypt_key = {
    name_aes_set_encrypt_key, variants_aes_set_encrypt_key, preferences_aes_set_encrypt_key, &loom_way_aes_set_encrypt_key,
    ASKED(aes_set_encrypt_key), COUNT(variants_aes_set_encrypt_key), COUNT(preferences_aes_set_encrypt_key), 1,
};

DECLARED(md5_blocks, scalar)
DECLARED(md5_blocks, avx512vl)
static const struct loom_variant variants_md5_blocks[] = {
    PORTABLE(md5_blocks)
    VARIANT(md5_blocks, scalar, 3, 40, LOOM_CPU_NONE)
    WITH_avx512f_avx512vl(VARIANT(md5_blocks, avx512vl, 4, 16, LOOM_CPU_AVX512F, LOOM_CPU_AVX512VL, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_md5_blocks[] = {
    PREFER(intel_sapphirerapids, 0, 4, MEASURED, any, NONE)
    PREFER(amd_zen5, 0, 3, MEASURED, any, NONE)
    PREFER(generic, 0, 3, MODEL, any, NONE)
    PREFER(intel_skylake_avx512, 0, 4, MODEL, any, NONE)
    PREFER(intel_icelake, 0, 4, MODEL, any, NONE)
};
static const char name_md5_blocks[] = "md5_blocks"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_md5_blocks = {
    name_md5_blocks, variants_md5_blocks, preferences_md5_blocks, &loom_way_md5_blocks,
    ASKED(md5_blocks), COUNT(variants_md5_blocks), COUNT(preferences_md5_blocks), 64,
};

DECLARED(md5_blocks_x16, avx2)
DECLARED(md5_blocks_x16, avx512)
static const struct loom_variant variants_md5_blocks_x16[] = {
    PORTABLE(md5_blocks_x16)
    WITH_avx2(VARIANT(md5_blocks_x16, avx2, 3, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
    WITH_avx512f_avx512bw(VARIANT(md5_blocks_x16, avx512, 4, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_md5_blocks_x16[] = {
    PREFER(amd_zen4, 0, 4, MEASURED, any, NONE)
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
    PREFER(generic, 0, 3, MODEL, any, NONE)
    PREFER(generic, 0, 4, MODEL, any, NONE)
};
static const char name_md5_blocks_x16[] = "md5_blocks_x16"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_md5_blocks_x16 = {
    name_md5_blocks_x16, variants_md5_blocks_x16, preferences_md5_blocks_x16, &loom_way_md5_blocks_x16,
    ASKED(md5_blocks_x16), COUNT(variants_md5_blocks_x16), COUNT(preferences_md5_blocks_x16), 64,
};

DECLARED(md5_blocks_x32, avx512)
static const struct loom_variant variants_md5_blocks_x32[] = {
    PORTABLE(md5_blocks_x32)
    WITH_avx512f_avx512bw(VARIANT(md5_blocks_x32, avx512, 3, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_md5_blocks_x32[] = {
    PREFER(generic, 0, 3, MODEL, any, NONE)
};
static const char name_md5_blocks_x32[] = "md5_blocks_x32"; /* alone: a linker may drop it */
loom_md5_blocks_x32_fn *const loom_slots_md5_blocks_x32[] = {
    resolve_md5_blocks_x32,
    choose_md5_blocks_x32,
    loom_md5_blocks_x32_portable,
WITH_avx512f_avx512bw(LOOM_NAME(md5_blocks_x32_avx512), resolve_md5_blocks_x32),
};
const struct loom_kernel loom_row_md5_blocks_x32 = {
    name_md5_blocks_x32, variants_md5_blocks_x32, preferences_md5_blocks_x32, &loom_way_md5_blocks_x32,
    ASKED(md5_blocks_x32), COUNT(variants_md5_blocks_x32), COUNT(preferences_md5_blocks_x32), 64,
};

DECLARED(md5_blocks_x4, sse2)
static const struct loom_variant variants_md5_blocks_x4[] = {
    PORTABLE(md5_blocks_x4)
    WITH_sse2(VARIANT(md5_blocks_x4, sse2, 4, 0, LOOM_CPU_SSE2, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_md5_blocks_x4[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
};
static const char name_md5_blocks_x4[] = "md5_blocks_x4"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_md5_blocks_x4 = {
    name_md5_blocks_x4, variants_md5_blocks_x4, preferences_md5_blocks_x4, &loom_way_md5_blocks_x4,
    ASKED(md5_blocks_x4), COUNT(variants_md5_blocks_x4), COUNT(preferences_md5_blocks_x4), 64,
};

DECLARED(md5_blocks_x8, avx2)
DECLARED(md5_blocks_x8, avx512vl)
static const struct loom_variant variants_md5_blocks_x8[] = {
    PORTABLE(md5_blocks_x8)
    WITH_avx2(VARIANT(md5_blocks_x8, avx2, 3, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
    WITH_avx512bw_avx512vl(VARIANT(md5_blocks_x8, avx512vl, 4, 0, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_md5_blocks_x8[] = {
    PREFER(intel_sapphirerapids, 0, 4, MEASURED, any, NONE)
    PREFER(generic, 0, 3, MODEL, any, NONE)
    PREFER(intel_generic, 0, 3, MODEL, any, NONE)
    PREFER(intel_generic, 0, 4, MODEL, any, NONE)
    PREFER(amd_generic, 0, 3, MODEL, any, NONE)
    PREFER(amd_generic, 0, 4, MODEL, any, NONE)
};
static const char name_md5_blocks_x8[] = "md5_blocks_x8"; /* alone: a linker may drop it */
loom_md5_blocks_x8_fn *const loom_slots_md5_blocks_x8[] = {
    resolve_md5_blocks_x8,
    choose_md5_blocks_x8,
    loom_md5_blocks_x8_portable,
WITH_avx2(LOOM_NAME(md5_blocks_x8_avx2), resolve_md5_blocks_x8),
WITH_avx512bw_avx512vl(LOOM_NAME(md5_blocks_x8_avx512vl), resolve_md5_blocks_x8),
    resolve_md5_blocks_x8,
    resolve_md5_blocks_x8,
    resolve_md5_blocks_x8,
};
const struct loom_kernel loom_row_md5_blocks_x8 = {
    name_md5_blocks_x8, variants_md5_blocks_x8, preferences_md5_blocks_x8, &loom_way_md5_blocks_x8,
    ASKED(md5_blocks_x8), COUNT(variants_md5_blocks_x8), COUNT(preferences_md5_blocks_x8), 64,
};

DECLARED(mont_gather, scalar)
DECLARED(mont_gather, sse2)
DECLARED(mont_gather, avx2)
static const struct loom_variant variants_mont_gather[] = {
    PORTABLE(mont_gather)
    VARIANT(mont_gather, scalar, 3, 32, LOOM_CPU_NONE)
    WITH_sse2(VARIANT(mont_gather, sse2, 4, 72, LOOM_CPU_SSE2, LOOM_CPU_NONE), )
    WITH_avx2(VARIANT(mont_gather, avx2, 5, 40, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_mont_gather[] = {
    PREFER(generic, 0, 5, MODEL, any, NONE)
};
static const char name_mont_gather[] = "mont_gather"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_mont_gather = {
    name_mont_gather, variants_mont_gather, preferences_mont_gather, &loom_way_mont_gather,
    NULL, COUNT(variants_mont_gather), COUNT(preferences_mont_gather), 8,
};

DECLARED(mont_mul, scalar)
DECLARED(mont_mul, mulx)
DECLARED(mont_mul, adx)
static const struct loom_variant variants_mont_mul[] = {
    PORTABLE(mont_mul)
    VARIANT(mont_mul, scalar, 3, 1240, LOOM_CPU_NONE)
    WITH_bmi2(VARIANT(mont_mul, mulx, 5, 1256, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
    WITH_adx_bmi2(VARIANT(mont_mul, adx, 6, 1256, LOOM_CPU_ADX, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_mont_mul[] = {
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 0, 6, MODEL, any, NONE)
};
static const char name_mont_mul[] = "mont_mul"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_mont_mul = {
    name_mont_mul, variants_mont_mul, preferences_mont_mul, &loom_way_mont_mul,
    ASKED(mont_mul), COUNT(variants_mont_mul), COUNT(preferences_mont_mul), 8,
};

DECLARED(mont_pair_gather, ifma)
static const struct loom_variant variants_mont_pair_gather[] = {
    PORTABLE(mont_pair_gather)
    WITH_avx512ifma_avx512vl_avx512dq(VARIANT(mont_pair_gather, ifma, 3, 16, LOOM_CPU_AVX512IFMA, LOOM_CPU_AVX512VL, LOOM_CPU_AVX512DQ, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_mont_pair_gather[] = {
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
    PREFER(generic, 0, 3, MODEL, any, NONE)
};
static const char name_mont_pair_gather[] = "mont_pair_gather"; /* alone: a linker may drop it */
loom_mont_pair_gather_fn *const loom_slots_mont_pair_gather[] = {
    resolve_mont_pair_gather,
    choose_mont_pair_gather,
    loom_mont_pair_gather_portable,
WITH_avx512ifma_avx512vl_avx512dq(LOOM_NAME(mont_pair_gather_ifma), resolve_mont_pair_gather),
};
const struct loom_kernel loom_row_mont_pair_gather = {
    name_mont_pair_gather, variants_mont_pair_gather, preferences_mont_pair_gather, &loom_way_mont_pair_gather,
    NULL, COUNT(variants_mont_pair_gather), COUNT(preferences_mont_pair_gather), 64,
};

DECLARED(mont_pair_mul, ifma)
static const struct loom_variant variants_mont_pair_mul[] = {
    PORTABLE(mont_pair_mul)
    WITH_avx512ifma_avx512vl_avx512dq(VARIANT(mont_pair_mul, ifma, 3, 1416, LOOM_CPU_AVX512IFMA, LOOM_CPU_AVX512VL, LOOM_CPU_AVX512DQ, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_mont_pair_mul[] = {
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
    PREFER(generic, 0, 3, MODEL, any, NONE)
};
static const char name_mont_pair_mul[] = "mont_pair_mul"; /* alone: a linker may drop it */
loom_mont_pair_mul_fn *const loom_slots_mont_pair_mul[] = {
    resolve_mont_pair_mul,
    choose_mont_pair_mul,
    loom_mont_pair_mul_portable,
WITH_avx512ifma_avx512vl_avx512dq(LOOM_NAME(mont_pair_mul_ifma), resolve_mont_pair_mul),
};
const struct loom_kernel loom_row_mont_pair_mul = {
    name_mont_pair_mul, variants_mont_pair_mul, preferences_mont_pair_mul, &loom_way_mont_pair_mul,
    NULL, COUNT(variants_mont_pair_mul), COUNT(preferences_mont_pair_mul), 64,
};

DECLARED(mont_pair_sqr, ifma)
static const struct loom_variant variants_mont_pair_sqr[] = {
    PORTABLE(mont_pair_sqr)
    WITH_avx512ifma_avx512vl_avx512dq(VARIANT(mont_pair_sqr, ifma, 3, 1432, LOOM_CPU_AVX512IFMA, LOOM_CPU_AVX512VL, LOOM_CPU_AVX512DQ, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_mont_pair_sqr[] = {
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
    PREFER(generic, 0, 3, MODEL, any, NONE)
};
static const char name_mont_pair_sqr[] = "mont_pair_sqr"; /* alone: a linker may drop it */
loom_mont_pair_sqr_fn *const loom_slots_mont_pair_sqr[] = {
    resolve_mont_pair_sqr,
    choose_mont_pair_sqr,
    loom_mont_pair_sqr_portable,
WITH_avx512ifma_avx512vl_avx512dq(LOOM_NAME(mont_pair_sqr_ifma), resolve_mont_pair_sqr),
};
const struct loom_kernel loom_row_mont_pair_sqr = {
    name_mont_pair_sqr, variants_mont_pair_sqr, preferences_mont_pair_sqr, &loom_way_mont_pair_sqr,
    NULL, COUNT(variants_mont_pair_sqr), COUNT(preferences_mont_pair_sqr), 64,
};

DECLARED(mont_sqr, scalar)
DECLARED(mont_sqr, mulx)
DECLARED(mont_sqr, adx)
static const struct loom_variant variants_mont_sqr[] = {
    PORTABLE(mont_sqr)
    VARIANT(mont_sqr, scalar, 3, 1240, LOOM_CPU_NONE)
    WITH_bmi2(VARIANT(mont_sqr, mulx, 5, 1256, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
    WITH_adx_bmi2(VARIANT(mont_sqr, adx, 6, 1272, LOOM_CPU_ADX, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_mont_sqr[] = {
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 0, 6, MODEL, any, NONE)
};
static const char name_mont_sqr[] = "mont_sqr"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_mont_sqr = {
    name_mont_sqr, variants_mont_sqr, preferences_mont_sqr, &loom_way_mont_sqr,
    ASKED(mont_sqr), COUNT(variants_mont_sqr), COUNT(preferences_mont_sqr), 8,
};

DECLARED(rc4_md5_blocks, gathered)
DECLARED(rc4_md5_blocks, lookahead)
DECLARED(rc4_md5_blocks, avx512vl)
static const struct loom_variant variants_rc4_md5_blocks[] = {
    PORTABLE(rc4_md5_blocks)
    VARIANT(rc4_md5_blocks, gathered, 4, 104, LOOM_CPU_NONE)
    VARIANT(rc4_md5_blocks, lookahead, 5, 200, LOOM_CPU_NONE)
    WITH_avx512f_avx512vl(VARIANT(rc4_md5_blocks, avx512vl, 6, 88, LOOM_CPU_AVX512F, LOOM_CPU_AVX512VL, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_rc4_md5_blocks[] = {
    PREFER(generic, 0, 3, MEASURED, any, NONE)
    PREFER(generic, 0, 4, MEASURED, any, NONE)
    PREFER(intel_generic, 0, 5, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 0, 5, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 0, 6, MEASURED, any, NONE)
};
static const char name_rc4_md5_blocks[] = "rc4_md5_blocks"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_rc4_md5_blocks = {
    name_rc4_md5_blocks, variants_rc4_md5_blocks, preferences_rc4_md5_blocks, &loom_way_rc4_md5_blocks,
    NULL, COUNT(variants_rc4_md5_blocks), COUNT(preferences_rc4_md5_blocks), 64,
};

DECLARED(rc4_set_key, scalar)
static const struct loom_variant variants_rc4_set_key[] = {
    PORTABLE(rc4_set_key)
    VARIANT(rc4_set_key, scalar, 3, 16, LOOM_CPU_NONE)
};
static const char name_rc4_set_key[] = "rc4_set_key"; /* alone: a linker may drop it */
loom_rc4_set_key_fn *const loom_slots_rc4_set_key[] = {
    resolve_rc4_set_key,
    choose_rc4_set_key,
    loom_rc4_set_key_portable,
LOOM_NAME(rc4_set_key_scalar),
};
const struct loom_kernel loom_row_rc4_set_key = {
    name_rc4_set_key, variants_rc4_set_key, NULL, &loom_way_rc4_set_key,
    NULL, COUNT(variants_rc4_set_key), 0, 1,
};

DECLARED(rc4_stream, branchfree)
DECLARED(rc4_stream, lookahead)
DECLARED(rc4_stream, gathered)
DECLARED(rc4_stream, preloaded)
static const struct loom_variant variants_rc4_stream[] = {
    PORTABLE(rc4_stream)
    VARIANT(rc4_stream, branchfree, 3, 64, LOOM_CPU_NONE)
    VARIANT(rc4_stream, lookahead, 4, 72, LOOM_CPU_NONE)
    VARIANT(rc4_stream, gathered, 5, 16, LOOM_CPU_NONE)
    VARIANT(rc4_stream, preloaded, 6, 24, LOOM_CPU_NONE)
};
static const struct loom_preference preferences_rc4_stream[] = {
    PREFER(generic, 0, 6, MEASURED, any, NONE)
    PREFER(generic, 0, 5, MEASURED, throughput, NONE)
    PREFER(amd_zen4, 64, 4, MEASURED, any, NONE)
    PREFER(amd_zen5, 64, 4, MEASURED, any, NONE)
    PREFER(intel_generic, 0, 3, MEASURED, any, NONE)
    PREFER(intel_generic, 64, 4, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 0, 6, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 32, 4, MEASURED, any, NONE)
};
static const char name_rc4_stream[] = "rc4_stream"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_rc4_stream = {
    name_rc4_stream, variants_rc4_stream, preferences_rc4_stream, &loom_way_rc4_stream,
    NULL, COUNT(variants_rc4_stream), COUNT(preferences_rc4_stream), 1,
};

DECLARED(sha1_blocks, scalar)
DECLARED(sha1_blocks, ssse3)
DECLARED(sha1_blocks, avx2)
DECLARED(sha1_blocks, shani_avx512vl)
DECLARED(sha1_blocks, shani)
static const struct loom_variant variants_sha1_blocks[] = {
    PORTABLE(sha1_blocks)
    VARIANT(sha1_blocks, scalar, 3, 248, LOOM_CPU_NONE)
    WITH_ssse3(VARIANT(sha1_blocks, ssse3, 4, 200, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_avx2_bmi1_bmi2(VARIANT(sha1_blocks, avx2, 5, 824, LOOM_CPU_AVX2, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
    WITH_avx512bw_avx512vl_sha(VARIANT(sha1_blocks, shani_avx512vl, 6, 16, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_SHA, LOOM_CPU_NONE), )
    WITH_ssse3_sha(VARIANT(sha1_blocks, shani, 7, 88, LOOM_CPU_SSSE3, LOOM_CPU_SHA, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha1_blocks[] = {
    PREFER(intel_sapphirerapids, 0, 6, MEASURED, any, NONE)
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 0, 7, MODEL, any, NONE)
};
static const char name_sha1_blocks[] = "sha1_blocks"; /* alone: a linker may drop it */
loom_sha1_blocks_fn *const loom_slots_sha1_blocks[] = {
    resolve_sha1_blocks,
    choose_sha1_blocks,
    loom_sha1_blocks_portable,
LOOM_NAME(sha1_blocks_scalar),
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
    resolve_sha1_blocks,
};
const struct loom_kernel loom_row_sha1_blocks = {
    name_sha1_blocks, variants_sha1_blocks, preferences_sha1_blocks, &loom_way_sha1_blocks,
    ASKED(sha1_blocks), COUNT(variants_sha1_blocks), COUNT(preferences_sha1_blocks), 64,
};

DECLARED(sha1_blocks_x16, avx512)
static const struct loom_variant variants_sha1_blocks_x16[] = {
    PORTABLE(sha1_blocks_x16)
    WITH_avx512f_avx512bw(VARIANT(sha1_blocks_x16, avx512, 3, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha1_blocks_x16[] = {
    PREFER(generic, 0, 3, MODEL, any, NONE)
};
static const char name_sha1_blocks_x16[] = "sha1_blocks_x16"; /* alone: a linker may drop it */
loom_sha1_blocks_x16_fn *const loom_slots_sha1_blocks_x16[] = {
    resolve_sha1_blocks_x16,
    choose_sha1_blocks_x16,
    loom_sha1_blocks_x16_portable,
WITH_avx512f_avx512bw(LOOM_NAME(sha1_blocks_x16_avx512), resolve_sha1_blocks_x16),
};
const struct loom_kernel loom_row_sha1_blocks_x16 = {
    name_sha1_blocks_x16, variants_sha1_blocks_x16, preferences_sha1_blocks_x16, &loom_way_sha1_blocks_x16,
    ASKED(sha1_blocks_x16), COUNT(variants_sha1_blocks_x16), COUNT(preferences_sha1_blocks_x16), 64,
};

DECLARED(sha1_blocks_x2, shani_avx512vl)
DECLARED(sha1_blocks_x2, shani)
static const struct loom_variant variants_sha1_blocks_x2[] = {
    PORTABLE(sha1_blocks_x2)
    WITH_avx512bw_avx512vl_sha(VARIANT(sha1_blocks_x2, shani_avx512vl, 3, 0, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_SHA, LOOM_CPU_NONE), )
    WITH_ssse3_sha(VARIANT(sha1_blocks_x2, shani, 4, 0, LOOM_CPU_SSSE3, LOOM_CPU_SHA, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha1_blocks_x2[] = {
    PREFER(intel_sapphirerapids, 0, 3, MEASURED, any, NONE)
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(intel_generic, 0, 3, MODEL, any, NONE)
    PREFER(intel_atom, 0, 4, MODEL, any, NONE)
    PREFER(amd_zen5, 0, 3, MODEL, any, NONE)
};
static const char name_sha1_blocks_x2[] = "sha1_blocks_x2"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_sha1_blocks_x2 = {
    name_sha1_blocks_x2, variants_sha1_blocks_x2, preferences_sha1_blocks_x2, &loom_way_sha1_blocks_x2,
    ASKED(sha1_blocks_x2), COUNT(variants_sha1_blocks_x2), COUNT(preferences_sha1_blocks_x2), 64,
};

DECLARED(sha1_blocks_x4, ssse3)
DECLARED(sha1_blocks_x4, shani)
static const struct loom_variant variants_sha1_blocks_x4[] = {
    PORTABLE(sha1_blocks_x4)
    WITH_ssse3(VARIANT(sha1_blocks_x4, ssse3, 4, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_ssse3_sha(VARIANT(sha1_blocks_x4, shani, 5, 0, LOOM_CPU_SSSE3, LOOM_CPU_SHA, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha1_blocks_x4[] = {
    PREFER(intel_sapphirerapids, 0, 4, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 0, 2, MEASURED, any, SHA)
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(generic, 0, 2, MODEL, any, SHA)
    PREFER(intel_arrowlake, 0, 4, MODEL, any, NONE)
    PREFER(intel_pantherlake, 0, 4, MODEL, any, NONE)
    PREFER(amd_generic, 0, 4, MODEL, any, NONE)
    PREFER(amd_generic, 0, 2, MODEL, any, SHA)
    PREFER(amd_generic, 0, 5, MODEL, any, NONE)
};
static const char name_sha1_blocks_x4[] = "sha1_blocks_x4"; /* alone: a linker may drop it */
loom_sha1_blocks_x4_fn *const loom_slots_sha1_blocks_x4[] = {
    resolve_sha1_blocks_x4,
    choose_sha1_blocks_x4,
    loom_sha1_blocks_x4_portable,
resolve_sha1_blocks_x4,
WITH_ssse3(LOOM_NAME(sha1_blocks_x4_ssse3), resolve_sha1_blocks_x4),
WITH_ssse3_sha(LOOM_NAME(sha1_blocks_x4_shani), resolve_sha1_blocks_x4),
    resolve_sha1_blocks_x4,
    resolve_sha1_blocks_x4,
};
const struct loom_kernel loom_row_sha1_blocks_x4 = {
    name_sha1_blocks_x4, variants_sha1_blocks_x4, preferences_sha1_blocks_x4, &loom_way_sha1_blocks_x4,
    ASKED(sha1_blocks_x4), COUNT(variants_sha1_blocks_x4), COUNT(preferences_sha1_blocks_x4), 64,
};

DECLARED(sha1_blocks_x8, avx2)
DECLARED(sha1_blocks_x8, avx512vl)
static const struct loom_variant variants_sha1_blocks_x8[] = {
    PORTABLE(sha1_blocks_x8)
    WITH_avx2(VARIANT(sha1_blocks_x8, avx2, 3, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
    WITH_avx512bw_avx512vl(VARIANT(sha1_blocks_x8, avx512vl, 4, 0, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha1_blocks_x8[] = {
    PREFER(intel_sapphirerapids, 0, 4, MEASURED, any, NONE)
    PREFER(generic, 0, 3, MODEL, any, NONE)
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(intel_atom, 0, 2, MODEL, any, NONE)
    PREFER(amd_zen1, 0, 2, MODEL, any, NONE)
};
static const char name_sha1_blocks_x8[] = "sha1_blocks_x8"; /* alone: a linker may drop it */
loom_sha1_blocks_x8_fn *const loom_slots_sha1_blocks_x8[] = {
    resolve_sha1_blocks_x8,
    choose_sha1_blocks_x8,
    loom_sha1_blocks_x8_portable,
WITH_avx2(LOOM_NAME(sha1_blocks_x8_avx2), resolve_sha1_blocks_x8),
WITH_avx512bw_avx512vl(LOOM_NAME(sha1_blocks_x8_avx512vl), resolve_sha1_blocks_x8),
    resolve_sha1_blocks_x8,
    resolve_sha1_blocks_x8,
    resolve_sha1_blocks_x8,
};
const struct loom_kernel loom_row_sha1_blocks_x8 = {
    name_sha1_blocks_x8, variants_sha1_blocks_x8, preferences_sha1_blocks_x8, &loom_way_sha1_blocks_x8,
    ASKED(sha1_blocks_x8), COUNT(variants_sha1_blocks_x8), COUNT(preferences_sha1_blocks_x8), 64,
};

DECLARED(sha256_blocks, scalar)
DECLARED(sha256_blocks, ssse3)
DECLARED(sha256_blocks, avx2)
DECLARED(sha256_blocks, shani)
static const struct loom_variant variants_sha256_blocks[] = {
    PORTABLE(sha256_blocks)
    VARIANT(sha256_blocks, scalar, 3, 408, LOOM_CPU_NONE)
    WITH_ssse3(VARIANT(sha256_blocks, ssse3, 4, 232, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_avx2_bmi1_bmi2(VARIANT(sha256_blocks, avx2, 5, 776, LOOM_CPU_AVX2, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
    WITH_ssse3_sha(VARIANT(sha256_blocks, shani, 6, 104, LOOM_CPU_SSSE3, LOOM_CPU_SHA, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha256_blocks[] = {
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(generic, 0, 6, MODEL, any, NONE)
};
static const char name_sha256_blocks[] = "sha256_blocks"; /* alone: a linker may drop it */
loom_sha256_blocks_fn *const loom_slots_sha256_blocks[] = {
    resolve_sha256_blocks,
    choose_sha256_blocks,
    loom_sha256_blocks_portable,
LOOM_NAME(sha256_blocks_scalar),
WITH_ssse3(LOOM_NAME(sha256_blocks_ssse3), resolve_sha256_blocks),
WITH_avx2_bmi1_bmi2(LOOM_NAME(sha256_blocks_avx2), resolve_sha256_blocks),
WITH_ssse3_sha(LOOM_NAME(sha256_blocks_shani), resolve_sha256_blocks),
resolve_sha256_blocks,
};
const struct loom_kernel loom_row_sha256_blocks = {
    name_sha256_blocks, variants_sha256_blocks, preferences_sha256_blocks, &loom_way_sha256_blocks,
    ASKED(sha256_blocks), COUNT(variants_sha256_blocks), COUNT(preferences_sha256_blocks), 64,
};

DECLARED(sha256_blocks_x16, avx512)
static const struct loom_variant variants_sha256_blocks_x16[] = {
    PORTABLE(sha256_blocks_x16)
    WITH_avx512f_avx512bw(VARIANT(sha256_blocks_x16, avx512, 3, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha256_blocks_x16[] = {
    PREFER(generic, 0, 3, MODEL, any, NONE)
};
static const char name_sha256_blocks_x16[] = "sha256_blocks_x16"; /* alone: a linker may drop it */
loom_sha256_blocks_x16_fn *const loom_slots_sha256_blocks_x16[] = {
    resolve_sha256_blocks_x16,
    choose_sha256_blocks_x16,
    loom_sha256_blocks_x16_portable,
WITH_avx512f_avx512bw(LOOM_NAME(sha256_blocks_x16_avx512), resolve_sha256_blocks_x16),
};
const struct loom_kernel loom_row_sha256_blocks_x16 = {
    name_sha256_blocks_x16, variants_sha256_blocks_x16, preferences_sha256_blocks_x16, &loom_way_sha256_blocks_x16,
    ASKED(sha256_blocks_x16), COUNT(variants_sha256_blocks_x16), COUNT(preferences_sha256_blocks_x16), 64,
};

DECLARED(sha256_blocks_x2, shani)
static const struct loom_variant variants_sha256_blocks_x2[] = {
    PORTABLE(sha256_blocks_x2)
    WITH_ssse3_sha(VARIANT(sha256_blocks_x2, shani, 3, 0, LOOM_CPU_SSSE3, LOOM_CPU_SHA, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha256_blocks_x2[] = {
    PREFER(generic, 0, 3, MODEL, any, NONE)
    PREFER(intel_icelake, 0, 2, MODEL, any, NONE)
};
static const char name_sha256_blocks_x2[] = "sha256_blocks_x2"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_sha256_blocks_x2 = {
    name_sha256_blocks_x2, variants_sha256_blocks_x2, preferences_sha256_blocks_x2, &loom_way_sha256_blocks_x2,
    ASKED(sha256_blocks_x2), COUNT(variants_sha256_blocks_x2), COUNT(preferences_sha256_blocks_x2), 64,
};

DECLARED(sha256_blocks_x4, ssse3)
DECLARED(sha256_blocks_x4, shani)
static const struct loom_variant variants_sha256_blocks_x4[] = {
    PORTABLE(sha256_blocks_x4)
    WITH_ssse3(VARIANT(sha256_blocks_x4, ssse3, 4, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
    WITH_ssse3_sha(VARIANT(sha256_blocks_x4, shani, 5, 0, LOOM_CPU_SSSE3, LOOM_CPU_SHA, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha256_blocks_x4[] = {
    PREFER(intel_sapphirerapids, 0, 5, MEASURED, any, NONE)
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(generic, 0, 2, MODEL, any, SHA)
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(intel_generic, 0, 4, MODEL, any, NONE)
    PREFER(intel_generic, 0, 2, MODEL, any, SHA)
    PREFER(intel_arrowlake, 0, 5, MODEL, any, NONE)
    PREFER(intel_pantherlake, 0, 5, MODEL, any, NONE)
    PREFER(intel_atom, 0, 5, MODEL, any, NONE)
};
static const char name_sha256_blocks_x4[] = "sha256_blocks_x4"; /* alone: a linker may drop it */
loom_sha256_blocks_x4_fn *const loom_slots_sha256_blocks_x4[] = {
    resolve_sha256_blocks_x4,
    choose_sha256_blocks_x4,
    loom_sha256_blocks_x4_portable,
resolve_sha256_blocks_x4,
WITH_ssse3(LOOM_NAME(sha256_blocks_x4_ssse3), resolve_sha256_blocks_x4),
WITH_ssse3_sha(LOOM_NAME(sha256_blocks_x4_shani), resolve_sha256_blocks_x4),
    resolve_sha256_blocks_x4,
    resolve_sha256_blocks_x4,
};
const struct loom_kernel loom_row_sha256_blocks_x4 = {
    name_sha256_blocks_x4, variants_sha256_blocks_x4, preferences_sha256_blocks_x4, &loom_way_sha256_blocks_x4,
    ASKED(sha256_blocks_x4), COUNT(variants_sha256_blocks_x4), COUNT(preferences_sha256_blocks_x4), 64,
};

DECLARED(sha256_blocks_x8, avx2)
DECLARED(sha256_blocks_x8, avx512vl)
static const struct loom_variant variants_sha256_blocks_x8[] = {
    PORTABLE(sha256_blocks_x8)
    WITH_avx2(VARIANT(sha256_blocks_x8, avx2, 3, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
    WITH_avx512bw_avx512vl(VARIANT(sha256_blocks_x8, avx512vl, 4, 0, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha256_blocks_x8[] = {
    PREFER(amd_zen3, 0, 3, MEASURED, any, NONE)
    PREFER(amd_zen3, 0, 2, MEASURED, any, SHA)
    PREFER(amd_zen4, 0, 3, MEASURED, any, NONE)
    PREFER(amd_zen4, 0, 2, MEASURED, any, SHA)
    PREFER(amd_zen4, 8192, 3, MEASURED, any, SHA)
    PREFER(intel_sapphirerapids, 0, 3, MEASURED, any, NONE)
    PREFER(intel_sapphirerapids, 0, 2, MEASURED, any, SHA)
    PREFER(intel_sapphirerapids, 0, 4, MEASURED, any, NONE)
    PREFER(generic, 0, 3, MODEL, any, NONE)
    PREFER(generic, 0, 2, MODEL, any, SHA)
    PREFER(generic, 0, 4, MODEL, any, NONE)
};
static const char name_sha256_blocks_x8[] = "sha256_blocks_x8"; /* alone: a linker may drop it */
loom_sha256_blocks_x8_fn *const loom_slots_sha256_blocks_x8[] = {
    resolve_sha256_blocks_x8,
    choose_sha256_blocks_x8,
    loom_sha256_blocks_x8_portable,
WITH_avx2(LOOM_NAME(sha256_blocks_x8_avx2), resolve_sha256_blocks_x8),
WITH_avx512bw_avx512vl(LOOM_NAME(sha256_blocks_x8_avx512vl), resolve_sha256_blocks_x8),
    resolve_sha256_blocks_x8,
    resolve_sha256_blocks_x8,
    resolve_sha256_blocks_x8,
};
const struct loom_kernel loom_row_sha256_blocks_x8 = {
    name_sha256_blocks_x8, variants_sha256_blocks_x8, preferences_sha256_blocks_x8, &loom_way_sha256_blocks_x8,
    ASKED(sha256_blocks_x8), COUNT(variants_sha256_blocks_x8), COUNT(preferences_sha256_blocks_x8), 64,
};

DECLARED(sha512_blocks, scalar)
DECLARED(sha512_blocks, avx2)
DECLARED(sha512_blocks, avx512vl_words)
DECLARED(sha512_blocks, avx512vl)
static const struct loom_variant variants_sha512_blocks[] = {
    PORTABLE(sha512_blocks)
    VARIANT(sha512_blocks, scalar, 3, 824, LOOM_CPU_NONE)
    WITH_avx2_bmi1_bmi2(VARIANT(sha512_blocks, avx2, 5, 1624, LOOM_CPU_AVX2, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
    WITH_avx512bw_avx512vl_bmi1_bmi2(VARIANT(sha512_blocks, avx512vl_words, 6, 1544, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
    WITH_avx512bw_avx512vl_bmi1_bmi2(VARIANT(sha512_blocks, avx512vl, 7, 1464, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha512_blocks[] = {
    PREFER(intel_sapphirerapids, 0, 7, MEASURED, any, NONE)
    PREFER(amd_zen4, 0, 7, MEASURED, any, NONE)
    PREFER(generic, 0, 5, MODEL, any, NONE)
    PREFER(intel_skylake_avx512, 0, 7, MODEL, any, NONE)
    PREFER(intel_icelake, 0, 7, MODEL, any, NONE)
    PREFER(amd_generic, 0, 5, MODEL, any, NONE)
    PREFER(amd_generic, 0, 6, MODEL, any, NONE)
};
static const char name_sha512_blocks[] = "sha512_blocks"; /* alone: a linker may drop it */
loom_sha512_blocks_fn *const loom_slots_sha512_blocks[] = {
    resolve_sha512_blocks,
    choose_sha512_blocks,
    loom_sha512_blocks_portable,
LOOM_NAME(sha512_blocks_scalar),
resolve_sha512_blocks,
WITH_avx2_bmi1_bmi2(LOOM_NAME(sha512_blocks_avx2), resolve_sha512_blocks),
WITH_avx512bw_avx512vl_bmi1_bmi2(LOOM_NAME(sha512_blocks_avx512vl_words), resolve_sha512_blocks),
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
const struct loom_kernel loom_row_sha512_blocks = {
    name_sha512_blocks, variants_sha512_blocks, preferences_sha512_blocks, &loom_way_sha512_blocks,
    ASKED(sha512_blocks), COUNT(variants_sha512_blocks), COUNT(preferences_sha512_blocks), 128,
};

DECLARED(sha512_blocks_x4, avx2)
DECLARED(sha512_blocks_x4, avx512vl)
static const struct loom_variant variants_sha512_blocks_x4[] = {
    PORTABLE(sha512_blocks_x4)
    WITH_avx2(VARIANT(sha512_blocks_x4, avx2, 3, 0, LOOM_CPU_AVX2, LOOM_CPU_NONE), )
    WITH_avx512bw_avx512vl(VARIANT(sha512_blocks_x4, avx512vl, 4, 0, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha512_blocks_x4[] = {
    PREFER(intel_sapphirerapids, 0, 4, MEASURED, any, NONE)
    PREFER(generic, 0, 3, MODEL, any, NONE)
    PREFER(generic, 0, 4, MODEL, any, NONE)
    PREFER(intel_atom, 0, 2, MODEL, any, NONE)
    PREFER(amd_zen1, 0, 2, MODEL, any, NONE)
};
static const char name_sha512_blocks_x4[] = "sha512_blocks_x4"; /* alone: a linker may drop it */
loom_sha512_blocks_x4_fn *const loom_slots_sha512_blocks_x4[] = {
    resolve_sha512_blocks_x4,
    choose_sha512_blocks_x4,
    loom_sha512_blocks_x4_portable,
WITH_avx2(LOOM_NAME(sha512_blocks_x4_avx2), resolve_sha512_blocks_x4),
WITH_avx512bw_avx512vl(LOOM_NAME(sha512_blocks_x4_avx512vl), resolve_sha512_blocks_x4),
    resolve_sha512_blocks_x4,
    resolve_sha512_blocks_x4,
    resolve_sha512_blocks_x4,
};
const struct loom_kernel loom_row_sha512_blocks_x4 = {
    name_sha512_blocks_x4, variants_sha512_blocks_x4, preferences_sha512_blocks_x4, &loom_way_sha512_blocks_x4,
    ASKED(sha512_blocks_x4), COUNT(variants_sha512_blocks_x4), COUNT(preferences_sha512_blocks_x4), 128,
};

DECLARED(sha512_blocks_x8, avx512)
static const struct loom_variant variants_sha512_blocks_x8[] = {
    PORTABLE(sha512_blocks_x8)
    WITH_avx512f_avx512bw(VARIANT(sha512_blocks_x8, avx512, 3, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_NONE), )
};
static const struct loom_preference preferences_sha512_blocks_x8[] = {
    PREFER(generic, 0, 3, MODEL, any, NONE)
};
static const char name_sha512_blocks_x8[] = "sha512_blocks_x8"; /* alone: a linker may drop it */
loom_sha512_blocks_x8_fn *const loom_slots_sha512_blocks_x8[] = {
    resolve_sha512_blocks_x8,
    choose_sha512_blocks_x8,
    loom_sha512_blocks_x8_portable,
WITH_avx512f_avx512bw(LOOM_NAME(sha512_blocks_x8_avx512), resolve_sha512_blocks_x8),
};
const struct loom_kernel loom_row_sha512_blocks_x8 = {
    name_sha512_blocks_x8, variants_sha512_blocks_x8, preferences_sha512_blocks_x8, &loom_way_sha512_blocks_x8,
    ASKED(sha512_blocks_x8), COUNT(variants_sha512_blocks_x8), COUNT(preferences_sha512_blocks_x8), 128,
};


#else
static const struct loom_variant variants_aes_cbc_decrypt[] = {
    PORTABLE(aes_cbc_decrypt)
};
static const char name_aes_cbc_decrypt[] = "aes_cbc_decrypt"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_cbc_decrypt = {
    name_aes_cbc_decrypt, variants_aes_cbc_decrypt, NULL, &loom_way_aes_cbc_decrypt,
    ASKED(aes_cbc_decrypt), COUNT(variants_aes_cbc_decrypt), 0, 16,
};

static const struct loom_variant variants_aes_cbc_encrypt[] = {
    PORTABLE(aes_cbc_encrypt)
};
static const char name_aes_cbc_encrypt[] = "aes_cbc_encrypt"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_cbc_encrypt = {
    name_aes_cbc_encrypt, variants_aes_cbc_encrypt, NULL, &loom_way_aes_cbc_encrypt,
    ASKED(aes_cbc_encrypt), COUNT(variants_aes_cbc_encrypt), 0, 16,
};

static const struct loom_variant variants_aes_cbc_encrypt_x16[] = {
    PORTABLE(aes_cbc_encrypt_x16)
};
static const char name_aes_cbc_encrypt_x16[] = "aes_cbc_encrypt_x16"; /* alone: a linker may drop it */
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
    name_aes_cbc_encrypt_x16, variants_aes_cbc_encrypt_x16, NULL, &loom_way_aes_cbc_encrypt_x16,
    ASKED(aes_cbc_encrypt_x16), COUNT(variants_aes_cbc_encrypt_x16), 0, 16,
};

static const struct loom_variant variants_aes_cbc_encrypt_x4[] = {
    PORTABLE(aes_cbc_encrypt_x4)
};
static const char name_aes_cbc_encrypt_x4[] = "aes_cbc_encrypt_x4"; /* alone: a linker may drop it */
loom_aes_cbc_encrypt_x4_fn *const loom_slots_aes_cbc_encrypt_x4[] = {
    resolve_aes_cbc_encrypt_x4,
    choose_aes_cbc_encrypt_x4,
    loom_aes_cbc_encrypt_x4_portable,
resolve_aes_cbc_encrypt_x4,
};
const struct loom_kernel loom_row_aes_cbc_encrypt_x4 = {
    name_aes_cbc_encrypt_x4, variants_aes_cbc_encrypt_x4, NULL, &loom_way_aes_cbc_encrypt_x4,
    ASKED(aes_cbc_encrypt_x4), COUNT(variants_aes_cbc_encrypt_x4), 0, 16,
};

static const struct loom_variant variants_aes_cbc_encrypt_x8[] = {
    PORTABLE(aes_cbc_encrypt_x8)
};
static const char name_aes_cbc_encrypt_x8[] = "aes_cbc_encrypt_x8"; /* alone: a linker may drop it */
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
    name_aes_cbc_encrypt_x8, variants_aes_cbc_encrypt_x8, NULL, &loom_way_aes_cbc_encrypt_x8,
    ASKED(aes_cbc_encrypt_x8), COUNT(variants_aes_cbc_encrypt_x8), 0, 16,
};

static const struct loom_variant variants_aes_cbc_sha1_blocks[] = {
    PORTABLE(aes_cbc_sha1_blocks)
};
static const char name_aes_cbc_sha1_blocks[] = "aes_cbc_sha1_blocks"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_cbc_sha1_blocks = {
    name_aes_cbc_sha1_blocks, variants_aes_cbc_sha1_blocks, NULL, &loom_way_aes_cbc_sha1_blocks,
    ASKED(aes_cbc_sha1_blocks), COUNT(variants_aes_cbc_sha1_blocks), 0, 64,
};

static const struct loom_variant variants_aes_cbc_sha256_blocks[] = {
    PORTABLE(aes_cbc_sha256_blocks)
};
static const char name_aes_cbc_sha256_blocks[] = "aes_cbc_sha256_blocks"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_cbc_sha256_blocks = {
    name_aes_cbc_sha256_blocks, variants_aes_cbc_sha256_blocks, NULL, &loom_way_aes_cbc_sha256_blocks,
    ASKED(aes_cbc_sha256_blocks), COUNT(variants_aes_cbc_sha256_blocks), 0, 64,
};

static const struct loom_variant variants_aes_cbc_sha512_blocks[] = {
    PORTABLE(aes_cbc_sha512_blocks)
};
static const char name_aes_cbc_sha512_blocks[] = "aes_cbc_sha512_blocks"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_cbc_sha512_blocks = {
    name_aes_cbc_sha512_blocks, variants_aes_cbc_sha512_blocks, NULL, &loom_way_aes_cbc_sha512_blocks,
    ASKED(aes_cbc_sha512_blocks), COUNT(variants_aes_cbc_sha512_blocks), 0, 128,
};

static const struct loom_variant variants_aes_ctr32[] = {
    PORTABLE(aes_ctr32)
};
static const char name_aes_ctr32[] = "aes_ctr32"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_ctr32 = {
    name_aes_ctr32, variants_aes_ctr32, NULL, &loom_way_aes_ctr32,
    ASKED(aes_ctr32), COUNT(variants_aes_ctr32), 0, 16,
};

static const struct loom_variant variants_aes_ecb_decrypt[] = {
    PORTABLE(aes_ecb_decrypt)
};
static const char name_aes_ecb_decrypt[] = "aes_ecb_decrypt"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_ecb_decrypt = {
    name_aes_ecb_decrypt, variants_aes_ecb_decrypt, NULL, &loom_way_aes_ecb_decrypt,
    ASKED(aes_ecb_decrypt), COUNT(variants_aes_ecb_decrypt), 0, 16,
};

static const struct loom_variant variants_aes_ecb_encrypt[] = {
    PORTABLE(aes_ecb_encrypt)
};
static const char name_aes_ecb_encrypt[] = "aes_ecb_encrypt"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_ecb_encrypt = {
    name_aes_ecb_encrypt, variants_aes_ecb_encrypt, NULL, &loom_way_aes_ecb_encrypt,
    ASKED(aes_ecb_encrypt), COUNT(variants_aes_ecb_encrypt), 0, 16,
};

static const struct loom_variant variants_aes_set_decrypt_key[] = {
    PORTABLE(aes_set_decrypt_key)
};
static const char name_aes_set_decrypt_key[] = "aes_set_decrypt_key"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_set_decrypt_key = {
    name_aes_set_decrypt_key, variants_aes_set_decrypt_key, NULL, &loom_way_aes_set_decrypt_key,
    ASKED(aes_set_decrypt_key), COUNT(variants_aes_set_decrypt_key), 0, 1,
};

static const struct loom_variant variants_aes_set_encrypt_key[] = {
    PORTABLE(aes_set_encrypt_key)
};
static const char name_aes_set_encrypt_key[] = "aes_set_encrypt_key"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_aes_set_encrypt_key = {
    name_aes_set_encrypt_key, variants_aes_set_encrypt_key, NULL, &loom_way_aes_set_encrypt_key,
    ASKED(aes_set_encrypt_key), COUNT(variants_aes_set_encrypt_key), 0, 1,
};

static const struct loom_variant variants_md5_blocks[] = {
    PORTABLE(md5_blocks)
};
static const char name_md5_blocks[] = "md5_blocks"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_md5_blocks = {
    name_md5_blocks, variants_md5_blocks, NULL, &loom_way_md5_blocks,
    ASKED(md5_blocks), COUNT(variants_md5_blocks), 0, 64,
};

static const struct loom_variant variants_md5_blocks_x16[] = {
    PORTABLE(md5_blocks_x16)
};
static const char name_md5_blocks_x16[] = "md5_blocks_x16"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_md5_blocks_x16 = {
    name_md5_blocks_x16, variants_md5_blocks_x16, NULL, &loom_way_md5_blocks_x16,
    ASKED(md5_blocks_x16), COUNT(variants_md5_blocks_x16), 0, 64,
};

static const struct loom_variant variants_md5_blocks_x32[] = {
    PORTABLE(md5_blocks_x32)
};
static const char name_md5_blocks_x32[] = "md5_blocks_x32"; /* alone: a linker may drop it */
loom_md5_blocks_x32_fn *const loom_slots_md5_blocks_x32[] = {
    resolve_md5_blocks_x32,
    choose_md5_blocks_x32,
    loom_md5_blocks_x32_portable,
resolve_md5_blocks_x32,
};
const struct loom_kernel loom_row_md5_blocks_x32 = {
    name_md5_blocks_x32, variants_md5_blocks_x32, NULL, &loom_way_md5_blocks_x32,
    ASKED(md5_blocks_x32), COUNT(variants_md5_blocks_x32), 0, 64,
};

static const struct loom_variant variants_md5_blocks_x4[] = {
    PORTABLE(md5_blocks_x4)
};
static const char name_md5_blocks_x4[] = "md5_blocks_x4"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_md5_blocks_x4 = {
    name_md5_blocks_x4, variants_md5_blocks_x4, NULL, &loom_way_md5_blocks_x4,
    ASKED(md5_blocks_x4), COUNT(variants_md5_blocks_x4), 0, 64,
};

static const struct loom_variant variants_md5_blocks_x8[] = {
    PORTABLE(md5_blocks_x8)
};
static const char name_md5_blocks_x8[] = "md5_blocks_x8"; /* alone: a linker may drop it */
loom_md5_blocks_x8_fn *const loom_slots_md5_blocks_x8[] = {
    resolve_md5_blocks_x8,
    choose_md5_blocks_x8,
    loom_md5_blocks_x8_portable,
resolve_md5_blocks_x8,
resolve_md5_blocks_x8,
    resolve_md5_blocks_x8,
    resolve_md5_blocks_x8,
    resolve_md5_blocks_x8,
};
const struct loom_kernel loom_row_md5_blocks_x8 = {
    name_md5_blocks_x8, variants_md5_blocks_x8, NULL, &loom_way_md5_blocks_x8,
    ASKED(md5_blocks_x8), COUNT(variants_md5_blocks_x8), 0, 64,
};

static const struct loom_variant variants_mont_gather[] = {
    PORTABLE(mont_gather)
};
static const char name_mont_gather[] = "mont_gather"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_mont_gather = {
    name_mont_gather, variants_mont_gather, NULL, &loom_way_mont_gather,
    NULL, COUNT(variants_mont_gather), 0, 8,
};

static const struct loom_variant variants_mont_mul[] = {
    PORTABLE(mont_mul)
};
static const char name_mont_mul[] = "mont_mul"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_mont_mul = {
    name_mont_mul, variants_mont_mul, NULL, &loom_way_mont_mul,
    ASKED(mont_mul), COUNT(variants_mont_mul), 0, 8,
};

static const struct loom_variant variants_mont_pair_gather[] = {
    PORTABLE(mont_pair_gather)
};
static const char name_mont_pair_gather[] = "mont_pair_gather"; /* alone: a linker may drop it */
loom_mont_pair_gather_fn *const loom_slots_mont_pair_gather[] = {
    resolve_mont_pair_gather,
    choose_mont_pair_gather,
    loom_mont_pair_gather_portable,
resolve_mont_pair_gather,
};
const struct loom_kernel loom_row_mont_pair_gather = {
    name_mont_pair_gather, variants_mont_pair_gather, NULL, &loom_way_mont_pair_gather,
    NULL, COUNT(variants_mont_pair_gather), 0, 64,
};

static const struct loom_variant variants_mont_pair_mul[] = {
    PORTABLE(mont_pair_mul)
};
static const char name_mont_pair_mul[] = "mont_pair_mul"; /* alone: a linker may drop it */
loom_mont_pair_mul_fn *const loom_slots_mont_pair_mul[] = {
    resolve_mont_pair_mul,
    choose_mont_pair_mul,
    loom_mont_pair_mul_portable,
resolve_mont_pair_mul,
};
const struct loom_kernel loom_row_mont_pair_mul = {
    name_mont_pair_mul, variants_mont_pair_mul, NULL, &loom_way_mont_pair_mul,
    NULL, COUNT(variants_mont_pair_mul), 0, 64,
};

static const struct loom_variant variants_mont_pair_sqr[] = {
    PORTABLE(mont_pair_sqr)
};
static const char name_mont_pair_sqr[] = "mont_pair_sqr"; /* alone: a linker may drop it */
loom_mont_pair_sqr_fn *const loom_slots_mont_pair_sqr[] = {
    resolve_mont_pair_sqr,
    choose_mont_pair_sqr,
    loom_mont_pair_sqr_portable,
resolve_mont_pair_sqr,
};
const struct loom_kernel loom_row_mont_pair_sqr = {
    name_mont_pair_sqr, variants_mont_pair_sqr, NULL, &loom_way_mont_pair_sqr,
    NULL, COUNT(variants_mont_pair_sqr), 0, 64,
};

static const struct loom_variant variants_mont_sqr[] = {
    PORTABLE(mont_sqr)
};
static const char name_mont_sqr[] = "mont_sqr"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_mont_sqr = {
    name_mont_sqr, variants_mont_sqr, NULL, &loom_way_mont_sqr,
    ASKED(mont_sqr), COUNT(variants_mont_sqr), 0, 8,
};

static const struct loom_variant variants_rc4_md5_blocks[] = {
    PORTABLE(rc4_md5_blocks)
};
static const char name_rc4_md5_blocks[] = "rc4_md5_blocks"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_rc4_md5_blocks = {
    name_rc4_md5_blocks, variants_rc4_md5_blocks, NULL, &loom_way_rc4_md5_blocks,
    NULL, COUNT(variants_rc4_md5_blocks), 0, 64,
};

static const struct loom_variant variants_rc4_set_key[] = {
    PORTABLE(rc4_set_key)
};
static const char name_rc4_set_key[] = "rc4_set_key"; /* alone: a linker may drop it */
loom_rc4_set_key_fn *const loom_slots_rc4_set_key[] = {
    resolve_rc4_set_key,
    choose_rc4_set_key,
    loom_rc4_set_key_portable,
resolve_rc4_set_key,
};
const struct loom_kernel loom_row_rc4_set_key = {
    name_rc4_set_key, variants_rc4_set_key, NULL, &loom_way_rc4_set_key,
    NULL, COUNT(variants_rc4_set_key), 0, 1,
};

static const struct loom_variant variants_rc4_stream[] = {
    PORTABLE(rc4_stream)
};
static const char name_rc4_stream[] = "rc4_stream"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_rc4_stream = {
    name_rc4_stream, variants_rc4_stream, NULL, &loom_way_rc4_stream,
    NULL, COUNT(variants_rc4_stream), 0, 1,
};

static const struct loom_variant variants_sha1_blocks[] = {
    PORTABLE(sha1_blocks)
};
static const char name_sha1_blocks[] = "sha1_blocks"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_sha1_blocks = {
    name_sha1_blocks, variants_sha1_blocks, NULL, &loom_way_sha1_blocks,
    ASKED(sha1_blocks), COUNT(variants_sha1_blocks), 0, 64,
};

static const struct loom_variant variants_sha1_blocks_x16[] = {
    PORTABLE(sha1_blocks_x16)
};
static const char name_sha1_blocks_x16[] = "sha1_blocks_x16"; /* alone: a linker may drop it */
loom_sha1_blocks_x16_fn *const loom_slots_sha1_blocks_x16[] = {
    resolve_sha1_blocks_x16,
    choose_sha1_blocks_x16,
    loom_sha1_blocks_x16_portable,
resolve_sha1_blocks_x16,
};
const struct loom_kernel loom_row_sha1_blocks_x16 = {
    name_sha1_blocks_x16, variants_sha1_blocks_x16, NULL, &loom_way_sha1_blocks_x16,
    ASKED(sha1_blocks_x16), COUNT(variants_sha1_blocks_x16), 0, 64,
};

static const struct loom_variant variants_sha1_blocks_x2[] = {
    PORTABLE(sha1_blocks_x2)
};
static const char name_sha1_blocks_x2[] = "sha1_blocks_x2"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_sha1_blocks_x2 = {
    name_sha1_blocks_x2, variants_sha1_blocks_x2, NULL, &loom_way_sha1_blocks_x2,
    ASKED(sha1_blocks_x2), COUNT(variants_sha1_blocks_x2), 0, 64,
};

static const struct loom_variant variants_sha1_blocks_x4[] = {
    PORTABLE(sha1_blocks_x4)
};
static const char name_sha1_blocks_x4[] = "sha1_blocks_x4"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_sha1_blocks_x4 = {
    name_sha1_blocks_x4, variants_sha1_blocks_x4, NULL, &loom_way_sha1_blocks_x4,
    ASKED(sha1_blocks_x4), COUNT(variants_sha1_blocks_x4), 0, 64,
};

static const struct loom_variant variants_sha1_blocks_x8[] = {
    PORTABLE(sha1_blocks_x8)
};
static const char name_sha1_blocks_x8[] = "sha1_blocks_x8"; /* alone: a linker may drop it */
loom_sha1_blocks_x8_fn *const loom_slots_sha1_blocks_x8[] = {
    resolve_sha1_blocks_x8,
    choose_sha1_blocks_x8,
    loom_sha1_blocks_x8_portable,
resolve_sha1_blocks_x8,
resolve_sha1_blocks_x8,
    resolve_sha1_blocks_x8,
    resolve_sha1_blocks_x8,
    resolve_sha1_blocks_x8,
};
const struct loom_kernel loom_row_sha1_blocks_x8 = {
    name_sha1_blocks_x8, variants_sha1_blocks_x8, NULL, &loom_way_sha1_blocks_x8,
    ASKED(sha1_blocks_x8), COUNT(variants_sha1_blocks_x8), 0, 64,
};

static const struct loom_variant variants_sha256_blocks[] = {
    PORTABLE(sha256_blocks)
};
static const char name_sha256_blocks[] = "sha256_blocks"; /* alone: a linker may drop it */
loom_sha256_blocks_fn *const loom_slots_sha256_blocks[] = {
    resolve_sha256_blocks,
    choose_sha256_blocks,
    loom_sha256_blocks_portable,
resolve_sha256_blocks,
resolve_sha256_blocks,
resolve_sha256_blocks,
resolve_sha256_blocks,
resolve_sha256_blocks,
};
const struct loom_kernel loom_row_sha256_blocks = {
    name_sha256_blocks, variants_sha256_blocks, NULL, &loom_way_sha256_blocks,
    ASKED(sha256_blocks), COUNT(variants_sha256_blocks), 0, 64,
};

static const struct loom_variant variants_sha256_blocks_x16[] = {
    PORTABLE(sha256_blocks_x16)
};
static const char name_sha256_blocks_x16[] = "sha256_blocks_x16"; /* alone: a linker may drop it */
loom_sha256_blocks_x16_fn *const loom_slots_sha256_blocks_x16[] = {
    resolve_sha256_blocks_x16,
    choose_sha256_blocks_x16,
    loom_sha256_blocks_x16_portable,
resolve_sha256_blocks_x16,
};
const struct loom_kernel loom_row_sha256_blocks_x16 = {
    name_sha256_blocks_x16, variants_sha256_blocks_x16, NULL, &loom_way_sha256_blocks_x16,
    ASKED(sha256_blocks_x16), COUNT(variants_sha256_blocks_x16), 0, 64,
};

static const struct loom_variant variants_sha256_blocks_x2[] = {
    PORTABLE(sha256_blocks_x2)
};
static const char name_sha256_blocks_x2[] = "sha256_blocks_x2"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_sha256_blocks_x2 = {
    name_sha256_blocks_x2, variants_sha256_blocks_x2, NULL, &loom_way_sha256_blocks_x2,
    ASKED(sha256_blocks_x2), COUNT(variants_sha256_blocks_x2), 0, 64,
};

static const struct loom_variant variants_sha256_blocks_x4[] = {
    PORTABLE(sha256_blocks_x4)
};
static const char name_sha256_blocks_x4[] = "sha256_blocks_x4"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_sha256_blocks_x4 = {
    name_sha256_blocks_x4, variants_sha256_blocks_x4, NULL, &loom_way_sha256_blocks_x4,
    ASKED(sha256_blocks_x4), COUNT(variants_sha256_blocks_x4), 0, 64,
};

static const struct loom_variant variants_sha256_blocks_x8[] = {
    PORTABLE(sha256_blocks_x8)
};
static const char name_sha256_blocks_x8[] = "sha256_blocks_x8"; /* alone: a linker may drop it */
loom_sha256_blocks_x8_fn *const loom_slots_sha256_blocks_x8[] = {
    resolve_sha256_blocks_x8,
    choose_sha256_blocks_x8,
    loom_sha256_blocks_x8_portable,
resolve_sha256_blocks_x8,
resolve_sha256_blocks_x8,
    resolve_sha256_blocks_x8,
    resolve_sha256_blocks_x8,
    resolve_sha256_blocks_x8,
};
const struct loom_kernel loom_row_sha256_blocks_x8 = {
    name_sha256_blocks_x8, variants_sha256_blocks_x8, NULL, &loom_way_sha256_blocks_x8,
    ASKED(sha256_blocks_x8), COUNT(variants_sha256_blocks_x8), 0, 64,
};

static const struct loom_variant variants_sha512_blocks[] = {
    PORTABLE(sha512_blocks)
};
static const char name_sha512_blocks[] = "sha512_blocks"; /* alone: a linker may drop it */
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
const struct loom_kernel loom_row_sha512_blocks = {
    name_sha512_blocks, variants_sha512_blocks, NULL, &loom_way_sha512_blocks,
    ASKED(sha512_blocks), COUNT(variants_sha512_blocks), 0, 128,
};

static const struct loom_variant variants_sha512_blocks_x4[] = {
    PORTABLE(sha512_blocks_x4)
};
static const char name_sha512_blocks_x4[] = "sha512_blocks_x4"; /* alone: a linker may drop it */
loom_sha512_blocks_x4_fn *const loom_slots_sha512_blocks_x4[] = {
    resolve_sha512_blocks_x4,
    choose_sha512_blocks_x4,
    loom_sha512_blocks_x4_portable,
resolve_sha512_blocks_x4,
resolve_sha512_blocks_x4,
    resolve_sha512_blocks_x4,
    resolve_sha512_blocks_x4,
    resolve_sha512_blocks_x4,
};
const struct loom_kernel loom_row_sha512_blocks_x4 = {
    name_sha512_blocks_x4, variants_sha512_blocks_x4, NULL, &loom_way_sha512_blocks_x4,
    ASKED(sha512_blocks_x4), COUNT(variants_sha512_blocks_x4), 0, 128,
};

static const struct loom_variant variants_sha512_blocks_x8[] = {
    PORTABLE(sha512_blocks_x8)
};
static const char name_sha512_blocks_x8[] = "sha512_blocks_x8"; /* alone: a linker may drop it */
loom_sha512_blocks_x8_fn *const loom_slots_sha512_blocks_x8[] = {
    resolve_sha512_blocks_x8,
    choose_sha512_blocks_x8,
    loom_sha512_blocks_x8_portable,
resolve_sha512_blocks_x8,
};
const struct loom_kernel loom_row_sha512_blocks_x8 = {
    name_sha512_blocks_x8, variants_sha512_blocks_x8, NULL, &loom_way_sha512_blocks_x8,
    ASKED(sha512_blocks_x8), COUNT(variants_sha512_blocks_x8), 0, 128,
};

#endif

#define ROW(kernel, ...) &loom_row_##kernel,
const struct loom_kernel *const loom_kernel_rows[LOOM_KERNEL_COUNT + 1] = {LOOM_KERNELS(ROW) NULL};
