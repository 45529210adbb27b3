/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The speed tool's block ciphers beside AES: rows of their kernels, and of calls under a key that is set, with EVP of
 * libcrypto as the peer. A side's `rounds` is the size of its key in bytes.
 */
#include "speed_call.h"

#include <string.h>

#if defined(LOOM_HAVE_camellia_set_key) && defined(LOOM_HAVE_camellia_ecb) && \
    defined(LOOM_HAVE_camellia_cbc_encrypt) && defined(LOOM_HAVE_camellia_cbc_decrypt)
#define ALL_OF_CAMELLIA 1
#define ANY_CIPHER 1
#endif
#if defined(LOOM_HAVE_des_set_key) && defined(LOOM_HAVE_des_ecb) && defined(LOOM_HAVE_des_cbc_encrypt) && \
    defined(LOOM_HAVE_des_cbc_decrypt)
#define ALL_OF_DES 1
#define ANY_CIPHER 1
#endif
#if defined(LOOM_HAVE_seed_set_key) && defined(LOOM_HAVE_seed_ecb) && defined(LOOM_HAVE_seed_cbc_encrypt) && \
    defined(LOOM_HAVE_seed_cbc_decrypt)
#define ALL_OF_SEED 1
#define ANY_CIPHER 1
#endif
#if defined(LOOM_HAVE_blowfish_set_key) && defined(LOOM_HAVE_blowfish_cbc_encrypt) && \
    defined(LOOM_HAVE_blowfish_cbc_decrypt)
#define ALL_OF_BLOWFISH 1
#define ANY_CIPHER 1
#endif
#if defined(LOOM_HAVE_cast128_set_key) && defined(LOOM_HAVE_cast128_cbc_encrypt) && \
    defined(LOOM_HAVE_cast128_cbc_decrypt)
#define ALL_OF_CAST128 1
#define ANY_CIPHER 1
#endif

#if defined(ANY_CIPHER)

enum { SCHEDULE = 600 }; /* the first word of the state behind every schedule and context: the IV is there */

static uint8_t *iv_of(struct side *side)
{
    return (uint8_t *)(side->state->words + SCHEDULE);
}

static const uint8_t *first_iv(void)
{
    return speed_input + 32;
}

#if defined(LOOM_SPEED_LIBCRYPTO)

/* A context under the row's key and first IV. */
static void *evp(const void *kind, int encrypts)
{
    static void *context;
    if (context == NULL) {
        context = EVP_CIPHER_CTX_new();
    }
    EVP_CipherInit_ex(context, kind, NULL, speed_input, first_iv(), encrypts);
    EVP_CIPHER_CTX_set_padding(context, 0);
    return context;
}

static void evp_text(const void *kind, struct side *side, size_t bytes, size_t times, int encrypts)
{
    static void *context; /* only one row is measured at a time */
    int written;
    if (times == 1) {
        context = evp(kind, encrypts);
    }
    for (; times > 0; times--) {
        EVP_CipherUpdate(context, side->out, &written, speed_input, (int)bytes);
    }
}

static void evp_key(const void *kind, struct side *side, size_t times, int encrypts)
{
    int written;
    void *context = evp(kind, encrypts);
    for (; times > 0; times--) {
        EVP_CipherInit_ex(context, NULL, NULL, speed_input, NULL, encrypts);
    }
    EVP_CipherUpdate(context, side->out, &written, speed_input, 16); /* a block, or two */
}

/* Whether a provider has the cipher: that of old ciphers may be missing. */
static int evp_is_there(const void *kind)
{
    static void *context;
    if (context == NULL) {
        load_legacy();
        context = EVP_CIPHER_CTX_new();
    }
    return EVP_CipherInit_ex(context, kind, NULL, NULL, NULL, 1) == 1;
}

#if defined(HAS_OPTIONAL)
#define EVP_KIND(kind) OPTIONAL(const void *kind(void));
#define IS_THERE(kind) (kind != NULL)
#else
#define EVP_KIND(kind) const void *kind(void);
#define IS_THERE(kind) 1
#endif

#define EVP_WAY(row, kind, action)                                        \
    static void peer_##row(struct side *side, size_t bytes, size_t times) \
    {                                                                     \
        (void)bytes;                                                      \
        action;                                                           \
    }                                                                     \
    static int has_##row(size_t rounds)                                   \
    {                                                                     \
        (void)rounds;                                                     \
        return IS_THERE(kind) && evp_is_there(kind());                    \
    }                                                                     \
    static const struct peer row##_peers[] = {WAY("EVP_CipherUpdate", peer_##row, has_##row), NO_PEER};
#define EVP_CHAINED(cipher, cbc)                                               \
    EVP_KIND(cbc)                                                              \
    EVP_WAY(cipher##_set_encrypt_key, cbc, evp_key(cbc(), side, times, 1))     \
    EVP_WAY(cipher##_set_decrypt_key, cbc, evp_key(cbc(), side, times, 0))     \
    EVP_WAY(cipher##_cbc_encrypt, cbc, evp_text(cbc(), side, bytes, times, 1)) \
    EVP_WAY(cipher##_cbc_decrypt, cbc, evp_text(cbc(), side, bytes, times, 0))
#define EVP_ALONE(cipher, ecb)                                                 \
    EVP_KIND(ecb)                                                              \
    EVP_WAY(cipher##_ecb_encrypt, ecb, evp_text(ecb(), side, bytes, times, 1)) \
    EVP_WAY(cipher##_ecb_decrypt, ecb, evp_text(ecb(), side, bytes, times, 0))
#define EVP_COUNTED(cipher, ctr) \
    EVP_KIND(ctr)                \
    EVP_WAY(cipher##_ctr, ctr, evp_text(ctr(), side, bytes, times, 1))
#else
#define EVP_CHAINED(cipher, cbc)
#define EVP_ALONE(cipher, ecb)
#define EVP_COUNTED(cipher, ctr)
#endif

/* ---- the calls of a cipher ---- */

/* The key's benchmarks end with an encryption by CBC, whose result is compared. A key is set once and copied:
 * Blowfish's takes longer than a round. `block`: bytes. */
#define CALLS(cipher, block)                                                                                        \
    static void set_##cipher(struct side *side, int encrypts)                                                       \
    {                                                                                                               \
        static loom_##cipher##_ctx keyed;                                                                           \
        static size_t as;                                                                                           \
        if (as != 2 * side->rounds + (size_t)encrypts) {                                                            \
            as = 2 * side->rounds + (size_t)encrypts;                                                               \
            (void)!(encrypts ? loom_##cipher##_set_encrypt_key(&keyed, speed_input, side->rounds)                   \
                             : loom_##cipher##_set_decrypt_key(&keyed, speed_input, side->rounds));                 \
        }                                                                                                           \
        memcpy(side->state, &keyed, sizeof keyed);                                                                  \
        memcpy(iv_of(side), first_iv(), block);                                                                     \
    }                                                                                                               \
    RUN(cipher##_set_encrypt_key, NOTHING,                                                                          \
        (void)!loom_##cipher##_set_encrypt_key(STATE(loom_##cipher##_ctx), speed_input, bytes),                     \
        memcpy(iv_of(side), first_iv(), block);                                                                     \
        (void)!loom_##cipher##_cbc_encrypt(STATE(loom_##cipher##_ctx), iv_of(side), speed_input, side->out, 16))    \
    RUN(cipher##_set_decrypt_key, NOTHING,                                                                          \
        (void)!loom_##cipher##_set_decrypt_key(STATE(loom_##cipher##_ctx), speed_input, bytes),                     \
        memcpy(iv_of(side), first_iv(), block);                                                                     \
        (void)!loom_##cipher##_cbc_decrypt(STATE(loom_##cipher##_ctx), iv_of(side), speed_input, side->out, 16))    \
    RUN(cipher##_cbc_encrypt, set_##cipher(side, 1),                                                                \
        (void)!loom_##cipher##_cbc_encrypt(STATE(loom_##cipher##_ctx), iv_of(side), speed_input, side->out, bytes), \
        NOTHING)                                                                                                    \
    RUN(cipher##_cbc_decrypt, set_##cipher(side, 0),                                                                \
        (void)!loom_##cipher##_cbc_decrypt(STATE(loom_##cipher##_ctx), iv_of(side), speed_input, side->out, bytes), \
        NOTHING)
#define CALLS_OF_BLOCKS(cipher)                                                                                 \
    RUN(cipher##_ecb_encrypt, set_##cipher(side, 1),                                                            \
        (void)!loom_##cipher##_ecb_encrypt(STATE(loom_##cipher##_ctx), speed_input, side->out, bytes), NOTHING) \
    RUN(cipher##_ecb_decrypt, set_##cipher(side, 0),                                                            \
        (void)!loom_##cipher##_ecb_decrypt(STATE(loom_##cipher##_ctx), speed_input, side->out, bytes), NOTHING)

/* `name`: the row's beginning, which peers share; `key`: bytes. */
#define TEXT_ROW(name, cipher, key, mode, unit)                                                                       \
    CALL_ROW("call_" #name "_" #mode, "loom_" #cipher "_" #mode, run_##cipher##_##mode, PEERS(name##_##mode##_peers), \
             16, SPEED_MAX_BYTES, 0, key, unit),
#define KEY_ROW(name, cipher, key, mode)                                                                              \
    CALL_ROW("call_" #name "_" #mode, "loom_" #cipher "_" #mode, run_##cipher##_##mode, PEERS(name##_##mode##_peers), \
             key, key, 16, key, 1),
#define CHAIN_ROWS(name, cipher, key, block)        \
    KEY_ROW(name, cipher, key, set_encrypt_key)     \
    KEY_ROW(name, cipher, key, set_decrypt_key)     \
    TEXT_ROW(name, cipher, key, cbc_encrypt, block) \
    TEXT_ROW(name, cipher, key, cbc_decrypt, block)
#define BLOCK_ROWS(name, cipher, key, block)        \
    TEXT_ROW(name, cipher, key, ecb_encrypt, block) \
    TEXT_ROW(name, cipher, key, ecb_decrypt, block)

/* ---- kernels ---- */

#define KERNEL(kernel) ((loom_##kernel##_fn *)side->function)
#define KERNEL_ROW(name, cipher, key, kernel, peer, smallest, largest, result, unit) \
    {#name "_" #kernel,                                                              \
     #cipher "_" #kernel,                                                            \
     run_kernel_##cipher##_##kernel,                                                 \
     NULL,                                                                           \
     NULL,                                                                           \
     PEERS(name##_##peer##_peers),                                                   \
     smallest,                                                                       \
     largest,                                                                        \
     result,                                                                         \
     key,                                                                            \
     unit,                                                                           \
     NULL,                                                                           \
     NULL},
#define CHAIN_KERNELS(name, cipher, key, block)                                            \
    KERNEL_ROW(name, cipher, key, set_key, set_encrypt_key, key, key, 16, 1)               \
    KERNEL_ROW(name, cipher, key, cbc_encrypt, cbc_encrypt, 16, SPEED_MAX_BYTES, 0, block) \
    KERNEL_ROW(name, cipher, key, cbc_decrypt, cbc_decrypt, 16, SPEED_MAX_BYTES, 0, block)
#define BLOCK_KERNEL(name, cipher, key, block) \
    KERNEL_ROW(name, cipher, key, ecb, ecb_encrypt, 16, SPEED_MAX_BYTES, 0, block)

/* ---- Camellia ---- */

#if defined(ALL_OF_CAMELLIA)

EVP_CHAINED(camellia128, EVP_camellia_128_cbc)
EVP_ALONE(camellia128, EVP_camellia_128_ecb)
EVP_CHAINED(camellia192, EVP_camellia_192_cbc)
EVP_ALONE(camellia192, EVP_camellia_192_ecb)
EVP_CHAINED(camellia256, EVP_camellia_256_cbc)
EVP_ALONE(camellia256, EVP_camellia_256_ecb)
EVP_COUNTED(camellia128, EVP_camellia_128_ctr)
EVP_COUNTED(camellia192, EVP_camellia_192_ctr)
EVP_COUNTED(camellia256, EVP_camellia_256_ctr)
CALLS(camellia, 16)
CALLS_OF_BLOCKS(camellia)
RUN(camellia_ctr, set_camellia(side, 1),
    (void)!loom_camellia_ctr(STATE(loom_camellia_ctx), iv_of(side), speed_input, side->out, bytes), NOTHING)

#define CAMELLIA_KEY (uint8_t *)side->state->words, (size_t)(side->rounds == 16 ? 18 : 24)
RUN(kernel_camellia_set_key, NOTHING, KERNEL(camellia_set_key)(speed_input, bytes, (uint8_t *)side->state->words),
    memcpy(iv_of(side), first_iv(), 16);
    loom_camellia_cbc_encrypt_portable(CAMELLIA_KEY, iv_of(side), speed_input, side->out, 1))
RUN(kernel_camellia_ecb, set_camellia(side, 1), KERNEL(camellia_ecb)(CAMELLIA_KEY, speed_input, side->out, bytes / 16),
    NOTHING)
RUN(kernel_camellia_cbc_encrypt, set_camellia(side, 1),
    KERNEL(camellia_cbc_encrypt)(CAMELLIA_KEY, iv_of(side), speed_input, side->out, bytes / 16), NOTHING)
RUN(kernel_camellia_cbc_decrypt, set_camellia(side, 0),
    KERNEL(camellia_cbc_decrypt)(CAMELLIA_KEY, iv_of(side), speed_input, side->out, bytes / 16), NOTHING)

#endif

/* ---- DES, and triple DES with three keys ---- */

#if defined(ALL_OF_DES)

EVP_CHAINED(des, EVP_des_cbc)
EVP_ALONE(des, EVP_des_ecb)
EVP_CHAINED(des_ede3, EVP_des_ede3_cbc)
EVP_ALONE(des_ede3, EVP_des_ede3_ecb)
CALLS(des, 8)
CALLS_OF_BLOCKS(des)

#define DES_KEY (uint8_t *)side->state->words, (size_t)(side->rounds == 8 ? 16 : 48)
RUN(kernel_des_set_key, NOTHING, KERNEL(des_set_key)(speed_input, bytes, (uint8_t *)side->state->words),
    memcpy(iv_of(side), first_iv(), 8);
    loom_des_cbc_encrypt_portable(DES_KEY, iv_of(side), speed_input, side->out, 2))
RUN(kernel_des_ecb, set_des(side, 1), KERNEL(des_ecb)(DES_KEY, speed_input, side->out, bytes / 8), NOTHING)
RUN(kernel_des_cbc_encrypt, set_des(side, 1),
    KERNEL(des_cbc_encrypt)(DES_KEY, iv_of(side), speed_input, side->out, bytes / 8), NOTHING)
RUN(kernel_des_cbc_decrypt, set_des(side, 0),
    KERNEL(des_cbc_decrypt)(DES_KEY, iv_of(side), speed_input, side->out, bytes / 8), NOTHING)

#endif

/* ---- SEED ---- */

#if defined(ALL_OF_SEED)

EVP_CHAINED(seed, EVP_seed_cbc)
EVP_ALONE(seed, EVP_seed_ecb)
#if defined(LOOM_SPEED_LIBCRYPTO)
static const struct peer seed_ctr_peers[] = {NO_PEER}; /* libcrypto lacks the mode */
#endif
CALLS(seed, 16)
CALLS_OF_BLOCKS(seed)
RUN(seed_ctr, set_seed(side, 1), (void)!loom_seed_ctr(STATE(loom_seed_ctx), iv_of(side), speed_input, side->out, bytes),
    NOTHING)

#define SEED_KEY (uint32_t *)(void *)side->state->words
RUN(kernel_seed_set_key, NOTHING, KERNEL(seed_set_key)(speed_input, SEED_KEY), memcpy(iv_of(side), first_iv(), 16);
    loom_seed_cbc_encrypt_portable(SEED_KEY, iv_of(side), speed_input, side->out, 1))
RUN(kernel_seed_ecb, set_seed(side, 1), KERNEL(seed_ecb)(SEED_KEY, speed_input, side->out, bytes / 16), NOTHING)
RUN(kernel_seed_cbc_encrypt, set_seed(side, 1),
    KERNEL(seed_cbc_encrypt)(SEED_KEY, iv_of(side), speed_input, side->out, bytes / 16), NOTHING)
RUN(kernel_seed_cbc_decrypt, set_seed(side, 0),
    KERNEL(seed_cbc_decrypt)(SEED_KEY, iv_of(side), speed_input, side->out, bytes / 16), NOTHING)

#endif

/* ---- Blowfish ---- */

#if defined(ALL_OF_BLOWFISH)

EVP_CHAINED(blowfish, EVP_bf_cbc)
CALLS(blowfish, 8)

#define BLOWFISH_KEY (uint32_t *)(void *)side->state->words
RUN(kernel_blowfish_set_key, NOTHING, KERNEL(blowfish_set_key)(speed_input, bytes, BLOWFISH_KEY),
    memcpy(iv_of(side), first_iv(), 8);
    loom_blowfish_cbc_encrypt_portable(BLOWFISH_KEY, iv_of(side), speed_input, side->out, 2))
RUN(kernel_blowfish_cbc_encrypt, set_blowfish(side, 1),
    KERNEL(blowfish_cbc_encrypt)(BLOWFISH_KEY, iv_of(side), speed_input, side->out, bytes / 8), NOTHING)
RUN(kernel_blowfish_cbc_decrypt, set_blowfish(side, 0),
    KERNEL(blowfish_cbc_decrypt)(BLOWFISH_KEY, iv_of(side), speed_input, side->out, bytes / 8), NOTHING)

#endif

/* ---- CAST-128 ---- */

#if defined(ALL_OF_CAST128)

EVP_CHAINED(cast128, EVP_cast5_cbc)
CALLS(cast128, 8)

#define CAST128_KEY (uint32_t *)(void *)side->state->words
RUN(kernel_cast128_set_key, NOTHING, KERNEL(cast128_set_key)(speed_input, bytes, CAST128_KEY),
    memcpy(iv_of(side), first_iv(), 8);
    loom_cast128_cbc_encrypt_portable(CAST128_KEY, 16, iv_of(side), speed_input, side->out, 2))
RUN(kernel_cast128_cbc_encrypt, set_cast128(side, 1),
    KERNEL(cast128_cbc_encrypt)(CAST128_KEY, 16, iv_of(side), speed_input, side->out, bytes / 8), NOTHING)
RUN(kernel_cast128_cbc_decrypt, set_cast128(side, 0),
    KERNEL(cast128_cbc_decrypt)(CAST128_KEY, 16, iv_of(side), speed_input, side->out, bytes / 8), NOTHING)

#endif

#endif

/* The macros of the rows end in a comma, which clang-format does not see. */
/* clang-format off */
const struct bench speed_ciphers[] = {
#if defined(ALL_OF_CAMELLIA)
    CHAIN_KERNELS(camellia128, camellia, 16, 16)
    BLOCK_KERNEL(camellia128, camellia, 16, 16)
    CHAIN_KERNELS(camellia192, camellia, 24, 16)
    BLOCK_KERNEL(camellia192, camellia, 24, 16)
    CHAIN_KERNELS(camellia256, camellia, 32, 16)
    BLOCK_KERNEL(camellia256, camellia, 32, 16)
#endif
#if defined(ALL_OF_DES)
    CHAIN_KERNELS(des, des, 8, 8)
    BLOCK_KERNEL(des, des, 8, 8)
    CHAIN_KERNELS(des_ede3, des, 24, 8)
    BLOCK_KERNEL(des_ede3, des, 24, 8)
#endif
#if defined(ALL_OF_SEED)
    CHAIN_KERNELS(seed, seed, 16, 16)
    BLOCK_KERNEL(seed, seed, 16, 16)
#endif
#if defined(ALL_OF_BLOWFISH)
    CHAIN_KERNELS(blowfish, blowfish, 16, 8)
#endif
#if defined(ALL_OF_CAST128)
    CHAIN_KERNELS(cast128, cast128, 16, 8)
#endif
    NO_ROW,
};
const struct bench speed_call_ciphers[] = {
#if defined(ALL_OF_CAMELLIA)
    CHAIN_ROWS(camellia128, camellia, 16, 16)
    BLOCK_ROWS(camellia128, camellia, 16, 16)
    TEXT_ROW(camellia128, camellia, 16, ctr, 1)
    CHAIN_ROWS(camellia192, camellia, 24, 16)
    BLOCK_ROWS(camellia192, camellia, 24, 16)
    TEXT_ROW(camellia192, camellia, 24, ctr, 1)
    CHAIN_ROWS(camellia256, camellia, 32, 16)
    BLOCK_ROWS(camellia256, camellia, 32, 16)
    TEXT_ROW(camellia256, camellia, 32, ctr, 1)
#endif
#if defined(ALL_OF_DES)
    CHAIN_ROWS(des, des, 8, 8)
    BLOCK_ROWS(des, des, 8, 8)
    CHAIN_ROWS(des_ede3, des, 24, 8)
    BLOCK_ROWS(des_ede3, des, 24, 8)
#endif
#if defined(ALL_OF_SEED)
    CHAIN_ROWS(seed, seed, 16, 16)
    BLOCK_ROWS(seed, seed, 16, 16)
    TEXT_ROW(seed, seed, 16, ctr, 1)
#endif
#if defined(ALL_OF_BLOWFISH)
    CHAIN_ROWS(blowfish, blowfish, 16, 8)
#endif
#if defined(ALL_OF_CAST128)
    CHAIN_ROWS(cast128, cast128, 16, 8)
#endif
    NO_ROW,
};
/* clang-format on */
