# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""MASM, in the subset that both Microsoft's ml64/ml and LLVM's llvm-ml accept.

The renderer avoids spellings that one of the two refuses or miscompiles: ``OPTION DOTNAME``, ``label::``,
``EXTERNDEF``, ``IMAGEREL``, ``OFFSET`` in 64-bit code, a table with an index, ``lea`` of a bare label. The two share no
spelling of embedded broadcasts. Text macros give each assembler its own, by ``@Version`` (1427 in every llvm-ml).
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.emit.base import EmitError, Renderer
from generator.machines.x86 import unwind_windows as win64
from generator.machines.x86.spelling import X86
from generator.model import Instr, Mem, Table


class Masm(X86):
    """The segment is ``_TEXT$loom``, in the object ``.text$loom``: ml refuses attributes on ``_TEXT``."""

    template = "masm.asm.j2"
    dialect = "masm"
    sizes = {8: "BYTE PTR ", 16: "WORD PTR ", 32: "DWORD PTR ", 64: "QWORD PTR ",
             128: "XMMWORD PTR ", 256: "YMMWORD PTR ", 512: "ZMMWORD PTR "}  # fmt: skip
    comment_open = ";"
    data_words = {1: "DB", 2: "DW", 4: "DD", 8: "DQ"}

    def local_label(self, name: str) -> str:
        return f"L_{name}"

    def hex(self, value: int) -> str:
        text = f"{value:X}h"
        return text if text[0].isdigit() else "0" + text

    def number(self, value: int, digits: int) -> str:
        return f"0{value:0{digits}X}h"

    def align_directive(self, align: int) -> str:
        return self.directive(f"ALIGN {align}")

    def table_address(self, mem: Mem, instr: Instr) -> str:
        assert mem.symbol is not None
        if mem.index is not None or (mem.base is not None and self.bits == 64):
            raise EmitError(f"{instr.mnem}: a table's address takes no register", instr.src)
        return f"[{self.table_symbol(mem.symbol)}{self.displacement(mem.disp)}]"

    def memory(self, mem: Mem, instr: Instr) -> str:
        if mem.symbol is not None and instr.mnem == "lea":  # a bare label would become an absolute address
            return self.sizes[self.bits] + self.address(mem, instr)
        return super().memory(mem, instr)

    def broadcast(self, sized: str, address: str, count: int) -> str:
        """Two text macros. The template defines them for the assembler in use."""
        element = sized.split()[0]
        self.broadcasts.add((element, count))
        return f"bcst_{element.lower()} {address} to_{count}"

    def prepare(self) -> None:
        self.broadcasts: set[tuple[str, int]] = set()
        if self.target.unwind != "win64":
            return
        info = win64.encode(self.function)
        for code in info.codes:
            source = code.source
            name = self.machine.registers.name(source.register)
            if source.kind == "push":
                line = f".pushreg {name}"
            elif source.kind == "alloc":
                line = f".allocstack {source.amount}"
            else:
                line = f".savexmm128 {name}, {source.offset}"
            self.hook(code.at, self.directive(line))
        self.hook(info.end, self.directive(".endprolog"))

    def table_head(self, table: Table) -> list[str]:
        return [self.directive(f"ALIGN {table.align}")]

    def table_rows(self, table: Table) -> list[str]:
        first, *others = super().table_rows(table)
        return [f"{self.table_symbol(table.name)} {first.lstrip()}", *others]

    def fields(self, renderers: Sequence[Renderer]) -> dict[str, object]:
        return {
            "symbol": self.target.decorate(self.symbol),
            "framed": self.target.unwind == "win64",
            "elements": sorted({element for element, _ in self.broadcasts}),
            "counts": sorted({count for _, count in self.broadcasts}),
        }
