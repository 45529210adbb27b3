# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The loops and branches of a recording, as a tree: languages without jumps have no other control flow.

Every jump of a script comes from a word of the language: k.loop, k.while_, k.if_, k.else_, k.break_if, k.rarely. Each
leaves its own labels, by which its parts are found again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Union

from generator.lang.values import Condition, Op, Val
from generator.model import KernelError


@dataclass(eq=False, slots=True)
class If:
    """``body`` if the condition holds, otherwise ``other``."""

    cond: Condition
    body: list[Node]
    other: list[Node] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Loop:
    """``left`` turns, which the loop counts down. ``once``: there is one at least."""

    left: Val
    once: bool
    body: list[Node]


@dataclass(eq=False, slots=True)
class While:
    """The body, as long as ``first`` holds before the first turn, and ``last`` after each."""

    first: Condition
    body: list[Node]
    last: Condition


@dataclass(eq=False, slots=True)
class Break:
    """Leaves the innermost loop if the condition holds."""

    cond: Condition


Node = Union[Op, If, Loop, While, Break]


def structured(ops: Sequence[Op]) -> list[Node]:
    """The tree of a whole recording. KernelError for jumps that are a script's own, of k.asm and k.place."""
    ops = [op for op in ops if op.name != "seam"]
    rare: dict[str, list[Op]] = {}
    end = next((at for at, op in enumerate(ops) if op.name == "jump" and _stem(op.args[0]) == "leave"), len(ops))
    for op in ops[end + 1 : -1]:  # the last is the label of the jump
        if op.name == "label" and _stem(op.args[0]) == "rare":
            rare[op.args[0]] = body = []
        elif rare:
            body.append(op)
    return _Reader(ops[:end], rare).nodes("")


def _stem(label: str) -> str:
    return label.rpartition("_")[0]


def _names(op: Op, label: str) -> bool:
    return any(isinstance(arg, str) and arg == label for arg in op.args)


class _Reader:
    """Reads operations one after the other. ``rare``: the bodies of k.rarely by their labels, with the jump back."""

    def __init__(self, ops: Sequence[Op], rare: dict[str, list[Op]]) -> None:
        self.ops, self.rare, self.at = ops, rare, 0

    def next(self) -> Op | None:
        return self.ops[self.at] if self.at < len(self.ops) else None

    def nodes(self, until: str) -> list[Node]:
        """The nodes up to the operation that has the label ``until``, which is left."""
        out: list[Node] = []
        while (op := self.next()) is not None and not (until and _names(op, until)):
            self.at += 1
            if op.name == "branch":
                out.append(self.branch(*op.args))
            elif op.name == "label" and _stem(op.args[0]) == "loop":  # one that runs at least once
                out.append(self.loop(op.args[0], True))
            elif op.name in ("label", "jump"):
                raise KernelError(
                    op.src, f"{op.name} {op.args[0]}: portable code has no jumps; expected k.if_, k.loop or k.while_"
                )
            else:
                out.append(op)
        return out

    def branch(self, cond: Condition, label: str) -> Node:
        stem, following = _stem(label), self.next()
        if stem == "skip":
            return self.either(cond.inverse(), label)
        if stem == "rare":
            self.at += 1  # the label behind the branch
            return If(cond, _Reader(self.rare[label][:-1], self.rare).nodes(""))
        if stem == "done" and following is not None and following.name == "label":
            top = following.args[0]
            if _stem(top) == "loop":
                self.at += 1
                return self.loop(top, False)
            if _stem(top) == "while":
                self.at += 1
                body = self.nodes(top)
                last = self.take().args[0]
                self.take()  # the label behind the loop
                return While(cond.inverse(), body, last)
        return Break(cond)

    def loop(self, top: str, once: bool) -> Loop:
        body = self.nodes(top)
        left = self.take().args[0]
        self.take()
        return Loop(left, once, body)

    def either(self, cond: Condition, skip: str) -> If:
        rest = range(self.at, len(self.ops))
        end = next(at for at in rest if self.ops[at].name == "label" and _names(self.ops[at], skip))
        before = self.ops[end - 1] if end > self.at else None
        join = before.args[0] if before is not None and before.name == "jump" else ""
        body = self.nodes(join or skip)
        self.at = end + 1
        if not join:
            return If(cond, body)
        other = self.nodes(join)
        self.take()
        return If(cond, body, other)

    def take(self) -> Op:
        self.at += 1
        return self.ops[self.at - 1]


def walk(nodes: Sequence[Node]) -> Iterator[Node]:
    """All nodes, each before those inside."""
    for node in nodes:
        yield node
        for inner in parts(node):
            yield from walk(inner)


def parts(node: Node) -> tuple[list[Node], ...]:
    """The lists of nodes inside a node."""
    if isinstance(node, If):
        return node.body, node.other
    return (node.body,) if isinstance(node, (Loop, While)) else ()


def read(node: Node) -> list[Val]:
    """The values that a node itself reads, not those that its parts read."""
    if isinstance(node, Loop):
        return [node.left]
    conds = [node.first, node.last] if isinstance(node, While) else [] if isinstance(node, Op) else [node.cond]
    args = [arg for cond in conds for arg in (cond.x, cond.y)] if not isinstance(node, Op) else []
    for arg in node.args if isinstance(node, Op) else ():
        args += [arg.x, arg.y] if isinstance(arg, Condition) else [arg]
    return [arg for arg in args if isinstance(arg, Val)]
