/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * What hash functions share, and the functions of any hash.
 */
#include "hash.h"

#if defined(LOOM_HAVE_hashes)

#include "hash_each.h"

/* Copies bytes to `used` of a buffer, in stores of sixteen where they begin a sixteen: zeros follow up to the next. One
 * copy of the code, for callers that need no last cycle. */
LOOM_INNER void loom_hash_gather(uint8_t *buffer, size_t used, const uint8_t *from, size_t length)
{
    buffer += used;
    if (used & 15) {
        if (length > 0) { /* `from` may be NULL otherwise */
            memcpy(buffer, from, length);
        }
        return;
    }
    copy_padded(buffer, from, length);
}

void loom_hash_init(const struct loom_hash *hash, void *ctx)
{
    init(hash, ctx);
}

int loom_hash_live(const struct loom_hash *hash, const void *ctx)
{
    return live(hash, ctx);
}

int loom_hash_update(const struct loom_hash *hash, void *ctx, const uint8_t *data, size_t length)
{
    return update(hash, ctx, data, length);
}

int loom_hash_final(const struct loom_hash *hash, void *ctx, uint8_t *digest)
{
    return final(hash, ctx, digest);
}

/* The outer context's buffer holds the pads meanwhile. A context begins with the state. */
LOOM_INNER void loom_hash_set_key(const struct loom_hash *hash, void *inner, void *outer, const uint8_t *key,
                                  size_t key_length)
{
    uint8_t *key_pad = buffer_of(hash, outer);
    void *contexts[] = {inner, outer};
    zero_sixteens(key_pad, hash->block);
    if (key_length > hash->block) {
        loom_hash_init(hash, inner);
        loom_hash_update(hash, inner, key, key_length);
        loom_hash_final(hash, inner, key_pad);
    } else {
        loom_hash_gather(key_pad, 0, key, key_length);
    }
    for (size_t c = 0; c < 2; c++) {
        uint64_t mask = UINT64_C(0x0101010101010101) * (c == 0 ? 0x36 : 0x36 ^ 0x5c);
        for (size_t i = 0; i < hash->block; i += 16) {
            store_sixteen(key_pad + i, load_le64(key_pad + i) ^ mask, load_le64(key_pad + i + 8) ^ mask);
        }
        init(hash, contexts[c]);
        *length_of(hash, contexts[c]) = hash->block;
        hash->blocks(contexts[c], key_pad, 1);
    }
    wipe_short(key_pad, hash->block);
    memcpy(key_pad, inner, hash->word * hash->words);
}

LOOM_INNER int loom_hmac_restart(const struct loom_hash *hash, void *inner, const void *outer)
{
    if (!loom_hash_live(hash, outer)) {
        return -1;
    }
    memcpy(inner, loom_hmac_kept(hash, outer), hash->word * hash->words);
    memcpy((uint8_t *)inner + hash->length, (const uint8_t *)outer + hash->length, sizeof(uint64_t));
    return 0;
}

#endif
