/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The speed tool's hashes: block functions, and whole messages through the public functions.
 */
#include "speed.h"

#include <string.h>

#include "hash.h"
#include "portable.h"

/* Bytes of the state, and of a block, of a hash. The digests of these hashes are the whole state. */
#define STATE_BYTES(name) sizeof(((loom_##name##_ctx *)0)->state)
#define BLOCK_BYTES(name) sizeof(((loom_##name##_ctx *)0)->buffer)

/* The functions of the rows of one hash. A block function may begin with any state that is equal for all contenders.
 * The contexts of libcrypto and the contexts here begin with the words of the state. */
#define HASH_SIDES(name, kernel)                                                        \
    static void run_##kernel(struct side *side, size_t bytes, size_t times)             \
    {                                                                                   \
        loom_##kernel##_fn *blocks = (loom_##kernel##_fn *)side->function;              \
        memset(side->state->words, 1, STATE_BYTES(name));                               \
        for (; times > 0; times--) {                                                    \
            blocks((void *)side->state, speed_input, bytes / BLOCK_BYTES(name));        \
        }                                                                               \
        memcpy(side->out, side->state->words, STATE_BYTES(name));                       \
    }                                                                                   \
    static void run_##name(struct side *side, size_t bytes, size_t times)               \
    {                                                                                   \
        for (; times > 0; times--) {                                                    \
            loom_##name(speed_input, bytes, side->out);                                 \
        }                                                                               \
    }                                                                                   \
    static void name##_portable_blocks(void *state, const uint8_t *data, size_t blocks) \
    {                                                                                   \
        loom_##kernel##_portable(state, data, blocks);                                  \
    }                                                                                   \
    static void run_##name##_portable(struct side *side, size_t bytes, size_t times)    \
    {                                                                                   \
        struct loom_hash hash = loom_hash_##name;                                       \
        hash.blocks = name##_portable_blocks;                                           \
        for (; times > 0; times--) {                                                    \
            loom_hash_init(&hash, side->state);                                         \
            loom_hash_update(&hash, side->state, speed_input, bytes);                   \
            loom_hash_final(&hash, side->state, side->out);                             \
        }                                                                               \
    }

#if defined(LOOM_SPEED_LIBCRYPTO)

typedef void order_fn(void *context, const void *data, size_t blocks);

#define HASH_PEERS(name, NAME, blocks_function)                                              \
    unsigned char *NAME(const unsigned char *data, size_t length, unsigned char *digest);    \
    static void run_##name##_blocks_libcrypto(struct side *side, size_t bytes, size_t times) \
    {                                                                                        \
        memset(side->state->words, 1, STATE_BYTES(name));                                    \
        for (; times > 0; times--) {                                                         \
            blocks_function(side->state->words, speed_input, bytes / BLOCK_BYTES(name));     \
        }                                                                                    \
        memcpy(side->out, side->state->words, STATE_BYTES(name));                            \
    }                                                                                        \
    static void run_##name##_libcrypto(struct side *side, size_t bytes, size_t times)        \
    {                                                                                        \
        for (; times > 0; times--) {                                                         \
            NAME(speed_input, bytes, side->out);                                             \
        }                                                                                    \
    }                                                                                        \
    static const struct peer name##_peers[] = {{"libcrypto", run_##name##_libcrypto, NULL}, {NULL, NULL, NULL}};

/* The kernels of libcrypto test for SHA-NI at each call: bit 29 of leaf 7's EBX, in the third word. */
#define SHA_NI (UINT32_C(1) << 29)
#if defined(LOOM_X86) && defined(HAS_OPTIONAL)
OPTIONAL(uint32_t OPENSSL_ia32cap_P[4]);

static int has_sha_ni(void)
{
    return OPENSSL_ia32cap_P != NULL && (OPENSSL_ia32cap_P[2] & SHA_NI) != 0;
}

static void without_sha_ni(run_fn *run, struct side *side, size_t bytes, size_t times)
{
    OPENSSL_ia32cap_P[2] &= ~SHA_NI;
    run(side, bytes, times);
    OPENSSL_ia32cap_P[2] |= SHA_NI;
}

#define BLOCKS_PEERS(name)                                                                                        \
    static void run_##name##_blocks_nosha(struct side *side, size_t bytes, size_t times)                          \
    {                                                                                                             \
        without_sha_ni(run_##name##_blocks_libcrypto, side, bytes, times);                                        \
    }                                                                                                             \
    static const struct peer name##_blocks_peers[] = {{"libcrypto", run_##name##_blocks_libcrypto, NULL},         \
                                                      {"libcrypto-nosha", run_##name##_blocks_nosha, has_sha_ni}, \
                                                      {NULL, NULL, NULL}};
#else
#define BLOCKS_PEERS(name) ONE_BLOCKS_PEER(name)
#endif
#define ONE_BLOCKS_PEER(name)                                                                             \
    static const struct peer name##_blocks_peers[] = {{"libcrypto", run_##name##_blocks_libcrypto, NULL}, \
                                                      {NULL, NULL, NULL}};

#if defined(LOOM_HAVE_md5_blocks)

int MD5_Init(void *context);
int MD5_Update(void *context, const void *data, size_t length);

/* The block function of MD5 has several names, none of them public. The tool calls the name that this libcrypto has. If
 * there is none, the tool calls MD5_Update. */
#if defined(HAS_OPTIONAL)
OPTIONAL(order_fn ossl_md5_block_asm_data_order);
OPTIONAL(order_fn md5_block_asm_data_order);
OPTIONAL(order_fn ossl_md5_block_data_order);
OPTIONAL(order_fn md5_block_data_order);
#endif

static void md5_order(void *context, const void *data, size_t blocks)
{
#if defined(HAS_OPTIONAL)
    order_fn *order = ossl_md5_block_asm_data_order ? ossl_md5_block_asm_data_order
                      : md5_block_asm_data_order    ? md5_block_asm_data_order
                      : ossl_md5_block_data_order   ? ossl_md5_block_data_order
                                                    : md5_block_data_order;
    if (order != NULL) {
        order(context, data, blocks);
        return;
    }
#endif
    uint32_t state[4];
    memcpy(state, context, sizeof state);
    MD5_Init(context);
    memcpy(context, state, sizeof state);
    MD5_Update(context, data, 64 * blocks);
}

HASH_PEERS(md5, MD5, md5_order)
ONE_BLOCKS_PEER(md5)

#endif

#if defined(LOOM_HAVE_sha1_blocks)
order_fn sha1_block_data_order;
HASH_PEERS(sha1, SHA1, sha1_block_data_order)
BLOCKS_PEERS(sha1)
#endif
#if defined(LOOM_HAVE_sha256_blocks)
order_fn sha256_block_data_order;
HASH_PEERS(sha256, SHA256, sha256_block_data_order)
BLOCKS_PEERS(sha256)
#endif
#if defined(LOOM_HAVE_sha512_blocks)
order_fn sha512_block_data_order;
HASH_PEERS(sha512, SHA512, sha512_block_data_order)
ONE_BLOCKS_PEER(sha512)
#endif

#endif

#if defined(LOOM_HAVE_md5_blocks)
HASH_SIDES(md5, md5_blocks)
#endif
#if defined(LOOM_HAVE_sha1_blocks)
HASH_SIDES(sha1, sha1_blocks)
#endif
#if defined(LOOM_HAVE_sha256_blocks)
HASH_SIDES(sha256, sha256_blocks)
#endif
#if defined(LOOM_HAVE_sha512_blocks)
HASH_SIDES(sha512, sha512_blocks)
#endif

#define BLOCKS_ROW(row, name)    \
    {row,                        \
     #name "_blocks",            \
     run_##name##_blocks,        \
     NULL,                       \
     NULL,                       \
     PEERS(name##_blocks_peers), \
     BLOCK_BYTES(name),          \
     SPEED_MAX_BYTES,            \
     STATE_BYTES(name),          \
     0},
#define MESSAGE_ROW(row, name)                                                                                        \
    {row, NULL, NULL, run_##name, run_##name##_portable, PEERS(name##_peers), 16, SPEED_MAX_BYTES, STATE_BYTES(name), \
     0},

/* The row sha1 is the block function; sha1_message is a whole message with its padding. */
/* The macros of the rows end in a comma, which clang-format does not see. */
/* clang-format off */
const struct bench speed_hashes[] = {
#if defined(LOOM_HAVE_md5_blocks)
    BLOCKS_ROW("md5_blocks", md5) MESSAGE_ROW("md5", md5)
#endif
#if defined(LOOM_HAVE_sha1_blocks)
    BLOCKS_ROW("sha1", sha1) MESSAGE_ROW("sha1_message", sha1)
#endif
#if defined(LOOM_HAVE_sha256_blocks)
    BLOCKS_ROW("sha256", sha256) MESSAGE_ROW("sha256_message", sha256)
#endif
#if defined(LOOM_HAVE_sha512_blocks)
    BLOCKS_ROW("sha512", sha512) MESSAGE_ROW("sha512_message", sha512)
#endif
    {NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0},
};
/* clang-format on */
