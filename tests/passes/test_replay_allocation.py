# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The allocation's check finds an instruction that became another one, for each difference alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from generator.abi import abi
from generator.isa import forms
from generator.library import load
from generator.model import Imm, Instr, KernelError, Mem, Operand, Phys, R
from generator.passes.allocation import Allocation
from generator.passes.judges.replay_allocation import check, check_all
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
values = [k.load64(p, offset=8 * i) for i in range(8)]
k.cold(values)
for i in range(8):
    k.add(values[i], values[(i + 5) % 8], to=values[i])
for i in range(8):
    k.store64(p, values[i], offset=8 * i)
"""


def test_a_write_of_half_a_slot_is_found(tmp_path: Any) -> None:
    """A slot keeps the upper half that a register's write clears: an instruction on a slot has the slot's width."""
    kernel = written(tmp_path, COLD)
    seen: dict[str, Any] = {}
    build(kernel, SCALAR, small_file(abi("sysv64"), 5), seen.__setitem__)
    made: Allocation = seen["allocate"]
    tried = 0
    for at, item in enumerate(made.body):
        if isinstance(item, Instr) and made.origin[at] is not None and _writes_slot(item):
            ops = tuple(replace(op, width=op.width // 2) if isinstance(op, (R, Mem)) else op for op in item.ops)
            half = item.but(ops, forms.find("x86_64", item.mnem, ops))
            with pytest.raises(KernelError, match="register allocation is wrong: .* became another instruction"):
                check(replace(made, body=[*made.body[:at], half, *made.body[at + 1 :]]))
            tried += 1
    assert tried


def _writes_slot(item: Instr) -> bool:
    return any(
        isinstance(op, Mem) and op.slot is not None and "w" in spec.access for spec, op in zip(item.form.ops, item.ops)
    )


def test_a_lost_item_is_found(allocation: Allocation) -> None:
    """Each item without its place in the allocation, or in it twice: refused, unless the item makes a constant."""
    given = [item for item in allocation.origin if item is not None]
    given = [item for n, item in enumerate(given) if not any(item is other for other in given[:n])]
    check_all(allocation, given)
    places = [at for at, item in enumerate(allocation.origin) if item is not None]
    for at in places[:: max(1, len(places) // 20)]:
        origin = allocation.origin
        with pytest.raises(KernelError, match="register allocation is wrong: an item is (lost|elsewhere)"):
            check_all(replace(allocation, origin=[*origin[:at], *origin[at + 1 :]]), given)
        with pytest.raises(KernelError, match="register allocation is wrong: an item is elsewhere or made twice"):
            check_all(replace(allocation, origin=[*origin[:at], None, *origin[at + 1 :], origin[places[0]]]), given)
