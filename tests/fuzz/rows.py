# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Rows of limbs: products with a word, sums and differences, and loads and stores of rows."""

from __future__ import annotations

from tests.fuzz.make import Words
from tests.fuzz.program import WIDTHS


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
