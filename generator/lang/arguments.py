# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Check the kinds of the arguments that kernel scripts pass to the builder.

:func:`checked` reads a method's annotations and makes the method refuse every other kind, with the script's line.
Without the check a wrong kind would fail later, without the script's line, or would not fail at all.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from generator.lang.former import FORMER, present
from generator.lang.values import Condition, Op, Stream, Type, Val
from generator.model import KernelError, Src

T = TypeVar("T")
NONE = type(None)
OWN = frozenset({"here", "fail", "record", "finish", "asked_by_script", "compared", "look"})
"""Public methods for the generator alone. They are not part of the language, and are not checked."""

FACTS = frozenset({"abi", "arch", "messages", "registers", "variant", "vectors"})
"""What a script may read of the builder, besides its words and types."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of argument. ``types`` are accepted; ``also`` decides about other types. ``words`` describe the kind."""

    words: str
    types: frozenset[type] = frozenset()
    also: Callable[[Any], bool] = lambda arg: False


def _number(arg: Any) -> bool:
    return isinstance(arg, int) and not isinstance(arg, bool)


def _all(arg: Any, test: Callable[[Any], bool]) -> bool:
    return isinstance(arg, (list, tuple)) and all(map(test, arg))


def _source(arg: Any) -> bool:
    return isinstance(arg, Val) or _number(arg)


def _steps(arg: Any) -> bool:
    return isinstance(arg, dict) and all(isinstance(key, Val) and _number(step) for key, step in arg.items())


def _function(arg: Any) -> bool:
    return callable(arg) and not isinstance(arg, (Val, Condition, Type))


def _names(arg: Any) -> bool:
    return isinstance(arg, str) or _all(arg, lambda one: isinstance(one, str))


def _operand(arg: Any) -> bool:
    return isinstance(arg, Op) or type(arg).__module__.startswith("generator.model.")


_INT, _VAL = "a whole number", "a value"
KINDS = {
    "int": Kind(_INT, frozenset({int}), _number),
    "bool": Kind("True or False", frozenset({bool})),
    "str": Kind("a text", frozenset({str})),
    "Val": Kind(_VAL, frozenset({Val})),
    "Source": Kind(f"{_VAL} or {_INT}", frozenset({Val, int}), _number),
    "Vals": Kind("a value or a list of values", frozenset({Val}), lambda arg: _all(arg, lambda x: isinstance(x, Val))),
    "Type": Kind("a type such as k.u32", frozenset({Type})),
    "Condition": Kind("a condition such as x.lt(y)", frozenset({Condition})),
    "Turn": Kind("a condition such as x.lt(y), or a function that makes one", frozenset({Condition}), _function),
    "Stream": Kind("a recorded stream", frozenset({Stream})),
    "Boolean": Kind("a function of three bits, such as lambda x, y, z: x & y ^ z", frozenset(), _function),
    "Sequence[Val]": Kind("a list of values", frozenset(), lambda arg: _all(arg, lambda x: isinstance(x, Val))),
    "Sequence[Source]": Kind("a list of values or whole numbers", frozenset(), lambda arg: _all(arg, _source)),
    "Sequence[int]": Kind(
        "a list of whole numbers", frozenset({range, bytes}), lambda arg: _all(arg, _number)
    ),
    "Sequence[Boolean]": Kind("a list of functions of three bits", frozenset(), lambda arg: _all(arg, _function)),
    "Sequence[float]": Kind(
        "a list of numbers", frozenset(), lambda arg: _all(arg, lambda x: type(x) in (int, float))
    ),
    "Iterable[str]": Kind("a list of names, or a text of names of one letter", frozenset({str}), _names),
    "dict[Val, int]": Kind("a dictionary of values and whole numbers", frozenset({dict}), _steps),
    "Operand": Kind(
        "a value, a whole number, k.mem(…), k.view(…), k.only(…) or a label's name", frozenset({Val, int, str}),
        lambda arg: _number(arg) or _operand(arg),
    ),
    "Src": Kind("a place in a script", frozenset({Src})),
}  # fmt: skip
ALSO = {"dict[Val, int]"}  # kinds whose content must be checked too
CARRIES = {"carry", "borrow"}  # arguments that are carries
POINTERS = {"ptr", "array"}  # arguments that are pointers
OF_WORDS = {"vbroadcast", "vfrom", "value"}  # operations named like those of vectors, whose operands are words


def _kind(annotation: str) -> Kind:
    """The kind that an annotation names. KeyError for an annotation without a row in :data:`KINDS`."""
    optional = annotation.endswith(" | None")
    plain = annotation.removesuffix(" | None")
    plain = {"Val | Sequence[Val]": "Vals"}.get(plain, plain)
    found = KINDS[plain]
    types = frozenset[type]() if plain in ALSO else found.types
    return Kind(found.words + (", or None" if optional else ""), types | ({NONE} if optional else set()), found.also)


def shown(arg: Any) -> str:
    """An argument as refusals show it."""
    if isinstance(arg, Val):
        return f"{arg.name}, a {arg.type}"
    if isinstance(arg, int) and abs(arg) > 9:
        return hex(arg)
    if isinstance(arg, (int, str, NONE)):
        return repr(arg)
    return f"a {type(arg).__name__}"


def _wrong(arg: Any, kind: Kind) -> str:
    """An argument as its refusal shows it. Of a list, the first item that is wrong alone; of a dictionary, the first
    wrong pair."""
    if isinstance(arg, (list, tuple)) and kind.also([]):
        at = next((n for n, item in enumerate(arg) if not kind.also([item])), None)
        return shown(arg) if at is None else f"a {type(arg).__name__}, whose item {at} is {shown(arg[at])}"
    if isinstance(arg, dict) and kind.also({}):
        pair = next((pair for pair in arg.items() if not kind.also(dict([pair]))), None)
        return shown(arg) if pair is None else f"a dict, which has {shown(pair[0])}: {shown(pair[1])}"
    return shown(arg)


def _mend(name: str, word: str, arg: Any, kind: Kind) -> str:
    """The call that makes a value of a number."""
    if not _number(arg) or Val not in kind.types:
        return ""
    if word in CARRIES:
        return ", as k.add_carry and k.sub_borrow make one" + ("; leave a first 0 out" if arg == 0 else "")
    if word in POINTERS:
        return ", such as an argument that is a pointer"
    if name.startswith("v") and name not in OF_WORDS and (word != "index" or name == "vlookup"):
        return ", see k.vconst or k.vzero"
    return f", see k.const(k.u32, {arg})"


def checked_method(function: Callable[..., T], place: Callable[[Any], Src]) -> Callable[..., T]:
    """``function`` with a check: wrong kinds and wrong numbers of arguments are refused."""
    signature = inspect.signature(function)
    name = function.__name__.rstrip("_")
    takes = {p.name: _kind(p.annotation) for p in list(signature.parameters.values())[1:]}
    many = next((p.name for p in signature.parameters.values() if p.kind is p.VAR_POSITIONAL), "")
    single = [p.name for p in list(signature.parameters.values())[1:] if p.kind is p.POSITIONAL_OR_KEYWORD]
    fine: set[tuple[object, ...]] = set()  # types and names that passed before; scripts call often

    def look(self: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
        """Refuse an argument of a wrong kind. True if the types alone decided."""
        words = [*single, *([many] * (len(args) - len(single)) if many else [])]
        told = len(words) >= len(args)
        for word, arg in (*zip(words, args), *kwargs.items()):
            kind = takes.get(word)
            if kind is None or type(arg) in kind.types:
                continue
            told = False
            if not kind.also(arg):
                said = f"{name}: {word} is {_wrong(arg, kind)}; expected {kind.words}{_mend(name, word, arg, kind)}"
                raise KernelError(place(self), said)
        return told

    @functools.wraps(function)
    def call(self: Any, *args: Any, **kwargs: Any) -> T:
        given: tuple[object, ...] = tuple(map(type, args))
        if kwargs:
            kwargs = kwargs if FORMER.keys().isdisjoint(kwargs) else present(kwargs, takes)
            given = (*given, *kwargs, *map(type, kwargs.values()))
        if given not in fine and look(self, args, kwargs):
            fine.add(given)
        try:
            return function(self, *args, **kwargs)
        except TypeError:
            try:
                signature.bind(self, *args, **kwargs)
            except TypeError as error:
                hint = ", or k.set(dst, x), which writes into a variable" if kwargs.keys() - takes == {"to"} else ""
                raise KernelError(place(self), f"{name}: {error}; expected {name}({', '.join(takes)}){hint}") from None
            raise

    return call


def checked(cls: type[T]) -> type[T]:
    """Class decorator: turn every public method of the class itself into a :func:`checked_method`."""
    for name, member in list(vars(cls).items()):
        if inspect.isfunction(member) and not name.startswith("_") and name not in OWN:
            setattr(cls, name, checked_method(member, lambda self: self.here()))
    return cls
