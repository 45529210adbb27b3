/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The detection, compiled as for another system. The standard headers are this system's, and come first.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cpu.h"

#if !defined(TEST_Linux)
#undef __linux__
#endif
#if defined(TEST_OpenBSD)
#define __OpenBSD__ 1
#elif defined(TEST_NetBSD)
#define __NetBSD__ 1
#elif defined(TEST_FreeBSD)
#define __FreeBSD__ 1
#endif

#include "cpu_arm.c"
