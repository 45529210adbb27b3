/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.1.0: mont_pair_gather in portable C, generated from generator/kernels/bignum/montgomery_pairs.py; edit that, not this file.
 */
#include "internal.h"

#if defined(LOOM_HAVE_mont_pair_gather)

#include "words.h"

void LOOM_CDECL loom_mont_pair_gather_portable(uint64_t *out, const uint64_t *table, const uint64_t *index,
    size_t parts)
{
    size_t t1 = parts << 6;
    size_t left = parts << 2;
    do {
        const uint64_t *entry = table;
        uint64_t number = 0;
        uint64_t chosen = 0;
        size_t left2 = 32;
        uint64_t t3 = index[0];
        do {
            uint64_t t5 = number ^ t3;
            chosen |= entry[0] & (top64(t5 | mask64(t5)) - 1);
            entry += t1 / 8;
            number++;
        } while (--left2 != 0);
        out[0] = chosen;
        const uint64_t *entry2 = table;
        uint64_t number2 = 0;
        uint64_t chosen2 = 0;
        size_t left3 = 32;
        uint64_t t12 = index[1];
        do {
            uint64_t t14 = number2 ^ t12;
            chosen2 |= entry2[1] & (top64(t14 | mask64(t14)) - 1);
            entry2 += t1 / 8;
            number2++;
        } while (--left3 != 0);
        out[1] = chosen2;
        out += 2;
        table += 2;
    } while (--left != 0);
}

#endif
