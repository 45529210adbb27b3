/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * inside_pairs: the functions of rsa_pair.c, with kernels that look at what they are given, and with plans of the
 * test's own. The first line that does not hold is told. inside_pairs.h is a copy of rsa_pair.c.
 */
#include <stdio.h>
#include <stdlib.h>

#include "rsa.h"
#include "tuning.h"

#include "../runtime/space/holds.h"

enum { PART_WORDS = 8, MOST_PARTS = 20, MARGIN = 64 };

/* ---- the kernels: addresses that vectors like, inside of the memory; digits of 52 bits; no overlap ---- */

static _Alignas(64) uint64_t all[MARGIN + RSA_PAIR_WORDS + MARGIN];
static uint64_t *memory; /* for RSA_PAIR_WORDS words */

static void inside(const uint64_t *at, size_t words)
{
    HOLDS((uintptr_t)at % 64 == 0);
    HOLDS(at >= memory && at + words <= memory + RSA_PAIR_WORDS);
}

static void apart(const uint64_t *a, size_t words, const uint64_t *b, size_t more_words)
{
    HOLDS(a + words <= b || b + more_words <= a);
}

static void digits(const uint64_t *at, size_t words)
{
    for (size_t i = 0; i < words; i++) {
        HOLDS(at[i] >> 52 == 0);
    }
}

/* A factor, or the place of a result, beside the constants. */
static void operand(const uint64_t *at, const uint64_t *n, size_t parts)
{
    size_t words = PART_WORDS * parts;
    HOLDS(parts >= 2 && parts <= MOST_PARTS);
    inside(at, words);
    inside(n, 2 * words + 2);
    digits(n, 2 * words + 2);
    apart(at, words, n, 2 * words + 2);
}

static void see_mul(uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *n, size_t parts)
{
    size_t words = PART_WORDS * parts;
    const uint64_t *operands[] = {out, a, b};
    for (size_t i = 0; i < 3; i++) {
        operand(operands[i], n, parts);
        if (operands[i] != out) {
            digits(operands[i], words);
            apart(out, words, operands[i], words);
        }
    }
    loom_k_mont_pair_mul(out, a, b, n, parts);
}

static void see_sqr(uint64_t *out, const uint64_t *a, const uint64_t *n, size_t parts, size_t times)
{
    operand(out, n, parts);
    operand(a, n, parts);
    digits(a, PART_WORDS * parts);
    HOLDS(times > 0);
    if (a != out) {
        apart(out, PART_WORDS * parts, a, PART_WORDS * parts);
    }
    loom_k_mont_pair_sqr(out, a, n, parts, times);
}

static void see_gather(uint64_t *out, const uint64_t *table, const uint64_t *index, size_t parts)
{
    size_t words = PART_WORDS * parts;
    inside(out, words);
    inside(table, RSA_ENTRIES * words);
    inside(index, 2);
    digits(table, RSA_ENTRIES * words);
    apart(out, words, table, RSA_ENTRIES * words);
    apart(index, 2, table, RSA_ENTRIES * words);
    apart(index, 2, out, words);
    HOLDS(index[0] < RSA_ENTRIES && index[1] < RSA_ENTRIES);
    loom_k_mont_pair_gather(out, table, index, parts);
}

/* ---- plans ---- */

static struct loom_plan plans[LOOM_KERNEL_COUNT + 2];

static const struct loom_plan *plan_of_the_test(size_t kernel, const struct loom_choices *chosen)
{
    (void)chosen;
    return &plans[kernel];
}

#define loom_call_mont_pair_mul see_mul
#define loom_call_mont_pair_sqr see_sqr
#define loom_call_mont_pair_gather see_gather
#define loom_plan_of plan_of_the_test
#include "inside_pairs.h"

/* ---- powers ---- */

static uint64_t state = 1;

static uint64_t any(void)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return state ^ state >> 29;
}

struct number {
    uint64_t n[RSA_LIMBS], square[RSA_LIMBS], base[RSA_LIMBS], exponent[6], out[RSA_LIMBS], expected[RSA_LIMBS];
    struct rsa_modulus m;
};

/* A modulus near the lowest or the highest of as many limbs, and a number below it. */
static void draw(struct number *one, size_t limbs, int highest)
{
    for (size_t i = 0; i < limbs; i++) {
        one->n[i] = highest && i > 0 ? UINT64_MAX : any();
        one->base[i] = any();
    }
    one->n[0] |= 1;
    one->n[limbs - 1] = highest ? UINT64_MAX : 1;
    one->base[limbs - 1] = highest ? any() : 0;
    for (size_t i = 0; i < 6; i++) {
        one->exponent[i] = any();
    }
    one->exponent[0] |= 1;
    one->m.n = one->n;
    one->m.rr = one->square;
    one->m.limbs = limbs;
    loom_rsa_prepare(&one->m, one->square, 8 * (limbs - 1));
}

static void at(size_t offset)
{
    memory = all + MARGIN / 2 + offset;
    memset(all, 0xff, sizeof all);
}

/* What was used is zeros, and nothing else was touched. */
static void is_wiped(void)
{
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        int in = all + i >= memory && all + i < memory + RSA_PAIR_WORDS;
        HOLDS(all[i] == UINT64_MAX || (in && all[i] == 0));
    }
}

static void powers(size_t limbs, size_t offset)
{
    static struct number one, two;
    static uint64_t table[RSA_ENTRIES * RSA_LIMBS], chosen[RSA_LIMBS];
    struct number *const numbers[] = {&one, &two};
    static const size_t sizes[] = {1, 5, 59, 60, 64, 67, 128, 256, 320}; /* bits; what lies above does not count */
    size_t bits = sizes[(limbs / 2 + offset) % (sizeof sizes / sizeof sizes[0])];
    draw(&one, limbs, 0);
    draw(&two, limbs, 1);
    for (size_t i = 0; i < 2; i++) {
        uint64_t exponent[6] = {0}, *last = &numbers[i]->exponent[(bits - 1) / 64];
        *last &= UINT64_MAX >> (64 * ((bits + 63) / 64) - bits);
        memcpy(exponent, numbers[i]->exponent, (bits + 63) / 64 * 8);
        loom_rsa_power(numbers[i]->expected, &numbers[i]->m, numbers[i]->base, exponent, bits, table, chosen);
    }
    {
        const struct rsa_modulus m[] = {one.m, two.m};
        uint64_t *const out[] = {one.out, two.out}, *const base[] = {one.base, two.base};
        const uint64_t *const exponents[] = {one.exponent, two.exponent};
        at(offset);
        loom_rsa_power_pair(out, m, base, exponents, bits, memory);
        is_wiped();
    }
    for (size_t i = 0; i < 2; i++) {
        HOLDS(loom_rsa_same(numbers[i]->out, numbers[i]->expected, limbs));
    }
}

static void public_powers(size_t limbs, size_t offset)
{
    static struct number one;
    static uint64_t pair[2 * RSA_LIMBS], room[RSA_LIMBS];
    size_t words = 1 + offset % 4;
    draw(&one, limbs, (int)(offset % 2));
    one.exponent[words - 1] >>= 40 + offset;
    one.exponent[0] |= 3;
    loom_rsa_prepare_pair(pair, &one.m);
    loom_rsa_public_power(one.expected, &one.m, one.base, one.exponent, words, room);
    at(offset);
    loom_rsa_public_pair(one.out, &one.m, pair, one.base, one.exponent, words, memory);
    is_wiped();
    HOLDS(loom_rsa_same(one.out, one.expected, limbs));
}

/* ---- forms ---- */

/* Digits of a number and back; and 0, 1 and 2 times a modulus taken off. */
static void forms(size_t limbs)
{
    static uint64_t words[PART_WORDS * MOST_PARTS + 1], sum[RSA_LIMBS + 2], back[RSA_LIMBS + 1];
    static struct number one;
    size_t count = 4 * parts_of(limbs);
    HOLDS(52 * count >= 64 * limbs + 4 && 52 * (count - 4) < 64 * limbs + 4);
    for (int highest = 0; highest < 2; highest++) {
        draw(&one, limbs, highest);
        memcpy(sum, one.base, sizeof one.base);
        sum[limbs] = 0;
        for (uint64_t times = 0; times < 3; times++) {
            memset(words, 0xff, sizeof words);
            to_digits(words, count, sum, limbs + 1);
            for (size_t i = 0; i < 2 * count; i += 2) {
                HOLDS(words[i] >> 52 == 0 && words[i + 1] == UINT64_MAX); /* every second word */
            }
            HOLDS(words[2 * count] == UINT64_MAX);
            back[limbs] = 7;
            HOLDS(from_digits(back, limbs, words, count) == sum[limbs] && back[limbs] == 7);
            HOLDS(memcmp(back, sum, 8 * limbs) == 0);
            leave(back, &one.m, words);
            HOLDS(memcmp(back, one.base, 8 * limbs) == 0 && back[limbs] == 7);
            sum[limbs] += loom_rsa_add(sum, sum, one.n, limbs);
        }
    }
}

/* ---- the choice ---- */

enum { UNKNOWN = 0xee }; /* what no plan may come from */

static void plan(size_t kernel, uint8_t variant, uint8_t reason)
{
    struct loom_band band = {0, variant, reason, 0};
    plans[kernel].band_count = 1;
    plans[kernel].band[0] = band;
}

/* What calls of a kernel reach below and from a number of parts on. */
static void way(size_t kernel, size_t limit, uint8_t below, uint8_t from)
{
    loom_ways[kernel].limit = limit;
    loom_ways[kernel].slot[0] = below;
    loom_ways[kernel].slot[1] = from;
}

static void bands(size_t kernel)
{
    struct loom_band first = {0, 3, 4, 0}, second = {64 * 12, 5, 6, 0};
    plans[kernel].band_count = 2;
    plans[kernel].band[0] = first;
    plans[kernel].band[1] = second;
    for (size_t parts = 2; parts <= MOST_PARTS; parts++) {
        struct loom_band found = planned(kernel, parts);
        HOLDS(found.variant == (parts < 12 ? 3 : 5) && found.reason == (parts < 12 ? 4 : 6));
    }
}

static void choices(void)
{
    static const size_t kernels[] = {LOOM_KERNEL_mont_pair_mul, LOOM_KERNEL_mont_pair_sqr,
                                     LOOM_KERNEL_mont_pair_gather};
    for (size_t i = 0; i < 3; i++) {
        size_t kernel = kernels[i];
        uint8_t in_c = loom_kernel_rows[kernel].variants[0].slot, assembly = loom_kernel_rows[kernel].variants[1].slot;
        const uint8_t unknown[] = {LOOM_SLOT_RESOLVER, LOOM_SLOT_CHOOSER};
        memset(plans, UNKNOWN, sizeof plans);
        bands(kernel);
        for (int pinned = 0; pinned < 2; pinned++) {
            uint8_t reason = pinned ? LOOM_REASON_PINNED : LOOM_REASON_ORDER;
            for (uint8_t variant = 0; variant < 2; variant++) {
                plan(kernel, variant, reason);
                for (size_t k = 0; k < 2; k++) { /* what calls reach is not decided: the plan tells */
                    way(kernel, 6, unknown[k], unknown[k]);
                    HOLDS(is_wanted(kernel, 5) == (variant == 1 || pinned));
                }
                way(kernel, 6, in_c, assembly); /* calls from six parts on reach assembly */
                HOLDS(is_wanted(kernel, 6) == 1 && is_wanted(kernel, 7) == 1);
                HOLDS(is_wanted(kernel, 5) == (variant == 0 && pinned));
                way(kernel, 6, assembly, in_c);
                HOLDS(is_wanted(kernel, 5) == 1);
                HOLDS(is_wanted(kernel, 6) == (variant == 0 && pinned));
            }
        }
    }
    for (size_t without = 0; without <= 3; without++) { /* a pair needs all three kernels */
        for (size_t i = 0; i < 3; i++) {
            const struct loom_kernel *row = &loom_kernel_rows[kernels[i]];
            plan(kernels[i], 0, LOOM_REASON_ORDER);
            way(kernels[i], 6, row->variants[i == without ? 0 : 1].slot, row->variants[0].slot);
        }
        HOLDS(loom_rsa_has_pairs(4) == (without == 3)); /* two parts */
        HOLDS(!loom_rsa_has_pairs(RSA_LIMBS));
    }
}

int main(void)
{
    for (size_t limbs = 4; limbs <= RSA_LIMBS; limbs += 2) {
        forms(limbs);
        for (size_t offset = limbs / 2 % 2; offset < 8; offset += limbs % 8 == 0 ? 1 : 5) {
            if (limbs <= RSA_HALF_LIMBS) {
                powers(limbs, offset);
            }
            public_powers(limbs, offset);
        }
    }
    choices();
    return 0;
}
