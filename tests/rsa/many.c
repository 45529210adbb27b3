/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * many SEED FILE: random products of the Montgomery kernels that VARIANT (a macro) names, for a reader to judge; with
 * PAIRED, of the kernels for pairs of numbers. FILE has records: a byte with the number of limbs or parts, the modulus
 * (of pairs: the moduli as pairs of digits), and what a kernel takes. For each record: PAIRS times the factors a and b,
 * the product, and the square of a. Limbs of all ones and of zeros are frequent: they make the long carries.
 */
#include "asmloom.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define GLUE_(a, b) a##b
#define GLUE(a, b) GLUE_(a, b)
#ifdef PAIRED
#define MUL GLUE(loom_mont_pair_mul_, VARIANT)
#define SQR GLUE(loom_mont_pair_sqr_, VARIANT)
#define LIMBS 8u /* of a part */
#define TAKEN (2 * words + 2)
void MUL(uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *n, size_t parts);
void SQR(uint64_t *out, const uint64_t *a, const uint64_t *n, size_t parts, size_t times);
#else
#define MUL GLUE(loom_mont_mul_, VARIANT)
#define SQR GLUE(loom_mont_sqr_, VARIANT)
#define LIMBS 1u
#define TAKEN 1u
void MUL(uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *n, const uint64_t *n0, size_t limbs);
void SQR(uint64_t *out, const uint64_t *a, const uint64_t *n, const uint64_t *n0, size_t limbs, size_t times);
#endif
#define MOST 160

static uint64_t state;

static uint64_t rnd(void)
{
    /* splitmix64, Steele, Lea and Flood 2014 */
    uint64_t z = (state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static uint64_t limb(int plain, unsigned bits)
{
    uint64_t value = rnd() >> (64 - bits), kind = rnd() % 4;
    return plain || kind == 0 ? value
           : kind == 1        ? 0
           : kind == 2        ? UINT64_MAX >> (64 - bits)
                              : (uint64_t)1 << value % bits;
}

#ifdef PAIRED
/* The numbers are less than two, or equal to their moduli: zeros above the highest digit of the modulus that is not
 * zero, and less there. */
static void factor(uint64_t *x, const uint64_t *n, size_t words)
{
    size_t number, i;
    for (number = 0; number < 2; number++) {
        uint64_t manner = rnd() % 8;
        size_t top = words - 2 + number;
        while (top >= 2 && n[top] == 0) {
            top -= 2;
        }
        for (i = number; i < words; i += 2) {
            uint64_t digit = limb(manner < 3, 52);
            x[i] = manner == 7 ? n[i] : i > top ? 0 : i == top ? digit % n[top] : digit;
        }
    }
}
#else
/* x: a random number, or one at the edges of n: 0, 1, n-1, n, n+1 (without a carry out of the low limb), all ones */
static void factor(uint64_t *x, const uint64_t *n, size_t words)
{
    uint64_t manner = rnd() % 4, kind = rnd() % 16;
    size_t i;
    for (i = 0; i < words; i++) {
        uint64_t value = limb(manner == 0, 64);
        x[i] = kind < 2 ? 0 : kind < 5 ? n[i] : kind == 5 ? UINT64_MAX : value;
    }
    if (kind == 1) {
        x[0] = 1;
    } else if (kind == 2) {
        x[0] -= 1; /* n is odd */
    } else if (kind == 3) {
        x[0] += x[0] != UINT64_MAX;
    }
}
#endif

int main(int argc, char **argv)
{
    static uint64_t n[MOST], a[MOST], b[MOST], out[MOST], taken[2 * MOST + 2];
    FILE *file = argc == 3 ? fopen(argv[2], "rb") : NULL;
    int count, pair;
    if (file == NULL) {
        return 2;
    }
    state = strtoul(argv[1], NULL, 10);
    while ((count = getc(file)) != EOF) {
        size_t words = LIMBS * (size_t)count;
        if (fread(n, 8, words, file) != words || fread(taken, 8, TAKEN, file) != TAKEN) {
            return 2;
        }
        for (pair = 0; pair < PAIRS; pair++) {
            factor(a, n, words);
            factor(b, n, words);
            fwrite(a, 8, words, stdout);
            fwrite(b, 8, words, stdout);
#ifdef PAIRED
            MUL(out, a, b, taken, (size_t)count);
            fwrite(out, 8, words, stdout);
            SQR(out, a, taken, (size_t)count, 1);
#else
            MUL(out, a, b, n, taken, words);
            fwrite(out, 8, words, stdout);
            SQR(out, a, n, taken, words, 1);
#endif
            fwrite(out, 8, words, stdout);
        }
    }
    fclose(file);
    return fflush(stdout) != 0;
}
