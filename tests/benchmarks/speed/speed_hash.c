/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The speed tool's hashes: block functions. speed_call_hash.c measures whole messages.
 */
#include "speed.h"

#include <string.h>

/* Bytes of the state, and of a block, of a hash. The digests of these hashes are the whole state. */
#define STATE_BYTES(name) sizeof(((loom_##name##_ctx *)0)->state)
#define BLOCK_BYTES(name) sizeof(((loom_##name##_ctx *)0)->buffer)

/* The functions of the rows of one hash. A block function may begin with any state that is equal for all contenders.
 * The contexts of libcrypto and the contexts here begin with the words of the state. */
#define HASH_SIDES(name, kernel)                                                 \
    static void run_##kernel(struct side *side, size_t bytes, size_t times)      \
    {                                                                            \
        loom_##kernel##_fn *blocks = (loom_##kernel##_fn *)side->function;       \
        memset(side->state->words, 1, STATE_BYTES(name));                        \
        for (; times > 0; times--) {                                             \
            blocks((void *)side->state, speed_input, bytes / BLOCK_BYTES(name)); \
        }                                                                        \
        memcpy(side->out, side->state->words, STATE_BYTES(name));                \
    }

#if defined(LOOM_SPEED_LIBCRYPTO)

typedef void order_fn(void *context, const void *data, size_t blocks);

/* The block functions have several names, none of them public. The tool calls the name that this libcrypto has. If
 * there is none, the tool calls the public function for any number of bytes. */
#define HASH_PEERS(name, NAME, find)                                                         \
    int NAME##_Init(void *context);                                                          \
    int NAME##_Update(void *context, const void *data, size_t length);                       \
    static void name##_order(void *context, const void *data, size_t blocks)                 \
    {                                                                                        \
        static order_fn *order;                                                              \
        uint8_t state[STATE_BYTES(name)];                                                    \
        if (order != NULL || (order = (find)) != NULL) {                                     \
            order(context, data, blocks);                                                    \
            return;                                                                          \
        }                                                                                    \
        memcpy(state, context, sizeof state);                                                \
        NAME##_Init(context);                                                                \
        memcpy(context, state, sizeof state);                                                \
        NAME##_Update(context, data, BLOCK_BYTES(name) * blocks);                            \
    }                                                                                        \
    static void run_##name##_blocks_libcrypto(struct side *side, size_t bytes, size_t times) \
    {                                                                                        \
        memset(side->state->words, 1, STATE_BYTES(name));                                    \
        for (; times > 0; times--) {                                                         \
            name##_order(side->state->words, speed_input, bytes / BLOCK_BYTES(name));        \
        }                                                                                    \
        memcpy(side->out, side->state->words, STATE_BYTES(name));                            \
    }

/* The kernels of libcrypto test for SHA-NI at each call: bit 29 of leaf 7's EBX, in the third word. */
#define SHA_NI (UINT32_C(1) << 29)
#if defined(LOOM_X86) && defined(HAS_OPTIONAL)
OPTIONAL(uint32_t OPENSSL_ia32cap_P[4]);

static int has_sha_ni(size_t rounds)
{
    (void)rounds;
    return OPENSSL_ia32cap_P != NULL && (OPENSSL_ia32cap_P[2] & SHA_NI) != 0;
}

static void without_sha_ni(run_fn *run, struct side *side, size_t bytes, size_t times)
{
    OPENSSL_ia32cap_P[2] &= ~SHA_NI;
    run(side, bytes, times);
    OPENSSL_ia32cap_P[2] |= SHA_NI;
}

#define BLOCKS_PEERS(name)                                                               \
    static void run_##name##_blocks_nosha(struct side *side, size_t bytes, size_t times) \
    {                                                                                    \
        without_sha_ni(run_##name##_blocks_libcrypto, side, bytes, times);               \
    }                                                                                    \
    static const struct peer name##_blocks_peers[] = {                                   \
        {"libcrypto", run_##name##_blocks_libcrypto, NULL, NULL},                        \
        {"libcrypto-nosha", run_##name##_blocks_nosha, has_sha_ni, NULL},                \
        NO_PEER};
#else
#define BLOCKS_PEERS(name) ONE_BLOCKS_PEER(name)
#endif
#define ONE_BLOCKS_PEER(name)                                                                                   \
    static const struct peer name##_blocks_peers[] = {{"libcrypto", run_##name##_blocks_libcrypto, NULL, NULL}, \
                                                      NO_PEER};

#if defined(HAS_OPTIONAL)
OPTIONAL(order_fn ossl_md5_block_asm_data_order);
OPTIONAL(order_fn md5_block_asm_data_order);
OPTIONAL(order_fn ossl_md5_block_data_order);
OPTIONAL(order_fn md5_block_data_order);
OPTIONAL(order_fn ripemd160_block_data_order);
OPTIONAL(order_fn sha1_block_data_order);
OPTIONAL(order_fn sha256_block_data_order);
OPTIONAL(order_fn sha512_block_data_order);
#define MD5_ORDER                                                         \
    ossl_md5_block_asm_data_order != NULL ? ossl_md5_block_asm_data_order \
    : md5_block_asm_data_order != NULL    ? md5_block_asm_data_order      \
    : ossl_md5_block_data_order != NULL   ? ossl_md5_block_data_order     \
                                          : md5_block_data_order
#define RIPEMD160_ORDER ripemd160_block_data_order
#define SHA_ORDER(name) name##_block_data_order
#else
#define MD5_ORDER NULL
#define RIPEMD160_ORDER NULL
#define SHA_ORDER(name) NULL
#endif

#if defined(LOOM_HAVE_md5_blocks)
HASH_PEERS(md5, MD5, MD5_ORDER)
ONE_BLOCKS_PEER(md5)
#endif
#if defined(LOOM_HAVE_ripemd160_blocks)
HASH_PEERS(ripemd160, RIPEMD160, RIPEMD160_ORDER)
ONE_BLOCKS_PEER(ripemd160)
#endif
#if defined(LOOM_HAVE_whirlpool_blocks)
#if defined(HAS_OPTIONAL) /* libcrypto of others than OpenSSL lacks it */
#pragma weak WHIRLPOOL_Init
#pragma weak WHIRLPOOL_Update
HASH_PEERS(whirlpool, WHIRLPOOL, NULL)
static int has_whirlpool(size_t rounds)
{
    (void)rounds;
    return WHIRLPOOL_Init != NULL;
}
/* libcrypto's words are in the order of bytes. */
static void run_whirlpool_libcrypto(struct side *side, size_t bytes, size_t times)
{
    run_whirlpool_blocks_libcrypto(side, bytes, times);
    for (size_t n = 0; n < STATE_BYTES(whirlpool); n++) {
        side->out[n ^ 7] = ((const uint8_t *)side->state->words)[n];
    }
}
static const struct peer whirlpool_blocks_peers[] = {{"libcrypto", run_whirlpool_libcrypto, has_whirlpool, NULL},
                                                     NO_PEER};
#else
static const struct peer whirlpool_blocks_peers[] = {NO_PEER};
#endif
#endif
#if defined(LOOM_HAVE_sha1_blocks)
HASH_PEERS(sha1, SHA1, SHA_ORDER(sha1))
BLOCKS_PEERS(sha1)
#endif
#if defined(LOOM_HAVE_sha256_blocks)
HASH_PEERS(sha256, SHA256, SHA_ORDER(sha256))
BLOCKS_PEERS(sha256)
#endif
#if defined(LOOM_HAVE_sha512_blocks)
HASH_PEERS(sha512, SHA512, SHA_ORDER(sha512))
ONE_BLOCKS_PEER(sha512)
#endif

#endif

#if defined(LOOM_HAVE_md5_blocks)
HASH_SIDES(md5, md5_blocks)
#endif
#if defined(LOOM_HAVE_ripemd160_blocks)
HASH_SIDES(ripemd160, ripemd160_blocks)
#endif
#if defined(LOOM_HAVE_whirlpool_blocks)
HASH_SIDES(whirlpool, whirlpool_blocks)
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

#define BLOCKS_ROW(row, name)             \
    {row,                                 \
     #name "_blocks",                     \
     run_##name##_blocks,                 \
     NULL,                                \
     NULL,                                \
     PEERS(name##_blocks_peers),          \
     BLOCK_BYTES(name),                   \
     SPEED_MAX_BYTES,                     \
     STATE_BYTES(name),                   \
     0,                                   \
     BLOCK_BYTES(name),                   \
     (loom_any_fn)loom_k_##name##_blocks, \
     NULL},

/* The macros of the rows end in a comma, which clang-format does not see. */
/* clang-format off */
const struct bench speed_hashes[] = {
#if defined(LOOM_HAVE_md5_blocks)
    BLOCKS_ROW("md5_blocks", md5)
#endif
#if defined(LOOM_HAVE_ripemd160_blocks)
    BLOCKS_ROW("ripemd160", ripemd160)
#endif
#if defined(LOOM_HAVE_whirlpool_blocks)
    BLOCKS_ROW("whirlpool", whirlpool)
#endif
#if defined(LOOM_HAVE_sha1_blocks)
    BLOCKS_ROW("sha1", sha1)
#endif
#if defined(LOOM_HAVE_sha256_blocks)
    BLOCKS_ROW("sha256", sha256)
#endif
#if defined(LOOM_HAVE_sha512_blocks)
    BLOCKS_ROW("sha512", sha512)
#endif
    NO_ROW,
};
/* clang-format on */
