# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Kernel scripts whose "Constant-time" would be false, and the tables' facts about instructions that show a secret."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.abi import abi
from generator.lang import Variant
from generator.machines.aarch64 import facts as aarch64_facts
from generator.machines.table import rows
from generator.machines.x86 import facts as x86_facts
from generator.machines.x86 import match as match_x86
from generator.model import OpSpec, Reach
from generator.pipeline import build
from tests.passes.small import SCALAR, refusal, written

HEAD = """\
# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
from generator.lang import Arg, Builder, Val, Variant, kernel
from generator.model import Mem, Phys, R

@kernel(
    c="void tiny(uint32_t *s, uint32_t *t, size_t n)",
    args=[Arg("s", rw=64), Arg("t", rw=64, public=True), Arg("n", public=True)],
    source="none: made for a test",
    exempt={"known": "a reason"},
)
def tiny(k: Builder, s: Val, t: Val, n: Val) -> None:
"""
CONVENTIONS = ("sysv64", "win64", "cdecl32", "aapcs64", "arm64ec")
everywhere = pytest.mark.parametrize("convention", CONVENTIONS)
READS = "with k.if_(k.load32(q).eq(0)):  # HERE\n    n += 1"
STORES = "k.store32(q, k.load32(s))  # HERE"
LOADED = "the branch depends on a secret (the memory at s, loaded at line 13)"


@everywhere
@pytest.mark.parametrize("order", ["s, t", "t, s"])
def test_a_choice_of_two_pointers(order: str, convention: str, tmp_path: Path) -> None:
    made = f"q = k.select(n.lt(5), {order})\n"
    assert LOADED in refusal(tmp_path, made + READS, convention, head=HEAD)
    said = refusal(tmp_path, made + STORES, convention, head=HEAD)
    assert (
        "into memory that may be part of the memory at t, which the contract calls public; expected a pointer made"
        in said
    )
    build(written(tmp_path, made + "k.store32(q, k.load32(t))", HEAD), SCALAR, abi(convention))


@everywhere
@pytest.mark.parametrize("made", ["q = k.add(t, k.sub(s, t))", "q = k.sub(s, t)\nq += t", "q = k.sub(s, t) + t"])
def test_a_pointer_made_of_a_distance(made: str, convention: str, tmp_path: Path) -> None:
    line = 12 + made.count("\n") + 1
    said = refusal(tmp_path, f"{made}\n{READS}", convention, head=HEAD)
    assert f"the branch depends on a secret (the memory at s, loaded at line {line})" in said


@everywhere
@pytest.mark.parametrize("shares", ['alias="s"', 'apart=("s", 16)'])
def test_a_public_buffer_that_may_be_a_secret_one(shares: str, convention: str, tmp_path: Path) -> None:
    head = HEAD.replace('Arg("t", rw=64, public=True)', f'Arg("t", rw=64, public=True, {shares})')
    reads = READS.replace("load32(q)", "load32(t)")
    said = refusal(tmp_path, reads, convention, head=head)
    assert "(the memory at t, which may lie in one buffer with s, loaded at line 12)" in said
    build(written(tmp_path, reads, HEAD), SCALAR, abi(convention))


@pytest.mark.parametrize(
    ("convention", "body", "features", "says"),
    [
        ("sysv64", "x = k.load64(s)\nk.asm('pext', x, x, x)  # HERE", "bmi2", "AMD cores before Zen 3 have it in"),
        ("sysv64", "x = k.load64(s)\nk.asm('pdep', x, n, x)  # HERE", "bmi2", "AMD cores before Zen 3 have it in"),
        ("win64", "x = k.vload(k.v128, s)\nk.asm('vdivps', x, x, x)  # HERE", "avx", "no vendor promises otherwise"),
        ("sysv64", "x = k.vload(k.v128, s)\nk.asm('sqrtpd', x, x)  # HERE", "sse2", "no vendor promises otherwise"),
        (
            "sysv64", "x = k.vload(k.v128, s)\nk.asm('vpmaskmovd', k.mem(s, width=128), x, x)  # HERE", "avx2",
            "vpmaskmovd: the choice of bytes in memory depends on a secret (the memory at s, loaded at line 12)",
        ),
    ],
)  # fmt: skip
def test_instructions_that_show_a_secret(convention: str, body: str, features: str, says: str, tmp_path: Path) -> None:
    assert says in refusal(tmp_path, body, convention, Variant("made", (features,)), HEAD)
    public = body.replace("load64(s)", "load64(t)").replace("k.v128, s", "k.v128, t")
    build(written(tmp_path, public, HEAD), Variant("made", (features,)), abi(convention))


# -- the tables --------------------------------------------------------------------------------------------------------

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
