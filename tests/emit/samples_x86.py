# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Handmade functions of x86 and x86_64 that use everything that their renderers can spell."""

from __future__ import annotations

from generator.model import Function, Imm, Item, LabelDef, LabelRef, Mem, Note, Phys, R
from tests.emit.parts import BYTES, TABLE, WIDE, at, function, gp, i, k, op, vec, xmm, ymm, zmm


def x86_frame(body: list[Item], bits: int, saved: tuple[int, ...], room: int, vectors: tuple[int, ...]) -> list[Item]:
    """Pushes, one allocation, vector saves, the body, and the way out."""
    word, sp = bits // 8, R(Phys("gp", 4), bits)
    out: list[Item] = []
    for n in saved:
        out += [i("push", gp(n, bits)), op("push", Phys("gp", n), amount=word)]
    if room:
        out += [i("sub", sp, Imm(room)), op("alloc", amount=room)]
    for at_, n in enumerate(vectors):
        out += [i("movaps", at(4, 16 * at_, 128), vec(n)), op("save", Phys("vec", n), amount=16, offset=16 * at_)]
    out += [op("end_prologue"), *body, op("begin_epilogue")]
    for at_, n in enumerate(vectors):
        out += [i("movaps", vec(n), at(4, 16 * at_, 128)), op("restore", Phys("vec", n), amount=16, offset=16 * at_)]
    if room:
        out += [i("add", sp, Imm(room)), op("dealloc", amount=room)]
    for n in reversed(saved):
        out += [i("pop", gp(n, bits)), op("pop", Phys("gp", n), amount=word)]
    return [*out, i("ret"), op("end_epilogue")]


def x86_scalar(bits: int) -> list[Item]:
    """Integer instructions of both 32-bit and 64-bit mode. Only registers 0, 1, 2, 3, 5, 6, 7, without byte views."""
    a, b, c, d = (gp(n, 32) for n in (0, 1, 2, 3))
    return [
        Note("Moves and immediates: caf\u00e9 and */ must not break anything"),
        i("mov", a, Imm(0xD76AA478), comment="T[0] */ caf\u00e9"),
        i("mov", b, Imm(5)),
        i("add", a, Imm(0xFFFFFFF0), comment="fits a sign-extended byte"),
        i("and", a, Imm(0xFFFFFF00)),
        i("cmp", gp(0, 8), Imm(255)),
        i("xor", a, Imm(-2)),
        i("add", gp(0, bits), Imm(-129)),
        i("sub", gp(1, bits), Imm(128)),
        i("lea", a, at(0, 0xD76AA478, 32, 7)),
        i("lea", a, at(0, -0x28955B88, 32, 7)),
        i("lea", gp(2, bits), at(5, 0, bits, 0)),
        i("lea", gp(2, bits), at(5, 8, bits, 0, 4)),
        i("lea", gp(2, bits), at(None, 0, bits, 1, 2)),
        i("lea", gp(2, bits), at(None, 3, bits, 1, 8)),
        i("lea", gp(2, bits), at(0, 1, bits, 4)),
        i("mov", c, at(6, 60, 32)),
        i("mov", c, at(6, 128, 32)),
        i("mov", at(6, -128, 32), c),
        i("mov", at(5, 0, 8), gp(1, 8)),
        i("mov", at(4, 0, 16), gp(1, 16)),
        i("movzx", c, at(6, 0, 8, 0)),
        i("movzx", c, gp(1, 8)),
        i("movsx", c, at(6, 0, 16)),
        i("imul", a, b, Imm(1000)),
        i("imul", a, b, Imm(10)),
        i("imul", a, at(6, 4, 32)),
        i("mul", c),
        i("rol", a, Imm(7)),
        i("shl", a, Imm(1)),
        i("ror", d, gp(1, 8)),
        i("shld", a, b, Imm(12)),
        i("bswap", a),
        i("not", b),
        i("neg", c),
        i("adc", a, Imm(0)),
        i("xchg", at(6, 0, 32), d),
        i("test", a, b),
        i("cmovb", a, b),
        i("setne", gp(0, 8)),
        i("cmp", at(6, 0, 32), Imm(1000)),
        LabelDef("again", 16),
        i("dec", d, comment="a short jump back"),
        i("jne", LabelRef("again")),
        i("jb", LabelRef("far")),
        i("jmp", LabelRef("Out")),
        *[i("add", a, at(6, 4 * n, 32)) for n in range(60)],
        LabelDef("far"),
        i("ja", LabelRef("again")),
        LabelDef("Out"),
    ]


def x86_64_extra() -> list[Item]:
    """64-bit registers, tables, SSE, AVX, AVX-512."""
    tab = Mem(None, 16, width=128, symbol="sample_consts")
    return [
        Note("64-bit"),
        i("mov", gp(8), Imm(0x0123456789ABCDEF)),
        i("mov", gp(8), Imm(-1)),
        i("movsxd", gp(9), gp(10, 32)),
        i("movsxd", gp(9), at(6, 0, 32)),
        i("movzx", gp(9, 32), gp(6, 8)),
        i("mov", at(13, 0, 8), gp(15, 8)),
        i("lea", gp(2), at(13, 0, 64, 0)),
        i("lea", gp(2), at(13, 0, 64, 5)),
        i("lea", gp(2, 32), at(13, 0x89ABCDEF, 64, 12, 8)),
        i("mulx", gp(8), gp(9), at(6, 8, 64)),
        i("adcx", gp(8), gp(9)),
        i("andn", gp(8, 32), gp(9, 32), gp(10, 32)),
        i("rorx", gp(8, 32), gp(9, 32), Imm(25)),
        i("lea", gp(11), Mem(None, symbol="sample_consts")),
        i("lea", gp(11), LabelRef("sample_bytes")),
        i("mov", gp(10, 32), Mem(None, 8, width=32, symbol="sample_consts")),
        Note("SSE and AVX"),
        i("movdqu", xmm(0), at(6, 0, 128)),
        i("paddd", xmm(0), tab),
        i("pshufd", xmm(1), xmm(2), Imm(0x1B)),
        i("aesenc", xmm(1), xmm(2)),
        i("movd", xmm(1), gp(0, 32)),
        i("movq", xmm(1), gp(8)),
        i("vmovd", xmm(1), at(6, 0, 32)),
        i("vpaddd", xmm(0), xmm(1), xmm(9)),
        i("vpaddd", xmm(0), xmm(9), xmm(1)),
        i("vpsubd", xmm(0), xmm(1), xmm(9)),
        i("vpxor", ymm(0), ymm(1), ymm(15)),
        i("vpaddd", xmm(0), xmm(1), tab),
        i("vpshufb", ymm(0), ymm(1), at(6, 32, 256)),
        i("vinserti128", ymm(0), ymm(1), at(6, 32, 128), Imm(1)),
        i("vpclmulqdq", xmm(0), xmm(1), xmm(2), Imm(0x11)),
        i("vpsrld", ymm(0), ymm(1), Imm(7)),
        i("vmovdqu", at(6, 32, 256), ymm(3)),
        i("sha256rnds2", xmm(1), xmm(2)),
        i("vpextrd", gp(0, 32), xmm(1), Imm(3)),
        Note("AVX-512"),
        i("vprold", xmm(1), xmm(2), Imm(7)),
        i("vpternlogd", xmm(1), xmm(2), xmm(3), Imm(0xE4)),
        i("vpternlogd", xmm(17), xmm(2), at(6, 16, 128), Imm(0x96)),
        i("vpaddd", zmm(1), zmm(2), zmm(31), mask=k(1), zero=True),
        i("vpaddd", zmm(1), zmm(2), at(6, 128, 512), mask=k(2)),
        i("vpaddd", zmm(1), zmm(2), at(6, 4, 32, broadcast=True)),
        i("vpaddd", xmm(1), xmm(2), Mem(None, 4, width=32, symbol="sample_consts", broadcast=True)),
        i("vpaddq", ymm(1), ymm(2), at(6, 8, 64, broadcast=True)),
        i("vmovdqu32", at(6, 64, 512), zmm(20), mask=k(3)),
        i("vmovdqu8", zmm(20), at(6, 1, 512, 0, 2), mask=k(3), zero=True),
        i("vpcmpeqd", k(4), zmm(1), zmm(2)),
        i("kmovw", k(1), gp(0, 32)),
        i("kxnorw", k(1), k(1), k(1)),
        i("vpmadd52luq", zmm(1), zmm(2), zmm(3)),
        i("vgf2p8affineqb", zmm(1), zmm(2), zmm(3), Imm(0)),
        i("vzeroupper"),
    ]


def x86_64(abi: str, frame: bool = True, vectors: tuple[int, ...] = ()) -> Function:
    """A full frame, or a leaf function without one."""
    body = [*x86_scalar(64), *x86_64_extra()]
    saved = (3, 5, 12, 13) if frame else ()
    room = (40 if len(saved) % 2 == 0 else 32) + 16 * len(vectors) + 96 if frame else 0
    name = f"sample_{abi}_{'frame' if frame else 'leaf'}{'_vec' if vectors else ''}"
    whole = x86_frame(body, 64, saved, room, vectors)
    return function("x86_64", abi, whole, name, (TABLE, BYTES, WIDE))


def x86_64_small(abi: str) -> Function:
    """An allocation of the short kind (at most 128 bytes), with vector saves if the convention has them."""
    vectors = (6, 7) if abi == "win64" else ()
    body: list[Item] = [i("mov", gp(3, 32), Imm(1)), i("add", gp(0, 32), gp(3, 32))]
    return function("x86_64", abi, x86_frame(body, 64, (3,), 48, vectors), f"sample_{abi}_small")


def x86(frame: bool = True) -> Function:
    """32-bit: four pushes and an allocation, or nothing."""
    name = f"sample_x86_{'frame' if frame else 'leaf'}"
    whole = x86_frame(x86_scalar(32), 32, (6, 7, 5, 3) if frame else (), 76 if frame else 0, ())
    return function("x86", "cdecl32", whole, name, (WIDE,))


def x86_table() -> Function:
    """Position-independent address of a table. Windows has an absolute address."""
    wide = Mem(Phys("gp", 0), 8, width=32, symbol="sample_wide")
    body: list[Item] = [
        i("call", LabelRef("pic")),
        LabelDef("pic"),
        i("pop", gp(0, 32)),
        i("lea", gp(0, 32), wide, comment="the table's second entry"),
    ]
    whole = x86_frame(body, 32, (), 0, ())
    return function("x86", "cdecl32", whole, "sample_x86_table", (BYTES, WIDE))
