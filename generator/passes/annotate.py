# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Comments for the generated file: the script's notes, and the script's statements.

A note stands above the first instruction of its phase, or beside it. A statement stands beside its first instruction in
each phase, where repetitions by unrolling have none. No comment has the number of a line: comments stay as they are
when the lines of a script move.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from functools import cache

from generator.model import FrameOp, Instr, Item, Note, Phase, Src

WIDTH = 72  # characters of a note beside an instruction and the statement


def annotate(items: list[Item], scripts: Mapping[str, str]) -> tuple[list[Item], dict[Src, str]]:
    """``items`` with comments, and the statement of each place in a script. ``scripts``: file → text.

    An existing comment stays, in front of the statement. Frame code belongs to no statement and gets no comment.
    """
    out: list[Item] = []
    begins = _begins(items)
    statements: dict[Src, str] = {}
    quoted: set[tuple[Phase | None, str, int]] = set()
    done: set[int] = set()  # places, by identity, whose statements are quoted
    for at, item in enumerate(items):
        phases = begins.get(at)
        if phases is not None and (phases or id(item.src) not in done):  # type: ignore[union-attr]  # an instruction
            assert isinstance(item, Instr)
            done.add(id(item.src))
            out += [Note(phase.text) for phase in phases if not phase.beside]
            src = item.src
            around = src.phase and src.phase.around
            first, text = _statements(scripts.get(src.file, "")).get(src.line, (0, ""))
            if text:
                statements[src] = text
            if (around, src.file, first) in quoted:
                if not phases:
                    out.append(item)
                    continue
                text = ""
            quoted.add((around, src.file, first))
            beside = [phase.text for phase in phases if phase.beside]
            text = _short(": ".join(part for part in (*beside, text) if part))
            comment = "; ".join(part for part in (item.comment, text) if part)
            if comment:
                item = item.but(item.ops, item.form, comment=comment)
        out.append(item)
    return out, statements


def _begins(items: list[Item]) -> dict[int, list[Phase]]:
    """Index of each instruction inside the frame → the phases that begin there.

    A phase begins at its first instruction. A phase whose note stands beside begins at the first instruction of its
    first operation instead, because reordering may put instructions of later operations before. If the first operation
    has no instruction, the phase begins like the others.
    """
    out: dict[int, list[Phase]] = {}
    found: dict[Phase, int] = {}
    sure: set[Phase] = set()
    inside = False
    for at, item in enumerate(items):
        kind = type(item)
        if kind is FrameOp:
            assert isinstance(item, FrameOp)
            inside = item.kind == "end_prologue" or (inside and item.kind != "begin_epilogue")
        elif inside and kind is Instr:
            assert isinstance(item, Instr)
            out[at] = []
            phase = item.src.phase
            if phase is None:
                continue
            around = phase.last if phase.beside else phase
            if around is not None and around not in found:
                found[around] = at
            if phase.beside and phase not in sure:
                found.setdefault(phase, at)
                if phase.first == (item.src.file, item.src.line):
                    found[phase] = at
                    sure.add(phase)
    for phase, at in found.items():
        out[at].append(phase)
    return out


@cache
def _statements(script: str) -> dict[int, tuple[int, str]]:
    """Line → first line and text of the statement there. Of a statement with a body, the head alone."""
    out: dict[int, tuple[int, str]] = {}
    lines = script.splitlines()
    for node in ast.walk(ast.parse(script)):  # outer statements come before inner ones
        if isinstance(node, ast.stmt) and not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            body = getattr(node, "body", None)
            last = max(node.lineno, body[0].lineno - 1) if body else node.end_lineno or node.lineno
            text = quotation(lines[node.lineno - 1 : last])
            out.update(dict.fromkeys(range(node.lineno, last + 1), (node.lineno, text)))
    return out


def quotation(lines: list[str]) -> str:
    """A statement as one line of ASCII, without characters that end a comment or continue a line."""
    code = [line.split("  #")[0].strip() for line in lines]
    text = "\n".join(line for line in code if line and line[0] != "#").removeprefix("return ")
    text = re.sub(r"(?<=[(\[{])\n|,?\n(?=[)\]}])", "", text).replace("\n", " ")
    return text.encode("ascii", "replace").decode().replace("*/", "* /").rstrip("\\")


def _short(text: str) -> str:
    return text if len(text) <= WIDTH else text[: WIDTH - 3] + "..."
