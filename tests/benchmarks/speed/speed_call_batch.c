/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The speed tool's batches: messages that share the bytes of a row evenly, taken, flushed and polled. The peers take
 * the messages one after another: libcrypto, and `single`, this library's own function for one message.
 */
#include "speed_call.h"

#include <string.h>

enum { MESSAGES = SPEED_MESSAGES };

/* `ours`: how a batch takes jobs[i]; `alone`: how the function for one message takes message i. */
#define BATCH(name, batch_init, batch_ctx, batch_job, fields, ours, flush, poll, before, alone) \
    static void run_##name(struct side *side, size_t bytes, size_t times)                       \
    {                                                                                           \
        static batch_ctx batch;                                                                 \
        static batch_job jobs[MESSAGES];                                                        \
        size_t messages = side->rounds, length = bytes / messages;                              \
        before;                                                                                 \
        batch_init(&batch);                                                                     \
        for (; times > 0; times--) {                                                            \
            for (size_t i = 0; i < messages; i++) {                                             \
                fields;                                                                         \
                ours;                                                                           \
            }                                                                                   \
            flush(&batch);                                                                      \
            while (poll(&batch) != NULL) {                                                      \
            }                                                                                   \
        }                                                                                       \
    }                                                                                           \
    static void single_##name(struct side *side, size_t bytes, size_t times)                    \
    {                                                                                           \
        size_t messages = side->rounds, length = bytes / messages;                              \
        for (before; times > 0; times--) {                                                      \
            for (size_t i = 0; i < messages; i++) {                                             \
                alone;                                                                          \
            }                                                                                   \
        }                                                                                       \
    }                                                                                           \
    static const struct peer name##_alone[] = {{"single", single_##name, NULL, NULL}, NO_PEER};

#define HASHED(name, row, wide, before, ours, alone)                                                              \
    BATCH(row, loom_batch_##name##_init, loom_batch_ctx, loom_batch_job, jobs[i].data = speed_input + i * length; \
          jobs[i].length = length;                                                                                \
          jobs[i].digest = side->out + i * (wide), ours, loom_batch_flush, loom_batch_poll, before, alone)

#define HASHES(name, wide)                                                                                   \
    HASHED(name, name, wide, NOTHING, loom_batch_submit(&batch, &jobs[i]),                                   \
           loom_##name(speed_input + i * length, length, side->out + i * (wide)))                            \
    HASHED(name, hmac_##name, wide, loom_hmac_##name##_init(STATE(loom_hmac_##name##_ctx), speed_input, 32), \
           loom_batch_hmac_##name##_submit(&batch, STATE(loom_hmac_##name##_ctx), &jobs[i]),                 \
           loom_hmac_##name##_update(STATE(loom_hmac_##name##_ctx), speed_input + i * length, length);       \
           loom_hmac_##name##_final_reset(STATE(loom_hmac_##name##_ctx), side->out + i * (wide)))

#define CBC(name, cipher, key_bytes)                                                                          \
    struct name##_state {                                                                                     \
        loom_##cipher##_ctx key;                                                                              \
        uint8_t iv[MESSAGES][16];                                                                             \
    };                                                                                                        \
    static struct name##_state *name##_key(struct side *side)                                                 \
    {                                                                                                         \
        struct name##_state *state = STATE(struct name##_state);                                              \
        memset(state, 0, sizeof *state);                                                                      \
        loom_##cipher##_set_encrypt_key(&state->key, speed_input, key_bytes);                                 \
        return state;                                                                                         \
    }                                                                                                         \
    BATCH(name, loom_batch_##cipher##_cbc_init, loom_batch_##cipher##_cbc_ctx, loom_batch_##cipher##_cbc_job, \
          jobs[i].key = &STATE(struct name##_state)->key;                                                     \
          jobs[i].iv = STATE(struct name##_state)->iv[i]; jobs[i].in = speed_input + i * length;              \
          jobs[i].out = side->out + i * length;                                                               \
          jobs[i].length = length, loom_batch_##cipher##_cbc_submit(&batch, &jobs[i]),                        \
          loom_batch_##cipher##_cbc_flush, loom_batch_##cipher##_cbc_poll, name##_key(side),                  \
          loom_##cipher##_cbc_encrypt(&STATE(struct name##_state)->key, STATE(struct name##_state)->iv[i],    \
                                      speed_input + i * length, side->out + i * length, length))
#if defined(LOOM_HAVE_aes_cbc_encrypt) && defined(LOOM_HAVE_aes_set_encrypt_key)
CBC(aes128_cbc, aes, 16)
#endif
#if defined(LOOM_HAVE_des_cbc_encrypt) && defined(LOOM_HAVE_des_set_key)
CBC(des_cbc, des, 8)
CBC(des_ede3_cbc, des, 24)
#endif

#if defined(LOOM_SPEED_LIBCRYPTO)

static void by_evp(const void *kind, size_t digest, struct side *side, size_t bytes, size_t times)
{
    static void *ctx;
    size_t length = bytes / MESSAGES;
    if (ctx == NULL) {
        ctx = EVP_MD_CTX_new();
    }
    for (; times > 0; times--) {
        for (size_t i = 0; i < MESSAGES; i++) {
            EVP_DigestInit_ex(ctx, kind, NULL);
            EVP_DigestUpdate(ctx, speed_input + i * length, length);
            EVP_DigestFinal_ex(ctx, side->out + i * digest, NULL);
        }
    }
}

#define BATCH_PEERS(name, NAME, fetched, wide)                                            \
    HASHES(name, wide)                                                                    \
    unsigned char *NAME(const unsigned char *data, size_t length, unsigned char *out);    \
    int NAME##_Init(void *ctx);                                                           \
    int NAME##_Update(void *ctx, const void *data, size_t length);                        \
    int NAME##_Final(unsigned char *out, void *ctx);                                      \
    static void whole_##name(struct side *side, size_t bytes, size_t times)               \
    {                                                                                     \
        size_t length = bytes / MESSAGES;                                                 \
        for (; times > 0; times--) {                                                      \
            for (size_t i = 0; i < MESSAGES; i++) {                                       \
                NAME(speed_input + i * length, length, side->out + i * (wide));           \
            }                                                                             \
        }                                                                                 \
    }                                                                                     \
    static void parts_##name(struct side *side, size_t bytes, size_t times)               \
    {                                                                                     \
        size_t length = bytes / MESSAGES;                                                 \
        for (; times > 0; times--) {                                                      \
            for (size_t i = 0; i < MESSAGES; i++) {                                       \
                NAME##_Init(side->state);                                                 \
                NAME##_Update(side->state, speed_input + i * length, length);             \
                NAME##_Final(side->out + i * (wide), side->state);                        \
            }                                                                             \
        }                                                                                 \
    }                                                                                     \
    static void evp_##name(struct side *side, size_t bytes, size_t times)                 \
    {                                                                                     \
        static const void *kind;                                                          \
        kind = kind != NULL ? kind : FETCHED_DIGEST(EVP_##name, fetched);                 \
        by_evp(kind, wide, side, bytes, times);                                           \
    }                                                                                     \
    static const struct peer name##_peers[] = {WAY(#NAME, whole_##name, NULL),            \
                                               WAY(#NAME "_Update", parts_##name, NULL),  \
                                               WAY("EVP_DigestUpdate", evp_##name, NULL), \
                                               {"single", single_##name, NULL, NULL},     \
                                               NO_PEER};

#else

#define BATCH_PEERS(name, NAME, fetched, wide) \
    HASHES(name, wide)                         \
    static const struct peer name##_peers[] = {{"single", single_##name, NULL, NULL}, NO_PEER};

#endif

#if defined(LOOM_HAVE_md5_blocks)
BATCH_PEERS(md5, MD5, "MD5", 16)
#endif
#if defined(LOOM_HAVE_ripemd160_blocks)
BATCH_PEERS(ripemd160, RIPEMD160, "RIPEMD160", 20)
#endif
#if defined(LOOM_HAVE_whirlpool_blocks)
HASHES(whirlpool, 64)
static const struct peer whirlpool_peers[] = {{"single", single_whirlpool, NULL, NULL}, NO_PEER};
#endif
#if defined(LOOM_HAVE_sha1_blocks)
BATCH_PEERS(sha1, SHA1, "SHA1", 20)
#endif
#if defined(LOOM_HAVE_sha256_blocks)
BATCH_PEERS(sha224, SHA224, "SHA2-224", 28)
BATCH_PEERS(sha256, SHA256, "SHA2-256", 32)
#endif
#if defined(LOOM_HAVE_sha512_blocks)
BATCH_PEERS(sha384, SHA384, "SHA2-384", 48)
BATCH_PEERS(sha512, SHA512, "SHA2-512", 64)
#endif

#define BATCH_ROW(name, digest)                                                                                  \
    CALL_ROW("call_batch_" #name, "loom_batch_submit", run_##name, name##_peers, 16 * MESSAGES, SPEED_MAX_BYTES, \
             MESSAGES * (digest), MESSAGES, MESSAGES),

/* The macros of the rows end in a comma, which clang-format does not see. */
/* clang-format off */
const struct bench speed_call_batches[] = {
#if defined(LOOM_HAVE_md5_blocks)
    BATCH_ROW(md5, 16)
#endif
#if defined(LOOM_HAVE_ripemd160_blocks)
    BATCH_ROW(ripemd160, 20)
#endif
#if defined(LOOM_HAVE_whirlpool_blocks)
    BATCH_ROW(whirlpool, 64)
#endif
#if defined(LOOM_HAVE_sha1_blocks)
    BATCH_ROW(sha1, 20)
#endif
#if defined(LOOM_HAVE_sha256_blocks)
    BATCH_ROW(sha224, 28) BATCH_ROW(sha256, 32)
#endif
#if defined(LOOM_HAVE_sha512_blocks)
    BATCH_ROW(sha384, 48) BATCH_ROW(sha512, 64)
#endif
    NO_ROW,
};
/* clang-format on */

#define OF_MESSAGES(count, name, function, digest, unit)                                      \
    CALL_ROW("call_batch" #count "_" #name, function, run_##name, name##_alone, 64 * (count), \
             SPEED_MAX_BYTES * (count), (count) * (digest), count, (count) * (unit)),
#define MESSAGES_ROWS(name, function, digest, unit) \
    OF_MESSAGES(2, name, function, digest, unit)    \
    OF_MESSAGES(3, name, function, digest, unit)    \
    OF_MESSAGES(4, name, function, digest, unit)    \
    OF_MESSAGES(6, name, function, digest, unit)    \
    OF_MESSAGES(8, name, function, digest, unit) OF_MESSAGES(16, name, function, digest, unit)
#define HASHES_ROWS(name, digest)                       \
    MESSAGES_ROWS(name, "loom_batch_submit", digest, 1) \
    MESSAGES_ROWS(hmac_##name, "loom_batch_hmac_" #name "_submit", digest, 1)

/* clang-format off */
const struct bench speed_messages[] = {
#if defined(LOOM_HAVE_md5_blocks)
    HASHES_ROWS(md5, 16)
#endif
#if defined(LOOM_HAVE_ripemd160_blocks)
    HASHES_ROWS(ripemd160, 20)
#endif
#if defined(LOOM_HAVE_whirlpool_blocks)
    HASHES_ROWS(whirlpool, 64)
#endif
#if defined(LOOM_HAVE_sha1_blocks)
    HASHES_ROWS(sha1, 20)
#endif
#if defined(LOOM_HAVE_sha256_blocks)
    HASHES_ROWS(sha224, 28) HASHES_ROWS(sha256, 32)
#endif
#if defined(LOOM_HAVE_sha512_blocks)
    HASHES_ROWS(sha384, 48) HASHES_ROWS(sha512, 64)
#endif
#if defined(LOOM_HAVE_aes_cbc_encrypt) && defined(LOOM_HAVE_aes_set_encrypt_key)
    MESSAGES_ROWS(aes128_cbc, "loom_batch_aes_cbc_submit", 0, 16)
#endif
#if defined(LOOM_HAVE_des_cbc_encrypt) && defined(LOOM_HAVE_des_set_key)
    MESSAGES_ROWS(des_cbc, "loom_batch_des_cbc_submit", 0, 8)
    MESSAGES_ROWS(des_ede3_cbc, "loom_batch_des_cbc_submit", 0, 8)
#endif
    NO_ROW,
};
/* clang-format on */
