# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Decide where cold values are in registers and where in the frame, so that registers suffice at every point.

The walk follows the code. A value stays in its register until the register is needed for another value; then the cold
value goes whose next read is furthest. The rule is Belady's; at joins and loops the walk follows Braun and Hack,
"Register Spilling and Live-Range Splitting for SSA-Form Programs" (2009). Each stay in a register becomes a virtual
register of its own. A value is stored once for each change, when it first leaves its register.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import get_args

from generator.isa.machine import Machine
from generator.model import FETCHED, AnyReg, Instr, Item, Mem, RegClass, Slot, VReg
from generator.passes.flow import ENDS, Block, Liveness, accesses
from generator.passes.next_use import BEYOND, DEAD, NextUses
from generator.passes.spill import fetches, fold_slot, move, new_slot, remade, renamed, store_copy, widths

NEAR = 6
"""A read so near brings a value into a register that is free, where the instruction could read the slot as well."""
FAR = 30
"""Only a value whose next read is further goes to its slot at once."""
STORED = 6
"""Values that need no store leave registers as if their next reads were so many times as far."""


@dataclass(slots=True)
class Split:
    """The rewritten items. ``origin[i]``: the given item that ``items[i]`` stands for (None: a move to or from a slot).
    ``place[i]``: the place of this item, or of the item that the move serves. ``again``: the constants that an item
    makes a second time."""

    items: list[Item] = field(default_factory=list)
    origin: list[Item | None] = field(default_factory=list)
    place: list[int] = field(default_factory=list)
    again: dict[int, VReg] = field(default_factory=dict)
    slots: dict[VReg, Slot] = field(default_factory=dict)
    values: dict[VReg, VReg] = field(default_factory=dict)
    earlier: dict[VReg, list[AnyReg]] = field(default_factory=dict)


class NoRoom(Exception):
    """No cold value can make room. ``place``: the index of the item that needs more registers of ``cls``."""

    def __init__(self, place: int, cls: RegClass) -> None:
        super().__init__(place)
        self.place, self.cls = place, cls


@dataclass(slots=True)
class _Made:
    """One item of the result. ``value``: what a move moves; ``kind``: ``item``, ``load``, ``store``."""

    kind: str
    item: Item
    place: int
    names: dict[VReg, VReg]
    value: VReg | None = None


@dataclass(slots=True)
class _State:
    """``regs``: the values in registers, each with the name of its stay. ``clean``: the values whose slots hold them.
    ``twins``: values that copies made, and the values that they still equal."""

    regs: dict[VReg, VReg] = field(default_factory=dict)
    clean: set[VReg] = field(default_factory=set)
    twins: dict[VReg, VReg] = field(default_factory=dict)

    def copy(self) -> _State:
        return _State(dict(self.regs), set(self.clean), dict(self.twins))


@dataclass(slots=True)
class Code:
    """Code and what is known of it. ``incoming``: the values that the caller leaves in memory, and their places."""

    items: list[Item]
    graph: list[Block]
    live: Liveness
    known: Machine
    incoming: dict[VReg, Slot]
    uses: NextUses = field(init=False)
    widths: dict[VReg, int] = field(init=False)
    constants: dict[VReg, Instr] = field(init=False)
    changed: dict[VReg, list[int]] = field(init=False)
    loops: list[tuple[int, int]] = field(init=False)
    touched: list[tuple[list[VReg], list[VReg]]] = field(init=False)

    def __post_init__(self) -> None:
        self.uses = NextUses(self.items, self.graph)
        self.widths = widths(self.items, self.known.bits)
        self.changed = {}
        self.touched = []
        for i, item in enumerate(self.items):
            reads, writes = accesses(item) if isinstance(item, Instr) else ([], [])
            self.touched.append((_virtual(reads), _virtual(writes)))
            for reg in self.touched[-1][1]:
                self.changed.setdefault(reg, []).append(i)
        self.constants = {}
        for reg, places in self.changed.items():
            maker = self.items[places[0]]
            if len(places) == 1 and isinstance(maker, Instr) and remade(maker):
                self.constants[reg] = maker
        self.loops = sorted({(succ, n) for n, block in enumerate(self.graph) for succ in block.succ if succ <= n})

    def changes(self, value: VReg, first: int, last: int) -> bool:
        """True if an instruction of the blocks ``first`` to ``last`` changes the value."""
        start, end = self.graph[first].start, self.graph[last].end
        return any(start <= place < end for place in self.changed.get(value, ()))


class Evict:
    """The walk, repeated until the ends of loops agree with their beginnings."""

    def __init__(self, code: Code, limits: dict[RegClass, list[int]]) -> None:
        self.code, self.limits = code, limits
        self.most = {cls: list(numbers) for cls, numbers in limits.items()}
        every = len(limits) == len(get_args(RegClass))
        self.touched = code.touched if every else [(self._mine(r), self._mine(w)) for r, w in code.touched]
        self.entering = [
            self._mine(sorted(live, key=lambda reg: reg.id if isinstance(reg, VReg) else 0)) for live in code.live.live_in
        ]
        self.banned: dict[int, list[VReg]] = {}
        self.exiles: set[VReg] = set()
        self.lowered: Counter[VReg] = Counter()
        self.slots: dict[VReg, Slot] = {}
        empty: list[set[VReg]] = [set() for _ in code.graph]
        self.dropped = empty  # values that a loop's end does not have in registers
        self.dirty: list[set[VReg]] = [set() for _ in code.graph]  # values that a loop changes
        self.forced: list[set[VReg]] = [set() for _ in code.graph]  # values that are stored before a loop

    def run(self) -> Split:
        """Raises NoRoom."""
        self.excess = self._excesses()
        while self._walk():
            pass
        return self._result()

    # -- one walk --------------------------------------------------------------------------------------------------

    def _walk(self) -> bool:
        """One walk over all blocks. True if another must follow, because a loop's end contradicts its beginning."""
        graph = self.code.graph
        self.again = False
        self.fresh = 1 << 24
        self.parent: dict[VReg, VReg] = {}
        self.stays: dict[VReg, list[VReg]] = {}
        self.made: list[list[_Made]] = [[] for _ in graph]
        self.before_end: list[list[_Made]] = [[] for _ in graph]
        self.behind_end: list[list[_Made]] = [[] for _ in graph]
        self.entries: list[_State] = []
        self.exits: list[_State] = []
        for n, block in enumerate(graph):
            self.state = self._enter(n)
            self.entries.append(self.state.copy())
            self.count = Counter(value.cls for value in self.state.regs)
            self.out = self.made[n]
            for i in range(block.start, block.end):
                item = self.code.items[i]
                if isinstance(item, Instr):
                    self._instruction(n, i, item)
                else:
                    self.out.append(_Made("item", item, i, {}))
            self.exits.append(self.state)
            for succ in block.succ:
                if succ <= n:
                    self._close(n, succ)
        return self.again

    def _instruction(self, n: int, i: int, item: Instr) -> None:
        state, uses = self.state, self.code.uses
        read, written = self.touched[i]
        if i in self.banned:
            self._leave(n, i, self.banned[i], read)
        if self.exiles:
            self._leave(n, i, [value for value in state.regs if value in self.exiles], read)
        if not read and not written:
            self.out.append(_Made("item", item, i, {}))
            return
        current = item
        loads: list[VReg] = []
        folded: set[VReg] = set()
        shared: dict[VReg, VReg] = {}
        for value in read:
            if value in state.regs:
                continue
            twin = self._twin(value) if value not in written else None
            if twin is not None:
                shared[value] = twin
                continue
            if not self._wanted(n, i, value, value in written, len(loads), read):
                shorter = fold_slot(current, value, self._slot(value), self.code.known) if value not in self.code.constants else None
                if shorter is not None:
                    current = shorter
                    folded.add(value)
                    continue
            loads.append(value)
        for cls, limits in self.limits.items():
            more = sum([value.cls == cls for value in loads]) if loads else 0
            if self.count[cls] + more > limits[i]:
                self._make_room(n, i, cls, more, {*read, *written, *shared.values()})
        for value in loads:
            self._put(value, self._stay(value))
            self.out.append(_Made("load", item, i, {}, value))
            self.out[-1].names[value] = state.regs[value]
        names = {value: state.regs[shared.get(value, value)] for value in read if value not in folded}
        distance = {value: uses.after(n, i, value) for value in (*read, *written)}
        for value in read:
            if distance[value] >= DEAD and value not in written:
                self._drop(value)
                state.twins.pop(value, None)
        for value in written:
            self._alone(value)
            if value in folded:
                continue
            if value not in read or value not in state.regs:
                self._put(value, self._stay(value))
            names[value] = state.regs[value]
            state.clean.discard(value)
            if value in self.code.incoming and value.cold and fetches(item, value, self.code.incoming[value]):
                self.slots[value] = self.code.incoming[value]
                state.clean.add(value)
        current = self._home(n, i, item, current, read, written, distance)
        if item.copy and len(read) == len(written) == 1 and read != written:
            state.twins[written[0]] = read[0]
        for value in written:
            if value in state.regs and distance[value] >= DEAD:
                self._drop(value)
        self.out.append(_Made("item", current, i, names))

    def _leave(self, n: int, i: int, values: list[VReg], read: list[VReg]) -> None:
        """Values leave their registers, unless the instruction reads them."""
        for value in values:
            if value in self.state.regs and value not in read:
                if not self._is_clean(value, self.state.clean):
                    self._store(n, i, value)
                self._drop(value)

    def _home(
        self, n: int, i: int, item: Instr, current: Instr, read: list[VReg], written: list[VReg],
        distance: dict[VReg, int],
    ) -> Instr:  # fmt: skip
        """Make room for results. A result whose next read is far goes to its slot at once, if a form can."""
        state = self.state
        if len(written) == 1 and written[0] not in read and self._cold(written[0]):
            value = written[0]
            far = self._full_before(n, i, value, distance[value])
            if far and value in self.code.incoming and fetches(item, value, self.code.incoming[value]):
                self._drop(value)
                state.clean.add(value)
                self.slots[value] = self.code.incoming[value]
                return item.but((), replace(item.form, ops=()), mnem=FETCHED, copy=False)
            if far and value not in self.code.constants:
                folded = store_copy(current, value, self._slot(value), self.code.known) or fold_slot(
                    current, value, self._slot(value), self.code.known
                )
                if folded is not None:
                    self._drop(value)
                    state.clean.add(value)
                    return folded
        for cls, limits in self.limits.items():
            if self.count[cls] > limits[i]:
                self._make_room(n, i, cls, 0, set(written))
        return current

    def _full_before(self, n: int, i: int, value: VReg, distance: int) -> bool:
        """True if a value just made would leave before its next read: where registers lack most, it is among those read
        last."""
        cls = value.cls
        if distance >= DEAD or distance <= FAR or value in self.exiles:
            return distance < DEAD and value in self.exiles
        lacking = max(self.excess[cls][i : min(i + distance, self.code.graph[n].end)])
        if lacking <= 0:
            return False
        later = sum(
            self.code.uses.after(n, i, other) > distance
            for other in self.state.regs
            if other.cls == cls and self._cold(other)
        )
        return later < lacking

    def _wanted(self, n: int, i: int, value: VReg, changed: bool, loads: int, read: list[VReg]) -> bool:
        """True if a value that an instruction reads is worth a register from here on."""
        distance = self.code.uses.after(n, i, value)
        if distance >= DEAD or value in self.exiles:
            return False
        room = self.limits[value.cls][i] - self.count[value.cls] - loads > 0
        if room:
            return changed or distance <= NEAR
        if not changed:
            return False
        furthest = self._victim(n, i, value.cls, set(read))
        return furthest is not None and self.code.uses.after(n, i, furthest) > distance

    def _make_room(self, n: int, i: int, cls: RegClass, more: int, keep: set[VReg]) -> None:
        """Let cold values leave until ``more`` registers are free at an instruction."""
        while self.count[cls] + more > self.limits[cls][i]:
            victim = self._victim(n, i, cls, keep)
            if victim is None:
                if self.count[cls] + more > self.most[cls][i]:
                    raise NoRoom(i, cls)
                return
            if not self._is_clean(victim, self.state.clean):
                self._store(n, i, victim)
            self._drop(victim)

    def _victim(self, n: int, i: int, cls: RegClass, keep: set[VReg]) -> VReg | None:
        best, most = None, -1
        for value in self.state.regs:
            if value.cls == cls and self._cold(value) and value not in keep:
                clean = self._is_clean(value, self.state.clean)
                distance = self.code.uses.after(n, i, value) * (STORED if clean else 1)
                if distance > most:
                    best, most = value, distance
        return best

    def _store(self, n: int, i: int, value: VReg) -> None:
        at = self.code.items[i]
        self.out.append(_Made("store", at, i, {value: self.state.regs[value]}, value))
        self.state.clean.add(value)
        for first, last in self.code.loops:  # a value that the loop does not change is stored before the loop
            if first <= n <= last and value in self.code.live.live_in[first] and value not in self.forced[first]:
                if not self.code.changes(value, first, last):
                    self.forced[first].add(value)
                    self.again = True

    # -- joins and loops -------------------------------------------------------------------------------------------

    def _enter(self, n: int) -> _State:
        """The state before block ``n``, and stores and loads on the ways there."""
        graph, code = self.code.graph, self.code
        live = self.entering[n]
        before = [p for p in graph[n].pred if p < n]
        for value in live:
            if value in self.forced[n]:
                for p in before:
                    if not self._is_clean(value, self.exits[p].clean):
                        self._store_behind(p, value)
        if len(graph[n].pred) == 1 and before:
            end = self.exits[before[0]]
            return _State(
                {value: end.regs[value] for value in live if value in end.regs},
                {value for value in live if value in end.clean},
                dict(end.twins),
            )
        state = _State()
        kept = self._kept(n, live, before)
        for value in live:
            if value in kept:
                stays = [self.exits[p].regs[value] for p in before if value in self.exits[p].regs]
                stay = stays[0] if stays else self._stay(value)
                for other in stays[1:]:
                    self._same(stay, other)
                for p in before:
                    if value not in self.exits[p].regs:
                        self._load_behind(p, n, value, stay)
                state.regs[value] = stay
            else:
                for p in before:
                    if not self._is_clean(value, self.exits[p].clean):
                        self._store_behind(p, value)
                state.clean.add(value)
            if value not in self.dirty[n] and all(value in self.exits[p].clean for p in before):
                state.clean.add(value)
        return state

    def _kept(self, n: int, live: list[VReg], before: list[int]) -> set[VReg]:
        """The values that are in registers where several ways come together."""
        kept = {value for value in live if not self._cold(value)}
        used = Counter(value.cls for value in kept)
        distance = self.code.uses.entry[n]
        looping = any(p >= n for p in self.code.graph[n].pred)
        through = self._room_beside(n, live) if looping else {}
        for value in sorted((v for v in live if v not in kept), key=lambda v: (distance.get(v, DEAD), v.id)):
            ends = [value in self.exits[p].regs for p in before]
            far = distance.get(value, DEAD) >= BEYOND
            if value in self.exiles or value in self.dropped[n] or not ends or used[value.cls] >= self._limit(n, value.cls):
                continue
            if not all(ends) and (not looping or far or not self._can_load(n, value, before)):
                continue
            if looping and far:
                if through[value.cls] <= 0:
                    continue
                through[value.cls] -= 1
            kept.add(value)
            used[value.cls] += 1
        return kept

    def _limit(self, n: int, cls: RegClass) -> int:
        block = self.code.graph[n]
        return self.limits[cls][min(block.start, len(self.code.items) - 1)]

    def _can_load(self, n: int, value: VReg, before: list[int]) -> bool:
        """True if a load on each way that lacks the value runs on this way only."""
        graph = self.code.graph
        for p in before:
            if value not in self.exits[p].regs:
                lone = set(graph[p].succ) == {n}
                falls = p + 1 == n and graph[p].succ.count(n) == 1 and graph[p].succ[-1] == n
                if not lone and not falls:
                    return False
        return True

    def _room_beside(self, n: int, live: list[VReg]) -> dict[RegClass, int]:
        """For each class, how many values that a loop does not read keep their registers through the loop."""
        distance = self.code.uses.entry[n]
        idle = Counter(value.cls for value in live if distance.get(value, DEAD) >= BEYOND)
        graph = self.code.graph
        last = max(last for first, last in self.code.loops if first == n)
        inside = slice(graph[n].start, graph[last].end)
        return {cls: max(0, idle[cls] - max(self.excess[cls][inside])) for cls in self.limits}

    def _excesses(self) -> dict[RegClass, list[int]]:
        """For each class, by how much the live values outnumber the registers, at each item."""
        code = self.code
        found = {cls: [-(1 << 20)] * len(code.items) for cls in self.limits}
        for n, block in enumerate(code.graph):
            live = set(self._mine(code.live.live_out[n]))
            count = Counter(value.cls for value in live)
            for i in range(block.end - 1, block.start - 1, -1):
                item = code.items[i]
                if not isinstance(item, Instr):
                    continue
                reads, writes = self.touched[i]
                behind = dict(count)
                for value in writes:
                    if value in live:
                        live.remove(value)
                        count[value.cls] -= 1
                for value in reads:
                    if value not in live:
                        live.add(value)
                        count[value.cls] += 1
                for cls, excess in found.items():
                    excess[i] = max(count[cls], behind.get(cls, 0)) - self.limits[cls][i]
        return found

    def _close(self, n: int, head: int) -> None:
        """Compare the end of a loop with its beginning."""
        entry, end = self.entries[head], self.exits[n]
        for value in self.entering[head]:
            if value in entry.regs:
                if value not in end.regs:
                    self.dropped[head].add(value)
                    self.again = True
                    continue
                self._same(entry.regs[value], end.regs[value])
                if value in entry.clean and value not in end.clean:
                    self.dirty[head].add(value)
                    self.again = True
            elif not self._is_clean(value, end.clean):
                self._store_behind(n, value)

    def _store_behind(self, p: int, value: VReg) -> None:
        """Store a value at the end of block ``p``. The store does no harm on other ways out."""
        at = self._last(p)
        stay = self.exits[p].regs[value]
        self.before_end[p].append(_Made("store", self.code.items[at], at, {value: stay}, value))
        self.exits[p].clean.add(value)

    def _load_behind(self, p: int, n: int, value: VReg, stay: VReg) -> None:
        at = self._last(p)
        lone = set(self.code.graph[p].succ) == {n}
        moves = self.before_end[p] if lone else self.behind_end[p]
        moves.append(_Made("load", self.code.items[at], at, {value: stay}, value))

    def _last(self, p: int) -> int:
        block = self.code.graph[p]
        return next(
            (i for i in range(block.end - 1, -1, -1) if isinstance(self.code.items[i], Instr)), block.end - 1
        )  # fmt: skip

    # -- small things ----------------------------------------------------------------------------------------------

    def _mine(self, regs: Iterable[AnyReg]) -> list[VReg]:
        """The virtual registers of the classes in question, each once."""
        return [reg for reg in dict.fromkeys(regs) if isinstance(reg, VReg) and reg.cls in self.limits]

    def _cold(self, value: VReg) -> bool:
        return value.cold

    def _is_clean(self, value: VReg, clean: set[VReg]) -> bool:
        """True if the value can be had again without a store."""
        return value in clean or value in self.code.constants

    def _twin(self, value: VReg) -> VReg | None:
        """A value in a register that equals a value in the frame."""
        twin = self.state.twins.get(value)
        if twin in self.state.regs:
            return twin
        return next((one for one, other in self.state.twins.items() if other is value and one in self.state.regs), None)

    def _alone(self, value: VReg) -> None:
        """Forget what equals a value that changes."""
        twins = self.state.twins
        if twins:
            twins.pop(value, None)
            for one in [one for one, other in twins.items() if other is value]:
                del twins[one]

    def _slot(self, value: VReg) -> Slot:
        found = self.slots.get(value)
        if found is None:
            incoming = self.code.incoming.get(value)
            found = incoming or new_slot(value, self.code.widths.get(value, 0), self.code.known)
            self.slots[value] = found
        return found

    def _stay(self, value: VReg) -> VReg:
        """A name for a stay in a register that begins. Values that are not cold keep their own."""
        if not value.cold:
            return value
        self.fresh += 1
        made = VReg(self.fresh, value.name, value.cls, value.src, bits=value.bits, features=value.features)
        self.stays.setdefault(value, []).append(made)
        return made

    def _put(self, value: VReg, stay: VReg) -> None:
        if value not in self.state.regs:
            self.count[value.cls] += 1
        self.state.regs[value] = stay

    def _drop(self, value: VReg) -> None:
        if self.state.regs.pop(value, None) is not None:
            self.count[value.cls] -= 1

    def _root(self, stay: VReg) -> VReg:
        while stay in self.parent:
            stay = self.parent[stay]
        return stay

    def _same(self, one: VReg, other: VReg) -> None:
        one, other = self._root(one), self._root(other)
        if one is not other:
            self.parent[other] = one

    # -- the result ------------------------------------------------------------------------------------------------

    def _result(self) -> Split:
        code, out = self.code, Split()
        names: dict[VReg, VReg] = {}
        for value, stays in self.stays.items():
            roots = dict.fromkeys(map(self._root, stays))
            for stay in stays:  # one stay: the value never leaves its register
                names[stay] = value if len(roots) == 1 else self._root(stay)
                out.values[names[stay]] = value
            ordered = list(dict.fromkeys(names[stay] for stay in stays))
            for one, last in zip(ordered[1:], ordered):
                out.earlier[one] = [last]
        used: set[VReg] = set()
        for n, block in enumerate(code.graph):
            body = self.made[n]
            last = self._last(n)
            ends = block.start <= last and _ends(code.items[last])
            cut = len(body)
            while ends and cut and not (body[cut - 1].kind == "item" and body[cut - 1].place == last):
                cut -= 1
            cut -= ends
            for made in (*body[:cut], *self.before_end[n], *body[cut:], *self.behind_end[n]):
                self._emit(made, names, out, used)
        out.slots = {value: self.slots[value] for value in sorted(used, key=lambda value: value.id)}
        return out

    def _emit(self, made: _Made, names: dict[VReg, VReg], out: Split, used: set[VReg]) -> None:
        final = {v: name for v, stay in made.names.items() if (name := names.get(stay, stay)) is not v or made.value is v}
        item: Item = made.item
        origin: Item | None = self.code.items[made.place]
        if made.kind == "item":
            if isinstance(item, Instr):
                if item is not origin:
                    used.update(self._kept_in_frame(item, origin))
                item = renamed(item, final) if final else item
        else:
            value = made.value
            assert value is not None and isinstance(item, Instr)
            maker = self.code.constants.get(value)
            if maker is not None:
                out.again[len(out.items)] = value
                item, origin = renamed(maker, final), maker
            else:
                slot = self._slot(value)
                used.add(value)
                item, origin = self._move(made, final[value], slot), None
        out.items.append(item)
        out.origin.append(origin)
        out.place.append(made.place)

    def _kept_in_frame(self, item: Instr, origin: Item | None) -> list[VReg]:
        """The values whose slots an instruction uses in place of registers."""
        assert isinstance(origin, Instr)
        slots = [op.slot for op in item.ops if isinstance(op, Mem)]
        values = _virtual((*accesses(origin)[0], *accesses(origin)[1]))
        return [v for v in values if v in self.slots and (item.mnem == FETCHED or self.slots[v] in slots)]

    def _move(self, made: _Made, stay: VReg, slot: Slot) -> Instr:
        known = self.code.known
        assert isinstance(made.item, Instr)
        mem = Mem(None, width=8 * slot.size, slot=slot)
        spelled = known.load(stay, mem) if made.kind == "load" else known.store(stay, mem)
        return move(spelled, made.item, known.arch)


def _virtual(regs: Iterable[AnyReg]) -> list[VReg]:
    return [reg for reg in dict.fromkeys(regs) if isinstance(reg, VReg)]


def _ends(item: Item) -> bool:
    return isinstance(item, Instr) and item.form.kind in ENDS

