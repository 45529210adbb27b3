# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What is refused, and in which words: each refusal names the author's file and line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.abi import abi
from generator.lang import Variant
from generator.library import load
from generator.model import FrameOp, Imm, Instr, Item, KernelError, LabelRef, Mem, Phys, R, Table
from generator.passes.verify import verify
from generator.pipeline import build
from tests.passes.programs import program
from tests.passes.small import HEAD, SCALAR, function, gp, refusal, unverified, vec, written

SP, FP, LR = gp(31), gp(29), gp(30)
SCRIPTS: dict[str, tuple[str, str, str, list[str]]] = {
    "undefined register": (
        "sysv64",
        """
        x = k.value(k.u32, "count")
        k.store32(p, x)  # HERE
        """,
        "scalar",
        ["mov reads count before it is set on some path to here"],
    ),
    "undefined on one path": (
        "aapcs64",
        """
        x = k.value(k.u32, "count")
        with k.if_(n.ne(0)):
            k.set(x, 1)
        k.store32(p, x)  # HERE
        """,
        "scalar",
        ["str reads count before it is set on some path to here"],
    ),
    "undefined physical register": (
        "sysv64",
        """
        k.asm("mov", n, R(Phys("gp", 12), 64))  # HERE
        """,
        "scalar",
        ["mov reads r12 before it is set"],
    ),
    "flags clobbered": (
        "sysv64",
        """
        k.asm("cmp", n, 3)
        k.asm("add", n, 1)  # HERE
        k.asm("jne", "there")
        k.record("label", (), ("there",))
        """,
        "scalar",
        ["add overwrites the flags that cmp at line 12 set for a reader"],
    ),
    "flags clobbered, aarch64": (
        "aapcs64",
        """
        k.asm("cmp", n, 3)
        k.asm("adds", n, n, 1)  # HERE
        k.asm("b.ne", "there")
        k.record("label", (), ("there",))
        """,
        "scalar",
        ["adds overwrites the flags that cmp at line 12 set for a reader"],
    ),
    "flags never set": (
        "sysv64",
        """
        k.asm("jne", "there")  # HERE
        k.record("label", (), ("there",))
        """,
        "scalar",
        ["jne reads ZF, but the flags were never set"],
    ),
    "flags left undefined": (
        "sysv64",
        """
        k.asm("shl", n, 3)
        k.asm("jo", "there")  # HERE
        k.record("label", (), ("there",))
        """,
        "scalar",
        ["jo reads OF, but the flags were left undefined"],
    ),
    "undeclared feature": (
        "sysv64",
        """
        x = k.load32(p)
        k.asm("andn", x, x, x)  # HERE
        """,
        "scalar",
        ["andn needs bmi1; variant scalar declares none beyond the baseline"],
    ),
    "vector instruction in a scalar variant": (
        "win64",
        """
        k.asm("vzeroupper")  # HERE
        """,
        "scalar",
        ["vzeroupper needs avx; variant scalar declares none beyond the baseline"],
    ),
    "mistyped operand": (
        "sysv64",
        """
        x = k.load32(p)
        y = k.const(k.u64, 1)
        k.asm("add", x, y)  # HERE
        """,
        "scalar",
        ["add r32, r64: no such form; x86_64 has", "add r32,r32", "r32,m32"],
    ),
    "unknown mnemonic": (
        "sysv64",
        """
        k.asm("bswp", n)  # HERE
        """,
        "scalar",
        ["bswp r64: no such instruction on x86_64; near it are", "bswap"],
    ),
    "push": (
        "sysv64",
        'k.asm("push", n)  # HERE',
        "scalar",
        ["push uses the stack pointer; kernels may not, use k.home"],
    ),
    "call": ("sysv64", 'k.asm("call", "there")  # HERE', "scalar", ["call uses the stack pointer"]),
    "the stack by its name": (
        "aapcs64",
        'k.asm("str", n, Mem(Phys("gp", 31), 0, width=64))  # HERE',
        "scalar",
        ["str uses the stack pointer"],
    ),
    "sp written": (
        "aapcs64",
        'k.asm("mov", R(Phys("gp", 31), 64), n)  # HERE',
        "scalar",
        ["mov writes the stack pointer"],
    ),
    "x18 written": (
        "aapcs64",
        'k.asm("mov", R(Phys("gp", 18), 64), n)  # HERE',
        "scalar",
        ["mov touches x18, which aapcs64 reserves"],
    ),
    "x18 read": (
        "aapcs64-darwin",
        'k.asm("mov", n, R(Phys("gp", 18), 64))  # HERE',
        "scalar",
        ["mov touches x18, which aapcs64-darwin reserves"],
    ),
    "arm64ec's hole": (
        "arm64ec",
        'k.asm("mov", R(Phys("gp", 23), 64), n)  # HERE',
        "scalar",
        ["mov touches x23, which arm64ec reserves"],
    ),
    "indirect jump": (
        "aapcs64",
        'k.asm("br", n)  # HERE',
        "scalar",
        ["br goes where a register says; expected a label of this function"],
    ),
    "label that is not there": (
        "sysv64",
        """
        k.asm("cmp", n, 3)
        k.asm("jne", "nowhere")  # HERE
        """,
        "scalar",
        ["jne nowhere: no such label; there are: none"],
    ),
    "secret branch": (
        "sysv64",
        """
        x = k.load32(p)
        with k.if_(x.eq(0)):  # HERE
            k.store32(p, x)
        """,
        "scalar",
        ["the branch depends on a secret (what p points to, loaded at line 12)", "exempt="],
    ),
    "secret branch, aarch64": (
        "aapcs64",
        """
        x = k.load32(p) >> 3
        with k.if_(x.eq(0)):  # HERE
            k.store32(p, x)
        """,
        "scalar",
        ["cbnz: the branch depends on a secret (what p points to, loaded at line 12)"],
    ),
    "secret branch by way of the frame": (
        "cdecl32",
        """
        x = k.load32(p)
        k.cold(x)
        y = [k.load32(p, offset=4 * i) for i in range(5)]
        for i in range(5):
            k.store32(p, y[i], offset=4 * i)
        with k.if_(x.lt(5)):  # HERE
            k.store32(p, y)
        """,
        "scalar",
        ["the branch depends on a secret (what p points to, loaded at line 12)"],
    ),
    "secret flag behind a public one": (
        "sysv64",
        """
        x = k.load32(p)
        k.asm("sub", x, 5)
        k.asm("inc", n)
        k.asm("jb", "there")  # HERE
        k.record("label", (), ("there",))
        """,
        "scalar",
        ["jb: the branch depends on a secret"],
    ),
    "secret address": (
        "sysv64",
        """
        x = k.load32(p)
        k.load8(p, index=x)  # HERE
        """,
        "scalar",
        ["movzx: the address depends on a secret (what p points to, loaded at line 12)", "name an exemption"],
    ),
    "secret address of a store": (
        "aapcs64-win",
        """
        x = k.load8(p)
        k.store8(p, x, index=x)  # HERE
        """,
        "scalar",
        ["strb: the address depends on a secret (what p points to, loaded at line 12)"],
    ),
    "secret operand of a division": (
        "aapcs64",
        """
        x = k.load32(p)
        k.asm("udiv", x, x, x)  # HERE
        """,
        "scalar",
        ["udiv: its time depends on a secret"],
    ),
    "comparison of two types": (
        "sysv64",
        """
        x = k.load32(p)
        k.select(n.lt(x), 1, n, to=n)  # HERE
        """,
        "scalar",
        ["lt(n usize, ", "u32): the types differ; expected one type, convert with k.zext or k.trunc"],
    ),
    "comparison with what does not fit": (
        "aapcs64",
        """
        x = k.load8(p)
        k.select(x.lt(256), 1, n, to=n)  # HERE
        """,
        "scalar",
        ["lt: constant 0x100 does not fit ", "a u8"],
    ),
    "64-bit index in 32-bit mode": (
        "cdecl32",
        """
        x = k.load64(p)
        k.load8(p, index=x)  # HERE
        """,
        "scalar",
        ["load: the index ", "is a u64; a 32-bit target takes usize, u32 or u8"],
    ),
    "unknown exemption": (
        "sysv64",
        """
        k.load8(p, index=n, exempt="nown")  # HERE
        """,
        "scalar",
        ["exemption 'nown' is not in the contract's exempt=; it names: known"],
    ),
}


def dedented(text: str) -> str:
    lines = text.strip("\n").rstrip().splitlines()
    cut = len(lines[0]) - len(lines[0].lstrip())
    return "\n".join(line[cut:] for line in lines)


@pytest.mark.parametrize("name", list(SCRIPTS))
def test_refused_with_its_line(name: str, tmp_path: Path) -> None:
    convention, body, variant, words = SCRIPTS[name]
    message = refusal(tmp_path, dedented(body), convention, Variant(variant))
    for word in words:
        assert word in message, message


ACCEPTED = {
    "the flags of the reader": """
        k.asm("cmp", n, 3)
        k.asm("jne", "there")
        k.record("label", (), ("there",))
        k.asm("add", n, 1)
        """,
    "a public flag behind a secret one": """
        x = k.load32(p)
        k.asm("sub", x, 5)
        k.asm("inc", n)
        k.asm("jne", "there")
        k.record("label", (), ("there",))
        """,
    "a secret address that the contract exempts": """
        x = k.load32(p)
        k.load8(p, index=x, exempt="known")
        """,
    "a declared feature": """
        x = k.load32(p)
        k.asm("andn", x, x, x)
        """,
}


@pytest.mark.parametrize("name", list(ACCEPTED))
def test_not_refused(name: str, tmp_path: Path) -> None:
    """The near neighbours of what is refused."""
    variant = Variant("bmi1", ("bmi1",)) if "feature" in name else SCALAR
    build(written(tmp_path, dedented(ACCEPTED[name])), variant, abi("sysv64"))


def test_public_contents_are_public(tmp_path: Path) -> None:
    head = HEAD.replace('Arg("p", rw=64)', 'Arg("p", rw=64, public=True)')
    body = "with k.if_(k.load32(p).eq(0)):  # HERE\n    k.store32(p, k.const(k.u32, 1))"
    build(written(tmp_path, body, head), SCALAR, abi("sysv64"))
    assert "depends on a secret" in refusal(tmp_path, body)


def test_wide_argument_in_32_bit_mode(tmp_path: Path) -> None:
    kernel = written(tmp_path, "k.store64(p, n)", HEAD.replace("size_t n", "uint64_t n"))
    build(kernel, SCALAR, abi("sysv64"))
    with pytest.raises(KernelError) as caught:
        build(kernel, SCALAR, abi("cdecl32"))
    assert str(caught.value) == f"{kernel.src}: argument n: cdecl32 passes no u64"


def test_a_secret_entry_of_a_public_table_is_secret(tmp_path: Path) -> None:
    """The exemption covers the address; what was looked up says which entry it was."""
    head = HEAD.replace("uint32_t *p,", "uint32_t *p, const uint8_t *t,").replace("p: Val,", "p: Val, t: Val,")
    head = head.replace('Arg("n"', 'Arg("t", r=256, public=True), Arg("n"')
    look = 'x = k.load8(t, index=k.load8(p), exempt="known")\n'
    message = refusal(tmp_path, look + "with k.if_(x.eq(0)):  # HERE\n    n += 1", head=head)
    assert "the branch depends on a secret (what p points to, loaded at line 12)" in message
    build(written(tmp_path, look + "k.store8(p, x)", head), SCALAR, abi("sysv64"))
    message = refusal(tmp_path, look + "k.store8(t, x)  # HERE", head=head)
    assert "stores a secret (what p points to, loaded at line 12) into what t points to" in message


def test_a_secret_that_is_address_and_operand(tmp_path: Path) -> None:
    head = HEAD.replace("uint32_t *p,", "uint32_t *p, const uint8_t *t,").replace("p: Val,", "p: Val, t: Val,")
    head = head.replace('Arg("n"', 'Arg("t", r=256, public=True), Arg("n"')
    body = """
x = k.zext(k.u64, k.load8(p))
k.asm("add", x, k.mem(t, width=64, index=x), exempt="known")
with k.if_(x.eq(0)):  # HERE
    n += 1
"""
    assert "the branch depends on a secret" in refusal(tmp_path, body, head=head)


def test_secret_scalar_argument(tmp_path: Path) -> None:
    head = HEAD.replace('Arg("n", public=True)', 'Arg("n")')
    assert "the branch depends on a secret (argument n)" in refusal(
        tmp_path, "with k.if_(n.eq(0)):  # HERE\n    n += 1", head=head
    )


# -- by hand: what no kernel script could bring about -----------------------------------------------------------------


def frame(disp: int, width: int = 64) -> Mem:
    return Mem(Phys("gp", 4), disp, width=width)


BY_HAND: dict[str, tuple[list[Any], str, str, str]] = {
    "unbalanced stack": ([("push", gp(7)), ("ret",)], "sysv64", "hand.py:2: ", "sp is 8 bytes below its entry value"),
    "sp differs by the path": (
        [("cmp", gp(7), Imm(0)), ("je", LabelRef("out")), ("push", gp(7)), "out", ("ret",)],
        "sysv64",
        "",
        "bytes deep on one way here",
    ),
    "below the frame": (
        [("sub", gp(4), Imm(8)), ("mov", frame(-8), gp(7)), ("add", gp(4), Imm(8)), ("ret",)],
        "sysv64",
        "hand.py:2: ",
        "mov reaches 8 bytes at sp-8: outside the frame of 8 bytes",
    ),
    "across the end of the frame": (
        [("sub", gp(4), Imm(8)), ("mov", frame(4), gp(7)), ("add", gp(4), Imm(8)), ("ret",)],
        "sysv64",
        "hand.py:2: ",
        "mov reaches 8 bytes at sp+4: outside the frame of 8 bytes",
    ),
    "the return address": ([("mov", frame(0), gp(7)), ("ret",)], "sysv64", "hand.py:1: ", "the frame of 0 bytes"),
    "the caller's frame": ([("mov", frame(4096), gp(7)), ("ret",)], "sysv64", "hand.py:1: ", "outside the frame"),
    "an index into the frame": (
        [("mov", Mem(Phys("gp", 4), 0, Phys("gp", 7), 1, 64), gp(7)), ("ret",)],
        "sysv64",
        "hand.py:1: ",
        "outside the frame",
    ),
    "callee-saved lost": ([("mov", gp(3), Imm(1)), ("ret",)], "sysv64", "hand.py:2: ", "rbx is callee-saved"),
    "callee-saved exchanged": (
        [
            ("push", gp(3)), ("push", gp(12)), ("mov", gp(3), gp(7)), ("mov", gp(12), gp(7)),
            ("pop", gp(3)), ("pop", gp(12)), ("ret",),
        ],
        "sysv64",
        "hand.py:7: ",
        "is callee-saved and is not the caller's",
    ),
    "half of it saved": (
        [
            ("sub", gp(4), Imm(8)), ("mov", frame(0, 32), gp(3, 32)), ("mov", gp(3), gp(7)),
            ("mov", gp(3, 32), frame(0, 32)), ("add", gp(4), Imm(8)), ("ret",),
        ],
        "sysv64",
        "hand.py:2: ",
        "mov reads rbx, which nothing has set",
    ),
    "the save overwritten": (
        [("push", gp(3)), ("mov", gp(3), gp(7)), ("mov", frame(4, 32), gp(3, 32)), ("pop", gp(3)), ("ret",)],
        "sysv64",
        "hand.py:5: ",
        "rbx is callee-saved",
    ),
    "vector register lost": (
        [("xorps", vec(7), vec(7)), ("ret",)], "win64", "hand.py:1: ", "xorps reads xmm7, which nothing has set",
    ),
    "vector register written": (
        [("movaps", vec(5), vec(5)), ("ret",)], "win64", "hand.py:1: ", "movaps reads xmm5, which nothing has set",
    ),
    "saved register read before it is set on one path": (
        [
            ("push", gp(3)), ("cmp", gp(7), Imm(0)), ("je", LabelRef("over")), ("mov", gp(3), gp(7)), "over",
            ("mov", gp(0), gp(3)), ("pop", gp(3)), ("ret",),
        ],
        "sysv64",
        "hand.py:6: ",
        "mov reads rbx, which nothing has set on some path to here",
    ),
    "no return": ([("mov", gp(0), gp(7))], "sysv64", "hand.py:1: ", "control runs past the last instruction"),
    "one way without a return": (
        [("cmp", gp(7), Imm(0)), ("je", LabelRef("out")), ("ret",), "out", ("mov", gp(0), gp(7))],
        "sysv64",
        "hand.py:5: ",
        "control runs past the last instruction",
    ),
    "no way out": (["top", ("jmp", LabelRef("top"))], "sysv64", "", "hand_scalar: no path returns"),
    "table missing": (
        [("mov", gp(0), Mem(None, 0, width=64, symbol="digits")), ("ret",)],
        "sysv64", "hand.py:1: ", "no table digits; there are: pi",
    ),
    "x30 lost": ([("mov", LR, gp(0)), ("ret",)], "aapcs64", "hand.py:2: ", "x29 or x30 is not the caller's"),
}  # fmt: skip


@pytest.mark.parametrize("name", list(BY_HAND))
def test_by_hand(name: str) -> None:
    rows, convention, place, words = BY_HAND[name]
    made = function(rows, abi(convention).arch, tables=(Table("pi", 4, (3,)),))
    message = unverified(made, convention)
    assert message.startswith(place) and words in message, message


def test_vector_registers_of_the_caller() -> None:
    eight = R(Phys("vec", 8), 128, "16b")
    zero = R(Phys("vec", 0), 128, "16b")
    made = function([("movi", zero, Imm(0)), ("mov", eight, zero), ("ret",)], "aarch64")
    assert unverified(made, "aapcs64").startswith("hand.py:3: ")
    made = function([("pcmpeqd", vec(0), vec(1)), ("movaps", vec(9), vec(0)), ("ret",)])
    assert "reads xmm1" in unverified(made, "win64") or "reads xmm0" in unverified(made, "win64")


def test_dirty_upper_halves() -> None:
    wide = [
        ("vmovdqu", vec(0, 256), Mem(Phys("gp", 7), width=256)),
        ("vmovdqu", Mem(Phys("gp", 6), width=256), vec(0, 256)),
    ]
    made = function([*wide, ("ret",)], features=("avx",))
    assert (
        unverified(made) == "hand.py:3: upper halves of vector registers are dirty at the return; expected vzeroupper"
    )
    verify(function([*wide, ("vzeroupper",), ("ret",)], features=("avx",)), abi("sysv64"), 2)


def test_frame_cleans_upper_halves(tmp_path: Path) -> None:
    """A kernel never has to think of it."""
    body = """
k.asm("vmovdqu", R(Phys("vec", 0), 256), k.mem(p, width=256))
k.asm("vmovdqu", k.mem(p, 32, width=256), R(Phys("vec", 0), 256))
"""
    made = build(written(tmp_path, body), Variant("avx", ("avx",)), abi("sysv64"))
    assert "vzeroupper" in [getattr(item, "mnem", "") for item in made.body]


def test_a_right_function_passes() -> None:
    """Saves, restores, a loop and a stack argument: nothing to object to."""
    made = function(
        [
            ("push", gp(3)), ("sub", gp(4), Imm(16)), ("mov", frame(0), gp(7)), ("mov", gp(3), Imm(9)), "top",
            ("add", gp(3), frame(0)), ("dec", gp(6)), ("jne", LabelRef("top")), ("mov", gp(0), frame(32)),
            ("add", gp(4), Imm(16)), ("pop", gp(3)), ("ret",),
        ]
    )  # fmt: skip
    verify(made, abi("sysv64"), 7)
    assert "outside the frame" in unverified(made, params=6)  # the seventh is the first on the stack


# -- by machine: finished functions with one instruction of their frame gone -------------------------------------------

CONVENTIONS = ("sysv64", "win64", "cdecl32", "aapcs64", "aapcs64-win", "arm64ec")


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_every_frame_instruction_is_needed(convention: str) -> None:
    """Prologue and epilogue without one push, save, adjustment, restore, pop or return: each is noticed."""
    of = abi(convention)
    dropped = 0
    for kernel in (*load().kernels.values(), *(program("fuzz", n, values=45, hot=0) for n in (1, 2))):
        for variant in kernel.variants:
            if variant.lane == "vec" and of.arch != "x86_64":
                continue
            made = build(kernel, variant, of)
            verify(made, of, len(kernel.params))
            for at in _frame_instructions(made.body):
                less = replace(made, body=[*made.body[:at], *made.body[at + 1 :]])
                with pytest.raises(KernelError):
                    verify(less, of, len(kernel.params))
                dropped += 1
    assert dropped > 10


def _frame_instructions(body: list[Item]) -> list[int]:
    """Instructions outside the kernel's own code, but for `mov x29, sp`, which serves profilers only."""
    kinds = [item.kind if isinstance(item, FrameOp) else "" for item in body]
    inner = range(kinds.index("end_prologue"), kinds.index("begin_epilogue"))
    frame = [at for at, item in enumerate(body) if isinstance(item, Instr) and at not in inner]
    return [at for at in frame if kinds[at + 1 : at + 2] != ["set_fp"]]
