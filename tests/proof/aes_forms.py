# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES on forms of bytes: the transformations of FIPS 197, and recordings which look bytes up in tables of sixteen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from generator.lang.values import Condition, Op
from proof.graph import State
from proof.memory import NoProof
from proof.permute import source
from proof.script import Script
from proof.terms import BLOCK, Term, add, concat, const, extract, linear
from tests.proof.byte_forms import applied, table, total, values_of
from tests.reference import aes

Bytes = list[Term]
FACTORS, INVERSE_FACTORS = (2, 3, 1, 1), (14, 11, 13, 9)
NUMBERS = {*range(16), *range(128, 256)}


def bytes_of(block: Term) -> Bytes:
    """The bytes of a value, in the order of memory."""
    found = (source(block, n) for n in range(block.w // 8))
    return [const(8, 0) if one is None else extract(8 * one[1] + 7, 8 * one[1], one[0]) for one in found]


def block_of(parts: Sequence[Term]) -> Term:
    """Bytes in the order of memory as one value. Four bytes of a word of 32 bits become this word again."""
    out, at = [], 0
    while at < len(parts):
        top = parts[at + 3] if at + 3 < len(parts) else parts[at]
        word = top.args[0] if top.op == "ext" and top.val == 24 and top.args[0].w == 32 else None
        whole = word is not None and bytes_of(word) == list(parts[at : at + 4])
        out.append(word if word is not None and whole else parts[at])
        at += 4 if whole else 1
    return concat(*reversed(out))


def blocks_of(held: Bytes) -> list[Bytes]:
    return [held[at : at + 16] for at in range(0, len(held), 16)]


def added(x: Sequence[Term], y: Sequence[Term]) -> Bytes:
    return [total(a, b) for a, b in zip(x, y)]


def substituted(state: Sequence[Term], inverse: bool = False) -> Bytes:
    box = aes._inverse_box() if inverse else aes._box()
    return [applied(box, one) for one in state]


def shifted(state: Sequence[Term], inverse: bool = False) -> Bytes:
    """ShiftRows and InvShiftRows: row r of column c comes from column c + r, or c - r."""
    sign = -1 if inverse else 1
    return [state[4 * ((at // 4 + sign * (at % 4)) % 4) + at % 4] for at in range(16)]


def mixed(state: Sequence[Term], inverse: bool = False) -> Bytes:
    """MixColumns and InvMixColumns (FIPS 197, 5.1.3 and 5.3.3)."""
    factors = [table(partial(aes._times, by)) for by in (INVERSE_FACTORS if inverse else FACTORS)]
    return [
        total(*(applied(factors[(n - at) % 4], state[at // 4 * 4 + n]) for n in range(4))) for at in range(len(state))
    ]


def cipher(block: Sequence[Term], keys: Sequence[Sequence[Term]], inverse: bool = False) -> Bytes:
    """Cipher() and EqInvCipher() of FIPS 197, 5.1 and 5.3.5. ``keys``: in the order of their use."""
    state = added(block, keys[0])
    for key in keys[1:-1]:
        state = added(mixed(shifted(substituted(state, inverse), inverse), inverse), key)
    return added(shifted(substituted(state, inverse), inverse), keys[-1])


def expanded(key: Bytes) -> Bytes:
    """KeyExpansion() of FIPS 197, 5.2, for a key of 16, 24 or 32 bytes."""
    words, step, constant = [key[at : at + 4] for at in range(0, len(key), 4)], len(key) // 4, 1
    for n in range(step, 4 * (aes.ROUNDS[len(key)] + 1)):
        word = words[-1]
        if n % step == 0:
            first, *rest = substituted([*word[1:], word[0]])
            word = [total(first, const(8, constant)), *rest]
            constant = aes._times(constant, 2)
        elif step > 6 and n % step == 4:
            word = substituted(word)
        words.append(added(words[n - step], word))
    return [byte for word in words for byte in word]


def instruction(name: str, block: Bytes, *keys: Bytes, keys_first: bool = False) -> Bytes:
    """A round as the manuals of Intel and Arm define it, by the name that recordings have for it: AESENC, AESENCLAST,
    AESDEC, AESDECLAST or AESIMC. Arm's adds the key first."""
    inverse = name.startswith(("aes_dec", "aes_inv"))
    if not keys:
        return mixed(block, inverse)
    if keys_first:
        block = added(block, keys[0])
    block = shifted(substituted(block, inverse), inverse)
    if not name.endswith("_last"):
        block = mixed(block, inverse)
    return block if keys_first else added(block, keys[0])


def looked_up(values: Sequence[int]) -> bytes:
    return table(lambda x: 0 if x > 127 else values[x & 15])


class Forms(Script):
    """A recording whose vectors are forms of bytes. No buffer reaches over the end of the addresses: places in
    one buffer compare as their distances from its begin."""

    def condition(self, state: State, cond: Condition) -> Term:
        x = self.value(state, cond.x)
        y = self.value(state, cond.y, x.w)
        first, second = linear(x), linear(y)
        if cond.kind in ("lt", "ge") and first.parts == second.parts and any(map(self.map.is_base, first.parts)):
            low = first.const ^ 1 << (x.w - 1) < second.const ^ 1 << (x.w - 1)
            return const(1, low == (cond.kind == "lt"))
        return super().condition(state, cond)

    def load(self, state: State, address: Term, bits: int) -> Term:
        """A load of what several stores left is a load of each byte."""
        found = super().load(state, address, bits)
        if found.op != "load" or found.args[0].op != "store":
            return found
        places = (add(address, const(self.word, n)) for n in range(bits // 8))
        return block_of([byte for at in places for byte in bytes_of(super(Forms, self).load(state, at, 8))])

    def w_load(self, state: State, op: Op) -> None:
        super().w_load(state, op)
        if op.attrs["be"]:
            value = self.load(state, self.address(state, op), op.dst[0].type.bits)
            self.put(state, op.dst[0], block_of(bytes_of(value)[::-1]))

    def _bytes(self, state: State, op: Op, rule: Callable[[int], tuple[int, int] | None]) -> None:
        places = [rule(n) for n in range(16)]

        def moved(*given: Bytes) -> Bytes:
            return [const(8, 0) if one is None else given[one[0]][one[1]] for one in places]

        self._by_blocks(state, op, moved)

    def _by_blocks(self, state: State, op: Op, rule: Callable[..., Bytes]) -> None:
        blocks = zip(*(blocks_of(bytes_of(x)) for x in self.args(state, op)))
        self.put(state, op.dst[0], block_of([byte for given in blocks for byte in rule(*given)]))

    def _by_bytes(self, state: State, op: Op, rule: Callable[..., Term]) -> None:
        columns = zip(*(bytes_of(x) for x in self.args(state, op)))
        self.put(state, op.dst[0], block_of([rule(*column) for column in columns]))

    def w_xor(self, state: State, op: Op) -> None:
        if op.dst[0].type.bits >= BLOCK:
            self._by_bytes(state, op, total)
        else:
            super().w_xor(state, op)

    def w_and(self, state: State, op: Op) -> None:
        if op.dst[0].type.bits >= BLOCK:
            self._by_bytes(state, op, _masked)
        else:
            super().w_and(state, op)

    def w_vshr(self, state: State, op: Op) -> None:
        bits = op.attrs["bits"]
        if op.attrs["lane"] != 8:
            raise NoProof(f"{op.src}: a shift in lanes of {op.attrs['lane']} bits")
        self._by_bytes(state, op, lambda x: applied(table(lambda n: n >> bits), x))

    def w_vlookup(self, state: State, op: Op) -> None:
        values, numbers = self.args(state, op)
        if numbers.op == "const":  # a permutation of bytes: each stays the term that it is
            self._by_blocks(state, op, _permuted)
            return
        if values.op != "const":
            raise NoProof(f"{op.src}: neither the table nor the numbers are constant")
        if not all(values_of(one) <= NUMBERS for one in bytes_of(numbers)):
            raise NoProof(f"{op.src}: a number from 16 to 127, for which machines have different results")
        entries = [one.val for one in bytes_of(values)]
        self.put(state, op.dst[0], block_of([applied(looked_up(entries), one) for one in bytes_of(numbers)]))

    def _aes(self, state: State, op: Op) -> None:
        self._by_blocks(state, op, partial(instruction, op.name, keys_first=self.keys_first))

    w_aes_enc = w_aes_enc_last = w_aes_dec = w_aes_dec_last = w_aes_inv_mix = _aes


def _permuted(values: Bytes, numbers: Bytes) -> Bytes:
    return [const(8, 0) if one.val >= 128 else values[one.val & 15] for one in numbers]


def _masked(x: Term, y: Term) -> Term:
    value, mask = (x, y) if y.op == "const" else (y, x)
    if mask.op != "const":
        raise NoProof("a mask that is not constant")
    return applied(table(lambda n: n & int(mask.val)), value)
