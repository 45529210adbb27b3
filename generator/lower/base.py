# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The common part of all lowerings: values to virtual registers, emission, arguments, the ternary tree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from generator.abi import Abi
from generator.isa import forms
from generator.isa.features import closure
from generator.isa.forms import NoSuchForm
from generator.isa.machine import machine
from generator.lang.contract import Kernel, Variant
from generator.lang.ternary import Expr
from generator.lang.values import Op, Type, Val
from generator.lower.asm import AsmRules
from generator.lower.carries import Carries, linked
from generator.model import (
    ADDRESS,
    ENTRY,
    EXIT,
    AnyReg,
    Facts,
    Form,
    Instr,
    Item,
    KernelError,
    LabelDef,
    Mem,
    Operand,
    OpSpec,
    Phys,
    R,
    Seam,
    Slot,
    Src,
    Table,
    VReg,
)


@dataclass(slots=True)
class Lowered:
    """Instructions over virtual registers, and the read-only tables they use.

    ``arg_slots``: the caller's places that may stay values' places. ``entry``: the items of ``body`` that take the
    arguments. ``own_entry(abi)``: items that take them from the places of a convention whose bodies are another's.
    """

    body: list[Item]
    tables: tuple[Table, ...]
    arg_slots: dict[VReg, Slot] = field(default_factory=dict)
    entry: list[Item] = field(default_factory=list)
    own_entry: Callable[[Abi], list[Item]] = lambda abi: []


def pseudo(name: str, access: str, count: int) -> Form:
    """The form of the entry (writes the arguments) and the exit (reads the result)."""
    spec = OpSpec(kinds=(), access=access, fixed=None)
    none: frozenset[str] = frozenset()
    return Form(
        mnem=name, ops=(spec,) * count, flags_read=none, flags_written=none, flags_undefined=none,
        implicit_read=(), implicit_write=(), features=none, kind="normal",
    )  # fmt: skip


class Lowering(AsmRules):
    """Base of the ISA lowerings. A rule is a method ``op_<name>(op)``. The operation's name finds the rule."""

    def __init__(self, kernel: Kernel, variant: Variant, abi: Abi) -> None:
        self.kernel, self.variant, self.abi = kernel, variant, abi
        self.out: list[Item] = []
        self.src: Src = kernel.src
        self.exempt: str | None = None
        self.public: str | None = None
        self.pool: list[int] = []
        self.tables: dict[str, Table] = {}
        self.carries = Carries()
        self.waiting: dict[int, Op] = {}  # id of a value → the load that makes it, just before the first reader
        self.narrow: frozenset[int] = frozenset()
        self.have = closure(abi.arch, variant.features)
        self.arch, self.machine = abi.arch, machine(abi.arch)
        # Moves use the form that reaches all vector registers: half of these are volatile in every convention.
        self.lane_code = variant.unit == "vec"
        self.entry_end = 0  # index in ``out`` of the first item after the arguments' moves
        self._vregs: dict[int, VReg] = {}
        self._temps = 0
        self._groups = 0
        self._group: int | None = None
        self._arg_slots: dict[VReg, Slot] = {}
        self._results: list[VReg] = []

    # -- values and registers --------------------------------------------------------------------------------------

    def vreg(self, val: Val) -> VReg:
        return self._vregs.get(val.id) or self.new_vreg(val)

    def new_vreg(self, val: Val) -> VReg:
        bits = max(val.type.bits, 128)
        made = VReg(val.id, val.name, val.type.cls, val.src, val.cold, bits=bits, features=self.have)
        self._vregs[val.id] = made
        return made

    def refuse(self, message: str) -> KernelError:
        """A refusal at the line that is being lowered."""
        return KernelError(self.src, message)

    def temp_vreg(self, name: str, cls: str = "gp") -> VReg:
        self._temps += 1
        return VReg(-self._temps, name, cls, self.src, features=self.have)  # type: ignore[arg-type]

    def temp(self, type: Type, name: str = "t") -> Val:
        """A word-level temporary of the lowering's own."""
        self._temps += 1
        return Val(None, -self._temps, name, type, self.src)  # type: ignore[arg-type]

    # -- emission --------------------------------------------------------------------------------------------------

    def ins(
        self, mnem: str, *ops: Operand, idiom: bool = False, copy: bool = False, exempt: str | None = None,
        extended: bool = False,
    ) -> Instr:  # fmt: skip
        """Append one instruction. KernelError, with the script's line, if no form takes the operands."""
        try:
            form = forms.find(self.arch, mnem, ops, extended or self.lane_code)
        except NoSuchForm as error:
            raise KernelError(self.src, str(error)) from None
        made = Instr(
            mnem, ops, form, self.src, None, self._group, None, False, idiom, copy, exempt or self.exempt, self.public
        )
        self.out.append(made)
        return made

    def pseudo_ins(self, name: str, ops: tuple[Operand, ...], accesses: str) -> Instr:
        """Append a mark that a later pass turns into an instruction. ``accesses``: r, w or n for each operand."""
        specs = tuple(OpSpec((), "" if a == "n" else a, None) for a in accesses)
        form = replace(pseudo(name, "r", 0), ops=specs, facts=Facts(address_only=name == ADDRESS))
        made = Instr(name, ops, form, self.src, group=self._group)
        self.out.append(made)
        return made

    def flags_begin(self) -> None:
        """Begin a flag chain. Instructions until flags_end belong to the chain."""
        self._groups += 1
        self._group = self._groups

    def flags_end(self) -> None:
        self._group = None

    def plan(self, ops: Sequence[Op]) -> None:
        """What rules note of all operations, before the first one is lowered."""

    def op(self, op: Op) -> None:
        """Lower one operation by its rule."""
        self.src = op.src
        self.exempt, self.public = op.attrs.get("exempt"), op.attrs.get("public")
        self.kernel.refuse_exemptions(op)
        rule = self.rule(op)
        if rule is None:
            kinds = ", ".join(str(v.type) if isinstance(v, Val) else str(v) for v in op.args)
            raise KernelError(op.src, f"{op.name}({kinds}): {self.abi.arch} has no lowering rule for it")
        rule(op)

    def rule(self, op: Op) -> Callable[[Op], None] | None:
        """The method for an operation on words, on words in a vector register, or on whole vectors."""
        kind = "op"
        for v in op.dst + op.args:
            if isinstance(v, Val) and v.type.cls == "vec":
                kind = "vec"
                if v.type.whole:
                    kind = "wide"
                    break
        found: Callable[[Op], None] | None = getattr(self, f"{kind}_{op.name}", None)
        return found

    def sub_op(self, name: str, dst: Val, *args: object, **attrs: object) -> None:
        """Lower an operation on behalf of a rule."""
        op = Op(name, (dst,), args, self.src, dict(attrs))
        rule = self.rule(op)
        assert rule is not None, f"no rule {name} for {dst.type}"
        rule(op)

    # -- entry and exit --------------------------------------------------------------------------------------------

    def entry(self, params: list[Val]) -> None:
        """Take the arguments from the places of the calling convention."""
        in_regs = params[: len(self.abi.args)]
        pinned: list[tuple[VReg, Val]] = []
        for number, val in zip(self.abi.args, in_regs):
            reg = VReg(-1000 - number, f"{val.name}_in", "gp", val.src, False, Phys("gp", number))
            pinned.append((reg, val))
        ops = tuple(R(reg, self.abi.bits) for reg, _ in pinned)
        self.out.append(Instr(ENTRY, ops, pseudo(ENTRY, "w", len(ops)), self.kernel.src))
        for reg, val in pinned:
            if val.type.cls == "vec":
                self.vec_argument(val, R(reg, 32))
            elif val.type.bits < 32:  # no convention but Apple's promises the bits above
                self.take_narrow(self.vreg(val), R(reg, val.type.bits))
            else:
                narrow = val.type.bits < self.abi.bits  # the upper half is undefined and must be cleared
                self.move(self.vreg(val), reg, val.type.bits, keep=narrow)
        on_stack = zip(params[len(in_regs) :], self.abi.stack_places([val.type.bits for val in params]))
        for val, (at, size) in on_stack:
            slot = Slot(val.name, size, size, incoming=at)
            vreg = self.vreg(val)
            if val.type.cls == "vec":
                self.vec_argument(val, Mem(None, width=32, slot=slot))
            elif val.type.bits < 32:
                self.take_narrow(vreg, Mem(None, width=val.type.bits, slot=slot))
            else:
                # The upper half of a narrower argument is undefined. Other conventions pass the argument elsewhere.
                if val.type.bits == self.abi.bits and not self.abi.shared:
                    self._arg_slots[vreg] = slot
                self.load_slot(vreg, slot, val.type.bits)
        self.entry_end = len(self.out)

    def own_entry(self, params: list[Val], abi: Abi) -> list[Item]:
        """The items that take the arguments from the places of ``abi``, into the same virtual registers."""
        other = type(self)(self.kernel, self.variant, abi)
        other._vregs = self._vregs
        other.entry(params)
        return other.out

    def finish(self) -> Lowered:
        """Close the function and return its instructions and tables."""
        ops = tuple(R(reg, self.abi.bits) for reg in self._results)
        self.out.append(Instr(EXIT, ops, pseudo(EXIT, "r", len(ops)), self.src))
        pool = [Table(self.pool_name, 4, tuple(self.pool))] if self.pool else []
        body = linked(self.out, self.carries)
        return Lowered(body, (*pool, *self.tables.values()), self._arg_slots, self.out[: self.entry_end])

    @property
    def pool_name(self) -> str:
        return f"{self.kernel.name}_{self.variant.name}_consts"

    def op_ret(self, op: Op) -> None:
        self._results = []
        for value, phys in zip(op.args, self.abi.results(len(op.args))):
            reg = VReg(-1 - len(self._results), "result", "gp", op.src, False, phys)
            self.move(reg, self.vreg(value), max(value.type.bits, 32))
            self._results.append(reg)

    # -- moves -----------------------------------------------------------------------------------------------------

    def wide(self, val: Val) -> int:
        """Width of full-register operations: at least 32 bits."""
        return max(val.type.bits, 32)

    def move(self, dst: AnyReg, src: AnyReg, bits: int, keep: bool = False) -> None:
        """dst = src. ``keep``: the move must stay, because the move clears the upper half."""
        mnem, ops = self.machine.copy(dst, src, bits)
        self.ins(mnem, *ops, copy=not keep)

    def load_slot(self, dst: VReg, slot: Slot, bits: int) -> None:
        mnem, ops = self.machine.load(dst, Mem(None, width=max(bits, 32), slot=slot))
        self.ins(mnem, *ops)

    def op_copy(self, op: Op) -> None:
        dst, src = op.dst[0], op.args[0]
        if dst is not src:
            self.move(self.vreg(dst), self.vreg(src), self.wide(dst))

    def op_zext(self, op: Op) -> None:
        dst, src = op.dst[0], op.args[0]
        self.move(self.vreg(dst), self.vreg(src), self.wide(src))

    # -- operations that are the same everywhere -------------------------------------------------------------------

    def op_label(self, op: Op) -> None:
        self.out.append(LabelDef(op.args[0], op.attrs.get("align", 0), op.attrs.get("clean", False)))

    def op_jump(self, op: Op) -> None:
        mnem, ops = self.machine.jump(op.args[0])
        self.ins(mnem, *ops)

    def op_loop_end(self, op: Op) -> None:
        left, top = op.args
        self.flags_begin()
        for mnem, ops in self.machine.count_down(self.vreg(left), left.type.bits, top):
            self.ins(mnem, *ops)
        self.flags_end()

    def op_seam(self, op: Op) -> None:
        self.out.append(Seam(op.args[0], op.src, **op.attrs))

    def op_ternary(self, op: Op) -> None:
        for part in op.attrs["parts"]:
            self.tree(part, op.args, op.dst[0])

    def op_add_ternary(self, op: Op) -> None:
        acc, inputs = op.dst[0], op.args[1:]
        if len(op.attrs["parts"]) > 1 and any(val is acc for val in inputs):
            old = self.temp(acc.type, "old")
            self.sub_op("copy", old, acc)
            inputs = tuple(old if val is acc else val for val in inputs)
        for part in op.attrs["parts"]:
            term = self.temp(acc.type)
            self.tree(part, inputs, term)
            self.sub_op("add", acc, acc, term)

    def tree(self, expr: Expr, inputs: tuple[Val, ...], dst: Val) -> None:
        """Evaluate a boolean tree into ``dst`` with two-input logic, inner nodes first, negations folded."""
        if not expr.args:
            self.sub_op("copy", dst, inputs["xyz".index(expr.op)])
            return
        parts = expr.args
        name = expr.op
        if name in ("and", "or"):
            for i in (1, 0):
                if parts[i].op == "not" and parts[1 - i].op != "not":
                    parts, name = (parts[1 - i], parts[i].args[0]), name + "n"
                    break
        values = []
        for part in parts:
            if part.args:
                value = self.temp(dst.type)
                self.tree(part, inputs, value)
            else:
                value = inputs["xyz".index(part.op)]
            values.append(value)
        self.sub_op(name, dst, *values)

    def apart(self, dst: Val, vals: list[Val]) -> list[Val]:
        """The addends, with ``dst`` first if it is among them. Further occurrences of ``dst`` become a copy, because
        the first addition changes ``dst``."""
        vals = sorted(vals, key=lambda v: v is not dst)
        if len(vals) < 3 or vals[1] is not dst:
            return vals
        old = self.temp(dst.type, "old")
        rule = getattr(self, "op_copy" if dst.type.cls == "gp" else "vec_copy")
        rule(Op("copy", (old,), (dst,), self.src))
        return [dst, *(old if v is dst else v for v in vals[1:])]

    def op_table(self, op: Op) -> None:
        name = f"{self.kernel.name}_{self.variant.name}_{op.attrs['table']}"
        table = Table(name, op.attrs["element"], op.attrs["values"])
        if self.tables.setdefault(name, table) != table:
            raise KernelError(op.src, f"table {op.attrs['table']}: there is another of that name with other values")
        self.table_address(self.vreg(op.dst[0]), name)

    # -- what an ISA must provide ----------------------------------------------------------------------------------

    def table_address(self, dst: VReg, name: str) -> None:
        raise NotImplementedError

    def take_narrow(self, dst: VReg, source: R | Mem) -> None:
        """Zero-extend an argument of 8 or 16 bits, whose place may hold anything above."""
        raise KernelError(self.src, f"argument {dst.name}: {self.abi.arch} has no such words; expected uint32_t")

    def vec_argument(self, val: Val, source: Operand) -> None:
        """Take a u32 argument into a lane."""
        raise KernelError(val.src, f"argument {val.name}: {self.abi.arch} keeps no {val.type}")
