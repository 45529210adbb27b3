# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Follow a function's machine code symbolically: its effect on the stack and on its caller's registers.

A value is the caller's value of a register, an address at a distance from the CFA (the stack pointer before the call),
the caller's return address signed with a key and such a distance, or unknown. Every path is followed. Where two paths
meet, values that differ become unknown. Unwind information has to agree with the state before each instruction:
:func:`disagreements`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, Literal

import capstone
from capstone import arm64_const, x86_const

from proof import x86_decode
from targets.trial.code import decoded, disassembler

Arch = Literal["x86_64", "i686", "aarch64"]
Value = tuple[str, object] | None  # ("orig", register), ("cfa", bytes) or ("signed with a" or b, bytes from the CFA)


class SimulationError(Exception):
    """Code that cannot be followed: undecodable bytes, or a jump to an unknown place."""


@dataclass(slots=True)
class State:
    """Values of registers (the caller's if absent) and of frame slots: distance from the CFA to (value, bytes)."""

    regs: dict[str, Value] = field(default_factory=dict)
    slots: dict[int, tuple[Value, int]] = field(default_factory=dict)

    def copy(self) -> State:
        return State(dict(self.regs), dict(self.slots))

    def get(self, reg: str) -> Value:
        return self.regs.get(reg, ("orig", reg))

    def address(self, reg: str, offset: int) -> int | None:
        """``reg`` + ``offset`` as a distance from the CFA, if it is one."""
        value = self.get(reg)
        return value[1] + offset if value is not None and value[0] == "cfa" and isinstance(value[1], int) else None

    def authenticate(self, key: str, sp: int | None) -> None:
        """x30 is the caller's again if the key signed x30 with this stack pointer. Otherwise x30 is poison."""
        right = sp is not None and self.get("x30") == (f"signed with {key}", sp)
        self.regs["x30"] = ("orig", "x30") if right else None

    def load(self, at: int | None) -> Value:
        slot = None if at is None else self.slots.get(at)
        return None if slot is None else slot[0]

    def store(self, at: int | None, value: Value, size: int) -> None:
        if at is None:
            return
        for other in [k for k, (_, length) in self.slots.items() if k < at + size and at < k + length]:
            del self.slots[other]
        self.slots[at] = (value, size)

    def meet(self, other: State) -> bool:
        """Forgets values that differ from ``other``. True if a value was forgotten."""
        changed = False
        for reg in set(self.regs) | set(other.regs):
            if self.get(reg) != other.get(reg) and self.get(reg) is not None:
                self.regs[reg] = None
                changed = True
        for at in [at for at, slot in self.slots.items() if other.slots.get(at) != slot]:
            del self.slots[at]
            changed = True
        return changed


@dataclass(frozen=True, slots=True)
class Machine:
    """An architecture: its word in bytes, stack pointer, return address, and the registers that a convention keeps."""

    arch: Arch
    word: int
    sp: str
    ra: str


MACHINES = {
    "x86_64": Machine("x86_64", 8, "rsp", "ra"),
    "i686": Machine("i686", 4, "esp", "ra"),
    "aarch64": Machine("aarch64", 8, "sp", "x30"),
}
KEPT = {
    "sysv64": tuple("rbx rbp r12 r13 r14 r15".split()),
    "win64": tuple("rbx rbp rdi rsi r12 r13 r14 r15".split()) + tuple(f"xmm{n}" for n in range(6, 16)),
    "cdecl": tuple("ebx ebp esi edi".split()),
    "aapcs64": tuple(f"x{n}" for n in range(19, 30)) + tuple(f"d{n}" for n in range(8, 16)),
}
Unwinder = Callable[[int, State], "tuple[Value, State] | str"]


def canonical(arch: Arch, name: str) -> str:
    """The whole register of a capstone register name. Vectors are xmm0… and d0…."""
    if arch == "aarch64":
        name = {"fp": "x29", "lr": "x30", "wsp": "sp"}.get(name, name)
        if re.fullmatch(r"w\d+", name):
            return "x" + name[1:]
        return "d" + name[1:] if re.fullmatch(r"[bhsqv]\d+", name) else name
    found = re.fullmatch(r"[xyz]mm(\d+)", name)
    if found:
        return "xmm" + found[1]
    found = re.fullmatch(r"r(\d+)[bwd]?", name)
    if found:
        return "r" + found[1]
    found = re.fullmatch(r"[er]?([abcd])[xhl]|[er]?(si|di|bp|sp)l?", name)
    if found:
        return ("r" if arch == "x86_64" else "e") + (found[1] + "x" if found[1] else found[2])
    return name


_NAMES = {"x86_64": "x86_64", "i686": "x86", "aarch64": "aarch64"}  # those of targets.trial.code


@cache
def _engine(arch: Arch) -> Any:
    return disassembler(_NAMES[arch])


def disassemble(arch: Arch, code: bytes) -> list[Any]:
    """Capstone instructions with details, addresses from zero. Raises SimulationError on undecodable bytes."""
    instructions = decoded(_NAMES[arch], code)
    _check_end(code, sum(instruction.size for instruction in instructions))
    return instructions


_WORDS = {"x86_64": 64, "i686": 32}


def _check_end(code: bytes, done: int) -> None:
    if code[done:].strip(b"\0"):  # zeros at the end are a linker's filler
        raise SimulationError(f"no instruction at +{done:#x}: {code[done : done + 8].hex()}")


class Decoded:
    """One encoding's details. Capstone gives them once for all instructions with the same bytes."""

    __slots__ = ("distance", "indirect", "jumps", "mnemonic", "operands", "reg_name", "size", "writeback", "written")

    def __init__(self, arch: Arch, code: bytes) -> None:
        made: Any = next(_engine(arch).disasm(code, _SOMEWHERE), None) or x86_decode.known(code, 0, _WORDS[arch])
        assert made is not None
        self.mnemonic: str = made.mnemonic
        self.operands: list[Any] = made.operands
        self.reg_name: Callable[[int], str] = made.reg_name
        self.size: int = made.size
        self.writeback = bool(made.writeback) if arch == "aarch64" else False
        self.written = [canonical(arch, made.reg_name(number)) for number in made.regs_access()[1]]
        self.jumps = bool(made.group(capstone.CS_GRP_JUMP))
        self.indirect = self.jumps and made.operands[-1].type != capstone.CS_OP_IMM
        self.distance = made.operands[-1].imm - _SOMEWHERE if self.jumps and not self.indirect else 0


_SOMEWHERE = 1 << 30  # far from both ends of 32 bits, so that branches go to addresses of either side
_decoded = lru_cache(maxsize=1 << 16)(Decoded)


@dataclass(frozen=True, slots=True)
class Followed:
    """A function's instructions as (offset, mnemonic, operands), and the state before every reachable one."""

    lines: list[tuple[int, str, str]]
    states: dict[int, State]


def simulate(arch: Arch, code: bytes) -> dict[int, State]:
    """The state before every reachable instruction, by its offset in bytes. The states are not to be changed."""
    return follow(arch, code).states


# Assemblers and systems with one calling convention give a function the same bytes.
@lru_cache(maxsize=512)
def follow(arch: Arch, code: bytes) -> Followed:
    """Raises SimulationError for code that cannot be followed. Instructions that change no value share a state."""
    machine = MACHINES[arch]
    lines: list[tuple[int, str, str]] = []
    instructions: dict[int, Decoded] = {}
    end = 0
    for one in decoded(_NAMES[arch], code):
        end = one.address + one.size
        lines.append((one.address, one.mnemonic, one.op_str))
        instructions[one.address] = _decoded(arch, code[one.address : end])
    _check_end(code, end)
    entry = State()
    if arch == "aarch64":
        entry.regs["sp"] = ("cfa", 0)
    else:
        entry.regs[machine.sp] = ("cfa", -machine.word)
        entry.store(-machine.word, ("orig", "ra"), machine.word)
    states: dict[int, State] = {0: entry}
    todo = [0]
    while todo:
        at = todo.pop()
        if at not in instructions:
            raise SimulationError(f"control reaches +{at:#x}, where no instruction of the function begins")
        instruction = instructions[at]
        after = states[at].copy()
        _step(machine, instruction, after)
        if after == states[at]:
            after = states[at]
        for target in _successors(at, instruction):
            if target not in states:
                states[target] = after
                todo.append(target)
            elif states[target] is not after:
                met = states[target].copy()
                if met.meet(after):
                    states[target] = met
                    todo.append(target)
    return Followed(lines, states)


def _successors(at: int, instruction: Decoded) -> list[int]:
    following = at + instruction.size
    name = instruction.mnemonic
    if name in ("ret", "retq", "ud2", "udf", "brk", "retaa", "retab"):
        return []
    if instruction.jumps:
        if instruction.indirect:
            raise SimulationError(f"+{at:#x}: indirect jump {name}")
        unconditional = name in ("jmp", "b")
        return [at + instruction.distance] if unconditional else [at + instruction.distance, following]
    return [following]


def _step(machine: Machine, instruction: Decoded, state: State) -> None:
    if machine.arch == "aarch64":
        _step_aarch64(instruction, state)
    else:
        _step_x86(machine, instruction, state)


def _step_x86(machine: Machine, instruction: Decoded, state: State) -> None:
    arch, sp, word = machine.arch, machine.sp, machine.word
    name, operands = instruction.mnemonic, instruction.operands

    def reg(operand: Any) -> str | None:
        whole = operand.type == x86_const.X86_OP_REG
        return canonical(arch, instruction.reg_name(operand.reg)) if whole else None

    def memory(operand: Any) -> int | None:
        if operand.type != x86_const.X86_OP_MEM or operand.mem.index or not operand.mem.base:
            return None
        return state.address(canonical(arch, instruction.reg_name(operand.mem.base)), operand.mem.disp)

    def move_sp(amount: int) -> None:
        at = state.address(sp, amount)
        state.regs[sp] = None if at is None else ("cfa", at)

    if name == "push" or name == "call":
        source = reg(operands[0]) if name == "push" else None
        value = state.get(source) if source else None
        move_sp(-word)
        state.store(state.address(sp, 0), value, word)
        return
    if name == "pop":
        value = state.load(state.address(sp, 0))
        move_sp(word)
        state.regs[reg(operands[0]) or sp] = value
        return
    if name == "leave":
        frame = "rbp" if word == 8 else "ebp"
        state.regs[sp] = state.get(frame)
        state.regs[frame] = state.load(state.address(sp, 0))
        move_sp(word)
        return
    first = reg(operands[0]) if operands else None
    if name in ("sub", "add") and first and operands[1].type == x86_const.X86_OP_IMM and operands[0].size == word:
        at = state.address(first, operands[1].imm * (1 if name == "add" else -1))
        state.regs[first] = None if at is None else ("cfa", at)
        return
    if name == "lea" and first:
        at = memory(operands[1])
        state.regs[first] = None if at is None else ("cfa", at)
        return
    vector = re.fullmatch(r"v?mov(ap|up|dq)[sdau](32|64)?|movq|v?movdq[au]", name)
    if (name == "mov" or vector) and len(operands) == 2:
        whole = 16 if vector else word
        second = reg(operands[1])
        if first is not None:
            value = state.get(second) if second else state.load(memory(operands[1]))
            state.regs[first] = value if operands[1].size >= whole and operands[0].size >= whole else None
        else:
            complete = second is not None and operands[1].size == whole
            value = state.get(second) if second and complete else None
            state.store(memory(operands[0]), value, operands[0].size)
        return
    for operand in operands:
        if operand.type == x86_const.X86_OP_MEM and operand.access & capstone.CS_AC_WRITE:
            state.store(memory(operand), None, operand.size)
    _forget(arch, instruction, state)


def _step_aarch64(instruction: Decoded, state: State) -> None:
    name, operands = instruction.mnemonic, instruction.operands
    if name in ("paciasp", "pacibsp"):
        sp = state.address("sp", 0)
        whole = sp is not None and state.get("x30") == ("orig", "x30")
        state.regs["x30"] = (f"signed with {name[-3]}", sp) if whole else None
        return
    if name in ("autiasp", "autibsp"):
        state.authenticate(name[-3], state.address("sp", 0))
        return
    names = [
        canonical("aarch64", instruction.reg_name(o.reg)) if o.type == arm64_const.ARM64_OP_REG else None
        for o in operands
    ]
    memory = next((o for o in operands if o.type == arm64_const.ARM64_OP_MEM), None)
    if name in ("stp", "str", "stur", "ldp", "ldr", "ldur") and memory is not None and not memory.mem.index:
        base = canonical("aarch64", instruction.reg_name(memory.mem.base))
        post = operands[-1].imm if operands[-1].type == arm64_const.ARM64_OP_IMM else 0
        at = state.address(base, memory.mem.disp)
        size = _aarch64_bytes(instruction.reg_name(operands[0].reg))
        for number, register in enumerate(r for r in names if r is not None):
            place = None if at is None else at + number * size
            if name.startswith("st"):
                state.store(place, state.get(register) if size >= 8 else None, size)
            else:
                state.regs[register] = state.load(place) if size >= 8 else None
        if instruction.writeback:
            moved = state.address(base, post or memory.mem.disp)
            state.regs[base] = None if moved is None else ("cfa", moved)
        return
    if name in ("add", "sub") and names[1] and operands[2].type == arm64_const.ARM64_OP_IMM and names[0]:
        shift = operands[2].shift.value if operands[2].shift.type == arm64_const.ARM64_SFT_LSL else 0
        at = state.address(names[1], (operands[2].imm << shift) * (1 if name == "add" else -1))
        state.regs[names[0]] = None if at is None else ("cfa", at)
        return
    if (
        name == "mov"
        and len(names) == 2
        and names[0]
        and names[1]
        and "sp" in names + ["sp" if "x29" in names else None]
    ):
        state.regs[names[0]] = state.get(names[1])
        return
    _forget("aarch64", instruction, state)


def _aarch64_bytes(name: str) -> int:
    if name in ("sp", "fp", "lr", "xzr"):
        return 8
    return {"w": 4, "x": 8, "s": 4, "d": 8, "q": 16, "v": 16, "b": 1, "h": 2}[name[0]]


def _forget(arch: Arch, instruction: Decoded, state: State) -> None:
    if instruction.mnemonic == "vzeroupper":  # the halves that a convention keeps are unchanged
        return
    for register in instruction.written:
        state.regs[register] = None


def disagreements(arch: Arch, code: bytes, kept: tuple[str, ...], unwinder: Unwinder, name: str = "") -> list[str]:
    """One line for each instruction before which ``unwinder`` would not find the caller's values.

    ``unwinder`` gets the offset of the instruction and the true state there. The unwinder returns the CFA and the
    caller's state by the unwind information, or a complaint.
    """
    machine = MACHINES[arch]
    followed = follow(arch, code)
    callers = [(reg, ("orig", reg)) for reg in (*kept, machine.ra)]
    lines = []
    for at, mnemonic, operands in followed.lines:
        state = followed.states.get(at)
        if state is None:
            continue  # filler
        where = f"{name}+{at:#x} {mnemonic} {operands}".rstrip()
        answer = unwinder(at, state)
        if isinstance(answer, str):
            lines.append(f"{where}: {answer}")
            continue
        cfa, caller = answer
        if cfa != ("cfa", 0):
            lines.append(f"{where}: the caller's stack pointer is off: {_show(cfa)}")
        for reg, value in callers:
            if caller.regs.get(reg, value) != value:
                lines.append(f"{where}: {reg} would be {_show(caller.get(reg))}")
        if mnemonic.startswith("ret"):
            wanted = 0 if arch == "aarch64" else -machine.word
            if state.get(machine.sp) != ("cfa", wanted):
                lines.append(f"{where}: returns with the stack pointer at {_show(state.get(machine.sp))}")
            link = () if machine.ra == "ra" else (machine.ra,)
            lines += [f"{where}: returns without {reg}" for reg in (*kept, *link) if state.get(reg) != ("orig", reg)]
    return lines


def _show(value: Value) -> str:
    if value is None:
        return "unknown"
    if value[0].startswith("signed"):
        return f"the caller's return address, {value[0]}"
    return f"CFA{value[1]:+d}" if isinstance(value[1], int) else f"the caller's {value[1]}"
