# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Control flow of scripts: loops, streams, the result."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Union

from generator.lang.arguments import checked
from generator.lang.branches import BranchOps
from generator.lang.contract import SCALARS
from generator.lang.finished import refuse_unfinished
from generator.lang.lookups import masked
from generator.lang.operands import conversion
from generator.lang.scopes import scoped
from generator.lang.shifts import ShiftOps
from generator.lang.values import Condition, Stream, Type, Val, changeable
from generator.lang.words import WordOps
from generator.model import KernelError, Phase

Turn = Union[Condition, Callable[[], Condition]]


@checked
class ControlOps(BranchOps, ShiftOps, WordOps):
    """Control flow, by context managers around the body's lines."""

    @scoped
    def loop(
        self, count: Val, *, step: dict[Val, int] | None = None, at_least_once: bool = False, align: int = 32
    ) -> Iterator[None]:
        """Run the body ``count`` times (unsigned). After each round add ``step``'s constants to its values. The count
        is copied, and the copy ranked cold. ``at_least_once`` promises that the count is not 0, and saves the check.
        :meth:`break_if` leaves early, without the step."""
        self._alignment("loop", align)
        left = self.copy(count, f"{count.name}_left" if count.named else "left")
        left.cold = True
        top, done = self.label("loop"), self.label("done")
        if not at_least_once:
            self.record("branch", (), (left.eq(0), done))
        self.record("label", (), (top,), align=align)
        start = len(self.recorded)
        with self._leaving(done):
            yield
        for val, amount in (step or {}).items():
            self.add(val, amount, to=val)
        self._unsettled(start)
        self.record("loop_end", (left,), (left, top), once=at_least_once)
        self.record("label", (), (done,))

    @scoped
    def while_(self, cond: Turn, *, align: int = 0, exempt: str | None = None) -> Iterator[None]:
        """Run the body as long as ``cond`` holds. The code tests the condition before each round. The body has to
        change a compared value. A condition that has to be computed is a function, recorded once for each test:
        ``k.while_(lambda: (n & 7).ne(0))``."""
        self._alignment("while_", align)
        top, done = self.label("while"), self.label("done")
        first = self._turn(cond)
        self._fresh(first)
        self.record("branch", (), (self._again(first).inverse(), done), exempt=exempt)
        self.record("label", (), (top,), align=align)
        start = len(self.recorded)
        with self._leaving(done):
            yield
        self._unsettled(start)
        last = self._again(self._turn(cond))
        compared = [val for val in (last.x, last.y) if isinstance(val, Val)]
        body = self.recorded[start:]
        written = {id(val) for op in body for val in changeable(op)}
        left = any(op.name == "branch" and op.args[1] == done for op in body)
        if not left and not any(id(val) in written for val in compared):
            names = " and ".join(val.name for val in compared)
            raise KernelError(
                last.src,
                f"while_: nothing in the body changes {names}, so that {last} never changes; expected a body that "
                "does, a k.break_if, or a function that computes the condition for each round: "
                "k.while_(lambda: (n & 7).ne(0))",
            )
        self.record("branch", (), (last, top), exempt=exempt)
        self.record("label", (), (done,))

    def _turn(self, cond: Turn) -> Condition:
        if not isinstance(cond, Condition):
            try:
                inspect.signature(cond).bind()
            except (TypeError, ValueError):
                raise self.fail("while_: expected a function without arguments: lambda: (n & 7).ne(0)") from None
        made = cond if isinstance(cond, Condition) else cond()
        if not isinstance(made, Condition):
            raise self.fail(f"while_: the function returned a {type(made).__name__}; expected a condition: x.lt(y)")
        return made

    def _again(self, cond: Condition) -> Condition:
        """The condition of a ``while_`` at this place: each test compares anew."""
        return replace(cond, at=len(self.recorded))

    def ret(self, value: Val) -> None:
        """Set the kernel's result; the function still ends at its last line."""
        if self.kernel.returns == "void":
            raise self.fail(f"{self.kernel.name} returns void; expected a prototype with a result")
        wanted: Type = getattr(self, SCALARS[self.kernel.returns])
        if value.type != wanted:
            raise self.fail(
                f"ret: {value.name} is a {value.type}, {self.kernel.name} returns {self.kernel.returns}; "
                f"expected a {wanted}, {conversion(value.type, wanted)}"
            )
        if self.kernel.returns in ("int8_t", "int16_t"):  # some callers take the register for an int
            value = self.sext(self.u32, value)
        self.record("ret", (), (value,))

    def note(self, text: str, *, inline: bool = False) -> None:
        """A comment in the generated file, on a line above the first instruction that the following lines record, or
        ``inline`` it. The comment changes no instruction. A stream keeps its notes to itself: the code behind it goes
        on with the phase that the stream was recorded in."""
        if not (text.isascii() and text.isprintable()) or "*/" in text or text.endswith("\\"):
            raise self.fail(f"note: {text!r}; expected one line of ASCII without */, and no backslash at its end")
        now = self._phases[-1]
        self._phases[-1] = Phase(text, inline, now and now.around)

    # -- streams ---------------------------------------------------------------------------------------------------

    @scoped
    def recording(self, name: str = "") -> Iterator[Stream]:
        """Record the body into a new stream instead of the kernel. Emit or stitch the stream later."""
        self._streams.append(Stream([], name))
        self._phases.append(self._phases[-1])
        self._exits.append([])
        self.streams.append((self._streams[-1], self.here()))
        try:
            yield self._streams[-1]
        finally:
            self._streams.pop()
            self._phases.pop()
            self._exits.pop()

    def emit(self, recorded: Stream) -> None:
        """Append a stream that was recorded earlier."""
        self._streams[-1].ops.extend(recorded.ops)

    def finish(self) -> Stream:
        """The whole recording, out-of-line parts last."""
        if self._rare:
            leave = self.label("leave")
            self.record("jump", (), (leave,))
            for part in self._rare:
                self.emit(part)
            self._rare = []
            self.record("label", (), (leave,))
        refuse_unfinished(self.kernel, self._streams[0], self.recorded, self.streams, self.scopes)
        self._streams[0].ops = masked(self._streams[0].ops, lambda type, name, src: self.value(type, name, src=src))
        self._streams[0].asked = frozenset(self.asked)
        return self._streams[0]
