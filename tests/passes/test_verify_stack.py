# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Each of the verifier's rules of the stack on one instruction: the frame's bounds, and what the frame holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from generator.abi import abi
from generator.model import Frame, FrameOp, Imm, Instr, KernelError, LabelDef, LabelRef, Mem, Phys, Slot
from generator.passes.verify_stack import StackRules
from generator.passes.verify_state import ENTRY, MAYBE, SET, SIGNED, State
from tests.passes.small import Row, function, gp, vec

pytestmark = pytest.mark.kernels()  # no kernel is read

G3, G19, G20, LR = (Phys("gp", n) for n in (3, 19, 20, 30))
AREA = Slot("area", 16, 16, offset=16, area=True)


def of(reg: Phys) -> tuple[str, Phys]:
    return ENTRY, reg


def at_sp(disp: int = 0, width: int = 64, sp: int = 4, **more: Any) -> Mem:
    return Mem(Phys("gp", sp), disp, width=width, **more)


def arm(disp: int = 0, width: int = 64, **more: Any) -> Mem:
    return at_sp(disp, width, 31, **more)


def rules(
    rows: Sequence[Row | str], convention: str = "sysv64", params: int = 2, end: int | None = None
) -> tuple[StackRules, Instr]:
    made = function(rows, abi(convention).arch, frame=Frame(32, (), (AREA,)))
    first = made.body[0]
    assert isinstance(first, Instr)
    return StackRules(made, abi(convention), params, end), first


def state(*regs: Phys, depth: int = 16, **more: Any) -> State:
    out = State(depth=depth, **more)
    for reg in regs:
        out.put(reg, of(reg))
    return out


V6, V8 = Phys("vec", 6), Phys("vec", 8)
KEPT = {-16: (of(G3), 8)}


@pytest.mark.parametrize(
    ("row", "handled", "depth", "stack"),
    [
        (("push", gp(3)), True, 24, {-16: (SET, 16), -24: (of(G3), 8)}),
        (("push", gp(0)), True, 24, {-16: (SET, 16), -24: (None, 8)}),
        (("sub", gp(4), Imm(8)), True, 24, {-16: (SET, 16)}),
        (("add", gp(4), Imm(8)), True, 8, {-16: (SET, 16)}),
        (("mov", at_sp(8), gp(3)), True, 16, {-8: (of(G3), 8)}),
        (("mov", at_sp(8, 32), gp(3, 32)), True, 16, {-8: (SET, 4)}),
        (("add", at_sp(8), gp(3)), True, 16, {-8: (SET, 8)}),
        (("mov", at_sp(8), Imm(5)), True, 16, {-8: (SET, 8)}),
        (("xchg", at_sp(8), gp(3)), False, 16, {-8: (SET, 8)}),
        (("add", gp(3), at_sp(8)), False, 16, {-16: (SET, 16)}),
        (("cmp", at_sp(8), gp(3)), False, 16, {-16: (SET, 16)}),
        (("cmp", at_sp(8), Imm(5)), False, 16, {-16: (SET, 16)}),
        (("lea", gp(0), at_sp(8)), False, 16, {-16: (SET, 16)}),
        (("mov", gp(0), gp(3)), False, 16, {-16: (SET, 16)}),
    ],
)
def test_what_the_frame_holds(row: Row, handled: bool, depth: int, stack: dict[int, Any]) -> None:
    made, item = rules([row])
    one = state(G3, stack={-16: (SET, 16)})
    assert made.effect(one, item, 0) is handled
    assert (one.depth, one.stack) == (depth, stack) and one.token(G3) == of(G3)


@pytest.mark.parametrize(
    ("row", "handled", "depth", "token"),
    [
        (("pop", gp(0)), True, 8, of(G3)),
        (("mov", gp(0), at_sp()), True, 16, of(G3)),
        (("mov", gp(0), at_sp(8)), True, 16, SET),
        (("mov", gp(0, 32), at_sp(0, 32)), False, 16, None),
        (("add", gp(0), at_sp()), False, 16, None),
    ],
)
def test_what_a_load_takes(row: Row, handled: bool, depth: int, token: object) -> None:
    made, item = rules([row])
    one = state(stack=dict(KEPT))
    assert made.effect(one, item, 0) is handled
    assert (one.depth, one.token(Phys("gp", 0)), one.stack) == (depth, token, KEPT)


def test_vector_registers() -> None:
    """Windows keeps 16 bytes of them, AArch64 keeps 8."""
    for row, convention, reg, stack in (
        (("movaps", at_sp(0, 128), vec(6)), "win64", V6, {-16: (of(V6), 16)}),
        (("str", vec(8, 64), arm(8)), "aapcs64", V8, {-8: (of(V8), 8)}),
        (("str", vec(8, 32), arm(8, 32)), "aapcs64", V8, {-8: (SET, 4)}),
    ):
        made, item = rules([row], convention)
        one = state(reg)
        assert made.effect(one, item, 0) and one.stack == stack
    made, item = rules([("movaps", vec(6), at_sp(0, 128))], "win64")
    one = state(stack={-16: (of(V6), 16)})
    assert made.effect(one, item, 0) and one.token(V6) == of(V6)


def test_pairs() -> None:
    """Each register of a pair has its part, also where sp moves."""
    both = {-16: (of(G19), 8), -8: (of(G20), 8)}
    for row, before, depth in (
        (("stp", gp(19), gp(20), arm()), 16, 16),
        (("stp", gp(19), gp(20), arm(-16, mode="pre")), 0, 16),
    ):
        made, item = rules([row], "aapcs64")
        one = state(G19, G20, depth=before)
        assert made.effect(one, item, 0) and (one.depth, one.stack) == (depth, both)
    made, item = rules([("ldp", gp(19), gp(20), arm(16, mode="post"))], "aapcs64")
    one = state(stack=dict(both))
    assert made.effect(one, item, 0) and one.depth == 0
    assert (one.token(G19), one.token(G20)) == (of(G19), of(G20))


INDEXED = at_sp(16, 32, index=Phys("gp", 1))


@pytest.mark.parametrize(
    ("row", "handled", "stores"),
    [
        (("mov", INDEXED, gp(3, 32)), True, True),
        (("mov", gp(3, 32), INDEXED), False, False),
        (("cmp", INDEXED, gp(3, 32)), False, False),
        (("xchg", INDEXED, gp(3, 32)), False, True),
    ],
)
def test_an_index(row: Row, handled: bool, stores: bool) -> None:
    """A store may be anywhere in the area."""
    made, item = rules([row])
    one = state(G3, depth=40)
    assert made.effect(one, item, 0) is handled
    assert one.stack == ({-24: (SET, 16)} if stores else {})


@pytest.mark.parametrize(("disp", "there"), [(16, True), (24, True), (15, False), (25, False)])
def test_an_area_holds_the_whole_access(disp: int, there: bool) -> None:
    assert (rules([("ret",)])[0].area(at_sp(disp, index=Phys("gp", 1))) is AREA) == there


@pytest.mark.parametrize(
    ("rows", "good"),
    [
        ([("call", LabelRef("x")), "x"], True),
        ([("call", LabelRef("x")), FrameOp("alloc"), "x"], True),
        ([("call", LabelRef("x")), "x", "y"], True),
        ([("call", LabelRef("x")), ("ret",), ("ret",), "x"], False),
        ([("call", LabelRef("x")), ("ret",), FrameOp("alloc"), "x"], False),
        ([("call", LabelRef("y")), "x", "y"], False),
        ([("call", gp(0)), "x"], False),
    ],
)
def test_calls(rows: list[Any], good: bool) -> None:
    """Only the one that finds the place of the code: to the label just behind it."""
    made, item = rules([row for row in rows if not isinstance(row, FrameOp)])
    at = next((n for n, row in enumerate(rows) if isinstance(row, FrameOp)), None)
    if at is not None:
        made.function.body.insert(at, FrameOp("alloc"))
    one = state()
    if not good:
        with pytest.raises(KernelError, match="hand.py:1: call: kernels call nothing"):
            made.effect(one, item, 0)
        return
    assert made.effect(one, item, 0) is True and (one.depth, one.stack) == (24, {-24: (SET, 8)})
    assert any(isinstance(one, LabelDef) for one in made.function.body)


@pytest.mark.parametrize(
    ("at", "size", "params", "end", "good"),
    [
        (-16, 8, 2, None, True), (-17, 8, 2, None, False), (-8, 8, 2, None, True), (-7, 8, 2, None, False),
        (-16, 16, 2, None, True), (-16, 17, 2, None, False), (-1, 1, 2, None, True), (0, 1, 2, None, False),
        (8, 8, 2, None, False), (8, 8, 6, None, False), (8, 8, 7, None, True), (8, 8, 8, None, True),
        (16, 8, 8, None, True), (17, 8, 8, None, False), (7, 8, 8, None, False), (0, 8, 8, None, False),
        (8, 12, 2, 20, True), (8, 13, 2, 20, False),
    ],
)  # fmt: skip
def test_the_bounds(at: int, size: int, params: int, end: int | None, good: bool) -> None:
    """A frame of 16 bytes, and arguments 8 bytes above sp at entry, behind the return address."""
    made, item = rules([("mov", at_sp(at + 16), gp(3))], params=params, end=end)
    memory = item.ops[0]
    assert isinstance(memory, Mem)
    if good:
        made.inside(item, memory, at, size, 16)
        return
    words = f"mov reaches {size} bytes at sp{at + 16:+d}: outside the frame of 16 bytes and the arguments"
    with pytest.raises(KernelError) as caught:
        made.inside(item, memory, at, size, 16)
    assert str(caught.value) == f"hand.py:1: {words}"


@pytest.mark.parametrize(
    ("row", "convention", "expected"),
    [
        (("mov", at_sp(), gp(3)), "sysv64", True),
        (("mov", at_sp(0, 32), gp(3, 32)), "sysv64", False),
        (("add", at_sp(), gp(3)), "sysv64", False),
        (("movaps", at_sp(0, 128), vec(6)), "win64", True),
        (("stp", gp(19), gp(20), arm()), "aapcs64", True),
        (("stp", gp(19, 32), gp(20, 32), arm(0, 32)), "aapcs64", False),
        (("str", vec(8, 64), arm()), "aapcs64", True),
        (("str", vec(8, 32), arm(0, 32)), "aapcs64", False),
    ],
)
def test_saves(row: Row, convention: str, expected: bool) -> None:
    made, item = rules([row], convention)
    memory = next(op for op in item.ops if isinstance(op, Mem))
    assert made.saves(item, memory) is expected
    assert made.saves(item, None) is False


def test_a_save_is_of_each_register_s_whole() -> None:
    made, item = rules([("mov", at_sp(), gp(3))], "win64")
    both = item.but((at_sp(), gp(3), vec(6)), item.form)
    memory = both.ops[0]
    assert isinstance(memory, Mem) and made.saves(item, memory) and not made.saves(both, memory)


@pytest.mark.parametrize(
    ("reg", "token", "convention", "good"),
    [
        (30, of(LR), "aapcs64", False),
        (30, MAYBE, "aapcs64", False),
        (30, (SIGNED, 0), "aapcs64", True),
        (30, SET, "aapcs64", True),
        (19, MAYBE, "aapcs64", True),
        (19, of(LR), "aapcs64", True),
        (30, of(LR), "arm64ec", False),
    ],
)
def test_stores_of_the_return_address(reg: int, token: object, convention: str, good: bool) -> None:
    made, item = rules([("str", gp(reg), arm())], convention)
    one = state()
    one.put(Phys("gp", reg), token)
    if good:
        assert made.effect(one, item, 0) and one.stack == {-16: (token, 8)}
        return
    with pytest.raises(KernelError, match="str stores x30 unsigned"):
        made.effect(one, item, 0)


def test_the_return() -> None:
    """sp, the registers that stay, and the return address are as at entry."""
    made, item = rules([("ret",)], "aapcs64")
    kept = [Phys(cls, n) for cls, numbers in abi("aapcs64").saved.items() for n in numbers]
    every = [*kept, *made.machine.linked]
    made.leave(state(*every, depth=0), item)
    for token, words in (
        ((SIGNED, 0), "x30 is signed at the return; expected autiasp before"),
        (SET, "x29 or x30 is not the caller's at the return"),
        (MAYBE, "x29 or x30 is not the caller's at the return"),
    ):
        one = state(*every, depth=0)
        one.put(LR, token)
        with pytest.raises(KernelError, match=words):
            made.leave(one, item)
    with pytest.raises(KernelError, match="x29 or x30 is not the caller's at the return"):
        made.leave(state(*kept, depth=0), item)
    with pytest.raises(KernelError, match="x19 is callee-saved"):
        made.leave(state(*(reg for reg in every if reg != G19), depth=0), item)
    for depth in (8, -8):
        with pytest.raises(KernelError, match=f"unbalanced stack: sp is {depth} bytes below its entry value"):
            made.leave(state(*every, depth=depth), item)


def test_signing() -> None:
    made, item = rules([("paciasp",)], "aapcs64")
    one = state(LR)
    made.signing(one, item, "sign", "a")
    assert one.token(LR) == (SIGNED, 16)
    made.signing(one, item, "authenticate", "a")
    assert one.token(LR) == of(LR)
    for kind, key, token, words in (
        ("sign", "b", of(LR), "aapcs64 signs with paciasp and autiasp"),
        ("authenticate", "b", (SIGNED, 16), "aapcs64 signs with paciasp and autiasp"),
        ("sign", "a", (SIGNED, 16), "is not the caller's, or signed already"),
        ("sign", "a", SET, "is not the caller's, or signed already"),
        ("authenticate", "a", of(LR), "is not the address that paciasp signed"),
        ("authenticate", "a", (SIGNED, 8), "is not the address that paciasp signed"),
    ):
        one.put(LR, token)
        with pytest.raises(KernelError, match=words):
            made.signing(one, item, kind, key)
