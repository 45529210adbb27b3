/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Digests. A context is asmloom's own context behind a pointer to the provider.
 */
#include "provider.h"

#include <string.h>

static const OSSL_PARAM *gettable(void *provctx)
{
    static const OSSL_PARAM params[] = {OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_BLOCK_SIZE, NULL),
                                        OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_SIZE, NULL),
                                        OSSL_PARAM_int(OSSL_DIGEST_PARAM_XOF, NULL),
                                        OSSL_PARAM_int(OSSL_DIGEST_PARAM_ALGID_ABSENT, NULL), OSSL_PARAM_END};
    (void)provctx;
    return params;
}

/* DER has no parameters behind SHA-1 and SHA-2 (RFC 5754), and NULL behind MD5 (RFC 3279) and the hashes of
 * ISO/IEC 10118-3. */
static int get_params(OSSL_PARAM params[], size_t block, size_t size, const char *name)
{
    return param_set_number(params, OSSL_DIGEST_PARAM_BLOCK_SIZE, block) &&
           param_set_number(params, OSSL_DIGEST_PARAM_SIZE, size) &&
           param_set_number(params, OSSL_DIGEST_PARAM_XOF, 0) &&
           param_set_number(params, OSSL_DIGEST_PARAM_ALGID_ABSENT, strncmp(name, "sha", 3) == 0);
}

#define DIGEST(name, block, size, names)                                                                      \
    struct name##_ctx {                                                                                       \
        const struct provider *provider;                                                                      \
        loom_##name##_ctx hash;                                                                               \
    };                                                                                                        \
                                                                                                              \
    static void *name##_newctx(void *provctx)                                                                 \
    {                                                                                                         \
        struct name##_ctx *ctx = provider_new(provctx, sizeof *ctx);                                          \
        if (ctx != NULL) {                                                                                    \
            ctx->provider = provctx;                                                                          \
        }                                                                                                     \
        return ctx;                                                                                           \
    }                                                                                                         \
                                                                                                              \
    static void name##_freectx(void *dctx)                                                                    \
    {                                                                                                         \
        struct name##_ctx *ctx = dctx;                                                                        \
        if (ctx != NULL) {                                                                                    \
            provider_free(ctx->provider, ctx, sizeof *ctx);                                                   \
        }                                                                                                     \
    }                                                                                                         \
                                                                                                              \
    static void *name##_dupctx(void *dctx)                                                                    \
    {                                                                                                         \
        const struct name##_ctx *ctx = dctx;                                                                  \
        return provider_copy(ctx->provider, ctx, sizeof *ctx);                                                \
    }                                                                                                         \
                                                                                                              \
    static int name##_init(void *dctx, const OSSL_PARAM params[])                                             \
    {                                                                                                         \
        struct name##_ctx *ctx = dctx;                                                                        \
        (void)params;                                                                                         \
        loom_##name##_init(&ctx->hash);                                                                       \
        return 1;                                                                                             \
    }                                                                                                         \
                                                                                                              \
    static int name##_update(void *dctx, const unsigned char *in, size_t bytes)                               \
    {                                                                                                         \
        struct name##_ctx *ctx = dctx;                                                                        \
        return loom_##name##_update(&ctx->hash, in, bytes) == 0;                                              \
    }                                                                                                         \
                                                                                                              \
    static int name##_final(void *dctx, unsigned char *out, size_t *out_bytes, size_t room)                   \
    {                                                                                                         \
        struct name##_ctx *ctx = dctx;                                                                        \
        if (room < (size)) {                                                                                  \
            return REFUSE(ctx->provider, OUTPUT_TOO_SMALL);                                                   \
        }                                                                                                     \
        *out_bytes = size;                                                                                    \
        return loom_##name##_final(&ctx->hash, out) == 0;                                                     \
    }                                                                                                         \
                                                                                                              \
    static int name##_digest(void *provctx, const unsigned char *in, size_t bytes, unsigned char *out,        \
                             size_t *out_bytes, size_t room)                                                  \
    {                                                                                                         \
        if (room < (size)) {                                                                                  \
            return REFUSE(provctx, OUTPUT_TOO_SMALL);                                                         \
        }                                                                                                     \
        *out_bytes = size;                                                                                    \
        loom_##name(in, bytes, out);                                                                          \
        return 1;                                                                                             \
    }                                                                                                         \
                                                                                                              \
    static int name##_get_params(OSSL_PARAM params[])                                                         \
    {                                                                                                         \
        return get_params(params, block, size, #name);                                                        \
    }                                                                                                         \
                                                                                                              \
    static const OSSL_DISPATCH name##_dispatch[] = {DISPATCH(OSSL_FUNC_DIGEST_NEWCTX, name##_newctx),         \
                                                    DISPATCH(OSSL_FUNC_DIGEST_FREECTX, name##_freectx),       \
                                                    DISPATCH(OSSL_FUNC_DIGEST_DUPCTX, name##_dupctx),         \
                                                    DISPATCH(OSSL_FUNC_DIGEST_INIT, name##_init),             \
                                                    DISPATCH(OSSL_FUNC_DIGEST_UPDATE, name##_update),         \
                                                    DISPATCH(OSSL_FUNC_DIGEST_FINAL, name##_final),           \
                                                    DISPATCH(OSSL_FUNC_DIGEST_DIGEST, name##_digest),         \
                                                    DISPATCH(OSSL_FUNC_DIGEST_GET_PARAMS, name##_get_params), \
                                                    DISPATCH(OSSL_FUNC_DIGEST_GETTABLE_PARAMS, gettable),     \
                                                    LAST_DISPATCH};
PROVIDER_HASHES(DIGEST)

#define ROW(name, block, size, names) {names, PROPERTIES, name##_dispatch, "asmloom " #name},

const OSSL_ALGORITHM provider_digests[] = {PROVIDER_HASHES(ROW){NULL, NULL, NULL, NULL}};
