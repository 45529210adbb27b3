# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Check a rewriting of straight code by symbolic execution. Registers, flags and memory must end as before.

The check does not depend on the reason of the rewriting. The check executes only the places where the two versions
differ. Equal terms have equal numbers. A load's term names the version of memory that the load sees.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from generator.model import AnyReg, Form, GeneratorFault, Instr, Item, Mem, Operand, R, Src
from generator.passes.flow import accesses


@dataclass(frozen=True, slots=True)
class _Value:
    """A register's content: a term of ``width`` bits. The bits above are zero, or those of the term ``above``."""

    term: int
    width: int
    above: int | None = None


@dataclass(slots=True)
class _State:
    """One version's registers, flags and memory, as terms; ``terms`` are shared by both versions."""

    terms: dict[Hashable, int]
    regs: dict[AnyReg, _Value] = field(default_factory=dict)
    flags: dict[str, int] = field(default_factory=dict)
    memory: int = -1

    def term(self, *key: Hashable) -> int:
        return self.terms.setdefault(key, len(self.terms))

    def read(self, reg: AnyReg, width: int) -> int:
        """The low bits of a register, or all bits for a width of 0."""
        value = self.regs.get(reg)
        if value is None:
            return self.term("initial", reg, width)
        return value.term if value.width == width and width else self.term("view", width, value)

    def address(self, mem: Mem) -> int:
        base = None if mem.base is None else self.read(mem.base, 0)
        index = None if mem.index is None else self.read(mem.index, 0)
        return self.term("address", base, index, mem.scale, mem.disp, mem.slot, mem.symbol, mem.mode)

    def load(self, mem: Mem) -> int:
        return self.term("load", self.memory, self.address(mem), mem.width, mem.broadcast)

    def step(self, item: Instr) -> None:
        """Execute one instruction."""
        ops, form = item.ops, item.form
        goal = ops[0] if ops else None
        source = ops[1] if len(ops) == 2 else None
        if form.facts.moves_whole and item.mask is None and _loads(form, goal, source):
            assert isinstance(goal, R) and isinstance(source, (R, Mem))
            term = self.load(source) if isinstance(source, Mem) else self.read(source.reg, source.width)
            self.regs[goal.reg] = _Value(term, source.width, self.above(item, goal))
            return
        # With a zero-extended byte such an instruction changes the low byte only: a byte of source is enough. The
        # upper bits of a u8 and of a u32 are zero in every register.
        if form.facts.keeps_beside_zero and isinstance(goal, R) and goal.width == 8 and isinstance(source, Mem):
            byte = self.term("view", 32, _Value(self.load(source), 8))
            made = self.term(item.mnem, (), (32, None, self.read(goal.reg, 32)), (32, None, byte))
            self.regs[goal.reg] = _Value(self.term(made, 0), 32)
            self.change_flags(item, self.term("narrow", made))
            return
        self.general(item, self.term(item.mnem, *self.context(item), *map(self.operand, form.ops, ops)))

    def context(self, item: Instr) -> tuple[Hashable, ...]:
        """The inputs of an instruction besides its operands."""
        form = item.form
        seen: list[Hashable] = [self.read(reg, 0) for reg in form.implicit_read]
        seen += [self.flags.get(flag, flag) for flag in sorted(form.flags_read)]
        if item.mask is not None:
            goal = item.ops[0]
            old = self.read(goal.reg, 0) if isinstance(goal, R) and not item.zero else None
            seen += [item.zero, self.read(item.mask.reg, item.mask.width), old]
        if item.idiom:
            seen.append("idiom")
        return (tuple(seen),)

    def operand(self, spec: object, op: object) -> Hashable:
        access: str = spec.access  # type: ignore[attr-defined]
        if isinstance(op, R):
            return (op.width, op.arrangement, self.read(op.reg, op.width) if "r" in access else None)
        if isinstance(op, Mem):
            if "r" in access:
                return (op.width, None, self.load(op))
            return (op.width, "at", self.address(op))
        return op

    def general(self, item: Instr, made: int) -> None:
        """Give a new term to each register, flag and memory that an instruction changes."""
        stepped: list[tuple[AnyReg, int]] = []
        changed: list[tuple[AnyReg, _Value]] = []
        for n, (spec, op) in enumerate(zip(item.form.ops, item.ops)):
            if isinstance(op, R) and "w" in spec.access:
                changed.append((op.reg, _Value(self.term(made, n), op.width, self.above(item, op))))
            elif isinstance(op, Mem):
                if op.mode != "offset" and op.base is not None:
                    stepped.append((op.base, self.term("step", self.read(op.base, 0), op.disp)))
                if "w" in spec.access:
                    self.memory = self.term("store", self.memory, self.address(op), op.width, made)
        for reg in item.form.implicit_write:
            changed.append((reg, _Value(self.term(made, reg), 0)))
        self.regs.update(changed)
        self.regs.update((reg, _Value(term, 0)) for reg, term in stepped)
        self.change_flags(item, made)

    def above(self, item: Instr, op: R) -> int | None:
        """The bits above a write that keep their values: those above 8 or 16 bits of a general register, and those that
        the form keeps."""
        keeps = op.width < 32 if op.reg.cls == "gp" else item.form.facts.keeps_uppers
        return self.read(op.reg, 0) if keeps else None

    def change_flags(self, item: Instr, made: int) -> None:
        for flag in (*item.form.flags_written, *item.form.flags_undefined):
            self.flags[flag] = self.term(made, flag)


def _loads(form: Form, goal: Operand | None, source: Operand | None) -> bool:
    """True if a move writes a register wholly, and changes nothing else."""
    if not isinstance(goal, R) or form.ops[0].access != "w" or (goal.reg.cls == "gp" and goal.width < 32):
        return False
    return isinstance(source, R) or (isinstance(source, Mem) and source.mode == "offset")


def check_same(before: list[Item], after: list[Item], what: str) -> None:
    """GeneratorFault if ``after`` has another result than ``before``.

    Items common to both are the same objects. A register that ``after`` does not mention may end with any value.
    ``what`` names the pass in the message.
    """
    kept, had = set(map(id, after)), set(map(id, before))
    mentioned: set[AnyReg] = set()
    for item in after:
        if isinstance(item, Instr):
            for regs in accesses(item):
                mentioned.update(regs)
    i = j = 0
    while i < len(before) or j < len(after):
        if i < len(before) and j < len(after) and before[i] is after[j]:
            i, j = i + 1, j + 1
        else:
            i, j = _window(before, after, i, j, kept, had, mentioned, what)


def _window(
    before: list[Item], after: list[Item], i: int, j: int, kept: set[int], had: set[int], mentioned: set[AnyReg],
    what: str,
) -> tuple[int, int]:  # fmt: skip
    """Execute both versions from the point where they part to the point where they meet. Returns both end points."""
    terms: dict[Hashable, int] = {}
    old, new = _State(terms), _State(terms)
    unread: set[AnyReg] = set()  # registers that vanish, written and not yet read
    src: Src | None = None

    def changed(item: Item) -> Instr:
        if not isinstance(item, Instr) or item.form.kind != "normal":
            raise GeneratorFault(getattr(item, "src", src), f"{what} is wrong: control flow differs")
        return item

    while True:
        if i < len(before) and id(before[i]) not in kept:
            item = changed(before[i])
            src = src or item.src
            reads, writes = accesses(item)
            unread -= set(reads)
            unread.update(reg for reg in writes if reg not in mentioned)
            old.step(item)
            i += 1
        elif j < len(after) and id(after[j]) not in had:
            item = changed(after[j])
            src = src or item.src
            new.step(item)
            j += 1
        elif i < len(before) and j < len(after) and before[i] is after[j]:
            both = before[i]
            if not unread or not isinstance(both, Instr) or both.form.kind != "normal":
                break
            old.step(both)
            new.step(both)
            i, j = i + 1, j + 1
        elif i == len(before) and j == len(after):
            break
        else:
            raise GeneratorFault(src, f"{what} is wrong: what stays is not in its own order")
    if old.memory != new.memory:
        raise GeneratorFault(src, f"{what} is wrong: memory differs")
    for reg in {**old.regs, **new.regs}:
        if reg in mentioned and old.read(reg, 0) != new.read(reg, 0):
            name = getattr(reg, "name", None) or f"{reg.cls} register {getattr(reg, 'num', '')}"
            raise GeneratorFault(src, f"{what} is wrong: {name} differs")
    for flag in {**old.flags, **new.flags}:
        if old.flags.get(flag) != new.flags.get(flag) and _read(flag, after, j):
            raise GeneratorFault(src, f"{what} is wrong: {flag} differs, and is read")
    return i, j


def _read(flag: str, items: list[Item], at: int) -> bool:
    """True if straight code from ``at`` on reads a flag before changing the flag.

    Code beyond a label or a branch reads only flags of a compare or flags that the author asked for:
    :mod:`generator.passes.judges.verify` refuses others.
    """
    for item in items[at:]:
        if not isinstance(item, Instr):
            continue
        if flag in item.form.flags_read:
            return True
        if flag in item.form.flags_clobbered or item.form.kind != "normal":
            return False
    return False
