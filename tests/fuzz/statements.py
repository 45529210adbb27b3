# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Whole programs: arguments, first values, statements about words, vectors, pointers and streams, and the results."""

from __future__ import annotations

import random
from dataclasses import replace

from tests.fuzz.links import Links
from tests.fuzz.make import outline
from tests.fuzz.profiles import AREA, BUFFER, TABLE, UNIT, WINDOW, Place, Profile
from tests.fuzz.program import WIDTHS, Break, Buffer, Fixed, If, Loop, Parts, Program, Stmt
from tests.fuzz.rows import Rows
from tests.fuzz.vectors import Vectors


class Maker(Links, Rows, Vectors):
    """Writes one program."""

    def __init__(self, chosen: random.Random, profile: Profile, seed: int, name: str) -> None:
        super().__init__(chosen, profile, seed, name)
        self.in_units = False

    def program(self, statements: int = 0) -> Program:
        """``statements``: their number, or 0 for any."""
        self.arguments()
        self.values()
        if self.profile.sponge:
            self.sponge(self.chosen.randrange(10, self.profile.sponge))
        for _ in range(statements or self.chosen.randrange(*((4,) if self.profile.sponge else (4, 24)))):
            self.statement()
        size, returns = self.results()
        self.buffers = tuple(Buffer(one.name, one.access, size) if one.name == "o" else one for one in self.buffers)
        order = [one.name for one in self.buffers] + [name for name, _ in self.scalars]
        if self.maybe(1, 2):
            self.chosen.shuffle(order)
        return outline(self.buffers, self.scalars, self, order=tuple(order), returns=returns, wipe=self.profile.wipe)

    # -- the beginning ---------------------------------------------------------------------------------------------

    def arguments(self) -> None:
        """``m`` is read and written (only read if secret), ``t`` read or written too. ``d`` has 16 bytes for each of n.
        ``o`` takes the results."""
        wipe = self.profile.wipe
        buffers = [Buffer("m", "r" if wipe else "rw", BUFFER)]
        alias, apart = None, None
        if not wipe and self.maybe(1, 4):
            alias = "m"
        elif not wipe and self.maybe(2, 3):
            apart = "m", self.chosen.choice((16, 64, 100, 128))
        if self.maybe(3, 4):
            buffers.append(Buffer("t", self.chosen.choice(("r", "r" if wipe else "rw")), TABLE, False, alias, apart))
        if self.maybe(1, 4):
            self.in_units = True
            buffers.append(Buffer("d", "r", UNIT, each=True))
        buffers.append(Buffer("o", "w", 0))
        self.buffers = tuple(buffers)
        self.scalars = ("a", "u32"), ("n", "usize")
        if self.maybe(1, 2):
            self.scalars = *self.scalars, self.chosen.choice((("b", "u64"), ("b", "u64"), ("h", "u16"), ("c", "u8")))
        for one in buffers:
            self.types[one.name] = "ptr"
            if one.name in "mt":
                self.places[one.name] = (Place(one.name, 0, 0, one.size, "w" in one.access),)
        self.types.update(self.scalars)

    def values(self) -> None:
        """First values of all variables, most of them cold."""
        profile = self.profile
        types = ["u8", "u16", "u32", "u64", "usize"]
        if profile.in_vectors:
            types.remove("u64")
        fewer = min(profile.values, 2) if profile.wide else profile.values
        fewer = max(fewer, 6) if profile.x86 else fewer
        for type in types:
            self.pools[type] = []
        for type in types:
            for n in range(fewer if type not in ("u16", "usize") else 1 + (fewer > 2)):
                self.pools[type].append(self.first(type, n))
        if profile.wipe:
            self.public = {"usize": [], "u32": [], "u8": []}
            for type in self.public:
                name = self.fresh(type, "p")
                if type == "u8":
                    self.do("trunc", name, "n")
                else:
                    self.do("copy", name, "n" if type == "usize" else "a")
                self.public[type] = [name]
        self.vector_values()
        every = [name for names in (*self.pools.values(), *self.public.values()) for name in names]
        hot = set(self.chosen.sample(every, min(profile.hot, len(every))))
        self.do("cold", (), *(one.name for one in self.buffers), *(name for name in every if name not in hot))
        for n in range(0 if profile.in_vectors else self.chosen.randrange(3)):  # lanes reach areas by pointers only
            self.area(n)
        if self.maybe(1, 4):
            self.table()

    def first(self, type: str, n: int) -> str:
        name = self.fresh(type, type[0] + str(WIDTHS.get(type, "s")) + "_")
        scalars = {"u32": "a", "usize": "n", "u64": "b", "u16": "h", "u8": "c"}
        argument = scalars.get(type)
        if n == 0 and argument in dict(self.scalars):
            self.do("copy", name, argument)
        elif type == "usize" or self.maybe(1, 6):
            if type == "u32" and self.profile.in_vectors:
                self.load(type, name)
            else:
                self.do("const", name, self.constant(type) % (1 << self.bits(type)))
        else:
            self.load(type, name)
        return name

    def area(self, n: int) -> None:
        """Bytes of the frame. All are written first."""
        name = self.fresh("ptr", "area")
        self.do("frame", name, size=AREA, name=name)
        self.places[name] = (Place(name, 0, 0, AREA, True),)
        if self.profile.wide:
            for at in range(0, AREA, 16):
                self.do("vstore", (), name, None, self.pick("v128"), offset=at)
        else:
            for at in range(0, AREA, 8):
                self.do("store64", (), name, None, self.pick("u64"), offset=at)

    def table(self) -> None:
        type = self.chosen.choice(("u8", "u32", "u64"))
        size = WIDTHS[type] // 8
        name = self.fresh("ptr", "table")
        values = tuple(self.chosen.getrandbits(8 * size) for _ in range(64 // size))
        self.do("table", name, name=name, type=type, values=values)
        self.places[name] = (Place(name, 0, 0, 64, False),)
        if self.maybe(1, 2):
            self.do("cold", (), name)

    # -- statements ------------------------------------------------------------------------------------------------

    def statement(self) -> None:
        kinds = ["word"] * 6 + ["links"] * 2 + ["rows"] + ["memory"] * 3 + ["pointer"] * 2 + ["moved"] * 2
        kinds += ["vector"] * 7 + ["vmemory"] * 3 if self.profile.wide else []
        kinds += ["chain"] * 3 if self.profile.x86 and self.depth == 0 else []
        kinds += ["fixed"] * 2 if self.profile.x86 else []
        kinds += ["leave"] * 2 if self.loops else []
        kinds += ["several"] if self.depth == 0 else []
        kinds += ["control"] * 3 if self.depth < 2 else []
        kinds += ["parts"] * 3 if self.depth < 2 and not self.shared else []
        kinds += ["each_unit"] if self.in_units and self.depth == 0 else []
        kind = self.chosen.choice(kinds)
        if kind == "word":
            type = self.chosen.choice(self.words)
            self.word(type, self.target(type))
        elif kind == "vector":
            type = self.chosen.choice(self.vectors)
            self.vector(type, self.target(type))
        elif kind == "control":
            self.control(self.block)
        else:
            getattr(self, kind)()

    def leave(self) -> None:
        """A way out of the innermost loop."""
        self.out.append(Break(self.condition()))

    def fixed(self) -> None:
        """A product by an instruction that names its registers."""
        type = self.chosen.choice([type for type in ("u32", "usize", "u64") if self.pools[type] and self.holds(type)])
        low, high = self.made(type, "copy", self.pick(type)), self.made(type, "copy", self.pick(type))
        self.out.append(Fixed(low, high, self.operand(type)))
        self.do(self.chosen.choice(("xor", "sub")), self.target(type), self.pick(type), self.chosen.choice((low, high)))

    def holds(self, type: str) -> bool:
        """True if a register of every machine of the profile holds the type."""
        return type != "u64" or self.profile.bits64

    def block(self) -> None:
        for _ in range(self.chosen.randrange(1, 4)):
            self.statement()

    def pointer(self) -> None:
        """A new pointer made of another, or a changed pointer. Only the level of a pointer's making may change the
        pointer."""
        old = self.chosen.choice(list(self.places))
        places = self.places[old]
        name = self.fresh("ptr", "q")
        kind = self.chosen.choice(("copy", "home", "const", "const", "index", "select", "back"))
        if kind == "select" and not self.profile.wipe:
            other = self.chosen.choice(list(self.places))
            self.do("select", name, old, other, cond=self.condition())
            self.places[name] = tuple(dict.fromkeys((*places, *self.places[other])))
            return
        by, most = 0, 0
        room = min(one.size - one.high for one in places)
        if kind == "const":
            by = most = self.chosen.randrange(min(room, 120) + 1)
            self.do("add", name, old, by)
        elif kind == "back":
            by = most = -self.chosen.randrange(min(one.low for one in places) + 1)
            self.do("sub", name, old, -by)
        elif kind == "index" and room >= 7:
            index = self.made("usize", "and_", self.known("usize"), 7)
            most = 7
            self.do("add", name, old, index)
        else:
            self.do("home" if kind == "home" else "copy", name, old)
        self.places[name] = tuple(Place(p.of, p.low + by, p.high + most, p.size, p.writable) for p in places)
        if self.maybe(2, 3) and kind != "home":
            self.do("cold", (), name)

    def moved(self) -> None:
        """A load by a pointer that changes before the loaded value's reader."""
        wide = [*self.vectors] * 2 if self.profile.wide else []
        type = self.chosen.choice([*wide, *(t for t in self.words if t != "usize")])
        size = WIDTHS[type] // 8
        found = self.pointers(False, size)
        if not found:
            return
        old = self.chosen.choice(found)
        pointer = self.made("ptr", "copy", old)
        if self.maybe(1, 2):
            self.do("cold", (), pointer)
        places = self.places[old]
        room = min(one.size - one.high for one in places) - size
        offset = self.chosen.randint(0, room)
        loaded = self.fresh(type)
        if type[0] == "v":
            self.do("vload", loaded, pointer, None, offset=offset)
        else:
            self.do(f"load{WIDTHS[type]}", loaded, pointer, None, offset=offset)
        if self.maybe(1, 2):
            self.do("add", pointer, pointer, self.chosen.choice((1, 8, 64)))
        else:
            self.do("set", pointer, self.chosen.choice(list(self.places)))
        self.do(self.chosen.choice(("xor", "and_", "or_")), self.target(type), self.pick(type), loaded)

    def several(self) -> None:
        """Operations over lists of values."""
        type = self.chosen.choice([t for t in self.integers if len(self.pools[t]) > 1] or ["u32"])
        names = self.pools[type]
        kind = self.chosen.choice(("add_each", "home", "load", "note"))
        if kind == "add_each":
            dst = self.chosen.sample(names, min(2, len(names)))
            self.do(kind, tuple(dst), *(self.source(type) for _ in dst))
        elif kind == "home":
            made = tuple(self.fresh(type, "h") for _ in range(min(2, len(names))))
            self.do(kind, made, *self.chosen.sample(names, len(made)))
            self.pools[type] = [*names, *made]
        elif kind == "note":
            self.do(kind, (), text="a note")
        elif type != "usize":
            bits = WIDTHS[type]
            at = self.at(2 * bits // 8, False)
            if at is not None:
                first, second = (self.fresh(type, "l") for _ in range(2))
                self.do(f"load{bits}", (first, second), at[0], at[1], offset=at[2])
                self.do("cold", (), first, second)
                self.pools[type] = [*names, first, second]

    def each_unit(self) -> None:
        """A loop over the buffer of 16 bytes for each of n."""
        used = self.made("ptr", "copy", "d")
        if self.maybe(1, 2):
            self.do("cold", (), used)

        def body() -> None:
            self.places[used] = (Place("d", 0, 0, UNIT, False),)
            self.do("load32", self.target("u32"), used, None, offset=self.chosen.randrange(UNIT - 3))
            self.block()

        self.out.append(Loop("n", self.nested(body), ((used, UNIT),)))

    # -- streams ---------------------------------------------------------------------------------------------------

    def parts(self) -> None:
        """Two or three streams in turns, each over variables of its own; or one stream, recorded and emitted."""
        if self.maybe(1, 5):
            loops, self.loops = self.loops, 0
            self.out.append(Parts((self.nested(self.block),)))
            self.loops = loops
            return
        count = self.chosen.choice((2, 2, 3))
        pools, places, loops = self.pools, self.places, self.loops
        owned = self.shares(count)
        if owned is None:
            return
        memory, bold = self.split_memory(count)
        self.loops = 0
        made: list[tuple[Stmt, ...]] = []
        for part in range(count):
            self.pools = {type: names[part] for type, names in owned.items()}
            self.shared = {type: names[count] for type, names in owned.items()}
            self.places = memory[part]
            made.append(self.nested(self.straight))
        self.pools, self.places, self.shared, self.loops = pools, places, {}, loops
        weights = self.chosen.choice((None, (1.0, 2.5, 1.0)[:count]))
        if all(made):
            self.out.append(Parts(tuple(made), self.chosen.choice((1, 1, 2, 5, 16)), weights, bold))

    def shares(self, count: int) -> dict[str, list[list[str]]] | None:
        """Variables of each type for each stream, and variables that all streams read. Homes replace missing ones."""
        owned = {}
        for type, names in self.pools.items():
            mine = list(names)
            self.chosen.shuffle(mine)
            if len(mine) > count and self.maybe(1, 2):
                shared, mine = [mine[0]], mine[1:]
            else:
                shared = []
            while len(mine) < count:
                more = self.fresh(type, "h")
                self.do("home", more, self.chosen.choice(names))
                mine.append(more)
            owned[type] = [*(mine[part::count] for part in range(count)), shared]
        return owned

    def split_memory(self, count: int) -> tuple[list[dict[str, tuple[Place, ...]]], bool]:
        """Places for each stream: windows of one buffer, buffers of their own, or (bold) buffers that a contract keeps
        only a distance apart."""
        t = next((one for one in self.buffers if one.name == "t"), None)
        kind = self.chosen.choice(("windows", "buffers", "bold"))
        wipe = self.profile.wipe
        if kind == "bold" and t is not None and (t.apart or t.alias and self.maybe(1, 4)) and self.depth == 0:
            distance = t.apart[1] if t.apart and self.maybe(2, 3) else 0
            both = [self.near("m", distance or None), self.near("t", 0 if distance else None)]
            return [*both, *({} for _ in range(count - 2))], True
        if kind == "buffers" or wipe:
            free = [name for name in self.places if name.startswith(("area", "table")) or name == "m"]
            if t is not None and not t.alias and not t.apart:
                free.append("t")
            self.chosen.shuffle(free)
            return [{name: self.places[name] for name in free[part::count]} for part in range(count)], False
        size = 240 // count  # every instruction set reaches these offsets from one register, aligned or not
        return [{"m": (Place(WINDOW, -part * size, 0, part * size + size, True),)} for part in range(count)], False

    def near(self, name: str, by: int | None = None) -> dict[str, tuple[Place, ...]]:
        """A buffer by its argument, or by a pointer some way past the argument, with small offsets."""
        place = self.places[name][0]
        by = self.chosen.choice((0, 16, 64, 100)) if by is None else by
        if by:
            name, place = self.made("ptr", "add", name, by), replace(place, low=by, high=by)
        if self.maybe(1, 4):
            return {name: (place,)}
        most = max((WIDTHS[type] // 8 for type in self.profile.wide), default=0) + 24
        return {name: (Place(WINDOW, 0, 0, min(most, place.size - by), place.writable),)}

    def straight(self) -> None:
        for _ in range(self.chosen.randrange(1, 6)):
            kinds = ["word"] * 4 + ["links", "rows"] + ["memory"] * (5 if self.places else 0)
            kinds += ["vector"] * 5 + ["vmemory"] * (3 if self.places else 0) if self.profile.wide else []
            kinds += ["rarely"] if any(self.open(type) for type in ("u8", "usize")) else []
            kind = self.chosen.choice(kinds)
            if kind == "rarely":
                self.out.append(If("rarely", self.condition(), self.nested(self.one_word)))
            elif kind == "word":
                self.one_word()
            elif kind == "vector":
                type = self.chosen.choice(self.vectors)
                self.vector(type, self.target(type))
            else:
                getattr(self, kind)()

    def one_word(self) -> None:
        type = self.chosen.choice(self.words)
        self.word(type, self.target(type))

    # -- the end ---------------------------------------------------------------------------------------------------

    def results(self) -> tuple[int, str]:
        """Stores every variable. Returns the size of ``o`` and the result's type."""
        at = 0
        for type, names in self.pools.items():
            for name in names:
                if type[0] == "v":
                    self.do("vstore", (), "o", None, name, offset=at)
                elif type == "usize" and self.profile.in_vectors:
                    for n in range(8):
                        value = self.made("u8", "trunc", self.made("usize", "shr", name, bits=8 * n))
                        self.do("store8", (), "o", None, value, offset=at + n)
                elif type == "usize":
                    self.do("store64", (), "o", None, self.made("u64", "zext", name), offset=at)
                else:
                    self.do(f"store{WIDTHS[type]}", (), "o", None, name, offset=at)
                at += max(WIDTHS.get(type, 64) // 8, 1)
        returns = self.chosen.choice(("void", "u32", "usize", "u64", "u16", "u8"))
        if self.profile.in_vectors and returns in ("u32", "u64") or not self.open(returns):
            returns = "void"
        if returns != "void":
            self.do("ret", (), self.known(returns))
        return at, returns
