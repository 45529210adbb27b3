/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * AES-GCM-SIV (RFC 8452). POLYVAL is GHASH of blocks with their bytes reversed, under a key that is moved by one bit
 * (RFC 8452, appendix A). The counter is little-endian and comes first in a block: the kernel of ECB makes the key
 * stream.
 */
#include "aes_key.h"

#if defined(LOOM_AES_GCM_SIV)

#include "memory.h"

#include "bytes.h"
#include "clean.h"
#include "entry.h"

/* Blocks that go through a buffer at once, and bytes of stack that the C over the kernels takes, at most. */
enum { SIV_BLOCKS = 16, IN_SIV = 1376 };

struct siv {
    uint8_t powers[352], sum[16], tag[16], buffer[16 * SIV_BLOCKS];
    loom_aes_ctx key;
};

/* Copies a block's bytes in reverse order. */
static LOOM_INLINE void put_reversed(uint8_t *to, const uint8_t *from)
{
    uint64_t low = load_le64(from), high = load_le64(from + 8);
    store_sixteen(to, reversed(high), reversed(low));
}

/* Hashes bytes, with zeros behind them to the end of a block. */
static void siv_hash(struct siv *it, const uint8_t *from, size_t length)
{
    while (length > 0) {
        size_t blocks = 0;
        for (; blocks < SIV_BLOCKS && length >= 16; blocks++, from += 16, length -= 16) {
            put_reversed(it->buffer + 16 * blocks, from);
        }
        if (blocks < SIV_BLOCKS && length > 0) {
            uint8_t *last = it->buffer + 16 * blocks++;
            memset(last, 0, 16);
            memcpy(last, from, length);
            put_reversed(last, last);
            length = 0;
        }
        loom_call_ghash_blocks(it->powers + 96, it->sum, it->buffer, blocks);
    }
}

/* The keys of a nonce. */
static void siv_keys(struct siv *it, const loom_aes_ctx *key, const uint8_t nonce[12])
{
    uint32_t count = key->rounds == 10 ? 4 : 6;
    uint64_t low, high;
    for (uint32_t i = 0; i < count; i++) {
        store_le32(it->buffer + 16 * i, i);
        memcpy(it->buffer + 16 * i + 4, nonce, 12);
    }
    loom_call_aes_ecb_encrypt(key->schedule, key->rounds, it->buffer, it->buffer, count);
    for (uint32_t i = 1; i < count; i++) {
        memcpy(it->buffer + 8 * i, it->buffer + 16 * i, 8);
    }
    low = load_le64(it->buffer);
    high = load_le64(it->buffer + 8);
    store_be64(it->sum, high >> 1 ^ (low & 1) * (UINT64_C(0xe1) << 56));
    store_be64(it->sum + 8, low >> 1 | high << 63);
    loom_call_ghash_powers(it->sum, it->powers);
    store_sixteen(it->sum, 0, 0);
    (void)!loom_aes_set_encrypt_key(&it->key, it->buffer + 16, 8 * (count - 2));
}

/* The tag of associated data and text. */
static void siv_tag(struct siv *it, const uint8_t nonce[12], const uint8_t *aad, size_t aad_length, const uint8_t *text,
                    size_t length)
{
    uint8_t lengths[16];
    siv_hash(it, aad, aad_length);
    siv_hash(it, text, length);
    store_le64(lengths, (uint64_t)aad_length << 3);
    store_le64(lengths + 8, (uint64_t)length << 3);
    siv_hash(it, lengths, 16);
    put_reversed(it->tag, it->sum);
    for (int i = 0; i < 12; i++) {
        it->tag[i] ^= nonce[i];
    }
    it->tag[15] &= 0x7f;
    loom_call_aes_ecb_encrypt(it->key.schedule, it->key.rounds, it->tag, it->tag, 1);
}

static void siv_cipher(struct siv *it, const uint8_t tag[16], const uint8_t *in, uint8_t *out, size_t length)
{
    uint32_t counter = load_le32(tag);
    while (length > 0) {
        size_t now = length < sizeof it->buffer ? length : sizeof it->buffer, i = 0;
        for (; i < now; i += 16) {
            memcpy(it->buffer + i, tag, 16);
            store_le32(it->buffer + i, counter++);
            it->buffer[i + 15] |= 0x80;
        }
        loom_call_aes_ecb_encrypt(it->key.schedule, it->key.rounds, it->buffer, it->buffer, i / 16);
        for (i = 0; i + 8 <= now; i += 8) {
            store_le64(out + i, load_le64(in + i) ^ load_le64(it->buffer + i));
        }
        for (; i < now; i++) {
            out[i] = in[i] ^ it->buffer[i];
        }
        in += now;
        out += now;
        length -= now;
    }
}

/* RFC 8452, 4: bytes of text and of associated data. */
static LOOM_INLINE int siv_fits(uint64_t length)
{
    return length <= UINT64_C(1) << 36;
}

/* Opens with an expected tag, and seals without one. */
static LOOM_INNER int siv(const loom_aes_ctx *key, const uint8_t nonce[12], const uint8_t *aad, size_t aad_length,
                          const uint8_t *in, size_t length, uint8_t *out, const uint8_t *expected, uint8_t *tag)
{
    struct siv it;
    int good = 1, fits = siv_fits(length) && apart(in, out, length);
    if (!fits || !loom_aes_keyed(key, LOOM_ENCRYPTS) || key->rounds == 12 || !siv_fits(aad_length)) {
        good = 0;
    } else {
        siv_keys(&it, key, nonce);
        if (expected == NULL) {
            siv_tag(&it, nonce, aad, aad_length, in, length);
            siv_cipher(&it, it.tag, in, out, length);
            memcpy(tag, it.tag, 16);
        } else {
            siv_cipher(&it, expected, in, out, length);
            siv_tag(&it, nonce, aad, aad_length, out, length);
            good = loom_equal(it.tag, expected, 16);
        }
        loom_wipe(&it, sizeof it);
    }
    if (!good && expected != NULL && fits) {
        erase(out, length);
    }
    return good - 1;
}

#define SIV_TAKES                                                                                               \
    const loom_aes_ctx *key, const uint8_t nonce[12], const uint8_t *aad, size_t aad_length, const uint8_t *in, \
        size_t length

int LOOM_CDECL loom_aes_gcm_siv_seal(SIV_TAKES, uint8_t *out, uint8_t tag[16])
{
    int result = siv(key, nonce, aad, aad_length, in, length, out, NULL, tag);
    loom_clean_below(IN_SIV);
    return result;
}

int LOOM_CDECL loom_aes_gcm_siv_open(SIV_TAKES, const uint8_t tag[16], uint8_t *out)
{
    int result = siv(key, nonce, aad, aad_length, in, length, out, tag, NULL);
    loom_clean_below(IN_SIV);
    return result;
}

#endif
