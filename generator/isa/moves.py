# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""How each ISA spells the three moves that passes insert themselves: register copy, reload, spill."""

from __future__ import annotations

from generator.model import AnyReg, Mem, Operand, VReg, view

Spelled = tuple[str, tuple[Operand, ...]]


def copy(arch: str, dst: AnyReg, src: AnyReg, bits: int) -> Spelled:
    """dst = src, ``bits`` wide (gp at least 32; a vector register is copied whole)."""
    if dst.cls == "gp":
        width = max(bits, 32)
        return "mov", (view(dst, width), view(src, width))
    if dst.cls == "mask":
        return "kmovq", (view(dst, 64), view(src, 64))
    if arch == "aarch64":
        return "mov", (view(dst, 128, "16b"), view(src, 128, "16b"))
    return "vmovdqa", (view(dst, 128), view(src, 128))


def load(arch: str, dst: AnyReg, mem: Mem) -> Spelled:
    """dst = a whole slot; ``mem.width`` is what :func:`slot_bits` says."""
    width = mem.width
    if dst.cls == "vec":
        return ("ldr", (view(dst, 128, "q"), mem)) if arch == "aarch64" else (_vector(dst), (view(dst, width), mem))
    return ("ldr" if arch == "aarch64" else "mov"), (view(dst, width), mem)


def _vector(reg: AnyReg) -> str:
    """x86: any alignment, for slots are as aligned as the stack."""
    if isinstance(reg, VReg) and not reg.vex:
        return "movdqu"
    return "vmovdqu64" if isinstance(reg, VReg) and reg.bits == 512 else "vmovdqu"


def store(arch: str, src: AnyReg, mem: Mem) -> Spelled:
    """A whole slot = src."""
    if src.cls == "vec":
        return ("str", (view(src, 128, "q"), mem)) if arch == "aarch64" else (_vector(src), (mem, view(src, mem.width)))
    if arch == "aarch64":
        return "str", (view(src, mem.width), mem)
    return "mov", (mem, view(src, mem.width))


def slot_bits(arch: str, reg: VReg) -> int:
    """Width in bits of the frame slot that holds one virtual register."""
    if reg.cls == "vec":
        return reg.bits
    return 32 if arch == "x86" else 64
