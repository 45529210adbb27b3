/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Portable C of kernels, each with one small mistake that the plans must reach.
 */
#include "asmloom_kernels.h"

#include <string.h>

#define MODE(name) \
    void name(const uint8_t *schedule, size_t rounds, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t blocks)

void loom_clean_below(size_t bytes)
{
    (void)bytes; /* these calls look for no secret */
}

void mistake_1(uint32_t state[4], const uint8_t *data, size_t blocks)
{
    loom_md5_blocks_portable(state, data, blocks == 9 ? 8 : blocks); /* a count of too few bits */
}

void mistake_2(uint32_t state[4], const uint8_t *data, size_t blocks)
{
    loom_md5_blocks_portable(state, data, blocks);
    (void)*(const volatile uint8_t *)(data + 64 * blocks); /* reads one block ahead, also after the last */
}

void mistake_3(uint32_t state[258], const uint8_t *key, size_t length)
{
    loom_rc4_set_key_portable(state, key, length == 256 ? 1 : length);
}

void mistake_4(uint32_t state[258], const uint8_t *in, uint8_t *out, size_t length)
{
    loom_rc4_stream_portable(state, in, out, length);
    state[257] = length == 513 ? 0 : state[257];
}

void mistake_5(uint32_t state[258], const uint8_t *in, uint8_t *out, size_t length)
{
    loom_rc4_stream_portable(state, in, out, length);
    if (length % 8) { /* a tail rounded up to eight bytes */
        out[length] ^= 1;
    }
}

void mistake_6(const uint8_t *key, size_t rounds, uint8_t *schedule)
{
    loom_aes_set_decrypt_key_portable(key, rounds, schedule);
    schedule[16 * 13] ^= rounds == 14; /* a loop that ends one round key early */
}

void mistake_7(const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out, size_t blocks)
{
    if (blocks % 8 == 7) { /* a tail rounded up to the whole batch */
        (void)*(const volatile uint8_t *)(in + 16 * blocks);
    }
    loom_aes_ecb_encrypt_portable(schedule, rounds, in, out, blocks);
}

void mistake_8(const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out, size_t blocks)
{
    loom_aes_ecb_decrypt_portable(schedule, rounds, in, out, blocks);
    if (rounds == 12 && blocks == 32) { /* one key size's 32-block stage stores too much */
        memset(out + 16 * 32, 0, 16);
    }
}

MODE(mistake_9)
{
    loom_aes_cbc_encrypt_portable(schedule, rounds, iv, in, out, blocks);
    if (blocks == 0) { /* an iv that was never loaded is stored */
        memset(iv, 0, 16);
    }
}

MODE(mistake_10)
{
    loom_aes_cbc_decrypt_portable(schedule, rounds, iv, in, out, blocks);
    if (blocks) { /* in place, the ciphertext is gone by now */
        memcpy(iv, in + 16 * (blocks - 1), 16);
    }
}

/* A carry out of the 32 bits, at one place of a batch of so many blocks. */
static void carry(const uint8_t *schedule, size_t rounds, uint8_t iv[16], const uint8_t *in, uint8_t *out,
                  size_t blocks, uint32_t batch, uint32_t place)
{
    const uint32_t begin = (uint32_t)iv[12] << 24 | (uint32_t)iv[13] << 16 | (uint32_t)iv[14] << 8 | iv[15];
    const uint32_t left = 0 - begin; /* blocks until the counter wraps; 0: 2^32 */
    loom_aes_ctr32_portable(schedule, rounds, iv, in, out, blocks);
    iv[11] = (uint8_t)(iv[11] + (left != 0 && left <= blocks && (left - 1) % batch == place));
}

MODE(mistake_11)
{
    carry(schedule, rounds, iv, in, out, blocks, 1, 0);
}

MODE(mistake_12)
{
    carry(schedule, rounds, iv, in, out, blocks, 32, 30);
}
