# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Each rule about streams that cannot be stitched, on handmade streams that only this rule refuses."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from generator.model import KernelError, Mem, Phys, Seam, Src
from generator.passes.stitch.hazards import refuse_hazards
from generator.passes.streams import Part, Stitch
from tests.passes.small import Row, gp
from tests.passes.test_replay_order import TWO, P, code, known

pytestmark = pytest.mark.kernels()  # no kernel is read

FIRST, LAST = Phys("gp", 0), Phys("gp", 11)
SETS, SETS_LAST = (("lea", gp(reg.num), Mem(P, width=64)) for reg in (FIRST, LAST))
CHANGES, CHANGES_LAST = "changes gp register 0", "changes gp register 11"


@pytest.mark.parametrize(
    ("rows", "zero", "live", "words"),
    [
        ([SETS], FIRST, None, ""),
        ([SETS], LAST, None, CHANGES),
        ([SETS], None, [], ""),
        ([SETS], None, [FIRST], CHANGES),
        ([SETS, SETS_LAST], FIRST, None, CHANGES_LAST),
        ([SETS, SETS_LAST], LAST, [], ""),
    ],
)
def test_the_register_that_is_zero_and_free_ones(
    rows: Sequence[Row], zero: Phys | None, live: Sequence[Phys] | None, words: str
) -> None:
    """Two equal streams."""
    found = refused(rows, rows, zero=zero, live=None if live is None else frozenset(live))
    assert words in found and bool(words) == bool(found)


def refused(
    first: Sequence[Row], second: Sequence[Row], after: Sequence[Row] = (), zero: Phys | None = None,
    live: frozenset[Phys] | None = None,
) -> str:  # fmt: skip
    """The refusal of two streams and of the code after them; empty if there is none."""
    parts = [Part("one", code(first)), Part("two", code(second))]
    one = Stitch(Seam("begin", Src("hand.py", 1)), 0, 0, parts, live)
    straight = [item for part in parts for item in part.items]
    try:
        refuse_hazards(one, code(after), known(straight), TWO, lambda *pair: None, zero)
    except KernelError as error:
        return str(error)
    return ""


def test_a_compare_that_sets_some_flags() -> None:
    """``inc`` leaves the carry as the stream left it."""
    assert "adc reads flags" in refused([("add", gp(0), gp(1))], [], [("inc", gp(8)), ("adc", gp(8), gp(9))])
