# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Products of the lower halves of lanes on AArch64: halves that serve several products, and products that are added."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product

import pytest

from generator.lang import Builder, Val
from generator.machines.aarch64.lower_even import Aarch64EvenRules
from generator.model import Instr
from tests.lower.cases import calls
from tests.lower.prove import WIDE, NotProved, builder, lowered, prove

AARCH64 = next(config for config in WIDE if config.name == "aarch64-aes")
X, Y, Z = (("x", "v128"), ("y", "v128"), ("z", "v128"))
Program = Callable[[Builder, Val, Val, Val], None]


def several(k: Builder, x: Val, y: Val, z: Val) -> None:
    k.vmul_even(x, y)
    k.vmul_even(x, z)
    k.vmul_even(y, y, signed=True)


def made_once(k: Builder, x: Val, y: Val, z: Val) -> None:
    """The halves of a value that is made once go through a label."""
    w = k.xor(x, y)
    k.vmul_even(w, z)
    k.record("label", (), ("there",))
    k.vmul_even(w, z)


def label(k: Builder, x: Val, y: Val, z: Val) -> None:
    """Code may come to a label from elsewhere: a value that is made twice is narrowed again."""
    k.vmul_even(x, y)
    k.record("label", (), ("there",))
    k.vmul_even(x, z)


def changed(k: Builder, x: Val, y: Val, z: Val) -> None:
    """A factor that is changed between two products, by a copy, by a sum and by a product."""
    k.vmul_even(x, y)
    k.set(x, z)
    k.vmul_even(x, y)
    k.vadd(x, y, bits=32, to=x)
    k.vmul_even(x, y, to=x)
    k.vmul_even(x, y)


def added(k: Builder, x: Val, y: Val, z: Val) -> None:
    k.vadd(k.vmul_even(x, y), z, bits=64)
    k.vadd(z, k.vmul_even(x, z), bits=64)


def added_to_a_factor(k: Builder, x: Val, y: Val, z: Val) -> None:
    """The sum is a factor, or both, or the other operand."""
    k.vadd(k.vmul_even(x, y), z, bits=64, to=x)
    k.vadd(k.vmul_even(y, y), y, bits=64, to=y)
    k.vadd(z, k.vmul_even(x, y), bits=64, to=z)
    k.vmul_even(x, z)


def kept(k: Builder, x: Val, y: Val, z: Val) -> None:
    """Products that are added, but not only, not by the next operation, not to such lanes, or that are signed."""
    k.vadd(k.vmul_even(x, y, signed=True), z, bits=64)
    k.vadd(k.vmul_even(x, y), z, bits=32)
    first = k.vmul_even(x, z)
    k.vadd(first, z, bits=64)
    k.xor(first, z)
    second = k.vmul_even(y, z)
    k.set(y, z)
    k.vadd(second, y, bits=64)
    third = k.vmul_even(x, z)
    k.vadd(third, third, bits=64)
    k.vadd(k.vmul_even(x, y, to=z), y, bits=64)
    k.xor(z, y)


NUMBERS: dict[Program, dict[str, int]] = {
    several: {"xtn": 3, "umull": 2, "smull": 1},
    made_once: {"xtn": 3, "umull": 2},
    label: {"xtn": 4, "umull": 2},
    changed: {"xtn": 5, "umull": 4},
    added: {"xtn": 3, "umlal": 2},
    added_to_a_factor: {"xtn": 5, "umlal": 3, "umull": 1},
    kept: {"smull": 1, "umull": 5},
}
"""How often each of these instructions is there."""


@pytest.mark.parametrize("program", NUMBERS, ids=lambda one: one.__name__)
def test_programs(program: Program) -> None:
    """The instructions compute what the program does, with equal and with different values, and are as few."""
    for y, z in product((X, Y), (X, Y, Z)):
        if program not in (label, made_once):
            prove(AARCH64, calls(program, X, y, z))
    k = builder(AARCH64)
    calls(program, X, Y, Z)(k)
    made, _ = lowered(AARCH64, k.finish().ops, narrow=False)
    found = Counter(item.mnem for item in made.out if isinstance(item, Instr))
    wanted = NUMBERS[program]
    assert {name: found[name] for name in {"umull", "smull", "umlal", "smlal", *wanted} if found[name]} == wanted


def test_halves_of_a_value_before_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof fails if a change of a factor leaves its halves."""

    class Kept(dict[int, Val]):
        def pop(self, *_: object) -> None:  # type: ignore[override]
            """Forget nothing."""

    begin = Aarch64EvenRules.plan

    def plan(self: Aarch64EvenRules, ops: object) -> None:
        begin(self, ops)  # type: ignore[arg-type]
        self.lower = Kept()

    prove(AARCH64, calls(changed, X, Y, Z))
    monkeypatch.setattr(Aarch64EvenRules, "plan", plan)
    with pytest.raises(NotProved):
        prove(AARCH64, calls(changed, X, Y, Z))
