# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The places of the code that clears secrets, so that a path pays for the registers that it has used.

The code before the epilogue clears first what only some paths have used. A path that has used less goes on at a label
inside that code. Code of many registers is cleared at its end where a script asks for this (``k.if_(…, clean=True)``):
the code behind, of few registers, is then a path that has used less, wherever a message came from. The labels do not
depend on the registers that a convention restores: conventions share a body.

Nothing here is trusted: the secrecy check and the verifier judge the finished function.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from generator.abi import Abi
from generator.isa.machine import Uppers, machine
from generator.model import WIPED, AnyReg, FrameOp, Instr, Item, LabelDef, LabelRef, Mem, Note, Phys, R
from generator.passes.contract import Contract
from generator.passes.flow import Block, accesses, blocks, forward, liveness
from generator.passes.frame import Remains, Writer

WORTH = 3
"""A label inside the clearing code has to save so many instructions. Cleaning upper halves counts twice."""


@dataclass(slots=True)
class Used:
    """What the paths to a place have used: registers, and upper halves."""

    regs: set[AnyReg] = field(default_factory=set)
    uppers: bool = False

    def copy(self) -> Used:
        return Used(set(self.regs), self.uppers)

    def follow(self, items: Iterable[Item], held: frozenset[AnyReg], uppers: Uppers | None) -> None:
        """Follow straight code. ``held``: the registers of interest."""
        for item in items:
            if type(item) is Instr:
                reads, writes = accesses(item)
                of_flags = bool(item.form.flags_read) and not item.idiom
                if reads or of_flags or any(type(op) is Mem for op in item.ops):
                    self.regs.update(held.intersection(writes))
                else:  # a constant
                    self.regs.difference_update(writes)
                if uppers is not None:
                    self.uppers = not item.form.facts.clears_uppers and (self.uppers or wide(item, uppers))


def _meet(a: Used, b: Used) -> Used:
    return Used(a.regs | b.regs, a.uppers or b.uppers)


def wide(item: Instr, uppers: Uppers) -> bool:
    """True if an instruction makes an upper half for which others may have to wait. Registers of high numbers, whose
    upper halves cost nothing, do not count; a low register that takes a part of a wide one does, for some processors
    (Intel's Sapphire Rapids) wait for it too."""
    broad = False
    for op in item.ops:
        if type(op) is R and op.reg.cls == "vec" and op.width > uppers.bits:
            if type(op.reg) is Phys and op.reg.num < uppers.below:
                return True
            broad = True
    to = item.ops[0] if broad else None
    return type(to) is R and to.reg.cls == "vec" and type(to.reg) is Phys and to.reg.num < uppers.below


def wiped(body: list[Item], remains: Remains, kernel: Contract, abi: Abi, features: frozenset[str]) -> list[Item]:
    """A framed function's body with code that clears what ``remains`` at its end."""
    if not (remains.regs or remains.frame):
        return body
    wiper = _Wiper(remains, kernel, abi, features)
    return wiper.finished(wiper.cleaned(body))


class _Wiper:
    def __init__(self, remains: Remains, kernel: Contract, abi: Abi, features: frozenset[str]) -> None:
        self.remains, self.abi, self.src, self.features = remains, abi, kernel.src, features
        self.held = frozenset((*remains.regs, *remains.restored))
        arguments = zip(kernel.params, abi.args)
        self.given = {Phys("gp", at) for one, at in arguments if one.type != "ptr" and not kernel.arg(one.name).public}
        self.uppers = machine(abi.arch).uppers

    def used(self, body: list[Item], graph: list[Block]) -> list[Used]:
        """For each block: what the paths to its end have used, prologue and epilogue left out."""
        found, first, leave = [Used() for _ in graph], place(body, "end_prologue"), place(body, "begin_epilogue")

        def block(n: int, state: Used) -> None:
            state.follow(body[max(graph[n].start, first) : min(graph[n].end, leave)], self.held, self.uppers)
            found[n] = state.copy()

        forward(graph, Used(set(self.held & self.given)), block, _meet)
        return found

    def clear(self, regs: Iterable[AnyReg], runs: tuple[tuple[int, int], ...] = ()) -> list[Item]:
        writer = Writer(self.abi, self.src, self.features)
        ordered = sorted((reg for reg in regs if type(reg) is Phys), key=lambda reg: (reg.cls, reg.num))
        writer.machine.frames.clear(ordered, runs, writer)
        return writer.out

    def cleaned(self, body: list[Item]) -> list[Item]:
        """The body with code that clears, before each label that asks for it, what the code before has used and no
        code reads later."""
        if not any(type(item) is LabelDef and item.clean for item in body):
            return body
        graph = blocks(body)
        used, live = self.used(body, graph), liveness(body, graph).live_in
        out: list[Item] = []
        for n, block in enumerate(graph):
            start = body[block.start]
            if type(start) is LabelDef and start.clean and n and n in graph[n - 1].succ:
                if used[n - 1].uppers and self.uppers is not None and not any(reg.cls == "vec" for reg in live[n]):
                    writer = Writer(self.abi, self.src, self.features)
                    writer.ins(self.uppers.clear)
                    out += writer.out
                out += self.clear(used[n - 1].regs - live[n])
            out += body[block.start : block.end]
        return out

    def finished(self, body: list[Item]) -> list[Item]:
        """The body with what clears at its end, and with the labels inside."""
        start = leave = place(body, "begin_epilogue")
        while type(item := body[start - 1]) is Instr and item.form.facts.clears_uppers:
            start -= 1
        graph = blocks(body)
        used = self.used(body, graph)
        end = next(state.regs for state, block in zip(used, graph) if block.start <= leave < block.end)
        # Code that clears the frame as well takes registers that are cleared before.
        entries = [] if self.remains.frame else self.entries(body, graph, used, end, start, WORTH - 2 * (start < leave))
        targets = {at: f"wiped_{n}" for n, (_, branches) in enumerate(entries, 1) for at in branches}
        head = [_redirected(item, targets[i]) if i in targets else item for i, item in enumerate(body[:start])]
        rest = end.intersection(self.remains.regs)
        behind: list[Item] = []
        for n, (regs, _) in enumerate(entries, 1):
            behind[:0] = [LabelDef(f"wiped_{n}"), *self.clear(rest & regs)]
            rest -= regs
        clears = [*self.clear(rest, self.remains.frame), *behind]
        return [*head, *body[start:leave], *([Note(WIPED)] if clears else []), *clears, *body[leave:]]

    def entries(
        self, body: list[Item], graph: list[Block], used: list[Used], end: set[AnyReg], start: int, worth: int
    ) -> list[tuple[set[AnyReg], list[int]]]:
        """The labels inside the clearing code, the last one first: the registers that are cleared behind, and the
        branches that go there. ``end``: the registers that some path uses. ``start``: the place of the clearing code.
        ``worth``: how many fewer registers a path has to clear."""
        names: set[str] = set()
        while type(item := body[start - 1]) in (LabelDef, Note):
            names |= {item.name} if type(item) is LabelDef else set()
            start -= 1
        exits: list[tuple[set[AnyReg], int]] = []
        for state, block in zip(used, graph):
            last = body[block.end - 1]
            if type(last) is Instr and not state.uppers and block.end <= start:
                if any(type(op) is LabelRef and op.name in names for op in last.ops):
                    exits.append((state.regs, block.end - 1))
        found: list[tuple[set[AnyReg], list[int]]] = []
        for regs, at in sorted(exits, key=lambda one: len(one[0])):
            if found and regs <= found[-1][0]:
                found[-1][1].append(at)
                continue
            both = regs | (found[-1][0] if found else set())
            if len(end - both) < worth:
                break
            found.append((both, [at]))
        return found


def place(body: list[Item], kind: str) -> int:
    """The index of a mark of the frame."""
    return next((i for i, item in enumerate(body) if type(item) is FrameOp and item.kind == kind), 0)


def _redirected(item: Item, label: str) -> Item:
    assert type(item) is Instr
    return item.but(tuple(LabelRef(label) if type(op) is LabelRef else op for op in item.ops), item.form)
