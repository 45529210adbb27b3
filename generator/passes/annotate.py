# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Comments for the generated file. The first instruction of a script's line gets the line's number, and the first use
of the line gets its text, too. A letter behind the number marks another file than the kernel's; :func:`legend` explains
it.
"""

from __future__ import annotations

from generator.model import FrameOp, Instr, Item

WIDTH = 64  # characters shown of a script's line


def annotate(items: list[Item], scripts: dict[str, list[str]], shown: str) -> list[Item]:
    """``items`` with comments. ``scripts``: file → its lines. ``shown``: the kernel's file.

    Unrolled code repeats a line: the number leads to the place that quotes the line. An existing comment stays. Frame
    code belongs to no line and gets no comment.
    """
    out: list[Item] = []
    quoted: set[str] = set()
    marks = _marks(scripts, shown)
    last = ("", 0)
    inside = False
    for item in items:
        if isinstance(item, FrameOp):
            inside = item.kind == "end_prologue" or (inside and item.kind != "begin_epilogue")
        elif isinstance(item, Instr) and inside and item.src.file in scripts and (item.src.file, item.src.line) != last:
            last = (item.src.file, item.src.line)
            place = f"{last[1]}{marks[last[0]]}"
            text = place if place in quoted else quotation(place, last[1], scripts[last[0]])
            quoted.add(place)
            comment = f"{text}; {item.comment}" if item.comment else text
            item = item.but(item.ops, item.form, comment=comment)
        out.append(item)
    return out


def _marks(scripts: dict[str, list[str]], shown: str) -> dict[str, str]:
    """A letter for each file other than the kernel's, the same in all functions of the kernel."""
    others = sorted(name for name in scripts if name != shown)
    letters = "abcdefghijklmnopqrstuvwxyz"
    return {shown: "", **{name: letters[n] if n < len(letters) else f" {name}" for n, name in enumerate(others)}}


def legend(items: list[Item], scripts: dict[str, list[str]], shown: str) -> str:
    """The legend of the comments' letters. Empty if all lines are of the kernel's file."""
    used = {item.src.file for item in items if isinstance(item, Instr) and item.comment is not None}
    marks = [(mark, name) for name, mark in _marks(scripts, shown).items() if name in used or name == shown]
    if len(marks) < 2:
        return ""
    return "Lines in comments: " + ", ".join(f"N{mark} of {name.rsplit('/', 1)[-1]}" for mark, name in marks) + "."


def quotation(place: str, number: int, script: list[str]) -> str:
    """A line as ASCII of bounded length, without characters that end a comment or continue a line."""
    text = script[number - 1] if number <= len(script) else ""
    text = text.split("  #")[0].strip().encode("ascii", "replace").decode().replace("*/", "* /").rstrip("\\")
    if len(text) > WIDTH:
        text = text[: WIDTH - 3] + "..."
    return f"{place}: {text}"
