/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Runs a batch of calls under valgrind's memcheck with every secret marked as undefined: secrecy BATCH MARKS RESULT.
 * The file MARKS has ten bytes a record: bit n marks argument n (its value, or the bytes that it points to) as secret.
 * memcheck then reports branches and addresses that depend on a secret, and every byte touched outside a buffer.
 * RESULT: per record u32 errors, then the output buffers. Exit status: 0 all calls were made, 2 trouble.
 */
#include <stdio.h>
#include <string.h>
#include <valgrind/memcheck.h>

#include "plain.h"

#define BORDER 4096u
#define MARKS (LOOM_MAX_ARGS / 8)

static uint8_t room[LOOM_MAX_ARGS][ROOM + 2 * BORDER];
static const uint8_t *marks;

static int marked(uint32_t record, unsigned argument)
{
    return marks[MARKS * (size_t)record + argument / 8] >> argument % 8 & 1;
}

uintptr_t loom_put(uint32_t record, unsigned argument, const struct loom_piece *piece)
{
    uint8_t *base = room[argument], *at = base + BORDER + ((piece->align - (uintptr_t)base) & 63u);
    VALGRIND_MAKE_MEM_UNDEFINED(base, ROOM + 2 * BORDER);
    memcpy(at, piece->data, piece->size);
    VALGRIND_MAKE_MEM_NOACCESS(base, ROOM + 2 * BORDER);
    if (!piece->array && marked(record, argument)) {
        VALGRIND_MAKE_MEM_UNDEFINED(at, piece->size);
    } else {
        VALGRIND_MAKE_MEM_DEFINED(at, piece->size);
    }
    return (uintptr_t)at;
}

void loom_number(uint32_t record, unsigned argument, uintptr_t *value)
{
    if (marked(record, argument)) {
        VALGRIND_MAKE_MEM_UNDEFINED(value, sizeof *value);
    }
}

void loom_watch(const struct loom_entry *entry, const uintptr_t *words, FILE *out)
{
    static const struct loom_entry *last;
    uint32_t errors;
    if (entry != last) {
        last = entry;
        VALGRIND_PRINTF("function %s\n", entry->name);
    }
    errors = (uint32_t)VALGRIND_COUNT_ERRORS;
    loom_plain_call(entry->function, words);
    errors = (uint32_t)VALGRIND_COUNT_ERRORS - errors;
    fwrite(&errors, 4, 1, out);
}

void loom_after(uintptr_t at, size_t size)
{
    VALGRIND_MAKE_MEM_DEFINED((void *)at, size);
}

int main(int argc, char **argv)
{
    size_t size;
    if (argc != 4 || !RUNNING_ON_VALGRIND) {
        fprintf(stderr, "usage: valgrind secrecy BATCH MARKS RESULT\n");
        return 2;
    }
    marks = loom_read_file(argv[2], &size);
    return marks == NULL ? 2 : loom_plain(argv[1], argv[3]);
}
