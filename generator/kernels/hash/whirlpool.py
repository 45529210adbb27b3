# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Whirlpool compression (ISO/IEC 10118-3:2004, dedicated hash-function 7), in constant time.

The state and the key go through the same round, side by side: a round of the state needs the key only at its end. The
substitution consists of three boxes of four bits, E, its inverse and R: no table of 256 entries is there to look up.

* Vectors: byte permutations look the small boxes up. A vector has two columns of a matrix in each block, so that a turn
  of the columns by two is another register, and ShiftColumns permutes the bytes of a block. The last two boxes give
  multiples of the substitution's result by tables. With blocks for both, a vector has two columns of the state and the
  same two of the key. GFNI multiplies instead of tables.
* Vectors of 512 bits: a whole matrix by rows, whose turns are rotations of words.
* Words: bit slices. Word n has bit n of every byte; bit i of byte j of the word belongs to row i, column j.

MixRows is the product with the circulant matrix of 1, 1, 4, 1, 8, 5, 2, 9: with U, a turn by one column, and w = U^4 y,
it is (y + 8w) + U (y + 5w) + U^2 ((4y + 2w) + U (y + 9w)).

Measured on AMD Zen 3, 2026-11-29, beside OpenSSL 3.0.19's assembly, which looks tables up, on a busy machine, the least
of 60 calls: 16 KiB by `avx2` 2.3 times as fast, `ssse3` 1.40, `scalar` 0.46, portable C 0.48; one block likewise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial

from generator.kernels.cipher.aes_slices import Slices
from generator.kernels.cipher.aes_vperm import NIBBLE, Tables
from generator.kernels.hash.whirlpool_instructions import by_matrix, permute
from generator.lang import Arg, Builder, Val, Variant, kernel
from generator.lang.interface import Hash
from generator.lang.values import Type

ROUNDS = 10
ROWS = 8  # and as many columns
MODULUS = 0x11D  # of the field: x^8 + x^4 + x^3 + x^2 + 1
FACTORS = (1, 1, 4, 1, 8, 5, 2, 9)  # of the matrix: factor d of the column d places to the left


def times(x: int, y: int, modulus: int = MODULUS) -> int:
    """The product of polynomials over GF(2) modulo another."""
    out = 0
    for bit in range(y.bit_length() - 1, -1, -1):
        out <<= 1
        if out >> modulus.bit_length() - 1:
            out ^= modulus
        out ^= x if y >> bit & 1 else 0
    return out


def powers() -> list[int]:
    """E: powers of 11 in GF(2^4) modulo x^4 + x + 1, and 0 for 15."""
    out = [1]
    for _ in range(14):
        out.append(times(out[-1], 11, 0x13))
    return [*out, 0]


E = powers()
INVERSE = [E.index(x) for x in range(16)]
R = [7, 12, 11, 13, 14, 4, 9, 15, 6, 3, 8, 10, 2, 5, 1, 0]

# The boxes as circuits: gates, each with the numbers of its operands in base 36, and the numbers of the output's bits.
# The input's bits are 0 to 3, the first gate is 4. A random search found them.
CIRCUITS: dict[str, tuple[str, tuple[int, ...]]] = {
    "E": ("2~2 3~3 0&2 0^5 1^6 7|8 0^9 3|a 2&8 7^b c^d 3|d 2&7 1|g f^h 2^i 0^4 j&k h^l", (10, 14, 22, 18)),
    "INVERSE": ("3~3 1|3 4^5 2^5 2^6 1^3 7&9 0|a 8^b 0^1 0&c d|e 6^f 4^e a^f h^i 6^b h|k d^l", (16, 22, 12, 19)),
    "R": ("3~3 0&4 1^4 1|5 2&6 7^8 0|9 6^a 2&3 0^c 6|d 3^e 8|f 0|g 4&9 2^i h^j", (11, 20, 15, 9)),
}

FEW = (("x86", "eight vector registers do not suffice"),)

WHIRLPOOL = Hash(
    "whirlpool",
    title="Whirlpool",
    digest=64,
    start=(0,) * 8,
    abc="4e2448a4c6f486bb16b6562c73b4020bf3043e3a731bce721ae1b303d97e6d4c"
    "7181eebdb6c57e277d0e34957114cbd6c797fc9d95d8b582d225292076d4eef5",
    hmac=True,
    length_bytes=32,
)


def box(x: int) -> int:
    """The substitution of a byte."""
    high, low = E[x >> 4], INVERSE[x & 15]
    mixed = R[high ^ low]
    return E[high ^ mixed] << 4 | INVERSE[low ^ mixed]


def constants(turn: int) -> list[int]:
    """The first row of a round's constant; the others are zero."""
    return [box(ROWS * turn + column) for column in range(ROWS)]


def by_columns(k: Builder, rows: Sequence[Val]) -> list[Val]:
    """Blocks of two columns, of blocks of two rows, and the way back."""
    pairs = [k.vunpack_low(x, k.vshr_bytes(x, ROWS), bits=8) for x in rows]
    fours = [unpack(x, y, bits=16) for x, y in (pairs[:2], pairs[2:]) for unpack in (k.vunpack_low, k.vunpack_high)]
    return [unpack(fours[n], fours[n + 2], bits=32) for n in range(2) for unpack in (k.vunpack_low, k.vunpack_high)]


class Permutations:
    """Columns in pairs: four vectors, whose blocks belong to matrices of their own."""

    def __init__(self, k: Builder, type: Type) -> None:
        self.k, self.type = k, type
        self.tables = Tables(k, type)
        room = k.vectors - 16
        if room > 0:
            self.tables.hold(
                room, NIBBLE, E, INVERSE, R, *(table for factor in (1, 2, 4, 8) for table in self.ends(factor))
            )

    @staticmethod
    def ends(factor: int) -> tuple[list[int], list[int]]:
        """Tables of the last two boxes, of the upper and of the lower bits: their part of a multiple of the result."""
        return [times(factor, x << 4) for x in E], [times(factor, x) for x in INVERSE]

    def table(self, table: list[int], index: Sequence[Val]) -> list[Val]:
        held = self.tables[table]
        out = [self.k.vlookup(held, x) for x in index]
        self.k.cold(out)
        return out

    def shifted(self, x: Val, pair: int) -> Val:
        """ShiftColumns of columns 2 pair and 2 pair + 1."""
        order = [8 * n + (row - 2 * pair - n) % 8 for n in range(2) for row in range(ROWS)]
        return self.k.vlookup(x, self.k.vconst(self.type, order, bits=8))

    def middle(self, x: Sequence[Val]) -> tuple[list[Val], list[Val]]:
        """What the last two boxes take: the upper and the lower four bits."""
        k = self.k
        nibble = self.tables[NIBBLE]
        upper, lower = [k.vshr(one, 4, bits=8) for one in x], [one & nibble for one in x]
        k.cold(upper, lower)
        high, low = self.table(E, upper), self.table(INVERSE, lower)
        mixed = self.table(R, each(high, low))
        out = each(high, mixed), each(low, mixed)
        k.cold(*out)
        return out

    def multiples(self, high: list[Val], low: list[Val]) -> Callable[[int], list[Val]]:
        """Multiples of the result by a factor."""
        made: dict[int, list[Val]] = {}
        for factor in (8, 1, 4, 2):
            tables = self.ends(factor)
            made[factor] = each(self.table(tables[0], high), self.table(tables[1], low))
            self.k.cold(made[factor])
        made[5] = each(made[1], made[4])
        self.k.cold(made[5])
        return made.__getitem__

    def parts(self, x: Sequence[Val], pair: int) -> list[list[Val]]:
        """What two vectors, ``pair`` and ``pair`` + 2, give: four terms of MixRows for each."""
        shifted = [self.shifted(one, pair + 2 * n) for n, one in enumerate(x)]
        self.k.cold(shifted)
        y = self.multiples(*self.middle(shifted))
        out = []
        for n in range(2):
            w = 1 - n
            first = y(1)[n] ^ y(8)[w]
            out.append([first, self.second(y, n), y(4)[n] ^ y(2)[w], first ^ y(1)[w]])
        return out

    def second(self, y: Callable[[int], list[Val]], n: int) -> Val:
        """y + 5w."""
        return y(1)[n] ^ y(5)[1 - n]

    def turn(self, x: Sequence[Val]) -> list[Val]:
        """SubBytes, ShiftColumns and MixRows."""
        k = self.k
        even, odd = self.parts(x[::2], 0), self.parts(x[1::2], 1)
        terms = [even[0], odd[0], even[1], odd[1]]
        k.cold(*terms)
        plain = [terms[p][0] ^ terms[p - 1][2] for p in range(4)]
        turned = [terms[p][1] ^ terms[p - 1][3] for p in range(4)]
        k.cold(plain, turned)
        out = [plain[p] ^ k.vext(turned[p], turned[p - 1], ROWS) for p in range(4)]
        k.cold(out)
        return out

    @staticmethod
    def constants(k: Builder) -> Val:
        """Those of all rounds: 64 bytes for each, a word for each column."""
        return k.table("constants", k.u64, [one for turn in range(ROUNDS) for one in constants(turn)])


class Products(Permutations):
    """Multiples by GFNI, in code with AVX."""

    def multiples(self, high: list[Val], low: list[Val]) -> Callable[[int], list[Val]]:
        upper, lower = self.ends(1)
        y = each(self.table(upper, high), self.table(lower, low))

        def multiple(factor: int) -> list[Val]:
            return y if factor == 1 else [product(self.k, x, factor) for x in y]

        return cache(multiple)


def product(k: Builder, x: Val, factor: int) -> Val:
    """Bytes times a factor, by a matrix over GF(2): byte 7 - n of the matrix has the inputs of output n."""
    rows = [sum((times(factor, 1 << m) >> n & 1) << m for m in range(8)) for n in range(8)]
    out = by_matrix(k, x, k.vconst(x.type, rows[::-1] * 2, bits=8))
    k.cold(out)
    return out


def each(x: Sequence[Val], y: Sequence[Val]) -> list[Val]:
    return [a ^ b for a, b in zip(x, y)]


def load_chain(k: Builder, state: Val) -> list[Val]:
    """The chaining value by columns."""
    return by_columns(k, [k.vbswap(k.vload(k.v128, state, offset=16 * n), bits=64) for n in range(4)])


def store_chain(k: Builder, state: Val, chain: Sequence[Val]) -> None:
    k.vstore(state, [k.vbswap(x, bits=64) for x in by_columns(k, chain)])


def message(k: Builder, data: Val) -> list[Val]:
    """A block by columns."""
    return by_columns(k, [k.vload(k.v128, data, offset=16 * n) for n in range(4)])


def apart(k: Builder, state: Val, data: Val, blocks: Val) -> None:
    """State and key in vectors of their own, of one block."""
    round = Permutations(k, k.v128)
    table = round.constants(k)
    chain = load_chain(k, state)
    k.cold(state, data, blocks, table, chain)
    with k.loop(blocks, step={data: 64}):
        key = [k.copy(x) for x in chain]
        for to, x in zip(chain, message(k, data)):
            to ^= x
        s = [k.copy(x) for x in chain]
        k.cold(key, s)
        at = k.const(k.usize, 0, "at")
        with k.while_(at.lt(64 * ROUNDS)):
            for to, x in zip(key, round.turn(key)):
                k.set(to, x)
            for n, one in enumerate(key):
                one ^= k.vload(k.v128, table, index=at, offset=16 * n)
            for to, x, one in zip(s, round.turn(s), key):
                k.xor(x, one, to=to)
            at += 64
        for to, x in zip(chain, s):
            to ^= x
    store_chain(k, state, chain)


def together(k: Builder, state: Val, data: Val, blocks: Val, *, engine: type[Permutations] = Permutations) -> None:
    """Columns of the state and, in the block above, of the key."""
    round = engine(k, k.v256)
    table = round.constants(k)
    chain = load_chain(k, state)
    k.cold(state, data, blocks, table, chain)
    zero = k.vzero(k.v256)
    k.cold(zero)
    with k.loop(blocks, step={data: 64}):
        x = []
        for one, column in zip(message(k, data), chain):
            x.append(k.vbroadcast(k.v256, column) ^ k.vinsert(zero, one, 0))
            column ^= one
        k.cold(x)
        at = k.const(k.usize, 0, "at")
        with k.while_(at.lt(64 * ROUNDS)):
            for n, (to, one) in enumerate(zip(x, round.turn(x))):
                k.xor(one, k.vblock(k.v256, table, index=at, offset=16 * n), to=to)  # to both
                to ^= k.vfollow(one, zero)
            at += 64
        for to, one in zip(chain, x):
            to ^= k.vextract(one, 0)
    store_chain(k, state, chain)


class Planes:
    """A matrix in eight words, which change in place."""

    def __init__(self, k: Builder) -> None:
        self.k = k
        self.slices = Slices(k, 64)

    def read(self, at: Val, *, words: bool = False) -> list[Val]:
        """Rows from memory: bytes, or words whose highest byte is the first."""
        k = self.k
        q = [k.load64(at, offset=8 * n) for n in range(ROWS)]
        k.cold(q)
        for one in q if words else ():
            k.bswap(one, to=one)
        self.slices.transpose(q)
        return q

    def write(self, to: Val, q: Sequence[Val]) -> None:
        """Words whose highest byte is the first."""
        rows = [self.k.copy(one) for one in q]
        self.k.cold(rows)
        self.slices.transpose(rows)
        for n, one in enumerate(rows):
            self.k.store64(to, self.k.bswap(one), offset=8 * n)

    def box(self, name: str, x: Sequence[Val]) -> list[Val]:
        k = self.k
        circuit, outputs = CIRCUITS[name]
        values = list(x)
        for gate in circuit.split():
            a, op, b = values[int(gate[0], 36)], gate[1], values[int(gate[2], 36)]
            values.append(a ^ b if op == "^" else a & b if op == "&" else a | b if op == "|" else ~a)
            k.cold(values[-1])
        return [values[n] for n in outputs]

    def substitute(self, q: Sequence[Val]) -> list[Val]:
        high, low = self.box("E", q[4:]), self.box("INVERSE", q[:4])
        mixed = self.box("R", self.sums(high, low))
        return self.box("INVERSE", self.sums(low, mixed)) + self.box("E", self.sums(high, mixed))

    def sums(self, x: Sequence[Val], y: Sequence[Val]) -> list[Val]:
        out = each(x, y)
        self.k.cold(out)
        return out

    def shift(self, x: Val) -> Val:
        """ShiftColumns: byte j rotated by j bits."""
        mask = self.slices.mask
        t = ((x >> 4) ^ x) & mask(0x0F0F0F0F << 32, 64)
        x = x ^ t ^ (t << 4)
        for by, kept, up, down in (
            (2, 0x0000FFFF, 0xFCFC0000, 0x03030000),
            (1, 0x00FF, 0xFE00, 0x0100),
        ):
            bits = 16 if by == 1 else 32
            x = (x & mask(kept, bits)) | ((x << by) & mask(up, bits)) | ((x >> 8 - by) & mask(down, bits))
        self.k.cold(x)
        return x

    def double(self, y: Sequence[Val]) -> list[Val]:
        """The matrix times x in the field."""
        out = [y[n - 1] ^ y[7] if MODULUS >> n & 1 and n else y[n - 1] for n in range(8)]
        self.k.cold(out)
        return out

    def turn(self, q: Sequence[Val]) -> list[Val]:
        """SubBytes, ShiftColumns and MixRows."""
        k = self.k
        y = [self.shift(x) for x in self.substitute(q)]
        w = [k.rotl(x, 32) for x in y]
        k.cold(w)
        fourfold = self.double(self.double(w))
        last = self.double(self.sums(self.double(y), w))  # 4y + 2w
        first = self.sums(y, self.double(fourfold))
        out = []
        for n in range(8):
            second = k.rotl(y[n] ^ w[n] ^ fourfold[n], 8)
            fourth = k.rotl(first[n] ^ w[n], 8)
            out.append(first[n] ^ second ^ k.rotl(last[n] ^ fourth, 16))
            k.cold(out[-1])
        return out

    def constants(self) -> Val:
        """Those of all rounds: eight words for each."""
        return self.k.table(
            "constants", self.k.u64,
            [
                sum((one >> bit & 1) << 8 * column for column, one in enumerate(constants(turn)))
                for turn in range(ROUNDS)
                for bit in range(8)
            ],
        )  # fmt: skip


def sliced(k: Builder, state: Val, data: Val, blocks: Val) -> None:
    """Bit slices."""
    planes = Planes(k)
    table = planes.constants()
    chain = planes.read(state, words=True)
    k.cold(state, data, blocks, table, chain)
    with k.loop(blocks, step={data: 64}):
        key = [k.copy(x) for x in chain]
        for to, x in zip(chain, planes.read(data)):
            to ^= x
        s = [k.copy(x) for x in chain]
        k.cold(key, s)
        at = k.const(k.usize, 0, "at")
        k.cold(at)
        with k.while_(at.lt(64 * ROUNDS)):
            for n, (to, x) in enumerate(zip(key, planes.turn(key))):
                k.xor(x, k.load64(table, index=at, offset=8 * n), to=to)
            for to, x, one in zip(s, planes.turn(s), key):
                k.xor(x, one, to=to)
            at += 64
        for to, x in zip(chain, s):
            to ^= x
    planes.write(state, chain)


def whole(k: Builder, state: Val, data: Val, blocks: Val) -> None:
    """A matrix in a vector, by rows."""
    tables = Tables(k, k.v512)
    shift = [ROWS * ((row - column) % 8) + column for row in range(ROWS) for column in range(ROWS)]
    order = k.vconst(k.v512, shift, bits=8, name="order")
    ends = Permutations.ends(1)
    tables.hold(6, NIBBLE, E, INVERSE, R, *ends)

    def turn(x: Val, plus: Val) -> Val:
        x = permute(k, order, x)
        high = k.vlookup(tables[E], k.vshr(x, 4, bits=8))
        low = k.vlookup(tables[INVERSE], x & tables[NIBBLE])
        mixed = k.vlookup(tables[R], high ^ low)
        y = k.vlookup(tables[ends[0]], high ^ mixed) ^ k.vlookup(tables[ends[1]], low ^ mixed)
        multiples = {factor: product(k, y, factor) for factor in set(FACTORS) - {1}} | {1: y}
        terms = [plus, *(k.vrotl(multiples[factor], 8 * n, bits=64) if n else y for n, factor in enumerate(FACTORS))]
        while len(terms) > 1:
            terms = [*terms[3:], k.ternary(lambda a, b, c: a ^ b ^ c, *terms[:3])]
        return terms[0]

    table = k.table(
        "constants", k.u64,
        [one for turn in range(ROUNDS) for one in (sum(x << 8 * n for n, x in enumerate(constants(turn))), *[0] * 7)],
    )  # fmt: skip
    chain = k.vbswap(k.vload(k.v512, state), bits=64)
    with k.loop(blocks, step={data: 64}):
        key = k.copy(chain)
        chain ^= k.vload(k.v512, data)
        s = k.copy(chain)
        at = k.const(k.usize, 0, "at")
        with k.while_(at.lt(64 * ROUNDS)):
            k.set(key, turn(key, k.vload(k.v512, table, index=at)))
            k.set(s, turn(s, key))
            at += 64
        chain ^= s
    k.vstore(state, k.vbswap(chain, bits=64))


@kernel(
    c="void whirlpool_blocks(uint64_t state[8], const uint8_t *data, size_t blocks)",
    args=[Arg("state", align=8), Arg("data", r="64*blocks"), Arg("blocks", public=True)],
    variants=[
        Variant("scalar", engine=sliced, without=(("x86", "registers of 32 bits gain nothing over C"),)),
        Variant("ssse3", features=("ssse3",), engine=apart),
        Variant("avx2", features=("avx2",), engine=together),
        Variant("gfni", features=("avx2", "gfni"), engine=partial(together, engine=Products)),
        Variant("avx512", features=("avx512bw", "avx512vbmi", "gfni"), engine=whole, without=FEW),
        Variant("neon", features=("neon",), engine=apart),
    ],
    source="ISO/IEC 10118-3",
    size="blocks",
    size_unit=64,
    portable=True,
    interface=[WHIRLPOOL],
)
def whirlpool_blocks(k: Builder, state: Val, data: Val, blocks: Val) -> None:
    """Whirlpool compression of `blocks` 64-byte blocks."""
    k.variant.engine(k, state, data, blocks)
