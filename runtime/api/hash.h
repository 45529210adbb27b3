/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Hash functions over a block function: a description of each, and functions that take any of them. A context holds the
 * words of the state, the number of bytes so far, and one block that is not yet full, in this order.
 */
#ifndef LOOM_HASH_H
#define LOOM_HASH_H

#include "entry.h"

typedef void loom_hash_blocks_fn(void *state, const uint8_t *data, size_t blocks);

/* Ends HMAC: the MAC of the message in `inner`. `outer` begins with the state after its key. `inner` is then as after
 * its key, and its buffer is wiped. */
typedef void loom_hash_mac_fn(void *inner, const void *outer, uint8_t *mac);

/* A mark in a context's length. It says that the context is in use where the state of length zero does not. */
#define LOOM_BEGUN (UINT64_C(1) << 63)

struct loom_hash {
    loom_hash_blocks_fn *blocks;
    const void *start;                      /* the state before the first block */
    size_t length, buffer;                  /* offsets in a context */
    size_t block;                           /* bytes; a power of two */
    size_t word, words;                     /* bytes of a word of the state, 4 or 8; number of words */
    size_t digest;                          /* bytes; whole words */
    int little_endian;                      /* words of the digest, and the length at the message's end */
    size_t length_bytes;                    /* of the length at the message's end, two words or more */
    uint64_t begun;                         /* the length of a new context: LOOM_BEGUN if the start is zeros */
    loom_hash_mac_fn *mac;                  /* mac_<name> of hash_each.h */
    LOOM_SHARED_STATE struct loom_way *way; /* of the block function */
};

LOOM_INTERNAL_BEGIN

void loom_hash_init(const struct loom_hash *hash, void *ctx);

/* Returns 1 if the context is in use, otherwise 0. A context is all zeros after loom_hash_final. A context in use is
 * not all zeros, because the state of length zero is the start of the hash, or the length has a mark. The function
 * reads the first word of the state only if the length is zero. This word is then no secret. */
int loom_hash_live(const struct loom_hash *hash, const void *ctx);

/* Returns 0. With a wiped context, returns -1 and changes nothing. */
int loom_hash_update(const struct loom_hash *hash, void *ctx, const uint8_t *data, size_t length);

/* Wipes the part of the context that `hash` uses. Returns 0. With a wiped context, returns -1 and a digest of zeros. */
int loom_hash_final(const struct loom_hash *hash, void *ctx, uint8_t *digest);

/* Gives each context of HMAC (RFC 2104) its block of key and pad. The outer one's buffer then keeps what loom_hmac_kept
 * finds. */
void loom_hash_set_key(const struct loom_hash *hash, void *inner, void *outer, const uint8_t *key, size_t key_length);

/* Makes the inner context as after the key. Returns 0; with wiped contexts, returns -1 and changes nothing. */
int loom_hmac_restart(const struct loom_hash *hash, void *inner, const void *outer);

/* Copies bytes to `used` of a buffer, in stores of sixteen where they begin a sixteen: zeros follow up to the next. One
 * copy of the code, for callers that need no last cycle. */
void loom_hash_gather(uint8_t *buffer, size_t used, const uint8_t *from, size_t length);

/* The outer hash of HMAC takes nothing before the end. Until then its buffer keeps the state of the inner hash after
 * the key. */
static inline const uint8_t *loom_hmac_kept(const struct loom_hash *hash, const void *outer)
{
    return (const uint8_t *)outer + hash->buffer;
}

#define LOOM_HASH_DECLARED(name, ...) extern const struct loom_hash loom_hash_##name;
LOOM_HASHES(LOOM_HASH_DECLARED)

LOOM_INTERNAL_END

#endif
