# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The register of machines, and the facts of their forms."""

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
from generator.model import PLAIN, Facts, Form, Imm, Mem, Operand, Phys, R, Reach
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
    """Answers to lookups depend on the registers that earlier machines tell apart."""
    late = replace(machine("aarch64"), arch="late", told_apart=(frozenset({Phys("gp", 9)}),))
    tag(Phys("gp", 9))
    with pytest.raises(ValueError, match="late is registered after the first lookup"):
        register(late)
    register(replace(late, told_apart=machine("aarch64").told_apart))
    assert machine("late") in machines()


def told(form: Form | str | None) -> object:
    """All contents of a form, for comparison of distinct objects."""
    return [getattr(form, field.name) for field in fields(form)] if isinstance(form, Form) else form


def alike(op: Operand, random: Random, one: Machine) -> Operand:
    """The operand with other registers. No form should tell them from the old ones."""

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


DIVISION = "division takes longer for some operands"
DIRECTION = "DF, which the caller relies on and code after it takes as it should be"
DEPOSIT = "AMD cores before Zen 3 have it in microcode, whose time grows with the bits of the mask"
FLOAT = "floating-point arithmetic takes longer for some operands, and no vendor promises otherwise"
UPPERS = "the upper halves of all vector registers, live values among them"
AARCH64_PLAIN = Facts(partial=True, foldable=False)
CX, SI, DI = (Phys("gp", n) for n in (1, 6, 7))
FACTS: list[tuple[str, str, tuple[Operand, ...], dict[str, object]]] = [
    ("x86_64", "sub", (gp(), Imm(8)), {"adds": -1, "cancels": True}),
    ("x86_64", "xor", (gp(), gp()), {"keeps_beside_zero": True, "cancels": True}),
    ("x86_64", "movdqa", (vec(), vec()),
     {"moves_whole": True, "copies": True, "unaligned": "movdqu", "keeps_uppers": True, "aligned": True}),
    ("x86_64", "movq", (vec(), gp()), {"copies": True, "keeps_uppers": True}),
    ("x86_64", "vmovdqa", (vec(), vec()),
     {"moves_whole": True, "copies": True, "unaligned": "vmovdqu", "aligned": True}),
    ("x86_64", "vmovq", (R(Phys("vec", 17), 128), gp()), {"foldable": False, "copies": True}),
    ("x86_64", "paddd", (vec(), Mem(BASE, width=128)), {"aligned": True, "keeps_uppers": True}),
    ("x86_64", "rorx", (gp(), gp(), Imm(3)), {"foldable": False}),
    ("x86_64", "vzeroupper", (), {"clears_uppers": True, "hidden": UPPERS}),
    ("x86_64", "vzeroall", (), {"clears_uppers": True, "constant": True}),
    ("x86_64", "vpmaskmovd", (Mem(BASE, width=128), vec(), vec()), {"partial": True, "reach": Reach(picks=1)}),
    ("x86_64", "maskmovdqu", (vec(), vec()),
     {"partial": True, "keeps_uppers": True, "reach": Reach(None, DI, picks=1)}),
    ("x86_64", "bts", (Mem(BASE, width=64), gp()), {"reach": Reach(picks=1)}),
    ("x86_64", "vpgatherdd", (vec(), Mem(BASE, 0, Phys("vec", 7), 4, 32), vec()), {"reach": Reach(picks=2)}),
    ("x86_64", "vpgatherdd", (vec(), Mem(BASE, 0, Phys("vec", 7), 4, 32)), {}),
    ("x86_64", "rep movsb", (), {"hidden": DIRECTION, "reach": Reach(SI, DI, CX, (SI, DI, CX))}),
    ("x86_64", "std", (), {"hidden": DIRECTION}),
    ("x86_64", "stosd", (), {"hidden": DIRECTION, "reach": Reach(None, DI, None, (DI,))}),
    ("x86_64", "lodsq", (), {"hidden": DIRECTION, "reach": Reach(SI, None, None, (SI,))}),
    ("x86_64", "movsd", (vec(), vec()), {"keeps_uppers": True}),
    ("x86_64", "div", (gp(),), {"variable_time": DIVISION}),
    ("x86_64", "pext", (gp(), gp(), gp()), {"variable_time": DEPOSIT}),
    ("x86_64", "vaddps", (vec(), vec(), vec()), {"variable_time": FLOAT}),
    ("x86_64", "cpuid", (), {"hidden": "the processor's own state"}),
    ("x86_64", "pause", (), {"harmless": True}),
    ("aarch64", "ldp", (gp(), R(Phys("gp", 4), 64), Mem(BASE, width=64)), {"transfers": 2, "moves_whole": True}),
    ("aarch64", "ld1", (vec(128, "16b"), R(Phys("vec", 3), 128, "16b"), Mem(BASE, width=128)), {"transfers": 2}),
    ("aarch64", "str", (gp(), Mem(BASE, width=64)), {"partial": False, "moves_whole": True, "copies": True}),
    ("aarch64", "sub", (gp(), gp(), Imm(1)), {"adds": -1, "cancels": True}),
    ("aarch64", "udiv", (gp(), gp(), gp()), {"variable_time": DIVISION}),
    ("aarch64", "fadd", (vec(64, "d"), vec(64, "d"), vec(64, "d")), {"variable_time": FLOAT}),
    ("aarch64", "paciasp", (), {"signs": ("sign", "a")}),
    ("aarch64", "autibsp", (), {"signs": ("authenticate", "b")}),
    ("aarch64", "csdb", (), {"harmless": True}),
]  # fmt: skip


def made(arch: str, mnem: str, ops: tuple[Operand, ...]) -> Facts:
    """The facts made now, not those that a form keeps."""
    form = find(arch, mnem, ops)
    if arch == "aarch64":
        return aarch64_facts.facts(mnem, form.ops)
    return x86_facts.facts(mnem, form.ops, form.extended, form.flags_read | form.flags_clobbered)


def wrong(arch: str, mnem: str, ops: tuple[Operand, ...], expected: dict[str, object]) -> bool:
    """True if some fact differs from the expected one. Unnamed facts have their defaults."""
    defaults = AARCH64_PLAIN if arch == "aarch64" else PLAIN
    return made(arch, mnem, ops) != replace(defaults, **expected)  # type: ignore[arg-type]


@pytest.mark.parametrize(("arch", "mnem", "ops", "expected"), FACTS)
def test_facts(arch: str, mnem: str, ops: tuple[Operand, ...], expected: dict[str, object]) -> None:
    assert not wrong(arch, mnem, ops, expected), made(arch, mnem, ops)
    assert find(arch, mnem, ops).facts == made(arch, mnem, ops)
