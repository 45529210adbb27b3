# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The code that a walk has decided on."""

from __future__ import annotations

from generator.model import FETCHED, Instr, Item, Mem, Slot, VReg
from generator.passes.allocate.evict_code import Made, Split, virtual
from generator.passes.allocate.evict_joins import Joins
from generator.passes.allocate.spill import move, renamed
from generator.passes.flow import ENDS, accesses


class Result(Joins):
    """From decisions to items."""

    def _result(self) -> Split:
        code, out = self.code, Split()
        names: dict[VReg, VReg] = {}
        for value, stays in self.stays.items():
            roots = dict.fromkeys(map(self._root, stays))
            for stay in stays:  # one stay: the value never leaves its register
                names[stay] = value if len(roots) == 1 else self._root(stay)
                out.values[names[stay]] = value
            ordered = list(dict.fromkeys(names[stay] for stay in stays))
            for one, before in zip(ordered[1:], ordered):
                out.earlier[one] = [before]
        used: set[VReg] = set()
        for n, block in enumerate(code.graph):
            body = self.made[n]
            last = self._last(n)
            ends = block.start <= last and _ends(code.items[last])
            cut = len(body)
            while ends and cut and not (body[cut - 1].kind == "item" and body[cut - 1].place == last):
                cut -= 1
            cut -= ends
            for made in (*body[:cut], *self.before_end[n], *body[cut:], *self.after_end[n]):
                self._emit(made, names, out, used)
        out.slots = {value: self.slots[value] for value in sorted(used, key=lambda value: value.id)}
        return out

    def _emit(self, made: Made, names: dict[VReg, VReg], out: Split, used: set[VReg]) -> None:
        final = {
            v: name for v, stay in made.names.items() if (name := names.get(stay, stay)) is not v or made.value is v
        }
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
        values = virtual((*accesses(origin)[0], *accesses(origin)[1]))
        return [v for v in values if v in self.slots and (item.mnem == FETCHED or self.slots[v] in slots)]

    def _move(self, made: Made, stay: VReg, slot: Slot) -> Instr:
        known = self.code.known
        assert isinstance(made.item, Instr)
        mem = Mem(None, width=8 * slot.size, slot=slot)
        spelled = known.load(stay, mem) if made.kind == "load" else known.store(stay, mem)
        return move(spelled, made.item, known.arch)


def _ends(item: Item) -> bool:
    return isinstance(item, Instr) and item.form.kind in ENDS
