# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Each rule about streams that cannot be stitched, on handmade streams that only this rule refuses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest

from generator.model import Instr, Item, KernelError, LabelRef, Mem, Phys, R, Seam, Src, VReg
from generator.passes.contract import Contract
from generator.passes.hazards import _refuse_overlap, refuse_hazards
from generator.passes.memory import Access
from generator.passes.owners import TABLE, UNKNOWN, State
from generator.passes.provenance import Provenance, virtual
from generator.passes.streams import Part, Stitch
from tests.passes.small import Row, gp
from tests.passes.test_replay import code
from tests.passes.test_replay_far import APART, P, Q, Two, access

pytestmark = pytest.mark.kernels()  # no kernel is read

Bounds = tuple[int, int] | None
LAST = Phys("gp", 11)


def refused(
    first: Sequence[Row | str], second: Sequence[Row | str], after: Sequence[Row | str] = (), zero: Phys | None = None,
    live: frozenset[Phys] | None = None, bounds: Bounds = None,
) -> str:  # fmt: skip
    """The refusal of two streams and of the code behind them; empty if there is none. p and q are the pointers P, Q."""
    parts = [Part("one", code(first)), Part("two", code(second))]
    behind = code(after)
    one = Stitch(Seam("begin", Src("hand.py", 1)), 0, 0, parts, live)
    straight = [item for part in parts for item in part.items if isinstance(item, Instr)]
    known = Provenance(straight, 0, virtual(()), State({P: frozenset({"p"}), Q: frozenset({"q"})}), None)
    items: list[Item] = behind
    try:
        refuse_hazards(one, items, known, cast(Contract, Two()), lambda *pair: bounds, zero)
    except KernelError as error:
        return str(error)
    return ""


def at(base: VReg, disp: int = 0) -> Mem:
    return Mem(base, disp, width=64)


# -- registers ---------------------------------------------------------------------------------------------------------

SETS, READS = ("lea", gp(0), at(P)), ("lea", gp(1), Mem(Phys("gp", 0), 0, width=64))


def test_a_register_that_another_stream_reads_or_changes() -> None:
    assert "one changes gp register 0, which two reads at hand.py:1" in refused([SETS], [READS])
    assert "two changes gp register 0, which one reads at hand.py:1" in refused([READS], [SETS])
    assert "one changes gp register 0, which two changes at hand.py:1" in refused([SETS], [SETS])
    value = R(VReg(7, "sum", "gp", Src("hand.py", 1)), 64)
    assert "one changes sum, which two changes" in refused([("lea", value, at(P))], [("lea", value, at(P))])
    assert refused([READS], [("lea", gp(2), Mem(Phys("gp", 0), 8, width=64))]) == ""


def test_the_register_that_is_zero_and_free_ones() -> None:
    assert refused([SETS], [SETS], zero=Phys("gp", 0)) == ""
    assert "changes gp register 0" in refused([SETS], [SETS], zero=LAST)
    assert refused([SETS], [SETS], live=frozenset()) == ""
    assert "changes gp register 0" in refused([SETS], [SETS], live=frozenset({Phys("gp", 0)}))
    both = [SETS, ("lea", gp(LAST.num), at(P))]
    assert "changes gp register 11" in refused(both, both, zero=Phys("gp", 0))
    assert refused(both, both, zero=LAST, live=frozenset()) == ""


# -- flags -------------------------------------------------------------------------------------------------------------

ADDS, MOVES = ("add", gp(0), gp(1)), ("lea", gp(2), at(P))
CARRY, COMPARE = ("adc", gp(8), gp(9)), ("cmp", gp(8), gp(9))


def test_flags_behind_streams() -> None:
    """A read of flags that a stream changes, unless a compare, a label or a branch stands before it."""
    message = "adc reads flags that the stitch before it changes (add at hand.py:2)"
    assert message in refused([MOVES, ADDS], [], [CARRY])
    assert message in refused([MOVES, ADDS], [], [("lea", gp(8), at(P)), CARRY])
    assert message in refused([], [MOVES, ADDS], [CARRY])
    assert refused([MOVES], [("lea", gp(3), at(P))], [CARRY]) == ""
    assert refused([ADDS], [], [COMPARE, CARRY]) == ""
    assert refused([ADDS], [], ["label", CARRY]) == ""
    assert refused([ADDS], [], [("jmp", LabelRef("label")), CARRY]) == ""


def test_a_compare_that_sets_some_flags() -> None:
    """``inc`` leaves the carry as the stream left it."""
    assert "adc reads flags" in refused([ADDS], [], [("inc", gp(8)), CARRY])


# -- memory ------------------------------------------------------------------------------------------------------------


def store(base: VReg, disp: int = 0) -> Row:
    return ("mov", at(base, disp), gp(0))


def load(base: VReg, disp: int = 0, into: int = 1) -> Row:
    return ("mov", gp(into), at(base, disp))


def test_memory_that_another_stream_changes() -> None:
    assert "one writes the memory at p, and two reads there at hand.py:1" in refused([store(P)], [load(P)])
    assert "two writes the memory at p, and one reads there at hand.py:1" in refused([load(P)], [store(P)])
    assert "one writes the memory at p, and two writes there at hand.py:1" in refused([store(P)], [store(P)])
    assert refused([load(P)], [load(P, into=2)]) == ""


@pytest.mark.parametrize(("disp", "free"), [(8, True), (-8, True), (7, False), (-7, False), (0, False), (100, True)])
def test_other_bytes_of_one_pointer(disp: int, free: bool) -> None:
    assert (refused([store(P)], [load(P, disp)]) == "") == free


def collision(x: Access, y: Access, bounds: Bounds = None) -> str:
    def moved(a: int, b: int, p: str, q: str) -> Bounds:
        assert (a, b) == (P.id, Q.id)
        return bounds

    try:
        _refuse_overlap(Part("one", []), Part("two", []), x, y, cast(Contract, Two()), moved)
    except KernelError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("first", "bounds", "reach"),
    [
        (0, (0, 0), None),
        (0, (-24, 24), None),
        (0, (-25, 24), 33),
        (0, (-24, 25), 33),
        (4, (-28, 20), None),
        (4, (-29, 20), 33),
        (4, (-28, 21), 33),
        (4, (-60, 20), 64),
    ],
)
def test_a_distance(first: int, bounds: tuple[int, int], reach: int | None) -> None:
    """8 bytes at p + ``first``, and 8 at q. ``bounds``: how much further than q the first pointer has moved."""
    wrong = collision(access(P, ["p"], first, first + 8), access(Q, ["q"]), bounds)
    assert wrong == "" if reach is None else f"{APART} bytes from q, but {reach} bytes from where the other" in wrong


@pytest.mark.parametrize(
    ("base", "other", "words"),
    [
        (None, Q, "at places that change"),
        (P, None, "at places that change"),
        (P, "slot", "by pointers that have moved by unknown distances from p and q"),
        ("slot", Q, "by pointers that have moved by unknown distances"),
        (P, Q, "by pointers that have moved by unknown distances"),
    ],
)
def test_distances_that_are_not_known(base: object, other: object, words: str) -> None:
    assert words in collision(access(base, ["p"]), access(other, ["q"]))


AREA = "@area 0 block"


@pytest.mark.parametrize(
    ("owners", "others", "words"),
    [
        (["p"], ["r"], "the memory at p, which may be r"),
        ([AREA], [AREA], "area block of the frame"),
        ([AREA], ["@area 8 more"], ""),
        (["p"], ["other"], ""),
        (["p"], [TABLE], ""),
        ([TABLE], ["p"], ""),
        (["p"], [UNKNOWN], "memory of no known argument"),
        ([UNKNOWN], ["p"], "memory of no known argument"),
        ([], ["p"], "memory of no known argument"),
        (["p"], [], "memory of no known argument"),
        (["other", "p"], ["p"], "the memory at p"),
        (["p"], ["p", "z"], "the memory at p"),
        (["p"], ["other", "r"], "the memory at p, which may be r"),
    ],
)
def test_owners(owners: list[str], others: list[str], words: str) -> None:
    """Whose memory it is decides before distances do."""
    wrong = collision(access(None, owners), access(None, others))
    assert (wrong == "") if not words else (f"one writes {words}, and two writes there" in wrong)
