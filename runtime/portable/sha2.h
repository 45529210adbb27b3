/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The portable block function of SHA-2 (FIPS 180-4, 6.2.2 and 6.4.2) for one size of words. The including file declares
 * the type `word`, the array `constants` of words, WORD_BITS and load_word(bytes). The file also defines the functions
 * of 4.1.2 or 4.1.3 by rotate(): BIG0(x), BIG1(x), SMALL0(x) and SMALL1(x). No address and no branch depends on the
 * data.
 */
#ifndef LOOM_SHA2_H
#define LOOM_SHA2_H

#include "bytes.h"

static word rotate(word v, int n)
{
    return v >> n | v << (WORD_BITS - n);
}

/* The words of the schedule. The first 16 are the block's. A later word overwrites the word 16 places before. */
#define NEXT(i) (w[(i) & 15] += SMALL0(w[((i) + 1) & 15]) + w[((i) + 9) & 15] + SMALL1(w[((i) + 14) & 15]))

/* Ch is (e & f) ^ (~e & g). Maj is (a & b) ^ (a & c) ^ (b & c), here as two halves without a common bit. */
#define ROUND(a, b, c, d, e, f, g, h, i, word)    \
    do {                                          \
        h += constants[t + (i)] + (word);         \
        h += BIG1(e) + (g ^ (e & (f ^ g)));       \
        d += h;                                   \
        h += BIG0(a) + ((a & b) | (c & (a ^ b))); \
    } while (0)

#define EIGHT_ROUNDS(i, WORD)                                  \
    do {                                                       \
        ROUND(a, b, c, d, e, f, g, h, (i) + 0, WORD((i) + 0)); \
        ROUND(h, a, b, c, d, e, f, g, (i) + 1, WORD((i) + 1)); \
        ROUND(g, h, a, b, c, d, e, f, (i) + 2, WORD((i) + 2)); \
        ROUND(f, g, h, a, b, c, d, e, (i) + 3, WORD((i) + 3)); \
        ROUND(e, f, g, h, a, b, c, d, (i) + 4, WORD((i) + 4)); \
        ROUND(d, e, f, g, h, a, b, c, (i) + 5, WORD((i) + 5)); \
        ROUND(c, d, e, f, g, h, a, b, (i) + 6, WORD((i) + 6)); \
        ROUND(b, c, d, e, f, g, h, a, (i) + 7, WORD((i) + 7)); \
    } while (0)

static LOOM_REFERENCE void compress(word state[8], const uint8_t *data, size_t blocks)
{
    const size_t rounds = sizeof constants / sizeof constants[0];
    word a = state[0], b = state[1], c = state[2], d = state[3];
    word e = state[4], f = state[5], g = state[6], h = state[7];
    for (; blocks > 0; blocks--, data += 16 * sizeof(word)) {
        word w[16];
        for (size_t i = 0; i < 16; i++) {
            w[i] = load_word(data + i * sizeof(word));
        }
#if defined(LOOM_SMALL_C)
#define THERE(i) w[(t + (i)) & 15]
        for (size_t t = 0; t < rounds; t += 8) {
            for (size_t i = t; t >= 16 && i < t + 8; i++) {
                NEXT(i);
            }
            EIGHT_ROUNDS(0, THERE);
        }
#else
#define WORD(i) (t == 0 ? w[i] : NEXT(i))
        for (size_t t = 0; t < rounds; t += 16) {
            EIGHT_ROUNDS(0, WORD);
            EIGHT_ROUNDS(8, WORD);
        }
#endif
        state[0] = a += state[0];
        state[1] = b += state[1];
        state[2] = c += state[2];
        state[3] = d += state[3];
        state[4] = e += state[4];
        state[5] = f += state[5];
        state[6] = g += state[6];
        state[7] = h += state[7];
    }
}

#endif
