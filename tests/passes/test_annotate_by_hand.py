# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Comments of a function that is written by hand: which instruction carries a statement, a note, or nothing."""

from __future__ import annotations

import pytest

from generator.model import FrameOp, Instr, Item, Note, Phase, Src
from generator.passes.annotate import WIDTH, annotate, quotation
from tests.passes.small import function

pytestmark = pytest.mark.kernels()

SCRIPT = """\
one = 1
two = (
    2,  # a remark
)
for turn in range(3):
    three = 3
four = 4

def five():
    return 5
"""


def at(line: int, phase: Phase | None = None, file: str = "f.py") -> Src:
    return Src(file, line, phase)


def made(src: Src, comment: str | None = None) -> Instr:
    [item] = function([("nop",)]).body
    assert isinstance(item, Instr)
    item.src, item.comment = src, comment
    return item


def comments(*rows: Src | Instr | FrameOp, script: str = SCRIPT) -> list[str]:
    """The comment of each instruction, and ``> text`` for a note on a line of its own. Places stand in the body."""
    body: list[Item] = [made(row) if isinstance(row, Src) else row for row in rows]
    if not any(isinstance(item, FrameOp) for item in body):
        body = [FrameOp("end_prologue"), *body, FrameOp("begin_epilogue")]
    out, _ = annotate(body, {"f.py": script})
    return [f"> {item.text}" if isinstance(item, Note) else item.comment or "" for item in out
            if isinstance(item, (Note, Instr))]  # fmt: skip


def test_a_statement_stands_once() -> None:
    """Beside its first instruction, whole or its head, under the line of any part of it."""
    same = at(1)
    assert comments(same, same, at(1), at(7), at(1)) == ["one = 1", "", "", "four = 4", ""]
    assert comments(at(3), at(2)) == ["two = (2)", ""]
    assert comments(at(6), at(5), at(6)) == ["three = 3", "for turn in range(3):", ""]
    assert comments(at(10), at(9), at(8), at(99)) == ["5", "", "", ""]
    assert comments(at(1), at(1, file="g.py"), at(1, file="f.py")) == ["one = 1", "", ""]


def test_heads_of_several_lines() -> None:
    """A head ends before its body."""
    script = "for turn in (\n    1,\n    2,\n):\n    one = 1\nif turn: two = 2\n"
    assert comments(at(1), at(4), at(5), at(6), script=script) == [
        "for turn in (1, 2):",
        "",
        "one = 1",
        "if turn: two = 2",
    ]


def test_frame_code_has_no_comments() -> None:
    """Statements begin behind the prologue and end with the epilogue's begin."""
    one, four = at(1), at(7)
    begin, end = FrameOp("end_prologue"), FrameOp("begin_epilogue")
    assert comments(FrameOp("alloc", amount=8), one, begin, four, end, one) == ["", "four = 4", ""]
    assert comments(one, end, four, FrameOp("dealloc"), one) == ["", "", ""]
    assert comments(begin, one, end, four, FrameOp("dealloc")) == ["one = 1", ""]
    inside = comments(begin, one, FrameOp("save"), four)
    assert inside == ["one = 1", "four = 4"]


def test_what_is_there_stays_in_front() -> None:
    assert comments(made(at(1), "slot"), made(at(1), "slot")) == ["slot; one = 1", "slot"]
    _, statements = annotate([FrameOp("end_prologue"), made(at(1)), made(at(99))], {"f.py": SCRIPT})
    assert statements == {at(1): "one = 1"}


def test_notes_above() -> None:
    """A note stands above the first instruction of its phase. Each phase quotes its statements anew."""
    first, second = Phase("the first"), Phase("the second")
    assert comments(at(1, first), at(7, first), at(1, second), at(1, first)) == [
        "> the first", "one = 1", "four = 4", "> the second", "one = 1", "",
    ]  # fmt: skip
    assert comments(at(1), at(1, first)) == ["one = 1", "> the first", "one = 1"]


def test_notes_beside() -> None:
    """A note beside stands at the first instruction of its first operation; if that has none, at its first one. A
    statement is quoted once for all notes beside of a phase."""
    around = Phase("around")
    one, two = (Phase(text, beside=True, last=around, first=("f.py", line)) for text, line in (("one", 1), ("two", 7)))
    assert comments(at(1, one), at(7, one), at(7, two), at(1, two)) == [
        "> around", "one: one = 1", "four = 4", "two", "",
    ]  # fmt: skip
    late = Phase("late", beside=True, first=("f.py", 7))
    assert comments(at(1, late), at(7, late), at(7, late)) == ["one = 1", "late: four = 4", ""]
    never = Phase("never", beside=True, first=("f.py", 99))
    assert comments(at(1, never), at(7, never)) == ["never: one = 1", "four = 4"]
    other_file = Phase("file", beside=True, first=("g.py", 7))
    assert comments(at(1, other_file), at(7, other_file)) == ["file: one = 1", "four = 4"]


def test_a_place_that_was_quoted() -> None:
    """The second instruction of a place has nothing to say, unless a phase begins there."""
    src, phase = at(1), Phase("a note")
    again = at(1, phase)
    assert comments(src, src, again) == ["one = 1", "", "> a note", "one = 1"]
    beside = Phase("beside", beside=True, first=("f.py", 1))
    assert comments(src, at(1, beside)) == ["one = 1", "beside"]


def test_long_statements() -> None:
    """A comment has a width."""
    for size, expected in ((WIDTH - 6, "wide = " + "x" * (WIDTH - 7)), (WIDTH - 7, "wide = " + "x" * (WIDTH - 7))):
        text = "wide = " + "x" * size
        [shown] = comments(at(1), script=text + "\n")
        assert shown == (expected if len(text) <= WIDTH else text[: WIDTH - 3] + "...") and len(shown) <= WIDTH
    assert WIDTH == 72


def test_quotations() -> None:
    rows = {
        ("return a + b",): "a + b",
        ("f(", "    a,", "    b,", ")"): "f(a, b)",
        ("x = [", "    1,  # one", "", "    # a remark", "    2", "]"): "x = [1, 2]",
        ("with f() as x, \\", "     g():"): "with f() as x, \\ g():",
        ("x = 1 \\",): "x = 1 ",
        ("x = '*/'",): "x = '* /'",
        ("x = 'ä'",): "x = '?'",
        ("x = {", "'a': 1}"): "x = {'a': 1}",
    }
    assert {lines: quotation(list(lines)) for lines in rows} == rows
