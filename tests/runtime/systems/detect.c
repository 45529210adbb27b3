/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The detection, compiled as for another system. The standard headers are this system's, and come first. Under Linux
 * each open of a file is asked for its flags.
 */
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
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
#elif defined(TEST_Darwin)
#define __APPLE__ 1
#elif defined(TEST_Windows)
#define _WIN32 1
#define __declspec(words)
#define __stdcall
#elif defined(TEST_Linux)
/* A program that another thread starts meanwhile must not inherit the file. */
static int opened(const char *path, int flags)
{
    if (flags != (O_RDONLY | 02000000)) {
        exit(3);
    }
    return open(path, flags);
}
#define open opened
#endif

#include "cpu_arm.c"
