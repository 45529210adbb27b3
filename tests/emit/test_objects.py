# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Every sample in every syntax assembles in silence to the same instructions, links, and carries its marks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import targets
from generator.model import FrameOp, Instr
from targets.toolchain.link import shared_library
from tests.emit.objects import PAIRS, Objects, disassemble, llvm, needs_pad, output

TRIPLES = targets.all_triples()
MARKS = {"x86_64": "IBT, SHSTK", "x86": "IBT, SHSTK", "aarch64": "BTI, PAC, GCS"}
ELF = [(t, s) for t, s in PAIRS if targets.load(t).object_format == "elf"]


@pytest.mark.parametrize(("triple", "syntax"), PAIRS)
def test_assembles_in_silence(objects: Objects, triple: str, syntax: str) -> None:
    for made in objects.of(triple, syntax):
        assert made.path.stat().st_size


@pytest.mark.parametrize("triple", TRIPLES)
def test_same_instructions(objects: Objects, triple: str) -> None:
    """All syntaxes and assemblers give the same bytes apart from filler, and one instruction per instruction of the
    function."""
    first: dict[str, tuple[str, list[object]]] = {}
    for syntax in targets.load(triple).syntaxes:
        for made in objects.of(triple, syntax):
            lines = disassemble(made)
            pads = needs_pad(made.function, targets.load(triple).hardening.landing_pad)
            assert len(lines) == pads + sum(isinstance(item, Instr) for item in made.function.body), made
            name, wanted = first.setdefault(made.function.symbol, (str(made), list(lines)))
            for ours, theirs in zip(lines, wanted):
                assert ours == theirs, f"{made} against {name}"


@pytest.mark.parametrize(("triple", "syntax"), [p for p in PAIRS if p[0] != "aarch64-linux-gnu" or p[1] == "gas"])
def test_links_into_a_shared_library(objects: Objects, triple: str, syntax: str, tmp_path: Path) -> None:
    """No text relocation and no warning: the target's recipe demands this."""
    made: dict[str, list[Path]] = {}
    names: dict[str, list[str]] = {}
    for one in objects.of(triple, syntax):
        made.setdefault(one.by, []).append(one.path)
        names.setdefault(one.by, []).append("loom_" + one.function.symbol)
    for by, paths in made.items():
        out = shared_library(targets.load(triple), paths, tmp_path / f"lib{by.replace(' ', '_')}.so", exports=names[by])
        assert out.stat().st_size


@pytest.mark.parametrize(("triple", "syntax"), ELF)
def test_elf_marks(objects: Objects, triple: str, syntax: str) -> None:
    """Hidden symbol of the right size and type, stack note, property note, landing pad, tables outside text."""
    target = targets.load(triple)
    for made in objects.of(triple, syntax):
        listing = output(llvm("readelf"), "-W", "--symbols", "--sections", "--notes", made.path)
        name = "loom_" + made.function.symbol
        row = re.search(rf"(\d+) FUNC\s+GLOBAL\s+HIDDEN\s+\d+ {name}$", listing, re.M)
        assert row, f"{made}: no hidden function {name}"
        lines = disassemble(made)
        assert int(row[1]) == lines[-1].address + lines[-1].size
        stack = re.search(r"\.note\.GNU-stack\s+PROGBITS\s+0+ \S+ 0+ 00\s+(\S*)", listing)
        assert stack and "X" not in stack[1], made
        assert re.search(rf"Properties: .*{MARKS[target.arch]}$", listing, re.M), f"{made}: {listing}"
        pad = {"x86_64": "endbr64", "x86": "endbr32", "aarch64": "bti c"}[target.arch]
        stores = any(isinstance(item, FrameOp) and item.kind == "sign" for item in made.function.body)
        assert lines[0].text == ("paciasp" if stores else pad), made
        in_rodata = re.search(r" \.rodata\s+PROGBITS\s+\S+ \S+ \S+ 00\s+A\s", listing)
        assert bool(in_rodata) == bool(made.function.tables), made


@pytest.mark.parametrize("triple", [t for t in TRIPLES if targets.load(t).hardening.object_features])
def test_object_features(objects: Objects, triple: str) -> None:
    """SafeSEH, control-flow guard and EH continuations. MASM cannot name the symbol; its assembler sets SafeSEH
    only."""
    target = targets.load(triple)
    for syntax in target.syntaxes:
        for made in objects.of(triple, syntax):
            listing = output(llvm("readobj"), "--symbols", made.path)
            value = re.search(r"Name: @feat\.00\s+Value: (\d+)", listing)
            wanted = target.hardening.object_features & (1 if syntax == "masm" else 0xFFFF)
            assert (int(value[1]) if value else 0) & wanted == wanted, made


def test_arm64ec_names(objects: Objects) -> None:
    for made in objects.of("arm64ec-pc-windows-msvc", "clang-cl"):
        listing = output(llvm("readobj"), "--symbols", made.path)
        name = f"loom_{made.function.symbol}"
        assert re.search(rf"Name: {name}\n.*?Linked: #{name} .*?Search: AntiDependency", listing, re.S), made
