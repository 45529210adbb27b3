# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""One small function for each rule by which the secrecy pass follows secrets, on each ISA of the rule.

A refused case has the words of its refusal. An accepted case is the near neighbour of a refused one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from generator.abi import abi
from generator.lang import Arg, Kernel
from generator.model import FrameOp, Phys
from generator.passes.frame import Remains
from tests.passes.secrecy_case import ADDRESS_X, BRANCH_S, BRANCH_X, UNKNOWN, Case, S, X, fill, fork
from tests.passes.secrecy_cases_memory import ESCAPES, FRAMES, MESSAGES, POINTERS, STORES, TABLES
from tests.passes.secrecy_machines import A64, AREA, ARGUMENTS, FRAME, X32, X64, Machine, Rows, contract, ins

SOURCES = (
    Case("what a secret pointer points to", lambda m: [m.load(m.a, m.s), *m.look(m.a)], BRANCH_S + "1)"),
    Case("what a public pointer points to", lambda m: [m.load(m.a, m.t), *m.look(m.a)]),
    Case("a secret argument", lambda m: m.look(m.x), BRANCH_X),
    Case("a public argument", lambda m: m.look(m.n)),
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
    Case("a number made of flags", lambda m: [m.const(m.a), m.compare(m.x), m.carry(m.a), *m.look(m.a)], BRANCH_X),
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
    Case("a secret after some rounds of a loop", _loop, BRANCH_X),
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
CONTRACTS = (
    Case("public, and may be a secret's buffer", _load_t, IN_ONE, kernel=shared(alias="s")),
    Case("public, and may be apart from a secret in its buffer", _load_t, IN_ONE, kernel=shared(apart=("s", 16))),
    Case("a secret's, and may be a public buffer", _load_t, IN_ONE, kernel=_OTHERWISE),
    Case("a secret stored into what shares", lambda m: [m.store(m.t, m.x)], "into the memory at t, which the contract",
         kernel=shared(alias="s")),
    Case("public by way of another's buffer", _load_t, IN_ONE, kernel=_BEYOND),
    Case("public by way of a chain", _load_t, IN_ONE, kernel=_CHAIN),
    Case("public with a public one", _load_t, kernel=_AWAY),
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
    *MESSAGES,
)  # fmt: skip
