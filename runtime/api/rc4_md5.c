/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * RC4 and MD5 over the same bytes: the kernel in C, and streams of any length over whichever one dispatch chose.
 */
#include "stitched.h"

#if defined(LOOM_HAVE_rc4_md5_blocks)

#include <string.h>

#include "clean.h"
#include "rc4.h"

void LOOM_CDECL loom_rc4_md5_blocks_portable(uint8_t rc4_state[258], uint32_t md5_state[4], const uint8_t *in,
                                             uint8_t *out, const uint8_t *hashed, size_t blocks)
{
    if (blocks > 0 && runs_behind(hashed, out)) {
        loom_k_rc4_stream(rc4_state, in, out, 64 * blocks);
        loom_k_md5_blocks(md5_state, hashed, blocks);
    } else if (blocks > 0) {
        loom_k_md5_blocks(md5_state, hashed, blocks);
        loom_k_rc4_stream(rc4_state, in, out, 64 * blocks);
    }
}

enum {
    WINDOW = 8,   /* the kernel runs at full speed from where i + 1 is a multiple of this */
    NEAREST = LOOM_APART_rc4_md5_blocks, /* from the cipher to a hash over its output, or over its input in place */
    LEAST = 4     /* blocks; for fewer the two kernels by themselves are as fast */
};

/* Bytes of key stream from `used` bytes on to where a window begins. */
static size_t to_window(const loom_rc4_ctx *rc4, size_t used)
{
    return (WINDOW - (rc4->state[256] + 1 + used) % WINDOW) % WINDOW;
}

/* Whether both contexts are in use; if not, nothing of the input is let through. */
static int live(const loom_rc4_ctx *rc4, const loom_md5_ctx *md5, uint8_t *out, size_t length)
{
    int both = rc4_keyed(rc4) && loom_hash_live(&loom_hash_md5, md5);
    if (!both && length > 0) {
        memset(out, 0, length);
    }
    return both;
}

static LOOM_INNER int encrypt(loom_rc4_ctx *rc4, loom_md5_ctx *md5, const uint8_t *in, uint8_t *out, size_t length)
{
    size_t lead, hash, ahead;
    if (!live(rc4, md5, out, length)) {
        return -1;
    }
    lead = to_window(rc4, 0);
    hash = to_block(md5->length, 64);
    while (in == out && hash < lead + NEAREST) { /* it must see what is not yet encrypted */
        hash += 64;
    }
    ahead = hash > lead ? hash : lead; /* of the two streams; both must end within the buffers */
    if (length >= ahead + 64 * LEAST) {
        size_t blocks = (length - ahead) / 64;
        loom_md5_update(md5, in, hash);
        loom_rc4(rc4, in, out, lead);
        loom_k_rc4_md5_blocks(rc4->state, md5->state, in + lead, out + lead, in + hash, blocks);
        md5->length += 64 * blocks;
        lead += 64 * blocks;
        hash += 64 * blocks;
    } else {
        lead = hash = 0;
    }
    if (length > 0) {
        loom_md5_update(md5, in + hash, length - hash);
        loom_rc4(rc4, in + lead, out + lead, length - lead);
    }
    return 0;
}

static LOOM_INNER int decrypt(loom_rc4_ctx *rc4, loom_md5_ctx *md5, const uint8_t *in, uint8_t *out, size_t length)
{
    size_t hash, lead;
    if (!live(rc4, md5, out, length)) {
        return -1;
    }
    hash = to_block(md5->length, 64);
    lead = hash + NEAREST; /* the hash sees what is decrypted already */
    lead += to_window(rc4, lead);
    if (length >= lead + 64 * LEAST) {
        size_t blocks = (length - lead) / 64;
        loom_rc4(rc4, in, out, lead);
        loom_md5_update(md5, out, hash);
        loom_k_rc4_md5_blocks(rc4->state, md5->state, in + lead, out + lead, out + hash, blocks);
        md5->length += 64 * blocks;
        lead += 64 * blocks;
        hash += 64 * blocks;
    } else {
        lead = hash = 0;
    }
    if (length > 0) {
        loom_rc4(rc4, in + lead, out + lead, length - lead);
        loom_md5_update(md5, out + hash, length - hash);
    }
    return 0;
}

#define OUTER(way)                                                                                           \
    int LOOM_CDECL loom_rc4_md5_##way(loom_rc4_ctx *rc4, loom_md5_ctx *md5, const uint8_t *in, uint8_t *out, \
                                      size_t length)                                                         \
    {                                                                                                        \
        int result = way(rc4, md5, in, out, length);                                                         \
        loom_clean();                                                                                        \
        return result;                                                                                       \
    }
OUTER(encrypt)
OUTER(decrypt)

#else
typedef int loom_rc4_md5_is_empty; /* ISO C wants a declaration in every file */
#endif
