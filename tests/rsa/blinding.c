/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * blinding FILE: the example of docs/rsa.md over cases as in cases.c: the key's case, then cases of the private
 * operation. Between the example and loom_rsa_private stands a watcher, which compares its input with the case's and
 * with those before. Prints the number of cases, of wrong results, and of inputs that were not blind.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "asmloom.h"

static int watched(const loom_rsa_key *key, loom_rsa_work *work, const uint8_t *in, uint8_t *out, size_t length);
#define loom_rsa_private watched
#include EXAMPLE
#undef loom_rsa_private

enum { FIELDS = 8, MOST = 520, MARK = 0xaa, CALLS = 64 };

static uint8_t field[FIELDS][MOST], key_field[FIELDS][MOST], out[MOST], seen[CALLS][MOST];
static uint32_t head[4], bytes[FIELDS];
static unsigned calls, bare, asked;

static int watched(const loom_rsa_key *key, loom_rsa_work *work, const uint8_t *in, uint8_t *to, size_t length)
{
    bare += memcmp(in, field[0], length) == 0;
    for (unsigned i = 0; i < calls; i++) {
        bare += memcmp(in, seen[i], length) == 0;
    }
    memcpy(seen[calls++ % CALLS], in, length);
    return loom_rsa_private(key, work, in, to, length);
}

/* No generator: the example must call it again if all octets are 255. */
int random_octets(uint8_t *to, size_t octets)
{
    uint32_t x = 12345 + asked;
    memset(to, 0xff, octets);
    for (size_t i = 0; asked > 0 && i < octets; i++) {
        x = x * 1664525 + 1013904223;
        to[i] = (uint8_t)(x >> 24) & (i == 0 ? 0x3f : 0xff);
    }
    asked++;
    return 0;
}

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
    static blinding blind;
    unsigned cases = 0, wrong = 0;
    loom_rsa_parts parts = {key_field[2], key_field[3], key_field[4], key_field[5], key_field[6]};
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL || !read_case(file)) {
        return 2;
    }
    memcpy(key_field, field, sizeof field);
    if (loom_rsa_key_init_private(&key, key_field[0], head[2], key_field[1], bytes[1], &parts) != 0 ||
        blinding_begin(&blind, &key, &work, key_field[0], key_field[2], key_field[3]) != 0) {
        return 2;
    }
    for (; cases < CALLS && read_case(file); cases++) {
        memset(out, MARK, sizeof out);
        wrong += blinded_private(&blind, &key, &work, key_field[0], field[0], out, head[2]) != (int)(int32_t)head[1] ||
                 memcmp(out, field[1], bytes[1]) != 0;
    }
    printf("%u cases, %u wrong, %u bare, asked %u times\n", cases, wrong, bare, asked);
    return fclose(file);
}
