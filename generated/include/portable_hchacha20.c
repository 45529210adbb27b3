/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: hchacha20 in portable C, generated from generator/kernels/cipher/chacha20.py; edit that, not this file.
 */
#include "internal.h"

#if defined(LOOM_HAVE_hchacha20)

#include "words.h"
#include "clean.h"

static LOOM_INNER void run_hchacha20(const uint8_t key[32], const uint8_t nonce[16], uint8_t out[32])
{
    uint32_t x0 = UINT32_C(0x61707865);
    uint32_t x1 = UINT32_C(0x3320646e);
    uint32_t x2 = UINT32_C(0x79622d32);
    uint32_t x3 = UINT32_C(0x6b206574);
    uint32_t x4 = load_le32(key);
    uint32_t x5 = load_le32(key + 4);
    uint32_t x6 = load_le32(key + 8);
    uint32_t x7 = load_le32(key + 12);
    uint32_t x8 = load_le32(key + 16);
    uint32_t x9 = load_le32(key + 20);
    uint32_t x10 = load_le32(key + 24);
    uint32_t x11 = load_le32(key + 28);
    uint32_t x12 = load_le32(nonce);
    uint32_t x13 = load_le32(nonce + 4);
    uint32_t x14 = load_le32(nonce + 8);
    uint32_t x15 = load_le32(nonce + 12);
    size_t rounds = 10;
    size_t rounds_left = rounds;
    do {
        x0 += x4;
        x12 ^= x0;
        x12 = rotl32(x12, 16);
        x1 += x5;
        x13 ^= x1;
        x13 = rotl32(x13, 16);
        x2 += x6;
        x14 ^= x2;
        x14 = rotl32(x14, 16);
        x3 += x7;
        x15 ^= x3;
        x15 = rotl32(x15, 16);
        x8 += x12;
        x4 ^= x8;
        x4 = rotl32(x4, 12);
        x9 += x13;
        x5 ^= x9;
        x5 = rotl32(x5, 12);
        x10 += x14;
        x6 ^= x10;
        x6 = rotl32(x6, 12);
        x11 += x15;
        x7 ^= x11;
        x7 = rotl32(x7, 12);
        x0 += x4;
        x12 ^= x0;
        x12 = rotl32(x12, 8);
        x1 += x5;
        x13 ^= x1;
        x13 = rotl32(x13, 8);
        x2 += x6;
        x14 ^= x2;
        x14 = rotl32(x14, 8);
        x3 += x7;
        x15 ^= x3;
        x15 = rotl32(x15, 8);
        x8 += x12;
        x4 ^= x8;
        x4 = rotl32(x4, 7);
        x9 += x13;
        x5 ^= x9;
        x5 = rotl32(x5, 7);
        x10 += x14;
        x6 ^= x10;
        x6 = rotl32(x6, 7);
        x11 += x15;
        x7 ^= x11;
        x7 = rotl32(x7, 7);
        x0 += x5;
        x15 ^= x0;
        x15 = rotl32(x15, 16);
        x1 += x6;
        x12 ^= x1;
        x12 = rotl32(x12, 16);
        x2 += x7;
        x13 ^= x2;
        x13 = rotl32(x13, 16);
        x3 += x4;
        x14 ^= x3;
        x14 = rotl32(x14, 16);
        x10 += x15;
        x5 ^= x10;
        x5 = rotl32(x5, 12);
        x11 += x12;
        x6 ^= x11;
        x6 = rotl32(x6, 12);
        x8 += x13;
        x7 ^= x8;
        x7 = rotl32(x7, 12);
        x9 += x14;
        x4 ^= x9;
        x4 = rotl32(x4, 12);
        x0 += x5;
        x15 ^= x0;
        x15 = rotl32(x15, 8);
        x1 += x6;
        x12 ^= x1;
        x12 = rotl32(x12, 8);
        x2 += x7;
        x13 ^= x2;
        x13 = rotl32(x13, 8);
        x3 += x4;
        x14 ^= x3;
        x14 = rotl32(x14, 8);
        x10 += x15;
        x5 ^= x10;
        x5 = rotl32(x5, 7);
        x11 += x12;
        x6 ^= x11;
        x6 = rotl32(x6, 7);
        x8 += x13;
        x7 ^= x8;
        x7 = rotl32(x7, 7);
        x9 += x14;
        x4 ^= x9;
        x4 = rotl32(x4, 7);
    } while (--rounds_left != 0);
    store_le32(out, x0);
    store_le32(out + 4, x1);
    store_le32(out + 8, x2);
    store_le32(out + 12, x3);
    store_le32(out + 16, x12);
    store_le32(out + 20, x13);
    store_le32(out + 24, x14);
    store_le32(out + 28, x15);
}

void LOOM_CDECL loom_hchacha20_portable(const uint8_t key[32], const uint8_t nonce[16], uint8_t out[32])
{
    run_hchacha20(key, nonce, out);
    loom_clean();
}

#endif
