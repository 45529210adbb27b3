# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Refuse wrong operands: constants, offsets, types and conditions. :mod:`generator.lang.arguments` checks kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from generator.lang.arguments import shown
from generator.lang.ternary import Boolean, Expr, expression
from generator.lang.values import FLAGS, SIGNED, Condition, Op, Source, Type, Val, changeable
from generator.model import KernelError, Src

OF_FLAGS = frozenset(("add_carry", "sub_borrow", "copy"))
"""The operations that make a carry or a borrow."""
FARTHEST = 1 << 31  # bytes: x86's displacements are signed and have 32 bits


def fits(constant: int, bits: int) -> bool:
    """True if a constant fits ``bits`` bits, signed or unsigned."""
    return -(1 << (bits - 1)) <= constant < 1 << bits


def conversion(*types: Type) -> str:
    """The words that make one of these types of another."""
    if all(type.cls == "gp" for type in types) or not any(type.whole for type in types):
        return "convert with k.zext or k.trunc"
    if all(type.whole for type in types):
        return "convert with k.vextract, k.vinsert or k.vbroadcast"
    return "convert with k.vbroadcast, k.vfrom or k.vconst to a vector, or with k.vword to a word"


class Operands:
    """Mixed into the builder."""

    ptr: Type
    recorded: list[Op]

    # The builder's methods.
    if TYPE_CHECKING:

        def fail(self, message: str) -> KernelError: ...
        def here(self) -> Src: ...

    def look(self, name: str, dst: tuple[Val, ...], args: tuple[Any, ...]) -> None:
        """Refuse values of another recording, constants that the result's type cannot hold, and comparisons without a
        meaning."""
        for arg in args + dst:
            kind = type(arg)
            if kind is Val:
                if arg.k is not self:
                    raise self._foreign(arg)
                if arg.type.name in FLAGS and name not in OF_FLAGS and (name != "zext" or arg in dst):
                    raise self._no_word(name, arg)
            elif kind is int:
                if dst:
                    self._fitting(name, arg, dst[0].type)
            elif kind is Condition:
                self._comparable(arg)
                self._fresh(arg)

    def _foreign(self, val: Val) -> KernelError:
        return self.fail(f"{val.name} is a value of another recording (line {val.src.line}); expected one of this call")

    def _no_word(self, op: str, val: Val) -> KernelError:
        kind = val.type.name
        mend = f"see k.zext(k.u32, {val.name}); k.{FLAGS[kind]} reads a {kind}"
        return self.fail(f"{op}: {val.name} is a {kind}; expected a word, {mend}")

    def _fitting(self, op: str, constant: int, type: Type) -> None:
        """Refuse a constant that the type cannot hold. The constant would be cut."""
        if type.cls == "mask" or type.whole:
            raise self.fail(f"{op}: constant {constant:#x} beside a {type}; expected a vector, see k.vconst")
        if not fits(constant, type.bits):
            raise self.fail(f"{op}: constant {constant:#x} does not fit {type.bits} bits, those of a {type}")

    def compared(self, kind: str, x: Val, y: Source) -> Condition:
        """The condition of ``x.lt(y)`` and the other comparisons."""
        if not isinstance(y, Val) and (not isinstance(y, int) or isinstance(y, bool)):
            raise self.fail(f"{kind}: {x.name} is compared with {shown(y)}; expected a value or a whole number")
        made = Condition(kind, x, y, self.here(), at=len(self.recorded))
        self._comparable(made)
        return made

    def _comparable(self, cond: Condition) -> None:
        """Refuse a comparison of two types, and one with a constant that the type cannot hold. A cut constant would
        give a wrong result."""
        x, y = cond.x, cond.y
        recorder: object = self
        for val in (x, y):
            if isinstance(val, Val) and val.k is not recorder:
                raise self._foreign(val)
        for val in (x, y):
            if isinstance(val, Val) and val.type.name in FLAGS:
                raise self._no_word(cond.kind, val)
        if x.type.cls == "mask" or x.type.whole:
            raise KernelError(cond.src, f"{cond.kind}: {x.name} is a {x.type}; expected a word, see k.vword")
        if cond.kind in SIGNED and x.type == self.ptr:
            raise KernelError(cond.src, f"{cond.kind}: {x.name} is a ptr, which has no sign; expected lt or ge")
        if isinstance(y, int):
            if not fits(y, x.type.bits):
                raise KernelError(cond.src, f"{cond.kind}: constant {y:#x} does not fit {x.name}, a {x.type}")
        elif x.type != y.type and {x.type.name, y.type.name} != {"ptr", "usize"}:
            raise KernelError(
                cond.src,
                f"{cond.kind}({x.name} {x.type}, {y.name} {y.type}): the types differ; expected one type, "
                f"{conversion(x.type, y.type)}",
            )

    def _fresh(self, cond: Condition) -> None:
        """Refuse the use of a condition of which a value has changed. The code would compare the new one."""
        for op in self.recorded[cond.at :]:
            for val in changeable(op):
                if val is cond.x or val is cond.y:
                    raise self.fail(
                        f"{cond} of line {cond.src.line} is used after line {op.src.line} changes {val.name}, and the "
                        f"code would compare the changed value; expected the comparison here, or one of "
                        f"k.copy({val.name})"
                    )

    def _unsettled(self, start: int) -> None:
        """Refuse a loop's body, the operations from ``start`` on, that uses a condition made before the loop and
        changes one of its values: the next round would compare the new one."""
        changed = {id(val): op for op in self.recorded[start:] for val in changeable(op)}
        for op in self.recorded[start:]:
            for cond in op.args:
                for val in (cond.x, cond.y) if type(cond) is Condition and cond.at < start else ():
                    if isinstance(val, Val) and id(val) in changed:
                        raise KernelError(
                            op.src,
                            f"{cond} of line {cond.src.line} is used in each round of a loop, and line "
                            f"{changed[id(val)].src.line} changes {val.name} in the loop; expected the comparison in "
                            f"the loop, or one of k.copy({val.name}) before the loop",
                        )

    def _words(self, op: str, *types: Type) -> None:
        for type in types[:1]:
            if type.name in FLAGS:
                raise self.fail(f"{op}: {type} is no type of words; a word's {type} comes of k.{FLAGS[type.name]}")
        for type in types:
            if type.cls == "mask" or type.whole:
                raise self.fail(
                    f"{op}: a {type} is no word; expected u8, u16, u32, u64 or usize, see k.vfrom and k.vword"
                )

    def _address(self, op: str, ptr: Val, index: Val | None, offset: int, scale: int = 1) -> dict[str, int]:
        """Checks an address, and returns what its operation notes of the index's scale: nothing, if that is 1."""
        if not isinstance(ptr, Val) or ptr.type != self.ptr:
            raise self.fail(f"{op}: the base is {getattr(ptr, 'type', type(ptr).__name__)}; expected a pointer")
        if index is not None and (index.type.cls != "gp" or index.type == self.ptr):
            raise self.fail(f"{op}: the index is {index.type}; expected an integer value")
        if not -FARTHEST <= offset < FARTHEST:
            raise self.fail(f"{op}: offset {offset:#x}; expected -2^31 to 2^31 - 1 bytes: add more to the pointer")
        if scale not in (1, 2, 4, 8):
            raise self.fail(f"{op}: scale={scale}; expected 1, 2, 4 or 8 bytes for each step of the index")
        if scale > 1 and index is None:
            raise self.fail(f"{op}: scale={scale} without an index; expected index=, or an offset in bytes")
        return {"scale": scale} if scale > 1 else {}

    def _alignment(self, op: str, align: int) -> None:
        if align not in (0, 1, 2, 4, 8, 16, 32, 64):
            raise self.fail(f"{op}: align={align}; expected 0 or a power of two up to 64 bytes")

    def _boolean(self, op: str, function: Boolean) -> Expr:
        try:
            return expression(function)
        except TypeError as error:
            raise self.fail(f"{op}: {error}; expected a function of three bits over & | ^ ~ and nothing else") from None
