# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The verifier on functions that no kernel script could make: handmade ones, and ones without part of their frame."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.abi import abi
from generator.lang import Variant
from generator.library import load
from generator.model import Frame, FrameOp, Imm, Instr, Item, KernelError, LabelRef, Mem, Phys, R, Slot, Table
from generator.output import available
from generator.passes.judges.verify import verify
from generator.pipeline import build, relabelled
from tests.passes.small import function, gp, program, unverified, vec, written

LR = gp(30)
PUSH_LR = ("stp", gp(29), LR, Mem(Phys("gp", 31), -16, width=64, mode="pre"))
POP_LR = ("ldp", gp(29), LR, Mem(Phys("gp", 31), 16, width=64, mode="post"))


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
    "sp made of another register": (
        [("sub", gp(31), gp(1), Imm(16)), ("add", gp(31), gp(1), Imm(16)), ("ret",)],
        "aapcs64",
        "hand.py:1: ",
        "sub writes the stack pointer",
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
    "x30 stored unsigned": (
        [PUSH_LR, POP_LR, ("ret",)],
        "aapcs64", "hand.py:1: ", "stp stores x30 unsigned, for overflows to replace; expected paciasp before it",
    ),
    "x30 stored unsigned on one path": (
        [
            ("cbz", gp(0), LabelRef("over")), ("paciasp",), "over", PUSH_LR, POP_LR, ("autiasp",), ("ret",),
        ],
        "aapcs64", "hand.py:4: ", "stores x30 unsigned",
    ),
    "x30 stored alone": (
        [("str", LR, Mem(Phys("gp", 31), -16, width=64, mode="pre")), ("ret",)],
        "aapcs64-darwin", "hand.py:1: ", "str stores x30 unsigned",
    ),
    "x30 authenticated before the store": (
        [("paciasp",), ("autiasp",), PUSH_LR, POP_LR, ("ret",)], "aapcs64", "hand.py:3: ", "stores x30 unsigned",
    ),
    "x30 signed twice": (
        [("paciasp",), ("paciasp",), ("ret",)], "aapcs64", "hand.py:2: ", "not the caller's, or signed already",
    ),
    "x30 not authenticated": (
        [("paciasp",), PUSH_LR, POP_LR, ("ret",)],
        "aapcs64", "hand.py:4: ", "x30 is signed at the return; expected autiasp before",
    ),
    "x30 authenticated, not signed": (
        [("autiasp",), ("ret",)], "aapcs64", "hand.py:1: ", "x30 is not the address that paciasp signed",
    ),
    "x30 authenticated with another sp": (
        [("paciasp",), PUSH_LR, ("autiasp",), POP_LR, ("ret",)], "aapcs64", "hand.py:3: ", "or sp has another value",
    ),
    "x30 signed by the key of others": (
        [("paciasp",), PUSH_LR, POP_LR, ("autiasp",), ("ret",)],
        "aapcs64-win", "hand.py:1: ", "paciasp: aapcs64-win signs with pacibsp and autibsp",
    ),
    "a call": ([("call", LabelRef("y")), "x", "y", ("ret",)], "sysv64", "hand.py:1: ", "call: kernels call nothing"),
    "x30 lost": ([("mov", LR, gp(0)), ("ret",)], "aapcs64", "hand.py:2: ", "x29 or x30 is not the caller's"),
}  # fmt: skip


@pytest.mark.kernels()
@pytest.mark.parametrize("name", list(BY_HAND))
def test_by_hand(name: str) -> None:
    rows, convention, place, words = BY_HAND[name]
    made = function(rows, abi(convention).arch, tables=(Table("pi", 4, (3,)),))
    message = unverified(made, convention)
    assert message.startswith(place) and words in message, message


@pytest.mark.kernels("aes_ecb_encrypt")
@pytest.mark.parametrize("convention", ["aapcs64-darwin", "aapcs64-win"])
def test_twins_are_what_would_be_built(convention: str) -> None:
    """A function taken over from another convention equals a function built for this one, signing key included."""
    kernel = load().find("aes_ecb_encrypt")
    taken = relabelled(build(kernel, kernel.variant("neon"), abi("aapcs64")), convention)
    made = build(kernel, kernel.variant("neon"), abi(convention))
    assert taken.frame.saved and (taken.body, taken.header) == (made.body, made.header)
    assert [item.mnem for item in taken.body if isinstance(item, Instr)][0] == f"paci{abi(convention).key}sp"


@pytest.mark.kernels()
def test_vector_registers_of_the_caller() -> None:
    eight = R(Phys("vec", 8), 128, "16b")
    zero = R(Phys("vec", 0), 128, "16b")
    made = function([("movi", zero, Imm(0)), ("mov", eight, zero), ("ret",)], "aarch64")
    assert unverified(made, "aapcs64").startswith("hand.py:3: ")
    made = function([("pcmpeqd", vec(0), vec(1)), ("movaps", vec(9), vec(0)), ("ret",)])
    assert "reads xmm1" in unverified(made, "win64") or "reads xmm0" in unverified(made, "win64")


@pytest.mark.kernels()
@pytest.mark.parametrize(("store", "disp"), [("strb", 1), ("sturb", 7), ("str", 4), ("stur", 3), ("str", 0)])
def test_stores_over_what_was_saved(store: str, disp: int) -> None:
    """Every AArch64 store is followed: an overwritten saved register is not restored."""

    def at(disp: int, width: int = 64) -> Mem:
        return Mem(Phys("gp", 31), disp, width=width)

    rows = [
        ("sub", gp(31), gp(31), Imm(16)), ("str", gp(19), at(0)), ("mov", gp(19), gp(0)),
        (store, gp(0, 32), at(disp, 8 if store.endswith("b") else 32)),
        ("ldr", gp(19), at(0)), ("add", gp(31), gp(31), Imm(16)), ("ret",),
    ]  # fmt: skip
    assert "x19 is callee-saved" in unverified(function(rows, "aarch64"), "aapcs64")
    verify(function([*rows[:3], *rows[4:]], "aarch64"), abi("aapcs64"), 2)


@pytest.mark.kernels()
def test_an_index_into_an_area() -> None:
    """The access may be anywhere in the area, whose contents are then lost. The access must start in one area."""
    area = Slot("area", 16, 16, offset=16, area=True)
    frame_of = Frame(32, (), (area,))

    def rows(kept: int, stored: int) -> list[Any]:
        return [
            ("sub", gp(4), Imm(40)), ("movaps", frame(kept, 128), vec(6)), ("movd", vec(6), gp(1, 32)),
            ("mov", Mem(Phys("gp", 4), stored, Phys("gp", 2), 1, 32), gp(1, 32)), ("movaps", vec(6), frame(kept, 128)),
            ("add", gp(4), Imm(40)), ("ret",),
        ]  # fmt: skip

    verify(function(rows(0, 28), frame=frame_of), abi("win64"), 2)
    assert "xmm6 is callee-saved" in unverified(function(rows(16, 16), frame=frame_of), "win64")
    for outside in (12, 29):
        said = unverified(function(rows(0, outside), frame=frame_of), "win64")
        assert said == f"hand.py:4: mov at sp+{outside} and an index: outside the frame, which has no area there"


@pytest.mark.kernels()
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
    high = [("vpxord", vec(16, 512), vec(16, 512), vec(16, 512)), ("ret",)]
    out_of_sight = function(high, features=("avx512f",))
    out_of_sight.body[0].idiom = True  # type: ignore[union-attr]
    verify(out_of_sight, abi("sysv64"), 2)


@pytest.mark.kernels()
def test_frame_cleans_upper_halves(tmp_path: Path) -> None:
    """A kernel need not clean upper halves."""
    body = """
k.asm("vmovdqu", R(Phys("vec", 0), 256), k.mem(p, width=256))
k.asm("vmovdqu", k.mem(p, 32, width=256), R(Phys("vec", 0), 256))
"""
    made = build(written(tmp_path, body), Variant("avx", ("avx",)), abi("sysv64"))
    assert "vzeroupper" in [getattr(item, "mnem", "") for item in made.body]


@pytest.mark.kernels()
def test_a_right_function_passes() -> None:
    """Saves, restores, a loop and a stack argument pass."""
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


@pytest.mark.code
@pytest.mark.kernels("aes_cbc_encrypt", "rc4_stream")
@pytest.mark.parametrize("convention", CONVENTIONS)
def test_every_frame_instruction_is_needed(convention: str) -> None:
    """Prologue and epilogue without one push, save, adjustment, restore, pop or return: each is refused. The kernels
    save vectors, few registers, and all of them."""
    of = abi(convention)
    dropped = 0
    for kernel in (load().find("aes_cbc_encrypt"), load().find("rc4_stream"), program(2, values=20)):
        variant = next(one for one in kernel.variants if available(one, of.arch))
        made, params = build(kernel, variant, of), len(kernel.params)
        places = of.stack_places(made.widths)
        end = sum(places[-1]) if places else of.stack_args  # a u64 takes two words of a machine of 32 bits
        verify(made, of, params, end)
        for at in _frame_instructions(made.body):
            less = replace(made, body=[*made.body[:at], *made.body[at + 1 :]])
            with pytest.raises(KernelError):
                verify(less, of, params, end)
            dropped += 1
    assert dropped > 10


def _frame_instructions(body: list[Item]) -> list[int]:
    """Instructions outside the kernel's own code, except `mov x29, sp`, which only profilers need."""
    kinds = [item.kind if isinstance(item, FrameOp) else "" for item in body]
    inner = range(kinds.index("end_prologue"), kinds.index("begin_epilogue"))
    frame = [at for at, item in enumerate(body) if isinstance(item, Instr) and at not in inner]
    return [at for at in frame if kinds[at + 1 : at + 2] != ["set_fp"]]
