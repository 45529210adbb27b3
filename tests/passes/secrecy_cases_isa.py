# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Cases for the secrecy pass that only one ISA can spell: strings, masks, gathers, pairs, writeback, slow instructions.

Both x86 modes share most cases. Vectors and masks are x86_64's.
"""

from __future__ import annotations

from generator.lang import Arg
from generator.model import Cond, Imm, LabelRef, Mem, Operand, Phys, R
from tests.passes.secrecy_case import ADDRESS_X, BRANCH_S, BRANCH_X, UNKNOWN, Case, fill, unwritten
from tests.passes.secrecy_machines import (
    A64,
    AREA,
    ARGUMENTS,
    FRAME,
    KEPT,
    PROTOTYPE,
    X32,
    X64,
    Machine,
    Row,
    contract,
    ins,
    vec,
)

X86 = (X64, X32)
ARM = (A64,)
BYTES_X = "the choice of bytes in memory depends on a secret (argument x)"
COUNT_X = "the number of bytes in memory depends on a secret (argument x)"
TIME_X = "the time depends on a secret (argument x)"
INTO_T = "stores a secret ({}) into the memory at t, which the contract calls public"
SEVEN = contract(
    [*ARGUMENTS, *(Arg(name, public=name != "g") for name in "efgh")],
    PROTOTYPE[:-1] + ", size_t e, size_t f, size_t g, size_t h)",
)
SI, DI, CX = 6, 7, 1  # the tests' names t, s and x


def mask(number: int) -> R:
    return R(Phys("mask", number), 64)


def vm(base: int, index: int, width: int = 32) -> Mem:
    return Mem(Phys("gp", base), 0, Phys("vec", index), 4, width)


def lane(m: Machine, number: int, of: int) -> Row:
    """A vector register made of a general one."""
    if m is A64:
        return ins("fmov", vec(number, 64, "d"), m.r(of))
    return ins("movd", vec(number), m.r(of, 32))


def out(m: Machine, to: int, of: int) -> Row:
    """A general register made of a vector one."""
    if m is A64:
        return ins("fmov", m.r(to), vec(of, 64, "d"))
    return ins("movd", m.r(to, 32), vec(of))


def swap(m: Machine) -> list[Row]:
    """Exchange the registers of strings: strings load from ``s`` and store to ``t``."""
    return [m.copy(m.b, SI), m.copy(SI, DI), m.copy(DI, m.b)]


STRINGS = (
    Case("a string's secret length", lambda m: [ins("rep stosb")], COUNT_X, machines=X86),
    Case("a string's secret length, exempted", lambda m: [ins("rep stosb", exempt="known")], used=("known",),
         machines=X86),
    Case("a string's public length", lambda m: [m.const(CX), m.const(0), ins("rep stosb"), *m.look(DI)], machines=X86),
    Case("a string's secret destination", lambda m: [m.copy(DI, m.x), ins("stosb")], ADDRESS_X, machines=X86),
    Case("a string's secret source", lambda m: [m.copy(SI, m.x), ins("lodsb")], ADDRESS_X, machines=X86),
    Case("what a string loads", lambda m: [*swap(m), ins("lodsb"), *m.look(0)], BRANCH_S, machines=X86),
    Case("what a byte's load leaves", lambda m: [m.copy(0, m.x), ins("lodsb"), *m.look(0)], BRANCH_X, machines=X86),
    Case("the pointer that a string's load moves", lambda m: [*swap(m), ins("lodsb"), *m.look(SI), ins("lodsb"),
                                                             *m.look(0)], BRANCH_S + "7)", machines=X86),
    Case("what a string stores", lambda m: [*swap(m), m.copy(0, m.x), ins("stosb")], INTO_T.format("argument x"),
         machines=X86),
    Case("what a string copies", lambda m: [*swap(m), m.const(CX), ins("rep movsb")], "(the memory at s",
         machines=X86),
    Case("a string into an area", lambda m: [
        *fill(m, AREA, 16, m.n), *m.address(DI, AREA), m.copy(0, m.x), ins("stosb"), m.reload(m.b, AREA + 8),
        *m.look(m.b)], BRANCH_X, machines=X86),
    Case("a string of exempted length moves its pointer by a secret", lambda m: [
        m.const(0), ins("rep stosb", exempt="known"), *m.look(DI)], BRANCH_X, machines=X86),
    Case("a string's secret pointer stays secret", lambda m: [
        m.copy(SI, m.x), ins("lodsb", exempt="known"), *m.look(SI)], BRANCH_X, machines=X86),
    Case("movsd of vectors is no string", lambda m: [
        m.copy(SI, m.x), m.copy(DI, m.x), ins("movsd", vec(0), vec(1))], machines=X86),
)  # fmt: skip

MASKS = (
    Case("maskmovdqu's secret mask", lambda m: [lane(m, 0, m.x), ins("maskmovdqu", vec(1), vec(0))], BYTES_X,
         machines=X86),
    Case("what maskmovdqu stores", lambda m: [*swap(m), lane(m, 1, m.x), ins("maskmovdqu", vec(1), vec(0))],
         INTO_T.format("argument x"), machines=X86),
    *(
        Case(f"{mnem}'s secret mask, {way}", lambda m, mnem=mnem, way=way: [  # type: ignore[misc]
            lane(m, 0, m.x),
            ins(mnem, vec(1), vec(0), m.at(m.t, width=128)) if way == "load" else
            ins(mnem, m.at(m.s, width=128), vec(0), vec(1))], BYTES_X, machines=X86)
        for mnem in ("vpmaskmovd", "vpmaskmovq", "vmaskmovps", "vmaskmovpd") for way in ("load", "store")
    ),
    Case("what vpmaskmovd loads", lambda m: [
        ins("vpmaskmovd", vec(1), vec(0), m.at(m.s, width=128)), out(m, m.a, 1), *m.look(m.a)], BRANCH_S, machines=X86),
    Case("a mask register of a load", lambda m: [
        ins("kmovq", mask(1), m.r(m.x)), ins("vmovdqu8", vec(1, 512), m.at(m.t, width=512), mask=mask(1), zero=True)],
        BYTES_X, machines=(X64,)),
    Case("a mask register of a store", lambda m: [
        ins("kmovq", mask(1), m.r(m.x)), ins("vmovdqu8", m.at(m.s, width=512), vec(1, 512), mask=mask(1))],
        BYTES_X, machines=(X64,)),
    Case("what a mask register between registers leaves of a secret", lambda m: [
        ins("kmovq", mask(1), m.r(m.x)), ins("vmovdqu8", vec(1, 512), vec(2, 512), mask=mask(1), zero=True),
        out(m, m.a, 1), *m.look(m.a)], BRANCH_X, machines=(X64,)),
    Case("a masked store into the frame writes nobody knows which bytes", lambda m: [
        ins("vmovdqu8", m.sp(AREA, width=128), vec(1), mask=mask(1)), m.reload(m.a, AREA), *m.look(m.a)],
        unwritten("area in the frame", 2), machines=(X64,)),
    Case("a masked store into the frame leaves a secret", lambda m: [
        *fill(m, AREA, 16, m.x), ins("vmovdqu8", m.sp(AREA, width=128), vec(1), mask=mask(1)), m.reload(m.a, AREA),
        *m.look(m.a)], BRANCH_X, machines=(X64,)),
    Case("an exempted mask is in what comes of it", lambda m: [
        lane(m, 0, m.x), ins("vpmaskmovd", vec(1), vec(0), m.at(m.t, width=128), exempt="known"), out(m, m.a, 1),
        *m.look(m.a)], BRANCH_X, machines=X86),
)  # fmt: skip

GATHERS = (
    Case("a gather's secret index", lambda m: [lane(m, 1, m.x), ins("vpgatherdd", vec(0), vm(m.t, 1), vec(2))],
         ADDRESS_X, machines=X86),
    Case("a gather's secret mask", lambda m: [lane(m, 2, m.x), ins("vpgatherdd", vec(0), vm(m.t, 1), vec(2))],
         BYTES_X, machines=X86),
    Case("a gather's secret base", lambda m: [ins("vpgatherdd", vec(0), vm(m.x, 1), vec(2))], ADDRESS_X, machines=X86),
    Case("a public gather", lambda m: [ins("vpgatherdd", vec(0), vm(m.t, 1), vec(2)), out(m, m.a, 0), *m.look(m.a)],
         machines=X86),
    Case("what a gather loads", lambda m: [ins("vpgatherdd", vec(0), vm(m.s, 1), vec(2)), out(m, m.a, 0),
                                           *m.look(m.a)], BRANCH_S, machines=X86),
    Case("a gather's mask register", lambda m: [
        ins("kmovq", mask(1), m.r(m.x)), ins("vpgatherdd", vec(0, 512), vm(m.t, 1), mask=mask(1))], BYTES_X,
        machines=(X64,)),
    Case("a scatter's secret index", lambda m: [
        lane(m, 1, m.x), ins("vpscatterdd", vm(m.s, 1), vec(0, 512), mask=mask(1))], ADDRESS_X, machines=(X64,)),
    Case("what a scatter stores", lambda m: [
        lane(m, 0, m.x), ins("vpscatterdd", vm(m.t, 1), vec(0, 512), mask=mask(1))], INTO_T.format("argument x"),
        machines=(X64,)),
    Case("the number of a bit in memory", lambda m: [ins("bt", m.at(m.t), m.r(m.x))], BYTES_X, machines=X86),
    Case("a prefetch of a secret address", lambda m: [ins("prefetcht0", m.at(m.t, index=m.x, width=8))], ADDRESS_X,
         machines=X86),
)  # fmt: skip


def _slow(mnem: str, *ops: Operand, machines: tuple[Machine, ...] = X86) -> list[Case]:
    """An instruction with all sources made of ``x``, or of ``n``."""

    def made(m: Machine, of: int) -> list[Row]:
        return [*(lane(m, n, of) for n in range(3)), m.copy(m.a, of), m.copy(m.b, of), ins(mnem, *ops)]

    return [
        Case(f"the time of {mnem}", lambda m: made(m, m.x), TIME_X, machines=machines),
        Case(f"the time of {mnem} of what is public", lambda m: made(m, m.n), machines=machines),
    ]


_V = (vec(0), vec(1), vec(2))
_F = tuple(vec(n, 128, "4s") for n in range(3))
_D = tuple(vec(n, 64, "d") for n in range(3))
_GP = tuple(R(Phys("gp", n), 32) for n in (X64.a, X64.a, X64.a))
SLOW = (
    *_slow("pext", *_GP), *_slow("pdep", *_GP), *_slow("idiv", _GP[0]),
    *_slow("vdivps", *_V), *_slow("divsd", *_V[:2]), *_slow("vsqrtpd", *_V[:2]), *_slow("sqrtss", *_V[:2]),
    *_slow("mulps", *_V[:2]), *_slow("vfmadd231sd", *_V), *_slow("cvtps2dq", *_V[:2]), *_slow("ucomisd", *_V[:2]),
    *_slow("vrcp14ps", *_V[:2], machines=(X64,)), *_slow("vdpbf16ps", *_V, machines=(X64,)),
    *_slow("sdiv", *(R(Phys("gp", A64.a), 64),) * 3, machines=ARM),
    *_slow("fdiv", *_F, machines=ARM), *_slow("fsqrt", *_D[:2], machines=ARM), *_slow("fmla", *_F, machines=ARM),
    *_slow("ucvtf", *_F[:2], machines=ARM), *_slow("bfdot", _F[0], vec(1, 128, "8h"), vec(2, 128, "8h"), machines=ARM),
    Case("why pext is slow", lambda m: [m.copy(m.a, m.x), ins("pext", *_GP)], "AMD cores before Zen 3 have it in",
         machines=X86),
    Case("why floating point is slow", lambda m: [lane(m, 0, m.x), ins("sqrtss", _V[1], _V[0])],
         "no vendor promises otherwise", machines=X86),
    Case("moves of bits, whatever they stand for", lambda m: [
        lane(m, 0, m.x), ins("andps", vec(1), vec(0)), ins("shufps", vec(1), vec(0), Imm(3)),
        ins("unpcklps", vec(1), vec(0)), ins("imul", m.r(m.a), m.r(m.x))], machines=X86),
    Case("moves of bits on this ISA, whatever they stand for", lambda m: [
        lane(m, 0, m.x), ins("fcsel", _D[1], _D[0], _D[0], Cond("eq")), ins("fabs", *_D[:2]), ins("fneg", *_D[:2]),
        ins("mul", m.r(m.a), m.r(m.x), m.r(m.x))], machines=ARM),
    Case("a slow instruction of what memory holds", lambda m: [
        m.const(0), m.const(2), ins("div", m.at(m.s))], "the time depends on a secret (the memory at s", machines=X86),
)  # fmt: skip

OF_X86 = (
    Case("a flag that the next instruction leaves", lambda m: [
        m.compare(m.x), ins("inc", m.r(m.n)), ins("jb", LabelRef("out"))], BRANCH_X, machines=X86),
    Case("a flag that the next instruction sets", lambda m: [
        m.compare(m.x), ins("inc", m.r(m.n)), ins("je", LabelRef("out"))], machines=X86),
    Case("a flag that an instruction leaves undefined", lambda m: [
        m.compare(m.x), ins("imul", m.r(m.n), m.r(m.n)), ins("je", LabelRef("out"))], BRANCH_X, machines=X86),
    Case("a flag that is undefined because of a secret", lambda m: [
        m.compare(m.n), ins("imul", m.r(m.x), m.r(m.n)), ins("je", LabelRef("out"))], BRANCH_X, machines=X86),
    Case("a flag of a store", lambda m: [
        ins("add", m.at(m.s), m.r(m.n)), m.jump()], BRANCH_S, machines=X86),
    Case("a carry that is stored", lambda m: [
        m.compare(m.x), ins("adc", m.at(m.t), m.r(m.n))], INTO_T.format("argument x"), machines=X86),
    Case("a register that is zeroed", lambda m: [
        ins("xor", m.r(m.x, 32), m.r(m.x, 32), idiom=True), *m.look(m.x)], machines=X86),
    Case("what a write of a byte leaves", lambda m: [
        ins("mov", m.r(m.x, 8), m.r(m.n, 8)), *m.look(m.x)], BRANCH_X, machines=X86),
    Case("an exchange", lambda m: [ins("xchg", m.r(m.n), m.r(m.x)), *m.look(m.n)], BRANCH_X, machines=X86),
    Case("an exchange with memory", lambda m: [ins("xchg", m.at(m.t), m.r(m.x))], INTO_T.format("argument x"),
         machines=X86),
    Case("what memory and a register make", lambda m: [
        m.copy(m.a, m.x), ins("add", m.r(m.a), m.at(m.t), public="open"), *m.look(m.a)], BRANCH_X,
        machines=X86),
    Case("an index that is an operand", lambda m: [
        ins("add", m.r(m.x), m.at(m.t, index=m.x), exempt="known", public="open"), *m.look(m.x)], BRANCH_X,
        machines=X86),
    Case("a pointer and what memory holds", lambda m: [
        ins("add", m.r(m.s), m.at(m.t)), m.add(m.s, m.t), m.load(m.a, m.s), *m.look(m.a)], BRANCH_S, machines=X86),
    Case("an implicit operand that is the address", lambda m: [
        m.copy(0, m.s), ins("mul", m.at(0), public="open"), m.add(0, m.t), m.load(m.b, 0), *m.look(m.b)],
        BRANCH_S, machines=X86),
    Case("an address is not in what it loads", lambda m: [
        m.load(m.a, m.s, public="open"), m.add(m.a, m.t), *m.follow(m.a)], declared=("open",),
        machines=X86),
    Case("an address that lea makes of a secret", lambda m: [
        ins("lea", m.r(m.a), m.at(m.t, 8, m.x)), m.load(m.b, m.a)], ADDRESS_X, machines=X86),
    Case("an address that lea makes of two", lambda m: [
        ins("lea", m.r(m.a), m.at(m.t, 8, m.s)), *m.follow(m.a)], BRANCH_S, machines=X86),
    Case("a store into an area, by an index", lambda m: [
        *fill(m, AREA, 16, m.n), ins("mov", m.sp(AREA, m.n), m.r(m.x)), m.reload(m.a, AREA + 8), *m.look(m.a)],
        BRANCH_X, machines=X86),
    Case("a store into an area, by an index, leaves a secret", lambda m: [
        *fill(m, AREA, 16, m.x), ins("mov", m.sp(AREA, m.n), m.r(m.n)), m.reload(m.a, AREA), *m.look(m.a)],
        BRANCH_X, machines=X86),
    Case("a store into an area, by an index, writes nobody knows which bytes", lambda m: [
        ins("mov", m.sp(AREA, m.n), m.r(m.n)), m.reload(m.a, AREA), *m.look(m.a)], "leaves unwritten", machines=X86),
    *(
        Case(f"a store across words, bytes from {at}", lambda m, at=at: [  # type: ignore[misc]
            *fill(m, KEPT, 16, m.x), m.spill(KEPT + 2, m.n), ins("mov", m.r(m.a, 32), m.sp(KEPT + at, width=32)),
            *m.look(m.a)], BRANCH_X if at != 4 else None, machines=(X64,))
        for at in (0, 4, 8)
    ),
    Case("a load without a width", lambda m: [
        *fill(m, 0, FRAME, m.n), m.spill(KEPT + 8, m.x), ins("movups", vec(0), Mem(Phys("gp", 4), KEPT)),
        out(m, m.a, 0), *m.look(m.a)], BRANCH_X, machines=X86),
    Case("a store without a width", lambda m: [
        *fill(m, KEPT, 16, m.x), ins("movups", Mem(Phys("gp", 4), KEPT), vec(0)), m.reload(m.a, KEPT), *m.look(m.a)],
        BRANCH_X, machines=X86),
    Case("a constant in the frame", lambda m: [
        ins("mov", m.sp(KEPT, width=32), Imm(3)), ins("mov", m.r(m.a, 32), m.sp(KEPT, width=32)), *m.look(m.a)],
        machines=X86),
    Case("a vector in a slot", lambda m: [
        lane(m, 0, m.x), ins("movups", m.sp(KEPT, width=128), vec(0)), m.reload(m.a, KEPT + 8), *m.look(m.a)],
        BRANCH_X, machines=X86),
    Case("a vector of a slot", lambda m: [
        *fill(m, KEPT, 16, m.n), m.spill(KEPT + 8, m.x), ins("movups", vec(0), m.sp(KEPT, width=128)),
        out(m, m.a, 0), *m.look(m.a)], BRANCH_X, machines=X86),
    Case("the address that 32-bit code learns", lambda m: [
        m.reload(m.a, FRAME - 4), m.add(m.a, m.n), *m.follow(m.a)], machines=(X32,)),
    Case("the word of that address is else unwritten", lambda m: [
        m.reload(m.a, FRAME - 4), *m.look(m.a)], unwritten("the frame", 1), machines=(X32,), prologue=(ins("nop"),)),
    Case("an argument on the stack", lambda m: [m.reload(m.a, FRAME + 16), *m.look(m.a)], BRANCH_X, machines=(X32,)),
    Case("beyond the arguments", lambda m: [m.reload(m.a, FRAME + 20), *m.look(m.a)], unwritten("the frame", 1),
         machines=(X32,)),
    Case("below the frame", lambda m: [*fill(m, 0, 8, m.n), m.reload(m.a, -8), *m.look(m.a)],
         "that some path leaves unwritten", machines=X86),
    Case("a table's entry by its name", lambda m: [
        ins("mov", m.r(m.a), Mem(None, symbol="digits", width=64)), *m.look(m.a)], machines=(X64,)),
    Case("a table's entry is no table", lambda m: [
        ins("mov", m.r(m.a), Mem(None, symbol="digits", width=64)), *m.follow(m.a)], UNKNOWN, machines=(X64,)),
    Case("the seventh argument", lambda m: [m.reload(m.a, FRAME + 8), *m.look(m.a)], "(argument g)", kernel=SEVEN,
         machines=(X64,)),
    Case("the eighth argument", lambda m: [m.reload(m.a, FRAME + 16), *m.look(m.a)], kernel=SEVEN, machines=(X64,)),
    Case("a store by a table's name", lambda m: [
        ins("mov", Mem(None, symbol="digits", width=64), m.r(m.n))], "stores into a table", machines=(X64,)),
    Case("a branch by a counter", lambda m: [ins("jrcxz", LabelRef("out"))], BRANCH_X, machines=(X64,)),
)  # fmt: skip


def after(base: int, index: int) -> Mem:
    return Mem(Phys("gp", base), 0, Phys("gp", index), width=128, mode="post")


def moving(base: int) -> Mem:
    return Mem(Phys("gp", base), AREA, width=64, mode="post")


def _pair(mnem: str, one: int, two: int, mem: Mem) -> Row:
    return ins(mnem, A64.r(one), A64.r(two), mem)


OF_AARCH64 = (
    Case("the second of a pair in the frame", lambda m: [
        m.spill(KEPT, m.n), m.spill(KEPT + 8, m.x), _pair("ldp", m.a, m.b, m.sp(KEPT)), *m.look(m.b)], BRANCH_X,
        machines=ARM),
    Case("a pair stored beside a public value", lambda m: [
        _pair("stp", m.n, m.x, m.sp(KEPT)), m.reload(m.a, KEPT + 8), *m.look(m.a)], BRANCH_X, machines=ARM),
    Case("a pair stored over a secret", lambda m: [
        m.spill(KEPT + 8, m.x), _pair("stp", m.n, m.n, m.sp(KEPT)), m.reload(m.a, KEPT + 8), *m.look(m.a)],
        machines=ARM),
    Case("a pair of 128 bits in all is no more", lambda m: [
        _pair("stp", m.n, m.n, m.sp(AREA, width=128)), m.reload(m.a, AREA + 16), *m.look(m.a)],
        unwritten("other in the frame", 2), machines=ARM),
    Case("several registers in the frame", lambda m: [
        *fill(m, 0, 32, m.n), m.spill(24, m.x), ins("ld1", vec(0, 128, "2d"), vec(1, 128, "2d"), m.sp(0, width=128)),
        out(m, m.a, 1), *m.look(m.a)], BRANCH_X, machines=ARM),
    Case("a store that may not happen", lambda m: [
        m.spill(KEPT, m.x), ins("stxr", m.r(m.a, 32), m.r(m.n), m.sp(KEPT)), m.reload(m.b, KEPT), *m.look(m.b)],
        BRANCH_X, machines=ARM),
    Case("a load that moves its pointer", lambda m: [
        ins("ldr", m.r(m.a), Mem(Phys("gp", m.s), 8, width=64, mode="post")), *m.look(m.s), *m.follow(m.s)],
        BRANCH_S + "4)", machines=ARM),
    Case("a pointer moved by another", lambda m: [
        m.copy(m.a, m.s), ins("ld1", vec(0, 128, "16b"), after(m.t, m.a)),
        *m.follow(m.t)], BRANCH_S, machines=ARM),
    Case("a pointer moved by a secret", lambda m: [
        ins("ld1", vec(0, 128, "16b"), after(m.t, m.x), exempt="known"),
        *m.look(m.t)], BRANCH_X, machines=ARM),
    Case("what is written to the zero register", lambda m: [
        ins("subs", m.r(32), m.r(m.x), m.r(m.n)), ins("add", m.r(m.a), m.r(m.n), m.r(32)), *m.look(m.a)], machines=ARM),
    Case("flags of an instruction without a result", lambda m: [
        ins("subs", m.r(32), m.r(m.x), m.r(m.n)), m.jump()], BRANCH_X, machines=ARM),
    Case("a compare by flags", lambda m: [
        m.compare(m.x), ins("ccmp", m.r(m.n), Imm(0), Imm(4), Cond("eq")), m.jump()], BRANCH_X, machines=ARM),
    Case("a branch by a register", lambda m: [ins("cbz", m.r(m.x), LabelRef("out"))], BRANCH_X, machines=ARM),
    Case("a branch by a bit", lambda m: [ins("tbz", m.r(m.x), Imm(3), LabelRef("out"))], BRANCH_X, machines=ARM),
    Case("a return to a secret address", lambda m: [ins("ret", m.r(m.x))], BRANCH_X, machines=ARM),
    Case("a prefetch of a secret address here", lambda m: [
        ins("prfm", LabelRef("pldl1keep"), m.at(m.t, index=m.x, scale=8))], ADDRESS_X, machines=ARM),
    Case("an address made of sp otherwise", lambda m: [
        *fill(m, 0, FRAME, m.n), m.spill(KEPT, m.x), ins("sub", m.r(m.a), m.r(31), Imm(AREA)), *m.follow(m.a)],
        BRANCH_X, machines=ARM),
    Case("an address made of sp and a register", lambda m: [
        *fill(m, 0, FRAME, m.n), m.spill(KEPT, m.x), ins("add", m.r(m.a), m.r(31), m.r(m.n)), *m.follow(m.a)],
        BRANCH_X, machines=ARM),
    Case("a copy of sp", lambda m: [
        *fill(m, 0, FRAME, m.n), m.spill(KEPT, m.x), ins("mov", m.r(m.a), m.r(31)), *m.follow(m.a)],
        BRANCH_X, machines=ARM),
    Case("a load that moves sp", lambda m: [
        *fill(m, 0, FRAME, m.n), m.spill(KEPT, m.x), ins("ldr", m.r(m.a), moving(31)), *m.look(m.a)], BRANCH_X,
        machines=ARM),
    Case("a store that moves sp", lambda m: [
        *fill(m, 0, FRAME, m.n), m.spill(AREA, m.x), ins("str", m.r(m.n), moving(31)), m.reload(m.a, AREA),
        *m.look(m.a)], BRANCH_X, machines=ARM),
    Case("an address in the code is of nobody", lambda m: [
        ins("adr", m.r(m.a), LabelRef("out")), *m.follow(m.a)], UNKNOWN, machines=ARM),
)  # fmt: skip

OWN = (*STRINGS, *MASKS, *GATHERS, *SLOW, *OF_X86, *OF_AARCH64)
