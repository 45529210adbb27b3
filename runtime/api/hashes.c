/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The hash functions: the description of each, and its public functions over the block function that dispatch chose.
 * Start values are those of RFC 1321 and FIPS 180-4, 5.3.
 */
#include "hash.h"

#if defined(LOOM_HAVE_md5_blocks) || defined(LOOM_HAVE_sha1_blocks) || defined(LOOM_HAVE_sha256_blocks) || \
    defined(LOOM_HAVE_sha512_blocks)

/* A block function for contexts of any type. `word` is the type of the state's words. */
#define BLOCKS(kernel, word)                                                     \
    static void kernel##_blocks(void *state, const uint8_t *data, size_t blocks) \
    {                                                                            \
        loom_k_##kernel##_blocks((word *)state, data, blocks);                   \
    }

/* A hash of `words` words of state, blocks of `block` bytes and a digest of `digest` bytes. The start values are last.
 */
#define HASH(name, kernel, word, words, block, digest, little_endian, ...)                          \
    static const word start_##name[words] = {__VA_ARGS__};                                          \
    const struct loom_hash loom_hash_##name = {kernel##_blocks,                                     \
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

#if defined(LOOM_HAVE_md5_blocks)
BLOCKS(md5, uint32_t)
HASH(md5, md5, uint32_t, 4, 64, 16, 1, 0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u)
#endif

#if defined(LOOM_HAVE_sha1_blocks)
BLOCKS(sha1, uint32_t)
HASH(sha1, sha1, uint32_t, 5, 64, 20, 0, 0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u, 0xc3d2e1f0u)
#endif

#if defined(LOOM_HAVE_sha256_blocks)
BLOCKS(sha256, uint32_t)
HASH(sha224, sha256, uint32_t, 8, 64, 28, 0, 0xc1059ed8u, 0x367cd507u, 0x3070dd17u, 0xf70e5939u, 0xffc00b31u,
     0x68581511u, 0x64f98fa7u, 0xbefa4fa4u)
HASH(sha256, sha256, uint32_t, 8, 64, 32, 0, 0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au, 0x510e527fu,
     0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u)
#endif

#if defined(LOOM_HAVE_sha512_blocks)
BLOCKS(sha512, uint64_t)
HASH(sha384, sha512, uint64_t, 8, 128, 48, 0, UINT64_C(0xcbbb9d5dc1059ed8), UINT64_C(0x629a292a367cd507),
     UINT64_C(0x9159015a3070dd17), UINT64_C(0x152fecd8f70e5939), UINT64_C(0x67332667ffc00b31),
     UINT64_C(0x8eb44a8768581511), UINT64_C(0xdb0c2e0d64f98fa7), UINT64_C(0x47b5481dbefa4fa4))
HASH(sha512, sha512, uint64_t, 8, 128, 64, 0, UINT64_C(0x6a09e667f3bcc908), UINT64_C(0xbb67ae8584caa73b),
     UINT64_C(0x3c6ef372fe94f82b), UINT64_C(0xa54ff53a5f1d36f1), UINT64_C(0x510e527fade682d1),
     UINT64_C(0x9b05688c2b3e6c1f), UINT64_C(0x1f83d9abfb41bd6b), UINT64_C(0x5be0cd19137e2179))
#endif

#else
typedef int loom_hashes_is_empty; /* ISO C wants a declaration in every file */
#endif
