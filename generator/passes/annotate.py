# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Comments for the generated file: the script's notes, and the recorded operations.

A note is a line above the first instruction of its phase, or a part of this instruction's comment. An operation is the
comment of its first instruction. No comment has the number of a line: comments stay as they are when the lines of a
script move.
"""

from __future__ import annotations

from generator.model import FrameOp, Instr, Item, Note, Phase

WIDTH = 96  # characters of a comment of several parts; a longer one has the first alone


def annotate(items: list[Item]) -> list[Item]:
    """``items`` with comments. A comment that is there stays, in front. Frame code gets none."""
    out: list[Item] = []
    begins = _begins(items)
    done: set[int] = set()  # operations, by the identity of their places, whose texts are shown
    for at, item in enumerate(items):
        phases = begins.get(at)
        if phases is not None and (phases or id(item.src) not in done):  # type: ignore[union-attr]  # an instruction
            assert isinstance(item, Instr)
            out += [Note(phase.text) for phase in phases if not phase.inline]
            step = "" if id(item.src) in done else item.src.step
            done.add(id(item.src))
            notes = [phase.text for phase in phases if phase.inline]
            own = "" if step.startswith(f"{item.comment} = ") else item.comment
            parts = [part for part in (own, ": ".join(part for part in (*notes, step) if part)) if part]
            if parts:
                comment = "; ".join(parts)
                item = item.but(item.ops, item.form, comment=comment if len(comment) <= WIDTH else (notes or parts)[0])
        out.append(item)
    return out


def _begins(items: list[Item]) -> dict[int, list[Phase]]:
    """Index of each instruction inside the frame → the phases that begin there.

    A phase begins at its first instruction. A phase whose note is in an instruction begins at the first instruction of
    its first operation instead, because reordering may put instructions of later operations before. If the first
    operation has no instruction, the phase begins like the others.
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
            around = phase.last if phase.inline else phase
            if around is not None and around not in found:
                found[around] = at
            if phase.inline and phase not in sure:
                found.setdefault(phase, at)
                if phase.first == (item.src.file, item.src.line):
                    found[phase] = at
                    sure.add(phase)
    for phase, at in found.items():
        out[at].append(phase)
    return out
