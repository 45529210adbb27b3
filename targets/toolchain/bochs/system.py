# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The system calls of Linux that a static program of one thread makes: files, memory, and its start and end.

A call that is not here ends the run with its number: nothing is pretended. Handlers of signals are taken down and
never called; a fault ends the run (:mod:`targets.toolchain.bochs.run`).
"""

from __future__ import annotations

import errno
import os
import struct
import time
from collections.abc import Callable

from targets.toolchain.bochs.memory import NO_EXECUTE, PAGE, PRESENT, USER, WRITE, Fault, Memory

_ANONYMOUS, _FIXED = 0x20, 0x10


class Exit(Exception):
    """The program ended. ``status``: its exit status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def rights(asked: int) -> int:
    """The flags of page-table entries for PROT_READ 1, PROT_WRITE 2, PROT_EXEC 4. No right: the page is absent."""
    if not asked & 7:
        return 0
    return PRESENT | USER | (WRITE if asked & 2 else 0) | (0 if asked & 4 else NO_EXECUTE)


class System:
    """The calls by their numbers on x86_64. ``thread``: the base of fs, for the processor to load."""

    def __init__(self, memory: Memory, heap: int) -> None:
        self.memory, self.thread = memory, 0
        self._heap = self._end = heap
        self._place = 0x7E00_0000_0000  # mappings grow down from here
        self._calls: dict[int, Callable[..., int]] = {
            0: self._read, 1: self._write, 2: self._open, 3: self._close, 5: self._fstat, 8: self._seek,
            9: self._mmap, 10: self._mprotect, 11: self._munmap, 12: self._brk, 16: lambda *_: -errno.ENOTTY,
            20: self._writev, 28: lambda *_: 0, 63: self._uname, 158: self._arch_prctl, 228: self._clock,
            257: self._openat, 262: self._newfstatat,
            13: lambda *_: 0, 14: lambda *_: 0, 131: lambda *_: 0,  # signals: see above
            39: lambda *_: 1, 186: lambda *_: 1, 218: lambda *_: 1,  # process and thread
            273: lambda *_: 0, 334: lambda *_: -errno.ENOSYS,  # robust mutexes, restartable sequences: for threads
            302: self._limits, 318: self._random, 267: lambda *_: -errno.ENOENT, 89: lambda *_: -errno.ENOENT,
            25: lambda *_: -errno.ENOMEM,  # a mapping never grows: realloc copies
            60: self._exit, 231: self._exit,
        }  # fmt: skip

    def call(self, number: int, arguments: tuple[int, ...]) -> int:
        """The result of a system call: a negative number of ``errno`` for a failure."""
        if number not in self._calls:
            raise NotImplementedError(f"system call {number}")
        try:
            return self._calls[number](*arguments)
        except OSError as error:
            return -(error.errno or errno.EIO)
        except Fault:
            return -errno.EFAULT

    def _read(self, fd: int, at: int, size: int, *_: int) -> int:
        data = os.read(fd, size)
        self.memory.write(at, data)
        return len(data)

    def _write(self, fd: int, at: int, size: int, *_: int) -> int:
        return os.write(fd, self.memory.read(at, size))

    def _writev(self, fd: int, at: int, count: int, *_: int) -> int:
        pairs = struct.iter_unpack("<QQ", self.memory.read(at, 16 * count))
        return os.write(fd, b"".join(self.memory.read(base, size) for base, size in pairs))

    def _open(self, path: int, flags: int, mode: int, *_: int) -> int:
        return os.open(self.memory.text(path), flags, mode)

    def _openat(self, folder: int, path: int, flags: int, mode: int, *_: int) -> int:
        return os.open(self.memory.text(path), flags, mode)

    def _close(self, fd: int, *_: int) -> int:
        if fd > 2:
            os.close(fd)
        return 0

    def _seek(self, fd: int, offset: int, whence: int, *_: int) -> int:
        return os.lseek(fd, offset - (offset >> 63 << 64), whence)

    def _fstat(self, fd: int, at: int, *_: int) -> int:
        return self._stat(os.fstat(fd), at)

    def _newfstatat(self, fd: int, path: int, at: int, *_: int) -> int:
        name = self.memory.text(path)
        return self._stat(os.stat(name) if name else os.fstat(fd), at)

    def _stat(self, found: os.stat_result, at: int) -> int:
        head = (found.st_dev, found.st_ino, found.st_nlink, found.st_mode, found.st_uid, found.st_gid, 0, found.st_rdev,
                found.st_size, PAGE, (found.st_size + 511) // 512)  # fmt: skip
        self.memory.write(at, struct.pack("<QQQIIIIQqqq", *head) + bytes(72))
        return 0

    def _mmap(self, at: int, size: int, asked: int, flags: int, fd: int, offset: int) -> int:
        size = -(-size // PAGE) * PAGE
        if not flags & _FIXED:
            self._place -= size + PAGE  # a page between mappings is never there
            at = self._place
        self.memory.map(at, size, rights(3))
        if not flags & _ANONYMOUS:
            self.memory.write(at, os.pread(fd, size, offset))
        self.memory.protect(at, size, rights(asked))
        return at

    def _mprotect(self, at: int, size: int, asked: int, *_: int) -> int:
        self.memory.protect(at, size, rights(asked))
        return 0

    def _munmap(self, at: int, size: int, *_: int) -> int:
        self.memory.unmap(at, size)
        return 0

    def _brk(self, end: int, *_: int) -> int:
        if end > self._end:
            first = -(-self._end // PAGE) * PAGE
            if end > first:
                self.memory.map(first, end - first, rights(3))
            self._end = end
        return self._end

    def _uname(self, at: int, *_: int) -> int:
        words = ("Linux", "bochs", "6.1.0", "1", "x86_64", "")
        self.memory.write(at, b"".join(word.encode().ljust(65, b"\0") for word in words))
        return 0

    def _arch_prctl(self, code: int, address: int, *_: int) -> int:
        if code != 0x1002:  # ARCH_SET_FS
            return -errno.EINVAL
        self.thread = address
        return 0

    def _clock(self, clock: int, at: int, *_: int) -> int:
        now = time.clock_gettime_ns(clock)
        self.memory.write(at, struct.pack("<qq", now // 10**9, now % 10**9))
        return 0

    def _limits(self, process: int, resource: int, new: int, old: int, *_: int) -> int:
        if old:
            self.memory.write(old, struct.pack("<QQ", 8 << 20, 8 << 20))
        return 0

    def _random(self, at: int, size: int, *_: int) -> int:
        self.memory.write(at, bytes(size))
        return size

    def _exit(self, status: int, *_: int) -> int:
        raise Exit(status & 255)
