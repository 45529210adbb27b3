/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Drop-in object for OpenSSL 1.1 to 4, Poly1305: see alias.h. The context has 192 bytes there, of which 40 are used; no
 * other function reads them.
 */
#include "alias.h"

#include "bytes.h"

#if defined(LOOM_HAVE_poly1305_blocks) && defined(LOOM_HAVE_poly1305_tag)

struct alias_poly1305 {
    uint8_t hash[24], key[16];
};

/* Returns 0: the caller takes the two functions below by their names. */
ALIAS(int, poly1305_init, (struct alias_poly1305 * ctx, const uint8_t *key, void *functions))
{
    (void)functions;
    memset(ctx->hash, 0, sizeof ctx->hash);
    if (key != NULL) {
        memcpy(ctx->key, key, sizeof ctx->key);
        loom_clean_below(LOOM_LITTLE_DEAD);
    }
    return 0;
}

ALIAS(void, poly1305_blocks, (struct alias_poly1305 * ctx, const uint8_t *in, size_t length, uint32_t pad))
{
    loom_call_poly1305_blocks(ctx->key, ctx->hash, in, length / 16, pad);
}

static LOOM_INNER void emit(const struct alias_poly1305 *ctx, uint8_t *tag, const uint32_t *nonce)
{
    uint8_t key[32];
    memcpy(key, ctx->key, 16);
    for (size_t i = 0; i < 4; i++) {
        store_le32(key + 16 + 4 * i, nonce[i]);
    }
    loom_call_poly1305_tag(key, ctx->hash, tag);
    wipe_short(key, sizeof key);
}

ALIAS(void, poly1305_emit, (const struct alias_poly1305 *ctx, uint8_t *tag, const uint32_t *nonce))
{
    emit(ctx, tag, nonce);
    loom_clean_below(LOOM_LITTLE_DEAD);
}

#endif
