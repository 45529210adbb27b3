/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * inside_stitched: how RC4 beside MD5 shares the work between the kernels, and how much stack it cleans. The kernel of
 * the two gets all whole blocks from the first position on that it can begin at. inside_stitched.h is a copy of
 * stitched.c.
 */
#include <stdio.h>
#include <stdlib.h>

#include "aes_key.h"
#include "bytes.h"
#include "clean.h"
#include "entry.h"
#include "stitched.h"

#include "space/holds.h"

enum { MOST = 700, SPEED = 8, BLOCK = 64, OF_MD5 = 600, OF_BOTH = 1500, LITTLE = 512, LEAST = 2 /* blocks */ };

static uint8_t text[MOST], room[MOST];

/* What the kernel of the two was given, and the bytes of stack that were cleaned. */
static struct {
    const uint8_t *in, *hashed;
    uint8_t *out;
    size_t blocks, at;
} given;
static size_t cleaned;

static void see_blocks(uint32_t *rc4, uint32_t *md5, const uint8_t *in, uint8_t *out, const uint8_t *hashed,
                       size_t blocks)
{
    given.in = in;
    given.out = out;
    given.hashed = hashed;
    given.blocks = blocks;
    given.at = rc4[256];
    loom_k_rc4_md5_blocks(rc4, md5, in, out, hashed, blocks);
}

static void see_cleaned(size_t bytes)
{
    cleaned = bytes;
}

#define loom_call_rc4_md5_blocks see_blocks
#define loom_clean_below see_cleaned
#include "inside_stitched.h"

/* The first positions of the cipher and of the hash at which both may go on together. */
static void first_of(size_t position, size_t taken, int opens, int in_place, size_t *lead, size_t *hash)
{
    for (*hash = 0; (taken + *hash) % BLOCK != 0; ++*hash) {
    }
    for (*lead = 0; (position + *lead + 1) % SPEED != 0 || (opens && *lead < *hash + LOOM_APART_rc4_md5_blocks);) {
        ++*lead;
    }
    while (!opens && in_place && *hash < *lead + LOOM_APART_rc4_md5_blocks) {
        *hash += BLOCK;
    }
}

static void one(size_t position, size_t taken, int opens, int in_place, size_t length)
{
    const uint8_t *in = in_place ? room : text;
    size_t lead, hash, most, blocks, kernel = 0;
    loom_rc4_ctx rc4;
    loom_md5_ctx md5;
    HOLDS(loom_rc4_set_key(&rc4, text, 16) == 0 && loom_rc4(&rc4, text, room, position) == 0);
    loom_md5_init(&md5);
    HOLDS(loom_md5_update(&md5, text, taken) == 0);
    memset(&given, 0, sizeof given);
    cleaned = 0;
    HOLDS((opens ? loom_rc4_md5_decrypt : loom_rc4_md5_encrypt)(&rc4, &md5, in, room, length) == 0);
    HOLDS(rc4.state[256] == (position + length) % 256 && md5.length == taken + length);
    first_of(position, taken, opens, in_place, &lead, &hash);
    most = hash > lead ? hash : lead;
    blocks = length < most ? 0 : (length - most) / BLOCK;
    blocks = blocks < LEAST ? 0 : blocks;
    HOLDS(given.blocks == blocks);
    if (blocks > 0) {
        HOLDS(given.in == in + lead && given.out == room + lead && given.hashed == (opens ? room : in) + hash);
        HOLDS((given.at + 1) % SPEED == 0);
        kernel = OF_BOTH;
    } else if (taken % BLOCK + length >= BLOCK) {
        kernel = OF_MD5;
    }
    HOLDS(cleaned >= kernel + 192);
    /* No message that is shorter than the least of the two's kernel cleans more than that of the hash. */
    HOLDS(cleaned <= LITTLE + (length >= LEAST * BLOCK ? OF_BOTH : kernel));
}

int main(void)
{
    static const size_t lengths[] = {0,   1,   63,  64,  65,  127, 128, 129, 191,
                                     192, 193, 199, 200, 201, 255, 256, 320, MOST};
    loom_rc4_ctx rc4;
    loom_md5_ctx md5;
    HOLDS(loom_rc4_set_key(&rc4, text, 16) == 0);
    loom_md5_init(&md5);
    HOLDS(loom_md5_update(&md5, text, MOST) == 0 && loom_rc4_md5_encrypt(&rc4, &md5, text, room, MOST) == 0);
    /* The kernels are chosen now. */
    loom_ways[LOOM_KERNEL_md5_blocks].spare = LOOM_ALL_DEAD - OF_MD5;
    loom_ways[LOOM_KERNEL_rc4_md5_blocks].spare = LOOM_ALL_DEAD - OF_BOTH;
    for (size_t position = 0; position < 2 * SPEED + 1; position++) {
        for (size_t taken = 0; taken <= BLOCK + 1; taken += 1 + position % 3) {
            for (int way = 0; way < 4; way++) {
                for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
                    one(position, taken, way & 1, way >> 1, lengths[i]);
                }
                one(position, taken, way & 1, way >> 1, 128 + (position * 67 + taken * 13) % (MOST - 128));
            }
        }
    }
    return 0;
}
