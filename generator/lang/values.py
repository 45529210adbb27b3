# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Word-level values, operations and streams."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Protocol, Union

from generator.model import KernelError, RegClass, Src


class Recorder(Protocol):
    """The builder's methods that values need: the recording of their operators."""

    def here(self) -> Src: ...
    def asked_by_script(self) -> bool: ...
    def compared(self, kind: str, x: Val, y: Source) -> Condition: ...
    def add(self, *args: Source, to: Val | None = None) -> Val: ...
    def sub(self, x: Source, y: Source, *, to: Val | None = None) -> Val: ...
    def mul(self, x: Source, y: Source, *, to: Val | None = None) -> Val: ...
    def xor(self, x: Source, y: Source, *, to: Val | None = None) -> Val: ...
    def and_(self, x: Source, y: Source, *, to: Val | None = None) -> Val: ...
    def or_(self, x: Source, y: Source, *, to: Val | None = None) -> Val: ...
    def not_(self, x: Val, *, to: Val | None = None) -> Val: ...
    def shl(self, x: Val, bits: Source, *, to: Val | None = None) -> Val: ...
    def shr(self, x: Val, bits: Source, *, to: Val | None = None) -> Val: ...


@dataclass(frozen=True, slots=True)
class Type:
    """The width of a value in bits, and the class of the register that holds the value. A register holds a u8
    zero-extended."""

    name: str
    bits: int
    cls: RegClass = "gp"

    @property
    def whole(self) -> bool:
        """True for a whole vector. False for one word in a vector register."""
        return self.cls == "vec" and self.bits >= 128

    def __str__(self) -> str:
        return self.name if self.cls == "gp" or self.whole else f"{self.name} in a vector register"

    if not TYPE_CHECKING:  # type checkers report the call themselves

        def __call__(self, *values: object, **named: object) -> None:
            caller = sys._getframe(1)
            raise KernelError(
                Src(caller.f_code.co_filename, caller.f_lineno),
                f"k.{self.name}(…): a type is no operation; expected k.const(k.u32, 5) for a number, k.vconst(…) for a "
                "vector, or k.zext(k.u64, x) and k.trunc(k.u32, x) for a value",
            )


Comparison = Callable[["Val", "Source"], "Condition"]


def comparison(method: Comparison) -> Comparison:
    """Decorator: a method of values that refuses other numbers of operands than one."""

    @functools.wraps(method)
    def call(self: Val, *others: Source, **named: Source) -> Condition:
        if len(others) != 1 or named:
            word = f"{self.name}.{method.__name__}"
            raise KernelError(self.k.here(), f"{word}: {len(others) + len(named)} operands; expected {word}(y)")
        return method(self, *others)

    return call


class Val:
    """A word-level variable. ``x + y`` makes a new variable, ``x += y`` changes ``x``. Ints stand for constants.

    Operators: ``+ - * ^ & | ~ << >>`` and their augmented forms. Comparisons are methods (``x.lt(y)`` unsigned,
    ``x.slt(y)`` signed), because a Python ``==`` could not record anything.

    A Python name is no variable: after ``b = a`` both names stand for one variable, and ``b += 1`` changes this
    variable. ``[k.const(k.u32, 0)] * 4`` is one variable four times. ``b = k.copy(a)`` makes a second variable.
    Operators that are not augmented make one too.
    """

    __slots__ = ("cold", "id", "k", "name", "src", "type")
    k: Recorder
    id: int
    name: str
    type: Type
    src: Src
    cold: bool

    def __init__(self, k: Recorder, id: int, name: str, type: Type, src: Src, cold: bool = False) -> None:
        put = object.__setattr__
        put(self, "k", k)
        put(self, "id", id)
        put(self, "name", name)
        put(self, "type", type)
        put(self, "src", src)
        put(self, "cold", cold)

    def __setattr__(self, name: str, value: object) -> None:
        fine = isinstance(value, bool) if name == "cold" else name == "name" and isinstance(value, str)
        if not fine:
            raise KernelError(
                self.k.here(), f"{self.name}.{name} = … changes nothing of the code; expected k.set({self.name}, …)"
            )
        object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        return f"{self.name}:{self.type.name}"

    @property
    def named(self) -> bool:
        """Whether a script gave the name."""
        return self.name != f"t{self.id}"

    def __bool__(self) -> bool:
        raise KernelError(self.k.here(), f"{self.name} has no value while recording; branch with k.if_(x.eq(y))")

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        """Identity of variables, for the generator. A script's ``==`` is refused: it would record nothing."""
        if other is not self and other is not None and self.k is not None and self.k.asked_by_script():
            shown = other.name if isinstance(other, Val) else repr(other)
            raise KernelError(
                self.k.here(), f"{self.name} == {shown} has no answer while recording; branch with k.if_(x.eq(y))"
            )
        return other is self

    if not TYPE_CHECKING:  # type checkers report unknown names themselves

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_") or not self.k.asked_by_script():  # the generator may probe for attributes
                raise AttributeError(name)
            word = getattr(type(self.k), name, None)
            if callable(word):
                hint = f"; expected {_as_word(name, word, self.name)}"
            else:
                near = get_close_matches(name, INVERSE, 3, 0.5)
                hint = f"; did you mean {' or '.join(near)}?" if near else f"; there are {', '.join(INVERSE)}"
            raise KernelError(self.k.here(), f"{self.name}.{name}: values have no such method{hint}")

    def __add__(self, other: Source) -> Val:
        return self.k.add(self, other)

    def __radd__(self, other: int) -> Val:
        return self.k.add(self, other)

    def __sub__(self, other: Source) -> Val:
        return self.k.sub(self, other)

    def __rsub__(self, other: int) -> Val:
        return self.k.sub(other, self)

    def __mul__(self, other: Source) -> Val:
        return self.k.mul(self, other)

    __rmul__ = __mul__

    def __xor__(self, other: Source) -> Val:
        return self.k.xor(self, other)

    __rxor__ = __xor__

    def __and__(self, other: Source) -> Val:
        return self.k.and_(self, other)

    __rand__ = __and__

    def __or__(self, other: Source) -> Val:
        return self.k.or_(self, other)

    __ror__ = __or__

    def __invert__(self) -> Val:
        return self.k.not_(self)

    def __lshift__(self, bits: Source) -> Val:
        return self.k.shl(self, bits)

    def __rshift__(self, bits: Source) -> Val:
        return self.k.shr(self, bits)

    def __iadd__(self, other: Source) -> Val:
        return self.k.add(self, other, to=self)

    def __isub__(self, other: Source) -> Val:
        return self.k.sub(self, other, to=self)

    def __imul__(self, other: Source) -> Val:
        return self.k.mul(self, other, to=self)

    def __ixor__(self, other: Source) -> Val:
        return self.k.xor(self, other, to=self)

    def __iand__(self, other: Source) -> Val:
        return self.k.and_(self, other, to=self)

    def __ior__(self, other: Source) -> Val:
        return self.k.or_(self, other, to=self)

    def __ilshift__(self, bits: Source) -> Val:
        return self.k.shl(self, bits, to=self)

    def __irshift__(self, bits: Source) -> Val:
        return self.k.shr(self, bits, to=self)

    @comparison
    def eq(self, other: Source) -> Condition:
        return self.k.compared("eq", self, other)

    @comparison
    def ne(self, other: Source) -> Condition:
        return self.k.compared("ne", self, other)

    @comparison
    def lt(self, other: Source) -> Condition:
        """Unsigned less-than."""
        return self.k.compared("lt", self, other)

    @comparison
    def ge(self, other: Source) -> Condition:
        """Unsigned greater-or-equal."""
        return self.k.compared("ge", self, other)

    @comparison
    def slt(self, other: Source) -> Condition:
        """Signed less-than."""
        return self.k.compared("slt", self, other)

    @comparison
    def sge(self, other: Source) -> Condition:
        """Signed greater-or-equal."""
        return self.k.compared("sge", self, other)


Source = Union[Val, int]
FLAGS = {"carry": "add_carry", "borrow": "sub_borrow"}
"""The types of values that are 0 or 1, and the operation that makes and reads each. A flag of the processor may hold
such a value."""
BRANCH = "branch with k.if_(x.eq(y)), choose with k.select(x.eq(y), a, b), and nest two k.if_ where both shall hold"


def _as_word(name: str, word: Callable[..., Any], value: str) -> str:
    """A call of k's word that a script has taken for a method of a value."""
    given, placed = [], False
    for one in list(inspect.signature(word).parameters.values())[1:]:
        if one.default is one.empty and one.kind is not one.KEYWORD_ONLY:
            many = ", …" if one.kind is one.VAR_POSITIONAL else ""
            takes = not placed and one.annotation in ("Val", "Source")
            given.append(f"{value if takes else one.name}{many}")
            placed |= takes
    return f"k.{name}({', '.join(given)})"


INVERSE = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "slt": "sge", "sge": "slt"}
SIGNED = frozenset({"slt", "sge"})


@dataclass(frozen=True, eq=False, slots=True)
class Condition:
    """A comparison of two values of one type; ``kind`` is eq or ne, lt or ge (unsigned), slt or sge (signed).

    The code compares where the script uses the condition. ``at``: the number of operations recorded before the script
    made it. The builder refuses the use of a condition whose values changed since. A condition is neither true nor
    false while recording: Python's ``if``, ``and``, ``or`` and ``not`` refuse it.
    """

    kind: str
    x: Val
    y: Source
    src: Src
    at: int = field(default=0, kw_only=True)

    if not TYPE_CHECKING:  # type checkers report unknown names themselves

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_") or not self.x.k.asked_by_script():
                raise AttributeError(name)
            raise KernelError(self.x.k.here(), f"{self}.{name}: conditions have no such method; {BRANCH}")

    def inverse(self) -> Condition:
        return Condition(INVERSE[self.kind], self.x, self.y, self.src, at=self.at)

    def __str__(self) -> str:
        return f"{self.x.name}.{self.kind}({self.y.name if isinstance(self.y, Val) else self.y})"


@dataclass(eq=False, slots=True)
class Op:
    """One recorded word-level operation: ``dst`` values written, ``args`` values, ints, conditions or labels read."""

    name: str
    dst: tuple[Val, ...]
    args: tuple[Any, ...]
    src: Src
    attrs: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text(str)

    def text(self, shown: Callable[[Any], str]) -> str:
        """The operation as text. ``shown`` gives the texts of its operands."""
        attrs = "".join(f" {key}={value}" for key, value in self.attrs.items() if value not in (None, 0, ""))
        left = ", ".join(map(shown, self.dst))
        args = ", ".join(hex(a) if isinstance(a, int) and a > 9 else shown(a) for a in self.args)
        return f"{left + ' = ' if left else ''}{self.name} {args}{attrs}"


def changeable(op: Op) -> Sequence[Val]:
    """The values that an operation may change. Those of an ``asm``: its operands, and those of k.bind."""
    if op.name != "asm":
        return op.dst
    bound = [arg.args[0] for arg in op.args if isinstance(arg, Op) and arg.name == "bind"]
    return [*(arg for arg in op.args if isinstance(arg, Val)), *bound]


@dataclass(slots=True)
class Stream:
    """A recorded sequence of operations that a kernel emits, or stitches with another."""

    ops: list[Op] = field(default_factory=list)
    name: str = ""
    asked: frozenset[tuple[str, Src]] = frozenset()  # of a whole kernel: the facts of the target, and the lines asking

    def __iter__(self) -> Iterator[Op]:
        return iter(self.ops)

    def __len__(self) -> int:
        return len(self.ops)
