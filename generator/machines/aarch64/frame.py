# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Frames on AArch64: x29 and x30, which keep the frame chain whole for profilers; saved pairs; slots.

The function signs x30 before it stores x30: an attacker who overwrites the frame cannot choose the return address. A
function that needs no frame gets none.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.isa.machine import FrameWriter, Spelled
from generator.machines.aarch64.facts import SIGNING
from generator.model import Frame, Imm, Instr, Item, Mem, Phys, R, Slot

FP, LR, _ZERO = Phys("gp", 29), Phys("gp", 30), Phys("gp", 32)


class Aarch64Frames:
    """One recipe for all conventions."""

    def build(self, body: list[Item], saved: list[Phys], slots: list[Slot], w: FrameWriter) -> Frame:
        locals_ = w.place(slots, 16)
        w.refuse_large(locals_, slots)
        if not saved and not locals_:
            w.op("end_prologue")
            w.body(body, 0)
            w.op("begin_epilogue")
            w.ins("ret")
            w.op("end_epilogue")
            return Frame(0, (), ())
        area = -(-(16 + 8 * len(saved)) // 16) * 16
        places = []
        at = 16
        for group in _pairs(saved):
            places.append((group, at))
            at += 8 * len(group)
        sign, authenticate = SIGNING[w.abi.key]
        _signing(sign, w)
        w.op("sign")
        w.ins("stp", R(FP, 64), R(LR, 64), Mem(w.sp.reg, -area, width=64, mode="pre"))
        w.op("save_pair_pre", FP, LR, amount=area)
        w.ins("mov", R(FP, 64), w.sp)
        w.op("set_fp")
        for group, offset in places:
            if len(group) == 2:
                w.ins("stp", _view(group[0]), _view(group[1]), w.at(offset, 64))
                w.op("save_pair", group[0], group[1], amount=8, offset=offset)
            else:
                w.ins("str", _view(group[0]), w.at(offset, 64))
                w.op("save", group[0], amount=8, offset=offset)
        if locals_:
            w.ins("sub", w.sp, w.sp, Imm(locals_))
            w.op("alloc", amount=locals_)
        w.op("end_prologue")
        w.body(body, locals_ + area)
        w.op("begin_epilogue")
        if locals_:
            w.ins("add", w.sp, w.sp, Imm(locals_))
            w.op("dealloc", amount=locals_)
        for group, offset in reversed(places):
            if len(group) == 2:
                w.ins("ldp", _view(group[0]), _view(group[1]), w.at(offset, 64))
                w.op("restore_pair", group[0], group[1], amount=8, offset=offset)
            else:
                w.ins("ldr", _view(group[0]), w.at(offset, 64))
                w.op("restore", group[0], amount=8, offset=offset)
        w.ins("ldp", R(FP, 64), R(LR, 64), Mem(w.sp.reg, area, width=64, mode="post"))
        w.op("restore_pair_post", FP, LR, amount=area)
        _signing(authenticate, w)
        w.op("authenticate")
        w.ins("ret")
        w.op("end_epilogue")
        return Frame(locals_ + area, (FP, LR, *saved), tuple(slots))

    def clear(self, regs: Sequence[Phys], runs: Sequence[tuple[int, int]], w: FrameWriter) -> None:
        """Clear registers first: stores of a zeroed vector or of the zero register then clear the frame."""
        vectors = [reg for reg in regs if reg.cls == "vec"]
        for reg in vectors:
            w.ins("movi", R(reg, 128, "16b"), Imm(0))
        for reg in regs:
            if reg.cls == "gp":
                w.ins("movz", R(reg, 64), Imm(0))
        for start, end in runs:
            at = start
            while at < end:
                size = 16 if vectors else 8
                while at + size > end or at % size:  # this store's offsets are in units of its size
                    size //= 2
                if size == 16:
                    w.ins("str", R(vectors[0], 128, "q"), w.at(at, 128))
                else:
                    w.ins("str", R(_ZERO, 8 * size), w.at(at, 8 * size))
                at += size

    def address(self, dst: R, mem: Mem) -> Spelled:
        assert mem.base is not None
        return "add", (dst, R(mem.base, 64), Imm(mem.disp))

    def resigned(self, body: list[Item], w: FrameWriter) -> list[Item]:
        for item in body:
            signs = item.form.facts.signs if isinstance(item, Instr) else None
            if signs is None:
                w.out.append(item)
            else:
                _signing(SIGNING[w.abi.key][signs[0] == "authenticate"], w)
        return w.out


def _signing(mnem: str, w: FrameWriter) -> None:
    signs = any(mnem == sign for sign, _ in SIGNING.values())
    what = "sign x30; indirect calls may land here" if signs else "authenticate x30"
    w.ins(mnem, comment=f"{mnem}: {what}")


def _view(reg: Phys) -> R:
    return R(reg, 64) if reg.cls == "gp" else R(reg, 64, "d")


def _pairs(saved: list[Phys]) -> list[tuple[Phys, ...]]:
    """Group consecutive registers: ARM64's unwind codes have no other pairs."""
    out: list[tuple[Phys, ...]] = []
    rest = list(saved)
    while rest:
        first = rest.pop(0)
        if rest and rest[0] == Phys(first.cls, first.num + 1):
            out.append((first, rest.pop(0)))
        else:
            out.append((first,))
    return out
