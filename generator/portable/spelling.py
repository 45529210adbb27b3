# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What the spellings of all portable languages share: the names of values, where each is declared, and the values that
stand in the expression that reads them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from generator.lang.plain import packed
from generator.lang.ternary import Expr as Tree
from generator.lang.values import Condition, Op, Val
from generator.model import KernelError, Phase
from generator.portable.pointers import memories, size
from generator.portable.recorded import Recorded
from generator.portable.structure import Break, If, Loop, Node, While, parts, read, structured

ATOM, UNARY, BINARY = 0, 1, 2
SIGNS = {"add": "+", "sub": "-", "mul": "*", "xor": "^", "and": "&", "or": "|", "shl": "<<", "shr": ">>"}
FREE = ("+", "^", "&", "|", "*")
"""Signs whose operands may be in any order."""
_COMPARED = {"eq": "==", "ne": "!=", "lt": "<", "ge": ">="}
_INDENT = "    "
RESULT = "result_"
"""The variable of a function's result."""
WIDTH = 72
"""Characters of an expression that another one may take in."""


@dataclass(frozen=True, slots=True)
class Expr:
    """A text. ``level``: whether signs around it need parentheses. ``sign``: its own, if it is a sum or the like."""

    text: str
    level: int = ATOM
    sign: str = ""
    reads: frozenset[int] = frozenset()
    memory: bool = False

    def inside(self, sign: str = "") -> str:
        """The text as an operand, the first one of ``sign`` if that is given."""
        return self.text if self.level <= UNARY or sign and self.sign == sign else f"({self.text})"


@dataclass(eq=False, slots=True)
class Uses:
    """How often each value is written and read, and the list of nodes that its declaration belongs to."""

    written: Counter[int] = field(default_factory=Counter)
    reads: Counter[int] = field(default_factory=Counter)
    place: dict[int, int] = field(default_factory=dict)
    inside: dict[int, set[int]] = field(default_factory=dict)
    values: dict[int, Val] = field(default_factory=dict)


def written(node: Node) -> Sequence[Val]:
    """The values that a node itself writes."""
    return (node.left,) if isinstance(node, Loop) else node.dst if isinstance(node, Op) else ()


def uses(nodes: list[Node], params: Sequence[Val]) -> Uses:
    """Look through a whole function. A value is declared where it is first written, if all its reads are there or
    further inside, and otherwise at the function's begin."""
    out = Uses()
    paths: dict[int, list[tuple[int, ...]]] = {}
    direct: dict[int, bool] = {}

    def look(inner: list[Node], path: tuple[int, ...]) -> set[int]:
        path = (*path, id(inner))
        seen: set[int] = set()
        for node in inner:
            mine = set()
            got, put = read(node), written(node)
            for val in got:
                out.reads[val.id] += 1
            for val in put:
                out.written[val.id] += 1
            for val in (*got, *put):
                mine.add(val.id)
                out.values[val.id] = val
                if val.id not in paths:
                    direct[val.id] = not any(val is one for one in got)
                paths.setdefault(val.id, []).append(path)
            for inside in parts(node):
                mine |= look(inside, path)
            out.inside[id(node)] = mine
            seen |= mine
        return seen

    look(nodes, ())
    for one, found in paths.items():
        common = found[0]
        for path in found[1:]:
            at = 0
            while at < min(len(common), len(path)) and common[at] == path[at]:
                at += 1
            common = common[:at]
        # First written further inside than it is read: its value may come from an earlier turn of a loop.
        whole = direct[one] and found[0] == common
        out.place[one] = common[-1] if whole else id(nodes)
    for val in params:
        out.place.pop(val.id, None)
    return out


def names(nodes: list[Node], params: Sequence[Val], taken: frozenset[str]) -> dict[int, str]:
    """Id of a value → its name: the script's, with a number if others have the same. ``taken``: names of others."""
    out: dict[int, str] = {}
    used = Counter(taken)

    def name(val: Val) -> None:
        if val.id in out:
            return
        stem = val.name if val.named else "t"
        stem = stem + "_" if stem in taken else stem
        used[stem] += 1
        made = stem if val.named and used[stem] == 1 else f"{stem}{'_' if stem[-1].isdigit() else ''}{used[stem]}"
        while used[made] and made != stem:
            used[stem] += 1
            made = f"{stem}{'_' if stem[-1].isdigit() else ''}{used[stem]}"
        used[made] += made != stem
        out[val.id] = made

    def look(inner: list[Node]) -> None:
        for node in inner:
            for val in (*written(node), *read(node)):
                name(val)
            for inside in parts(node):
                look(inside)

    for val in params:
        name(val)
    look(nodes)
    return out


class Spelling:
    """One body: a recording for pointers of some width. ``lines`` has its statements, ``tables`` its read-only data,
    ``areas`` its memory of the frame. The languages say how types, signs and statements are spelled."""

    taken: frozenset[str]
    """Names that a value may not have."""
    never, always = "0", "1"

    def __init__(self, recorded: Recorded) -> None:
        self.kernel, self.bits, self.params = recorded.kernel, recorded.bits, recorded.params
        self.nodes = structured(recorded.ops)
        self.memories = memories(recorded.kernel, recorded.params, recorded.ops)
        self.uses = uses(self.nodes, self.params)
        self.names = names(self.nodes, self.params, self.taken)
        self.lines: list[str] = []
        self.tables: dict[str, str] = {}
        self.areas: dict[str, str] = {}
        self.pending: dict[int, Expr] = {}
        self.declared = {val.id for val in self.params}
        self.depth, self.list = 1, self.nodes
        self.note: Phase | None = None
        self.prepare(recorded)
        for val in self.params:
            self.take(val)
        self.all(self.nodes)

    # -- what the languages say --------------------------------------------------------------------------------

    def prepare(self, recorded: Recorded) -> None:
        """Whatever a language asks about the whole function."""

    def take(self, val: Val) -> None:
        """A parameter, as its value is used."""

    def when(self, word: str, condition: str) -> str:
        """The head of a statement with a condition."""
        raise NotImplementedError

    def comment(self, text: str) -> None:
        raise NotImplementedError

    def turns(self, node: Loop) -> None:
        raise NotImplementedError

    def until(self, body: list[Node], last: Condition) -> None:
        """A body, again as long as the condition holds."""
        raise NotImplementedError

    def declare(self, val: Val, value: str = "") -> None:
        raise NotImplementedError

    def zero(self, val: Val) -> str:
        return "0"

    def set(self, val: Val, made: Expr, keep: bool = False) -> None:
        """``keep``: the next statement adds to the sum, in this order."""
        raise NotImplementedError

    def number(self, value: int, bits: int) -> str:
        """A constant of a type of so many bits."""
        raise NotImplementedError

    def signed(self, sign: str, args: Sequence[Expr]) -> Expr:
        """Operands with a sign between them."""
        raise NotImplementedError

    def cast(self, val: Val, made: Expr) -> Expr:
        """The expression cut to the type of ``val``, if it may be wider."""
        return made

    def word(self, made: Expr, bits: int) -> Expr:
        """The expression as another type of words."""
        raise NotImplementedError

    def inverse(self, made: Expr, bits: int) -> Expr:
        raise NotImplementedError

    def widened(self, dst: Val, made: Expr, bits: int) -> Expr:
        """A signed number of ``bits`` bits in a word of another type."""
        raise NotImplementedError

    def rotated(self, x: Expr, turn: int, bits: int) -> Expr:
        raise NotImplementedError

    def named(self, name: str, bits: int) -> str:
        """The name of a function for words of so many bits."""
        raise NotImplementedError

    def index(self, val: Val, alone: bool) -> Expr:
        """A number of bytes or elements. ``alone``: nothing is added to it, and it is not multiplied."""
        return self.operand(val)

    def item(self, op: Op, base: Expr, by: Expr | None, at: int) -> str:
        """An element of memory."""
        raise NotImplementedError

    def bytes(self, op: Op, base: Expr, by: Expr | None, at: int) -> str:
        """The place of bytes, as functions take it."""
        raise NotImplementedError

    # -- lines -------------------------------------------------------------------------------------------------

    def bits_of(self, val: Val) -> int:
        return self.bits if val.type.name == "usize" else val.type.bits

    def line(self, text: str) -> None:
        self.lines.append(_INDENT * self.depth + text)

    def all(self, nodes: list[Node]) -> None:
        before, self.list = self.list, nodes
        for node in nodes:
            if isinstance(node, Op):
                self.noted(node)
                getattr(self, f"op_{node.name}", self.plain)(node)
            else:
                asks = {val.id for val in read(node)} if isinstance(node, (If, Break)) else set()
                own = {one: self.pending.pop(one) for one in asks & self.pending.keys()}
                self.flush()
                self.pending.update(own)
                for one in self.values(node):
                    wanted = self.uses.place.get(one.id) == id(nodes) and one.id not in self.declared
                    if wanted and one.id not in self.pending:
                        self.declare(one, self.zero(one))
                self.inner(node)
        self.flush()
        self.list = before

    def values(self, node: Node) -> list[Val]:
        """The values of a node and of its parts, in the order of their numbers."""
        return [self.uses.values[one] for one in sorted(self.uses.inside[id(node)])]

    def noted(self, op: Op) -> None:
        phase = op.src.phase and op.src.phase.around
        if phase is not None and phase is not self.note:
            self.note = phase
            self.flush()
            self.comment(phase.text)

    def inner(self, node: If | Loop | While | Break) -> None:
        if isinstance(node, Break):
            self.block(self.when("if", self.condition(node.cond)), lambda: self.line("break;"))
        elif isinstance(node, If):
            self.block(self.when("if", self.condition(node.cond)), lambda: self.all(node.body))
            if node.other:
                self.lines[-1] += " else {"
                self.rest(lambda: self.all(node.other))
        elif isinstance(node, Loop):
            self.turns(node)
        else:
            first = self.condition(node.first)
            if _same(node.first, node.last):
                self.block(self.when("while", first), lambda: self.all(node.body))
            else:
                self.block(self.when("if", first), lambda: self.until(node.body, node.last))

    def block(self, head: str, body: Callable[[], None], tail: str = "") -> None:
        self.line(f"{head} {{")
        self.rest(body, tail)

    def rest(self, body: Callable[[], None], tail: str = "") -> None:
        self.depth += 1
        body()
        self.depth -= 1
        self.line("}" + tail)

    # -- variables and operands --------------------------------------------------------------------------------

    def put(self, val: Val, made: Expr) -> None:
        """Give a variable its value, or keep the expression for its only reader."""
        if (
            not val.named and self.uses.written[val.id] == 1 and self.uses.reads[val.id] == 1
            and len(made.text) <= WIDTH and val.type.name != "ptr"
        ):  # fmt: skip
            self.pending[val.id] = made
            return
        self.set(val, made)

    def changed(self, *vals: Val) -> None:
        """Write the expressions that need the values that these have now."""
        ids = {val.id for val in vals}
        self.flush(lambda made: bool(made.reads & ids))

    def flush(self, which: Callable[[Expr], bool] = lambda made: True) -> None:
        for one in [one for one, made in self.pending.items() if which(made)]:
            made = self.pending.pop(one, None)
            if made is not None:
                self.set(self.uses.values[one], made)

    def operand(self, arg: Any, bits: int = 0) -> Expr:
        if not isinstance(arg, Val):
            return Expr(self.number(int(arg), bits))
        found = self.pending.pop(arg.id, None)
        return found or Expr(self.names[arg.id], reads=frozenset({arg.id}))

    def atom(self, arg: Any, bits: int = 0) -> Expr:
        """An operand that may be evaluated twice."""
        made = self.operand(arg, bits)
        if made.level == ATOM and not made.memory and "(" not in made.text or not isinstance(arg, Val):
            return made
        self.set(arg, made)
        return Expr(self.names[arg.id], reads=frozenset({arg.id}))

    def call(self, name: str, *args: Expr | str) -> Expr:
        of = [arg for arg in args if isinstance(arg, Expr)]
        text = ", ".join(arg.text if isinstance(arg, Expr) else arg for arg in args)
        return replace(joined(of), text=f"{name}({text})", level=ATOM, sign="")

    def compared(self, cond: Condition) -> tuple[str, Expr, Expr]:
        """A comparison without a sign: signed numbers compare as unsigned ones with the highest bit inverted."""
        bits, kind = self.bits_of(cond.x), cond.kind.removeprefix("s")
        x = self.operand(cond.x)
        if kind == cond.kind:
            return kind, x, self.operand(cond.y, bits)
        top = 1 << bits - 1
        high = Expr(self.number(top, bits))
        if isinstance(cond.y, int):
            y = self.operand(cond.y ^ top, bits)
        else:
            y = self.signed("^", [self.operand(cond.y), high])
        return kind, self.signed("^", [x, high]), y

    def table_of(self, op: Op) -> tuple[int, list[str]]:
        """The bits of the words of a table, as its memory is read, and the words."""
        size, values = self.memories[op.dst[0].id].element, op.attrs["values"]
        if size < op.attrs["element"]:
            values = packed(values, op.attrs["element"])
        return 8 * size, [self.number(value, 8 * size) for value in values]

    def condition(self, cond: Condition) -> str:
        return self.holds(*self.compared(cond))

    def holds(self, kind: str, x: Expr, y: Expr) -> str:
        if kind in ("lt", "ge") and y.text == "0":
            return self.never if kind == "lt" else self.always
        return f"{x.inside()} {_COMPARED[kind]} {y.inside()}"

    # -- operations --------------------------------------------------------------------------------------------

    def plain(self, op: Op) -> None:
        """An operation with one result."""
        if op.name in ("add", "add_ternary") and self.one_by_one(op):
            return
        maker = getattr(self, f"make_{op.name}", None)
        if op.name in SIGNS:
            maker = self.make_signed
        if maker is None or any(val.type.cls == "vec" for val in op.dst):
            raise KernelError(
                op.src, f"{op.name}: portable code has no such operation; expected words, rows and memory of words "
                "alone in the variant without features, a row called portable, or portable=False"
            )  # fmt: skip
        self.put(op.dst[0], maker(op))

    def one_by_one(self, op: Op) -> bool:
        """Add several terms to a variable in the order of the script, each by a line. False for other additions."""
        dst, bits = op.dst[0], self.bits_of(op.dst[0])
        rest = [arg for arg in op.args[op.name == "add_ternary" :] if op.name == "add_ternary" or arg is not dst]
        alone = bits >= 32 and dst.type.name != "ptr" and not any(arg is dst for arg in rest)
        if op.name == "add" and (not alone or len(rest) != len(op.args) - 1 or len(rest) < 2):
            return False
        if op.name == "add":
            terms = [self.operand(arg, bits) for arg in rest]
        else:
            inputs = [self.atom(arg) for arg in rest]
            terms = [self.tree(part, inputs, bits) for part in op.attrs["parts"]]
        mine = Expr(self.names[dst.id], reads=frozenset({dst.id}))
        if not alone:
            self.set(dst, self.cast(dst, self.signed("+", [mine, *terms])))
        for term in terms if alone else ():
            self.set(dst, self.signed("+", [mine, term]), keep=True)
        return True

    def make_signed(self, op: Op) -> Expr:
        dst, bits, sign = op.dst[0], self.bits_of(op.dst[0]), SIGNS[op.name]
        if dst.type.name == "ptr":
            return self.moved(op, sign)
        if "bits" in op.attrs:
            x = self.operand(op.args[0])
            return self.cast(dst, self.signed(sign, [x, Expr(str(op.attrs["bits"]))])) if op.attrs["bits"] else x
        values = list(op.args)
        if sign in FREE:  # a constant last, and the variable that changes first
            values.sort(key=lambda arg: (isinstance(arg, int), arg is not dst))
        if sign == "+" and isinstance(values[-1], int) and values[-1] >> bits - 1 and len(values) == 2:
            less = Expr(self.number((1 << bits) - values[-1], bits))
            return self.cast(dst, self.signed("-", [self.operand(values[0]), less]))
        return self.cast(dst, self.signed(sign, [self.operand(arg, bits) for arg in values]))

    def bit_or_mask(self, op: Op) -> str:
        """The name of the function for the highest bit of a word, or for a mask made by negation: compilers branch on
        those that they see. Empty for other operations."""
        bits = self.bits_of(op.dst[0])
        if op.name == "shr" and op.attrs.get("bits") == bits - 1:
            return "top"
        return "mask" if op.name == "sub" and op.args[0] == 0 and bits >= 32 and isinstance(op.args[-1], Val) else ""

    def moved(self, op: Op, sign: str) -> Expr:
        """A pointer that is so many bytes further."""
        memory = self.memories[op.dst[0].id]
        pointer = next(arg for arg in op.args if isinstance(arg, Val) and arg.type.name == "ptr")
        element = 1 if memory.halves else memory.element
        out = self.operand(pointer)
        for arg in op.args:
            if arg is pointer:
                continue
            if isinstance(arg, int):
                less = arg >> self.bits - 1
                by = (-arg % (1 << self.bits) if less else arg) // element
                out = self.signed("-" if bool(less) != (sign == "-") else "+", [out, Expr(str(by))])
            else:
                amount = self.index(arg, True)
                if element > 1:
                    amount = self.signed("/", [amount, Expr(str(element))])
                out = self.signed(sign, [out, amount])
        return out

    def make_copy(self, op: Op) -> Expr:
        return self.operand(op.args[0])

    def make_const(self, op: Op) -> Expr:
        return self.operand(op.args[0], self.bits_of(op.dst[0]))

    def make_not(self, op: Op) -> Expr:
        return self.inverse(self.operand(op.args[0]), self.bits_of(op.dst[0]))

    def make_andn(self, op: Op) -> Expr:
        return self.inverted(op, "&")

    def make_orn(self, op: Op) -> Expr:
        return self.inverted(op, "|")

    def inverted(self, op: Op, sign: str) -> Expr:
        x, y = (self.operand(arg, self.bits_of(op.dst[0])) for arg in op.args)
        return self.signed(sign, [x, self.inverse(y, self.bits_of(op.dst[0]))])

    def make_sext(self, op: Op) -> Expr:
        return self.widened(op.dst[0], self.operand(op.args[0]), self.bits_of(op.args[0]))

    def make_rotl(self, op: Op) -> Expr:
        x, turn = self.operand(op.args[0]), op.attrs["bits"]
        return self.rotated(x, turn, self.bits_of(op.dst[0])) if turn else x

    def make_rotations(self, op: Op) -> Expr:
        bits = self.bits_of(op.dst[0])
        x = self.atom(op.args[0])
        terms = [self.rotated(x, bits - turn, bits) for turn in op.attrs["right"]]
        if op.attrs["shift"]:
            terms.append(self.signed(">>", [x, Expr(str(op.attrs["shift"]))]))
        return self.signed("^", terms)

    def make_ternary(self, op: Op) -> Expr:
        return self.cast(
            op.dst[0], self.tree(op.attrs["parts"][0], [self.atom(arg) for arg in op.args], self.bits_of(op.dst[0]))
        )

    def tree(self, tree: Tree, inputs: Sequence[Expr], bits: int) -> Expr:
        if not tree.args:
            return inputs["xyz".index(tree.op)]
        of = [self.tree(arg, inputs, bits) for arg in tree.args]
        if tree.op == "not":
            return self.inverse(of[0], bits)
        return self.signed(SIGNS[tree.op], of)

    def make_sar(self, op: Op) -> Expr:
        return self.call(self.named("sar", self.bits_of(op.dst[0])), self.operand(op.args[0]), str(op.attrs["bits"]))

    def make_bswap(self, op: Op) -> Expr:
        if self.bits_of(op.dst[0]) == 8:
            return self.operand(op.args[0])
        return self.call(self.named("bswap", self.bits_of(op.dst[0])), self.operand(op.args[0]))

    def counted(self, op: Op) -> Expr:
        return self.call(self.named(op.name, self.bits_of(op.dst[0])), self.operand(op.args[0]))

    make_clz = make_ctz = make_popcount = counted

    def make_crc32c(self, op: Op) -> Expr:
        return self.call(self.named("crc32c_", self.bits_of(op.args[1])), *(self.operand(arg) for arg in op.args))

    def make_mul_high(self, op: Op) -> Expr:
        bits = self.bits_of(op.dst[0])
        return self.call(self.named("mul_high", bits), *(self.operand(arg, bits) for arg in op.args))

    # -- memory ------------------------------------------------------------------------------------------------

    def place(self, op: Op) -> tuple[Expr, Expr | None, int]:
        """The pointer of an access, the index in its words (None: no index), and the offset in bytes."""
        base, index, *_ = op.args
        offset, scale = op.attrs["offset"], op.attrs.get("scale", 1)
        made = self.operand(base)
        if index is None:
            return made, None, offset
        by = self.index(index, not offset and scale == 1)
        memory = self.memories[base.id]
        element = 1 if memory.halves else memory.element
        if scale > element:
            by = self.signed("*", [by, Expr(str(scale // element))])
        elif scale < element:
            by = self.signed("/", [by, Expr(str(element // scale))])
        return made, by, offset

    def make_load(self, op: Op) -> Expr:
        base, memory, bytes_ = op.args[0], self.memories[op.args[0].id], size(op)
        pointer, by, offset = self.place(op)
        reads = frozenset({base.id}) | (by.reads if by is not None else frozenset())
        if memory.halves or memory.element == 1 < bytes_:
            name = "load_half" if memory.halves else self.named(f"load_{_order(op)}", 8 * bytes_)
            return Expr(f"{name}({self.bytes(op, pointer, by, offset)})", ATOM, "", reads, True)
        element = memory.element
        words = [
            Expr(self.item(op, pointer, by, offset // element + n), ATOM, "", reads, True)
            for n in range(max(bytes_ // element, 1))
        ]
        if bytes_ == element:
            return words[0]
        if bytes_ < element:
            off = offset % element
            inside = self.signed(">>", [words[0], Expr(str(8 * off))]) if off else words[0]
            return self.word(inside, 8 * bytes_)
        wide = [self.word(word, 8 * bytes_) for word in words]
        return self.signed(
            "|", [self.signed("<<", [word, Expr(str(8 * element * n))]) if n else word for n, word in enumerate(wide)]
        )

    def op_store(self, op: Op) -> None:
        memory, bytes_ = self.memories[op.args[0].id], size(op)
        element = memory.element
        value = self.atom(op.args[2]) if element > 1 and bytes_ > element else self.operand(op.args[2])
        pointer, by, offset = self.place(op)
        self.flush(lambda made: made.memory)
        value = self.stored(op, value, 8 * bytes_)
        if memory.halves or element == 1 < bytes_:
            name = "store_half" if memory.halves else self.named(f"store_{_order(op)}", 8 * bytes_)
            self.line(f"{name}({self.bytes(op, pointer, by, offset)}, {value.text});")
            return
        for n in range(bytes_ // element):
            part = self.signed(">>", [value, Expr(str(8 * element * n))]) if n else value
            part = self.word(part, 8 * element) if bytes_ > element else part
            self.assign(op, self.item(op, pointer, by, offset // element + n), part.text)

    def assign(self, op: Op, item: str, text: str) -> None:
        """Give an element of memory its value."""
        self.line(f"{item} = {text};")

    def stored(self, op: Op, value: Expr, bits: int) -> Expr:
        """The value of a store, of so many bits."""
        return value

    def make_load_signed(self, op: Op) -> Expr:
        made = self.make_load(op)
        return self.widened(op.dst[0], made, op.attrs["bits"])


def joined(of: Sequence[Expr]) -> Expr:
    """What some expressions read, without a text."""
    reads = frozenset[int]().union(*(one.reads for one in of))
    return Expr("", reads=reads, memory=any(one.memory for one in of))


def enclosed(text: str) -> bool:
    """Whether the parentheses around a text belong together."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return text[0] == "(" and at == len(text) - 1
    return False


def wrapped(words: Sequence[str]) -> str:
    """The words of a table in lines."""
    lines, line = [], ""
    for word in words:
        if len(line) + len(word) > 112:
            lines.append(line.rstrip())
            line = ""
        line += f"{word}, "
    return "".join(f"    {one}\n" for one in [*lines, line.rstrip().rstrip(",")])


def _order(op: Op) -> str:
    return "be" if op.attrs["be"] else "le"


def _same(first: Condition, last: Condition) -> bool:
    return (first.kind, first.x, first.y) == (last.kind, last.x, last.y)
