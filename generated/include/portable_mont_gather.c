/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: mont_gather in portable C, generated from generator/kernels/bignum/gather.py; edit that, not this file.
 */
#include "internal.h"

#if defined(LOOM_HAVE_mont_gather)

#include "words.h"

#if UINTPTR_MAX > 0xffffffffu

void LOOM_CDECL loom_mont_gather_portable(uint64_t *out, const uint64_t *table, uint32_t index, size_t limbs)
{
    size_t t1 = limbs << 3;
    size_t left = limbs;
    uint64_t t2 = (uint64_t)index;
    while (left >= 8) {
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
            uint64_t t7 = mask64(top64((number ^ t2) - 1));
            chosen |= entry[0] & t7;
            chosen2 |= entry[1] & t7;
            chosen3 |= entry[2] & t7;
            chosen4 |= entry[3] & t7;
            chosen5 |= entry[4] & t7;
            chosen6 |= entry[5] & t7;
            chosen7 |= entry[6] & t7;
            chosen8 |= entry[7] & t7;
            entry += t1 / 8;
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
        left -= 8;
    }
    while (left != 0) {
        const uint64_t *entry2 = table;
        uint64_t number2 = 0;
        uint64_t chosen9 = 0;
        uint64_t chosen10 = 0;
        size_t left3 = 32;
        do {
            uint64_t t28 = mask64(top64((number2 ^ t2) - 1));
            chosen9 |= entry2[0] & t28;
            chosen10 |= entry2[1] & t28;
            entry2 += t1 / 8;
            number2++;
        } while (--left3 != 0);
        out[0] = chosen9;
        out[1] = chosen10;
        out += 2;
        table += 2;
        left -= 2;
    }
}

#else

void LOOM_CDECL loom_mont_gather_portable(uint64_t *out, const uint64_t *table, uint32_t index, size_t limbs)
{
    size_t t1 = limbs << 3;
    size_t left = limbs;
    uint64_t t2 = (uint64_t)index;
    while (left >= 4) {
        const uint64_t *entry = table;
        uint64_t number = 0;
        uint64_t chosen = 0;
        uint64_t chosen2 = 0;
        uint64_t chosen3 = 0;
        uint64_t chosen4 = 0;
        size_t left2 = 32;
        do {
            uint64_t t7 = mask64(top64((number ^ t2) - 1));
            chosen |= entry[0] & t7;
            chosen2 |= entry[1] & t7;
            chosen3 |= entry[2] & t7;
            chosen4 |= entry[3] & t7;
            entry += t1 / 8;
            number++;
        } while (--left2 != 0);
        out[0] = chosen;
        out[1] = chosen2;
        out[2] = chosen3;
        out[3] = chosen4;
        out += 4;
        table += 4;
        left -= 4;
    }
    while (left != 0) {
        const uint64_t *entry2 = table;
        uint64_t number2 = 0;
        uint64_t chosen5 = 0;
        uint64_t chosen6 = 0;
        size_t left3 = 32;
        do {
            uint64_t t20 = mask64(top64((number2 ^ t2) - 1));
            chosen5 |= entry2[0] & t20;
            chosen6 |= entry2[1] & t20;
            entry2 += t1 / 8;
            number2++;
        } while (--left3 != 0);
        out[0] = chosen5;
        out[1] = chosen6;
        out += 2;
        table += 2;
        left -= 2;
    }
}

#endif

#endif
