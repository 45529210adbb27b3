# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Operations on words: arithmetic, logic, moves and conversions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Union, overload

from generator.lang.arguments import checked
from generator.lang.recording import Recording
from generator.lang.ternary import Boolean, disjoint
from generator.lang.values import Condition, Source, Type, Val

Vals = Union[Val, Sequence[Val]]


@checked
class WordOps(Recording):
    """Arithmetic, logic, moves and conversions of words. Logic works on whole vectors too."""

    # -- arithmetic and logic --------------------------------------------------------------------------------------

    def add(self, *args: Source, to: Val | None = None) -> Val:
        """The sum of two or more operands. Additions run from left to right, after the first two that the target can
        fuse: list the values that are ready early first."""
        return self._plain("add", args, to)

    def sub(self, x: Source, y: Source, *, to: Val | None = None) -> Val:
        """x - y."""
        if isinstance(x, Val) and isinstance(y, int):
            self._fitting("sub", y, x.type)
            return self._plain("add", (x, -y & ((1 << x.type.bits) - 1)), to)
        return self._plain("sub", (x, y), to)

    def xor(self, x: Source, y: Source, *, to: Val | None = None) -> Val:
        """x ^ y."""
        return self._plain("xor", (x, y), to)

    def and_(self, x: Source, y: Source, *, to: Val | None = None) -> Val:
        """x & y."""
        return self._plain("and", (x, y), to)

    def or_(self, x: Source, y: Source, *, to: Val | None = None) -> Val:
        """x | y."""
        return self._plain("or", (x, y), to)

    def _complement(self, op: str, plain: str, x: Source, y: Source, to: Val | None) -> Val:
        if isinstance(x, Val) and isinstance(y, int):
            self._fitting(op, y, x.type)
            return self._plain(plain, (x, ~y & ((1 << x.type.bits) - 1)), to)
        return self._plain(op, (x, y), to)

    def andn(self, x: Source, y: Source, *, to: Val | None = None) -> Val:
        """x & ~y."""
        return self._complement("andn", "and", x, y, to)

    def orn(self, x: Source, y: Source, *, to: Val | None = None) -> Val:
        """x | ~y."""
        return self._complement("orn", "or", x, y, to)

    def not_(self, x: Val, *, to: Val | None = None) -> Val:
        """~x."""
        return self._plain("not", (x,), to)

    def bswap(self, x: Val, *, to: Val | None = None) -> Val:
        """Bytes in reverse order."""
        return self._plain("bswap", (x,), to)

    def rotations(self, x: Val, *right: int, shift: int = 0, to: Val | None = None) -> Val:
        """The exclusive-or of ``x`` rotated right by each of two or three constants, in ascending order. ``shift`` adds
        the term x >> shift. These are the Sigma and sigma functions of FIPS 180-4."""
        if list(right) != sorted(set(right)) or not all(0 < bits < x.type.bits for bits in (*right, shift or 1)):
            raise self.fail(f"rotations by {right}, shift {shift}: expected ascending constants below {x.type.bits}")
        if len(right) + bool(shift) != 3:
            raise self.fail(
                f"rotations: {len(right) + bool(shift)} terms; expected three, of which one may be the shift"
            )
        dst = self._target(to, x.type)
        self.record("rotations", (dst,), (x,), right=right, shift=shift)
        return dst

    def ternary(self, function: Boolean, x: Val, y: Val, z: Val, *, to: Val | None = None) -> Val:
        """A boolean function of three values, given as a lambda over ``& | ^ ~``. List the newest value first: a target
        with one instruction for the function copies the oldest value (``z``), off the critical path."""
        kind = self._one_type("ternary", (x, y, z))
        dst = self._target(to, kind)
        self.record("ternary", (dst,), (x, y, z), parts=(self._boolean("ternary", function),))
        return dst

    def add_ternary(self, acc: Val, parts: Sequence[Boolean], x: Val, y: Val, z: Val) -> None:
        """``acc +=`` the union of boolean functions that are never 1 together (checked). Two-input logic adds each part
        as soon as the part is ready, the first part first. Three-input logic computes the union in one instruction."""
        self._one_type("add_ternary", (acc, x, y, z))
        exprs = tuple(self._boolean("add_ternary", part) for part in parts)
        if not exprs:
            raise self.fail("add_ternary: no parts; expected one function of three bits at least")
        if not disjoint(exprs):
            raise self.fail("add_ternary: the parts overlap, so their sum is not their union; expected disjoint parts")
        self.record("add_ternary", (acc,), (acc, x, y, z), parts=exprs)

    def select(
        self, cond: Condition, x: Source, y: Source, *, exempt: str | None = None, to: Val | None = None
    ) -> Val:  # fmt: skip
        """``x`` if ``cond`` else ``y``, without a branch. ``exempt`` names the exemption by which portable code may
        leave the choice to the compiler, which may branch: masks take longer."""
        kind = self._one_type("select", (x, y))
        dst = self._target(to, kind)
        self.record("select", (dst,), (cond, x, y), exempt=exempt)
        return dst

    def min(self, x: Val, y: Source) -> Val:
        """The smaller of two unsigned values, without a branch."""
        return self.select(x.lt(y), x, y)

    def add_each(self, vals: Sequence[Val], others: Sequence[Source]) -> None:
        """vals[i] += others[i]."""
        if len(vals) != len(others):
            raise self.fail(f"add_each: {len(vals)} values and {len(others)} addends")
        twice = next((val for n, val in enumerate(vals) if any(val is other for other in vals[:n])), None)
        if twice is not None:
            raise self.fail(f"add_each: {twice.name} is in the list twice; expected values of their own, see k.copy")
        for val, other in zip(vals, others):
            self.add(val, other, to=val)

    # -- moves and conversions -------------------------------------------------------------------------------------

    def const(self, type: Type, value: int, name: str = "") -> Val:
        """A new variable with a constant value."""
        dst = self.value(type, name)
        self._fitting("const", value, type)
        self.record("const", (dst,), (value & ((1 << type.bits) - 1),))
        return dst

    def table(self, name: str, type: Type, values: Sequence[int]) -> Val:
        """A pointer to read-only words of ``type``, little-endian, in read-only data (never in text)."""
        if not (name.isascii() and name.isidentifier()) or type.name not in ("u8", "u16", "u32", "u64"):
            raise self.fail(f"table {name!r} of {type}: expected an identifier, and k.u8, k.u16, k.u32 or k.u64")
        wrong = next((v for v in values if not 0 <= v < 1 << type.bits), None)
        if not values or wrong is not None:
            has = "has no values" if wrong is None else f"has {wrong}"
            most = (1 << type.bits) - 1
            raise self.fail(f"table {name!r} {has}; expected numbers from 0 to {most:#x}, those of {type}")
        dst = self.value(self.ptr, name)
        self.record("table", (dst,), (), table=name, element=type.bits // 8, values=tuple(values))
        return dst

    def copy(self, x: Val, name: str = "") -> Val:
        """A new variable with the value of ``x``. :meth:`set` writes into a variable that exists."""
        dst = self.value(x.type, name or x.name)
        self.record("copy", (dst,), (x,))
        return dst

    def set(self, dst: Val, x: Source) -> None:
        """dst = x."""
        self._one_type("set", (dst, x))
        self.record("copy" if isinstance(x, Val) else "const", (dst,), (x,))

    def zext(self, type: Type, x: Val, *, to: Val | None = None) -> Val:
        """A wider (or as wide) unsigned type with the same value."""
        self._words("zext", type, x.type)
        if type.bits < x.type.bits:
            raise self.fail(f"zext: {x.type} does not fit {type}; expected a type at least as wide, or k.trunc")
        dst = self._target(to, type)
        self.record("zext", (dst,), (x,))
        return dst

    def trunc(self, type: Type, x: Val, *, to: Val | None = None) -> Val:
        """The low bits."""
        self._words("trunc", type, x.type)
        if type.bits > x.type.bits:
            raise self.fail(f"trunc: {type} is wider than {x.type}; expected a narrower type, or k.zext")
        dst = self._target(to, type)
        self.record("trunc", (dst,), (x,))
        return dst

    def cold(self, *vals: Vals) -> None:
        """Rank values cold. The allocator may keep cold values in frame slots, and no others."""
        for val in vals:
            for one in [val] if isinstance(val, Val) else val:
                one.cold = True

    @overload
    def home(self, vals: Val) -> Val: ...

    @overload
    def home(self, vals: Sequence[Val]) -> list[Val]: ...

    def home(self, vals: Vals) -> Val | list[Val]:
        """Cold copies. They live in the frame if registers are short."""
        if isinstance(vals, Val):
            out = self.copy(vals, f"{vals.name}_home" if vals.named else "home")
            out.cold = True
            return out
        return [self.home(val) for val in vals]
