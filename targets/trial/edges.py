# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Contents of buffers that random bytes never are: words at the ends of their range, numbers whose sum or difference
with another buffer's carries through every word, and one argument at its end while the others are small."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from math import isqrt
from typing import Literal

Place = Callable[[int], int]
"""The number of numbers → one of them."""
ENDS: tuple[Place, ...] = (
    lambda count: count - 1, lambda count: count - 2, lambda count: count // 2, lambda count: count // 2 - 1,
    lambda count: isqrt(count) - 1,
)  # fmt: skip
"""The last number of a range, the one before, and numbers whose lower bits are zeros or ones."""
Order = Literal["little", "big"]
SMALL: tuple[tuple[Place, Order], ...] = (
    (lambda count: 0, "little"), (lambda count: 1, "little"), (lambda count: 1, "big"), (lambda count: 2, "little"),
    (lambda count: 3, "little"),
)  # fmt: skip
_MOST = 64  # draws at one place: a maker that rejects numbers gets others then
_WIDTHS = (1, 2, 4, 8)
_ORDERS: tuple[Order, ...] = ("little", "little", "big")


_WAYS: tuple[Callable[[int], int], ...] = (
    lambda x: ~x, lambda x: -x, lambda x: -x - 2, lambda x: x + 1, lambda x: x - 1, lambda x: x,
)  # fmt: skip


def placed(place: Place, count: int) -> int:
    """The number below ``count`` at a place."""
    return min(max(place(count), 0), count - 1)


def filled(place: Place, size: int, order: Order = "little") -> bytes:
    """A number of ``size`` bytes at a place."""
    return placed(place, 1 << 8 * size).to_bytes(size, order)


class Placed(random.Random):
    """Random numbers that stand at one place of their range, for makers of contents: ``rng.randrange(p)`` gives p - 1,
    or 0. After many draws the numbers are random: a maker may wait for a number that it likes."""

    def __init__(self, place: Place) -> None:
        super().__init__(1)
        self._place, self._draws = place, 0

    def _randbelow(self, n: int) -> int:
        return self._at(n) if n else 0

    def getrandbits(self, k: int) -> int:
        return self._at(1 << k)

    def _at(self, count: int) -> int:
        self._draws += 1
        if self._draws < _MOST:
            return placed(self._place, count)
        return super().getrandbits(count.bit_length() + 64) % count


def edges(rng: random.Random, sizes: Sequence[int]) -> Iterator[bytes]:
    """The contents of each buffer of a call. Words have one width and order. A buffer of the size of an earlier one may
    be its complement, its negative, the number above or below, or a copy: as one number, or word by word."""
    width, order = rng.choice(_WIDTHS), rng.choice(_ORDERS)
    made: list[bytes] = []
    for size in sizes:
        like = [data for data in made if len(data) == size]
        if like and rng.random() < 0.6:
            made.append(_related(rng, rng.choice(like), rng.choice((width, size)) or 1, order))
        else:
            words = (_word(rng, 8 * width).to_bytes(width, order) for _ in range(-(-size // width)))
            made.append(b"".join(words)[:size])
        yield made[-1]


def _word(rng: random.Random, bits: int) -> int:
    top = 1 << bits
    one = 1 << rng.randrange(bits)
    return rng.choice((0, 0, 1, top - 1, top - 1, top - 2, top // 2, top // 2 - 1, one, one - 1, rng.randrange(top)))


def _related(rng: random.Random, data: bytes, width: int, order: Order) -> bytes:
    how = rng.choice(_WAYS)
    out = b""
    for at in range(0, len(data), width):
        part = data[at : at + width]
        made = how(int.from_bytes(part, order)) % (1 << 8 * len(part))
        out += made.to_bytes(len(part), order)
    return out
