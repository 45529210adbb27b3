/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The speed tool's calls of hashes: a message in one call, a message through a context, and HMAC both ways.
 */
#include "speed_call.h"

#include <string.h>

enum { KEY_BYTES = 32 }; /* of HMAC */

/* ---- ours ---- */

#define HASH_CALLS(name)                                                      \
    RUN(name, NOTHING, loom_##name(speed_input, bytes, side->out), NOTHING)   \
    RUN(name##_update, NOTHING, loom_##name##_init(STATE(loom_##name##_ctx)); \
        loom_##name##_update(STATE(loom_##name##_ctx), speed_input, bytes);   \
        loom_##name##_final(STATE(loom_##name##_ctx), side->out), NOTHING)

#define HMAC_KEY(name) loom_hmac_##name##_init(STATE(loom_hmac_##name##_ctx), speed_input + 1, KEY_BYTES)
#define HMAC_CALLS(name)                                                                                            \
    RUN(hmac_##name, NOTHING, loom_hmac_##name(speed_input + 1, KEY_BYTES, speed_input, bytes, side->out), NOTHING) \
    RUN(hmac_##name##_update, NOTHING, HMAC_KEY(name);                                                              \
        loom_hmac_##name##_update(STATE(loom_hmac_##name##_ctx), speed_input, bytes);                               \
        loom_hmac_##name##_final(STATE(loom_hmac_##name##_ctx), side->out), NOTHING)                                \
    RUN(hmac_##name##_reset, HMAC_KEY(name),                                                                        \
        loom_hmac_##name##_update(STATE(loom_hmac_##name##_ctx), speed_input, bytes);                               \
        loom_hmac_##name##_final_reset(STATE(loom_hmac_##name##_ctx), side->out), NOTHING)

/* ---- libcrypto's ---- */

#if defined(LOOM_SPEED_LIBCRYPTO)

static void digest_by_evp(const void *kind, struct side *side, size_t bytes, size_t times)
{
    static void *ctx;
    if (ctx == NULL) {
        ctx = EVP_MD_CTX_new();
    }
    for (; times > 0; times--) {
        EVP_DigestInit_ex(ctx, kind, NULL);
        EVP_DigestUpdate(ctx, speed_input, bytes);
        EVP_DigestFinal_ex(ctx, side->out, NULL);
    }
}

#define HASH_PEERS(name, NAME, fetched) HASH_PEERS_WHERE(name, NAME, fetched, NULL)
#define HASH_PEERS_WHERE(name, NAME, fetched, here)                                                      \
    unsigned char *NAME(const unsigned char *data, size_t length, unsigned char *digest);                \
    int NAME##_Init(void *ctx);                                                                          \
    int NAME##_Update(void *ctx, const void *data, size_t length);                                       \
    int NAME##_Final(unsigned char *digest, void *ctx);                                                  \
    RUN(name##_whole, NOTHING, NAME(speed_input, bytes, side->out), NOTHING)                             \
    RUN(name##_parts, NOTHING, NAME##_Init(side->state); NAME##_Update(side->state, speed_input, bytes); \
        NAME##_Final(side->out, side->state), NOTHING)                                                   \
    static const void *name##_kind(void)                                                                 \
    {                                                                                                    \
        static const void *kind;                                                                         \
        return kind != NULL ? kind : (kind = FETCHED_DIGEST(EVP_##name, fetched));                       \
    }                                                                                                    \
    static void run_##name##_evp(struct side *side, size_t bytes, size_t times)                          \
    {                                                                                                    \
        digest_by_evp(name##_kind(), side, bytes, times);                                                \
    }                                                                                                    \
    static const struct peer name##_peers[] = {WAY(#NAME, run_##name##_whole, here),                     \
                                               WAY(#NAME "_Update", run_##name##_parts, here),           \
                                               WAY("EVP_DigestUpdate", run_##name##_evp, here), NO_PEER};

/* `keeps`: all messages have one key, which is set before the first one. */
static void hmac_by_context(const void *kind, struct side *side, size_t bytes, size_t times, int keeps)
{
    static void *ctx;
    if (ctx == NULL) {
        ctx = HMAC_CTX_new();
    }
    if (keeps && times == 1) {
        HMAC_Init_ex(ctx, speed_input + 1, KEY_BYTES, kind, NULL);
    }
    for (; times > 0; times--) {
        HMAC_Init_ex(ctx, keeps ? NULL : speed_input + 1, keeps ? 0 : KEY_BYTES, keeps ? NULL : kind, NULL);
        HMAC_Update(ctx, speed_input, bytes);
        HMAC_Final(ctx, side->out, NULL);
    }
}

#if defined(HAS_OPTIONAL)

static int has_evp_mac(size_t rounds)
{
    (void)rounds;
    return EVP_MAC_fetch != NULL;
}

static void hmac_by_evp(const char *name, struct side *side, size_t bytes, size_t times, int keeps)
{
    enum { UTF8_STRING = 4 };
    static void *ctx;
    size_t length;
    if (ctx == NULL) {
        ctx = EVP_MAC_CTX_new(EVP_MAC_fetch(NULL, "HMAC", NULL));
    }
    if (times <= 1) {
        char digest[16];
        strcpy(digest, name);
        struct parameter parameters[] = {{"digest", UTF8_STRING, digest, strlen(digest), 0}, {NULL, 0, NULL, 0, 0}};
        EVP_MAC_init(ctx, speed_input + 1, KEY_BYTES, parameters);
    }
    for (; times > 0; times--) {
        EVP_MAC_init(ctx, keeps ? NULL : speed_input + 1, keeps ? 0 : KEY_BYTES, NULL);
        EVP_MAC_update(ctx, speed_input, bytes);
        EVP_MAC_final(ctx, side->out, &length, 64);
    }
}

#define HMAC_BY_EVP(name, fetched)                                                         \
    static void run_hmac_##name##_evp(struct side *side, size_t bytes, size_t times)       \
    {                                                                                      \
        hmac_by_evp(fetched, side, bytes, times, 0);                                       \
    }                                                                                      \
    static void run_hmac_##name##_reset_evp(struct side *side, size_t bytes, size_t times) \
    {                                                                                      \
        hmac_by_evp(fetched, side, bytes, times, 1);                                       \
    }
#define EVP_MAC_WAY(row) WAY("EVP_MAC_update", run_hmac_##row##_evp, has_evp_mac),
#else
#define HMAC_BY_EVP(name, fetched)
#define EVP_MAC_WAY(row)
#endif

#define HMAC_PEERS(name, fetched) HMAC_PEERS_WHERE(name, fetched, 1)
#define HMAC_PEERS_WHERE(name, fetched, here)                                                                         \
    static void run_hmac_##name##_whole(struct side *side, size_t bytes, size_t times)                                \
    {                                                                                                                 \
        const void *kind = EVP_##name();                                                                              \
        for (; times > 0; times--) {                                                                                  \
            HMAC(kind, speed_input + 1, KEY_BYTES, speed_input, bytes, side->out, NULL);                              \
        }                                                                                                             \
    }                                                                                                                 \
    static void run_hmac_##name##_context(struct side *side, size_t bytes, size_t times)                              \
    {                                                                                                                 \
        hmac_by_context(EVP_##name(), side, bytes, times, 0);                                                         \
    }                                                                                                                 \
    static void run_hmac_##name##_reset_context(struct side *side, size_t bytes, size_t times)                        \
    {                                                                                                                 \
        hmac_by_context(EVP_##name(), side, bytes, times, 1);                                                         \
    }                                                                                                                 \
    HMAC_BY_EVP(name, fetched)                                                                                        \
    /* AWS-LC has HMAC with some of its hashes. */                                                                    \
    static int has_hmac_##name(size_t rounds)                                                                         \
    {                                                                                                                 \
        uint8_t tag[64];                                                                                              \
        (void)rounds;                                                                                                 \
        return (here) && HMAC(EVP_##name(), speed_input, 1, speed_input, 0, tag, NULL) != NULL;                       \
    }                                                                                                                 \
    static const struct peer hmac_##name##_peers[] = {WAY("HMAC", run_hmac_##name##_whole, has_hmac_##name),          \
                                                      WAY("HMAC_Update", run_hmac_##name##_context, has_hmac_##name), \
                                                      EVP_MAC_WAY(name) NO_PEER};                                     \
    static const struct peer hmac_##name##_reset_peers[] = {                                                          \
        WAY("HMAC_Update", run_hmac_##name##_reset_context, has_hmac_##name), EVP_MAC_WAY(name##_reset) NO_PEER};

#else
#define HASH_PEERS(name, NAME, fetched)
#define HMAC_PEERS(name, fetched)
#endif

/* libcrypto of others than OpenSSL lacks Whirlpool, and OpenSSL 3 has it in a provider that programs load. */
#if defined(LOOM_SPEED_LIBCRYPTO) && defined(LOOM_HAVE_whirlpool_blocks)
#if defined(HAS_OPTIONAL)
OPTIONAL(const void *EVP_whirlpool(void));
#pragma weak WHIRLPOOL
#pragma weak WHIRLPOOL_Init
#pragma weak WHIRLPOOL_Update
#pragma weak WHIRLPOOL_Final
static int has_whirlpool(size_t rounds);
HASH_PEERS_WHERE(whirlpool, WHIRLPOOL, "WHIRLPOOL", has_whirlpool)
HMAC_PEERS_WHERE(whirlpool, "WHIRLPOOL", has_whirlpool(0))

static int has_whirlpool(size_t rounds)
{
    (void)rounds;
    load_legacy();
    return WHIRLPOOL != NULL;
}
#else
static const struct peer whirlpool_peers[] = {NO_PEER}, hmac_whirlpool_peers[] = {NO_PEER},
                         hmac_whirlpool_reset_peers[] = {NO_PEER};
#endif
#endif

/* ---- the rows ---- */

#if defined(LOOM_HAVE_md5_blocks)
HASH_CALLS(md5)
HASH_PEERS(md5, MD5, "MD5")
HMAC_CALLS(md5)
HMAC_PEERS(md5, "MD5")
#endif
#if defined(LOOM_HAVE_ripemd160_blocks)
HASH_CALLS(ripemd160)
HASH_PEERS(ripemd160, RIPEMD160, "RIPEMD160")
HMAC_CALLS(ripemd160)
HMAC_PEERS(ripemd160, "RIPEMD160")
#endif
#if defined(LOOM_HAVE_whirlpool_blocks)
HASH_CALLS(whirlpool)
HMAC_CALLS(whirlpool)
#endif
#if defined(LOOM_HAVE_sha1_blocks)
HASH_CALLS(sha1)
HASH_PEERS(sha1, SHA1, "SHA1")
HMAC_CALLS(sha1)
HMAC_PEERS(sha1, "SHA1")
#endif
#if defined(LOOM_HAVE_sha256_blocks)
HASH_CALLS(sha224)
HASH_PEERS(sha224, SHA224, "SHA224")
HMAC_CALLS(sha224)
HMAC_PEERS(sha224, "SHA224")
HASH_CALLS(sha256)
HASH_PEERS(sha256, SHA256, "SHA256")
HMAC_CALLS(sha256)
HMAC_PEERS(sha256, "SHA256")
#endif
#if defined(LOOM_HAVE_sha512_blocks)
HASH_CALLS(sha384)
HASH_PEERS(sha384, SHA384, "SHA384")
HMAC_CALLS(sha384)
HMAC_PEERS(sha384, "SHA384")
HASH_CALLS(sha512)
HASH_PEERS(sha512, SHA512, "SHA512")
HMAC_CALLS(sha512)
HMAC_PEERS(sha512, "SHA512")
#endif

#define HASH_ROWS(name, digest)                                                                                  \
    CALL_ROW("call_" #name, "loom_" #name, run_##name, PEERS(name##_peers), 16, SPEED_MAX_BYTES, digest, 0, 1),  \
        CALL_ROW("call_" #name "_update", "loom_" #name "_update", run_##name##_update, PEERS(name##_peers), 16, \
                 SPEED_MAX_BYTES, digest, 0, 1),
#define HMAC_ROWS(name, digest)                                                                                        \
    CALL_ROW("call_hmac_" #name, "loom_hmac_" #name, run_hmac_##name, PEERS(hmac_##name##_peers), 16, SPEED_MAX_BYTES, \
             digest, 0, 1),                                                                                            \
        CALL_ROW("call_hmac_" #name "_update", "loom_hmac_" #name "_update", run_hmac_##name##_update,                 \
                 PEERS(hmac_##name##_peers), 16, SPEED_MAX_BYTES, digest, 0, 1),                                       \
        CALL_ROW("call_hmac_" #name "_final_reset", "loom_hmac_" #name "_final_reset", run_hmac_##name##_reset,        \
                 PEERS(hmac_##name##_reset_peers), 16, SPEED_MAX_BYTES, digest, 0, 1),

/* The macros of the rows end in a comma, which clang-format does not see. */
/* clang-format off */
const struct bench speed_call_hashes[] = {
#if defined(LOOM_HAVE_md5_blocks)
    HASH_ROWS(md5, 16) HMAC_ROWS(md5, 16)
#endif
#if defined(LOOM_HAVE_ripemd160_blocks)
    HASH_ROWS(ripemd160, 20) HMAC_ROWS(ripemd160, 20)
#endif
#if defined(LOOM_HAVE_whirlpool_blocks)
    HASH_ROWS(whirlpool, 64) HMAC_ROWS(whirlpool, 64)
#endif
#if defined(LOOM_HAVE_sha1_blocks)
    HASH_ROWS(sha1, 20) HMAC_ROWS(sha1, 20)
#endif
#if defined(LOOM_HAVE_sha256_blocks)
    HASH_ROWS(sha224, 28) HMAC_ROWS(sha224, 28) HASH_ROWS(sha256, 32) HMAC_ROWS(sha256, 32)
#endif
#if defined(LOOM_HAVE_sha512_blocks)
    HASH_ROWS(sha384, 48) HMAC_ROWS(sha384, 48) HASH_ROWS(sha512, 64) HMAC_ROWS(sha512, 64)
#endif
    NO_ROW,
};
/* clang-format on */
