/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: aes_set_encrypt_key in portable C, generated from generator/kernels/cipher/aes_keys.py; edit that, not this file.
 */
#include "internal.h"

#if defined(LOOM_HAVE_aes_set_encrypt_key)

#include "words.h"
#include "clean.h"

#if UINTPTR_MAX > 0xffffffffu

static LOOM_INNER void run_aes_set_encrypt_key(const uint8_t *key, size_t rounds, uint8_t *schedule)
{
    size_t t1 = rounds - 6;
    uint32_t last = 0;
    const uint8_t *back = schedule;
    uint8_t *out = schedule;
    /* the key itself */
    size_t left = t1;
    do {
        last = load_le32(key);
        store_le32(out, last);
        key += 4;
        out += 4;
    } while (--left != 0);
    size_t t4 = ((rounds << 2) + 4) - t1;
    size_t t6 = (t1 & 2) + 4;
    size_t rotated = 1;
    uint32_t constant = 1;
    while (t4 != 0) {
        /* the other words */
        uint32_t t7 = last & UINT32_C(0x1010101);
        uint32_t t9 = (last >> 1) & UINT32_C(0x1010101);
        uint32_t t11 = (last >> 2) & UINT32_C(0x1010101);
        uint32_t t13 = (last >> 3) & UINT32_C(0x1010101);
        uint32_t t15 = (last >> 4) & UINT32_C(0x1010101);
        uint32_t t17 = (last >> 5) & UINT32_C(0x1010101);
        uint32_t t19 = (last >> 6) & UINT32_C(0x1010101);
        uint32_t t21 = (last >> 7) & UINT32_C(0x1010101);
        uint32_t t22 = t9 ^ t13;
        uint32_t t23 = t11 ^ t22;
        uint32_t t24 = t19 ^ t23;
        uint32_t t25 = t15 ^ t21;
        uint32_t t26 = t24 & t25;
        uint32_t t27 = t17 ^ t19;
        uint32_t t28 = t22 ^ t25;
        uint32_t t29 = t27 ^ t28;
        uint32_t t30 = t11 ^ t21;
        uint32_t t31 = t29 & t30;
        uint32_t t32 = t11 ^ t25;
        uint32_t t33 = t17 ^ t32;
        uint32_t t34 = t11 ^ t15;
        uint32_t t35 = t33 & t34;
        t31 ^= t26;
        t35 ^= t26;
        uint32_t t36 = t9 ^ t32;
        uint32_t t37 = t28 & t36;
        uint32_t t38 = t7 ^ t27;
        uint32_t t39 = t15 ^ t38;
        uint32_t t40 = t7 & t39;
        t40 ^= t37;
        t40 ^= t31;
        uint32_t t41 = t7 ^ t28;
        uint32_t t42 = t9 ^ t38;
        uint32_t t43 = t30 ^ t42;
        uint32_t t44 = t41 & t43;
        t44 ^= t37;
        t44 ^= t35;
        uint32_t t45 = t17 ^ t23;
        uint32_t t46 = t9 ^ t21;
        uint32_t t47 = t45 & t46;
        uint32_t t48 = t7 ^ t24;
        uint32_t t49 = t21 ^ t38;
        uint32_t t50 = t48 & t49;
        t50 ^= t47;
        t50 ^= t31;
        uint32_t t51 = t38 & t42;
        t51 ^= t47;
        t51 ^= t35;
        t40 ^= t23 ^ t15 ^ t27;
        t44 ^= t25 ^ t24;
        t50 ^= t21 ^ t45;
        t51 ^= t13 ^ t17 ^ t30;
        uint32_t t58 = t50 ^ t51;
        uint32_t t60 = t44 & t51;
        uint32_t t61 = t40 ^ t60;
        uint32_t t62 = t58 & t61;
        t62 ^= t50;
        t60 ^= t50;
        uint32_t t63 = t60 & (t40 ^ t44);
        t63 ^= t40;
        uint32_t t65 = t61 ^ t63;
        t65 &= t40;
        t61 ^= t65;
        t65 ^= t44 ^ t63;
        t61 &= t62;
        uint32_t t66 = t58 ^ t61;
        uint32_t t67 = t62 ^ t66;
        uint32_t t68 = t63 ^ t65;
        uint32_t t69 = t62 ^ t63;
        uint32_t t70 = t66 ^ t65;
        uint32_t t71 = t69 ^ t70;
        uint32_t t72 = t69 & t25;
        uint32_t t73 = t70 & t30;
        uint32_t t74 = t71 & t34;
        t73 ^= t72;
        t74 ^= t72;
        uint32_t t75 = t67 & t36;
        uint32_t t76 = t62 & t39;
        t76 ^= t75;
        t76 ^= t73;
        uint32_t t77 = t66 & t43;
        t77 ^= t75;
        t77 ^= t74;
        uint32_t t78 = t68 & t46;
        uint32_t t79 = t63 & t49;
        t79 ^= t78;
        t79 ^= t73;
        uint32_t t80 = t65 & t42;
        t80 ^= t78;
        t80 ^= t74;
        uint32_t t81 = t69 & t24;
        uint32_t t82 = t70 & t29;
        uint32_t t83 = t71 & t33;
        t82 ^= t81;
        t83 ^= t81;
        uint32_t t84 = t67 & t28;
        uint32_t t85 = t62 & t7;
        t85 ^= t84;
        t85 ^= t82;
        uint32_t t86 = t66 & t41;
        t86 ^= t84;
        t86 ^= t83;
        uint32_t t87 = t68 & t45;
        uint32_t t88 = t63 & t48;
        t88 ^= t87;
        t88 ^= t82;
        uint32_t t89 = t65 & t38;
        t89 ^= t87;
        t89 ^= t83;
        uint32_t t90 = t80 ^ t88;
        t7 = t85 ^ t90;
        t9 = t89 ^ t90;
        t21 = t77 ^ t89;
        t17 = t79 ^ t85;
        t11 = t21 ^ t76 ^ t17;
        t15 = t86 ^ t21;
        t13 = t85 ^ t88 ^ t15;
        t19 = t77 ^ t86;
        last = t21;
        last <<= 1;
        last ^= t19;
        last <<= 1;
        last ^= t17;
        last <<= 1;
        last ^= t15;
        last <<= 1;
        last ^= t13;
        last <<= 1;
        last ^= t11;
        last <<= 1;
        last ^= t9;
        last <<= 1;
        last ^= t7;
        last ^= UINT32_C(0x63636363);
        uint32_t t93 = rotl32(last, 24);
        t93 ^= constant;
        last = choose32((uint32_t)ne64(rotated, 0), t93, last);
        uint32_t t94 = constant << 1;
        t94 = choose32(lt32(t94, 256), t94, t94 ^ 283);
        constant = choose32((uint32_t)ne64(rotated, 0), t94, constant);
        size_t t96 = choose64(lt64(t6, t4), t6, t4);
        rotated ^= t1 >> 3;
        t4 -= t96;
        size_t left2 = t96;
        do {
            last ^= load_le32(back);
            store_le32(out, last);
            back += 4;
            out += 4;
        } while (--left2 != 0);
    }
}

void LOOM_CDECL loom_aes_set_encrypt_key_portable(const uint8_t *key, size_t rounds, uint8_t *schedule)
{
    run_aes_set_encrypt_key(key, rounds, schedule);
    loom_clean();
}

#else

static LOOM_INNER void run_aes_set_encrypt_key(const uint8_t *key, size_t rounds, uint8_t *schedule)
{
    size_t t1 = rounds - 6;
    uint32_t last = 0;
    const uint8_t *back = schedule;
    uint8_t *out = schedule;
    /* the key itself */
    size_t left = t1;
    do {
        last = load_le32(key);
        store_le32(out, last);
        key += 4;
        out += 4;
    } while (--left != 0);
    size_t t4 = ((rounds << 2) + 4) - t1;
    size_t t6 = (t1 & 2) + 4;
    size_t rotated = 1;
    uint32_t constant = 1;
    while (t4 != 0) {
        /* the other words */
        uint32_t t7 = last & UINT32_C(0x1010101);
        uint32_t t9 = (last >> 1) & UINT32_C(0x1010101);
        uint32_t t11 = (last >> 2) & UINT32_C(0x1010101);
        uint32_t t13 = (last >> 3) & UINT32_C(0x1010101);
        uint32_t t15 = (last >> 4) & UINT32_C(0x1010101);
        uint32_t t17 = (last >> 5) & UINT32_C(0x1010101);
        uint32_t t19 = (last >> 6) & UINT32_C(0x1010101);
        uint32_t t21 = (last >> 7) & UINT32_C(0x1010101);
        uint32_t t22 = t9 ^ t13;
        uint32_t t23 = t11 ^ t22;
        uint32_t t24 = t19 ^ t23;
        uint32_t t25 = t15 ^ t21;
        uint32_t t26 = t24 & t25;
        uint32_t t27 = t17 ^ t19;
        uint32_t t28 = t22 ^ t25;
        uint32_t t29 = t27 ^ t28;
        uint32_t t30 = t11 ^ t21;
        uint32_t t31 = t29 & t30;
        uint32_t t32 = t11 ^ t25;
        uint32_t t33 = t17 ^ t32;
        uint32_t t34 = t11 ^ t15;
        uint32_t t35 = t33 & t34;
        t31 ^= t26;
        t35 ^= t26;
        uint32_t t36 = t9 ^ t32;
        uint32_t t37 = t28 & t36;
        uint32_t t38 = t7 ^ t27;
        uint32_t t39 = t15 ^ t38;
        uint32_t t40 = t7 & t39;
        t40 ^= t37;
        t40 ^= t31;
        uint32_t t41 = t7 ^ t28;
        uint32_t t42 = t9 ^ t38;
        uint32_t t43 = t30 ^ t42;
        uint32_t t44 = t41 & t43;
        t44 ^= t37;
        t44 ^= t35;
        uint32_t t45 = t17 ^ t23;
        uint32_t t46 = t9 ^ t21;
        uint32_t t47 = t45 & t46;
        uint32_t t48 = t7 ^ t24;
        uint32_t t49 = t21 ^ t38;
        uint32_t t50 = t48 & t49;
        t50 ^= t47;
        t50 ^= t31;
        uint32_t t51 = t38 & t42;
        t51 ^= t47;
        t51 ^= t35;
        t40 ^= t23 ^ t15 ^ t27;
        t44 ^= t25 ^ t24;
        t50 ^= t21 ^ t45;
        t51 ^= t13 ^ t17 ^ t30;
        uint32_t t58 = t50 ^ t51;
        uint32_t t60 = t44 & t51;
        uint32_t t61 = t40 ^ t60;
        uint32_t t62 = t58 & t61;
        t62 ^= t50;
        t60 ^= t50;
        uint32_t t63 = t60 & (t40 ^ t44);
        t63 ^= t40;
        uint32_t t65 = t61 ^ t63;
        t65 &= t40;
        t61 ^= t65;
        t65 ^= t44 ^ t63;
        t61 &= t62;
        uint32_t t66 = t58 ^ t61;
        uint32_t t67 = t62 ^ t66;
        uint32_t t68 = t63 ^ t65;
        uint32_t t69 = t62 ^ t63;
        uint32_t t70 = t66 ^ t65;
        uint32_t t71 = t69 ^ t70;
        uint32_t t72 = t69 & t25;
        uint32_t t73 = t70 & t30;
        uint32_t t74 = t71 & t34;
        t73 ^= t72;
        t74 ^= t72;
        uint32_t t75 = t67 & t36;
        uint32_t t76 = t62 & t39;
        t76 ^= t75;
        t76 ^= t73;
        uint32_t t77 = t66 & t43;
        t77 ^= t75;
        t77 ^= t74;
        uint32_t t78 = t68 & t46;
        uint32_t t79 = t63 & t49;
        t79 ^= t78;
        t79 ^= t73;
        uint32_t t80 = t65 & t42;
        t80 ^= t78;
        t80 ^= t74;
        uint32_t t81 = t69 & t24;
        uint32_t t82 = t70 & t29;
        uint32_t t83 = t71 & t33;
        t82 ^= t81;
        t83 ^= t81;
        uint32_t t84 = t67 & t28;
        uint32_t t85 = t62 & t7;
        t85 ^= t84;
        t85 ^= t82;
        uint32_t t86 = t66 & t41;
        t86 ^= t84;
        t86 ^= t83;
        uint32_t t87 = t68 & t45;
        uint32_t t88 = t63 & t48;
        t88 ^= t87;
        t88 ^= t82;
        uint32_t t89 = t65 & t38;
        t89 ^= t87;
        t89 ^= t83;
        uint32_t t90 = t80 ^ t88;
        t7 = t85 ^ t90;
        t9 = t89 ^ t90;
        t21 = t77 ^ t89;
        t17 = t79 ^ t85;
        t11 = t21 ^ t76 ^ t17;
        t15 = t86 ^ t21;
        t13 = t85 ^ t88 ^ t15;
        t19 = t77 ^ t86;
        last = t21;
        last <<= 1;
        last ^= t19;
        last <<= 1;
        last ^= t17;
        last <<= 1;
        last ^= t15;
        last <<= 1;
        last ^= t13;
        last <<= 1;
        last ^= t11;
        last <<= 1;
        last ^= t9;
        last <<= 1;
        last ^= t7;
        last ^= UINT32_C(0x63636363);
        uint32_t t93 = rotl32(last, 24);
        t93 ^= constant;
        last = choose32(ne32(rotated, 0), t93, last);
        uint32_t t94 = constant << 1;
        t94 = choose32(lt32(t94, 256), t94, t94 ^ 283);
        constant = choose32(ne32(rotated, 0), t94, constant);
        size_t t96 = choose32(lt32(t6, t4), t6, t4);
        rotated ^= t1 >> 3;
        t4 -= t96;
        size_t left2 = t96;
        do {
            last ^= load_le32(back);
            store_le32(out, last);
            back += 4;
            out += 4;
        } while (--left2 != 0);
    }
}

void LOOM_CDECL loom_aes_set_encrypt_key_portable(const uint8_t *key, size_t rounds, uint8_t *schedule)
{
    run_aes_set_encrypt_key(key, rounds, schedule);
    loom_clean();
}

#endif

#endif
