/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * TLS records: sealed and opened, of every length, apart and in place, with every padding, and with one bit changed.
 */
#include "space.h"

#include <stdio.h>
#include <string.h>

enum { TAIL = 80, PADDED = 336, HEADER = 11, FRAGMENT = 16384 };

static const struct {
    const char *name;
    int number;
    size_t mac;
} hashes[] = {{"md5", LOOM_TLS_MD5, 16},
              {"sha1", LOOM_TLS_SHA1, 20},
              {"sha256", LOOM_TLS_SHA256, 32},
              {"sha384", LOOM_TLS_SHA384, 48}};
static const uint8_t *key, *mac_key, *iv, *header_bytes;

static const uint8_t *of_hash(const char *what, size_t which)
{
    char name[28];
    snprintf(name, sizeof name, "%s %s", what, hashes[which].name);
    return answer(name, NULL);
}

/* Both keys at once, or each for itself in one of the two orders. The second comes for the second time then. */
static int set_keys(loom_tls_ctx *ctx, size_t which, int cbc, int seals, size_t how, const uint8_t *k, const uint8_t *m)
{
    int number = hashes[which].number, wrong = 0;
    size_t bytes = hashes[which].mac;
    if (how % 3 == 0) {
        return cbc ? CALL(loom_tls_cbc_init)(ctx, seals, number, k, 16, m, bytes)
                   : CALL(loom_tls_rc4_init)(ctx, number, k, 16, m, bytes);
    }
    CALL(loom_tls_wipe)(ctx);
    for (size_t turn = 0; turn < 3; turn++) {
        if ((turn + how) % 2 == 0) {
            wrong |= CALL(loom_tls_set_mac_key)(ctx, number, m, bytes);
        } else {
            wrong |= cbc ? CALL(loom_tls_cbc_set_key)(ctx, seals, k, 16) : CALL(loom_tls_rc4_set_key)(ctx, k, 16);
        }
    }
    return wrong;
}

static loom_tls_ctx *context(size_t which, int cbc, int seals, size_t how)
{
    loom_tls_ctx *ctx = place_struct(FIRST, sizeof *ctx, how);
    const uint8_t *k = placed(KEY, key, 16, how / 3), *m = placed(THIRD, mac_key, hashes[which].mac, how / 3);
    memset(ctx, 0x77, sizeof *ctx);
    expect(set_keys(ctx, which, cbc, seals, how, k, m) == 0, "keys");
    return ctx;
}

static void wipe(loom_tls_ctx *ctx)
{
    CALL(loom_tls_wipe)(ctx);
    zeros("wiped context", ctx, sizeof *ctx);
    untouched();
}

/* The header at a guard page. The header takes the room of the MAC key, which is not needed any more. */
static const uint8_t *header(size_t how)
{
    return placed(THIRD, header_bytes, HEADER, how);
}

/* ---- CBC ---- */

/* Opens the record of `length` bytes in every way of `how`. The output is `plaintext` bytes, or none. */
static void open_cbc(size_t which, const uint8_t *record, size_t length, size_t plaintext, int good, size_t how)
{
    loom_tls_ctx *ctx = context(which, 1, 0, how);
    uint8_t *v = placed(SECOND, iv, 16, how);
    struct buffers b = both(record, length, how / 3, how & 1);
    size_t *opened = place_struct(KEY, sizeof *opened, how);
    int result;
    *opened = 99;
    result = CALL(loom_tls_cbc_open)(ctx, header(how), v, b.in, b.out, length, opened);
    if (good) {
        expect(result == 0 && *opened == plaintext, "opens");
        same("plaintext", b.out, text, plaintext);
        same("IV", v, record + length - 16, 16);
    } else {
        expect(result == -1 && *opened == 0, "does not open");
        zeros("output", b.out, length);
    }
    if (b.in != b.out) {
        same("record", b.in, record, length);
    }
    wipe(ctx);
}

static void cbc_case(size_t which, size_t length, const uint8_t *tail, size_t how)
{
    static uint8_t record[FRAGMENT + TAIL];
    size_t whole = length / 16 * 16, total = (length + hashes[which].mac + 16) / 16 * 16;
    loom_tls_ctx *ctx = context(which, 1, 1, how);
    uint8_t *v = placed(SECOND, iv, 16, how), *out, *in = place(IN, how & 1 ? total : length, how / 3);
    memcpy(record, answer("cbc128", NULL), whole);
    memcpy(record + whole, tail, total - whole);
    if (length > 0) {
        memcpy(in, text, length);
    }
    expect(CALL(loom_tls_cbc_length)(ctx, length) == total, "the length");
    out = how & 1 ? in : place(OUT, total, how / 5);
    expect(CALL(loom_tls_cbc_seal)(ctx, header(how / 7), v, in, out, length) == 0, "result");
    same("record", out, record, total);
    same("IV", v, record + total - 16, 16);
    if (in != out) {
        same("input", in, text, length);
    }
    wipe(ctx);
    open_cbc(which, record, total, length, 1, how);
    record[any(total)] ^= (uint8_t)(1 << any(8));
    open_cbc(which, record, total, 0, 0, how + 1);
}

/* At least sixteen bytes of text, and each of the 256 paddings. */
static void paddings(size_t which)
{
    const uint8_t *padded = of_hash("pads", which);
    for (size_t pad = 0; pad < 256; pad++) {
        uint16_t sizes[2]; /* plaintext, record */
        memcpy(sizes, padded + (4 + PADDED) * pad, 4);
        always("loom_tls_cbc_open", "hash, padding", which, pad, 0, 0);
        open_cbc(which, padded + (4 + PADDED) * pad + 4, sizes[1], sizes[0], 1, pad);
    }
}

/* Takes the padding and the MAC off a decrypted record. `good`: the padding is right. */
static void unpad(const uint8_t *content, size_t length, size_t plaintext, size_t mac_bytes, int good, size_t how)
{
    static const uint8_t instead[64] = {0xa5, 1, 2, 3};
    const uint8_t *data = placed(IN, content, length, how);
    uint8_t *mac = place(OUT, mac_bytes, how / 3);
    size_t *found = place_struct(KEY, sizeof *found, how);
    int result = CALL(loom_tls_cbc_unpad)(data, length, placed(THIRD, instead, mac_bytes, how), mac, mac_bytes, found);
    if (mac_bytes == 0) {
        expect(result == (good ? 0 : -1) && *found == (good ? plaintext : 0), "unpads without a MAC");
    } else {
        expect(result == 0 && *found == (good ? plaintext : length - mac_bytes - 1), "unpads");
        same("MAC", mac, good ? content + plaintext : instead, mac_bytes);
    }
    same("record", data, content, length);
    untouched();
}

/* Every padding, with one byte of it wrong, and with a length byte of more than there is. */
static void unpads(size_t mac_bytes)
{
    static uint8_t content[PADDED];
    for (size_t pad = 0; pad < 256; pad++) {
        size_t length = (mac_bytes + pad + 1 + 15) / 16 * 16 + pad % 3 * 16, plaintext = length - mac_bytes - pad - 1;
        length = length > PADDED ? PADDED : length;
        plaintext = length - mac_bytes - pad - 1;
        always("loom_tls_cbc_unpad", "bytes of MAC, padding", mac_bytes, pad, 0, 0);
        memcpy(content, text + pad, length);
        memset(content + length - pad - 1, (int)pad, pad + 1);
        unpad(content, length, plaintext, mac_bytes, 1, pad);
        if (pad > 0) {
            content[length - 2 - any(pad)] ^= (uint8_t)(1 << any(8));
            unpad(content, length, plaintext, mac_bytes, 0, pad);
        }
        if (length - mac_bytes < 256) {
            memset(content, (int)(length - mac_bytes), length);
            unpad(content, length, plaintext, mac_bytes, 0, pad);
        }
    }
}

static void unpad_refuses(void)
{
    uint8_t mac[64] = {0};
    size_t found;
    static const size_t wrong[][2] = {{0, 0}, {20, 20}, {16, 20}, {21, 20}, {33, 0}, {64, 2}, {64, 52}, {64, 64}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        found = 9;
        always("loom_tls_cbc_unpad", "length, bytes of MAC", wrong[i][0], wrong[i][1], 0, 0);
        expect(CALL(loom_tls_cbc_unpad)(text, wrong[i][0], text, mac, wrong[i][1], &found) == -1, "refused");
        expect(found == 0, "plaintext");
    }
    zeros("MAC", mac, sizeof mac);
}

/* A long MAC key is its digest, and a short one has zeros behind it (RFC 2104). */
static void mac_keys(void)
{
    static const size_t bytes[] = {0, 1, 20, 47, 65, 128, 129, 200};
    for (size_t i = 0; i < 2 * sizeof bytes / sizeof bytes[0]; i++) {
        loom_tls_ctx ctx[2];
        uint8_t same_key[128] = {0}, out[2][128];
        size_t key_bytes = bytes[i / 2], block = i % 2 ? 128 : 64;
        for (size_t which = 0; which < 2; which++) {
            uint8_t chain[16] = {0};
            int hash = i % 2 ? LOOM_TLS_SHA384 : LOOM_TLS_SHA1;
            if (key_bytes <= block) {
                memcpy(same_key, text, key_bytes);
            } else {
                (i % 2 ? loom_sha384 : loom_sha1)(text, key_bytes, same_key);
            }
            loom_tls_wipe(&ctx[which]);
            expect(CALL(loom_tls_cbc_set_key)(&ctx[which], 1, key, 16) == 0, "key");
            always("loom_tls_set_mac_key", "hash, bytes", (size_t)hash, which ? block : key_bytes, 0, 0);
            expect(CALL(loom_tls_set_mac_key)(&ctx[which], hash, which ? same_key : placed(THIRD, text, key_bytes, i),
                                              which ? block : key_bytes) == 0,
                   "MAC key");
            memset(out[which], 0, sizeof out[which]);
            expect(CALL(loom_tls_cbc_seal)(&ctx[which], header_bytes, chain, text, out[which], 50) == 0, "seals");
        }
        same("record", out[0], out[1], sizeof out[0]);
    }
}

/* Refused pairs of a cipher and a hash, whichever comes second; the context stays as it was. */
static void refused_pairs(void)
{
    loom_tls_ctx ctx, before;
    loom_tls_wipe(&ctx);
    always("loom_tls_set_mac_key", "pairs", 0, 0, 0, 0);
    expect(CALL(loom_tls_set_mac_key)(&ctx, 0, text, 16) == -1 && CALL(loom_tls_set_mac_key)(&ctx, 5, text, 16) == -1,
           "a hash");
    expect(CALL(loom_tls_set_mac_key)(&ctx, LOOM_TLS_MD5, text, 16) == 0, "MD5");
    before = ctx;
    expect(CALL(loom_tls_cbc_set_key)(&ctx, 1, key, 16) == -1, "AES after MD5");
    expect(CALL(loom_tls_rc4_set_key)(&ctx, key, 0) == -1, "RC4 without a key");
    same("context", (uint8_t *)&ctx, (uint8_t *)&before, sizeof ctx);
    expect(CALL(loom_tls_rc4_set_key)(&ctx, key, 16) == 0, "RC4 after MD5");
    before = ctx;
    expect(CALL(loom_tls_set_mac_key)(&ctx, LOOM_TLS_SHA256, text, 32) == -1, "SHA-256 after RC4");
    same("context", (uint8_t *)&ctx, (uint8_t *)&before, sizeof ctx);
    loom_tls_wipe(&ctx);
    expect(CALL(loom_tls_cbc_set_key)(&ctx, 0, key, 24) == 0, "AES");
    before = ctx;
    expect(CALL(loom_tls_set_mac_key)(&ctx, LOOM_TLS_MD5, text, 16) == -1, "MD5 after AES");
    expect(CALL(loom_tls_cbc_set_key)(&ctx, 2, key, 16) == -1 && CALL(loom_tls_cbc_set_key)(&ctx, 1, key, 17) == -1,
           "AES keys");
    same("context", (uint8_t *)&ctx, (uint8_t *)&before, sizeof ctx);
}

/* ---- HMAC of hidden length ---- */

/* Every length below `longest` that may be hidden, or one in `step`. The answers are of a message behind a header. */
#define HIDDEN(name, kernel, type, words, block, digest, little)                                                    \
    static void hidden_##name(size_t longest, size_t step)                                                          \
    {                                                                                                               \
        uint8_t want[digest];                                                                                       \
        loom_hmac_##name##_ctx wiped = {0}, plain;                                                                  \
        for (size_t length = longest < 256 ? 0 : longest - 256; length <= longest; length += step) {                \
            loom_hmac_##name##_ctx *ctx = place_struct(FIRST, sizeof *ctx, length);                                 \
            const uint8_t *data = placed(IN, text, longest, length);                                                \
            uint8_t *mac = place(SECOND, digest, length);                                                           \
            always("loom_hmac_" #name "_hidden", "longest, length", longest, length, 0, 0);                         \
            loom_hmac_##name##_init(&plain, mac_key, 64);                                                           \
            loom_hmac_##name##_update(&plain, text + 1, 13);                                                        \
            loom_hmac_##name##_update(&plain, text, length);                                                        \
            loom_hmac_##name##_final(&plain, want);                                                                 \
            loom_hmac_##name##_init(ctx, mac_key, 64);                                                              \
            loom_hmac_##name##_update(ctx, text, length % 5); /* without effect */                                  \
            expect(CALL(loom_hmac_##name##_hidden)(ctx, placed(THIRD, text + 1, 13, length), data, length, longest, \
                                                   mac) == 0,                                                       \
                   "result");                                                                                       \
            same("MAC", mac, want, digest);                                                                         \
            untouched();                                                                                            \
        }                                                                                                           \
        memset(want, 1, digest);                                                                                    \
        expect(CALL(loom_hmac_##name##_hidden)(&wiped, text, text, 1, 1, want) == -1, "a wiped context");           \
        zeros("MAC of a wiped context", want, digest);                                                              \
        loom_hmac_##name##_init(&plain, mac_key, 64);                                                               \
        expect(CALL(loom_hmac_##name##_hidden)(&plain, text, text, 1, ((size_t)1 << 28) + 1, want) == -1, "2^28");  \
    }
LOOM_HMACS(HIDDEN)

#define EVERY_HIDDEN(name, kernel, type, words, block, digest, little)             \
    for (size_t i = 0; i < sizeof longest / sizeof longest[0]; i++) {              \
        hidden_##name(longest[i], longest[i] < 300 || longest[i] == 1000 ? 1 : 7); \
    }

static void hidden(void)
{
    static const size_t longest[] = {0, 1, 40, 51, 52, 115, 116, 255, 256, 257, 511, 1000, 1111, 16384};
    LOOM_HMACS(EVERY_HIDDEN)
}

/* ---- RC4 ---- */

/* One key stream over two records: a record of `first` bytes, and a record of `length` bytes with the MAC `mac`. */
static void rc4_case(size_t which, size_t first, size_t length, const uint8_t *mac, size_t how)
{
    static uint8_t record[FRAGMENT + TAIL], before[BEFORE + TAIL], got[BEFORE + TAIL];
    const uint8_t *stream = answer("rc4 stream", NULL), *macs = of_hash("mac", which);
    size_t bytes = hashes[which].mac, total = length + bytes, opened_before;
    for (size_t i = 0; i < first + bytes; i++) {
        before[i] = (uint8_t)(stream[i] ^ (i < first ? text[i] : macs[bytes * first + i - first]));
    }
    for (size_t i = 0; i < total; i++) {
        record[i] = (uint8_t)(stream[first + bytes + i] ^ (i < length ? text[i] : mac[i - length]));
    }
    for (int opens = 0; opens < 3; opens++) { /* the last time, a bit is wrong */
        loom_tls_ctx *ctx = context(which, 0, 0, how);
        size_t *opened = place_struct(KEY, sizeof *opened, how);
        int in_place = (how + (size_t)opens) % 2 == 0;
        uint8_t *in = place(IN, opens || in_place ? total : length, how / 3);
        uint8_t *out = in_place ? in : place(OUT, total, how / 5);
        if (opens == 0) {
            expect(loom_tls_rc4_seal(ctx, header_bytes, text, got, first) == 0, "the first record");
            same("the first record", got, before, first + bytes);
            if (length > 0) {
                memcpy(in, text, length);
            }
            expect(CALL(loom_tls_rc4_seal)(ctx, header(how), in, out, length) == 0, "result");
            same("record", out, record, total);
        } else {
            expect(loom_tls_rc4_open(ctx, header_bytes, before, got, first + bytes, &opened_before) == 0, "the first");
            record[opens == 2 ? any(total) : 0] ^= (uint8_t)(opens == 2 ? 1 << any(8) : 0);
            memcpy(in, record, total);
            if (opens == 1) {
                expect(CALL(loom_tls_rc4_open)(ctx, header(how), in, out, total, opened) == 0, "opens");
                expect(*opened == length, "bytes opened");
                same("plaintext", out, text, length);
            } else {
                expect(CALL(loom_tls_rc4_open)(ctx, header(how), in, out, total, opened) == -1, "does not open");
                expect(*opened == 0, "bytes opened");
                zeros("output", out, total);
            }
        }
        wipe(ctx);
    }
}

void test_tls(void)
{
    static const size_t macs[] = {0, 16, 20, 28, 32, 48};
    key = answer("aes key", NULL);
    mac_key = answer("hmac key", NULL);
    iv = answer("iv", NULL);
    header_bytes = answer("header", NULL);
    for (size_t i = 0; i < sizeof macs / sizeof macs[0]; i++) {
        unpads(macs[i]);
    }
    unpad_refuses();
    mac_keys();
    refused_pairs();
    hidden();
    for (size_t which = 0; which < 4; which++) {
        size_t bytes = hashes[which].mac;
        for (size_t length = 0; which > 0 && length <= LONGEST; length++) {
            if (at("TLS CBC", "hash, length", which, length, 0, 0)) {
                cbc_case(which, length, of_hash("tail", which) + TAIL * length, length + any(90));
            }
        }
        for (size_t length = 0; which < 2 && length <= LONGEST; length++) {
            for (size_t n = 0; n < 4; n++) {
                size_t first = (length * 4 + n) % BEFORE;
                if (at("TLS RC4", "hash, length, bytes of the record before", which, length, first, 0)) {
                    rc4_case(which, first, length, of_hash("mac", which) + bytes * length, any(90));
                }
            }
        }
        for (size_t i = 0; i < longer_count; i++) {
            always("TLS", "hash, length", which, longer[i], 0, 0);
            if (which > 0 && longer[i] <= FRAGMENT) {
                cbc_case(which, longer[i], of_hash("tails", which) + TAIL * i, i);
            }
            if (which < 2 && longer[i] <= FRAGMENT) {
                rc4_case(which, i % BEFORE, longer[i], of_hash("macs", which) + bytes * i, i);
            }
        }
        if (which > 0) {
            paddings(which);
        }
    }
}
