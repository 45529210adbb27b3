# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Kernels in safe Rust, ``no_std``: a pointer is an index into the slice of its memory.

The functions that it calls are in ``templates/crate/words.rs.j2``. An input, and an output that may be the same buffer,
are one slice, which has the input before a call and the output after it. Other arguments that may be in one buffer are
one slice, and an index for each. Elements at constant distances from an index are taken as an array first, whose length
is checked once. Where several pointers write to one memory, its elements are cells, of which several arrays may be
taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from generator import __version__, templates
from generator.lang.contract import Kernel
from generator.lang.values import Condition, Op, Val
from generator.model import KernelError
from generator.portable.files import generated
from generator.portable.pointers import ACCESSES, size
from generator.portable.recorded import Recorded, record
from generator.portable.spelling import ATOM, BINARY, RESULT, UNARY, Expr, Spelling, enclosed, joined, wrapped
from generator.portable.structure import Break, Loop, Node, parts, walk

KEYWORDS = frozenset(
    """
    as async await box break const continue crate do dyn else enum extern false final fn for gen if impl in let loop
    macro match mod move mut override priv pub ref return self static struct super trait true try type typeof union
    unsafe unsized use virtual where while yield abstract become
    """.split()
)
RESERVED = KEYWORDS | frozenset(
    """
    keep part part_mut choose bool char str u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize load_half store_half
    cells Cell
    """.split()
)
"""Words that Rust does not allow as a name, and names that the code uses."""
_METHODS = {"+": "wrapping_add", "-": "wrapping_sub", "*": "wrapping_mul"}
_BY = {"shl": "wrapping_shl", "shr": "wrapping_shr", "rotl": "rotate_left", "rotr": "rotate_right"}
HEAD = """#[allow(unused_imports)]
use crate::{memory::wipe, words::*};
#[allow(unused_imports)]
use core::cell::Cell;

"""


@dataclass(eq=False, slots=True)
class Slice:
    """A memory. ``length``: its elements, 0 if the caller's slice says so. ``params``: the arguments in it.
    ``several``: each has an index. ``cells``: its elements are cells."""

    name: str
    element: int
    length: int = 0
    written: bool = False
    params: tuple[str, ...] = ()
    several: bool = False
    cells: bool = False


@dataclass(eq=False, slots=True)
class Part:
    """Elements that one array has: from ``low`` before or behind a pointer on, up to ``high``."""

    pointer: int
    low: int
    high: int
    uses: int = 0
    stores: bool = False
    name: str = ""


class Rust(Spelling):
    taken = RESERVED
    never, always = "false", "true"

    def prepare(self, recorded: Recorded) -> None:
        self.slices: dict[int, Slice] = {}  # by memories
        self.of: dict[str, Slice] = {}  # by names of arguments
        self.parts: dict[int, Part] = {}  # by accesses
        self.current: dict[str, Part | None] = {}
        self.early: set[int] = set()  # variables that have a value before their first one
        self.home: set[int] = set()  # pointers that are the begin of their memory
        self.used = {*self.names.values(), *RESERVED}
        kernel, ops = recorded.kernel, recorded.ops
        by_name = {val.name: val for val in self.params if val.type.name == "ptr"}
        for group in together(kernel):
            slice = Slice(self.fresh("buffer") if len(group) > 1 else self.names[by_name[group[0]].id], 0)
            slice.params, slice.several = tuple(group), len(group) > 1 and not in_place(kernel, group)
            for name in group:
                memory, arg = self.memories[by_name[name].id], kernel.arg(name)
                if slice.element not in (0, memory.element):
                    raise KernelError(kernel.src, f"{kernel.name}: {name} and {group[0]} are one buffer of words of "
                                      "two sizes; portable Rust needs one size")  # fmt: skip
                slice.element = memory.element
                slice.written |= arg.access != "r"
                slice.length = int(arg.size) // memory.element if len(group) == 1 and arg.size.isdigit() else 0
                self.owned(by_name[name], slice, kernel)
                self.of[name] = slice
        for op in ops:
            if op.name == "frame":
                element = self.memories[op.dst[0].id].element
                made = Slice(self.names[op.dst[0].id], element, op.attrs["size"] // element, True)
                self.owned(op.dst[0], made, op)
            elif op.name == "table":
                bits, words = self.table_of(op)
                name = f"{kernel.name}_{op.attrs['table']}".upper()
                self.owned(op.dst[0], Slice(name, bits // 8, len(words)), op)
                self.tables[name] = f"static {name}: [u{bits}; {len(words)}] = [\n{wrapped(words)}];"
        for slice in self.of.values():
            slice.cells = slice.written and self.crossed(slice, ops)
        self.find(self.nodes, {})

    def crossed(self, slice: Slice, ops: Sequence[Op]) -> bool:
        """Whether several pointers or indices are into a memory, whose accesses are of whole elements."""
        into = [op for op in ops if op.name in ACCESSES and self.slice(op.args[0]) is slice]
        ways = {(id(op.args[0]), id(op.args[1])) for op in into}
        whole = slice.element > 1 or all(size(op) == 1 for op in into)
        return len(ways) > 1 and whole and not any(self.memories[op.args[0].id].halves for op in into)

    def owned(self, val: Val, slice: Slice, at: Op | Kernel) -> None:
        first = self.slices.setdefault(id(self.memories[val.id]), slice)
        if first.name != slice.name:
            raise KernelError(
                at.src, f"{self.kernel.name}: one pointer is into {first.name} and {slice.name}; portable Rust needs "
                "a pointer for each"
            )  # fmt: skip

    def slice(self, pointer: Val) -> Slice:
        return self.slices[id(self.memories[pointer.id])]

    @staticmethod
    def kind_of(slice: Slice) -> str:
        """The type of an element inside the function."""
        return f"Cell<u{8 * slice.element}>" if slice.cells else f"u{8 * slice.element}"

    def fresh(self, name: str) -> str:
        stem, n = name, 1
        while name in self.used:
            n += 1
            name = f"{stem}{'_' if stem[-1].isdigit() else ''}{n}"
        self.used.add(name)
        return name

    # -- parts ---------------------------------------------------------------------------------------------------

    def find(self, nodes: list[Node], open: dict[str, Part]) -> None:
        """Accesses that one array serves: by a pointer that does not change meanwhile, and by no other pointer if the
        memory is written. No loop is left between them: all of the array is there."""
        for node in nodes:
            inside = list(walk([node]))
            if not isinstance(node, Op):
                if any(isinstance(one, Break) for one in inside):
                    open.clear()
                for within in parts(node):
                    self.find(within, {})
            for op in inside:
                if isinstance(op, Op) and op.name in ACCESSES:
                    slice, pointer = self.slice(op.args[0]), op.args[0].id
                    alone = slice.written and not slice.cells
                    key = slice.name if alone else f"{slice.name} {pointer}"
                    if op is node and op.args[1] is None and not self.memories[pointer].halves:
                        self.extend(op, open, key)
                    elif alone:
                        open.pop(key, None)
                changed = {val.id for val in op.dst} if isinstance(op, Op) else set()
                for key in [key for key, one in open.items() if one.pointer in changed]:
                    del open[key]

    def extend(self, op: Op, open: dict[str, Part], key: str) -> None:
        element, pointer, low = self.slice(op.args[0]).element, op.args[0].id, op.attrs["offset"]
        low, high = low // element, -(-(low + size(op)) // element)
        one = open.get(key)
        if one is None or one.pointer != pointer:
            one = open[key] = Part(pointer, low, high)
        one.low, one.high, one.uses = min(one.low, low), max(one.high, high), one.uses + 1
        one.stores |= op.name == "store"
        self.parts[id(op)] = one

    def take_part(self, op: Op) -> Part | None:
        """The array of an access, which is declared before its first one."""
        slice, found, val = self.slice(op.args[0]), self.parts.get(id(op)), op.args[0]
        if found is not None and (found.uses < 2 or slice.length and val.id in self.home):
            found = None
        if slice.written and not slice.cells and self.current.get(slice.name) is not found:
            self.flush(lambda made: made.memory)
        self.current[slice.name] = found
        if found is not None and not found.name:
            found.name = self.fresh(f"{slice.name.lower().rstrip('_')}_part")
            size_of = found.high - found.low
            at = self.sum(self.operand(val), None, found.low)
            whole = slice.name if slice.params else f"&{'mut ' if found.stores else ''}{slice.name}"
            way = "_mut" if found.stores and not slice.cells else ""
            mut = "mut " if way else ""
            self.line(f"let {found.name}: &{mut}[{self.kind_of(slice)}; {size_of}] = part{way}({whole}, {at});")
        return found

    # -- spelling ------------------------------------------------------------------------------------------------

    def type_of(self, val: Val) -> str:
        return {"ptr": "usize", "carry": "u32", "borrow": "u32"}.get(val.type.name, val.type.name)

    def take(self, val: Val) -> None:
        if val.type.name != "ptr":
            return
        slice, name = self.of[val.name], self.names[val.id]
        if slice.cells and slice.params[0] == val.name:
            cells = f"cells({slice.name})"
            whole = f": &[{self.kind_of(slice)}; {slice.length}] = part({cells}, 0)" if slice.length else f" = {cells}"
            self.line(f"let {slice.name}{whole};")
        if slice.several:
            if self.memories[val.id].halves:
                self.line(f"let {'mut ' if self.uses.written[val.id] else ''}{name} = 8 * {name};")
            return
        if self.uses.written[val.id]:
            self.names[val.id] = self.fresh(f"{name.rstrip('_')}_at")
            self.line(f"let mut {self.names[val.id]}: usize = 0;")
        else:
            self.home.add(val.id)

    def when(self, word: str, condition: str) -> str:
        return f"{word} {condition}"

    def comment(self, text: str) -> None:
        self.line(f"// {text}")

    def turns(self, node: Loop) -> None:
        left = self.names[node.left.id]

        def body() -> None:
            self.all(node.body)
            self.line(f"{left} -= 1;")

        def once() -> None:
            body()
            self.block(f"if {left} == 0", lambda: self.line("break;"))

        self.block("loop" if node.once else f"while {left} != 0", once if node.once else body)

    def until(self, body: list[Node], last: Condition) -> None:
        def turn() -> None:
            self.all(body)
            self.block(f"if {self.condition(last.inverse())}", lambda: self.line("break;"))

        self.block("loop", turn)

    def mut(self, val: Val) -> str:
        return "mut " if self.uses.written[val.id] > 1 or val.id in self.early else ""

    def zero(self, val: Val) -> str:
        self.early.add(val.id)
        return "0"

    def declare(self, val: Val, value: str = "") -> None:
        self.declared.add(val.id)
        self.line(f"let {self.mut(val)}{self.names[val.id]}: {self.type_of(val)}{f' = {value}' if value else ''};")

    def set(self, val: Val, made: Expr, keep: bool = False) -> None:
        self.changed(val)
        name, text = self.names[val.id], made.text
        if val.id not in self.declared and self.uses.place[val.id] == id(self.list):
            self.declare(val, text)
        elif made.sign in ("^", "&", "|") and text.startswith(f"{name} {made.sign} "):
            rest = text[len(name) + 3 :]
            self.line(f"{name} {made.sign}= {rest[1:-1] if enclosed(rest) else rest};")
        elif keep and text.startswith(f"{name}.wrapping_add("):
            self.line(f"{name} = keep({text});")
        elif text != name:
            self.line(f"{name} = {text};")

    def number(self, value: int, bits: int) -> str:
        value &= (1 << (bits or 64)) - 1
        return str(value) if value < 1024 else hex(value)

    def operand(self, arg: Any, bits: int = 0) -> Expr:
        if isinstance(arg, Val) and arg.id in self.home:
            return Expr("0")
        if not isinstance(arg, Val) and bits:
            return Expr(self.number(int(arg), bits))
        return super().operand(arg, bits)

    def typed(self, made: Expr, type: str) -> Expr:
        return replace(made, text=f"{made.text}{type}") if made.text[0].isdigit() and made.text.isalnum() and not (
            made.text.endswith(("u8", "u16", "u32", "u64", "usize"))) else made  # fmt: skip

    def method(self, x: Expr, name: str, *args: Expr, sign: str = "", type: str = "") -> Expr:
        x = self.typed(x, type)
        text = f"{x.text if x.level == ATOM else f'({x.text})'}.{name}({', '.join(one.text for one in args)})"
        return replace(joined([x, *args]), text=text, level=ATOM, sign=sign)

    def signed(self, sign: str, args: Sequence[Expr]) -> Expr:
        if sign == "+" and len(args) > 1 and args[0].text == "0":
            return self.signed(sign, args[1:])
        if len(args) == 1:
            return args[0]
        first, *others = args
        if sign in _METHODS:
            for one in others:
                first = self.method(first, _METHODS[sign], one, sign=sign, type=self.kind)
            return first
        of = [self.typed(first, self.kind), *others]
        text = f" {sign} ".join(one.inside(sign if sign in ("^", "&", "|") else "") for one in of)
        return replace(joined(args), text=text, level=BINARY, sign=sign)

    kind = "usize"
    """The type of numbers in the operation at hand."""

    def plain(self, op: Op) -> None:
        before, self.kind = self.kind, self.type_of(op.dst[0]) if op.dst else "usize"
        super().plain(op)
        self.kind = before

    def make_signed(self, op: Op) -> Expr:
        if hidden := self.bit_or_mask(op):
            return self.call(f"{self.kind}::{hidden}", self.operand(op.args[-1]))
        return super().make_signed(op)

    def word(self, made: Expr, bits: int) -> Expr:
        return self.as_type(made, f"u{bits}")

    def as_type(self, made: Expr, type: str) -> Expr:
        if made.text[0].isdigit() and made.text.isalnum():
            made = self.typed(made, "u64")
        return replace(made, text=f"{made.text if made.level <= UNARY else f'({made.text})'} as {type}", level=BINARY,
                       sign="as")  # fmt: skip

    def inverse(self, made: Expr, bits: int) -> Expr:
        made = self.typed(made, self.kind)
        return replace(made, text=f"!{made.inside()}", level=UNARY, sign="")

    def make_zext(self, op: Op) -> Expr:
        made, to = self.operand(op.args[0]), self.type_of(op.dst[0])
        return made if self.type_of(op.args[0]) == to else self.as_type(made, to)

    make_trunc = make_zext

    def widened(self, dst: Val, made: Expr, bits: int) -> Expr:
        to = self.type_of(dst)
        return made if to == f"u{bits}" else self.as_type(self.as_type(made, f"i{bits}"), to)

    def make_sext(self, op: Op) -> Expr:
        kind = self.type_of(op.args[0])
        made = self.as_type(self.operand(op.args[0]), kind.replace("u", "i", 1))
        return self.as_type(made, self.type_of(op.dst[0]))

    def rotated(self, x: Expr, turn: int, bits: int) -> Expr:
        return self.method(x, "rotate_left", Expr(str(turn)), type=self.kind)

    def named(self, name: str, bits: int) -> str:
        return f"u{bits}::{name.rstrip('_')}"

    def make_sar(self, op: Op) -> Expr:
        return self.call(f"{self.kind}::sar", self.operand(op.args[0]), str(op.attrs["bits"]))

    def by_value(self, op: Op) -> Expr:
        x, count = self.operand(op.args[0]), self.as_type(self.operand(op.args[1]), "u32")
        name = op.name.removesuffix("_by")
        if name == "sar":
            return self.call(f"{self.kind}::sar", x, count)
        return self.method(x, _BY[name], count, type=self.kind)

    make_shl_by = make_shr_by = make_sar_by = make_rotl_by = make_rotr_by = by_value

    def make_bswap(self, op: Op) -> Expr:
        return self.method(self.operand(op.args[0]), "swap_bytes", type=self.kind)

    def counted(self, op: Op) -> Expr:
        return self.call(f"{self.kind}::{op.name}", self.operand(op.args[0]))

    make_clz = make_ctz = make_popcount = counted

    def make_mul_high(self, op: Op) -> Expr:
        return self.call(f"{self.kind}::mul_high", *(self.operand(arg, self.bits_of(op.dst[0])) for arg in op.args))

    def compared(self, cond: Condition) -> tuple[str, Expr, Expr]:
        before, self.kind = self.kind, self.type_of(cond.x)
        kind, x, y = super().compared(cond)
        self.kind = before
        return kind, self.typed(x, self.type_of(cond.x)), y

    def make_select(self, op: Op) -> Expr:
        cond, *args = op.args
        x, y = (self.operand(arg, self.bits_of(op.dst[0])) for arg in args)
        kind, left, right = self.compared(cond)
        if op.dst[0].type.name == "ptr" or op.attrs.get("exempt"):
            text = f"if {self.holds(kind, left, right)} {{ {x.text} }} else {{ {y.text} }}"
            return replace(joined([x, y, left, right]), text=text, level=BINARY)
        bit = self.call(f"{self.type_of(cond.x)}::{kind}_bit", left, right)
        return self.call(f"{self.kind}::choose", bit, x, y)

    # -- carries and rows ----------------------------------------------------------------------------------------

    def both(self, vals: Sequence[Val], made: Expr) -> None:
        """Two results at once."""
        self.changed(*vals)
        place = [val.id not in self.declared and self.uses.place[val.id] == id(self.list) for val in vals]
        shown = [self.names[val.id] if self.uses.reads[val.id] else "_" for val in vals]
        if all(here or name == "_" for here, name in zip(place, shown)):
            self.declared |= {val.id for val in vals}
            muts = [self.mut(val) if name != "_" else "" for name, val in zip(shown, vals)]
            self.line(f"let ({', '.join(mut + name for mut, name in zip(muts, shown))}) = {made.text};")
            return
        for val, here, name in zip(vals, place, shown):
            if here and name != "_":
                self.declare(val)
        self.line(f"({', '.join(shown)}) = {made.text};")

    def op_add_carry(self, op: Op) -> None:
        total, after = op.dst
        bits, kind = self.bits_of(total), self.type_of(total)
        if self.uses.reads[after.id] == 0:
            before, self.kind = self.kind, kind
            args = [self.operand(arg, bits) for arg in op.args[:2] if isinstance(arg, Val) or arg]
            args += [self.as_type(self.operand(arg), kind) for arg in op.args[2:] if isinstance(arg, Val)]
            self.put(total, self.signed("+" if op.name == "add_carry" else "-", args or [Expr("0")]))
            self.kind = before
            return
        x, y, *carry = (self.operand(arg, bits) for arg in op.args)
        self.both((total, after), self.call(f"{kind}::{op.name}", x, y, carry[0] if carry else Expr("0")))

    op_sub_borrow = op_add_carry

    def op_mul_wide(self, op: Op) -> None:
        low, high = op.dst
        args = [self.operand(arg, self.bits_of(low)) for arg in op.args]
        self.both((low, high), self.call(f"{self.type_of(low)}::mul_add", "0", *args, "0"))

    def op_mul_add_row(self, op: Op) -> None:
        *total, above = op.dst
        n = len(total)
        x, before = self.atom(op.args[2 * n]), [self.operand(arg) for arg in op.args[2 * n + 1 :]]
        self.products(total, op.args[n : 2 * n], x, above, before[0] if before else Expr("0"), list(op.args[:n]))

    def op_mul_row(self, op: Op) -> None:
        *out, above = op.dst
        self.products(out, op.args[:-1], self.atom(op.args[-1]), above, Expr("0"), [])

    def products(
        self, total: Sequence[Val], row: Sequence[Val], x: Expr, above: Val, carry: Expr, added: list[Val]
    ) -> None:
        self.early |= {above.id} if len(row) > 1 else set()
        for n, (word, factor) in enumerate(zip(total, row)):
            more = self.operand(added[n]) if added else Expr("0")
            made = self.call(f"{self.type_of(word)}::mul_add", more, self.operand(factor), x, carry)
            self.both((word, above), made)
            carry = Expr(self.names[above.id], reads=frozenset({above.id}))

    # -- memory --------------------------------------------------------------------------------------------------

    def index(self, val: Val, alone: bool) -> Expr:
        made = self.operand(val)
        return made if self.type_of(val) == "usize" else self.as_type(made, "usize")

    @staticmethod
    def sum(base: Expr, by: Expr | None, at: int) -> str:
        terms = [one for one in (base, by) if one is not None and one.text != "0"]
        if not terms:
            return str(at)
        text = terms[0].text
        for term in terms[1:]:
            text = f"{text if terms[0].level == ATOM else f'({text})'}.wrapping_add({term.text})"
        if at:
            text = text if terms[0].level == ATOM or len(terms) > 1 else f"({text})"
            text += f".wrapping_{'add' if at > 0 else 'sub'}({abs(at)})"
        return text

    def make_load(self, op: Op) -> Expr:
        self.take_part(op)
        made = super().make_load(op)
        exact = 8 * size(op) == self.bits_of(op.dst[0]) and self.type_of(op.dst[0]) == "usize"
        return self.as_type(made, "usize") if exact else made

    def op_store(self, op: Op) -> None:
        self.take_part(op)
        if self.slice(op.args[0]).element < size(op) or self.memories[op.args[0].id].halves:
            self.flush(lambda made: made.memory)  # no function takes a slice to write with an element of it
        super().op_store(op)

    def stored(self, op: Op, value: Expr, bits: int) -> Expr:
        value = self.typed(value, f"u{bits}")
        kind = self.type_of(op.args[2]) if isinstance(op.args[2], Val) else f"u{bits}"
        return self.word(value, bits) if kind != f"u{bits}" else value

    def there(self, op: Op) -> tuple[str, int, bool]:
        """The array or slice of an access, and what to take from an offset in elements. True: no pointer is added."""
        slice, found = self.slice(op.args[0]), self.parts.get(id(op))
        if found is not None and found.name:
            return found.name, found.low, True
        return slice.name, 0, False

    def item(self, op: Op, base: Expr, by: Expr | None, at: int) -> str:
        name, low, whole = self.there(op)
        get = ".get()" if self.slice(op.args[0]).cells and op.name != "store" else ""
        return f"{name}[{self.sum(Expr('0') if whole else base, by, at - low)}]{get}"

    def assign(self, op: Op, item: str, text: str) -> None:
        self.line(f"{item}.set({text});" if self.slice(op.args[0]).cells else f"{item} = {text};")

    def bytes(self, op: Op, base: Expr, by: Expr | None, at: int) -> str:
        name, low, whole = self.there(op)
        slice = self.slice(op.args[0])
        by_reference = name if whole or slice.params else f"&{'mut ' if op.name == 'store' else ''}{name}"
        return f"{by_reference}, {self.sum(Expr('0') if whole else base, by, at - low)}"

    def op_frame(self, op: Op) -> None:
        val, slice = op.dst[0], self.slice(op.dst[0])
        self.areas[slice.name] = f"let mut {slice.name} = [0u{8 * slice.element}; {slice.length}];"
        self.begin(val)

    def op_table(self, op: Op) -> None:
        self.begin(op.dst[0])

    def begin(self, val: Val) -> None:
        """The pointer to the begin of a memory."""
        if self.uses.written[val.id] == 1:
            self.home.add(val.id)
            self.declared.add(val.id)
            return
        if self.slice(val).name == self.names[val.id]:
            self.names[val.id] = self.fresh(f"{self.names[val.id]}_at")
        self.set(val, Expr("0"))

    def op_ret(self, op: Op) -> None:
        made = self.typed(self.operand(op.args[0]), self.type_of(op.args[0]))
        made = made if self.type_of(op.args[0]) == self.kernel.result else self.as_type(made, self.kernel.result)
        self.line(f"{RESULT} = {made.text};")


def identifier(name: str) -> str:
    """A name of C as a name of Rust."""
    if name in ("crate", "self", "super"):  # which are keywords in raw form, too
        return f"{name}_"
    return f"r#{name}" if name in KEYWORDS else name


def together(kernel: Kernel) -> list[list[str]]:
    """The names of pointers, those that may be in one buffer in one list."""
    groups: list[list[str]] = []
    pointers = [param.name for param in kernel.params if "*" in param.text or "[" in param.text]
    for name in pointers:
        near = {kernel.class_of(name)}
        found = [
            group for group in groups
            if any(kernel.class_of(one) in near or kernel.distance(one, name) is not None for one in group)
        ]  # fmt: skip
        groups = [group for group in groups if group not in found] + [
            [*(one for group in found for one in group), name]
        ]
    return sorted(groups, key=lambda group: pointers.index(group[0]))


def in_place(kernel: Kernel, group: Sequence[str]) -> bool:
    """Whether arguments are an input and an output, as long, that may be the same buffer."""
    args = [kernel.arg(name) for name in group]
    return {one.access for one in args} == {"r", "w"} and len(args) == 2 == 1 + len({one.size for one in args}) and (
        kernel.distance(*group) is None)  # fmt: skip


def parameters(made: Rust) -> list[tuple[str, str]]:
    """The names and types of a function's parameters."""
    out: list[tuple[str, str]] = []
    for val in made.params:
        if val.type.name != "ptr":
            out.append((("mut " if made.uses.written[val.id] else "") + made.names[val.id], made.type_of(val)))
            continue
        slice = made.of[val.name]
        kind = f"u{8 * slice.element}"
        whole = f"&{'mut ' if slice.written else ''}[{kind}{f'; {slice.length}' if slice.length else ''}]"
        if slice.params[0] == val.name:
            out.append((slice.name, whole))
        if slice.several:
            out.append((("mut " if made.uses.written[val.id] else "") + made.names[val.id], "usize"))
    return out


def items(made: Rust) -> list[str]:
    """The tables and the function of a kernel."""
    kernel, result = made.kernel, made.kernel.result
    params = ", ".join(f"{name}: {type}" for name, type in parameters(made))
    head = [f"    let mut {RESULT}: {result} = 0;"] if result else []
    wipes = [f"    wipe(&mut {name});" for name in made.areas] if kernel.wipe else []
    lines = [*head, *(f"    {area}" for area in made.areas.values()), *made.lines, *wipes]
    arrow, end = (f" -> {result}", [f"    {RESULT}"]) if result else ("", [])
    return [
        *made.tables.values(),
        "\n".join([f"pub(crate) fn {identifier(kernel.name)}({params}){arrow} {{", *lines, *end, "}"]),
    ]


def rust_of(kernel: Kernel, module: str) -> tuple[list[str], str]:
    """The items of a kernel for machines of both widths, and the function ``portable`` for callers with its prototype.
    ``module``: where the items are. KernelError for a script without such a form."""
    both = [Rust(record(kernel, bits)) for bits in (64, 32)]
    wide, narrow = map(items, both)
    if wide != narrow:
        given = 'target_pointer_width = "64"'
        wide = [f"#[cfg({given})]\n{one}" for one in wide] + [f"#[cfg(not({given}))]\n{one}" for one in narrow]
    for slice in both[0].of.values():
        if slice.several:
            raise KernelError(
                kernel.src, f"{kernel.name}: {' and '.join(slice.params)} may be in one buffer; Rust needs an input "
                "that is only read, and an output as long"
            )  # fmt: skip
    return wide, called_from_c(both[0], "portable", module)


def helpers() -> dict[str, str]:
    """The modules that the functions call."""
    return {name: templates.render(f"crate/{name}.rs.j2", {"version": __version__}) for name in ("memory", "words")}


def files(kernels: Iterable[Kernel]) -> dict[str, str]:
    """``portable_<kernel>.rs`` for each kernel with such a form, a module beside those of :func:`helpers`."""
    head, out = templates.render("crate/portable.rs.j2", {"version": __version__}) + HEAD, {}
    for kernel in kernels:
        if generated(kernel):
            with suppress(KernelError):  # an author need not think of Rust
                out[f"portable_{kernel.name}.rs"] = head + "\n\n".join(rust_of(kernel, "")[0]) + "\n"
    return {**out, **{f"{name}.rs": text for name, text in helpers().items()}} if out else {}


def called_from_c(made: Rust, symbol: str, module: str = "") -> str:
    """A function with the kernel's prototype in C. Its pointers become slices of the contract's extents. Input that may
    be the output's buffer is copied there. Other arguments that may be in one buffer are in the slice from the first
    one's begin to the last one's end."""
    kernel, params, lines, args = made.kernel, [], [], []
    raw = {val.name: f"{val.name}_" for val in made.params}
    for val in made.params:
        if val.type.name != "ptr":
            narrow = made.bits_of(val) < 32  # the bits above are anybody's
            params.append(f"{raw[val.name]}: {'u32' if narrow else made.type_of(val)}")
            args.append(f"{raw[val.name]} as {made.type_of(val)}" if narrow else raw[val.name])
            continue
        slice = made.of[val.name]
        kind, mut, way = f"u{8 * slice.element}", "mut " if slice.written else "", "_mut" if slice.written else ""
        params.append(f"{raw[val.name]}: *{'mut' if kernel.arg(val.name).access != 'r' else 'const'} {kind}")
        whole, begin = f"core::slice::from_raw_parts{way}", f"{slice.name}_begin"
        if slice.length:
            args.append(f"&{mut}*{raw[val.name]}.cast::<[{kind}; {slice.length}]>()")
        elif len(slice.params) == 1:
            args.append(f"{whole}({raw[val.name]}, ({_extent(kernel, val.name, raw)}) / {slice.element})")
        elif not slice.several:
            if slice.params[0] == val.name:
                by = {kernel.arg(one).access: raw[one] for one in slice.params}
                there = f"({_extent(kernel, val.name, raw)}) / {slice.element}"
                lines.append(f"core::ptr::copy({by['r']}, {by['w']}, {there});")
                args.append(f"{whole}({by['w']}, {there})")
        elif slice.params[0] == val.name:
            begins = [f"{raw[one]} as usize" for one in slice.params]
            ends = [f"{raw[one]} as usize + ({_extent(kernel, one, raw)})" for one in slice.params]
            lines.append(f"let {begin} = [{', '.join(begins)}].into_iter().min().unwrap();")
            lines.append(f"let end = [{', '.join(ends)}].into_iter().max().unwrap();")
            args.append(f"{whole}({begin} as *{mut or 'const '}{kind}, (end - {begin}) / {slice.element})")
        if slice.several:
            args.append(f"({raw[val.name]} as usize - {begin}) / {slice.element}")
    arrow = f" -> {kernel.result}" if kernel.result else ""
    call = f"{module}{identifier(kernel.name)}({', '.join(args)})"
    return "\n".join([f"unsafe extern \"C\" fn {symbol}({', '.join(params)}){arrow} {{",
                      *(f"    {line}" for line in lines), f"    {call}", "}", ""])  # fmt: skip


def _extent(kernel: Kernel, name: str, raw: dict[str, str]) -> str:
    return re.sub(r"[A-Za-z_]\w*", lambda found: f"{raw[found[0]]} as usize", kernel.arg(name).size).replace("//", "/")
