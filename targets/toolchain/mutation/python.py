# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Small faults of Python: the operators of ``build.py mutate`` over a module's syntax tree.

Left out is what makes no code that a user could notice: annotations, docstrings, decorators, imports, assertions (for
mypy), and the words of errors.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

from targets.toolchain.mutation.mutant import ARROW, Mutant, numbered, one_line

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr, ast.Pow: ast.Mult,
}  # fmt: skip
_CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}
_WITHOUT = (ast.JoinedStr, ast.Assert, ast.Import, ast.ImportFrom)
_NO_CODE = ("annotation", "returns", "decorator_list")
_DELETED = (ast.AugAssign, ast.Raise, ast.Continue, ast.Break, ast.Return, ast.Delete)


def mutants(path: str, source: bytes) -> list[Mutant]:
    """All small faults of a module, by their places."""
    return numbered(_Finder(path, source).found())


class _Finder:
    def __init__(self, path: str, source: bytes) -> None:
        self.path, self.source = path, source
        self.tree = ast.parse(source)
        self.lines = source.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    def found(self) -> Iterator[Mutant]:
        yield from self._within(self.tree, "module")

    def _within(self, node: ast.AST, scope: str) -> Iterator[Mutant]:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            scope = node.name if scope == "module" else f"{scope}.{node.name}"
        for new in self._instead(node):
            yield self._made(node, new, scope)
        if isinstance(node, ast.Raise) or _of_types(node):
            return
        for name, value in ast.iter_fields(node):
            if name in _NO_CODE:
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and not isinstance(child, _WITHOUT) and not _docstring(child):
                    yield from self._within(child, scope)

    def _made(self, node: ast.AST, new: ast.AST, scope: str) -> Mutant:
        place = node.test if isinstance(node, (ast.If, ast.While)) else node
        new = new.test if isinstance(new, (ast.If, ast.While)) else new
        assert isinstance(place, (ast.expr, ast.stmt)) and place.end_lineno is not None
        start = self.starts[place.lineno - 1] + place.col_offset
        end = self.starts[place.end_lineno - 1] + (place.end_col_offset or 0)
        text = ast.unparse(new)
        put = text if isinstance(new, (ast.stmt, ast.Constant)) else f"({text})"
        return Mutant(
            self.path, scope, self.lines[place.lineno - 1].decode().strip(),
            one_line(ast.unparse(place)) + ARROW + one_line(text), start, end, put.encode(), place.lineno,
        )  # fmt: skip

    def _instead(self, node: ast.AST) -> Iterator[ast.AST]:
        """The faults of one node: what stands in its place, or a statement with another test."""
        if isinstance(node, ast.stmt):
            yield from _statements(node)
        elif isinstance(node, ast.IfExp):
            yield ast.IfExp(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
        elif isinstance(node, ast.BoolOp):
            yield ast.BoolOp(ast.And() if isinstance(node.op, ast.Or) else ast.Or(), node.values)
            for n in range(len(node.values)):
                rest = node.values[:n] + node.values[n + 1 :]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub, ast.Invert)):
            yield node.operand
        elif isinstance(node, ast.Compare):
            for n, op in enumerate(node.ops):
                ops = [*node.ops[:n], _COMPARED[type(op)](), *node.ops[n + 1 :]]
                yield ast.Compare(node.left, ops, node.comparators)
        elif isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
            if not any(isinstance(side, (ast.JoinedStr, ast.List)) for side in (node.left, node.right)):
                yield ast.BinOp(node.left, _ARITHMETIC[type(node.op)](), node.right)
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, bool):
                yield ast.Constant(not node.value)
            elif isinstance(node.value, int):
                yield ast.Constant(node.value + 1)
                yield ast.Constant(node.value - 1)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _CALLED:
            yield ast.Call(ast.Name(_CALLED[node.func.id]), node.args, node.keywords)
        elif isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
            yield from _filters(node)


def _filters(node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Iterator[ast.AST]:
    """A comprehension with one condition negated, and with one condition less."""
    if isinstance(node, ast.GeneratorExp):
        return  # its brackets may be those of a call; the condition's own operators are there
    for n, part in enumerate(node.generators):
        for i, test in enumerate(part.ifs):
            for tests in ([ast.UnaryOp(ast.Not(), test)], []):
                new = copy.copy(node)
                changed = ast.comprehension(
                    part.target, part.iter, [*part.ifs[:i], *tests, *part.ifs[i + 1 :]], part.is_async
                )
                new.generators = [*node.generators[:n], changed, *node.generators[n + 1 :]]
                yield new


def _statements(node: ast.stmt) -> Iterator[ast.AST]:
    if isinstance(node, (ast.If, ast.While)) and not _of_types(node) and not _negated_elsewhere(node.test):
        new = copy.copy(node)
        new.test = ast.UnaryOp(ast.Not(), node.test)
        yield new
    elif isinstance(node, ast.Return) and node.value is not None:
        if not (isinstance(node.value, ast.Constant) and node.value.value in (None, True, False)):
            yield ast.Return(ast.Constant(None))
    elif isinstance(node, _DELETED) or isinstance(node, ast.Expr):
        yield ast.Pass()
    elif isinstance(node, ast.Assign) and isinstance(node.targets[0], (ast.Attribute, ast.Subscript)):
        yield ast.Pass()  # another assignment's loss is a name that is not there
    if isinstance(node, ast.AugAssign) and type(node.op) in _ARITHMETIC:
        yield ast.AugAssign(node.target, _ARITHMETIC[type(node.op)](), node.value)


def _negated_elsewhere(test: ast.expr) -> bool:
    """A test whose own operators make the opposite, too."""
    if isinstance(test, ast.Compare):
        return len(test.ops) == 1 and not isinstance(test.ops[0], (ast.Lt, ast.LtE, ast.Gt, ast.GtE))
    return isinstance(test, ast.Constant) or (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not))


def _docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _of_types(node: ast.AST) -> bool:
    """What only mypy reads."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
