/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Functions that leave a piece of a secret, one for each kind of place, and functions that leave none. The search for
 * residue must tell them apart.
 */
#include "tried.h"

/* ---- nothing ---- */

static void leaves_nothing(const uint8_t *key)
{
    (void)key;
}

static void leaves_an_address(const uint8_t *key)
{
    const uint8_t *volatile copy[4];
    copy[1] = key;
    (void)copy[1];
}

static void leaves_a_length(const uint8_t *key, size_t size)
{
    volatile size_t copy = size;
    (void)key;
    copy = copy + 1;
}

/* ---- on the stack ---- */

static void leaves_key(const uint8_t *key)
{
    volatile uint8_t copy[16];
    for (int i = 0; i < 16; i++) {
        copy[i] = key[i];
    }
    (void)copy[0];
}

/* A word of a pad, far down. */
static void leaves_pad(const uint8_t *key)
{
    volatile uint32_t copy[2000];
    copy[3] = (uint32_t)key[0] << 8 ^ 0x5c5c5c5c;
    (void)copy[3];
}

static void leaves_byte(const uint8_t *key)
{
    volatile uint8_t copy[64];
    copy[40] = (uint8_t)(key[7] * 3);
    (void)copy[40];
}

/* ---- in registers; a compiler without vector registers does not know their names ---- */

static void leaves_word(const uint8_t *key)
{
#if defined(__aarch64__)
    __asm__ volatile("ldr w9, [%0]" : : "r"(key) : "x9");
#else
    __asm__ volatile("movl (%0), %%ecx" : : "r"(key) : "ecx");
#endif
}

static void leaves_vector(const uint8_t *key)
{
#if defined(__aarch64__)
    __asm__ volatile("ldr q5, [%0]" : : "r"(key) : "v5");
#else
    __asm__ volatile("movdqu (%0), %%xmm5" : : "r"(key));
#endif
}

/* In the half of a register that the caller does not keep, or that only wider vectors have. */
static void leaves_upper_half(const uint8_t *key)
{
#if defined(__aarch64__)
    __asm__ volatile("ld1 {v9.d}[1], [%0]" : : "r"(key)); /* restoring d9 would clear it */
#else
    __asm__ volatile("vinsertf128 $1, (%0), %%ymm5, %%ymm5" : : "r"(key));
#endif
}

static void leaves_high_vector(const uint8_t *key)
{
#if defined(__aarch64__)
    __asm__ volatile("ldr q20, [%0]" : : "r"(key) : "v20");
#elif defined(__x86_64__)
    __asm__ volatile("vmovdqu64 (%0), %%xmm20" : : "r"(key));
#else
    (void)key;
#endif
}

static void leaves_mask(const uint8_t *key)
{
#if defined(__x86_64__)
    __asm__ volatile("kmovw (%0), %%k5" : : "r"(key));
#else
    (void)key;
#endif
}

/* clang-format off */
#define CASES(X)                                                                                                   \
    X(leaves_nothing) X(leaves_an_address) X(leaves_a_length) X(leaves_key) X(leaves_pad) X(leaves_byte) X(leaves_word) \
    X(leaves_vector) X(leaves_upper_half) X(leaves_high_vector) X(leaves_mask)
#define CASE(name)                                                   \
    static int case_##name(unsigned shape)                           \
    {                                                                \
        return shape < 1 && CALL(name, "key", 16, P(secret(16)), 16); \
    }
#define ROW(name) {#name, case_##name, NULL, 0, 0},
CASES(CASE)
const struct tried tried[] = {CASES(ROW){NULL, NULL, NULL, 0, 0}};
/* clang-format on */
