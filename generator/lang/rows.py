# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Rows of limbs: numbers of several words, the lowest word first."""

from __future__ import annotations

from collections.abc import Sequence

from generator.lang.arguments import checked
from generator.lang.arithmetic import ArithmeticOps
from generator.lang.values import Source, Type, Val
from generator.lang.variants import PORTABLE

LONGEST = 64  # words of a row: registers and the frame hold fewer


@checked
class RowOps(ArithmeticOps):
    """Products of a row and a word, and sums of rows. A row is a list of values of one type: u32, u64 or usize."""

    def limbs(self, ptr: Val, count: int, *, offset: int = 0, type: Type | None = None) -> list[Val]:
        """A row of ``count`` words at ptr + offset, little-endian. The words are usize unless ``type`` says u32 or u64.

        Each word is loaded just before the first operation that reads it, so that a product may take the word from
        memory. No load passes a store. The words are ranked cold.
        """
        kind = type or self.usize
        if kind.name not in ("u32", "u64", "usize"):
            raise self.fail(f"limbs: words of {kind}; expected u32, u64 or usize")
        if not 1 <= count <= LONGEST:
            raise self.fail(f"limbs: {count} words; expected 1 to {LONGEST}")
        self._address("limbs", ptr, None, offset)
        out = []
        for n in range(count):
            dst = self.value(kind, cold=True)  # its place is memory: without a register the frame serves
            at = offset + n * kind.bits // 8
            self.record("load", (dst,), (ptr, None), offset=at, be=False, exempt=None, public=None, waits=True)
            out.append(dst)
        return out

    def store_limbs(self, ptr: Val, row: Sequence[Val], *, offset: int = 0) -> None:
        """Store a row at ptr + offset, little-endian."""
        kind = self._row("store_limbs", row)
        self._address("store_limbs", ptr, None, offset)
        for n, word in enumerate(row):
            at = offset + n * kind.bits // 8
            self.record("store", (), (ptr, None, word), offset=at, be=False, exempt=None)

    def mul_row(self, row: Sequence[Val], x: Val) -> list[Val]:
        """row * x, one word longer than ``row``."""
        kind = self._row("mul_row", row, x)
        out = [self.value(kind) for _ in range(len(row) + 1)]
        self.record("mul_row", tuple(out), (*row, x))
        return out

    def mul_add_row(self, total: Sequence[Val], row: Sequence[Val], x: Val, above: Val | None = None) -> Val:
        """total += row * x, and the word above ``total``. Both rows have the same number of words. With ``above``:
        total += row * x + above, and ``above`` becomes the word above.

        The word above is never too small: the sum of a row, a word and a product of a row and a word has one word more.
        """
        kind = self._row("mul_add_row", row, x)
        if self._row("mul_add_row", total) != kind or len(total) != len(row):
            raise self.fail(
                f"mul_add_row: total has {len(total)} words of {total[0].type}, and row {len(row)} of {kind}; "
                "expected as many of one type"
            )
        ids = [word.id for word in total]
        if len(set(ids)) < len(ids):
            raise self.fail("mul_add_row: a word stands twice in total; expected words of its own at each place")
        for word in (*row, x):
            if word.id in ids:
                raise self.fail(f"mul_add_row: total holds {word.name}, which is a factor too; multiply a k.copy of it")
        if above is not None and self._machine[0] == PORTABLE:  # compilers have the word in the same sum
            self.record("mul_add_row", (*total, above), (*total, *row, x, above))
            return above
        high = self.value(kind)
        self.record("mul_add_row", (*total, high), (*total, *row, x))
        if above is None:
            return high
        carry = self.add_row(total, [above] + [0] * (len(total) - 1))
        return self.add_carry(high, 0, carry, to=above)[0]

    def add_row(self, total: Sequence[Val], row: Sequence[Source], carry: Val | None = None) -> Val:
        """total += row + carry, and the carry out of the sum, as of :meth:`add_carry`. ``row`` may hold constants."""
        return self._each("add_row", total, row, carry)

    def sub_row(self, total: Sequence[Val], row: Sequence[Source], borrow: Val | None = None) -> Val:
        """total -= row + borrow, and the borrow, as of :meth:`sub_borrow`. ``row`` may hold constants."""
        return self._each("sub_row", total, row, borrow)

    def _each(self, op: str, total: Sequence[Val], row: Sequence[Source], flag: Val | None) -> Val:
        self._row(op, total)
        if len(total) != len(row):
            raise self.fail(f"{op}: rows of {len(total)} and {len(row)} words; expected as many")
        for word, other in zip(total, row):
            link = self.add_carry if op == "add_row" else self.sub_borrow
            _, flag = link(word, other, flag, to=word)
        assert flag is not None
        return flag

    def _row(self, op: str, row: Sequence[Val], x: Val | None = None) -> Type:
        """The type of a row's words, and of ``x``."""
        if not 1 <= len(row) <= LONGEST:
            raise self.fail(f"{op}: a row of {len(row)} words; expected 1 to {LONGEST}")
        return self._integers(op, *row, *([] if x is None else [x]))
