/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * HMAC. With the parameter tls-data-size the context takes one TLS record, whose length is secret: a first update of
 * the 13 bytes before the plaintext, then one update of the plaintext.
 */
#include "provider.h"

#include <string.h>

enum { HEADER = 13, LARGEST = 64, LONGEST_RECORD = 1 << 28 };

/* One of asmloom's hashes. The first argument of each function is the context. */
struct hash {
    const char *names;
    size_t block, size, ctx_bytes;
    void (*init)(void *, const uint8_t *, size_t);
    int (*update)(void *, const uint8_t *, size_t);
    int (*final)(void *, uint8_t *);
    int (*reset)(void *);
    int (*hidden)(const void *, const uint8_t *, const uint8_t *, size_t, size_t, uint8_t *);
};

#define FUNCTIONS(name, block, size, names)                                                              \
    static void name##_init(void *ctx, const uint8_t *key, size_t bytes)                                 \
    {                                                                                                    \
        loom_hmac_##name##_init(ctx, key, bytes);                                                        \
    }                                                                                                    \
    static int name##_update(void *ctx, const uint8_t *data, size_t bytes)                               \
    {                                                                                                    \
        return loom_hmac_##name##_update(ctx, data, bytes);                                              \
    }                                                                                                    \
    static int name##_final(void *ctx, uint8_t *mac)                                                     \
    {                                                                                                    \
        return loom_hmac_##name##_final_reset(ctx, mac);                                                 \
    }                                                                                                    \
    static int name##_reset(void *ctx)                                                                   \
    {                                                                                                    \
        return loom_hmac_##name##_reset(ctx);                                                            \
    }                                                                                                    \
    static int name##_hidden(const void *ctx, const uint8_t *header, const uint8_t *data, size_t length, \
                             size_t longest, uint8_t *mac)                                               \
    {                                                                                                    \
        return loom_hmac_##name##_hidden(ctx, header, data, length, longest, mac);                       \
    }
PROVIDER_HASHES(FUNCTIONS)

#define HASH(name, block, size, names)                                                                     \
    {names,        block,        size,         sizeof(loom_hmac_##name##_ctx), name##_init, name##_update, \
     name##_final, name##_reset, name##_hidden},
static const struct hash hashes[] = {PROVIDER_HASHES(HASH)};

#define MEMBER(name, block, size, names) loom_hmac_##name##_ctx name;

struct hmac_ctx {
    const struct provider *provider;
    const struct hash *hash; /* NULL: no digest yet, or another provider's */
    int has_key;
    struct next next; /* the provider of a digest that asmloom has not, */
    void *theirs;     /* and its context; NULL: asmloom's digest, or none yet */
    union {
        PROVIDER_HASHES(MEMBER)
    } mac;
    /* One TLS record */
    size_t record; /* bytes of plaintext, MAC and padding; 0: no record */
    int has_header, has_result;
    uint8_t header[HEADER], result[LARGEST];
};

static void *newctx(void *provctx)
{
    struct hmac_ctx *ctx = provider_new(provctx, sizeof *ctx);
    if (ctx != NULL) {
        ctx->provider = provctx;
    }
    return ctx;
}

static void leave_theirs(struct hmac_ctx *ctx)
{
    if (ctx->theirs != NULL) {
        NEXT(&ctx->next, mac_freectx, MAC_FREECTX)(ctx->theirs);
        ctx->theirs = NULL;
    }
    next_let_go(ctx->provider, &ctx->next);
}

static void freectx(void *vctx)
{
    struct hmac_ctx *ctx = vctx;
    if (ctx != NULL) {
        leave_theirs(ctx);
        provider_free(ctx->provider, ctx, sizeof *ctx);
    }
}

static void *dupctx(void *vctx)
{
    const struct hmac_ctx *ctx = vctx;
    struct hmac_ctx *copy = provider_copy(ctx->provider, ctx, sizeof *ctx);
    if (copy != NULL && copy->theirs != NULL) {
        copy->theirs = NEXT(&ctx->next, mac_dupctx, MAC_DUPCTX)(ctx->theirs);
        if (!next_hold(ctx->provider, &ctx->next) || copy->theirs == NULL) {
            freectx(copy);
            return NULL;
        }
    }
    return copy;
}

static int set_key(struct hmac_ctx *ctx, const uint8_t *key, size_t bytes)
{
    static const uint8_t none[1] = {0};
    if (ctx->hash == NULL) {
        return REFUSE(ctx->provider, NO_DIGEST);
    }
    ctx->hash->init(&ctx->mac, bytes > 0 ? key : none, bytes);
    ctx->has_key = 1;
    return 1;
}

/* One of asmloom's hashes, or NULL. An engine's digest is no hash of asmloom's. */
static const struct hash *hash_of(const OSSL_PARAM *digest, const OSSL_PARAM params[])
{
    size_t length = param_text_length(digest);
    for (size_t i = 0; i < sizeof hashes / sizeof hashes[0] && length > 0; i++) {
        if (param_find_const(params, "engine") == NULL && provider_is_name(hashes[i].names, digest->data, length)) {
            return &hashes[i];
        }
    }
    return NULL;
}

/* The next provider's context, which takes all that follows. A digest that it refuses changes nothing here. */
static int pass_on(struct hmac_ctx *ctx, const OSSL_PARAM params[])
{
    int before = ctx->theirs != NULL;
    if (!before) {
        if (!provider_next(ctx->provider, OSSL_OP_MAC, "HMAC", &ctx->next)) {
            return REFUSE(ctx->provider, UNKNOWN_DIGEST);
        }
        ctx->theirs = NEXT(&ctx->next, mac_newctx, MAC_NEWCTX)(ctx->next.provctx);
    }
    if (ctx->theirs == NULL || !NEXT(&ctx->next, mac_set_ctx_params, MAC_SET_CTX_PARAMS)(ctx->theirs, params)) {
        if (!before) {
            leave_theirs(ctx);
        }
        return 0;
    }
    ctx->hash = NULL;
    ctx->has_key = 0;
    return 1;
}

/* Another digest needs its key anew. */
static int set_digest(struct hmac_ctx *ctx, const OSSL_PARAM *digest, const OSSL_PARAM params[])
{
    const struct hash *hash = digest == NULL ? NULL : hash_of(digest, params);
    if (hash == NULL) {
        return digest == NULL && ctx->theirs == NULL ? 1 : pass_on(ctx, params);
    }
    leave_theirs(ctx);
    ctx->has_key = ctx->has_key && ctx->hash == hash;
    ctx->hash = hash;
    return 1;
}

static int set_ctx_params(void *vctx, const OSSL_PARAM params[])
{
    struct hmac_ctx *ctx = vctx;
    const OSSL_PARAM *param;
    uint64_t number;
    if (!set_digest(ctx, param_find_const(params, OSSL_MAC_PARAM_DIGEST), params)) {
        return 0;
    }
    if (ctx->theirs != NULL) {
        return 1;
    }
    param = param_find_const(params, OSSL_MAC_PARAM_KEY);
    if (param != NULL) {
        if (param->data_type != OSSL_PARAM_OCTET_STRING || (param->data == NULL && param->data_size > 0)) {
            return REFUSE(ctx->provider, BAD_PARAMETER);
        }
        if (!set_key(ctx, param->data, param->data_size)) {
            return 0;
        }
    }
    param = param_find_const(params, OSSL_MAC_PARAM_TLS_DATA_SIZE);
    if (param != NULL) {
        if (!param_get_number(param, &number) || number > LONGEST_RECORD) {
            return REFUSE(ctx->provider, BAD_PARAMETER);
        }
        ctx->record = (size_t)number;
    }
    return 1;
}

static int init(void *vctx, const unsigned char *key, size_t bytes, const OSSL_PARAM params[])
{
    struct hmac_ctx *ctx = vctx;
    ctx->record = 0;
    ctx->has_header = ctx->has_result = 0;
    if (!set_ctx_params(ctx, params)) {
        return 0;
    }
    if (ctx->theirs != NULL) {
        return NEXT(&ctx->next, mac_init, MAC_INIT)(ctx->theirs, key, bytes, params);
    }
    if (key != NULL) {
        return set_key(ctx, key, bytes);
    }
    if (!ctx->has_key) {
        return REFUSE(ctx->provider, ctx->hash == NULL ? NO_DIGEST : NO_KEY);
    }
    return ctx->hash->reset(&ctx->mac) == 0;
}

/* The path of execution does not depend on `bytes` less than `record`: the length of the plaintext is secret. */
static int take_record(struct hmac_ctx *ctx, const uint8_t *data, size_t bytes)
{
    size_t size = ctx->hash->size;
    if (!ctx->has_header) {
        if (bytes != HEADER) {
            return REFUSE(ctx->provider, TLS_RECORD);
        }
        memcpy(ctx->header, data, HEADER);
        ctx->has_header = 1;
        return 1;
    }
    if (ctx->has_result || ctx->record <= size || bytes > ctx->record - size) {
        return REFUSE(ctx->provider, TLS_RECORD);
    }
    /* With wrong padding the record opens without a byte of padding, and its MAC is random: any other MAC will do. */
    bytes -= (ctx->record - size - 1 - bytes) >> (8 * sizeof bytes - 1);
    ctx->has_result = 1;
    return ctx->hash->hidden(&ctx->mac, ctx->header, data, bytes, ctx->record - size - 1, ctx->result) == 0;
}

static int update(void *vctx, const unsigned char *data, size_t bytes)
{
    struct hmac_ctx *ctx = vctx;
    if (ctx->theirs != NULL) {
        return NEXT(&ctx->next, mac_update, MAC_UPDATE)(ctx->theirs, data, bytes);
    }
    if (!ctx->has_key) {
        return REFUSE(ctx->provider, NO_KEY);
    }
    if (ctx->record > 0) {
        return take_record(ctx, data, bytes);
    }
    return ctx->hash->update(&ctx->mac, data, bytes) == 0;
}

static int final(void *vctx, unsigned char *out, size_t *out_bytes, size_t room)
{
    struct hmac_ctx *ctx = vctx;
    if (ctx->theirs != NULL) {
        return NEXT(&ctx->next, mac_final, MAC_FINAL)(ctx->theirs, out, out_bytes, room);
    }
    if (!ctx->has_key) {
        return REFUSE(ctx->provider, NO_KEY);
    }
    *out_bytes = ctx->hash->size;
    if (out == NULL) {
        return 1;
    }
    if (room < ctx->hash->size) {
        return REFUSE(ctx->provider, OUTPUT_TOO_SMALL);
    }
    if (ctx->record == 0) {
        return ctx->hash->final(&ctx->mac, out) == 0;
    }
    if (!ctx->has_result) {
        return REFUSE(ctx->provider, TLS_RECORD);
    }
    memcpy(out, ctx->result, ctx->hash->size);
    return 1;
}

static const OSSL_PARAM *gettable_ctx(void *vctx, void *provctx)
{
    static const OSSL_PARAM params[] = {OSSL_PARAM_size_t(OSSL_MAC_PARAM_SIZE, NULL),
                                        OSSL_PARAM_size_t(OSSL_MAC_PARAM_BLOCK_SIZE, NULL), OSSL_PARAM_END};
    (void)vctx;
    (void)provctx;
    return params;
}

static int get_ctx_params(void *vctx, OSSL_PARAM params[])
{
    const struct hmac_ctx *ctx = vctx;
    if (ctx->theirs != NULL) {
        return NEXT(&ctx->next, mac_get_ctx_params, MAC_GET_CTX_PARAMS)(ctx->theirs, params);
    }
    return param_set_number(params, OSSL_MAC_PARAM_SIZE, ctx->hash == NULL ? 0 : ctx->hash->size) &&
           param_set_number(params, OSSL_MAC_PARAM_BLOCK_SIZE, ctx->hash == NULL ? 0 : ctx->hash->block);
}

static const OSSL_PARAM *settable_ctx(void *vctx, void *provctx)
{
    static const OSSL_PARAM params[] = {OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, NULL, 0),
                                        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_PROPERTIES, NULL, 0),
                                        OSSL_PARAM_octet_string(OSSL_MAC_PARAM_KEY, NULL, 0),
                                        OSSL_PARAM_size_t(OSSL_MAC_PARAM_TLS_DATA_SIZE, NULL), OSSL_PARAM_END};
    (void)vctx;
    (void)provctx;
    return params;
}

static const OSSL_DISPATCH hmac_dispatch[] = {DISPATCH(OSSL_FUNC_MAC_NEWCTX, newctx),
                                              DISPATCH(OSSL_FUNC_MAC_FREECTX, freectx),
                                              DISPATCH(OSSL_FUNC_MAC_DUPCTX, dupctx),
                                              DISPATCH(OSSL_FUNC_MAC_INIT, init),
                                              DISPATCH(OSSL_FUNC_MAC_UPDATE, update),
                                              DISPATCH(OSSL_FUNC_MAC_FINAL, final),
                                              DISPATCH(OSSL_FUNC_MAC_GETTABLE_CTX_PARAMS, gettable_ctx),
                                              DISPATCH(OSSL_FUNC_MAC_GET_CTX_PARAMS, get_ctx_params),
                                              DISPATCH(OSSL_FUNC_MAC_SETTABLE_CTX_PARAMS, settable_ctx),
                                              DISPATCH(OSSL_FUNC_MAC_SET_CTX_PARAMS, set_ctx_params),
                                              LAST_DISPATCH};

const OSSL_ALGORITHM provider_macs[] = {{"HMAC", PROPERTIES, hmac_dispatch, "asmloom HMAC"}, {NULL, NULL, NULL, NULL}};
