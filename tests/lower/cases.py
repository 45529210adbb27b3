# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The cases of the proofs: every operation, with all types, aliasing patterns and constants of every kind."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from generator.lang import Builder, Val
from generator.lang.ternary import Boolean
from generator.lang.values import Condition, Source
from tests.lower.booleans import UNIONS, of_table, random_tree
from tests.lower.prove import Config, Script

# Constants of every magnitude, with and without a form as immediate (x86: 32 bits signed; AArch64: 12 bits, bit
# patterns).
CONSTANTS = (
    0, 1, 2, 0x0F, 0x7F, 0x80, 0xAB, 0xFF, -1, -2, -0x80, 0xFFF, 0x1000, 0x1001, 0xFFF000, 0xABC000, 0x1000000,
    0x00FF00FF, 0x12345678, 0x7FFFFFFF, 0x80000000, 0xFFFF0000, 0xFFFF1234, 0xFFFFFFFE, 0xFFFFFFFF, -0x80000000,
    -4095, -4096, 0x100000000, 0xFFFFFFFF80000000, 0x5555555555555555, 0x123456789ABCDEF0, 0x8000000000000000,
    0xFFFFFFFFFFFFFFFF,
    0xFFFF0000FFFF0000, 0x0000FFFF00000000, -0x8000000000000000,
)  # fmt: skip
BINARY = ("add", "sub", "xor", "and_", "or_", "andn", "orn")
KINDS = ("eq", "ne", "lt", "ge", "slt", "sge")
Cases = Iterator[Script]


def fits(value: int, bits: int) -> bool:
    return -(1 << (bits - 1)) <= value < 1 << bits


def constants(bits: int) -> list[int]:
    return [c for c in CONSTANTS if fits(c, bits)]


def calls(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Script:
    """A script that makes its own values. ``(name, type name)`` becomes a value; equal pairs become one value."""

    def script(k: Builder) -> None:
        made: dict[tuple[str, str], Val] = {}

        def value(arg: Any) -> Any:
            if isinstance(arg, tuple) and len(arg) == 2 and isinstance(arg[0], str):
                if arg not in made:
                    made[arg] = k.value(getattr(k, arg[1]), arg[0])
                return made[arg]
            if isinstance(arg, tuple) and len(arg) == 4:
                return k.compared(arg[1], value(arg[2]), value(arg[3]))
            return arg

        function(k, *map(value, args), **{key: value(arg) for key, arg in kwargs.items()})

    return script


def method(name: str) -> Callable[..., Any]:
    return lambda k, *args, **kwargs: getattr(k, name)(*args, **kwargs)


BITS = {"u8": 8, "u16": 16, "u32": 32, "u64": 64}
WORDS = (*BITS, "usize")


def sized(config: Config) -> tuple[str, ...]:
    """The types with a number of bits, of those that a configuration is about."""
    return ("u32",) if config.unit == "vec" else tuple(BITS)


def binary(config: Config) -> Cases:
    """Two operands, in every coincidence with each other and with the result. Constants on either side."""
    names = sized(config) if config.unit == "vec" else WORDS
    for name, op in product(names, BINARY):
        if config.unit == "vec" and op not in ("add", "xor", "and_", "or_"):
            continue
        x, y, d = ("x", name), ("y", name), ("d", name)
        for to, first, second in ((d, x, y), (x, x, y), (y, x, y), (d, x, x), (x, x, x)):
            yield calls(method(op), first, second, to=to)
        if name == "usize":
            continue
        for constant, to in product(constants(BITS[name]), (d, x)):
            if op not in ("andn", "orn"):
                yield calls(method(op), x, constant, to=to)
            yield calls(method(op), constant, x, to=to)


def sums(config: Config) -> Cases:
    """add of one, three and four operands: every pattern of three over the result, two values and constants."""
    for name in sized(config):
        d, x, y = ("d", name), ("x", name), ("y", name)
        big = {"u8": 0x9C, "u16": 0x9C9C, "u32": 0x89ABCDEF, "u64": 0x123456789ABCDEF0}[name]
        for to in (d, x):
            yield calls(method("add"), x, to=to)
        pair = name == "u64" and config.abi.bits == 32  # carry chains are slow to prove: fewer cases
        for args in product((d, x, big) if pair else (d, x, y, 5, big), repeat=3):
            if any(isinstance(a, tuple) for a in args):
                yield calls(method("add"), *args, to=d)
        shuffled = random.Random(name)
        for _ in range(5 if pair else 40):
            args = tuple(shuffled.choice((d, x, y, 1, -1, big)) for _ in range(4))
            if any(isinstance(a, tuple) for a in args):
                yield calls(method("add"), *args, to=d)
    if config.unit == "gp":
        for p, n in product(("p", "d"), ("n",)):
            yield calls(method("add"), (p, "ptr"), (n, "usize"), to=("d", "ptr"))
            yield calls(method("sub"), (p, "ptr"), (n, "usize"), to=("d", "ptr"))
            yield calls(method("add"), (p, "ptr"), 64, to=("d", "ptr"))


def unary(config: Config) -> Cases:
    """not, bswap, and shifts by every amount, in place and not."""
    if config.unit == "vec":
        for bits, to in product(range(32), ("d", "x")):
            yield calls(method("rotl"), ("x", "u32"), bits, to=(to, "u32"))
        return
    for name, to in product(BITS, ("d", "x")):
        x, d = ("x", name), (to, name)
        yield calls(method("not_"), x, to=d)
        yield calls(method("bswap"), x, to=d)
        for op, bits in product(("shl", "shr", "rotl"), range(BITS[name])):
            yield calls(method(op), x, bits, to=d)
        if name in ("u8", "u16"):
            continue
        # The functions of FIPS 180-4, and the ends of the range.
        for right, shift in (
            ((2, 13, 22), 0), ((6, 11, 25), 0), ((7, 18), 3), ((17, 19), 10), ((1, 2, 31), 0), ((1, 31), 31),
        ):  # fmt: skip
            yield calls(method("rotations"), x, *right, shift=shift, to=d)
        if name == "u64":
            for right, shift in (
                ((28, 34, 39), 0), ((14, 18, 41), 0), ((1, 8), 7), ((19, 61), 6), ((31, 32, 63), 0),
                ((31, 33), 32), ((32, 63), 63), ((32, 40), 31),
            ):  # fmt: skip
                yield calls(method("rotations"), x, *right, shift=shift, to=d)


def ternary(config: Config) -> Cases:
    """All 256 tables on a lane, with every aliasing of the result. On general registers also trees of every shape."""
    chosen = random.Random(7)
    for name in sized(config):
        d, x, y, z = ("d", name), ("x", name), ("y", name), ("z", name)
        patterns = [(d, x, y, z), (x, x, y, z), (y, x, y, z), (z, x, y, z), (x, x, x, z), (y, x, y, y), (x, x, x, x)]
        every = config.unit == "vec"
        for table in range(256):
            for to, a, b, c in patterns if every else patterns[:1] if name == "u32" else []:
                yield calls(method("ternary"), of_table(table), a, b, c, to=to)
            parts = [of_table(table & mask) for mask in (0x0F, 0x30, 0xC0)]
            if every or (name == "u32" and table % 8 == 0):
                yield calls(method("add_ternary"), d, [of_table(table)], x, y, z)
                yield calls(method("add_ternary"), d, parts, x, y, z)
                yield calls(method("add_ternary"), x, parts, x, y, z)
        for parts in UNIONS:
            for acc in (d, x, y, z):
                yield calls(method("add_ternary"), acc, parts, x, y, z)
        for _ in range(25):
            tree = random_tree(chosen, 3)
            boolean: Boolean = lambda x, y, z, tree=tree: tree((x, y, z))  # type: ignore[misc]  # noqa: E731
            for to, a, b, c in patterns:
                yield calls(method("ternary"), boolean, a, b, c, to=to)


# -- shifts and signs --------------------------------------------------------------------------------------------------


def shifts(config: Config) -> Cases:
    """Shifts by a value of each type, with every coincidence of value, count and result."""
    for name, count in product(WORDS, WORDS):
        x, n, d = ("x", name), ("n", count), ("d", name)
        for op in ("shl", "shr", "sar", "rotl", "rotr"):
            yield calls(method(op), x, n, to=d)
            yield calls(method(op), x, n, to=x)
            if name == count:
                for to, a, b in ((n, x, n), (d, x, x), (x, x, x)):
                    yield calls(method(op), a, b, to=to)
                # two shifts by one count, which stays
                yield calls(lambda k, x, n, op=op: getattr(k, op)(getattr(k, op)(x, n), n), x, n)


def signs(config: Config) -> Cases:
    """Arithmetic shifts by constants, and extension."""
    for name, to in product(WORDS, "dx"):
        for count in range(BITS.get(name, config.abi.bits)):
            yield calls(method("sar"), ("x", name), count, to=(to, name))
    for wide, small in product(WORDS, WORDS):
        if BITS.get(wide, config.abi.bits) >= BITS.get(small, config.abi.bits):
            yield calls(lambda k, x, d, wide=wide: k.sext(getattr(k, wide), x, to=d), ("x", small), ("d", wide))


def bits(config: Config) -> Cases:
    """Counts in place and not, and checks of words of each width."""
    for name in WORDS:
        for op, to in product(("clz", "ctz", "popcount"), "dx"):
            yield calls(method(op), ("x", name), to=(to, name))
        for to in "dcx" if name == "u32" else "dc":
            yield calls(method("crc32c"), ("c", "u32"), ("x", name), to=(to, "u32"))
    yield calls(method("crc32c"), ("c", "u32"), ("c", "u32"))


# -- conditions --------------------------------------------------------------------------------------------------------


def comparisons(config: Config) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Type and condition: two values, a value with itself, a value and constants. Signed ones have fewer constants."""
    for name, kind in product(WORDS, KINDS):
        c, e = ("c", name), ("e", name)
        some = constants(BITS.get(name, config.abi.bits))
        for y in (e, c, *(some[::2] if kind[0] == "s" or name == "usize" else some)):
            yield name, ("if", kind, c, y)


def branch(config: Config) -> Cases:
    def recorded(k: Builder, cond: Condition) -> None:
        k.record("branch", (), (cond, "there"))

    for _, cond in comparisons(config):
        yield calls(recorded, cond)


def select(config: Config) -> Cases:
    """The branch has the comparison with every constant. Here few are enough."""
    few = (0, 1, -1, 0x7F, 0x80, 0x123456789ABCDEF0)
    for (of, cond), name in product(comparisons(config), WORDS):
        d, x, y = ("d", name), ("x", name), ("y", name)
        if isinstance(cond[3], int) and (cond[3] not in few or of != name and cond[3]):
            continue
        for to, a, b in ((d, x, y), (x, x, y), (y, x, y), (d, 0, y), (d, x, -1), (x, x, 0x70)):
            yield calls(method("select"), cond, a, b, to=to)
        for to in (cond[2], cond[3]) if of == name else ():  # the result is one of the compared values
            if isinstance(to, tuple):
                yield calls(method("select"), cond, x, to, to=to)
                yield calls(method("select"), cond, to, y, to=to)
    yield calls(method("select"), ("if", "lt", ("c", "u32"), 5), ("x", "u64"), 0x123456789, to=("x", "u64"))


def control(config: Config) -> Cases:
    """The end of a loop, a jump, and operations without code."""

    def loop_end(k: Builder, left: Val) -> None:
        k.record("loop_end", (left,), (left, "top"))

    for name in WORDS:
        yield calls(loop_end, ("left", name))

    def marks(k: Builder, x: Val) -> None:
        k.record("label", (), ("here",), align=16)
        k.note("a note")
        k.copy(x)
        k.record("jump", (), ("there",))

    yield calls(marks, ("x", "u32"))


# -- moves and memory --------------------------------------------------------------------------------------------------


def moves(config: Config) -> Cases:
    """Constants, copies and every conversion."""
    if config.unit == "vec":
        yield calls(method("set"), ("d", "u32"), ("x", "u32"))
        yield calls(method("set"), ("x", "u32"), ("x", "u32"))
        return
    names = (*WORDS, "ptr")
    for name in names:
        bits = BITS.get(name, config.abi.bits)
        for value in constants(bits):
            yield _constant(name, value)
        yield calls(method("set"), ("d", name), ("x", name))
        yield calls(method("set"), ("x", name), ("x", name))
    for wide, small in product(WORDS, WORDS):
        if BITS.get(wide, config.abi.bits) >= BITS.get(small, config.abi.bits):
            yield _converted("zext", wide, small)
            yield _converted("trunc", small, wide)
    for name in names:
        yield calls(lambda k, x: k.zext(x.type, x, to=x), ("x", name))
        yield calls(lambda k, x: k.trunc(x.type, x, to=x), ("x", name))
        for y in (("y", name), ("x", name), 1) if BITS.get(name, 32) <= config.abi.bits else ():
            yield calls(method("min"), ("x", name), y)


def _constant(name: str, value: int) -> Script:
    def script(k: Builder) -> None:
        k.const(getattr(k, name), value)
        k.record("const", (k.value(getattr(k, name), "d"),), (value,))  # as k.set records the value, with its sign

    return script


def _converted(op: str, to: str, of: str) -> Script:
    def script(k: Builder) -> None:
        getattr(k, op)(getattr(k, to), k.value(getattr(k, of), "x"), to=k.value(getattr(k, to), "d"))

    return script


OFFSETS = (0, 1, 3, 4, 8, 255, 256, 257, 4095, 4096, 16380, 32760, 32768, 70001, -1, -8, -255, -256, -257, -5000)


def memory(config: Config) -> Cases:
    """Loads and stores of every type, order, offset and index type, and loads that extend a sign."""
    indexes: tuple[Source | None | tuple[str, str], ...] = (None, ("n", "usize"), ("n", "u8"))
    if config.unit == "gp":
        indexes = (*indexes, ("n", "u32"))
    for name, index, offset in product(sized(config), indexes, OFFSETS):
        p, x = ("p", "ptr"), ("x", name)
        for be in ({}, {"be": True}) if name != "u8" else ({},):
            load, store = method("load" + name[1:]), method("store" + name[1:])
            yield calls(load, p, offset=offset, index=index, **be)
            yield calls(store, p, x, offset=offset, index=index, **be)
            if offset in (0, 257):
                yield calls(load, p, offset=offset, index=index, to=x, **be)
                if isinstance(index, tuple) and index[1] == name:
                    yield calls(load, p, offset=offset, index=index, to=index, **be)
                    yield calls(store, p, index, offset=offset, index=index, **be)
    for name, bits, index, offset in product(WORDS[2:], (8, 16, 32), indexes, OFFSETS) if config.unit == "gp" else ():
        if offset in (0, 1, 257, -1, -257, 8190, 70001) or name == "usize":
            for be in ({}, {"be": True}) if bits > 8 else ({},):
                yield calls(_signed(bits, name), ("p", "ptr"), offset=offset, index=index, **be)


def _signed(bits: int, name: str) -> Callable[..., Any]:
    return lambda k, p, **more: getattr(k, f"load{bits}_signed")(getattr(k, name), p, **more)


def tables(config: Config) -> Cases:
    """The address of read-only words."""

    def script(k: Builder) -> None:
        k.table("digits", k.u64, [3, 1, 4])

    yield script


def asm(config: Config) -> Cases:
    """An instruction as written."""
    if config.abi.arch != "aarch64":
        yield calls(lambda k, x, y: k.asm("add", x, y), ("x", "usize"), ("y", "usize"))


def programs(config: Config) -> Cases:
    """Random straight-line code. An operation's guarantees must hold for the result's next reader."""
    names = ("u32",) if config.unit == "vec" else ("u8", "u32", "usize")
    for seed in range(60):
        yield _program(config, seed, names)


def _program(config: Config, seed: int, names: tuple[str, ...]) -> Script:
    def script(k: Builder) -> None:
        rng = random.Random(seed)
        pool = {name: [k.value(getattr(k, name), f"{name}_{n}") for n in range(3)] for name in names}
        base = k.value(k.ptr, "base")
        ops = (
            ("add", "add", "xor", "and_", "or_")
            if config.unit == "vec"
            else BINARY + ("add", "shift", "select", "zext", "store")
        )
        for _ in range(rng.randrange(3, 8)):
            op, name = rng.choice(ops), rng.choice(names)
            x, y = rng.choice(pool[name]), rng.choice(pool[name])
            to = rng.choice([None, None, x, y, rng.choice(pool[name])])
            other = rng.choice([y, y, rng.choice((1, 3, -1, 0x40))])
            if op == "shift":
                made = getattr(k, rng.choice(("shl", "shr", "rotl")))(x, rng.randrange(x.type.bits), to=to)
            elif op == "select":
                small = rng.choice(pool[rng.choice(names)])
                cond = k.compared(rng.choice(KINDS), small, rng.choice((0, 3, 0x7F)))
                made = k.select(cond, x, other, to=to)
            elif op == "zext":
                made = k.zext(k.usize, rng.choice(pool["u8"])) ^ 1
                name = "usize"
            elif op == "store":
                k.store8(base, rng.choice(pool["u8"]), offset=rng.randrange(4))
                continue
            elif op in ("andn", "orn"):
                made = getattr(k, op)(x, y, to=to)
            else:
                made = getattr(k, op)(x, other, to=to)
            if all(made is not v for v in pool[name]):
                pool[name].append(made)
        if config.unit == "gp":
            byte = rng.choice(pool["u8"])
            k.record("branch", (), (k.compared(rng.choice(KINDS), byte, rng.choice((0, 1, 200))), "there"))

    return script


def mixed(config: Config) -> Cases:
    """Several operations, each with the results of others."""

    def script(k: Builder, x: Val, n: Val) -> None:
        y = k.sar(x, n)
        z = k.rotl(y ^ x, k.trunc(k.u8, x) + 3)
        k.select(y.slt(z), z >> n, z << n, to=x)

    for name in WORDS:
        yield calls(script, ("x", name), ("n", name if name != "u64" else "usize"))


GROUPS: dict[str, Callable[[Config], Cases]] = {
    "tables": tables, "binary": binary, "sums": sums, "unary": unary, "ternary": ternary, "shifts": shifts,
    "signs": signs, "bits": bits, "select": select, "branch": branch, "control": control, "moves": moves,
    "memory": memory, "asm": asm, "programs": programs, "mixed": mixed,
}  # fmt: skip
