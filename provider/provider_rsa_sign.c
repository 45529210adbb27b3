/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * RSA's signatures: PKCS #1 1.5, PSS, and no padding; of a digest, of a text, or with the digest back.
 */
#include "provider_rsa_sign.h"

#if defined(PROVIDER_RSA)

#include <string.h>

static void *newctx(void *provctx, const char *properties)
{
    struct sign_ctx *ctx = provider_new(provctx, sizeof *ctx);
    (void)properties;
    if (ctx != NULL) {
        ctx->provider = provctx;
        ctx->padding = RSA_PKCS1_PADDING;
        ctx->salt = ctx->provider->is_3_0 ? SALT_ANY : SALT_ANY_AS_DIGEST; /* as the default provider has it */
    }
    return ctx;
}

static void freectx(void *vctx)
{
    struct sign_ctx *ctx = vctx;
    if (ctx != NULL) {
        provider_free(ctx->provider, ctx, sizeof *ctx);
    }
}

static void *dupctx(void *vctx)
{
    const struct sign_ctx *ctx = vctx;
    return provider_copy(ctx->provider, ctx, sizeof *ctx);
}

static size_t modulus_bytes(const struct sign_ctx *ctx)
{
    return (ctx->key.bits + 7) / 8;
}

/* ---- one signature ---- */

/* The private operation, or the public one. They wipe the memory that held secrets: to clear all 27 KiB once more would
 * take as long as a tenth of a public operation. */
static int run(const struct sign_ctx *ctx, int privately, const uint8_t *in, uint8_t *out)
{
    const struct provider *provider = ctx->provider;
    loom_rsa_work *work = provider->malloc(sizeof *work, __FILE__, __LINE__);
    int result;
    if (work == NULL) {
        return REFUSE(provider, NO_MEMORY);
    }
    result = privately ? loom_rsa_private(&ctx->key.key, work, in, out, modulus_bytes(ctx))
                       : loom_rsa_public(&ctx->key.key, work, in, out, modulus_bytes(ctx));
    provider->free(work, __FILE__, __LINE__);
    return result == 0;
}

static int pad_pss(const struct sign_ctx *ctx, uint8_t *block, const uint8_t *digest)
{
    uint8_t salt[RSA_LONGEST];
    long bytes = rsa_sign_salt(ctx);
    if (bytes < 0 || bytes > rsa_pss_room(ctx->key.bits, ctx->hash)) {
        return REFUSE(ctx->provider, RSA_ROOM);
    }
    return (bytes == 0 || provider_random(ctx->provider, salt, (size_t)bytes)) &&
           rsa_pss(block, ctx->key.bits, ctx->hash, rsa_sign_mask(ctx), digest, salt, (size_t)bytes);
}

static int pad(const struct sign_ctx *ctx, uint8_t *block, const uint8_t *text, size_t bytes)
{
    if (ctx->hash != NULL && bytes != ctx->hash->size) {
        return REFUSE(ctx->provider, RSA_DIGEST_LENGTH);
    }
    switch (ctx->padding) {
    case RSA_PKCS1_PADDING:
        return rsa_pkcs1(block, ctx->key.bits, ctx->hash, text, bytes) || REFUSE(ctx->provider, RSA_ROOM);
    case RSA_PKCS1_PSS_PADDING: return pad_pss(ctx, block, text);
    default:
        if (bytes != modulus_bytes(ctx)) {
            return REFUSE(ctx->provider, RSA_ROOM);
        }
        memcpy(block, text, bytes);
        return 1;
    }
}

static int sign(void *vctx, unsigned char *out, size_t *out_bytes, size_t room, const unsigned char *text, size_t bytes)
{
    struct sign_ctx *ctx = vctx;
    uint8_t block[RSA_LONGEST];
    *out_bytes = modulus_bytes(ctx);
    if (!ctx->key.has_private) {
        return REFUSE(ctx->provider, NO_KEY);
    }
    if (out == NULL) {
        return 1;
    }
    if (room < modulus_bytes(ctx)) {
        return REFUSE(ctx->provider, OUTPUT_TOO_SMALL);
    }
    if (!pad(ctx, block, text, bytes)) {
        return 0;
    }
    return run(ctx, 1, block, out) || REFUSE(ctx->provider, RSA_FAILED);
}

/* The block within a signature. */
static int open(const struct sign_ctx *ctx, uint8_t *block, const uint8_t *signature, size_t bytes)
{
    if (ctx->key.bits == 0) {
        return REFUSE(ctx->provider, NO_KEY);
    }
    return (bytes == modulus_bytes(ctx) && run(ctx, 0, signature, block)) || REFUSE(ctx->provider, RSA_SIGNATURE);
}

static int verify(void *vctx, const unsigned char *signature, size_t signature_bytes, const unsigned char *text,
                  size_t bytes)
{
    struct sign_ctx *ctx = vctx;
    uint8_t block[RSA_LONGEST], wanted[RSA_LONGEST];
    int good;
    if (!open(ctx, block, signature, signature_bytes)) {
        return 0;
    }
    if (ctx->padding == RSA_PKCS1_PSS_PADDING) {
        long salt = ctx->salt == SALT_MOST || ctx->salt == SALT_AS_DIGEST ? rsa_sign_salt(ctx) : ctx->salt;
        if (bytes != ctx->hash->size) {
            return REFUSE(ctx->provider, RSA_DIGEST_LENGTH);
        }
        good = rsa_pss_is(block, ctx->key.bits, ctx->hash, rsa_sign_mask(ctx), text, salt);
    } else {
        if (!pad(ctx, wanted, text, bytes)) {
            return 0;
        }
        good = memcmp(block, wanted, modulus_bytes(ctx)) == 0;
    }
    return good || REFUSE(ctx->provider, RSA_SIGNATURE);
}

/* The text within a signature, or the digest. */
static int recover(void *vctx, unsigned char *out, size_t *out_bytes, size_t room, const unsigned char *signature,
                   size_t signature_bytes)
{
    struct sign_ctx *ctx = vctx;
    uint8_t block[RSA_LONGEST], wanted[RSA_LONGEST];
    size_t at = 0, bytes = modulus_bytes(ctx);
    if (ctx->padding == RSA_PKCS1_PSS_PADDING) {
        return REFUSE(ctx->provider, RSA_PADDING);
    }
    if (out == NULL) {
        *out_bytes = bytes;
        return 1;
    }
    if (!open(ctx, block, signature, signature_bytes)) {
        return 0;
    }
    if (ctx->hash != NULL) {
        bytes = ctx->hash->size;
        at = modulus_bytes(ctx) - bytes;
        if (!rsa_pkcs1(wanted, ctx->key.bits, ctx->hash, block + at, bytes) ||
            memcmp(wanted, block, modulus_bytes(ctx)) != 0) {
            return REFUSE(ctx->provider, RSA_SIGNATURE);
        }
    } else if (ctx->padding == RSA_PKCS1_PADDING && !rsa_pkcs1_open(block, ctx->key.bits, &at, &bytes)) {
        return REFUSE(ctx->provider, RSA_SIGNATURE);
    }
    if (room < bytes) {
        return REFUSE(ctx->provider, OUTPUT_TOO_SMALL);
    }
    if (bytes > 0) {
        memcpy(out, block + at, bytes);
    }
    *out_bytes = bytes;
    return 1;
}

/* ---- the beginning ---- */

static int begin(struct sign_ctx *ctx, const struct rsa_key *key, int privately, const OSSL_PARAM params[])
{
    if (key != NULL) {
        ctx->key = *key;
    }
    if (ctx->key.bits == 0 || (privately && !ctx->key.has_private)) {
        return REFUSE(ctx->provider, NO_KEY);
    }
    return rsa_sign_set(ctx, params);
}

static int sign_init(void *vctx, void *vkey, const OSSL_PARAM params[])
{
    struct sign_ctx *ctx = vctx;
    ctx->streams = 0;
    return begin(ctx, vkey, 1, params);
}

static int verify_init(void *vctx, void *vkey, const OSSL_PARAM params[])
{
    struct sign_ctx *ctx = vctx;
    ctx->streams = 0;
    return begin(ctx, vkey, 0, params);
}

/* ---- a text in pieces ---- */

static int begin_text(struct sign_ctx *ctx, const char *name, const struct rsa_key *key, int privately,
                      const OSSL_PARAM params[])
{
    ctx->streams = 0;
    if (name != NULL && name[0] != 0 && !rsa_sign_set_hash(ctx, &ctx->hash, name, strlen(name))) {
        return 0;
    }
    if (ctx->hash == NULL) {
        return REFUSE(ctx->provider, RSA_DIGEST);
    }
    ctx->streams = 1;
    ctx->hash->init(&ctx->text);
    return begin(ctx, key, privately, params);
}

static int sign_text_init(void *vctx, const char *name, void *vkey, const OSSL_PARAM params[])
{
    return begin_text(vctx, name, vkey, 1, params);
}

static int verify_text_init(void *vctx, const char *name, void *vkey, const OSSL_PARAM params[])
{
    return begin_text(vctx, name, vkey, 0, params);
}

static int text_update(void *vctx, const unsigned char *text, size_t bytes)
{
    struct sign_ctx *ctx = vctx;
    return ctx->streams && ctx->hash->update(&ctx->text, text, bytes);
}

/* The digest of the text so far. The context may go on. */
static int digest_of(const struct sign_ctx *ctx, uint8_t digest[RSA_LONGEST_HASH])
{
    struct rsa_hash_ctx copy;
    if (!ctx->streams) {
        return REFUSE(ctx->provider, NO_DIGEST);
    }
    copy = ctx->text;
    return ctx->hash->final(&copy, digest);
}

static int sign_text_final(void *vctx, unsigned char *out, size_t *out_bytes, size_t room)
{
    struct sign_ctx *ctx = vctx;
    uint8_t digest[RSA_LONGEST_HASH];
    return digest_of(ctx, digest) && sign(ctx, out, out_bytes, room, digest, ctx->hash->size);
}

static int verify_text_final(void *vctx, const unsigned char *signature, size_t bytes)
{
    struct sign_ctx *ctx = vctx;
    uint8_t digest[RSA_LONGEST_HASH];
    return digest_of(ctx, digest) && verify(ctx, signature, bytes, digest, ctx->hash->size);
}

static const OSSL_DISPATCH signature_dispatch[] = {
    DISPATCH(OSSL_FUNC_SIGNATURE_NEWCTX, newctx),
    DISPATCH(OSSL_FUNC_SIGNATURE_FREECTX, freectx),
    DISPATCH(OSSL_FUNC_SIGNATURE_DUPCTX, dupctx),
    DISPATCH(OSSL_FUNC_SIGNATURE_SIGN_INIT, sign_init),
    DISPATCH(OSSL_FUNC_SIGNATURE_SIGN, sign),
    DISPATCH(OSSL_FUNC_SIGNATURE_VERIFY_INIT, verify_init),
    DISPATCH(OSSL_FUNC_SIGNATURE_VERIFY, verify),
    DISPATCH(OSSL_FUNC_SIGNATURE_VERIFY_RECOVER_INIT, verify_init),
    DISPATCH(OSSL_FUNC_SIGNATURE_VERIFY_RECOVER, recover),
    DISPATCH(OSSL_FUNC_SIGNATURE_DIGEST_SIGN_INIT, sign_text_init),
    DISPATCH(OSSL_FUNC_SIGNATURE_DIGEST_SIGN_UPDATE, text_update),
    DISPATCH(OSSL_FUNC_SIGNATURE_DIGEST_SIGN_FINAL, sign_text_final),
    DISPATCH(OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_INIT, verify_text_init),
    DISPATCH(OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_UPDATE, text_update),
    DISPATCH(OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_FINAL, verify_text_final),
    DISPATCH(OSSL_FUNC_SIGNATURE_GET_CTX_PARAMS, rsa_sign_get),
    DISPATCH(OSSL_FUNC_SIGNATURE_GETTABLE_CTX_PARAMS, rsa_sign_gettable),
    DISPATCH(OSSL_FUNC_SIGNATURE_SET_CTX_PARAMS, rsa_sign_set),
    DISPATCH(OSSL_FUNC_SIGNATURE_SETTABLE_CTX_PARAMS, rsa_sign_settable),
    LAST_DISPATCH,
};

const OSSL_ALGORITHM provider_signatures[] = {{RSA_NAMES, PROPERTIES, signature_dispatch, "asmloom RSA"},
                                              {NULL, NULL, NULL, NULL}};

#endif
