# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""x86's spelling of register copy, reload, spill, jump and the end of a counted loop."""

from __future__ import annotations

from generator.isa.machine import Spelled
from generator.model import AnyReg, Imm, LabelRef, Mem, VReg, view


def copy(dst: AnyReg, src: AnyReg, bits: int) -> Spelled:
    if dst.cls == "gp":
        width = max(bits, 32)
        return "mov", (view(dst, width), view(src, width))
    if dst.cls == "mask":
        return "kmovq", (view(dst, 64), view(src, 64))
    return "vmovdqa", (view(dst, 128), view(src, 128))


def load(dst: AnyReg, mem: Mem) -> Spelled:
    return _vector(dst) if dst.cls == "vec" else "mov", (view(dst, mem.width), mem)


def store(src: AnyReg, mem: Mem) -> Spelled:
    return _vector(src) if src.cls == "vec" else "mov", (mem, view(src, mem.width))


def _vector(reg: AnyReg) -> str:
    """A move of any alignment: slots have only the stack's alignment."""
    if isinstance(reg, VReg) and "avx" not in reg.features:
        return "movdqu"
    return "vmovdqu64" if isinstance(reg, VReg) and reg.bits == 512 else "vmovdqu"


def jump(label: str) -> Spelled:
    return "jmp", (LabelRef(label),)


def count_down(reg: AnyReg, bits: int, label: str) -> tuple[Spelled, ...]:
    return ("sub", (view(reg, bits), Imm(1))), ("jne", (LabelRef(label),))
