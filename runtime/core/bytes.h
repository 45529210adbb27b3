/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Loads and stores of words at any address, in a given byte order. Compilers make one instruction of each. Copies of
 * few bytes. Values that the compiler does not know.
 */
#ifndef LOOM_BYTES_H
#define LOOM_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "internal.h"

/* Hides the origin of a number from the compiler, which might otherwise turn arithmetic on masks into a branch. */
static inline size_t hidden(size_t x)
{
#if defined(__GNUC__)
    __asm__("" : "+r"(x));
    return x;
#else
    volatile size_t copy = x;
    return copy;
#endif
}

static inline uint32_t load_le32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint32_t load_be32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3];
}

static inline uint64_t load_be64(const uint8_t *p)
{
    return (uint64_t)load_be32(p) << 32 | load_be32(p + 4);
}

/* Stores of a byte each would be merged into vectors: gcc takes 60 instructions for a digest of 32 bytes. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define LOOM_LITTLE_ENDIAN 1
#endif

static inline void store_le32(uint8_t *p, uint32_t v)
{
#if defined(LOOM_LITTLE_ENDIAN)
    memcpy(p, &v, 4);
#else
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
    p[2] = (uint8_t)(v >> 16);
    p[3] = (uint8_t)(v >> 24);
#endif
}

static inline void store_be32(uint8_t *p, uint32_t v)
{
#if defined(LOOM_LITTLE_ENDIAN)
    v = __builtin_bswap32(v);
    memcpy(p, &v, 4);
#else
    p[0] = (uint8_t)(v >> 24);
    p[1] = (uint8_t)(v >> 16);
    p[2] = (uint8_t)(v >> 8);
    p[3] = (uint8_t)v;
#endif
}

static inline void store_be64(uint8_t *p, uint64_t v)
{
#if defined(LOOM_LITTLE_ENDIAN)
    v = __builtin_bswap64(v);
    memcpy(p, &v, 8);
#else
    store_be32(p, (uint32_t)(v >> 32));
    store_be32(p + 4, (uint32_t)v);
#endif
}

/* Copies `length` bytes, less than two blocks of a hash: two moves that overlap for each power of two. A call of memcpy
 * costs more than most of these copies. */
static LOOM_INLINE void copy_short(uint8_t *to, const uint8_t *from, size_t length)
{
    while (length > 32) {
        memcpy(to, from, 16);
        memcpy(to + 16, from + 16, 16);
        to += 32;
        from += 32;
        length -= 32;
    }
    if (length >= 16) {
        uint8_t last[16];
        memcpy(last, from + length - 16, 16);
        memcpy(to, from, 16);
        memcpy(to + length - 16, last, 16);
    } else if (length >= 8) {
        uint64_t first, last;
        memcpy(&first, from, 8);
        memcpy(&last, from + length - 8, 8);
        memcpy(to, &first, 8);
        memcpy(to + length - 8, &last, 8);
    } else if (length >= 4) {
        uint32_t first, last;
        memcpy(&first, from, 4);
        memcpy(&last, from + length - 4, 4);
        memcpy(to, &first, 4);
        memcpy(to + length - 4, &last, 4);
    } else if (length > 0) {
        uint8_t middle = from[length / 2], last = from[length - 1];
        to[0] = from[0];
        to[length / 2] = middle;
        to[length - 1] = last;
    }
}

/* Zeros `length` bytes, at most a block of a hash: stores that overlap, as in copy_short. */
static LOOM_INLINE void zero_short(uint8_t *to, size_t length)
{
    if (length >= 16) {
        uint8_t *last = to + length - 16;
        for (; to < last; to += 16) {
            memset(to, 0, 16);
#if defined(__GNUC__)
            __asm__("" : "+r"(to)); /* else gcc may make a call of memset */
#endif
        }
        memset(last, 0, 16);
    } else if (length >= 8) {
        memset(to, 0, 8);
        memset(to + length - 8, 0, 8);
    } else if (length >= 4) {
        memset(to, 0, 4);
        memset(to + length - 4, 0, 4);
    } else if (length > 0) {
        to[0] = to[length / 2] = to[length - 1] = 0;
    }
}

#endif
