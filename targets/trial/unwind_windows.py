# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Decoding ``.pdata``/``.xdata`` of linked x64 and ARM64 images, and unwinding with them.

Sources: Microsoft, "x64 exception handling" and "ARM64 exception handling".
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from targets.trial.simulate import State, Unwinder, Value, disassemble

Read = Callable[[int, int], bytes]  # bytes of the image: address relative to its base, count
_GPR = "rax rcx rdx rbx rsp rbp rsi rdi r8 r9 r10 r11 r12 r13 r14 r15".split()
_ARM64_END = {0xE4, 0xE5}


class DecodeError(Exception):
    """Unwind information that is malformed, or uses features that no generated function needs."""


@dataclass(frozen=True, slots=True)
class Op:
    """One unwind code: ``at`` is its offset (x64: bytes after the instruction; ARM64: number of the instruction).

    kind: push, alloc, set_fp, save (one register), save_pair, sign, nop. ``amount``: bytes allocated, of the slot's
    offset from the stack pointer, or subtracted from it by a pre-indexed store (``writeback``).
    """

    at: int
    kind: str
    regs: tuple[str, ...] = ()
    amount: int = 0
    writeback: bool = False


@dataclass(frozen=True, slots=True)
class X64Function:
    """Begin, end, prologue bytes, frame register with its offset, and codes, last of the prologue first."""

    begin: int
    end: int
    prologue: int
    frame: tuple[str, int] | None
    ops: tuple[Op, ...]


@dataclass(frozen=True, slots=True)
class Arm64Function:
    """Begin, length in bytes, prologue codes (last instruction first), epilogues: (first byte, codes in order)."""

    begin: int
    length: int
    prologue: tuple[Op, ...]
    epilogues: tuple[tuple[int, tuple[Op, ...]], ...]


def decode_x64(pdata: bytes, read: Read) -> list[X64Function]:
    """All functions of an x64 ``.pdata``. Raises DecodeError."""
    found = []
    for begin, end, info in struct.iter_unpack("<3I", pdata[: len(pdata) // 12 * 12]):
        if begin == 0:
            break
        head, prologue, count, frame = struct.unpack("<4B", read(info, 4))
        if head & 7 != 1 or head >> 3:
            raise DecodeError(f"unwind info at {info:#x}: version {head & 7}, flags {head >> 3}")
        codes = struct.unpack(f"<{count}H", read(info + 4, 2 * count))
        register = (_GPR[frame & 15], (frame >> 4) * 16) if frame & 15 else None
        found.append(X64Function(begin, end, prologue, register, tuple(_x64_ops(codes))))
    return found


def _x64_ops(codes: tuple[int, ...]) -> list[Op]:
    ops, at = [], 0
    while at < len(codes):
        offset, op, info = codes[at] & 255, codes[at] >> 8 & 15, codes[at] >> 12
        extra = codes[at + 1 :]
        if op == 0:
            ops.append(Op(offset, "push", (_GPR[info],)))
        elif op == 1:
            ops.append(Op(offset, "alloc", (), extra[0] * 8 if info == 0 else extra[0] | extra[1] << 16))
            at += 1 + info
        elif op == 2:
            ops.append(Op(offset, "alloc", (), info * 8 + 8))
        elif op == 3:
            ops.append(Op(offset, "set_fp"))
        elif op in (4, 8):
            name = _GPR[info] if op == 4 else f"xmm{info}"
            ops.append(Op(offset, "save", (name,), extra[0] * (8 if op == 4 else 16)))
            at += 1
        elif op in (5, 9):
            name = _GPR[info] if op == 5 else f"xmm{info}"
            ops.append(Op(offset, "save", (name,), extra[0] | extra[1] << 16))
            at += 2
        else:
            raise DecodeError(f"x64 unwind code {op}")
        at += 1
    return ops


def x64_unwinder(function: X64Function, code: bytes) -> Unwinder:
    """The steps of RtlVirtualUnwind with these codes. Windows recognises epilogues by their instructions."""
    instructions = disassemble("x86_64", code)
    index = {instruction.address: number for number, instruction in enumerate(instructions)}

    def unwind(at: int, state: State) -> tuple[Value, State] | str:
        caller = state.copy()
        sp = state.address("rsp", 0)
        tail = [] if at < function.prologue else _x64_epilogue(instructions, index[at], function)
        if sp is None and not (function.frame and at >= function.prologue):
            return "the stack pointer is unknown"
        if tail:
            for instruction in tail:
                name, operands = instruction.mnemonic, instruction.operands
                if name == "add":
                    sp = None if sp is None else sp + operands[1].imm
                elif name == "lea":
                    sp = caller.address(instruction.reg_name(operands[1].mem.base), operands[1].mem.disp)
                elif name == "pop":
                    caller.regs[instruction.reg_name(operands[0].reg)] = state.load(sp)
                    sp = None if sp is None else sp + 8
        else:
            codes = [op for op in function.ops if at >= function.prologue or op.at <= at]
            base = sp
            if function.frame and any(op.kind == "set_fp" for op in codes):
                base = state.address(function.frame[0], -function.frame[1])
            for op in codes:
                if op.kind == "save":
                    caller.regs[op.regs[0]] = None if base is None else state.load(base + op.amount)
                elif op.kind == "set_fp":
                    sp = base
                elif op.kind == "alloc":
                    sp = None if sp is None else sp + op.amount
                else:
                    caller.regs[op.regs[0]] = state.load(sp)
                    sp = None if sp is None else sp + 8
        caller.regs["ra"] = state.load(sp)
        return (None if sp is None else ("cfa", sp + 8)), caller

    return unwind


def _x64_epilogue(instructions: list[Any], first: int, function: X64Function) -> list[Any]:
    """The rest of the epilogue if control is in one: [add rsp, n | lea rsp, [frame + n]], pops, ret. Empty
    otherwise."""
    for number in range(first, len(instructions)):
        name: str = instructions[number].mnemonic
        text: str = instructions[number].op_str
        stack = text.startswith("rsp,") and number == first
        restore = name == "add" and stack and "[" not in text
        restore = restore or (
            name == "lea" and stack and bool(function.frame) and f"[{(function.frame or ('',))[0]}" in text
        )
        if name == "ret":
            return instructions[first : number + 1]
        if not (restore or (name == "pop" and text != "rsp")):
            return []
    return []


def decode_arm64(pdata: bytes, read: Read) -> list[Arm64Function]:
    """All functions of an ARM64 ``.pdata``, with full records and packed ones. Raises DecodeError."""
    found = []
    for begin, word in struct.iter_unpack("<2I", pdata[: len(pdata) // 8 * 8]):
        if begin == 0:
            break
        found.append(_arm64_packed(begin, word) if word & 3 else _arm64_full(begin, word, read))
    return found


def _arm64_full(begin: int, address: int, read: Read) -> Arm64Function:
    (head,) = struct.unpack("<I", read(address, 4))
    length, version, handler, single = (head & 0x3FFFF) * 4, head >> 18 & 3, head >> 20 & 1, head >> 21 & 1
    epilogues, words = head >> 22 & 31, head >> 27
    at = address + 4
    if epilogues == 0 and words == 0:
        (head,) = struct.unpack("<I", read(at, 4))
        epilogues, words = head & 0xFFFF, head >> 16 & 0xFF
        at += 4
    if version or handler:
        raise DecodeError(f"ARM64 unwind record at {address:#x}: version {version}, handler {handler}")
    scopes = []
    if not single:
        scopes = [struct.unpack("<I", read(at + 4 * n, 4))[0] for n in range(epilogues)]
        at += 4 * epilogues
    codes = read(at, 4 * words)
    prologue = _arm64_ops(codes, 0)
    ends = [((scope & 0x3FFFF) * 4, tuple(_arm64_ops(codes, scope >> 22))) for scope in scopes]
    if single:  # one epilogue, at the very end: the count's field holds the index of its first code
        ops = tuple(_arm64_ops(codes, epilogues))
        ends = [(length - 4 * (len(ops) + 1), ops)]
    return Arm64Function(begin, length, tuple(prologue), tuple(ends))


def _arm64_ops(codes: bytes, at: int) -> list[Op]:
    ops: list[Op] = []
    while at < len(codes):
        byte = codes[at]
        if byte in _ARM64_END:
            return _with_next(ops)
        size = 1 if byte < 0xC0 else 2 if byte < 0xE0 else {0xE0: 4, 0xE2: 2}.get(byte, 1)
        value = int.from_bytes(codes[at : at + size], "big")
        ops.append(_arm64_op(byte, value, len(ops)))
        at += size
    raise DecodeError("ARM64 unwind codes without an end")


def _with_next(ops: list[Op]) -> list[Op]:
    """Replace save_next by the next pair of registers, in the slots after those of the following code."""
    out = list(ops)
    for n in range(len(ops) - 1, -1, -1):
        if ops[n].kind != "save_next":
            continue
        if n + 1 == len(ops) or out[n + 1].kind != "save_pair" or "x30" in out[n + 1].regs:
            raise DecodeError("ARM64 save_next without a pair of registers to follow")
        before = out[n + 1]
        regs = tuple(f"{reg[0]}{int(reg[1:]) + 2}" for reg in before.regs)
        # A pair stored with write-back lies at the new stack pointer, wherever the old one was.
        out[n] = Op(ops[n].at, "save_pair", regs, (0 if before.writeback else before.amount) + 16)
    return out


def _arm64_op(byte: int, value: int, at: int) -> Op:
    reg, z = value >> 6 & 15, value & 63
    if byte < 0x20:
        return Op(at, "alloc", (), (byte & 31) * 16)
    if byte < 0x40:  # save_r19r20_x
        return Op(at, "save_pair", ("x19", "x20"), (byte & 31) * 8, True)
    if byte < 0x80:
        return Op(at, "save_pair", ("x29", "x30"), (byte & 63) * 8)
    if byte < 0xC0:
        return Op(at, "save_pair", ("x29", "x30"), (byte & 63) * 8 + 8, True)
    if byte < 0xC8:
        return Op(at, "alloc", (), (value & 0x7FF) * 16)
    if byte < 0xCC:
        return Op(at, "save_pair", (f"x{19 + reg}", f"x{20 + reg}"), z * 8)
    if byte < 0xD0:
        return Op(at, "save_pair", (f"x{19 + reg}", f"x{20 + reg}"), z * 8 + 8, True)
    if byte < 0xD4:
        return Op(at, "save", (f"x{19 + reg}",), z * 8)
    if byte < 0xD6:
        return Op(at, "save", (f"x{19 + (value >> 5 & 15)}",), (value & 31) * 8 + 8, True)
    if byte < 0xD8:
        return Op(at, "save_pair", (f"x{19 + 2 * (value >> 6 & 7)}", "x30"), z * 8)
    low = 8 + (value >> 6 & 7)
    if byte < 0xDA:
        return Op(at, "save_pair", (f"d{low}", f"d{low + 1}"), z * 8)
    if byte < 0xDC:
        return Op(at, "save_pair", (f"d{low}", f"d{low + 1}"), z * 8 + 8, True)
    if byte < 0xDE:
        return Op(at, "save", (f"d{low}",), z * 8)
    if byte == 0xDE:
        return Op(at, "save", (f"d{8 + (value >> 5 & 7)}",), (value & 31) * 8 + 8, True)
    if byte == 0xE0:
        return Op(at, "alloc", (), (value & 0xFFFFFF) * 16)
    if byte == 0xE1:
        return Op(at, "set_fp")
    if byte == 0xE2:
        return Op(at, "set_fp", (), (value & 255) * 8)
    if byte == 0xE3:
        return Op(at, "nop")
    if byte == 0xFC:  # pac_sign_lr
        return Op(at, "sign")
    if byte == 0xE6:
        return Op(at, "save_next")
    raise DecodeError(f"ARM64 unwind code {byte:#x}")


def _arm64_packed(begin: int, word: int) -> Arm64Function:
    length, regf, regi = (word >> 2 & 0x7FF) * 4, word >> 13 & 7, word >> 16 & 15
    homes, chain, frame = word >> 20 & 1, word >> 21 & 3, (word >> 23 & 0x1FF) * 16
    if word & 3 != 1 or homes:
        raise DecodeError(f"packed ARM64 record {word:#x}: fragments and homed arguments are not in use")
    integers = [f"x{19 + n}" for n in range(regi)] + (["x30"] if chain == 1 else [])
    floats = [f"d{8 + n}" for n in range(regf + 1)] if regf else []
    area = -(-8 * (len(integers) + len(floats)) // 16) * 16
    local = frame - area
    steps: list[tuple[str, tuple[str, ...], int, bool]] = []  # in the order of execution
    if chain == 2:  # as 3, and signed
        steps.append(("sign", (), 0, False))
    place = 0
    for group in (integers, floats):
        for n in range(0, len(group), 2):
            pair = tuple(group[n : n + 2])
            kind = "save_pair" if len(pair) == 2 else "save"
            steps.append((kind, pair, place or area, place == 0))
            place += 8 * len(pair)
    if chain in (2, 3):
        if local <= 512:
            steps.append(("save_pair", ("x29", "x30"), local, True))
        else:
            steps += [("alloc", (), local, False), ("save_pair", ("x29", "x30"), 0, False)]
        steps.append(("set_fp", (), 0, False))
    elif local:
        steps += [("alloc", (), part, False) for part in ([local] if local <= 4080 else [4080, local - 4080])]
    ops = tuple(Op(n, *step) for n, step in enumerate(reversed(steps)))
    after = tuple(op for op in ops if op.kind != "set_fp")
    return Arm64Function(begin, length, ops, ((length - 4 * (len(after) + 1), after),))


def arm64_unwinder(function: Arm64Function) -> Unwinder:
    """The steps of Windows. In a prologue or an epilogue, one code is skipped for each instruction still to run or
    already run."""

    def unwind(at: int, state: State) -> tuple[Value, State] | str:
        done = at // 4
        codes = function.prologue
        if done < len(codes):
            codes = codes[len(codes) - done :]
        for start, ops in function.epilogues:
            if start <= at <= start + 4 * len(ops):
                codes = ops[(at - start) // 4 :]
        caller = state.copy()
        sp = state.address("sp", 0)
        for op in codes:
            if op.kind == "sign":
                caller.authenticate("b", sp)
            elif op.kind == "set_fp":
                sp = caller.address("x29", -op.amount)
            elif op.kind == "alloc":
                sp = None if sp is None else sp + op.amount
            for number, reg in enumerate(op.regs):
                offset = 0 if op.writeback else op.amount
                caller.regs[reg] = None if sp is None else state.load(sp + offset + 8 * number)
            if op.writeback:
                sp = None if sp is None else sp + op.amount
        return (None if sp is None else ("cfa", sp)), caller

    return unwind
