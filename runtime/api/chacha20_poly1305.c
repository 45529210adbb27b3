/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * ChaCha20 and Poly1305 (RFC 8439), the AEAD of the two, and XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha). Kernels take
 * whole blocks, and clean up themselves; what is less goes through buffers.
 */
#include "memory.h"

#include "bytes.h"
#include "clean.h"
#include "entry.h"

/* Bytes of stack that the C over the kernels takes, at most. */
enum { IN_C = 512 };

#if defined(LOOM_HAVE_chacha20_ctr32)

/* The last four words of the state. */
static LOOM_INLINE void set_counter(uint8_t counter[16], uint32_t first, const uint8_t nonce[12])
{
    store_sixteen(counter, (uint64_t)load_le32(nonce) << 32 | first, load_le64(nonce + 4));
}

static LOOM_INNER void chacha20(const uint8_t key[32], uint32_t first, const uint8_t nonce[12], const uint8_t *in,
                                uint8_t *out, size_t length)
{
    uint8_t counter[16], last[64];
    size_t rest = length % 64;
    set_counter(counter, first, nonce);
    if (length >= 64) {
        loom_call_chacha20_ctr32(key, counter, in, out, length / 64);
    }
    if (rest > 0) {
        memcpy(last, in + (length - rest), rest);
        loom_call_chacha20_ctr32(key, counter, last, last, 1);
        memcpy(out + (length - rest), last, rest);
        wipe_short(last, sizeof last);
    }
}

int LOOM_CDECL loom_chacha20(const uint8_t key[32], uint32_t counter, const uint8_t nonce[12], const uint8_t *in,
                             uint8_t *out, size_t length)
{
    if (length / 64 + (length % 64 > 0) > (UINT64_C(1) << 32) - counter || !apart(in, out, length)) {
        return -1;
    }
    chacha20(key, counter, nonce, in, out, length);
    loom_clean_below(IN_C);
    return 0;
}

#endif

#if defined(LOOM_HAVE_poly1305_blocks) && defined(LOOM_HAVE_poly1305_tag)

enum { LIVE = 0x706f6c79 }; /* the mark of a context that is begun and not wiped */

static LOOM_INLINE void poly1305_init(loom_poly1305_ctx *ctx, const uint8_t key[32])
{
    memcpy(ctx->key, key, 32);
    memset(ctx->hash, 0, sizeof ctx->hash);
    ctx->used = 0;
    ctx->live = LIVE;
}

static LOOM_INNER void poly1305_update(loom_poly1305_ctx *ctx, const uint8_t *data, size_t length)
{
    while (length > 0) {
        size_t take = length & ~(size_t)15;
        if (ctx->used == 0 && take > 0) {
            loom_call_poly1305_blocks(ctx->key, ctx->hash, data, take / 16, 1);
        } else {
            take = length < 16 - ctx->used ? length : 16 - ctx->used;
            memcpy(ctx->block + ctx->used, data, take);
            ctx->used = (uint32_t)(ctx->used + take) % 16;
            if (ctx->used == 0) {
                loom_call_poly1305_blocks(ctx->key, ctx->hash, ctx->block, 1, 1);
            }
        }
        data += take;
        length -= take;
    }
}

/* Ends a block that has begun: by zeros, or with the bit of a message's end. */
static LOOM_INLINE void poly1305_pad(loom_poly1305_ctx *ctx, int whole)
{
    if (ctx->used > 0) {
        memset(ctx->block + ctx->used, 0, 16 - ctx->used);
        ctx->block[ctx->used] = (uint8_t)!whole;
        loom_call_poly1305_blocks(ctx->key, ctx->hash, ctx->block, 1, (size_t)whole);
        ctx->used = 0;
    }
}

static LOOM_INNER void poly1305_final(loom_poly1305_ctx *ctx, uint8_t tag[16])
{
    poly1305_pad(ctx, 0);
    loom_call_poly1305_tag(ctx->key, ctx->hash, tag);
    wipe_short(ctx, sizeof *ctx);
}

void LOOM_CDECL loom_poly1305_init(loom_poly1305_ctx *ctx, const uint8_t key[32])
{
    poly1305_init(ctx, key);
    loom_clean_below(LOOM_LITTLE_DEAD);
}

int LOOM_CDECL loom_poly1305_update(loom_poly1305_ctx *ctx, const uint8_t *data, size_t length)
{
    if (ctx->live != LIVE) {
        return -1;
    }
    poly1305_update(ctx, data, length);
    loom_clean_below(IN_C);
    return 0;
}

int LOOM_CDECL loom_poly1305_final(loom_poly1305_ctx *ctx, uint8_t tag[16])
{
    if (ctx->live != LIVE) {
        memset(tag, 0, 16);
        return -1;
    }
    poly1305_final(ctx, tag);
    loom_clean_below(IN_C);
    return 0;
}

void LOOM_CDECL loom_poly1305_wipe(loom_poly1305_ctx *ctx)
{
    loom_wipe(ctx, sizeof *ctx);
}

void LOOM_CDECL loom_poly1305(const uint8_t key[32], const uint8_t *data, size_t length, uint8_t tag[16])
{
    loom_poly1305_ctx ctx;
    poly1305_init(&ctx, key);
    poly1305_update(&ctx, data, length);
    poly1305_final(&ctx, tag);
    loom_clean_below(IN_C);
}

#if defined(LOOM_HAVE_chacha20_poly1305_encrypt) && defined(LOOM_HAVE_chacha20_poly1305_decrypt)

typedef loom_chacha20_poly1305_ctx aead;

enum { ENCRYPTS, DECRYPTS, TAKES_AAD }; /* what a context does */
enum {
    AT_ONCE = 8 * 64, /* bytes that the kernels of 256 bits take at once */
    MOST = 17 * 64,   /* bytes that the kernels of 512 bits take at once */
    HEAD = MOST - 64  /* bytes of text that come with the one-time key at once */
};

/* The counter ends at 2^32: RFC 8439, 2.8. And the output is in its place. */
static LOOM_INLINE int fits(uint64_t before, const uint8_t *in, const uint8_t *out, size_t length)
{
    return length <= ((UINT64_C(1) << 32) - 1) * 64 - before && apart(in, out, length);
}

static const uint8_t zeros[MOST];

static LOOM_INLINE void both_blocks(int way, const uint8_t key[32], uint8_t counter[16], const uint8_t r[16],
                                    uint8_t hash[24], const uint8_t *in, uint8_t *out, size_t blocks)
{
    if (way == ENCRYPTS) {
        loom_call_chacha20_poly1305_encrypt(key, counter, r, hash, in, out, blocks);
    } else {
        loom_call_chacha20_poly1305_decrypt(key, counter, r, hash, in, out, blocks);
    }
}

/* Whether a kernel weaves the two: dispatch prefers one after the other where that is faster. */
static LOOM_INLINE int weaves(int way, size_t blocks)
{
    return loom_slot_for(way == ENCRYPTS ? &loom_way_chacha20_poly1305_encrypt : &loom_way_chacha20_poly1305_decrypt,
                         blocks) != LOOM_SLOT_PORTABLE;
}

/* ---- a message at once ---- */

/* What Poly1305 takes lies in one row, in `stream` or, when decrypting, in `sealed`: up to 32 bytes of additional data
 * in the second half of block 0, padded with zeros in front of the text, the text behind, and the lengths. The first
 * half of block 0 in `stream` is the one-time key. Of a longer text the rows have what follows whole batches. */
struct work {
    uint8_t hash[32], counter[16], tag[16], sealed[64 + HEAD + 64], stream[64 + MOST];
};

/* The blocks of ChaCha20 that so many bytes take. */
static LOOM_INLINE size_t blocks_of(size_t bytes)
{
    return (bytes + 63) / 64;
}

static LOOM_INLINE void hash_row(struct work *w, const uint8_t *row, const uint8_t *end)
{
    if (row < end) {
        loom_call_poly1305_blocks(w->stream, w->hash, row, (size_t)(end - row) / 16, 1);
    }
}

/* ChaCha20 alone, of the head, whose stream is there, and of what follows. A last block that is not whole takes a
 * buffer, with what goes beside it at once. */
static LOOM_INNER void cipher(struct work *w, const uint8_t key[32], const uint8_t *in, size_t length, uint8_t *out)
{
    size_t rest = length % 64 == 0 ? 0 : (length - HEAD) % MOST, at = length - rest;
    add_stream(0, w->stream + 64, in, out, HEAD);
    if (at > HEAD) {
        loom_call_chacha20_ctr32(key, w->counter, in + HEAD, out + HEAD, (at - HEAD) / 64);
    }
    if (rest > 0) {
        loom_call_chacha20_ctr32(key, w->counter, zeros, w->stream + 64, blocks_of(rest));
        add_stream(0, w->stream + 64, in + at, out + at, rest);
    }
}

/* Opens with an expected tag, and seals without one. */
static LOOM_INNER int message(struct work *w, const uint8_t key[32], const uint8_t nonce[12], const uint8_t *aad,
                              size_t aad_length, const uint8_t *in, size_t length, uint8_t *out,
                              const uint8_t *expected, uint8_t *tag)
{
    int opens = expected != NULL, way = opens ? DECRYPTS : ENCRYPTS;
    int woven = length >= AT_ONCE && weaves(way, length / 64), apart = length > HEAD && !woven;
    size_t rest = woven ? length % AT_ONCE : apart ? HEAD : length, whole = woven ? length - rest : 0;
    size_t aad_whole = aad_length > 32 ? aad_length & ~(size_t)15 : 0, aad_rest = aad_length - aad_whole;
    uint8_t *text = (opens ? w->sealed : w->stream) + 64, *row = text - ((aad_rest + 15) & ~(size_t)15);
    set_counter(w->counter, 0, nonce);
    zero_sixteens(w->hash, sizeof w->hash);
    loom_call_chacha20_ctr32(key, w->counter, zeros, w->stream, 1 + (woven ? 0 : blocks_of(rest)));
    if (aad_whole > 0) {
        loom_call_poly1305_blocks(w->stream, w->hash, aad, aad_whole / 16, 1);
    }
    copy_padded(row, after(aad, aad_whole), aad_rest);
    if (woven) {
        hash_row(w, row, text);
        row = text;
        set_counter(w->counter, 1, nonce);
        both_blocks(way, key, w->counter, w->stream, w->hash, in, out, whole / 64);
        loom_call_chacha20_ctr32(key, w->counter, zeros, w->stream + 64, blocks_of(rest));
    }
    if (apart) {
        /* Poly1305 takes the text at once, before it is decrypted or after it is encrypted. */
        const uint8_t *sealed = opens ? in : out;
        hash_row(w, row, text);
        row = text;
        if (!opens) {
            cipher(w, key, in, length, out);
        }
        rest = length % 16;
        loom_call_poly1305_blocks(w->stream, w->hash, sealed, length / 16, 1);
        copy_padded(text, sealed + (length - rest), rest);
    } else if (opens) {
        copy_padded(text, after(in, whole), rest);
    } else {
        add_stream(1, text, after(in, whole), after_written(out, whole), rest);
        cut(text, rest);
    }
    text += (rest + 15) & ~(size_t)15;
    store_sixteen(text, aad_length, length);
    hash_row(w, row, text + 16);
    loom_call_poly1305_tag(w->stream, w->hash, w->tag);
    if (!opens) {
        memcpy(tag, w->tag, 16);
    } else if (!loom_equal(w->tag, expected, 16)) {
        erase(out, length);
        return -1;
    } else if (apart) {
        cipher(w, key, in, length, out);
    } else {
        add_stream(0, w->stream + 64, after(in, whole), after_written(out, whole), rest);
    }
    return 0;
}

/* The caller's frame holds what is wiped here, and cleans what is below it. */
static LOOM_INLINE int whole_message(const uint8_t key[32], const uint8_t nonce[12], const uint8_t *aad,
                                     size_t aad_length, const uint8_t *in, size_t length, uint8_t *out,
                                     const uint8_t *expected, uint8_t *tag)
{
    struct work w;
    size_t used = length > HEAD ? sizeof w.stream : 64 + 64 * blocks_of(length);
    size_t row = expected == NULL ? 0 : length > HEAD ? AT_ONCE : length; /* of text, at most */
    int result;
    if (!fits(0, in, out, length)) {
        return -1;
    }
    result = message(&w, key, nonce, aad, aad_length, in, length, out, expected, tag);
    for (size_t at = 0; at < used; at += 64) {
        wipe_short(w.stream + at, 64);
    }
    for (size_t at = 0; at < 64 + 64 + row + 32; at += 64) {
        wipe_short((uint8_t *)&w + at, 64);
    }
    loom_clean_below(IN_C);
    return result;
}

int LOOM_CDECL loom_chacha20_poly1305_seal(const uint8_t key[32], const uint8_t nonce[12], const uint8_t *aad,
                                           size_t aad_length, const uint8_t *in, size_t length, uint8_t *out,
                                           uint8_t tag[16])
{
    return whole_message(key, nonce, aad, aad_length, in, length, out, NULL, tag);
}

int LOOM_CDECL loom_chacha20_poly1305_open(const uint8_t key[32], const uint8_t nonce[12], const uint8_t *aad,
                                           size_t aad_length, const uint8_t *in, size_t length, const uint8_t tag[16],
                                           uint8_t *out)
{
    return whole_message(key, nonce, aad, aad_length, in, length, out, tag, NULL);
}

#if defined(LOOM_HAVE_hchacha20)

/* The key and the nonce of the other AEAD (draft-irtf-cfrg-xchacha-03, 2.3). */
static LOOM_INLINE void derive(uint8_t derived[44], const uint8_t key[32], const uint8_t nonce[24])
{
    loom_call_hchacha20(key, nonce, derived);
    store_le32(derived + 32, 0);
    memcpy(derived + 36, nonce + 16, 8);
}

int LOOM_CDECL loom_xchacha20_poly1305_seal(const uint8_t key[32], const uint8_t nonce[24], const uint8_t *aad,
                                            size_t aad_length, const uint8_t *in, size_t length, uint8_t *out,
                                            uint8_t tag[16])
{
    uint8_t derived[44];
    int result;
    derive(derived, key, nonce);
    result = loom_chacha20_poly1305_seal(derived, derived + 32, aad, aad_length, in, length, out, tag);
    wipe_short(derived, sizeof derived);
    return result;
}

int LOOM_CDECL loom_xchacha20_poly1305_open(const uint8_t key[32], const uint8_t nonce[24], const uint8_t *aad,
                                            size_t aad_length, const uint8_t *in, size_t length, const uint8_t tag[16],
                                            uint8_t *out)
{
    uint8_t derived[44];
    int result;
    derive(derived, key, nonce);
    result = loom_chacha20_poly1305_open(derived, derived + 32, aad, aad_length, in, length, tag, out);
    wipe_short(derived, sizeof derived);
    return result;
}

#endif

/* ---- a message in pieces ---- */

static LOOM_INNER void init(aead *ctx, const uint8_t key[32], const uint8_t nonce[12])
{
    memcpy(ctx->key, key, 32);
    set_counter(ctx->counter, 0, nonce);
    loom_call_chacha20_ctr32(key, ctx->counter, zeros, ctx->keystream, 1);
    poly1305_init(&ctx->mac, ctx->keystream);
    ctx->aad_length = ctx->length = 0;
    ctx->does = TAKES_AAD;
}

/* `hidden`: no compiler makes vectors of the loop. */
static LOOM_INNER void through(aead *ctx, int way, const uint8_t *in, uint8_t *out, size_t length)
{
    while (length > 0) {
        size_t used = (size_t)ctx->length % 64, take = length & ~(size_t)63;
        if (used == 0 && take > 0) {
            both_blocks(way, ctx->key, ctx->counter, ctx->mac.key, ctx->mac.hash, in, out, take / 64);
        } else {
            take = length < 64 - used ? length : 64 - used;
            if (used == 0) {
                loom_call_chacha20_ctr32(ctx->key, ctx->counter, zeros, ctx->keystream, 1);
            }
            if (way == DECRYPTS) {
                poly1305_update(&ctx->mac, in, take);
            }
            for (size_t i = 0; i < take; i = hidden(i + 1)) {
                out[i] = in[i] ^ ctx->keystream[used + i];
            }
            if (way == ENCRYPTS) {
                poly1305_update(&ctx->mac, out, take);
            }
        }
        ctx->length += take;
        in += take;
        out += take;
        length -= take;
    }
}

static int update(aead *ctx, uint32_t way, const uint8_t *in, uint8_t *out, size_t length)
{
    if (ctx->mac.live != LIVE || (ctx->does != way && ctx->does != TAKES_AAD) || !fits(ctx->length, in, out, length)) {
        return -1;
    }
    if (ctx->does == TAKES_AAD) {
        poly1305_pad(&ctx->mac, 1);
        ctx->does = way;
    }
    through(ctx, (int)way, in, out, length);
    loom_clean_below(IN_C);
    return 0;
}

static LOOM_INNER void end(aead *ctx, uint8_t tag[16])
{
    poly1305_pad(&ctx->mac, 1);
    store_le64(ctx->mac.block, ctx->aad_length);
    store_le64(ctx->mac.block + 8, ctx->length);
    loom_call_poly1305_blocks(ctx->mac.key, ctx->mac.hash, ctx->mac.block, 1, 1);
    loom_call_poly1305_tag(ctx->mac.key, ctx->mac.hash, tag);
    wipe_short(ctx, sizeof *ctx);
}

static LOOM_INNER int verify(aead *ctx, const uint8_t tag[16])
{
    uint8_t expected[16];
    int good;
    end(ctx, expected);
    good = loom_equal(expected, tag, 16);
    wipe_short(expected, sizeof expected);
    return good - 1;
}

void LOOM_CDECL loom_chacha20_poly1305_init(aead *ctx, const uint8_t key[32], const uint8_t nonce[12])
{
    init(ctx, key, nonce);
    loom_clean_below(IN_C);
}

int LOOM_CDECL loom_chacha20_poly1305_aad(aead *ctx, const uint8_t *aad, size_t aad_length)
{
    if (ctx->mac.live != LIVE || ctx->does != TAKES_AAD) {
        return -1;
    }
    ctx->aad_length += aad_length;
    poly1305_update(&ctx->mac, aad, aad_length);
    loom_clean_below(IN_C);
    return 0;
}

int LOOM_CDECL loom_chacha20_poly1305_encrypt(aead *ctx, const uint8_t *in, uint8_t *out, size_t length)
{
    return update(ctx, ENCRYPTS, in, out, length);
}

int LOOM_CDECL loom_chacha20_poly1305_decrypt(aead *ctx, const uint8_t *in, uint8_t *out, size_t length)
{
    return update(ctx, DECRYPTS, in, out, length);
}

int LOOM_CDECL loom_chacha20_poly1305_tag(aead *ctx, uint8_t tag[16])
{
    if (ctx->mac.live != LIVE || ctx->does == DECRYPTS) {
        return -1;
    }
    end(ctx, tag);
    loom_clean_below(IN_C);
    return 0;
}

int LOOM_CDECL loom_chacha20_poly1305_verify(aead *ctx, const uint8_t tag[16])
{
    int result;
    if (ctx->mac.live != LIVE || ctx->does == ENCRYPTS) {
        return -1;
    }
    result = verify(ctx, tag);
    loom_clean_below(IN_C);
    return result;
}

void LOOM_CDECL loom_chacha20_poly1305_wipe(aead *ctx)
{
    loom_wipe(ctx, sizeof *ctx);
}

#endif
#endif
