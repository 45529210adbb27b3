/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * OpenSSL's record of the CPU, with a bit for every feature but those in an argument, and asmloom's words about the CPU
 * and its choices. asmloom may ask before main.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "set/include/mylib_asmloom.h"

void OPENSSL_cpuid_setup(void);

#if defined(__aarch64__)
unsigned int OPENSSL_armcap_P;
#define RECORD (&OPENSSL_armcap_P)
enum { WORDS = 1 };
#else
unsigned int OPENSSL_ia32cap_P[10];
#define RECORD OPENSSL_ia32cap_P
enum { WORDS = 4 };
#endif

/* The variable is a list of numbers of bits, each with a blank behind; `all` for every bit. */
void OPENSSL_cpuid_setup(void)
{
    const char *without = getenv("WITHOUT");
    if (without == NULL || strcmp(without, "all") == 0) {
        return;
    }
    memset(RECORD, 0xff, WORDS * sizeof(unsigned int));
    while (*without != 0) {
        char *end;
        unsigned long bit = strtoul(without, &end, 10);
        RECORD[bit / 32] &= ~(1u << bit % 32);
        without = end + 1;
    }
}

int main(void)
{
    static char words[100000];
    int length = mylib_explain(words, sizeof words);
    if (length < 0 || (size_t)length >= sizeof words) {
        return 1;
    }
    fputs(words, stdout);
    return 0;
}
