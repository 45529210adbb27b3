/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * AES-CBC-HMAC and RC4-HMAC-MD5: cipher and MAC of one direction of a TLS connection, the MAC inside the encryption.
 * libssl sets the cipher's key by an init, the MAC's key by `mackey`, and before each record `tlsaad`: the bytes before
 * the plaintext. The update behind it is the record. An update without `tlsaad` is the cipher alone.
 */
#include "provider.h"

#include <string.h>

#include <openssl/prov_ssl.h>

enum { BLOCK = 16, HEADER = 13, LONGEST = 16384, STREAM = 0, CBC = 2 };

struct composite {
    int mode, hash;
    size_t key_bytes, block, iv_bytes, mac_bytes;
};

struct composite_ctx {
    const struct provider *provider;
    const struct composite *composite;
    loom_tls_ctx tls;
    uint8_t raw[32]; /* the key of CBC, for a change of the direction without a key */
    int encrypts, has_key, has_mac_key, has_header;
    uint8_t iv[BLOCK], first_iv[BLOCK], header[HEADER];
    size_t length; /* of the next record: the header's number */
    size_t grows;  /* tlsaadpad: by how many bytes the record is longer than its plaintext */
    unsigned tls_version;
};

static void *newctx(void *provctx, const struct composite *composite)
{
    struct composite_ctx *ctx = provider_new(provctx, sizeof *ctx);
    if (ctx != NULL) {
        ctx->provider = provctx;
        ctx->composite = composite;
    }
    return ctx;
}

static void freectx(void *vctx)
{
    struct composite_ctx *ctx = vctx;
    if (ctx != NULL) {
        provider_free(ctx->provider, ctx, sizeof *ctx);
    }
}

static void *dupctx(void *vctx)
{
    const struct composite_ctx *ctx = vctx;
    return provider_copy(ctx->provider, ctx, sizeof *ctx);
}

/* ---- keys and IVs ---- */

static int set_ctx_params(void *vctx, const OSSL_PARAM params[]);

static int init(struct composite_ctx *ctx, int encrypts, const uint8_t *key, size_t key_bytes, const uint8_t *iv,
                size_t iv_bytes, const OSSL_PARAM params[])
{
    const struct composite *composite = ctx->composite;
    int turns = ctx->has_key && ctx->encrypts != encrypts;
    ctx->encrypts = encrypts;
    ctx->has_header = 0;
    if (iv != NULL && composite->iv_bytes > 0) {
        if (iv_bytes != BLOCK) {
            return REFUSE(ctx->provider, IV_LENGTH);
        }
        memcpy(ctx->first_iv, iv, BLOCK);
    }
    memcpy(ctx->iv, ctx->first_iv, BLOCK);
    if (key != NULL && key_bytes != composite->key_bytes) {
        return REFUSE(ctx->provider, KEY_LENGTH);
    }
    if (composite->mode == STREAM) {
        if (key != NULL && loom_tls_rc4_set_key(&ctx->tls, key, key_bytes) != 0) {
            return REFUSE(ctx->provider, KEY_LENGTH);
        }
    } else if (key != NULL || turns) {
        if (key != NULL) {
            memcpy(ctx->raw, key, key_bytes);
        }
        if (loom_tls_cbc_set_key(&ctx->tls, encrypts, ctx->raw, composite->key_bytes) != 0) {
            return REFUSE(ctx->provider, KEY_LENGTH);
        }
    }
    ctx->has_key |= key != NULL;
    return set_ctx_params(ctx, params);
}

static int encrypt_init(void *vctx, const unsigned char *key, size_t key_bytes, const unsigned char *iv,
                        size_t iv_bytes, const OSSL_PARAM params[])
{
    return init(vctx, 1, key, key_bytes, iv, iv_bytes, params);
}

static int decrypt_init(void *vctx, const unsigned char *key, size_t key_bytes, const unsigned char *iv,
                        size_t iv_bytes, const OSSL_PARAM params[])
{
    return init(vctx, 0, key, key_bytes, iv, iv_bytes, params);
}

/* ---- records ---- */

/* The bytes of the explicit IV: records of CBC in TLS 1.1 and later begin with one. DTLS has greater numbers. */
static size_t explicit_iv(const struct composite_ctx *ctx)
{
    unsigned version = (unsigned)ctx->header[9] << 8 | ctx->header[10];
    return ctx->composite->mode == CBC && version >= TLS1_1_VERSION ? BLOCK : 0;
}

/* How many bytes behind the explicit IV and the plaintext of `length` bytes. */
static size_t behind(const struct composite_ctx *ctx, size_t length)
{
    size_t bytes = length + ctx->composite->mac_bytes;
    return ctx->composite->mode == CBC ? (bytes + BLOCK) / BLOCK * BLOCK - length : ctx->composite->mac_bytes;
}

static int set_header(struct composite_ctx *ctx, const OSSL_PARAM *param)
{
    const uint8_t *header = param->data;
    unsigned version;
    size_t before;
    if (param->data_type != OSSL_PARAM_OCTET_STRING || header == NULL || param->data_size != HEADER) {
        return REFUSE(ctx->provider, BAD_PARAMETER);
    }
    version = (unsigned)header[9] << 8 | header[10];
    if (!provider_serves(version) || (ctx->tls_version != 0 && ctx->tls_version != version)) {
        return REFUSE(ctx->provider, TLS_VERSION);
    }
    memcpy(ctx->header, header, HEADER);
    ctx->length = (size_t)header[11] << 8 | header[12];
    before = ctx->encrypts ? explicit_iv(ctx) : ctx->composite->mode == STREAM ? ctx->composite->mac_bytes : 0;
    if (ctx->length < before) {
        return REFUSE(ctx->provider, ctx->encrypts ? TLS_RECORD : SHORT_RECORD);
    }
    ctx->grows = ctx->encrypts ? behind(ctx, ctx->length - before) : ctx->composite->mac_bytes;
    ctx->has_header = 1;
    return 1;
}

/* The header's length counts the explicit IV, and the MAC's length does not. */
static int seal(struct composite_ctx *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    size_t before = explicit_iv(ctx), length = ctx->length - before;
    if (bytes != ctx->length + behind(ctx, length) || length > LONGEST) {
        return REFUSE(ctx->provider, TLS_RECORD);
    }
    if (ctx->composite->mode == STREAM) {
        return loom_tls_rc4_seal(&ctx->tls, ctx->header, in, out, length) == 0;
    }
    /* Whatever precedes the plaintext becomes the IV by encryption under the block before: RFC 4346, 6.2.3.2, (2)(b).
     */
    return loom_aes_cbc_encrypt(&ctx->tls.cipher.aes, ctx->iv, in, out, before) == 0 &&
           loom_tls_cbc_seal(&ctx->tls, ctx->header, ctx->iv, in + before, out + before, length) == 0;
}

/* The plaintext lies behind the explicit IV's place. Constant time: see loom_tls_cbc_open. */
static int open(struct composite_ctx *ctx, uint8_t *out, size_t *opened, const uint8_t *in, size_t bytes)
{
    size_t before = explicit_iv(ctx);
    int result;
    if (bytes < before + ctx->composite->mac_bytes) {
        return REFUSE(ctx->provider, BAD_RECORD);
    }
    if (ctx->composite->mode == STREAM) {
        result = loom_tls_rc4_open(&ctx->tls, ctx->header, in, out, bytes, opened);
    } else {
        /* OpenSSL's own composites with SHA-256 decrypt the explicit IV as well, and its tests look at the result. */
        if (before > 0 && ctx->composite->hash == LOOM_TLS_SHA256) {
            if (loom_aes_cbc_decrypt(&ctx->tls.cipher.aes, ctx->iv, in, out, before) != 0) {
                return 0;
            }
        } else if (before > 0) {
            memcpy(ctx->iv, in, BLOCK);
        }
        result = loom_tls_cbc_open(&ctx->tls, ctx->header, ctx->iv, in + before, out + before, bytes - before, opened);
    }
    return result == 0 || REFUSE(ctx->provider, BAD_RECORD);
}

static int plain(struct composite_ctx *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    const loom_aes_ctx *aes = &ctx->tls.cipher.aes;
    if (ctx->composite->mode == STREAM) {
        return loom_rc4(&ctx->tls.cipher.rc4, in, out, bytes) == 0;
    }
    if (bytes % BLOCK != 0) {
        return REFUSE(ctx->provider, BAD_RECORD);
    }
    return (ctx->encrypts ? loom_aes_cbc_encrypt(aes, ctx->iv, in, out, bytes)
                          : loom_aes_cbc_decrypt(aes, ctx->iv, in, out, bytes)) == 0;
}

static int update(void *vctx, unsigned char *out, size_t *out_bytes, size_t room, const unsigned char *in, size_t bytes)
{
    struct composite_ctx *ctx = vctx;
    int is_record = ctx->has_header;
    size_t opened = bytes;
    *out_bytes = 0;
    if (bytes == 0) {
        return 1;
    }
    ctx->has_header = 0; /* one header, one record */
    if (!ctx->has_key || (is_record && !ctx->has_mac_key)) {
        return REFUSE(ctx->provider, NO_KEY);
    }
    if (room < bytes) {
        return REFUSE(ctx->provider, OUTPUT_TOO_SMALL);
    }
    if (out != in && provider_meet(out, bytes, in, bytes)) {
        return REFUSE(ctx->provider, OVERLAP);
    }
    if (!(!is_record      ? plain(ctx, out, in, bytes)
          : ctx->encrypts ? seal(ctx, out, in, bytes)
                          : open(ctx, out, &opened, in, bytes))) {
        return 0;
    }
    *out_bytes = ctx->tls_version != 0 ? opened : bytes;
    return 1;
}

/* EVP_Cipher counts the whole record. */
static int whole(void *vctx, unsigned char *out, size_t *out_bytes, size_t room, const unsigned char *in, size_t bytes)
{
    if (!update(vctx, out, out_bytes, room, in, bytes)) {
        return 0;
    }
    *out_bytes = bytes;
    return 1;
}

static int final(void *vctx, unsigned char *out, size_t *out_bytes, size_t room)
{
    const struct composite_ctx *ctx = vctx;
    (void)out;
    (void)room;
    *out_bytes = 0;
    return ctx->has_key || REFUSE(ctx->provider, NO_KEY);
}

/* ---- parameters ---- */

static const OSSL_PARAM *gettable_ctx(void *vctx, void *provctx)
{
    static const OSSL_PARAM params[] = {OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
                                        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
                                        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD_PAD, NULL),
                                        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_IV, NULL, 0),
                                        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_UPDATED_IV, NULL, 0),
                                        OSSL_PARAM_END};
    (void)vctx;
    (void)provctx;
    return params;
}

static int get_ctx_params(void *vctx, OSSL_PARAM params[])
{
    const struct composite_ctx *ctx = vctx;
    const struct composite *composite = ctx->composite;
    return param_set_number(params, OSSL_CIPHER_PARAM_KEYLEN, composite->key_bytes) &&
           param_set_number(params, OSSL_CIPHER_PARAM_IVLEN, composite->iv_bytes) &&
           param_set_number(params, OSSL_CIPHER_PARAM_AEAD_TLS1_AAD_PAD, ctx->grows) &&
           param_set_octets(params, OSSL_CIPHER_PARAM_IV, ctx->first_iv, composite->iv_bytes) &&
           param_set_octets(params, OSSL_CIPHER_PARAM_UPDATED_IV, ctx->iv, composite->iv_bytes);
}

static const OSSL_PARAM *settable_ctx(void *vctx, void *provctx)
{
    static const OSSL_PARAM params[] = {OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_MAC_KEY, NULL, 0),
                                        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD, NULL, 0),
                                        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
                                        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_TLS_VERSION, NULL),
                                        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_TLS_MAC_SIZE, NULL),
                                        OSSL_PARAM_END};
    (void)vctx;
    (void)provctx;
    return params;
}

static int set_ctx_params(void *vctx, const OSSL_PARAM params[])
{
    struct composite_ctx *ctx = vctx;
    const OSSL_PARAM *param;
    uint64_t number;
    if ((param = param_find_const(params, OSSL_CIPHER_PARAM_KEYLEN)) != NULL) {
        if (!param_get_number(param, &number)) {
            return REFUSE(ctx->provider, BAD_PARAMETER);
        }
        if (number != ctx->composite->key_bytes) {
            return REFUSE(ctx->provider, KEY_LENGTH);
        }
    }
    if ((param = param_find_const(params, OSSL_CIPHER_PARAM_TLS_VERSION)) != NULL) {
        if (!param_get_number(param, &number)) {
            return REFUSE(ctx->provider, BAD_PARAMETER);
        }
        if (number != 0 && !provider_serves(number)) {
            return REFUSE(ctx->provider, TLS_VERSION);
        }
        ctx->tls_version = (unsigned)number;
    }
    /* The composite checks the MAC by itself: libssl gives 0. */
    if ((param = param_find_const(params, OSSL_CIPHER_PARAM_TLS_MAC_SIZE)) != NULL &&
        (!param_get_number(param, &number) || number != 0)) {
        return REFUSE(ctx->provider, BAD_PARAMETER);
    }
    if ((param = param_find_const(params, OSSL_CIPHER_PARAM_AEAD_MAC_KEY)) != NULL) {
        if (param->data_type != OSSL_PARAM_OCTET_STRING || (param->data == NULL && param->data_size > 0) ||
            loom_tls_set_mac_key(&ctx->tls, ctx->composite->hash, param->data, param->data_size) != 0) {
            return REFUSE(ctx->provider, BAD_PARAMETER);
        }
        ctx->has_mac_key = 1;
    }
    param = param_find_const(params, OSSL_CIPHER_PARAM_AEAD_TLS1_AAD);
    return param == NULL || set_header(ctx, param);
}

/* ---- the composites ---- */

/* An id, the mode, the hash, bytes of the key, of a block, of the IV and of the MAC. */
#define COMPOSITES(C)                                      \
    C(aes128_sha1, CBC, LOOM_TLS_SHA1, 16, 16, 16, 20)     \
    C(aes256_sha1, CBC, LOOM_TLS_SHA1, 32, 16, 16, 20)     \
    C(aes128_sha256, CBC, LOOM_TLS_SHA256, 16, 16, 16, 32) \
    C(aes256_sha256, CBC, LOOM_TLS_SHA256, 32, 16, 16, 32) \
    C(rc4_md5, STREAM, LOOM_TLS_MD5, 16, 1, 0, 16)

#define COMPOSITE(id, mode, hash, key, block, iv, mac)                                                           \
    static const struct composite id = {mode, hash, key, block, iv, mac};                                        \
    static void *id##_newctx(void *provctx)                                                                      \
    {                                                                                                            \
        return newctx(provctx, &id);                                                                             \
    }                                                                                                            \
    static int id##_get_params(OSSL_PARAM params[])                                                              \
    {                                                                                                            \
        return provider_cipher_facts(params, mode, key, block, iv, IS_COMPOSITE);                                \
    }                                                                                                            \
    const OSSL_DISPATCH provider_##id[] = {DISPATCH(OSSL_FUNC_CIPHER_NEWCTX, id##_newctx),                       \
                                           DISPATCH(OSSL_FUNC_CIPHER_FREECTX, freectx),                          \
                                           DISPATCH(OSSL_FUNC_CIPHER_DUPCTX, dupctx),                            \
                                           DISPATCH(OSSL_FUNC_CIPHER_ENCRYPT_INIT, encrypt_init),                \
                                           DISPATCH(OSSL_FUNC_CIPHER_DECRYPT_INIT, decrypt_init),                \
                                           DISPATCH(OSSL_FUNC_CIPHER_UPDATE, update),                            \
                                           DISPATCH(OSSL_FUNC_CIPHER_FINAL, final),                              \
                                           DISPATCH(OSSL_FUNC_CIPHER_CIPHER, whole),                             \
                                           DISPATCH(OSSL_FUNC_CIPHER_GET_PARAMS, id##_get_params),               \
                                           DISPATCH(OSSL_FUNC_CIPHER_GETTABLE_PARAMS, provider_cipher_gettable), \
                                           DISPATCH(OSSL_FUNC_CIPHER_GET_CTX_PARAMS, get_ctx_params),            \
                                           DISPATCH(OSSL_FUNC_CIPHER_GETTABLE_CTX_PARAMS, gettable_ctx),         \
                                           DISPATCH(OSSL_FUNC_CIPHER_SET_CTX_PARAMS, set_ctx_params),            \
                                           DISPATCH(OSSL_FUNC_CIPHER_SETTABLE_CTX_PARAMS, settable_ctx),         \
                                           LAST_DISPATCH};
COMPOSITES(COMPOSITE)
