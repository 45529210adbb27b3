/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The speed tool's block functions for several messages at once. The messages share the bytes of a row evenly. The peer
 * is the block function for one message, called for one message after the other.
 */
#include "speed.h"

#include <string.h>

/* The hash of a block function, whose digest is the whole state. */
#define OF_md5_blocks md5
#define OF_ripemd160_blocks ripemd160
#define OF_sha1_blocks sha1
#define OF_sha256_blocks sha256
#define OF_sha512_blocks sha512

#define STATE_BYTES(name) sizeof(((loom_##name##_ctx *)0)->state)
#define BLOCK_BYTES(name) sizeof(((loom_##name##_ctx *)0)->buffer)

/* The functions of a row: a variant, and the single form. */
#define RUN(kernel, single, name, lanes)                                                             \
    static void run_##kernel(struct side *side, size_t bytes, size_t times)                          \
    {                                                                                                \
        loom_##kernel##_fn *blocks = (loom_##kernel##_fn *)side->function;                           \
        void *state[lanes];                                                                          \
        const uint8_t *data[lanes];                                                                  \
        for (size_t lane = 0; lane < (lanes); lane++) {                                              \
            state[lane] = (uint8_t *)side->state->words + lane * STATE_BYTES(name);                  \
            data[lane] = speed_input + lane * (bytes / (lanes));                                     \
        }                                                                                            \
        memset(side->state, 1, (lanes) * STATE_BYTES(name));                                         \
        for (; times > 0; times--) {                                                                 \
            blocks((void *)state, (void *)data, bytes / (lanes) / BLOCK_BYTES(name));                \
        }                                                                                            \
        memcpy(side->out, side->state->words, (lanes) * STATE_BYTES(name));                          \
    }                                                                                                \
    static void single_##kernel(struct side *side, size_t bytes, size_t times)                       \
    {                                                                                                \
        size_t each = bytes / (lanes);                                                               \
        memset(side->state, 1, (lanes) * STATE_BYTES(name));                                         \
        for (; times > 0; times--) {                                                                 \
            for (size_t lane = 0; lane < (lanes); lane++) {                                          \
                uint8_t *state = (uint8_t *)side->state->words + lane * STATE_BYTES(name);           \
                loom_k_##single((void *)state, speed_input + lane * each, each / BLOCK_BYTES(name)); \
            }                                                                                        \
        }                                                                                            \
        memcpy(side->out, side->state->words, (lanes) * STATE_BYTES(name));                          \
    }                                                                                                \
    static const struct peer kernel##_peers[] = {{"single", single_##kernel, NULL, NULL}, NO_PEER};

#define ROW(kernel, single, name, lanes) \
    {#name "_x" #lanes,                  \
     #kernel,                            \
     run_##kernel,                       \
     NULL,                               \
     NULL,                               \
     kernel##_peers,                     \
     (lanes) * BLOCK_BYTES(name),        \
     SPEED_MAX_BYTES,                    \
     (lanes) * STATE_BYTES(name),        \
     0,                                  \
     (lanes) * BLOCK_BYTES(name),        \
     (loom_any_fn)loom_k_##kernel,       \
     NULL},

/* The name of the hash is a macro, and has to be expanded before it is a part of other names. */
#define NAMED(macro, kernel, single, name, lanes) macro(kernel, single, name, lanes)
#define RUN_OF(kernel, single, lanes) NAMED(RUN, kernel, single, OF_##single, lanes)
#define ROW_OF(kernel, single, lanes) NAMED(ROW, kernel, single, OF_##single, lanes)

/* The macros of the rows end in a comma, which clang-format does not see. */
/* clang-format off */
#if defined(LOOM_HAVE_hashes)
LOOM_HASH_LANES(RUN_OF)
#endif

const struct bench speed_lanes[] = {
#if defined(LOOM_HAVE_hashes)
    LOOM_HASH_LANES(ROW_OF)
#endif
    NO_ROW,
};
/* clang-format on */
