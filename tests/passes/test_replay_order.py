# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Every check of the replay alone, on handmade code that only this check finds wrong."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from generator.lang.contract import Kernel
from generator.library import load
from generator.model import Instr, Item, KernelError, LabelRef, Mem, Phys, Seam, Src
from generator.passes.judges.replay_order import check_merge, check_order
from generator.passes.memory import memory_accesses
from generator.passes.owners import State
from generator.passes.provenance import Provenance, virtual
from generator.passes.streams import Part, Stitch
from tests.passes.small import Row, function, gp

pytestmark = pytest.mark.kernels()  # of md5_blocks, the contract

STATE, DATA = Phys("gp", 7), Phys("gp", 6)  # sysv64's first two arguments of md5_blocks
WORD, NEXT, READ = Mem(STATE, 0, width=64), Mem(STATE, 8, width=64), Mem(DATA, 0, width=64)


def known(items: Sequence[Item]) -> Provenance:
    """Where the pointers of instructions point that run one after the other."""
    straight = [item for item in items if isinstance(item, Instr) and item.form.kind == "normal"]
    entry = State({STATE: frozenset({"state"}), DATA: frozenset({"data"})})
    return Provenance(straight, 0, virtual(()), entry, None)


@cache
def kernel() -> Kernel:
    return load().kernels["md5_blocks"]


def code(rows: Sequence[Row | str]) -> list[Item]:
    return list(function(rows).body)


def merged(
    parts: Sequence[Sequence[Row | str]], order: Sequence[tuple[int, int]], rare: Sequence[Row] = ()
) -> str | None:  # fmt: skip
    """The replay's message about streams merged in this order, as (stream, item). ``rare``: the code at the first
    stream's first branch."""
    made = [Part(f"stream {n + 1}", code(rows)) for n, rows in enumerate(parts)]
    branch = next((i for i in made[0].items if isinstance(i, Instr) and i.form.kind == "branch"), None)
    if branch is not None:
        made[0].rare[id(branch)] = [item for item in code(rare) if isinstance(item, Instr)]
    one = Stitch(Seam("begin", Src("hand.py", 1)), 0, 0, made)
    everything = [item for part in made for item in (*part.items, *(i for code in part.rare.values() for i in code))]
    try:
        check_merge(one, [made[n].items[i] for n, i in order], known(everything), kernel(), lambda *pair: None)
    except KernelError as error:
        return str(error)
    return None


ADD, XOR = ("add", gp(0), gp(1)), ("xor", gp(2), gp(3))
SETS, READS = ("add", gp(0), gp(1)), ("adc", gp(8), gp(9))
IN_TURN = [(0, 0), (1, 0), (0, 1), (1, 1)]
APART: list[list[Row]] = [[ADD, ("rol", gp(0), gp(1, 8))], [XOR, ("not", gp(2))]]


def test_merge_is_accepted() -> None:
    leas: list[list[Row]] = [[("lea", gp(0), WORD), ("lea", gp(0), NEXT)], [("lea", gp(2), READ), ("lea", gp(2), READ)]]
    assert merged(leas, IN_TURN) is None
    assert merged(leas, [(1, 0), (1, 1), (0, 0), (0, 1)]) is None


def test_merge_loses_nothing() -> None:
    leas: list[list[Row]] = [[("lea", gp(0), WORD)], [("lea", gp(2), READ)]]
    assert merged(leas, [(0, 0), (1, 0)]) is None
    for order in ([(0, 0)], [(0, 0), (1, 0), (1, 0)], [(0, 0), (0, 0)], []):
        assert "stitching is wrong: 2 items became" in (merged(leas, order) or "")


def test_merge_keeps_each_stream_s_order() -> None:
    """Instructions that share nothing. Nothing else shows their order."""
    leas: list[list[Row]] = [[("lea", gp(0), WORD), ("lea", gp(1), WORD)], [("lea", gp(2), READ)]]
    assert merged(leas, [(0, 0), (1, 0), (0, 1)]) is None
    assert "stream 1 is not in its own order" in (merged(leas, [(0, 1), (1, 0), (0, 0)]) or "")


def test_merge_keeps_a_branch_with_its_label() -> None:
    parts: list[list[Row | str]] = [[("test", gp(0), gp(0)), ("je", LabelRef("rare")), "back"], [("lea", gp(2), READ)]]
    assert merged(parts, [(0, 0), (0, 1), (0, 2), (1, 0)]) is None
    wrong = merged(parts, [(0, 0), (0, 1), (1, 0), (0, 2)])
    assert "code stands between a branch and back" in (wrong or "")


def test_merge_keeps_what_is_read() -> None:
    """Another stream changes a register and a flag between write and read. The values at the end are equal."""
    last: Row = ("lea", gp(0), WORD)
    registers: list[list[Row]] = [[("lea", gp(0), READ), ("lea", gp(2), Mem(Phys("gp", 0), 8)), last], [last, last]]
    assert merged(registers, [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)]) is None
    wrong = merged(registers, [(0, 0), (1, 0), (0, 1), (0, 2), (1, 1)])
    assert "lea sees what another stream has left" in (wrong or "")
    flags: list[list[Row]] = [[("cmp", gp(0), gp(1)), ("cmove", gp(2), gp(3))], [("cmp", gp(6), gp(7))]]
    assert merged(flags, [(0, 0), (0, 1), (1, 0)]) is None
    assert "cmove sees what another stream has left" in (merged(flags, [(0, 0), (1, 0), (0, 1)]) or "")


def test_merge_keeps_what_rare_code_reads() -> None:
    parts: list[list[Row | str]] = [
        [("lea", gp(0), WORD), ("test", gp(0), gp(0)), ("je", LabelRef("rare")), "back", ("lea", gp(8), READ)],
        [("lea", gp(8), WORD), ("lea", gp(8), READ)],
    ]
    rare: list[Row] = [("lea", gp(2), Mem(Phys("gp", 8), 8))]
    order = [(0, n) for n in range(5)]
    assert merged(parts, [*order, (1, 0), (1, 1)], rare) is None
    wrong = merged(parts, [(1, 0), *order, (1, 1)], rare)
    assert "lea sees what another stream has left" in (wrong or "")


def test_merge_leaves_what_the_streams_leave() -> None:
    """The last writer of a register that is never read."""
    both: list[list[Row]] = [[("lea", gp(0), WORD)], [("lea", gp(0), READ)]]
    assert merged(both, [(0, 0), (1, 0)]) is None
    assert "left otherwise than by the streams apart" in (merged(both, [(1, 0), (0, 0)]) or "")


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
    assert merged([[first], [second]], [(0, 0), (1, 0)]) is None
    wrong = merged([[first], [second]], [(1, 0), (0, 0)])
    assert (wrong is None) == free
    assert free or "stitching is wrong: mov comes before mov of line 1, perhaps of the same memory" in str(wrong)
    wrong = reordered([first, second], [1, 0])
    assert (wrong is None) == free
    assert free or "ordering is wrong: mov comes before mov of line 1, perhaps of the same memory" in str(wrong)


def test_a_base_that_moves_is_another_place() -> None:
    """Equal offsets from a register before and after its change may be the same bytes or not."""
    parts: list[list[Row]] = [[("mov", WORD, gp(0)), ("lea", R_STATE, Mem(STATE, 4))], [("mov", gp(1), NEXT)]]
    assert "lea" not in str(merged(parts, [(0, 0), (0, 1), (1, 0)]))
    assert merged(parts, [(0, 0), (1, 0), (0, 1)]) is not None


R_STATE = gp(7)


# -- one stream in another order ---------------------------------------------------------------------------------------


def reordered(rows: Sequence[Row], order: Sequence[int]) -> str | None:
    """The replay's message about straight code in another order."""
    items = [item for item in code(rows) if isinstance(item, Instr)]
    memory = [tuple(memory_accesses(item, known(items), lambda reg: reg)) for item in items]
    try:
        check_order(items, [items[n] for n in order], memory, kernel())
    except KernelError as error:
        return str(error)
    return None


def test_order_loses_nothing() -> None:
    rows: list[Row] = [("lea", gp(0), WORD), ("lea", gp(1), READ)]
    assert reordered(rows, [1, 0]) is None
    for order in ([0], [0, 1, 1], [0, 0], [1, 1]):
        assert "ordering is wrong: 2 instructions became" in (reordered(rows, order) or "")


def test_order_keeps_what_is_read() -> None:
    rows: list[Row] = [("lea", gp(0), WORD), ("lea", gp(1), Mem(Phys("gp", 0), 8)), ("lea", gp(0), READ)]
    assert reordered(rows, [0, 1, 2]) is None
    assert "lea sees what others have left" in (reordered(rows, [1, 0, 2]) or "")
    flags: list[Row] = [("cmp", gp(0), gp(1)), ("cmove", gp(2), gp(3)), ("cmp", gp(8), gp(9))]
    assert "cmove sees what others have left" in (reordered(flags, [1, 0, 2]) or "")


def test_order_leaves_what_the_script_leaves() -> None:
    rows: list[Row] = [("lea", gp(0), WORD), ("lea", gp(0), READ)]
    assert "left otherwise than by the script" in (reordered(rows, [1, 0]) or "")
