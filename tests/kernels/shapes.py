# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The shape of each recording: how many operations each stretch between two labels has, and how finely it is woven.

``python -m tests.kernels.shapes`` writes ``shapes.dat`` anew, after a change of a kernel that is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import generator.machines  # noqa: F401  (registers the machines)
from generator import library
from generator.abi import abi
from generator.lang.contract import Kernel
from generator.lang.values import Op
from generator.output import available
from generator.pipeline import record

DATA = Path(__file__).with_name("shapes.dat")
CONVENTIONS = ("sysv64", "cdecl32", "aapcs64")
HEAD = """\
# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# Kernel, variant and convention; the number of notes, and of those beside an instruction; then for each stretch between
# labels and jumps the number of operations, and of those that have another name than the operation before.
# `python -m tests.kernels.shapes` writes this file.
"""


def shape(ops: Sequence[Op]) -> str:
    """The notes of one recording (all, and those that stand beside an instruction), and its stretches."""
    parts, names = [], list[str]()
    for op in ops:
        if op.name in ("note", "seam"):
            continue
        names.append(op.attrs["mnem"] if op.name == "asm" else op.name)
        if op.name in ("label", "jump", "branch", "loop_end"):
            parts.append(names)
            names = []
    notes = {id(op.src.phase): op.src.phase for op in ops if op.src.phase is not None}
    said = f"{len(notes)}/{sum(note.beside for note in notes.values())} notes"
    return " ".join([said, *(f"{len(one)}/{sum(x != y for x, y in zip(one, one[1:]))}" for one in (*parts, names))])


def shapes(kernel: Kernel) -> Iterator[tuple[str, str]]:
    """The name of each recording of a kernel, and its shape."""
    for variant in kernel.variants:
        for convention in CONVENTIONS:
            if available(variant, abi(convention).arch):
                lanes = f"x{kernel.lanes}" if kernel.lanes else "x1"
                made = record(kernel, variant, abi(convention))[0]
                yield f"{kernel.name} {variant.name} {lanes} {convention}", shape(made.ops)


def known() -> dict[str, str]:
    rows = [line for line in DATA.read_text("ascii").splitlines() if line and not line.startswith("#")]
    return dict(row.split(": ", 1) for row in rows)


def write() -> None:
    rows = [f"{name}: {found}" for kernel in library.load().kernels.values() for name, found in shapes(kernel)]
    DATA.write_text(HEAD + "\n" + "\n".join(rows) + "\n", "ascii")


if __name__ == "__main__":
    write()
