/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The composites of cipher and MAC beside records made of OpenSSL's plain ciphers and HMAC, and beside OpenSSL's own
 * composites where this CPU has them: lengths, versions, padding, forged and truncated records, errors.
 *
 *     composites FOLDER      FOLDER has asmloom.so
 */
#include "provider_test.h"

#include <openssl/core_names.h>
#include <openssl/params.h>

enum { BLOCK = 16, HEADER = 13, LONGEST = 16384, ROOM = LONGEST + 512 };

struct kind {
    const char *name, *cipher, *hash;
    size_t key_bytes, mac_bytes, block;
};

static const struct kind kinds[] = {{"AES-128-CBC-HMAC-SHA1", "AES-128-CBC", "SHA1", 16, 20, BLOCK},
                                    {"AES-256-CBC-HMAC-SHA1", "AES-256-CBC", "SHA1", 32, 20, BLOCK},
                                    {"AES-128-CBC-HMAC-SHA256", "AES-128-CBC", "SHA256", 16, 32, BLOCK},
                                    {"AES-256-CBC-HMAC-SHA256", "AES-256-CBC", "SHA256", 32, 32, BLOCK},
                                    {"RC4-HMAC-MD5", "RC4", "MD5", 16, 16, 1}};

static const struct kind *kind;
static unsigned version;
static EVP_CIPHER *mine, *other, *bare; /* asmloom's, OpenSSL's or NULL, OpenSSL's plain cipher */
static uint8_t text[ROOM], key[32], mac_key[200], iv[BLOCK], sequence;
static size_t mac_key_bytes;
static char said[500]; /* the errors of the last record */

static EVP_CIPHER_CTX *begin(EVP_CIPHER *cipher, int seals, int counts)
{
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    OSSL_PARAM params[] = {OSSL_PARAM_construct_uint("tls-version", &version), OSSL_PARAM_construct_end()};
    expect(EVP_CipherInit_ex2(ctx, cipher, key, iv, seals, NULL) == 1, "init");
    EVP_CIPHER_CTX_set_padding(ctx, 0);
    if (cipher != bare) {
        expect(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_MAC_KEY, (int)mac_key_bytes, mac_key) > 0, "MAC key");
        expect(!counts || EVP_CIPHER_CTX_set_params(ctx, params) == 1, "version");
    }
    return ctx;
}

static size_t before(void)
{
    return kind->block == BLOCK && version >= 0x302 ? BLOCK : 0;
}

/* The bytes before the plaintext. */
static void first(uint8_t out[HEADER], size_t length)
{
    const uint8_t end[] = {sequence,       23, (uint8_t)(version >> 8), (uint8_t)version, (uint8_t)(length >> 8),
                           (uint8_t)length};
    memset(out, 0, HEADER);
    memcpy(out + HEADER - sizeof end, end, sizeof end);
}

/* Sets the bytes before the plaintext. Returns what the cipher says of the growth. */
static int header(EVP_CIPHER_CTX *ctx, size_t length)
{
    uint8_t bytes[HEADER];
    first(bytes, length);
    return EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_TLS1_AAD, HEADER, bytes);
}

/* A record of RFC 5246 with `more` blocks of padding beyond need, from plain parts. Returns its bytes. */
static size_t reference(EVP_CIPHER_CTX *ctx, size_t length, size_t more, uint8_t *out)
{
    static uint8_t covered[HEADER + ROOM], record[ROOM];
    size_t at = before() + length, n = 0;
    int done = 0;
    first(covered, length);
    memcpy(covered + HEADER, text + before(), length);
    memcpy(record, text, at);
    expect(EVP_Q_mac(theirs, "HMAC", NULL, kind->hash, NULL, mac_key, mac_key_bytes, covered, HEADER + length,
                     record + at, 64, &n) != NULL,
           "their HMAC");
    at += n;
    if (kind->block == BLOCK) {
        size_t pad = BLOCK - at % BLOCK + BLOCK * more;
        memset(record + at, (int)(pad - 1), pad);
        at += pad;
    }
    expect(EVP_CipherUpdate(ctx, out, &done, record, (int)at) == 1 && (size_t)done == at, "their cipher");
    return at;
}

static size_t seal(EVP_CIPHER_CTX *ctx, size_t length, size_t whole, uint8_t *out, int in_place)
{
    static uint8_t in[ROOM];
    int done = 0, grows = header(ctx, before() + length);
    expect(grows > 0 && before() + length + (size_t)grows == whole, "growth");
    memset(in, 0xee, whole); /* what is behind the plaintext counts for nothing */
    memcpy(in, text, before() + length);
    if (in_place) {
        memcpy(out, in, whole);
    }
    expect(EVP_CipherUpdate(ctx, out, &done, in_place ? out : in, (int)whole) == 1, "seals");
    return (size_t)done;
}

/* Opens a record. The plaintext's length, or -1, and the errors in `said`. */
static int opened(EVP_CIPHER_CTX *ctx, const uint8_t *record, size_t whole, uint8_t *out, int in_place)
{
    int done = 0, grows = header(ctx, whole);
    if (grows <= 0 && kind->block == 1 && whole < kind->mac_bytes) {
        take_errors(said, sizeof said);
        return -1;
    }
    expect(grows == (int)kind->mac_bytes, "growth, opening");
    if (in_place) {
        memcpy(out, record, whole);
    }
    if (EVP_CipherUpdate(ctx, out, &done, in_place ? out : record, (int)whole) != 1) {
        take_errors(said, sizeof said);
        return -1;
    }
    return done;
}

static void same_iv(EVP_CIPHER_CTX *a, EVP_CIPHER_CTX *b)
{
    uint8_t ivs[2][BLOCK];
    if (kind->block == BLOCK) {
        expect(EVP_CIPHER_CTX_get_updated_iv(a, ivs[0], BLOCK) == 1, "IV");
        expect(EVP_CIPHER_CTX_get_updated_iv(b, ivs[1], BLOCK) == 1, "their IV");
        same("updated IV", ivs[0], ivs[1], BLOCK);
    }
}

/* One connection: records of these lengths, sealed and opened. */
static void connection(size_t from, size_t to)
{
    static uint8_t want[ROOM], got[ROOM], back[ROOM], theirs_back[ROOM];
    EVP_CIPHER_CTX *one = begin(mine, 1, 1), *two = begin(mine, 0, 1), *plain = begin(bare, 1, 0);
    int n = 0;
    EVP_CIPHER_CTX *three = other == NULL ? NULL : begin(other, 1, 1),
                   *four = other == NULL ? NULL : begin(other, 0, 1);
    for (size_t length = from; length <= to; length++, sequence++) {
        size_t whole = reference(plain, length, 0, want);
        expect(seal(one, length, whole, got, length & 1) == whole, "size of a record");
        same("record", got, want, whole);
        same_iv(one, plain);
        expect(opened(two, want, whole, back, (int)(length >> 1 & 1)) == (int)length, "size of a plaintext");
        same("plaintext", back + before(), text + before(), length);
        if (strstr(kind->name, "SHA256") != NULL) {
            same("the explicit IV, decrypted as OpenSSL does", back, text, before());
        }
        if (other != NULL) {
            expect(seal(three, length, whole, got, 1) == whole, "their record's size");
            same("their record", got, want, whole);
            expect(opened(four, want, whole, theirs_back, 1) == (int)length, "their plaintext's size");
            same_iv(two, four);
        }
        if (length % 64 == 5) { /* a copy goes on in place of its original */
            EVP_CIPHER_CTX *copy = EVP_CIPHER_CTX_new();
            expect(EVP_CIPHER_CTX_copy(copy, one) == 1, "copy");
            EVP_CIPHER_CTX_free(one);
            one = copy;
        }
    }
    /* A header serves one record: the next update is the cipher alone. */
    expect(EVP_CipherUpdate(one, got, &n, text, 48) == 1 && n == 48, "without a header");
    expect(EVP_CipherUpdate(plain, want, &n, text, 48) == 1, "theirs");
    same("without a header", got, want, 48);
    EVP_CIPHER_CTX_free(one);
    EVP_CIPHER_CTX_free(two);
    EVP_CIPHER_CTX_free(three);
    EVP_CIPHER_CTX_free(four);
    EVP_CIPHER_CTX_free(plain);
}

/* Both sides' words about a record. `good`: the plaintext's length, or -1. */
static void judged(const uint8_t *record, size_t whole, int good)
{
    static uint8_t out[ROOM];
    char our_errors[sizeof said];
    EVP_CIPHER_CTX *one = begin(mine, 0, 1);
    int got;
    memcpy(out, record, whole);
    got = opened(one, record, whole, out, 1);
    expect(got == good, good < 0 ? "a wrong record" : "a good record");
    for (size_t i = 0; good < 0 && i < whole - before(); i++) {
        expect(out[before() + i] == 0 || out[before() + i] == record[before() + i], "plaintext of a wrong record");
    }
    EVP_CIPHER_CTX_free(one);
    memcpy(our_errors, said, sizeof said);
    if (other != NULL) {
        one = begin(other, 0, 1);
        expect(opened(one, record, whole, out, 1) == good, "their word");
        expect(good >= 0 || strcmp(said, our_errors) == 0, our_errors);
        EVP_CIPHER_CTX_free(one);
    }
}

static size_t fresh(size_t length, size_t more, uint8_t *out)
{
    EVP_CIPHER_CTX *plain = begin(bare, 1, 0);
    size_t whole = reference(plain, length, more, out);
    EVP_CIPHER_CTX_free(plain);
    return whole;
}

static void forgeries(size_t length)
{
    static uint8_t record[ROOM], out[ROOM];
    size_t whole = fresh(length, 0, record);
    EVP_CIPHER_CTX *ctx = begin(mine, 0, 0);
    judged(record, whole, (int)length);
    expect(opened(ctx, record, whole, out, 0) == (int)whole, "counts the whole record where no version is set");
    same("plaintext", out + before(), text + before(), length);
    EVP_CIPHER_CTX_free(ctx);
    for (size_t i = before(); i < whole; i += 1 + (i < whole - 80 ? any(length / 8 + 1) : 0)) {
        uint8_t bit = (uint8_t)(1 << any(8));
        record[i] ^= bit; /* text, MAC, padding, or its length */
        judged(record, whole, -1);
        record[i] ^= bit;
    }
    for (size_t cut = kind->block; cut < whole - before() && cut <= 20 * kind->block; cut += kind->block) {
        judged(record, whole - cut, -1);
    }
    for (size_t more = 0; kind->block == BLOCK && more < 16; more++) {
        size_t pad;
        whole = fresh(length, more, record);
        judged(record, whole, (int)length);
        pad = whole - before() - length - kind->mac_bytes;
        if (pad > BLOCK) { /* a wrong byte within the padding, in a block of its own */
            record[whole - BLOCK - 1 - any(pad - BLOCK)] ^= 1;
            judged(record, whole, -1);
        }
    }
}

/* Without a header the composite is the cipher alone, in whichever direction. */
static void alone(void)
{
    uint8_t got[400], want[400], back[400];
    for (int seals = 0; seals < 2; seals++) {
        EVP_CIPHER_CTX *one = begin(mine, seals, 0), *plain = begin(bare, seals, 0);
        int n = 0, m = 0;
        for (int bytes = BLOCK; bytes <= 400; bytes += 3 * BLOCK) {
            expect(EVP_CipherUpdate(one, got, &n, text, bytes) == 1 && n == bytes, "the cipher alone");
            expect(EVP_CipherUpdate(plain, want, &m, text, bytes) == 1 && m == bytes, "theirs");
            same("the cipher alone", got, want, (size_t)bytes);
        }
        expect(EVP_CipherFinal_ex(one, got, &n) == 1 && n == 0, "final");
        if (kind->block == BLOCK) {
            expect(EVP_CipherInit_ex2(one, NULL, NULL, iv, !seals, NULL) == 1, "turns");
            expect(EVP_CipherInit_ex2(plain, NULL, key, iv, seals, NULL) == 1, "begins again");
            expect(EVP_CipherUpdate(plain, want, &m, text, 64) == 1, "theirs");
            expect(EVP_CipherUpdate(one, back, &n, want, 64) == 1 && n == 64, "the other direction");
            same("the other direction, without the key", back, text, 64);
            refuses(EVP_CipherUpdate(one, got, &n, text, 17), "cipher operation failed");
        }
        EVP_CIPHER_CTX_free(one);
        EVP_CIPHER_CTX_free(plain);
    }
}

static void errors(void)
{
    static uint8_t out[ROOM];
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    uint8_t short_header[12] = {0}, old[HEADER] = {0};
    unsigned ssl3 = 0x300;
    size_t mac = 20, bytes;
    int n = 0;
    OSSL_PARAM versions[] = {OSSL_PARAM_construct_uint("tls-version", &ssl3), OSSL_PARAM_construct_end()};
    OSSL_PARAM macs[] = {OSSL_PARAM_construct_size_t("tls-mac-size", &mac), OSSL_PARAM_construct_end()};
    expect(EVP_CipherInit_ex2(ctx, mine, NULL, NULL, 1, NULL) == 1, "no key yet");
    refuses(EVP_CipherUpdate(ctx, out, &n, text, 16), "no key set");
    expect(EVP_CipherInit_ex2(ctx, NULL, key, NULL, 1, NULL) == 1, "a key");
    expect(EVP_CipherInit_ex2(ctx, NULL, NULL, iv, 1, NULL) == 1, "an IV");
    expect(header(ctx, 100) > 0, "header");
    refuses(EVP_CipherUpdate(ctx, out, &n, text, 160), "no key set"); /* for the MAC */
    EVP_CIPHER_CTX_free(ctx);
    ctx = begin(mine, 1, 1);
    refuses(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_TLS1_AAD, 12, short_header), "failed to get parameter");
    old[9] = 3;
    refuses(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_TLS1_AAD, HEADER, old), "TLS 1.0 to 1.2");
    refuses(EVP_CIPHER_CTX_set_params(ctx, versions), "TLS 1.0 to 1.2");
    refuses(EVP_CIPHER_CTX_set_params(ctx, macs), "failed to get parameter");
    if (before() > 0) {
        refuses(header(ctx, BLOCK - 1), "no TLS record");
    }
    bytes = before() + 100 + (size_t)header(ctx, before() + 100);
    refuses(EVP_CipherUpdate(ctx, out, &n, text, (int)(bytes + kind->block)), "no TLS record");
    expect(header(ctx, before() + 100) > 0, "header");
    refuses(EVP_CipherUpdate(ctx, out + 1, &n, out, (int)bytes), "overlap");
    bytes = before() + LONGEST + 1;
    bytes += (size_t)header(ctx, bytes);
    refuses(EVP_CipherUpdate(ctx, out, &n, text, (int)bytes), "no TLS record");
    EVP_CIPHER_CTX_free(ctx);
    ctx = begin(mine, 0, 1);
    bytes = fresh(LONGEST + 1, 0, out);
    expect(header(ctx, bytes) > 0, "header");
    refuses(EVP_CipherUpdate(ctx, out, &n, out, (int)bytes), "cipher operation failed");
    expect(header(ctx, kind->mac_bytes) > 0, "header");
    refuses(EVP_CipherUpdate(ctx, out, &n, out, (int)kind->mac_bytes - 1),
            kind->block == BLOCK ? NULL : "cipher operation failed");
    EVP_CIPHER_CTX_free(ctx);
}

int main(int argc, char **argv)
{
    static const size_t keys[] = {16, 1, 64, 65, 200};
    size_t beside = 0;
    if (argc != 2) {
        return 2;
    }
    load(argv[1], "legacy");
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = (uint8_t)any(256);
        key[i % sizeof key] = (uint8_t)any(256);
        mac_key[i % sizeof mac_key] = (uint8_t)any(256);
        iv[i % BLOCK] = (uint8_t)any(256);
    }
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        kind = &kinds[i];
        name(kind->name);
        mine = EVP_CIPHER_fetch(ours, kind->name, "provider=asmloom");
        bare = EVP_CIPHER_fetch(theirs, kind->cipher, NULL);
        other = EVP_CIPHER_fetch(theirs, kind->name, NULL);
        ERR_clear_error(); /* of a CPU without instructions for AES: OpenSSL has no composite there */
        expect(mine != NULL && bare != NULL, "fetched");
        expect(EVP_CIPHER_fetch(ours, kind->name, "provider=asmloom,asmloom.composite!=yes") == NULL,
               "left out on demand");
        ERR_clear_error();
        if (other != NULL) {
            beside++;
            expect(EVP_CIPHER_get_key_length(mine) == EVP_CIPHER_get_key_length(other), "key");
            expect(EVP_CIPHER_get_iv_length(mine) == EVP_CIPHER_get_iv_length(other), "IV");
            expect(EVP_CIPHER_get_block_size(mine) == EVP_CIPHER_get_block_size(other), "block");
            expect(((EVP_CIPHER_get_flags(mine) ^ EVP_CIPHER_get_flags(other)) &
                    ~(unsigned long)EVP_CIPH_FLAG_TLS1_1_MULTIBLOCK) == 0,
                   "flags");
        }
        for (version = 0x301; version <= 0x303; version++) {
            mac_key_bytes = version == 0x303 ? kind->mac_bytes : keys[(i + version) % (sizeof keys / sizeof keys[0])];
            connection(0, version == 0x303 ? 600 : 150);
            connection(LONGEST - 20, LONGEST);
            forgeries(any(30));
            forgeries(300 + any(300));
            errors();
        }
        version = 0x303;
        forgeries(LONGEST - any(30));
        alone();
        EVP_CIPHER_free(mine);
        EVP_CIPHER_free(bare);
        EVP_CIPHER_free(other);
    }
    printf("beside %zu of OpenSSL's composites\n", beside);
    return unload();
}
