# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The message schedules of SHA-1, SHA-256 and SHA-512: in words, and in vectors.

A schedule is sixteen words (SHA-1 in vectors: thirty-two), renewed in place beside the rounds that use them. The words
of a schedule in words are cold: they live in the frame if registers are short. A schedule in vectors makes as many
words at once as 16 bytes hold, of one block or, in the halves of a longer vector, of two blocks. The sums of words and
constants go to the frame, and the rounds load the sums from there.

SHA-1 and SHA-2 differ in the recurrence, which is one method of each class. Rounds are counted from 0. Rounds in a
loop's body are counted from the first round of the turn.
"""

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from generator.kernels.hash.fips180 import SHA1_CONSTANTS, Sha2, Shape
from generator.lang import Builder, Stream, Val

BLANK = 0x80  # a byte number that looks up zero
# Byte numbers that move words 0 and 2 to the lower half, or to the upper half, with zeros in the other half.
PICKED = [0, 1, 2, 3, 8, 9, 10, 11]
PICK = ([*PICKED, *[BLANK] * 8], [*[BLANK] * 8, *PICKED])
S = TypeVar("S", bound=Shape)


class Part(NamedTuple):
    """A loop of rounds whose words are made by one rule: the number of rounds, the function that makes the word at an
    offset, and the bytes by which a turn moves each pointer."""

    rounds: int
    rule: Callable[[int], Val]
    step: dict[Val, int]


class Schedule(Generic[S]):
    """The parts that both kinds share. ``lanes`` words are made at once, ``ahead`` rounds before their round.
    ``tables`` is the number of pointers to constants. ``whole``: :meth:`begin` makes the words of all rounds."""

    ahead = 16
    lanes = 1
    tables = 1
    whole = False
    rule: Callable[[int], Val]

    def __init__(self, k: Builder, shape: S, constants: list[Val], home: bool) -> None:
        """``constants``: the pointers of :meth:`table`. ``home``: vectors of words live in memory, and are in registers
        only while the schedule makes them."""
        self.k, self.shape, self.constants, self.home = k, shape, constants, home
        self.w: list[Val] = []

    @classmethod
    def table(cls, k: Builder, shape: Shape) -> list[Val]:
        """A cold pointer to the constants. A schedule that has its constants in instructions needs none."""
        if not cls.tables:
            return []
        table = k.table("constants", k.u32 if shape.bits == 32 else k.u64, shape.table())
        k.cold(table)
        return [table]

    def begin(self, data: Val, *, loops: bool) -> None:
        """Load the message's words. ``loops``: the rounds are a loop of turns, and each turn moves the pointers."""
        raise NotImplementedError

    def copy_pointers(self) -> None:
        """Make copies of the pointers, which the turns of a loop move."""
        self.constants = [self.k.copy(table, "constants") for table in self.constants]
        self.k.cold(self.constants)

    def step(self, renew: bool) -> dict[Val, int]:
        """The bytes by which a turn moves each pointer."""
        return {pointer: self.shape.block for pointer in self.constants if renew}

    def parts(self) -> list[Part]:
        """The loops of a block's rounds, if each makes words by another rule; otherwise empty. `rule` is that of the
        loop being recorded."""
        return []

    def make(self, t: int, turns: bool = False) -> Stream:
        """Make the words of the rounds from t on, none behind the last round. ``turns``: the rounds are a loop's
        body."""
        with self.k.recording("schedule") as out:
            if t < self.shape.rounds:
                first = t % 16 if turns else t
                words = {1: f"w{first}", 2: f"w{first} and w{first + 1}"}.get(self.lanes, f"w{first} to w{first + 3}")
                self.k.note(f"schedule {words}{' of the next turn' if turns else ''}", beside=True)
                self.renew(t)
        return out

    def renew(self, t: int) -> None:
        """The recurrence of FIPS 180-4, for the words of the rounds from t on."""
        raise NotImplementedError

    def add(self, to: Val, t: int, block: int) -> None:
        """Add word and constant of round t."""
        raise NotImplementedError


class Sha2Words(Schedule[Sha2]):
    """The schedule of SHA-2 in words."""

    def begin(self, data: Val, *, loops: bool) -> None:
        self.w = self.shape.load(self.k, data, names=[f"w{n}" for n in range(16)], be=True)
        self.k.cold(self.w)
        if loops:
            self.copy_pointers()

    def renew(self, t: int) -> None:
        k, w, shape = self.k, self.w, self.shape
        small0, small1 = (
            k.rotations(w[(t - back) % 16], *turns[:2], shift=turns[2])
            for back, turns in ((15, shape.small0), (2, shape.small1))
        )
        k.cold(small0, small1)
        k.add(w[t % 16], w[(t - 7) % 16], small0, to=w[t % 16])
        w[t % 16] += small1

    def add(self, to: Val, t: int, block: int) -> None:
        to += self.w[t % 16]
        to += self.shape.load(self.k, self.constants[0], names=["sum"], offset=self.shape.table_at(t))[0]


class Sha2InFrame(Schedule[Sha2]):
    """The schedule of SHA-2 in words, made before the rounds. An area of the frame holds the words of all rounds, and
    behind them the sums of words and constants. Loops make and use the words, which keeps the code short."""

    whole = True
    unrolled = 2  # words that a turn of the loops makes

    def begin(self, data: Val, *, loops: bool) -> None:
        k, shape = self.k, self.shape
        self.area = k.frame(2 * shape.rounds * shape.bytes, "words")
        self.next = k.copy(self.area, "next")
        message = k.copy(data, "message")
        k.cold(message)
        self.copy_pointers()
        self.turns(16, self.message_word, message)
        k.note("make the other words")
        self.turns(shape.rounds - 16, self.renewed_word)
        self.sums = k.add(self.area, shape.rounds * shape.bytes)

    def turns(self, words: int, make: Callable[..., Val], *source: Val) -> None:
        """Make `words` words in a loop. Store each of them, and the sum with its constant."""
        k, shape, size = self.k, self.shape, self.unrolled * self.shape.bytes
        store = k.store32 if shape.bits == 32 else k.store64
        count = k.const(k.usize, words // self.unrolled, "turns")
        pointers = [self.next, self.constants[0], *source]
        with k.loop(count, step=dict.fromkeys(pointers, size), at_least_once=True):
            for n in range(self.unrolled):
                at = n * shape.bytes
                word = make(*source, at)
                store(self.next, word, offset=at)
                word += shape.load(k, self.constants[0], names=["constant"], offset=at)[0]
                store(self.next, word, offset=at + shape.rounds * shape.bytes)

    def message_word(self, message: Val, at: int) -> Val:
        return self.shape.load(self.k, message, names=["w"], offset=at, be=True)[0]

    def renewed_word(self, at: int) -> Val:
        """The recurrence of FIPS 180-4 for the word at `next` + `at`."""
        word = self.k.rotations(self.back(15, at), *self.shape.small0[:2], shift=self.shape.small0[2])
        word += self.back(16, at)
        word += self.back(7, at)
        word += self.k.rotations(self.back(2, at), *self.shape.small1[:2], shift=self.shape.small1[2])
        return word

    def back(self, words: int, at: int) -> Val:
        """The word that stands `words` words before `next` + `at`."""
        return self.shape.load(self.k, self.next, names=[f"w{16 - words}"], offset=at - words * self.shape.bytes)[0]

    def step(self, renew: bool) -> dict[Val, int]:
        return {self.sums: self.shape.period * self.shape.bytes}

    def add(self, to: Val, t: int, block: int) -> None:
        to += self.shape.load(self.k, self.sums, names=["sum"], offset=t * self.shape.bytes)[0]


class Sha1Words(Schedule[Shape]):
    """The schedule of SHA-1 in words. With more than 16 registers words are made two rounds ahead, and the constant of
    twenty rounds stays in a register."""

    tables = 0

    def __init__(self, k: Builder, shape: Shape, constants: list[Val], home: bool) -> None:
        super().__init__(k, shape, constants, home)
        self.ahead = 2 if k.registers > 16 else 0
        self.constant: Val | int = 0

    def begin(self, data: Val, *, loops: bool) -> None:
        """Load the words that no round makes."""
        self.data = data
        for t in range(self.ahead):
            self.renew(t)

    def make(self, t: int, turns: bool = False) -> Stream:
        out = super().make(t, turns)
        if (t - self.ahead) % 20 == 0:
            value = SHA1_CONSTANTS[(t - self.ahead) // 20]
            self.constant = self.k.const(self.k.u32, value, "constant") if self.ahead else value
        return out

    def renew(self, t: int) -> None:
        k, w = self.k, self.w
        if t < 16:
            w += k.load32(self.data, offset=4 * t, names=[f"w{t}"], count=1, be=True)
            k.cold(w[t])
        else:
            if k.messages:  # two operations where logic has three inputs
                w[t % 16] ^= w[(t - 14) % 16]
                k.ternary(lambda x, y, z: x ^ y ^ z, *(w[(t - back) % 16] for back in (3, 8, 16)), to=w[t % 16])
            else:
                for back in (14, 8, 3):
                    w[t % 16] ^= w[(t - back) % 16]
            k.rotl(w[t % 16], 1, to=w[t % 16])

    def add(self, to: Val, t: int, block: int) -> None:
        self.k.add(to, self.w[t % 16], self.constant, to=to)


class Vectors(Schedule[S]):
    """A schedule in vectors of 128 bits, with the sums of sixteen rounds in the frame. With `area` the vectors have 256
    bits, and `area` holds the sums of all rounds of two blocks."""

    def __init__(self, k: Builder, shape: S, constants: list[Val], home: bool, area: Val | None = None) -> None:
        super().__init__(k, shape, constants, home)
        self.type = k.v128 if area is None else k.v256
        self.keep = area is not None
        self.sums = k.frame(shape.block, "sums") if area is None else area
        self.lanes = 128 // shape.bits

    def copy_pointers(self) -> None:
        if self.keep:
            self.sums = self.k.copy(self.sums, "sums")
        super().copy_pointers()

    def step(self, renew: bool) -> dict[Val, int]:
        sums = {self.sums: self.type.bits // 8 * 16 // self.lanes} if self.keep else {}
        return {**sums, **super().step(renew)}

    def begin(self, data: Val, second: Val | None = None, *, loops: bool) -> None:
        """Load the words of the block at `data`, and of the block at `second`."""
        k = self.k
        if loops:
            self.copy_pointers()
        for t in range(0, 16, self.lanes):
            at = t * self.shape.bytes
            word = k.vblock(self.type, data, offset=at, name=f"w{at // 16}")
            if second is not None:
                k.vinsert(word, k.vload(k.v128, second, offset=at), 1, to=word)
            k.vbswap(word, bits=self.shape.bits, to=word)
            self.w.append(k.home(word) if self.home else word)
            k.cold(self.w[-1])
            self.add_constants(word, t)

    def add_constants(self, word: Val, t: int) -> None:
        """Store the sums of the rounds from t on."""
        k = self.k
        constants = k.vblock(self.type, self.constants[0], offset=self.shape.table_at(t))
        k.vstore(self.sums, k.vadd(word, constants, bits=self.shape.bits), offset=self.where(t))

    def where(self, t: int, block: int = 0) -> int:
        """The offset of round t's sum."""
        vector, lane = divmod(t if self.keep else t % 16, self.lanes)
        return vector * self.type.bits // 8 + 16 * block + lane * self.shape.bytes

    def fetch(self, t: int, block: int) -> Val:
        """The sum of word and constant of round t."""
        return self.shape.load(self.k, self.sums, names=["sum"], offset=self.where(t, block))[0]

    def add(self, to: Val, t: int, block: int) -> None:
        to += self.fetch(t, block)


class Sha2Vectors(Vectors[Sha2]):
    """The schedule of SHA-2 in vectors."""

    picks: list[Val]

    def begin(self, data: Val, second: Val | None = None, *, loops: bool) -> None:
        """With 16 registers the byte numbers that :meth:`small1_of_two` looks up stay in registers: measured on AMD Zen
        3 as 1 % fewer cycles by `avx2`, and as 2 % more by `ssse3`."""
        super().begin(data, second, loops=loops)
        self.picks = []
        if self.lanes == 4 and self.k.vectors >= 16 and "avx2" in self.k.variant.features:
            self.picks = [self.k.vconst(self.type, bytes_, bits=8, name="pick") for bytes_ in PICK]
            self.k.cold(self.picks)

    def renew(self, t: int) -> None:
        k, bits, n = self.k, self.shape.bits, t % 16 // self.lanes
        word = self.w[n]
        if self.home:
            word = k.vadd(word, self.back(n, 7), bits=bits)
            k.vadd(word, self.small(self.back(n, 15), self.shape.small0), bits=bits, to=word)
        else:
            small0 = self.small(self.back(n, 15), self.shape.small0)
            k.vadd(word, self.back(n, 7), bits=bits, to=word)
            k.vadd(word, small0, bits=bits, to=word)
        if self.lanes == 2:
            k.vadd(word, self.small(self.back(n, 2), self.shape.small1), bits=bits, to=word)
        else:
            k.vadd(word, self.small1_of_two(self.w[n - 1], upper=True), bits=bits, to=word)
            k.vadd(word, self.small1_of_two(word, upper=False), bits=bits, to=word)
        if self.home:
            k.set(self.w[n], word)
        self.add_constants(word, t)

    def back(self, n: int, words: int) -> Val:
        """The words that stand `words` places before the next words of vector `n`."""
        first, lane = divmod(16 - words, self.lanes)
        low, high = (self.w[(n + first + i) % len(self.w)] for i in range(2))
        return self.k.vext(high, low, lane * self.shape.bytes) if lane else low

    def small(self, x: Val, turns: tuple[int, int, int]) -> Val:
        """A sigma function of each word."""
        k, bits = self.k, self.shape.bits
        terms = k.vrotr(x, turns[0], bits=bits), k.vrotr(x, turns[1], bits=bits), k.vshr(x, turns[2], bits=bits)
        return k.ternary(lambda x, y, z: x ^ y ^ z, *terms)

    def small1_of_two(self, x: Val, upper: bool) -> Val:
        """sigma1 of one half of `x`, in the other half. A shift of a word that stands twice in 64 bits rotates it."""
        k = self.k
        twice = k.vshuffle(x, (2, 2, 3, 3) if upper else (0, 0, 1, 1))
        first, second, shift = self.shape.small1
        terms = k.vshr(twice, first, bits=64), k.vshr(twice, second, bits=64), k.vshr(twice, shift, bits=32)
        found = k.ternary(lambda x, y, z: x ^ y ^ z, *terms)
        pick = self.picks[not upper] if self.picks else k.vconst(self.type, PICK[not upper], bits=8)
        return k.vlookup(found, pick)


class Sha1Vectors(Vectors[Shape]):
    """The schedule of SHA-1 in vectors. The words from the 32nd on come from FIPS 180-4's rule applied twice: no word
    depends on another word of its vector."""

    def renew(self, t: int) -> None:
        k, w, n = self.k, self.w, t // 4
        if n < 8:
            word = k.vext(w[n - 3], w[n - 4], 8, to=k.value(self.type, f"w{n}"))
            for other in (w[n - 4], w[n - 2], k.vshr_bytes(w[n - 1], 4)):
                k.xor(word, other, to=word)
            first = k.vshl_bytes(word, 12)  # the first word, which the last one needs
            k.vrotl(word, 1, bits=32, to=word)
            k.xor(word, k.vrotl(first, 2, bits=32), to=word)
            w.append(k.home(word))
        else:
            word = w[n % 8] ^ w[(n + 4) % 8]
            for other in (w[(n + 1) % 8], k.vext(w[(n - 1) % 8], w[(n - 2) % 8], 8)):
                k.xor(word, other, to=word)
            k.vrotl(word, 2, bits=32, to=word)
            k.set(w[n % 8], word)
        self.add_constants(word, t)
