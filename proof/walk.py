# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The recording is walked from cut to cut, with the values that its addresses and conditions depend on.

A value is a number, or so much more than a symbol: an argument, or what a symbol of a cut was when that cut was last
reached. A condition that is not known is walked both ways. An argument that extents depend on is walked with each value
of its cases. What read-only data holds at a known place is known. So loops with a known number of rounds are walked
round by round, and need no facts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from proof.accesses import Account
from proof.memory import DATA, contents
from proof.terms import Term, signed

STATES = 400_000
"""The most states of a walk."""
LOOSE = 3
"""The most states in which conditions that are not known may reach a cut. Symbols that change then become unknown."""
LINES = 2000
"""The most terms of one stretch."""
Cut = tuple[int, int]
State = tuple[Any, ...]
Fixed = Mapping[Term, int]
"""Arguments that have a value."""


class Unknown:
    """A value of which nothing is known."""

    def _same(self, _: object) -> Unknown:
        return UNKNOWN

    def __and__(self, other: object) -> Unknown | int:
        return 0 if other.__class__ is int and not other else UNKNOWN

    __rand__ = __and__
    __add__ = __radd__ = __mul__ = __rmul__ = __mod__ = __or__ = __ror__ = __xor__ = __rxor__ = _same
    __lshift__ = __rshift__ = _same


UNKNOWN = Unknown()


@dataclass(frozen=True)
class Away(Unknown):
    """So much more than a symbol, modulo 2 to the power of its width."""

    base: Term
    far: int

    def __add__(self, more: object) -> Away | Unknown:
        return Away(self.base, self.far + more) if isinstance(more, int) else UNKNOWN

    __radd__ = __add__  # type: ignore[assignment]

    def __mod__(self, full: object) -> Away | Unknown:
        return Away(self.base, self.far % full) if isinstance(full, int) else UNKNOWN


def _zero(x: Any) -> Any:
    return int(x == 0) if x.__class__ is int else UNKNOWN


def _less(x: Any, y: Any, sign: int) -> Any:
    """Whether x is below y. ``sign``: the bit of the sign, or 0."""
    return int(x ^ sign < y ^ sign) if x.__class__ is int and y.__class__ is int else UNKNOWN


def _pick(condition: Any, x: Any, y: Any) -> Any:
    if condition.__class__ is int:
        return x if condition else y
    return x if x == y else UNKNOWN


class Code:
    """A function of Python that computes terms. ``data``: read-only data."""

    def __init__(self, symbols: Sequence[Term], local: Collection[Term], data: bytes) -> None:
        self.local, self.data = local, data
        self.lines: list[str] = []
        self.given: dict[str, Any] = {
            "zero": _zero,
            "less": _less,
            "pick": _pick,
            "read": self._read,
            "unknown": UNKNOWN,
        }
        self.names = {one: f"s{n}" for n, one in enumerate(symbols)}
        self.entry: dict[str, Term] = {}
        self.first = f"{''.join(f's{n}, ' for n in range(len(symbols)))}= state" if symbols else "pass"

    def _read(self, address: Any, size: int) -> Any:
        at = address.far if address.__class__ is Away and address.base.val == DATA else -1
        return int.from_bytes(self.data[at : at + size], "little") if 0 <= at <= len(self.data) - size else UNKNOWN

    def name(self, term: Term) -> str:
        if term not in self.names:
            text = self._text(term)
            if text.isidentifier() or text.isdigit():
                self.names[term] = text
            else:
                self.lines.append(f"t{len(self.lines)} = {text}")
                self.names[term] = f"t{len(self.lines) - 1}"
        return self.names[term]

    def _text(self, t: Term) -> str:
        if t.op == "const":
            return str(t.val)
        if len(self.lines) > LINES or t in self.local:
            return "unknown"
        if t.op == "sym":
            self.entry[f"e{len(self.entry)}"] = t
            return f"e{len(self.entry) - 1}"
        if t.op == "load" and t.args[0] is contents(DATA):
            return f"read({self.name(t.args[1])}, {t.w // 8})"
        if t.op not in ("sum", "concat", "ext", "anf", "and", "ite", "zero", "ult", "slt") or t.w > 64:
            return "unknown"
        args = [self.name(one) for one in t.args]
        if t.op == "sum":
            more = [one if times == 1 else f"{one} * {times}" for one, times in zip(args, t.val[1])]
            return f"({' + '.join([*more, str(t.val[0])])}) % {1 << t.w}"
        if t.op == "concat":
            at, parts = t.w, []
            for one, name in zip(t.args, args):
                at -= one.w
                parts.append(f"({name} << {at})")
            return " | ".join(parts)
        if t.op == "ext":
            return f"{args[0]} >> {t.val} & {(1 << t.w) - 1}"
        if t.op == "anf":
            return " ^ ".join("(" + " & ".join([str(mask), *(args[n] for n in at)]) + ")" for at, mask in t.val)
        if t.op == "and":
            return " & ".join(args)
        if t.op == "ite":
            return f"pick({', '.join(args)})"
        if t.op == "zero":
            return f"zero({args[0]})"
        return f"less({args[0]}, {args[1]}, {1 << (t.args[0].w - 1) if t.op == 'slt' else 0})"

    def made(self, result: str) -> Any:
        """The function, of the values of the arguments and of a state."""
        text = "\n ".join(
            [f"def made({', '.join(['state', *self.entry])}):", self.first, *self.lines, f"return {result}"]
        )
        exec(text, self.given)  # made of names and numbers alone
        return self.given["made"]


class Part(NamedTuple):
    """Accesses under one condition whose addresses differ by constants: ``size`` bytes from ``low`` on from ``first``,
    which is an address, or a distance from ``base`` if the address has one."""

    base: Term | None
    first: Term
    low: int
    size: int
    store: bool
    under: Term


class Place(NamedTuple):
    """Bytes from ``low`` to ``high`` more than what a symbol of a cut is there, from a base. Whether they are inside is
    a question about the cut. Without a symbol they are so far from the base, and the question is about the cut of the
    access: how large the buffer is at least."""

    base: Term
    symbol: Term | None
    low: int
    high: int


class Fits:
    """Judges the accesses of a walk. Of a part that is not inside wherever the walk knows the place, ``bad`` has the
    number, and ``places`` has the places that it does not know."""

    def __init__(
        self, extents: Mapping[tuple[Term, bool], Sequence[tuple[int, int]]], cuts: Mapping[Term, Cut]
    ) -> None:
        self.extents, self.cuts = extents, cuts
        self.bad: set[int] = set()
        self.places: dict[int, dict[tuple[Term, Term | None], tuple[int, int]]] = {}

    def judge(self, number: int, part: Part, value: Any) -> None:
        base = part.base
        if base is None and value.__class__ is Away:
            base, value = value.base, value.far
        if base is None or (base, part.store) not in self.extents:
            self.bad.add(number)
        elif value.__class__ is int:
            low = signed(value, part.first.w) + part.low
            if not any(at <= low and low + part.size <= end for at, end in self.extents[base, part.store]):
                self._ask(number, (base, None), low, part.size)
        elif value.__class__ is Away and value.base in self.cuts and value.base.w == part.first.w:
            self._ask(number, (base, value.base), signed(value.far, part.first.w) + part.low, part.size)
        else:
            self.bad.add(number)

    def _ask(self, number: int, begin: tuple[Term, Term | None], low: int, size: int) -> None:
        known = self.places.setdefault(number, {})
        least, most = known.get(begin, (low, low + size))
        known[begin] = min(low, least), max(low + size, most)


class Endless(Exception):
    """A walk of too many states."""


class Walk:
    """``parts``: those of each cut. ``wanted``: the symbols of cuts that matter. ``data``: read-only data."""

    def __init__(
        self, account: Account, parts: Mapping[Cut, Sequence[Part]], wanted: Iterable[Term], data: bytes
    ) -> None:
        of_cut: dict[Cut, list[Term]] = {cut: [] for cut in account.begins}
        some = set(wanted)
        for way, values in zip(account.ways, account.arrivals):
            of_cut[way.goal] = [one for one in values if one in some]
        local = {one for values in account.arrivals for one in values}
        self.parts, self.symbols = parts, of_cut
        self.cuts = {one: cut for cut, symbols in of_cut.items() for one in symbols}
        self.wide: set[Term] = set()
        self.unsure: set[tuple[Cut, Cut]] = set()  # begins and goals of ways with a condition that is not known
        self.varied: set[Term] = set()  # symbols whose value is not always known
        self.codes: dict[Cut, tuple[Any, Code]] = {}
        self.goals: dict[Cut, list[Cut]] = {}
        self.left = STATES
        for cut in account.begins:
            code = Code(of_cut[cut], local, data)
            accesses = [f"({code.name(one.under)}, {code.name(one.first)})," for one in parts[cut]]
            ways = []
            for way, values in zip(account.ways, account.arrivals):
                if way.begin == cut:
                    to = "".join(f"{code.name(values[one])}, " for one in of_cut[way.goal])
                    ways.append(f"({code.name(way.under)}, ({to})),")
                    self.goals.setdefault(cut, []).append(way.goal)
            self.codes[cut] = code.made(f"({''.join(accesses)}), ({''.join(ways)})"), code

    def run(self, entry: Cut, fixed: Fixed, fits: Mapping[Cut, Fits]) -> None:
        """Judge the accesses of all states. Endless without an end."""
        while self._ended(entry, fixed, fits):
            for one in fits.values():
                one.bad.clear()
                one.places.clear()

    def _ended(self, entry: Cut, fixed: Fixed, fits: Mapping[Cut, Fits]) -> bool:
        """Whether a symbol became unknown, so that the walk begins anew."""
        given = {
            cut: [fixed.get(one, Away(one, 0)) for one in code.entry.values()] for cut, (_, code) in self.codes.items()
        }
        seen: dict[Cut, set[State]] = {cut: set() for cut in self.codes}
        judged: dict[Cut, list[set[Any]]] = {cut: [set() for _ in parts] for cut, parts in self.parts.items()}
        loose: dict[Cut, list[State]] = {cut: [] for cut in self.codes}
        todo: list[tuple[Cut, State]] = [(entry, ())]
        while todo:
            cut, state = todo.pop()
            self.left -= 1
            if not self.left:
                raise Endless
            accesses, ways = self.codes[cut][0](state, *given[cut])
            for number, (done, (under, value)) in enumerate(zip(judged[cut], accesses)):
                if under.__class__ is int and not under or value in done:
                    continue
                done.add(value)
                fits[cut].judge(number, self.parts[cut][number], value)
            for goal, (under, values) in zip(self.goals.get(cut, ()), ways):
                if under.__class__ is int and not under:
                    continue
                new = self._arrived(goal, values)
                if under.__class__ is not int:
                    self.unsure.add((cut, goal))
                if new in seen[goal]:
                    continue
                seen[goal].add(new)
                self.varied.update(one for one, value in zip(self.symbols[goal], new) if value.__class__ is not int)
                todo.append((goal, new))
                if under.__class__ is not int:
                    loose[goal].append(new)
                    if len(loose[goal]) > LOOSE:
                        self.wide |= {
                            one
                            for one, values_ in zip(self.symbols[goal], zip(*loose[goal]))
                            if len(set(values_)) > LOOSE // 2
                        }
                        return True
        return False

    def _arrived(self, goal: Cut, values: State) -> State:
        """The state of a cut. What hangs on an older visit of the cut is unknown."""
        symbols = self.symbols[goal]
        return tuple(
            value
            if one not in self.wide
            and (value.__class__ is int or (value.__class__ is Away and self.cuts.get(value.base) != goal))
            else Away(one, 0)
            for one, value in zip(symbols, values)
        )
