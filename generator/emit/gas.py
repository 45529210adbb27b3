# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""GNU syntax: ELF, Mach-O and COFF. clang-cl takes the same text for COFF.

The files go through the C preprocessor and guard themselves. They include the macros of
:mod:`generator.emit.preamble`.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.emit.base import EmitError, Renderer
from generator.emit.target import Target
from generator.isa.machine import machines
from generator.model import Function, Instr, Table
from generator.unwind import dwarf

PREAMBLE = "asmloom_gas.h"
"""The header of macros that all files include."""


def conditions(target: Target) -> tuple[str, ...]:
    """The words that the preamble defines for a target: its convention, its object format, its name."""
    return tuple(map(word, (target.abi, target.object_format, target.triple)))


def word(name: str) -> str:
    """The preprocessor's word for a machine, a convention, an object format or a triple."""
    return "LOOM_" + name.upper().replace("-", "_")


class Gas(Renderer):
    """Directives. A machine's own class adds the operands."""

    template = "gas.S.j2"
    switch = ("#if {}", "#elif {}", "#else", "#endif")
    dialect = "gas"
    data_words = {1: ".byte", 2: ".2byte", 4: ".4byte", 8: ".8byte"}
    compact_unwinding = False
    """True if LLVM derives Apple's compact unwinding from the last CFA offset in the text, which is the epilogue's.

    LLVM derives none from a relative change, and leaves the function to DWARF.
    """

    def local_label(self, name: str) -> str:
        return f"L({name})"

    def align_directive(self, align: int) -> str:
        return self.directive(f".p2align {align.bit_length() - 1}")

    def fields(self, renderers: Sequence[Renderer]) -> dict[str, object]:
        return {
            "preamble": PREAMBLE,
            "here": word(self.arch),
            "pads": any(self.padded(one.function, target) for one in renderers for target in one.targets),
        }

    def condition(self, targets: Sequence[Target]) -> str | None:
        """One word of all these targets and no others if there is one, else a word for each."""
        for words in zip(*map(conditions, targets)):
            if len(set(words)) == 1 and sum(words[0] in conditions(target) for target in self.every) == len(targets):
                return _defined(words[:1])
        return _defined([conditions(target)[-1] for target in targets])

    def padded(self, function: Function, target: Target) -> bool:
        """True if a target needs a landing pad before the body. The body's first instruction may be a landing pad
        itself."""
        first = next((item for item in function.body if type(item) is Instr), None)
        lands = first is not None and first.mnem in self.machine.spelling.lands
        return target.hardening.landing_pad and not lands

    def prepare(self) -> None:
        for at, lines in self.unwind_lines().items():
            for line in lines:
                self.hook(at, self.directive(line))

    def table_head(self, table: Table) -> list[str]:
        size, log2 = table.element * len(table.values), table.align.bit_length() - 1
        return [self.directive(f"loom_table {self.table_symbol(table.name)}, {log2}, {size}")]

    def unwind_lines(self) -> dict[int, list[str]]:
        """Body index → the unwind directives after that item, -1 for those before the first."""
        if self.target.unwind == "none":
            return {}
        if self.target.unwind != "dwarf":
            return self.windows_unwind()
        out: dict[int, list[str]] = {}
        for cfi in dwarf.rows(self.function):
            out.setdefault(cfi.at, []).append(self.cfi(cfi))
        return out

    @classmethod
    def macros(cls, target: Target) -> list[tuple[str, list[str]]]:
        """The assembler's macros that a target defines, besides those of the preamble's template: name and parameters,
        body."""
        if cls.compact_unwinding and target.unwind == "dwarf":
            return [("loom_cfa_back offset, by", [cfa_back(target.object_format, "\\offset", "\\by")])]
        return []

    @classmethod
    def names(cls, target: Target) -> dict[str, str]:
        """The preprocessor's macros that a target defines: name and parameter → text."""
        return {"L(name)": local_label(target.object_format, "##name")}

    def windows_unwind(self) -> dict[int, list[str]]:
        """Body index → directives after that item, -1 for those before the first one."""
        raise EmitError(f"{self.target.triple}: unknown unwind format {self.target.unwind!r}; expected dwarf or none")

    def cfi(self, cfi: dwarf.Cfi) -> str:
        """One CFI directive."""
        if cfi.kind == "negate_ra_state":
            return ".cfi_negate_ra_state"
        if cfi.kind == "def_cfa_offset":
            if cfi.by < 0 and self.compact_unwinding:
                return f"loom_cfa_back {cfi.offset}, {cfi.by}"
            return f".cfi_def_cfa_offset {cfi.offset}"
        assert cfi.reg is not None
        name = self.machine.registers.name(cfi.reg, dwarf.numbers(self.arch).views[cfi.reg.cls])
        return f".cfi_restore {name}" if cfi.kind == "restore" else f".cfi_offset {name}, {cfi.offset}"


def local_label(object_format: str, name: str) -> str:
    """The spelling of a label that the assembler keeps to itself."""
    return f"L{name}" if object_format == "macho" else f".L{name}"


def cfa_back(object_format: str, offset: str, by: str) -> str:
    """The directive of an epilogue for the distance to the canonical frame address. LLVM makes compact unwinding of
    prologues alone, if epilogues state relative changes."""
    return f".cfi_adjust_cfa_offset {by}" if object_format == "macho" else f".cfi_def_cfa_offset {offset}"


def elsewhere() -> dict[str, object]:
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


def _defined(macros: Sequence[str]) -> str:
    return " || ".join(f"defined({macro})" for macro in macros)


def _cases(lines: dict[str, str]) -> list[str]:
    """Preprocessor lines that choose a machine's line by its macro. The first machine's line is the last choice."""
    default, *others = dict.fromkeys(lines.values())
    out: list[str] = []
    for other in others:
        macros = [macro for macro, line in lines.items() if line == other]
        out += [f"#{'elif' if out else 'if'} {_defined(macros)}", other]
    return [*out, "#else", default, "#endif"] if out else [default]
