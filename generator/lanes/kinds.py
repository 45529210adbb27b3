# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The kind of every value of a recording: whether the value is the same for all messages.

A value has one kind in the whole recording. A value is a word of the messages if any of its assignments is.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.lang.values import Condition, Op, Val
from generator.model import KernelError

UNIFORM = "uniform"  # one value for all messages
WORD = "word"  # a word of each message
MESSAGE = "message"  # a pointer into the memory of each message
AREA = "area"  # a pointer into an area of the frame, which holds words of all messages
SPREAD = "spread"  # a constant that only words of messages meet: a vector of equal lanes from the start


class Kinds:
    """``of(val)``: a value's kind. ``origin(val)``: the argument, or the area, that a pointer points into."""

    def __init__(self, ops: Sequence[Op], params: Sequence[Val]) -> None:
        self._kinds = {val.id: MESSAGE for val in params if val.type.name == "ptr"}
        self._origins: dict[int, Val] = {val.id: val for val in params if val.type.name == "ptr"}
        changed = True
        while changed:
            changed = any([self._follow(op) for op in ops])
        self._spread(ops)

    def of(self, val: Val) -> str:
        return self._kinds.get(val.id, UNIFORM)

    def origin(self, val: Val) -> Val:
        return self._origins[val.id]

    def mixed(self, op: Op) -> bool:
        """True if an operation reads or writes anything that hangs on a message."""
        return any(self.of(val) != UNIFORM for val in (*op.dst, *operands(op)))

    def _follow(self, op: Op) -> bool:
        """Take one operation into account. True if a kind became known."""
        if op.name == "frame":
            return self._make(op, op.dst[0], AREA, op.dst[0])
        read = operands(op)
        if op.name in ("load", "load_signed"):
            found = self.of(read[0]) in (MESSAGE, AREA)
            return found and self._make(op, op.dst[0], WORD)
        pointers = [val for val in read if self.of(val) in (MESSAGE, AREA)]
        words = any(self.of(val) == WORD for val in read)
        known = False
        for dst in op.dst:
            if words:
                known |= self._make(op, dst, WORD)
            elif pointers and dst.type.name == "ptr":
                known |= self._make(op, dst, self.of(pointers[0]), self.origin(pointers[0]))
        return known

    def check(self, op: Op) -> None:
        """KernelError if an operation mixes pointers into memory of different kinds, or computes with two of them."""
        ours = [val for val in (*op.dst, *operands(op)) if val.type.name == "ptr"]
        origins = {self._origins.get(val.id) for val in ours}
        if len(origins) > 1 and op.name not in ("load", "store"):
            raise self._mixed(op, next(val for val in ours if val.id in self._origins))
        numbers = sum(arg.type.name == "ptr" for arg in op.args if isinstance(arg, Val))
        if origins != {None} and op.name in ("add", "sub") and numbers > 1:
            raise self._mixed(op, ours[0])
        for cond in op.args:
            if isinstance(cond, Condition) and self.of(cond.x) in (MESSAGE, AREA) and not isinstance(cond.y, Val):
                raise self._mixed(op, cond.x)

    def _mixed(self, op: Op, val: Val) -> KernelError:
        return KernelError(
            op.src,
            f"{op.name}: {val.name} may point into different memory, of which each message has its own, or its address "
            "is a number; expected a pointer for each memory, and pointers that move by numbers",
        )

    def _make(self, op: Op, dst: Val, kind: str, origin: Val | None = None) -> bool:
        old = self._kinds.get(dst.id)
        if old == kind and self._origins.get(dst.id) is origin:
            return False
        if old is not None:
            raise self._mixed(op, dst)
        self._kinds[dst.id] = kind
        if origin is not None:
            self._origins[dst.id] = origin
        return True

    def _spread(self, ops: Sequence[Op]) -> None:
        """Constants, and words of tables, that nothing but words of messages meets."""
        made: dict[int, bool] = {}
        for op in ops:
            plain = op.name == "const" or op.name == "load" and op.attrs.get("public") is None
            for dst in op.dst:
                if self.of(dst) == UNIFORM and dst.type.name in ("u32", "u64"):
                    made[dst.id] = made.get(dst.id, True) and plain
        for op in ops:
            wide = any(self.of(val) == WORD for val in (*op.dst, *operands(op))) or (
                op.name == "store" and self.of(op.args[0]) in (MESSAGE, AREA)
            )
            for val in operands(op):
                if val.id in made and not wide:
                    made[val.id] = False
        self._kinds.update({id_: SPREAD for id_, good in made.items() if good})


def operands(op: Op) -> list[Val]:
    """The values that an operation reads."""
    found: list[Val] = []
    for arg in op.args:
        for one in (arg.x, arg.y) if isinstance(arg, Condition) else (arg,):
            if isinstance(one, Val):
                found.append(one)
    return found
