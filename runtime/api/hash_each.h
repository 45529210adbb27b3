/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The functions of a hash. Each body is compiled once for each hash, in the file of its kernel, with sizes that the
 * compiler knows, and once for callers that take any hash, in hash.c.
 *
 * A block function takes whole blocks from the caller's buffer. A rest waits in the context.
 */
#ifndef LOOM_HASH_EACH_H
#define LOOM_HASH_EACH_H

#include "memory.h"

#include "bytes.h"
#include "clean.h"
#include "hash_end.h"

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
    *length_of(hash, ctx) = hash->begun;
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
        loom_hash_gather(buffer_of(hash, ctx), used, data, take);
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
    if (rest > 0) {
        loom_hash_gather(buffer_of(hash, ctx), 0, data, rest);
    }
    return 0;
}

/* Ends the message of a context: pads it in the buffer, and hashes the last one or two blocks. */
static LOOM_INLINE void end(const struct loom_hash *hash, void *ctx)
{
    uint64_t bytes = *length_of(hash, ctx) & ~hash->begun;
    uint8_t *buffer = buffer_of(hash, ctx);
    size_t used = (size_t)bytes & (hash->block - 1);
    (void)pad(hash, ctx, buffer, used, last_bytes(buffer, used), bytes);
    hash->blocks(ctx, buffer, 1);
}

static LOOM_INLINE int final(const struct loom_hash *hash, void *ctx, uint8_t *digest)
{
    if (!live(hash, ctx)) {
        memset(digest, 0, hash->digest);
        return -1;
    }
    end(hash, ctx);
    put(hash, ctx, digest);
    wipe_short(ctx, hash->buffer + hash->block);
    return 0;
}

static LOOM_INLINE void mac(const struct loom_hash *hash, void *inner, const void *outer, uint8_t *code)
{
    uint8_t *buffer = buffer_of(hash, inner);
    struct sixteen last = {0, 0};
    size_t at = 0, rest = hash->digest;
    end(hash, inner);
    for (; at + 16 <= hash->digest; at += 16) {
        store_sixteen(buffer + at, eight_of(hash, inner, at), eight_of(hash, inner, at + 8));
    }
    last.low = hash->digest & 8 ? eight_of(hash, inner, at) : 0;
    if (hash->digest & 4) {
        *(hash->digest & 8 ? &last.high : &last.low) = four_of(hash, inner, at + (hash->digest & 8));
    }
    memcpy(inner, outer, hash->word * hash->words);
    if (hash->digest == hash->block) { /* Whirlpool: what follows has a block of its own */
        hash->blocks(inner, buffer, 1);
        rest = 0;
    }
    (void)pad(hash, inner, buffer, rest, last, hash->block + hash->digest);
    hash->blocks(inner, buffer, 1);
    put(hash, inner, code);
    wipe_short(buffer, hash->block);
    memcpy(inner, loom_hmac_kept(hash, outer), hash->word * hash->words);
    *length_of(hash, inner) = hash->block;
}

/* The digest of one message, from the caller's buffer. */
static LOOM_INLINE void whole(const struct loom_hash *hash, void *ctx, const uint8_t *data, size_t length,
                              uint8_t *digest)
{
    size_t rest = length & (hash->block - 1);
    memcpy(ctx, hash->start, hash->word * hash->words);
    if (length >= hash->block) {
        hash->blocks(ctx, data, length / hash->block);
    }
    if (rest >= 16) {
        copy_sixteens(buffer_of(hash, ctx), data + (length - rest), rest);
    }
    (void)pad(hash, ctx, buffer_of(hash, ctx), rest, last_bytes(data, length), length);
    hash->blocks(ctx, buffer_of(hash, ctx), 1);
    put(hash, ctx, digest);
    wipe_short(ctx, hash->buffer + hash->block);
}

/* A block function for contexts of any type. `word` is the type of the state's words. */
#define BLOCKS(kernel, word)                                                         \
    static void kernel##_dispatched(void *state, const uint8_t *data, size_t blocks) \
    {                                                                                \
        loom_call_##kernel((word *)state, data, blocks);                             \
    }

/* A hash of `words` words of state, blocks of `block` bytes and a digest of `digest` bytes. HMAC calls two of these
 * functions as inner halves (clean.h). */
#define HASH(name, kernel, word, words, block, digest, little_endian, length_bytes, begun)                     \
    static loom_hash_mac_fn mac_##name;                                                                        \
    static const word start_##name[words] = LOOM_START_##name;                                                 \
    const struct loom_hash loom_hash_##name = {kernel##_dispatched,                                            \
                                               start_##name,                                                   \
                                               offsetof(loom_##name##_ctx, length),                            \
                                               offsetof(loom_##name##_ctx, buffer),                            \
                                               block,                                                          \
                                               sizeof(word),                                                   \
                                               words,                                                          \
                                               digest,                                                         \
                                               little_endian,                                                  \
                                               length_bytes,                                                   \
                                               begun,                                                          \
                                               mac_##name,                                                     \
                                               &loom_way_##kernel};                                            \
    static LOOM_INNER void mac_##name(void *inner, const void *outer, uint8_t *code)                           \
    {                                                                                                          \
        mac(&loom_hash_##name, inner, outer, code);                                                            \
    }                                                                                                          \
    void LOOM_CDECL loom_##name##_init(loom_##name##_ctx *ctx)                                                 \
    {                                                                                                          \
        init(&loom_hash_##name, ctx);                                                                          \
    }                                                                                                          \
    LOOM_INNER int LOOM_CDECL loom_##name##_update(loom_##name##_ctx *ctx, const uint8_t *data, size_t length) \
    {                                                                                                          \
        return update(&loom_hash_##name, ctx, data, length);                                                   \
    }                                                                                                          \
    int LOOM_CDECL loom_##name##_final(loom_##name##_ctx *ctx, uint8_t out[digest])                            \
    {                                                                                                          \
        return final(&loom_hash_##name, ctx, out);                                                             \
    }                                                                                                          \
    void LOOM_CDECL loom_##name(const uint8_t *data, size_t length, uint8_t out[digest])                       \
    {                                                                                                          \
        loom_##name##_ctx ctx;                                                                                 \
        whole(&loom_hash_##name, &ctx, data, length, out);                                                     \
    }

#endif
