/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * many SEED MODULI: random products of the Montgomery kernels that VARIANT (a macro) names, for a reader to judge. For
 * each modulus: a byte with the number of limbs, the modulus, and PAIRS times the factors a and b, the product, and the
 * square of a. Limbs of all ones and of zeros are frequent: they make the long carries.
 */
#include "asmloom.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define GLUE_(a, b) a##b
#define GLUE(a, b) GLUE_(a, b)
#define MUL GLUE(loom_mont_mul_, VARIANT)
#define SQR GLUE(loom_mont_sqr_, VARIANT)
#define MOST 64

void MUL(uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *n, const uint64_t *n0, size_t limbs);
void SQR(uint64_t *out, const uint64_t *a, const uint64_t *n, const uint64_t *n0, size_t limbs, size_t times);

static uint64_t state;

static uint64_t rnd(void)
{
    /* splitmix64, Steele, Lea and Flood 2014 */
    uint64_t z = (state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static void number(uint64_t *x, size_t limbs)
{
    uint64_t manner = rnd() % 4;
    size_t i;
    for (i = 0; i < limbs; i++) {
        uint64_t value = rnd(), kind = rnd() % 4;
        x[i] = manner == 0 || kind == 0 ? value : kind == 1 ? 0 : kind == 2 ? UINT64_MAX : (uint64_t)1 << value % 64;
    }
}

/* x: a random number, or one at the edges of n: 0, 1, n-1, n, n+1 (without a carry out of the low limb), all ones */
static void factor(uint64_t *x, const uint64_t *n, size_t limbs)
{
    uint64_t kind = rnd() % 16;
    size_t i;
    number(x, limbs);
    if (kind < 6) {
        for (i = 0; i < limbs; i++) {
            x[i] = kind < 2 ? 0 : kind == 5 ? UINT64_MAX : n[i];
        }
        if (kind == 1) {
            x[0] = 1;
        } else if (kind == 2) {
            x[0] -= 1; /* n is odd */
        } else if (kind == 3) {
            x[0] += x[0] != UINT64_MAX;
        }
    }
}

static uint64_t inverse(uint64_t n)
{
    uint64_t x = n; /* right in three bits */
    int i;
    for (i = 0; i < 5; i++) {
        x *= 2 - n * x;
    }
    return 0 - x;
}

int main(int argc, char **argv)
{
    static const uint8_t sizes[] = {2, 2, 4, 4, 4, 6, 8, 8, 10, 12, 16, 18, 24, 32};
    static uint64_t n[MOST], a[MOST], b[MOST], out[MOST];
    unsigned long moduli = argc == 3 ? strtoul(argv[2], NULL, 10) : 0, i;
    int pair;
    state = argc == 3 ? strtoul(argv[1], NULL, 10) : 0;
    for (i = 0; i < moduli; i++) {
        size_t limbs = sizes[rnd() % sizeof sizes];
        uint64_t n0;
        number(n, limbs);
        n[0] |= 1;
        n0 = inverse(n[0]);
        putchar((int)limbs);
        fwrite(n, 8, limbs, stdout);
        for (pair = 0; pair < PAIRS; pair++) {
            factor(a, n, limbs);
            factor(b, n, limbs);
            fwrite(a, 8, limbs, stdout);
            fwrite(b, 8, limbs, stdout);
            MUL(out, a, b, n, &n0, limbs);
            fwrite(out, 8, limbs, stdout);
            SQR(out, a, n, &n0, limbs, 1);
            fwrite(out, 8, limbs, stdout);
        }
    }
    return fflush(stdout) != 0;
}
