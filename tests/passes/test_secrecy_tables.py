# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The tables' facts about instructions that show a secret."""

from __future__ import annotations

import re

from generator.machines.aarch64 import facts as aarch64_facts
from generator.machines.table import rows
from generator.machines.x86 import facts as x86_facts
from generator.machines.x86 import match as match_x86
from generator.model import OpSpec, Reach

WORD = OpSpec(("r32",), "r")
BITS = re.compile(
    r"v?(mova|movu|movh|movl|movnt|movmsk|mov|movlh|movhl|and|andn|or|xor|shuf|unpck[hl]|blend[mv]?|perm.*|insert|extract"
    r"|broadcast|maskmov|test|fpclass|compress|expand|gather[dq]|scatter[dq])(ps|pd|ss|sd|sh)|vfpclassph"
)
"""Names with floating-point endings, of instructions that move, choose or test bits."""


def test_floating_point_is_slow_unless_it_moves_bits() -> None:
    """Each name of the tables is in one of the two lists."""
    names = [
        name for name in rows("x86") if re.search(r"(ps|pd|ss|sd|ph|sh|bf16)$", name) and name[:2] not in ("vp", "re")
    ]
    names = [name for name in names if not re.fullmatch(r"p.*|(lod|sto)sd|clflush", name)]
    fast = {name for name in names if not any(row.form.facts.variable_time for row in match_x86.table("x86_64", name))}
    assert {name for name in fast if not BITS.fullmatch(name)} == set()
    assert {name for name in names if BITS.fullmatch(name)} == fast
    assert len(names) > 250
    floats = {name for name in rows("aarch64") if name[0] == "f" or name.startswith("bf")}
    assert {name for name in floats if not aarch64_facts.facts(name, ()).variable_time} == {
        "fmov", "fcsel", "fabs", "fneg", "bfc", "bfi", "bfm", "bfxil",
    }  # fmt: skip


def test_memory_without_an_operand_is_known() -> None:
    """An instruction with esi or edi as an operand without spelling reaches memory through that register."""
    found = 0
    for name, lines in rows("x86").items():
        for line in lines:
            hidden = re.findall(r"<[^>]*z([sd])i[^>]*>", line.operands)
            if hidden:
                spelled = sum("<" not in one for one in line.operands.split(","))
                seen = x86_facts.facts(name, (WORD,) * spelled, False).reach or Reach()
                assert ("s" in hidden, "d" in hidden) == (seen.loads is not None, seen.stores is not None), name
                assert (seen.count is not None) == name.startswith("rep "), name
                found += 1
    assert found > 20


def picked(name: str, operands: int) -> int | None:
    reach = x86_facts.facts(name, (WORD,) * operands, False).reach
    return reach.picks if reach is not None else None


def test_operands_that_pick_bytes_are_known() -> None:
    for name, lines in rows("x86").items():
        for line in lines:
            operands = [one for one in line.operands.split(",") if one and "<" not in one]
            if "maskmov" in name:
                assert picked(name, len(operands)) == 1, name
            if "gather" in name:  # AVX2's have a mask among their operands, the others a mask register
                assert (picked(name, len(operands)) == 2) == ("g" not in line.attributes), name
