/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The portable Montgomery functions. A word has 64 bits where the compiler has products of 128 bits, otherwise 32.
 */
#include "internal.h"

#if defined(LOOM_HAVE_mont_mul) || defined(LOOM_HAVE_mont_sqr)

#if defined(__SIZEOF_INT128__)
__extension__ typedef unsigned __int128 wide;
typedef uint64_t word;
enum { PER_LIMB = 1, BITS = 64 };
#else
typedef uint64_t wide;
typedef uint32_t word;
enum { PER_LIMB = 2, BITS = 32 };
#endif
enum { MOST = 64 * PER_LIMB };

/* Word `i` of a number. */
static word get(const uint64_t *x, size_t i)
{
    return (word)(x[i / PER_LIMB] >> (BITS * (i % PER_LIMB)));
}

/* total += x * factor. The result is the word above. */
static word add_product(word *total, const word *x, word factor, size_t words)
{
    word above = 0;
    for (size_t i = 0; i < words; i++) {
        wide sum = (wide)x[i] * factor + total[i] + above;
        total[i] = (word)sum;
        above = (word)(sum >> BITS);
    }
    return above;
}

/* out = total, or total less n if that is not negative. `over` is the word above total: 0 or 1. */
static void put_below(uint64_t *out, const word *total, word over, const word *n, size_t words)
{
    word less[MOST], borrow = 0, mask;
    for (size_t i = 0; i < words; i++) {
        wide difference = (wide)total[i] - n[i] - borrow;
        less[i] = (word)difference;
        borrow = (word)(difference >> BITS) & 1;
    }
    mask = (word)0 - (borrow & (over ^ 1));
    for (size_t i = 0; i < words; i += PER_LIMB) {
        uint64_t limb = 0;
        for (size_t part = PER_LIMB; part > 0; part--) {
            word chosen = less[i + part - 1] ^ ((less[i + part - 1] ^ total[i + part - 1]) & mask);
            limb = limb << 32 | chosen;
        }
        out[i / PER_LIMB] = limb;
    }
}

static void multiply(uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *n, const uint64_t *n0,
                     size_t limbs)
{
    size_t words = limbs * PER_LIMB;
    word total[2 * MOST], factor[MOST], modulus[MOST], over = 0;
    for (size_t i = 0; i < words; i++) {
        total[i] = 0;
        factor[i] = get(a, i);
        modulus[i] = get(n, i);
    }
    for (size_t i = 0; i < words; i++) {
        wide sum = (wide)add_product(total + i, factor, get(b, i), words) + over;
        sum += add_product(total + i, modulus, total[i] * get(n0, 0), words);
        total[i + words] = (word)sum;
        over = (word)(sum >> BITS);
    }
    put_below(out, total + words, over, modulus, words);
}

#if defined(LOOM_HAVE_mont_mul)
void LOOM_CDECL loom_mont_mul_portable(uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *n,
                                       const uint64_t *n0, size_t limbs)
{
    multiply(out, a, b, n, n0, limbs);
}
#endif

#if defined(LOOM_HAVE_mont_sqr)
void LOOM_CDECL loom_mont_sqr_portable(uint64_t *out, const uint64_t *a, const uint64_t *n, const uint64_t *n0,
                                       size_t limbs, size_t times)
{
    for (; times > 0; times--) {
        multiply(out, a, a, n, n0, limbs);
        a = out;
    }
}
#endif

#endif

#if defined(LOOM_HAVE_mont_gather)
void LOOM_CDECL loom_mont_gather_portable(uint64_t *out, const uint64_t *table, uint32_t index, size_t limbs)
{
    for (size_t i = 0; i < limbs; i++) {
        uint64_t chosen = 0;
        for (size_t entry = 0; entry < 32; entry++) {
            uint64_t differs = entry ^ index;
            chosen |= table[entry * limbs + i] & (((differs | (0 - differs)) >> 63) - 1);
        }
        out[i] = chosen;
    }
}
#endif
