/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * AES in counter mode (SP 800-38A): takes any length, in any split, and counts in 128 bits.
 */
#include "aes_key.h"

#if defined(LOOM_HAVE_aes_set_encrypt_key) && defined(LOOM_HAVE_aes_ctr32)

#include "memory.h"

#include "bytes.h"
#include "clean.h"
#include "entry.h"

int LOOM_CDECL loom_aes_ctr_init(loom_aes_ctr_ctx *ctx, const uint8_t *key, size_t key_bytes, const uint8_t counter[16])
{
    if (loom_aes_set_encrypt_key(&ctx->key, key, key_bytes) != 0) {
        return -1;
    }
    memcpy(ctx->counter, counter, 16);
    ctx->left = 0;
    return 0;
}

int LOOM_CDECL loom_aes_ctr_set_counter(loom_aes_ctr_ctx *ctx, const uint8_t counter[16])
{
    if (!loom_aes_keyed(&ctx->key, LOOM_ENCRYPTS)) {
        return -1;
    }
    memcpy(ctx->counter, counter, 16);
    ctx->left = 0;
    return 0;
}

/* The kernel counts in the last 32 bits. When these become zero, this function counts in the upper 96 bits. */
static LOOM_INLINE void ctr_blocks(loom_aes_ctr_ctx *ctx, const uint8_t *in, uint8_t *out, size_t blocks)
{
    while (blocks > 0) {
        uint64_t until_zero = (UINT64_C(1) << 32) - load_be32(ctx->counter + 12);
        size_t now = blocks < until_zero ? blocks : (size_t)until_zero;
        loom_call_aes_ctr32(ctx->key.schedule, ctx->key.rounds, ctx->counter, in, out, now);
        if (now == until_zero) {
            for (int i = 11; i >= 0 && ++ctx->counter[i] == 0; i--) {
            }
        }
        in += 16 * now;
        out += 16 * now;
        blocks -= now;
    }
}

/* Takes `length` bytes of key stream that are left. `hidden`: no compiler makes vectors of the loop, and few registers
 * are to be cleaned. */
static inline void ctr_left(loom_aes_ctr_ctx *ctx, const uint8_t *in, uint8_t *out, size_t length)
{
    const uint8_t *stream = ctx->keystream + 16 - ctx->left;
    ctx->left -= (uint32_t)length;
    for (; length >= 4; length = hidden(length - 4), in += 4, out += 4, stream += 4) {
        store_le32(out, load_le32(in) ^ load_le32(stream));
    }
    for (; length > 0; length = hidden(length - 1)) {
        *out++ = (uint8_t)(*in++ ^ *stream++);
    }
}

/* The inner half of the function below, for lengths and positions inside a block. */
static LOOM_INNER void ctr_update(loom_aes_ctr_ctx *ctx, const uint8_t *in, uint8_t *out, size_t length)
{
    size_t first = length < ctx->left ? length : ctx->left, rest = (length - first) % 16;
    if (first > 0) { /* the pointers may be NULL otherwise */
        ctr_left(ctx, in, out, first);
        in += first;
        out += first;
    }
    length -= first + rest;
    ctr_blocks(ctx, in, out, length / 16);
    if (rest > 0) {
        static const uint8_t zeros[16];
        ctr_blocks(ctx, zeros, ctx->keystream, 1);
        ctx->left = 16;
        ctr_left(ctx, in + length, out + length, rest);
    }
}

int LOOM_CDECL loom_aes_ctr_update(loom_aes_ctr_ctx *ctx, const uint8_t *in, uint8_t *out, size_t length)
{
    /* Whole blocks whose counters stay below the next 0 of the kernel's 32 bits. The kernel leaves no copy of a secret,
     * and no register is saved here. */
    if ((ctx->left | length % 16) == 0 && loom_aes_keyed(&ctx->key, LOOM_ENCRYPTS) &&
        length / 16 <= UINT32_MAX - load_be32(ctx->counter + 12)) {
        loom_call_aes_ctr32(ctx->key.schedule, ctx->key.rounds, ctx->counter, in, out, length / 16);
        return 0;
    }
    if (ctx->left >= 16 || !loom_aes_keyed(&ctx->key, LOOM_ENCRYPTS)) {
        return -1;
    }
    ctr_update(ctx, in, out, length);
    loom_clean_words();
    return 0;
}

void LOOM_CDECL loom_aes_ctr_wipe(loom_aes_ctr_ctx *ctx)
{
    loom_wipe(ctx, sizeof *ctx);
}

#endif
