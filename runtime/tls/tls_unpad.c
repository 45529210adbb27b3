/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The padding and the MAC of a decrypted CBC record. Both are secret until the MAC has been checked: the path of
 * execution depends on the length of the record alone.
 */
#include "tls.h"

#if defined(LOOM_TLS_CBC)

#include "memory.h"

#include "clean.h"

LOOM_INNER void loom_tls_hidden_copy(uint8_t mac[64], size_t bytes, const uint8_t *data, size_t at, size_t least,
                                     size_t most)
{
    uint8_t moved[TLS_LARGEST_PAD + TLS_LARGEST_MAC + 2 * WORD];
    size_t range = most - least, longest = range < TLS_LARGEST_PAD / 2 ? range : TLS_LARGEST_PAD / 2;
    size_t room = bytes + 2 * longest + 2 * WORD, steps = at - least, chosen[WORD];
    memcpy(moved, data + least, range + bytes);
    memset(moved + range + bytes, 0, room - range - bytes);
    for (size_t step = TLS_LARGEST_PAD / 2; step >= WORD; step /= 2) {
        size_t taken = if_equal(steps & step, step);
        for (size_t i = 0; step <= range && i < bytes + step; i += WORD) {
            size_t here = load_word(moved + i);
            store_word(moved + i, here ^ ((here ^ load_word(moved + i + step)) & taken));
        }
    }
    for (size_t i = 0; i < WORD; i++) {
        chosen[i] = if_equal(steps % WORD, i);
    }
    for (size_t i = 0; i < bytes; i += WORD) {
        size_t word = 0;
        for (size_t j = 0; j < WORD; j++) {
            word |= load_word(moved + i + j) & chosen[j];
        }
        store_word(mac + i, word);
    }
    loom_wipe(moved, room);
}

size_t loom_tls_if_padded(const uint8_t *data, size_t length, size_t from, size_t pad)
{
    size_t wrong = 0, right = pad * EACH_BYTE(1);
    for (size_t at = length < TLS_LARGEST_PAD ? 0 : length - TLS_LARGEST_PAD; at < length; at += 128) {
        size_t bytes = length - at < 128 ? length - at : 128, position = position_in(from, at, bytes);
        for (size_t i = 0; i < bytes; i += WORD) {
            wrong |= (load_word(data + at + i) ^ right) & ~bytes_before(distance(i, position));
        }
    }
    return if_equal(wrong, 0);
}

enum { SMALLEST_BLOCK = 8 }; /* bytes, of triple DES */

static LOOM_INNER int cbc_unpad(const uint8_t *data, size_t length, const uint8_t *instead, uint8_t *mac,
                                size_t mac_bytes, size_t *plaintext)
{
    uint8_t got[64];
    size_t most, least, pad, good;
    *plaintext = 0;
    if (mac_bytes > TLS_LARGEST_MAC || mac_bytes % 4 != 0 || length % SMALLEST_BLOCK != 0 || length <= mac_bytes) {
        return -1;
    }
    most = length - mac_bytes - 1;
    least = most < TLS_LARGEST_PAD ? 0 : most - (TLS_LARGEST_PAD - 1);
    pad = hidden(data[length - 1]);
    good = ~if_less(most, pad);
    good &= loom_tls_if_padded(data, length, length - 1 - (pad & good), pad);
    *plaintext = most - (pad & good);
    if (mac_bytes == 0) { /* the record was authentic before it was decrypted: the verdict is no secret */
        *plaintext &= good;
        return (int)(good & 1) - 1;
    }
    loom_tls_hidden_copy(got, mac_bytes, data, *plaintext, least, most);
    for (size_t i = 0; i < mac_bytes; i++) {
        mac[i] = (uint8_t)((got[i] & hidden(good)) | (instead[i] & ~hidden(good)));
    }
    loom_wipe(got, sizeof got);
    return 0;
}

int LOOM_CDECL loom_tls_cbc_unpad(const uint8_t *data, size_t length, const uint8_t *instead, uint8_t *mac,
                                  size_t mac_bytes, size_t *plaintext)
{
    int result = cbc_unpad(data, length, instead, mac, mac_bytes, plaintext);
    loom_clean();
    return result;
}

#endif
