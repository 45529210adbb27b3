# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The builder ``k`` of kernel scripts. Every call records one word-level operation with the script's line."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Union, overload

from generator.lang.arguments import OWN, checked
from generator.lang.contract import SCALARS, Kernel, Variant
from generator.lang.finished import refuse_unfinished
from generator.lang.operands import Operands
from generator.lang.scopes import Scope, scoped
from generator.lang.ternary import Boolean, disjoint
from generator.lang.values import Condition, Op, Source, Stream, Type, Val
from generator.lang.vectors import VectorOps
from generator.model import KernelError, Src

_HERE = __file__.rsplit("/", 1)[0]
_ROOT = _HERE.removesuffix("generator/lang")
_GENERATOR = _HERE.removesuffix("lang")
Vals = Union[Val, Sequence[Val]]
Operand = Any  # an operand of asm: the kind "Operand" checks it
Turn = Union[Condition, Callable[[], Condition]]
LOGIC = ("xor", "and", "or", "andn", "orn", "not")  # the scalar operations that whole vectors have too


class _Package(dict[str, bool]):
    """File name → whether the file belongs to this package and is no script. Each file is looked at once."""

    def __missing__(self, file: str) -> bool:
        self[file] = found = file.startswith(_HERE) or file.endswith("contextlib.py")
        return found


_of_package = _Package()


@functools.cache
def script_place(file: str, line: int) -> Src:
    # A kernel file that another one imports was loaded by its absolute path; messages show the path from the root.
    return Src(file.removeprefix(_ROOT), line)


@checked
class Builder(VectorOps, Operands):
    """Records a kernel for one target.

    Types: ``k.u8 k.u32 k.u64 k.usize`` (``usize`` is as wide as a pointer). ``k.registers`` is the number of
    general-purpose registers of the convention. A kernel may scale its look-ahead by this number and needs no name of
    an instruction set.
    Operations on whole vectors are in :mod:`generator.lang.vectors`.
    """

    def __init__(
        self, kernel: Kernel, variant: Variant, *, pointer_bits: int, registers: int, vectors: int = 0,
        keys_first: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(vectors=vectors, keys_first=keys_first)
        self.kernel, self.variant = kernel, variant
        self.registers = registers
        self.u8 = Type("u8", 8)
        self.u32 = Type("u32", 32, "vec" if variant.lane == "vec" else "gp")
        self.u64 = Type("u64", 64)
        self.usize = Type("usize", pointer_bits)
        self.ptr = Type("ptr", pointer_bits)
        self._ids = 0
        self._labels = 0
        self._streams = [Stream([], kernel.name)]
        self._rare: list[Stream] = []
        self.recorded: list[Op] = []
        self.scopes: list[Scope[Any]] = []
        self.streams: list[tuple[Stream, Src]] = []

    # -- recording -------------------------------------------------------------------------------------------------

    def here(self) -> Src:
        """The innermost line of the running script. Lines of this package do not count."""
        frame = sys._getframe(1)
        while _of_package[frame.f_code.co_filename] and frame.f_back is not None:
            frame = frame.f_back
        return script_place(frame.f_code.co_filename, frame.f_lineno)

    def asked_by_script(self) -> bool:
        """True if the caller's caller is a line of a script or a test, and not of the generator."""
        file = sys._getframe(2).f_code.co_filename
        return not file.startswith(_GENERATOR) or file.startswith(f"{_GENERATOR}kernels/")

    def fail(self, message: str) -> KernelError:
        return KernelError(self.here(), message)

    if not TYPE_CHECKING:  # type checkers report unknown names themselves

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(name)
            near = get_close_matches(name, [word for word in dir(self) if word[0] != "_" and word not in OWN], 3)
            hint = f"; did you mean {' or '.join(near)}?" if near else ""
            raise self.fail(f"k.{name}: there is no such operation{hint}")

    def param(self, name: str) -> int:
        """A parameter of the variant that is being recorded."""
        for key, value in self.variant.params:
            if key == name:
                return value
        raise self.fail(f"variant {self.variant.name} has no parameter {name}")

    def value(self, type: Type, name: str = "", cold: bool = False, src: Src | None = None) -> Val:
        """A new variable without a value."""
        if name and not (name.isascii() and name.isidentifier()):  # comments and banners show it
            raise self.fail(f"a value called {name!r}; expected a name of letters, digits and _")
        self._ids += 1
        return Val(self, self._ids, name or f"t{self._ids}", type, src or self.here(), cold)

    def record(self, name: str, dst: tuple[Val, ...], args: tuple[Any, ...], **attrs: Any) -> None:
        """Append one operation, after a check of everything that the operation reads and writes."""
        self.look(name, dst, args)
        if self.known:
            copied = self.known.get(args[0].id) if name == "copy" else None
            for val in dst:
                self.known.pop(val.id, None)
                if copied is not None:
                    self.known[val.id] = copied
        op = Op(name, dst, args, self.here(), attrs)
        self._streams[-1].ops.append(op)
        self.recorded.append(op)

    def _target(self, to: Val | None, type: Type, name: str = "") -> Val:
        if to is None:
            return self.value(type, name)
        if to.type is not type and to.type != type:
            raise self.fail(f"the result is a {type}, but to={to.name} is a {to.type}")
        return to

    def _one_type(self, op: str, args: Iterable[Source]) -> Type:
        types: list[Type] = []
        for arg in args:
            if isinstance(arg, Val) and arg.type not in types:
                types.append(arg.type)
        if len(types) == 2 and op in ("add", "sub") and self.ptr in types and self.usize in types:
            return self.ptr
        if not types:
            raise self.fail(f"{op} of constants only; expected at least one value")
        if len(types) > 1:
            shown = ", ".join(f"{a.name} {a.type}" if isinstance(a, Val) else hex(a) for a in args)
            raise self.fail(f"{op}({shown}): the types differ; expected one type, convert with k.zext or k.trunc")
        return types.pop()

    def _plain(self, op: str, args: tuple[Source, ...], to: Val | None, name: str = "") -> Val:
        kind = self._one_type(op, args)
        if kind.whole and op not in LOGIC:
            raise self.fail(f"{op} of a {kind}; expected one of {', '.join(LOGIC)}, or k.v{op}(…) where lanes count")
        dst = self._target(to, kind, name)
        self.record(op, (dst,), args)
        return dst

    # -- arithmetic and logic --------------------------------------------------------------------------------------

    def add(self, *args: Source, to: Val | None = None) -> Val:
        """The sum of two or more operands. Additions run from left to right, after the first two that the target can
        fuse: list the values that are ready early first."""
        return self._plain("add", args, to)

    def sub(self, x: Source, y: Source, *, to: Val | None = None) -> Val:
        """x - y."""
        if isinstance(x, Val) and isinstance(y, int):
            self._fitting("sub", y, x.type)
            return self._plain("add", (x, -y & ((1 << x.type.bits) - 1)), to)
        return self._plain("sub", (x, y), to)

    def xor(self, x: Source, y: Source, *, to: Val | None = None) -> Val:
        return self._plain("xor", (x, y), to)

    def and_(self, x: Source, y: Source, *, to: Val | None = None) -> Val:
        return self._plain("and", (x, y), to)

    def or_(self, x: Source, y: Source, *, to: Val | None = None) -> Val:
        return self._plain("or", (x, y), to)

    def _complement(self, op: str, plain: str, x: Source, y: Source, to: Val | None) -> Val:
        if isinstance(x, Val) and isinstance(y, int):
            self._fitting(op, y, x.type)
            return self._plain(plain, (x, ~y & ((1 << x.type.bits) - 1)), to)
        return self._plain(op, (x, y), to)

    def andn(self, x: Source, y: Source, *, to: Val | None = None) -> Val:
        """x & ~y."""
        return self._complement("andn", "and", x, y, to)

    def orn(self, x: Source, y: Source, *, to: Val | None = None) -> Val:
        """x | ~y."""
        return self._complement("orn", "or", x, y, to)

    def not_(self, x: Val, *, to: Val | None = None) -> Val:
        return self._plain("not", (x,), to)

    def bswap(self, x: Val, *, to: Val | None = None) -> Val:
        """Bytes in reverse order."""
        return self._plain("bswap", (x,), to)

    def _shift(self, op: str, x: Val, bits: int, to: Val | None) -> Val:
        if not 0 <= bits < x.type.bits:
            raise self.fail(f"{op}: {bits} bits; expected a constant from 0 to {x.type.bits - 1}")
        dst = self._target(to, x.type)
        self.record(op, (dst,), (x,), bits=bits)
        return dst

    def shl(self, x: Val, bits: int, *, to: Val | None = None) -> Val:
        return self._shift("shl", x, bits, to)

    def shr(self, x: Val, bits: int, *, to: Val | None = None) -> Val:
        return self._shift("shr", x, bits, to)

    def rotl(self, x: Val, bits: int, *, to: Val | None = None) -> Val:
        return self._shift("rotl", x, bits, to)

    def rotr(self, x: Val, bits: int, *, to: Val | None = None) -> Val:
        if not 0 <= bits < x.type.bits:
            raise self.fail(f"rotr: {bits} bits; expected a constant from 0 to {x.type.bits - 1}")
        return self._shift("rotl", x, -bits % x.type.bits, to)

    def rotations(self, x: Val, *right: int, shift: int = 0, to: Val | None = None) -> Val:
        """The exclusive-or of ``x`` rotated right by each of two or three constants, in ascending order. ``shift`` adds
        the term x >> shift. These are the Sigma and sigma functions of FIPS 180-4."""
        if list(right) != sorted(set(right)) or not all(0 < bits < x.type.bits for bits in (*right, shift or 1)):
            raise self.fail(f"rotations by {right}, shift {shift}: expected ascending constants below {x.type.bits}")
        if len(right) + bool(shift) != 3:
            raise self.fail(
                f"rotations: {len(right) + bool(shift)} terms; expected three, of which one may be the shift"
            )
        dst = self._target(to, x.type)
        self.record("rotations", (dst,), (x,), right=right, shift=shift)
        return dst

    def ternary(self, function: Boolean, x: Val, y: Val, z: Val, *, to: Val | None = None) -> Val:
        """A boolean function of three values, given as a lambda over ``& | ^ ~``. List the newest value first: a target
        with one instruction for the function copies the oldest value (``z``), off the critical path."""
        kind = self._one_type("ternary", (x, y, z))
        dst = self._target(to, kind)
        self.record("ternary", (dst,), (x, y, z), parts=(self._boolean("ternary", function),))
        return dst

    def add_ternary(self, acc: Val, parts: Sequence[Boolean], x: Val, y: Val, z: Val) -> None:
        """``acc +=`` the union of boolean functions that are never 1 together (checked). Two-input logic adds each part
        as soon as the part is ready, the first part first. Three-input logic computes the union in one instruction."""
        self._one_type("add_ternary", (acc, x, y, z))
        exprs = tuple(self._boolean("add_ternary", part) for part in parts)
        if not exprs:
            raise self.fail("add_ternary: no parts; expected one function of three bits at least")
        if not disjoint(exprs):
            raise self.fail("add_ternary: the parts overlap, so their sum is not their union; expected disjoint parts")
        self.record("add_ternary", (acc,), (acc, x, y, z), parts=exprs)

    def select(self, cond: Condition, x: Source, y: Source, *, to: Val | None = None) -> Val:
        """``x`` if ``cond`` else ``y``, without a branch."""
        kind = self._one_type("select", (x, y))
        dst = self._target(to, kind)
        self.record("select", (dst,), (cond, x, y))
        return dst

    def min(self, x: Val, y: Source) -> Val:
        """The smaller of two unsigned values, without a branch."""
        return self.select(x.lt(y), x, y)

    # -- moves and conversions -------------------------------------------------------------------------------------

    def const(self, type: Type, value: int, name: str = "") -> Val:
        dst = self.value(type, name)
        self._fitting("const", value, type)
        self.record("const", (dst,), (value & ((1 << type.bits) - 1),))
        return dst

    def table(self, name: str, type: Type, values: Sequence[int]) -> Val:
        """A pointer to read-only words of ``type``, little-endian, in read-only data (never in text)."""
        if not (name.isascii() and name.isidentifier()) or type.name not in ("u8", "u32", "u64"):
            raise self.fail(f"table {name!r} of {type}: expected an identifier, and k.u8, k.u32 or k.u64")
        if not values or any(not 0 <= v < 1 << type.bits for v in values):
            raise self.fail(f"table {name!r}: expected values, and such as fit {type}")
        dst = self.value(self.ptr, name)
        self.record("table", (dst,), (), table=name, element=type.bits // 8, values=tuple(values))
        return dst

    def copy(self, x: Val, name: str = "") -> Val:
        dst = self.value(x.type, name or x.name)
        self.record("copy", (dst,), (x,))
        return dst

    def set(self, dst: Val, x: Source) -> None:
        """dst = x."""
        self._one_type("set", (dst, x))
        self.record("copy" if isinstance(x, Val) else "const", (dst,), (x,))

    def zext(self, type: Type, x: Val, *, to: Val | None = None) -> Val:
        """A wider (or as wide) unsigned type with the same value."""
        self._words("zext", type, x.type)
        if type.bits < x.type.bits:
            raise self.fail(f"zext: {x.type} does not fit {type}; expected a type at least as wide, or k.trunc")
        dst = self._target(to, type)
        self.record("zext", (dst,), (x,))
        return dst

    def trunc(self, type: Type, x: Val, *, to: Val | None = None) -> Val:
        """The low bits."""
        self._words("trunc", type, x.type)
        if type.bits > x.type.bits:
            raise self.fail(f"trunc: {type} is wider than {x.type}; expected a narrower type, or k.zext")
        dst = self._target(to, type)
        self.record("trunc", (dst,), (x,))
        return dst

    def cold(self, *vals: Vals) -> None:
        """Rank values cold. The allocator may keep cold values in frame slots, and no others."""
        for val in vals:
            for one in [val] if isinstance(val, Val) else val:
                one.cold = True

    @overload
    def home(self, vals: Val) -> Val: ...

    @overload
    def home(self, vals: Sequence[Val]) -> list[Val]: ...

    def home(self, vals: Vals) -> Val | list[Val]:
        """Cold copies. They live in the frame if registers are short."""
        if isinstance(vals, Val):
            out = self.copy(vals, f"{vals.name}_home")
            out.cold = True
            return out
        return [self.home(val) for val in vals]

    # -- memory ----------------------------------------------------------------------------------------------------

    def _load(
        self, type: Type, ptr: Val, count: int | None, offset: int, index: Val | None, names: Iterable[str] | None,
        be: bool, exempt: str | None, public: str | None, to: Val | None,
    ) -> Any:  # fmt: skip
        self._address("load", ptr, index, offset)
        size = type.bits // 8
        if count is not None and count < 1:
            raise self.fail(f"load: count {count}; expected 1 or more")
        labels = list(names) if names is not None else [""] * (count or 1)
        if to is not None and count is not None:
            raise self.fail("load: to= takes one value; leave out the count")
        if len(labels) != (count or 1):
            raise self.fail(f"load: {len(labels)} names for {count or 1} values")
        out = []
        for i, name in enumerate(labels):
            dst = self._target(to, type, name)
            self.record("load", (dst,), (ptr, index), offset=offset + i * size, be=be, exempt=exempt, public=public)
            out.append(dst)
        return out[0] if count is None else out

    def load8(
        self, ptr: Val, count: int | None = None, *, offset: int = 0, index: Val | None = None,
        names: Iterable[str] | None = None, exempt: str | None = None, public: str | None = None, to: Val | None = None,
    ) -> Any:  # fmt: skip
        """A u8 (or a list of ``count``, one after the other) from ptr + index + offset, in bytes.

        ``exempt`` names the exemption for a secret index. ``public`` names the exemption for a loaded value that is no
        secret.
        """
        return self._load(self.u8, ptr, count, offset, index, names, False, exempt, public, to)

    def load32(
        self, ptr: Val, count: int | None = None, *, offset: int = 0, index: Val | None = None,
        names: Iterable[str] | None = None, be: bool = False, exempt: str | None = None,
        public: str | None = None, to: Val | None = None,
    ) -> Any:  # fmt: skip
        """A u32 (or a list of ``count``), little-endian unless ``be``; offsets in bytes, any alignment."""
        return self._load(self.u32, ptr, count, offset, index, names, be, exempt, public, to)

    def load64(
        self, ptr: Val, count: int | None = None, *, offset: int = 0, index: Val | None = None,
        names: Iterable[str] | None = None, be: bool = False, exempt: str | None = None,
        public: str | None = None, to: Val | None = None,
    ) -> Any:  # fmt: skip
        """A u64 (or a list of ``count``), little-endian unless ``be``; offsets in bytes, any alignment."""
        return self._load(self.u64, ptr, count, offset, index, names, be, exempt, public, to)

    def _store(
        self, type: Type, ptr: Val, vals: Vals, offset: int, index: Val | None, be: bool, exempt: str | None
    ) -> None:
        self._address("store", ptr, index, offset)
        if not isinstance(vals, Val) and not vals:
            raise self.fail(f"store of {type}: no values; expected one at least")
        for i, val in enumerate([vals] if isinstance(vals, Val) else vals):
            if val.type != type:
                raise self.fail(f"store of {type}: {val.name} is a {val.type}; convert with k.zext or k.trunc")
            self.record("store", (), (ptr, index, val), offset=offset + i * type.bits // 8, be=be, exempt=exempt)

    def store8(
        self, ptr: Val, vals: Vals, *, offset: int = 0, index: Val | None = None, exempt: str | None = None
    ) -> None:
        """A u8, or several one after the other, to ptr + index + offset, in bytes."""
        self._store(self.u8, ptr, vals, offset, index, False, exempt)

    def store32(
        self, ptr: Val, vals: Vals, *, offset: int = 0, index: Val | None = None, be: bool = False,
        exempt: str | None = None,
    ) -> None:  # fmt: skip
        """A u32, or several one after the other, little-endian unless ``be``."""
        self._store(self.u32, ptr, vals, offset, index, be, exempt)

    def store64(
        self, ptr: Val, vals: Vals, *, offset: int = 0, index: Val | None = None, be: bool = False,
        exempt: str | None = None,
    ) -> None:  # fmt: skip
        """A u64, or several one after the other, little-endian unless ``be``."""
        self._store(self.u64, ptr, vals, offset, index, be, exempt)

    def add_each(self, vals: Sequence[Val], others: Sequence[Source]) -> None:
        """vals[i] += others[i]."""
        if len(vals) != len(others):
            raise self.fail(f"add_each: {len(vals)} values and {len(others)} addends")
        twice = next((val for n, val in enumerate(vals) if any(val is other for other in vals[:n])), None)
        if twice is not None:
            raise self.fail(f"add_each: {twice.name} is in the list twice; expected values of their own, see k.copy")
        for val, other in zip(vals, others):
            self.add(val, other, to=val)

    # -- control ---------------------------------------------------------------------------------------------------

    def label(self, stem: str) -> str:
        """The name of a new label, for :meth:`asm`."""
        if not (stem.isascii() and stem.isidentifier()):
            raise self.fail(f"label {stem!r}; expected a name of letters, digits and _")
        self._labels += 1
        return f"{stem}_{self._labels}"

    @scoped
    def loop(
        self, count: Val, *, step: dict[Val, int] | None = None, at_least_once: bool = False, align: int = 32
    ) -> Iterator[None]:
        """Run the body ``count`` times (unsigned). After each round add ``step``'s constants to its values. The count
        is copied, and the copy ranked cold. ``at_least_once`` promises that the count is not 0, and saves the check."""
        self._alignment("loop", align)
        left = self.copy(count, f"{count.name}_left")
        left.cold = True
        top, done = self.label("loop"), self.label("done")
        if not at_least_once:
            self.record("branch", (), (left.eq(0), done))
        self.record("label", (), (top,), align=align)
        yield
        for val, amount in (step or {}).items():
            self.add(val, amount, to=val)
        self.record("loop_end", (left,), (left, top))
        self.record("label", (), (done,))

    @scoped
    def if_(self, cond: Condition, *, exempt: str | None = None) -> Iterator[None]:
        """Run the body only if ``cond`` holds."""
        skip = self.label("skip")
        self.record("branch", (), (cond.inverse(), skip), exempt=exempt)
        yield
        self.record("label", (), (skip,))

    @scoped
    def while_(self, cond: Turn, *, align: int = 0, exempt: str | None = None) -> Iterator[None]:
        """Run the body as long as ``cond`` holds. The code tests the condition before each round. The body has to
        change a compared value. A condition that has to be computed is a function, recorded once for each test:
        ``k.while_(lambda: (n & 7).ne(0))``."""
        self._alignment("while_", align)
        top, done = self.label("while"), self.label("done")
        self.record("branch", (), (self._turn(cond).inverse(), done), exempt=exempt)
        self.record("label", (), (top,), align=align)
        start = len(self.recorded)
        yield
        last = self._turn(cond)
        compared = [val for val in (last.x, last.y) if isinstance(val, Val)]
        written = {id(val) for op in self.recorded[start:] for val in (op.args if op.name == "asm" else op.dst)}
        if not any(id(val) in written for val in compared):
            names = " and ".join(val.name for val in compared)
            raise KernelError(
                last.src,
                f"while_: nothing in the body changes {names}, so that {last} never changes; expected a body that "
                "does, or a function that computes the condition for each round: k.while_(lambda: (n & 7).ne(0))",
            )
        self.record("branch", (), (last, top), exempt=exempt)
        self.record("label", (), (done,))

    def _turn(self, cond: Turn) -> Condition:
        made = cond if isinstance(cond, Condition) else cond()
        if not isinstance(made, Condition):
            raise self.fail(f"while_: the function returned a {type(made).__name__}; expected a condition: x.lt(y)")
        return made

    @scoped
    def rarely(self, cond: Condition, *, exempt: str | None = None) -> Iterator[None]:
        """Run the body if ``cond`` holds. The condition seldom holds: the body's code stands out of line, behind the
        function's last step."""
        rare, back = self.label("rare"), self.label("back")
        self.record("branch", (), (cond, rare), exempt=exempt)
        self.record("label", (), (back,))
        with self.recording("rare") as out:
            self.record("label", (), (rare,))
            yield
            self.record("jump", (), (back,))
        self._rare.append(out)

    def ret(self, value: Val) -> None:
        """Set the kernel's result; the function still ends at its last line."""
        if self.kernel.returns == "void":
            raise self.fail(f"{self.kernel.name} returns void; expected a prototype with a result")
        wanted: Type = getattr(self, SCALARS[self.kernel.returns])
        if value.type != wanted:
            raise self.fail(
                f"ret: {value.name} is a {value.type}, {self.kernel.name} returns {self.kernel.returns}; "
                f"expected a {wanted}, convert with k.zext or k.trunc"
            )
        self.record("ret", (), (value,))

    def note(self, text: str) -> None:
        """A comment line in the generated file."""
        if not (text.isascii() and text.isprintable()) or "*/" in text or text.endswith("\\"):
            raise self.fail(f"note: {text!r}; expected one line of ASCII without */, and no backslash at its end")
        self.record("note", (), (text,))

    # -- streams and the machine level -----------------------------------------------------------------------------

    @scoped
    def recording(self, name: str = "") -> Iterator[Stream]:
        """Record the body into a new stream instead of the kernel. Emit or stitch the stream later."""
        self._streams.append(Stream([], name))
        self.streams.append((self._streams[-1], self.here()))
        try:
            yield self._streams[-1]
        finally:
            self._streams.pop()

    def emit(self, recorded: Stream) -> None:
        """Append a stream that was recorded earlier."""
        self._streams[-1].ops.extend(recorded.ops)

    def finish(self) -> Stream:
        """The whole recording, out-of-line parts last."""
        if self._rare:
            leave = self.label("leave")
            self.record("jump", (), (leave,))
            for part in self._rare:
                self.emit(part)
            self._rare = []
            self.record("label", (), (leave,))
        refuse_unfinished(self.kernel, self._streams[0], self.recorded, self.streams, self.scopes)
        return self._streams[0]

    def mem(self, ptr: Val, offset: int = 0, *, width: int, index: Val | None = None, scale: int = 1) -> Op:
        """A memory operand of ``width`` bits for :meth:`asm`."""
        self._address("mem", ptr, index, offset)
        if width not in (8, 16, 32, 64, 128, 256, 512) or scale not in (1, 2, 4, 8):
            raise self.fail(
                f"mem: width {width}, scale {scale}; expected 8, 16, 32, 64, 128, 256 or 512 bits, times 1, 2, 4 or 8"
            )
        return Op("mem", (), (ptr, index), self.here(), {"offset": offset, "width": width, "scale": scale})

    def asm(self, mnem: str, *operands: Operand, exempt: str | None = None) -> None:
        """One machine instruction, checked against the instruction table. Operands: values, ints, :meth:`mem`,
        :meth:`view`, label names."""
        for operand in operands:
            for val in operand.args if isinstance(operand, Op) else ():
                if isinstance(val, Val) and val.k is not self:
                    raise self._foreign(val)
        self.record("asm", (), operands, mnem=mnem, exempt=exempt)


def stream(function: Callable[..., Any]) -> Callable[..., Stream]:
    """Decorator: ``function(k, …)`` records into a new stream and returns the stream, for ``k.emit`` or a stitch."""

    @functools.wraps(function)
    def record(k: Builder, *args: Any, **kwargs: Any) -> Stream:
        with k.recording(function.__name__) as out:
            function(k, *args, **kwargs)
        return out

    return record
