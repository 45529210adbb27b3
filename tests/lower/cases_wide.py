# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The cases of the proofs for whole vectors: every operation on every width, with all lanes and aliasing patterns."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from generator.isa.features import closure
from generator.lang import Builder, Val
from generator.lang.ternary import Boolean, expression
from tests.lower.booleans import UNIONS, of_table, random_tree
from tests.lower.cases import OFFSETS, Cases, calls, method
from tests.lower.prove import Config, Script

Named = tuple[str, str]
LANES = (8, 16, 32, 64)


def have(config: Config) -> frozenset[str]:
    return closure(config.abi.arch, config.features)


def widths(config: Config) -> tuple[str, ...]:
    features = have(config)
    if "avx512f" in features:
        return "v128", "v256", "v512"
    return ("v128", "v256") if "avx2" in features else ("v128",)


def lanes(config: Config, name: str, least: int = 8) -> tuple[int, ...]:
    """Lanes for which the variant has instructions. On 512 bits, lanes of 8 and 16 bits need AVX512BW."""
    if name == "v512" and "avx512bw" not in have(config):
        least = 32
    return tuple(lane for lane in LANES if lane >= least)


def shuffles_bytes(config: Config, name: str) -> bool:
    return name != "v512" or "avx512bw" in have(config)


def patterns(name: str) -> Iterator[tuple[Named, Named, Named]]:
    """Result and two sources: distinct, and coinciding in every way."""
    d, x, y = ("d", name), ("x", name), ("y", name)
    yield from ((d, x, y), (x, x, y), (y, x, y), (d, x, x), (x, x, x))


def singles(name: str) -> Iterator[tuple[Named, Named]]:
    yield ("d", name), ("x", name)
    yield ("x", name), ("x", name)


# -- logic -------------------------------------------------------------------------------------------------------------


def logic(config: Config) -> Cases:
    for name in widths(config):
        for op, (to, x, y) in product(("xor", "and_", "or_", "andn", "orn"), patterns(name)):
            yield calls(method(op), x, y, to=to)
        for to, x in singles(name):
            yield calls(method("not_"), x, to=to)
            yield calls(method("set"), to, x)
        yield calls(method("copy"), ("x", name))


def ternary(config: Config) -> Cases:
    """All 256 tables if one instruction has them, and trees of every shape, with every aliasing of the result."""
    chosen = random.Random(11)
    for name in widths(config):
        d, x, y, z = ("d", name), ("x", name), ("y", name), ("z", name)
        every = [(d, x, y, z), (x, x, y, z), (y, x, y, z), (z, x, y, z), (x, x, x, z), (y, x, y, y), (x, x, x, x)]
        single = name == "v512" or "avx512vl" in have(config)
        for table in range(256) if single else ():
            for to, a, b, c in every if table % 16 == 6 else every[:1]:
                yield calls(method("ternary"), of_table(table), a, b, c, to=to)
        for n in range(2 if single else 12):
            tree = random_tree(chosen, 3)
            boolean: Boolean = lambda x, y, z, tree=tree: tree((x, y, z))  # type: ignore[misc]  # noqa: E731
            for to, a, b, c in every if n < 6 else every[:1]:
                yield calls(method("ternary"), boolean, a, b, c, to=to)


def add_ternary(config: Config) -> Cases:
    """Unions of disjoint functions added to lanes, with every aliasing of the sum. The forms for several messages
    record this operation, and no word does."""

    def record(k: Builder, acc: Val, parts: list[Boolean], x: Val, y: Val, z: Val, lane: int) -> None:
        trees = tuple(expression(part) for part in parts)
        k.record("add_ternary", (acc,), (acc, x, y, z), parts=trees, lane=lane)

    for name, lane, parts in product(widths(config), (32, 64), UNIONS):
        d, x, y, z = ("d", name), ("x", name), ("y", name), ("z", name)
        for acc in (d, x, y, z):
            yield calls(record, acc, parts, x, y, z, lane)


# -- lanes and blocks --------------------------------------------------------------------------------------------------


def arithmetic(config: Config) -> Cases:
    """Sums, shifts and rotations of every lane, byte swaps."""
    for name in widths(config):
        for op, lane, (to, x, y) in product(("vadd", "vsub"), lanes(config, name), patterns(name)):
            yield calls(method(op), x, y, bits=lane, to=to)
        for to, x in singles(name):
            for op, lane in product(("vshl", "vshr"), lanes(config, name)):
                for bits in sorted({1, min(8, lane - 2), lane // 2, lane - 1}):
                    yield calls(method(op), x, bits, bits=lane, to=to)
            for op, lane in product(("vrotl", "vrotr"), lanes(config, name, 32)):
                for bits in range(1, lane, 1 if op == "vrotl" and to == x else 5):
                    yield calls(method(op), x, bits, bits=lane, to=to)
            for right in ((14, 18, 41), (28, 34, 39)), ((1, 2, 3), (61, 62, 63)), ((5, 32, 63),) * 2:
                yield calls(method("vrotations"), x, *right, bits=64, to=to)
            for right in ((6, 11, 25), (2, 13, 22)), ((1, 16, 31),) * 2:
                yield calls(method("vrotations"), x, *right, bits=32, to=to)
            for lane in (16, 32, 64, 128) if shuffles_bytes(config, name) else ():
                yield calls(method("vbswap"), x, bits=lane, to=to)


def bytes_(config: Config) -> Cases:
    """Operations that move the bytes and words of a block."""
    for name in widths(config):
        if shuffles_bytes(config, name):
            for op, count, (to, x) in product(("vshl_bytes", "vshr_bytes"), range(1, 16), singles(name)):
                yield calls(method(op), x, count, to=to)
            for to, x, y in patterns(name):
                for count in range(1, 16):
                    yield calls(method("vext"), x, y, count, to=to)
                yield calls(method("vlookup"), x, y, to=to)
        for n, order in enumerate(product(range(4), repeat=4)):
            for to, x in singles(name):
                if name == "v128" and to != x or n % 11 == 5:
                    yield calls(method("vshuffle"), x, list(order), to=to)
        for op, lane, (to, x, y) in product(("vunpack_low", "vunpack_high"), lanes(config, name), patterns(name)):
            yield calls(method(op), x, y, bits=lane, to=to)


def across(config: Config) -> Cases:
    """Operations across blocks, and between vectors and words."""
    small = "v128"
    for name in widths(config):
        for blocks, (to, x, y) in product({"v128": (1,), "v256": (1,), "v512": (1, 2, 3)}[name], patterns(name)):
            yield calls(method("vfollow"), x, y, blocks=blocks, to=to)
        yield calls(lambda k, x, y: k.vfollow(x, y), ("x", name), ("y", name))
        for op, (to, x, y) in product(("vblocks_even", "vblocks_odd"), patterns(name) if name != "v128" else ()):
            yield calls(method(op), x, y, to=to)
        for block in range({"v128": 1, "v256": 2, "v512": 4}[name]):
            yield calls(method("vextract"), ("x", name), block)
            yield calls(method("vextract"), ("x", name), block, to=("d", small))
            if name == "v128":
                yield calls(method("vextract"), ("x", name), block, to=("x", name))
                continue
            for to, x in singles(name):
                yield calls(method("vinsert"), x, ("y", small), block, to=to)
    for word in ("u32",) if config.abi.bits == 32 else ("u32", "u64"):
        yield calls(method("vfrom"), ("n", word))
        yield calls(method("vfrom"), ("n", word), to=("d", small))
        for lane in range(4 if word == "u32" else 2):
            yield calls(_vword(word, lane), ("x", small))


def _vword(word: str, lane: int) -> Callable[[Builder, Val], Val]:
    return lambda k, x: k.vword(getattr(k, word), x, lane)


def aes(config: Config) -> Cases:
    """Rounds. Several blocks need VAES."""
    names = widths(config) if "vaes" in have(config) else ("v128",)
    for name in names:
        ops = ("aes_enc", "aes_enc_last", "aes_dec", "aes_dec_last")
        for op, (to, x, key) in product(ops, patterns(name)):
            yield calls(method(op), x, key, to=to)
    for to, x in singles("v128"):
        yield calls(method("aes_inv_mix"), x, to=to)


# -- memory and constants ----------------------------------------------------------------------------------------------


def memory(config: Config) -> Cases:
    """Vectors and repeated blocks at every offset, with every type of index."""
    indexes: list[Named | None] = [None, ("n", "usize"), ("n", "u8")]
    for name, index, offset in product(widths(config), indexes, (*OFFSETS, 16, 4080, 65520, 65536)):
        yield calls(_loaded("vload", name), ("p", "ptr"), offset=offset, index=index)
        yield calls(method("vstore"), ("p", "ptr"), ("x", name), offset=offset, index=index)
        if offset in (0, 257):
            yield calls(_loaded("vload", name), ("p", "ptr"), offset=offset, index=index, to=("x", name))
            yield calls(_loaded("vblock", name), ("p", "ptr"), offset=offset, index=index)
            yield calls(_loaded("vblock", name), ("p", "ptr"), offset=offset, index=index, to=("x", name))
    for name in widths(config):
        yield calls(lambda k, p, x, y: k.vstore(p, [x, y, x], offset=3), ("p", "ptr"), ("x", name), ("y", name))


def _loaded(op: str, name: str) -> Callable[..., Val]:
    return lambda k, ptr, **more: getattr(k, op)(getattr(k, name), ptr, **more)


def constants(config: Config) -> Cases:
    """Constants from the pool, repeated, all of one byte, and zero. Several in a function, with shared pieces."""
    chosen = random.Random(3)
    for name in widths(config):
        bits = int(name[1:])
        blocks = [chosen.randbytes(16), bytes(16), bytes([0xFF]) * 16, bytes([0x80]) * 16]
        wide = [chosen.randbytes(bits // 8), blocks[0] * (bits // 128), bytes(bits // 8)]
        for data in (*blocks, *wide):
            yield _constants(name, [data])
        yield _constants(name, [*blocks, *wide, *blocks, chosen.randbytes(16), chosen.randbytes(bits // 8)])
        yield calls(_zero(name))
        yield calls(_zero(name), to=("d", name))
    for name, lane in product(widths(config), LANES):
        count = int(name[1:]) // lane
        yield _lanes(name, [chosen.getrandbits(lane) for _ in range(128 // lane)], lane)
        yield _lanes(name, [chosen.getrandbits(lane) for _ in range(count)], lane)


def _zero(name: str) -> Callable[..., Val]:
    return lambda k, **more: k.vzero(getattr(k, name), **more)


def _constants(name: str, every: list[bytes]) -> Script:
    def script(k: Builder) -> None:
        for data in every:
            k.vconst(getattr(k, name), list(data), bits=8)

    return script


def _lanes(name: str, values: list[int], lane: int) -> Script:
    return lambda k: void(k.vconst(getattr(k, name), values, bits=lane))


def void(_: object) -> None:
    return None


AREA_OFFSETS = (0, 1, 4, 8, 16, 48, 100, 255, 256, 257, 264, 1000, 1024)


def areas(config: Config) -> Cases:
    """Bytes of the frame: words and vectors at every offset, with an index, and through a stored pointer."""
    for offset, index in product(AREA_OFFSETS, (None, ("n", "usize"), ("n", "u8"))):
        yield calls(_area, ("x", "u32"), offset=offset, index=index)
        for name in widths(config):
            yield calls(_area, ("v", name), offset=offset, index=index)
        if config.abi.bits == 64:
            yield calls(_area, ("w", "u64"), offset=offset, index=index)
        yield calls(_area, ("b", "u8"), offset=offset, index=index)
    yield calls(_area_by_pointer, ("p", "ptr"), ("n", "usize"))


def _area(k: Builder, val: Val, offset: int, index: Val | None) -> None:
    area = k.frame(1100, "area")
    if val.type.cls == "vec":
        k.vstore(area, val, offset=offset, index=index)
        k.vload(val.type, area, offset=offset, index=index, to=val)
        k.vblock(val.type, area, offset=offset, index=index)
        return
    bits = val.type.bits
    getattr(k, f"store{bits}")(area, val, offset=offset, index=index)
    getattr(k, f"load{bits}")(area, offset=offset, index=index)
    if bits > 8:
        getattr(k, f"store{bits}")(area, val, offset=offset, index=index, be=True)
        getattr(k, f"load{bits}")(area, offset=offset, index=index, be=True, to=val)


def _area_by_pointer(k: Builder, p: Val, n: Val) -> None:
    first, second = k.frame(64, "first"), k.frame(32, "second")
    inside = k.copy(first)
    inside += n
    k.load32(inside, offset=4)
    k.select(n.eq(0), first, second, to=p)
    k.add(second, 5)


# -- programs ----------------------------------------------------------------------------------------------------------


def asm(config: Config) -> Cases:
    """An instruction as written, with operands of different kinds."""
    if "sha" in have(config):
        yield calls(lambda k, x, y: k.asm("sha256msg1", x, y), ("x", "v128"), ("y", "v128"))
    if "sha256" in have(config):
        yield calls(lambda k, x, y: k.asm("sha256su0", k.view(x, "4s"), k.view(y, "4s")), ("x", "v128"), ("y", "v128"))


def programs(config: Config) -> Cases:
    """Random straight-line code with loads whose only reader is near. The lowering folds these loads."""
    for seed, name in product(range(24), widths(config)):
        yield _program(config, seed, name)


def _program(config: Config, seed: int, name: str) -> Script:
    def script(k: Builder) -> None:
        rng = random.Random(f"{seed} {name}")
        type = getattr(k, name)
        pool = [k.value(type, f"x{n}") for n in range(3)]
        base = k.value(k.ptr, "base")
        for _ in range(rng.randrange(3, 7)):
            x, y = rng.choice(pool), rng.choice(pool)
            kind = rng.choice(("load", "load", "const", "plain"))
            if kind == "load":
                y = k.vload(type, base, offset=rng.randrange(64))
            elif kind == "const":
                y = k.vconst(type, list(rng.randbytes(16)), bits=8)
            if rng.randrange(4) == 0:
                x, y = y, x
            made = operation(k, config, rng, name, x, y, rng.choice([None, None, x, y, rng.choice(pool)]))
            if all(made is not v for v in pool):
                pool.append(made)
        k.vstore(base, rng.choice(pool), offset=rng.randrange(64))

    return script


def operation(k: Any, config: Config, rng: random.Random, name: str, x: Val, y: Val, to: Val | None) -> Val:
    """One operation that every variant has on this width. Operations with very unlike sides are left out: proofs of
    later readers would take long."""
    lane = rng.choice(lanes(config, name, 32))
    ops: list[Callable[[], Any]] = [
        lambda: k.xor(x, y, to=to),
        lambda: k.andn(x, y, to=to),
        lambda: k.or_(x, y, to=to),
        lambda: k.vadd(x, y, bits=lane, to=to),
        lambda: k.vsub(x, y, bits=lane, to=to),
        lambda: k.vshl(y, rng.randrange(1, lane), bits=lane, to=to),
        lambda: k.vshr(y, rng.randrange(1, lane), bits=lane, to=to),
        lambda: k.vrotl(y, rng.randrange(1, lane), bits=lane, to=to),
        lambda: k.vshuffle(y, (1, 3, 2, 0), to=to),
        lambda: k.vunpack_low(x, y, bits=lane, to=to),
        lambda: k.vfollow(x, y, to=to),
        lambda: k.not_(y, to=to),
    ]
    if shuffles_bytes(config, name):
        ops += [
            lambda: k.vbswap(y, bits=lane, to=to),
            lambda: k.vext(x, y, rng.randrange(1, 16), to=to),
            lambda: k.vshr_bytes(y, rng.randrange(1, 16), to=to),
        ]
    if name == "v128":
        ops.append(lambda: k.aes_enc(x, y, to=to))
    made: Val = rng.choice(ops)()
    return made


WIDE_GROUPS: dict[str, Callable[[Config], Cases]] = {
    "logic": logic,
    "ternary": ternary,
    "add_ternary": add_ternary,
    "arithmetic": arithmetic,
    "bytes": bytes_,
    "across": across,
    "aes": aes,
    "memory": memory,
    "constants": constants,
    "areas": areas,
    "asm": asm,
    "programs": programs,
}
