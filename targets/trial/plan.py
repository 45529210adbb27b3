# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The part of a test plan that the kernel's contract does not know.

Buffers, their sizes, alignments, guard pages, in-place calls and distances come from the contract: see plans_cases.py
and plans_layout.py. A plan has no field for any of these.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Union

SEED = 0x6C6F6F6D
Contents = Mapping[str, bytes]
"""Bytes by the name of an argument."""
Numbers = Mapping[str, int]
"""The values of arguments that are numbers."""
Given = Mapping[str, Union[int, bytes]]
"""Some arguments of a call: values of numbers, and bytes of pointers' buffers."""
Maker = Callable[[random.Random, int], bytes]
"""Makes plausible contents of the contract's size in bytes."""


def _nothing(rng: random.Random) -> Iterable[Given]:
    return ()


@dataclass(frozen=True)
class Plan:
    """``reference``: computes the bytes that the kernel writes from the bytes that the kernel reads. ``contents``:
    makes the bytes of arguments for which random bytes are not plausible. ``counts``: the values of number arguments.
    The argument of the contract's ``size=`` is the amount of work, 0 to 9 if the plan is silent. ``aligned``: the
    amounts of work that meet all 64 alignments. ``long``: amounts that meet guard pages only. ``special``: telling
    arguments; the calls' other arguments are the usual ones. ``seed``: of all random choices.
    ``pieces``: whether messages come in pieces of any amount of work."""

    reference: Callable[[Contents], Contents]
    contents: Mapping[str, Maker] = field(default_factory=dict)
    counts: Mapping[str, Sequence[int]] = field(default_factory=dict)
    aligned: Sequence[int] = ()
    long: Sequence[int] = ()
    special: Callable[[random.Random], Iterable[Given]] = _nothing
    seed: int = SEED
    pieces: bool = True

    def answer(self, read: Contents, numbers: Numbers) -> tuple[Contents, int | None]:
        """The bytes that the kernel writes, and its result (None: the kernel has none)."""
        return self.reference(read), None
