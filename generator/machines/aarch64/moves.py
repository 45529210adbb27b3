# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AArch64's spelling of register copy, reload, spill, jump and the end of a counted loop."""

from __future__ import annotations

from generator.isa.machine import Spelled
from generator.model import AnyReg, Imm, LabelRef, Mem, view


def copy(dst: AnyReg, src: AnyReg, bits: int) -> Spelled:
    if dst.cls == "gp":
        width = max(bits, 32)
        return "mov", (view(dst, width), view(src, width))
    return "mov", (view(dst, 128, "16b"), view(src, 128, "16b"))


def load(dst: AnyReg, mem: Mem) -> Spelled:
    return "ldr", (view(dst, 128, "q") if dst.cls == "vec" else view(dst, mem.width), mem)


def store(src: AnyReg, mem: Mem) -> Spelled:
    return "str", (view(src, 128, "q") if src.cls == "vec" else view(src, mem.width), mem)


def jump(label: str) -> Spelled:
    return "b", (LabelRef(label),)


def count_down(reg: AnyReg, bits: int, label: str) -> tuple[Spelled, ...]:
    left = view(reg, max(bits, 32))
    return ("subs", (left, left, Imm(1))), ("b.ne", (LabelRef(label),))
