# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call,no-any-return"
"""A symbolic executor of instructions over virtual registers: the part that both instruction sets share.

The code is straight, with at most one branch, at its end. Every register is a bit vector as wide as the machine's,
which shows rubbish in an upper half. An instruction without semantics here is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import z3

from generator.model import ENTRY, EXIT, AnyReg, Imm, Instr, Item, LabelDef, LabelRef, Mem, Note, R, Table

Stored = tuple[z3.BitVecRef, z3.BitVecRef]
"""A place and its contents."""


class Fault(Exception):
    """Instructions that are wrong for all values: no semantics, no access, no such flags."""


class Machine:
    """``word``: bits of a general register. ``memory``: an array of bytes. ``goes``: the exits, each with its
    condition.

    ``owed``: further conditions of the proof. A copy that may vanish must not have mattered.
    """

    word = 64
    vector_bits = 128
    flag_names: tuple[str, ...] = ()
    implicit: frozenset[str] = frozenset()
    """Instructions with registers that their operands do not show, and with semantics."""
    masks = False
    """True if instructions may leave lanes out by a mask register."""

    def __init__(self, tables: Sequence[Table] = ()) -> None:
        self.regs: dict[AnyReg, z3.BitVecRef] = {}
        self.memory: z3.ArrayRef = z3.Const("memory", z3.ArraySort(z3.BitVecSort(self.word), z3.BitVecSort(8)))
        self.stores: list[Stored] = []
        self.flags: dict[str, z3.BoolRef] = {}
        self.flag_group: int | None = None
        self.tables = {table.name: table for table in tables}
        self.pointers: dict[AnyReg, str] = {}  # registers that hold a table's address throughout
        self.owed: list[z3.BoolRef] = []
        self.goes: tuple[z3.BoolRef, str] | None = None
        self.sp = z3.BitVec("sp", self.word)
        self.args: list[z3.BitVecRef] = []
        self.result: z3.BitVecRef | None = None
        self.item: Instr
        self._unknown = 0

    # -- running ---------------------------------------------------------------------------------------------------

    def run(self, items: Sequence[Item]) -> None:
        """Execute all items. Fault for an item without semantics."""
        for item in items:
            if isinstance(item, (LabelDef, Note)):
                continue
            if not isinstance(item, Instr):
                raise Fault(f"{item!r} is not code over virtual registers")
            if self.goes is not None:
                raise Fault(f"{item.mnem} stands behind a branch")
            self.item = item
            if item.mnem in (ENTRY, EXIT):
                self._border(item)
                continue
            if item.mnem == "@address":
                self.put(0, self.address(self._memory(1)))
                continue
            rule = self.rule(item.mnem)
            if rule is None:
                raise Fault(f"{item.mnem} has no semantics in tests/lower")
            hidden = {*item.form.implicit_read, *item.form.implicit_write}
            if item.mask is not None and not self.masks or hidden and item.mnem not in self.implicit:
                raise Fault(f"{item.mnem}: masks and implicit registers have no semantics in tests/lower")
            self._written: set[str] = set()
            rule()
            if not self._written >= item.form.flags_written:
                raise Fault(f"{item.mnem}: the table says that it sets {sorted(item.form.flags_written)}")
            if item.copy:
                dst, src = item.ops[0], item.ops[1]
                if not isinstance(dst, R) or not isinstance(src, R):
                    raise Fault(f"{item.mnem} is marked a copy, but its operands are not registers")
                moved = dst.width - 1 if dst.reg.cls == "vec" else self.word - 1
                self.owed.append(z3.Extract(moved, 0, self.regs[dst.reg]) == z3.Extract(moved, 0, self.whole(src.reg)))

    def rule(self, mnem: str) -> Callable[[], None] | None:
        """The method that executes ``mnem``."""
        found: Callable[[], None] | None = getattr(self, f"i_{mnem}", None)
        return found

    def _border(self, item: Instr) -> None:
        """Arguments come in registers whose upper halves may hold any value. The result leaves in such a register."""
        for op in item.ops:
            assert isinstance(op, R)
            if item.mnem == ENTRY:
                self.args.append(self.whole(op.reg))
            else:
                self.result = self.whole(op.reg)

    # -- values ----------------------------------------------------------------------------------------------------

    def unknown(self, bits: int) -> z3.BitVecRef:
        """Unknown bits."""
        self._unknown += 1
        return z3.BitVec(f"unknown{self._unknown}", bits)

    def unknown_flag(self) -> z3.BoolRef:
        self._unknown += 1
        return z3.Bool(f"unknown{self._unknown}")

    def whole(self, reg: AnyReg) -> z3.BitVecRef:
        """A register with all its bits. An unset register may hold any value."""
        if reg not in self.regs:
            self.regs[reg] = self.unknown(self.word if reg.cls == "gp" else self.vector_bits)
        return self.regs[reg]

    def width(self, index: int) -> int:
        op = self.item.ops[index]
        if isinstance(op, (R, Mem)):
            return op.width
        raise Fault(f"{self.item.mnem}: operand {index} has no width of its own")

    def get(self, index: int, width: int = 0) -> z3.BitVecRef:
        """Operand ``index`` as the instruction reads the operand: ``width`` bits (an immediate has no width of its
        own)."""
        op = self.item.ops[index]
        if isinstance(op, Imm):
            return z3.BitVecVal(op.value, width)
        if "r" not in self.item.form.ops[index].access:
            raise Fault(f"{self.item.mnem} reads operand {index}, which the instruction table does not know")
        if isinstance(op, Mem):
            table = self.table_of(op)
            return self.load(self.address(op), op.width) if table is None else self._entry(table, op)
        if isinstance(op, R):
            return z3.Extract((width or op.width) - 1, 0, self.whole(op.reg))
        raise Fault(f"{self.item.mnem}: operand {index} is no value")

    def imm(self, index: int) -> int:
        op = self.item.ops[index]
        if not isinstance(op, Imm):
            raise Fault(f"{self.item.mnem}: operand {index} is no immediate")
        return op.value

    def put(self, index: int, value: z3.BitVecRef) -> None:
        """Write operand ``index``."""
        op = self.item.ops[index]
        if "w" not in self.item.form.ops[index].access:
            raise Fault(f"{self.item.mnem} writes operand {index}, which the instruction table does not know")
        if value.size() != self.width(index):
            raise Fault(f"{self.item.mnem}: {value.size()} bits into operand {index} of {self.width(index)}")
        if isinstance(op, Mem):
            self.store(self.address(op), value)
        elif isinstance(op, R):
            self.regs[op.reg] = self.merged(op, value)

    def merged(self, op: R, value: z3.BitVecRef) -> z3.BitVecRef:
        """The whole register after a write of a part."""
        raise NotImplementedError

    # -- flags and branches ----------------------------------------------------------------------------------------

    def set_flags(self, **values: z3.BoolRef | None) -> None:
        """Set flags. None: the flag may have any value afterwards."""
        for name, value in values.items():
            if name not in self.item.form.flags_clobbered:
                raise Fault(f"{self.item.mnem} changes {name}, which the instruction table does not know")
            self.flags[name] = self.unknown_flag() if value is None else value
        self._written |= values.keys()
        self.flag_group = self.item.group

    def flag(self, name: str) -> z3.BoolRef:
        if name not in self.item.form.flags_read:
            raise Fault(f"{self.item.mnem} reads {name}, which the instruction table does not know")
        if self.flag_group is None or self.flag_group != self.item.group:
            raise Fault(f"{self.item.mnem} reads flags of another chain than its own")
        return self.flags[name]

    def leave(self, taken: z3.BoolRef) -> None:
        """Go to the operand that is a label if ``taken``."""
        label = next(op.name for op in self.item.ops if isinstance(op, LabelRef))
        self.goes = taken, label

    # -- memory ----------------------------------------------------------------------------------------------------

    def address(self, mem: Mem) -> z3.BitVecRef:
        if mem.slot is not None and mem.slot.pc and mem.base is None:
            return z3.BitVec("where_pic_is_kept", self.word)
        if mem.symbol is not None and self.item.mnem == "lea" and mem.index is None and mem.disp == 0:
            # The linker fills in the distance: from the instruction, or from the label pic in a base register.
            where = table_address(mem.symbol, self.word)
            if mem.base is None:
                return where
            return self.whole(mem.base) + (where - self.load(z3.BitVec("where_pic_is_kept", self.word), self.word))
        if (
            mem.symbol is not None
            or mem.mode != "offset"
            or (mem.slot is not None and mem.slot.incoming < 0 and not mem.slot.area)
        ):
            raise Fault(f"{self.item.mnem}: only base + index*scale + offset has semantics in tests/lower")
        at = z3.BitVecVal(mem.disp, self.word)
        if mem.slot is not None and mem.slot.area:
            at = z3.BitVec(f"area_{mem.slot.name}", self.word) + at
        elif mem.slot is not None:
            at = self.sp + at + mem.slot.incoming
        if mem.base is not None:
            at = self.whole(mem.base) + at
        if mem.index is not None:
            at = at + self.whole(mem.index) * z3.BitVecVal(mem.scale, self.word)
        return at

    def _memory(self, index: int) -> Mem:
        op = self.item.ops[index]
        if not isinstance(op, Mem):
            raise Fault(f"{self.item.mnem}: operand {index} is no memory")
        return op

    def table_of(self, mem: Mem) -> Table | None:
        """The table of an operand that is an entry."""
        name = mem.symbol if mem.base is None else self.pointers.get(mem.base)
        return self.tables.get(name) if name is not None and mem.index is None and mem.slot is None else None

    def _entry(self, table: Table, mem: Mem) -> z3.BitVecRef:
        data = b"".join(value.to_bytes(table.element, "little") for value in table.values)
        size = mem.width // 8
        if not 0 <= mem.disp <= len(data) - size:
            raise Fault(f"{self.item.mnem}: {size} bytes at {mem.disp} of {table.name}, which has {len(data)}")
        return z3.BitVecVal(int.from_bytes(data[mem.disp : mem.disp + size], "little"), mem.width)

    def load(self, at: z3.BitVecRef, bits: int) -> z3.BitVecRef:
        return load(self.memory, at, bits)

    def store(self, at: z3.BitVecRef, value: z3.BitVecRef) -> None:
        self.memory = store(self.memory, at, value)
        self.stores.append((at, value))


def table_address(name: str, bits: int) -> z3.BitVecRef:
    """The address that the linker gives a table. The last word of the table's name is the script's name for it."""
    return z3.BitVec("table_" + name.rsplit("_", 1)[-1], bits)


def load(memory: z3.ArrayRef, at: z3.BitVecRef, bits: int) -> z3.BitVecRef:
    """``bits`` of memory, little-endian."""
    parts = [z3.Select(memory, at + n) for n in range(bits // 8)]
    return parts[0] if len(parts) == 1 else z3.Concat(*reversed(parts))


def store(memory: z3.ArrayRef, at: z3.BitVecRef, value: z3.BitVecRef) -> z3.ArrayRef:
    """Memory after ``value`` was stored, little-endian."""
    for n in range(value.size() // 8):
        memory = z3.Store(memory, at + n, z3.Extract(8 * n + 7, 8 * n, value))
    return memory


def same_memory(x: Sequence[Stored], y: Sequence[Stored], after: z3.BoolRef) -> list[z3.BoolRef]:
    """The conditions under which two runs of stores leave the same memory. Equal stores one by one are easy to prove.
    Stores of other sizes need ``after``'s claim about all memory."""
    if [value.size() for _, value in x] != [value.size() for _, value in y]:
        return [after]
    return [a == b for one, other in zip(x, y) for a, b in zip(one, other)]


def reversed_bytes(value: z3.BitVecRef) -> z3.BitVecRef:
    """Bytes in the other order."""
    parts = [z3.Extract(8 * n + 7, 8 * n, value) for n in range(value.size() // 8)]
    return parts[0] if len(parts) == 1 else z3.Concat(*parts)
