/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Calls the functions of a table on the memory that standard input holds, and writes the memory that comes of it.
 * A call is: function and `a` (uint32_t), `n` (uint64_t), MEMORY bytes; all in this machine's byte order.
 * TABLE names a file with one `ROW(name)` a function; CONVENTION is an attribute of theirs. */

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define ROW(name) void CONVENTION name(uint8_t *memory, uint32_t a, size_t n);
#include TABLE
#undef ROW

typedef void (CONVENTION *function)(uint8_t *memory, uint32_t a, size_t n);

#define ROW(name) name,
static const function table[] = {
#include TABLE
};

int main(void)
{
    static uint8_t memory[MEMORY];
    struct { uint32_t function, a; uint64_t n; } call;

    while (fread(&call, sizeof call, 1, stdin) == 1) {
        if (call.function >= sizeof table / sizeof table[0] || fread(memory, sizeof memory, 1, stdin) != 1) {
            return 2;
        }
        table[call.function](memory, call.a, (size_t)call.n);
        if (fwrite(memory, sizeof memory, 1, stdout) != 1 || fflush(stdout) != 0) {
            return 2;
        }
    }
    return 0;
}
