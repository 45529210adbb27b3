# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The fuzzer's programs: statements over named variables. A kernel script and an evaluation are made of them.

This module does not know the builder. A variable exists from the first statement that sets it, in that statement's
block.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Union

Source = Union[str, int]
"""A variable's name, or a constant."""

WIDTHS = {"u8": 8, "u16": 16, "u32": 32, "u64": 64, "v128": 128, "v256": 256, "v512": 512}


@dataclass(frozen=True)
class Cond:
    """A comparison. ``kind`` is eq or ne, lt or ge (unsigned), slt or sge (signed)."""

    kind: str
    x: str
    y: Source


@dataclass(frozen=True)
class Do:
    """One operation of the builder. ``op``: its name. ``dst``: the variables that the operation sets.

    Loads are of (pointer, index or None), stores of (pointer, index or None, values …).
    """

    op: str
    dst: tuple[str, ...]
    args: tuple[Any, ...]
    attrs: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class If:
    """``kind`` is if_ or rarely. ``other``: the body of else_."""

    kind: str
    cond: Cond
    body: tuple[Stmt, ...]
    other: tuple[Stmt, ...] = ()


@dataclass(frozen=True)
class Break:
    """The way out of the innermost loop."""

    cond: Cond


@dataclass(frozen=True)
class Loop:
    """The body ``count`` times. Each round ends by adding ``step``'s constants."""

    count: str
    body: tuple[Stmt, ...]
    step: tuple[tuple[str, int], ...] = ()
    once: bool = False


@dataclass(frozen=True)
class While:
    """With ``mask``, the condition compares x & mask, computed for each test."""

    cond: Cond
    body: tuple[Stmt, ...]
    mask: int = 0


@dataclass(frozen=True)
class Parts:
    """Recorded streams: one is emitted, several are stitched. ``bold``: the contract lets them share memory, and a
    refusal is as good as a right result."""

    parts: tuple[tuple[Stmt, ...], ...]
    grain: int = 8
    weights: tuple[float, ...] | None = None
    bold: bool = False


@dataclass(frozen=True)
class Chain:
    """Words added limb by limb with ``asm``. The carry goes from each addition to the next, past the statements
    between."""

    dst: tuple[str, ...]
    src: tuple[str, ...]
    between: tuple[tuple[Stmt, ...], ...]


@dataclass(frozen=True)
class Fixed:
    """``asm``: the product of ``low`` and ``by``, in ``low`` and ``high``, by an instruction that names registers."""

    low: str
    high: str
    by: str


Stmt = Union[Do, If, Break, Loop, While, Parts, Chain, Fixed]


@dataclass(frozen=True)
class Buffer:
    """A pointer argument. ``access`` is r, w or rw. ``size``: bytes, or bytes for each of n with ``each``."""

    name: str
    access: str
    size: int
    each: bool = False
    alias: str | None = None
    apart: tuple[str, int] | None = None


@dataclass(frozen=True)
class Program:
    """``types``: each variable's. ``scalars``: the arguments that are numbers. ``order``: of all arguments."""

    name: str
    seed: int
    profile: str
    buffers: tuple[Buffer, ...]
    scalars: tuple[tuple[str, str], ...]
    order: tuple[str, ...]
    returns: str
    wipe: bool
    types: dict[str, str]
    body: tuple[Stmt, ...]

    def buffer(self, name: str) -> Buffer:
        return next(one for one in self.buffers if one.name == name)

    def but(self, body: Sequence[Stmt]) -> Program:
        return replace(self, body=tuple(body))


def blocks(stmt: Stmt) -> tuple[tuple[Stmt, ...], ...]:
    """The blocks inside a statement."""
    if isinstance(stmt, If) and stmt.other:
        return stmt.body, stmt.other
    if isinstance(stmt, (If, Loop, While)):
        return (stmt.body,)
    if isinstance(stmt, Parts):
        return stmt.parts
    return stmt.between if isinstance(stmt, Chain) else ()


def with_blocks(stmt: Stmt, made: tuple[tuple[Stmt, ...], ...]) -> Stmt:
    if isinstance(stmt, If) and len(made) > 1:
        return replace(stmt, body=made[0], other=made[1])
    if isinstance(stmt, (If, Loop, While)):
        return replace(stmt, body=made[0])
    if isinstance(stmt, Parts):
        return replace(stmt, parts=made)
    return replace(stmt, between=made) if isinstance(stmt, Chain) else stmt


def walk(body: Sequence[Stmt]) -> Iterator[Stmt]:
    for stmt in body:
        yield stmt
        for block in blocks(stmt):
            yield from walk(block)


def reads(stmt: Stmt) -> list[str]:
    """Names that a statement reads, blocks inside left out."""
    found: list[Any] = []
    if isinstance(stmt, Do):
        found = [arg for arg in stmt.args if isinstance(arg, str)]
        cond = stmt.attrs.get("cond")
        found += [cond.x, cond.y] if cond is not None else []
    elif isinstance(stmt, Fixed):
        found = [stmt.low, stmt.high, stmt.by]
    elif isinstance(stmt, (If, While, Break)):
        found = [stmt.cond.x, stmt.cond.y]
    elif isinstance(stmt, Loop):
        found = [stmt.count, *(name for name, _ in stmt.step)]
    elif isinstance(stmt, Chain):
        found = [*stmt.dst, *stmt.src]
    return [name for name in found if isinstance(name, str)]


IN_PLACE = ("add_ternary", "add_each")
"""Operations that read the variables that they set."""


def undefined(body: Sequence[Stmt], known: set[str]) -> str | None:
    """A name that is read before it is set, or None. ``known`` grows by the names that the body sets."""
    for stmt in body:
        for name in reads(stmt):
            if name not in known:
                return name
        if isinstance(stmt, Do):
            if stmt.op in IN_PLACE and not known.issuperset(stmt.dst):
                return stmt.dst[0]
            known.update(stmt.dst)
        for block in blocks(stmt):
            found = undefined(block, set(known))
            if found is not None:
                return found
    return None
