/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Streaming over any block function. The function takes whole blocks from the caller's buffer; a rest waits in the
 * context.
 */
#include "hash.h"

#if defined(LOOM_HAVE_hashes)

#include <string.h>

#include "bytes.h"
#include "clean.h"

static uint64_t *length_of(const struct loom_hash *hash, void *ctx)
{
    return (uint64_t *)(void *)((uint8_t *)ctx + hash->length);
}

void loom_hash_init(const struct loom_hash *hash, void *ctx)
{
    memcpy(ctx, hash->start, hash->word * hash->words);
    *length_of(hash, ctx) = 0;
}

int loom_hash_live(const struct loom_hash *hash, const void *ctx)
{
    static const uint8_t none[8] = {0};
    uint64_t length;
    memcpy(&length, (const uint8_t *)ctx + hash->length, sizeof length);
    return length > 0 || memcmp(ctx, none, hash->word) != 0;
}

int loom_hash_update(const struct loom_hash *hash, void *ctx, const uint8_t *data, size_t length)
{
    uint8_t *buffer = (uint8_t *)ctx + hash->buffer;
    uint64_t *total = length_of(hash, ctx);
    size_t block = hash->block, used = (size_t)*total & (block - 1);
    if (!loom_hash_live(hash, ctx)) {
        return -1;
    }
    if (length == 0) {
        return 0;
    }
    *total += length;
    if (used > 0) {
        size_t take = block - used < length ? block - used : length;
        memcpy(buffer + used, data, take);
        data += take;
        length -= take;
        if (used + take < block) {
            return 0;
        }
        hash->blocks(ctx, buffer, 1);
    }
    if (length >= block) {
        size_t rest = length & (block - 1);
        hash->blocks(ctx, data, length / block);
        data += length - rest;
        length = rest;
    }
    if (length > 0) {
        memcpy(buffer, data, length);
    }
    return 0;
}

int loom_hash_final(const struct loom_hash *hash, void *ctx, uint8_t *digest)
{
    uint8_t *buffer = (uint8_t *)ctx + hash->buffer;
    uint64_t bytes = *length_of(hash, ctx);
    size_t block = hash->block, used = (size_t)bytes & (block - 1);
    if (!loom_hash_live(hash, ctx)) {
        memset(digest, 0, hash->digest);
        return -1;
    }
    buffer[used++] = 0x80;
    if (used > block - 2 * hash->word) { /* no room for the length, two words */
        memset(buffer + used, 0, block - used);
        hash->blocks(ctx, buffer, 1);
        used = 0;
    }
    memset(buffer + used, 0, block - used);
    /* The length in bits: 67 bits for up to 2^64 bytes. */
    if (hash->little_endian) {
        store_le32(buffer + block - 8, (uint32_t)(bytes << 3));
        store_le32(buffer + block - 4, (uint32_t)(bytes >> 29));
    } else {
        store_be64(buffer + block - 8, bytes << 3);
        if (hash->word == 8) {
            buffer[block - 9] = (uint8_t)(bytes >> 61);
        }
    }
    hash->blocks(ctx, buffer, 1);
    for (size_t i = 0; i < hash->digest / hash->word; i++) {
        if (hash->word == 8) {
            store_be64(digest + 8 * i, ((const uint64_t *)ctx)[i]);
        } else if (hash->little_endian) {
            store_le32(digest + 4 * i, ((const uint32_t *)ctx)[i]);
        } else {
            store_be32(digest + 4 * i, ((const uint32_t *)ctx)[i]);
        }
    }
    loom_wipe(ctx, hash->buffer + block);
    return 0;
}

#endif
