# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""x86_64 for Go's assembler: sources before the destination, sizes of general registers in the mnemonic."""

from __future__ import annotations

import re

from generator.emit.base import EmitError
from generator.emit.go import Go
from generator.machines.x86.facts import ANYWHERE, alignment
from generator.machines.x86.registers import LEGACY
from generator.machines.x86.spelling import X86, encoded
from generator.model import Imm, Instr, LabelRef, Mem, Operand, Phys, R

_SIZES = {8: "B", 16: "W", 32: "L", 64: "Q"}
_VECTORS = {128: "X", 256: "Y", 512: "Z"}
_CONDITIONS = {
    "e": "EQ", "z": "EQ", "ne": "NE", "nz": "NE", "b": "CS", "c": "CS", "nae": "CS", "ae": "CC", "nc": "CC",
    "nb": "CC", "be": "LS", "na": "LS", "a": "HI", "nbe": "HI", "s": "MI", "ns": "PL", "l": "LT", "ge": "GE",
    "le": "LE", "g": "GT", "o": "OS", "no": "OC", "p": "PS", "np": "PC",
}  # fmt: skip
_CONDITIONAL = re.compile(r"(cmov|set|j)(n?[abceglopsz]e?|n?ae|n?be)$")
_MOVES = {"movd": "MOVL", "movq": "MOVQ", "movdqa": "MOVO", "movdqu": "MOVOU"}
_DOUBLEWORDS = re.compile(r"p(?:add|sub|sll|srl|sra|cmpeq|cmpgt|madd\w)d$|punpck[lh](?:dq|wd)$|pmulu?dq$|packssdw$")
_TABLE_ALIGNMENT = 16
"""Go's linker aligns data of 16 bytes and more to so many bytes at least."""
_STACK_ALIGNMENT = 8


class GoX86(Go, X86):
    """Operands."""

    def frame_bytes(self) -> int:
        """The slots. rbp, where the function uses it, is saved by Go's assembler in functions with a frame only."""
        pushed = 8 * len(self.function.frame.saved)
        return self.function.frame.bytes - pushed or pushed

    def operands(self, instr: Instr) -> tuple[str, str]:
        mnem, ops = self._anywhere(instr), instr.ops
        branch = bool(ops) and isinstance(ops[0], LabelRef)
        name = self._name(mnem, ops, instr)
        if instr.zero:
            name += ".Z"
        texts = [self.operand(op, instr, 0) for op in ops]
        if any(isinstance(op, Mem) and op.broadcast for op in ops):
            name += ".BCST"
        if instr.mask is not None:
            texts.insert(1, self.register(instr.mask, instr))
        # Comparisons and branches keep the order.
        text = ", ".join(texts if branch or mnem == "cmp" else texts[::-1])
        data = encoded(instr)
        return (name, text) if not data else ("BYTE", "; BYTE ".join(f"${n:#x}" for n in data) + f" // {name} {text}")

    def _name(self, mnem: str, ops: tuple[Operand, ...], instr: Instr) -> str:
        """The mnemonic in Go's words."""
        classes = {op.reg.cls for op in ops if isinstance(op, R)}
        conditional = _CONDITIONAL.match(mnem)
        if conditional is not None:
            what, condition = conditional[1].upper(), _CONDITIONS[conditional[2]]
            return what + (_SIZES[_width(ops)] if what == "CMOV" else "") + condition
        if mnem[0] in "vk" or not ops or mnem == "jmp":
            return mnem.upper()
        if mnem in _MOVES:
            return _MOVES[mnem]
        if "vec" in classes:
            return _doublewords(mnem) if _DOUBLEWORDS.match(mnem) else mnem.upper()
        if mnem in ("movzx", "movsx"):
            source = ops[1].width if isinstance(ops[1], (R, Mem)) else 0
            return f"MOV{_SIZES[source]}{_SIZES[_width(ops)]}{mnem[3].upper()}X"
        if mnem == "imul" and len(ops) == 3:
            mnem = "imul3"
        if not classes and not any(isinstance(op, Mem) for op in ops):
            raise self.unknown(instr)
        return mnem.upper() + _SIZES[_width(ops)]

    def _anywhere(self, instr: Instr) -> str:
        """The mnemonic, or that of the same move for any address: Go's stack pointer is a multiple of 8 only, and its
        tables have their own alignment."""
        mnem = instr.mnem
        vectors = any(isinstance(op, R) and op.reg.cls == "vec" for op in instr.ops)
        for op in instr.ops:
            if isinstance(op, Mem) and (op.symbol is not None or self.is_stack(op)):
                known = _STACK_ALIGNMENT if op.symbol is None else _TABLE_ALIGNMENT
                if alignment(mnem, op.width, vectors) > known:
                    if mnem not in ANYWHERE:
                        raise EmitError(f"{mnem}: memory aligned to {op.width // 8} bytes, which Go lacks", instr.src)
                    return ANYWHERE[mnem]
        return mnem

    def register(self, r: R, instr: Instr) -> str:
        if not isinstance(r.reg, Phys):
            raise EmitError(f"{instr.mnem}: {r.reg!r} is not a physical register", instr.src)
        if r.reg.cls == "gp":
            return self.pointer(r.reg)
        return f"{'K' if r.reg.cls == 'mask' else _VECTORS[r.width]}{r.reg.num}"

    def pointer(self, reg: Phys) -> str:
        return LEGACY[reg.num].upper() if reg.num < len(LEGACY) else f"R{reg.num}"

    def operand(self, op: Operand, instr: Instr, width: int) -> str:
        if isinstance(op, R):
            return self.register(op, instr)
        if isinstance(op, Imm):
            return f"${op.value}" if -1024 < op.value < 1024 else f"${op.value:#x}"
        if isinstance(op, Mem):
            return self.address(op, instr)
        return super().operand(op, instr, width)

    def memory(self, mem: Mem, instr: Instr) -> str:
        return self.address(mem, instr)

    def address(self, mem: Mem, instr: Instr) -> str:
        if mem.symbol is not None:
            if mem.base is not None or mem.index is not None:
                raise EmitError(f"{instr.mnem}: a table's address takes no register", instr.src)
            return f"{self.table_symbol(mem.symbol)}+{mem.disp}(SB)"
        if self.is_stack(mem) and mem.index is None:
            return self.on_stack(mem.disp, instr)
        base, index, scale, disp = self._parts(mem, instr)
        text = str(disp or "") + ("" if base is None else f"({self.register(R(base, 64), instr)})")
        return text if index is None else f"{text}({self.register(R(index, 64), instr)}*{scale})"


def _width(ops: tuple[Operand, ...]) -> int:
    """The width of the first operand in a general register, or else of memory."""
    found = [op.width for op in ops if isinstance(op, R) and op.reg.cls == "gp"]
    return (found or [op.width for op in ops if isinstance(op, Mem)])[0]


def _doublewords(mnem: str) -> str:
    """Go's letter of a doubleword is L: paddd is PADDL, punpckldq PUNPCKLLQ."""
    for ends in ("dq", "wd", "dw", "d"):
        if mnem.endswith(ends):
            return (mnem[: -len(ends)] + ends.replace("d", "l")).upper()
    raise AssertionError(mnem)
