# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The engine of AES without AES instructions. Byte permutations look up sixteen-byte tables in registers, in constant
time. SSSE3 and Advanced SIMD share the description; aes_field.py computes the tables.

The state is kept in the basis of the tower field; decryption also undoes the affine transformation. Round n leaves the
state with its n (inverse) ShiftRows undone. A round is an inversion, a table for each coefficient of (Inv)MixColumns,
and a permutation of bytes for each turn of the columns. The round's number modulo 4 chooses the permutations. The round
keys are brought into the same form once, in the frame. MixColumns is 2 + 3U + U^2 + U^3 = (1 + U)(3 + U^2) + 1, where U
is a turn by one row: two tables and two permutations.

Critical path of a round of encryption: shift, mask, xor, look up, xor, look up, xor, look up, xor, permute, xor,
permute, xor = 13 steps. 11 of the 25 operations look up, and Intel cores have two ports for look-ups. A round takes 16
cycles if each block waits for the block before (18 with one more table, which would save a step).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from generator.kernels.cipher import aes_field as field
from generator.kernels.cipher.aes_engine import BLOCK, Engine
from generator.kernels.cipher.aes_field import Linear
from generator.lang import Builder, Val
from generator.lang.values import Type

NIBBLE = [15] * 16
MOST_ROUNDS = 14  # of AES-256
INVERSE_MIX = (14, 11, 13, 9)  # FIPS 197, 5.3.3: factors of rows r, r + 1, r + 2, r + 3


def identity(x: int) -> int:
    return x


def rows(turn: int, before: int = 0, after: int = 0) -> list[int]:
    """Byte indexes of ShiftRows ``before`` times (its inverse, below 0), then row r + ``turn`` brought to row r of its
    column, then ShiftRows ``after`` times."""
    out = []
    for column in range(4):
        for row in range(4):
            source = (row + turn) % 4
            out.append(4 * ((column + before * source + after * row) % 4) + source)
    return out


def add(x: list[Val], y: list[Val]) -> None:
    """x ^= y, value by value."""
    for to, other in zip(x, y):
        to ^= other


class Tables:
    """Sixteen-byte tables: from read-only data each time, or from registers where there are enough of them."""

    def __init__(self, k: Builder, type: Type | None = None) -> None:
        self.k = k
        self.type = type or k.v128
        self._held: dict[tuple[int, ...], Val] = {}

    def hold(self, room: int, *tables: list[int]) -> None:
        """Keep the first ``room`` tables in registers from here on."""
        self.k.note("tables that stay in registers")
        for table in tables[:room]:
            self._held[tuple(table)] = self[table]
        self.k.cold(list(self._held.values()))

    def make(self, table: list[int]) -> Val:
        return self.k.vconst(self.type, table, bits=8, name="table")

    def __getitem__(self, table: list[int]) -> Val:
        held = self._held.get(tuple(table))
        return self.make(table) if held is None else held


class VectorPermutation(Engine):
    """An engine of permutations; see :class:`Engine` for the steps."""

    linear = False

    def __init__(
        self, k: Builder, schedule: Val, rounds: Val, *, inverse: bool = False, room: int = 5, ends: bool = True
    ) -> None:
        super().__init__(k, schedule, rounds, inverse=inverse, ends=ends)
        self.tables = Tables(k)
        # `output` is the S-box as a function of the inverse, without its constant. `basis` is a standard byte as state.
        self.output: Linear = identity if inverse else field.affine
        self.basis: Linear = field.tower_before_inverse if inverse else field.tower
        self.abreast = 1 if k.vectors < 32 else 2 if inverse else 4
        factors = INVERSE_MIX if inverse else (1, 3)
        self.tables.hold(
            room if k.vectors == 16 else k.vectors - 8, field.RECIPROCAL, NIBBLE, field.A_OVER,
            *[table for factor in sorted(factors) for table in self.pair(self.mixed(factor))],
            field.low_nibble(self.basis, self.basis(field.CONSTANT)), field.high_nibble(self.basis),
        )  # fmt: skip

    def hold(self, *, chain: bool = False) -> None:
        """Bring the round keys into the frame, in the form of the state. Call before any rounds."""
        k, shift = self.k, -1 if self.inverse else 1
        k.note("the round keys in the form of the state, in the frame")
        # The schedule without its last round key, in bytes. The minimum keeps a caller's wrong count inside the frame.
        self.size = k.min(k.zext(k.usize, k.shl(self.count, 4)), MOST_ROUNDS * BLOCK)
        turns = [rows(turn, turn and shift * n, -shift * n) for turn in range(4) for n in range(4)]
        words = [int.from_bytes(bytes(turn[i : i + 8]), "little") for turn in turns for i in (0, 8)]
        self.turns_table = k.table("turns", k.u64, words)
        self.keys = k.frame(MOST_ROUNDS * BLOCK, "keys")
        k.cold(self.size, self.end, self.turns_table)
        at = k.const(k.usize, BLOCK, "at")
        with k.while_(at.lt(self.size)):
            key = self.of_bytes(k.vload(k.v128, self.schedule, index=at), self.basis, self.basis(field.CONSTANT))
            k.vstore(self.keys, k.vlookup(key, self.turn(self.turns_of(at), 0)), index=at)
            at += BLOCK

    def sizes(self, *, long: bool = False) -> list[tuple[Type, int, int]]:
        count = 4 if self.k.vectors >= 16 else 2
        return [(self.k.v128, count, count), (self.k.v128, 1, 1)]

    def few(self) -> list[tuple[Type, list[int]]]:
        return []  # a batch of any number takes as long as its blocks one by one, but for the loads of tables

    # -- pieces ----------------------------------------------------------------------------------------------------

    def mixed(self, factor: int) -> Linear:
        """A multiple of the S-box's output, as state."""
        return lambda x: self.basis(field.times(factor, self.output(x)))

    @staticmethod
    def pair(function: Linear) -> tuple[list[int], list[int]]:
        return field.over_io(function), field.over_jo(function)

    def invert(self, blocks: list[Val]) -> tuple[list[Val], list[Val]]:
        """io and jo of states."""
        k, tables = self.k, self.tables
        low = [x & tables[NIBBLE] for x in blocks]
        i = [k.vshr(x, 4, bits=8) for x in blocks]
        a_over_k = [k.vlookup(tables[field.A_OVER], x) for x in low]
        j = [x ^ y for x, y in zip(i, low)]
        out = []
        for own, other in ((j, i), (i, j)):  # jo begins, because jo is ready later
            half = [k.vlookup(tables[field.RECIPROCAL], x) for x in own]
            add(half, a_over_k)
            half = [k.vlookup(tables[field.RECIPROCAL], x) for x in half]
            add(half, other)
            out.append(half)
        return out[1], out[0]

    def of_inverse(self, function: Linear, io: list[Val], jo: list[Val], plus: Val | None = None) -> list[Val]:
        """A linear function of the inverse. ``plus`` is added off the critical path: io is ready before jo."""
        k = self.k
        over_io, over_jo = self.pair(function)
        out = [k.vlookup(self.tables[over_io], x) for x in io]
        if plus is not None:
            add(out, [plus] * len(out))
        add(out, [k.vlookup(self.tables[over_jo], x) for x in jo])
        return out

    def nibbles(self, x: Val) -> tuple[Val, Val]:
        """The lower and the upper four bits of each byte."""
        return x & self.tables[NIBBLE], self.k.vshr(x, 4, bits=8)

    def of_nibbles(self, low: Val, high: Val, function: Linear, constant: int = 0) -> Val:
        """A linear function of each byte, plus a constant."""
        out = self.k.vlookup(self.tables[field.low_nibble(function, constant)], low)
        out ^= self.k.vlookup(self.tables[field.high_nibble(function)], high)
        return out

    def of_bytes(self, x: Val, function: Linear, constant: int = 0) -> Val:
        return self.of_nibbles(*self.nibbles(x), function, constant)

    def turns_of(self, at: Val) -> Val:
        """A pointer to the permutations of the round whose key is ``at`` bytes into the schedule."""
        return self.k.add(self.turns_table, at & 3 * BLOCK)

    def turn(self, turns: Val, turn: int) -> Val:
        """The permutation of ``turns`` that turns columns by ``turn`` rows. Turn 0 undoes ShiftRows of this round and
        all before; after an even number of rounds turn 0 makes them too."""
        return self.k.vload(self.k.v128, turns, offset=64 * turn, name="turn")

    def fetched(self, load: Callable[[], Val]) -> Callable[[], Val]:
        """A value that several blocks use. With 32 vector registers the value is loaded once, otherwise for each block.
        (A copy in the frame, stored in every round, halved the speed at some places of the stack.)"""
        if self.k.vectors < 32:
            return load
        value = load()
        return lambda: value

    # -- the three steps -------------------------------------------------------------------------------------------

    def last(self, type: Type) -> Val:
        """The last round key with the S-box's constant, which no table over the inverse can hold."""
        last = super().last(type)
        return last if self.inverse else last ^ self.k.vconst(type, [field.CONSTANT] * 16, bits=8)

    def mask(self, type: Type) -> Val:
        return self.last(type) ^ self.first(type)

    def enter(self, blocks: list[Val], *, late: Callable[[], Val] | None = None) -> None:
        first = self.first(self.k.v128)
        for block in blocks:
            block ^= first
            self.add_late([block], late)
            self.k.set(block, self.of_bytes(block, self.basis, self.basis(field.CONSTANT) if self.inverse else 0))

    def begin(self, blocks: list[Val]) -> None:
        """Nothing: all rounds are in the loop."""

    def rounds(self, blocks: list[Val], *, begun: bool = False) -> None:
        """Run all rounds except the last, which :meth:`leave` runs."""
        k = self.k
        at = k.const(k.usize, BLOCK, "at")
        with k.while_(at.lt(self.size), align=32):
            table = self.turns_of(at)
            k.cold(table)
            key = self.fetched(lambda: k.vload(k.v128, self.keys, index=at, name="key"))
            turns = [self.fetched(partial(self.turn, table, turn)) for turn in ((1, 2, 3) if self.inverse else (1, 2))]
            for n in range(0, len(blocks), self.abreast):
                self.round_abreast(blocks[n : n + self.abreast], key, turns)
            at += BLOCK

    def round_abreast(self, blocks: list[Val], key: Callable[[], Val], turns: list[Callable[[], Val]]) -> None:
        """Run a round of several blocks. Their operations alternate, for cores that execute in order."""
        k = self.k
        io, jo = self.invert(blocks)
        if self.inverse:
            first, *others = [self.of_inverse(self.mixed(factor), io, jo) for factor in INVERSE_MIX]
            add(first, [key()] * len(blocks))
            second, third, fourth = (self.turned(x, turn) for x, turn in zip(others, turns))
            add(first, second)
            add(third, fourth)
            for block, x, y in zip(blocks, first, third):
                k.xor(x, y, to=block)
        else:
            once, thrice = (self.of_inverse(self.mixed(factor), io, jo) for factor in (1, 3))
            add(thrice, self.turned(once, turns[1]))
            turned = self.turned(thrice, turns[0])
            add(once, [key()] * len(blocks))
            add(once, thrice)
            for block, x, y in zip(blocks, turned, once):
                k.xor(x, y, to=block)

    def turned(self, blocks: list[Val], turn: Callable[[], Val]) -> list[Val]:
        table = turn()
        return [self.k.vlookup(x, table) for x in blocks]

    def leave(self, block: Val, mask: Val, to: Val | None = None) -> Val:
        (out,) = self.of_inverse(self.output, *self.invert([block]))
        return self.k.xor(self.k.vlookup(out, self.turn(self.turns_of(self.size), 0)), mask, to=to)

    def go_on(self, block: Val, last: Val, following: Val) -> Val:
        k = self.k
        table = self.turns_of(self.size)
        io, jo = self.invert([block])
        following = k.vlookup(self.of_bytes(following, self.basis), self.turn(table, 0))
        (state,) = self.of_inverse(self.mixed(1), io, jo, plus=following)
        k.vlookup(state, self.turn(table, 0), to=block)
        (out,) = self.of_inverse(self.output, io, jo)
        return k.vlookup(out, self.turn(table, 0)) ^ last

    # -- key schedules ---------------------------------------------------------------------------------------------

    def enter_words(self, x: Val) -> Val:
        return self.of_bytes(x, self.basis)

    def leave_words(self, x: Val) -> Val:
        return self.of_bytes(x, field.from_tower)

    def substitute_columns(self, x: Val, zero: Val, plus: Callable[[], Val] | None = None) -> Val:
        constant = self.k.vconst(self.k.v128, [self.basis(field.CONSTANT)] * 16, bits=8)
        if plus is not None:
            constant ^= plus()
        io, jo = self.invert([x])
        (out,) = self.of_inverse(self.mixed(1), io, jo, plus=constant)
        return out

    def inverse_mix(self, x: Val) -> Val:
        k = self.k
        nibbles = self.nibbles(x)
        first, *others = (self.of_nibbles(*nibbles, field.multiple(factor, identity)) for factor in INVERSE_MIX)
        second, third, fourth = (k.vlookup(y, self.tables[rows(n)]) for n, y in enumerate(others, 1))
        return first ^ second ^ (third ^ fourth)
