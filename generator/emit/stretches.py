# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Aligns several texts line by line: the stretches that all have in common, and those in which they differ.

Lines that occur once in every text, in the same order, are anchors. Equal lines around an anchor join the anchor's
stretch. The method needs no search and finds long stretches, which a reader wants, before short ones.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

LEAST = 6
"""Lines of a common stretch between two differing ones. Shorter stretches join the differing ones: a reader follows one
long stretch more easily than a switch after every few lines."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """The lines of each text, in the order of the texts. ``common``: all texts have the same lines."""

    lines: tuple[tuple[str, ...], ...]

    @property
    def common(self) -> bool:
        return all(lines == self.lines[0] for lines in self.lines)


def align(texts: Sequence[Sequence[str]]) -> list[Stretch]:
    """The stretches whose concatenation gives the texts back. If texts have less than half of their lines in common,
    there is one differing stretch between a common beginning and a common end."""
    runs = _runs(texts)
    ends = tuple(len(text) for text in texts)
    inner = [run for run in runs if run[0][0] > 0 and run[0][0] + run[1] < ends[0]]
    if 2 * sum(size for _, size in runs) < max(ends):
        kept = [run for run in runs if run not in inner]
    else:
        kept = [run for run in runs if run[1] >= LEAST or run not in inner]
    out: list[Stretch] = []
    at = tuple(0 for _ in texts)
    for start, size in [*kept, (ends, 0)]:
        if start != at:
            out.append(Stretch(tuple(tuple(text[a:b]) for text, a, b in zip(texts, at, start))))
        if size:
            out.append(Stretch(tuple(tuple(text[a : a + size]) for text, a in zip(texts, start))))
        at = tuple(a + size for a in start)
    return out


Run = tuple[tuple[int, ...], int]
"""The first line's index in each text, and the number of lines."""


def _runs(texts: Sequence[Sequence[str]]) -> list[Run]:
    """The common stretches, in order."""
    out: list[Run] = []
    at = tuple(0 for _ in texts)
    ends = tuple(len(text) for text in texts)
    for anchor in [*_anchors(texts), ends]:
        if any(a < b for a, b in zip(anchor, at)):
            continue  # inside of the stretch before
        if anchor == at and out and anchor != ends:
            start, size = out.pop()
        else:
            back = _same(texts, anchor, at, -1)
            start, size = tuple(a - back for a in anchor), back
            if out and start == at:
                start, more = out.pop()
                size += more
        ahead = _same(texts, anchor, ends, 1)
        if size + ahead:
            out.append((start, size + ahead))
        at = tuple(a + ahead for a in anchor)
    return out


def _same(texts: Sequence[Sequence[str]], at: Sequence[int], limit: Sequence[int], step: int) -> int:
    """The number of lines, from ``at`` on or before ``at``, that all texts share, up to ``limit``."""
    room = min(abs(b - a) for a, b in zip(at, limit))
    count, size = 0, 1
    while (
        size and count < room
    ):  # comparisons of slices are fast: twice as many lines each time, at last by single ones
        size = min(size, room - count)
        starts = [a + count if step > 0 else a - count - size for a in at]
        first = texts[0][starts[0] : starts[0] + size]
        if all(text[start : start + size] == first for text, start in zip(texts[1:], starts[1:])):
            count += size
            size *= 2
        else:
            size //= 2
    return count


def _anchors(texts: Sequence[Sequence[str]]) -> list[tuple[int, ...]]:
    """The places of lines that occur once in each text, in an order that all texts share. The first lines come before:
    they count whether or not they occur once."""
    places: list[dict[str, int]] = []
    for text in texts:
        counts = Counter(text)
        places.append({line: at for at, line in enumerate(text) if counts[line] == 1})
    shared = set(places[0]).intersection(*places[1:])
    found = [tuple([place[line] for place in places]) for line in places[0] if line in shared]
    for which in range(1, len(texts)):
        found = _rising(found, which)
    return [tuple(0 for _ in texts), *found]


def _rising(places: list[tuple[int, ...]], which: int) -> list[tuple[int, ...]]:
    """A longest part of ``places`` in which number ``which`` rises."""
    tails: list[int] = []  # the least last value of a rising part of each length
    last: list[int] = []
    before: list[int] = []
    for index, place in enumerate(places):
        at = bisect_left(tails, place[which])
        before.append(last[at - 1] if at else -1)
        if at == len(tails):
            tails.append(place[which])
            last.append(index)
        else:
            tails[at], last[at] = place[which], index
    out: list[tuple[int, ...]] = []
    index = last[-1] if last else -1
    while index >= 0:
        out.append(places[index])
        index = before[index]
    return out[::-1]
