/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: rc4_set_key in portable C, generated from generator/kernels/cipher/rc4.py; edit that, not this file.
 */
#include "internal.h"

#if defined(LOOM_HAVE_rc4_set_key)

#include "words.h"

void LOOM_CDECL loom_rc4_set_key_portable(uint32_t state[258], const uint8_t *key, size_t length)
{
    uint32_t *at = state;
    /* S[n] = n */
    uint64_t t1 = UINT64_C(0x100000000);
    uint64_t t2 = UINT64_C(0x300000002);
    size_t left = 64;
    do {
        at[0] = (uint32_t)t1;
        at[1] = (uint32_t)(t1 >> 32);
        at[2] = (uint32_t)t2;
        at[3] = (uint32_t)(t2 >> 32);
        t1 += UINT64_C(0x400000004);
        t2 += UINT64_C(0x400000004);
        at += 4;
    } while (--left != 0);
    /* i = j = 0 */
    uint32_t t4 = 0;
    state[256] = t4;
    state[257] = t4;
    /* mix in the key; the next entry is loaded before this step's stores, and repaired */
    size_t i = 0;
    uint32_t j = 0;
    const uint8_t *byte = key;
    const uint8_t *t5 = key + length;
    uint32_t entry = (uint8_t)state[0];
    while (i != 256) {
        j = (uint8_t)(j + (uint8_t)(entry + byte[0]));
        uint32_t t9 = (uint8_t)state[i + 1];
        state[i] = (uint32_t)(uint8_t)state[j];
        state[j] = entry;
        i++;
        entry = j == (uint8_t)i ? entry : t9;
        byte++;
        byte = byte == t5 ? key : byte;
    }
}

#endif
