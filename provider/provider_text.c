/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Text through ciphers: updates of any length, blocks that wait for their rest, and padding (PKCS #7).
 */
#include "provider_cipher.h"

#include <string.h>

/* Counter mode of a family, whose function takes whole blocks of the stream. */
static int counted(struct cipher_ctx *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    size_t whole;
    for (; ctx->left > 0 && bytes > 0; bytes--) {
        *out++ = *in++ ^ ctx->stream[LARGEST_BLOCK - ctx->left--];
    }
    whole = bytes / LARGEST_BLOCK * LARGEST_BLOCK;
    if (ctx->cipher->family->ctr(&ctx->key, ctx->iv, in, out, whole) != 0) {
        return 0;
    }
    if (bytes > whole) {
        memset(ctx->stream, 0, sizeof ctx->stream);
        if (ctx->cipher->family->ctr(&ctx->key, ctx->iv, ctx->stream, ctx->stream, sizeof ctx->stream) != 0) {
            return 0;
        }
        ctx->left = LARGEST_BLOCK;
        return counted(ctx, out + whole, in + whole, bytes - whole);
    }
    return 1;
}

int cipher_run(struct cipher_ctx *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    switch (ctx->cipher->mode) {
    case STREAM: return loom_rc4(&ctx->key.rc4, in, out, bytes) == 0;
    case CTR:
        return ctx->cipher->family != NULL ? counted(ctx, out, in, bytes)
                                           : loom_aes_ctr_update(&ctx->key.ctr, in, out, bytes) == 0;
    case ECB: return ctx->cipher->family->ecb[ctx->encrypts](&ctx->key, in, out, bytes) == 0;
    default: return ctx->cipher->family->cbc[ctx->encrypts](&ctx->key, ctx->iv, in, out, bytes) == 0;
    }
}

/* Whether the context has what a text needs. */
static int ready(const struct cipher_ctx *ctx)
{
    if (!ctx->has_key) {
        return REFUSE(ctx->provider, NO_KEY);
    }
    return 1;
}

/* Whether the two have a byte in common, and do not begin together. */
static int overlap(const uint8_t *out, size_t out_bytes, const uint8_t *in, size_t bytes)
{
    return (uintptr_t)out != (uintptr_t)in && provider_meet(out, out_bytes, in, bytes);
}

int cipher_stream_update(void *vctx, unsigned char *out, size_t *out_bytes, size_t room, const unsigned char *in,
                         size_t bytes)
{
    struct cipher_ctx *ctx = vctx;
    *out_bytes = 0;
    if (!ready(ctx)) {
        return 0;
    }
    if (bytes == 0) {
        return 1;
    }
    if (room < bytes) {
        return REFUSE(ctx->provider, OUTPUT_TOO_SMALL);
    }
    if (overlap(out, bytes, in, bytes)) {
        return REFUSE(ctx->provider, OVERLAP);
    }
    if (ctx->tls_version != 0 && !ctx->encrypts && bytes < ctx->mac_bytes) {
        return REFUSE(ctx->provider, TLS_RECORD);
    }
    if (!cipher_run(ctx, out, in, bytes)) {
        return 0;
    }
    *out_bytes = bytes;
    if (ctx->tls_version != 0 && !ctx->encrypts && ctx->mac_bytes > 0) {
        *out_bytes -= ctx->mac_bytes;
        ctx->mac = out + *out_bytes;
    }
    return 1;
}

int cipher_stream_final(void *vctx, unsigned char *out, size_t *out_bytes, size_t room)
{
    (void)out;
    (void)room;
    *out_bytes = 0;
    return ready(vctx);
}

int cipher_whole(void *vctx, unsigned char *out, size_t *out_bytes, size_t room, const unsigned char *in, size_t bytes)
{
    struct cipher_ctx *ctx = vctx;
    *out_bytes = 0;
    if (!ready(ctx)) {
        return 0;
    }
    if ((bytes & (ctx->cipher->block - 1)) != 0) { /* blocks of 1, 8 and 16: a division would be slow */
        return REFUSE(ctx->provider, NOT_WHOLE_BLOCKS);
    }
    if (room < bytes) {
        return REFUSE(ctx->provider, OUTPUT_TOO_SMALL);
    }
    if (overlap(out, bytes, in, bytes)) {
        return REFUSE(ctx->provider, OVERLAP);
    }
    if (bytes > 0 && !cipher_run(ctx, out, in, bytes)) {
        return 0;
    }
    *out_bytes = bytes;
    return 1;
}

/* Blocks in pieces, blocks that wait, and records. */
static APART int block_update(struct cipher_ctx *ctx, uint8_t *out, size_t *out_bytes, size_t room, const uint8_t *in,
                              size_t bytes)
{
    /* The last block of a decryption waits: cipher_block_final takes the padding off. */
    size_t waits = !ctx->encrypts && ctx->pads, total = ctx->held_bytes + bytes, block = ctx->cipher->block;
    size_t blocks, fill, rest;
    *out_bytes = 0;
    if (!ready(ctx)) {
        return 0;
    }
    if (ctx->tls_version != 0) {
        return cipher_cbc_record(ctx, out, out_bytes, room, in, bytes);
    }
    if (bytes == 0) {
        return 1;
    }
    if (total < bytes) {
        return REFUSE(ctx->provider, OUTPUT_TOO_SMALL);
    }
    blocks = (total - waits) & (0 - block); /* total is at least 1 */
    if (room < blocks) {
        return REFUSE(ctx->provider, OUTPUT_TOO_SMALL);
    }
    fill = ctx->held_bytes == 0 || blocks == 0 ? 0 : block - ctx->held_bytes;
    if (fill > 0 || ctx->held_bytes == block) {
        if (blocks > 0) {
            /* What is read later must not be overwritten now. */
            size_t later = bytes - fill;
            if (overlap(out + block, blocks - block, in + fill, later) || provider_meet(out, block, in + fill, later)) {
                return REFUSE(ctx->provider, OVERLAP);
            }
        }
    } else if (overlap(out, blocks, in, bytes)) {
        return REFUSE(ctx->provider, OVERLAP);
    }
    rest = blocks;
    if (blocks > 0 && ctx->held_bytes > 0) {
        memcpy(ctx->held + ctx->held_bytes, in, fill);
        if (!cipher_run(ctx, out, ctx->held, block)) {
            return 0;
        }
        out += block;
        in += fill;
        bytes -= fill;
        rest -= block;
        ctx->held_bytes = 0;
    }
    if (rest > 0) {
        if (!cipher_run(ctx, out, in, rest)) {
            return 0;
        }
        in += rest;
        bytes -= rest;
    }
    if (bytes > 0) {
        memcpy(ctx->held + ctx->held_bytes, in, bytes); /* at most one block in all */
        ctx->held_bytes += bytes;
    }
    *out_bytes = blocks;
    return 1;
}

/* Whole blocks of which none waits: many programs have such calls alone, and some of few bytes. The rest has a function
 * of its own, so that these save no registers. */
int cipher_block_update(void *vctx, unsigned char *out, size_t *out_bytes, size_t room, const unsigned char *in,
                        size_t bytes)
{
    struct cipher_ctx *ctx = vctx;
    if (ctx->has_key && bytes > 0 && ((bytes & (ctx->cipher->block - 1)) | ctx->held_bytes | ctx->tls_version) == 0 &&
        (ctx->encrypts || !ctx->pads) && room >= bytes && !overlap(out, bytes, in, bytes)) {
        *out_bytes = bytes;
        return cipher_run(ctx, out, in, bytes);
    }
    return block_update(ctx, out, out_bytes, room, in, bytes);
}

/* The number of bytes before the padding of a block, or more than a block if the padding is wrong. */
static size_t unpadded(const uint8_t *block, size_t bytes)
{
    size_t pad = block[bytes - 1], wrong = pad == 0 || pad > bytes;
    for (size_t i = 0; i < bytes; i++) {
        wrong |= (i >= bytes - pad) & (block[i] != pad);
    }
    return wrong ? bytes + 1 : bytes - pad;
}

int cipher_block_final(void *vctx, unsigned char *out, size_t *out_bytes, size_t room)
{
    struct cipher_ctx *ctx = vctx;
    uint8_t text[LARGEST_BLOCK];
    size_t block = ctx->cipher->block, pad = block - ctx->held_bytes, bytes = block;
    *out_bytes = 0;
    if (!ready(ctx)) {
        return 0;
    }
    if (ctx->tls_version != 0) {
        return REFUSE(ctx->provider, TLS_RECORD); /* records end by themselves */
    }
    if (!ctx->pads && ctx->held_bytes == 0) {
        return 1;
    }
    if (ctx->encrypts && ctx->pads) {
        memset(ctx->held + ctx->held_bytes, (int)pad, pad);
    } else if (ctx->held_bytes != block) {
        return REFUSE(ctx->provider, NOT_WHOLE_BLOCKS);
    }
    if (ctx->encrypts && room < block) {
        return REFUSE(ctx->provider, OUTPUT_TOO_SMALL);
    }
    if (!cipher_run(ctx, text, ctx->held, block)) {
        return 0;
    }
    ctx->held_bytes = 0;
    if (!ctx->encrypts && ctx->pads) {
        bytes = unpadded(text, block);
        if (bytes > block) {
            return REFUSE(ctx->provider, BAD_PADDING);
        }
    }
    if (room < bytes) {
        return REFUSE(ctx->provider, OUTPUT_TOO_SMALL);
    }
    memcpy(out, text, bytes);
    *out_bytes = bytes;
    return 1;
}
