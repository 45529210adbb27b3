# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Lookups: the forms found, their contents, and the words of refusals."""

from __future__ import annotations

import pytest

from generator.isa.forms import NoSuchForm, allowed, find
from generator.model import Cond, Form, Imm, LabelRef, Mem, Operand, Phys, R, Shift, Src, VReg

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


def accesses(arch: str, mnem: str, *ops: Operand) -> list[str]:
    return [o.access for o in find(arch, mnem, ops).ops]


@pytest.mark.parametrize(
    ("arch", "mnem", "ops", "expected"),
    [
        ("x86_64", "add", (gp(), gp()), ["rw", "r"]),
        ("x86_64", "cmp", (gp(), gp()), ["r", "r"]),
        ("x86_64", "mov", (mem(32), gp()), ["w", "r"]),
        ("x86_64", "lea", (gp(64), mem(0)), ["w", ""]),
        ("x86_64", "imul", (gp(), gp()), ["rw", "r"]),
        ("x86_64", "imul", (gp(), gp(), Imm(5)), ["w", "r", "r"]),
        ("x86_64", "mulx", (gp(64), gp(64), gp(64)), ["w", "w", "r"]),
        ("x86_64", "xchg", (gp(), gp()), ["rw", "rw"]),
        ("x86_64", "vpternlogd", (vec(), vec(), vec(), Imm(0x96)), ["rw", "r", "r", "r"]),
        ("x86_64", "sha256rnds2", (vec(), vec(), vec()), ["rw", "r", "r"]),
        ("aarch64", "add", (gp(), gp(), gp(), Shift("lsl", 3)), ["w", "r", "r", "r"]),
        ("aarch64", "movk", (gp(), Imm(1), Shift("lsl", 16)), ["rw", "r", "r"]),
        ("aarch64", "bfi", (gp(), gp(), Imm(8), Imm(8)), ["rw", "r", "r", "r"]),
        ("aarch64", "bfxil", (gp(), gp(), Imm(8), Imm(8)), ["rw", "r", "r", "r"]),
        ("aarch64", "aese", (vec(128, "16b"), vec(128, "16b")), ["rw", "r"]),
        ("aarch64", "aesd", (vec(128, "16b"), vec(128, "16b")), ["rw", "r"]),
        ("aarch64", "aesmc", (vec(128, "16b"), vec(128, "16b")), ["w", "r"]),
        ("aarch64", "ins", (vec(128, "s[1]"), gp()), ["rw", "r"]),
        ("aarch64", "mov", (vec(128, "d[0]"), vec(128, "d[1]")), ["rw", "r"]),
        ("aarch64", "bsl", (vec(128, "16b"), vec(128, "16b"), vec(128, "16b")), ["rw", "r", "r"]),
        ("aarch64", "tbx", (vec(128, "16b"), vec(128, "16b"), vec(128, "16b")), ["rw", "r", "r"]),
        ("aarch64", "tbl", (vec(128, "16b"), vec(128, "16b"), vec(128, "16b")), ["w", "r", "r"]),
        ("aarch64", "umlal2", (vec(128, "2d"), vec(128, "4s"), vec(128, "4s")), ["rw", "r", "r"]),
        ("aarch64", "sri", (vec(128, "4s"), vec(128, "4s"), Imm(32)), ["rw", "r", "r"]),
        ("aarch64", "sha256h", (vec(128, "q"), vec(128, "q"), vec(128, "4s")), ["rw", "r", "r"]),
        ("aarch64", "str", (vec(128, "q"), mem(128)), ["r", "w"]),
        ("aarch64", "ldp", (gp(64), gp(64), mem(64, 16, mode="post")), ["w", "w", "r"]),
    ],
)
def test_accesses(arch: str, mnem: str, ops: tuple[Operand, ...], expected: list[str]) -> None:
    assert accesses(arch, mnem, *ops) == expected


@pytest.mark.parametrize(
    ("names", "flags"),
    [
        ("b c nae", {"CF"}), ("ae nb nc", {"CF"}), ("e z", {"ZF"}), ("ne nz", {"ZF"}), ("be na", {"CF", "ZF"}),
        ("a nbe", {"CF", "ZF"}), ("s", {"SF"}), ("ns", {"SF"}), ("l nge", {"SF", "OF"}), ("ge nl", {"SF", "OF"}),
        ("le ng", {"SF", "OF", "ZF"}), ("g nle", {"SF", "OF", "ZF"}), ("o", {"OF"}), ("no", {"OF"}),
        ("p pe", {"PF"}), ("np po", {"PF"}),
    ],
)  # fmt: skip
def test_x86_conditions_read_exactly_their_flags(names: str, flags: set[str]) -> None:
    for name in names.split():
        jump = find("x86_64", "j" + name, (LabelRef("there"),))
        assert jump.flags_read == flags
        assert jump.kind == "branch"
        assert find("x86_64", "set" + name, (gp(8),)).flags_read == flags
        assert find("x86", "cmov" + name, (gp(), gp())).flags_read == flags


@pytest.mark.parametrize(
    ("names", "flags"),
    [("eq ne", "Z"), ("cs hs cc lo", "C"), ("mi pl", "N"), ("vs vc", "V"), ("hi ls", "CZ"), ("ge lt", "NV"),
     ("gt le", "NZV")],
)  # fmt: skip
def test_aarch64_conditions_read_exactly_their_flags(names: str, flags: str) -> None:
    for name in names.split():
        branch = find("aarch64", "b." + name, (LabelRef("there"),))
        assert branch.flags_read == set(flags)
        assert branch.kind == "branch"
        assert find("aarch64", "csel", (gp(), gp(), gp(), Cond(name))).flags_read == set(flags)
        compare = find("aarch64", "ccmp", (gp(), gp(), Imm(0), Cond(name)))
        assert compare.flags_read == set(flags)
        assert compare.flags_written == set("NZCV")


def test_flags_of_shifts_hang_on_the_count() -> None:
    def of(mnem: str, count: Operand) -> Form:
        return find("x86_64", mnem, (gp(), count))

    assert of("shl", Imm(1)).flags_written == ALL - {"AF"}
    assert of("shl", Imm(7)).flags_undefined == {"AF", "OF"}
    assert of("shl", Imm(0)).flags_clobbered == frozenset()
    assert of("shl", R(Phys("gp", 1), 8)).flags_written == frozenset()
    assert of("shl", R(Phys("gp", 1), 8)).flags_undefined == ALL
    assert of("rol", Imm(1)).flags_written == {"CF", "OF"}
    assert of("rol", Imm(7)).flags_written == {"CF"}
    assert of("rcl", Imm(1)).flags_read == {"CF"}
    assert find("x86_64", "rorx", (gp(), gp(), Imm(7))).flags_clobbered == frozenset()
    assert find("x86_64", "inc", (gp(),)).flags_clobbered == ALL - {"CF"}
    assert find("x86_64", "adcx", (gp(64), gp(64))).flags_clobbered == {"CF"}
    assert find("x86_64", "adox", (gp(64), gp(64))).flags_read == {"OF"}


def test_implicit_registers() -> None:
    wide = find("x86_64", "mul", (gp(64),))
    assert (wide.implicit_read, set(wide.implicit_write)) == (
        (Phys("gp", 0),),
        {Phys("gp", 0), Phys("gp", 2)},
    )
    assert find("x86_64", "mulx", (gp(64), gp(64), gp(64))).implicit_read == (Phys("gp", 2),)
    assert find("x86_64", "push", (gp(64),)).implicit_write == (Phys("gp", 4),)
    assert find("aarch64", "bl", (LabelRef("f"),)).implicit_write == (Phys("gp", 30),)
    assert find("aarch64", "ret", ()).implicit_read == (Phys("gp", 30),)


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
