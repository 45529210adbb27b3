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

#if defined(LOOM_HAVE_md5_blocks)
extern const struct loom_hash loom_hash_md5;
#endif
#if defined(LOOM_HAVE_sha1_blocks)
extern const struct loom_hash loom_hash_sha1;
loom_sha1_blocks_fn loom_sha1_blocks_portable; /* there whether or not dispatch has it as a candidate */
#endif
#if defined(LOOM_HAVE_sha256_blocks)
extern const struct loom_hash loom_hash_sha224, loom_hash_sha256;
loom_sha256_blocks_fn loom_sha256_blocks_portable; /* there whether or not dispatch has it as a candidate */
#endif
#if defined(LOOM_HAVE_sha512_blocks)
extern const struct loom_hash loom_hash_sha384, loom_hash_sha512;
loom_sha512_blocks_fn loom_sha512_blocks_portable; /* there whether or not dispatch has it as a candidate */
#endif

LOOM_INTERNAL_END

/* The description of a hash. `kernel` is its block function, `type` that of the state's words. */
#define LOOM_HASH(name, kernel, type, words, block, bytes, little) \
    const struct loom_hash loom_hash_##name = {kernel, \
                                               start_##name, \
                                               offsetof(loom_##name##_ctx, length), \
                                               offsetof(loom_##name##_ctx, buffer), \
                                               block, \
                                               sizeof(type), \
                                               words, \
                                               bytes, \
                                               little};

/* Its public functions. */
#define LOOM_HASH_INTERFACE(name, bytes) \
    void LOOM_CDECL loom_##name##_init(loom_##name##_ctx *ctx) \
    { \
        loom_hash_init(&loom_hash_##name, ctx); \
    } \
    int LOOM_CDECL loom_##name##_update(loom_##name##_ctx *ctx, const uint8_t *data, size_t length) \
    { \
        return loom_hash_update(&loom_hash_##name, ctx, data, length); \
    } \
    int LOOM_CDECL loom_##name##_final(loom_##name##_ctx *ctx, uint8_t digest[bytes]) \
    { \
        return loom_hash_final(&loom_hash_##name, ctx, digest); \
    } \
    void LOOM_CDECL loom_##name(const uint8_t *data, size_t length, uint8_t digest[bytes]) \
    { \
        loom_##name##_ctx ctx; \
        loom_hash_init(&loom_hash_##name, &ctx); \
        loom_hash_update(&loom_hash_##name, &ctx, data, length); \
        loom_hash_final(&loom_hash_##name, &ctx, digest); \
    }

#endif
