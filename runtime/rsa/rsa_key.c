/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * RSA keys. A private key that cannot work is refused before anything is written. No branch and no address depends on
 * its parts, nor on whether they fit: verdicts are masks until the function returns.
 */
#include "rsa.h"

#if defined(LOOM_RSA)

/* Reads a public exponent. Returns 0, or an error. */
static int load_exponent(uint64_t to[4], const uint8_t *exponent, size_t bytes)
{
    for (; bytes > 1 && exponent[0] == 0; bytes--) {
        exponent++;
    }
    if (bytes == 0 || bytes > 32 || exponent[bytes - 1] % 2 == 0 || (bytes == 1 && exponent[0] == 1)) {
        return LOOM_RSA_KEY;
    }
    loom_rsa_load(to, 4, exponent, bytes);
    return 0;
}

/* What is public in a key, and the mask of the words to write: all ones, or 0 to leave the key as it was. */
struct published {
    const uint8_t *modulus;
    size_t bytes;
    uint64_t exponent[4], mask;
};

/* Reads nothing but the arguments that are public. Returns 0, or an error. */
static int publish(struct published *from, const uint8_t *modulus, size_t bytes, const uint8_t *exponent,
                   size_t exponent_bytes)
{
    if (bytes < RSA_FEWEST || bytes > RSA_MOST) {
        return LOOM_RSA_LENGTH;
    }
    if (modulus[0] == 0 || modulus[bytes - 1] % 2 == 0) {
        return LOOM_RSA_MODULUS;
    }
    from->modulus = modulus;
    from->bytes = bytes;
    from->mask = ~(uint64_t)0;
    return load_exponent(from->exponent, exponent, exponent_bytes);
}

/* Copies words where the mask is all ones. A key that does not fit takes the path of a key that fits: whether the parts
 * fit is a fact about them. */
static void put(uint64_t *to, const uint64_t *from, size_t words, uint64_t mask)
{
    for (size_t i = 0; i < words; i++) {
        to[i] = (to[i] & ~mask) | (from[i] & mask);
    }
}

static uint32_t either(uint32_t was, size_t becomes, uint64_t mask)
{
    return (was & ~(uint32_t)mask) | ((uint32_t)becomes & (uint32_t)mask);
}

/* Writes what is public in a key. */
static LOOM_INNER void put_public(loom_rsa_key *key, const struct published *from, size_t kind)
{
    uint64_t n[RSA_LIMBS], square[RSA_LIMBS], pair[2 * RSA_LIMBS];
    struct rsa_modulus m = {n, square, 0, rsa_limbs(from->bytes)};
    size_t pairs = 0;
    memset(square, 0, sizeof square);
    memset(pair, 0, sizeof pair);
    loom_rsa_load(n, RSA_LIMBS, from->modulus, from->bytes);
    loom_rsa_prepare(&m, square, from->bytes - 1);
#if defined(LOOM_RSA_PAIRS)
    pairs = (size_t)loom_rsa_has_pairs(m.limbs);
    if (pairs) {
        loom_rsa_prepare_pair(pair, &m);
    }
#endif
    put(key->modulus, n, RSA_LIMBS, from->mask);
    put(key->square, square, RSA_LIMBS, from->mask);
    put(&key->modulus_inverse, &m.n0, 1, from->mask);
    put(key->exponent, from->exponent, 4, from->mask);
    put(key->pair, pair, 2 * RSA_LIMBS, from->mask);
    key->pairs = either(key->pairs, pairs, from->mask);
    key->unused = either(key->unused, 0, from->mask);
    key->bytes = either(key->bytes, from->bytes, from->mask);
    key->kind = either(key->kind, kind, from->mask);
}

int LOOM_CDECL loom_rsa_key_init_public(loom_rsa_key *key, const uint8_t *modulus, size_t bytes,
                                        const uint8_t *exponent, size_t exponent_bytes)
{
    struct published from;
    int wrong = publish(&from, modulus, bytes, exponent, exponent_bytes);
    if (wrong == 0) {
        memset(key, 0, sizeof *key);
        put_public(key, &from, RSA_PUBLIC);
    }
    return wrong;
}

/* A prime of a modulus n, which is more than 256^(bytes - 1), is more than that number divided by 256^half. */
static LOOM_INNER void put_half(loom_rsa_half *to, const uint8_t *prime, const uint8_t *exponent, size_t bytes,
                                uint64_t mask)
{
    loom_rsa_half half;
    struct rsa_modulus m = {half.prime, half.square, 0, rsa_limbs(bytes)};
    memset(&half, 0, sizeof half);
    loom_rsa_load(half.prime, m.limbs, prime, bytes);
    loom_rsa_load(half.exponent, m.limbs, exponent, bytes);
    loom_rsa_prepare(&m, half.square, bytes - 2);
    put(to->prime, half.prime, RSA_HALF_LIMBS, mask);
    put(to->square, half.square, RSA_HALF_LIMBS, mask);
    put(to->exponent, half.exponent, RSA_HALF_LIMBS, mask);
    put(&to->prime_inverse, &m.n0, 1, mask);
}

/* 1 if a == 1, otherwise 0. */
static uint64_t is_one(uint64_t *a, size_t limbs)
{
    uint64_t others = a[0] ^ 1;
    for (size_t i = 1; i < limbs; i++) {
        others |= a[i];
    }
    return ((others | (0 - others)) >> 63) ^ 1;
}

/* 1 if an exponent is less than prime - 1 and the inverse of the public exponent modulo that, otherwise 0. Modulo a
 * prime, no other exponent gives all inputs back. */
static LOOM_INNER uint64_t is_exponent(const uint8_t *exponent, const uint8_t *prime, size_t bytes,
                                       const struct published *from)
{
    uint64_t product[RSA_HALF_LIMBS], x[RSA_HALF_LIMBS], n[RSA_HALF_LIMBS];
    size_t limbs = rsa_limbs(bytes), bit = loom_rsa_highest_bit(from->exponent, 4);
    loom_rsa_load(x, limbs, exponent, bytes);
    loom_rsa_load(n, limbs, prime, bytes);
    n[0] &= ~(uint64_t)1;
    memcpy(product, x, 8 * limbs);
    while (bit-- > 0) {
        loom_rsa_add_mod(product, product, product, n, limbs);
        if (from->exponent[bit / 64] >> bit % 64 & 1) {
            loom_rsa_add_mod(product, product, x, n, limbs);
        }
    }
    return loom_rsa_less(x, n, limbs) & is_one(product, limbs);
}

/* 1 if p * q is the modulus, otherwise 0. A factor of 0 or 1, or an even one, does not pass: the modulus is odd, and
 * has more octets than the other factor. */
static LOOM_INNER uint64_t are_factors(const loom_rsa_parts *parts, const struct published *from)
{
    uint64_t p[RSA_HALF_LIMBS], q[RSA_HALF_LIMBS], n[RSA_LIMBS];
    size_t half = rsa_half_bytes(from->bytes), limbs = rsa_limbs(half);
    loom_rsa_load(p, limbs, parts->p, half);
    loom_rsa_load(q, limbs, parts->q, half);
    loom_rsa_load(n, 2 * limbs, from->modulus, from->bytes);
    return loom_rsa_is_product(p, q, n, limbs);
}

/* 1 if a number is less than p and the inverse of q modulo p, otherwise 0. No number is if q is p. */
static LOOM_INNER uint64_t is_inverse(const loom_rsa_parts *parts, size_t bytes)
{
    uint64_t p[RSA_HALF_LIMBS], square[RSA_HALF_LIMBS], q[RSA_HALF_LIMBS], x[RSA_HALF_LIMBS];
    struct rsa_modulus m = {p, square, 0, rsa_limbs(bytes)};
    uint64_t less;
    loom_rsa_load(p, m.limbs, parts->p, bytes);
    loom_rsa_load(q, m.limbs, parts->q, bytes);
    loom_rsa_load(x, m.limbs, parts->inverse, bytes);
    loom_rsa_prepare(&m, square, bytes - 2);
    less = loom_rsa_less(x, p, m.limbs);
    loom_call_mont_mul(x, x, q, p, &m.n0, m.limbs);
    loom_call_mont_mul(x, x, square, p, &m.n0, m.limbs);
    return less & is_one(x, m.limbs);
}

/* Writes what both primes have in common. */
static LOOM_INNER void put_rest(loom_rsa_key *key, const loom_rsa_parts *parts, const struct published *from)
{
    uint64_t inverse[RSA_HALF_LIMBS], n[RSA_LIMBS], square[RSA_LIMBS], other[RSA_LIMBS];
    struct rsa_modulus m = {n, square, 0, rsa_limbs(from->bytes)};
    size_t half = rsa_half_bytes(from->bytes);
    loom_rsa_load(inverse, RSA_HALF_LIMBS, parts->inverse, half);
    loom_rsa_load(other, RSA_LIMBS, parts->q, half);
    loom_rsa_load(n, m.limbs, from->modulus, from->bytes);
    loom_rsa_prepare(&m, square, from->bytes - 1);
    loom_call_mont_mul(other, other, square, n, &m.n0, m.limbs);
    put(key->inverse, inverse, RSA_HALF_LIMBS, from->mask);
    put(key->other_prime, other, RSA_LIMBS, from->mask);
}

static LOOM_INNER int set_private(loom_rsa_key *key, const loom_rsa_parts *parts, struct published *from)
{
    size_t half = rsa_half_bytes(from->bytes);
    from->mask = rsa_mask(are_factors(parts, from) & is_inverse(parts, half) &
                          is_exponent(parts->dp, parts->p, half, from) & is_exponent(parts->dq, parts->q, half, from));
    put_public(key, from, RSA_PRIVATE);
    put_half(&key->half[0], parts->p, parts->dp, half, from->mask);
    put_half(&key->half[1], parts->q, parts->dq, half, from->mask);
    put_rest(key, parts, from);
    return rsa_verdict(from->mask, LOOM_RSA_KEY);
}

int LOOM_CDECL loom_rsa_key_init_private(loom_rsa_key *key, const uint8_t *modulus, size_t bytes,
                                         const uint8_t *exponent, size_t exponent_bytes, const loom_rsa_parts *parts)
{
    struct published from;
    int wrong = publish(&from, modulus, bytes, exponent, exponent_bytes);
    if (wrong == 0) {
        wrong = set_private(key, parts, &from);
    }
    loom_rsa_clean();
    return wrong;
}

void LOOM_CDECL loom_rsa_key_wipe(loom_rsa_key *key)
{
    loom_wipe(key, sizeof *key);
}

#endif
