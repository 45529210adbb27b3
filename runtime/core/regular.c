/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Which files ASMLOOM_TUNING may name: see tuning.h. Elsewhere than on Windows a FIFO, a device or a terminal is not
 * even opened.
 */
#include "tuning.h"

#if !defined(LOOM_NO_ENVIRONMENT)

#if defined(_WIN32)

/* Of the C runtime, declared here because Windows's headers call it by several names. `status` begins with the device
 * (4 bytes), the inode (2) and the mode (2), and has 56 bytes at most. */
int __cdecl _stat64(const char *path, void *status);

int loom_is_regular(const char *path)
{
    enum { KIND = 0xf000, REGULAR = 0x8000, MODE = 3 };
    union {
        uint64_t aligned[16];
        uint16_t halves[64];
    } status;
    return _stat64(path, &status) == 0 && (status.halves[MODE] & KIND) == REGULAR;
}

#else

#include <sys/types.h>

#include <sys/stat.h>

int loom_is_regular(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

#endif

#endif
