# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Machine instructions of scripts (``k.asm``), and values in the registers that these name themselves (``k.bind``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.abi import Abi
from generator.isa.machine import machine
from generator.isa.names import reg_name
from generator.lang.values import Op, Val
from generator.model import (
    ASM,
    AnyReg,
    Form,
    Imm,
    Instr,
    Item,
    KernelError,
    LabelRef,
    Mem,
    Operand,
    Phys,
    R,
    VReg,
    view,
)
from generator.passes.flow import accesses


@dataclass(frozen=True, slots=True)
class Bound:
    """The values that go into registers before an instruction, and those that come out of registers after it."""

    into: tuple[tuple[Phys, Val], ...] = ()
    out: tuple[tuple[Phys, Val], ...] = ()


def bound(op: Op, form: Form, abi: Abi) -> Bound:
    """The moves around an ``asm`` whose operands match ``form``.

    KernelError for a register that the instruction does not name itself, for a register or a result bound twice, and
    for a value that does not fit the register.
    """
    mnem = op.attrs["mnem"]
    found: list[tuple[Phys, Val]] = []
    for arg in op.args:
        if not isinstance(arg, Op) or arg.name != "bind":
            continue
        val, word = arg.args[0], arg.attrs["register"]
        own = [reg for reg in dict.fromkeys((*form.implicit_read, *form.implicit_write)) if reg.cls == "gp"]
        if not word and len(own) == 1:
            word = reg_name(abi.arch, own[0])
        read = machine(abi.arch).registers.read(word)
        names = " and ".join(reg_name(abi.arch, reg) for reg in own) or "no general register"
        if read is None or read.reg not in own:
            raise KernelError(
                op.src,
                f"asm {mnem}: {word or 'a register without a name'} is bound, and the instruction uses {names} besides "
                "its operands; expected k.bind "
                f"of {'these' if own else 'nothing'}, and operands in the places that the instruction has for them",
            )
        assert isinstance(read.reg, Phys)
        if val.type.bits > abi.bits:
            raise KernelError(op.src, f"asm {mnem}: {val.name} is a {val.type}; {word} holds {abi.bits} bits")
        if any(read.reg == reg for reg, _ in found):
            raise KernelError(op.src, f"asm {mnem}: {word} is bound twice; expected one value for each register")
        found.append((read.reg, val))
    into = tuple(row for row in found if row[0] in form.implicit_read)
    out = tuple(row for row in found if row[0] in form.implicit_write)
    for n, (_, val) in enumerate(out):
        if any(val is other for _, other in out[:n]):
            raise KernelError(
                op.src, f"asm {mnem}: {val.name} takes two results; expected a value for each, see k.copy"
            )
    return Bound(into, out)


NEAR = 32
"""Instructions between two that read one bound value, at most, if one move serves both."""


class AsmRules:
    """Mixed into the lowering."""

    abi: Abi
    out: list[Item]
    _group: int | None

    if TYPE_CHECKING:  # of :class:`generator.lower.base.Lowering`

        def vreg(self, val: Val) -> VReg: ...
        def move(self, dst: AnyReg, src: AnyReg, bits: int, keep: bool = False) -> None: ...
        def ins(self, mnem: str, *ops: Operand, extended: bool = False) -> Instr: ...
        def flags_end(self) -> None: ...

    def op_asm(self, op: Op) -> None:
        mnem, args, mask = op.attrs["mnem"], list(op.args), None
        if args and isinstance(args[0], Op) and args[0].name == "only":
            args[0], mask = args[0].args
        binds = [arg for arg in args if isinstance(arg, Op) and arg.name == "bind"]
        operands = [self.asm_operand(op, arg) for arg in args if arg not in binds]
        self._group = ASM
        made = self.ins(mnem, *operands, extended=mask is not None)
        if binds:
            self._bind(made, bound(op, made.form, self.abi))
        self.flags_end()
        if mask is not None:
            if made.form.mask != "kz":
                raise KernelError(op.src, f"asm {mnem}: this form leaves no lane out; expected one that takes a mask")
            made.mask, made.zero = R(self.vreg(mask), 64), True

    def _bind(self, made: Instr, values: Bound) -> None:
        """Surround the last instruction with the moves of the values that its own registers hold."""
        self.out.pop()
        for reg, val in values.into:
            if not self._holds(reg, self.vreg(val), val.type.bits):
                self.move(reg, self.vreg(val), val.type.bits)
        self.out.append(made)
        for reg, val in values.out:
            self.move(self.vreg(val), reg, val.type.bits)

    def _holds(self, reg: AnyReg, source: AnyReg, bits: int) -> bool:
        """True if one of the instructions just before moved ``source`` into ``reg``, and none since writes one of
        them."""
        for item in reversed(self.out[-NEAR:]):
            if not isinstance(item, Instr) or item.form.kind != "normal":
                return False
            if item.copy and item.ops[:2] == (view(reg, bits), view(source, bits)):
                return True
            written = accesses(item)[1]
            if reg in written or source in written:
                return False
        return False

    def asm_operand(self, op: Op, arg: object) -> Operand:
        if isinstance(arg, Val):
            return R(self.vreg(arg), max(arg.type.bits, 128) if arg.type.cls == "vec" else arg.type.bits)
        if isinstance(arg, Op) and arg.name == "view":
            return R(self.vreg(arg.args[0]), 128, arg.attrs["arrangement"])
        if isinstance(arg, int):
            return Imm(arg)
        if isinstance(arg, str):
            return LabelRef(arg)
        if isinstance(arg, Op) and arg.name == "mem":
            ptr, index = arg.args
            return Mem(
                self.vreg(ptr), arg.attrs["offset"], self.vreg(index) if index is not None else None,
                arg.attrs["scale"], arg.attrs["width"],
            )  # fmt: skip
        if isinstance(arg, (R, Imm, Mem, LabelRef)):
            return arg
        raise KernelError(op.src, f"asm {op.attrs['mnem']}: operand {arg!r}; expected a value, int, k.mem(…) or label")
