/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * A MAC over plaintext of secret length. The length of a CBC record's plaintext is secret until the MAC has been
 * checked. The number of compressions is always the same, and one of them gives the digest.
 */
#include "tls.h"

#if defined(LOOM_TLS_CBC)

#include <string.h>

#include "clean.h"

enum { LARGEST_BLOCK = 128, LARGEST_STATE = 64 };

/* The state of any hash. A block function takes the member with its words. */
union state {
    uint32_t narrow[LARGEST_STATE / 4];
    uint64_t wide[LARGEST_STATE / 8];
    uint8_t bytes[LARGEST_STATE];
};

void loom_tls_hidden_mac(const struct loom_hash *hash, const loom_tls_hash *inner, const loom_tls_hash *outer,
                         const uint8_t header[TLS_HEADER], const uint8_t *data, size_t length, size_t least,
                         size_t most, uint8_t *mac)
{
    size_t block = hash->block, state_bytes = hash->word * hash->words, count_bytes = 2 * hash->word;
    unsigned shift = block == 128 ? 7 : 6; /* a shift, because the time of a division depends on its operands */
    size_t message = TLS_HEADER + length;
    size_t whole = (TLS_HEADER + least) >> shift;                     /* blocks that are full with every length */
    size_t blocks = ((TLS_HEADER + most + count_bytes) >> shift) + 1; /* of the longest message */
    size_t final = (message + count_bytes) >> shift;                  /* the block that contains the count of bits */
    uint64_t bits = 8 * (uint64_t)(block + message);
    union state state;
    uint8_t buffer[LARGEST_BLOCK], digest[LARGEST_STATE] = {0}, count[16] = {0};
    loom_tls_hash end = *outer;
    memcpy(&state, inner, state_bytes); /* a context begins with the state */
    for (size_t i = 0; i < 8; i++) {
        count[count_bytes - 1 - i] = (uint8_t)(bits >> (8 * i));
    }
    if (whole > 0) {
        memcpy(buffer, header, TLS_HEADER);
        memcpy(buffer + TLS_HEADER, data, block - TLS_HEADER);
        hash->blocks(&state, buffer, 1);
        if (whole > 1) {
            hash->blocks(&state, data + block - TLS_HEADER, whole - 1);
        }
    }
    for (size_t b = whole; b < blocks; b++) {
        size_t is_final = if_equal(b, final);
        for (size_t i = 0; i < block; i++) {
            size_t at = b * block + i;
            size_t byte = at < TLS_HEADER ? header[at] : at < TLS_HEADER + most ? data[at - TLS_HEADER] : 0;
            byte = (byte & if_less(at, message)) | (0x80 & if_equal(at, message));
            if (i >= block - count_bytes) {
                byte |= count[i - (block - count_bytes)] & is_final;
            }
            buffer[i] = (uint8_t)byte;
        }
        hash->blocks(&state, buffer, 1);
        for (size_t i = 0; i < state_bytes; i++) {
            digest[i] = (uint8_t)(digest[i] | (state.bytes[i] & is_final));
        }
    }
    /* The words of the digest, most significant byte first. */
    memcpy(&state, digest, state_bytes);
    for (size_t i = 0; i < hash->digest; i++) {
        uint64_t word = hash->word == 8 ? state.wide[i / 8] : state.narrow[i / 4];
        digest[i] = (uint8_t)(word >> (8 * (hash->word - 1 - i % hash->word)));
    }
    loom_hash_update(hash, &end, digest, hash->digest);
    loom_hash_final(hash, &end, mac);
    loom_wipe(&state, sizeof state);
    loom_wipe(buffer, sizeof buffer);
    loom_wipe(digest, sizeof digest);
}

#endif
