/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0 */
#include "clean.h"

#include <string.h>

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

/* Reads through volatile: no compiler leaves the loop at the first difference. */
int LOOM_CDECL loom_equal(const uint8_t *a, const uint8_t *b, size_t length)
{
    const volatile uint8_t *x = a, *y = b;
    uint32_t different = 0;
    for (size_t i = 0; i < length; i++) {
        uint32_t left = x[i], right = y[i];
        different |= left ^ right;
    }
    loom_clean_registers();
    return (int)((different - 1) >> 31); /* 1 if `different` is 0; `different` is at most 255 */
}

const char *LOOM_CDECL loom_version(void)
{
    return LOOM_VERSION;
}
