# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""x86: the meaning of AVX-512 instructions beyond those on vectors alone: comparisons into masks, and products of 52
bits. A mask is held as the vector of its lanes, all ones or zeros."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from proof import arithmetic
from proof.graph import State
from proof.lanes import lanewise, mul52
from proof.memory import NoProof
from proof.terms import Term, extract, zext
from proof.x86 import RULES, Machine, rule
from proof.x86_vectors import by_lanes, get, put, width


def mask(i: Any, n: int) -> int | None:
    """The number of the mask that is operand ``n``, or None."""
    name = i.reg_name(i.operands[n].reg) or ""
    return int(name[1:]) if name[:1] == "k" and name[1:].isdigit() else None


def comparison(name: str, made: Callable[[Term, Term], Term], before: Any = None) -> None:
    """A comparison into a mask. ``before``: the rule of the same name into a vector, without AVX-512."""

    def run(m: Machine, s: State, i: Any) -> None:
        to = mask(i, 0)
        if to is None and before is not None:
            before(m, s, i)
            return
        if to is None or "{k" in i.op_str:
            raise NoProof("a comparison that is no mask, or is under one")
        w = width(i, 1)
        s["k", to] = made(get(m, s, i, 1, w), get(m, s, i, 2, w))

    rule(name)(run)


def spread(m: Machine, s: State, i: Any) -> None:
    """A mask as a vector. The comparison that made the mask had as many lanes."""
    found = s.get(("k", mask(i, 1)))
    if found is None or found.w != width(i, 0):
        raise NoProof("a mask that no comparison of as many lanes made")
    put(m, s, i, found)


def of_each(lane: int, how: Callable[[Term, Term], Term]) -> Callable[[Term, Term], Term]:
    return lambda x, y: arithmetic.by_lane(how, lane, x, y)


for _letter, _lane in (("b", 8), ("w", 16), ("d", 32), ("q", 64)):
    comparison(f"vpcmpeq{_letter}", by_lanes("vequal", _lane), RULES[f"vpcmpeq{_letter}"])
    comparison(f"vpcmpgt{_letter}", of_each(_lane, arithmetic.greater(True)), RULES[f"vpcmpgt{_letter}"])
    comparison(f"vpcmpnleu{_letter}", of_each(_lane, arithmetic.greater(False)))
    rule(f"vpmovm2{_letter}")(spread)


@rule("vpdpbusd")
def dot(m: Machine, s: State, i: Any) -> None:
    w = width(i, 0)
    put(m, s, i, arithmetic.by_lane(arithmetic.dot(False, True), 32, *(get(m, s, i, n, w) for n in range(3))))


@rule("vpmadd52luq", "vpmadd52huq")
def madd52(m: Machine, s: State, i: Any) -> None:
    w = width(i, 0)
    acc, x, y = (get(m, s, i, n, w) for n in range(3))
    put(m, s, i, lanewise("vadd", 64, acc, mul52("low" if "luq" in i.mnemonic else "high", x, y)))


@rule("kmovw")
def kmovw(m: Machine, s: State, i: Any) -> None:
    to = mask(i, 0)
    if to is None:
        raise NoProof("a mask read into a word")
    s["k", to] = zext(64, extract(15, 0, m.read_operand(s, i, 1)))
