# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES on terms: the transformations of FIPS 197, and instructions as the manuals of Intel and Arm define them.

A block is sixteen terms of a byte, in the order of memory. The S-box is one function of a byte, which nothing looks
into; of a constant it has its value.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from generator.lang.values import Op
from proof.graph import State
from proof.lanes import opaque
from proof.script import Script
from proof.terms import BLOCK, Term, add, band, bxor, concat, const, extract, sext, shl
from tests.reference import aes

Bytes = list[Term]


def bytes_of(block: Term) -> Bytes:
    return [extract(8 * n + 7, 8 * n, block) for n in range(16)]


def block_of(parts: Sequence[Term]) -> Term:
    return concat(*reversed(parts))


def added(x: Sequence[Term], y: Sequence[Term]) -> Bytes:
    return [bxor(a, b) for a, b in zip(x, y)]


def substituted(state: Sequence[Term], inverse: bool = False) -> Bytes:
    """SubBytes and InvSubBytes."""
    box = aes._inverse_box() if inverse else aes._box()
    name = "inverse S-box" if inverse else "S-box"
    return [const(8, box[one.val]) if one.op == "const" else opaque(name, 8, one) for one in state]


def shifted(state: Sequence[Term], inverse: bool = False) -> Bytes:
    """ShiftRows and InvShiftRows: row r of column c comes from column c + r, or c - r."""
    sign = -1 if inverse else 1
    return [state[4 * ((at // 4 + sign * (at % 4)) % 4) + at % 4] for at in range(16)]


def times(factor: int, x: Term) -> Term:
    """A product in the field (FIPS 197, 4.2)."""
    out = const(8, 0)
    while factor:
        if factor & 1:
            out = bxor(out, x)
        high = sext(8, extract(7, 7, x)) if x.op != "const" else const(8, -(x.val >> 7))
        x = bxor(shl(x, 1), band(high, const(8, 0x1B)))
        factor >>= 1
    return out


def mixed(state: Sequence[Term], inverse: bool = False) -> Bytes:
    """MixColumns and InvMixColumns (FIPS 197, 5.1.3 and 5.3.3)."""
    factors = (14, 11, 13, 9) if inverse else (2, 3, 1, 1)
    return [reduce(bxor, (times(factors[(n - at) % 4], state[at // 4 * 4 + n]) for n in range(4))) for at in range(16)]


def cipher(block: Sequence[Term], keys: Sequence[Sequence[Term]]) -> Bytes:
    """Cipher() of FIPS 197, 5.1."""
    state = added(block, keys[0])
    for key in keys[1:-1]:
        state = added(mixed(shifted(substituted(state))), key)
    return added(shifted(substituted(state)), keys[-1])


def inverse_cipher(block: Sequence[Term], keys: Sequence[Sequence[Term]]) -> Bytes:
    """EqInvCipher() of FIPS 197, 5.3.5. ``keys``: the schedule dw in the order of its use."""
    state = added(block, keys[0])
    for key in keys[1:-1]:
        state = added(mixed(shifted(substituted(state, True), True), True), key)
    return added(shifted(substituted(state, True), True), keys[-1])


def instruction(name: str, *operands: Term) -> Term:
    """A round of x86 by the name that recordings have for it: AESENC, AESENCLAST, AESDEC, AESDECLAST or AESIMC."""
    state, *keys = (bytes_of(one) for one in operands)
    if name == "aes_inv_mix":
        return block_of(mixed(state, True))
    inverse = name.startswith("aes_dec")
    made = substituted(shifted(state, inverse), inverse)
    return block_of(added(made if name.endswith("_last") else mixed(made, inverse), keys[0]))


class Blocks(Script):
    """A recording whose rounds of AES are what the manuals say. Longer loads than a block are several."""

    def load(self, state: State, address: Term, bits: int) -> Term:
        if bits <= BLOCK:
            return super().load(state, address, bits)
        starts = range(bits - BLOCK, -1, -BLOCK)
        return concat(*(super(Blocks, self).load(state, add(address, const(address.w, n // 8)), BLOCK) for n in starts))

    def _aes(self, state: State, op: Op) -> None:
        args = self.args(state, op)
        starts = range(args[0].w - BLOCK, -1, -BLOCK)
        self.put(state, op.dst[0], concat(*(self._round(op, *(extract(n + 127, n, x) for x in args)) for n in starts)))

    def _round(self, op: Op, *given: Term) -> Term:
        if not self.keys_first or len(given) == 1:
            return instruction(op.name, *given)
        inverse = op.name.startswith("aes_dec")  # AESE or AESD, then AESMC or AESIMC
        made = substituted(shifted(bytes_of(bxor(*given)), inverse), inverse)
        return block_of(made if op.name.endswith("_last") else mixed(made, inverse))

    w_aes_enc = w_aes_enc_last = w_aes_dec = w_aes_dec_last = w_aes_inv_mix = _aes
