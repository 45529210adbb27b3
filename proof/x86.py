# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call"
"""A function of x86 or x86_64 as a program: its decoded instructions, registers, flags, frame and memory.

The table of instructions is in x86_words.py, x86_vectors.py and x86_wide.py. Both widths share it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from proof.code import Code
from proof.frame import BASE
from proof.graph import EXIT, Cell, Goal, State
from proof.memory import DATA, FRAME, Map, NoProof, Region, contents
from proof.objects import Object
from proof.terms import Term, add, bnot, concat, const, extract, scaled, sub, sym
from proof.x86_decode import instructions, strict
from proof.x86_flags import Flags

GP = ("rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", *(f"r{n}" for n in range(8, 16)))
GO = const(1, 1)
CODE = "code"
RELATIVE, ABSOLUTE = frozenset((2, 4)), frozenset((1,))
"""Relocations of ELF, which have the same numbers for both widths: PC32 and PLT32; 32."""
SP = GP.index("rsp")
ALIGNED = ("movdqa", "movap", "movnt")
"""The instructions with VEX or EVEX that need their operand in memory aligned to its size."""
UNALIGNED = frozenset(("movdqu", "movups", "movupd", "lddqu"))
"""The instructions of before AVX that need no operand of 16 bytes aligned."""
REGISTERS: dict[str, tuple[int, int]] = {}
"""Name of a general register → its number, and its width in bits."""
for _n, _name in enumerate(GP):
    _old = _name[1:]
    _views = (_name, f"{_name}d", f"{_name}w", f"{_name}b") if _n > 7 else (
        _name, f"e{_old}", _old, f"{_old[0]}l" if _n < 4 else f"{_old}l"
    )  # fmt: skip
    REGISTERS.update({view: (_n, 64 >> k) for k, view in enumerate(_views)})

Rule = Callable[["Machine", State, Any], None]
RULES: dict[str, Rule] = {}
"""Mnemonic → what an instruction does."""


def rule(*names: str) -> Callable[[Rule], Rule]:
    """Decorator: the rule of these mnemonics. Their encodings stand in x86_table.py."""

    def put(made: Rule) -> Rule:
        RULES.update(dict.fromkeys(names, made))
        return made

    return put


class Machine(Flags, Code):
    """One function of x86 or x86_64."""

    rules = RULES
    sp_cell = ("r", SP)

    def __init__(self, made: Object, memory: Map, areas: dict[int, tuple[Region, int]], above: range) -> None:
        import capstone

        engine = capstone.Cs(capstone.CS_ARCH_X86, capstone.CS_MODE_64 if memory.word == 64 else capstone.CS_MODE_32)
        engine.detail = True
        super().__init__(instructions(engine, made.code, memory.word), made, memory, areas, above)
        distances = {one.address: strict(made.code, one, memory.word) for one in self.code}
        self.fields = self._fields(distances)

    # -- flow ------------------------------------------------------------------------------------------------------

    def goals(self, place: int) -> tuple[int, ...]:
        one = self.code[place]
        if one.mnemonic == "ret":
            return (EXIT,)
        if one.mnemonic == "jmp":
            return (self._goal(one),)
        if one.mnemonic[0] == "j":
            return self.after(place), self._goal(one)
        if one.mnemonic == "call" and self._goal(one) != self.after(place):
            raise NoProof(f"{self.where(one)}: a call")
        return (self.after(place),)

    def _goal(self, one: Any) -> int:
        import capstone.x86 as x86

        if one.operands[0].type != x86.X86_OP_IMM:
            raise NoProof(f"{self.where(one)}: a branch to no constant place")
        return self.place(one, one.operands[0].imm)

    def step(self, place: int, state: State) -> list[Goal]:
        one = self.code[place]
        if one.mnemonic == "jmp":
            return [(GO, self._goal(one))]
        if one.mnemonic[0] == "j":
            cond = self.holds(state, one.mnemonic[1:])
            return [(bnot(cond), self.after(place)), (cond, self._goal(one))]
        self.execute(state, one)
        return [(GO, EXIT if one.mnemonic == "ret" else self.after(place))]

    # -- registers -------------------------------------------------------------------------------------------------

    def get(self, state: State, name: str) -> Term:
        if name not in REGISTERS:
            raise NoProof(f"register {name}")
        number, w = REGISTERS[name]
        return extract(w - 1, 0, state["r", number])

    def put(self, state: State, name: str, value: Term) -> None:
        if name not in REGISTERS:
            raise NoProof(f"register {name}")
        number, w = REGISTERS[name]
        assert value.w == w, (name, value.w)
        if 32 <= w < self.word:
            value = concat(const(self.word - w, 0), value)
        elif w < self.word:
            value = concat(extract(self.word - 1, w, state["r", number]), value)
        state["r", number] = value

    def push(self, state: State, value: Term) -> None:
        sp = sub(state["r", SP], const(self.word, self.word // 8))
        state["r", SP] = sp
        self.store(state, sp, value)

    def pop(self, state: State) -> Term:
        sp = state["r", SP]
        state["r", SP] = add(sp, const(self.word, self.word // 8))
        return self.load(state, sp, self.word // 8)

    def alignment(self, one: Any, size: int) -> int:
        if one.mnemonic[0] == "v":  # encoded by VEX or EVEX
            return size if one.mnemonic[1:].startswith(ALIGNED) else 1
        return 16 if size >= 16 and one.mnemonic not in UNALIGNED else 1

    # -- operands --------------------------------------------------------------------------------------------------

    def address(self, state: State, one: Any, operand: Any) -> Term:
        mem = operand.mem
        field = self._field(one)
        out = const(self.word, mem.disp) if field is None else field
        names = [one.reg_name(number) for number in (mem.base, mem.index) if number]
        if mem.segment or any(REGISTERS.get(name, (0, self.word))[1] != self.word for name in names):
            raise NoProof("a segment, or an address of another width")
        if mem.base:
            name = one.reg_name(mem.base)
            if name == "rip":
                if field is None:
                    raise NoProof("an address relative to rip without a relocation")
                return add(field, self.here(one.address + one.size))
            out = add(out, self.get(state, name))
        if mem.index:
            out = add(out, scaled(self.get(state, one.reg_name(mem.index)), mem.scale))
        return out

    def here(self, at: int) -> Term:
        """The address of a place in the code."""
        return add(sym(self.word, CODE), const(self.word, at))

    def _field(self, one: Any) -> Term | None:
        """An instruction's distance in memory that the linker fills in: the address of read-only data, or that address
        relative to the field."""
        at = self.fields.get(one.address)
        if at is None:
            return None
        kind, place = self.made.refers[at]
        data = add(sym(self.word, DATA), const(self.word, place))
        return sub(data, self.here(at)) if kind in RELATIVE else data

    def _fields(self, distances: dict[int, int | None]) -> dict[int, int]:
        """Address of an instruction → place of its distance in memory, where the linker fills in one. NoProof if the
        linker changes other bytes, or changes bytes in an unknown way."""
        known = RELATIVE | (ABSOLUTE if self.word == 32 else frozenset())
        out = {one: at for one, at in distances.items() if at in self.made.refers}
        for at, (kind, _) in sorted(self.made.refers.items()):
            if kind not in known or at not in out.values():
                raise NoProof(f"a relocation of kind {kind} at code+{at:#x}")
        return {one: at for one, at in out.items() if at is not None}

    def width(self, one: Any, operand: Any) -> int:
        return int(operand.size) * 8

    def read_operand(self, state: State, one: Any, n: int, w: int = 0) -> Term:
        """Operand ``n``. An immediate has ``w`` bits."""
        import capstone.x86 as x86

        operand = one.operands[n]
        if operand.type == x86.X86_OP_REG:
            return self.get(state, one.reg_name(operand.reg))
        if operand.type == x86.X86_OP_IMM:
            return const(w, operand.imm)
        return self.load(state, self.address(state, one, operand), (w or operand.size * 8) // 8)

    def write_operand(self, state: State, one: Any, n: int, value: Term) -> None:
        import capstone.x86 as x86

        operand = one.operands[n]
        if operand.type == x86.X86_OP_REG:
            self.put(state, one.reg_name(operand.reg), value)
        else:
            self.store(state, self.address(state, one, operand), value)


def entry(names: Map, vectors: int, blocks: int, arguments: dict[Cell, Term]) -> State:
    """The state at the entry. ``arguments``: registers, and cells of the caller's frame."""
    word = names.word
    sp = sym(word, "sp")
    names.regions[sp] = FRAME
    names.regions[sym(word, DATA)] = DATA
    state: State = {("r", n): sym(word, f"entry {name}") for n, name in enumerate(GP[: word // 4])}
    state.update({("v", n, k): sym(128, f"entry xmm{n} block {k}") for n in range(vectors) for k in range(blocks)})
    state["r", SP] = sp
    state[BASE] = contents("entry frame")
    state["f", 0] = sym(word, "return address")
    state["m", DATA] = contents(DATA)
    state.update(arguments)
    return state
