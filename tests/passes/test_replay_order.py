# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Every check of the replay of an order alone, on handmade code that only this check finds wrong or right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest

from generator.model import AnyReg, Instr, Item, KernelError, LabelRef, Mem, Phys, R, Seam, Src, VReg
from generator.passes.contract import Contract
from generator.passes.judges.replay_order import _far, check_merge, check_order
from generator.passes.memory import Access, memory_accesses
from generator.passes.owners import State
from generator.passes.provenance import Provenance, virtual
from generator.passes.streams import Part, Stitch
from tests.passes.small import Row, function, gp

pytestmark = pytest.mark.kernels()  # no kernel is read

P, Q = VReg(1, "p", "gp", Src("hand.py", 1)), VReg(2, "q", "gp", Src("hand.py", 1))
STATE, DATA = Phys("gp", 7), Phys("gp", 6)
POINTERS: dict[AnyReg, str] = {P: "p", Q: "q", STATE: "p", DATA: "other"}
WORD, NEXT, READ = Mem(STATE, 0, width=64), Mem(STATE, 8, width=64), Mem(DATA, 0, width=64)
APART = 32


class Two:
    """A contract: q is 32 bytes or more from p, r may be p, and other is a buffer of its own."""

    def class_of(self, name: str) -> str:
        return {"r": "p"}.get(name, name)

    def distance(self, p: str, q: str) -> int | None:
        return None if "other" in (p, q) or p == q else APART


TWO = cast(Contract, Two())


def code(rows: Sequence[Row | str]) -> list[Item]:
    return list(function(rows).body)


def known(items: Sequence[Item]) -> Provenance:
    """Where the pointers of instructions point that run one after the other."""
    straight = [item for item in items if isinstance(item, Instr) and item.form.kind == "normal"]
    entry = State({reg: frozenset({name}) for reg, name in POINTERS.items()})
    return Provenance(straight, 0, virtual(()), entry, None)


def merged(
    parts: Sequence[Sequence[Row | str]], order: str, rare: Sequence[Row] = (), live: frozenset[Phys] | None = None,
    bounds: tuple[int, int] | None = None,
) -> str:  # fmt: skip
    """The replay's message about streams merged in this order (``a0``: the first item of the first stream), or nothing.
    ``rare``: the code at the first stream's first branch."""
    made = [Part(f"stream {name}", code(rows)) for name, rows in zip("ab", parts)]
    branch = next((i for i in made[0].items if isinstance(i, Instr) and i.form.kind == "branch"), None)
    if branch is not None:
        made[0].rare[id(branch)] = [item for item in code(rare) if isinstance(item, Instr)]
    one = Stitch(Seam("begin", Src("hand.py", 1)), 0, 0, made, live)
    everything = [item for part in made for item in (*part.items, *(i for code in part.rare.values() for i in code))]
    new = [made["ab".index(name[0])].items[int(name[1:])] for name in order.split()]
    try:
        check_merge(one, new, known(everything), TWO, lambda *pair: bounds)
    except KernelError as error:
        return str(error)
    return ""


def lea(number: int, mem: Mem = WORD) -> Row:
    return "lea", gp(number), mem


def by(number: int) -> Mem:
    return Mem(Phys("gp", number), 8)


COUNT, OWN_ORDER = "stitching is wrong: 2 items became", "stream a is not in its own order"
SEES, LEFT = "sees what another stream has left", "left otherwise than by the streams apart"
SAME = "perhaps of the same memory"
FOUR, LEAS = [[lea(0), lea(0, NEXT)], [lea(2, READ), lea(2, READ)]], [[lea(0)], [lea(2, READ)]]
THREE = [[lea(n) for n in range(3)], [lea(8, READ)]]
TEST, JUMP = ("test", gp(0), gp(0)), ("je", LabelRef("rare"))
BRANCH = [[TEST, JUMP, "back"], [lea(2, READ)]]
PASSED = [[lea(0, READ), lea(2, by(0)), lea(0)], [lea(0), lea(0)]]
FLAGS = [[("cmp", gp(0), gp(1)), ("cmove", gp(2), gp(3))], [("cmp", gp(6), gp(7))]]
IN_RARE = [[lea(0), TEST, JUMP, "back", lea(8, READ)], [lea(8), lea(8, READ)]]
READS_8 = [lea(2, by(8))]
AFTER_RARE = [[lea(8), TEST, JUMP, "back", *READS_8], [lea(8, READ), lea(8, READ)]]
SETS_8 = [lea(8, NEXT), lea(8, NEXT)]
BOTH = [[lea(0)], [lea(0, READ)]]
VALUES = [[("lea", R(P, 64), WORD)], [("lea", R(P, 64), READ)]]
TWICE = [[("mov", WORD, gp(0)), ("mov", WORD, gp(0))], [lea(2, READ)]]
FAR = [[("mov", Mem(one, 0, width=64), gp(0))] for one in (P, Q)]


@pytest.mark.parametrize(
    ("parts", "order", "more", "words"),
    [
        (FOUR, "a0 b0 a1 b1", {}, ""),
        (FOUR, "b0 b1 a0 a1", {}, ""),
        *((LEAS, order, {}, COUNT) for order in ("a0", "a0 b0 b0", "a0 a0", "")),
        (THREE, "a0 b0 a1 a2", {}, ""),
        (THREE, "a1 b0 a0 a2", {}, OWN_ORDER),
        (THREE, "a0 a2 a1 b0", {}, OWN_ORDER),
        (BRANCH, "a0 a1 a2 b0", {}, ""),
        (BRANCH, "a0 a1 b0 a2", {}, "code is between a branch and back"),
        # A register and a flag that another stream changes between write and read. The values at the end are equal.
        (PASSED, "a0 a1 a2 b0 b1", {}, ""),
        (PASSED, "a0 b0 a1 a2 b1", {}, "lea " + SEES),
        (FLAGS, "a0 a1 b0", {}, ""),
        (FLAGS, "a0 b0 a1", {}, "cmove " + SEES),
        # Code out of line, and code after the branch: it sees both what the rare code leaves and what was there.
        (IN_RARE, "a0 a1 a2 a3 a4 b0 b1", {"rare": READS_8}, ""),
        (IN_RARE, "b0 a0 a1 a2 a3 a4 b1", {"rare": READS_8}, "lea " + SEES),
        (AFTER_RARE, "a0 a1 a2 a3 a4 b0 b1", {"rare": SETS_8}, ""),
        (AFTER_RARE, "a0 b0 a1 a2 a3 a4 b1", {"rare": SETS_8}, "lea " + SEES),
        # The last writer of a register. Only one that nobody reads, and no value of the script, may be another's.
        (BOTH, "a0 b0", {}, ""),
        (BOTH, "b0 a0", {}, LEFT),
        (BOTH, "b0 a0", {"live": frozenset()}, ""),
        (BOTH, "b0 a0", {"live": frozenset({STATE})}, ""),
        (BOTH, "b0 a0", {"live": frozenset({Phys("gp", 0)})}, LEFT),
        (VALUES, "b0 a0", {"live": frozenset()}, LEFT),
        # Memory: a stream's own accesses, and a distance that the contract gives.
        (TWICE, "a0 b0 a1", {}, ""),
        (FAR, "b0 a0", {"bounds": (-24, 24)}, ""),
        (FAR, "b0 a0", {"bounds": (-24, 25)}, SAME),
        (FAR, "b0 a0", {}, SAME),
    ],
)  # fmt: skip
def test_merges(parts: Sequence[Sequence[Row | str]], order: str, more: dict[str, Any], words: str) -> None:
    found = merged(parts, order, **more)
    assert words in found and bool(words) == bool(found), found


def reordered(rows: Sequence[Row], order: Sequence[int]) -> str:
    """The replay's message about straight code in another order, or nothing."""
    items = [item for item in code(rows) if isinstance(item, Instr)]
    memory = [tuple(memory_accesses(item, known(items), lambda reg: reg)) for item in items]
    try:
        check_order(items, [items[n] for n in order], memory, TWO)
    except KernelError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("first", "second", "free"),
    [
        (("mov", WORD, gp(0)), ("mov", gp(1), WORD), False),  # read before it is written
        (("mov", gp(1), WORD), ("mov", WORD, gp(0)), False),
        (("mov", WORD, gp(0)), ("mov", WORD, gp(1)), False),
        (("mov", WORD, gp(0)), ("mov", Mem(STATE, 4, width=64), gp(1)), False),
        (("mov", WORD, gp(0)), ("mov", NEXT, gp(1)), True),  # other bytes
        (("mov", gp(0), WORD), ("mov", gp(1), WORD), True),  # no write
        (("mov", WORD, gp(0)), ("mov", gp(1), READ), True),  # another argument
        (("mov", WORD, gp(0)), ("mov", gp(1), Mem(Phys("gp", 2), 0, width=64)), False),  # an unknown owner
    ],
)  # fmt: skip
def test_merge_and_order_keep_memory(first: Row, second: Row, free: bool) -> None:
    assert merged([[first], [second]], "a0 b0") == ""
    for found, name in (
        (merged([[first], [second]], "b0 a0"), "stitching"),
        (reordered([first, second], [1, 0]), "ordering"),
    ):
        assert found == "" if free else f"{name} is wrong: mov comes before mov of line 1, {SAME}" in found


@pytest.mark.parametrize(
    ("rows", "order", "words"),
    [
        (LEAS[0] + LEAS[1], [1, 0], ""),
        *((LEAS[0] + LEAS[1], order, "ordering is wrong: 2 instructions became") for order in ([0], [0, 1, 1], [1, 1])),
        ([lea(0), lea(1, by(0)), lea(0, READ)], [0, 1, 2], ""),
        ([lea(0), lea(1, by(0)), lea(0, READ)], [1, 0, 2], "lea sees what others have left"),
        ([*FLAGS[0], ("cmp", gp(8), gp(9))], [1, 0, 2], "cmove sees what others have left"),
        ([lea(0), lea(0, READ)], [1, 0], "left otherwise than by the script"),
    ],
)
def test_orders(rows: Sequence[Row], order: Sequence[int], words: str) -> None:
    found = reordered(rows, order)
    assert words in found and bool(words) == bool(found), found


@pytest.mark.parametrize(
    ("first", "bounds", "expected"),
    [
        (0, (0, 0), True),
        (0, (-24, 24), True),  # p below q ends where q's bytes begin, p above q begins where they end
        (0, (-25, 24), False),
        (0, (-24, 25), False),
        (4, (-28, 20), True),
        (4, (-29, 20), False),
        (4, (-28, 21), False),
        (100, (-124, -76), True),
        (100, (-125, -76), False),
        (100, (-124, -75), False),
        (0, None, False),
    ],
)
def test_a_distance(first: int, bounds: tuple[int, int] | None, expected: bool) -> None:
    """8 bytes at p + ``first``, and 8 at q. ``bounds``: how much further than q the first pointer has moved."""
    item = cast(Instr, code([lea(0)])[0])

    def moved(a: int, b: int, p: str, q: str) -> tuple[int, int] | None:
        assert (a, b) == (P.id, Q.id) and Two().distance(p, q) == APART
        return bounds

    x = Access(item, True, frozenset({"p"}), (P, 0), first, first + 8)
    y = Access(item, True, frozenset({"q"}), (Q, 0), 0, 8)
    assert _far(x, y, TWO, moved) is expected
