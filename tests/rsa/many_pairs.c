/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * many_pairs SEED FILE: random products of the Montgomery kernels for pairs of numbers that VARIANT (a macro) names,
 * for a reader to judge. FILE has records: a byte with the number of parts, the moduli as pairs of digits, the
 * constants. For each record: PAIRS times the factors a and b, the product, and the square of a. Factors are below
 * their moduli, or equal to them. Digits of all ones and of zeros are frequent: they make the long carries.
 */
#include "asmloom.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GLUE_(a, b) a##b
#define GLUE(a, b) GLUE_(a, b)
#define MUL GLUE(loom_mont_pair_mul_, VARIANT)
#define SQR GLUE(loom_mont_pair_sqr_, VARIANT)
#define MOST 20
#define WORDS 8 /* of a part */

void MUL(uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *n, size_t parts);
void SQR(uint64_t *out, const uint64_t *a, const uint64_t *n, size_t parts, size_t times);

static uint64_t state;

static uint64_t rnd(void)
{
    /* splitmix64, Steele, Lea and Flood 2014 */
    uint64_t z = (state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* The numbers less than two: zeros above the highest digit of the modulus that is not zero, and less there. */
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
            uint64_t digit = rnd() >> 12, kind = rnd() % 4;
            digit = manner < 3 || kind == 0 ? digit
                    : kind == 1             ? 0
                    : kind == 2             ? UINT64_MAX >> 12
                                            : (uint64_t)1 << digit % 52;
            x[i] = manner == 7 ? n[i] : i > top ? 0 : i == top ? digit % n[top] : digit;
        }
    }
}

int main(int argc, char **argv)
{
    static uint64_t n[WORDS * MOST], a[WORDS * MOST], b[WORDS * MOST], out[WORDS * MOST],
        constants[2 * WORDS * MOST + 2];
    FILE *file = argc == 3 ? fopen(argv[2], "rb") : NULL;
    int parts, pair;
    if (file == NULL) {
        return 2;
    }
    state = strtoul(argv[1], NULL, 10);
    while ((parts = getc(file)) != EOF) {
        size_t words = WORDS * (size_t)parts;
        if (fread(n, 8, words, file) != words || fread(constants, 8, 2 * words + 2, file) != 2 * words + 2) {
            return 2;
        }
        for (pair = 0; pair < PAIRS; pair++) {
            factor(a, n, words);
            factor(b, n, words);
            fwrite(a, 8, words, stdout);
            fwrite(b, 8, words, stdout);
            MUL(out, a, b, constants, (size_t)parts);
            fwrite(out, 8, words, stdout);
            SQR(out, a, constants, (size_t)parts, 1);
            fwrite(out, 8, words, stdout);
        }
    }
    fclose(file);
    return fflush(stdout) != 0;
}
