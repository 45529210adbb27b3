/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The hash functions. Each body below is compiled once for each hash, with sizes that the compiler knows, and once for
 * callers that take any hash. The rows of LOOM_HASHES are generated from the interfaces that kernels declare.
 *
 * A block function takes whole blocks from the caller's buffer. A rest waits in the context.
 */
#include "hash.h"

#if defined(LOOM_HAVE_hashes)

#include <string.h>

#include "bytes.h"
#include "clean.h"
#include "entry.h"

static LOOM_INLINE uint64_t *length_of(const struct loom_hash *hash, void *ctx)
{
    return (uint64_t *)(void *)((uint8_t *)ctx + hash->length);
}

static LOOM_INLINE uint8_t *buffer_of(const struct loom_hash *hash, void *ctx)
{
    return (uint8_t *)ctx + hash->buffer;
}

static LOOM_INLINE void init(const struct loom_hash *hash, void *ctx)
{
    memcpy(ctx, hash->start, hash->word * hash->words);
    *length_of(hash, ctx) = 0;
}

static LOOM_INLINE int live(const struct loom_hash *hash, const void *ctx)
{
    uint64_t length, first = 0;
    memcpy(&length, (const uint8_t *)ctx + hash->length, sizeof length);
    if (length > 0) {
        return 1;
    }
    memcpy(&first, ctx, hash->word);
    return first != 0;
}

/* One copy of the code, for callers that need no last cycle. */
static LOOM_INNER void gather(uint8_t *to, const uint8_t *from, size_t length)
{
    copy_short(to, from, length);
}

static LOOM_INLINE int update(const struct loom_hash *hash, void *ctx, const uint8_t *data, size_t length)
{
    uint64_t *total = length_of(hash, ctx);
    size_t block = hash->block, used = (size_t)*total & (block - 1), rest;
    if (!live(hash, ctx)) {
        return -1;
    }
    *total += length;
    if (used > 0) {
        size_t take = length < block - used ? length : block - used;
        gather(buffer_of(hash, ctx) + used, data, take);
        if (used + take < block) {
            return 0;
        }
        hash->blocks(ctx, buffer_of(hash, ctx), 1);
        if (length == take) {
            return 0;
        }
        data += take;
        length -= take;
    }
    rest = length & (block - 1);
    if (length >= block) {
        hash->blocks(ctx, data, length / block);
        data += length - rest;
    }
    gather(buffer_of(hash, ctx), data, rest);
    return 0;
}

/* Ends a message of `bytes` bytes, whose last ones are in `last`, a block, with zeros behind them in the block. There
 * is room for a second block. Writes the digest. */
static LOOM_INLINE void pad(const struct loom_hash *hash, void *state, uint8_t *last, uint64_t bytes, uint8_t *digest)
{
    size_t block = hash->block, used = (size_t)bytes & (block - 1), blocks = 1;
    last[used] = 0x80;
    if (used >= block - 2 * hash->word) { /* no room for the length, two words */
        wipe_short(last + block, block);
        last += block;
        blocks = 2;
    }
    /* The length in bits: 67 bits for up to 2^64 bytes. */
    if (hash->little_endian) {
        store_le32(last + block - 8, (uint32_t)(bytes << 3));
        store_le32(last + block - 4, (uint32_t)(bytes >> 29));
    } else {
        store_be64(last + block - 8, bytes << 3);
        if (hash->word == 8) {
            last[block - 9] = (uint8_t)(bytes >> 61);
        }
    }
    hash->blocks(state, last - (blocks - 1) * block, blocks);
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

static LOOM_INLINE int final(const struct loom_hash *hash, void *ctx, uint8_t *digest)
{
    uint8_t last[2 * LOOM_LARGEST_BLOCK];
    uint64_t bytes = *length_of(hash, ctx);
    if (!live(hash, ctx)) {
        memset(digest, 0, hash->digest);
        return -1;
    }
    wipe_short(last, hash->block);
    gather(last, buffer_of(hash, ctx), (size_t)bytes & (hash->block - 1));
    pad(hash, ctx, last, bytes, digest);
    wipe_short(last, hash->block);
    wipe_short(ctx, hash->buffer + hash->block);
    return 0;
}

/* The digest of one message, from the caller's buffer. */
static LOOM_INLINE void whole(const struct loom_hash *hash, void *state, const uint8_t *data, size_t length,
                              uint8_t *digest)
{
    uint8_t last[2 * LOOM_LARGEST_BLOCK];
    size_t rest = length & (hash->block - 1);
    memcpy(state, hash->start, hash->word * hash->words);
    wipe_short(last, hash->block);
    if (rest > 0) {
        copy_short(last, data + (length - rest), rest);
    }
    if (length >= hash->block) {
        hash->blocks(state, data, length / hash->block);
    }
    pad(hash, state, last, length, digest);
    wipe_short(last, hash->block);
    wipe_short(state, hash->word * hash->words);
}

/* ---- any hash ---- */

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

/* ---- each hash ---- */

/* A block function for contexts of any type. `word` is the type of the state's words. */
#define BLOCKS(kernel, word)                                                         \
    static void kernel##_dispatched(void *state, const uint8_t *data, size_t blocks) \
    {                                                                                \
        loom_call_##kernel((word *)state, data, blocks);                             \
    }
LOOM_HASH_KERNELS(BLOCKS)

/* A hash of `words` words of state, blocks of `block` bytes and a digest of `digest` bytes. */
#define HASH(name, kernel, word, words, block, digest, little_endian)                               \
    static const word start_##name[words] = LOOM_START_##name;                                      \
    const struct loom_hash loom_hash_##name = {kernel##_dispatched,                                 \
                                               start_##name,                                        \
                                               offsetof(loom_##name##_ctx, length),                 \
                                               offsetof(loom_##name##_ctx, buffer),                 \
                                               block,                                               \
                                               sizeof(word),                                        \
                                               words,                                               \
                                               digest,                                              \
                                               little_endian};                                      \
    void LOOM_CDECL loom_##name##_init(loom_##name##_ctx *ctx)                                      \
    {                                                                                               \
        init(&loom_hash_##name, ctx);                                                               \
    }                                                                                               \
    int LOOM_CDECL loom_##name##_update(loom_##name##_ctx *ctx, const uint8_t *data, size_t length) \
    {                                                                                               \
        return update(&loom_hash_##name, ctx, data, length);                                        \
    }                                                                                               \
    int LOOM_CDECL loom_##name##_final(loom_##name##_ctx *ctx, uint8_t out[digest])                 \
    {                                                                                               \
        return final(&loom_hash_##name, ctx, out);                                                  \
    }                                                                                               \
    void LOOM_CDECL loom_##name(const uint8_t *data, size_t length, uint8_t out[digest])            \
    {                                                                                               \
        word state[words];                                                                          \
        whole(&loom_hash_##name, state, data, length, out);                                         \
    }

LOOM_HASHES(HASH)

#endif
