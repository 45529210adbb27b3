/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * AES-GCM in portable C: the two single kernels that dispatch chose, one after the other. Whole messages: also the
 * kernels of both in one pass.
 */
#include "bytes.h"
#include "clean.h"

#if defined(LOOM_HAVE_aes_ctr32) && defined(LOOM_HAVE_ghash_blocks)

#if defined(LOOM_HAVE_aes_gcm_encrypt)
void LOOM_CDECL loom_aes_gcm_encrypt_portable(const uint8_t *schedule, size_t rounds, uint8_t counter[16],
                                              const uint8_t powers[256], uint8_t xi[16], const uint8_t *in,
                                              uint8_t *out, size_t blocks)
{
    loom_k_aes_ctr32(schedule, rounds, counter, in, out, blocks);
    loom_k_ghash_blocks(powers, xi, out, blocks);
}
#endif

#if defined(LOOM_HAVE_aes_gcm_decrypt)
void LOOM_CDECL loom_aes_gcm_decrypt_portable(const uint8_t *schedule, size_t rounds, uint8_t counter[16],
                                              const uint8_t powers[256], uint8_t xi[16], const uint8_t *in,
                                              uint8_t *out, size_t blocks)
{
    loom_k_ghash_blocks(powers, xi, in, blocks);
    loom_k_aes_ctr32(schedule, rounds, counter, in, out, blocks);
}
#endif

#if defined(LOOM_HAVE_aes_gcm_seal_message) && defined(LOOM_HAVE_aes_gcm_open_message) && \
    defined(LOOM_HAVE_aes_gcm_encrypt) && defined(LOOM_HAVE_aes_gcm_decrypt)

/* Bytes of text that go through a buffer, at most. Bytes of stack that an inner half takes, at most. Where the powers
 * are that the other kernels take. */
enum { GCM_TEXT = 80, IN_MESSAGE = 512, LAST = 96 };

#define MESSAGE                                                                                                \
    const uint8_t *schedule, size_t rounds, const uint8_t powers[352], uint8_t message[64], const uint8_t *in, \
        uint8_t *out, size_t length
#define PASSED schedule, rounds, powers, message, in, out, length

/* Mask and text take one call of the cipher if the text is short, and associated data and text one of the hash: then
 * the mask has the place of the associated data's block, which comes there later. Compiled for each direction, and for
 * short text: `opens` and `small` are constants. */
static LOOM_INLINE void gcm_message(int opens, int small, MESSAGE)
{
    struct {
        uint8_t counter[16], mask[16], hashed[16 + GCM_TEXT + 16], opened[16 + GCM_TEXT];
    } work;
    const uint8_t *last_powers = powers + LAST;
    uint8_t *text = work.hashed + 16, *from = text - 16, *to = opens ? work.opened : from;
    size_t blocks = small ? 0 : length / 16, rest = length - 16 * blocks, last;
    copy_sixteen(work.counter, message + 16);
    store_sixteen(text - 16, 0, 0);
    last = copy_padded(text, after(in, 16 * blocks), rest);
    loom_k_aes_ctr32(schedule, rounds, work.counter, text - 16, to, small ? 1 + last : 1);
    copy_sixteen(work.mask, to);
    copy_sixteen(text - 16, message + 32);
    if (!small) {
        loom_k_ghash_blocks(last_powers, message, from, 1);
        if (opens) {
            loom_k_aes_gcm_decrypt(schedule, rounds, work.counter, last_powers, message, in, out, blocks);
        } else {
            loom_k_aes_gcm_encrypt(schedule, rounds, work.counter, last_powers, message, in, out, blocks);
        }
        loom_k_aes_ctr32(schedule, rounds, work.counter, text, to + 16, last);
        from = text;
    }
    copy_bytes(after_written(out, 16 * blocks), to + 16, rest);
    if (!opens) {
        cut(text, rest);
    }
    copy_sixteen(text + 16 * last, message + 48);
    loom_k_ghash_blocks(last_powers, message, from, (size_t)(text - from) / 16 + last + 1);
    put_sum(message, message, work.mask);
    wipe_short(message + 16, 48);
    wipe_short(&work, sizeof work);
}

#define INNER(name, opens, small)          \
    static LOOM_INNER void name(MESSAGE)   \
    {                                      \
        gcm_message(opens, small, PASSED); \
    }
INNER(seal_small, 0, 1)
INNER(seal_any, 0, 0)
INNER(open_small, 1, 1)
INNER(open_any, 1, 0)

#define OUTER(name)                                                 \
    void LOOM_CDECL loom_aes_gcm_##name##_message_portable(MESSAGE) \
    {                                                               \
        if (length <= GCM_TEXT) {                                   \
            name##_small(PASSED);                                   \
        } else {                                                    \
            name##_any(PASSED);                                     \
        }                                                           \
        loom_clean_below(IN_MESSAGE);                               \
    }
OUTER(seal)
OUTER(open)

#endif

#endif
