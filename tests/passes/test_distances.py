# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Distances of moved pointers, operation by operation: exact bounds, or None where nothing is known.

``tests/passes/test_stitch_apart.py`` has whole kernels.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from generator.passes.stitch.distances import Bounds, Distances

pytestmark = pytest.mark.kernels()


@dataclass(frozen=True)
class Kind:
    name: str
    bits: int


@dataclass(frozen=True)
class Value:
    id: int
    name: str
    type: Kind


@dataclass(frozen=True, eq=False)
class Made:
    name: str
    dst: list[Value]
    args: list[Any]
    attrs: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class View:
    """A part of an author's operand, which names values."""

    name: str
    args: list[Value]


class Script:
    """A recording. ``p``, ``q``: pointers; ``n``: a number; ``b``: a byte; ``x``, ``y``: copies of the pointers."""

    def __init__(self, bits: int = 64) -> None:
        self.bits, self.ops, self.count = bits, list[Made](), 0
        self.n, self.p, self.q = self.value("n", "usize"), self.value("p", "ptr"), self.value("q", "ptr")
        self.b = self.value("b", "u8")
        self.params = [self.b, self.n, self.p, self.q]
        self.x, self.y = self.value("x", "ptr"), self.value("y", "ptr")
        self.op("copy", self.x, self.p)
        self.op("copy", self.y, self.q)

    def value(self, name: str, kind: str = "usize") -> Value:
        self.count += 1
        bits = int(kind[1:]) if kind[1:].isdigit() else self.bits
        return Value(self.count, name, Kind(kind, bits))

    def op(self, name: str, dst: Value | None, *args: Any, **attrs: Any) -> None:
        self.ops.append(Made(name, [] if dst is None else [dst], list(args), attrs))

    def made(self, name: str, *args: Any, kind: str = "usize", **attrs: Any) -> Value:
        out = self.value("made", kind)
        self.op(name, out, *args, **attrs)
        return out

    def add(self, of: Value, by: Any) -> None:
        self.op("add", of, of, by)

    def label(self, name: str) -> None:
        self.op("label", None, name)

    def end(self, counter: Value, label: str) -> None:
        """The end of a loop: one less, and back if that is not 0."""
        self.op("loop_end", counter, counter, label)

    def known(self, stitch: int = 0) -> Bounds:
        """The distance of ``x`` from ``p`` minus that of ``y`` from ``q``."""
        return Distances(self.ops, self.params).between(stitch, self.x.id, self.y.id, "p", "q")


def _loop(count: Any, *steps: tuple[str, int], inside: bool = False) -> Callable[[Script], None]:
    """A loop that moves pointers, before the stitch or around it."""

    def write(s: Script) -> None:
        counter = s.made("copy" if isinstance(count, str) else "const", getattr(s, count) if count == "n" else count)
        s.label("L")
        for name, by in steps:
            s.add(getattr(s, name), by)
        if inside:
            s.op("seam", None, "begin")
        s.end(counter, "L")

    return write


def _nested(s: Script) -> None:
    """Three rounds of 4 rounds of 8 bytes, and 1 byte for each outer round."""
    outer = s.made("const", 3)
    s.label("OUTER")
    inner = s.made("const", 4)
    s.label("INNER")
    s.add(s.x, 8)
    s.end(inner, "INNER")
    s.add(s.x, 1)
    s.end(outer, "OUTER")


def _masked_count(s: Script) -> None:
    counter = s.made("and", s.n, 7)
    s.op("branch", None, s.n, "END")
    s.label("L")
    s.add(s.x, 4)
    s.add(s.y, 1)
    s.end(counter, "L")
    s.label("END")


def _perhaps(s: Script) -> None:
    s.op("branch", None, s.n, "END")
    s.add(s.x, 12)
    s.add(s.y, 20)
    s.label("END")


def _one_or_the_other(s: Script) -> None:
    """Both paths move both pointers, by the same difference."""
    s.op("branch", None, s.n, "ELSE")
    s.add(s.x, 8)
    s.add(s.y, 2)
    s.op("jump", None, "END")
    s.label("ELSE")
    s.add(s.x, 16)
    s.add(s.y, 10)
    s.label("END")


def _second_entry(s: Script) -> None:
    counter = s.made("const", 3)
    s.op("branch", None, s.n, "MIDDLE")
    s.label("L")
    s.add(s.x, 8)
    s.label("MIDDLE")
    s.end(counter, "L")


def _other_exit(s: Script) -> None:
    """The loop may end early: the number of rounds is not known there."""
    counter = s.made("const", 3)
    s.label("L")
    s.op("branch", None, s.n, "END")
    s.add(s.x, 8)
    s.end(counter, "L")
    s.label("END")


def _sometimes_in_a_loop(s: Script) -> None:
    counter = s.made("const", 3)
    s.label("L")
    s.op("branch", None, s.n, "SKIP")
    s.add(s.x, 8)
    s.label("SKIP")
    s.end(counter, "L")


def _two_ends(s: Script) -> None:
    """Two ways back, with the same step."""
    s.label("L")
    s.add(s.x, 8)
    s.op("branch", None, s.n, "L")
    s.op("branch", None, s.b, "L")
    s.add(s.y, 3)


def _two_ends_that_differ(s: Script) -> None:
    s.label("L")
    s.add(s.x, 8)
    s.op("branch", None, s.n, "L")
    s.add(s.x, 8)
    s.op("branch", None, s.b, "L")


def _both(s: Script) -> None:
    s.add(s.x, s.n)
    s.add(s.y, s.n)


def _back_and_forth(s: Script) -> None:
    s.add(s.x, s.n)
    s.op("sub", s.x, s.x, s.n)


def _aside(s: Script) -> None:
    """An instruction of the author's that changes another value only; one behind a view; one with a memory operand."""
    s.op("asm", None, s.n, 4)
    s.op("asm", None, View("view", [s.b]))
    s.op("asm", None, View("mem", [s.x]))
    s.add(s.x, 4)


STEPS: dict[str, tuple[Callable[[Script], None], Bounds]] = {
    "forward": (lambda s: s.add(s.x, 8), (8, 8)),
    "back": (lambda s: s.op("sub", s.x, s.x, 8), (-8, -8)),
    "back, as an addition": (lambda s: s.add(s.x, (1 << 64) - 8), (-8, -8)),
    "the other": (lambda s: s.add(s.y, 8), (-8, -8)),
    "a sum": (lambda s: s.op("add", s.x, s.x, 3, s.b, 4), (7, 7 + 255)),
    "a difference": (lambda s: s.op("sub", s.x, s.x, s.b, 4), (-4 - 255, -4)),
    "both by one number": (_both, (0, 0)),
    "one by a number": (lambda s: s.add(s.x, s.n), None),
    "back and forth": (_back_and_forth, (0, 0)),
    "a byte": (lambda s: s.add(s.x, s.made("zext", s.b)), (0, 255)),
    "a mask": (lambda s: s.add(s.x, s.made("and", s.n, 24)), (0, 24)),
    "a negative mask": (lambda s: s.add(s.x, s.made("and", s.n, -8)), None),
    "a mask that is a value": (lambda s: s.add(s.x, s.made("and", s.n, s.b)), None),
    "a shift": (lambda s: s.add(s.x, s.made("shr", s.n, bits=60)), (0, 15)),
    "a narrow shift": (lambda s: s.add(s.x, s.made("shr", s.b, kind="u8", bits=5)), (0, 7)),
    "a narrow sum wraps": (lambda s: s.add(s.x, s.made("add", s.b, 1, kind="u8")), (0, 255)),
    "a wide product": (lambda s: s.add(s.x, s.made("mul", s.b, 1)), None),
    "a choice": (lambda s: s.op("select", s.x, s.n, s.x, s.made("add", s.x, 8)), (0, 8)),
    "a choice back": (lambda s: s.op("select", s.x, s.n, s.made("sub", s.x, 8), s.made("add", s.x, 2)), (-8, 2)),
    "a choice of buffers": (lambda s: s.op("select", s.x, s.n, s.x, s.q), None),
    "another buffer": (lambda s: s.op("copy", s.x, s.q), None),
    "a buffer twice": (lambda s: s.op("add", s.x, s.p, s.p), None),
    "a load": (lambda s: s.op("load", s.x, s.p), None),
    "several results": (lambda s: s.ops.append(Made("copy", [s.x, s.n], [s.p])), None),
    "the author's own": (lambda s: s.op("asm", None, s.x, 4), None),
    "the author's own, a view": (lambda s: s.op("asm", None, View("view", [s.x])), None),
    "the author's own, aside": (_aside, (4, 4)),
    "the author's own branch": (lambda s: s.op("asm", None, s.n, "L"), None),
    "a loop": (_loop(5, ("x", 8)), (40, 40)),
    "a loop, inside": (_loop(5, ("x", 8), inside=True), None),
    "a loop, in step": (_loop(5, ("x", 8), ("y", 8), inside=True), (0, 0)),
    "a loop in step, behind": (_loop("n", ("x", 8), ("y", 8)), (0, 0)),
    "a loop of many rounds": (_loop("n", ("x", 8), ("y", 7)), None),
    "a loop of some rounds": (_masked_count, (-7, 28)),  # that both went on together is forgotten where ways meet
    "nested loops": (_nested, (99, 99)),
    "perhaps": (_perhaps, (-20, 12)),
    "one or the other": (_one_or_the_other, (6, 6)),
    "a second entry": (_second_entry, None),
    "another exit": (_other_exit, None),
    "a loop of two ends": (_two_ends, None),
    "a loop of two ends that differ": (_two_ends_that_differ, None),
    "sometimes in a loop": (_sometimes_in_a_loop, None),
    "a missing label": (lambda s: s.op("branch", None, s.n, "NOWHERE"), None),
}


@pytest.mark.parametrize("name", STEPS)
def test_steps(name: str) -> None:
    s = Script()
    write, expected = STEPS[name]
    write(s)
    if not any(op.name == "seam" for op in s.ops):
        s.op("seam", None, "begin")
    assert s.known() == expected
