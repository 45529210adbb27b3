# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The project's own ``.venv``, made from the locked requirements files, and entering it.

Standard library alone: this runs before anything is installed. ``ASMLOOM_PYTHON=here`` keeps to the interpreter that
was started, with whatever it has.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
STAMP = VENV / "asmloom-locks.json"
"""Which lock files are installed, by hash. Written last: a .venv without it is begun anew."""
_GENERATE, _COMPILER, _TEST = "requirements.txt", "requirements-zig.txt", "requirements-test.txt"
_PIP_SECONDS = 1800  # a hang, as in process.py, which is not imported here: this module stands alone


def enter(*, test: bool = False, bare: bool = False) -> None:
    """Return inside ``.venv``, made or brought up to date first; the program starts anew in it if need be.

    ``test``: with what the tests need. ``bare``: what generating needs is enough; otherwise, on a machine without C
    compiler, one is installed too. Ends the program with one line and status 2 where that cannot be done. When the
    locks have not changed, the cost is that of reading them (and of the second start).
    """
    if os.environ.get("ASMLOOM_PYTHON") == "here":
        return
    locks = wanted_locks(test=test, bare=bare)
    if not _current(locks):
        _bring_up(locks)
    if Path(sys.prefix).resolve() == VENV.resolve():
        return
    packages = VENV / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
    if bare and packages.is_dir():
        # The same Python as .venv's: its packages are enough, and a second start of the interpreter is saved.
        sys.path.insert(0, str(packages))
        return
    words = [str(python()), *sys.orig_argv[1:]]
    if sys.platform == "win32":
        # exec there returns to the caller's shell at once.
        raise SystemExit(subprocess.call(words))
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(words[0], words)


def wanted_locks(*, test: bool, bare: bool) -> list[str]:
    """Names of the lock files that a command needs."""
    if test:
        return [_GENERATE, _COMPILER, _TEST]
    if bare or any(shutil.which(name) for name in ("cc", "gcc", "clang", "clang-19")):
        return [_GENERATE]
    return [_GENERATE, _COMPILER]


def add_compiler() -> bool:
    """Install the locked compiler, where this process runs in ``.venv``; otherwise change nothing and return False."""
    if Path(sys.prefix).resolve() != VENV.resolve():
        return False
    if not _current([_COMPILER]):
        _bring_up([_COMPILER])
    return True


def python() -> Path:
    """The interpreter of ``.venv``."""
    return VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def _hashes(locks: Sequence[str]) -> dict[str, str]:
    return {name: hashlib.sha256((ROOT / name).read_bytes()).hexdigest() for name in locks}


def _installed() -> dict[str, str]:
    try:
        stamp = json.loads(STAMP.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(name): str(digest) for name, digest in stamp.items()} if isinstance(stamp, dict) else {}


def _current(locks: Sequence[str]) -> bool:
    return python().exists() and _hashes(locks).items() <= _installed().items()


def _bring_up(locks: Sequence[str]) -> None:
    inside = Path(sys.prefix).resolve() == VENV.resolve()
    with _lock():
        if _current(locks):
            return
        started = time.monotonic()
        before = _installed() if python().exists() else {}
        print(f"asmloom: making .venv ready: {', '.join(locks)} …", file=sys.stderr, flush=True)
        if not before and not inside:
            _make()
        else:
            STAMP.unlink(missing_ok=True)
        _install(locks)
        kept = {name: digest for name, digest in before.items() if name not in locks}
        STAMP.write_text(json.dumps({**kept, **_hashes(locks)}, indent=1) + "\n", "utf-8")
        print(f"asmloom: .venv is ready after {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)


def _make() -> None:
    words = [sys.executable, "-m", "venv", "--clear"]
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        # Debian takes ensurepip out of python3: pip then fills the .venv from outside, see _pip().
        if importlib.util.find_spec("venv") is None:
            _trouble("this Python has no venv module; Debian: apt-get install python3-venv")
        words.append("--without-pip")
    _run([*words, str(VENV)], "making .venv")


def _install(locks: Sequence[str]) -> None:
    options = [
        "--quiet",
        "--disable-pip-version-check",
        "--no-input",
        "--require-hashes",
        "--only-binary=:all:",
    ]
    files = [word for name in locks for word in ("-r", str(ROOT / name))]
    _run([*_pip(), "install", *options, *files], "installing into .venv")


def _pip() -> list[str]:
    """How to run a pip that installs into .venv: its own, that of this interpreter, or one fetched for the purpose."""
    if any(VENV.glob("lib/python*/site-packages/pip")) or (VENV / "Lib/site-packages/pip").exists():
        return [str(python()), "-m", "pip"]
    if importlib.util.find_spec("pip") is not None:
        return [sys.executable, "-m", "pip", "--python", str(python())]
    from targets.toolchain import pipwheel  # seldom wanted, and slow to import

    try:
        wheel = pipwheel.fetch(VENV)
    except pipwheel.NoPip as error:
        _trouble(f"{error}; or, on Debian: apt-get install python3-venv")
    return [sys.executable, str(wheel / "pip"), "--python", str(python())]


def _run(words: Sequence[str], what: str) -> None:
    try:
        done = subprocess.run(words, capture_output=True, timeout=_PIP_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        _trouble(f"{what}: no end after {_PIP_SECONDS} s")
    if done.returncode:
        lines = (done.stderr + done.stdout).decode("utf-8", "replace").strip().splitlines()
        errors = [line for line in lines if line.lower().startswith("error")] or lines[-1:] or ["no output"]
        _trouble(f"{what}: {errors[0]}")


def _trouble(text: str) -> NoReturn:
    print(f"asmloom: {text}", file=sys.stderr)
    raise SystemExit(2)


@contextmanager
def _lock() -> Iterator[None]:
    """One maker at a time. Windows does without: there a second one fails on files in use, and says so."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    place = ROOT / "build"
    place.mkdir(exist_ok=True)
    with open(place / ".venv.lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
