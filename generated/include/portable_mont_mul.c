/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: mont_mul in portable C, generated from generator/kernels/bignum/montgomery.py; edit that, not this file.
 */
#include "internal.h"

#if defined(LOOM_HAVE_mont_mul)

#include "words.h"

#if UINTPTR_MAX > 0xffffffffu

void LOOM_CDECL loom_mont_mul_portable(uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *n,
    const uint64_t *n0, size_t limbs)
{
    uint64_t product[128];
    size_t t1 = n0[0];
    if ((limbs & 3) == 0) {
        /* the first half of the area is 0 */
        uint64_t *at = product;
        size_t limbs_left = limbs;
        size_t t3 = 0;
        do {
            at[0] = t3;
            at++;
        } while (--limbs_left != 0);
        /* a * b: a row of products for each word of b */
        uint64_t *low = product;
        const uint64_t *factors = b;
        size_t limbs_left2 = limbs;
        do {
            uint64_t above = 0;
            uint64_t *to = low;
            const uint64_t *of = a;
            size_t left = limbs >> 2;
            uint64_t t4 = factors[0];
            do {
                uint64_t t6 = to[0];
                uint64_t t7 = to[1];
                uint64_t t8 = to[2];
                uint64_t t9 = to[3];
                above = mul_add64(&t6, of[0], t4, above);
                above = mul_add64(&t7, of[1], t4, above);
                above = mul_add64(&t8, of[2], t4, above);
                above = mul_add64(&t9, of[3], t4, above);
                to[0] = t6;
                to[1] = t7;
                to[2] = t8;
                to[3] = t9;
                to += 4;
                of += 4;
            } while (--left != 0);
            at[0] = above;
            at++;
            low++;
            factors++;
        } while (--limbs_left2 != 0);
        /* add the multiples of n that clear the lower half */
        uint64_t *low2 = product;
        uint64_t *t15 = product + ((limbs << 3) / 8);
        uint64_t carry = 0;
        size_t limbs_left3 = limbs;
        do {
            uint64_t above2 = 0;
            uint64_t *to2 = low2;
            const uint64_t *of2 = n;
            size_t left2 = limbs >> 2;
            uint64_t t17 = low2[0] * t1;
            do {
                uint64_t t19 = to2[0];
                uint64_t t20 = to2[1];
                uint64_t t21 = to2[2];
                uint64_t t22 = to2[3];
                above2 = mul_add64(&t19, of2[0], t17, above2);
                above2 = mul_add64(&t20, of2[1], t17, above2);
                above2 = mul_add64(&t21, of2[2], t17, above2);
                above2 = mul_add64(&t22, of2[3], t17, above2);
                to2[0] = t19;
                to2[1] = t20;
                to2[2] = t21;
                to2[3] = t22;
                to2 += 4;
                of2 += 4;
            } while (--left2 != 0);
            uint32_t t29;
            uint64_t t28 = add_carry64(above2, t15[0], 0, &t29);
            uint32_t t31;
            uint64_t t30 = add_carry64(t28, carry, 0, &t31);
            t15[0] = t30;
            carry = (size_t)t29 + (size_t)t31;
            t15++;
            low2++;
        } while (--limbs_left3 != 0);
        /* the upper half less n */
        const uint64_t *t35 = product + ((limbs << 3) / 8);
        const uint64_t *half = t35;
        const uint64_t *modulus = n;
        uint64_t *to3 = out;
        uint64_t below = 0;
        size_t left3 = limbs >> 1;
        do {
            uint32_t t38;
            sub_borrow64(0, below, 0, &t38);
            uint64_t t39 = half[0];
            uint64_t t40 = half[1];
            uint32_t t43;
            t39 = sub_borrow64(t39, modulus[0], t38, &t43);
            uint32_t t44;
            t40 = sub_borrow64(t40, modulus[1], t43, &t44);
            below = (uint64_t)t44;
            to3[0] = t39;
            to3[1] = t40;
            half += 2;
            modulus += 2;
            to3 += 2;
        } while (--left3 != 0);
        /* the upper half itself, if n was greater */
        uint32_t t46;
        sub_borrow64(carry, below, 0, &t46);
        uint64_t *to4 = out;
        size_t limbs_left4 = limbs;
        size_t t48 = mask64((size_t)t46);
        do {
            size_t t49 = to4[0];
            to4[0] = t49 ^ ((t49 ^ t35[0]) & t48);
            t35++;
            to4++;
        } while (--limbs_left4 != 0);
    } else {
        /* the first half of the area is 0 */
        uint64_t *at2 = product;
        size_t limbs_left5 = limbs;
        size_t t54 = 0;
        do {
            at2[0] = t54;
            at2++;
        } while (--limbs_left5 != 0);
        /* a * b: a row of products for each word of b */
        uint64_t *low3 = product;
        const uint64_t *factors2 = b;
        size_t limbs_left6 = limbs;
        do {
            uint64_t above3 = 0;
            uint64_t *to5 = low3;
            const uint64_t *of3 = a;
            size_t left4 = limbs >> 1;
            uint64_t t55 = factors2[0];
            do {
                uint64_t t57 = to5[0];
                uint64_t t58 = to5[1];
                above3 = mul_add64(&t57, of3[0], t55, above3);
                above3 = mul_add64(&t58, of3[1], t55, above3);
                to5[0] = t57;
                to5[1] = t58;
                to5 += 2;
                of3 += 2;
            } while (--left4 != 0);
            at2[0] = above3;
            at2++;
            low3++;
            factors2++;
        } while (--limbs_left6 != 0);
        /* add the multiples of n that clear the lower half */
        uint64_t *low4 = product;
        uint64_t *t62 = product + ((limbs << 3) / 8);
        uint64_t carry2 = 0;
        size_t limbs_left7 = limbs;
        do {
            uint64_t above4 = 0;
            uint64_t *to6 = low4;
            const uint64_t *of4 = n;
            size_t left5 = limbs >> 1;
            uint64_t t64 = low4[0] * t1;
            do {
                uint64_t t66 = to6[0];
                uint64_t t67 = to6[1];
                above4 = mul_add64(&t66, of4[0], t64, above4);
                above4 = mul_add64(&t67, of4[1], t64, above4);
                to6[0] = t66;
                to6[1] = t67;
                to6 += 2;
                of4 += 2;
            } while (--left5 != 0);
            uint32_t t72;
            uint64_t t71 = add_carry64(above4, t62[0], 0, &t72);
            uint32_t t74;
            uint64_t t73 = add_carry64(t71, carry2, 0, &t74);
            t62[0] = t73;
            carry2 = (size_t)t72 + (size_t)t74;
            t62++;
            low4++;
        } while (--limbs_left7 != 0);
        /* the upper half less n */
        const uint64_t *t78 = product + ((limbs << 3) / 8);
        const uint64_t *half2 = t78;
        const uint64_t *modulus2 = n;
        uint64_t *to7 = out;
        uint64_t below2 = 0;
        size_t left6 = limbs >> 1;
        do {
            uint32_t t81;
            sub_borrow64(0, below2, 0, &t81);
            uint64_t t82 = half2[0];
            uint64_t t83 = half2[1];
            uint32_t t86;
            t82 = sub_borrow64(t82, modulus2[0], t81, &t86);
            uint32_t t87;
            t83 = sub_borrow64(t83, modulus2[1], t86, &t87);
            below2 = (uint64_t)t87;
            to7[0] = t82;
            to7[1] = t83;
            half2 += 2;
            modulus2 += 2;
            to7 += 2;
        } while (--left6 != 0);
        /* the upper half itself, if n was greater */
        uint32_t t89;
        sub_borrow64(carry2, below2, 0, &t89);
        uint64_t *to8 = out;
        size_t limbs_left8 = limbs;
        size_t t91 = mask64((size_t)t89);
        do {
            size_t t92 = to8[0];
            to8[0] = t92 ^ ((t92 ^ t78[0]) & t91);
            t78++;
            to8++;
        } while (--limbs_left8 != 0);
    }
}

#else

void LOOM_CDECL loom_mont_mul_portable(uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *n,
    const uint64_t *n0, size_t limbs)
{
    uint32_t product[256];
    uint8_t *out_bytes = (uint8_t *)out;
    const uint8_t *b_bytes = (const uint8_t *)b;
    size_t t1 = limbs + limbs;
    size_t t2 = (uint32_t)n0[0];
    if ((t1 & 3) == 0) {
        /* the first half of the area is 0 */
        uint32_t *at = product;
        size_t left = t1;
        size_t t4 = 0;
        do {
            at[0] = t4;
            at++;
        } while (--left != 0);
        /* a * b: a row of products for each word of b */
        uint32_t *low = product;
        const uint8_t *factors = b_bytes;
        size_t left2 = t1;
        do {
            uint32_t above = 0;
            uint32_t *to = low;
            const uint64_t *of = a;
            size_t left3 = t1 >> 2;
            uint32_t t5 = load_half(factors);
            do {
                uint32_t t7 = to[0];
                uint32_t t8 = to[1];
                uint32_t t9 = to[2];
                uint32_t t10 = to[3];
                above = mul_add32(&t7, (uint32_t)of[0], t5, above);
                above = mul_add32(&t8, (uint32_t)(of[0] >> 32), t5, above);
                above = mul_add32(&t9, (uint32_t)of[1], t5, above);
                above = mul_add32(&t10, (uint32_t)(of[1] >> 32), t5, above);
                to[0] = t7;
                to[1] = t8;
                to[2] = t9;
                to[3] = t10;
                to += 4;
                of += 2;
            } while (--left3 != 0);
            at[0] = above;
            at++;
            low++;
            factors += 4;
        } while (--left2 != 0);
        /* add the multiples of n that clear the lower half */
        uint32_t *low2 = product;
        uint32_t *t16 = product + ((limbs << 3) / 4);
        uint32_t carry = 0;
        size_t left4 = t1;
        do {
            uint32_t above2 = 0;
            uint32_t *to2 = low2;
            const uint64_t *of2 = n;
            size_t left5 = t1 >> 2;
            uint32_t t18 = low2[0] * t2;
            do {
                uint32_t t20 = to2[0];
                uint32_t t21 = to2[1];
                uint32_t t22 = to2[2];
                uint32_t t23 = to2[3];
                above2 = mul_add32(&t20, (uint32_t)of2[0], t18, above2);
                above2 = mul_add32(&t21, (uint32_t)(of2[0] >> 32), t18, above2);
                above2 = mul_add32(&t22, (uint32_t)of2[1], t18, above2);
                above2 = mul_add32(&t23, (uint32_t)(of2[1] >> 32), t18, above2);
                to2[0] = t20;
                to2[1] = t21;
                to2[2] = t22;
                to2[3] = t23;
                to2 += 4;
                of2 += 2;
            } while (--left5 != 0);
            uint32_t t30;
            uint32_t t29 = add_carry32(above2, t16[0], 0, &t30);
            uint32_t t32;
            uint32_t t31 = add_carry32(t29, carry, 0, &t32);
            t16[0] = t31;
            carry = (size_t)t30 + (size_t)t32;
            t16++;
            low2++;
        } while (--left4 != 0);
        /* the upper half less n */
        const uint32_t *t36 = product + ((limbs << 3) / 4);
        const uint32_t *half = t36;
        const uint64_t *modulus = n;
        uint8_t *to3 = out_bytes;
        uint32_t below = 0;
        size_t left6 = t1 >> 1;
        do {
            uint32_t t39;
            sub_borrow32(0, below, 0, &t39);
            uint32_t t40 = half[0];
            uint32_t t41 = half[1];
            uint32_t t44;
            t40 = sub_borrow32(t40, (uint32_t)modulus[0], t39, &t44);
            uint32_t t45;
            t41 = sub_borrow32(t41, (uint32_t)(modulus[0] >> 32), t44, &t45);
            below = t45;
            store_half(to3, t40);
            store_half(to3 + 4, t41);
            half += 2;
            modulus++;
            to3 += 8;
        } while (--left6 != 0);
        /* the upper half itself, if n was greater */
        uint32_t t47;
        sub_borrow32(carry, below, 0, &t47);
        uint8_t *to4 = out_bytes;
        size_t left7 = t1;
        size_t t49 = mask32((size_t)t47);
        do {
            size_t t50 = load_half(to4);
            store_half(to4, t50 ^ ((t50 ^ t36[0]) & t49));
            t36++;
            to4 += 4;
        } while (--left7 != 0);
    } else {
        /* the first half of the area is 0 */
        uint32_t *at2 = product;
        size_t left8 = t1;
        size_t t55 = 0;
        do {
            at2[0] = t55;
            at2++;
        } while (--left8 != 0);
        /* a * b: a row of products for each word of b */
        uint32_t *low3 = product;
        const uint8_t *factors2 = b_bytes;
        size_t left9 = t1;
        do {
            uint32_t above3 = 0;
            uint32_t *to5 = low3;
            const uint64_t *of3 = a;
            size_t left10 = t1 >> 1;
            uint32_t t56 = load_half(factors2);
            do {
                uint32_t t58 = to5[0];
                uint32_t t59 = to5[1];
                above3 = mul_add32(&t58, (uint32_t)of3[0], t56, above3);
                above3 = mul_add32(&t59, (uint32_t)(of3[0] >> 32), t56, above3);
                to5[0] = t58;
                to5[1] = t59;
                to5 += 2;
                of3++;
            } while (--left10 != 0);
            at2[0] = above3;
            at2++;
            low3++;
            factors2 += 4;
        } while (--left9 != 0);
        /* add the multiples of n that clear the lower half */
        uint32_t *low4 = product;
        uint32_t *t63 = product + ((limbs << 3) / 4);
        uint32_t carry2 = 0;
        size_t left11 = t1;
        do {
            uint32_t above4 = 0;
            uint32_t *to6 = low4;
            const uint64_t *of4 = n;
            size_t left12 = t1 >> 1;
            uint32_t t65 = low4[0] * t2;
            do {
                uint32_t t67 = to6[0];
                uint32_t t68 = to6[1];
                above4 = mul_add32(&t67, (uint32_t)of4[0], t65, above4);
                above4 = mul_add32(&t68, (uint32_t)(of4[0] >> 32), t65, above4);
                to6[0] = t67;
                to6[1] = t68;
                to6 += 2;
                of4++;
            } while (--left12 != 0);
            uint32_t t73;
            uint32_t t72 = add_carry32(above4, t63[0], 0, &t73);
            uint32_t t75;
            uint32_t t74 = add_carry32(t72, carry2, 0, &t75);
            t63[0] = t74;
            carry2 = (size_t)t73 + (size_t)t75;
            t63++;
            low4++;
        } while (--left11 != 0);
        /* the upper half less n */
        const uint32_t *t79 = product + ((limbs << 3) / 4);
        const uint32_t *half2 = t79;
        const uint64_t *modulus2 = n;
        uint8_t *to7 = out_bytes;
        uint32_t below2 = 0;
        size_t left13 = t1 >> 1;
        do {
            uint32_t t82;
            sub_borrow32(0, below2, 0, &t82);
            uint32_t t83 = half2[0];
            uint32_t t84 = half2[1];
            uint32_t t87;
            t83 = sub_borrow32(t83, (uint32_t)modulus2[0], t82, &t87);
            uint32_t t88;
            t84 = sub_borrow32(t84, (uint32_t)(modulus2[0] >> 32), t87, &t88);
            below2 = t88;
            store_half(to7, t83);
            store_half(to7 + 4, t84);
            half2 += 2;
            modulus2++;
            to7 += 8;
        } while (--left13 != 0);
        /* the upper half itself, if n was greater */
        uint32_t t90;
        sub_borrow32(carry2, below2, 0, &t90);
        uint8_t *to8 = out_bytes;
        size_t left14 = t1;
        size_t t92 = mask32((size_t)t90);
        do {
            size_t t93 = load_half(to8);
            store_half(to8, t93 ^ ((t93 ^ t79[0]) & t92));
            t79++;
            to8 += 4;
        } while (--left14 != 0);
    }
}

#endif

#endif
