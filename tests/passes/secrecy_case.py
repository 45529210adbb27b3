# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A case of the rules by which the secrecy pass follows secrets, and the words of refusals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from generator.lang import Arg, Kernel
from generator.model import FrameOp
from generator.passes.frame import Remains
from tests.passes.secrecy_machines import ARGUMENTS, MACHINES, Machine, Row, Rows, contract

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
SEVERAL = contract().many(2, ())  # s and t are arrays with a pointer for each of two messages
NO_PUBLIC = contract([ARGUMENTS[0], Arg("t", rw=64), *ARGUMENTS[2:]])


def unwritten(where: str, line: int) -> str:
    return f"(bytes of {where}, loaded at line {line}, that some path leaves unwritten)"


def fill(m: Machine, start: int, size: int, what: int) -> list[Row]:
    """Stores of one register over a whole part of the frame."""
    return [m.spill(at, what) for at in range(start, start + size, m.bits // 8)]


def fork(m: Machine, one: Rows, other: Rows) -> list[Row | str | FrameOp]:
    """Two ways by a public condition, and their meeting point."""
    return [m.compare(m.n), m.jump("else"), *one, m.always("end"), "else", *other, "end"]
