/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.1.0: mont_gather in portable C, generated from generator/kernels/bignum/gather.py; edit that, not this file.
 */
#include "internal.h"

#if defined(LOOM_HAVE_mont_gather)

#include "words.h"

void LOOM_CDECL loom_mont_gather_portable(uint64_t *out, const uint64_t *table, uint32_t index, size_t limbs)
{
    uint64_t masks[32];
    uint64_t *at = masks;
    uint64_t t1 = (uint64_t)index;
    size_t left = 32;
    do {
        at[0] = top64(t1 | mask64(t1)) - 1;
        t1--;
        at++;
    } while (--left != 0);
    size_t limbs_left = limbs;
    size_t t7 = limbs << 3;
    do {
        const uint64_t *entry = table;
        const uint64_t *mask = masks;
        uint64_t chosen = 0;
        size_t left2 = 32;
        do {
            chosen |= entry[0] & mask[0];
            entry += t7 / 8;
            mask++;
        } while (--left2 != 0);
        out[0] = chosen;
        out++;
        table++;
    } while (--limbs_left != 0);
}

#endif
