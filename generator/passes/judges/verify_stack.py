# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The verifier's rules of the stack: the frame's bounds, callee-saved registers, and the signed return address."""

from __future__ import annotations

from generator.abi import Abi
from generator.isa.machine import machine
from generator.isa.names import reg_name
from generator.model import AnyReg, Function, Instr, KernelError, LabelDef, LabelRef, Mem, Phys, R, Slot
from generator.passes.judges.verify_state import ENTRY, MAYBE, SET, SIGNED, State
from generator.passes.stack import area_at, descent, first_byte, framed, touched


class StackRules:
    """The rules for one function of ``params`` arguments."""

    def __init__(self, function: Function, abi: Abi, params: int, end: int | None) -> None:
        self.function, self.abi = function, abi
        self.sp = Phys("gp", abi.sp)
        self.machine = machine(abi.arch)
        self.link = self.machine.link
        # Bytes above sp at entry where the last stack argument ends.
        words = abi.stack_args + abi.pointer_bytes * max(0, params - len(abi.args))
        self.stack_end = words if end is None else end

    def saves(self, item: Instr, memory: Mem | None) -> bool:
        """True if an instruction transfers whole registers between the CPU and ``memory``, and does nothing else."""
        if memory is None or not item.form.facts.moves_whole:
            return False
        step = touched(item, memory) // item.form.facts.transfers
        return all(self.whole(op.reg, step) for op in item.ops if isinstance(op, R))

    def whole(self, reg: AnyReg, size: int) -> bool:
        """True if ``size`` bytes of a register are all bytes that the convention makes a function restore."""
        return size >= (self.abi.pointer_bytes if reg.cls == "gp" else self.abi.saved_bytes)

    def effect(self, state: State, item: Instr, index: int) -> bool:
        """Follow an instruction that moves sp or accesses the frame.

        Returns True if the instruction's writes are in the state.
        """
        word = self.abi.pointer_bytes
        ops, known = item.ops, item.form.facts
        before, down = state.depth, descent(item, self.sp, word)
        state.depth += down
        if known.stack == "push":
            assert isinstance(ops[0], R) and isinstance(ops[0].reg, Phys)
            state.keep(-state.depth, word, state.token(ops[0].reg))
            return True
        if item.form.kind == "call":  # the frame pass makes calls to the label right after the call, and no others
            following = [one for one in self.function.body[index + 1 : index + 3] if isinstance(one, LabelDef)]
            goal = ops[0]
            if not following or not isinstance(goal, LabelRef) or goal.name != following[0].name:
                raise KernelError(item.src, f"{item.mnem}: kernels call nothing")
            state.keep(-state.depth, word, SET)
            return True
        if known.stack == "pop":
            assert isinstance(ops[0], R) and isinstance(ops[0].reg, Phys)
            state.put(ops[0].reg, state.kept(-before, word))
            return True
        memory = framed(item, self.sp)
        if memory is None:
            return down != 0
        at, size = first_byte(memory) - before, touched(item, memory)
        self.inside(item, memory, at, size, max(before, state.depth))
        registers = [op.reg for op in ops if isinstance(op, R) and isinstance(op.reg, Phys)]
        stores = any(op is memory and "w" in spec.access for op, spec in zip(ops, item.form.ops))
        makes = any(isinstance(op, R) and "w" in spec.access for op, spec in zip(ops, item.form.ops))
        step = size // known.transfers
        if memory.index is not None:  # the store may be anywhere in the area
            area = self.area(memory)
            if stores and area is not None:
                state.keep(area.offset - before, area.size, SET)
            return stores and not makes
        handled = False
        for n, reg in enumerate(registers):
            whole = known.moves_whole and self.whole(reg, step)
            if stores:
                if reg == self.link:
                    self.signed(item, state.token(reg))
                state.keep(at + n * step, step, state.token(reg) if whole else SET)
            elif whole:
                state.put(reg, state.kept(at + n * step, step))
                handled = True
        if stores and not registers:
            state.keep(at, step, SET)
        return handled or (stores and not makes)

    def signing(self, state: State, item: Instr, kind: str, key: str) -> None:
        """Follow the signing of the return address, or the authentication.

        A function signs the address once, while the address is the caller's. A function authenticates with the sp and
        the key of the signing.
        """
        link = self.link
        assert link is not None
        token, (sign, authenticate) = state.token(link), self.machine.signing[self.abi.key]
        if key != self.abi.key:
            raise KernelError(item.src, f"{item.mnem}: {self.abi.name} signs with {sign} and {authenticate}")
        if kind == "sign":
            if token != (ENTRY, link):
                raise KernelError(item.src, f"{item.mnem}: {self.name(link)} is not the caller's, or signed already")
            state.put(link, (SIGNED, state.depth))
            return
        if token != (SIGNED, state.depth):
            raise KernelError(
                item.src,
                f"{item.mnem}: {self.name(link)} is not the address that {sign} signed, or sp has another value than "
                f"at {sign}; expected the signed address and the same sp",
            )
        state.put(link, (ENTRY, link))

    def signed(self, item: Instr, token: object) -> None:
        """Refuse a store of the return address that is unsigned on some path."""
        if self.link is not None and token in ((ENTRY, self.link), MAYBE):
            raise KernelError(
                item.src,
                f"{item.mnem} stores {self.name(self.link)} unsigned, for overflows to replace; expected "
                f"{self.machine.signing[self.abi.key][0]} before it",
            )

    def inside(self, item: Instr, memory: Mem, at: int, size: int, depth: int) -> None:
        """Refuse an access outside the frame and the arguments.

        ``at``: the first of ``size`` bytes, from sp at entry. ``depth``: bytes that sp lies below its value at entry.
        """
        if memory.index is not None and self.area(memory) is None:
            raise KernelError(
                item.src, f"{item.mnem} at sp{memory.disp:+d} and an index: outside the frame, which has no area there"
            )
        if not (-depth <= at and at + size <= 0 or self.abi.stack_args <= at and at + size <= self.stack_end):
            raise KernelError(
                item.src,
                f"{item.mnem} reaches {size} bytes at sp{memory.disp:+d}: outside the frame of {depth} bytes "
                "and the arguments",
            )

    def area(self, memory: Mem) -> Slot | None:
        """The area of the frame in which an operand with an index starts. The script keeps the index inside."""
        return area_at(self.function.frame.slots, memory.disp, memory.width // 8)

    def leave(self, state: State, item: Instr) -> None:
        """Refuse a return with sp, a callee-saved register or the return address not as at entry."""
        if state.depth:
            raise KernelError(
                item.src, f"unbalanced stack: sp is {state.depth} bytes below its entry value at the return"
            )
        for cls, numbers in self.abi.saved.items():
            for number in numbers:
                reg = Phys(cls, number)
                if state.token(reg) != (ENTRY, reg):
                    raise KernelError(
                        item.src, f"{self.name(reg)} is callee-saved and is not the caller's at the return"
                    )
        link = None if self.link is None else state.token(self.link)
        if self.link is not None and isinstance(link, tuple) and link[0] == SIGNED:
            authenticate = self.machine.signing[self.abi.key][1]
            raise KernelError(
                item.src, f"{self.name(self.link)} is signed at the return; expected {authenticate} before"
            )
        if any(state.token(reg) != (ENTRY, reg) for reg in self.machine.linked):
            names = " or ".join(map(self.name, self.machine.linked))
            raise KernelError(item.src, f"{names} is not the caller's at the return")

    def name(self, reg: Phys) -> str:
        return reg_name(self.abi.arch, reg)
