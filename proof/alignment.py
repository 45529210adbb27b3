# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Each address that an instruction needs aligned is aligned, for all arguments.

What is known of a term: its value modulo a power of two. Pointers are aligned as the contract says, sp at the entry as
the convention says, and read-only data as its section. A symbol of a cut has what all values have in common with which
the cut is reached: each of them is computed from the symbols of the cut before, so the claim holds by induction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from proof.accesses import Account
from proof.memory import NoProof
from proof.nodes import linear
from proof.terms import Term, form


class Known(NamedTuple):
    """A value is ``rest`` modulo ``modulus``, a power of two."""

    modulus: int
    rest: int


ANY = Known(1, 0)


def _least(number: int, w: int) -> int:
    """The largest power of two that divides a number of ``w`` bits."""
    return number & -number or 1 << w


def _known(modulus: int, rest: int) -> Known:
    return Known(modulus, rest % modulus)


def common(x: Known, y: Known) -> Known:
    """What both values have in common."""
    modulus = min(x.modulus, y.modulus)
    return _known(min(modulus, _least((x.rest - y.rest) % modulus, modulus.bit_length() - 1)), x.rest)


@dataclass(slots=True)
class Alignment:
    """``known``: symbols. A symbol of a cut that no way has reached yet is absent, and so is a term of such symbols."""

    known: dict[Term, Known]
    cuts: set[Term] = field(default_factory=set)
    memo: dict[Term, Known | None] = field(default_factory=dict)

    def of(self, term: Term) -> Known | None:
        todo = [term]
        while todo:
            one = todo[-1]
            missing = [arg for arg in _read(one) if arg not in self.memo]
            if missing and one not in self.memo:
                todo += missing
                continue
            todo.pop()
            if one not in self.memo:
                self.memo[one] = self._of(one)
        return self.memo[term]

    def _of(self, term: Term) -> Known | None:
        w = term.w
        if term.op == "const":
            return Known(1 << w, term.val)
        if term.op == "sym":
            return self.known.get(term, None if term in self.cuts else ANY)
        args = []
        for arg in _read(term):
            found = self.memo[arg]
            if found is None:
                return None
            args.append(found)
        if term.op == "sum":
            given = linear(term)
            modulus = min(1 << w, *(one.modulus * _least(c, w) for one, c in zip(args, given.parts.values())))
            return _known(modulus, given.const + sum(one.rest * c for one, c in zip(args, given.parts.values())))
        if term.op == "concat":
            return self._joined(term, args)
        if term.op == "ext":
            return _known(min(max(args[0].modulus >> term.val, 1), 1 << w), args[0].rest >> term.val)
        if term.op == "anf":
            masks = form(term)
            open_ = 0
            for key, mask in masks.items():
                open_ |= mask if key else 0
            return _known(_least(open_, w), masks.get(frozenset(), 0))
        if term.op == "ite":
            return common(args[0], args[1])
        return ANY

    @staticmethod
    def _joined(term: Term, args: list[Known]) -> Known:
        """The lowest parts, as far as all their bits are known."""
        out, at = Known(1, 0), 0
        for part, one in zip(reversed(term.args), reversed(args)):
            out = Known(min(one.modulus, 1 << part.w) << at, out.rest | one.rest % (1 << part.w) << at)
            at += part.w
            if one.modulus < 1 << part.w:
                break
        return out

    def settle(self, arrivals: Iterable[Mapping[Term, Term]]) -> None:
        """Find what the symbols of cuts have in common."""
        pairs = [(symbol, value) for values in arrivals for symbol, value in values.items() if symbol.w]
        self.cuts = {symbol for symbol, _ in pairs}
        changed = True
        while changed:
            changed = False
            self.memo.clear()
            for symbol, value in pairs:
                found, before = self.of(value), self.known.get(symbol)
                if found is not None:
                    now = found if before is None else common(found, before)
                    changed |= now != before
                    self.known[symbol] = now
        self.memo.clear()


def _read(term: Term) -> tuple[Term, ...]:
    """The terms of which the alignment of a term is made."""
    if term.op == "sum":
        return tuple(linear(term).parts)
    if term.op == "ite":
        return term.args[1:]
    return term.args if term.op in ("concat", "ext") else ()


def check(account: Account, known: Mapping[Term, tuple[int, int]]) -> None:
    """NoProof for an address that is not known to be aligned as its instruction needs. ``known``: the symbols of the
    entry."""
    wanted = {(one.address, one.to): one for _, theirs in account.runs for one in reversed(theirs.aligned)}
    entry = {symbol: Known(*one) for symbol, one in known.items()}
    plain, settled = Alignment(dict(entry)), False
    facts = plain
    for (address, to), one in wanted.items():
        if _holds(plain.of(address), to):
            continue
        if not settled:
            facts, settled = Alignment(dict(entry)), True
            facts.settle(account.arrivals)
        if not _holds(facts.of(address), to):
            raise NoProof(f"{one.where}: {_shown(address)} is not known to be a multiple of {to}")


def _shown(address: Term) -> str:
    """An address in words: its terms, and a distance."""
    given = linear(address)
    away = given.const - (given.const >> (address.w - 1) << address.w)
    return " + ".join(str(term) for term in given.parts) + (f"{away:+}" if away else "")


def _holds(found: Known | None, to: int) -> bool:
    return found is not None and found.modulus >= to and found.rest % to == 0
