/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * A MAC over plaintext of secret length. The length of a CBC record's plaintext is secret until the MAC has been
 * checked. The number of compressions is always the same, and one of them gives the digest.
 */
#include "tls.h"

#if defined(LOOM_TLS_CBC)

#include <string.h>

#include "bytes.h"
#include "clean.h"

enum { LARGEST_BLOCK = 128 };

#define EIGHT(byte) (byte), (byte) + 1, (byte) + 2, (byte) + 3, (byte) + 4, (byte) + 5, (byte) + 6, (byte) + 7
const uint8_t loom_tls_positions[128] = {EIGHT(128), EIGHT(136), EIGHT(144), EIGHT(152), EIGHT(160), EIGHT(168),
                                         EIGHT(176), EIGHT(184), EIGHT(192), EIGHT(200), EIGHT(208), EIGHT(216),
                                         EIGHT(224), EIGHT(232), EIGHT(240), EIGHT(248)};

/* The words of a digest, most significant byte first. The second limit is that of any digest: gcc -O3 looks for it. */
static void store_digest(const struct loom_hash *hash, const union tls_state *state, uint8_t *digest)
{
    if (hash->word == 8) {
        for (size_t i = 0; 8 * i < hash->digest && i < 8; i++) {
            store_be64(digest + 8 * i, state->wide[i]);
        }
    } else {
        for (size_t i = 0; 4 * i < hash->digest && i < 8; i++) {
            store_be32(digest + 4 * i, state->narrow[i]);
        }
    }
}

/* Ends the message, whose last byte is before the secret `position` in the block, by a bit, and clears what is behind.
 * `begun` is 0 if the message ends before the block, else all ones. */
static void end_message(uint8_t *block, size_t bytes, size_t position, size_t begun)
{
    for (size_t i = 0; i < bytes; i += WORD) {
        size_t from = distance(i, position);
        store_word(block + i, (load_word(block + i) & bytes_before(from)) | (byte_at(from) & begun));
    }
}

void loom_tls_hidden_mac(const struct loom_hash *hash, union tls_state *state, const loom_tls_hash *outer,
                         const uint8_t header[TLS_HEADER], const uint8_t *data, size_t length, size_t least,
                         size_t most, uint8_t mac[64])
{
    size_t block = hash->block, state_bytes = hash->word * hash->words, count_bytes = 2 * hash->word;
    unsigned shift = block == 128 ? 7 : 6; /* a shift, because the time of a division depends on its operands */
    size_t message = TLS_HEADER + length;
    size_t final = (message + count_bytes) >> shift; /* the block that contains the count of bits */
    size_t whole = tls_full_blocks(hash, least), start = whole << shift;
    size_t blocks = ((TLS_HEADER + most + count_bytes) >> shift) + 1; /* of the longest message */
    size_t had = start == 0 ? TLS_HEADER : 0, taken = TLS_HEADER + most - start - had;
    size_t room = (blocks - whole) << shift;
    struct {
        union tls_state digest;
        uint8_t count[4];
        /* The bytes of secret number, beside them parts of blocks, and a block of the count: `room` bytes. */
        uint8_t tail[TLS_LARGEST_PAD + 3 * LARGEST_BLOCK];
    } secret;
    if (had > 0) {
        memcpy(secret.tail, header, TLS_HEADER);
    }
    memcpy(secret.tail + had, data + start + had - TLS_HEADER, taken);
    memset(secret.tail + had + taken, 0, room - had - taken);
    memset(&secret.digest, 0, sizeof secret.digest);
    store_be32(secret.count, (uint32_t)(8 * (block + message))); /* the key's block, header and plaintext */
    for (size_t b = whole; b < blocks; b++, start += block) {
        uint8_t *at = secret.tail + ((b - whole) << shift), *from = (uint8_t *)state, *to = (uint8_t *)&secret.digest;
        size_t is_final = if_equal(b, final);
        end_message(at, block, position_in(message, start, block), ~if_less(message, start));
        for (size_t i = 0; i < sizeof secret.count; i++) {
            at[block - 4 + i] = (uint8_t)(at[block - 4 + i] | (secret.count[i] & is_final));
        }
        hash->blocks(state, at, 1);
        for (size_t i = 0; i < state_bytes; i += WORD) {
            store_word(to + i, load_word(to + i) | (load_word(from + i) & is_final));
        }
    }
    memset(secret.tail, 0, block);
    store_digest(hash, &secret.digest, secret.tail);
    secret.tail[hash->digest] = 0x80;
    store_be32(secret.tail + block - 4, (uint32_t)(8 * (block + hash->digest)));
    memcpy(state, outer, state_bytes); /* a context begins with the state */
    hash->blocks(state, secret.tail, 1);
    store_digest(hash, state, mac);
    loom_wipe(&secret, sizeof secret - sizeof secret.tail + room);
}

#endif
