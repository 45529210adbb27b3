/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * AES-CBC encryption and a hash over the same plaintext: the kernels in C, and any length over whichever ones dispatch
 * chose.
 */
#include "stitched.h"

#include "clean.h"

#if defined(LOOM_HAVE_aes_cbc_hashes)

enum { LEAST = 2 }; /* blocks of the hash; for fewer the two kernels by themselves are as fast */

/* In place the hash keeps at least a block ahead: it must see what is not yet encrypted. */
#define AES_CBC_HASH(name, kernel, word, words, block)                                                             \
    void LOOM_CDECL loom_##kernel##_portable(                                                                     \
        const uint8_t *schedule, size_t rounds, uint8_t iv[16], word state[words], const uint8_t *in, uint8_t *out, \
        const uint8_t *hashed, size_t blocks)                                                                    \
    {                                                                                                            \
        if (blocks > 0 && runs_behind(hashed, out)) {                                                            \
            loom_k_aes_cbc_encrypt(schedule, rounds, iv, in, out, (block) / 16 * blocks);                        \
            loom_k_##name##_blocks(state, hashed, blocks);                                                       \
        } else if (blocks > 0) {                                                                                 \
            loom_k_##name##_blocks(state, hashed, blocks);                                                       \
            loom_k_aes_cbc_encrypt(schedule, rounds, iv, in, out, (block) / 16 * blocks);                        \
        }                                                                                                        \
        loom_clean(); /* the hash by itself leaves what it hashed */                                             \
    }                                                                                                            \
                                                                                                                 \
    int LOOM_CDECL loom_aes_cbc_##name##_encrypt(const loom_aes_ctx *aes, uint8_t iv[16], loom_##name##_ctx *hash, \
                                                 const uint8_t *in, uint8_t *out, size_t length)                 \
    {                                                                                                            \
        size_t lead = to_block(hash->length, block), done = 0;                                                   \
        lead += in == out && lead < (block) ? (block) : 0;                                                       \
        if (length % 16 != 0 || loom_aes_cbc_encrypt(aes, iv, NULL, NULL, 0) != 0 ||                             \
            !loom_hash_live(&loom_hash_##name, hash)) {                                                          \
            return -1;                                                                                           \
        }                                                                                                        \
        if (length >= lead + LEAST * (block)) {                                                                  \
            size_t blocks = (length - lead) / (block);                                                           \
            loom_##name##_update(hash, in, lead);                                                                \
            loom_k_##kernel(aes->schedule, aes->rounds, iv, hash->state, in, out, in + lead, blocks);             \
            done = (block) * blocks;                                                                             \
            hash->length += done;                                                                                \
        } else {                                                                                                 \
            lead = 0;                                                                                            \
        }                                                                                                        \
        if (length > 0) {                                                                                        \
            loom_##name##_update(hash, in + lead + done, length - lead - done);                                  \
            loom_aes_cbc_encrypt(aes, iv, in + done, out + done, length - done);                                 \
        }                                                                                                        \
        if (length > done) { /* the hash took some by itself */                                                  \
            loom_clean();                                                                                        \
        }                                                                                                        \
        return 0;                                                                                                \
    }

LOOM_AES_CBC_HASHES(AES_CBC_HASH)

#else
typedef int loom_aes_cbc_hash_is_empty; /* ISO C wants a declaration in every file */
#endif
