/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: des_cbc_encrypt in portable C, generated from generator/kernels/cipher/des.py; edit that, not this file.
 */
#include "internal.h"

#if defined(LOOM_HAVE_des_cbc_encrypt)

#include "words.h"
#include "clean.h"

static const uint64_t des_cbc_encrypt_des_words[44] = {
    UINT64_C(0x6fffbbed56c6dd35), UINT64_C(0x3d3409811d163f6d), UINT64_C(0xd9dc73c6bb7bfc59),
    UINT64_C(0x61a16c342ec541cb), UINT64_C(0xc5ffaeeedcf99b9b), UINT64_C(0xca6fdae7707a9ca4),
    UINT64_C(0x7376dd7e7566fee6), UINT64_C(0x975835db832fa607), UINT64_C(0xa9667755ea67bd6a),
    UINT64_C(0xe927af4f67da0f8), UINT64_C(0xecd5dca9b3ed59dc), UINT64_C(0x385b1fc253289e3d),
    UINT64_C(0x9c6f9c67ddfb5d37), UINT64_C(0xf50c24599a94356b), UINT64_C(0xd9babfdfa653b9a3),
    UINT64_C(0xcba7e9072de34ba4), UINT64_C(0x5bee736659669d9f), UINT64_C(0x94de5c6d8b2d9650),
    UINT64_C(0xdcac656dee7576e6), UINT64_C(0xad6bb1f14790289e), UINT64_C(0xb5eeee9373bbfb99),
    UINT64_C(0x31407341cc3cf3d), UINT64_C(0x76dbe9dcd5ecdc79), UINT64_C(0x5e826a8ee0fa716b),
    UINT64_C(0x66ce37a3ba77bad6), UINT64_C(0xf2a5e15b35817baf), UINT64_C(0x55f65dabecdd77b5),
    UINT64_C(0x5b0e240c90ede561), UINT64_C(0xabc659df77efa95b), UINT64_C(0x68d25a92a67a0658),
    UINT64_C(0xdcfe335fa9efec7c), UINT64_C(0xa1398f614b24d8c2), UINT64_C(0x100010100000101), 8,
    UINT64_C(0x40801020804), UINT64_C(0x1020000010002), UINT64_C(0x800000404000400), UINT64_C(0x80002000200),
    UINT64_C(0x2000000040000), UINT64_C(0x8000008080000), UINT64_C(0x204000200000000), UINT64_C(0x400000000000000),
    UINT64_C(0xf0f0f0f0f0f0f0f), UINT64_C(0x101010101010101)
};

static LOOM_INNER void run_des_cbc_encrypt(const uint8_t *schedule, size_t rounds, uint8_t iv[8], const uint8_t *in,
    uint8_t *out, size_t blocks)
{
    uint64_t t1 = load_le64(iv);
    size_t blocks_left = blocks;
    for (; blocks_left != 0; blocks_left--) {
        t1 ^= load_le64(in);
        /* the initial permutation */
        uint64_t t3 = bswap64(t1);
        uint64_t t5 = (t3 >> 7) ^ t3;
        t5 &= UINT64_C(0xaa00aa00aa00aa);
        t3 ^= t5;
        t3 ^= t5 << 7;
        uint64_t t9 = (t3 >> 14) ^ t3;
        t9 &= UINT64_C(0xcccc0000cccc);
        t3 ^= t9;
        t3 ^= t9 << 14;
        uint64_t t13 = (t3 >> 28) ^ t3;
        t13 &= UINT64_C(0xf0f0f0f0);
        t3 ^= t13;
        t3 ^= t13 << 28;
        t3 = bswap64(t3);
        uint64_t t16 = t3 >> 8;
        t16 &= UINT64_C(0xff00ff00ff00ff);
        t16 |= t16 << 4;
        t16 &= des_cbc_encrypt_des_words[42];
        t3 &= UINT64_C(0xff00ff00ff00ff);
        t3 |= t3 << 4;
        t3 &= des_cbc_encrypt_des_words[42];
        const uint8_t *key = schedule;
        size_t t24 = rounds >> 4;
        /* the rounds */
        size_t left = t24;
        for (; left != 0; left--) {
            size_t left2 = 16;
            do {
                uint64_t t11_2 = t3;
                t11_2 &= des_cbc_encrypt_des_words[43];
                t11_2 = (t11_2 << 8) - t11_2;
                uint64_t t28 = t3 >> 1;
                t28 &= des_cbc_encrypt_des_words[43];
                t28 = (t28 << 8) - t28;
                uint64_t t31 = t3 >> 2;
                t31 &= des_cbc_encrypt_des_words[43];
                t31 = (t31 << 8) - t31;
                uint64_t t34 = t3 >> 3;
                t34 &= des_cbc_encrypt_des_words[43];
                t34 = (t34 << 8) - t34;
                uint64_t t37 = rotl64(t34, 8);
                uint64_t t38 = rotl64(t11_2, 56);
                t11_2 ^= load_le64(key);
                t28 ^= load_le64(key + 16);
                t31 ^= load_le64(key + 24);
                t34 ^= load_le64(key + 8);
                t37 ^= load_le64(key + 32);
                t38 ^= load_le64(key + 40);
                uint64_t t46 = t34 & des_cbc_encrypt_des_words[0];
                t46 ^= des_cbc_encrypt_des_words[1];
                uint64_t t49 = t34 & des_cbc_encrypt_des_words[2];
                t49 ^= des_cbc_encrypt_des_words[3];
                t49 ^= t46;
                t49 &= t31;
                t46 ^= t49;
                uint64_t t52 = t34 & des_cbc_encrypt_des_words[4];
                t52 ^= des_cbc_encrypt_des_words[5];
                uint64_t t55 = t34 & des_cbc_encrypt_des_words[6];
                t55 ^= des_cbc_encrypt_des_words[7];
                t55 ^= t52;
                t55 &= t31;
                t52 ^= t55;
                t52 ^= t46;
                t52 &= t28;
                t46 ^= t52;
                uint64_t t58 = t34 & des_cbc_encrypt_des_words[8];
                t58 ^= des_cbc_encrypt_des_words[9];
                uint64_t t61 = t34 & des_cbc_encrypt_des_words[10];
                t61 ^= des_cbc_encrypt_des_words[11];
                t61 ^= t58;
                t61 &= t31;
                t58 ^= t61;
                uint64_t t64 = t34 & des_cbc_encrypt_des_words[12];
                t64 ^= des_cbc_encrypt_des_words[13];
                uint64_t t67 = t34 & des_cbc_encrypt_des_words[14];
                t67 ^= des_cbc_encrypt_des_words[15];
                t67 ^= t64;
                t67 &= t31;
                t64 ^= t67;
                t64 ^= t58;
                t64 &= t28;
                t58 ^= t64;
                t58 ^= t46;
                t58 &= t37;
                t46 ^= t58;
                uint64_t t70 = t34 & des_cbc_encrypt_des_words[16];
                t70 ^= des_cbc_encrypt_des_words[17];
                uint64_t t73 = t34 & des_cbc_encrypt_des_words[18];
                t73 ^= des_cbc_encrypt_des_words[19];
                t73 ^= t70;
                t73 &= t31;
                t70 ^= t73;
                uint64_t t76 = t34 & des_cbc_encrypt_des_words[20];
                t76 ^= des_cbc_encrypt_des_words[21];
                uint64_t t79 = t34 & des_cbc_encrypt_des_words[22];
                t79 ^= des_cbc_encrypt_des_words[23];
                t79 ^= t76;
                t79 &= t31;
                t76 ^= t79;
                t76 ^= t70;
                t76 &= t28;
                t70 ^= t76;
                uint64_t t82 = t34 & des_cbc_encrypt_des_words[24];
                t82 ^= des_cbc_encrypt_des_words[25];
                uint64_t t85 = t34 & des_cbc_encrypt_des_words[26];
                t85 ^= des_cbc_encrypt_des_words[27];
                t85 ^= t82;
                t85 &= t31;
                t82 ^= t85;
                uint64_t t88 = t34 & des_cbc_encrypt_des_words[28];
                t88 ^= des_cbc_encrypt_des_words[29];
                uint64_t t91 = t34 & des_cbc_encrypt_des_words[30];
                t91 ^= des_cbc_encrypt_des_words[31];
                t91 ^= t88;
                t91 &= t31;
                t88 ^= t91;
                t88 ^= t82;
                t88 &= t28;
                t82 ^= t88;
                t82 ^= t70;
                t82 &= t37;
                t70 ^= t82;
                t70 ^= t46;
                t70 &= t38;
                t46 ^= t70;
                uint64_t t93 = t46 >> 4;
                t93 ^= t46;
                t93 &= t11_2;
                t46 ^= t93;
                t16 ^= rotl64(t46 & des_cbc_encrypt_des_words[32], 16);
                t16 ^= rotl64(t46 & des_cbc_encrypt_des_words[33], 29);
                t16 ^= rotl64(t46 & des_cbc_encrypt_des_words[34], 40);
                t16 ^= rotl64(t46 & des_cbc_encrypt_des_words[35], 57);
                t16 ^= rotl64(t46 & des_cbc_encrypt_des_words[36], 55);
                t16 ^= rotl64(t46 & des_cbc_encrypt_des_words[37], 24);
                t16 ^= rotl64(t46 & des_cbc_encrypt_des_words[38], 25);
                t16 ^= rotl64(t46 & des_cbc_encrypt_des_words[39], 8);
                t16 ^= rotl64(t46 & des_cbc_encrypt_des_words[40], 33);
                t16 ^= rotl64(t46 & des_cbc_encrypt_des_words[41], 46);
                uint64_t t24_2 = t16;
                t16 = t3;
                t3 = t24_2;
                key += 48;
            } while (--left2 != 0);
            uint64_t t24_3 = t16;
            t16 = t3;
            t3 = t24_3;
        }
        /* the final permutation */
        t16 |= t16 >> 4;
        t16 &= UINT64_C(0xff00ff00ff00ff);
        t3 |= t3 >> 4;
        t3 &= UINT64_C(0xff00ff00ff00ff);
        t3 |= t16 << 8;
        t3 = bswap64(t3);
        uint64_t t130 = (t3 >> 7) ^ t3;
        t130 &= UINT64_C(0xaa00aa00aa00aa);
        t3 ^= t130;
        t3 ^= t130 << 7;
        uint64_t t134 = (t3 >> 14) ^ t3;
        t134 &= UINT64_C(0xcccc0000cccc);
        t3 ^= t134;
        t3 ^= t134 << 14;
        uint64_t t138 = (t3 >> 28) ^ t3;
        t138 &= UINT64_C(0xf0f0f0f0);
        t3 ^= t138;
        t3 ^= t138 << 28;
        t3 = bswap64(t3);
        t1 = t3;
        store_le64(out, t1);
        in += 8;
        out += 8;
    }
    store_le64(iv, t1);
}

void LOOM_CDECL loom_des_cbc_encrypt_portable(const uint8_t *schedule, size_t rounds, uint8_t iv[8], const uint8_t *in,
    uint8_t *out, size_t blocks)
{
    run_des_cbc_encrypt(schedule, rounds, iv, in, out, blocks);
    loom_clean();
}

#endif
