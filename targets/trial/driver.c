/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Runs a batch of calls: driver [--image IMAGE] BATCH RESULT. Exit status: 0 all calls were made (right or wrong), 2
 * trouble. The driver flushes every record's result before the next call: the last complete record names the call that
 * killed the process.
 */
#include "driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CANARY_BYTES 256u
#define MID_OFFSET 1024u
#define NO_ALIGNMENT 255u

enum { SCALAR = 0, NARROW = 1, BUFFER = 2, ALIAS = 3, POINTERS = 4 };
enum { MIDDLE = 0, END = 1, START = 2 };
enum { ACCESS_OUTPUT = 1, ACCESS_SECRET = 2, ACCESS_BEHIND = 4 };

struct arg {
    unsigned kind;
    unsigned access;
    unsigned of; /* of an alias: the argument whose buffer is used */
    uint8_t *at;
    size_t size;
    const uint8_t *initial;
    struct loom_pointers pointers;
    uintptr_t array[LOOM_MAX_POINTERS];
};

static struct {
    uint8_t *data;
    uint8_t *fresh; /* made at the first use: canaries for the whole arena */
    size_t size;
} arenas[LOOM_MAX_ARGS];

static FILE *result_file;

static void put(uint64_t value, unsigned bytes)
{
    while (bytes-- > 0) {
        putc((int)(value & 0xffu), result_file);
        value >>= 8;
    }
}

static int arenas_make(size_t largest)
{
    size_t page = loom_page();
    size_t size = (largest + 2 * MID_OFFSET + page - 1) / page * page;
    unsigned i;
    for (i = 0; i < LOOM_MAX_ARGS; i++) {
        uint8_t *area = loom_map(size + 2 * page);
        if (area == NULL || !loom_protect(area, page, 0, 0, 0) || !loom_protect(area + page + size, page, 0, 0, 0)) {
            fprintf(stderr, "driver: no memory for buffers of %lu bytes\n", (unsigned long)largest);
            return 0;
        }
        arenas[i].data = area + page;
        arenas[i].size = size;
    }
    return 1;
}

static uint8_t canary(const uint8_t *at)
{
    uint32_t mixed = (uint32_t)(uintptr_t)at * 2654435761u;
    return (uint8_t)(mixed >> 24 | 1u); /* never zero, the most likely stray store */
}

static uint8_t *place(unsigned index, size_t size, unsigned placement, unsigned align)
{
    uint8_t *data = arenas[index].data;
    uint8_t *end = data + arenas[index].size;
    unsigned offset = align == NO_ALIGNMENT ? 0 : align;
    uint8_t *at;
    if (placement == MIDDLE) {
        return data + MID_OFFSET + offset;
    }
    if (placement == START) {
        return data + offset;
    }
    at = end - size;
    return align == NO_ALIGNMENT ? at : at - (((uintptr_t)at - offset) & 63u);
}

/* The part of the arena around a buffer that holds canaries: up to CANARY_BYTES on either side. */
static void borders(unsigned index, const struct arg *arg, uint8_t **first, uint8_t **last)
{
    uint8_t *data = arenas[index].data;
    uint8_t *end = data + arenas[index].size;
    *first = (size_t)(arg->at - data) < CANARY_BYTES ? data : arg->at - CANARY_BYTES;
    *last = (size_t)(end - (arg->at + arg->size)) < CANARY_BYTES ? end : arg->at + arg->size + CANARY_BYTES;
}

static void fill(unsigned index, struct arg *arg)
{
    uint8_t *first, *last, *end;
    size_t i;
    if (arenas[index].fresh == NULL) {
        arenas[index].fresh = malloc(arenas[index].size);
        if (arenas[index].fresh == NULL) {
            fprintf(stderr, "driver: no memory for canaries\n");
            exit(2);
        }
        for (i = 0; i < arenas[index].size; i++) {
            arenas[index].fresh[i] = canary(arenas[index].data + i);
        }
    }
    borders(index, arg, &first, &last);
    end = arg->at + arg->size;
    memcpy(first, arenas[index].fresh + (first - arenas[index].data), (size_t)(arg->at - first));
    memcpy(arg->at, arg->initial, arg->size);
    memcpy(end, arenas[index].fresh + (end - arenas[index].data), (size_t)(last - end));
}

/* The first byte that is not as expected, or NULL. */
static const uint8_t *differing(const uint8_t *bytes, const uint8_t *expected, size_t size)
{
    size_t at = 0;
    if (size == 0 || memcmp(bytes, expected, size) == 0) {
        return NULL;
    }
    while (bytes[at] == expected[at]) {
        at++;
    }
    return bytes + at;
}

/* Offset, from the start of the buffer, of the first byte that changed without permission; *what: its status bit. */
static int damaged(unsigned index, const struct arg *arg, int32_t *offset, uint32_t *what)
{
    uint8_t *first, *last, *end = arg->at + arg->size;
    const uint8_t *fresh = arenas[index].fresh, *data = arenas[index].data, *at;
    borders(index, arg, &first, &last);
    at = differing(first, fresh + (first - data), (size_t)(arg->at - first));
    if (at == NULL && !(arg->access & ACCESS_OUTPUT)) {
        at = differing(arg->at, arg->initial, arg->size);
    }
    if (at == NULL) {
        at = differing(end, fresh + (end - data), (size_t)(last - end));
    }
    if (at == NULL) {
        return 0;
    }
    *offset = (int32_t)(at - arg->at);
    *what = at >= arg->at && at < end ? LOOM_STATUS_INPUT : LOOM_STATUS_CANARY;
    return 1;
}

/* Puts an array of pointers before an inaccessible page. From here on the array is a buffer that calls only read. */
static int point(unsigned index, struct arg *args, uint64_t *values, unsigned count)
{
    struct arg *arg = &args[index];
    unsigned i;
    for (i = 0; i < arg->pointers.count; i++) {
        unsigned of = arg->pointers.of[i];
        if (of >= count || args[of].kind != BUFFER || of == index) {
            return 0;
        }
        arg->array[i] = (uintptr_t)values[of] + arg->pointers.offset[i];
    }
    arg->kind = BUFFER;
    arg->size = arg->pointers.count * sizeof arg->array[0];
    arg->initial = (const uint8_t *)arg->array;
    arg->at = place(index, arg->size, END, NO_ALIGNMENT);
    values[index] = (uint64_t)(uintptr_t)arg->at;
    fill(index, arg);
    return 1;
}

static int read_args(struct loom_reader *reader, struct arg *args, uint64_t *values, uint8_t *sizes, unsigned count,
                     uint64_t seed)
{
    unsigned i;
    for (i = 0; i < count; i++) {
        args[i].kind = (unsigned)loom_get(reader, 1);
        args[i].access = 0;
        sizes[i] = 8;
        switch (args[i].kind) {
        case SCALAR: values[i] = loom_get(reader, 8); break;
        case NARROW: { /* the caller may put anything into the bits above */
            uint64_t value = loom_get(reader, 4);
            unsigned bits = (unsigned)loom_get(reader, 1);
            sizes[i] = (uint8_t)(bits / 8);
            values[i] = value | (loom_random(&seed) << bits);
            break;
        }
        case BUFFER: {
            unsigned placement, align;
            args[i].size = (size_t)loom_get(reader, 4);
            placement = (unsigned)loom_get(reader, 1);
            align = (unsigned)loom_get(reader, 1);
            args[i].access = (unsigned)loom_get(reader, 1);
            args[i].initial = loom_get_bytes(reader, args[i].size);
            if (reader->failed || args[i].size + 2 * MID_OFFSET > arenas[i].size) {
                return 0;
            }
            args[i].at = place(i, args[i].size, placement, align);
            values[i] = (uint64_t)(uintptr_t)args[i].at;
            fill(i, &args[i]);
            break;
        }
        case ALIAS:
            args[i].of = (unsigned)loom_get(reader, 1);
            values[i] = loom_get(reader, 4);
            break;
        case POINTERS: loom_get_pointers(reader, &args[i].pointers); break;
        default: return 0;
        }
    }
    for (i = 0; i < count; i++) { /* the buffer may be a later argument's */
        if (args[i].kind == ALIAS) {
            if (args[i].of >= count || args[args[i].of].kind != BUFFER) {
                return 0;
            }
            values[i] += values[args[i].of];
        }
    }
    for (i = 0; i < count; i++) {
        if (args[i].kind == POINTERS && !point(i, args, values, count)) {
            return 0;
        }
    }
    return !reader->failed;
}

/* The place of a fault's address: the argument's arena, with guard pages, and the distance from the buffer's start. */
static unsigned locate(const struct arg *args, unsigned count, uint64_t address, int32_t *offset)
{
    size_t page = loom_page();
    unsigned i;
    for (i = 0; i < count; i++) {
        uint64_t low = (uint64_t)(uintptr_t)arenas[i].data - page;
        if (args[i].kind == BUFFER && address >= low && address < low + arenas[i].size + 2 * page) {
            *offset = (int32_t)(int64_t)(address - (uint64_t)(uintptr_t)args[i].at);
            return i;
        }
    }
    return NO_ALIGNMENT;
}

static int run_record(struct loom_reader *reader, uint32_t index, const uint64_t *functions, uint32_t function_count)
{
    struct arg args[LOOM_MAX_ARGS];
    uint64_t values[LOOM_MAX_ARGS], seed;
    uint8_t sizes[LOOM_MAX_ARGS];
    struct loom_secret secrets[2 * LOOM_MAX_ARGS];
    size_t secret_count = 0;
    struct loom_verdict verdict;
    struct loom_fault fault;
    uint32_t function = (uint32_t)loom_get(reader, 4), status = 0, what = 0;
    enum loom_convention convention = (enum loom_convention)loom_get(reader, 1);
    unsigned count = (unsigned)loom_get(reader, 1), clean = (unsigned)loom_get(reader, 1), damaged_arg = NO_ALIGNMENT;
    unsigned misalign = (unsigned)loom_get(reader, 1), outputs = 0, passed = 0, fault_arg = NO_ALIGNMENT, i;
    int32_t offset = 0, fault_offset = 0;
    seed = loom_get(reader, 8);
    if (reader->failed || function >= function_count || count > LOOM_MAX_ARGS) {
        return 0;
    }
    if (!loom_convention_known(convention)) {
        fprintf(stderr, "driver: record %lu: this machine cannot call convention %d\n", (unsigned long)index,
                (int)convention);
        return 0;
    }
    if (!read_args(reader, args, values, sizes, count, seed)) {
        return 0;
    }
    while (passed < count && !(args[passed].kind == BUFFER && (args[passed].access & ACCESS_BEHIND))) {
        passed++;
    }
    if (passed > LOOM_MAX_PASSED) {
        return 0;
    }
    loom_call_checked(convention, functions[function], values, sizes, passed, clean, misalign, seed, &verdict, &fault);
    if (fault.kind != 0) {
        status |= LOOM_STATUS_FAULT;
        fault_arg = locate(args, count, fault.address, &fault_offset);
    }
    for (i = 0; i < count && fault.kind == 0; i++) {
        if (args[i].kind == BUFFER && (args[i].access & ACCESS_SECRET)) {
            secrets[secret_count].at = args[i].initial;
            secrets[secret_count++].size = args[i].size;
            if (args[i].access & ACCESS_OUTPUT) {
                secrets[secret_count].at = args[i].at;
                secrets[secret_count++].size = args[i].size;
            }
        }
    }
    verdict.special |= loom_remains(secrets, secret_count);
    if (verdict.gpr | verdict.vec | verdict.special) {
        status |= LOOM_STATUS_ABI;
    }
    for (i = 0; i < count; i++) {
        if (args[i].kind == BUFFER) {
            outputs += args[i].access & ACCESS_OUTPUT;
            if (damaged_arg == NO_ALIGNMENT && damaged(i, &args[i], &offset, &what)) {
                damaged_arg = i;
                status |= what;
            }
        }
    }
    put(index, 4);
    put(status, 4);
    put(verdict.gpr, 4);
    put(verdict.vec, 4);
    put(verdict.special, 4);
    put(verdict.stack_used, 4);
    put(verdict.value, 8);
    put(damaged_arg, 1);
    put((uint32_t)offset, 4);
    put(fault.kind, 1);
    put(fault_arg, 1);
    put((uint32_t)fault_offset, 4);
    put(fault.kind ? fault.pc - functions[function] : 0, 8);
    put(outputs, 1);
    for (i = 0; i < count; i++) {
        if (args[i].kind == BUFFER && (args[i].access & ACCESS_OUTPUT)) {
            put(i, 1);
            put(args[i].size, 4);
            fwrite(args[i].at, 1, args[i].size, result_file);
        }
    }
    fflush(result_file);
    return 1;
}

static uint64_t find_function(const char *name, size_t length)
{
    const struct loom_entry *entry;
    for (entry = loom_table; entry->name != NULL; entry++) {
        if (strlen(entry->name) == length && memcmp(entry->name, name, length) == 0) {
            return (uint64_t)(uintptr_t)entry->function;
        }
    }
    return loom_image_find(name, length);
}

static int run_batch(const char *path, struct loom_reader *reader)
{
    const uint8_t *magic = loom_get_bytes(reader, 8);
    uint32_t function_count, records, i;
    uint64_t *functions;
    size_t largest;
    if (magic == NULL || memcmp(magic, "LOOMBAT1", 8) != 0) {
        fprintf(stderr, "driver: %s: not a batch file (batch.py writes them)\n", path);
        return 0;
    }
    function_count = (uint32_t)loom_get(reader, 4);
    records = (uint32_t)loom_get(reader, 4);
    largest = (size_t)loom_get(reader, 4);
    functions = calloc((size_t)function_count + 1, sizeof *functions);
    if (functions == NULL || reader->failed || !arenas_make(largest)) {
        return 0;
    }
    for (i = 0; i < function_count; i++) {
        size_t length = (size_t)loom_get(reader, 2);
        const uint8_t *name = loom_get_bytes(reader, length);
        functions[i] = name == NULL ? 0 : find_function((const char *)name, length);
        if (functions[i] == 0) {
            fprintf(stderr, "driver: %s: function %.*s is neither linked in nor in the image\n", path, (int)length,
                    name == NULL ? "" : (const char *)name);
            return 0;
        }
    }
    fwrite("LOOMRES1", 1, 8, result_file);
    put(loom_call.cpu, 4);
    for (i = 0; i < records; i++) {
        if (!run_record(reader, i, functions, function_count)) {
            fprintf(stderr, "driver: %s: record %lu is malformed\n", path, (unsigned long)i);
            return 0;
        }
    }
    fwrite("LOOMEND1", 1, 8, result_file);
    free(functions);
    return 1;
}

int main(int argc, char **argv)
{
    struct loom_reader reader;
    uint8_t *batch;
    size_t size;
    int good;
    if (argc == 5 && strcmp(argv[1], "--image") == 0) {
        if (!loom_image_load(argv[2])) {
            return 2;
        }
        argv += 2;
    } else if (argc != 3) {
        fprintf(stderr, "usage: driver [--image IMAGE] BATCH RESULT\n");
        return 2;
    }
    batch = loom_read_file(argv[1], &size);
    if (batch == NULL) {
        return 2;
    }
    result_file = fopen(argv[2], "wb");
    if (result_file == NULL) {
        fprintf(stderr, "driver: %s: cannot be written\n", argv[2]);
        return 2;
    }
    reader.at = batch;
    reader.left = size;
    reader.failed = 0;
    loom_call.cpu = loom_probe_cpu();
    loom_faults_install();
    good = run_batch(argv[1], &reader);
    if (fclose(result_file) != 0) {
        fprintf(stderr, "driver: %s: could not be written whole\n", argv[2]);
        return 2;
    }
    free(batch);
    return good ? 0 : 2;
}
