/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Every algorithm of the provider beside OpenSSL's own, through EVP: sizes, splits, copies, parameters, errors.
 *
 *     evp FOLDER      FOLDER has asmloom.so
 */
#include "provider_test.h"

#include <openssl/core_names.h>
#include <openssl/params.h>

enum { LONGEST = 1200 };

static uint8_t text[LONGEST + 64], key[256], iv[16];

static OSSL_PARAM number(const char *name, unsigned *value)
{
    return OSSL_PARAM_construct_uint(name, value);
}

/* ---- digests ---- */

static void digest(const char *name)
{
    EVP_MD *a = EVP_MD_fetch(ours, name, "provider=asmloom"), *b = EVP_MD_fetch(theirs, name, NULL);
    EVP_MD_CTX *one = EVP_MD_CTX_new(), *two = EVP_MD_CTX_new();
    uint8_t got[64], want[64];
    unsigned n;
    expect(a != NULL && b != NULL, "fetched");
    expect(EVP_MD_get_size(a) == EVP_MD_get_size(b) && EVP_MD_get_block_size(a) == EVP_MD_get_block_size(b), "sizes");
    expect(EVP_MD_get_flags(a) == EVP_MD_get_flags(b), "flags");
    for (size_t length = 0; length <= LONGEST; length++) {
        size_t first = any(length + 1);
        expect(EVP_Digest(text, length, want, &n, b, NULL) == 1, "theirs");
        expect(EVP_Digest(text, length, got, &n, a, NULL) == 1, "one shot");
        same("one shot", got, want, n);
        expect(EVP_DigestInit_ex2(one, a, NULL) == 1 && EVP_DigestUpdate(one, text, first) == 1, "begins");
        expect(EVP_MD_CTX_copy_ex(two, one) == 1, "copy");
        expect(EVP_DigestUpdate(one, text, 3) == 1, "the original goes on");
        expect(EVP_DigestUpdate(two, text + first, length - first) == 1 && EVP_DigestFinal_ex(two, got, &n) == 1,
               "ends");
        same("in two parts, copied", got, want, n);
        expect(EVP_DigestUpdate(two, text, 1) == 0, "an update after the end");
    }
    EVP_MD_CTX_free(one);
    EVP_MD_CTX_free(two);
    EVP_MD_free(a);
    EVP_MD_free(b);
}

/* ---- HMAC ---- */

static void mac_of(OSSL_LIB_CTX *lib, const char *hash, const uint8_t *k, size_t k_bytes, size_t length, uint8_t *out,
                   size_t *n)
{
    EVP_MAC *mac = EVP_MAC_fetch(lib, "HMAC", lib == ours ? "provider=asmloom" : NULL);
    EVP_MAC_CTX *one = EVP_MAC_CTX_new(mac), *two;
    size_t first = any(length + 1);
    OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string("digest", (char *)hash, 0), OSSL_PARAM_construct_end()};
    expect(mac != NULL && one != NULL, "fetched");
    expect(EVP_MAC_init(one, k, k_bytes, params) == 1 && EVP_MAC_update(one, text, first) == 1, "begins");
    two = EVP_MAC_CTX_dup(one);
    expect(EVP_MAC_update(two, text + first, length - first) == 1 && EVP_MAC_final(two, out, n, 64) == 1, "ends");
    expect(EVP_MAC_init(one, NULL, 0, NULL) == 1, "the same key again");
    expect(EVP_MAC_update(one, text, length) == 1 && EVP_MAC_final(one, out + 64, n, 64) == 1, "ends again");
    same("again", out + 64, out, *n);
    expect(*n == EVP_MAC_CTX_get_mac_size(one), "size");
    EVP_MAC_CTX_free(one);
    EVP_MAC_CTX_free(two);
    EVP_MAC_free(mac);
}

static void hmac(const char *hash)
{
    static const size_t keys[] = {1, 20, 63, 64, 65, 127, 128, 129, 200};
    uint8_t got[128], want[128];
    size_t a, b;
    for (size_t length = 0, i = 0; length <= LONGEST; length += 7, i++) {
        size_t k_bytes = keys[i % (sizeof keys / sizeof keys[0])];
        mac_of(ours, hash, key, k_bytes, length, got, &a);
        mac_of(theirs, hash, key, k_bytes, length, want, &b);
        expect(a == b, "size");
        same("HMAC", got, want, a);
    }
}

static void hmac_errors(void)
{
    EVP_MAC *mac = EVP_MAC_fetch(ours, "HMAC", "provider=asmloom");
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac);
    uint8_t out[64];
    size_t n;
    OSSL_PARAM sha3[] = {OSSL_PARAM_construct_utf8_string("digest", (char *)"SHA3-256", 0), OSSL_PARAM_construct_end()};
    OSSL_PARAM sha1[] = {OSSL_PARAM_construct_utf8_string("digest", (char *)"sha1", 0), OSSL_PARAM_construct_end()};
    OSSL_PARAM md5[] = {OSSL_PARAM_construct_utf8_string("digest", (char *)"MD5", 0), OSSL_PARAM_construct_end()};
    name("HMAC's errors");
    refuses(EVP_MAC_init(ctx, key, 20, NULL), "no digest set");
    refuses(EVP_MAC_init(ctx, key, 20, sha3), "no such digest");
    refuses(EVP_MAC_init(ctx, NULL, 0, sha1), "no key set");
    expect(EVP_MAC_init(ctx, key, 20, sha1) == 1, "a key");
    refuses(EVP_MAC_final(ctx, out, &n, 19), NULL);
    refuses(EVP_MAC_init(ctx, NULL, 0, md5), "no key set");
    EVP_MAC_CTX_free(ctx);
    EVP_MAC_free(mac);
}

/* ---- ciphers ---- */

struct pair {
    EVP_CIPHER *a, *b;
    EVP_CIPHER_CTX *one, *two;
};

/* The same updates through both; the output of both is the same after each. Returns the bytes in `out`. */
static int pass(struct pair *p, int encrypts, int pads, const uint8_t *in, size_t length, uint8_t *out, size_t parts)
{
    static uint8_t want[LONGEST + 64];
    int n = 0, m = 0, done = 0, ok, also;
    expect(EVP_CipherInit_ex2(p->one, p->a, key, iv, encrypts, NULL) == 1, "init");
    expect(EVP_CipherInit_ex2(p->two, p->b, key, iv, encrypts, NULL) == 1, "their init");
    EVP_CIPHER_CTX_set_padding(p->one, pads);
    EVP_CIPHER_CTX_set_padding(p->two, pads);
    for (size_t at = 0, part = 0; at < length; part++) {
        size_t bytes = part + 1 >= parts ? length - at : any(length - at + 1);
        expect(EVP_CipherUpdate(p->one, out + done, &n, in + at, (int)bytes) == 1, "update");
        expect(EVP_CipherUpdate(p->two, want + done, &m, in + at, (int)bytes) == 1 && n == m, "bytes of an update");
        at += bytes;
        done += n;
        if (part == 0) { /* a copy goes on in place of its original */
            EVP_CIPHER_CTX *copy = EVP_CIPHER_CTX_new();
            expect(EVP_CIPHER_CTX_copy(copy, p->one) == 1, "copy");
            EVP_CIPHER_CTX_free(p->one);
            p->one = copy;
        }
        if (EVP_CIPHER_get_iv_length(p->a) > 0) {
            uint8_t ivs[2][16];
            expect(EVP_CIPHER_CTX_get_updated_iv(p->one, ivs[0], 16) == 1, "IV");
            expect(EVP_CIPHER_CTX_get_updated_iv(p->two, ivs[1], 16) == 1, "their IV");
            same("updated IV", ivs[0], ivs[1], 16);
            expect(EVP_CIPHER_CTX_get_original_iv(p->one, ivs[0], 16) == 1, "first IV");
            same("first IV", ivs[0], iv, 16);
            expect(EVP_CIPHER_CTX_get_num(p->one) == EVP_CIPHER_CTX_get_num(p->two), "num");
        }
    }
    ok = EVP_CipherFinal_ex(p->one, out + done, &n);
    also = EVP_CipherFinal_ex(p->two, want + done, &m);
    expect(ok == also && (!ok || n == m), "final");
    same("text", out, want, (size_t)(done + (ok ? n : 0)));
    return done + (ok ? n : 0);
}

static void cipher(const char *what)
{
    static uint8_t sealed[LONGEST + 64], opened[LONGEST + 64];
    struct pair p = {EVP_CIPHER_fetch(ours, what, "provider=asmloom"), EVP_CIPHER_fetch(theirs, what, NULL),
                     EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_new()};
    expect(p.a != NULL && p.b != NULL, "fetched");
    expect(EVP_CIPHER_get_mode(p.a) == EVP_CIPHER_get_mode(p.b), "mode");
    expect(EVP_CIPHER_get_key_length(p.a) == EVP_CIPHER_get_key_length(p.b), "key");
    expect(EVP_CIPHER_get_iv_length(p.a) == EVP_CIPHER_get_iv_length(p.b), "IV");
    expect(EVP_CIPHER_get_block_size(p.a) == EVP_CIPHER_get_block_size(p.b), "block");
    expect(((EVP_CIPHER_get_flags(p.a) ^ EVP_CIPHER_get_flags(p.b)) & ~(unsigned long)EVP_CIPH_VARIABLE_LENGTH) == 0,
           "flags");
    for (size_t length = 0; length <= LONGEST; length++) {
        int pads = length % 3 != 0, bytes, back;
        bytes = pass(&p, 1, pads, text, length, sealed, 1 + length % 4);
        back = pass(&p, 0, pads, sealed, (size_t)bytes, opened, 1 + length / 4 % 4);
        expect((size_t)back == length || !pads, "length");
        same("opened", opened, text, (size_t)back);
        if (bytes > 0 && pads) { /* a wrong end; both refuse the padding, or none */
            sealed[bytes - 1 - (int)any((size_t)(bytes > 20 ? 20 : bytes))] ^= 0x41;
            pass(&p, 0, 1, sealed, (size_t)bytes, opened, 2);
        }
    }
    EVP_CIPHER_CTX_free(p.one);
    EVP_CIPHER_CTX_free(p.two);
    EVP_CIPHER_free(p.a);
    EVP_CIPHER_free(p.b);
}

static void cipher_errors(void)
{
    EVP_CIPHER *cbc = EVP_CIPHER_fetch(ours, "AES-128-CBC", "provider=asmloom");
    EVP_CIPHER *ctr = EVP_CIPHER_fetch(ours, "AES-128-CTR", "provider=asmloom");
    EVP_CIPHER *rc4 = EVP_CIPHER_fetch(ours, "RC4", "provider=asmloom");
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    uint8_t out[80], again[80], zeros[16] = {0};
    unsigned version = 0x300, many = 16;
    size_t mac = 52;
    int n;
    OSSL_PARAM ssl3[] = {number("tls-version", &version), OSSL_PARAM_construct_end()};
    OSSL_PARAM much[] = {OSSL_PARAM_construct_size_t("tls-mac-size", &mac), OSSL_PARAM_construct_end()};
    OSSL_PARAM nums[] = {number("num", &many), OSSL_PARAM_construct_end()};
    OSSL_PARAM words[] = {OSSL_PARAM_construct_utf8_string("padding", (char *)"1", 0), OSSL_PARAM_construct_end()};
    name("errors of ciphers");
    expect(EVP_CipherInit_ex2(ctx, cbc, NULL, NULL, 1, NULL) == 1, "no key yet");
    refuses(EVP_CipherUpdate(ctx, out, &n, text, 16), "no key set");
    expect(EVP_CipherInit_ex2(ctx, NULL, key, NULL, 1, NULL) == 1, "a key");
    expect(EVP_CipherUpdate(ctx, out, &n, text, 16) == 1 && n == 16, "no IV");
    expect(EVP_CipherInit_ex2(ctx, NULL, NULL, zeros, 1, NULL) == 1, "an IV of zeros");
    expect(EVP_CipherUpdate(ctx, again, &n, text, 16) == 1, "encrypts");
    same("no IV is an IV of zeros, as in OpenSSL", again, out, 16);
    expect(EVP_CipherInit_ex2(ctx, NULL, NULL, iv, 1, NULL) == 1, "an IV");
    expect(EVP_CipherUpdate(ctx, out, &n, text, 16) == 1 && n == 16, "a block");
    expect(EVP_CipherInit_ex2(ctx, NULL, NULL, NULL, 1, NULL) == 1, "begins again");
    expect(EVP_CipherUpdate(ctx, again, &n, text, 16) == 1 && n == 16, "a block again");
    same("again with the first IV", again, out, 16);
    refuses(EVP_CipherUpdate(ctx, again + 3, &n, again, 32), "overlap");
    refuses(EVP_CipherUpdate(ctx, again, &n, again + 16, 32), "overlap");
    expect(EVP_CipherInit_ex2(ctx, NULL, NULL, iv, 0, NULL) == 1, "turns");
    EVP_CIPHER_CTX_set_padding(ctx, 0);
    expect(EVP_CipherUpdate(ctx, again, &n, out, 16) == 1 && n == 16, "the other direction");
    same("the other direction, without the key", again, text, 16);
    expect(EVP_CipherUpdate(ctx, out, &n, text, 5) == 1 && n == 0, "a part of a block");
    refuses(EVP_CipherFinal_ex(ctx, out, &n), "no multiple of the block");
    memcpy(out, text, 64);
    refuses(EVP_CipherUpdate(ctx, out + 3, &n, out, 32), "overlap");
    /* The block that may be padding waits, and would be written over input that is still to be read. */
    expect(EVP_CipherInit_ex2(ctx, NULL, key, iv, 0, NULL) == 1 && EVP_CIPHER_CTX_set_padding(ctx, 1) == 1, "again");
    expect(EVP_CipherUpdate(ctx, again, &n, text, 16) == 1 && n == 0, "waits");
    refuses(EVP_CipherUpdate(ctx, out, &n, out, 32), "overlap");
    expect(EVP_CipherUpdate(ctx, out, &n, text + 16, 32) == 1 && n == 32, "goes on");
    refuses(EVP_CIPHER_CTX_set_params(ctx, ssl3), "TLS 1.0 to 1.2");
    refuses(EVP_CIPHER_CTX_set_params(ctx, much), "wrong type or value");
    refuses(EVP_CIPHER_CTX_set_params(ctx, nums), "wrong type or value");
    refuses(EVP_CIPHER_CTX_set_params(ctx, words), "wrong type or value");
    expect(EVP_CIPHER_CTX_set_key_length(ctx, 24) == 0, "a key of another length");
    ERR_clear_error();
    /* A counter goes on with num and the updated IV of another context. */
    EVP_CIPHER_CTX_reset(ctx);
    expect(EVP_CipherInit_ex2(ctx, ctr, key, iv, 1, NULL) == 1, "a counter");
    expect(EVP_CipherUpdate(ctx, out, &n, text, 80) == 1, "80 bytes");
    expect(EVP_CipherInit_ex2(ctx, NULL, NULL, iv, 1, NULL) == 1, "the counter again");
    expect(EVP_CipherUpdate(ctx, again, &n, text, 37) == 1 && EVP_CIPHER_CTX_get_num(ctx) == 5, "37 bytes");
    expect(EVP_CipherUpdate(ctx, again + 37, &n, text + 37, 43) == 1, "43 bytes");
    same("one counter", again, out, 80);
    /* RC4's keys have any length. */
    EVP_CIPHER_CTX_reset(ctx);
    expect(EVP_CipherInit_ex2(ctx, rc4, NULL, NULL, 1, NULL) == 1 && EVP_CIPHER_CTX_set_key_length(ctx, 200) == 1 &&
               EVP_CipherInit_ex2(ctx, NULL, key, NULL, 1, NULL) == 1,
           "a long key");
    expect(EVP_CIPHER_CTX_set_key_length(ctx, 257) == 0, "too long a key");
    ERR_clear_error();
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_free(cbc);
    EVP_CIPHER_free(ctr);
    EVP_CIPHER_free(rc4);
}

int main(int argc, char **argv)
{
    static const char *const hashes[] = {"MD5", "SHA1", "SHA224", "SHA256", "SHA384", "SHA512"};
    static const char *const ciphers[] = {"AES-128-ECB", "AES-192-ECB", "AES-256-ECB", "AES-128-CBC",
                                          "AES-192-CBC", "AES-256-CBC", "AES-128-CTR", "AES-192-CTR",
                                          "AES-256-CTR", "RC4",         "RC4-40"};
    if (argc != 2) {
        return 2;
    }
    load(argv[1], "legacy");
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = (uint8_t)any(256);
        key[i % 256] = (uint8_t)any(256);
    }
    memset(iv, 0xff, 16);
    iv[15] = 0xfa; /* the counter runs over */
    for (size_t i = 0; i < sizeof hashes / sizeof hashes[0]; i++) {
        name(hashes[i]);
        digest(hashes[i]);
        hmac(hashes[i]);
    }
    hmac_errors();
    for (size_t i = 0; i < sizeof ciphers / sizeof ciphers[0]; i++) {
        name(ciphers[i]);
        cipher(ciphers[i]);
    }
    cipher_errors();
    return unload();
}
