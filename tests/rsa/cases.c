/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * cases FILE: runs the cases of a file, which tests/rsa/cases.py writes, and compares results and outputs. Prints the
 * number of cases, and a line for each of the first wrong ones.
 *
 * A case: u32 operation, i32 result, u32 length, u32 number of fields; then the fields, each u32 bytes and the bytes.
 * The last field is the expected output. With an error, the output and the key are to be as they were.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asmloom.h"

enum { MODEXP, PRIVATE, PUBLIC, SET_PRIVATE, SET_PUBLIC, FIELDS = 12, MOST = 640, MARK = 0xaa, SHOWN = 10 };
#define MARKS UINT64_C(0xaaaaaaaaaaaaaaaa)

static uint8_t field[FIELDS][MOST], out[MOST];
static uint32_t bytes[FIELDS];
static loom_rsa_key key, before, first;
static loom_rsa_work work;

static int read_field(FILE *file, uint32_t at)
{
    return at < FIELDS && fread(&bytes[at], 4, 1, file) == 1 && bytes[at] <= MOST &&
           fread(field[at], 1, bytes[at], file) == bytes[at];
}

static int run(uint32_t operation, size_t length)
{
    loom_rsa_parts parts = {field[2], field[3], field[4], field[5], field[6]};
    switch (operation) {
    case MODEXP: return loom_modexp(&work, field[0], field[1], bytes[1], field[2], out, length);
    case PRIVATE: return loom_rsa_private(&key, &work, field[0], out, length);
    case PUBLIC: return loom_rsa_public(&key, &work, field[0], out, length);
    case SET_PRIVATE: return loom_rsa_key_init_private(&key, field[0], length, field[1], bytes[1], &parts);
    default: return loom_rsa_key_init_public(&key, field[0], length, field[1], bytes[1]);
    }
}

/* What functions find on the stack below. */
static __attribute__((noinline)) void leave(uint8_t byte, int frames)
{
    volatile uint8_t below[2048];
    for (size_t i = 0; i < sizeof below; i++) {
        below[i] = byte;
    }
    if (frames > 1) {
        leave(below[0], frames - 1);
    }
    below[0] = byte; /* the frame stays until here */
}

/* Whether words from one on are zeros. */
static int are_zeros(const uint64_t *words, size_t from, size_t to)
{
    for (; from < to && words[from] == 0; from++) {
    }
    return from == to;
}

#define ZEROS(words, from) are_zeros(words, from, sizeof(words) / sizeof *(words))

/* A key depends on its arguments alone: not on the key before, nor on what lies on the stack. The words above short
 * numbers are zeros, and so are the private ones of a public key. */
static const char *wrong_key(uint32_t operation, size_t length)
{
    int is_private = operation == SET_PRIVATE;
    size_t limbs = (length + 15) / 16 * 2, half = is_private ? (length + 31) / 32 * 2 : 0;
    first = key;
    memset(&key, ~MARK, sizeof key);
    leave(0xff, 8);
    if (run(operation, length) != 0 || memcmp(&key, &first, sizeof key) != 0) {
        return "key the second time";
    }
    for (int i = 0; i < 2; i++) {
        const loom_rsa_half *one = &key.half[i];
        if (!ZEROS(one->prime, half) || !ZEROS(one->square, half) || !ZEROS(one->exponent, half) ||
            (one->prime_inverse != 0) != is_private) {
            return "half of the key";
        }
    }
    if (!ZEROS(key.modulus, limbs) || !ZEROS(key.square, limbs) || !ZEROS(key.pair, key.pairs ? 2 * limbs : 0) ||
        key.unused != 0 || !ZEROS(key.inverse, half) || !ZEROS(key.other_prime, is_private ? limbs : 0)) {
        return "zeros of the key";
    }
    return NULL;
}

/* Setting a key writes all of the key, or nothing. */
static const char *wrong(int result, int expected, uint32_t last, int sets)
{
    if (result != expected) {
        return "result";
    }
    if ((memcmp(&key, &before, sizeof key) == 0) != (result != 0 || !sets)) {
        return "key";
    }
    if (memcmp(out, field[last], bytes[last]) != 0) {
        return "output";
    }
    for (size_t i = bytes[last]; i < sizeof out; i++) {
        if (out[i] != MARK) {
            return "bytes behind the output";
        }
    }
    for (size_t i = 0; i < sizeof work.words / sizeof work.words[0]; i++) {
        if (work.words[i] != 0 && work.words[i] != MARKS) {
            return "work that is not wiped";
        }
    }
    return NULL;
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    uint32_t head[4];
    unsigned long count = 0, bad = 0;
    if (file == NULL) {
        return 2;
    }
    for (; fread(head, sizeof head, 1, file) == 1; count++) {
        const char *what;
        int result;
        for (uint32_t i = 0; i < head[3]; i++) {
            if (!read_field(file, i)) {
                return 2;
            }
        }
        memset(out, MARK, sizeof out);
        memset(&work, MARK, sizeof work); /* the memory's content does not matter, and no secret is left there */
        if (head[0] >= SET_PRIVATE && head[1] == 0) {
            memset(&key, MARK, sizeof key);
            leave(0, 8);
        }
        before = key;
        result = run(head[0], head[2]);
        what = wrong(result, (int)(int32_t)head[1], head[3] - 1, head[0] >= SET_PRIVATE);
        if (what == NULL && head[0] >= SET_PRIVATE && result == 0) {
            what = wrong_key(head[0], head[2]);
        }
        if (what != NULL && bad++ < SHOWN) {
            printf("case %lu, operation %u, %u bytes: wrong %s; result %d, expected %d\n", count, (unsigned)head[0],
                   (unsigned)head[2], what, result, (int)(int32_t)head[1]);
        }
    }
    fclose(file);
    printf("%lu cases, %lu wrong\n", count, bad);
    return bad != 0;
}
