/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Every algorithm of the provider beside OpenSSL's own, through EVP: sizes, splits, copies, parameters, errors.
 *
 *     evp FOLDER      FOLDER has asmloom.so
 */
#include "provider_test.h"

#include <openssl/core_names.h>
#include <openssl/kdf.h>
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

/* ---- other digests: HMAC, and what derives keys with it, goes on to the next provider ---- */

enum { NAMES = 400 };
static char names[NAMES][LONGEST_TEXT];
static size_t known;

static void add_name(const char *what, void *unused)
{
    (void)unused;
    expect(known < NAMES - 8, "room for names");
    snprintf(names[known++], LONGEST_TEXT, "%s", what);
}

static void add_names(EVP_MD *md, void *unused)
{
    EVP_MD_names_do_all(md, add_name, unused);
}

/* One context of each side for all: a digest, and its key, follow any other. */
static void one_mac(EVP_MAC_CTX *ctx[2], const char *hash, size_t which)
{
    uint8_t out[2][64];
    char errors[2][512];
    int result[2];
    size_t n[2] = {0, 0}, bytes = any(300), first = any(bytes + 1);
    for (int side = 0; side < 2; side++) {
        struct form form;
        OSSL_PARAM params[] = {in_form(&form, which, "digest", hash), OSSL_PARAM_END};
        EVP_MAC_CTX *copy;
        result[side] = EVP_MAC_CTX_set_params(ctx[side], params) == 1 && EVP_MAC_init(ctx[side], key, 40, NULL) == 1 &&
                       EVP_MAC_update(ctx[side], text, first) == 1;
        copy = result[side] ? EVP_MAC_CTX_dup(ctx[side]) : NULL;
        if (copy != NULL) {
            EVP_MAC_CTX_free(ctx[side]);
            ctx[side] = copy;
            result[side] = EVP_MAC_update(copy, text + first, bytes - first) == 1 &&
                           EVP_MAC_CTX_get_mac_size(copy) + 1000 * EVP_MAC_CTX_get_block_size(copy) > 0 &&
                           EVP_MAC_final(copy, out[side], &n[side], 64) == 1;
            result[side] += (int)(EVP_MAC_CTX_get_mac_size(copy) + 1000 * EVP_MAC_CTX_get_block_size(copy));
        }
        take_errors(errors[side], sizeof errors[side]);
    }
    if (result[0] == 0) { /* asmloom has the digest, and another word for what is wrong */
        strcpy(errors[1], errors[0]);
    }
    alike(result, errors, hash);
    expect(n[0] == n[1], "length");
    same("HMAC of any digest", out[1], out[0], n[0]);
}

static void one_kdf(const char *what, char *hash)
{
    uint8_t out[2][100];
    char errors[2][512];
    int result[2], rounds = 3, mode = 0;
    for (int side = 0; side < 2; side++) {
        EVP_KDF *kdf = EVP_KDF_fetch(side ? ours : theirs, what, NULL);
        EVP_KDF_CTX *ctx = EVP_KDF_CTX_new(kdf);
        OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string("digest", hash, 0),
                               OSSL_PARAM_construct_utf8_string("mac", (char *)"HMAC", 0),
                               OSSL_PARAM_construct_octet_string("key", key, 40),
                               OSSL_PARAM_construct_octet_string("secret", key, 40),
                               OSSL_PARAM_construct_octet_string("pass", key, 40),
                               OSSL_PARAM_construct_octet_string("salt", text, 30),
                               OSSL_PARAM_construct_octet_string("seed", text, 30),
                               OSSL_PARAM_construct_octet_string("info", text, 20),
                               OSSL_PARAM_construct_int("iter", &rounds),
                               OSSL_PARAM_construct_int("mode", &mode),
                               OSSL_PARAM_END};
        if (strcmp(what, "KBKDF") == 0) {
            params[9] = OSSL_PARAM_construct_utf8_string("mode", (char *)"counter", 0);
        }
        memset(out[side], 0, sizeof out[side]);
        result[side] = EVP_KDF_derive(ctx, out[side], sizeof out[side], params);
        take_errors(errors[side], sizeof errors[side]);
        EVP_KDF_CTX_free(ctx);
        EVP_KDF_free(kdf);
    }
    alike(result, errors, what);
    same(what, out[1], out[0], sizeof out[0]);
}

static void other_digests(void)
{
    static const char *const kdfs[] = {"HKDF", "KBKDF", "TLS1-PRF", "SSKDF", "PBKDF2"};
    EVP_MAC *mac[2] = {EVP_MAC_fetch(theirs, "HMAC", NULL), EVP_MAC_fetch(ours, "HMAC", "provider=asmloom")};
    EVP_MAC_CTX *ctx[2] = {EVP_MAC_CTX_new(mac[0]), EVP_MAC_CTX_new(mac[1])};
    EVP_MD_do_all_provided(ours, add_names, NULL);
    expect(known > 50, "names of digests");
    for (size_t longest = 48; longest < 52; longest++) { /* where OpenSSL's names end */
        memset(names[known++], 'x', longest);
    }
    memset(names[known++], 'y', LONGEST_TEXT - 1);
    add_name("", NULL);
    EVP_set_default_properties(ours, "?provider=asmloom");
    for (size_t i = 0; i < 3 * known; i++) {
        size_t at = i < known ? i : any(known);
        name(names[at]);
        one_mac(ctx, names[at], i % 7 == 6 ? any(FORMS - 1) : 0);
        if (i < known) {
            one_kdf(kdfs[i % 5], names[at]);
            one_kdf("HKDF", names[at]);
        }
    }
    EVP_set_default_properties(ours, NULL);
    for (int side = 0; side < 2; side++) {
        EVP_MAC_CTX_free(ctx[side]);
        EVP_MAC_free(mac[side]);
    }
}

static void hmac_errors(void)
{
    EVP_MAC *mac = EVP_MAC_fetch(ours, "HMAC", "provider=asmloom");
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac);
    uint8_t out[64];
    size_t n;
    OSSL_PARAM sha1[] = {OSSL_PARAM_construct_utf8_string("digest", (char *)"sha1", 0), OSSL_PARAM_construct_end()};
    OSSL_PARAM md5[] = {OSSL_PARAM_construct_utf8_string("digest", (char *)"MD5", 0), OSSL_PARAM_construct_end()};
    name("HMAC's errors");
    refuses(EVP_MAC_init(ctx, key, 20, NULL), "no digest set");
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
    int n = 0, m = 0, done = 0, good[2];
    char errors[2][512];
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
            size_t iv_bytes = (size_t)EVP_CIPHER_get_iv_length(p->a);
            uint8_t ivs[2][16];
            expect(EVP_CIPHER_CTX_get_updated_iv(p->one, ivs[0], iv_bytes) == 1, "IV");
            expect(EVP_CIPHER_CTX_get_updated_iv(p->two, ivs[1], iv_bytes) == 1, "their IV");
            same("updated IV", ivs[0], ivs[1], iv_bytes);
            expect(EVP_CIPHER_CTX_get_original_iv(p->one, ivs[0], iv_bytes) == 1, "first IV");
            same("first IV", ivs[0], iv, iv_bytes);
            expect(EVP_CIPHER_CTX_get_num(p->one) == EVP_CIPHER_CTX_get_num(p->two), "num");
        }
    }
    good[0] = EVP_CipherFinal_ex(p->two, want + done, &m);
    take_errors(errors[0], sizeof errors[0]);
    good[1] = EVP_CipherFinal_ex(p->one, out + done, &n);
    take_errors(errors[1], sizeof errors[1]);
    alike(good, errors, "final");
    expect(!good[1] || n == m, "bytes of the end");
    done += good[1] ? n : 0;
    same("text", out, want, (size_t)done);
    return done;
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
    if (EVP_CIPHER_get_flags(p.a) & EVP_CIPH_RAND_KEY) {
        uint8_t made[2][24] = {{0}};
        for (int i = 0; i < 2; i++) {
            expect(EVP_CipherInit_ex2(p.one, p.a, NULL, NULL, 1, NULL) == 1 &&
                       EVP_CIPHER_CTX_rand_key(p.one, made[i]) == 1,
                   "a random key");
            for (int n = 0; n < EVP_CIPHER_get_key_length(p.a); n++) {
                int ones = 0;
                for (int bit = 0; bit < 8; bit++) {
                    ones += made[i][n] >> bit & 1;
                }
                expect(ones % 2 == 1, "odd parity");
            }
        }
        expect(memcmp(made[0], made[1], 24) != 0, "two random keys");
        EVP_CIPHER_CTX_reset(p.one);
    }
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

/* Without a key, and ends in the middle of a block. */
static void ends(const char *what)
{
    for (int which = 0; which < 16; which++) {
        int result[2], encrypts = which & 1, n;
        char errors[2][512];
        for (int side = 0; side < 2; side++) {
            EVP_CIPHER *cipher = EVP_CIPHER_fetch(side ? ours : theirs, what, side ? "provider=asmloom" : NULL);
            EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
            uint8_t out[80];
            expect(EVP_CipherInit_ex2(ctx, cipher, which & 2 ? key : NULL, iv, encrypts, NULL) == 1, "begins");
            EVP_CIPHER_CTX_set_padding(ctx, which & 4);
            result[side] = EVP_CipherUpdate(ctx, out, &n, text, which & 8 ? 37 : 0) == 1;
            result[side] += 2 * EVP_CipherFinal_ex(ctx, out, &n);
            take_errors(errors[side], sizeof errors[side]);
            EVP_CIPHER_CTX_free(ctx);
            EVP_CIPHER_free(cipher);
        }
        alike(result, errors, what);
    }
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
    refuses(EVP_CipherFinal_ex(ctx, out, &n), "wrong final block length");
    memcpy(out, text, 64);
    refuses(EVP_CipherUpdate(ctx, out + 3, &n, out, 32), "overlap");
    /* The block that may be padding waits, and would be written over input that is still to be read. */
    expect(EVP_CipherInit_ex2(ctx, NULL, key, iv, 0, NULL) == 1 && EVP_CIPHER_CTX_set_padding(ctx, 1) == 1, "again");
    expect(EVP_CipherUpdate(ctx, again, &n, text, 16) == 1 && n == 0, "waits");
    refuses(EVP_CipherUpdate(ctx, out, &n, out, 32), "overlap");
    expect(EVP_CipherUpdate(ctx, out, &n, text + 16, 32) == 1 && n == 32, "goes on");
    refuses(EVP_CIPHER_CTX_set_params(ctx, ssl3), "TLS 1.0 to 1.2");
    refuses(EVP_CIPHER_CTX_set_params(ctx, much), "failed to get parameter");
    refuses(EVP_CIPHER_CTX_set_params(ctx, nums), "failed to get parameter");
    refuses(EVP_CIPHER_CTX_set_params(ctx, words), "failed to get parameter");
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

/* Keys of every length. A key that is shorter or longer than the cipher's is refused. */
static void key_lengths(const char *what, int least, int most)
{
    EVP_CIPHER *cipher[2] = {EVP_CIPHER_fetch(theirs, what, NULL), EVP_CIPHER_fetch(ours, what, "provider=asmloom")};
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    name(what);
    for (int length = least; length <= most; length++) {
        uint8_t out[2][40];
        for (int side = 0; side < 2; side++) {
            int n;
            EVP_CIPHER_CTX_reset(ctx);
            expect(EVP_CipherInit_ex2(ctx, cipher[side], NULL, NULL, 1, NULL) == 1 &&
                       EVP_CIPHER_CTX_set_key_length(ctx, length) == 1 &&
                       EVP_CipherInit_ex2(ctx, NULL, key, iv, 1, NULL) == 1 &&
                       EVP_CipherUpdate(ctx, out[side], &n, text, 40) == 1 && n == 40,
                   "encrypts");
        }
        same("text under a key of its own length", out[1], out[0], 40);
    }
    for (int length = least - 1; length <= most + 1; length += most - least + 2) {
        EVP_CIPHER_CTX_reset(ctx);
        expect(EVP_CipherInit_ex2(ctx, cipher[1], NULL, NULL, 1, NULL) == 1 &&
                   EVP_CIPHER_CTX_set_key_length(ctx, length) == 1,
               "a length");
        refuses(EVP_CipherInit_ex2(ctx, NULL, key, iv, 1, NULL), "invalid key length");
    }
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_free(cipher[0]);
    EVP_CIPHER_free(cipher[1]);
}

/* Numbers that a record, a block or a key has, in every form. docs/provider.md tells of the others. */
static void cipher_forms(const char *what)
{
    static const struct {
        const char *key, *values[3];
    } rows[] = {{"padding", {"0", "1", "2"}},
                {"num", {"0", "1", "15"}},
                {"keylen", {"16", "1", "100"}},
                {"tls-version", {"0", "769", "771"}},
                {"tls-mac-size", {"0", "20", "48"}}};
    for (size_t i = 0; i < 5 * 3 * FORMS; i++) {
        const char *param = rows[i % 5].key, *value = rows[i % 5].values[i / 5 % 3];
        int result[2], said[2][3] = {{0}};
        char errors[2][512];
        for (int side = 0; side < 2; side++) {
            struct form form;
            EVP_CIPHER *cipher = EVP_CIPHER_fetch(side ? ours : theirs, what, side ? "provider=asmloom" : NULL);
            EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
            uint64_t wide = 7;
            OSSL_PARAM asked[] = {{"keylen", OSSL_PARAM_INTEGER, &wide, i % 2 ? 8 : 1, 0}, OSSL_PARAM_END};
            OSSL_PARAM params[] = {in_form(&form, i / 15, param, value), OSSL_PARAM_END};
            expect(EVP_CipherInit_ex2(ctx, cipher, key, iv, 1, NULL) == 1, "begins");
            result[side] = atoi(value) > 127 && params[0].data_size == 1 ? 0 : EVP_CIPHER_CTX_set_params(ctx, params);
            take_errors(errors[side], sizeof errors[side]);
            said[side][0] = EVP_CIPHER_get_mode(cipher) == EVP_CIPH_CTR_MODE ? EVP_CIPHER_CTX_get_num(ctx) : 0;
            said[side][1] = EVP_CIPHER_CTX_get_params(ctx, asked);
            said[side][2] = (int)wide;
            EVP_CIPHER_CTX_free(ctx);
            EVP_CIPHER_free(cipher);
        }
        ERR_clear_error();
        alike(result, errors, param);
        if (memcmp(said[0], said[1], sizeof said[0]) != 0) {
            printf("%s=%s in form %zu: %d %d\n", param, value, i / 15, result[0], result[1]);
            failed(what, 0);
        }
    }
}

/* Records with a MAC behind the text, of any padding, right or wrong: both sides open alike, the lengths included. HMAC
 * takes each of them, and the MAC of a wrong one is another one. */
static void records(const char *what)
{
    static const unsigned versions[] = {0x301, 0x302, 0x303, 0xfeff, 0xfefd};
    static const size_t macs[] = {0, 20, 32, 48};
    static const char *const hashes[] = {NULL, "SHA1", "SHA256", "SHA384"};
    EVP_CIPHER *cipher[2] = {EVP_CIPHER_fetch(theirs, what, NULL), EVP_CIPHER_fetch(ours, what, "provider=asmloom")};
    size_t block = (size_t)EVP_CIPHER_get_block_size(cipher[0]);
    EVP_MAC *hmac_of = EVP_MAC_fetch(ours, "HMAC", "provider=asmloom");
    for (size_t i = 0; i < 6000; i++) {
        uint8_t plain[512], sealed[512], opened[2][512], out[64];
        unsigned version = versions[any(5)];
        size_t which = any(4), mac = macs[which], length = block * (1 + any(24)), pad = any(256), first, n = 0;
        int lengths[2] = {0, 0}, result[2], m = 0;
        char errors[2][512];
        EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
        for (size_t j = 0; j < length; j++) {
            plain[j] = (uint8_t)any(256);
        }
        if (pad < length && any(4) != 0) {
            memset(plain + length - pad - 1, (int)pad, pad + 1);
            plain[length - 1 - any(pad + 1)] ^= (uint8_t)(any(3) == 0 ? 1 << any(8) : 0);
        }
        expect(EVP_EncryptInit_ex2(ctx, cipher[0], key, iv, NULL) == 1 && EVP_CIPHER_CTX_set_padding(ctx, 0) == 1 &&
                   EVP_EncryptUpdate(ctx, sealed, &m, plain, (int)length) == 1,
               "seals");
        length -= any(12) == 0 ? any(6) : 0;
        for (int side = 0; side < 2 && length > 0; side++) {
            OSSL_PARAM params[] = {number("tls-version", &version), OSSL_PARAM_construct_size_t("tls-mac-size", &mac),
                                   OSSL_PARAM_construct_end()};
            EVP_CIPHER_CTX_reset(ctx);
            memcpy(opened[side], sealed, length);
            expect(EVP_CipherInit_ex2(ctx, cipher[side], key, iv, 0, params) == 1, "begins");
            result[side] = EVP_CipherUpdate(ctx, opened[side], &lengths[side], opened[side], (int)length);
            take_errors(errors[side], sizeof errors[side]);
        }
        EVP_CIPHER_CTX_free(ctx);
        alike(result, errors, "opens");
        if (result[0] != 1) {
            continue;
        }
        first = version == 0x301 ? 0 : block;
        expect(lengths[0] == lengths[1], "length");
        same("plaintext", opened[1] + first, opened[0] + first, (size_t)lengths[0]);
        if (mac > 0) {
            EVP_MAC_CTX *one = EVP_MAC_CTX_new(hmac_of);
            size_t record = length - first;
            OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string("digest", (char *)(uintptr_t)hashes[which], 0),
                                   OSSL_PARAM_construct_size_t("tls-data-size", &record), OSSL_PARAM_construct_end()};
            expect(EVP_MAC_init(one, key, 20, params) == 1 && EVP_MAC_update(one, text, 13) == 1 &&
                       EVP_MAC_update(one, opened[1] + first, (size_t)lengths[1]) == 1 &&
                       EVP_MAC_final(one, out, &n, sizeof out) == 1 && n == mac,
                   "a MAC");
            EVP_MAC_CTX_free(one);
        }
    }
    EVP_MAC_free(hmac_of);
    EVP_CIPHER_free(cipher[0]);
    EVP_CIPHER_free(cipher[1]);
}

int main(int argc, char **argv)
{
    static const char *const hashes[] = {"MD5",    "RIPEMD160", "WHIRLPOOL", "SHA1",
                                         "SHA224", "SHA256",    "SHA384",    "SHA512"};
    static const char *const ciphers[] = {"AES-128-ECB",
                                          "AES-192-ECB",
                                          "AES-256-ECB",
                                          "AES-128-CBC",
                                          "AES-192-CBC",
                                          "AES-256-CBC",
                                          "AES-128-CTR",
                                          "AES-192-CTR",
                                          "AES-256-CTR",
                                          "CAMELLIA-128-ECB",
                                          "CAMELLIA-192-ECB",
                                          "CAMELLIA-256-ECB",
                                          "CAMELLIA-128-CBC",
                                          "CAMELLIA-192-CBC",
                                          "CAMELLIA-256-CBC",
                                          "CAMELLIA-128-CTR",
                                          "CAMELLIA-192-CTR",
                                          "CAMELLIA-256-CTR",
                                          "SEED-ECB",
                                          "SEED-CBC",
                                          "DES-ECB",
                                          "DES-CBC",
                                          "DES-EDE",
                                          "DES-EDE-CBC",
                                          "DES-EDE3",
                                          "DES-EDE3-CBC",
                                          "BF-CBC",
                                          "CAST5-CBC",
                                          "RC4",
                                          "RC4-40"};
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
    other_digests();
    for (size_t i = 0; i < sizeof ciphers / sizeof ciphers[0]; i++) {
        name(ciphers[i]);
        cipher(ciphers[i]);
        cipher_forms(ciphers[i]);
        ends(ciphers[i]);
    }
    name("records");
    records("AES-128-CBC");
    records("DES-EDE3-CBC");
    key_lengths("BF-CBC", 4, 56);
    key_lengths("CAST5-CBC", 5, 16);
    cipher_errors();
    return unload();
}
