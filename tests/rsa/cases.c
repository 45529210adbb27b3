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

static uint8_t field[FIELDS][MOST], out[MOST];
static uint32_t bytes[FIELDS];
static loom_rsa_key key, before;
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
        if (work.words[i] != 0) {
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
        if (head[0] >= SET_PRIVATE && head[1] == 0) {
            memset(&key, MARK, sizeof key);
        }
        before = key;
        result = run(head[0], head[2]);
        what = wrong(result, (int)(int32_t)head[1], head[3] - 1, head[0] >= SET_PRIVATE);
        if (what != NULL && bad++ < SHOWN) {
            printf("case %lu, operation %u, %u bytes: wrong %s; result %d, expected %d\n", count, (unsigned)head[0],
                   (unsigned)head[2], what, result, (int)(int32_t)head[1]);
        }
    }
    fclose(file);
    printf("%lu cases, %lu wrong\n", count, bad);
    return bad != 0;
}
