/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The detection as another system compiles it. The standard headers come first, because they are this system's.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cpu.h"

#undef __linux__
#if defined(TEST_OpenBSD)
#define __OpenBSD__ 1
#elif defined(TEST_NetBSD)
#define __NetBSD__ 1
#else
#define __FreeBSD__ 1
#endif

#include "cpu_arm.c"
