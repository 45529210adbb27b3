/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Little-endian reading of whole files, the same on every machine.
 */
#include "driver.h"

#include <stdio.h>
#include <stdlib.h>

uint8_t *loom_read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = NULL;
    size_t room = 1u << 16, got;
    *size = 0;
    if (file == NULL) {
        fprintf(stderr, "driver: %s: cannot be opened\n", path);
        return NULL;
    }
    for (;;) {
        uint8_t *larger = realloc(bytes, room);
        if (larger == NULL) {
            fprintf(stderr, "driver: %s: larger than memory\n", path);
            free(bytes);
            fclose(file);
            return NULL;
        }
        bytes = larger;
        got = fread(bytes + *size, 1, room - *size, file);
        *size += got;
        if (*size < room) {
            break;
        }
        room *= 2;
    }
    fclose(file);
    return bytes;
}

const uint8_t *loom_get_bytes(struct loom_reader *reader, size_t bytes)
{
    const uint8_t *at = reader->at;
    if (reader->failed || bytes > reader->left) {
        reader->failed = 1;
        return NULL;
    }
    reader->at += bytes;
    reader->left -= bytes;
    return at;
}

uint64_t loom_get(struct loom_reader *reader, unsigned bytes)
{
    const uint8_t *at = loom_get_bytes(reader, bytes);
    uint64_t value = 0;
    while (at != NULL && bytes-- > 0) {
        value = value << 8 | at[bytes];
    }
    return value;
}

void loom_get_pointers(struct loom_reader *reader, struct loom_pointers *pointers)
{
    unsigned i;
    pointers->count = (unsigned)loom_get(reader, 1);
    if (pointers->count > LOOM_MAX_POINTERS) {
        reader->failed = 1;
        pointers->count = 0;
    }
    for (i = 0; i < pointers->count; i++) {
        pointers->of[i] = (unsigned)loom_get(reader, 1);
        pointers->offset[i] = (uint32_t)loom_get(reader, 4);
        if (pointers->of[i] >= LOOM_MAX_ARGS) {
            reader->failed = 1;
            pointers->of[i] = 0;
        }
    }
}
