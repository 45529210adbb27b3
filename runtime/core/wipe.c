/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0 */
#include "bytes.h"
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

/* `hidden` keeps the compiler from leaving the loops at the first difference. */
static LOOM_INNER int equal(const uint8_t *a, const uint8_t *b, size_t length)
{
    size_t different = 0, i = 0;
    for (; length - i >= sizeof(size_t); i += sizeof(size_t)) {
        size_t x, y;
        memcpy(&x, a + i, sizeof x);
        memcpy(&y, b + i, sizeof y);
        different |= hidden(x ^ y);
    }
    for (; i < length; i++) {
        different |= hidden((size_t)(a[i] ^ b[i]));
    }
    different = hidden(different | (0 - different)); /* the highest bit is set if any is */
    return (int)(different >> (8 * sizeof(size_t) - 1) ^ 1);
}

int LOOM_CDECL loom_equal(const uint8_t *a, const uint8_t *b, size_t length)
{
    int result = equal(a, b, length);
    loom_clean_words(); /* `hidden` keeps the words out of vectors */
    return result;
}

const char *LOOM_CDECL loom_version(void)
{
    return LOOM_VERSION;
}
