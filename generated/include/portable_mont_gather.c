/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.1.0: mont_gather in portable C, generated from generator/kernels/bignum/gather.py; edit that, not this file.
 */
#include "internal.h"

#if defined(LOOM_HAVE_mont_gather)

#include "words.h"

void LOOM_CDECL loom_mont_gather_portable(uint64_t *out, const uint64_t *table, uint32_t index, size_t limbs)
{
    size_t limbs_left = limbs;
    size_t t1 = limbs << 3;
    do {
        const uint64_t *entry = table;
        uint32_t number = 0;
        uint64_t chosen = 0;
        size_t left = 32;
        do {
            uint32_t t3 = number ^ index;
            chosen |= entry[0] & ((uint64_t)top32(t3 | mask32(t3)) - 1);
            entry += t1 / 8;
            number++;
        } while (--left != 0);
        out[0] = chosen;
        out++;
        table++;
    } while (--limbs_left != 0);
}

#endif
