# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""First calls of many threads, through ctypes."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from targets.toolchain.process import HANG_SECONDS
from tests.runtime import quick

FIRST_USE = """
import ctypes, hashlib, sys, threading
loom, data, wrong = ctypes.CDLL(sys.argv[1]), bytes(range(256)) * 8, []
start = threading.Barrier(16)
def work():
    digest = ctypes.create_string_buffer(16)
    start.wait()
    for _ in range(50):
        loom.loom_md5(data, ctypes.c_size_t(len(data)), digest)
        if digest.raw != hashlib.md5(data).digest():
            wrong.append(digest.raw)
threads = [threading.Thread(target=work) for _ in range(16)]
[t.start() for t in threads]; [t.join() for t in threads]
sys.exit(len(wrong))
"""


def test_first_use_by_many_threads(tmp_path: Path) -> None:
    """The first calls of several threads meet in dispatch, because ctypes releases Python's lock during a call."""

    shared = quick.shared(tmp_path)

    def once(_: int) -> int:
        return subprocess.run(
            [sys.executable, "-c", FIRST_USE, str(shared)], timeout=HANG_SECONDS, check=False
        ).returncode

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(once, range(8))) == [0] * 8
