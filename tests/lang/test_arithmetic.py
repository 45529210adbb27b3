# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Products and carries: wrong operands are refused with the line and the mend, and extents know the results."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.abi import abi
from generator.lang.extents import accesses
from generator.pipeline import build, record
from tests.passes.small import HEAD, SCALAR, refusal, written

pytestmark = pytest.mark.kernels()  # scripts of its own

LOADS = "x = k.load32(p)\nw = k.load64(p)\nb = k.load8(p)\n_, c = k.add_carry(x, x)\n_, d = k.sub_borrow(x, x)\n"
REFUSED = [
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


@pytest.mark.parametrize(("line", "wanted"), REFUSED, ids=[f"{line} {wanted[:9]}" for line, wanted in REFUSED])
def test_refused(line: str, wanted: str, tmp_path: Path) -> None:
    assert wanted in refusal(tmp_path, LOADS + line)


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
]


@pytest.mark.parametrize(("lines", "most", "verdict"), BOUNDS, ids=[f"{row[0]} {row[1]}" for row in BOUNDS])
def test_extents(lines: str, most: int, verdict: str, tmp_path: Path) -> None:
    """An access at an index whose greatest value is ``most``, of a buffer of ``most`` + 1 bytes."""
    kernel = written(tmp_path, f"{lines}\nk.load8(p, index=i)", HEAD.replace("rw=64", f"rw={most + 1}"))
    for convention in ("sysv64", "cdecl32"):
        stream, params = record(kernel, SCALAR, abi(convention))
        assert [one.verdict for one in accesses(stream, params, kernel, abi(convention))] == [verdict]


def test_rows_of_pairs_have_the_registers(tmp_path: Path) -> None:
    """A row of u64 on eight registers: the words of a row in memory, and of a product, may be in the frame."""
    body = "k.cold(p, n)\nrow = k.load64(p, 2)\nk.cold(row)\nf = k.load64(p, offset=40)\nk.cold(f)\n"
    body += "up = k.mul_add_row(row, k.limbs(p, 2, offset=16, type=k.u64), f)\nk.store64(p, [*row, up])"
    assert build(written(tmp_path, body), SCALAR, abi("cdecl32")).body
