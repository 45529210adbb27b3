/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * A MAC over plaintext of secret length. The length of a CBC record's plaintext is secret until the MAC has been
 * checked. The number of compressions is always the same, and one of them gives the digest.
 */
#include "tls.h"

#if defined(LOOM_TLS_CBC)

#include "memory.h"

#include "bytes.h"
#include "clean.h"

enum {
    LARGEST_BLOCK = 128,
    LONGEST_MESSAGE = 1 << 28 /* bytes; the count of bits has 32 */
};

#define EIGHT(byte) (byte), (byte) + 1, (byte) + 2, (byte) + 3, (byte) + 4, (byte) + 5, (byte) + 6, (byte) + 7
const uint8_t loom_tls_positions[128] = {EIGHT(128), EIGHT(136), EIGHT(144), EIGHT(152), EIGHT(160), EIGHT(168),
                                         EIGHT(176), EIGHT(184), EIGHT(192), EIGHT(200), EIGHT(208), EIGHT(216),
                                         EIGHT(224), EIGHT(232), EIGHT(240), EIGHT(248)};

/* The words of a digest. The second limit is that of any digest: gcc -O3 looks for it. */
static void store_digest(const struct loom_hash *hash, const union tls_state *state, uint8_t *digest)
{
    if (hash->word == 8) {
        for (size_t i = 0; 8 * i < hash->digest && i < 8; i++) {
            store_be64(digest + 8 * i, state->wide[i]);
        }
        return;
    }
    for (size_t i = 0; 4 * i < hash->digest && i < 8; i++) {
        (hash->little_endian ? store_le32 : store_be32)(digest + 4 * i, state->narrow[i]);
    }
}

/* The low half of the count of bits at the end of a message, in the order of the hash; returns its place in the block.
 */
static size_t store_count(const struct loom_hash *hash, size_t bytes, uint8_t count[4])
{
    (hash->little_endian ? store_le32 : store_be32)(count, (uint32_t)(8 * bytes));
    return hash->block - (hash->little_endian ? 8 : 4);
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

void loom_tls_hidden_mac(const struct loom_hash *hash, union tls_state *state, const void *outer,
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
    size_t room = (blocks - whole) << shift, counted;
    struct {
        union tls_state digest;
        uint8_t count[4];
        /* The bytes of secret number, beside them parts of blocks, and a block of the count: `room` bytes. */
        uint8_t tail[TLS_LARGEST_PAD + 3 * LARGEST_BLOCK];
    } secret;
    if (had > 0) {
        memcpy(secret.tail, header, TLS_HEADER);
    }
    if (taken > 0) { /* `data` may be NULL otherwise */
        memcpy(secret.tail + had, data + (start + had - TLS_HEADER), taken);
    }
    memset(secret.tail + had + taken, 0, room - had - taken);
    memset(&secret.digest, 0, sizeof secret.digest);
    counted = store_count(hash, block + message, secret.count); /* the key's block, header and plaintext */
    for (size_t b = whole; b < blocks; b++, start += block) {
        uint8_t *at = secret.tail + ((b - whole) << shift), *from = (uint8_t *)state, *to = (uint8_t *)&secret.digest;
        size_t is_final = if_equal(b, final);
        end_message(at, block, position_in(message, start, block), ~if_less(message, start));
        for (size_t i = 0; i < sizeof secret.count; i++) {
            at[counted + i] = (uint8_t)(at[counted + i] | (secret.count[i] & is_final));
        }
        hash->blocks(state, at, 1);
        for (size_t i = 0; i < state_bytes; i += WORD) {
            store_word(to + i, load_word(to + i) | (load_word(from + i) & is_final));
        }
    }
    memset(secret.tail, 0, block);
    store_digest(hash, &secret.digest, secret.tail);
    secret.tail[hash->digest] = 0x80;
    store_count(hash, block + hash->digest, secret.tail + counted);
    memcpy(state, outer, state_bytes); /* a context begins with the state */
    hash->blocks(state, secret.tail, 1);
    store_digest(hash, state, mac);
    loom_wipe(&secret, sizeof secret - sizeof secret.tail + room);
}

LOOM_INNER void loom_tls_take(struct tls_taking *t, size_t blocks)
{
    size_t block = t->hash->block;
    if (t->taken == 0 && blocks > 0) {
        uint8_t first[128];
        memcpy(first, t->header, TLS_HEADER);
        memcpy(first + TLS_HEADER, t->data, block - TLS_HEADER);
        t->hash->blocks(t->state, first, 1);
        t->taken = 1;
        loom_wipe(first, block);
    }
    if (blocks > t->taken) {
        t->hash->blocks(t->state, t->data + t->taken * block - TLS_HEADER, blocks - t->taken);
        t->taken = blocks;
    }
}

/* ---- HMAC of a message of secret length ---- */

static LOOM_INNER int hidden_hmac(const struct loom_hash *hash, const void *outer, const uint8_t header[TLS_HEADER],
                                  const uint8_t *data, const size_t *length, size_t longest, uint8_t *mac)
{
    size_t least = longest < TLS_LARGEST_PAD ? 0 : longest - TLS_LARGEST_PAD;
    struct {
        union tls_state state;
        uint8_t mac[64];
    } secret;
    struct tls_taking taking = {hash, &secret.state, header, data, 0};
    if (!loom_hash_live(hash, outer) || longest > LONGEST_MESSAGE) {
        memset(mac, 0, hash->digest);
        return -1;
    }
    memcpy(&secret.state, loom_hmac_kept(hash, outer), hash->word * hash->words);
    loom_tls_take(&taking, tls_full_blocks(hash, least));
    loom_tls_hidden_mac(hash, &secret.state, outer, header, data, *length, least, longest, secret.mac);
    memcpy(mac, secret.mac, hash->digest);
    loom_wipe(&secret, sizeof secret);
    return 0;
}

/* The secret length is in no argument of the inner half: an argument on the stack would be above what loom_clean
 * overwrites. */
#define HIDDEN_HMAC(name, kernel, word, words, block, bytes, ...)                                                    \
    int LOOM_CDECL loom_hmac_##name##_hidden(const loom_hmac_##name##_ctx *ctx, const uint8_t header[TLS_HEADER],    \
                                             const uint8_t *data, size_t length, size_t longest, uint8_t mac[bytes]) \
    {                                                                                                                \
        int result = hidden_hmac(&loom_hash_##name, &ctx->outer, header, data, &length, longest, mac);               \
        loom_wipe(&length, sizeof length);                                                                           \
        loom_clean();                                                                                                \
        return result;                                                                                               \
    }

LOOM_HMACS(HIDDEN_HMAC)

#endif
