/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The shortest AES, which shows that right functions pass the plans. -DSAMPLE_MISTAKE=n makes one small mistake, which
 * the plans must reach. The code looks its S-box up by secrets, which the tests of constant time must notice.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef SAMPLE_MISTAKE
#define SAMPLE_MISTAKE 0
#endif

void sample_aes_set_encrypt_key(const uint8_t *key, size_t rounds, uint8_t *schedule);
void sample_aes_set_decrypt_key(const uint8_t *key, size_t rounds, uint8_t *schedule);
void sample_aes_ecb_encrypt(const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out, size_t blocks);
void sample_aes_ecb_decrypt(const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out, size_t blocks);
void sample_aes_cbc_encrypt(const uint8_t *schedule, size_t rounds, uint8_t iv[16], const uint8_t *in, uint8_t *out,
                            size_t blocks);
void sample_aes_cbc_decrypt(const uint8_t *schedule, size_t rounds, uint8_t iv[16], const uint8_t *in, uint8_t *out,
                            size_t blocks);
void sample_aes_ctr32(const uint8_t *schedule, size_t rounds, uint8_t counter[16], const uint8_t *in, uint8_t *out,
                      size_t blocks);

static uint8_t box[256], inverse_box[256];

static uint8_t times(uint8_t a, uint8_t b)
{
    uint8_t product = 0;
    for (; b != 0; b >>= 1) {
        product = (uint8_t)(product ^ (b & 1 ? a : 0));
        a = (uint8_t)(a << 1 ^ (a & 0x80 ? 0x1b : 0));
    }
    return product;
}

/* The powers of 3 are all bytes except zero. The powers of 246 = 1/3 are their inverses. */
static void make_boxes(void)
{
    uint8_t power = 1, inverse = 1;
    unsigned n;
    if (box[0] != 0) {
        return;
    }
    for (n = 0; n < 255; n++, power = times(power, 3), inverse = times(inverse, 0xf6)) {
        unsigned b = inverse * 0x101u;
        b = (b ^ b >> 4 ^ b >> 5 ^ b >> 6 ^ b >> 7 ^ 0x63) & 255;
        box[power] = (uint8_t)b;
        inverse_box[b] = power;
    }
    box[0] = 0x63;
    inverse_box[0x63] = 0;
}

static void mix(uint8_t state[16], const uint8_t factors[4])
{
    unsigned column, row, n;
    for (column = 0; column < 16; column += 4) {
        uint8_t old[4];
        memcpy(old, state + column, 4);
        for (row = 0; row < 4; row++) {
            state[column + row] = 0;
            for (n = 0; n < 4; n++) {
                state[column + row] ^= times(old[(row + n) % 4], factors[n]);
            }
        }
    }
}

static const uint8_t forward[4] = {2, 3, 1, 1}, backward[4] = {14, 11, 13, 9};

/* Row r of the state goes r columns to the left (step 5) or to the right (step 13). */
static void rounds_of(const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out, const uint8_t *table,
                      unsigned step, const uint8_t factors[4])
{
    uint8_t state[16], old[16];
    size_t round;
    unsigned n;
    memcpy(state, in, 16);
    for (round = 0;; round++) {
        for (n = 0; n < 16; n++) {
            state[n] ^= schedule[16 * round + n];
        }
        if (round == rounds) {
            break;
        }
        memcpy(old, state, 16);
        for (n = 0; n < 16; n++) {
            state[n] = table[old[(n / 4 * 4 + n % 4 * step) % 16]];
        }
        if (round + 1 < rounds) {
            mix(state, factors);
        }
    }
    memcpy(out, state, 16);
}

static void encrypt(const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out)
{
    rounds_of(schedule, rounds, in, out, box, 5, forward);
}

static void decrypt(const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out)
{
    rounds_of(schedule, rounds, in, out, inverse_box, 13, backward);
}

void sample_aes_set_encrypt_key(const uint8_t *key, size_t rounds, uint8_t *schedule)
{
    size_t size = 4 * rounds - 24, at;
    uint8_t constant = 1;
    make_boxes();
    memcpy(schedule, key, size);
    for (at = size; at < 16 * rounds + 16; at += 4) {
        uint8_t word[4];
        unsigned n;
        memcpy(word, schedule + at - 4, 4);
        if (at % size == 0 || (size == 32 && at % size == 16)) {
            unsigned turn = at % size == 0;
            for (n = 0; n < 4; n++) {
                word[n] = box[schedule[at - 4 + (n + turn) % 4]];
            }
            if (turn) {
                word[0] ^= constant;
                constant = times(constant, 2);
            }
        }
        for (n = 0; n < 4; n++) {
            schedule[at + n] = schedule[at + n - size] ^ word[n];
        }
    }
}

void sample_aes_set_decrypt_key(const uint8_t *key, size_t rounds, uint8_t *schedule)
{
    uint8_t turned[240];
    size_t n;
    sample_aes_set_encrypt_key(key, rounds, turned);
    for (n = 0; n <= rounds; n++) {
        memcpy(schedule + 16 * n, turned + 16 * (rounds - n), 16);
        if (n != 0 && n != rounds && !(SAMPLE_MISTAKE == 6 && n == 13)) { /* a loop that ends one round key early */
            mix(schedule + 16 * n, backward);
        }
    }
}

void sample_aes_ecb_encrypt(const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out, size_t blocks)
{
    make_boxes();
    if (SAMPLE_MISTAKE == 7 && blocks % 8 == 7) { /* a tail rounded up to the whole batch */
        (void)*(const volatile uint8_t *)(in + 16 * blocks);
    }
    for (; blocks > 0; blocks--, in += 16, out += 16) {
        encrypt(schedule, rounds, in, out);
    }
}

void sample_aes_ecb_decrypt(const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out, size_t blocks)
{
    make_boxes();
    for (; blocks > 0; blocks--, in += 16, out += 16) {
        decrypt(schedule, rounds, in, out);
        if (SAMPLE_MISTAKE == 8 && rounds == 12 && blocks == 32) { /* one key size's 32-block stage stores too much */
            memset(out + 16 * 31 + 16, 0, 16);
        }
    }
}

void sample_aes_cbc_encrypt(const uint8_t *schedule, size_t rounds, uint8_t iv[16], const uint8_t *in, uint8_t *out,
                            size_t blocks)
{
    uint8_t last[16] = {0};
    unsigned n;
    make_boxes();
    if (SAMPLE_MISTAKE != 9 || blocks != 0) { /* without blocks, an iv that was never loaded is stored */
        memcpy(last, iv, 16);
    }
    for (; blocks > 0; blocks--, in += 16, out += 16) {
        for (n = 0; n < 16; n++) {
            last[n] ^= in[n];
        }
        encrypt(schedule, rounds, last, last);
        memcpy(out, last, 16);
    }
    memcpy(iv, last, 16);
}

void sample_aes_cbc_decrypt(const uint8_t *schedule, size_t rounds, uint8_t iv[16], const uint8_t *in, uint8_t *out,
                            size_t blocks)
{
    uint8_t last[16], next[16];
    unsigned n;
    make_boxes();
    memcpy(last, iv, 16);
    for (; blocks > 0; blocks--, in += 16, out += 16) {
        memcpy(next, in, 16);
        decrypt(schedule, rounds, in, out);
        for (n = 0; n < 16; n++) {
            out[n] ^= last[n];
        }
        memcpy(last, SAMPLE_MISTAKE == 10 ? in : next, 16); /* in place, the ciphertext is gone by now */
    }
    memcpy(iv, last, 16);
}

void sample_aes_ctr32(const uint8_t *schedule, size_t rounds, uint8_t counter[16], const uint8_t *in, uint8_t *out,
                      size_t blocks)
{
    size_t at;
    make_boxes();
    for (at = 0; at < blocks; at++, in += 16, out += 16) {
        uint8_t stream[16];
        unsigned n;
        encrypt(schedule, rounds, counter, stream);
        for (n = 0; n < 16; n++) {
            out[n] = in[n] ^ stream[n];
        }
        for (n = 15; n >= 12 && ++counter[n] == 0; n--) {
        }
        if (n == 11 && (SAMPLE_MISTAKE == 11 || (SAMPLE_MISTAKE == 12 && at % 32 == 30))) {
            counter[11]++; /* a carry out of the 32 bits; once always, and once at one place of a batch only */
        }
    }
}
