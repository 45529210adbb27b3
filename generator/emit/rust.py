# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""GNU syntax in Rust's ``global_asm!``, for builds without a C compiler and an assembler.

No preprocessor reads the text. A crate puts all functions into one module of assembly: labels are numbers, which any
function may use again, and the macros of a target (``templates/gas_macros.j2``) are defined before each function and
forgotten after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.emit.gas import Gas
from generator.emit.target import Target
from generator.model import Src

RUST = "rust"
"""The name of the syntax. Every target has it and lists it nowhere: the files are made for a crate alone."""


class Rust(Gas):
    """Labels and conditions. A machine's class adds the operands of its class of :class:`Gas`."""

    template = "rust.rs.j2"
    dialect = RUST
    # The Rust macro `on` gives the text on the systems that a list names, and nothing elsewhere.
    switch = ('"#, on!([{}]; r#"', '"#), on!([{}]; r#"', '"#), on!([{}]; r#"', '"#), r#"')

    def __init__(self, *cells: Any, **words: Any) -> None:
        super().__init__(*cells, **words)
        self.passed: set[str] = set()

    def local_label(self, name: str) -> str:
        """A number. LLVM reads those of digits 0 and 1 alone, before b for back, as binary numbers."""
        at = self.outline.labels.index(name)
        return [str(n) for n in range(2, 3 * at + 20) if set(str(n)) - {"0", "1"}][at]

    def label(self, name: str, src: Src | None = None) -> str:
        found = super().label(name, src)
        return found + ("b" if name in self.passed else "f") if name in self.labels else found

    def label_line(self, name: str) -> str:
        self.passed.add(name)
        return f"{super().label_line(name)}\t\t\t\t\t{self.comment_open} {name}{self.comment_close}"

    def condition(self, targets: Sequence[Target]) -> str:
        return " ".join(identifier(target) for target in targets)


def identifier(target: Target) -> str:
    """The name of a target in Rust."""
    return target.triple.replace("-", "_")
