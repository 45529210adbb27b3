# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Broadcasts, changes of lane width, transposition, and products over lanes of whole vectors.

The order of lanes is the same on every machine and for every width: all words but :meth:`MoveOps.vbroadcast` and
:meth:`MoveOps.vload_broadcast` work in each block of 128 bits by itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.lang.arguments import checked
from generator.lang.ternary import shortest
from generator.lang.values import Type, Val
from generator.lang.vectors import LANES, VectorOps


@checked
class MoveOps(VectorOps):
    """Words on whole vectors that change the place, the width or the number of lanes."""

    # -- broadcasts ------------------------------------------------------------------------------------------------

    def vbroadcast(
        self, type: Type, x: Val, *, bits: int | None = None, to: Val | None = None, name: str = ""
    ) -> Val:  # fmt: skip
        """A vector of equal lanes: each has the low ``bits`` bits of the word ``x``, by default all its bits. Of a v128
        each block is ``x``."""
        dst = self._target(to, type, name)
        self._whole("vbroadcast", dst)
        if x.type == self.v128:
            if bits not in (None, 128):
                raise self.fail(f"vbroadcast: lanes of {bits} bits of a v128; expected a word, or 128 bits")
            self.record("copy" if type == self.v128 else "vbroadcast", (dst,), (x,), lane=128)
            return dst
        if x.type not in (self.u8, self.u16, self.u32, self.u64) or x.type.cls != "gp":
            raise self.fail(f"vbroadcast: {x.name} is a {x.type}; expected u8, u16, u32, u64 or v128, see k.zext")
        bits = x.type.bits if bits is None else bits
        self._lane("vbroadcast", bits, [one for one in LANES if one <= x.type.bits])
        self.record("vbroadcast", (dst,), (x,), lane=bits)
        return dst

    def vload_broadcast(
        self, type: Type, ptr: Val, *, bits: int, offset: int = 0, index: Val | None = None, name: str = "",
        to: Val | None = None,
    ) -> Val:  # fmt: skip
        """A vector of equal lanes from one lane of 8 to 64 bits, little-endian, at ptr + index + offset, in bytes.
        :meth:`vblock` repeats 128 bits."""
        self._address("vload_broadcast", ptr, index, offset)
        self._lane("vload_broadcast", bits)
        dst = self._target(to, type, name)
        self._whole("vload_broadcast", dst)
        self.record("vload_broadcast", (dst,), (ptr, index), offset=offset, lane=bits)
        return dst

    def vload_lane(
        self, x: Val, number: int, ptr: Val, *, bits: int, offset: int = 0, index: Val | None = None, scale: int = 1,
        exempt: str | None = None, to: Val | None = None,
    ) -> Val:  # fmt: skip
        """``x``, a v128, with lane ``number`` replaced by the ``bits`` bits, little-endian, at ptr + index * scale +
        offset, in bytes. ``exempt`` as for :meth:`load8`."""
        scaled = self._address("vload_lane", ptr, index, offset, scale)
        self._lane("vload_lane", bits)
        if self._whole("vload_lane", x) != self.v128 or number not in range(128 // bits):
            raise self.fail(
                f"vload_lane: lane {number} of {bits} bits of a {x.type}; expected a v128 and 0 to {128 // bits - 1}"
            )
        dst = self._target(to, self.v128)
        attrs = {"lane": bits, "number": number, "exempt": exempt, **scaled}
        self.record("vload_lane", (dst,), (ptr, index, x), offset=offset, **attrs)
        return dst

    # -- lanes of another width ------------------------------------------------------------------------------------

    def vwiden_low(self, x: Val, *, bits: int, signed: bool = False, to: Val | None = None) -> Val:
        """In each block, the lower half's lanes of ``bits`` bits (8, 16, 32) as numbers of twice the width: with zeros
        above, or with copies of the sign."""
        return self._lanes("vwiden_low", (x,), bits, to, LANES[:3], signed=signed)

    def vwiden_high(self, x: Val, *, bits: int, signed: bool = False, to: Val | None = None) -> Val:
        """The same of the upper half's lanes."""
        return self._lanes("vwiden_high", (x,), bits, to, LANES[:3], signed=signed)

    def vnarrow(self, x: Val, y: Val, *, bits: int, signed: bool = False, to: Val | None = None) -> Val:
        """In each block, the lanes of ``x`` and, above, of ``y``, each of half the width. The lanes have ``bits`` bits
        (16, 32) and are signed numbers. A number that does not fit the unsigned (or ``signed``) lane of the result
        becomes the nearest that fits."""
        return self._lanes("vnarrow", (x, y), bits, to, LANES[1:3], signed=signed)

    def vtranspose(self, vals: Sequence[Val], *, bits: int) -> list[Val]:
        """New vectors with rows and columns exchanged, in each block: lane j of vector i is lane i of ``vals[j]``. The
        vectors are as many as a block has lanes: 2 of 64 bits, 4 of 32, 8 of 16, 16 of 8. If all of them are cold, so
        are the new ones and those between."""
        self._lane("vtranspose", bits)
        if len(vals) != 128 // bits:
            raise self.fail(
                f"vtranspose: {len(vals)} vectors of lanes of {bits} bits; expected {128 // bits}, a square of lanes"
            )
        self._whole("vtranspose", *vals)
        rows, half = list(vals), len(vals) // 2
        # A step puts lane i of the upper rows beside lane i of the lower: the number of a row moves into that of the
        # lane, bit by bit.
        for _ in range(len(rows).bit_length() - 1):
            rows = [
                unpack(rows[n], rows[n + half], bits=bits)
                for n in range(half)
                for unpack in (self.vunpack_low, self.vunpack_high)
            ]
            for row in rows:  # the square may need more registers than there are
                row.cold = all(val.cold for val in vals)
        return rows

    def vtranspose_blocks(self, vals: Sequence[Val]) -> list[Val]:
        """New vectors with vectors and blocks exchanged: block j of vector i is block i of ``vals[j]``. The vectors are
        as many as each has blocks: 2 of 256 bits, 4 of 512."""
        count = self._whole("vtranspose_blocks", *vals).bits // 128 if vals else 0
        if len(vals) != count or count < 2:
            raise self.fail(
                f"vtranspose_blocks: {len(vals)} vectors of {128 * count} bits; expected 2 of 256 bits or 4 of 512"
            )
        # A step takes the number of a block, bit by bit, into that of the vector.
        rows = list(vals)
        for _ in range(count.bit_length() - 1):
            rows = [
                pick(rows[n], rows[n + 1]) for pick in (self.vblocks_even, self.vblocks_odd) for n in range(0, count, 2)
            ]
        return rows

    # -- logic -----------------------------------------------------------------------------------------------------

    def vternary(self, table: int, x: Val, y: Val, z: Val, *, to: Val | None = None) -> Val:
        """A boolean function of three vectors, given as a truth table: bit 4x + 2y + z of ``table`` is its value. Where
        no one instruction has it, the code is a shortest expression of two-input logic. :meth:`ternary` takes an
        expression of the script's own."""
        if not 0 <= table < 256:
            raise self.fail(f"vternary: table {table:#x}; expected eight bits, 0 to 0xff")
        if table in (0, 0xFF):
            dst = self._target(to, self._whole("vternary", x, y, z))
            self.record("vconst", (dst,), (), data=bytes([table] * 16))
            return dst
        return self._vector("ternary", (x, y, z), to, parts=(shortest(table),))

    # -- products --------------------------------------------------------------------------------------------------

    def vclmul(self, x: Val, y: Val, x_half: int, y_half: int, *, to: Val | None = None) -> Val:
        """In each block, the carry-less product (of polynomials over GF(2)) of a half of ``x`` and a half of ``y``: 0
        is the lower lane of 64 bits, 1 the upper."""
        for half in (x_half, y_half):
            if half not in (0, 1):
                raise self.fail(f"vclmul: half {half}; expected 0, the lower 64 bits of a block, or 1, the upper")
        return self._vector("vclmul", (x, y), to, halves=(x_half, y_half))

    def vdot(
        self, acc: Val, x: Val, y: Val, *, signed_x: bool = False, signed_y: bool = False, to: Val | None = None
    ) -> Val:  # fmt: skip
        """In each lane of 32 bits, that of ``acc`` plus the four products of the bytes of ``x`` and ``y`` there. The
        bytes are unsigned, or signed. The sum wraps."""
        if signed_x and not signed_y:
            x, y, signed_x, signed_y = y, x, False, True
        return self._vector("vdot", (acc, x, y), to, signs=(signed_x, signed_y))

    def vmul52_low(self, acc: Val, x: Val, y: Val, *, to: Val | None = None) -> Val:
        """In each lane of 64 bits, that of ``acc`` plus the low 52 bits of the product of the low 52 bits of ``x`` and
        ``y``."""
        return self._vector("vmul52_low", (acc, x, y), to)

    def vmul52_high(self, acc: Val, x: Val, y: Val, *, to: Val | None = None) -> Val:
        """In each lane of 64 bits, that of ``acc`` plus the high 52 of the 104 bits of the product of the low 52 bits
        of ``x`` and ``y``."""
        return self._vector("vmul52_high", (acc, x, y), to)
