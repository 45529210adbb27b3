/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: mont_pair_gather in portable C, generated from generator/kernels/bignum/montgomery_pairs.py; edit that, not this file.
 */
#include "internal.h"

#if defined(LOOM_HAVE_mont_pair_gather)

#include "words.h"

#if UINTPTR_MAX > 0xffffffffu

void LOOM_CDECL loom_mont_pair_gather_portable(uint64_t *out, const uint64_t *table, const uint64_t *index,
    size_t parts)
{
    size_t left = parts * 1;
    uint64_t t1 = index[0];
    uint64_t t2 = index[1];
    size_t t3 = parts << 6;
    do {
        const uint64_t *entry = table;
        uint64_t number = 0;
        uint64_t chosen = 0;
        uint64_t chosen2 = 0;
        uint64_t chosen3 = 0;
        uint64_t chosen4 = 0;
        uint64_t chosen5 = 0;
        uint64_t chosen6 = 0;
        uint64_t chosen7 = 0;
        uint64_t chosen8 = 0;
        size_t left2 = 32;
        do {
            uint64_t t9 = mask64(top64((number ^ t1) - 1));
            uint64_t t13 = mask64(top64((number ^ t2) - 1));
            chosen |= entry[0] & t9;
            chosen2 |= entry[1] & t13;
            chosen3 |= entry[2] & t9;
            chosen4 |= entry[3] & t13;
            chosen5 |= entry[4] & t9;
            chosen6 |= entry[5] & t13;
            chosen7 |= entry[6] & t9;
            chosen8 |= entry[7] & t13;
            entry += t3 / 8;
            number++;
        } while (--left2 != 0);
        out[0] = chosen;
        out[1] = chosen2;
        out[2] = chosen3;
        out[3] = chosen4;
        out[4] = chosen5;
        out[5] = chosen6;
        out[6] = chosen7;
        out[7] = chosen8;
        out += 8;
        table += 8;
    } while (--left != 0);
}

#else

void LOOM_CDECL loom_mont_pair_gather_portable(uint64_t *out, const uint64_t *table, const uint64_t *index,
    size_t parts)
{
    size_t left = parts * 2;
    uint64_t t1 = index[0];
    uint64_t t2 = index[1];
    size_t t3 = parts << 6;
    do {
        const uint64_t *entry = table;
        uint64_t number = 0;
        uint64_t chosen = 0;
        uint64_t chosen2 = 0;
        uint64_t chosen3 = 0;
        uint64_t chosen4 = 0;
        size_t left2 = 32;
        do {
            uint64_t t9 = mask64(top64((number ^ t1) - 1));
            uint64_t t13 = mask64(top64((number ^ t2) - 1));
            chosen |= entry[0] & t9;
            chosen2 |= entry[1] & t13;
            chosen3 |= entry[2] & t9;
            chosen4 |= entry[3] & t13;
            entry += t3 / 8;
            number++;
        } while (--left2 != 0);
        out[0] = chosen;
        out[1] = chosen2;
        out[2] = chosen3;
        out[3] = chosen4;
        out += 4;
        table += 4;
    } while (--left != 0);
}

#endif

#endif
