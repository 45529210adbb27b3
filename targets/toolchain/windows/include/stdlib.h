/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0 */
/* The part of C99's <stdlib.h> that runtime/ uses, for MSVC targets on machines without the Windows SDK. */
#pragma once
#include <stddef.h>

void abort(void);
void free(void *memory);
char *getenv(const char *name);
void *malloc(size_t size);
unsigned long strtoul(const char *restrict text, char **restrict end, int base);
