# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Poly1305 computes what RFC 8439 says, modulo 2^130 - 5: for all keys, states and messages of so many blocks that each
loop has turns.

A word is a polynomial over whole numbers, with the greatest value that it may have. What a word cannot hold is 2^bits
times a new symbol, a carry: it is zero where the greatest value says so, and all others must cancel at the end. Long
polynomials get names, which the end replaces again.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest

from generator.lang.values import Op
from proof.memory import NoProof
from tests.proof.concrete import APART, Run
from tests.proof.recordings import Recorded, cases, recorded
from tests.reference.poly1305 import _CLAMP, P

Poly = dict[tuple[int, ...], int]
"""Symbols whose product it is → a factor."""
LONG = 8


@dataclass(frozen=True, slots=True)
class Number:
    """Whole numbers from 0 to ``most``."""

    poly: Poly
    most: int


@dataclass(frozen=True, slots=True)
class Vector:
    """Numbers in lanes of 64 bits."""

    lanes: list[Number]


def total(*terms: tuple[Poly, int]) -> Poly:
    """A sum of multiples."""
    out: Poly = {}
    for poly, times in terms:
        for key, factor in poly.items():
            out[key] = out.get(key, 0) + factor * times
    return {key: factor for key, factor in out.items() if factor}


def product(x: Poly, y: Poly) -> Poly:
    return total(*(({tuple(sorted(a + b)): m * n}, 1) for a, m in x.items() for b, n in y.items()))


class Poly1305(Run):
    """Values are numbers. ``reached``: 1 for the runs where h + 5 reaches 2^130 at the
    end, and 0 for those where it does not: the script makes a mask of this carry."""

    grain = 4

    def __init__(self, of: Recorded, numbers: Mapping[str, int], reached: int) -> None:
        self.most: list[int] = []  # of each symbol
        self.age: list[int] = []  # of each symbol: the branches before it
        self.fixed = set[int]()  # symbols that depend on the key alone
        self.meant: dict[int, Poly] = {}  # symbols that are names
        self.floors: dict[Any, int] = {}
        self.carries: dict[int, tuple[Poly, int, int]] = {}  # a symbol that is a quotient: of what, by which power of 2
        self.sums: dict[int, tuple[Number, Number]] = {}  # a symbol that is an exclusive-or
        self.symbols: dict[Any, int] = {}
        self.wholes: dict[frozenset[tuple[tuple[int, ...], int]], Number] = {}  # products of 104 bits
        self.reached, self.small = reached, list[tuple[Poly, int]]()
        self.heads: dict[int, list[dict[Any, int]]] = {}
        self.grown = dict[int, list[Any]]()
        self.firsts = set[int]()  # names that are replaced before all others
        self.whole = -1  # the symbol that is r at the end
        self.opened = set[int]()  # tables of powers
        super().__init__(of, numbers)

    # -- numbers ---------------------------------------------------------------------------------------------------

    def symbol(self, most: int, of: Poly | None = None) -> int:
        """A new symbol, which may depend on a polynomial."""
        self.most.append(most)
        self.age.append(self.branches)
        if of and self.fixed.issuperset(one for key in of for one in key):
            self.fixed.add(len(self.most) - 1)
        return len(self.most) - 1

    def bounds(self, poly: Poly) -> tuple[int, int]:
        low = high = poly.get((), 0)
        for key, factor in poly.items():
            if key:
                reach = factor
                for one in key:
                    reach *= self.most[one]
                low, high = low + min(reach, 0), high + max(reach, 0)
        return low, high

    def made(self, poly: Poly, most: int, terms: int = LONG) -> Number:
        """A number of a polynomial, which gets a name if it has more terms."""
        most = min(most, self.bounds(poly)[1])
        if len(poly) > terms:
            name = self.symbol(most, poly)
            self.meant[name] = poly
            poly = {(name,): 1}
        return Number(poly, most)

    def above(self, poly: Poly, by: int, most: int) -> Poly:
        """The quotient by 2^by, rounded down. Equal quotients are the same polynomial."""
        if most >> by == 0 or by == 0:
            return poly if by == 0 else {}
        if any(size <= by and self.bounds(total((one, 1), (poly, -1)))[0] >= 0 for one, size in self.small):
            return {}  # not greater than a number below 2^by
        whole = {key: factor >> by for key, factor in poly.items() if factor >> by}
        rest = {key: part for key, factor in poly.items() if (part := factor & (1 << by) - 1)}
        top = self.bounds(rest)[1]
        top = min(top, most) if not whole else top
        for zeros in sorted({(one & -one).bit_length() - 1 for one in rest.values()}, reverse=True):
            low = {key: factor for key, factor in rest.items() if factor & (1 << zeros) - 1}
            if zeros and self.bounds(low)[1] >> zeros == 0:
                more = {key: factor >> zeros for key, factor in rest.items() if key not in low}
                return total((whole, 1), (self.above(more, by - zeros, top >> zeros), 1))
        if top >> by == 0:
            return whole
        if len(rest) == 1:
            ((key, factor),) = rest.items()
            if factor == 1 and len(key) == 1 and key[0] in self.carries:
                inner, before, most = self.carries[key[0]]
                return total((whole, 1), (self.above(inner, by + before, most), 1))
        place = by, frozenset(rest.items())
        if place not in self.floors:
            self.floors[place] = self.symbol(top >> by, rest)
            self.carries[self.floors[place]] = rest, by, top
        return total((whole, 1), ({(self.floors[place],): 1}, 1))

    def shifted(self, x: Number, by: int) -> Number:
        return self.made(self.above(x.poly, by, x.most), x.most >> by)

    def low(self, x: Number, bits: int) -> Number:
        poly = total((x.poly, 1), (self.above(x.poly, bits, x.most), -1 << bits))
        return self.made(poly, min(x.most, (1 << bits) - 1))

    def plus(self, *terms: Number) -> Number:
        return Number(total(*((one.poly, 1) for one in terms)), sum(one.most for one in terms))

    def times(self, x: Number, y: Number) -> Number:
        return Number(product(x.poly, y.poly), x.most * y.most)

    # -- values and memory -----------------------------------------------------------------------------------------

    def as_number(self, x: Any) -> Number:
        return Number({(): x} if x else {}, x) if isinstance(x, int) else x

    def unknown(self, bits: int) -> Any:
        if bits > 64:
            return Vector([self.unknown(64) for _ in range(bits // 64)])
        most = (1 << bits) - 1
        return Number({(self.symbol(most),): 1}, most)

    def found(self, name: str, offset: int) -> Number:
        most = (1 << 32) - 1 if name != "h" or offset < 16 else 3 if offset == 16 else 0
        if not most:
            return Number({}, 0)
        self.symbols[name, offset] = self.symbol(most)
        return Number({(self.symbols[name, offset],): 1}, most)

    def loaded(self, op: Op, at: int, bits: int) -> Any:
        if bits > 64:
            self.open(at - op.attrs["offset"], bits // 64)
            lanes = range(bits // 64)
            whole = op.name == "vload"
            return Vector([self.loaded(op, at + 8 * n if whole else at, 64) for n in lanes])
        parts = self.units(at, bits // 8)
        poly = total(*((one.poly, 1 << 32 * n) for n, one in enumerate(parts)))
        return self.made(poly, sum(one.most << 32 * n for n, one in enumerate(parts)))

    def open(self, table: int, lanes: int) -> None:
        """Before vectors are loaded from a table of digits, a power of r in each lane: see that they are that, and take
        new digits, of which nothing else is known."""
        name = self.names[table // APART - 1]
        if not name.startswith("frame") or table in self.opened:
            return
        self.opened.add(table)
        count = sum(table + 8 * lanes * n in self.memory for n in range(8))
        width = {5: 26, 3: 44}[count]
        for lane in range(lanes):
            cells = [
                (table + 8 * (lanes * n + lane) + 4 * high, 1 << width * n + 32 * high)
                for n in range(count)
                for high in (0, 1)
            ]
            power = self.remainder(total(*((self.memory[at].poly, worth) for at, worth in cells)))
            if list(power.values()) != [1] or set(*power) != {self.whole}:
                raise NoProof(f"{self.now.src}: lane {lane} of the table is no power of r")
            for at, _ in cells:
                most = self.memory[at].most
                made = self.symbol(most)
                self.fixed.add(made)
                self.memory[at] = Number({(made,): 1} if most else {}, most)
            (first,) = self.memory[cells[0][0]].poly
            self.firsts |= set(first)
            others = total(*((self.memory[at].poly, worth) for at, worth in cells[1:]))
            self.meant[first[0]] = total((power, 1), (others, -1))

    def stored(self, op: Op, at: int, value: Any, bits: int) -> None:
        if bits > 64:
            for n, one in enumerate(self.as_lanes(value, bits)):
                self.stored(op, at + 8 * n, one, 64)
            return
        for part in range(0, bits, 32):
            self.memory[at + part // 8] = self.low(self.shifted(self.as_number(value), part), 32)

    def turned(self, at: int) -> None:
        """The greatest values of the last turn must not be greater than those of the turn before."""
        now = {}
        for number, value in self.values.items():
            for lane, one in enumerate(value.lanes if isinstance(value, Vector) else [value]):
                if isinstance(one, Number):
                    now[number, lane] = one.most
        heads = self.heads.setdefault(at, [])
        if len(heads) >= 2:
            self.grown[at] = [cell for cell, most in now.items() if most > heads[-1].get(cell, most)]
        heads.append(now)

    # -- operations ------------------------------------------------------------------------------------------------

    def _each(self, op: Op, rule: Callable[..., Number | int | None], *args: Any) -> Any:
        """A rule for numbers of the result's bits, or of each lane's."""
        bits = op.dst[0].type.bits
        if bits <= 64:
            return rule(bits, *map(self.as_number, args))
        made = [rule(64, *lanes) for lanes in zip(*(self.as_lanes(one, bits) for one in args))]
        return Vector([self.unknown(64) if one is None else self.as_number(one) for one in made])

    def as_lanes(self, x: Any, bits: int) -> list[Number]:
        """Lanes of a vector, of a constant, or of a number that all have."""
        if isinstance(x, int):
            x = Vector([self.as_number(x >> 64 * n & (1 << 64) - 1) for n in range(bits // 64)])
        return x.lanes if isinstance(x, Vector) else [x] * (bits // 64)

    def w_add(self, op: Op, *args: Any) -> Any:
        return self._each(op, lambda bits, *given: self.low(self.plus(*given), bits), *args)

    def w_add_carry(self, op: Op, *args: Any) -> Any:
        whole, bits = self.plus(*(self.as_number(one) for one in args if one is not None)), op.dst[0].type.bits
        whole = self.made(whole.poly, whole.most)
        return self.low(whole, bits), self.made(self.above(whole.poly, bits, whole.most), whole.most >> bits, 1)

    def w_mul(self, op: Op, *args: Any) -> Any:
        return self._each(op, lambda bits, x, y: self.low(self.times(x, y), bits), *args)

    def w_mul_wide(self, op: Op, x: Any, y: Any) -> Any:
        whole, bits = self.times(self.as_number(x), self.as_number(y)), op.dst[0].type.bits
        whole = self.made(whole.poly, whole.most)
        return self.low(whole, bits), self.shifted(whole, bits)

    def w_shl(self, op: Op, x: Any) -> Any:
        by = op.attrs["bits"]
        return self._each(op, lambda bits, x: self.low(self.times(x, self.as_number(1 << by)), bits), x)

    def w_shr(self, op: Op, x: Any) -> Any:
        def rule(_: int, x: Number) -> Number:
            made = self.shifted(x, op.attrs["bits"])
            if made.most <= 1 or self.bounds(made.poly)[1] <= made.most:
                return made
            named = self.made(made.poly, made.most, 1)  # which has the closer bound
            self.carries[next(iter(named.poly))[0]] = x.poly, op.attrs["bits"], x.most
            return named

        return self._each(op, rule, x)

    def w_and(self, op: Op, x: Any, y: Any) -> Any:
        if isinstance(y, int):
            y &= (1 << op.dst[0].type.bits) - 1
        return self._each(op, self._and, x, y)

    def _and(self, bits: int, x: Number, y: Number) -> Number | None:
        if y.poly.keys() - {()}:
            x, y = y, x
        if y.poly.keys() - {()}:
            return None
        mask = y.most
        if not x.poly.keys() - {()}:
            return self.as_number(x.most & mask)
        if not mask & mask + 1:
            return self.low(x, mask.bit_length())
        below = (1 << bits) - mask
        if not below & below - 1:  # all but the lowest
            return self.made(total((x.poly, 1), (self.low(x, below.bit_length() - 1).poly, -1)), x.most)
        out: Poly = {}
        for key, factor in x.poly.items():  # words of memory side by side
            part = mask // factor & (1 << 32) - 1
            apart = factor in (1, 1 << 32, 1 << 64, 1 << 96) and list(x.poly.values()).count(factor) == 1
            if not apart or len(key) != 1 or self.most[key[0]] >> 32:
                return None
            if not part & part + 1:
                one = self.low(Number({key: 1}, self.most[key[0]]), part.bit_length()).poly
            else:
                zeros = (part & -part).bit_length() - 1
                if (key[0], part) not in self.symbols:
                    self.symbols[key[0], part] = self.symbol(part >> zeros, {key: 1})
                one = {(self.symbols[key[0], part],): 1 << zeros}
            out = total((out, 1), (one, factor))
        return Number(out, mask)

    def w_or(self, op: Op, x: Any, y: Any) -> Any:
        def rule(_: int, x: Number, y: Number) -> Number | None:
            for one, other in ((x, y), (y, x)):
                zeros = min(((n & -n).bit_length() - 1 for n in one.poly.values()), default=64)
                if other.most >> zeros == 0:  # no bit meets another
                    both = self.plus(one, other)
                    return self.made(both.poly, both.most)
            return None

        return self._each(op, rule, x, y)

    def w_xor(self, op: Op, x: Any, y: Any) -> Any:
        def rule(bits: int, x: Number, y: Number) -> Number:
            if not y.poly:
                return x
            pair = self.sums.get(next(iter(y.poly))[0]) if len(y.poly) == 1 and () not in y.poly else None
            if pair is not None and pair[0].poly == x.poly:
                return pair[1]
            made = self.symbol((1 << bits) - 1)
            self.sums[made] = x, y
            return Number({(made,): 1}, (1 << bits) - 1)

        return self._each(op, rule, x, y)

    def w_sub(self, op: Op, x: Any, y: Any) -> Any:
        """Zero minus a carry is a mask: one of both cases is what this run is about."""
        carries = [key for key, factor in y.poly.items() if factor == 1 and key and key[0] in self.carries]
        if x != 0 or y.most > 1 or len(carries) != 1:
            return None
        (key,) = carries
        others = total((y.poly, 1), ({key: 1}, -1))
        rest, by, _ = self.carries[key[0]]
        self.meant[key[0]] = total(({(): self.reached}, 1), (others, -1))
        if not self.reached:
            small = total((rest, 1), (others, 1 << by))
            name = next(iter(small))
            self.small.append((self.meant.get(name[0], small) if len(small) == len(name) == 1 else small, by))
        return (1 << op.dst[0].type.bits) - 1 if self.reached else 0

    w_vadd, w_vshl, w_vshr = w_add, w_shl, w_shr

    def w_trunc(self, op: Op, x: Any) -> Any:
        return self._each(op, lambda bits, x: self.low(x, bits), x)

    def w_vmul_even(self, op: Op, x: Any, y: Any) -> Any:
        return self._each(op, lambda _, x, y: self.times(self.low(x, 32), self.low(y, 32)), x, y)

    def _half(self, op: Op, high: bool, to: Any, x: Any, y: Any) -> Any:
        def rule(bits: int, to: Number, x: Number, y: Number) -> Number:
            whole = self.times(self.low(x, 52), self.low(y, 52))
            both = frozenset(whole.poly.items())  # of which one instruction takes the low half, and one the high half
            whole = self.wholes.setdefault(both, self.made(whole.poly, whole.most))
            return self.low(self.plus(to, self.shifted(whole, 52) if high else self.low(whole, 52)), bits)

        return self._each(op, rule, to, x, y)

    def w_vmul52_low(self, op: Op, *args: Any) -> Any:
        return self._half(op, False, *args)

    def w_vmul52_high(self, op: Op, *args: Any) -> Any:
        return self._half(op, True, *args)

    def w_vbroadcast(self, op: Op, x: Any) -> Any:
        one = self.as_number(x)
        both = self.plus(one, self.times(one, self.as_number(1 << 32))) if op.attrs["lane"] == 32 else one
        return Vector([both] * (op.dst[0].type.bits // 64))

    def w_vfrom(self, op: Op, x: Any) -> Vector:
        return Vector([self.as_number(x), *[self.as_number(0)] * (op.dst[0].type.bits // 64 - 1)])

    def w_vword(self, op: Op, x: Vector) -> Number:
        return self.low(x.lanes[0], op.dst[0].type.bits) if op.attrs["lane"] == 0 else self.unknown(64)

    def w_vextract(self, op: Op, x: Vector) -> Vector:
        return Vector(x.lanes[2 * op.attrs["block"] :][:2])

    def w_vinsert(self, op: Op, x: Any, y: Vector) -> Vector:
        lanes, at = self.as_lanes(x, op.dst[0].type.bits), 2 * op.attrs["block"]
        return Vector([*lanes[:at], *y.lanes, *lanes[at + 2 :]])

    def w_vshuffle(self, op: Op, x: Vector) -> Vector | None:
        return Vector(x.lanes[::-1]) if op.attrs["order"] == (2, 3, 0, 1) else None

    def _unpacked(self, op: Op, lane: int, x: Any, y: Any) -> Vector | None:
        bits = op.dst[0].type.bits
        both = [self.as_lanes(one, bits) for one in (x, y)]
        return (
            Vector([one[n + lane] for n in range(0, bits // 64, 2) for one in both]) if op.attrs["lane"] == 64 else None
        )

    def w_vunpack_low(self, op: Op, x: Any, y: Any) -> Vector | None:
        return self._unpacked(op, 0, x, y)

    def w_vunpack_high(self, op: Op, x: Any, y: Any) -> Vector | None:
        return self._unpacked(op, 1, x, y)

    # -- the end -----------------------------------------------------------------------------------------------------

    def number_at(self, name: str, offset: int, count: int) -> Poly:
        parts = self.units(self.place(name) + offset, count)
        return total(*((one.poly, 1 << 32 * n) for n, one in enumerate(parts)))

    def remainder(self, poly: Poly) -> Poly:
        """A polynomial modulo 2^130 - 5, without names."""
        out = {key: factor % P for key, factor in poly.items() if factor % P}
        holding: dict[int, set[tuple[int, ...]]] = {}
        names, fixed, age = list[tuple[int, int]](), list[tuple[bool, int]](), len(self.most)

        def note(key: tuple[int, ...]) -> None:
            for one in key:
                if one in self.meant:
                    if one not in holding:
                        holding[one] = set()
                        if one in self.fixed:
                            heapq.heappush(fixed, (one not in self.firsts, -one))
                        else:
                            heapq.heappush(names, (-self.age[one], -one))
                    holding[one].add(key)

        for key in out:
            note(key)
        # Names of the last turn first, and then those of the key: where all parts of a power of r have the same factor,
        # they become the power.
        while names or fixed:
            if fixed and not (names and -names[0][0] == age):
                name = -heapq.heappop(fixed)[1]
            else:
                age, name = (-one for one in heapq.heappop(names))
            for key in holding.pop(name):
                factor = out.pop(key, 0)
                if not factor:
                    continue
                at = key.index(name)
                for more, times in self.meant[name].items():
                    to = tuple(sorted((*key[:at], *key[at + 1 :], *more)))
                    new = (out.get(to, 0) + factor * times) % P
                    if new:
                        out[to] = new
                        note(to)
                    else:
                        out.pop(to, None)
        return out


def different(
    of: Recorded, blocks: int, pad: int = 1, *, key: str = "key", text: str = "in", unit: int = 16
) -> list[str]:
    """What differs from the standard."""
    out = []
    for reached in (0, 1):
        run = Poly1305(of, {"blocks": blocks, "pad": pad}, reached)
        before = run.number_at("h", 0, 24)
        loaded = Number(run.number_at(key, 0, 16), (1 << 128) - 1)
        clamped = run._and(128, loaded, run.as_number(_CLAMP))
        assert clamped is not None
        # r is one symbol at the end: its lowest part is r minus the others.
        whole, first = run.symbol(_CLAMP), next(one for one, factor in clamped.poly.items() if factor == 1)
        run.firsts, run.whole = {first[0]}, whole
        run.fixed |= {one for part in (*loaded.poly, *clamped.poly) for one in part}
        run.meant[first[0]] = total(({(whole,): 1}, 1), ({k: n for k, n in clamped.poly.items() if k != first}, -1))
        run.run()
        wanted = before
        for n in range(blocks * unit // 16):
            wanted = total((wanted, 1), (run.number_at(text, 16 * n, 16), 1), ({(): pad << 128}, 1))
            wanted = run.remainder(product(wanted, {(whole,): 1}))
        if run.remainder(total((run.number_at("h", 0, 24), 1), (wanted, -1))):
            out.append(f"the number, where h + 5 {'reaches' if reached else 'is below'} 2^130")
        out += [
            f"{cell} grows from turn to turn of the loop at {at}" for at, cells in run.grown.items() for cell in cells
        ]
    return out


@pytest.mark.parametrize(("triple", "name", "variant"), cases(["poly1305_blocks"]))
def test_a_number_is_that_of_the_standard(triple: str, name: str, variant: str) -> None:
    of = recorded(triple, name, variant)
    for blocks in (0, 1, 5) if variant == "scalar" else (27, 59, 130):
        for pad in (0, 1):
            assert not different(of, blocks, pad), (blocks, pad)


@pytest.mark.parametrize(
    ("triple", "name", "variant"), cases(["chacha20_poly1305_encrypt", "chacha20_poly1305_decrypt"])
)
def test_a_number_beside_a_cipher_is_that_of_the_ciphertext(triple: str, name: str, variant: str) -> None:
    """Batches in lanes and each of a rest."""
    text = "out" if name.endswith("encrypt") else "in"
    blocks = {"scalar": 4, "avx2": 35, "avx512": 37}.get(variant, 23)
    assert not different(recorded(triple, name, variant), blocks, key="r", text=text, unit=64)


@pytest.mark.parametrize("fault", ["a lost carry", "another factor"])
def test_a_fault_is_found(fault: str) -> None:
    of = recorded("x86_64-linux-gnu", "poly1305_blocks", "scalar")
    if fault == "a lost carry":
        at = next(n for n, op in enumerate(of.ops) if op.name == "add_carry" and op.args[2:] and op.args[2] is not None)
        faulty = replace(of.ops[at], args=of.ops[at].args[:2])
    else:
        at = next(n for n, op in enumerate(of.ops) if op.name == "shr" and op.attrs["bits"] == 2)
        faulty = replace(of.ops[at], attrs={**of.ops[at].attrs, "bits": 3})
    assert len(different(replace(of, ops=[*of.ops[:at], faulty, *of.ops[at + 1 :]]), 1)) == 2
