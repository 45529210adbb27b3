/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Drop-in object for OpenSSL 1.1 to 4, ChaCha20: see alias.h. Key, counter and nonce are words in the byte order of the
 * CPU.
 */
#include "alias.h"

#include "bytes.h"

#if defined(LOOM_HAVE_chacha20_ctr32)

static LOOM_INNER void chacha(uint8_t *out, const uint8_t *in, size_t length, const uint32_t *key,
                              const uint32_t *counter)
{
    uint8_t bytes[32], next[16], last[64];
    size_t whole = length / 64, rest = length % 64;
    for (size_t i = 0; i < 8; i++) {
        store_le32(bytes + 4 * i, key[i]);
    }
    for (size_t i = 0; i < 4; i++) {
        store_le32(next + 4 * i, counter[i]);
    }
    loom_call_chacha20_ctr32(bytes, next, in, out, whole);
    if (rest > 0) {
        memcpy(last, in + 64 * whole, rest);
        loom_call_chacha20_ctr32(bytes, next, last, last, 1);
        memcpy(out + 64 * whole, last, rest);
        wipe_short(last, sizeof last);
    }
    wipe_short(bytes, sizeof bytes);
}

/* The caller's counter stays as it is. */
ALIAS(void, ChaCha20_ctr32,
      (uint8_t *out, const uint8_t *in, size_t length, const uint32_t *key, const uint32_t *counter))
{
    chacha(out, in, length, key, counter);
    loom_clean_below(LOOM_LITTLE_DEAD);
}

#endif
