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

const char *LOOM_CDECL loom_version(void)
{
    return LOOM_VERSION;
}
