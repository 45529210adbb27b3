/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: chacha20_ctr32 in portable C, generated from generator/kernels/cipher/chacha20.py; edit that, not this file.
 */
#include "internal.h"

#if defined(LOOM_HAVE_chacha20_ctr32)

#include "words.h"
#include "clean.h"

#if UINTPTR_MAX > 0xffffffffu

static LOOM_INNER void run_chacha20_ctr32(const uint8_t key[32], uint8_t counter[16], const uint8_t *in, uint8_t *out,
    size_t blocks)
{
    size_t blocks_left = blocks;
    for (; blocks_left != 0; blocks_left--) {
        /* the state */
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
        uint32_t x12 = load_le32(counter);
        uint32_t x13 = load_le32(counter + 4);
        uint32_t x14 = load_le32(counter + 8);
        uint32_t x15 = load_le32(counter + 12);
        /* the rounds */
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
        /* add the state before, and the text */
        x0 += UINT32_C(0x61707865);
        x0 ^= load_le32(in);
        x1 += UINT32_C(0x3320646e);
        x1 ^= load_le32(in + 4);
        store_le64(out, ((uint64_t)x1 << 32) | (uint64_t)x0);
        x2 += UINT32_C(0x79622d32);
        x2 ^= load_le32(in + 8);
        x3 += UINT32_C(0x6b206574);
        x3 ^= load_le32(in + 12);
        store_le64(out + 8, ((uint64_t)x3 << 32) | (uint64_t)x2);
        x4 += load_le32(key);
        x4 ^= load_le32(in + 16);
        x5 += load_le32(key + 4);
        x5 ^= load_le32(in + 20);
        store_le64(out + 16, ((uint64_t)x5 << 32) | (uint64_t)x4);
        x6 += load_le32(key + 8);
        x6 ^= load_le32(in + 24);
        x7 += load_le32(key + 12);
        x7 ^= load_le32(in + 28);
        store_le64(out + 24, ((uint64_t)x7 << 32) | (uint64_t)x6);
        x8 += load_le32(key + 16);
        x8 ^= load_le32(in + 32);
        x9 += load_le32(key + 20);
        x9 ^= load_le32(in + 36);
        store_le64(out + 32, ((uint64_t)x9 << 32) | (uint64_t)x8);
        x10 += load_le32(key + 24);
        x10 ^= load_le32(in + 40);
        x11 += load_le32(key + 28);
        x11 ^= load_le32(in + 44);
        store_le64(out + 40, ((uint64_t)x11 << 32) | (uint64_t)x10);
        x12 += load_le32(counter);
        x12 ^= load_le32(in + 48);
        x13 += load_le32(counter + 4);
        x13 ^= load_le32(in + 52);
        store_le64(out + 48, ((uint64_t)x13 << 32) | (uint64_t)x12);
        x14 += load_le32(counter + 8);
        x14 ^= load_le32(in + 56);
        x15 += load_le32(counter + 12);
        x15 ^= load_le32(in + 60);
        store_le64(out + 56, ((uint64_t)x15 << 32) | (uint64_t)x14);
        /* the next counter */
        store_le32(counter, load_le32(counter) + 1);
        in += 64;
        out += 64;
    }
}

void LOOM_CDECL loom_chacha20_ctr32_portable(const uint8_t key[32], uint8_t counter[16], const uint8_t *in,
    uint8_t *out, size_t blocks)
{
    run_chacha20_ctr32(key, counter, in, out, blocks);
    loom_clean();
}

#else

static LOOM_INNER void run_chacha20_ctr32(const uint8_t key[32], uint8_t counter[16], const uint8_t *in, uint8_t *out,
    size_t blocks)
{
    size_t blocks_left = blocks;
    for (; blocks_left != 0; blocks_left--) {
        /* the state */
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
        uint32_t x12 = load_le32(counter);
        uint32_t x13 = load_le32(counter + 4);
        uint32_t x14 = load_le32(counter + 8);
        uint32_t x15 = load_le32(counter + 12);
        /* the rounds */
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
        /* add the state before, and the text */
        x0 += UINT32_C(0x61707865);
        x0 ^= load_le32(in);
        store_le32(out, x0);
        x1 += UINT32_C(0x3320646e);
        x1 ^= load_le32(in + 4);
        store_le32(out + 4, x1);
        x2 += UINT32_C(0x79622d32);
        x2 ^= load_le32(in + 8);
        store_le32(out + 8, x2);
        x3 += UINT32_C(0x6b206574);
        x3 ^= load_le32(in + 12);
        store_le32(out + 12, x3);
        x4 += load_le32(key);
        x4 ^= load_le32(in + 16);
        store_le32(out + 16, x4);
        x5 += load_le32(key + 4);
        x5 ^= load_le32(in + 20);
        store_le32(out + 20, x5);
        x6 += load_le32(key + 8);
        x6 ^= load_le32(in + 24);
        store_le32(out + 24, x6);
        x7 += load_le32(key + 12);
        x7 ^= load_le32(in + 28);
        store_le32(out + 28, x7);
        x8 += load_le32(key + 16);
        x8 ^= load_le32(in + 32);
        store_le32(out + 32, x8);
        x9 += load_le32(key + 20);
        x9 ^= load_le32(in + 36);
        store_le32(out + 36, x9);
        x10 += load_le32(key + 24);
        x10 ^= load_le32(in + 40);
        store_le32(out + 40, x10);
        x11 += load_le32(key + 28);
        x11 ^= load_le32(in + 44);
        store_le32(out + 44, x11);
        x12 += load_le32(counter);
        x12 ^= load_le32(in + 48);
        store_le32(out + 48, x12);
        x13 += load_le32(counter + 4);
        x13 ^= load_le32(in + 52);
        store_le32(out + 52, x13);
        x14 += load_le32(counter + 8);
        x14 ^= load_le32(in + 56);
        store_le32(out + 56, x14);
        x15 += load_le32(counter + 12);
        x15 ^= load_le32(in + 60);
        store_le32(out + 60, x15);
        /* the next counter */
        store_le32(counter, load_le32(counter) + 1);
        in += 64;
        out += 64;
    }
}

void LOOM_CDECL loom_chacha20_ctr32_portable(const uint8_t key[32], uint8_t counter[16], const uint8_t *in,
    uint8_t *out, size_t blocks)
{
    run_chacha20_ctr32(key, counter, in, out, blocks);
    loom_clean();
}

#endif

#endif
