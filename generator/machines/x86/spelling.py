# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""x86 operands in Intel order, for GAS, NASM and MASM. The dialects differ in sizes, tables and hexadecimal.

All assemblers encode these spellings in the same bytes, without options for optimising: ``[a+a]`` for ``[a*2]``; a base
that has an encoding comes first; sources of an operation that commutes are in the order of the shorter VEX prefix;
immediates that fit a sign-extended byte have a sign.
"""

from __future__ import annotations

import re
from typing import Any

from generator.emit.base import EmitError, Renderer
from generator.machines.x86.syntax import COMMUTES
from generator.model import AnyReg, Imm, Instr, LabelRef, Mem, Operand, Phys, R

_COUNTING = re.compile(r"s[lr][la]|ro[lr]|align|sh[lr]d")  # in mnemonics whose immediate is a count, and no mask
_SIZE_APART = frozenset("rcl rcr rol ror sal sar shl shr crc32".split())
"""Mnemonics whose register operands do not tell the size of the memory operand."""
_SP, _BP, _R12, _R13 = 4, 5, 12, 13
_NEW = {"vsha512rnds2": 0xCB, "vsha512msg1": 0xCC, "vsha512msg2": 0xCD}
"""Opcodes of instructions that NASM 2.16, binutils 2.40 and others do not know: VEX.256.F2.0F38.W0, of registers."""


def encoded(instr: Instr) -> list[int]:
    """The bytes of an instruction that assemblers in use do not know; none for others."""
    if instr.mnem not in _NEW:
        return []
    to, *second, last = (op.reg.num for op in instr.ops if isinstance(op, R) and isinstance(op.reg, Phys))
    high = 0x42 | (to < 8) << 7 | (last < 8) << 5
    return [0xC4, high, 7 | (~sum(second) & 15) << 3, _NEW[instr.mnem], 0xC0 | (to & 7) << 3 | last & 7]


class X86(Renderer):
    """The spelling of operands. Subclasses add ``sizes``, ``table_address`` and directives."""

    sizes: dict[int, str]
    size_for_lea = ""
    classes_that_imply: tuple[str, ...] = ("gp", "vec")
    pic_label = "pic"
    """The label whose address a 32-bit function reads by a call."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.bits = self.machine.bits
        self._names = self.machine.registers.names

    def pointer(self, reg: Phys) -> str:
        """The name of a register in an address."""
        name = self._names.get((reg.cls, self.bits, reg.num))
        if name is None:
            raise EmitError(f"{self.arch} has no {self.bits}-bit view of {reg.cls}{reg.num}, for an address")
        return name

    # -- the dialects' own parts ------------------------------------------------------------------------------------

    def table_address(self, mem: Mem, instr: Instr) -> str:
        """The address of a table of this file, in brackets."""
        raise NotImplementedError

    def distant_table(self, mem: Mem, instr: Instr) -> str:
        """Arguments of the macro that finds a table for a 32-bit lea: a register with the address of the label, and the
        table. ELF adds the distance between the two. Windows has absolute addresses."""
        label = self.pic_label in self.labels
        if instr.mnem != "lea" or type(mem.base) is not Phys or mem.index is not None or not label:
            raise self.no_distance(instr)
        assert mem.symbol is not None
        return f"{self.pointer(mem.base)}, {self.table_symbol(mem.symbol)}{self.displacement(mem.disp)}"

    def no_distance(self, instr: Instr) -> EmitError:
        return EmitError(
            f"{instr.mnem}: 32-bit ELF finds a table by lea from a register that holds the address of "
            f"the label {self.pic_label!r}, and by nothing else",
            instr.src,
        )

    def broadcast(self, sized: str, address: str, count: int) -> str:
        """An EVEX embedded broadcast."""
        return f"{sized}{address}{{1to{count}}}"

    # -- numbers -----------------------------------------------------------------------------------------------------

    def hex(self, value: int) -> str:
        return f"0x{value:x}"

    def immediate(self, value: int, width: int, mnem: str) -> str:
        """Decimal if small or a count. Signed if the value fits a sign-extended byte, which is then the encoding."""
        value = _in_range(value, width)
        if width in (16, 32, 64):
            if -1024 < value < 1024:
                return str(value)
            return "-" + self.hex(-value) if value < 0 else self.hex(value)
        return str(value) if value < 10 or _COUNTING.search(mnem) else self.hex(value)

    def displacement(self, disp: int) -> str:
        """``+8`` or ``-16``; nothing for 0."""
        if not disp:
            return ""
        size = abs(disp)
        return ("+" if disp > 0 else "-") + (str(size) if size < 1024 else self.hex(size))

    # -- operands ----------------------------------------------------------------------------------------------------

    def register(self, r: R, instr: Instr) -> str:
        reg = r.reg
        if type(reg) is not Phys:
            raise EmitError(f"{instr.mnem}: {reg!r} is not a physical register", instr.src)
        name = self._names.get((reg.cls, r.width, reg.num))
        if name is None:
            raise EmitError(f"{instr.mnem}: {self.arch} has no {r.width}-bit view of {reg.cls}{reg.num}", instr.src)
        return name

    def _disp(self, mem: Mem, instr: Instr) -> int:
        """The displacement as a signed 32-bit number. A larger one is refused unless the address wraps without harm."""
        disp = mem.disp
        if -(1 << 31) <= disp < 1 << 31:
            return disp
        first = instr.ops[0]
        wraps = self.bits == 32 or (instr.mnem == "lea" and isinstance(first, R) and first.width == 32)
        if wraps and -(1 << 32) < disp < 1 << 32:
            return ((disp + (1 << 31)) & 0xFFFFFFFF) - (1 << 31)
        raise EmitError(f"{instr.mnem}: displacement {disp:#x} does not fit 32 bits, signed", instr.src)

    def address(self, mem: Mem, instr: Instr) -> str:
        """``[base+index*scale+disp]``."""
        if mem.slot is not None or mem.mode != "offset":
            raise EmitError(
                f"{instr.mnem}: memory operand is not a plain address; frame slots must be resolved", instr.src
            )
        if mem.symbol is not None:
            return self.table_address(mem, instr)
        base, index, scale, disp = self._parts(mem, instr)
        if index is None:
            if type(base) is not Phys:
                raise EmitError(f"{instr.mnem}: memory operand without a base register", instr.src)
            return f"[{self.pointer(base)}{self.displacement(disp)}]"
        assert isinstance(index, Phys)
        if base is None:
            return f"[{self.pointer(index)}*{scale}{self.displacement(disp)}]"
        assert isinstance(base, Phys)
        if scale == 1:
            return f"[{self.pointer(base)}+{self.pointer(index)}{self.displacement(disp)}]"
        return f"[{self.pointer(base)}+{self.pointer(index)}*{scale}{self.displacement(disp)}]"

    def _parts(self, mem: Mem, instr: Instr) -> tuple[AnyReg | None, AnyReg | None, int, int]:
        """Base, index, scale and displacement of an address, as the text has them."""
        base, index, scale = mem.base, mem.index, mem.scale
        disp = self._disp(mem, instr) if mem.disp else 0
        if index is None:
            return base, None, 1, disp
        if type(index) is not Phys or index.cls != "gp" or not (base is None or type(base) is Phys):
            raise EmitError(f"{instr.mnem}: base and index must be physical general-purpose registers", instr.src)
        if base is None:
            if scale == 1:
                return index, None, 1, disp
            return (index, index, 1, disp) if scale == 2 else (None, index, scale, disp)
        if scale == 1:
            assert isinstance(base, Phys)
            swap = index.num == _SP or (
                not disp and base.num in (_BP, _R13) and index.num not in (_BP, _R13) and base.num != _SP
            )
            if swap:
                base, index = index, base
            if index.num == _SP:
                raise EmitError(f"{instr.mnem}: the stack pointer cannot be an index", instr.src)
        return base, index, scale, disp

    def memory(self, mem: Mem, instr: Instr) -> str:
        """Size and address."""
        address = self.address(mem, instr)
        if mem.broadcast:
            vector = next((op.width for op in instr.ops if isinstance(op, R) and op.reg.cls == "vec"), 0)
            element = mem.width if mem.width in (16, 32, 64) else 0
            if not vector or not element:
                raise EmitError(f"{instr.mnem}: broadcast needs an element width of 16, 32 or 64 bits", instr.src)
            return self.broadcast(self.sizes[element], address, vector // element)
        if instr.mnem == "lea":
            return self.size_for_lea + address
        if self.implied(mem, instr):
            return address
        size = self.sizes.get(mem.width)
        if size is None:
            raise EmitError(f"{instr.mnem}: memory operand of {mem.width} bits has no size keyword", instr.src)
        return size + address

    def implied(self, mem: Mem, instr: Instr) -> bool:
        """True if every assembler takes the width of a memory operand from the registers."""
        if mem.symbol is not None or instr.mask is not None or instr.mnem in _SIZE_APART or "cvt" in instr.mnem:
            return False
        found = False
        for op in instr.ops:
            if type(op) is R:
                cls = op.reg.cls
                if cls == "mask":
                    return False
                if cls in self.classes_that_imply:
                    if op.width != mem.width:
                        return False
                    found = True
        return found

    def operand(self, op: Operand, instr: Instr, width: int) -> str:
        if type(op) is Mem:
            return self.memory(op, instr)
        if type(op) is Imm:
            return self.immediate(op.value, width, instr.mnem)
        if isinstance(op, LabelRef):
            if op.name in self.tables:
                return self.memory(Mem(None, symbol=op.name), instr)
            return self.label(op.name, instr.src)
        raise EmitError(f"{instr.mnem}: x86 has no operand {op!r}", instr.src)

    def operands(self, instr: Instr) -> tuple[str, str]:
        ops = instr.ops
        mnem = instr.mnem
        data = self.encoded(instr)
        if instr.known_text is not None and not data:
            return mnem, instr.known_text
        if len(ops) == 3 and mnem in COMMUTES:
            ops = self._vex_order(ops, instr)
        width = 0
        alike = instr.mask is None  # registers have one name in all syntaxes
        names = self._names
        out = []
        for op in ops:
            if type(op) is R:
                reg = op.reg
                cls = reg.cls
                name = names.get((cls, op.width, reg.num)) if type(reg) is Phys else None
                out.append(name or self.register(op, instr))
                if not width and cls == "gp":
                    width = op.width
            else:
                alike = False
                if not width and type(op) is Mem and not out:
                    width = op.width
                out.append(self.operand(op, instr, width))
        if instr.mask is not None:
            zero = "{z}" if instr.zero else ""
            out[0] += f"{{{self.register(instr.mask, instr)}}}{zero}"
        text = ", ".join(out)
        if data:
            numbers = ", ".join(self.number(one, 2) for one in data)
            return self.data_words[1], f"{numbers} {self.comment_open} {mnem} {text}{self.comment_close}"
        if alike:
            instr.known_text = text
        return mnem, text

    def encoded(self, instr: Instr) -> list[int]:
        """The bytes of an instruction for which the assembler has no word; none for others."""
        return encoded(instr)

    def _vex_order(self, ops: tuple[Operand, ...], instr: Instr) -> tuple[Operand, ...]:
        """The sources in the order of the shorter VEX prefix. All assemblers but NASM swap to this order themselves."""
        first, second = ops[1], ops[2]
        if instr.mask is None and isinstance(first, R) and isinstance(second, R):
            low, high = first.reg, second.reg
            if isinstance(low, Phys) and isinstance(high, Phys) and low.num < 8 <= high.num < 16:
                return (ops[0], second, first)
        return ops


def _in_range(value: int, width: int) -> int:
    """An immediate of an instruction on ``width`` bits (other than 16, 32, 64: a byte), as the text has it."""
    if width not in (16, 32, 64):
        return value & 0xFF
    limit = 1 << width
    low = value & (limit - 1)
    signed = low - limit if low >= limit >> 1 else low
    return signed if width == 64 or -128 <= signed < 1024 else low
