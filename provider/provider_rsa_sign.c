/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * RSA's signatures: PKCS #1 1.5, PSS, and no padding; of a digest, of a text, or with the digest back.
 *
 * Each context stands beside one of the next provider, which takes all parameters and says afterwards which padding,
 * digest and length of a salt are set. So a parameter has every form, and every word of an error, that the next
 * provider has. It also computes what asmloom's functions do not: `able` tells.
 */
#include "provider_rsa.h"

#if defined(PROVIDER_RSA)

#include <string.h>

#include <openssl/rsa.h>

/* Lengths of salts that are no numbers of bytes, as in OpenSSL. */
enum { SALT_AS_DIGEST = -1, SALT_ANY = -2, SALT_MOST = -3, SALT_ANY_AS_DIGEST = -4 };

enum streams { NO_TEXT, OURS, THEIRS }; /* a text in pieces, and who hashes it */

struct sign_ctx {
    const struct provider *provider;
    struct next next;
    void *theirs;                       /* the next provider's context */
    int able;                           /* whether asmloom has the key, the padding, the hash and the mask */
    const struct rsa_hash *hash, *mask; /* NULL: no hash; the mask's is never NULL with PSS */
    int padding, salt;                  /* salt: bytes, or one of the above */
    enum streams streams;
    struct rsa_numbers key; /* a copy: the owner may free the key before a copied context */
    const struct rsa_hash *text_hash;
    struct rsa_hash_ctx text;
};

#define THEIR(ctx, type, id) NEXT(&(ctx)->next, signature_##type, SIGNATURE_##id)

static void freectx(void *vctx)
{
    struct sign_ctx *ctx = vctx;
    if (ctx != NULL) {
        if (ctx->theirs != NULL) {
            THEIR(ctx, freectx, FREECTX)(ctx->theirs);
        }
        next_let_go(ctx->provider, &ctx->next);
        provider_free(ctx->provider, ctx, sizeof *ctx);
    }
}

static void *newctx(void *provctx, const char *properties)
{
    struct sign_ctx *ctx = provider_new(provctx, sizeof *ctx);
    if (ctx == NULL) {
        return NULL;
    }
    ctx->provider = provctx;
    if (!provider_next(ctx->provider, OSSL_OP_SIGNATURE, "RSA", &ctx->next)) {
        REFUSE(ctx->provider, RSA_ALONE);
    } else {
        ctx->theirs = THEIR(ctx, newctx, NEWCTX)(ctx->next.provctx, properties);
    }
    if (ctx->theirs == NULL) {
        freectx(ctx);
        return NULL;
    }
    return ctx;
}

static void *dupctx(void *vctx)
{
    const struct sign_ctx *ctx = vctx;
    struct sign_ctx *copy = provider_copy(ctx->provider, ctx, sizeof *ctx);
    if (copy != NULL) {
        copy->theirs = THEIR(ctx, dupctx, DUPCTX)(ctx->theirs);
        if (!next_hold(ctx->provider, &ctx->next) || copy->theirs == NULL) {
            freectx(copy);
            return NULL;
        }
    }
    return copy;
}

/* ---- parameters ---- */

/* The hash of a name that the next provider knows: NULL for none, and for one that asmloom has not. */
static const struct rsa_hash *hash_named(struct sign_ctx *ctx, const char *name)
{
    const struct rsa_hash *hash = rsa_hash_of(name, strlen(name));
    ctx->able &= hash != NULL || name[0] == 0;
    return hash;
}

/* Reads all parameters back, also after an error: the next provider may have taken some. */
static void reread(struct sign_ctx *ctx)
{
    char hash[80] = "", mask[80] = "";
    OSSL_PARAM asked[] = {OSSL_PARAM_int(OSSL_SIGNATURE_PARAM_PAD_MODE, &ctx->padding),
                          OSSL_PARAM_int(OSSL_SIGNATURE_PARAM_PSS_SALTLEN, &ctx->salt),
                          OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, hash, sizeof hash),
                          OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_MGF1_DIGEST, mask, sizeof mask), OSSL_PARAM_END};
    ctx->able = THEIR(ctx, get_ctx_params, GET_CTX_PARAMS)(ctx->theirs, asked) && ctx->key.bits > 0;
    ctx->hash = hash_named(ctx, hash);
    switch (ctx->padding) {
    case RSA_PKCS1_PADDING: break;
    case RSA_NO_PADDING: ctx->able &= ctx->hash == NULL; break;
    case RSA_PKCS1_PSS_PADDING:
        ctx->mask = mask[0] == 0 ? ctx->hash : hash_named(ctx, mask);
        ctx->able &= ctx->hash != NULL && ctx->mask != NULL && ctx->hash->oid != NULL && ctx->mask->oid != NULL &&
                     ctx->salt >= SALT_ANY_AS_DIGEST;
        break;
    default: ctx->able = 0;
    }
}

static int set(void *vctx, const OSSL_PARAM params[])
{
    struct sign_ctx *ctx = vctx;
    const OSSL_PARAM *digest = param_find_const(params, OSSL_SIGNATURE_PARAM_DIGEST);
    int good;
    if (params == NULL) {
        return 1;
    }
    /* A text that asmloom hashes keeps its digest. The next provider does not know of the text. */
    if (digest != NULL && ctx->streams == OURS &&
        rsa_hash_of(digest->data, param_text_length(digest)) != ctx->text_hash) {
        return REFUSE(ctx->provider, RSA_DIGEST);
    }
    good = THEIR(ctx, set_ctx_params, SET_CTX_PARAMS)(ctx->theirs, params);
    reread(ctx);
    return good;
}

static int get(void *vctx, OSSL_PARAM params[])
{
    struct sign_ctx *ctx = vctx;
    return THEIR(ctx, get_ctx_params, GET_CTX_PARAMS)(ctx->theirs, params);
}

static const OSSL_PARAM *settable(void *vctx, void *provctx)
{
    static const OSSL_PARAM params[] = {OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, NULL, 0),
                                        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_PROPERTIES, NULL, 0),
                                        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_PAD_MODE, NULL, 0),
                                        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_MGF1_DIGEST, NULL, 0),
                                        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_MGF1_PROPERTIES, NULL, 0),
                                        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_PSS_SALTLEN, NULL, 0),
                                        OSSL_PARAM_END};
    (void)vctx;
    (void)provctx;
    return params;
}

static const OSSL_PARAM *gettable(void *vctx, void *provctx)
{
    static const OSSL_PARAM params[] = {OSSL_PARAM_octet_string(OSSL_SIGNATURE_PARAM_ALGORITHM_ID, NULL, 0),
                                        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_PAD_MODE, NULL, 0),
                                        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, NULL, 0),
                                        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_MGF1_DIGEST, NULL, 0),
                                        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_PSS_SALTLEN, NULL, 0),
                                        OSSL_PARAM_END};
    (void)vctx;
    (void)provctx;
    return params;
}

/* ---- one signature ---- */

static size_t modulus_bytes(const struct sign_ctx *ctx)
{
    return (ctx->key.bits + 7) / 8;
}

/* The private operation, or the public one. They wipe the memory that held secrets: to clear all 27 KiB once more would
 * take as long as a tenth of a public operation. */
static int run(const struct sign_ctx *ctx, int privately, const uint8_t *in, uint8_t *out)
{
    const struct provider *provider = ctx->provider;
    loom_rsa_work *work = provider->malloc(sizeof *work, __FILE__, __LINE__);
    int result;
    if (work == NULL) {
        return 0;
    }
    result = privately ? loom_rsa_private(&ctx->key.key, work, in, out, modulus_bytes(ctx))
                       : loom_rsa_public(&ctx->key.key, work, in, out, modulus_bytes(ctx));
    provider->free(work, __FILE__, __LINE__);
    return result == 0;
}

/* Bytes of salt to sign with, or less than 0. */
static long salt_bytes(const struct sign_ctx *ctx)
{
    long room = rsa_pss_room(ctx->key.bits, ctx->hash), size = (long)ctx->hash->size;
    switch (ctx->salt) {
    case SALT_AS_DIGEST: return size;
    case SALT_ANY:
    case SALT_MOST: return room;
    case SALT_ANY_AS_DIGEST: return room < size ? room : size;
    default: return ctx->salt;
    }
}

static int pad_pss(const struct sign_ctx *ctx, uint8_t *block, const uint8_t *digest)
{
    uint8_t salt[RSA_LONGEST];
    long bytes = salt_bytes(ctx);
    return bytes >= 0 && bytes <= rsa_pss_room(ctx->key.bits, ctx->hash) &&
           (bytes == 0 || provider_random(ctx->provider, salt, (size_t)bytes)) &&
           rsa_pss(block, ctx->key.bits, ctx->hash, ctx->mask, digest, salt, (size_t)bytes);
}

static int pad(const struct sign_ctx *ctx, uint8_t *block, const uint8_t *text, size_t bytes)
{
    if (ctx->hash != NULL && bytes != ctx->hash->size) {
        return 0;
    }
    switch (ctx->padding) {
    case RSA_PKCS1_PADDING: return rsa_pkcs1(block, ctx->key.bits, ctx->hash, text, bytes);
    case RSA_PKCS1_PSS_PADDING: return pad_pss(ctx, block, text);
    default:
        if (bytes != modulus_bytes(ctx)) {
            return 0;
        }
        memcpy(block, text, bytes);
        return 1;
    }
}

static int sign(void *vctx, unsigned char *out, size_t *out_bytes, size_t room, const unsigned char *text, size_t bytes)
{
    struct sign_ctx *ctx = vctx;
    uint8_t block[RSA_LONGEST];
    if (ctx->able && ctx->key.has_private && out != NULL && room >= modulus_bytes(ctx) &&
        pad(ctx, block, text, bytes) && run(ctx, 1, block, out)) {
        *out_bytes = modulus_bytes(ctx);
        return 1;
    }
    return THEIR(ctx, sign, SIGN)(ctx->theirs, out, out_bytes, room, text, bytes);
}

/* The block within a signature. */
static int open(const struct sign_ctx *ctx, uint8_t *block, const uint8_t *signature, size_t bytes)
{
    return ctx->able && bytes == modulus_bytes(ctx) && run(ctx, 0, signature, block);
}

static int is_good(const struct sign_ctx *ctx, const uint8_t *signature, size_t signature_bytes, const uint8_t *text,
                   size_t bytes)
{
    uint8_t block[RSA_LONGEST], wanted[RSA_LONGEST];
    if (!open(ctx, block, signature, signature_bytes)) {
        return 0;
    }
    if (ctx->padding == RSA_PKCS1_PSS_PADDING) {
        long salt = ctx->salt == SALT_MOST || ctx->salt == SALT_AS_DIGEST ? salt_bytes(ctx) : ctx->salt;
        return bytes == ctx->hash->size && rsa_pss_is(block, ctx->key.bits, ctx->hash, ctx->mask, text, salt);
    }
    return pad(ctx, wanted, text, bytes) && memcmp(block, wanted, modulus_bytes(ctx)) == 0;
}

/* The next provider sees each signature that is wrong here, and has the words for the error. */
static int verify(void *vctx, const unsigned char *signature, size_t signature_bytes, const unsigned char *text,
                  size_t bytes)
{
    struct sign_ctx *ctx = vctx;
    return is_good(ctx, signature, signature_bytes, text, bytes) ||
           THEIR(ctx, verify, VERIFY)(ctx->theirs, signature, signature_bytes, text, bytes);
}

/* The text within a signature, or the digest: its place in the block, and its length. */
static int find_text(const struct sign_ctx *ctx, const uint8_t *block, size_t *at, size_t *bytes)
{
    uint8_t wanted[RSA_LONGEST];
    *at = 0;
    *bytes = modulus_bytes(ctx);
    if (ctx->hash != NULL) {
        *bytes = ctx->hash->size;
        *at = modulus_bytes(ctx) - *bytes;
        return rsa_pkcs1(wanted, ctx->key.bits, ctx->hash, block + *at, *bytes) &&
               memcmp(wanted, block, modulus_bytes(ctx)) == 0;
    }
    return ctx->padding == RSA_NO_PADDING || rsa_pkcs1_open(block, ctx->key.bits, at, bytes);
}

static int recover(void *vctx, unsigned char *out, size_t *out_bytes, size_t room, const unsigned char *signature,
                   size_t signature_bytes)
{
    struct sign_ctx *ctx = vctx;
    uint8_t block[RSA_LONGEST];
    size_t at, bytes;
    if (out != NULL && ctx->padding != RSA_PKCS1_PSS_PADDING && open(ctx, block, signature, signature_bytes) &&
        find_text(ctx, block, &at, &bytes) && room >= bytes) {
        memcpy(out, block + at, bytes);
        *out_bytes = bytes;
        return 1;
    }
    return THEIR(ctx, verify_recover, VERIFY_RECOVER)(ctx->theirs, out, out_bytes, room, signature, signature_bytes);
}

/* ---- the beginning ---- */

/* `good`: whether the next provider has begun. */
static int begin(struct sign_ctx *ctx, int good, const struct rsa_key *key)
{
    ctx->streams = NO_TEXT;
    if (good && key != NULL) {
        ctx->key = key->numbers;
    }
    reread(ctx);
    return good;
}

static void *their_key(const struct sign_ctx *ctx, const struct rsa_key *key)
{
    return key != NULL && key->next.handle == ctx->next.handle ? key->theirs : NULL;
}

#define BEGIN(name, id)                                                                           \
    static int name(void *vctx, void *vkey, const OSSL_PARAM params[])                            \
    {                                                                                             \
        struct sign_ctx *ctx = vctx;                                                              \
        return begin(ctx, THEIR(ctx, name, id)(ctx->theirs, their_key(ctx, vkey), params), vkey); \
    }

BEGIN(sign_init, SIGN_INIT)
BEGIN(verify_init, VERIFY_INIT)
BEGIN(verify_recover_init, VERIFY_RECOVER_INIT)

/* ---- a text in pieces ---- */

/* asmloom hashes the text if it has the hash, and the next provider sees a digest at most. */
static int begin_text(struct sign_ctx *ctx, const char *name, struct rsa_key *key, int signs, const OSSL_PARAM params[])
{
    const struct rsa_hash *hash = name == NULL ? NULL : rsa_hash_of(name, strlen(name));
    OSSL_PARAM digest[] = {OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, NULL, 0), OSSL_PARAM_END};
    if (hash == NULL) {
        int good =
            signs ? THEIR(ctx, digest_sign_init, DIGEST_SIGN_INIT)(ctx->theirs, name, their_key(ctx, key), params)
                  : THEIR(ctx, digest_verify_init, DIGEST_VERIFY_INIT)(ctx->theirs, name, their_key(ctx, key), params);
        good = begin(ctx, good, key);
        ctx->streams = THEIRS;
        return good;
    }
    digest[0].data = (void *)(uintptr_t)name;
    digest[0].data_size = strlen(name);
    if (!(signs ? sign_init : verify_init)(ctx, key, NULL) || !set(ctx, digest)) {
        return 0;
    }
    ctx->streams = OURS;
    ctx->text_hash = hash;
    hash->init(&ctx->text);
    return set(ctx, params);
}

static int sign_text_init(void *vctx, const char *name, void *vkey, const OSSL_PARAM params[])
{
    return begin_text(vctx, name, vkey, 1, params);
}

static int verify_text_init(void *vctx, const char *name, void *vkey, const OSSL_PARAM params[])
{
    return begin_text(vctx, name, vkey, 0, params);
}

static int sign_text_update(void *vctx, const unsigned char *text, size_t bytes)
{
    struct sign_ctx *ctx = vctx;
    return ctx->streams == OURS ? ctx->text_hash->update(&ctx->text, text, bytes)
                                : THEIR(ctx, digest_sign_update, DIGEST_SIGN_UPDATE)(ctx->theirs, text, bytes);
}

static int verify_text_update(void *vctx, const unsigned char *text, size_t bytes)
{
    struct sign_ctx *ctx = vctx;
    return ctx->streams == OURS ? ctx->text_hash->update(&ctx->text, text, bytes)
                                : THEIR(ctx, digest_verify_update, DIGEST_VERIFY_UPDATE)(ctx->theirs, text, bytes);
}

/* The digest of the text so far. The context may go on. */
static int digest_of(const struct sign_ctx *ctx, uint8_t digest[RSA_LONGEST_HASH])
{
    struct rsa_hash_ctx copy = ctx->text;
    return ctx->text_hash->final(&copy, digest);
}

static int sign_text_final(void *vctx, unsigned char *out, size_t *out_bytes, size_t room)
{
    struct sign_ctx *ctx = vctx;
    uint8_t digest[RSA_LONGEST_HASH];
    return ctx->streams == OURS
               ? digest_of(ctx, digest) && sign(ctx, out, out_bytes, room, digest, ctx->text_hash->size)
               : THEIR(ctx, digest_sign_final, DIGEST_SIGN_FINAL)(ctx->theirs, out, out_bytes, room);
}

static int verify_text_final(void *vctx, const unsigned char *signature, size_t bytes)
{
    struct sign_ctx *ctx = vctx;
    uint8_t digest[RSA_LONGEST_HASH];
    return ctx->streams == OURS ? digest_of(ctx, digest) && verify(ctx, signature, bytes, digest, ctx->text_hash->size)
                                : THEIR(ctx, digest_verify_final, DIGEST_VERIFY_FINAL)(ctx->theirs, signature, bytes);
}

static const OSSL_DISPATCH signature_dispatch[] = {
    DISPATCH(OSSL_FUNC_SIGNATURE_NEWCTX, newctx),
    DISPATCH(OSSL_FUNC_SIGNATURE_FREECTX, freectx),
    DISPATCH(OSSL_FUNC_SIGNATURE_DUPCTX, dupctx),
    DISPATCH(OSSL_FUNC_SIGNATURE_SIGN_INIT, sign_init),
    DISPATCH(OSSL_FUNC_SIGNATURE_SIGN, sign),
    DISPATCH(OSSL_FUNC_SIGNATURE_VERIFY_INIT, verify_init),
    DISPATCH(OSSL_FUNC_SIGNATURE_VERIFY, verify),
    DISPATCH(OSSL_FUNC_SIGNATURE_VERIFY_RECOVER_INIT, verify_recover_init),
    DISPATCH(OSSL_FUNC_SIGNATURE_VERIFY_RECOVER, recover),
    DISPATCH(OSSL_FUNC_SIGNATURE_DIGEST_SIGN_INIT, sign_text_init),
    DISPATCH(OSSL_FUNC_SIGNATURE_DIGEST_SIGN_UPDATE, sign_text_update),
    DISPATCH(OSSL_FUNC_SIGNATURE_DIGEST_SIGN_FINAL, sign_text_final),
    DISPATCH(OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_INIT, verify_text_init),
    DISPATCH(OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_UPDATE, verify_text_update),
    DISPATCH(OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_FINAL, verify_text_final),
    DISPATCH(OSSL_FUNC_SIGNATURE_GET_CTX_PARAMS, get),
    DISPATCH(OSSL_FUNC_SIGNATURE_GETTABLE_CTX_PARAMS, gettable),
    DISPATCH(OSSL_FUNC_SIGNATURE_SET_CTX_PARAMS, set),
    DISPATCH(OSSL_FUNC_SIGNATURE_SETTABLE_CTX_PARAMS, settable),
    LAST_DISPATCH,
};

const OSSL_ALGORITHM provider_signatures[] = {{RSA_NAMES, PROPERTIES, signature_dispatch, "asmloom RSA"},
                                              {NULL, NULL, NULL, NULL}};

#endif
