# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The verifier on functions that no kernel script could make: handmade ones, and ones without part of their frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from generator.abi import abi
from generator.library import load
from generator.model import Frame, FrameOp, Imm, Instr, Item, KernelError, LabelRef, Mem, Phys, R, Slot, Table
from generator.output import available
from generator.passes.judges.verify import verify
from generator.pipeline import build, relabelled
from tests.passes.small import Row, function, gp, program, vec

RET, LR = ("ret",), gp(30)
PUSH_LR = ("stp", gp(29), LR, Mem(Phys("gp", 31), -16, width=64, mode="pre"))
POP_LR = ("ldp", gp(29), LR, Mem(Phys("gp", 31), 16, width=64, mode="post"))
SIGN, AUTH = ("paciasp",), ("autiasp",)


def frame(disp: int, width: int = 64) -> Mem:
    return Mem(Phys("gp", 4), disp, width=width)


def at(disp: int, width: int = 64) -> Mem:
    return Mem(Phys("gp", 31), disp, width=width)


def verdict(
    rows: Sequence[Row | str], convention: str = "sysv64", params: int = 2, groups: Sequence[int] = (), **more: Any
) -> str:
    """The verifier's message about a function; empty if there is none. ``groups``: those of flags."""
    made = function(rows, abi(convention).arch, tables=(Table("pi", 4, (3,)),), **more)
    for item, group in zip(made.body, groups):
        assert isinstance(item, Instr)
        item.group = group
    try:
        verify(made, abi(convention), params)
    except KernelError as error:
        return str(error)
    return ""


DOWN, UP = ("sub", gp(4), Imm(8)), ("add", gp(4), Imm(8))
DOWN_16, UP_16 = ("sub", gp(31), gp(31), Imm(16)), ("add", gp(31), gp(31), Imm(16))
SAVE, RESTORE, CHANGE = ("push", gp(3)), ("pop", gp(3)), ("mov", gp(3), gp(7))
STORE_19 = [DOWN_16, ("str", gp(19), at(0)), ("mov", gp(19), gp(0))]
LOAD_19 = [("ldr", gp(19), at(0)), UP_16, RET]
RDI, RSI = gp(7), gp(6)
TEST, COMPARE, ADD, ON_ZERO, DIVIDE = (
    ("cmp", RDI, Imm(0)), ("cmp", RDI, RSI), ("add", RDI, RSI), ("cmove", RDI, RSI), ("div", RSI),
)  # fmt: skip
NUMBER = [("mov", gp(0), RDI), ("mov", gp(2), RDI)]
"""The number that ``div`` divides."""
ANDN = ("andn", gp(0), RDI, RSI)
LOOP: list[Row | str] = [
    SAVE, ("sub", gp(4), Imm(16)), ("mov", frame(0), gp(7)), ("mov", gp(3), Imm(9)), "top", ("add", gp(3), frame(0)),
    ("dec", gp(6)), ("jne", LabelRef("top")), ("mov", gp(0), frame(32)), ("add", gp(4), Imm(16)), RESTORE, RET,
]  # fmt: skip
LONG, ROUND = Mem(Phys("gp", 7), 0, width=256), ("mov", gp(0), RDI)
WIDE, CLEAR = ("vmovdqu", vec(0, 256), LONG), ("vzeroupper",)
AGAIN, KEEPS = ("vmovdqa", vec(1, 256), LONG), ("movaps", vec(2), vec(0))
AVX = {"features": ("avx", "avx2")}
LEVEL4 = {"features": ("avx", "avx2", "avx512f", "avx512vl")}
DIRTY = "…the upper halves of vector registers are dirty since vmovdqu of hand.py:1"
HIGH = ("vmovdqu32", vec(17, 256), LONG)
AREA = {"frame": Frame(32, (), (Slot("area", 16, 16, offset=16, area=True),))}


def part(place: Any) -> list[Row]:
    """A part of a high register goes to a place."""
    return [HIGH, ("vextracti32x4", place, vec(17, 256), Imm(1)), RET]


def indexed(kept: int, stored: int) -> list[Row]:
    """xmm6 is saved at ``kept`` while a store goes to ``stored`` and an index."""
    return [
        ("sub", gp(4), Imm(40)), ("movaps", frame(kept, 128), vec(6)), ("movd", vec(6), gp(1, 32)),
        ("mov", Mem(Phys("gp", 4), stored, Phys("gp", 2), 1, 32), gp(1, 32)), ("movaps", vec(6), frame(kept, 128)),
        ("add", gp(4), Imm(40)), RET,
    ]  # fmt: skip


BY_HAND: dict[str, tuple[Any, ...]] = {
    # The stack.
    "a right function": ("sysv64", LOOP, "", {"params": 7}),
    "an argument that is none": ("sysv64", LOOP, "…outside the frame", {"params": 6}),  # the seventh is on the stack
    "unbalanced": ("sysv64", [("push", gp(7)), RET], "2: …sp is 8 bytes below its entry value"),
    "sp differs by the path": (
        "sysv64", [TEST, ("je", LabelRef("out")), ("push", gp(7)), "out", RET], "…bytes deep on one path here",
    ),
    "sp made of another register": (
        "aapcs64", [("sub", gp(31), gp(1), Imm(16)), ("add", gp(31), gp(1), Imm(16)), RET],
        "1: sub writes the stack pointer",
    ),
    "below the frame": (
        "sysv64", [DOWN, ("mov", frame(-8), gp(7)), UP, RET], "2: mov reaches 8 bytes at sp-8: outside the frame of 8",
    ),
    "across the end of the frame": (
        "sysv64", [DOWN, ("mov", frame(4), gp(7)), UP, RET], "2: mov reaches 8 bytes at sp+4: outside the frame of 8",
    ),
    "the return address": ("sysv64", [("mov", frame(0), gp(7)), RET], "1: …the frame of 0 bytes"),
    "the caller's frame": ("sysv64", [("mov", frame(4096), gp(7)), RET], "1: …outside the frame"),
    "an index into the frame": (
        "sysv64", [("mov", Mem(Phys("gp", 4), 0, Phys("gp", 7), 1, 64), gp(7)), RET], "1: …outside the frame",
    ),
    "an index into an area": ("win64", indexed(0, 28), "", AREA),
    "an index into the area that has a save": ("win64", indexed(16, 16), "…xmm6 is callee-saved", AREA),
    **{
        f"an index beside an area, {place}": (
            "win64", indexed(0, place),
            f"4: mov at sp+{place} and an index: outside the frame, which has no area there", AREA,
        ) for place in (12, 29)
    },
    # Registers.
    "callee-saved lost": ("sysv64", [("mov", gp(3), Imm(1)), RET], "2: rbx is callee-saved"),
    "callee-saved exchanged": (
        "sysv64", [SAVE, ("push", gp(12)), CHANGE, ("mov", gp(12), gp(7)), RESTORE, ("pop", gp(12)), RET],
        "7: …is callee-saved and is not the caller's",
    ),
    "half of it saved": (
        "sysv64", [DOWN, ("mov", frame(0, 32), gp(3, 32)), CHANGE, ("mov", gp(3, 32), frame(0, 32)), UP, RET],
        "2: mov reads rbx, which nothing has set",
    ),
    "the save overwritten": (
        "sysv64", [SAVE, CHANGE, ("mov", frame(4, 32), gp(3, 32)), RESTORE, RET], "5: rbx is callee-saved",
    ),
    "a save": ("aapcs64", [*STORE_19, *LOAD_19], ""),
    **{
        f"the save overwritten by {store} at {disp}": (
            "aapcs64", [*STORE_19, (store, gp(0, 32), at(disp, 8 if store[-1] == "b" else 32)), *LOAD_19],
            "…x19 is callee-saved",
        ) for store, disp in (("strb", 1), ("sturb", 7), ("str", 4), ("stur", 3), ("str", 0))
    },
    "a save of a register that is not set": (
        "sysv64", [("push", gp(0)), ("pop", gp(0)), RET], "1: push reads rax, which nothing has set",
    ),
    "vector register lost": ("win64", [("xorps", vec(7), vec(7)), RET], "1: xorps reads xmm7, which nothing has set"),
    "vector register written": ("win64", [("movaps", vec(5), vec(5)), RET], "1: movaps reads xmm5, which nothing"),
    "vector register lost, AArch64": (
        "aapcs64", [("movi", R(Phys("vec", n), 128, "16b"), Imm(0)) for n in (0, 8)] + [RET], "3: …is callee-saved",
    ),
    "saved register read before it is set on one path": (
        "sysv64", [SAVE, TEST, ("je", LabelRef("over")), CHANGE, "over", ("mov", gp(0), gp(3)), RESTORE, RET],
        "6: mov reads rbx, which nothing has set on some path to here",
    ),
    **{
        f"a reserved register in an address, {n}": (
            "aapcs64", [("ldr", gp(1), place), RET], "1: ldr touches x18, which aapcs64 reserves",
        ) for n, place in enumerate((Mem(Phys("gp", 18), 0, width=64), Mem(Phys("gp", 0), 0, Phys("gp", 18), 8, 64)))
    },
    # Control flow, and what a variant has.
    "no return": ("sysv64", [("mov", gp(0), gp(7))], "1: …control runs past the last instruction"),
    "one way without a return": (
        "sysv64", [TEST, ("je", LabelRef("out")), RET, "out", ("mov", gp(0), gp(7))],
        "5: …control runs past the last instruction",
    ),
    "no way out": ("sysv64", ["top", ("jmp", LabelRef("top"))], "…hand_scalar: no path returns"),
    "a call": ("sysv64", [("call", LabelRef("y")), "x", "y", RET], "1: call: kernels call nothing"),
    "table missing": (
        "sysv64", [("mov", gp(0), Mem(None, 0, width=64, symbol="digits")), RET], "1: …no table digits; there are: pi",
    ),
    "a feature": ("sysv64", [ANDN, RET], "", {"features": ("bmi1",)}),
    "another feature": (
        "sysv64", [ANDN, RET], "1: andn needs bmi1; variant scalar declares avx", {"features": ("avx",)},
    ),
    "no feature": ("sysv64", [ANDN, RET], "1: andn needs bmi1; variant scalar declares none beyond the baseline"),
    # Signed return addresses.
    "x30 stored unsigned": (
        "aapcs64", [PUSH_LR, POP_LR, RET],
        "1: stp stores x30 unsigned, for overflows to replace; expected paciasp before it",
    ),
    "x30 stored unsigned on one path": (
        "aapcs64", [("cbz", gp(0), LabelRef("over")), SIGN, "over", PUSH_LR, POP_LR, AUTH, RET],
        "4: …stores x30 unsigned",
    ),
    "x30 stored alone": (
        "aapcs64-darwin", [("str", LR, Mem(Phys("gp", 31), -16, width=64, mode="pre")), RET],
        "1: str stores x30 unsigned",
    ),
    "x30 authenticated before the store": ("aapcs64", [SIGN, AUTH, PUSH_LR, POP_LR, RET], "3: …stores x30 unsigned"),
    "x30 signed twice": ("aapcs64", [SIGN, SIGN, RET], "2: …not the caller's, or signed already"),
    "x30 not authenticated": (
        "aapcs64", [SIGN, PUSH_LR, POP_LR, RET], "4: x30 is signed at the return; expected autiasp before",
    ),
    "x30 authenticated, not signed": ("aapcs64", [AUTH, RET], "1: …x30 is not the address that paciasp signed"),
    "x30 authenticated with another sp": (
        "aapcs64", [SIGN, PUSH_LR, AUTH, POP_LR, RET], "3: …or sp has another value",
    ),
    "x30 signed by the key of others": (
        "aapcs64-win", [SIGN, PUSH_LR, POP_LR, AUTH, RET], "1: paciasp: aapcs64-win signs with pacibsp and autibsp",
    ),
    "x30 lost": ("aapcs64", [("mov", LR, gp(0)), RET], "2: x29 or x30 is not the caller's"),
    # Flags.
    "a compare without a reader": (
        "sysv64", [COMPARE, ADD, RET], "2: add overwrites the flags that cmp at line 1 set for a reader",
    ),
    "a compare that a division overwrites": (
        "sysv64", [*NUMBER, COMPARE, DIVIDE, RET], "4: div overwrites the flags that cmp at line 3",
    ),
    "a compare and its reader": ("sysv64", [COMPARE, ON_ZERO, ADD, RET], ""),
    **{
        f"{first[0]} of {n} writes a result, and is no compare": ("sysv64", [*NUMBER, first, ADD, RET], "")
        for n, first in enumerate((ADD, ("add", Mem(Phys("gp", 7), 0, width=64), RSI), ("mul", RSI)))
    },
    "flags that were never set": ("sysv64", [ON_ZERO, RET], "1: cmove reads ZF, but the flags were never set"),
    "flags that are undefined": (
        "sysv64", [*NUMBER, DIVIDE, ON_ZERO, RET],
        "4: cmove reads ZF, but the flags were left undefined by div of hand.py:3",
    ),
    "flags that differ by the path": (
        "sysv64", [COMPARE, ("je", LabelRef("over")), ADD, "over", ON_ZERO, RET],
        "5: cmove reads ZF, but the flags differ by the path taken",
    ),
    "flags of the operation": ("sysv64", [ADD, ON_ZERO, RET], "", {"groups": (1, 1)}),
    "flags of another operation": (
        "sysv64", [ADD, ON_ZERO, RET],
        "2: cmove reads flags that add at line 1 overwrote between the compare and its reader", {"groups": (1, 2)},
    ),
    # Upper halves of vectors.
    "upper halves at the return": (
        "sysv64", [WIDE, RET], "2: upper halves of vector registers are dirty at the return; expected vzeroupper", AVX,
    ),
    "upper halves that are clean": ("sysv64", [WIDE, ROUND, CLEAR, RET], "", AVX),
    "legacy SSE": ("sysv64", [WIDE, KEEPS, CLEAR, RET], DIRTY, AVX),
    "legacy SSE later": ("sysv64", [WIDE, AGAIN, ROUND, KEEPS, CLEAR, RET], DIRTY, AVX),
    "a high register": ("sysv64", [HIGH, RET], "", LEVEL4),
    "a part of a high register in a low one": ("sysv64", part(vec(1)), "…dirty at the return", LEVEL4),
    "a part of a high register in a high one": ("sysv64", part(vec(18)), "", LEVEL4),
    "a part of a high register in memory": ("sysv64", part(Mem(Phys("gp", 7), 0, width=128)), "", LEVEL4),
}  # fmt: skip


@pytest.mark.kernels()
@pytest.mark.parametrize("name", BY_HAND)
def test_by_hand(name: str) -> None:
    convention, rows, words, *more = BY_HAND[name]
    message = verdict(rows, convention, **(more[0] if more else {}))
    line, _, rest = words.partition("…")
    assert message.startswith(f"hand.py:{line}" if line else "") and rest in message and bool(words) == bool(message), (
        message
    )


@pytest.mark.kernels()
def test_another_form_s_operands() -> None:
    made = function([("add", RDI, RSI), RET])
    first = made.body[0]
    assert isinstance(first, Instr)
    with pytest.raises(KernelError, match="hand.py:1: add r64, r32: no such form"):
        verify(replace(made, body=[first.but((RDI, gp(6, 32)), first.form), *made.body[1:]]), abi("sysv64"), 2)


@pytest.mark.kernels("aes_ecb_encrypt")
@pytest.mark.parametrize("convention", ["aapcs64-darwin", "aapcs64-win"])
def test_a_function_taken_over_is_what_would_be_built(convention: str) -> None:
    """A function of another convention equals a function built for this one, signing key included."""
    kernel = load().find("aes_ecb_encrypt")
    taken = relabelled(build(kernel, kernel.variant("neon"), abi("aapcs64")), convention)
    made = build(kernel, kernel.variant("neon"), abi(convention))
    assert taken.frame.saved and (taken.body, taken.header) == (made.body, made.header)
    assert [item.mnem for item in taken.body if isinstance(item, Instr)][0] == f"paci{abi(convention).key}sp"


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
