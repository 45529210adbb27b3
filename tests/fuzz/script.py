# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A program as its kernel script. The tests build this very text, and failures show it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.lang import Arg, Kernel, Variant, kernel, stitch
from tests.fuzz.profiles import BY_NAME
from tests.fuzz.program import WIDTHS, Break, Chain, Cond, Do, Fixed, If, Loop, Parts, Program, Stmt, While

OPERATORS = {"add": "+", "sub": "-", "mul": "*", "xor": "^", "and_": "&", "or_": "|", "shl": "<<", "shr": ">>"}
C_TYPES = {"u8": "uint8_t", "u16": "uint16_t", "u32": "uint32_t", "u64": "uint64_t", "usize": "size_t"}
TYPED = (
    "zext", "sext", "trunc", "load8_signed", "load16_signed", "load32_signed", "vload", "vblock", "vzero", "vword",
    "vbroadcast", "vload_broadcast",
)  # fmt: skip
"""Operations whose first operand is the type of the result."""
NO_TO = ("const", "vconst", "table", "frame", "copy", "home", "min")
"""Operations that always make a new value."""
PAIRS = ("mul_wide", "add_carry", "sub_borrow")
"""Operations with two results. The second is always new."""


def compiled(program: Program, variant: Variant) -> Kernel:
    """The kernel, from its text."""
    names: dict[str, Any] = {"Arg": Arg, "kernel": kernel, "stitch": stitch, "Variant": Variant}
    exec(compile(script(program), f"{program.name}.py", "exec"), names)
    made: Kernel = names[program.name]
    if variant.messages:
        return made.many(variant.messages, [variant])
    made.variants = (variant,)
    return made


def script(program: Program) -> str:
    """A whole kernel file without its imports: Arg, Variant, kernel and stitch of generator.lang."""
    # the bytes of an area of many messages count as secret: where its vectors begin hangs on the stack
    public = "" if program.wipe or BY_NAME[program.profile].message else ", public=True"
    args = []
    for name in program.order:
        if name in dict(program.scalars):
            args.append(f"Arg({name!r}, public=True)")
            continue
        one = program.buffer(name)
        more = f", alias={one.alias!r}" if one.alias else f", apart={one.apart!r}" if one.apart else ""
        size = f'"{one.size}*n"' if one.each else str(one.size)
        args.append(f"Arg({name!r}, {one.access}={size}{public}{more})")
    params = []
    for name in program.order:
        scalar = dict(program.scalars).get(name)
        const = "" if scalar or program.buffer(name).access != "r" else "const "
        params.append(f"{C_TYPES[scalar]} {name}" if scalar else f"{const}uint8_t *{name}")
    head = [
        "@kernel(",
        f'    c="{C_TYPES.get(program.returns, "void")} {program.name}({", ".join(params)})",',
        f"    args=[{', '.join(args)}],",
        f'    source="none: made at random",{" wipe=True," if program.wipe else ""}',
        ")",
        f"def {program.name}(k, {', '.join(program.order)}):",
    ]
    lines = _Lines(program, set(program.order)).block(program.body)
    return "\n".join([*head, *(f"    {line}" for line in lines or ["pass"])]) + "\n"


class _Lines:
    def __init__(self, program: Program, known: set[str]) -> None:
        self.program, self.known, self.streams = program, known, 0

    def block(self, body: Sequence[Stmt]) -> list[str]:
        return [line for stmt in body for line in self.statement(stmt)]

    def inside(self, head: str, body: Sequence[Stmt]) -> list[str]:
        return [head, *(f"    {line}" for line in self.block(body) or ["pass"])]

    def statement(self, stmt: Stmt) -> list[str]:
        if isinstance(stmt, If):
            lines = self.inside(f"with k.{stmt.kind}({cond(stmt.cond)}):", stmt.body)
            return lines + (self.inside("with k.else_():", stmt.other) if stmt.other else [])
        if isinstance(stmt, Break):
            return [f"k.break_if({cond(stmt.cond)})"]
        if isinstance(stmt, Fixed):
            return [f'k.asm("mul", {stmt.by}, k.bind({stmt.high}, "edx"), k.bind({stmt.low}, "eax"))']
        if isinstance(stmt, While) and stmt.mask:
            made = f"({stmt.cond.x} & {stmt.mask}).{stmt.cond.kind}({number(stmt.cond.y)})"
            return self.inside(f"with k.while_(lambda: {made}):", stmt.body)
        if isinstance(stmt, While):
            return self.inside(f"with k.while_({cond(stmt.cond)}):", stmt.body)
        if isinstance(stmt, Loop):
            step = f", step={{{', '.join(f'{name}: {by}' for name, by in stmt.step)}}}" if stmt.step else ""
            once = ", at_least_once=True" if stmt.once else ""
            return self.inside(f"with k.loop({stmt.count}{step}{once}):", stmt.body)
        if isinstance(stmt, Parts):
            return self.parts(stmt)
        if isinstance(stmt, Chain):
            out = []
            for n, (dst, src) in enumerate(zip(stmt.dst, stmt.src)):
                out.append(f'k.asm("{"adc" if n else "add"}", {dst}, {src})')
                out += self.block(stmt.between[n]) if n < len(stmt.between) else []
            return out
        line = self.do(stmt)
        self.known.update(stmt.dst)
        return [line]

    def parts(self, stmt: Parts) -> list[str]:
        out, names = [], []
        for part in stmt.parts:
            self.streams += 1
            names.append(f"s{self.streams}")
            out += self.inside(f'with k.recording("{names[-1]}") as {names[-1]}:', part)
        if len(names) == 1:
            return [*out, f"k.emit({names[0]})"]
        weights = f", weights={list(stmt.weights)}" if stmt.weights else ""
        return [*out, f"k.emit(stitch({', '.join(names)}, grain={stmt.grain}{weights}))"]

    def type(self, name: str) -> str:
        return f"k.{self.program.types[name]}"

    def do(self, stmt: Do) -> str:
        op, at = stmt.op, stmt.attrs
        args = [number(arg) for arg in stmt.args]
        dst = stmt.dst[0] if stmt.dst else ""
        if op == "set":
            return f"k.set({dst}, {args[0]})"
        if op == "note":
            return f"k.note({at['text']!r})"
        if op in ("ret", "cold"):
            return f"k.{op}({', '.join(args)})"
        if op == "add_each":
            return f"k.add_each([{', '.join(stmt.dst)}], [{', '.join(args)}])"
        if op == "add_ternary":
            parts = ", ".join(f"lambda x, y, z: {boolean(part)}" for part in at["parts"])
            return f"k.add_ternary({dst}, [{parts}], {', '.join(args)})"
        if op.startswith(("store", "vstore")):
            values = args[2] if len(args) == 3 and op != "store_limbs" else f"[{', '.join(args[2:])}]"
            return f"k.{op}({args[0]}, {values}{self.place(stmt)})"
        if op == "limbs":
            return f"{', '.join(stmt.dst)}, = k.limbs({args[0]}, {len(stmt.dst)}{self.place(stmt)}, type=k.{at['of']})"
        if op.endswith("_row"):
            return self.row(stmt, args)
        if op == "const":
            return f"{dst} = k.const({self.type(dst)}, {args[0]})"
        if op == "vconst":
            return f"{dst} = k.vconst({self.type(dst)}, {[*at['values']]}, bits={at['lane']})"
        if op == "table":
            return f"{dst} = k.table({at['name']!r}, k.{at['type']}, {[*at['values']]})"
        if op == "vtranspose":
            return f"{', '.join(stmt.dst)} = k.vtranspose([{', '.join(args)}], bits={at['lane']})"
        if op == "home" and len(stmt.dst) > 1:
            return f"{', '.join(stmt.dst)} = k.home([{', '.join(args)}])"
        if op.startswith("load") and len(stmt.dst) > 1:
            return f"{', '.join(stmt.dst)} = k.{op}({args[0]}, {len(stmt.dst)}{self.place(stmt)})"
        return self.valued(stmt, args, dst)

    def row(self, stmt: Do, args: list[str]) -> str:
        half = len(args) // 2
        if stmt.op == "mul_row":
            return f"{', '.join(stmt.dst)} = k.mul_row([{', '.join(args[:-1])}], {args[-1]})"
        lists = f"[{', '.join(args[:half])}], [{', '.join(args[half : 2 * half])}]"
        return f"{stmt.dst[-1]} = k.{stmt.op}({', '.join([lists, *args[2 * half :]])})"

    def place(self, stmt: Do) -> str:
        index, at = stmt.args[1], stmt.attrs
        out = f", offset={at['offset']}" if at["offset"] else ""
        out += f", index={index}" if index is not None else ""
        out += f", scale={at['scale']}" if "scale" in at else ""
        return out + (", be=True" if at.get("be") else "")

    def valued(self, stmt: Do, args: list[str], dst: str) -> str:
        op, at, fresh = stmt.op, stmt.attrs, dst not in self.known
        if op in OPERATORS and not isinstance(stmt.args[0], int):
            operands = [*args, *([str(at["bits"])] if "bits" in at else [])]
            if len(operands) == 2 and fresh:
                return f"{dst} = {operands[0]} {OPERATORS[op]} {operands[1]}"
            if len(operands) == 2 and dst == operands[0]:
                return f"{dst} {OPERATORS[op]}= {operands[1]}"
        if op == "add" and fresh and len(args) == 2:  # the constant comes first
            return f"{dst} = {args[0]} + {args[1]}"
        if op == "not_" and fresh:
            return f"{dst} = ~{args[0]}"
        if op == "select":
            words = [cond(at["cond"]), *args]
        elif op == "ternary":
            words = [f"lambda x, y, z: {boolean(at['function'])}", *args]
        elif op == "rotations":
            words = [*args, *map(str, at["right"]), *([f"shift={at['shift']}"] if at["shift"] else [])]
        elif op == "vload_lane":
            words = [args[-1], str(at["number"]), args[0] + self.place(stmt), f"bits={at['lane']}"]
        elif op == "vblock" or op.startswith(("load", "vload")):
            words = [args[0] + self.place(stmt), *([f"bits={at['lane']}"] if "lane" in at else [])]
        elif op == "vternary":
            words = [hex(at["table"]), *args]
        else:
            counted = "lane" if op == "vword" else "bits"  # the second argument; a lane's width is bits=
            words = [*args, *(str(at[key]) for key in at if key == counted)]
            words += [f"{'bits' if key == 'lane' else key}={at[key]!r}" for key in at if key != counted]
        if op in TYPED:
            words.insert(0, self.type(dst))
        if op in PAIRS:
            to = "" if fresh else f", to={dst}"
            return f"{', '.join(stmt.dst)} = k.{op}({', '.join(words)}{to})"
        assert fresh or op not in NO_TO, f"{op} always makes a new value, and {dst} is there"
        if fresh:
            return f"{dst} = k.{op}({', '.join(words)})"
        return f"k.{op}({', '.join(words)}, to={dst})"


def number(arg: Any) -> str:
    return arg if isinstance(arg, str) else hex(arg) if isinstance(arg, int) and abs(arg) > 9 else str(arg)


def cond(one: Cond) -> str:
    return f"{one.x}.{one.kind}({number(one.y)})"


def boolean(expr: Any) -> str:
    if len(expr) == 1:
        return str(expr[0])
    if expr[0] == "~":
        return f"~{boolean(expr[1])}"
    return f"({boolean(expr[1])} {expr[0]} {boolean(expr[2])})"


assert set(C_TYPES) <= {*WIDTHS, "usize"}
