/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Shared by the files about TLS records: arithmetic on secret numbers, without a branch or an address that depends on
 * them.
 */
#ifndef LOOM_TLS_H
#define LOOM_TLS_H

#include "aes_key.h"
#include "bytes.h"
#include "hash.h"

#include "memory.h"

#if defined(LOOM_HAVE_aes_set_encrypt_key) && defined(LOOM_HAVE_aes_set_decrypt_key) && \
    defined(LOOM_HAVE_aes_cbc_encrypt) && defined(LOOM_HAVE_aes_cbc_decrypt) && defined(LOOM_HAVE_tls_cbc_hashes)
#define LOOM_TLS_CBC 1
#endif
#if defined(LOOM_HAVE_rc4_set_key) && defined(LOOM_HAVE_rc4_stream) && defined(LOOM_HAVE_tls_rc4_hashes)
#define LOOM_TLS_RC4 1
#endif
#if defined(LOOM_HAVE_chacha20_ctr32) && defined(LOOM_HAVE_poly1305_blocks) && defined(LOOM_HAVE_poly1305_tag) && \
    defined(LOOM_HAVE_chacha20_poly1305_encrypt) && defined(LOOM_HAVE_chacha20_poly1305_decrypt)
#define LOOM_TLS13_CHACHA 1
#endif
#if defined(LOOM_AES_GCM) || defined(LOOM_TLS13_CHACHA)
#define LOOM_TLS13 1
#endif

enum {
    TLS_HEADER = 13, /* bytes under the MAC before the plaintext: sequence number, type, version, length */
    TLS_LARGEST_MAC = 48,
    TLS_LARGEST_PAD = 256, /* padding and its length byte */
    TLS_PLAINTEXT = 16384,
    WORD = sizeof(size_t)
};

enum { TLS_CBC_SEALS = 1, TLS_CBC_OPENS, TLS_STREAM }; /* the kind of a context; 0: not set yet */

#if defined(LOOM_TLS_CBC) || defined(LOOM_TLS_RC4) || defined(LOOM_TLS13)

/* All bytes under the MAC before the plaintext. */
static inline void tls_make_header(uint8_t whole[TLS_HEADER], const uint8_t header[11], size_t length)
{
    memcpy(whole, header, 11);
    whole[11] = (uint8_t)(length >> 8);
    whole[12] = (uint8_t)length;
}

/* All ones if a < b, else 0. Both are less than half the range of size_t. The compiler must not replace a loop's
 * counter by its difference to a secret. */
static inline size_t if_less(size_t a, size_t b)
{
    return hidden((size_t)0 - ((hidden(a) - hidden(b)) >> (8 * sizeof(size_t) - 1)));
}

/* All ones if a == b, else 0. */
static inline size_t if_equal(size_t a, size_t b)
{
    size_t x = a ^ b;
    return ~hidden((size_t)0 - ((x | ((size_t)0 - x)) >> (8 * sizeof(size_t) - 1)));
}

/* Words in memory, at any address. */
static inline size_t load_word(const uint8_t *p)
{
    size_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

static inline void store_word(uint8_t *p, size_t word)
{
    memcpy(p, &word, sizeof word);
}

/* All ones if a[0..bytes-1] and b[0..bytes-1] are the same, else 0. `bytes` is a multiple of four. */
static inline size_t if_same(const uint8_t *a, const uint8_t *b, size_t bytes)
{
    size_t different = 0, i = 0;
    for (; bytes - i >= WORD; i += WORD) {
        different |= hidden(load_word(a + i) ^ load_word(b + i));
    }
    if (i < bytes) {
        uint32_t x, y;
        memcpy(&x, a + i, sizeof x);
        memcpy(&y, b + i, sizeof y);
        different |= hidden((size_t)(x ^ y));
    }
    return if_equal(different, 0);
}

/* Bytes that one instruction masks. Where there are no vectors, gcc and clang make words of them. */
#if defined(__GNUC__)
typedef size_t tls_lanes __attribute__((vector_size(16)));
#define LANES_OF(word) ((tls_lanes){0} + (word))
#else
typedef size_t tls_lanes;
#define LANES_OF(word) (word)
#endif

/* data[0..bytes-1] &= mask, where `mask` is 0 or all ones. Goes from the end to the beginning: the cache has the end of
 * a long record, which was hashed last. */
static inline void keep_if(uint8_t *data, size_t bytes, size_t mask)
{
    enum { LANES = sizeof(tls_lanes) };
    tls_lanes lanes = LANES_OF(hidden(mask)), a, b;
    for (; bytes % LANES > 0; bytes--) {
        data[bytes - 1] = (uint8_t)(data[bytes - 1] & hidden(mask));
    }
    if (bytes % (2 * LANES) > 0) {
        bytes -= LANES;
        memcpy(&a, data + bytes, LANES);
        a &= lanes;
        memcpy(data + bytes, &a, LANES);
    }
    for (; bytes > 0; bytes -= 2 * LANES) {
        memcpy(&a, data + bytes - LANES, LANES);
        memcpy(&b, data + bytes - 2 * LANES, LANES);
        a &= lanes;
        b &= lanes;
        memcpy(data + bytes - LANES, &a, LANES);
        memcpy(data + bytes - 2 * LANES, &b, LANES);
    }
}

#endif

#if defined(LOOM_TLS_CBC)

/* The state of any hash. A block function takes the member with its words. */
union tls_state {
    uint32_t narrow[16];
    uint64_t wide[8];
};

/* The number of blocks under the MAC that are full with every length from `least` on. */
static inline size_t tls_full_blocks(const struct loom_hash *hash, size_t least)
{
    return (TLS_HEADER + least) >> (hash->block == 128 ? 7 : 6);
}

/* Arithmetic on all bytes of a word at once. */
#define EACH_BYTE(byte) ((size_t)-1 / 255 * (byte))

LOOM_INTERNAL_BEGIN

/* The bytes 0x80 to 0xff: the positions in 128 bytes, each with a bit that a difference may borrow. */
extern const uint8_t loom_tls_positions[128];

/* HMAC of `header` and data[0..length-1]. `length` is secret, and between `least` and `most`, which are public:
 * data[0..most-1] must be readable, `most` is at most 256 more than `least`, and the path of execution depends on
 * `least` and `most` alone. `state` is the state of the inner hash, which has taken the key and all full blocks; the
 * function overwrites the state. `outer` has taken its pad, and begins with its state. */
void loom_tls_hidden_mac(const struct loom_hash *hash, union tls_state *state, const void *outer,
                         const uint8_t header[TLS_HEADER], const uint8_t *data, size_t length, size_t least,
                         size_t most, uint8_t mac[64]);

/* A record's plaintext on its way into the MAC. */
struct tls_taking {
    const struct loom_hash *hash;
    union tls_state *state;
    const uint8_t *header, *data;
    size_t taken; /* blocks */
};

/* Hashes the blocks of header and plaintext up to `blocks`. The frame of its own keeps the stack of the caller small.
 */
void loom_tls_take(struct tls_taking *t, size_t blocks);

/* mac[0..bytes-1] = data[at..at+bytes-1], where `at` is secret, between `least` and `most`, which are public and at
 * most 255 apart. Copies all bytes that the MAC may have, and moves them to the front: by powers of two, and within a
 * word. */
void loom_tls_hidden_copy(uint8_t mac[64], size_t bytes, const uint8_t *data, size_t at, size_t least, size_t most);

/* All ones if the last bytes of data[0..length-1] from the secret position `from` on are all `pad`, else 0. Looks at as
 * many bytes as the longest padding has. */
size_t loom_tls_if_padded(const uint8_t *data, size_t length, size_t from, size_t pad);

LOOM_INTERNAL_END

/* The secret position `at` in the `bytes` bytes that begin at `start`, as a copy in each byte of a word: 0 if the
 * position is before `start`, and `bytes`, at most 128, if the position is at the end or later. */
static inline size_t position_in(size_t at, size_t start, size_t bytes)
{
    size_t inside = (at - start) & ~if_less(at, start);
    size_t beyond = if_less(bytes, inside);
    return ((inside & ~beyond) | (bytes & beyond)) * EACH_BYTE(1);
}

/* For each of the WORD bytes at the public position i: 0x80 plus i less the secret position. */
static inline size_t distance(size_t i, size_t position)
{
    return load_word(loom_tls_positions + i) - position;
}

/* 0xff for each byte before the secret position, 0 for the others. */
static inline size_t bytes_before(size_t from)
{
    size_t before = ~from & EACH_BYTE(0x80);
    return (before << 1) - (before >> 7);
}

/* 0x80 for the byte at the secret position, 0 for the others. */
static inline size_t byte_at(size_t from)
{
    size_t other = from ^ EACH_BYTE(0x80);
    return ~(((other & EACH_BYTE(0x7f)) + EACH_BYTE(0x7f)) | other) & EACH_BYTE(0x80);
}

#endif

#endif
