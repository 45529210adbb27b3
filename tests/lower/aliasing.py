# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Every operation of the cases with every aliasing: of its result with its operands, and of operands with each other.

The operations come from the cases: a new operation is aliased without further work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from generator.lang import Builder, Val
from generator.lang.values import Condition, Op
from tests.lower.cases import Cases
from tests.lower.prove import Config, Script, builder

LEFT_OUT = ("asm", "frame", "seam", "label", "jump", "note")
"""Operations without values to alias. An area of the frame is never a result, and has cases of its own."""


def values(op: Op) -> list[Val]:
    """The distinct values that an operation mentions, results first."""
    found: list[Val] = []
    for arg in (*op.dst, *op.args):
        for val in (arg.x, arg.y) if isinstance(arg, Condition) else (arg,):
            if isinstance(val, Val) and all(val is not other for other in found):
                found.append(val)
    return found


def kind(op: Op) -> tuple[Any, ...]:
    """The properties by which different code may lower operations: names, types, lanes, numbers of parts, places of
    constants. Amounts do not count: operations by a constant have two values, and the cases alias these themselves. The
    kind of comparison does not count either."""

    def shape(arg: object) -> object:
        if isinstance(arg, Condition):
            return (arg.x.type.name, shape(arg.y))
        return arg.type.name if isinstance(arg, Val) else type(arg).__name__

    attrs = op.attrs
    return (
        op.name, tuple(v.type.name for v in op.dst), tuple(map(shape, op.args)), attrs.get("lane"), attrs.get("be"),
        len(attrs.get("parts", ())),
    )  # fmt: skip


def operations(config: Config, groups: Mapping[str, Callable[[Config], Cases]]) -> list[Op]:
    """One operation of each kind, with as little aliasing as the cases have."""
    best: dict[tuple[Any, ...], Op] = {}
    for name, group in groups.items():
        if name in ("programs", "areas"):
            continue
        for script in group(config):
            k = builder(config)
            script(k)
            for op in k.finish().ops:
                if op.name in LEFT_OUT or len(values(op)) < 2:
                    continue
                old = best.setdefault(kind(op), op)
                if len(values(op)) > len(values(old)):
                    best[kind(op)] = op
    return list(best.values())


def partitions(items: list[Val]) -> Iterator[list[list[Val]]]:
    """All ways to group values of the same type."""
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    for parts in partitions(rest):
        yield [[first], *parts]
        for n, part in enumerate(parts):
            if part[0].type == first.type:
                yield [*parts[:n], [first, *part], *parts[n + 1 :]]


def fresh(op: Op) -> list[Val]:
    """The results that the language always makes anew: second results, and all words of a product. The total of
    ``mul_add_row`` is no factor and has no word twice."""
    return [*(op.dst if op.name in ("mul_wide", "mul_row", "mul_add_row") else op.dst[1:])]


def aliasings(op: Op) -> Iterator[Script]:
    """Scripts of the one operation. The first script's values are all different."""
    new = fresh(op)
    for parts in partitions(values(op)):
        if all(len(part) == 1 or all(val is not other for val in part for other in new) for part in parts):
            yield _script(op, parts)


def _script(op: Op, parts: list[list[Val]]) -> Script:
    def script(k: Builder) -> None:
        made = {id(val): k.value(part[0].type, part[0].name) for part in parts for val in [part[0]]}
        stands = {id(val): made[id(part[0])] for part in parts for val in part}

        def other(arg: Any) -> Any:
            if isinstance(arg, Condition):
                return Condition(arg.kind, stands[id(arg.x)], other(arg.y), arg.src)
            return stands[id(arg)] if isinstance(arg, Val) else arg

        k.record(op.name, tuple(stands[id(val)] for val in op.dst), tuple(map(other, op.args)), **op.attrs)

    return script
