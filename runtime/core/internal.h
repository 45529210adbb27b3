/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * What every file of the runtime needs: platform names, visibility, and (first of all) the generated rows,
 * which also rename everything when the library is built with a symbol prefix of its own.
 */
#ifndef LOOM_INTERNAL_H
#define LOOM_INTERNAL_H

#include "asmloom_kernels.h" /* and with it the public header */

/* arm64ec also says it is x64, so Arm is asked for first. */
#if defined(__aarch64__) || defined(_M_ARM64) || defined(_M_ARM64EC) || defined(__arm64ec__)
#define LOOM_ARM64 1
#elif defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)
#define LOOM_X86 1
#endif

/* Functions shared between files of the library are never exported from it. */
#if defined(__GNUC__) && !defined(_WIN32) && !defined(__CYGWIN__)
#define LOOM_INTERNAL_BEGIN _Pragma("GCC visibility push(hidden)")
#define LOOM_INTERNAL_END _Pragma("GCC visibility pop")
#else
#define LOOM_INTERNAL_BEGIN
#define LOOM_INTERNAL_END
#endif

LOOM_INTERNAL_BEGIN

/* Overwrites length bytes with zeros in a way that no compiler removes, even when the memory dies right
 * after. */
void loom_wipe(void *memory, size_t length);

LOOM_INTERNAL_END

#endif
