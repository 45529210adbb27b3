/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Executes forms of instructions: each request is a form's number and the registers before it, each answer the
 * registers after it.
 */
#include <stdint.h>
#include <stdio.h>

extern uint8_t given[1024], made[1024];
extern void (*const forms[])(void);

int main(void)
{
    uint32_t number;
    while (fread(&number, sizeof number, 1, stdin) == 1 && fread(given, sizeof given, 1, stdin) == 1) {
        forms[number]();
        fwrite(made, sizeof made, 1, stdout);
        fflush(stdout);
    }
    return 0;
}
