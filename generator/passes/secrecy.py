# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Taint analysis: no secret in a branch, an address, or an instruction whose time depends on its operands.

What the contract does not call public is secret: scalar arguments, and whatever pointer arguments point to. A secret in
an address needs an exemption, named in the contract and at the access; used names are returned for the manifest.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from generator.abi import Abi
from generator.isa.names import reg_name
from generator.model import AnyReg, FrameOp, Function, Imm, Instr, Item, KernelError, LabelRef, Mem, Phys, R
from generator.passes.flow import accesses, blocks
from generator.passes.frame import Remains

if TYPE_CHECKING:  # the contract is an author's, from the layer above; only its facts are read here
    from generator.lang.contract import Kernel

VARIABLE_TIME = frozenset({"div", "idiv", "sdiv", "udiv"})


class _Value(NamedTuple):
    """``secret``: where the secret came from, or None for public. ``points``: the argument a pointer derives from."""

    secret: str | None = None
    points: str | None = None


PUBLIC = _Value()
TABLE = "@table"  # what the address of read-only data of the function's own derives from
AREA = "@area "  # what the address of a part of the frame derives from; its offset follows
WORD = 4  # bytes: the frame is followed in pieces of this size


@dataclass(slots=True)
class _State:
    regs: dict[Phys, _Value] = field(default_factory=dict)
    stack: dict[int, _Value] = field(default_factory=dict)  # number of the word from sp
    flags: dict[str, str] = field(default_factory=dict)  # flag → the secret that it hangs on

    def copy(self) -> _State:
        return _State(dict(self.regs), dict(self.stack), dict(self.flags))


@cache
def _loaded(owner: str | None, line: int) -> _Value:
    return _Value(f"{'what ' + owner + ' points to' if owner else 'memory'}, loaded at line {line}")


@cache
def _join(a: _Value, b: _Value) -> _Value:
    return a if a == b else _Value(a.secret or b.secret, a.points if a.points == b.points else None)


def _meet(a: _State, b: _State) -> _State:
    def union(x: dict, y: dict) -> dict:  # type: ignore[type-arg]
        return {key: _join(x.get(key, PUBLIC), y.get(key, PUBLIC)) for key in x.keys() | y.keys()}

    return _State(union(a.regs, b.regs), union(a.stack, b.stack), {**b.flags, **a.flags})


@dataclass(slots=True)
class _Facts:
    """What an instruction does whatever came before it: memory operands with their access (none of lea), registers that
    go into the result, registers that take it, the memory that does; whether it loads from other memory than the frame;
    what its result points to if it makes the address of a table, or of an area of the frame."""

    item: Instr
    memories: tuple[tuple[Mem, str], ...]
    inputs: tuple[AnyReg, ...]
    outputs: tuple[AnyReg, ...]
    stored: Mem | None
    plain_load: bool
    table: str | None
    area: str | None


class _Analysis:
    def __init__(self, function: Function, kernel: Kernel, abi: Abi) -> None:
        self.function, self.kernel, self.abi = function, kernel, abi
        self.args = {arg.name: arg for arg in kernel.args}
        self.sp = Phys("gp", abi.sp)
        self.result = Phys("gp", abi.result)
        self.tables = {table.name for table in function.tables}
        self.areas = [slot for slot in function.frame.slots if slot.area]
        self.rewritten: set[int] = set()  # words of the frame and of arguments on the stack that are stored to
        self.used: set[str] = set()
        self.declared: set[str] = set()
        self.way_out = _State()  # as the epilogue finds it

    def run(self) -> None:
        body = self.function.body
        facts = [self.facts(item) if isinstance(item, Instr) and not self.plain(item) else None for item in body]
        graph = blocks(body)
        before: list[_State | None] = [None] * len(graph)
        before[0] = self.start()
        self.rewritten.clear()
        work = [0]
        while work:
            n = work.pop()
            start = before[n]
            assert start is not None
            state = start.copy()
            for i in range(graph[n].start, graph[n].end):
                item = body[i]
                known = facts[i]
                if known is not None:
                    self.step(state, known)
                elif isinstance(item, Instr):
                    self.step_plain(state, item)
                elif isinstance(item, FrameOp) and item.kind == "begin_epilogue":
                    self.way_out = state
                    break  # what follows restores the caller's registers, and moves sp
            for succ in graph[n].succ:
                old = before[succ]
                new = state if old is None else _meet(old, state)
                if old is None or new != old:
                    before[succ] = new.copy()
                    work.append(succ)

    def start(self) -> _State:
        state = _State()
        for i, param in enumerate(self.kernel.params):
            arg = self.args[param.name]
            if param.type == "ptr":
                value = _Value(None, param.name)
            else:
                value = PUBLIC if arg.public else _Value(f"argument {param.name}")
            if i < len(self.abi.args):
                state.regs[Phys("gp", self.abi.args[i])] = value
            else:
                offset = self.abi.stack_args + (i - len(self.abi.args)) * self.abi.pointer_bytes
                self.keep(state, self.function.frame.bytes + offset, self.abi.pointer_bytes, value)
        return state

    def content(self, state: _State, mem: Mem, item: Instr) -> _Value:
        """What a load from ``mem`` brings."""
        if mem.symbol is not None:
            return PUBLIC
        if mem.base == self.sp:
            return self.kept(state, *self.reach(mem))
        owner = self.owner(state, mem)
        if owner is not None and owner.startswith(AREA):
            start, size = self.area(owner)
            return self.kept(state, start, size)
        if owner == TABLE or (owner is not None and self.args[owner].public):
            return PUBLIC
        return _loaded(owner, item.src.line)

    @staticmethod
    def words(start: int, size: int) -> range:
        return range(start // WORD, -(-(start + size) // WORD))

    def keep(self, state: _State, start: int, size: int, value: _Value, *, all_of_it: bool = True) -> None:
        """A store of ``size`` bytes, or, unless it is ``all_of_it``, of some of these: what was there may remain."""
        for word in self.words(start, size):
            self.rewritten.add(word)
            whole = all_of_it and start <= word * WORD and (word + 1) * WORD <= start + size
            state.stack[word] = value if whole else _join(state.stack.get(word, PUBLIC), value)

    def kept(self, state: _State, start: int, size: int) -> _Value:
        first, *rest = (state.stack.get(word, PUBLIC) for word in self.words(start, max(size, 1)))
        for value in rest:
            first = _join(first, value)
        return first

    def area(self, owner: str) -> tuple[int, int]:
        """Where an area of the frame is, and its size, in bytes."""
        start = int(owner[len(AREA) :])
        return start, next(slot.size for slot in self.areas if slot.offset == start)

    def reach(self, mem: Mem) -> tuple[int, int]:
        """Where in the frame an operand relative to sp may be, and how many bytes that is: with an index, its area."""
        if mem.index is None:
            return mem.disp, mem.width // 8
        slot = next((s for s in self.areas if s.offset <= mem.disp < s.offset + s.size), None)
        return (slot.offset, slot.size) if slot is not None else (0, self.function.frame.bytes)

    def frame_address(self, item: Instr) -> str | None:
        """The area whose address an instruction makes."""
        if item.mnem == "lea" and isinstance(item.ops[1], Mem) and item.ops[1].base == self.sp:
            offset = item.ops[1].disp
        elif (
            item.mnem == "add" and isinstance(item.ops[0], R) and item.ops[0].reg != self.sp
            and isinstance(item.ops[1], R) and item.ops[1].reg == self.sp and isinstance(item.ops[2], Imm)
        ):  # fmt: skip
            offset = item.ops[2].value
        else:
            return None
        slot = next((s for s in self.areas if s.offset <= offset < s.offset + s.size), None)
        return None if slot is None else f"{AREA}{slot.offset}"

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

    def plain(self, item: Instr) -> bool:
        """True if an instruction is between registers and flags only, and nothing about it wants a closer look."""
        for op in item.ops:
            if isinstance(op, R):
                if op.reg == self.sp:
                    return False
            elif isinstance(op, (Mem, LabelRef)):
                return False
        return item.form.kind == "normal" and item.public is None and item.mnem not in VARIABLE_TIME

    def step_plain(self, state: _State, item: Instr) -> None:
        """What :meth:`step` does, for a plain instruction."""
        reads, writes = accesses(item)
        regs = state.regs
        inputs = PUBLIC
        for reg in reads:
            value = regs.get(reg, PUBLIC)  # type: ignore[arg-type]
            if value is not inputs and value is not PUBLIC:
                inputs = value if inputs is PUBLIC else _join_inputs(inputs, value)
        if item.form.flags_read:
            inputs = _join_inputs(inputs, self.flags_value(state, item))
        for reg in writes:
            regs[reg] = inputs  # type: ignore[index]
        self.set_flags(state, item, inputs.secret)

    def flags_value(self, state: _State, item: Instr) -> _Value:
        return _Value(next((state.flags[flag] for flag in sorted(item.form.flags_read) if flag in state.flags), None))

    def set_flags(self, state: _State, item: Instr, secret: str | None) -> None:
        flags, form = state.flags, item.form
        if secret is None and not flags:
            return
        for clobbered in (form.flags_written, form.flags_undefined):
            for flag in clobbered:
                if secret is not None:
                    flags[flag] = secret
                else:
                    flags.pop(flag, None)

    def facts(self, item: Instr) -> _Facts:
        reads, writes = accesses(item)
        memories = [(op, spec.access) for spec, op in zip(item.form.ops, item.ops) if isinstance(op, Mem)]
        if item.mnem == "lea":
            memories = []
        address = {reg for op, _ in memories for reg in (op.base, op.index)}
        stepped = {op.base for op, _ in memories if op.mode != "offset"}
        data = {op.reg for op in item.ops if isinstance(op, R)}
        stored = [op for op, access in memories if "w" in access]
        from_frame = any(op.base == self.sp for op, _ in memories)  # a reload brings back pointers as pointers
        return _Facts(
            item,
            tuple(memories),
            tuple(reg for reg in reads if reg not in address or reg in data),
            tuple(reg for reg in writes if reg != self.sp and reg not in stepped),
            stored[-1] if stored else None,
            bool(memories) and not stored and not from_frame,
            TABLE if self.names_table(item) else None,
            self.frame_address(item),
        )

    def step(self, state: _State, facts: _Facts) -> None:
        item, stored = facts.item, facts.stored
        inputs = PUBLIC
        for op, access in facts.memories:
            for reg in (op.base, op.index):
                secret = state.regs.get(reg, PUBLIC).secret  # type: ignore[arg-type]
                if secret is not None and not self.forgiven(item):
                    raise self.refuse(item, "the address", secret)
                if secret is not None and "r" in access:  # which entry was looked up is in what comes of it
                    inputs = _join_inputs(inputs, _Value(secret))
            if "r" in access:
                inputs = _join_inputs(inputs, self.content(state, op, item))
        if item.public is not None:  # the contract says why this is no secret
            self.declared.add(item.public)
            inputs = PUBLIC
        for reg in facts.inputs:
            inputs = _join_inputs(inputs, self.value(state, reg))
        if item.form.flags_read:
            inputs = _join_inputs(inputs, self.flags_value(state, item))
        if item.form.kind == "branch" and inputs.secret is not None and not self.forgiven(item):
            raise self.refuse(item, "the branch", inputs.secret)
        if item.mnem in VARIABLE_TIME and inputs.secret is not None and not self.forgiven(item):
            raise self.refuse(item, "its time", inputs.secret)
        result = _Value(inputs.secret) if facts.plain_load and inputs.points is not None else inputs
        if facts.table is not None:
            result = _Value(inputs.secret, facts.table)
        if facts.area is not None:
            result = _Value(None, facts.area)
        for reg in facts.outputs:
            state.regs[reg] = result  # type: ignore[index]
        if stored is not None:
            self.store(state, item, stored, inputs)
        self.set_flags(state, item, inputs.secret)

    def store(self, state: _State, item: Instr, stored: Mem, value: _Value) -> None:
        if stored.base == self.sp:
            if stored.mode != "offset":  # the prologue's
                return
            start, size = self.reach(stored)
            if item.mnem == "stp":
                size *= 2
            self.keep(state, start, size, value, all_of_it=stored.index is None and item.mask is None)
            return
        owner = self.owner(state, stored)
        if owner is not None and owner.startswith(AREA):
            self.keep(state, *self.area(owner), value, all_of_it=False)
        elif value.secret is None:
            return
        elif owner is None:  # nobody knows where: it may be any area
            for slot in self.areas:
                self.keep(state, slot.offset, slot.size, value, all_of_it=False)
        elif owner == TABLE:
            raise KernelError(item.src, f"{item.mnem}: stores into a table, which is read-only")
        elif self.args[owner].public:
            raise KernelError(
                item.src,
                f"{item.mnem}: stores a secret ({value.secret}) into what {owner} points to, which the contract "
                "calls public",
            )

    def remains(self) -> tuple[Remains, str]:
        """Before the epilogue: the secrets that would stay behind, and where one of them came from. The result is the
        caller's to know; registers that the epilogue restores are not left, nor are arguments that the caller itself
        put on the stack."""
        regs: dict[Phys, str] = {}
        for reg, value in self.way_out.regs.items():
            given = self.kernel.returns != "void" and reg == self.result
            if value.secret is not None and not given and not self.abi.is_saved(reg):
                regs[reg] = value.secret
        words: dict[int, str] = {}
        inside = self.function.frame.bytes // WORD
        for word, value in self.way_out.stack.items():
            given = word >= inside and word not in self.rewritten
            if value.secret is not None and word >= 0 and not given:
                words[word] = value.secret
        runs: list[tuple[int, int]] = []
        for word in sorted(words):
            start = word * WORD
            if runs and runs[-1][1] == start:
                runs[-1] = (runs[-1][0], start + WORD)
            else:
                runs.append((start, start + WORD))
        found = Remains(tuple(sorted(regs, key=lambda r: (r.cls, r.num))), tuple(runs))
        return found, min((*regs.values(), *words.values()), default="")

    def verdict(self) -> Secrecy:
        return Secrecy(tuple(sorted(self.used)), tuple(sorted(self.declared)), *self.remains(), self)

    def names_table(self, item: Instr) -> bool:
        """True if an instruction makes the address of a table (or half of it)."""
        return any(
            (isinstance(op, Mem) and item.mnem == "lea" and op.symbol in self.tables)
            or (isinstance(op, LabelRef) and op.name in self.tables)
            for op in item.ops
        )


@cache
def _join_inputs(a: _Value, b: _Value) -> _Value:
    """Combine operands: pointer plus number is still that pointer."""
    if a is b or b is PUBLIC:
        return a
    if a is PUBLIC:
        return b
    points = a.points if b.points is None or a.points == b.points else b.points if a.points is None else None
    return _Value(a.secret or b.secret, points)


@dataclass(frozen=True, slots=True)
class Secrecy:
    """Names of the exemptions that addresses and branches need, of the reasons why loaded values are public (both
    sorted), and what still holds a secret at the return, with where that came from."""

    used: tuple[str, ...]
    declared: tuple[str, ...]
    remains: Remains
    origin: str
    analysis: _Analysis

    def followed_by(self, items: Iterable[Item]) -> Secrecy:
        """What it comes to with ``items``, straight code, before the way out."""
        for item in items:
            if isinstance(item, Instr):
                self.analysis.step(self.analysis.way_out, self.analysis.facts(item))
        return self.analysis.verdict()


def check_secrecy(function: Function, kernel: Kernel, abi: Abi) -> Secrecy:
    """Follow the contract's secrets through a finished function.

    KernelError where an exemption is missing. An instruction that reads several operands is taken to mix all of them.
    """
    analysis = _Analysis(function, kernel, abi)
    analysis.run()
    return analysis.verdict()


def refuse_remains(function: Function, secrecy: Secrecy, abi: Abi) -> None:
    """KernelError if anything still holds a secret: what the contract's ``wipe=True`` forbids."""
    remains = secrecy.remains
    if not remains.regs and not remains.frame:
        return
    names = [reg_name(abi.arch, reg, abi.bits if reg.cls == "gp" else 128) for reg in remains.regs]
    names += [f"bytes {start} to {end - 1} of the frame" for start, end in remains.frame]
    raise KernelError(
        None,
        f"{', '.join(names)} would hold a secret ({secrecy.origin}) at the return; the contract says wipe=True",
    )
