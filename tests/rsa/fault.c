/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * fault FILE: sets the key of a file and runs loom_rsa_private again and again, each time with one bit flipped in one
 * result of one kernel. The linker puts the functions __wrap_... between the library and its portable C. Input as for
 * cases.c: the key's case and one of the private operation.
 *
 * Prints the number of runs, of refused ones, of ones with the right result in spite of the flip, and of leaks: a wrong
 * number in the output, or an output that a refusal has changed.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "asmloom_kernels.h"

enum { FIELDS = 8, MOST = 520, MARK = 0xaa };

static unsigned long calls, flipped_call, flipped_bit;

/* Words of 64 bits, or of 52: products read no bit above those. */
static void flip(uint64_t *out, size_t words, unsigned bits)
{
    if (++calls == flipped_call) {
        out[flipped_bit / 64 % words] ^= (uint64_t)1 << flipped_bit % bits;
    }
}

loom_mont_mul_fn __real_loom_mont_mul_portable, __wrap_loom_mont_mul_portable;
loom_mont_sqr_fn __real_loom_mont_sqr_portable, __wrap_loom_mont_sqr_portable;
loom_mont_gather_fn __real_loom_mont_gather_portable, __wrap_loom_mont_gather_portable;

void __wrap_loom_mont_mul_portable(uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *n,
                                   const uint64_t *n0, size_t limbs)
{
    __real_loom_mont_mul_portable(out, a, b, n, n0, limbs);
    flip(out, limbs, 64);
}

void __wrap_loom_mont_sqr_portable(uint64_t *out, const uint64_t *a, const uint64_t *n, const uint64_t *n0,
                                   size_t limbs, size_t times)
{
    __real_loom_mont_sqr_portable(out, a, n, n0, limbs, times);
    flip(out, limbs, 64);
}

void __wrap_loom_mont_gather_portable(uint64_t *out, const uint64_t *table, uint32_t index, size_t limbs)
{
    __real_loom_mont_gather_portable(out, table, index, limbs);
    flip(out, limbs, 64);
}

/* Kernels of pairs: 8 words in a part. */
loom_mont_pair_mul_fn __real_loom_mont_pair_mul_portable, __wrap_loom_mont_pair_mul_portable;
loom_mont_pair_sqr_fn __real_loom_mont_pair_sqr_portable, __wrap_loom_mont_pair_sqr_portable;
loom_mont_pair_gather_fn __real_loom_mont_pair_gather_portable, __wrap_loom_mont_pair_gather_portable;

void __wrap_loom_mont_pair_mul_portable(uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *n,
                                        size_t parts)
{
    __real_loom_mont_pair_mul_portable(out, a, b, n, parts);
    flip(out, 8 * parts, 52);
}

void __wrap_loom_mont_pair_sqr_portable(uint64_t *out, const uint64_t *a, const uint64_t *n, size_t parts, size_t times)
{
    __real_loom_mont_pair_sqr_portable(out, a, n, parts, times);
    flip(out, 8 * parts, 52);
}

void __wrap_loom_mont_pair_gather_portable(uint64_t *out, const uint64_t *table, const uint64_t *index, size_t parts)
{
    __real_loom_mont_pair_gather_portable(out, table, index, parts);
    flip(out, 8 * parts, 52);
}

static uint8_t field[FIELDS][MOST], out[MOST];
static uint32_t head[4], bytes[FIELDS];

static int read_case(FILE *file)
{
    int good = fread(head, sizeof head, 1, file) == 1 && head[3] <= FIELDS;
    for (uint32_t i = 0; good && i < head[3]; i++) {
        good = fread(&bytes[i], 4, 1, file) == 1 && bytes[i] <= MOST && fread(field[i], 1, bytes[i], file) == bytes[i];
    }
    return good;
}

int main(int argc, char **argv)
{
    static loom_rsa_key key;
    static loom_rsa_work work;
    unsigned long runs = 0, refused = 0, right = 0, leaks = 0, all;
    uint8_t marks[MOST];
    loom_rsa_parts parts = {field[2], field[3], field[4], field[5], field[6]};
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL || !read_case(file) ||
        loom_rsa_key_init_private(&key, field[0], head[2], field[1], bytes[1], &parts) != 0 || !read_case(file)) {
        return 2;
    }
    memset(marks, MARK, sizeof marks);
    calls = 0;
    if (loom_rsa_private(&key, &work, field[0], out, head[2]) != 0 || memcmp(out, field[1], head[2]) != 0) {
        return 2;
    }
    all = calls;
    for (unsigned long at = 1; at <= all; at++) {
        for (unsigned long bit = 0; bit < 4; bit++) {
            int result;
            flipped_call = at;
            flipped_bit = (at * 7 + bit * 61) % (64 * 64);
            calls = 0;
            memset(out, MARK, sizeof out);
            result = loom_rsa_private(&key, &work, field[0], out, head[2]);
            runs++;
            if (result == LOOM_RSA_FAULT && memcmp(out, marks, sizeof out) == 0) {
                refused++;
            } else if (result == 0 && memcmp(out, field[1], head[2]) == 0) {
                right++;
            } else {
                leaks++;
            }
        }
    }
    printf("%lu runs, %lu refused, %lu right, %lu leaks\n", runs, refused, right, leaks);
    return 0;
}
