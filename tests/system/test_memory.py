# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""nginx with the provider, under valgrind, and with a module that sanitizers watch: no access outside of memory."""

from __future__ import annotations

import socket
import subprocess
from pathlib import Path
from typing import ClassVar

import pytest

from targets.toolchain import provider
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run
from tests.provider.test_provider import SANITIZERS, workshop
from tests.system.server import PART, SUITES, V12, Nginx

pytestmark = pytest.mark.filterwarnings("ignore:ssl.TLSVersion:DeprecationWarning")
FAULTY = 9


class Watched(Nginx):
    """Faults of each process go to a log of its own."""

    workers = 1
    more: ClassVar[dict[str, str]] = {}

    def start(self, listening: socket.socket, env: dict[str, str]) -> subprocess.Popen[bytes]:
        return super().start(listening, env | self.more)


def under_valgrind(log: Path) -> type[Watched]:
    """Whether values are defined is no question here: valgrind does not follow all of libcrypto's own code."""
    options = ("-q", "--undef-value-errors=no", f"--error-exitcode={FAULTY}", f"--log-file={log}.%p")

    class Made(Watched):
        before = (str(require("valgrind")), *options)

    return Made


def with_sanitizers(log: Path) -> type[Watched]:
    """nginx itself has no sanitizers, so that it loads their libraries first. Its own leaks do not count."""
    wanted = [[str(require("gcc")), f"-print-file-name={name}"] for name in ("libasan.so", "libubsan.so")]
    libraries = [run(words).stdout.decode().strip() for words in wanted]

    class Made(Watched):
        more = {
            "LD_PRELOAD": ":".join(libraries),
            "ASAN_OPTIONS": f"detect_leaks=0:exitcode={FAULTY}:log_path={log}",
            "UBSAN_OPTIONS": f"exitcode={FAULTY}:log_path={log}",
        }

    return Made


@pytest.mark.parametrize("watcher", [under_valgrind, with_sanitizers], ids=lambda watcher: watcher.__name__)
def test_no_fault(watcher: object, tmp_path: Path) -> None:
    watch, flags = (under_valgrind, ("-g",)) if watcher is under_valgrind else (with_sanitizers, SANITIZERS)
    module = provider.module(workshop(tmp_path), provider.headers(), flags)
    conf = tmp_path / provider.CONFIGURATION
    conf.write_text(provider.configuration(module))
    server = watch(tmp_path / "faults")(conf)
    try:
        for version, suite in SUITES:
            for mac_first in (False, True):
                server.fetch(version, suite, mac_first, PART)
        for mac_first in (False, True):
            assert server.refusal(V12, "AES128-SHA", mac_first, lambda record: record.append(record.pop() ^ 1))
        server.fetch(V12, "AES128-SHA", True, PART)
        assert any(str(module) in maps for maps in server.maps())
        server.process.terminate()
        faults = [path.read_text("utf-8", "replace") for path in tmp_path.glob("faults*")]
        assert (server.process.wait(timeout=HANG_SECONDS), "".join(faults)) == (0, "")
    finally:
        server.close()
