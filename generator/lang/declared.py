# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The types of a script's declarations. A value of a wrong type is refused before Python raises an exception of its
own, which would name no accepted form."""

from __future__ import annotations

from collections.abc import Sequence

from generator.model import KernelError, Src


def listed(given: object, *kinds: type) -> bool:
    """True for a list or a tuple whose items have one of the types ``kinds`` (default: any type)."""
    return isinstance(given, (list, tuple)) and all(isinstance(one, kinds or object) for one in given)


def number(given: object) -> bool:
    """True for an integer other than True and False."""
    return isinstance(given, int) and not isinstance(given, bool)


def pair(given: object, second: type) -> bool:
    """True for a pair of a text and a value of the type ``second``."""
    if not isinstance(given, (list, tuple)) or len(given) != 2:
        return False
    return isinstance(given[0], str) and isinstance(given[1], second)


def pairs(given: object, second: type) -> bool:
    """True for a list or a tuple of :func:`pair`."""
    return isinstance(given, (list, tuple)) and all(pair(one, second) for one in given)


Declared = tuple[str, object, bool, str]
"""Name, value, whether the value's type is right, accepted form."""


def refuse_types(src: Src, said: str, declared: Sequence[Declared]) -> None:
    """KernelError for the first declared value of a wrong type. ``said`` names the declaration."""
    for name, given, fits, form in declared:
        if not fits:
            raise KernelError(src, f"{said}: {name}={given!r}; expected {form}")
