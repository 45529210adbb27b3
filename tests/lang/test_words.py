# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Products, carries, shifts, signed numbers and narrow words: wrong operands are refused with the line and the mend,
extents know the results, and secrets are followed."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.abi import abi
from generator.lang import Variant
from generator.lang.extents import accesses
from generator.pipeline import build, record
from tests.passes.small import HEAD, SCALAR, refusal, written

pytestmark = pytest.mark.kernels()  # scripts of its own

SUMS = "x = k.load32(p)\nw = k.load64(p)\nb = k.load8(p)\n_, c = k.add_carry(x, x)\n_, d = k.sub_borrow(x, x)\n"
LOADS = "x = k.load32(p)\nw = k.load64(p)\nb = k.load8(p)\nh = k.load16(p)\n_, c = k.add_carry(x, x)\n"
OF_SUMS = [
    ("k.mul(b, b)  # HERE", "mul: the operands are u8; expected u32, u64 or usize, see k.zext(k.u32, …)"),
    ("k.mul_wide(p, p)  # HERE", "mul_wide: the operands are ptr; expected u32, u64 or usize"),
    ("k.mul_high(x, w)  # HERE", "mul_high(t3 u32, t4 u64): the types differ; expected one type, convert with k.zext"),
    ("k.mul(3, 4)  # HERE", "mul of constants only; expected at least one value, see k.const(k.u32, 3)"),
    ("k.mul(x, 1 << 32)  # HERE", "mul: constant 0x100000000 does not fit 32 bits, those of a u32"),
    ("k.mul(x, c)  # HERE", "the types differ"),
    ("k.mul(c, c)  # HERE", "mul: t7 is a carry; expected a word, see k.zext(k.u32, t7); k.add_carry reads a carry"),
    ("k.mul(x, x, to=w)  # HERE", "the result is a u32, but to=t4 is a u64"),
    ("x * b  # HERE", "the types differ"),
    ("k.add_carry(b, 1)  # HERE", "add_carry: the operands are u8; expected u32, u64 or usize"),
    ("k.add_carry(x, 1, d)  # HERE", "add_carry: carry is t9, a borrow; expected a carry of k.add_carry; a word"),
    ("k.add_carry(x, 1, d)  # HERE", "becomes one by _, carry = k.add_carry(k.zext(k.u32, t9), -1)"),
    ("k.sub_borrow(x, 1, c)  # HERE", "borrow is t7, a carry; expected a borrow of k.sub_borrow; a word becomes one"),
    ("k.sub_borrow(x, 1, c)  # HERE", "becomes one by _, borrow = k.sub_borrow(0, k.zext(k.u32, t7))"),
    ("k.add_carry(x, 1, x)  # HERE", "carry is t3, a u32; expected a carry of k.add_carry; a word becomes one by _"),
    ("k.add_carry(x, 1, 1)  # HERE", "add_carry: carry is 1; expected a value, or None"),
    ("k.add_carry(w, 1 << 64)  # HERE", "add_carry: constant 0x10000000000000000 does not fit 64 bits"),
    ("c + 1  # HERE", "add: t7 is a carry; expected a word, see k.zext(k.u32, t7)"),
    ("k.store32(p, c)  # HERE", "t7 is"),
    ("k.trunc(k.u8, c)  # HERE", "trunc: t7 is a carry; expected a word"),
    ("k.zext(k.carry, x)  # HERE", "zext: carry is no type of words; a word's carry comes of k.add_carry"),
    ("k.const(k.carry, 1)  # HERE", "is a carry; expected a word"),
    ("with k.if_(c.eq(1)):  # HERE\n    pass", "eq: t7 is a carry; expected a word, see k.zext(k.u32, t7)"),
    ("k.set(c, d)  # HERE", "the types differ"),
    ("k.asm('mov', x, c)  # HERE", "asm: t7 is a carry; expected a word"),
    ("k.select(x.lt(1), c, c)  # HERE", "select: "),
    ("k.limbs(p, 0)  # HERE", "limbs: 0 words; expected 1 to 64"),
    ("k.limbs(p, 65)  # HERE", "limbs: 65 words; expected 1 to 64"),
    ("k.limbs(p, 2, type=k.u8)  # HERE", "limbs: words of u8; expected u32, u64 or usize"),
    ("k.limbs(x, 2)  # HERE", "limbs: "),
    ("k.mul_row([], x)  # HERE", "mul_row: a row of 0 words; expected 1 to 64"),
    ("k.mul_row([x, w], x)  # HERE", "the types differ"),
    ("k.mul_row([x], 5)  # HERE", "mul_row: x is 5; expected a value"),
    ("k.mul_row(x, x)  # HERE", "mul_row: row is t3, a u32; expected a list of values"),
    ("k.mul_row([b], b)  # HERE", "mul_row: the operands are u8; expected u32, u64 or usize"),
    ("k.mul_add_row([x], [k.copy(x)], x)  # HERE", "total holds t3, which is a factor too; multiply a"),
    ("k.mul_add_row([x, x], [x, x], x)  # HERE", "a word stands twice in total; expected words of its own"),
    ("k.mul_add_row([x], [x, x], x)  # HERE", "total has 1 words of u32, and row 2 of u32; expected as many of"),
    ("k.mul_add_row([w], [x], x)  # HERE", "total has 1 words of u64, and row 1 of u32; expected as many of one type"),
    ("k.add_row([x, x], [x])  # HERE", "add_row: rows of 2 and 1 words; expected as many"),
    ("k.add_row([x], [w])  # HERE", "the types differ"),
    ("k.add_row([x], [1 << 32])  # HERE", "does not fit 32 bits"),
    ("k.sub_row([x], [x], c)  # HERE", "borrow is t7, a carry; expected a borrow of k.sub_borrow; a word becomes one"),
    ("k.store_limbs(p, x)  # HERE", "store_limbs: row is t3, a u32; expected a list of values"),
]  # fmt: skip
OF_SHIFTS = [
    ("k.shl(x, 32)  # HERE", "shl: 32 bits; expected a constant from 0 to 31"),
    ("k.sar(h, 16)  # HERE", "sar: 16 bits; expected a constant from 0 to 15"),
    ("k.rotr(x, -1)  # HERE", "rotr: -1 bits; expected a constant from 0 to 31"),
    ("x << p  # HERE", "shl by a value: the count p is a ptr; expected u8, u16, u32, u64 or usize"),
    ("k.rotl(p, n)  # HERE", "rotl by a value: the shifted value p is a ptr; expected u8, u16, u32"),
    ("k.shr(x, c)  # HERE", "shr: t8 is a carry; expected a word, see k.zext(k.u32, t8)"),
    ("k.shl(x, n, to=w)  # HERE", "the result is a u32, but to=t4 is a u64"),
    ("k.sar(x, 1.5)  # HERE", "sar: count is a float; expected a value or a whole number"),
    ("k.sext(k.u8, x)  # HERE", "sext: u32 does not fit u8; expected a type at least as wide, or k.trunc"),
    ("k.sext(k.u64, c)  # HERE", "t8 is a carry"),
    ("k.sext(k.ptr, x)  # HERE", "sext: a ptr has no sign; expected u8, u16, u32, u64 or usize"),
    ("k.sext(k.v128, x)  # HERE", "sext: a v128 is no word; expected u8, u16, u32, u64 or usize, see k.vfrom"),
    ("with k.if_(p.slt(p)):  # HERE\n    pass", "slt: p is a ptr, which has no sign; expected lt or ge"),
    ("with k.if_(x.slt(w)):  # HERE\n    pass", "slt(t3 u32, t4 u64): the types differ; expected one type"),
    ("with k.if_(b.sge(256)):  # HERE\n    pass", "sge: constant 0x100 does not fit t5, a u8"),
    ("x.sle(3)  # HERE", "t3.sle: values have no such method; did you mean"),
    ("k.load8_signed(k.u8, p)  # HERE", "load8_signed: a u8; expected u32, u64 or usize in a general register"),
    ("k.load16_signed(p)  # HERE", "load16_signed: type is p, a ptr; expected a type such as k.u32"),
    ("k.load16(x)  # HERE", "load: the base is u32; expected a pointer"),
    ("k.store16(p, x)  # HERE", "store of u16: t3 is a u32; convert with k.zext or k.trunc"),
    ("h * h  # HERE", "mul: the operands are u16; expected u32, u64 or usize, see k.zext(k.u32, …)"),
    ("x + h  # HERE", "the types differ"),
    ("k.clz(p)  # HERE", "clz: p is a ptr; expected u8, u16, u32, u64 or usize"),
    ("k.popcount(c)  # HERE", "popcount: t8 is a carry; expected a word, see k.zext(k.u32, t8)"),
    ("k.ctz(3)  # HERE", "ctz: x is 3; expected a value"),
    ("k.clz(x, to=b)  # HERE", "the result is a u32, but to=t5 is a u8"),
    ("k.crc32c(w, b)  # HERE", "crc32c: crc is t4, a u64; expected a u32 in a general register"),
    ("k.crc32c(x, p)  # HERE", "crc32c: p is a ptr; expected u8, u16, u32, u64 or usize"),
]
IN_VECTORS = [
    ("k.load32(p) << n  # HERE", "shl by a value: the shifted value t3 is a u32 in a vector register; expected a"),
    ("n >> k.load32(p)  # HERE", "shr by a value: the count t3 is a u32 in a vector register; expected a variant"),
    ("k.ctz(k.load32(p))  # HERE", "ctz: t3 is a u32 in a vector register; expected a variant without unit=, or a u64"),
    ("k.crc32c(k.load32(p), n)  # HERE", "crc32c: crc is t3, a u32 in a vector register; expected a u32 in a general"),
    ("k.sext(k.u64, k.load32(p))  # HERE", "sext: a u32 in a vector register is no word of a general register"),
]  # fmt: skip
REFUSED = [(SUMS, *row, SCALAR) for row in OF_SUMS] + [(LOADS, *row, SCALAR) for row in OF_SHIFTS]
REFUSED += [("", *row, Variant("vec", ("avx512f", "avx512vl"), "vec")) for row in IN_VECTORS]


@pytest.mark.parametrize(
    ("loads", "line", "wanted", "variant"), REFUSED, ids=[f"{line} {wanted[:9]}" for _, line, wanted, _ in REFUSED]
)
def test_refused(loads: str, line: str, wanted: str, variant: Variant, tmp_path: Path) -> None:
    assert wanted in refusal(tmp_path, loads + line, variant=variant)


BOUNDS = [
    ("i = (n & 3) * 5", 15, "inside"),
    ("i = k.mul(3, n & 7)", 21, "inside"),
    ("i = k.mul(n & 3, n & 5)", 15, "inside"),
    ("i = k.mul(n & 3, n & 5)", 14, "undecided"),
    ("i = n * 5", 63, "undecided"),
    ("i = k.mul_high(n & 63, -1)", 62, "inside"),
    ("i, j = k.mul_wide(n & 3, 20)\ni += j", 60, "inside"),
    ("i, c = k.add_carry(n & 7, 9)\ni += k.zext(k.usize, c)", 16, "inside"),
    ("_, c = k.add_carry(n, n)\ni = k.zext(k.usize, c) << 5", 32, "inside"),
    ("_, c = k.add_carry(n, n)\ni = k.zext(k.usize, c) << 5", 31, "undecided"),
    ("i, c = k.sub_borrow(40, n & 7)", 40, "inside"),
    ("i, _ = k.sub_borrow(40, n)", 63, "undecided"),
    ("_, c = k.sub_borrow(0, n)\n_, c = k.sub_borrow(5, 5 & n, c)\ni = k.zext(k.usize, c)", 1, "inside"),
    ("i = n & 1\nwith k.loop(n):\n    _, i = k.mul_wide(n, n)", 1, "undecided"),
    ("i = (n & 63) >> n", 63, "inside"),
    ("i = (n & 63) >> n", 62, "undecided"),
    ("i = (n & 7) << n", 63, "undecided"),
    ("i = k.sar(n & 63, 2)", 15, "inside"),
    ("i = k.sar(n, 2)", 63, "undecided"),
    ("i = k.sar(n & 63, n)", 63, "inside"),
    ("i = k.rotr(n & 3, n)", 3, "undecided"),
    ("i = k.sext(k.usize, k.trunc(k.u8, n) & 63)", 63, "inside"),
    ("i = k.sext(k.usize, k.load8(p))", 255, "undecided"),
    ("i = k.select(n.slt(5), n & 3, 7)", 7, "inside"),
    ("i = k.select(n.slt(5), n, 7)", 7, "undecided"),
    ("i = k.clz(n)", 64, "inside"),
    ("i = k.popcount(n)", 31, "undecided"),
    ("i = k.load16(p)", 65535, "inside"),
    ("i = k.load16(p)", 65534, "undecided"),
    ("i = k.load16_signed(k.usize, p)", 65535, "undecided"),
]


@pytest.mark.parametrize(("lines", "most", "verdict"), BOUNDS, ids=[f"{row[0]} {row[1]}" for row in BOUNDS])
def test_extents(lines: str, most: int, verdict: str, tmp_path: Path) -> None:
    """An access at an index whose greatest value is ``most``, of a buffer of ``most`` + 1 bytes."""
    kernel = written(tmp_path, f"{lines}\nk.load8(p, index=i)", HEAD.replace("rw=64", f"rw={most + 1}"))
    for convention in ("sysv64", "cdecl32"):
        stream, params = record(kernel, SCALAR, abi(convention))
        assert accesses(stream, params, kernel, abi(convention))[-1].verdict == verdict


@pytest.mark.parametrize(
    ("line", "outside"),
    [("k.load16(p, offset=62)", False), ("k.load16(p, offset=63)", True), ("k.store16(p, h, offset=63)", True),
     ("k.load8_signed(k.u64, p, offset=63)", False), ("k.load32_signed(k.u64, p, offset=61)", True)],
)  # fmt: skip
def test_narrow_accesses_have_their_own_size(line: str, outside: bool, tmp_path: Path) -> None:
    if outside:
        assert "is outside of p" in refusal(tmp_path, f"{LOADS}{line}  # HERE")
    else:
        build(written(tmp_path, LOADS + line), SCALAR, abi("sysv64"))


@pytest.mark.parametrize("convention", ["sysv64", "win64", "cdecl32", "aapcs64"])
def test_secret_counts_and_signs(convention: str, tmp_path: Path) -> None:
    """A shift by a secret is no branch, no address and takes the same time; its result is secret."""
    lines = "k.cold(x, w)\nz = k.sar(w, b)\nk.cold(z)\nk.select(z.slt(w), k.rotl(z, h), w, to=z)\nk.store64(p, z)"
    build(written(tmp_path, LOADS + lines), SCALAR, abi(convention))
    branch = f"{lines}\nwith k.if_(z.slt(0)):  # HERE\n    k.store32(p, x)"
    assert "the branch depends on a secret" in refusal(tmp_path, LOADS + branch, convention)
    address = f"{lines}\nk.load8(p, index=k.trunc(k.u8, z & 63))  # HERE"
    assert "the address depends on a secret" in refusal(tmp_path, LOADS + address, convention)


def test_rows_of_pairs_have_the_registers(tmp_path: Path) -> None:
    """A row of u64 on eight registers: the words of a row in memory, and of a product, may be in the frame."""
    body = "k.cold(p, n)\nrow = k.load64(p, 2)\nk.cold(row)\nf = k.load64(p, offset=40)\nk.cold(f)\n"
    body += "up = k.mul_add_row(row, k.limbs(p, 2, offset=16, type=k.u64), f)\nk.store64(p, [*row, up])"
    assert build(written(tmp_path, body), SCALAR, abi("cdecl32")).body
