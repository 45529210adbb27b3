# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The machine code of an object file's one function, and its disassembly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import capstone
import lief

from proof.x86_decode import instructions
from targets import Target
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run

_CODE = 0x20  # a COFF section contains code
_FILLER = {"nop", "int3", "udf", "endbr64", "endbr32"}


@dataclass(frozen=True, slots=True)
class Line:
    """One instruction: its offset, text, and bytes. Displacements that a linker fills in are zero."""

    offset: int
    text: str
    code: bytes


def text_of(target: Target, path: Path) -> bytes:
    """The bytes of the object's text section, as the assembler wrote them."""
    parsed: Any = lief.parse(str(path))
    if target.object_format == "coff":
        found = [one for one in parsed.sections if int(one.characteristics) & _CODE and one.content]
    else:
        found = [one for one in parsed.sections if one.name in (".text", "__text")]
    return bytes(found[0].content)


def disassembler(arch: str) -> Any:
    kind, mode = {
        "x86_64": (capstone.CS_ARCH_X86, capstone.CS_MODE_64),
        "x86": (capstone.CS_ARCH_X86, capstone.CS_MODE_32),
        "aarch64": (capstone.CS_ARCH_ARM64, capstone.CS_MODE_ARM),
    }[arch]
    cs: Any = capstone.Cs
    made = cs(kind, mode)
    made.detail = True
    return made


def decoded(arch: str, code: bytes) -> list[Any]:
    """The instructions of machine code, up to the first unknown one."""
    reader = disassembler(arch)
    if arch == "aarch64":
        return list(reader.disasm(code, 0))
    return instructions(reader, code, 64 if arch == "x86_64" else 32)


def _absolute(op: Any) -> bool:
    """A memory operand with neither base nor index."""
    return bool(op.type == capstone.CS_OP_MEM and not op.mem.base and not op.mem.index)


def disassemble(target: Target, path: Path) -> list[Line]:
    """All instructions without trailing filler. Undecodable bytes are a failure."""
    code = text_of(target, path)
    lines = []
    at = 0
    for item in decoded(target.arch, code):
        raw = bytearray(item.bytes)
        text = f"{item.mnemonic} {item.op_str}".strip()
        if target.arch.startswith("x86") and "rip" in item.op_str and item.disp_offset:
            raw[item.disp_offset : item.disp_offset + 4] = bytes(4)
            text = text.split("[rip")[0] + "[rip]" + text.split("]", 1)[1]
        elif target.arch == "x86" and item.disp_offset and any(_absolute(op) for op in item.operands):
            # An address that the linker fills in, by section and offset or by symbol.
            raw[item.disp_offset : item.disp_offset + 4] = bytes(4)
            text = text.split("[")[0] + "[]"
        lines.append(Line(item.address, text, bytes(raw)))
        at = item.address + item.size
    rest = code[at:]
    assert not rest.strip(b"\0\xcc\x90"), f"{path}: no instruction at {at:#x}: {rest[:16].hex()}"
    while lines and lines[-1].text.split()[0] in _FILLER:
        lines.pop()
    return lines


ABSOLUTE = (
    "R_X86_64_64", "R_X86_64_32", "R_X86_64_32S", "R_386_32", "R_AARCH64_ABS64", "R_AARCH64_ABS32",
    "X86_64_RELOC_UNSIGNED", "ARM64_RELOC_UNSIGNED", "IMAGE_REL_AMD64_ADDR64", "IMAGE_REL_AMD64_ADDR32",
    "IMAGE_REL_ARM64_ADDR64", "IMAGE_REL_ARM64_ADDR32",
)  # fmt: skip


def text_relocations(objects: Sequence[Path]) -> list[str]:
    """Absolute addresses in code, which a loader would have to write there."""
    words = [str(require("llvm-objdump")), "--reloc", "--section-headers", *map(str, objects)]
    out, name, code, section = [], "", set[str](), ""
    for line in run(words, timeout=HANG_SECONDS).stdout.decode().splitlines():
        if "\tfile format " in line:
            name, code, section = line.partition(":\t")[0], set(), ""
        elif line.rstrip().endswith(" TEXT"):
            code.add(line.split()[1])
        elif line.startswith("RELOCATION RECORDS FOR ["):
            section = line.split("[")[1].split("]")[0]
        elif section in code and any(f" {kind} " in line for kind in ABSOLUTE):
            out.append(f"{name}: {section}: {line}")
    return out
