# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The engines of Camellia in vectors, over the S-boxes of box_instructions.py.

`SlicedCamellia` has a byte of each of 16 blocks in a block of a vector, and so 16 vectors for 16, 32 or 64 blocks: the
P-function is 16 additions, and a subkey's byte is repeated in a whole vector. Two rounds make a turn of the loop. The
second one takes the inverse cipher's box of AES, whose permutation undoes the first one's: bytes of the right half
stand as ShiftRows leaves them.

`SingleCamellia` has one block, each of its halves twice in a vector. Byte permutations make the P-function: each half
of a vector has half of the terms, and one more permutation adds the halves.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.kernels.cipher.box_instructions import SHIFT_BACK, SHIFT_ROWS, AesBoxes, Boxes, GfniBoxes, turned
from generator.kernels.cipher.camellia_field import BOX
from generator.kernels.cipher.inversion_box import inverse
from generator.lang import Builder, Val
from generator.lang.values import Type

BLOCK = 16
TURNS = ((0, 0), (0, 1), (0, -1), (1, 0), (0, 1), (0, -1), (1, 0), (0, 0))
"""Of the eight bytes of F: how the argument of S-box 1 is turned to the left, and how its result is."""
SUMS = (
    (1, 3, 4, 6, 7, 8), (1, 2, 4, 5, 7, 8), (1, 2, 3, 5, 6, 8), (2, 3, 4, 5, 6, 7),
    (1, 2, 6, 7, 8), (2, 3, 5, 7, 8), (3, 4, 5, 6, 8), (1, 4, 5, 6, 7),
)  # fmt: skip
"""The terms of each byte of the P-function, counted from 1."""
TURNED = (3, 6)
"""The places of the bytes with the fourth box."""
# The same as 16 additions, each of the second byte to the first; then the halves change places.
STEPS = "05 16 27 34 42 53 60 71 07 14 25 36 43 50 61 72"


def boxes(k: Builder, type: Type) -> Boxes:
    return (GfniBoxes if k.param("gfni") else AesBoxes)(k, type, BOX)


class SlicedCamellia:
    """The engine of many blocks."""

    def __init__(self, k: Builder, type: Type, schedule: Val, rounds: Val) -> None:
        self.k, self.type, self.schedule, self.rounds = k, type, schedule, rounds
        self.boxes = boxes(k, type)

    def key(self, at: Val, n: int) -> Val:
        return self.k.vload_broadcast(self.type, at, bits=8, offset=n, name="key")

    def f(self, half: Sequence[Val], at: Val, offset: int, to: Sequence[Val], *, back: bool) -> None:
        """Add F of a half to the other half."""
        k = self.k
        t = []
        for n, (x, (before, after)) in enumerate(zip(half, TURNS)):
            t.append(
                self.boxes.after(self.boxes.before(x ^ self.key(at, offset + n), before, back=back), after, back=back)
            )
        for step in STEPS.split():
            t[int(step[0])] ^= t[int(step[1])]
        for x, y in zip(to, t[4:] + t[:4]):
            x ^= y
        k.cold(list(to))

    def moved(self, half: Sequence[Val], order: list[int]) -> None:
        if self.boxes.moves:
            for x in half:
                self.k.vlookup(x, self.k.vconst(self.type, order, bits=8, name="order"), to=x)

    def crypt(self, blocks: Sequence[Val]) -> list[Val]:
        """Encrypt or decrypt, as the schedule says."""
        k = self.k
        k.cold(list(blocks))
        k.note("a byte of each block in a vector")
        rows = k.vtranspose(blocks, bits=8)
        at, turns = k.copy(self.schedule, "at"), k.copy(self.rounds, "turns")
        k.cold(at, turns)
        for n, x in enumerate(rows):
            x ^= self.key(at, n)
        left, right = rows[:8], rows[8:]
        self.moved(right, SHIFT_ROWS)
        with k.while_(turns.ne(0)):
            k.note("six rounds")
            with k.loop(k.const(k.usize, 3), step={at: BLOCK}, at_least_once=True):
                self.f(left, at, BLOCK, right, back=False)
                self.f(right, at, BLOCK + 8, left, back=True)
            turns -= 6
            k.break_if(turns.eq(0))
            k.note("FL of the left half, its inverse of the right half")
            self.rotate(left, at, BLOCK)
            self.combine(left, at, BLOCK)
            self.combine(right, at, BLOCK + 8)
            self.rotate(right, at, BLOCK + 8)
            at += BLOCK
        for n, x in enumerate(left + right):
            x ^= self.key(at, BLOCK + n)
        self.moved(right, SHIFT_BACK)
        k.note("blocks again")
        out = k.vtranspose([*right, *left], bits=8)
        return out

    def rotate(self, half: Sequence[Val], at: Val, offset: int) -> None:
        """Add the first four bytes and the key, turned to the left by a bit, to the last four."""
        k = self.k
        t = [x & self.key(at, offset + n) for n, x in enumerate(half[:4])]
        for n, x in enumerate(half[4:]):
            x ^= k.vadd(t[n], t[n], bits=8)
            x ^= k.vshr(t[(n + 1) % 4], 7, bits=8)

    def combine(self, half: Sequence[Val], at: Val, offset: int) -> None:
        for n, x in enumerate(half[:4]):
            x ^= half[4 + n] | self.key(at, offset + 4 + n)


class SingleCamellia:
    """The engine of one block, whose halves are kept as arguments of the inversion: linear functions of their bytes.
    That of bytes 4 and 7 has the turn of the fourth box inside.

    x stands for a half with its round key added, and becomes the x after the next but one: plus F of the x between,
    plus the sum of two round keys."""

    def __init__(self, k: Builder, schedule: Val | None = None, rounds: Val | None = None) -> None:
        self.k, self.schedule, self.rounds = k, schedule, rounds
        self.boxes = boxes(k, k.v128)
        self.places = self.sums()
        if schedule is not None and rounds is not None:
            # of the last two subkeys; those of the halves as they stand, which the output has exchanged
            self.end = k.add(schedule, k.select(rounds.ge(24), k.const(k.usize, 256), 192))

    def const(self, values: Sequence[int]) -> Val:
        return self.k.vconst(self.k.v128, list(values), bits=8, name="order")

    def sums(self) -> list[tuple[int, list[int]]]:
        """For each permutation the turn of its results, and its order: in each half of a block every other term. Sums
        that go to bytes 4 and 7 are of results turned by one bit more."""
        wanted: dict[int, list[list[int]]] = {}
        for to, row in enumerate(SUMS):
            for term in row:
                turn = TURNS[term - 1][1] + (to in TURNED)
                wanted.setdefault(turn, [[] for _ in SUMS])[to].append(self.boxes.place(term - 1))
        rows = []
        for turn, terms in sorted(wanted.items()):
            most = max(map(len, terms))
            padded = [row + [0x80] * (most + most % 2 - len(row)) for row in terms]
            for slot in range(0, most, 2):
                rows.append((turn, [row[slot] for row in padded] + [row[slot + 1] for row in padded]))
        return rows

    # -- the form of a half ----------------------------------------------------------------------------------------

    def enter(self, x: Val, added: int = 0) -> Val:
        """Halves in the form of arguments. ``added``: what the box adds."""
        constant = BOX.before(added)

        def before(x: int) -> int:
            return BOX.before(x) ^ constant

        return self.boxes.in_places(x, before, lambda x: before(turned(x, 1)), TURNED)

    def leave(self, x: Val) -> Val:
        back = inverse(BOX.before)
        return self.boxes.in_places(x, back, lambda x: turned(back(x), -1), TURNED)

    def halves(self, block: Val) -> list[Val]:
        """Each half, twice."""
        k = self.k
        return [k.vshuffle(block, (0, 1, 0, 1)), k.vshuffle(block, (2, 3, 2, 3))]

    def block(self, halves: Sequence[Val]) -> Val:
        return self.k.vunpack_low(*halves, bits=64)

    # -- rounds ----------------------------------------------------------------------------------------------------

    def f(self, x: Val, add: Val) -> Val:
        """``add`` plus F of a half with its round key. The next round waits for the result alone."""
        k = self.k
        turns = sorted({turn for turn, _ in self.places})
        results = dict(zip(turns, self.boxes.each(x, turns)))
        a, b, c, d, e = (k.vlookup(results[turn], self.const(order)) for turn, order in self.places)
        a ^= b
        c ^= d
        a ^= e
        a ^= c
        return k.xor(add ^ a, k.vshuffle(a, (2, 3, 0, 1)))

    def turn(self, left: Val, right: Val, at: Val, offset: int = 0, rounds: int = 6) -> None:
        """An even number of rounds, whose keys are ``offset`` bytes behind ``at``."""
        k = self.k
        pairs = [k.vload(k.v128, at, offset=offset + BLOCK * n) for n in range(rounds // 2)]
        first = self.halves(self.enter(pairs[0], BOX.added))
        x, y = left ^ first[0], right ^ first[1]
        for one, other in zip(pairs, pairs[1:]):
            keys = self.halves(self.enter(one ^ other))
            y = self.f(x, y)
            x = self.f(y, x ^ keys[0])
            y = y ^ keys[1]
        last = self.halves(self.enter(pairs[-1], BOX.added)) if rounds > 2 else first
        y = self.f(x, y)
        k.set(left, self.f(y, x ^ last[0]))
        k.xor(y, last[1], to=right)

    def run(self, left: Val, right: Val) -> None:
        """All rounds. The halves come in with the first two subkeys added, and go out without the last two."""
        k = self.k
        assert self.schedule is not None and self.rounds is not None
        at, turns = k.copy(self.schedule, "at"), k.copy(self.rounds, "turns")
        k.cold(at, turns)
        with k.while_(turns.ne(0)):
            k.note("six rounds")
            self.turn(left, right, at, BLOCK)
            at += 3 * BLOCK
            turns -= 6
            k.break_if(turns.eq(0))
            k.note("FL of the left half, its inverse of the right half")
            key, other = (k.vload_broadcast(k.v128, at, bits=64, offset=n, name="key") for n in (BLOCK, BLOCK + 8))
            one, two = self.halves(self.leave(self.block([left, right])))
            self.rotate(one, key)
            self.combine(one, key)
            self.combine(two, other)
            self.rotate(two, other)
            for half, made in zip((left, right), self.halves(self.enter(self.block([one, two])))):
                k.set(half, made)
            at += BLOCK

    def last(self) -> Val:
        """The last two subkeys, for the halves in the order of the output."""
        return self.k.vshuffle(self.k.vload(self.k.v128, self.end), (2, 3, 0, 1))

    def cipher(self, block: Val, add: Val | None = None) -> Val:
        """Encrypt or decrypt a block, as the schedule says. ``add`` is added to the result."""
        k = self.k
        assert self.schedule is not None
        left, right = self.halves(self.enter(block ^ k.vload(k.v128, self.schedule)))
        self.run(left, right)
        keys = self.last()
        return self.leave(self.block([right, left])) ^ (keys if add is None else keys ^ add)

    def zeros(self) -> list[Val]:
        return [self.k.vzero(self.k.v128) for _ in range(2)]

    def add(self, state: list[Val], at: Val) -> None:
        for half, other in zip(state, self.halves(self.enter(self.k.vload(self.k.v128, at)))):
            half ^= other

    def two_rounds(self, state: list[Val], at: Val) -> None:
        self.turn(state[0], state[1], at, rounds=2)

    def store(self, to: Val, state: list[Val]) -> None:
        self.k.vstore(to, self.leave(self.block(state)))

    def rotate(self, half: Val, key: Val) -> None:
        k = self.k
        t = half & key
        none = [0x80] * 4
        half ^= k.vlookup(k.vadd(t, t, bits=8), self.const([*none, 0, 1, 2, 3] * 2))
        half ^= k.vlookup(k.vshr(t, 7, bits=8), self.const([*none, 1, 2, 3, 0] * 2))

    def combine(self, half: Val, key: Val) -> None:
        half ^= self.k.vlookup(half | key, self.const([4, 5, 6, 7, *[0x80] * 4] * 2))
