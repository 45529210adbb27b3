/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The functions that compilers call, for a program without a C library. `volatile` keeps a compiler from making each a
 * call of itself.
 */
#include <stddef.h>

void *memcpy(void *to, const void *from, size_t length);
void *memset(void *to, int byte, size_t length);

void *memcpy(void *to, const void *from, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        ((volatile char *)to)[i] = ((const char *)from)[i];
    }
    return to;
}

void *memset(void *to, int byte, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        ((volatile char *)to)[i] = (char)byte;
    }
    return to;
}
