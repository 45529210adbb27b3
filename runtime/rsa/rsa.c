/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * RSA's primitives (RFC 8017, 5.1 and 5.2) and powers modulo an odd number. The private operation takes the Chinese
 * remainder theorem, and compares the result's power with the input before the result leaves: with one wrong half,
 * anyone could compute a prime (Boneh, DeMillo, Lipton, 1997).
 *
 * Verdicts about secrets are masks until the function returns. No branch depends on them.
 */
#include "rsa.h"

#if defined(LOOM_RSA)

enum { TABLE_WORDS = RSA_PAIR_WORDS > RSA_ENTRIES *RSA_LIMBS ? RSA_PAIR_WORDS : RSA_ENTRIES * RSA_LIMBS };

/* Memory that is too short for seven parts and a number does not compile. */
typedef char work_has_room[sizeof(loom_rsa_work) / 8 >= 6 * RSA_LIMBS + TABLE_WORDS + RSA_LIMBS ? 1 : -1];

/* The parts of the caller's memory. Each has room for a number as long as the modulus. */
struct parts {
    uint64_t *in, *out, *a, *b, *c, *room, *table;
};

static struct parts parts_of(loom_rsa_work *work)
{
    uint64_t *at = work->words;
    struct parts parts = {at,
                          at + RSA_LIMBS,
                          at + 2 * RSA_LIMBS,
                          at + 3 * RSA_LIMBS,
                          at + 4 * RSA_LIMBS,
                          at + 5 * RSA_LIMBS,
                          at + 6 * RSA_LIMBS};
    return parts;
}

/* Wipes the parts, with a table of numbers of that many limbs. */
static void wipe_parts(loom_rsa_work *work, size_t limbs)
{
    loom_wipe(work->words, 8 * (6 * RSA_LIMBS + RSA_ENTRIES * limbs));
}

static LOOM_INNER void clean_further_below(void)
{
    uint8_t dead[2048];
    loom_clean_deep();
    loom_wipe(dead, sizeof dead);
}

/* Overwrites 7 KiB of stack: kernels and portable C keep long numbers there. The second and the third call fill the
 * gaps around the arrays. */
void loom_rsa_clean(void)
{
    clean_further_below();
    loom_clean_deep();
    loom_clean();
}

static struct rsa_modulus modulus_of(const loom_rsa_key *key)
{
    struct rsa_modulus m = {key->modulus, key->square, key->modulus_inverse, rsa_limbs(key->bytes)};
    return m;
}

/* ---- the two operations ---- */

/* out = base^exponent mod n, for the public exponent. The table of powers is free memory then. */
static void public_power(uint64_t *out, const loom_rsa_key *key, const uint64_t *base, const struct parts *parts)
{
    struct rsa_modulus m = modulus_of(key);
#if defined(LOOM_RSA_PAIRS)
    if (key->pairs && loom_rsa_has_pairs(m.limbs)) {
        loom_rsa_public_pair(out, &m, key->pair, base, key->exponent, 4, parts->table);
        return;
    }
#endif
    loom_rsa_public_power(out, &m, base, key->exponent, 4, parts->room);
}

static LOOM_INNER int public_operation(const loom_rsa_key *key, loom_rsa_work *work, const uint8_t *in, uint8_t *out,
                                       size_t length)
{
    struct parts parts = parts_of(work);
    struct rsa_modulus m = modulus_of(key);
    uint64_t good;
    if (key->kind != RSA_PUBLIC && key->kind != RSA_PRIVATE) {
        return LOOM_RSA_KEY;
    }
    if (length != key->bytes) {
        return LOOM_RSA_LENGTH;
    }
    loom_rsa_load(parts.in, m.limbs, in, length);
    good = rsa_mask(loom_rsa_less(parts.in, m.n, m.limbs));
    public_power(parts.out, key, parts.in, &parts);
    loom_rsa_store(out, length, parts.out, good);
    wipe_parts(work, 0);
    return rsa_verdict(good, LOOM_RSA_RANGE);
}

int LOOM_CDECL loom_rsa_public(const loom_rsa_key *key, loom_rsa_work *work, const uint8_t *in, uint8_t *out,
                               size_t length)
{
    int result = public_operation(key, work, in, out, length);
    loom_rsa_clean();
    return result;
}

/* out = in modulo a prime, in Montgomery's form. The input has twice the prime's limbs: the upper half times R and the
 * lower half are brought into the form one by one, and added. */
static void input_of_half(uint64_t *out, const struct rsa_modulus *m, const struct parts *parts)
{
    loom_call_mont_sqr(out, m->rr, m->n, &m->n0, m->limbs, 1);
    loom_call_mont_mul(parts->room, parts->in + m->limbs, out, m->n, &m->n0, m->limbs);
    loom_call_mont_mul(out, parts->in, m->rr, m->n, &m->n0, m->limbs);
    loom_rsa_add_mod(out, out, parts->room, m->n, m->limbs);
}

/* The input's powers modulo both primes, in Montgomery's form: parts.c and parts.out. */
static void power_of_halves(const struct rsa_modulus m[2], const struct parts *parts, const loom_rsa_half half[2],
                            size_t bytes)
{
    uint64_t *const out[] = {parts->c, parts->out}, *const in[] = {parts->a, parts->b};
    for (size_t i = 0; i < 2; i++) {
        input_of_half(in[i], &m[i], parts);
    }
#if defined(LOOM_RSA_PAIRS)
    if (loom_rsa_has_pairs(m->limbs)) {
        const uint64_t *const exponent[] = {half[0].exponent, half[1].exponent};
        loom_rsa_power_pair(out, m, in, exponent, 8 * bytes, parts->table);
        return;
    }
#endif
    for (size_t i = 0; i < 2; i++) {
        loom_rsa_power(out[i], &m[i], in[i], half[i].exponent, 8 * bytes, parts->table, parts->room);
    }
}

/* Garner's way: out = m2 + q * ((m1 - m2) / q mod p), for m1 mod p and m2 mod q. */
static void combine(const loom_rsa_key *key, const struct rsa_modulus *m, const struct rsa_modulus *p,
                    const struct rsa_modulus *q, const struct parts *parts, uint64_t *m1, uint64_t *m2)
{
    loom_rsa_power_of_two(parts->a, 0, q->limbs);
    memset(m2 + q->limbs, 0, 8 * q->limbs);
    loom_call_mont_mul(m2, m2, parts->a, q->n, &q->n0, q->limbs);
    loom_call_mont_mul(parts->a, m2, p->rr, p->n, &p->n0, p->limbs);
    loom_rsa_sub_mod(parts->a, m1, parts->a, p->n, p->limbs);
    memset(parts->b, 0, 8 * m->limbs);
    loom_call_mont_mul(parts->b, parts->a, key->inverse, p->n, &p->n0, p->limbs);
    loom_call_mont_mul(parts->out, parts->b, key->other_prime, m->n, &m->n0, m->limbs);
    (void)loom_rsa_add(parts->out, parts->out, m2, m->limbs);
}

static LOOM_INNER int private_operation(const loom_rsa_key *key, loom_rsa_work *work, const uint8_t *in, uint8_t *out,
                                        size_t length)
{
    size_t bytes = rsa_half_bytes(key->bytes), limbs = rsa_limbs(bytes);
    const loom_rsa_half *one = &key->half[0], *two = &key->half[1];
    struct rsa_modulus m = modulus_of(key), primes[] = {{one->prime, one->square, one->prime_inverse, limbs},
                                                        {two->prime, two->square, two->prime_inverse, limbs}};
    struct parts parts = parts_of(work);
    uint64_t inside, right;
    if (key->kind != RSA_PRIVATE) {
        return LOOM_RSA_KEY;
    }
    if (length != key->bytes) {
        return LOOM_RSA_LENGTH;
    }
    loom_rsa_load(parts.in, 2 * limbs, in, length);
    inside = rsa_mask(loom_rsa_less(parts.in, m.n, m.limbs));
    power_of_halves(primes, &parts, key->half, bytes);
    memcpy(parts.table, parts.out, 8 * limbs);
    combine(key, &m, &primes[0], &primes[1], &parts, parts.c, parts.table);
    public_power(parts.a, key, parts.out, &parts);
    right = rsa_mask(loom_rsa_same(parts.a, parts.in, m.limbs) & loom_rsa_less(parts.out, m.n, m.limbs));
    loom_rsa_store(out, length, parts.out, inside & right);
    wipe_parts(work, limbs);
    return rsa_verdict(inside, LOOM_RSA_RANGE) | rsa_verdict(~inside | right, LOOM_RSA_FAULT);
}

int LOOM_CDECL loom_rsa_private(const loom_rsa_key *key, loom_rsa_work *work, const uint8_t *in, uint8_t *out,
                                size_t length)
{
    int result = private_operation(key, work, in, out, length);
    loom_rsa_clean();
    return result;
}

/* ---- any power ---- */

/* parts.out = parts.a^exponent, in Montgomery's form. */
static void any_power(const struct rsa_modulus *m, const uint64_t *exponent, size_t bits, const struct parts *parts)
{
#if defined(LOOM_RSA_PAIRS)
    if (bits > 0 && m->limbs <= RSA_HALF_LIMBS && loom_rsa_has_pairs(m->limbs)) { /* the same number twice */
        const struct rsa_modulus twice[] = {*m, *m};
        uint64_t *const out[] = {parts->out, parts->room}, *const base[] = {parts->a, parts->a};
        const uint64_t *const exponents[] = {exponent, exponent};
        loom_rsa_power_pair(out, twice, base, exponents, bits, parts->table);
        return;
    }
#endif
    loom_rsa_power(parts->out, m, parts->a, exponent, bits, parts->table, parts->room);
}

static LOOM_INNER int modexp(loom_rsa_work *work, const uint8_t *base, const uint8_t *exponent, size_t exponent_bytes,
                             const uint8_t *modulus, uint8_t *out, size_t length)
{
    struct parts parts = parts_of(work);
    struct rsa_modulus m = {parts.c, parts.b, 0, rsa_limbs(length)};
    uint64_t *number = parts.table + TABLE_WORDS, odd, inside;
    if (length < RSA_FEWEST || length > RSA_MOST || exponent_bytes > RSA_MOST) {
        return LOOM_RSA_LENGTH;
    }
    loom_rsa_load(parts.c, m.limbs, modulus, length);
    loom_rsa_load(parts.in, m.limbs, base, length);
    loom_rsa_load(number, RSA_LIMBS, exponent, exponent_bytes);
    odd = rsa_mask(modulus[length - 1] & (((uint64_t)modulus[0] + 255) >> 8));
    inside = rsa_mask(loom_rsa_less(parts.in, m.n, m.limbs));
    loom_rsa_prepare(&m, parts.b, length - 1);
    loom_call_mont_mul(parts.a, parts.in, m.rr, m.n, &m.n0, m.limbs);
    any_power(&m, number, 8 * exponent_bytes, &parts);
    loom_rsa_power_of_two(parts.a, 0, m.limbs);
    loom_call_mont_mul(parts.out, parts.out, parts.a, m.n, &m.n0, m.limbs);
    loom_rsa_store(out, length, parts.out, odd & inside);
    loom_wipe(work, sizeof *work);
    return rsa_verdict(odd, LOOM_RSA_MODULUS) | rsa_verdict(~odd | inside, LOOM_RSA_RANGE);
}

int LOOM_CDECL loom_modexp(loom_rsa_work *work, const uint8_t *base, const uint8_t *exponent, size_t exponent_bytes,
                           const uint8_t *modulus, uint8_t *out, size_t length)
{
    int result = modexp(work, base, exponent, exponent_bytes, modulus, out, length);
    loom_rsa_clean();
    return result;
}

#endif
