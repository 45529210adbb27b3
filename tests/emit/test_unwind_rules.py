# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Each rule from frame operations to unwind data, at the limits of its encoding."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.machines.aarch64 import unwind_windows as arm64
from generator.machines.x86 import unwind_windows as win64
from generator.model import FrameKind, FrameOp, Function, Item, LabelDef, Phys
from generator.unwind import dwarf
from generator.unwind.dwarf import Cfi, Step
from generator.unwind.order import UnwindError, describe, take_apart
from tests.emit.parts import function, i, op

pytestmark = pytest.mark.kernels()  # handmade functions

RBX, RBP, RSI, R12, XMM6, XMM15 = (
    Phys("gp", 3), Phys("gp", 5), Phys("gp", 6), Phys("gp", 12), Phys("vec", 6), Phys("vec", 15)
)  # fmt: skip
X19, X20, X21, X22, X28, X29, X30 = (Phys("gp", n) for n in (19, 20, 21, 22, 28, 29, 30))
D8, D9, D15 = (Phys("vec", n) for n in (8, 9, 15))
END, OUT, LAST = op("end_prologue"), op("begin_epilogue"), op("end_epilogue")
UNDONE: dict[FrameKind, FrameKind] = {
    "push": "pop", "alloc": "dealloc", "save": "restore", "sign": "authenticate", "save_pair": "restore_pair",
    "save_pair_pre": "restore_pair_post",
}  # fmt: skip


def framed(arch: str, *ops: FrameOp, ways: int = 1, body: tuple[Item, ...] = ()) -> Function:
    """A function with these operations in its prologue, and their opposites before each way out."""
    items: list[Item] = []
    for one in ops:
        items += [i("nop"), one]
    items += [END, *body]
    for _ in range(ways):
        items.append(OUT)
        for one in reversed(ops):
            if one.kind in UNDONE:
                items += [i("nop"), replace(one, kind=UNDONE[one.kind])]
        items += [i("ret"), LAST]
    return function(arch, {"x86": "cdecl32", "x86_64": "win64", "aarch64": "aapcs64"}[arch], items, "small")


def words(error: pytest.ExceptionInfo[UnwindError]) -> str:
    return str(error.value).rpartition(": ")[2]


# -- DWARF -------------------------------------------------------------------------------------------------------------


def test_numbers_in_groups_of_seven_bits() -> None:
    rows = {0: [0], 1: [1], 127: [127], 128: [0x80, 1], 129: [0x81, 1], 0x3FFF: [0xFF, 0x7F], 0x4000: [0x80, 0x80, 1]}
    assert {value: list(dwarf.uleb(value)) for value in rows} == rows


def test_initial_rules() -> None:
    """The CFA is sp plus what a call pushes. A pushed return address lies one word below the CFA."""
    assert dwarf.cie_program("x86_64") == (0x0C, 7, 8, 0x90, 1)
    assert dwarf.cie_program("x86") == (0x0C, 4, 4, 0x88, 1)
    assert dwarf.cie_program("aarch64") == (0x0C, 31, 0)


@pytest.mark.parametrize(
    ("arch", "cfi", "data"),
    [
        ("x86_64", Cfi(0, "remember_state"), (0x0A,)),
        ("x86_64", Cfi(0, "restore_state"), (0x0B,)),
        ("aarch64", Cfi(0, "negate_ra_state"), (0x2D,)),
        ("x86_64", Cfi(0, "def_cfa_offset", None, 200), (0x0E, 0xC8, 1)),
        ("x86_64", Cfi(0, "offset", RBX, -16), (0x83, 2)),
        ("x86", Cfi(0, "offset", RBX, -16), (0x83, 4)),
        ("x86_64", Cfi(0, "offset", RBX, 0), (0x83, 0)),
        ("x86_64", Cfi(0, "restore", RBX), (0xC3,)),
        ("aarch64", Cfi(0, "offset", D8, -8), (0x05, 72, 1)),
        ("aarch64", Cfi(0, "restore", D8), (0x06, 72)),
        ("x86_64", Cfi(0, "offset", Phys("vec", 16), -8), (0x05, 67, 1)),
    ],
)
def test_instructions(arch: str, cfi: Cfi, data: tuple[int, ...]) -> None:
    assert dwarf.instruction(arch, cfi) == data


@pytest.mark.parametrize(("cfi", "why"), [
    (Cfi(0, "offset", RBX, 8), "register gp3 saved at CFA+8, which is not a whole word below it"),
    (Cfi(0, "offset", RBX, -12), "register gp3 saved at CFA-12, which is not a whole word below it"),
    (Cfi(0, "offset", Phys("mask", 1), -8), "x86_64: register mask1 has no DWARF number"),
])  # fmt: skip
def test_places_that_dwarf_cannot_express(cfi: Cfi, why: str) -> None:
    with pytest.raises(UnwindError, match=f"^{why}$".replace("+", r"\+")):
        dwarf.instruction("x86_64", cfi)


def test_rows_of_one_way_out() -> None:
    """Changes of the CFA say by how much, for directives that are relative."""
    made = framed("x86_64", op("push", RBX, amount=8), op("alloc", amount=48), op("save", XMM6, None, 16, 32))
    assert dwarf.rows(made) == [
        Cfi(1, "def_cfa_offset", None, 16, 8), Cfi(1, "offset", RBX, -16), Cfi(3, "def_cfa_offset", None, 64, 48),
        Cfi(5, "offset", XMM6, -32), Cfi(9, "restore", XMM6), Cfi(11, "def_cfa_offset", None, 16, -48),
        Cfi(13, "def_cfa_offset", None, 8, -8), Cfi(13, "restore", RBX),
    ]  # fmt: skip


def test_rows_of_two_ways_out() -> None:
    """The state is kept over a way out that code follows. The code behind the last one is none."""
    made = framed("aarch64", op("sign"), op("save_pair_pre", X29, X30, 32), op("save_pair", X19, X20, 8, 16), ways=2)
    first = [
        Cfi(1, "negate_ra_state"), Cfi(3, "def_cfa_offset", None, 32, 32), Cfi(3, "offset", X29, -32),
        Cfi(3, "offset", X30, -24), Cfi(5, "offset", X19, -16), Cfi(5, "offset", X20, -8),
    ]  # fmt: skip

    def leave(at: int) -> list[Cfi]:
        return [
            Cfi(at, "restore", X19), Cfi(at, "restore", X20), Cfi(at + 2, "def_cfa_offset", None, 0, 0),
            Cfi(at + 2, "restore", X29), Cfi(at + 2, "restore", X30), Cfi(at + 4, "negate_ra_state"),
        ]  # fmt: skip

    kept = [Cfi(7, "remember_state"), *leave(9), Cfi(15, "restore_state")]
    assert dwarf.rows(made) == [*first, *kept, *leave(18)]


def test_nothing_is_kept_where_nothing_changes() -> None:
    made = framed("x86_64", ways=2)
    assert dwarf.rows(made) == [] and list(dwarf.steps(made)) == []


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


# -- x64 Windows -------------------------------------------------------------------------------------------------------

ROOM, MASK = op("alloc", amount=8), Phys("mask", 1)


@pytest.mark.parametrize(
    ("one", "code"),
    [
        (op("push", RBX, amount=8), (0, 3, ())),
        (op("push", R12, amount=8), (0, 12, ())),
        (op("alloc", amount=8), (2, 0, ())),
        (op("alloc", amount=128), (2, 15, ())),
        (op("alloc", amount=136), (1, 0, (17,))),
        (op("alloc", amount=(8 << 16) - 8), (1, 0, (0xFFFF,))),
        (op("alloc", amount=8 << 16), (1, 1, (0, 8))),
        (op("alloc", amount=(8 << 16) + 8), (1, 1, (8, 8))),
        (op("save", RBX, None, 8, 0), (4, 3, (0,))),
        (op("save", RBX, None, 8, 8 * 0xFFFF), (4, 3, (0xFFFF,))),
        (op("save", RBX, None, 8, 8 << 16), (5, 3, (0, 8))),
        (op("save", RBX, None, 8, (8 << 16) + 8), (5, 3, (8, 8))),
        (op("save", XMM15, None, 16, 16), (8, 15, (1,))),
        (op("save", XMM15, None, 16, 16 * 0xFFFF), (8, 15, (0xFFFF,))),
        (op("save", XMM15, None, 16, 16 << 16), (9, 15, (0, 16))),
    ],
)
def test_codes_of_x64_windows(one: FrameOp, code: tuple[int, int, tuple[int, ...]]) -> None:
    before = [ROOM] if one.kind == "save" else []
    info = win64.encode(framed("x86_64", *before, one))
    made = info.codes[-1]
    assert (made.op, made.info, made.extra, made.nodes) == (*code, 1 + len(code[2]))
    assert made.at == 2 * len(before) + 1 and info.end == made.at + 1
    assert info.nodes == made.nodes + len(before)
    assert made.source == win64.Source(one.kind, one.reg or Phys("gp", 4), one.amount, one.offset)


@pytest.mark.parametrize(
    ("ops", "why"),
    [
        ([ROOM, op("push", RBX, amount=8)], "pushes come before the allocation; an epilogue ends in pops"),
        ([ROOM, ROOM], "one allocation is all that an epilogue can undo"),
        ([op("save", RBX, None, 8, 0)], "saves come after the allocation that makes room for them"),
        ([op("push", RBX, amount=16)], "expected push of 8 bytes, alloc, or save of a gp or vec register"),
        ([op("push", XMM6, amount=8)], "expected push of 8 bytes, alloc, or save of a gp or vec register"),
        ([op("push", amount=8)], "expected push of 8 bytes, alloc, or save of a gp or vec register"),
        ([ROOM, op("save", MASK, None, 8)], "expected push of 8 bytes, alloc, or save of a gp or vec register"),
        ([op("alloc", amount=0)], "the amount must be a positive multiple of 8 bytes"),
        ([op("alloc", amount=-8)], "the amount must be a positive multiple of 8 bytes"),
        ([op("alloc", amount=12)], "the amount must be a positive multiple of 8 bytes"),
        ([ROOM, op("save", RBX, None, 16, 0)], "expected 8 bytes of register 0 to 15 at a multiple of 8"),
        ([ROOM, op("save", RBX, None, 8, -8)], "expected 8 bytes of register 0 to 15 at a multiple of 8"),
        ([ROOM, op("save", RBX, None, 8, 4)], "expected 8 bytes of register 0 to 15 at a multiple of 8"),
        ([ROOM, op("save", XMM6, None, 16, 8)], "expected 16 bytes of register 0 to 15 at a multiple of 16"),
        ([ROOM, op("save", Phys("vec", 16), None, 16)], "expected 16 bytes of register 0 to 15 at a multiple of 16"),
    ],
)  # fmt: skip
def test_what_x64_windows_cannot_unwind(ops: list[FrameOp], why: str) -> None:
    with pytest.raises(UnwindError) as caught:
        win64.encode(framed("x86_64", *ops))
    assert words(caught) == why and describe(ops[-1]) in str(caught.value)


def test_epilogues_of_x64_windows_hold_nothing_else() -> None:
    """Before the first pop anything may stand; a leaf's way out may hold anything."""
    push = op("push", RBX, amount=8)
    made = framed("x86_64", push)
    out = made.body.index(OUT)
    win64.encode(replace(made, body=[*made.body[: out + 1], i("nop"), *made.body[out + 1 :]]))
    late = [*made.body[: out + 4], i("nop"), *made.body[out + 4 :]]
    for body in (late, [*made.body[:-2], made.body[-1]]):  # too many instructions, and no return
        with pytest.raises(UnwindError, match="small: x64 Windows epilogues hold only add rsp, pops and ret"):
            win64.encode(replace(made, body=body))
    win64.encode(framed("x86_64"))


# -- ARM64 Windows -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "text"),
    [
        (op("set_fp"), "set_fp"),
        (op("sign"), "pac_sign_lr"),
        (op("authenticate"), "pac_sign_lr"),
        (op("alloc", amount=16), "stackalloc 16"),
        (op("dealloc", amount=4080), "stackalloc 4080"),
        (op("save_pair_pre", X29, X30, 8), "save_fplr_x 8"),
        (op("save_pair_pre", X29, X30, 512), "save_fplr_x 512"),
        (op("restore_pair_post", X29, X30, 16), "save_fplr_x 16"),
        (op("save_pair", X29, X30, 8, 0), "save_fplr 0"),
        (op("save_pair", X29, X30, 8, 504), "save_fplr 504"),
        (op("save_pair", X19, X30, 8, 16), "save_lrpair x19, 16"),
        (op("save_pair", Phys("gp", 27), X30, 8, 16), "save_lrpair x27, 16"),
        (op("save_pair", X19, X20, 8, 16), "save_regp x19, 16"),
        (op("save_pair_pre", X19, X20, 16), "save_regp_x x19, 16"),
        (op("save_pair", Phys("gp", 27), X28, 8, 16), "save_regp x27, 16"),
        (op("save_pair", D8, D9, 8, 16), "save_fregp d8, 16"),
        (op("restore_pair_post", D8, D9, 16), "save_fregp_x d8, 16"),
        (op("save_pair", Phys("vec", 14), D15, 8, 16), "save_fregp d14, 16"),
        (op("save_pair", Phys("vec", 29), Phys("vec", 30), 8, 16), None),
        (op("save", X19, None, 8, 0), "save_reg x19, 0"),
        (op("restore", X30, None, 8, 504), "save_reg x30, 504"),
        (op("save", D8, None, 8, 8), "save_freg d8, 8"),
        (op("save", D15, None, 8, 8), "save_freg d15, 8"),
        (op("alloc", amount=0), None), (op("alloc", amount=-16), None), (op("alloc", amount=8), None),
        (op("save_pair", X19, None, 8, 16), None), (op("save_pair", None, X20, 8, 16), None),
        (op("save_pair", X19, D9, 8, 16), None), (op("save_pair", X19, X20, 8, 12), None),
        (op("save_pair", X19, X20, 8, 512), None), (op("save_pair", X19, X20, 8, -8), None),
        (op("save_pair_pre", X29, X30, 0), None), (op("save_pair_pre", X29, X30, 520), None),
        (op("save_pair", X20, X30, 8, 16), None), (op("save_pair", Phys("gp", 17), X30, 8, 16), None),
        (op("save_pair", X29, X30, 8, 508), None), (op("save_pair_pre", X19, X30, 16), None),
        (op("save_pair", X20, X22, 8, 16), None), (op("save_pair", X28, X29, 8, 16), None),
        (op("save_pair", Phys("gp", 18), X19, 8, 16), None), (op("save_pair", Phys("vec", 7), D8, 8, 16), None),
        (op("save_pair", D15, Phys("vec", 16), 8, 16), None), (op("save", X19, None, 8, 4), None),
        (op("save", X19, None, 8, 512), None), (op("save", X19, None, 8, -8), None),
        (op("save", X19, None, 16, 8), None),
        (op("save", Phys("gp", 18), None, 8, 8), None), (op("save", Phys("gp", 31), None, 8, 8), None),
        (op("save", Phys("vec", 7), None, 8, 8), None), (op("save", Phys("vec", 16), None, 8, 8), None),
        (op("push", X19, amount=8), None), (op("save", None, None, 8, 8), None),
    ],
)  # fmt: skip
def test_directives_of_arm64_windows(one: FrameOp, text: str | None) -> None:
    made = framed("aarch64")
    if text is not None:
        assert arm64.directive(made, one) == f".seh_{text}"
        return
    with pytest.raises(UnwindError, match="small: ARM64 Windows cannot unwind "):
        arm64.directive(made, one)


def test_places_of_directives() -> None:
    """A landing pad has a code. The return is the epilogue's end."""
    made = framed("aarch64", op("sign"), op("alloc", amount=32), ways=2)
    assert arm64.directives(made) == {
        1: [".seh_pac_sign_lr"], 3: [".seh_stackalloc 32"], 4: [".seh_endprologue"], 5: [".seh_startepilogue"],
        7: [".seh_stackalloc 32"], 9: [".seh_pac_sign_lr", ".seh_endepilogue"], 12: [".seh_startepilogue"],
        14: [".seh_stackalloc 32"], 16: [".seh_pac_sign_lr", ".seh_endepilogue"],
    }  # fmt: skip
    leaf = framed("aarch64")
    ends = {1: [".seh_startepilogue", ".seh_endepilogue"]}
    assert arm64.directives(leaf) == {-1: [".seh_endprologue"], **ends}
    assert arm64.directives(leaf, 2) == {-1: [".seh_nop", ".seh_nop", ".seh_endprologue"], **ends}


@pytest.mark.parametrize(("at", "what"), [(1, "prologue has 2, its frame operations describe 1"),
                                          (4, "epilogue has 3, its frame operations describe 2")])  # fmt: skip
def test_arm64_windows_counts(at: int, what: str) -> None:
    made = framed("aarch64", op("alloc", amount=32))
    with pytest.raises(UnwindError, match=what):
        arm64.directives(replace(made, body=[*made.body[: at + 1], i("nop"), *made.body[at + 1 :]]))
    arm64.directives(replace(made, body=[*made.body[:3], i("nop"), *made.body[3:]]))


# -- the order of operations -------------------------------------------------------------------------------------------


def test_operations_are_taken_apart() -> None:
    ops = (op("push", RBX, amount=8), op("alloc", amount=8))
    made = framed("x86_64", *ops, ways=2)
    found = take_apart(made)
    assert found.prologue == ((1, ops[0]), (3, ops[1])) and found.body_at == 4
    undone = [(op("dealloc", amount=8), op("pop", RBX, amount=8))] * 2
    assert [(begin, tuple(one for _, one in some), end) for begin, some, end in found.epilogues] == [
        (5, undone[0], 11), (12, undone[1], 18)
    ]  # fmt: skip
    assert [[at for at, _ in some] for _, some, _ in found.epilogues] == [[7, 9], [14, 16]]
    assert take_apart(function("x86_64", "sysv64", [i("ret")], "small")).body_at == -1


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


def test_operations_in_words() -> None:
    assert describe(op("save_pair", X19, X20, 8, 16)) == "save_pair gp19, gp20 amount 8 offset 16"
    assert describe(op("alloc", amount=8)) == "alloc amount 8 offset 0"


WRONG_ORDERS = {
    "end_prologue end_prologue": "the prologue has ended already",
    "begin_epilogue end_prologue end_epilogue": "expected after the prologue and outside of another epilogue",
    "end_prologue begin_epilogue begin_epilogue": "expected after the prologue and outside of another epilogue",
    "begin_epilogue begin_epilogue": "expected after the prologue and outside of another epilogue",
    "end_prologue end_epilogue": "there is no begin_epilogue before it",
    "end_prologue push": "expected in the prologue, before end_prologue",
    "push pop end_prologue": "expected between begin_epilogue and end_epilogue",
    "push end_prologue begin_epilogue": "an epilogue begins and does not end; expected end_epilogue",
    "push end_prologue": "a prologue needs begin_epilogue and end_epilogue after it",
}


@pytest.mark.parametrize("kinds", WRONG_ORDERS)
def test_wrong_orders_are_refused(kinds: str) -> None:
    ops: dict[str, tuple[Item, ...]] = {
        "push": (i("nop"), op("push", RBX, amount=8)), "pop": (i("nop"), op("pop", RBX, amount=8)),
        "end_prologue": (END,), "begin_epilogue": (OUT,), "end_epilogue": (LAST,),
    }  # fmt: skip
    body = [item for kind in kinds.split() for item in ops[kind]]
    with pytest.raises(UnwindError) as error:
        take_apart(function("x86_64", "win64", body, "small"))
    assert WRONG_ORDERS[kinds] in str(error.value)


def test_an_operation_follows_its_instruction() -> None:
    bodies: tuple[list[Item], ...] = [op("push", RBX, amount=8), END], [i("nop"), END, op("push", RBX, amount=8)]
    for body in bodies:
        with pytest.raises(UnwindError, match="expected right after the instruction that it describes"):
            take_apart(function("x86_64", "win64", body, "small"))


def test_a_change_without_an_offset_has_none() -> None:
    assert Cfi(3, "remember_state") == Cfi(3, "remember_state", None, 0, 0)
