# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Frames on x86: pushes of callee-saved registers, one allocation, and vector registers saved in its bytes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generator.isa.machine import FrameWriter, Spelled, machine
from generator.model import Frame, Imm, Instr, Item, LabelDef, LabelRef, Mem, Phys, R, Slot
from generator.passes.wiping import wide

PIC = "pic"
"""The label whose address 32-bit functions read at their entry."""


class X86Frames:
    """Both modes."""

    def build(self, body: list[Item], saved: list[Phys], slots: list[Slot], w: FrameWriter) -> Frame:
        word = w.abi.pointer_bytes
        pushed = [r for r in saved if r.cls == "gp"]
        vectors = [r for r in saved if r.cls == "vec"]
        size = w.place(slots, 16 if vectors else word)
        vector_at = size
        size += 16 * len(vectors)
        if size and w.abi.bits == 64:  # sp is a multiple of 16 below the return address and the pushes
            size += -(size + word * (len(pushed) + 1)) % 16
        w.refuse_large(size, slots)
        learns = _wants_pc(body)
        total = size + word * (len(pushed) + learns)
        if learns:
            # The return address of a call to the next instruction stays as the frame's first word. No instruction has
            # sp off by a word, as a pop after the call would.
            w.ins("call", LabelRef(PIC))
            w.op("alloc", amount=word)
            w.out.append(LabelDef(PIC))
        store = "vmovaps" if _vex(w) else "movaps"
        for reg in pushed:
            w.ins("push", R(reg, w.abi.bits))
            w.op("push", reg, amount=word)
        if size:
            w.ins("sub", w.sp, Imm(size))
            w.op("alloc", amount=size)
        for i, reg in enumerate(vectors):
            w.ins(store, w.at(vector_at + 16 * i, 128), R(reg, 128))
            w.op("save", reg, amount=16, offset=vector_at + 16 * i)
        w.op("end_prologue")
        w.body(body, total)
        uppers = machine(w.abi.arch).uppers
        if uppers is not None and any(wide(item, uppers) for item in body if isinstance(item, Instr)):
            w.ins(uppers.clear)
        w.op("begin_epilogue")
        for i, reg in enumerate(vectors):
            w.ins(store, R(reg, 128), w.at(vector_at + 16 * i, 128))
            w.op("restore", reg, amount=16, offset=vector_at + 16 * i)
        if size:
            w.ins("add", w.sp, Imm(size))
            w.op("dealloc", amount=size)
        for reg in reversed(pushed):
            w.ins("pop", R(reg, w.abi.bits))
            w.op("pop", reg, amount=word)
        if learns:
            w.ins("add", w.sp, Imm(word))
            w.op("dealloc", amount=word)
        w.ins("ret")
        w.op("end_epilogue")
        return Frame(total, tuple(saved), tuple(slots))

    def clear(self, regs: Sequence[Phys], runs: Sequence[tuple[int, int]], w: FrameWriter) -> None:
        """Clear registers first: stores of a zeroed register then clear the frame."""
        vectors = [reg for reg in regs if reg.cls == "vec"]
        general = [reg for reg in regs if reg.cls == "gp"]
        vector = next((reg for reg in vectors if reg.num < 16), None)
        if not general and any(vector is None or (end - start) % 16 for start, end in runs):
            general = [Phys("gp", next(n for n in w.abi.volatile["gp"] if n not in (w.abi.result, w.abi.result_high)))]
        # The narrowest vectors here. After an AVX-512 instruction of 512 bits, Intel's cores run slower for a while.
        evex = 128 if "avx512vl" in w.features else 512
        for reg in vectors:
            if not _vex(w):
                w.idiom("pxor", R(reg, 128), R(reg, 128))
            else:  # a write of 128 bits clears the rest; only AVX-512 reaches registers above 15
                w.idiom("vpxor" if reg.num < 16 else "vpxord", *[R(reg, 128 if reg.num < 16 else evex)] * 3)
        for reg in general:
            w.idiom("xor", R(reg, 32), R(reg, 32))
        for reg in regs:
            if reg.cls == "mask":  # a write of 16 bits clears the rest
                w.idiom("kxorw", *[R(reg, 64)] * 3)
        word = w.abi.pointer_bytes
        for start, end in runs:
            at = start
            while at < end:
                size = 16 if vector is not None else word
                while at + size > end:
                    size = 8 if size == 16 and word == 8 else 4
                if size == 16 and vector is not None:
                    w.ins("vmovdqu" if _vex(w) else "movdqu", w.at(at, 128), R(vector, 128))
                else:
                    w.ins("mov", w.at(at, 8 * size), R(general[0], 8 * size))
                at += size

    def address(self, dst: R, mem: Mem) -> Spelled:
        return "lea", (dst, replace(mem, width=0))

    def resigned(self, body: list[Item], w: FrameWriter) -> list[Item]:
        """The body unchanged: x86 signs nothing."""
        return body


def _vex(w: FrameWriter) -> bool:
    return "avx" in w.features


def _wants_pc(body: list[Item]) -> bool:
    """True if an instruction reads the word that holds the address of ``pic``."""
    for item in body:
        if type(item) is Instr:
            for op in item.ops:
                if type(op) is Mem and op.slot is not None and op.slot.pc:
                    return True
    return False
