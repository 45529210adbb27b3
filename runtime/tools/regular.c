/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Which files ASMLOOM_TUNING may name: see tuning.h. A FIFO, a device or a terminal is not even opened.
 */
#include "tuning.h"

#include <sys/types.h>

#include <sys/stat.h>

int loom_is_regular(const char *path)
{
#if defined(_WIN32)
    struct _stat status;
    return _stat(path, &status) == 0 && (status.st_mode & _S_IFMT) == _S_IFREG;
#else
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
#endif
}
