# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Faulty copies of a function: each has one statement, condition or operand less than the original."""

from __future__ import annotations
import __future__

import ast
import copy
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_NO_CODE = ("annotation", "returns", "decorator_list")


def mutants(module: ModuleType, function: str) -> Iterator[tuple[str, Any]]:
    """Every faulty copy of one function (``name`` or ``Class.name``) of a module: a description of the fault, and the
    copy."""
    found: ast.AST = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
    for part in function.split("."):
        found = next(node for node in found.body if getattr(node, "name", "") == part)  # type: ignore[attr-defined]
    assert isinstance(found, ast.FunctionDef)
    for what, put in _changes(found):
        undo = put()
        yield what, _compiled(module, found)
        undo()


def _compiled(module: ModuleType, function: ast.FunctionDef) -> Any:
    tree = ast.fix_missing_locations(ast.Module([function], []))
    code = compile(tree, str(module.__file__), "exec", __future__.annotations.compiler_flag, dont_inherit=True)
    scope: dict[str, Any] = {}
    exec(code, module.__dict__, scope)
    return scope[function.name]


def _changes(function: ast.FunctionDef) -> Iterator[tuple[str, Callable[[], Callable[[], None]]]]:
    """The nodes that may be changed, each with a function that changes the node and returns the way back."""
    for node in list(_code(function)):
        for name, old in list(ast.iter_fields(node)):
            if name in _NO_CODE:
                continue
            if isinstance(old, list):
                for i, item in enumerate(old):
                    for what, new in _instead(item):

                        def put(old: list[Any] = old, i: int = i, item: Any = item, new: Any = new) -> Any:
                            old[i] = new
                            return lambda: old.__setitem__(i, item)

                        yield what, put
            else:
                for what, new in _instead(old):

                    def swap(node: Any = node, name: str = name, old: Any = old, new: Any = new) -> Any:
                        setattr(node, name, new)
                        return lambda: setattr(node, name, old)

                    yield what, swap


def _code(node: ast.AST) -> Iterator[ast.AST]:
    """A function's nodes without annotations."""
    yield node
    for name, value in ast.iter_fields(node):
        if name not in _NO_CODE:
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _code(child)


def _instead(node: Any) -> Iterator[tuple[str, ast.AST]]:
    """The replacements of a node."""
    if isinstance(node, ast.Return) and isinstance(node.value, ast.Constant) and node.value.value is None:
        return  # the end of a function does the same
    if isinstance(
        node, (ast.Assign, ast.AugAssign, ast.Raise, ast.Break, ast.Continue, ast.Return, ast.For, ast.While)
    ) or (isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant)):
        yield _said(node, "nothing"), ast.Pass()
    if isinstance(node, (ast.If, ast.IfExp)):
        for truth in (True, False):
            new = copy.copy(node)
            new.test = ast.Constant(truth)
            yield _said(node.test, str(truth)), new
    elif isinstance(node, ast.comprehension):
        for i, test in enumerate(node.ifs):
            yield (
                _said(test, "True"),
                ast.comprehension(node.target, node.iter, node.ifs[:i] + node.ifs[i + 1 :], node.is_async),
            )
    elif isinstance(node, ast.BoolOp):
        for i, value in enumerate(node.values):
            rest = node.values[:i] + node.values[i + 1 :]
            without = rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
            yield f"{ast.unparse(node)} ⟶ without {ast.unparse(value)}", without
    elif isinstance(node, ast.BinOp):
        for side in (node.left, node.right):
            yield _said(node, ast.unparse(side)), side
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        opposite = ast.Compare(node.left, [_OPPOSITE[type(node.ops[0])]()], node.comparators)
        yield _said(node, ast.unparse(opposite)), opposite


def _said(node: ast.AST, new: str) -> str:
    return f"{ast.unparse(node).splitlines()[0]} ⟶ {new}"
