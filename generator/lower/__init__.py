# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Word operations to instructions, one rule an operation and ISA."""

from __future__ import annotations

from generator.abi import Abi
from generator.lang.contract import Kernel, Variant
from generator.lang.values import Stream, Val
from generator.lower.aligned import refuse_unaligned
from generator.lower.base import Lowered, Lowering, narrow_only
from generator.lower.split64 import split64
from generator.machines.aarch64.lower import Aarch64Lowering
from generator.machines.x86.fold import fold_loads
from generator.machines.x86.lower import X86Lowering
from generator.passes.same import check_same

__all__ = ["Lowered", "lower"]

LOWERINGS: dict[str, type[Lowering]] = {"x86_64": X86Lowering, "x86": X86Lowering, "aarch64": Aarch64Lowering}


def lower(recorded: Stream, params: list[Val], kernel: Kernel, variant: Variant, abi: Abi) -> Lowered:
    """Turn a recorded stream into instructions over virtual registers, entry and exit included.

    Raises KernelError with the script's line for an operation that the ISA, the variant's features or the operand types
    do not allow.
    """
    if abi.arch != "aarch64":  # which has no such instructions
        refuse_unaligned(recorded.ops, params, kernel, frame=16 if abi.bits == 64 else 4)
    ops = split64(recorded.ops) if abi.bits == 32 else recorded.ops
    lowering = LOWERINGS[abi.arch](kernel, variant, abi)
    if abi.arch == "x86_64":  # 32-bit mode has byte views of four registers only, better left to those who need them
        lowering.narrow = narrow_only(ops)
    lowering.entry(params)
    for op in ops:
        lowering.op(op)
    lowered = lowering.finish()
    if abi.arch in ("x86_64", "x86"):  # in 32-bit mode a word's reader might need a register with a byte view
        folded = fold_loads(lowered.body, abi.arch, words=abi.arch == "x86_64")
        check_same(lowered.body, folded, "folding loads")
        lowered.body = folded
    return lowered
