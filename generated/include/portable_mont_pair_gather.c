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
    uint64_t masks0[32];
    uint64_t masks1[32];
    uint64_t *at = masks0;
    uint64_t t2 = index[0];
    size_t left = 32;
    do {
        at[0] = top64(t2 | mask64(t2)) - 1;
        t2--;
        at++;
    } while (--left != 0);
    uint64_t *at2 = masks1;
    uint64_t t9 = index[1];
    size_t left2 = 32;
    do {
        at2[0] = top64(t9 | mask64(t9)) - 1;
        t9--;
        at2++;
    } while (--left2 != 0);
    size_t t15 = parts << 6;
    size_t left3 = parts << 2;
    do {
        const uint64_t *entry = table;
        const uint64_t *mask = masks0;
        uint64_t chosen = 0;
        size_t left4 = 32;
        do {
            chosen |= entry[0] & mask[0];
            entry += t15 / 8;
            mask++;
        } while (--left4 != 0);
        out[0] = chosen;
        const uint64_t *entry2 = table;
        const uint64_t *mask2 = masks1;
        uint64_t chosen2 = 0;
        size_t left5 = 32;
        do {
            chosen2 |= entry2[1] & mask2[0];
            entry2 += t15 / 8;
            mask2++;
        } while (--left5 != 0);
        out[1] = chosen2;
        out += 2;
        table += 2;
    } while (--left3 != 0);
}

#endif
