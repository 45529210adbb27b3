# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""After a function whose contract says ``wipe=True``, no register and no byte of the stack holds a secret: nothing that
the function left there depends on a secret argument or on secret memory. The result is the caller's, and flags stay.

Registers and bytes that the function leaves alone have what the caller left there. A byte of the stack that a secret
was stored in anywhere must be known at the return: the relation of a loop forgets bytes that only some rounds write.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from generator.lang.contract import Kernel
from proof.accesses import STORE, Account
from proof.call import Convention
from proof.graph import Cell, State
from proof.memory import Map, NoProof, Region
from proof.secrecy import Taint, taint_of
from proof.terms import Term, extract, sub, sym

REGISTERS = ("r", "v", "k")
OWN = ("entry ", "above ")
"""How the names of symbols begin that stand for what the caller left in registers."""
Secrets = dict[int, str]
"""Byte → a secret that it may hold."""


@dataclass(slots=True)
class Left:
    """``start``: the machine's state at the entry; ``ends``: those at the return, each with the registers of the result
    and how many of their lowest bits are the result's. ``areas``: the sizes of the script's own areas."""

    start: State
    ends: Sequence[tuple[State, Mapping[Cell, int]]]
    areas: Mapping[Region, int]


def check(kernel: Kernel, call: Convention, memory: Map, account: Account, left: Left) -> None:
    """NoProof for a place that may hold a secret at the return."""
    one = _Search(taint_of(kernel, memory, account, _callers(left.start)), account, left, memory.word)
    for end, result in left.ends:
        for where, secret in (*one.registers(call, end, result), *one.stack(end), *one.areas(end)):
            raise NoProof(f"at the return: {where} may hold a secret, {secret}; the contract says wipe=True")


def _callers(start: State) -> set[str]:
    """The names of what the caller left in registers."""
    parts = [part for term in start.values() for part in (term.args if term.op == "concat" else (term,))]
    return {str(one.val) for one in parts if one.op == "sym" and str(one.val).startswith(OWN)}


@dataclass(slots=True)
class _Search:
    taint: Taint
    account: Account
    left: Left
    word: int

    def registers(self, call: Convention, end: State, result: Mapping[Cell, int]) -> Iterator[tuple[str, str]]:
        for cell in self.left.start:
            if cell[0] not in REGISTERS:
                continue
            term, low = end.get(cell), result.get(cell, 0)
            if term is None:
                yield call.called(cell), "as its value is not known"
            elif low < term.w:
                secret = self.taint.why(extract(term.w - 1, low, term))
                if secret:
                    yield call.called(cell), secret

    def stack(self, end: State) -> Iterator[tuple[str, str]]:
        held: Secrets = {}
        for _, theirs in self.account.runs:
            for at, data in theirs.frame:
                held.update(self.secrets(at, data))
        for cell, term in end.items() if held else ():
            if cell[0] == "f":
                still = self.secrets(cell[1], term)
                for byte in range(cell[1], cell[1] + term.w // 8):
                    if byte not in still:
                        held.pop(byte, None)
        for byte in sorted(held):
            yield f"the byte at sp of the entry{byte:+}", held[byte]

    def areas(self, end: State) -> Iterator[tuple[str, str]]:
        for name, size in self.left.areas.items():
            every = range(size)
            held: Secrets = {}
            for _, theirs in self.account.runs:
                for one in theirs.accesses:
                    if one.kind == STORE and one.region == name and one.data is not None:
                        held.update(self.stored(name, one.address, one.data, every))
            still = self.kept(name, end["m", name], set(every), held) if held else {}
            for byte in sorted(still):
                yield f"byte {byte} of {name}", still[byte]

    def secrets(self, at: int, data: Term) -> Secrets:
        """The bytes with secrets of a value whose first byte is ``at``."""
        out: Secrets = {}
        bit = 8 * at
        for part in reversed(data.args if data.op == "concat" else (data,)):
            secret = self.taint.why(part)
            if secret:
                out.update(dict.fromkeys(range(bit // 8, (bit + part.w + 7) // 8), secret))
            bit += part.w
        return out

    def stored(self, name: Region, address: Term, data: Term, every: Iterable[int]) -> Secrets:
        """The bytes of an area that a store puts secrets into: all, if its place is not known."""
        away = sub(address, sym(self.word, name))
        if away.op == "const":
            return self.secrets(away.val, data)
        secret = self.taint.why(data)
        return dict.fromkeys(every, secret) if secret else {}

    def kept(self, name: Region, memory: Term, left: Set[int], held: Secrets) -> Secrets:
        """The secrets among the bytes ``left`` of an area, in which the bytes ``held`` had secrets before."""
        out: Secrets = {}
        left = set(left)
        while memory.op == "store":
            older, address, data = memory.args
            away = sub(address, sym(self.word, name))
            known = range(away.val, away.val + data.w // 8) if away.op == "const" else ()
            found = self.stored(name, address, data, left)
            out.update((byte, secret) for byte, secret in found.items() if byte in left)
            left -= found.keys() | set(known)
            memory = older
        if memory.op == "ite":
            return {**out, **self.kept(name, memory.args[1], left, held), **self.kept(name, memory.args[2], left, held)}
        return {**out, **{byte: held[byte] for byte in left & held.keys()}}
