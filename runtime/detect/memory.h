/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The four functions of C that compilers call themselves, and that a program without a C library has, too.
 */
#ifndef LOOM_MEMORY_H
#define LOOM_MEMORY_H

#include "internal.h"

#if defined(LOOM_FREESTANDING)
void *memcpy(void *to, const void *from, size_t length);
void *memmove(void *to, const void *from, size_t length);
void *memset(void *to, int byte, size_t length);
int memcmp(const void *a, const void *b, size_t length);
#else
#include <string.h>
#endif

#endif
