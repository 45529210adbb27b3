# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""No branch of the machine and no address that it accesses depends on a secret of the contract, by the terms.

Secret are the arguments and the memory that the contract does not call public, registers and the frame as the caller
left them, and the script's own areas before it stores. A term depends on what its normal form reads. A symbol of a cut
is public if each value with which the cut is reached is, given the symbols that are. The contract's exemptions are: an
address that the recording exempts, at the bytes that it accesses there; a branch's condition, which is public then with
all that follows; and a loaded value that the recording calls public.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from generator.lang.contract import Kernel
from proof.accesses import LOAD, STORE, Account
from proof.equal import Judge
from proof.inside import Accesses, distinct
from proof.memory import ARGUMENT, DATA, Map, NoProof, Pointer, Region
from proof.start import together
from proof.terms import Term, bnot, linear

Leaves = frozenset[Term] | str
"""The symbols of cuts that a term depends on, or in words a secret that it depends on."""
NONE: frozenset[Term] = frozenset()
KNOWN = ("sp", "code", "return address")
"""Symbols that no secret is in, beside the places of regions."""
Secret = Mapping[Region | str, bool]


def secrets(kernel: Kernel, memory: Map) -> dict[Region | str, bool]:
    """Whether the arguments, by the names of their symbols, and the regions of memory are secret."""
    out: dict[Region | str, bool] = {
        f"argument {param.name}": not kernel.arg(param.name).public for param in kernel.params if param.type != "ptr"
    }
    out[DATA] = False
    for region in memory.regions.values():
        if region.kind == ARGUMENT:
            every = together(kernel, region.name.partition("[")[0])
            out[region] = any(not kernel.arg(one).public for one in every)
    out.update(dict.fromkeys(memory.arrays, False))
    return out


@dataclass(slots=True)
class Taint:
    """What terms depend on. ``secret``: arguments and regions; ``public``: terms that are so by the contract."""

    secret: Secret
    public: set[Term]
    reached: set[Term]
    """Symbols of cuts whose values are known."""
    known: dict[Term, Leaves] = field(default_factory=dict)
    spread: dict[Term, str] = field(default_factory=dict)
    """Symbols of cuts that are secret, and why."""

    def leaves(self, term: Term) -> Leaves:
        todo = [term]
        while todo:
            one = todo[-1]
            if one in self.known:
                todo.pop()
                continue
            if one in self.public:
                self.known[one] = NONE
                continue
            missing = [arg for arg in one.args if arg not in self.known]
            if missing:
                todo += missing
                continue
            self.known[one] = self._of(one)
            todo.pop()
        return self.known[term]

    def _of(self, term: Term) -> Leaves:
        if term.op in ("sym", "mem"):
            return self._leaf(term)
        out: frozenset[Term] = NONE
        for arg in term.args:
            found = self.known[arg]
            if isinstance(found, str):
                return found
            if not found <= out:
                out |= found
        return out

    def _leaf(self, term: Term) -> Leaves:
        name = term.val
        if isinstance(name, str) and name.startswith("@"):
            return frozenset((term,)) if term in self.reached else f"bits that no cut tells, {name}"
        if term.op == "sym" and (isinstance(name, (Region, Pointer)) or name in KNOWN):
            return NONE
        if name in self.secret:
            kind = "" if term.op == "sym" else "the memory of "
            return f"{kind}{name}" if self.secret[name] else NONE
        return str(name)

    def why(self, term: Term) -> str:
        """The secret that a term depends on, or nothing."""
        found = self.leaves(term)
        if isinstance(found, str):
            return found
        return next((self.spread[one] for one in sorted(found, key=lambda t: t.id) if one in self.spread), "")

    def settle(self, arrivals: Iterable[Mapping[Term, Term]]) -> None:
        """Find the symbols that are secret: those that some way reaches with a secret."""
        pairs = [(symbol, value) for values in arrivals for symbol, value in values.items()]
        changed = True
        while changed:
            changed = False
            for symbol, value in pairs:
                reason = "" if symbol in self.spread else self.why(value)
                if reason:
                    self.spread[symbol] = reason
                    changed = True


def taint_of(kernel: Kernel, memory: Map, account: Account, known: Iterable[str] = ()) -> Taint:
    """What depends on a secret in a proof. ``known``: further names that are no secrets."""
    exempt = set(account.exempt())
    public = {*account.declared(), *exempt, *(bnot(one) for one in exempt)}
    reached = {symbol for values in account.arrivals for symbol in values}
    taint = Taint({**dict.fromkeys(known, False), **secrets(kernel, memory)}, public, reached)
    taint.settle(account.arrivals)
    return taint


def check(kernel: Kernel, memory: Map, account: Account, judge: Judge) -> None:
    """NoProof for a branch or an address that depends on a secret, where the recording has no exemption."""
    taint = taint_of(kernel, memory, account)
    for mine, theirs in account.runs:
        for branch in {one.condition: one for one in reversed(theirs.branches)}.values():
            reason = taint.why(branch.condition)
            if reason and not any(judge.equal(branch.condition, one) for one in taint.public if one.w == 1):
                raise NoProof(f"{branch.where}: the branch depends on a secret, {reason}")
        script = Accesses(mine.accesses, judge)
        for access in distinct(theirs):
            # The bases are public: they are the places of arguments, tables and areas.
            reason = next((why for t in linear(access.address).parts for why in [taint.why(t)] if why), "")
            if reason and not script.cover(access, (LOAD, STORE), exempt=True):
                raise NoProof(f"{access.where}: the address depends on a secret, {reason}")
