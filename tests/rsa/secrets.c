/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * secrets FILE [leaky]: RSA under valgrind's memcheck, which follows undefined memory into branches and addresses.
 * Primes, private exponents and messages are marked as undefined, and for powers all three numbers. Input as for
 * cases.c: the key's case, and one of the private operation. Prints the results. `leaky` selects by a secret branch.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <valgrind/memcheck.h>

#include "asmloom.h"

enum { FIELDS = 8, MOST = 520 };

#define SECRET(at, size) (void)VALGRIND_MAKE_MEM_UNDEFINED(at, size)
#define PUBLISHED(at, size) (void)VALGRIND_MAKE_MEM_DEFINED(at, size)

static uint8_t field[FIELDS][MOST], out[MOST];
static uint32_t head[4], bytes[FIELDS];
static loom_rsa_key key;
static loom_rsa_work work;

static int read_case(FILE *file)
{
    int good = fread(head, sizeof head, 1, file) == 1 && head[3] <= FIELDS;
    for (uint32_t i = 0; good && i < head[3]; i++) {
        good = fread(&bytes[i], 4, 1, file) == 1 && bytes[i] <= MOST && fread(field[i], 1, bytes[i], file) == bytes[i];
    }
    return good;
}

/* The test must notice this function. */
static __attribute__((noinline)) int leaky(const uint8_t *number)
{
    for (int i = 0; i < 8; i++) {
        if (number[i] < 16) {
            return 3;
        }
    }
    return 4;
}

static void tell(const char *what, int result, const uint8_t *expected, size_t length)
{
    PUBLISHED(&result, sizeof result);
    PUBLISHED(out, sizeof out);
    printf("%s %d %d\n", what, result, memcmp(out, expected, length) == 0);
    memset(out, 0, sizeof out);
}

int main(int argc, char **argv)
{
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    loom_rsa_parts parts = {field[2], field[3], field[4], field[5], field[6]};
    size_t length;
    int result;
    if (file == NULL || !read_case(file)) {
        return 2;
    }
    length = head[2];
    for (size_t i = 2; i < 7; i++) {
        SECRET(field[i], bytes[i]);
    }
    result = loom_rsa_key_init_private(&key, field[0], length, field[1], bytes[1], &parts);
    if (argc > 2) {
        result += leaky(field[2]);
    }
    tell("key", result, out, 0);
    PUBLISHED(&key.bytes, sizeof key.bytes); /* what is public was masked with the verdict about the primes */
    PUBLISHED(&key.kind, sizeof key.kind);
    PUBLISHED(&key.pairs, sizeof key.pairs);
    PUBLISHED(key.exponent, sizeof key.exponent);
    PUBLISHED(key.modulus, sizeof key.modulus);
    PUBLISHED(key.square, sizeof key.square);
    PUBLISHED(&key.modulus_inverse, sizeof key.modulus_inverse);
    if (!read_case(file)) {
        return 2;
    }
    SECRET(field[0], length);
    result = loom_rsa_private(&key, &work, field[0], out, length);
    tell("private", result, field[1], length);
    memcpy(out, field[1], length);
    SECRET(out, length);
    result = loom_rsa_public(&key, &work, out, out, length);
    PUBLISHED(field[0], length);
    tell("public", result, field[0], length);
    if (!read_case(file)) {
        return 2;
    }
    for (size_t i = 0; i < 3; i++) {
        SECRET(field[i], bytes[i]);
    }
    result = loom_modexp(&work, field[0], field[1], bytes[1], field[2], out, length);
    tell("modexp", result, field[3], length);
    return 0;
}
