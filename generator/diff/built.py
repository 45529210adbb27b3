# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The meaning of an instruction of a function, made of its operands.

:class:`generator.diff.instruction.Reader` makes the same meaning of the instruction's text.
"""

from __future__ import annotations

from collections.abc import Mapping

from generator.diff.instruction import Draft, Meaning, Reader
from generator.isa.machine import machine
from generator.model import Cond, Imm, Instr, LabelRef, Mem, Operand, Phys, R


class Built:
    """Meanings of one function's instructions. ``names``: table → symbol, as :class:`Reader` takes symbols.

    ``known`` has the meanings by the instructions' texts, which unrolled code repeats.
    """

    def __init__(self, arch: str, names: Mapping[str, str], known: dict[str, Meaning], reader: Reader) -> None:
        self._machine, self._names, self._known, self._reader = machine(arch), names, known, reader

    def of(self, instr: Instr, text: str) -> Meaning:
        """The meaning of an instruction whose operands stand as in ``text``."""
        found = self._known.get(text)
        if found is None:
            found = self._known[text] = self._meaning(instr)
        return found

    def _meaning(self, instr: Instr) -> Meaning:
        mnem, ops = instr.mnem, instr.ops
        if ops and isinstance(ops[0], Cond):  # a condition before all operands is part of the mnemonic
            mnem, ops = f"{mnem.partition('.')[0]}.{ops[0].name}", ops[1:]
        draft = Draft(mnem)
        opens = {first for first, _ in instr.form.groups}
        closes = {first + count - 1 for first, count in instr.form.groups}
        grouped = {n for first, count in instr.form.groups for n in range(first, first + count)}
        for at, op in enumerate(ops):
            if at:
                draft.word(",")
            if at in opens:
                draft.word("{")
            self._operand(draft, instr, op, whole=at in grouped)
            if at in closes:
                draft.word("}")
                assert isinstance(op, R)
                lane = (op.arrangement or "").partition("[")[2]
                if lane:
                    draft.word("[")
                    draft.number(int(lane.rstrip("]")))
                    draft.word("]")
            if at == 0 and instr.mask is not None:
                draft.word("{")
                self._register(draft, instr.mask)
                draft.word("}")
                for word in "{z}" if instr.zero else "":
                    draft.word(word)
        return draft.meaning()

    def _operand(self, draft: Draft, instr: Instr, op: Operand, whole: bool) -> None:
        rules = self._machine.reading
        if isinstance(op, R):
            self._register(draft, op, whole)
        elif isinstance(op, Imm):
            draft.number(op.value)
        elif isinstance(op, Mem):
            self._memory(draft, instr, op)
        elif isinstance(op, Cond):
            draft.word(op.name)
        elif not isinstance(op, LabelRef):
            draft.word(op.kind)
            if op.amount or op.kind in rules.shifts:
                draft.number(op.amount)
        elif op.name not in self._names:
            draft.label(op.name)
        elif instr.form.facts.address_only:
            self._memory(draft, instr, Mem(None, symbol=op.name))
        else:
            if instr.mnem in rules.pages or instr.mnem in rules.lows:
                draft.word("page" if instr.mnem in rules.pages else "low")
            draft.symbol(self._names[op.name])

    def _register(self, draft: Draft, op: R, whole: bool = False) -> None:
        """A register; ``whole``: without the lane, which stands behind the list."""
        assert isinstance(op.reg, Phys)
        arrangement = op.arrangement.partition("[")[0] if op.arrangement and whole else op.arrangement
        name = self._machine.registers.name(op.reg, op.width, arrangement)
        found = self._reader.register(name)
        assert found is not None
        draft.register(name, found)

    def _memory(self, draft: Draft, instr: Instr, mem: Mem) -> None:
        rules = self._machine.reading
        apart = "" if rules.scaling == "*" else ","
        widths = {self._width(op) for op in instr.ops if isinstance(op, R) and op.reg.cls != "mask"}
        sized = bool(rules.sizes) and not instr.form.facts.address_only and not mem.broadcast
        if sized and widths != {str(mem.width)}:
            draft.word(f"m:{mem.width}")
        draft.word("[")
        parts = 0
        for reg in (mem.base, mem.index if mem.mode != "post" else None):
            if reg is None:
                continue
            if parts and apart:
                draft.word(apart)
            self._register(draft, R(reg, self._machine.bits))
            parts += 1
        if mem.index is not None and mem.scale > 1:
            self._scale(draft, mem.scale)
        if mem.symbol is not None:
            if apart:
                draft.word(apart)
                draft.word("low")
            draft.symbol(self._names[mem.symbol])
        if mem.disp and mem.mode != "post" or mem.mode == "pre":
            if apart:
                draft.word(apart)
            draft.number(mem.disp)
        draft.word("]")
        if mem.mode == "pre":
            draft.word("!")
        elif mem.mode == "post":
            draft.word(apart)
            if mem.index is None:
                draft.number(mem.disp)
            else:
                self._register(draft, R(mem.index, self._machine.bits))
        if mem.broadcast:
            vector = next(op.width for op in instr.ops if isinstance(op, R) and op.reg.cls == "vec")
            for word in ("{", f"1to{vector // mem.width}", "}"):
                draft.word(word)

    def _scale(self, draft: Draft, scale: int) -> None:
        word = self._machine.reading.scaling
        if word == "*":
            draft.word(word)
            draft.number(scale, scale=True)
            return
        draft.word(",")
        draft.word(word)
        draft.number(scale.bit_length() - 1)

    def _width(self, op: R) -> str:
        """The view of a register, with :class:`Reader`'s name for the view."""
        assert isinstance(op.reg, Phys)
        found = self._reader.register(self._machine.registers.name(op.reg, op.width, op.arrangement))
        assert found is not None
        return found[2]
