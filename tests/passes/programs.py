# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Random kernels: straight lines, branches and loops over more values than there are registers, most of them cold."""

from __future__ import annotations

import random
from collections.abc import Callable

from generator.lang import Arg, Builder, Kernel, Val, Variant, kernel, stitch
from generator.lang.ternary import Expr
from generator.lang.values import Condition, Source

Body = Callable[[Builder, Val, Val, Val], None]
MEMORY = 2048
"""Bytes of the buffer. The first half is read and written by index. The second half takes the values at the end."""
KINDS = ("eq", "ne", "lt", "ge")


def program(name: str, seed: int, lane: str = "gp", values: int = 10, hot: int = 3) -> Kernel:
    """``void name(uint8_t *memory, uint32_t a, size_t n)`` without secrets. ``hot`` values may not be spilled."""

    def body(k: Builder, memory: Val, a: Val, n: Val) -> None:
        Writer(k, random.Random(seed), memory, a, n, lane, values, hot).write()

    return declared(name, body)


def declared(name: str, body: Body) -> Kernel:
    body.__name__ = name
    return kernel(
        c=f"void {name}(uint8_t *memory, uint32_t a, size_t n)",
        args=[Arg("memory", rw=MEMORY, public=True), Arg("a", public=True), Arg("n", public=True)],
        source="none: made at random",
        variants=[Variant("scalar")],
    )(body)


class Writer:
    """Records one program. Word-level variables change as often as new ones are made."""

    def __init__(
        self, k: Builder, chosen: random.Random, memory: Val, a: Val, n: Val, lane: str, values: int, hot: int
    ) -> None:
        self.k, self.chosen, self.memory, self.lane = k, chosen, memory, lane
        self.budget = chosen.randrange(8, 40)
        self.depth = 0
        self.pool: dict[str, list[Val]] = {"u8": [], "u32": [], "u64": [], "usize": [k.copy(n)]}
        if lane == "gp":
            self.pool["u32"].append(k.copy(a))
        else:
            del self.pool["u64"]
        types = list(self.pool)[:-1]
        for i in range(values):
            name = types[i % len(types)]
            self.pool[name].append(getattr(k, "load" + name[1:])(memory, offset=8 * i))
        every = [val for pool in self.pool.values() for val in pool]
        k.cold(memory, *(val for val in every if chosen.randrange(len(every)) >= hot or val.type.bits == 8))

    def write(self) -> int:
        """Write the program. Returns the end of the results in memory."""
        while self.budget > 0:
            self.statement()
        at = MEMORY // 2
        for name, pool in self.pool.items():
            for val in pool:
                wide = self.k.zext(self.k.u64, val) if name == "usize" else val
                size = wide.type.bits
                getattr(self.k, f"store{size}")(self.memory, wide, offset=at)
                at += 8
        return at

    # -- statements ------------------------------------------------------------------------------------------------

    def statement(self) -> None:
        self.budget -= 1
        kind = self.chosen.choice(["plain"] * 8 + ["load", "store", "if", "loop", "rarely", "while", "stitch"])
        if kind == "plain":
            self.plain()
        elif kind in ("load", "store"):
            self.access(kind)
        elif kind == "stitch":
            self.stitch()
        elif self.depth < 2:
            self.depth += 1
            self.nested(kind)
            self.depth -= 1

    def block(self) -> None:
        for _ in range(self.chosen.randrange(1, 4)):
            self.statement()

    def nested(self, kind: str) -> None:
        k, chosen = self.k, self.chosen
        if kind == "if":
            with k.if_(self.condition()):
                self.block()
        elif kind == "rarely":
            with k.rarely(self.condition()):
                self.plain()
        elif kind == "loop":
            count = k.and_(chosen.choice(self.pool["usize"]), 3) if chosen.randrange(2) else k.const(k.usize, 3)
            with k.loop(count):
                self.block()
        else:
            left = k.const(k.usize, chosen.randrange(1, 4))
            k.cold(left)
            with k.while_(left.ne(0)):
                self.block()
                left -= 1

    def stitch(self) -> None:
        """Two or three streams, each over its own values and bytes."""
        k, chosen, whole = self.k, self.chosen, self.pool
        count = chosen.choice((2, 2, 3))
        pools = {name: [*vals, *(k.home(vals[0]) for _ in range(count - len(vals)))] for name, vals in whole.items()}
        streams = []
        for part in range(count):
            self.pool = {name: vals[part::count] for name, vals in pools.items()}
            with k.recording(f"part {part}") as out:
                for _ in range(chosen.randrange(1, 7)):
                    kind = chosen.choice(["plain"] * 5 + ["rarely", "load", "store"])
                    if kind == "plain":
                        self.plain()
                    elif kind == "rarely":
                        self.nested(kind)
                    else:
                        name = chosen.choice([n for n in self.pool if n != "usize"])
                        offset = 64 * part + chosen.randrange(56)
                        if kind == "load":
                            getattr(k, "load" + name[1:])(self.memory, offset=offset, to=self.pick(name))
                        else:
                            getattr(k, "store" + name[1:])(self.memory, self.pick(name), offset=offset)
            streams.append(out)
        self.pool = whole
        k.emit(stitch(*streams, grain=chosen.choice((1, 2, 5, 16)), weights=chosen.choice((None, [1, 2.5, 1][:count]))))

    def pick(self, name: str) -> Val:
        return self.chosen.choice(self.pool[name])

    def condition(self) -> Condition:
        """A condition over types that every target compares in one instruction."""
        x = self.pick(self.chosen.choice([n for n in ("u8", "usize") if self.pool[n]]))
        others: list[Source] = [0, 1, 0x7F, 0x80, x, self.pick("u8" if x.type.bits == 8 else "usize")]
        other = self.chosen.choice(others)
        return self.k.compared(self.chosen.choice(KINDS), x, other)

    def index(self) -> Val | None:
        if not self.chosen.randrange(3):
            return None
        made = self.k.zext(self.k.usize, self.pick("u8"))
        return self.k.and_(made, 0xFF, to=made) if self.chosen.randrange(2) else made

    def access(self, kind: str) -> None:
        name = self.chosen.choice([n for n in self.pool if n != "usize"])
        val, offset = self.pick(name), self.chosen.randrange(MEMORY // 2 - 256 - 8)
        be = {"be": bool(self.chosen.randrange(2))} if name != "u8" else {}
        if kind == "load":
            getattr(self.k, "load" + name[1:])(self.memory, offset=offset, index=self.index(), to=val, **be)
        else:
            getattr(self.k, "store" + name[1:])(self.memory, val, offset=offset, index=self.index(), **be)

    def plain(self) -> None:
        """One operation. The result replaces a value."""
        k, chosen = self.k, self.chosen
        name = chosen.choice(list(self.pool))
        x, y, z, to = (self.pick(name) for _ in range(4))
        bits = x.type.bits
        constant = chosen.choice([0, 1, -1, 3, 0x7F, chosen.getrandbits(bits)])
        others: list[Source] = [y, y, constant]
        other = chosen.choice(others)
        if x.type.cls == "vec":
            ops = ["add", "add3", "xor", "and_", "or_", "rotl", "ternary", "add_ternary", "set"]
        else:
            ops = ["add", "add3", "sub", "xor", "and_", "or_", "andn", "orn", "not_", "bswap", "shl", "shr", "rotl",
                   "ternary", "add_ternary", "select", "convert", "set"]  # fmt: skip
        op = chosen.choice(ops)
        if op == "select" and bits == 64 and k.usize.bits == 32 or op == "add_ternary" and name == "u64":
            op = "add"  # pairs have no rule
        if op in ("not_", "bswap"):
            getattr(k, op)(x, to=to)
        elif op in ("shl", "shr", "rotl"):
            getattr(k, op)(x, chosen.randrange(bits), to=to)
        elif op == "add3":
            thirds: list[Source] = [z, constant]
            k.add(x, other, chosen.choice(thirds), to=to)
        elif op in ("andn", "orn"):
            getattr(k, op)(x, y, to=to)
        elif op == "ternary":
            k.ternary(chosen.choice(BOOLEANS), x, y, z, to=to)
        elif op == "add_ternary":
            k.add_ternary(to, [lambda x, y, z: y & ~z, lambda x, y, z: z & x], x, y, z)
        elif op == "select":
            k.select(self.condition(), x, other, to=to)
        elif op == "convert":
            self.convert()
        elif op == "set":
            k.set(to, x)
        else:
            getattr(k, op)(x, other, to=to)

    def convert(self) -> None:
        names = [name for name, pool in self.pool.items() if pool[0].type.cls == "gp"]
        of, to = (self.pick(self.chosen.choice(names)) for _ in range(2))
        if of.type.bits <= to.type.bits:
            self.k.zext(to.type, of, to=to)
        else:
            self.k.trunc(to.type, of, to=to)


def _choose(x: Expr, y: Expr, z: Expr) -> Expr:
    return ((y ^ z) & x) ^ z


BOOLEANS = [
    _choose,
    lambda x, y, z: (x | ~z) ^ y,
    lambda x, y, z: ~(x & y) | z,
    lambda x, y, z: ~x & ~y,
    lambda x, y, z: x ^ y ^ z,
]
