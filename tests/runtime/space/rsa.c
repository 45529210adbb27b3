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

void test_rsa(void)
{
    rows = answer("rsa", NULL);
    for (size_t k = 0; k < KEYS; k++) {
        for (size_t how = 0; how < 12; how++) {
            always("RSA", "key, place", k, how, 0, 0);
            operations(k, 5 * how + k);
            refusals(k, how);
        }
    }
}
