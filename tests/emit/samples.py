# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Handmade functions that use everything that a renderer can spell. They are assembled, never run."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from generator.abi import abi as convention
from generator.model import (
    Cond,
    FrameKind,
    FrameOp,
    Function,
    Imm,
    Instr,
    Item,
    LabelDef,
    LabelRef,
    Mem,
    Note,
    Operand,
    Phys,
    R,
    Shift,
    Src,
    Table,
)
from tests.lower.emitted import emitted

if TYPE_CHECKING:
    from generator.model import Form

SRC = Src("samples.py", 1)
FORM = cast("Form", None)  # renderers do not read it
TABLE = Table("sample_consts", 4, tuple((i * 0x9E3779B9) & 0xFFFFFFFF for i in range(20)))
BYTES = Table("sample_bytes", 1, tuple(range(250, 256)) + (-1, 7), 16)
WIDE = Table("sample_wide", 8, (1 << 63, -1, 0x0123456789ABCDEF), 8)


def i(mnem: str, *ops: Operand, comment: str | None = None, mask: R | None = None, zero: bool = False) -> Instr:
    return Instr(mnem, ops, FORM, SRC, comment, mask=mask, zero=zero)


def gp(num: int, width: int = 64) -> R:
    return R(Phys("gp", num), width)


def vec(num: int, width: int = 128, arrangement: str | None = None) -> R:
    return R(Phys("vec", num), width, arrangement)


def xmm(num: int) -> R:
    return vec(num, 128)


def ymm(num: int) -> R:
    return vec(num, 256)


def zmm(num: int) -> R:
    return vec(num, 512)


def w(num: int) -> R:
    return gp(num, 32)


def x(num: int) -> R:
    return gp(num, 64)


def v(num: int, shape: str) -> R:
    return vec(num, 128, shape)


def k(num: int) -> R:
    return R(Phys("mask", num), 64)


def at(
    base: int | None, disp: int = 0, width: int = 64, index: int | None = None, scale: int = 1, **more: object
) -> Mem:
    regs = [None if n is None else Phys("gp", n) for n in (base, index)]
    return Mem(regs[0], disp, regs[1], scale, width, **more)  # type: ignore[arg-type]


def op(kind: FrameKind, reg: Phys | None = None, reg2: Phys | None = None, amount: int = 0, offset: int = 0) -> FrameOp:
    return FrameOp(kind, reg, reg2, amount, offset)


def function(arch: str, abi: str, body: list[Item], name: str, tables: tuple[Table, ...] = ()) -> Function:
    header = (
        "void sample(void *state, const uint8_t *data, size_t blocks)",
        "",
        "Registers: as they come; a/*b*/ c\u00b2",
    )
    features = ("aes", "pmull", "sha256", "sha3") if arch == "aarch64" else ()
    return Function(name, "sample", "scalar", arch, abi, features, header, body, tables)


def x86_frame(
    body: list[Item], bits: int, saved: tuple[int, ...], room: int, vectors: tuple[int, ...], twice: bool
) -> list[Item]:
    """Pushes, one allocation, vector saves. ``twice``: an early way out with an epilogue of its own."""
    word, sp = bits // 8, R(Phys("gp", 4), bits)
    out: list[Item] = []
    for n in saved:
        out += [i("push", gp(n, bits)), op("push", Phys("gp", n), amount=word)]
    if room:
        out += [i("sub", sp, Imm(room)), op("alloc", amount=room)]
    for at_, n in enumerate(vectors):
        out += [i("movaps", at(4, 16 * at_, 128), vec(n)), op("save", Phys("vec", n), amount=16, offset=16 * at_)]
    out.append(op("end_prologue"))

    def leave() -> list[Item]:
        end: list[Item] = [op("begin_epilogue")]
        for at_, n in enumerate(vectors):
            end += [
                i("movaps", vec(n), at(4, 16 * at_, 128)),
                op("restore", Phys("vec", n), amount=16, offset=16 * at_),
            ]
        if room:
            end += [i("add", sp, Imm(room)), op("dealloc", amount=room)]
        for n in reversed(saved):
            end += [i("pop", gp(n, bits)), op("pop", Phys("gp", n), amount=word)]
        return [*end, i("ret"), op("end_epilogue")]

    if twice:
        out += [i("test", gp(0, 32), gp(0, 32)), i("jne", LabelRef("work")), *leave(), LabelDef("work")]
    return [*out, *body, *leave()]


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


def x86_64(abi: str, frame: bool = True, twice: bool = False, vectors: tuple[int, ...] = ()) -> Function:
    """A full frame, or a leaf function without one."""
    body = [*x86_scalar(64), *x86_64_extra()]
    saved = (3, 5, 12, 13) if frame else ()
    room = (40 if len(saved) % 2 == 0 else 32) + 16 * len(vectors) + 96 if frame else 0
    name = f"sample_{abi}_{'frame' if frame else 'leaf'}{'_twice' if twice else ''}{'_vec' if vectors else ''}"
    whole = x86_frame(body, 64, saved, room, vectors, twice)
    return function("x86_64", abi, whole, name, (TABLE, BYTES, WIDE))


def x86_64_small(abi: str) -> Function:
    """An allocation of the short kind (at most 128 bytes), with vector saves if the convention has them."""
    vectors = (6, 7) if abi == "win64" else ()
    body: list[Item] = [i("mov", gp(3, 32), Imm(1)), i("add", gp(0, 32), gp(3, 32))]
    return function("x86_64", abi, x86_frame(body, 64, (3,), 48, vectors, False), f"sample_{abi}_small")


def x86(frame: bool = True, twice: bool = False) -> Function:
    """32-bit: four pushes and an allocation, or nothing."""
    name = f"sample_x86_{'frame' if frame else 'leaf'}{'_twice' if twice else ''}"
    whole = x86_frame(x86_scalar(32), 32, (6, 7, 5, 3) if frame else (), 76 if frame else 0, (), twice)
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
    whole = x86_frame(body, 32, (), 0, (), False)
    return function("x86", "cdecl32", whole, "sample_x86_table", (BYTES, WIDE))


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


def aarch64(abi: str, frame: bool = True, twice: bool = False) -> Function:
    """x30 signed, x29 and x30, a pair, a single register, a pair of vectors, and room for slots; or a leaf function."""
    key = convention(abi).key
    sp, fp, lr = Phys("gp", 31), Phys("gp", 29), Phys("gp", 30)
    name = f"sample_a64_{'frame' if frame else 'leaf'}{'_twice' if twice else ''}"
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
    out += [i("sub", R(sp, 64), R(sp, 64), Imm(32)), op("alloc", amount=32), op("end_prologue")]

    def leave() -> list[Item]:
        end: list[Item] = [op("begin_epilogue"), i("add", R(sp, 64), R(sp, 64), Imm(32)), op("dealloc", amount=32)]
        for pair, regs, offset in reversed(rows):
            end.append(i("ld" + (pair or "r"), *(R(r, 64) for r in regs), Mem(sp, offset, width=64)))
            end.append(
                op("restore_pair", regs[0], regs[1], 8, offset) if pair else op("restore", regs[0], None, 8, offset)
            )
        end += [i("ldp", R(fp, 64), R(lr, 64), Mem(sp, 80, width=64, mode="post")), op("restore_pair_post", fp, lr, 80)]
        end += [i(f"auti{key}sp"), op("authenticate")]
        return [*end, i("ret"), op("end_epilogue")]

    if twice:
        out += [i("cbnz", gp(0), LabelRef("work")), *leave(), LabelDef("work")]
    return function("aarch64", abi, [*out, *aarch64_body(), *leave()], name, (TABLE, WIDE))


def vectors(arch: str, abi: str) -> Function:
    """Every vector instruction of the lowering rules."""
    return function(arch, abi, list(emitted(arch)), "vectors")


def all_for(arch: str, abi: str) -> list[Function]:
    """Every sample of one convention."""
    if arch == "x86_64":
        out = [x86_64(abi), x86_64(abi, frame=False), x86_64(abi, twice=True), x86_64_small(abi)]
        out.append(vectors(arch, abi))
        return [*out, x86_64(abi, vectors=(6, 7, 15))] if abi == "win64" else out
    if arch == "x86":
        return [x86(), x86(frame=False), x86(twice=True), x86_table(), vectors(arch, abi)]
    return [aarch64(abi), aarch64(abi, frame=False), aarch64(abi, twice=True), vectors(arch, abi)]
