/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * space SHAPES [PART...]: makes the calls of cases.py, or of the functions with a part in their names, with every
 * argument between guard pages, at three positions: directly before the upper page, directly behind the lower one, and
 * at any address. Prints a line for each function: name, calls
 * and a digest of all results and outputs, which is the same with every variant. The first access to other memory, the
 * first change of an input, the first bytes that a wipe leaves, and the first call that is not refused for a context of
 * zeros end the program with the name of the case.
 */
#include "tried.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LONGEST = 1100, ROOMS = 320, MARGIN = 32, MARK = 0xa5, NEW = 0x77, ROOM = 96 * 1024 };
enum kind { INPUT, OUTPUT, CHANGED, SCRATCH };

static struct room {
    uint8_t *start, *end, *from, *before;
    size_t bytes;
    enum kind kind;
    int is_context;
} rooms[ROOMS];
static size_t used;

static const struct tried *now;
static unsigned shape, position;
static struct {
    loom_fn function;
    uint64_t arguments[LOOM_MAX_ARGS];
    const char *note;
    size_t size;
} next;
static uint64_t seed, digest;
static uint8_t text[1 << 17]; /* the bytes of all inputs */

/* ---- differences and faults ---- */

static void tell(const char *message)
{
    fprintf(stderr, "%s: %s (shape %u, position %u, %s %lu)\n", now->name, message, shape, position,
            next.note == NULL ? "" : next.note, (unsigned long)next.size);
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

static void expect(int right, const char *what)
{
    if (!right) {
        tell(what);
        exit(1);
    }
}

static int all(const uint8_t *at, size_t bytes, uint8_t value)
{
    return bytes == 0 || (at[0] == value && memcmp(at, at + 1, bytes - 1) == 0);
}

/* ---- memory ---- */

static void make_rooms(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), size = (ROOM + page - 1) / page * page;
    for (size_t i = 0; i < ROOMS; i++) {
        uint8_t *whole = mmap(NULL, size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        expect(whole != MAP_FAILED && mprotect(whole + page, size, PROT_READ | PROT_WRITE) == 0, "no memory");
        rooms[i].start = whole + page;
        rooms[i].end = whole + page + size;
        rooms[i].before = malloc(ROOM);
    }
}

static size_t margin(size_t free)
{
    return free < MARGIN ? free : MARGIN;
}

/* Memory for one argument. */
static uint8_t *place(size_t bytes, enum kind kind, int value, size_t alignment)
{
    struct room *room = &rooms[used++];
    size_t how = (position + used) % 3;
    expect(used <= ROOMS && bytes <= ROOM - 128, "more memory than there is");
    room->bytes = bytes;
    room->kind = kind;
    room->is_context = 0;
    room->from = how == 0 ? room->end - bytes : room->start + (how == 1 ? 0 : 64 + alignment * any(8));
    memset(room->from - margin((size_t)(room->from - room->start)), MARK, margin((size_t)(room->from - room->start)));
    memset(room->from + bytes, MARK, margin((size_t)(room->end - room->from) - bytes));
    memset(room->from, value, bytes);
    return room->from;
}

static struct room *of(void *at)
{
    for (size_t i = used; i-- > 0;) {
        if (rooms[i].from == at && at != NULL) {
            return &rooms[i];
        }
    }
    return NULL;
}

void *zeros(size_t bytes)
{
    return place(bytes, SCRATCH, 0, 8);
}

/* Memory of no bytes may be NULL. */
void *fresh(size_t bytes)
{
    return bytes == 0 && position != 1 ? NULL : place(bytes, OUTPUT, NEW, 1);
}

void *object(size_t bytes)
{
    return place(bytes, OUTPUT, NEW, 8);
}

uint8_t *secret(size_t bytes)
{
    uint8_t *at = bytes == 0 && position != 1 ? NULL : place(bytes, INPUT, 0, 1);
    return bytes == 0 ? at : memcpy(at, text + any(sizeof text - bytes), bytes);
}

uint8_t *published(size_t bytes)
{
    return secret(bytes);
}

void *changed(void *at)
{
    struct room *room = of(at);
    if (room != NULL && room->kind == INPUT) {
        room->kind = CHANGED;
    }
    return at;
}

void *kept(void *at)
{
    struct room *room = of(at);
    if (room != NULL) {
        room->kind = INPUT;
    }
    return at;
}

void *context(void *at, int compared)
{
    struct room *room = of(at);
    expect(room != NULL, "a context that is nowhere");
    room->is_context = 1;
    if (room->kind != INPUT) {
        room->kind = compared ? CHANGED : SCRATCH;
    }
    return at;
}

uint64_t loom_random(uint64_t *from)
{
    *from = *from * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *from >> 33;
}

size_t any(size_t limit)
{
    return (size_t)(loom_random(&seed) % limit);
}

size_t some(unsigned number)
{
    if (position == 2 && any(16) == 0) {
        return 0;
    }
    return number <= LONGEST ? number : number % 64 == 0 ? any(17000) : any(LONGEST);
}

size_t waiting(size_t lanes)
{
    (void)lanes;
    return any(LOOM_MOST_LANES + 1);
}

/* ---- calls ---- */

int called(loom_fn function, const char *note, size_t size, const uint64_t *arguments, size_t count)
{
    next.function = function;
    next.note = note;
    next.size = size;
    memset(next.arguments, 0, sizeof next.arguments);
    for (size_t i = 0; i < count; i++) {
        next.arguments[i] = arguments[i];
    }
    return 1;
}

/* All arguments have the size of a pointer, and a caller of C may pass more than there are. */
static uint64_t call(void)
{
    typedef uintptr_t fn(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
                         uintptr_t, uintptr_t, uintptr_t, uintptr_t);
    uintptr_t a[12];
    for (size_t i = 0; i < 12; i++) {
        a[i] = (uintptr_t)next.arguments[i];
    }
    for (size_t i = 0; i < used; i++) {
        memcpy(rooms[i].before, rooms[i].from, rooms[i].bytes);
    }
    return ((fn *)next.function)(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11]);
}

static void add(const uint8_t *at, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 8) {
        uint64_t word = 0;
        memcpy(&word, at + i, bytes - i < 8 ? bytes - i : 8);
        digest = (digest ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        digest ^= digest >> 29;
    }
}

/* What a call may not change. */
static void surroundings(void)
{
    for (size_t i = 0; i < used; i++) {
        const struct room *room = &rooms[i];
        size_t below = margin((size_t)(room->from - room->start));
        size_t above = margin((size_t)(room->end - room->from) - room->bytes);
        expect(all(room->from - below, below, MARK), "bytes before an argument are changed");
        expect(all(room->from + room->bytes, above, MARK), "bytes behind an argument are changed");
        expect(room->kind != INPUT || memcmp(room->from, room->before, room->bytes) == 0, "an input is changed");
    }
}

static int prepared(unsigned place_of)
{
    used = 0;
    position = place_of;
    seed = 3 * (uint64_t)shape + position + 1;
    next.note = NULL;
    return now->prepare(shape);
}

static int compared_call(unsigned place_of)
{
    uint64_t result;
    if (!prepared(place_of)) {
        return 0;
    }
    result = now->result == 1 ? (uint32_t)call() : call();
    if (now->after != NULL) {
        now->after();
    }
    surroundings();
    if (now->wipes) {
        const struct room *room = of((void *)(uintptr_t)next.arguments[0]);
        expect(room != NULL && all(room->from, room->bytes, 0), "the context is not wiped");
    }
    if (now->result) {
        add((const uint8_t *)&result, sizeof result);
    }
    for (size_t i = 0; i < used && !now->wipes; i++) { /* how far a wiped batch has come depends on the variant */
        if (rooms[i].kind == OUTPUT || rooms[i].kind == CHANGED) {
            add(rooms[i].from, rooms[i].bytes);
        }
    }
    return 1;
}

/* With zeros in place of one of its contexts a call is refused: the outputs stay or are zeros, and the contexts stay.
 * Returns 0 after the last context. */
static int refused_call(size_t which)
{
    size_t at = 0;
    uint64_t result;
    if (!now->result || !prepared(0)) {
        return 0;
    }
    while (at < used && (!rooms[at].is_context || which-- > 0)) {
        at++;
    }
    if (at == used) {
        return 0;
    }
    memset(rooms[at].from, 0, rooms[at].bytes);
    result = call();
    expect(now->result == 1 ? (int)result < 0 : result == 0, "a context of zeros is taken");
    surroundings();
    for (size_t i = 0; i < used; i++) {
        const struct room *room = &rooms[i];
        int stays = memcmp(room->from, room->before, room->bytes) == 0;
        expect(stays || (!room->is_context && (room->kind == SCRATCH || all(room->from, room->bytes, 0))),
               "a refused call writes");
    }
    return 1;
}

static void run(unsigned shapes)
{
    unsigned long calls = 0;
    digest = 1;
    for (shape = 0; shape < shapes; shape++) {
        for (unsigned at = 0; at < 3; at++) {
            calls += (unsigned long)compared_call(at);
        }
        for (size_t n = 0; shape < 40 && refused_call(n); n++) {
        }
    }
    printf("%s %lu %016llx\n", now->name, calls, (unsigned long long)digest);
}

int main(int argc, char **argv)
{
    static const struct tried start = {"the program", NULL, NULL, 0, 0};
    now = &start;
    expect(argc > 1, "space SHAPES [PART]...");
    signal(SIGSEGV, touched);
    signal(SIGBUS, touched);
    make_rooms();
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = (uint8_t)any(256);
    }
    for (now = tried; now->name != NULL; now++) {
        int chosen = argc == 2;
        for (int i = 2; i < argc; i++) {
            chosen |= strstr(now->name, argv[i]) != NULL;
        }
        if (chosen) {
            run((unsigned)strtoul(argv[1], NULL, 10));
        }
    }
    return 0;
}
