/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: des_set_key in portable C, generated from generator/kernels/cipher/des.py; edit that, not this file.
 */
#include "internal.h"

#if defined(LOOM_HAVE_des_set_key)

#include "words.h"
#include "clean.h"

#if UINTPTR_MAX > 0xffffffffu

static const uint8_t des_set_key_pc1[56] = {
    56, 48, 40, 32, 24, 16, 8, 0, 57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 62,
    54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 60, 52, 44, 36, 28, 20, 12, 4, 27, 19, 11, 3
};

static const uint8_t des_set_key_order[48] = {
    16, 27, 18, 6, 79, 67, 76, 69, 0, 20, 25, 12, 74, 60, 61, 56, 10, 14, 11, 26, 58, 78, 66, 77, 23, 5, 3, 19, 64,
    72, 83, 63, 13, 2, 22, 15, 68, 57, 71, 73, 4, 9, 7, 1, 82, 75, 80, 59
};

static const uint8_t des_set_key_turns[32] = {
    1, 2, 4, 6, 8, 10, 12, 14, 15, 17, 19, 21, 23, 25, 27, 28, 28, 27, 25, 23, 21, 19, 17, 15, 14, 12, 10, 8, 6, 4,
    2, 1
};

static LOOM_INNER void run_des_set_key(const uint8_t *key, size_t key_bytes, uint8_t *schedule)
{
    uint8_t bits[160];
    uint8_t own[8];
    size_t part = 0;
    size_t left = choose64(lt64(key_bytes, 16), 1, 3);
    do {
        size_t t3 = part << 3;
        const uint8_t *t5 = key + choose64(lt64(t3, key_bytes), t3, 0);
        /* the bits of both halves of the key as bytes, each half twice */
        uint8_t *to = bits;
        const uint8_t *pc1 = des_set_key_pc1;
        own[0] = (uint8_t)t5[0];
        own[1] = (uint8_t)t5[1];
        own[2] = (uint8_t)t5[2];
        own[3] = (uint8_t)t5[3];
        own[4] = (uint8_t)t5[4];
        own[5] = (uint8_t)t5[5];
        own[6] = (uint8_t)t5[6];
        own[7] = (uint8_t)t5[7];
        size_t left2 = 28;
        do {
            size_t t16 = (size_t)pc1[0];
            uint32_t t26 = (uint8_t)mask32((shl32((uint32_t)own[(t16 >> 3) & 7], t16 & 7 & 31) >> 7) & 1);
            to[0] = (uint8_t)t26;
            to[28] = (uint8_t)t26;
            pc1++;
            to++;
        } while (--left2 != 0);
        to += 28;
        size_t left3 = 28;
        do {
            size_t t29 = (size_t)pc1[0];
            uint32_t t39 = (uint8_t)mask32((shl32((uint32_t)own[(t29 >> 3) & 7], t29 & 7 & 31) >> 7) & 1);
            to[0] = (uint8_t)t39;
            to[28] = (uint8_t)t39;
            pc1++;
            to++;
        } while (--left3 != 0);
        to += 28;
        /* the round keys */
        size_t t41 = (part & 1) << 4;
        size_t left4 = 16;
        do {
            const uint8_t *at = des_set_key_order;
            size_t left5 = 48;
            size_t t46 = (size_t)des_set_key_turns[t41 & 31] & 31;
            do {
                size_t t50 = (size_t)at[0] & 127;
                t50 += t46 & 31;
                schedule[0] = (uint8_t)bits[t50];
                at++;
                schedule++;
            } while (--left5 != 0);
            t41++;
        } while (--left4 != 0);
        part++;
    } while (--left != 0);
    loom_wipe(bits, sizeof bits);
    loom_wipe(own, sizeof own);
}

void LOOM_CDECL loom_des_set_key_portable(const uint8_t *key, size_t key_bytes, uint8_t *schedule)
{
    run_des_set_key(key, key_bytes, schedule);
    loom_clean();
}

#else

static const uint8_t des_set_key_pc1[56] = {
    56, 48, 40, 32, 24, 16, 8, 0, 57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 62,
    54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 60, 52, 44, 36, 28, 20, 12, 4, 27, 19, 11, 3
};

static const uint8_t des_set_key_order[48] = {
    16, 27, 18, 6, 79, 67, 76, 69, 0, 20, 25, 12, 74, 60, 61, 56, 10, 14, 11, 26, 58, 78, 66, 77, 23, 5, 3, 19, 64,
    72, 83, 63, 13, 2, 22, 15, 68, 57, 71, 73, 4, 9, 7, 1, 82, 75, 80, 59
};

static const uint8_t des_set_key_turns[32] = {
    1, 2, 4, 6, 8, 10, 12, 14, 15, 17, 19, 21, 23, 25, 27, 28, 28, 27, 25, 23, 21, 19, 17, 15, 14, 12, 10, 8, 6, 4,
    2, 1
};

static LOOM_INNER void run_des_set_key(const uint8_t *key, size_t key_bytes, uint8_t *schedule)
{
    uint8_t bits[160];
    uint8_t own[8];
    size_t part = 0;
    size_t left = choose32(lt32(key_bytes, 16), 1, 3);
    do {
        size_t t3 = part << 3;
        const uint8_t *t5 = key + choose32(lt32(t3, key_bytes), t3, 0);
        /* the bits of both halves of the key as bytes, each half twice */
        uint8_t *to = bits;
        const uint8_t *pc1 = des_set_key_pc1;
        own[0] = (uint8_t)t5[0];
        own[1] = (uint8_t)t5[1];
        own[2] = (uint8_t)t5[2];
        own[3] = (uint8_t)t5[3];
        own[4] = (uint8_t)t5[4];
        own[5] = (uint8_t)t5[5];
        own[6] = (uint8_t)t5[6];
        own[7] = (uint8_t)t5[7];
        size_t left2 = 28;
        do {
            size_t t16 = (size_t)pc1[0];
            uint32_t t26 = (uint8_t)mask32((shl32((uint32_t)own[(t16 >> 3) & 7], t16 & 7 & 31) >> 7) & 1);
            to[0] = (uint8_t)t26;
            to[28] = (uint8_t)t26;
            pc1++;
            to++;
        } while (--left2 != 0);
        to += 28;
        size_t left3 = 28;
        do {
            size_t t29 = (size_t)pc1[0];
            uint32_t t39 = (uint8_t)mask32((shl32((uint32_t)own[(t29 >> 3) & 7], t29 & 7 & 31) >> 7) & 1);
            to[0] = (uint8_t)t39;
            to[28] = (uint8_t)t39;
            pc1++;
            to++;
        } while (--left3 != 0);
        to += 28;
        /* the round keys */
        size_t t41 = (part & 1) << 4;
        size_t left4 = 16;
        do {
            const uint8_t *at = des_set_key_order;
            size_t left5 = 48;
            size_t t46 = (size_t)des_set_key_turns[t41 & 31] & 31;
            do {
                size_t t50 = (size_t)at[0] & 127;
                t50 += t46 & 31;
                schedule[0] = (uint8_t)bits[t50];
                at++;
                schedule++;
            } while (--left5 != 0);
            t41++;
        } while (--left4 != 0);
        part++;
    } while (--left != 0);
    loom_wipe(bits, sizeof bits);
    loom_wipe(own, sizeof own);
}

void LOOM_CDECL loom_des_set_key_portable(const uint8_t *key, size_t key_bytes, uint8_t *schedule)
{
    run_des_set_key(key, key_bytes, schedule);
    loom_clean();
}

#endif

#endif
