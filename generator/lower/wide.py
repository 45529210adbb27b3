# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The common part of all vector rules: the pool of constants, areas of the frame, moves of blocks."""

from __future__ import annotations

from generator.abi import FRAME_LIMIT, Abi
from generator.lang.contract import Kernel, Variant
from generator.lang.ternary import Expr
from generator.lang.values import Op, Type, Val
from generator.lower.base import Lowered, Lowering
from generator.model import ADDRESS, Instr, KernelError, Mem, R, Slot, Table, VReg

LARGEST = 64  # bytes of a vector, and the pool's alignment


class WideRules(Lowering):
    """Mixed into the lowerings. A rule for whole vectors is a method ``wide_<name>``."""

    pool_relative = False
    """True if instructions reach the pool relative to the program counter. No register holds the pool's address
    then."""

    def __init__(self, kernel: Kernel, variant: Variant, abi: Abi) -> None:
        super().__init__(kernel, variant, abi)
        self.blocks: list[bytes] = []  # the pool, in pieces of 16 bytes
        self.areas: dict[int, Slot] = {}
        self._pool_pointer: VReg | None = None

    # -- constants -------------------------------------------------------------------------------------------------

    @property
    def wide_pool_name(self) -> str:
        return f"{self.kernel.name}_{self.variant.name}_vectors"

    def pool_offset(self, data: bytes) -> int:
        """The offset of ``data`` (16, 32 or 64 bytes) in the pool, aligned to its size."""
        pieces = [data[i : i + 16] for i in range(0, len(data), 16)]
        for at in range(0, len(self.blocks), len(pieces)):
            if self.blocks[at : at + len(pieces)] == pieces:
                return 16 * at
        while len(self.blocks) % len(pieces):
            self.blocks.append(bytes(16))
        self.blocks += pieces
        return 16 * (len(self.blocks) - len(pieces))

    def pool_memory(self, data: bytes) -> Mem:
        """A memory operand for a constant."""
        offset = self.pool_offset(data)
        if self.pool_relative:
            return Mem(None, offset, width=8 * len(data), symbol=self.wide_pool_name)
        if self._pool_pointer is None:  # made once, at the entry, and ranked cold
            self._pool_pointer = self.temp_vreg("constants")
            self._pool_pointer.cold = True
        return Mem(self._pool_pointer, offset, width=8 * len(data))

    def wide_vconst(self, op: Op) -> None:
        self.load_constant(op.dst[0], op.attrs["data"])

    def load_constant(self, dst: Val, data: bytes) -> None:
        raise NotImplementedError

    def constant(self, type: Type, data: bytes) -> Val:
        """A constant of a rule: 16 bytes for every block."""
        temp = self.temp(type, "const")
        self.load_constant(temp, data)
        return temp

    def finish(self) -> Lowered:
        """The instructions with the pool's table, and with the pool's address if code needs it in a register."""
        if self._pool_pointer is not None:
            body, self.out = self.out, []
            self.src = self.kernel.src
            self.table_address(self._pool_pointer, self.wide_pool_name)
            body[self.entry_end : self.entry_end] = self.out
            self.out = body
        lowered = super().finish()
        if self.blocks:
            words = tuple(int.from_bytes(b[i : i + 8], "little") for b in self.blocks for i in (0, 8))
            lowered.tables = (*lowered.tables, Table(self.wide_pool_name, 8, words, LARGEST))
        return lowered

    # -- the frame -------------------------------------------------------------------------------------------------

    def op_frame(self, op: Op) -> None:
        # Loads and stores need no register with the address. Other operations make one.
        size = op.attrs["size"] + sum(slot.size for slot in self.areas.values())
        if size >= FRAME_LIMIT:
            raise self.refuse(f"areas of {size} bytes together; expected fewer than {FRAME_LIMIT}")
        self.areas[op.dst[0].id] = Slot(op.attrs["area"], op.attrs["size"], 16, area=True)

    def op(self, op: Op) -> None:
        for val in op.dst if self.areas else ():
            if val.id in self.areas:
                raise KernelError(
                    op.src, f"{op.name}: {val.name} is an area of the frame, which stays where it is; copy it"
                )
        super().op(op)

    def place(self, ptr: Val, index: Val | None, offset: int, width: int, scale: int = 1) -> Mem | None:
        """The memory operand if ``ptr`` is an area of the frame, else None."""
        slot = self.areas.get(ptr.id)
        if slot is None:
            return None
        if not 0 <= offset <= slot.size - width // 8:
            raise self.refuse(
                f"{width // 8} bytes at {offset} of {slot.name}, which has {slot.size}; expected an offset inside it"
            )
        return Mem(None, offset, self.vreg(index) if index is not None else None, scale, width, slot=slot)

    def new_vreg(self, val: Val) -> VReg:
        """The register of a value. An area of the frame gets a register with its address at this place."""
        slot = self.areas.get(val.id)
        if slot is None:
            return super().new_vreg(val)
        pointer = self.temp_vreg(val.name)
        self.area_address(pointer, slot)
        return pointer

    def area_address(self, dst: VReg, slot: Slot) -> Instr:
        """dst = the slot's address. The frame pass makes the machine's instruction."""
        return self.pseudo_ins(ADDRESS, (R(dst, self.abi.bits), Mem(None, width=self.abi.bits, slot=slot)), "wn")

    # -- rules that are the same everywhere ------------------------------------------------------------------------

    def wide_copy(self, op: Op) -> None:
        if op.dst[0] is not op.args[0]:
            self.wide_move(op.dst[0], op.args[0])

    def wide_move(self, dst: Val, src: Val) -> None:
        raise NotImplementedError

    def wide_ternary(self, op: Op) -> None:
        dst, inputs = op.dst[0], op.args
        out = self.temp(dst.type) if any(val is dst for val in inputs) else dst
        for part in op.attrs["parts"]:
            self.tree(part, inputs, out)
        self.sub_op("copy", dst, out)

    def wide_add_ternary(self, op: Op) -> None:
        """Add the union of disjoint functions: at once where one instruction makes it, otherwise each part as soon as
        the part is ready."""
        acc, inputs, parts = op.dst[0], op.args[1:], op.attrs["parts"]
        together = [parts] if self.three_inputs(parts, acc.type) else [(part,) for part in parts]
        if len(together) > 1 and any(val is acc for val in inputs):
            old = self.temp(acc.type, "old")
            self.sub_op("copy", old, acc)
            inputs = tuple(old if val is acc else val for val in inputs)
        for some in together:
            term = self.temp(acc.type)
            self.sub_op("ternary", term, *inputs, parts=some)
            self.sub_op("vadd", acc, acc, term, lane=op.attrs["lane"])

    def three_inputs(self, parts: tuple[Expr, ...], type: Type) -> bool:
        """True if few instructions make the union of functions of three vectors."""
        return False

    def wide_vrotations(self, op: Op) -> None:
        """All lanes shifted by the constants of their half, for machines whose instructions take one constant."""
        dst, x, lane = op.dst[0], op.args[0], op.attrs["lane"]
        low, high = op.attrs["halves"]
        if low == high:
            self._rotations(dst, x, low, lane)
            return
        moved, upper = self.temp(dst.type, "moved"), self.temp(dst.type, "upper")
        self.sub_op("vshuffle", moved, x, order=(2, 3, 2, 3))
        self._rotations(upper, moved, high, lane)
        self._rotations(dst, x, low, lane)
        self.sub_op("vunpack_low", dst, dst, upper, lane=64)

    def _rotations(self, dst: Val, x: Val, right: tuple[int, int, int], lane: int) -> None:
        """Shifts in a chain. At most two values besides the result are alive."""
        down, up, out = (self.temp(dst.type, name) for name in ("down", "up", "rotated"))
        first, second, third = right
        self.sub_op("vshl", up, x, bits=lane - third, lane=lane)
        self.sub_op("vshr", down, x, bits=first, lane=lane)
        self.sub_op("xor", out, up, down)
        for right_by, left_by in ((second - first, third - second), (third - second, second - first)):
            for name, part, bits in (("vshr", down, right_by), ("vshl", up, left_by)):
                self.sub_op(name, part, part, bits=bits, lane=lane)
                self.sub_op("xor", out, out, part)
        self.sub_op("copy", dst, out)

    wide_asm = Lowering.op_asm
