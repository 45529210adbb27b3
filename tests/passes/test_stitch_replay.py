# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The check of a stitch finds faults, and units keep chains of flags."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.abi import abi
from generator.lang.contract import Kernel
from generator.lower import lower
from generator.model import Instr, Item, KernelError, LabelDef
from generator.passes.judges.replay_order import check_merge
from generator.passes.provenance import of_virtual
from generator.passes.stitch.stitch import merge, stitch
from generator.passes.streams import Stitch, units
from generator.pipeline import record
from tests.passes.small import SCALAR
from tests.passes.stitching import PLAIN, RARE, made, one


def checked(found: Stitch, merged: list[Item], kernel: Kernel) -> None:
    everything = [item for part in found.parts for item in part.instructions() if item.form.kind == "normal"]
    check_merge(found, merged, of_virtual(everything, kernel, None), kernel, lambda *pair: None)


def faulty(found: Stitch, merged: list[Item], kernel: Kernel) -> str:
    with pytest.raises(KernelError) as caught:
        checked(found, merged, kernel)
    assert "stitching is wrong" in str(caught.value)
    return str(caught.value)


def test_checker_finds_faults(tmp_path: Path) -> None:
    kernel = made(tmp_path, RARE.format(change="1"))
    found = one(kernel)
    merged = merge(found)
    checked(found, merged, kernel)
    assert "items became" in faulty(found, merged[:-1], kernel)
    assert "items became" in faulty(found, [*merged, merged[0]], kernel)
    parts = [list(part.items) for part in found.parts]
    checked(found, [*parts[0], *parts[1]], kernel)
    checked(found, [*parts[1], *parts[0]], kernel)
    assert "own order" in faulty(found, [*parts[0][1:], parts[0][0], *parts[1]], kernel)
    label = next(n for n, item in enumerate(merged) if isinstance(item, LabelDef))
    other = next(item for item in merged[label:] if any(item is i for i in parts[1]))
    moved = [*merged[:label], other, *(item for item in merged[label:] if item is not other)]
    assert "between a branch and" in faulty(found, moved, kernel)


def test_checker_finds_split_chains(tmp_path: Path) -> None:
    """Handmade orders that neither the merge nor the hazard check should let through."""
    kernel = made(tmp_path, PLAIN)
    found = one(kernel)
    chain = found.parts[1].items
    compare = next(n for n, item in enumerate(chain) if isinstance(item, Instr) and item.mnem == "cmp")
    writer = next(i for i in found.parts[0].items if isinstance(i, Instr) and i.form.flags_written)
    at = found.parts[0].items.index(writer)
    split = [*found.parts[0].items[:at], *chain[: compare + 1], *found.parts[0].items[at:], *chain[compare + 1 :]]
    assert "sees what another stream has left" in faulty(found, split, kernel)


def test_units_hold_a_carry_chain(tmp_path: Path) -> None:
    """Flags tell the author's own chains, which have no mark."""
    body = """
        with k.recording("carry") as carry:
            k.asm("add", a, 5)
            k.asm("mov", b, 3)
            k.asm("adc", b, 0)
            k.asm("adc", n, 0)
            k.asm("mov", a, 1)
        c = k.const(k.u32, 3, "c")
        k.emit(stitch(first(k, c, p), carry, grain=1))
        k.store32(q, [a, b, c])
    """
    kernel = made(tmp_path, body)
    found = one(kernel)
    assert [len(unit) for unit in units(found.parts[1])] == [4, 1]
    chosen = abi("sysv64")
    recorded, params = record(kernel, SCALAR, chosen)
    items = stitch(lower(recorded, params, kernel, SCALAR, chosen).body, kernel, recorded.ops, params)
    names = [item.mnem for item in items if isinstance(item, Instr)]
    start = names.index("adc") - 2
    assert names[start : start + 4] == ["add", "mov", "adc", "adc"]
