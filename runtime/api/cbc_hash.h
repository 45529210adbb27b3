/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * AES-CBC encryption with a hash over the same plaintext: buffers of any length over the kernel that does the work of
 * two. The file of each such kernel has these functions.
 */
#ifndef LOOM_CBC_HASH_H
#define LOOM_CBC_HASH_H

#include "aes_key.h"
#include "bytes.h"
#include "clean.h"
#include "entry.h"
#include "stitched.h"

/* Bytes until a hash that has taken `taken` bytes begins a block of `block` bytes. */
static inline size_t to_block(uint64_t taken, size_t block)
{
    return (size_t)(0 - taken) & (block - 1);
}

/* loom_hash_live of a context whose type is known. */
#define LIVE(hash) ((hash)->length > 0 || (hash)->state[0] != 0)

/* Whether `length` more bytes fill a block of a hash. */
#define FULL(hash, block, length) ((length) >= (block) - ((size_t)(hash)->length & ((block) - 1)))

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

#endif
