# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What the spellings of all portable languages share: the names of values, where each is declared, and the values that
stand in the expression that reads them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from generator.lang.values import Op, Val
from generator.portable.structure import Loop, Node, While, parts, read

ATOM, UNARY, BINARY = 0, 1, 2
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

    def look(inner: list[Node], path: tuple[int, ...], turns: bool) -> set[int]:
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
                mine |= look(inside, path, turns or isinstance(node, (Loop, While)))
            out.inside[id(node)] = mine
            seen |= mine
        return seen

    look(nodes, (), False)
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
