# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Write a generated tree. No reader ever sees half of a file, and no interruption leaves one."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from types import FrameType

from generator.model import AsmloomError

_STAGING = ".asmloom.staging-"


def write_tree(
    folder: Path, tree: dict[str, bytes], *, stale: Iterable[str] = (), journal: tuple[str, bytes] | None = None
) -> tuple[int, int]:
    """Make ``folder`` hold ``tree``. Files with the right content are not touched.

    First all new contents are written beside the folder, and all subfolders are made. Then the files are renamed into
    place; an interruption waits for the last rename. ``stale`` names files to remove if they exist and are not in
    ``tree``. ``journal``: name and content of a file that is there while the others are renamed; a killed process
    leaves it. Returns (files written, files removed). AsmloomError, with nothing changed, if the folder cannot be
    written.
    """
    todo = {name: data for name, data in tree.items() if _content(folder / name) != data}
    gone = [folder / name for name in sorted(set(stale) - tree.keys()) if (folder / name).is_file()]
    removed = len(gone)
    if journal is not None:
        left = folder / journal[0]
        gone += [left] * bool(todo or gone or left.is_file())
    if not todo and not gone:
        return 0, 0
    made: list[Path] = []
    try:
        _refuse_unwritable(folder, [folder / name for name in todo])
        try:
            _make_folders(folder, made)
            # Stage inside the folder if the parent folder is not writable, or is on another file system.
            beside = folder.absolute().parent
            if not os.access(beside, os.W_OK | os.X_OK) or beside.stat().st_dev != folder.stat().st_dev:
                beside = folder
            # Remember the name before the folder exists: an interruption in between then still removes the folder.
            staging = beside / f"{_STAGING}{os.getpid()}"
            sweep(beside, _STAGING)
            with claimed(staging):
                for number, data in enumerate(todo.values()):
                    Path(staging, str(number)).write_bytes(data)
                for name in todo:
                    _make_folders((folder / name).parent, made)
                if journal is not None:
                    Path(staging, "journal").write_bytes(journal[1])
                with uninterrupted():
                    if journal is not None:
                        os.replace(Path(staging, "journal"), folder / journal[0])
                    for number, name in enumerate(todo):
                        os.replace(Path(staging, str(number)), folder / name)
                    made.clear()
                    for path in gone:
                        path.unlink(missing_ok=True)
        except BaseException:
            _remove_empty(made)
            raise
        for directory in sorted({up for path in gone for up in path.relative_to(folder).parents}, reverse=True):
            if directory.parts and not any((folder / directory).iterdir()):
                (folder / directory).rmdir()
    except OSError as error:
        raise AsmloomError(f"cannot write {error.filename or folder}: {error.strerror}") from None
    return len(todo), removed


class claimed:
    """Make a folder of files in the making, and remove what is left of it at the end. A lock tells other processes that
    its maker is alive; the end of the process ends it, too. Windows takes no lock.

    No generator: the folder of an object that nobody holds any more stays, as the end of a generator would remove it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._handle: int | None = None

    def __enter__(self) -> None:
        try:
            while not self._locked():
                pass
        except BaseException:
            self.__exit__()
            raise

    def _locked(self) -> bool:
        self.folder.mkdir(parents=True, exist_ok=True)
        if sys.platform == "win32":
            return True
        import fcntl

        with suppress(FileNotFoundError):
            with uninterrupted():
                self._handle = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY)
            fcntl.flock(self._handle, fcntl.LOCK_EX)
            if os.path.samestat(os.fstat(self._handle), self.folder.stat()):
                return True
        self._close()  # another process took the folder for one of a dead process
        return False

    def _close(self) -> None:
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)

    def __exit__(self, *_: object) -> None:
        with uninterrupted():
            shutil.rmtree(self.folder, ignore_errors=True)
            self._close()


def sweep(folder: Path, *beginnings: str) -> None:
    """Remove subfolders that no living process has claimed, with such beginnings and the numbers of processes after
    them."""
    if sys.platform == "win32":
        return
    import fcntl

    for path in folder.iterdir() if folder.is_dir() else ():
        own = any(re.fullmatch(f"{re.escape(one)}[0-9]+(-[0-9]+)?", path.name) for one in beginnings)
        if own and path.is_dir():
            with suppress(OSError):
                handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
                try:
                    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    shutil.rmtree(path, ignore_errors=True)
                finally:
                    os.close(handle)


def _make_folders(folder: Path, made: list[Path]) -> None:
    """Make a folder and its missing parents. Append each folder that was missing to ``made``."""
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
            if not path.is_dir():  # otherwise another process was quicker
                raise


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Let one process at a time work on ``folder``. Other processes wait.

    The folder may be missing. The lock is on the parent folder. A missing parent is made first, and an empty one
    removed at the end. No lock file is left. Windows takes no lock. AsmloomError if the parent cannot be made or
    opened.
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
                # The previous holder may have removed the folder that it made: this handle is then of a removed folder.
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


# Ctrl-C; the end of a job; a closed terminal (not on Windows).
_STOPS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Delay an interruption that arrives inside until the end."""
    arrived: list[int] = []
    with _handling(lambda number, frame: arrived.append(number)):
        yield
    if arrived:
        raise KeyboardInterrupt


def _interruptible() -> AbstractContextManager[None]:
    """Turn each signal that ends the process into KeyboardInterrupt, for the sake of cleaning up."""
    own = os.getpid()

    def stop(number: int, frame: FrameType | None) -> None:
        if os.getpid() != own:  # a child that ends has no files to remove
            os._exit(128 + number)
        raise KeyboardInterrupt

    return _handling(stop)


@contextmanager
def _handling(handler: Callable[[int, FrameType | None], object]) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    # An ignored signal (nohup) stays ignored, except Ctrl-C, which Python itself handles.
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
    """Refuse before anything changes. A rename needs a writable folder, and a path must not be a folder itself."""
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
    """True if the owner may not write. Root could write, but the folder is meant to be read-only."""
    return not folder.stat().st_mode & 0o200
