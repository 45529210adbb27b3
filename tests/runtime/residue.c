/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Searches for residue of secrets after public functions. The program makes each call twice, on the same stack, from
 * the same registers, with the same public values at the same addresses; only secrets differ. A register, or a byte
 * below the caller's stack pointer, that differs afterwards depends on a secret: a key, a round key, a pad, a state, a
 * word of a message's schedule, key stream, plaintext, a ciphertext or a MAC. The search needs no list of derived
 * values, and finds single bytes.
 *
 *     residue           searches after all functions; prints a line for each call with residue: name, call and place
 *     residue NAME...   searches after these functions
 *     residue --list    prints the names of the functions
 *
 * cases.py makes the calls, and residue_leaks.c has some. targets/trial provides registers and stack.
 */
#include "tried.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHAPES = 18 };

static uint64_t secrets, publics;

/* The memory of the arguments: at the same addresses in every call, and zeroed before each call. */
static uint8_t arena[1 << 18];
static size_t taken;

static struct {
    loom_fn function;
    uint64_t arguments[LOOM_MAX_ARGS];
    unsigned count;
    char note[64];
} next;

void *zeros(size_t bytes)
{
    uint8_t *made = arena + taken;
    taken += (bytes + 63) / 64 * 64 + 64;
    if (taken > sizeof arena) {
        abort();
    }
    return made;
}

void *fresh(size_t bytes)
{
    return zeros(bytes);
}

void *object(size_t bytes)
{
    return zeros(bytes);
}

static uint8_t *filled(uint64_t *stream, size_t bytes)
{
    uint8_t *made = zeros(bytes);
    for (size_t i = 0; i < bytes; i++) {
        made[i] = (uint8_t)loom_random(stream);
    }
    return made;
}

uint8_t *secret(size_t bytes)
{
    return filled(&secrets, bytes);
}

uint8_t *published(size_t bytes)
{
    return filled(&publics, bytes);
}

void *changed(void *at)
{
    return at;
}

void *kept(void *at)
{
    return at;
}

void *context(void *at, int compared)
{
    (void)compared;
    return at;
}

size_t any(size_t limit)
{
    return (size_t)(loom_random(&publics) % limit);
}

/* Less than a block, one block, several with a rest, and enough for kernels that process many blocks together. */
size_t some(unsigned shape)
{
    static const size_t bytes[] = {0, 1, 16, 47, 64, 129, 300, 1111, 2048};
    return bytes[shape % (sizeof bytes / sizeof bytes[0])];
}

/* All lanes but one: the next message makes them work. */
size_t waiting(size_t lanes)
{
    return lanes > 1 && any(2) == 0 ? lanes - 1 : any(3);
}

int called(loom_fn function, const char *note, size_t size, const uint64_t *arguments, size_t count)
{
    next.function = function;
    next.count = (unsigned)count;
    memcpy(next.arguments, arguments, count * sizeof *arguments);
    snprintf(next.note, sizeof next.note, "%s %lu", note, (unsigned long)size);
    return 1;
}

enum { DEEPEST = 32768 };

struct remains {
    struct loom_state registers;
    uint64_t result;
    uint8_t stack[DEEPEST]; /* its last byte is the one below the caller's stack pointer */
};

/* Makes one call with the secrets of a number. Returns 0 after the last shape. */
static int call(const struct tried *which, unsigned shape, uint64_t number, struct remains *left)
{
    struct loom_verdict verdict;
    struct loom_fault fault;
    const uint8_t *used;
    size_t size;
    secrets = number;
    publics = 1;
    memset(arena, 0, taken);
    taken = 0;
    if (shape >= SHAPES || !which->prepare(shape)) {
        return 0;
    }
    loom_call_checked(LOOM_DEFAULT, (uint64_t)(uintptr_t)next.function, next.arguments, NULL, next.count, 0, 0, 7,
                      &verdict, &fault);
    if (fault.kind != 0) {
        printf("%s %s: the call itself went wrong\n", which->name, next.note);
        return 0;
    }
    used = loom_stack_used(&size);
    memset(left, 0, sizeof *left);
    left->registers = loom_call.after;
    left->registers.flags = 0;
    left->result = verdict.value;
    if (size > DEEPEST) {
        printf("%s %s: uses %lu bytes of stack\n", which->name, next.note, (unsigned long)size);
        return 0;
    }
    memcpy(left->stack + DEEPEST - size, used, size);
    return 1;
}

static size_t different(const uint8_t *a, const uint8_t *b, size_t size)
{
    size_t count = 0;
    for (size_t i = 0; i < size; i++) {
        count += a[i] != b[i];
    }
    return count;
}

static int compare(const struct tried *which, const struct remains *a, const struct remains *b)
{
    size_t bytes = different(a->stack, b->stack, DEEPEST), first = 0, last = DEEPEST - 1;
    char text[512];
    size_t length = 0;
    for (unsigned i = 0; i < 32; i++) {
        const char *kind[3] = {"gp", "vec", "mask"};
        size_t count[3] = {different((const uint8_t *)&a->registers.gpr[i], (const uint8_t *)&b->registers.gpr[i], 8),
                           different(a->registers.vec[i], b->registers.vec[i], sizeof a->registers.vec[i]), 0};
        if (i < 8) {
            count[2] = different((const uint8_t *)&a->registers.mask[i], (const uint8_t *)&b->registers.mask[i], 8);
        }
        for (unsigned k = 0; k < 3; k++) {
            if (count[k] > 0 && length < sizeof text - 32) {
                length += (size_t)snprintf(text + length, sizeof text - length, " %s%u", kind[k], i);
            }
        }
    }
    if (bytes > 0) {
        while (a->stack[first] == b->stack[first]) {
            first++;
        }
        while (a->stack[last] == b->stack[last]) {
            last--;
        }
        length +=
            (size_t)snprintf(text + length, sizeof text - length, " stack: %lu bytes, -%lu to -%lu",
                             (unsigned long)bytes, (unsigned long)(DEEPEST - first), (unsigned long)(DEEPEST - last));
    }
    if (length > 0) {
        printf("%s %s:%s\n", which->name, next.note, text);
    }
    return length > 0;
}

static int run(const struct tried *which)
{
    static struct remains one, other;
    unsigned calls = 0;
    for (unsigned shape = 0;; shape++) {
        /* In the first call the library detects the CPU. */
        if (!call(which, shape, 1, &one) || !call(which, shape, 2, &one) || !call(which, shape, 3, &other)) {
            break;
        }
        calls++;
        if (!compare(which, &one, &other) && call(which, shape, 4, &other)) {
            compare(which, &one, &other);
        }
    }
    if (calls == 0) {
        printf("%s: was not called\n", which->name);
    }
    return 0;
}

static int named(const struct tried *which, char **names)
{
    while (*names != NULL && strcmp(*names, which->name) != 0) {
        names++;
    }
    return *names != NULL;
}

int main(int argc, char **argv)
{
    loom_call.cpu = loom_probe_cpu();
    loom_faults_install();
    for (const struct tried *which = tried; which->name != NULL; which++) {
        if (argc > 1 && strcmp(argv[1], "--list") == 0) {
            printf("%s\n", which->name);
        } else if (argc < 2 || named(which, argv + 1)) {
            run(which);
        }
    }
    return 0;
}
