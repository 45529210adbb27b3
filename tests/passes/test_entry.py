# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Entries before bodies of another convention: each argument arrives wherever the body expects it, and a shared body
costs neither a saved register nor an instruction in a loop."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Union

import pytest

from generator.abi import abi
from generator.function_cache import FunctionCache
from generator.isa import forms
from generator.isa.machine import Spelled, machine
from generator.library import load
from generator.lower import Lowered, lower
from generator.lower.base import pseudo
from generator.model import (
    ENTRY,
    EXIT,
    Function,
    Instr,
    Item,
    LabelDef,
    LabelRef,
    Mem,
    Operand,
    Phys,
    R,
    Slot,
    VReg,
)
from generator.output import Generator, available
from generator.passes.allocate.entry import enter
from generator.passes.allocation import Allocation
from generator.passes.judges.replay_allocation import check
from generator.pipeline import build, record
from tests.changed import Wanted
from tests.passes.small import SCALAR, written

pytestmark = pytest.mark.kernels()

MINE, X86 = abi("win64"), machine("x86_64")
HEAD = """\
# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
from generator.function_cache import FunctionCache
from generator.lang import Arg, Builder, Val, kernel

@kernel(c="void tiny({c})", args=[{args}], source="none: made for a test")
def tiny(k: Builder, {names}) -> None:
"""
KINDS = {"u32": "uint32_t", "u64": "uint64_t", "usize": "size_t"}
THEIRS = {Phys("gp", n) for n in abi("sysv64").args}
SPARE = Phys("gp", 0)  # no argument's place in either convention
Place = Union[Phys, Slot]
Goals = dict[str, "list[Place]"]
"""The places where a body expects each argument."""


def lowered(tmp_path: Path, kinds: Sequence[str]) -> Lowered:
    """A function with arguments of these types, a0 and so on."""
    names = [f"a{n}" for n in range(len(kinds))]
    head = HEAD.format(
        c=", ".join(f"{KINDS[kind]} {name}" for kind, name in zip(kinds, names)),
        args=", ".join(f'Arg("{name}", public=True)' for name in names),
        names=", ".join(f"{name}: Val" for name in names),
    )
    kernel = written(tmp_path, "pass", head)
    stream, params = record(kernel, SCALAR, MINE)
    return lower(stream, params, kernel, SCALAR, MINE)


def spelled(move: Spelled, like: Item) -> Instr:
    assert isinstance(like, Instr)
    return Instr(*move, forms.find("x86_64", *move), like.src)


def pinned(op: Operand) -> Operand:
    """An operand with the register to which the convention pins it."""
    if isinstance(op, R) and isinstance(op.reg, VReg) and op.reg.pin is not None:
        return R(op.reg.pin, op.width)
    return op


def place_of(op: Operand) -> Place:
    place = op.reg if isinstance(op, R) else op.slot if isinstance(op, Mem) else None
    assert isinstance(place, (Phys, Slot))
    return place


def key(place: Place) -> object:
    return id(place) if isinstance(place, Slot) else place


def reader(items: Sequence[tuple[VReg, Phys]], like: Item) -> tuple[Instr, Instr]:
    """A mark that reads registers, and its virtual item."""
    assert isinstance(like, Instr)
    form = pseudo(EXIT, "r", len(items))
    virtual, physical = (tuple([R(pair[n], 64) for pair in items]) for n in (0, 1))
    return Instr(EXIT, physical, form, like.src), Instr(EXIT, virtual, form, like.src)


def by_hand(made: Lowered, goals: Goals) -> Allocation:
    """An allocation for the other convention whose body reads every argument at all its goals.

    An argument whose first goal is a slot goes there at once. Its other goals take it from the convention's register.
    """
    pairs: list[tuple[Item, Item | None]] = []
    at_once: list[tuple[Item, Item | None]] = []
    values: dict[str, VReg] = {}
    for item in made.entry:
        assert isinstance(item, Instr)
        ops = tuple(map(pinned, item.ops))
        if item.mnem == ENTRY:
            pairs.append((item.but(ops, item.form), item))
            continue
        into = item.ops[0]
        assert isinstance(into, R) and isinstance(into.reg, VReg)
        values[into.reg.name] = into.reg
        slot, *others = goals[into.reg.name]
        source = ops[1].reg if isinstance(ops[1], R) else None
        if isinstance(slot, Slot) and isinstance(source, Phys) and into.width == 64 and not {*others} & THEIRS:
            at_once.append((spelled(X86.store(source, Mem(None, width=64, slot=slot)), item), item))
            at_once += [(spelled(X86.copy(one, source, 64), item), None) for one in others if isinstance(one, Phys)]
            continue
        first = next((place for place in goals[into.reg.name] if isinstance(place, Phys)), SPARE)
        pairs.append((item.but((R(first, into.width), *ops[1:]), item.form), item))
        for place in goals[into.reg.name]:
            if isinstance(place, Slot):
                pairs.append((spelled(X86.store(first, Mem(None, width=64, slot=place)), item), None))
            elif place != first:
                pairs.append((spelled(X86.copy(place, first, 64), item), None))
    pairs[1:1] = at_once
    end = made.entry[-1]
    read = [(values[name], place) for name, places in goals.items() for place in places]
    pairs.append(reader([(value, place) for value, place in read if isinstance(place, Phys)], end))
    for value, place in read:
        if isinstance(place, Slot):
            pairs.append((spelled(X86.load(SPARE, Mem(None, width=64, slot=place)), end), None))
            pairs.append(reader([(value, SPARE)], end))
    return Allocation([item for item, _ in pairs], [origin for _, origin in pairs], {}, {})


def entry_of(made: Allocation) -> list[Instr]:
    """The moves of an entry."""
    out: list[Instr] = []
    for item in made.body[1:]:
        assert isinstance(item, Instr)
        if item.mnem == EXIT:
            return out
        out.append(item)
    raise AssertionError("no body")


def executed(code: Sequence[Instr], passed: dict[object, int]) -> dict[object, int]:
    """Registers, and slots by identity, after moves."""
    held = dict(passed)
    for item in code:
        assert item.mnem == "mov"
        width = next(op.width for op in item.ops if isinstance(op, R))
        into, source = map(place_of, item.ops)
        held[key(into)] = held[key(source)] % (1 << width)
    return held


def arrives(made: Lowered, kinds: Sequence[str], goals: Goals) -> list[Instr]:
    """The entry of x64 Windows, after the check, and a run with random arguments. Upper halves of narrow ones hold
    anything."""
    own = made.own_entry(MINE)
    allocation = enter(by_hand(made, goals), made.entry, own, MINE)
    check(allocation)
    noise = random.Random(1)
    code = entry_of(allocation)
    passed: dict[object, int] = {Phys("gp", n): noise.getrandbits(64) for n in range(16)}
    expected: dict[str, int] = {}
    callers = [place_of(item.ops[1]) for item in own[1:] if isinstance(item, Instr) and isinstance(item.ops[1], Mem)]
    sources = [*(Phys("gp", n) for n in MINE.args), *callers]
    for n, (kind, source) in enumerate(zip(kinds, sources)):
        value = noise.getrandbits(64)
        assert not isinstance(source, Slot) or source.incoming == MINE.stack_args + 8 * (n - len(MINE.args))
        passed[key(source)] = value
        expected[f"a{n}"] = value % (1 << 32) if kind == "u32" else value
    held = executed(code, passed)
    for name, places in goals.items():
        for place in places:
            assert held[key(place)] == expected[name], (name, place)
    return code


def test_random_goals(tmp_path: Path) -> None:
    """Arguments of all types go to any registers and slots, several of each included."""
    choice = random.Random(11)
    for _ in range(150):
        kinds = [choice.choice(list(KINDS)) for _ in range(choice.randrange(1, 10))]
        made = lowered(tmp_path, kinds)
        registers = [Phys("gp", n) for n in range(1, 16) if n != MINE.sp]
        choice.shuffle(registers)
        goals: Goals = {}
        for n in range(len(kinds)):
            goals[f"a{n}"] = [registers.pop()] if choice.random() < 0.7 else []
            if choice.random() < 0.3 or not goals[f"a{n}"]:
                goals[f"a{n}"].append(Slot(f"a{n}", 8, 8))
            if choice.random() < 0.2:
                goals[f"a{n}"].append(registers.pop())
        arrives(made, kinds, goals)


# -- bodies of the tree's kernels --------------------------------------------------------------------------------------


def loops(function: Function) -> list[Any]:
    """The instructions in loops. Code out of line goes back, and makes no loop of what is between."""
    body, inside = function.body, set[int]()
    places = {item.name: n for n, item in enumerate(body) if isinstance(item, LabelDef)}
    for n, item in enumerate(body):
        for op in item.ops if isinstance(item, Instr) else ():
            if isinstance(op, LabelRef) and places.get(op.name, n) < n and not op.name.startswith("back_"):
                inside.update(range(places[op.name], n + 1))
    items = [item for n, item in enumerate(body) if n in inside and isinstance(item, Instr)]
    return [(item.mnem, item.ops, item.mask, item.zero) for item in items]


@pytest.mark.kernels(*load().kernels)
def test_shared_bodies_cost_little(wanted: Wanted) -> None:
    """A function of x64 Windows saves no more registers than with a body of its own, but for rsi and rdi, in which
    System V passes arguments. Its loops are no longer but for one instruction in 100: the choice of registers that go
    to the frame differs. Its code in loops is the code of System V. One variant of each kernel is made with a body of
    its own."""
    generator = Generator(load(), cache=FunctionCache())
    tree = generator.library.kernels
    alone, passed = replace(MINE, body_of=None), {Phys("gp", 6), Phys("gp", 7)}
    for number, name in enumerate(sorted(wanted(tree))):
        variants = [variant for variant in tree[name].variants if available(variant, "x86_64")]
        for variant in variants:
            made, other = (generator.function(tree[name], variant, one) for one in ("win64", "sysv64"))
            assert loops(made) == loops(other), made.symbol
            if variant is variants[number % len(variants)]:
                own = build(tree[name], variant, alone)
                assert len({*made.frame.saved} - passed) <= len({*own.frame.saved} - passed), made.symbol
                assert len(loops(made)) <= 1.01 * len(loops(own)), made.symbol
