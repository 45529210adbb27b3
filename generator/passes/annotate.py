# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Comments for the generated file: where the script's line changes, its number; the first time, its text too. Lines of
other files than the kernel's own have a letter behind the number, which :func:`legend` explains."""

from __future__ import annotations

from generator.model import FrameOp, Instr, Item

WIDTH = 64  # characters of the script's line that are shown


def annotate(items: list[Item], scripts: dict[str, list[str]], shown: str) -> list[Item]:
    """``items`` with comments; ``scripts`` are the lines of files, of which the kernel's is ``shown``.

    Unrolled code comes by a line often; the number leads to where it is quoted. An instruction that has a comment keeps
    it. Frame code, which stands for no line, gets none.
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
    """A letter for each file but the kernel's: the same in all of its functions."""
    others = sorted(name for name in scripts if name != shown)
    letters = "abcdefghijklmnopqrstuvwxyz"
    return {shown: "", **{name: letters[n] if n < len(letters) else f" {name}" for n, name in enumerate(others)}}


def legend(items: list[Item], scripts: dict[str, list[str]], shown: str) -> str:
    """Which files the numbers in the comments are of; empty where all are of the kernel's."""
    used = {item.src.file for item in items if isinstance(item, Instr) and item.comment is not None}
    marks = [(mark, name) for name, mark in _marks(scripts, shown).items() if name in used or name == shown]
    if len(marks) < 2:
        return ""
    return "Lines in comments: " + ", ".join(f"N{mark} of {name.rsplit('/', 1)[-1]}" for mark, name in marks) + "."


def quotation(place: str, number: int, script: list[str]) -> str:
    """ASCII, of bounded length, without anything that ends a comment or continues a line."""
    text = script[number - 1] if number <= len(script) else ""
    text = text.split("  #")[0].strip().encode("ascii", "replace").decode().replace("*/", "* /").rstrip("\\")
    if len(text) > WIDTH:
        text = text[: WIDTH - 3] + "..."
    return f"{place}: {text}"
