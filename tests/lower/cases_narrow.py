# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The cases of the proofs of words of 16 bits, and of loads that extend a sign."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from generator.lang import Builder
from generator.lang.values import Condition
from tests.lower.cases import BINARY, KINDS, OFFSETS, calls, constants, method
from tests.lower.prove import Config, Script

Cases = Iterator[Script]
D, X, Y, Z = (("d", "u16"), ("x", "u16"), ("y", "u16"), ("z", "u16"))


def halves(config: Config) -> Cases:
    """Every operation on u16."""
    for op in BINARY:
        for to, first, second in ((D, X, Y), (X, X, Y), (Y, X, Y), (D, X, X), (X, X, X)):
            yield calls(method(op), first, second, to=to)
        for constant, to in product(constants(16)[::2], (D, X)):
            if op not in ("andn", "orn"):
                yield calls(method(op), X, constant, to=to)
            yield calls(method(op), constant, X, to=to)
    for args in product((D, X, 5, 0x9C9C), repeat=3):
        if any(isinstance(arg, tuple) for arg in args):
            yield calls(method("add"), *args, to=D)
    for to in (D, X):
        yield calls(method("not_"), X, to=to)
        yield calls(method("bswap"), X, to=to)
        for op, bits in product(("shl", "shr", "rotl"), range(16)):
            yield calls(method(op), X, bits, to=to)
        yield calls(method("ternary"), lambda x, y, z: (x & y) | (~x & z), X, Y, Z, to=to)
    for value in constants(16):
        yield calls(lambda k, value=value: k.const(k.u16, value))
    yield calls(method("set"), D, X)
    yield calls(method("min"), X, Y)
    for other in ("u8", "u32", "u64", "usize"):
        if config.lane == "vec" and other == "u32":
            continue
        small, wide = ("u8", "u16") if other == "u8" else ("u16", other)
        for op, goal, of in (("zext", wide, small), ("trunc", small, wide)):
            yield calls(_converted(op), ("x", of), ("d", goal))
    yield calls(lambda k, left: k.record("loop_end", (left,), (left, "top")), ("left", "u16"))


def _converted(op: str) -> Any:
    return lambda k, x, d: getattr(k, op)(d.type, x, to=d)


def half_conditions(config: Config) -> Cases:
    """Branches and choices by comparisons of u16, and choices of u16."""

    def recorded(k: Builder, cond: Condition) -> None:
        k.record("branch", (), (cond, "there"))

    for kind in KINDS:
        for y in (Y, X, *constants(16)[::2]):
            cond = ("if", kind, X, y)
            yield calls(recorded, cond)
            if not isinstance(y, int) or y in (0, -1):
                for to, a, b in ((D, Z, Y), (Z, Z, Y), (Y, Z, Y), (D, 0, Y), (D, Z, 0xFFFF)):
                    yield calls(method("select"), cond, a, b, to=to)


def half_memory(config: Config) -> Cases:
    """Loads and stores of u16, and signed loads of all widths."""
    indexes: tuple[Any, ...] = (None, ("n", "usize"), ("n", "u8"))
    wide = ("u64", "usize") if config.lane == "vec" else ("u32", "u64", "usize")
    for index, offset, be in product(indexes, OFFSETS, (False, True)):
        p, more = ("p", "ptr"), {"be": True} if be else {}
        if not be or offset in (0, 257):
            yield calls(method("load16"), p, offset=offset, index=index, **more)
            yield calls(method("store16"), p, X, offset=offset, index=index, **more)
        for bits, name in product((8, 16, 32), wide):
            if (be and bits == 8) or (offset not in (0, 1, 257, -1, -257, 8190, 70001) and name != wide[-1]):
                continue
            yield calls(_signed(bits, name), p, offset=offset, index=index, **more)


def _signed(bits: int, name: str) -> Any:
    return lambda k, p, **more: getattr(k, f"load{bits}_signed")(getattr(k, name), p, **more)


NARROW_GROUPS = {"halves": halves, "half conditions": half_conditions, "half memory": half_memory}
