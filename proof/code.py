# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What all machines' functions share: decoded instructions, the places that follow, the frame, and memory."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from proof.accesses import LOAD, PREFETCH, STORE, Aligned, Log
from proof.frame import frame_read, frame_write
from proof.graph import Cell, State
from proof.memory import AREA, DATA, FRAME, Map, NoProof, Region, contents, load, reach, read_data, store
from proof.objects import Object
from proof.shared import pointers
from proof.terms import Term, add, const, linear, signed, sub, sym

DEEPEST = 4096
"""The most bytes below the return address that a function may use: a page, with which systems guard the stack's end."""


def fault(error: Exception) -> str:
    """A fault of the prover's own, for a verdict: it proves nothing."""
    places = traceback.extract_tb(error.__traceback__)
    where = f" at {Path(places[-1].filename).name}:{places[-1].lineno}" if places else ""
    return f"a fault of the prover{where}: {type(error).__name__}: {error}"


class Code:
    """One function. ``code``: its instructions, each with an address, a size, a mnemonic and a text of operands.
    ``areas``: distance from the entry's sp → name and size of an area of the script's own. ``above``: places at and
    above the entry's sp that are the function's own. ``word``: the bits of an address."""

    name = "machine"
    rules: Mapping[str, Any] = {}
    """Mnemonic → what an instruction does."""
    sp_cell: Cell
    sp_multiple = 1
    """sp is a multiple of this at each place."""

    def __init__(
        self, code: list[Any], made: Object, memory: Map, areas: dict[int, tuple[Region, int]], above: range
    ) -> None:
        self.code, self.made, self.map, self.areas, self.above = code, made, memory, areas, above
        self.word = memory.word
        size = sum(one.size for one in code)
        if size != len(made.code):
            raise NoProof(f"capstone cannot decode the bytes at {size:#x}: {made.code[size : size + 8].hex(' ')}")
        self.places = {one.address: n for n, one in enumerate(code)}
        self.sp = sym(self.word, "sp")
        self.wrote: set[int] = set()  # where the instruction stored to the frame
        self.log: Log | None = None
        self.red_zone = 0
        self.stop = above.stop
        """The end of the stack that the function may read: the return address, and its arguments there."""
        self.now: Any = code[0]
        self.sp_before = self.sp

    # -- flow ------------------------------------------------------------------------------------------------------

    def place(self, one: Any, address: int) -> int:
        """The place that a branch goes to."""
        found = self.places.get(address)
        if found is None:
            raise NoProof(f"{self.where(one)}: a branch to no instruction of the function")
        return found

    def after(self, place: int) -> int:
        """The place that follows without a branch."""
        if place + 1 >= len(self.code):
            raise NoProof("control runs past the end of the function")
        return place + 1

    def execute(self, state: State, one: Any) -> None:
        """Apply the rule of an instruction."""
        found = self.rules.get(one.mnemonic)
        self.now, self.sp_before = one, state[self.sp_cell]
        self.wrote = set()
        if found is None:
            raise NoProof(f"{self.where(one)}: no meaning of the instruction yet")
        try:
            found(self, state, one)
        except NoProof as error:
            raise NoProof(f"{self.where(one)}: {error}") if "code+" not in str(error) else error from None
        except (RecursionError, MemoryError):
            raise
        except Exception as error:
            raise NoProof(f"{self.where(one)}: {fault(error)}") from error
        if state[self.sp_cell] is not self.sp_before:
            self._aligned(state[self.sp_cell], self.sp_multiple)
            self._given_up(state, one)

    def _given_up(self, state: State, one: Any) -> None:
        """Forget what lay below sp before an instruction that moves sp down: a signal's handler may have written there.
        Bytes below sp are read only after such an instruction."""
        down, before = (sub(self.sp_before, sp) for sp in (state[self.sp_cell], self.sp))
        if down.op != "const" or signed(down.val, self.word) <= 0 or before.op != "const":
            return  # accesses to the frame ask for a constant distance
        end = signed(before.val, self.word) - self.red_zone
        for cell in [c for c in state if c[0] == "f" and c[1] < end and c[1] not in self.wrote]:
            del state[cell]
        for at, (area, _) in self.areas.items():
            if at < end and state["m", area] is not contents(area):
                state["m", area] = contents(f"below sp before code+{one.address:#x}")

    def about(self, place: int) -> tuple[str, str | None]:
        return self.where(self.code[place]), None

    def kept(self, place: int, state: State) -> State:
        return state

    def where(self, one: Any) -> str:
        return f"code+{one.address:#x}: {one.mnemonic} {one.op_str}"

    # -- memory ----------------------------------------------------------------------------------------------------

    def _place(self, state: State, address: Term, size: int, kind: str) -> tuple[Region, Term, int | None]:
        """The region of an access, its address there, and its distance from sp if it is in the frame. NoProof for an
        access that is inside an area of the script's own in part: areas and the rest of the frame share no byte."""
        base = self.map.base(address)
        region = self.map.regions[base]
        if region == FRAME:
            away = sub(address, base)
            fixed = signed(linear(away).const, self.word)
            end = fixed + (size if away.op == "const" else 1)
            near = [(at, one) for at, (one, room) in self.areas.items() if at < end and fixed < at + room]
            if not near:
                if away.op != "const":
                    raise NoProof(f"an address in the frame that is not constant: {address}")
                return region, address, fixed
            start, region = near[0]
            address = add(sym(self.word, region), away, const(self.word, -start))
        if region.kind == AREA:
            start, room = next((at, room) for at, (one, room) in self.areas.items() if one == region)
            self._above_sp(state, start, size, kind)
            at = reach(sub(address, sym(self.word, region)))
            # An index of loose bounds stays inside if the recording's does, whose access this must be.
            if at is not None and not (at[0] <= room - size and 0 <= at[1]):
                raise NoProof(f"a {kind} of {size} bytes at {address}, not inside {region} of {room} bytes")
        return region, address, None

    def named(self, value: Term) -> Term:
        """The address of an area of the script's own as the area's base, so that loops may move it."""
        given = linear(value)
        if given.parts == {self.sp: 1}:
            fixed = signed(given.const, self.word)
            for start, (name, size) in self.areas.items():
                if start <= fixed < start + size:
                    return add(sym(self.word, name), const(self.word, fixed - start))
        return value

    def load(self, state: State, address: Term, size: int) -> Term:
        self._aligned(address, self.alignment(self.now, size))
        region, at, fixed = self._place(state, address, size, LOAD)
        if fixed is not None:
            self._above_sp(state, fixed, size, LOAD)
            if fixed + size > self.stop:
                raise NoProof(f"a load of {size} bytes outside the frame, at sp of the entry{fixed:+}")
            return frame_read(state, fixed, size)
        base = self.map.base(at)
        away = sub(at, base)
        if region == DATA and away.op == "const":
            return read_data(self.map.data, away.val, size)
        self._note(LOAD, region, at, size)
        return pointers(self.map, region, base, at, load(state["m", region], at, size, self.map.distances))

    def store(self, state: State, address: Term, data: Term) -> None:
        self._aligned(address, self.alignment(self.now, data.w // 8))
        region, at, fixed = self._place(state, address, data.w // 8, STORE)
        if region == DATA:
            raise NoProof("a store to read-only data")
        if fixed is None:
            self._note(STORE, region, at, data.w // 8, data)
            state["m", region] = store(state["m", region], at, data, self.map.distances)
            return
        size = data.w // 8
        self._above_sp(state, fixed, size, STORE)
        if not (fixed + size <= 0 or (fixed in self.above and fixed + size <= self.above.stop)):
            raise NoProof(f"a store of {size} bytes outside the frame, at sp of the entry{fixed:+}")
        self.wrote.add(fixed)
        frame_write(state, fixed, data)
        if self.log is not None:
            self.log.frame.append((fixed, data))

    def prefetch(self, address: Term) -> None:
        """Loads no value, and shows the address."""
        self._note(PREFETCH, self.map.regions[self.map.base(address)], address, 1)

    def _note(self, kind: str, region: Region, address: Term, size: int, data: Term | None = None) -> None:
        if self.log is not None:
            self.log.note(kind, region, address, size, self.where(self.now), data)

    def alignment(self, one: Any, size: int) -> int:
        """The power of two of which an instruction needs an address of ``size`` bytes to be a multiple."""
        return 1

    def _aligned(self, address: Term, to: int) -> None:
        if to > 1 and self.log is not None:
            self.log.aligned.append(Aligned(address, to, self.where(self.now)))

    def _above_sp(self, state: State, fixed: int, size: int, kind: str) -> None:
        """NoProof for an access below sp, where a signal's handler may write, or far below the entry's sp, where the
        stack may have a guard page. An instruction that moves sp accesses memory before or after."""
        moved = [sub(sp, self.sp) for sp in (state[self.sp_cell], self.sp_before)]
        if any(away.op != "const" for away in moved):
            raise NoProof("sp is at no constant distance from sp at the entry")
        if fixed < min(signed(away.val, self.word) for away in moved) - self.red_zone:
            raise NoProof(f"a {kind} of {size} bytes below sp, at sp of the entry{fixed:+}")
        if fixed < -DEEPEST:
            raise NoProof(f"a {kind} more than {DEEPEST} bytes below the return address")

    def read(self, state: State, cell: Cell, w: int) -> Term | None:
        if cell[0] == "f":
            return frame_read(state, cell[1], w // 8)
        found = state.get(cell)
        return found if found is not None and found.w == w else None
