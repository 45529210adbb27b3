# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Taint analysis: no secret in a branch, an address, or an instruction whose time depends on its operands.

Secret is all that the contract does not call public: scalar arguments, what pointer arguments point to, what a public
pointer points to if that may lie in one buffer with a secret, memory that no argument is known for, and bytes of the
frame that nothing has written. A secret in an address needs an exemption, named in the contract and at the access; used
names are returned for the manifest.

Taken for granted: accesses stay inside what their pointer was made for; numbers that the caller's memory holds are not
distances between arguments; a branch that the contract exempts shows its condition, and whatever follows from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from generator.abi import Abi
from generator.isa.machine import machine
from generator.isa.names import reg_name
from generator.model import AnyReg, FrameOp, Function, Imm, Instr, Item, KernelError, LabelRef, Mem, Phys, R, Reach
from generator.passes.contract import Contract
from generator.passes.flow import accesses, blocks
from generator.passes.frame import Remains
from generator.passes.taint import AREA, FRAME, PUBLIC, TABLE, WORD, State, Value, join, meet, value

NOTHING = Reach()


@cache
def _secret(origin: str) -> Value:
    return value(origin)


@dataclass(slots=True)
class _Facts:
    """What an instruction does whatever came before it: memory operands with their access (none of lea); registers that
    decide which memory it touches, with what to call that; registers that go into the result, registers that take it;
    registers that are moved along, each with the one that says how far; why its time depends on its operands; what the
    address that it makes derives from, if it makes one of a table or in the frame."""

    item: Instr
    memories: tuple[tuple[Mem, str], ...]
    deciders: tuple[tuple[AnyReg, str], ...]
    inputs: tuple[AnyReg, ...]
    outputs: tuple[AnyReg, ...]
    moved: tuple[tuple[AnyReg | None, AnyReg | None], ...]
    slow: str
    made: str | None


class _Analysis:
    def __init__(self, function: Function, kernel: Contract, abi: Abi) -> None:
        self.function, self.kernel, self.abi = function, kernel, abi
        self.sp = Phys("gp", abi.sp)
        self.aside = {self.sp, machine(abi.arch).registers.zero}  # no plain instruction has these
        self.result = Phys("gp", abi.result)
        self.tables = {table.name for table in function.tables}
        self.areas = {f"{AREA}{slot.offset}": slot for slot in function.frame.slots if slot.area}
        self.secrets = contents(kernel)
        self.public = tuple(arg.name for arg in kernel.args if arg.public and arg.name in self.secrets)
        self.rewritten: set[int] = set()  # words of the frame and of arguments on the stack that are stored to
        self.used: set[str] = set()
        self.declared: set[str] = set()
        self.way_out = State()  # as the epilogue finds it

    def run(self) -> None:
        body = self.function.body
        # The prologue handles nothing but the caller's registers, and moves sp.
        first = next((i for i, x in enumerate(body) if isinstance(x, FrameOp) and x.kind == "end_prologue"), 0)
        facts = [self.facts(item) if isinstance(item, Instr) and not self.plain(item) else None for item in body]
        graph = blocks(body)
        before: list[State | None] = [None] * len(graph)
        before[0] = self.start(body[:first])
        self.rewritten.clear()
        work = [0]
        while work:
            n = work.pop()
            start = before[n]
            assert start is not None
            state = start.copy()
            for i in range(max(graph[n].start, first), graph[n].end):
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
                new = state if old is None else meet(old, state)
                if new != old:
                    before[succ] = new.copy()
                    work.append(succ)

    def start(self, prologue: list[Item]) -> State:
        state = State()
        frame, word = self.function.frame.bytes, self.abi.pointer_bytes
        for i, param in enumerate(self.kernel.params):
            if param.type == "ptr":
                what = value(None, frozenset((param.name,)))
            else:
                what = PUBLIC if self.kernel.arg(param.name).public else _secret(f"argument {param.name}")
            if i < len(self.abi.args):
                state.regs[Phys("gp", self.abi.args[i])] = what
            else:
                self.keep(state, frame + self.abi.stack_args + (i - len(self.abi.args)) * word, word, what)
        if any(
            isinstance(item, Instr) and item.form.kind == "call" for item in prologue
        ):  # the function learns its own address
            self.keep(state, frame - word, word, value(None, frozenset((TABLE,))))
        return state

    # -- memory ----------------------------------------------------------------------------------------------------

    def content(self, state: State, mem: Mem, item: Instr) -> Value:
        """What a load from ``mem`` brings."""
        if mem.base == self.sp:
            return self.kept(state, *self.reach(item, mem), item)
        owners = self.owners(state, mem)
        found = PUBLIC if self.own(owners) else value(None, state.escaped)
        if not owners:
            found = join(found, _secret(f"memory that no argument is known for, loaded at line {item.src.line}"))
        for owner in sorted(owners):
            if owner[0] == "@":
                if owner != TABLE:
                    found = join(found, self.kept(state, *self.region(owner), item))
            elif self.secrets[owner] is not None:
                found = join(found, _secret(f"{self.secrets[owner]}, loaded at line {item.src.line}"))
        return found

    def keep(self, state: State, start: int, size: int, what: Value, *, all_of_it: bool = True) -> None:
        self.rewritten.update(range(start // WORD, -(-(start + size) // WORD)))
        state.store(start, size, what, all_of_it=all_of_it)

    def kept(self, state: State, start: int, size: int, item: Instr) -> Value:
        found = state.load(start, size)
        if state.all_written(start, size):
            return found
        slot = next((s for s in self.function.frame.slots if s.offset <= start < s.offset + s.size), None)
        name = f"{slot.name} in the frame" if slot is not None else "the frame"
        line = item.src.line
        return join(found, _secret(f"bytes of {name}, loaded at line {line}, that not every path to there has written"))

    def region(self, owner: str) -> tuple[int, int]:
        """Where in the frame a pointer may point, and how many bytes that is."""
        slot = self.areas.get(owner)
        return (slot.offset, slot.size) if slot is not None else (0, self.function.frame.bytes)

    def reach(self, item: Instr, mem: Mem) -> tuple[int, int]:
        """Where in the frame an operand relative to sp may be, and how many bytes that is: with an index, its area."""
        if mem.mode != "offset":
            return self.region(FRAME)
        if mem.index is None and mem.width:
            widest = max([op.width for op in item.ops if isinstance(op, R)], default=mem.width)
            return mem.disp, item.form.facts.touched_bits(mem.width, widest) // 8
        return self.region(self.around(mem.disp))

    def around(self, offset: int) -> str:
        """What an address derives from that is so many bytes above sp."""
        inside = (key for key, slot in self.areas.items() if slot.offset <= offset < slot.offset + slot.size)
        return next(inside, FRAME)

    def owners(self, state: State, mem: Mem) -> frozenset[str]:
        """What an address derives from."""
        if mem.symbol is not None:
            return frozenset((TABLE,))
        return state.of(mem.base).owners | state.of(mem.index).owners

    @staticmethod
    def own(owners: frozenset[str]) -> bool:
        """True if an address is in the frame, or in a table, wherever it is."""
        return bool(owners) and all(owner[0] == "@" for owner in owners)

    def store(self, state: State, item: Instr, mem: Mem, what: Value) -> None:
        if mem.base == self.sp:
            whole = mem.index is None and mem.mode == "offset" and item.mask is None and mem.width != 0
            whole = whole and not item.form.facts.partial
            self.keep(state, *self.reach(item, mem), what, all_of_it=whole)
            return
        owners = self.owners(state, mem)
        if owners == {TABLE}:
            raise KernelError(item.src, f"{item.mnem}: stores into a table, which is read-only")
        for owner in owners or self.areas:
            if owner[0] == "@" and owner != TABLE:
                self.keep(state, *self.region(owner), what, all_of_it=False)
        if not self.own(owners):
            state.escaped |= what.owners
        if what.secret is not None:
            shared = next((name for name in self.public if name in owners or not owners), None)
            if shared is not None:
                where = ("memory that may be " if len(owners) != 1 else "") + f"what {shared} points to"
                raise KernelError(
                    item.src,
                    f"{item.mnem}: stores a secret ({what.secret}) into {where}, which the contract calls public; "
                    f"expected a pointer made of another argument, or {shared} without public=True",
                )

    # -- instructions ----------------------------------------------------------------------------------------------

    def forgiven(self, item: Instr) -> bool:
        if item.exempt is None:
            return False
        self.used.add(item.exempt)
        return True

    def refuse(self, item: Instr, what: str, secret: str, why: str = "") -> KernelError:
        return KernelError(
            item.src,
            f"{item.mnem}: {what} depends on a secret ({secret}); declare it public in the contract, or name an "
            f"exemption there and here (exempt=…){'; ' if why else ''}{why}",
        )

    def plain(self, item: Instr) -> bool:
        """True if an instruction is between registers and flags only, and nothing about it wants a closer look."""
        for op in item.ops:
            if isinstance(op, R):
                if op.reg in self.aside:
                    return False
            elif isinstance(op, (Mem, LabelRef)):
                return False
        form = item.form
        return form.kind == "normal" and not form.facts.variable_time and form.facts.reach is None

    def step_plain(self, state: State, item: Instr) -> None:
        """What :meth:`step` does, for a plain instruction."""
        reads, writes = accesses(item)
        regs = state.regs
        inputs = PUBLIC
        for reg in reads:
            found = regs.get(reg, PUBLIC)  # type: ignore[arg-type]
            if found is not inputs and found is not PUBLIC:
                inputs = found if inputs is PUBLIC else join(inputs, found)
        if item.form.flags_read:
            inputs = join(inputs, self.flags_value(state, item))
        for reg in writes:
            regs[reg] = inputs  # type: ignore[index]
        self.set_flags(state, item, inputs.secret)

    def flags_value(self, state: State, item: Instr) -> Value:
        return value(next((state.flags[flag] for flag in sorted(item.form.flags_read) if flag in state.flags), None))

    def set_flags(self, state: State, item: Instr, secret: str | None) -> None:
        flags, form = state.flags, item.form
        if secret is not None:
            for clobbered in (form.flags_written, form.flags_undefined):
                for flag in clobbered:
                    flags[flag] = secret
        elif flags:  # those left undefined may be as they were
            for flag in form.flags_written:
                flags.pop(flag, None)

    def facts(self, item: Instr) -> _Facts:
        reads, writes = accesses(item)
        known = item.form.facts
        seen = known.reach or NOTHING
        memories = [(op, spec.access) for spec, op in zip(item.form.ops, item.ops) if isinstance(op, Mem)]
        if known.address_only:
            memories = []
        moved: list[tuple[AnyReg | None, AnyReg | None]] = [(reg, seen.count) for reg in seen.moves]
        moved += [(op.base, op.index) for op, _ in memories if op.mode != "offset"]
        memories += [(Mem(reg), access) for reg, access in ((seen.loads, "r"), (seen.stores, "w")) if reg is not None]
        deciders: list[tuple[AnyReg | None, str]] = []
        for op, _ in memories:
            deciders += [(op.base, "the address"), (op.index, "the address")]
        hidden = {reg for reg, _ in deciders}
        hidden.add(seen.count)
        if memories:
            picks = item.ops[seen.picks] if seen.picks is not None else None
            deciders.append((picks.reg if isinstance(picks, R) else None, "which bytes of memory it touches"))
            deciders.append((item.mask.reg if item.mask else None, "which bytes of memory it touches"))
            deciders.append((seen.count, "how much memory it touches"))
        data = {op.reg for op in item.ops if isinstance(op, R)} | set(item.form.implicit_read)
        data -= {seen.loads, seen.stores, seen.count}
        unset = {*self.aside, *(reg for reg, _ in moved)}
        return _Facts(
            item,
            tuple(memories),
            tuple((reg, what) for reg, what in deciders if reg is not None),
            tuple(reg for reg in reads if reg not in hidden or reg in data),
            tuple(reg for reg in writes if reg not in unset),
            tuple(moved),
            known.variable_time,
            self.made(item),
        )

    def step(self, state: State, facts: _Facts) -> None:
        item = facts.item
        inputs = decided = PUBLIC
        for reg, what in facts.deciders:
            secret = state.of(reg).secret
            if secret is not None:
                if not self.forgiven(item):
                    raise self.refuse(item, what, secret)
                decided = join(decided, _secret(secret))
        for op, access in facts.memories:
            if "r" in access:
                inputs = join(inputs, self.content(state, op, item))
        inputs = join(inputs, decided)  # which entry was looked up is in what comes of it, and in what it changes
        if item.public is not None:  # the contract says why this is no secret
            self.declared.add(item.public)
            inputs = PUBLIC
        for reg in facts.inputs:
            inputs = join(inputs, state.of(reg))
        if item.form.flags_read:
            inputs = join(inputs, self.flags_value(state, item))
        if inputs.secret is not None:
            if item.form.kind != "normal" and not self.forgiven(item):
                raise self.refuse(item, "the branch", inputs.secret)
            if facts.slow and not self.forgiven(item):
                raise self.refuse(item, "its time", inputs.secret, facts.slow)
        result = inputs if facts.made is None else join(inputs, value(None, frozenset((facts.made,))))
        for reg in facts.outputs:
            state.regs[reg] = result  # type: ignore[index]
        for op, access in facts.memories:
            if "w" in access:
                self.store(state, item, op, inputs)
        for moves, by in facts.moved:
            state.regs[moves] = join(state.of(moves), state.of(by))  # type: ignore[index]
        self.set_flags(state, item, inputs.secret)

    def made(self, item: Instr) -> str | None:
        """What the address derives from that an instruction makes of the frame's, or of a table's (or half of it)."""
        for op in item.ops:
            if isinstance(op, Mem):
                if item.form.facts.address_only and op.symbol in self.tables:
                    return TABLE
                if item.form.facts.address_only and op.base == self.sp:
                    return self.around(op.disp)
            elif isinstance(op, LabelRef):
                if op.name in self.tables:
                    return TABLE
            elif isinstance(op, R) and op.reg == self.sp:
                last = item.ops[-1]
                return self.around(last.value) if item.form.facts.adds == 1 and isinstance(last, Imm) else FRAME
        return None

    # -- what is left ----------------------------------------------------------------------------------------------

    def remains(self) -> tuple[Remains, str]:
        """Before the epilogue: the secrets that would stay behind, and where one of them came from. The result is the
        caller's to know; registers that the epilogue restores are not left, nor are arguments that the caller itself
        put on the stack."""
        regs: dict[Phys, str] = {}
        for reg, what in self.way_out.regs.items():
            given = self.kernel.returns != "void" and reg == self.result
            if what.secret is not None and not given and not self.abi.is_saved(reg):
                regs[reg] = what.secret
        words: dict[int, str] = {}
        for word, what in self.way_out.stack.items():
            if what.secret is not None and word >= 0 and word in self.rewritten:
                words[word] = what.secret
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


def contents(kernel: Contract) -> dict[str, str | None]:
    """For each pointer argument what to call the secret that it points to, None where that is public."""
    pointers = [param.name for param in kernel.params if param.type == "ptr"]
    group = {name: {name} for name in pointers}  # what may lie in one buffer with it
    for arg in kernel.args:
        for other in (arg.alias, arg.apart[0] if arg.apart is not None else None):
            if other is not None:
                joined = group[arg.name] | group[other]
                for name in joined:
                    group[name] = joined
    secret = [name for name in pointers if not kernel.arg(name).public]
    found: dict[str, str | None] = {name: f"what {name} points to" for name in secret}
    for name in pointers:
        if name not in found:
            beside = next((other for other in secret if other in group[name]), None)
            found[name] = beside and f"what {name} points to, which may lie in one buffer with {beside}"
    return found


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


def check_secrecy(function: Function, kernel: Contract, abi: Abi) -> Secrecy:
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
    names = [reg_name(abi.arch, reg) for reg in remains.regs]
    names += [f"bytes {start} to {end - 1} of the frame" for start, end in remains.frame]
    raise KernelError(
        None,
        f"{', '.join(names)} would hold a secret ({secrecy.origin}) at the return; the contract says wipe=True",
    )
