# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AArch64 for Go's assembler: sources before the destination, ``W`` after mnemonics of 32 bits, ``V`` before those of
vectors. Instructions that it lacks are words."""

from __future__ import annotations

from generator.emit.base import EmitError
from generator.emit.go import Go
from generator.isa.words import words
from generator.machines.aarch64.spelling import Aarch64
from generator.model import Cond, Imm, Instr, Item, LabelRef, Mem, Operand, Phys, R, Shift

_SP, _ZERO = 31, 32
_SHIFTS = {"lsl": "<<", "lsr": ">>", "asr": "->", "ror": "@>"}
_SAME = words(
    "add sub and orr eor bic orn cmeq cmtst zip1 zip2 uzp1 uzp2 trn1 trn2 bsl bit bif ext tbl rev16 rev32 rev64 shl "
    "sri sli ushr sshr movi mov mvn dup ld1r pmull pmull2 eor3 xtn umull umlal"
)
"""Vector instructions whose name in Go is ours after a V, or would be."""
_CRYPTO = ("aes", "sha1", "sha256", "sha512")
_WORDS = {
    ("bic", "16b"): 0x4E601C00, ("orn", "16b"): 0x4EE01C00, ("mvn", "16b"): 0x6E205800, ("xtn", "2s"): 0x0EA12800,
    ("umull", "2d"): 0x2EA0C000, ("umlal", "2d"): 0x2EA08000,
}  # fmt: skip
"""Two or three vectors: the word with registers 0."""
_OF_ZERO = {"movz": 0x52800000, "movn": 0x12800000}
"""The word for 32 bits with the immediate 0, which Go takes for a mistake."""
_INDEXED = {"ldr": 0x3CE06800, "str": 0x3CA06800}
"""16 bytes at a sum of registers."""
_BYTE = {"ldr": 0x3D400000, "str": 0x3D000000}
"""A byte of a vector at an address that is not below that in a register."""
_SSHR = {"4s": (0x4F200400, 32), "2d": (0x4F400400, 64)}
"""The word for a shift by all bits of an element, and these bits."""


class GoAarch64(Go, Aarch64):
    """Operands. The frame's slots follow the saved x30 and a word that keeps them multiples of 16."""

    slots_at = 16
    pointer_name = "RSP"

    def frame_bytes(self) -> int:
        """The slots and the 16 bytes before them: a multiple of 16."""
        return self.function.frame.bytes

    def line(self, item: Item) -> str | None:
        """Nothing for adrp: MOVD of a table's address makes the page too."""
        return None if isinstance(item, Instr) and item.mnem == "adrp" else super().line(item)

    def operands(self, instr: Instr) -> tuple[str, str]:
        name, text = self._named(instr)
        word = self._word(instr)
        return (name, text) if word is None else ("WORD", f"${word:#010x} // {name} {text}")

    def _named(self, instr: Instr) -> tuple[str, str]:
        """The instruction in Go's words, or in words that Go would have."""
        mnem, ops = instr.mnem, instr.ops
        if mnem.startswith("b.") or (ops and isinstance(ops[-1], LabelRef) and ops[-1].name in self.labels):
            return self._branch(instr)
        if ops and isinstance(ops[-1], LabelRef):  # the low part of a table's address
            return "MOVD", f"${self.table_symbol(ops[-1].name)}(SB), {self.register(_reg(ops[0]), instr)}"
        if any(isinstance(op, Mem) for op in ops) and mnem != "ld1r":
            return self._access(instr)
        if any(isinstance(op, R) and op.reg.cls == "vec" for op in ops):
            return self._vector(instr)
        return self._general(instr)

    def _word(self, instr: Instr) -> int | None:
        """The encoding of an instruction without a name in Go."""
        mnem, ops = instr.mnem, instr.ops
        numbers = [op.reg.num for op in ops if isinstance(op, R) and isinstance(op.reg, Phys)]
        first = ops[0] if ops else None
        if not isinstance(first, R):
            return None
        if mnem in _OF_ZERO and ops[1:] == (Imm(0),):
            return _OF_ZERO[mnem] | (first.width == 64) << 31 | numbers[0]
        if mnem == "sshr" and isinstance(ops[2], Imm) and first.arrangement in _SSHR:
            whole, bits = _SSHR[first.arrangement]
            return whole | (bits - ops[2].value) << 16 | numbers[1] << 5 | numbers[0]
        base, more = _WORDS.get((mnem, first.arrangement or "")), numbers[1:]
        if mnem in _INDEXED and first.reg.cls == "vec" and isinstance(ops[1], Mem) and ops[1].index is not None:
            mem = ops[1]
            assert isinstance(mem.base, Phys) and isinstance(mem.index, Phys)
            if first.width == 128 and mem.scale == 1 and mem.mode == "offset":
                base, more = _INDEXED[mnem], [mem.base.num, mem.index.num]
        if mnem in _BYTE and first.arrangement == "b" and isinstance(ops[1], Mem) and ops[1].index is None:
            assert isinstance(ops[1].base, Phys) and ops[1].mode == "offset" and 0 <= ops[1].disp < 4096
            return _BYTE[mnem] | ops[1].disp << 10 | ops[1].base.num << 5 | numbers[0]
        return None if base is None else base | numbers[0] | sum(one << shift for one, shift in zip(more, (5, 16)))

    def _branch(self, instr: Instr) -> tuple[str, str]:
        mnem, *ops = instr.mnem, *instr.ops
        texts = [self.operand(op, instr) for op in ops if not isinstance(op, Cond)]
        if ops and isinstance(ops[0], Cond):
            return f"B{ops[0].name.upper()}", texts[0]
        wide = ops and isinstance(ops[0], R) and ops[0].width == 32
        if mnem in ("tbz", "tbnz"):
            return mnem.upper(), f"{texts[1]}, {texts[0]}, {texts[2]}"
        return mnem.upper().replace(".", "") + ("W" if wide else ""), ", ".join(texts)

    def _access(self, instr: Instr) -> tuple[str, str]:
        """A load or a store. Go chooses between scaled and unscaled offsets."""
        mnem, (*regs, mem) = instr.mnem.replace("ur", "r"), instr.ops
        assert isinstance(mem, Mem)
        first = _reg(regs[0])
        load, size = mnem.startswith("ld"), mnem[3:]
        if mnem in ("ldp", "stp"):
            kind = "FLDP" if load else "FSTP"
            name = kind + _letter(first) if first.reg.cls == "vec" else mnem.upper()
            name += "W" if first.reg.cls == "gp" and first.width == 32 else ""
            texts = [f"({', '.join(self.register(_reg(r), instr) for r in regs)})"]
        elif mnem in ("ldr", "str", "ldrb", "strb", "ldrh", "strh"):
            name = {"b": "MOVB", "h": "MOVH"}.get(size, "MOVD" if first.width == 64 else "MOVW")
            name += "U" if load and name != "MOVD" else ""
            name = "FMOV" + _letter(first) if first.reg.cls == "vec" else name
            texts = [self.register(first, instr)]
        else:
            raise self.unknown(instr)
        name += {"pre": ".W", "post": ".P"}.get(mem.mode, "")
        texts.append(self.memory(mem, instr))
        return name, ", ".join(texts[::-1] if load else texts)

    def _vector(self, instr: Instr) -> tuple[str, str]:
        mnem, ops = instr.mnem, instr.ops
        if mnem.startswith(_CRYPTO):
            name = mnem.upper()
        elif mnem == "fmov":
            name = "FMOV" + next(_letter(_reg(op)) for op in ops if _reg(op).reg.cls == "vec")
        elif mnem in ("umov", "ins"):
            name = "VMOV"
        elif mnem in _SAME and (mnem != "movi" or len(ops) == 2):
            name = "V" + mnem.upper()
        else:
            raise self.unknown(instr)
        texts = [self.operand(op, instr) for op in ops]
        if mnem in ("tbl", "tbx"):
            texts[1:-1] = [f"[{', '.join(texts[1:-1])}]"]
        if mnem == "ld1r":
            texts[0] = f"[{texts[0]}]"
        return name, ", ".join(texts[::-1])

    def _general(self, instr: Instr) -> tuple[str, str]:
        mnem, ops = instr.mnem, list(instr.ops)
        size = "W" if ops and isinstance(ops[0], R) and ops[0].width == 32 else ""
        if mnem == "mov" and isinstance(ops[1], R) and ops[1].reg == Phys("gp", _SP):
            mnem, ops = "add", [*ops, Imm(0)]
        if mnem == "add" and isinstance(ops[1], R) and ops[1].reg == Phys("gp", _SP) and isinstance(ops[2], Imm):
            ops[2] = Imm(ops[2].value + self.slots_at)
        if mnem in ("movz", "movk", "movn"):
            assert isinstance(ops[1], Imm)
            amount = ops[2].amount if len(ops) == 3 and isinstance(ops[2], Shift) else 0
            return mnem.upper() + size, f"${ops[1].value << amount:#x}, {self.operand(ops[0], instr)}"
        if mnem == "mov" and size:  # MOVWU would be an extension
            mnem, ops = "orr", [ops[0], R(Phys("gp", _ZERO), 32), ops[1]]
        if ops and isinstance(ops[-1], Shift):
            shift = ops.pop()
            assert isinstance(shift, Shift) and shift.kind in _SHIFTS
            texts = [self.operand(op, instr) for op in ops]
            texts[-1] += f"{_SHIFTS[shift.kind]}{shift.amount}"
        else:
            texts = [self.operand(op, instr) for op in ops]
        if ops and isinstance(ops[-1], Cond) and mnem.startswith("cs"):  # the condition comes first in Go
            last = texts.pop()
            return mnem.upper() + size, ", ".join([last, *texts[1:], texts[0]])
        name = {"mov": "MOVD"}.get(mnem, mnem.upper() + size)
        return name, ", ".join(texts[::-1])

    def register(self, r: R, instr: Instr) -> str:
        if not isinstance(r.reg, Phys):
            raise EmitError(f"{instr.mnem}: {r.reg!r} is not a physical register", instr.src)
        if r.reg.cls == "gp":
            return {_SP: "RSP", _ZERO: "ZR"}.get(r.reg.num, f"R{r.reg.num}")
        shape = r.arrangement or ""
        if "[" in shape:
            return f"V{r.reg.num}.{shape.upper()}"
        if shape[:1].isdigit():
            return f"V{r.reg.num}.{shape.lstrip('0123456789').upper()}{shape.rstrip('bhsdqBHSDQ')}"
        return f"{'V' if instr.mnem.startswith(_CRYPTO) else 'F'}{r.reg.num}"

    def memory(self, mem: Mem, instr: Instr) -> str:
        if not isinstance(mem.base, Phys) or mem.slot is not None or mem.symbol is not None:
            raise EmitError(f"{instr.mnem}: memory operand needs a base register", instr.src)
        base = self.register(R(mem.base, 64), instr)
        if mem.index is not None:
            scale = f"<<{mem.scale.bit_length() - 1}" if mem.scale > 1 else ""
            return f"({base})({self.register(R(mem.index, 64), instr)}{scale})"
        if self.is_stack(mem):
            return self.on_stack(mem.disp, instr)
        return f"{mem.disp or ''}({base})"

    def immediate(self, value: int, instr: Instr) -> str:
        return "$" + super().immediate(value, instr).removeprefix("#")

    def operand(self, op: Operand, instr: Instr) -> str:
        if isinstance(op, Cond):
            return op.name.upper()
        return super().operand(op, instr)


def _reg(op: Operand) -> R:
    assert isinstance(op, R)
    return op


def _letter(reg: R) -> str:
    """The letter of a scalar view: S, D or Q."""
    assert reg.arrangement is not None
    return reg.arrangement[0].upper()
