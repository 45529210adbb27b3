/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * RC4 over the kernels that dispatch chose.
 */
#include "stitched.h"

#if defined(LOOM_HAVE_rc4_set_key) && defined(LOOM_HAVE_rc4_stream)

#include "memory.h"

#include "clean.h"
#include "entry.h"

int LOOM_CDECL loom_rc4_set_key(loom_rc4_ctx *ctx, const uint8_t *key, size_t length)
{
    if (length < 1 || length > 256) {
        return -1;
    }
    loom_call_rc4_set_key(ctx->state, key, length);
    loom_clean_below(LOOM_LITTLE_DEAD);
    return 0;
}

LOOM_INNER int loom_rc4_work(loom_rc4_ctx *ctx, const uint8_t *in, uint8_t *out, size_t length)
{
    /* A permutation has no byte twice, and a wiped context is all zeros. The comparison takes the same path for every
     * key. */
    int keyed = ctx->state[0] != ctx->state[1];
    if (length > 0 && keyed) {
        loom_call_rc4_stream(ctx->state, in, out, length);
    } else if (length > 0) { /* in place, the plaintext would stay in the buffer */
        memset(out, 0, length);
    }
    return keyed - 1;
}

int LOOM_CDECL loom_rc4(loom_rc4_ctx *ctx, const uint8_t *in, uint8_t *out, size_t length)
{
    int result = loom_rc4_work(ctx, in, out, length);
    loom_clean_below(LOOM_LITTLE_DEAD);
    return result;
}

void LOOM_CDECL loom_rc4_wipe(loom_rc4_ctx *ctx)
{
    loom_wipe(ctx, sizeof *ctx);
}

#endif
