# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Lookups: the forms found, their contents, and the words of refusals."""

from __future__ import annotations

import pytest

from generator.isa.forms import NoSuchForm, allowed, find
from generator.model import Cond, Imm, Mem, Operand, Phys, R, Src, VReg

SRC = Src("kernel.py", 1)
ALL = frozenset({"CF", "PF", "AF", "ZF", "SF", "OF"})


def gp(width: int = 32, number: int = 0) -> R:
    return R(VReg(number, "v", "gp", SRC), width)


def vec(width: int = 128, shape: str | None = None) -> R:
    return R(VReg(0, "v", "vec", SRC), width, shape)


def mem(width: int, disp: int = 0, **rest: object) -> Mem:
    return Mem(VReg(9, "p", "gp", SRC), disp, width=width, **rest)  # type: ignore[arg-type]


def refusal(arch: str, mnem: str, *ops: Operand) -> str:
    with pytest.raises(NoSuchForm) as caught:
        find(arch, mnem, ops)
    return str(caught.value)


def test_features_leave_out_the_baseline() -> None:
    def of(arch: str, mnem: str, *ops: Operand) -> frozenset[str]:
        return find(arch, mnem, ops).features

    assert of("x86_64", "add", gp(), gp()) == of("x86_64", "movdqu", vec(), mem(128)) == frozenset()
    assert of("x86", "movdqu", vec(), mem(128)) == {"sse2"}
    assert of("x86_64", "rorx", gp(), gp(), Imm(3)) == {"bmi2"}
    assert of("x86_64", "vpaddd", vec(), vec(), vec()) == {"avx"}
    assert of("x86_64", "vpaddd", vec(256), vec(256), vec(256)) == {"avx2"}
    assert of("x86_64", "vprold", vec(), vec(), Imm(7)) == {"avx512f", "avx512vl"}
    assert of("x86_64", "vprold", vec(512), vec(512), Imm(7)) == {"avx512f"}
    assert of("x86_64", "vaesenc", vec(256), vec(256), vec(256)) == {"vaes"}
    assert of("aarch64", "aese", vec(128, "16b"), vec(128, "16b")) == {"aes"}
    assert of("aarch64", "pmull", vec(128, "1q"), vec(64, "1d"), vec(64, "1d")) == {"pmull"}
    assert of("aarch64", "add", vec(128, "4s"), vec(128, "4s"), vec(128, "4s")) == frozenset()


def test_evex_is_taken_where_asked_for_or_needed() -> None:
    ops = (vec(), vec(), vec())
    assert not find("x86_64", "vpaddd", ops).extended
    assert find("x86_64", "vpaddd", ops, extended=True).extended
    assert find("x86_64", "vpaddd", (R(Phys("vec", 16), 128), vec(), vec())).extended
    assert find("x86_64", "vpaddd", (vec(), vec(), mem(32, broadcast=True))).mask == "kz"
    with pytest.raises(NoSuchForm):
        find("x86_64", "vpblendd", (R(Phys("vec", 16), 128), vec(), vec(), Imm(3)))


def test_registers_allowed() -> None:
    store = (mem(8), gp(8))
    assert allowed(find("x86", "mov", store), 1, "x86") == frozenset(range(4))
    assert allowed(find("x86_64", "mov", store), 1, "x86_64") is None
    shift = find("x86_64", "shl", (gp(), gp(8)))
    assert (allowed(shift, 1, "x86_64"), shift.ops[1].fixed) == (frozenset({1}), Phys("gp", 1))
    rounds = find("x86_64", "sha256rnds2", (vec(),) * 3)
    assert (allowed(rounds, 2, "x86_64"), rounds.ops[2].fixed) == (frozenset({0}), Phys("vec", 0))
    assert "sha256rnds2 xmm,xmm,xmm0" in refusal("x86_64", "sha256rnds2", vec(), vec(), R(Phys("vec", 1), 128))
    assert allowed(find("x86_64", "vpaddd", (vec(),) * 3), 0, "x86_64") == frozenset(range(16))
    assert allowed(find("x86_64", "vpaddd", (vec(),) * 3, extended=True), 0, "x86_64") is None
    assert allowed(find("x86", "pxor", (vec(), vec())), 0, "x86") == frozenset(range(8))
    by_lane = find("aarch64", "mul", (vec(128, "8h"), vec(128, "8h"), vec(128, "h[3]")))
    assert (allowed(by_lane, 1, "aarch64"), allowed(by_lane, 2, "aarch64")) == (None, frozenset(range(16)))


def test_refusals_say_what_there_is() -> None:
    text = refusal("x86_64", "add", gp(32), gp(64))
    assert text.startswith("add r32, r64: no such form; x86_64 has add r32,r32 | ")
    assert "r32,m32" in text
    assert len(text) < 300
    assert "near it are" in refusal("x86_64", "addd", gp())
    assert "paddd" in refusal("x86_64", "addd", gp())
    assert "memory operand's width" in refusal("x86_64", "add", mem(0), Imm(1))
    assert "0xd76aa478" in refusal("x86_64", "add", gp(64), Imm(0xD76AA478))
    assert "no such architecture" in refusal("mips", "add", gp())
    assert "imm 0x1001" in refusal("aarch64", "add", gp(), gp(), Imm(0x1001))
    assert "mem offset +16384" in refusal("aarch64", "ldr", gp(), mem(32, 16384))


@pytest.mark.parametrize(
    ("arch", "mnem", "ops"),
    [
        ("x86_64", "mov", (gp(32), mem(64))),
        ("x86_64", "movzx", (gp(32), gp(32))),
        ("x86_64", "rol", (gp(32), Imm(32))),
        ("x86_64", "shl", (gp(32), R(Phys("gp", 2), 8))),
        ("x86_64", "mov", (gp(32), Mem(Phys("gp", 0), 0, Phys("gp", 4), 1, 32))),
        ("x86_64", "push", (gp(32),)),
        ("x86", "push", (gp(64),)),
        ("x86", "add", (gp(64), gp(64))),
        ("aarch64", "add", (gp(32), gp(64), gp(32))),
        ("aarch64", "and", (gp(32), gp(32), Imm(0x1234))),
        ("aarch64", "cset", (gp(32), Cond("al"))),
        ("aarch64", "eor", (R(Phys("gp", 31), 64), gp(64), gp(64))),
        ("aarch64", "add", (gp(64), R(Phys("gp", 32), 64), Imm(8))),
        ("aarch64", "mov", (vec(128, "s[4]"), gp())),
        ("aarch64", "ldrb", (gp(), mem(32))),
        ("aarch64", "ldr", (gp(), Mem(Phys("gp", 1), index=Phys("gp", 2), scale=8, width=32))),
        ("aarch64", "bfi", (gp(), gp(), Imm(8), Imm(25))),
        ("aarch64", "mul", (vec(128, "8h"), vec(128, "8h"), R(Phys("vec", 16), 128, "h[3]"))),
    ],
)
def test_refused(arch: str, mnem: str, ops: tuple[Operand, ...]) -> None:
    refusal(arch, mnem, *ops)


def test_operands_of_one_shape_share_a_form() -> None:
    first = find("x86_64", "add", (gp(32, 1), gp(32, 2)))
    assert find("x86_64", "add", (gp(32, 3), R(Phys("gp", 7), 32))) == first
    assert find("x86_64", "add", (gp(32, 5), gp(32, 6))) is first
