/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * AES-GCM and ChaCha20-Poly1305. The key is set once, and each message begins with a nonce: associated data by updates
 * without output, text, an end, and the tag as a parameter. TLS 1.3 and QUIC take these. TLS 1.2 sets a part of the
 * nonce once and `tlsaad` before each record: the update behind it seals or opens the record at once.
 */
#include "provider.h"

#include <string.h>

enum { TAG = 16, SHORTEST_TAG = 12, NONCE_BYTES = 12, LONGEST_NONCE = 128, HEADER = 13 };
enum { EXPLICIT = 8, IMPLICIT = 4 }; /* parts of a nonce of GCM in TLS 1.2: the first stands before the text */
enum { CHACHA20 = 0, GCM = 6 };      /* OpenSSL's numbers of modes */

struct aead {
    int mode;
    size_t key_bytes;
};

struct aead_ctx {
    const struct provider *provider;
    const struct aead *aead;
    union {
        loom_aes_gcm_key gcm;
        uint8_t chacha[32];
    } key;
    union {
        loom_aes_gcm_ctx gcm;
        loom_chacha20_poly1305_ctx chacha;
    } message;
    int encrypts, has_key, has_header;
    enum { NONE, GIVEN, BEGUN, USED } nonce_is; /* a nonce serves one message */
    int counts;                                 /* whether the end of GCM's nonce is a number, its own or a record's */
    uint8_t nonce[LONGEST_NONCE], tag[TAG], header[HEADER];
    size_t nonce_bytes, tag_bytes; /* of the tag: 0 if there is none */
    size_t length;                 /* of the next record's text */
};

static int is_gcm(const struct aead_ctx *ctx)
{
    return ctx->aead->mode == GCM;
}

static void *newctx(void *provctx, const struct aead *aead)
{
    struct aead_ctx *ctx = provider_new(provctx, sizeof *ctx);
    if (ctx != NULL) {
        ctx->provider = provctx;
        ctx->aead = aead;
        ctx->nonce_bytes = NONCE_BYTES;
    }
    return ctx;
}

static void freectx(void *vctx)
{
    struct aead_ctx *ctx = vctx;
    if (ctx != NULL) {
        provider_free(ctx->provider, ctx, sizeof *ctx);
    }
}

static void *dupctx(void *vctx)
{
    const struct aead_ctx *ctx = vctx;
    struct aead_ctx *copy = provider_copy(ctx->provider, ctx, sizeof *ctx);
    if (copy != NULL && is_gcm(copy) && copy->nonce_is == BEGUN) {
        copy->message.gcm.key = &copy->key.gcm;
    }
    return copy;
}

/* ---- keys and nonces ---- */

/* Begins the message of the nonce. */
static int begin(struct aead_ctx *ctx)
{
    ctx->nonce_is = BEGUN;
    if (is_gcm(ctx)) {
        return loom_aes_gcm_init(&ctx->message.gcm, &ctx->key.gcm, ctx->nonce, ctx->nonce_bytes) == 0;
    }
    loom_chacha20_poly1305_init(&ctx->message.chacha, ctx->key.chacha, ctx->nonce);
    return 1;
}

/* Whether a message is there, or can begin. GCM makes a nonce of random bytes if none is given. */
static int ready(struct aead_ctx *ctx)
{
    if (!ctx->has_key) {
        return is_gcm(ctx) ? 0 : REFUSE(ctx->provider, NO_KEY);
    }
    if (ctx->nonce_is == NONE && is_gcm(ctx) && ctx->encrypts && ctx->nonce_bytes >= NONCE_BYTES) {
        if (!provider_random(ctx->provider, ctx->nonce, ctx->nonce_bytes)) {
            return 0;
        }
        ctx->nonce_is = GIVEN;
    }
    if (ctx->nonce_is == GIVEN) {
        return begin(ctx);
    }
    return ctx->nonce_is == BEGUN || (is_gcm(ctx) ? 0 : REFUSE(ctx->provider, NONCE));
}

static int set_key(struct aead_ctx *ctx, const uint8_t *key, size_t bytes)
{
    if (bytes != ctx->aead->key_bytes) {
        return REFUSE(ctx->provider, KEY_LENGTH);
    }
    if (!is_gcm(ctx)) {
        memcpy(ctx->key.chacha, key, bytes);
    } else if (loom_aes_gcm_set_key(&ctx->key.gcm, key, bytes) != 0) {
        return 0;
    }
    ctx->has_key = 1;
    if (ctx->nonce_is == BEGUN) { /* the message was the old key's */
        ctx->nonce_is = GIVEN;
    }
    return 1;
}

static int set_nonce(struct aead_ctx *ctx, const uint8_t *nonce, size_t bytes)
{
    if (bytes == 0 || bytes > LONGEST_NONCE || (!is_gcm(ctx) && bytes != NONCE_BYTES)) {
        return REFUSE(ctx->provider, IV_LENGTH);
    }
    memcpy(ctx->nonce, nonce, bytes);
    ctx->nonce_bytes = bytes;
    ctx->nonce_is = GIVEN;
    ctx->counts &= bytes >= NONCE_BYTES;
    return 1;
}

static int set_ctx_params(void *vctx, const OSSL_PARAM params[]);

static int init(struct aead_ctx *ctx, int encrypts, const uint8_t *key, size_t key_bytes, const uint8_t *nonce,
                size_t nonce_bytes, const OSSL_PARAM params[])
{
    ctx->encrypts = encrypts;
    ctx->has_header = 0;
    return (nonce == NULL || set_nonce(ctx, nonce, nonce_bytes)) && (key == NULL || set_key(ctx, key, key_bytes)) &&
           set_ctx_params(ctx, params);
}

static int encrypt_init(void *vctx, const unsigned char *key, size_t key_bytes, const unsigned char *nonce,
                        size_t nonce_bytes, const OSSL_PARAM params[])
{
    return init(vctx, 1, key, key_bytes, nonce, nonce_bytes, params);
}

static int decrypt_init(void *vctx, const unsigned char *key, size_t key_bytes, const unsigned char *nonce,
                        size_t nonce_bytes, const OSSL_PARAM params[])
{
    return init(vctx, 0, key, key_bytes, nonce, nonce_bytes, params);
}

/* ---- messages ---- */

static int take_aad(struct aead_ctx *ctx, const uint8_t *aad, size_t bytes)
{
    return (is_gcm(ctx) ? loom_aes_gcm_aad(&ctx->message.gcm, aad, bytes)
                        : loom_chacha20_poly1305_aad(&ctx->message.chacha, aad, bytes)) == 0;
}

static int take_text(struct aead_ctx *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    loom_aes_gcm_ctx *gcm = &ctx->message.gcm;
    loom_chacha20_poly1305_ctx *chacha = &ctx->message.chacha;
    if (is_gcm(ctx)) {
        return (ctx->encrypts ? loom_aes_gcm_encrypt(gcm, in, out, bytes)
                              : loom_aes_gcm_decrypt(gcm, in, out, bytes)) == 0;
    }
    return (ctx->encrypts ? loom_chacha20_poly1305_encrypt(chacha, in, out, bytes)
                          : loom_chacha20_poly1305_decrypt(chacha, in, out, bytes)) == 0;
}

static int final(void *vctx, unsigned char *out, size_t *out_bytes, size_t room)
{
    struct aead_ctx *ctx = vctx;
    loom_aes_gcm_ctx *gcm = &ctx->message.gcm;
    loom_chacha20_poly1305_ctx *chacha = &ctx->message.chacha;
    (void)out;
    (void)room;
    *out_bytes = 0;
    if (ctx->has_header || !ready(ctx)) {
        return 0;
    }
    if (!ctx->encrypts) {
        size_t shortest = is_gcm(ctx) ? SHORTEST_TAG : TAG;
        if (ctx->tag_bytes < shortest) {
            return 0;
        }
        ctx->nonce_is = USED;
        return (is_gcm(ctx) ? loom_aes_gcm_verify(gcm, ctx->tag, ctx->tag_bytes)
                            : loom_chacha20_poly1305_verify(chacha, ctx->tag)) == 0;
    }
    ctx->nonce_is = USED;
    ctx->tag_bytes = TAG;
    return (is_gcm(ctx) ? loom_aes_gcm_tag(gcm, ctx->tag, TAG) : loom_chacha20_poly1305_tag(chacha, ctx->tag)) == 0;
}

/* ---- records of TLS 1.2 ---- */

static int set_header(struct aead_ctx *ctx, const OSSL_PARAM *param)
{
    const uint8_t *header = param->data;
    size_t before = is_gcm(ctx) ? EXPLICIT : 0, length;
    if (param->data_type != OSSL_PARAM_OCTET_STRING) {
        return REFUSE(ctx->provider, BAD_PARAMETER);
    }
    before += ctx->encrypts ? 0 : TAG;
    length = header == NULL || param->data_size != HEADER ? 0 : (size_t)header[11] << 8 | header[12];
    if (header == NULL || param->data_size != HEADER || length < before) {
        return REFUSE(ctx->provider, is_gcm(ctx) ? BAD_HEADER : SHORT_RECORD);
    }
    ctx->length = length - before;
    memcpy(ctx->header, header, HEADER);
    ctx->header[11] = (uint8_t)(ctx->length >> 8);
    ctx->header[12] = (uint8_t)ctx->length;
    ctx->has_header = 1;
    return 1;
}

/* The number at the end of a nonce. */
static void count(uint8_t *end)
{
    for (size_t i = 0; i < EXPLICIT && ++*--end == 0; i++) {
    }
}

/* The part of the nonce that stays. The rest of GCM's begins by chance and counts when sealing, and comes with the
 * record when opening; ChaCha20's gets the number of the record. A length of SIZE_MAX: all of GCM's nonce. */
static int set_fixed(struct aead_ctx *ctx, const OSSL_PARAM *param)
{
    int whole = is_gcm(ctx) && param->data_size == SIZE_MAX;
    size_t bytes = whole ? ctx->nonce_bytes : param->data_size;
    if (param->data_type != OSSL_PARAM_OCTET_STRING || param->data == NULL) {
        return REFUSE(ctx->provider, BAD_PARAMETER);
    }
    if (is_gcm(ctx) ? bytes > ctx->nonce_bytes || ctx->nonce_bytes < NONCE_BYTES ||
                          (!whole && (bytes < IMPLICIT || ctx->nonce_bytes - bytes < EXPLICIT))
                    : bytes != NONCE_BYTES) {
        return REFUSE(ctx->provider, is_gcm(ctx) ? BAD_PARAMETER : IV_LENGTH);
    }
    memcpy(ctx->nonce, param->data, bytes);
    if (is_gcm(ctx) && !whole && ctx->encrypts &&
        !provider_random(ctx->provider, ctx->nonce + bytes, ctx->nonce_bytes - bytes)) {
        return 0;
    }
    ctx->counts = 1;
    ctx->nonce_is = GIVEN;
    return 1;
}

/* Whether GCM's nonces are made, or taken, here. */
static int has_counter(const struct aead_ctx *ctx)
{
    return is_gcm(ctx) && ctx->counts && ctx->has_key;
}

/* Begins a message, gives the last bytes of its nonce, and makes the next one of it. */
static int make_nonce(struct aead_ctx *ctx, uint8_t *out, size_t bytes)
{
    uint8_t *end = ctx->nonce + ctx->nonce_bytes;
    if (!has_counter(ctx) || !begin(ctx)) {
        return 0;
    }
    bytes = bytes == 0 || bytes > ctx->nonce_bytes ? ctx->nonce_bytes : bytes;
    memcpy(out, end - bytes, bytes);
    count(end);
    return 1;
}

/* Begins a message with a nonce whose last bytes come from the other side. */
static int take_nonce(struct aead_ctx *ctx, const uint8_t *in, size_t bytes)
{
    if (!has_counter(ctx) || ctx->encrypts || bytes > ctx->nonce_bytes) {
        return 0;
    }
    memcpy(ctx->nonce + ctx->nonce_bytes - bytes, in, bytes);
    return begin(ctx);
}

static int gcm_record(struct aead_ctx *ctx, uint8_t *out, size_t *out_bytes, const uint8_t *in, size_t bytes)
{
    const loom_aes_gcm_key *key = &ctx->key.gcm;
    uint8_t *end = ctx->nonce + ctx->nonce_bytes, *text = out + EXPLICIT, *tag = text + ctx->length;
    int result;
    if (!has_counter(ctx) || in != out || bytes != EXPLICIT + ctx->length + TAG) {
        return 0;
    }
    ctx->nonce_is = USED;
    if (!ctx->encrypts) {
        memcpy(end - EXPLICIT, out, EXPLICIT);
        *out_bytes = ctx->length;
        return loom_aes_gcm_open(key, ctx->nonce, ctx->nonce_bytes, ctx->header, HEADER, text, ctx->length, tag, TAG,
                                 text) == 0;
    }
    memcpy(out, end - EXPLICIT, EXPLICIT);
    result =
        loom_aes_gcm_seal(key, ctx->nonce, ctx->nonce_bytes, ctx->header, HEADER, text, ctx->length, text, tag, TAG);
    count(end);
    return result == 0;
}

static int chacha_record(struct aead_ctx *ctx, uint8_t *out, size_t *out_bytes, const uint8_t *in, size_t bytes)
{
    uint8_t nonce[NONCE_BYTES];
    if (!ctx->has_key || ctx->nonce_is == NONE || bytes != ctx->length + TAG) {
        return 0;
    }
    memcpy(nonce, ctx->nonce, NONCE_BYTES);
    for (size_t i = 0; i < 8; i++) {
        nonce[4 + i] ^= ctx->header[i];
    }
    *out_bytes = ctx->encrypts ? bytes : ctx->length;
    return (ctx->encrypts ? loom_chacha20_poly1305_seal(ctx->key.chacha, nonce, ctx->header, HEADER, in, ctx->length,
                                                        out, out + ctx->length)
                          : loom_chacha20_poly1305_open(ctx->key.chacha, nonce, ctx->header, HEADER, in, ctx->length,
                                                        in + ctx->length, out)) == 0;
}

/* ---- updates ---- */

static int fits(const struct aead_ctx *ctx, const uint8_t *out, size_t room, const uint8_t *in, size_t bytes)
{
    if (room < bytes) {
        return REFUSE(ctx->provider, OUTPUT_TOO_SMALL);
    }
    return out == NULL || out == in || !provider_meet(out, bytes, in, bytes) || REFUSE(ctx->provider, OVERLAP);
}

static int take(struct aead_ctx *ctx, uint8_t *out, size_t *out_bytes, const uint8_t *in, size_t bytes)
{
    *out_bytes = bytes;
    if (ctx->has_header) {
        ctx->has_header = 0; /* one header, one record */
        return out != NULL && (is_gcm(ctx) ? gcm_record : chacha_record)(ctx, out, out_bytes, in, bytes);
    }
    return ready(ctx) && (out == NULL ? take_aad(ctx, in, bytes) : take_text(ctx, out, in, bytes));
}

static int update(void *vctx, unsigned char *out, size_t *out_bytes, size_t room, const unsigned char *in, size_t bytes)
{
    struct aead_ctx *ctx = vctx;
    *out_bytes = 0;
    if (bytes == 0) {
        return 1;
    }
    if (!fits(ctx, out, room, in, bytes)) {
        return 0;
    }
    if (!take(ctx, out, out_bytes, in, bytes)) {
        *out_bytes = 0;
        return is_gcm(ctx) ? REFUSE(ctx->provider, BAD_RECORD) : 0; /* as the default provider says it */
    }
    return 1;
}

/* EVP_Cipher: no input is the end, and a failure says nothing. */
static int whole(void *vctx, unsigned char *out, size_t *out_bytes, size_t room, const unsigned char *in, size_t bytes)
{
    struct aead_ctx *ctx = vctx;
    *out_bytes = 0;
    return in == NULL ? final(vctx, out, out_bytes, room)
                      : fits(ctx, out, room, in, bytes) && (bytes == 0 || take(ctx, out, out_bytes, in, bytes));
}

/* ---- parameters ---- */

static const OSSL_PARAM *gettable_ctx(void *vctx, void *provctx)
{
    static const OSSL_PARAM params[] = {OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
                                        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
                                        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TAGLEN, NULL),
                                        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD_PAD, NULL),
                                        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_IV, NULL, 0),
                                        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_UPDATED_IV, NULL, 0),
                                        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, NULL, 0),
                                        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_GET_IV_GEN, NULL, 0),
                                        OSSL_PARAM_END};
    (void)vctx;
    (void)provctx;
    return params;
}

static int get_tag(struct aead_ctx *ctx, OSSL_PARAM *param)
{
    size_t bytes = param->data_size;
    if (!ctx->encrypts || ctx->tag_bytes == 0) {
        return REFUSE(ctx->provider, is_gcm(ctx) ? BAD_TAG : TAG_NOT_SET);
    }
    if (bytes == 0 || bytes > TAG) {
        return REFUSE(ctx->provider, is_gcm(ctx) ? BAD_TAG : TAG_LENGTH);
    }
    return param_set_octets(param, OSSL_CIPHER_PARAM_AEAD_TAG, ctx->tag, bytes);
}

static int get_nonce(struct aead_ctx *ctx, OSSL_PARAM *params, const char *name)
{
    OSSL_PARAM *param = param_find(params, name);
    if (param == NULL) {
        return 1;
    }
    if (param->data_size < ctx->nonce_bytes) {
        return REFUSE(ctx->provider, IV_LENGTH);
    }
    return ctx->nonce_is != NONE && param_set_octets(param, name, ctx->nonce, ctx->nonce_bytes);
}

static int get_ctx_params(void *vctx, OSSL_PARAM params[])
{
    struct aead_ctx *ctx = vctx;
    OSSL_PARAM *tag = param_find(params, OSSL_CIPHER_PARAM_AEAD_TAG);
    OSSL_PARAM *next = param_find(params, OSSL_CIPHER_PARAM_AEAD_TLS1_GET_IV_GEN);
    return param_set_number(params, OSSL_CIPHER_PARAM_KEYLEN, ctx->aead->key_bytes) &&
           param_set_number(params, OSSL_CIPHER_PARAM_IVLEN, ctx->nonce_bytes) &&
           param_set_number(params, OSSL_CIPHER_PARAM_AEAD_TAGLEN,
                            ctx->tag_bytes == 0 && is_gcm(ctx) ? TAG : ctx->tag_bytes) &&
           param_set_number(params, OSSL_CIPHER_PARAM_AEAD_TLS1_AAD_PAD, TAG) &&
           get_nonce(ctx, params, OSSL_CIPHER_PARAM_IV) && get_nonce(ctx, params, OSSL_CIPHER_PARAM_UPDATED_IV) &&
           (tag == NULL || get_tag(ctx, tag)) &&
           (next == NULL || (next->data_type == OSSL_PARAM_OCTET_STRING && next->data != NULL &&
                             make_nonce(ctx, next->data, next->data_size)));
}

static const OSSL_PARAM *settable_ctx(void *vctx, void *provctx)
{
    static const OSSL_PARAM params[] = {OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
                                        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
                                        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, NULL, 0),
                                        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD, NULL, 0),
                                        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_IV_FIXED, NULL, 0),
                                        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_SET_IV_INV, NULL, 0),
                                        OSSL_PARAM_END};
    (void)vctx;
    (void)provctx;
    return params;
}

static int set_tag(struct aead_ctx *ctx, const OSSL_PARAM *param)
{
    size_t bytes = param->data_size;
    if (param->data_type != OSSL_PARAM_OCTET_STRING || (is_gcm(ctx) && (param->data == NULL || bytes > TAG))) {
        return REFUSE(ctx->provider, BAD_PARAMETER);
    }
    if (bytes == 0 || bytes > TAG || (is_gcm(ctx) && ctx->encrypts)) {
        return REFUSE(ctx->provider, is_gcm(ctx) ? BAD_TAG : TAG_LENGTH);
    }
    if (param->data != NULL) { /* otherwise a length, for ciphers that ask for one */
        if (ctx->encrypts) {
            return REFUSE(ctx->provider, TAG_NOT_NEEDED);
        }
        memcpy(ctx->tag, param->data, bytes);
        ctx->tag_bytes = bytes;
    }
    return 1;
}

static int set_nonce_bytes(struct aead_ctx *ctx, const OSSL_PARAM *param)
{
    uint64_t bytes;
    if (!param_get_number(param, &bytes)) {
        return REFUSE(ctx->provider, BAD_PARAMETER);
    }
    if (bytes == 0 || bytes > LONGEST_NONCE || (!is_gcm(ctx) && bytes != NONCE_BYTES)) {
        return REFUSE(ctx->provider, IV_LENGTH);
    }
    if (bytes != ctx->nonce_bytes) { /* the nonce of another length is none */
        ctx->nonce_is = ctx->nonce_is == NONE ? NONE : USED;
        ctx->counts = 0;
        ctx->nonce_bytes = (size_t)bytes;
    }
    return 1;
}

static int set_key_bytes(struct aead_ctx *ctx, const OSSL_PARAM *param)
{
    uint64_t bytes;
    if (!param_get_number(param, &bytes)) {
        return REFUSE(ctx->provider, BAD_PARAMETER);
    }
    return bytes == ctx->aead->key_bytes || REFUSE(ctx->provider, KEY_LENGTH);
}

static int set_explicit(struct aead_ctx *ctx, const OSSL_PARAM *param)
{
    return param->data_type == OSSL_PARAM_OCTET_STRING && param->data != NULL &&
           take_nonce(ctx, param->data, param->data_size);
}

static int set_ctx_params(void *vctx, const OSSL_PARAM params[])
{
    static const struct {
        const char *name;
        int (*set)(struct aead_ctx *ctx, const OSSL_PARAM *param);
    } rows[] = {
        {OSSL_CIPHER_PARAM_KEYLEN, set_key_bytes},         {OSSL_CIPHER_PARAM_AEAD_TAG, set_tag},
        {OSSL_CIPHER_PARAM_IVLEN, set_nonce_bytes},        {OSSL_CIPHER_PARAM_AEAD_TLS1_AAD, set_header},
        {OSSL_CIPHER_PARAM_AEAD_TLS1_IV_FIXED, set_fixed}, {OSSL_CIPHER_PARAM_AEAD_TLS1_SET_IV_INV, set_explicit}};
    for (size_t i = 0; params != NULL && i < sizeof rows / sizeof rows[0]; i++) {
        const OSSL_PARAM *param = param_find_const(params, rows[i].name);
        if (param != NULL && !rows[i].set(vctx, param)) {
            return 0;
        }
    }
    return 1;
}

/* ---- the AEADs ---- */

/* An id, the mode, bytes of the key. */
#define AEADS(A)           \
    A(aes128_gcm, GCM, 16) \
    A(aes192_gcm, GCM, 24) \
    A(aes256_gcm, GCM, 32) \
    A(chacha20_poly1305, CHACHA20, 32)

#define AEAD(id, mode, key)                                                                                      \
    static const struct aead id = {mode, key};                                                                   \
    static void *id##_newctx(void *provctx)                                                                      \
    {                                                                                                            \
        return newctx(provctx, &id);                                                                             \
    }                                                                                                            \
    static int id##_get_params(OSSL_PARAM params[])                                                              \
    {                                                                                                            \
        return provider_cipher_facts(params, mode, key, 1, NONCE_BYTES, IS_AEAD);                                \
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
AEADS(AEAD)
