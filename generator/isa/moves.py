# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""How each ISA spells the three moves that passes insert themselves: register copy, reload, spill."""

from __future__ import annotations

from generator.model import AnyReg, Mem, Operand, R, RegClass

Spelled = tuple[str, tuple[Operand, ...]]


def copy(arch: str, dst: AnyReg, src: AnyReg, bits: int) -> Spelled:
    """dst = src, ``bits`` wide (gp at least 32; a vector register is copied whole)."""
    if dst.cls == "gp":
        width = max(bits, 32)
        return "mov", (R(dst, width), R(src, width))
    if dst.cls == "mask":
        return "kmovq", (R(dst, 64), R(src, 64))
    if arch == "aarch64":
        return "mov", (R(dst, 128, "16b"), R(src, 128, "16b"))
    return "vmovdqa", (R(dst, 128), R(src, 128))


def load(arch: str, dst: AnyReg, mem: Mem) -> Spelled:
    """dst = a whole slot; ``mem.width`` is what :func:`slot_bits` says."""
    width = mem.width
    if dst.cls == "vec":
        return ("ldr", (R(dst, 128, "q"), mem)) if arch == "aarch64" else ("vmovdqu", (R(dst, 128), mem))
    return ("ldr" if arch == "aarch64" else "mov"), (R(dst, width), mem)


def store(arch: str, src: AnyReg, mem: Mem) -> Spelled:
    """A whole slot = src."""
    if src.cls == "vec":
        return ("str", (R(src, 128, "q"), mem)) if arch == "aarch64" else ("vmovdqu", (mem, R(src, 128)))
    if arch == "aarch64":
        return "str", (R(src, mem.width), mem)
    return "mov", (mem, R(src, mem.width))


def slot_bits(arch: str, cls: RegClass) -> int:
    """Width in bits of the frame slot that holds one register of a class."""
    if cls == "vec":
        return 128
    return 32 if arch == "x86" else 64
