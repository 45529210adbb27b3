# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Word operations to instructions, one rule an operation and ISA. The rules are in the machines' folders."""

from __future__ import annotations

from functools import partial

from generator.abi import Abi
from generator.isa.machine import machine
from generator.lang.contract import Kernel, Variant
from generator.lang.values import Stream, Val
from generator.lower.aligned import refuse_unaligned
from generator.lower.base import Lowered, Lowering
from generator.lower.narrow import narrow_only
from generator.lower.split64 import split64

__all__ = ["Lowered", "lower"]


def lower(recorded: Stream, params: list[Val], kernel: Kernel, variant: Variant, abi: Abi) -> Lowered:
    """Turn a recorded stream into instructions over virtual registers, entry and exit included.

    The code is for the convention for which bodies of ``abi`` are allocated. ``own_entry`` makes the entry for ``abi``.
    Raises KernelError with the script's line for an operation that the ISA, the variant's features or the operand types
    do not allow.
    """
    on = machine(abi.arch)
    refuse_unaligned(recorded.ops, params, kernel, on)
    ops = recorded.ops
    if abi.bits == 32:
        ops, params = split64(ops, params)
    lowering: Lowering = on.lowering(kernel, variant, abi.body_of or abi)
    if on.narrow:
        lowering.narrow = narrow_only(ops)
    lowering.plan(ops)
    lowering.entry(params)
    for op in ops:
        lowering.op(op)
    lowered = lowering.finish()
    lowered.own_entry = partial(lowering.own_entry, params)
    return lowered
