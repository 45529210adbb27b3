/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Runs a batch of calls on x86 Linux one instruction at a time, and records the path of each: stepper BATCH RESULT.
 * RESULT: per record u32 steps, per step u64 address from the function's begin, sixteen bytes of code and sixteen u64
 * registers in the order of their numbers; then the output buffers. Exit status: 0 all calls were made, 2 trouble.
 */
#define _GNU_SOURCE 1 /* names of registers */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "driver.h"

#define MOST 400000u /* steps of a call */
#define AN_ARRAY (-2)

enum { SCALAR = 0, NARROW = 1, BUFFER = 2, ALIAS = 3, POINTERS = 4 };

struct step {
    uint64_t at;
    uint8_t code[16];
    uint64_t registers[16];
};

typedef void (*function_of_all)(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
                                uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
                                uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t);

static uint8_t room[LOOM_MAX_ARGS][2 * ROOM];
static struct step steps[MOST];
static volatile uint32_t taken;
static volatile uintptr_t begin;
static volatile int inside; /* from the function's first instruction to its return */
static volatile uintptr_t outside_sp;

#if defined(__x86_64__)
static const int order[16] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                              REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
#define COUNT 16
#define PC REG_RIP
#define FLAGS "pushfq\n orq $0x100, (%%rsp)\n popfq"
#define NO_FLAGS "pushfq\n andq $~0x100, (%%rsp)\n popfq"
#else
static const int order[8] = {REG_EAX, REG_ECX, REG_EDX, REG_EBX, REG_ESP, REG_EBP, REG_ESI, REG_EDI};
#define COUNT 8
#define PC REG_EIP
#define FLAGS "pushfl\n orl $0x100, (%%esp)\n popfl"
#define NO_FLAGS "pushfl\n andl $~0x100, (%%esp)\n popfl"
#endif

static void trapped(int number, siginfo_t *info, void *context)
{
    const ucontext_t *where = context;
    uintptr_t at = (uintptr_t)where->uc_mcontext.gregs[PC];
    uintptr_t sp = (uintptr_t)where->uc_mcontext.gregs[order[4]];
    struct step *step;
    int i;
    (void)number;
    (void)info;
    if (at == begin && !inside) {
        inside = 1;
        outside_sp = sp;
    } else if (inside && sp > outside_sp) {
        inside = 0;
    }
    if (!inside) {
        return;
    }
    if (taken == MOST) {
        static const char text[] = "stepper: a call of too many steps\n";
        fputs(text, stderr);
        _Exit(2);
    }
    step = &steps[taken++];
    step->at = at - begin;
    memcpy(step->code, (const void *)at, 16);
    for (i = 0; i < COUNT; i++) {
        step->registers[i] = (uint64_t)(uintptr_t)where->uc_mcontext.gregs[order[i]];
    }
}

static void install(void)
{
    static uint8_t stack[1u << 16];
    struct sigaction action;
    stack_t alternate;
    memset(&alternate, 0, sizeof alternate);
    alternate.ss_sp = stack;
    alternate.ss_size = sizeof stack;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = trapped;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    if (sigaltstack(&alternate, NULL) != 0 || sigaction(SIGTRAP, &action, NULL) != 0) {
        exit(2);
    }
}

static loom_fn find(const uint8_t *name, size_t length)
{
    const struct loom_entry *entry;
    for (entry = loom_table; name != NULL && entry->name != NULL; entry++) {
        if (strlen(entry->name) == length && memcmp(entry->name, name, length) == 0) {
            return entry->function;
        }
    }
    exit(2);
}

static void run_record(struct loom_reader *reader, const loom_fn *functions, uint32_t count, FILE *out)
{
    uintptr_t v[LOOM_MAX_ARGS] = {0};
    size_t size[LOOM_MAX_ARGS] = {0};
    int output[LOOM_MAX_ARGS] = {0}, of[LOOM_MAX_ARGS];
    struct loom_pointers pointers[LOOM_MAX_PASSED];
    uint32_t function = (uint32_t)loom_get(reader, 4), total;
    unsigned arguments, i, n;
    loom_get(reader, 1);
    arguments = (unsigned)loom_get(reader, 1);
    loom_get(reader, 10);
    if (reader->failed || function >= count || arguments > LOOM_MAX_ARGS) {
        exit(2);
    }
    for (i = 0; i < arguments; i++) {
        unsigned kind = (unsigned)loom_get(reader, 1), align;
        of[i] = -1;
        switch (kind) {
        case SCALAR: v[i] = (uintptr_t)loom_get(reader, 8); break;
        case NARROW:
            v[i] = (uintptr_t)loom_get(reader, 4);
            loom_get(reader, 1); /* bits */
            break;
        case BUFFER: {
            const uint8_t *data;
            size[i] = (size_t)loom_get(reader, 4);
            loom_get(reader, 1);
            align = (unsigned)loom_get(reader, 1);
            output[i] = (int)loom_get(reader, 1) & 1;
            data = loom_get_bytes(reader, size[i]);
            if (data == NULL || size[i] > ROOM) {
                exit(2);
            }
            v[i] = (uintptr_t)room[i] + ((align - (uintptr_t)room[i]) & 63u);
            memcpy((void *)v[i], data, size[i]);
            break;
        }
        case POINTERS:
            if (i >= LOOM_MAX_PASSED) {
                exit(2);
            }
            loom_get_pointers(reader, &pointers[i]);
            of[i] = AN_ARRAY;
            break;
        default: of[i] = (int)loom_get(reader, 1); v[i] = (uintptr_t)loom_get(reader, 4);
        }
    }
    for (i = 0; i < arguments; i++) {
        v[i] += of[i] < 0 ? 0 : v[of[i]];
    }
    for (i = 0; i < arguments; i++) {
        if (of[i] == AN_ARRAY) {
            uintptr_t *array = (uintptr_t *)(void *)room[i];
            for (n = 0; n < pointers[i].count; n++) {
                array[n] = v[pointers[i].of[n]] + pointers[i].offset[n];
            }
            v[i] = (uintptr_t)array;
        }
    }
    taken = 0;
    inside = 0;
    begin = (uintptr_t)functions[function];
    __asm__ volatile(FLAGS ::: "memory", "cc");
    ((function_of_all)functions[function])(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11],
                                           v[12], v[13], v[14], v[15], v[16], v[17], v[18], v[19], v[20], v[21], v[22],
                                           v[23]);
    __asm__ volatile(NO_FLAGS ::: "memory", "cc");
    total = taken;
    fwrite(&total, 4, 1, out);
    fwrite(steps, sizeof steps[0], total, out);
    for (i = 0; i < arguments; i++) {
        if (output[i]) {
            fwrite((const void *)v[i], 1, size[i], out);
        }
    }
}

int main(int argc, char **argv)
{
    struct loom_reader reader = {0};
    loom_fn *functions;
    uint32_t count, records, i;
    FILE *out;
    if (argc != 3) {
        return 2;
    }
    reader.at = loom_read_file(argv[1], &reader.left);
    out = fopen(argv[2], "wb");
    if (reader.at == NULL || out == NULL) {
        return 2;
    }
    install();
    loom_get(&reader, 8);
    count = (uint32_t)loom_get(&reader, 4);
    records = (uint32_t)loom_get(&reader, 4);
    loom_get(&reader, 4);
    functions = calloc((size_t)count + 1, sizeof *functions);
    if (functions == NULL) {
        return 2;
    }
    for (i = 0; i < count; i++) {
        size_t length = (size_t)loom_get(&reader, 2);
        functions[i] = find(loom_get_bytes(&reader, length), length);
    }
    for (i = 0; i < records; i++) {
        run_record(&reader, functions, count, out);
    }
    return fclose(out) == 0 ? 0 : 2;
}
