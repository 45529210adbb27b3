# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call,no-any-return"
"""Vectors as bit vectors: lanes, blocks, byte look-ups, and the steps of an AES round.

Look-ups by an unknown index, SubBytes and MixColumns are uninterpreted functions. A proof asks only for their order and
operands, and holds for any such functions. ``test_machines.py`` puts in those of FIPS 197 and compares with a
processor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import z3

BLOCK = 128
Rule = Callable[..., z3.BitVecRef]
Bits = z3.BitVecRef


def lanes(width: int, value: Bits) -> list[Bits]:
    """The lanes of ``width`` bits, lowest first."""
    return [z3.Extract(at + width - 1, at, value) for at in range(0, value.size(), width)]


def joined(parts: Sequence[Bits]) -> Bits:
    """Lanes, lowest first, as one vector."""
    return parts[0] if len(parts) == 1 else z3.Concat(*reversed(parts))


def by_lane(width: int, rule: Rule, *values: Bits) -> Bits:
    """Apply ``rule`` to each lane of ``width`` bits."""
    return joined([rule(*parts) for parts in zip(*(lanes(width, value) for value in values))])


def by_block(rule: Rule, *values: Bits) -> Bits:
    return by_lane(BLOCK, rule, *values)


def repeated(block: Bits, bits: int) -> Bits:
    return joined([block] * (bits // block.size()))


def constant(data: bytes) -> Bits:
    """Bytes of memory, as a little-endian number."""
    return z3.BitVecVal(int.from_bytes(data, "little"), 8 * len(data))


_BYTE_OF = z3.Function("byte_of", z3.BitVecSort(BLOCK), z3.BitVecSort(4), z3.BitVecSort(8))


def byte_of(block: Bits, number: Bits) -> Bits:
    """Byte ``number`` (4 bits) of a block."""
    number = z3.simplify(number)
    if isinstance(number, z3.BitVecNumRef):
        return lanes(8, block)[number.as_long()]
    return _BYTE_OF(z3.simplify(block), number)


# -- AES ---------------------------------------------------------------------------------------------------------------


def _unknown(name: str, bits: int) -> Rule:
    made: Rule = z3.Function(name, z3.BitVecSort(bits), z3.BitVecSort(bits))
    return made


@dataclass(frozen=True)
class Rounds:
    """The parts of a round: the S-box and its inverse (of a byte), MixColumns and its inverse (of a column of 32
    bits)."""

    box: Rule = _unknown("box", 8)
    inverse_box: Rule = _unknown("inverse_box", 8)
    mixed: Rule = _unknown("mixed", 32)
    mixed_back: Rule = _unknown("mixed_back", 32)

    def enc(self, state: Bits) -> Bits:
        """ShiftRows(SubBytes(state))."""
        return self._moved(by_lane(8, self.box, state), 1)

    def dec(self, state: Bits) -> Bits:
        """InvShiftRows(InvSubBytes(state))."""
        return self._moved(by_lane(8, self.inverse_box, state), -1)

    def mix(self, state: Bits) -> Bits:
        return by_lane(32, self.mixed, state)

    def mix_back(self, state: Bits) -> Bits:
        return by_lane(32, self.mixed_back, state)

    @staticmethod
    def _moved(state: Bits, step: int) -> Bits:
        """Row r (byte r of each column) rotated by r columns."""
        byte = lanes(8, state)
        return joined([byte[4 * ((at // 4 + step * (at % 4)) % 4) + at % 4] for at in range(16)])
