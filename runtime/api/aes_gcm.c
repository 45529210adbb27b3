/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * AES-GCM (SP 800-38D). The first counter's key stream masks the tag, and that of the next ones encrypts the text.
 * Kernels clean up themselves.
 */
#include "aes_key.h"

#if defined(LOOM_AES_GCM)

#include "memory.h"

#include "bytes.h"
#include "clean.h"
#include "entry.h"

/* Bytes of stack that the C over the kernels takes, at most. Where the powers are that kernels of blocks take. */
enum { IN_GCM = 320, LAST = 96 };

/* What a context has taken: associated data alone, or text of one direction. */
enum { GCM_TAKES_AAD = 1, GCM_ENCRYPTS, GCM_DECRYPTS };

/* The public function over the inner half that works on secrets. */
#define OUTER(name, parameters, arguments)        \
    int LOOM_CDECL loom_aes_gcm_##name parameters \
    {                                             \
        int result = gcm_##name arguments;        \
        loom_clean_below(IN_GCM);                 \
        return result;                            \
    }

static LOOM_INLINE int tag_fits(size_t length)
{
    return length >= 12 && length <= 16;
}

static LOOM_INLINE int text_fits(uint64_t length)
{
    return length <= (UINT64_C(1) << 36) - 32;
}

static LOOM_INLINE int aad_fits(uint64_t length)
{
    return length >> 61 == 0;
}

static LOOM_INLINE void hash(const loom_aes_gcm_key *key, uint8_t xi[16], const uint8_t *in, size_t blocks)
{
    loom_call_ghash_blocks(key->powers + LAST, xi, in, blocks);
}

static LOOM_INLINE void cipher(const loom_aes_gcm_key *key, uint8_t counter[16], const uint8_t *in, uint8_t *out,
                               size_t blocks)
{
    loom_call_aes_ctr32(key->aes.schedule, key->aes.rounds, counter, in, out, blocks);
}

/* The last block that is hashed. */
static LOOM_INLINE void put_lengths(uint8_t *to, uint64_t aad, uint64_t text)
{
    store_sixteen(to, reversed(aad << 3), reversed(text << 3));
}

static LOOM_INNER void put_hashed_counter(const loom_aes_gcm_key *key, uint8_t counter[16], const uint8_t *nonce,
                                          size_t length)
{
    uint8_t end[32];
    size_t rest = copy_padded(end, nonce + length / 16 * 16, length % 16);
    store_sixteen(counter, 0, 0);
    hash(key, counter, nonce, length / 16);
    put_lengths(end + 16 * rest, 0, length);
    hash(key, counter, end, rest + 1);
}

/* The first counter. */
static LOOM_INLINE void put_counter(const loom_aes_gcm_key *key, uint8_t counter[16], const uint8_t *nonce,
                                    size_t length)
{
    if (length == 12) {
        store_sixteen(counter, load_le64(nonce), load_le32(nonce + 8) | UINT64_C(1) << 56);
    } else {
        put_hashed_counter(key, counter, nonce, length);
    }
}

/* ---- keys ---- */

static LOOM_INNER int gcm_set_key(loom_aes_gcm_key *key, const uint8_t *user_key, size_t key_bytes)
{
    uint8_t zero[16] = {0}, h[16] = {0};
    if (loom_aes_set_encrypt_key(&key->aes, user_key, key_bytes) != 0) {
        return -1;
    }
    cipher(key, zero, h, h, 1);
    loom_call_ghash_powers(h, key->powers);
    wipe_short(h, sizeof h);
    return 0;
}

OUTER(set_key, (loom_aes_gcm_key * key, const uint8_t *user_key, size_t key_bytes), (key, user_key, key_bytes))

void LOOM_CDECL loom_aes_gcm_wipe_key(loom_aes_gcm_key *key)
{
    loom_wipe(key, sizeof *key);
}

/* ---- whole messages ---- */

#define HEAD \
    const loom_aes_gcm_key *key, const uint8_t *nonce, size_t nonce_length, const uint8_t *aad, size_t aad_length

/* What the kernels of whole messages read: the hash of all associated data but its last block, the first counter, that
 * block, and the lengths. The kernels put the tag over the hash, and zeros over what is behind it: associated data may
 * be secret, since GMAC has nothing else. This C sees nothing of key and text. */
struct message {
    uint8_t tag[16], counter[16], aad[16], lengths[16];
};

static LOOM_INLINE int begin_message(struct message *message, HEAD, size_t length, size_t tag_length)
{
    if (!loom_aes_keyed(&key->aes, LOOM_ENCRYPTS) || nonce_length == 0 || !tag_fits(tag_length) ||
        !aad_fits(nonce_length | aad_length)) {
        return -1;
    }
    put_lengths(message->lengths, aad_length, length);
    put_counter(key, message->counter, nonce, nonce_length);
    store_sixteen(message->tag, 0, 0);
    if (aad_length > 16) {
        size_t blocks = (aad_length - 1) / 16;
        hash(key, message->tag, aad, blocks);
        aad += 16 * blocks;
        aad_length -= 16 * blocks;
    }
    if (aad_length == 16) {
        copy_sixteen(message->aad, aad);
    } else {
        struct sixteen last = last_bytes(aad, aad_length);
        store_sixteen(message->aad, last.low, last.high);
    }
    return 0;
}

#define BEGIN(message) begin_message(message, key, nonce, nonce_length, aad, aad_length, length, tag_length)

/* Writes a tag, and leaves it in no other place. */
static LOOM_INLINE void move_tag(uint8_t *to, uint8_t tag[16], size_t length)
{
#if defined(LOOM_X86) && defined(__SSE2__) && (defined(__GNUC__) || defined(__clang__))
    if (length == 16) {
        __asm__ volatile("movdqu (%1), %%xmm0\n\tmovdqu %%xmm0, (%0)\n\tpxor %%xmm0, %%xmm0\n\tmovdqu %%xmm0, (%1)"
                         :
                         : "r"(to), "r"(tag)
                         : "memory", "xmm0");
        return;
    }
#endif
    copy_bytes(to, tag, length);
    wipe_short(tag, 16);
    loom_clean_registers();
}

int LOOM_CDECL loom_aes_gcm_seal(HEAD, const uint8_t *in, size_t length, uint8_t *out, uint8_t *tag, size_t tag_length)
{
    struct message message;
    if (!text_fits(length) || !apart(in, out, length) || BEGIN(&message) != 0) {
        return -1;
    }
    loom_call_aes_gcm_seal_message(key->aes.schedule, key->aes.rounds, key->powers, (uint8_t *)&message, in, out,
                                   length);
    move_tag(tag, message.tag, tag_length);
    return 0;
}

int LOOM_CDECL loom_aes_gcm_open(HEAD, const uint8_t *in, size_t length, const uint8_t *tag, size_t tag_length,
                                 uint8_t *out)
{
    struct message message;
    int good;
    if (!text_fits(length) || !apart(in, out, length)) {
        return -1;
    }
    if (BEGIN(&message) != 0) {
        erase(out, length);
        return -1;
    }
    loom_call_aes_gcm_open_message(key->aes.schedule, key->aes.rounds, key->powers, (uint8_t *)&message, in, out,
                                   length);
    good = loom_equal(message.tag, tag, tag_length);
    wipe_short(message.tag, sizeof message.tag);
    if (!good) {
        erase(out, length);
    }
    return good - 1;
}

/* ---- messages in parts ---- */

static const uint8_t gcm_zeros[16];

static int gcm_live(const loom_aes_gcm_ctx *ctx)
{
    return ctx->phase >= GCM_TAKES_AAD && ctx->phase <= GCM_DECRYPTS && loom_aes_keyed(&ctx->key->aes, LOOM_ENCRYPTS);
}

static LOOM_INNER int gcm_init(loom_aes_gcm_ctx *ctx, const loom_aes_gcm_key *key, const uint8_t *nonce,
                               size_t nonce_length)
{
    if (!loom_aes_keyed(&key->aes, LOOM_ENCRYPTS) || nonce_length == 0 || !aad_fits(nonce_length)) {
        return -1;
    }
    memset(ctx, 0, sizeof *ctx);
    ctx->key = key;
    ctx->phase = GCM_TAKES_AAD;
    put_counter(key, ctx->counter, nonce, nonce_length);
    cipher(key, ctx->counter, gcm_zeros, ctx->mask, 1);
    return 0;
}

/* A block that is not whole is in `xi` by exclusive or, and is multiplied when it ends. */
static void end_block(loom_aes_gcm_ctx *ctx, uint64_t length)
{
    if (length % 16 != 0) {
        hash(ctx->key, ctx->xi, gcm_zeros, 1);
    }
}

static LOOM_INNER int gcm_aad(loom_aes_gcm_ctx *ctx, const uint8_t *aad, size_t length)
{
    size_t used = ctx->aad_length % 16;
    if (!gcm_live(ctx) || ctx->phase != GCM_TAKES_AAD || !aad_fits(length) || !aad_fits(ctx->aad_length + length)) {
        return -1;
    }
    ctx->aad_length += length;
    for (; used > 0 && length > 0; length--) {
        ctx->xi[used++] ^= *aad++;
        if (used == 16) {
            end_block(ctx, 1);
            used = 0;
        }
    }
    hash(ctx->key, ctx->xi, aad, length / 16);
    for (; used < length % 16; used++) {
        ctx->xi[used] ^= aad[length / 16 * 16 + used];
    }
    return 0;
}

/* Takes bytes that begin or end within a block. */
static void text_bytes(loom_aes_gcm_ctx *ctx, size_t used, const uint8_t *in, uint8_t *out, size_t length)
{
    for (; length > 0; length--, used++) {
        uint8_t given = *in++, made = given ^ ctx->keystream[used];
        ctx->xi[used] ^= ctx->phase == GCM_DECRYPTS ? given : made;
        *out++ = made;
    }
}

static LOOM_INNER int gcm_text(loom_aes_gcm_ctx *ctx, uint32_t phase, const uint8_t *in, uint8_t *out, size_t length)
{
    size_t used = ctx->length % 16, first = (16 - used) % 16, blocks;
    if (!gcm_live(ctx) || (ctx->phase != GCM_TAKES_AAD && ctx->phase != phase) || !text_fits(length) ||
        !text_fits(ctx->length + length) || !apart(in, out, length)) {
        return -1;
    }
    if (ctx->phase == GCM_TAKES_AAD) {
        end_block(ctx, ctx->aad_length);
        ctx->phase = phase;
    }
    ctx->length += length;
    first = length < first ? length : first;
    if (first > 0) { /* the pointers may be NULL otherwise */
        text_bytes(ctx, used, in, out, first);
        end_block(ctx, used + first == 16);
        in += first;
        out += first;
        length -= first;
    }
    const loom_aes_ctx *aes = &ctx->key->aes;
    const uint8_t *powers = ctx->key->powers + LAST;
    blocks = length / 16;
    if (phase == GCM_DECRYPTS) {
        loom_call_aes_gcm_decrypt(aes->schedule, aes->rounds, ctx->counter, powers, ctx->xi, in, out, blocks);
    } else {
        loom_call_aes_gcm_encrypt(aes->schedule, aes->rounds, ctx->counter, powers, ctx->xi, in, out, blocks);
    }
    if (length % 16 > 0) {
        cipher(ctx->key, ctx->counter, gcm_zeros, ctx->keystream, 1);
        text_bytes(ctx, 0, in + 16 * blocks, out + 16 * blocks, length % 16);
    }
    return 0;
}

/* Ends the message: writes the tag, or compares it. */
static LOOM_INNER int gcm_end(loom_aes_gcm_ctx *ctx, uint32_t phase, const uint8_t *expected, uint8_t *tag,
                              size_t length)
{
    uint8_t lengths[16];
    int good = 1;
    if (!gcm_live(ctx) || (ctx->phase != GCM_TAKES_AAD && ctx->phase != phase) || !tag_fits(length)) {
        return -1;
    }
    end_block(ctx, ctx->phase == GCM_TAKES_AAD ? ctx->aad_length : ctx->length);
    put_lengths(lengths, ctx->aad_length, ctx->length);
    hash(ctx->key, ctx->xi, lengths, 1);
    put_sum(ctx->xi, ctx->xi, ctx->mask);
    if (expected == NULL) {
        copy_bytes(tag, ctx->xi, length);
    } else {
        good = loom_equal(ctx->xi, expected, length);
    }
    wipe_short(ctx, sizeof *ctx);
    return good - 1;
}

#define gcm_encrypt(...) gcm_text(ctx, GCM_ENCRYPTS, in, out, length)
#define gcm_decrypt(...) gcm_text(ctx, GCM_DECRYPTS, in, out, length)
#define gcm_tag(...) gcm_end(ctx, GCM_ENCRYPTS, NULL, tag, tag_length)
#define gcm_verify(...) gcm_end(ctx, GCM_DECRYPTS, tag, NULL, tag_length)

OUTER(init, (loom_aes_gcm_ctx * ctx, const loom_aes_gcm_key *key, const uint8_t *nonce, size_t nonce_length),
      (ctx, key, nonce, nonce_length))
OUTER(aad, (loom_aes_gcm_ctx * ctx, const uint8_t *aad, size_t aad_length), (ctx, aad, aad_length))
OUTER(encrypt, (loom_aes_gcm_ctx * ctx, const uint8_t *in, uint8_t *out, size_t length), ())
OUTER(decrypt, (loom_aes_gcm_ctx * ctx, const uint8_t *in, uint8_t *out, size_t length), ())
OUTER(tag, (loom_aes_gcm_ctx * ctx, uint8_t *tag, size_t tag_length), ())
OUTER(verify, (loom_aes_gcm_ctx * ctx, const uint8_t *tag, size_t tag_length), ())

void LOOM_CDECL loom_aes_gcm_wipe(loom_aes_gcm_ctx *ctx)
{
    loom_wipe(ctx, sizeof *ctx);
}

#endif
