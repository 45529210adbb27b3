/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Records of TLS 1.3 (RFC 8446, 5.2 to 5.4): the content, its type and zeros, encrypted in place under a nonce that the
 * sequence number makes, with the record's header as associated data.
 */
#include "tls.h"

#if defined(LOOM_TLS13)

#include "memory.h"

#include "clean.h"

enum { HEADER = 5, TAG = 16, EXTRA = HEADER + 1 + TAG, APPLICATION_DATA = 23 };

/* Bytes of stack that the search for the content's end takes, at most. */
enum { IN_OPEN = 384 };

/* Numbers do not wrap around: 2^64 - 1 is the number of no record. */
static int may_go_on(const loom_tls13_ctx *ctx, uint64_t records)
{
    return ctx->cipher != 0 && records <= UINT64_MAX - ctx->sequence;
}

static LOOM_INLINE void put_nonce(uint8_t nonce[12], const loom_tls13_ctx *ctx)
{
    memcpy(nonce, ctx->iv, 4);
    store_be64(nonce + 4, load_be64(ctx->iv + 4) ^ ctx->sequence);
}

/* Both take `length` bytes behind a header, in place or elsewhere, with the tag behind them. */
static int aead_seal(const loom_tls13_ctx *ctx, uint8_t *record, size_t length)
{
    uint8_t nonce[12], *text = record + HEADER;
    put_nonce(nonce, ctx);
#if defined(LOOM_TLS13_CHACHA)
    if (ctx->cipher == LOOM_TLS13_CHACHA20_POLY1305) {
        return loom_chacha20_poly1305_seal(ctx->key.chacha20_poly1305, nonce, record, HEADER, text, length, text,
                                           text + length);
    }
#endif
#if defined(LOOM_AES_GCM)
    return loom_aes_gcm_seal(&ctx->key.aes_gcm, nonce, 12, record, HEADER, text, length, text, text + length, TAG);
#else
    return -1;
#endif
}

static int aead_open(const loom_tls13_ctx *ctx, const uint8_t *record, size_t length, uint8_t *out)
{
    const uint8_t *text = record + HEADER;
    uint8_t nonce[12];
    put_nonce(nonce, ctx);
#if defined(LOOM_TLS13_CHACHA)
    if (ctx->cipher == LOOM_TLS13_CHACHA20_POLY1305) {
        return loom_chacha20_poly1305_open(ctx->key.chacha20_poly1305, nonce, record, HEADER, text, length,
                                           text + length, out);
    }
#endif
#if defined(LOOM_AES_GCM)
    return loom_aes_gcm_open(&ctx->key.aes_gcm, nonce, 12, record, HEADER, text, length, text + length, TAG, out);
#else
    return -1;
#endif
}

static LOOM_INNER int init(loom_tls13_ctx *ctx, int cipher, const uint8_t *key, size_t key_bytes, const uint8_t iv[12])
{
    int good = 0;
#if defined(LOOM_AES_GCM)
    if ((cipher == LOOM_TLS13_AES_128_GCM && key_bytes == 16) ||
        (cipher == LOOM_TLS13_AES_256_GCM && key_bytes == 32)) {
        good = loom_aes_gcm_set_key(&ctx->key.aes_gcm, key, key_bytes) == 0;
    }
#endif
#if defined(LOOM_TLS13_CHACHA)
    if (cipher == LOOM_TLS13_CHACHA20_POLY1305 && key_bytes == 32) {
        memcpy(ctx->key.chacha20_poly1305, key, 32);
        good = 1;
    }
#endif
    if (good) {
        memcpy(ctx->iv, iv, 12);
        ctx->cipher = (uint32_t)cipher;
        ctx->sequence = 0;
    }
    return good - 1;
}

static LOOM_INNER int seal(loom_tls13_ctx *ctx, uint8_t type, const uint8_t *in, size_t length, size_t padding,
                           uint8_t *out)
{
    size_t inner = length + 1 + padding;
    if (!may_go_on(ctx, 1) || type == 0 || length > TLS_PLAINTEXT || padding > TLS_PLAINTEXT - length) {
        return -1;
    }
    if (length > 0) { /* the pointer may be NULL otherwise */
        memmove(out + HEADER, in, length);
    }
    out[HEADER + length] = type;
    memset(out + HEADER + length + 1, 0, padding);
    out[0] = APPLICATION_DATA;
    out[1] = out[2] = 3;
    out[3] = (uint8_t)((inner + TAG) >> 8);
    out[4] = (uint8_t)(inner + TAG);
    (void)!aead_seal(ctx, out, inner); /* the lengths and the key are good */
    ctx->sequence++;
    return 0;
}

static LOOM_INNER size_t seal_many(loom_tls13_ctx *ctx, uint8_t type, const uint8_t *in, size_t length, size_t fragment,
                                   uint8_t *out)
{
    uint8_t *to = out;
    /* A size_t counts the bytes of all records. It cannot for a length that went below zero. */
    if (fragment == 0 || fragment > TLS_PLAINTEXT || type == 0 || length / fragment >= (SIZE_MAX - length) / EXTRA ||
        !may_go_on(ctx, length / fragment + 1)) {
        return 0;
    }
    for (;;) {
        size_t taken = length < fragment ? length : fragment;
        (void)!seal(ctx, type, in, taken, 0, to);
        to += taken + EXTRA;
        length -= taken;
        if (length == 0) {
            return (size_t)(to - out);
        }
        in += taken;
    }
}

/* ---- the end of the content: how many zeros follow it is secret, and the same instructions find it ---- */

enum { SPAN = 512, BLOCK = 64, ROW = 16 };

#if defined(__GNUC__)
typedef uint64_t part __attribute__((vector_size(ROW)));
#else
typedef uint64_t part;
#endif

/* All ones if `x` is not zero, zero otherwise. */
static LOOM_INLINE size_t if_any(uint64_t x)
{
    return hidden((size_t)0 - (size_t)((x | (0 - x)) >> 63));
}

/* By a pointer: where gcc has no vector registers it warns of a vector that a function returns. */
static LOOM_INLINE void add_part(part *any, const uint8_t *at)
{
    part next;
    memcpy(&next, at, sizeof next);
    *any |= next;
}

/* Where the last of the pieces of `size` bytes begins that is not zeros alone; 0 if all are. The last piece ends where
 * the text does. */
static LOOM_INLINE size_t last_piece(const uint8_t *text, size_t length, size_t size)
{
    size_t found = 0;
    for (size_t at = 0; at < length; at += size) {
        size_t start = at < length - size ? at : length - size;
        part any = {0}, other = any; /* two chains */
        uint64_t word[sizeof(part) / 8], all = 0;
        for (size_t i = 0; i < size; i += (size > ROW ? 4 : 1) * sizeof any) {
            const uint8_t *from = text + start + i;
            add_part(&any, from);
            if (size > ROW) {
                add_part(&other, from + sizeof any);
                add_part(&any, from + 2 * sizeof any);
                add_part(&other, from + 3 * sizeof any);
            }
        }
        any |= other;
        memcpy(word, &any, sizeof any);
        for (size_t i = 0; i < sizeof word / sizeof word[0]; i++) {
            all |= word[i];
        }
        found ^= (found ^ start) & if_any(all);
    }
    return found;
}

/* The length without the zeros at the end. */
static size_t without_zeros(const uint8_t *text, size_t length)
{
    size_t end = 0, mask;
    uint64_t last;
    if (length >= SPAN) {
        end = last_piece(text, length, SPAN);
        length = SPAN;
    }
    if (length >= BLOCK) {
        end += last_piece(text + end, length, BLOCK);
        length = BLOCK;
    }
    if (length >= ROW) {
        end += last_piece(text + end, length, ROW);
        length = ROW;
    }
    if (length < ROW) {
        for (size_t i = 0; i < length; i = hidden(i + 1)) {
            end ^= (end ^ (i + 1)) & if_any(text[i]);
        }
        return end;
    }
    last = load_le64(text + end + 8);
    mask = if_any(last);
    last |= load_le64(text + end) & ~((uint64_t)0 - (mask & 1));
    end += mask & 8;
    for (unsigned bits = 32; bits >= 8; bits /= 2) {
        mask = if_any(last >> bits);
        end += mask & (bits / 8);
        last >>= mask & bits;
    }
    return end + (if_any(last) & 1);
}

static LOOM_INNER int open(loom_tls13_ctx *ctx, const uint8_t *record, size_t bytes, uint8_t *out, size_t *length,
                           uint8_t *type)
{
    size_t inner, end;
    *length = 0;
    *type = 0;
    if (!may_go_on(ctx, 1) || bytes < EXTRA || record[0] != APPLICATION_DATA ||
        bytes - HEADER != (((size_t)record[3] << 8) | record[4])) {
        return -1;
    }
    inner = bytes - HEADER - TAG;
    if (inner > TLS_PLAINTEXT + 1) {
        return LOOM_TLS13_TOO_LONG;
    }
    if (aead_open(ctx, record, inner, out) != 0) {
        return -1;
    }
    ctx->sequence++;
    end = without_zeros(out, inner);
    if (end == 0) {
        return LOOM_TLS13_NO_TYPE; /* all of `out` is zeros */
    }
    *length = end - 1;
    *type = out[end - 1];
    return 0;
}

/* ---- the public functions: the inner halves work on secrets ---- */

int LOOM_CDECL loom_tls13_init(loom_tls13_ctx *ctx, int cipher, const uint8_t *key, size_t key_bytes,
                               const uint8_t iv[12])
{
    int result = init(ctx, cipher, key, key_bytes, iv);
    loom_clean_below(LOOM_LITTLE_DEAD);
    return result;
}

int LOOM_CDECL loom_tls13_seal(loom_tls13_ctx *ctx, uint8_t type, const uint8_t *in, size_t length, size_t padding,
                               uint8_t *out)
{
    return seal(ctx, type, in, length, padding, out); /* the AEAD has cleaned up */
}

size_t LOOM_CDECL loom_tls13_seal_many(loom_tls13_ctx *ctx, uint8_t type, const uint8_t *in, size_t length,
                                       size_t fragment, uint8_t *out)
{
    return seal_many(ctx, type, in, length, fragment, out);
}

int LOOM_CDECL loom_tls13_open(loom_tls13_ctx *ctx, const uint8_t *record, size_t record_bytes, uint8_t *out,
                               size_t *length, uint8_t *type)
{
    int result = open(ctx, record, record_bytes, out, length, type);
    loom_clean_below(IN_OPEN);
    return result;
}

void LOOM_CDECL loom_tls13_wipe(loom_tls13_ctx *ctx)
{
    loom_wipe(ctx, sizeof *ctx);
}

#endif
