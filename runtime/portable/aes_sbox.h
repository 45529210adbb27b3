/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The S-box of AES (FIPS 197) on bit slices: no table, no branch and no address depends on the bytes. Eight words hold
 * the bytes: word n has bit n of every byte.
 *
 * The S-box is an inversion in GF(2^8), done in GF(2^4) over GF(2^2) with normal bases at each level: w and w^2 with w
 * = 0xbc, z and z^4 with z = 0x5c, y and y^16 with y = 0xfe. Of all such bases, this one has the shortest linear layers
 * that a greedy search found. The S-box has 127 gates, the inverse 131.
 *
 * An element of GF(2^2) is two words: the factor of w^2, then the factor of w. As an operand the element has a third
 * word, the sum of both. An element of GF(2^4) is two elements of GF(2^2): the factor of z^4, then the factor of z. As
 * an operand the element has the sum of both as well.
 */
#ifndef LOOM_AES_SBOX_H
#define LOOM_AES_SBOX_H

#include <stdint.h>

#if UINTPTR_MAX > 0xffffffffu
typedef uint64_t word;
#else
typedef uint32_t word;
#endif

/* Stands before a loop over the eight words and asks gcc to keep them in registers, as clang does anyway. */
#if defined(__GNUC__) && !defined(__clang__)
#define UNROLL _Pragma("GCC unroll 8")
#else
#define UNROLL
#endif

/* x * y; both are operands. */
static inline void multiply4(word product[2], const word x[3], const word y[3])
{
    word t = x[2] & y[2];
    product[0] = (x[0] & y[0]) ^ t;
    product[1] = (x[1] & y[1]) ^ t;
}

/* x * y; both are operands. Let s be the product of the sums of their halves. The factors of z^4 and of z are each the
 * product of the operands' factors of the same element, plus w s. */
static inline void multiply16(word product[4], const word x[9], const word y[9])
{
    word u = x[6] & y[6], sum[2] = {u ^ (x[7] & y[7]), u ^ (x[8] & y[8])};
    multiply4(product, x, y);
    multiply4(product + 2, x + 3, y + 3);
    product[0] ^= sum[0];
    product[1] ^= sum[1];
    product[2] ^= sum[0];
    product[3] ^= sum[1];
}

/* 1 / d as an operand; 1 / 0 is 0. The inverse of p z^4 + q z is (q z^4 + p z) / n with the norm
 * n = w (p + q)^2 + p q in GF(2^2), where squaring, and so inverting, swaps the two words. */
static inline void invert16(word inverse[9], const word d[4])
{
    word p[3] = {d[0], d[1], d[0] ^ d[1]}, q[3] = {d[2], d[3], d[2] ^ d[3]};
    word s0 = d[0] ^ d[2], s1 = d[1] ^ d[3], n[3], r[2];
    multiply4(r, p, q);
    n[1] = r[0] ^ s0 ^ s1;
    n[0] = r[1] ^ s1;
    n[2] = n[0] ^ n[1];
    multiply4(inverse, n, q);
    multiply4(inverse + 3, n, p);
    inverse[2] = inverse[0] ^ inverse[1];
    inverse[5] = inverse[3] ^ inverse[4];
    inverse[6] = inverse[0] ^ inverse[3];
    inverse[7] = inverse[1] ^ inverse[4];
    inverse[8] = inverse[6] ^ inverse[7];
}

/* 1 / t in GF(2^8): y[0..3] is the factor of y^16, y[4..7] is the factor of y. `t` has the two halves a and b of the
 * number as operands, nine words each, and four words of m (a + b)^2, where m = y^17. The inverse of a y^16 + b y is
 * (b y^16 + a y) / n with the norm n = m (a + b)^2 + a b. */
static inline void invert256(word y[8], const word t[22])
{
    word n[4], inverse[9];
    multiply16(n, t, t + 9);
    UNROLL
    for (int i = 0; i < 4; i++) {
        n[i] ^= t[18 + i];
    }
    invert16(inverse, n);
    multiply16(y, inverse, t + 9);
    multiply16(y + 4, inverse, t);
}

/* SubBytes without the addition of the constant. */
static inline void sub_bytes(word x[8])
{
    word t[22], y[8];
    word a = x[1] ^ x[3], b = x[5] ^ x[6], c = x[2] ^ a;
    t[0] = x[0];
    t[15] = x[4] ^ x[7];
    word d = x[2] ^ t[15], e = x[4] ^ b;
    t[16] = x[2] ^ x[7];
    word f = x[5] ^ t[16];
    t[4] = x[0] ^ b;
    t[6] = x[6] ^ c;
    t[2] = a ^ t[15];
    t[13] = x[1] ^ t[4];
    t[5] = x[5] ^ c;
    t[11] = x[1] ^ d;
    t[19] = t[15] ^ t[6];
    t[1] = x[0] ^ t[2];
    t[12] = x[7] ^ t[4];
    t[17] = x[2] ^ x[4];
    t[8] = x[5] ^ d;
    t[9] = x[4] ^ t[4];
    t[18] = c ^ e;
    t[7] = b ^ t[2];
    t[14] = x[1] ^ x[7];
    t[20] = x[7] ^ t[5];
    t[21] = x[3] ^ f;
    t[3] = x[0] ^ t[6];
    t[10] = t[16] ^ t[13];

    invert256(y, t);

    a = y[3] ^ y[6];
    x[7] = y[1] ^ y[7];
    x[5] = y[2] ^ y[4];
    x[4] = y[5] ^ x[7];
    x[6] = y[1] ^ y[5];
    x[1] = y[7] ^ a;
    x[0] = y[4] ^ a;
    x[2] = x[7] ^ y[0] ^ x[5];
    x[3] = y[4] ^ y[6] ^ x[4];
}

/* InvSubBytes. The caller has added the constant. */
static inline void inverse_sub_bytes(word x[8])
{
    word t[22], y[8];
    word a = x[0] ^ x[1], c = x[3] ^ x[6], d = x[2] ^ x[7], e = x[1] ^ x[5];
    t[13] = x[4] ^ x[6];
    t[15] = x[3] ^ x[4];
    t[16] = x[6] ^ x[7];
    word b = x[5] ^ t[13], f = x[2] ^ t[15];
    t[9] = t[13] ^ a;
    t[11] = a ^ t[16];
    word g = x[2] ^ t[11];
    t[18] = x[0] ^ x[3];
    t[1] = x[7] ^ t[13];
    t[5] = c ^ e;
    t[14] = a ^ t[15];
    t[21] = x[0] ^ b;
    t[12] = a ^ c;
    t[17] = x[3] ^ t[1];
    t[4] = x[0] ^ t[15];
    t[7] = t[16] ^ t[18];
    t[2] = x[2] ^ b;
    t[10] = x[4] ^ x[7];
    t[3] = x[5] ^ t[9];
    t[8] = x[1] ^ f;
    t[19] = x[3] ^ g;
    t[20] = x[5] ^ t[15];
    t[0] = x[5] ^ d;
    t[6] = t[9] ^ d;

    invert256(y, t);

    a = y[1] ^ y[4];
    b = y[5] ^ a;
    d = y[2] ^ b;
    x[0] = y[0];
    x[1] = y[3] ^ y[7];
    c = y[6] ^ x[1];
    x[2] = y[5] ^ c;
    x[3] = y[0] ^ a ^ c;
    x[4] = y[3] ^ y[4];
    x[5] = y[0] ^ y[7] ^ d;
    x[6] = x[1] ^ d;
    x[7] = y[3] ^ y[6];
}

#endif
