/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The hash functions: the description of each, and its public functions over the block function that dispatch chose.
 * The rows of LOOM_HASHES are generated from the interfaces that kernels declare.
 */
#include "entry.h"
#include "hash.h"

#if defined(LOOM_HAVE_hashes)

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
        loom_hash_init(&loom_hash_##name, ctx);                                                     \
    }                                                                                               \
    int LOOM_CDECL loom_##name##_update(loom_##name##_ctx *ctx, const uint8_t *data, size_t length) \
    {                                                                                               \
        return loom_hash_update(&loom_hash_##name, ctx, data, length);                              \
    }                                                                                               \
    int LOOM_CDECL loom_##name##_final(loom_##name##_ctx *ctx, uint8_t out[digest])                 \
    {                                                                                               \
        return loom_hash_final(&loom_hash_##name, ctx, out);                                        \
    }                                                                                               \
    void LOOM_CDECL loom_##name(const uint8_t *data, size_t length, uint8_t out[digest])            \
    {                                                                                               \
        loom_##name##_ctx ctx;                                                                      \
        loom_hash_init(&loom_hash_##name, &ctx);                                                    \
        loom_hash_update(&loom_hash_##name, &ctx, data, length);                                    \
        loom_hash_final(&loom_hash_##name, &ctx, out);                                              \
    }

LOOM_HASHES(HASH)

#endif
