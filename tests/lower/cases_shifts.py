# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The cases of the proofs of shifts by values, signed numbers, and u64 that decide or are chosen on 32-bit machines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from generator.lang import Builder, Val
from generator.lang.values import Condition
from tests.lower.cases import BITS, calls, constants, method
from tests.lower.prove import Config, Script

Cases = Iterator[Script]
SHIFTS = ("shl", "shr", "sar", "rotl", "rotr")


def types(config: Config) -> tuple[str, ...]:
    return ("u8", "u16", "u64", "usize") if config.lane == "vec" else ("u8", "u16", "u32", "u64", "usize")


def shifts(config: Config) -> Cases:
    """Shifts by a value of each type, with every coincidence of value, count and result."""
    for name, count in product(types(config), types(config)):
        x, n, d = ("x", name), ("n", count), ("d", name)
        for op in SHIFTS:
            yield calls(method(op), x, n, to=d)
            yield calls(method(op), x, n, to=x)
            if name == count:
                for to, a, b in ((n, x, n), (d, x, x), (x, x, x)):
                    yield calls(method(op), a, b, to=to)
    for op in SHIFTS:  # two shifts by one count, which stays
        yield calls(lambda k, x, n, op=op: getattr(k, op)(getattr(k, op)(x, n), n), ("x", "usize"), ("n", "usize"))


def signs(config: Config) -> Cases:
    """Arithmetic shifts by constants, and extension."""
    for name, to in product(types(config), "dx"):
        bits = BITS.get(name, config.abi.bits)
        for count in range(bits):
            yield calls(method("sar"), ("x", name), count, to=(to, name))
    for wide, small in product(types(config), types(config)):
        if BITS.get(wide, config.abi.bits) >= BITS.get(small, config.abi.bits):
            yield calls(
                lambda k, x, d, wide=wide: k.sext(getattr(k, wide), x, to=d), ("x", small), ("d", wide)
            )  # fmt: skip


def conditions(config: Config) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Signed comparisons of all types, and every comparison of u64 on 32-bit machines."""
    for name in types(config):
        pair = name == "u64" and config.abi.bits == 32
        for kind in ("eq", "ne", "lt", "ge", "slt", "sge") if pair else ("slt", "sge"):
            some = constants(BITS.get(name, config.abi.bits))
            for y in (("e", name), ("c", name), *(some if pair or name == "u8" else some[::2])):
                yield name, ("if", kind, ("c", name), y)


def comparisons(config: Config) -> Cases:
    def recorded(k: Builder, cond: Condition) -> None:
        k.record("branch", (), (cond, "there"))

    for _, cond in conditions(config):
        yield calls(recorded, cond)
    if config.abi.bits == 32:
        yield calls(lambda k, left: k.record("loop_end", (left,), (left, "top")), ("left", "u64"))


def choices(config: Config) -> Cases:
    """Choices by these conditions, and of u64."""
    few = (0, 1, -1, 0x7F)
    for (of, cond), name in product(conditions(config), types(config)):
        if isinstance(cond[3], int) and (cond[3] not in few or of != name):
            continue
        d, x, y = ("d", name), ("x", name), ("y", name)
        for to, a, b in ((d, x, y), (x, x, y), (y, x, y), (d, 0, y), (x, x, -1)):
            yield calls(method("select"), cond, a, b, to=to)
        if of == name:
            for to in (cond[2], cond[3]):
                if isinstance(to, tuple):
                    yield calls(method("select"), cond, x, to, to=to)
                    yield calls(method("select"), cond, to, y, to=to)
    if config.abi.bits == 32:
        for kind, name in product(("eq", "ne", "lt", "ge"), "dxy"):
            cond = ("if", kind, ("c", "u32"), ("e", "u32"))
            yield calls(method("select"), cond, ("x", "u64"), ("y", "u64"), to=(name, "u64"))
            yield calls(method("select"), cond, ("x", "u64"), 0x123456789, to=(name, "u64"))
        yield calls(method("min"), ("x", "u64"), ("y", "u64"))


def mixed(config: Config) -> Cases:
    """Several operations, each with the results of others."""

    def script(k: Builder, x: Val, n: Val) -> None:
        y = k.sar(x, n)
        z = k.rotl(y ^ x, k.trunc(k.u8, x) + 3)
        k.select(y.slt(z), z >> n, z << n, to=x)

    for name in types(config):
        yield calls(script, ("x", name), ("n", name if name != "u64" else "usize"))


SHIFT_GROUPS = {
    "shifts": shifts, "signs": signs, "comparisons": comparisons, "choices": choices, "mixed": mixed,
}  # fmt: skip
