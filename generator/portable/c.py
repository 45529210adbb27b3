# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Kernels in C99: freestanding, defined for every input of the contract, the same on machines of either byte order.

The helpers are in ``runtime/portable/words.h``. A choice is made by masks that the compiler does not see through.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from generator.lang.cnames import RESERVED
from generator.lang.contract import Kernel
from generator.lang.plain import packed
from generator.lang.ternary import Expr as Tree
from generator.lang.values import Condition, Op, Val
from generator.model import KernelError, Phase
from generator.portable.pointers import memories, size
from generator.portable.recorded import Recorded
from generator.portable.spelling import ATOM, BINARY, UNARY, WIDTH, Expr, names, uses
from generator.portable.structure import Break, If, Loop, Node, While, read, structured

_SIGNS = {"add": "+", "sub": "-", "mul": "*", "xor": "^", "and": "&", "or": "|", "shl": "<<", "shr": ">>"}
_FREE = ("+", "^", "&", "|", "*")
"""Signs whose operands may be in any order."""
_COMPARED = {"eq": "==", "ne": "!=", "lt": "<", "ge": ">="}
_ROWS = ("add_carry", "sub_borrow", "mul_wide", "mul_row", "mul_add_row")
_INDENT = "    "
RESULT = "result_"


class C:
    """One body: a recording for pointers of some width. ``lines`` has its statements, ``tables`` its read-only data."""

    def __init__(self, recorded: Recorded) -> None:
        self.kernel, self.bits, self.params = recorded.kernel, recorded.bits, recorded.params
        self.nodes = structured(recorded.ops)
        self.memories = memories(recorded.kernel, recorded.params, recorded.ops)
        self.uses = uses(self.nodes, self.params)
        self.names = names(self.nodes, self.params, RESERVED)
        # size_t is another type than the words of carries and products on some machines.
        self.limbs = {val.id for op in recorded.ops if op.name in _ROWS for val in (*op.dst, *op.args) if _is(val)}
        self.lines: list[str] = []
        self.tables: dict[str, str] = {}
        self.areas: dict[str, str] = {}
        self.pending: dict[int, Expr] = {}
        self.declared = {val.id for val in self.params}
        self.depth, self.list = 1, self.nodes
        self.note: Phase | None = None
        for val in self.params:
            self.take(val)
        self.all(self.nodes)

    # -- types and names -------------------------------------------------------------------------------------------

    def ctype(self, val: Val) -> str:
        """The type of a variable, with a blank or a star at its end."""
        if val.type.name == "ptr":
            memory = self.memories[val.id]
            const = "" if val.id in memory.written else "const "
            return f"{const}uint{8 if memory.halves else 8 * memory.element}_t *"
        if val.type.name == "usize" and val.id not in self.limbs:
            return "size_t "
        return f"uint{max(self.bits_of(val), 32)}_t "  # registers hold narrow words zero-extended

    def bits_of(self, val: Val) -> int:
        return self.bits if val.type.name == "usize" else val.type.bits

    def take(self, val: Val) -> None:
        """A parameter, as its value is used: bytes, where the prototype has words whose halves are read."""
        if val.type.name != "ptr" or not self.memories[val.id].halves:
            return
        given, made = self.names[val.id], f"{self.names[val.id]}_bytes"
        self.names[val.id] = made
        self.line(f"{self.ctype(val)}{made} = ({self.ctype(val)[:-1].rstrip()} *){given};")

    # -- lines -----------------------------------------------------------------------------------------------------

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
                        self.declare(one, "NULL" if one.type.name == "ptr" else "0")
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
            self.line(f"/* {phase.text} */")

    def inner(self, node: If | Loop | While | Break) -> None:
        if isinstance(node, Break):
            self.block(f"if ({self.condition(node.cond)})", lambda: self.line("break;"))
        elif isinstance(node, If):
            self.block(f"if ({self.condition(node.cond)})", lambda: self.all(node.body))
            if node.other:
                self.lines[-1] += " else {"
                self.rest(lambda: self.all(node.other))
        elif isinstance(node, Loop):
            left = self.names[node.left.id]
            if node.once:
                self.block("do", lambda: self.all(node.body), f" while (--{left} != 0);")
            else:
                self.block(f"for (; {left} != 0; {left}--)", lambda: self.all(node.body))
        else:
            first, last = self.condition(node.first), lambda: self.condition(node.last)
            if _same(node.first, node.last):
                self.block(f"while ({first})", lambda: self.all(node.body))
            else:
                self.block(f"if ({first})", lambda: self.until(node.body, last))

    def until(self, body: list[Node], last: Callable[[], str]) -> None:
        self.block("do", lambda: self.all(body))
        self.lines[-1] += f" while ({last()});"

    def block(self, head: str, body: Callable[[], None], tail: str = "") -> None:
        self.line(f"{head} {{")
        self.rest(body, tail)

    def rest(self, body: Callable[[], None], tail: str = "") -> None:
        self.depth += 1
        body()
        self.depth -= 1
        self.line("}" + tail)

    # -- variables -------------------------------------------------------------------------------------------------

    def declare(self, val: Val, value: str = "") -> None:
        self.declared.add(val.id)
        self.line(f"{self.ctype(val)}{self.names[val.id]}{f' = {value}' if value else ''};")

    def put(self, val: Val, made: Expr) -> None:
        """Give a variable its value, or keep the expression for its only reader."""
        if (
            not val.named and self.uses.written[val.id] == 1 and self.uses.reads[val.id] == 1
            and len(made.text) <= WIDTH and val.type.name != "ptr"
        ):  # fmt: skip
            self.pending[val.id] = made
            return
        self.set(val, made)

    def set(self, val: Val, made: Expr, keep: bool = False) -> None:
        """``keep``: the next statement adds to the sum, in this order."""
        self.changed(val)
        name = self.names[val.id]
        if val.id not in self.declared and self.uses.place[val.id] == id(self.list):
            self.declare(val, made.text)
            return
        first, sign, rest = made.text.partition(f" {made.sign} ") if made.sign else ("", "", "")
        if first == name and self.bits_of(val) >= 32 and sign and not (made.sign == "-" and " - " in rest):
            one = made.sign in ("+", "-") and rest == "1"
            rest = rest[1:-1] if _enclosed(rest) else rest
            self.line(f"{name}{made.sign * 2};" if one else f"{name} {made.sign}= {rest};")
            if made.sign == "+" and val.type.name in ("u32", "u64") and (keep or not rest.isdigit()):
                self.line(f"LOOM_KEEP({name});")
        elif made.text != name:
            self.line(f"{name} = {made.text};")

    def changed(self, *vals: Val) -> None:
        """Write the expressions that need the values that these have now."""
        ids = {val.id for val in vals}
        self.flush(lambda made: bool(made.reads & ids))

    def flush(self, which: Callable[[Expr], bool] = lambda made: True) -> None:
        for one in [one for one, made in self.pending.items() if which(made)]:
            made = self.pending.pop(one, None)
            if made is not None:
                self.set(self.uses.values[one], made)

    # -- operands --------------------------------------------------------------------------------------------------

    def operand(self, arg: Any, bits: int = 0) -> Expr:
        if not isinstance(arg, Val):
            return Expr(number(int(arg), bits))
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
        return replace(_joined(of), text=f"{name}({text})", level=ATOM, sign="")

    def cast(self, val: Val, made: Expr) -> Expr:
        """The expression cut to a narrow type: C computes with words of 32 bits at least."""
        if self.bits_of(val) >= 32 or made.level == ATOM:
            return made
        return replace(made, text=f"(uint{self.bits_of(val)}_t){made.inside()}", level=UNARY, sign="")

    def inverse(self, made: Expr, bits: int) -> Expr:
        if bits < 32:  # ~ would make a negative int
            return self.signed("^", [made, Expr(number((1 << bits) - 1, 32))])
        return replace(made, text=f"~{made.inside()}", level=UNARY, sign="")

    def signed(self, sign: str, args: Sequence[Expr]) -> Expr:
        """Operands with a sign between them."""
        first, *others = args
        inside = first.inside(sign if sign in _FREE else "")
        text = f" {sign} ".join([inside, *(one.inside(sign if sign in ("^", "&", "|") else "") for one in others)])
        return replace(_joined(args), text=text, level=BINARY, sign=sign)

    def compared(self, cond: Condition) -> tuple[str, Expr, Expr]:
        """A comparison without a sign: signed numbers compare as unsigned ones with the highest bit inverted."""
        bits, kind = self.bits_of(cond.x), cond.kind.removeprefix("s")
        x = self.operand(cond.x)
        if kind == cond.kind:
            return kind, x, self.operand(cond.y, bits)
        top = 1 << bits - 1
        high = Expr(number(top, bits))
        if isinstance(cond.y, int):
            y = self.operand(cond.y ^ top, bits)
        else:
            y = self.signed("^", [self.operand(cond.y), high])
        return kind, self.signed("^", [x, high]), y

    def condition(self, cond: Condition) -> str:
        kind, x, y = self.compared(cond)
        if kind in ("lt", "ge") and y.text == "0":
            return "0" if kind == "lt" else "1"
        return f"{x.inside()} {_COMPARED[kind]} {y.inside()}"

    # -- operations ------------------------------------------------------------------------------------------------

    def plain(self, op: Op) -> None:
        """An operation with one result."""
        if op.name in ("add", "add_ternary") and self.one_by_one(op):
            return
        maker = getattr(self, f"make_{op.name}", None)
        if op.name in _SIGNS:
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
        dst, bits, sign = op.dst[0], self.bits_of(op.dst[0]), _SIGNS[op.name]
        if dst.type.name == "ptr":
            return self.moved(op, sign)
        if "bits" in op.attrs:
            x = self.operand(op.args[0])
            return self.cast(dst, self.signed(sign, [x, Expr(str(op.attrs["bits"]))])) if op.attrs["bits"] else x
        values = list(op.args)
        if sign in _FREE:  # a constant last, and the variable that changes first
            values.sort(key=lambda arg: (isinstance(arg, int), arg is not dst))
        if sign == "+" and isinstance(values[-1], int) and values[-1] >> bits - 1 and len(values) == 2:
            less = Expr(number((1 << bits) - values[-1], bits))
            return self.cast(dst, self.signed("-", [self.operand(values[0]), less]))
        return self.cast(dst, self.signed(sign, [self.operand(arg, bits) for arg in values]))

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
                by = ((1 << self.bits) - arg if less else arg) // element
                out = self.signed("-" if bool(less) != (sign == "-") else "+", [out, Expr(str(by))])
            else:
                amount = self.operand(arg)
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

    def make_zext(self, op: Op) -> Expr:
        made = self.operand(op.args[0])
        if self.ctype(op.dst[0]) == self.ctype(op.args[0]):
            return made
        return replace(made, text=f"({self.ctype(op.dst[0]).strip()}){made.inside()}", level=UNARY, sign="")

    def make_trunc(self, op: Op) -> Expr:
        bits, made = self.bits_of(op.dst[0]), self.operand(op.args[0])
        if bits == self.bits_of(op.args[0]):
            return made
        kind = "size_t" if self.ctype(op.dst[0]) == "size_t " else f"uint{bits}_t"
        return replace(made, text=f"({kind}){made.inside()}", level=UNARY, sign="")

    def make_sext(self, op: Op) -> Expr:
        return self.widened(op.dst[0], self.operand(op.args[0]), self.bits_of(op.args[0]))

    def widened(self, dst: Val, made: Expr, bits: int) -> Expr:
        """A signed number of ``bits`` bits in a word of another type."""
        if bits == self.bits_of(dst):
            return made
        wide = Expr(f"({self.ctype(dst).strip()}){made.inside()}", UNARY, "", made.reads, made.memory)
        top = Expr(number(1 << bits - 1, self.bits_of(dst)))
        return self.cast(dst, self.signed("-", [self.signed("^", [wide, top]), top]))

    def make_rotl(self, op: Op) -> Expr:
        x = self.operand(op.args[0])
        bits = self.bits_of(op.dst[0])
        return self.call(f"rotl{bits}", x, str(op.attrs["bits"])) if op.attrs["bits"] else x

    def make_sar(self, op: Op) -> Expr:
        return self.call(f"sar{self.bits_of(op.dst[0])}", self.operand(op.args[0]), str(op.attrs["bits"]))

    def by_value(self, op: Op) -> Expr:
        bits = self.bits_of(op.dst[0])
        x, count = self.operand(op.args[0]), self.operand(op.args[1])
        return self.call(f"{op.name.removesuffix('_by')}{bits}", x, self.signed("&", [count, Expr(str(bits - 1))]))

    make_shl_by = make_shr_by = make_sar_by = make_rotl_by = make_rotr_by = by_value

    def make_rotations(self, op: Op) -> Expr:
        bits = self.bits_of(op.dst[0])
        x = self.atom(op.args[0])
        terms = [self.call(f"rotl{bits}", x, str(bits - turn)) for turn in op.attrs["right"]]
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
        return self.signed(_SIGNS[tree.op], of)

    def make_bswap(self, op: Op) -> Expr:
        if self.bits_of(op.dst[0]) == 8:
            return self.operand(op.args[0])
        return self.call(f"bswap{self.bits_of(op.dst[0])}", self.operand(op.args[0]))

    def counted(self, op: Op) -> Expr:
        return self.call(f"{op.name}{self.bits_of(op.dst[0])}", self.operand(op.args[0]))

    make_clz = make_ctz = make_popcount = counted

    def make_crc32c(self, op: Op) -> Expr:
        return self.call(f"crc32c_{self.bits_of(op.args[1])}", *(self.operand(arg) for arg in op.args))

    def make_mul_high(self, op: Op) -> Expr:
        bits = self.bits_of(op.dst[0])
        return self.call(f"mul_high{bits}", *(self.operand(arg, bits) for arg in op.args))

    def make_select(self, op: Op) -> Expr:
        cond, *args = op.args
        bits = self.bits_of(op.dst[0])
        x, y = (self.operand(arg, bits) for arg in args)
        if op.dst[0].type.name == "ptr" or op.attrs.get("exempt"):
            text = f"{self.condition(cond)} ? {x.inside()} : {y.inside()}"
            return replace(_joined([x, y]), text=text, level=BINARY)
        mask = self.answer(cond)
        word, wide = max(self.bits_of(cond.x), 32), max(bits, 32)
        if word < wide:  # the bits above must be those of the mask
            mask = self.call(f"mask{wide}", self.signed("&", [mask, Expr("1")]))
        elif word > wide:
            mask = replace(mask, text=f"(uint{wide}_t){mask.inside()}", level=UNARY)
        return self.call(f"choose{wide}", mask, x, y)

    def answer(self, cond: Condition) -> Expr:
        """A mask: all bits if the condition holds, otherwise none."""
        kind, x, y = self.compared(cond)
        return self.call(f"{kind}{self.bits_of(cond.x)}", x, y)

    # -- carries and rows ------------------------------------------------------------------------------------------

    def op_add_carry(self, op: Op) -> None:
        total, after = op.dst
        bits = self.bits_of(total)
        if self.uses.reads[after.id] == 0:
            args = [self.operand(arg, bits) for arg in op.args if isinstance(arg, Val) or arg]
            self.put(total, args[0] if len(args) == 1 else self.signed("+" if op.name == "add_carry" else "-", args))
            return
        x, y, *before = (self.operand(arg, bits) for arg in op.args)
        carry = before[0] if before else Expr("0")
        made = self.call(f"{op.name}{bits}", x, y, carry, f"&{self.names[after.id]}")
        self.changed(total, after)
        self.room(after)
        if self.uses.reads[total.id] == 0:
            self.line(f"{made.text};")
        else:
            self.set(total, made)

    op_sub_borrow = op_add_carry

    def room(self, val: Val) -> None:
        """Declare a variable whose address the next line takes."""
        if val.id not in self.declared:
            self.declare(val)

    def op_mul_wide(self, op: Op) -> None:
        low, high = op.dst
        made = self.call(f"mul_wide{self.bits_of(low)}", *(self.operand(arg, self.bits_of(low)) for arg in op.args),
                         f"&{self.names[high.id]}")  # fmt: skip
        self.changed(low, high)
        self.room(high)
        self.set(low, made)

    def op_mul_add_row(self, op: Op) -> None:
        *total, above = op.dst
        n = len(total)
        x, before = self.atom(op.args[2 * n]), [self.names[arg.id] for arg in op.args[2 * n + 1 :]]
        self.products(total, op.args[n : 2 * n], x, above, "mul_add", *before)

    def op_mul_row(self, op: Op) -> None:
        *out, above = op.dst
        self.products(out, op.args[:-1], self.atom(op.args[-1]), above, "mul_next")

    def products(
        self, total: Sequence[Val], row: Sequence[Val], x: Expr, above: Val, helper: str, carry: str = "0"
    ) -> None:
        bits = self.bits_of(above)
        for word, factor in zip(total, row):
            y = self.operand(factor)
            self.changed(word, above)
            self.room(word)
            made = self.call(f"{helper}{bits}", f"&{self.names[word.id]}", y, x, carry)
            self.set(above, made)
            carry = self.names[above.id]

    # -- memory ----------------------------------------------------------------------------------------------------

    def place(self, op: Op) -> tuple[str, Expr | None, int]:
        """The pointer of an access, the index in its words (None: no index), and the offset in bytes."""
        base, index, *_ = op.args
        offset, scale = op.attrs["offset"], op.attrs.get("scale", 1)
        made = self.operand(base)
        pointer = made.inside()
        if index is None:
            return pointer, None, offset
        by = self.operand(index)
        if index.type.name == "u32" and (offset or scale > 1):
            by = replace(by, text=f"(size_t){by.inside()}", level=UNARY, sign="")
        memory = self.memories[base.id]
        element = 1 if memory.halves else memory.element
        if scale > element:
            by = self.signed("*", [by, Expr(str(scale // element))])
        elif scale < element:
            by = self.signed("/", [by, Expr(str(element // scale))])
        return pointer, by, offset

    def make_load(self, op: Op) -> Expr:
        base, memory, bytes_ = op.args[0], self.memories[op.args[0].id], size(op)
        pointer, by, offset = self.place(op)
        reads = frozenset({base.id}) | (by.reads if by is not None else frozenset())
        if memory.halves or memory.element == 1:
            text = _at(pointer, by, offset)
            if memory.halves:
                made = f"load_half({text})"
            elif bytes_ == 1:
                made = _in(pointer, by, offset)
            else:
                made = f"load_{'be' if op.attrs['be'] else 'le'}{8 * bytes_}({text})"
            return Expr(made, ATOM, "", reads, True)
        element = memory.element
        words = [_in(pointer, by, offset // element + n) for n in range(max(bytes_ // element, 1))]
        if bytes_ == element:
            return Expr(words[0], ATOM, "", reads, True)
        kind = f"uint{8 * bytes_}_t"
        if bytes_ < element:
            inside = words[0] + (f" >> {8 * (offset % element)}" if offset % element else "")
            return Expr(f"({kind}){f'({inside})' if offset % element else inside}", UNARY, "", reads, True)
        terms = [Expr(f"({kind}){word}" + (f" << {8 * element * n}" if n else ""), BINARY if n else UNARY, "", reads)
                 for n, word in enumerate(words)]  # fmt: skip
        return replace(self.signed("|", terms), memory=True)

    def make_load_signed(self, op: Op) -> Expr:
        made = self.make_load(op)
        return self.widened(op.dst[0], made, op.attrs["bits"])

    def op_store(self, op: Op) -> None:
        memory, bytes_ = self.memories[op.args[0].id], size(op)
        element = memory.element
        value = self.atom(op.args[2]) if element > 1 and bytes_ > element else self.operand(op.args[2])
        pointer, by, offset = self.place(op)
        self.flush(lambda made: made.memory)
        if 8 * bytes_ < 32 and not value.text.startswith(f"(uint{8 * bytes_}_t)"):
            value = replace(value, text=f"(uint{8 * bytes_}_t){value.inside()}", level=UNARY, sign="")
        if memory.halves:
            self.line(f"store_half({_at(pointer, by, offset)}, {value.text});")
        elif element == 1 and bytes_ > 1:
            order = "be" if op.attrs["be"] else "le"
            self.line(f"store_{order}{8 * bytes_}({_at(pointer, by, offset)}, {value.text});")
        elif bytes_ == element:
            self.line(f"{_in(pointer, by, offset // element)} = {value.text};")
        else:
            for n in range(bytes_ // element):
                part = f"({value.text} >> {8 * element * n})" if n else value.text
                self.line(f"{_in(pointer, by, offset // element + n)} = (uint{8 * element}_t){part};")

    def op_frame(self, op: Op) -> None:
        val, memory = op.dst[0], self.memories[op.dst[0].id]
        self.areas[self.names[val.id]] = (
            f"uint{8 * memory.element}_t {self.names[val.id]}[{op.attrs['size'] // memory.element}]"
        )
        self.declared.add(val.id)

    def op_table(self, op: Op) -> None:
        bits, values = 8 * self.memories[op.dst[0].id].element, op.attrs["values"]
        name = f"{self.kernel.name}_{op.attrs['table']}"
        if bits < 8 * op.attrs["element"]:
            values = packed(values, op.attrs["element"])
        words = [number(value, bits) for value in values]
        self.tables[name] = f"static const uint{bits}_t {name}[{len(words)}] = {{\n{_wrapped(words)}}};"
        if self.uses.written[op.dst[0].id] == 1:
            self.names[op.dst[0].id] = name
            self.declared.add(op.dst[0].id)
        else:
            self.set(op.dst[0], Expr(name))

    def op_ret(self, op: Op) -> None:
        """The function ends at its last line."""
        made = self.operand(op.args[0])
        cast = f"({self.kernel.returns})" if self.bits_of(op.args[0]) < 32 else ""
        self.line(f"{RESULT} = {cast}{made.inside() if cast else made.text};")


def _is(arg: Any) -> bool:
    return isinstance(arg, Val)


def _joined(of: Sequence[Expr]) -> Expr:
    reads = frozenset[int]().union(*(one.reads for one in of))
    return Expr("", reads=reads, memory=any(one.memory for one in of))


def _enclosed(text: str) -> bool:
    """Whether the parentheses around a text belong together."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return text[0] == "(" and at == len(text) - 1
    return False


def _same(first: Condition, last: Condition) -> bool:
    return (first.kind, first.x, first.y) == (last.kind, last.x, last.y)


def _sum(by: Expr | None, offset: int) -> str:
    if by is None:
        return str(offset)
    return (by.inside("+") if offset else by.text) + (f" {'-' if offset < 0 else '+'} {abs(offset)}" if offset else "")


def _in(pointer: str, by: Expr | None, offset: int) -> str:
    return f"{pointer}[{_sum(by, offset)}]"


def _at(pointer: str, by: Expr | None, offset: int) -> str:
    if by is None and not offset:
        return pointer
    if by is None and offset < 0:
        return f"{pointer} - {-offset}"
    return f"{pointer} + {by.inside('+') if by is not None and not offset else _sum(by, offset)}"


def number(value: int, bits: int) -> str:
    """A constant of a type of so many bits."""
    value &= (1 << (bits or 64)) - 1
    if value < 1024:
        return str(value)
    return hex(value) if value < 0x8000 else f"UINT{max(bits, 32)}_C({value:#x})"


def _wrapped(words: Sequence[str]) -> str:
    lines, line = [], ""
    for word in words:
        if len(line) + len(word) > 112:
            lines.append(line.rstrip())
            line = ""
        line += f"{word}, "
    return "".join(f"    {one}\n" for one in [*lines, line.rstrip().rstrip(",")])


def prototype(kernel: Kernel, prefix: str = "loom_") -> str:
    params = ", ".join(p.text for p in kernel.params)
    return f"{kernel.returns} LOOM_CDECL {prefix}{kernel.name}_portable({params})"
