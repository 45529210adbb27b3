/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Hash functions made of a block function: what tells them apart, and what they share. A context holds the
 * state's words first, then the number of bytes so far, then one block that is not yet full.
 */
#ifndef LOOM_HASH_H
#define LOOM_HASH_H

#include "internal.h"

typedef void loom_hash_blocks_fn(void *state, const uint8_t *data, size_t blocks);

struct loom_hash {
    loom_hash_blocks_fn *blocks;
    const void *start;     /* the state before the first block */
    size_t length, buffer; /* offsets in a context */
    size_t block;          /* bytes; a power of two */
    size_t word, words;    /* bytes of a word of the state, 4 or 8, and how many there are */
    size_t digest;         /* bytes; whole words */
    int little_endian;     /* words of the digest, and the length at the message's end */
};

LOOM_INTERNAL_BEGIN

void loom_hash_init(const struct loom_hash *hash, void *ctx);

/* Whether the context is in use. After loom_hash_final it is all zeros, which no context is that takes data: where the
 * length is zero, the state is the hash's start. So the first word is looked at only where it is no secret. */
int loom_hash_live(const struct loom_hash *hash, const void *ctx);

/* Returns 0; with a wiped context -1, and nothing is touched. */
int loom_hash_update(const struct loom_hash *hash, void *ctx, const uint8_t *data, size_t length);

/* Wipes everything of the context that `hash` uses. Returns 0; with a wiped context -1, and a digest of zeros. */
int loom_hash_final(const struct loom_hash *hash, void *ctx, uint8_t *digest);

#define LOOM_HASH_DECLARED(name, kernel, type, words, block, bytes, little) \
    extern const struct loom_hash loom_hash_##name;
LOOM_HASHES(LOOM_HASH_DECLARED)

LOOM_INTERNAL_END

#endif
