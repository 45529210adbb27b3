# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""GNU syntax: ELF, Mach-O and COFF; and the same for clang-cl, which knows COFF only.

The files go through the C preprocessor and guard themselves, yet plain GNU as takes them too: it reads the guards'
lines as comments. x86 is Intel-flavoured.
"""

from __future__ import annotations

from generator.emit import columns
from generator.emit.base import EmitError, Renderer
from generator.emit.target import Target
from generator.machines.aarch64 import unwind_windows as arm64
from generator.machines.aarch64.features import GAS as GAS_AARCH64
from generator.machines.aarch64.spelling import Aarch64
from generator.machines.x86 import unwind_windows as win64
from generator.machines.x86.spelling import NAMES, X86
from generator.model import Function, Instr, Mem, Phys, R
from generator.unwind import dwarf

_LANDING = {
    "endbr64": ("endbr64", ""),
    "endbr32": ("endbr32", ""),
    "bti": ("hint", "#34"),  # bti c, spelled so that assemblers for Armv8.0 take it
    "none": ("", ""),
}


_KCFI = ("x86_64", "aarch64")
"""Architectures for which clang checks calls by pointer with -fsanitize=kcfi."""

# GNU as enables an extension only on top of the version that brought it in; some have no word of their own.
_ARMV8_0 = frozenset({"aes", "sha2", "crc"})
_ARMV8_2 = _ARMV8_0 | {"sha3", "sm4", "dotprod", "rdma", "fp16", "fp16fml", "lse"}
_BASE_ONLY = frozenset({"frintts", "jscvt", "rcpc-immo", "altnzcv"})


class GasBase(Renderer):
    """Directives; the operands come from the architecture's class."""

    skeleton = "gas.S.j2"
    data_words = {1: ".byte", 2: ".2byte", 4: ".4byte", 8: ".8byte"}

    def local_label(self, name: str) -> str:
        return f"L{name}" if self.format == "macho" else f".L{name}"

    def align_directive(self, align: int) -> str:
        return self.directive(f".p2align {align.bit_length() - 1}")

    def fields(self) -> dict[str, object]:
        pad, operand = _LANDING[self.pad()]
        landing = self.directive(f"{pad} {operand}".rstrip()) if pad else ""
        if pad:
            what = "bti c: indirect" if operand else "indirect"
            mark, close = self.comment_open, self.comment_close
            landing = columns.commented(landing, f"{mark} {what} calls may land here{close}")
        return {
            "syntax_lines": self.syntax_lines(),
            "hardening": self.target.hardening,
            "unwind": self.target.unwind,
            "landing": landing,
            "kcfi": self.format == "elf" and self.arch in _KCFI,
            "ec_name": self.symbol[1:] if self.symbol.startswith("#") else "",
            "quoted": f'"{self.symbol}"' if self.symbol.startswith("#") else self.symbol,
        }

    def pad(self) -> str:
        """The landing pad that the entry needs besides the body: none before an instruction that is one itself."""
        first = next((item for item in self.function.body if type(item) is Instr), None)
        signs = first.form.facts.signs if first is not None else None
        lands = signs is not None and signs[0] == "sign"
        return "none" if lands else self.target.hardening.landing_pad

    def syntax_lines(self) -> list[str]:
        raise NotImplementedError

    def prepare(self) -> None:
        unwind = self.target.unwind
        if unwind == "dwarf":
            for cfi in dwarf.rows(self.function):
                self.hook(cfi.at, self.directive(self.cfi(cfi)))
        elif unwind == "win64":
            info = win64.encode(self.function)
            for code in info.codes:
                self.hook(code.at, self.directive(self.seh(code)))
            self.hook(info.end, self.directive(".seh_endprologue"))
        elif unwind == "arm64":
            for at, lines in arm64.directives(self.function, int(self.pad() != "none")).items():
                self.hooks[at] = [self.directive(line) for line in lines]
        elif unwind != "none":
            raise EmitError(
                f"{self.target.triple}: unknown unwind format {unwind!r}; there are dwarf, win64, arm64, none"
            )

    def cfi(self, cfi: dwarf.Cfi) -> str:
        """One CFI directive."""
        if cfi.kind in ("remember_state", "restore_state", "negate_ra_state"):
            return f".cfi_{cfi.kind}"
        if cfi.kind == "def_cfa_offset":
            # LLVM makes Apple's compact unwinding of the last offset that it is told, which is the epilogue's; of a
            # change it makes none, and leaves that to DWARF.
            if cfi.by < 0 and self.format == "macho" and self.target.arch == "x86_64":
                return f".cfi_adjust_cfa_offset {cfi.by}"
            return f".cfi_def_cfa_offset {cfi.offset}"
        assert cfi.reg is not None
        name = self.cfi_register(cfi.reg)
        return f".cfi_restore {name}" if cfi.kind == "restore" else f".cfi_offset {name}, {cfi.offset}"

    def cfi_register(self, reg: Phys) -> str:
        raise NotImplementedError

    def seh(self, code: win64.Code) -> str:
        """One x64 SEH directive."""
        raise EmitError(f"{self.target.triple}: x64 unwind data on {self.arch}")


class GasX86(GasBase, X86):
    """Intel flavour without register prefixes."""

    sizes = {8: "byte ptr ", 16: "word ptr ", 32: "dword ptr ", 64: "qword ptr ",
             128: "xmmword ptr ", 256: "ymmword ptr ", 512: "zmmword ptr "}  # fmt: skip
    comment_open, comment_close = "/*", " */"

    def syntax_lines(self) -> list[str]:
        return [self.directive(".intel_syntax noprefix")]

    def table_address(self, mem: Mem, instr: Instr) -> str:
        assert mem.symbol is not None
        symbol = self.table_symbol(mem.symbol)
        disp = self.displacement(mem.disp)
        if self.bits == 64:
            if mem.base is not None or mem.index is not None:
                raise EmitError(f"{instr.mnem}: a table's address takes no register beside it", instr.src)
            return f"[rip+{symbol}{disp}]"
        if mem.index is not None:
            raise EmitError(f"{instr.mnem}: a table's address takes no index register", instr.src)
        if self.format == "coff":  # base relocations make absolute addresses position independent; no register needed
            return f"[{symbol}{disp}]"
        return self.pic_distance(mem, instr)  # refuses what operands() below does not spell

    def operands(self, instr: Instr) -> tuple[str, str]:
        table = instr.ops[1] if instr.mnem == "lea" else None
        if not isinstance(table, Mem) or table.symbol is None or self.bits == 64 or self.format == "coff":
            return super().operands(instr)
        distance = self.pic_distance(table, instr) + self.displacement(table.disp)
        assert isinstance(table.base, Phys) and isinstance(instr.ops[0], R)
        line = self.directive(f"leal {distance}(%{self._gp[table.base.num]}), %{self.register(instr.ops[0], instr)}")
        return ".att_syntax", f"prefix\n{line}\n" + self.directive(".intel_syntax noprefix")

    def cfi_register(self, reg: Phys) -> str:
        return NAMES[reg.cls, self.bits if reg.cls == "gp" else 128, reg.num]

    def seh(self, code: win64.Code) -> str:
        op = code.source
        if op.kind == "push":
            return f".seh_pushreg {self.cfi_register(op.register)}"
        if op.kind == "alloc":
            return f".seh_stackalloc {op.amount}"
        kind = "savexmm" if op.register.cls == "vec" else "savereg"
        return f".seh_{kind} {self.cfi_register(op.register)}, {op.offset}"


class GasAarch64(GasBase, Aarch64):
    """GNU syntax for AArch64."""

    comment_open = "//"

    def prepare(self) -> None:
        # LLVM must know the length of a function with ARM64 unwind data while it reads it, which padding prevents.
        self.aligns_labels = self.target.unwind != "arm64"
        super().prepare()

    def syntax_lines(self) -> list[str]:
        words = sorted({GAS_AARCH64[name] for name in self.function.features if name in GAS_AARCH64})
        base = "armv8-a" if set(words) <= _ARMV8_0 else "armv8.2-a" if set(words) <= _ARMV8_2 else "armv8.6-a"
        lines = [f".arch {base}"] if words else []
        lines += [f".arch_extension {word}" for word in words if word not in _BASE_ONLY]
        return [self.directive(line) for line in lines]

    def cfi_register(self, reg: Phys) -> str:
        return f"x{reg.num}" if reg.cls == "gp" else f"d{reg.num}"


def gas(function: Function, target: Target, *, prefix: str, version: str, source_hash: str) -> Renderer:
    """The renderer of GNU syntax for the target's architecture."""
    made = GasAarch64 if target.arch == "aarch64" else GasX86
    return made(function, target, prefix=prefix, version=version, source_hash=source_hash)


def clang_cl(function: Function, target: Target, *, prefix: str, version: str, source_hash: str) -> Renderer:
    """The same for clang-cl: it takes GNU syntax, and makes COFF."""
    if target.object_format != "coff":
        raise EmitError(f"{target.triple}: clang-cl makes COFF, the target is {target.object_format}")
    return gas(function, target, prefix=prefix, version=version, source_hash=source_hash)
