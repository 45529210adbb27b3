/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * What public functions do at the ends of their ranges, and what their contexts keep. The first line that does not hold
 * is told.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asmloom.h"
#include "batch.h"
#include "rsa.h"

static const uint8_t text[4096];

#include "holds.h"

static int zeros(const void *at, size_t bytes)
{
    const uint8_t *from = at;
    return from[0] == 0 && memcmp(from, from + 1, bytes - 1) == 0;
}

/* ---- TLS ---- */

enum { RECORDS = 40 };

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

/* ---- ChaCha20-Poly1305: the limit, with a context that says it has taken as much, and the tag of these lengths; and
 * directions ---- */

static void chacha20_poly1305(void)
{
    static const uint8_t tag[] = {0x8f, 0x3d, 0x47, 0x5e, 0xd0, 0xff, 0x27, 0x43,
                                  0x49, 0x39, 0x85, 0x17, 0xfc, 0xb9, 0x5c, 0xfc};
    uint8_t out[16];
    loom_chacha20_poly1305_ctx ctx;
    loom_chacha20_poly1305_init(&ctx, text, text);
    HOLDS(loom_chacha20_poly1305_encrypt(&ctx, text, out, 1) == 0 && loom_chacha20_poly1305_aad(&ctx, text, 1) == -1);
    ctx.aad_length = (uint64_t)1 << 61;
    ctx.length = ((uint64_t)1 << 38) - 64 - 5;
    HOLDS(loom_chacha20_poly1305_encrypt(&ctx, text, out, SIZE_MAX) == -1);
    HOLDS(loom_chacha20_poly1305_encrypt(&ctx, text, out, 6) == -1);
    HOLDS(loom_chacha20_poly1305_encrypt(&ctx, text, out, 5) == 0);
    HOLDS(loom_chacha20_poly1305_encrypt(&ctx, text, out, 1) == -1);
    HOLDS(loom_chacha20_poly1305_decrypt(&ctx, text, out, 0) == -1);
    HOLDS(loom_chacha20_poly1305_verify(&ctx, text) == -1 && loom_chacha20_poly1305_tag(&ctx, out) == 0);
    HOLDS(memcmp(out, tag, 16) == 0);
    HOLDS(loom_chacha20_poly1305_tag(&ctx, out) == -1);
}

static void aes_ctr(void)
{
    uint8_t out[16];
    loom_aes_ctr_ctx ctx;
    HOLDS(loom_aes_ctr_init(&ctx, text, 24, text) == 0);
    for (ctx.left = 16; ctx.left < 20; ctx.left++) { /* which no context has */
        HOLDS(loom_aes_ctr_update(&ctx, text, out, 1) == -1 && loom_aes_ctr_update(&ctx, text, out, 16) == -1);
    }
}

/* ---- AES-GCM: the limits, with contexts that say they have taken as much, and the tag of these lengths ---- */

static void aes_gcm(void)
{
    static const uint8_t tag[] = {0x60, 0x0a, 0x36, 0xc7, 0x6a, 0x78, 0xeb, 0xbe,
                                  0xff, 0x70, 0x23, 0x21, 0x02, 0x0f, 0xbd, 0x70};
    uint8_t out[16];
    loom_aes_gcm_key key;
    loom_aes_gcm_ctx ctx;
    HOLDS(loom_aes_gcm_set_key(&key, text, 16) == 0 && loom_aes_gcm_init(&ctx, &key, text, 12) == 0);
    ctx.aad_length = ((uint64_t)1 << 61) - 6;
    HOLDS(loom_aes_gcm_aad(&ctx, text, 6) == -1 && loom_aes_gcm_aad(&ctx, text, SIZE_MAX) == -1);
    HOLDS(loom_aes_gcm_aad(&ctx, text, 5) == 0 && loom_aes_gcm_aad(&ctx, text, 1) == -1);
    ctx.length = ((uint64_t)1 << 36) - 37;
    HOLDS(loom_aes_gcm_encrypt(&ctx, text, out, 6) == -1 && loom_aes_gcm_encrypt(&ctx, text, out, SIZE_MAX) == -1);
    HOLDS(loom_aes_gcm_encrypt(&ctx, text, out, 5) == 0 && loom_aes_gcm_encrypt(&ctx, text, out, 1) == -1);
    HOLDS(loom_aes_gcm_decrypt(&ctx, text, out, 0) == -1 && loom_aes_gcm_verify(&ctx, text, 16) == -1);
    HOLDS(loom_aes_gcm_tag(&ctx, out, 11) == -1 && loom_aes_gcm_tag(&ctx, out, 17) == -1);
    HOLDS(loom_aes_gcm_tag(&ctx, out, 16) == 0 && loom_aes_gcm_tag(&ctx, out, 16) == -1 && memcmp(out, tag, 16) == 0);
    HOLDS(loom_aes_gcm_init(&ctx, &key, text, 12) == 0);
    loom_aes_gcm_wipe_key(&key);
    HOLDS(zeros(&key, sizeof key));
    HOLDS(loom_aes_gcm_encrypt(&ctx, text, out, 16) == -1 && loom_aes_gcm_init(&ctx, &key, text, 12) == -1);
}

/* ---- AEADs: text that overlaps its place in part, by any number of bytes, is left as it is; else something changes
 * ---- */

enum { TEXT = 40 };

static uint8_t room[5 * TEXT];

#define REFUSES(begin, call)                                                               \
    for (size_t at = 0; at <= 4 * TEXT; at++) {                                            \
        const uint8_t *in = room + at;                                                     \
        uint8_t before[sizeof room], *out = room + 2 * TEXT, tag[16];                      \
        int good = in == out || at <= TEXT || at >= 3 * TEXT, result;                      \
        memset(tag, 5, sizeof tag);                                                        \
        memset(room, 5, sizeof room);                                                      \
        memcpy(before, room, sizeof room);                                                 \
        (void)(begin);                                                                     \
        result = (call);                                                                   \
        HOLDS((memcmp(room, before, sizeof room) != 0) == good && (good || result == -1)); \
    }

static void overlaps(void)
{
    loom_aes_gcm_key key;
    loom_aes_gcm_ctx gcm;
    loom_chacha20_poly1305_ctx chacha;
    loom_aes_ctx aes;
    loom_aes_xts_ctx xts;
    HOLDS(loom_aes_gcm_set_key(&key, text, 16) == 0 && loom_aes_set_encrypt_key(&aes, text, 16) == 0);
    HOLDS(loom_aes_xts_set_key(&xts, (const uint8_t *)"the first half, and then another", 32) == 0);
    REFUSES(0, loom_aes_gcm_seal(&key, text, 12, text, 0, in, TEXT, out, tag, 16))
    REFUSES(0, loom_aes_gcm_seal(&key, text, 13, text, 0, in, TEXT, out, tag, 16))
    REFUSES(0, loom_aes_gcm_open(&key, text, 12, text, 0, in, TEXT, tag, 16, out))
    REFUSES(loom_aes_gcm_init(&gcm, &key, text, 12), loom_aes_gcm_encrypt(&gcm, in, out, TEXT))
    REFUSES(loom_aes_gcm_init(&gcm, &key, text, 12), loom_aes_gcm_decrypt(&gcm, in, out, TEXT))
    REFUSES(0, loom_chacha20(text, 1, text, in, out, TEXT))
    REFUSES(0, loom_chacha20_poly1305_seal(text, text, text, 0, in, TEXT, out, tag))
    REFUSES(0, loom_chacha20_poly1305_open(text, text, text, 0, in, TEXT, tag, out))
    REFUSES(0, loom_xchacha20_poly1305_seal(text, text, text, 0, in, TEXT, out, tag))
    REFUSES((loom_chacha20_poly1305_init(&chacha, text, text), 0),
            loom_chacha20_poly1305_encrypt(&chacha, in, out, TEXT))
    REFUSES(0, loom_aes_xts_encrypt(&xts, text, in, out, TEXT))
    REFUSES(0, loom_aes_xts_decrypt(&xts, text, in, out, TEXT))
    REFUSES(0, loom_aes_ccm_seal(&aes, text, 12, text, 0, in, TEXT, out, tag, 16))
    REFUSES(0, loom_aes_ccm_open(&aes, text, 12, text, 0, in, TEXT, tag, 16, out))
    REFUSES(0, loom_aes_gcm_siv_seal(&aes, text, text, 0, in, TEXT, out, tag))
    REFUSES(0, loom_aes_gcm_siv_open(&aes, text, text, 0, in, TEXT, tag, out))
}

/* ---- TLS 1.3: lengths that went below zero, and the last number of a record ---- */

static void tls13(void)
{
    uint8_t out[30], type;
    size_t length;
    loom_tls13_ctx ctx, other;
    HOLDS(loom_tls13_init(&ctx, LOOM_TLS13_AES_128_GCM, text, 16, text) == 0 && ctx.sequence == 0);
    memset(out, 0, sizeof out);
    for (size_t fragment = 1; fragment <= 16384; fragment *= 2) {
        HOLDS(loom_tls13_seal_many(&ctx, 23, text, SIZE_MAX, fragment, out) == 0);
        HOLDS(loom_tls13_seal_many(&ctx, 23, text, SIZE_MAX - 15, fragment, out) == 0);
    }
    HOLDS(zeros(out, sizeof out) && ctx.sequence == 0);
    HOLDS(loom_tls13_seal_many(&ctx, 23, text, 0, 1, out) == 22 && ctx.sequence == 1);
    ctx.sequence = UINT64_MAX - 1;
    other = ctx;
    HOLDS(loom_tls13_seal(&ctx, 23, text, 8, 0, out) == 0 && loom_tls13_seal(&ctx, 23, text, 8, 0, out) == -1);
    HOLDS(loom_tls13_open(&ctx, out, 30, out + 5, &length, &type) == -1 && ctx.sequence == UINT64_MAX);
    HOLDS(loom_tls13_open(&other, out, 30, out + 5, &length, &type) == 0 && length == 8 && type == 23);
}

/* ---- batches: nothing that depends on keys stays after a flush ---- */

static void batches(void)
{
    static loom_batch_ctx hashes;
    static loom_batch_aes_cbc_ctx ciphers;
    static loom_tls_batch_ctx records;
    static uint8_t out[40][1064], iv[40][16];
    loom_batch_job jobs[40];
    loom_batch_aes_cbc_job streams[40];
    loom_tls_record_job sealed[40];
    loom_hmac_sha256_ctx mac;
    static loom_batch_des_cbc_ctx weak;
    loom_batch_des_cbc_job chains[40];
    loom_des_ctx des;
    loom_aes_ctx key;
    loom_tls_ctx tls;
    HOLDS(loom_des_set_encrypt_key(&des, text, 24) == 0);
    loom_batch_des_cbc_init(&weak);
    loom_hmac_sha256_init(&mac, text, 64);
    HOLDS(loom_aes_set_encrypt_key(&key, text, 16) == 0);
    HOLDS(loom_tls_cbc_init(&tls, 1, LOOM_TLS_SHA256, text, 16, text, 32) == 0);
    loom_batch_sha256_init(&hashes);
    loom_batch_aes_cbc_init(&ciphers);
    HOLDS(loom_tls_batch_init(&records, LOOM_TLS_SHA256) == 0);
    for (size_t i = 0; i < 40; i++) {
        loom_batch_job job = {text, 30 * i, out[i], NULL};
        loom_batch_aes_cbc_job stream = {&key, iv[i], text, out[i], 16 * i, NULL};
        loom_tls_record_job record = {&tls, text, iv[i], text, out[i], 1000};
        loom_batch_des_cbc_job chain = {&des, iv[i], text, out[i], 16 * i, NULL};
        jobs[i] = job;
        streams[i] = stream;
        chains[i] = chain;
        sealed[i] = record;
        HOLDS(loom_batch_hmac_sha256_submit(&hashes, &mac, &jobs[i]) == 0);
        HOLDS(loom_batch_aes_cbc_submit(&ciphers, &streams[i]) == 0);
        HOLDS(loom_batch_des_cbc_submit(&weak, &chains[i]) == 0);
    }
    HOLDS(loom_batch_flush(&hashes) == 0 && loom_batch_aes_cbc_flush(&ciphers) == 0);
    HOLDS(loom_batch_des_cbc_flush(&weak) == 0 && zeros(weak.room, sizeof weak.room) && weak.used == 0);
    HOLDS(loom_tls_cbc_seal_many(&records, sealed, 40) == 0);
    HOLDS(zeros(hashes.lane, sizeof hashes.lane) && hashes.used == 0 && hashes.keyed == 0);
    HOLDS(zeros(ciphers.room, sizeof ciphers.room) && ciphers.used == 0);
    HOLDS(zeros(records.macs.lane, sizeof records.macs.lane) && records.macs.used == 0);
    HOLDS(zeros(records.cipher.room, sizeof records.cipher.room) && records.cipher.used == 0);
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

#define KEPT(name, kernel, type, words, block, digest, ...)                                               \
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
#define RUN_KEPT(name, ...) kept_##name();

static void hmac(void)
{
    LOOM_HMACS(RUN_KEPT)
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

static void rsa(void)
{
    static uint8_t modulus[512];
    loom_rsa_key key;
    differences();
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

int main(void)
{
    tls_many();
    batches();
    rsa();
    hmac();
    aes_ctr();
    aes_gcm();
    chacha20_poly1305();
    overlaps();
    tls13();
    return 0;
}
