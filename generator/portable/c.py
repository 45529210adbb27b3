# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Kernels in C99: freestanding, defined for every input of the contract, the same on machines of either byte order.

The helpers are in ``runtime/portable/words.h``. A choice is made by masks that the compiler does not see through.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generator.lang.cnames import RESERVED
from generator.lang.contract import Kernel
from generator.lang.values import Condition, Op, Val
from generator.portable.recorded import Recorded
from generator.portable.spelling import ATOM, BINARY, FREE, RESULT, UNARY, Expr, Spelling, enclosed, joined, wrapped
from generator.portable.structure import Loop, Node, read

_ROWS = ("add_carry", "sub_borrow", "mul_wide", "mul_row", "mul_add_row")


class C(Spelling):
    taken = RESERVED

    def prepare(self, recorded: Recorded) -> None:
        # size_t is another type than the words of carries and products on some machines.
        self.limbs = {val.id for op in recorded.ops if op.name in _ROWS for val in (*op.dst, *read(op))}

    def ctype(self, val: Val) -> str:
        """The type of a variable, with a blank or a star at its end."""
        if val.type.name == "ptr":
            memory = self.memories[val.id]
            const = "" if val.id in memory.written else "const "
            return f"{const}uint{8 if memory.halves else 8 * memory.element}_t *"
        if val.type.name == "usize" and val.id not in self.limbs:
            return "size_t "
        return f"uint{max(self.bits_of(val), 32)}_t "  # registers hold narrow words zero-extended

    def take(self, val: Val) -> None:
        """A parameter, as its value is used: a word without a sign, a pointer to such words or to bytes."""
        param = next(one for one in self.kernel.params if one.name == val.name)
        given, wanted = self.names[val.id], self.ctype(val).strip()
        if param.ctype.replace("const ", "") == wanted.replace("const ", ""):
            return
        cast = f"uint{self.bits_of(val)}_t" if val.type.name != "ptr" else wanted
        self.names[val.id] = made = f"{given}_{'bytes' if '8' in wanted else 'words' if '*' in wanted else 'word'}"
        self.line(f"{self.ctype(val)}{made} = ({cast}){given};")

    def when(self, word: str, condition: str) -> str:
        return f"{word} ({condition})"

    def comment(self, text: str) -> None:
        self.line(f"/* {text} */")

    def zero(self, val: Val) -> str:
        return "NULL" if val.type.name == "ptr" else "0"

    def turns(self, node: Loop) -> None:
        left = self.names[node.left.id]
        if node.once:
            self.block("do", lambda: self.all(node.body), f" while (--{left} != 0);")
        else:
            self.block(f"for (; {left} != 0; {left}--)", lambda: self.all(node.body))

    def until(self, body: list[Node], last: Condition) -> None:
        self.block("do", lambda: self.all(body))
        self.lines[-1] += f" while ({self.condition(last)});"

    def declare(self, val: Val, value: str = "") -> None:
        self.declared.add(val.id)
        self.line(f"{self.ctype(val)}{self.names[val.id]}{f' = {value}' if value else ''};")

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
            rest = rest[1:-1] if enclosed(rest) else rest
            self.line(f"{name}{made.sign * 2};" if one else f"{name} {made.sign}= {rest};")
            if made.sign == "+" and val.type.name in ("u32", "u64") and keep:
                self.line(f"LOOM_KEEP({name});")
        elif made.text != name:
            self.line(f"{name} = {made.text};")

    def number(self, value: int, bits: int) -> str:
        return number(value, bits)

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
        inside = first.inside(sign if sign in FREE else "")
        text = f" {sign} ".join([inside, *(one.inside(sign if sign in ("^", "&", "|") else "") for one in others)])
        return replace(joined(args), text=text, level=BINARY, sign=sign)

    def named(self, name: str, bits: int) -> str:
        return f"{name}{bits}"

    def rotated(self, x: Expr, turn: int, bits: int) -> Expr:
        return self.call(f"rotl{bits}", x, str(turn))

    def word(self, made: Expr, bits: int) -> Expr:
        return replace(made, text=f"(uint{bits}_t){made.inside()}", level=UNARY, sign="")

    def index(self, val: Val, alone: bool) -> Expr:
        by = self.operand(val)
        if val.type.name == "u32" and not alone:
            by = replace(by, text=f"(size_t){by.inside()}", level=UNARY, sign="")
        return by

    def item(self, op: Op, base: Expr, by: Expr | None, at: int) -> str:
        return f"{base.inside()}[{_sum(by, at)}]"

    def bytes(self, op: Op, base: Expr, by: Expr | None, at: int) -> str:
        return _at(base.inside(), by, at)

    def stored(self, op: Op, value: Expr, bits: int) -> Expr:
        return self.word(value, bits) if bits < 32 and not value.text.startswith(f"(uint{bits}_t)") else value

    def make_signed(self, op: Op) -> Expr:
        if hidden := self.bit_or_mask(op):
            return self.call(f"{hidden}{self.bits_of(op.dst[0])}", self.operand(op.args[-1]))
        return super().make_signed(op)

    def make_zext(self, op: Op) -> Expr:
        made = self.operand(op.args[0])
        promoted = made.memory and self.bits_of(op.args[0]) < 32  # to int, which a shift may overflow
        if self.ctype(op.dst[0]) == self.ctype(op.args[0]) and not promoted:
            return made
        return replace(made, text=f"({self.ctype(op.dst[0]).strip()}){made.inside()}", level=UNARY, sign="")

    def make_trunc(self, op: Op) -> Expr:
        bits, made = self.bits_of(op.dst[0]), self.operand(op.args[0])
        if bits == self.bits_of(op.args[0]):
            return made
        kind = "size_t" if self.ctype(op.dst[0]) == "size_t " else f"uint{bits}_t"
        return replace(made, text=f"({kind}){made.inside()}", level=UNARY, sign="")

    def widened(self, dst: Val, made: Expr, bits: int) -> Expr:
        """A signed number of ``bits`` bits in a word of another type."""
        if bits == self.bits_of(dst):
            return made
        wide = Expr(f"({self.ctype(dst).strip()}){made.inside()}", UNARY, "", made.reads, made.memory)
        top = Expr(number(1 << bits - 1, self.bits_of(dst)))
        return self.cast(dst, self.signed("-", [self.signed("^", [wide, top]), top]))

    def by_value(self, op: Op) -> Expr:
        bits = self.bits_of(op.dst[0])
        x, count = self.operand(op.args[0]), self.operand(op.args[1])
        return self.call(f"{op.name.removesuffix('_by')}{bits}", x, self.signed("&", [count, Expr(str(bits - 1))]))

    make_shl_by = make_shr_by = make_sar_by = make_rotl_by = make_rotr_by = by_value

    def make_select(self, op: Op) -> Expr:
        cond, *args = op.args
        bits = self.bits_of(op.dst[0])
        x, y = (self.operand(arg, bits) for arg in args)
        if op.dst[0].type.name == "ptr" or op.attrs.get("exempt"):
            kind, left, right = self.compared(cond)
            text = f"{self.holds(kind, left, right)} ? {x.inside()} : {y.inside()}"
            return replace(joined([x, y, left, right]), text=text, level=BINARY)
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

    def op_frame(self, op: Op) -> None:
        val, memory = op.dst[0], self.memories[op.dst[0].id]
        self.areas[self.names[val.id]] = (
            f"uint{8 * memory.element}_t {self.names[val.id]}[{op.attrs['size'] // memory.element}]"
        )
        self.declared.add(val.id)

    def op_table(self, op: Op) -> None:
        bits, words = self.table_of(op)
        name = f"{self.kernel.name}_{op.attrs['table']}"
        self.tables[name] = f"static const uint{bits}_t {name}[{len(words)}] = {{\n{wrapped(words)}}};"
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


def _sum(by: Expr | None, offset: int) -> str:
    if by is None:
        return str(offset)
    return (by.inside("+") if offset else by.text) + (f" {'-' if offset < 0 else '+'} {abs(offset)}" if offset else "")


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


def prototype(kernel: Kernel, prefix: str = "loom_") -> str:
    params = ", ".join(p.text for p in kernel.params)
    return f"{kernel.returns} LOOM_CDECL {prefix}{kernel.name}_portable({params})"
