# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The always-on verifier: a forward dataflow over the finished function, knowing nothing of how it was made.

Refuses, with the author's line: unknown forms, features that the variant does not declare, reads of registers nobody
set, flags that are not the ones the reader means, lost callee-saved registers, a stack that does not balance or an
access outside the frame, reserved registers (x18), dirty upper halves at the return, tables that are not there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from generator.abi import Abi
from generator.isa import forms
from generator.isa.features import closure
from generator.isa.names import reg_name
from generator.model import Function, Imm, Instr, Item, KernelError, LabelDef, LabelRef, Mem, Phys, R
from generator.passes.flow import accesses, blocks

ENTRY = "entry"
MAYBE = "entry on some path"


@dataclass(slots=True)
class _State:
    """What is known before an instruction. Tokens stand for values: ``entry`` is what the caller had there."""

    tokens: dict[Phys, object]
    stack: dict[int, tuple[object, int]] = field(default_factory=dict)  # bytes from sp at entry → token, its bytes
    depth: int = 0  # bytes that sp lies below its value at entry
    flags: dict[str, int] = field(default_factory=dict)  # flag → index of its writer, -1 for mixed, -2 undefined
    pending: int = -1  # a compare whose flags nobody has read yet
    dirty: bool = False

    def copy(self) -> _State:
        return _State(dict(self.tokens), dict(self.stack), self.depth, dict(self.flags), self.pending, self.dirty)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _State) and all(
            getattr(self, name) == getattr(other, name)
            for name in ("tokens", "stack", "depth", "flags", "pending", "dirty")
        )


def _token(a: object, b: object) -> object:
    if a == b:
        return a
    return MAYBE if _unset(a) or _unset(b) else "mixed"


def _unset(token: object) -> bool:
    """Nothing to read: what the caller had there, at least on some path."""
    return token is None or token == MAYBE or isinstance(token, tuple) and token[0] == ENTRY


def _meet(a: _State, b: _State, at: Item) -> _State:
    if a.depth != b.depth:
        raise KernelError(
            getattr(at, "src", None), f"the stack is {a.depth} bytes deep on one way here, {b.depth} on another"
        )
    tokens = {reg: _token(a.tokens[reg], b.tokens[reg]) for reg in a.tokens.keys() & b.tokens.keys()}
    stack = {key: a.stack[key] for key in a.stack.keys() & b.stack.keys() if a.stack[key] == b.stack[key]}
    flags = {f: a.flags[f] if a.flags[f] == b.flags[f] else -1 for f in a.flags.keys() & b.flags.keys()}
    pending = a.pending if a.pending == b.pending else -1
    return _State(tokens, stack, a.depth, flags, pending, a.dirty or b.dirty)


class _Verifier:
    def __init__(self, function: Function, abi: Abi) -> None:
        self.function, self.abi = function, abi
        self.items = function.body
        self.allowed = closure(abi.arch, function.features)
        self.sp = Phys("gp", abi.sp)
        self.forbidden = frozenset(abi.forbidden)
        self.stack_end = abi.stack_args  # bytes above sp at entry where the last stack argument ends
        self.tables = {table.name for table in function.tables}

    def run(self, params: int) -> None:
        graph = blocks(self.items)
        self.stack_end += self.abi.pointer_bytes * max(0, params - len(self.abi.args))
        tokens: dict[Phys, object] = {Phys("gp", n): ("arg", n) for n in self.abi.args[:params]}
        for cls, numbers in self.abi.saved.items():
            tokens.update({Phys(cls, n): (ENTRY, Phys(cls, n)) for n in numbers})
        if self.abi.arch == "aarch64":
            tokens.update({reg: (ENTRY, reg) for reg in (Phys("gp", 29), Phys("gp", 30))})
        before: list[_State | None] = [None] * len(graph)
        before[0] = _State(tokens)
        work = [0]
        returned = False
        while work:
            n = work.pop()
            start = before[n]
            assert start is not None
            state = start.copy()
            last: Instr | None = None
            for i in range(graph[n].start, graph[n].end):
                item = self.items[i]
                if isinstance(item, Instr):
                    self.step(state, i, item)
                    returned = returned or item.form.kind == "ret"
                    last = item
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

    def step(self, state: _State, index: int, item: Instr) -> None:
        self.form(item)
        reads, writes = accesses(item)
        saving = item.mnem in ("push", "stp", "str", "movaps", "vmovaps") and self.on_stack(item)
        for reg in reads:
            assert isinstance(reg, Phys)
            if reg == self.sp or (reg.cls == "gp" and reg.num == 32):
                continue
            token = state.tokens.get(reg)
            if token is None or (_unset(token) and not saving and item.form.kind != "ret"):
                raise KernelError(
                    item.src, f"{item.mnem} reads {self.name(reg)}, which nothing has set on some path to here"
                )
        self.flag_use(state, index, item)
        if item.form.kind != "ret" and not self.stack_effect(state, index, item, writes):
            for reg in writes:
                if reg == self.sp:
                    raise KernelError(item.src, f"{item.mnem} writes the stack pointer; kernels may not, use k.home(…)")
                assert isinstance(reg, Phys)
                state.tokens[reg] = ("set", index)
        self.uppers(state, item)
        if item.form.kind == "ret":
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
        for op in item.ops:
            for reg in (op.reg,) if isinstance(op, R) else (op.base, op.index) if isinstance(op, Mem) else ():
                if reg in self.forbidden:
                    assert isinstance(reg, Phys)
                    raise KernelError(item.src, f"{item.mnem} touches {self.name(reg)}, which {self.abi.name} reserves")
            if isinstance(op, Mem) and op.symbol is not None and op.symbol not in self.tables:
                raise KernelError(
                    item.src, f"{item.mnem}: no table {op.symbol}; there are: {', '.join(self.tables) or 'none'}"
                )

    def flag_use(self, state: _State, index: int, item: Instr) -> None:
        form = item.form
        for flag in form.flags_read:
            writer = state.flags.get(flag, -3)
            if writer < 0:
                why = {-1: "differ by the path taken", -2: "were left undefined", -3: "were never set"}[writer]
                raise KernelError(item.src, f"{item.mnem} reads {flag}, but the flags {why}")
            source = self.items[writer]
            assert isinstance(source, Instr)
            if source.group != item.group:
                raise KernelError(
                    item.src,
                    f"{item.mnem} reads flags that {source.mnem} at line {source.src.line} overwrote "
                    "between the compare and its reader",
                )
        if form.flags_read:
            state.pending = -1
        written = form.flags_written | form.flags_undefined
        if written:
            if state.pending >= 0:
                source = self.items[state.pending]
                assert isinstance(source, Instr)
                raise KernelError(
                    item.src,
                    f"{item.mnem} overwrites the flags that {source.mnem} at line {source.src.line} set for a reader",
                )
            if not accesses(item)[1] and not any("w" in spec.access for spec in form.ops):
                state.pending = index
        state.flags.update(dict.fromkeys(form.flags_written, index))
        state.flags.update(dict.fromkeys(form.flags_undefined, -2))

    def uppers(self, state: _State, item: Instr) -> None:
        if item.mnem in ("vzeroupper", "vzeroall"):
            state.dirty = False
        elif any(isinstance(op, R) and op.reg.cls == "vec" and op.width >= 256 for op in item.ops):
            state.dirty = True

    # -- the stack -------------------------------------------------------------------------------------------------

    def on_stack(self, item: Instr) -> bool:
        return item.mnem == "push" or any(isinstance(op, Mem) and op.base == self.sp for op in item.ops)

    def stack_effect(self, state: _State, index: int, item: Instr, writes: Iterable[object]) -> bool:
        """Follow what moves sp or passes whole registers through the frame; True if the writes are dealt with."""
        word = self.abi.pointer_bytes
        ops = item.ops
        if item.mnem == "push":
            state.depth += word
            assert isinstance(ops[0], R) and isinstance(ops[0].reg, Phys)
            self.keep(state, -state.depth, word, state.tokens.get(ops[0].reg))
            return True
        if item.form.kind == "call":  # to the label just behind it, as the frame pass makes it, and nowhere else
            following = [one for one in self.items[index + 1 : index + 3] if isinstance(one, LabelDef)]
            if not following or not isinstance(ops[0], LabelRef) or ops[0].name != following[0].name:
                raise KernelError(item.src, f"{item.mnem}: kernels call nothing")
            state.depth += word
            self.keep(state, -state.depth, word, ("pc", index))
            return True
        if item.mnem == "pop":
            assert isinstance(ops[0], R) and isinstance(ops[0].reg, Phys)
            state.tokens[ops[0].reg] = self.kept(state, -state.depth, word, ("pop", index))
            state.depth -= word
            return True
        if item.mnem in ("add", "sub") and isinstance(ops[0], R) and ops[0].reg == self.sp and isinstance(ops[-1], Imm):
            state.depth += ops[-1].value if item.mnem == "sub" else -ops[-1].value
            return True
        memory = next((op for op in ops if isinstance(op, Mem) and op.base == self.sp and item.mnem != "lea"), None)
        if memory is None:
            return False
        if memory.mode == "pre":
            state.depth -= memory.disp
        at = (0 if memory.mode != "offset" else memory.disp) - state.depth
        self.inside(state, item, memory, at, sum(isinstance(op, R) for op in ops) if item.mnem in ("stp", "ldp") else 1)
        registers = [op.reg for op in ops if isinstance(op, R) and isinstance(op.reg, Phys)]
        moves = item.mnem in ("mov", "movaps", "vmovaps", "stp", "ldp", "str", "ldr", "vmovdqu")
        stores = isinstance(ops[0], Mem) or item.mnem in ("stp", "str")
        step = memory.width // 8
        handled = False
        for n, reg in enumerate(registers):
            whole = moves and memory.width >= (self.abi.bits if reg.cls == "gp" else 8 * self.abi.saved_bytes)
            if stores:
                self.keep(state, at + n * step, step, state.tokens.get(reg) if whole else ("store", index))
                handled = True
            elif whole:
                state.tokens[reg] = self.kept(state, at + n * step, step, ("load", index))
                handled = True
        if memory.mode == "post":
            state.depth -= memory.disp
        if stores and not registers:
            self.keep(state, at, step, ("store", index))
        return handled

    def keep(self, state: _State, at: int, size: int, token: object) -> None:
        """``size`` bytes of the stack hold ``token``; what they overlap is gone."""
        for place, (_, length) in list(state.stack.items()):
            if place < at + size and at < place + length:
                del state.stack[place]
        state.stack[at] = (token, size)

    def kept(self, state: _State, at: int, size: int, otherwise: object) -> object:
        token, length = state.stack.get(at, (otherwise, size))
        return token if length == size else otherwise

    def inside(self, state: _State, item: Instr, memory: Mem, at: int, count: int) -> None:
        size = memory.width // 8 * count
        if memory.index is not None or not (
            -state.depth <= at and at + size <= 0 or self.abi.stack_args <= at and at + size <= self.stack_end
        ):
            raise KernelError(
                item.src,
                f"{item.mnem} reaches {size} bytes at sp{memory.disp:+d}: outside the frame of {state.depth} bytes "
                "and the arguments",
            )

    def leave(self, state: _State, item: Instr) -> None:
        if state.depth:
            raise KernelError(
                item.src, f"unbalanced stack: sp is {state.depth} bytes below its entry value at the return"
            )
        for cls, numbers in self.abi.saved.items():
            for number in numbers:
                reg = Phys(cls, number)
                if state.tokens.get(reg) != (ENTRY, reg):
                    raise KernelError(
                        item.src, f"{self.name(reg)} is callee-saved and is not the caller's at the return"
                    )
        if self.abi.arch == "aarch64" and any(
            state.tokens.get(reg) != (ENTRY, reg) for reg in (Phys("gp", 29), Phys("gp", 30))
        ):
            raise KernelError(item.src, "x29 or x30 is not the caller's at the return")
        if state.dirty:
            raise KernelError(item.src, "upper halves of vector registers are dirty at the return; expected vzeroupper")

    def name(self, reg: Phys) -> str:
        return reg_name(self.abi.arch, reg, self.abi.bits if reg.cls == "gp" else 128 if reg.cls == "vec" else 64)


def verify(function: Function, abi: Abi, params: int) -> None:
    """Check a finished function; ``params`` is how many arguments it takes, in registers and on the stack.

    Raises KernelError at the first violation. Branch targets are checked by the flow analysis on the way.
    """
    _Verifier(function, abi).run(params)
