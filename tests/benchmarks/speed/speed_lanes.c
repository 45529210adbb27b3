/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The speed tool's block functions for several messages at once. The messages share the bytes of a row evenly. The peer
 * is the block function for one message, called for one message after the other.
 */
#include "speed.h"

#include <string.h>

enum { MOST_LANES = 32 };

#define STATE_BYTES(name) sizeof(((loom_##name##_ctx *)0)->state)
#define BLOCK_BYTES(name) sizeof(((loom_##name##_ctx *)0)->buffer)

/* One row's functions: a variant, and the single form. `word` is the type of the state's words. */
#define LANES(name, word, lanes)                                                                                     \
    static void run_##name##_x##lanes(struct side *side, size_t bytes, size_t times)                                 \
    {                                                                                                                \
        loom_##name##_blocks_x##lanes##_fn *blocks = (loom_##name##_blocks_x##lanes##_fn *)side->function;           \
        word *state[MOST_LANES];                                                                                     \
        const uint8_t *data[MOST_LANES];                                                                             \
        for (size_t lane = 0; lane < (lanes); lane++) {                                                              \
            state[lane] = (word *)(void *)((uint8_t *)side->state->words + lane * STATE_BYTES(name));                \
            data[lane] = speed_input + lane * (bytes / (lanes));                                                     \
        }                                                                                                            \
        memset(side->state, 1, (lanes) * STATE_BYTES(name));                                                         \
        for (; times > 0; times--) {                                                                                 \
            blocks(state, data, bytes / (lanes) / BLOCK_BYTES(name));                                                \
        }                                                                                                            \
        memcpy(side->out, side->state->words, (lanes) * STATE_BYTES(name));                                          \
    }                                                                                                                \
    static void single_##name##_x##lanes(struct side *side, size_t bytes, size_t times)                              \
    {                                                                                                                \
        memset(side->state, 1, (lanes) * STATE_BYTES(name));                                                         \
        for (; times > 0; times--) {                                                                                 \
            for (size_t lane = 0; lane < (lanes); lane++) {                                                          \
                loom_k_##name##_blocks((word *)(void *)((uint8_t *)side->state->words + lane * STATE_BYTES(name)),   \
                                       speed_input + lane * (bytes / (lanes)), bytes / (lanes) / BLOCK_BYTES(name)); \
            }                                                                                                        \
        }                                                                                                            \
        memcpy(side->out, side->state->words, (lanes) * STATE_BYTES(name));                                          \
    }                                                                                                                \
    static const struct peer name##_x##lanes##_peers[] = {{"single", single_##name##_x##lanes, NULL, NULL}, NO_PEER};

#define LANES_ROW(name, lanes)                     \
    {#name "_x" #lanes,                            \
     #name "_blocks_x" #lanes,                     \
     run_##name##_x##lanes,                        \
     NULL,                                         \
     NULL,                                         \
     name##_x##lanes##_peers,                      \
     (lanes) * BLOCK_BYTES(name),                  \
     SPEED_MAX_BYTES,                              \
     (lanes) * STATE_BYTES(name),                  \
     0,                                            \
     (lanes) * BLOCK_BYTES(name),                  \
     (loom_any_fn)loom_k_##name##_blocks_x##lanes, \
     NULL},

#if defined(LOOM_HAVE_md5_blocks_x4)
LANES(md5, uint32_t, 4)
#endif
#if defined(LOOM_HAVE_md5_blocks_x8)
LANES(md5, uint32_t, 8)
#endif
#if defined(LOOM_HAVE_md5_blocks_x16)
LANES(md5, uint32_t, 16)
#endif
#if defined(LOOM_HAVE_md5_blocks_x32)
LANES(md5, uint32_t, 32)
#endif
#if defined(LOOM_HAVE_sha1_blocks_x4)
LANES(sha1, uint32_t, 4)
#endif
#if defined(LOOM_HAVE_sha1_blocks_x8)
LANES(sha1, uint32_t, 8)
#endif
#if defined(LOOM_HAVE_sha1_blocks_x16)
LANES(sha1, uint32_t, 16)
#endif
#if defined(LOOM_HAVE_sha256_blocks_x4)
LANES(sha256, uint32_t, 4)
#endif
#if defined(LOOM_HAVE_sha256_blocks_x8)
LANES(sha256, uint32_t, 8)
#endif
#if defined(LOOM_HAVE_sha256_blocks_x16)
LANES(sha256, uint32_t, 16)
#endif
#if defined(LOOM_HAVE_sha512_blocks_x4)
LANES(sha512, uint64_t, 4)
#endif
#if defined(LOOM_HAVE_sha512_blocks_x8)
LANES(sha512, uint64_t, 8)
#endif

/* The macros of the rows end in a comma, which clang-format does not see. */
/* clang-format off */
const struct bench speed_lanes[] = {
#if defined(LOOM_HAVE_md5_blocks_x4)
    LANES_ROW(md5, 4)
#endif
#if defined(LOOM_HAVE_md5_blocks_x8)
    LANES_ROW(md5, 8)
#endif
#if defined(LOOM_HAVE_md5_blocks_x16)
    LANES_ROW(md5, 16)
#endif
#if defined(LOOM_HAVE_md5_blocks_x32)
    LANES_ROW(md5, 32)
#endif
#if defined(LOOM_HAVE_sha1_blocks_x4)
    LANES_ROW(sha1, 4)
#endif
#if defined(LOOM_HAVE_sha1_blocks_x8)
    LANES_ROW(sha1, 8)
#endif
#if defined(LOOM_HAVE_sha1_blocks_x16)
    LANES_ROW(sha1, 16)
#endif
#if defined(LOOM_HAVE_sha256_blocks_x4)
    LANES_ROW(sha256, 4)
#endif
#if defined(LOOM_HAVE_sha256_blocks_x8)
    LANES_ROW(sha256, 8)
#endif
#if defined(LOOM_HAVE_sha256_blocks_x16)
    LANES_ROW(sha256, 16)
#endif
#if defined(LOOM_HAVE_sha512_blocks_x4)
    LANES_ROW(sha512, 4)
#endif
#if defined(LOOM_HAVE_sha512_blocks_x8)
    LANES_ROW(sha512, 8)
#endif
    NO_ROW,
};
/* clang-format on */
