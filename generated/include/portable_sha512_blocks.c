/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: sha512_blocks in portable C, generated from generator/kernels/hash/sha2.py; edit that, not this file.
 */
#include "internal.h"

#if defined(LOOM_HAVE_sha512_blocks)

#include "words.h"

#if UINTPTR_MAX > 0xffffffffu

static const uint64_t sha512_blocks_constants[80] = {
    UINT64_C(0x428a2f98d728ae22), UINT64_C(0x7137449123ef65cd), UINT64_C(0xb5c0fbcfec4d3b2f),
    UINT64_C(0xe9b5dba58189dbbc), UINT64_C(0x3956c25bf348b538), UINT64_C(0x59f111f1b605d019),
    UINT64_C(0x923f82a4af194f9b), UINT64_C(0xab1c5ed5da6d8118), UINT64_C(0xd807aa98a3030242),
    UINT64_C(0x12835b0145706fbe), UINT64_C(0x243185be4ee4b28c), UINT64_C(0x550c7dc3d5ffb4e2),
    UINT64_C(0x72be5d74f27b896f), UINT64_C(0x80deb1fe3b1696b1), UINT64_C(0x9bdc06a725c71235),
    UINT64_C(0xc19bf174cf692694), UINT64_C(0xe49b69c19ef14ad2), UINT64_C(0xefbe4786384f25e3),
    UINT64_C(0xfc19dc68b8cd5b5), UINT64_C(0x240ca1cc77ac9c65), UINT64_C(0x2de92c6f592b0275),
    UINT64_C(0x4a7484aa6ea6e483), UINT64_C(0x5cb0a9dcbd41fbd4), UINT64_C(0x76f988da831153b5),
    UINT64_C(0x983e5152ee66dfab), UINT64_C(0xa831c66d2db43210), UINT64_C(0xb00327c898fb213f),
    UINT64_C(0xbf597fc7beef0ee4), UINT64_C(0xc6e00bf33da88fc2), UINT64_C(0xd5a79147930aa725),
    UINT64_C(0x6ca6351e003826f), UINT64_C(0x142929670a0e6e70), UINT64_C(0x27b70a8546d22ffc),
    UINT64_C(0x2e1b21385c26c926), UINT64_C(0x4d2c6dfc5ac42aed), UINT64_C(0x53380d139d95b3df),
    UINT64_C(0x650a73548baf63de), UINT64_C(0x766a0abb3c77b2a8), UINT64_C(0x81c2c92e47edaee6),
    UINT64_C(0x92722c851482353b), UINT64_C(0xa2bfe8a14cf10364), UINT64_C(0xa81a664bbc423001),
    UINT64_C(0xc24b8b70d0f89791), UINT64_C(0xc76c51a30654be30), UINT64_C(0xd192e819d6ef5218),
    UINT64_C(0xd69906245565a910), UINT64_C(0xf40e35855771202a), UINT64_C(0x106aa07032bbd1b8),
    UINT64_C(0x19a4c116b8d2d0c8), UINT64_C(0x1e376c085141ab53), UINT64_C(0x2748774cdf8eeb99),
    UINT64_C(0x34b0bcb5e19b48a8), UINT64_C(0x391c0cb3c5c95a63), UINT64_C(0x4ed8aa4ae3418acb),
    UINT64_C(0x5b9cca4f7763e373), UINT64_C(0x682e6ff3d6b2b8a3), UINT64_C(0x748f82ee5defb2fc),
    UINT64_C(0x78a5636f43172f60), UINT64_C(0x84c87814a1f0ab72), UINT64_C(0x8cc702081a6439ec),
    UINT64_C(0x90befffa23631e28), UINT64_C(0xa4506cebde82bde9), UINT64_C(0xbef9a3f7b2c67915),
    UINT64_C(0xc67178f2e372532b), UINT64_C(0xca273eceea26619c), UINT64_C(0xd186b8c721c0c207),
    UINT64_C(0xeada7dd6cde0eb1e), UINT64_C(0xf57d4f7fee6ed178), UINT64_C(0x6f067aa72176fba),
    UINT64_C(0xa637dc5a2c898a6), UINT64_C(0x113f9804bef90dae), UINT64_C(0x1b710b35131c471b),
    UINT64_C(0x28db77f523047d84), UINT64_C(0x32caab7b40c72493), UINT64_C(0x3c9ebe0a15c9bebc),
    UINT64_C(0x431d67c49c100d4c), UINT64_C(0x4cc5d4becb3e42b6), UINT64_C(0x597f299cfc657e2a),
    UINT64_C(0x5fcb6fab3ad6faec), UINT64_C(0x6c44198c4a475817)
};

void LOOM_CDECL loom_sha512_blocks_portable(uint64_t state[8], const uint8_t *data, size_t blocks)
{
    uint64_t words[160];
    /* load the state */
    uint64_t a = state[0];
    uint64_t b = state[1];
    uint64_t c = state[2];
    uint64_t d = state[3];
    uint64_t e = state[4];
    uint64_t f = state[5];
    uint64_t g = state[6];
    uint64_t h = state[7];
    /* each block */
    size_t blocks_left = blocks;
    for (; blocks_left != 0; blocks_left--) {
        /* keep the state before the block */
        uint64_t a_home = a;
        uint64_t b_home = b;
        uint64_t c_home = c;
        uint64_t d_home = d;
        uint64_t e_home = e;
        uint64_t f_home = f;
        uint64_t g_home = g;
        uint64_t h_home = h;
        /* load the message */
        uint64_t *next = words;
        const uint8_t *message = data;
        const uint64_t *constants2 = sha512_blocks_constants;
        size_t turns = 8;
        size_t turns_left = turns;
        do {
            uint64_t w = load_be64(message);
            next[0] = w;
            uint64_t constant = constants2[0];
            w += constant;
            next[80] = w;
            uint64_t w2 = load_be64(message + 8);
            next[1] = w2;
            uint64_t constant2 = constants2[1];
            w2 += constant2;
            next[81] = w2;
            next += 2;
            constants2 += 2;
            message += 16;
        } while (--turns_left != 0);
        /* make the other words */
        size_t turns2 = 32;
        size_t turns_left2 = turns2;
        do {
            uint64_t w1 = next[-15];
            uint64_t t1 = rotl64(w1, 63) ^ rotl64(w1, 56) ^ (w1 >> 7);
            uint64_t w0 = next[-16];
            t1 += w0;
            uint64_t w9 = next[-7];
            t1 += w9;
            uint64_t w14 = next[-2];
            t1 += rotl64(w14, 45) ^ rotl64(w14, 3) ^ (w14 >> 6);
            next[0] = t1;
            uint64_t constant3 = constants2[0];
            t1 += constant3;
            next[80] = t1;
            uint64_t w1_2 = next[-14];
            uint64_t t3 = rotl64(w1_2, 63) ^ rotl64(w1_2, 56) ^ (w1_2 >> 7);
            uint64_t w0_2 = next[-15];
            t3 += w0_2;
            uint64_t w9_2 = next[-6];
            t3 += w9_2;
            uint64_t w14_2 = next[-1];
            t3 += rotl64(w14_2, 45) ^ rotl64(w14_2, 3) ^ (w14_2 >> 6);
            next[1] = t3;
            uint64_t constant4 = constants2[1];
            t3 += constant4;
            next[81] = t3;
            next += 2;
            constants2 += 2;
        } while (--turns_left2 != 0);
        const uint64_t *t5 = words + 80;
        /* rounds 0 to 79, 8 in a turn */
        size_t turns3 = 10;
        size_t turns_left3 = turns3;
        do {
            uint64_t sum = t5[0];
            h += sum;
            h += ((f ^ g) & e) ^ g;
            LOOM_KEEP(h);
            h += rotl64(e, 50) ^ rotl64(e, 46) ^ rotl64(e, 23);
            d += h;
            h += b & c;
            LOOM_KEEP(h);
            h += (b ^ c) & a;
            LOOM_KEEP(h);
            h += rotl64(a, 36) ^ rotl64(a, 30) ^ rotl64(a, 25);
            uint64_t sum2 = t5[1];
            g += sum2;
            g += ((e ^ f) & d) ^ f;
            LOOM_KEEP(g);
            g += rotl64(d, 50) ^ rotl64(d, 46) ^ rotl64(d, 23);
            c += g;
            g += a & b;
            LOOM_KEEP(g);
            g += (a ^ b) & h;
            LOOM_KEEP(g);
            g += rotl64(h, 36) ^ rotl64(h, 30) ^ rotl64(h, 25);
            uint64_t sum3 = t5[2];
            f += sum3;
            f += ((d ^ e) & c) ^ e;
            LOOM_KEEP(f);
            f += rotl64(c, 50) ^ rotl64(c, 46) ^ rotl64(c, 23);
            b += f;
            f += h & a;
            LOOM_KEEP(f);
            f += (h ^ a) & g;
            LOOM_KEEP(f);
            f += rotl64(g, 36) ^ rotl64(g, 30) ^ rotl64(g, 25);
            uint64_t sum4 = t5[3];
            e += sum4;
            e += ((c ^ d) & b) ^ d;
            LOOM_KEEP(e);
            e += rotl64(b, 50) ^ rotl64(b, 46) ^ rotl64(b, 23);
            a += e;
            e += g & h;
            LOOM_KEEP(e);
            e += (g ^ h) & f;
            LOOM_KEEP(e);
            e += rotl64(f, 36) ^ rotl64(f, 30) ^ rotl64(f, 25);
            uint64_t sum5 = t5[4];
            d += sum5;
            d += ((b ^ c) & a) ^ c;
            LOOM_KEEP(d);
            d += rotl64(a, 50) ^ rotl64(a, 46) ^ rotl64(a, 23);
            h += d;
            d += f & g;
            LOOM_KEEP(d);
            d += (f ^ g) & e;
            LOOM_KEEP(d);
            d += rotl64(e, 36) ^ rotl64(e, 30) ^ rotl64(e, 25);
            uint64_t sum6 = t5[5];
            c += sum6;
            c += ((a ^ b) & h) ^ b;
            LOOM_KEEP(c);
            c += rotl64(h, 50) ^ rotl64(h, 46) ^ rotl64(h, 23);
            g += c;
            c += e & f;
            LOOM_KEEP(c);
            c += (e ^ f) & d;
            LOOM_KEEP(c);
            c += rotl64(d, 36) ^ rotl64(d, 30) ^ rotl64(d, 25);
            uint64_t sum7 = t5[6];
            b += sum7;
            b += ((h ^ a) & g) ^ a;
            LOOM_KEEP(b);
            b += rotl64(g, 50) ^ rotl64(g, 46) ^ rotl64(g, 23);
            f += b;
            b += d & e;
            LOOM_KEEP(b);
            b += (d ^ e) & c;
            LOOM_KEEP(b);
            b += rotl64(c, 36) ^ rotl64(c, 30) ^ rotl64(c, 25);
            uint64_t sum8 = t5[7];
            a += sum8;
            a += ((g ^ h) & f) ^ h;
            LOOM_KEEP(a);
            a += rotl64(f, 50) ^ rotl64(f, 46) ^ rotl64(f, 23);
            e += a;
            a += c & d;
            LOOM_KEEP(a);
            a += (c ^ d) & b;
            LOOM_KEEP(a);
            a += rotl64(b, 36) ^ rotl64(b, 30) ^ rotl64(b, 25);
            t5 += 8;
        } while (--turns_left3 != 0);
        /* add the state before the block */
        a += a_home;
        b += b_home;
        c += c_home;
        d += d_home;
        e += e_home;
        f += f_home;
        g += g_home;
        h += h_home;
        /* each block */
        data += 128;
    }
    /* store the state */
    state[0] = a;
    state[1] = b;
    state[2] = c;
    state[3] = d;
    state[4] = e;
    state[5] = f;
    state[6] = g;
    state[7] = h;
}

#else

static const uint64_t sha512_blocks_constants[80] = {
    UINT64_C(0x428a2f98d728ae22), UINT64_C(0x7137449123ef65cd), UINT64_C(0xb5c0fbcfec4d3b2f),
    UINT64_C(0xe9b5dba58189dbbc), UINT64_C(0x3956c25bf348b538), UINT64_C(0x59f111f1b605d019),
    UINT64_C(0x923f82a4af194f9b), UINT64_C(0xab1c5ed5da6d8118), UINT64_C(0xd807aa98a3030242),
    UINT64_C(0x12835b0145706fbe), UINT64_C(0x243185be4ee4b28c), UINT64_C(0x550c7dc3d5ffb4e2),
    UINT64_C(0x72be5d74f27b896f), UINT64_C(0x80deb1fe3b1696b1), UINT64_C(0x9bdc06a725c71235),
    UINT64_C(0xc19bf174cf692694), UINT64_C(0xe49b69c19ef14ad2), UINT64_C(0xefbe4786384f25e3),
    UINT64_C(0xfc19dc68b8cd5b5), UINT64_C(0x240ca1cc77ac9c65), UINT64_C(0x2de92c6f592b0275),
    UINT64_C(0x4a7484aa6ea6e483), UINT64_C(0x5cb0a9dcbd41fbd4), UINT64_C(0x76f988da831153b5),
    UINT64_C(0x983e5152ee66dfab), UINT64_C(0xa831c66d2db43210), UINT64_C(0xb00327c898fb213f),
    UINT64_C(0xbf597fc7beef0ee4), UINT64_C(0xc6e00bf33da88fc2), UINT64_C(0xd5a79147930aa725),
    UINT64_C(0x6ca6351e003826f), UINT64_C(0x142929670a0e6e70), UINT64_C(0x27b70a8546d22ffc),
    UINT64_C(0x2e1b21385c26c926), UINT64_C(0x4d2c6dfc5ac42aed), UINT64_C(0x53380d139d95b3df),
    UINT64_C(0x650a73548baf63de), UINT64_C(0x766a0abb3c77b2a8), UINT64_C(0x81c2c92e47edaee6),
    UINT64_C(0x92722c851482353b), UINT64_C(0xa2bfe8a14cf10364), UINT64_C(0xa81a664bbc423001),
    UINT64_C(0xc24b8b70d0f89791), UINT64_C(0xc76c51a30654be30), UINT64_C(0xd192e819d6ef5218),
    UINT64_C(0xd69906245565a910), UINT64_C(0xf40e35855771202a), UINT64_C(0x106aa07032bbd1b8),
    UINT64_C(0x19a4c116b8d2d0c8), UINT64_C(0x1e376c085141ab53), UINT64_C(0x2748774cdf8eeb99),
    UINT64_C(0x34b0bcb5e19b48a8), UINT64_C(0x391c0cb3c5c95a63), UINT64_C(0x4ed8aa4ae3418acb),
    UINT64_C(0x5b9cca4f7763e373), UINT64_C(0x682e6ff3d6b2b8a3), UINT64_C(0x748f82ee5defb2fc),
    UINT64_C(0x78a5636f43172f60), UINT64_C(0x84c87814a1f0ab72), UINT64_C(0x8cc702081a6439ec),
    UINT64_C(0x90befffa23631e28), UINT64_C(0xa4506cebde82bde9), UINT64_C(0xbef9a3f7b2c67915),
    UINT64_C(0xc67178f2e372532b), UINT64_C(0xca273eceea26619c), UINT64_C(0xd186b8c721c0c207),
    UINT64_C(0xeada7dd6cde0eb1e), UINT64_C(0xf57d4f7fee6ed178), UINT64_C(0x6f067aa72176fba),
    UINT64_C(0xa637dc5a2c898a6), UINT64_C(0x113f9804bef90dae), UINT64_C(0x1b710b35131c471b),
    UINT64_C(0x28db77f523047d84), UINT64_C(0x32caab7b40c72493), UINT64_C(0x3c9ebe0a15c9bebc),
    UINT64_C(0x431d67c49c100d4c), UINT64_C(0x4cc5d4becb3e42b6), UINT64_C(0x597f299cfc657e2a),
    UINT64_C(0x5fcb6fab3ad6faec), UINT64_C(0x6c44198c4a475817)
};

void LOOM_CDECL loom_sha512_blocks_portable(uint64_t state[8], const uint8_t *data, size_t blocks)
{
    uint64_t words[160];
    /* load the state */
    uint64_t a = state[0];
    uint64_t b = state[1];
    uint64_t c = state[2];
    uint64_t d = state[3];
    uint64_t e = state[4];
    uint64_t f = state[5];
    uint64_t g = state[6];
    uint64_t h = state[7];
    /* each block */
    size_t blocks_left = blocks;
    for (; blocks_left != 0; blocks_left--) {
        /* keep the state before the block */
        uint64_t a_home = a;
        uint64_t b_home = b;
        uint64_t c_home = c;
        uint64_t d_home = d;
        uint64_t e_home = e;
        uint64_t f_home = f;
        uint64_t g_home = g;
        uint64_t h_home = h;
        /* load the message */
        uint64_t *next = words;
        const uint8_t *message = data;
        const uint64_t *constants2 = sha512_blocks_constants;
        size_t turns = 8;
        size_t turns_left = turns;
        do {
            uint64_t w = load_be64(message);
            next[0] = w;
            uint64_t constant = constants2[0];
            w += constant;
            next[80] = w;
            uint64_t w2 = load_be64(message + 8);
            next[1] = w2;
            uint64_t constant2 = constants2[1];
            w2 += constant2;
            next[81] = w2;
            next += 2;
            constants2 += 2;
            message += 16;
        } while (--turns_left != 0);
        /* make the other words */
        size_t turns2 = 32;
        size_t turns_left2 = turns2;
        do {
            uint64_t w1 = next[-15];
            uint64_t t1 = rotl64(w1, 63) ^ rotl64(w1, 56) ^ (w1 >> 7);
            uint64_t w0 = next[-16];
            t1 += w0;
            uint64_t w9 = next[-7];
            t1 += w9;
            uint64_t w14 = next[-2];
            t1 += rotl64(w14, 45) ^ rotl64(w14, 3) ^ (w14 >> 6);
            next[0] = t1;
            uint64_t constant3 = constants2[0];
            t1 += constant3;
            next[80] = t1;
            uint64_t w1_2 = next[-14];
            uint64_t t3 = rotl64(w1_2, 63) ^ rotl64(w1_2, 56) ^ (w1_2 >> 7);
            uint64_t w0_2 = next[-15];
            t3 += w0_2;
            uint64_t w9_2 = next[-6];
            t3 += w9_2;
            uint64_t w14_2 = next[-1];
            t3 += rotl64(w14_2, 45) ^ rotl64(w14_2, 3) ^ (w14_2 >> 6);
            next[1] = t3;
            uint64_t constant4 = constants2[1];
            t3 += constant4;
            next[81] = t3;
            next += 2;
            constants2 += 2;
        } while (--turns_left2 != 0);
        const uint64_t *t5 = words + 80;
        /* rounds 0 to 79, 8 in a turn */
        size_t turns3 = 10;
        size_t turns_left3 = turns3;
        do {
            uint64_t t6 = b ^ c;
            uint64_t sum = t5[0];
            h += sum;
            h += ((f ^ g) & e) ^ g;
            LOOM_KEEP(h);
            uint64_t t7 = rotl64(e, 50) ^ rotl64(e, 46) ^ rotl64(e, 23);
            d += h;
            uint64_t t8 = a ^ b;
            t6 &= t8;
            t6 ^= b;
            d += t7;
            h += t7;
            h += t6;
            h += rotl64(a, 36) ^ rotl64(a, 30) ^ rotl64(a, 25);
            uint64_t sum2 = t5[1];
            g += sum2;
            g += ((e ^ f) & d) ^ f;
            LOOM_KEEP(g);
            uint64_t t10 = rotl64(d, 50) ^ rotl64(d, 46) ^ rotl64(d, 23);
            c += g;
            uint64_t t11 = h ^ a;
            t8 &= t11;
            t8 ^= a;
            c += t10;
            g += t10;
            g += t8;
            g += rotl64(h, 36) ^ rotl64(h, 30) ^ rotl64(h, 25);
            uint64_t sum3 = t5[2];
            f += sum3;
            f += ((d ^ e) & c) ^ e;
            LOOM_KEEP(f);
            uint64_t t13 = rotl64(c, 50) ^ rotl64(c, 46) ^ rotl64(c, 23);
            b += f;
            uint64_t t14 = g ^ h;
            t11 &= t14;
            t11 ^= h;
            b += t13;
            f += t13;
            f += t11;
            f += rotl64(g, 36) ^ rotl64(g, 30) ^ rotl64(g, 25);
            uint64_t sum4 = t5[3];
            e += sum4;
            e += ((c ^ d) & b) ^ d;
            LOOM_KEEP(e);
            uint64_t t16 = rotl64(b, 50) ^ rotl64(b, 46) ^ rotl64(b, 23);
            a += e;
            uint64_t t17 = f ^ g;
            t14 &= t17;
            t14 ^= g;
            a += t16;
            e += t16;
            e += t14;
            e += rotl64(f, 36) ^ rotl64(f, 30) ^ rotl64(f, 25);
            uint64_t sum5 = t5[4];
            d += sum5;
            d += ((b ^ c) & a) ^ c;
            LOOM_KEEP(d);
            uint64_t t19 = rotl64(a, 50) ^ rotl64(a, 46) ^ rotl64(a, 23);
            h += d;
            uint64_t t20 = e ^ f;
            t17 &= t20;
            t17 ^= f;
            h += t19;
            d += t19;
            d += t17;
            d += rotl64(e, 36) ^ rotl64(e, 30) ^ rotl64(e, 25);
            uint64_t sum6 = t5[5];
            c += sum6;
            c += ((a ^ b) & h) ^ b;
            LOOM_KEEP(c);
            uint64_t t22 = rotl64(h, 50) ^ rotl64(h, 46) ^ rotl64(h, 23);
            g += c;
            uint64_t t23 = d ^ e;
            t20 &= t23;
            t20 ^= e;
            g += t22;
            c += t22;
            c += t20;
            c += rotl64(d, 36) ^ rotl64(d, 30) ^ rotl64(d, 25);
            uint64_t sum7 = t5[6];
            b += sum7;
            b += ((h ^ a) & g) ^ a;
            LOOM_KEEP(b);
            uint64_t t25 = rotl64(g, 50) ^ rotl64(g, 46) ^ rotl64(g, 23);
            f += b;
            uint64_t t26 = c ^ d;
            t23 &= t26;
            t23 ^= d;
            f += t25;
            b += t25;
            b += t23;
            b += rotl64(c, 36) ^ rotl64(c, 30) ^ rotl64(c, 25);
            uint64_t sum8 = t5[7];
            a += sum8;
            a += ((g ^ h) & f) ^ h;
            LOOM_KEEP(a);
            uint64_t t28 = rotl64(f, 50) ^ rotl64(f, 46) ^ rotl64(f, 23);
            e += a;
            t26 &= b ^ c;
            t26 ^= c;
            e += t28;
            a += t28;
            a += t26;
            a += rotl64(b, 36) ^ rotl64(b, 30) ^ rotl64(b, 25);
            t5 += 8;
        } while (--turns_left3 != 0);
        /* add the state before the block */
        a += a_home;
        b += b_home;
        c += c_home;
        d += d_home;
        e += e_home;
        f += f_home;
        g += g_home;
        h += h_home;
        /* each block */
        data += 128;
    }
    /* store the state */
    state[0] = a;
    state[1] = b;
    state[2] = c;
    state[3] = d;
    state[4] = e;
    state[5] = f;
    state[6] = g;
    state[7] = h;
}

#endif

#endif
