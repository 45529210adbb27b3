# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Each rule about streams that cannot be stitched, on handmade streams that only this rule refuses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest

from generator.model import Instr, KernelError, Mem, Phys, Seam, Src
from generator.passes.contract import Contract
from generator.passes.owners import State
from generator.passes.provenance import Provenance, virtual
from generator.passes.stitch.hazards import refuse_hazards
from generator.passes.streams import Part, Stitch
from tests.passes.small import Row, gp
from tests.passes.test_replay_order import code
from tests.passes.test_replay_order_far import P, Two

pytestmark = pytest.mark.kernels()  # no kernel is read

LAST = Phys("gp", 11)
PLACE = Mem(P, width=64)
SETS: Row = ("lea", gp(0), PLACE)


def refused(
    first: Sequence[Row], second: Sequence[Row], after: Sequence[Row] = (), zero: Phys | None = None,
    live: frozenset[Phys] | None = None,
) -> str:  # fmt: skip
    """The refusal of two streams and of the code behind them; empty if there is none."""
    parts = [Part("one", code(first)), Part("two", code(second))]
    one = Stitch(Seam("begin", Src("hand.py", 1)), 0, 0, parts, live)
    straight = [item for part in parts for item in part.items if isinstance(item, Instr)]
    known = Provenance(straight, 0, virtual(()), State({P: frozenset({"p"})}), None)
    try:
        refuse_hazards(one, code(after), known, cast(Contract, Two()), lambda *pair: None, zero)
    except KernelError as error:
        return str(error)
    return ""


def test_the_register_that_is_zero_and_free_ones() -> None:
    assert refused([SETS], [SETS], zero=Phys("gp", 0)) == ""
    assert "changes gp register 0" in refused([SETS], [SETS], zero=LAST)
    assert refused([SETS], [SETS], live=frozenset()) == ""
    assert "changes gp register 0" in refused([SETS], [SETS], live=frozenset({Phys("gp", 0)}))
    both: list[Row] = [SETS, ("lea", gp(LAST.num), PLACE)]
    assert "changes gp register 11" in refused(both, both, zero=Phys("gp", 0))
    assert refused(both, both, zero=LAST, live=frozenset()) == ""


def test_a_compare_that_sets_some_flags() -> None:
    """``inc`` leaves the carry as the stream left it."""
    assert "adc reads flags" in refused([("add", gp(0), gp(1))], [], [("inc", gp(8)), ("adc", gp(8), gp(9))])
