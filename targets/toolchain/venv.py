# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Make the project's ``.venv`` from the locked requirements files, and enter it.

Only the standard library is used, because this module runs before anything is installed. ``ASMLOOM_PYTHON=here`` makes
the program stay in the interpreter that was started.
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
from functools import cache
from pathlib import Path
from typing import NoReturn

from generator.store import CHECKOUT
from generator.store import ROOT as ROOT  # other modules, and tests, take it from here

VENV = ROOT / ".venv"
STAMP = VENV / "asmloom-locks.json"
"""The hashes of the installed lock files. A .venv without this file is not asmloom's. One with it is made anew if
this file is empty, because asmloom had not finished making it, or if its Python is gone."""
_GENERATE, _COMPILER, _TEST = "requirements.txt", "requirements-zig.txt", "requirements-test.txt"
_PIP_SECONDS = 1800  # HANG_SECONDS of process.py, which this module cannot import


def enter(*, test: bool = False, bare: bool = False) -> None:
    """Return inside ``.venv``. An outdated ``.venv`` is brought up to date, and the program starts anew inside it.

    ``test``: install the packages of the tests. ``bare``: install the packages for generating only. Without both, a
    machine without a C compiler also gets a compiler. A failure ends the program with one line and status 2. With
    unchanged lock files, the cost is the time to read them and to start Python twice. An installation has the packages
    that its user installs.
    """
    if os.environ.get("ASMLOOM_PYTHON") == "here" or not CHECKOUT:
        return
    locks = wanted_locks(test=test, bare=bare)
    if not _current(locks):
        _bring_up(locks)
    if Path(sys.prefix).resolve() == VENV.resolve():
        return
    packages = VENV / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
    if bare and packages.is_dir():
        # This is the Python of .venv: adding its packages saves a second start of the interpreter.
        sys.path.insert(0, str(packages))
        return
    words = [str(python()), *sys.orig_argv[1:]]
    if sys.platform == "win32":
        # exec on Windows returns to the caller's shell at once.
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
    """Install the locked compiler if this process runs in ``.venv``. Otherwise change nothing and return False."""
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
        if not inside and not STAMP.exists() and os.path.lexists(VENV):
            _trouble(
                f"{VENV}: asmloom has not made it, and leaves it alone; expected none (rename it), or one that is "
                "activated, or ASMLOOM_PYTHON=here for the interpreter that was started"
            )
        print(f"asmloom: making .venv ready: {', '.join(locks)} …", file=sys.stderr, flush=True)
        if not before and not inside:
            _make()
        else:  # an installation that is interrupted here goes on in the next run
            STAMP.write_text(json.dumps({**before, **dict.fromkeys(locks, "")}), "utf-8")
        _install(locks)
        kept = {name: digest for name, digest in before.items() if name not in locks}
        STAMP.write_text(json.dumps({**kept, **_hashes(locks)}, indent=1) + "\n", "utf-8")
        print(f"asmloom: .venv is ready after {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)


def _make() -> None:
    VENV.mkdir(exist_ok=True)
    STAMP.write_text("{}", "utf-8")  # first of all: a .venv that is half made has it
    for one in VENV.iterdir():
        if one.is_dir() and not one.is_symlink():
            shutil.rmtree(one)
        elif one != STAMP:
            one.unlink()
    words = [sys.executable, "-m", "venv"]
    if importlib.util.find_spec("venv") is None:
        _trouble("this Python has no venv module; Debian: apt-get install python3-venv")
    # A pip of its own takes 6 s, and Debian's python3 has none to give. See pip().
    if importlib.util.find_spec("ensurepip") is None or _outside():
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
    _run([*pip(), "install", *options, *files], "installing into .venv")


def pip() -> list[str]:
    """The command of a pip that installs into .venv: its own, that of the interpreter it was made from, or a fetched
    wheel."""
    if any(VENV.glob("lib/python*/site-packages/pip")) or (VENV / "Lib/site-packages/pip").exists():
        return [str(python()), "-m", "pip"]
    if not CHECKOUT and importlib.util.find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"]
    if outside := _outside():
        return [*outside, "--python", str(python())]
    from targets.toolchain import pipwheel  # this import is slow, and seldom needed

    try:
        wheel = pipwheel.fetch(VENV)
    except pipwheel.NoPip as error:
        _trouble(f"{error}; or, on Debian: apt-get install python3-venv")
    return [sys.executable, str(wheel / "pip"), "--python", str(python())]


@cache
def _outside() -> list[str]:
    """The command of a pip that is beside the interpreter of .venv. Nothing if there is none, or one before 22.3, which
    installs nowhere else."""
    base = str(getattr(sys, "_base_executable", sys.executable))
    script = "import pip; raise SystemExit(tuple(map(int, pip.__version__.split('.')[:2])) < (22, 3))"
    done = subprocess.run([base, "-c", script], cwd=ROOT, capture_output=True, timeout=_PIP_SECONDS, check=False)
    return [base, "-m", "pip"] if done.returncode == 0 else []


def _run(words: Sequence[str], what: str) -> None:
    try:
        # "python -m" imports from the working folder first, and the caller's may hold anything.
        done = subprocess.run(words, cwd=ROOT, capture_output=True, timeout=_PIP_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        _trouble(f"{what}: no end after {_PIP_SECONDS} s")
    if done.returncode:
        lines = (done.stderr + done.stdout).decode("utf-8", "replace").strip().splitlines()
        errors = [line for line in lines if line.lower().startswith("error")] or lines[-1:] or ["no output"]
        hint = "; the first run needs a network, or a package index in PIP_INDEX_URL" * ("versions: none" in errors[0])
        _trouble(f"{what}: {errors[0]}{hint}")


def _trouble(text: str) -> NoReturn:
    print(f"asmloom: {text}", file=sys.stderr)
    raise SystemExit(2)


@contextmanager
def _lock() -> Iterator[None]:
    """Let one process at a time change .venv. Windows takes no lock: a second process fails there on files in use."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    place = ROOT / "build"
    place.mkdir(exist_ok=True)
    with open(place / ".venv.lock", "w", encoding="ascii") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("asmloom: another command is making .venv ready; waiting for its end …", file=sys.stderr, flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
