# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Boolean functions of three vectors in one or two instructions.

A plan is one or two steps. A step is an instruction with the places of its sources: 0 to 2 are the inputs, 3 is the
first step's result.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import permutations

Rule = Callable[..., int]
Step = tuple[str, tuple[int, ...]]
TWO: dict[str, Rule] = {
    "and": lambda x, y: x & y, "orr": lambda x, y: x | y, "eor": lambda x, y: x ^ y, "bic": lambda x, y: x & ~y,
    "orn": lambda x, y: x | ~y,
}  # fmt: skip
THREE: dict[str, Rule] = {"bsl": lambda x, y, z: x & y | ~x & z}
SHA3: dict[str, Rule] = {"eor3": lambda x, y, z: x ^ y ^ z, "bcax": lambda x, y, z: x ^ y & ~z}
"""``bsl`` overwrites an input. The instructions of SHA3 do not, and need the feature ``sha3``."""
_INPUTS = (0xF0, 0xCC, 0xAA)


@cache
def plan(table: int, sha3: bool) -> tuple[Step, ...] | None:
    """The shortest plan for a truth table. None if two steps do not suffice."""
    single = _steps(_INPUTS, sha3)
    if table in single:
        return (single[table],)
    for made, first in single.items():
        if len(first[1]) == 2:
            second = _steps((*_INPUTS, made), sha3).get(table)
            if second is not None:
                return first, second
    return None


@cache
def _steps(values: tuple[int, ...], sha3: bool) -> dict[int, Step]:
    """Table → the step that makes it of some values. The table's earliest step wins."""
    out: dict[int, Step] = {}
    steps = [(name, rule, 2) for name, rule in TWO.items()]
    steps += [(name, rule, 3) for name, rule in ({**SHA3, **THREE} if sha3 else THREE).items()]
    for name, rule, count in steps:
        for places in permutations(range(len(values)), count):
            out.setdefault(rule(*(values[place] for place in places)) & 0xFF, (name, places))
    return out
