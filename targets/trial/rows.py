# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Tables of the tests with a row for each triple."""

from __future__ import annotations

from typing import Generic, NoReturn, TypeVar

T = TypeVar("T")


class Rows(dict[str, T], Generic[T]):
    """A table by triple. A triple without a row is a LookupError that names the table, ``place``, and an example."""

    def __init__(self, place: str, rows: dict[str, T]) -> None:
        super().__init__(rows)
        self.place = place

    def __missing__(self, triple: str) -> NoReturn:
        near = next(iter(self))
        raise LookupError(f"{self.place} has no row for {triple}; expected one such as {near!r}: {self[near]!r}")
