/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * space ANSWERS ONE_IN GROUP...: runs the groups and prints the number of calls of each public function. The first
 * difference, or the first access to a guard page, ends the program with the name of the case.
 */
#include "space.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

unsigned long calls[FUNCTIONS];
const uint8_t *text;
const uint32_t *longer;
size_t longer_count;

static struct {
    const char *function, *what;
    size_t number[4];
} now;
static unsigned long one_in;
static uint64_t seed = 1;

/* ---- differences and faults ---- */

static void tell(const char *message)
{
    fprintf(stderr, "%s: %s (%s: %lu, %lu, %lu, %lu)\n", now.function, message, now.what, (unsigned long)now.number[0],
            (unsigned long)now.number[1], (unsigned long)now.number[2], (unsigned long)now.number[3]);
}

static void touched(int number)
{
    (void)number;
    tell("memory outside of the arguments is touched");
    _exit(1);
}

void __asan_on_error(void); /* called by the address sanitizer before its report, in a build with it */
void __asan_on_error(void)
{
    tell("the sanitizer's report follows");
}

void expect(int right, const char *what)
{
    if (!right) {
        tell(what);
        exit(1);
    }
}

void same(const char *what, const uint8_t *got, const uint8_t *want, size_t length)
{
    if (length > 0 && memcmp(got, want, length) != 0) {
        size_t i = 0;
        while (got[i] == want[i]) {
            i++;
        }
        fprintf(stderr, "%s: byte %lu of %lu is 0x%02x, expected 0x%02x\n", what, (unsigned long)i,
                (unsigned long)length, got[i], want[i]);
        expect(0, "a wrong answer");
    }
}

void zeros(const char *what, const void *got, size_t length)
{
    static const uint8_t none[1 << 16];
    same(what, got, none, length);
}

/* ---- cases ---- */

size_t any(size_t limit)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)((seed >> 33) % limit);
}

void always(const char *function, const char *what, size_t a, size_t b, size_t c, size_t d)
{
    size_t number[4] = {a, b, c, d};
    now.function = function;
    now.what = what;
    memcpy(now.number, number, sizeof number);
}

int at(const char *function, const char *what, size_t a, size_t b, size_t c, size_t d)
{
    if (one_in > 1 && any(one_in) > 0) {
        return 0;
    }
    always(function, what, a, b, c, d);
    return 1;
}

/* ---- answers ---- */

static uint8_t *file;
static size_t file_bytes;

static void load(const char *path)
{
    FILE *stream = fopen(path, "rb");
    expect(stream != NULL, "no file of answers");
    fseek(stream, 0, SEEK_END);
    file_bytes = (size_t)ftell(stream);
    rewind(stream);
    file = malloc(file_bytes);
    expect(file != NULL && fread(file, 1, file_bytes, stream) == file_bytes, "the answers are not read");
    fclose(stream);
}

const uint8_t *answer(const char *name, size_t *bytes)
{
    for (size_t i = 0; i < file_bytes;) { /* u32 bytes of data; 28 of name; data, up to a multiple of 8 */
        uint32_t length;
        memcpy(&length, file + i, 4);
        if (strncmp((const char *)file + i + 4, name, 28) == 0) {
            if (bytes != NULL) {
                *bytes = length;
            }
            return file + i + 32;
        }
        i += 32 + (length + 7) / 8 * 8;
    }
    fprintf(stderr, "no answers for %s\n", name);
    exit(1);
}

/* ---- memory ---- */

enum { MARGIN = 32, MARK = 0xa5, ROOM = 96 * 1024 };

static struct {
    uint8_t *start, *end, *from, *to;
} rooms[ROOMS];

static void make_rooms(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), size = (ROOM + page - 1) / page * page;
    for (size_t i = 0; i < ROOMS; i++) {
        uint8_t *whole = mmap(NULL, size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        expect(whole != MAP_FAILED && mprotect(whole + page, size, PROT_READ | PROT_WRITE) == 0, "no memory");
        rooms[i].start = whole + page;
        rooms[i].end = whole + page + size;
    }
}

/* The number of marked bytes around [from, to). On one side a guard page stands in their place. */
static size_t below(size_t i)
{
    size_t free = (size_t)(rooms[i].from - rooms[i].start);
    return free < MARGIN ? free : MARGIN;
}

static size_t above(size_t i)
{
    size_t free = (size_t)(rooms[i].end - rooms[i].to);
    return free < MARGIN ? free : MARGIN;
}

static uint8_t *put(enum room room, uint8_t *from, size_t length)
{
    rooms[room].from = from;
    rooms[room].to = from + length;
    memset(from - below(room), MARK, below(room));
    memset(from + length, MARK, above(room));
    return from;
}

uint8_t *place(enum room room, size_t length, size_t how)
{
    if (how % 3 == 0) {
        return put(room, rooms[room].end - length, length);
    }
    return put(room, rooms[room].start + (how % 3 == 1 ? 0 : 64 + how / 3 % 64), length);
}

void *place_struct(enum room room, size_t bytes, size_t how)
{
    return how % 3 == 2 ? put(room, rooms[room].start + 64 + 8 * (how / 3 % 8), bytes) : place(room, bytes, how);
}

void *placed_struct(enum room room, const void *from, size_t bytes, size_t how)
{
    return memcpy(place_struct(room, bytes, how), from, bytes);
}

uint8_t *placed(enum room room, const uint8_t *from, size_t length, size_t how)
{
    uint8_t *out = place(room, length, how);
    if (length > 0) {
        memcpy(out, from, length);
    }
    return out;
}

void untouched(void)
{
    uint8_t mark[MARGIN];
    memset(mark, MARK, sizeof mark);
    for (size_t i = 0; i < ROOMS; i++) {
        if (rooms[i].from != NULL) {
            same("before an argument", rooms[i].from - below(i), mark, below(i));
            same("behind an argument", rooms[i].to, mark, above(i));
            rooms[i].from = NULL;
        }
    }
}

struct buffers both(const uint8_t *from, size_t length, size_t how, int in_place)
{
    struct buffers made;
    uint8_t *in = placed(IN, from, length, how);
    made.in = in;
    made.out = in_place ? in : place(OUT, length, how / 2);
    if (length == 0 && how % 2 == 0) { /* nothing may be NULL */
        made.in = made.out = NULL;
    }
    return made;
}

void same_buffers(struct buffers buffers, const uint8_t *from, const uint8_t *want, size_t length)
{
    same("output", buffers.out, want, length);
    if (buffers.in != buffers.out) {
        same("input", buffers.in, from, length);
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } groups[] = {{"hashes", test_hashes},
                  {"rc4", test_rc4},
                  {"aes", test_aes},
                  {"rc4_md5", test_rc4_md5},
                  {"aes_cbc_hashes", test_aes_cbc_hashes},
                  {"tls", test_tls},
                  {"tls_many", test_tls_many},
                  {"rsa", test_rsa},
                  {"batches", test_batches},
                  {"streams", test_batches_of_aes},
                  {"library", test_library}};
    static const char *const names[FUNCTIONS] = {
#define NAME(name) #name,
        PUBLIC(NAME)
#undef NAME
    };
    size_t ran = 0, bytes;
    always("the program", "start", 0, 0, 0, 0);
    expect(argc > 3, "space ANSWERS ONE_IN GROUP...");
    signal(SIGSEGV, touched);
    signal(SIGBUS, touched);
    load(argv[1]);
    one_in = strtoul(argv[2], NULL, 10);
    text = answer("text", NULL);
    longer = (const uint32_t *)(const void *)answer("longer", &bytes);
    longer_count = bytes / 4;
    make_rooms();
    for (int i = 3; i < argc; i++) {
        for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++) {
            if (strcmp(argv[i], groups[g].name) == 0) {
                groups[g].run();
                ran++;
            }
        }
    }
    expect(ran == (size_t)argc - 3, "no group of that name");
    for (size_t i = 0; i < FUNCTIONS; i++) {
        printf("%s %lu\n", names[i], calls[i]);
    }
    free(file);
    return 0;
}
