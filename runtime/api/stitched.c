/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * A cipher and a hash over the same plaintext: buffers of any length over the kernels that do the work of two.
 */
#include "stitched.h"

#include "aes_key.h"

#if defined(LOOM_HAVE_rc4_md5_blocks) || defined(LOOM_HAVE_aes_cbc_hashes)

#include <string.h>

#include "bytes.h"
#include "clean.h"
#include "entry.h"

/* Bytes until a hash that has taken `taken` bytes begins a block of `block` bytes. */
static inline size_t to_block(uint64_t taken, size_t block)
{
    return (size_t)(0 - taken) & (block - 1);
}

/* loom_hash_live of a context whose type is known. */
#define LIVE(hash) ((hash)->length > 0 || (hash)->state[0] != 0)

/* Whether `length` more bytes fill a block of a hash. */
#define FULL(hash, block, length) ((length) >= (block) - ((size_t)(hash)->length & ((block) - 1)))

#if defined(LOOM_HAVE_rc4_md5_blocks)

enum {
    WINDOW = 8, /* the kernel runs at full speed from positions where i + 1 is a multiple of this */
    /* Bytes between the cipher and a hash that runs over its output, or over its input in place. */
    NEAREST = LOOM_APART_rc4_md5_blocks,
    LEAST_OF_MD5 = 2 /* blocks; fewer are as fast with the two single kernels */
};

/* Bytes of key stream from `used` bytes on to the beginning of the next window. */
static size_t to_window(const loom_rc4_ctx *rc4, size_t used)
{
    return (WINDOW - (rc4->state[256] + 1 + used) % WINDOW) % WINDOW;
}

/* The two single kernels, one after the other. The hash reads plaintext: before the cipher overwrites it if `opens` is
 * 0, and after the cipher has written it if `opens` is 1. */
static void in_turn(loom_rc4_ctx *rc4, loom_md5_ctx *md5, int opens, const uint8_t *in, uint8_t *out, size_t ciphered,
                    const uint8_t *plain, size_t hashed)
{
    if (!opens) {
        loom_md5_update(md5, plain, hashed);
    }
    if (ciphered > 0) {
        loom_call_rc4_stream(rc4->state, in, out, ciphered);
    }
    if (opens) {
        loom_md5_update(md5, plain, hashed);
    }
}

/* Encrypts if `opens` is 0, decrypts if `opens` is 1. */
LOOM_INNER int loom_rc4_md5_work(loom_rc4_ctx *rc4, loom_md5_ctx *md5, int opens, const uint8_t *in, uint8_t *out,
                                 size_t length)
{
    const uint8_t *plain = opens ? out : in;
    size_t lead = 0, hash = 0, ahead, blocks;
    if (rc4->state[0] == rc4->state[1] || !LIVE(md5)) {
        if (length > 0) { /* in place, the input would stay in the buffer */
            memset(out, 0, length);
        }
        return -1;
    }
    if (length >= 64 * LEAST_OF_MD5) {
        hash = to_block(md5->length, 64);
        lead = opens ? hash + NEAREST : 0; /* opening, the hash reads only bytes that are decrypted already */
        lead += to_window(rc4, lead);
        while (in == out && !opens && hash < lead + NEAREST) { /* sealing, only bytes that are not encrypted yet */
            hash += 64;
        }
        ahead = hash > lead ? hash : lead; /* both streams must end within the buffers */
        blocks = length < ahead ? 0 : (length - ahead) / 64;
        if (blocks >= LEAST_OF_MD5) {
            in_turn(rc4, md5, opens, in, out, lead, plain, hash);
            loom_call_rc4_md5_blocks(rc4->state, md5->state, in + lead, out + lead, plain + hash, blocks);
            md5->length += 64 * blocks;
            lead += 64 * blocks;
            hash += 64 * blocks;
        } else {
            lead = hash = 0;
        }
    }
    if (length > 0) {
        in_turn(rc4, md5, opens, in + lead, out + lead, length - lead, plain + hash, length - hash);
    }
    return 0;
}

/* The bytes of stack. The C over the single kernels takes more than that over the kernel of the two, which takes no
 * short message. */
static inline size_t rc4_md5_depth(const loom_md5_ctx *md5, size_t length)
{
    size_t single = 448 + (FULL(md5, 64, length) ? LOOM_DEPTH(md5_blocks) : 0);
    size_t both = 256 + LOOM_DEPTH(rc4_md5_blocks);
    return length >= 64 * LEAST_OF_MD5 && both > single ? both : single;
}

#define RC4_MD5(way, opens)                                                                                  \
    int LOOM_CDECL loom_rc4_md5_##way(loom_rc4_ctx *rc4, loom_md5_ctx *md5, const uint8_t *in, uint8_t *out, \
                                      size_t length)                                                         \
    {                                                                                                        \
        size_t depth = rc4_md5_depth(md5, length);                                                           \
        int result = loom_rc4_md5_work(rc4, md5, opens, in, out, length);                                    \
        loom_clean_below(depth);                                                                             \
        return result;                                                                                       \
    }
RC4_MD5(encrypt, 0)
RC4_MD5(decrypt, 1)

#endif

/* Bytes of stack that the C over a block function takes, at most; and blocks, of which fewer are as fast with the two
 * single kernels. */
enum { IN_UPDATE = 192, LEAST_OF_HASH = 1 };

/* In place the hash keeps at least a block ahead of the cipher: the hash must read bytes that are not encrypted yet.
 * The result is 1 if the kernel of the two has done all, and left nothing: the single hash kernel leaves its input. */
#define AES_CBC_HASH(name, kernel, word, words, block)                                                              \
    static LOOM_INLINE int kernel##_work(const loom_aes_ctx *aes, uint8_t iv[16], loom_##name##_ctx *hash,          \
                                         const uint8_t *in, uint8_t *out, size_t length)                            \
    {                                                                                                               \
        if (length % 16 != 0 || !loom_aes_keyed(aes, LOOM_ENCRYPTS) || !LIVE(hash)) {                               \
            return -1;                                                                                              \
        }                                                                                                           \
        size_t lead = to_block(hash->length, block), done = 0;                                                      \
        lead += in == out && lead < (block) ? (block) : 0;                                                          \
        if (length >= lead + (block) * LEAST_OF_HASH) {                                                             \
            size_t blocks = (length - lead) / (block);                                                              \
            loom_##name##_update(hash, in, lead);                                                                   \
            loom_call_##kernel(aes->schedule, aes->rounds, iv, hash->state, in, out, in + lead, blocks);            \
            done = (block) * blocks;                                                                                \
            hash->length += done;                                                                                   \
        } else {                                                                                                    \
            lead = 0;                                                                                               \
        }                                                                                                           \
        if (length > done) {                                                                                        \
            loom_##name##_update(hash, in + lead + done, length - lead - done);                                     \
            loom_call_aes_cbc_encrypt(aes->schedule, aes->rounds, iv, in + done, out + done, (length - done) / 16); \
        }                                                                                                           \
        return length == done;                                                                                      \
    }                                                                                                               \
    void loom_aes_cbc_##name##_work(const loom_aes_ctx *aes, uint8_t iv[16], loom_##name##_ctx *hash,               \
                                    const uint8_t *in, uint8_t *out, size_t length)                                 \
    {                                                                                                               \
        (void)kernel##_work(aes, iv, hash, in, out, length);                                                        \
    }                                                                                                               \
    int LOOM_CDECL loom_aes_cbc_##name##_encrypt(const loom_aes_ctx *aes, uint8_t iv[16], loom_##name##_ctx *hash,  \
                                                 const uint8_t *in, uint8_t *out, size_t length)                    \
    {                                                                                                               \
        size_t used = (size_t)hash->length & ((block) - 1), depth;                                                  \
        int result;                                                                                                 \
        if (length % 16 == 0 && length < (block) - used && loom_aes_keyed(aes, LOOM_ENCRYPTS) && LIVE(hash)) {      \
            hash->length += length;                                                                                 \
            copy_sixteens(hash->buffer + used, in, length);                                                         \
            loom_call_aes_cbc_encrypt(aes->schedule, aes->rounds, iv, in, out, length / 16);                        \
            loom_clean_below(LOOM_LITTLE_DEAD);                                                                     \
            return 0;                                                                                               \
        }                                                                                                           \
        depth = IN_UPDATE + (FULL(hash, block, length) ? LOOM_DEPTH(name##_blocks) : 0);                            \
        result = kernel##_work(aes, iv, hash, in, out, length);                                                     \
        if (result == 0) {                                                                                          \
            loom_clean_below(depth);                                                                                \
        }                                                                                                           \
        return result < 0 ? -1 : 0;                                                                                 \
    }

LOOM_AES_CBC_HASHES(AES_CBC_HASH)

#endif
