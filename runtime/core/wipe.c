/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0 */
#include "clean.h"

#include "memory.h"

/* kCFI, a scheme of control-flow integrity, lets a checked call reach only functions compiled with kCFI. The memset of
 * a C library is not. */
static void clear(void *memory, size_t length)
{
    memset(memory, 0, length);
}

/* The compiler must make a call through a volatile pointer: the pointer may have changed since. */
static void (*const volatile clear_memory)(void *, size_t) = clear;

void loom_wipe(void *memory, size_t length)
{
    clear_memory(memory, length);
}

const char *LOOM_CDECL loom_version(void)
{
    return LOOM_VERSION;
}
