/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * RC4 (as RFC 6229 tests it): the portable kernels, and the interface over whichever ones dispatch chose.
 */
#include "rc4.h"

#include <string.h>

#include "clean.h"

#if defined(LOOM_HAVE_rc4_set_key)

void LOOM_CDECL loom_rc4_set_key_portable(uint8_t state[258], const uint8_t *key, size_t length)
{
    uint8_t j = 0;
    size_t at = 0;
    for (int i = 0; i < 256; i++) {
        state[i] = (uint8_t)i;
    }
    for (int i = 0; i < 256; i++) {
        uint8_t s = state[i];
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

/* What bounds RC4 is memory: the load of S[i + 1] waits until the address of the store to S[j] is known. So
 * S[i + 2] is loaded two steps ahead, before this step's stores, and repaired by a compare and a select if j
 * meets it meanwhile; only the last repair is on the chain. Needs more registers than 32-bit x86 has: there
 * the plain loop is faster. MB/s at 16 KiB, plain and two ahead, AMD Zen 5 at 2.6 GHz (guest), gcc 12 -O2:
 * x86_64 721, 838; i686 695, 564. */
#if UINTPTR_MAX > 0xffffffffu

void LOOM_CDECL loom_rc4_stream_portable(uint8_t state[258], const uint8_t *in, uint8_t *out, size_t length)
{
    unsigned i = state[256], j = state[257];
    unsigned x = state[(i + 1) & 255], x1 = state[(i + 2) & 255]; /* S[i + 1] and S[i + 2], kept true */
    for (size_t n = 0; n < length; n++) {
        i = (i + 1) & 255;
        unsigned x2 = state[(i + 2) & 255];
        j = (j + x) & 255;
        unsigned y = state[j];
        state[j] = (uint8_t)x;
        state[i] = (uint8_t)y;
        out[n] = (uint8_t)(in[n] ^ state[(x + y) & 255]);
        x1 = j == ((i + 1) & 255) ? x : x1;
        x2 = j == ((i + 2) & 255) ? x : x2;
        x = x1;
        x1 = x2;
    }
    state[256] = (uint8_t)i;
    state[257] = (uint8_t)j;
}

#else

void LOOM_CDECL loom_rc4_stream_portable(uint8_t state[258], const uint8_t *in, uint8_t *out, size_t length)
{
    uint8_t i = state[256], j = state[257];
    for (size_t n = 0; n < length; n++) {
        i = (uint8_t)(i + 1);
        uint8_t x = state[i];
        j = (uint8_t)(j + x);
        uint8_t y = state[j];
        state[j] = x;
        state[i] = y;
        out[n] = (uint8_t)(in[n] ^ state[(uint8_t)(x + y)]);
    }
    state[256] = i;
    state[257] = j;
}

#endif

#endif

#if defined(LOOM_HAVE_rc4_set_key) && defined(LOOM_HAVE_rc4_stream)

int LOOM_CDECL loom_rc4_set_key(loom_rc4_ctx *ctx, const uint8_t *key, size_t length)
{
    if (length < 1 || length > 256) {
        return -1;
    }
    loom_k_rc4_set_key(ctx->state, key, length);
    loom_clean_little();
    return 0;
}

static LOOM_INNER int rc4(loom_rc4_ctx *ctx, const uint8_t *in, uint8_t *out, size_t length)
{
    int keyed = rc4_keyed(ctx);
    if (length > 0 && keyed) {
        loom_k_rc4_stream(ctx->state, in, out, length);
    } else if (length > 0) { /* in place the plaintext would stay */
        memset(out, 0, length);
    }
    return keyed - 1;
}

int LOOM_CDECL loom_rc4(loom_rc4_ctx *ctx, const uint8_t *in, uint8_t *out, size_t length)
{
    int result = rc4(ctx, in, out, length);
    loom_clean_little();
    return result;
}

void LOOM_CDECL loom_rc4_wipe(loom_rc4_ctx *ctx)
{
    loom_wipe(ctx, sizeof *ctx);
}

#else
typedef int loom_rc4_is_empty; /* ISO C wants a declaration in every file */
#endif
