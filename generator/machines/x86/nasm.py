# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""NASM. The renderer writes ``.eh_frame``, ``.pdata`` and ``.xdata`` as data: NASM has no unwind directives. Offsets in
the data are differences of labels, because only NASM knows the sizes of instructions."""

from __future__ import annotations

from generator.emit import columns
from generator.emit.base import EmitError
from generator.machines.x86 import unwind_windows as win64
from generator.machines.x86.spelling import X86
from generator.model import Instr, Mem, Phys
from generator.unwind import dwarf

FORMATS = {"elf": "elf", "macho": "macho", "coff": "win"}
"""Object format → the word for ``-f``. The bits follow the word."""
_PCREL_SDATA4, _PCREL = 0x1B, 0x10


class Nasm(X86):
    """A file for one ``-f`` format. The file is empty in the formats of other targets. No format is a refusal."""

    skeleton = "nasm.asm.j2"
    dialect = "nasm"
    sizes = {8: "byte ", 16: "word ", 32: "dword ", 64: "qword ", 128: "oword ", 256: "yword ", 512: "zword "}
    comment_open = ";"
    data_words = {1: "db", 2: "dw", 4: "dd", 8: "dq"}

    def local_label(self, name: str) -> str:
        return f"{self.symbol} + L{name}" if self.format == "macho" else f".L{name}"

    def label_line(self, name: str) -> str:
        """The line of a label. On Mach-O the label is a distance from the entry: NASM puts every label into the symbol
        table, and linkers take each symbol there for a function without unwind data."""
        return self._distance_line(f"L{name}") if self.format == "macho" else f".L{name}:"

    def _distance_line(self, name: str) -> str:
        return f"{name}\tequ $ - {self.symbol}"

    def _distance(self, mark: str) -> str:
        """Bytes from the entry to ``end`` or ``unwind<n>``."""
        return f"L{mark}" if self.format == "macho" else f"{self.symbol}.{mark} - {self.symbol}"

    def broadcast(self, sized: str, address: str, count: int) -> str:
        return f"{address}{{1to{count}}}"

    def align_directive(self, align: int) -> str:
        return self.directive(f"align {align}")

    def table_address(self, mem: Mem, instr: Instr) -> str:
        assert mem.symbol is not None
        symbol, disp = self.table_symbol(mem.symbol), self.displacement(mem.disp)
        if self.bits == 64:
            if mem.base is not None or mem.index is not None:
                raise EmitError(f"{instr.mnem}: a table's address takes no register beside it", instr.src)
            return f"[rel {symbol}{disp}]"
        if mem.index is not None:
            raise EmitError(f"{instr.mnem}: a table's address takes no index register", instr.src)
        if self.format == "coff":
            return f"[{symbol}{disp}]"
        distance = self.pic_distance(mem, instr)
        assert isinstance(mem.base, Phys)
        return f"[{self.pointer(mem.base)}+{distance}{disp}]"

    def prepare(self) -> None:
        self.unwind: list[str] = []
        if self.target.unwind == "dwarf":
            self._eh_frame()
        elif self.target.unwind == "win64":
            self._unwind_info()

    def _mark(self, at: int) -> str:
        """Distance in bytes from the entry to the place after body index ``at``. -1 is the entry."""
        if at < 0:
            return "0"
        mark = f"unwind{at}"
        self.hooks.setdefault(at, [self._distance_line(f"L{mark}") if self.format == "macho" else f".{mark}:"])
        return self._distance(mark)

    def _advance(self, start: int, at: int) -> str:
        """Bytes of code between two marks."""
        last = self._mark(at)
        if start < 0:
            return last
        first = self._mark(start)
        if self.format == "macho":
            return f"{last} - {first}"
        return f"{self.symbol}.unwind{at} - {self.symbol}.unwind{start}"

    def _eh_frame(self) -> None:
        """CIE and FDE. All sizes are known without labels."""
        add, mach, word = self.unwind.append, self.format == "macho", self.bits // 8
        pointer = word if mach else 4
        cie = [1, 0x7A, 0x52, 0, 1, 0x78 if word == 8 else 0x7C, dwarf.numbers(self.arch).return_address, 1]  # "zR"
        cie += [_PCREL if mach else _PCREL_SDATA4, *dwarf.cie_program(self.arch)]
        cie += [0] * (-(len(cie) + 8) % word)
        add(columns.commented(self.directive(f"dd {len(cie) + 4}"), "; CIE: length, id"))
        add(self.directive("dd 0"))
        add(self.directive("db " + ", ".join(self.number(b, 2) for b in cie)))
        steps = list(dwarf.steps(self.function))
        size = 4 + 2 * pointer + 1 + sum(step.size for step in steps)
        pad = -(size + 4) % word
        start = len(cie) + 8
        end = self._distance("end")
        what = "; FDE: length, distance to the CIE, start, length of the code"
        add(columns.commented(self.directive(f"dd {size + pad}"), what))
        add(self.directive(f"dd {start + 4}"))
        if mach:
            # A 64-bit difference needs a pair of relocations, which NASM cannot write. ld64 accepts a difference that
            # is final in the object. This section follows __text, and __text holds this function only.
            add(self.directive(f"dq -((({end}) + 7) / 8 * 8 + {start + 8})"))
            add(self.directive(f"dq {end}"))
        else:
            add(self.directive(f"dd {self.symbol} - $"))
            add(self.directive(f"dd {end}"))
        add(self.directive("db 0"))
        for step in steps:
            distance = self._advance(step.start, step.at)
            if step.near:
                add(self.directive(f"db {self.number(step.opcode, 2)}, {distance}"))
            else:
                add(self.directive(f"db {self.number(step.opcode, 2)}"))
                add(self.directive(f"dd {distance}"))
            add(self.directive("db " + ", ".join(self.number(b, 2) for b in step.data)))
        if pad:
            add(self.directive("db " + ", ".join(["0x00"] * pad)))

    def _unwind_info(self) -> None:
        """UNWIND_INFO, version 1."""
        info = win64.encode(self.function)
        add = self.unwind.append
        prologue = self._mark(info.end) if info.codes else "0"
        add(self.directive(f"db 1, {prologue}, {info.nodes}, 0"))
        for code in reversed(info.codes):
            what = f"{code.source.kind} {self._what(code.source)}"
            line = self.directive(f"db {self._mark(code.at)}, {self.number(code.info << 4 | code.op, 2)}")
            add(columns.commented(line, f"; {what}"))
            if code.extra:
                add(self.directive("dw " + ", ".join(str(word) for word in code.extra)))
        if info.nodes % 2:
            add(self.directive("dw 0"))

    def _what(self, source: win64.Source) -> str:
        if source.kind == "alloc":
            return f"{source.amount} bytes"
        name = self.machine.registers.name(source.register)
        return name if source.kind == "push" else f"{name} at {source.offset}"

    def fields(self) -> dict[str, object]:
        pad = self.machine.spelling.landing_pad if self.target.hardening.landing_pad else None
        return {
            "nasm_format": f"{FORMATS[self.format]}{self.bits}",
            "end_line": self._distance_line("Lend") if self.format == "macho" else ".end:",
            "hardening": self.target.hardening,
            "noted": self.property_note() is not None,
            "note": self.machine.spelling.property_note,
            "landing": ""
            if pad is None
            else columns.commented(self.directive(pad.text), "; indirect calls may land here"),
            "unwind": "\n".join(self.unwind),
            "unwind_kind": self.target.unwind,
        }
