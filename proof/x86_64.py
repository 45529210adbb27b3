# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call"
"""A function of x86_64 as a program: its decoded instructions, registers, flags, frame and memory.

The table of instructions is in x86_words.py and x86_vectors.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from proof.frame import BASE, frame_read, frame_write
from proof.graph import EXIT, Cell, Goal, State
from proof.memory import DATA, FRAME, Map, NoProof, contents, load, read_data, store
from proof.objects import Object
from proof.shared import pointers
from proof.terms import (
    Term,
    add,
    bnot,
    concat,
    const,
    extract,
    linear,
    scaled,
    sym,
)
from proof.terms import sub as minus
from proof.x86_flags import Flags

GP = ("rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", *(f"r{n}" for n in range(8, 16)))
GO = const(1, 1)
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
    """Decorator: the rule of these mnemonics."""

    def put(made: Rule) -> Rule:
        RULES.update(dict.fromkeys(names, made))
        return made

    return put


class Machine(Flags):
    """One function. ``areas``: distance from the entry's sp → name and size of an area of the script's own."""

    name = "machine"

    def __init__(self, made: Object, memory: Map, areas: dict[int, tuple[str, int]], above: range) -> None:
        import capstone

        self.made, self.map, self.areas, self.above = made, memory, areas, above
        engine = capstone.Cs(capstone.CS_ARCH_X86, capstone.CS_MODE_64)
        engine.detail = True
        self.code = list(engine.disasm(made.code, 0))
        size = sum(one.size for one in self.code)
        if size != len(made.code):
            raise NoProof(f"capstone cannot decode the bytes at {size:#x}: {made.code[size : size + 8].hex(' ')}")
        self.places = {one.address: n for n, one in enumerate(self.code)}
        self.places[size] = EXIT
        self.sp = sym(64, "sp")

    # -- flow ------------------------------------------------------------------------------------------------------

    def goals(self, place: int) -> tuple[int, ...]:
        one = self.code[place]
        if one.mnemonic == "ret":
            return (EXIT,)
        if one.mnemonic == "jmp":
            return (self._goal(one),)
        if one.mnemonic[0] == "j":
            return self._next(place), self._goal(one)
        return (self._next(place),)

    def _goal(self, one: Any) -> int:
        found = self.places.get(one.operands[0].imm)
        if found is None:
            raise NoProof(f"{self.where(one)}: a branch to no instruction of the function")
        return found

    def _next(self, place: int) -> int:
        if place + 1 >= len(self.code):
            raise NoProof("control runs past the end of the function")
        return place + 1

    def step(self, place: int, state: State) -> list[Goal]:
        one = self.code[place]
        if one.mnemonic == "jmp":
            return [(GO, self._goal(one))]
        if one.mnemonic[0] == "j":
            cond = self.holds(state, one.mnemonic[1:])
            return [(bnot(cond), self._next(place)), (cond, self._goal(one))]
        found = RULES.get(one.mnemonic)
        if found is None:
            raise NoProof(f"{self.where(one)}: no meaning of the instruction yet")
        try:
            found(self, state, one)
        except NoProof as error:
            raise NoProof(f"{self.where(one)}: {error}") if "code+" not in str(error) else error from None
        return [(GO, EXIT if one.mnemonic == "ret" else self._next(place))]

    def kept(self, place: int, state: State) -> State:
        return state

    def where(self, one: Any) -> str:
        return f"code+{one.address:#x}: {one.mnemonic} {one.op_str}"

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
        if w == 32:
            value = concat(const(32, 0), value)
        elif w < 32:
            value = concat(extract(63, w, state["r", number]), value)
        state["r", number] = value

    # -- operands --------------------------------------------------------------------------------------------------

    def address(self, state: State, one: Any, operand: Any) -> Term:
        mem = operand.mem
        out = const(64, mem.disp)
        names = [one.reg_name(number) for number in (mem.base, mem.index) if number]
        if mem.segment or any(REGISTERS.get(name, (0, 64))[1] != 64 for name in names):
            raise NoProof("a segment, or an address of 32 bits")
        if mem.base:
            name = one.reg_name(mem.base)
            if name == "rip":
                return self._data(one)
            out = add(out, self.get(state, name))
        if mem.index:
            out = add(out, scaled(self.get(state, one.reg_name(mem.index)), mem.scale))
        return out

    def _data(self, one: Any) -> Term:
        for at in range(one.address, one.address + one.size):
            found = self.made.refers.get(at)
            if found is not None and found[0] in (2, 4):  # PC32, PLT32
                return add(sym(64, DATA), const(64, found[1] + one.address + one.size - at))
        raise NoProof("an address relative to rip without a relocation")

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

    # -- memory ----------------------------------------------------------------------------------------------------

    def _place(self, address: Term) -> tuple[str, Term, int | None]:
        """The region of an address, its address there, and its distance from sp if it is in the frame."""
        base = self.map.base(address)
        region = self.map.regions[base]
        if region != FRAME:
            return region, address, None
        away = minus(address, base)
        fixed = linear(away).const
        fixed -= fixed >> 63 << 64
        for start, (name, size) in self.areas.items():
            if start <= fixed < start + size:
                return name, add(sym(64, name), away, const(64, -start)), None
        if away.op != "const":
            raise NoProof(f"an address in the frame that is not constant: {address}")
        return region, address, fixed

    def named(self, value: Term) -> Term:
        """The address of an area of the script's own as the area's base, so that loops may move it."""
        given = linear(value)
        if given.parts == {self.sp: 1}:
            fixed = given.const - (given.const >> 63 << 64)
            for start, (name, size) in self.areas.items():
                if start <= fixed < start + size:
                    return add(sym(64, name), const(64, fixed - start))
        return value

    def load(self, state: State, address: Term, size: int) -> Term:
        region, at, fixed = self._place(address)
        if fixed is not None:
            return frame_read(state, fixed, size)
        base = self.map.base(at)
        away = minus(at, base)
        if region == DATA and away.op == "const":
            return read_data(self.map.data, away.val, size)
        return pointers(self.map, region, base, at, load(state["m", region], at, size))

    def store(self, state: State, address: Term, data: Term) -> None:
        region, at, fixed = self._place(address)
        if region == DATA:
            raise NoProof("a store to read-only data")
        if fixed is None:
            state["m", region] = store(state["m", region], at, data)
            return
        size = data.w // 8
        if not (fixed + size <= 0 or (fixed in self.above and fixed + size <= self.above.stop)):
            raise NoProof(f"a store of {size} bytes outside the frame, at sp of the entry{fixed:+}")
        frame_write(state, fixed, data)

    def read(self, state: State, cell: Cell, w: int) -> Term | None:
        if cell[0] == "f":
            return frame_read(state, cell[1], w // 8)
        found = state.get(cell)
        return found if found is not None and found.w == w else None


def entry(names: Map, vectors: int, blocks: int, arguments: dict[Cell, Term]) -> State:
    """The state at the entry. ``arguments``: registers, and cells of the caller's frame."""
    sp = sym(64, "sp")
    names.regions[sp] = FRAME
    names.regions[sym(64, DATA)] = DATA
    state: State = {("r", n): sym(64, f"entry {name}") for n, name in enumerate(GP)}
    state.update({("v", n, k): sym(128, f"entry xmm{n} block {k}") for n in range(vectors) for k in range(blocks)})
    state["r", 4] = sp
    state[BASE] = contents("entry frame")
    state["f", 0] = sym(64, "return address")
    state["m", DATA] = contents(DATA)
    state.update(arguments)
    return state
