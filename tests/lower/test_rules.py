# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Every lowering rule is proved with the terms of :mod:`proof`: the instructions compute what the recording means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

import pytest

from generator.isa.machine import machines
from generator.isa.words import words
from generator.lang.values import Op
from generator.lower.base import Lowering
from generator.model import Instr, LabelRef, Mem, R
from targets.toolchain.testing import whole
from tests.isa.used import USED
from tests.lower.aliasing import aliasings, operations, values
from tests.lower.cases_products import WORD_GROUPS
from tests.lower.cases_wide import WIDE_GROUPS
from tests.lower.cells import CELLS, SELECTED, Group
from tests.lower.prove import CONFIGS, WIDE, Config, Script, builder, lowered, prove, prove_all

SOME = 7
"""Runs that are not of all take each seventh case of every group, and of every operation's aliasings."""


def chosen(scripts: Iterable[Script]) -> Iterator[Script]:
    return islice(scripts, 0, None, 1 if whole() else SOME)


@pytest.mark.parametrize(("config", "name", "group"), CELLS, ids=[f"{config.name} {name}" for config, name, _ in CELLS])
def test_proved(config: Config, name: str, group: Group) -> None:
    """The cases of a group. Programs and constants once more with loads folded into their readers."""
    prove_all(config, chosen(group(config)))
    if name in ("wide programs", "wide constants") and config.abi.arch != "aarch64":
        for script in chosen(group(config)):
            prove(config, script, fold=True)


ALIASED = [
    *((config, {name: group for name, group in WORD_GROUPS.items() if name in SELECTED.get(config.name, WORD_GROUPS)})
      for config in CONFIGS),
    *((config, WIDE_GROUPS) for config in WIDE),
]  # fmt: skip


@pytest.mark.parametrize(("config", "groups"), ALIASED, ids=[config.name for config, _ in ALIASED])
@pytest.mark.whole(every=3)
def test_aliasings(config: Config, groups: dict[str, Group]) -> None:
    """Every operation of the cases on every width, with all aliasings of its values."""
    prove_all(config, chosen(script for op in operations(config, groups) for script in aliasings(op)))


def test_as_many_aliasings_as_there_are() -> None:
    """Four values of one type coincide in 15 ways, two and two of two types in 4. Each operation has its own number."""
    every = sorted((op for op in operations(CONFIGS[0], WORD_GROUPS) if op.dst), key=lambda op: len(values(op)))
    found = {(op.name, op.dst[0].type.name): op for op in every}
    ternary = found["add_ternary", "u64"]
    assert len(values(ternary)) == 4 and len(list(aliasings(ternary))) == 15
    assert len(list(aliasings(found["sub", "u64"]))) == 5
    assert len(list(aliasings(found["rotl", "u64"]))) == 2


LOWERINGS = {one.arch: one.lowering for one in machines()}
# split64 makes these, for 32-bit machines only.
PAIRS = words("op_add2 op_sub2 op_funnel op_funnel_right op_funnel_by op_funnel_right_by op_select2")


def rules(arch: str) -> set[str]:
    """The rule methods that an architecture can reach. A lane needs 64-bit mode for its constants."""
    every = {name for name in dir(LOWERINGS[arch]) if name.startswith(("op_", "vec_", "wide_"))}
    every -= {"vec_address", "vec_argument", "vec_source", "vec_note"}
    every -= {"wide_at", "wide_move", "wide_note", "wide_pool_name"}
    if arch == "x86_64":
        return every - PAIRS
    if arch == "aarch64":
        every -= {"wide_asm"}  # op_asm takes views of vectors there
        every -= {"wide_vmul52_low", "wide_vmul52_high"}  # refusals
    return {name for name in every if not name.startswith("vec_")}


LATE = "cssc"
"""A feature that neither the assembler nor the emulator of the tests has."""


def _checked(item: Instr) -> bool:
    """Whether tests must execute an instruction: on vectors, or on registers alone."""
    vectors = any(isinstance(op, R) and op.reg.cls == "vec" for op in item.ops)
    words = not any(isinstance(op, (Mem, LabelRef)) for op in item.ops)
    return (vectors or words) and item.mnem[0] != "@" and LATE not in item.form.features


@pytest.mark.parametrize("arch", list(LOWERINGS))
def test_no_rule_is_left_out(arch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cases reach every rule. ``op_ret`` has a proof of its own in ``test_arguments``. Every run of the tests of
    the instruction tables executes and decodes the mnemonics of ``USED``."""
    reached = {"op_ret", "op_seam"}  # a seam of a stitch makes no code
    emitted: set[str] = set()

    def spy(name: str, rule: Callable[[Lowering, Op], None]) -> Callable[[Lowering, Op], None]:
        def call(self: Lowering, op: Op) -> None:
            reached.add(name)
            rule(self, op)

        return call

    for name in rules(arch):
        monkeypatch.setattr(LOWERINGS[arch], name, spy(name, getattr(LOWERINGS[arch], name)))
    for config, _, group in CELLS:
        if config.abi.arch == arch:
            for script in group(config):
                k = builder(config)
                script(k)
                made, _ = lowered(config, k.finish().ops, False)
                if config.unit == "gp":
                    emitted |= {item.mnem for item in made.out if isinstance(item, Instr) and _checked(item)}
    assert sorted(rules(arch) - reached) == []
    assert sorted(emitted - USED["x86_64" if arch == "x86" else arch]) == []
