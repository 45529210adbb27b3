# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Taint analysis: refuse a secret in a branch, an address, or an instruction whose time depends on its operands.

Everything that the contract does not call public is secret: scalar arguments, the memory of pointer arguments, the
memory of a public pointer that may lie in one buffer with a secret, memory of no known argument, and unwritten bytes of
the frame. A secret in an address needs an exemption, named in the contract and at the access. The used names are
returned for the manifest.

:mod:`generator.passes.provenance` finds where pointers point, and lists its assumptions. One more assumption: a branch
that the contract exempts shows its condition, and everything that follows from the condition.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from generator.abi import Abi
from generator.isa.machine import machine
from generator.isa.names import reg_name
from generator.model import AnyReg, FrameOp, Function, Instr, KernelError, Phys, R, Src
from generator.passes.contract import Contract, widths
from generator.passes.flow import accesses, forward
from generator.passes.frame import Remains
from generator.passes.judges.taint import State, meet
from generator.passes.owners import NOBODY, TABLE, WORD, argument, unknown, words
from generator.passes.owners import State as Pointers
from generator.passes.provenance import NOTHING, Provenance, Step, Touch, finished


@dataclass(slots=True)
class _Facts:
    """An instruction that is more than an operation on registers.

    ``step``: the flow of values through the instruction. ``deciders``: registers that decide which memory the
    instruction touches, each with a description. ``slow``: in words, why the instruction's time depends on its
    operands.
    """

    item: Instr
    step: Step
    deciders: tuple[tuple[AnyReg, str], ...]
    slow: str


class _Analysis:
    def __init__(self, function: Function, kernel: Contract, abi: Abi) -> None:
        self.function, self.kernel, self.abi = function, kernel, abi
        self.results = abi.results(2 if kernel.result == "u64" and abi.bits == 32 else 1)
        self.secrets = contents(kernel)
        self.public = tuple(arg.name for arg in kernel.args if arg.public and arg.name in self.secrets)
        self.rewritten: set[int] = set()  # words of the frame and of stack arguments that stores change
        self.used: set[tuple[str, Src]] = set()  # exemptions, with the places that need them
        self.declared: set[tuple[str, Src]] = set()
        # The prologue handles the caller's registers and sp, and nothing else.
        self.first = next(
            (i for i, x in enumerate(function.body) if isinstance(x, FrameOp) and x.kind == "end_prologue"), 0
        )
        self.state = State()  # at entry
        self.pointers = self.provenance(self.start())
        self.way_out = State()  # the state before the epilogue

    def start(self) -> Pointers:
        """Put the secrets at entry into ``state``. Returns the pointers at entry."""
        owned, frame, word = Pointers(), self.function.frame.bytes, self.abi.pointer_bytes
        on_stack = dict(enumerate(self.abi.stack_places(widths(self.kernel, self.abi.bits)), len(self.abi.args)))
        for i, param in enumerate(self.kernel.params):
            owners = argument(param.name, param.messages) if param.type == "ptr" else NOBODY
            secret = None if owners or self.kernel.arg(param.name).public else f"argument {param.name}"
            if i < len(self.abi.args):
                owned.put(Phys("gp", self.abi.args[i]), owners)
                self.state.put(Phys("gp", self.abi.args[i]), secret)
            else:
                at, size = on_stack[i]
                owned.store(frame + at, size, owners, whole=True)
                self.state.store(frame + at, size, secret, whole=True)
        prologue = self.function.body[: self.first]
        if any(
            isinstance(item, Instr) and item.form.kind == "call" for item in prologue
        ):  # the function reads its own address
            owned.store(frame - word, word, frozenset((TABLE,)), whole=True)
            self.state.store(frame - word, word, None, whole=True)
        return owned

    def provenance(self, entry: Pointers) -> Provenance:
        frame = self.function.frame
        tables = (table.name for table in self.function.tables)
        layout = finished(Phys("gp", self.abi.sp), frame.slots, frame.bytes, tables)
        return Provenance(self.function.body, self.first, layout, entry, machine(self.abi.arch).registers.zero)

    def run(self) -> None:
        body, graph = self.function.body, self.pointers.graph
        facts = [
            self.facts(item, step) if isinstance(item, Instr) else None for item, step in zip(body, self.pointers.steps)
        ]

        def block(n: int, state: State) -> None:
            for i in range(max(graph[n].start, self.first), graph[n].end):
                item = body[i]
                known = facts[i]
                if known is not None:
                    self.step(state, known)
                elif isinstance(item, Instr):
                    self.step_plain(state, item)
                elif isinstance(item, FrameOp) and item.kind == "begin_epilogue":
                    self.way_out = state
                    break  # the epilogue restores the caller's registers, and moves sp

        forward(graph, self.state, block, meet)

    # -- memory ----------------------------------------------------------------------------------------------------

    def content(self, state: State, touch: Touch, item: Instr) -> str | None:
        """The secret that a load returns."""
        if unknown(touch.owners):
            return f"memory of no known argument, loaded at line {item.src.line}"
        for part in self.pointers.parts(touch):
            secret = self.kept(state, *part, item)
            if secret is not None:
                return secret
        for owner in sorted(touch.owners):
            if self.secrets.get(owner) is not None:
                return f"{self.secrets[owner]}, loaded at line {item.src.line}"
        return None

    def kept(self, state: State, start: int, size: int, item: Instr) -> str | None:
        secret = state.load(start, size)
        if secret is not None or state.all_written(start, size):
            return secret
        slot = next((s for s in self.function.frame.slots if s.offset <= start < s.offset + s.size), None)
        name = f"{slot.name} in the frame" if slot is not None else "the frame"
        line = item.src.line
        return f"bytes of {name}, loaded at line {line}, that some path leaves unwritten"

    def store(self, state: State, item: Instr, touch: Touch, secret: str | None) -> None:
        owners = touch.owners
        if owners == {TABLE}:
            raise KernelError(item.src, f"{item.mnem}: stores into a table, which is read-only")
        for start, size in self.pointers.parts(touch):
            self.rewritten.update(words(start, size))
            state.store(start, size, secret, whole=touch.whole)
        if secret is not None:
            shared = next((name for name in self.public if name in owners or unknown(owners)), None)
            if shared is not None:
                where = ("memory that may be part of " if len(owners) != 1 else "") + f"the memory at {shared}"
                raise KernelError(
                    item.src,
                    f"{item.mnem}: stores a secret ({secret}) into {where}, which the contract calls public; "
                    f"expected a pointer made of another argument, or {shared} without public=True",
                )

    # -- instructions ----------------------------------------------------------------------------------------------

    def forgiven(self, item: Instr) -> bool:
        if item.exempt is None:
            return False
        self.used.add((item.exempt, item.src))
        return True

    def refuse(self, item: Instr, what: str, secret: str, why: str = "") -> KernelError:
        return KernelError(
            item.src,
            f"{item.mnem}: {what} depends on a secret ({secret}); declare the argument public, or name an "
            f"exemption in the contract and at this operation (exempt=…){'; ' if why else ''}{why}",
        )

    def step_plain(self, state: State, item: Instr) -> None:
        """:meth:`step` for a plain operation on registers."""
        reads, writes = accesses(item)
        regs, form = state.regs, item.form
        secret = next((regs[reg] for reg in reads if reg in regs), None)
        if secret is None and form.flags_read:
            secret = self.flags_secret(state, item)
        if secret is not None:
            for reg in writes:
                regs[reg] = secret
        else:
            for reg in writes:
                if reg in regs:
                    del regs[reg]
        self.set_flags(state, item, secret)

    def flags_secret(self, state: State, item: Instr) -> str | None:
        return next((state.flags[flag] for flag in sorted(item.form.flags_read) if flag in state.flags), None)

    def set_flags(self, state: State, item: Instr, secret: str | None) -> None:
        flags, form = state.flags, item.form
        if secret is not None:
            for clobbered in (form.flags_written, form.flags_undefined):
                for flag in clobbered:
                    flags[flag] = secret
        elif flags:  # an undefined flag may keep its old value
            for flag in form.flags_written:
                flags.pop(flag, None)

    def facts(self, item: Instr, step: Step | None) -> _Facts | None:
        """None for an operation on registers whose time is the same for all operands."""
        known = item.form.facts
        if step is None:
            if item.form.kind == "normal" and not known.variable_time:
                return None
            step = self.pointers.full_step(item)
        deciders: list[tuple[AnyReg | None, str]] = []
        for op, _ in step.memories:
            deciders += [(op.base, "the address"), (op.index, "the address")]
        if step.memories:
            seen = known.reach or NOTHING
            picks = item.ops[seen.picks] if seen.picks is not None else None
            deciders.append((picks.reg if isinstance(picks, R) else None, "the choice of bytes in memory"))
            deciders.append((item.mask.reg if item.mask else None, "the choice of bytes in memory"))
            deciders.append((seen.count, "the number of bytes in memory"))
        return _Facts(item, step, tuple((reg, what) for reg, what in deciders if reg is not None), known.variable_time)

    def step(self, state: State, facts: _Facts) -> None:
        item = facts.item
        regs: dict[AnyReg | None, str] = state.regs  # type: ignore[assignment]
        decided = secret = None
        for reg, what in facts.deciders:
            if reg in regs:
                if not self.forgiven(item):
                    raise self.refuse(item, what, regs[reg])
                decided = decided or regs[reg]
        touches = facts.step.touches or ()
        for touch in touches:
            if touch.reads:
                secret = secret or self.content(state, touch, item)
        secret = secret or decided  # the loaded value and every changed value depend on the chosen entry
        if item.public is not None:  # the contract says why this value is no secret
            if secret:
                self.declared.add((item.public, item.src))
            secret = None
        for reg in facts.step.inputs:
            secret = secret or regs.get(reg)
        if item.form.flags_read:
            secret = secret or self.flags_secret(state, item)
        if secret is not None:
            if item.form.kind != "normal" and not self.forgiven(item):
                raise self.refuse(item, "the branch", secret)
            if facts.slow and not self.forgiven(item):
                raise self.refuse(item, "the time", secret, facts.slow)
        for reg in facts.step.outputs:
            state.put(reg, secret)
        for touch in touches:
            if touch.writes:
                self.store(state, item, touch, secret)
        for moves, by in facts.step.moved:
            state.put(moves, regs.get(moves) or regs.get(by))
        self.set_flags(state, item, secret)

    # -- what is left ----------------------------------------------------------------------------------------------

    def remains(self) -> tuple[Remains, str]:
        """The secrets that would remain at the return, and the origin of one of them.

        The caller may know the result. The epilogue restores saved registers. Arguments on the stack are the caller's
        own.
        """
        regs: dict[Phys, str] = {}
        restored: list[Phys] = []
        for reg, secret in self.way_out.regs.items():
            given = self.kernel.returns != "void" and reg in self.results
            assert isinstance(reg, Phys)
            if self.abi.is_saved(reg):
                restored.append(reg)
            elif not given:
                regs[reg] = secret
        held: dict[int, str] = {}
        for word, secret in self.way_out.stack.items():
            if word >= 0 and word in self.rewritten:
                held[word] = secret
        runs: list[tuple[int, int]] = []
        for word in sorted(held):
            start = word * WORD
            if runs and runs[-1][1] == start:
                runs[-1] = (runs[-1][0], start + WORD)
            else:
                runs.append((start, start + WORD))
        found = Remains(tuple(sorted(regs, key=lambda r: (r.cls, r.num))), tuple(runs), tuple(restored))
        return found, min((*regs.values(), *held.values()), default="")

    def verdict(self) -> Secrecy:
        used, declared = (tuple(sorted({name for name, _ in some})) for some in (self.used, self.declared))
        return Secrecy(used, declared, *self.remains(), self.used | self.declared)


def contents(kernel: Contract) -> dict[str, str | None]:
    """Pointer argument → description of the secret that the argument points to. None if the memory is public.
    What is not named, such as an array of pointers, is public."""
    pointers = [param.name for param in kernel.params if param.type == "ptr"]
    group = {name: {name} for name in pointers}  # name → the arguments that may lie in one buffer with it
    for arg in kernel.args:
        for other in (*arg.aliases, *([] if arg.apart is None else [arg.apart[0]])):
            joined = group[arg.name] | group[other]
            for name in joined:
                group[name] = joined
    secret = [name for name in pointers if not kernel.arg(name).public]
    found: dict[str, str | None] = {name: f"the memory at {name}" for name in secret}
    for name in pointers:
        if name not in found:
            sharer = next((other for other in secret if other in group[name]), None)
            found[name] = sharer and f"the memory at {name}, which may lie in one buffer with {sharer}"
    return found


@dataclass(frozen=True, slots=True)
class Secrecy:
    """The outcome of the analysis.

    ``used``: names of the exemptions that addresses and branches need, sorted. ``declared``: names of the reasons why
    loaded values are public, sorted. ``remains``: the places that hold a secret at the return. ``origin``: the origin
    of one of these secrets. ``places``: the name and the place of each operation that needs an exemption.
    """

    used: tuple[str, ...]
    declared: tuple[str, ...]
    remains: Remains
    origin: str
    places: Set[tuple[str, Src]]


def check_secrecy(function: Function, kernel: Contract, abi: Abi) -> Secrecy:
    """Follow the contract's secrets through a finished function.

    KernelError for a missing exemption. The analysis assumes that the result of an instruction depends on all its
    operands.
    """
    analysis = _Analysis(function, kernel, abi)
    analysis.run()
    return analysis.verdict()


def refuse_remains(function: Function, secrecy: Secrecy, abi: Abi) -> None:
    """KernelError if a place holds a secret at the return. The contract's ``wipe=True`` forbids such secrets."""
    remains = secrecy.remains
    if not remains.regs and not remains.frame:
        return
    names = [reg_name(abi.arch, reg) for reg in remains.regs]
    names += [f"bytes {start} to {end - 1} of the frame" for start, end in remains.frame]
    raise KernelError(
        None,
        f"{', '.join(names)} would hold a secret ({secrecy.origin}) at the return; the contract says wipe=True",
    )
