# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Follows values through two functions at once, to decide whether corresponding instructions work on the same values.

Each side has a table: register or frame slot → value. Corresponding instructions make one new value for both sides. A
line without counterpart makes a value of its own side. The two sides of an instruction compute different things if they
read different values that both sides know. Names of registers do not matter.
"""

from __future__ import annotations

from generator.diff.access import Access, Accesses
from generator.diff.model import Line, Row
from generator.isa.machine import machine

_Place = tuple[str, int]
_State = dict[_Place, int]


class _Side:
    """The table of one side. Values below zero belong to this side alone."""

    def __init__(self, accesses: Accesses) -> None:
        self.accesses = accesses
        self.state: _State = {}
        self.saved: dict[str, _State] = {}

    def places(self, line: Line, access: Access) -> tuple[list[_Place], list[_Place]]:
        """The places that a line reads and writes: registers and frame slots."""
        reads, writes = list(access.reads), list(access.writes)
        for slot in line.meaning.slots[:1] if access.loads or access.stores else ():
            if access.loads:
                reads.append(("slot", slot))
            if access.stores:
                writes.append(("slot", slot))
        return reads, writes

    def label(self, name: str, fresh: bool) -> None:
        """Take over the values at the first branch to a label that only branches reach."""
        if fresh and name in self.saved:
            self.state = dict(self.saved[name])

    def branch(self, line: Line) -> None:
        for name in line.meaning.labels:
            self.saved.setdefault(name, dict(self.state))


class Followers:
    """Both sides, stepped row by row.

    ``arguments``: for each side, the gp register of each argument by name; None for an argument on the stack.
    """

    def __init__(
        self,
        accesses: tuple[Accesses, Accesses],
        arguments: tuple[dict[str, int | None], dict[str, int | None]],
    ) -> None:
        self.sides = (_Side(accesses[0]), _Side(accesses[1]))
        self.names = {name: n + 1 for n, name in enumerate(dict.fromkeys([*arguments[0], *arguments[1]]))}
        for side, where in zip(self.sides, arguments):
            for name, register in where.items():
                if register is not None:
                    side.state["gp", register] = self.names[name]
        self.last = len(self.names)
        self.jumped = False
        self.moves = False  # whether the last row, of one side alone, moves an argument

    def fresh(self) -> int:
        self.last += 1
        return self.last

    def row(self, row: Row) -> bool:
        """Step over a row; True if the two sides work on different values."""
        self.moves = False
        lines = [line for line in (row.a, row.b) if line is not None]
        if lines[0].meaning.kind != "code":
            for side, line in zip(self.sides, (row.a, row.b)):
                for name in line.meaning.labels if line is not None else ():
                    side.label(name, self.jumped)
            return False
        if any(line.zone != "body" for line in lines):
            return False
        if row.a is not None and row.b is not None:
            return self.both(row.a, row.b)
        side = self.sides[0] if row.a is not None else self.sides[1]
        access = side.accesses.of(lines[0].meaning)
        reads, writes = side.places(lines[0], access)
        self.fetched(side, lines[0], reads)
        moved = _moved(side, lines[0], access, reads)
        self.moves = moved is not None and 0 < moved <= len(self.names)
        for place in writes:
            side.state[place] = -self.fresh() if moved is None else moved
        side.branch(lines[0])
        self.jumped = access.jumps
        return False

    def fetched(self, side: _Side, line: Line, reads: list[_Place]) -> None:
        """A slot that the caller filled holds the argument that the line names."""
        value = self.argument(line.own) if line.own else None
        if value is not None:
            for place in reads:
                if place[0] == "slot":
                    side.state.setdefault(place, value)

    def argument(self, own: str) -> int | None:
        """The value that a line fetches by its words ``argument out``; None for other lines."""
        return self.names.get(own.removeprefix("argument ")) if own.startswith("argument ") else None

    def both(self, a: Line, b: Line) -> bool:
        left, right = self.sides
        access_a, access_b = left.accesses.of(a.meaning), right.accesses.of(b.meaning)
        reads_a, writes_a = left.places(a, access_a)
        reads_b, writes_b = right.places(b, access_b)
        self.fetched(left, a, reads_a)
        self.fetched(right, b, reads_b)
        if len(reads_a) == len(reads_b):
            for x, y in zip(reads_a, reads_b):
                if x not in left.state and y not in right.state:
                    # Both have held these since before the function: they correspond from here on.
                    left.state[x] = right.state[y] = self.fresh()
        values_a, values_b = [left.state.get(r) for r in reads_a], [right.state.get(r) for r in reads_b]
        differs = False
        if values_a != values_b and len(values_a) == len(values_b):
            differs = any(
                x is not None and y is not None and x > 0 and y > 0 for x, y in zip(values_a, values_b) if x != y
            )
            differs = differs and not (
                _reorders(left.accesses.arch, a) and sorted(values_a, key=str) == sorted(values_b, key=str)
            )
        moved_a, moved_b = _moved(left, a, access_a, reads_a), _moved(right, b, access_b, reads_b)
        for x, y in zip(writes_a, writes_b):
            made = self.fresh()
            left.state[x] = made if moved_a is None else moved_a
            right.state[y] = made if moved_b is None else moved_b
        left.branch(a)
        right.branch(b)
        self.jumped = access_a.jumps and access_b.jumps
        return differs


def follow(
    rows: list[Row],
    accesses: tuple[Accesses, Accesses],
    arguments: tuple[dict[str, int | None], dict[str, int | None]],
) -> tuple[set[int], set[int]]:
    """Indices of rows whose sides work on different values, and of rows of one side alone that move an argument."""
    followers = Followers(accesses, arguments)
    differ, moves = set(), set()
    for at, row in enumerate(rows):
        if followers.row(row):
            differ.add(at)
        if followers.moves:
            moves.add(at)
    return differ, moves


def _moved(side: _Side, line: Line, access: Access, reads: list[_Place]) -> int | None:
    """The value that a copy moves between registers and slots; None for other instructions."""
    if not access.copies or len(reads) != 1 or ((access.loads or access.stores) and not line.meaning.slots):
        return None
    return side.state.get(reads[0])


def _reorders(arch: str, line: Line) -> bool:
    """True if the renderer chooses the order of operands: a sum in an address, or an operation that commutes."""
    first, last = line.meaning.address
    return line.meaning.mnem in machine(arch).spelling.commutes or (last - first == 2 and "*" not in line.meaning.canon)
