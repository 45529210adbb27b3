# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Statements about broadcasts, lanes of another width, tables of three inputs, transposition and products over
lanes."""

from __future__ import annotations

from collections.abc import Callable

from tests.fuzz.make import Words
from tests.fuzz.program import WIDTHS

LANES = (8, 16, 32, 64)


class Moves(Words):
    """Adds these operations to :class:`~tests.fuzz.make.Words`."""

    def move(self, type: str, to: str, x: str, y: Callable[[], str]) -> None:
        """One operation. Its result goes to ``to``, new or not."""
        chosen, signed = self.chosen, self.maybe(1, 2)
        lane = chosen.choice(LANES)
        rules: list[Callable[[], object]] = [
            lambda: self.broadcast(type, to, lane),
            lambda: self.broadcast(type, to, lane),
            lambda: self.lane_loaded(type, to, x, lane),
            lambda: self.widen(to, x, min(lane, 32), signed),
            lambda: self.do("vnarrow", to, x, y(), lane=16 if lane < 32 else 32, signed=signed),
            lambda: self.do("vternary", to, x, y(), y(), table=chosen.randrange(256)),
            lambda: self.do("vdot", to, x, y(), y(), signed_x=signed, signed_y=self.maybe(1, 2)),
            lambda: self.transpose(type, to, x, y),
        ]
        if self.profile.aes:
            rules += [lambda: self.do("vclmul", to, x, y(), x_half=chosen.randrange(2), y_half=chosen.randrange(2))] * 4
        if self.profile.ifma:
            rules += [lambda: self.do(chosen.choice(("vmul52_low", "vmul52_high")), to, x, y(), y())] * 8
        chosen.choice(rules)()

    def broadcast(self, type: str, to: str, lane: int) -> None:
        """From memory, from a block or from a word."""
        words = [word for word in ("u8", "u16", "u32", "u64") if WIDTHS[word] >= lane and self.readable(word)]
        at = self.at(lane // 8, False) if self.maybe(1, 3) or not words else None
        if at is not None:
            self.do("vload_broadcast", to, at[0], at[1], offset=at[2], lane=lane)
        elif self.readable("v128") and (self.maybe(1, 4) or not words):
            self.do("vbroadcast", to, self.pick("v128"), lane=128)
        elif not words:
            self.do("vzero", to)
        else:
            self.do("vbroadcast", to, self.pick(self.chosen.choice(words)), lane=lane)

    def lane_loaded(self, type: str, to: str, x: str, lane: int) -> None:
        """One lane of a v128 from memory."""
        at = self.scaled(lane // 8, False)
        if type != "v128" or at is None:
            self.broadcast(type, to, lane)
        else:
            self.do("vload_lane", to, at[0], at[1], x, lane=lane, number=self.chosen.randrange(128 // lane), **at[2])

    def widen(self, to: str, x: str, lane: int, signed: bool) -> None:
        half = self.chosen.choice(("low", "high"))
        self.do(f"vwiden_{half}", to, x, lane=lane, signed=signed)

    def transpose(self, type: str, to: str, x: str, y: Callable[[], str]) -> None:
        """A square of 2 or 4 vectors, of which two are read."""
        lane = self.chosen.choice((64, 32))
        made = tuple(self.fresh(type, "r") for _ in range(128 // lane))
        self.do("vtranspose", made, x, *(y() for _ in made[1:]), lane=lane)
        self.do("xor", to, *self.chosen.sample(made, 2))
