/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The end of a hash: the padding, the message's length, and the digest. Inlined where the compiler knows the hash.
 */
#ifndef LOOM_HASH_END_H
#define LOOM_HASH_END_H

#include "bytes.h"
#include "hash.h"

/* The length of a message of `bytes` bytes, in bits (67 bits for up to 2^64 bytes), as its last sixteen bytes. Zeros
 * stand before them if the length has more. */
static LOOM_INLINE struct sixteen length_field(const struct loom_hash *hash, uint64_t bytes)
{
    struct sixteen field = {0, bytes << 3};
    if (!hash->little_endian) {
        field.low = hash->word == 8 ? reversed(bytes >> 61) : 0;
        field.high = reversed(field.high);
    }
    return field;
}

/* Ends a message. `rest` bytes of it, or fewer than sixteen less, are in `block`, and the last `rest % 16` in `last`.
 * If the length needs another block, that follows this one if `state` is NULL; otherwise this one is hashed, and the
 * other takes its place. Returns the number of blocks that are left to hash. */
static LOOM_INLINE size_t pad(const struct loom_hash *hash, void *state, uint8_t *block, size_t rest,
                              struct sixteen last, uint64_t bytes)
{
    struct sixteen field = length_field(hash, bytes);
    uint8_t *at = block + (rest & ~(size_t)15), *end = block + hash->block - 16;
    int again = rest >= hash->block - hash->length_bytes; /* no room for the length */
    uint64_t one = (uint64_t)0x80 << 8 * (rest & 7);
    last.low |= rest & 8 ? 0 : one;
    last.high |= rest & 8 ? one : 0;
    end += again && state == NULL ? hash->block : 0;
    if (again && state != NULL) {
        store_sixteen(at, last.low, last.high);
        zero_sixteens(at + 16, (size_t)(end - at));
        hash->blocks(state, block, 1);
        at = block;
    } else if (at < end) {
        store_sixteen(at, last.low, last.high);
        at += 16;
    } else { /* the length is one word, behind the last bytes */
        field.low = last.low;
    }
    /* Up to seven stores in a row, or a loop: the branch that leaves a loop is often mispredicted. */
    if (hash->word == 8 || LOOM_KNOWN(rest)) {
        memset(at, 0, (size_t)(end - at));
    } else {
        zero_sixteens(at, (size_t)(end - at));
    }
    store_sixteen(end, field.low, field.high);
    return again && state == NULL ? 2 : 1;
}

/* One word of eight bytes, or two of four. */
static LOOM_INLINE uint64_t eight_of(const struct loom_hash *hash, const void *state, size_t at)
{
    const uint32_t *words = (const uint32_t *)state + at / 4;
    if (hash->word == 8) {
        return reversed(((const uint64_t *)state)[at / 8]);
    }
    uint64_t both = (uint64_t)words[1] << 32 | words[0], other = reversed(both);
    return hash->little_endian ? both : other << 32 | other >> 32;
}

/* One word of four bytes. */
static LOOM_INLINE uint64_t four_of(const struct loom_hash *hash, const void *state, size_t at)
{
    uint32_t word = ((const uint32_t *)state)[at / 4];
    return hash->little_endian ? word : reversed(word) >> 32;
}

/* Writes the digest. */
static LOOM_INLINE void put(const struct loom_hash *hash, const void *state, uint8_t *digest)
{
    size_t at = 0;
    for (; at + 8 <= hash->digest; at += 8) {
        store_le64(digest + at, eight_of(hash, state, at));
    }
    if (at < hash->digest) {
        store_le32(digest + at, (uint32_t)four_of(hash, state, at));
    }
}

#endif
