# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The toy machine's assembly: its operands in GNU's syntax, as a renderer of the generator's kind."""

from __future__ import annotations

from generator.emit.gas import Gas
from generator.model import Imm, Instr, LabelRef, Mem, Operand, Phys, R


class ToyGas(Gas):
    """Operands as they are: ``sum r0, r1, 7``, ``get v2, [sp+16]``."""

    comment_open = "#"

    def syntax_lines(self) -> list[str]:
        return []

    def operands(self, instr: Instr) -> tuple[str, str]:
        return instr.mnem, ", ".join(self.operand(op) for op in instr.ops)

    def operand(self, op: Operand) -> str:
        if isinstance(op, R):
            return self.register(op.reg)
        if isinstance(op, Imm):
            return str(op.value)
        if isinstance(op, Mem):
            return f"[{self.register(op.base)}{op.disp:+d}]"
        assert isinstance(op, LabelRef)
        return self.label(op.name)

    def register(self, reg: object) -> str:
        assert isinstance(reg, Phys)
        return self.machine.registers.name(reg)
