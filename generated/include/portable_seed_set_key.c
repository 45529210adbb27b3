/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: seed_set_key in portable C, generated from generator/kernels/cipher/seed.py; edit that, not this file.
 */
#include "internal.h"

#if defined(LOOM_HAVE_seed_set_key)

#include "words.h"
#include "clean.h"

static const uint32_t seed_set_key_golden[16] = {
    UINT32_C(0x9e3779b9), UINT32_C(0x3c6ef373), UINT32_C(0x78dde6e6), UINT32_C(0xf1bbcdcc), UINT32_C(0xe3779b99),
    UINT32_C(0xc6ef3733), UINT32_C(0x8dde6e67), UINT32_C(0x1bbcdccf), UINT32_C(0x3779b99e), UINT32_C(0x6ef3733c),
    UINT32_C(0xdde6e678), UINT32_C(0xbbcdccf1), UINT32_C(0x779b99e3), UINT32_C(0xef3733c6), UINT32_C(0xde6e678d),
    UINT32_C(0xbcdccf1b)
};

static LOOM_INNER void run_seed_set_key(const uint8_t key[16], uint32_t *schedule)
{
    /* the arguments of G, of two rounds at a time */
    uint32_t t1 = load_be32(key);
    uint32_t t2 = load_be32(key + 4);
    uint32_t t3 = load_be32(key + 8);
    uint32_t t4 = load_be32(key + 12);
    const uint32_t *golden = seed_set_key_golden;
    uint32_t *to = schedule;
    size_t left = 8;
    do {
        uint32_t t6 = golden[0];
        to[0] = (t1 + t3) - t6;
        to[1] = (t2 - t4) + t6;
        uint32_t t13 = (t1 << 24) | (t2 >> 8);
        t1 = (t2 << 24) | (t1 >> 8);
        t2 = t13;
        uint32_t t17 = golden[1];
        to[2] = (t1 + t3) - t17;
        to[3] = (t2 - t4) + t17;
        uint32_t t27 = (t4 << 8) | (t3 >> 24);
        t3 = (t3 << 8) | (t4 >> 24);
        t4 = t27;
        golden += 2;
        to += 4;
    } while (--left != 0);
    /* G of each of them */
    uint32_t *to2 = schedule;
    size_t left2 = 32;
    do {
        uint32_t t29 = to2[0];
        uint32_t t30 = t29 >> 1;
        uint32_t t31 = t29 >> 2;
        uint32_t t32 = t29 >> 3;
        uint32_t t33 = t29 >> 4;
        uint32_t t34 = t29 >> 5;
        uint32_t t35 = t29 >> 6;
        uint32_t t36 = t29 >> 7;
        uint32_t t37 = t33 ^ t36;
        uint32_t t38 = t34 ^ t35;
        uint32_t t39 = t32 ^ t38;
        uint32_t t40 = t30 ^ t39;
        uint32_t t41 = t37 ^ t40;
        uint32_t t42 = t32 ^ t37;
        uint32_t t43 = t30 ^ t42;
        uint32_t t44 = t41 & t43;
        uint32_t t45 = t37 & t42;
        uint32_t t46 = t40 & t30;
        t45 ^= t44;
        t46 ^= t44;
        uint32_t t47 = t30 ^ t36;
        uint32_t t48 = t31 ^ t33;
        uint32_t t49 = t47 & t48;
        uint32_t t50 = t29 ^ t34;
        uint32_t t51 = t31 ^ t36;
        uint32_t t52 = t29 ^ t38;
        uint32_t t53 = t51 ^ t52;
        uint32_t t54 = t50 & t53;
        t54 ^= t49;
        t54 ^= t45;
        uint32_t t55 = t30 ^ t50;
        uint32_t t56 = t36 ^ t55;
        uint32_t t57 = t37 ^ t52;
        uint32_t t58 = t56 & t57;
        t58 ^= t49;
        t58 ^= t46;
        uint32_t t59 = t36 ^ t39;
        uint32_t t60 = t30 ^ t48;
        uint32_t t61 = t59 & t60;
        uint32_t t63 = t29 ^ t35 ^ t43;
        uint32_t t65 = t29 ^ t40 ^ t48;
        uint32_t t66 = t63 & t65;
        t66 ^= t61;
        t66 ^= t45;
        uint32_t t67 = t33 ^ t55;
        uint32_t t68 = t29 ^ t39;
        uint32_t t69 = t67 & t68;
        t69 ^= t61;
        t69 ^= t46;
        t54 ^= t32;
        t58 ^= t38;
        t66 ^= t34 ^ t51;
        t69 ^= t31 ^ t41;
        uint32_t t72 = t66 ^ t69;
        uint32_t t74 = t58 & t69;
        uint32_t t75 = t54 ^ t74;
        uint32_t t76 = t72 & t75;
        t76 ^= t66;
        t74 ^= t66;
        uint32_t t77 = t74 & (t54 ^ t58);
        t77 ^= t54;
        uint32_t t79 = t75 ^ t77;
        t79 &= t54;
        t75 ^= t79;
        t79 ^= t58 ^ t77;
        t75 &= t76;
        uint32_t t80 = t72 ^ t75;
        uint32_t t81 = t76 ^ t80;
        uint32_t t82 = t77 ^ t79;
        uint32_t t83 = t76 ^ t77;
        uint32_t t84 = t80 ^ t79;
        uint32_t t85 = t83 ^ t84;
        uint32_t t86 = t83 & t43;
        uint32_t t87 = t84 & t42;
        uint32_t t88 = t85 & t30;
        t87 ^= t86;
        t88 ^= t86;
        uint32_t t89 = t81 & t48;
        uint32_t t90 = t76 & t53;
        t90 ^= t89;
        t90 ^= t87;
        uint32_t t91 = t80 & t57;
        t91 ^= t89;
        t91 ^= t88;
        uint32_t t92 = t82 & t60;
        uint32_t t93 = t77 & t65;
        t93 ^= t92;
        t93 ^= t87;
        uint32_t t94 = t79 & t68;
        t94 ^= t92;
        t94 ^= t88;
        uint32_t t95 = t83 & t41;
        uint32_t t96 = t84 & t37;
        uint32_t t97 = t85 & t40;
        t96 ^= t95;
        t97 ^= t95;
        uint32_t t98 = t81 & t47;
        uint32_t t99 = t76 & t50;
        t99 ^= t98;
        t99 ^= t96;
        uint32_t t100 = t80 & t56;
        t100 ^= t98;
        t100 ^= t97;
        uint32_t t101 = t82 & t59;
        uint32_t t102 = t77 & t63;
        t102 ^= t101;
        t102 ^= t96;
        uint32_t t103 = t79 & t67;
        t103 ^= t101;
        t103 ^= t97;
        uint32_t t104 = UINT32_C(0x38a938a9);
        uint32_t t105 = t99 ^ t100;
        uint32_t t109 = t91 ^ t100;
        uint32_t t113 = ((t91 ^ t94 ^ t105) & UINT32_C(0x10001)) | ((t93 ^ t94 ^ t109) & UINT32_C(0x1000100));
        t104 ^= t113;
        uint32_t t114 = t93 ^ t103;
        uint32_t t115 = t94 ^ t114;
        uint32_t t116 = t90 ^ t115;
        uint32_t t119 = t90 ^ t109;
        uint32_t t120 = t94 ^ t119;
        uint32_t t123 = (((t105 ^ t116) & UINT32_C(0x10001)) | (t120 & UINT32_C(0x1000100))) << 1;
        t104 ^= t123;
        uint32_t t124 = t91 ^ t102;
        uint32_t t125 = t99 ^ t124;
        uint32_t t127 = t94 ^ t102;
        uint32_t t133 = (t125 & UINT32_C(0x10001)) | ((t91 ^ t93 ^ t99 ^ t103 ^ t127) & UINT32_C(0x1000100));
        t104 ^= t133 << 2;
        uint32_t t135 = t100 ^ t125;
        uint32_t t140 = (((t103 ^ t135) & UINT32_C(0x10001)) | (t127 & UINT32_C(0x1000100))) << 3;
        t104 ^= t140;
        uint32_t t143 = t99 ^ t119;
        uint32_t t146 = ((t125 ^ t115) & UINT32_C(0x10001)) | ((t102 ^ t143) & UINT32_C(0x1000100));
        t104 ^= t146 << 4;
        t104 ^= (((t91 ^ t116) & UINT32_C(0x10001)) | (t143 & UINT32_C(0x1000100))) << 5;
        uint32_t t158 = ((t93 ^ t100 ^ t124) & UINT32_C(0x10001)) | ((t102 ^ t109) & UINT32_C(0x1000100));
        t104 ^= t158 << 6;
        uint32_t t164 = ((t114 ^ t135) & UINT32_C(0x10001)) | ((t103 ^ t120) & UINT32_C(0x1000100));
        t104 ^= t164 << 7;
        uint32_t t166 = t104 & UINT32_C(0xcffccffc);
        t166 ^= rotl32(t104, 8) & UINT32_C(0xf33ff33f);
        t166 ^= rotl32(t104, 16) & UINT32_C(0xfccffccf);
        t166 ^= rotl32(t104, 24) & UINT32_C(0x3ff33ff3);
        to2[0] = t166;
        to2++;
    } while (--left2 != 0);
}

void LOOM_CDECL loom_seed_set_key_portable(const uint8_t key[16], uint32_t *schedule)
{
    run_seed_set_key(key, schedule);
    loom_clean();
}

#endif
