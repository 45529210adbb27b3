# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The recording of a kernel for portable code: words of 64 or 32 bits, and about as many registers as machines have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.lang.builder import Builder
from generator.lang.contract import Kernel, Variant
from generator.lang.steps import describe
from generator.lang.values import Op, Val
from generator.lang.variants import PORTABLE
from generator.model import AsmloomError, KernelError
from generator.portable.structure import read

REGISTERS = {64: 18, 32: 12}
"""Bits of a pointer → the registers that a script hears of. A compiler keeps other values on the stack by itself. With
more, scripts unroll for the machines that have them."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A kernel's operations on machines with pointers of ``bits`` bits."""

    kernel: Kernel
    bits: int
    params: tuple[Val, ...]
    ops: Sequence[Op]


def form(kernel: Kernel) -> Variant | None:
    """The variant that portable code comes from: the row called portable, or the first without features."""
    plain = (one for one in kernel.variants if not one.features and one.unit != "vec")
    return kernel.form or next(plain, None)


def has_form(kernel: Kernel) -> bool:
    """Whether a kernel has a row that portable code comes from."""
    return form(kernel) is not None


def variant(kernel: Kernel) -> Variant:
    """The form of a kernel. KernelError if it has none."""
    if (found := form(kernel)) is not None:
        return found
    have = ", ".join(f"{one.name} ({', '.join(one.features)})" for one in kernel.variants)
    raise KernelError(
        kernel.src, f"{kernel.name}: portable=True takes a variant without features, whose words every machine has; "
        f"there are {have}; expected Variant(\"scalar\") among them, or portable=False"
    )  # fmt: skip


def record(kernel: Kernel, bits: int) -> Recorded:
    """Run the kernel's script. KernelError for every fault of it."""
    k = Builder(kernel, variant(kernel), pointer_bits=bits, registers=REGISTERS[bits], arch=PORTABLE, abi=PORTABLE)
    params = tuple(k.value(getattr(k, p.type), p.name, src=kernel.src) for p in kernel.params)
    try:
        kernel.body(k, *params)
    except AsmloomError:
        raise
    except (Exception, SystemExit) as error:  # that of a script which asks for what this machine lacks
        raise KernelError(
            kernel.src, f"{kernel.name}: {type(error).__name__} in the recording for C: {error}"
        ) from None
    ops = needed(k.finish().ops)
    for op in ops:
        kernel.refuse_exemptions(op)
    describe(ops)
    return Recorded(kernel, bits, params, ops)


def needed(ops: Sequence[Op]) -> list[Op]:
    """The operations without those whose results nothing reads: compilers warn of such variables."""
    kept, before = list(ops), -1
    while len(kept) != before:
        before = len(kept)
        asked = {val.id for op in kept for val in read(op)}
        kept = [op for op in kept if not op.dst or any(val.id in asked for val in op.dst)]
    return kept
