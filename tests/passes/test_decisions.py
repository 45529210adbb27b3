# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What allocation, eviction and order decide, in numbers: random programs where registers are short.

A wrong allocation or order is refused by its replay. These numbers hold what no replay sees: code that is right and
dearer, or a choice that hangs on something else. A rule that is meant to change changes rows: run this file as a module
for the new table, and look at what became dearer.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from generator.abi import Abi, abi
from generator.model import AnyReg, Instr, Item, Mem
from generator.passes.allocation import Allocation
from generator.passes.flow import accesses, blocks
from generator.passes.waste import wasteful
from generator.pipeline import build
from tests.passes.programs import program
from tests.passes.small import SCALAR, small_file

pytestmark = pytest.mark.kernels()

TABLE = Path(__file__).with_name("decisions.txt")


@dataclass(frozen=True)
class Subject:
    """Random programs for one set of registers. ``hot``: about so many values may not leave their registers."""

    of: Abi
    seeds: range
    values: int
    hot: int = 1
    lane: str = "gp"


SUBJECTS = {
    "sysv64": Subject(abi("sysv64"), range(3), 14, 3),  # a few values too many, behind an entry of its own
    "sysv64-of-7": Subject(small_file(abi("sysv64"), 7), range(10, 20), 10),
    "cdecl32": Subject(abi("cdecl32"), range(20, 30), 5),  # arguments in memory, pairs of registers, byte views
    "aapcs64-of-8": Subject(small_file(abi("aapcs64"), 8), range(30, 36), 10),  # evicted and ordered
    "aapcs64": Subject(abi("aapcs64"), range(40, 43), 12, 3),  # registers rest
    "arm64ec": Subject(abi("arm64ec"), range(40, 42), 20, 3),
    "vectors-sysv64-of-9": Subject(small_file(abi("sysv64"), 9), range(50, 54), 20, 1, "vec"),
    "vectors-aapcs64-of-10": Subject(small_file(abi("aapcs64"), 10), range(60, 62), 20, 1, "vec"),
}
CASES = [f"{name} {seed}" for name, subject in SUBJECTS.items() for seed in subject.seeds]


def facts(case: str) -> str:
    name, _, seed = case.partition(" ")
    subject, seen = SUBJECTS[name], dict[str, Any]()
    kernel = program("tiny", int(seed), subject.lane, subject.values, subject.hot)
    function = build(kernel, SCALAR, subject.of, seen.__setitem__)
    made: Allocation = seen["allocate"]
    ordered = [item for item in seen["order"] if isinstance(item, Instr)]
    moves = [i for i, (item, source) in enumerate(zip(made.body, made.origin)) if source is None and _slots(item)]
    loads = [i for i in moves if _loads(made.body[i])]
    counts = {
        "instructions": len(ordered),
        "in loops": sum(block.depth * (block.end - block.start) for block in blocks(made.body)),
        "loads": len(loads),
        "stores": len(moves) - len(loads),
        "on slots": sum(_slots(item) for item in ordered) - len(moves),
        "copies": sum(item.copy for item in ordered),
        "frame": function.frame.bytes,
        "saved": len(function.frame.saved),
        "wasted": len(wasteful(function, subject.of)),
        "hasty": _hasty(ordered),
    }
    uses = Counter(reg for item in ordered for regs in accesses(item) for reg in regs)
    used = sorted(uses.items(), key=lambda one: (one[0].cls, getattr(one[0], "num", 0)))
    return ", ".join(f"{what} {n}" for what, n in counts.items()) + "; uses " + " ".join(str(n) for _, n in used)


def _slots(item: Item) -> bool:
    """Whether an instruction accesses the frame's place of a value."""
    ops = item.ops if isinstance(item, Instr) else ()
    return any(isinstance(op, Mem) and op.slot is not None and op.slot.incoming < 0 for op in ops)


def _loads(item: Item) -> bool:
    assert isinstance(item, Instr)
    return any(isinstance(op, Mem) and spec.access == "r" for op, spec in zip(item.ops, item.form.ops))


def _hasty(items: list[Instr]) -> int:
    """Reads of what one of the two instructions before has written: a core that executes in order waits there."""
    written: dict[AnyReg, int] = {}
    found = 0
    for i, item in enumerate(items):
        reads, writes = accesses(item)
        found += sum(i - written.get(reg, -9) < 3 for reg in reads)
        written.update(dict.fromkeys(writes, i))
    return found


def table() -> dict[str, str]:
    rows = [line.partition(": ") for line in TABLE.read_text("utf-8").splitlines() if not line.startswith("#")]
    return {name: text for name, _, text in rows}


EXPECTED = table() if TABLE.exists() else {}


@pytest.mark.parametrize("case", CASES)
def test_decisions(case: str) -> None:
    assert facts(case) == EXPECTED[case]


def test_the_table() -> None:
    assert list(EXPECTED) == CASES


if __name__ == "__main__":
    HEAD = [line for line in TABLE.read_text("utf-8").splitlines() if line.startswith("#")]
    TABLE.write_text("\n".join([*HEAD, *(f"{case}: {facts(case)}" for case in CASES)]) + "\n", "utf-8")
