/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * edges PART: what the functions of a part do at the ends of their ranges, and what a batch decides. The first line
 * that does not hold is told.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asmloom.h"
#include "batch.h"
#include "rsa.h"

static const uint8_t text[4096];

#include "space/holds.h"

/* ---- TLS ---- */

enum { RECORDS = 40 };

static void tls(void)
{
    static const uint8_t mac_key[20] = {1}, key[257] = {2};
    loom_tls_ctx ctx;
    for (size_t bytes = 0; bytes <= 257; bytes++) {
        HOLDS(loom_tls_rc4_init(&ctx, LOOM_TLS_SHA1, key, bytes, mac_key, 20) == (bytes >= 1 && bytes <= 256 ? 0 : -1));
    }
    for (size_t bytes = 0; bytes <= 33; bytes++) {
        int right = bytes == 16 || bytes == 24 || bytes == 32;
        HOLDS(loom_tls_cbc_init(&ctx, 1, LOOM_TLS_SHA1, key, bytes, mac_key, 20) == (right ? 0 : -1));
    }
    for (size_t bytes = 18; bytes <= 22; bytes++) {
        HOLDS(loom_tls_cbc_init(&ctx, 1, LOOM_TLS_SHA1, key, 16, mac_key, bytes) == (bytes == 20 ? 0 : -1));
    }
}

/* One record that may not be sealed, at any place, and nothing is sealed. */
static void tls_many(void)
{
    static const uint8_t mac_key[20] = {1}, key[16] = {2}, header[11];
    static uint8_t in[RECORDS][16384 + 1], out[RECORDS][16384 + 64], iv[RECORDS][16], none[16384 + 64];
    static loom_tls_batch_ctx batch;
    loom_tls_ctx good, opens, other;
    loom_tls_record_job jobs[RECORDS];
    HOLDS(loom_tls_cbc_init(&good, 1, LOOM_TLS_SHA1, key, 16, mac_key, 20) == 0);
    HOLDS(loom_tls_cbc_init(&opens, 0, LOOM_TLS_SHA1, key, 16, mac_key, 20) == 0);
    HOLDS(loom_tls_cbc_init(&other, 1, LOOM_TLS_SHA256, key, 16, text, 32) == 0);
    HOLDS(loom_tls_batch_init(&batch, LOOM_TLS_SHA1) == 0);
    for (size_t bad = 0; bad < RECORDS; bad += 13) {
        for (int way = 0; way < 3; way++) {
            for (size_t i = 0; i < RECORDS; i++) {
                loom_tls_record_job one = {&good, header, iv[i], in[i], out[i], 100};
                jobs[i] = one;
            }
            jobs[bad].ctx = way == 0 ? &opens : way == 1 ? &other : &good;
            jobs[bad].length = way == 2 ? 16385 : 100;
            HOLDS(loom_tls_cbc_seal_many(&batch, jobs, RECORDS) == -1);
            for (size_t i = 0; i < RECORDS; i++) {
                HOLDS(memcmp(out[i], none, sizeof none) == 0);
            }
        }
    }
    jobs[39].length = 16384;
    HOLDS(loom_tls_cbc_seal_many(&batch, jobs, RECORDS) == 0 && loom_tls_cbc_seal_many(&batch, jobs, 0) == 0);
    loom_tls_batch_wipe(&batch);
    HOLDS(loom_tls_cbc_seal_many(&batch, jobs, 0) == -1);
}

/* ---- RC4 with MD5 ---- */

static void rc4_md5(void)
{
    static const uint8_t none[2048];
    uint8_t out[2048];
    loom_rc4_ctx rc4;
    loom_md5_ctx md5;
    for (int wiped = 0; wiped < 2; wiped++) {
        for (size_t length = 0; length <= 2048; length += length == 0 ? 1 : 2047) {
            loom_md5_init(&md5);
            memset(&rc4, 0, sizeof rc4);
            if (wiped) {
                HOLDS(loom_rc4_set_key(&rc4, text, 5) == 0);
                memset(&md5, 0, sizeof md5);
            }
            memset(out, 1, sizeof out);
            HOLDS(loom_rc4_md5_encrypt(&rc4, &md5, text, out, length) == -1);
            HOLDS(memcmp(out, none, length) == 0 && (length == 2048 || out[length] == 1));
            memset(out, 1, sizeof out);
            HOLDS(loom_rc4_md5_decrypt(&rc4, &md5, out, out, length) == -1);
            HOLDS(memcmp(out, none, length) == 0 && (length == 2048 || out[length] == 1));
        }
    }
}

/* ---- AES in counter mode: 128 bits count, in any split; a context that none has is refused ---- */

/* Sets a counter whose last 32 bits are zero after that many blocks, below so many bytes of ones. */
static void count(uint8_t counter[16], uint32_t blocks, size_t ones)
{
    for (size_t i = 0; i < 12; i++) {
        counter[i] = i + ones >= 12 ? 0xff : 0x40;
    }
    for (size_t i = 0; i < 4; i++) {
        counter[12 + i] = (uint8_t)((0 - blocks) >> (24 - 8 * i));
    }
}

static void aes_ctr(void)
{
    enum { BLOCKS = 40 };
    static uint8_t counters[16 * BLOCKS], expected[16 * BLOCKS], out[16 * BLOCKS];
    loom_aes_ctr_ctx ctx;
    uint8_t counter[16];
    HOLDS(loom_aes_ctr_init(&ctx, text, 24, text) == 0);
    for (uint32_t until = 0; until <= BLOCKS; until += until < 20 ? 1 : 5) {
        for (size_t ones = 0; ones <= 12; ones += 1 + ones / 2) {
            count(counter, until, ones);
            for (size_t i = 0; i < BLOCKS; i++) {
                memcpy(counters + 16 * i, counter, 16);
                for (size_t n = 16; n > 0 && ++counter[n - 1] == 0; n--) {
                }
            }
            HOLDS(loom_aes_ecb_encrypt(&ctx.key, counters, expected, sizeof counters) == 0);
            for (size_t length = 0; length <= sizeof out; length += length < 40 ? 1 : 16 + length % 3) {
                for (size_t first = 0; first <= length; first += 1 + length / 5) {
                    memset(out, 0, sizeof out);
                    HOLDS(loom_aes_ctr_set_counter(&ctx, counters) == 0);
                    HOLDS(loom_aes_ctr_update(&ctx, out, out, first) == 0);
                    HOLDS(loom_aes_ctr_update(&ctx, out + first, out + first, length - first) == 0);
                    HOLDS(memcmp(out, expected, length) == 0);
                    HOLDS(length == sizeof out || out[length] == 0);
                }
            }
        }
    }
    for (ctx.left = 16; ctx.left < 20; ctx.left++) {
        HOLDS(loom_aes_ctr_update(&ctx, text, out, 1) == -1 && loom_aes_ctr_update(&ctx, text, out, 16) == -1);
    }
}

/* ---- HMAC: a context keeps neither a pad nor a message that has ended ---- */

static int has(const void *ctx, size_t bytes, const uint8_t *what, size_t length)
{
    size_t i = 0;
    while (i + length <= bytes && memcmp((const uint8_t *)ctx + i, what, length) != 0) {
        i++;
    }
    return i + length <= bytes;
}

#define KEPT(name, kernel, type, words, block, digest, little)                                            \
    static void kept_##name(void)                                                                         \
    {                                                                                                     \
        uint8_t key[(block)], pads[2][(block)], mac[digest];                                              \
        loom_hmac_##name##_ctx ctx, started;                                                              \
        for (size_t i = 0; i < (block); i++) {                                                            \
            key[i] = (uint8_t)(3 * i + 1);                                                                \
            pads[0][i] = key[i] ^ 0x36;                                                                   \
            pads[1][i] = key[i] ^ 0x5c;                                                                   \
        }                                                                                                 \
        memset(&ctx, 0, sizeof ctx);                                                                      \
        loom_hmac_##name##_init(&ctx, key, sizeof key);                                                   \
        for (size_t i = 0; i + 8 <= (block); i++) {                                                       \
            HOLDS(!has(&ctx, sizeof ctx, pads[0] + i, 8) && !has(&ctx, sizeof ctx, pads[1] + i, 8));      \
        }                                                                                                 \
        started = ctx;                                                                                    \
        for (size_t length = 0; length < 3 * (block); length += 11) {                                     \
            HOLDS(loom_hmac_##name##_update(&ctx, key, length < sizeof key ? length : sizeof key) == 0);  \
            HOLDS(loom_hmac_##name##_update(&ctx, key, length < sizeof key ? 0 : length % (block)) == 0); \
            HOLDS(loom_hmac_##name##_final_reset(&ctx, mac) == 0);                                        \
            HOLDS(memcmp(&ctx, &started, sizeof ctx) == 0);                                               \
        }                                                                                                 \
    }
LOOM_HMACS(KEPT)
#define RUN_KEPT(name, kernel, type, words, block, digest, little) kept_##name();

static void hmac(void)
{
    LOOM_HMACS(RUN_KEPT)
}

/* ---- batches ---- */

static void batch_of(void (*init)(loom_batch_ctx *))
{
    static loom_batch_ctx batch;
    static loom_batch_job jobs[40];
    static uint8_t digest[40][64];
    size_t waits = 0;
    init(&batch);
    for (size_t i = 0; i < sizeof batch.way / sizeof batch.way[0] && batch.way[i].number > 0; i++) {
        size_t lanes = loom_batch_rows[batch.way[i].number - 1].lanes;
        HOLDS(batch.way[i].least >= 2 && batch.way[i].least <= lanes);
        HOLDS(lanes > waits); /* from the narrowest to the widest */
        waits = lanes;
    }
    HOLDS(batch.lanes == waits && (waits > 0) == (batch.way[0].number > 0));
    HOLDS(waits > 0 || batch.shortest == 0);
    for (size_t i = 0; i < 40; i++) {
        loom_batch_job one = {text, batch.shortest, digest[i], NULL};
        jobs[i] = one;
        HOLDS(loom_batch_submit(&batch, &jobs[i]) == 0);
        if (i + 1 < waits) { /* a message of the shortest length waits for the others */
            HOLDS(loom_batch_poll(&batch) == NULL);
        }
    }
    if (batch.shortest > 0) { /* a shorter one does not */
        loom_batch_job one = {text, batch.shortest - 1, digest[0], NULL}, *ended = NULL, *next;
        HOLDS(loom_batch_submit(&batch, &one) == 0);
        while ((next = loom_batch_poll(&batch)) != NULL) {
            ended = next;
            HOLDS(next->next == NULL);
        }
        HOLDS(ended == &one);
    }
    HOLDS(loom_batch_flush(&batch) == 0);
    for (loom_batch_job *next; (next = loom_batch_poll(&batch)) != NULL;) {
        HOLDS(next->next == NULL);
    }
}

static void batches(void)
{
    batch_of(loom_batch_md5_init);
    batch_of(loom_batch_sha1_init);
    batch_of(loom_batch_sha256_init);
    batch_of(loom_batch_sha512_init);
}

/* ---- RSA: constants for pairs are there exactly where kernels of pairs are faster, and zeros elsewhere ---- */

/* What functions find on the stack that they do not write. */
static __attribute__((noinline)) void leave_ones(void)
{
    volatile uint8_t below[16384];
    for (size_t i = 0; i < sizeof below; i++) {
        below[i] = 0xff;
    }
}

/* Sums and differences modulo a number write no limb above theirs, and undo each other. */
static void sums(void)
{
    enum { MOST = 5 };
    uint64_t n[MOST + 1], a[MOST + 1], b[MOST + 1], to[MOST + 1];
    for (size_t limbs = 1; limbs <= MOST; limbs++) {
        for (uint64_t lowest = 0; lowest < 4; lowest++) { /* a is less than b, the same, and more */
            memset(n, 0xff, sizeof n);
            memset(a, 0x11, sizeof a);
            memset(b, 0x11, sizeof b);
            memset(to, 0x22, sizeof to);
            a[0] = lowest;
            b[0] = 2;
            n[limbs] = 5; /* what lies above is no part of the number */
            loom_rsa_sub_mod(to, a, b, n, limbs);
            HOLDS(to[limbs] == UINT64_C(0x2222222222222222));
            HOLDS(to[0] == lowest - 2 - (lowest < 2)); /* n is all ones: minus 1 where n is added */
            loom_rsa_add_mod(to, to, b, n, limbs);
            HOLDS(to[limbs] == UINT64_C(0x2222222222222222));
            HOLDS(memcmp(to, a, 8 * limbs) == 0);
        }
    }
}

/* One bit that differs anywhere is found. */
static void differences(void)
{
    enum { LIMBS = 4 };
    uint64_t p[LIMBS], q[LIMBS], n[2 * LIMBS] = {0}, other[LIMBS];
    memset(p, 0xff, sizeof p);
    memset(q, 0, sizeof q);
    q[LIMBS - 1] = 1; /* n = p * 2^192 */
    memcpy(n + LIMBS - 1, p, sizeof p);
    memcpy(other, p, sizeof other);
    HOLDS(loom_rsa_same(p, other, LIMBS) == 1 && loom_rsa_is_product(p, q, n, LIMBS) == 1);
    for (size_t bit = 0; bit < 64 * 2 * LIMBS; bit++) {
        uint64_t one = (uint64_t)1 << bit % 64;
        n[bit / 64] ^= one;
        HOLDS(loom_rsa_is_product(p, q, n, LIMBS) == 0);
        n[bit / 64] ^= one;
        if (bit < 64 * LIMBS) {
            other[bit / 64] ^= one;
            HOLDS(loom_rsa_same(p, other, LIMBS) == 0 && loom_rsa_same(other, p, LIMBS) == 0);
            HOLDS(loom_rsa_less(other, p, LIMBS) == 1 && loom_rsa_less(p, other, LIMBS) == 0);
            other[bit / 64] ^= one;
        }
    }
}

/* Five bits from any place on, in numbers up to the longest. */
static void any_window(void)
{
    uint64_t exponent[RSA_LIMBS + 1];
    for (size_t bits = 64; bits <= 64 * RSA_LIMBS; bits += 64) {
        memset(exponent, 0xff, sizeof exponent);
        for (size_t i = 0; i < bits / 64; i++) {
            exponent[i] = UINT64_C(0x9e3779b97f4a7c15) * (i + bits);
        }
        for (size_t at = 0; at < bits; at++) {
            uint64_t expected = 0;
            for (size_t i = at; i < at + RSA_WINDOW && i < bits; i++) {
                expected |= (exponent[i / 64] >> i % 64 & 1) << (i - at);
            }
            HOLDS(loom_rsa_window(exponent, bits, at) == expected);
        }
    }
}

/* A key without constants for pairs works where there are kernels of pairs, and halves take these. */
static void without_pairs(void)
{
    enum { BYTES = 64, LIMBS = 8, PARTS = 6 * RSA_LIMBS, TABLE = RSA_ENTRIES * LIMBS / 2 };
    static uint8_t modulus[BYTES], in[BYTES], out[2][BYTES];
    static loom_rsa_key key;
    static loom_rsa_work work;
    memset(modulus, 0xfd, sizeof modulus);
    in[BYTES - 1] = 3;
    HOLDS(loom_rsa_key_init_public(&key, modulus, BYTES, (const uint8_t *)"\x1\x1", 2) == 0);
    HOLDS(loom_rsa_public(&key, &work, in, out[0], BYTES) == 0);
    memset(key.pair, 0, sizeof key.pair);
    key.pairs = 0;
    HOLDS(loom_rsa_public(&key, &work, in, out[1], BYTES) == 0 && memcmp(out[0], out[1], BYTES) == 0);
    for (int i = 0; i < 2; i++) { /* no key: the way that it takes is a key's */
        memset(key.half[i].prime, 0xff, BYTES / 2);
        key.half[i].prime_inverse = 1;
    }
    key.kind = RSA_PRIVATE;
    memset(&work, 0xff, sizeof work);
    HOLDS(loom_rsa_private(&key, &work, in, out[1], BYTES) == LOOM_RSA_FAULT);
    HOLDS((work.words[PARTS + TABLE + RSA_LIMBS] == 0) == (loom_rsa_has_pairs(LIMBS / 2) != 0));
}

/* Windows of an exponent end at its last limb, and powers at its last bit: what lies above does not matter. */
static void windows(void)
{
    enum { LIMBS = 6, OVER = 2 };
    static uint64_t table[RSA_ENTRIES * LIMBS], chosen[LIMBS], square[LIMBS], out[2][LIMBS];
    uint64_t n[LIMBS], base[LIMBS], exponent[2][LIMBS + OVER];
    struct rsa_modulus m = {n, square, 0, LIMBS};
    memset(n, 0xfd, sizeof n);
    memset(base, 0x35, sizeof base);
    loom_rsa_prepare(&m, square, 8 * LIMBS - 1);
    for (size_t bits = 8; bits <= 64 * LIMBS; bits += 8) {
        memset(exponent[0], 0, sizeof exponent[0]);
        memset(exponent[0], 0xb7, bits / 8);
        memcpy(exponent[1], exponent[0], sizeof exponent[0]);
        memset(&exponent[1][(bits + 63) / 64], 0xff, 8 * OVER);
        for (int i = 0; i < 2; i++) {
            loom_rsa_power(out[i], &m, base, exponent[i], bits, table, chosen);
        }
        HOLDS(memcmp(out[0], out[1], sizeof out[0]) == 0);
        for (size_t at = 0; at < bits; at += RSA_WINDOW) {
            uint64_t expected = 0;
            for (size_t i = at; i < at + RSA_WINDOW && i < bits; i++) {
                expected |= (exponent[0][i / 64] >> i % 64 & 1) << (i - at);
            }
            HOLDS(loom_rsa_window(exponent[1], bits, at) == expected);
        }
    }
}

static void rsa(void)
{
    static uint8_t modulus[512];
    loom_rsa_key key;
    sums();
    differences();
    any_window();
    windows();
    without_pairs();
    memset(modulus, 0xff, sizeof modulus);
    for (size_t bytes = 0; bytes <= 513; bytes++) {
        int right = bytes >= 64 && bytes <= 512;
        memset(&key, 1, sizeof key);
        if (bytes <= 512) {
            leave_ones();
            HOLDS(loom_rsa_key_init_public(&key, modulus, bytes, (const uint8_t *)"\3", 1) == 0 || !right);
        }
        if (right) {
            HOLDS((key.pairs != 0) == (loom_rsa_has_pairs(rsa_limbs(bytes)) != 0));
            for (size_t i = key.pairs ? 2 * rsa_limbs(bytes) : 0; i < sizeof key.pair / sizeof key.pair[0]; i++) {
                HOLDS(key.pair[i] == 0);
            }
        }
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } parts[] = {{"tls", tls}, {"tls_many", tls_many}, {"rc4_md5", rc4_md5}, {"batches", batches},
                 {"rsa", rsa}, {"hmac", hmac},         {"aes_ctr", aes_ctr}};
    for (size_t i = 0; argc == 2 && i < sizeof parts / sizeof parts[0]; i++) {
        if (strcmp(argv[1], parts[i].name) == 0) {
            parts[i].run();
            return 0;
        }
    }
    return 2;
}
