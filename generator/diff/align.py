# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Finds the lines of two functions that correspond.

The notes and statements in comments are the anchors: the instructions from one to the next are a block. Blocks are
aligned first, then the instructions inside of a block by operation. Myers' O(ND) difference algorithm (Algorithmica 1,
1986) does each step. Sequences with little in common are divided first, at elements that occur once on both sides.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Sequence

from generator.diff.model import Line

Pair = tuple[int, int]
_MOST = 300
"""The number of edits beyond which a stretch is divided first, at elements that occur once."""
_FEW = 40
"""The number of edits up to which the shortest edit script describes the change of a function well."""


def matches(a: Sequence[Hashable], b: Sequence[Hashable]) -> list[Pair]:
    """Pairs of indices of a long common subsequence, rising in both."""
    start = 0
    end_a, end_b = len(a), len(b)
    while start < end_a and start < end_b and a[start] == b[start]:
        start += 1
    while end_a > start and end_b > start and a[end_a - 1] == b[end_b - 1]:
        end_a, end_b = end_a - 1, end_b - 1
    out = [(i, i) for i in range(start)]
    inner_a, inner_b = a[start:end_a], b[start:end_b]
    if not set(inner_a).isdisjoint(inner_b):  # else no match exists, and looking for one takes longest
        found = _myers(inner_a, inner_b)
        if found is None:
            found = _divided(inner_a, inner_b)
        out += [(i + start, j + start) for i, j in found]
    out += [(end_a + n, end_b + n) for n in range(len(a) - end_a)]
    return out


def _myers(a: Sequence[Hashable], b: Sequence[Hashable], most: int = _MOST) -> list[Pair] | None:
    """The matches of the shortest edit script. None for a script of more than ``most`` edits."""
    n, m = len(a), len(b)
    furthest = {1: 0}
    trail: list[dict[int, int]] = []
    for d in range(min(n + m, most) + 1):
        trail.append(furthest.copy())
        for k in range(-d, d + 1, 2):
            if k == -d or (k != d and furthest.get(k - 1, -1) < furthest.get(k + 1, -1)):
                x = furthest[k + 1]
            else:
                x = furthest[k - 1] + 1
            y = x - k
            while x < n and y < m and a[x] == b[y]:
                x, y = x + 1, y + 1
            furthest[k] = x
            if x >= n and y >= m:
                return _back(trail, n, m)
    return None


def _back(trail: list[dict[int, int]], x: int, y: int) -> list[Pair]:
    out: list[Pair] = []
    for d in range(len(trail) - 1, -1, -1):
        furthest = trail[d]
        k = x - y
        if k == -d or (k != d and furthest.get(k - 1, -1) < furthest.get(k + 1, -1)):
            before = k + 1
        else:
            before = k - 1
        to_x = furthest[before] if d else 0
        to_y = to_x - before if d else 0
        while x > to_x and y > to_y:
            x, y = x - 1, y - 1
            out.append((x, y))
        x, y = to_x, to_y
    out.reverse()
    return out


def _divided(a: Sequence[Hashable], b: Sequence[Hashable]) -> list[Pair]:
    """Rising matches of elements that occur once on both sides. The stretches between them are aligned again."""
    count_a, count_b = Counter(a), Counter(b)
    place = {x: j for j, x in enumerate(b) if count_b[x] == 1}
    common = [(i, place[x]) for i, x in enumerate(a) if count_a[x] == 1 and x in place]
    chosen = _rising(common)
    if not chosen:
        # No element divides the sequences, which have almost nothing in common.
        half_a, half_b = len(a) // 2, len(b) // 2
        if min(half_a, half_b) < _MOST // 2:
            return []
        left, right = matches(a[:half_a], b[:half_b]), matches(a[half_a:], b[half_b:])
        return left + [(i + half_a, j + half_b) for i, j in right]
    out: list[Pair] = []
    at_a = at_b = 0
    for i, j in [*chosen, (len(a), len(b))]:
        out += [(x + at_a, y + at_b) for x, y in matches(a[at_a:i], b[at_b:j])]
        if i < len(a):
            out.append((i, j))
        at_a, at_b = i + 1, j + 1
    return out


def _rising(pairs: list[Pair]) -> list[Pair]:
    """A longest subsequence of pairs whose second numbers rise."""
    ends: list[int] = []
    at: list[int] = []
    before: list[int] = []
    for n, (_, j) in enumerate(pairs):
        where = bisect_left(ends, j)
        before.append(at[where - 1] if where else -1)
        if where == len(ends):
            ends.append(j)
            at.append(n)
        else:
            ends[where], at[where] = j, n
    out = []
    n = at[-1] if at else -1
    while n >= 0:
        out.append(pairs[n])
        n = before[n]
    return out[::-1]


def align(a: list[Line], b: list[Line]) -> list[tuple[int | None, int | None]]:
    """Every line of both sides once, in order, paired where they correspond."""
    shapes_a, shapes_b = [_shape(line) for line in a], [_shape(line) for line in b]
    if shapes_a == shapes_b:
        return [(n, n) for n in range(len(a))]
    few = _myers(shapes_a, shapes_b, _FEW)
    if few is not None:
        return _woven(_between(a, b, few), len(a), len(b))
    blocks_a, blocks_b = _blocks(a), _blocks(b)
    pairs: list[Pair] = []
    at_a = at_b = 0
    last_a = last_b = 0
    for i, j in [*matches([k for k, _, _ in blocks_a], [k for k, _, _ in blocks_b]), (len(blocks_a), len(blocks_b))]:
        # Blocks without a counterpart first, then the two that correspond.
        end_a = blocks_a[i][1] if i < len(blocks_a) else len(a)
        end_b = blocks_b[j][1] if j < len(blocks_b) else len(b)
        pairs += _inside(a, b, at_a, end_a, at_b, end_b)
        at_a, at_b = end_a, end_b
        if i < len(blocks_a):
            last_a, last_b = blocks_a[i][2], blocks_b[j][2]
            pairs += _inside(a, b, at_a, last_a, at_b, last_b)
            at_a, at_b = last_a, last_b
    return _woven(pairs, len(a), len(b))


def _shape(line: Line) -> str:
    """The key of a line. In frame code the registers count; elsewhere registers are exchangeable."""
    if line.zone == "body":
        return _argument(line) + line.meaning.shape
    return f"{line.zone} {line.meaning.canon}"


def _argument(line: Line) -> str:
    """The argument that a line fetches from the stack; other conventions pass it in a register."""
    return line.own if line.own.startswith("argument ") else ""


def _between(a: list[Line], b: list[Line], pairs: list[Pair]) -> list[Pair]:
    """``pairs``, and those of the stretches between them."""
    out: list[Pair] = []
    at_a = at_b = 0
    for i, j in [*pairs, (len(a), len(b))]:
        out += _inside(a, b, at_a, i, at_b, j)
        if i < len(a):
            out.append((i, j))
        at_a, at_b = i + 1, j + 1
    return out


def _blocks(lines: list[Line]) -> list[tuple[Hashable, int, int]]:
    """(key, start, end) of the instructions of each note or statement, of the prologue and of the epilogue."""
    out: list[tuple[Hashable, int, int]] = []
    start = 0
    for at in range(1, len(lines) + 1):
        first = lines[start]
        if at == len(lines) or lines[at].block != first.block or lines[at].zone != first.zone:
            key = first.anchor if first.zone == "body" else first.zone
            out.append((key, start, at))
            start = at
    return out


def _inside(a: list[Line], b: list[Line], from_a: int, to_a: int, from_b: int, to_b: int) -> list[Pair]:
    """Pairs in a stretch: by shape, then by all but numbers and symbols, then by operation, then in order."""
    if from_a == to_a or from_b == to_b:
        return []
    keys: tuple[Callable[[Line], str], ...] = (
        _shape, lambda line: _argument(line) + line.meaning.loose, lambda line: _argument(line) + line.meaning.mnem,
    )  # fmt: skip
    if a[from_a].zone != "body" and b[from_b].zone != "body":
        keys = (_shape, lambda line: line.meaning.mnem)
    return _layered(a, b, (from_a, to_a, from_b, to_b), keys)


def _layered(
    a: list[Line], b: list[Line], span: tuple[int, int, int, int], keys: tuple[Callable[[Line], str], ...]
) -> list[Pair]:
    from_a, to_a, from_b, to_b = span
    if from_a == to_a or from_b == to_b:
        return []
    if not keys:
        # Replaced lines stand side by side, code beside code. A line of a frame has no counterpart of another kind.
        count = min(to_a - from_a, to_b - from_b)
        return [
            (from_a + n, from_b + n)
            for n in range(count)
            if a[from_a + n].meaning.kind == b[from_b + n].meaning.kind == "code"
            and a[from_a + n].zone == b[from_b + n].zone == "body"
        ]
    key = keys[0]
    left, right = [key(line) for line in a[from_a:to_a]], [key(line) for line in b[from_b:to_b]]
    out: list[Pair] = []
    at_a, at_b = from_a, from_b
    for i, j in [*matches(left, right), (to_a - from_a, to_b - from_b)]:
        i, j = i + from_a, j + from_b
        out += _layered(a, b, (at_a, i, at_b, j), keys[1:])
        if i < to_a:
            out.append((i, j))
        at_a, at_b = i + 1, j + 1
    return out


def _woven(pairs: list[Pair], count_a: int, count_b: int) -> list[tuple[int | None, int | None]]:
    out: list[tuple[int | None, int | None]] = []
    at_a = at_b = 0
    for i, j in [*pairs, (count_a, count_b)]:
        out += [(n, None) for n in range(at_a, i)]
        out += [(None, n) for n in range(at_b, j)]
        if i < count_a:
            out.append((i, j))
        at_a, at_b = i + 1, j + 1
    return out
