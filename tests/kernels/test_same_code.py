# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A syntax is only spelling: instructions are the same in all syntaxes, by all assemblers, on all triples of a kind."""

from __future__ import annotations

import pytest

import targets
from targets.trial.code import Line, disassemble, text_of
from tests.kernels.conftest import Cells
from tests.kernels.matrix import CELLS, TWINS

# Before an aligned label, assemblers differ in filler, and the listed alternate: no-operations, or (GNU as, 32-bit) a
# jump over them.


def without_filler(lines: list[Line]) -> list[Line]:
    out = []
    at = 0
    while at < len(lines):
        line = lines[at]
        if line.text.startswith("jmp 0x"):
            goal = int(line.text.split()[1], 16)
            over = [x for x in lines[at + 1 :] if x.offset < goal]
            if over and all(map(is_filler, over)) and goal > line.offset:
                at += 1 + len(over)
                continue
        if not is_filler(line):
            out.append(line)
        at += 1
    return out


def essence(lines: list[Line]) -> list[tuple[str, bytes]]:
    """Instructions without filler, and without the branch displacements that filler changes."""
    out = []
    kept = without_filler(lines)
    places = {line.offset: n for n, line in enumerate(kept)}
    end = kept[-1].offset if kept else 0
    for line in kept:
        word = line.text.split()
        if word[0][0] in "jb" and word[-1].lstrip("#").startswith("0x"):
            target = int(word[-1].lstrip("#"), 16)
            while target not in places and target < end:
                target += 1  # a label precedes its filler in some assemblers
            out.append((f"{word[0]} -> {places.get(target)}", b""))
        else:
            out.append((line.text, line.code))
    return out


def is_filler(line: Line) -> bool:
    word, _, rest = line.text.partition(" ")
    if word == "nop" or line.text.startswith(("xchg ax, ax", "data16", "cs nop")):
        return True
    # lea r, [r + 0] with a displacement byte too many: the long fillers of 32-bit mode
    if word == "lea":
        register, _, address = rest.partition(", ")
        inner = address.strip("[]").split(" + ")
        return (
            inner[0] in (register, f"{register}*1")
            and inner[-1] in ("0", register, "riz", "eiz*1")
            or (address == f"[{register}]" and len(line.code) > 2)
        )
    return False


@pytest.mark.parametrize(("kind", "triples"), TWINS.items(), ids=TWINS)
def test_same_instructions(kind: str, triples: tuple[str, ...], cells: Cells) -> None:
    """In all syntaxes of all triples with a calling convention and a format of objects."""
    first: dict[str, tuple[str, bytes, list[tuple[str, bytes]]]] = {}
    compared = 0
    for triple, syntax in CELLS:
        if triple not in triples:
            continue
        target = targets.load(triple)
        for by, objects in cells(triple, syntax).objects.items():
            for stem, path in objects.items():
                code, here = text_of(target, path), f"{triple} {syntax} by {by}"
                if stem in first and code == first[stem][1]:
                    compared += 1
                    continue
                mine = essence(disassemble(target, path))
                assert mine, f"{path}: no code"
                name, _, other = first.setdefault(stem, (here, code, mine))
                for n, (a, b) in enumerate(zip(other, mine)):
                    assert a == b, (
                        f"{kind} {stem}, instruction {n}: {name} has {a[0]} ({a[1].hex()}), "
                        f"{here} has {b[0]} ({b[1].hex()})"
                    )
                assert len(mine) == len(other), (
                    f"{kind} {stem}: {name} has {len(other)} instructions, {here} {len(mine)}"
                )
                compared += name != here
    if len(triples) > 1 or len(targets.load(triples[0]).syntaxes) > 1:
        assert compared > 0


def test_a_difference_is_seen() -> None:
    """The comparison itself sees a changed operand, and a missing instruction."""
    lines = [Line(0, "mov eax, ecx", b"\x89\xc8"), Line(2, "jne 0x0", b"\x75\xfc"), Line(4, "ret", b"\xc3")]
    changed = [Line(0, "mov eax, edx", b"\x89\xd0"), *lines[1:]]
    assert essence(lines) == essence(list(lines))
    assert essence(lines) != essence(changed)
    assert essence(lines)[1] == ("jne -> 0", b"")
    assert len(essence(lines[:2])) == 2
