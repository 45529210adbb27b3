# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Copies of the checkout, and real runs of their build.py."""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from unittest import mock

from generator import library, processes
from generator.store import cache_dir
from targets.toolchain.process import HANG_SECONDS

ROOT = Path(__file__).resolve().parents[2]
PARTS = (
    "asmloom", "build.py", "LICENSE", "LICENSES", "generator", "targets", "templates", "runtime", "generated", "tests",
    "pyproject.toml",
)  # fmt: skip


def checkout(folder: Path, but: tuple[str, ...] = ()) -> Path:
    """A copy of the files that build.py needs, without the parts ``but``. Tests of the copy change nothing in the
    checkout."""
    folder.mkdir(parents=True)
    parts = [part for part in PARTS if part not in but]
    for part in (*parts, *(path.name for path in ROOT.glob("requirements*.txt"))):
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=shutil.ignore_patterns("__pycache__", ".pytest_cache"))
        else:
            shutil.copy2(source, folder / part)
    return folder


def few(folder: Path, kernels: Iterable[str], outside: Iterable[Path] = ()) -> Path:
    """A copy with the scripts of a few kernels, with further scripts from ``outside``, and with its generated/.

    Commands on its whole tree take a second.
    """
    checkout(folder, but=("generated",))
    known = library.load()
    scripts = {ROOT / path for name in kernels for path in known.find(name).scripts}
    place = folder / "generator" / "kernels"
    for path in place.rglob("*.py"):
        if path.name != "__init__.py" and ROOT / path.relative_to(folder) not in scripts:
            path.unlink()
    for path in outside:
        shutil.copy(path, place / "hash")
    done = build(folder, "generate")
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return folder


def little(folder: Path) -> Path:
    """A copy with MD5 as its one kernel."""
    return few(folder, ["md5_blocks"])


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The interpreter of this test run, with its packages."""
    base = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "ASMLOOM_"))}
    own = {
        "ASMLOOM_PYTHON": "here",
        "ASMLOOM_CACHE": str(cache_dir()),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return {**base, **own, **(extra or {})}


def build(
    root: Path,
    *words: str | Path,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    limit: int | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run ``root``'s build.py. ``limit``: the largest size in bytes of a written file, as on a full disk."""
    command = [sys.executable, str(root / "build.py"), *(str(word) for word in words)]
    if limit is not None:
        # Python ignores SIGXFSZ: a write beyond the limit fails with an error, like a write to a full disk.
        command = ["prlimit", f"--fsize={limit}", *command]
    return subprocess.run(
        command,
        cwd=cwd or root,
        env=environment(env),
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        check=False,
    )


def inside(*words: str | Path, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run this checkout's build.py in this process, in the folder ``cwd``.

    Tests of hundreds of messages need the speed. A command that shares its work among processes does all work here.
    """
    argv = [str(word) for word in words]
    out, err = io.StringIO(), io.StringIO()
    before, collecting, path = Path.cwd(), gc.isenabled(), list(sys.path)
    own = {name: value for name, value in environment().items() if name.startswith("ASMLOOM_")}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ASMLOOM_")}
    main = importlib.import_module("targets.toolchain.command_line").main
    try:
        os.chdir(cwd)
        with (
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            mock.patch.dict(os.environ, {**kept, **own}, clear=True),
            mock.patch.object(processes, "count", lambda: 1),
        ):
            try:
                status = main(argv)
            except SystemExit as end:
                status = end.code if isinstance(end.code, int) else 1
    finally:
        os.chdir(before)
        sys.path[:] = path
        if collecting:
            gc.enable()
    return subprocess.CompletedProcess(argv, status, out.getvalue(), err.getvalue())


def stamps(folder: Path) -> dict[str, tuple[int, int, int]]:
    """Every file and folder by its size, kind and modification time. Shows any write, without reading files."""
    found = {path.relative_to(folder).as_posix(): path.lstat() for path in sorted(folder.rglob("*"))}
    return {name: (status.st_size, status.st_mode, status.st_mtime_ns) for name, status in found.items()}


def tree(folder: Path) -> dict[str, bytes]:
    """Every file under a folder. Names of folders end in a slash."""
    if not folder.exists():
        return {}
    return {
        path.relative_to(folder).as_posix() + ("/" if path.is_dir() else ""): b""
        if path.is_dir()
        else path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if "__pycache__" not in path.parts
    }


def one_line(done: subprocess.CompletedProcess[str], *wanted: str, status: int = 2) -> str:
    """The one line on stderr of a run that ended with ``status``. The line contains every word of ``wanted``."""
    lines = done.stderr.splitlines()
    assert done.returncode == status, (done.returncode, done.stdout[-400:], done.stderr)
    assert len(lines) == 1, done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    for word in wanted:
        assert word in lines[0], (word, lines[0])
    return lines[0]
