/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The speed tool's calls of AEADs: records of TLS 1.3, with five bytes of associated data and a nonce for each. AES-GCM
 * and libcrypto have a key that is set; loom_chacha20_poly1305_seal takes its key at each call. Then AES-GCM's setting
 * of keys, and ChaCha20 and Poly1305 alone.
 */
#include "speed_call_aead.h"

#include <string.h>

#if defined(ALL_OF_GCM) || defined(ALL_OF_CHACHA)

static uint8_t sealed[SPEED_MAX_BYTES + TAG]; /* what is opened; the tag follows the text */

#define THE_NONCE (speed_input + 32)
#define THE_AAD (speed_input + 48)
#define KEY STATE(loom_aes_gcm_key)
#define BEFORE KEY, THE_NONCE, NONCE, THE_AAD, HEADER

/* The tag is compared, too: the last call's is added to the text. */
static void add_tag(uint8_t *out, const uint8_t *tag)
{
    for (size_t i = 0; i < TAG; i++) {
        out[i] ^= tag[i];
    }
}

/* ---- ours ---- */

static void make_sealed(struct side *side, size_t bytes)
{
#if defined(ALL_OF_GCM)
    if (side->rounds != CHACHA) {
        loom_aes_gcm_set_key(KEY, speed_input, KEY_BYTES(side->rounds));
        loom_aes_gcm_seal(BEFORE, speed_input, bytes, sealed, sealed + bytes, TAG);
    }
#endif
#if defined(ALL_OF_CHACHA)
    if (side->rounds == CHACHA) {
        loom_chacha20_poly1305_seal(speed_input, THE_NONCE, THE_AAD, HEADER, speed_input, bytes, sealed,
                                    sealed + bytes);
    }
#endif
}

#define OPEN(name, call)                                                         \
    static void run_##name##_open(struct side *side, size_t bytes, size_t times) \
    {                                                                            \
        int wrong = 0;                                                           \
        if (times == 1) {                                                        \
            make_sealed(side, bytes);                                            \
        }                                                                        \
        for (; times > 0; times--) {                                             \
            wrong |= call;                                                       \
        }                                                                        \
        side->out[0] ^= (uint8_t)wrong;                                          \
    }

#if defined(ALL_OF_GCM)
RUN(gcm_seal, loom_aes_gcm_set_key(KEY, speed_input, KEY_BYTES(side->rounds)),
    loom_aes_gcm_seal(BEFORE, speed_input, bytes, side->out, side->out + bytes, TAG),
    add_tag(side->out, side->out + bytes))
OPEN(gcm, loom_aes_gcm_open(BEFORE, sealed, bytes, sealed + bytes, TAG, side->out))

/* What a key seals shows that the key is set. */
RUN(gcm_set_key, NOTHING, loom_aes_gcm_set_key(KEY, speed_input, bytes),
    loom_aes_gcm_seal(BEFORE, speed_input, TAG, side->out, side->out + TAG, TAG))
#endif

#if defined(ALL_OF_CHACHA)
RUN(chacha_seal, NOTHING,
    loom_chacha20_poly1305_seal(speed_input, THE_NONCE, THE_AAD, HEADER, speed_input, bytes, side->out,
                                side->out + bytes),
    add_tag(side->out, side->out + bytes))
OPEN(chacha,
     loom_chacha20_poly1305_open(speed_input, THE_NONCE, THE_AAD, HEADER, sealed, bytes, sealed + bytes, side->out))

RUN(chacha20, NOTHING, loom_chacha20(speed_input, 1, THE_NONCE, speed_input, side->out, bytes), NOTHING)
RUN(poly1305, NOTHING, loom_poly1305(speed_input, speed_input, bytes, side->out), NOTHING)
#endif

/* ---- libcrypto's ---- */

#if defined(LOOM_SPEED_LIBCRYPTO)

/* A context for each of the ways. */
static void *start(int way, struct side *side, size_t bytes, size_t times, int encrypts)
{
    static void *contexts[3];
    if (contexts[way] == NULL) {
        contexts[way] = EVP_CIPHER_CTX_new();
    }
    if (times == 1) {
        make_sealed(side, bytes);
        EVP_CipherInit_ex(contexts[way], kind_of(side->rounds), NULL, speed_input, THE_NONCE, encrypts);
    }
    return contexts[way];
}

static void by_updates(struct side *side, size_t bytes, size_t times, int encrypts)
{
    const uint8_t *in = encrypts ? speed_input : sealed;
    void *ctx = start(0, side, bytes, times, encrypts);
    int written, good = 1;
    for (; times > 0; times--) {
        EVP_CipherInit_ex(ctx, NULL, NULL, NULL, THE_NONCE, encrypts);
        if (!encrypts) {
            EVP_CIPHER_CTX_ctrl(ctx, SET_TAG, TAG, sealed + bytes);
        }
        EVP_CipherUpdate(ctx, NULL, &written, THE_AAD, HEADER);
        EVP_CipherUpdate(ctx, side->out, &written, in, (int)bytes);
        good &= EVP_CipherFinal_ex(ctx, side->out + bytes, &written) > 0;
        if (encrypts) {
            EVP_CIPHER_CTX_ctrl(ctx, GET_TAG, TAG, side->out + bytes);
        }
    }
    side->out[0] ^= (uint8_t)!good;
}

static void by_ciphers(struct side *side, size_t bytes, size_t times, int encrypts)
{
    const uint8_t *in = encrypts ? speed_input : sealed;
    uint8_t *tag = (encrypts ? side->out : sealed) + bytes;
    void *ctx = start(1, side, bytes, times, encrypts);
    int good = 1;
    for (; times > 0; times--) {
        good &= by_cipher(ctx, encrypts, THE_NONCE, THE_AAD, in, side->out, bytes, tag);
    }
    side->out[0] ^= (uint8_t)!good;
}

#define AEAD_SIDE(row, way, encrypts)                                            \
    static void run_##row##_##way(struct side *side, size_t bytes, size_t times) \
    {                                                                            \
        by_##way##s(side, bytes, times, encrypts);                               \
        if (encrypts) {                                                          \
            add_tag(side->out, side->out + bytes);                               \
        }                                                                        \
    }
AEAD_SIDE(seal, update, 1)
AEAD_SIDE(seal, cipher, 1)
AEAD_SIDE(open, update, 0)
AEAD_SIDE(open, cipher, 0)

#if defined(HAS_OPTIONAL)
static int has_aead(size_t rounds)
{
    return EVP_AEAD_CTX_new != NULL && aead_of(rounds) != NULL;
}

static void by_aeads(struct side *side, size_t bytes, size_t times, int encrypts)
{
    static void *ctx;
    const uint8_t *in = encrypts ? speed_input : sealed;
    int good = 1;
    if (times == 1) {
        make_sealed(side, bytes);
        EVP_AEAD_CTX_free(ctx);
        ctx = EVP_AEAD_CTX_new(aead_of(side->rounds)(), speed_input, KEY_BYTES(side->rounds), TAG);
    }
    for (; times > 0; times--) {
        good &= by_aead(ctx, encrypts, THE_NONCE, THE_AAD, in, side->out, bytes);
    }
    side->out[0] ^= (uint8_t)!good;
}

AEAD_SIDE(seal, aead, 1)
AEAD_SIDE(open, aead, 0)
#define AEAD_WAY(row, way) WAY(way, run_##row##_aead, has_aead),
#else
#define AEAD_WAY(row, way)
#endif

#define AEAD_PEERS(row, aead)                                                                    \
    static const struct peer row##_peers[] = {WAY("EVP_CipherUpdate", run_##row##_update, NULL), \
                                              WAY("EVP_Cipher", run_##row##_cipher, NULL),       \
                                              AEAD_WAY(row, aead) NO_PEER};
AEAD_PEERS(seal, "EVP_AEAD_CTX_seal")
AEAD_PEERS(open, "EVP_AEAD_CTX_open")

#if defined(ALL_OF_GCM)
static void run_set_key_evp(struct side *side, size_t bytes, size_t times)
{
    void *ctx = start(2, side, TAG, times, 1);
    int written;
    (void)bytes;
    for (; times > 0; times--) {
        EVP_CipherInit_ex(ctx, NULL, NULL, speed_input, THE_NONCE, 1);
    }
    EVP_CipherUpdate(ctx, NULL, &written, THE_AAD, HEADER);
    EVP_CipherUpdate(ctx, side->out, &written, speed_input, TAG);
}

static const struct peer set_key_peers[] = {WAY("EVP_CipherInit_ex", run_set_key_evp, NULL), NO_PEER};
#endif

/* OpenSSL has the parts of ChaCha20-Poly1305 in EVP, and AWS-LC in functions of their own. */
#if defined(ALL_OF_CHACHA)
#if defined(HAS_OPTIONAL)

OPTIONAL(const void *EVP_chacha20(void));
OPTIONAL(void CRYPTO_chacha_20(uint8_t *out, const uint8_t *in, size_t bytes, const uint8_t *key, const uint8_t *nonce,
                               uint32_t counter));
OPTIONAL(void CRYPTO_poly1305_init(void *state, const uint8_t *key));
OPTIONAL(void CRYPTO_poly1305_update(void *state, const uint8_t *in, size_t bytes));
OPTIONAL(void CRYPTO_poly1305_finish(void *state, uint8_t *tag));

#define HAS(name, function)              \
    static int has_##name(size_t rounds) \
    {                                    \
        (void)rounds;                    \
        return (function) != NULL;       \
    }
HAS(chacha20_evp, EVP_chacha20)
HAS(chacha20_crypto, CRYPTO_chacha_20)
HAS(poly1305_evp, EVP_MAC_fetch)
HAS(poly1305_crypto, CRYPTO_poly1305_init)

static void run_chacha20_evp(struct side *side, size_t bytes, size_t times)
{
    static void *ctx;
    static uint8_t iv[16] = {1}; /* the counter, then the nonce */
    int written;
    if (times == 1) {
        ctx = ctx == NULL ? EVP_CIPHER_CTX_new() : ctx;
        memcpy(iv + 4, THE_NONCE, NONCE);
        EVP_CipherInit_ex(ctx, EVP_chacha20(), NULL, speed_input, iv, 1);
    }
    for (; times > 0; times--) {
        EVP_CipherInit_ex(ctx, NULL, NULL, NULL, iv, 1);
        EVP_CipherUpdate(ctx, side->out, &written, speed_input, (int)bytes);
    }
}

static void run_poly1305_evp(struct side *side, size_t bytes, size_t times)
{
    static void *ctx;
    size_t length;
    if (ctx == NULL) {
        ctx = EVP_MAC_CTX_new(EVP_MAC_fetch(NULL, "POLY1305", NULL));
    }
    for (; times > 0; times--) {
        EVP_MAC_init(ctx, speed_input, 32, NULL);
        EVP_MAC_update(ctx, speed_input, bytes);
        EVP_MAC_final(ctx, side->out, &length, TAG);
    }
}

RUN(chacha20_crypto, NOTHING, CRYPTO_chacha_20(side->out, speed_input, bytes, speed_input, THE_NONCE, 1), NOTHING)
RUN(poly1305_crypto, NOTHING, CRYPTO_poly1305_init(side->state, speed_input);
    CRYPTO_poly1305_update(side->state, speed_input, bytes); CRYPTO_poly1305_finish(side->state, side->out), NOTHING)

static const struct peer chacha20_peers[] = {WAY("EVP_CipherUpdate", run_chacha20_evp, has_chacha20_evp),
                                             WAY("CRYPTO_chacha_20", run_chacha20_crypto, has_chacha20_crypto),
                                             NO_PEER};
static const struct peer poly1305_peers[] = {WAY("EVP_MAC_update", run_poly1305_evp, has_poly1305_evp),
                                             WAY("CRYPTO_poly1305_update", run_poly1305_crypto, has_poly1305_crypto),
                                             NO_PEER};
#else
static const struct peer chacha20_peers[] = {NO_PEER}, poly1305_peers[] = {NO_PEER};
#endif
#endif

#endif

#define AEAD_ROW(row, function, run, peers, rounds) \
    CALL_ROW("call_" row, "loom_" function, run, PEERS(peers), 16, SPEED_MAX_BYTES, 0, rounds, 1)
#define GCM_ROW(bits, row) \
    AEAD_ROW("aes" #bits "_gcm_" #row, "aes_gcm_" #row, run_gcm_##row, row##_peers, (bits) / 32 + 6)
#define GCM_ROWS(bits)                                                                                           \
    GCM_ROW(bits, seal), GCM_ROW(bits, open),                                                                    \
        CALL_ROW("call_aes" #bits "_gcm_set_key", "loom_aes_gcm_set_key", run_gcm_set_key, PEERS(set_key_peers), \
                 (bits) / 8, (bits) / 8, 16, (bits) / 32 + 6, 1),
#define CHACHA_ROW(row) \
    AEAD_ROW("chacha20_poly1305_" #row, "chacha20_poly1305_" #row, run_chacha_##row, row##_peers, CHACHA)

#endif

/* The macros of the rows end in a comma, which clang-format does not see. */
/* clang-format off */
const struct bench speed_call_aeads[] = {
#if defined(ALL_OF_GCM)
    GCM_ROWS(128) GCM_ROWS(192) GCM_ROWS(256)
#endif
#if defined(ALL_OF_CHACHA)
    CHACHA_ROW(seal), CHACHA_ROW(open), AEAD_ROW("chacha20", "chacha20", run_chacha20, chacha20_peers, CHACHA),
    CALL_ROW("call_poly1305", "loom_poly1305", run_poly1305, PEERS(poly1305_peers), 16, SPEED_MAX_BYTES, TAG, 0, 1),
#endif
    NO_ROW,
};
/* clang-format on */
