# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""GHASH by carry-less products of 64 bits. ghash.py has the form of numbers and powers.

A batch of n blocks takes the last n powers of those that are left: the products of all blocks are added up as three
sums, and reduced once. The state is added to the first block. Reductions are linear: the parts of a message shorter
than a batch are reduced each by itself, side by side, and added at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from generator.lang import Builder, Val
from generator.lang.values import Type

BLOCK = 16  # bytes
POWERS, LAST = 22, 16  # of a key, and those that kernels of whole blocks take
XOR = 0x96  # the sum of three, as a truth table
CROSSED = 2  # a value of the parameter karatsuba


def whole_blocks(type: Type, count: int) -> int:
    return count * type.bits // 128


def finish(steps: Iterator[None]) -> None:
    """Take all steps."""
    for _ in steps:
        pass


def always(one: Val) -> Callable[[], Val]:
    return lambda: one


class GhashVectors:
    """``karatsuba``: long messages take three products a vector, where a product takes more than an instruction's time.
    The sums of the powers' halves are then in the frame. ``crossed``: so are the powers, with their halves exchanged,
    for blocks whose halves stand where they are after a reversal of each half, which is one instruction."""

    def __init__(
        self, k: Builder, powers: Val, xi: Val | None = None, *, turn: int | None = None, most: int = LAST
    ) -> None:  # fmt: skip
        self.k, self.powers, self.xi, self.most = k, powers, xi, most
        self.wide = k.vector(k.param("bits"))
        self.count = turn or k.param("turn")  # vectors of a turn of the loop
        self.turn = whole_blocks(self.wide, self.count)
        self.karatsuba, self.crossed = bool(k.param("karatsuba")), k.param("karatsuba") == CROSSED
        self.area: Val | None = None
        self.lanes: Val | None = None
        self.order: Val | None = None
        self.sums: dict[str, Val] = {}
        self.pairs = False  # whether a term waits for another one
        self.waiting: dict[str, list[Val]] = {}
        if xi is not None:
            self.state = k.vbswap(k.vload(k.v128, xi, name="state"), bits=128)
            k.cold(powers, xi, self.state)

    # -- sums of products ------------------------------------------------------------------------------------------

    @contextmanager
    def reversing(self) -> Iterator[None]:
        """In the body, the order that reverses blocks is in a register."""
        self.order = self.k.vconst(self.wide, list(reversed(range(BLOCK))), bits=8, name="reverse")
        yield
        self.order = None

    def reversed(self, x: Val) -> Val:
        """Blocks as numbers."""
        if self.order is None or self.order.type != x.type:
            return self.k.vbswap(x, bits=128)
        return self.k.vlookup(x, self.order)

    def swapped(self, x: Val, to: Val | None = None) -> Val:
        """The halves of each block exchanged."""
        return self.k.vshuffle(x, (2, 3, 0, 1), to=to)

    def gather(self, name: str, *terms: Val) -> None:
        """Add terms to a sum: two at a time, where registers suffice for one that waits. (AVX-512 takes 2 to 4 % longer
        so, by llvm-mca's models of Zen 4 and Sapphire Rapids.)"""
        if name not in self.sums:
            self.sums[name], terms = terms[0], terms[1:]
        total, left = self.sums[name], [*self.waiting.pop(name, ()), *terms]
        while len(left) >= 2:
            self.k.vternary(XOR, left.pop(0), left.pop(0), total, to=total)
        if left and self.pairs:
            self.waiting[name] = left
        elif left:
            total ^= left[0]

    def products(
        self, x: Val, power: Callable[[], Val], both: Callable[[], Val] | None = None, *, crossed: bool = False
    ) -> Iterator[None]:
        """Add the products of a vector. ``power`` loads the factor for each of its readers, ``both`` the sum of its
        halves. ``crossed``: the halves of both factors are exchanged."""
        k = self.k
        for name, half in (("low", int(crossed)), ("high", int(not crossed))):
            self.gather(name, k.vclmul(x, power(), half, half))
            yield
        if both is not None:
            x ^= self.swapped(x)
            self.gather("middle", k.vclmul(x, both(), 0, 0))
        else:
            self.gather("middle", k.vclmul(x, power(), 1, 0), k.vclmul(x, power(), 0, 1))
        yield

    @contextmanager
    def pairing(self) -> Iterator[None]:
        """The body is code without branches. In it, terms may wait for others; behind it none waits."""
        self.pairs = self.crossed and self.k.vectors >= 32
        yield
        self.pairs = False
        for name in ("low", "middle", "high"):
            for term in self.waiting.pop(name, ()):
                self.sums[name] ^= term

    def reduce(self, *, karatsuba: bool = False) -> Iterator[None]:
        """Make a number of the sums: two multiples of the polynomial clear the lower half."""
        k = self.k
        low, middle, high = (self.sums.pop(name) for name in ("low", "middle", "high"))
        if karatsuba:
            k.vternary(XOR, low, high, middle, to=middle)
        polynomial = k.vconst(low.type, [0, 0xC2 << 56], bits=64, name="polynomial")
        for total, above in ((low, middle), (middle, high)):
            k.vternary(XOR, self.swapped(total), k.vclmul(total, polynomial, 0, 1), above, to=above)
            yield
        self.made = high

    def number(self) -> Val:
        """What :meth:`reduce` has made; blocks become one, their sum."""
        total, *rest = (self.k.vextract(self.made, n) for n in range(self.made.type.bits // 128))
        for one in rest:
            total ^= one
        return total

    def widened(self, x: Val, type: Type) -> Val:
        """A block below zeros."""
        return x if type.bits == 128 else self.k.vinsert(self.k.vzero(type), x, 0)

    def place(self, power: Val | int) -> Val:
        """Where this power of the key is."""
        k = self.k
        if not isinstance(power, int):
            return k.sub(k.add(self.powers, BLOCK * self.most), k.shl(power, 4))
        return k.add(self.powers, BLOCK * (self.most - power)) if power < self.most else self.powers

    # -- messages --------------------------------------------------------------------------------------------------

    def batch(
        self, type: Type, count: int, load: Callable[[int], Val], at: Val, *, ahead: bool = False
    ) -> Iterator[None]:
        """Add ``count`` vectors of blocks, with powers from ``at`` on. ``load`` loads a vector at a place of bytes. The
        one that waits for the state comes last. ``ahead``: a batch of a long message, whose factors are prepared."""
        k, size = self.k, type.bits // 8
        area = self.area if ahead and self.karatsuba else None
        crossed = area is not None and self.crossed
        with self.pairing():
            for n in [*range(1, count), 0]:
                x = k.vbswap(load(n * size), bits=64) if crossed else self.reversed(load(n * size))
                power: Callable[[], Val] = partial(k.vload, type, at, offset=n * size, name="power")
                if self.lanes is not None:
                    power = always(self.same[n])
                if n == 0:
                    state = self.widened(self.state, type) if self.lanes is None else self.lanes
                    x ^= self.swapped(state) if crossed else state
                if area is not None and crossed:
                    power = always(k.vload(type, area, offset=(count + n) * size, name="power"))
                both = None if area is None else partial(k.vload, type, area, offset=n * size, name="both")
                yield from self.products(x, power, both, crossed=crossed)
        yield from self.reduce(karatsuba=area is not None)
        if self.lanes is None:
            k.set(self.state, self.number())
        else:
            k.set(self.lanes, self.made)

    @contextmanager
    def apart(self, lanes: Val) -> Iterator[None]:
        """In the body, each block of a vector has a state of its own in ``lanes``, and the same power in all places.
        Whoever adds ``lanes`` to the first vector behind the body, and multiplies by each block's own powers, has
        them joined."""
        self.lanes = lanes
        size = self.wide.bits // 8
        at = self.place(self.turn)
        self.same = [self.k.vblock(self.wide, at, offset=n * size, name="same") for n in range(self.count)]
        yield
        self.lanes = None

    @contextmanager
    def prepared(self) -> Iterator[Val]:
        """In the body, :meth:`batch` may run for ``turn`` blocks, from the place that this gives."""
        k = self.k
        at = self.place(self.turn)
        k.cold(at)
        if self.karatsuba:
            k.note("the sums of the powers' halves")
            self.area = k.frame(BLOCK * self.turn * (2 if self.crossed else 1), "halves")
            for place in range(0, BLOCK * self.turn, self.wide.bits // 8):
                x = k.vload(self.wide, at, offset=place)
                swapped = self.swapped(x)
                if self.crossed:
                    k.vstore(self.area, swapped, offset=BLOCK * self.turn + place)
                k.vstore(self.area, x ^ swapped, offset=place)
        yield at
        self.area = None

    def rest(self, left: Val, run: Callable[[Type, int, Val], None], *moving: Val) -> None:
        """Fewer blocks than a turn has: ``run`` a batch of each power of two of them. A batch leaves its own part of
        the state."""
        k = self.k
        total = k.vzero(k.v128, name="total")
        k.cold(total)
        blocks = self.turn // 2
        while blocks:
            type = next(t for t in (k.v512, k.v256, k.v128) if t.bits <= min(self.wide.bits, 128 * blocks))
            k.note(f"{blocks} blocks" if blocks > 1 else "one block")
            with k.if_(left.ge(blocks)):
                at = self.place(left)
                run(type, blocks * 128 // type.bits, at)
                total ^= self.state
                k.vzero(k.v128, to=self.state)
                for pointer in moving if blocks > 1 else ():
                    pointer += BLOCK * blocks
                left -= blocks
            blocks //= 2
        self.state ^= total

    def store(self) -> None:
        assert self.xi is not None
        self.k.vstore(self.xi, self.k.vbswap(self.state, bits=128))

    def blocks(self, in_: Val, blocks: Val) -> None:
        """The kernel."""
        k = self.k

        def run(type: Type, count: int, at: Val, ahead: bool = False) -> None:
            load = lambda place: k.vload(type, in_, offset=place)  # noqa: E731
            finish(self.batch(type, count, load, at, ahead=ahead))

        with k.if_(blocks.ge(self.turn), clean=True), self.prepared() as at:
            k.note(f"{self.turn} blocks at a time")
            with k.while_(blocks.ge(self.turn), align=32):
                run(self.wide, self.count, at, True)
                in_ += BLOCK * self.turn
                blocks -= self.turn
        with k.if_(blocks.ne(0)):
            self.rest(blocks, run, in_)
        self.store()

    # -- powers ----------------------------------------------------------------------------------------------------

    def make_powers(self, h: Val) -> None:
        """The kernel of the powers."""
        k, powers = self.k, self.powers
        k.note("the factor: the key times x")
        x = k.vbswap(k.vload(k.v128, h), bits=128)
        top = k.vshuffle(k.vsar(x, 31, bits=32), (3, 3, 3, 3))
        top &= k.vconst(k.v128, [1, 0xC2 << 56], bits=64, name="polynomial")
        top ^= k.vshl_bytes(k.vshr(x, 63, bits=64), 8)
        made = [k.vshl(x, 1, bits=64) ^ top]
        k.vstore(powers, made[0], offset=BLOCK * (POWERS - 1))
        while len(made) < POWERS:
            several = made[: POWERS - len(made)]
            k.note(f"the powers {len(made) + 1} to {len(made) + len(several)}")
            last = BLOCK * (POWERS - len(made))
            for one in several:
                finish(self.products(one, partial(k.vload, k.v128, powers, offset=last, name="power")))
                finish(self.reduce())
                made.append(self.number())
                k.cold(made[-1])
                k.vstore(powers, made[-1], offset=BLOCK * (POWERS - len(made)))
