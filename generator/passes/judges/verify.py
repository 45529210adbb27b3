# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The always-on verifier: a forward dataflow over the finished function.

The verifier does not depend on the passes that made the function. Refuses, with the author's line: unknown forms,
features that the variant does not declare, reads of registers without a value, flags of another writer than the
reader's, lost callee-saved registers, an unbalanced stack, an access outside the frame, a return address that is stored
unsigned or not authenticated, reserved registers (x18), dirty upper halves at the return, references to missing tables.
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.abi import Abi
from generator.isa import forms
from generator.isa.effects import hidden
from generator.isa.features import closure
from generator.isa.names import reg_name
from generator.model import ASM, AnyReg, Function, Instr, KernelError, Mem, Phys, R
from generator.passes.flow import accesses, blocks, forward
from generator.passes.judges.verify_stack import StackRules
from generator.passes.judges.verify_state import BIT, ENTRY, State, bits, meet


@dataclass(slots=True)
class _Facts:
    """The effects of an instruction that do not depend on earlier instructions.

    ``saving``: the instruction may read a value of the caller. ``stack``: the instruction moves sp or accesses the
    frame. ``compare``: the instruction writes flags and nothing else. ``uppers``: True if the instruction makes upper
    halves of vector registers dirty, False if the instruction cleans them, None for neither. ``waits``: the instruction
    keeps upper halves, and waits for them.
    """

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
    def __init__(self, function: Function, abi: Abi, params: int, end: int | None) -> None:
        self.function, self.abi, self.params = function, abi, params
        self.items = function.body
        self.allowed = closure(abi.arch, function.features)
        self.forbidden = frozenset(abi.forbidden)
        self.tables = {table.name for table in function.tables}
        self.stack = StackRules(function, abi, params, end)
        self.sp, self.machine = self.stack.sp, self.stack.machine
        self.uppers, zero = self.machine.uppers, self.machine.registers.zero
        self.unread = bits((self.sp,) if zero is None else (self.sp, zero))

    def run(self) -> None:
        facts = [self.facts(item) if isinstance(item, Instr) else None for item in self.items]
        graph = blocks(self.items)
        depths = {0: 0}  # block → depth of the stack at its start
        returned = False

        def block(n: int, state: State) -> None:
            nonlocal returned
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
                depth = depths.setdefault(succ, state.depth)
                if depth != state.depth:
                    raise KernelError(
                        getattr(self.items[graph[succ].start], "src", None),
                        f"the stack is {depth} bytes deep on one path here, {state.depth} on another",
                    )

        forward(graph, self.entry(), block, meet)
        if not returned:
            raise KernelError(None, f"{self.function.symbol}: no path returns")

    def entry(self) -> State:
        """The state before the first instruction."""
        entry = State()
        for cls, numbers in self.abi.saved.items():
            entry.tokens.update({Phys(cls, n): (ENTRY, Phys(cls, n)) for n in numbers})
        entry.tokens.update({reg: (ENTRY, reg) for reg in self.machine.linked})
        entry.unset &= ~bits(Phys("gp", n) for n in self.abi.args[: self.params])
        return entry

    # -- one instruction -------------------------------------------------------------------------------------------

    def facts(self, item: Instr) -> _Facts:
        self.form(item)
        reads, writes = accesses(item)
        form, facts, vector = item.form, item.form.facts, False
        framed: Mem | None = None
        uppers = False if facts.clears_uppers else None
        if self.takes_part(item):
            uppers = True
        forbidden = self.forbidden
        for op in item.ops:
            kind = type(op)
            if kind is R:
                assert isinstance(op, R)
                reg = op.reg
                if reg in forbidden:
                    self.refuse_reserved(item, reg)
                if reg.cls == "vec":
                    vector = True
                    uppers = self.has_uppers(reg) and self.wider(op) or uppers
            elif kind is Mem:
                assert isinstance(op, Mem)
                for part in (op.base, op.index):
                    if part in forbidden:
                        self.refuse_reserved(item, part)
                framed = op if op.base == self.sp else framed
                if op.symbol is not None and op.symbol not in self.tables:
                    raise KernelError(
                        item.src, f"{item.mnem}: no table {op.symbol}; there are: {', '.join(self.tables) or 'none'}"
                    )
        return _Facts(
            item,
            bits(reads) & ~self.unread,
            bits(writes),
            form.kind == "ret" or facts.stack == "push" or facts.signs is not None or self.stack.saves(item, framed),
            framed is not None or form.kind == "call" or self.sp in writes,
            bool(form.flags_read or form.flags_written or form.flags_undefined),
            not writes and not any(["w" in spec.access for spec in form.ops]),
            uppers,
            facts.keeps_uppers and vector,
        )

    def has_uppers(self, reg: AnyReg) -> bool:
        """True for a vector register whose dirty upper half costs time. The instructions that wait reach only such
        registers."""
        return self.uppers is not None and isinstance(reg, Phys) and reg.num < self.uppers.below

    def wider(self, op: R) -> bool:
        return self.uppers is not None and op.width > self.uppers.bits

    def takes_part(self, item: Instr) -> bool:
        """True if a low register takes a part of a wide one. Some processors count this as an upper half in use."""
        if not item.ops:
            return False
        first = item.ops[0]
        if type(first) is not R or first.reg.cls != "vec" or not self.has_uppers(first.reg):
            return False
        return any([type(op) is R and self.wider(op) for op in item.ops[1:]])

    def step(self, state: State, index: int, facts: _Facts) -> None:
        item = facts.item
        if facts.reads & state.unset:
            for reg in accesses(item)[0]:
                if BIT[reg] & facts.reads & state.unset:
                    assert isinstance(reg, Phys)
                    if not facts.saving or state.token(reg) is None:
                        raise KernelError(
                            item.src, f"{item.mnem} reads {self.name(reg)}, which nothing has set on some path to here"
                        )
        if facts.flags:
            self.flag_use(state, index, facts)
        returns = item.form.kind == "ret"
        if item.form.facts.signs is not None:
            self.stack.signing(state, item, *item.form.facts.signs)
        elif not returns and not (facts.stack and self.stack.effect(state, item, index)):
            if facts.stack and self.sp in accesses(item)[1]:
                raise KernelError(item.src, f"{item.mnem} writes the stack pointer; kernels may not, use k.home(…)")
            state.unset &= ~facts.writes
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
        if not item.form.features <= self.allowed:
            missing = item.form.features - self.allowed
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

    def refuse_reserved(self, item: Instr, reg: AnyReg | None) -> None:
        assert isinstance(reg, Phys)
        raise KernelError(item.src, f"{item.mnem} touches {self.name(reg)}, which {self.abi.name} reserves")

    def flag_use(self, state: State, index: int, facts: _Facts) -> None:
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
                    f"{item.mnem} reads {flag} that {source.mnem} of {source.src} has set, which belongs to a word "
                    "operation; expected flags that an asm has set: put the word operation before the chain, or "
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

    def leave(self, state: State, item: Instr) -> None:
        self.stack.leave(state, item)
        if self.uppers is not None and state.dirty >= 0:
            raise KernelError(
                item.src,
                f"upper halves of vector registers are dirty at the return; expected {self.uppers.clear}",
            )

    def name(self, reg: Phys) -> str:
        return reg_name(self.abi.arch, reg)


def verify(function: Function, abi: Abi, params: int, end: int | None = None) -> None:
    """Check a finished function that takes ``params`` arguments, in registers and on the stack.

    ``end``: the distance in bytes from sp at entry to the end of the stack arguments, if these are not words.

    Raises KernelError at the first violation. The flow analysis checks the targets of branches.
    """
    _Verifier(function, abi, params, end).run()
