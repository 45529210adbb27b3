# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The context managers of the language: k.loop, k.if_, k.while_, k.rarely, k.recording."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar

from generator.lang.rebound import bound, refuse_rebound
from generator.lang.values import Op, Val
from generator.model import KernelError, Src

P = ParamSpec("P")
T = TypeVar("T")


LOOPS = ("k.loop", "k.while_")


class Refuses(Protocol):
    """What scopes need of the builder: refusals that name the script's line, and the operations."""

    recorded: list[Op]

    def fail(self, message: str) -> KernelError: ...


class Scope(Generic[T]):
    """A context manager for one use by ``with``. The builder refuses a recording with an unused scope, because a call
    without ``with`` records nothing."""

    __slots__ = ("_inner", "_names", "_start", "k", "name", "src", "state")

    def __init__(self, k: Refuses, name: str, make: Callable[[], Any], src: Src) -> None:
        self._inner, self.k, self.name, self.src, self.state = make(), k, name, src, "unused"

    def __enter__(self) -> T:
        if self.state != "unused":
            raise self.k.fail(f"the {self.name} of line {self.src.line} is entered twice; expected a call of its own")
        self.state = "open"
        frame = sys._getframe(1)
        self._names: dict[str, Val] = bound(frame) if self.name in LOOPS else {}
        self._start = frame.f_lasti, len(self.k.recorded)
        entered: T = self._inner.__enter__()
        return entered

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        if kind is None and self._names:
            body = self.k.recorded[self._start[1] :]
            refuse_rebound(sys._getframe(1), self._start[0], self._names, body, self.src)
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
