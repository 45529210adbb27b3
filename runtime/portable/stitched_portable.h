/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The kernels that do the work of two, in portable C: each calls the two single kernels that dispatch chose, one after
 * the other. A CPU without a woven variant runs these.
 */
#ifndef LOOM_STITCHED_PORTABLE_H
#define LOOM_STITCHED_PORTABLE_H

#include "clean.h"

/* Whether the hash runs behind the cipher. A hash behind the cipher must see the cipher's output where the two meet. A
 * hash ahead of the cipher must see the bytes from before. Where the two do not meet, either order is right. */
static inline int runs_behind(const uint8_t *hashed, const uint8_t *out)
{
    return (uintptr_t)hashed < (uintptr_t)out;
}

#define AES_CBC_HASH_PORTABLE(name, kernel, word, words, block)                                      \
    void LOOM_CDECL loom_##kernel##_portable(const uint8_t *schedule, size_t rounds, uint8_t iv[16], \
                                             word state[words], const uint8_t *in, uint8_t *out,     \
                                             const uint8_t *hashed, size_t blocks)                   \
    {                                                                                                \
        if (blocks > 0 && runs_behind(hashed, out)) {                                                \
            loom_k_aes_cbc_encrypt(schedule, rounds, iv, in, out, (block) / 16 * blocks);            \
            loom_k_##name##_blocks(state, hashed, blocks);                                           \
        } else if (blocks > 0) {                                                                     \
            loom_k_##name##_blocks(state, hashed, blocks);                                           \
            loom_k_aes_cbc_encrypt(schedule, rounds, iv, in, out, (block) / 16 * blocks);            \
        }                                                                                            \
        loom_clean(); /* the single hash kernel leaves its input */                                  \
    }

#endif
