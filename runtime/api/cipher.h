/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The interface of a block cipher: checks sizes and keys, and calls the kernels that dispatch chose. The file of each
 * kernel <cipher>_<mode> has CIPHER_<mode>. `arguments`: those of the kernel.
 */
#ifndef LOOM_CIPHER_H
#define LOOM_CIPHER_H

#include "memory.h"

#include "bytes.h"

#include "clean.h"
#include "entry.h"
#include "keyed.h"

/* Puts the units of a schedule into the reverse order; `unit` is some words of 32 bits. */
static LOOM_INLINE void reverse_units(void *schedule, size_t bytes, size_t unit)
{
    uint8_t *low = (uint8_t *)schedule, *high = low + bytes;
    for (high -= unit; low < high; low += unit, high -= unit) {
        for (size_t n = 0; n < unit; n += 4) {
            uint32_t first, last;
            memcpy(&first, low + n, 4);
            memcpy(&last, high + n, 4);
            memcpy(low + n, &last, 4);
            memcpy(high + n, &first, 4);
        }
    }
}

/* `rounds_of`, `reversed`: the rounds, and the bytes of the schedule that decryption takes in reverse order, for
 * `key_bytes` bytes of a key; 0 rounds for other sizes. */
#define CIPHER_set_key(name, block, arguments, rounds_of, reversed, unit)                                      \
    int LOOM_CDECL loom_##name##_set_encrypt_key(loom_##name##_ctx *ctx, const uint8_t *key, size_t key_bytes) \
    {                                                                                                          \
        uint32_t rounds = rounds_of;                                                                           \
        if (rounds == 0) {                                                                                     \
            return -1;                                                                                         \
        }                                                                                                      \
        ctx->rounds = rounds;                                                                                  \
        ctx->direction = rounds ^ LOOM_ENCRYPTS;                                                               \
        loom_call_##name##_set_key arguments;                                                                  \
        return 0;                                                                                              \
    }                                                                                                          \
    static LOOM_INNER void reverse_##name(loom_##name##_ctx *ctx, size_t key_bytes)                            \
    {                                                                                                          \
        reverse_units(ctx->schedule, reversed, unit);                                                          \
        (void)key_bytes;                                                                                       \
    }                                                                                                          \
    int LOOM_CDECL loom_##name##_set_decrypt_key(loom_##name##_ctx *ctx, const uint8_t *key, size_t key_bytes) \
    {                                                                                                          \
        if (loom_##name##_set_encrypt_key(ctx, key, key_bytes) != 0) {                                         \
            return -1;                                                                                         \
        }                                                                                                      \
        ctx->direction ^= LOOM_ENCRYPTS ^ LOOM_DECRYPTS;                                                       \
        reverse_##name(ctx, key_bytes);                                                                        \
        loom_clean_below(LOOM_LITTLE_DEAD);                                                                    \
        return 0;                                                                                              \
    }                                                                                                          \
    void LOOM_CDECL loom_##name##_wipe(loom_##name##_ctx *ctx)                                                 \
    {                                                                                                          \
        loom_wipe(ctx, sizeof *ctx);                                                                           \
    }

/* A mode on whole blocks. Kernels change nothing for no blocks. `iv`: the parameter that the mode has beside the text.
 */
#define CIPHER_MODE(name, mode, kernel, which, block, iv, arguments)                                      \
    int LOOM_CDECL loom_##name##_##mode(const loom_##name##_ctx *ctx, iv const uint8_t *in, uint8_t *out, \
                                        size_t length)                                                    \
    {                                                                                                     \
        if (length % (block) != 0 || !LOOM_KEYED(ctx, which)) {                                           \
            return -1;                                                                                    \
        }                                                                                                 \
        loom_call_##name##_##kernel arguments;                                                            \
        return 0;                                                                                         \
    }
#define NO_IV
#define TAKES_IV(block) uint8_t iv[block],

#define CIPHER_cbc_encrypt(name, block, arguments) \
    CIPHER_MODE(name, cbc_encrypt, cbc_encrypt, LOOM_ENCRYPTS, block, TAKES_IV(block), arguments)
#define CIPHER_cbc_decrypt(name, block, arguments) \
    CIPHER_MODE(name, cbc_decrypt, cbc_decrypt, LOOM_DECRYPTS, block, TAKES_IV(block), arguments)
#define CIPHER_ecb(name, block, arguments)                                      \
    CIPHER_MODE(name, ecb_encrypt, ecb, LOOM_ENCRYPTS, block, NO_IV, arguments) \
    CIPHER_MODE(name, ecb_decrypt, ecb, LOOM_DECRYPTS, block, NO_IV, arguments)

/* Counter mode over the kernel of ECB, for blocks of 16 bytes: the blocks of this many counters at a time. */
enum { COUNTED = 64 };

/* Writes blocks that count from `counter`, one number of 128 bits, and leaves the next one there. */
static LOOM_INLINE void count_blocks(uint8_t *to, size_t bytes, uint8_t counter[16])
{
    uint64_t high = load_be64(counter), low = load_be64(counter + 8);
    for (; bytes > 0; bytes -= 16, to += 16, high += ++low == 0) {
        store_sixteen(to, reversed(high), reversed(low));
    }
    store_sixteen(counter, reversed(high), reversed(low));
}

#define CIPHER_ctr(name, block, arguments)                                                                 \
    static LOOM_INNER void name##_ctr(const loom_##name##_ctx *ctx, uint8_t *counter, const uint8_t *from, \
                                      uint8_t *to, size_t left)                                            \
    {                                                                                                      \
        uint8_t out[16 * COUNTED];                                                                         \
        const uint8_t *in = out;                                                                           \
        while (left > 0) {                                                                                 \
            size_t now = left < sizeof out ? left : sizeof out, length = (now + 15) / 16 * 16;             \
            count_blocks(out, length, counter);                                                            \
            loom_call_##name##_ecb arguments;                                                              \
            for (length = 0; length + 16 <= now; length += 16) {                                           \
                put_sum(to + length, from + length, out + length);                                         \
            }                                                                                              \
            for (; length < now; length++) {                                                               \
                to[length] = from[length] ^ out[length];                                                   \
            }                                                                                              \
            from += now;                                                                                   \
            to += now;                                                                                     \
            left -= now;                                                                                   \
        }                                                                                                  \
        loom_wipe(out, sizeof out);                                                                        \
    }                                                                                                      \
    int LOOM_CDECL loom_##name##_ctr(const loom_##name##_ctx *ctx, uint8_t counter[16], const uint8_t *in, \
                                     uint8_t *out, size_t length)                                          \
    {                                                                                                      \
        if (!LOOM_KEYED(ctx, LOOM_ENCRYPTS)) {                                                             \
            return -1;                                                                                     \
        }                                                                                                  \
        if (length > 0) {                                                                                  \
            name##_ctr(ctx, counter, in, out, length);                                                     \
            loom_clean_below(16 * COUNTED + LOOM_LITTLE_DEAD);                                             \
        }                                                                                                  \
        return 0;                                                                                          \
    }

#endif
