/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * What the speed tool runs. With LOOM_SPEED_LIBCRYPTO the peer is OpenSSL's libcrypto, linked statically so
 * that its own kernels are called and not its dispatch by provider. Its functions are declared here, so no
 * header is needed.
 */
#include "speed.h"

#include <string.h>

static uint8_t input[SPEED_MAX_BYTES];

void speed_prepare(void)
{
    uint32_t v = 1;
    for (size_t i = 0; i < sizeof input; i++) {
        v = v * UINT32_C(1664525) + UINT32_C(1013904223);
        input[i] = (uint8_t)(v >> 24);
    }
}

#if defined(LOOM_HAVE_md5_blocks)

static const uint32_t md5_start[4] = {UINT32_C(0x67452301), UINT32_C(0xefcdab89), UINT32_C(0x98badcfe),
                                      UINT32_C(0x10325476)};

static void run_md5_blocks(struct side *side, size_t bytes, size_t times)
{
    loom_md5_blocks_fn *blocks = (loom_md5_blocks_fn *)side->function;
    memcpy(side->state.md5, md5_start, sizeof md5_start);
    for (; times > 0; times--) {
        blocks(side->state.md5, input, bytes / 64);
    }
    memcpy(side->out, side->state.md5, 16);
}

static void run_md5_dispatched(struct side *side, size_t bytes, size_t times)
{
    for (; times > 0; times--) {
        loom_md5(input, bytes, side->out);
    }
}

/* loom_md5 as it would be on portable C alone; sizes are 16 bytes or whole blocks, as md5's row says. */
static void run_md5_portable(struct side *side, size_t bytes, size_t times)
{
    for (; times > 0; times--) {
        uint8_t tail[64] = {0};
        size_t rest = bytes % 64;
        memcpy(side->state.md5, md5_start, sizeof md5_start);
        loom_md5_blocks_portable(side->state.md5, input, bytes / 64);
        memcpy(tail, input + (bytes - rest), rest);
        tail[rest] = 0x80;
        for (size_t i = 0; i < 8; i++) {
            tail[56 + i] = (uint8_t)((uint64_t)bytes * 8 >> (8 * i));
        }
        loom_md5_blocks_portable(side->state.md5, tail, 1);
        for (size_t i = 0; i < 16; i++) {
            side->out[i] = (uint8_t)(side->state.md5[i / 4] >> (8 * (i % 4)));
        }
        loom_wipe(tail, sizeof tail);
    }
}

#endif

#if defined(LOOM_HAVE_rc4_set_key) && defined(LOOM_HAVE_rc4_stream)

static void run_rc4_set_key(struct side *side, size_t bytes, size_t times)
{
    loom_rc4_set_key_fn *set_key = (loom_rc4_set_key_fn *)side->function;
    for (; times > 0; times--) {
        set_key(side->state.rc4, input, bytes);
    }
    loom_rc4_stream_portable(side->state.rc4, input, side->out, 16);
}

static void run_rc4_stream(struct side *side, size_t bytes, size_t times)
{
    loom_rc4_stream_fn *stream = (loom_rc4_stream_fn *)side->function;
    if (times == 1) { /* the run whose result is compared */
        loom_rc4_set_key_portable(side->state.rc4, input, 16);
    }
    for (; times > 0; times--) {
        stream(side->state.rc4, input, side->out, bytes);
    }
}

static void run_rc4_dispatched(struct side *side, size_t bytes, size_t times)
{
    loom_rc4_ctx *ctx = (loom_rc4_ctx *)(void *)&side->state;
    if (times == 1) {
        loom_rc4_set_key(ctx, input, 16);
    }
    for (; times > 0; times--) {
        loom_rc4(ctx, input, side->out, bytes);
    }
}

static void run_rc4_portable(struct side *side, size_t bytes, size_t times)
{
    side->function = (loom_any_fn)loom_rc4_stream_portable;
    run_rc4_stream(side, bytes, times);
}

#endif

#if defined(LOOM_SPEED_LIBCRYPTO)

int MD5_Init(void *context);
int MD5_Update(void *context, const void *data, size_t length);
int MD5_Final(unsigned char *digest, void *context);
void RC4_set_key(void *key, int length, const unsigned char *data);
void RC4(void *key, size_t length, const unsigned char *in, unsigned char *out);

/* The block function has had several names, none of them public. Whichever this libcrypto has is called
 * directly; where the object format has no weak symbols, or none of the names is there, MD5_Update stands in
 * for it. */
typedef void md5_order_fn(void *context, const void *data, size_t blocks);
#if defined(__ELF__)
#define WEAK __attribute__((weak))
WEAK md5_order_fn ossl_md5_block_asm_data_order, md5_block_asm_data_order, ossl_md5_block_data_order,
    md5_block_data_order;
#endif

#if defined(LOOM_HAVE_md5_blocks)

static md5_order_fn *libcrypto_md5_blocks(void)
{
#if defined(__ELF__)
    return ossl_md5_block_asm_data_order ? ossl_md5_block_asm_data_order
           : md5_block_asm_data_order    ? md5_block_asm_data_order
           : ossl_md5_block_data_order   ? ossl_md5_block_data_order
                                         : md5_block_data_order;
#else
    return NULL;
#endif
}

static void run_md5_blocks_libcrypto(struct side *side, size_t bytes, size_t times)
{
    md5_order_fn *blocks = libcrypto_md5_blocks();
    MD5_Init(side->state.peer); /* a context begins with the four words of the state */
    for (; times > 0; times--) {
        if (blocks != NULL) {
            blocks(side->state.peer, input, bytes / 64);
        } else {
            MD5_Update(side->state.peer, input, bytes);
        }
    }
    memcpy(side->out, side->state.peer, 16);
}

static void run_md5_libcrypto(struct side *side, size_t bytes, size_t times)
{
    for (; times > 0; times--) {
        MD5_Init(side->state.peer);
        MD5_Update(side->state.peer, input, bytes);
        MD5_Final(side->out, side->state.peer);
    }
}

#endif

#if defined(LOOM_HAVE_rc4_set_key) && defined(LOOM_HAVE_rc4_stream)

static void run_rc4_set_key_libcrypto(struct side *side, size_t bytes, size_t times)
{
    for (; times > 0; times--) {
        RC4_set_key(side->state.peer, (int)bytes, input);
    }
    RC4(side->state.peer, 16, input, side->out);
}

static void run_rc4_libcrypto(struct side *side, size_t bytes, size_t times)
{
    if (times == 1) {
        RC4_set_key(side->state.peer, 16, input);
    }
    for (; times > 0; times--) {
        RC4(side->state.peer, bytes, input, side->out);
    }
}

#endif
#define PEER(function) function
#else
#define PEER(function) NULL
#endif

/* SHA: any state will do, so long as all contenders begin with the same; libcrypto's contexts begin with the words of
 * the state, as ours do. The portable contender of a whole hash is the variant row's. */
#if defined(LOOM_SPEED_LIBCRYPTO)
#define SHA_PEERS(name, NAME)                                                        \
    void name##_block_data_order(void *context, const void *data, size_t blocks);    \
    unsigned char *NAME(const unsigned char *data, size_t length, unsigned char *digest); \
    static void run_##name##_libcrypto(struct side *side, size_t bytes, size_t times) \
    {                                                                                \
        for (; times > 0; times--) {                                                 \
            NAME(input, bytes, side->out);                                           \
        }                                                                            \
    }
#define SHA_BLOCKS_PEER(name, block, words)                                                  \
    static void run_##name##_blocks_libcrypto(struct side *side, size_t bytes, size_t times) \
    {                                                                                        \
        memset(side->state.peer, 1, words);                                                  \
        for (; times > 0; times--) {                                                         \
            name##_block_data_order(side->state.peer, input, bytes / (block));               \
        }                                                                                    \
        memcpy(side->out, side->state.peer, words);                                          \
    }
#else
#define SHA_PEERS(name, NAME)
#define SHA_BLOCKS_PEER(name, block, words)
#endif
#define SHA_SIDES(name, NAME, block, words)                                          \
    static void run_##name##_blocks(struct side *side, size_t bytes, size_t times)   \
    {                                                                                \
        loom_##name##_blocks_fn *blocks = (loom_##name##_blocks_fn *)side->function; \
        memset(side->state.peer, 1, words);                                          \
        for (; times > 0; times--) {                                                 \
            blocks((void *)side->state.peer, input, bytes / (block));                \
        }                                                                            \
        memcpy(side->out, side->state.peer, words);                                  \
    }                                                                                \
    static void run_##name(struct side *side, size_t bytes, size_t times)            \
    {                                                                                \
        for (; times > 0; times--) {                                                 \
            loom_##name(input, bytes, side->out);                                    \
        }                                                                            \
    }                                                                                \
    SHA_PEERS(name, NAME)                                                            \
    SHA_BLOCKS_PEER(name, block, words)
#define SHA_ROWS(name, block, words, digest)                                                          \
    {#name "_blocks", #name "_blocks", run_##name##_blocks, NULL, NULL, PEER(run_##name##_blocks_libcrypto), \
     block, SPEED_MAX_BYTES, words},                                                                  \
    {#name, NULL, NULL, run_##name, NULL, PEER(run_##name##_libcrypto), 16, SPEED_MAX_BYTES, digest},

#if defined(LOOM_HAVE_sha1_blocks)
SHA_SIDES(sha1, SHA1, 64, 20)
#endif
#if defined(LOOM_HAVE_sha256_blocks)
SHA_SIDES(sha256, SHA256, 64, 32)
#endif
#if defined(LOOM_HAVE_sha512_blocks)
SHA_SIDES(sha512, SHA512, 128, 64)
#endif

const struct bench speed_benches[] = {
#if defined(LOOM_HAVE_md5_blocks)
    {"md5_blocks", "md5_blocks", run_md5_blocks, NULL, NULL, PEER(run_md5_blocks_libcrypto), 64,
     SPEED_MAX_BYTES, 16},
#endif
#if defined(LOOM_HAVE_rc4_set_key) && defined(LOOM_HAVE_rc4_stream)
    {"rc4_set_key", "rc4_set_key", run_rc4_set_key, NULL, NULL, PEER(run_rc4_set_key_libcrypto), 16, 256, 16},
    {"rc4_stream", "rc4_stream", run_rc4_stream, NULL, NULL, PEER(run_rc4_libcrypto), 16, SPEED_MAX_BYTES, 0},
#endif
#if defined(LOOM_HAVE_md5_blocks)
    {"md5", NULL, NULL, run_md5_dispatched, run_md5_portable, PEER(run_md5_libcrypto), 16, SPEED_MAX_BYTES,
     16},
#endif
#if defined(LOOM_HAVE_rc4_set_key) && defined(LOOM_HAVE_rc4_stream)
    {"rc4", NULL, NULL, run_rc4_dispatched, run_rc4_portable, PEER(run_rc4_libcrypto), 16, SPEED_MAX_BYTES,
     0},
#endif
#if defined(LOOM_HAVE_sha1_blocks)
    SHA_ROWS(sha1, 64, 20, 20)
#endif
#if defined(LOOM_HAVE_sha256_blocks)
    SHA_ROWS(sha256, 64, 32, 32)
#endif
#if defined(LOOM_HAVE_sha512_blocks)
    SHA_ROWS(sha512, 128, 64, 64)
#endif
    {NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0},
};
