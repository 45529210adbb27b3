# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Statements about arithmetic on lanes: products, shifts, comparisons and choices by them."""

from __future__ import annotations

from collections.abc import Callable

from tests.fuzz.make import Words

Operand = Callable[[], str]


class Lanes(Words):
    """Adds arithmetic on lanes to :class:`~tests.fuzz.make.Words`."""

    def lane_arithmetic(self, type: str, to: str, x: str, y: Operand) -> None:
        """One operation. Its result goes to ``to``, new or not."""
        chosen, signed = self.chosen, self.maybe(1, 2)
        lane = chosen.choice((8, 16, 16, 32, 32, 64))
        rules: list[Callable[[], object]] = [
            lambda: self.do("vmul_low", to, x, y(), lane=max(lane, 16)),
            lambda: self.do("vmul_high", to, x, y(), lane=16, signed=signed),
            lambda: self.do("vmul_even", to, x, y(), signed=signed),
            lambda: self.do("vmul_pairs", to, x, y()),
            lambda: self.do("vsar", to, x, bits=chosen.choice((1, lane - 1, chosen.randrange(1, lane))), lane=lane),
            lambda: self.do("vequal", to, x, y(), lane=lane),
            lambda: self.do("vgreater", to, x, y(), lane=lane, signed=signed),
            lambda: self.do("vblend", to, self.lane_mask(type, lane, signed, x, y), x, y()),
            lambda: self.do(chosen.choice(("vmin", "vmax")), to, x, y(), lane=min(lane, 32), signed=signed),
        ]
        chosen.choice(rules)()

    def lane_mask(self, type: str, lane: int, signed: bool, x: str, y: Operand) -> str:
        if self.maybe(1, 3):
            return self.made(type, "vequal", x, y(), lane=lane)
        return self.made(type, "vgreater", x, y(), lane=lane, signed=signed)
