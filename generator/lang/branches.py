# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Branches of scripts: conditions and their alternatives, ways out of loops, rare parts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from generator.lang.arguments import checked
from generator.lang.scopes import scoped
from generator.lang.values import Condition, Op, Stream
from generator.lang.words import WordOps


@checked
class BranchOps(WordOps):
    """Branches, by context managers around the body's lines."""

    if TYPE_CHECKING:  # of :class:`generator.lang.control.ControlOps`

        def recording(self, name: str = "") -> AbstractContextManager[Stream]: ...

    def label(self, stem: str) -> str:
        """The name of a new label, for :meth:`asm` and :meth:`place`."""
        if not (stem.isascii() and stem.isidentifier()):
            raise self.fail(f"label {stem!r}; expected a name of letters, digits and _")
        self._labels += 1
        made = f"{stem}_{self._labels}"
        self._unplaced.append(made)
        return made

    def place(self, label: str, *, align: int = 0) -> None:
        """Put a label of :meth:`label` here, where the jumps of :meth:`asm` to the label go on. No analysis of extents
        follows such jumps: :meth:`loop` and :meth:`if_` say more."""
        self._alignment("place", align)
        if label not in self._unplaced:
            raise self.fail(f"place: {label!r}; expected a name of k.label that is at no place yet")
        self._unplaced.remove(label)
        self.record("label", (), (label,), align=align)

    @scoped
    def if_(self, cond: Condition, *, exempt: str | None = None, clean: bool = False) -> Iterator[None]:
        """Run the body only if ``cond`` holds. :meth:`else_` may follow. ``clean``: in a kernel with wipe=True, clear
        at the body's end the registers that hold secrets and that no code reads later, and not only at the function's
        end. The code that follows, for what is left and for short messages, then clears what it uses itself."""
        skip = self.label("skip")
        self.record("branch", (), (cond.inverse(), skip), exempt=exempt)
        yield
        self.record("label", (), (skip,), clean=clean)
        self._skips.add(skip)

    @scoped
    def else_(self) -> Iterator[None]:
        """Run the body if the condition of the :meth:`if_` just before did not hold. No operation may stand between
        the two bodies. The condition is not computed again."""
        skip = self._streams[-1].ops[-1] if self._streams[-1].ops else None
        if skip is None or skip.name != "label" or skip.args[0] not in self._skips:
            raise self.fail(
                "else_: no body of k.if_ ends just before; expected with k.else_(): right behind the body of with "
                "k.if_(…):"
            )
        self._withdraw(skip)
        join = self.label("join")
        self.record("jump", (), (join,))
        self.record("label", (), (skip.args[0],))
        yield
        self.record("label", (), (join,))

    def _withdraw(self, op: Op) -> None:
        """Take back the last operation of the stream that is being recorded."""
        self._streams[-1].ops.pop()
        del self.recorded[next(n for n in range(len(self.recorded) - 1, -1, -1) if self.recorded[n] is op)]

    def break_if(self, cond: Condition, *, exempt: str | None = None) -> None:
        """Leave the innermost :meth:`loop` or :meth:`while_` if ``cond`` holds. The rest of the body, and the step of a
        loop, are left out. A stream may not leave a loop around the stream."""
        if not self._exits[-1]:
            around = "the stream has no loop around it" if len(self._exits) > 1 else "there is no loop around it"
            raise self.fail(f"break_if: {around}; expected a call in the body of k.loop or k.while_")
        self.record("branch", (), (cond, self._exits[-1][-1]), exempt=exempt)

    @contextmanager
    def _leaving(self, label: str) -> Iterator[None]:
        """While the body is recorded, :meth:`break_if` goes to ``label``."""
        exits = self._exits[-1]
        exits.append(label)
        try:
            yield
        finally:
            exits.pop()

    @scoped
    def rarely(self, cond: Condition, *, exempt: str | None = None) -> Iterator[None]:
        """Run the body if ``cond`` holds. The condition seldom holds: the body's code stands out of line, behind the
        function's last step."""
        rare, back = self.label("rare"), self.label("back")
        self.record("branch", (), (cond, rare), exempt=exempt)
        self.record("label", (), (back,))
        exits = self._exits[-1]
        with self.recording("rare") as out:
            self._exits[-1] = exits
            self.record("label", (), (rare,))
            yield
            self.record("jump", (), (back,))
        self._rare.append(out)
