/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Executes instructions for SHA: reads the number of a form and three vectors, and writes the first vector after it.
 */
#include <stdint.h>
#include <stdio.h>

typedef struct {
    uint8_t bytes[16];
} vector;

#if defined(__x86_64__)
#define RUN(text)                                                                                                   \
    __asm__ volatile("movdqu %0, %%xmm1\n\tmovdqu %1, %%xmm2\n\tmovdqu %2, %%xmm0\n\t" text "\n\tmovdqu %%xmm1, %0" \
                     : "+m"(v[0])                                                                                   \
                     : "m"(v[1]), "m"(v[2])                                                                         \
                     : "xmm0", "xmm1", "xmm2")
#else
#define RUN(text)                                                                       \
    __asm__ volatile("ldr q0, %0\n\tldr q1, %1\n\tldr q2, %2\n\t" text "\n\tstr q0, %0" \
                     : "+m"(v[0])                                                       \
                     : "m"(v[1]), "m"(v[2])                                             \
                     : "v0", "v1", "v2")
#endif

int main(void)
{
    int form;
    vector v[3];
    while ((form = getchar()) != EOF && fread(v, 1, sizeof v, stdin) == sizeof v) {
        switch (form) {
#define FORM(number, text) \
    case number: RUN(text); break;
            FORMS
        default: return 1;
        }
        fwrite(&v[0], 1, sizeof v[0], stdout);
    }
    return 0;
}
