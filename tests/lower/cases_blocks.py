# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The cases of the proofs for broadcasts, changes of lane width, tables of three inputs and products over lanes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from generator.lang import Builder, Val
from generator.machines.aarch64.logic import plan
from tests.lower.cases import Cases, calls, method
from tests.lower.cases_wide import LANES, Named, have, lanes, patterns, shuffles_bytes, singles, widths
from tests.lower.prove import Config

EVERYTHING = ("avx512bw", "avx512vl", "avx512ifma", "avx512vnni", "vpclmulqdq")
BLOCKS = (
    Config("x86-sse2", "cdecl32", ("sse2",)),
    Config("x86-clmul", "cdecl32", ("sse4.1", "pclmul")),
    Config("x86-clmul2", "cdecl32", ("avx2", "vpclmulqdq")),
    Config("x86-everything", "cdecl32", EVERYTHING),
    Config("x86_64-sse2", "sysv64", ("sse2",)),
    Config("x86_64-clmul", "sysv64", ("sse4.1", "pclmul")),
    Config("x86_64-clmul1", "sysv64", ("avx", "pclmul")),
    Config("x86_64-clmul2", "sysv64", ("avx2", "vpclmulqdq")),
    Config("x86_64-ifma512", "sysv64", ("avx512bw", "avx512ifma", "avx512vnni")),
    Config("x86_64-vl", "sysv64", ("avx512vl", "pclmul")),
    Config("x86_64-everything", "sysv64", EVERYTHING),
    Config("aarch64", "aapcs64"),
    Config("aarch64-dot", "aapcs64", ("pmull", "asimddp")),
    Config("aarch64-i8mm", "aapcs64", ("sha3", "asimddp", "i8mm")),
)
SMALL = ("v128",)
WORDS = {"u8": 8, "u16": 16, "u32": 32, "u64": 64}


def bytes_of(config: Config) -> tuple[str, ...]:
    """The widths with instructions for lanes of 8 and 16 bits."""
    return tuple(name for name in widths(config) if shuffles_bytes(config, name))


def broadcasts(config: Config) -> Cases:
    """From every type of word and from a block, from memory with offset and index, and from the frame."""
    for name in widths(config):
        for word, bits in WORDS.items():
            for lane in (None, *(lane for lane in lanes(config, name) if lane <= bits)):
                if name == "v512" and lane is None and bits not in lanes(config, name):
                    continue
                yield calls(_typed("vbroadcast", name), ("n", word), bits=lane)
        yield calls(_typed("vbroadcast", name), ("n", "u32"), to=("x", name))
        yield calls(_typed("vbroadcast", name), ("x", "v128"))
        yield calls(_typed("vbroadcast", name), ("x", "v128"), bits=128, to=("y", name))
        indexes: tuple[Named | None, ...] = (None, ("n", "usize"), ("n", "u8"))
        for lane, index, offset in product(lanes(config, name), indexes, (0, 1, 8, -3, 257, 65536)):
            yield calls(_typed("vload_broadcast", name), ("p", "ptr"), bits=lane, offset=offset, index=index)
        for lane, index, offset in product(lanes(config, name), indexes, (0, 5, 96)):
            yield calls(_area, name, bits=lane, offset=offset, index=index)


def loaded(config: Config) -> Cases:
    """Lanes from memory, with every scale of the index, and the result in the source's place or not."""
    indexes: tuple[tuple[Named | None, int], ...] = ((None, 1), (("n", "usize"), 2), (("n", "u8"), 4), (("n", "u8"), 8))
    for lane, (index, scale), (to, x) in product(LANES, indexes, singles("v128")):
        for number, offset in {(0, 0), (128 // lane - 1, -3), (1, 65536)}:
            more = {"bits": lane, "offset": offset, "index": index, "scale": scale, "to": to}
            yield calls(method("vload_lane"), x, number, ("p", "ptr"), **more)


def _typed(op: str, name: str) -> Callable[..., Val]:
    return lambda k, x, **more: getattr(k, op)(getattr(k, name), x, **more)


def _area(k: Builder, name: str, *, bits: int, offset: int, index: Val | None) -> None:
    k.vload_broadcast(getattr(k, name), k.frame(400, "area"), bits=bits, offset=offset, index=index)


def widened(config: Config) -> Cases:
    """Lanes of twice and of half the width, signed and not, over every coincidence of result and sources."""
    for name in widths(config):
        for lane, signed, (to, x) in product((8, 16, 32), (False, True), singles(name)):
            if lane in lanes(config, name) and (lane == 32 or name in bytes_of(config)):
                for half in ("low", "high"):
                    yield calls(method(f"vwiden_{half}"), x, bits=lane, signed=signed, to=to)
        for lane, signed, (to, x, y) in product((16, 32), (False, True), patterns(name)):
            if name in bytes_of(config):
                yield calls(method("vnarrow"), x, y, bits=lane, signed=signed, to=to)


def transposed(config: Config) -> Cases:
    """Squares of lanes. Two of the vectors may be one."""
    for name, lane in product(widths(config), LANES):
        if lane in lanes(config, name):
            yield calls(_transposed, name, bits=lane, rows=list(range(128 // lane)))
            if lane == 32:
                yield calls(_transposed, name, bits=lane, rows=[0, 1, 0, 0])


def _transposed(k: Builder, name: str, *, bits: int, rows: list[int]) -> None:
    made = [k.value(getattr(k, name), f"row{n}") for n in range(len(rows))]
    k.vtranspose([made[n] for n in rows], bits=bits)


def tables(config: Config) -> Cases:
    """All 256 tables, with every aliasing of the result for some. Where one instruction has all, ``test_wide`` proves
    this instruction."""
    features = have(config)
    single = "avx512vl" in features
    for name in SMALL:
        d, x, y, z = ("d", name), ("x", name), ("y", name), ("z", name)
        every = [(d, x, y, z), (x, x, y, z), (y, x, y, z), (z, x, y, z), (x, x, x, z), (y, x, y, y), (x, x, x, x)]
        for table in range(0, 256, 37 if single else 1):
            if "sha3" in features and plan(table, True) == plan(table, False):
                continue
            for to, *args in every if table % 16 in (6, 8, 10) or table > 250 else every[:1]:
                yield calls(method("vternary"), table, *args, to=to)


def triples(name: str) -> list[tuple[Named, Named, Named, Named]]:
    """Result and three sources, of which the first is a sum."""
    d, a, x, y = ("d", name), ("a", name), ("x", name), ("y", name)
    return [(d, a, x, y), (a, a, x, y), (x, a, x, y), (y, a, x, y), (a, a, a, a), (x, a, x, x)]


def carryless(config: Config) -> Cases:
    features = have(config)
    names = widths(config) if "vpclmulqdq" in features else SMALL if features & {"pclmul", "pmull"} else ()
    for name, x_half, y_half, (to, x, y) in product(names, (0, 1), (0, 1), patterns("")):
        yield calls(method("vclmul"), (x[0], name), (y[0], name), x_half, y_half, to=(to[0], name))


def dots(config: Config) -> Cases:
    features = have(config)
    if config.abi.arch == "aarch64" and "asimddp" not in features:
        return
    for name, x_signed, y_signed in product(bytes_of(config), (False, True), (False, True)):
        for to, acc, x, y in triples(name):
            yield calls(method("vdot"), acc, x, y, signed_x=x_signed, signed_y=y_signed, to=to)


def fifty_two(config: Config) -> Cases:
    features = have(config)
    for name, op in product(widths(config), ("vmul52_low", "vmul52_high")):
        if "avx512ifma" in features and (name == "v512" or "avx512vl" in features):
            for to, acc, x, y in triples(name):
                yield calls(method(op), acc, x, y, to=to)


SELECTED = {  # elsewhere the features change no rule of the group
    "x86-clmul": ("broadcasts", "loaded", "carryless"),
    "x86-clmul2": ("broadcasts", "carryless"),
    "x86-everything": ("broadcasts", "loaded", "fifty_two"),
    "x86_64-clmul": ("broadcasts", "widened", "carryless"),
    "x86_64-vl": ("broadcasts", "loaded", "widened", "carryless", "dots"),
    "x86_64-ifma512": ("broadcasts", "dots", "fifty_two"),
    "aarch64-dot": ("carryless", "dots"),
    "aarch64-i8mm": ("tables", "dots"),
}
BLOCK_GROUPS: dict[str, Callable[[Config], Cases]] = {
    "broadcasts": broadcasts,
    "loaded": loaded,
    "widened": widened,
    "transposed": transposed,
    "tables": tables,
    "carryless": carryless,
    "dots": dots,
    "fifty_two": fifty_two,
}
BLOCK_CELLS = [
    (config, group)
    for config in BLOCKS
    for group, cases in BLOCK_GROUPS.items()
    if group in SELECTED.get(config.name, BLOCK_GROUPS) and next(cases(config), None) is not None
]
