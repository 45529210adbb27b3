# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The extents of a contract as text: numbers of bytes, and expressions over the arguments."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Collection, Iterable, Mapping

from generator.model import KernelError, Src

_OPERATIONS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
}
_BOUND = re.compile(r"uint(8|16|32|64)_t \w+ ?\[(\d+)\]$")
"""The end of a C parameter that is an array of words, with the number of its elements."""


def evaluate(size: str, values: Mapping[str, int]) -> int:
    """The value of an extent that :func:`refuse_extent` has accepted, for these values of the arguments."""
    return _value(ast.parse(size, mode="eval").body, values)


def _value(node: ast.expr, values: Mapping[str, int]) -> int:
    if isinstance(node, ast.BinOp):
        return _OPERATIONS[type(node.op)](_value(node.left, values), _value(node.right, values))
    return values[node.id] if isinstance(node, ast.Name) else int(ast.literal_eval(node))


def refuse_extent(
    src: Src, name: str, arg: str, sizes: Iterable[tuple[str, str | int | None]], scalars: Collection[str]
) -> None:
    """KernelError unless an extent is a number of bytes, or sums and products of numbers and arguments.

    ``sizes``: the extents of the argument ``arg`` by their keyword. ``scalars``: the arguments that are numbers.
    """
    for how, size in sizes:
        if size is None:
            continue
        try:
            nodes = list(ast.walk(ast.parse(str(size), mode="eval").body))
        except SyntaxError:
            nodes = [ast.Pass()]
        for node in nodes:
            fits = isinstance(node, (ast.BinOp, ast.Load, *_OPERATIONS)) or (
                isinstance(node, ast.Constant) and type(node.value) is int
            )
            if not fits and not (isinstance(node, ast.Name) and node.id in scalars):
                raise KernelError(
                    src,
                    f"{name}: the extent {how}={size!r} of {arg}; expected bytes, as a number or an expression "
                    f"by + - * // over {', '.join(scalars) or 'arguments that are numbers, of which there is none'}",
                )


def bound(param: str) -> int:
    """The bytes of the prototype's array, ``uint32_t state[4]``. 0 for any other parameter."""
    found = _BOUND.search(param)
    return int(found[1]) // 8 * int(found[2]) if found is not None else 0


def refuse_bound(src: Src, said: str, param: str, size: str) -> None:
    """KernelError if the prototype's array has another number of bytes than the extent ``size``, a plain number."""
    found = _BOUND.search(param)
    if found is None or not size.isdigit():
        return
    bits, count = map(int, found.groups())
    if bits // 8 * count != int(size):
        raise KernelError(
            src, f"{said}: the prototype has {param}, {bits // 8 * count} bytes, and the extent is {size}; expected "
            f"{f'[{8 * int(size) // bits}] or ' if int(size) % (bits // 8) == 0 else ''}an extent of "
            f"{bits // 8 * count}",
        )  # fmt: skip
