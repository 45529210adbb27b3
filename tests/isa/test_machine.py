# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The register of machines, and the facts that their forms carry."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random

import pytest

from generator.isa import machine as registry
from generator.isa.forms import find
from generator.isa.machine import Machine, machine, machines, register, tag
from generator.machines.aarch64 import facts as aarch64_facts
from generator.machines.table import rows
from generator.machines.x86 import facts as x86_facts
from generator.model import Facts, Form, Imm, LabelRef, Mem, Operand, Phys, R, Reach
from tests.isa.samples import samples

BASE = Phys("gp", 3)


@pytest.fixture
def own_register(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_machines", dict(registry._machines))
    monkeypatch.setattr(registry, "_tags", {})


def test_an_unknown_name_lists_the_known() -> None:
    with pytest.raises(ValueError, match="no machine is called z80; there are: x86_64, x86, aarch64"):
        machine("z80")


@pytest.mark.usefixtures("own_register")
def test_a_name_is_given_once() -> None:
    register(*machines())
    with pytest.raises(ValueError, match="two machines are called x86"):
        register(replace(machine("x86"), bits=16))


@pytest.mark.usefixtures("own_register")
def test_a_late_machine_tells_no_further_registers_apart() -> None:
    """Answers to lookups are kept by what the machines before tell apart."""
    late = replace(machine("aarch64"), arch="late", told_apart=(frozenset({Phys("gp", 9)}),))
    tag(Phys("gp", 9))
    with pytest.raises(ValueError, match="late is registered after the first lookup"):
        register(late)
    register(replace(late, told_apart=machine("aarch64").told_apart))
    assert machine("late") in machines()


def told(form: Form | str | None) -> object:
    """Everything of a form; two that are equal are not the same object."""
    return [getattr(form, field.name) for field in fields(form)] if isinstance(form, Form) else form


def alike(op: Operand, random: Random, one: Machine) -> Operand:
    """The operand with other registers, which no form is said to tell from those that it has."""

    def other(reg: object) -> Phys:
        assert isinstance(reg, Phys)
        there = {number for cls, _, number in one.registers.names if cls == reg.cls}
        return random.choice([r for r in (Phys(reg.cls, n) for n in sorted(there)) if tag(r) == tag(reg)])

    if isinstance(op, R):
        return R(other(op.reg), op.width, op.arrangement)
    if isinstance(op, Mem):
        base = other(op.base) if op.base is not None else None
        return replace(op, base=base, index=other(op.index) if op.index is not None else None)
    return op


@pytest.mark.parametrize("arch", [one.arch for one in machines()])
def test_registers_that_share_a_tag_have_the_same_forms(arch: str) -> None:
    random, one = Random(arch), machine(arch)
    every = list(samples(arch))
    for sample in random.sample(every, 2000):
        ops = tuple(alike(op, random, one) for op in sample.ops)
        found = [one.search(sample.mnem, some, sample.evex) for some in (ops, sample.ops)]
        assert isinstance(found[1], Form) and told(found[0]) == told(found[1]), sample


def test_facts_are_of_instructions_that_are_there() -> None:
    x86, aarch64 = set(rows("x86")), set(rows("aarch64"))
    for names in (
        x86_facts.MOVES, x86_facts.UNALIGNED, x86_facts.ALIGNED, x86_facts.SLOW_ON_MEMORY, x86_facts.SPELLED_TWICE,
        x86_facts.MASKED, x86_facts.HARMLESS, x86_facts.CONSTANT, x86_facts.IDENTIFIES,
    ):  # fmt: skip
        assert names and names <= x86, names - x86
    signing = {name for pair in aarch64_facts.SIGNING.values() for name in pair}
    for names in (aarch64_facts.HARMLESS, aarch64_facts.MOVES, aarch64_facts.WHOLE_STORES, frozenset(signing)):
        assert names and names <= aarch64, names - aarch64
    for pattern in (aarch64_facts.PAIRS, aarch64_facts.LISTS):
        assert {name for name in aarch64 if pattern.fullmatch(name)}


def gp(width: int = 64) -> R:
    return R(Phys("gp", 2), width)


def vec(width: int = 128, arrangement: str | None = None) -> R:
    return R(Phys("vec", 2), width, arrangement)


FACTS: list[tuple[str, str, tuple[Operand, ...], dict[str, object]]] = [
    ("x86_64", "lea", (gp(), Mem(BASE, 8)), {"address_only": True, "moves_whole": False}),
    ("x86_64", "mov", (gp(), Mem(BASE, 8, width=64)), {"moves_whole": True, "address_only": False, "partial": False}),
    ("x86_64", "add", (gp(), Imm(8)), {"adds": 1, "keeps_beside_zero": False}),
    ("x86_64", "sub", (gp(), Imm(8)), {"adds": -1}),
    ("x86_64", "xor", (gp(), gp()), {"keeps_beside_zero": True, "adds": 0}),
    ("x86_64", "push", (gp(),), {"stack": "push"}),
    ("x86_64", "pop", (gp(),), {"stack": "pop"}),
    ("x86_64", "movdqa", (vec(), vec()), {"unaligned": "movdqu", "keeps_uppers": True, "aligned": True}),
    ("x86_64", "vmovdqa", (vec(), vec()), {"unaligned": "vmovdqu", "keeps_uppers": False}),
    ("x86_64", "paddd", (vec(), Mem(BASE, width=128)), {"aligned": True, "keeps_uppers": True}),
    ("x86_64", "vpaddd", (vec(), vec(), vec()), {"aligned": False, "keeps_uppers": False}),
    ("x86_64", "rorx", (gp(), gp(), Imm(3)), {"foldable": False}),
    ("x86_64", "vzeroupper", (), {"clears_uppers": True}),
    ("x86_64", "vpmaskmovd", (Mem(BASE, width=128), vec(), vec()), {"partial": True, "reach": Reach(picks=1)}),
    ("x86_64", "div", (gp(),), {"variable_time": "division takes longer for some operands"}),
    ("x86_64", "cpuid", (), {"hidden": "the processor's own state"}),
    ("aarch64", "ldp", (gp(), R(Phys("gp", 4), 64), Mem(BASE, width=64)), {"transfers": 2, "moves_whole": True}),
    ("aarch64", "ld1", (vec(128, "16b"), Mem(BASE, width=128)), {"transfers": 1, "moves_whole": False}),
    ("aarch64", "str", (gp(), Mem(BASE, width=64)), {"partial": False, "foldable": False}),
    ("aarch64", "stxr", (gp(32), gp(), Mem(BASE, width=64)), {"partial": True}),
    ("aarch64", "udiv", (gp(), gp(), gp()), {"variable_time": "division takes longer for some operands"}),
    ("aarch64", "paciasp", (), {"signs": ("sign", "a")}),
    ("aarch64", "autibsp", (), {"signs": ("authenticate", "b")}),
    ("aarch64", "b", (LabelRef("x"),), {"harmless": False}),
]


@pytest.mark.parametrize(("arch", "mnem", "ops", "expected"), FACTS)
def test_facts(arch: str, mnem: str, ops: tuple[Operand, ...], expected: dict[str, object]) -> None:
    facts = find(arch, mnem, ops).facts
    assert {name: getattr(facts, name) for name in expected} == expected


@pytest.mark.parametrize(
    ("transfers", "memory", "register", "bits"), [(1, 64, 64, 64), (2, 64, 64, 128), (2, 128, 64, 128), (4, 8, 128, 32)]
)
def test_memory_is_given_by_the_register_or_whole(transfers: int, memory: int, register: int, bits: int) -> None:
    assert Facts(transfers=transfers).touched_bits(memory, register) == bits
