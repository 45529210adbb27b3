# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A variant: one row of a kernel's contract, and the refusals of rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from generator.isa.features import known
from generator.isa.machine import machines
from generator.lang.declared import listed, number, pairs, refuse_types
from generator.lang.former import takes_former
from generator.model import KernelError, Src

PORTABLE = "portable"
"""The name of the row whose form portable C has, if a kernel has one. No assembly is made of it."""
MESSAGES = (0, 2, 4, 8, 16, 32)
"""The numbers of messages at once. 0: the form for one message."""


class NoEngine:
    """Stands for the engine of a variant that has none, while the variant is recorded. Each use is refused."""

    __slots__ = ("_fail", "_variant")

    def __init__(self, variant: str, fail: Callable[[str], KernelError]) -> None:
        self._variant, self._fail = variant, fail

    def __eq__(self, other: object) -> bool:
        return other is None or isinstance(other, NoEngine)

    __hash__ = None  # type: ignore[assignment]  # equal to None, and mutable objects of scripts have no digest

    def __bool__(self) -> bool:
        return False

    def _refusal(self) -> KernelError:
        return self._fail(
            f'variant {self._variant} has no engine=; expected Variant("{self._variant}", engine=…) in the contract'
        )

    def __call__(self, *_: object, **__: object) -> None:
        raise self._refusal()

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> None:
            if name.startswith("_"):
                raise AttributeError(name)
            raise self._refusal()


@takes_former
@dataclass(frozen=True, slots=True)
class Variant:
    """One way to build the kernel.

    ``features``: the features that the CPU must have. ``unit``: the register class of u32 values (``gp`` or ``vec``).
    ``params``: numbers of the kernel's own, in pairs with a name, ``(("unroll", 4),)``, read as ``k.param("unroll")``.
    ``without``: architectures that the variant is not made for, in pairs with the reason, ``(("x86", "the code of
    scalar"),)``. ``engine``: the part of the script that implements the variant, of a type that the kernel chooses,
    read as ``k.variant.engine``. Either all rows of a kernel have an engine, or none has. ``messages``: the variant is
    one of the kernel ``NAME_xMESSAGES`` for so many messages at once. A vector holds a word of all of them (``sets``:
    so many vectors); with ``streams``, each has operations of its own, which the kernel's ``for_messages=`` records.
    ``stack``: the most bytes of stack that the function may take, with every convention. 0 is no limit.

    A row called ``portable`` makes no assembly: it is the form that portable C comes from. Without it C comes from the
    first row without features.
    """

    name: str
    features: tuple[str, ...] = ()
    unit: str = "gp"
    params: tuple[tuple[str, int], ...] = ()
    without: tuple[tuple[str, str], ...] = ()
    engine: Any = field(default=None, repr=False)
    messages: int = 0
    streams: bool = False
    sets: int = 1
    stack: int = 0


def _refuse_fields(src: Src, said: str, variant: Variant, architectures: list[str]) -> None:
    """KernelError for a field of another form than :class:`Variant` describes."""
    features, params, without = variant.features, variant.params, variant.without
    messages, sets = variant.messages, variant.sets
    feature = min(known(architectures[0]))
    reasons = f'pairs of an architecture and the reason: without=(("{architectures[-1]}", "the reason"),)'
    refuse_types(
        src,
        said,
        [
            (
                "features",
                features,
                isinstance(features, tuple) and listed(features, str),
                f'a tuple of names: features=("{feature}",)',
            ),
            ("params", params, pairs(params, int), 'pairs of a name and a number: params=(("unroll", 4),)'),
            ("without", without, pairs(without, str), reasons),
            ("unit", variant.unit, variant.unit in ("gp", "vec"), "'gp' or 'vec'"),
            ("messages", messages, number(messages) and messages in MESSAGES, "2, 4, 8, 16 or 32 messages, or 0"),
            ("streams", variant.streams, isinstance(variant.streams, bool), "True or False"),
            (
                "sets",
                sets,
                number(sets) and (sets == 1 or sets in (2, 4) and 0 < messages and not messages % sets),
                "1 vector, or 2 or 4 of them with messages=N",
            ),
            ("stack", variant.stack, number(variant.stack) and variant.stack >= 0, "a number of bytes: stack=64"),
        ],
    )
    for arch, _ in without:
        if arch not in architectures:
            raise KernelError(
                src, f"{said}: without names architecture {arch!r}; expected one of {', '.join(architectures)}"
            )


def refuse_variants(src: Src, name: str, variants: Sequence[Variant], for_messages: bool = False) -> None:
    """KernelError for a variant that no CPU would ever run, or that nothing records."""
    architectures = [one.arch for one in machines()]
    if not architectures:
        raise KernelError(
            src,
            f"{name}: no machine is registered, and no feature known; expected `import generator.machines` before "
            "kernels are loaded",
        )
    if not any(not getattr(one, "messages", 0) and getattr(one, "name", "") != PORTABLE for one in variants):
        what = "has rows with messages= or of the name portable only" if variants else "is empty"
        raise KernelError(src, f"{name}: variants {what}; expected one for one message at least")
    if for_messages and not any(getattr(one, "streams", True) for one in variants):
        raise KernelError(src, f"{name}: for_messages= for no variant; expected one with messages=N, streams=True")
    for n, variant in enumerate(variants):
        if not isinstance(variant, Variant):
            raise KernelError(src, f"{name}: variants has {variant!r}; expected Variant(name, features=(…))")
        if not isinstance(variant.name, str) or not re.fullmatch(r"[A-Za-z0-9_]+", variant.name):
            raise KernelError(src, f"{name}: a variant is called {variant.name!r}; expected letters, digits and _")
        if variant.name == PORTABLE and (variant.features or variant.messages or variant.unit != "gp"):
            raise KernelError(
                src, f"{name}: variant portable is the form that C comes from; expected no features=, messages=, unit="
            )
        _refuse_fields(src, f"{name}: variant {variant.name}", variant, architectures)
        if (variant.name, variant.messages) in [(other.name, other.messages) for other in variants[:n]]:
            raise KernelError(src, f"{name}: two variants are called {variant.name}; expected another name")
        if (variant.engine is None) is not (variants[0].engine is None):
            one, other = variant.name, variants[0].name
            one, other = (other, one) if variant.engine is None else (one, other)
            raise KernelError(
                src, f"{name}: variant {one} has an engine, {other} has none; expected engine=… in each row, or in none"
            )
        if variant.messages and variant.unit != "gp":
            raise KernelError(
                src,
                f"{name}: variant {variant.name} has unit={variant.unit!r} and messages={variant.messages}; expected "
                "one of them: vectors hold the words of several messages, or each word of one",
            )
        if variant.streams and not (variant.messages and for_messages and variant.sets == 1):
            raise KernelError(
                src,
                f"{name}: variant {variant.name} has streams=True; expected messages=N with it, no sets=, and the "
                "kernel's for_messages=, a function that records the operations of all messages",
            )
        if any(set(variant.features) <= known(arch) for arch in architectures):
            continue
        every = sorted(frozenset().union(*map(known, architectures)))
        for feature in variant.features:
            if feature not in every:
                near = get_close_matches(feature, every, 3)
                hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(every)}"
                raise KernelError(src, f"{name}: variant {variant.name} names feature {feature!r}; {hint}")
        shown = ", ".join(variant.features)
        raise KernelError(src, f"{name}: variant {variant.name} needs {shown}, which no architecture has together")
