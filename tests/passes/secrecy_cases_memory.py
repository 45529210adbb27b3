# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Cases of the rules about memory: pointers, stores, escaping addresses, the frame, and tables."""

from __future__ import annotations

from generator.model import FrameOp
from tests.passes.secrecy_case import (
    ADDRESS_X,
    BRANCH_S,
    BRANCH_X,
    MAY_BE_T,
    NO_PUBLIC,
    SEVERAL,
    UNKNOWN,
    Case,
    fill,
    fork,
    unwritten,
)
from tests.passes.secrecy_machines import A64, AREA, FRAME, KEPT, OTHER, X64

POINTERS = (
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
    Case("loads do not take the address's pointer along", lambda m: [
        m.load(m.a, m.s, public="open"), m.load(m.b, m.t, index=m.a), *m.look(m.b)], declared=("open",)),
    Case("a number that was loaded is no pointer", lambda m: [m.load(m.a, m.t), *m.follow(m.a)],
         UNKNOWN),
)  # fmt: skip

STORES = (
    Case("a secret into what is secret", lambda m: [m.store(m.s, m.x)]),
    Case(
        "a secret into what is public", lambda m: [m.store(m.t, m.x)],
        "stores a secret (argument x) into the memory at t, which the contract calls public; expected a pointer made "
        "of another argument, or t without public=True",
    ),
    Case("a secret to nobody knows where", lambda m: [m.store(m.n, m.x)], MAY_BE_T),
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
    Case("a pointer that escapes on one path, first", lambda m: [
        *fork(m, [m.store(m.t, m.s)], []), m.load(m.a, m.t), m.add(m.a, m.t), *m.follow(m.a)], BRANCH_S),
    Case("a pointer that escapes on one path, second", lambda m: [
        *fork(m, [], [m.store(m.t, m.s)]), m.load(m.a, m.t), m.add(m.a, m.t), *m.follow(m.a)], BRANCH_S),
    Case("a pointer from a slot", lambda m: [m.spill(KEPT, m.s), m.reload(m.a, KEPT), *m.follow(m.a)],
         BRANCH_S),
    Case("a pointer in a slot on one path, first", lambda m: [
        *fork(m, [m.spill(KEPT, m.s)], [m.spill(KEPT, m.t)]), m.reload(m.a, KEPT), *m.follow(m.a)], BRANCH_S),
    Case("a pointer in a slot on one path, second", lambda m: [
        *fork(m, [m.spill(KEPT, m.t)], [m.spill(KEPT, m.s)]), m.reload(m.a, KEPT), *m.follow(m.a)], BRANCH_S),
    Case("a pointer in a slot written over by another", lambda m: [
        m.spill(KEPT, m.s), m.spill(KEPT, m.t), m.reload(m.a, KEPT), *m.follow(m.a)]),
    Case("a pointer in a slot written over in part", lambda m: [
        m.spill(KEPT, m.s), m.spill(KEPT + 2, m.t), m.reload(m.a, KEPT), *m.follow(m.a)], BRANCH_S, machines=(X64,)),
    Case("a pointer's store to an area leaves other pointers", lambda m: [
        *fill(m, AREA, 16, m.s), *m.address(m.a, AREA), m.store(m.a, m.t), m.reload(m.a, AREA), *m.follow(m.a)],
        BRANCH_S),
)  # fmt: skip

FRAMES = (
    Case("a secret in a slot", lambda m: [m.spill(KEPT, m.x), m.reload(m.a, KEPT), *m.look(m.a)], BRANCH_X),
    Case("a slot written over", lambda m: [m.spill(KEPT, m.x), m.spill(KEPT, m.n), m.reload(m.a, KEPT), *m.look(m.a)]),
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
    Case("a pointer to no area loads any of the frame", lambda m: [
        *fill(m, 0, FRAME - 8, m.n), *fill(m, FRAME - 8, 8, m.x), *m.address(m.a, 48), *m.follow(m.a)],
        BRANCH_X),
    Case("a pointer to a value's slot loads any of the frame", lambda m: [
        *fill(m, 0, FRAME - 8, m.n), *fill(m, FRAME - 8, 8, m.x), *m.address(m.a, KEPT), *m.follow(m.a)],
        BRANCH_X),
    Case("a pointer to no area stores to any of the frame", lambda m: [
        *fill(m, 0, FRAME, m.n), *m.address(m.a, 48), m.store(m.a, m.x), m.reload(m.b, KEPT), *m.look(m.b)], BRANCH_X),
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
    Case("a store into a table", lambda m: [*m.table(m.a), m.store(m.a, m.n)], "stores into a table"),
)  # fmt: skip

MESSAGES = (
    Case("a pointer to a secret message", lambda m: [m.load(m.a, m.s), *m.follow(m.a)], BRANCH_S, kernel=SEVERAL),
    Case("a store to a public message", lambda m: [m.load(m.a, m.t), m.store(m.a, m.x)],
         "stores a secret (argument x) into the memory at t, which the contract calls public", kernel=SEVERAL),
    Case("a store to a secret message", lambda m: [m.load(m.a, m.s), m.store(m.a, m.x)], kernel=SEVERAL),
)  # fmt: skip
