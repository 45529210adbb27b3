/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The key schedules of FIPS 197 as they stand there, for the self-test's keys: no secret is among them.
 */
#ifndef LOOM_SELFTEST_KEYS_H
#define LOOM_SELFTEST_KEYS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The product in GF(2^8). */
static inline uint8_t times(uint8_t x, uint8_t y)
{
    unsigned product = 0;
    for (unsigned bit = 0x80; bit != 0; bit >>= 1) {
        product = product << 1 ^ (product & 0x80 ? 0x11b : 0) ^ (y & bit ? x : 0);
    }
    return (uint8_t)product;
}

static inline uint8_t sub_byte(uint8_t x)
{
    uint8_t power = x;
    for (int n = 0; n < 6; n++) { /* the power of 2^(n + 2) - 1 */
        power = times(times(power, power), x);
    }
    power = times(power, power); /* x^254, the inverse */
    return (uint8_t)(power ^ power << 1 ^ power >> 7 ^ power << 2 ^ power >> 6 ^ power << 3 ^ power >> 5 ^ power << 4 ^
                     power >> 4 ^ 0x63);
}

static inline void aes_expand_key(const uint8_t *key, size_t rounds, uint8_t *schedule)
{
    size_t words = rounds - 6;
    uint8_t constant = 1;
    memcpy(schedule, key, 4 * words);
    for (size_t i = words; i < 4 * (rounds + 1); i++) {
        const uint8_t *last = schedule + 4 * i - 4;
        int first = i % words == 0, sub = first || (words == 8 && i % 8 == 4);
        for (size_t n = 0; n < 4; n++) {
            uint8_t byte = last[first ? (n + 1) % 4 : n];
            byte = sub ? sub_byte(byte) : byte;
            schedule[4 * i + n] = (uint8_t)(schedule[4 * (i - words) + n] ^ byte ^ (first && n == 0 ? constant : 0));
        }
        constant = first ? times(constant, 2) : constant;
    }
}

/* The schedule of the equivalent inverse cipher (FIPS 197, 5.3.5). */
static inline void aes_inverse_key(const uint8_t *key, size_t rounds, uint8_t *schedule)
{
    uint8_t forward[16 * 15];
    aes_expand_key(key, rounds, forward);
    for (size_t i = 0; i < 16 * (rounds + 1); i++) {
        const uint8_t *from = forward + 16 * (rounds - i / 16) + i % 16 / 4 * 4;
        size_t row = i % 4;
        int plain = i < 16 || i / 16 == rounds;
        schedule[i] = plain ? from[row]
                            : (uint8_t)(times(from[row], 14) ^ times(from[(row + 1) % 4], 11) ^
                                        times(from[(row + 2) % 4], 13) ^ times(from[(row + 3) % 4], 9));
    }
}

#endif
