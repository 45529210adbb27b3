/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The speed tool's calls of TLS records. A sealed record is one of TLS 1.0, whose IV is the last block of the record
 * before: no side encrypts a block more than the others. An opened record is one of TLS 1.2, with its IV in front.
 */
#include "speed_call_tls.h"

#include <string.h>

#if defined(LOOM_TLS_CBC) || defined(LOOM_TLS_RC4)

/* Sequence number, type, version, and in what libcrypto wants the length. */
const uint8_t *speed_tls_header(int minor, size_t bytes)
{
    static uint8_t header[13] = {0, 0, 0, 0, 0, 0, 0, 1, 23, 3, 0, 0, 0};
    header[10] = (uint8_t)minor;
    header[11] = (uint8_t)(bytes >> 8);
    header[12] = (uint8_t)bytes;
    return header;
}

size_t speed_tls_digest(int hash)
{
    return hash == LOOM_TLS_MD5 ? 16 : hash == LOOM_TLS_SHA1 ? 20 : hash == LOOM_TLS_SHA256 ? 32 : 48;
}

static uint8_t records[TLS_RECORD_ROOM];

uint8_t *speed_tls_records(void)
{
    return records;
}

#endif

/* ---- AES-CBC ---- */

#if defined(LOOM_TLS_CBC)

static loom_tls_ctx *context_of(struct side *side)
{
    return (loom_tls_ctx *)(void *)side->state;
}

static uint8_t *chain_of(struct side *side)
{
    return (uint8_t *)(side->state->words + 448);
}

static void start(struct side *side, int hash, int seals)
{
    loom_tls_cbc_init(context_of(side), seals, hash, speed_input, 4 * side->rounds - 24, speed_input + 64,
                      speed_tls_digest(hash));
    memcpy(chain_of(side), speed_input + 32, 16);
}

static void seal(int hash, struct side *side, size_t bytes, size_t times)
{
    if (times == 1) {
        start(side, hash, 1);
    }
    for (; times > 0; times--) {
        loom_tls_cbc_seal(context_of(side), speed_tls_header(1, bytes), chain_of(side), speed_input, side->out, bytes);
    }
}

size_t speed_tls_make_record(int hash, struct side *side, size_t bytes)
{
    memcpy(records, speed_input + 32, 16);
    start(side, hash, 1);
    loom_tls_cbc_seal(context_of(side), speed_tls_header(3, bytes), chain_of(side), speed_input, records + 16, bytes);
    return loom_tls_cbc_length(context_of(side), bytes);
}

static void open(int hash, struct side *side, size_t bytes, size_t times)
{
    size_t opened, *length = (size_t *)(void *)(chain_of(side) + 16);
    int wrong = 0;
    if (times == 1) {
        *length = speed_tls_make_record(hash, side, bytes);
        start(side, hash, 0);
    }
    for (; times > 0; times--) {
        memcpy(chain_of(side), records, 16);
        wrong |= loom_tls_cbc_open(context_of(side), speed_tls_header(3, bytes), chain_of(side), records + 16,
                                   side->out, *length, &opened);
    }
    side->out[0] ^= (uint8_t)wrong;
}

static void init(int hash, struct side *side, size_t bytes, size_t times)
{
    (void)bytes;
    for (; times > 0; times--) {
        start(side, hash, 1);
    }
    loom_tls_cbc_seal(context_of(side), speed_tls_header(1, 16), chain_of(side), speed_input, side->out, 16);
}

#define CBC_CALL(name, hash, action)                                                 \
    static void run_##name##_##action(struct side *side, size_t bytes, size_t times) \
    {                                                                                \
        action(hash, side, bytes, times);                                            \
    }
#define CBC_CALLS(name, hash)  \
    CBC_CALL(name, hash, seal) \
    CBC_CALL(name, hash, open) \
    CBC_CALL(name, hash, init)

#if defined(LOOM_HAVE_sha1_blocks)
CBC_CALLS(sha1, LOOM_TLS_SHA1)
#endif
#if defined(LOOM_HAVE_sha256_blocks)
CBC_CALLS(sha256, LOOM_TLS_SHA256)
#endif
#if defined(LOOM_HAVE_sha512_blocks)
CBC_CALLS(sha384, LOOM_TLS_SHA384)
#endif

#endif

/* ---- RC4 ---- */

#if defined(LOOM_TLS_RC4)

static loom_tls_ctx *rc4_context(struct side *side)
{
    return (loom_tls_ctx *)(void *)side->state;
}

static void rc4_init(int hash, struct side *side, size_t bytes, size_t times)
{
    (void)bytes;
    for (; times > 0; times--) {
        loom_tls_rc4_init(rc4_context(side), hash, speed_input, 16, speed_input + 64, speed_tls_digest(hash));
    }
    loom_tls_rc4_seal(rc4_context(side), speed_tls_header(3, 16), speed_input, side->out, 16);
}

static void rc4_seal(int hash, struct side *side, size_t bytes, size_t times)
{
    if (times == 1) {
        loom_tls_rc4_init(rc4_context(side), hash, speed_input, 16, speed_input + 64, speed_tls_digest(hash));
    }
    for (; times > 0; times--) {
        loom_tls_rc4_seal(rc4_context(side), speed_tls_header(3, bytes), speed_input, side->out, bytes);
    }
}

size_t speed_tls_ring(int hash, size_t bytes)
{
    size_t fits = TLS_RECORD_ROOM / (bytes + speed_tls_digest(hash));
    return fits < TLS_RING ? fits : TLS_RING;
}

void speed_tls_make_ring(int hash, struct side *side, size_t bytes)
{
    size_t length = bytes + speed_tls_digest(hash);
    loom_tls_rc4_init(rc4_context(side), hash, speed_input, 16, speed_input + 64, speed_tls_digest(hash));
    for (size_t r = 0; r < speed_tls_ring(hash, bytes); r++) {
        loom_tls_rc4_seal(rc4_context(side), speed_tls_header(3, bytes), speed_input, records + r * length, bytes);
    }
}

/* Records one after another, because the key stream goes on. After the last one the context is set back. */
static void rc4_open(int hash, struct side *side, size_t bytes, size_t times)
{
    static loom_tls_ctx first;
    size_t length = bytes + speed_tls_digest(hash), ring = speed_tls_ring(hash, bytes), opened;
    size_t *next = (size_t *)(void *)(side->state->words + 448);
    int wrong = 0;
    if (times == 1) {
        speed_tls_make_ring(hash, side, bytes);
        loom_tls_rc4_init(rc4_context(side), hash, speed_input, 16, speed_input + 64, speed_tls_digest(hash));
        first = *rc4_context(side);
        *next = 0;
    }
    for (; times > 0; times--) {
        if (*next == ring) {
            *rc4_context(side) = first;
            *next = 0;
        }
        wrong |= loom_tls_rc4_open(rc4_context(side), speed_tls_header(3, bytes), records + *next * length, side->out,
                                   length, &opened);
        ++*next;
    }
    side->out[0] ^= (uint8_t)wrong;
}

#define RC4_CALL(name, hash, action)                                                     \
    static void run_rc4_##name##_##action(struct side *side, size_t bytes, size_t times) \
    {                                                                                    \
        rc4_##action(hash, side, bytes, times);                                          \
    }
#define RC4_CALLS(name, hash)  \
    RC4_CALL(name, hash, seal) \
    RC4_CALL(name, hash, open) \
    RC4_CALL(name, hash, init)

#if defined(LOOM_HAVE_md5_blocks)
RC4_CALLS(md5, LOOM_TLS_MD5)
#endif
#if defined(LOOM_HAVE_sha1_blocks)
RC4_CALLS(sha1, LOOM_TLS_SHA1)
#endif

#endif

/* ---- the rows ---- */

#define CBC_ROWS(bits, hash)                                                                        \
    CALL_ROW("call_tls_aes" #bits "_" #hash "_init", "loom_tls_cbc_init", run_##hash##_init,        \
             PEERS(speed_tls_##hash##_init_peers), (bits) / 8, (bits) / 8, 16, (bits) / 32 + 6, 1), \
        CALL_ROW("call_tls_aes" #bits "_" #hash "_seal", "loom_tls_cbc_seal", run_##hash##_seal,    \
                 PEERS(speed_tls_##hash##_seal_peers), 16, SPEED_MAX_BYTES, 0, (bits) / 32 + 6, 1), \
        CALL_ROW("call_tls_aes" #bits "_" #hash "_open", "loom_tls_cbc_open", run_##hash##_open,    \
                 PEERS(speed_tls_##hash##_open_peers), 16, SPEED_MAX_BYTES, 0, (bits) / 32 + 6, 1),
#define RC4_ROWS(hash)                                                                      \
    CALL_ROW("call_tls_rc4_" #hash "_init", "loom_tls_rc4_init", run_rc4_##hash##_init,     \
             PEERS(speed_tls_rc4_##hash##_init_peers), 16, 16, 16, 0, 1),                   \
        CALL_ROW("call_tls_rc4_" #hash "_seal", "loom_tls_rc4_seal", run_rc4_##hash##_seal, \
                 PEERS(speed_tls_rc4_##hash##_seal_peers), 16, SPEED_MAX_BYTES, 0, 0, 1),   \
        CALL_ROW("call_tls_rc4_" #hash "_open", "loom_tls_rc4_open", run_rc4_##hash##_open, \
                 PEERS(speed_tls_rc4_##hash##_open_peers), 16, SPEED_MAX_BYTES, 0, 0, 1),

/* The macros of the rows end in a comma, which clang-format does not see. */
/* clang-format off */
const struct bench speed_call_tls[] = {
#if defined(LOOM_TLS_CBC)
#if defined(LOOM_HAVE_sha1_blocks)
    CBC_ROWS(128, sha1) CBC_ROWS(256, sha1)
#endif
#if defined(LOOM_HAVE_sha256_blocks)
    CBC_ROWS(128, sha256) CBC_ROWS(256, sha256)
#endif
#if defined(LOOM_HAVE_sha512_blocks)
    CBC_ROWS(128, sha384) CBC_ROWS(256, sha384)
#endif
#endif
#if defined(LOOM_TLS_RC4)
#if defined(LOOM_HAVE_md5_blocks)
    RC4_ROWS(md5)
#endif
#if defined(LOOM_HAVE_sha1_blocks)
    RC4_ROWS(sha1)
#endif
#endif
    NO_ROW,
};
/* clang-format on */
