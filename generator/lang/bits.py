# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Counts of bits, and the cyclic redundancy check of 32 bits that instructions compute."""

from __future__ import annotations

from generator.lang.arguments import checked, shown
from generator.lang.recording import Recording
from generator.lang.values import FLAGS, Val

TYPES = ("u8", "u16", "u32", "u64", "usize")


@checked
class BitOps(Recording):
    """Words of any type in general registers. The time of no operation depends on its operands."""

    def clz(self, x: Val, *, to: Val | None = None) -> Val:
        """The number of zeros above the highest bit that is 1, as a value of the type of ``x``. The width if ``x`` is
        0."""
        return self._counted_bits("clz", x, to)

    def ctz(self, x: Val, *, to: Val | None = None) -> Val:
        """The number of zeros below the lowest bit that is 1, as a value of the type of ``x``. The width if ``x`` is
        0."""
        return self._counted_bits("ctz", x, to)

    def popcount(self, x: Val, *, to: Val | None = None) -> Val:
        """The number of bits that are 1, as a value of the type of ``x``."""
        return self._counted_bits("popcount", x, to)

    def crc32c(self, crc: Val, x: Val, *, to: Val | None = None) -> Val:
        """The CRC-32C (Castagnoli's polynomial, RFC 3720, bits in reflected order) ``crc`` of a message, continued by
        the bytes of ``x``, the lowest byte first. ``crc`` is a u32, and is inverted neither before nor after.

        A variant with the feature of the instruction (``sse4.2``, ``crc32``) takes one or two instructions. Other code
        works bit by bit, by about five instructions for each bit of ``x``.
        """
        if crc.type.name != "u32" or crc.type.cls != "gp":
            raise self.fail(f"crc32c: crc is {shown(crc)}; expected a u32 in a general register")
        self._bits_of("crc32c", x)
        dst = self._target(to, self.u32)
        self.record("crc32c", (dst,), (crc, x))
        return dst

    def _counted_bits(self, op: str, x: Val, to: Val | None) -> Val:
        self._bits_of(op, x)
        dst = self._target(to, x.type)
        self.record(op, (dst,), (x,))
        return dst

    def _bits_of(self, op: str, x: Val) -> None:
        if x.type.name in FLAGS:
            raise self._no_word(op, x)
        if x.type.name not in TYPES or x.type.cls != "gp":
            mend = "a variant without unit=, or a u64" if x.type.name == "u32" else "u8, u16, u32, u64 or usize"
            raise self.fail(f"{op}: {x.name} is a {x.type}; expected {mend}")
