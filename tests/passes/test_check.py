# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The allocation's check finds an instruction that became another one, for each difference alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from generator.abi import abi
from generator.isa.machine import Machine
from generator.library import load
from generator.model import Imm, Instr, KernelError, Mem, Operand, Phys, R, Slot
from generator.passes import evict, spill
from generator.passes.allocation import Allocation
from generator.passes.check import check
from generator.pipeline import build
from tests.passes.small import SCALAR, small_file, written

pytestmark = [pytest.mark.kernels("md5_blocks"), pytest.mark.code]


def allocated(name: str, convention: str, variant: str) -> Allocation:
    kernel = load().find(name)
    seen: dict[str, Any] = {}
    build(kernel, kernel.variant(variant), abi(convention), seen.__setitem__)
    made: Allocation = seen["allocate"]
    return made


@pytest.fixture(scope="module", params=["cdecl32 scalar", "aapcs64 scalar", "sysv64 avx512vl"])
def allocation(request: pytest.FixtureRequest) -> Allocation:
    convention, variant = request.param.split()
    made = allocated("md5_blocks", convention, variant)
    check(made)
    return made


def mapped(kind: type[Any], change: Callable[[Any], Operand]) -> Callable[[Instr], Iterator[Instr]]:
    """Instructions with the first operand of one kind changed."""

    def changed(item: Instr) -> Iterator[Instr]:
        n = next((n for n, op in enumerate(item.ops) if isinstance(op, kind)), None)
        if n is not None:
            yield item.but((*item.ops[:n], change(item.ops[n]), *item.ops[n + 1 :]), item.form)

    return changed


def narrower(op: R) -> R:
    return R(op.reg, op.width // 2, op.arrangement)


FAULTS: dict[str, Callable[[Instr], Iterator[Instr]]] = {
    "another name": lambda item: iter([item.but(item.ops, item.form, mnem="nop")]),
    "another constant": mapped(Imm, lambda op: Imm(op.value + 1)),
    "another offset": mapped(Mem, lambda op: replace(op, disp=op.disp + 4)),
    "another scale": mapped(Mem, lambda op: replace(op, scale=op.scale * 2)),
    "another width of memory": mapped(Mem, lambda op: replace(op, width=op.width * 2)),
    "an operand less": lambda item: iter([item.but(item.ops[:-1], item.form)] if item.ops else []),
    "a narrower register": mapped(R, narrower),
    "lanes zeroed": lambda item: iter([replace(item, zero=not item.zero)]),
    "masked": lambda item: iter([replace(item, mask=R(Phys("mask", 1), 64))]),
    "reads that are none": lambda item: iter([replace(item, idiom=not item.idiom)]),
    "memory for a register": mapped(R, lambda op: Mem(Phys("gp", 0), 0, width=op.width)),
    "a word of a table": mapped(R, lambda op: Mem(None, 0, width=op.width, symbol="digits")),
}


@pytest.mark.parametrize("name", FAULTS)
def test_another_instruction_is_found(name: str, allocation: Allocation) -> None:
    found = 0
    for at, (item, source) in enumerate(zip(allocation.body, allocation.origin)):
        if not isinstance(item, Instr) or source is None or item.mnem[0] == "@":
            continue
        for wrong in FAULTS[name](item):
            body = [*allocation.body[:at], wrong, *allocation.body[at + 1 :]]
            with pytest.raises(KernelError, match="register allocation is wrong"):
                check(replace(allocation, body=body))
            found += 1
        if found > 8:
            return
    assert found or name in ("another constant", "another scale")


COLD = """
values = [k.load32(p, offset=4 * i) for i in range(12)]
k.cold(values)
wide = k.zext(k.usize, values[3])
k.cold(wide)
for i in range(12):
    k.add(values[i], values[(i + 5) % 12], to=values[i])
k.store32(p, values)
k.ret(wide) if k.kernel.returns != "void" else k.store32(p, k.trunc(k.u32, wide))
"""


def test_a_write_of_half_a_slot_is_found(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slot keeps the upper half that a register's write clears. Such an instruction goes through a register."""
    kernel = written(tmp_path, COLD)
    of = small_file(abi("sysv64"), 5)
    build(kernel, SCALAR, of)
    honest = spill.fold_slot

    def careless(item: Instr, value: Any, slot: Slot, known: Machine) -> Instr | None:
        half = Slot(slot.name, 4, 4)
        made = honest(item, value, half, known)
        if made is None:
            return None
        ops = [replace(op, slot=slot) if isinstance(op, Mem) and op.slot is half else op for op in made.ops]
        return made.but(tuple(ops), made.form)

    monkeypatch.setattr(evict, "fold_slot", careless)
    with pytest.raises(KernelError, match="register allocation is wrong: .* became another instruction"):
        build(kernel, SCALAR, of)
