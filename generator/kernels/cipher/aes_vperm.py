# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES where there are no AES instructions: in constant time by byte permutations, which look up sixteen-byte tables in
registers. One description for SSSE3 and Advanced SIMD; the tables are computed in aes_field.py.

State is kept in the basis of the tower field, for decryption after undoing the affine transformation too, so that a
round is an inversion, a table per distinct coefficient of (Inv)MixColumns, and a permutation of bytes per coefficient.
Critical path of a round: shift, mask, xor, look up, xor, look up, xor, look up, xor, permute, xor, xor = 12 steps.
Round keys are brought into that basis as they are used, and added where one half of the inverse waits for the other.
"""

from __future__ import annotations

from generator.kernels.cipher import aes_field as field
from generator.kernels.cipher.aes_engine import BLOCK, Engine
from generator.kernels.cipher.aes_field import Linear
from generator.lang import Builder, Val
from generator.lang.values import Type

MIX = {False: (2, 3, 1, 1), True: (14, 11, 13, 9)}  # FIPS 197, 5.1.3 and 5.3.3: factors of rows r, r + 1, r + 2, r + 3


NIBBLE = [15] * 16


def identity(x: int) -> int:
    return x


def rows(turn: int, *, shift: int) -> list[int]:
    """Byte indexes that bring row r + ``turn`` to row r, after ShiftRows (``shift`` 1), its inverse (-1) or without."""
    out = []
    for column in range(4):
        for row in range(4):
            source = (row + turn) % 4
            out.append(4 * ((column + shift * source) % 4) + source)
    return out


class Tables:
    """Sixteen-byte tables: from read-only data each time, or from registers where there are enough of them."""

    def __init__(self, k: Builder) -> None:
        self.k = k
        self._held: dict[tuple[int, ...], Val] = {}

    def hold(self, room: int, *tables: list[int]) -> None:
        """Keep the first ``room`` of these in registers from here on."""
        for table in tables[:room]:
            self._held[tuple(table)] = self[table]
        self.k.cold(list(self._held.values()))

    def make(self, table: list[int]) -> Val:
        return self.k.vconst(self.k.v128, table, lane=8, name="table")

    def __getitem__(self, table: list[int]) -> Val:
        held = self._held.get(tuple(table))
        return self.make(table) if held is None else held


class VectorPermutation(Engine):
    """An engine of permutations; see :class:`Engine` for the steps."""

    linear = False

    def __init__(self, k: Builder, schedule: Val, rounds: Val, *, inverse: bool = False, room: int = 5) -> None:
        super().__init__(k, schedule, rounds, inverse=inverse)
        self.tables = Tables(k)
        # What the S-box makes of the inverse, with its constant, and how a standard byte becomes state.
        self.output: Linear = identity if inverse else field.affine
        self.constant = 0 if inverse else field.CONSTANT
        self.basis: Linear = field.tower_before_inverse if inverse else field.tower
        self.shift = -1 if inverse else 1
        self.abreast = 2 if k.vectors >= 32 else 1
        mixed = [table for factor in sorted(set(MIX[inverse])) for table in self.pair(self.mixed(factor))]
        turns = [rows(turn, shift=self.shift) for turn in range(4)]
        self.tables.hold(
            room if k.vectors == 16 else k.vectors - 8, field.RECIPROCAL, NIBBLE, *turns, field.A_OVER, *mixed,
            field.low_nibble(self.basis, self.basis(field.CONSTANT)), field.high_nibble(self.basis),
        )  # fmt: skip

    def sizes(self) -> list[tuple[Type, int]]:
        k = self.k
        return [(k.v128, 4 if k.vectors >= 16 else 2), (k.v128, 1)]

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
        i = [k.vshr(x, 4, lane=8) for x in blocks]
        a_over_k = [k.vlookup(tables[field.A_OVER], x) for x in low]
        j = [x ^ y for x, y in zip(i, low)]
        out = []
        for own, other in ((i, j), (j, i)):
            half = [k.vlookup(tables[field.RECIPROCAL], x) for x in own]
            for n, x in enumerate(a_over_k):
                half[n] ^= x
            half = [k.vlookup(tables[field.RECIPROCAL], x) for x in half]
            for n, x in enumerate(other):
                half[n] ^= x
            out.append(half)
        return out[0], out[1]

    def of_inverse(self, function: Linear, io: list[Val], jo: list[Val], plus: Val | None = None) -> list[Val]:
        """A linear function of the inverse. ``plus`` is added where it costs nothing: io is there before jo."""
        k = self.k
        over_io, over_jo = self.pair(function)
        out = [k.vlookup(self.tables[over_io], x) for x in io]
        for n in range(len(out)):
            if plus is not None:
                out[n] ^= plus
        for n, x in enumerate(jo):
            out[n] ^= k.vlookup(self.tables[over_jo], x)
        return out

    def of_bytes(self, x: Val, function: Linear, constant: int = 0) -> Val:
        """A linear function of each byte, plus a constant."""
        k = self.k
        low = x & self.tables[NIBBLE]
        out = k.vlookup(self.tables[field.low_nibble(function, constant)], low)
        high = k.vshr(x, 4, lane=8)
        out ^= k.vlookup(self.tables[field.high_nibble(function)], high)
        return out

    def turned(self, x: Val, turn: int) -> Val:
        """Row r + turn in row r, after (inverse) ShiftRows."""
        return self.k.vlookup(x, self.tables[rows(turn, shift=self.shift)])

    def unturned(self, x: Val) -> Val:
        """What becomes ``x`` when its rows are turned by 0: something to be added before that happens."""
        return self.k.vlookup(x, self.tables[rows(0, shift=-self.shift)])

    # -- the three steps -------------------------------------------------------------------------------------------

    def last(self, type: Type) -> Val:
        """With the S-box's constant, which no table over the inverse can hold."""
        last = super().last(type)
        return last if self.inverse else last ^ self.k.vconst(type, [field.CONSTANT] * 16, lane=8)

    def mask(self, type: Type) -> Val:
        return self.last(type) ^ self.first(type)

    def enter(self, blocks: list[Val]) -> None:
        first = self.first(self.k.v128)
        for block in blocks:
            block ^= first
            self.k.set(block, self.of_bytes(block, self.basis, self.basis(field.CONSTANT) if self.inverse else 0))

    def hold(self) -> None:
        """Registers are full of tables."""

    def tie(self) -> Val | None:
        return None

    def rounds(self, blocks: list[Val], first: Val | None = None) -> None:
        """All rounds but the last, which is :meth:`leave`'s."""
        k = self.k
        key = self.schedule + BLOCK
        with k.while_(key.lt(self.end), align=32):
            self.round(blocks, k.vload(k.v128, key, name="key"))
            key += BLOCK

    def round(self, blocks: list[Val], key: Val) -> None:
        key = self.unturned(self.of_bytes(key, self.basis, self.basis(field.CONSTANT)))
        self.k.cold(key, blocks)
        for n in range(0, len(blocks), self.abreast):
            self.round_abreast(blocks[n : n + self.abreast], key)

    def round_abreast(self, blocks: list[Val], key: Val) -> None:
        """A round of blocks whose operations alternate, for cores that execute in order."""
        k, factors = self.k, MIX[self.inverse]
        io, jo = self.invert(blocks)
        products = {
            factor: self.of_inverse(self.mixed(factor), io, jo, plus=key if factor == factors[0] else None)
            for factor in sorted(set(factors), reverse=True)
        }
        terms = [[self.turned(x, turn) for x in products[factor]] for turn, factor in enumerate(factors)]
        for x, y in ((2, 3), (0, 1)):
            for n in range(len(blocks)):
                terms[x][n] ^= terms[y][n]
        for n, block in enumerate(blocks):
            k.xor(terms[0][n], terms[2][n], to=block)

    def leave(self, block: Val, mask: Val, to: Val | None = None) -> Val:
        (out,) = self.of_inverse(self.output, *self.invert([block]))
        return self.k.xor(self.turned(out, 0), mask, to=to)

    def go_on(self, block: Val, last: Val, following: Val, tie: Val | None) -> Val:
        following = self.unturned(self.of_bytes(following, self.basis))
        io, jo = self.invert([block])
        (out,) = self.of_inverse(self.output, io, jo)
        out = self.turned(out, 0) ^ last
        (state,) = self.of_inverse(self.mixed(1), io, jo, plus=following)
        self.k.vlookup(state, self.tables[rows(0, shift=self.shift)], to=block)
        return out

    # -- key schedules ---------------------------------------------------------------------------------------------

    def substitute_word(self, word: Val) -> Val:
        k = self.k
        state = self.of_bytes(k.vfrom(word), field.tower)
        (out,) = self.of_inverse(field.affine, *self.invert([state]))
        return k.vword(k.u32, out) ^ (0x01010101 * field.CONSTANT)

    def inverse_mix(self, x: Val) -> Val:
        turned = [
            self.k.vlookup(self.of_bytes(x, field.multiple(factor, identity)), self.tables[rows(turn, shift=0)])
            for turn, factor in enumerate(MIX[True])
        ]
        return turned[0] ^ turned[1] ^ (turned[2] ^ turned[3])


def engine(k: Builder, schedule: Val, rounds: Val, *, inverse: bool = False) -> Engine:
    """The engine that the variant asks for."""
    kind = VectorPermutation if k.variant.name in ("vperm", "neon") else Engine
    return kind(k, schedule, rounds, inverse=inverse)
