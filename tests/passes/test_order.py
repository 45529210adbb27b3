# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Ordering: code keeps its meaning, takes no longer by the model, and pairs stay together. The checker finds faults."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.abi import abi
from generator.isa.machine import machine
from generator.lang.contract import Kernel, Variant
from generator.library import load
from generator.machines.aarch64.timing import CORE
from generator.model import Function, Instr, Item, KernelError, Mem, R
from generator.output import available
from generator.passes import assign
from generator.passes.flow import accesses, vanishes
from generator.passes.order import Run, ordered, runs
from generator.passes.replay import check_order
from generator.pipeline import build
from tests.passes.small import SCALAR, gp, written
from tests.passes.small import function as by_hand

KERNELS = load().kernels
MADE = [
    (name, variant.name, convention)
    for name, kernel in KERNELS.items()
    for variant in kernel.variants
    if available(variant, "aarch64")
    for convention in ("aapcs64", "arm64ec")
]
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


def meaning(items: list[Instr]) -> tuple[dict[object, object], Counter[object]]:
    """Registers and flags at the end as terms over their values at the start, and each instruction's result. Loads are
    terms of their address: other tests cover memory."""
    held: dict[object, object] = {}
    made: Counter[object] = Counter()
    for item in items:
        reads, writes = accesses(item)
        sources = [*reads, *sorted(item.form.flags_read)]
        shape = tuple((op.width, op.arrangement) if isinstance(op, R) else str(op) for op in item.ops)
        term = hash((item.mnem, shape, tuple(held.get(source, source) for source in sources)))
        made[term] += 1
        for n, goal in enumerate([*writes, *sorted(item.form.flags_clobbered)]):
            held[goal] = hash((term, n))
    return held, made


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


@pytest.mark.parametrize(("name", "variant", "convention"), MADE)
def test_kernels(name: str, variant: str, convention: str) -> None:
    """Every kernel: the same instructions to the same end, in fewer cycles of the model, with the same result each
    time."""
    kernel = KERNELS[name]
    parts = straight(kernel, kernel.variant(variant), convention)
    for run, after in parts:
        assert meaning(run.items) == meaning(after)
        assert ordered(run, kernel, MODEL, ZERO) == after
    assert sum(cycles(after) for _, after in parts) <= sum(cycles(run.items) for run, _ in parts)


@pytest.mark.parametrize("name", ["aes_cbc_encrypt", "aes_cbc_decrypt", "aes_cbc_sha512_blocks"])
def test_fused_pairs_stay_together(name: str) -> None:
    function: Function = stages(KERNELS[name], KERNELS[name].variant("ce"))["function"]
    code = [item for item in function.body if isinstance(item, Instr)]
    found = [(a, b) for a, b in zip(code, code[1:]) if b.mnem in ("aesmc", "aesimc")]
    assert len(found) > 8
    for a, b in found:
        assert (a.mnem, b.mnem) in MODEL.fused and b.ops[0] == b.ops[1] == a.ops[0]


@pytest.mark.kernels("sha256_blocks")
def test_a_compare_goes_well_before_its_branch() -> None:
    body = stages(KERNELS["sha256_blocks"], KERNELS["sha256_blocks"].variant("ce"))["order"]
    code = [item for item in body if isinstance(item, Instr)]
    branch = max(n for n, item in enumerate(code) if item.form.kind == "branch" and item.form.flags_read)
    compare = max(n for n in range(branch) if code[n].form.flags_written)
    assert branch - compare > MODEL.branch


@pytest.mark.parametrize(("name", "variant", "convention"), MADE)
def test_pauses_cost_no_register(name: str, variant: str, convention: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Registers that rest before their next use do not make the function save more of them."""
    kernel = KERNELS[name]
    with_pauses: Function = stages(kernel, kernel.variant(variant), convention)["function"]
    monkeypatch.setattr(assign, "machine", lambda arch: replace(machine(arch), core=None))
    without: Function = stages(kernel, kernel.variant(variant), convention)["function"]
    assert len(with_pauses.frame.saved) <= len(without.frame.saved)
    assert with_pauses.frame.bytes <= without.frame.bytes


@pytest.mark.kernels("sha256_blocks", "sha512_blocks")
@pytest.mark.parametrize("name", ["sha256_blocks", "sha512_blocks"])
def test_pauses_in_functions_with_a_frame(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Registers rest where some values live in the frame too: the order then takes fewer cycles of the model."""
    kernel = KERNELS[name]
    paused = straight(kernel, kernel.variant("scalar"))
    assert any(
        isinstance(op, Mem) and op.slot is not None for run, _ in paused for item in run.items for op in item.ops
    )
    monkeypatch.setattr(assign, "machine", lambda arch: replace(machine(arch), core=None))
    hasty = straight(kernel, kernel.variant("scalar"))
    assert sum(cycles(after) for _, after in paused) < sum(cycles(after) for _, after in hasty)


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
