/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Byte offsets inside `struct loom_call`, shared by the C driver and the assembly trampolines. Every slot is eight
 * bytes on every target: one layout serves 32-bit and 64-bit machines. driver.h asserts that the C structure agrees.
 */
#ifndef LOOM_HARNESS_LAYOUT_H
#define LOOM_HARNESS_LAYOUT_H

#define CALL_FUNCTION 0
#define CALL_SP 8
#define CALL_CPU 16
#define CALL_CLEAN 24
#define CALL_SAVED 32
#define CALL_SAVED_VEC 288
#define CALL_BEFORE 448
#define CALL_AFTER 2880
#define CALL_SIZE 5312

#define STATE_GPR 0
#define STATE_FLAGS 256
#define STATE_FPCR 264 /* mxcsr on x86 */
#define STATE_X87CW 272
#define STATE_XINUSE 280
#define STATE_X87ENV 288
#define STATE_MASK 320
#define STATE_VEC 384
#define STATE_SIZE 2432

/* Bits of CALL_CPU. */
#define CPU_AVX 1
#define CPU_AVX512 2  /* F, BW and VL, with operating system support */
#define CPU_XINUSE 4  /* xgetbv with ecx = 1 tells dirty upper halves, shown by a probe */
#define CPU_SET_X18 8 /* x18 may be filled: not on Windows, where it holds the thread block */

#if defined(_WIN32) && defined(__i386__)
#define SYM(name) _##name
#else
#define SYM(name) name
#endif

#endif
