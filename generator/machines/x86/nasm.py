# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""NASM. The renderer writes ``.eh_frame``, ``.pdata`` and ``.xdata`` as data: NASM has no unwind directives. Offsets in
the data are differences of labels, because only NASM knows the sizes of instructions."""

from __future__ import annotations

from collections.abc import Sequence

from generator.emit import columns
from generator.emit.base import EmitError, Renderer
from generator.emit.target import Target, nasm_format
from generator.machines.x86 import unwind_windows as win64
from generator.machines.x86.spelling import X86
from generator.model import Instr, Mem, Phys, R, Table
from generator.unwind import dwarf

_PCREL_SDATA4, _PCREL = 0x1B, 0x10
_STORES = {"vmovdqa": (1, 0x7F), "vmovdqu": (2, 0x7F), "vmovaps": (0, 0x29), "vmovups": (0, 0x29)}
"""Moves between registers that have a second encoding: the number of its prefix, and its opcode."""


class Nasm(X86):
    """A file for some ``-f`` formats. The file is empty in the formats of other targets. No format is a refusal."""

    template = "nasm.asm.j2"
    switch = ("%if{}", "%elif{}", "%else", "%endif")
    dialect = "nasm"
    sizes = {8: "byte ", 16: "word ", 32: "dword ", 64: "qword ", 128: "oword ", 256: "yword ", 512: "zword "}
    comment_open = ";"
    data_words = {1: "db", 2: "dw", 4: "dd", 8: "dq"}

    def encoded(self, instr: Instr) -> list[int]:
        """Those of a move from registers 8 to 15 to registers 0 to 7, too. All other assemblers take its shorter
        encoding, for which NASM has no word."""
        if instr.mnem not in _STORES:
            return super().encoded(instr)
        to, source = instr.ops
        if not (
            isinstance(to, R) and isinstance(source, R) and isinstance(to.reg, Phys) and isinstance(source.reg, Phys)
        ):
            return []
        low, high = to.reg.num, source.reg.num
        if not low < 8 <= high < 16:
            return []
        prefix, opcode = _STORES[instr.mnem]
        return [0xC5, 0x78 | (to.width == 256) << 2 | prefix, opcode, 0xC0 | high % 8 << 3 | low]

    def local_label(self, name: str) -> str:
        return f"L({name})"

    def label_line(self, name: str) -> str:
        """The line of a label. On Mach-O the label is a distance from the entry: NASM puts every label into the symbol
        table, and linkers take each symbol there for a function without unwind data."""
        return f"LABEL({name})"

    def broadcast(self, sized: str, address: str, count: int) -> str:
        return f"{address}{{1to{count}}}"

    def align_directive(self, align: int) -> str:
        return self.directive(f"align {align}")

    def table_address(self, mem: Mem, instr: Instr) -> str:
        assert mem.symbol is not None
        symbol, disp = self.table_symbol(mem.symbol), self.displacement(mem.disp)
        if self.bits == 64:
            if mem.base is not None or mem.index is not None:
                raise EmitError(f"{instr.mnem}: a table's address takes no register", instr.src)
            return f"[rel {symbol}{disp}]"
        if mem.index is not None:
            raise EmitError(f"{instr.mnem}: a table's address takes no index register", instr.src)
        return f"[TABLE({self.distant_table(mem, instr)})]"

    def table_head(self, table: Table) -> list[str]:
        return [self.directive(f"align {table.align}, db 0"), f"{self.table_symbol(table.name)}:"]

    def prepare(self) -> None:
        self.marks: dict[int, int] = {}
        self.unwind: dict[str, list[str]] = {}
        for target in self.targets:
            if target.unwind != "none":
                lines = self._eh_frame(target) if target.unwind == "dwarf" else self._unwind_info()
                self.unwind[nasm_format(target)] = lines

    def _mark(self, at: int) -> str:
        """Distance in bytes from the entry to the place after body index ``at``. -1 is the entry."""
        if at < 0:
            return "0"
        mark = f"unwind{self.marks.setdefault(at, len(self.marks) + 1)}"
        self.hooks.setdefault(at, [self.label_line(mark)])
        return f"AT({mark})"

    def _advance(self, start: int, at: int) -> str:
        """Bytes of code between two marks."""
        last = self._mark(at)
        return last if start < 0 else f"{last} - {self._mark(start)}"

    def _eh_frame(self, target: Target) -> list[str]:
        """CIE and FDE. All sizes are known without labels."""
        out: list[str] = []
        add, mach, word = out.append, target.object_format == "macho", self.bits // 8
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
        what = "; FDE: length, distance to the CIE, start, length of the code"
        add(columns.commented(self.directive(f"dd {size + pad}"), what))
        add(self.directive(f"dd {start + 4}"))
        if mach:
            # A 64-bit difference needs a pair of relocations, which NASM cannot write. ld64 accepts a difference that
            # is final in the object. This section follows __text, and __text holds this function only.
            add(self.directive(f"dq -((AT(end) + 7) / 8 * 8 + {start + 8})"))
            add(self.directive("dq AT(end)"))
        else:
            add(self.directive(f"dd {self.symbol} - $"))
            add(self.directive("dd AT(end)"))
        add(self.directive("db 0"))
        for step in steps:
            distance = self._advance(step.start, step.at)
            data = ", ".join(self.number(b, 2) for b in step.data)
            if step.near:
                add(self.directive(f"db {self.number(step.opcode, 2)}, {distance}, {data}"))
            else:
                add(self.directive(f"db {self.number(step.opcode, 2)}"))
                add(self.directive(f"dd {distance}"))
                add(self.directive(f"db {data}"))
        if pad:
            add(self.directive("db " + ", ".join(["0x00"] * pad)))
        return out

    def _unwind_info(self) -> list[str]:
        """UNWIND_INFO, version 1."""
        info = win64.encode(self.function)
        out: list[str] = []
        add = out.append
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
        return out

    def _what(self, source: win64.Source) -> str:
        if source.kind == "alloc":
            return f"{source.amount} bytes"
        name = self.machine.registers.name(source.register)
        return name if source.kind == "push" else f"{name} at {source.offset}"

    def fields(self, renderers: Sequence[Renderer]) -> dict[str, object]:
        pad = self.machine.spelling.landing_pad
        unwind = {form: lines for one in renderers if isinstance(one, Nasm) for form, lines in one.unwind.items()}
        systems: dict[str, dict[str, object]] = {}
        for target in self.every:
            form = nasm_format(target)
            row = systems.setdefault(form, {"object_features": 0})
            row["object_features"] = row["object_features"] or target.hardening.object_features
            row.update(
                nasm_format=form,
                option=f"-f {form}",
                format=target.object_format,
                convention=convention_word(target),
                unwind=target.unwind,
                unwind_lines=unwind.get(form, []),
                symbol=target.decorate(self.symbol),
                pad=pad.text if pad is not None and target.hardening.landing_pad else "",
                noted=target.hardening.property_note,
                gnu_stack=target.hardening.gnu_stack,
            )
        return {
            "note": self.machine.spelling.property_note,
            "systems": list(systems.values()),
            "conventions": len({target.abi for target in self.every}),
            "pads": any(target.hardening.landing_pad for target in self.every),
            "distant": self.pic_label in self.labels,
        }

    def condition(self, targets: Sequence[Target]) -> str | None:
        formats = set(map(nasm_format, targets))
        if len(formats) == 1:
            return f"idn __OUTPUT_FORMAT__, {formats.pop()}"
        conventions = {target.abi for target in targets}
        wanted = {target.triple for target in self.every if target.abi in conventions}
        alike = len(conventions) == 1 and wanted == {target.triple for target in targets}
        return f"def {convention_word(targets[0])}" if alike else None


def convention_word(target: Target) -> str:
    """The macro that a file of several conventions defines for one of them."""
    return target.abi.upper()
