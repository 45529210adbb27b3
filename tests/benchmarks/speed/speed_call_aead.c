/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The speed tool's calls of AES-GCM: records of TLS 1.3, with five bytes of associated data and a nonce for each, under
 * a key that is set; and the setting of keys.
 */
#include "speed_call.h"

#include <string.h>

#if defined(LOOM_HAVE_aes_set_encrypt_key) && defined(LOOM_HAVE_aes_ctr32) && defined(LOOM_HAVE_ghash_powers) && \
    defined(LOOM_HAVE_ghash_blocks) && defined(LOOM_HAVE_aes_gcm_encrypt) && defined(LOOM_HAVE_aes_gcm_decrypt)
#define ALL_OF_GCM 1

enum { NONCE = 12, AAD = 5, TAG = 16 };

static uint8_t sealed[SPEED_MAX_BYTES + TAG]; /* what is opened; the tag follows the text */

#define KEY STATE(loom_aes_gcm_key)
#define KEY_BYTES (4 * side->rounds - 24)
#define BEFORE KEY, speed_input + 32, NONCE, speed_input + 48, AAD

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
    loom_aes_gcm_set_key(KEY, speed_input, KEY_BYTES);
    loom_aes_gcm_seal(BEFORE, speed_input, bytes, sealed, sealed + bytes, TAG);
}

RUN(seal, loom_aes_gcm_set_key(KEY, speed_input, KEY_BYTES),
    loom_aes_gcm_seal(BEFORE, speed_input, bytes, side->out, side->out + bytes, TAG),
    add_tag(side->out, side->out + bytes))

static void run_open(struct side *side, size_t bytes, size_t times)
{
    int wrong = 0;
    if (times == 1) {
        make_sealed(side, bytes);
    }
    for (; times > 0; times--) {
        wrong |= loom_aes_gcm_open(BEFORE, sealed, bytes, sealed + bytes, TAG, side->out);
    }
    side->out[0] ^= (uint8_t)wrong;
}

/* What a key seals shows that the key is set. */
RUN(set_key, NOTHING, loom_aes_gcm_set_key(KEY, speed_input, bytes),
    loom_aes_gcm_seal(BEFORE, speed_input, TAG, side->out, side->out + TAG, TAG))

/* ---- libcrypto's ---- */

#if defined(LOOM_SPEED_LIBCRYPTO)

const void *EVP_aes_128_gcm(void);
const void *EVP_aes_192_gcm(void);
const void *EVP_aes_256_gcm(void);
int EVP_CipherFinal_ex(void *ctx, unsigned char *out, int *written);

enum { GET_TAG = 0x10, SET_TAG = 0x11 }; /* commands of EVP_CIPHER_CTX_ctrl */

/* A context for each of the ways. */
static void *start(int way, struct side *side, size_t bytes, size_t times, int encrypts)
{
    static void *contexts[3];
    if (contexts[way] == NULL) {
        contexts[way] = EVP_CIPHER_CTX_new();
    }
    if (times == 1) {
        const void *kind = side->rounds == 10   ? EVP_aes_128_gcm()
                           : side->rounds == 12 ? EVP_aes_192_gcm()
                                                : EVP_aes_256_gcm();
        make_sealed(side, bytes);
        EVP_CipherInit_ex(contexts[way], kind, NULL, speed_input, speed_input + 32, encrypts);
    }
    return contexts[way];
}

static void by_update(struct side *side, size_t bytes, size_t times, int encrypts)
{
    const uint8_t *in = encrypts ? speed_input : sealed;
    void *ctx = start(0, side, bytes, times, encrypts);
    int written, good = 1;
    for (; times > 0; times--) {
        EVP_CipherInit_ex(ctx, NULL, NULL, NULL, speed_input + 32, encrypts);
        if (!encrypts) {
            EVP_CIPHER_CTX_ctrl(ctx, SET_TAG, TAG, sealed + bytes);
        }
        EVP_CipherUpdate(ctx, NULL, &written, speed_input + 48, AAD);
        EVP_CipherUpdate(ctx, side->out, &written, in, (int)bytes);
        good &= EVP_CipherFinal_ex(ctx, side->out + bytes, &written) > 0;
        if (encrypts) {
            EVP_CIPHER_CTX_ctrl(ctx, GET_TAG, TAG, side->out + bytes);
        }
    }
    side->out[0] ^= (uint8_t)!good;
}

static void by_cipher(struct side *side, size_t bytes, size_t times, int encrypts)
{
    const uint8_t *in = encrypts ? speed_input : sealed;
    void *ctx = start(1, side, bytes, times, encrypts);
    int good = 1;
    for (; times > 0; times--) {
        EVP_CipherInit_ex(ctx, NULL, NULL, NULL, speed_input + 32, encrypts);
        if (!encrypts) {
            EVP_CIPHER_CTX_ctrl(ctx, SET_TAG, TAG, sealed + bytes);
        }
        EVP_Cipher(ctx, NULL, speed_input + 48, AAD);
        EVP_Cipher(ctx, side->out, in, bytes);
        good &= EVP_Cipher(ctx, NULL, NULL, 0) >= 0;
        if (encrypts) {
            EVP_CIPHER_CTX_ctrl(ctx, GET_TAG, TAG, side->out + bytes);
        }
    }
    side->out[0] ^= (uint8_t)!good;
}

static void run_set_key_evp(struct side *side, size_t bytes, size_t times)
{
    void *ctx = start(2, side, TAG, times, 1);
    int written;
    (void)bytes;
    for (; times > 0; times--) {
        EVP_CipherInit_ex(ctx, NULL, NULL, speed_input, speed_input + 32, 1);
    }
    EVP_CipherUpdate(ctx, NULL, &written, speed_input + 48, AAD);
    EVP_CipherUpdate(ctx, side->out, &written, speed_input, TAG);
}

#define GCM_WAY(row, way, encrypts)                                              \
    static void run_##row##_##way(struct side *side, size_t bytes, size_t times) \
    {                                                                            \
        by_##way(side, bytes, times, encrypts);                                  \
        if (encrypts) {                                                          \
            add_tag(side->out, side->out + bytes);                               \
        }                                                                        \
    }
GCM_WAY(seal, update, 1)
GCM_WAY(seal, cipher, 1)
GCM_WAY(open, update, 0)
GCM_WAY(open, cipher, 0)

/* AWS-LC has functions for the whole call. */
#if defined(HAS_OPTIONAL)
OPTIONAL(const void *EVP_aead_aes_128_gcm(void));
OPTIONAL(const void *EVP_aead_aes_192_gcm(void));
OPTIONAL(const void *EVP_aead_aes_256_gcm(void));
OPTIONAL(void *EVP_AEAD_CTX_new(const void *aead, const uint8_t *key, size_t key_bytes, size_t tag_bytes));
OPTIONAL(void EVP_AEAD_CTX_free(void *ctx));
OPTIONAL(int EVP_AEAD_CTX_seal(const void *ctx, uint8_t *out, size_t *length, size_t room, const uint8_t *nonce,
                               size_t nonce_bytes, const uint8_t *in, size_t bytes, const uint8_t *ad,
                               size_t ad_bytes));
OPTIONAL(int EVP_AEAD_CTX_open(const void *ctx, uint8_t *out, size_t *length, size_t room, const uint8_t *nonce,
                               size_t nonce_bytes, const uint8_t *in, size_t bytes, const uint8_t *ad,
                               size_t ad_bytes));

static int has_aead(size_t rounds)
{
    return EVP_AEAD_CTX_new != NULL && (rounds == 12 ? EVP_aead_aes_192_gcm : EVP_aead_aes_128_gcm) != NULL;
}

static void *aead_of(struct side *side, size_t bytes, size_t times)
{
    static void *ctx;
    if (times == 1) {
        make_sealed(side, bytes);
        EVP_AEAD_CTX_free(ctx);
        ctx = EVP_AEAD_CTX_new((side->rounds == 10   ? EVP_aead_aes_128_gcm
                                : side->rounds == 12 ? EVP_aead_aes_192_gcm
                                                     : EVP_aead_aes_256_gcm)(),
                               speed_input, KEY_BYTES, TAG);
    }
    return ctx;
}

static void by_aead(struct side *side, size_t bytes, size_t times, int encrypts)
{
    const void *ctx = aead_of(side, bytes, times);
    const uint8_t *in = encrypts ? speed_input : sealed;
    int good = 1;
    size_t written;
    for (; times > 0; times--) {
        good &= (encrypts ? EVP_AEAD_CTX_seal
                          : EVP_AEAD_CTX_open)(ctx, side->out, &written, bytes + TAG, speed_input + 32, NONCE, in,
                                               encrypts ? bytes : bytes + TAG, speed_input + 48, AAD);
    }
    side->out[0] ^= (uint8_t)!good;
}

GCM_WAY(seal, aead, 1)
GCM_WAY(open, aead, 0)
#define AEAD_WAY(row, way) WAY(way, run_##row##_aead, has_aead),
#else
#define AEAD_WAY(row, way)
#endif

#define GCM_PEERS(row, aead)                                                                     \
    static const struct peer row##_peers[] = {WAY("EVP_CipherUpdate", run_##row##_update, NULL), \
                                              WAY("EVP_Cipher", run_##row##_cipher, NULL),       \
                                              AEAD_WAY(row, aead) NO_PEER};
GCM_PEERS(seal, "EVP_AEAD_CTX_seal")
GCM_PEERS(open, "EVP_AEAD_CTX_open")
static const struct peer set_key_peers[] = {WAY("EVP_CipherInit_ex", run_set_key_evp, NULL), NO_PEER};

#endif

#define GCM_ROW(bits, row)                                                                                            \
    CALL_ROW("call_aes" #bits "_gcm_" #row, "loom_aes_gcm_" #row, run_##row, PEERS(row##_peers), 16, SPEED_MAX_BYTES, \
             0, (bits) / 32 + 6, 1)
#define GCM_ROWS(bits)                                                                                       \
    GCM_ROW(bits, seal), GCM_ROW(bits, open),                                                                \
        CALL_ROW("call_aes" #bits "_gcm_set_key", "loom_aes_gcm_set_key", run_set_key, PEERS(set_key_peers), \
                 (bits) / 8, (bits) / 8, 16, (bits) / 32 + 6, 1),

#endif

/* The macros of the rows end in a comma, which clang-format does not see. */
/* clang-format off */
const struct bench speed_call_gcm[] = {
#if defined(ALL_OF_GCM)
    GCM_ROWS(128) GCM_ROWS(192) GCM_ROWS(256)
#endif
    NO_ROW,
};
/* clang-format on */
