# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Ordering: code keeps its meaning, takes no longer by the model, and pairs stay together. The checker finds faults."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from generator.abi import abi
from generator.isa.machine import machine
from generator.lang.contract import Kernel, Variant
from generator.library import load
from generator.machines.aarch64.timing import CORE
from generator.model import Instr, Item, KernelError, R
from generator.passes.flow import accesses, vanishes
from generator.passes.judges.replay_order import check_order
from generator.passes.order.order import Run, ordered, runs
from generator.pipeline import build
from tests.passes.small import SCALAR, gp, written
from tests.passes.small import function as by_hand

KERNELS = load().kernels
MODEL, ZERO = CORE, machine("aarch64").registers.zero
HEAD = """\
# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
from generator.lang import Arg, Builder, Val, Variant, kernel

@kernel(
    c="void tiny(const uint32_t *p, uint32_t *q, uint32_t *r, size_t n)",
    args=[Arg("p", r=64, public=True), Arg("q", rw=64, public=True), Arg("r", rw=64, public=True, EXTRA),
          Arg("n", public=True)],
    source="none: made for a test", cases={"n": (0,)},
)
def tiny(k: Builder, p: Val, q: Val, r: Val, n: Val) -> None:
"""


def stages(kernel: Kernel, variant: Variant, convention: str = "aapcs64") -> dict[str, Any]:
    """The product of each stage by its name. The finished function is "function"."""
    seen: dict[str, Any] = {}
    seen["function"] = build(kernel, variant, abi(convention), seen.__setitem__)
    return seen


def straight(kernel: Kernel, variant: Variant, convention: str = "aapcs64") -> list[tuple[Run, list[Instr]]]:
    """The straight parts of a function, before and after ordering."""
    taken = runs(stages(kernel, variant, convention)["allocate"], kernel, ZERO)
    return [(run, ordered(run, kernel, MODEL, ZERO)) for run in taken if isinstance(run, Run)]


def cycles(items: list[Instr]) -> int:
    """The cycles of the model for straight code in this order."""
    ready: dict[object, int] = {}
    used: Counter[str] = Counter()
    cycle = 0
    for item in items:
        reads, writes = accesses(item)
        vector = any(isinstance(op, R) and op.reg.cls == "vec" for op in item.ops)
        unit = MODEL.unit.get(item.mnem, "vector" if vector else "alu")
        needed = max((ready.get(reg, 0) for reg in (*reads, *sorted(item.form.flags_read))), default=0)
        while cycle < needed or used.total() == MODEL.issue or used[unit] == MODEL.pipes[unit]:
            cycle, used = cycle + 1, Counter()
        used[unit] += 1
        latency = MODEL.exceptions.get((unit, item.mnem), MODEL.latency[unit])
        ready.update(dict.fromkeys((*writes, *item.form.flags_clobbered), cycle + latency))
    return max(ready.values(), default=0)


@pytest.mark.kernels("md5_blocks")
def test_other_architectures_keep_the_script_s_order() -> None:
    seen = stages(KERNELS["md5_blocks"], SCALAR, "sysv64")
    assert machine("x86_64").core is None
    assert seen["order"] == [item for item in seen["allocate"].body if not vanishes(item)]


BODY = """
x = k.load32(p)
for _ in range(9):
    k.rotl(x, 7, to=x)
k.store32(q, x, offset=8)
y = k.load32(%s)
for _ in range(20):
    k.rotl(y, 9, to=y)
k.store32(q, y, offset=60)
"""
PLACES = {
    "another argument": ("r", "align=4", True),
    "the same buffer, perhaps": ("r", 'alias="q"', False),
    "one buffer, at a distance": ("r", 'apart=("q", 64)', False),
    "the same bytes": ("q, offset=8", "align=4", False),
    "some of the same bytes": ("q, offset=6", "align=4", False),
    "other bytes": ("q, offset=12", "align=4", True),
    "nobody knows which": ("q, index=n", "align=4", False),
    "what is only read": ("p, index=n", "align=4", True),
}


@pytest.mark.kernels()  # a kernel of its own
@pytest.mark.parametrize("name", PLACES)
def test_memory(name: str, tmp_path: Path) -> None:
    """A load with many dependants goes before a store that waits, unless the two may overlap."""
    where, extra, free = PLACES[name]
    body: list[Item] = stages(written(tmp_path, BODY.strip() % where, HEAD.replace("EXTRA", extra)), SCALAR)["order"]
    code = [item.mnem for item in body if isinstance(item, Instr)]
    loads = [n for n, mnem in enumerate(code) if mnem in ("ldr", "ldur")]
    assert len(loads) == 2 and (max(loads) < code.index("str")) == free, code


@pytest.mark.kernels()
def test_a_base_that_moves(tmp_path: Path) -> None:
    """The same offset from a changed pointer is an unknown place."""
    body = BODY.replace("y = k", "q += n\ny = k").strip() % "q, offset=12"
    code = [
        item.mnem
        for item in stages(written(tmp_path, body, HEAD.replace("EXTRA", "align=4")), SCALAR)["order"]
        if isinstance(item, Instr)
    ]
    assert [mnem for mnem in code if mnem in ("ldr", "str")] == ["ldr", "str", "ldr", "str"]


@pytest.mark.kernels()  # handmade code; of the kernel its contract
def test_checker_finds_faults() -> None:
    """Handmade straight code: each adjacent pair that may not change places."""
    code = by_hand(
        [
            ("adds", gp(0), gp(1), gp(2)),  # sets flags
            ("adc", gp(3), gp(1), gp(2)),  # reads them
            ("eor", gp(4), gp(3), gp(1)),  # reads the result before
            ("eor", gp(3), gp(1), gp(2)),  # writes the register that the one before reads
            ("eor", gp(3), gp(3), gp(5)),
        ],
        "aarch64",
    )
    items = [item for item in code.body if isinstance(item, Instr)]
    kernel = KERNELS["md5_blocks"]
    nothing: list[Any] = [()] * len(items)
    check_order(items, list(items), nothing, kernel)
    for n in range(len(items) - 1):
        swapped = [*items[:n], items[n + 1], items[n], *items[n + 2 :]]
        with pytest.raises(KernelError, match="ordering is wrong"):
            check_order(items, swapped, nothing, kernel)
    for wrong in (items[1:], [*items, items[0]], [*items[1:], items[1]]):
        with pytest.raises(KernelError, match="instructions became"):
            check_order(items, wrong, nothing, kernel)


@pytest.mark.kernels("rc4_stream")
def test_checker_finds_faults_of_memory() -> None:
    """A load and a store of one place in the wrong order, invisible in registers."""
    kernel = KERNELS["rc4_stream"]
    for run, after in straight(kernel, kernel.variant("branchfree")):
        for n, touched in enumerate(run.memory):
            for access in touched:
                other = next((m for m in range(n) for a in run.memory[m] if a.write or access.write), None)
                same = other is not None and any(a.owners == access.owners for a in run.memory[other])
                if not same or other is None:
                    continue
                order_ = [item for item in after if item is not run.items[n]]
                order_.insert(order_.index(run.items[other]), run.items[n])
                with pytest.raises(KernelError, match="ordering is wrong"):
                    check_order(run.items, order_, run.memory, kernel)
                return
    raise AssertionError("no two accesses to one place")
