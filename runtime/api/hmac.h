/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * HMAC (RFC 2104, FIPS 198-1): the public functions of a hash, in the file of its kernel.
 */
#ifndef LOOM_HMAC_H
#define LOOM_HMAC_H

#include "memory.h"

#include "clean.h"
#include "entry.h"
#include "hash.h"

/* Bytes of stack that the C between a public function and the block function takes, at most. gcc takes four fifths
 * of it at -O2 and -O3. */
enum { IN_HASH = 192, IN_INIT = 416 };

/* The outer hash takes a block at once: its length is zero only in a wiped context. hash_each.h has the inner half. */
#define HMAC_FINAL(name, final, kernel, bytes, afterwards)                                     \
    int LOOM_CDECL loom_hmac_##name##_##final(loom_hmac_##name##_ctx *ctx, uint8_t mac[bytes]) \
    {                                                                                          \
        size_t depth = IN_HASH + LOOM_DEPTH(kernel);                                           \
        if (ctx->outer.length == 0) {                                                          \
            memset(mac, 0, bytes);                                                             \
            return -1;                                                                         \
        }                                                                                      \
        loom_hash_##name.mac(&ctx->inner, &ctx->outer, mac);                                   \
        afterwards;                                                                            \
        loom_clean_below(depth);                                                               \
        return 0;                                                                              \
    }

#define HMAC(name, kernel, word, words, block, bytes, ...)                                                          \
    void LOOM_CDECL loom_hmac_##name##_init(loom_hmac_##name##_ctx *ctx, const uint8_t *key, size_t key_length)     \
    {                                                                                                               \
        size_t depth = IN_INIT + LOOM_DEPTH(kernel);                                                                \
        loom_hash_set_key(&loom_hash_##name, &ctx->inner, &ctx->outer, key, key_length);                            \
        loom_clean_below(depth);                                                                                    \
    }                                                                                                               \
    int LOOM_CDECL loom_hmac_##name##_update(loom_hmac_##name##_ctx *ctx, const uint8_t *data, size_t length)       \
    {                                                                                                               \
        size_t depth =                                                                                              \
            (ctx->inner.length & (block - 1)) + length < (block) ? LOOM_LITTLE_DEAD : IN_HASH + LOOM_DEPTH(kernel); \
        int result = loom_##name##_update(&ctx->inner, data, length);                                               \
        loom_clean_below(depth);                                                                                    \
        return result;                                                                                              \
    }                                                                                                               \
    HMAC_FINAL(name, final, kernel, bytes, wipe_short(ctx, sizeof *ctx))                                            \
    HMAC_FINAL(name, final_reset, kernel, bytes, (void)0)                                                           \
    int LOOM_CDECL loom_hmac_##name##_reset(loom_hmac_##name##_ctx *ctx)                                            \
    {                                                                                                               \
        int result = loom_hmac_restart(&loom_hash_##name, &ctx->inner, &ctx->outer);                                \
        loom_clean_below(LOOM_LITTLE_DEAD);                                                                         \
        return result;                                                                                              \
    }                                                                                                               \
    void LOOM_CDECL loom_hmac_##name##_wipe(loom_hmac_##name##_ctx *ctx)                                            \
    {                                                                                                               \
        loom_wipe(ctx, sizeof *ctx);                                                                                \
    }                                                                                                               \
    void LOOM_CDECL loom_hmac_##name(const uint8_t *key, size_t key_length, const uint8_t *data, size_t length,     \
                                     uint8_t mac[bytes])                                                            \
    {                                                                                                               \
        loom_hmac_##name##_ctx ctx;                                                                                 \
        size_t depth = IN_INIT + LOOM_DEPTH(kernel);                                                                \
        loom_hash_set_key(&loom_hash_##name, &ctx.inner, &ctx.outer, key, key_length);                              \
        loom_##name##_update(&ctx.inner, data, length);                                                             \
        loom_hash_##name.mac(&ctx.inner, &ctx.outer, mac);                                                          \
        wipe_short(&ctx, sizeof ctx);                                                                               \
        loom_clean_below(depth);                                                                                    \
    }

#endif
