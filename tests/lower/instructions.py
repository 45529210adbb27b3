# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Instructions over virtual registers by the prover's rules: a machine with a register for each value.

The prover reads decoded instructions of an object. Here operands of the model become what the decoders make.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import capstone.x86 as decoded

from generator.model import (
    ADDRESS,
    ENTRY,
    EXIT,
    AnyReg,
    Cond,
    Imm,
    Instr,
    Item,
    LabelDef,
    LabelRef,
    Mem,
    Note,
    Phys,
    R,
    Shift,
    Slot,
)
from proof import a64, a64_operands, x86
from proof import a64_call as a64_rules  # noqa: F401  # these register the rules
from proof import x86_call as x86_rules  # noqa: F401
from proof.alignment import Alignment, Known
from proof.arithmetic import ones, trailing_zeros
from proof.code import Code
from proof.graph import State
from proof.memory import DATA, Map, NoProof, area, load, read_data, store
from proof.terms import Term, add, concat, const, extract, scaled, sub, sym

FIRST = 64
"""The number of the first virtual register. Those of a machine's own registers are below."""
POOL_ALIGNMENT = 64
LETTERS = {8: "b", 16: "w", 32: "d", 64: ""}
CLASSES = {512: "zmm", 256: "ymm"}


class Fault(NoProof):
    """Instructions that are wrong for all values."""


class Virtual(Code):
    """What both machines share. ``tables``: name of a table → its place in the read-only data. ``goes``: the branch's
    condition and label. ``args``, ``results``: the registers of the entry and of the exit."""

    blocks: int
    """The blocks of 128 bits of a vector register."""

    def __init__(self, memory: Map, tables: Mapping[str, int]) -> None:
        self.map, self.word, self.log, self.tables, self.areas = memory, memory.word, None, tables, {}
        self.sp = sym(self.word, "sp")
        self.state: State = {self.sp_cell: self.sp}
        self.numbers: dict[object, int] = {}
        self.goes: tuple[Term, str] | None = None
        self.group: int | None = None
        self.masks = 0
        self.same: list[tuple[Term, Term]] = []
        self.args: list[Term] = []
        self.results: list[Term] = []

    # -- registers -------------------------------------------------------------------------------------------------

    def numbered(self, reg: AnyReg | Slot) -> int:
        """The number of a register. All its bits are unknown at first; that of an area of the frame has its address."""
        pin = reg.pin if not isinstance(reg, (Phys, Slot)) and reg.pin is not None else reg
        if pin not in self.numbers:
            number = self.numbers[pin] = pin.num if isinstance(pin, Phys) else FIRST + len(self.numbers)
            if not isinstance(pin, Slot) and pin.cls == "mask":
                self.masks += 1
                self.numbers[pin] = self.masks
            elif isinstance(pin, Slot):
                self.state["r", number] = sym(self.word, area(pin.name))
            elif pin.cls == "vec":
                for cell in self.vector_cells(number):
                    self.state[cell] = sym(128, f"unset {cell}")
            elif pin.cls == "gp":
                self.state.setdefault(("r", number), sym(self.word, f"unset {number}"))
        return self.numbers[pin]

    def vector_cells(self, number: int) -> list[tuple[Any, ...]]:
        """The cells of a vector register, the lowest block first."""
        return [("v", number, k) for k in range(self.blocks)] if self.blocks > 1 else [("v", number)]

    def whole(self, reg: AnyReg) -> Term:
        """A register with all its bits."""
        number = self.numbered(reg)
        if reg.cls == "gp":
            return self.state["r", number]
        return concat(*(self.state[cell] for cell in reversed(self.vector_cells(number))))

    def fill(self, reg: AnyReg, value: Term) -> None:
        """Set the lowest bits of a register. The bits above are zero, or unknown above a lane of a vector."""
        number = self.numbered(reg)
        if reg.cls == "gp":
            self.state["r", number] = concat(const(self.word - value.w, 0), value)
            return
        for at, cell in zip(range(0, value.w, 128), self.vector_cells(number)):
            part = extract(min(at + 127, value.w - 1), at, value)
            self.state[cell] = concat(extract(127, part.w, self.state[cell]), part) if part.w < 128 else part

    # -- memory ----------------------------------------------------------------------------------------------------

    def at(self, mem: Mem) -> Term:
        """The address of an operand."""
        if mem.mode != "offset":
            raise Fault("an address that moves its base")
        out = const(self.word, mem.disp)
        if mem.slot is not None and mem.slot.incoming >= 0:
            out = add(out, sym(self.word, "sp"), const(self.word, mem.slot.incoming))
        elif mem.slot is not None:
            out = add(out, self.whole_slot(mem.slot))
        if mem.symbol is not None:
            out = add(out, sym(self.word, DATA), const(self.word, self.tables[mem.symbol]))
            out = sub(out, sym(self.word, "pc")) if mem.base is not None else out
        if mem.base is not None:
            out = add(out, self.whole(mem.base))
        return out if mem.index is None else add(out, scaled(self.whole(mem.index), mem.scale))

    def whole_slot(self, slot: Slot) -> Term:
        return self.state["r", self.numbered(slot)]

    def table(self, name: str) -> Term:
        """The address of a table."""
        return add(sym(self.word, DATA), const(self.word, self.tables[name]))

    def load(self, state: State, address: Term, size: int) -> Term:
        base = self.map.base(address)
        away = sub(address, base)
        self._aligned(address, self.alignment(self.now, size))
        if self.map.regions[base] == DATA and away.op == "const":
            return read_data(self.map.data, away.val, size)
        return load(state["m", self.map.regions[base]], address, size)

    def store(self, state: State, address: Term, data: Term) -> None:
        region = self.map.regions[self.map.base(address)]
        self._aligned(address, self.alignment(self.now, data.w // 8))
        state["m", region] = store(state["m", region], address, data)

    def _aligned(self, address: Term, to: int) -> None:
        """Fault for an address that an instruction needs aligned, unless that of a constant is."""
        known = Alignment({sym(self.word, DATA): Known(POOL_ALIGNMENT, 0)}).of(address)
        if to > 1 and (known is None or known.modulus < to or known.rest % to):
            raise Fault(f"{self.now.mnemonic} wants its memory operand aligned, which this one need not be")

    # -- instructions ----------------------------------------------------------------------------------------------

    def run(self, items: Sequence[Item]) -> None:
        """Execute straight code with at most one branch, at its end."""
        for item in items:
            if isinstance(item, (LabelDef, Note)):
                continue
            assert isinstance(item, Instr), item
            if self.goes is not None:
                raise Fault(f"{item.mnem} follows a branch")
            self._run(item)

    def _run(self, item: Instr) -> None:
        if item.mnem in (ENTRY, EXIT):
            for op in item.ops:
                assert isinstance(op, R)
                (self.args if item.mnem == ENTRY else self.results).append(self.whole(op.reg))
            return
        if item.mnem == ADDRESS:
            assert isinstance(item.ops[0], R) and isinstance(item.ops[1], Mem)
            self.fill(item.ops[0].reg, self.at(item.ops[1]))
            return
        if item.form.flags_read and (self.group is None or item.group != self.group):
            raise Fault(f"{item.mnem} reads flags of another chain than its own")
        condition = self.condition(item)
        if condition is not None:
            self.goes = condition, next(op.name for op in item.ops if isinstance(op, LabelRef))
            return
        if item.idiom and item.ops[0] != item.ops[1]:
            raise Fault(f"{item.mnem} is marked a zeroing idiom, but its operands differ")
        self.execute(self.state, self.instruction(item))
        if item.form.flags_clobbered:
            self.group = item.group
        if item.copy:  # it may vanish
            to, of = item.ops[0], item.ops[1]
            assert isinstance(to, R) and isinstance(of, R)
            high = to.width - 1 if to.reg.cls == "vec" else self.word - 1
            self.same.append((extract(high, 0, self.whole(to.reg)), extract(high, 0, self.whole(of.reg))))

    def condition(self, item: Instr) -> Term | None:
        """The condition of a branch."""
        raise NotImplementedError

    def instruction(self, item: Instr) -> Any:
        """What the decoder makes."""
        raise NotImplementedError


class X86(Virtual, x86.Machine):
    """x86 and x86_64."""

    blocks = 4
    PREDICATE = 6
    """Of comparisons into a mask: not less or equal."""

    def __init__(self, memory: Map, tables: Mapping[str, int]) -> None:
        super().__init__(memory, tables)
        self.numbered(Phys("vec", 0))  # that rules of instructions for SHA read without a name

    def condition(self, item: Instr) -> Term | None:
        if item.mnem == "jmp":
            return const(1, 1)
        return self.holds(self.state, item.mnem[1:]) if item.mnem[0] == "j" else None

    def address(self, state: State, one: Any, operand: Any) -> Term:
        return self.at(operand.mem)

    def register(self, op: R) -> str:
        number = self.numbered(op.reg)
        if op.reg.cls == "vec":
            return f"{CLASSES.get(op.width, 'xmm')}{number}"
        if op.reg.cls == "mask":
            return f"k{number}"
        if number < FIRST:
            return next(name for name, made in x86.REGISTERS.items() if made == (number, op.width))
        name = f"r{number}{LETTERS[op.width]}"
        x86.REGISTERS[name] = number, op.width
        return name

    def instruction(self, item: Instr) -> Any:
        ops, text = [self._operand(op) for op in item.ops], ""
        mnem = item.mnem
        if item.mask is not None:
            name = self.register(item.mask)
            text = f"{{{name}}}" + " {z}" * item.zero
            ops.insert(1, SimpleNamespace(type=decoded.X86_OP_REG, reg=name, size=8))
        for op in item.ops:
            if isinstance(op, Mem) and op.broadcast:
                to = item.ops[0]
                assert isinstance(to, R)
                text += f"{{1to{to.width // op.width}}}"
        last = item.ops[-1] if item.ops else None
        if mnem.startswith("vpcmpu") and isinstance(last, Imm) and last.value == self.PREDICATE:
            mnem = f"vpcmpnle{mnem[5:]}"
            ops.pop()
        return SimpleNamespace(
            address=0, size=0, mnemonic=mnem, op_str=text, operands=ops, reg_name=lambda name: name
        )  # fmt: skip

    def _operand(self, op: object) -> Any:
        if isinstance(op, R):
            return SimpleNamespace(type=decoded.X86_OP_REG, reg=self.register(op), size=op.width // 8)
        if isinstance(op, Imm):
            return SimpleNamespace(type=decoded.X86_OP_IMM, imm=op.value, size=1)
        assert isinstance(op, Mem), op
        return SimpleNamespace(type=decoded.X86_OP_MEM, mem=op, size=op.width // 8, reg=0)

    def load(self, state: State, address: Term, size: int) -> Term:
        if address is sym(self.word, "place of pc"):
            return sym(self.word, "pc")
        return super().load(state, address, size)

    def whole_slot(self, slot: Slot) -> Term:
        return sym(self.word, "place of pc") if slot.pc else super().whole_slot(slot)


def _counted(count: Callable[[Term], Term], vectors: Any = None) -> Any:
    def run(m: Any, state: State, one: Any) -> None:
        if isinstance(one.operands[0], a64_operands.Vec):
            vectors(m, state, one)
        else:
            m.put(state, one, 0, count(m.value(state, one, 1)))

    return run


class A64(Virtual, a64.Machine):
    """AArch64."""

    blocks = 1
    ALIASES: Mapping[str, str] = {"ins": "mov", "uxtl": "ushll", "sxtl": "sshll", "uxtl2": "ushll2", "sxtl2": "sshll2"}
    """Names that the decoder does not use → those that it does."""
    rules = {**a64.RULES, "ctz": _counted(trailing_zeros), "cnt": _counted(ones, a64.RULES["cnt"])}
    """The decoder does not know the feature cssc."""

    def condition(self, item: Instr) -> Term | None:
        if item.mnem == "b":
            return const(1, 1)
        if item.mnem.startswith("b."):
            return self.holds(self.state, item.mnem[2:])
        if item.mnem in ("cbz", "cbnz"):
            return self._branches(self.state, self.instruction(item))
        return None

    def refers(self, one: Any, kind: int) -> int | None:
        return self.label if a64.KINDS.get(one.mnemonic) == kind else None

    label: int | None = None

    def instruction(self, item: Instr) -> a64_operands.Instruction:
        ops: list[Any] = []
        self.label = None
        mnem = self.ALIASES.get(item.mnem, item.mnem)
        for op in item.ops:
            if isinstance(op, Shift):
                last = ops.pop()
                shift = op.kind, op.amount
                ops.append(
                    a64_operands.Imm(last.value, shift)
                    if isinstance(last, a64_operands.Imm)
                    else a64_operands.Gp(last.number, last.w, shift)
                )
            elif isinstance(op, LabelRef):
                self.label = self.tables.get(op.name)
                ops.append(a64_operands.Imm(0))
            else:
                ops.append(self._operand(op))
        if mnem.startswith(("ushll", "sshll")) and len(ops) == 2:
            ops.append(a64_operands.Imm(0))
        return a64_operands.Instruction(0, mnem, "", tuple(ops))

    def _gp(self, reg: AnyReg, w: int, shift: tuple[str, int] | None = None) -> a64_operands.Gp:
        return a64_operands.Gp(self.numbered(reg), w, shift)

    def _operand(self, op: object) -> Any:
        if isinstance(op, R) and op.reg.cls == "gp":
            return self._gp(op.reg, op.width)
        if isinstance(op, R):
            number, shape = self.numbered(op.reg), op.arrangement
            if shape is None:
                return a64_operands.Vec(number, op.width, 1)
            if shape.endswith("]"):
                return a64_operands.Vec(number, a64_operands.LANES[shape[0]], 1, int(shape[2:-1]))
            return a64_operands.Vec(number, a64_operands.LANES[shape[-1]], int(shape[:-1] or 1))
        if isinstance(op, Imm):
            return a64_operands.Imm(op.value)
        if isinstance(op, Cond):
            return a64_operands.Cond(op.name)
        assert isinstance(op, Mem), op
        return self._memory(op)

    def _memory(self, op: Mem) -> a64_operands.Mem:
        if op.mode != "offset" or op.symbol is not None:
            raise Fault("an address that moves its base, or names a table")
        base = op.slot if op.slot is not None and op.slot.incoming < 0 else op.base
        number, disp = a64_operands.SP, op.disp
        if op.slot is not None and op.slot.incoming >= 0:
            disp += op.slot.incoming
        elif base is not None:
            number = self.numbered(base)
        index = None if op.index is None else self._gp(op.index, 64, ("lsl", op.scale.bit_length() - 1))
        return a64_operands.Mem(a64_operands.Gp(number, 64), disp, index)
