# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Run a target's programs on this machine, under qemu, under wine, or under wine for another machine.

Every run has a time limit. A run that exceeds the limit ends with its whole process tree.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from targets import Target
from targets.toolchain import privateroot, provision
from targets.toolchain.find import MissingTool, require
from targets.toolchain.process import HANG_SECONDS, run


def _same(path: Path) -> str:
    return str(path)


@dataclass(frozen=True, slots=True)
class Executor:
    """How to run a program. ``name`` is the target's ``executor`` field.

    ``prefix``: words before the program. ``env``: variables that the prefix needs. ``translate``: a path of this
    machine → the same path as the program sees it. ``cpu_variable``: the variable that selects an emulated CPU, if any.
    """

    name: str
    prefix: Callable[[Path], list[str]]
    env: Mapping[str, str]
    translate: Callable[[Path], str] = _same
    cpu_variable: str | None = None

    def run(
        self,
        exe: Path,
        args: Sequence[str | Path] = (),
        *,
        stdin: Path | None = None,
        stdout: Path | None = None,
        cwd: Path | None = None,
        timeout: float = HANG_SECONDS,
        cpu: str | None = None,
        env: Mapping[str, str] | None = None,
    ) -> subprocess.CompletedProcess[bytes]:
        """Run ``exe``. Returns its status and its output; stdout is empty if ``stdout`` names a file.

        Paths among the arguments become absolute and are spelled as the program needs them (``Z:\\…``). Strings stay
        unchanged. ``cpu``: a qemu model. ``env`` adds to the environment. ``timeout``: seconds until
        :class:`subprocess.TimeoutExpired`. A program killed by a signal has a negative status, or 128 + signal inside a
        private root. A Windows exception shows as its low byte.
        """
        place = (cwd or Path.cwd()).resolve()
        full = {**os.environ, **self.env, **(env or {})}
        if cpu is not None:
            if self.cpu_variable is None:
                raise MissingTool(f"{self.name}: runs on the CPU of this machine; cpu={cpu!r} cannot be had")
            full[self.cpu_variable] = cpu
        words = [*self.prefix(place), self.translate(exe.resolve())]
        words += [self.translate(arg.resolve()) if isinstance(arg, Path) else arg for arg in args]
        return run(words, timeout=timeout, cwd=place, env=full, stdin=stdin, stdout=stdout)


def executor(target: Target) -> Executor:
    """The executor of a target. A missing environment is set up first, with progress on stderr.

    Raises :class:`MissingTool`, one line, if this machine cannot run the target's programs.
    """
    return _MAKERS[target.executor]()


def _native() -> Executor:
    return Executor("native", lambda place: [], {})


def _native32() -> Executor:
    return Executor("native32", lambda place: [], {})


def _qemu_aarch64() -> Executor:
    if os.uname().machine == "aarch64":
        return _native()
    # Programs that use the cross compiler's C library find the library there. Static programs need none.
    qemu = [
        str(provision.qemu("aarch64")),
        "-L",
        os.environ.get("ASMLOOM_AARCH64_SYSROOT", "/usr/aarch64-linux-gnu"),
    ]
    return Executor("qemu-aarch64", lambda place: list(qemu), {}, cpu_variable="QEMU_CPU")


def _wine64() -> Executor:
    prefix = provision.ensure("wine64")
    env = {**provision.WINE_ENV, "WINEPREFIX": str(prefix), "WINESERVER": str(require("wineserver"))}
    return Executor("wine64", lambda place: [str(require("wine64"))], env, _windows_path)


def _wine32() -> Executor:
    root = provision.ensure("wine32")
    return _rooted("wine32", root, "/usr/lib/wine/wine", {"WINEARCH": "win32"}, None)


def _wine_arm64() -> Executor:
    root = provision.ensure("wine-arm64")
    return _rooted("wine-arm64", root, "/usr/lib/wine/wine64", {"QEMU_CPU": provision.ARM64_WINE_CPU}, "QEMU_CPU")


def _rooted(name: str, root: Path, wine: str, env: Mapping[str, str], cpu_variable: str | None) -> Executor:
    def prefix(place: Path) -> list[str]:
        return [*privateroot.command(root, place), wine]

    full = {**provision.WINE_ENV, "WINEPREFIX": privateroot.PREFIX, "HOME": "/tmp", **env}
    return Executor(name, prefix, full, lambda path: _windows_path(Path(privateroot.HOST + str(path))), cpu_variable)


def _windows_path(path: Path) -> str:
    return "Z:" + str(path).replace("/", "\\")


_MAKERS: dict[str, Callable[[], Executor]] = {
    "native": _native,
    "native32": _native32,
    "qemu-aarch64": _qemu_aarch64,
    "wine64": _wine64,
    "wine32": _wine32,
    "wine-arm64": _wine_arm64,
    # Images of these are embedded in a program for this machine, or for qemu: see image.py.
    "mapped": _native,
    "mapped-qemu": _qemu_aarch64,
}
