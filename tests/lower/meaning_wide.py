# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call,no-any-return"
"""The meaning of each operation on whole vectors, written from the docstrings of :mod:`generator.lang.vectors`."""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Any

import z3

from generator.lang.values import Op
from tests.lower.blocks import BLOCK, Bits, Rounds, Rule, by_block, by_lane, byte_of, constant, joined, lanes, repeated
from tests.lower.machine import load, reversed_bytes


class WideMeaning:
    """Mixed into :class:`tests.lower.meaning.Meaning`."""

    memory: z3.ArrayRef
    given: list[z3.BoolRef]
    word: int
    rounds = Rounds()
    keys_first = False

    if TYPE_CHECKING:

        def set(self, op: Op, value: Bits) -> None: ...
        def value(self, arg: Any, bits: int) -> Bits: ...
        def sources(self, op: Op) -> list[Bits]: ...
        def address(self, op: Op) -> Bits: ...
        def store(self, at: Bits, value: Bits) -> None: ...

    def _lanes(self, op: Op, width: int, rule: Rule) -> None:
        self.set(op, by_lane(width, rule, *self.sources(op)))

    # -- memory and constants --------------------------------------------------------------------------------------

    def w_frame(self, op: Op) -> None:
        self.set(op, z3.BitVec(f"area_{op.dst[0].name}", self.word))

    def w_vload(self, op: Op) -> None:
        self.set(op, load(self.memory, self.address(op), op.dst[0].type.bits))

    def w_vblock(self, op: Op) -> None:
        self.set(op, repeated(load(self.memory, self.address(op), BLOCK), op.dst[0].type.bits))

    def w_vstore(self, op: Op) -> None:
        self.store(self.address(op), self.value(op.args[2], 0))

    def w_vconst(self, op: Op) -> None:
        self.set(op, repeated(constant(op.attrs["data"]), op.dst[0].type.bits))

    def w_vzero(self, op: Op) -> None:
        self.set(op, z3.BitVecVal(0, op.dst[0].type.bits))

    # -- lanes -----------------------------------------------------------------------------------------------------

    def w_vadd(self, op: Op) -> None:
        self._lanes(op, op.attrs["lane"], lambda x, y: x + y)

    def w_vsub(self, op: Op) -> None:
        self._lanes(op, op.attrs["lane"], lambda x, y: x - y)

    def w_vshl(self, op: Op) -> None:
        self._lanes(op, op.attrs["lane"], lambda x: x << op.attrs["bits"])

    def w_vshr(self, op: Op) -> None:
        self._lanes(op, op.attrs["lane"], lambda x: z3.LShR(x, op.attrs["bits"]))

    def w_vrotl(self, op: Op) -> None:
        self._lanes(op, op.attrs["lane"], lambda x: z3.RotateLeft(x, op.attrs["bits"]))

    def w_vrotations(self, op: Op) -> None:
        lane = op.attrs["lane"]

        def half(x: Bits, right: tuple[int, ...]) -> list[Bits]:
            return [reduce(xor, [z3.RotateRight(part, bits) for bits in right]) for part in lanes(lane, x)]

        def block(x: Bits) -> Bits:
            return joined([part for n in range(2) for part in half(lanes(64, x)[n], op.attrs["halves"][n])])

        self._lanes(op, BLOCK, block)

    def w_vbswap(self, op: Op) -> None:
        self._lanes(op, op.attrs["lane"], reversed_bytes)

    # -- within blocks ---------------------------------------------------------------------------------------------

    def w_vshl_bytes(self, op: Op) -> None:
        self._lanes(op, BLOCK, lambda x: x << 8 * op.attrs["count"])

    def w_vshr_bytes(self, op: Op) -> None:
        self._lanes(op, BLOCK, lambda x: z3.LShR(x, 8 * op.attrs["count"]))

    def w_vext(self, op: Op) -> None:
        first = 8 * op.attrs["count"]
        self._lanes(op, BLOCK, lambda high, low: z3.Extract(first + 127, first, z3.Concat(high, low)))

    def w_vlookup(self, op: Op) -> None:
        def block(table: Bits, index: Bits) -> Bits:
            numbers = lanes(8, index)
            self.given.extend(z3.Or(z3.ULT(n, 16), z3.UGE(n, 128)) for n in numbers)
            found = [z3.If(z3.UGE(n, 128), z3.BitVecVal(0, 8), byte_of(table, z3.Extract(3, 0, n))) for n in numbers]
            return joined(found)

        self.set(op, by_block(block, *self.sources(op)))

    def w_vshuffle(self, op: Op) -> None:
        self._lanes(
            op, BLOCK, lambda x: joined([lanes(BLOCK // len(op.attrs["order"]), x)[n] for n in op.attrs["order"]])
        )

    def _unpack(self, op: Op, half: int) -> None:
        width = op.attrs["lane"]

        def block(x: Bits, y: Bits) -> Bits:
            xs, ys = (lanes(width, z3.Extract(64 * half + 63, 64 * half, value)) for value in (x, y))
            return joined([lane for pair in zip(xs, ys) for lane in pair])

        self._lanes(op, BLOCK, block)

    def w_vunpack_low(self, op: Op) -> None:
        self._unpack(op, 0)

    def w_vunpack_high(self, op: Op) -> None:
        self._unpack(op, 1)

    # -- across blocks, to and from words --------------------------------------------------------------------------

    def w_vfollow(self, op: Op) -> None:
        before, x = (lanes(BLOCK, value) for value in self.sources(op))
        moved = op.attrs["blocks"]
        self.set(op, joined([*before[-moved:], *x[:-moved]]))

    def _every_second(self, op: Op, first: int) -> None:
        self.set(op, joined([block for value in self.sources(op) for block in lanes(BLOCK, value)[first::2]]))

    def w_vblocks_even(self, op: Op) -> None:
        self._every_second(op, 0)

    def w_vblocks_odd(self, op: Op) -> None:
        self._every_second(op, 1)

    def w_vextract(self, op: Op) -> None:
        self.set(op, lanes(BLOCK, self.value(op.args[0], 0))[op.attrs["block"]])

    def w_vinsert(self, op: Op) -> None:
        blocks = lanes(BLOCK, self.value(op.args[0], 0))
        blocks[op.attrs["block"]] = self.value(op.args[1], 0)
        self.set(op, joined(blocks))

    def w_vfrom(self, op: Op) -> None:
        word = self.value(op.args[0], 0)
        self.set(op, z3.ZeroExt(BLOCK - word.size(), word))

    def w_vword(self, op: Op) -> None:
        self.set(op, lanes(op.dst[0].type.bits, self.value(op.args[0], 0))[op.attrs["lane"]])

    # -- AES -------------------------------------------------------------------------------------------------------

    def _aes(self, op: Op, *steps: Rule) -> None:
        def block(state: Bits, key: Bits) -> Bits:
            if self.keys_first:
                state = state ^ key
            for step in steps:
                state = step(state)
            return state if self.keys_first else state ^ key

        self._lanes(op, BLOCK, block)

    def w_aes_enc(self, op: Op) -> None:
        self._aes(op, self.rounds.enc, self.rounds.mix)

    def w_aes_enc_last(self, op: Op) -> None:
        self._aes(op, self.rounds.enc)

    def w_aes_dec(self, op: Op) -> None:
        self._aes(op, self.rounds.dec, self.rounds.mix_back)

    def w_aes_dec_last(self, op: Op) -> None:
        self._aes(op, self.rounds.dec)

    def w_aes_inv_mix(self, op: Op) -> None:
        self._lanes(op, BLOCK, self.rounds.mix_back)
