# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Handmade functions of AArch64 that use everything that its renderers can spell."""

from __future__ import annotations

from generator.abi import abi as convention
from generator.model import Cond, Function, Imm, Item, LabelDef, LabelRef, Mem, Note, Phys, R, Shift
from tests.emit.parts import TABLE, WIDE, at, function, i, op, v, vec, w, x


def aarch64_body() -> list[Item]:
    """Shifted operands, addressing modes, vector shapes, tables."""
    return [
        Note("Integer"),
        i("add", w(0), w(1), w(2), Shift("lsl", 3), comment="T[0] */ caf\u00e9"),
        i("eor", x(0), x(1), x(2), Shift("ror", 7)),
        i("add", x(0), x(1), w(2), Shift("uxtb", 0)),
        i("add", x(0), x(1), w(2), Shift("sxtw", 2)),
        i("add", x(0), x(1), Imm(4095)),
        i("add", x(0), x(1), Imm(1), Shift("lsl", 12)),
        i("and", w(0), w(1), Imm(0xFF)),
        i("orr", w(0), w(32), Imm(0xFFFFFF00)),
        i("movz", w(0), Imm(0xA478)),
        i("movk", w(0), Imm(0xD76A), Shift("lsl", 16)),
        i("mov", x(3), x(4)),
        i("mvn", w(3), w(4)),
        i("ror", w(0), w(1), Imm(25)),
        i("extr", w(0), w(1), w(2), Imm(9)),
        i("rev", w(0), w(1)),
        i("ubfx", w(0), w(1), Imm(8), Imm(8)),
        i("cmp", x(1), Imm(16)),
        i("ccmp", x(1), Imm(0), Imm(4), Cond("ne")),
        i("csel", x(0), x(1), x(2), Cond("lo")),
        i("cset", w(0), Cond("hs")),
        i("umulh", x(0), x(1), x(2)),
        i("madd", x(0), x(1), x(2), x(3)),
        Note("Memory"),
        i("ldr", w(5), at(1, 60, 32)),
        i("ldr", x(5), at(1, 0, 64, 2, 8)),
        i("ldrb", w(5), at(1, 0, 8, 2)),
        i("strb", w(5), at(1, 1, 8, mode="post")),
        i("ldr", x(5), at(1, -8, 64, mode="pre")),
        i("ldp", x(5), x(6), at(1, 16, 64, mode="post")),
        i("stp", w(5), w(6), at(1, 8, 32)),
        i("ldur", x(5), at(1, -9, 64)),
        i("adrp", x(7), LabelRef("sample_consts")),
        i("add", x(7), x(7), LabelRef("sample_consts")),
        i("adrp", x(8), LabelRef("sample_wide")),
        i("ldr", x(8), Mem(Phys("gp", 8), width=64, symbol="sample_wide")),
        Note("Vectors"),
        i("ldr", vec(0), at(7, 16, 128)),
        i("ldp", vec(0), vec(1), at(7, 32, 128)),
        i("ld1", v(0, "16b"), v(1, "16b"), v(2, "16b"), v(3, "16b"), at(1, 64, 512, mode="post")),
        i("st1", v(0, "4s"), at(1, 0, 128)),
        i("ld1", v(0, "s[1]"), at(1, 0, 32)),
        i("add", v(0, "4s"), v(1, "4s"), v(2, "4s")),
        i("ushr", v(0, "4s"), v(1, "4s"), Imm(7)),
        i("mul", v(0, "4s"), v(1, "4s"), v(2, "s[3]")),
        i("dup", v(0, "4s"), w(3)),
        i("umov", w(3), v(0, "s[2]")),
        i("ins", v(0, "s[2]"), w(3)),
        i("tbl", v(0, "16b"), v(1, "16b"), v(2, "16b"), v(3, "16b")),
        i("ext", v(0, "16b"), v(1, "16b"), v(2, "16b"), Imm(4)),
        i("fmov", vec(0, 64), x(3)),
        i("rev32", v(0, "16b"), v(1, "16b")),
        i("aese", v(0, "16b"), v(1, "16b")),
        i("sha256h", vec(0), vec(1), v(2, "4s")),
        i("eor3", v(0, "16b"), v(1, "16b"), v(2, "16b"), v(3, "16b")),
        i("pmull2", v(0, "1q"), v(1, "2d"), v(2, "2d")),
        LabelDef("again", 16),
        i("subs", x(2), x(2), Imm(1)),
        i("b.ne", LabelRef("again")),
        i("b", Cond("eq"), LabelRef("done")),
        i("cbnz", w(3), LabelRef("done")),
        i("tbz", w(3), Imm(5), LabelRef("done")),
        i("b", LabelRef("again")),
        LabelDef("done"),
    ]


def aarch64(abi: str, frame: bool = True) -> Function:
    """x30 signed, x29 and x30, a pair, a single register, a pair of vectors, and room for slots; or a leaf function."""
    key = convention(abi).key
    sp, fp, lr = Phys("gp", 31), Phys("gp", 29), Phys("gp", 30)
    name = f"sample_a64_{'frame' if frame else 'leaf'}"
    if not frame:
        body: list[Item] = [op("end_prologue"), *aarch64_body(), op("begin_epilogue"), i("ret"), op("end_epilogue")]
        return function("aarch64", abi, body, name, (TABLE, WIDE))
    x19, x20, x21, v8, v9, v10 = (*(Phys("gp", n) for n in (19, 20, 21)), *(Phys("vec", n) for n in (8, 9, 10)))
    rows: list[tuple[str, tuple[Phys, ...], int]] = [
        ("p", (x19, x20), 16), ("", (x21,), 32), ("p", (v8, v9), 40), ("", (v10,), 56),
    ]  # fmt: skip
    out: list[Item] = [
        i(f"paci{key}sp"),
        op("sign"),
        i("stp", R(fp, 64), R(lr, 64), Mem(sp, -80, width=64, mode="pre")),
        op("save_pair_pre", fp, lr, amount=80),
        i("mov", R(fp, 64), R(sp, 64)),
        op("set_fp"),
    ]
    for pair, regs, offset in rows:
        out.append(i("st" + (pair or "r"), *(R(r, 64) for r in regs), Mem(sp, offset, width=64)))
        out.append(op("save_pair", regs[0], regs[1], 8, offset) if pair else op("save", regs[0], None, 8, offset))
    out += [i("sub", R(sp, 64), R(sp, 64), Imm(32)), op("alloc", amount=32), op("end_prologue"), *aarch64_body()]
    out += [op("begin_epilogue"), i("add", R(sp, 64), R(sp, 64), Imm(32)), op("dealloc", amount=32)]
    for pair, regs, offset in reversed(rows):
        out.append(i("ld" + (pair or "r"), *(R(r, 64) for r in regs), Mem(sp, offset, width=64)))
        out.append(op("restore_pair", regs[0], regs[1], 8, offset) if pair else op("restore", regs[0], None, 8, offset))
    out += [i("ldp", R(fp, 64), R(lr, 64), Mem(sp, 80, width=64, mode="post")), op("restore_pair_post", fp, lr, 80)]
    out += [i(f"auti{key}sp"), op("authenticate"), i("ret"), op("end_epilogue")]
    return function("aarch64", abi, out, name, (TABLE, WIDE))
