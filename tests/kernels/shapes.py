# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The shape of each recording: how many operations each stretch between two labels has, and how finely it is woven.

``python -m tests.kernels.shapes`` writes ``shapes.dat`` anew, after a change of a kernel that is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from zlib import crc32

import generator.machines  # noqa: F401  (registers the machines)
from generator import library
from generator.abi import abi
from generator.lang.contract import Kernel
from generator.lang.values import Op, Val
from generator.model import Phase
from generator.output import available
from generator.pipeline import record

DATA = Path(__file__).with_name("shapes.dat")
CONVENTIONS = ("sysv64", "cdecl32", "aapcs64")
HEAD = """\
# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# Kernel, variant and convention; the number of notes, of those beside an instruction, and a checksum of their texts
# and places; the number of values that are cold, the bytes of the frame's areas, and the alignments of labels; then for
# each stretch between labels and jumps the number of operations, and of those that have another name than the operation
# before.
# `python -m tests.kernels.shapes` writes this file.
"""


def shape(ops: Sequence[Op]) -> str:
    """The notes of one recording, what only the allocation of its values sees, and its stretches."""
    parts, names, notes = [], list[str](), dict[int, tuple[int, Phase]]()
    for at, op in enumerate(ops):
        for note in (op.src.phase.around, op.src.phase) if op.src.phase is not None else ():
            if note is not None:
                notes.setdefault(id(note), (at, note))
        if op.name in ("note", "seam"):
            continue
        names.append(op.attrs["mnem"] if op.name == "asm" else op.name)
        if op.name in ("label", "jump", "branch", "loop_end"):
            parts.append(names)
            names = []
    said = "".join(f"{at} {note.text} {note.beside}\n" for at, note in notes.values())
    cold = {id(one) for op in ops for one in (*op.dst, *op.args) if isinstance(one, Val) and one.cold}
    area = sum(op.attrs["size"] for op in ops if op.name == "frame")
    aligned = [str(op.attrs.get("align", 0)) for op in ops if op.name == "label"]
    return " ".join([
        f"{len(notes)}/{sum(note.beside for _, note in notes.values())}/{crc32(said.encode()):08x} notes",
        f"{len(cold)} cold, {area} bytes, at {','.join(aligned) or '-'};",
        *(f"{len(one)}/{sum(x != y for x, y in zip(one, one[1:]))}" for one in (*parts, names)),
    ])  # fmt: skip


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
