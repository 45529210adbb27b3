# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A comparison of functions, and the comparison of their texts, say the same."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

import targets
from generator import library
from generator.diff.access import Accesses
from generator.diff.compare import Side, compare
from generator.diff.data import document
from generator.diff.parse import Files
from generator.model import Imm, Instr
from tests.diff.samples import cell

KERNELS = ("rc4_set_key", "sha256_blocks", "aes_ctr32")
pytestmark = pytest.mark.kernels(*KERNELS)
COMPARED = ("rc4_set_key", "aes_ctr32")
CELLS = [(triple, syntax) for triple in targets.all_triples() for syntax in targets.load(triple).syntaxes]
PAIRS = [
    (("x86_64-linux-gnu", "gas"), ("x86_64-pc-windows-msvc", "clang-cl")),
    (("x86_64-apple-darwin", "nasm"), ("x86_64-pc-windows-msvc", "masm")),
    (("i686-linux-gnu", "gas"), ("i686-pc-windows-msvc", "masm")),
    (("aarch64-linux-gnu", "gas"), ("aarch64-apple-darwin", "gas")),
    (("aarch64-linux-gnu", "gas"), ("aarch64-pc-windows-msvc", "clang-cl")),
    (("i686-linux-gnu", "nasm"), ("x86_64-linux-gnu", "nasm")),
    (("x86_64-linux-gnu", "gas"), ("aarch64-linux-gnu", "gas")),
]


@cache
def functions(triple: str, syntax: str) -> Side:
    found = cell(triple, syntax, KERNELS)
    assert found.written and found.written.keys() == found.files.keys()
    return found


def told(a: Side, b: Side) -> Any:
    """The document of a comparison, without the lines of scripts: a text does not tell them."""
    found = document(compare(a, b, kernels=COMPARED))

    def without(part: Any) -> Any:
        if isinstance(part, list):
            return [without(one) for one in part]
        if isinstance(part, dict):
            return {key: without(value) for key, value in part.items() if key != "script_line"}
        return part

    return without(found)


def texts(side: Side) -> Side:
    """The same side without its functions."""
    return replace(side, written={})


@pytest.mark.parametrize(("triple", "syntax"), CELLS)
def test_one_reading(triple: str, syntax: str) -> None:
    """Each part of a file, each line's meaning, and each instruction's registers are the same by both ways."""
    side = functions(triple, syntax)
    for path, text in side.files.items():
        built, parsed = Files().read(path, text, side.written[path]), Files().read(path, text)
        assert len(built.lines) == len(parsed.lines), path
        by_form, by_text = Accesses(built.arch), Accesses(built.arch)
        for a, b in zip(built.lines, parsed.lines):
            assert (a.instr is not None) == (a.meaning.kind == "code" and a.instr is not b.instr), (path, a.text)
            assert a == b, (path, a.text)
            if a.meaning.kind == "code":
                assert by_form.of(a.meaning, a.instr) == by_text.of(b.meaning), (path, a.text)
        assert built == parsed, path


@pytest.mark.parametrize(("a", "b"), PAIRS, ids=lambda pair: ":".join(pair))
def test_one_result(a: tuple[str, str], b: tuple[str, str]) -> None:
    left, right = functions(*a), functions(*b)
    found = told(left, right)
    assert found["functions"]
    for x, y in ((texts(left), texts(right)), (texts(left), right)):
        assert told(x, y) == found


def test_lines_of_scripts() -> None:
    """A line of a function tells the operation that it is for, and the script's line; a line of a text does not."""
    side = functions("x86_64-linux-gnu", "gas")
    path = next(path for path in side.files if "rc4_set_key" in path)
    built, parsed = Files().read(path, side.files[path], side.written[path]), Files().read(path, side.files[path])
    place = next(line for line in built.lines if line.statement == "j += (entry + byte[0])")
    script = (library.ROOT / "generator/kernels/cipher/rc4.py").read_text("utf-8").splitlines()
    name, _, number = place.script.partition(":")
    assert name == "rc4.py" and script[int(number) - 1].strip().startswith("j +=")
    assert not any(line.script or line.statement for line in parsed.lines)


def test_functions_decide() -> None:
    """An operand changed in the function alone is seen."""
    side = functions("x86_64-linux-gnu", "gas")
    other = functions("x86_64-apple-darwin", "gas")
    path = next(path for path in side.files if "sha256_blocks_scalar" in path)
    written = side.written[path]
    number, item = next(
        (number, item)
        for number, item in written.items.items()
        if type(item) is Instr and item.mnem in ("rol", "ror") and isinstance(item.ops[1], Imm)
    )
    assert type(item) is Instr
    items = {**written.items, number: item.but((item.ops[0], Imm(31)), item.form)}
    changed = replace(written, places=lambda: (items, written.frame))
    before = compare(side, other, only=["constants"])
    after = compare(replace(side, written={**side.written, path: changed}), other, only=["constants"])
    assert not before.functions and "sha256_blocks_scalar" in [diff.name for diff in after.functions]
