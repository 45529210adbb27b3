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

#include "plain.h"

#define MOST 400000u /* steps of a call */

struct step {
    uint64_t at;
    uint8_t code[16];
    uint64_t registers[16];
};

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

uintptr_t loom_put(uint32_t record, unsigned argument, const struct loom_piece *piece)
{
    uint8_t *at = room[argument] + ((piece->align - (uintptr_t)room[argument]) & 63u);
    (void)record;
    memcpy(at, piece->data, piece->size);
    return (uintptr_t)at;
}

void loom_number(uint32_t record, unsigned argument, uintptr_t *value)
{
    (void)record;
    (void)argument;
    (void)value;
}

void loom_watch(const struct loom_entry *entry, const uintptr_t *words, FILE *out)
{
    uint32_t total;
    taken = 0;
    inside = 0;
    begin = (uintptr_t)entry->function;
    __asm__ volatile(FLAGS ::: "memory", "cc");
    loom_plain_call(entry->function, words);
    __asm__ volatile(NO_FLAGS ::: "memory", "cc");
    total = taken;
    fwrite(&total, 4, 1, out);
    fwrite(steps, sizeof steps[0], total, out);
}

void loom_after(uintptr_t at, size_t size)
{
    (void)at;
    (void)size;
}

int main(int argc, char **argv)
{
    install();
    return argc == 3 ? loom_plain(argv[1], argv[2]) : 2;
}
