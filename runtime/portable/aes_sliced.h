/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * AES (FIPS 197) on bit slices: no table, no branch and no address depends on a key or on data.
 *
 * Eight words hold BLOCKS blocks: word n has bit n of every byte. The byte of row r and column c of block m is
 * bit ROW * r + 8 * (m >> 1) + 2 * c + (m & 1) of its word, so that a step to the next row turns the whole
 * word, and a step to the next column turns each byte of the word by two bits.
 *
 * No round does ShiftRows: after n rounds the byte of row r and column c stands in column c + n * r. In every row, the
 * next row's byte of the same column is then n columns further. MixColumns allows for that, and the layout of the round
 * keys matches. At the end, with 10 or 14 rounds, the odd rows are off by two columns, which one last step repairs. The
 * inverse cipher counts n downwards.
 *
 * The S-box is an inversion in GF(2^8), done in GF(2^4) over GF(2^2) with normal bases at each level: w and w^2 with w
 * = 0xbc, z and z^4 with z = 0x5c, y and y^16 with y = 0xfe. Of all such bases, this one has the shortest linear layers
 * that a greedy search found. The S-box has 127 gates, the inverse 131. The round keys contain the affine constant
 * 0x63.
 */
#ifndef LOOM_AES_SLICED_H
#define LOOM_AES_SLICED_H

#include <string.h>

#include "bytes.h"
#include "clean.h"

#if UINTPTR_MAX > 0xffffffffu
typedef uint64_t word;
#else
typedef uint32_t word;
#endif

enum {
    WORD_BITS = 8 * sizeof(word),
    ROW = WORD_BITS / 4,
    BLOCKS = WORD_BITS / 16, /* processed together: 4, or 2 */
    BATCH = 16 * BLOCKS,     /* bytes of them */
    AES_MAX_ROUNDS = 14
};

/* Stands before a loop over the eight words and asks gcc to keep them in registers, as clang does anyway. */
#if defined(__GNUC__) && !defined(__clang__)
#define UNROLL _Pragma("GCC unroll 8")
#else
#define UNROLL
#endif

/* A byte in each byte of a word. */
#define EACH(byte) ((word) - 1 / 255 * (word)(byte))

/* Round keys, each repeated for all blocks, in order of use. */
struct sliced_keys {
    word round[AES_MAX_ROUNDS + 1][8];
};

/* ---- to slices and back ---- */

/* Exchanges the bits of *x that `mask` has, n places up, and those of *y. */
static inline void exchange(word *x, word *y, int n, word mask)
{
    word t = ((*x >> n) ^ *y) & mask;
    *y ^= t;
    *x ^= t << n;
}

/* Bit n of byte p of word i becomes bit i of byte p of word n. The function is its own inverse. */
static inline void transpose(word q[8])
{
    for (int i = 0; i < 8; i += 2) {
        exchange(&q[i], &q[i + 1], 1, EACH(0x55));
    }
    for (int i = 0; i < 8; i += (i & 1) ? 3 : 1) {
        exchange(&q[i], &q[i + 2], 2, EACH(0x33));
    }
    for (int i = 0; i < 4; i++) {
        exchange(&q[i], &q[i + 4], 4, EACH(0x0f));
    }
}

static inline void slice(word q[8], const uint8_t blocks[BATCH])
{
    for (int i = 0; i < 8; i++) {
        const uint8_t *column = blocks + 16 * (i & 1) + 4 * (i >> 1);
#if UINTPTR_MAX > 0xffffffffu
        /* Bytes of blocks m and m + 2 alternate. */
        uint64_t even = load_le32(column), odd = load_le32(column + 32);
        even = (even | even << 16) & UINT64_C(0x0000ffff0000ffff);
        odd = (odd | odd << 16) & UINT64_C(0x0000ffff0000ffff);
        even = (even | even << 8) & UINT64_C(0x00ff00ff00ff00ff);
        odd = (odd | odd << 8) & UINT64_C(0x00ff00ff00ff00ff);
        q[i] = even | odd << 8;
#else
        q[i] = load_le32(column);
#endif
    }
    transpose(q);
}

static inline void unslice(uint8_t blocks[BATCH], word q[8])
{
    transpose(q);
    for (int i = 0; i < 8; i++) {
        uint8_t *column = blocks + 16 * (i & 1) + 4 * (i >> 1);
#if UINTPTR_MAX > 0xffffffffu
        uint64_t even = q[i] & UINT64_C(0x00ff00ff00ff00ff), odd = q[i] >> 8 & UINT64_C(0x00ff00ff00ff00ff);
        even = (even | even >> 8) & UINT64_C(0x0000ffff0000ffff);
        odd = (odd | odd >> 8) & UINT64_C(0x0000ffff0000ffff);
        store_le32(column, (uint32_t)(even | even >> 16));
        store_le32(column + 32, (uint32_t)(odd | odd >> 16));
#else
        store_le32(column, q[i]);
#endif
    }
}

/* ---- the S-box ----
 *
 * An element of GF(2^2) is two words: the factor of w^2, then that of w. As an operand it has three: their sum too.
 * An element of GF(2^4) is two of these: the factor of z^4, then that of z; as an operand it has their sum as well. */

/* x * y; both are operands. */
static inline void multiply4(word product[2], const word x[3], const word y[3])
{
    word t = x[2] & y[2];
    product[0] = (x[0] & y[0]) ^ t;
    product[1] = (x[1] & y[1]) ^ t;
}

/* x * y; both are operands. With the sums of their halves s: z^4 and z have x y + w s of their halves each. */
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

/* 1 / t in GF(2^8): y[0..3] is the factor of y^16, y[4..7] that of y. t has the two halves a and b of the
 * number as operands, nine words each, and four words of m (a + b)^2, where m = y^17. With the norm
 * n = m (a + b)^2 + a b, the inverse of a y^16 + b y is (b y^16 + a y) / n. */
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

/* ---- columns and rows ---- */

/* Each byte becomes the byte `rows` (1 to 3) rows and `columns` (0 to 3) columns further, cyclically. */
static inline word further(word x, int rows, int columns)
{
    int n = ROW * rows + 2 * columns;
    word same = x >> n | x << (WORD_BITS - n);
    word mask = EACH(0xff >> 2 * columns); /* columns that do not wrap around */
    return columns == 0 ? same : (same & mask) | ((x >> (n - 8) | x << (WORD_BITS - n + 8)) & ~mask);
}

/* MixColumns where the next row is `skew` columns further: 2 (a + b) + b + c + d, c and d being two rows further
 * than a and b. */
static inline void mix_columns_skewed(word q[8], int skew)
{
    word b[8], sum[8]; /* a + b */
    UNROLL
    for (int i = 0; i < 8; i++) {
        b[i] = further(q[i], 1, skew);
        sum[i] = q[i] ^ b[i];
    }
    UNROLL
    for (int i = 0; i < 8; i++) {
        word twice = i == 0 ? sum[7] : i == 1 || i == 3 || i == 4 ? sum[i - 1] ^ sum[7] : sum[i - 1];
        q[i] = twice ^ b[i] ^ further(sum[i], 2, 2 * skew & 3);
    }
}

/* InvMixColumns is MixColumns of a + 4 (a + c). */
static inline void inverse_mix_columns_skewed(word q[8], int skew)
{
    word u[8];
    UNROLL
    for (int i = 0; i < 8; i++) {
        u[i] = q[i] ^ further(q[i], 2, 2 * skew & 3);
    }
    word high = u[6] ^ u[7];
    q[0] ^= u[6];
    q[1] ^= high;
    q[2] ^= u[0] ^ u[7];
    q[3] ^= u[1] ^ u[6];
    q[4] ^= u[2] ^ high;
    q[5] ^= u[3] ^ u[7];
    q[6] ^= u[4];
    q[7] ^= u[5];
    mix_columns_skewed(q, skew);
}

/* `further` is fast only if the skew is a constant: hence one case each. */
#define BY_SKEW(function)                               \
    static inline void function(word q[8], size_t skew) \
    {                                                   \
        switch (skew & 3) {                             \
        case 0: function##_skewed(q, 0); break;         \
        case 1: function##_skewed(q, 1); break;         \
        case 2: function##_skewed(q, 2); break;         \
        default: function##_skewed(q, 3);               \
        }                                               \
    }

BY_SKEW(mix_columns)
BY_SKEW(inverse_mix_columns)

/* Moves the odd rows by two columns, which an even number of rounds without ShiftRows may leave to do. */
static inline void straighten(word q[8], size_t rounds)
{
    word odd = ((word)1 << ROW) - 1;
    odd = (rounds & 2) != 0 ? odd << ROW | odd << 3 * ROW : 0;
    UNROLL
    for (int i = 0; i < 8; i++) {
        word t = (q[i] >> 4 ^ q[i]) & EACH(0x0f) & odd;
        q[i] ^= t ^ t << 4;
    }
}

/* ---- the cipher ---- */

static inline void add_round_key(word q[8], const word key[8])
{
    UNROLL
    for (int i = 0; i < 8; i++) {
        q[i] ^= key[i];
    }
}

/* Makes the sliced keys of a schedule. Round n's are skewed by n * step columns a row; all but the first (step 1)
 * or the last (step -1, which a size_t has as well) have 0x63 added to each byte. */
static inline void slice_keys(struct sliced_keys *keys, const uint8_t *schedule, size_t rounds, size_t step)
{
    uint8_t batch[BATCH];
    word q[8];
    size_t plain = step == 1 ? 0 : rounds;
    for (size_t first = 0; first <= rounds; first += BLOCKS) {
        memset(batch, 0, sizeof batch);
        for (size_t n = first; n <= rounds && n < first + BLOCKS; n++) {
            for (size_t i = 0; i < 16; i++) {
                size_t column = (i / 4 + n * step * (i % 4)) % 4;
                uint8_t constant = n == plain ? 0 : 0x63;
                batch[16 * (n - first) + 4 * column + i % 4] = (uint8_t)(schedule[16 * n + i] ^ constant);
            }
        }
        slice(q, batch);
        for (size_t n = first; n <= rounds && n < first + BLOCKS; n++) {
            for (int i = 0; i < 8; i++) {
                word one = q[i] >> (((n - first) & 1) + 8 * ((n - first) >> 1)) & EACH(0x55);
#if UINTPTR_MAX > 0xffffffffu
                one &= UINT64_C(0x00ff00ff00ff00ff);
                one |= one << 8;
#endif
                keys->round[n][i] = one | one << 1;
            }
        }
    }
    loom_wipe(batch, sizeof batch);
    loom_wipe(q, sizeof q);
}

static inline void encrypt_sliced(word q[8], const struct sliced_keys *keys, size_t rounds)
{
    add_round_key(q, keys->round[0]);
    for (size_t n = 1; n < rounds; n++) {
        sub_bytes(q);
        mix_columns(q, n);
        add_round_key(q, keys->round[n]);
    }
    sub_bytes(q);
    add_round_key(q, keys->round[rounds]);
    straighten(q, rounds);
}

static inline void decrypt_sliced(word q[8], const struct sliced_keys *keys, size_t rounds)
{
    add_round_key(q, keys->round[0]);
    for (size_t n = 1; n < rounds; n++) {
        inverse_sub_bytes(q);
        inverse_mix_columns(q, 0 - n);
        add_round_key(q, keys->round[n]);
    }
    inverse_sub_bytes(q);
    add_round_key(q, keys->round[rounds]);
    straighten(q, rounds);
}

#endif
