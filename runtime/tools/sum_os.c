/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Files and terminals for loom-sum: POSIX, and the same calls as Windows names them. sum_windows.c has its arguments.
 */
#if defined(_MSC_VER)
#define _CRT_SECURE_NO_WARNINGS 1 /* MSVC warns of _wopen */
#endif
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L /* open, fstat with nanoseconds: beyond C99 */
#define _DARWIN_C_SOURCE 1      /* nanoseconds, which macOS names its own way */
#define _FILE_OFFSET_BITS 64
#endif

#include "sum.h"

#if defined(LOOM_HAVE_hashes)

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>

#if defined(_WIN32)

#include <io.h>
#include <stdlib.h>
#include <wchar.h>

int sum_open(const char *name)
{
    int file;
    wchar_t *wide;
    if (strcmp(name, "-") == 0) {
        return 0;
    }
    wide = sum_wide(name);
    if (wide == NULL) {
        errno = ENOENT;
        return -1;
    }
    file = _wopen(wide, _O_RDONLY | _O_BINARY | _O_NOINHERIT | _O_SEQUENTIAL);
    free(wide);
    return file;
}

void sum_close(int file)
{
    if (file != 0) {
        _close(file);
    }
}

static ptrdiff_t read_some(int file, uint8_t *to, size_t room)
{
    return _read(file, to, (unsigned)room);
}

int sum_stamp(int file, struct sum_stamp *stamp)
{
    struct _stat64 status;
    if (_fstat64(file, &status) != 0 || (status.st_mode & _S_IFMT) != _S_IFREG) {
        return 0;
    }
    stamp->size = (uint64_t)status.st_size;
    stamp->seconds = (int64_t)status.st_mtime;
    stamp->nanoseconds = 0;
    return 1;
}

void sum_binary(void)
{
    _setmode(0, _O_BINARY);
    _setmode(1, _O_BINARY);
}

int sum_terminal(int descriptor)
{
    return _isatty(descriptor) != 0;
}

#else

#include <unistd.h>

int sum_open(const char *name)
{
    return strcmp(name, "-") == 0 ? 0 : open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
}

void sum_close(int file)
{
    if (file != 0) {
        close(file);
    }
}

static ptrdiff_t read_some(int file, uint8_t *to, size_t room)
{
    return read(file, to, room);
}

int sum_stamp(int file, struct sum_stamp *stamp)
{
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        return 0;
    }
    stamp->size = (uint64_t)status.st_size;
    stamp->seconds = (int64_t)status.st_mtime;
#if defined(__APPLE__)
    stamp->nanoseconds = (int64_t)status.st_mtimespec.tv_nsec;
#else
    stamp->nanoseconds = (int64_t)status.st_mtim.tv_nsec;
#endif
    return 1;
}

void sum_binary(void)
{
}

int sum_terminal(int descriptor)
{
    return isatty(descriptor) == 1;
}

char **sum_arguments(int *count, char **argv)
{
    (void)count;
    return argv;
}

#endif

ptrdiff_t sum_read(int file, uint8_t *to, size_t room)
{
    size_t total = 0;
    while (total < room) {
        ptrdiff_t got = read_some(file, to + total, room - total);
        if (got == 0) {
            break;
        }
        if (got > 0) {
            total += (size_t)got;
        } else if (errno != EINTR) {
            return -1;
        }
    }
    return (ptrdiff_t)total;
}

#endif
