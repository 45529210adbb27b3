# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The scheduler on straight code by hand: which instruction goes next, and what keeps two in their order.

Instructions are named by the register that they write, or by the number of their place.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from generator.isa import forms
from generator.isa.timing import Core
from generator.machines.aarch64.timing import CORE
from generator.model import Imm, Instr, Item, LabelDef, LabelRef, Mem, Operand, Phys, R, Shift, Src
from generator.passes.allocation import Allocation
from generator.passes.memory import Access
from generator.passes.order import Run, _nodes, order, ordered, runs
from tests.passes.programs import declared
from tests.passes.small import gp

pytestmark = pytest.mark.kernels()

ZERO = Phys("gp", 32)
SRC = Src("f.py", 1)
ONE = replace(CORE, issue=1)
"""A core that issues one instruction a cycle: nothing but heights and delays decides."""


def made(mnem: str, *ops: Operand) -> Instr:
    return Instr(mnem, ops, forms.find("aarch64", mnem, ops), SRC)


def add(to: int, one: int, other: int) -> Instr:
    return made("add", gp(to), gp(one), gp(other))


def load(to: int, base: int) -> Instr:
    return made("ldr", gp(to), Mem(Phys("gp", base), width=64))


def mul(to: int, one: int, other: int) -> Instr:
    return made("mul", gp(to), gp(one), gp(other))


def contract() -> Any:
    return declared("tiny", lambda k, memory, a, n: None)


def places(
    items: list[Instr], model: Core = ONE, *, memory: list[tuple[Access, ...]] | None = None, branches: bool = False
) -> list[int]:
    """The order, as places in the script."""
    run = Run(items, memory or [()] * len(items), branches)
    found = ordered(run, contract(), model, ZERO)
    return [next(n for n, item in enumerate(items) if item is one) for one in found]


def test_the_longest_chain_first() -> None:
    """Of those that are ready, the one with the longest chain behind it; of equal ones the first in the script."""
    assert places([add(1, 10, 11), add(2, 10, 11), load(3, 10), add(4, 3, 3)]) == [2, 0, 1, 3]
    assert places([add(1, 10, 11), add(2, 10, 11), add(3, 10, 11)]) == [0, 1, 2]
    assert places([add(1, 10, 11), add(2, 1, 1), add(3, 2, 2), mul(4, 10, 11)]) == [3, 0, 1, 2]
    assert places([add(1, 10, 11), mul(2, 10, 11), mul(3, 2, 2)]) == [1, 0, 2]


def test_results_need_time() -> None:
    """A reader waits for the latency, and other instructions fill the gap."""
    fill = [add(n, 10, 11) for n in range(1, 7)]
    assert places([load(8, 10), add(9, 8, 8), *fill]) == [0, 2, 3, 4, 1, 5, 6, 7]
    # An address, and a register that is shifted, are needed two cycles earlier.
    assert places([load(8, 10), load(9, 8), *fill]) == [0, 2, 3, 4, 5, 6, 1, 7]
    shifted = made("add", gp(9), gp(10), gp(8), Shift("lsl", 3))
    assert places([load(8, 10), shifted, *fill]) == [0, 2, 3, 4, 5, 6, 1, 7]
    other = made("add", gp(9), gp(8), gp(10), Shift("lsl", 3))
    assert places([load(8, 10), other, *fill]) == [0, 2, 3, 4, 1, 5, 6, 7]
    turned = made("ror", gp(8), gp(10), Imm(7))  # three cycles
    assert places([turned, add(9, 8, 8), *fill[:3]]) == [0, 2, 3, 1, 4]


def test_two_in_a_cycle() -> None:
    """Two instructions issue together, unless they need one unit that takes one."""
    fill = [add(n, 10, 11) for n in range(1, 5)]
    assert places([load(8, 10), load(9, 10), *fill], CORE) == [0, 2, 1, 3, 4, 5]
    assert places([mul(8, 10, 11), load(9, 10), *fill], CORE) == [0, 1, 2, 3, 4, 5]
    assert places([load(8, 10), add(9, 8, 8), *fill], CORE) == [0, 2, 3, 4, 5, 1]


def test_registers_keep_their_order() -> None:
    """A write stays behind earlier reads and writes, without a delay. Writes of the zero register are none."""
    slow = load(8, 10)
    assert places([slow, add(9, 8, 8), add(8, 10, 11), add(1, 8, 8)]) == [0, 1, 2, 3]
    assert places([add(9, 8, 8), load(8, 10), add(1, 8, 8)]) == [0, 1, 2]
    assert places([add(8, 10, 11), load(8, 10), add(1, 8, 8)]) == [0, 1, 2]
    to_zero = [made("adds", R(ZERO, 64), gp(10), gp(11)), load(1, 10), add(2, 1, 1)]
    assert places(to_zero) == [1, 0, 2]
    twice = [made("add", gp(1), R(ZERO, 64), gp(3)), made("orr", R(ZERO, 64), gp(4), gp(5)), load(6, 10), mul(7, 6, 6)]
    assert places(twice)[0] == 2


def test_flags_keep_their_order() -> None:
    compare, other = made("cmp", gp(1), gp(2)), made("cmp", gp(3), gp(4))
    use = made("adc", gp(5), gp(6), gp(7))
    long = [load(8, 10), mul(9, 8, 8)]
    assert places([compare, use, other, made("adc", gp(8), gp(6), gp(7))]) == [0, 1, 2, 3]
    assert places([compare, *long]) == [1, 0, 2]


def test_a_branch_wants_its_flags_early() -> None:
    """The last setter of flags counts as if a chain of three cycles stood behind it."""
    compare = made("cmp", gp(1), gp(2))
    first = [add(8, 10, 11), add(9, 8, 8)]
    assert places([*first, compare]) == [0, 1, 2]
    assert places([*first, compare], branches=True) == [2, 0, 1]
    assert places([made("cmp", gp(3), gp(4)), made("adc", gp(5), gp(6), gp(7)), *first], branches=True)[0] == 0
    assert places(first, branches=True) == [0, 1]


def test_pairs_stay_together() -> None:
    """A second half joins the first if it reads and writes the first's result alone, and no one read it between."""

    def aes(mnem: str, to: int, of: int) -> Instr:
        return made(mnem, R(Phys("vec", to), 128, "16b"), R(Phys("vec", of), 128, "16b"))

    def count(*items: Instr) -> list[int]:
        return [len(node.items) for node in _nodes(Run([*items], [()] * len(items)), contract(), CORE, ZERO)]

    one, half = aes("aese", 0, 1), aes("aesmc", 0, 0)
    assert count(one, half) == [2] and count(one, aes("aesmc", 2, 0)) == [1, 1]
    assert count(one, aes("aesimc", 0, 0)) == [1, 1] and count(half, one) == [1, 1]
    assert count(one, aes("aese", 3, 0), half) == [1, 1, 1] and count(one, aes("aese", 3, 2), half) == [2, 1]
    assert count(half) == [1]


def test_the_window() -> None:
    """Only so many instructions, counted from the oldest one left, compete."""
    wait = [load(8, 10), add(9, 8, 8)]
    fill = [add(1, 10, 11), add(2, 10, 11), mul(3, 10, 11), mul(4, 3, 3)]
    assert places(fill, replace(ONE, window=4)) == [2, 0, 1, 3]
    assert places(fill, replace(ONE, window=3)) == [2, 0, 1, 3] and places(fill, replace(ONE, window=2)) == [0, 2, 1, 3]
    assert places([*wait, *fill], replace(ONE, window=2)) == [0, 2, 1, 4, 3, 5]  # one that waits holds others up
    assert places(fill, replace(ONE, window=1)) == [0, 1, 2, 3]


def access(item: Instr, at: int, *, write: bool) -> tuple[Access, ...]:
    return (Access(item, write, frozenset(("memory",)), "base", at, at + 8),)


def test_memory_keeps_its_order() -> None:
    """A load behind a store of the same place waits for it; one of another place does not. Accesses farther apart than
    the window need no order of their own."""
    store = made("str", gp(1), Mem(Phys("gp", 10), width=64))
    read, use = load(2, 10), mul(3, 2, 2)
    for at, expected in ((0, [0, 1, 2]), (8, [1, 0, 2])):
        memory = [access(store, 0, write=True), access(read, at, write=False), ()]
        assert places([store, read, use], memory=memory) == expected
    later = [read, made("str", gp(9), Mem(Phys("gp", 10), width=64)), load(4, 11), mul(5, 4, 4)]
    memory = [access(read, 0, write=False), access(later[1], 0, write=True), (), ()]
    assert places(later, memory=memory) == [2, 0, 1, 3]
    fill = [add(n, 10, 11) for n in range(3, 6)]
    items = [store, *fill, read]
    found = _nodes(
        Run(items, [access(store, 0, write=True), (), (), (), access(read, 0, write=False)]), contract(),
        replace(ONE, window=4), ZERO,
    )  # fmt: skip
    assert found[0].after == {} and found[4].waits == 0
    found = _nodes(
        Run(items, [access(store, 0, write=True), (), (), (), access(read, 0, write=False)]), contract(),
        replace(ONE, window=5), ZERO,
    )  # fmt: skip
    assert found[0].after == {4: 1} and found[4].waits == 1


def test_nodes() -> None:
    """Delays: the greatest between two nodes, and each waits once."""
    found = _nodes(
        Run([load(1, 10), made("madd", gp(2), gp(1), gp(1), gp(1)), add(1, 2, 2)], [()] * 3), contract(), CORE, ZERO
    )
    assert [node.after for node in found] == [{1: 4, 2: 0}, {2: 4}, {}]
    assert [node.waits for node in found] == [0, 1, 2] and [node.latency for node in found] == [4, 4, 1]
    assert [node.unit for node in found] == ["load", "multiply", "alu"]


def test_straight_parts() -> None:
    """Labels and branches divide; copies that vanish are gone; a part before a reader of flags is told so."""
    copy = made("mov", gp(1), gp(1))
    copy.copy = True
    branch, jump = made("b.eq", LabelRef("x")), made("b", LabelRef("x"))
    body: list[Item] = [add(1, 2, 3), copy, made("cmp", gp(1), gp(2)), branch, LabelDef("x"), copy, jump, add(4, 5, 6)]
    found = runs(Allocation(body, list(body), {}, {}), contract(), ZERO)
    assert [[one.items, one.branches] if isinstance(one, Run) else one for one in found] == [
        [[body[0], body[2]], True], branch, body[4], jump, [[body[7]], False],
    ]  # fmt: skip
    assert all(len(one.items) == len(one.memory) for one in found if isinstance(one, Run))


def test_other_machines_keep_the_order() -> None:
    ops = gp(1), gp(1)
    copy = Instr("mov", ops, forms.find("x86_64", "mov", ops), SRC, copy=True)
    items: list[Item] = [copy, Instr("ret", (), forms.find("x86_64", "ret", ()), SRC)]
    assert order(Allocation(items, list(items), {}, {}), "x86_64", contract()) == items[1:]
