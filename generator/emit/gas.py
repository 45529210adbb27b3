# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""GNU syntax: ELF, Mach-O and COFF. clang-cl takes the same text for COFF.

The files go through the C preprocessor and guard themselves. Plain GNU as takes them too: the lines of the guards are
comments to it.
"""

from __future__ import annotations

from generator.emit import columns
from generator.emit.base import EmitError, Renderer
from generator.isa.machine import machines
from generator.model import Instr
from generator.unwind import dwarf


class Gas(Renderer):
    """Directives. A machine's own class adds the operands."""

    skeleton = "gas.S.j2"
    dialect = "gas"
    data_words = {1: ".byte", 2: ".2byte", 4: ".4byte", 8: ".8byte"}
    compact_unwinding = False
    """Whether LLVM makes Apple's compact unwinding of the last CFA offset that it is told, the epilogue's. LLVM makes
    none of a relative change and leaves the function to DWARF."""

    def local_label(self, name: str) -> str:
        return f"L{name}" if self.format == "macho" else f".L{name}"

    def align_directive(self, align: int) -> str:
        return self.directive(f".p2align {align.bit_length() - 1}")

    def fields(self) -> dict[str, object]:
        quoted = self.symbol.startswith("#")
        kcfi = self.machine.spelling.kcfi if self.format == "elf" else ()
        return {
            "syntax_lines": self.syntax_lines(),
            "hardening": self.target.hardening,
            "note": self.property_note(),
            "unwind": self.target.unwind,
            "landing": self.landing(),
            "kcfi": [line.format(symbol=self.symbol) for line in kcfi],
            "ec_name": self.symbol[1:] if quoted else "",
            "quoted": f'"{self.symbol}"' if quoted else self.symbol,
            "elsewhere": _elsewhere(),
        }

    def landing(self) -> str:
        """The line of the landing pad; empty for a function that needs none."""
        pad = self.machine.spelling.landing_pad
        if pad is None or not self.padded():
            return ""
        named = "" if pad.name == pad.text else f"{pad.name}: "
        comment = f"{self.comment_open} {named}indirect calls may land here{self.comment_close}"
        return columns.commented(self.directive(pad.text), comment)

    def padded(self) -> bool:
        """Whether the entry needs a landing pad before the body, whose first instruction may be one itself."""
        first = next((item for item in self.function.body if type(item) is Instr), None)
        lands = first is not None and first.mnem in self.machine.spelling.lands
        return self.target.hardening.landing_pad and not lands

    def syntax_lines(self) -> list[str]:
        """Directives before the function."""
        raise NotImplementedError

    def prepare(self) -> None:
        if self.target.unwind == "dwarf":
            for cfi in dwarf.rows(self.function):
                self.hook(cfi.at, self.directive(self.cfi(cfi)))
        elif self.target.unwind != "none":
            for at, lines in self.windows_unwind().items():
                for line in lines:
                    self.hook(at, self.directive(line))

    def windows_unwind(self) -> dict[int, list[str]]:
        """Body index → directives that stand after that item, -1 for those before the first one."""
        raise EmitError(f"{self.target.triple}: unknown unwind format {self.target.unwind!r}; expected dwarf or none")

    def cfi(self, cfi: dwarf.Cfi) -> str:
        """One CFI directive."""
        if cfi.kind in ("remember_state", "restore_state", "negate_ra_state"):
            return f".cfi_{cfi.kind}"
        if cfi.kind == "def_cfa_offset":
            if cfi.by < 0 and self.format == "macho" and self.compact_unwinding:
                return f".cfi_adjust_cfa_offset {cfi.by}"
            return f".cfi_def_cfa_offset {cfi.offset}"
        assert cfi.reg is not None
        name = self.machine.registers.name(cfi.reg, dwarf.numbers(self.arch).views[cfi.reg.cls])
        return f".cfi_restore {name}" if cfi.kind == "restore" else f".cfi_offset {name}, {cfi.offset}"


def _elsewhere() -> dict[str, object]:
    """The marks of an object without code, chosen by the preprocessor: ``machines`` tests for any machine with a
    property note; ``note`` and ``features`` are lines that define the marks."""
    noted = [m for m in machines() if m.spelling.property_note is not None]
    notes = {
        m.spelling.macros[0]: f"\t.4byte\t{note.type:#x}, 4, {note.features}"
        for m in noted
        if (note := m.spelling.property_note) is not None
    }
    features = {
        m.spelling.macros[0]: f"\t.set\t@feat.00, {m.spelling.object_features}"
        for m in machines()
        if m.spelling.object_features
    }
    return {"machines": _defined(list(notes)), "note": _cases(notes), "features": _cases(features)}


def _defined(macros: list[str]) -> str:
    return " || ".join(f"defined({macro})" for macro in macros)


def _cases(lines: dict[str, str]) -> list[str]:
    """Preprocessor lines that choose a machine's line by its macro. The first machine's line is the last choice."""
    default, *others = dict.fromkeys(lines.values())
    out: list[str] = []
    for other in others:
        macros = [macro for macro, line in lines.items() if line == other]
        out += [f"#{'elif' if out else 'if'} {_defined(macros)}", other]
    return [*out, "#else", default, "#endif"] if out else [default]
