/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Shared by the files about TLS records: arithmetic on secret numbers, without a branch or an address that depends on
 * them.
 */
#ifndef LOOM_TLS_H
#define LOOM_TLS_H

#include "hash.h"

#if defined(LOOM_HAVE_aes_set_encrypt_key) && defined(LOOM_HAVE_aes_set_decrypt_key) && \
    defined(LOOM_HAVE_aes_cbc_encrypt) && defined(LOOM_HAVE_aes_cbc_decrypt) && defined(LOOM_HAVE_tls_cbc_hashes)
#define LOOM_TLS_CBC 1
#endif
#if defined(LOOM_HAVE_rc4_set_key) && defined(LOOM_HAVE_rc4_stream) && defined(LOOM_HAVE_tls_rc4_hashes)
#define LOOM_TLS_RC4 1
#endif

enum {
    TLS_HEADER = 13, /* bytes under the MAC before the plaintext: sequence number, type, version, length */
    TLS_LARGEST_MAC = 48,
    TLS_LARGEST_PAD = 256, /* padding and its length byte */
    TLS_PLAINTEXT = 16384
};

#if defined(LOOM_TLS_CBC)

/* Hides the origin of a number from the compiler, which might otherwise turn arithmetic on masks into a branch. */
static inline size_t hidden(size_t x)
{
#if defined(__GNUC__)
    __asm__("" : "+r"(x));
    return x;
#else
    volatile size_t copy = x;
    return copy;
#endif
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

LOOM_INTERNAL_BEGIN

/* HMAC of `header` and data[0..length-1]. `length` is secret, and between `least` and `most`, which are public:
 * data[0..most-1] must be readable, and the path of execution depends on `least` and `most` alone. `inner` and `outer`
 * have taken their pads. The hash has big-endian words. */
void loom_tls_hidden_mac(const struct loom_hash *hash, const loom_tls_hash *inner, const loom_tls_hash *outer,
                         const uint8_t header[TLS_HEADER], const uint8_t *data, size_t length, size_t least,
                         size_t most, uint8_t *mac);

LOOM_INTERNAL_END

#endif

#endif
