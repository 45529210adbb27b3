/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The portable RC4 kernels, tested with the vectors of RFC 6229.
 */
#include "internal.h"

#if defined(LOOM_HAVE_rc4_set_key)

void LOOM_CDECL loom_rc4_set_key_portable(uint32_t state[258], const uint8_t *key, size_t length)
{
    uint8_t j = 0;
    size_t at = 0;
    for (uint32_t i = 0; i < 256; i++) {
        state[i] = i;
    }
    for (int i = 0; i < 256; i++) {
        uint32_t s = state[i];
        j = (uint8_t)(j + s + key[at]);
        at = at + 1 == length ? 0 : at + 1;
        state[i] = state[j];
        state[j] = s;
    }
    state[256] = 0;
    state[257] = 0;
}

#endif

#if defined(LOOM_HAVE_rc4_stream)

/* Memory bounds the speed of RC4: the load of S[i + 1] waits for the address of the store to S[j]. The loop therefore
 * loads S[i + 2] two steps ahead, before the stores of this step. If j meets that place meanwhile, a compare and a
 * select repair the value; only the last repair is on the chain. 32-bit x86 has too few registers for this, and the
 * plain loop is faster there. MB/s at 16 KiB, plain and two ahead, AMD Zen 5 at 2.6 GHz (guest), gcc 12 -O2: x86_64
 * 721, 838; i686 695, 564. */
#if UINTPTR_MAX > 0xffffffffu

void LOOM_CDECL loom_rc4_stream_portable(uint32_t state[258], const uint8_t *in, uint8_t *out, size_t length)
{
    uint32_t i = state[256], j = state[257];
    uint32_t x = state[(i + 1) & 255], x1 = state[(i + 2) & 255]; /* S[i + 1] and S[i + 2], kept true */
    for (size_t n = 0; n < length; n++) {
        i = (i + 1) & 255;
        uint32_t x2 = state[(i + 2) & 255];
        j = (j + x) & 255;
        uint32_t y = state[j];
        state[j] = x;
        state[i] = y;
        out[n] = (uint8_t)(in[n] ^ state[(x + y) & 255]);
        x1 = j == ((i + 1) & 255) ? x : x1;
        x2 = j == ((i + 2) & 255) ? x : x2;
        x = x1;
        x1 = x2;
    }
    state[256] = i;
    state[257] = j;
}

#else

void LOOM_CDECL loom_rc4_stream_portable(uint32_t state[258], const uint8_t *in, uint8_t *out, size_t length)
{
    uint8_t i = (uint8_t)state[256], j = (uint8_t)state[257];
    for (size_t n = 0; n < length; n++) {
        i = (uint8_t)(i + 1);
        uint32_t x = state[i];
        j = (uint8_t)(j + x);
        uint32_t y = state[j];
        state[j] = x;
        state[i] = y;
        out[n] = (uint8_t)(in[n] ^ state[(uint8_t)(x + y)]);
    }
    state[256] = i;
    state[257] = j;
}

#endif

#endif
