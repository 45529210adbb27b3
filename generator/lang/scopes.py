# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The context managers of the language: k.loop, k.if_, k.while_, k.rarely, k.recording."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar

from generator.model import KernelError, Src

P = ParamSpec("P")
T = TypeVar("T")


class Refuses(Protocol):
    """The builder's method that scopes need: refusals that name the script's line."""

    def fail(self, message: str) -> KernelError: ...


class Scope(Generic[T]):
    """A context manager for one use by ``with``. The builder refuses a recording with an unused scope, because a call
    without ``with`` records nothing."""

    __slots__ = ("_inner", "k", "name", "src", "state")

    def __init__(self, k: Refuses, name: str, make: Callable[[], Any], src: Src) -> None:
        self._inner, self.k, self.name, self.src, self.state = make(), k, name, src, "unused"

    def __enter__(self) -> T:
        if self.state != "unused":
            raise self.k.fail(f"the {self.name} of line {self.src.line} is entered twice; expected a call of its own")
        self.state = "open"
        entered: T = self._inner.__enter__()
        return entered

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        left: bool | None = self._inner.__exit__(kind, error, trace)
        self.state = "closed"
        return left

    def __iter__(self) -> Iterator[T]:
        raise KernelError(self.src, f"{self.name} is no Python loop; {self.mend}")

    def __bool__(self) -> bool:
        raise KernelError(self.src, f"{self.name} has no answer while recording; {self.mend}")

    @property
    def mend(self) -> str:
        """The form that a script should use."""
        return f'expected "with {self.name}(…):" and the body below it'


def scoped(function: Callable[Concatenate[Any, P], Iterator[T]]) -> Callable[Concatenate[Any, P], Scope[T]]:
    """Decorator: a generator method of the builder, which yields in place of the body, returns a scope."""
    manager = contextmanager(function)

    def call(k: Any, /, *args: P.args, **kwargs: P.kwargs) -> Scope[T]:
        scope: Scope[T] = Scope(k, f"k.{function.__name__}", lambda: manager(k, *args, **kwargs), k.here())
        k.scopes.append(scope)
        return scope

    return functools.wraps(function)(call)
