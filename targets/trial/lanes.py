# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""All calls of a kernel for several messages, derived from the contract and the plan of the kernel for one.

Each message has buffers of its own, between inaccessible pages, and the reference of the kernel for one message. An
array of pointers ends at an inaccessible page. Every amount of work meets an inaccessible page behind the buffers and
one before them; alignments differ from message to message. Messages that are only read also share a buffer, overlap in
part, and stand in an order of their own. Arguments that may be one buffer (`alias`) are one in some calls.

Where pieces of all messages stand beside each other (`beside`), they are one buffer. A kernel with such an argument
takes a message several times in one call, with equal pieces and the same buffers.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from generator.lang.contract import Arg, Kernel
from targets.trial.batch import Argument, Buffer, Call, Narrow, Placement, Pointers, Word
from targets.trial.plan import Contents, Numbers, Plan

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
        self.pointers = [arg for arg in kernel.args if arg.messages]
        self.interleaved = [arg for arg in kernel.args if arg.interleaved]
        self.single = kernel.single
        self.read = [arg for arg in self.pointers if arg.access == "r" and not self.interleaved]
        self.joined = {other: arg.name for arg in self.pointers for other in arg.aliases}
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
        for n, amount in enumerate((*amounts, *_LONG) if self.joined else ()):
            for where in _EVERY:
                align = self.random.randrange(ALIGNMENTS) if n % 2 or where is Placement.MIDDLE else None
                yield self.call(amount, where, align, {}, in_place=True)
        for n in range(2 * _ROUNDS if self.interleaved else 0):
            yield self.call(self.random.choice((1, 2, 3)), _EVERY[n % 2], None, self._repeated(), in_place=n % 4 < 2)
        for _ in range(_ROUNDS if self.read else 0):
            amount = self.random.choice((1, 2, 3))
            # Which message's buffer each message reads, and at what distance.
            yield self.call(amount, self.random.choice(_EVERY[:2]), None, self._shared())

    def _shared(self) -> dict[int, int]:
        """Message → the message whose buffer it reads, for some messages."""
        lanes = self.kernel.messages
        kind = self.turn % 3
        if kind == 0:  # all read one buffer
            only = self.random.randrange(lanes)
            return {message: only for message in range(lanes)}
        if kind == 1:  # backwards
            return {message: lanes - 1 - message for message in range(lanes)}
        return {message: self.random.randrange(lanes) for message in range(lanes)}

    def _repeated(self) -> dict[int, int]:
        """Message → the message that it repeats, for some messages."""
        lanes = self.kernel.messages
        others = self.random.sample(range(lanes), self.random.choice((1, 2, lanes // 2, lanes - 1)))
        own = [message for message in range(lanes) if message not in others]
        return {message: self.random.choice(own) for message in others}

    def _numbers(self, amount: int) -> Numbers:
        counts = self.plan.counts
        made = {name: counts[name][self.turn % len(counts[name])] for name in self.others}
        return {**made, self.kernel.size_arg: amount} if self.kernel.size_arg else made

    def call(
        self, amount: int, where: Placement, align: int | None, shared: Mapping[int, int], *, in_place: bool = False
    ) -> Call:  # fmt: skip
        """One call. ``align``: the alignments differ from this one from message to message. ``shared``: message → the
        message whose read buffers it reads instead of its own, or which it repeats. ``in_place``: arguments that may be
        one buffer are one."""
        self.turn += 1
        kernel, numbers, lanes = self.kernel, self._numbers(amount), self.kernel.messages
        joined = self.joined if in_place else {}  # argument → the argument whose buffer it has
        held = [self._held(numbers, joined) for _ in range(lanes)]  # of each message: the bytes of its own buffers
        repeated = shared if self.interleaved else {}
        held = [held[repeated.get(message, message)] for message in range(lanes)]
        results = [self._result(held, message, shared, numbers) for message in range(lanes)]
        buffers: list[Argument] = []
        expected: dict[int, bytes] = {}
        first, places = len(kernel.args), dict[tuple[str, int], int]()
        for arg in self.pointers:
            for message in range(lanes):
                if message in repeated or arg.name in joined:
                    continue
                at = self._start(arg, align, message, len(held[message][arg.name]))
                output = "w" in arg.access
                places[arg.name, message] = place = first + len(buffers)
                buffers.append(Buffer(held[message][arg.name], output, where, at, behind=True))
                if output:
                    expected[place] = results[message][arg.name]
        passed: list[Argument] = []
        for n, arg in enumerate(kernel.args):
            if arg.messages:
                whose = shared if arg in self.read or self.interleaved else {}
                name = joined.get(arg.name, arg.name)
                passed.append(Pointers(tuple((places[name, whose.get(n, n)], 0) for n in range(lanes))))
            elif arg.interleaved:
                woven = self._woven(arg, [one[arg.name] for one in held])
                passed.append(Buffer(woven, "w" in arg.access, where, self._start(arg, align, 0, len(woven))))
                if "w" in arg.access:
                    expected[n] = self._woven(arg, [one[arg.name] for one in results])
            else:
                passed.append(self._number(arg.name, numbers))
        words = " ".join(f"{name}={value}" for name, value in numbers.items())
        notes = f"{' in place' if in_place else ''}{f' shared={dict(shared)}' if shared else ''}"
        note = f"{words} {where.name} align={align}{notes}"
        return Call(self.function, (*passed, *buffers), expected, note)

    def _held(self, numbers: Numbers, joined: Mapping[str, str]) -> dict[str, bytes]:
        """The bytes of one message's buffers before the call."""
        made = {arg.name: self._content(self.single.arg(arg.name), numbers) for arg in self.kernel.args if arg.access}
        for name, host in joined.items():
            made[host] = made[name]
        return made

    def _number(self, name: str, numbers: Numbers) -> Argument:
        kind = next(param.type for param in self.kernel.params if param.name == name)
        return Narrow(numbers[name]) if kind == "u32" else Word(numbers[name], kind == "u64")

    def _woven(self, arg: Arg, held: list[bytes]) -> bytes:
        """The pieces of all messages: the first of each, then the second of each."""
        pieces = range(0, len(held[0]), arg.interleaved)
        return b"".join(one[at : at + arg.interleaved] for at in pieces for one in held)

    def _content(self, arg: Arg, numbers: Numbers) -> bytes:
        make = self.plan.contents.get(arg.name, random.Random.randbytes)
        return make(self.random, arg.bytes(numbers))

    def _result(
        self, held: list[dict[str, bytes]], message: int, shared: Mapping[int, int], numbers: Numbers
    ) -> Contents:  # fmt: skip
        """The bytes that one message's buffers hold after the call."""
        read = {arg.name: held[message][arg.name] for arg in self.interleaved if "r" in arg.access}
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
