# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Functions kept from one run to the next, for commands that are to answer at once.

A function depends on nothing but the generator's own files and its kernel's, so their digest names the folder that it
lies in: what is found there is what would be built. Kernels from elsewhere are not kept, as they may read other files.
A file that is damaged, or cannot be written, is as good as none.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
from contextlib import suppress
from pathlib import Path

from generator.lang.contract import Kernel, Variant
from generator.model import Function

_HERE = Path(__file__).resolve().parent
STORE = _HERE.parent / "build" / "functions"
"""Where a checkout keeps them."""
_DIGEST = 32  # bytes before the pickle


class Store:
    """The functions under ``folder``, of this generator and this Python."""

    def __init__(self, folder: Path) -> None:
        hashed = hashlib.sha256(sys.version.encode())
        for path in sorted([*_HERE.rglob("*.py"), *_HERE.rglob("*.json")]):
            data = path.read_bytes()
            hashed.update(f"{path.relative_to(_HERE).as_posix()} {len(data)}\n".encode() + data)
        self.folder = folder / hashed.hexdigest()[:32]

    def get(self, kernel: Kernel, variant: Variant, convention: str) -> Function | None:
        """A function of an earlier run, or None."""
        try:
            data = self._path(kernel, variant, convention).read_bytes()
        except OSError:
            return None
        if hashlib.sha256(data[_DIGEST:]).digest() != data[:_DIGEST]:
            return None
        found = pickle.loads(data[_DIGEST:])
        return found if isinstance(found, Function) else None

    def has(self, kernel: Kernel, variant: Variant, convention: str) -> bool:
        """Whether there is something to get; what it is worth shows then."""
        return self._path(kernel, variant, convention).is_file()

    def put(self, kernel: Kernel, variant: Variant, convention: str, function: Function) -> None:
        """Keep a function. What an older generator kept goes."""
        if not self.keeps(kernel):
            return
        path = self._path(kernel, variant, convention)
        data = pickle.dumps(function, pickle.HIGHEST_PROTOCOL)
        with suppress(OSError):
            if not self.folder.is_dir():
                self._forget()
                self.folder.mkdir(parents=True, exist_ok=True)
            # Two processes may write it at a time: both the same, and whoever reads checks the digest.
            path.write_bytes(hashlib.sha256(data).digest() + data)

    @staticmethod
    def keeps(kernel: Kernel) -> bool:
        """Whether a kernel's functions are kept at all."""
        return kernel.of_tree

    def _path(self, kernel: Kernel, variant: Variant, convention: str) -> Path:
        return self.folder / f"{kernel.name}-{variant.name}-{convention}-{kernel.sha256[:16]}"

    def _forget(self) -> None:
        for old in self.folder.parent.glob("*") if self.folder.parent.is_dir() else ():
            if old != self.folder:
                for path in old.iterdir():
                    path.unlink()
                old.rmdir()
