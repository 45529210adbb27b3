/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * CBC encryption of several messages at once, in portable C: the kernel for one message that dispatch chose, for one
 * message after the other. The round keys of each message stand apart, and are brought together first. A lane may
 * repeat an earlier one's message, in place too: that message is encrypted once.
 */
#ifndef LOOM_STREAMS_PORTABLE_H
#define LOOM_STREAMS_PORTABLE_H

#include "clean.h"

/* `piece`: the bytes of a message in turn, which are a block. `bytes`, `most`: of a schedule for `rounds`, and of any.
 */
#define STREAMS(kernel, single, lanes, piece, bytes, most)                                                             \
    static LOOM_INNER void run_##kernel(const uint8_t *schedule, size_t rounds, uint8_t *iv, const uint8_t *const *in, \
                                        uint8_t *const *out, size_t blocks)                                            \
    {                                                                                                                  \
        uint8_t keys[most];                                                                                            \
        for (size_t lane = 0; lane < (lanes) && blocks > 0; lane++) {                                                  \
            size_t first = 0;                                                                                          \
            while (out[first] != out[lane]) {                                                                          \
                first++;                                                                                               \
            }                                                                                                          \
            if (first < lane) {                                                                                        \
                memcpy(iv + (piece) * lane, iv + (piece) * first, piece);                                              \
                continue;                                                                                              \
            }                                                                                                          \
            for (size_t n = 0; n < (bytes) / (piece); n++) {                                                           \
                memcpy(keys + (piece) * n, schedule + (piece) * ((lanes) * n + lane), piece);                          \
            }                                                                                                          \
            loom_k_##single(keys, rounds, iv + (piece) * lane, in[lane], out[lane], blocks);                           \
        }                                                                                                              \
        loom_wipe(keys, sizeof keys);                                                                                  \
    }                                                                                                                  \
    void LOOM_CDECL loom_##kernel##_portable(const uint8_t *schedule, size_t rounds, uint8_t *iv,                      \
                                             const uint8_t *const in[lanes], uint8_t *const out[lanes], size_t blocks) \
    {                                                                                                                  \
        run_##kernel(schedule, rounds, iv, in, out, blocks);                                                           \
        loom_clean();                                                                                                  \
    }

#endif
