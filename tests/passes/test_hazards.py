# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Each rule about streams that cannot be stitched, on handmade streams that only this rule refuses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest

from generator.model import Instr, Item, KernelError, Mem, Phys, Seam, Src, VReg
from generator.passes.contract import Contract
from generator.passes.owners import State
from generator.passes.provenance import Provenance, virtual
from generator.passes.stitch.hazards import refuse_hazards
from generator.passes.stitch.streams import Part, Stitch
from tests.passes.small import Row, gp
from tests.passes.test_replay_order import code
from tests.passes.test_replay_order_far import P, Q, Two

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


def test_a_compare_that_sets_some_flags() -> None:
    """``inc`` leaves the carry as the stream left it."""
    assert "adc reads flags" in refused([ADDS], [], [("inc", gp(8)), CARRY])
