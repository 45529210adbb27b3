# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Comments for the generated file: beside the first instruction of each script line, that line's number and text."""

from __future__ import annotations

from dataclasses import replace

from generator.model import FrameOp, Instr, Item

WIDTH = 64  # characters of the script's line that are shown


def annotate(items: list[Item], script: list[str], shown: str) -> list[Item]:
    """``items`` with comments; ``script`` are the lines of the file that messages call ``shown``.

    An instruction that has a comment keeps it. Frame code, which stands for no line, gets none.
    """
    texts = {number: comment(number, text) for number, text in enumerate(script, 1)}
    out: list[Item] = []
    last = 0
    inside = False
    for item in items:
        if isinstance(item, FrameOp):
            inside = item.kind == "end_prologue" or (inside and item.kind != "begin_epilogue")
        elif isinstance(item, Instr) and inside and item.src.file == shown and item.src.line != last:
            last = item.src.line
            item = replace(item, comment=f"{texts.get(last, '')}{'; ' + item.comment if item.comment else ''}")
        out.append(item)
    return out


def comment(number: int, text: str) -> str:
    """ASCII, of bounded length, without anything that ends a comment or continues a line."""
    text = text.split("  #")[0].strip().encode("ascii", "replace").decode().replace("*/", "* /").rstrip("\\")
    if len(text) > WIDTH:
        text = text[: WIDTH - 3] + "..."
    return f"{number}: {text}"
