/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Leaving nothing of a secret behind. C says nothing about copies that a compiler makes: spilled registers, arrays that
 * became vectors, structures on their way through memcpy. So each function that works on secrets in C has two halves.
 * The inner one does the work and is LOOM_INNER; the outer one, which sees no secret itself, calls it and then
 * loom_clean(), which overwrites the stack below and the registers:
 *
 *     static LOOM_INNER void hmac_init(...) { ... }
 *     void loom_hmac_init(...) { hmac_init(...); loom_clean(); }
 *
 * Kernels in assembly whose contract says wipe=True need no such call. Arrays of secrets are wiped where they end
 * nevertheless (loom_wipe): that holds however deep the stack was.
 */
#ifndef LOOM_CLEAN_H
#define LOOM_CLEAN_H

#include "internal.h"

/* The inner half, with a frame of its own. */
#if defined(_MSC_VER) && !defined(__clang__)
#define LOOM_INNER __declspec(noinline)
#else
#define LOOM_INNER __attribute__((noinline))
#endif

LOOM_INTERNAL_BEGIN

/* Overwrites 3 KiB of stack below the caller's frame, and does what loom_clean_registers does. 75 cycles. */
void loom_clean(void);

/* The same for 128 bytes: after functions that keep no arrays. 12 cycles. */
void loom_clean_little(void);

/* Zeros every register that a function need not keep: general ones, and all of the vector registers that the CPU has.
 * With compilers other than gcc and clang, and on other machines than x86 and AArch64, it does nothing. 9 cycles. */
void loom_clean_registers(void);

LOOM_INTERNAL_END

#endif
