# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Writing a generated tree so that no reader and no interruption ever meets half of a file."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from types import FrameType

from generator.model import AsmloomError


def write_tree(folder: Path, tree: dict[str, bytes], *, stale: Iterable[str] = ()) -> tuple[int, int]:
    """Bring ``folder`` to hold ``tree``; files that are right already are not touched.

    All new contents are staged beside the folder first, and all subfolders made; then the files are renamed into place,
    and an interruption waits until the last one is. ``stale`` names files to remove, if they are there and not in
    ``tree``. Returns (files written, files removed). AsmloomError if the folder cannot be written; nothing is changed
    then.
    """
    todo = {name: data for name, data in tree.items() if _content(folder / name) != data}
    gone = [folder / name for name in sorted(set(stale) - tree.keys()) if (folder / name).is_file()]
    if not todo and not gone:
        return 0, 0
    made: list[Path] = []
    try:
        _refuse_unwritable(folder, [folder / name for name in todo])
        try:
            _make_folders(folder, made)
            # Inside the folder itself when what is above it is not ours to write to, or is another file system.
            beside = folder.absolute().parent
            if not os.access(beside, os.W_OK | os.X_OK) or beside.stat().st_dev != folder.stat().st_dev:
                beside = folder
            # Named before it is made, so that no interruption comes between its making and our knowing of it.
            staging = beside / f".staging-{os.getpid()}"
            try:
                staging.mkdir()
                for number, data in enumerate(todo.values()):
                    Path(staging, str(number)).write_bytes(data)
                for name in todo:
                    _make_folders((folder / name).parent, made)
                with uninterrupted():
                    for number, name in enumerate(todo):
                        os.replace(Path(staging, str(number)), folder / name)
                    made.clear()
                    for path in gone:
                        path.unlink()
            finally:
                with uninterrupted():
                    shutil.rmtree(staging, ignore_errors=True)
        except BaseException:
            _remove_empty(made)
            raise
        for directory in sorted({up for path in gone for up in path.relative_to(folder).parents}, reverse=True):
            if directory.parts and not any((folder / directory).iterdir()):
                (folder / directory).rmdir()
    except OSError as error:
        raise AsmloomError(f"cannot write {error.filename or folder}: {error.strerror}") from None
    return len(todo), len(gone)


def _make_folders(folder: Path, made: list[Path]) -> None:
    """Make a folder and those above it, and append each that was not there to ``made``."""
    missing = []
    while not folder.is_dir():
        missing.append(folder)
        folder = folder.parent
    for path in reversed(missing):
        made.append(path)
        try:
            path.mkdir()
        except FileExistsError:
            made.pop()
            if not path.is_dir():  # another process was not just quicker
                raise


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """One process at a time on ``folder``, which need not be there yet: the others wait.

    What is locked is the folder above it, made first where it is missing, and removed again if it stays empty; no file
    is left behind. Windows does without. AsmloomError if that folder cannot be made or opened.
    """
    above = folder.absolute().parent
    if sys.platform == "win32":
        yield
        return
    import fcntl

    made: list[Path] = []
    try:
        while True:
            if not above.is_dir():
                _refuse_unwritable(above, [])
            try:
                _make_folders(above, made)
                handle = os.open(above, os.O_RDONLY | os.O_DIRECTORY)
            except FileNotFoundError:  # made and removed by another process
                continue
            try:
                fcntl.flock(handle, fcntl.LOCK_EX)
                # Whoever held it may have made and removed the folder: then this handle is of one that is gone.
                same = above.is_dir() and os.path.samestat(os.fstat(handle), above.stat())
            except BaseException:
                os.close(handle)
                raise
            if same:
                break
            os.close(handle)
    except OSError as error:
        _remove_empty(made)
        raise AsmloomError(f"cannot write {error.filename or above}: {error.strerror}") from None
    except BaseException:
        _remove_empty(made)
        raise
    try:
        with _interruptible():
            yield
    finally:
        _remove_empty(made)
        os.close(handle)


def _remove_empty(folders: list[Path]) -> None:
    for path in reversed(folders):
        with suppress(OSError):
            path.rmdir()


# Ctrl-C; what ends a job; a terminal that goes away (not on Windows).
_STOPS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def uninterrupted() -> Iterator[None]:
    """An interruption that arrives inside takes effect at the end."""
    arrived: list[int] = []
    with _handling(lambda number, frame: arrived.append(number)):
        yield
    if arrived:
        raise KeyboardInterrupt


def _interruptible() -> AbstractContextManager[None]:
    """Whatever ends the process is an interruption, after which things are put in order."""
    own = os.getpid()

    def stop(number: int, frame: FrameType | None) -> None:
        if os.getpid() != own:  # a process that this one started and now ends: there is nothing to be put in order
            os._exit(128 + number)
        raise KeyboardInterrupt

    return _handling(stop)


@contextmanager
def _handling(handler: Callable[[int, FrameType | None], object]) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    # One that is ignored (nohup) stays so, but for Ctrl-C, which Python itself takes charge of.
    taken = [stop for stop in _STOPS if stop == signal.SIGINT or signal.getsignal(stop) != signal.SIG_IGN]
    before = {stop: signal.signal(stop, handler) for stop in taken}
    try:
        yield
    finally:
        for stop, old in before.items():
            signal.signal(stop, old)


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _refuse_unwritable(folder: Path, paths: list[Path]) -> None:
    """Find out before anything is changed: a rename needs a writable folder, and a path must not be a folder itself."""
    for path in paths:
        if path.is_dir():
            raise AsmloomError(f"cannot write {path}: it is a folder")
    checked: set[Path] = set()
    for path, parent in [(folder, folder), *((path, path.parent) for path in paths)]:
        while not parent.exists():
            parent = parent.parent
        if parent in checked:
            continue
        checked.add(parent)
        if not parent.is_dir():
            raise AsmloomError(f"cannot write {path}: {parent} is not a folder")
        if not os.access(parent, os.W_OK | os.X_OK) or _read_only_mode(parent):
            raise AsmloomError(f"cannot write {path}: folder {parent} is read-only")


def _read_only_mode(folder: Path) -> bool:
    """Root may write anywhere; a folder whose owner may not is still meant to be read-only."""
    return not folder.stat().st_mode & 0o200
