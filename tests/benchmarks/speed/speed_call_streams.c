/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The speed tool's calls of RC4, of a cipher and a hash in one pass, and of the comparison of MACs. libcrypto's ways to
 * one pass are its ciphers for TLS without a record's header, and a call for each half.
 */
#include "speed_call.h"

#include <string.h>

#if defined(LOOM_HAVE_aes_set_encrypt_key) && defined(LOOM_HAVE_aes_cbc_encrypt)
#define CBC 1
#endif

enum { HASH_AT = 200, CHAIN_AT = 448 }; /* words of the state: the hash's context, the IV */

#if defined(LOOM_SPEED_LIBCRYPTO)

/* A context for the row in hand; `way` tells contexts of one row apart. */
static void *cipher_context(int way)
{
    static void *contexts[2];
    if (contexts[way] == NULL) {
        contexts[way] = EVP_CIPHER_CTX_new();
    }
    return contexts[way];
}

#endif

/* ---- the comparison ---- */

/* Other memory with the same bytes: a comparison may take a short way if both are one. */
static const uint8_t *input_again(void)
{
    static uint8_t again[SPEED_MAX_BYTES];
    if (memcmp(again, speed_input, 16) != 0) {
        memcpy(again, speed_input, sizeof again);
    }
    return again;
}

static void run_equal(struct side *side, size_t bytes, size_t times)
{
    const uint8_t *again = input_again();
    side->out[0] = 1;
    for (; times > 0; times--) {
        side->out[0] &= (uint8_t)loom_equal(speed_input, again, bytes);
    }
}

#if defined(LOOM_SPEED_LIBCRYPTO)
int CRYPTO_memcmp(const void *a, const void *b, size_t length);

static void run_equal_peer(struct side *side, size_t bytes, size_t times)
{
    const uint8_t *again = input_again();
    side->out[0] = 1;
    for (; times > 0; times--) {
        side->out[0] &= CRYPTO_memcmp(speed_input, again, bytes) == 0;
    }
}

static const struct peer equal_peers[] = {WAY("CRYPTO_memcmp", run_equal_peer, NULL), NO_PEER};
#endif

/* ---- RC4 ---- */

#if defined(LOOM_HAVE_rc4_set_key) && defined(LOOM_HAVE_rc4_stream)

#define KEYED loom_rc4_set_key(STATE(loom_rc4_ctx), speed_input, 16)
RUN(rc4, KEYED, loom_rc4(STATE(loom_rc4_ctx), speed_input, side->out, bytes), NOTHING)
RUN(rc4_set_key, NOTHING, loom_rc4_set_key(STATE(loom_rc4_ctx), speed_input, bytes),
    loom_rc4(STATE(loom_rc4_ctx), speed_input, side->out, 16))

#if defined(LOOM_SPEED_LIBCRYPTO)

void RC4_set_key(void *key, int length, const unsigned char *data);
void RC4(void *key, size_t length, const unsigned char *in, unsigned char *out);

RUN(rc4_peer, RC4_set_key(side->state, 16, speed_input), RC4(side->state, bytes, speed_input, side->out), NOTHING)
RUN(rc4_set_key_peer, NOTHING, RC4_set_key(side->state, (int)bytes, speed_input),
    RC4(side->state, 16, speed_input, side->out))

static const struct peer rc4_peers[] = {WAY("RC4", run_rc4_peer, NULL), NO_PEER};
static const struct peer rc4_set_key_peers[] = {WAY("RC4_set_key", run_rc4_set_key_peer, NULL), NO_PEER};

#endif
#endif

/* ---- RC4 and MD5 ---- */

#if defined(LOOM_HAVE_rc4_set_key) && defined(LOOM_HAVE_rc4_stream) && defined(LOOM_HAVE_md5_blocks) && \
    defined(LOOM_HAVE_rc4_md5_blocks)
#define RC4_MD5 1

#define MD5_CTX ((loom_md5_ctx *)(void *)(side->state->words + HASH_AT))
RUN(rc4_md5_encrypt, KEYED;
    loom_md5_init(MD5_CTX), loom_rc4_md5_encrypt(STATE(loom_rc4_ctx), MD5_CTX, speed_input, side->out, bytes), NOTHING)
RUN(rc4_md5_decrypt, KEYED;
    loom_md5_init(MD5_CTX), loom_rc4_md5_decrypt(STATE(loom_rc4_ctx), MD5_CTX, speed_input, side->out, bytes), NOTHING)

#if defined(LOOM_SPEED_LIBCRYPTO)

int MD5_Init(void *ctx);
int MD5_Update(void *ctx, const void *data, size_t length);

#define HALVES_KEYED                           \
    RC4_set_key(side->state, 16, speed_input); \
    MD5_Init(side->state->words + HASH_AT)
RUN(rc4_md5_encrypt_halves, HALVES_KEYED, MD5_Update(side->state->words + HASH_AT, speed_input, bytes);
    RC4(side->state, bytes, speed_input, side->out), NOTHING)
RUN(rc4_md5_decrypt_halves, HALVES_KEYED, RC4(side->state, bytes, speed_input, side->out);
    MD5_Update(side->state->words + HASH_AT, side->out, bytes), NOTHING)

#if defined(HAS_OPTIONAL)
OPTIONAL(const void *EVP_rc4_hmac_md5(void));

static int has_rc4_hmac_md5(size_t rounds)
{
    (void)rounds;
    static int tried, found;
    if (!tried && EVP_rc4_hmac_md5 != NULL) {
        load_legacy();
        found = EVP_rc4_hmac_md5() != NULL &&
                EVP_CipherInit_ex(cipher_context(0), EVP_rc4_hmac_md5(), NULL, speed_input, NULL, 1) == 1;
    }
    tried = 1;
    return found;
}

RUN(rc4_md5_encrypt_evp, EVP_CipherInit_ex(cipher_context(0), EVP_rc4_hmac_md5(), NULL, speed_input, NULL, 1),
    EVP_Cipher(cipher_context(0), side->out, speed_input, bytes), NOTHING)
RUN(rc4_md5_decrypt_evp, EVP_CipherInit_ex(cipher_context(0), EVP_rc4_hmac_md5(), NULL, speed_input, NULL, 0),
    EVP_Cipher(cipher_context(0), side->out, speed_input, bytes), NOTHING)

#define RC4_HMAC_WAY(direction) WAY("EVP_rc4_hmac_md5", run_rc4_md5_##direction##_evp, has_rc4_hmac_md5),
#else
#define RC4_HMAC_WAY(direction)
#endif

#define RC4_MD5_PEERS(direction)                               \
    static const struct peer rc4_md5_##direction##_peers[] = { \
        RC4_HMAC_WAY(direction) WAY("MD5_Update and RC4", run_rc4_md5_##direction##_halves, NULL), NO_PEER};
RC4_MD5_PEERS(encrypt)
RC4_MD5_PEERS(decrypt)

#endif
#endif

/* ---- AES-CBC and a hash ---- */

#if defined(CBC)

#if defined(LOOM_SPEED_LIBCRYPTO)

const void *EVP_aes_128_cbc(void);
const void *EVP_aes_256_cbc(void);
const void *EVP_aes_128_cbc_hmac_sha1(void);
const void *EVP_aes_256_cbc_hmac_sha1(void);
const void *EVP_aes_128_cbc_hmac_sha256(void);
const void *EVP_aes_256_cbc_hmac_sha256(void);

static void cbc_in_halves(const void *hash, struct side *side, size_t bytes, size_t times)
{
    static void *digest;
    void *ctx = cipher_context(1);
    if (times == 1) {
        digest = digest != NULL ? digest : EVP_MD_CTX_new();
        EVP_DigestInit_ex(digest, hash, NULL);
        EVP_CipherInit_ex(ctx, side->rounds == 10 ? EVP_aes_128_cbc() : EVP_aes_256_cbc(), NULL, speed_input,
                          speed_input + 32, 1);
        EVP_CIPHER_CTX_set_padding(ctx, 0);
    }
    for (; times > 0; times--) {
        EVP_DigestUpdate(digest, speed_input, bytes);
        EVP_Cipher(ctx, side->out, speed_input, bytes);
    }
}

static int can_cbc_with(const void *kind)
{
    uint8_t out[64];
    return kind != NULL && EVP_CipherInit_ex(cipher_context(0), kind, NULL, speed_input, speed_input + 32, 1) == 1 &&
           EVP_Cipher(cipher_context(0), out, speed_input, sizeof out) > 0;
}

static void cbc_with(const void *kind, struct side *side, size_t bytes, size_t times)
{
    void *ctx = cipher_context(0);
    if (times == 1) {
        EVP_CipherInit_ex(ctx, kind, NULL, speed_input, speed_input + 32, 1);
    }
    for (; times > 0; times--) {
        EVP_Cipher(ctx, side->out, speed_input, bytes);
    }
}

#define HALVES(hash)                                                                   \
    static void run_cbc_##hash##_halves(struct side *side, size_t bytes, size_t times) \
    {                                                                                  \
        cbc_in_halves(EVP_##hash(), side, bytes, times);                               \
    }
#define ONE_PASS(hash)                                                                       \
    static const void *kind_of_##hash(size_t rounds)                                         \
    {                                                                                        \
        return rounds == 10 ? EVP_aes_128_cbc_hmac_##hash() : EVP_aes_256_cbc_hmac_##hash(); \
    }                                                                                        \
    static void run_cbc_##hash##_evp(struct side *side, size_t bytes, size_t times)          \
    {                                                                                        \
        cbc_with(kind_of_##hash(side->rounds), side, bytes, times);                          \
    }                                                                                        \
    static int can_cbc_##hash(size_t rounds)                                                 \
    {                                                                                        \
        return can_cbc_with(kind_of_##hash(rounds));                                         \
    }
#define CBC_PEERS(hash)                                                       \
    ONE_PASS(hash)                                                            \
    HALVES(hash)                                                              \
    static const struct peer cbc_##hash##_peers[] = {                         \
        WAY("EVP_aes_cbc_hmac_" #hash, run_cbc_##hash##_evp, can_cbc_##hash), \
        WAY("EVP_DigestUpdate and EVP_Cipher", run_cbc_##hash##_halves, NULL), NO_PEER};
#define CBC_HALVES_PEERS(hash)                        \
    HALVES(hash)                                      \
    static const struct peer cbc_##hash##_peers[] = { \
        WAY("EVP_DigestUpdate and EVP_Cipher", run_cbc_##hash##_halves, NULL), NO_PEER};
#else
#define CBC_PEERS(hash)
#define CBC_HALVES_PEERS(hash)
#endif

#define CBC_CTX(hash) ((loom_##hash##_ctx *)(void *)(side->state->words + HASH_AT))
#define CBC_IV ((uint8_t *)(side->state->words + CHAIN_AT))
#define CBC_CALL(hash)                                                                                            \
    RUN(cbc_##hash, loom_aes_set_encrypt_key(STATE(loom_aes_ctx), speed_input, 4 * side->rounds - 24);            \
        loom_##hash##_init(CBC_CTX(hash));                                                                        \
        memcpy(CBC_IV, speed_input + 32, 16),                                                                     \
        loom_aes_cbc_##hash##_encrypt(STATE(loom_aes_ctx), CBC_IV, CBC_CTX(hash), speed_input, side->out, bytes), \
        NOTHING)

#if defined(LOOM_HAVE_aes_cbc_sha1_blocks) && defined(LOOM_HAVE_sha1_blocks)
#define CBC_SHA1 1
CBC_CALL(sha1)
CBC_PEERS(sha1)
#endif
#if defined(LOOM_HAVE_aes_cbc_sha256_blocks) && defined(LOOM_HAVE_sha256_blocks)
#define CBC_SHA256 1
CBC_CALL(sha256)
CBC_PEERS(sha256)
#endif
#if defined(LOOM_HAVE_aes_cbc_sha512_blocks) && defined(LOOM_HAVE_sha512_blocks)
#define CBC_SHA512 1
CBC_CALL(sha512)
CBC_HALVES_PEERS(sha512)
#endif

#endif

/* ---- the rows ---- */

#define STREAM_ROW(name, run, unit) \
    CALL_ROW("call_" #name, "loom_" #name, run, PEERS(name##_peers), 16, SPEED_MAX_BYTES, 0, 0, unit)
#define CBC_ROW(bits, hash)                                                                               \
    CALL_ROW("call_aes" #bits "_cbc_" #hash "_encrypt", "loom_aes_cbc_" #hash "_encrypt", run_cbc_##hash, \
             PEERS(cbc_##hash##_peers), 16, SPEED_MAX_BYTES, 0, (bits) / 32 + 6, 16)

/* The macros of the rows end in a comma, which clang-format does not see. */
/* clang-format off */
const struct bench speed_call_streams[] = {
    CALL_ROW("call_equal", "loom_equal", run_equal, PEERS(equal_peers), 16, SPEED_MAX_BYTES, 1, 0, 1),
#if defined(LOOM_HAVE_rc4_set_key) && defined(LOOM_HAVE_rc4_stream)
    STREAM_ROW(rc4, run_rc4, 1),
    CALL_ROW("call_rc4_set_key", "loom_rc4_set_key", run_rc4_set_key, PEERS(rc4_set_key_peers), 16, 256, 16, 0, 1),
#endif
#if defined(RC4_MD5)
    STREAM_ROW(rc4_md5_encrypt, run_rc4_md5_encrypt, 1),
    STREAM_ROW(rc4_md5_decrypt, run_rc4_md5_decrypt, 1),
#endif
#if defined(CBC_SHA1)
    CBC_ROW(128, sha1), CBC_ROW(256, sha1),
#endif
#if defined(CBC_SHA256)
    CBC_ROW(128, sha256), CBC_ROW(256, sha256),
#endif
#if defined(CBC_SHA512)
    CBC_ROW(128, sha512), CBC_ROW(256, sha512),
#endif
    NO_ROW,
};
/* clang-format on */
