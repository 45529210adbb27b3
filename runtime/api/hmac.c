/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * HMAC (RFC 2104, FIPS 198-1): one implementation, and the public functions of each hash. The rows
 * of LOOM_HMACS are generated.
 */
#include "hash.h"

#if defined(LOOM_HAVE_hmacs)

#include <string.h>

#include "clean.h"

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
    loom_wipe(pad, sizeof pad);
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
