# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The refusal of secrets that stay behind in registers or in the frame, the registers of the result, which may, and the
secrets that plain operations on registers hand on."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from generator.abi import abi
from generator.model import Frame, FrameOp, Imm, Instr, KernelError, LabelDef, Mem, Phys, Src
from generator.passes.frame import Remains
from generator.passes.provenance import Step, Touch
from generator.passes.secrecy import Secrecy, _Analysis, _Facts, refuse_remains
from generator.passes.taint import State
from tests.passes.small import HEAD, Row, function, gp, written

pytestmark = pytest.mark.kernels()  # no kernel is read


@pytest.mark.parametrize(
    ("regs", "frame", "names"),
    [
        ((), (), ""),
        ((0, 3), (), "rax, rbx"),
        ((), ((0, 8), (16, 20)), "bytes 0 to 7 of the frame, bytes 16 to 19 of the frame"),
        ((0,), ((0, 8),), "rax, bytes 0 to 7 of the frame"),
    ],
)
def test_what_remains(regs: tuple[int, ...], frame: tuple[tuple[int, int], ...], names: str) -> None:
    remains = Remains(tuple(Phys("gp", n) for n in regs), frame)
    secrecy = Secrecy((), (), remains, "the memory at p", cast(Any, None), frozenset())
    if not names:
        refuse_remains(function([]), secrecy, abi("sysv64"))
        return
    with pytest.raises(KernelError) as caught:
        refuse_remains(function([]), secrecy, abi("sysv64"))
    assert (
        str(caught.value) == f"{names} would hold a secret (the memory at p) at the return; the contract says wipe=True"
    )


@pytest.mark.parametrize(
    ("result", "convention", "count"),
    [("uint64_t", "cdecl32", 2), ("uint64_t", "sysv64", 1), ("uint32_t", "cdecl32", 1), ("uint32_t", "sysv64", 1)],
)
def test_the_registers_of_a_result(result: str, convention: str, count: int, tmp_path: Path) -> None:
    of = abi(convention)
    assert of.results(1) != of.results(2)
    kernel = written(tmp_path, "k.ret(n)", HEAD.replace("void tiny", f"{result} tiny"))
    assert _Analysis(function([("ret",)], of.arch), kernel, of).results == of.results(count)


A, C = Phys("gp", 0), Phys("gp", 1)
ALL = {flag: "s" for flag in ("AF", "CF", "OF", "PF", "SF", "ZF")}


@pytest.mark.parametrize(
    ("row", "regs", "flags", "left", "set_"),
    [
        (("add", gp(0), gp(1)), {C: "s"}, {}, {A: "s", C: "s"}, ALL),
        (("add", gp(0), gp(1)), {}, {"CF": "f"}, {}, {}),
        (("adc", gp(0), gp(1)), {A: "s"}, {}, {A: "s"}, ALL),
        (("adc", gp(0), gp(1)), {A: "s"}, {"CF": "f"}, {A: "s"}, ALL),
        (("adc", gp(0), gp(1)), {}, {"CF": "s"}, {A: "s"}, ALL),
        (("adc", gp(0), gp(1)), {}, {"ZF": "f"}, {}, {}),
        (("mov", gp(0), gp(1)), {A: "s"}, {"CF": "f"}, {}, {"CF": "f"}),
        (("mov", gp(0), gp(1)), {C: "s"}, {"CF": "f"}, {A: "s", C: "s"}, {"CF": "f"}),
        (("and", gp(0), gp(1)), {}, {"AF": "f", "CF": "f"}, {}, {"AF": "f"}),  # an undefined flag may keep its value
    ],
)
def test_plain_operations(row: Row, regs: Any, flags: Any, left: Any, set_: Any, tmp_path: Path) -> None:
    made = function([row, ("ret",)])
    item = made.body[0]
    assert isinstance(item, Instr)
    analysis = _Analysis(made, written(tmp_path, "k.load32(p)"), abi("sysv64"))
    state = State(dict(regs), {}, dict(flags))
    analysis.step_plain(state, item)
    assert (state.regs, state.flags) == (left, set_)


def test_what_is_followed_before_the_way_out(tmp_path: Path) -> None:
    """Instructions there clear a register and a word of the frame. Places below sp are not the function's to clear."""
    made = function([("ret",)], frame=Frame(16))
    analysis = _Analysis(made, written(tmp_path, "k.load32(p)"), abi("sysv64"))
    analysis.way_out.regs[A] = "b"
    analysis.way_out.stack |= {-1: "a", 0: "a", 1: "c"}
    analysis.rewritten |= {-1, 0}
    found = analysis.verdict()
    assert found.remains == Remains((A,), ((0, 4),)) and found.origin == "a"
    clear: list[Row] = [("mov", gp(0), Imm(0)), ("mov", Mem(Phys("gp", 4), 0, width=32), Imm(0))]
    items = function(clear).body
    assert found.followed_by([LabelDef("a"), items[0]]).remains == Remains((), ((0, 4),))
    assert found.followed_by([items[1]]).remains == Remains((), ())
    assert found.followed_by([]).origin == ""


def test_exemptions_that_are_needed(tmp_path: Path) -> None:
    analysis = _Analysis(function([("ret",)]), written(tmp_path, "k.load32(p)"), abi("sysv64"))
    one, other = ("a", Src("hand.py", 1)), ("b", Src("hand.py", 2))
    analysis.used |= {one}
    analysis.declared |= {other}
    found = analysis.verdict()
    assert (found.used, found.declared, found.places) == (("a",), ("b",), {one, other})


@pytest.mark.parametrize("first", [True, False])
def test_one_of_two_loads_of_an_instruction(first: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A secret that one of them loads goes into the result."""
    memory = Mem(Phys("gp", 7), 0, width=64)
    made = function([("mov", gp(0), memory), ("ret",)])
    item = made.body[0]
    assert isinstance(item, Instr)
    touches = [Touch(memory, True, False, frozenset({name}), None, False) for name in ("secret", "public")]
    step = Step((), (), (A,), (), None, tuple(touches if first else touches[::-1]))
    monkeypatch.setattr(
        _Analysis, "content", lambda self, state, touch, item: "s" if "secret" in touch.owners else None
    )
    analysis, state = _Analysis(made, written(tmp_path, "k.load32(p)"), abi("sysv64")), State()
    analysis.step(state, _Facts(item, step, (), ""))
    assert state.regs == {A: "s"}


def test_the_kernel_s_code_begins_behind_the_prologue(tmp_path: Path) -> None:
    kernel, made = written(tmp_path, "k.load32(p)"), function([("ret",)])
    assert _Analysis(made, kernel, abi("sysv64")).first == 0
    made.body[:0] = [LabelDef("a"), FrameOp("end_prologue")]
    assert _Analysis(made, kernel, abi("sysv64")).first == 1
