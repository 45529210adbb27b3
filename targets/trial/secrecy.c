/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Runs a batch of calls under valgrind's memcheck with every secret marked as undefined: secrecy BATCH MARKS RESULT.
 * The file MARKS has ten bytes a record: bit n marks argument n (its value, or the bytes that it points to) as secret.
 * memcheck then reports branches and addresses that depend on a secret, and every byte touched outside a buffer.
 * RESULT: per record u32 errors, then the output buffers. Exit status: 0 all calls were made, 2 trouble.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/memcheck.h>

#include "driver.h"

#define BORDER 4096u
#define AN_ARRAY (-2)

enum { SCALAR = 0, NARROW = 1, BUFFER = 2, ALIAS = 3, POINTERS = 4 };

struct arg {
    uint8_t *at;
    size_t size;
    int output;
};

typedef uint64_t (*function_of_all)(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
                                    uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
                                    uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
                                    uintptr_t, uintptr_t, uintptr_t);

static uint8_t room[LOOM_MAX_ARGS][ROOM + 2 * BORDER];

static const char *find_name(loom_fn function)
{
    const struct loom_entry *entry = loom_table;
    while (entry->function != function) {
        entry++;
    }
    return entry->name;
}

static loom_fn find(const uint8_t *name, size_t length)
{
    const struct loom_entry *entry;
    for (entry = loom_table; name != NULL && entry->name != NULL; entry++) {
        if (strlen(entry->name) == length && memcmp(entry->name, name, length) == 0) {
            return entry->function;
        }
    }
    fprintf(stderr, "secrecy: %.*s is not linked in\n", (int)length, name == NULL ? "" : (const char *)name);
    exit(2);
}

static void place(struct arg *arg, uint8_t *base, size_t size, unsigned align, const uint8_t *data, int secret)
{
    if (size > ROOM || data == NULL) {
        fprintf(stderr, "secrecy: a buffer of %lu bytes\n", (unsigned long)size);
        exit(2);
    }
    arg->at = base + BORDER + ((align - (uintptr_t)base) & 63u);
    arg->size = size;
    VALGRIND_MAKE_MEM_UNDEFINED(base, ROOM + 2 * BORDER);
    memcpy(arg->at, data, size);
    VALGRIND_MAKE_MEM_NOACCESS(base, ROOM + 2 * BORDER);
    if (secret) {
        VALGRIND_MAKE_MEM_UNDEFINED(arg->at, size);
    } else {
        VALGRIND_MAKE_MEM_DEFINED(arg->at, size);
    }
}

enum { MARKS = LOOM_MAX_ARGS / 8 };

static int marked_at(const uint8_t *marks, unsigned argument)
{
    return marks[argument / 8] >> argument % 8 & 1;
}

static void run_record(struct loom_reader *reader, const loom_fn *functions, uint32_t count, const uint8_t *marks,
                       FILE *out)
{
    static loom_fn last;
    struct arg args[LOOM_MAX_ARGS];
    uintptr_t v[LOOM_MAX_ARGS] = {0}, array[LOOM_MAX_POINTERS];
    struct loom_pointers pointers[LOOM_MAX_PASSED];
    int of[LOOM_MAX_ARGS];
    uint32_t function = (uint32_t)loom_get(reader, 4), errors;
    unsigned arguments, i, n;
    loom_get(reader, 1); /* convention: this machine's own */
    arguments = (unsigned)loom_get(reader, 1);
    loom_get(reader, 10); /* upper halves, stack, seed */
    if (reader->failed || function >= count || arguments > LOOM_MAX_ARGS) {
        fprintf(stderr, "secrecy: not a batch file\n");
        exit(2);
    }
    for (i = 0; i < arguments; i++) {
        unsigned kind = (unsigned)loom_get(reader, 1), align;
        args[i].output = 0;
        of[i] = -1;
        switch (kind) {
        case SCALAR: v[i] = (uintptr_t)loom_get(reader, 8); break;
        case NARROW:
            v[i] = (uintptr_t)loom_get(reader, 4);
            loom_get(reader, 1); /* bits */
            break;
        case BUFFER:
            args[i].size = (size_t)loom_get(reader, 4);
            loom_get(reader, 1); /* placement: every buffer has forbidden borders */
            align = (unsigned)loom_get(reader, 1);
            args[i].output = (int)loom_get(reader, 1) & 1;
            place(&args[i], room[i], args[i].size, align, loom_get_bytes(reader, args[i].size), marked_at(marks, i));
            v[i] = (uintptr_t)args[i].at;
            break;
        case POINTERS:
            if (i >= LOOM_MAX_PASSED) {
                exit(2);
            }
            loom_get_pointers(reader, &pointers[i]);
            of[i] = AN_ARRAY;
            break;
        default: of[i] = (int)loom_get(reader, 1); v[i] = (uintptr_t)loom_get(reader, 4);
        }
        if (kind < BUFFER && marked_at(marks, i)) {
            VALGRIND_MAKE_MEM_UNDEFINED(&v[i], sizeof v[i]);
        }
    }
    for (i = 0; i < arguments; i++) {
        v[i] += of[i] < 0 ? 0 : v[of[i]];
    }
    for (i = 0; i < arguments; i++) {
        if (of[i] == AN_ARRAY) {
            for (n = 0; n < pointers[i].count; n++) {
                array[n] = v[pointers[i].of[n]] + pointers[i].offset[n];
            }
            place(&args[i], room[i], n * sizeof array[0], 0, (const uint8_t *)array, 0);
            v[i] = (uintptr_t)args[i].at;
        }
    }
    if (functions[function] != last) {
        last = functions[function];
        VALGRIND_PRINTF("function %s\n", find_name(last));
    }
    errors = (uint32_t)VALGRIND_COUNT_ERRORS;
    ((function_of_all)functions[function])(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11],
                                           v[12], v[13], v[14], v[15], v[16], v[17], v[18], v[19], v[20], v[21], v[22],
                                           v[23]);
    errors = (uint32_t)VALGRIND_COUNT_ERRORS - errors;
    fwrite(&errors, 4, 1, out);
    for (i = 0; i < arguments; i++) {
        if (args[i].output) {
            VALGRIND_MAKE_MEM_DEFINED(args[i].at, args[i].size);
            fwrite(args[i].at, 1, args[i].size, out);
        }
    }
}

int main(int argc, char **argv)
{
    struct loom_reader reader = {0};
    loom_fn *functions;
    uint8_t *batch, *marks;
    uint32_t count, records, i;
    size_t marked;
    FILE *out;
    if (argc != 4 || !RUNNING_ON_VALGRIND) {
        fprintf(stderr, "usage: valgrind secrecy BATCH MARKS RESULT\n");
        return 2;
    }
    batch = loom_read_file(argv[1], &reader.left);
    marks = loom_read_file(argv[2], &marked);
    out = fopen(argv[3], "wb");
    if (batch == NULL || marks == NULL || out == NULL) {
        return 2;
    }
    reader.at = batch;
    loom_get(&reader, 8);
    count = (uint32_t)loom_get(&reader, 4);
    records = (uint32_t)loom_get(&reader, 4);
    loom_get(&reader, 4);
    functions = calloc((size_t)count + 1, sizeof *functions);
    if (functions == NULL || MARKS * (size_t)records != marked) {
        return 2;
    }
    for (i = 0; i < count; i++) {
        size_t length = (size_t)loom_get(&reader, 2);
        functions[i] = find(loom_get_bytes(&reader, length), length);
    }
    for (i = 0; i < records; i++) {
        run_record(&reader, functions, count, marks + MARKS * (size_t)i, out);
        fflush(out);
    }
    return fclose(out) == 0 ? 0 : 2;
}
