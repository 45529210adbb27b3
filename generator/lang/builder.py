# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The builder ``k`` of kernel scripts. Every call records one word-level operation with the script's line."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from generator.lang.arguments import checked
from generator.lang.bits import BitOps
from generator.lang.control import ControlOps
from generator.lang.memory import MemoryOps
from generator.lang.rows import RowOps
from generator.lang.values import FLAGS, Op, Stream, Val
from generator.lang.vector_arithmetic import LaneArithmetic
from generator.lang.vector_moves import MoveOps

Operand = Any  # an operand of asm: the kind "Operand" checks it


@checked
class Builder(BitOps, RowOps, LaneArithmetic, MoveOps, MemoryOps, ControlOps):
    """Records a kernel for one target.

    Types: ``k.u8 k.u16 k.u32 k.u64 k.usize`` (``usize`` is as wide as a pointer). ``k.registers`` is the number of
    general-purpose registers of the convention. A kernel may scale its look-ahead by this number and needs no name of
    an instruction set. ``k.messages`` is the number of messages at once, 0 for one. Code that must differ asks for
    ``k.arch`` and ``k.abi`` (:mod:`generator.lang.asked`).
    The words are in :mod:`generator.lang.words`, :mod:`generator.lang.arithmetic`, :mod:`generator.lang.rows`,
    :mod:`generator.lang.shifts`, :mod:`generator.lang.bits`, :mod:`generator.lang.memory`,
    :mod:`generator.lang.branches`, :mod:`generator.lang.control`, :mod:`generator.lang.vectors`,
    :mod:`generator.lang.vector_arithmetic` and :mod:`generator.lang.vector_moves`. The machine level is here.
    """

    def mem(self, ptr: Val, offset: int = 0, *, width: int, index: Val | None = None, scale: int = 1) -> Op:
        """A memory operand of ``width`` bits for :meth:`asm`."""
        self._address("mem", ptr, index, offset)
        if width not in (8, 16, 32, 64, 128, 256, 512) or scale not in (1, 2, 4, 8):
            raise self.fail(
                f"mem: width {width}, scale {scale}; expected 8, 16, 32, 64, 128, 256 or 512 bits, times 1, 2, 4 or 8"
            )
        return Op("mem", (), (ptr, index), self.here(), {"offset": offset, "width": width, "scale": scale})

    def bind(self, x: Val, register: str = "") -> Op:
        """An operand of :meth:`asm` behind the others: ``x`` in a register that the instruction names itself, such as
        the second factor of a multiplication on x86. ``x`` goes into the register if the instruction reads it, and
        takes the result if the instruction writes it. ``register``: the name in any width, which may be left out
        where the instruction names one register alone."""
        if x.type.cls != "gp" or x.type.bits < 32 or x.type.name in FLAGS:
            raise self.fail(f"bind: {x.name} is a {x.type}; expected a u32, u64, usize or pointer, see k.zext")
        return Op("bind", (), (x,), self.here(), {"register": register})

    def asm(self, mnem: str, *operands: Operand, exempt: str | None = None) -> None:
        """One machine instruction, checked against the instruction table. Operands: values, ints, :meth:`mem`,
        :meth:`view`, label names, and :meth:`bind` last."""
        if mnem.rstrip(":") in self._unplaced:
            raise self.fail(f"asm: {mnem} is a label; expected k.place({mnem.rstrip(':')!r})")
        for operand in operands:
            for val in operand.args if isinstance(operand, Op) else ():
                if isinstance(val, Val) and val.k is not self:
                    raise self._foreign(val)
        self.record("asm", (), operands, mnem=mnem, exempt=exempt)


def stream(function: Callable[..., Any]) -> Callable[..., Stream]:
    """Decorator: ``function(k, …)`` records into a new stream and returns the stream, for ``k.emit`` or a stitch."""

    @functools.wraps(function)
    def record(k: Builder, *args: Any, **kwargs: Any) -> Stream:
        with k.recording(function.__name__) as out:
            function(k, *args, **kwargs)
        return out

    return record
