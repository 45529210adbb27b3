# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The cases of the proofs of products and of carries: aliases, constants, chains that hold and chains that break."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from generator.lang import Builder, Val
from tests.lower.cases import BITS, GROUPS, calls, constants, method
from tests.lower.prove import Config, Script

Cases = Iterator[Script]
TYPES = ("u32", "u64", "usize")
CHAINS = {"carry": "add_carry", "borrow": "sub_borrow"}


def products(config: Config) -> Cases:
    """Low halves, high halves and both, with every coincidence of operands and result, and constants on both sides."""
    for name in TYPES:
        d, x, y = ("d", name), ("x", name), ("y", name)
        for to, a, b in ((d, x, y), (x, x, y), (y, x, y), (d, x, x), (x, x, x)):
            yield calls(method("mul"), a, b, to=to)
            yield calls(method("mul_high"), a, b, to=to)
        for a, b in ((x, y), (x, x)):
            yield calls(method("mul_wide"), a, b)
        some = constants(BITS.get(name, config.abi.bits))
        if name == "u64" and config.abi.bits == 32:  # products of pairs are slow to prove: fewer cases
            some = [0, 5, 0x123456789ABCDEF0]
        for constant in some:
            yield calls(method("mul"), x, constant, to=d)
            yield calls(method("mul"), constant, x, to=x)
            yield calls(method("mul_high"), constant, x, to=x)
            yield calls(method("mul_wide"), x, constant)
    for name in ("u64", "usize"):
        yield calls(lambda k, x, y: k.copy(x * y * 3), ("x", name), ("y", name))


def carries(config: Config) -> Cases:
    """One link: without a carry and with one, of which the carry out is read or not."""
    for name, (flag, op) in product(TYPES, CHAINS.items()):
        d, x, y, c = ("d", name), ("x", name), ("y", name), ("c", flag)
        for before in ((), (c,)):
            for to, a, b in ((d, x, y), (x, x, y), (y, x, y), (d, x, x), (x, x, x)):
                yield calls(_and_read(op), a, b, *before, to=to)
            yield calls(method(op), x, y, *before, to=d)
            some = constants(BITS.get(name, config.abi.bits))
            for constant in some[:: 6 if name == "u64" and config.abi.bits == 32 else 2]:
                yield calls(method(op), x, constant, *before, to=d)
                yield calls(_and_read(op), constant, x, *before, to=x)
        yield calls(lambda k, c, e: k.set(c, e), c, ("e", flag))
        yield calls(lambda k, c: k.zext(k.usize, k.copy(c)), c)


def _and_read(op: str) -> Callable[..., Any]:
    """The operation, with its carry as a word behind work on the flags."""

    def made(k: Builder, *args: Any, **kwargs: Any) -> None:
        _, after = getattr(k, op)(*args, **kwargs)
        k.value(k.usize, "w") ^ 5
        k.zext(k.usize, after)

    return made


BETWEEN: dict[str, Callable[[Builder, Val, Val], Any]] = {
    "nothing": lambda k, v, p: None,
    "a move": lambda k, v, p: k.copy(v),
    "a constant": lambda k, v, p: k.const(v.type, 0x12345),
    "a zero": lambda k, v, p: k.const(v.type, 0),
    "a store": lambda k, v, p: k.store8(p, k.trunc(k.u8, v)),
    "logic": lambda k, v, p: v ^ 3,
    "a sum": lambda k, v, p: k.add(v, v, to=v),
    "a product": lambda k, v, p: k.mul_wide(v, v),
    "another chain": lambda k, v, p: k.add_carry(v, v),
    "a choice": lambda k, v, p: k.select(v.lt(5), v, 1, to=v),
    "a label": lambda k, v, p: k.record("label", (), (f"l{v.id}",)),
    "a mark": lambda k, v, p: k.note("a note"),
}
"""Work between two links, some of which changes the flags."""


def chains(config: Config) -> Cases:
    """Chains of two to four links, with other work between links, and carries that are read more than once."""
    for name, (flag, op) in product(("u32", "u64"), CHAINS.items()):
        pair = name == "u64" and config.abi.bits == 32  # chains of pairs are slow to prove: fewer cases
        for between, read in product(("nothing", "logic") if pair else BETWEEN, ((), (0, 1))):
            yield _chain(name, op, (between, "nothing"), read, 3)
        chosen = random.Random(f"{name} {op}")
        for _ in range(3 if pair else 12):
            work = [chosen.choice((*BETWEEN, *["nothing"] * 8)) for _ in range(3)]
            yield _chain(name, op, work, [n for n in range(4) if chosen.randrange(3) == 0], 4)
        yield _twice(name, op)
        yield _round(name, flag, op)


def _chain(name: str, op: str, work: Any, read: Any, links: int) -> Script:
    def script(k: Builder) -> None:
        type = getattr(k, name)
        x, y = ([k.value(type, f"{v}{n}") for n in range(links)] for v in "xy")
        free, p = k.value(k.usize, "free"), k.value(k.ptr, "p")
        flag, flags = None, []
        for n in range(links):
            _, flag = getattr(k, op)(x[n], y[n], flag)
            flags.append(flag)
            if n < len(work):
                BETWEEN[work[n]](k, free, p)
        for n in read:
            k.zext(k.u64 if n else k.usize, flags[n])

    return script


def _twice(name: str, op: str) -> Script:
    """A carry read by two links."""

    def script(k: Builder) -> None:
        a, b, c = (k.value(getattr(k, name), v) for v in "abc")
        _, flag = getattr(k, op)(a, b)
        _, second = getattr(k, op)(b, c, flag)
        getattr(k, op)(c, a, flag)
        getattr(k, op)(c, c, second)

    return script


def _round(name: str, flag: str, op: str) -> Script:
    """A carry that a variable takes from one round to the next."""

    def script(k: Builder) -> None:
        a, b = (k.value(getattr(k, name), v) for v in "ab")
        held = k.value(getattr(k, flag), "held")
        _, after = getattr(k, op)(a, b, held)
        k.set(held, after)
        getattr(k, op)(b, b, held)
        getattr(k, op)(b, a, after)

    return script


def rows(config: Config) -> Cases:
    """Rows of values and rows in memory; a word that stands twice in a row. ``test_rows`` proves long rows as numbers,
    and that rows of pairs are rows of words."""
    for name in TYPES:
        yield _chosen(name)
        if name == "u64" and config.abi.bits == 32:
            continue
        narrow = name == "u32" and config.abi.bits == 64
        for kind in ("values", "memory"):
            yield row(name, 2, kind, "mul_row")
            yield row(name, 2 if narrow else 1, kind, "mul_add_row")
        yield row(name, 2, "twice", "mul_row")
        yield row(name, 2, "factor", "mul_row")
        yield _waiting(name)


def row(name: str, count: int, kind: str, op: str) -> Script:
    def script(k: Builder) -> None:
        type = getattr(k, name)
        p = k.value(k.ptr, "p")
        row = k.limbs(p, count, offset=8, type=type) if kind == "memory" else []
        row = row or [k.value(type, f"r{n}") for n in range(count)]
        x = row[0] if kind == "factor" else k.value(type, "x")
        row = [row[0]] * count if kind == "twice" else row
        if op == "mul_row":
            k.mul_row(row, x)
        else:
            k.mul_add_row([k.value(type, f"t{n}") for n in range(count)], row, x)

    return script


def _waiting(name: str) -> Script:
    """Words whose loads wait past sums, and do not wait past a store, a new address or a new value."""

    def script(k: Builder) -> None:
        type = getattr(k, name)
        p, x, y = k.value(k.ptr, "p"), k.value(type, "x"), k.value(type, "y")
        first, second, third = (k.limbs(p, 1, offset=64 * n, type=type) for n in range(3))
        k.add(x, y, to=y)
        k.set(third[0], y)
        k.mul_row(first, x)
        k.store_limbs(p, [y], offset=64)
        k.mul_row(second, y)
        last = k.limbs(p, 1, type=type)
        k.add(p, 8, to=p)
        k.mul_row(last, y)

    return script


def _chosen(name: str) -> Script:
    """Words that wait, on both sides of conditions."""

    def script(k: Builder) -> None:
        type = getattr(k, name)
        p, x, y = k.value(k.ptr, "p"), k.value(type, "x"), k.value(type, "y")
        first, second = (k.limbs(p, 1, offset=64 * n, type=type)[0] for n in range(2))
        k.select(first.ne(0), x, y)
        k.select(x.lt(second), x, y)

    return script


WORD_GROUPS: dict[str, Callable[[Config], Cases]] = {
    **GROUPS, "products": products, "carries": carries, "chains": chains, "rows": rows,
}  # fmt: skip
"""All groups of cases of words."""
