/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Functions that remove copies of secrets. A compiler may copy a secret anywhere: compilers spill registers, keep
 * arrays in vectors and move structures through memcpy. Each function that works on secrets in C therefore has two
 * halves. The inner half does the work and is LOOM_INNER. The outer half sees no secret. The outer half calls the inner
 * half, and then loom_clean(), which overwrites the stack below and the registers:
 *
 *     static LOOM_INNER void hmac_init(...) { ... }
 *     void loom_hmac_init(...) { hmac_init(...); loom_clean(); }
 *
 * Kernels in assembly whose contract says wipe=True need no such call. The inner half also wipes its arrays of secrets
 * with loom_wipe, which does not depend on how deep the stack was.
 */
#ifndef LOOM_CLEAN_H
#define LOOM_CLEAN_H

#include "memory.h"

#include "internal.h"

/* Marks an inner half, to which the compiler gives a frame of its own. */
#if defined(_MSC_VER) && !defined(__clang__)
#define LOOM_INNER __declspec(noinline)
#else
#define LOOM_INNER __attribute__((noinline))
#endif

/* Bytes of stack to overwrite: all that a public function may take, and what a function without arrays takes. */
enum { LOOM_ALL_DEAD = 3328, LOOM_LITTLE_DEAD = 128 };

LOOM_INTERNAL_BEGIN

/* Overwrites `length` bytes with zeros. No compiler removes the call, even if the memory is never read again. */
void loom_wipe(void *memory, size_t length);

/* Overwrites `bytes` bytes of stack below the caller's frame, at least 1 and at most 3.25 KiB, and calls
 * loom_clean_registers. 15 cycles for 128 bytes, 23 for 640 and 115 for 3 KiB. */
void loom_clean_below(size_t bytes);

/* What loom_clean does, and 2 KiB of stack more: for callers with functions of large frames under them. */
void loom_clean_deep(void);

/* Zeros the general registers and 128 bytes of stack, for functions that use no vectors. 6 cycles. */
void loom_clean_words(void);

/* Zeros every register that a function need not keep: general registers, and all vector registers of the CPU. 9 cycles.
 * Does nothing with compilers other than gcc and clang, and on machines other than x86 and AArch64. */
void loom_clean_registers(void);

LOOM_INTERNAL_END

static inline void loom_clean(void)
{
    loom_clean_below(LOOM_ALL_DEAD);
}

/* Does what loom_wipe does, for a length that the compiler knows: some stores in place of a call. From 128 bytes on gcc
 * would make a string instruction of one memset, which takes 30 cycles to begin. */
static LOOM_INLINE void wipe_short(void *memory, size_t length)
{
#if defined(__GNUC__) || defined(__clang__)
    uint8_t *to = (uint8_t *)memory;
    for (; length >= 64; length -= 64) {
        __asm__ volatile("" : "+r"(to) : : "memory"); /* the memory may be read here: earlier stores are made */
        memset(to, 0, 64);
        to += 64;
    }
    __asm__ volatile("" : "+r"(to) : : "memory");
    memset(to, 0, length);
    __asm__ volatile("" : : "r"(to) : "memory");
#else
    loom_wipe(memory, length);
#endif
}

#endif
