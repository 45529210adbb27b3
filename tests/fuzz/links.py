# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Chains of sums and differences, by the language's carries and by ``asm``, with other work between the links."""

from __future__ import annotations

from tests.fuzz.make import Words
from tests.fuzz.program import Chain


class Links(Words):
    """Mixed into the makers of statements."""

    def links(self) -> None:
        """One to four links. Some carries become words; some are read by two links, some by none."""
        types = [type for type in self.integers if type not in ("u8", "u16")]
        if not types:
            return
        type = self.chosen.choice(types)
        op, flag = self.chosen.choice((("add_carry", "carry"), ("sub_borrow", "borrow")))
        carries: list[str] = []
        if self.maybe(1, 5):  # a word gives the first carry
            word = self.operand(type)
            carries.append(self.fresh(flag, "c"))
            self.do(op, (self.fresh(type), carries[0]), *((word, -1) if op == "add_carry" else (0, word)))
        for _ in range(self.chosen.randrange(1, 5)):
            total = self.target(type) if self.maybe(2, 3) else self.fresh(type)
            before = [self.chosen.choice((carries[-1], carries[-1], carries[0]))] if carries else []
            made = self.fresh(flag, "c")
            x, y = self.pick(type), self.source(type) if self.maybe(1, 2) else self.pick(type)
            operands = (y, x) if self.maybe(1, 4) else (x, y)
            self.do(op, (total, made), *operands, *before)
            carries.append(made)
            if self.maybe(1, 3):
                self.work()
        for carry in carries:
            if self.maybe(1, 3):
                self.do("zext", self.target(type), carry)

    def work(self) -> None:
        """Work of which some changes the flags."""
        kind = self.chosen.choice(("word", "word", "store", "load", "set"))
        type = self.chosen.choice(self.words)
        if kind == "word":
            self.word(type, self.target(type), 0)
        elif kind == "set" and type in self.integers:
            self.do("set", self.target(type), self.chosen.choice((0, 1)))
        elif kind == "load" and type != "usize":
            self.load(type, self.target(type))
        elif self.places:
            self.store()

    def chain(self) -> None:
        """A sum of two or more limbs by ``asm``, with other statements between some of the additions."""
        type = "u64" if self.profile.bits64 and self.maybe(1, 2) else "u32"
        names = list(self.pools[type])
        self.chosen.shuffle(names)
        count = min(len(names) // 2, 3)
        if count < 2:
            return
        between = []
        for _ in range(count - 1):
            out, self.out = self.out, []
            kind = self.chosen.choice((*[""] * 6, "const", "const", "load", "add", "shift", "xor", "store"))
            spare = [name for name in names[2 * count :] + self.pools["u8"]]
            to = self.chosen.choice(spare)
            held = self.types[to]
            if kind == "const":
                self.do("set", to, self.chosen.choice((0, 0, 1)))
            elif kind == "load":
                self.load(held, to)
            elif kind in ("add", "xor"):
                self.do(kind, to, to, self.pick(held))
            elif kind == "shift":
                self.do("shl", to, to, bits=1)
            elif kind == "store":
                at = self.at(4, True)
                if at is not None and at[1] is None:
                    self.do("store32", (), at[0], None, self.pick("u32"), offset=at[2])
            between.append(tuple(self.out))
            self.out = out
        self.out.append(Chain(tuple(names[:count]), tuple(names[count : 2 * count]), tuple(between)))
