# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The registers that an instruction reads and writes, from the form that the instruction tables give its text."""

from __future__ import annotations

from dataclasses import dataclass, replace

from generator.diff.instruction import Meaning, Register
from generator.isa import forms
from generator.isa.machine import machine
from generator.model import Cond, Imm, Instr, LabelRef, Mem, Operand, Phys, R, Shift, Src
from generator.passes.flow import accesses

_NOWHERE = Src("", 0)


@dataclass(frozen=True, slots=True)
class Access:
    """Registers read and written, in the order of the operands. ``loads`` and ``stores``: memory is read, written.
    ``copies``: the written value is the value read, bit for bit or truncated. ``jumps``: the next instruction does not
    follow."""

    reads: tuple[Register, ...]
    writes: tuple[Register, ...]
    loads: bool
    stores: bool
    copies: bool
    jumps: bool
    implicit: bool = False
    """The instruction uses registers that the text does not name."""


@dataclass(frozen=True, slots=True)
class _Template:
    """The access of all instructions of one form: positions among their registers."""

    reads: tuple[int, ...]
    writes: tuple[int, ...]
    access: Access


class Accesses:
    """The accesses of one machine's instructions, computed once for each form."""

    def __init__(self, arch: str) -> None:
        self.arch = arch
        self._registers, self.rules = machine(arch).registers, machine(arch).reading
        self._known: dict[str, Access] = {}
        self._templates: dict[tuple[str, tuple[int, ...]], _Template] = {}

    def of(self, meaning: Meaning) -> Access:
        """The access of an instruction."""
        found = self._known.get(meaning.canon)
        if found is None:
            found = self._filled(meaning)
            self._known[meaning.canon] = found
        return found

    def guessed(self, meaning: Meaning) -> bool:
        """True if the tables lack an instruction. Its access is then a guess."""
        return self._instr(meaning) is None

    def _filled(self, meaning: Meaning) -> Access:
        registers = meaning.registers
        key = (meaning.loose, tuple(map(registers.index, registers)))
        template = self._templates.get(key)
        if template is None:
            access = self._find(meaning)
            if access.implicit:  # a named register may be the implicit one, here or in the next instruction
                return access
            places = [tuple(registers.index(r) for r in some) for some in (access.reads, access.writes)]
            template = self._templates[key] = _Template(places[0], places[1], access)
            return access
        return replace(
            template.access,
            reads=tuple(registers[place] for place in template.reads),
            writes=tuple(registers[place] for place in template.writes),
        )

    def _find(self, meaning: Meaning) -> Access:
        registers = tuple(r for r in meaning.registers if r[0] not in ("sp", "zero"))
        memory = "[" in meaning.canon
        jumps = meaning.mnem in self.rules.jumps
        instr = self._instr(meaning)
        if instr is None:
            # The tables lack the instruction. Guess: all registers are read, the first one is written.
            return Access(registers, registers[:1] if not memory else (), memory, memory, False, jumps)
        return self._read(instr)

    def _read(self, instr: Instr) -> Access:
        """The access of an instruction by the facts of its form."""
        form = instr.form
        fixed = (self._registers.stack_pointer, self._registers.zero)
        reads, writes = accesses(instr)
        loads = stores = False
        for spec, op in zip(form.ops, instr.ops):
            if isinstance(op, Mem):
                loads, stores = "r" in spec.access, "w" in spec.access
        plain = all(
            op.width >= 32 if isinstance(op, R) else not isinstance(op, Mem) or op.mode == "offset" for op in instr.ops
        )
        named = {op.reg if isinstance(op, R) else None for op in instr.ops}
        if form.facts.cancels and len(instr.ops) > 1 and len(named) == 1 and None not in named and instr.mask is None:
            reads = []
        return Access(
            tuple(_register(r) for r in reads if isinstance(r, Phys) and r not in fixed),
            tuple(_register(r) for r in writes if isinstance(r, Phys) and r not in fixed),
            loads, stores, form.facts.copies and plain and len(instr.ops) == 2 and instr.mask is None,
            form.kind in ("jump", "ret"), bool(form.implicit_read or form.implicit_write),
        )  # fmt: skip

    def _instr(self, meaning: Meaning) -> Instr | None:
        words = meaning.canon.split()[1:]
        ops: list[Operand] = []
        mask: R | None = None
        mnem = meaning.mnem
        part: list[str] = []
        depth = 0
        parts: list[list[str]] = []
        for word in words:
            depth += (word in "[{") - (word in "]}")
            if word == "," and not depth:
                parts.append(part)
                part = []
            else:
                part.append(word)
        if part:
            parts.append(part)
        try:
            for part in parts:
                if "[" in part:
                    ops.append(self._memory(part))
                elif part[0] == "{":
                    ops += [self._plain(word) for word in part[1:-1] if word != ","]
                elif "{" in part:
                    ops.append(self._plain(part[0]))
                    found = self._plain(part[2])
                    mask = found if isinstance(found, R) else None
                elif part[0] in self.rules.modifiers:
                    ops.append(Shift(part[0], int(part[1]) if part[1:] else 0))
                else:
                    ops += [self._plain(word) for word in part if word not in ("low", "page")]
            if self.rules.post_indexed and len(ops) > 1 and isinstance(ops[-2], Mem):
                ops[-2:] = [_post_indexed(ops[-2], ops[-1])]
            if self.rules.sizes and mnem not in self.rules.addresses:
                beside = next((op.width for op in ops if isinstance(op, R)), 0)
                share = next((int(word[3:]) for word in words if word.startswith("1to")), 1)
                ops = [replace(op, width=beside // share) if isinstance(op, Mem) and not op.width else op for op in ops]
            form = forms.find(self.arch, mnem, tuple(ops))
        except (forms.NoSuchForm, KeyError, ValueError, IndexError, TypeError):
            return None
        return Instr(mnem, tuple(ops), form, _NOWHERE, mask=mask, zero="z" in words)

    def _plain(self, word: str) -> Operand:
        found = self._registers.read(word)
        if found is not None:
            return found
        if word.lstrip("-").isdigit():
            return Imm(int(word))
        if word in self.rules.conditions:
            return Cond(word)
        return LabelRef(word)

    def _memory(self, part: list[str]) -> Mem:
        width = int(part[0][2:]) if part[0].startswith("m:") else 0
        start, end = part.index("["), part.index("]")
        regs: list[Phys] = []
        disp, scale, symbol = 0, 1, None
        for at, word in enumerate(part[start + 1 : end], start + 1):
            if word in (",", "*", "low") or word in self.rules.modifiers:
                continue
            op = self._plain(word)
            if isinstance(op, R) and isinstance(op.reg, Phys):
                regs.append(op.reg)
            elif isinstance(op, Imm) and part[at - 1] == "*":
                scale = op.value
            elif isinstance(op, Imm) and part[at - 1] in self.rules.modifiers:
                scale = 1 << op.value
            elif isinstance(op, Imm):
                disp = op.value
            elif isinstance(op, LabelRef):
                symbol = op.name
        after = part[end + 1 :]
        mode = "pre" if after == ["!"] else "offset"
        broadcast = "{" in after
        return Mem(
            regs[0] if regs else None, disp, regs[1] if len(regs) > 1 else None, scale, width, None, symbol,
            mode,  # type: ignore[arg-type]
            broadcast,
        )  # fmt: skip


def _register(reg: Phys) -> Register:
    return reg.cls, reg.num


def _post_indexed(mem: Mem, step: Operand) -> Mem:
    """``[base], #16`` and ``[base], index``: the step changes the base afterwards."""
    if isinstance(step, Imm):
        return replace(mem, disp=step.value, mode="post")
    assert isinstance(step, R)
    return replace(mem, index=step.reg, mode="post")
