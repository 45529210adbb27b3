/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Reads a batch and makes its calls, by the convention of this machine.
 */
#include "plain.h"

#include <stdlib.h>
#include <string.h>

#define AN_ARRAY (-2)

enum { SCALAR = 0, NARROW = 1, BUFFER = 2, ALIAS = 3, POINTERS = 4 };

typedef uint64_t (*function_of_all)(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
                                    uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
                                    uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
                                    uintptr_t, uintptr_t, uintptr_t);

void loom_plain_call(loom_fn function, const uintptr_t *v)
{
    ((function_of_all)function)(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11], v[12], v[13],
                                v[14], v[15], v[16], v[17], v[18], v[19], v[20], v[21], v[22], v[23]);
}

static void refuse(const char *what)
{
    fprintf(stderr, "plain: %s\n", what);
    exit(2);
}

static const struct loom_entry *find(const uint8_t *name, size_t length)
{
    const struct loom_entry *entry;
    for (entry = loom_table; name != NULL && entry->name != NULL; entry++) {
        if (strlen(entry->name) == length && memcmp(entry->name, name, length) == 0) {
            return entry;
        }
    }
    refuse("a function of the batch is not linked in");
    return NULL;
}

static void run_record(struct loom_reader *reader, uint32_t record, const struct loom_entry **functions, uint32_t count,
                       FILE *out)
{
    uintptr_t v[LOOM_MAX_ARGS] = {0}, arrays[LOOM_MAX_PASSED][LOOM_MAX_POINTERS];
    struct loom_piece pieces[LOOM_MAX_ARGS] = {{0}}, *piece = pieces;
    int of[LOOM_MAX_ARGS];
    struct loom_pointers pointers[LOOM_MAX_PASSED];
    uint32_t function = (uint32_t)loom_get(reader, 4);
    unsigned arguments, i, n;
    loom_get(reader, 1); /* convention: this machine's own */
    arguments = (unsigned)loom_get(reader, 1);
    loom_get(reader, 10); /* upper halves, stack, seed */
    if (reader->failed || function >= count || arguments > LOOM_MAX_ARGS) {
        refuse("not a batch file");
    }
    for (i = 0; i < arguments; i++, piece++) {
        unsigned kind = (unsigned)loom_get(reader, 1);
        of[i] = -1;
        switch (kind) {
        case SCALAR: v[i] = (uintptr_t)loom_get(reader, 8); break;
        case NARROW:
            v[i] = (uintptr_t)loom_get(reader, 4);
            loom_get(reader, 1); /* bits */
            break;
        case BUFFER:
            piece->size = (size_t)loom_get(reader, 4);
            piece->placement = (unsigned)loom_get(reader, 1);
            piece->align = (unsigned)loom_get(reader, 1);
            piece->output = (int)loom_get(reader, 1) & 1;
            piece->data = loom_get_bytes(reader, piece->size);
            if (piece->size > ROOM || piece->data == NULL) {
                refuse("a buffer that is too large");
            }
            v[i] = loom_put(record, i, piece);
            break;
        case POINTERS:
            if (i >= LOOM_MAX_PASSED) {
                refuse("an array of pointers that no argument is passed for");
            }
            loom_get_pointers(reader, &pointers[i]);
            of[i] = AN_ARRAY;
            break;
        default: of[i] = (int)loom_get(reader, 1); v[i] = (uintptr_t)loom_get(reader, 4);
        }
        if (kind < BUFFER) {
            loom_number(record, i, &v[i]);
        }
    }
    for (i = 0; i < arguments; i++) {
        v[i] += of[i] < 0 ? 0 : v[of[i]];
    }
    for (i = 0; i < arguments; i++) {
        if (of[i] == AN_ARRAY) {
            for (n = 0; n < pointers[i].count; n++) {
                arrays[i][n] = v[pointers[i].of[n]] + pointers[i].offset[n];
            }
            pieces[i].size = n * sizeof arrays[0][0];
            pieces[i].data = (const uint8_t *)arrays[i];
            pieces[i].array = 1;
            v[i] = loom_put(record, i, &pieces[i]);
        }
    }
    loom_watch(functions[function], v, out);
    for (i = 0; i < arguments; i++) {
        if (pieces[i].output) {
            loom_after(v[i], pieces[i].size);
            fwrite((const void *)v[i], 1, pieces[i].size, out);
        }
    }
    fflush(out);
}

int loom_plain(const char *batch, const char *result)
{
    struct loom_reader reader = {0};
    const struct loom_entry **functions;
    uint32_t count, records, i;
    FILE *out = fopen(result, "wb");
    reader.at = loom_read_file(batch, &reader.left);
    loom_get(&reader, 8);
    count = (uint32_t)loom_get(&reader, 4);
    records = (uint32_t)loom_get(&reader, 4);
    loom_get(&reader, 4);
    functions = calloc((size_t)count + 1, sizeof *functions);
    if (functions == NULL || out == NULL || reader.failed) {
        return 2;
    }
    for (i = 0; i < count; i++) {
        size_t length = (size_t)loom_get(&reader, 2);
        functions[i] = find(loom_get_bytes(&reader, length), length);
    }
    for (i = 0; i < records; i++) {
        run_record(&reader, i, functions, count, out);
    }
    free(functions);
    return fclose(out) == 0 ? 0 : 2;
}
