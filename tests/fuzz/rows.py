# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Rows of limbs: products with a word, sums and differences, and loads and stores of rows."""

from __future__ import annotations

from tests.fuzz.make import Words
from tests.fuzz.program import WIDTHS, Loop


class Rows(Words):
    """Mixed into the makers of statements."""

    def rows(self) -> None:
        """A row in memory or of variables, and one operation on it. Totals are copies, because they are in place."""
        large = self.profile.bits64 and not self.shared  # rows of pairs, and rows in streams, need many registers
        types = [type for type in self.integers if type in ("u32", "u64") and self.readable(type)]
        types = [type for type in types if type == "u32" or large]
        if not types:
            return
        type = self.chosen.choice(types)
        count = self.chosen.randrange(1, 4 if large else 2)
        op = self.chosen.choice(("mul_row", "mul_add_row", "mul_add_row", "add_row", "sub_row"))
        x = self.pick(type)
        total = [] if op == "mul_row" else [self.made(type, "copy", self.pick(type)) for _ in range(count)]
        row = self.row(type, count)
        if not self.shared and total:
            self.do("cold", (), *total)
        if op == "mul_row":
            out = [self.fresh(type, "l") for _ in range(count + 1)]
            self.do(op, tuple(out), *row, x)
            if not self.shared:
                self.do("cold", (), *out)
        elif op == "mul_add_row":
            out = [*total, self.fresh(type, "l")]
            self.do(op, tuple(out), *total, *row, x)
        else:
            flag = self.fresh("carry" if op == "add_row" else "borrow", "c")
            out = total
            self.do(op, (*total, flag), *total, *row)
            if self.maybe(1, 2):
                self.do("zext", self.target(type), flag)
        at = self.at(len(out) * WIDTHS[type] // 8, True)
        if at is not None and at[1] is None and self.maybe(1, 2):
            self.do("store_limbs", (), at[0], None, *out, offset=at[2])
        else:
            for word in out:
                self.do("xor", self.target(type), word, self.pick(type))

    def row(self, type: str, count: int) -> list[str]:
        at = self.at(count * WIDTHS[type] // 8, False)
        if at is None or at[1] is not None or self.maybe(1, 3):
            return [self.pick(type) for _ in range(count)]
        words = [self.fresh(type, "l") for _ in range(count)]
        self.do("limbs", tuple(words), at[0], None, offset=at[2], of=type)
        return words

    def sponge(self, count: int) -> None:
        """A row of words that a loop mixes. The loop wants more registers than there are, and does not read the buffer
        of the row: its pointer leaves its register where it comes in."""
        row = [self.fresh("u64", "l") for _ in range(count)]
        self.do("limbs", tuple(row), "m", None, offset=0, of="u64")
        self.do("cold", (), *row)

        def mix() -> None:
            columns = [self.cold("xor", row[n], row[(n + 5) % count]) for n in range(min(count, 5))]
            turned = [self.made("u64", "rotl", one, 1) for one in columns]
            sums = [self.cold("xor", one, turned[n - 1]) for n, one in enumerate(columns)]
            mixed = [self.cold("rotl", self.made("u64", "xor", one, sums[n % 5]), n) for n, one in enumerate(row)]
            for n, one in enumerate(row):
                self.do("xor", one, mixed[n], self.made("u64", "and_", mixed[n - 1], mixed[n - 2]))

        self.out.append(Loop(self.made("usize", "const", self.chosen.randrange(1, 4)), self.round(mix), (), True))
        self.pools["u64"] += row

    def cold(self, op: str, *args: object) -> str:
        name = self.made("u64", op, *args)
        self.do("cold", (), name)
        return name
