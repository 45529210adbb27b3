# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AArch64: the meaning of loads and stores."""

from __future__ import annotations

from proof.a64 import Machine, rule, vector
from proof.a64_operands import Gp, Instruction, Vec
from proof.graph import State
from proof.memory import NoProof
from proof.terms import Term, add, concat, const, extract, sext, zext

SHORT = {"b": 8, "h": 16, "w": 32}


def _bits(i: Instruction, n: int) -> int:
    """The bits that operand ``n`` has in memory."""
    found, name = i.operands[n], i.mnemonic.removeprefix("ld").removeprefix("st")
    if isinstance(found, Vec):
        if found.count != 1 or found.index is not None or name[-1] in SHORT:
            raise NoProof("lanes of a vector in memory")
        return found.lane
    if not isinstance(found, Gp):
        raise NoProof(f"operand {n} is no register")
    return SHORT.get(name[-1], found.w)


def _write(m: Machine, s: State, i: Instruction, n: int, value: Term) -> None:
    if isinstance(i.operands[n], Vec):
        s["v", m.vec(i, n).number] = vector(value)
    else:
        w = m.gp(i, n).w
        m.put(s, i, n, sext(w, value) if "rs" in i.mnemonic else zext(w, value))


def _read(m: Machine, s: State, i: Instruction, n: int) -> Term:
    bits = _bits(i, n)
    if isinstance(i.operands[n], Vec):
        return extract(bits - 1, 0, s["v", m.vec(i, n).number])
    return extract(bits - 1, 0, m.value(s, i, n))


@rule("ldr", "ldur", "ldrb", "ldurb", "ldrh", "ldurh", "ldp", *(f"ld{u}rs{n}" for u in ("", "u") for n in "bhw"))
def load(m: Machine, s: State, i: Instruction) -> None:
    count = len(i.operands) - 1
    at = m.address(s, i, count)
    size = _bits(i, 0) // 8
    made = [m.load(s, add(at, const(64, size * n)), size) for n in range(count)]
    for n, value in enumerate(made):
        _write(m, s, i, n, value)


@rule("str", "stur", "strb", "sturb", "strh", "sturh", "stp")
def store(m: Machine, s: State, i: Instruction) -> None:
    count = len(i.operands) - 1
    values = [_read(m, s, i, n) for n in range(count)]
    at = m.address(s, i, count)
    for n, value in enumerate(values):
        m.store(s, add(at, const(64, value.w // 8 * n)), value)


@rule("ld1r")
def repeat(m: Machine, s: State, i: Instruction) -> None:
    to = m.vec(i, 0)
    if m.mem(i, 1).mode or to.lane * to.count != 128:
        raise NoProof("a form of ld1r")
    one = m.load(s, m.address(s, i, 1), to.lane // 8)
    s["v", to.number] = concat(*[one] * to.count)
