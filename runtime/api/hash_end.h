/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The end of a hash: the message's length behind the padding, and the digest. Inlined where the compiler knows the
 * hash.
 */
#ifndef LOOM_HASH_END_H
#define LOOM_HASH_END_H

#include "bytes.h"
#include "hash.h"

/* Writes the length of a message of `bytes` bytes, in bits (67 bits for up to 2^64 bytes), into zeros. `count`: the
 * last eight bytes of the last block. */
static LOOM_INLINE void put_length(const struct loom_hash *hash, uint8_t *count, uint64_t bytes)
{
    if (hash->little_endian) {
        store_le32(count, (uint32_t)(bytes << 3));
        store_le32(count + 4, (uint32_t)(bytes >> 29));
    } else {
        store_be64(count, bytes << 3);
        if (hash->word == 8) {
            count[-1] = (uint8_t)(bytes >> 61);
        }
    }
}

static LOOM_INLINE void put(const struct loom_hash *hash, const void *state, uint8_t *digest)
{
    for (size_t i = 0, at = 0; at < hash->digest; i++, at += hash->word) {
        if (hash->word == 8) {
            store_be64(digest + at, ((const uint64_t *)state)[i]);
        } else if (hash->little_endian) {
            store_le32(digest + at, ((const uint32_t *)state)[i]);
        } else {
            store_be32(digest + at, ((const uint32_t *)state)[i]);
        }
    }
}

#endif
