/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0 */
#include "internal.h"

#include <string.h>

/* A call through a volatile pointer must be made: the compiler may not assume that it still points to memset.
 */
static void *(*const volatile set_memory)(void *, int, size_t) = memset;

void loom_wipe(void *memory, size_t length)
{
    set_memory(memory, 0, length);
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
    return (int)((different - 1) >> 31); /* at most 255 before */
}

const char *LOOM_CDECL loom_version(void)
{
    return LOOM_VERSION;
}
