# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Prologue, epilogue and slots: one list of frame operations, from which every unwind format is made.

x86: push callee-saved registers, one allocation, vector saves. AArch64: x29 and x30 first, so that the frame chain
holds for profilers, then pairs, then room for slots. x30 is signed before it is stored: whoever overwrites the frame
cannot choose where the function returns to. A function that needs none of it gets none.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from generator.abi import Abi
from generator.isa import forms
from generator.model import (
    SIGNS,
    AnyReg,
    Frame,
    FrameKind,
    FrameOp,
    Imm,
    Instr,
    Item,
    KernelError,
    LabelDef,
    LabelRef,
    Mem,
    Note,
    Operand,
    Phys,
    R,
    Slot,
    Src,
)
from generator.passes.flow import accesses, vanishes

PIC = "pic"
LIMIT = 4096
"""Bytes of slots and areas that a frame stays below."""
FP, LR = Phys("gp", 29), Phys("gp", 30)


@dataclass(frozen=True, slots=True)
class Remains:
    """What holds a secret when the body is done: registers, and runs of bytes (start, end) from sp."""

    regs: tuple[Phys, ...] = ()
    frame: tuple[tuple[int, int], ...] = ()


@dataclass(slots=True)
class _Writer:
    abi: Abi
    src: Src
    vex: bool
    out: list[Item]

    def ins(self, mnem: str, *ops: Operand) -> None:
        self.out.append(Instr(mnem, ops, forms.find(self.abi.arch, mnem, ops), self.src))

    def idiom(self, mnem: str, *ops: Operand) -> None:
        """A zeroing idiom: its operands are not read."""
        self.out.append(Instr(mnem, ops, forms.find(self.abi.arch, mnem, ops), self.src, idiom=True))

    def op(
        self, kind: FrameKind, reg: Phys | None = None, reg2: Phys | None = None, amount: int = 0, offset: int = 0
    ) -> None:
        self.out.append(FrameOp(kind, reg, reg2, amount, offset))

    @property
    def sp(self) -> R:
        return R(Phys("gp", self.abi.sp), self.abi.bits)

    def at(self, offset: int, width: int) -> Mem:
        return Mem(Phys("gp", self.abi.sp), offset, width=width)


def build_frame(items: list[Item], abi: Abi, src: Src, *, vex: bool) -> tuple[list[Item], Frame]:
    """The whole function: prologue, ``items`` with slots resolved and dead copies gone, epilogue.

    ``vex``: vector code is spelled as AVX, because the body is. ``src`` is the line that frame code is blamed on.
    """
    body = [item for item in items if not vanishes(item)]
    saved = _saved(body, abi)
    slots = _slots(body)
    make = _aarch64 if abi.arch == "aarch64" else _x86
    return make(body, saved, slots, _Writer(abi, src, vex, []))


def wipe(remains: Remains, abi: Abi, src: Src, features: frozenset[str]) -> list[Item]:
    """Code that clears what ``remains`` of a function's secrets before the way out."""
    writer = _Writer(abi, src, "avx" in features, [])
    if remains.regs or remains.frame:
        clear(writer, remains, 128 if "avx512vl" in features else 512)
    return writer.out


def resigned(body: list[Item], abi: Abi) -> list[Item]:
    """A finished function's body for a convention that signs the return address with another key."""
    sign, authenticate = f"paci{abi.key}sp", f"auti{abi.key}sp"
    out = list(body)
    for at, item in enumerate(out):
        if isinstance(item, Instr) and (item.mnem in SIGNS or item.mnem in SIGNS.values()):
            out[at] = _signing(sign if item.mnem in SIGNS else authenticate, abi, item.src)
    return out


def _signing(mnem: str, abi: Abi, src: Src) -> Instr:
    what = "sign x30; indirect calls may land here" if mnem in SIGNS else "authenticate x30"
    return Instr(mnem, (), forms.find(abi.arch, mnem, ()), src, f"{mnem}: {what}")


def before_way_out(body: list[Item], items: list[Item]) -> list[Item]:
    """A finished function's body, with ``items`` before its epilogue."""
    at = next(i for i, item in enumerate(body) if isinstance(item, FrameOp) and item.kind == "begin_epilogue")
    return [*body[:at], *items, *body[at:]]


def address(abi: Abi, ops: list[Operand]) -> tuple[str, list[Operand]]:
    """The instruction for "register = address of a frame slot"."""
    dst, mem = ops
    assert isinstance(mem, Mem) and mem.base is not None
    if abi.arch == "aarch64":
        return "add", [dst, R(mem.base, 64), Imm(mem.disp)]
    return "lea", [dst, replace(mem, width=0)]


def clear(w: _Writer, remains: Remains, evex: int) -> None:
    """Zeros for what remains: registers, then the frame by stores of a register that is zero already. ``evex``: the
    least bits that AVX-512 writes here; after one of 512, Intel's cores run slower for a while."""
    w.out.append(Note("secrets are wiped"))
    arm = w.abi.arch == "aarch64"
    vectors = [reg for reg in remains.regs if reg.cls == "vec"]
    general = [reg for reg in remains.regs if reg.cls == "gp"]
    vector = next((reg for reg in vectors if arm or reg.num < 16), None)
    if not arm and not general and any(vector is None or (end - start) % 16 for start, end in remains.frame):
        general = [Phys("gp", next(n for n in w.abi.volatile["gp"] if n != w.abi.result))]
    for reg in vectors:
        if arm:
            w.ins("movi", R(reg, 128, "16b"), Imm(0))
        elif not w.vex:
            w.idiom("pxor", R(reg, 128), R(reg, 128))
        else:  # the write of 128 bits clears the rest; above 15 only AVX-512 reaches
            w.idiom("vpxor" if reg.num < 16 else "vpxord", *[R(reg, 128 if reg.num < 16 else evex)] * 3)
    for reg in general:
        if arm:
            w.ins("movz", R(reg, 64), Imm(0))
        else:
            w.idiom("xor", R(reg, 32), R(reg, 32))
    word = Phys("gp", 32) if arm else general[0] if general else None
    for start, end in remains.frame:
        at = start
        while at < end:
            # AArch64 has offsets of this size in units of what is stored only.
            size = 16 if vector is not None else 8 if w.abi.bits == 64 else 4
            while at + size > end or (arm and at % size):
                size = 8 if size == 16 and w.abi.bits == 64 else 4
            if size == 16 and vector is not None:
                store, view = ("str", R(vector, 128, "q")) if arm else (_moved(w.vex), R(vector, 128))
            else:
                assert word is not None
                store, view = "str" if arm else "mov", R(word, 8 * size)
            memory = w.at(at, 8 * size)
            w.ins(store, *((view, memory) if arm else (memory, view)))
            at += size


def _moved(vex: bool) -> str:
    return "vmovdqu" if vex else "movdqu"


def _saved(body: list[Item], abi: Abi) -> list[Phys]:
    """Callee-saved registers that the body writes, in encoding order."""
    used: set[AnyReg] = set()
    for item in body:
        if isinstance(item, Instr):
            used.update(accesses(item)[1])
    return sorted(reg for reg in used if isinstance(reg, Phys) and abi.is_saved(reg))


def _slots(body: list[Item]) -> list[Slot]:
    found: dict[int, Slot] = {}
    for item in body:
        if isinstance(item, Instr):
            for op in item.ops:
                if isinstance(op, Mem) and op.slot is not None and op.slot.incoming < 0 and not op.slot.pc:
                    found.setdefault(id(op.slot), op.slot)
    return sorted(found.values(), key=lambda s: -s.align)


def _wants_pc(body: list[Item]) -> bool:
    """True if something reads the word that holds the address of ``pic``."""
    return any(
        isinstance(op, Mem) and op.slot is not None and op.slot.pc
        for item in body
        if isinstance(item, Instr)
        for op in item.ops
    )


def _limited(room: int, slots: list[Slot], w: _Writer) -> None:
    """KernelError for as many bytes as a page has: Windows would want a probe of each page."""
    if room < LIMIT:
        return
    areas = [f"{slot.name} {slot.size}" for slot in slots if slot.area]
    spilled = sum(slot.size for slot in slots if not slot.area)
    raise KernelError(
        w.src,
        f"{w.abi.name}: the frame takes {room} bytes (areas: {', '.join(areas) or 'none'}; values without a register: "
        f"{spilled}); expected fewer than {LIMIT}",
    )


def _place(slots: list[Slot], start: int) -> int:
    for slot in slots:
        start = -(-start // slot.align) * slot.align
        slot.offset = start
        start += slot.size
    return start


def _resolve(body: list[Item], writer: _Writer, total: int) -> None:
    """Slots become sp + offset; ``total`` is the distance from sp in the body to sp at entry."""
    sp = Phys("gp", writer.abi.sp)
    for item in body:
        if isinstance(item, Instr) and any(isinstance(op, Mem) and op.slot is not None for op in item.ops):
            ops: list[Operand] = []
            shown = item.comment
            for op in item.ops:
                if isinstance(op, Mem) and op.slot is not None:
                    slot = op.slot
                    base, comment = slot.offset, slot.name
                    if slot.incoming >= 0:
                        base, comment = total + slot.incoming, f"argument {slot.name}"
                    elif slot.pc:
                        base, comment = total - writer.abi.pointer_bytes, "the address of pic"
                    shown = shown or comment
                    op = Mem(sp, base + op.disp, op.index, op.scale, op.width, None, op.symbol, op.mode, op.broadcast)
                ops.append(op)
            mnem = item.mnem
            if mnem == "@address":
                mnem, ops = address(writer.abi, ops)
            final = tuple(ops)
            item = item.but(final, forms.find(writer.abi.arch, mnem, final), mnem=mnem, comment=shown)
        writer.out.append(item)


def _makes_dirty(item: Instr) -> bool:
    """Whether an instruction makes an upper half that legacy SSE may have to wait for: not of registers that only EVEX
    reaches. Some processors (Intel's Sapphire Rapids) count a low register as one too if a part of a wide register was
    moved into it."""
    low = [op for op in item.ops if isinstance(op, R) and isinstance(op.reg, Phys) and op.reg.num < 16]
    if any(op.width >= 256 for op in low):
        return True
    written = item.ops[0] if item.ops else None
    wide = any(isinstance(op, R) and op.width >= 256 for op in item.ops)
    return wide and written in low and isinstance(written, R) and written.reg.cls == "vec"


def _x86(body: list[Item], saved: list[Phys], slots: list[Slot], w: _Writer) -> tuple[list[Item], Frame]:
    word = w.abi.pointer_bytes
    pushed = [r for r in saved if r.cls == "gp"]
    vectors = [r for r in saved if r.cls == "vec"]
    vector_at = _place(slots, 0)
    vector_at = -(-vector_at // 16) * 16
    room = vector_at + 16 * len(vectors) if vectors else _place(slots, 0)
    room = -(-room // word) * word
    if room and w.abi.bits == 64:  # sp is a multiple of 16 below the return address and the pushes
        room += -(room + word * (len(pushed) + 1)) % 16
    _limited(room, slots, w)
    learns = _wants_pc(body)
    total = room + word * (len(pushed) + learns)
    if learns:
        # The return address of a call to what follows, kept as the frame's first word: no instruction is left at which
        # sp is off by a word, as there would be between a call and its pop.
        w.ins("call", LabelRef(PIC))
        w.op("alloc", amount=word)
        w.out.append(LabelDef(PIC))
    store = "vmovaps" if w.vex else "movaps"
    for reg in pushed:
        w.ins("push", R(reg, w.abi.bits))
        w.op("push", reg, amount=word)
    if room:
        w.ins("sub", w.sp, Imm(room))
        w.op("alloc", amount=room)
    for i, reg in enumerate(vectors):
        w.ins(store, w.at(vector_at + 16 * i, 128), R(reg, 128))
        w.op("save", reg, amount=16, offset=vector_at + 16 * i)
    w.op("end_prologue")
    _resolve(body, w, total)
    w.op("begin_epilogue")
    if any(_makes_dirty(item) for item in body if isinstance(item, Instr)):
        w.ins("vzeroupper")
    for i, reg in enumerate(vectors):
        w.ins(store, R(reg, 128), w.at(vector_at + 16 * i, 128))
        w.op("restore", reg, amount=16, offset=vector_at + 16 * i)
    if room:
        w.ins("add", w.sp, Imm(room))
        w.op("dealloc", amount=room)
    for reg in reversed(pushed):
        w.ins("pop", R(reg, w.abi.bits))
        w.op("pop", reg, amount=word)
    if learns:
        w.ins("add", w.sp, Imm(word))
        w.op("dealloc", amount=word)
    w.ins("ret")
    w.op("end_epilogue")
    return w.out, Frame(total, tuple(saved), tuple(slots))


def _pairs(saved: list[Phys]) -> list[tuple[Phys, ...]]:
    """Neighbours together: ARM64's unwind codes know pairs of consecutive registers only."""
    out: list[tuple[Phys, ...]] = []
    rest = list(saved)
    while rest:
        first = rest.pop(0)
        if rest and rest[0] == Phys(first.cls, first.num + 1):
            out.append((first, rest.pop(0)))
        else:
            out.append((first,))
    return out


def _aarch64(body: list[Item], saved: list[Phys], slots: list[Slot], w: _Writer) -> tuple[list[Item], Frame]:
    locals_ = -(-_place(slots, 0) // 16) * 16
    _limited(locals_, slots, w)
    if not saved and not locals_:
        w.op("end_prologue")
        _resolve(body, w, 0)
        w.op("begin_epilogue")
        w.ins("ret")
        w.op("end_epilogue")
        return w.out, Frame(0, (), ())
    groups = _pairs(saved)
    area = -(-(16 + 8 * len(saved)) // 16) * 16
    sp = Phys("gp", w.abi.sp)

    def view(reg: Phys) -> R:
        return R(reg, 64) if reg.cls == "gp" else R(reg, 64, "d")

    sign = f"paci{w.abi.key}sp"
    w.out.append(_signing(sign, w.abi, w.src))
    w.op("sign")
    w.ins("stp", R(FP, 64), R(LR, 64), Mem(sp, -area, width=64, mode="pre"))
    w.op("save_pair_pre", FP, LR, amount=area)
    w.ins("mov", R(FP, 64), w.sp)
    w.op("set_fp")
    places = []
    at = 16
    for group in groups:
        places.append((group, at))
        at += 8 * len(group)
    for group, offset in places:
        if len(group) == 2:
            w.ins("stp", view(group[0]), view(group[1]), w.at(offset, 64))
            w.op("save_pair", group[0], group[1], amount=8, offset=offset)
        else:
            w.ins("str", view(group[0]), w.at(offset, 64))
            w.op("save", group[0], amount=8, offset=offset)
    if locals_:
        w.ins("sub", w.sp, w.sp, Imm(locals_))
        w.op("alloc", amount=locals_)
    w.op("end_prologue")
    _resolve(body, w, locals_ + area)
    w.op("begin_epilogue")
    if locals_:
        w.ins("add", w.sp, w.sp, Imm(locals_))
        w.op("dealloc", amount=locals_)
    for group, offset in reversed(places):
        if len(group) == 2:
            w.ins("ldp", view(group[0]), view(group[1]), w.at(offset, 64))
            w.op("restore_pair", group[0], group[1], amount=8, offset=offset)
        else:
            w.ins("ldr", view(group[0]), w.at(offset, 64))
            w.op("restore", group[0], amount=8, offset=offset)
    w.ins("ldp", R(FP, 64), R(LR, 64), Mem(sp, area, width=64, mode="post"))
    w.op("restore_pair_post", FP, LR, amount=area)
    w.out.append(_signing(SIGNS[sign], w.abi, w.src))
    w.op("authenticate")
    w.ins("ret")
    w.op("end_epilogue")
    return w.out, Frame(locals_ + area, (FP, LR, *saved), tuple(slots))
