# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Contents of buffers that random bytes never are: words at the ends of their range, and numbers whose sum or
difference with another buffer's carries through every word."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

_WIDTHS = (1, 2, 4, 8)
_ORDERS: tuple[Literal["little", "big"], ...] = ("little", "little", "big")


_WAYS: tuple[Callable[[int], int], ...] = (
    lambda x: ~x, lambda x: -x, lambda x: -x - 2, lambda x: x + 1, lambda x: x - 1, lambda x: x,
)  # fmt: skip


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


def _related(rng: random.Random, data: bytes, width: int, order: Literal["little", "big"]) -> bytes:
    how = rng.choice(_WAYS)
    out = b""
    for at in range(0, len(data), width):
        part = data[at : at + width]
        made = how(int.from_bytes(part, order)) % (1 << 8 * len(part))
        out += made.to_bytes(len(part), order)
    return out
