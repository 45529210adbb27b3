/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Calls KERNEL with ARGUMENTS (words; `memory` is the buffer) on the secret that standard input holds, and writes what
 * the call left in registers and in the stack below it, then the buffer. WORDS is how many are passed, a multiple of
 * four from eight on: more than the kernel takes do no harm. MEMORY is the buffer's size, SECRET how many bytes of it
 * are read. */

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define REGISTERS 4096
#define STACK 8192

extern void KERNEL(void);

/* Clears the stack below itself, calls with WORDS words, then stores every register and what that stack has become. */
extern void call_and_dump(void (*function)(void), const uintptr_t *arguments, uint8_t *dump);

static uint8_t memory[MEMORY], before[MEMORY];
static uint8_t dump[REGISTERS + STACK];

int main(void)
{
    const uintptr_t arguments[WORDS] = {ARGUMENTS};

    if (fread(memory, SECRET, 1, stdin) != 1) {
        return 2;
    }
    memcpy(before, memory, MEMORY);
    call_and_dump(KERNEL, arguments, dump);
    if (memcmp(before, memory, MEMORY) == 0) {
        return 3; /* the kernel did nothing */
    }
    return fwrite(dump, sizeof dump, 1, stdout) == 1 && fwrite(memory, MEMORY, 1, stdout) == 1 && fflush(stdout) == 0
               ? 0
               : 2;
}
