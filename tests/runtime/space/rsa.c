/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * RSA: both operations and powers, apart and in place, with each argument at guard pages, and each refusal. tests/rsa
 * compares many more numbers.
 */
#include "space.h"

#include <string.h>

enum {
    KEYS = 5,
    SLOT = 128,
    SLOTS = 12,
    MODULUS = 0,
    EXPONENT,
    PARTS,
    MESSAGE = 7,
    POWER,
    PUBLISHED,
    OTHER,
    OTHER_POWER
};

static const uint8_t *rows;

static const uint8_t *slot(size_t k, size_t n)
{
    return rows + k * (8 + SLOTS * SLOT) + 8 + n * SLOT;
}

static size_t length_of(size_t k)
{
    uint64_t length;
    memcpy(&length, rows + k * (8 + SLOTS * SLOT), 8);
    return (size_t)length;
}

/* A key at a guard page, from arguments at guard pages. */
static loom_rsa_key *private_key(size_t k, size_t how)
{
    size_t length = length_of(k), half = (length + 1) / 2;
    loom_rsa_key *key = place_struct(FIRST, sizeof *key, how);
    const uint8_t *modulus = placed(IN, slot(k, MODULUS), length, how / 3),
                  *e = placed(OUT, slot(k, EXPONENT), 4, how / 2);
    loom_rsa_parts parts;
    parts.p = placed(SECOND, slot(k, PARTS), half, how / 3);
    parts.q = placed(THIRD, slot(k, PARTS + 1), half, how / 3);
    parts.dp = slot(k, PARTS + 2);
    parts.dq = slot(k, PARTS + 3);
    parts.inverse = placed(KEY, slot(k, PARTS + 4), half, how / 3);
    memset(key, 0x77, sizeof *key);
    expect(CALL(loom_rsa_key_init_private)(key, modulus, length, e, 4, &parts) == 0, "a private key");
    untouched();
    return key;
}

static loom_rsa_key *public_key(size_t k, size_t how)
{
    loom_rsa_key *key = place_struct(FIRST, sizeof *key, how);
    memset(key, 0x77, sizeof *key);
    expect(CALL(loom_rsa_key_init_public)(key, placed(IN, slot(k, MODULUS), length_of(k), how / 3), length_of(k),
                                          placed(OUT, slot(k, EXPONENT), 4, how / 2), 4) == 0,
           "a public key");
    untouched();
    return key;
}

static loom_rsa_work *memory(size_t how)
{
    loom_rsa_work *work = place_struct(SECOND, sizeof *work, how);
    memset(work, 0x66, sizeof *work);
    return work;
}

static void operations(size_t k, size_t how)
{
    size_t length = length_of(k);
    for (int in_place = 0; in_place < 2; in_place++) {
        loom_rsa_key *key = private_key(k, how);
        struct buffers b = both(slot(k, MESSAGE), length, how / 2, in_place);
        expect(CALL(loom_rsa_private)(key, memory(how / 3), b.in, b.out, length) == 0, "the private operation");
        same_buffers(b, slot(k, MESSAGE), slot(k, POWER), length);
        b = both(slot(k, POWER), length, how / 3, in_place);
        expect(CALL(loom_rsa_public)(key, memory(how / 2), b.in, b.out, length) == 0, "back with the private key");
        same_buffers(b, slot(k, POWER), slot(k, MESSAGE), length);
        key = public_key(k, how);
        b = both(slot(k, MESSAGE), length, how / 3, in_place);
        expect(CALL(loom_rsa_public)(key, memory(how / 2), b.in, b.out, length) == 0, "the public operation");
        same_buffers(b, slot(k, MESSAGE), slot(k, PUBLISHED), length);
        b = both(slot(k, MESSAGE), length, how / 2, in_place);
        expect(CALL(loom_modexp)(memory(how / 3), b.in, placed(KEY, slot(k, OTHER), 20, how / 3), 20,
                                 placed(THIRD, slot(k, MODULUS), length, how), b.out, length) == 0,
               "a power");
        same_buffers(b, slot(k, MESSAGE), slot(k, OTHER_POWER), length);
        CALL(loom_rsa_key_wipe)(key);
        zeros("a wiped key", key, sizeof *key);
        untouched();
    }
}

static void refusals(size_t k, size_t how)
{
    size_t length = length_of(k);
    loom_rsa_key *key = private_key(k, how);
    uint8_t *out = place(OUT, length, how), kept[SLOT], number[SLOT];
    loom_rsa_work *work = memory(how);
    memset(out, 0x33, length);
    memcpy(kept, out, length);
    memcpy(number, slot(k, MODULUS), length);
    expect(CALL(loom_rsa_private)(key, work, number, out, length) == LOOM_RSA_RANGE, "the modulus");
    expect(CALL(loom_rsa_public)(key, work, number, out, length) == LOOM_RSA_RANGE, "the modulus");
    expect(CALL(loom_rsa_private)(key, work, number, out, length + 1) == LOOM_RSA_LENGTH, "a length");
    expect(CALL(loom_rsa_public)(key, work, number, out, length - 1) == LOOM_RSA_LENGTH, "a length");
    expect(CALL(loom_modexp)(work, number, number, 1, number, out, length) == LOOM_RSA_RANGE, "the modulus");
    expect(CALL(loom_modexp)(work, number, number, 513, number, out, length) == LOOM_RSA_LENGTH, "an exponent");
    expect(CALL(loom_rsa_key_init_public)(key, number, 63, number, 4) == LOOM_RSA_LENGTH, "a length");
    number[length - 1] ^= 1;
    expect(CALL(loom_modexp)(work, number, number, 1, number, out, length) == LOOM_RSA_MODULUS, "an even modulus");
    expect(CALL(loom_rsa_key_init_public)(key, number, length, number, 4) == LOOM_RSA_MODULUS, "an even modulus");
    same("untouched", out, kept, length);
    CALL(loom_rsa_key_wipe)(key);
    expect(CALL(loom_rsa_private)(key, work, slot(k, MESSAGE), out, length) == LOOM_RSA_KEY, "no key");
    expect(CALL(loom_rsa_public)(key, work, slot(k, MESSAGE), out, length) == LOOM_RSA_KEY, "no key");
    same("untouched", out, kept, length);
    untouched();
}

/* ---- the kernels ---- */

enum { SQUARINGS = 3, ENTRIES = 32, MOST_LIMBS = 64 };

/* A number of limbs at a guard page. */
static uint64_t *limbs_at(enum room room, const uint8_t *from, size_t limbs, size_t how)
{
    return from == NULL ? place_struct(room, 8 * limbs, how) : placed_struct(room, from, 8 * limbs, how);
}

static void kernels(const uint8_t *row, size_t limbs, size_t how)
{
    static uint8_t table[8 * MOST_LIMBS * ENTRIES];
    size_t size = 8 * limbs, entry = how % ENTRIES;
    const uint8_t *a = row + size, *b = row + 2 * size;
    for (int in_place = 0; in_place < 2; in_place++) {
        const uint64_t *x = limbs_at(IN, a, limbs, how), *n = limbs_at(FIRST, row, limbs, how / 2),
                       *n0 = limbs_at(KEY, row + 5 * size, 1, how / 3);
        uint64_t *out = in_place ? limbs_at(SECOND, b, limbs, how) : limbs_at(OUT, NULL, limbs, how / 3);
        CALL(loom_k_mont_mul)(out, x, in_place ? out : limbs_at(SECOND, b, limbs, how / 2), n, n0, limbs);
        same("product", (uint8_t *)out, row + 3 * size, size);
        untouched();
        n = limbs_at(FIRST, row, limbs, how / 2);
        n0 = limbs_at(KEY, row + 5 * size, 1, how / 3);
        out = limbs_at(OUT, in_place ? a : NULL, limbs, how);
        CALL(loom_k_mont_sqr)(out, in_place ? out : limbs_at(IN, a, limbs, how / 2), n, n0, limbs, SQUARINGS);
        same("squares", (uint8_t *)out, row + 4 * size, size);
        untouched();
    }
    for (size_t i = 0; i < size * ENTRIES; i++) {
        table[i] = (uint8_t)any(256);
    }
    uint64_t *out = limbs_at(OUT, NULL, limbs, how);
    CALL(loom_k_mont_gather)(out, limbs_at(IN, table, limbs * ENTRIES, how / 2), (uint32_t)entry, limbs);
    same("entry", (uint8_t *)out, table + entry * size, size);
    untouched();
}

/* The same for pairs of numbers: `row` has the constants, then numbers. */
static void pair_kernels(const uint8_t *row, size_t parts, size_t how)
{
    enum { PART = 8, MOST_PARTS = 20 }; /* words of a part */
    static uint8_t table[8 * PART * MOST_PARTS * ENTRIES];
    static uint8_t expected[8 * PART * MOST_PARTS];
    const size_t words = PART * parts, size = 8 * words;
    const uint8_t *a = row + 2 * size + 16, *b = a + size;
    const uint64_t index[2] = {how % ENTRIES, any(ENTRIES)};
    for (int in_place = 0; in_place < 2; in_place++) {
        const uint64_t *x = limbs_at(IN, a, words, how), *n = limbs_at(FIRST, row, 2 * words + 2, how / 2);
        uint64_t *out = in_place ? limbs_at(SECOND, b, words, how) : limbs_at(OUT, NULL, words, how / 3);
        CALL(loom_k_mont_pair_mul)(out, x, in_place ? out : limbs_at(SECOND, b, words, how / 2), n, parts);
        same("products", (uint8_t *)out, b + size, size);
        untouched();
        n = limbs_at(FIRST, row, 2 * words + 2, how / 2);
        out = limbs_at(OUT, in_place ? a : NULL, words, how);
        CALL(loom_k_mont_pair_sqr)(out, in_place ? out : limbs_at(IN, a, words, how / 2), n, parts, SQUARINGS);
        same("squares", (uint8_t *)out, b + 2 * size, size);
        untouched();
    }
    for (size_t i = 0; i < size * ENTRIES; i++) {
        table[i] = (uint8_t)any(256);
    }
    for (size_t i = 0; i < words; i++) {
        memcpy(expected + 8 * i, table + index[i % 2] * size + 8 * i, 8);
    }
    uint64_t *out = limbs_at(OUT, NULL, words, how);
    CALL(loom_k_mont_pair_gather)(out, limbs_at(IN, table, words * ENTRIES, how / 2),
                                  limbs_at(KEY, (const uint8_t *)index, 2, how / 3), parts);
    same("entries", (uint8_t *)out, expected, size);
    untouched();
}

void test_rsa(void)
{
    static const size_t limbs[] = {2, 4, 8, 10, 16, MOST_LIMBS}, parts[] = {2, 3, 5, 8, 10, 20};
    const uint8_t *row = answer("montgomery", NULL);
    for (size_t k = 0; k < sizeof limbs / sizeof limbs[0]; row += 40 * limbs[k] + 8, k++) {
        for (size_t how = 0; how < 32; how++) {
            always("Montgomery", "limbs, place", limbs[k], how, 0, 0);
            kernels(row, limbs[k], how);
        }
    }
    row = answer("pairs", NULL);
    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; row += 6 * 64 * parts[k] + 16, k++) {
        for (size_t how = 0; how < 32; how++) {
            always("Montgomery of pairs", "parts, place", parts[k], how, 0, 0);
            pair_kernels(row, parts[k], how);
        }
    }
    rows = answer("rsa", NULL);
    for (size_t k = 0; k < KEYS; k++) {
        for (size_t how = 0; how < 12; how++) {
            always("RSA", "key, place", k, how, 0, 0);
            operations(k, 5 * how + k);
            refusals(k, how);
        }
    }
}
