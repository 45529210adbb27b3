/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Executes forms of instructions: each request is a form's number and the registers before it, each answer the
 * registers after it. ``made`` begins as a copy of ``given``: a form may have its memory there.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifndef FORM_BYTES
#define FORM_BYTES 1024
#endif

extern uint8_t given[FORM_BYTES], made[FORM_BYTES];
extern void (*const forms[])(void);

int main(void)
{
    uint32_t number;
    while (fread(&number, sizeof number, 1, stdin) == 1 && fread(given, sizeof given, 1, stdin) == 1) {
        memcpy(made, given, sizeof made);
        forms[number]();
        fwrite(made, sizeof made, 1, stdout);
        fflush(stdout);
    }
    return 0;
}
