# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The syntax of Go's assembler: operands in Plan 9's order, arguments by name.

Go's assembler writes prologue and epilogue itself, with the check of the stack's size. The function loses its own, and
``TEXT`` has the size of the frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from generator import templates
from generator.abi import abi
from generator.emit.base import EmitError, Renderer, ascii_line, header_lines, source_words
from generator.emit.target import Target
from generator.isa.words import words
from generator.model import FrameOp, Function, Instr, Item, Mem, Phys, Table

CONVENTION = "go-"
"""The names of Go's conventions begin so. GOARCH follows."""
_KEYWORDS = words("chan defer fallthrough func go import interface map package range select type var")


class Go(Renderer):
    """Directives. A machine's own class adds the operands.

    ``pointer_name``: the stack pointer. ``slots_at``: the distance in bytes from there to the first slot of the frame.
    """

    dialect = "go"
    comment_open = "//"
    aligns_labels = False  # amd64 has had PCALIGN since Go 1.22
    pointer_name, slots_at = "SP", 0

    def __init__(self, cells: Sequence[tuple[Function, Target]], *args: Any, **words: Any) -> None:
        ((function, target),) = cells
        bare = replace(function, body=_without_frame(function.body), spelled={})
        super().__init__([(bare, target)], *args, **words)
        self.abi = abi(function.abi)
        places = self.abi.stack_places(function.widths)
        self.entry = function.frame.bytes + self.abi.stack_args  # from sp in the body to the first argument
        self.arguments = {at - self.abi.stack_args: spelled(name) for name, (at, _) in zip(function.names, places)}
        self.argument_bytes = max((-(-sum(place) // 8) * 8 for place in places), default=0) - self.abi.stack_args

    def local_label(self, name: str) -> str:
        return name

    def table_symbol(self, name: str) -> str:
        return super().table_symbol(name) + "<>"

    def prepare(self) -> None:
        """Nothing: Go makes its unwind tables from the frame's size."""

    def frame_bytes(self) -> int:
        """The size of the frame that ``TEXT`` declares."""
        raise NotImplementedError

    def on_stack(self, disp: int, instr: Instr) -> str:
        """An argument by its name, or a place in the frame. ``disp``: the distance in bytes from sp in the body."""
        at = disp - self.entry
        if at < 0:
            return f"{disp + self.slots_at}({self.pointer_name})"
        if at not in self.arguments:
            raise EmitError(f"{instr.mnem}: {at} bytes after the first argument no argument begins", instr.src)
        return f"{self.arguments[at]}+{at}(FP)"

    def is_stack(self, mem: Mem) -> bool:
        return mem.base == Phys("gp", self.abi.sp)

    def unknown(self, instr: Instr) -> EmitError:
        return EmitError(f"{instr.mnem}: generator/machines/{self.machine.family}/go.py has no name for it", instr.src)

    def table_head(self, table: Table) -> list[str]:
        return []

    def table_rows(self, table: Table) -> list[str]:
        symbol, limit = self.table_symbol(table.name), 1 << 8 * table.element
        data = b"".join((value % limit).to_bytes(table.element, "little") for value in table.values)
        size = 8 if len(data) % 8 == 0 else table.element
        words = [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]
        rows = [f"DATA\t{symbol}+{size * n}(SB)/{size}, $0x{word:0{2 * size}x}" for n, word in enumerate(words)]
        return [*rows, f"GLOBL\t{symbol}(SB), RODATA|NOPTR, ${len(data)}"]


def source(function: Function, target: Target, kind: type[Go], *, version: str, script: str) -> str:
    """The file of a function of one of Go's conventions. EmitError for an instruction without a name in Go's assembler,
    and for a function with a result."""
    made = kind([(function, target)], prefix="", version=version, script=script)
    made.write()
    frame = made.frame_bytes()
    values = {
        "version": ascii_line(version),
        "source": source_words(function),
        "script": ascii_line(script),
        "header": [line for line in header_lines(function) if not line.startswith(" Frame: ")],
        "symbol": made.symbol,
        "flags": "0" if frame else "NOSPLIT",
        "frame": frame,
        "arguments": made.argument_bytes,
        "lines": [line for part in made.parts for _, line in part],
        "tables": made.table_lines(),
    }
    return templates.render("go.s.j2", values)


def _without_frame(body: Sequence[Item]) -> list[Item]:
    """A function's items but for its prologue and its epilogue, whose last instruction stays."""
    kinds = [item.kind if isinstance(item, FrameOp) else "" for item in body]
    start, end = kinds.index("end_prologue") + 1, kinds.index("begin_epilogue")
    leaves = [item for item in body[end:] if isinstance(item, Instr)][-1:]
    return [*body[start:end], *leaves]


def spelled(name: str) -> str:
    """The name of a parameter in Go, which has more keywords than C."""
    return f"{name}_" if name in _KEYWORDS else name
