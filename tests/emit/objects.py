# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Samples rendered, assembled by every available assembler, and disassembled."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn

import capstone

import targets
from generator.emit import PREAMBLE, file, preamble
from generator.model import Function, Instr
from targets import Target
from targets.toolchain import find
from targets.toolchain.assemble import assemble, assemblers
from tests.emit import samples

PAIRS = [(triple, syntax) for triple in targets.all_triples() for syntax in targets.load(triple).syntaxes]
VERSION, HASH = "0.test", "0123456789abcdef"
_LEA_FILLER = re.compile(r"e(..), \[e\1( \+ eiz)?( \+ 0)?\]")


def missing(what: str) -> NoReturn:
    """A failure if the run demands every tool, else a skip (tests/conftest.py)."""
    raise find.MissingTool(f"{what} is missing")


def llvm(name: str) -> str:
    """The path of a tool beside llvm-readobj."""
    path = find.find("llvm-readobj")
    if path is None:
        missing("llvm-readobj")
    return str(path.with_name(path.name.replace("readobj", name)))


def output(*argv: str | Path) -> str:
    return subprocess.run([str(a) for a in argv], capture_output=True, text=True, check=True).stdout


@dataclass(frozen=True)
class Object:
    """One object file: ``by`` names its assembler."""

    function: Function
    syntax: str
    by: str
    path: Path

    def __str__(self) -> str:
        return f"{self.function.symbol} in {self.syntax} by {self.by}"


@dataclass(frozen=True)
class Line:
    """One decoded instruction. ``raw`` lacks the bytes that a relocation fills in."""

    address: int
    size: int
    text: str
    raw: str


def text_of(function: Function, triple: str, syntax: str, **more: str) -> str:
    return file([(function, targets.load(triple), syntax)], version=VERSION, script=HASH, **more).text


def write(folder: Path, cells: Sequence[tuple[Function, str, str]], name: str = "") -> Path:
    """The file of a function for some targets of one machine, with the header. ``cells``: functions, triples and
    syntaxes."""
    made = [(function, targets.load(triple), syntax) for function, triple, syntax in cells]
    folder.mkdir(parents=True, exist_ok=True)
    (first, target, syntax), *_ = made
    header = preamble([one for _, one, _ in made], syntax, VERSION)
    if header:
        (folder / PREAMBLE).write_text(header, "ascii")
    source = folder / ((name or first.symbol) + target.extension(syntax))
    source.write_text(file(made, version=VERSION, script=HASH).text, "ascii", newline="\n")
    return source


def alike(cells: Sequence[tuple[str, str]], number: int) -> list[tuple[Function, str, str]]:
    """A sample for several targets under one name: samples of several conventions have names of their own."""
    made = [(targets.load(triple), triple, syntax) for triple, syntax in cells]
    return [
        (replace(samples.all_for(target.arch, target.abi)[number], symbol="sample"), triple, syntax)
        for target, triple, syntax in made
    ]


class Objects:
    """Assembles on demand and keeps the objects."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._made: dict[tuple[str, str], list[Object]] = {}

    def of(self, triple: str, syntax: str) -> list[Object]:
        """Every sample of a target in one syntax, by every assembler. Skips without an assembler."""
        if (triple, syntax) not in self._made:
            target = targets.load(triple)
            tools = assemblers(target, syntax)
            if not tools:
                missing(f"an assembler for {triple} {syntax}")
            self._made[triple, syntax] = [
                self._one(target, syntax, function, by)
                for function in samples.all_for(target.arch, target.abi)
                for by in tools
            ]
        return self._made[triple, syntax]

    def _one(self, target: Target, syntax: str, function: Function, by: str) -> Object:
        # A folder of its own: clang-cl leaves intermediates beside its input, and overwrites existing files.
        source = write(self.folder / target.triple / syntax / by.replace(" ", "_"), [(function, target.triple, syntax)])
        return Object(function, syntax, by, assemble(target, syntax, source, source.with_suffix(".o"), by))


def needs_pad(function: Function, pad: bool) -> int:
    """The number of instructions that the renderer puts before the body: a landing pad, unless the body begins with
    one."""
    first = next(item for item in function.body if isinstance(item, Instr))
    return int(pad and not first.mnem.startswith("paci"))


def section(path: Path, *names: str) -> tuple[bytes, set[int]]:
    """Contents of the section of that name (or ``name$…``), and the offsets that relocations fill in."""
    listing = output(llvm("readobj"), "--sections", "--section-data", "--section-relocations", path)
    for block in listing.split("Section {")[1:]:
        name = re.search(r"Name: (\S+)", block)
        data = re.search(r"SectionData \(\n(.*?)\n\s*\)", block, re.S)
        if name and data and name[1].partition("$")[0] in names:
            rows = (line.split("|")[0].split(":")[1] for line in data[1].splitlines())
            relocations = re.search(r"Relocations \[(.*?)\]", block, re.S)
            at = re.findall(r"(0x[0-9A-F]+) \S", relocations[1]) if relocations else []
            return bytes.fromhex("".join("".join(row.split()) for row in rows)), {int(a, 16) for a in at}
    raise AssertionError(f"{path}: no section {' or '.join(names)}")


def disassemble(made: Object) -> list[Line]:
    """The instructions without filler. Relocated fields are zeroed: object formats keep addends differently."""
    arch = made.function.arch
    code, holes = section(made.path, ".text", "__text")
    data = bytearray(code)
    for at in holes:
        if arch == "aarch64":
            data[at : at + 4] = bytes(3) + data[at + 3 : at + 4]
        else:
            data[at : at + 4] = bytes(4)
    modes = {
        "x86_64": (capstone.CS_ARCH_X86, capstone.CS_MODE_64),
        "x86": (capstone.CS_ARCH_X86, capstone.CS_MODE_32),
        "aarch64": (capstone.CS_ARCH_ARM64, capstone.CS_MODE_ARM),
    }
    library: Any = capstone
    decoder = library.Cs(*modes[arch])
    decoder.skipdata = True
    out = []
    for address, size, mnem, ops in decoder.disasm_lite(bytes(data), 0):
        if mnem == "nop" or (mnem == "lea" and _LEA_FILLER.fullmatch(ops)):
            continue
        out.append(Line(address, size, f"{mnem} {ops}".strip(), data[address : address + size].hex()))
    return out
