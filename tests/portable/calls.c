/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Makes the calls of a batch on any machine that has a C library: calls BATCH RESULT. The functions of the table take
 * an array of words, because no machine's convention is known here. RESULT: per record the function's result in eight
 * bytes, then the output buffers. Exit status: 0 all calls were made, 2 trouble, 3 a call wrote where it must not. With
 * pages, an access beyond a buffer that lies at a page's end or start ends the program.
 */
#define _DEFAULT_SOURCE 1
#include <stdlib.h>
#include <string.h>

#include "plain.h"

#if defined(__unix__)
#include <sys/mman.h>
#include <unistd.h>
#endif

#define BORDER 256u
#define NO_ALIGNMENT 255u

enum { MIDDLE = 0, END = 1 };

static struct area {
    uint8_t *begin, *end, *at;
    struct loom_piece piece;
} areas[LOOM_MAX_ARGS];

static uint32_t now;
static unsigned placed[LOOM_MAX_ARGS], count;

/* Room for the largest buffer, its borders and its alignment. */
static void make(struct area *area)
{
#if defined(__unix__)
    size_t page = (size_t)sysconf(_SC_PAGESIZE), size = (ROOM + 4 * BORDER + page - 1) / page * page;
    uint8_t *whole = mmap(NULL, size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (whole == MAP_FAILED || mprotect(whole + page, size, PROT_READ | PROT_WRITE) != 0) {
        exit(2);
    }
    area->begin = whole + page;
#else
    size_t size = (ROOM + 4 * BORDER) / 64 * 64;
    uint8_t *whole = malloc(size + 64);
    if (whole == NULL) {
        exit(2);
    }
    area->begin = whole + ((0 - (uintptr_t)whole) & 63u);
#endif
    area->end = area->begin + size;
}

static uint8_t canary(const uint8_t *at)
{
    return (uint8_t)((uintptr_t)at * 37u | 1u);
}

/* The buffer with its borders. */
static uint8_t *first_of(const struct area *area)
{
    return area->at - area->begin < (ptrdiff_t)BORDER ? area->begin : area->at - BORDER;
}

static uint8_t *last_of(const struct area *area)
{
    uint8_t *end = area->at + area->piece.size;
    return area->end - end < (ptrdiff_t)BORDER ? area->end : end + BORDER;
}

uintptr_t loom_put(uint32_t record, unsigned argument, const struct loom_piece *piece)
{
    struct area *area = &areas[argument];
    unsigned align = piece->align == NO_ALIGNMENT ? 0 : piece->align;
    uint8_t *at;
    if (area->begin == NULL) {
        make(area);
    }
    if (record != now) {
        now = record;
        count = 0;
    }
    placed[count++] = argument;
    area->at = area->begin + (piece->placement == MIDDLE ? BORDER : 0) + align;
    if (piece->placement == END) {
        area->at = area->end - piece->size;
        area->at -= piece->align == NO_ALIGNMENT ? 0 : ((uintptr_t)area->at - align) & 63u;
    }
    area->piece = *piece;
    for (at = first_of(area); at < last_of(area); at++) {
        *at = canary(at);
    }
    memcpy(area->at, piece->data, piece->size);
    return (uintptr_t)area->at;
}

void loom_number(uint32_t record, unsigned argument, uintptr_t *value)
{
    (void)record;
    (void)argument;
    (void)value;
}

static void check(const struct area *area, unsigned argument, const char *name)
{
    const uint8_t *at;
    for (at = first_of(area); at < last_of(area); at++) {
        int inside = at >= area->at && at < area->at + area->piece.size;
        if (inside ? !area->piece.output && *at != area->piece.data[at - area->at] : *at != canary(at)) {
            fprintf(stderr, "calls: record %lu: %s wrote to argument %u at byte %ld\n", (unsigned long)now, name,
                    argument, (long)(at - area->at));
            exit(3);
        }
    }
}

void loom_watch(const struct loom_entry *entry, const uintptr_t *words, FILE *out)
{
    uint64_t value = ((uint64_t (*)(const uintptr_t *))entry->function)(words);
    unsigned i;
    for (i = 0; i < 8; i++) {
        putc((int)(value >> 8 * i & 255u), out);
    }
    for (i = 0; i < count; i++) {
        check(&areas[placed[i]], placed[i], entry->name);
    }
}

void loom_after(uintptr_t at, size_t size)
{
    (void)at;
    (void)size;
}

int main(int argc, char **argv)
{
    return argc == 3 ? loom_plain(argv[1], argv[2]) : 2;
}
