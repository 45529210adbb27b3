# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call"
"""What follows from conditions, by z3 over whole numbers: a word is a number below 2^w, and a sum of words is the sum
of their numbers minus a multiple of 2^w.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Union

from generator.lang.contract import Kernel
from proof.memory import Region
from proof.terms import Term, extract, form, linear, ordered, signed, sym

Z3_EFFORT = 400_000
"""z3's limit of resources for one question, which does not depend on the machine."""
LARGEST = 30_000
"""The most terms that z3 is told of in one function. Nothing is told of further ones."""
MANY = 3
"""The most parts of a sum of values that were loaded. Nothing is told of a longer one."""
Key = tuple[str, Union[Term, str]]
"""What a number, a condition or an extent is made of."""


@dataclass(frozen=True, slots=True)
class Buffer:
    """``size``: an extent as the contract has it, or a number."""

    size: str
    writes: bool = True


class Question:
    """What follows from conditions, and from the contract: buffers exist."""

    def __init__(self, numbers: Numbers, conditions: Sequence[Term]) -> None:
        import z3

        self.z3, self.numbers = z3, numbers
        self.solver = z3.Solver(ctx=numbers.context)
        self.solver.set("rlimit", Z3_EFFORT)
        self._told: set[Key] = set()
        self.solver.add(self._with(("contract", ""), numbers.contract()))
        self.solver.add([self._truth(one) for one in conditions])

    def _with(self, key: Key, made: Any) -> Any:
        """What Numbers made, after telling the solver what that hangs on."""
        todo, told = [key], list[Any]()
        while todo:
            one = todo.pop()
            if one not in self._told:
                self._told.add(one)
                todo += self.numbers.parts[one]
                told += self.numbers.own[one]
        if told:
            self.solver.add(told)
        return made

    def _truth(self, condition: Term) -> Any:
        made = self.numbers.truth(condition)
        return self._with(("truth", condition), made)

    def inside(self, low: Term, size: int, extent: str) -> bool:
        """Whether so many bytes at a distance are inside an extent."""
        first = self._with(("number", low), self.numbers.number(low))
        return self._holds(first + size <= self._with(("extent", extent), self.numbers.extent(extent)))

    def _holds(self, goal: Any) -> bool:
        self.solver.push()
        self.solver.add(self.z3.Not(goal))
        found = self.solver.check() == self.z3.unsat
        self.solver.pop()
        return bool(found)

    def held(self, conditions: Sequence[Term]) -> list[Term]:
        """Those of the conditions that hold. All that a counterexample refutes are dropped at once."""
        left = [(one, self._truth(one)) for one in dict.fromkeys(conditions)]
        while left:
            self.solver.push()
            self.solver.add(self.z3.Not(self.z3.And([truth for _, truth in left])))
            answer = self.solver.check()
            model = self.solver.model() if answer == self.z3.sat else None
            self.solver.pop()
            if answer == self.z3.unsat:
                break
            if model is None:
                return [one for one, truth in left if self._holds(truth)]
            left = [(one, truth) for one, truth in left if self.z3.is_true(model.eval(truth, model_completion=True))]
        return [one for one, _ in left]


class Numbers:
    """Terms as whole numbers of z3. ``own``: what holds of the unknowns of one. ``parts``: what one is made of."""

    def __init__(self, kernel: Kernel, word: int, buffers: Mapping[Term, Buffer]) -> None:
        import z3

        self.z3, self.kernel, self.word, self.buffers = z3, kernel, word, buffers
        self.context = z3.Context()  # its own, so that no answer depends on what was asked before
        self.own: dict[Key, list[Any]] = {}
        self.parts: dict[Key, list[Key]] = {}
        self._made: dict[Key, Any] = {}
        self._open: list[Key] = []
        self._wild: dict[Term, bool] = {}
        self._names = 0

    def _define(self, key: Key, make: Callable[[], Any]) -> Any:
        if self._open:
            self.parts[self._open[-1]].append(key)
        if key not in self._made:
            self.own[key], self.parts[key] = [], []
            self._open.append(key)
            self._made[key] = make()
            self._open.pop()
        return self._made[key]

    def _unknown(self, low: int, high: int | None = None) -> Any:
        self._names += 1
        made = self.z3.Int(f"x{self._names}", self.context)
        self._add(made >= low)
        if high is not None:
            self._add(made <= high)
        return made

    def _add(self, condition: Any) -> None:
        self.own[self._open[-1]].append(condition)

    # -- the contract ----------------------------------------------------------------------------------------------

    def contract(self) -> Any:
        """Extents are of buffers that exist, and an argument with cases has one of these values."""
        return self._define(("contract", ""), self._contract)

    def _contract(self) -> Any:
        out = [
            self.extent(arg.size) < 1 << self.word for arg in self.kernel.args if arg.size and not arg.size.isdigit()
        ]
        for param in self.kernel.params:
            cases = self.kernel.cases.get(param.name)
            if param.type != "ptr" and cases is not None and not callable(cases):
                found, some = self._argument(param.name), sorted({int(one) for one in cases})
                whole = len(some) > 1 and some[-1] - some[0] == len(some) - 1
                out += [found >= some[0], found <= some[-1]]
                out += [] if whole else [self.z3.Or([found == one for one in some])]
        return self.z3.And([self.z3.BoolVal(True, self.context), *out])

    def _argument(self, name: str) -> Any:
        """An argument's number, negative if its type is signed."""
        param = next(one for one in self.kernel.params if one.name == name)
        bits = self.word if param.type == "usize" else int(param.type[1:])
        found = self.number(sym(bits, f"argument {name}"))
        return self._with_sign(found, bits) if param.ctype.startswith("int") else found

    def _with_sign(self, x: Any, w: int) -> Any:
        return self.z3.If(x >= 1 << (w - 1), x - (1 << w), x)

    def extent(self, size: str) -> Any:
        """Bytes: none for a negative extent."""
        return self._define(("extent", size), lambda: self._extent(size))

    def _extent(self, size: str) -> Any:
        found = self._expression(ast.parse(size, mode="eval").body)
        return found if isinstance(found, int) else self.z3.If(found < 0, 0, found)

    def _expression(self, one: ast.expr) -> Any:
        if isinstance(one, ast.BinOp):
            x, y = self._expression(one.left), self._expression(one.right)
            if isinstance(one.op, ast.Add):
                return x + y
            if isinstance(one.op, ast.Sub):
                return x - y
            if isinstance(one.op, ast.Mult):
                return x * y
            if isinstance(x, int) and isinstance(y, int):
                return x // y
            return self._expression_floor(x, y)
        return self._argument(one.id) if isinstance(one, ast.Name) else int(ast.literal_eval(one))

    def _expression_floor(self, x: Any, y: Any) -> Any:
        """The quotient that is rounded down: z3 rounds up for a negative divisor, of which nothing is said here."""
        return x / y if isinstance(y, int) and y > 0 else self._unknown(0)

    def wild(self, t: Term) -> bool:
        """Whether a term hangs on a load from memory that was written since the entry: nothing is known of it."""
        if t not in self._wild:
            self._wild[t] = t.op == "load" and not isinstance(t.args[0].val, Region) or any(map(self.wild, t.args))
        return self._wild[t]

    # -- terms -----------------------------------------------------------------------------------------------------

    def number(self, t: Term) -> Any:
        """The number of a word."""
        if len(self._made) > LARGEST and t.op != "const" and ("number", t) not in self._made:
            return self._define(("number", t), lambda: self._unknown(0, (1 << t.w) - 1))
        return self._define(("number", t), lambda: self._number(t))

    def _number(self, t: Term) -> Any:
        if t.op == "const":
            return self.z3.IntVal(t.val, self.context)
        if t.op == "sum" and len(t.args) > MANY and self.wild(t):
            return self._unknown(0, (1 << t.w) - 1)
        if t.w == 1:
            return self.z3.If(self.truth(t), 1, 0)
        if t.op == "sum":
            found = linear(t)
            total = self.z3.IntVal(signed(found.const, t.w), self.context)
            for one, times in found.parts.items():
                total = total + signed(times, t.w) * self.number(one)
            made, turns = self._unknown(0, (1 << t.w) - 1), self._unknown(-(1 << t.w))
            self._add(made == total - (1 << t.w) * turns)
            return made
        if t.op == "concat":
            total, at = self.z3.IntVal(0, self.context), t.w
            for one in t.args:
                at -= one.w
                total = total + (1 << at) * self.number(one)
            return total
        if t.op == "ext" and t.args[0].w <= 2 * self.word:
            whole, high = t.args[0], t.val + t.w
            made = self._unknown(0, (1 << t.w) - 1)
            below = self._unknown(0, (1 << t.val) - 1) if t.val else 0
            above = (1 << high) * self._unknown(0, (1 << whole.w - high) - 1) if high < whole.w else 0
            self._add(self.number(whole) == above + (1 << t.val) * made + below)
            return made
        if t.op == "ite":
            return self.z3.If(self.truth(t.args[0]), self.number(t.args[1]), self.number(t.args[2]))
        if t.op == "anf":
            masks = 0
            for mask in form(t).values():
                masks |= mask
            low = (masks & -masks).bit_length() - 1
            parts = dict(form(t))
            turned = parts.pop(frozenset(), 0)  # bits that are the opposite of the word's
            if len(parts) == 1:
                ((product, kept),) = parts.items()
                high = kept.bit_length()
                if len(product) == 1 and kept == (1 << high) - (1 << low) and turned in (0, kept):
                    found = self.number(extract(high - 1, low, next(iter(product))))
                    return (1 << low) * ((kept >> low) - found if turned else found)
            return (1 << low) * self._unknown(0, masks >> low)
        made = self._unknown(0, (1 << t.w) - 1)
        if t in self.buffers:
            self._add(made + self.extent(self.buffers[t].size) < 1 << t.w)
        return made

    def truth(self, t: Term) -> Any:
        """A condition."""
        return self._define(("truth", t), lambda: self._truth(t))

    def _truth(self, t: Term) -> Any:
        z3 = self.z3
        if t.op == "const":
            return z3.BoolVal(bool(t.val), self.context)
        if t.op == "anf":
            out = None
            for key in form(t):
                product = z3.And([self.truth(one) for one in ordered(key)]) if key else z3.BoolVal(True, self.context)
                out = product if out is None else z3.Xor(out, product)
            return out
        if t.op == "and":
            return z3.And([self.truth(one) for one in t.args])
        if (t.op in ("zero", "ult", "slt") or (t.op == "anf" and len(t.val) > MANY)) and self.wild(t):
            self._names += 1
            return z3.Bool(f"b{self._names}", self.context)
        if t.op == "zero" and t.args[0].w <= 2 * self.word:
            return self.number(t.args[0]) == 0
        if t.op in ("ult", "slt") and t.args[0].w <= 2 * self.word:
            x, y = (self.number(one) for one in t.args)
            if t.op == "slt":
                x, y = (self._with_sign(one, t.args[0].w) for one in (x, y))
            return x < y
        self._names += 1
        return z3.Bool(f"b{self._names}", self.context)
