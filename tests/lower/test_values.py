# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call"
"""Lowering rules with numbers: the cases of the proofs are executed, and their instructions are counted.

The proofs hold for all inputs and take minutes. Here each kind of code runs with a few inputs, which takes seconds.
``counts.dat`` has the number of instructions that the cases of each group take: a rule that makes longer code than it
did fails although the code is right. ``python -m tests.lower.test_values`` counts anew after a change that is meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
import z3

from generator.lang.values import Val
from generator.lower.carries import linked
from generator.model import Instr, Item, Mem, R
from tests.lower.cases_blocks import BLOCK_CELLS, BLOCK_GROUPS
from tests.lower.cases_lanes import LANE_CONFIGS, LANE_GROUPS
from tests.lower.cases_products import WORD_GROUPS
from tests.lower.cases_wide import WIDE_GROUPS
from tests.lower.meaning import Meaning
from tests.lower.prove import WIDE, Config, Script, builder, claimed, lowered
from tests.lower.test_rules import CELLS

COUNTS = Path(__file__).with_name("counts.dat")
GROUPS: dict[str, Callable[[Config], Iterator[Script]]] = {
    **{f"words {name}": group for name, group in WORD_GROUPS.items()},
    **{f"wide {name}": group for name, group in WIDE_GROUPS.items()},
    **{f"lanes {name}": group for name, group in LANE_GROUPS.items()},
    **{f"blocks {name}": group for name, group in BLOCK_GROUPS.items()},
}
PLACES = [
    *((config, f"words {group}") for config, group in CELLS),
    *((config, f"wide {group}") for config in WIDE for group in WIDE_GROUPS),
    *((config, f"lanes {group}") for config in LANE_CONFIGS for group in LANE_GROUPS),
    *((config, f"blocks {group}") for config, group in BLOCK_CELLS),
]
TIMES = 1
"""As many cases of each kind of code are executed."""
MOST = 70
"""At least so many cases of a group are taken, or all, and at most twice as many."""


class Numbers(Meaning):
    """The meaning of operations whose inputs are numbers, at the edges of the range in a third of all cases."""

    random = Random()

    def __init__(self, *words: Any, **more: Any) -> None:
        super().__init__(*words, **more)
        self.numbers: dict[int, z3.BitVecRef] = {}

    def input(self, val: Val) -> z3.BitVecRef:
        if val.id not in self.numbers:
            bits = 1 if val.type.name in ("carry", "borrow") else val.type.bits
            edges = (0, 1, (1 << bits) - 1, 1 << bits - 1, self.random.getrandbits(bits) >> bits // 2)
            number = self.random.choice(edges) if self.random.randrange(3) == 0 else self.random.getrandbits(bits)
            self.numbers[val.id] = z3.BitVecVal(number, val.type.bits)
        return self.numbers[val.id]


def kind(items: list[Item]) -> tuple[object, ...]:
    """Instructions without the numbers and the names of their operands."""
    return tuple((item.mnem, *map(_shape, item.ops)) for item in items if isinstance(item, Instr))


def _shape(op: object) -> object:
    if isinstance(op, R):
        return op.reg.cls, op.width
    if isinstance(op, Mem):
        return "memory", op.width, op.index is None
    return type(op)


_SEEN: Counter[object] = Counter()
"""The kinds of code that ran in this process, for each architecture."""


def count(config: Config, group: str) -> int:
    """The instructions of a group's cases. The first ones of each kind of code are executed."""
    Numbers.random = Random(f"{config.name} {group}")
    total = 0
    scripts = list(GROUPS[group](config))
    for script in scripts[:: max(1, len(scripts) // MOST)]:
        k = builder(config)
        script(k)
        ops = k.finish().ops
        made, _ = lowered(config, ops, False)
        body = linked(made.out, made.carries)
        total += sum(isinstance(item, Instr) for item in body)
        key = config.abi.arch, tuple(op.name for op in ops), kind(body)
        _SEEN[key] += 1
        if _SEEN[key] <= TIMES:
            claimed(config, script, of=Numbers).demand()
    return total


@cache
def counts() -> dict[str, int]:
    """Configuration and group → instructions, as counted before."""
    rows = (line.rpartition(": ") for line in COUNTS.read_text("utf-8").splitlines() if not line.startswith("#"))
    return {place: int(number) for place, _, number in rows}


def executed(config: Config, group: str) -> None:
    place = f"{config.name} {group}"
    assert f"{place}: {count(config, group)}" == f"{place}: {counts().get(place)}"


def of(arch: str, words: bool) -> pytest.MarkDecorator:
    """A mark that calls a test for each configuration of an architecture, and each group of words or of vectors. The
    quick ones come first."""
    chosen = [place for place in PLACES if place[0].abi.arch == arch and place[1].startswith("words") is words]
    chosen.sort(key=lambda place: counts().get(f"{place[0].name} {place[1]}", 0))
    return pytest.mark.parametrize(("config", "group"), chosen, ids=lambda x: x if isinstance(x, str) else x.name)


@of("x86_64", words=True)
def test_words_of_x86_64(config: Config, group: str) -> None:
    executed(config, group)


@of("x86_64", words=False)
def test_vectors_of_x86_64(config: Config, group: str) -> None:
    executed(config, group)


@of("x86", words=True)
def test_words_of_x86(config: Config, group: str) -> None:
    executed(config, group)


@of("x86", words=False)
def test_vectors_of_x86(config: Config, group: str) -> None:
    executed(config, group)


@of("aarch64", words=True)
def test_words_of_aarch64(config: Config, group: str) -> None:
    executed(config, group)


@of("aarch64", words=False)
def test_vectors_of_aarch64(config: Config, group: str) -> None:
    executed(config, group)


def test_every_row_is_of_a_group() -> None:
    assert sorted(counts()) == sorted({f"{config.name} {group}" for config, group in PLACES})


if __name__ == "__main__":
    head = [line for line in COUNTS.read_text("utf-8").splitlines() if line.startswith("#")]
    found = [f"{config.name} {group}: {count(config, group)}" for config, group in PLACES]
    COUNTS.write_text("\n".join([*head, *found]) + "\n", "utf-8")
