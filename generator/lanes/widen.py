# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The rewriting of a recording for several messages.

A word that hangs on a message becomes vectors that hold the word of every message. A value that is the same for all
messages stays as it is. A pointer into the messages becomes the distance from their beginnings, which is the same for
all; the addresses are in the caller's array. An area of the frame holds the words of all messages next to each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.lanes.kinds import AREA, MESSAGE, SPREAD, WORD, Kinds, operands
from generator.lanes.memory import BLOCK, Fetched, Messages, Shape
from generator.lanes.multiples import Multiples
from generator.lang.builder import Builder
from generator.lang.contract import Kernel
from generator.lang.ternary import expression
from generator.lang.values import Condition, Op, Stream, Type, Val
from generator.model import KernelError, Src

SUM = expression(lambda x, y, z: x ^ y ^ z)
SHIFTS = {"shl": "vshl", "shr": "vshr", "sar": "vsar", "rotl": "vrotl", "rotr": "vrotr"}
LOGIC = {"xor": "xor", "and": "and_", "or": "or_", "andn": "andn", "orn": "orn"}
STOPS = ("label", "branch", "jump", "loop_end", "seam", "asm")
FEW = 8  # vector registers
ACCEPTED = (
    "sums, differences, logic, shifts and rotations by constants, bswap, ternary, copies, and loads and stores of "
    "words of 32 or 64 bits"
)


class Recorder(Builder):
    """A builder whose operations have the lines of the operations that they replace. Where vector registers are few,
    every vector is cold."""

    at: Src

    def here(self) -> Src:
        return self.at

    def value(self, type: Type, name: str = "", cold: bool = False, src: Src | None = None) -> Val:
        """A new variable without a value."""
        return super().value(type, name, cold or type.whole and self.vectors <= FEW, src)


def widened(recorded: Stream, params: Sequence[Val], k: Recorder, kernel: Kernel) -> tuple[Stream, list[Val]]:
    """The recording of one message, rewritten by ``k`` for the messages of ``kernel``, and the new parameters."""
    made = _Widening(recorded.ops, params, k, kernel)
    made.run()
    k.at = kernel.src
    return k.finish(), made.params


class _Widening:
    def __init__(self, ops: list[Op], params: Sequence[Val], k: Recorder, kernel: Kernel) -> None:
        self.ops, self.k, self.kernel = ops, k, kernel
        self.kinds = Kinds(ops, params)
        self.shape = Shape(k.variant.messages, k.variant.sets)
        self.params = [
            k.value(val.type if val.type.name == "ptr" else self.type(val.type), val.name, val.cold, val.src)
            for val in params
        ]
        self._old = list(params)
        self._plain: dict[int, Val] = {}
        self._wide: dict[int, list[Val]] = {}
        self._messages: dict[int, Messages] = {}
        self._fetched: dict[int, Fetched] = {}  # place of a load in ``ops`` → the words that it is one of
        self._stored: set[int] = set()  # places of stores that are done
        self._multiples = Multiples(ops)
        self._sizes: dict[int, int] = {}  # id of an area → the bytes of its words
        self._assigned: dict[int, int] = {}  # id of a value → the number of its assignments
        for op in ops:
            for val in op.dst:
                self._assigned[val.id] = self._assigned.get(val.id, 0) + 1

    def type(self, kind: Type) -> Type:
        """The new recording's type of the same name."""
        found: Type = getattr(self.k, kind.name)
        return found

    def run(self) -> None:
        k = self.k
        for old, new in zip(self._old, self.params):
            k.at = old.src
            if old.type.name != "ptr":
                self._plain[old.id] = new
                continue
            self._messages[old.id] = Messages(k, self.shape, new)
            if self._assigned.get(old.id):
                self._distance_of(old)
                k.record("const", (self._plain[old.id],), (0,))
        for n, op in enumerate(self.ops):
            k.at = op.src
            self.op(n, op)

    def op(self, n: int, op: Op) -> None:
        """Rewrite one operation."""
        if op.name in ("asm", "seam"):
            raise self.refuse(op, "instructions and woven streams are those of one message")
        self.kinds.check(op)
        kinds = {self.kinds.of(val) for val in (*op.dst, *operands(op))}
        if op.name == "load" and self.kinds.of(op.args[0]) in (MESSAGE, AREA):
            self.load(n, op)
        elif op.name == "store" and self.kinds.of(op.args[0]) in (MESSAGE, AREA):
            self.store(n, op)
        elif kinds & {WORD, SPREAD} and op.name not in ("branch", "select"):
            self.words(op)
        elif WORD in kinds:
            conditions = [arg for arg in op.args if isinstance(arg, Condition)]
            decided = any(
                self.kinds.of(val) == WORD for one in conditions for val in (one.x, one.y) if isinstance(val, Val)
            )
            if not decided:
                raise self.refuse(op, "a choice among words is not known; a branch by the same numbers is")
            raise self.refuse(op, "the message's words decide it, which differ from lane to lane")
        elif kinds & {MESSAGE, AREA} and op.dst:
            self.pointer(op)
        else:
            self.same(op)

    def refuse(self, op: Op, why: str) -> KernelError:
        return KernelError(op.src, f"{op.name} for {self.shape.lanes} messages at once: {why}; expected {ACCEPTED}")

    # -- values ----------------------------------------------------------------------------------------------------

    def plain(self, val: Any) -> Any:
        """The same value, pointer distance, condition or number in the new recording."""
        if isinstance(val, Condition):
            return Condition(val.kind, self.plain(val.x), self.plain(val.y), val.src, at=len(self.k.recorded))
        if not isinstance(val, Val):
            return val
        if self.kinds.of(val) in (WORD, SPREAD):
            raise KernelError(self.k.at, f"{val.name} differs from message to message; expected {ACCEPTED}")
        found = self._plain.get(val.id)
        if found is None:
            if self.kinds.of(val) == MESSAGE:
                return self._distance_of(val) if self._assigned.get(val.id) else 0
            found = self._plain[val.id] = self.k.value(self.type(val.type), _name(val), val.cold, val.src)
        return found

    def _distance_of(self, val: Val) -> Val:
        k = self.k
        self._plain[val.id] = made = k.value(k.usize, _name(val), val.cold, val.src)
        return made

    def wide(self, val: Val | int, like: Type) -> list[Val]:
        """The vectors of a value, as well as words of the type ``like``."""
        k, kind = self.k, self.shape.type(self.k, like.bits)
        if isinstance(val, int):
            size = kind.bits if kind.bits == 256 else 128  # a constant of 256 bits can be an operand in memory
            lanes = [val % (1 << like.bits)] * (size // like.bits)
            data = b"".join(one.to_bytes(like.bits // 8, "little") for one in lanes)
            dst = k.value(kind, "const")
            k.record("vconst", (dst,), (), data=data)
            return [dst] * self.shape.sets
        if self.kinds.of(val) == SPREAD:
            return self.made(val)[:1] * self.shape.sets
        if self.kinds.of(val) != WORD:
            return [k.vbroadcast(kind, self.plain(val), bits=like.bits)] * self.shape.sets
        return self.made(val)

    def made(self, val: Val) -> list[Val]:
        """The vectors that a word lives in: one for a constant."""
        found = self._wide.get(val.id)
        if found is None:
            if val.type.name not in ("u32", "u64"):
                raise KernelError(self.k.at, f"{val.name} is a {val.type} of each message; expected u32 or u64")
            sets = self.shape.sets if self.kinds.of(val) == WORD else 1
            kind, name = self.shape.type(self.k, val.type.bits), _name(val)
            names = [name if sets == 1 or not name else f"{name}_{part}" for part in range(sets)]
            found = [self.k.value(kind, one, val.cold, val.src) for one in names]
            self._wide[val.id] = found
        return found

    # -- operations ------------------------------------------------------------------------------------------------

    def same(self, op: Op) -> None:
        """An operation on values that all messages share."""
        self.k.record(op.name, tuple(map(self.plain, op.dst)), tuple(map(self.plain, op.args)), **op.attrs)

    def pointer(self, op: Op) -> None:
        """The distance of a pointer from the messages, or an address in an area."""
        k, dst = self.k, op.dst[0]
        area = self.kinds.of(dst) == AREA
        if op.name == "frame":
            self._plain[dst.id] = self.area(op.attrs["size"] * self.shape.lanes, dst)
            return
        if op.name not in ("add", "sub", "copy", "select") or dst.type.name != "ptr":
            raise self.refuse(op, "of pointers into the messages only sums, copies and choices are known")
        args = [self._scaled(arg, dst) if area else self.plain(arg) for arg in op.args]
        if all(isinstance(arg, int) for arg in args):
            start, *more = args
            k.record("const", (self.plain(dst),), (sum(more, start),))
        elif op.name in ("add", "sub") and args[0] == 0 and op.name == "add":
            rest = args[1:]
            k.record("copy" if len(rest) == 1 else "add", (self.plain(dst),), tuple(rest))
        else:
            k.record(op.name, (self.plain(dst),), tuple(args))

    def area(self, size: int, old: Val) -> Val:
        """An area of the frame that begins at a multiple of a whole vector, so that no vector in it lies across the
        border of two cache lines. The frame itself is aligned to a block."""
        k, name = self.k, _name(old) or "area"
        words = [
            (op.args[2] if op.name == "store" else op.dst[0]).type.bits // 8
            for op in self.ops
            if op.name in ("load", "store")
            and self.kinds.of(op.args[0]) == AREA
            and self.kinds.origin(op.args[0]) is old
        ]
        align = max([BLOCK, *(size * self.shape.lanes // self.shape.sets for size in words)])
        if align == BLOCK:
            return k.frame(size, name)
        start = k.add(k.frame(size + align, name), align - 1)
        return k.and_(start, -align, to=start)

    def _scaled(self, arg: Any, pointer: Val) -> Any:
        """An operand of an address in an area: distances grow with the number of messages."""
        if isinstance(arg, int):
            bits = pointer.type.bits
            signed = (arg + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)
            return signed * self.shape.lanes % (1 << bits)
        if isinstance(arg, Val) and self.kinds.of(arg) != AREA:
            return self.k.shl(self.plain(arg), self.shape.lanes.bit_length() - 1)
        return self.plain(arg)

    def words(self, op: Op) -> None:
        """An operation on words of the messages."""
        k, name = self.k, op.name
        if not op.dst:
            raise self.refuse(op, "the message's words decide it, which differ from lane to lane")
        dst, lane = op.dst[0], op.dst[0].type.bits
        if self.kinds.of(dst) == SPREAD:
            self.constant(op)
            return
        out = self.made(dst)
        if name in ("copy", "const") or name in SHIFTS and op.attrs["bits"] == 0:  # a word's shift may be by nothing
            for to, x in zip(out, self.wide(op.args[0], dst.type)):
                k.record("copy", (to,), (x,))
            return
        if name in ("shl", "shr", "sar", "rotl", "rotr"):
            bits = op.attrs["bits"]
            for to, x in zip(out, self.wide(op.args[0], dst.type)):
                getattr(k, SHIFTS[name])(x, bits, bits=lane, to=to)
            return
        if name == "load":
            self.constant(op)
            for to in out[1:]:
                k.record("copy", (to,), (out[0],))
            return
        if name == "add":  # a constant is just before its addition, whose operand in memory it may be
            for part, to in enumerate(out):
                self.sum(op.args, part, dst, to)
            return
        inputs = [self.wide(arg, dst.type) for arg in op.args]
        for part, to in enumerate(out):
            args = [vectors[part] for vectors in inputs]
            if name in LOGIC:
                getattr(k, LOGIC[name])(*args, to=to)
            elif name == "not":
                k.not_(args[0], to=to)
            elif name == "bswap":
                k.vbswap(args[0], bits=lane, to=to)
            elif name == "sub":
                k.vsub(args[0], args[1], bits=lane, to=to)
            elif name == "rotations":
                self.rotations(args[0], op, lane, to)
            elif name == "ternary":
                k.record("ternary", (to,), tuple(args), **op.attrs)
            elif name == "add_ternary":
                k.record("add_ternary", (to,), tuple(args), lane=lane, **op.attrs)
            else:
                raise self.refuse(op, "there is no form of it")

    def sum(self, args: Sequence[Val | int], part: int, dst: Val, to: Val) -> None:
        """Addends from left to right, ``dst`` first if it is one of them."""
        k, old = self.k, to
        args = sorted(args, key=lambda val: val is not dst)
        if len(args) > 2 and sum(val is dst for val in args) > 1:
            old = k.copy(to, "old")
        total = self.wide(args[0], dst.type)[part]
        for val in args[1:]:
            addend = old if val is dst else self.wide(val, dst.type)[part]
            total = k.vadd(total, addend, bits=dst.type.bits, to=to)

    def rotations(self, x: Val, op: Op, lane: int, to: Val) -> None:
        """The exclusive-or of three rotations, one of which may be a shift."""
        k = self.k
        terms = [k.vrotr(x, bits, bits=lane) for bits in op.attrs["right"]]
        if op.attrs["shift"]:
            terms.append(k.vshr(x, op.attrs["shift"], bits=lane))
        k.record("ternary", (to,), tuple(terms), parts=(SUM,))

    def constant(self, op: Op) -> None:
        """A constant that only words of messages meet."""
        k, dst = self.k, op.dst[0]
        out = self.made(dst)[0]
        if op.name == "const":
            k.record("copy", (out,), (self.wide(op.args[0], dst.type)[0],))
            return
        ptr, index = op.args
        index = None if index is None else self._times(self.plain(index), op.attrs.get("scale", 1))
        k.vload_broadcast(out.type, self.plain(ptr), bits=dst.type.bits, offset=op.attrs["offset"], index=index, to=out)
        if op.attrs["be"]:
            k.vbswap(out, bits=dst.type.bits, to=out)

    # -- memory ----------------------------------------------------------------------------------------------------

    def load(self, n: int, op: Op) -> None:
        dst = op.dst[0]
        if dst.type.name not in ("u32", "u64"):
            raise self.refuse(op, f"a {dst.type} of each message")
        bits = dst.type.bits
        if self.kinds.of(op.args[0]) == AREA:
            index, offset = self._in_area(op, bits)
            step = self.made(dst)[0].type.bits // 8
            for part, to in enumerate(self.made(dst)):
                self.k.vload(to.type, self.plain(op.args[0]), offset=offset + part * step, index=index, to=to)
                if op.attrs["be"]:
                    self.k.vbswap(to, bits=bits, to=to)
            return
        if n not in self._fetched:
            self._fetch(n, op, bits)
        words = self._fetched[n].word(op.attrs["offset"])
        if self._assigned[dst.id] == 1 and dst.id not in self._wide:
            for word in words:
                word.name = dst.name if dst.named else word.name
            self._wide[dst.id] = words
            return
        for to, word in zip(self.made(dst), words):
            self.k.record("copy", (to,), (word,))

    def _fetch(self, n: int, op: Op, bits: int) -> None:
        """Fetch all words that the straight code from ``op`` on loads by the same pointer."""
        ptr, index = op.args
        found: list[int] = []
        for at in range(n, len(self.ops)):
            one = self.ops[at]
            if one.name in STOPS or one.name == "store" and self.kinds.of(one.args[0]) == MESSAGE:
                break
            if (
                one.name == "load" and one.args[0] is ptr and one.args[1] is index and one.dst[0].type.bits == bits
                and one.attrs.get("scale") == op.attrs.get("scale") and one.attrs["be"] == op.attrs["be"]
            ):  # fmt: skip
                found.append(at)
            if any(val is ptr or val is index for val in one.dst):
                break
        offsets = [self.ops[at].attrs["offset"] for at in found]
        words = self._of(ptr).gather(self._distance(op), bits, offsets, be=op.attrs["be"])
        self._fetched.update(dict.fromkeys(found, words))

    def _of(self, ptr: Val) -> Messages:
        return self._messages[self.kinds.origin(ptr).id]

    def _distance(self, op: Op) -> Val | None:
        """The distance of an access from the beginnings of the messages, its offset left out."""
        ptr, index = op.args[:2]
        at = self.plain(ptr)
        if index is None:
            return None if isinstance(at, int) else at
        further = self._times(self.plain(index), op.attrs.get("scale", 1))
        return further if isinstance(at, int) else self.k.add(at, further)

    def _times(self, index: Val, scale: int) -> Val:
        return self.k.shl(index, scale.bit_length() - 1) if scale > 1 else index

    def _in_area(self, op: Op, bits: int) -> tuple[Val | None, int]:
        pointer, index = op.args[:2]
        scale, size = op.attrs.get("scale", 1), bits // 8
        if op.attrs["offset"] % size:
            raise self.refuse(op, f"offset {op.attrs['offset']} of an area is no multiple of a word's size")
        distances = ((pointer, 1), (index, scale)) if index is not None else ((pointer, 1),)
        for moved, times in distances:
            if self._multiples.of(moved) * times % size:
                raise KernelError(
                    op.src,
                    f"{op.name} for {self.shape.lanes} messages at once: an area holds the words of all messages "
                    f"next to each other, and nothing says that {_name(moved) or 'the distance'} goes by whole words "
                    f"of {size} bytes; expected a multiple of {size}: a distance that is shifted, masked or scaled",
                )
        kept = self._sizes.setdefault(self.kinds.origin(pointer).id, size)
        if kept != size:
            raise self.refuse(op, f"words of {size} bytes in an area that has words of {kept} bytes")
        if index is not None:
            index = self._times(self.plain(index), self.shape.lanes * scale)
        return index, op.attrs["offset"] * self.shape.lanes

    def store(self, n: int, op: Op) -> None:
        k = self.k
        if n in self._stored:
            return
        if self.kinds.of(op.args[0]) == AREA:
            bits = op.args[2].type.bits
            index, offset = self._in_area(op, bits)
            for val in self._ordered(op, bits):
                k.vstore(self.plain(op.args[0]), val, offset=offset, index=index)
                offset += val.type.bits // 8
            return
        words: dict[int, list[Val]] = {}
        for at in range(n, len(self.ops)):
            one = self.ops[at]
            same = one.name == "store" and one.args[0] is op.args[0] and one.args[1] is op.args[1]
            if not same or one.args[2].type != op.args[2].type or one.attrs["offset"] in words:
                break
            if one.attrs.get("scale") != op.attrs.get("scale"):
                break
            words[one.attrs["offset"]] = self._ordered(one, op.args[2].type.bits)
            self._stored.add(at)
        self._of(op.args[0]).scatter(self._distance(op), op.args[2].type.bits, words)

    def _ordered(self, op: Op, bits: int) -> list[Val]:
        """The vectors of a stored word, with its bytes in the order of memory."""
        val = op.args[2]
        if val.type.name not in ("u32", "u64"):
            raise self.refuse(op, f"a {val.type} of each message")
        vectors = self.wide(val, val.type)
        return [self.k.vbswap(one, bits=bits) for one in vectors] if op.attrs["be"] else vectors


def _name(val: Val) -> str:
    return val.name if val.named else ""
