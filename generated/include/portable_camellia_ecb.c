/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: camellia_ecb in portable C, generated from generator/kernels/cipher/camellia.py; edit that, not this file.
 */
#include "internal.h"

#if defined(LOOM_HAVE_camellia_ecb)

#include "words.h"
#include "clean.h"

#if UINTPTR_MAX > 0xffffffffu

static LOOM_INNER void run_camellia_ecb(const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out,
    size_t blocks)
{
    size_t blocks_left = blocks;
    for (; blocks_left != 0; blocks_left--) {
        uint32_t t1 = load_be32(in);
        uint32_t t2 = load_be32(in + 4);
        uint32_t t3 = load_be32(in + 8);
        uint32_t t4 = load_be32(in + 12);
        const uint8_t *at = schedule;
        size_t turns = rounds;
        t1 ^= load_be32(at);
        t2 ^= load_be32(at + 4);
        t3 ^= load_be32(at + 8);
        t4 ^= load_be32(at + 12);
        while (turns != 0) {
            /* six rounds */
            size_t left = 6;
            do {
                const uint8_t *t10 = at + 16;
                uint32_t t12 = t1 ^ load_be32(t10);
                uint32_t t14 = t2 ^ load_be32(t10 + 4);
                t14 = rotl32(t14, 24);
                uint32_t t15 = t12 << 1;
                t15 ^= t12;
                t15 &= 254;
                uint32_t t16 = t12 >> 7;
                t16 ^= t12;
                t16 &= 1;
                t15 ^= t16;
                t12 ^= t15;
                t12 ^= UINT32_C(0xc5c5c5c5);
                uint32_t t17 = t14 << 1;
                t17 ^= t14;
                t17 &= 254;
                uint32_t t18 = t14 >> 7;
                t18 ^= t14;
                t18 &= 1;
                t17 ^= t18;
                t14 ^= t17;
                t14 ^= UINT32_C(0xc5c5c5c5);
                uint64_t t22 = ((uint64_t)t12 << 32) | (uint64_t)t14;
                uint64_t t23 = t22 >> 1;
                uint64_t t24 = t22 >> 2;
                uint64_t t25 = t22 >> 3;
                uint64_t t26 = t22 >> 4;
                uint64_t t27 = t22 >> 5;
                uint64_t t28 = t22 >> 6;
                uint64_t t29 = t22 >> 7;
                uint64_t t30 = t23 ^ t28;
                uint64_t t31 = t25 ^ t29;
                uint64_t t32 = t22 ^ t31;
                uint64_t t33 = t30 ^ t32;
                uint64_t t34 = t26 ^ t33;
                uint64_t t35 = t24 ^ t26;
                uint64_t t36 = t27 ^ t35;
                uint64_t t37 = t34 & t36;
                uint64_t t38 = t28 ^ t32;
                uint64_t t39 = t27 ^ t30;
                uint64_t t40 = t38 & t39;
                uint64_t t41 = t23 ^ t26;
                uint64_t t42 = t24 ^ t30;
                uint64_t t43 = t26 ^ t42;
                uint64_t t44 = t41 & t43;
                t40 ^= t37;
                t44 ^= t37;
                uint64_t t45 = t25 ^ t28;
                uint64_t t46 = t30 ^ t31;
                uint64_t t47 = t45 & t46;
                uint64_t t48 = t32 ^ t42;
                uint64_t t49 = t48 & t22;
                t49 ^= t47;
                t49 ^= t40;
                uint64_t t52 = t22 ^ t23 ^ t24 ^ t29;
                uint64_t t53 = t52 & t33;
                t53 ^= t47;
                t53 ^= t44;
                uint64_t t55 = t25 ^ t26 ^ t30;
                uint64_t t56 = t31 ^ t35;
                uint64_t t57 = t55 & t56;
                uint64_t t58 = t22 ^ t36;
                uint64_t t59 = t35 & t58;
                t59 ^= t57;
                t59 ^= t40;
                uint64_t t60 = t25 ^ t42;
                uint64_t t61 = t27 ^ t32;
                uint64_t t62 = t60 & t61;
                t62 ^= t57;
                t62 ^= t44;
                t49 ^= t23 ^ t61;
                t53 ^= t42 ^ t61;
                t59 ^= t22 ^ t27;
                t62 ^= t29 ^ t42;
                uint64_t t67 = t59 ^ t62;
                uint64_t t69 = t53 & t62;
                uint64_t t70 = t49 ^ t69;
                uint64_t t71 = t67 & t70;
                t71 ^= t59;
                t69 ^= t59;
                uint64_t t72 = t69 & (t49 ^ t53);
                t72 ^= t49;
                uint64_t t74 = t70 ^ t72;
                t74 &= t49;
                t70 ^= t74;
                t74 ^= t53 ^ t72;
                t70 &= t71;
                uint64_t t75 = t67 ^ t70;
                uint64_t t76 = t71 ^ t75;
                uint64_t t77 = t72 ^ t74;
                uint64_t t78 = t71 ^ t72;
                uint64_t t79 = t75 ^ t74;
                uint64_t t80 = t78 ^ t79;
                uint64_t t81 = t78 & t36;
                uint64_t t82 = t79 & t39;
                uint64_t t83 = t80 & t43;
                t82 ^= t81;
                t83 ^= t81;
                uint64_t t84 = t76 & t46;
                uint64_t t85 = t71 & t22;
                t85 ^= t84;
                t85 ^= t82;
                uint64_t t86 = t75 & t33;
                t86 ^= t84;
                t86 ^= t83;
                uint64_t t87 = t77 & t56;
                uint64_t t88 = t72 & t58;
                t88 ^= t87;
                t88 ^= t82;
                uint64_t t89 = t74 & t61;
                t89 ^= t87;
                t89 ^= t83;
                uint64_t t90 = t78 & t34;
                uint64_t t91 = t79 & t38;
                uint64_t t92 = t80 & t41;
                t91 ^= t90;
                t92 ^= t90;
                uint64_t t93 = t76 & t45;
                uint64_t t94 = t71 & t48;
                t94 ^= t93;
                t94 ^= t91;
                uint64_t t95 = t75 & t52;
                t95 ^= t93;
                t95 ^= t92;
                uint64_t t96 = t77 & t55;
                uint64_t t97 = t72 & t35;
                t97 ^= t96;
                t97 ^= t91;
                uint64_t t98 = t74 & t60;
                t98 ^= t96;
                t98 ^= t92;
                t25 = t94 ^ t98;
                t22 = t86 ^ t89 ^ t25;
                t28 = t94 ^ t95;
                uint64_t t100 = t97 ^ t98;
                t23 = t28 ^ t100;
                uint64_t t102 = t85 ^ t86 ^ t28;
                uint64_t t103 = t89 ^ t102;
                t24 = t100 ^ t103;
                t26 = t88 ^ t102;
                t27 = t85 ^ t88 ^ t89 ^ t97;
                t29 = t88 ^ t103;
                uint64_t t106 = UINT64_C(0x101010101010101);
                uint64_t t107 = t29 & t106;
                t28 &= t106;
                t107 <<= 1;
                t107 ^= t28;
                t27 &= t106;
                t107 <<= 1;
                t107 ^= t27;
                t26 &= t106;
                t107 <<= 1;
                t107 ^= t26;
                t25 &= t106;
                t107 <<= 1;
                t107 ^= t25;
                t24 &= t106;
                t107 <<= 1;
                t107 ^= t24;
                t23 &= t106;
                t107 <<= 1;
                t107 ^= t23;
                t22 &= t106;
                t107 <<= 1;
                t107 ^= t22;
                uint32_t t109 = (uint32_t)(t107 >> 32);
                uint32_t t110 = (uint32_t)t107;
                t109 ^= UINT32_C(0x6e6e6e6e);
                t110 ^= UINT32_C(0x6e6e6e6e);
                uint32_t t111 = t109 << 1;
                uint32_t t112 = t109 >> 7;
                t111 &= UINT32_C(0xfe0000);
                t112 &= UINT32_C(0x10000);
                t111 ^= t112;
                uint32_t t113 = t109 >> 1;
                uint32_t t114 = t109 << 7;
                t113 &= 0x7f00;
                t114 &= UINT32_C(0x8000);
                t113 ^= t114;
                t111 ^= t113;
                t109 &= UINT32_C(0xff0000ff);
                t109 ^= t111;
                uint32_t t115 = t110 << 1;
                uint32_t t116 = t110 >> 7;
                t115 &= UINT32_C(0xfe0000);
                t116 &= UINT32_C(0x10000);
                t115 ^= t116;
                uint32_t t117 = t110 >> 1;
                uint32_t t118 = t110 << 7;
                t117 &= 0x7f00;
                t118 &= UINT32_C(0x8000);
                t117 ^= t118;
                t115 ^= t117;
                t110 &= UINT32_C(0xff0000ff);
                t110 ^= t115;
                uint32_t t119 = rotl32(t109, 8);
                uint32_t t120 = rotl32(t110, 8);
                t119 ^= t109;
                t120 ^= t110;
                uint32_t t121 = rotl32(t119, 16);
                uint32_t t122 = rotl32(t120, 16);
                t121 ^= t109;
                t122 ^= t110;
                t121 ^= t122;
                t119 ^= t122;
                t121 ^= t3;
                t3 = t1;
                t1 = t121;
                t119 ^= t4;
                t4 = t2;
                t2 = t119;
                at += 8;
            } while (--left != 0);
            turns -= 6;
            if (turns == 0) {
                break;
            }
            /* FL of the left half, its inverse of the right half */
            t2 ^= rotl32(t1 & load_be32(at + 16), 1);
            t1 ^= t2 | load_be32(at + 20);
            t3 ^= t4 | load_be32(at + 28);
            t4 ^= rotl32(t3 & load_be32(at + 24), 1);
            at += 16;
        }
        t1 ^= load_be32(at + 16);
        t2 ^= load_be32(at + 20);
        t3 ^= load_be32(at + 24);
        t4 ^= load_be32(at + 28);
        uint32_t t7_2 = t1;
        t1 = t3;
        t3 = t7_2;
        uint32_t t8_2 = t2;
        t2 = t4;
        t4 = t8_2;
        store_be32(out, t1);
        store_be32(out + 4, t2);
        store_be32(out + 8, t3);
        store_be32(out + 12, t4);
        in += 16;
        out += 16;
    }
}

void LOOM_CDECL loom_camellia_ecb_portable(const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out,
    size_t blocks)
{
    run_camellia_ecb(schedule, rounds, in, out, blocks);
    loom_clean();
}

#else

static LOOM_INNER void run_camellia_ecb(const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out,
    size_t blocks)
{
    size_t blocks_left = blocks;
    for (; blocks_left != 0; blocks_left--) {
        uint32_t t1 = load_be32(in);
        uint32_t t2 = load_be32(in + 4);
        uint32_t t3 = load_be32(in + 8);
        uint32_t t4 = load_be32(in + 12);
        const uint8_t *at = schedule;
        size_t turns = rounds;
        t1 ^= load_be32(at);
        t2 ^= load_be32(at + 4);
        t3 ^= load_be32(at + 8);
        t4 ^= load_be32(at + 12);
        while (turns != 0) {
            /* six rounds */
            size_t left = 6;
            do {
                const uint8_t *t10 = at + 16;
                uint32_t t12 = t1 ^ load_be32(t10);
                uint32_t t14 = t2 ^ load_be32(t10 + 4);
                t14 = rotl32(t14, 24);
                uint32_t t15 = t12 << 1;
                t15 ^= t12;
                t15 &= 254;
                uint32_t t16 = t12 >> 7;
                t16 ^= t12;
                t16 &= 1;
                t15 ^= t16;
                t12 ^= t15;
                t12 ^= UINT32_C(0xc5c5c5c5);
                uint32_t t17 = t14 << 1;
                t17 ^= t14;
                t17 &= 254;
                uint32_t t18 = t14 >> 7;
                t18 ^= t14;
                t18 &= 1;
                t17 ^= t18;
                t14 ^= t17;
                t14 ^= UINT32_C(0xc5c5c5c5);
                uint32_t t19 = t12 & UINT32_C(0x1010101);
                t19 ^= (t14 << 1) & UINT32_C(0x2020202);
                uint32_t t23 = (t12 >> 1) & UINT32_C(0x1010101);
                t23 ^= t14 & UINT32_C(0x2020202);
                uint32_t t26 = (t12 >> 2) & UINT32_C(0x1010101);
                t26 ^= (t14 >> 1) & UINT32_C(0x2020202);
                uint32_t t30 = (t12 >> 3) & UINT32_C(0x1010101);
                t30 ^= (t14 >> 2) & UINT32_C(0x2020202);
                uint32_t t34 = (t12 >> 4) & UINT32_C(0x1010101);
                t34 ^= (t14 >> 3) & UINT32_C(0x2020202);
                uint32_t t38 = (t12 >> 5) & UINT32_C(0x1010101);
                t38 ^= (t14 >> 4) & UINT32_C(0x2020202);
                uint32_t t42 = (t12 >> 6) & UINT32_C(0x1010101);
                t42 ^= (t14 >> 5) & UINT32_C(0x2020202);
                uint32_t t46 = (t12 >> 7) & UINT32_C(0x1010101);
                t46 ^= (t14 >> 6) & UINT32_C(0x2020202);
                uint32_t t49 = t23 ^ t42;
                uint32_t t50 = t30 ^ t46;
                uint32_t t51 = t19 ^ t50;
                uint32_t t52 = t49 ^ t51;
                uint32_t t53 = t34 ^ t52;
                uint32_t t54 = t26 ^ t34;
                uint32_t t55 = t38 ^ t54;
                uint32_t t56 = t53 & t55;
                uint32_t t57 = t42 ^ t51;
                uint32_t t58 = t38 ^ t49;
                uint32_t t59 = t57 & t58;
                uint32_t t60 = t23 ^ t34;
                uint32_t t61 = t26 ^ t49;
                uint32_t t62 = t34 ^ t61;
                uint32_t t63 = t60 & t62;
                t59 ^= t56;
                t63 ^= t56;
                uint32_t t64 = t30 ^ t42;
                uint32_t t65 = t49 ^ t50;
                uint32_t t66 = t64 & t65;
                uint32_t t67 = t51 ^ t61;
                uint32_t t68 = t67 & t19;
                t68 ^= t66;
                t68 ^= t59;
                uint32_t t71 = t19 ^ t23 ^ t26 ^ t46;
                uint32_t t72 = t71 & t52;
                t72 ^= t66;
                t72 ^= t63;
                uint32_t t74 = t30 ^ t34 ^ t49;
                uint32_t t75 = t50 ^ t54;
                uint32_t t76 = t74 & t75;
                uint32_t t77 = t19 ^ t55;
                uint32_t t78 = t54 & t77;
                t78 ^= t76;
                t78 ^= t59;
                uint32_t t79 = t30 ^ t61;
                uint32_t t80 = t38 ^ t51;
                uint32_t t81 = t79 & t80;
                t81 ^= t76;
                t81 ^= t63;
                t68 ^= t23 ^ t80;
                t72 ^= t61 ^ t80;
                t78 ^= t19 ^ t38;
                t81 ^= t46 ^ t61;
                uint32_t t86 = t78 ^ t81;
                uint32_t t88 = t72 & t81;
                uint32_t t89 = t68 ^ t88;
                uint32_t t90 = t86 & t89;
                t90 ^= t78;
                t88 ^= t78;
                uint32_t t91 = t88 & (t68 ^ t72);
                t91 ^= t68;
                uint32_t t93 = t89 ^ t91;
                t93 &= t68;
                t89 ^= t93;
                t93 ^= t72 ^ t91;
                t89 &= t90;
                uint32_t t94 = t86 ^ t89;
                uint32_t t95 = t90 ^ t94;
                uint32_t t96 = t91 ^ t93;
                uint32_t t97 = t90 ^ t91;
                uint32_t t98 = t94 ^ t93;
                uint32_t t99 = t97 ^ t98;
                uint32_t t100 = t97 & t55;
                uint32_t t101 = t98 & t58;
                uint32_t t102 = t99 & t62;
                t101 ^= t100;
                t102 ^= t100;
                uint32_t t103 = t95 & t65;
                uint32_t t104 = t90 & t19;
                t104 ^= t103;
                t104 ^= t101;
                uint32_t t105 = t94 & t52;
                t105 ^= t103;
                t105 ^= t102;
                uint32_t t106 = t96 & t75;
                uint32_t t107 = t91 & t77;
                t107 ^= t106;
                t107 ^= t101;
                uint32_t t108 = t93 & t80;
                t108 ^= t106;
                t108 ^= t102;
                uint32_t t109 = t97 & t53;
                uint32_t t110 = t98 & t57;
                uint32_t t111 = t99 & t60;
                t110 ^= t109;
                t111 ^= t109;
                uint32_t t112 = t95 & t64;
                uint32_t t113 = t90 & t67;
                t113 ^= t112;
                t113 ^= t110;
                uint32_t t114 = t94 & t71;
                t114 ^= t112;
                t114 ^= t111;
                uint32_t t115 = t96 & t74;
                uint32_t t116 = t91 & t54;
                t116 ^= t115;
                t116 ^= t110;
                uint32_t t117 = t93 & t79;
                t117 ^= t115;
                t117 ^= t111;
                t30 = t113 ^ t117;
                t19 = t105 ^ t108 ^ t30;
                t42 = t113 ^ t114;
                uint32_t t119 = t116 ^ t117;
                t23 = t42 ^ t119;
                uint32_t t121 = t104 ^ t105 ^ t42;
                uint32_t t122 = t108 ^ t121;
                t26 = t119 ^ t122;
                t34 = t107 ^ t121;
                t38 = t104 ^ t107 ^ t108 ^ t116;
                t46 = t107 ^ t122;
                uint32_t t125 = 0;
                uint32_t t126 = 0;
                t125 ^= t19 & UINT32_C(0x1010101);
                t19 &= UINT32_C(0x2020202);
                t126 ^= t19 >> 1;
                t125 ^= (t23 & UINT32_C(0x1010101)) << 1;
                t23 &= UINT32_C(0x2020202);
                t126 ^= t23;
                t125 ^= (t26 & UINT32_C(0x1010101)) << 2;
                t26 &= UINT32_C(0x2020202);
                t126 ^= t26 << 1;
                t125 ^= (t30 & UINT32_C(0x1010101)) << 3;
                t30 &= UINT32_C(0x2020202);
                t126 ^= t30 << 2;
                t125 ^= (t34 & UINT32_C(0x1010101)) << 4;
                t34 &= UINT32_C(0x2020202);
                t126 ^= t34 << 3;
                t125 ^= (t38 & UINT32_C(0x1010101)) << 5;
                t38 &= UINT32_C(0x2020202);
                t126 ^= t38 << 4;
                t125 ^= (t42 & UINT32_C(0x1010101)) << 6;
                t42 &= UINT32_C(0x2020202);
                t126 ^= t42 << 5;
                t125 ^= (t46 & UINT32_C(0x1010101)) << 7;
                t46 &= UINT32_C(0x2020202);
                t126 ^= t46 << 6;
                t125 ^= UINT32_C(0x6e6e6e6e);
                t126 ^= UINT32_C(0x6e6e6e6e);
                uint32_t t149 = t125 << 1;
                uint32_t t150 = t125 >> 7;
                t149 &= UINT32_C(0xfe0000);
                t150 &= UINT32_C(0x10000);
                t149 ^= t150;
                uint32_t t151 = t125 >> 1;
                uint32_t t152 = t125 << 7;
                t151 &= 0x7f00;
                t152 &= UINT32_C(0x8000);
                t151 ^= t152;
                t149 ^= t151;
                t125 &= UINT32_C(0xff0000ff);
                t125 ^= t149;
                uint32_t t153 = t126 << 1;
                uint32_t t154 = t126 >> 7;
                t153 &= UINT32_C(0xfe0000);
                t154 &= UINT32_C(0x10000);
                t153 ^= t154;
                uint32_t t155 = t126 >> 1;
                uint32_t t156 = t126 << 7;
                t155 &= 0x7f00;
                t156 &= UINT32_C(0x8000);
                t155 ^= t156;
                t153 ^= t155;
                t126 &= UINT32_C(0xff0000ff);
                t126 ^= t153;
                uint32_t t157 = rotl32(t125, 8);
                uint32_t t158 = rotl32(t126, 8);
                t157 ^= t125;
                t158 ^= t126;
                uint32_t t159 = rotl32(t157, 16);
                uint32_t t160 = rotl32(t158, 16);
                t159 ^= t125;
                t160 ^= t126;
                t159 ^= t160;
                t157 ^= t160;
                t159 ^= t3;
                t3 = t1;
                t1 = t159;
                t157 ^= t4;
                t4 = t2;
                t2 = t157;
                at += 8;
            } while (--left != 0);
            turns -= 6;
            if (turns == 0) {
                break;
            }
            /* FL of the left half, its inverse of the right half */
            t2 ^= rotl32(t1 & load_be32(at + 16), 1);
            t1 ^= t2 | load_be32(at + 20);
            t3 ^= t4 | load_be32(at + 28);
            t4 ^= rotl32(t3 & load_be32(at + 24), 1);
            at += 16;
        }
        t1 ^= load_be32(at + 16);
        t2 ^= load_be32(at + 20);
        t3 ^= load_be32(at + 24);
        t4 ^= load_be32(at + 28);
        uint32_t t7_2 = t1;
        t1 = t3;
        t3 = t7_2;
        uint32_t t8_2 = t2;
        t2 = t4;
        t4 = t8_2;
        store_be32(out, t1);
        store_be32(out + 4, t2);
        store_be32(out + 8, t3);
        store_be32(out + 12, t4);
        in += 16;
        out += 16;
    }
}

void LOOM_CDECL loom_camellia_ecb_portable(const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out,
    size_t blocks)
{
    run_camellia_ecb(schedule, rounds, in, out, blocks);
    loom_clean();
}

#endif

#endif
