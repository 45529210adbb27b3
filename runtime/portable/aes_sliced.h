/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * AES (FIPS 197) on bit slices: no table, no branch and no address depends on a key or on data.
 *
 * Eight words hold BLOCKS blocks: word n has bit n of every byte. The byte of row r and column c of block m is
 * bit ROW * r + 8 * (m >> 1) + 2 * c + (m & 1) of its word. A step to the next row rotates the whole word. A step to
 * the next column rotates each byte of the word by two bits.
 *
 * No round does ShiftRows: after n rounds the byte of row r and column c stands in column c + n * r. The next row's
 * byte of the same column is then n columns further, in every row. MixColumns allows for this skew, and the layout of
 * the round keys matches. The odd rows are off by two columns after 10 or 14 rounds, and one last step repairs them.
 * The inverse cipher counts n downwards.
 *
 * aes_sbox.h has the S-box. The round keys contain the affine constant 0x63.
 */
#ifndef LOOM_AES_SLICED_H
#define LOOM_AES_SLICED_H

#include "memory.h"

#include "aes_sbox.h"
#include "bytes.h"
#include "clean.h"

enum {
    WORD_BITS = 8 * sizeof(word),
    ROW = WORD_BITS / 4,
    BLOCKS = WORD_BITS / 16, /* processed together: 4, or 2 */
    BATCH = 16 * BLOCKS,     /* bytes processed together */
    AES_MAX_ROUNDS = 14
};

/* A byte in each byte of a word. */
#define EACH(byte) ((word) - 1 / 255 * (word)(byte))

/* Round keys, each repeated for all blocks, in order of use. */
struct sliced_keys {
    word round[AES_MAX_ROUNDS + 1][8];
};

/* ---- to slices and back ---- */

/* Exchanges the bits of *y that `mask` has and the bits of *x that stand n places higher. */
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

/* Moves the odd rows by two columns if the number of rounds without ShiftRows requires this. */
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

/* Makes the sliced keys of a schedule. The key of round n is skewed by n * step columns a row. `step` is 1, or -1
 * modulo the range of size_t. Each byte of a key has 0x63 added, except in the first key (step 1) or in the last
 * (step -1). */
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
