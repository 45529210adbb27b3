# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Shifts, signed numbers and narrow words: wrong operands are refused with the line and the mend, extents know the
results, and secrets are followed."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.abi import abi
from generator.lang import Variant
from generator.lang.extents import accesses
from generator.pipeline import build, record
from tests.passes.small import HEAD, SCALAR, refusal, written

pytestmark = pytest.mark.kernels()  # scripts of its own

LOADS = "x = k.load32(p)\nw = k.load64(p)\nb = k.load8(p)\nh = k.load16(p)\n_, c = k.add_carry(x, x)\n"
REFUSED = [
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


@pytest.mark.parametrize(("line", "wanted"), REFUSED, ids=[f"{line} {wanted[:9]}" for line, wanted in REFUSED])
def test_refused(line: str, wanted: str, tmp_path: Path) -> None:
    assert wanted in refusal(tmp_path, LOADS + line)


LANES = [
    ("k.load32(p) << n  # HERE", "shl by a value: the shifted value t3 is a u32 in a vector register; expected a"),
    ("n >> k.load32(p)  # HERE", "shr by a value: the count t3 is a u32 in a vector register; expected a variant"),
    ("k.ctz(k.load32(p))  # HERE", "ctz: t3 is a u32 in a vector register; expected a variant without unit=, or a u64"),
    ("k.crc32c(k.load32(p), n)  # HERE", "crc32c: crc is t3, a u32 in a vector register; expected a u32 in a general"),
    ("k.sext(k.u64, k.load32(p))  # HERE", "sext: a u32 in a vector register is no word of a general register"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "wanted"), LANES, ids=[line for line, _ in LANES])
def test_lanes_are_refused(line: str, wanted: str, tmp_path: Path) -> None:
    lane = Variant("lane", ("avx512f", "avx512vl"), "vec")
    assert wanted in refusal(tmp_path, line, variant=lane)


BOUNDS = [
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
