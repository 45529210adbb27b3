# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The text of each recorded operation, for the comments of generated files: ``h += sum1``.

A text names the values as the script does. A value without a name is the expression that made it, for as long as this
expression has the same value, and ``t`` with its number otherwise, as in every message.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from generator.lang.ternary import Expr
from generator.lang.values import Condition, Op, Val, changeable
from generator.model import Src

WIDTH = 56
"""Characters of a text. A longer one names each operand, or its result and operation alone."""

_SIGNS = {
    "add": "+", "sub": "-", "mul": "*", "xor": "^", "and": "&", "or": "|", "shl": "<<", "shr": ">>", "add_carry": "+",
    "sub_borrow": "-", "loop_end": "-", "vadd": "+", "vsub": "-", "vshl": "<<", "vshr": ">>", "shl_by": "<<",
    "shr_by": ">>", "eq": "==", "ne": "!=", "lt": "<", "ge": ">=", "slt": "<", "sge": ">=",
}  # fmt: skip
_SILENT = ("label", "seam", "jump", "ret")
_HIDDEN = ("data", "values", "element", "align", "exempt", "public", "pointer", "parts", "lane", "area", "table")


def describe(ops: Sequence[Op]) -> None:
    """Give the place of each operation of a recording its text. A value's number is shown where it is made once a text
    needs it."""
    names: set[int] = set()
    while True:
        steps = _Steps(names)
        texts = [steps.of(op) for op in ops]
        if steps.wanted <= names:
            break
        names |= steps.wanted
    for op, text in zip(ops, texts):
        if text:
            op.src = Src(op.src.file, op.src.line, op.src.phase, text)


class _Steps:
    """Texts of the operations of one recording, in their order. ``names``: values without a name of the script that
    are shown where they are made."""

    def __init__(self, names: Collection[int]) -> None:
        self.names = names
        self.wanted: set[int] = set()  # values that a text names by their numbers
        self._expressions: dict[int, tuple[str, int, set[int]]] = {}  # value → text, when made, the values in the text
        self._written: dict[int, int] = {}  # value → when it was written last
        self._at = 0
        self._whole = True
        self._seen: set[int] = set()

    def of(self, op: Op) -> str:
        """The text of an operation; empty for one that has no code of its own."""
        if op.name in _SILENT:
            if op.name == "label":  # code may come from elsewhere, with other values
                self._expressions.clear()
            return ""
        text = ""
        for self._whole in (True, False):
            self._seen = set()
            expression = self._expression(op)
            text = self._assigned(op, expression)
            if len(text) <= WIDTH:
                break
        else:
            text = self._assigned(op, op.name)
            expression = ""
        self._at += 1
        if op.name in ("store", "vstore", "asm"):  # what was loaded may be there no more
            self._expressions = {one: found for one, found in self._expressions.items() if "[" not in found[0]}
        for val in changeable(op):
            self._written[val.id] = self._at
            self._expressions.pop(val.id, None)
        if len(op.dst) == 1 and expression and not _among(op.dst[0], op.args):
            self._expressions[op.dst[0].id] = expression, self._at, self._seen
        return text

    def _assigned(self, op: Op, expression: str) -> str:
        """An expression with the named results in front."""
        names = [self._name(val) for val in op.dst if val.named or val.id in self.names or _among(val, op.args)]
        head, _, rest = expression.partition(" ")
        if len(names) == 1 and head == names[0] and rest and op.name in _SIGNS:
            sign, _, rest = rest.partition(" ")
            return f"{head} {sign}= {rest}"
        if names == [expression]:
            return ""
        return f"{', '.join(names)} = {expression}" if names else expression

    def _expression(self, op: Op) -> str:
        name, attrs = op.name, op.attrs
        args = (op.args[0], 1) if name == "loop_end" else op.args
        if name in ("load", "vload", "vblock", "load_signed"):
            return self._place(args[0], args[1], attrs)
        if name in ("store", "vstore"):
            return f"{self._place(args[0], args[1], attrs)} = {self._operand(args[2])}"
        if name in ("ternary", "add_ternary"):
            terms = [self._tree(part, args[-3:]) for part in attrs["parts"]]
            if name == "ternary" and len(terms) == 1:
                return terms[0].removeprefix("(").removesuffix(")") if attrs["parts"][0].op != "not" else terms[0]
            return " + ".join([self._operand(args[0])] * (name == "add_ternary") + terms)
        if name == "select":
            return f"{self._operand(args[0])} ? {self._operand(args[1], True)} : {self._operand(args[2], True)}"
        if name == "branch":
            return f"if {self._operand(args[0])}"
        if name in ("copy", "const", "zext", "trunc"):
            return self._operand(args[0])
        if name == "asm":
            return f"{attrs['mnem']} {', '.join(self._operand(arg) for arg in args)}"
        if name in _SIGNS:
            values = sorted(args, key=lambda arg: not _among(arg, op.dst)) if name in ("add", "xor") else args
            shown = [self._operand(value, inside=True) for value in values]
            shown += [str(attrs["bits"])] if "bits" in attrs else []
            return f" {_SIGNS[name]} ".join(shown).replace("+ -", "- ")
        numbers = [str(value) for key, value in attrs.items() if key not in _HIDDEN and value]
        shown = [self._operand(arg) for arg in args if arg is not None]
        return f"{name}({', '.join([*shown, *numbers])})"

    def _place(self, base: Val, index: Any, attrs: dict[str, Any]) -> str:
        scale = attrs.get("scale", 1)
        parts = [] if index is None else [self._operand(index, inside=True) + (f" * {scale}" if scale != 1 else "")]
        offset = attrs.get("offset", 0)
        if offset or not parts:
            parts.append(str(offset))
        return f"{self._operand(base, inside=True)}[{' + '.join(parts).replace('+ -', '- ')}]"

    def _tree(self, expr: Expr, values: tuple[Any, ...]) -> str:
        if not expr.args:
            return self._operand(values["xyz".index(expr.op)], inside=True)
        if expr.op == "not":
            return f"~{self._tree(expr.args[0], values)}"
        return f"({f' {_SIGNS[expr.op]} '.join(self._tree(arg, values) for arg in expr.args)})"

    def _operand(self, value: Any, inside: bool = False) -> str:
        """A value, number or condition. ``inside``: in parentheses if it is an expression with a sign."""
        if isinstance(value, Val):
            if value.named:
                self._seen.add(value.id)
                return value.name
            text, made, values = self._expressions.get(value.id, ("", 0, set()))
            if text and self._whole and all(self._written.get(one, 0) <= made for one in values):
                self._seen |= values
                return f"({text})" if inside and not _alone(text) else text
            self._seen.add(value.id)
            return self._name(value)
        if isinstance(value, Condition):
            return f"{self._operand(value.x, True)} {_SIGNS[value.kind]} {self._operand(value.y, True)}"
        if isinstance(value, int):
            return str(value) if abs(value) < 1024 else hex(value)
        if isinstance(value, Op):  # an operand of k.asm: a place in memory, or a view of a value
            if value.name == "mem":
                return self._place(value.args[0], value.args[1], value.attrs)
            return self._operand(value.args[0])
        return str(value)

    def _name(self, value: Val) -> str:
        if value.named:
            return value.name
        if value.type.name in ("carry", "borrow"):
            return value.type.name
        self.wanted.add(value.id)
        return value.name


def _among(value: Any, values: tuple[Any, ...]) -> bool:
    return any(other is value for other in values)


def _alone(text: str) -> bool:
    """Whether a text keeps its meaning before and after a sign."""
    depth = 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if letter == " " and not depth:
            return False
    return True
