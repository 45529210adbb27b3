/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0 */
/* Formatted output into memory, and reading a file, as the universal C runtime has them, for MSVC targets on machines
 * without the Windows SDK. That runtime exports one function for all formatted output into memory; bit 1 of the options
 * asks for C99's result when text is cut short. */
#pragma once
#include <stdarg.h>
#include <stddef.h>

typedef struct asmloom_file FILE;

FILE *fopen(const char *path, const char *mode);
int fclose(FILE *file);
int ferror(FILE *file);
size_t fread(void *to, size_t size, size_t count, FILE *file);

int __stdio_common_vsprintf(unsigned long long options, char *to, size_t size, const char *format, void *locale,
                            va_list arguments);

static inline int vsnprintf(char *to, size_t size, const char *format, va_list arguments)
{
    int wrote = __stdio_common_vsprintf(2, to, size, format, NULL, arguments);
    return wrote < 0 ? -1 : wrote;
}
