/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The speed tool's batches: sixteen messages that share the bytes of a row evenly, taken, flushed and polled. The peers
 * hash the messages one after another: libcrypto, and `single`, this library's own function for one message.
 */
#include "speed_call.h"

#include <string.h>

enum { MESSAGES = 16 };

#define BATCH(name, wide)                                                              \
    static void run_##name(struct side *side, size_t bytes, size_t times)              \
    {                                                                                  \
        static loom_batch_ctx batch;                                                   \
        static loom_batch_job jobs[MESSAGES];                                          \
        size_t length = bytes / MESSAGES;                                              \
        loom_batch_##name##_init(&batch);                                              \
        for (; times > 0; times--) {                                                   \
            for (size_t i = 0; i < MESSAGES; i++) {                                    \
                jobs[i].data = speed_input + i * length;                               \
                jobs[i].length = length;                                               \
                jobs[i].digest = side->out + i * (wide);                               \
                loom_batch_submit(&batch, &jobs[i]);                                   \
            }                                                                          \
            loom_batch_flush(&batch);                                                  \
            while (loom_batch_poll(&batch) != NULL) {                                  \
            }                                                                          \
        }                                                                              \
    }                                                                                  \
    static void single_##name(struct side *side, size_t bytes, size_t times)           \
    {                                                                                  \
        size_t length = bytes / MESSAGES;                                              \
        for (; times > 0; times--) {                                                   \
            for (size_t i = 0; i < MESSAGES; i++) {                                    \
                loom_##name(speed_input + i * length, length, side->out + i * (wide)); \
            }                                                                          \
        }                                                                              \
    }

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
    BATCH(name, wide)                                                                     \
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
    BATCH(name, wide)                          \
    static const struct peer name##_peers[] = {{"single", single_##name, NULL, NULL}, NO_PEER};

#endif

#if defined(LOOM_HAVE_md5_blocks)
BATCH_PEERS(md5, MD5, "MD5", 16)
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
             MESSAGES * (digest), 0, MESSAGES),

/* The macros of the rows end in a comma, which clang-format does not see. */
/* clang-format off */
const struct bench speed_call_batches[] = {
#if defined(LOOM_HAVE_md5_blocks)
    BATCH_ROW(md5, 16)
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
