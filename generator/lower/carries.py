# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Carries between instructions: in the processor's flag where the flag lasts, otherwise in a register.

A rule keeps every carry that it makes: it moves the flag into a register. A rule restores every carry that it reads: it
sets the flag from the register. :func:`linked` removes a restoration if the flag still holds the carry there, and the
keeping if nothing reads the register any more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from generator.model import ASM, AnyReg, Instr, Item, VReg
from generator.passes.flow import accesses


@dataclass(slots=True)
class Carries:
    """The carries of one function. ``kept``: register → the instruction that makes the flag, and those that keep it.
    ``restored``: the register, the instructions that set the flag, and the flag's reader."""

    kept: dict[VReg, tuple[Instr, list[Instr]]] = field(default_factory=dict)
    restored: list[tuple[VReg, list[Instr], Instr]] = field(default_factory=list)

    def keep(self, out: list[Item], reg: VReg, maker: Instr, moves: Callable[[VReg], None]) -> None:
        """Move the flag that ``maker`` has set into ``reg``, by the instructions that ``moves`` appends to ``out``."""
        start = len(out)
        moves(reg)
        self.kept[reg] = maker, _instructions(out[start:])

    def restore(self, out: list[Item], reg: VReg, moves: Callable[[VReg], None], reader: Callable[[], Instr]) -> Instr:
        """The instruction that ``reader`` appends to ``out``, after those of ``moves``, which set the flag from
        ``reg``."""
        start = len(out)
        moves(reg)
        added = _instructions(out[start:])
        made = reader()
        self.restored.append((reg, added, made))
        return made


def _instructions(items: list[Item]) -> list[Instr]:
    return [item for item in items if isinstance(item, Instr)]


def linked(items: list[Item], carries: Carries) -> list[Item]:
    """``items`` without the moves of carries that the flag makes needless.

    All instructions from the maker of a flag to its reader join one group: no other stream's work comes between.
    """
    if not carries.restored:
        return _without_unread(items, carries)
    place = {id(item): n for n, item in enumerate(items)}
    own = {reg: {id(item) for item in moves} for reg, (_, moves) in carries.kept.items()}
    lasting: dict[VReg, list[int]] = {}
    for number, (reg, moves, _) in enumerate(carries.restored):
        if reg in carries.kept and _lasts(items, place[id(moves[0])], reg, own[reg], carries.kept[reg][0]):
            lasting.setdefault(reg, []).append(number)
    readers = _readers(items, set[int]().union(*own.values()))
    gone: set[int] = set()
    joined: list[tuple[int, int]] = []
    for reg, numbers in lasting.items():
        maker, moves = carries.kept[reg]
        restorations = {id(move) for number in numbers for move in carries.restored[number][1]}
        read_elsewhere = readers.get(reg, set()) - restorations
        changes = maker.form.flags_written
        if read_elsewhere and any(move.form.flags_clobbered & changes for move in moves):
            continue  # the keeping stays and changes the flag
        gone |= restorations
        joined += [(place[id(maker)], place[id(carries.restored[number][2])]) for number in numbers]
    for first, last in sorted(joined):
        _join(items, first, last)
    return _without_unread([item for item in items if id(item) not in gone], carries)


def _join(items: list[Item], first: int, last: int) -> None:
    """Put the instructions from a flag's maker to its reader into one group, and what follows in the reader's group."""
    maker, reader = items[first], items[last]
    assert isinstance(maker, Instr) and isinstance(reader, Instr)
    old = reader.group
    for n, item in enumerate(items[first:], first):
        if isinstance(item, Instr):
            if n > last and item.group != old:
                return
            item.group = maker.group


def _lasts(items: list[Item], at: int, reg: VReg, keeping: set[int], maker: Instr) -> bool:
    """True if the flag of ``maker`` is unchanged before item ``at``, on the only path there. The instructions that keep
    the carry do not count: they go, or change no flag."""
    for item in reversed(items[:at]):
        if item is maker:
            return True
        if id(item) in keeping:
            continue
        if not isinstance(item, Instr) or item.form.kind != "normal" or item.group == ASM:
            return False
        if item.form.flags_clobbered & maker.form.flags_written or reg in accesses(item)[1]:
            return False
    return False


def _readers(items: list[Item], but: set[int]) -> dict[AnyReg, set[int]]:
    """Register → the instructions that read it, those of ``but`` left out."""
    out: dict[AnyReg, set[int]] = {}
    for item in items:
        if isinstance(item, Instr) and id(item) not in but:
            for reg in accesses(item)[0]:
                out.setdefault(reg, set()).add(id(item))
    return out


def _without_unread(items: list[Item], carries: Carries) -> list[Item]:
    """``items`` without the keeping of carries that nothing reads."""
    own = {id(move) for _, moves in carries.kept.values() for move in moves}
    read = _readers(items, own) if own else {}
    gone = {id(move) for reg, (_, moves) in carries.kept.items() if reg not in read for move in moves}
    return [item for item in items if id(item) not in gone] if gone else items
