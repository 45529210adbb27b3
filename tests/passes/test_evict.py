# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Cold values in registers and in the frame: each rule of the eviction, seen in the code of small kernels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.abi import Abi, abi
from generator.model import Instr, Item, Mem
from generator.passes.allocation import Allocation
from generator.pipeline import build
from tests.passes.small import SCALAR, small_file, written

pytestmark = pytest.mark.kernels()

FOUR, FIVE = (small_file(abi("sysv64"), count) for count in (4, 5))


def allocated(folder: Path, body: str, of: Abi) -> Allocation:
    seen: dict[str, Any] = {}
    build(written(folder, body), SCALAR, of, seen.__setitem__)
    made: Allocation = seen["allocate"]
    return made


def slots(item: Item) -> list[Mem]:
    """The operands of an instruction that are slots of values."""
    operands = item.ops if isinstance(item, Instr) else ()
    return [op for op in operands if isinstance(op, Mem) and op.slot is not None and op.slot.incoming < 0]


def stores(made: Allocation, name: str) -> list[int]:
    """The places at which the slot called ``name`` is written."""
    return [at for at, item in enumerate(made.body) if _accesses(item, name, "w")]


def loads(made: Allocation, name: str) -> list[int]:
    return [at for at, item in enumerate(made.body) if _accesses(item, name, "r")]


def _accesses(item: Item, name: str, access: str) -> bool:
    if not isinstance(item, Instr):
        return False
    pairs = zip(item.form.ops, item.ops)
    return any(isinstance(op, Mem) and op in slots(item) and op.slot.name == name and access in spec.access  # type: ignore[union-attr]
               for spec, op in pairs)  # fmt: skip


CROWD = """
far = k.load32(p)
far.name = "far"
k.cold(far)
values = [k.load32(p, offset=4 * i) for i in range(6)]
k.cold(values)
for turn in range(3):
    for i in range(6):
        k.add(values[i], values[(i + turn + 1) % 6], to=values[i])
k.store32(p, values)
k.store32(p, far)
"""


def test_the_furthest_value_leaves(tmp_path: Path) -> None:
    """The value that is read last is stored once and loaded once, or read in its slot."""
    made = allocated(tmp_path, CROWD, FIVE)
    assert len(stores(made, "far")) == 1 and len(loads(made, "far")) == 1


def test_slots_are_as_wide_as_their_values(tmp_path: Path) -> None:
    made = allocated(tmp_path, CROWD, FIVE)
    assert {slot.size for value, slot in made.slots.items() if value.name == "far"} == {4}
    wide = CROWD.replace("load32(p)", "load64(p)")
    wide = wide.replace("k.store32(p, far)", "k.store64(p, far)")
    made = allocated(tmp_path, wide, FIVE)
    assert {slot.size for value, slot in made.slots.items() if value.name == "far"} == {8}


def test_constants_are_made_again(tmp_path: Path) -> None:
    """A constant needs no slot: its instruction stands twice."""
    made = allocated(tmp_path, CROWD.replace("k.load32(p)", "k.const(k.u32, 12345)"), FIVE)
    assert not stores(made, "far") and not loads(made, "far")
    makers = [item for item in made.origin if isinstance(item, Instr) and "12345" in str(item.ops)]
    assert len(makers) == 2 and makers[0] is makers[1]


LOOP = """
still = k.load32(p)
still.name = "still"
k.cold(still)
values = [k.load32(p, offset=4 * i) for i in range(6)]
k.cold(values)
with k.loop(n):
    for turn in range(2):
        for i in range(6):
            k.add(values[i], values[(i + turn + 1) % 6], to=values[i])
    k.add(values[0], still, to=values[0])
k.store32(p, values)
"""


def test_what_a_loop_does_not_change_is_stored_before(tmp_path: Path) -> None:
    made = allocated(tmp_path, LOOP, FIVE)
    label = next(at for at, item in enumerate(made.body) if not isinstance(item, Instr))
    assert len(stores(made, "still")) == 1 and stores(made, "still")[0] < label
    assert loads(made, "still")


def test_a_copy_for_later_is_one_store(tmp_path: Path) -> None:
    """A copy that is read much later goes from the source's register to the slot."""
    body = CROWD.replace(
        "far = k.load32(p)\n", "source = k.load32(p)\nfar = k.copy(source)\nk.add(source, 1, to=source)\n"
    )
    made = allocated(tmp_path, body.replace("k.store32(p, far)", "k.store32(p, far)\nk.store32(p, source)"), FOUR)
    [at] = stores(made, "far")
    origin = made.origin[at]
    assert isinstance(origin, Instr) and origin.copy


def test_arguments_are_not_stored_again(tmp_path: Path) -> None:
    """An argument that the caller left in memory is loaded from there, and never stored."""
    body = CROWD.replace('far = k.load32(p)\nfar.name = "far"\nk.cold(far)\n', "k.cold(n)\n")
    body = body.replace("k.store32(p, far)\n", "k.store32(p, k.trunc(k.u32, n))\n")
    made = allocated(tmp_path, body, abi("cdecl32"))
    assert not stores(made, "n")
    reads = [op.slot.name for item in made.body if isinstance(item, Instr) for op in item.ops
             if isinstance(op, Mem) and op.slot is not None and op.slot.incoming >= 0]  # fmt: skip
    assert 1 <= reads.count("n") <= 2


def test_a_register_stands_in_for_a_slot(tmp_path: Path) -> None:
    """A value in the frame that equals a value in a register is read there."""
    body = CROWD.replace(
        "k.store32(p, far)", "twin = k.copy(values[2])\nk.cold(twin)\nk.store32(p, far)\nk.store32(p, twin)"
    )
    made = allocated(tmp_path, body, FIVE)
    assert not stores(made, "twin")


def test_registers_that_the_code_names(tmp_path: Path) -> None:
    """A register of the author's own that is live on both ways of a branch is no value that could leave."""
    body = CROWD.replace(
        "for turn",
        'k.asm("mov", R(Phys("gp", 3), 64), n)\nwith k.if_(n.ne(3)):\n    k.add(far, 1, to=far)\nfor turn',
        1,
    )
    made = allocated(tmp_path, body + 'k.asm("add", n, R(Phys("gp", 3), 64))\nk.store32(p, k.trunc(k.u32, n))\n', FIVE)
    assert made.slots and all(value.cold for value in made.slots)


def test_each_stay_has_a_number_of_its_own(tmp_path: Path) -> None:
    """The scan orders values that start together by their numbers: equal ones would make the order one of chance."""
    for body in (CROWD, LOOP):
        numbers = [value.id for value in allocated(tmp_path, body, FIVE).where]
        assert len(set(numbers)) == len(numbers) > 15


def test_only_cold_values_leave(tmp_path: Path) -> None:
    made = allocated(tmp_path, CROWD, FIVE)
    assert made.slots and all(value.cold for value in made.slots)
    with pytest.raises(Exception, match="rank one of them cold"):
        allocated(tmp_path, CROWD.replace("k.cold(values)\n", "").replace("k.cold(far)\n", ""), FOUR)
