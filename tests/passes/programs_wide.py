# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Random kernels with whole vectors beside the words, most of them cold too, and with areas of the frame."""

from __future__ import annotations

import random
from collections.abc import Callable

from generator.lang import Builder, Kernel, Val
from tests.passes.programs import BOOLEANS, MEMORY, Writer, declared

AREA = 112
"""Bytes of each area."""


def wide_program(name: str, seed: int, widths: tuple[int, ...], values: int, hot: int) -> Kernel:
    """As :func:`tests.passes.programs.program`, with ``values`` words and as many vectors of each of ``widths``."""

    def body(k: Builder, memory: Val, a: Val, n: Val) -> None:
        WideWriter(k, random.Random(f"wide {seed}"), memory, a, n, widths, values, hot).write()

    return declared(name, body)


class WideWriter(Writer):
    """Half of the statements are about vectors or areas."""

    def __init__(
        self, k: Builder, chosen: random.Random, memory: Val, a: Val, n: Val, widths: tuple[int, ...], values: int,
        hot: int,
    ) -> None:  # fmt: skip
        super().__init__(k, chosen, memory, a, n, "gp", min(values, 6), 1)
        self.words = k.u32, *((k.u64,) if k.usize.bits == 64 else ())
        self.vectors: dict[int, list[Val]] = {}
        at = 64
        for width in widths:
            self.vectors[width] = []
            for _ in range(values):
                self.vectors[width].append(k.vload(k.vector(width), memory, offset=at))
                at = (at + 24) % (MEMORY // 2 - 64)
        every = [val for vals in self.vectors.values() for val in vals]
        k.cold(*(val for val in every if chosen.randrange(len(every)) >= hot))
        self.areas = [k.frame(AREA, f"area{n}") for n in range(2)]
        for area in self.areas:
            for at in range(0, AREA, 16):
                k.vstore(area, chosen.choice(every) if widths == (128,) else k.vload(k.v128, memory), offset=at)

    def write(self) -> int:
        at = super().write()
        for vals in self.vectors.values():
            for val in vals:
                self.k.vstore(self.memory, val, offset=at)
                at += val.type.bits // 8
        for area in self.areas:
            for offset in range(0, AREA, 16):
                self.k.vstore(self.memory, self.k.vload(self.k.v128, area, offset=offset), offset=at)
                at += 16
        assert at <= MEMORY
        return at

    def statement(self) -> None:
        kind = self.chosen.choice(["wide"] * 5 + ["move", "area", "area"] + ["words"] * 8)
        if kind == "words":
            super().statement()
            return
        self.budget -= 1
        {"wide": self.wide, "move": self.move, "area": self.area}[kind]()

    def vector(self, width: int = 0) -> Val:
        """A vector; of any width unless one is given."""
        return self.chosen.choice(self.vectors[width or self.chosen.choice(list(self.vectors))])

    def move(self) -> None:
        """To or from the buffer."""
        k, val, offset = self.k, self.vector(), self.chosen.randrange(MEMORY // 2 - 256 - 64)
        op = self.chosen.choice([k.vload, k.vblock, None])
        if op is None:
            k.vstore(self.memory, val, offset=offset, index=self.index())
        else:
            op(val.type, self.memory, offset=offset, index=self.index(), to=val)

    def area(self) -> None:
        """A word or a vector at any place of an area, straight, with an index, or by a pointer into it."""
        k, chosen = self.k, self.chosen
        area = chosen.choice(self.areas)
        val = chosen.choice([self.vector(), self.pick("u8"), self.pick("u32"), self.pick("u64")])
        room, index = AREA - val.type.bits // 8, None
        kind = chosen.choice(("straight", "index", "pointer"))
        if kind == "pointer":
            by = chosen.randrange(8)
            area = k.add(area, by)
            room -= by
        elif kind == "index":
            index = k.and_(chosen.choice(self.pool["usize"]), 15)
            room -= 15
        offset = chosen.randrange(room + 1)
        if val.type.cls == "vec":
            if chosen.randrange(2):
                k.vload(val.type, area, offset=offset, index=index, to=val)
            else:
                k.vstore(area, val, offset=offset, index=index)
        elif chosen.randrange(2):
            getattr(k, f"load{val.type.bits}")(area, offset=offset, index=index, to=val)
        else:
            getattr(k, f"store{val.type.bits}")(area, val, offset=offset, index=index)

    def wide(self) -> None:
        """One operation on vectors; its result replaces a value."""
        k, chosen = self.k, self.chosen
        width = chosen.choice(list(self.vectors))
        x, y, z, to = (self.vector(width) for _ in range(4))
        lane, shifted = chosen.choice((8, 16, 32, 64)), chosen.choice((32, 64))
        ops: list[Callable[[], object]] = [
            lambda: getattr(k, chosen.choice(("xor", "and_", "or_", "andn", "orn")))(x, y, to=to),
            lambda: k.not_(x, to=to),
            lambda: k.set(to, x),
            lambda: k.ternary(chosen.choice(BOOLEANS), x, y, z, to=to),
            lambda: k.vadd(x, y, lane=lane, to=to),
            lambda: k.vsub(x, y, lane=lane, to=to),
            lambda: k.vshl(x, chosen.randrange(1, shifted), lane=shifted, to=to),
            lambda: k.vshr(x, chosen.randrange(1, shifted), lane=shifted, to=to),
            lambda: k.vrotl(x, chosen.randrange(1, shifted), lane=shifted, to=to),
            lambda: k.vbswap(x, lane=chosen.choice((16, 32, 64, 128)), to=to),
            lambda: k.vshl_bytes(x, chosen.randrange(1, 16), to=to),
            lambda: k.vshr_bytes(x, chosen.randrange(1, 16), to=to),
            lambda: k.vext(x, y, chosen.randrange(1, 16), to=to),
            lambda: self.lookup(x, y, to),
            lambda: k.vshuffle(x, [chosen.randrange(4) for _ in range(4)], to=to),
            lambda: getattr(k, chosen.choice(("vunpack_low", "vunpack_high")))(x, y, lane=lane, to=to),
            lambda: k.vfollow(x, y, to=to),
            lambda: k.xor(x, self.constant(width), to=to),
            lambda: k.vzero(x.type, to=to),
            lambda: k.vextract(x, chosen.randrange(width // 128), to=self.small()),
            lambda: k.vinsert(x, self.small(), chosen.randrange(width // 128), to=to) if width > 128 else None,
            self.word,
        ]
        chosen.choice(ops)()

    def small(self) -> Val:
        return self.vector(128)

    def constant(self, width: int) -> Val:
        count = self.chosen.choice((4, width // 32))
        return self.k.vconst(self.k.vector(width), [self.chosen.getrandbits(32) for _ in range(count)])

    def lookup(self, table: Val, x: Val, to: Val) -> None:
        """Indexes that every instruction set looks up alike: from 0 to 15, or with bit 7 set."""
        k = self.k
        self.k.vlookup(table, k.and_(x, k.vconst(x.type, [0x8F] * 16, lane=8)), to=to)

    def word(self) -> None:
        """Between a vector and a word."""
        k, chosen, small = self.k, self.chosen, self.small()
        type = chosen.choice(self.words)
        if chosen.randrange(2):
            k.vfrom(self.pick(type.name), to=small)
        else:
            k.vword(type, small, chosen.randrange(128 // type.bits), to=self.pick(type.name))
