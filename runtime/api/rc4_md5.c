/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * RC4 and MD5 over the same plaintext: buffers of any length over the kernel that does the work of two.
 */
#include "stitched.h"

#if defined(LOOM_HAVE_rc4_md5_blocks)

#include "memory.h"

#include "cbc_hash.h"

enum {
    WINDOW = 8, /* the kernel runs at full speed from positions where i + 1 is a multiple of this */
    /* Bytes between the cipher and a hash that runs over its output, or over its input in place. */
    NEAREST = LOOM_APART_rc4_md5_blocks,
    LEAST_OF_MD5 = 2 /* blocks; fewer are as fast with the two single kernels */
};

/* Bytes of key stream from `used` bytes on to the beginning of the next window. */
static size_t to_window(const loom_rc4_ctx *rc4, size_t used)
{
    return (WINDOW - (rc4->state[256] + 1 + used) % WINDOW) % WINDOW;
}

/* The two single kernels, one after the other. The hash reads plaintext: before the cipher overwrites it if `opens` is
 * 0, and after the cipher has written it if `opens` is 1. */
static void in_turn(loom_rc4_ctx *rc4, loom_md5_ctx *md5, int opens, const uint8_t *in, uint8_t *out, size_t ciphered,
                    const uint8_t *plain, size_t hashed)
{
    if (!opens) {
        loom_md5_update(md5, plain, hashed);
    }
    if (ciphered > 0) {
        loom_call_rc4_stream(rc4->state, in, out, ciphered);
    }
    if (opens) {
        loom_md5_update(md5, plain, hashed);
    }
}

/* Encrypts if `opens` is 0, decrypts if `opens` is 1. */
LOOM_INNER int loom_rc4_md5_work(loom_rc4_ctx *rc4, loom_md5_ctx *md5, int opens, const uint8_t *in, uint8_t *out,
                                 size_t length)
{
    const uint8_t *plain = opens ? out : in;
    size_t lead = 0, hash = 0, ahead, blocks;
    if (rc4->state[0] == rc4->state[1] || !LIVE(md5)) {
        if (length > 0) { /* in place, the input would stay in the buffer */
            memset(out, 0, length);
        }
        return -1;
    }
    if (length >= 64 * LEAST_OF_MD5) {
        hash = to_block(md5->length, 64);
        lead = opens ? hash + NEAREST : 0; /* opening, the hash reads only bytes that are decrypted already */
        lead += to_window(rc4, lead);
        while (in == out && !opens && hash < lead + NEAREST) { /* sealing, only bytes that are not encrypted yet */
            hash += 64;
        }
        ahead = hash > lead ? hash : lead; /* both streams must end within the buffers */
        blocks = length < ahead ? 0 : (length - ahead) / 64;
        if (blocks >= LEAST_OF_MD5) {
            in_turn(rc4, md5, opens, in, out, lead, plain, hash);
            loom_call_rc4_md5_blocks(rc4->state, md5->state, in + lead, out + lead, plain + hash, blocks);
            md5->length += 64 * blocks;
            lead += 64 * blocks;
            hash += 64 * blocks;
        } else {
            lead = hash = 0;
        }
    }
    if (length > 0) {
        in_turn(rc4, md5, opens, in + lead, out + lead, length - lead, plain + hash, length - hash);
    }
    return 0;
}

/* The bytes of stack. The C over the single kernels takes more than that over the kernel of the two, which takes no
 * short message. */
static inline size_t rc4_md5_depth(const loom_md5_ctx *md5, size_t length)
{
    size_t single = 448 + (FULL(md5, 64, length) ? LOOM_DEPTH(md5_blocks) : 0);
    size_t both = 256 + LOOM_DEPTH(rc4_md5_blocks);
    return length >= 64 * LEAST_OF_MD5 && both > single ? both : single;
}

#define RC4_MD5(way, opens)                                                                                  \
    int LOOM_CDECL loom_rc4_md5_##way(loom_rc4_ctx *rc4, loom_md5_ctx *md5, const uint8_t *in, uint8_t *out, \
                                      size_t length)                                                         \
    {                                                                                                        \
        size_t depth = rc4_md5_depth(md5, length);                                                           \
        int result = loom_rc4_md5_work(rc4, md5, opens, in, out, length);                                    \
        loom_clean_below(depth);                                                                             \
        return result;                                                                                       \
    }
RC4_MD5(encrypt, 0)
RC4_MD5(decrypt, 1)

#endif
