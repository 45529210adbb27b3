# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The library of this machine: its self-test on published vectors, of every variant that the CPU has, and its hashes
against Python's.
"""

from __future__ import annotations

import ctypes
import hashlib
import platform
import tempfile
from pathlib import Path

import targets
from generator import library, rooms
from targets.toolchain.process import run
from targets.toolchain.product import Workshop, default_syntax


def test_selftest_and_hashes() -> None:
    target = targets.for_host(platform.system(), platform.machine())
    with tempfile.TemporaryDirectory() as folder:
        workshop = Workshop(library.load(), target, default_syntax(target), "loom_")
        workshop.place = Path(folder)
        static, shared = workshop.libraries()
        done = run([str(workshop.program("selftest", rooms.sources("selftest"), static))])
        assert done.returncode == 0, done.stdout + done.stderr
        loom = ctypes.CDLL(str(shared))
        for name in ("md5", "sha1", "sha256", "sha512"):
            for length in (0, 1, 55, 56, 63, 64, 65, 111, 112, 1000):
                data = bytes(n % 251 for n in range(length))
                out = ctypes.create_string_buffer(64)
                getattr(loom, f"loom_{name}")(data, ctypes.c_size_t(length), out)
                expected = hashlib.new(name, data).digest()
                assert out.raw[: len(expected)] == expected, (name, length)
