/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Ciphers: contexts, keys, parameters, and the lists of functions.
 */
#include "provider_cipher.h"

#include <string.h>

static void *newctx(void *provctx, const struct cipher *cipher)
{
    struct cipher_ctx *ctx = provider_new(provctx, sizeof *ctx);
    if (ctx != NULL) {
        ctx->provider = provctx;
        ctx->cipher = cipher;
        ctx->key_bytes = cipher->key_bytes;
        ctx->pads = 1;
    }
    return ctx;
}

static void freectx(void *vctx)
{
    struct cipher_ctx *ctx = vctx;
    if (ctx != NULL) {
        provider_free(ctx->provider, ctx, sizeof *ctx);
    }
}

static void *dupctx(void *vctx)
{
    const struct cipher_ctx *ctx = vctx;
    struct cipher_ctx *copy = provider_copy(ctx->provider, ctx, sizeof *ctx);
    if (copy != NULL && ctx->mac == ctx->mac_copy) {
        copy->mac = copy->mac_copy;
    }
    if (copy != NULL) {
        copy->has_chance = 0; /* copies make other choices */
        if (copy->tls_version != 0 && copy->cipher->mode == CBC && !cipher_take_chance(copy)) {
            freectx(copy);
            return NULL;
        }
    }
    return copy;
}

/* ---- keys and IVs ---- */

/* The schedule for the context's direction; counter mode has one direction. */
static int schedule(struct cipher_ctx *ctx)
{
    const struct family *family = ctx->cipher->family;
    int encrypts = ctx->encrypts || ctx->cipher->mode == CTR;
    return (family == NULL ? loom_aes_ctr_init(&ctx->key.ctr, ctx->raw, ctx->key_bytes, ctx->iv)
                           : family->set_key[encrypts](&ctx->key, ctx->raw, ctx->key_bytes)) == 0;
}

static int set_key(struct cipher_ctx *ctx, const uint8_t *key, size_t bytes)
{
    const struct cipher *cipher = ctx->cipher;
    if (cipher->any_key ? bytes < cipher->family->least || bytes > cipher->family->most : bytes != cipher->key_bytes) {
        return REFUSE(ctx->provider, KEY_LENGTH);
    }
    ctx->key_bytes = bytes;
    ctx->has_key = 1;
    if (cipher->mode == STREAM) {
        return loom_rc4_set_key(&ctx->key.rc4, key, bytes) == 0;
    }
    memcpy(ctx->raw, key, bytes);
    return schedule(ctx);
}

/* ECB ignores an IV. CBC begins again with its first IV if none is given; a counter goes on. */
static int set_iv(struct cipher_ctx *ctx, const uint8_t *iv, size_t bytes)
{
    if (ctx->cipher->iv_bytes == 0) {
        return 1;
    }
    if (iv == NULL) {
        if (ctx->has_iv && ctx->cipher->mode == CBC) {
            memcpy(ctx->iv, ctx->first_iv, ctx->cipher->iv_bytes);
        }
        return 1;
    }
    if (bytes != ctx->cipher->iv_bytes) {
        return REFUSE(ctx->provider, IV_LENGTH);
    }
    memcpy(ctx->iv, iv, bytes);
    memcpy(ctx->first_iv, iv, bytes);
    ctx->has_iv = 1;
    return 1;
}

static int set_ctx_params(void *vctx, const OSSL_PARAM params[]);

static int init(struct cipher_ctx *ctx, int encrypts, const uint8_t *key, size_t key_bytes, const uint8_t *iv,
                size_t iv_bytes, const OSSL_PARAM params[])
{
    enum mode mode = ctx->cipher->mode;
    int turns = ctx->has_key && ctx->encrypts != encrypts && (mode == ECB || mode == CBC);
    ctx->encrypts = encrypts;
    ctx->held_bytes = 0;
    ctx->mac = NULL;
    if (mode == CTR && ctx->has_key && ctx->cipher->family == NULL) {
        memcpy(ctx->iv, ctx->key.ctr.counter, sizeof ctx->iv);
    }
    if (!set_iv(ctx, iv, iv_bytes)) {
        return 0;
    }
    if (key != NULL ? !set_key(ctx, key, key_bytes) : turns && !schedule(ctx)) {
        return 0;
    }
    ctx->left = 0;
    if (mode == CTR && ctx->has_key && ctx->cipher->family == NULL &&
        loom_aes_ctr_set_counter(&ctx->key.ctr, ctx->iv) != 0) {
        return 0;
    }
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

/* ---- parameters ---- */

static const OSSL_PARAM *gettable_ctx(void *vctx, void *provctx)
{
    static const OSSL_PARAM params[] = {OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
                                        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
                                        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_PADDING, NULL),
                                        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_NUM, NULL),
                                        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_IV, NULL, 0),
                                        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_UPDATED_IV, NULL, 0),
                                        OSSL_PARAM_octet_ptr(OSSL_CIPHER_PARAM_TLS_MAC, NULL, 0),
                                        OSSL_PARAM_END};
    (void)vctx;
    (void)provctx;
    return params;
}

/* Fills a parameter with a key of DES, if that is asked for. */
static int make_key(const struct cipher_ctx *ctx, OSSL_PARAM params[])
{
    OSSL_PARAM *param = param_find(params, OSSL_CIPHER_PARAM_RANDOM_KEY);
    size_t bytes = ctx->cipher->key_bytes;
    uint8_t *key;
    if (param == NULL || !ctx->cipher->random_key) {
        return 1;
    }
    key = param->data; /* EVP_CIPHER_CTX_rand_key gives no size */
    if (param->data_type != OSSL_PARAM_OCTET_STRING || key == NULL ||
        (param->data_size != 0 && param->data_size < bytes) || !provider_random(ctx->provider, key, bytes)) {
        return 0;
    }
    for (size_t i = 0; i < bytes; i++) {
        unsigned sum = key[i] ^ key[i] >> 4;
        sum ^= sum >> 2;
        sum ^= sum >> 1;
        key[i] ^= ~sum & 1;
    }
    param->return_size = bytes;
    return 1;
}

static int get_ctx_params(void *vctx, OSSL_PARAM params[])
{
    struct cipher_ctx *ctx = vctx;
    const struct cipher *cipher = ctx->cipher;
    int counts = cipher->mode == CTR && ctx->has_key;
    const uint8_t *iv = counts ? cipher_counter(ctx) : ctx->iv;
    unsigned number = counts ? (LARGEST_BLOCK - *cipher_left(ctx)) % LARGEST_BLOCK : 0;
    return param_set_number(params, OSSL_CIPHER_PARAM_KEYLEN, ctx->key_bytes) &&
           param_set_number(params, OSSL_CIPHER_PARAM_IVLEN, cipher->iv_bytes) &&
           param_set_number(params, OSSL_CIPHER_PARAM_PADDING, (uint64_t)ctx->pads) &&
           param_set_number(params, OSSL_CIPHER_PARAM_NUM, number) &&
           param_set_octets(params, OSSL_CIPHER_PARAM_IV, ctx->first_iv, cipher->iv_bytes) &&
           param_set_octets(params, OSSL_CIPHER_PARAM_UPDATED_IV, iv, cipher->iv_bytes) &&
           param_set_octets(params, OSSL_CIPHER_PARAM_TLS_MAC, ctx->mac, ctx->mac == NULL ? 0 : ctx->mac_bytes) &&
           make_key(ctx, params);
}

/* A key's length can be set only where keys have several. */
#define SETTABLE(any, length)                                                                        \
    static const OSSL_PARAM *settable_ctx_##any(void *vctx, void *provctx)                           \
    {                                                                                                \
        static const OSSL_PARAM params[] = {OSSL_PARAM_uint(OSSL_CIPHER_PARAM_PADDING, NULL),        \
                                            OSSL_PARAM_uint(OSSL_CIPHER_PARAM_NUM, NULL),            \
                                            OSSL_PARAM_uint(OSSL_CIPHER_PARAM_TLS_VERSION, NULL),    \
                                            OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_TLS_MAC_SIZE, NULL), \
                                            length,                                                  \
                                            OSSL_PARAM_END};                                         \
        (void)vctx;                                                                                  \
        (void)provctx;                                                                               \
        return params;                                                                               \
    }
SETTABLE(0, OSSL_PARAM_END)
SETTABLE(1, OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL))

/* A parameter's number, or what the context has. */
static int number_of(const struct cipher_ctx *ctx, const OSSL_PARAM params[], const char *key, uint64_t *number)
{
    const OSSL_PARAM *param = param_find_const(params, key);
    return param == NULL || param_get_number(param, number) || REFUSE(ctx->provider, BAD_PARAMETER);
}

static int set_ctx_params(void *vctx, const OSSL_PARAM params[])
{
    struct cipher_ctx *ctx = vctx;
    const struct cipher *cipher = ctx->cipher;
    uint64_t pads = (uint64_t)ctx->pads, number = 0, key_bytes = ctx->key_bytes, version = ctx->tls_version,
             mac_bytes = ctx->mac_bytes;
    if (!number_of(ctx, params, OSSL_CIPHER_PARAM_PADDING, &pads) ||
        !number_of(ctx, params, OSSL_CIPHER_PARAM_NUM, &number) ||
        (cipher->any_key && !number_of(ctx, params, OSSL_CIPHER_PARAM_KEYLEN, &key_bytes)) ||
        !number_of(ctx, params, OSSL_CIPHER_PARAM_TLS_VERSION, &version) ||
        !number_of(ctx, params, OSSL_CIPHER_PARAM_TLS_MAC_SIZE, &mac_bytes)) {
        return 0;
    }
    if (cipher->any_key && (key_bytes < 1 || key_bytes > 256)) { /* the cipher's own limits are for the key */
        return REFUSE(ctx->provider, KEY_LENGTH);
    }
    if (version != 0 && !provider_serves(version)) {
        return REFUSE(ctx->provider, TLS_VERSION);
    }
    if (mac_bytes > LARGEST_MAC || mac_bytes % 4 != 0 || number >= LARGEST_BLOCK) {
        return REFUSE(ctx->provider, BAD_PARAMETER);
    }
    if (param_find_const(params, OSSL_CIPHER_PARAM_NUM) != NULL && cipher->mode == CTR) {
        if (!ctx->has_key) {
            return REFUSE(ctx->provider, NO_KEY);
        }
        *cipher_left(ctx) = (uint32_t)(LARGEST_BLOCK - number) % LARGEST_BLOCK;
    }
    if (ctx->key_bytes != key_bytes) { /* the next key has another length */
        ctx->key_bytes = (size_t)key_bytes;
        ctx->has_key = 0;
    }
    ctx->pads = pads != 0;
    ctx->mac_bytes = (size_t)mac_bytes;
    ctx->tls_version = (unsigned)version;
    return version == 0 || cipher->mode != CBC || cipher_take_chance(ctx);
}

/* ---- the ciphers ---- */

/* The functions of a block cipher, which take its context behind a pointer of no type. */
#define FAMILY_WAY(name, way)                                                                                 \
    static int name##_key_##way(void *ctx, const uint8_t *key, size_t key_bytes)                              \
    {                                                                                                         \
        return loom_##name##_set_##way##_key(ctx, key, key_bytes);                                            \
    }                                                                                                         \
    static int name##_cbc_##way(const void *ctx, uint8_t *iv, const uint8_t *in, uint8_t *out, size_t length) \
    {                                                                                                         \
        return loom_##name##_cbc_##way(ctx, iv, in, out, length);                                             \
    }
#define ECB_WAY(name, way)                                                                       \
    static int name##_ecb_##way(const void *ctx, const uint8_t *in, uint8_t *out, size_t length) \
    {                                                                                            \
        return loom_##name##_ecb_##way(ctx, in, out, length);                                    \
    }
#define FAMILY_OF(name, least, most, ecb_decrypt, ecb_encrypt, ctr)                       \
    FAMILY_WAY(name, decrypt)                                                             \
    FAMILY_WAY(name, encrypt)                                                             \
    static const struct family name##_family = {least,                                    \
                                                most,                                     \
                                                {name##_key_decrypt, name##_key_encrypt}, \
                                                {ecb_decrypt, ecb_encrypt},               \
                                                {name##_cbc_decrypt, name##_cbc_encrypt}, \
                                                ctr};
#define FAMILY(name, least, most, ctr) \
    ECB_WAY(name, decrypt)             \
    ECB_WAY(name, encrypt)             \
    FAMILY_OF(name, least, most, name##_ecb_decrypt, name##_ecb_encrypt, ctr)

static int camellia_ctr(const void *ctx, uint8_t *counter, const uint8_t *in, uint8_t *out, size_t length)
{
    return loom_camellia_ctr(ctx, counter, in, out, length);
}

FAMILY(aes, 16, 32, NULL)
FAMILY(camellia, 16, 32, camellia_ctr)
FAMILY(des, 8, 24, NULL)
FAMILY(seed, 16, 16, NULL)
FAMILY_OF(blowfish, 4, 56, NULL, NULL, NULL)
FAMILY_OF(cast128, 5, 16, NULL, NULL, NULL)
static const struct family rc4_family = {1, 256, {NULL, NULL}, {NULL, NULL}, {NULL, NULL}, NULL};

/* An id, the mode, bytes of the key, of a block and of the IV, whether keys of other lengths do, the way of a text, the
 * family, and OpenSSL's names. */
#define CIPHERS(C)                                                                                           \
    C(aes128_ecb, ECB, 16, 16, 0, 0, block, &aes_family, "AES-128-ECB:2.16.840.1.101.3.4.1.1")               \
    C(aes192_ecb, ECB, 24, 16, 0, 0, block, &aes_family, "AES-192-ECB:2.16.840.1.101.3.4.1.21")              \
    C(aes256_ecb, ECB, 32, 16, 0, 0, block, &aes_family, "AES-256-ECB:2.16.840.1.101.3.4.1.41")              \
    C(aes128_cbc, CBC, 16, 16, 16, 0, block, &aes_family, "AES-128-CBC:AES128:2.16.840.1.101.3.4.1.2")       \
    C(aes192_cbc, CBC, 24, 16, 16, 0, block, &aes_family, "AES-192-CBC:AES192:2.16.840.1.101.3.4.1.22")      \
    C(aes256_cbc, CBC, 32, 16, 16, 0, block, &aes_family, "AES-256-CBC:AES256:2.16.840.1.101.3.4.1.42")      \
    C(aes128_ctr, CTR, 16, 1, 16, 0, stream, NULL, "AES-128-CTR")                                            \
    C(aes192_ctr, CTR, 24, 1, 16, 0, stream, NULL, "AES-192-CTR")                                            \
    C(aes256_ctr, CTR, 32, 1, 16, 0, stream, NULL, "AES-256-CTR")                                            \
    C(camellia128_ecb, ECB, 16, 16, 0, 0, block, &camellia_family, "CAMELLIA-128-ECB:0.3.4401.5.3.1.9.1")    \
    C(camellia192_ecb, ECB, 24, 16, 0, 0, block, &camellia_family, "CAMELLIA-192-ECB:0.3.4401.5.3.1.9.21")   \
    C(camellia256_ecb, ECB, 32, 16, 0, 0, block, &camellia_family, "CAMELLIA-256-ECB:0.3.4401.5.3.1.9.41")   \
    C(camellia128_cbc, CBC, 16, 16, 16, 0, block, &camellia_family,                                          \
      "CAMELLIA-128-CBC:CAMELLIA128:1.2.392.200011.61.1.1.1.2")                                              \
    C(camellia192_cbc, CBC, 24, 16, 16, 0, block, &camellia_family,                                          \
      "CAMELLIA-192-CBC:CAMELLIA192:1.2.392.200011.61.1.1.1.3")                                              \
    C(camellia256_cbc, CBC, 32, 16, 16, 0, block, &camellia_family,                                          \
      "CAMELLIA-256-CBC:CAMELLIA256:1.2.392.200011.61.1.1.1.4")                                              \
    C(camellia128_ctr, CTR, 16, 1, 16, 0, stream, &camellia_family, "CAMELLIA-128-CTR:0.3.4401.5.3.1.9.9")   \
    C(camellia192_ctr, CTR, 24, 1, 16, 0, stream, &camellia_family, "CAMELLIA-192-CTR:0.3.4401.5.3.1.9.29")  \
    C(camellia256_ctr, CTR, 32, 1, 16, 0, stream, &camellia_family, "CAMELLIA-256-CTR:0.3.4401.5.3.1.9.49")  \
    C(seed_ecb, ECB, 16, 16, 0, 0, block, &seed_family, "SEED-ECB:1.2.410.200004.1.3")                       \
    C(seed_cbc, CBC, 16, 16, 16, 0, block, &seed_family, "SEED-CBC:SEED:1.2.410.200004.1.4")                 \
    C(des_ecb, ECB, 8, 8, 0, 0, block, &des_family, "DES-ECB:1.3.14.3.2.6")                                  \
    C(des_cbc, CBC, 8, 8, 8, 0, block, &des_family, "DES-CBC:DES:1.3.14.3.2.7")                              \
    C(des_ede_ecb, ECB, 16, 8, 0, 0, block, &des_family, "DES-EDE-ECB:DES-EDE:1.3.14.3.2.17")                \
    C(des_ede_cbc, CBC, 16, 8, 8, 0, block, &des_family, "DES-EDE-CBC")                                      \
    C(des_ede3_ecb, ECB, 24, 8, 0, 0, block, &des_family, "DES-EDE3-ECB:DES-EDE3")                           \
    C(des_ede3_cbc, CBC, 24, 8, 8, 0, block, &des_family, "DES-EDE3-CBC:DES3:1.2.840.113549.3.7")            \
    C(bf_cbc, CBC, 16, 8, 8, 1, block, &blowfish_family, "BF-CBC:BF:BLOWFISH:1.3.6.1.4.1.3029.1.2")          \
    C(cast5_cbc, CBC, 16, 8, 8, 1, block, &cast128_family, "CAST5-CBC:CAST-CBC:CAST:1.2.840.113533.7.66.10") \
    C(rc4, STREAM, 16, 1, 0, 1, stream, &rc4_family, "RC4:1.2.840.113549.3.4")                               \
    C(rc4_40, STREAM, 5, 1, 0, 1, stream, &rc4_family, "RC4-40")

#define CIPHER(id, mode, key, block, iv, any, way, family, names)                                 \
    static const struct cipher id = {mode, key, block, iv, any, family, (family) == &des_family}; \
    static void *id##_newctx(void *provctx)                                                       \
    {                                                                                             \
        return newctx(provctx, &id);                                                              \
    }                                                                                             \
    static int id##_get_params(OSSL_PARAM params[])                                               \
    {                                                                                             \
        return provider_cipher_facts(params, mode, key, block, iv, CIPHER_ALONE) &&               \
               param_set_number(params, OSSL_CIPHER_PARAM_HAS_RAND_KEY, (uint64_t)id.random_key); \
    }                                                                                             \
    static const OSSL_DISPATCH id##_dispatch[] = {                                                \
        DISPATCH(OSSL_FUNC_CIPHER_NEWCTX, id##_newctx),                                           \
        DISPATCH(OSSL_FUNC_CIPHER_FREECTX, freectx),                                              \
        DISPATCH(OSSL_FUNC_CIPHER_DUPCTX, dupctx),                                                \
        DISPATCH(OSSL_FUNC_CIPHER_ENCRYPT_INIT, encrypt_init),                                    \
        DISPATCH(OSSL_FUNC_CIPHER_DECRYPT_INIT, decrypt_init),                                    \
        DISPATCH(OSSL_FUNC_CIPHER_UPDATE, cipher_##way##_update),                                 \
        DISPATCH(OSSL_FUNC_CIPHER_FINAL, cipher_##way##_final),                                   \
        DISPATCH(OSSL_FUNC_CIPHER_CIPHER, cipher_whole),                                          \
        DISPATCH(OSSL_FUNC_CIPHER_GET_PARAMS, id##_get_params),                                   \
        DISPATCH(OSSL_FUNC_CIPHER_GETTABLE_PARAMS, provider_cipher_gettable),                     \
        DISPATCH(OSSL_FUNC_CIPHER_GET_CTX_PARAMS, get_ctx_params),                                \
        DISPATCH(OSSL_FUNC_CIPHER_GETTABLE_CTX_PARAMS, gettable_ctx),                             \
        DISPATCH(OSSL_FUNC_CIPHER_SET_CTX_PARAMS, set_ctx_params),                                \
        DISPATCH(OSSL_FUNC_CIPHER_SETTABLE_CTX_PARAMS, settable_ctx_##any),                       \
        LAST_DISPATCH};
CIPHERS(CIPHER)

#define ROW(id, mode, key, block, iv, any, way, family, names) {names, PROPERTIES, id##_dispatch, "asmloom " #id},

#define AEAD_ROW(id, name) {name, PROPERTIES, provider_##id, "asmloom " #id},
#define COMPOSITE_ROW(id, name) {name, COMPOSITE_PROPERTIES, provider_##id, "asmloom " #id},

const OSSL_ALGORITHM provider_ciphers[] = {CIPHERS(ROW) PROVIDER_AEADS(AEAD_ROW)
                                               PROVIDER_COMPOSITES(COMPOSITE_ROW){NULL, NULL, NULL, NULL}};
