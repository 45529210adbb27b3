/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: mont_pair_mul in portable C, generated from generator/kernels/bignum/montgomery_pairs.py; edit that, not this file.
 */
#include "internal.h"

#if defined(LOOM_HAVE_mont_pair_mul)

#include "words.h"

void LOOM_CDECL loom_mont_pair_mul_portable(uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *n,
    size_t parts)
{
    uint64_t total[320];
    size_t t1 = parts << 6;
    size_t number = 0;
    while (number != 16) {
        uint64_t *t2 = out + (number / 8);
        const uint64_t *t3 = a + (number / 8);
        const uint64_t *t4 = b + (number / 8);
        const uint64_t *t5 = n + (number / 8);
        const uint64_t *t6 = t5 + (t1 / 8);
        uint64_t *at = total;
        size_t left = parts << 4;
        uint64_t t8 = t6[t1 / 8] & UINT64_C(0x3ffffff);
        uint64_t t9 = 0;
        do {
            at[0] = t9;
            at++;
        } while (--left != 0);
        /* a * b */
        uint64_t *at2 = total;
        const uint64_t *digits = t4;
        size_t left2 = parts << 2;
        do {
            uint64_t t12 = digits[0];
            uint64_t t13 = t12 & UINT64_C(0x3ffffff);
            uint64_t t15 = (t12 >> 26) & UINT64_C(0x3ffffff);
            uint64_t *to = at2;
            const uint64_t *of = t3;
            size_t left3 = parts << 2;
            do {
                uint64_t t17 = of[0];
                to[0] = to[0] + ((t17 & UINT64_C(0x3ffffff)) * t13);
                to[1] = to[1] + (((t17 >> 26) & UINT64_C(0x3ffffff)) * t13);
                to += 2;
                of += 2;
            } while (--left3 != 0);
            uint64_t *t27 = at2 + 1;
            uint64_t *to2 = t27;
            const uint64_t *of2 = t3;
            size_t left4 = parts << 2;
            do {
                uint64_t t29 = of2[0];
                to2[0] = to2[0] + ((t29 & UINT64_C(0x3ffffff)) * t15);
                to2[1] = to2[1] + (((t29 >> 26) & UINT64_C(0x3ffffff)) * t15);
                to2 += 2;
                of2 += 2;
            } while (--left4 != 0);
            at2 += 2;
            digits += 2;
        } while (--left2 != 0);
        /* parts of the quotient: the sum's own lowest part, for Q */
        uint64_t *at3 = total;
        size_t left5 = parts - 1;
        for (; left5 != 0; left5--) {
            uint64_t *part = at3;
            size_t left6 = 8;
            do {
                uint64_t t41 = at3[0];
                at3[1] = at3[1] + (t41 >> 26);
                at3[0] = t41 & UINT64_C(0x3ffffff);
                at3++;
            } while (--left6 != 0);
            size_t left7 = 8;
            do {
                uint64_t *t47 = part + 8;
                uint64_t t48 = part[0];
                uint64_t *to3 = t47;
                const uint64_t *of3 = t5;
                size_t left8 = parts << 2;
                do {
                    uint64_t t50 = of3[0];
                    to3[0] = to3[0] + ((t50 & UINT64_C(0x3ffffff)) * t48);
                    to3[1] = to3[1] + (((t50 >> 26) & UINT64_C(0x3ffffff)) * t48);
                    to3 += 2;
                    of3 += 2;
                } while (--left8 != 0);
                part++;
            } while (--left7 != 0);
        }
        /* the last part of the quotient, for n itself */
        size_t left9 = 8;
        do {
            uint64_t t64 = ((at3[0] & UINT64_C(0x3ffffff)) * t8) & UINT64_C(0x3ffffff);
            uint64_t *to4 = at3;
            const uint64_t *of4 = t6;
            size_t left10 = parts << 2;
            do {
                uint64_t t66 = of4[0];
                to4[0] = to4[0] + ((t66 & UINT64_C(0x3ffffff)) * t64);
                to4[1] = to4[1] + (((t66 >> 26) & UINT64_C(0x3ffffff)) * t64);
                to4 += 2;
                of4 += 2;
            } while (--left10 != 0);
            uint64_t t76 = at3[0];
            at3[1] = at3[1] + (t76 >> 26);
            at3[0] = t76 & UINT64_C(0x3ffffff);
            at3++;
        } while (--left9 != 0);
        /* the result, with carries moved up */
        uint64_t carry = 0;
        uint64_t *to5 = t2;
        size_t left11 = parts << 2;
        do {
            uint64_t t83 = at3[0] + carry;
            uint64_t t86 = at3[1] + (t83 >> 26);
            to5[0] = ((t86 & UINT64_C(0x3ffffff)) << 26) | (t83 & UINT64_C(0x3ffffff));
            carry = t86 >> 26;
            at3 += 2;
            to5 += 2;
        } while (--left11 != 0);
        number += 8;
    }
}

#endif
