/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Montgomery's constants of a modulus (P. L. Montgomery, Modular multiplication without trial division, 1985), and
 * powers. Powers with a secret exponent take windows of five bits, all of them, and each choice reads the whole table.
 */
#include "rsa.h"

#if defined(LOOM_RSA)

/* A product mod 2^64 of 32-bit products: some compilers for 32-bit machines call a function with branches for the
 * product of 64-bit numbers. */
static uint64_t product(uint64_t a, uint64_t b)
{
    uint32_t cross = (uint32_t)(a >> 32) * (uint32_t)b + (uint32_t)a * (uint32_t)(b >> 32);
    return (uint64_t)(uint32_t)a * (uint32_t)b + ((uint64_t)cross << 32);
}

/* -1/n mod 2^64 by Newton's iteration. The first estimate has five right bits, and each step doubles them. */
static uint64_t negative_inverse(uint64_t n)
{
    uint64_t inverse = product(3, n) ^ 2;
    for (int step = 0; step < 4; step++) {
        inverse = product(inverse, 2 - product(n, inverse));
    }
    return 0 - inverse;
}

/* From 256^known by doubling to 2^limbs * R, then by squaring: six squarings in Montgomery's form multiply the exponent
 * of two, limbs, by 64. */
void loom_rsa_prepare(struct rsa_modulus *m, uint64_t *rr, size_t known)
{
    m->n0 = negative_inverse(m->n[0]);
    loom_rsa_power_of_two(rr, 8 * known, m->limbs);
    for (size_t power = 8 * known; power < 65 * m->limbs; power++) {
        loom_rsa_add_mod(rr, rr, rr, m->n, m->limbs);
    }
    loom_call_mont_sqr(rr, rr, m->n, &m->n0, m->limbs, 6);
}

/* Five bits of an exponent, from a public position on. The exponent has `bits` bits. */
uint64_t loom_rsa_window(const uint64_t *exponent, size_t bits, size_t at)
{
    uint64_t found = exponent[at / 64] >> at % 64;
    if (at % 64 > 64 - RSA_WINDOW && at / 64 < (bits - 1) / 64) {
        found |= exponent[at / 64 + 1] << (64 - at % 64);
    }
    return found & (RSA_ENTRIES - 1);
}

void loom_rsa_power(uint64_t *out, const struct rsa_modulus *m, const uint64_t *base, const uint64_t *exponent,
                    size_t bits, uint64_t *table, uint64_t *chosen)
{
    size_t limbs = m->limbs, left = (bits + RSA_WINDOW - 1) / RSA_WINDOW;
    loom_rsa_power_of_two(chosen, 0, limbs);
    loom_call_mont_mul(table, m->rr, chosen, m->n, &m->n0, limbs);
    memcpy(table + limbs, base, 8 * limbs);
    for (size_t i = 2; i < RSA_ENTRIES; i += 2) {
        loom_call_mont_sqr(table + i * limbs, table + i / 2 * limbs, m->n, &m->n0, limbs, 1);
        loom_call_mont_mul(table + (i + 1) * limbs, table + i * limbs, base, m->n, &m->n0, limbs);
    }
    if (left == 0) {
        memcpy(out, table, 8 * limbs);
        return;
    }
    left--;
    loom_call_mont_gather(out, table, (uint32_t)loom_rsa_window(exponent, bits, left * RSA_WINDOW), limbs);
    while (left > 0) {
        left--;
        loom_call_mont_sqr(out, out, m->n, &m->n0, limbs, RSA_WINDOW);
        loom_call_mont_gather(chosen, table, (uint32_t)loom_rsa_window(exponent, bits, left * RSA_WINDOW), limbs);
        loom_call_mont_mul(out, out, chosen, m->n, &m->n0, limbs);
    }
}

size_t loom_rsa_highest_bit(const uint64_t *exponent, size_t limbs)
{
    size_t bit = 64 * limbs - 1;
    while ((exponent[bit / 64] >> bit % 64 & 1) == 0) {
        bit--;
    }
    return bit;
}

/* Squarings for each bit, and a multiplication for each bit that is set. The last bit is set: its multiplication takes
 * the base itself, which leaves Montgomery's form. */
void loom_rsa_public_power(uint64_t *out, const struct rsa_modulus *m, const uint64_t *base, const uint64_t *exponent,
                           size_t limbs, uint64_t *room)
{
    size_t bit = loom_rsa_highest_bit(exponent, limbs), squarings = 0;
    loom_call_mont_mul(room, base, m->rr, m->n, &m->n0, m->limbs);
    memcpy(out, room, 8 * m->limbs);
    while (bit-- > 0) {
        squarings++;
        if (exponent[bit / 64] >> bit % 64 & 1) {
            loom_call_mont_sqr(out, out, m->n, &m->n0, m->limbs, squarings);
            loom_call_mont_mul(out, out, bit == 0 ? base : room, m->n, &m->n0, m->limbs);
            squarings = 0;
        }
    }
}

#endif
