/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Parameters of RSA's signatures. Paddings and lengths of salts have names and numbers.
 */
#include "provider_rsa_sign.h"

#if defined(PROVIDER_RSA)

#include <string.h>

const struct rsa_hash *rsa_sign_mask(const struct sign_ctx *ctx)
{
    return ctx->mask != NULL ? ctx->mask : ctx->hash;
}

static size_t text_length(const OSSL_PARAM *param)
{
    size_t length = 0;
    while (length < param->data_size && ((const char *)param->data)[length] != 0) {
        length++;
    }
    return length;
}

int rsa_sign_set_hash(struct sign_ctx *ctx, const struct rsa_hash **hash, const char *name, size_t length)
{
    const struct rsa_hash *found = rsa_hash_of(name, length);
    if (found == NULL || (found->oid == NULL && (hash == &ctx->mask || ctx->padding == RSA_PKCS1_PSS_PADDING))) {
        return REFUSE(ctx->provider, RSA_DIGEST);
    }
    if (hash == &ctx->mask && ctx->padding != RSA_PKCS1_PSS_PADDING) {
        return REFUSE(ctx->provider, RSA_MASK);
    }
    if (ctx->padding == RSA_NO_PADDING || (hash == &ctx->hash && ctx->streams && found != ctx->hash)) {
        return REFUSE(ctx->provider, BAD_PARAMETER);
    }
    *hash = found;
    return 1;
}

static int set_hash_param(struct sign_ctx *ctx, const struct rsa_hash **hash, const OSSL_PARAM *param)
{
    if (param == NULL) {
        return 1;
    }
    if (param->data_type != OSSL_PARAM_UTF8_STRING || param->data == NULL) {
        return REFUSE(ctx->provider, BAD_PARAMETER);
    }
    return rsa_sign_set_hash(ctx, hash, param->data, text_length(param));
}

struct word {
    const char *text;
    int number;
};

static const struct word paddings[] = {
    {"pkcs1", RSA_PKCS1_PADDING}, {"none", RSA_NO_PADDING}, {"pss", RSA_PKCS1_PSS_PADDING}, {NULL, 0}};
static const struct word salts[] = {{"digest", SALT_AS_DIGEST},
                                    {"max", SALT_MOST},
                                    {"auto", SALT_ANY},
                                    {"auto-digestmax", SALT_ANY_AS_DIGEST},
                                    {NULL, 0}};

/* A number, as such or by one of the words; decimal digits if `digits`. */
static int get_word(const OSSL_PARAM *param, const struct word *words, int digits, int *number)
{
    size_t length;
    const char *text = param->data;
    if (param->data == NULL) {
        return 0;
    }
    if (param->data_type == OSSL_PARAM_INTEGER && param->data_size == sizeof *number) {
        memcpy(number, param->data, sizeof *number);
        return 1;
    }
    if (param->data_type != OSSL_PARAM_UTF8_STRING) {
        return 0;
    }
    length = text_length(param);
    for (; words->text != NULL; words++) {
        if (strlen(words->text) == length && memcmp(words->text, text, length) == 0) {
            *number = words->number;
            return 1;
        }
    }
    *number = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9' || *number > 9999) {
            return 0;
        }
        *number = 10 * *number + text[i] - '0';
    }
    return digits && length > 0;
}

static int set_padding(struct sign_ctx *ctx, const OSSL_PARAM *param)
{
    int padding;
    if (!get_word(param, paddings, 0, &padding)) {
        return REFUSE(ctx->provider, BAD_PARAMETER);
    }
    if (padding != RSA_PKCS1_PADDING && padding != RSA_PKCS1_PSS_PADDING &&
        (padding != RSA_NO_PADDING || ctx->streams || ctx->hash != NULL)) {
        return REFUSE(ctx->provider, RSA_PADDING);
    }
    if (padding == RSA_PKCS1_PSS_PADDING) { /* SHA-1 as the standard has it, and OpenSSL */
        const struct rsa_hash *hash = ctx->hash != NULL ? ctx->hash : rsa_hash_of("SHA1", 4);
        if (hash->oid == NULL) {
            return REFUSE(ctx->provider, RSA_DIGEST);
        }
        ctx->hash = hash;
    }
    ctx->padding = padding;
    return 1;
}

int rsa_sign_set(void *vctx, const OSSL_PARAM params[])
{
    struct sign_ctx *ctx = vctx;
    const OSSL_PARAM *padding = param_find_const(params, OSSL_SIGNATURE_PARAM_PAD_MODE);
    const OSSL_PARAM *salt = param_find_const(params, OSSL_SIGNATURE_PARAM_PSS_SALTLEN);
    int number;
    if (!set_hash_param(ctx, &ctx->hash, param_find_const(params, OSSL_SIGNATURE_PARAM_DIGEST)) ||
        (padding != NULL && !set_padding(ctx, padding)) ||
        !set_hash_param(ctx, &ctx->mask, param_find_const(params, OSSL_SIGNATURE_PARAM_MGF1_DIGEST))) {
        return 0;
    }
    if (salt != NULL) {
        if (ctx->padding != RSA_PKCS1_PSS_PADDING || !get_word(salt, salts, 1, &number) ||
            number < (ctx->provider->is_3_0 ? SALT_MOST : SALT_ANY_AS_DIGEST)) {
            return REFUSE(ctx->provider, BAD_PARAMETER);
        }
        ctx->salt = number;
    }
    return 1;
}

const OSSL_PARAM *rsa_sign_settable(void *vctx, void *provctx)
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

long rsa_sign_salt(const struct sign_ctx *ctx)
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

/* A number of the caller's size. Without a buffer the caller asks for the size. */
static int put_integer(OSSL_PARAM *param, int number)
{
    int64_t wide = number;
    param->return_size = sizeof number;
    if (param->data == NULL) {
        return 1;
    }
    if (param->data_size == sizeof number) {
        memcpy(param->data, &number, sizeof number);
    } else if (param->data_size == sizeof wide) {
        memcpy(param->data, &wide, sizeof wide);
        param->return_size = sizeof wide;
    } else {
        return 0;
    }
    return 1;
}

static int set_word(OSSL_PARAM *params, const char *key, const struct word *words, int number)
{
    OSSL_PARAM *param = param_find(params, key);
    char digits[16];
    size_t at = sizeof digits, rest = number > 0 ? (size_t)number : 0;
    if (param == NULL) {
        return 1;
    }
    if (param->data_type == OSSL_PARAM_INTEGER) {
        return put_integer(param, number);
    }
    for (; words->text != NULL; words++) {
        if (words->number == number) {
            return param_set_string(params, key, words->text, strlen(words->text));
        }
    }
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    return param_set_string(params, key, digits + at, sizeof digits - at);
}

int rsa_sign_get(void *vctx, OSSL_PARAM params[])
{
    const struct sign_ctx *ctx = vctx;
    uint8_t identifier[RSA_IDENTIFIER];
    size_t bytes = 0;
    const struct rsa_hash *mask = rsa_sign_mask(ctx);
    if (ctx->hash != NULL && ctx->padding == RSA_PKCS1_PADDING) {
        bytes = rsa_identifier(identifier, ctx->hash);
    } else if (ctx->hash != NULL && ctx->padding == RSA_PKCS1_PSS_PADDING && ctx->key.bits > 0 &&
               rsa_sign_salt(ctx) >= 0) {
        bytes = rsa_pss_identifier(identifier, ctx->hash, mask, (size_t)rsa_sign_salt(ctx));
    }
    return (bytes == 0 || param_set_octets(params, OSSL_SIGNATURE_PARAM_ALGORITHM_ID, identifier, bytes)) &&
           set_word(params, OSSL_SIGNATURE_PARAM_PAD_MODE, paddings, ctx->padding) &&
           set_word(params, OSSL_SIGNATURE_PARAM_PSS_SALTLEN, salts, ctx->salt) &&
           (ctx->hash == NULL ||
            param_set_string(params, OSSL_SIGNATURE_PARAM_DIGEST, ctx->hash->names, strcspn(ctx->hash->names, ":"))) &&
           (mask == NULL ||
            param_set_string(params, OSSL_SIGNATURE_PARAM_MGF1_DIGEST, mask->names, strcspn(mask->names, ":")));
}

const OSSL_PARAM *rsa_sign_gettable(void *vctx, void *provctx)
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

#endif
