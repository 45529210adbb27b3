/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Shared by the files about RSA: numbers as limbs, and arithmetic modulo an odd number. A number is a little-endian
 * array of 64-bit limbs. The number of limbs is even and public. No branch and no address depends on the value of a
 * number, but for public exponents.
 */
#ifndef LOOM_RSA_H
#define LOOM_RSA_H

#include "internal.h"

#if defined(LOOM_HAVE_mont_mul) && defined(LOOM_HAVE_mont_sqr) && defined(LOOM_HAVE_mont_gather)
#define LOOM_RSA 1

#if defined(LOOM_HAVE_mont_pair_mul) && defined(LOOM_HAVE_mont_pair_sqr) && defined(LOOM_HAVE_mont_pair_gather)
#define LOOM_RSA_PAIRS 1
#endif

#include "bytes.h"
#include "clean.h"
#include "entry.h"

enum {
    RSA_FEWEST = 64, /* bytes of a modulus */
    RSA_MOST = 512,
    RSA_LIMBS = 64,      /* of the longest modulus */
    RSA_HALF_LIMBS = 32, /* of its primes */
    RSA_WINDOW = 5,      /* bits of an exponent that select an entry of the table of powers */
    RSA_ENTRIES = 32,
    RSA_PAIR_WORDS = 8 + 288 * 10 + 8 + 8 + 64 /* ten parts and a table: more than twenty parts without one */
};

/* What a key is for. */
enum { RSA_PUBLIC = 1, RSA_PRIVATE };

/* An odd number n, with what Montgomery's arithmetic needs. R is 2^(64 * limbs). */
struct rsa_modulus {
    const uint64_t *n, *rr; /* rr: R^2 mod n */
    uint64_t n0;            /* -1/n mod 2^64 */
    size_t limbs;
};

/* All ones for 1, and 0 for 0. */
static inline uint64_t rsa_mask(uint64_t bit)
{
    return (uint64_t)0 - (uint64_t)hidden((size_t)bit);
}

/* 0 where the mask is all ones, otherwise the error. */
static inline int rsa_verdict(uint64_t good, int error)
{
    return (int)(~good & (uint64_t)(int64_t)error);
}

/* The bytes of each part of a private key. */
static inline size_t rsa_half_bytes(size_t bytes)
{
    return (bytes + 1) / 2;
}

/* The even number of limbs of `bytes` bytes. */
static inline size_t rsa_limbs(size_t bytes)
{
    return (bytes + 15) / 16 * 2;
}

LOOM_INTERNAL_BEGIN

/* Overwrites 7 KiB of stack below the caller: kernels and portable C keep long numbers there. */
void loom_rsa_clean(void);

/* Reads a big-endian number. The number must fit into the limbs. */
void loom_rsa_load(uint64_t *to, size_t limbs, const uint8_t *from, size_t bytes);

/* Writes a big-endian number where the mask is all ones. Leaves `to` as it was where the mask is 0. */
void loom_rsa_store(uint8_t *to, size_t bytes, const uint64_t *from, uint64_t mask);

/* to = 2^bit, for a public bit. */
void loom_rsa_power_of_two(uint64_t *to, size_t bit, size_t limbs);

/* 1 if a < b, otherwise 0. */
uint64_t loom_rsa_less(const uint64_t *a, const uint64_t *b, size_t limbs);

/* 1 if a == b, otherwise 0. */
uint64_t loom_rsa_same(const uint64_t *a, const uint64_t *b, size_t limbs);

/* to = a + b. Returns the carry. */
uint64_t loom_rsa_add(uint64_t *to, const uint64_t *a, const uint64_t *b, size_t limbs);

/* to = above * 2^(64 * limbs) + to, less n if that is n or more. Returns what is above then. */
uint64_t loom_rsa_take_away(uint64_t *to, uint64_t above, const uint64_t *n, size_t limbs);

/* to = a + b or a - b mod n, for a and b less than n. `to` may be a or b. */
void loom_rsa_add_mod(uint64_t *to, const uint64_t *a, const uint64_t *b, const uint64_t *n, size_t limbs);
void loom_rsa_sub_mod(uint64_t *to, const uint64_t *a, const uint64_t *b, const uint64_t *n, size_t limbs);

/* 1 if p * q == n, otherwise 0. n has 2 * limbs limbs. */
uint64_t loom_rsa_is_product(const uint64_t *p, const uint64_t *q, const uint64_t *n, size_t limbs);

/* Sets n0 of a modulus, which is more than 256^known, and R^2 at the place that its rr points to. */
void loom_rsa_prepare(struct rsa_modulus *m, uint64_t *rr, size_t known);

/* Five bits of an exponent of `bits` bits, from a public position on. */
uint64_t loom_rsa_window(const uint64_t *exponent, size_t bits, size_t at);

/* The position of the highest bit of a public number that is not zero. */
size_t loom_rsa_highest_bit(const uint64_t *exponent, size_t limbs);

/* out = base^exponent mod n. base and out are in Montgomery's form, and apart. The lowest `bits` bits of the exponent
 * count. The table has room for RSA_ENTRIES numbers, and `chosen` for one. */
void loom_rsa_power(uint64_t *out, const struct rsa_modulus *m, const uint64_t *base, const uint64_t *exponent,
                    size_t bits, uint64_t *table, uint64_t *chosen);

/* out = base^exponent mod n for a base less than R. No form: base and out are the numbers themselves. The path of
 * execution depends on the exponent, which is odd and more than 1. `room` has room for one number. */
void loom_rsa_public_power(uint64_t *out, const struct rsa_modulus *m, const uint64_t *base, const uint64_t *exponent,
                           size_t limbs, uint64_t *room);

#if defined(LOOM_RSA_PAIRS)

/* Whether the functions for pairs are faster here, for moduli of that many limbs. */
int loom_rsa_has_pairs(size_t limbs);

/* Sets the constants that loom_rsa_public_pair takes: twice the limbs of a modulus. */
void loom_rsa_prepare_pair(uint64_t *pair, const struct rsa_modulus *m);

/* As loom_rsa_power, for two moduli of as many limbs. `memory`: RSA_PAIR_WORDS words. */
void loom_rsa_power_pair(uint64_t *const out[2], const struct rsa_modulus m[2], uint64_t *const base[2],
                         const uint64_t *const exponent[2], size_t bits, uint64_t *memory);

/* As loom_rsa_public_power. `memory`: RSA_PAIR_WORDS words. */
void loom_rsa_public_pair(uint64_t *out, const struct rsa_modulus *m, const uint64_t *pair, const uint64_t *base,
                          const uint64_t *exponent, size_t limbs, uint64_t *memory);

#endif

LOOM_INTERNAL_END

#endif
#endif
