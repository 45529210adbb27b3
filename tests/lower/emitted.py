# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The vector instructions that lowering rules emit, and those of products and carries, on a machine's registers.
Lowering all proved cases finds them."""

from __future__ import annotations

from functools import cache

from generator.isa import forms
from generator.machines.x86.fold import fold_loads
from generator.model import AnyReg, Imm, Instr, Mem, Operand, Phys, R
from tests.lower.cases_bits import BIT_GROUPS, bits
from tests.lower.cases_blocks import BLOCK_CELLS, BLOCK_GROUPS
from tests.lower.cases_lanes import LANE_CONFIGS, LANE_GROUPS
from tests.lower.cases_products import carries, products, row, rows
from tests.lower.cases_shifts import SHIFT_GROUPS
from tests.lower.cases_wide import WIDE_GROUPS
from tests.lower.prove import CONFIGS, WIDE, builder, lowered

VECTORS, GENERAL, WORDS, MASKS = (2, 3, 4, 5), (3, 6, 2), (3, 6, 7), (1,)
BASE = {"x86_64": 5, "x86": 5, "aarch64": 11}
"""The base register of memory operands, which should hold a multiple of 64."""
_Key = tuple[object, ...]


@cache
def emitted(arch: str, immediates: int = 1) -> tuple[Instr, ...]:
    """One instruction for every mnemonic, operand shape and pattern of equal registers, with ``immediates`` immediates
    each."""
    found: dict[_Key, dict[tuple[int, ...], Instr]] = {}
    cells = [(config, group) for config in WIDE for group in WIDE_GROUPS.values()]
    cells += [(config, bits) for config in CONFIGS]
    cells += [(config, group) for config in LANE_CONFIGS for group in LANE_GROUPS.values()]
    cells += [(config, BLOCK_GROUPS[name]) for config, name in BLOCK_CELLS]
    for config, group in cells:
        for script in group(config) if config.abi.arch == arch else ():
            k = builder(config)
            script(k)
            made, _ = lowered(config, k.finish().ops, False)
            for item in (*made.out, *fold_loads(made.out, arch)):
                if isinstance(item, Instr) and any(_is_vector(op) for op in item.ops):
                    _add(found, _placed(item, arch), immediates)
    return tuple(instr for some in found.values() for instr in some.values())


@cache
def emitted_words(arch: str) -> tuple[Instr, ...]:
    """The same for the instructions of products, carries, shifts by values and signed numbers, with three immediates
    each. All are of one group."""
    found: dict[_Key, dict[tuple[int, ...], Instr]] = {}
    for config in CONFIGS:
        scripts = (*products(config), *carries(config), *rows(config), row("u64", 3, "values", "mul_add_row"))
        scripts = (
            *scripts,
            *(script for group in (*SHIFT_GROUPS.values(), *BIT_GROUPS.values()) for script in group(config)),
        )
        for script in scripts if config.abi.arch == arch else ():
            k = builder(config)
            script(k)
            for item in lowered(config, k.finish().ops, False)[0].out:
                if (
                    isinstance(item, Instr)
                    and item.form.kind == "normal"
                    and not any(isinstance(op, Mem) or _is_vector(op) for op in item.ops)
                ):
                    placed = _placed(item, arch, WORDS)
                    placed.group = 1
                    _add(found, placed, 3)
    return tuple(instr for some in found.values() for instr in some.values())


def _is_vector(op: Operand) -> bool:
    return isinstance(op, R) and op.reg.cls == "vec"


def _add(found: dict[_Key, dict[tuple[int, ...], Instr]], item: Instr, immediates: int) -> None:
    key: _Key = (item.mnem, item.mask is not None, *(op for op in item.ops if not isinstance(op, Imm)))
    some = found.setdefault(key, {})
    values = tuple(op.value for op in item.ops if isinstance(op, Imm))
    if len(some) < immediates:
        some.setdefault(values, item)


def _placed(item: Instr, arch: str, general: tuple[int, ...] = GENERAL) -> Instr:
    """The same instruction on physical registers. Equal registers stay equal. All memory operands are in one place."""
    numbers: dict[AnyReg, int] = {}
    free = {"vec": list(VECTORS), "gp": list(general), "mask": list(MASKS)}
    ops: list[Operand] = []
    for op in item.ops:
        if isinstance(op, R):
            if isinstance(op.reg, Phys):
                numbers[op.reg] = op.reg.num
            if op.reg not in numbers:
                numbers[op.reg] = free[op.reg.cls].pop(0)
            op = R(Phys(op.reg.cls, numbers[op.reg]), op.width, op.arrangement)
        elif isinstance(op, Mem):
            disp = {"ldur": 3, "stur": 3, "ld1r": 0, "ld1": 0}.get(item.mnem, 64)
            op = Mem(Phys("gp", BASE[arch]), disp, width=op.width, broadcast=op.broadcast)
        ops.append(op)
    mask = None if item.mask is None else R(Phys("mask", MASKS[0]), item.mask.width)
    form = forms.find(arch, item.mnem, tuple(ops), extended=item.form.extended)
    return item.but(tuple(ops), form, mask=mask, copy=False)
