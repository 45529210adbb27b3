# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A function of AArch64 as a program: its decoded instructions, registers, flags, frame and memory.

The table of instructions is in a64_words.py, a64_memory.py and a64_vectors.py.
"""

from __future__ import annotations

from collections.abc import Callable

from proof.a64_encode import strict
from proof.a64_flags import Flags
from proof.a64_operands import SP, ZERO, Cond, Gp, Imm, Instruction, Mem, Vec, decode
from proof.code import Code
from proof.frame import BASE
from proof.graph import EXIT, Cell, Goal, State
from proof.memory import DATA, FRAME, Map, NoProof, Region, contents
from proof.objects import Object
from proof.terms import Term, add, bnot, concat, const, extract, rotl, scaled, sext, shl, shr, sym, zext

GO = const(1, 1)
LINK = 30
PAGE, LOW = 275, 277
"""R_AARCH64_ADR_PREL_PG_HI21 and R_AARCH64_ADD_ABS_LO12_NC: an address's page, and its lowest 12 bits."""
KINDS = {"adrp": PAGE, "add": LOW}
"""The relocations whose meaning the rules of these instructions have."""
Rule = Callable[["Machine", State, Instruction], None]
RULES: dict[str, Rule] = {}
"""Mnemonic → what an instruction does."""


def rule(*names: str) -> Callable[[Rule], Rule]:
    """Decorator: the rule of these mnemonics. Their encodings stand in a64_encode.py."""

    def put(made: Rule) -> Rule:
        RULES.update(dict.fromkeys(names, made))
        return made

    return put


class Machine(Flags, Code):
    """One function of AArch64."""

    rules = RULES
    sp_cell = ("r", SP)
    sp_multiple = 16

    def __init__(self, made: Object, memory: Map, areas: dict[int, tuple[Region, int]]) -> None:
        super().__init__(decode(made.code), made, memory, areas, range(0))
        changed = {(at, kind) for at, (kind, _) in made.refers.items()}
        known = {(one.address, KINDS[one.mnemonic]) for one in self.code if one.mnemonic in KINDS}
        if changed - known:
            at, kind = min(changed - known)
            raise NoProof(f"a relocation of kind {kind} at code+{at:#x}")
        for one in self.code:
            strict(made.code, one)

    # -- flow ------------------------------------------------------------------------------------------------------

    def goals(self, place: int) -> tuple[int, ...]:
        one = self.code[place]
        if one.mnemonic == "ret":
            return (EXIT,)
        if one.mnemonic == "b":
            return (self._goal(one),)
        if one.mnemonic in ("cbz", "cbnz") or one.mnemonic.startswith("b."):
            return self.after(place), self._goal(one)
        return (self.after(place),)

    def _goal(self, one: Instruction) -> int:
        return self.place(one, self.number(one, -1))

    def step(self, place: int, state: State) -> list[Goal]:
        one = self.code[place]
        if one.mnemonic == "b":
            return [(GO, self._goal(one))]
        goals = self.goals(place)
        if len(goals) == 1:
            self.execute(state, one)
            return [(GO, goals[0])]
        cond = self._branches(state, one)
        return [(bnot(cond), goals[0]), (cond, goals[1])]

    def _branches(self, state: State, one: Instruction) -> Term:
        from proof.conditions import is_zero

        if one.mnemonic.startswith("b."):
            return self.holds(state, one.mnemonic[2:])
        zero = is_zero(self.value(state, one, 0))
        return zero if one.mnemonic == "cbz" else bnot(zero)

    # -- registers -------------------------------------------------------------------------------------------------

    def get(self, state: State, number: int, w: int = 64) -> Term:
        return const(w, 0) if number == ZERO else extract(w - 1, 0, state["r", number])

    def gp(self, one: Instruction, n: int) -> Gp:
        found = one.operands[n]
        if not isinstance(found, Gp):
            raise NoProof(f"operand {n} is no general register")
        return found

    def put(self, state: State, one: Instruction, n: int, value: Term) -> None:
        """Write a general register. The upper half becomes zero."""
        to = self.gp(one, n)
        assert value.w == to.w, (one, value.w)
        if to.number != ZERO:
            state["r", to.number] = zext(64, value)

    # -- operands --------------------------------------------------------------------------------------------------

    def number(self, one: Instruction, n: int) -> int:
        found = one.operands[n]
        if not isinstance(found, Imm) or found.shift is not None:
            raise NoProof(f"operand {n} is no number")
        return found.value

    def cond(self, one: Instruction, n: int) -> str:
        found = one.operands[n]
        if not isinstance(found, Cond):
            raise NoProof(f"operand {n} is no condition")
        return found.code

    def value(self, state: State, one: Instruction, n: int, w: int = 0) -> Term:
        """Operand ``n``: a general register, shifted where the instruction says so, or a number of ``w`` bits."""
        found = one.operands[n]
        if isinstance(found, Imm):
            return shifted(const(w, found.value), found.shift, w)
        if isinstance(found, Gp):
            return shifted(self.get(state, found.number, found.w), found.shift, w or found.w)
        raise NoProof(f"operand {n} is no word")

    def mem(self, one: Instruction, n: int) -> Mem:
        found = one.operands[n]
        if not isinstance(found, Mem):
            raise NoProof(f"operand {n} is not in memory")
        return found

    def address(self, state: State, one: Instruction, n: int) -> Term:
        """The address of an access. The base register moves if the operand says so."""
        mem = self.mem(one, n)
        base = self.get(state, mem.base.number)
        moved = add(base, const(64, mem.disp))
        if mem.index is not None:
            moved = add(moved, shifted(self.get(state, mem.index.number, mem.index.w), mem.index.shift, 64))
        if mem.mode:
            state["r", mem.base.number] = moved
        return base if mem.mode == "post" else moved

    def vec(self, one: Instruction, n: int) -> Vec:
        found = one.operands[n]
        if not isinstance(found, Vec):
            raise NoProof(f"operand {n} is no vector register")
        return found

    def refers(self, one: Instruction, kind: int) -> int | None:
        """The offset in the read-only data that an instruction's relocation of this kind names."""
        found = self.made.refers.get(one.address)
        return found[1] if found is not None and found[0] == kind else None


def shifted(x: Term, shift: tuple[str, int] | None, w: int) -> Term:
    """A value after the shift or the extension to ``w`` bits that its operand names."""
    if shift is not None:
        name, count = shift
        if name[1:] in ("xtb", "xth", "xtw", "xtx"):
            part = extract(min({"b": 8, "h": 16, "w": 32, "x": 64}[name[3]], x.w) - 1, 0, x)
            return scaled(zext(w, part) if name[0] == "u" else sext(w, part), 1 << count)
        if count >= x.w:
            raise NoProof(f"a shift by {count}")
        if name == "ror":
            x = rotl(x, -count)
        elif name == "asr":
            x = sext(x.w, extract(x.w - 1, count, x))
        else:
            x = {"lsl": shl, "lsr": shr}[name](x, count)
    if x.w != w:
        raise NoProof(f"an operand of {x.w} bits for {w}")
    return x


def page(offset: int) -> Term:
    """The page of an address in read-only data."""
    return sym(64, Region("page", f"of read-only data{offset:+}"))


def entry(names: Map, arguments: dict[Cell, Term]) -> State:
    """The state at the entry. ``arguments``: registers."""
    sp = sym(64, "sp")
    names.regions[sp] = FRAME
    names.regions[sym(64, DATA)] = DATA
    state: State = {("r", n): sym(64, f"entry x{n}") for n in range(31)}
    state.update({("v", n): sym(128, f"entry v{n}") for n in range(32)})
    state["r", LINK], state["r", SP] = sym(64, "return address"), sp
    state[BASE] = contents("entry frame")
    state["m", DATA] = contents(DATA)
    state.update(arguments)
    return state


def vector(value: Term) -> Term:
    """A scalar in a vector register: the bits above are zero."""
    return value if value.w == 128 else concat(const(128 - value.w, 0), value)
