/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: camellia_set_key in portable C, generated from generator/kernels/cipher/camellia.py; edit that, not this file.
 */
#include "internal.h"

#if defined(LOOM_HAVE_camellia_set_key)

#include "words.h"
#include "clean.h"

#if UINTPTR_MAX > 0xffffffffu

static const uint8_t camellia_set_key_sigma[48] = {
    160, 158, 102, 127, 59, 204, 144, 139, 182, 122, 232, 88, 76, 170, 115, 178, 198, 239, 55, 47, 233, 79, 130, 190,
    84, 255, 83, 165, 241, 211, 111, 28, 16, 229, 39, 250, 222, 104, 45, 29, 176, 86, 136, 194, 179, 230, 193, 253
};

static LOOM_INNER void run_camellia_set_key(const uint8_t *key, size_t key_bytes, uint8_t *schedule)
{
    uint8_t mixed[48];
    uint8_t made[48];
    uint32_t t1 = load_be32(key);
    uint32_t t2 = load_be32(key + 4);
    uint32_t t3 = load_be32(key + 8);
    uint32_t t4 = load_be32(key + 12);
    store_be32(mixed + 16, t1);
    store_be32(mixed + 20, t2);
    store_be32(mixed + 24, t3);
    store_be32(mixed + 28, t4);
    if (key_bytes < 24) {
        store_be32(mixed, t1);
        store_be32(mixed + 4, t2);
        store_be32(mixed + 8, t3);
        store_be32(mixed + 12, t4);
    } else {
        uint32_t t5 = load_be32(key + 16);
        uint32_t t6 = load_be32(key + 20);
        uint32_t t7 = ~t5;
        uint32_t t8 = ~t6;
        if (key_bytes >= 32) {
            t7 = load_be32(key + 24);
            t8 = load_be32(key + 28);
        }
        store_be32(mixed + 32, t5);
        store_be32(mixed + 36, t6);
        store_be32(mixed + 40, t7);
        store_be32(mixed + 44, t8);
        store_be32(mixed, t1 ^ t5);
        store_be32(mixed + 4, t2 ^ t6);
        store_be32(mixed + 8, t3 ^ t7);
        store_be32(mixed + 12, t4 ^ t8);
    }
    const uint8_t *sigma = camellia_set_key_sigma;
    uint32_t t13 = 0;
    uint32_t t14 = 0;
    uint32_t t15 = 0;
    uint32_t t16 = 0;
    const uint8_t *mixed2 = mixed;
    uint8_t *made2 = made;
    size_t left = choose64(lt64(key_bytes, 24), 2, 3);
    do {
        t13 ^= load_be32(mixed2);
        t14 ^= load_be32(mixed2 + 4);
        t15 ^= load_be32(mixed2 + 8);
        t16 ^= load_be32(mixed2 + 12);
        const uint8_t *sigma2 = sigma;
        size_t left2 = 2;
        do {
            uint32_t t25 = t13 ^ load_be32(sigma2);
            uint32_t t27 = t14 ^ load_be32(sigma2 + 4);
            t27 = rotl32(t27, 24);
            uint32_t t28 = t25 << 1;
            t28 ^= t25;
            t28 &= 254;
            uint32_t t29 = t25 >> 7;
            t29 ^= t25;
            t29 &= 1;
            t28 ^= t29;
            t25 ^= t28;
            t25 ^= UINT32_C(0xc5c5c5c5);
            uint32_t t30 = t27 << 1;
            t30 ^= t27;
            t30 &= 254;
            uint32_t t31 = t27 >> 7;
            t31 ^= t27;
            t31 &= 1;
            t30 ^= t31;
            t27 ^= t30;
            t27 ^= UINT32_C(0xc5c5c5c5);
            uint64_t t35 = ((uint64_t)t25 << 32) | (uint64_t)t27;
            uint64_t t36 = t35 >> 1;
            uint64_t t37 = t35 >> 2;
            uint64_t t38 = t35 >> 3;
            uint64_t t39 = t35 >> 4;
            uint64_t t40 = t35 >> 5;
            uint64_t t41 = t35 >> 6;
            uint64_t t42 = t35 >> 7;
            uint64_t t43 = t36 ^ t41;
            uint64_t t44 = t38 ^ t42;
            uint64_t t45 = t35 ^ t44;
            uint64_t t46 = t43 ^ t45;
            uint64_t t47 = t39 ^ t46;
            uint64_t t48 = t37 ^ t39;
            uint64_t t49 = t40 ^ t48;
            uint64_t t50 = t47 & t49;
            uint64_t t51 = t41 ^ t45;
            uint64_t t52 = t40 ^ t43;
            uint64_t t53 = t51 & t52;
            uint64_t t54 = t36 ^ t39;
            uint64_t t55 = t37 ^ t43;
            uint64_t t56 = t39 ^ t55;
            uint64_t t57 = t54 & t56;
            t53 ^= t50;
            t57 ^= t50;
            uint64_t t58 = t38 ^ t41;
            uint64_t t59 = t43 ^ t44;
            uint64_t t60 = t58 & t59;
            uint64_t t61 = t45 ^ t55;
            uint64_t t62 = t61 & t35;
            t62 ^= t60;
            t62 ^= t53;
            uint64_t t65 = t35 ^ t36 ^ t37 ^ t42;
            uint64_t t66 = t65 & t46;
            t66 ^= t60;
            t66 ^= t57;
            uint64_t t68 = t38 ^ t39 ^ t43;
            uint64_t t69 = t44 ^ t48;
            uint64_t t70 = t68 & t69;
            uint64_t t71 = t35 ^ t49;
            uint64_t t72 = t48 & t71;
            t72 ^= t70;
            t72 ^= t53;
            uint64_t t73 = t38 ^ t55;
            uint64_t t74 = t40 ^ t45;
            uint64_t t75 = t73 & t74;
            t75 ^= t70;
            t75 ^= t57;
            t62 ^= t36 ^ t74;
            t66 ^= t55 ^ t74;
            t72 ^= t35 ^ t40;
            t75 ^= t42 ^ t55;
            uint64_t t80 = t72 ^ t75;
            uint64_t t82 = t66 & t75;
            uint64_t t83 = t62 ^ t82;
            uint64_t t84 = t80 & t83;
            t84 ^= t72;
            t82 ^= t72;
            uint64_t t85 = t82 & (t62 ^ t66);
            t85 ^= t62;
            uint64_t t87 = t83 ^ t85;
            t87 &= t62;
            t83 ^= t87;
            t87 ^= t66 ^ t85;
            t83 &= t84;
            uint64_t t88 = t80 ^ t83;
            uint64_t t89 = t84 ^ t88;
            uint64_t t90 = t85 ^ t87;
            uint64_t t91 = t84 ^ t85;
            uint64_t t92 = t88 ^ t87;
            uint64_t t93 = t91 ^ t92;
            uint64_t t94 = t91 & t49;
            uint64_t t95 = t92 & t52;
            uint64_t t96 = t93 & t56;
            t95 ^= t94;
            t96 ^= t94;
            uint64_t t97 = t89 & t59;
            uint64_t t98 = t84 & t35;
            t98 ^= t97;
            t98 ^= t95;
            uint64_t t99 = t88 & t46;
            t99 ^= t97;
            t99 ^= t96;
            uint64_t t100 = t90 & t69;
            uint64_t t101 = t85 & t71;
            t101 ^= t100;
            t101 ^= t95;
            uint64_t t102 = t87 & t74;
            t102 ^= t100;
            t102 ^= t96;
            uint64_t t103 = t91 & t47;
            uint64_t t104 = t92 & t51;
            uint64_t t105 = t93 & t54;
            t104 ^= t103;
            t105 ^= t103;
            uint64_t t106 = t89 & t58;
            uint64_t t107 = t84 & t61;
            t107 ^= t106;
            t107 ^= t104;
            uint64_t t108 = t88 & t65;
            t108 ^= t106;
            t108 ^= t105;
            uint64_t t109 = t90 & t68;
            uint64_t t110 = t85 & t48;
            t110 ^= t109;
            t110 ^= t104;
            uint64_t t111 = t87 & t73;
            t111 ^= t109;
            t111 ^= t105;
            t38 = t107 ^ t111;
            t35 = t99 ^ t102 ^ t38;
            t41 = t107 ^ t108;
            uint64_t t113 = t110 ^ t111;
            t36 = t41 ^ t113;
            uint64_t t115 = t98 ^ t99 ^ t41;
            uint64_t t116 = t102 ^ t115;
            t37 = t113 ^ t116;
            t39 = t101 ^ t115;
            t40 = t98 ^ t101 ^ t102 ^ t110;
            t42 = t101 ^ t116;
            uint64_t t119 = UINT64_C(0x101010101010101);
            uint64_t t120 = t42 & t119;
            t41 &= t119;
            t120 <<= 1;
            t120 ^= t41;
            t40 &= t119;
            t120 <<= 1;
            t120 ^= t40;
            t39 &= t119;
            t120 <<= 1;
            t120 ^= t39;
            t38 &= t119;
            t120 <<= 1;
            t120 ^= t38;
            t37 &= t119;
            t120 <<= 1;
            t120 ^= t37;
            t36 &= t119;
            t120 <<= 1;
            t120 ^= t36;
            t35 &= t119;
            t120 <<= 1;
            t120 ^= t35;
            uint32_t t122 = (uint32_t)(t120 >> 32);
            uint32_t t123 = (uint32_t)t120;
            t122 ^= UINT32_C(0x6e6e6e6e);
            t123 ^= UINT32_C(0x6e6e6e6e);
            uint32_t t124 = t122 << 1;
            uint32_t t125 = t122 >> 7;
            t124 &= UINT32_C(0xfe0000);
            t125 &= UINT32_C(0x10000);
            t124 ^= t125;
            uint32_t t126 = t122 >> 1;
            uint32_t t127 = t122 << 7;
            t126 &= 0x7f00;
            t127 &= UINT32_C(0x8000);
            t126 ^= t127;
            t124 ^= t126;
            t122 &= UINT32_C(0xff0000ff);
            t122 ^= t124;
            uint32_t t128 = t123 << 1;
            uint32_t t129 = t123 >> 7;
            t128 &= UINT32_C(0xfe0000);
            t129 &= UINT32_C(0x10000);
            t128 ^= t129;
            uint32_t t130 = t123 >> 1;
            uint32_t t131 = t123 << 7;
            t130 &= 0x7f00;
            t131 &= UINT32_C(0x8000);
            t130 ^= t131;
            t128 ^= t130;
            t123 &= UINT32_C(0xff0000ff);
            t123 ^= t128;
            uint32_t t132 = rotl32(t122, 8);
            uint32_t t133 = rotl32(t123, 8);
            t132 ^= t122;
            t133 ^= t123;
            uint32_t t134 = rotl32(t132, 16);
            uint32_t t135 = rotl32(t133, 16);
            t134 ^= t122;
            t135 ^= t123;
            t134 ^= t135;
            t132 ^= t135;
            t134 ^= t15;
            t15 = t13;
            t13 = t134;
            t132 ^= t16;
            t16 = t14;
            t14 = t132;
            sigma2 += 8;
        } while (--left2 != 0);
        store_be32(made2, t13);
        store_be32(made2 + 4, t14);
        store_be32(made2 + 8, t15);
        store_be32(made2 + 12, t16);
        mixed2 += 16;
        made2 += 16;
        sigma += 16;
    } while (--left != 0);
    if (key_bytes < 24) {
        /* KL 0 */
        uint64_t t137 = load_be64(mixed + 24);
        store_be64(schedule, load_be64(mixed + 16));
        store_be64(schedule + 8, t137);
        /* KA 0 */
        uint64_t t139 = load_be64(made + 24);
        store_be64(schedule + 16, load_be64(made + 16));
        store_be64(schedule + 24, t139);
        /* KL 15 */
        uint64_t t140 = load_be64(mixed + 16);
        uint64_t t141 = load_be64(mixed + 24);
        store_be64(schedule + 32, (t140 << 15) | (t141 >> 49));
        store_be64(schedule + 40, (t141 << 15) | (t140 >> 49));
        /* KA 15 */
        uint64_t t148 = load_be64(made + 16);
        uint64_t t149 = load_be64(made + 24);
        store_be64(schedule + 48, (t148 << 15) | (t149 >> 49));
        store_be64(schedule + 56, (t149 << 15) | (t148 >> 49));
        /* KA 30 */
        uint64_t t156 = load_be64(made + 16);
        uint64_t t157 = load_be64(made + 24);
        store_be64(schedule + 64, (t156 << 30) | (t157 >> 34));
        store_be64(schedule + 72, (t157 << 30) | (t156 >> 34));
        /* KL 45 */
        uint64_t t164 = load_be64(mixed + 16);
        uint64_t t165 = load_be64(mixed + 24);
        store_be64(schedule + 80, (t164 << 45) | (t165 >> 19));
        store_be64(schedule + 88, (t165 << 45) | (t164 >> 19));
        /* KA 45 left */
        store_be64(schedule + 96, (load_be64(made + 16) << 45) | (load_be64(made + 24) >> 19));
        /* KL 60 right */
        store_be64(schedule + 104, (load_be64(mixed + 24) << 60) | (load_be64(mixed + 16) >> 4));
        /* KA 60 */
        uint64_t t182 = load_be64(made + 16);
        uint64_t t183 = load_be64(made + 24);
        store_be64(schedule + 112, (t182 << 60) | (t183 >> 4));
        store_be64(schedule + 120, (t183 << 60) | (t182 >> 4));
        /* KL 77 */
        uint64_t t190 = load_be64(mixed + 16);
        uint64_t t191 = load_be64(mixed + 24);
        store_be64(schedule + 128, (t191 << 13) | (t190 >> 51));
        store_be64(schedule + 136, (t190 << 13) | (t191 >> 51));
        /* KL 94 */
        uint64_t t198 = load_be64(mixed + 16);
        uint64_t t199 = load_be64(mixed + 24);
        store_be64(schedule + 144, (t199 << 30) | (t198 >> 34));
        store_be64(schedule + 152, (t198 << 30) | (t199 >> 34));
        /* KA 94 */
        uint64_t t206 = load_be64(made + 16);
        uint64_t t207 = load_be64(made + 24);
        store_be64(schedule + 160, (t207 << 30) | (t206 >> 34));
        store_be64(schedule + 168, (t206 << 30) | (t207 >> 34));
        /* KL 111 */
        uint64_t t214 = load_be64(mixed + 16);
        uint64_t t215 = load_be64(mixed + 24);
        store_be64(schedule + 176, (t215 << 47) | (t214 >> 17));
        store_be64(schedule + 184, (t214 << 47) | (t215 >> 17));
        /* KA 111 turned */
        uint64_t t222 = load_be64(made + 16);
        uint64_t t223 = load_be64(made + 24);
        store_be64(schedule + 192, (t222 << 47) | (t223 >> 17));
        store_be64(schedule + 200, (t223 << 47) | (t222 >> 17));
    } else {
        /* KL 0 */
        uint64_t t231 = load_be64(mixed + 24);
        store_be64(schedule, load_be64(mixed + 16));
        store_be64(schedule + 8, t231);
        /* KB 0 */
        uint64_t t233 = load_be64(made + 40);
        store_be64(schedule + 16, load_be64(made + 32));
        store_be64(schedule + 24, t233);
        /* KR 15 */
        uint64_t t234 = load_be64(mixed + 32);
        uint64_t t235 = load_be64(mixed + 40);
        store_be64(schedule + 32, (t234 << 15) | (t235 >> 49));
        store_be64(schedule + 40, (t235 << 15) | (t234 >> 49));
        /* KA 15 */
        uint64_t t242 = load_be64(made + 16);
        uint64_t t243 = load_be64(made + 24);
        store_be64(schedule + 48, (t242 << 15) | (t243 >> 49));
        store_be64(schedule + 56, (t243 << 15) | (t242 >> 49));
        /* KR 30 */
        uint64_t t250 = load_be64(mixed + 32);
        uint64_t t251 = load_be64(mixed + 40);
        store_be64(schedule + 64, (t250 << 30) | (t251 >> 34));
        store_be64(schedule + 72, (t251 << 30) | (t250 >> 34));
        /* KB 30 */
        uint64_t t258 = load_be64(made + 32);
        uint64_t t259 = load_be64(made + 40);
        store_be64(schedule + 80, (t258 << 30) | (t259 >> 34));
        store_be64(schedule + 88, (t259 << 30) | (t258 >> 34));
        /* KL 45 */
        uint64_t t266 = load_be64(mixed + 16);
        uint64_t t267 = load_be64(mixed + 24);
        store_be64(schedule + 96, (t266 << 45) | (t267 >> 19));
        store_be64(schedule + 104, (t267 << 45) | (t266 >> 19));
        /* KA 45 */
        uint64_t t274 = load_be64(made + 16);
        uint64_t t275 = load_be64(made + 24);
        store_be64(schedule + 112, (t274 << 45) | (t275 >> 19));
        store_be64(schedule + 120, (t275 << 45) | (t274 >> 19));
        /* KL 60 */
        uint64_t t282 = load_be64(mixed + 16);
        uint64_t t283 = load_be64(mixed + 24);
        store_be64(schedule + 128, (t282 << 60) | (t283 >> 4));
        store_be64(schedule + 136, (t283 << 60) | (t282 >> 4));
        /* KR 60 */
        uint64_t t290 = load_be64(mixed + 32);
        uint64_t t291 = load_be64(mixed + 40);
        store_be64(schedule + 144, (t290 << 60) | (t291 >> 4));
        store_be64(schedule + 152, (t291 << 60) | (t290 >> 4));
        /* KB 60 */
        uint64_t t298 = load_be64(made + 32);
        uint64_t t299 = load_be64(made + 40);
        store_be64(schedule + 160, (t298 << 60) | (t299 >> 4));
        store_be64(schedule + 168, (t299 << 60) | (t298 >> 4));
        /* KL 77 */
        uint64_t t306 = load_be64(mixed + 16);
        uint64_t t307 = load_be64(mixed + 24);
        store_be64(schedule + 176, (t307 << 13) | (t306 >> 51));
        store_be64(schedule + 184, (t306 << 13) | (t307 >> 51));
        /* KA 77 */
        uint64_t t314 = load_be64(made + 16);
        uint64_t t315 = load_be64(made + 24);
        store_be64(schedule + 192, (t315 << 13) | (t314 >> 51));
        store_be64(schedule + 200, (t314 << 13) | (t315 >> 51));
        /* KR 94 */
        uint64_t t322 = load_be64(mixed + 32);
        uint64_t t323 = load_be64(mixed + 40);
        store_be64(schedule + 208, (t323 << 30) | (t322 >> 34));
        store_be64(schedule + 216, (t322 << 30) | (t323 >> 34));
        /* KA 94 */
        uint64_t t330 = load_be64(made + 16);
        uint64_t t331 = load_be64(made + 24);
        store_be64(schedule + 224, (t331 << 30) | (t330 >> 34));
        store_be64(schedule + 232, (t330 << 30) | (t331 >> 34));
        /* KL 111 */
        uint64_t t338 = load_be64(mixed + 16);
        uint64_t t339 = load_be64(mixed + 24);
        store_be64(schedule + 240, (t339 << 47) | (t338 >> 17));
        store_be64(schedule + 248, (t338 << 47) | (t339 >> 17));
        /* KB 111 turned */
        uint64_t t346 = load_be64(made + 32);
        uint64_t t347 = load_be64(made + 40);
        store_be64(schedule + 256, (t346 << 47) | (t347 >> 17));
        store_be64(schedule + 264, (t347 << 47) | (t346 >> 17));
    }
    loom_wipe(mixed, sizeof mixed);
    loom_wipe(made, sizeof made);
}

void LOOM_CDECL loom_camellia_set_key_portable(const uint8_t *key, size_t key_bytes, uint8_t *schedule)
{
    run_camellia_set_key(key, key_bytes, schedule);
    loom_clean();
}

#else

static const uint8_t camellia_set_key_sigma[48] = {
    160, 158, 102, 127, 59, 204, 144, 139, 182, 122, 232, 88, 76, 170, 115, 178, 198, 239, 55, 47, 233, 79, 130, 190,
    84, 255, 83, 165, 241, 211, 111, 28, 16, 229, 39, 250, 222, 104, 45, 29, 176, 86, 136, 194, 179, 230, 193, 253
};

static LOOM_INNER void run_camellia_set_key(const uint8_t *key, size_t key_bytes, uint8_t *schedule)
{
    uint8_t mixed[48];
    uint8_t made[48];
    uint32_t t1 = load_be32(key);
    uint32_t t2 = load_be32(key + 4);
    uint32_t t3 = load_be32(key + 8);
    uint32_t t4 = load_be32(key + 12);
    store_be32(mixed + 16, t1);
    store_be32(mixed + 20, t2);
    store_be32(mixed + 24, t3);
    store_be32(mixed + 28, t4);
    if (key_bytes < 24) {
        store_be32(mixed, t1);
        store_be32(mixed + 4, t2);
        store_be32(mixed + 8, t3);
        store_be32(mixed + 12, t4);
    } else {
        uint32_t t5 = load_be32(key + 16);
        uint32_t t6 = load_be32(key + 20);
        uint32_t t7 = ~t5;
        uint32_t t8 = ~t6;
        if (key_bytes >= 32) {
            t7 = load_be32(key + 24);
            t8 = load_be32(key + 28);
        }
        store_be32(mixed + 32, t5);
        store_be32(mixed + 36, t6);
        store_be32(mixed + 40, t7);
        store_be32(mixed + 44, t8);
        store_be32(mixed, t1 ^ t5);
        store_be32(mixed + 4, t2 ^ t6);
        store_be32(mixed + 8, t3 ^ t7);
        store_be32(mixed + 12, t4 ^ t8);
    }
    const uint8_t *sigma = camellia_set_key_sigma;
    uint32_t t13 = 0;
    uint32_t t14 = 0;
    uint32_t t15 = 0;
    uint32_t t16 = 0;
    const uint8_t *mixed2 = mixed;
    uint8_t *made2 = made;
    size_t left = choose32(lt32(key_bytes, 24), 2, 3);
    do {
        t13 ^= load_be32(mixed2);
        t14 ^= load_be32(mixed2 + 4);
        t15 ^= load_be32(mixed2 + 8);
        t16 ^= load_be32(mixed2 + 12);
        const uint8_t *sigma2 = sigma;
        size_t left2 = 2;
        do {
            uint32_t t25 = t13 ^ load_be32(sigma2);
            uint32_t t27 = t14 ^ load_be32(sigma2 + 4);
            t27 = rotl32(t27, 24);
            uint32_t t28 = t25 << 1;
            t28 ^= t25;
            t28 &= 254;
            uint32_t t29 = t25 >> 7;
            t29 ^= t25;
            t29 &= 1;
            t28 ^= t29;
            t25 ^= t28;
            t25 ^= UINT32_C(0xc5c5c5c5);
            uint32_t t30 = t27 << 1;
            t30 ^= t27;
            t30 &= 254;
            uint32_t t31 = t27 >> 7;
            t31 ^= t27;
            t31 &= 1;
            t30 ^= t31;
            t27 ^= t30;
            t27 ^= UINT32_C(0xc5c5c5c5);
            uint32_t t32 = t25 & UINT32_C(0x1010101);
            t32 ^= (t27 << 1) & UINT32_C(0x2020202);
            uint32_t t36 = (t25 >> 1) & UINT32_C(0x1010101);
            t36 ^= t27 & UINT32_C(0x2020202);
            uint32_t t39 = (t25 >> 2) & UINT32_C(0x1010101);
            t39 ^= (t27 >> 1) & UINT32_C(0x2020202);
            uint32_t t43 = (t25 >> 3) & UINT32_C(0x1010101);
            t43 ^= (t27 >> 2) & UINT32_C(0x2020202);
            uint32_t t47 = (t25 >> 4) & UINT32_C(0x1010101);
            t47 ^= (t27 >> 3) & UINT32_C(0x2020202);
            uint32_t t51 = (t25 >> 5) & UINT32_C(0x1010101);
            t51 ^= (t27 >> 4) & UINT32_C(0x2020202);
            uint32_t t55 = (t25 >> 6) & UINT32_C(0x1010101);
            t55 ^= (t27 >> 5) & UINT32_C(0x2020202);
            uint32_t t59 = (t25 >> 7) & UINT32_C(0x1010101);
            t59 ^= (t27 >> 6) & UINT32_C(0x2020202);
            uint32_t t62 = t36 ^ t55;
            uint32_t t63 = t43 ^ t59;
            uint32_t t64 = t32 ^ t63;
            uint32_t t65 = t62 ^ t64;
            uint32_t t66 = t47 ^ t65;
            uint32_t t67 = t39 ^ t47;
            uint32_t t68 = t51 ^ t67;
            uint32_t t69 = t66 & t68;
            uint32_t t70 = t55 ^ t64;
            uint32_t t71 = t51 ^ t62;
            uint32_t t72 = t70 & t71;
            uint32_t t73 = t36 ^ t47;
            uint32_t t74 = t39 ^ t62;
            uint32_t t75 = t47 ^ t74;
            uint32_t t76 = t73 & t75;
            t72 ^= t69;
            t76 ^= t69;
            uint32_t t77 = t43 ^ t55;
            uint32_t t78 = t62 ^ t63;
            uint32_t t79 = t77 & t78;
            uint32_t t80 = t64 ^ t74;
            uint32_t t81 = t80 & t32;
            t81 ^= t79;
            t81 ^= t72;
            uint32_t t84 = t32 ^ t36 ^ t39 ^ t59;
            uint32_t t85 = t84 & t65;
            t85 ^= t79;
            t85 ^= t76;
            uint32_t t87 = t43 ^ t47 ^ t62;
            uint32_t t88 = t63 ^ t67;
            uint32_t t89 = t87 & t88;
            uint32_t t90 = t32 ^ t68;
            uint32_t t91 = t67 & t90;
            t91 ^= t89;
            t91 ^= t72;
            uint32_t t92 = t43 ^ t74;
            uint32_t t93 = t51 ^ t64;
            uint32_t t94 = t92 & t93;
            t94 ^= t89;
            t94 ^= t76;
            t81 ^= t36 ^ t93;
            t85 ^= t74 ^ t93;
            t91 ^= t32 ^ t51;
            t94 ^= t59 ^ t74;
            uint32_t t99 = t91 ^ t94;
            uint32_t t101 = t85 & t94;
            uint32_t t102 = t81 ^ t101;
            uint32_t t103 = t99 & t102;
            t103 ^= t91;
            t101 ^= t91;
            uint32_t t104 = t101 & (t81 ^ t85);
            t104 ^= t81;
            uint32_t t106 = t102 ^ t104;
            t106 &= t81;
            t102 ^= t106;
            t106 ^= t85 ^ t104;
            t102 &= t103;
            uint32_t t107 = t99 ^ t102;
            uint32_t t108 = t103 ^ t107;
            uint32_t t109 = t104 ^ t106;
            uint32_t t110 = t103 ^ t104;
            uint32_t t111 = t107 ^ t106;
            uint32_t t112 = t110 ^ t111;
            uint32_t t113 = t110 & t68;
            uint32_t t114 = t111 & t71;
            uint32_t t115 = t112 & t75;
            t114 ^= t113;
            t115 ^= t113;
            uint32_t t116 = t108 & t78;
            uint32_t t117 = t103 & t32;
            t117 ^= t116;
            t117 ^= t114;
            uint32_t t118 = t107 & t65;
            t118 ^= t116;
            t118 ^= t115;
            uint32_t t119 = t109 & t88;
            uint32_t t120 = t104 & t90;
            t120 ^= t119;
            t120 ^= t114;
            uint32_t t121 = t106 & t93;
            t121 ^= t119;
            t121 ^= t115;
            uint32_t t122 = t110 & t66;
            uint32_t t123 = t111 & t70;
            uint32_t t124 = t112 & t73;
            t123 ^= t122;
            t124 ^= t122;
            uint32_t t125 = t108 & t77;
            uint32_t t126 = t103 & t80;
            t126 ^= t125;
            t126 ^= t123;
            uint32_t t127 = t107 & t84;
            t127 ^= t125;
            t127 ^= t124;
            uint32_t t128 = t109 & t87;
            uint32_t t129 = t104 & t67;
            t129 ^= t128;
            t129 ^= t123;
            uint32_t t130 = t106 & t92;
            t130 ^= t128;
            t130 ^= t124;
            t43 = t126 ^ t130;
            t32 = t118 ^ t121 ^ t43;
            t55 = t126 ^ t127;
            uint32_t t132 = t129 ^ t130;
            t36 = t55 ^ t132;
            uint32_t t134 = t117 ^ t118 ^ t55;
            uint32_t t135 = t121 ^ t134;
            t39 = t132 ^ t135;
            t47 = t120 ^ t134;
            t51 = t117 ^ t120 ^ t121 ^ t129;
            t59 = t120 ^ t135;
            uint32_t t138 = 0;
            uint32_t t139 = 0;
            t138 ^= t32 & UINT32_C(0x1010101);
            t32 &= UINT32_C(0x2020202);
            t139 ^= t32 >> 1;
            t138 ^= (t36 & UINT32_C(0x1010101)) << 1;
            t36 &= UINT32_C(0x2020202);
            t139 ^= t36;
            t138 ^= (t39 & UINT32_C(0x1010101)) << 2;
            t39 &= UINT32_C(0x2020202);
            t139 ^= t39 << 1;
            t138 ^= (t43 & UINT32_C(0x1010101)) << 3;
            t43 &= UINT32_C(0x2020202);
            t139 ^= t43 << 2;
            t138 ^= (t47 & UINT32_C(0x1010101)) << 4;
            t47 &= UINT32_C(0x2020202);
            t139 ^= t47 << 3;
            t138 ^= (t51 & UINT32_C(0x1010101)) << 5;
            t51 &= UINT32_C(0x2020202);
            t139 ^= t51 << 4;
            t138 ^= (t55 & UINT32_C(0x1010101)) << 6;
            t55 &= UINT32_C(0x2020202);
            t139 ^= t55 << 5;
            t138 ^= (t59 & UINT32_C(0x1010101)) << 7;
            t59 &= UINT32_C(0x2020202);
            t139 ^= t59 << 6;
            t138 ^= UINT32_C(0x6e6e6e6e);
            t139 ^= UINT32_C(0x6e6e6e6e);
            uint32_t t162 = t138 << 1;
            uint32_t t163 = t138 >> 7;
            t162 &= UINT32_C(0xfe0000);
            t163 &= UINT32_C(0x10000);
            t162 ^= t163;
            uint32_t t164 = t138 >> 1;
            uint32_t t165 = t138 << 7;
            t164 &= 0x7f00;
            t165 &= UINT32_C(0x8000);
            t164 ^= t165;
            t162 ^= t164;
            t138 &= UINT32_C(0xff0000ff);
            t138 ^= t162;
            uint32_t t166 = t139 << 1;
            uint32_t t167 = t139 >> 7;
            t166 &= UINT32_C(0xfe0000);
            t167 &= UINT32_C(0x10000);
            t166 ^= t167;
            uint32_t t168 = t139 >> 1;
            uint32_t t169 = t139 << 7;
            t168 &= 0x7f00;
            t169 &= UINT32_C(0x8000);
            t168 ^= t169;
            t166 ^= t168;
            t139 &= UINT32_C(0xff0000ff);
            t139 ^= t166;
            uint32_t t170 = rotl32(t138, 8);
            uint32_t t171 = rotl32(t139, 8);
            t170 ^= t138;
            t171 ^= t139;
            uint32_t t172 = rotl32(t170, 16);
            uint32_t t173 = rotl32(t171, 16);
            t172 ^= t138;
            t173 ^= t139;
            t172 ^= t173;
            t170 ^= t173;
            t172 ^= t15;
            t15 = t13;
            t13 = t172;
            t170 ^= t16;
            t16 = t14;
            t14 = t170;
            sigma2 += 8;
        } while (--left2 != 0);
        store_be32(made2, t13);
        store_be32(made2 + 4, t14);
        store_be32(made2 + 8, t15);
        store_be32(made2 + 12, t16);
        mixed2 += 16;
        made2 += 16;
        sigma += 16;
    } while (--left != 0);
    if (key_bytes < 24) {
        /* KL 0 */
        uint32_t t175 = load_be32(mixed + 20);
        uint32_t t176 = load_be32(mixed + 24);
        uint32_t t177 = load_be32(mixed + 28);
        store_be32(schedule, load_be32(mixed + 16));
        store_be32(schedule + 4, t175);
        store_be32(schedule + 8, t176);
        store_be32(schedule + 12, t177);
        /* KA 0 */
        uint32_t t179 = load_be32(made + 20);
        uint32_t t180 = load_be32(made + 24);
        uint32_t t181 = load_be32(made + 28);
        store_be32(schedule + 16, load_be32(made + 16));
        store_be32(schedule + 20, t179);
        store_be32(schedule + 24, t180);
        store_be32(schedule + 28, t181);
        /* KL 15 */
        uint32_t t182 = load_be32(mixed + 16);
        uint32_t t183 = load_be32(mixed + 20);
        uint32_t t184 = load_be32(mixed + 24);
        uint32_t t185 = load_be32(mixed + 28);
        store_be32(schedule + 32, (t182 << 15) | (t183 >> 17));
        store_be32(schedule + 36, (t183 << 15) | (t184 >> 17));
        store_be32(schedule + 40, (t184 << 15) | (t185 >> 17));
        store_be32(schedule + 44, (t185 << 15) | (t182 >> 17));
        /* KA 15 */
        uint32_t t198 = load_be32(made + 16);
        uint32_t t199 = load_be32(made + 20);
        uint32_t t200 = load_be32(made + 24);
        uint32_t t201 = load_be32(made + 28);
        store_be32(schedule + 48, (t198 << 15) | (t199 >> 17));
        store_be32(schedule + 52, (t199 << 15) | (t200 >> 17));
        store_be32(schedule + 56, (t200 << 15) | (t201 >> 17));
        store_be32(schedule + 60, (t201 << 15) | (t198 >> 17));
        /* KA 30 */
        uint32_t t214 = load_be32(made + 16);
        uint32_t t215 = load_be32(made + 20);
        uint32_t t216 = load_be32(made + 24);
        uint32_t t217 = load_be32(made + 28);
        store_be32(schedule + 64, (t214 << 30) | (t215 >> 2));
        store_be32(schedule + 68, (t215 << 30) | (t216 >> 2));
        store_be32(schedule + 72, (t216 << 30) | (t217 >> 2));
        store_be32(schedule + 76, (t217 << 30) | (t214 >> 2));
        /* KL 45 */
        uint32_t t230 = load_be32(mixed + 16);
        uint32_t t231 = load_be32(mixed + 20);
        uint32_t t232 = load_be32(mixed + 24);
        uint32_t t233 = load_be32(mixed + 28);
        store_be32(schedule + 80, (t231 << 13) | (t232 >> 19));
        store_be32(schedule + 84, (t232 << 13) | (t233 >> 19));
        store_be32(schedule + 88, (t233 << 13) | (t230 >> 19));
        store_be32(schedule + 92, (t230 << 13) | (t231 >> 19));
        /* KA 45 left */
        uint32_t t247 = load_be32(made + 24);
        uint32_t t254 = (t247 << 13) | (load_be32(made + 28) >> 19);
        store_be32(schedule + 96, (load_be32(made + 20) << 13) | (t247 >> 19));
        store_be32(schedule + 100, t254);
        /* KL 60 right */
        uint32_t t255 = load_be32(mixed + 16);
        uint32_t t263 = (t255 << 28) | (load_be32(mixed + 20) >> 4);
        store_be32(schedule + 104, (load_be32(mixed + 28) << 28) | (t255 >> 4));
        store_be32(schedule + 108, t263);
        /* KA 60 */
        uint32_t t264 = load_be32(made + 16);
        uint32_t t265 = load_be32(made + 20);
        uint32_t t266 = load_be32(made + 24);
        uint32_t t267 = load_be32(made + 28);
        store_be32(schedule + 112, (t265 << 28) | (t266 >> 4));
        store_be32(schedule + 116, (t266 << 28) | (t267 >> 4));
        store_be32(schedule + 120, (t267 << 28) | (t264 >> 4));
        store_be32(schedule + 124, (t264 << 28) | (t265 >> 4));
        /* KL 77 */
        uint32_t t280 = load_be32(mixed + 16);
        uint32_t t281 = load_be32(mixed + 20);
        uint32_t t282 = load_be32(mixed + 24);
        uint32_t t283 = load_be32(mixed + 28);
        store_be32(schedule + 128, (t282 << 13) | (t283 >> 19));
        store_be32(schedule + 132, (t283 << 13) | (t280 >> 19));
        store_be32(schedule + 136, (t280 << 13) | (t281 >> 19));
        store_be32(schedule + 140, (t281 << 13) | (t282 >> 19));
        /* KL 94 */
        uint32_t t296 = load_be32(mixed + 16);
        uint32_t t297 = load_be32(mixed + 20);
        uint32_t t298 = load_be32(mixed + 24);
        uint32_t t299 = load_be32(mixed + 28);
        store_be32(schedule + 144, (t298 << 30) | (t299 >> 2));
        store_be32(schedule + 148, (t299 << 30) | (t296 >> 2));
        store_be32(schedule + 152, (t296 << 30) | (t297 >> 2));
        store_be32(schedule + 156, (t297 << 30) | (t298 >> 2));
        /* KA 94 */
        uint32_t t312 = load_be32(made + 16);
        uint32_t t313 = load_be32(made + 20);
        uint32_t t314 = load_be32(made + 24);
        uint32_t t315 = load_be32(made + 28);
        store_be32(schedule + 160, (t314 << 30) | (t315 >> 2));
        store_be32(schedule + 164, (t315 << 30) | (t312 >> 2));
        store_be32(schedule + 168, (t312 << 30) | (t313 >> 2));
        store_be32(schedule + 172, (t313 << 30) | (t314 >> 2));
        /* KL 111 */
        uint32_t t328 = load_be32(mixed + 16);
        uint32_t t329 = load_be32(mixed + 20);
        uint32_t t330 = load_be32(mixed + 24);
        uint32_t t331 = load_be32(mixed + 28);
        store_be32(schedule + 176, (t331 << 15) | (t328 >> 17));
        store_be32(schedule + 180, (t328 << 15) | (t329 >> 17));
        store_be32(schedule + 184, (t329 << 15) | (t330 >> 17));
        store_be32(schedule + 188, (t330 << 15) | (t331 >> 17));
        /* KA 111 turned */
        uint32_t t344 = load_be32(made + 16);
        uint32_t t345 = load_be32(made + 20);
        uint32_t t346 = load_be32(made + 24);
        uint32_t t347 = load_be32(made + 28);
        store_be32(schedule + 192, (t345 << 15) | (t346 >> 17));
        store_be32(schedule + 196, (t346 << 15) | (t347 >> 17));
        store_be32(schedule + 200, (t347 << 15) | (t344 >> 17));
        store_be32(schedule + 204, (t344 << 15) | (t345 >> 17));
    } else {
        /* KL 0 */
        uint32_t t361 = load_be32(mixed + 20);
        uint32_t t362 = load_be32(mixed + 24);
        uint32_t t363 = load_be32(mixed + 28);
        store_be32(schedule, load_be32(mixed + 16));
        store_be32(schedule + 4, t361);
        store_be32(schedule + 8, t362);
        store_be32(schedule + 12, t363);
        /* KB 0 */
        uint32_t t365 = load_be32(made + 36);
        uint32_t t366 = load_be32(made + 40);
        uint32_t t367 = load_be32(made + 44);
        store_be32(schedule + 16, load_be32(made + 32));
        store_be32(schedule + 20, t365);
        store_be32(schedule + 24, t366);
        store_be32(schedule + 28, t367);
        /* KR 15 */
        uint32_t t368 = load_be32(mixed + 32);
        uint32_t t369 = load_be32(mixed + 36);
        uint32_t t370 = load_be32(mixed + 40);
        uint32_t t371 = load_be32(mixed + 44);
        store_be32(schedule + 32, (t368 << 15) | (t369 >> 17));
        store_be32(schedule + 36, (t369 << 15) | (t370 >> 17));
        store_be32(schedule + 40, (t370 << 15) | (t371 >> 17));
        store_be32(schedule + 44, (t371 << 15) | (t368 >> 17));
        /* KA 15 */
        uint32_t t384 = load_be32(made + 16);
        uint32_t t385 = load_be32(made + 20);
        uint32_t t386 = load_be32(made + 24);
        uint32_t t387 = load_be32(made + 28);
        store_be32(schedule + 48, (t384 << 15) | (t385 >> 17));
        store_be32(schedule + 52, (t385 << 15) | (t386 >> 17));
        store_be32(schedule + 56, (t386 << 15) | (t387 >> 17));
        store_be32(schedule + 60, (t387 << 15) | (t384 >> 17));
        /* KR 30 */
        uint32_t t400 = load_be32(mixed + 32);
        uint32_t t401 = load_be32(mixed + 36);
        uint32_t t402 = load_be32(mixed + 40);
        uint32_t t403 = load_be32(mixed + 44);
        store_be32(schedule + 64, (t400 << 30) | (t401 >> 2));
        store_be32(schedule + 68, (t401 << 30) | (t402 >> 2));
        store_be32(schedule + 72, (t402 << 30) | (t403 >> 2));
        store_be32(schedule + 76, (t403 << 30) | (t400 >> 2));
        /* KB 30 */
        uint32_t t416 = load_be32(made + 32);
        uint32_t t417 = load_be32(made + 36);
        uint32_t t418 = load_be32(made + 40);
        uint32_t t419 = load_be32(made + 44);
        store_be32(schedule + 80, (t416 << 30) | (t417 >> 2));
        store_be32(schedule + 84, (t417 << 30) | (t418 >> 2));
        store_be32(schedule + 88, (t418 << 30) | (t419 >> 2));
        store_be32(schedule + 92, (t419 << 30) | (t416 >> 2));
        /* KL 45 */
        uint32_t t432 = load_be32(mixed + 16);
        uint32_t t433 = load_be32(mixed + 20);
        uint32_t t434 = load_be32(mixed + 24);
        uint32_t t435 = load_be32(mixed + 28);
        store_be32(schedule + 96, (t433 << 13) | (t434 >> 19));
        store_be32(schedule + 100, (t434 << 13) | (t435 >> 19));
        store_be32(schedule + 104, (t435 << 13) | (t432 >> 19));
        store_be32(schedule + 108, (t432 << 13) | (t433 >> 19));
        /* KA 45 */
        uint32_t t448 = load_be32(made + 16);
        uint32_t t449 = load_be32(made + 20);
        uint32_t t450 = load_be32(made + 24);
        uint32_t t451 = load_be32(made + 28);
        store_be32(schedule + 112, (t449 << 13) | (t450 >> 19));
        store_be32(schedule + 116, (t450 << 13) | (t451 >> 19));
        store_be32(schedule + 120, (t451 << 13) | (t448 >> 19));
        store_be32(schedule + 124, (t448 << 13) | (t449 >> 19));
        /* KL 60 */
        uint32_t t464 = load_be32(mixed + 16);
        uint32_t t465 = load_be32(mixed + 20);
        uint32_t t466 = load_be32(mixed + 24);
        uint32_t t467 = load_be32(mixed + 28);
        store_be32(schedule + 128, (t465 << 28) | (t466 >> 4));
        store_be32(schedule + 132, (t466 << 28) | (t467 >> 4));
        store_be32(schedule + 136, (t467 << 28) | (t464 >> 4));
        store_be32(schedule + 140, (t464 << 28) | (t465 >> 4));
        /* KR 60 */
        uint32_t t480 = load_be32(mixed + 32);
        uint32_t t481 = load_be32(mixed + 36);
        uint32_t t482 = load_be32(mixed + 40);
        uint32_t t483 = load_be32(mixed + 44);
        store_be32(schedule + 144, (t481 << 28) | (t482 >> 4));
        store_be32(schedule + 148, (t482 << 28) | (t483 >> 4));
        store_be32(schedule + 152, (t483 << 28) | (t480 >> 4));
        store_be32(schedule + 156, (t480 << 28) | (t481 >> 4));
        /* KB 60 */
        uint32_t t496 = load_be32(made + 32);
        uint32_t t497 = load_be32(made + 36);
        uint32_t t498 = load_be32(made + 40);
        uint32_t t499 = load_be32(made + 44);
        store_be32(schedule + 160, (t497 << 28) | (t498 >> 4));
        store_be32(schedule + 164, (t498 << 28) | (t499 >> 4));
        store_be32(schedule + 168, (t499 << 28) | (t496 >> 4));
        store_be32(schedule + 172, (t496 << 28) | (t497 >> 4));
        /* KL 77 */
        uint32_t t512 = load_be32(mixed + 16);
        uint32_t t513 = load_be32(mixed + 20);
        uint32_t t514 = load_be32(mixed + 24);
        uint32_t t515 = load_be32(mixed + 28);
        store_be32(schedule + 176, (t514 << 13) | (t515 >> 19));
        store_be32(schedule + 180, (t515 << 13) | (t512 >> 19));
        store_be32(schedule + 184, (t512 << 13) | (t513 >> 19));
        store_be32(schedule + 188, (t513 << 13) | (t514 >> 19));
        /* KA 77 */
        uint32_t t528 = load_be32(made + 16);
        uint32_t t529 = load_be32(made + 20);
        uint32_t t530 = load_be32(made + 24);
        uint32_t t531 = load_be32(made + 28);
        store_be32(schedule + 192, (t530 << 13) | (t531 >> 19));
        store_be32(schedule + 196, (t531 << 13) | (t528 >> 19));
        store_be32(schedule + 200, (t528 << 13) | (t529 >> 19));
        store_be32(schedule + 204, (t529 << 13) | (t530 >> 19));
        /* KR 94 */
        uint32_t t544 = load_be32(mixed + 32);
        uint32_t t545 = load_be32(mixed + 36);
        uint32_t t546 = load_be32(mixed + 40);
        uint32_t t547 = load_be32(mixed + 44);
        store_be32(schedule + 208, (t546 << 30) | (t547 >> 2));
        store_be32(schedule + 212, (t547 << 30) | (t544 >> 2));
        store_be32(schedule + 216, (t544 << 30) | (t545 >> 2));
        store_be32(schedule + 220, (t545 << 30) | (t546 >> 2));
        /* KA 94 */
        uint32_t t560 = load_be32(made + 16);
        uint32_t t561 = load_be32(made + 20);
        uint32_t t562 = load_be32(made + 24);
        uint32_t t563 = load_be32(made + 28);
        store_be32(schedule + 224, (t562 << 30) | (t563 >> 2));
        store_be32(schedule + 228, (t563 << 30) | (t560 >> 2));
        store_be32(schedule + 232, (t560 << 30) | (t561 >> 2));
        store_be32(schedule + 236, (t561 << 30) | (t562 >> 2));
        /* KL 111 */
        uint32_t t576 = load_be32(mixed + 16);
        uint32_t t577 = load_be32(mixed + 20);
        uint32_t t578 = load_be32(mixed + 24);
        uint32_t t579 = load_be32(mixed + 28);
        store_be32(schedule + 240, (t579 << 15) | (t576 >> 17));
        store_be32(schedule + 244, (t576 << 15) | (t577 >> 17));
        store_be32(schedule + 248, (t577 << 15) | (t578 >> 17));
        store_be32(schedule + 252, (t578 << 15) | (t579 >> 17));
        /* KB 111 turned */
        uint32_t t592 = load_be32(made + 32);
        uint32_t t593 = load_be32(made + 36);
        uint32_t t594 = load_be32(made + 40);
        uint32_t t595 = load_be32(made + 44);
        store_be32(schedule + 256, (t593 << 15) | (t594 >> 17));
        store_be32(schedule + 260, (t594 << 15) | (t595 >> 17));
        store_be32(schedule + 264, (t595 << 15) | (t592 >> 17));
        store_be32(schedule + 268, (t592 << 15) | (t593 >> 17));
    }
    loom_wipe(mixed, sizeof mixed);
    loom_wipe(made, sizeof made);
}

void LOOM_CDECL loom_camellia_set_key_portable(const uint8_t *key, size_t key_bytes, uint8_t *schedule)
{
    run_camellia_set_key(key, key_bytes, schedule);
    loom_clean();
}

#endif

#endif
