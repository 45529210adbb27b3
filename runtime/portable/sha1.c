/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The portable block function of SHA-1 (FIPS 180-4). No address and no branch depends on the data.
 */
#include "internal.h"

#if defined(LOOM_HAVE_sha1_blocks)

#include "bytes.h"

static uint32_t rotate(uint32_t v, int n)
{
    return v << n | v >> (32 - n);
}

/* Word t of the schedule. The first 16 words are the block's. A later word overwrites the word 16 places before. */
static uint32_t next_word(uint32_t w[16], int t)
{
    if (t >= 16) {
        w[t & 15] = rotate(w[(t + 13) & 15] ^ w[(t + 8) & 15] ^ w[(t + 2) & 15] ^ w[t & 15], 1);
    }
    return w[t & 15];
}

#define CHOOSE(b, c, d) (d ^ (b & (c ^ d)))
#define PARITY(b, c, d) (b ^ c ^ d)
#define MAJORITY(b, c, d) ((b & c) | (d & (b ^ c)))

#define STEP(mix, constant, a, b, c, d, e, t)      \
    do {                                           \
        e += UINT32_C(constant) + next_word(w, t); \
        e += rotate(a, 5) + mix(b, c, d);          \
        b = rotate(b, 30);                         \
    } while (0)

/* After five steps every variable again has its own role. */
#define FIVE_STEPS(mix, constant, t)               \
    do {                                           \
        STEP(mix, constant, a, b, c, d, e, t);     \
        STEP(mix, constant, e, a, b, c, d, t + 1); \
        STEP(mix, constant, d, e, a, b, c, t + 2); \
        STEP(mix, constant, c, d, e, a, b, t + 3); \
        STEP(mix, constant, b, c, d, e, a, t + 4); \
    } while (0)

#define TWENTY_STEPS(mix, constant, t)     \
    do {                                   \
        FIVE_STEPS(mix, constant, t);      \
        FIVE_STEPS(mix, constant, t + 5);  \
        FIVE_STEPS(mix, constant, t + 10); \
        FIVE_STEPS(mix, constant, t + 15); \
    } while (0)

void LOOM_CDECL loom_sha1_blocks_portable(uint32_t state[5], const uint8_t *data, size_t blocks)
{
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    for (; blocks > 0; blocks--, data += 64) {
        uint32_t w[16];
        for (int i = 0; i < 16; i++) {
            w[i] = load_be32(data + 4 * i);
        }
        TWENTY_STEPS(CHOOSE, 0x5a827999, 0);
        TWENTY_STEPS(PARITY, 0x6ed9eba1, 20);
        TWENTY_STEPS(MAJORITY, 0x8f1bbcdc, 40);
        TWENTY_STEPS(PARITY, 0xca62c1d6, 60);
        state[0] = a += state[0];
        state[1] = b += state[1];
        state[2] = c += state[2];
        state[3] = d += state[3];
        state[4] = e += state[4];
    }
}

#endif
