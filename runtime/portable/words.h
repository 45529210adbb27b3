/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The operations that the generated C of kernels calls: rotations, choices, carries, products, and words in memory. No
 * time depends on an operand. A choice is made by a mask whose origin the compiler does not see, so that it makes no
 * branch.
 */
#ifndef LOOM_WORDS_H
#define LOOM_WORDS_H

#include "bytes.h"

#if defined(__GNUC__)
#define LOOM_HIDE(x) __asm__("" : "+r"(x))
#define LOOM_HIDDEN(type) type
#else
#define LOOM_HIDE(x) ((void)0)
#define LOOM_HIDDEN(type) volatile type
#endif

/* clang would add in another order than the script, which lengthens the path: 709 MB/s of MD5 without, 841 with, on AMD
 * Zen 5. */
#if defined(__clang__)
#define LOOM_KEEP(x) LOOM_HIDE(x)
#else
#define LOOM_KEEP(x) ((void)0)
#endif

/* Choices. The mask is all bits or none. */
static inline uint32_t choose32(uint32_t mask, uint32_t x, uint32_t y)
{
    return y ^ ((x ^ y) & mask);
}

static inline uint64_t choose64(uint64_t mask, uint64_t x, uint64_t y)
{
    return y ^ ((x ^ y) & mask);
}

/* For each width: rotations and shifts by less than the width, the highest bit, masks of comparisons, counts of bits,
 * and CRC-32C. Words of 8 and 16 bits are in words of 32. */
#define LOOM_WORDS(bits, type, wide)                                                          \
    static inline wide rotl##bits(wide x, unsigned n)                                         \
    {                                                                                         \
        return (type)(x << n | x >> ((bits - n) & (bits - 1)));                               \
    }                                                                                         \
    static inline wide rotr##bits(wide x, unsigned n)                                         \
    {                                                                                         \
        return rotl##bits(x, (bits - n) & (bits - 1));                                        \
    }                                                                                         \
    static inline wide shl##bits(wide x, unsigned n)                                          \
    {                                                                                         \
        return (type)(x << n);                                                                \
    }                                                                                         \
    static inline wide shr##bits(wide x, unsigned n)                                          \
    {                                                                                         \
        return x >> n;                                                                        \
    }                                                                                         \
    static inline wide mask##bits(wide bit)                                                   \
    {                                                                                         \
        LOOM_HIDDEN(wide) mask = (wide)0 - bit;                                               \
        LOOM_HIDE(mask);                                                                      \
        return mask;                                                                          \
    }                                                                                         \
    static inline wide sar##bits(wide x, unsigned n)                                          \
    {                                                                                         \
        wide ones = mask##bits(x >> (bits - 1));                                              \
        return (type)(x >> n | (ones << (bits - 1 - n)) << 1);                                \
    }                                                                                         \
    static inline wide top##bits(wide x)                                                      \
    {                                                                                         \
        LOOM_HIDDEN(wide) bit = x >> (bits - 1);                                              \
        LOOM_HIDE(bit);                                                                       \
        return bit;                                                                           \
    }                                                                                         \
    static inline wide ne##bits(wide x, wide y)                                               \
    {                                                                                         \
        wide different = x ^ y;                                                               \
        return mask##bits((type)(different | ((wide)0 - different)) >> (bits - 1));           \
    }                                                                                         \
    static inline wide eq##bits(wide x, wide y)                                               \
    {                                                                                         \
        return ~ne##bits(x, y);                                                               \
    }                                                                                         \
    static inline wide lt##bits(wide x, wide y)                                               \
    {                                                                                         \
        wide less = x ^ ((x ^ y) | ((x - y) ^ y));                                            \
        return mask##bits((type)less >> (bits - 1));                                          \
    }                                                                                         \
    static inline wide ge##bits(wide x, wide y)                                               \
    {                                                                                         \
        return ~lt##bits(x, y);                                                               \
    }                                                                                         \
    static inline wide popcount##bits(wide x)                                                 \
    {                                                                                         \
        wide count = 0;                                                                       \
        for (unsigned n = 0; n < bits; n++) {                                                 \
            count += x >> n & 1;                                                              \
        }                                                                                     \
        return count;                                                                         \
    }                                                                                         \
    static inline wide ctz##bits(wide x)                                                      \
    {                                                                                         \
        return popcount##bits((type)((x - 1) & ~x));                                          \
    }                                                                                         \
    static inline wide clz##bits(wide x)                                                      \
    {                                                                                         \
        for (unsigned n = 1; n < bits; n += n) {                                              \
            x |= x >> n;                                                                      \
        }                                                                                     \
        return popcount##bits((type)~x);                                                      \
    }                                                                                         \
    static inline uint32_t crc32c_##bits(uint32_t crc, wide x)                                \
    {                                                                                         \
        for (unsigned n = 0; n < bits; n++) {                                                 \
            crc = crc >> 1 ^ (UINT32_C(0x82f63b78) & mask32((crc ^ (uint32_t)(x >> n)) & 1)); \
        }                                                                                     \
        return crc;                                                                           \
    }

LOOM_WORDS(32, uint32_t, uint32_t)
LOOM_WORDS(8, uint8_t, uint32_t)
LOOM_WORDS(16, uint16_t, uint32_t)
LOOM_WORDS(64, uint64_t, uint64_t)

/* ---- carries and products ---- */

#define LOOM_WIDE(bits, type, wide)                                                      \
    static inline type add_carry##bits(type x, type y, uint32_t before, uint32_t *carry) \
    {                                                                                    \
        wide sum = (wide)x + y + before;                                                 \
        *carry = (uint32_t)(sum >> bits);                                                \
        return (type)sum;                                                                \
    }                                                                                    \
    static inline type sub_borrow##bits(type x, type y, uint32_t before, uint32_t *less) \
    {                                                                                    \
        wide difference = (wide)x - y - before;                                          \
        *less = (uint32_t)(difference >> bits) & 1;                                      \
        return (type)difference;                                                         \
    }                                                                                    \
    static inline type mul_add##bits(type *total, type x, type y, type above)            \
    {                                                                                    \
        wide sum = (wide)x * y + *total + above;                                         \
        *total = (type)sum;                                                              \
        return (type)(sum >> bits);                                                      \
    }

LOOM_WIDE(32, uint32_t, uint64_t)

#if defined(__SIZEOF_INT128__)
__extension__ typedef unsigned __int128 loom_uint128;
LOOM_WIDE(64, uint64_t, loom_uint128)
#else
static inline uint64_t add_carry64(uint64_t x, uint64_t y, uint32_t before, uint32_t *carry)
{
    uint64_t total = x + y + before;
    *carry = (uint32_t)(((x & y) | ((x | y) & ~total)) >> 63);
    return total;
}

static inline uint64_t sub_borrow64(uint64_t x, uint64_t y, uint32_t before, uint32_t *less)
{
    uint64_t difference = x - y - before;
    *less = (uint32_t)(((~x & y) | (~(x ^ y) & difference)) >> 63);
    return difference;
}

static inline uint64_t mul_add64(uint64_t *total, uint64_t x, uint64_t y, uint64_t above)
{
    uint32_t low = (uint32_t)*total, high = (uint32_t)(*total >> 32), x1 = (uint32_t)(x >> 32),
             y1 = (uint32_t)(y >> 32);
    uint32_t first = mul_add32(&low, (uint32_t)x, (uint32_t)y, (uint32_t)above);
    uint32_t top = mul_add32(&high, (uint32_t)x, y1, first);
    uint32_t next = mul_add32(&high, x1, (uint32_t)y, (uint32_t)(above >> 32));
    *total = (uint64_t)high << 32 | low;
    return (uint64_t)x1 * y1 + top + next;
}
#endif

/* Products of two words, and of the words of a row. */
#define LOOM_PRODUCTS(bits, type)                                            \
    static inline type mul_next##bits(type *low, type x, type y, type above) \
    {                                                                        \
        *low = 0;                                                            \
        return mul_add##bits(low, x, y, above);                              \
    }                                                                        \
    static inline type mul_wide##bits(type x, type y, type *high)            \
    {                                                                        \
        type low = 0;                                                        \
        *high = mul_add##bits(&low, x, y, 0);                                \
        return low;                                                          \
    }                                                                        \
    static inline type mul_high##bits(type x, type y)                        \
    {                                                                        \
        type low = 0;                                                        \
        return mul_add##bits(&low, x, y, 0);                                 \
    }

LOOM_PRODUCTS(32, uint32_t)
LOOM_PRODUCTS(64, uint64_t)

/* ---- words in memory ---- */

static inline uint16_t load_le16(const uint8_t *p)
{
    return (uint16_t)(p[0] | p[1] << 8);
}

static inline uint16_t load_be16(const uint8_t *p)
{
    return (uint16_t)(p[0] << 8 | p[1]);
}

static inline void store_le16(uint8_t *p, uint16_t v)
{
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
}

static inline void store_be16(uint8_t *p, uint16_t v)
{
    p[0] = (uint8_t)(v >> 8);
    p[1] = (uint8_t)v;
}

/* Half of a word of 64 bits in an array of these. The lower half is at the lower address in the kernel's view, and
 * behind the upper one on big-endian machines. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define LOOM_HALF_AT(p) (((uintptr_t)(p) & 4) != 0 ? (p) - 4 : (p) + 4)
#else
#define LOOM_HALF_AT(p) (p)
#endif

static inline uint32_t load_half(const uint8_t *p)
{
    uint32_t v;
    memcpy(&v, LOOM_HALF_AT(p), 4);
    return v;
}

static inline void store_half(uint8_t *p, uint32_t v)
{
    memcpy(LOOM_HALF_AT(p), &v, 4);
}

static inline uint32_t bswap16(uint32_t v)
{
    return rotl16(v, 8);
}

static inline uint32_t bswap32(uint32_t v)
{
    return (rotl32(v, 8) & 0x00ff00ff) | (rotl32(v, 24) & UINT32_C(0xff00ff00));
}

static inline uint64_t bswap64(uint64_t v)
{
    return reversed(v);
}

#endif
