# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""One small function for each rule by which the secrecy pass follows secrets, on each ISA of the rule.

A refused case has the words of its refusal. An accepted case is the near neighbour of a refused one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from generator.abi import abi
from generator.lang import Arg, Kernel
from generator.model import FrameOp, Phys
from generator.passes.frame import Remains
from tests.passes.secrecy_machines import (
    A64,
    AREA,
    ARGUMENTS,
    FRAME,
    KEPT,
    MACHINES,
    OTHER,
    X32,
    X64,
    Machine,
    Row,
    Rows,
    contract,
    ins,
)

Made = Callable[[Machine], Rows]


@dataclass(frozen=True, eq=False)
class Case:
    """``says``: words of the refusal, or None for an accepted case. ``used`` and ``declared``: the exemptions."""

    name: str
    made: Made
    says: str | None = None
    used: tuple[str, ...] = ()
    declared: tuple[str, ...] = ()
    kernel: Kernel | None = None
    machines: Sequence[Machine] = MACHINES
    prologue: Rows | None = None
    left: Callable[[Machine], Remains] | None = None  # the places with secrets before the way out


S, X = "depends on a secret (the memory at s, loaded at line ", "depends on a secret (argument x)"
BRANCH_S, BRANCH_X, ADDRESS_X = "the branch " + S, "the branch " + X, "the address " + X
UNKNOWN = "the branch depends on a secret (memory of no known argument, loaded at line "
MAY_BE_T = (
    "stores a secret (argument x) into memory that may be part of the memory at t, which the contract calls public"
)
NO_PUBLIC = contract([ARGUMENTS[0], Arg("t", rw=64), *ARGUMENTS[2:]])


def unwritten(where: str, line: int) -> str:
    return f"(bytes of {where}, loaded at line {line}, that some path leaves unwritten)"


def fill(m: Machine, start: int, size: int, what: int) -> list[Row]:
    """Stores of one register over a whole part of the frame."""
    return [m.spill(at, what) for at in range(start, start + size, m.bits // 8)]


def fork(m: Machine, one: Rows, other: Rows) -> list[Row | str | FrameOp]:
    """Two ways by a public condition, and their meeting point."""
    return [m.compare(m.n), m.jump("else"), *one, m.always("end"), "else", *other, "end"]


SOURCES = (
    Case("what a secret pointer points to", lambda m: [m.load(m.a, m.s), *m.look(m.a)], BRANCH_S + "1)"),
    Case("what a public pointer points to", lambda m: [m.load(m.a, m.t), *m.look(m.a)]),
    Case("a secret argument", lambda m: m.look(m.x), BRANCH_X),
    Case("a public argument", lambda m: m.look(m.n)),
    Case("a pointer itself", lambda m: m.look(m.s)),
    Case(
        "memory of nobody known", lambda m: [m.load(m.a, m.n), *m.look(m.a)], UNKNOWN + "1)",
    ),
    Case("a branch that the contract exempts", lambda m: m.look(m.x, exempt="known"), used=("known",)),
    Case(
        "loaded as public",
        lambda m: [m.load(m.a, m.s, public="open"), *m.look(m.a)], declared=("open",),
    ),
    Case("public is one load only", lambda m: [m.load(m.a, m.s, public="open"), *m.follow(m.s)], S),
)  # fmt: skip

ADDRESSES = (
    Case("a secret base", lambda m: [m.load(m.a, m.x)], ADDRESS_X),
    Case("a secret index", lambda m: [m.load(m.a, m.t, index=m.x)], ADDRESS_X),
    Case("a public index", lambda m: [m.load(m.a, m.t, index=m.n), *m.look(m.a)]),
    Case("a secret base of a store", lambda m: [m.store(m.x, m.n)], ADDRESS_X),
    Case("a secret index of a store", lambda m: [m.store(m.s, m.n, index=m.x)], ADDRESS_X),
    Case("an exempted index", lambda m: [m.load(m.a, m.t, index=m.x, exempt="known")], used=("known",)),
    Case("a load leaves its pointer as it was", lambda m: [
        m.load(m.a, m.t, index=m.x, exempt="known"), *m.look(m.t)], used=("known",)),
    Case("an exemption that nothing needs", lambda m: [m.load(m.a, m.t, index=m.n, exempt="known")]),
    Case(
        "which entry was looked up is in the entry",
        lambda m: [m.load(m.a, m.t, index=m.x, exempt="known"), *m.look(m.a)], BRANCH_X,
    ),
    Case(
        "which entry was changed is in all of them",
        lambda m: [
            *fill(m, AREA, 16, m.n), *m.address(m.a, AREA), m.store(m.a, m.n, index=m.x, exempt="known"),
            m.reload(m.b, AREA), *m.look(m.b),
        ],
        BRANCH_X,
    ),
    Case(
        "a public value at a secret place of a public buffer",
        lambda m: [m.store(m.t, m.n, index=m.x, exempt="known")],
        "stores a secret (argument x) into the memory at t, which the contract calls public",
    ),
)  # fmt: skip

REGISTERS = (
    Case("a copy", lambda m: [m.copy(m.a, m.x), *m.look(m.a)], BRANCH_X),
    Case("overwritten by a load", lambda m: [m.load(m.x, m.t), *m.look(m.x)]),
    Case("overwritten", lambda m: [m.const(m.x), *m.look(m.x)]),
    Case("the first operand", lambda m: [m.add(m.x, m.n), *m.look(m.x)], BRANCH_X),
    Case("the second operand", lambda m: [m.add(m.n, m.x), *m.look(m.n)], BRANCH_X),
    Case("two secrets", lambda m: [m.load(m.a, m.s), m.add(m.a, m.x), *m.look(m.a)], BRANCH_S),
    Case("the divisor", lambda m: m.divide(m.x), "the time " + X),
    Case("why a division is slow", lambda m: m.divide(m.x), "(exempt=…); division takes longer for some operands"),
    Case("a public divisor", lambda m: m.divide(m.n)),
    Case(
        "an exempted division",
        lambda m: [*(row if row.mnem[-3:] != "div" else ins(row.mnem, *row.ops, exempt="known")
                     for row in m.divide(m.x))],
        used=("known",),
    ),
)  # fmt: skip

FLAGS = (
    Case("flags of a secret", lambda m: [m.compare(m.x), m.jump()], BRANCH_X),
    Case("flags overwritten", lambda m: [m.compare(m.x), m.compare(m.n), m.jump()]),
    Case("a number made of flags", lambda m: [m.const(m.a), m.compare(m.x), m.carry(m.a), *m.look(m.a)], BRANCH_X),
    Case("a number made of public flags", lambda m: [m.const(m.a), m.compare(m.n), m.carry(m.a), *m.look(m.a)]),
    Case(
        "a choice by a secret",
        lambda m: [m.const(m.a), m.compare(m.x), m.choose(m.a, m.n), *m.look(m.a)], BRANCH_X,
    ),
    Case("the flags of either path, first", lambda m: [*fork(m, [m.compare(m.x)], [m.compare(m.n)]), m.jump()],
         BRANCH_X),
    Case("the flags of either path, second", lambda m: [*fork(m, [m.compare(m.n)], [m.compare(m.x)]), m.jump()],
         BRANCH_X),
    Case("public flags of either path", lambda m: [*fork(m, [m.compare(m.n)], [m.compare(m.s)]), m.jump()]),
)  # fmt: skip

POINTERS = (
    Case("a pointer and a number", lambda m: [m.add(m.n, m.t), m.load(m.a, m.n), *m.look(m.a)]),
    Case("a pointer as an index", lambda m: [m.load(m.a, m.n, index=m.t), *m.look(m.a)]),
    Case("a secret's pointer as an index", lambda m: [m.load(m.a, m.n, index=m.s), *m.look(m.a)], BRANCH_S),
    Case("two pointers in one address", lambda m: [m.load(m.a, m.t, index=m.s), *m.look(m.a)], BRANCH_S),
    *(
        Case(
            f"the choice of two pointers, {which}, loaded from",
            lambda m, which=which: [  # type: ignore[misc]
                m.copy(m.a, m.s if which == "first" else m.t), m.compare(m.n),
                m.choose(m.a, m.t if which == "first" else m.s), *m.follow(m.a),
            ],
            BRANCH_S,
        )
        for which in ("first", "second")
    ),
    *(
        Case(
            f"the choice of two pointers, {which}, stored to",
            lambda m, which=which: [  # type: ignore[misc]
                m.copy(m.a, m.s if which == "first" else m.t), m.compare(m.n),
                m.choose(m.a, m.t if which == "first" else m.s), m.store(m.a, m.x),
            ],
            MAY_BE_T,
        )
        for which in ("first", "second")
    ),
    Case(
        "the choice of an area and an argument",
        lambda m: [
            *fill(m, AREA, 16, m.n), *m.address(m.a, AREA), m.compare(m.n), m.choose(m.a, m.s), m.store(m.a, m.x),
            m.reload(m.b, AREA), *m.look(m.b),
        ],
        BRANCH_X,
    ),
    Case(
        "the choice of two public pointers",
        lambda m: [*m.address(m.a, AREA), *fill(m, AREA, 16, m.n), m.compare(m.n), m.choose(m.a, m.t),
                   *m.follow(m.a)],
    ),
    Case(
        "a distance added to where it began",
        lambda m: [m.copy(m.a, m.s), m.sub(m.a, m.t), m.add(m.a, m.t), *m.follow(m.a)], BRANCH_S,
    ),
    Case(
        "where a distance began, with it",
        lambda m: [m.copy(m.a, m.s), m.sub(m.a, m.t), m.add(m.t, m.a), *m.follow(m.t)], BRANCH_S,
    ),
    Case("a pointer on one path, first", lambda m: [
        *fork(m, [m.copy(m.a, m.s)], [m.copy(m.a, m.t)]), *m.follow(m.a)], BRANCH_S),
    Case("a pointer on one path, second", lambda m: [
        *fork(m, [m.copy(m.a, m.t)], [m.copy(m.a, m.s)]), *m.follow(m.a)], BRANCH_S),
    Case("a pointer on one path, a number on the other, first", lambda m: [
        *fork(m, [m.copy(m.a, m.t)], [m.const(m.a)]), *m.follow(m.a)], UNKNOWN),
    Case("a pointer on one path, a number on the other, second", lambda m: [
        *fork(m, [m.const(m.a)], [m.copy(m.a, m.t)]), *m.follow(m.a)], UNKNOWN),
    Case("a pointer on one path, a number from memory on the other", lambda m: [
        *fork(m, [m.copy(m.a, m.t)], [m.load(m.a, m.t)]), *m.follow(m.a)], UNKNOWN),
    Case("a pointer overwritten by a number", lambda m: [m.const(m.s), *m.follow(m.s)], UNKNOWN),
    Case("a pointer overwritten by a load", lambda m: [m.load(m.s, m.t), *m.follow(m.s)], UNKNOWN),
    Case("loads do not take an index's pointer along", lambda m: [
        m.load(m.b, m.n, index=m.s, public="open"), m.add(m.b, m.t), *m.follow(m.b)], declared=("open",)),
    Case("a pointer to an area and another in one address", lambda m: [
        *fill(m, AREA, 16, m.n), *m.address(m.a, AREA, index=m.s), *m.follow(m.a)], BRANCH_S),
    Case("a choice of an area and a secret's pointer", lambda m: [
        *fill(m, AREA, 16, m.n), *m.address(m.a, AREA), m.compare(m.n), m.choose(m.a, m.s), *m.follow(m.a)], BRANCH_S),
    Case("a secret stored to a pointer on one path, a number on the other", lambda m: [
        *fork(m, [m.copy(m.a, m.s)], [m.const(m.a)]), m.store(m.a, m.x)], MAY_BE_T),
    Case("a load over its own address takes no pointer along", lambda m: [
        *fork(m, [m.copy(m.a, m.t), m.load(m.a, m.a)], [m.const(m.a)]), m.load(m.b, m.t, index=m.a), *m.look(m.b)]),
    Case("loads do not take the address's pointer along", lambda m: [
        m.load(m.a, m.s, public="open"), m.load(m.b, m.t, index=m.a), *m.look(m.b)], declared=("open",)),
    Case("a number that was loaded is no pointer", lambda m: [m.load(m.a, m.t), *m.follow(m.a)],
         UNKNOWN),
)  # fmt: skip

STORES = (
    Case("a secret into what is secret", lambda m: [m.store(m.s, m.x)]),
    Case("what is public into what is public", lambda m: [m.store(m.t, m.n)]),
    Case(
        "a secret into what is public", lambda m: [m.store(m.t, m.x)],
        "stores a secret (argument x) into the memory at t, which the contract calls public; expected a pointer made "
        "of another argument, or t without public=True",
    ),
    Case("a secret to nobody knows where", lambda m: [m.store(m.n, m.x)], MAY_BE_T),
    Case("what is public to nobody knows where", lambda m: [m.store(m.n, m.n)]),
    Case("nobody knows where, and nothing is public", lambda m: [m.store(m.n, m.x)], kernel=NO_PUBLIC),
    Case(
        "nobody knows where, which may be an area",
        lambda m: [*fill(m, AREA, 16, m.n), m.store(m.n, m.x), m.reload(m.a, AREA), *m.look(m.a)], BRANCH_X,
        kernel=NO_PUBLIC,
    ),
    Case(
        "nobody knows where, which is no slot",
        lambda m: [*fill(m, KEPT, 16, m.n), m.store(m.n, m.x), m.reload(m.a, KEPT), *m.look(m.a)], kernel=NO_PUBLIC,
    ),
)  # fmt: skip

ESCAPES = (
    *(
        Case(
            f"a pointer by way of {way}",
            lambda m, base=base: [  # type: ignore[misc]
                m.store(getattr(m, base), m.s), m.load(m.a, m.t), m.add(m.a, m.t), *m.follow(m.a),
            ],
            BRANCH_S,
        )
        for way, base in (("a public buffer", "t"), ("nobody knows what", "n"))
    ),
    Case("a number by way of a public buffer", lambda m: [
        m.store(m.t, m.n), m.load(m.a, m.t), m.add(m.a, m.t), *m.follow(m.a)]),
    Case("a pointer that escapes on one path, first", lambda m: [
        *fork(m, [m.store(m.t, m.s)], []), m.load(m.a, m.t), m.add(m.a, m.t), *m.follow(m.a)], BRANCH_S),
    Case("a pointer that escapes on one path, second", lambda m: [
        *fork(m, [], [m.store(m.t, m.s)]), m.load(m.a, m.t), m.add(m.a, m.t), *m.follow(m.a)], BRANCH_S),
    Case("a pointer that escapes is not in the frame", lambda m: [
        m.store(m.t, m.s), m.spill(KEPT, m.n), m.reload(m.a, KEPT), m.add(m.a, m.t), *m.follow(m.a)]),
    Case("a pointer that escapes is not in an area", lambda m: [
        m.store(m.t, m.s), *fill(m, AREA, 16, m.n), *m.address(m.b, AREA), m.load(m.a, m.b), m.add(m.a, m.t),
        *m.follow(m.a)]),
    Case("a pointer in an area has not escaped", lambda m: [
        *fill(m, AREA, 16, m.s), *m.address(m.b, AREA), m.store(m.b, m.s), m.load(m.a, m.t), m.add(m.a, m.t),
        *m.follow(m.a)]),
    Case("a pointer from a slot", lambda m: [m.spill(KEPT, m.s), m.reload(m.a, KEPT), *m.follow(m.a)],
         BRANCH_S),
    Case("a pointer in a slot on one path, first", lambda m: [
        *fork(m, [m.spill(KEPT, m.s)], [m.spill(KEPT, m.t)]), m.reload(m.a, KEPT), *m.follow(m.a)], BRANCH_S),
    Case("a pointer in a slot on one path, second", lambda m: [
        *fork(m, [m.spill(KEPT, m.t)], [m.spill(KEPT, m.s)]), m.reload(m.a, KEPT), *m.follow(m.a)], BRANCH_S),
    Case("a pointer in a slot written over by another", lambda m: [
        m.spill(KEPT, m.s), m.spill(KEPT, m.t), m.reload(m.a, KEPT), *m.follow(m.a)]),
    Case("a pointer in a slot written over by a number", lambda m: [
        m.spill(KEPT, m.s), m.spill(KEPT, m.n), m.reload(m.a, KEPT), m.add(m.a, m.t), *m.follow(m.a)]),
    Case("a pointer in a slot written over in part", lambda m: [
        m.spill(KEPT, m.s), m.spill(KEPT + 2, m.t), m.reload(m.a, KEPT), *m.follow(m.a)], BRANCH_S, machines=(X64,)),
    Case("a pointer's store to an area leaves other pointers", lambda m: [
        *fill(m, AREA, 16, m.s), *m.address(m.a, AREA), m.store(m.a, m.t), m.reload(m.a, AREA), *m.follow(m.a)],
        BRANCH_S),
    Case("a pointer from an area", lambda m: [
        *fill(m, AREA, 16, m.t), *m.address(m.b, AREA), m.load(m.a, m.b), *m.follow(m.a)]),
)  # fmt: skip

FRAMES = (
    Case("a slot far up written over", lambda m: [
        m.spill(48, m.x), m.spill(48, m.n), m.reload(m.a, 48), *m.look(m.a)]),
    Case("a secret in a slot", lambda m: [m.spill(KEPT, m.x), m.reload(m.a, KEPT), *m.look(m.a)], BRANCH_X),
    Case("a public value in a slot", lambda m: [m.spill(KEPT, m.n), m.reload(m.a, KEPT), *m.look(m.a)]),
    Case("a slot written over", lambda m: [m.spill(KEPT, m.x), m.spill(KEPT, m.n), m.reload(m.a, KEPT), *m.look(m.a)]),
    Case("a slot beside a secret", lambda m: [m.spill(KEPT + 8, m.x), m.spill(KEPT, m.n), m.reload(m.a, KEPT),
                                              *m.look(m.a)]),
    Case("across two values, one secret", lambda m: [
        m.spill(KEPT, m.n), m.spill(KEPT + m.bits // 8, m.x), m.reload(m.a, KEPT + m.bits // 16), *m.look(m.a)],
        BRANCH_X),
    Case("a slot written over in half", lambda m: [
        m.spill(KEPT, m.x), m.spill(KEPT + m.bits // 16, m.n), m.reload(m.a, KEPT), *m.look(m.a)], BRANCH_X),
    Case("a slot that nothing has written", lambda m: [m.reload(m.a, KEPT), *m.look(m.a)],
         unwritten("kept in the frame", 1)),
    Case("an area that nothing has written", lambda m: [m.reload(m.a, AREA + 8), *m.look(m.a)],
         unwritten("area in the frame", 1)),
    Case("bytes of nobody that nothing has written", lambda m: [m.reload(m.a, 48), *m.look(m.a)],
         unwritten("the frame", 1)),
    Case("half of it written, the first", lambda m: [
        m.spill(AREA, m.n), m.reload(m.a, AREA + m.bits // 16), *m.look(m.a)], unwritten("area in the frame", 2)),
    Case("half of it written, the second", lambda m: [
        m.spill(AREA + m.bits // 16, m.n), m.reload(m.a, AREA), *m.look(m.a)], unwritten("area in the frame", 2)),
    Case("half of it written, with a secret", lambda m: [
        m.spill(AREA, m.x), m.reload(m.a, AREA + m.bits // 16), *m.look(m.a)], BRANCH_X),
    Case("written on one path, first", lambda m: [
        *fork(m, [m.spill(AREA, m.n)], []), m.reload(m.a, AREA), *m.look(m.a)], unwritten("area in the frame", 7)),
    Case("written on one path, second", lambda m: [
        *fork(m, [], [m.spill(AREA, m.n)]), m.reload(m.a, AREA), *m.look(m.a)], unwritten("area in the frame", 7)),
    Case("written on both paths", lambda m: [
        *fork(m, [m.spill(AREA, m.n)], [m.spill(AREA, m.n)]), m.reload(m.a, AREA), *m.look(m.a)]),
    Case("a secret on one path, first", lambda m: [
        *fork(m, [m.spill(AREA, m.n)], [m.spill(AREA, m.x)]), m.reload(m.a, AREA), *m.look(m.a)], BRANCH_X),
    Case("a secret on one path, second", lambda m: [
        *fork(m, [m.spill(AREA, m.x)], [m.spill(AREA, m.n)]), m.reload(m.a, AREA), *m.look(m.a)], BRANCH_X),
    Case("an area by a pointer", lambda m: [
        *fill(m, AREA, 16, m.n), *m.address(m.a, AREA), *m.follow(m.a)]),
    Case("an area by a pointer, not all of it written", lambda m: [
        m.spill(AREA, m.n), *m.address(m.a, AREA), *m.follow(m.a)], unwritten("area in the frame", 3)),
    Case("a pointer's store may be to any of the area, and leave the rest", lambda m: [
        *fill(m, AREA, 16, m.n), *fill(m, OTHER, 16, m.n), *m.address(m.a, AREA), m.store(m.a, m.x),
        m.reload(m.b, AREA + 8), *m.look(m.b)], BRANCH_X),
    Case("a pointer's store is to no other area", lambda m: [
        *fill(m, AREA, 16, m.n), *fill(m, OTHER, 16, m.n), *m.address(m.a, AREA), m.store(m.a, m.x),
        m.reload(m.b, OTHER), *m.look(m.b), *m.address(m.a, OTHER + 8), *m.follow(m.a)]),
    Case("a pointer's store writes nobody knows which bytes", lambda m: [
        *m.address(m.a, AREA), m.store(m.a, m.n), m.reload(m.b, AREA), *m.look(m.b)], "path leaves unwritten"),
    Case("a pointer's store leaves a secret", lambda m: [
        *fill(m, AREA, 16, m.x), *m.address(m.a, AREA), m.store(m.a, m.n), m.reload(m.b, AREA), *m.look(m.b)],
        BRANCH_X),
    Case("a pointer to an area loads any of it", lambda m: [
        *fill(m, AREA, 8, m.n), *fill(m, AREA + 8, 8, m.x), *m.address(m.a, AREA), *m.follow(m.a)],
        BRANCH_X),
    Case("a pointer to an area and a secret", lambda m: [*m.address(m.a, AREA, index=m.x), m.load(m.b, m.a)],
         ADDRESS_X),
    Case("a pointer to an area and a number", lambda m: [
        *fill(m, AREA, 16, m.n), *m.address(m.a, AREA, index=m.n), *m.follow(m.a)]),
    Case("a pointer to no area loads any of the frame", lambda m: [
        *fill(m, 0, FRAME - 8, m.n), *fill(m, FRAME - 8, 8, m.x), *m.address(m.a, 48), *m.follow(m.a)],
        BRANCH_X),
    Case("a pointer to a value's slot loads any of the frame", lambda m: [
        *fill(m, 0, FRAME - 8, m.n), *fill(m, FRAME - 8, 8, m.x), *m.address(m.a, KEPT), *m.follow(m.a)],
        BRANCH_X),
    Case("a pointer to no area stores to any of the frame", lambda m: [
        *fill(m, 0, FRAME, m.n), *m.address(m.a, 48), m.store(m.a, m.x), m.reload(m.b, KEPT), *m.look(m.b)], BRANCH_X),
    Case("a pointer to no area loads of the frame only", lambda m: [
        *fill(m, 0, FRAME, m.n), *m.address(m.a, 48), *m.follow(m.a)]),
    Case("a prologue keeps the caller's registers", lambda m: [m.reload(m.a, AREA), *m.look(m.a)],
         unwritten("area in the frame", 1), machines=(X64,),
         prologue=(FrameOp("alloc", amount=64), X64.spill(AREA, X64.n))),
    Case("a prologue keeps the caller's registers on AArch64", lambda m: [m.reload(m.a, AREA), *m.look(m.a)],
         unwritten("area in the frame", 1), machines=(A64,),
         prologue=(FrameOp("alloc", amount=64), A64.spill(AREA, A64.n))),
)  # fmt: skip

TABLES = (
    Case("a table", lambda m: [*m.table(m.a), *m.follow(m.a)]),
    Case("a secret index into a table", lambda m: [*m.table(m.a), m.load(m.b, m.a, index=m.x)], ADDRESS_X),
    Case("a table or a secret", lambda m: [
        *m.table(m.a), m.compare(m.n), m.choose(m.a, m.s), *m.follow(m.a)], BRANCH_S),
    Case("a table or what is public", lambda m: [
        *m.table(m.a), m.compare(m.n), m.choose(m.a, m.t), *m.follow(m.a)]),
    Case("a store into a table", lambda m: [*m.table(m.a), m.store(m.a, m.n)], "stores into a table"),
    Case("a store into a table or what is secret is not into the frame", lambda m: [
        m.spill(KEPT, m.n), *m.table(m.a), m.compare(m.n), m.choose(m.a, m.s), m.store(m.a, m.x),
        m.reload(m.b, KEPT), *m.look(m.b)]),
    Case("a store into a table or what is secret", lambda m: [
        *m.table(m.a), m.compare(m.n), m.choose(m.a, m.s), m.store(m.a, m.x)]),
    Case("a pointer that escaped is in no table", lambda m: [
        m.store(m.t, m.s), *m.table(m.a), m.load(m.b, m.a), m.add(m.b, m.t), m.load(m.a, m.b), *m.look(m.a)]),
)  # fmt: skip


def _loop(m: Machine) -> Rows:
    """The compared value becomes secret in the fourth round."""
    return [
        m.const(m.a), m.const(m.b), m.const(m.c), "top", *m.look(m.a), m.copy(m.a, m.b), m.copy(m.b, m.c),
        m.copy(m.c, m.x), m.compare(m.n), m.jump("top"),
    ]  # fmt: skip


PATHS = (
    Case("a secret register on one path, first", lambda m: [
        *fork(m, [m.copy(m.a, m.x)], [m.const(m.a)]), *m.look(m.a)], BRANCH_X),
    Case("a secret register on one path, second", lambda m: [
        *fork(m, [m.const(m.a)], [m.copy(m.a, m.x)]), *m.look(m.a)], BRANCH_X),
    Case("two secrets on two paths", lambda m: [*fork(m, [m.copy(m.a, m.x)], [m.load(m.a, m.s)]), *m.look(m.a)],
         "the branch depends on a secret"),
    Case("no secret on either path", lambda m: [*fork(m, [m.copy(m.a, m.n)], [m.const(m.a)]), *m.look(m.a)]),
    Case("a secret after some rounds of a loop", _loop, BRANCH_X),
    Case("a secret in the registers of one loop only", lambda m: [
        m.const(m.a), "top", m.compare(m.n), m.jump("top"), *m.look(m.a), m.copy(m.a, m.x)]),
)  # fmt: skip


def shared(**more: object) -> Kernel:
    """``t`` is public. Its contract lets ``t`` share ``s``'s buffer in some way."""
    return contract([ARGUMENTS[0], Arg("t", rw=64, public=True, **more), *ARGUMENTS[2:]])  # type: ignore[arg-type]


def _load_t(m: Machine) -> Rows:
    return [m.load(m.a, m.t), *m.look(m.a)]


def three(*args: Arg) -> Kernel:
    return contract([*args, *ARGUMENTS[2:]], "void f(uint8_t *s, uint8_t *t, uint8_t *u, size_t n, size_t x)")


IN_ONE = "the branch depends on a secret (the memory at t, which may lie in one buffer with s, loaded at line 1)"
_OTHERWISE = contract([Arg("s", rw=64, alias="t"), *ARGUMENTS[1:]])
_BEYOND = three(Arg("s", rw=64, alias="u"), Arg("t", r=64, public=True, alias="u"), Arg("u", r=64, public=True))
_CHAIN = three(Arg("s", rw=64, apart=("u", 8)), Arg("t", r=64, public=True), Arg("u", r=64, public=True, alias="t"))
_AWAY = three(Arg("s", rw=64), Arg("t", r=64, public=True), Arg("u", r=64, public=True, alias="t"))
_BESIDE = three(Arg("s", rw=64, alias="u"), Arg("t", r=64, public=True), Arg("u", r=64, public=True))
CONTRACTS = (
    Case("public, and may be a secret's buffer", _load_t, IN_ONE, kernel=shared(alias="s")),
    Case("public, and may be apart from a secret in its buffer", _load_t, IN_ONE, kernel=shared(apart=("s", 16))),
    Case("a secret's, and may be a public buffer", _load_t, IN_ONE, kernel=_OTHERWISE),
    Case("a secret stored beside what is public is what is stored there", lambda m: [m.store(m.s, m.x)],
         kernel=shared(alias="s")),
    Case("a secret stored into what shares", lambda m: [m.store(m.t, m.x)], "into the memory at t, which the contract",
         kernel=shared(alias="s")),
    Case("public by way of another's buffer", _load_t, IN_ONE, kernel=_BEYOND),
    Case("public by way of a chain", _load_t, IN_ONE, kernel=_CHAIN),
    Case("public with a public one", _load_t, kernel=_AWAY),
    Case("another's buffer is its own affair", _load_t, kernel=_BESIDE),
)  # fmt: skip


def _held(regs: Callable[[Machine], Sequence[int]], *runs: tuple[int, int]) -> Callable[[Machine], Remains]:
    """Secrets in registers by number, and in words of the frame from one to another."""
    return lambda m: Remains(
        tuple(Phys("gp", reg) for reg in sorted(regs(m))),
        tuple((start * m.bits // 8, end * m.bits // 8) for start, end in runs),
    )


_RETURNS = contract(prototype="size_t f(uint8_t *s, uint8_t *t, size_t n, size_t x)")
LEFT = (
    Case("an argument is left", lambda m: [], left=_held(lambda m: [m.x])),
    Case("nothing is left", lambda m: [m.const(m.x)], left=_held(lambda m: [])),
    Case("registers are left", lambda m: [m.copy(m.a, m.x), m.copy(m.s, m.x), m.const(m.x)],
         left=_held(lambda m: [m.a, *([m.s] if m is not X32 else [])])),
    Case("runs of the frame are left", lambda m: [
        m.spill(32, m.x), *fill(m, 0, 16, m.x), m.spill(FRAME - m.bits // 8, m.x), m.const(m.x)],
        machines=(X64, A64), left=_held(lambda m: [], (0, 2), (4, 5), (7, 8))),
    Case("the result is the caller's", lambda m: [m.copy(abi(m.convention).result, m.x), m.const(m.x)],
         left=_held(lambda m: []), kernel=_RETURNS),
    Case("other registers than the result's are not", lambda m: [m.copy(m.t, m.x), m.const(m.x)],
         left=_held(lambda m: [m.t] if m is not X32 else []), kernel=_RETURNS),
    Case("the result's register where there is no result", lambda m: [
        m.copy(abi(m.convention).result, m.x), m.const(m.x)], left=_held(lambda m: [abi(m.convention).result])),
    Case("an argument's word, written over", lambda m: [m.spill(FRAME + 16, m.x), m.const(m.x)],
         machines=(X32,), left=_held(lambda m: [], (20, 21))),
    Case("an argument's word, public and written over", lambda m: [m.spill(FRAME + 12, m.x), m.const(m.x)],
         machines=(X32,), left=_held(lambda m: [], (19, 20))),
    Case("below the frame nothing is looked for", lambda m: [m.spill(-16, m.x), m.const(m.x)],
         machines=(X64, X32), left=_held(lambda m: [])),
    Case("the last word of the frame", lambda m: [m.spill(FRAME - 4, m.x), m.const(m.x)],
         machines=(X32,), left=_held(lambda m: [], (15, 16))),
    Case("what is left on one path, first", lambda m: [
        *fork(m, [m.copy(m.a, m.x)], [m.const(m.a)]), m.const(m.x)], left=_held(lambda m: [m.a])),
    Case("what is left on one path, second", lambda m: [
        *fork(m, [m.const(m.a)], [m.copy(m.a, m.x)]), m.const(m.x)], left=_held(lambda m: [m.a])),
    Case("another argument's word, written over", lambda m: [m.spill(FRAME + 20, m.n), m.const(m.x)],
         machines=(X32,), left=_held(lambda m: [])),
    Case("no way out", lambda m: ["top", m.always("top")], left=_held(lambda m: [])),
    Case("what the epilogue does", lambda m: [m.const(m.x), FrameOp("begin_epilogue"), m.load(m.a, m.s)],
         left=_held(lambda m: [])),
)  # fmt: skip

COMMON = (
    *LEFT, *SOURCES, *ADDRESSES, *REGISTERS, *FLAGS, *POINTERS, *STORES, *ESCAPES, *FRAMES, *TABLES, *PATHS, *CONTRACTS,
)  # fmt: skip
