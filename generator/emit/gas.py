# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""GNU syntax: ELF, Mach-O and COFF. clang-cl takes the same text for COFF.

The files go through the C preprocessor and guard themselves. Plain GNU as takes the files of one target too, because
the lines of the guards are comments to GNU as.

A file for several targets includes the macros of :mod:`generator.emit.preamble`. The file needs the preprocessor.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.abi import twin
from generator.emit import columns
from generator.emit.base import EmitError, Renderer
from generator.emit.target import Target
from generator.isa.machine import machines
from generator.model import Instr
from generator.unwind import dwarf

PREAMBLE = "asmloom_gas.h"
"""The header of macros beside files of several targets."""


def conditions(target: Target) -> tuple[str, ...]:
    """The words that the preamble defines for a target: its convention, its object format, its name."""
    return tuple(map(word, (target.abi, target.object_format, target.triple)))


def word(name: str) -> str:
    """The preprocessor's word for a machine, a convention, an object format or a triple."""
    return "LOOM_" + name.upper().replace("-", "_")


def unwind_macro(unwind: str) -> str:
    """The macro around directives of an unwind format, in bodies that serve several formats. The macro is empty on
    targets of other formats. C's preprocessor could not take the commas of a directive without variadic macros, of
    which -Wpedantic warns."""
    return "loom_cfi" if unwind == "dwarf" else "loom_seh"


class Gas(Renderer):
    """Directives. A machine's own class adds the operands."""

    skeleton = "gas.S.j2"
    region = "gas_shared.S.j2"
    shared_skeleton = "shared.S.j2"
    switch = ("#if {}", "#elif {}", "#else", "#endif")
    dialect = "gas"
    data_words = {1: ".byte", 2: ".2byte", 4: ".4byte", 8: ".8byte"}
    compact_unwinding = False
    """True if LLVM derives Apple's compact unwinding from the last CFA offset in the text, which is the epilogue's.

    LLVM derives none from a relative change, and leaves the function to DWARF.
    """

    def local_label(self, name: str) -> str:
        return f"L({name})" if self.beside else local_label(self.format, name)

    def align_directive(self, align: int) -> str:
        log2 = align.bit_length() - 1
        return self.directive(f"loom_align {log2}" if self.alignment_varies else f".p2align {log2}")

    @property
    def alignment_varies(self) -> bool:
        """Whether some targets of the file cannot align labels."""
        return False

    def fields(self) -> dict[str, object]:
        quoted = self.symbol.startswith("#")
        kcfi = self.machine.spelling.kcfi if self.format == "elf" else ()
        return {
            "syntax_lines": self.syntax_lines(),
            "note": self.property_note(),
            "landing": self.landing(),
            "kcfi": [line.format(symbol=self.symbol) for line in kcfi],
            "plain": self.symbol.lstrip("#"),
            "quoted": f'"{self.symbol}"' if quoted else self.symbol,
            "elsewhere": elsewhere(),
        }

    def shared_fields(self) -> dict[str, object]:
        return {"preamble": PREAMBLE, "here": word(self.arch)}

    def condition(self, targets: Sequence[Target]) -> str | None:
        """One word of all these targets and no others if there is one, else a word for each."""
        for words in zip(*map(conditions, targets)):
            if len(set(words)) == 1 and sum(words[0] in conditions(target) for target in self.beside) == len(targets):
                return _defined(words[:1])
        return _defined([conditions(target)[-1] for target in targets])

    def landing(self) -> str:
        """The line of the landing pad; empty for a function that needs none."""
        pad = self.machine.spelling.landing_pad
        if pad is None or not any(map(self.padded, self.beside or (self.target,))):
            return ""
        named = "" if pad.name == pad.text else f"{pad.name}: "
        if self.beside:
            return self.directive("loom_landing_pad")
        comment = f"{self.comment_open} {named}indirect calls may land here{self.comment_close}"
        return columns.commented(self.directive(pad.text), comment)

    def padded(self, target: Target) -> bool:
        """True if a target needs a landing pad before the body. The body's first instruction may be a landing pad
        itself."""
        first = next((item for item in self.function.body if type(item) is Instr), None)
        lands = first is not None and first.mnem in self.machine.spelling.lands
        return target.hardening.landing_pad and not lands

    def prepare(self) -> None:
        if not self.beside:
            for at, lines in self.unwind_lines().items():
                for line in lines:
                    self.hook(at, self.directive(line))
            return
        # Targets with one frame have one body. The body has the directives of each of their unwind formats.
        own, widths = twin(self.target.abi, self.function.widths), self.function.widths
        alike = [target for target in self.beside if twin(target.abi, widths) == own]
        formats = {target.unwind: target for target in alike}
        for unwind in sorted(formats.keys() - {"none"}, key=lambda name: name != "dwarf"):
            other = self._for(formats[unwind])
            macro = "" if len(formats) == 1 else f"{unwind_macro(unwind)} "
            for at, lines in other.unwind_lines().items():
                for line in lines:
                    self.hook(at, self.directive(macro + line))

    def _for(self, target: Target) -> Gas:
        """The renderer of the same function for another target of the same frame."""
        words = {"prefix": self.prefix, "version": self.version, "script": self.script}
        other = type(self)(self.function, target, **words)
        other.serve(self.beside)
        return other

    def unwind_lines(self) -> dict[int, list[str]]:
        """Body index → the target's unwind directives that stand after that item, -1 for those before the first."""
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
        """The assembler's macros that a target defines for the code of files of several targets, beside those of the
        preamble's template: name and parameters, body."""
        if cls.compact_unwinding and target.unwind == "dwarf":
            return [("loom_cfa_back offset, by", [cfa_back(target.object_format, "\\offset", "\\by")])]
        return []

    @classmethod
    def names(cls, target: Target) -> dict[str, str]:
        """The preprocessor's macros that a target defines for the same code: name and parameter → text."""
        return {"L(name)": local_label(target.object_format, "##name")}

    def windows_unwind(self) -> dict[int, list[str]]:
        """Body index → directives that stand after that item, -1 for those before the first one."""
        raise EmitError(f"{self.target.triple}: unknown unwind format {self.target.unwind!r}; expected dwarf or none")

    def cfi(self, cfi: dwarf.Cfi) -> str:
        """One CFI directive."""
        if cfi.kind in ("remember_state", "restore_state", "negate_ra_state"):
            return f".cfi_{cfi.kind}"
        if cfi.kind == "def_cfa_offset":
            if cfi.by < 0 and self.compact_unwinding:
                if any(target.object_format == "macho" for target in self.beside):
                    return f"loom_cfa_back {cfi.offset}, {cfi.by}"
                return cfa_back(self.format, str(cfi.offset), str(cfi.by))
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
