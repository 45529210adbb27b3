# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AArch64 operands. GNU as, clang and clang-cl share one spelling; addresses of tables differ by object format."""

from __future__ import annotations

from generator.emit.base import EmitError, Renderer
from generator.machines.aarch64.registers import NAMES, REGISTERS
from generator.machines.aarch64.syntax import SPELLING
from generator.model import Cond, Imm, Instr, LabelRef, Mem, Operand, Phys, R, Shift

_LISTS = {f"{op}{n}{r}" for op in ("ld", "st") for n in "1234" for r in ("", "r")}
_LOGICAL = frozenset("and ands orr eor bic bics tst movz movk movn mov".split())


def low_part_of(object_format: str, symbol: str) -> str:
    """The low 12 bits of an address."""
    return f"{symbol}@PAGEOFF" if object_format == "macho" else f":lo12:{symbol}"


def page_of(object_format: str, symbol: str) -> str:
    """The page of an address."""
    return f"{symbol}@PAGE" if object_format == "macho" else symbol


class Aarch64(Renderer):
    """The spelling of operands."""

    def register(self, r: R, instr: Instr) -> str:
        reg = r.reg
        if type(reg) is not Phys:
            raise EmitError(f"{instr.mnem}: {reg!r} is not a physical register", instr.src)
        if reg.cls == "vec" and r.arrangement is not None:
            return REGISTERS.name(reg, r.width, r.arrangement)
        name = NAMES.get((reg.cls, r.width, reg.num))
        if name is None:
            raise EmitError(f"{instr.mnem}: AArch64 has no {r.width}-bit view of {reg.cls}{reg.num}", instr.src)
        return name

    def low_part(self, symbol: str) -> str:
        """The low 12 bits of a table's address, as an operand of add or of a load."""
        return f"LOOM_LOW({symbol})"

    def page(self, symbol: str) -> str:
        """The page of a table's address, as an operand of adrp."""
        return f"LOOM_PAGE({symbol})"

    def memory(self, mem: Mem, instr: Instr) -> str:
        base, index = mem.base, mem.index
        if mem.slot is not None or type(base) is not Phys or base.cls != "gp":
            raise EmitError(
                f"{instr.mnem}: memory operand needs a base register; frame slots must be resolved", instr.src
            )
        name = NAMES["gp", 64, base.num]
        if mem.symbol is not None:
            if mem.disp or index is not None or mem.mode != "offset":
                raise EmitError(f"{instr.mnem}: a table's low address part takes no offset", instr.src)
            return f"[{name}, {self.low_part(self.table_symbol(mem.symbol))}]"
        if index is not None:
            if type(index) is not Phys or mem.disp or mem.mode == "pre":
                raise EmitError(f"{instr.mnem}: an index register excludes an offset and pre-indexing", instr.src)
            other = NAMES["gp", 64, index.num]
            if mem.mode == "post":
                return f"[{name}], {other}"
            if mem.scale == 1:
                return f"[{name}, {other}]"
            if mem.scale not in (2, 4, 8, 16):
                raise EmitError(f"{instr.mnem}: scale {mem.scale}; expected 1, 2, 4, 8 or 16", instr.src)
            return f"[{name}, {other}, lsl #{mem.scale.bit_length() - 1}]"
        if mem.mode == "post":
            return f"[{name}], #{mem.disp}"
        if mem.mode == "pre":
            return f"[{name}, #{mem.disp}]!"
        return f"[{name}, #{mem.disp}]" if mem.disp else f"[{name}]"

    def immediate(self, value: int, instr: Instr) -> str:
        """Decimal, or hexadecimal for bit patterns."""
        if instr.mnem in _LOGICAL:
            first = instr.ops[0]
            value &= (1 << (first.width if isinstance(first, R) and first.reg.cls == "gp" else 64)) - 1
            return f"#{value}" if value < 10 else f"#{value:#x}"
        return f"#{value}" if abs(value) < 4096 else f"#{value:#x}" if value >= 0 else f"#-{-value:#x}"

    def operand(self, op: Operand, instr: Instr) -> str:
        if isinstance(op, R):
            return self.register(op, instr)
        if isinstance(op, Imm):
            return self.immediate(op.value, instr)
        if isinstance(op, Mem):
            return self.memory(op, instr)
        if isinstance(op, Shift):
            return f"{op.kind} #{op.amount}" if op.amount or op.kind in ("lsl", "lsr", "asr", "ror") else op.kind
        if isinstance(op, Cond):
            return op.name
        if op.name in self.tables:
            symbol = self.table_symbol(op.name)
            if instr.mnem == "adrp":
                return self.page(symbol)
            return self.low_part(symbol) if instr.mnem == "add" else symbol
        assert isinstance(op, LabelRef)
        return self.label(op.name, instr.src)

    def operands(self, instr: Instr) -> tuple[str, str]:
        mnem, ops = instr.mnem, instr.ops
        alias = SPELLING.aliases.get(mnem)
        if alias is not None:
            word, _, number = alias.partition(" ")
            return word, number
        if instr.mask is not None:
            raise EmitError(f"{mnem}: AArch64 has no write masks", instr.src)
        if ops and isinstance(ops[0], Cond):
            return f"{mnem.partition('.')[0]}.{ops[0].name}", ", ".join([self.operand(op, instr) for op in ops[1:]])
        if mnem in _LISTS:
            count = sum(isinstance(op, R) and op.reg.cls == "vec" for op in ops)
            return mnem, ", ".join([self._list(ops[:count], instr), *(self.operand(op, instr) for op in ops[count:])])
        if mnem in ("tbl", "tbx"):
            ends = [self.operand(ops[0], instr), self._list(ops[1:-1], instr), self.operand(ops[-1], instr)]
            return mnem, ", ".join(ends)
        out = []
        for op in ops:
            if type(op) is R and op.arrangement is None and type(op.reg) is Phys:
                name = NAMES.get((op.reg.cls, op.width, op.reg.num))
                out.append(name if name is not None else self.register(op, instr))
            else:
                out.append(self.operand(op, instr))
        return mnem, ", ".join(out)

    def _list(self, ops: tuple[Operand, ...], instr: Instr) -> str:
        names = [self.operand(op, instr) for op in ops]
        lane = ""
        if names and names[0].endswith("]"):
            lane = "[" + names[0].partition("[")[2]
            names = [name.partition("[")[0] for name in names]
        return f"{{{', '.join(names)}}}{lane}"
