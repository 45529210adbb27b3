# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Unwinding with ``.pdata`` and ``.xdata`` of linked x64 and ARM64 images.

Sources: Microsoft, "x64 exception handling" and "ARM64 exception handling". Codes that no generated function needs are
complaints.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import lief
from lief.PE import unwind_x64

from targets.trial.simulate import SimulationError, State, Unwinder, Value, disassemble

Read = Callable[[int, int], bytes]  # bytes of the image: address relative to its base, count
Found = dict[int, tuple[int, Callable[[bytes], Unwinder]]]
"""The function's address → its length in bytes, and the maker of the unwinder from its code."""


class DecodeError(SimulationError):
    """Unwind information that is malformed, or uses features that no generated function needs."""


@dataclass(frozen=True, slots=True)
class Op:
    """The unwinding of one instruction: load registers from slots at ``offset`` from the stack pointer, then move it by
    ``amount``. kind: ``set_fp``, ``sign``, ``next`` (the registers after those of the code that follows), or none; for
    x64 ``push``, or the name of another code."""

    regs: tuple[str, ...] = ()
    offset: int = 0
    amount: int = 0
    kind: str = ""


def x64(path: Path) -> Found:
    """All functions of an x64 image."""
    config = lief.PE.ParserConfig()
    config.parse_exceptions = True
    parsed: Any = lief.PE.parse(str(path), config)
    found: Found = {}
    for one in parsed.exceptions:
        info = one.unwind_info
        codes = [(op.position, _x64_op(op)) for op in info.opcodes]
        found[one.rva_start] = (one.rva_end - one.rva_start, partial(_x64, info.sizeof_prologue, codes))
    return found


def _x64_op(op: Any) -> Op:
    if isinstance(op, unwind_x64.Alloc):
        return Op(amount=op.size)
    if isinstance(op, unwind_x64.SaveXMM128):
        return Op((f"xmm{op.num}",), op.offset)
    if isinstance(op, unwind_x64.SaveNonVolatile):
        return Op((op.reg.name.lower(),), op.offset)
    if isinstance(op, unwind_x64.PushNonVol):
        return Op((op.reg.name.lower(),), amount=8, kind="push")
    return Op(kind=op.opcode.name)


def _x64(prologue: int, codes: Sequence[tuple[int, Op]], code: bytes) -> Unwinder:
    """The steps of RtlVirtualUnwind. ``codes``: the end of each instruction of the prologue, and its unwinding; the
    last instruction comes first. Windows recognises epilogues by their instructions."""
    instructions = disassemble("x86_64", code)
    index = {instruction.address: number for number, instruction in enumerate(instructions)}

    def unwind(at: int, state: State) -> tuple[Value, State] | str:
        caller = state.copy()
        base = sp = state.address("rsp", 0)
        if base is None or sp is None:
            return "the stack pointer is unknown"
        tail = [] if at < prologue else _epilogue(instructions[index[at] :])
        for instruction in tail[:-1]:
            if instruction.mnemonic == "add":
                sp += instruction.operands[1].imm
            else:
                caller.regs[instruction.reg_name(instruction.operands[0].reg)] = state.load(sp)
                sp += 8
        for op in [] if tail else [op for end, op in codes if end <= at]:
            if op.kind not in ("", "push"):
                return f"x64 unwind code {op.kind}"
            for register in op.regs:
                caller.regs[register] = state.load(sp if op.kind else base + op.offset)
            sp += op.amount
        caller.regs["ra"] = state.load(sp)
        return ("cfa", sp + 8), caller

    return unwind


def _epilogue(rest: Sequence[Any]) -> Sequence[Any]:
    """The rest of the epilogue if control is in one: [add rsp, n], pops, ret. Empty otherwise."""
    for number, instruction in enumerate(rest):
        if instruction.mnemonic == "ret":
            return rest[: number + 1]
        freed = number == 0 and instruction.mnemonic == "add" and instruction.op_str.startswith("rsp, ")
        if not (freed or (instruction.mnemonic == "pop" and instruction.op_str != "rsp")):
            break
    return []


def arm64(pdata: bytes, read: Read) -> Found:
    """All functions of an ARM64 ``.pdata``. Their unwinders raise DecodeError."""
    found: Found = {}
    for begin, word in struct.iter_unpack("<2I", pdata[: len(pdata) // 8 * 8]):
        if begin == 0:
            break
        length = word >> 2 & 0x7FF if word & 3 else struct.unpack("<I", read(word, 4))[0] & 0x3FFFF
        found[begin] = (4 * length, partial(_arm64, word, read))
    return found


Codes = tuple[list[Op], list[tuple[int, list[Op]]]]
"""The prologue's codes, the last instruction's first; of epilogues: the first byte, and codes in order."""


def _packed(word: int, length: int) -> Codes:
    """A function that saves nothing."""
    frame = (word >> 23 & 0x1FF) * 16
    if word & 3 != 1 or word >> 13 & 0x3FF:
        raise DecodeError(f"packed ARM64 record {word:#x}: expected one without saved registers")
    parts = [part for part in (frame - min(frame, 4080), min(frame, 4080)) if part]
    ops = [Op(amount=part) for part in parts]
    return ops, [(length - 4 * (len(ops) + 1), ops)]


def _full(address: int, read: Read, length: int) -> Codes:
    (head,) = struct.unpack("<I", read(address, 4))
    single, epilogues, words = head >> 21 & 1, head >> 22 & 31, head >> 27
    if head >> 18 & 7 or not words:
        raise DecodeError(f"ARM64 unwind record at {address:#x}: a version, a handler or an extended head: {head:#x}")
    count = 0 if single else epilogues
    scopes = struct.unpack(f"<{count}I", read(address + 4, 4 * count))
    codes = read(address + 4 + 4 * count, 4 * words)
    ends = [((scope & 0x3FFFF) * 4, _ops(codes, scope >> 22)) for scope in scopes]
    if single:  # one epilogue, at the very end: the count's field holds the index of its first code
        ops = _ops(codes, epilogues)
        ends = [(length - 4 * (len(ops) + 1), ops)]
    return _ops(codes, 0), ends


def _ops(codes: bytes, at: int) -> list[Op]:
    ops: list[Op] = []
    while at < len(codes):
        byte = codes[at]
        if byte in (0xE4, 0xE5):
            return _with_next(ops)
        size = 4 if byte == 0xE0 else 2 if 0xC0 <= byte < 0xE0 else 1
        ops.append(_op(byte, int.from_bytes(codes[at : at + size], "big")))
        at += size
    raise DecodeError("ARM64 unwind codes without an end")


def _op(byte: int, value: int) -> Op:
    reg, slot = value >> 6 & 15, (value & 63) * 8
    low = 8 + (reg & 7)
    if byte < 0x20:
        return Op(amount=byte * 16)
    if 0x80 <= byte < 0xC0:
        return Op(("x29", "x30"), 0, (byte & 63) * 8 + 8)
    if 0xC0 <= byte < 0xC8:
        return Op(amount=(value & 0x7FF) * 16)
    if 0xC8 <= byte < 0xCC:
        return Op((f"x{19 + reg}", f"x{20 + reg}"), slot)
    if 0xD0 <= byte < 0xD4:
        return Op((f"x{19 + reg}",), slot)
    if 0xD8 <= byte < 0xDA:
        return Op((f"d{low}", f"d{low + 1}"), slot)
    if 0xDC <= byte < 0xDE:
        return Op((f"d{low}",), slot)
    if byte == 0xE0:
        return Op(amount=(value & 0xFFFFFF) * 16)
    kinds = {0xE1: "set_fp", 0xE6: "next", 0xFC: "sign"}
    if byte not in kinds:
        raise DecodeError(f"ARM64 unwind code {byte:#x}")
    return Op(kind=kinds[byte])


def _with_next(ops: list[Op]) -> list[Op]:
    """Replace ``next`` by the next pair of registers, in the slots after those of the following code."""
    out = list(ops)
    for n in range(len(ops) - 1, -1, -1):
        if ops[n].kind == "next":
            if n + 1 == len(ops) or len(out[n + 1].regs) != 2 or out[n + 1].amount:
                raise DecodeError("ARM64 save_next without a pair of registers to follow")
            regs = tuple(f"{reg[0]}{int(reg[1:]) + 2}" for reg in out[n + 1].regs)
            out[n] = Op(regs, out[n + 1].offset + 16)
    return out


def _arm64(word: int, read: Read, code: bytes) -> Unwinder:
    """The steps of Windows. In a prologue or an epilogue, one code is skipped for each instruction still to run or
    already run."""
    prologue, epilogues = _packed(word, len(code)) if word & 3 else _full(word, read, len(code))

    def unwind(at: int, state: State) -> tuple[Value, State] | str:
        done = at // 4
        codes = prologue[max(0, len(prologue) - done) :]
        for start, ops in epilogues:
            if start <= at <= start + 4 * len(ops):
                codes = ops[(at - start) // 4 :]
        caller = state.copy()
        sp = state.address("sp", 0)
        for op in codes:
            if op.kind == "sign":
                caller.authenticate("b", sp)
            elif op.kind == "set_fp":
                sp = caller.address("x29", 0)
            for number, reg in enumerate(op.regs):
                caller.regs[reg] = None if sp is None else state.load(sp + op.offset + 8 * number)
            sp = None if sp is None else sp + op.amount
        return (None if sp is None else ("cfa", sp)), caller

    return unwind
