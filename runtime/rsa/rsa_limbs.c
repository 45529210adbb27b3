/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Numbers as limbs: reading, writing, comparing, adding. Carries are computed from the highest bits, because compilers
 * make branches of comparisons.
 */
#include "rsa.h"

#if defined(LOOM_RSA)

/* The highest bit of a - b - borrow's borrow. */
static inline uint64_t borrow_of(uint64_t a, uint64_t b, uint64_t difference)
{
    return ((~a & b) | (~(a ^ b) & difference)) >> 63;
}

static inline uint64_t carry_of(uint64_t a, uint64_t b, uint64_t sum)
{
    return ((a & b) | ((a | b) & ~sum)) >> 63;
}

void loom_rsa_load(uint64_t *to, size_t limbs, const uint8_t *from, size_t bytes)
{
    size_t whole = bytes / 8, rest = bytes % 8;
    memset(to, 0, 8 * limbs);
    for (size_t i = 0; i < whole; i++) {
        to[i] = load_be64(from + bytes - 8 * (i + 1));
    }
    for (size_t i = 0; i < rest; i++) {
        to[whole] = to[whole] << 8 | from[i];
    }
}

void loom_rsa_store(uint8_t *to, size_t bytes, const uint64_t *from, uint64_t mask)
{
    size_t whole = bytes / 8, rest = bytes % 8;
    for (size_t i = 0; i < whole; i++) {
        uint8_t *at = to + bytes - 8 * (i + 1);
        store_be64(at, (load_be64(at) & ~mask) | (from[i] & mask));
    }
    for (size_t i = 0; i < rest; i++) {
        uint8_t byte = (uint8_t)(from[whole] >> 8 * (rest - 1 - i));
        to[i] = (uint8_t)((to[i] & ~mask) | (byte & mask));
    }
}

void loom_rsa_power_of_two(uint64_t *to, size_t bit, size_t limbs)
{
    memset(to, 0, 8 * limbs);
    to[bit / 64] = (uint64_t)1 << bit % 64;
}

uint64_t loom_rsa_less(const uint64_t *a, const uint64_t *b, size_t limbs)
{
    uint64_t borrow = 0;
    for (size_t i = 0; i < limbs; i++) {
        borrow = borrow_of(a[i], b[i], a[i] - b[i] - borrow);
    }
    return borrow;
}

uint64_t loom_rsa_same(const uint64_t *a, const uint64_t *b, size_t limbs)
{
    uint64_t different = 0;
    for (size_t i = 0; i < limbs; i++) {
        different |= a[i] ^ b[i];
    }
    return ((different | (0 - different)) >> 63) ^ 1;
}

uint64_t loom_rsa_add(uint64_t *to, const uint64_t *a, const uint64_t *b, size_t limbs)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < limbs; i++) {
        uint64_t x = a[i], y = b[i], sum = x + y + carry;
        carry = carry_of(x, y, sum);
        to[i] = sum;
    }
    return carry;
}

/* to -= n where the mask is all ones. Returns the borrow. */
static uint64_t subtract(uint64_t *to, const uint64_t *n, uint64_t mask, size_t limbs)
{
    uint64_t borrow = 0;
    for (size_t i = 0; i < limbs; i++) {
        uint64_t x = to[i], y = n[i] & mask, difference = x - y - borrow;
        borrow = borrow_of(x, y, difference);
        to[i] = difference;
    }
    return borrow;
}

uint64_t loom_rsa_take_away(uint64_t *to, uint64_t above, const uint64_t *n, size_t limbs)
{
    uint64_t more = ((above | (0 - above)) >> 63) | (loom_rsa_less(to, n, limbs) ^ 1);
    return above - subtract(to, n, rsa_mask(more), limbs);
}

void loom_rsa_add_mod(uint64_t *to, const uint64_t *a, const uint64_t *b, const uint64_t *n, size_t limbs)
{
    (void)loom_rsa_take_away(to, loom_rsa_add(to, a, b, limbs), n, limbs);
}

void loom_rsa_sub_mod(uint64_t *to, const uint64_t *a, const uint64_t *b, const uint64_t *n, size_t limbs)
{
    uint64_t borrow = 0, carry = 0, mask;
    for (size_t i = 0; i < limbs; i++) {
        uint64_t x = a[i], y = b[i], difference = x - y - borrow;
        borrow = borrow_of(x, y, difference);
        to[i] = difference;
    }
    mask = rsa_mask(borrow);
    for (size_t i = 0; i < limbs; i++) {
        uint64_t x = to[i], y = n[i] & mask, sum = x + y + carry;
        carry = carry_of(x, y, sum);
        to[i] = sum;
    }
}

/* 32 bits of a number. */
static inline uint32_t half_limb(const uint64_t *a, size_t i)
{
    return (uint32_t)(a[i / 2] >> 32 * (i % 2));
}

/* Column by column: the product is kept nowhere. */
uint64_t loom_rsa_is_product(const uint64_t *p, const uint64_t *q, const uint64_t *n, size_t limbs)
{
    uint64_t low = 0, high = 0, different = 0; /* the column's sum is high * 2^32 + low */
    for (size_t column = 0; column < 4 * limbs; column++) {
        size_t first = column < 2 * limbs ? 0 : column - 2 * limbs + 1;
        for (size_t i = first; i <= column && i < 2 * limbs; i++) {
            uint64_t product = (uint64_t)half_limb(p, i) * half_limb(q, column - i);
            low += (uint32_t)product;
            high += product >> 32;
        }
        different |= (uint32_t)low ^ half_limb(n, column);
        low = (low >> 32) + (uint32_t)high;
        high >>= 32;
    }
    return ((different | (0 - different)) >> 63) ^ 1;
}

#endif
