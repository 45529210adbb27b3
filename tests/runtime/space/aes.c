/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * AES in its modes, and CBC beside a hash: every length, with every key size, from every position of a stream.
 */
#include "space.h"

#include <stdio.h>
#include <string.h>

enum { CONTEXTS = 3 };

static const struct {
    size_t bytes, rounds;
} keys[CONTEXTS] = {{16, 10}, {24, 12}, {32, 14}};
static loom_aes_ctx encrypts[CONTEXTS], decrypts[CONTEXTS];
static const uint8_t *key, *iv;

static const uint8_t *of_key(const char *what, size_t which)
{
    char name[28];
    snprintf(name, sizeof name, "%s%lu", what, (unsigned long)(8 * keys[which].bytes));
    return answer(name, NULL);
}

static void start(void)
{
    key = answer("aes key", NULL);
    iv = answer("iv", NULL);
    for (size_t i = 0; i < CONTEXTS; i++) {
        expect(loom_aes_set_encrypt_key(&encrypts[i], key, keys[i].bytes) == 0, "key");
        expect(loom_aes_set_decrypt_key(&decrypts[i], key, keys[i].bytes) == 0, "key");
    }
}

static void test_keys(void)
{
    for (size_t bytes = 0; bytes <= 66; bytes++) {
        for (size_t how = 0; how < 9; how++) {
            const uint8_t *here = placed(KEY, key, bytes, how), *counter = placed(THIRD, iv, 16, how);
            loom_aes_ctx *a = place_struct(FIRST, sizeof *a, how / 3);
            loom_aes_ctr_ctx *c = place_struct(SECOND, sizeof *c, how / 3);
            int good = bytes == 16 || bytes == 24 || bytes == 32, want = good - 1;
            memset(a, 0x77, sizeof *a);
            memset(c, 0x77, sizeof *c);
            always("AES keys", "bytes, how", bytes, how, 0, 0);
            expect(CALL(loom_aes_set_encrypt_key)(a, here, bytes) == want, "for encryption");
            expect(CALL(loom_aes_set_decrypt_key)(a, here, bytes) == want, "for decryption");
            expect(CALL(loom_aes_ctr_init)(c, here, bytes, counter) == want, "for a counter");
            if (!good) {
                expect(a->schedule[0] == 0x77 && memcmp(a, (uint8_t *)a + 1, sizeof *a - 1) == 0, "it stays");
                expect(c->counter[0] == 0x77 && memcmp(c, (uint8_t *)c + 1, sizeof *c - 1) == 0, "it stays");
            }
            CALL(loom_aes_wipe)(a);
            zeros("wiped context", a, sizeof *a);
            CALL(loom_aes_ctr_wipe)(c);
            expect(CALL(loom_aes_ctr_set_counter)(c, counter) == -1, "a counter without a key");
            zeros("wiped context", c, sizeof *c);
            untouched();
        }
    }
}

/* A refused call changes nothing. */
static void refused(struct buffers b, const uint8_t *from, size_t length, int result)
{
    expect(result == -1, "is refused");
    if (length > 0 && b.in != b.out) {
        expect(b.out[0] == 0x5e && memcmp(b.out, b.out + 1, length - 1) == 0, "the output stays");
    }
    same("input", b.in, from, length);
}

/* ECB and CBC. Earlier calls took `from` bytes. Ways: in place, decrypts, CBC. */
static void blocks_case(size_t which, size_t from, size_t length, size_t way, size_t how)
{
    int back = (way & 2) != 0, cbc = (way & 4) != 0, good = length % 16 == 0, result;
    const uint8_t *cipher = of_key(cbc ? "cbc" : "ecb", which), *source = (back ? cipher : text) + from;
    struct buffers b = both(source, length, how, way & 1);
    uint8_t *v = placed(SECOND, from == 0 ? iv : cipher + from - 16, 16, how / 3);
    loom_aes_ctx *ctx = place_struct(FIRST, sizeof *ctx, how / 2);
    *ctx = back ? decrypts[which] : encrypts[which];
    if (b.out != NULL && !(way & 1)) {
        memset(b.out, 0x5e, length);
    }
    result = cbc    ? back ? CALL(loom_aes_cbc_decrypt)(ctx, v, b.in, b.out, length)
                           : CALL(loom_aes_cbc_encrypt)(ctx, v, b.in, b.out, length)
             : back ? CALL(loom_aes_ecb_decrypt)(ctx, b.in, b.out, length)
                    : CALL(loom_aes_ecb_encrypt)(ctx, b.in, b.out, length);
    if (good) {
        expect(result == 0, "result");
        same_buffers(b, source, (back ? text : cipher) + from, length);
    } else {
        refused(b, source, length, result);
    }
    if (cbc) {
        size_t to = good ? from + length : from; /* start of the next call */
        same("IV", v, to == 0 ? iv : cipher + to - 16, 16);
    }
    expect(memcmp(ctx, back ? &decrypts[which] : &encrypts[which], sizeof *ctx) == 0, "the key stays");
    untouched();
}

static void test_blocks(void)
{
    for (size_t which = 0; which < CONTEXTS; which++) {
        for (size_t way = 0; way < 8; way++) {
            for (size_t length = 0; length <= LONGEST; length++) {
                for (size_t from = 0; from < (length % 16 == 0 ? 64u : 16u); from += 16) {
                    for (size_t how = length; how < length + 9; how++) {
                        if (at("AES by blocks", "key, length, way, how", which, length, way, how)) {
                            blocks_case(which, from, length, way, how);
                        }
                    }
                }
            }
            for (size_t i = 0; i < longer_count; i++) {
                always("AES by blocks", "key, length, way", which, longer[i] / 16 * 16, way, i);
                blocks_case(which, 0, longer[i] / 16 * 16, way, i);
            }
        }
    }
}

/* ---- counter mode ---- */

static void ctr_case(size_t which, size_t before, size_t length, size_t how, int in_place)
{
    const uint8_t *cipher = of_key("ctr", which);
    struct buffers b = both(text + before, length, how, in_place);
    loom_aes_ctr_ctx *ctx = place_struct(FIRST, sizeof *ctx, how / 3);
    uint8_t out[BEFORE];
    expect(CALL(loom_aes_ctr_init)(ctx, key, keys[which].bytes, iv) == 0, "key");
    expect(CALL(loom_aes_ctr_update)(ctx, text, out, before) == 0, "before");
    same("the stream before this", out, cipher, before);
    for (size_t done = 0, piece; done < length; done += piece) {
        piece = how % 5 > 0 ? length : any(length - done + 1);
        expect(CALL(loom_aes_ctr_update)(ctx, b.in + done, b.out + done, piece) == 0, "result");
    }
    same_buffers(b, text + before, cipher + before, length);
    expect(loom_aes_ctr_update(ctx, text + before + length, out, 33) == 0, "the stream goes on");
    same("the stream after this", out, cipher + before + length, 33);
    memset(out, 0xee, 16);
    expect(CALL(loom_aes_ctr_set_counter)(ctx, placed(SECOND, iv, 16, how)) == 0, "the counter anew");
    expect(loom_aes_ctr_update(ctx, text, out, 33) == 0, "the stream begins again");
    same("the stream from the beginning", out, cipher, 33);
    untouched();
}

static void test_ctr(void)
{
    for (size_t which = 0; which < CONTEXTS; which++) {
        for (size_t length = 0; length <= LONGEST; length++) {
            for (size_t before = 0; before < 33; before++) {
                for (int in_place = 0; in_place < 2; in_place++) {
                    if (at("loom_aes_ctr_update", "key, length, before, in place", which, length, before,
                           (size_t)in_place)) {
                        ctr_case(which, before, length, length + before, in_place);
                    }
                }
            }
        }
        for (size_t i = 0; i < longer_count; i++) {
            always("loom_aes_ctr_update", "key, length", which, longer[i], 0, 0);
            ctr_case(which, 0, longer[i], i, i & 1);
        }
    }
}

void test_aes(void)
{
    start();
    test_keys();
    test_blocks();
    test_ctr();
}

/* ---- CBC beside a hash ---- */

/* The hash has taken `taken` bytes of text. The CBC chain has taken the whole blocks of these bytes. */
#define CBC_HASH(name, woven, words, count, block)                                                                    \
    static void name##_case(size_t which, size_t taken, size_t length, size_t how, int in_place, const uint8_t *want) \
    {                                                                                                                 \
        const uint8_t *cipher = of_key("cbc", which);                                                                 \
        size_t from = taken / 16 * 16, done = 0;                                                                      \
        struct buffers b = both(text + from, length, how, in_place);                                                  \
        uint8_t *v = placed(SECOND, from == 0 ? iv : cipher + from - 16, 16, how / 3), digest[64], alone_digest[64];  \
        loom_##name##_ctx *hash = place_struct(THIRD, sizeof *hash, how / 2), alone;                                  \
        loom_aes_ctx *aes = place_struct(FIRST, sizeof *aes, how / 5);                                                \
        *aes = encrypts[which];                                                                                       \
        loom_##name##_init(hash);                                                                                     \
        loom_##name##_update(hash, text, taken);                                                                      \
        alone = *hash;                                                                                                \
        expect(CALL(loom_aes_cbc_##name##_encrypt)(aes, v, hash, b.in, b.out, length + 1 + taken % 15) == -1,         \
               "whole blocks only");                                                                                  \
        expect(memcmp(hash, &alone, sizeof alone) == 0, "nothing is touched");                                        \
        do {                                                                                                          \
            size_t piece = how % 4 > 0 ? length - done : any(length - done + 1) / 16 * 16;                            \
            const uint8_t *in = b.in == NULL ? NULL : b.in + done;                                                    \
            uint8_t *out = b.out == NULL ? NULL : b.out + done;                                                       \
            how += how % 4 == 0 && piece == 0;                                                                        \
            expect(CALL(loom_aes_cbc_##name##_encrypt)(aes, v, hash, in, out, piece) == 0, "result");                 \
            done += piece;                                                                                            \
        } while (done < length);                                                                                      \
        same_buffers(b, text + from, cipher + from, length);                                                          \
        same("IV", v, from + length == 0 ? iv : cipher + from + length - 16, 16);                                     \
        loom_##name##_update(&alone, text + from, length);                                                            \
        loom_##name##_final(&alone, alone_digest);                                                                    \
        expect(loom_##name##_final(hash, digest) == 0, "final");                                                      \
        same("digest", digest, want == NULL ? alone_digest : want, sizeof hash->state);                               \
        untouched();                                                                                                  \
    }                                                                                                                 \
                                                                                                                      \
    static void test_cbc_##name(void)                                                                                 \
    {                                                                                                                 \
        const uint8_t *want = answer(#name, NULL);                                                                    \
        for (size_t taken = 0; taken < (block); taken++) {                                                            \
            for (size_t length = 0; length <= LONGEST; length += 16) {                                                \
                for (size_t way = 0; way < 6; way++) {                                                                \
                    size_t how = taken + length / 16 + way, total = taken / 16 * 16 + length;                         \
                    if (at("loom_aes_cbc_" #name "_encrypt", "length, taken, way", length, taken, way, 0)) {          \
                        name##_case(way / 2, taken, length, how, way & 1,                                             \
                                    taken % 16 == 0 ? want + (count) * sizeof(words) * total : NULL);                 \
                    }                                                                                                 \
                }                                                                                                     \
            }                                                                                                         \
        }                                                                                                             \
        for (size_t i = 0; i < longer_count; i++) {                                                                   \
            always("loom_aes_cbc_" #name "_encrypt", "length", longer[i], i, 0, 0);                                   \
            name##_case(i % 3, 0, longer[i] / 16 * 16, i, i & 1, NULL);                                               \
        }                                                                                                             \
    }

LOOM_AES_CBC_HASHES(CBC_HASH)

void test_aes_cbc_hashes(void)
{
    start();
#define TEST_CBC(name, woven, words, count, block) test_cbc_##name();
    LOOM_AES_CBC_HASHES(TEST_CBC)
}
