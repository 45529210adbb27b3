/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * fault FILE PINS [key]: sets the key of a file and runs loom_rsa_private again and again, each time with one bit
 * flipped in one result of one kernel, or in one word of the key. The linker puts the functions __wrap_... between the
 * library and the variants that the macros FAULT_MUL, FAULT_SQR, FAULT_GATHER (and FAULT_PAIR for kernels of pairs)
 * name. Input as for cases.c: the key's case and one of the private operation. PINS stands for ASMLOOM_PREFER, which
 * the emulated processor's programs do not inherit. FAULT_BITS: the flips of each result.
 *
 * Prints the number of runs, of refused ones, of ones with the right result in spite of the flip, and of leaks: a wrong
 * number in the output, or an output that a refusal has changed.
 */
#define _POSIX_C_SOURCE 200112L /* setenv */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
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

#define GLUE_(a, b) a##b
#define GLUE(a, b) GLUE_(a, b)
#define REAL(kernel, variant) GLUE(__real_loom_##kernel##_, variant)
#define WRAP(kernel, variant) GLUE(__wrap_loom_##kernel##_, variant)

#ifndef FAULT_PAIR
loom_mont_mul_fn REAL(mont_mul, FAULT_MUL), WRAP(mont_mul, FAULT_MUL);
loom_mont_sqr_fn REAL(mont_sqr, FAULT_SQR), WRAP(mont_sqr, FAULT_SQR);
loom_mont_gather_fn REAL(mont_gather, FAULT_GATHER), WRAP(mont_gather, FAULT_GATHER);

void WRAP(mont_mul, FAULT_MUL)(uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *n,
                               const uint64_t *n0, size_t limbs)
{
    REAL(mont_mul, FAULT_MUL)(out, a, b, n, n0, limbs);
    flip(out, limbs, 64);
}

void WRAP(mont_sqr, FAULT_SQR)(uint64_t *out, const uint64_t *a, const uint64_t *n, const uint64_t *n0, size_t limbs,
                               size_t times)
{
    REAL(mont_sqr, FAULT_SQR)(out, a, n, n0, limbs, times);
    flip(out, limbs, 64);
}

void WRAP(mont_gather, FAULT_GATHER)(uint64_t *out, const uint64_t *table, uint32_t index, size_t limbs)
{
    REAL(mont_gather, FAULT_GATHER)(out, table, index, limbs);
    flip(out, limbs, 64);
}

#else
/* Kernels of pairs: 8 words in a part. */
loom_mont_pair_mul_fn REAL(mont_pair_mul, FAULT_PAIR), WRAP(mont_pair_mul, FAULT_PAIR);
loom_mont_pair_sqr_fn REAL(mont_pair_sqr, FAULT_PAIR), WRAP(mont_pair_sqr, FAULT_PAIR);
loom_mont_pair_gather_fn REAL(mont_pair_gather, FAULT_PAIR), WRAP(mont_pair_gather, FAULT_PAIR);

void WRAP(mont_pair_mul, FAULT_PAIR)(uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *n,
                                     size_t parts)
{
    REAL(mont_pair_mul, FAULT_PAIR)(out, a, b, n, parts);
    flip(out, 8 * parts, 52);
}

void WRAP(mont_pair_sqr, FAULT_PAIR)(uint64_t *out, const uint64_t *a, const uint64_t *n, size_t parts, size_t times)
{
    REAL(mont_pair_sqr, FAULT_PAIR)(out, a, n, parts, times);
    flip(out, 8 * parts, 52);
}

void WRAP(mont_pair_gather, FAULT_PAIR)(uint64_t *out, const uint64_t *table, const uint64_t *index, size_t parts)
{
    REAL(mont_pair_gather, FAULT_PAIR)(out, table, index, parts);
    flip(out, 8 * parts, 52);
}
#endif

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

static unsigned long runs, refused, right, leaks;

/* `others`: a broken key may have another length, or be none. */
static void judge(const loom_rsa_key *key, loom_rsa_work *work, int others)
{
    uint8_t marks[MOST];
    int result;
    memset(marks, MARK, sizeof marks);
    memset(out, MARK, sizeof out);
    calls = 0;
    result = loom_rsa_private(key, work, field[0], out, head[2]);
    runs++;
    if ((others ? result != 0 : result == LOOM_RSA_FAULT) && memcmp(out, marks, sizeof out) == 0) {
        refused++;
    } else if (result == 0 && memcmp(out, field[1], head[2]) == 0) {
        right++;
    } else {
        leaks++;
    }
}

int main(int argc, char **argv)
{
    static loom_rsa_key key;
    static loom_rsa_work work;
    unsigned long all;
    loom_rsa_parts parts = {field[2], field[3], field[4], field[5], field[6]};
    FILE *file = argc >= 3 ? fopen(argv[1], "rb") : NULL;
#if !defined(FAULT_PAIR) && (defined(__x86_64__) || defined(__i386__))
    if (setenv("ASMLOOM_CPU", "-avx512ifma", 1) != 0) { /* where it is, dispatch prefers pairs */
        return 2;
    }
#endif
    if (file == NULL || setenv("ASMLOOM_PREFER", argv[2], 1) != 0 || !read_case(file) ||
        loom_rsa_key_init_private(&key, field[0], head[2], field[1], bytes[1], &parts) != 0 || !read_case(file)) {
        return 2;
    }
    calls = 0;
    if (loom_rsa_private(&key, &work, field[0], out, head[2]) != 0 || memcmp(out, field[1], head[2]) != 0) {
        return 2;
    }
    all = calls;
    for (unsigned long at = 1; argc == 3 && at <= all; at++) {
        for (unsigned long bit = 0; bit < FAULT_BITS; bit++) {
            flipped_call = at;
            flipped_bit = (at * 7 + bit * 61) % (64 * 64);
            judge(&key, &work, 0);
        }
    }
    flipped_call = 0;
    for (unsigned long at = 0; argc > 3 && at < 8 * sizeof key; at += 13) {
        ((uint8_t *)&key)[at / 8] ^= (uint8_t)(1 << at % 8);
        judge(&key, &work, 1);
        ((uint8_t *)&key)[at / 8] ^= (uint8_t)(1 << at % 8);
    }
    printf("%lu runs, %lu refused, %lu right, %lu leaks\n", runs, refused, right, leaks);
    return 0;
}
