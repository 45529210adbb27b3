# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Words in memory as Python's numbers and back, for references and tables."""

from __future__ import annotations

from collections.abc import Iterable


def words(data: bytes | bytearray, size: int) -> list[int]:
    """The little-endian words of ``size`` bytes in ``data``. The last one may be shorter."""
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]


def packed(numbers: Iterable[int], size: int) -> bytes:
    """The little-endian words of ``size`` bytes of numbers, each modulo 2 to the power of its bits."""
    return b"".join((number % (1 << 8 * size)).to_bytes(size, "little") for number in numbers)
