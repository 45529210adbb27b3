# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The frame of a machine: cells at fixed distances from sp at the entry, which never overlap."""

from __future__ import annotations

from proof.graph import Cell, State
from proof.terms import Term, concat, const, extract, node

BASE: Cell = ("bytes below",)


def frame_read(state: State, at: int, size: int) -> Term:
    """Bytes of the frame. Cells never overlap; bytes outside them are unknown."""
    found = state.get(("f", at))
    if found is not None and found.w == 8 * size:
        return found
    near = sorted((c[1], t) for c, t in state.items() if c[0] == "f" and at - t.w // 8 < c[1] < at + size)
    parts: list[Term] = []
    here = at
    for start, term in near:
        if start > here:
            parts.append(_below(state, here, start - here))
            here = start
        end = min(at + size, start + term.w // 8)
        parts.append(extract(8 * (end - start) - 1, 8 * (here - start), term))
        here = end
    if here < at + size:
        parts.append(_below(state, here, at + size - here))
    return concat(*reversed(parts))


def _below(state: State, at: int, size: int) -> Term:
    """Unknown bytes, by their distance from the entry's sp."""
    return concat(*(node("load", 8, (state[BASE], const(64, at + n))) for n in reversed(range(size))))


def frame_write(state: State, at: int, data: Term) -> None:
    size = data.w // 8
    found = state.get(("f", at))
    if found is None or found.w != data.w:
        for cell, term in [(c, t) for c, t in state.items() if c[0] == "f" and at - t.w // 8 < c[1] < at + size]:
            start, end = cell[1], cell[1] + term.w // 8
            del state[cell]
            if start < at:
                state["f", start] = extract(8 * (at - start) - 1, 0, term)
            if end > at + size:
                state["f", at + size] = extract(term.w - 1, 8 * (at + size - start), term)
    state["f", at] = data
