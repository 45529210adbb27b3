/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0 */
#include "internal.h"

#include <string.h>

#include "clean.h"

/* Under control-flow integrity (kCFI), a checked call reaches only functions compiled with it; a C library's memset
 * is none. */
static void clear(void *memory, size_t length)
{
    memset(memory, 0, length);
}

/* A call through a volatile pointer must be made: the compiler may not assume that it still points to clear. */
static void (*const volatile clear_memory)(void *, size_t) = clear;

void loom_wipe(void *memory, size_t length)
{
    clear_memory(memory, length);
}

/* Read through volatile, so that no compiler leaves the loop at the first difference. */
int LOOM_CDECL loom_equal(const uint8_t *a, const uint8_t *b, size_t length)
{
    const volatile uint8_t *x = a, *y = b;
    uint32_t different = 0;
    for (size_t i = 0; i < length; i++) {
        uint32_t left = x[i], right = y[i];
        different |= left ^ right;
    }
    loom_clean_registers();
    return (int)((different - 1) >> 31); /* at most 255 before */
}

const char *LOOM_CDECL loom_version(void)
{
    return LOOM_VERSION;
}
