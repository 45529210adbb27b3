# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A file of several targets is, for each of them, the file of that target alone.

The generator's output for single targets tells nothing of these files: the tests depend on the generator's sources.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import targets
from generator import library
from generator.diff.expand import expand, same_code
from generator.emit import PREAMBLE, dialect
from generator.function_cache import FunctionCache
from generator.output import Generator, every_target
from targets import Target
from targets.toolchain.assemble import assemble, assemblers
from tests.changed import Wanted
from tests.emit.objects import llvm, output
from tests.kernels.matrix import CELLS

ONE_IN = 4
SHARED = [cell for cell in CELLS if cell[1] != "masm"]
ARCHES = sorted({targets.load(triple).arch for triple, _ in CELLS})
_APART = re.compile(r"\.(debug|note|symtab|strtab|shstrtab|rela?)\b|__debug|\.llvm")


@cache
def generator() -> Generator:
    return Generator(library.load([]), cache=FunctionCache())


@cache
def files(arch: str, kernels: tuple[str, ...]) -> dict[str, bytes]:
    """The files of all targets of a machine, of some kernels."""
    return generator().collection([(t, t.syntaxes) for t in every_target() if t.arch == arch], kernels)[0]


def folder(target: Target, syntax: str) -> str:
    return f"{target.arch}/{dialect(target.arch, syntax)}"


def both(target: Target, syntax: str, wanted: Wanted) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The files of all targets, and those of one target, of the kernels that the test runs for."""
    chosen = tuple(sorted(wanted(generator().library.kernels)))
    return (files(target.arch, chosen), generator().sources(target, [syntax], chosen)) if chosen else ({}, {})


@pytest.mark.code
@pytest.mark.parametrize(("triple", "syntax"), CELLS)
def test_the_same_text(triple: str, syntax: str, wanted: Wanted) -> None:
    """Every function, by this project's own reading of conditions and macros."""
    target = targets.load(triple)
    place = folder(target, syntax)
    made, alone = both(target, syntax, wanted)
    preamble = made.get(f"{place}/{PREAMBLE}", b"").decode()
    for name, data in alone.items():
        text = made[f"{place}/{Path(name).name}"].decode()
        assert same_code(text, data.decode(), triple, preamble), f"{triple} {name}"


@pytest.mark.kernels("aes_cbc_decrypt")
def test_another_instruction_is_seen() -> None:
    """Planted faults: in the target's own stretch, in a common one, in a table; one in another target's stretch is
    none."""
    target = targets.load("x86_64-linux-gnu")
    made, name = files("x86_64", ("aes_cbc_decrypt",)), "aes_cbc_decrypt_vperm.S"
    text, preamble = made[f"x86_64/gas/{name}"].decode(), made[f"x86_64/gas/{PREAMBLE}"].decode()
    (own,) = (d.decode() for n, d in generator().sources(target, ["gas"], ["aes_cbc_decrypt"]).items() if name in n)
    assert same_code(text, own, target.triple, preamble)
    ours = expand(text, target.triple, preamble)
    for old, new in (("\tret\n", "\tnop\n"), ("\t.8byte\t", "\t.4byte\t"), ("\tloom_end ", "\tnop\n\tloom_end ")):
        assert old in text and not same_code(text.replace(old, new), own, target.triple, preamble), old
    windows = text.replace("\t.seh_endprologue", "\tnop\n\t.seh_endprologue")
    assert windows != text and ".seh_" not in ours and same_code(windows, own, target.triple, preamble)


def contents(path: Path) -> dict[str, tuple[str, str]]:
    """Section → data and relocations. Left out: debugging data, which names the source, and marks of the object."""
    listing = output(llvm("readobj"), "--sections", "--section-data", "--section-relocations", path)
    out = {}
    for block in listing.split("Section {")[1:]:
        name = re.search(r"Name: (\S+)", block)
        data = re.search(r"SectionData \(\n(.*?)\n\s*\)", block, re.S)
        relocations = re.search(r"Relocations \[(.*?)\]", block, re.S)
        if name and data and not _APART.match(name[1]):
            found = re.sub(r"\.?L?(end|unwind\d+)\b", "", relocations[1]) if relocations else ""
            out[name[1]] = data[1], re.sub(r"\s+", " ", found)
    return out


@pytest.mark.code
@pytest.mark.parametrize(("triple", "syntax"), SHARED)
def test_the_same_object(triple: str, syntax: str, tmp_path: Path, wanted: Wanted) -> None:
    """By the target's first assembler: code, data, relocations and unwind data are the same bytes. Each cell has other
    functions, one in four; test_the_same_text reads them all."""
    target = targets.load(triple)
    by = next(iter(assemblers(target, syntax)))
    place = folder(target, syntax)
    made, alone = both(target, syntax, wanted)
    folders = (tmp_path / "several", tmp_path / "alone")
    for path in folders:
        path.mkdir()
    (folders[0] / PREAMBLE).write_bytes(made.get(f"{place}/{PREAMBLE}", b""))
    for name, data in list(alone.items())[SHARED.index((triple, syntax)) % ONE_IN :: ONE_IN]:
        objects = []
        for where, text in zip(folders, (made[f"{place}/{Path(name).name}"], data)):
            source = where / Path(name).name
            source.write_bytes(text)
            objects.append(assemble(target, syntax, source, source.with_suffix(".o"), by))
        if objects[0].read_bytes() != objects[1].read_bytes():  # some assemblers put the time or local names in
            found = [contents(path) for path in objects]
            assert found[0] == found[1] and found[0], f"{name} for {triple} by {by}"
