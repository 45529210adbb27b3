# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Split 64-bit values on a 32-bit machine: every u64 becomes a low and a high u32, every operation a pair.

The pass works from word level to word level, and thus serves any 32-bit machine. A carry chain stays one operation
(``add2``, ``sub2``). A chain of the script's own becomes one of twice as many links. A rotation becomes funnel shifts
(``funnel``: the high word of hi:lo << bits), a sum of rotations becomes shifts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from generator.lang.values import Op, Type, Val
from generator.lower.pairs import Pair, PairRules, values
from generator.model import KernelError

_U32 = Type("u32", 32)


class _Splitter(PairRules):
    def __init__(self) -> None:
        self.pairs: dict[int, tuple[Val, Val]] = {}
        self.out: list[Op] = []
        self.next_id = 1 << 20

    def fresh(self, like: Val, name: str) -> Val:
        self.next_id += 1
        return Val(like.k, self.next_id, name, _U32, like.src, like.cold)

    def wide(self, op: Op, name: str, cold: bool) -> Val:
        """A u64 temporary of an operation. The temporary is split later."""
        self.next_id += 1
        return Val(op.dst[0].k, self.next_id, name, op.dst[0].type, op.src, cold)

    def pair(self, val: Any) -> Pair:
        if isinstance(val, int):
            return val & 0xFFFFFFFF, (val >> 32) & 0xFFFFFFFF
        found = self.pairs.get(val.id)
        if found is None:
            found = self.fresh(val, f"{val.name}_lo"), self.fresh(val, f"{val.name}_hi")
            self.pairs[val.id] = found
        return found

    def put(self, op: Op, name: str, dst: tuple[Val, ...], *args: Any, **attrs: Any) -> None:
        self.out.append(Op(name, dst, args, op.src, attrs))

    def split(self, op: Op) -> None:
        if not any(val.type.bits == 64 and val.type.cls == "gp" for val in values(op)):
            self.out.append(op)
            return
        index = op.args[1] if op.name in ("load", "load_signed", "store") else None
        if isinstance(index, Val) and index.type.bits == 64:
            raise KernelError(
                op.src, f"{op.name}: the index {index.name} is a u64; a 32-bit target takes usize, u32, u16 or u8"
            )
        rule: Callable[[Op], None] | None = getattr(self, f"_{op.name}", None)
        if rule is None:
            raise KernelError(
                op.src, f"{op.name} on u64: a u64 is two registers of a 32-bit target; expected u32 or usize"
            )
        rule(op)

    def _halves(self, op: Op) -> None:
        dst = self.pair(op.dst[0])
        args = [self.pair(a) for a in op.args]
        for half in (0, 1):
            self.put(op, op.name, (dst[half],), *(a[half] for a in args), **op.attrs)

    _xor = _and = _or = _andn = _orn = _not = _copy = _ternary = _halves

    def _add_ternary(self, op: Op) -> None:
        acc, *inputs = op.args
        if len(op.attrs["parts"]) > 1 and any(val is acc for val in inputs):  # the first addition changes acc
            old = self.wide(op, "old", acc.cold)
            self._halves(Op("copy", (old,), (acc,), op.src))
            inputs = [old if val is acc else val for val in inputs]
        for part in op.attrs["parts"]:
            term = self.wide(op, "term", acc.cold)
            self._halves(Op("ternary", (term,), tuple(inputs), op.src, {"parts": (part,)}))
            self.split(Op("add", (acc,), (acc, term), op.src))

    def _const(self, op: Op) -> None:
        dst, value = self.pair(op.dst[0]), self.pair(op.args[0])
        for half in (0, 1):
            self.put(op, "const", (dst[half],), value[half])

    def _add(self, op: Op) -> None:
        dst = self.pair(op.dst[0])
        first, *rest = sorted((self.pair(a) for a in op.args), key=lambda p: p != dst)
        if not rest:
            self._halves(Op("copy", op.dst, op.args, op.src))
        if len(rest) > 1 and dst in rest:  # the first addition changes dst
            old = self.fresh(dst[0], "old_lo"), self.fresh(dst[1], "old_hi")
            for half in (0, 1):
                old[half].cold = False
                self.put(op, "copy", (old[half],), dst[half])
            rest = [old if other == dst else other for other in rest]
        for other in rest:
            self.put(op, "add2", dst, *first, *other)
            first = dst

    def _sub(self, op: Op) -> None:
        self.put(op, "sub2", self.pair(op.dst[0]), *self.pair(op.args[0]), *self.pair(op.args[1]))

    def _add_carry(self, op: Op) -> None:
        """Two links of the chain. The carry between them is a value like any other."""
        (total, after), (x, y, *before) = op.dst, op.args
        (lo, hi), (xlo, xhi), (ylo, yhi) = self.pair(total), self.pair(x), self.pair(y)
        between = Val(after.k, self._id(), "between", after.type, op.src)
        self.put(op, op.name, (lo, between), xlo, ylo, *before)
        self.put(op, op.name, (hi, after), xhi, yhi, between)

    _sub_borrow = _add_carry

    def _mul(self, op: Op) -> None:
        """The low word's product, and the low words of the two cross products above it."""
        (xlo, xhi), (ylo, yhi) = (self.pair(arg) for arg in op.args)
        lo, hi = self.words(op, "product", 2)
        self.put(op, "mul_wide", (lo, hi), xlo, ylo)
        for x, y in ((xlo, yhi), (xhi, ylo)):
            if x != 0 and y != 0:
                (cross,) = self.words(op, "cross", 1)
                self.put(op, "mul", (cross,), x, y)
                self.put(op, "add", (hi,), hi, cross)
        for goal, word in zip(self.pair(op.dst[0]), (lo, hi)):
            self.put(op, "copy", (goal,), word)

    def _mul_wide(self, op: Op) -> None:
        self._product(op, (*self.pair(op.dst[0]), *self.pair(op.dst[1])))

    def _mul_high(self, op: Op) -> None:
        words = self.words(op, "product", 4)
        self._product(op, words)
        for goal, word in zip(self.pair(op.dst[0]), words[2:]):
            self.put(op, "copy", (goal,), word)

    def _product(self, op: Op, out: tuple[Val, ...]) -> None:
        """The four words of a product. ``out``: new values. The order of the four products keeps few words live. No
        sum of a product's high word and one carry wraps: such a word is 2^32 - 2 at most."""
        (xlo, xhi), (ylo, yhi) = (self.pair(arg) for arg in op.args)
        p0, p1, p2, p3 = out
        carry = Type("carry", 32)

        def add(dst: Val, x: Val | int, y: Val | int, *before: Val) -> Val:
            after = Val(dst.k, self._id(), "carry", carry, op.src)
            self.put(op, "add_carry", (dst, after), x, y, *before)
            return after

        self.put(op, "mul_wide", (p0, p1), xlo, ylo)
        (low,) = self.words(op, "cross", 1)
        self.put(op, "mul_wide", (low, p2), xlo, yhi)
        add(p2, p2, 0, add(p1, p1, low))
        low, high = self.words(op, "cross", 2)
        self.put(op, "mul_wide", (low, high), xhi, ylo)
        (above,) = self.words(op, "above", 1)
        self.put(op, "zext", (above,), add(p2, p2, high, add(p1, p1, low)))
        (low,) = self.words(op, "top", 1)
        self.put(op, "mul_wide", (low, p3), xhi, yhi)
        add(p3, p3, above, add(p2, p2, low))

    def words(self, op: Op, name: str, count: int) -> tuple[Val, ...]:
        """Words of an operation's own. They may live in the frame, because a product needs many."""
        k = op.dst[0].k
        return tuple(Val(k, self._id(), name, _U32, op.src, True) for _ in range(count))

    def _mul_row(self, op: Op) -> None:
        """The row times the factor's low word, and the row times the high word on the words from the second up."""
        *row, x = op.args
        (xlo, xhi), words = self.pair(x), self._flat(row)
        *out, above = self._flat(op.dst)
        self.put(op, "mul_row", tuple(out), *words, xlo)
        self.put(op, "mul_add_row", (*out[1:], above), *out[1:], *words, xhi)

    def _mul_add_row(self, op: Op) -> None:
        *total, _ = op.dst
        *row, x = op.args[len(total) :]
        (xlo, xhi), words = self.pair(x), self._flat(row)
        *out, low, high = self._flat(op.dst)
        self.put(op, "mul_add_row", (*out, low), *out, *words, xlo)
        self.put(op, "mul_add_row", (*out[1:], low, high), *out[1:], low, *words, xhi)

    def _flat(self, row: Sequence[Val]) -> list[Val]:
        return [half for word in row for half in self.pair(word)]

    def _id(self) -> int:
        self.next_id += 1
        return self.next_id

    def _rotl(self, op: Op) -> None:
        (lo, hi), (xlo, xhi), bits = self.pair(op.dst[0]), self.pair(op.args[0]), op.attrs["bits"]
        if bits >= 32:
            xlo, xhi, bits = xhi, xlo, bits - 32
        old = self.fresh(op.dst[0], "old")
        old.cold = False
        if bits == 0:
            self.put(op, "copy", (old,), xhi)
            self.put(op, "copy", (lo,), xlo)
            self.put(op, "copy", (hi,), old)
            return
        # The second half reads the half that is overwritten first: copy that half.
        self.put(op, "copy", (old,), xhi)
        if lo is xhi:  # rotation by more than a word in place: lo and hi change roles
            keep = self.fresh(op.dst[0], "old_lo")
            keep.cold = False
            self.put(op, "copy", (keep,), xlo)
            self.put(op, "funnel", (lo,), keep, old, bits=bits)
            self.put(op, "funnel", (hi,), old, keep, bits=bits)
            return
        self.put(op, "funnel", (hi,), xhi, xlo, bits=bits)
        self.put(op, "funnel", (lo,), xlo, old, bits=bits)

    def _rotations(self, op: Op) -> None:
        """Shift each half to the right and to the left, by differences of counts between the exclusive-ors. Pairs of
        funnel shifts would be fewer instructions, but AMD's cores take six micro-operations for each of them."""
        x, out = self.pair(op.args[0]), self.words(op, "rotated", 2)
        right, shift = op.attrs["right"], op.attrs["shift"]
        begun: set[int] = set()
        for half in (0, 1):
            # Counts, and the half that the bits go to. Bits that a rotation moves by 32 or more change halves.
            down = [(bits % 32, half ^ (bits >= 32)) for bits in right]
            up = [(-bits % 32, half ^ (bits < 32)) for bits in right if bits % 32]
            if shift and (half or shift < 32):
                down.append((shift % 32, half ^ (shift >= 32)))
            if half and 0 < shift < 32:
                up.append((32 - shift, 0))
            for name, moves in (("shr", down), ("shl", up)):
                work, at = x[half], 0
                for bits, goal in sorted(moves):
                    if bits > at:
                        (moved,) = self.words(op, "shifted", 1) if at == 0 else (work,)
                        self.put(op, name, (moved,), work, bits=bits - at)
                        work, at = moved, bits
                    if goal in begun:
                        self.put(op, "xor", (out[goal],), out[goal], work)
                    else:
                        self.put(op, "copy", (out[goal],), work)
                        begun.add(goal)
        for goal, word in zip(self.pair(op.dst[0]), out):
            self.put(op, "copy", (goal,), word)

    def _shl(self, op: Op) -> None:
        (lo, hi), (xlo, xhi), bits = self.pair(op.dst[0]), self.pair(op.args[0]), op.attrs["bits"]
        if bits >= 32:
            self.put(op, "shl", (hi,), xlo, bits=bits - 32)
            self.put(op, "const", (lo,), 0)
        elif bits:
            self.put(op, "funnel", (hi,), xhi, xlo, bits=bits)
            self.put(op, "shl", (lo,), xlo, bits=bits)
        else:
            self._halves(Op("copy", op.dst, op.args, op.src))

    def _shr(self, op: Op) -> None:
        (lo, hi), (xlo, xhi), bits = self.pair(op.dst[0]), self.pair(op.args[0]), op.attrs["bits"]
        if bits >= 32:
            self.put(op, "shr", (lo,), xhi, bits=bits - 32)
            self.put(op, "const", (hi,), 0)
        elif bits:
            # lo = (hi:lo) >> bits is the high word of (hi:lo) << (32 - bits) one word up: funnel of (lo', hi).
            self.put(op, "funnel_right", (lo,), xlo, xhi, bits=bits)
            self.put(op, "shr", (hi,), xhi, bits=bits)
        else:
            self._halves(Op("copy", op.dst, op.args, op.src))

    def _bswap(self, op: Op) -> None:
        (lo, hi), (xlo, xhi) = self.pair(op.dst[0]), self.pair(op.args[0])
        old = self.fresh(op.dst[0], "old")
        old.cold = False
        self.put(op, "copy", (old,), xhi)
        self.put(op, "bswap", (hi,), xlo)
        self.put(op, "bswap", (lo,), old)

    def _zext(self, op: Op) -> None:
        lo, hi = self.pair(op.dst[0])
        if op.args[0].type.bits == 64:
            self._halves(Op("copy", op.dst, op.args, op.src))
            return
        self.put(op, "zext", (lo,), op.args[0])
        self.put(op, "const", (hi,), 0)

    def _trunc(self, op: Op) -> None:
        if op.dst[0].type.bits == 64:
            self._halves(Op("copy", op.dst, op.args, op.src))
            return
        lo, _ = self.pair(op.args[0])
        self.put(op, "trunc" if op.dst[0].type.bits < 32 else "copy", op.dst, lo)

    def _load(self, op: Op) -> None:
        lo, hi = self.pair(op.dst[0])
        attrs = dict(op.attrs)
        at = attrs.pop("offset")
        first, second = (hi, lo) if attrs["be"] else (lo, hi)
        self.put(op, "load", (first,), *op.args, offset=at, **attrs)
        self.put(op, "load", (second,), *op.args, offset=at + 4, **attrs)

    def _load_signed(self, op: Op) -> None:
        lo, hi = self.pair(op.dst[0])
        self.put(op, "load_signed", (lo,), *op.args, **op.attrs)
        self.put(op, "sar", (hi,), lo, bits=31)

    def _store(self, op: Op) -> None:
        ptr, index, val = op.args
        attrs = dict(op.attrs)
        at = attrs.pop("offset")
        first, second = reversed(self.pair(val)) if attrs["be"] else self.pair(val)
        self.put(op, "store", (), ptr, index, first, offset=at, **attrs)
        self.put(op, "store", (), ptr, index, second, offset=at + 4, **attrs)

    def _vbroadcast(self, op: Op) -> None:
        lo, hi = self.pair(op.args[0])
        self.put(op, op.name, op.dst, lo, *([hi] if op.attrs["lane"] == 64 else []), **op.attrs)


def split64(ops: list[Op], params: Sequence[Val]) -> tuple[list[Op], list[Val]]:
    """The same operations and arguments over u32 pairs, the low word first. Raises KernelError for an operation on u64
    that has no pair rule."""
    splitter = _Splitter()
    for op in ops:
        splitter.split(op)
    words: list[Val] = []
    for val in params:
        words += splitter.pair(val) if val.type.bits == 64 else [val]
    return splitter.out, words
