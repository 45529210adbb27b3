# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What the verifier notes about each instruction before it follows the code, and what it knows at the beginning."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from generator.abi import abi
from generator.model import Imm, Instr, KernelError, LabelRef, Mem, Phys, R
from generator.passes.verify import _Verifier
from generator.passes.verify_state import BIT, ENTRY
from tests.passes.small import Row, function, gp, vec

pytestmark = pytest.mark.kernels()  # no kernel is read

FEATURES = ("avx", "avx2", "avx512f", "avx512vl")
SP, WORD = Phys("gp", 4), Mem(Phys("gp", 7), 0, width=64)


def verifier(*rows: Row | str, convention: str = "sysv64", params: int = 2) -> _Verifier:
    of = abi(convention)
    made = function(rows, of.arch, FEATURES if of.arch == "x86_64" else ())
    return _Verifier(made, of, params, None)


def names(mask: int) -> str:
    return " ".join(f"{reg.cls[0]}{reg.num}" for reg, bit in BIT.items() if isinstance(reg, Phys) and bit & mask)


def at_sp(disp: int = 0, width: int = 64, sp: int = 4) -> Mem:
    return Mem(Phys("gp", sp), disp, width=width)


@pytest.mark.parametrize(
    ("row", "reads", "writes", "true"),
    [
        (("mov", gp(0), gp(7)), "g7", "g0", ""),
        (("mov", gp(0), Mem(Phys("gp", 7), 0, Phys("gp", 6), 1, 64)), "g6 g7", "g0", ""),
        (("cmp", gp(7), gp(6)), "g6 g7", "", "flags compare"),
        (("add", WORD, gp(6)), "g6 g7", "", "flags"),
        (("div", gp(6)), "g0 g2 g6", "g0 g2", "flags"),
        (("cmove", gp(0), gp(1)), "g0 g1", "g0", "flags"),
        (("shl", gp(0), Imm(3)), "g0", "g0", "flags"),
        (("jmp", LabelRef("x")), "", "", "compare"),
        (("push", gp(3)), "g3", "g4", "saving stack"),
        (("pop", gp(3)), "", "g3 g4", "stack"),
        (("ret",), "", "g4", "saving stack"),
        (("call", LabelRef("x")), "", "g4", "stack flags"),
        (("mov", at_sp(), gp(7)), "g7", "", "saving stack"),
        (("mov", at_sp(8, 32), gp(7, 32)), "g7", "", "stack"),
        (("mov", gp(7), at_sp()), "", "g7", "saving stack"),
        (("add", gp(7), at_sp()), "g7", "g7", "stack flags"),
        (("sub", gp(4), Imm(8)), "", "g4", "stack flags"),
        (("lea", gp(0), at_sp(8)), "", "g0", "stack"),
    ],
)
def test_the_effects_of_an_instruction(row: Row, reads: str, writes: str, true: str) -> None:
    made = verifier(row)
    (item,) = made.items
    assert isinstance(item, Instr)
    known = made.facts(item)
    assert known.item is item and (names(known.reads), names(known.writes)) == (reads, writes)
    flags = ("saving", "stack", "flags", "compare", "waits")
    assert [name for name in flags if getattr(known, name)] == true.split() and known.uppers is None


@pytest.mark.parametrize(
    ("row", "reads", "saving", "stack"),
    [
        (("paciasp",), "g30", True, False),
        (("autiasp",), "g30", True, False),
        (("ret",), "g30", True, False),
        (("bl", LabelRef("x")), "", False, True),
        (("add", gp(0), gp(31), Imm(8)), "", False, False),
        (("sub", gp(31), gp(31), Imm(16)), "", False, True),
        (("ldr", gp(0), at_sp(sp=31)), "", True, True),
        (("ldr", gp(0), Mem(Phys("gp", 1), 0, width=64)), "g1", False, False),
    ],
)
def test_the_effects_on_aarch64(row: Row, reads: str, saving: bool, stack: bool) -> None:
    made = verifier(row, convention="aapcs64")
    (item,) = made.items
    assert isinstance(item, Instr)
    known = made.facts(item)
    assert (names(known.reads), known.saving, known.stack, known.uppers, known.waits) == (
        reads, saving, stack, None, False,
    )  # fmt: skip


def test_the_register_that_is_zero_is_never_unset() -> None:
    zero = verifier(convention="aapcs64").machine.registers.zero
    assert zero is not None
    (item,) = (made := verifier(("add", gp(0), gp(1), R(zero, 64)), convention="aapcs64")).items
    assert isinstance(item, Instr) and names(made.facts(item).reads) == "g1"


@pytest.mark.parametrize(
    ("row", "uppers", "waits"),
    [
        (("vzeroupper",), False, False),
        (("vmovdqu", vec(0, 256), Mem(Phys("gp", 7), 0, width=256)), True, False),
        (("vmovdqu", vec(0, 128), Mem(Phys("gp", 7), 0, width=128)), None, False),
        (("movaps", vec(1), vec(2)), None, True),
        (("vpaddd", vec(15, 256), vec(15, 256), vec(15, 256)), True, False),
        (("vpaddd", vec(16, 256), vec(16, 256), vec(16, 256)), None, False),
        (("vpaddd", vec(16, 256), vec(16, 256), vec(15, 256)), True, False),
        (("vpaddd", vec(16, 256), vec(15, 256), vec(16, 256)), True, False),
        (("vpaddd", vec(15), vec(15), vec(15)), None, False),
        (("vextracti32x4", vec(15), vec(17, 256), Imm(1)), True, False),
        (("vextracti32x4", vec(16), vec(17, 256), Imm(1)), None, False),
        (("vmovd", gp(0, 32), vec(17)), None, False),
        (("vpcmpeqd", R(Phys("mask", 1), 64), vec(17, 256), vec(18, 256)), None, False),
    ],
)
def test_upper_halves(row: Row, uppers: bool | None, waits: bool) -> None:
    made = verifier(row)
    (item,) = made.items
    assert isinstance(item, Instr)
    known = made.facts(item)
    assert (known.uppers, known.waits) == (uppers, waits)


def test_what_keeps_upper_halves_without_a_vector_does_not_wait() -> None:
    made = verifier(("mov", gp(0), gp(7)))
    (item,) = made.items
    assert isinstance(item, Instr)
    form = replace(item.form, facts=replace(item.form.facts, keeps_uppers=True))
    assert made.facts(replace(item, form=form)).waits is False


def numbered(cls: str, numbers: Iterable[int]) -> set[str]:
    return {f"{cls}{n}" for n in numbers}


@pytest.mark.parametrize(
    ("convention", "params", "arguments", "kept"),
    [
        ("sysv64", 2, "g6 g7", numbered("g", (3, 5, 12, 13, 14, 15))),
        ("sysv64", 0, "", numbered("g", (3, 5, 12, 13, 14, 15))),
        ("sysv64", 9, "g1 g2 g6 g7 g8 g9", numbered("g", (3, 5, 12, 13, 14, 15))),
        ("win64", 2, "g1 g2", numbered("g", (3, 5, 6, 7, 12, 13, 14, 15)) | numbered("v", range(6, 16))),
        ("aapcs64", 2, "g0 g1", numbered("g", range(19, 31)) | numbered("v", range(8, 16))),
    ],
)
def test_the_beginning(convention: str, params: int, arguments: str, kept: set[str]) -> None:
    """Arguments are set. What the function must restore is the caller's, and unset."""
    state = verifier(convention=convention, params=params).entry()
    assert names(~state.unset) == arguments
    assert {f"{reg.cls[0]}{reg.num}" for reg in state.tokens} == kept
    assert all(token == (ENTRY, reg) for reg, token in state.tokens.items())
    assert not state.stack and not state.flags and state.depth == 0


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (["top", ("dec", gp(7)), ("jne", LabelRef("top")), ("ret",)], ""),
        (["top", "another", ("dec", gp(7)), ("jne", LabelRef("top")), ("ret",)], ""),  # a block without instructions
        (["top", ("push", gp(7)), ("dec", gp(7)), ("jne", LabelRef("top")), ("ret",)],
         "the stack is 0 bytes deep on one way here, 8 on another"),
        (["top", ("pop", gp(7)), ("dec", gp(7)), ("jne", LabelRef("top")), ("ret",)],
         "the stack is 0 bytes deep on one way here, -8 on another"),
    ],
)  # fmt: skip
def test_a_loop_to_the_beginning(rows: list[Row | str], words: str) -> None:
    try:
        verifier(*rows).run()
    except KernelError as error:
        assert str(error) == words
        return
    assert not words


def test_all_features_of_the_variant_may_be_needed() -> None:
    made = verifier(("vpaddd", vec(0, 256), vec(1, 256), vec(2, 256)))
    (item,) = made.items
    assert isinstance(item, Instr) and item.form.features
    made.allowed = item.form.features
    made.form(item)
    made.allowed = frozenset()
    with pytest.raises(KernelError, match="vpaddd needs avx"):
        made.form(item)
