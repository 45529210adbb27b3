# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""All calls of a kernel for several messages, derived from the contract and the plan of the kernel for one.

Each message has buffers of its own, between inaccessible pages, and the reference of the kernel for one message. An
array of pointers ends at an inaccessible page. Every amount of work meets an inaccessible page behind the buffers and
one before them; alignments differ from message to message. Messages that are only read also share a buffer, overlap in
part, and stand in an order of their own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from generator.lang.contract import Arg, Kernel
from tests.harness.batch import Argument, Buffer, Call, Narrow, Placement, Pointers, Word
from tests.harness.plans_common import Contents, Numbers, Plan

_USUAL = (0, 1, 2, 3, 5)
_LONG = (37,)
_EVERY = (Placement.END, Placement.START, Placement.MIDDLE)
_ROUNDS = 6  # calls in which messages share buffers
ALIGNMENTS = 64


def derive_lanes(kernel: Kernel, plan: Plan, function: str) -> list[Call]:
    """The calls of a kernel's function. ``plan``: that of the kernel for one message."""
    return list(_Lanes(kernel, plan, function).every())


class _Lanes:
    def __init__(self, kernel: Kernel, plan: Plan, function: str) -> None:
        assert kernel.single is not None
        self.kernel, self.plan, self.function = kernel, plan, function
        self.random = random.Random(f"{plan.seed} {kernel.name}")
        self.pointers = [arg for arg in kernel.args if arg.lanes]
        self.read = [arg for arg in self.pointers if arg.access == "r"]
        self.turn = 0
        others = [arg.name for arg in kernel.args if not arg.access and arg.name != kernel.size_arg]
        missing = [name for name in others if name not in plan.counts]
        if missing:
            raise ValueError(f"{kernel.name}: the plan of {kernel.single.name} has no counts for {', '.join(missing)}")
        self.others = others

    def every(self) -> Iterator[Call]:
        amounts = [n for n in self.plan.counts.get(self.kernel.size_arg, _USUAL) if n in _USUAL]
        for amount in (*amounts, *_LONG):
            for where in _EVERY[:2]:
                yield self.call(amount, where, None, {})
            for where in _EVERY:
                yield self.call(amount, where, self.random.randrange(ALIGNMENTS), {})
        for _ in range(_ROUNDS if self.read else 0):
            amount = self.random.choice((1, 2, 3))
            # Which message's buffer each message reads, and at what distance.
            yield self.call(amount, self.random.choice(_EVERY[:2]), None, self._shared())

    def _shared(self) -> dict[int, int]:
        """Message → the message whose buffer it reads, for some messages."""
        lanes = self.kernel.lanes
        kind = self.turn % 3
        if kind == 0:  # all read one buffer
            only = self.random.randrange(lanes)
            return {message: only for message in range(lanes)}
        if kind == 1:  # backwards
            return {message: lanes - 1 - message for message in range(lanes)}
        return {message: self.random.randrange(lanes) for message in range(lanes)}

    def _numbers(self, amount: int) -> Numbers:
        counts = self.plan.counts
        made = {name: counts[name][self.turn % len(counts[name])] for name in self.others}
        return {**made, self.kernel.size_arg: amount} if self.kernel.size_arg else made

    def call(self, amount: int, where: Placement, align: int | None, shared: Mapping[int, int]) -> Call:
        """One call. ``align``: the alignments differ from this one from message to message. ``shared``: message → the
        message whose read buffers it reads instead of its own."""
        self.turn += 1
        kernel, numbers, lanes = self.kernel, self._numbers(amount), self.kernel.lanes
        held = [
            {arg.name: self._content(arg, numbers) for arg in self.pointers} for _ in range(lanes)
        ]  # of each message: the bytes of its own buffers
        buffers: list[Argument] = []
        targets: dict[str, list[tuple[int, int]]] = {arg.name: [] for arg in self.pointers}
        expected: dict[int, bytes] = {}
        results = [self._result(held, message, shared, numbers) for message in range(lanes)]
        first = len(kernel.args)
        for arg in self.pointers:
            start = first + len(buffers)
            for message in range(lanes):
                at = self._start(arg, align, message, len(held[message][arg.name]))
                output = "w" in arg.access
                buffers.append(Buffer(held[message][arg.name], output, where, at, behind=True))
                whose = shared.get(message, message) if arg in self.read else message
                targets[arg.name].append((start + whose, 0))
                if output:
                    expected[start + message] = results[message][arg.name]
        narrow = {param.name for param in kernel.params if param.type == "u32"}
        wide = {param.name for param in kernel.params if param.type == "u64"}
        passed: list[Argument] = [
            Pointers(tuple(targets[arg.name]))
            if arg.lanes
            else Narrow(numbers[arg.name])
            if arg.name in narrow
            else Word(numbers[arg.name], arg.name in wide)
            for arg in kernel.args
        ]
        words = " ".join(f"{name}={value}" for name, value in numbers.items())
        note = f"{words} {where.name} align={align}{f' shared={dict(shared)}' if shared else ''}"
        return Call(self.function, (*passed, *buffers), expected, note)

    def _content(self, arg: Arg, numbers: Numbers) -> bytes:
        make = self.plan.contents.get(arg.name, random.Random.randbytes)
        return make(self.random, arg.bytes(numbers))

    def _result(
        self, held: list[dict[str, bytes]], message: int, shared: Mapping[int, int], numbers: Numbers
    ) -> Contents:  # fmt: skip
        """The bytes that one message's buffers hold after the call."""
        read = {}
        for arg in self.pointers:
            if "r" in arg.access:
                whose = shared.get(message, message) if arg in self.read else message
                read[arg.name] = held[whose][arg.name]
        return self.plan.answer(read, numbers)[0]

    def _start(self, arg: Arg, align: int | None, message: int, size: int) -> int | None:
        """A buffer's address modulo 64; None leaves the address to the placement."""
        if align is None:
            return None if size % arg.align == 0 else -size % ALIGNMENTS // arg.align * arg.align
        return (align * (2 * message + 1) + 5 * message) % ALIGNMENTS // arg.align * arg.align
