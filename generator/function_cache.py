# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Functions kept from one run to the next. Commands that find all functions there answer at once.

A function depends on the generator, on the file of its kernel, and on the kernel files which that file imports. The
folder's name is a digest of the generator without its kernel files. A file's name holds a digest of the kernel files
(:func:`generator.library.load_file`). A file that exists holds the function that the generator would build. Kernels
from outside the tree are not kept, because they may read other files. A damaged file counts as missing. A file that
cannot be written is left out.
"""

from __future__ import annotations

import hashlib
import pickle
import re
import sys
from contextlib import suppress
from pathlib import Path

from generator.lang.contract import Kernel, Variant
from generator.model import Function
from generator.up_to_date import is_script

_HERE = Path(__file__).resolve().parent
FOLDER = _HERE.parent / "build" / "functions"
"""The folder of kept functions in a checkout."""
_DIGEST = 32  # bytes before the pickle
_SCRIPT = 16  # characters of a file's name that stand for the kernel files


class FunctionCache:
    """The functions under ``folder`` that this generator built with this Python."""

    def __init__(self, folder: Path = FOLDER) -> None:
        hashed = hashlib.sha256(sys.version.encode())
        for path in sorted([*_HERE.rglob("*.py"), *_HERE.rglob("*.dat")]):
            if is_script(path.relative_to(_HERE.parent).as_posix()):
                continue
            data = path.read_bytes()
            hashed.update(f"{path.relative_to(_HERE).as_posix()} {len(data)}\n".encode() + data)
        self.folder = folder / hashed.hexdigest()[:32]

    def get(self, kernel: Kernel, variant: Variant, convention: str) -> Function | None:
        """The function of an earlier run, or None."""
        try:
            data = self._path(kernel, variant, convention).read_bytes()
        except OSError:
            return None
        if hashlib.sha256(data[_DIGEST:]).digest() != data[:_DIGEST]:
            return None
        found = pickle.loads(data[_DIGEST:])
        return found if isinstance(found, Function) else None

    def has(self, kernel: Kernel, variant: Variant, convention: str) -> bool:
        """True if the file exists. :meth:`get` judges its contents."""
        return self._path(kernel, variant, convention).is_file()

    def put(self, kernel: Kernel, variant: Variant, convention: str, function: Function) -> None:
        """Keep a function. Remove the functions of other generators, and this function of other scripts."""
        if not self.keeps(kernel):
            return
        path = self._path(kernel, variant, convention)
        data = pickle.dumps(function, pickle.HIGHEST_PROTOCOL)
        with suppress(OSError):
            if not self.folder.is_dir():
                self._forget()
                self.folder.mkdir(parents=True, exist_ok=True)
            # Two processes may write the file at once. Both write the same bytes, and readers check the digest.
            path.write_bytes(hashlib.sha256(data).digest() + data)
            self._forget_others(path)

    @staticmethod
    def keeps(kernel: Kernel) -> bool:
        """True if the functions of a kernel are kept."""
        return kernel.of_tree

    def _path(self, kernel: Kernel, variant: Variant, convention: str) -> Path:
        # The place of the kernel's file counts too: functions hold places in scripts.
        script = hashlib.sha256(f"{kernel.path} {kernel.sha256}".encode()).hexdigest()[:_SCRIPT]
        return self.folder / f"{kernel.name}-{variant.name}-{convention}-{script}"

    def _forget_others(self, path: Path) -> None:
        """Remove the function in ``path`` that was built from other scripts."""
        start = path.name[:-_SCRIPT]
        for old in self.folder.glob(f"{start}*"):
            if old != path and re.fullmatch(f"[0-9a-f]{{{_SCRIPT}}}", old.name[len(start) :]):
                old.unlink()

    def _forget(self) -> None:
        for old in self.folder.parent.glob("*") if self.folder.parent.is_dir() else ():
            if old != self.folder:
                for path in old.iterdir():
                    path.unlink()
                old.rmdir()
