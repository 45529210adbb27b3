/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * HMAC (RFC 2104, FIPS 198-1): one implementation, and the public functions of each hash. The rows
 * of LOOM_HMACS are generated.
 */
#include "hash.h"

#if defined(LOOM_HAVE_hmacs)

#include <string.h>

#include "clean.h"

enum { LARGEST_CONTEXT = 64 + 8 + LOOM_LARGEST_BLOCK }; /* state, length, buffer */

/* The outer hash takes nothing before the end. Until then its buffer keeps the state of the inner hash after the key.
 */
static uint8_t *kept(const struct loom_hash *hash, void *outer)
{
    return (uint8_t *)outer + hash->buffer;
}

/* Gives each context its block of key and pad. The key is not needed afterwards. */
static LOOM_INNER void hmac_init(const struct loom_hash *hash, void *inner, void *outer, const uint8_t *key,
                                 size_t key_length)
{
    uint8_t pad[LOOM_LARGEST_BLOCK] = {0};
    if (key_length > hash->block) {
        loom_hash_init(hash, inner);
        loom_hash_update(hash, inner, key, key_length);
        loom_hash_final(hash, inner, pad);
    } else if (key_length > 0) {
        memcpy(pad, key, key_length);
    }
    for (size_t i = 0; i < hash->block; i++) {
        pad[i] ^= 0x36;
    }
    loom_hash_init(hash, inner);
    loom_hash_update(hash, inner, pad, hash->block);
    for (size_t i = 0; i < hash->block; i++) {
        pad[i] ^= 0x36 ^ 0x5c;
    }
    loom_hash_init(hash, outer);
    loom_hash_update(hash, outer, pad, hash->block);
    memcpy(kept(hash, outer), inner, hash->word * hash->words); /* a context begins with the state */
    loom_wipe(pad, sizeof pad);
}

/* Each hash has then taken one block. */
static LOOM_INNER int hmac_reset(const struct loom_hash *hash, void *inner, void *outer)
{
    if (!loom_hash_live(hash, outer)) {
        return -1;
    }
    memcpy(inner, kept(hash, outer), hash->word * hash->words);
    memcpy((uint8_t *)inner + hash->length, (uint8_t *)outer + hash->length, sizeof(uint64_t));
    return 0;
}

static LOOM_INNER int hmac_update(const struct loom_hash *hash, void *inner, const uint8_t *data, size_t length)
{
    return loom_hash_update(hash, inner, data, length);
}

static LOOM_INNER int hmac_final(const struct loom_hash *hash, void *inner, void *outer, uint8_t *mac)
{
    uint8_t digest[LOOM_LARGEST_DIGEST];
    int result; /* -1 if the context is wiped; the outer hash then gives zeros */
    loom_hash_final(hash, inner, digest);
    loom_hash_update(hash, outer, digest, hash->digest);
    result = loom_hash_final(hash, outer, mac);
    loom_wipe(digest, sizeof digest);
    return result;
}

/* The outer hash goes on in a copy, because its context is needed again. */
static LOOM_INNER int hmac_final_reset(const struct loom_hash *hash, void *inner, void *outer, uint8_t *mac)
{
    uint64_t copy[LARGEST_CONTEXT / 8];
    memcpy(copy, outer, hash->buffer);
    return hmac_final(hash, inner, copy, mac) != 0 ? -1 : hmac_reset(hash, inner, outer);
}

#define HMAC_INTERFACE(name, kernel, word, words, block, bytes, little_endian)                                  \
    void LOOM_CDECL loom_hmac_##name##_init(loom_hmac_##name##_ctx *ctx, const uint8_t *key, size_t key_length) \
    {                                                                                                           \
        hmac_init(&loom_hash_##name, &ctx->inner, &ctx->outer, key, key_length);                                \
        loom_clean();                                                                                           \
    }                                                                                                           \
    int LOOM_CDECL loom_hmac_##name##_update(loom_hmac_##name##_ctx *ctx, const uint8_t *data, size_t length)   \
    {                                                                                                           \
        int result = hmac_update(&loom_hash_##name, &ctx->inner, data, length);                                 \
        loom_clean();                                                                                           \
        return result;                                                                                          \
    }                                                                                                           \
    int LOOM_CDECL loom_hmac_##name##_final(loom_hmac_##name##_ctx *ctx, uint8_t mac[bytes])                    \
    {                                                                                                           \
        int result = hmac_final(&loom_hash_##name, &ctx->inner, &ctx->outer, mac);                              \
        loom_clean();                                                                                           \
        return result;                                                                                          \
    }                                                                                                           \
    int LOOM_CDECL loom_hmac_##name##_final_reset(loom_hmac_##name##_ctx *ctx, uint8_t mac[bytes])              \
    {                                                                                                           \
        int result = hmac_final_reset(&loom_hash_##name, &ctx->inner, &ctx->outer, mac);                        \
        loom_clean();                                                                                           \
        return result;                                                                                          \
    }                                                                                                           \
    int LOOM_CDECL loom_hmac_##name##_reset(loom_hmac_##name##_ctx *ctx)                                        \
    {                                                                                                           \
        int result = hmac_reset(&loom_hash_##name, &ctx->inner, &ctx->outer);                                   \
        loom_clean_little();                                                                                    \
        return result;                                                                                          \
    }                                                                                                           \
    void LOOM_CDECL loom_hmac_##name##_wipe(loom_hmac_##name##_ctx *ctx)                                        \
    {                                                                                                           \
        loom_wipe(ctx, sizeof *ctx);                                                                            \
    }                                                                                                           \
    void LOOM_CDECL loom_hmac_##name(const uint8_t *key, size_t key_length, const uint8_t *data, size_t length, \
                                     uint8_t mac[bytes])                                                        \
    {                                                                                                           \
        loom_hmac_##name##_ctx ctx;                                                                             \
        hmac_init(&loom_hash_##name, &ctx.inner, &ctx.outer, key, key_length);                                  \
        hmac_update(&loom_hash_##name, &ctx.inner, data, length);                                               \
        hmac_final(&loom_hash_##name, &ctx.inner, &ctx.outer, mac); /* wipes the context */                     \
        loom_clean();                                                                                           \
    }

LOOM_HMACS(HMAC_INTERFACE)

#endif
