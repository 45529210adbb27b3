# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""x86 for GNU as and clang, in Intel flavour without register prefixes."""

from __future__ import annotations

from generator.emit.base import EmitError
from generator.emit.gas import Gas
from generator.emit.rust import Rust
from generator.emit.target import Target
from generator.isa.machine import machine
from generator.machines.x86 import unwind_windows
from generator.machines.x86.spelling import X86
from generator.model import Instr, Mem, R


def table_lea(to: str, base: str, distance: str) -> list[str]:
    """The address of a table from the address of a label and the distance between them, in 32-bit ELF."""
    return [".att_syntax prefix", f"leal {distance}(%{base}), %{to}", ".intel_syntax noprefix"]


class GasX86(X86, Gas):
    """Operands and unwind directives."""

    sizes = {8: "byte ptr ", 16: "word ptr ", 32: "dword ptr ", 64: "qword ptr ",
             128: "xmmword ptr ", 256: "ymmword ptr ", 512: "zmmword ptr "}  # fmt: skip
    comment_open, comment_close = "/*", " */"
    compact_unwinding = True

    def syntax_lines(self) -> list[str]:
        return [self.directive(".intel_syntax noprefix")]

    def table_address(self, mem: Mem, instr: Instr) -> str:
        assert mem.symbol is not None
        symbol = self.table_symbol(mem.symbol)
        disp = self.displacement(mem.disp)
        if self.bits == 64:
            if mem.base is not None or mem.index is not None:
                raise EmitError(f"{instr.mnem}: a table's address takes no register", instr.src)
            return f"[rip+{symbol}{disp}]"
        if mem.index is not None:
            raise EmitError(f"{instr.mnem}: a table's address takes no index register", instr.src)
        raise self.no_distance(instr)

    def operands(self, instr: Instr) -> tuple[str, str]:
        table = instr.ops[1] if instr.mnem == "lea" else None
        if not isinstance(table, Mem) or table.symbol is None or self.bits == 64:
            return super().operands(instr)
        assert isinstance(instr.ops[0], R)
        to = self.register(instr.ops[0], instr)
        return "loom_lea", f"{to}, {self.distant_table(table, instr)}, {self.label(self.pic_label, instr.src)}"

    @classmethod
    def macros(cls, target: Target) -> list[tuple[str, list[str]]]:
        out = super().macros(target)
        if machine(target.arch).bits == 32:
            lines = ["lea \\to, [\\table]"]
            if target.object_format != "coff":
                lines = table_lea("\\to", "\\base", "\\table - \\label")
            out.append(("loom_lea to, base, table, label", lines))
        return out

    def windows_unwind(self) -> dict[int, list[str]]:
        if self.target.unwind != "win64" or self.bits != 64:
            raise EmitError(
                f"{self.target.triple}: {self.arch} has no unwind format {self.target.unwind!r}; there are "
                f"{'dwarf, win64, none' if self.bits == 64 else 'dwarf, none'}"
            )
        info = unwind_windows.encode(self.function)
        out: dict[int, list[str]] = {}
        for code in info.codes:
            out.setdefault(code.at, []).append(self._directive(code.source))
        out.setdefault(info.end, []).append(".seh_endprologue")
        return out

    def _directive(self, source: unwind_windows.Source) -> str:
        if source.kind == "alloc":
            return f".seh_stackalloc {source.amount}"
        name = self.machine.registers.name(source.register)
        if source.kind == "push":
            return f".seh_pushreg {name}"
        return f".seh_savexmm {name}, {source.offset}"


class RustX86(Rust, GasX86):
    """In ``global_asm!``, which reads Intel's flavour."""

    def syntax_lines(self) -> list[str]:
        return []
