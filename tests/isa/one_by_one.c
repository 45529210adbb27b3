/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The checks of single instructions in a program of their own. It says where its memory is, and reads the memory's
 * contents. Each request is a slot, whether memory counts, and a state; each answer is a state, and whether memory has
 * changed: if so, memory.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

extern uint8_t state[STATE_BYTES], slots[];
void tramp(void *slot);

static uint8_t area[1 << 20];

int main(void)
{
    static uint8_t memory[WINDOW];
    uint8_t *base = area + (65536 + 63) - ((uintptr_t)area + 65536 + 63) % 64;
    uint32_t request[2], changed;
    fwrite(&base, sizeof base, 1, stdout);
    fflush(stdout);
    if (fread(memory, WINDOW, 1, stdin) != 1) {
        return 2;
    }
    while (fread(request, sizeof request, 1, stdin) == 1 && fread(state, STATE_BYTES, 1, stdin) == 1) {
        if (request[1] != 0) {
            memcpy(base - WINDOW / 4, memory, WINDOW);
        }
        tramp(slots + 32 * (size_t)request[0]);
        changed = request[1] != 0 && memcmp(base - WINDOW / 4, memory, WINDOW) != 0;
        fwrite(state, STATE_BYTES, 1, stdout);
        fwrite(&changed, sizeof changed, 1, stdout);
        if (changed) {
            fwrite(base - WINDOW / 4, WINDOW, 1, stdout);
        }
        fflush(stdout);
    }
    return 0;
}
