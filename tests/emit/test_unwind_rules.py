# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Frame operations that no unwind format can express, and codes that no generated function has.

The tests of kernels decode the unwind data of each linked function, and compare it with the function's code at every
instruction (targets/trial/unwind_check.py).
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.machines.aarch64 import unwind_windows as arm64
from generator.machines.x86 import unwind_windows as win64
from generator.model import FrameKind, FrameOp, Function, Item, LabelDef, Phys
from generator.unwind import dwarf
from generator.unwind.dwarf import Cfi, Step
from generator.unwind.order import UnwindError, take_apart
from tests.emit.parts import function, i, op

pytestmark = pytest.mark.kernels()  # handmade functions

RBX, RBP, XMM6 = Phys("gp", 3), Phys("gp", 5), Phys("vec", 6)
X19, X20, X21, X29, X30 = (Phys("gp", n) for n in (19, 20, 21, 29, 30))
D8 = Phys("vec", 8)
END, OUT, LAST = op("end_prologue"), op("begin_epilogue"), op("end_epilogue")
UNDONE: dict[FrameKind, FrameKind] = {
    "push": "pop", "alloc": "dealloc", "save": "restore", "sign": "authenticate", "save_pair": "restore_pair",
    "save_pair_pre": "restore_pair_post",
}  # fmt: skip


def framed(arch: str, *ops: FrameOp, body: tuple[Item, ...] = ()) -> Function:
    """A function with these operations in its prologue, and their opposites before the return."""
    items: list[Item] = []
    for one in ops:
        items += [i("nop"), one]
    items += [END, *body, OUT]
    for one in reversed(ops):
        if one.kind in UNDONE:
            items += [i("nop"), replace(one, kind=UNDONE[one.kind])]
    items += [i("ret"), LAST]
    return function(arch, {"x86": "cdecl32", "x86_64": "win64", "aarch64": "aapcs64"}[arch], items, "small")


# -- DWARF -------------------------------------------------------------------------------------------------------------


def test_numbers_in_groups_of_seven_bits() -> None:
    rows = {0: [0], 127: [127], 128: [0x80, 1], 129: [0x81, 1], 0x3FFF: [0xFF, 0x7F], 0x4000: [0x80, 0x80, 1]}
    assert {value: list(dwarf.uleb(value)) for value in rows} == rows


@pytest.mark.parametrize(("cfi", "why"), [
    (Cfi(0, "offset", RBX, 8), "register gp3 saved at CFA+8, which is not a whole word below it"),
    (Cfi(0, "offset", RBX, -12), "register gp3 saved at CFA-12, which is not a whole word below it"),
    (Cfi(0, "offset", Phys("mask", 1), -8), "x86_64: register mask1 has no DWARF number"),
])  # fmt: skip
def test_places_that_dwarf_cannot_express(cfi: Cfi, why: str) -> None:
    with pytest.raises(UnwindError, match=f"^{why}$".replace("+", r"\+")):
        dwarf.instruction("x86_64", cfi)


def test_registers_above_63_have_their_number_apart() -> None:
    assert dwarf.instruction("aarch64", Cfi(0, "offset", D8, -8)) == (0x05, 72, 1)
    assert dwarf.instruction("aarch64", Cfi(0, "restore", D8)) == (0x06, 72)


@pytest.mark.parametrize(("between", "near"), [(15, True), (16, False)])
def test_short_steps_fit_one_byte(between: int, near: bool) -> None:
    """x86's instructions have up to 15 bytes each: of 17 instructions, a landing pad among them, 255."""
    items: list[Item] = [*[i("nop")] * between, i("push"), op("push", RBX, amount=8), END, OUT]
    items += [i("pop"), op("pop", RBX, amount=8), i("ret"), LAST]
    first, second = dwarf.steps(function("x86_64", "sysv64", items, "small"))
    assert first == Step(-1, between + 1, near, (0x0E, 16, 0x83, 2)) and second.start == between + 1 and second.near
    assert (first.opcode, first.size) == ((2, 6) if near else (4, 9))


def test_padding_makes_a_step_long() -> None:
    for align, near in ((0, True), (16, False)):
        made = framed("x86_64", op("push", RBX, amount=8), body=(LabelDef("again", align),))
        assert [step.near for step in dwarf.steps(made)] == [True, near]


# -- Windows -----------------------------------------------------------------------------------------------------------

ROOM, MASK = op("alloc", amount=8), Phys("mask", 1)
KINDS = "expected push of 8 bytes, alloc of a multiple of 8, or save of vector register 0 to 15 at a multiple of 16"


@pytest.mark.parametrize(("amount", "code"), [(8, (2, 0, ())), (128, (2, 15, ())), (136, (1, 0, (17,)))])
def test_allocations_of_x64_windows(amount: int, code: tuple[int, int, tuple[int, ...]]) -> None:
    (made,) = win64.encode(framed("x86_64", op("alloc", amount=amount))).codes
    assert (made.op, made.info, made.extra) == code


@pytest.mark.parametrize(
    ("ops", "why"),
    [
        ([ROOM, op("push", RBX, amount=8)], "pushes come before the allocation; an epilogue ends in pops"),
        ([ROOM, ROOM], "one allocation is all that an epilogue can undo"),
        ([op("save", XMM6, None, 16, 0)], "saves come after the allocation that reserves their bytes"),
        ([op("push", RBX, amount=16)], KINDS),
        ([op("push", XMM6, amount=8)], KINDS),
        ([op("alloc", amount=0)], KINDS),
        ([op("alloc", amount=12)], KINDS),
        ([ROOM, op("save", MASK, None, 8)], KINDS),
        ([ROOM, op("save", XMM6, None, 16, 8)], KINDS),
        ([ROOM, op("save", Phys("vec", 16), None, 16)], KINDS),
    ],
)
def test_what_x64_windows_cannot_unwind(ops: list[FrameOp], why: str) -> None:
    with pytest.raises(UnwindError, match=f"small: x64 Windows cannot unwind {ops[-1].kind} .*: {why}$"):
        win64.encode(framed("x86_64", *ops))


def test_epilogues_of_x64_windows_hold_nothing_else() -> None:
    """Before the first pop anything may stand."""
    made = framed("x86_64", op("push", RBX, amount=8))
    out = made.body.index(OUT)
    win64.encode(replace(made, body=[*made.body[: out + 1], i("nop"), *made.body[out + 1 :]]))
    with pytest.raises(UnwindError, match="small: x64 Windows epilogues hold only add rsp, pops and ret"):
        win64.encode(replace(made, body=[*made.body[: out + 3], i("nop"), *made.body[out + 3 :]]))


@pytest.mark.parametrize(
    "one", [op("save_pair", X19, X21, 8, 16), op("save_pair", X20, D8, 8, 16), op("save_pair_pre", X19, X20, 16),
            op("push", X19, amount=8)],
    ids=lambda one: f"{one.kind} {one.reg} {one.reg2}",
)  # fmt: skip
def test_what_arm64_windows_cannot_unwind(one: FrameOp) -> None:
    with pytest.raises(UnwindError, match=f"small: ARM64 Windows cannot unwind {one.kind} .*of two consecutive ones"):
        arm64.directives(framed("aarch64", one))


@pytest.mark.parametrize(("at", "what"), [(1, "prologue has 2, its frame operations describe 1"),
                                          (4, "epilogue has 3, its frame operations describe 2")])  # fmt: skip
def test_arm64_windows_counts(at: int, what: str) -> None:
    made = framed("aarch64", op("alloc", amount=32))
    with pytest.raises(UnwindError, match=what):
        arm64.directives(replace(made, body=[*made.body[: at + 1], i("nop"), *made.body[at + 1 :]]))
    arm64.directives(replace(made, body=[*made.body[:3], i("nop"), *made.body[3:]]))


# -- the order of operations -------------------------------------------------------------------------------------------


def test_neighbouring_restores_may_come_in_any_order() -> None:
    first, second = op("save", RBX, None, 8, 0), op("save", RBP, None, 8, 8)
    alloc, undo = op("alloc", amount=16), op("dealloc", amount=16)
    restores = [replace(one, kind="restore") for one in (first, second)]
    start: list[Item] = [i("nop"), alloc, i("nop"), first, i("nop"), second, END, OUT]

    def with_epilogue(*ops: FrameOp) -> Function:
        items: list[Item] = [*start]
        for one in ops:
            items += [i("nop"), one]
        return function("x86_64", "sysv64", [*items, i("ret"), LAST], "small")

    take_apart(with_epilogue(*restores, undo))
    take_apart(with_epilogue(*restores[::-1], undo))
    for wrong in ((restores[0], undo, restores[1]), (restores[0], undo), (undo, *restores), (*restores, undo, undo),
                  restores, (), (replace(restores[0], offset=16), restores[1], undo)):  # fmt: skip
        with pytest.raises(UnwindError, match="the epilogue does not undo the prologue in the opposite order: "):
            take_apart(with_epilogue(*wrong))


@pytest.mark.parametrize(
    "kinds",
    [
        "end_prologue end_prologue begin_epilogue end_epilogue", "begin_epilogue end_prologue end_epilogue",
        "end_prologue begin_epilogue begin_epilogue end_epilogue", "end_prologue end_epilogue", "end_prologue",
        "push end_prologue begin_epilogue", "end_prologue push begin_epilogue pop end_epilogue",
        "end_prologue begin_epilogue end_epilogue push", "push pop end_prologue begin_epilogue end_epilogue",
    ],
)  # fmt: skip
def test_wrong_orders_are_refused(kinds: str) -> None:
    ops: dict[str, tuple[Item, ...]] = {
        "push": (i("nop"), op("push", RBX, amount=8)), "pop": (i("nop"), op("pop", RBX, amount=8)),
        "end_prologue": (END,), "begin_epilogue": (OUT,), "end_epilogue": (LAST,),
    }  # fmt: skip
    body = [item for kind in kinds.split() for item in ops[kind]]
    with pytest.raises(
        UnwindError, match="small: (frame operations .*; expected a prologue|the epilogue does not undo)"
    ):
        take_apart(function("x86_64", "win64", body, "small"))


def test_an_operation_follows_its_instruction() -> None:
    bodies: tuple[list[Item], ...] = [op("push", RBX, amount=8), END], [i("nop"), END, op("push", RBX, amount=8)]
    for body in bodies:
        with pytest.raises(UnwindError, match="expected right after the instruction that it describes"):
            take_apart(function("x86_64", "win64", body, "small"))
