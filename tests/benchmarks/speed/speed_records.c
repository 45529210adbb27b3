/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The speed tool's batches of records of TLS 1.3: sixteen of the listed size sealed by one call, and opened one after
 * another. The peers get from libcrypto an AEAD alone, and make nonces, headers and types themselves, in place.
 */
#include "speed_call_aead.h"

#include <string.h>

#if defined(ALL_OF_GCM) || defined(ALL_OF_CHACHA)

enum { RECORDS = SPEED_MESSAGES, EXTRA = HEADER + 1 + TAG, LARGEST = 4096 * RECORDS };

static const uint8_t iv[NONCE] = {1, 2, 3};
static uint8_t sealed[LARGEST + RECORDS * EXTRA]; /* what is opened */

#define CTX STATE(loom_tls13_ctx)
#define CONTENT (bytes / RECORDS)
#define ROUNDS(suite) ((suite) == LOOM_TLS13_AES_128_GCM ? 10 : (suite) == LOOM_TLS13_AES_256_GCM ? 14 : (size_t)CHACHA)

/* ---- ours ---- */

static void start(int suite, struct side *side)
{
    (void)!loom_tls13_init(CTX, suite, speed_input, KEY_BYTES(ROUNDS(suite)), iv);
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

static int has_aead(size_t rounds)
{
    (void)rounds;
    return EVP_AEAD_CTX_new != NULL;
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

/* By a function for the whole message, or by EVP_Cipher. Text comes out of a record with its type behind it, which the
 * next record's text overwrites. */
static void records(int whole, void *ctx, int encrypts, struct side *side, size_t bytes, size_t times)
{
    uint8_t nonce[NONCE];
    size_t inner = CONTENT + 1;
    int good = 1;
    for (; times > 0; times--) {
        for (size_t i = 0; i < RECORDS; i++) {
            uint8_t *record = (encrypts ? side->out : sealed) + i * (CONTENT + EXTRA), *text = record + HEADER;
            uint8_t *out = encrypts ? put_record(record, speed_input + i * CONTENT, CONTENT) : side->out + i * CONTENT;
            put_nonce(nonce, i);
            good &= whole ? by_aead(ctx, encrypts, nonce, record, text, out, inner)
                          : by_cipher(ctx, encrypts, nonce, record, text, out, inner, text + inner);
        }
    }
    side->out[0] ^= (uint8_t)!good;
}

static void by_ciphers(int suite, int encrypts, struct side *side, size_t bytes, size_t times)
{
    static void *ctx;
    ctx = ctx == NULL ? EVP_CIPHER_CTX_new() : ctx;
    if (times == 1) {
        make_sealed(suite, side, bytes);
        EVP_CipherInit_ex(ctx, kind_of(ROUNDS(suite)), NULL, speed_input, iv, encrypts);
    }
    records(0, ctx, encrypts, side, bytes, times);
}

static void by_aeads(int suite, int encrypts, struct side *side, size_t bytes, size_t times)
{
    static void *ctx;
    if (times == 1) {
        make_sealed(suite, side, bytes);
        EVP_AEAD_CTX_free(ctx);
        ctx = EVP_AEAD_CTX_new(aead_of(ROUNDS(suite))(), speed_input, KEY_BYTES(ROUNDS(suite)), TAG);
    }
    records(1, ctx, encrypts, side, bytes, times);
}

#define RECORD_PEERS(row, suite, action, encrypts)                                     \
    static void cipher_##row##_##action(struct side *side, size_t bytes, size_t times) \
    {                                                                                  \
        by_ciphers(suite, encrypts, side, bytes, times);                               \
    }                                                                                  \
    static void aead_##row##_##action(struct side *side, size_t bytes, size_t times)   \
    {                                                                                  \
        by_aeads(suite, encrypts, side, bytes, times);                                 \
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
