/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * RSA's signatures by asmloom beside OpenSSL's own: each verifies what the other signs, and signatures without chance
 * are the same. Keys that asmloom does not serve stay with OpenSSL, as does all other work with keys.
 *
 *     rsa CONFIGURATION
 */
#include "provider_test.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

enum { LONGEST = 600, TEXT = 1000 };

static uint8_t text[TEXT];
static EVP_PKEY *mine, *other; /* one key in both contexts */

static int is_asmlooms(EVP_PKEY_CTX *ctx)
{
    return strcmp(OSSL_PROVIDER_get0_name(EVP_PKEY_CTX_get0_provider(ctx)), "asmloom") == 0;
}

/* The key as `lib` reads it from DER. */
static EVP_PKEY *read_key(EVP_PKEY *key, OSSL_LIB_CTX *lib)
{
    uint8_t *der = NULL;
    const uint8_t *at;
    int bytes = i2d_PrivateKey(key, &der);
    EVP_PKEY *found;
    at = der;
    found = d2i_AutoPrivateKey_ex(NULL, &at, bytes, lib, NULL);
    expect(found != NULL, "reads a key");
    OPENSSL_free(der);
    return found;
}

static void make_key(size_t bits, size_t primes)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(ours, "RSA", NULL);
    OSSL_PARAM params[] = {OSSL_PARAM_construct_size_t(OSSL_PKEY_PARAM_RSA_BITS, &bits),
                           OSSL_PARAM_construct_size_t(OSSL_PKEY_PARAM_RSA_PRIMES, &primes),
                           OSSL_PARAM_construct_end()};
    EVP_PKEY_free(mine);
    EVP_PKEY_free(other);
    mine = NULL;
    expect(EVP_PKEY_keygen_init(ctx) == 1 && EVP_PKEY_CTX_set_params(ctx, params) == 1 &&
               EVP_PKEY_generate(ctx, &mine) == 1,
           "makes a key");
    EVP_PKEY_CTX_free(ctx);
    other = read_key(mine, theirs);
}

/* How a signature is made. */
struct way {
    const char *hash, *mask; /* mask NULL: PKCS #1 */
    int salt;
};

static EVP_MD_CTX *begin(int is_ours, const struct way *way, int verifies)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    EVP_PKEY_CTX *pctx = NULL;
    OSSL_LIB_CTX *lib = is_ours ? ours : theirs;
    EVP_PKEY *key = is_ours ? mine : other;
    expect((verifies ? EVP_DigestVerifyInit_ex : EVP_DigestSignInit_ex)(ctx, &pctx, way->hash, lib, NULL, key, NULL) ==
               1,
           "begins");
    expect(is_asmlooms(pctx) == is_ours, "by asmloom");
    if (way->mask != NULL) {
        expect(EVP_PKEY_CTX_set_rsa_padding(pctx, RSA_PKCS1_PSS_PADDING) == 1 &&
                   EVP_PKEY_CTX_set_rsa_mgf1_md_name(pctx, way->mask, NULL) == 1 &&
                   EVP_PKEY_CTX_set_rsa_pss_saltlen(pctx, way->salt) == 1,
               "PSS");
    }
    return ctx;
}

/* The bytes of a signature of text[0..bytes-1], or 0. */
static size_t sign(int is_ours, const struct way *way, size_t bytes, uint8_t *out)
{
    EVP_MD_CTX *ctx = begin(is_ours, way, 0), *copy;
    size_t first = any(bytes + 1), n = 0;
    int good;
    expect(EVP_DigestSignUpdate(ctx, text, first) == 1, "takes text");
    copy = EVP_MD_CTX_new();
    expect(EVP_MD_CTX_copy_ex(copy, ctx) == 1, "copies");
    EVP_MD_CTX_free(ctx);
    expect(EVP_DigestSignUpdate(copy, text + first, bytes - first) == 1, "takes text");
    expect(EVP_DigestSignFinal(copy, NULL, &n) == 1 && n == (size_t)EVP_PKEY_get_size(mine), "says the length");
    good = EVP_DigestSignFinal(copy, out, &n);
    EVP_MD_CTX_free(copy);
    if (!good) {
        ERR_clear_error();
    }
    return good == 1 ? n : 0;
}

static int verify(int is_ours, const struct way *way, size_t bytes, const uint8_t *signature, size_t length)
{
    EVP_MD_CTX *ctx = begin(is_ours, way, 1);
    int good = EVP_DigestVerify(ctx, signature, length, text, bytes) == 1;
    EVP_MD_CTX_free(ctx);
    ERR_clear_error();
    return good;
}

/* Whether there is room for a salt is the same on both sides. */
static void one_way(const struct way *way)
{
    uint8_t signature[LONGEST], expected_one[LONGEST];
    size_t bytes = any(TEXT), n, m;
    n = sign(1, way, bytes, signature);
    m = sign(0, way, bytes, expected_one);
    expect(n == m, "a signature, or none");
    if (n == 0) {
        return;
    }
    if (way->mask == NULL) {
        same("signature", signature, expected_one, n);
    }
    for (int side = 0; side < 2; side++) {
        struct way any_salt = *way, wrong_salt = *way;
        any_salt.salt = RSA_PSS_SALTLEN_AUTO;
        wrong_salt.salt = 3;
        expect(verify(side, way, bytes, signature, n) && verify(side, way, bytes, expected_one, n), "verifies");
        expect(verify(side, &any_salt, bytes, signature, n), "verifies with any salt");
        expect(way->mask == NULL || !verify(side, &wrong_salt, bytes, signature, n), "another salt");
        expect(!verify(side, way, bytes, signature, n - 1), "too short a signature");
    }
    text[any(TEXT)] ^= 1;
    signature[any(n)] ^= (uint8_t)(1 << any(8));
    expect(!verify(1, way, bytes, signature, n), "a wrong signature");
}

static void all_ways(size_t bits)
{
    static const char *const hashes[] = {"MD5",    "RIPEMD160", "SHA1",   "SHA224",
                                         "SHA256", "SHA384",    "SHA512", "MD5-SHA1"};
    int salts[] = {RSA_PSS_SALTLEN_DIGEST, RSA_PSS_SALTLEN_MAX, RSA_PSS_SALTLEN_AUTO, 0, 20, 33, 0, 0};
    static char what[80];
    const size_t both = sizeof hashes / sizeof hashes[0] - 1; /* the last: no digest that a mask takes */
    for (size_t i = 0; i <= both; i++) {
        struct way way = {hashes[i], NULL, 0};
        snprintf(what, sizeof what, "%zu bits, %s", bits, hashes[i]);
        name(what);
        one_way(&way);
        salts[6] = (int)((bits + 6) / 8) - 2 - (i < both ? EVP_MD_get_size(EVP_get_digestbyname(hashes[i])) : 0);
        salts[7] = salts[6] + 1; /* the longest, and one more */
        for (size_t j = 0; j < 8 && i < both; j++) {
            way.mask = hashes[any(both)];
            way.salt = salts[j];
            one_way(&way);
        }
    }
}

static EVP_PKEY_CTX *context(int is_ours)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(is_ours ? ours : theirs, is_ours ? mine : other, NULL);
    expect(ctx != NULL, "context");
    return ctx;
}

/* Digests and bare octets, without padding too; and what stands in a signature. */
static void octets(int padding, const char *hash, size_t bytes)
{
    uint8_t signature[2][LONGEST], back[2][LONGEST];
    size_t n[2] = {LONGEST, LONGEST}, m[2] = {LONGEST, LONGEST};
    name("octets");
    for (int side = 0; side < 2; side++) {
        EVP_PKEY_CTX *ctx = context(side);
        const EVP_MD *md = hash == NULL ? NULL : EVP_get_digestbyname(hash);
        expect(EVP_PKEY_sign_init(ctx) == 1 && is_asmlooms(ctx) == side, "signs");
        expect(EVP_PKEY_CTX_set_rsa_padding(ctx, padding) == 1, "padding");
        expect(md == NULL || EVP_PKEY_CTX_set_signature_md(ctx, md) == 1, "hash");
        expect(EVP_PKEY_sign(ctx, signature[side], &n[side], text, bytes) == 1, "signature");
        expect((hash == NULL && padding == RSA_PKCS1_PADDING) ||
                   EVP_PKEY_sign(ctx, signature[side], &n[side], text, bytes + 1) != 1,
               "another length");
        EVP_PKEY_CTX_free(ctx);
    }
    ERR_clear_error();
    for (int side = 0; side < 2; side++) {
        EVP_PKEY_CTX *ctx = context(side);
        const EVP_MD *md = hash == NULL ? NULL : EVP_get_digestbyname(hash);
        expect(EVP_PKEY_sign_init(ctx) == 1 && EVP_PKEY_CTX_set_rsa_padding(ctx, padding) == 1 &&
                   (md == NULL || EVP_PKEY_CTX_set_signature_md(ctx, md) == 1) &&
                   EVP_PKEY_sign(ctx, signature[side], &n[side], text, bytes) == 1,
               "again");
        expect(EVP_PKEY_verify_init(ctx) == 1 && EVP_PKEY_CTX_set_rsa_padding(ctx, padding) == 1 &&
                   (md == NULL || EVP_PKEY_CTX_set_signature_md(ctx, md) == 1) &&
                   EVP_PKEY_verify(ctx, signature[side], n[side], text, bytes) == 1,
               "verifies");
        expect(EVP_PKEY_verify_recover_init(ctx) == 1 && EVP_PKEY_CTX_set_rsa_padding(ctx, padding) == 1 &&
                   (md == NULL || EVP_PKEY_CTX_set_signature_md(ctx, md) == 1) &&
                   EVP_PKEY_verify_recover(ctx, back[side], &m[side], signature[side], n[side]) == 1,
               "recovers");
        EVP_PKEY_CTX_free(ctx);
    }
    expect(n[0] == n[1] && m[0] == m[1] && m[0] == bytes, "lengths");
    same("signature", signature[1], signature[0], n[0]);
    same("text", back[1], text, bytes);
}

/* What a context says of one parameter, as a number of `size` bytes, or as a text if that is 0. */
static void told(EVP_PKEY_CTX *ctx, const char *key, size_t size, char out[100])
{
    char text[30] = "";
    int narrow = 77;
    int64_t wide = 77;
    void *buffer = size == sizeof narrow ? (void *)&narrow : (void *)&wide;
    OSSL_PARAM params[2] = {OSSL_PARAM_END, OSSL_PARAM_END};
    int good;
    params[0] = size == 0 ? OSSL_PARAM_construct_utf8_string(key, text, sizeof text)
                          : (OSSL_PARAM){key, OSSL_PARAM_INTEGER, buffer, size, 0};
    good = EVP_PKEY_CTX_get_params(ctx, params);
    snprintf(out, 100, "%d: %s %d %d, %zu bytes", good, text, narrow, (int)wide, params[0].return_size);
    ERR_clear_error();
}

/* Both sides of a context say the same of the length of the salt and the padding, in each form. */
static void same_words(EVP_PKEY_CTX *const ctx[2], const char *what)
{
    static const char *const keys[] = {OSSL_SIGNATURE_PARAM_PSS_SALTLEN, OSSL_SIGNATURE_PARAM_PAD_MODE};
    static const size_t sizes[] = {0, sizeof(int), sizeof(int64_t)};
    int salt[2] = {99, 99}, good[2];
    char said[2][100];
    name(what);
    for (int side = 0; side < 2; side++) {
        good[side] = EVP_PKEY_CTX_get_rsa_pss_saltlen(ctx[side], &salt[side]);
        ERR_clear_error();
    }
    expect(good[0] == good[1] && salt[0] == salt[1], "EVP_PKEY_CTX_get_rsa_pss_saltlen");
    for (size_t i = 0; i < 6; i++) {
        told(ctx[0], keys[i % 2], sizes[i / 2], said[0]);
        told(ctx[1], keys[i % 2], sizes[i / 2], said[1]);
        expect(strcmp(said[0], said[1]) == 0, said[1]);
    }
}

/* Lengths of salts as OpenSSL of the same version tells and takes them: by number and by word, and where nobody sets
 * one. How long the salt of a signature is, verifying by each length tells. */
static void salt_lengths(void)
{
    static const char *const words[] = {"digest", "max", "auto", "0", "20", "33"};
    static const int numbers[] = {RSA_PSS_SALTLEN_DIGEST, RSA_PSS_SALTLEN_AUTO, RSA_PSS_SALTLEN_MAX, -4, -5, 0, 20, 33};
    EVP_PKEY_CTX *ctx[2];
    for (int verifies = 0; verifies < 2; verifies++) {
        for (int side = 0; side < 2; side++) {
            ctx[side] = context(side);
            expect((verifies ? EVP_PKEY_verify_init : EVP_PKEY_sign_init)(ctx[side]) == 1, "begins");
            expect(is_asmlooms(ctx[side]) == side, "by asmloom");
        }
        same_words(ctx, "a salt without PSS");
        for (int side = 0; side < 2; side++) {
            expect(EVP_PKEY_CTX_set_rsa_padding(ctx[side], RSA_PKCS1_PSS_PADDING) == 1, "PSS");
            expect(EVP_PKEY_CTX_set_signature_md(ctx[side], EVP_sha256()) == 1, "hash");
        }
        same_words(ctx, "a salt that nobody has set");
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
            expect(EVP_PKEY_CTX_ctrl_str(ctx[0], "rsa_pss_saltlen", words[i]) ==
                       EVP_PKEY_CTX_ctrl_str(ctx[1], "rsa_pss_saltlen", words[i]),
                   words[i]);
            ERR_clear_error();
            same_words(ctx, words[i]);
        }
        for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
            int good[2];
            for (int side = 0; side < 2; side++) {
                OSSL_PARAM params[] = {OSSL_PARAM_END, OSSL_PARAM_END};
                int number = numbers[i];
                params[0] = OSSL_PARAM_construct_int(OSSL_SIGNATURE_PARAM_PSS_SALTLEN, &number);
                good[side] = EVP_PKEY_CTX_set_params(ctx[side], params);
            }
            ERR_clear_error();
            expect(good[0] == good[1], "a number is taken, or not");
            same_words(ctx, "a number");
        }
        EVP_PKEY_CTX_free(ctx[0]);
        EVP_PKEY_CTX_free(ctx[1]);
    }
}

/* Signatures under PSS where nobody says a length: salts of one length on both sides. */
static void default_salt(void)
{
    uint8_t signature[LONGEST];
    int length[2] = {-1, -1};
    name("the default salt");
    for (int side = 0; side < 2; side++) {
        EVP_MD_CTX *md = EVP_MD_CTX_new();
        EVP_PKEY_CTX *ctx = NULL;
        struct way way = {"SHA256", "SHA256", 0};
        size_t n = LONGEST;
        expect(EVP_DigestSignInit_ex(md, &ctx, "SHA256", side ? ours : theirs, NULL, side ? mine : other, NULL) == 1 &&
                   is_asmlooms(ctx) == side && EVP_PKEY_CTX_set_rsa_padding(ctx, RSA_PKCS1_PSS_PADDING) == 1 &&
                   EVP_DigestSign(md, signature, &n, text, TEXT) == 1,
               "signs");
        EVP_MD_CTX_free(md);
        while (way.salt < EVP_PKEY_get_size(mine) && !verify(0, &way, TEXT, signature, n)) {
            way.salt++;
        }
        length[side] = way.salt;
    }
    expect(length[0] == length[1] && length[0] < EVP_PKEY_get_size(mine), "one length");
}

/* A certificate that one side signs; the other reads the identifiers of hash, mask and salt, and verifies. */
static void certificate(int is_ours, int pss)
{
    X509 *made = X509_new_ex(is_ours ? ours : theirs, NULL), *read;
    struct way way = {"SHA384", pss ? "SHA256" : NULL, pss == 1 ? RSA_PSS_SALTLEN_DIGEST : RSA_PSS_SALTLEN_MAX};
    EVP_MD_CTX *ctx = begin(is_ours, &way, 0);
    uint8_t *der = NULL;
    const uint8_t *at;
    int bytes;
    name("certificate");
    X509_set_version(made, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(made), 1);
    X509_gmtime_adj(X509_getm_notBefore(made), -3600);
    X509_gmtime_adj(X509_getm_notAfter(made), 3600);
    X509_set_pubkey(made, is_ours ? mine : other);
    expect(X509_sign_ctx(made, ctx) > 0, "signs");
    EVP_MD_CTX_free(ctx);
    bytes = i2d_X509(made, &der);
    at = der;
    read = X509_new_ex(is_ours ? theirs : ours, NULL);
    expect(d2i_X509(&read, &at, bytes) != NULL && X509_verify(read, X509_get0_pubkey(read)) == 1, "verifies");
    der[bytes - 1] ^= 1;
    at = der;
    expect(d2i_X509(&read, &at, bytes) != NULL && X509_verify(read, X509_get0_pubkey(read)) != 1, "a forged one");
    ERR_clear_error();
    OPENSSL_free(der);
    X509_free(made);
    X509_free(read);
}

/* ---- keys ---- */

/* Who signs with the key, or verifies. */
static int taken(EVP_PKEY *key, int signs)
{
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(ours, key, NULL);
    int result;
    expect((signs ? EVP_PKEY_sign_init : EVP_PKEY_verify_init)(ctx) == 1, "begins");
    result = is_asmlooms(ctx);
    EVP_PKEY_CTX_free(ctx);
    return result;
}

static EVP_PKEY *built(BIGNUM *n, BIGNUM *e, BIGNUM *d)
{
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    OSSL_PARAM *params;
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(ours, "RSA", NULL);
    EVP_PKEY *key = NULL;
    OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_RSA_N, n);
    OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_RSA_E, e);
    if (d != NULL) {
        OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_RSA_D, d);
    }
    params = OSSL_PARAM_BLD_to_param(build);
    expect(EVP_PKEY_fromdata_init(ctx) == 1 && EVP_PKEY_fromdata(ctx, &key, EVP_PKEY_KEYPAIR, params) == 1, "key");
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(build);
    EVP_PKEY_CTX_free(ctx);
    return key;
}

/* asmloom's context takes a key that asmloom's functions do not serve, and the next provider signs as with `other`. */
static void signs_alike(EVP_PKEY *key, const char *what)
{
    uint8_t out[2][LONGEST];
    size_t n[2] = {LONGEST, LONGEST};
    expect(taken(key, 1), what);
    for (int side = 0; side < 2; side++) {
        EVP_MD_CTX *md = EVP_MD_CTX_new();
        expect(EVP_DigestSignInit_ex(md, NULL, "SHA256", side ? ours : theirs, NULL, side ? key : other, NULL) == 1 &&
                   EVP_DigestSign(md, out[side], &n[side], text, 100) == 1,
               what);
        EVP_MD_CTX_free(md);
    }
    expect(n[0] == n[1], what);
    same(what, out[1], out[0], n[0]);
}

static void strange_keys(void)
{
    BIGNUM *n = NULL, *e = NULL, *d = NULL;
    EVP_PKEY *key;
    name("strange keys");
    make_key(1024, 2);
    expect(taken(mine, 1) && taken(mine, 0), "a plain key");
    EVP_PKEY_get_bn_param(mine, OSSL_PKEY_PARAM_RSA_N, &n);
    EVP_PKEY_get_bn_param(mine, OSSL_PKEY_PARAM_RSA_E, &e);
    EVP_PKEY_get_bn_param(mine, OSSL_PKEY_PARAM_RSA_D, &d);
    key = built(n, e, NULL);
    expect(taken(key, 0), "a public key");
    EVP_PKEY_free(key);
    key = built(n, e, d);
    signs_alike(key, "a private key without primes");
    EVP_PKEY_free(key);
    expect(BN_lshift(n, n, 3200) == 1 && BN_add_word(n, 1) == 1, "a longer modulus");
    key = built(n, e, NULL);
    expect(taken(key, 0), "a long key");
    EVP_PKEY_free(key);
    BN_free(n);
    BN_free(e);
    BN_clear_free(d);
    make_key(2048, 3);
    signs_alike(mine, "a key of three primes");
}

/* Whose algorithms a query without more words finds, and work that stays with the default provider. */
static void others_stay(void)
{
    EVP_KEYMGMT *keys = EVP_KEYMGMT_fetch(ours, "RSA", NULL);
    EVP_SIGNATURE *signs = EVP_SIGNATURE_fetch(ours, "RSA", NULL);
    EVP_PKEY_CTX *ctx;
    EVP_PKEY *pss = NULL;
    uint8_t sealed[LONGEST], opened[LONGEST];
    size_t n = LONGEST, m = LONGEST;
    name("others");
    expect(strcmp(OSSL_PROVIDER_get0_name(EVP_KEYMGMT_get0_provider(keys)), "default") == 0, "keys");
    expect(strcmp(OSSL_PROVIDER_get0_name(EVP_SIGNATURE_get0_provider(signs)), "asmloom") == 0, "signatures");
    EVP_KEYMGMT_free(keys);
    EVP_SIGNATURE_free(signs);
    ctx = context(1);
    expect(EVP_PKEY_encrypt_init(ctx) == 1 && EVP_PKEY_CTX_set_rsa_padding(ctx, RSA_PKCS1_OAEP_PADDING) == 1 &&
               EVP_PKEY_encrypt(ctx, sealed, &n, text, 50) == 1 && EVP_PKEY_decrypt_init(ctx) == 1 &&
               EVP_PKEY_CTX_set_rsa_padding(ctx, RSA_PKCS1_OAEP_PADDING) == 1 &&
               EVP_PKEY_decrypt(ctx, opened, &m, sealed, n) == 1 && m == 50,
           "OAEP");
    EVP_PKEY_CTX_free(ctx);
    same("OAEP", opened, text, 50);
    ctx = EVP_PKEY_CTX_new_from_name(ours, "RSA-PSS", NULL);
    expect(EVP_PKEY_keygen_init(ctx) == 1 && EVP_PKEY_CTX_set_rsa_keygen_bits(ctx, 1024) == 1 &&
               EVP_PKEY_generate(ctx, &pss) == 1 && !taken(pss, 1),
           "keys for PSS alone");
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(pss);
}

/* ---- everything alike: parameters in every form, and errors ---- */

/* A parameter in a form, in a context of each side that has begun the operation (0: sign, 1: verify, 2: recover, and
 * with 4 a text in pieces), under PSS or not. Afterwards both say the same, and sign or not alike. */
static void one_form(const char *key, const char *text_of, size_t which, int operation, int pss)
{
    EVP_PKEY_CTX *ctx[2];
    EVP_MD_CTX *md[2] = {NULL, NULL};
    char errors[2][512], what[200];
    int result[2];
    size_t n[2] = {LONGEST, LONGEST};
    uint8_t out[2][LONGEST];
    snprintf(what, sizeof what, "%s:%.60s, form %zu, operation %d, PSS %d", key, text_of, which, operation, pss);
    for (int side = 0; side < 2; side++) {
        struct form form;
        OSSL_PARAM params[] = {in_form(&form, which, key, text_of), OSSL_PARAM_END};
        if (operation >= 4) {
            md[side] = EVP_MD_CTX_new();
            expect((operation == 4 ? EVP_DigestSignInit_ex : EVP_DigestVerifyInit_ex)(
                       md[side], &ctx[side], "SHA256", side ? ours : theirs, NULL, side ? mine : other, NULL) == 1,
                   "begins");
        } else {
            ctx[side] = context(side);
            expect((operation == 0   ? EVP_PKEY_sign_init
                    : operation == 1 ? EVP_PKEY_verify_init
                                     : EVP_PKEY_verify_recover_init)(ctx[side]) == 1,
                   "begins");
        }
        expect(!pss || EVP_PKEY_CTX_set_rsa_padding(ctx[side], RSA_PKCS1_PSS_PADDING) == 1, "PSS");
        result[side] = EVP_PKEY_CTX_set_params(ctx[side], params);
        take_errors(errors[side], sizeof errors[side]);
    }
    if (md[0] != NULL && strcmp(key, OSSL_SIGNATURE_PARAM_DIGEST) == 0 && result[0] != result[1]) {
        /* OpenSSL takes no digest in the middle, asmloom the one that is set. */
        expect(result[1] == 1 && strcmp(text_of, "SHA2-256") == 0, what);
    } else {
        if (md[1] != NULL && result[1] != 1) {
            strcpy(errors[1], errors[0]);
        }
        alike(result, errors, what);
        same_words(ctx, what);
    }
    for (int side = 0; side < 2 && (operation == 0 || operation == 4); side++) {
        result[side] = operation == 4 ? EVP_DigestSign(md[side], out[side], &n[side], text, 100)
                                      : EVP_PKEY_sign(ctx[side], out[side], &n[side], text, 32);
        take_errors(errors[side], sizeof errors[side]);
    }
    if (operation == 0 || operation == 4) {
        alike(result, errors, what);
    }
    for (int side = 0; side < 2; side++) {
        if (md[side] != NULL) {
            EVP_MD_CTX_free(md[side]);
        } else {
            EVP_PKEY_CTX_free(ctx[side]);
        }
    }
}

static void forms(void)
{
    static const char *const salts[] = {
        "-1",    "-2",         "-3", "-4", "-5",     "0",   "+32",  "0x20",           " 7",
        "32 ",   "7x",         "x",  "",   "digest", "max", "auto", "auto-digestmax", "Digest",
        "99999", "4294967296", NULL};
    static const char *const paddings[] = {"1",  "2",     "3",      "4",      "5",    "6",          "0",
                                           "-1", "pkcs1", "pss",    "none",   "x931", "oaep",       "PSS",
                                           "",   "x",     "pkcs1 ", "sslv23", "257",  "4294967297", NULL};
    static const char *const digests[] = {"SHA256",
                                          "sha1",
                                          "SHA2-256",
                                          "SHA3-256",
                                          "SHA512-256",
                                          "MD5",
                                          "MD5-SHA1",
                                          "RIPEMD160",
                                          "2.16.840.1.101.3.4.2.1",
                                          "SHAKE256",
                                          "x",
                                          "",
                                          "SM3",
                                          "BLAKE2B-512",
                                          "1",
                                          "12345678901234567890123456789012345678901234567890",
                                          "MDC2",
                                          "SHA-384",
                                          "SHA512-224",
                                          "sha224",
                                          NULL};
    static const char *const queries[] = {"", "provider=default", "x", NULL};
    static const char *const one[] = {"1", NULL};
    static const struct {
        const char *key, *const *values;
    } rows[] = {
        {OSSL_SIGNATURE_PARAM_PSS_SALTLEN, salts},
        {OSSL_SIGNATURE_PARAM_PAD_MODE, paddings},
        {OSSL_SIGNATURE_PARAM_DIGEST, digests},
        {OSSL_SIGNATURE_PARAM_MGF1_DIGEST, digests},
        {OSSL_SIGNATURE_PARAM_PROPERTIES, queries},
        {OSSL_SIGNATURE_PARAM_MGF1_PROPERTIES, queries},
        {"unknown", one},
    };
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        for (size_t i = 0; rows[row].values[i] != NULL; i++) {
            for (size_t which = 0; which < FORMS; which++) {
                /* each text as such in all operations; other forms where the text is a number */
                for (int way = 0; way < 10 && (which == 0 || (way == 0 && strtol(rows[row].values[i], NULL, 0) != 0));
                     way++) {
                    if (way != 5 && way / 2 != 3) { /* recovering has no PSS; 3 is no operation */
                        one_form(rows[row].key, rows[row].values[i], which, way / 2, way % 2);
                    }
                }
            }
        }
    }
}

/* One call that fails on both sides with the same errors. */
static void errors(void)
{
    static const struct {
        int operation, padding;
        const char *hash;
        int salt;
        size_t bytes, room;
    } rows[] = {{0, RSA_PKCS1_PADDING, "SHA256", 0, 31, LONGEST},
                {0, RSA_PKCS1_PADDING, "SHA256", 0, 32, 10},
                {0, RSA_PKCS1_PADDING, NULL, 0, 118, LONGEST},
                {0, RSA_NO_PADDING, NULL, 0, 127, LONGEST},
                {0, RSA_X931_PADDING, "SHA256", 0, 32, LONGEST},
                {0, RSA_PKCS1_PSS_PADDING, "SHA256", 95, 32, LONGEST},
                {0, RSA_PKCS1_PSS_PADDING, "SHA3-256", 9, 32, LONGEST},
                {0, RSA_PKCS1_PADDING, "RIPEMD160", 0, 20, LONGEST},
                {1, RSA_PKCS1_PADDING, "SHA256", 0, 32, 128},
                {1, RSA_PKCS1_PADDING, "SHA256", 0, 32, 127},
                {1, RSA_PKCS1_PSS_PADDING, "SHA256", 20, 32, 128},
                {1, RSA_PKCS1_PSS_PADDING, "SHA256", 20, 31, 128},
                {1, RSA_NO_PADDING, NULL, 0, 128, 128},
                {1, RSA_X931_PADDING, "SHA256", 0, 32, 128},
                {2, RSA_PKCS1_PADDING, "SHA256", 0, 32, 128},
                {2, RSA_PKCS1_PADDING, NULL, 0, 32, 128},
                {2, RSA_NO_PADDING, NULL, 0, 32, 128},
                {2, RSA_PKCS1_PADDING, NULL, 0, 32, 100}};
    make_key(1024, 2);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char words[2][512];
        int result[2];
        name("errors");
        for (int side = 0; side < 2; side++) {
            EVP_PKEY_CTX *ctx = context(side);
            uint8_t out[LONGEST] = {1, 2, 3}, back[LONGEST];
            size_t n = rows[i].room, m = LONGEST;
            OSSL_PARAM params[] = {
                OSSL_PARAM_construct_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, (char *)(uintptr_t)rows[i].hash, 0),
                OSSL_PARAM_END};
            expect((rows[i].operation == 0   ? EVP_PKEY_sign_init
                    : rows[i].operation == 1 ? EVP_PKEY_verify_init
                                             : EVP_PKEY_verify_recover_init)(ctx) == 1,
                   "begins");
            result[side] = (rows[i].hash == NULL || EVP_PKEY_CTX_set_params(ctx, params) == 1) &&
                           EVP_PKEY_CTX_set_rsa_padding(ctx, rows[i].padding) == 1 &&
                           (rows[i].salt == 0 || EVP_PKEY_CTX_set_rsa_pss_saltlen(ctx, rows[i].salt) == 1);
            if (result[side]) {
                result[side] = rows[i].operation == 0   ? EVP_PKEY_sign(ctx, out, &n, text, rows[i].bytes)
                               : rows[i].operation == 1 ? EVP_PKEY_verify(ctx, out, n, text, rows[i].bytes)
                                                        : EVP_PKEY_verify_recover(ctx, back, &m, out, n);
            }
            take_errors(words[side], sizeof words[side]);
            EVP_PKEY_CTX_free(ctx);
        }
        alike(result, words, rows[i].hash == NULL ? "no hash" : rows[i].hash);
    }
}

/* ---- new keys in a process whose first work is a signature: OpenSSL then gives out asmloom's keys ---- */

/* `signs`: 0 for a public key, 1 for a private key, 2 for one without its primes. */
static void uses(EVP_PKEY *key, OSSL_LIB_CTX *lib, const char *hash, int signs)
{
    uint8_t out[LONGEST], back[LONGEST];
    size_t n = sizeof out, m = sizeof back;
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(lib, key, NULL);
    EVP_MD_CTX *md = EVP_MD_CTX_new();
    uint8_t *der = NULL;
    EVP_PKEY *copy;
    int bytes = signs == 1 ? i2d_PrivateKey(key, &der) : i2d_PUBKEY(key, &der);
    expect(bytes > 0, "to DER");
    OPENSSL_free(der);
    expect(EVP_PKEY_encrypt_init(ctx) == 1 && EVP_PKEY_encrypt(ctx, out, &n, text, 20) == 1, "encrypts");
    expect(!signs || (EVP_PKEY_decrypt_init(ctx) == 1 && EVP_PKEY_decrypt(ctx, back, &m, out, n) == 1 && m == 20),
           "decrypts");
    n = sizeof out;
    expect(!signs || (EVP_DigestSignInit_ex(md, NULL, hash, lib, NULL, key, NULL) == 1 &&
                      EVP_DigestSign(md, out, &n, text, 50) == 1),
           "signs");
    EVP_MD_CTX_reset(md);
    copy = EVP_PKEY_dup(key);
    expect(copy != NULL && EVP_PKEY_eq(copy, key) == 1 && EVP_PKEY_get_bits(copy) == EVP_PKEY_get_bits(key), "copies");
    expect(!signs || (EVP_DigestVerifyInit_ex(md, NULL, hash, lib, NULL, copy, NULL) == 1 &&
                      EVP_DigestVerify(md, out, n, text, 50) == 1),
           "verifies");
    EVP_PKEY_CTX_free(ctx);
    ctx = EVP_PKEY_CTX_new_from_pkey(lib, key, NULL);
    expect(signs != 1 || (EVP_PKEY_check(ctx) == 1 && EVP_PKEY_pairwise_check(ctx) == 1), "is a good key");
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(copy);
    EVP_MD_CTX_free(md);
}

static void after_a_signature(const char *conf)
{
    OSSL_LIB_CTX *lib = OSSL_LIB_CTX_new(), *before = ours;
    EVP_PKEY *key = read_key(other, theirs), *made;
    static const size_t bits[] = {1024, 1024, 4160};
    BIGNUM *n = NULL, *e = NULL, *d = NULL;
    EVP_MD_CTX *md = EVP_MD_CTX_new();
    uint8_t out[LONGEST];
    size_t bytes = sizeof out;
    name("after a signature");
    expect(OSSL_LIB_CTX_load_config(lib, conf) == 1, "configuration");
    EVP_PKEY_free(key);
    key = read_key(other, lib);
    expect(EVP_DigestSignInit_ex(md, NULL, "SHA256", lib, NULL, key, NULL) == 1 &&
               EVP_DigestSign(md, out, &bytes, text, 50) == 1,
           "signs");
    EVP_MD_CTX_free(md);
    uses(key, lib, "SHA3-384", 1);
    ours = lib;
    for (size_t i = 0; i < 3; i++) {
        size_t primes = 2 + i % 2;
        EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(lib, "RSA", NULL);
        OSSL_PARAM params[] = {OSSL_PARAM_construct_size_t(OSSL_PKEY_PARAM_RSA_BITS, (size_t *)(uintptr_t)&bits[i]),
                               OSSL_PARAM_construct_size_t(OSSL_PKEY_PARAM_RSA_PRIMES, &primes), OSSL_PARAM_END};
        made = NULL;
        expect(EVP_PKEY_keygen_init(ctx) == 1 && EVP_PKEY_CTX_set_params(ctx, params) == 1 &&
                   EVP_PKEY_generate(ctx, &made) == 1,
               "makes a key");
        EVP_PKEY_CTX_free(ctx);
        uses(made, lib, i == 1 ? "SHA256" : "SHA512-256", 1);
        EVP_PKEY_get_bn_param(made, OSSL_PKEY_PARAM_RSA_N, &n);
        EVP_PKEY_get_bn_param(made, OSSL_PKEY_PARAM_RSA_E, &e);
        EVP_PKEY_get_bn_param(made, OSSL_PKEY_PARAM_RSA_D, &d);
        expect(n != NULL && e != NULL && d != NULL, "shows its numbers");
        EVP_PKEY_free(made);
        made = built(n, e, NULL);
        uses(made, lib, "SHA256", 0);
        EVP_PKEY_free(made);
        made = built(n, e, d);
        uses(made, lib, "SHA256", 2); /* without its primes it has no DER */
        EVP_PKEY_free(made);
    }
    ours = before;
    BN_free(n);
    BN_free(e);
    BN_clear_free(d);
    EVP_PKEY_free(key);
    OSSL_LIB_CTX_free(lib);
}

int main(int argc, char **argv)
{
    static const size_t bits[] = {512, 1024, 1025, 1030, 2048, 3072, 4096};
    if (argc != 2) {
        return 2;
    }
    load(argv[1], NULL);
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = (uint8_t)any(256);
    }
    for (size_t i = 0; i < sizeof bits / sizeof bits[0]; i++) {
        make_key(bits[i], 2);
        all_ways(bits[i]);
    }
    octets(RSA_PKCS1_PADDING, NULL, 100);
    octets(RSA_PKCS1_PADDING, NULL, 1);
    octets(RSA_PKCS1_PADDING, "SHA256", 32);
    text[0] &= 0x3f;
    octets(RSA_NO_PADDING, NULL, (size_t)EVP_PKEY_get_size(mine));
    for (int way = 0; way < 6; way++) {
        certificate(way % 2, way / 2);
    }
    salt_lengths();
    default_salt();
    others_stay();
    errors();
    forms();
    after_a_signature(argv[1]);
    strange_keys();
    EVP_PKEY_free(mine);
    EVP_PKEY_free(other);
    return unload();
}
