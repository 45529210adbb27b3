# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Frames of the toy machine: one step of the stack pointer, slots at its foot, saved registers above."""

from __future__ import annotations

from collections.abc import Sequence

from generator.isa.machine import FrameWriter, Spelled
from generator.model import Frame, Imm, Item, Mem, Phys, R, Slot


def whole(reg: Phys) -> R:
    return R(reg, 128 if reg.cls == "vec" else 32)


class ToyFrames:
    def build(self, body: list[Item], saved: list[Phys], slots: list[Slot], w: FrameWriter) -> Frame:
        end = w.place(slots, 16)
        places: list[tuple[Phys, int]] = []
        for reg in sorted(saved, key=lambda reg: reg.cls, reverse=True):  # vectors first, where 16 divides the offset
            places.append((reg, end))
            end += whole(reg).width // 8
        total = -(-end // 16) * 16
        w.refuse_large(total, slots)
        if total:
            w.ins("dif", w.sp, w.sp, Imm(total))
            w.op("alloc", amount=total)
        for reg, at in places:
            w.ins("put", whole(reg), w.at(at, whole(reg).width))
            w.op("save", reg, amount=whole(reg).width // 8, offset=at)
        w.op("end_prologue")
        w.body(body, total)
        w.op("begin_epilogue")
        for reg, at in places:
            w.ins("get", whole(reg), w.at(at, whole(reg).width))
            w.op("restore", reg, amount=whole(reg).width // 8, offset=at)
        if total:
            w.ins("sum", w.sp, w.sp, Imm(total))
            w.op("dealloc", amount=total)
        w.ins("back")
        w.op("end_epilogue")
        return Frame(total, tuple(saved), tuple(slots))

    def clear(self, regs: Sequence[Phys], runs: Sequence[tuple[int, int]], w: FrameWriter) -> None:
        general = [reg for reg in regs if reg.cls == "gp"]
        if runs and not general:
            general = [Phys("gp", next(n for n in w.abi.volatile["gp"] if n != w.abi.result))]
        for reg in regs:
            if reg.cls == "vec":
                w.idiom("odd", *[whole(reg)] * 3)
        for reg in general:
            w.ins("set", whole(reg), Imm(0))
        for start, end in runs:
            for at in range(start, end, 4):
                w.ins("put", whole(general[0]), w.at(at, 32))

    def address(self, dst: R, mem: Mem) -> Spelled:
        assert mem.base is not None
        return "sum", (dst, R(mem.base, 32), Imm(mem.disp))

    def resigned(self, body: list[Item], w: FrameWriter) -> list[Item]:
        return body
