# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Taint analysis: no secret in a branch, an address, or an instruction whose time depends on its operands.

What the contract does not call public is secret: scalar arguments, and whatever pointer arguments point to. A secret in
an address needs an exemption, named in the contract and at the access; used names are returned for the manifest.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from generator.abi import Abi
from generator.model import Function, Instr, KernelError, LabelRef, Mem, Phys, R
from generator.passes.flow import accesses, blocks

if TYPE_CHECKING:  # the contract is an author's, from the layer above; only its facts are read here
    from generator.lang.contract import Kernel

VARIABLE_TIME = frozenset({"div", "idiv", "sdiv", "udiv"})


@dataclass(frozen=True, slots=True)
class _Value:
    """``secret``: where the secret came from, or None for public. ``points``: the argument a pointer derives from."""

    secret: str | None = None
    points: str | None = None


PUBLIC = _Value()
TABLE = "@table"  # what the address of read-only data of the function's own derives from


@dataclass(slots=True)
class _State:
    regs: dict[Phys, _Value] = field(default_factory=dict)
    stack: dict[int, _Value] = field(default_factory=dict)
    flags: dict[str, str] = field(default_factory=dict)  # flag → the secret that it hangs on

    def copy(self) -> _State:
        return _State(dict(self.regs), dict(self.stack), dict(self.flags))


def _join(a: _Value, b: _Value) -> _Value:
    return a if a == b else _Value(a.secret or b.secret, a.points if a.points == b.points else None)


def _meet(a: _State, b: _State) -> _State:
    def union(x: dict, y: dict) -> dict:  # type: ignore[type-arg]
        return {key: _join(x.get(key, PUBLIC), y.get(key, PUBLIC)) for key in x.keys() | y.keys()}

    return _State(union(a.regs, b.regs), union(a.stack, b.stack), {**b.flags, **a.flags})


class _Analysis:
    def __init__(self, function: Function, kernel: Kernel, abi: Abi) -> None:
        self.function, self.kernel, self.abi = function, kernel, abi
        self.sp = Phys("gp", abi.sp)
        self.used: set[str] = set()
        self.declared: set[str] = set()

    def run(self) -> None:
        graph = blocks(self.function.body)
        before: list[_State | None] = [None] * len(graph)
        before[0] = self.start()
        work = [0]
        while work:
            n = work.pop()
            start = before[n]
            assert start is not None
            state = start.copy()
            for item in self.function.body[graph[n].start : graph[n].end]:
                if isinstance(item, Instr):
                    self.step(state, item)
            for succ in graph[n].succ:
                old = before[succ]
                new = state if old is None else _meet(old, state)
                if old is None or new != old:
                    before[succ] = new.copy()
                    work.append(succ)

    def start(self) -> _State:
        state = _State()
        for i, param in enumerate(self.kernel.params):
            arg = self.kernel.arg(param.name)
            if param.type == "ptr":
                value = _Value(None, param.name)
            else:
                value = PUBLIC if arg.public else _Value(f"argument {param.name}")
            if i < len(self.abi.args):
                state.regs[Phys("gp", self.abi.args[i])] = value
            else:
                offset = self.abi.stack_args + (i - len(self.abi.args)) * self.abi.pointer_bytes
                state.stack[self.function.frame.bytes + offset] = value
        return state

    def content(self, state: _State, mem: Mem, item: Instr) -> _Value:
        """What a load from ``mem`` brings."""
        if mem.symbol is not None:
            return PUBLIC
        if mem.base == self.sp:
            return state.stack.get(mem.disp, PUBLIC)
        owner = self.owner(state, mem)
        if owner == TABLE or (owner is not None and self.kernel.arg(owner).public):
            return PUBLIC
        return _Value(f"{'what ' + owner + ' points to' if owner else 'memory'}, loaded at line {item.src.line}")

    def owner(self, state: _State, mem: Mem) -> str | None:
        """The argument that an address derives from."""
        return self.value(state, mem.base).points or self.value(state, mem.index).points

    def value(self, state: _State, reg: object) -> _Value:
        return state.regs.get(reg, PUBLIC) if isinstance(reg, Phys) else PUBLIC

    def forgiven(self, item: Instr) -> bool:
        if item.exempt is None:
            return False
        self.used.add(item.exempt)
        return True

    def refuse(self, item: Instr, what: str, secret: str) -> KernelError:
        return KernelError(
            item.src,
            f"{item.mnem}: {what} depends on a secret ({secret}); declare it public in the contract, or name an "
            "exemption there and here (exempt=…)",
        )

    def step(self, state: _State, item: Instr) -> None:
        reads, writes = accesses(item)
        address: set[object] = set()
        stepped = {op.base for op in item.ops if isinstance(op, Mem) and op.mode != "offset"}
        inputs = PUBLIC
        stored: Mem | None = None
        for spec, op in zip(item.form.ops, item.ops):
            if not isinstance(op, Mem) or item.mnem == "lea":
                continue
            for reg in (op.base, op.index):
                address.add(reg)
                secret = self.value(state, reg).secret
                if secret is not None and not self.forgiven(item):
                    raise self.refuse(item, "the address", secret)
                if secret is not None and "r" in spec.access:  # which entry was looked up is in what comes of it
                    inputs = _join_inputs(inputs, _Value(secret))
            if "r" in spec.access:
                inputs = _join_inputs(inputs, self.content(state, op, item))
            if "w" in spec.access:
                stored = op
        if item.public is not None:  # the contract says why this is no secret
            self.declared.add(item.public)
            inputs = PUBLIC
        data = {op.reg for op in item.ops if isinstance(op, R)}
        for reg in reads:
            if reg not in address or reg in data:
                inputs = _join_inputs(inputs, self.value(state, reg))
        if item.form.flags_read:
            secret = next((state.flags[flag] for flag in sorted(item.form.flags_read) if flag in state.flags), None)
            inputs = _join_inputs(inputs, _Value(secret))
        if item.form.kind == "branch" and inputs.secret is not None and not self.forgiven(item):
            raise self.refuse(item, "the branch", inputs.secret)
        if item.mnem in VARIABLE_TIME and inputs.secret is not None and not self.forgiven(item):
            raise self.refuse(item, "its time", inputs.secret)
        loads = any(isinstance(op, Mem) for op in item.ops) and item.mnem != "lea"
        result = _Value(inputs.secret, None) if loads and stored is None and not self.reload(item) else inputs
        if self.names_table(item):
            result = _Value(inputs.secret, TABLE)
        for reg in writes:
            if isinstance(reg, Phys) and reg != self.sp and reg not in stepped:
                state.regs[reg] = result
        if stored is not None and stored.base == self.sp and stored.mode == "offset":
            state.stack[stored.disp] = inputs
        elif stored is not None and stored.base != self.sp and inputs.secret is not None:
            owner = self.owner(state, stored)
            if owner == TABLE:
                raise KernelError(item.src, f"{item.mnem}: stores into a table, which is read-only")
            if owner is not None and self.kernel.arg(owner).public:
                raise KernelError(
                    item.src,
                    f"{item.mnem}: stores a secret ({inputs.secret}) into what {owner} points to, which the contract "
                    "calls public",
                )
        for flag in item.form.flags_clobbered:
            state.flags.pop(flag, None)
            if inputs.secret is not None:
                state.flags[flag] = inputs.secret

    def names_table(self, item: Instr) -> bool:
        """True if an instruction makes the address of a table (or half of it)."""
        tables = {table.name for table in self.function.tables}
        return any(
            (isinstance(op, Mem) and item.mnem == "lea" and op.symbol in tables)
            or (isinstance(op, LabelRef) and op.name in tables)
            for op in item.ops
        )

    def reload(self, item: Instr) -> bool:
        """A load from the frame brings back pointers as pointers."""
        return any(isinstance(op, Mem) and op.base == self.sp for op in item.ops)


def _join_inputs(a: _Value, b: _Value) -> _Value:
    """Combine operands: pointer plus number is still that pointer."""
    points = a.points if b.points is None or a.points == b.points else b.points if a.points is None else None
    return _Value(a.secret or b.secret, points)


def check_secrecy(function: Function, kernel: Kernel, abi: Abi) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names of the exemptions that addresses and branches need, and of the reasons why loaded values are public.

    Both sorted. KernelError where an exemption is missing. An instruction that reads several operands is taken to
    mix all of them.
    """
    analysis = _Analysis(function, kernel, abi)
    analysis.run()
    return tuple(sorted(analysis.used)), tuple(sorted(analysis.declared))
