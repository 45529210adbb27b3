# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The whole text of handmade functions in every syntax, line by line, beside the place of each line in the function.

``texts/`` has the texts as they were read and assembled before. ``python -m tests.emit.test_texts`` writes them anew
after a change that is meant: the difference shows what the change does to each syntax.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import targets
from generator.emit import dialect, preamble, render, together, written
from generator.model import Function, Instr, Item, LabelDef
from targets import Target
from tests.emit.objects import HASH, PAIRS, VERSION
from tests.emit.samples_aarch64 import aarch64
from tests.emit.samples_x86 import x86, x86_64, x86_64_small, x86_table

pytestmark = pytest.mark.kernels()  # handmade functions

TEXTS = Path(__file__).with_name("texts")
DIALECTS = sorted(
    {(targets.load(triple).arch, dialect(targets.load(triple).arch, syntax)) for triple, syntax in PAIRS}
    - {("x86_64", "masm"), ("x86", "masm")}
)


def samples(target: Target) -> list[Function]:
    """With two ways out, and what only one convention has."""
    if target.arch == "x86_64":
        return [x86_64(target.abi, twice=True), x86_64_small(target.abi)]
    return [x86(twice=True), x86_table()] if target.arch == "x86" else [aarch64(target.abi, twice=True)]


def of(triple: str, syntax: str) -> str:
    """The samples of a target, each with its places."""
    target = targets.load(triple)
    return "".join(placed(one, target, syntax) for one in samples(target))


def placed(function: Function, target: Target, syntax: str) -> str:
    """Each line, behind the number of its item in the body and p for the prologue or e for an epilogue."""
    made = written(function, target, syntax, version=VERSION, script=HASH)
    assert made.text == render(function, target, syntax, version=VERSION, script=HASH)
    numbers: dict[int, int] = {}
    at = -1
    for line, item in sorted(made.items.items()):
        at = next(n for n in range(at + 1, len(function.body)) if _same(function.body[n], item))
        numbers[line] = at
    out = []
    for line, text in enumerate(made.text.splitlines(), 1):
        where = f"{numbers.get(line, '')}{made.frame.get(line, '')[:1]}"
        out.append(f"{where:>4}|{text}\n")
    names = "".join(f"    |{table} is {name}\n" for table, name in made.names.items())
    return "".join(out) + names


def _same(item: Item, found: Item) -> bool:
    if isinstance(item, Instr) and isinstance(found, Instr):
        return item.mnem == found.mnem  # some syntaxes write operands in another order, or another value
    return isinstance(item, LabelDef) and item is found


def several(arch: str, spelling: str) -> str:
    """The preamble of all targets of a dialect, and a function in one file for all of them."""
    cells = [
        (targets.load(t), s)
        for t, s in PAIRS
        if (targets.load(t).arch, dialect(targets.load(t).arch, s)) == (arch, spelling)
    ]
    head = preamble([target for target, _ in cells], cells[0][1], VERSION)
    made = [(replace(samples(target)[0], symbol="sample"), target, syntax) for target, syntax in cells]
    return head + together(made, version=VERSION, script=HASH)


def compare(name: str, text: str) -> None:
    wanted = (TEXTS / name).read_text("utf-8").splitlines()
    for number, (ours, theirs) in enumerate(zip(text.splitlines(), wanted), 1):
        assert ours == theirs, f"{name}:{number}"
    assert len(text.splitlines()) == len(wanted), name


@pytest.mark.parametrize(("triple", "syntax"), PAIRS)
def test_one_target(triple: str, syntax: str) -> None:
    compare(f"{triple}-{syntax}.txt", of(triple, syntax))


@pytest.mark.parametrize(("arch", "spelling"), DIALECTS)
def test_several_targets(arch: str, spelling: str) -> None:
    compare(f"{arch}-{spelling}.txt", several(arch, spelling))


if __name__ == "__main__":
    TEXTS.mkdir(exist_ok=True)
    for triple, syntax in PAIRS:
        (TEXTS / f"{triple}-{syntax}.txt").write_text(of(triple, syntax), "utf-8")
    for arch, spelling in DIALECTS:
        (TEXTS / f"{arch}-{spelling}.txt").write_text(several(arch, spelling), "utf-8")
