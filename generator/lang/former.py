# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Former names of arguments. Scripts may still use them where the present name is not given, too."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Container
from typing import Any, TypeVar

T = TypeVar("T")
FORMER = {
    "lane": ("bits", "unit"),
    "lanes": ("messages",),
    "beside": ("inline", "interleaved"),
}
"""Former name → the names that have it now, in one place or another."""


def present(given: dict[str, Any], takes: Container[str]) -> dict[str, Any]:
    """Arguments by their present names, for a function that takes these."""

    def now(name: str) -> str:
        if name in takes:
            return name
        return next((one for one in FORMER.get(name, ()) if one in takes and one not in given), name)

    return {now(name): value for name, value in given.items()}


def takes_former(cls: type[T]) -> type[T]:
    """Class decorator: the constructor takes former names of fields, too."""
    made = cls.__init__
    names = tuple(inspect.signature(made).parameters)

    @functools.wraps(made)
    def init(self: Any, *args: Any, **given: Any) -> None:
        made(self, *args, **(given if FORMER.keys().isdisjoint(given) else present(given, names)))

    setattr(cls, "__init__", init)  # noqa: B010  # mypy refuses an assignment
    return cls
