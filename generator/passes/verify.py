# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The always-on verifier: a forward dataflow over the finished function, knowing nothing of how it was made.

Refuses, with the author's line: unknown forms, features that the variant does not declare, reads of registers nobody
set, flags that are not the ones the reader means, lost callee-saved registers, a stack that does not balance or an
access outside the frame, a return address that is stored unsigned or not authenticated, reserved registers (x18), dirty
upper halves at the return, tables that are not there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from generator.abi import Abi
from generator.isa import forms
from generator.isa.effects import hidden
from generator.isa.features import closure
from generator.isa.machine import machine
from generator.isa.names import reg_name
from generator.model import (
    ASM,
    AnyReg,
    Function,
    Instr,
    Item,
    KernelError,
    LabelDef,
    LabelRef,
    Mem,
    Phys,
    R,
    RegClass,
    Slot,
)
from generator.passes.flow import accesses, blocks
from generator.passes.stack import area_at, descent, first_byte, framed, touched

ENTRY = "entry"
MAYBE = "entry on some path"
SET = "set"
SIGNED = "signed"


def _bits(regs: Iterable[AnyReg]) -> int:
    """Physical registers as a bit mask."""
    mask = 0
    for reg in regs:
        mask |= _BIT[reg]
    return mask


_BASE: dict[RegClass, int] = {"gp": 0, "vec": 40, "mask": 80}
_BIT: dict[AnyReg, int] = {Phys(cls, n): 1 << start + n for cls, start in _BASE.items() for n in range(40)}
ALL = (1 << 120) - 1


@dataclass(slots=True)
class _State:
    """What is known before an instruction. ``unset``: registers with nothing in them to read; ``tokens`` says which of
    those hold what the caller had there: ``(ENTRY, register)``, or MAYBE on some path only. A signed return address is
    ``(SIGNED, bytes that sp lay below its value at entry)``."""

    tokens: dict[Phys, object] = field(default_factory=dict)
    unset: int = ALL
    stack: dict[int, tuple[object, int]] = field(default_factory=dict)  # bytes from sp at entry → token, its bytes
    depth: int = 0  # bytes that sp lies below its value at entry
    flags: dict[str, int] = field(default_factory=dict)  # flag → index of its writer, -1 for mixed, undefined from -3
    pending: int = -1  # a compare whose flags nobody has read yet
    dirty: int = -1  # who made the upper halves of vector registers dirty; nobody

    def copy(self) -> _State:
        return _State(
            dict(self.tokens), self.unset, dict(self.stack), self.depth, dict(self.flags), self.pending, self.dirty
        )

    def token(self, reg: Phys) -> object:
        """None for nothing at all."""
        return self.tokens.get(reg) if self.unset & _BIT[reg] else SET

    def put(self, reg: Phys, token: object) -> None:
        self.tokens.pop(reg, None)
        if token == SET:
            self.unset &= ~_BIT[reg]
        else:
            self.unset |= _BIT[reg]
            self.tokens[reg] = token


def _meet(a: _State, b: _State, at: Item) -> _State:
    if a.depth != b.depth:
        raise KernelError(
            getattr(at, "src", None), f"the stack is {a.depth} bytes deep on one way here, {b.depth} on another"
        )
    tokens: dict[Phys, object] = {}
    for reg in {**a.tokens, **b.tokens}:
        one, other = a.token(reg), b.token(reg)
        if one is not None and other is not None:
            tokens[reg] = one if one == other else MAYBE
    stack = {key: a.stack[key] for key in a.stack.keys() & b.stack.keys() if a.stack[key] == b.stack[key]}
    flags = {f: a.flags[f] if a.flags[f] == b.flags[f] else -1 for f in a.flags.keys() & b.flags.keys()}
    pending = a.pending if a.pending == b.pending else -1
    dirty = min(a.dirty, b.dirty) if min(a.dirty, b.dirty) >= 0 else max(a.dirty, b.dirty)
    return _State(tokens, a.unset | b.unset, stack, a.depth, flags, pending, dirty)


@dataclass(slots=True)
class _Facts:
    """What an instruction does whatever came before it. ``saving``: it may read what is only the caller's; ``stack``:
    it moves sp or accesses the frame; ``compare``: it writes flags and nothing else; ``uppers``: it makes upper halves
    of vector registers dirty, or cleans them (None: neither); ``waits``: it keeps upper halves, and waits for them."""

    item: Instr
    reads: int
    writes: int
    saving: bool
    stack: bool
    flags: bool
    compare: bool
    uppers: bool | None
    waits: bool


class _Verifier:
    def __init__(self, function: Function, abi: Abi) -> None:
        self.function, self.abi = function, abi
        self.items = function.body
        self.allowed = closure(abi.arch, function.features)
        self.sp = Phys("gp", abi.sp)
        self.forbidden = frozenset(abi.forbidden)
        self.stack_end = abi.stack_args  # bytes above sp at entry where the last stack argument ends
        self.tables = {table.name for table in function.tables}
        self.machine = machine(abi.arch)
        self.uppers, self.link = self.machine.uppers, self.machine.link
        self.unread = _bits(
            (self.sp,) if self.machine.registers.zero is None else (self.sp, self.machine.registers.zero)
        )

    def run(self, params: int) -> None:
        facts = [self.facts(item) if isinstance(item, Instr) else None for item in self.items]
        graph = blocks(self.items)
        self.stack_end += self.abi.pointer_bytes * max(0, params - len(self.abi.args))
        entry = _State()
        for cls, numbers in self.abi.saved.items():
            entry.tokens.update({Phys(cls, n): (ENTRY, Phys(cls, n)) for n in numbers})
        entry.tokens.update({reg: (ENTRY, reg) for reg in self.machine.linked})
        entry.unset &= ~_bits(Phys("gp", n) for n in self.abi.args[:params])
        before: list[_State | None] = [None] * len(graph)
        before[0] = entry
        work = [0]
        returned = False
        while work:
            n = work.pop()
            start = before[n]
            assert start is not None
            state = start.copy()
            last: Instr | None = None
            for i in range(graph[n].start, graph[n].end):
                known = facts[i]
                if known is not None:
                    self.step(state, i, known)
                    last = known.item
            returned = returned or (last is not None and last.form.kind == "ret")
            if not graph[n].succ and (last is None or last.form.kind != "ret"):
                raise KernelError(
                    last.src if last else None, f"{self.function.symbol}: control runs past the last instruction"
                )
            for succ in graph[n].succ:
                old = before[succ]
                new = state if old is None else _meet(old, state, self.items[graph[succ].start])
                if old is None or new != old:
                    before[succ] = new.copy()
                    work.append(succ)
        if not returned:
            raise KernelError(None, f"{self.function.symbol}: no path returns")

    # -- one instruction -------------------------------------------------------------------------------------------

    def facts(self, item: Instr) -> _Facts:
        self.form(item)
        reads, writes = accesses(item)
        form, facts, vector = item.form, item.form.facts, False
        framed: Mem | None = None
        uppers = False if facts.clears_uppers else None
        if self.takes_part(item):
            uppers = True
        for op in item.ops:
            if isinstance(op, R):
                self.allow(item, op.reg)
                if op.reg.cls == "vec":
                    vector = True
                    uppers = self.has_uppers(op.reg) and self.wider(op) or uppers
            elif isinstance(op, Mem):
                self.allow(item, op.base)
                self.allow(item, op.index)
                framed = op if op.base == self.sp else framed
                if op.symbol is not None and op.symbol not in self.tables:
                    raise KernelError(
                        item.src, f"{item.mnem}: no table {op.symbol}; there are: {', '.join(self.tables) or 'none'}"
                    )
        return _Facts(
            item,
            _bits(reads) & ~self.unread,
            _bits(writes),
            form.kind == "ret" or facts.stack == "push" or facts.signs is not None or self.saves(item, framed),
            framed is not None or facts.stack != "" or form.kind == "call" or self.sp in writes,
            bool(form.flags_read or form.flags_written or form.flags_undefined),
            not writes and not any("w" in spec.access for spec in form.ops),
            uppers,
            facts.keeps_uppers and vector,
        )

    def saves(self, item: Instr, memory: Mem | None) -> bool:
        """Whether an instruction passes nothing but whole registers to or from ``memory``."""
        if memory is None or not item.form.facts.moves_whole:
            return False
        step = touched(item, memory) // item.form.facts.transfers
        return all(self.whole(op.reg, step) for op in item.ops if isinstance(op, R))

    def whole(self, reg: AnyReg, size: int) -> bool:
        """Whether so many bytes are all that a caller may want back of a register."""
        return size >= (self.abi.pointer_bytes if reg.cls == "gp" else self.abi.saved_bytes)

    def has_uppers(self, reg: AnyReg) -> bool:
        """Whether a vector register's upper half costs time where it is in use: not of registers that the instructions
        which wait for it do not reach."""
        return self.uppers is not None and isinstance(reg, Phys) and reg.num < self.uppers.below

    def wider(self, op: R) -> bool:
        return self.uppers is not None and op.width > self.uppers.bits

    def takes_part(self, item: Instr) -> bool:
        """Whether a low register takes a part of a wide one, which some processors count as an upper half in use."""
        first, *others = item.ops or (None,)
        if not isinstance(first, R) or first.reg.cls != "vec" or not self.has_uppers(first.reg):
            return False
        return any(isinstance(op, R) and self.wider(op) for op in others)

    def step(self, state: _State, index: int, facts: _Facts) -> None:
        item = facts.item
        if facts.reads & state.unset:
            for reg in accesses(item)[0]:
                if _BIT[reg] & facts.reads & state.unset:
                    assert isinstance(reg, Phys)
                    if not facts.saving or state.token(reg) is None:
                        raise KernelError(
                            item.src, f"{item.mnem} reads {self.name(reg)}, which nothing has set on some path to here"
                        )
        if facts.flags:
            self.flag_use(state, index, facts)
        returns = item.form.kind == "ret"
        if item.form.facts.signs is not None:
            self.signing(state, item, *item.form.facts.signs)
        elif not returns and not (facts.stack and self.stack_effect(state, item, index)):
            writes = facts.writes
            if facts.stack and self.sp in accesses(item)[1]:
                raise KernelError(item.src, f"{item.mnem} writes the stack pointer; kernels may not, use k.home(…)")
            if writes & state.unset:
                state.unset &= ~writes
                state.tokens = {reg: token for reg, token in state.tokens.items() if not _BIT[reg] & writes}
        if facts.uppers is not None:
            state.dirty = -1 if not facts.uppers else index if state.dirty < 0 else state.dirty
        elif facts.waits and state.dirty >= 0:
            source, uppers = self.items[state.dirty], self.uppers
            assert isinstance(source, Instr) and uppers is not None
            raise KernelError(
                item.src,
                f"{item.mnem} is {uppers.keepers}, and the upper halves of vector registers are dirty since "
                f"{source.mnem} of {source.src}: mixing costs a hundred cycles or a false dependency each time; "
                f"expected {uppers.instead}{item.mnem}, or vectors of {uppers.bits} bits only",
            )
        if returns:
            self.leave(state, item)

    def form(self, item: Instr) -> None:
        try:
            forms.find(self.abi.arch, item.mnem, item.ops)
        except forms.NoSuchForm as error:
            raise KernelError(item.src, str(error)) from None
        missing = item.form.features - self.allowed
        if missing:
            declared = ", ".join(self.function.features) or "none beyond the baseline"
            raise KernelError(
                item.src,
                f"{item.mnem} needs {', '.join(sorted(missing))}; variant {self.function.variant} declares {declared}",
            )
        state = hidden(item) if item.group == ASM else None
        if state is not None:
            raise KernelError(
                item.src,
                f"asm {item.mnem} reads or changes {state}; expected instructions whose effect is in their operands, "
                "registers and arithmetic flags",
            )

    def allow(self, item: Instr, reg: AnyReg | None) -> None:
        if reg in self.forbidden:
            assert isinstance(reg, Phys)
            raise KernelError(item.src, f"{item.mnem} touches {self.name(reg)}, which {self.abi.name} reserves")

    def flag_use(self, state: _State, index: int, facts: _Facts) -> None:
        item, form = facts.item, facts.item.form
        for flag in form.flags_read:
            writer = state.flags.get(flag, -2)
            if writer < 0:
                why = {-1: "differ by the path taken", -2: "were never set"}.get(writer) or self.undefined(writer)
                raise KernelError(item.src, f"{item.mnem} reads {flag}, but the flags {why}")
            source = self.items[writer]
            assert isinstance(source, Instr)
            if source.group != item.group and item.group == ASM:
                raise KernelError(
                    item.src,
                    f"{item.mnem} reads {flag} that {source.mnem} of {source.src} has set, which is of a word "
                    "operation and no asm; expected the flags of an asm: put the word operation before the chain, or "
                    "write an asm that leaves the flags alone (a move)",
                )
            if source.group != item.group:
                raise KernelError(
                    item.src,
                    f"{item.mnem} reads flags that {source.mnem} at line {source.src.line} overwrote "
                    "between the compare and its reader",
                )
        if form.flags_read:
            state.pending = -1
        if form.flags_written or form.flags_undefined:
            if state.pending >= 0:
                source = self.items[state.pending]
                assert isinstance(source, Instr)
                raise KernelError(
                    item.src,
                    f"{item.mnem} overwrites the flags that {source.mnem} at line {source.src.line} set for a reader",
                )
            if facts.compare:
                state.pending = index
            flags = state.flags
            for flag in form.flags_written:
                flags[flag] = index
            for flag in form.flags_undefined:
                flags[flag] = -3 - index

    def undefined(self, writer: int) -> str:
        source = self.items[-3 - writer]
        assert isinstance(source, Instr)
        return f"were left undefined by {source.mnem} of {source.src}"

    # -- the stack -------------------------------------------------------------------------------------------------

    def stack_effect(self, state: _State, item: Instr, index: int) -> bool:
        """Follow what moves sp or passes whole registers through the frame; True if the writes are dealt with."""
        word = self.abi.pointer_bytes
        ops, known = item.ops, item.form.facts
        before, down = state.depth, descent(item, self.sp, word)
        state.depth += down
        if known.stack == "push":
            assert isinstance(ops[0], R) and isinstance(ops[0].reg, Phys)
            self.keep(state, -state.depth, word, state.token(ops[0].reg))
            return True
        if item.form.kind == "call":  # to the label just behind it, as the frame pass makes it, and nowhere else
            following = [one for one in self.items[index + 1 : index + 3] if isinstance(one, LabelDef)]
            if not following or not isinstance(ops[0], LabelRef) or ops[0].name != following[0].name:
                raise KernelError(item.src, f"{item.mnem}: kernels call nothing")
            self.keep(state, -state.depth, word, SET)
            return True
        if known.stack == "pop":
            assert isinstance(ops[0], R) and isinstance(ops[0].reg, Phys)
            state.put(ops[0].reg, self.kept(state, -before, word))
            return True
        memory = framed(item, self.sp)
        if memory is None:
            return down != 0
        at, size = first_byte(memory) - before, touched(item, memory)
        self.inside(item, memory, at, size, max(before, state.depth))
        registers = [op.reg for op in ops if isinstance(op, R) and isinstance(op.reg, Phys)]
        stores = any(op is memory and "w" in spec.access for op, spec in zip(ops, item.form.ops))
        makes = any(isinstance(op, R) and "w" in spec.access for op, spec in zip(ops, item.form.ops))
        step = size // known.transfers
        if memory.index is not None:  # anywhere in the area
            area = self.area(memory)
            if stores and area is not None:
                self.keep(state, area.offset - before, area.size, SET)
            return stores and not makes
        handled = False
        for n, reg in enumerate(registers):
            whole = known.moves_whole and self.whole(reg, step)
            if stores:
                if reg == self.link and self.abi.key:
                    self.signed(item, state.token(reg))
                self.keep(state, at + n * step, step, state.token(reg) if whole else SET)
            elif whole:
                state.put(reg, self.kept(state, at + n * step, step))
                handled = True
        if stores and not registers:
            self.keep(state, at, step, SET)
        return handled or (stores and not makes)

    def signing(self, state: _State, item: Instr, kind: str, key: str) -> None:
        """The return address is signed once, while it is the caller's, and authenticated with the same sp and key."""
        link = self.link
        assert link is not None
        token, (sign, authenticate) = state.token(link), self.machine.signing[self.abi.key]
        if key != self.abi.key:
            raise KernelError(item.src, f"{item.mnem}: {self.abi.name} signs with {sign} and {authenticate}")
        if kind == "sign":
            if token != (ENTRY, link):
                raise KernelError(item.src, f"{item.mnem}: {self.name(link)} is not the caller's, or signed already")
            state.put(link, (SIGNED, state.depth))
            return
        if token != (SIGNED, state.depth):
            raise KernelError(
                item.src,
                f"{item.mnem}: {self.name(link)} is not what {sign} signed, or sp is not where it was then; expected "
                "both",
            )
        state.put(link, (ENTRY, link))

    def signed(self, item: Instr, token: object) -> None:
        """Refuse a store of the return address while it is, on some path, as the caller left it."""
        if self.link is not None and token in ((ENTRY, self.link), MAYBE):
            raise KernelError(
                item.src,
                f"{item.mnem} stores {self.name(self.link)} unsigned, for overflows to replace; expected "
                f"{self.machine.signing[self.abi.key][0]} before it",
            )

    def keep(self, state: _State, at: int, size: int, token: object) -> None:
        """``size`` bytes of the stack hold ``token``; what they overlap is gone."""
        for place, (_, length) in list(state.stack.items()):
            if place < at + size and at < place + length:
                del state.stack[place]
        state.stack[at] = (token, size)

    def kept(self, state: _State, at: int, size: int) -> object:
        token, length = state.stack.get(at, (SET, size))
        return token if length == size else SET

    def inside(self, item: Instr, memory: Mem, at: int, size: int, depth: int) -> None:
        """Refuse an access to ``size`` bytes at ``at``, from sp at entry, that the function does not own.

        ``depth``: bytes that sp lies below its value at entry.
        """
        if memory.index is not None and self.area(memory) is None:
            raise KernelError(
                item.src, f"{item.mnem} at sp{memory.disp:+d} and an index: outside the frame, which has no area there"
            )
        if not (-depth <= at and at + size <= 0 or self.abi.stack_args <= at and at + size <= self.stack_end):
            raise KernelError(
                item.src,
                f"{item.mnem} reaches {size} bytes at sp{memory.disp:+d}: outside the frame of {depth} bytes "
                "and the arguments",
            )

    def area(self, memory: Mem) -> Slot | None:
        """The area of the frame that an operand with an index starts in: the index is the script's to keep inside."""
        return area_at(self.function.frame.slots, memory.disp, memory.width // 8)

    def leave(self, state: _State, item: Instr) -> None:
        if state.depth:
            raise KernelError(
                item.src, f"unbalanced stack: sp is {state.depth} bytes below its entry value at the return"
            )
        for cls, numbers in self.abi.saved.items():
            for number in numbers:
                reg = Phys(cls, number)
                if state.token(reg) != (ENTRY, reg):
                    raise KernelError(
                        item.src, f"{self.name(reg)} is callee-saved and is not the caller's at the return"
                    )
        link = None if self.link is None else state.token(self.link)
        if self.link is not None and isinstance(link, tuple) and link[0] == SIGNED:
            authenticate = self.machine.signing[self.abi.key][1]
            raise KernelError(
                item.src, f"{self.name(self.link)} is signed at the return; expected {authenticate} before"
            )
        if any(state.token(reg) != (ENTRY, reg) for reg in self.machine.linked):
            names = " or ".join(map(self.name, self.machine.linked))
            raise KernelError(item.src, f"{names} is not the caller's at the return")
        if self.uppers is not None and state.dirty >= 0:
            raise KernelError(
                item.src,
                f"upper halves of vector registers are dirty at the return; expected {self.uppers.clear}",
            )

    def name(self, reg: Phys) -> str:
        return reg_name(self.abi.arch, reg)


def verify(function: Function, abi: Abi, params: int) -> None:
    """Check a finished function; ``params`` is how many arguments it takes, in registers and on the stack.

    Raises KernelError at the first violation. Branch targets are checked by the flow analysis on the way.
    """
    _Verifier(function, abi).run(params)
