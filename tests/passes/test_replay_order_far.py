# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The replay's rules about places, each on one case that only it decides: distances of the contract, bases that move,
code out of line, registers that nobody reads any more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest

from generator.model import Instr, Item, KernelError, LabelRef, Mem, Phys, R, Seam, Src, VReg
from generator.passes.contract import Contract
from generator.passes.judges.replay_order import _far, check_merge
from generator.passes.memory import Access
from generator.passes.owners import State
from generator.passes.provenance import Provenance, virtual
from generator.passes.streams import Part, Stitch
from tests.passes.small import Row, gp
from tests.passes.test_replay_order import NEXT, READ, STATE, WORD, code, kernel, known

pytestmark = pytest.mark.kernels()  # of md5_blocks, the contract

P, Q = VReg(1, "p", "gp", Src("hand.py", 1)), VReg(2, "q", "gp", Src("hand.py", 1))
ITEM = cast(Instr, next(iter(code([("lea", gp(0), WORD)]))))
APART = 32


class Two:
    """A contract: q lies 32 bytes or more from p, r may be p, and other is a buffer of its own."""

    def class_of(self, name: str) -> str:
        return {"r": "p"}.get(name, name)

    def distance(self, p: str, q: str) -> int | None:
        return None if "other" in (p, q) or p == q else APART


def access(base: object, owners: Sequence[str], first: int = 0, end: int = 8, write: bool = True) -> Access:
    return Access(ITEM, write, frozenset(owners), base, first, end)


def far(x: Access, y: Access, bounds: tuple[int, int] | None) -> bool:
    def moved(a: int, b: int, p: str, q: str) -> tuple[int, int] | None:
        assert (a, b) == (P.id, Q.id) and Two().distance(p, q) == APART
        return bounds

    return _far(x, y, cast(Contract, Two()), moved)


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
    assert far(access((P, 0), ["p"], first, first + 8), access((Q, 0), ["q"]), bounds) is expected


# -- bases and places --------------------------------------------------------------------------------------------------


def stitched(
    parts: Sequence[Part], merged: Sequence[Item], live: frozenset[Phys] | None = None,
    pointers: dict[VReg, str] | None = None, bounds: tuple[int, int] | None = None,
) -> str:  # fmt: skip
    """The replay's message about an order of the items of streams; empty if there is none."""
    one = Stitch(Seam("begin", Src("hand.py", 1)), 0, 0, list(parts), live)
    everything = [item for part in parts for item in (*part.items, *(i for code in part.rare.values() for i in code))]
    contract: Contract = kernel()
    places = known(everything)
    if pointers is not None:
        straight = [item for item in everything if isinstance(item, Instr)]
        entry = State({reg: frozenset({name}) for reg, name in pointers.items()})
        contract, places = cast(Contract, Two()), Provenance(straight, 0, virtual(()), entry, None)
    try:
        check_merge(one, list(merged), places, contract, lambda *pair: bounds)
    except KernelError as error:
        return str(error)
    return ""


def test_a_stream_may_write_twice_to_a_place() -> None:
    """A stream's own accesses keep their order: it is that of the stream."""
    first, second = code([("mov", WORD, gp(0)), ("mov", WORD, gp(0))]), code([("lea", gp(2), READ)])
    assert stitched([Part("one", first), Part("two", second)], [first[0], second[0], first[1]]) == ""


def test_streams_at_a_distance_have_no_order() -> None:
    first, second = code([("mov", Mem(P, 0, width=64), gp(0))]), code([("mov", Mem(Q, 0, width=64), gp(0))])
    parts, order = [Part("one", first), Part("two", second)], [second[0], first[0]]
    assert stitched(parts, order, pointers={P: "p", Q: "q"}, bounds=(-24, 24)) == ""
    assert "perhaps of the same memory" in stitched(parts, order, pointers={P: "p", Q: "q"}, bounds=(-24, 25))
    assert "perhaps of the same memory" in stitched(parts, order, pointers={P: "p", Q: "q"})


def test_one_item_of_a_stream_stands_in_its_place() -> None:
    first, second = code([("lea", gp(n), WORD) for n in range(3)]), code([("lea", gp(8), READ)])
    parts = [Part("one", first), Part("two", second)]
    assert stitched(parts, [*first, *second]) == ""
    assert "one is not in its own order" in stitched(parts, [first[0], first[2], first[1], *second])


def test_what_code_out_of_line_may_leave() -> None:
    """Code behind a branch sees what the code out of line leaves, and what was there if the branch was not taken."""
    reads: Row = ("lea", gp(2), Mem(Phys("gp", 8), 8))
    first = code([("lea", gp(8), WORD), ("test", gp(0), gp(0)), ("je", LabelRef("rare")), "back", reads])
    second = code([("lea", gp(8), READ), ("lea", gp(8), READ)])
    rare = [item for item in code([("lea", gp(8), NEXT), ("lea", gp(8), NEXT)]) if isinstance(item, Instr)]
    parts = [Part("one", first, {id(first[2]): rare}), Part("two", second)]
    assert stitched(parts, [*first, *second]) == ""
    wrong = stitched(parts, [first[0], second[0], *first[1:], second[1]])
    assert "lea sees what another stream has left" in wrong


def test_registers_that_nobody_reads_behind_the_streams() -> None:
    """Only these, and no value of the script, may be left by another stream."""
    first, second = code([("lea", gp(0), WORD)]), code([("lea", gp(0), READ)])
    parts, order = [Part("one", first), Part("two", second)], [second[0], first[0]]
    assert "left otherwise" in stitched(parts, order)
    assert stitched(parts, order, frozenset()) == ""
    assert stitched(parts, order, frozenset({STATE})) == ""
    assert "left otherwise" in stitched(parts, order, frozenset({Phys("gp", 0)}))
    value = R(P, 64)
    first, second = code([("lea", value, WORD)]), code([("lea", value, READ)])
    parts, order = [Part("one", first), Part("two", second)], [second[0], first[0]]
    assert "left otherwise" in stitched(parts, order, frozenset())
