/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Loads and stores of words at any address, in a given byte order. Compilers make one instruction of each. Copies of
 * few bytes. Values that the compiler does not know.
 */
#ifndef LOOM_BYTES_H
#define LOOM_BYTES_H

#include "memory.h"
#include <stddef.h>
#include <stdint.h>

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

/* Whether the compiler knows a value. */
#if defined(__GNUC__)
#define LOOM_KNOWN(value) __builtin_constant_p(value)
#else
#define LOOM_KNOWN(value) 0
#endif

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

/* Stores of a byte each would be merged into vectors: gcc takes 60 instructions for a digest of 32 bytes. tcc, which
 * has no __builtin_bswap32, defines __BYTE_ORDER__ too. */
#if (defined(__GNUC__) || defined(__clang__)) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
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

static inline void store_le64(uint8_t *p, uint64_t v)
{
#if defined(LOOM_LITTLE_ENDIAN)
    memcpy(p, &v, 8);
#else
    store_le32(p, (uint32_t)v);
    store_le32(p + 4, (uint32_t)(v >> 32));
#endif
}

static inline uint64_t reversed(uint64_t v)
{
#if defined(__GNUC__)
    return __builtin_bswap64(v);
#else
    uint8_t bytes[8];
    store_le64(bytes, v);
    return load_be64(bytes);
#endif
}

static inline void store_be32(uint8_t *p, uint32_t v)
{
    store_le32(p, (uint32_t)(reversed(v) >> 32));
}

static inline void store_be64(uint8_t *p, uint64_t v)
{
    store_le64(p, reversed(v));
}

static inline uint64_t load_le64(const uint8_t *p)
{
    return (uint64_t)load_le32(p + 4) << 32 | load_le32(p);
}

/* What follows so many bytes. C has no sum of NULL, which memory of no bytes may be; this one costs nothing. */
static LOOM_INLINE const uint8_t *after(const uint8_t *p, size_t bytes)
{
    return bytes > 0 ? p + bytes : p;
}

static LOOM_INLINE uint8_t *after_written(uint8_t *p, size_t bytes)
{
    return bytes > 0 ? p + bytes : p;
}

/* Whether an output is its input, or lies apart. A kernel reads text behind what it has written. */
static LOOM_INLINE int apart(const uint8_t *in, const uint8_t *out, size_t length)
{
    return in == out || ((uintptr_t)out - (uintptr_t)in >= length && (uintptr_t)in - (uintptr_t)out >= length);
}

/* Zeros the output of a message that is refused, whose pointer may be NULL if it has no bytes. A length above the limit
 * of a message may be a difference that went below zero: then nothing is written. */
static LOOM_INLINE void erase(uint8_t *out, size_t length)
{
    if (length > 0) {
        memset(out, 0, length);
    }
}

/* ---- sixteen bytes in one store ---- */

/* Kernels load a block sixteen bytes at once. A load of what several stores wrote waits until these are in the cache,
 * which they are not before every earlier instruction has ended: 50 cycles for each message on Zen 3. */
struct sixteen {
    uint64_t low, high; /* little-endian */
};

static LOOM_INLINE void store_sixteen(uint8_t *p, uint64_t low, uint64_t high)
{
#if defined(LOOM_LITTLE_ENDIAN)
    uint64_t both __attribute__((vector_size(16))) = {low, high};
    __builtin_memcpy(p, &both, 16); /* with _FORTIFY_SOURCE memcpy is a call */
#else
    store_le64(p, low);
    store_le64(p + 8, high);
#endif
}

/* `to` may be one of the two. */
static LOOM_INLINE void put_sum(uint8_t *to, const uint8_t *a, const uint8_t *b)
{
#if defined(LOOM_LITTLE_ENDIAN) && (defined(__SSE2__) || defined(__ARM_NEON))
    uint64_t sum __attribute__((vector_size(16))), term __attribute__((vector_size(16)));
    __builtin_memcpy(&sum, a, 16);
    __builtin_memcpy(&term, b, 16);
    sum ^= term;
    __builtin_memcpy(to, &sum, 16);
#else
    store_sixteen(to, load_le64(a) ^ load_le64(b), load_le64(a + 8) ^ load_le64(b + 8));
#endif
}

/* The last `length % 16` bytes of `length` bytes, and zeros behind them. */
static LOOM_INLINE struct sixteen last_bytes(const uint8_t *from, size_t length)
{
    struct sixteen last = {0, 0};
    size_t rest = length & 15, bits = 8 * (rest & 7);
    if (rest >= 8) {
        last.low = load_le64(from + (length - rest));
        last.high = load_le64(from + (length - 8)) >> 1 >> (63 - bits);
    } else if (length >= 8) {
        last.low = load_le64(from + (length - 8)) >> 1 >> (63 - bits);
    }
    if (length >= 4 && length < 8) { /* two words that overlap */
        last.low = load_le32(from) | (uint64_t)load_le32(from + (length - 4)) << (bits - 32);
    } else if (length > 0 && length < 4) {
        last.low = from[0] | (uint64_t)from[length / 2] << (bits / 2 & 8) | (uint64_t)from[length - 1] << (bits - 8);
    }
    return last;
}

static LOOM_INLINE void copy_sixteen(uint8_t *to, const uint8_t *from)
{
#if defined(__GNUC__)
    __builtin_memcpy(to, from, 16);
#else
    memcpy(to, from, 16);
#endif
}

/* Copies all but the last `length % 16` bytes. `hidden`: gcc would make a call of memcpy or memset of a loop, and
 * _FORTIFY_SOURCE makes one of every memcpy into a part of an array. */
static LOOM_INLINE void copy_sixteens(uint8_t *to, const uint8_t *from, size_t length)
{
    for (; length >= 16; length = hidden(length - 16), to += 16, from += 16) {
        copy_sixteen(to, from);
    }
}

static LOOM_INLINE void zero_sixteens(uint8_t *from, size_t length)
{
    for (; length >= 16; length = hidden(length - 16), from += 16) {
        store_sixteen(from, 0, 0);
    }
}

/* Copies bytes, with zeros behind them to the end of a block. Returns the number of blocks. */
static LOOM_INLINE size_t copy_padded(uint8_t *to, const uint8_t *from, size_t length)
{
    copy_sixteens(to, from, length);
    if (length % 16 != 0) {
        struct sixteen last = last_bytes(from, length);
        store_sixteen(to + length / 16 * 16, last.low, last.high);
    }
    return (length + 15) / 16;
}

/* Copies bytes. */
static LOOM_INLINE void copy_bytes(uint8_t *to, const uint8_t *from, size_t length)
{
    size_t at = length & ~(size_t)15;
    copy_sixteens(to, from, length);
    if (length & 8) {
        memcpy(to + at, from + at, 8);
        at += 8;
    }
    if (length & 4) {
        memcpy(to + at, from + at, 4);
        at += 4;
    }
    for (; at < length; at++) {
        to[at] = from[at];
    }
}

/* Writes a message plus `stream` to `out`, which may be `in`, and if it is `kept`, to `stream` too. Of the last block
 * `stream` is written to its end. */
static LOOM_INLINE void add_stream(int kept, uint8_t *stream, const uint8_t *in, uint8_t *out, size_t length)
{
    size_t at = 0, rest = length & 15;
    struct sixteen last = last_bytes(in, length);
    for (; at + 16 <= length; at = hidden(at + 16)) {
        put_sum(kept ? stream + at : out + at, stream + at, in + at);
        if (kept) {
            copy_sixteen(out + at, stream + at);
        }
    }
    if (rest > 0) {
        store_sixteen(stream + at, load_le64(stream + at) ^ last.low, load_le64(stream + at + 8) ^ last.high);
        copy_bytes(out + at, stream + at, rest);
    }
}

/* Zeros what follows `length` bytes in their last block. */
static LOOM_INLINE void cut(uint8_t *text, size_t length)
{
    size_t rest = length & 15;
    uint64_t kept = ((uint64_t)1 << 8 * (rest & 7)) - 1;
    if (rest > 0) {
        uint8_t *last = text + (length - rest);
        uint64_t low = load_le64(last), high = load_le64(last + 8);
        store_sixteen(last, rest < 8 ? low & kept : low, rest < 8 ? 0 : high & kept);
    }
}

#endif
