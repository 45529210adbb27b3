/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * What the package bochscpu-python wants beyond the C library of Debian 12: the package is built with glibc 2.38, whose
 * headers give the functions of C23 names of their own. And the choice of the emulated processor, which the package
 * does not offer: the processor that it asks for is made by another one's function.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

unsigned long long __isoc23_strtoull(const char *text, char **end, int base)
{
    return strtoull(text, end, base);
}

int __isoc23_sscanf(const char *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int found = vsscanf(text, format, arguments);
    va_end(arguments);
    return found;
}

void *(*loom_processor)(void *cpu); /* the function that makes the processor's table of features */

void *_Z23create_corei3_cnl_cpuidP8BX_CPU_C(void *cpu)
{
    return loom_processor(cpu);
}
