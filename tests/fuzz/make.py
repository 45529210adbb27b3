# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Programs from seeds: arguments, variables, and statements over words, conditions, loops and memory."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from tests.fuzz.profiles import EDGES, PROFILES, WINDOW, Place, Profile
from tests.fuzz.program import WIDTHS, Buffer, Cond, Do, If, Loop, Program, Source, Stmt, While

KINDS = ("eq", "ne", "lt", "ge", "slt", "sge")
SHIFTS = ("shl", "shr", "sar", "rotl", "rotr")


def make(seed: int, name: str = "") -> Program:
    """The program of a seed, the same on every machine."""
    from tests.fuzz.messages import Messages
    from tests.fuzz.statements import Maker

    chosen = random.Random(f"program {seed}")
    profile = chosen.choices(PROFILES, [one.weight for one in PROFILES])[0]
    maker = Messages if profile.message else Maker
    return maker(chosen, profile, seed, name or f"fuzz_{seed}").program()


class Words:
    """Variables, operands, and statements about words. Statements are appended to ``out``."""

    def __init__(self, chosen: random.Random, profile: Profile, seed: int, name: str) -> None:
        self.chosen, self.profile, self.seed, self.name = chosen, profile, seed, name
        self.types: dict[str, str] = {}
        self.out: list[Stmt] = []
        self.pools: dict[str, list[str]] = {}
        """Variables by type that statements may change. Temporaries are not among them."""
        self.shared: dict[str, list[str]] = {}
        """Variables by type that are read-only in the streams of a stitch."""
        self.public: dict[str, list[str]] = {}
        """Variables by type that hold no secret."""
        self.places: dict[str, tuple[Place, ...]] = {}
        self.depth = 0
        self.loops = 0  # open ones that a statement may leave
        self.count = 0
        self.buffers: tuple[Buffer, ...] = ()
        self.scalars: tuple[tuple[str, str], ...] = ()

    # -- names -----------------------------------------------------------------------------------------------------

    def fresh(self, type: str, stem: str = "t") -> str:
        self.count += 1
        name = f"{stem}{self.count}"
        self.types[name] = type
        return name

    def do(self, op: str, dst: str | tuple[str, ...], *args: object, **attrs: object) -> None:
        self.out.append(Do(op, (dst,) if isinstance(dst, str) else dst, args, attrs))

    def made(self, type: str, op: str, *args: object, **attrs: object) -> str:
        """A new temporary."""
        name = self.fresh(type)
        self.do(op, name, *args, **attrs)
        return name

    def bits(self, type: str) -> int:
        """The least width of a type on any machine."""
        return WIDTHS.get(type, 64 if self.profile.bits64 else 32)

    def maybe(self, part: int, of: int) -> bool:
        return self.chosen.randrange(of) < part

    @property
    def words(self) -> list[str]:
        return [type for type in self.pools if type[0] == "u" and self.pools[type]]

    @property
    def integers(self) -> list[str]:
        """Types of words that live in general registers."""
        return [type for type in self.words if not (self.profile.in_vectors and type == "u32")]

    def readable(self, type: str) -> list[str]:
        return self.pools.get(type, []) + self.shared.get(type, [])

    def pick(self, type: str) -> str:
        return self.chosen.choice(self.readable(type))

    def target(self, type: str) -> str:
        return self.chosen.choice(self.pools[type])

    def constant(self, type: str) -> int:
        bits = self.bits(type)
        value = self.chosen.choice((*EDGES, self.chosen.getrandbits(bits), -1, -2, -128))
        return value if -(1 << bits - 1) <= value < 1 << bits else value % (1 << bits)

    # -- operands --------------------------------------------------------------------------------------------------

    def operand(self, type: str, depth: int = 1) -> str:
        """A variable, or a temporary computed or loaded for this one reader."""
        if not self.readable(type) or depth and self.maybe(1, 3):
            return self.temporary(type, depth - 1)
        return self.pick(type)

    def source(self, type: str) -> Source:
        return self.constant(type) if self.maybe(1, 4) else self.operand(type)

    def temporary(self, type: str, depth: int) -> str:
        name = self.fresh(type)
        if type[0] == "u" and type != "usize" and self.maybe(1, 2) or not self.readable(type):
            self.load(type, name)
        else:
            self.word(type, name, depth)
        return name

    def known(self, *types: str) -> str:
        """A variable without a secret."""
        return self.chosen.choice([name for type in types for name in self.open(type)])

    def open(self, type: str) -> list[str]:
        if not self.profile.wipe:
            return self.readable(type)
        return [name for name in self.public.get(type, []) if name in self.types]

    def condition(self, branch: bool = True) -> Cond:
        """A condition, over values without a secret if a branch depends on the condition."""
        names = self.open if branch else self.readable
        types = [type for type in ("u8", "u16", "usize", "u32", "u64") if names(type)]
        types = [type for type in types if not (self.profile.in_vectors and type == "u32")]
        if not self.profile.bits64 and self.maybe(5, 6):  # pairs on 32-bit machines need many registers
            types = [type for type in types if type != "u64"]
        type = self.chosen.choice(types)
        x, y, z = (self.chosen.choice(names(type)) for _ in range(3))
        others: list[Source] = [0, 1, y, z, self.chosen.choice(EDGES) % (1 << self.bits(type))]
        return Cond(self.chosen.choice(KINDS), x, self.chosen.choice(others))

    # -- memory ----------------------------------------------------------------------------------------------------

    def pointers(self, writable: bool, size: int, kept: dict[str, tuple[Place, ...]] | None = None) -> list[str]:
        """Pointers to ``size`` bytes, of ``kept`` or of ``places``."""
        return [
            name for name, places in (self.places if kept is None else kept).items()
            if all((one.writable or not writable) and one.high + size <= one.size for one in places)
        ]  # fmt: skip

    def scaled(self, size: int, writable: bool) -> tuple[str, str | None, dict[str, int]] | None:
        """As :meth:`at`, but with a scale for some indexes, and the offset among an operation's attributes."""
        scale = self.chosen.choice((1, 1, 2, 4, 8))
        at = self.at(size, writable, scale)
        if at is None:
            return None
        return at[0], at[1], {"offset": at[2], **({"scale": scale} if scale > 1 and at[1] is not None else {})}

    def at(self, size: int, writable: bool, scale: int = 1) -> tuple[str, str | None, int] | None:
        """A pointer, an index or None, and an offset at which ``size`` bytes may be read or written."""
        found = self.pointers(writable, size)
        if not found:
            return None
        pointer = self.chosen.choice(found)
        room = min(one.size - one.high for one in self.places[pointer]) - size
        low = -min(one.low for one in self.places[pointer])
        index, most = None, 0
        whole = all(one.of != WINDOW for one in self.places[pointer])
        if whole and room >= 3 * scale and self.open("usize") and self.maybe(1, 3):
            index, most = self.index(room // scale)
            most *= scale
        if self.maybe(1, 2):
            low = max(low, 0)
        if room - most < low:  # the places of the pointer have no common room
            return None
        return pointer, index, self.chosen.randint(low, room - most)

    def index(self, room: int) -> tuple[str, int]:
        """A value from 0 to ``most``, at most ``room``."""
        if room >= 255 and self.open("u8") and self.maybe(1, 2):
            x = self.known("u8")
            return (x, 255) if self.maybe(1, 2) else (self.made("usize", "zext", x), 255)
        most = self.chosen.choice([mask for mask in (3, 7, 15, 31, 63) if mask <= room])
        type = self.chosen.choice([t for t in ("usize", "u32") if self.open(t) and t in ("usize", *self.integers)])
        return self.made(type, "and_", self.known(type), most), most

    def load(self, type: str, to: str) -> bool:
        """A word into ``to``. False if there is no memory for the load."""
        bits = WIDTHS[type]
        if type in ("u32", "u64") and not (self.profile.in_vectors and type == "u32") and self.maybe(1, 5):
            narrow = self.chosen.choice((8, 16, 32))
            at = self.scaled(narrow // 8, False)
            if at is not None:
                more = {"be": True} if narrow > 8 and self.maybe(1, 3) else {}
                self.do(f"load{narrow}_signed", to, at[0], at[1], **at[2], **more)
                return True
        at = self.scaled(bits // 8, False)
        if at is None:
            if to not in self.readable(type):
                self.do("copy", to, "a") if type == "u32" else self.do("const", to, self.constant(type) % (1 << bits))
            return False
        attrs = {"be": True} if bits > 8 and self.maybe(1, 3) else {}
        self.do(f"load{bits}", to, at[0], at[1], **at[2], **attrs)
        return True

    def store(self) -> None:
        type = self.chosen.choice([type for type in self.words if type != "usize"])
        count = 2 if self.maybe(1, 6) else 1
        at = self.at(count * WIDTHS[type] // 8, True)
        if at is None:
            return
        attrs = {"be": True} if type != "u8" and self.maybe(1, 3) else {}
        values = [self.operand(type) for _ in range(count)]
        self.do(f"store{WIDTHS[type]}", (), at[0], at[1], *values, offset=at[2], **attrs)

    def memory(self) -> None:
        if self.maybe(1, 2):
            self.store()
            return
        type = self.chosen.choice([type for type in self.words if type != "usize"])
        self.load(type, self.target(type))

    # -- one operation ---------------------------------------------------------------------------------------------

    def function(self, depth: int = 2) -> tuple[object, ...]:
        """A tree of a boolean function of x, y, z."""
        if depth == 0 or self.maybe(1, 4):
            return (self.chosen.choice("xyz"),)
        if self.maybe(1, 4):
            return ("~", self.function(depth - 1))
        return (self.chosen.choice("&|^"), self.function(depth - 1), self.function(depth - 1))

    def disjoint(self) -> list[tuple[object, ...]]:
        """Parts that are never 1 at the same place."""
        a, b, c = self.function(1), self.function(1), self.function(1)
        if self.maybe(1, 3):
            return [("&", ("y",), ("z",)), ("&", ("^", ("y",), ("z",)), ("x",))]
        parts: list[tuple[object, ...]] = [("&", a, b), ("&", ("~", a), c)]
        return parts[: self.chosen.choice((1, 2, 2))] if self.maybe(1, 2) else [parts[1], parts[0]]

    def lane_ops(self) -> list[str]:
        return ["add", "add", "xor", "and_", "or_", "rotl", "rotr", "ternary", "add_ternary", "set"]

    def ops(self, type: str) -> list[str]:
        if type == "u32" and self.profile.in_vectors:
            return self.lane_ops()
        out = ["add", "add", "sub", "xor", "and_", "or_", "andn", "orn", "not_", "bswap", "shl", "shr", "rotl", "rotr"]
        out += ["sar", "ternary", "add_ternary", "add_ternary", "convert", "set"]
        out += ["clz", "ctz", "popcount"] if type != "u64" or self.profile.bits64 or self.maybe(1, 3) else []
        out += ["crc32c"] if type == "u32" and self.maybe(1, 4) else []
        out += ["rotations"] if type in ("u32", "u64") else []
        if type in ("u32", "usize") or type == "u64" and (self.profile.bits64 or self.maybe(1, 3)):
            out += ["mul", "mul_high", "mul_wide"]  # pairs on 32-bit machines need many registers
        if type != "u64" or self.profile.bits64 or self.maybe(1, 5):
            out += ["select", "select", "min", "by_value"]
        return out

    def word(self, type: str, to: str, depth: int = 1) -> None:
        """One operation on words. Its result goes to ``to``, new or not."""
        new = to not in self.readable(type)
        op = self.chosen.choice(self.ops(type))
        if new and op in ("add_ternary", "set"):
            op = "xor"
        if not new and op == "min":
            op = "sub"
        if op == "convert":
            self.convert(type, to)
            return
        x = self.operand(type, depth)
        bits = self.bits(type)
        if op == "by_value":
            count = self.pick(self.chosen.choice([of for of in self.integers if self.readable(of)]))
            self.do(self.chosen.choice(SHIFTS), to, x, count)
        elif op in SHIFTS:
            self.do(op, to, x, bits=self.chosen.choice((0, 1, bits - 1, self.chosen.randrange(bits), 8 % bits)))
        elif op == "crc32c":
            of = self.chosen.choice([one for one in self.integers if self.readable(one) and one != "usize"])
            self.do(op, to, x, self.pick(of))
        elif op in ("not_", "bswap", "clz", "ctz", "popcount"):
            self.do(op, to, x)
        elif op == "mul_wide":
            low, high = self.fresh(type, "l"), self.fresh(type, "g")
            self.do(op, (low, high), x, self.source(type))
            self.do(self.chosen.choice(("xor", "sub", "add")), to, low, high)
        elif op == "add" and self.maybe(1, 3):
            self.do(op, to, x, self.source(type), self.source(type))
        elif op in ("andn", "orn"):
            self.do(op, to, x, self.operand(type, depth))
        elif op == "ternary":
            self.do(op, to, x, self.operand(type, depth), self.pick(type), function=self.function())
        elif op == "add_ternary":
            names = [x, self.pick(type), to if self.maybe(1, 3) else self.pick(type)]
            self.chosen.shuffle(names)
            self.do(op, to, *names, parts=tuple(self.disjoint()))
        elif op == "rotations":
            amounts = sorted(self.chosen.sample(range(1, bits), 3))
            shift = self.chosen.randrange(1, bits) if self.maybe(1, 2) else 0
            self.do(op, to, x, right=tuple(amounts[: 2 if shift else 3]), shift=shift)
        elif op == "select":
            values: list[Source] = [x, self.source(type)]
            self.chosen.shuffle(values)
            self.do(op, to, *values, cond=self.condition(branch=False))
        elif op == "set" and type in self.integers and self.maybe(1, 3):
            self.do(op, to, self.constant(type))
        elif op == "set":
            self.do(op, to, x)
        else:
            self.do(op, to, x, self.source(type))

    def convert(self, type: str, to: str) -> None:
        """From another type. usize is as wide as u32 or u64."""
        of = self.chosen.choice([t for t in self.integers if self.readable(t)] or [type])
        if "usize" in (of, type):
            widens = of in ("u8", "u16", "u32", type) or type == "u64"
        else:
            widens = WIDTHS[of] <= WIDTHS[type]
        signed = self.maybe(1, 2) and not (self.profile.in_vectors and "u32" in (of, type))
        self.do(("sext" if signed else "zext") if widens else "trunc", to, self.pick(of))

    # -- control ---------------------------------------------------------------------------------------------------

    def nested(self, make: Callable[[], None]) -> tuple[Stmt, ...]:
        """The statements that ``make`` appends, as a block. The end of the block forgets the pointers made inside."""
        out, places = self.out, dict(self.places)
        self.out = []
        self.depth += 1
        make()
        self.depth -= 1
        made, self.out, self.places = tuple(self.out), out, places
        return made

    def control(self, block: Callable[[], None]) -> None:
        kind = self.chosen.choice(("if_", "if_", "rarely", "loop", "loop", "down", "up"))
        if kind in ("if_", "rarely"):
            cond, body = self.condition(), self.nested(block)
            self.out.append(If(kind, cond, body, self.nested(block) if kind == "if_" and self.maybe(1, 2) else ()))
        elif kind == "loop":
            count = self.made("usize", "and_", self.known("usize"), 3)
            if once := self.maybe(1, 4):
                count = self.made("usize", "or_", count, 1)
            found = self.pointers(False, 64)
            if not found or self.maybe(1, 2):
                self.out.append(Loop(count, self.round(block), (), once))
                return
            old = self.chosen.choice(found)
            stepped = self.made("ptr", "copy", old)
            if self.maybe(1, 2):
                self.do("cold", (), stepped)
            self.places[stepped] = tuple(replace(one, high=one.high + 32) for one in self.places[old])
            body = self.round(block)
            del self.places[stepped]
            self.out.append(Loop(count, body, ((stepped, 16),), once))
        else:
            self.counted(kind, block)

    def counted(self, kind: str, block: Callable[[], None]) -> None:
        """A while over a counter that the body changes last."""
        counter = self.made("usize", "const", self.chosen.randrange(4) if kind == "down" else 0)
        if self.maybe(1, 2):
            self.do("cold", (), counter)
        if kind == "down":
            cond, step = Cond("ne", counter, 0), Do("sub", (counter,), (counter, 1))
        else:
            limit = self.made("usize", "and_", self.known("usize"), 3)
            cond, step = Cond("lt", counter, limit), Do("add", (counter,), (counter, 1))
        mask = self.chosen.choice((0, 0, 3, 7))  # no count here is above 3
        self.out.append(While(cond, (*self.round(block), step), mask))

    def round(self, block: Callable[[], None]) -> tuple[Stmt, ...]:
        """The body of a loop, which statements inside may leave."""
        self.loops += 1
        made = self.nested(block)
        self.loops -= 1
        return made


def outline(buffers: tuple[Buffer, ...], scalars: tuple[tuple[str, str], ...], maker: Words, **more: object) -> Program:
    return Program(
        maker.name, maker.seed, maker.profile.name, buffers, scalars, types=maker.types, body=tuple(maker.out), **more,  # type: ignore[arg-type]
    )  # fmt: skip
