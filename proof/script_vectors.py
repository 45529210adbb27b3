# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The meaning of recorded operations on vectors."""

from __future__ import annotations

from collections.abc import Callable

from generator.lang.values import Op
from proof import arithmetic
from proof.arithmetic import by_lane
from proof.graph import State
from proof.lanes import lanewise, mul52, mul_even, opaque, rearranged, shifted_each
from proof.script_base import Recording
from proof.shared import by_block, inserted, lookup
from proof.terms import (
    BLOCK,
    Term,
    band,
    bxor,
    concat,
    const,
    extract,
    mul,
    vshift,
    zext,
)


class Vectors(Recording):
    """Operations on vectors."""

    def w_vconst(self, state: State, op: Op) -> None:
        data = op.attrs["data"]
        bits = op.dst[0].type.bits
        self.put(state, op.dst[0], const(bits, int.from_bytes(data * (bits // 8 // len(data)), "little")))

    def w_vzero(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], const(op.dst[0].type.bits, 0))

    def _lanes(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], lanewise(op.name, op.attrs["lane"], *self.args(state, op)))

    w_vadd = w_vsub = w_vequal = _lanes

    def _mul52(self, state: State, op: Op) -> None:
        acc, x, y = self.args(state, op)
        self.put(state, op.dst[0], lanewise("vadd", 64, acc, mul52(op.name.removeprefix("vmul52_"), x, y)))

    w_vmul52_low = w_vmul52_high = _mul52

    def w_vmul_even(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], mul_even(op.attrs["signed"], *self.args(state, op)))

    def _by_lane(self, state: State, op: Op, rule: Callable[..., Term], lane: int) -> None:
        self.put(state, op.dst[0], by_lane(rule, lane, *self.args(state, op)))

    def w_vmul_low(self, state: State, op: Op) -> None:
        self._by_lane(state, op, mul, op.attrs["lane"])

    def w_vmul_high(self, state: State, op: Op) -> None:
        self._by_lane(state, op, arithmetic.high(op.attrs["signed"]), op.attrs["lane"])

    def w_vmul_pairs(self, state: State, op: Op) -> None:
        self._by_lane(state, op, arithmetic.neighbours, 32)

    def w_vdot(self, state: State, op: Op) -> None:
        self._by_lane(state, op, arithmetic.dot(*op.attrs["signs"]), 32)

    def w_vgreater(self, state: State, op: Op) -> None:
        self._by_lane(state, op, arithmetic.greater(op.attrs["signed"]), op.attrs["lane"])

    def w_vmin(self, state: State, op: Op) -> None:
        self._by_lane(state, op, arithmetic.chosen(op.name[1:], op.attrs["signed"]), op.attrs["lane"])

    w_vmax = w_vmin

    def w_vblend(self, state: State, op: Op) -> None:
        """Bit by bit: each byte of the mask is all ones or zeros."""
        mask, x, y = self.args(state, op)
        self.put(state, op.dst[0], bxor(y, band(mask, bxor(x, y))))

    def w_vclmul(self, state: State, op: Op) -> None:
        def rule(*blocks: Term) -> Term:
            halves = (extract(64 * n + 63, 64 * n, x) for n, x in zip(op.attrs["halves"], blocks))
            return arithmetic.carry_less(*halves)

        self.put(state, op.dst[0], by_block(rule, *self.args(state, op)))

    def _widen(self, state: State, op: Op) -> None:
        half = int(op.name.endswith("high"))
        self.put(
            state,
            op.dst[0],
            by_block(
                lambda x: arithmetic.widened(op.attrs["signed"], op.attrs["lane"], half, x), *self.args(state, op)
            ),
        )

    w_vwiden_low = w_vwiden_high = _widen

    def w_vnarrow(self, state: State, op: Op) -> None:
        signed, lane = op.attrs["signed"], op.attrs["lane"]
        made = by_block(lambda x, y: arithmetic.narrowed(signed, lane, x, y), *self.args(state, op))
        self.put(state, op.dst[0], made)

    def w_vrotations(self, state: State, op: Op) -> None:
        """Three rotations to the right, by constants of a lane's half of its block."""
        lane, (x,) = op.attrs["lane"], self.args(state, op)
        out = const(x.w, 0)
        for low, high in zip(*op.attrs["halves"]):
            bits = [(low if n % BLOCK < 64 else high, n) for n in range(0, x.w, lane)]
            counts = sum((lane - right) << n for right, n in bits)
            out = bxor(out, shifted_each("vrotl", lane, const(x.w, counts), x))
        self.put(state, op.dst[0], out)

    def _shift(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], vshift(op.name, op.attrs["lane"], op.attrs["bits"], self.args(state, op)[0]))

    w_vshl = w_vshr = w_vrotl = w_vsar = _shift

    def _bytes(self, state: State, op: Op, rule: Callable[[int], tuple[int, int] | None]) -> None:
        places = [rule(n) for n in range(16)]
        self.put(state, op.dst[0], by_block(lambda *xs: rearranged(xs, places), *self.args(state, op)))

    def w_vbswap(self, state: State, op: Op) -> None:
        size = op.attrs["lane"] // 8
        self._bytes(state, op, lambda n: (0, n // size * size + size - 1 - n % size))

    def w_vshl_bytes(self, state: State, op: Op) -> None:
        count = op.attrs["count"]
        self._bytes(state, op, lambda n: (0, n - count) if n >= count else None)

    def w_vshr_bytes(self, state: State, op: Op) -> None:
        count = op.attrs["count"]
        self._bytes(state, op, lambda n: (0, n + count) if n + count < 16 else None)

    def w_vext(self, state: State, op: Op) -> None:
        count = op.attrs["count"]
        self._bytes(state, op, lambda n: (1, n + count) if n + count < 16 else (0, n + count - 16))

    def w_vshuffle(self, state: State, op: Op) -> None:
        order = op.attrs["order"]
        size = 16 // len(order)
        self._bytes(state, op, lambda n: (0, order[n // size] * size + n % size))

    def _unpack(self, state: State, op: Op, half: int) -> None:
        size = op.attrs["lane"] // 8
        self._bytes(state, op, lambda n: (n // size % 2, 8 * half + n // (2 * size) * size + n % size))

    def w_vunpack_low(self, state: State, op: Op) -> None:
        self._unpack(state, op, 0)

    def w_vunpack_high(self, state: State, op: Op) -> None:
        self._unpack(state, op, 1)

    def w_vlookup(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], by_block(lookup, *self.args(state, op)))

    def w_vextract(self, state: State, op: Op) -> None:
        first = BLOCK * op.attrs["block"]
        self.put(state, op.dst[0], extract(first + 127, first, self.value(state, op.args[0])))

    def w_vinsert(self, state: State, op: Op) -> None:
        x, y = (self.value(state, arg) for arg in op.args[:2])
        self.put(state, op.dst[0], inserted(x, op.attrs["block"], y))

    def w_vfollow(self, state: State, op: Op) -> None:
        """Blocks moved up; those of the first operand come in."""
        before, x = (self.value(state, arg) for arg in op.args)
        moved = BLOCK * op.attrs["blocks"]
        incoming = extract(x.w - 1, x.w - moved, before)
        self.put(state, op.dst[0], incoming if moved == x.w else concat(extract(x.w - moved - 1, 0, x), incoming))

    def _every_second(self, state: State, op: Op, first: int) -> None:
        """The even or the odd blocks of both operands, those of the first one below."""
        parts = [
            extract(at + BLOCK - 1, at, value)
            for value in self.args(state, op)
            for at in range(first * BLOCK, value.w, 2 * BLOCK)
        ]
        self.put(state, op.dst[0], concat(*reversed(parts)))

    def w_vblocks_even(self, state: State, op: Op) -> None:
        self._every_second(state, op, 0)

    def w_vblocks_odd(self, state: State, op: Op) -> None:
        self._every_second(state, op, 1)

    def w_vfrom(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], zext(op.dst[0].type.bits, self.value(state, op.args[0])))

    def w_vword(self, state: State, op: Op) -> None:
        bits = op.dst[0].type.bits
        first = bits * op.attrs["lane"]
        self.put(state, op.dst[0], extract(first + bits - 1, first, self.value(state, op.args[0])))

    def w_vbroadcast(self, state: State, op: Op) -> None:
        one = extract(op.attrs["lane"] - 1, 0, self.value(state, op.args[0]))
        self.put(state, op.dst[0], concat(*[one] * (op.dst[0].type.bits // one.w)))

    def _aes(self, state: State, op: Op) -> None:
        args = self.args(state, op)
        if self.keys_first and len(args) == 2:  # AArch64's parts of a round
            side = "aes_" if op.name.startswith("aes_enc") else "aes_inv_"
            made = opaque(f"{side}sub", BLOCK, bxor(*args))
            self.put(state, op.dst[0], made if op.name.endswith("_last") else opaque(f"{side}mix", BLOCK, made))
            return
        self.put(state, op.dst[0], by_block(lambda *xs: opaque(op.name, BLOCK, *xs), *args))

    w_aes_enc = w_aes_enc_last = w_aes_dec = w_aes_dec_last = w_aes_inv_mix = _aes
