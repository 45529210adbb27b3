# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The facts that passes need of a kernel's contract and recording. The language has the authors' own classes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from generator.abi import abi, first_equal
from generator.model import Src


class Parameter(Protocol):
    """A parameter of the C prototype."""

    @property
    def name(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def messages(self) -> int: ...


class Argument(Protocol):
    """An argument's promises."""

    @property
    def name(self) -> str: ...
    @property
    def public(self) -> bool: ...
    @property
    def aliases(self) -> tuple[str, ...]: ...
    @property
    def apart(self) -> tuple[str, int] | None: ...


class Contract(Protocol):
    """A kernel's contract: :class:`generator.lang.contract.Kernel`."""

    @property
    def src(self) -> Src: ...
    @property
    def returns(self) -> str: ...
    @property
    def result(self) -> str: ...
    @property
    def params(self) -> Sequence[Parameter]: ...
    @property
    def args(self) -> Sequence[Argument]: ...
    def arg(self, name: str) -> Argument: ...
    def class_of(self, name: str) -> str: ...
    def distance(self, p: str, q: str) -> int | None: ...


class WordType(Protocol):
    """The type of a word."""

    @property
    def name(self) -> str: ...
    @property
    def bits(self) -> int: ...


class Word(Protocol):
    """A word-level variable: :class:`generator.lang.values.Val`."""

    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def type(self) -> WordType: ...


class Operation(Protocol):
    """A recorded operation on words: :class:`generator.lang.values.Op`."""

    @property
    def name(self) -> str: ...
    @property
    def dst(self) -> Sequence[Word]: ...
    @property
    def args(self) -> Sequence[Any]: ...
    @property
    def attrs(self) -> Mapping[str, Any]: ...


def widths(kernel: Contract, bits: int) -> list[int]:
    """The width of each argument in bits, where pointers have ``bits``."""
    return [int(param.type[1:]) if param.type[1:].isdigit() else bits for param in kernel.params]


def family(kernel: Contract, convention: str) -> str:
    """The name of the first convention whose functions of this kernel the convention takes."""
    return first_equal(convention, tuple(widths(kernel, abi(convention).bits)))
