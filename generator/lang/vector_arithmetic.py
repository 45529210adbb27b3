# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Arithmetic on the lanes of whole vectors: products, arithmetic shifts, comparisons, choices, the lesser and the
greater. The time of no operation depends on its operands."""

from __future__ import annotations

from generator.lang.arguments import checked
from generator.lang.values import Val
from generator.lang.vectors import LANES, VectorOps


@checked
class LaneArithmetic(VectorOps):
    """Lanes are unsigned unless ``signed=True`` says that they are numbers in two's complement."""

    # -- products --------------------------------------------------------------------------------------------------

    def vmul_low(self, x: Val, y: Val, *, bits: int, to: Val | None = None) -> Val:
        """The low half of the product of each two lanes, as wide as a lane. Lanes of 16 bits take one instruction
        everywhere. Lanes of 64 bits take one with AVX-512DQ, and seven or eight otherwise."""
        return self._lanes("vmul_low", (x, y), bits, to, LANES[1:])

    def vmul_high(self, x: Val, y: Val, *, bits: int, signed: bool = False, to: Val | None = None) -> Val:
        """The high half of the product of each two lanes of 16 bits."""
        if bits in LANES and bits != 16:
            raise self.fail(f"vmul_high: lanes of {bits} bits; expected 16, or k.vmul_even for products of 64 bits")
        return self._lanes("vmul_high", (x, y), bits, to, (16,), signed=signed)

    def vmul_even(self, x: Val, y: Val, *, signed: bool = False, to: Val | None = None) -> Val:
        """The products, of 64 bits, of the lower 32 bits of each two lanes of 64 bits. The upper 32 bits of ``x`` and
        ``y`` do not matter. ``k.vshr(x, 32, bits=64)`` brings the odd words to the places of the even ones."""
        return self._vector("vmul_even", (x, y), to, signed=signed)

    def vmul_pairs(self, x: Val, y: Val, *, to: Val | None = None) -> Val:
        """In each lane of 32 bits the sum of the products of the two signed lanes of 16 bits there. A sum beyond 32
        bits wraps: only four factors of -32768 make one."""
        return self._vector("vmul_pairs", (x, y), to)

    # -- shifts ----------------------------------------------------------------------------------------------------

    def vsar(self, x: Val, count: int, *, bits: int, to: Val | None = None) -> Val:
        """Each lane shifted right by a constant. Copies of the lane's highest bit come in: the lane is divided as a
        signed number, and rounded down."""
        return self._vshift("vsar", x, count, bits, to)

    # -- comparisons, choices --------------------------------------------------------------------------------------

    def vequal(self, x: Val, y: Val, *, bits: int, to: Val | None = None) -> Val:
        """All ones in the lanes where ``x`` and ``y`` are equal, zeros in the others: a mask for :meth:`vblend`."""
        return self._lanes("vequal", (x, y), bits, to)

    def vgreater(self, x: Val, y: Val, *, bits: int, signed: bool = False, to: Val | None = None) -> Val:
        """All ones in the lanes where ``x`` is greater than ``y``, zeros in the others: a mask for :meth:`vblend`."""
        return self._lanes("vgreater", (x, y), bits, to, signed=signed)

    def vblend(self, mask: Val, x: Val, y: Val, *, to: Val | None = None) -> Val:
        """``x`` where the mask is all ones, ``y`` where the mask is zero. Each byte of the mask must be 0 or 255, as
        :meth:`vequal` and :meth:`vgreater` make them: instruction sets differ on other bytes. A constant with another
        byte is refused. Any bits choose by ``k.ternary(lambda m, x, y: m & x | ~m & y, mask, x, y)``."""
        for n, byte in enumerate(self.known.get(mask.id, b"")):
            if byte not in (0, 255):
                raise self.fail(
                    f"vblend: byte {n} of the mask is {byte}; expected 0 or 255, or k.ternary, which chooses bits"
                )
        return self._vector("vblend", (mask, x, y), to)

    # -- the lesser and the greater --------------------------------------------------------------------------------

    def vmin(self, x: Val, y: Val, *, bits: int, signed: bool = False, to: Val | None = None) -> Val:
        """The lesser of each two lanes of 8, 16 or 32 bits. Lanes of 64 bits: ``k.vgreater`` and ``k.vblend``."""
        return self._chosen("vmin", x, y, bits, signed, to)

    def vmax(self, x: Val, y: Val, *, bits: int, signed: bool = False, to: Val | None = None) -> Val:
        """The greater of each two lanes of 8, 16 or 32 bits. Lanes of 64 bits: ``k.vgreater`` and ``k.vblend``."""
        return self._chosen("vmax", x, y, bits, signed, to)

    def _chosen(self, op: str, x: Val, y: Val, bits: int, signed: bool, to: Val | None) -> Val:
        if bits == 64:
            raise self.fail(f"{op}: lanes of 64 bits; expected 8, 16 or 32, or k.vgreater and k.vblend")
        self._lane(op, bits, LANES[:3])
        return self._vector(op, (x, y), to, lane=bits, signed=signed)
