/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Included by every file of the runtime: the generated rows, platform names, visibility. The rows come first: they
 * rename all symbols when the library is built with a prefix of its own.
 */
#ifndef LOOM_INTERNAL_H
#define LOOM_INTERNAL_H

#include "asmloom_kernels.h" /* includes the public header */

/* A set for programs without a system: nothing calls one. */
#if defined(LOOM_FREESTANDING)
#define LOOM_NO_ENVIRONMENT 1
#define LOOM_NO_CONSTRUCTOR 1
#endif

/* Arm comes first: arm64ec defines the macros of x64 too. */
#if defined(__aarch64__) || defined(_M_ARM64) || defined(_M_ARM64EC) || defined(__arm64ec__)
#define LOOM_ARM64 1
#elif defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)
#define LOOM_X86 1
#endif

/* Functions shared between files of the library are not exported. */
#if defined(__GNUC__) && !defined(_WIN32) && !defined(__CYGWIN__)
#define LOOM_INTERNAL_BEGIN _Pragma("GCC visibility push(hidden)")
#define LOOM_INTERNAL_END _Pragma("GCC visibility pop")
#else
#define LOOM_INTERNAL_BEGIN
#define LOOM_INTERNAL_END
#endif

/* Functions that are worth their size only where the compiler knows their arguments. */
#if defined(__GNUC__) || defined(__clang__)
#define LOOM_INLINE inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define LOOM_INLINE __forceinline
#else
#define LOOM_INLINE inline
#endif

/* Functions that run once: small code. Those marked LOOM_SELDOM also stay out of the frames of their callers. */
#if defined(__clang__)
#define LOOM_COLD __attribute__((cold, minsize))
#define LOOM_SELDOM __attribute__((noinline, cold, minsize))
#elif defined(__GNUC__)
#define LOOM_COLD __attribute__((cold))
#define LOOM_SELDOM __attribute__((noinline, cold))
#elif defined(_MSC_VER)
#define LOOM_COLD
#define LOOM_SELDOM __declspec(noinline)
#else
#define LOOM_COLD
#define LOOM_SELDOM
#endif

#endif
