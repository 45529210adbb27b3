/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: poly1305_blocks in portable C, generated from generator/kernels/hash/poly1305.py; edit that, not this file.
 */
#include "internal.h"

#if defined(LOOM_HAVE_poly1305_blocks)

#include "words.h"
#include "clean.h"

#if UINTPTR_MAX > 0xffffffffu

static LOOM_INNER void run_poly1305_blocks(const uint8_t key[16], uint8_t h[24], const uint8_t *in, size_t blocks,
    size_t pad)
{
    uint64_t pad_word = (uint64_t)pad;
    uint64_t t3 = load_le64(key) & UINT64_C(0xffffffc0fffffff);
    uint64_t t4 = load_le64(key + 8) & UINT64_C(0xffffffc0ffffffc);
    uint64_t t6 = t4 + (t4 >> 2);
    uint64_t t7 = load_le64(h);
    uint64_t t8 = load_le64(h + 8);
    uint64_t t9 = load_le64(h + 16);
    /* each block */
    size_t blocks_left = blocks;
    for (; blocks_left != 0; blocks_left--) {
        uint32_t t12;
        t7 = add_carry64(t7, load_le64(in), 0, &t12);
        uint32_t t13;
        t8 = add_carry64(t8, load_le64(in + 8), t12, &t13);
        t9 += pad_word + t13;
        uint64_t t16;
        uint64_t t15 = mul_wide64(t7, t3, &t16);
        uint64_t t18;
        uint64_t t17 = mul_wide64(t8, t6, &t18);
        uint32_t t19;
        t15 = add_carry64(t15, t17, 0, &t19);
        t16 += t18 + t19;
        uint64_t t22;
        uint64_t t21 = mul_wide64(t7, t4, &t22);
        uint64_t t24;
        uint64_t t23 = mul_wide64(t8, t3, &t24);
        uint32_t t25;
        t21 = add_carry64(t21, t23, 0, &t25);
        t22 += t24 + t25;
        uint32_t t28;
        t21 = add_carry64(t21, t9 * t6, 0, &t28);
        t22 += t28;
        t9 *= t3;
        uint32_t t30;
        t21 = add_carry64(t21, t16, 0, &t30);
        t9 += t22 + t30;
        t7 = t15;
        t8 = t21;
        uint64_t t34 = (t9 & UINT64_C(0xfffffffffffffffc)) + (t9 >> 2);
        t9 &= 3;
        uint32_t t35;
        t7 = add_carry64(t7, t34, 0, &t35);
        uint32_t t36;
        t8 = add_carry64(t8, 0, t35, &t36);
        t9 += t36;
        in += 16;
    }
    uint64_t t12_2 = t7;
    uint64_t t13_2 = t8;
    uint64_t t14_2 = t9;
    uint32_t t38;
    t12_2 = add_carry64(t12_2, 5, 0, &t38);
    uint32_t t39;
    t13_2 = add_carry64(t13_2, 0, t38, &t39);
    t14_2 += t39;
    size_t t42 = mask64(t14_2 >> 2);
    t7 ^= (t7 ^ t12_2) & t42;
    t8 ^= (t8 ^ t13_2) & t42;
    t9 ^= (t9 ^ t14_2) & t42;
    store_le64(h, t7);
    store_le64(h + 8, t8);
    store_le64(h + 16, t9 & 3);
}

void LOOM_CDECL loom_poly1305_blocks_portable(const uint8_t key[16], uint8_t h[24], const uint8_t *in, size_t blocks,
    size_t pad)
{
    run_poly1305_blocks(key, h, in, blocks, pad);
    loom_clean();
}

#else

static LOOM_INNER void run_poly1305_blocks(const uint8_t key[16], uint8_t h[24], const uint8_t *in, size_t blocks,
    size_t pad)
{
    uint32_t pad_word = (uint32_t)pad;
    uint32_t t5 = load_le32(key) & UINT32_C(0xfffffff);
    uint32_t t6 = load_le32(key + 4) & UINT32_C(0xffffffc);
    uint32_t t7 = load_le32(key + 8) & UINT32_C(0xffffffc);
    uint32_t t8 = load_le32(key + 12) & UINT32_C(0xffffffc);
    uint32_t t10 = t6 + (t6 >> 2);
    uint32_t t12 = t7 + (t7 >> 2);
    uint32_t t14 = t8 + (t8 >> 2);
    uint32_t t15 = load_le32(h);
    uint32_t t16 = load_le32(h + 4);
    uint32_t t17 = load_le32(h + 8);
    uint32_t t18 = load_le32(h + 12);
    uint32_t t19 = load_le32(h + 16);
    /* each block */
    size_t blocks_left = blocks;
    for (; blocks_left != 0; blocks_left--) {
        uint32_t t24;
        t15 = add_carry32(t15, load_le32(in), 0, &t24);
        uint32_t t25;
        t16 = add_carry32(t16, load_le32(in + 4), t24, &t25);
        uint32_t t26;
        t17 = add_carry32(t17, load_le32(in + 8), t25, &t26);
        uint32_t t27;
        t18 = add_carry32(t18, load_le32(in + 12), t26, &t27);
        t19 += pad_word + t27;
        uint32_t t30;
        uint32_t t29 = mul_wide32(t15, t5, &t30);
        uint32_t t32;
        uint32_t t31 = mul_wide32(t16, t14, &t32);
        uint32_t t33;
        t29 = add_carry32(t29, t31, 0, &t33);
        t30 += t32 + t33;
        uint32_t t36;
        uint32_t t35 = mul_wide32(t17, t12, &t36);
        uint32_t t37;
        t29 = add_carry32(t29, t35, 0, &t37);
        t30 += t36 + t37;
        uint32_t t40;
        uint32_t t39 = mul_wide32(t18, t10, &t40);
        uint32_t t41;
        t29 = add_carry32(t29, t39, 0, &t41);
        t30 += t40 + t41;
        uint32_t t44;
        uint32_t t43 = mul_wide32(t15, t6, &t44);
        uint32_t t46;
        uint32_t t45 = mul_wide32(t16, t5, &t46);
        uint32_t t47;
        t43 = add_carry32(t43, t45, 0, &t47);
        t44 += t46 + t47;
        uint32_t t50;
        uint32_t t49 = mul_wide32(t17, t14, &t50);
        uint32_t t51;
        t43 = add_carry32(t43, t49, 0, &t51);
        t44 += t50 + t51;
        uint32_t t54;
        uint32_t t53 = mul_wide32(t18, t12, &t54);
        uint32_t t55;
        t43 = add_carry32(t43, t53, 0, &t55);
        t44 += t54 + t55;
        uint32_t t58;
        t43 = add_carry32(t43, t19 * t10, 0, &t58);
        t44 += t58;
        uint32_t t61;
        uint32_t t60 = mul_wide32(t15, t7, &t61);
        uint32_t t63;
        uint32_t t62 = mul_wide32(t16, t6, &t63);
        uint32_t t64;
        t60 = add_carry32(t60, t62, 0, &t64);
        t61 += t63 + t64;
        uint32_t t67;
        uint32_t t66 = mul_wide32(t17, t5, &t67);
        uint32_t t68;
        t60 = add_carry32(t60, t66, 0, &t68);
        t61 += t67 + t68;
        uint32_t t71;
        uint32_t t70 = mul_wide32(t18, t14, &t71);
        uint32_t t72;
        t60 = add_carry32(t60, t70, 0, &t72);
        t61 += t71 + t72;
        uint32_t t75;
        t60 = add_carry32(t60, t19 * t12, 0, &t75);
        t61 += t75;
        uint32_t t78;
        uint32_t t77 = mul_wide32(t15, t8, &t78);
        uint32_t t80;
        uint32_t t79 = mul_wide32(t16, t7, &t80);
        uint32_t t81;
        t77 = add_carry32(t77, t79, 0, &t81);
        t78 += t80 + t81;
        uint32_t t84;
        uint32_t t83 = mul_wide32(t17, t6, &t84);
        uint32_t t85;
        t77 = add_carry32(t77, t83, 0, &t85);
        t78 += t84 + t85;
        uint32_t t88;
        uint32_t t87 = mul_wide32(t18, t5, &t88);
        uint32_t t89;
        t77 = add_carry32(t77, t87, 0, &t89);
        t78 += t88 + t89;
        uint32_t t92;
        t77 = add_carry32(t77, t19 * t14, 0, &t92);
        t78 += t92;
        t19 *= t5;
        uint32_t t94;
        t43 = add_carry32(t43, t30, 0, &t94);
        uint32_t t95;
        t60 = add_carry32(t60, t44, t94, &t95);
        uint32_t t96;
        t77 = add_carry32(t77, t61, t95, &t96);
        t19 += t78 + t96;
        t15 = t29;
        t16 = t43;
        t17 = t60;
        t18 = t77;
        uint32_t t100 = (t19 & UINT32_C(0xfffffffc)) + (t19 >> 2);
        t19 &= 3;
        uint32_t t101;
        t15 = add_carry32(t15, t100, 0, &t101);
        uint32_t t102;
        t16 = add_carry32(t16, 0, t101, &t102);
        uint32_t t103;
        t17 = add_carry32(t17, 0, t102, &t103);
        uint32_t t104;
        t18 = add_carry32(t18, 0, t103, &t104);
        t19 += t104;
        in += 16;
    }
    uint32_t t20_2 = t15;
    uint32_t t21_2 = t16;
    uint32_t t22_2 = t17;
    uint32_t t23_2 = t18;
    uint32_t t24_2 = t19;
    uint32_t t106;
    t20_2 = add_carry32(t20_2, 5, 0, &t106);
    uint32_t t107;
    t21_2 = add_carry32(t21_2, 0, t106, &t107);
    uint32_t t108;
    t22_2 = add_carry32(t22_2, 0, t107, &t108);
    uint32_t t109;
    t23_2 = add_carry32(t23_2, 0, t108, &t109);
    t24_2 += t109;
    size_t t112 = mask32(t24_2 >> 2);
    t15 ^= (t15 ^ t20_2) & t112;
    t16 ^= (t16 ^ t21_2) & t112;
    t17 ^= (t17 ^ t22_2) & t112;
    t18 ^= (t18 ^ t23_2) & t112;
    t19 ^= (t19 ^ t24_2) & t112;
    store_le32(h, t15);
    store_le32(h + 4, t16);
    store_le32(h + 8, t17);
    store_le32(h + 12, t18);
    store_le32(h + 16, t19 & 3);
    store_le32(h + 20, 0);
}

void LOOM_CDECL loom_poly1305_blocks_portable(const uint8_t key[16], uint8_t h[24], const uint8_t *in, size_t blocks,
    size_t pad)
{
    run_poly1305_blocks(key, h, in, blocks, pad);
    loom_clean();
}

#endif

#endif
