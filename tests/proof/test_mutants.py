# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py prove`` proves functions as they are, and names each planted fault: none of the mutants is proved."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import targets
from generator import library
from generator.model import Function
from generator.output import Generator
from proof.prove import DIFFERS, PROVED, Verdict
from targets.toolchain import prove
from targets.toolchain.assemble import assemble, assemblers

TARGET = targets.load("x86_64-linux-gnu")
pytestmark = pytest.mark.skipif(not assemblers(TARGET, prove.SYNTAX), reason="no assembler for x86_64-linux-gnu")
Change = Callable[[str], str]


@cache
def loaded() -> tuple[library.Library, Generator]:
    every = library.load([], None)
    return every, Generator(every, targets=[TARGET])


@cache
def source(symbol: str) -> tuple[Function, str]:
    """A function and its file in GNU syntax."""
    every, generator = loaded()
    name, _, variant = symbol.rpartition("_")
    kernel = every.find(name)
    function = generator.function(kernel, kernel.variant(variant), TARGET.abi)
    files = generator.files(TARGET, kernel, function, [prove.SYNTAX])
    (text,) = [text for path, text in files.items() if path.endswith(".S")]
    return function, text.decode()


def verdict(symbol: str, text: str, folder: Path) -> Verdict:
    every, generator = loaded()
    function, _ = source(symbol)
    kernel = every.find(function.kernel)
    for path, data in generator.files(TARGET, kernel, function, [prove.SYNTAX]).items():
        (folder / Path(path).name).write_bytes(data)
    file = folder / f"{symbol}.S"
    file.write_text(text, "utf-8")
    made = assemble(TARGET, prove.SYNTAX, file, file.with_suffix(".o"))
    return prove.judge(kernel, kernel.variant(function.variant), function, TARGET, made.read_bytes())


def replaced(pattern: str, by: str, nth: int = 0) -> Change:
    """A change of one occurrence of a pattern, which must be there."""

    def change(text: str) -> str:
        found = list(re.finditer(pattern, text, re.M))
        assert len(found) > nth, pattern
        one = found[nth]
        made = text[: one.start()] + one.expand(by) + text[one.end() :]
        assert made != text
        return made

    return change


def both(*changes: Change) -> Change:
    def change(text: str) -> str:
        for one in changes:
            text = one(text)
        return text

    return change


MUTANTS: dict[str, tuple[str, Change]] = {
    "a wrong rotation": ("md5_blocks_scalar", replaced(r"^\trol\t(\w+), 7\b", r"\trol\t\1, 8")),
    "a callee-saved register is lost": (
        "md5_blocks_scalar",
        both(replaced(r"^\tpush\tr12$", r"\tpush\trax"), replaced(r"^\tpop\tr12$", r"\tpop\trax")),
    ),
    "a push is dropped": ("md5_blocks_scalar", replaced(r"^\tpush\tr12$", "")),
    "a slot is too narrow": (
        "sha1_blocks_scalar", replaced(r"^\tmov\t\[rsp\], rcx\b", r"\tmov\tdword ptr [rsp], ecx"),
    ),
    "another slot": ("sha1_blocks_scalar", replaced(r"^\tmov\t\[rsp\+152\], eax", r"\tmov\t[rsp+156], eax")),
    "a load by an address that has moved": (
        "md5_blocks_scalar", replaced(r"^(\tadd\teax, \[rdx\])", r"\tadd\trdx, 4\n\1\n\tsub\trdx, 4"),
    ),
    "operands of sha256rnds2 exchanged": (
        "sha256_blocks_shani", replaced(r"^\tsha256rnds2\txmm1, xmm2, xmm0", r"\tsha256rnds2\txmm2, xmm1, xmm0"),
    ),
    "a bit of a table": ("sha256_blocks_shani", replaced(r"0x71374491428a2f98", "0x71374491428a2f99")),
    "an argument's upper half is kept": (
        "rc4_set_key_scalar", replaced(r"^\tmovzx\t(\w+), byte ptr", r"\tmov\t\1, dword ptr"),
    ),
    "a store beyond the extent": (
        "md5_blocks_scalar", replaced(r"^(\tmov\t\[rcx\+12\], r11d)", r"\1\n\tmov\t[rcx+16], r11d"),
    ),
    "a branch the other way": ("md5_blocks_scalar", replaced(r"^\tjne\t", r"\tje\t")),
    "a store above the frame": ("md5_blocks_scalar", replaced(r"^\tpush\tr12$", r"\tpush\tr12\n\tmov\t[rsp+24], rdx")),
}  # fmt: skip


@pytest.mark.parametrize("symbol", sorted({symbol for symbol, _ in MUTANTS.values()}))
def test_originals_are_proved(symbol: str, tmp_path: Path) -> None:
    found = verdict(symbol, source(symbol)[1], tmp_path)
    assert found.state == PROVED, found.reason


@pytest.mark.parametrize("name", MUTANTS)
def test_mutants_are_named(name: str, tmp_path: Path) -> None:
    symbol, change = MUTANTS[name]
    found = verdict(symbol, change(source(symbol)[1]), tmp_path)
    assert found.state != PROVED and found.reason


def test_a_difference_shows_both_values(tmp_path: Path) -> None:
    """A counterexample, not only a missing proof."""
    symbol, change = MUTANTS["a wrong rotation"]
    found = verdict(symbol, change(source(symbol)[1]), tmp_path)
    assert found.state == DIFFERS and "by the script" in found.reason and "by the code" in found.reason
