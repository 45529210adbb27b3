/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Plain C versions of the functions that the plans call, which show that right functions pass. -DSAMPLE_MISTAKE=n makes
 * one small mistake, which the plans must reach.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef SAMPLE_MISTAKE
#define SAMPLE_MISTAKE 0
#endif

void loom_md5_blocks_sample(uint32_t state[4], const uint8_t *data, size_t blocks);
void loom_rc4_set_key_sample(uint32_t state[258], const uint8_t *key, size_t length);
void loom_rc4_stream_sample(uint32_t state[258], const uint8_t *in, uint8_t *out, size_t length);
void siphash24(const uint8_t key[16], const uint8_t *data, size_t length, uint8_t out[8]);
void poly1305(const uint8_t key[32], const uint8_t *data, size_t length, uint8_t out[16]);
void ntt16(uint16_t polynomial[256]);

static const uint32_t sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};
static const uint8_t shifts[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};

static uint32_t load32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

void loom_md5_blocks_sample(uint32_t state[4], const uint8_t *data, size_t blocks)
{
    uint32_t s[4]; /* the state too may lie at any address */
    memcpy(s, state, 16);
    for (; blocks > 0; blocks--, data += 64) {
        uint32_t a = s[0], b = s[1], c = s[2], d = s[3];
        unsigned i;
        for (i = 0; i < 64; i++) {
            uint32_t f, t, g;
            unsigned shift = shifts[i / 16 * 4 + i % 4];
            if (i < 16) {
                f = (b & c) | (~b & d), g = i;
            } else if (i < 32) {
                f = (b & d) | (c & ~d), g = 5 * i + 1;
            } else if (i < 48) {
                f = b ^ c ^ d, g = 3 * i + 5;
            } else {
                f = c ^ (b | ~d), g = 7 * i;
            }
            t = a + f + sines[i] + load32(data + g % 16 * 4);
            a = d, d = c, c = b;
            b += t << shift | t >> (32 - shift);
        }
        s[0] += a, s[1] += b, s[2] += c, s[3] += d;
        if (SAMPLE_MISTAKE == 1 && blocks == 9) { /* a count of too few bits */
            break;
        }
    }
    memcpy(state, s, 16);
    if (SAMPLE_MISTAKE == 2) { /* reads one block ahead, also after the last */
        (void)*(const volatile uint8_t *)data;
    }
}

void loom_rc4_set_key_sample(uint32_t state[258], const uint8_t *key, size_t length)
{
    unsigned i, j = 0;
    for (i = 0; i < 256; i++) {
        state[i] = i;
    }
    for (i = 0; i < 256; i++) {
        uint32_t t = state[i];
        j = (j + t + key[SAMPLE_MISTAKE == 3 ? i % (length & 255 ? length & 255 : 1) : i % length]) & 255;
        state[i] = state[j];
        state[j] = t;
    }
    state[256] = state[257] = 0;
}

void loom_rc4_stream_sample(uint32_t state[258], const uint8_t *in, uint8_t *out, size_t length)
{
    uint8_t x = (uint8_t)state[256], y = (uint8_t)state[257];
    size_t i;
    for (i = 0; i < length; i++) {
        uint32_t a, b;
        x = (uint8_t)(x + 1);
        a = state[x];
        y = (uint8_t)(y + a);
        b = state[y];
        state[x] = b;
        state[y] = a;
        out[i] = (uint8_t)(in[i] ^ state[(uint8_t)(a + b)]);
    }
    state[256] = x;
    state[257] = SAMPLE_MISTAKE == 4 && length == 513 ? 0 : y;
    if (SAMPLE_MISTAKE == 5 && length % 8) { /* a tail rounded up to eight bytes */
        out[length] ^= 1;
    }
}

static uint64_t load64(const uint8_t *at)
{
    return (uint64_t)load32(at) | (uint64_t)load32(at + 4) << 32;
}

static void sip_rounds(uint64_t v[4], unsigned count)
{
#define ROTATE(w, n) ((w) << (n) | (w) >> (64 - (n)))
    while (count-- > 0) {
        v[0] += v[1], v[1] = ROTATE(v[1], 13) ^ v[0], v[0] = ROTATE(v[0], 32);
        v[2] += v[3], v[3] = ROTATE(v[3], 16) ^ v[2];
        v[0] += v[3], v[3] = ROTATE(v[3], 21) ^ v[0];
        v[2] += v[1], v[1] = ROTATE(v[1], 17) ^ v[2], v[2] = ROTATE(v[2], 32);
    }
}

void siphash24(const uint8_t key[16], const uint8_t *data, size_t length, uint8_t out[8])
{
    uint64_t k0 = load64(key), k1 = load64(key + 8), word;
    uint64_t v[4];
    uint8_t last[8] = {0};
    size_t left = length;
    unsigned i;
    v[0] = k0 ^ UINT64_C(0x736f6d6570736575), v[1] = k1 ^ UINT64_C(0x646f72616e646f6d);
    v[2] = k0 ^ UINT64_C(0x6c7967656e657261), v[3] = k1 ^ UINT64_C(0x7465646279746573);
    for (; left >= 8; left -= 8, data += 8) {
        word = load64(data);
        v[3] ^= word, sip_rounds(v, 2), v[0] ^= word;
    }
    if (left > 0) {
        memcpy(last, data, left);
    }
    last[7] = (uint8_t)length;
    word = load64(last);
    v[3] ^= word, sip_rounds(v, 2), v[0] ^= word;
    v[2] ^= 0xff, sip_rounds(v, 4);
    word = v[0] ^ v[1] ^ v[2] ^ v[3];
    for (i = 0; i < 8; i++) {
        out[i] = (uint8_t)(word >> 8 * i);
    }
}

/* Bytes of a number below 2^136, without carries from byte to byte. */
static void settle(uint32_t number[17])
{
    uint32_t carry = 0;
    unsigned i;
    for (i = 0; i < 16; i++) {
        carry += number[i], number[i] = carry & 255, carry >>= 8;
    }
    carry += number[16], number[16] = carry & 3;
    carry = 5 * (carry >> 2); /* 2^130 is 5 */
    for (i = 0; i < 17; i++) {
        carry += number[i], number[i] = carry & 255, carry >>= 8;
    }
}

void poly1305(const uint8_t key[32], const uint8_t *data, size_t length, uint8_t out[16])
{
    uint32_t sum[17] = {0}, r[17] = {0}, next[17], carry;
    unsigned i, j;
    for (i = 0; i < 16; i++) {
        r[i] = key[i] & (i % 4 == 3 ? 15U : i % 4 == 0 && i > 0 ? 252U : 255U);
    }
    while (length > 0) {
        unsigned some = length < 16 ? (unsigned)length : 16;
        for (i = 0; i < some; i++) {
            sum[i] += data[i];
        }
        sum[some]++;
        for (i = 0; i < 17; i++) {
            next[i] = 0;
            for (j = 0; j < 17; j++) { /* 2^136 is 64 * 5 */
                next[i] += sum[j] * (j <= i ? r[i - j] : 320 * r[i + 17 - j]);
            }
        }
        memcpy(sum, next, sizeof sum);
        settle(sum);
        data += some, length -= some;
    }
    settle(sum);
    memcpy(next, sum, sizeof next);
    next[0] += 5;
    for (carry = 0, i = 0; i < 17; i++) {
        carry += next[i], next[i] = carry & 255, carry >>= 8;
    }
    for (carry = 0, i = 0; i < 16; i++) {
        carry += (next[16] >> 2 ? next : sum)[i] + key[16 + i], out[i] = (uint8_t)carry, carry >>= 8;
    }
}

void ntt16(uint16_t polynomial[256])
{
    unsigned length, start, at, bit, n = 1;
    for (length = 128; length >= 2; length /= 2) {
        for (start = 0; start < 256; start += 2 * length, n++) {
            uint32_t zeta = 1;
            for (bit = 0; bit < 7; bit++) { /* 17 to the power of n with its seven bits in reverse order */
                zeta = zeta * zeta % 3329 * (n >> bit & 1 ? 17 : 1) % 3329;
            }
            for (at = start; at < start + length; at++) {
                uint32_t sum = polynomial[at], t = zeta * polynomial[at + length] % 3329;
                polynomial[at] = (uint16_t)((sum + t) % 3329);
                polynomial[at + length] = (uint16_t)((sum + 3329 - t) % 3329);
            }
        }
    }
}
