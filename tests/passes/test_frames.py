# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Frames of bodies made by hand: every instruction and frame operation of each convention, and the clearing of places.

``frames.txt`` has them as they were read before. ``python -m tests.passes.test_frames`` writes it anew after a change
that is meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import generator.machines  # noqa: F401  # registers every machine
from generator.abi import abi
from generator.isa import forms
from generator.isa.machine import machine
from generator.model import FrameOp, Imm, Instr, Item, KernelError, Mem, Operand, Phys, R, Slot, Src
from generator.passes.dump import dump
from generator.passes.frame import Remains, Writer, build_frame, resigned, wipe

pytestmark = pytest.mark.kernels()  # handmade functions

FRAMES = Path(__file__).with_name("frames.txt")
SRC = Src("hand.py", 1)
MOVES = {"x86": "movaps", "x86_64": "movaps", "aarch64": "mov"}
AVX, EVEX, VL = frozenset({"avx"}), frozenset({"avx", "avx512f"}), frozenset({"avx", "avx512f", "avx512vl"})


def ins(arch: str, mnem: str, *ops: Operand) -> Instr:
    return Instr(mnem, ops, forms.find(arch, mnem, ops), SRC)


def writes(convention: str, gp: int, vec: int) -> list[Item]:
    """A body that writes the first saved registers of each class."""
    of = abi(convention)
    one = Imm(1)
    out: list[Item] = [ins(of.arch, "mov", R(Phys("gp", n), of.bits), one) for n in sorted(of.saved["gp"])[:gp]]
    for n in sorted(of.saved.get("vec", ()))[:vec]:
        reg = R(Phys("vec", n), 128) if of.arch != "aarch64" else R(Phys("vec", n), 128, "16b")
        out.append(ins(of.arch, MOVES[of.arch], reg, replace(reg, reg=Phys("vec", 0))))
    return out


def uses(convention: str, *slots: Slot) -> list[Item]:
    """Loads of slots."""
    of = abi(convention)
    mnem = "ldr" if of.arch == "aarch64" else "mov"
    return [ins(of.arch, mnem, R(Phys("gp", 0), of.bits), Mem(None, 0, width=of.bits, slot=slot)) for slot in slots]


def spilled(name: str, size: int = 8, align: int = 8) -> Slot:
    return Slot(name, size, align)


def bodies() -> Iterator[tuple[str, str, list[Item], frozenset[str]]]:
    """Name, convention, body, features."""
    none: frozenset[str] = frozenset()
    for convention in ("cdecl32", "sysv64", "win64", "aapcs64", "aapcs64-win"):
        of = abi(convention)
        yield "leaf", convention, [*writes(convention, 0, 0), *uses(convention)], none
        yield "argument", convention, uses(convention, Slot("given", 8, 8, incoming=of.stack_args)), none
        for count in (1, 2, 3, 5):
            yield f"{count} saved", convention, writes(convention, count, 0), none
        if of.saved.get("vec", ()):
            for vectors, features in ((1, none), (2, AVX), (3, none)):
                yield f"{vectors} vectors {sorted(features)}", convention, writes(convention, 1, vectors), features
        if of.arch == "aarch64":  # areas of up to 160 bytes
            for gp, vec in ((10, 5), (10, 7), (10, 8)):
                yield f"{gp} and {vec} saved", convention, writes(convention, gp, vec), none
        slots = spilled("a", 8, 8), spilled("b", 16, 16), spilled("c", 4, 4)
        given = Slot("given", 8, 8, incoming=of.stack_args)
        yield "slots", convention, uses(convention, *slots[:2], given), none
        yield "slots and saved", convention, [*writes(convention, 2, 0), *uses(convention, *slots, given)], none
        if of.saved.get("vec", ()):
            yield "slots and vectors", convention, [*writes(convention, 1, 1), *uses(convention, *slots[:1])], none
    pc = Slot("pic", 4, 4, pc=True)
    yield (
        "pic",
        "cdecl32",
        [*writes("cdecl32", 2, 0), *uses("cdecl32", pc, spilled("d", 4, 4), Slot("n", 4, 4, incoming=4))],
        none,
    )
    for name, mnem, ops, features in (
        ("dirty", "vpxor", [R(Phys("vec", n), 256) for n in (1, 2, 3)], AVX),
        ("dirty", "vpxord", [R(Phys("vec", n), 512) for n in (15, 17, 18)], EVEX),
        ("clean", "vpxord", [R(Phys("vec", n), 512) for n in (16, 17, 18)], EVEX),
        ("clean", "vpxor", [R(Phys("vec", n), 128) for n in (1, 2, 3)], AVX),
        ("dirty by a move", "vextracti32x4", [R(Phys("vec", 1), 128), R(Phys("vec", 17), 512), Imm(1)], EVEX),
        ("clean by a move", "vextracti32x4", [R(Phys("vec", 16), 128), R(Phys("vec", 17), 512), Imm(1)], EVEX),
        (
            "clean by a comparison",
            "vpcmpeqd",
            [R(Phys("mask", 1), 64), *(R(Phys("vec", n), 512) for n in (16, 17))],
            EVEX,
        ),
        ("clean by a store", "vmovdqu32", [Mem(Phys("gp", 7), width=512), R(Phys("vec", 17), 512)], EVEX),
    ):
        yield name, "sysv64", [ins("x86_64", mnem, *ops)], features


def clearings() -> Iterator[tuple[str, str, Remains, frozenset[str]]]:
    gp, low, high = (Phys("gp", 0), Phys("gp", 2)), Phys("vec", 3), Phys("vec", 20)
    none: frozenset[str] = frozenset()
    runs = ((0, 16), (24, 60))
    for convention in ("cdecl32", "sysv64", "aapcs64"):
        yield "nothing", convention, Remains(), none
        yield "registers", convention, Remains((*gp, low)), none
        yield "frame", convention, Remains((), runs), none
        yield "frame beside a register", convention, Remains(gp[1:], runs), none
        yield "frame beside a vector", convention, Remains((low,), runs), none
        yield "whole blocks", convention, Remains((low,), ((0, 32), (48, 64))), none
        yield "pieces", convention, Remains((low,), ((4, 28), (36, 40))), none
    for features in (AVX, EVEX, VL):
        yield f"{sorted(features)}", "sysv64", Remains((low, *((high,) if features != AVX else ())), runs), features
    yield "high vectors only", "sysv64", Remains((high,), runs), VL
    for features in (EVEX, VL):
        both = Phys("vec", 15), Phys("vec", 16)
        yield f"edge {sorted(features)}", "sysv64", Remains(both, ((0, 16),)), features
        yield f"edge of high vectors {sorted(features)}", "sysv64", Remains(both[1:], ((0, 16),)), features
    yield "masks", "sysv64", Remains((Phys("mask", 1), *gp)), EVEX


def frames() -> str:
    out = []
    for name, convention, body, features in bodies():
        made, frame = build_frame(body, abi(convention), SRC, features)
        slots = ", ".join(f"{slot.name} at {slot.offset}" for slot in frame.slots)
        out += [f"{convention}: {name}", dump(made, abi(convention).arch)]
        out += [f"       size {frame.bytes}; saved {len(frame.saved)}; {slots}".rstrip("; "), ""]
    for name, convention, remains, features in clearings():
        cleared = wipe(remains, abi(convention), SRC, features)
        out += [f"{convention}: clears {name}", dump(cleared, abi(convention).arch)]
        out += [f"       idioms {sum(isinstance(item, Instr) and item.idiom for item in cleared)}", ""]
    return "\n".join(line.removeprefix("    1  ").rstrip() for line in "\n".join(out).splitlines()) + "\n"


def test_frames() -> None:
    wanted = FRAMES.read_text("utf-8").split("\n\n")
    for ours, theirs in zip(frames().split("\n\n"), wanted):
        assert ours == theirs
    assert len(frames().split("\n\n")) == len(wanted)


def test_another_key_signs() -> None:
    """The body of one convention for another that signs with another key: nothing else changes."""
    one, other = abi("aapcs64"), abi("aapcs64-darwin")
    made, _ = build_frame(writes("aapcs64", 2, 0), one, SRC, frozenset())
    again, _ = build_frame(writes("aapcs64", 2, 0), other, SRC, frozenset())
    found = resigned(made, other)
    assert dump(found, "aarch64") == dump(again, "aarch64")
    assert [getattr(item, "comment", None) for item in found] == [getattr(item, "comment", None) for item in again]
    x86, _ = build_frame(writes("sysv64", 2, 0), abi("sysv64"), SRC, frozenset())
    assert resigned(x86, abi("win64")) == x86


def test_addresses_of_slots() -> None:
    area = Slot("area", 32, 16, area=True)
    for convention, text in (("sysv64", "lea"), ("aapcs64", "add")):
        of = abi(convention)
        mem = Mem(Phys("gp", of.sp), 16, width=64)
        mnem, ops = machine(of.arch).frames.address(R(Phys("gp", 0), 64), mem)
        assert mnem == text and forms.find(of.arch, mnem, ops)
        assert ops[1:] == ((replace(mem, width=0),) if text == "lea" else (R(Phys("gp", of.sp), 64), Imm(16)))
    assert area.area


@pytest.mark.parametrize("convention", ["cdecl32", "sysv64", "win64", "aapcs64"])
def test_large_frames_are_refused(convention: str) -> None:
    """A frame of a page and more would need probes."""
    kept = uses(convention, Slot("area", 4096 - 64, 16, area=True))
    build_frame(kept, abi(convention), SRC, frozenset())
    for size in (4096, 5000):
        with pytest.raises(KernelError, match=rf"the frame takes \d+ bytes \(areas: area {size}"):
            build_frame(uses(convention, Slot("area", size, 16, area=True)), abi(convention), SRC, frozenset())


def test_pieces_have_one_writer() -> None:
    """The writer gives slots of one alignment their places in order."""
    writer = Writer(abi("sysv64"), SRC, frozenset())
    slots = [spilled("a", 16, 16), spilled("b", 4, 4), spilled("c", 8, 8)]
    assert writer.place(slots, 16) == 32 and [slot.offset for slot in slots] == [0, 16, 24]
    assert not any(isinstance(item, FrameOp) for item in writer.out)


if __name__ == "__main__":
    FRAMES.write_text(frames(), "utf-8")
