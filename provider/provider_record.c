/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Records of TLS through CBC, as libssl asks for them where the MAC is computed by itself: an update in place is a
 * whole record. Sealing adds the padding. Opening takes off the explicit IV, the padding and the MAC, in constant time.
 */
#include "provider_cipher.h"

#include <string.h>

#include <openssl/prov_ssl.h>

int cipher_take_chance(struct cipher_ctx *ctx)
{
    if (ctx->has_chance) {
        return 1;
    }
    if (!provider_random(ctx->provider, ctx->chance, sizeof ctx->chance - 8)) {
        return 0;
    }
    ctx->has_chance = 1;
    return 1;
}

/* Bytes that a peer cannot guess: a digest of random bytes, a number, and the end of the record. The same work for
 * every record, because a record's padding is secret. */
static void by_chance(struct cipher_ctx *ctx, const uint8_t *end, uint8_t instead[64])
{
    uint8_t asked[sizeof ctx->chance + LARGEST_BLOCK] = {0};
    uint64_t number;
    memcpy(&number, ctx->chance + sizeof ctx->chance - sizeof number, sizeof number);
    number++;
    memcpy(ctx->chance + sizeof ctx->chance - sizeof number, &number, sizeof number);
    memcpy(asked, ctx->chance, sizeof ctx->chance);
    memcpy(asked + sizeof ctx->chance, end, ctx->cipher->block);
    loom_sha512(asked, sizeof asked, instead);
}

static int seal(struct cipher_ctx *ctx, uint8_t *out, size_t *out_bytes, size_t room, size_t bytes)
{
    size_t block = ctx->cipher->block, pad = block - bytes % block;
    if (room - bytes < pad) {
        return REFUSE(ctx->provider, OUTPUT_TOO_SMALL);
    }
    memset(out + bytes, (int)(pad - 1), pad);
    if (!cipher_run(ctx, out, out, bytes + pad)) {
        return 0;
    }
    *out_bytes = bytes + pad;
    return 1;
}

static int open(struct cipher_ctx *ctx, uint8_t *out, size_t *out_bytes, size_t bytes)
{
    size_t block = ctx->cipher->block, explicit_iv = ctx->tls_version == TLS1_VERSION ? 0 : block;
    size_t top = 8 * sizeof explicit_iv - 1, most, last;
    uint8_t instead[64];
    if (bytes % block != 0 || bytes <= explicit_iv + ctx->mac_bytes) {
        return REFUSE(ctx->provider, BAD_RECORD);
    }
    by_chance(ctx, out + bytes - block, instead);
    if (!cipher_run(ctx, out, out, bytes)) {
        return 0;
    }
    ctx->mac = ctx->mac_copy;
    /* Only padding that is public can be refused here: see loom_tls_cbc_unpad. */
    if (loom_tls_cbc_unpad(out + explicit_iv, bytes - explicit_iv, instead, ctx->mac_copy, ctx->mac_bytes, out_bytes) !=
        0) {
        return REFUSE(ctx->provider, BAD_RECORD);
    }
    /* OpenSSL takes off no byte of wrong padding, loom_tls_cbc_unpad one. One byte is also right if it is 0. */
    most = bytes - explicit_iv - ctx->mac_bytes - 1;
    last = out[bytes - 1];
    *out_bytes += ((most - *out_bytes - 1) >> top) & ((0 - last) >> top) & (ctx->mac_bytes > 0);
    return 1;
}

int cipher_cbc_record(struct cipher_ctx *ctx, uint8_t *out, size_t *out_bytes, size_t room, const uint8_t *in,
                      size_t bytes)
{
    if (in == NULL || in != out || room < bytes || !ctx->pads) {
        return REFUSE(ctx->provider, TLS_RECORD);
    }
    return ctx->encrypts ? seal(ctx, out, out_bytes, room, bytes) : open(ctx, out, out_bytes, bytes);
}
