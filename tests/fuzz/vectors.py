# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Statements about whole vectors: operations, moves to and from memory and words, AES rounds."""

from __future__ import annotations

from collections.abc import Callable

from tests.fuzz.lanes import Lanes
from tests.fuzz.moves import Moves
from tests.fuzz.program import WIDTHS

LANES = (8, 16, 32, 64)
LOGIC = ("xor", "and_", "or_", "andn", "orn")


class Vectors(Lanes, Moves):
    """Adds vectors to :class:`~tests.fuzz.make.Words`."""

    @property
    def vectors(self) -> list[str]:
        return [type for type in self.pools if type[0] == "v" and self.pools[type]]

    def vector_values(self) -> None:
        for type in self.profile.wide:
            self.pools[type] = []
            for _ in range(self.profile.values):
                name = self.fresh(type, type + "_")
                self.vload(type, name)
                self.pools[type].append(name)

    def temporary(self, type: str, depth: int) -> str:
        if type[0] != "v":
            return super().temporary(type, depth)
        name = self.fresh(type)
        kind = self.chosen.choice(("load", "load", "constant", "vector"))
        if kind == "constant":
            self.constants(type, name)
        elif kind == "load" or not self.readable(type):
            self.vload(type, name)
        else:
            self.vector(type, name, depth)
        return name

    def constants(self, type: str, name: str) -> None:
        lane = self.chosen.choice(LANES)
        count = self.chosen.choice((128, WIDTHS[type])) // lane
        values = tuple(self.chosen.choice((0, (1 << lane) - 1, self.chosen.getrandbits(lane))) for _ in range(count))
        self.do("vconst", name, values=values, lane=lane)

    def vload(self, type: str, to: str) -> None:
        op = "vblock" if self.maybe(1, 3) else "vload"
        at = self.at(16 if op == "vblock" else WIDTHS[type] // 8, False)
        if at is not None:
            self.do(op, to, at[0], at[1], offset=at[2])
        else:
            self.do("vzero", to)

    def vmemory(self) -> None:
        type = self.chosen.choice(self.vectors)
        if self.maybe(1, 2):
            self.vload(type, self.target(type))
            return
        count = 2 if self.maybe(1, 6) else 1
        at = self.at(count * WIDTHS[type] // 8, True)
        if at is not None:
            self.do("vstore", (), at[0], at[1], *(self.operand(type) for _ in range(count)), offset=at[2])

    def vector(self, type: str, to: str, depth: int = 1) -> None:
        """One operation on vectors. Its result goes to ``to``, new or not."""
        chosen, bits, new = self.chosen, WIDTHS[type], to not in self.readable(type)
        lane, turned = chosen.choice(LANES), chosen.choice((32, 64))
        rotated, words = chosen.choice((16, turned)), chosen.choice((4, 8))
        rules: list[Callable[[], object]] = [
            lambda: self.do(chosen.choice(LOGIC), to, x, y()),
            lambda: self.do(chosen.choice(LOGIC), to, x, y()),
            lambda: self.do("not_", to, x),
            lambda: self.do("ternary", to, x, y(), self.pick(type), function=self.function()),
            lambda: self.do(chosen.choice(("vadd", "vsub")), to, x, y(), lane=lane),
            lambda: self.do(chosen.choice(("vshl", "vshr")), to, x, bits=chosen.randrange(1, lane), lane=lane),
            lambda: self.do(chosen.choice(("vrotl", "vrotr")), to, x, bits=self.turn(rotated), lane=rotated),
            lambda: self.do("vrotations", to, x, low=self.three(turned), high=self.three(turned), lane=turned),
            lambda: self.do("vbswap", to, x, lane=chosen.choice((16, 32, 64, 128))),
            lambda: self.do(chosen.choice(("vshl_bytes", "vshr_bytes")), to, x, count=chosen.randrange(1, 16)),
            lambda: self.do("vext", to, x, y(), count=chosen.randrange(1, 16)),
            lambda: self.lookup(type, to, x, y()),
            lambda: self.do("vshuffle", to, x, order=tuple(chosen.randrange(words) for _ in range(words))),
            lambda: self.do(chosen.choice(("vunpack_low", "vunpack_high")), to, x, y(), lane=lane),
            lambda: self.do("vzero", to),
        ]
        rules += [lambda: self.lane_arithmetic(type, to, x, y)] * 6
        rules += [lambda: self.move(type, to, x, y)] * 6
        if self.profile.aes:
            rounds = ("aes_enc", "aes_enc_last", "aes_dec", "aes_dec_last")
            rules += [lambda: self.do(chosen.choice(rounds), to, x, y())] * 9
            rules += [lambda: self.do("aes_inv_mix", to, x)] * 2
        if not new:  # some of these return the operand itself if there is nothing to do
            rules += [
                lambda: self.do("set", to, x),
                lambda: self.do("vfollow", to, x, y(), blocks=chosen.randrange(1, max(2, WIDTHS[type] // 128))),
                lambda: self.between(type, to),
                lambda: self.between(type, to),
            ]
        rule = chosen.choice(rules)
        x = self.operand(type, depth)

        def y() -> str:
            return self.operand(type, depth)

        assert bits
        rule()

    def turn(self, lane: int) -> int:
        return self.chosen.choice((8, lane // 2, self.chosen.randrange(1, lane)))

    def three(self, lane: int) -> tuple[int, ...]:
        return tuple(sorted(self.chosen.sample(range(1, lane), 3)))

    def lookup(self, type: str, to: str, table: str, x: str) -> None:
        """Look up by any indexes, or by such that every instruction set treats alike: below 16, or with bit 7 set."""
        if self.maybe(1, 2):
            x = self.made(type, "and_", x, self.made(type, "vconst", values=(0x8F,) * 16, lane=8))
        else:  # a constant itself may have no other index
            x = self.made(type, "xor", x, self.operand(type, 0))
        self.do("vlookup", to, table, x)

    def between(self, type: str, to: str) -> None:
        """A conversion between vectors of two widths, or between a vector and a word."""
        words = ["u32"] + (["u64"] if self.profile.bits64 else [])
        word = self.chosen.choice(words)
        if type != "v128" and self.maybe(1, 2):
            self.do(self.chosen.choice(("vblocks_even", "vblocks_odd")), to, self.pick(type), self.pick(type))
        elif type != "v128":
            self.do("vinsert", to, self.pick(type), self.pick("v128"), block=self.chosen.randrange(WIDTHS[type] // 128))
        elif self.maybe(1, 3):
            of = self.chosen.choice(self.vectors)
            self.do("vextract", to, self.pick(of), block=self.chosen.randrange(WIDTHS[of] // 128))
        elif self.maybe(1, 2):
            self.do("vfrom", to, self.pick(word))
        else:
            lane = self.chosen.randrange(128 // WIDTHS[word])
            self.do("vword", self.target(word), self.pick("v128"), lane=lane)
