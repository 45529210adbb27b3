# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The forms of instructions in the objects that are proved, with instances of each.

A form is an instruction's name and the kinds of its operands. Instances of one form differ in what rules look at: in
immediates, in the shape of an address, and in which registers are the same.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import targets
from generator.output import DEFAULT_PREFIX
from proof.objects import Object, read
from targets.toolchain.assemble import assemble
from targets.toolchain.prove import syntax

ROOT = Path(__file__).resolve().parents[2] / "generated"
ENGINES = {"x86_64": ("CS_ARCH_X86", "CS_MODE_64"), "x86": ("CS_ARCH_X86", "CS_MODE_32"),
           "aarch64": ("CS_ARCH_ARM64", "CS_MODE_ARM")}  # fmt: skip
MOST, LEAST = 6, 4
"""The number of instances of one form, if the objects have as many."""
X86_KINDS = (
    (r"\b(byte|word|dword|qword|[xyz]mmword) ptr (cs:)?\[[^\]]*\]", r"\1"),
    (r"\[[^\]]*\]", "address"),
    (r"-?\b(0x[0-9a-f]+|\d+)\b", "imm"),
    (r"\b([xyz]mm)\d+", r"\1"),
    (r"\bk[0-7]\b", "k"),
    (r"\b(r\d+|r(ax|bx|cx|dx|si|di|bp|sp))\b", "r64"),
    (r"\b(r\d+d|e(ax|bx|cx|dx|si|di|bp|sp))\b", "r32"),
    (r"\b(r\d+b|[abcd]l|sil|dil|bpl)\b", "r8"),
)
A64_KINDS = (
    (r"\[(?!\d)[^\]]*\]", "memory"),
    (r"#?-?\b(0x[0-9a-f]+|\d+)\b", "imm"),
    (r"\b([wxqdsbh])\d+\b", r"\1"),
    (r"\bv\d+\.", "v."),
)


@dataclass(frozen=True, slots=True)
class Instance:
    """``field``: place and kind of a field that the linker fills in."""

    mnemonic: str
    operands: str
    code: bytes
    field: tuple[int, int] | None

    def __str__(self) -> str:
        return f"{self.mnemonic} {self.operands}".strip()


def form(one: Instance, arch: str) -> str:
    text = f"{one.mnemonic} {one.operands}".strip()
    name, _, rest = text.partition(" ")
    for pattern, by in A64_KINDS if arch == "aarch64" else X86_KINDS:
        rest = re.sub(pattern, by, rest)
    return f"{name} {rest}".strip()


def _shape(one: Instance) -> tuple[object, ...]:
    """What instances of a form differ in."""
    text = re.sub(r"\[(\w+)[^\]]*?(\+ \w+\*?\d?)?( [+-] 0x\w+| [+-] \d+)?\]", _address, one.operands)
    names = re.findall(r"\b[a-z]+\d*[a-z]?\b", re.sub(r"\w+ ptr", "", text))
    same = tuple(names.index(name) for name in names)
    return same, tuple(re.findall(r"<[^>]*>|#?-?\b(?:0x[0-9a-f]+|\d+)\b", text)), one.field is not None


def _address(match: re.Match[str]) -> str:
    scale = (match[2] or "").partition("*")[2]
    return f"<{'rip' if match[1] == 'rip' else ''} {bool(match[2])} {scale} {bool(match[3])}> {match[1]}"


def engine(arch: str) -> Any:
    import capstone

    machine, mode = (getattr(capstone, name) for name in ENGINES[arch])
    return capstone.Cs(machine, mode)  # type: ignore[no-untyped-call]


def objects(triple: str, folder: Path) -> Iterator[Object]:
    """Every function of a target."""
    from elftools.elf.elffile import ELFFile

    target = targets.load(triple)
    linux = targets.load({"x86_64": "x86_64-linux-gnu", "x86": "i686-linux-gnu"}.get(target.arch, "aarch64-linux-gnu"))
    for source in sorted((ROOT / target.arch / "gas").glob("*.S")):
        made = {
            one.triple: assemble(one, syntax(one), source, folder / f"{one.triple}-{source.stem}{one.object_suffix}")
            for one in {linux.triple: linux, triple: target}.values()
        }
        table: Any = ELFFile(io.BytesIO(made[linux.triple].read_bytes())).get_section_by_name(".symtab")
        raw = made[triple].read_bytes()
        for symbol in table.iter_symbols():
            if symbol["st_info"]["type"] == "STT_FUNC":
                assert symbol.name.startswith(DEFAULT_PREFIX)
                yield read(raw, target.decorate(symbol.name))


def instances(triple: str, folder: Path) -> Iterator[Instance]:
    """Every instruction of a target's functions, one of each text."""
    decoder, seen = engine(targets.load(triple).arch), set()
    for made in objects(triple, folder):
        fields = sorted(made.refers)
        for at, size, mnemonic, operands in decoder.disasm_lite(made.code, 0):
            inside = [place for place in fields if at <= place < at + size] if fields else []
            key = mnemonic, operands, bool(inside)
            if key in seen:
                continue
            seen.add(key)
            field = (inside[0] - at, made.refers[inside[0]][0]) if inside else None
            yield Instance(mnemonic, operands, made.code[at : at + size], field)


@cache
def harvest(triples: Sequence[str], folder: Path) -> dict[str, list[Instance]]:
    """Form → instances, of targets of one instruction set."""
    arch = targets.load(triples[0]).arch
    found: dict[str, dict[tuple[object, ...], list[Instance]]] = {}
    for triple in triples:
        for one in instances(triple, folder):
            alike = found.setdefault(form(one, arch), {}).setdefault(_shape(one), [])
            if len(alike) < LEAST:
                alike.append(one)
    out = {}
    for name, shapes in sorted(found.items()):
        firsts = [alike[0] for alike in shapes.values()]
        more = [one for alike in shapes.values() for one in alike[1:]]
        step = max(1, -(-len(firsts) // MOST))
        out[name] = firsts[::step] + more[: max(0, LEAST - len(firsts))]
    return out
