/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The speed tool's batches of records of TLS 1.3: sixteen of the listed size sealed by one call, and opened one after
 * another. The peers get from libcrypto an AEAD alone, and make nonces, headers and types themselves, in place.
 */
#include "speed_call.h"

#include <string.h>

#if defined(LOOM_HAVE_aes_set_encrypt_key) && defined(LOOM_HAVE_aes_ctr32) && defined(LOOM_HAVE_ghash_powers) && \
    defined(LOOM_HAVE_ghash_blocks) && defined(LOOM_HAVE_aes_gcm_encrypt) && defined(LOOM_HAVE_aes_gcm_decrypt)
#define ALL_OF_GCM 1
#endif
#if defined(LOOM_HAVE_chacha20_ctr32) && defined(LOOM_HAVE_poly1305_blocks) && defined(LOOM_HAVE_poly1305_tag) && \
    defined(LOOM_HAVE_chacha20_poly1305_encrypt) && defined(LOOM_HAVE_chacha20_poly1305_decrypt)
#define ALL_OF_CHACHA 1
#endif

#if defined(ALL_OF_GCM) || defined(ALL_OF_CHACHA)

enum { RECORDS = SPEED_MESSAGES, NONCE = 12, HEADER = 5, TAG = 16, EXTRA = HEADER + 1 + TAG, LARGEST = 4096 * RECORDS };

static const uint8_t iv[NONCE] = {1, 2, 3};
static uint8_t sealed[LARGEST + RECORDS * EXTRA]; /* what is opened */

#define CTX STATE(loom_tls13_ctx)
#define CONTENT (bytes / RECORDS)
#define KEY_BYTES(suite) ((suite) == LOOM_TLS13_AES_128_GCM ? 16 : 32)

/* ---- ours ---- */

static void start(int suite, struct side *side)
{
    (void)!loom_tls13_init(CTX, suite, speed_input, KEY_BYTES(suite), iv);
}

static void make_sealed(int suite, struct side *side, size_t bytes)
{
    start(suite, side);
    (void)!loom_tls13_seal_many(CTX, 23, speed_input, bytes, CONTENT, sealed);
}

static void seal(int suite, struct side *side, size_t bytes, size_t times)
{
    if (times == 1) {
        start(suite, side);
    }
    for (; times > 0; times--) {
        (void)!loom_tls13_seal_many(CTX, 23, speed_input, bytes, CONTENT, side->out);
    }
}

static void open(int suite, struct side *side, size_t bytes, size_t times)
{
    size_t length;
    uint8_t type;
    int wrong = 0;
    if (times == 1) {
        make_sealed(suite, side, bytes);
    }
    for (; times > 0; times--) {
        CTX->sequence = 0;
        for (size_t i = 0; i < RECORDS; i++) {
            const uint8_t *record = sealed + i * (CONTENT + EXTRA);
            wrong |= loom_tls13_open(CTX, record, CONTENT + EXTRA, side->out + i * CONTENT, &length, &type);
        }
    }
    side->out[0] ^= (uint8_t)wrong;
}

/* ---- libcrypto's ---- */

#if defined(LOOM_SPEED_LIBCRYPTO) && defined(HAS_OPTIONAL)

const void *EVP_aes_128_gcm(void);
const void *EVP_aes_256_gcm(void);
const void *EVP_chacha20_poly1305(void);
int EVP_CipherFinal_ex(void *ctx, unsigned char *out, int *written);
typedef const void *aead_fn(void);
OPTIONAL(aead_fn EVP_aead_aes_128_gcm);
OPTIONAL(aead_fn EVP_aead_aes_256_gcm);
OPTIONAL(aead_fn EVP_aead_chacha20_poly1305);
OPTIONAL(void *EVP_AEAD_CTX_new(const void *aead, const uint8_t *key, size_t key_bytes, size_t tag_bytes));
OPTIONAL(void EVP_AEAD_CTX_free(void *ctx));
OPTIONAL(int EVP_AEAD_CTX_seal(const void *ctx, uint8_t *out, size_t *length, size_t room, const uint8_t *nonce,
                               size_t nonce_bytes, const uint8_t *in, size_t bytes, const uint8_t *ad,
                               size_t ad_bytes));
OPTIONAL(int EVP_AEAD_CTX_open(const void *ctx, uint8_t *out, size_t *length, size_t room, const uint8_t *nonce,
                               size_t nonce_bytes, const uint8_t *in, size_t bytes, const uint8_t *ad,
                               size_t ad_bytes));

enum { GET_TAG = 0x10, SET_TAG = 0x11 }; /* commands of EVP_CIPHER_CTX_ctrl */

static int has_aead(size_t rounds)
{
    (void)rounds;
    return EVP_AEAD_CTX_new != NULL;
}

static aead_fn *aead_of(int suite)
{
    return suite == LOOM_TLS13_AES_128_GCM   ? EVP_aead_aes_128_gcm
           : suite == LOOM_TLS13_AES_256_GCM ? EVP_aead_aes_256_gcm
                                             : EVP_aead_chacha20_poly1305;
}

static const void *kind_of(int suite)
{
    return suite == LOOM_TLS13_AES_128_GCM   ? EVP_aes_128_gcm()
           : suite == LOOM_TLS13_AES_256_GCM ? EVP_aes_256_gcm()
                                             : EVP_chacha20_poly1305();
}

/* The nonce of record `i`. */
static void put_nonce(uint8_t nonce[NONCE], size_t i)
{
    memcpy(nonce, iv, NONCE);
    nonce[NONCE - 1] ^= (uint8_t)i;
}

/* A header, the content and its type, as they are before the text is sealed in place. Returns the text. */
static uint8_t *put_record(uint8_t *record, const uint8_t *content, size_t length)
{
    static const uint8_t header[3] = {23, 3, 3};
    memcpy(record, header, 3);
    record[3] = (uint8_t)((length + 1 + TAG) >> 8);
    record[4] = (uint8_t)(length + 1 + TAG);
    memcpy(record + HEADER, content, length);
    record[HEADER + length] = 23;
    return record + HEADER;
}

/* Text comes out of a record with its type behind it, which the next record's text overwrites. */
static int evp_record(void *ctx, const uint8_t nonce[NONCE], int encrypts, uint8_t *record, uint8_t *out, size_t inner)
{
    int good = EVP_CipherInit_ex(ctx, NULL, NULL, NULL, nonce, encrypts) > 0;
    if (!encrypts) {
        EVP_CIPHER_CTX_ctrl(ctx, SET_TAG, TAG, record + HEADER + inner);
    }
    EVP_Cipher(ctx, NULL, record, HEADER);
    EVP_Cipher(ctx, out, record + HEADER, inner);
    good &= EVP_Cipher(ctx, NULL, NULL, 0) >= 0;
    if (encrypts) {
        EVP_CIPHER_CTX_ctrl(ctx, GET_TAG, TAG, record + HEADER + inner);
    }
    return good;
}

static int aead_record(void *ctx, const uint8_t nonce[NONCE], int encrypts, uint8_t *record, uint8_t *out, size_t inner)
{
    size_t written;
    return (encrypts ? EVP_AEAD_CTX_seal : EVP_AEAD_CTX_open)(
        ctx, out, &written, inner + TAG, nonce, NONCE, record + HEADER, encrypts ? inner : inner + TAG, record, HEADER);
}

typedef int record_fn(void *ctx, const uint8_t nonce[NONCE], int encrypts, uint8_t *record, uint8_t *out, size_t inner);

static void records(record_fn *record_of, void *ctx, int encrypts, struct side *side, size_t bytes, size_t times)
{
    uint8_t nonce[NONCE];
    int good = 1;
    for (; times > 0; times--) {
        for (size_t i = 0; i < RECORDS; i++) {
            uint8_t *record = (encrypts ? side->out : sealed) + i * (CONTENT + EXTRA);
            uint8_t *out = encrypts ? put_record(record, speed_input + i * CONTENT, CONTENT) : side->out + i * CONTENT;
            put_nonce(nonce, i);
            good &= record_of(ctx, nonce, encrypts, record, out, CONTENT + 1);
        }
    }
    side->out[0] ^= (uint8_t)!good;
}

static void by_cipher(int suite, int encrypts, struct side *side, size_t bytes, size_t times)
{
    static void *ctx;
    ctx = ctx == NULL ? EVP_CIPHER_CTX_new() : ctx;
    if (times == 1) {
        make_sealed(suite, side, bytes);
        EVP_CipherInit_ex(ctx, kind_of(suite), NULL, speed_input, iv, encrypts);
    }
    records(evp_record, ctx, encrypts, side, bytes, times);
}

static void by_aead(int suite, int encrypts, struct side *side, size_t bytes, size_t times)
{
    static void *ctx;
    if (times == 1) {
        make_sealed(suite, side, bytes);
        EVP_AEAD_CTX_free(ctx);
        ctx = EVP_AEAD_CTX_new(aead_of(suite)(), speed_input, KEY_BYTES(suite), TAG);
    }
    records(aead_record, ctx, encrypts, side, bytes, times);
}

#define RECORD_PEERS(row, suite, action, encrypts)                                     \
    static void cipher_##row##_##action(struct side *side, size_t bytes, size_t times) \
    {                                                                                  \
        by_cipher(suite, encrypts, side, bytes, times);                                \
    }                                                                                  \
    static void aead_##row##_##action(struct side *side, size_t bytes, size_t times)   \
    {                                                                                  \
        by_aead(suite, encrypts, side, bytes, times);                                  \
    }                                                                                  \
    static const struct peer row##_##action##_peers[] = {                              \
        WAY("EVP_Cipher", cipher_##row##_##action, NULL),                              \
        WAY("EVP_AEAD_CTX_" #action, aead_##row##_##action, has_aead), NO_PEER};

#else
#define RECORD_PEERS(row, suite, action, encrypts) static const struct peer row##_##action##_peers[] = {NO_PEER};
#endif

#define RECORD_CALL(row, suite, action, encrypts)                                   \
    static void run_##row##_##action(struct side *side, size_t bytes, size_t times) \
    {                                                                               \
        action(suite, side, bytes, times);                                          \
    }                                                                               \
    RECORD_PEERS(row, suite, action, encrypts)
#define RECORD_CALLS(row, suite) RECORD_CALL(row, suite, seal, 1) RECORD_CALL(row, suite, open, 0)

#if defined(ALL_OF_GCM)
RECORD_CALLS(aes128_gcm, LOOM_TLS13_AES_128_GCM)
RECORD_CALLS(aes256_gcm, LOOM_TLS13_AES_256_GCM)
#endif
#if defined(ALL_OF_CHACHA)
RECORD_CALLS(chacha20_poly1305, LOOM_TLS13_CHACHA20_POLY1305)
#endif

#define RECORD_ROWS(row)                                                                                           \
    CALL_ROW("call_tls13_" #row "_seal", "loom_tls13_seal_many", run_##row##_seal, row##_seal_peers, 16 * RECORDS, \
             LARGEST, 0, RECORDS, RECORDS),                                                                        \
        CALL_ROW("call_tls13_" #row "_open", "loom_tls13_open", run_##row##_open, row##_open_peers, 16 * RECORDS,  \
                 LARGEST, 0, RECORDS, RECORDS),

#endif

/* The macros of the rows end in a comma, which clang-format does not see. */
/* clang-format off */
const struct bench speed_records[] = {
#if defined(ALL_OF_GCM)
    RECORD_ROWS(aes128_gcm) RECORD_ROWS(aes256_gcm)
#endif
#if defined(ALL_OF_CHACHA)
    RECORD_ROWS(chacha20_poly1305)
#endif
    NO_ROW,
};
/* clang-format on */
