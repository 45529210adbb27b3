# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""GHASH computes what SP 800-38D says: for all keys, states and messages of so many blocks that each loop has turns.

A bit is a sum of products of two unknown bits at most, one of each of two blocks. A value whose bits are those of a sum
of products in GHASH's field gets a name, and stands for a polynomial in the key whose coefficients are blocks of the
message. At the end this polynomial is compared with the standard's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from generator.lang.ternary import Expr
from generator.lang.values import Op, Val
from proof.memory import NoProof
from tests.proof.concrete import Run
from tests.proof.recordings import Recorded, cases, recorded
from tests.reference import ghash

Key = tuple[int, ...]
Bit = dict[Key, int]
"""A sum: () is one, (u,) are bits of the block u, (u, v) are products of a bit of u and a bit of v, where bit i of u
and bit j of v have the place 128 i + j."""
Bits = list[Bit]
Sum = frozenset[tuple[str, int]]
"""A polynomial in the key: a block of the message, or "" for one, times a power of the key."""
ONE: Bit = {(): 1}
SIZE = 128
ROOM = SIZE * SIZE // 8


def plus(x: Bit, y: Bit) -> Bit:
    if not x or not y:
        return x or y
    out = dict(x)
    for key, mask in y.items():
        both = out.pop(key, 0) ^ mask
        if both:
            out[key] = both
    return out


def times(x: Bit, y: Bit) -> Bit:
    return y if x == ONE or not y else x if y == ONE or not x else carry_less([x], [y])[0]


def carry_less(x: Bits, y: Bits) -> Bits:
    """The carry-less product of two words. One factor's bits stand side by side in a number."""
    out: Bits = [{} for _ in range(len(x) + len(y))]
    first, second = ({key: [bit.get(key, 0) for bit in word] for bit in word for key in bit} for word in (x, y))
    for a, b in ((a, b) for a in first for b in second):
        if len(a + b) > 2:
            raise NoProof("a product of three bits")
        rows, columns = (first[a], second[b]) if a <= b else (second[b], first[a])
        whole = int.from_bytes(b"".join(mask.to_bytes(ROOM, "little") for mask in columns), "little")
        total = 0
        for i, row in enumerate(rows):
            for n in places(row):
                total ^= whole << 8 * ROOM * i + SIZE * n
        made = total.to_bytes(ROOM * len(out), "little")
        for n in range(len(out)):
            mask = int.from_bytes(made[ROOM * n :][:ROOM], "little")
            if a == b and a:  # a product of two bits of a block has two places
                lower = sum(1 << at for at in places(mask) if at // SIZE > at % SIZE)
                mask ^= lower
                for at in places(lower):
                    mask ^= 1 << SIZE * (at % SIZE) + at // SIZE
            if mask:
                out[n] = plus(out[n], {tuple(sorted(a + b)): mask})
    return out


def places(mask: int) -> Iterable[int]:
    """The bits of a mask that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@cache
def powers_of_x() -> list[int]:
    """The product of bits i and j of two numbers in the kernels' form, in that form, at i + j. The same are the
    products of a number of the standard and one in the kernels' form, as a number of the standard."""

    def plain(one: int) -> int:
        return int.from_bytes(ghash.key_of(bytes(15 * 16) + one.to_bytes(16, "little")), "big")

    made = [ghash.times(1 << n - n // 2, plain(1 << n // 2)) for n in range(2 * SIZE - 1)]
    for i, j in ((0, 0), (0, 127), (127, 0), (127, 127), (5, 121), (100, 3), (64, 63)):
        assert ghash.times(1 << i, plain(1 << j)) == made[i + j]
        assert ghash._own(ghash.times(plain(1 << i), plain(1 << j))) == made[i + j]
    return made


def place(reverse: bool, n: int) -> int:
    """Bit n of a number, in a block. A block of the message has its bytes in reverse order."""
    return 8 * (15 - n // 8) + n % 8 if reverse else n


def turned(number: int) -> int:
    """A number with its bytes in reverse order."""
    return int.from_bytes(number.to_bytes(16, "little"), "big")


@cache
def product_bit(first: bool, second: bool, same: bool, bit: int) -> int:
    """A bit of the product of the numbers in two blocks. ``first``, ``second``: whether their bytes are reversed."""
    sums = sum((made >> bit & 1) << n for n, made in enumerate(powers_of_x()))
    mask = 0
    for i in range(SIZE):
        row = sums >> i & (1 << SIZE) - 1
        if same:  # the others come twice
            row &= 1 << i
        mask ^= (turned(row) if second else row) << SIZE * place(first, i)
    return mask


class Ghash(Run):
    """Values are lists of bits, the lowest first."""

    grain = 1

    def __init__(self, of: Recorded, numbers: dict[str, int]) -> None:
        self.blocks: list[tuple[bool, Sum]] = []  # whether its bytes are reversed, and what the number is
        self.known: dict[Any, int] = {}
        super().__init__(of, numbers)

    def block(self, name: Any, reverse: bool, meaning: Sum) -> int:
        if name not in self.known:
            self.known[name] = len(self.blocks)
            self.blocks.append((reverse, meaning))
        return self.known[name]

    def found(self, name: str, offset: int) -> Bits:
        if name == "powers":
            size = next(int(str(arg.size)) for arg in self.of.kernel.args if arg.name == name)
            power = (size - offset) // 16
            number = self.block((name, offset // 16), False, frozenset({("", power)}))
        else:
            number = self.block((name, offset // 16), True, frozenset({(f"{name} {offset // 16}", 0)}))
        return [{(number,): 1 << 8 * (offset % 16) + n} for n in range(8)]

    def unknown(self, bits: int) -> Bits:
        self.unknowns += 1
        out: Bits = []
        for at in range(0, bits, SIZE):
            name = f"unknown {self.unknowns} {at}"
            number = self.block(name, True, frozenset({(name, 0)}))
            out += [{(number,): 1 << n} for n in range(min(SIZE, bits))]
        return out

    def bits(self, value: Any, count: int) -> Bits:
        if isinstance(value, int):
            return [ONE if value >> n & 1 else {} for n in range(count)]
        assert len(value) == count
        return list(value)

    def put(self, dst: Val, value: Any) -> None:
        if isinstance(value, list):
            assert len(value) == dst.type.bits, (self.now, len(value))
            parts = [value[n : n + SIZE] for n in range(0, len(value), SIZE)]
            value = [bit for part in parts for bit in self.named(part)]
        super().put(dst, value)

    def loaded(self, op: Op, at: int, bits: int) -> Bits:
        size = {"vblock": 16}.get(op.name, bits // 8)
        found = self.units(at, size)
        if op.attrs.get("be"):
            found.reverse()
        return [bit for byte in found for bit in byte] * (bits // 8 // size)

    def stored(self, op: Op, at: int, value: Any, bits: int) -> None:
        held = self.bits(value, bits)
        parts = [held[n : n + 8] for n in range(0, bits, 8)]
        if op.attrs.get("be"):
            parts.reverse()
        self.memory.update(enumerate(parts, at))

    # -- numbers of the field --------------------------------------------------------------------------------------

    def sum_bit(self, keys: Iterable[Key], bit: int) -> Bit:
        """A bit of a sum of blocks and of products of two blocks."""
        out: Bit = {}
        for key in keys:
            kinds = [self.blocks[one][0] for one in key]
            mask = product_bit(kinds[0], kinds[1], key[0] == key[1], bit) if key[1:] else 1 << place(kinds[0], bit)
            out[key] = mask
        return out

    def meaning(self, keys: Iterable[Key]) -> Sum:
        """The polynomial that a sum stands for."""
        out: set[tuple[str, int]] = set()
        for key in keys:
            x, y = (*(self.blocks[one][1] for one in key), frozenset({("", 0)}))[:2]
            for a, m in x:
                for b, n in y:
                    if a and b:
                        raise NoProof("a product of two blocks of the message")
                    out ^= {(a + b, m + n)}
        return frozenset(out)

    def named(self, value: Bits) -> Bits:
        """A word of a sum with products, or of the key in the kernels' form, as a word of a block of its own."""
        keys = frozenset(key for bit in value for key in bit)
        if () in keys or len(value) not in (32, 64, SIZE):
            return value
        wanted: Callable[[int], Bit]
        if keys == {(self.known.get(("h", 0), -1),)}:
            (key,) = keys
            rows = [ghash._own(1 << n) for n in range(SIZE)]
            wanted = lambda n: {key: sum((row >> n & 1) << place(True, m) for m, row in enumerate(rows))}  # noqa: E731
            meaning: Sum = frozenset({("", 1)})
        elif any(key[1:] for key in keys):
            wanted, meaning = lambda n: self.sum_bit(keys, n), frozenset()
        else:
            return value
        for at in range(0, SIZE, len(value)):
            if all(bit == wanted(at + n) for n, bit in enumerate(value)):
                number = self.block(keys, False, meaning or self.meaning(keys))
                return [{(number,): 1 << at + n} for n in range(len(value))]
        return value

    def number_at(self, at: int, *, reverse: bool) -> Sum:
        """What the number in memory stands for."""
        held = self.units(at, 16)
        value = [bit for byte in (reversed(held) if reverse else held) for bit in byte]
        keys = {key for bit in value for key in bit}
        if any(bit != self.sum_bit(keys, n) for n, bit in enumerate(value)):
            raise NoProof("a number that is no sum of products")
        return self.meaning(keys)

    # -- operations ------------------------------------------------------------------------------------------------

    def _pairs(self, op: Op, rule: Callable[[Bit, Bit], Bit], *args: Any) -> Bits:
        count = op.dst[0].type.bits
        return [rule(x, y) for x, y in zip(*(self.bits(one, count) for one in args))]

    def w_xor(self, op: Op, x: Any, y: Any) -> Bits:
        return self._pairs(op, plus, x, y)

    def w_and(self, op: Op, x: Any, y: Any) -> Bits:
        return self._pairs(op, times, x, y)

    def w_ternary(self, op: Op, *args: Any) -> Bits:
        def tree(one: Expr) -> Any:
            if not one.args:
                return args["xyz".index(one.op)]
            rules = {"xor": plus, "and": times}
            if one.op not in rules:
                raise NoProof(f"{op.src}: {one.op} in a function of three values")
            return self._pairs(op, rules[one.op], *map(tree, one.args))

        made: Bits = tree(op.attrs["parts"][0])
        return made

    def _lanes(self, op: Op, x: Any, rule: Callable[[Bits, int], Bits]) -> Bits:
        count = op.dst[0].type.bits
        lane, held = op.attrs.get("lane", count), self.bits(x, count)
        return [bit for n in range(0, count, lane) for bit in rule(held[n : n + lane], op.attrs["bits"])]

    def w_shl(self, op: Op, x: Any) -> Bits:
        return self._lanes(op, x, lambda one, by: [*([{}] * by), *one[: len(one) - by]])

    def w_shr(self, op: Op, x: Any) -> Bits:
        return self._lanes(op, x, lambda one, by: [*one[by:], *([{}] * by)])

    def w_sar(self, op: Op, x: Any) -> Bits:
        return self._lanes(op, x, lambda one, by: [*one[by:], *([one[-1]] * by)])

    w_vshl, w_vshr, w_vsar = w_shl, w_shr, w_sar

    def w_mul_wide(self, op: Op, x: Any, y: Any) -> tuple[Bits, Bits]:
        """Where no carry can come in, a bit is the sum of the products of bits. Others are unknown."""
        count = op.dst[0].type.bits
        first, second = self.bits(x, count), self.bits(y, count)
        out, carried = carry_less(first, second), 0
        for n in range(2 * count):
            if carried:
                (out[n],) = self.unknown(1)
            carried += sum(1 for i in range(max(0, n - count + 1), min(n + 1, count)) if first[i] and second[n - i])
            carried //= 2
        return out[:count], out[count:]

    def w_vclmul(self, op: Op, x: Any, y: Any) -> Bits:
        count, out = op.dst[0].type.bits, Bits()
        both = [self.bits(one, count) for one in (x, y)]
        for at in range(0, count, SIZE):
            first, second = (one[at + 64 * half :][:64] for one, half in zip(both, op.attrs["halves"]))
            out += carry_less(first, second)
        return out

    def _bytes(self, op: Op, x: Any, rule: Callable[[int], int]) -> Bits:
        """Bytes of a block moved, each from a place, or zero where there is none."""
        count, out = op.dst[0].type.bits, Bits()
        held = self.bits(x, count)
        for at in range(0, count, SIZE):
            for n in map(rule, range(16)):
                out += held[at + 8 * n :][:8] if n >= 0 else [{}] * 8
        return out

    def w_vbswap(self, op: Op, x: Any) -> Bits:
        size = op.attrs["lane"] // 8
        return self._bytes(op, x, lambda n: n // size * size + size - 1 - n % size)

    def w_vlookup(self, op: Op, x: Any, index: Any) -> Bits:
        """Bytes of a block moved by an index that is known, the same in all blocks."""
        order = self.number(op.args[1]).to_bytes(op.dst[0].type.bits // 8, "little")
        assert order == order[:16] * (len(order) // 16)
        return self._bytes(op, x, lambda n: order[n] if order[n] < 16 else -1)

    def w_vshl_bytes(self, op: Op, x: Any) -> Bits:
        return self._bytes(op, x, lambda n: n - op.attrs["count"])

    def w_vshuffle(self, op: Op, x: Any) -> Bits:
        size = 16 // len(op.attrs["order"])
        return self._bytes(op, x, lambda n: op.attrs["order"][n // size] * size + n % size)

    def w_vextract(self, op: Op, x: Any) -> Bits:
        return self.bits(x, op.args[0].type.bits)[SIZE * op.attrs["block"] :][:SIZE]

    def w_vinsert(self, op: Op, x: Any, y: Any, *_: Any) -> Bits:
        held, at = self.bits(x, op.dst[0].type.bits), SIZE * op.attrs["block"]
        part = self.bits(y, op.args[1].type.bits)
        return [*held[:at], *part, *held[at + len(part) :]]


def different_powers(of: Recorded) -> list[int]:
    """The powers that differ from those of the key."""
    run = Ghash(of, {})
    run.run()
    places = {22 - n: run.place("powers") + 16 * n for n in range(22)}
    return [n for n, at in places.items() if run.number_at(at, reverse=False) != {("", n)}]


def hashed(of: Recorded, text: str, blocks: int, numbers: dict[str, int] | None = None) -> bool:
    """Whether the state after so many blocks is the standard's: Horner's rule over them."""
    run = Ghash(of, {"blocks": blocks, **(numbers or {})})
    run.run()
    start = run.place(text)
    wanted: set[tuple[str, int]] = {("xi 0", blocks)}
    for n in range(blocks):
        part = run.number_at(start + 16 * n, reverse=True)
        wanted ^= {(name, power + blocks - n) for name, power in part}
    return run.number_at(run.place("xi"), reverse=True) == wanted


@pytest.mark.parametrize(("triple", "name", "variant"), cases(["ghash_powers"]))
@pytest.mark.whole(every=4)
def test_powers_are_those_of_the_key(triple: str, name: str, variant: str) -> None:
    assert not different_powers(recorded(triple, name, variant))


@pytest.mark.parametrize(("triple", "name", "variant"), cases(["ghash_blocks"]))
@pytest.mark.whole(every=4)
def test_a_hash_is_that_of_the_standard(triple: str, name: str, variant: str) -> None:
    """No block; one and two by words; two turns and each batch of a rest by vectors."""
    for blocks in (0, 1, 2) if variant == "scalar" else (0, 47):
        assert hashed(recorded(triple, name, variant), "in", blocks), blocks


@pytest.mark.parametrize(("triple", "name", "variant"), cases(["aes_gcm_encrypt", "aes_gcm_decrypt"]))
@pytest.mark.whole(every=7)
def test_a_hash_beside_a_cipher_is_that_of_the_ciphertext(triple: str, name: str, variant: str) -> None:
    text = "out" if name == "aes_gcm_encrypt" else "in"
    for blocks in (0, 47):
        assert hashed(recorded(triple, name, variant), text, blocks, {"rounds": 10}), blocks


@pytest.mark.parametrize(("triple", "name", "variant"), cases(["aes_gcm_seal_message", "aes_gcm_open_message"]))
@pytest.mark.whole(every=7)
def test_a_tag_is_that_of_the_message(triple: str, name: str, variant: str) -> None:
    """Turns and what they leave, the most blocks behind them, and blocks without a whole vector. The tag
    has the mask, too, which is no product."""
    for blocks in (0, 3, 19, 20, 47):
        run = Ghash(recorded(triple, name, variant), {"length": 16 * blocks, "rounds": 10})
        run.run()
        start, count = run.place("out" if name == "aes_gcm_seal_message" else "in"), blocks + 1
        wanted: set[tuple[str, int]] = {("message 0", count + 1), ("message 2", count + 1), ("message 3", 1)}
        for n in range(blocks):
            part = run.number_at(start + 16 * n, reverse=True)
            wanted ^= {(block, power + count - n) for block, power in part}
        mask = run.number_at(run.place("message"), reverse=True) ^ wanted
        assert {power for _, power in mask} == {0}, blocks


@pytest.mark.parametrize(
    ("variant", "blocks", "word", "fault"),
    [
        ("pclmul", 8, "vclmul", {"halves": (0, 1)}),  # no product of the field
        ("pclmul", 8, "vload", {"offset": 144}),  # another power
        ("scalar", 1, "sar", {"bits": 62}),
    ],
)
def test_a_fault_is_found(variant: str, blocks: int, word: str, fault: dict[str, Any]) -> None:
    of = recorded("x86_64-linux-gnu", "ghash_blocks", variant)
    at = next(n for n, op in enumerate(of.ops) if op.name == word and (word != "vload" or op.attrs["offset"] == 112))
    faulty = replace(of.ops[at], attrs={**of.ops[at].attrs, **fault})
    try:
        found = hashed(replace(of, ops=[*of.ops[:at], faulty, *of.ops[at + 1 :]]), "in", blocks)
    except NoProof:
        return
    assert not found


def test_a_sum_that_carries_is_unknown() -> None:
    """Sixteen ones that meet in one place, where four bits are room for fifteen."""
    of = recorded("x86_64-linux-gnu", "ghash_blocks", "scalar")
    run, op = Ghash(of, {"blocks": 1}), next(op for op in of.ops if op.name == "mul_wide")
    ones = [ONE if n % 4 == 0 else {} for n in range(64)]
    for least, known in ((4, True), (0, False)):
        sparse: Bits = [{(n,): 1} if n % 4 == 0 and n >= least else {} for n in range(64)]
        _, high = run.w_mul_wide(op, sparse, ones)
        assert (high[0] == carry_less(sparse, ones)[64]) == known
