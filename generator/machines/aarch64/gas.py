# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AArch64 for GNU as and clang."""

from __future__ import annotations

import re

from generator.emit.base import EmitError
from generator.emit.gas import Gas
from generator.emit.rust import Rust
from generator.emit.target import Target
from generator.machines.aarch64 import unwind_windows
from generator.machines.aarch64.features import GAS
from generator.machines.aarch64.spelling import Aarch64, low_part_of, page_of
from generator.model import Instr

# GNU as enables an extension only if the version that introduced the extension is enabled. Some have no word.
_ARMV8_0 = frozenset({"aes", "sha2", "crc"})
_ARMV8_2 = _ARMV8_0 | {"sha3", "sm4", "dotprod", "rdma", "fp16", "fp16fml", "lse"}
_BASE_ONLY = frozenset({"frintts", "jscvt", "rcpc-immo", "altnzcv"})
_ADDRESS = re.compile(r"LOOM_(?:PAGE|LOW)\((\w+)\)")


class GasAarch64(Aarch64, Gas):
    """Operands, the architecture's version, unwind directives."""

    comment_open = "//"

    def align_directive(self, align: int) -> str:
        return self.directive(f"loom_align {align.bit_length() - 1}")

    @classmethod
    def macros(cls, target: Target) -> list[tuple[str, list[str]]]:
        # LLVM must know a function's length while it reads ARM64 unwind data. Padding hides the length.
        align = [".p2align \\log2"] if target.unwind != "arm64" else []
        return [*super().macros(target), ("loom_align log2", align)]

    @classmethod
    def names(cls, target: Target) -> dict[str, str]:
        page = {"LOOM_PAGE(table)": page_of(target.object_format, "table")}
        return {**super().names(target), **page, "LOOM_LOW(table)": low_part_of(target.object_format, "table")}

    def syntax_lines(self) -> list[str]:
        words = sorted({GAS[name] for name in self.function.features if name in GAS})
        base = "armv8-a" if set(words) <= _ARMV8_0 else "armv8.2-a" if set(words) <= _ARMV8_2 else "armv8.6-a"
        lines = [f".arch {base}"] if words else []
        lines += [f".arch_extension {word}" for word in words if word not in _BASE_ONLY]
        return [self.directive(line) for line in lines]

    def windows_unwind(self) -> dict[int, list[str]]:
        if self.target.unwind != "arm64":
            raise EmitError(
                f"{self.target.triple}: {self.arch} has no unwind format {self.target.unwind!r}; "
                "there are dwarf, arm64, none"
            )
        return unwind_windows.directives(self.function, int(self.padded(self.function, self.target)))


class RustAarch64(Rust, GasAarch64):
    """In ``global_asm!``. The two instructions of a table's address are macros of the assembler."""

    def operands(self, instr: Instr) -> tuple[str, str]:
        mnem, text = super().operands(instr)
        plain = _ADDRESS.sub(r"\1", text)
        return (mnem if plain == text else f"loom_{mnem}"), plain

    @classmethod
    def macros(cls, target: Target) -> list[tuple[str, list[str]]]:
        page, low = page_of(target.object_format, "\\table"), low_part_of(target.object_format, "\\table")
        adrp = ("loom_adrp to, table", [f"adrp \\to, {page}"])
        return [*super().macros(target), adrp, ("loom_add to, of, table", [f"add \\to, \\of, {low}"])]
