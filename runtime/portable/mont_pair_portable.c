/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The portable Montgomery functions on pairs of numbers. They work on halves of digits: no sum of products of 26 bits
 * is longer than 64 bits.
 */
#include "internal.h"

#include "memory.h"

#if defined(LOOM_HAVE_mont_pair_mul) || defined(LOOM_HAVE_mont_pair_sqr)

enum { BITS = 26, PART = 8, MOST = 20 * PART }; /* bits of a half of a digit; halves of a part, and of a number */

static const uint64_t mask = ((uint64_t)1 << BITS) - 1;

/* A half of a digit of one number. */
static inline uint64_t half_of(const uint64_t *digits, size_t i)
{
    return digits[i / 2 * 2] >> BITS * (i % 2) & mask;
}

/* total += digits * factor */
static void add_product(uint64_t *total, const uint64_t *digits, uint64_t factor, size_t halves)
{
    for (size_t i = 0; i < halves; i++) {
        total[i] += half_of(digits, i) * factor;
    }
}

/* One number of the pair. `q`: this number's constant Q; its n stands behind both Qs. */
static void multiply_one(uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *q, size_t parts)
{
    size_t halves = PART * parts, last = halves - PART;
    const uint64_t *n = q + halves;
    uint64_t total[2 * MOST], carry = 0, inverse = n[halves] & mask;
    memset(total, 0, sizeof total);
    for (size_t i = 0; i < halves; i++) {
        add_product(total + i, a, half_of(b, i), halves);
    }
    for (size_t i = 0; i < last; i++) { /* a part of the quotient: the sum's own lowest part */
        total[i + 1] += total[i] >> BITS;
        total[i] &= mask;
        if (i % PART == PART - 1) {
            for (size_t j = i + 1 - PART; j <= i; j++) {
                add_product(total + j + PART, q, total[j], halves);
            }
        }
    }
    for (size_t i = last; i < halves; i++) {
        add_product(total + i, n, (total[i] & mask) * inverse & mask, halves);
        total[i + 1] += total[i] >> BITS;
    }
    for (size_t i = 0; i < halves; i += 2) {
        uint64_t low = total[halves + i] + carry, high = total[halves + i + 1] + (low >> BITS);
        out[i] = (high & mask) << BITS | (low & mask);
        carry = high >> BITS;
    }
}

static void multiply(uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *n, size_t parts)
{
    multiply_one(out, a, b, n, parts);
    multiply_one(out + 1, a + 1, b + 1, n + 1, parts);
}

#if defined(LOOM_HAVE_mont_pair_mul)
void LOOM_CDECL loom_mont_pair_mul_portable(uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *n,
                                            size_t parts)
{
    multiply(out, a, b, n, parts);
}
#endif

#if defined(LOOM_HAVE_mont_pair_sqr)
void LOOM_CDECL loom_mont_pair_sqr_portable(uint64_t *out, const uint64_t *a, const uint64_t *n, size_t parts,
                                            size_t times)
{
    for (; times > 0; times--) {
        multiply(out, a, a, n, parts);
        a = out;
    }
}
#endif

#endif

#if defined(LOOM_HAVE_mont_pair_gather)
void LOOM_CDECL loom_mont_pair_gather_portable(uint64_t *out, const uint64_t *table, const uint64_t *index,
                                               size_t parts)
{
    for (size_t i = 0; i < 8 * parts; i++) {
        uint64_t chosen = 0;
        for (size_t entry = 0; entry < 32; entry++) {
            uint64_t differs = entry ^ index[i % 2];
            chosen |= table[8 * entry * parts + i] & (((differs | (0 - differs)) >> 63) - 1);
        }
        out[i] = chosen;
    }
}
#endif
