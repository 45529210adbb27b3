/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Which files ASMLOOM_TUNING may name: see tuning.h. Elsewhere than on Windows a FIFO, a device or a terminal is not
 * even opened.
 */
#include "tuning.h"

#if defined(_WIN32)

/* The functions needed of kernel32, declared here to avoid <windows.h>. */
__declspec(dllimport) void *__stdcall CreateFileA(const char *path, unsigned long access, unsigned long share,
                                                  void *security, unsigned long how, unsigned long flags, void *like);
__declspec(dllimport) unsigned long __stdcall GetFileType(void *file);
__declspec(dllimport) int __stdcall CloseHandle(void *file);

int loom_is_regular(const char *path)
{
    enum { SHARE_ALL = 7, OPEN_EXISTING = 3, ON_DISK = 1 };
    void *file = CreateFileA(path, 0, SHARE_ALL, NULL, OPEN_EXISTING, 0, NULL); /* to ask, neither read nor write */
    int regular = 0;
    if ((intptr_t)file != -1) {
        regular = GetFileType(file) == ON_DISK;
        (void)CloseHandle(file);
    }
    return regular;
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
