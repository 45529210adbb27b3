# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Programs for several messages at once: words that hang on a message, and numbers that are the same for all."""

from __future__ import annotations

from collections.abc import Callable

from tests.fuzz.make import SHIFTS, Words, outline
from tests.fuzz.profiles import BUFFER, TABLE, UNIT, Place
from tests.fuzz.program import WIDTHS, Break, Buffer, Cond, Loop, Parts, Program, Stmt

AREA = 48  # bytes of each message


class Messages(Words):
    """Writes one program. ``pools``: the words of each message, and counts. ``shared``: words of all messages."""

    @property
    def word_type(self) -> str:
        return f"u{self.profile.message}"

    @property
    def size(self) -> int:
        return self.profile.message // 8

    @property
    def integers(self) -> list[str]:
        return ["usize"]

    def open(self, type: str) -> list[str]:
        """Variables that are the same for all messages: what branches and indexes may depend on."""
        return self.pools["usize"] if type == "usize" else self.evens if type == self.word_type else []

    def condition(self, branch: bool = True) -> Cond:
        return super().condition(branch=True)

    def program(self, statements: int = 0) -> Program:
        """``statements``: their number, or 0 for any."""
        self.arguments()
        self.values()
        for _ in range(statements or self.chosen.randrange(4, 24)):
            self.statement()
        size = self.results()
        self.buffers = tuple(Buffer(one.name, one.access, size) if one.name == "o" else one for one in self.buffers)
        order = [one.name for one in self.buffers] + [name for name, _ in self.scalars]
        if self.maybe(1, 2):
            self.chosen.shuffle(order)
        return outline(self.buffers, self.scalars, self, order=tuple(order), returns="void", wipe=self.profile.wipe)

    # -- the beginning ---------------------------------------------------------------------------------------------

    def arguments(self) -> None:
        """As in other programs: ``m`` and ``t`` are memory, ``d`` has 16 bytes for each of n, ``o`` takes results."""
        wipe = self.profile.wipe
        buffers = [Buffer("m", "r" if wipe else "rw", BUFFER)]
        if self.maybe(1, 2):
            buffers.append(Buffer("t", self.chosen.choice(("r", "r" if wipe else "rw")), TABLE))
        self.in_units = self.maybe(1, 3)
        if self.in_units:
            buffers.append(Buffer("d", "r", UNIT, each=True))
        self.buffers = (*buffers, Buffer("o", "w", 0))
        self.scalars = ("a", self.word_type), ("n", "usize")
        self.types.update({one.name: "ptr" for one in self.buffers}, **dict(self.scalars))
        for one in buffers:
            if one.name in "mt":
                self.places[one.name] = (Place(one.name, 0, 0, one.size, "w" in one.access),)

    def values(self) -> None:
        kind = self.word_type
        self.areas: dict[str, tuple[Place, ...]] = {}
        self.tables: dict[str, tuple[Place, ...]] = {}
        self.evens = [self.made(kind, "copy", "a"), self.made(kind, "const", self.constant(kind) % (1 << WIDTHS[kind]))]
        self.pools = {"usize": [self.made("usize", "copy", "n"), self.made("usize", "const", 5)], kind: []}
        self.shared = {kind: self.evens}
        if self.maybe(1, 2):
            self.table()
        for _ in range(self.profile.values):
            name = self.fresh(kind, "w")
            self.load(kind, name)
            self.pools[kind].append(name)
        every = [*self.pools["usize"], *self.evens, *self.pools[kind]]
        hot = self.chosen.sample(every, self.profile.hot)
        numbers = [name for name, _ in self.scalars]
        self.do("cold", (), *(one.name for one in self.buffers), *numbers, *(name for name in every if name not in hot))
        for _ in range(self.chosen.randrange(3)):
            self.area()

    def area(self) -> None:
        name = self.fresh("ptr", "area")
        self.do("frame", name, size=AREA, name=name)
        for at in range(0, AREA, self.size):
            self.do(f"store{8 * self.size}", (), name, None, self.pick(self.word_type), offset=at)
        self.areas[name] = (Place(name, 0, 0, AREA, True),)

    def table(self) -> None:
        name = self.fresh("ptr", "table")
        values = tuple(self.chosen.getrandbits(8 * self.size) for _ in range(64 // self.size))
        self.do("table", name, name=name, type=self.word_type, values=values)
        self.tables[name] = (Place(name, 0, 0, 64, False),)
        self.do("cold", (), name)

    # -- statements ------------------------------------------------------------------------------------------------

    def statement(self) -> None:
        kinds = ["each_word"] * 8 + ["memory"] * 4 + ["even"] * 2 + ["number", "pointer"]
        kinds += ["leave"] if self.loops else []
        kinds += ["control"] * 3 if self.depth < 2 else []
        kinds += ["recorded"] if self.depth == 0 else []
        kinds += ["each_unit"] if self.in_units and self.depth == 0 else []
        kind = self.chosen.choice(kinds)
        if kind == "control":
            self.control(self.block)
        else:
            getattr(self, kind)()

    def block(self) -> None:
        for _ in range(self.chosen.randrange(1, 4)):
            self.statement()

    def leave(self) -> None:
        self.out.append(Break(self.condition()))

    def recorded(self) -> None:
        """One stream, recorded and emitted."""
        loops, self.loops = self.loops, 0
        self.out.append(Parts((self.nested(self.block),)))
        self.loops = loops

    def ops(self, type: str) -> list[str]:
        if type == "usize":
            return ["add", "sub", "xor", "and_", "or_", "shl", "shr", "mul", "select", "not_"]
        if self.even_now:
            return [op for op in super().ops(type) if op not in ("convert", "mul_wide", "by_value", "crc32c", "set")]
        return ["add", "add", "sub", "xor", "and_", "or_", "andn", "orn", "not_", "bswap", *SHIFTS, "rotations",
                "ternary", "add_ternary", "add_ternary", "set"]  # fmt: skip

    even_now = False
    """True while a statement computes for all messages."""

    def each_word(self) -> None:
        """An operation on a word of each message."""
        self.word(self.word_type, self.target(self.word_type))

    def even(self) -> None:
        """A word that is the same for all messages."""
        pools, shared, places, self.even_now = self.pools, self.shared, self.places, True
        self.pools = {"usize": pools["usize"], self.word_type: self.evens}
        self.shared, self.places = {}, {}
        self.word(self.word_type, self.target(self.word_type))
        self.pools, self.shared, self.places, self.even_now = pools, shared, places, False

    def number(self) -> None:
        self.word("usize", self.target("usize"))

    def pointer(self) -> None:
        """A pointer that moves by whole words, or by a number of bytes in a message."""
        if self.areas and self.maybe(1, 3):
            old, kept, step = self.chosen.choice([*self.areas]), self.areas, self.size
        else:
            old, kept, step = self.chosen.choice([*self.places]), self.places, 1
        name, (place,) = self.fresh("ptr", "q"), kept[old]
        room = (place.size - place.high) // step
        if room >= 7 and self.maybe(1, 2) and kept is self.places:
            self.do("add", name, old, self.made("usize", "and_", self.known("usize"), 7))
            low, high = place.low, place.high + 7
        elif self.maybe(1, 3):
            by = self.chosen.randrange(place.low // step + 1) * step
            self.do("sub", name, old, by)
            low, high = place.low - by, place.high - by
        else:
            by = self.chosen.randrange(min(room, 24) + 1) * step
            self.do("add", name, old, by)
            low, high = place.low + by, place.high + by
        kept[name] = (Place(place.of, low, high, place.size, place.writable),)

    def each_unit(self) -> None:
        """A loop over the buffer of 16 bytes for each of n."""
        used = self.made("ptr", "copy", "d")

        def body() -> None:
            self.places[used] = (Place("d", 0, 0, UNIT, False),)
            offset = self.chosen.randrange(UNIT - self.size + 1)
            self.do(f"load{8 * self.size}", self.target(self.word_type), used, None, offset=offset)
            self.block()

        self.out.append(Loop("n", self.nested(body), ((used, UNIT),)))

    # -- memory ----------------------------------------------------------------------------------------------------

    def load(self, type: str, to: str) -> bool:
        """A word of each message, of an area, or of a table."""
        at = self.place(False, self.size)
        if at is None:
            self.do("set" if to in self.readable(type) else "copy", to, "a")
            return False
        more = {"be": True} if self.maybe(1, 3) else {}
        self.do(f"load{WIDTHS[type]}", to, at[0], at[1], **at[2], **more)
        return True

    def store(self) -> None:
        some = self.chosen.choice((1, 1, 2, 4))
        at = self.place(True, self.size * some)
        if at is not None:
            values = [self.operand(self.word_type) for _ in range(some)]
            more = {"be": True} if self.maybe(1, 3) else {}
            self.do(f"store{8 * self.size}", (), at[0], at[1], *values, **at[2], **more)

    def memory(self) -> None:
        if self.maybe(1, 2):
            self.store()
        else:
            self.load(self.word_type, self.target(self.word_type))

    def place(self, write: bool, size: int) -> tuple[str, str | None, dict[str, int]] | None:
        """A pointer, an index or None, and offset and scale."""
        kept = self.tables
        if not self.even_now:
            kept = self.chosen.choice((self.places, self.places, self.areas, self.areas if write else self.tables))
        found = self.pointers(write, size, kept)
        if not found:
            return None
        pointer = self.chosen.choice(found)
        (place,) = kept[pointer]
        unit, room = 1 if kept is self.places else self.size, place.size - place.high - size
        scale = 1 if write else self.chosen.choice((unit, max(unit, 4), 8))  # a store's index has no scale
        if room >= 3 * scale and scale >= unit and self.maybe(1, 3):
            index = self.made("usize", "and_", self.known("usize"), 3)
            offset = self.chosen.randint(0, (room - 3 * scale) // unit) * unit
            return pointer, index, {"offset": offset, **({"scale": scale} if scale > 1 else {})}
        low = place.low // unit if self.maybe(1, 2) else 0
        return pointer, None, {"offset": self.chosen.randint(-low, room // unit) * unit}

    def nested(self, make: Callable[[], None]) -> tuple[Stmt, ...]:
        areas = dict(self.areas)
        made = super().nested(make)
        self.areas = areas
        return made

    # -- the end ---------------------------------------------------------------------------------------------------

    def results(self) -> int:
        """Stores all words, and what is the same for all messages, to each message. Returns the size of ``o``."""
        stored = [*self.pools[self.word_type], *self.evens]
        for name in self.pools["usize"]:
            stored.append(self.made(self.word_type, "zext" if self.profile.message == 64 else "trunc", name))
        for n, name in enumerate(stored):
            self.do(f"store{8 * self.size}", (), "o", None, name, offset=n * self.size)
        return len(stored) * self.size
