# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Functions kept from one run to the next. Commands that find all functions there answer at once.

A function depends on the generator, on the file of its kernel, and on the kernel files which that file imports
(:func:`generator.library.load_file`). Kernels from outside the tree are not kept, because they may read other files.
"""

from __future__ import annotations

import pickle

from generator import store, up_to_date
from generator.lang.contract import Kernel, Variant
from generator.model import Function


class FunctionCache:
    """The functions that this generator built with this Python."""

    def __init__(self) -> None:
        self.rest = up_to_date.inputs().rest

    def get(self, kernel: Kernel, variant: Variant, convention: str) -> Function | None:
        """The function of an earlier run, or None."""
        data = store.get(self._name(kernel, variant, convention))
        found = None if data is None else pickle.loads(data)
        return found if isinstance(found, Function) else None

    def has(self, kernel: Kernel, variant: Variant, convention: str) -> bool:
        """True if there is a function. :meth:`get` judges it."""
        return store.has(self._name(kernel, variant, convention))

    def put(self, kernel: Kernel, variant: Variant, convention: str, function: Function) -> None:
        """Keep a function."""
        if self.keeps(kernel):
            store.put(self._name(kernel, variant, convention), pickle.dumps(function, pickle.HIGHEST_PROTOCOL))

    @staticmethod
    def keeps(kernel: Kernel) -> bool:
        """True if the functions of a kernel are kept."""
        return kernel.of_tree

    def _name(self, kernel: Kernel, variant: Variant, convention: str) -> str:
        # The place of the kernel's file counts too: functions hold places in scripts.
        parts = (kernel.path, kernel.sha256, kernel.name, variant.name, convention)
        return store.digest(["function", self.rest, *parts])
