/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: rc4_stream in portable C, generated from generator/kernels/cipher/rc4.py; edit that, not this file.
 */
#include "internal.h"

#if defined(LOOM_HAVE_rc4_stream)

#include "words.h"

#if UINTPTR_MAX > 0xffffffffu

void LOOM_CDECL loom_rc4_stream_portable(uint32_t state[258], const uint8_t *in, uint8_t *out, size_t length)
{
    /* load i and j */
    uint32_t i = (uint8_t)state[256];
    uint32_t j = (uint8_t)state[257];
    /* single steps until a window of eight bytes begins */
    size_t t3 = (size_t)(uint8_t)((uint8_t)(i ^ 7) & 7);
    size_t t4 = choose64(lt64(t3, length), t3, length);
    length -= t4;
    uint32_t i2 = i;
    const uint8_t *in2 = in;
    uint8_t *out2 = out;
    size_t left = t4;
    for (; left != 0; left--) {
        i2 = (uint8_t)(i2 + 1);
        uint32_t t5 = (uint8_t)state[i2];
        j = (uint8_t)(j + t5);
        uint32_t t6 = (uint8_t)state[j];
        state[j] = t5;
        state[i2] = t6;
        t6 = (uint8_t)(t6 + t5);
        uint32_t t9 = (uint8_t)state[t6];
        t9 = (uint8_t)(t9 ^ in2[0]);
        out2[0] = (uint8_t)t9;
        in2++;
        out2++;
    }
    i = i2;
    in = in2;
    out = out2;
    /* eight bytes and more */
    size_t t11 = length >> 3;
    if (t11 != 0) {
        i = (uint8_t)(i + 1);
        uint32_t *t14 = state + (((size_t)i << 2) / 4);
        uint32_t t15 = (uint8_t)t14[0];
        uint32_t t16 = (uint8_t)t14[1];
        size_t left2 = t11;
        do {
            i = (uint8_t)(i + 8);
            uint32_t *following = state + (((size_t)i << 2) / 4);
            uint32_t t19 = (uint8_t)(i - 7);
            j = (uint8_t)(j + t15);
            uint32_t ahead = (uint8_t)t14[2];
            uint32_t t20 = (uint8_t)state[j];
            state[j] = t15;
            t14[0] = t20;
            t16 = j == t19 ? t15 : t16;
            t19 = (uint8_t)(t19 + 1);
            ahead = j == t19 ? t15 : ahead;
            t20 = (uint8_t)(t20 + t15);
            uint32_t t23 = (uint8_t)state[t20];
            t23 = (uint8_t)(t23 ^ in[0]);
            out[0] = (uint8_t)t23;
            j = (uint8_t)(j + t16);
            t15 = (uint8_t)t14[3];
            uint32_t t25 = (uint8_t)state[j];
            state[j] = t16;
            t14[1] = t25;
            ahead = j == t19 ? t16 : ahead;
            t19 = (uint8_t)(t19 + 1);
            t15 = j == t19 ? t16 : t15;
            t25 = (uint8_t)(t25 + t16);
            uint32_t t28 = (uint8_t)state[t25];
            t28 = (uint8_t)(t28 ^ in[1]);
            out[1] = (uint8_t)t28;
            j = (uint8_t)(j + ahead);
            t16 = (uint8_t)t14[4];
            uint32_t t30 = (uint8_t)state[j];
            state[j] = ahead;
            t14[2] = t30;
            t15 = j == t19 ? ahead : t15;
            t19 = (uint8_t)(t19 + 1);
            t16 = j == t19 ? ahead : t16;
            t30 = (uint8_t)(t30 + ahead);
            uint32_t t33 = (uint8_t)state[t30];
            t33 = (uint8_t)(t33 ^ in[2]);
            out[2] = (uint8_t)t33;
            j = (uint8_t)(j + t15);
            ahead = (uint8_t)t14[5];
            uint32_t t35 = (uint8_t)state[j];
            state[j] = t15;
            t14[3] = t35;
            t16 = j == t19 ? t15 : t16;
            t19 = (uint8_t)(t19 + 1);
            ahead = j == t19 ? t15 : ahead;
            t35 = (uint8_t)(t35 + t15);
            uint32_t t38 = (uint8_t)state[t35];
            t38 = (uint8_t)(t38 ^ in[3]);
            out[3] = (uint8_t)t38;
            j = (uint8_t)(j + t16);
            t15 = (uint8_t)t14[6];
            uint32_t t40 = (uint8_t)state[j];
            state[j] = t16;
            t14[4] = t40;
            ahead = j == t19 ? t16 : ahead;
            t19 = (uint8_t)(t19 + 1);
            t15 = j == t19 ? t16 : t15;
            t40 = (uint8_t)(t40 + t16);
            uint32_t t43 = (uint8_t)state[t40];
            t43 = (uint8_t)(t43 ^ in[4]);
            out[4] = (uint8_t)t43;
            j = (uint8_t)(j + ahead);
            t16 = (uint8_t)t14[7];
            uint32_t t45 = (uint8_t)state[j];
            state[j] = ahead;
            t14[5] = t45;
            t15 = j == t19 ? ahead : t15;
            t19 = (uint8_t)(t19 + 1);
            t16 = j == t19 ? ahead : t16;
            t45 = (uint8_t)(t45 + ahead);
            uint32_t t48 = (uint8_t)state[t45];
            t48 = (uint8_t)(t48 ^ in[5]);
            out[5] = (uint8_t)t48;
            j = (uint8_t)(j + t15);
            ahead = (uint8_t)following[0];
            uint32_t t50 = (uint8_t)state[j];
            state[j] = t15;
            t14[6] = t50;
            t16 = j == t19 ? t15 : t16;
            t19 = (uint8_t)(t19 + 1);
            ahead = j == t19 ? t15 : ahead;
            t50 = (uint8_t)(t50 + t15);
            uint32_t t53 = (uint8_t)state[t50];
            t53 = (uint8_t)(t53 ^ in[6]);
            out[6] = (uint8_t)t53;
            j = (uint8_t)(j + t16);
            t15 = (uint8_t)following[1];
            uint32_t t55 = (uint8_t)state[j];
            state[j] = t16;
            t14[7] = t55;
            ahead = j == t19 ? t16 : ahead;
            t19 = (uint8_t)(t19 + 1);
            t15 = j == t19 ? t16 : t15;
            t55 = (uint8_t)(t55 + t16);
            uint32_t t58 = (uint8_t)state[t55];
            t58 = (uint8_t)(t58 ^ in[7]);
            out[7] = (uint8_t)t58;
            t16 = t15;
            t15 = ahead;
            t14 = following;
            in += 8;
            out += 8;
        } while (--left2 != 0);
        i = (uint8_t)(i - 1);
    }
    length &= 7;
    /* single steps to the end */
    uint32_t i3 = i;
    const uint8_t *in3 = in;
    uint8_t *out3 = out;
    size_t length_left = length;
    for (; length_left != 0; length_left--) {
        i3 = (uint8_t)(i3 + 1);
        uint32_t t60 = (uint8_t)state[i3];
        j = (uint8_t)(j + t60);
        uint32_t t61 = (uint8_t)state[j];
        state[j] = t60;
        state[i3] = t61;
        t61 = (uint8_t)(t61 + t60);
        uint32_t t64 = (uint8_t)state[t61];
        t64 = (uint8_t)(t64 ^ in3[0]);
        out3[0] = (uint8_t)t64;
        in3++;
        out3++;
    }
    i = i3;
    in = in3;
    out = out3;
    /* store i and j */
    state[256] = i;
    state[257] = j;
}

#else

void LOOM_CDECL loom_rc4_stream_portable(uint32_t state[258], const uint8_t *in, uint8_t *out, size_t length)
{
    /* load i and j */
    uint32_t i = (uint8_t)state[256];
    uint32_t j = (uint8_t)state[257];
    /* single steps until a window of eight bytes begins */
    size_t t3 = (size_t)(uint8_t)((uint8_t)(i ^ 7) & 7);
    size_t t4 = choose32(lt32(t3, length), t3, length);
    length -= t4;
    uint32_t i2 = i;
    const uint8_t *in2 = in;
    uint8_t *out2 = out;
    size_t left = t4;
    for (; left != 0; left--) {
        i2 = (uint8_t)(i2 + 1);
        uint32_t t5 = (uint8_t)state[i2];
        j = (uint8_t)(j + t5);
        uint32_t t6 = (uint8_t)state[j];
        state[j] = t5;
        state[i2] = t6;
        t6 = (uint8_t)(t6 + t5);
        uint32_t t9 = (uint8_t)state[t6];
        t9 = (uint8_t)(t9 ^ in2[0]);
        out2[0] = (uint8_t)t9;
        in2++;
        out2++;
    }
    i = i2;
    in = in2;
    out = out2;
    /* eight bytes and more */
    size_t t11 = length >> 3;
    if (t11 != 0) {
        i = (uint8_t)(i + 1);
        uint32_t *t14 = state + (((size_t)i << 2) / 4);
        size_t left2 = t11;
        do {
            i = (uint8_t)(i + 8);
            uint32_t *following = state + (((size_t)i << 2) / 4);
            uint32_t ahead = (uint8_t)t14[0];
            j = (uint8_t)(j + ahead);
            uint32_t t17 = (uint8_t)state[j];
            state[j] = ahead;
            t14[0] = t17;
            t17 = (uint8_t)(t17 + ahead);
            uint32_t t20 = (uint8_t)state[t17];
            t20 = (uint8_t)(t20 ^ in[0]);
            out[0] = (uint8_t)t20;
            ahead = (uint8_t)t14[1];
            j = (uint8_t)(j + ahead);
            uint32_t t22 = (uint8_t)state[j];
            state[j] = ahead;
            t14[1] = t22;
            t22 = (uint8_t)(t22 + ahead);
            uint32_t t25 = (uint8_t)state[t22];
            t25 = (uint8_t)(t25 ^ in[1]);
            out[1] = (uint8_t)t25;
            ahead = (uint8_t)t14[2];
            j = (uint8_t)(j + ahead);
            uint32_t t27 = (uint8_t)state[j];
            state[j] = ahead;
            t14[2] = t27;
            t27 = (uint8_t)(t27 + ahead);
            uint32_t t30 = (uint8_t)state[t27];
            t30 = (uint8_t)(t30 ^ in[2]);
            out[2] = (uint8_t)t30;
            ahead = (uint8_t)t14[3];
            j = (uint8_t)(j + ahead);
            uint32_t t32 = (uint8_t)state[j];
            state[j] = ahead;
            t14[3] = t32;
            t32 = (uint8_t)(t32 + ahead);
            uint32_t t35 = (uint8_t)state[t32];
            t35 = (uint8_t)(t35 ^ in[3]);
            out[3] = (uint8_t)t35;
            ahead = (uint8_t)t14[4];
            j = (uint8_t)(j + ahead);
            uint32_t t37 = (uint8_t)state[j];
            state[j] = ahead;
            t14[4] = t37;
            t37 = (uint8_t)(t37 + ahead);
            uint32_t t40 = (uint8_t)state[t37];
            t40 = (uint8_t)(t40 ^ in[4]);
            out[4] = (uint8_t)t40;
            ahead = (uint8_t)t14[5];
            j = (uint8_t)(j + ahead);
            uint32_t t42 = (uint8_t)state[j];
            state[j] = ahead;
            t14[5] = t42;
            t42 = (uint8_t)(t42 + ahead);
            uint32_t t45 = (uint8_t)state[t42];
            t45 = (uint8_t)(t45 ^ in[5]);
            out[5] = (uint8_t)t45;
            ahead = (uint8_t)t14[6];
            j = (uint8_t)(j + ahead);
            uint32_t t47 = (uint8_t)state[j];
            state[j] = ahead;
            t14[6] = t47;
            t47 = (uint8_t)(t47 + ahead);
            uint32_t t50 = (uint8_t)state[t47];
            t50 = (uint8_t)(t50 ^ in[6]);
            out[6] = (uint8_t)t50;
            ahead = (uint8_t)t14[7];
            j = (uint8_t)(j + ahead);
            uint32_t t52 = (uint8_t)state[j];
            state[j] = ahead;
            t14[7] = t52;
            t52 = (uint8_t)(t52 + ahead);
            uint32_t t55 = (uint8_t)state[t52];
            t55 = (uint8_t)(t55 ^ in[7]);
            out[7] = (uint8_t)t55;
            t14 = following;
            in += 8;
            out += 8;
        } while (--left2 != 0);
        i = (uint8_t)(i - 1);
    }
    length &= 7;
    /* single steps to the end */
    uint32_t i3 = i;
    const uint8_t *in3 = in;
    uint8_t *out3 = out;
    size_t length_left = length;
    for (; length_left != 0; length_left--) {
        i3 = (uint8_t)(i3 + 1);
        uint32_t t57 = (uint8_t)state[i3];
        j = (uint8_t)(j + t57);
        uint32_t t58 = (uint8_t)state[j];
        state[j] = t57;
        state[i3] = t58;
        t58 = (uint8_t)(t58 + t57);
        uint32_t t61 = (uint8_t)state[t58];
        t61 = (uint8_t)(t61 ^ in3[0]);
        out3[0] = (uint8_t)t61;
        in3++;
        out3++;
    }
    i = i3;
    in = in3;
    out = out3;
    /* store i and j */
    state[256] = i;
    state[257] = j;
}

#endif

#endif
