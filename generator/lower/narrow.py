# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Bytes whose upper bits in a register nobody reads."""

from __future__ import annotations

from generator.lang.values import Condition, Op, Val


def narrow_only(ops: list[Op]) -> frozenset[int]:
    """Ids of the u8 sums whose low eight bits are the only bits read.

    Such a sum is compared with a constant, stored, or added to another u8. The sum is no index, is not widened, and is
    no operand of another operation.
    """
    narrow: set[int] = set()
    full: set[int] = set()
    for op in ops:
        narrow.update(v.id for v in op.dst if v.type.bits == 8 and op.name == "add")
        full.update(v.id for v in op.dst if op.name != "add")
        added = op.name == "add" and op.dst[0].type.bits == 8
        for i, arg in enumerate(op.args):
            if isinstance(arg, Val) and not (op.name == "store" and i == 2) and not added:
                full.add(arg.id)
            elif isinstance(arg, Condition):
                if isinstance(arg.y, Val):
                    full.update((arg.x.id, arg.y.id))
            elif isinstance(arg, Op):  # the address of a memory operand
                full.update(v.id for v in arg.args if isinstance(v, Val))
    return frozenset(narrow - full)
