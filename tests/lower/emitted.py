# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The vector instructions that lowering rules emit, on a machine's registers. Lowering all proved cases finds them."""

from __future__ import annotations

from functools import cache

from generator.isa import forms
from generator.machines.x86.fold import fold_loads
from generator.model import AnyReg, Imm, Instr, Mem, Operand, Phys, R
from tests.lower.cells import CELLS
from tests.lower.prove import builder, lowered

VECTORS, GENERAL, MASKS = (2, 3, 4, 5), (3, 6, 2), (1,)
BASE = {"x86_64": 5, "x86": 5, "aarch64": 11}
"""The base register of memory operands, which should hold a multiple of 64."""
_Key = tuple[object, ...]


@cache
def emitted(arch: str) -> tuple[Instr, ...]:
    """One instruction for every mnemonic, operand shape and pattern of equal registers."""
    found: dict[_Key, Instr] = {}
    for config, name, group in CELLS:
        if config.abi.arch != arch or name.startswith("words ") and name != "words bits":
            continue
        for script in group(config):
            k = builder(config)
            script(k)
            made, _ = lowered(config, k.finish().ops, False)
            for item in (*made.out, *fold_loads(made.out, arch)):
                if isinstance(item, Instr) and any(_is_vector(op) for op in item.ops):
                    placed = _placed(item, arch)
                    found.setdefault((placed.mnem, placed.mask is not None, *_without_immediates(placed)), placed)
    return tuple(found.values())


def _is_vector(op: Operand) -> bool:
    return isinstance(op, R) and op.reg.cls == "vec"


def _without_immediates(item: Instr) -> tuple[Operand, ...]:
    return tuple(op for op in item.ops if not isinstance(op, Imm))


def _placed(item: Instr, arch: str) -> Instr:
    """The same instruction on physical registers. Equal registers stay equal. All memory operands are in one place."""
    numbers: dict[AnyReg, int] = {}
    free = {"vec": list(VECTORS), "gp": list(GENERAL), "mask": list(MASKS)}
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
