/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Powers by the kernels that multiply two pairs of numbers in vectors: modulo the two primes of a key, or modulo one
 * number, whose lanes then stand twice. R is 2^(208 * parts) there, and 2^(64 * limbs) in the other files.
 *
 * The kernels' constant Q is 2^-208 modulo n: Q * 2^208 = N + 1, N is a multiple of n, and Q is at most n. A product by
 * 1 in the other files' form divides by 2^(64 * limbs), so Q is that of 2^(64 * limbs - 208).
 */
#include "rsa.h"

#if defined(LOOM_RSA_PAIRS)

#include "tuning.h"

enum { DIGIT = 52, PART = 208, WORDS = 8 }; /* bits; words of a part of a pair */

static const uint64_t digit_mask = ((uint64_t)1 << DIGIT) - 1;

/* The kernels want four bits above a modulus. Its bits and those of parts are multiples of sixteen. */
static size_t parts_of(size_t limbs)
{
    return 64 * limbs / PART + 1;
}

/* ---- memory ---- */

struct room {
    uint64_t *constants, *number, *other, *index, *limbs, *table;
    size_t words;
};

/* The parts of the caller's memory, from an address on that vectors like. */
static struct room room_of(uint64_t *from, const struct rsa_modulus *m, size_t entries)
{
    size_t size = WORDS * parts_of(m->limbs);
    uint64_t *at = from + (0 - (uintptr_t)from) % 64 / 8;
    struct room room;
    room.constants = at;
    room.number = at += 2 * size + WORDS;
    room.other = at += size;
    room.table = at += size;
    room.index = at += entries * size;
    room.limbs = at += WORDS;
    room.words = (size_t)(at - from) + 2 * m->limbs;
    return room;
}

/* ---- the choice ---- */

/* The room for the choices is large: a function of its own. */
static LOOM_SELDOM struct loom_band planned(const struct loom_kernel *kernel, size_t parts)
{
    struct loom_choices room;
    struct loom_plan plan;
    loom_make_plan(&plan, kernel, loom_chosen(&room));
    return plan.band[loom_band_for(&plan, 8 * WORDS * parts)];
}

/* Whether calls reach assembly. Portable C of these kernels is slower than the kernels for one number: only a pin of
 * ASMLOOM_PREFER makes RSA take it. */
static int is_wanted(const struct loom_kernel *kernel, size_t parts)
{
    uint8_t slot = LOOM_LOAD(kernel->way->slot[parts >= LOOM_LOAD(kernel->way->limit)]);
    int known = slot != LOOM_SLOT_RESOLVER && slot != LOOM_SLOT_CHOOSER;
    struct loom_band band;
    if (known && slot != kernel->variants[0].slot) {
        return 1;
    }
    band = planned(kernel, parts);
    return band.variant == 0 ? band.reason == LOOM_REASON_PINNED : !known;
}

int loom_rsa_has_pairs(size_t limbs)
{
    size_t parts = parts_of(limbs);
    return is_wanted(&loom_row_mont_pair_mul, parts) && is_wanted(&loom_row_mont_pair_sqr, parts) &&
           is_wanted(&loom_row_mont_pair_gather, parts);
}

/* ---- forms ---- */

/* Every second word of `to`: the digits of a number. */
static void to_digits(uint64_t *to, size_t digits, const uint64_t *from, size_t limbs)
{
    for (size_t i = 0; i < digits; i++) {
        size_t at = DIGIT * i / 64, shift = DIGIT * i % 64;
        uint64_t digit = at < limbs ? from[at] >> shift : 0;
        if (shift > 64 - DIGIT && at + 1 < limbs) {
            digit |= from[at + 1] << (64 - shift);
        }
        to[2 * i] = digit & digit_mask;
    }
}

static uint64_t digit_at(const uint64_t *from, size_t i, size_t digits)
{
    return i < digits ? from[2 * i] : 0;
}

/* The inverse of to_digits. Returns the limb above `to`. */
static uint64_t from_digits(uint64_t *to, size_t limbs, const uint64_t *from, size_t digits)
{
    uint64_t limb = 0;
    for (size_t i = 0; i <= limbs; i++) {
        size_t at = 64 * i / DIGIT, shift = 64 * i % DIGIT;
        limb = digit_at(from, at, digits) >> shift | digit_at(from, at + 1, digits) << (DIGIT - shift);
        if (shift > 2 * DIGIT - 64) {
            limb |= digit_at(from, at + 2, digits) << (2 * DIGIT - shift);
        }
        if (i < limbs) {
            to[i] = limb;
        }
    }
    return limb;
}

/* A product of `a` and 2^bit in the form of the other files. */
static void times_power_of_two(uint64_t *out, const uint64_t *a, size_t bit, const struct rsa_modulus *m,
                               uint64_t *power)
{
    loom_rsa_power_of_two(power, bit, m->limbs);
    loom_call_mont_mul(out, a, power, m->n, &m->n0, m->limbs);
}

/* Q of a modulus, and R in the kernels' sense. `power`: room for one number. */
static void constants_of(uint64_t *q, uint64_t *r, const struct rsa_modulus *m, uint64_t *power)
{
    size_t bits = 64 * m->limbs;
    loom_rsa_power_of_two(q, 0, m->limbs);
    times_power_of_two(q, q, bits - PART, m, power);
    times_power_of_two(r, m->rr, PART * parts_of(m->limbs) - bits, m, power);
}

/* The lanes of one modulus in the kernels' constants. */
static void put_constants(uint64_t *to, const struct rsa_modulus *m, const uint64_t *q)
{
    size_t digits = 4 * parts_of(m->limbs);
    to_digits(to, digits, q, m->limbs);
    to_digits(to + 2 * digits, digits, m->n, m->limbs);
    to[4 * digits] = m->n0 & digit_mask;
}

/* A number below 3 * n, fully reduced. */
static void leave(uint64_t *out, const struct rsa_modulus *m, const uint64_t *from)
{
    uint64_t above = from_digits(out, m->limbs, from, 4 * parts_of(m->limbs));
    above = loom_rsa_take_away(out, above, m->n, m->limbs);
    (void)loom_rsa_take_away(out, above, m->n, m->limbs);
}

/* ---- powers ---- */

/* The table's entries for one window of each exponent. */
static void choose(uint64_t *to, const struct room *room, const uint64_t *const exponent[2], size_t bits, size_t window,
                   size_t parts)
{
    for (size_t i = 0; i < 2; i++) {
        room->index[i] = loom_rsa_window(exponent[i], bits, window * RSA_WINDOW);
    }
    loom_call_mont_pair_gather(to, room->table, room->index, parts);
}

void loom_rsa_power_pair(uint64_t *const out[2], const struct rsa_modulus m[2], uint64_t *const base[2],
                         const uint64_t *const exponent[2], size_t bits, uint64_t *memory)
{
    size_t parts = parts_of(m->limbs), size = WORDS * parts, left = (bits + RSA_WINDOW - 1) / RSA_WINDOW;
    struct room room = room_of(memory, m, RSA_ENTRIES);
    uint64_t *x = room.number, *chosen = room.other, *table = room.table, *n = room.constants;
    for (size_t i = 0; i < 2; i++) { /* 1 and the base: entries 0 and 1 */
        uint64_t *number = room.limbs, *power = room.limbs + m->limbs;
        constants_of(number, out[i], &m[i], power);
        put_constants(n + i, &m[i], number);
        to_digits(table + i, 4 * parts, out[i], m->limbs);
        loom_call_mont_mul(number, base[i], out[i], m[i].n, &m[i].n0, m->limbs);
        to_digits(table + size + i, 4 * parts, number, m->limbs);
    }
    for (size_t i = 2; i < RSA_ENTRIES; i += 2) {
        loom_call_mont_pair_sqr(table + i * size, table + i / 2 * size, n, parts, 1);
        loom_call_mont_pair_mul(table + (i + 1) * size, table + i * size, table + size, n, parts);
    }
    left--;
    choose(x, &room, exponent, bits, left, parts);
    while (left > 0) {
        left--;
        loom_call_mont_pair_sqr(x, x, n, parts, RSA_WINDOW);
        choose(chosen, &room, exponent, bits, left, parts);
        loom_call_mont_pair_mul(x, x, chosen, n, parts);
    }
    memset(chosen, 0, 8 * size);
    chosen[0] = chosen[1] = 1;
    loom_call_mont_pair_mul(x, x, chosen, n, parts);
    for (size_t i = 0; i < 2; i++) {
        leave(out[i], &m[i], x + i);
        loom_call_mont_mul(out[i], out[i], m[i].rr, m[i].n, &m[i].n0, m[i].limbs);
    }
    loom_wipe(memory, 8 * room.words);
}

static void twice(uint64_t *digits, size_t words)
{
    for (size_t i = 0; i < words; i += 2) {
        digits[i + 1] = digits[i];
    }
}

/* Q, and what a product in the other files' form takes to the kernels' form: R * 2^(64 * limbs). */
void loom_rsa_prepare_pair(uint64_t *pair, const struct rsa_modulus *m)
{
    uint64_t power[RSA_LIMBS], *into = pair + m->limbs;
    constants_of(pair, into, m, power);
    loom_call_mont_mul(into, into, m->rr, m->n, &m->n0, m->limbs);
}

void loom_rsa_public_pair(uint64_t *out, const struct rsa_modulus *m, const uint64_t *pair, const uint64_t *base,
                          const uint64_t *exponent, size_t limbs, uint64_t *memory)
{
    size_t parts = parts_of(m->limbs), size = WORDS * parts, squarings = 0;
    struct room room = room_of(memory, m, 1);
    uint64_t *x = room.number, *form = room.other, *itself = room.table, *n = room.constants;
    size_t bit = loom_rsa_highest_bit(exponent, limbs);
    put_constants(n, m, pair);
    loom_call_mont_mul(room.limbs, base, pair + m->limbs, m->n, &m->n0, m->limbs);
    to_digits(form, 4 * parts, room.limbs, m->limbs);
    to_digits(itself, 4 * parts, base, m->limbs);
    twice(n, 2 * (size + 1));
    twice(form, size);
    twice(itself, size);
    memcpy(x, form, 8 * size);
    while (bit-- > 0) {
        squarings++;
        if (exponent[bit / 64] >> bit % 64 & 1) {
            loom_call_mont_pair_sqr(x, x, n, parts, squarings);
            loom_call_mont_pair_mul(x, x, bit == 0 ? itself : form, n, parts);
            squarings = 0;
        }
    }
    leave(out, m, x);
    loom_wipe(memory, 8 * room.words);
}

#endif
