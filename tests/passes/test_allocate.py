# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Kernels with more values than registers: who leaves, and what the refusal says."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import Any

import pytest

from generator.abi import abi
from generator.lang import Variant
from generator.model import Imm, Instr, KernelError
from generator.passes.allocation import Allocation
from generator.pipeline import build
from tests.passes.small import SCALAR, line_of, small_file, written

pytestmark = pytest.mark.kernels()

SEVEN = small_file(abi("sysv64"), 7)
CROWD = "\n".join(f'v{i} = k.load32(p, offset={4 * i}, names=["v{i}"], count=1)[0]' for i in range(10))
DRAIN = "\n".join(f"k.store32(p, v{i}, offset={4 * (9 - i)})" for i in range(10))


def test_out_of_registers_names_who_holds_them(tmp_path: Path) -> None:
    kernel = written(tmp_path, f"{CROWD}\n{DRAIN}")
    with pytest.raises(KernelError) as caught:
        build(kernel, SCALAR, SEVEN)
    message = str(caught.value)
    found = re.fullmatch(
        r"(.+):(\d+): no gp register is left for (\w+); live at the same point, \d+ values: (.*); rank one of them "
        r"cold with k\.cold\(…\), keep it in k\.home\(…\), or make it later or read it earlier "
        r"\(kernel tiny, variant scalar, x86_64-apple-darwin, x86_64-linux-gnu\)",
        message,
    )
    assert found, message
    first = line_of(kernel, "v0 = ")
    assert found[1] == kernel.src.file
    assert int(found[2]) == (first + int(found[3][1:]) if found[3] != "p" else kernel.src.line)
    shown = dict(re.findall(r"(\w+) \(line (\d+)\)", found[4]))
    assert {"p", "v0", "v9"} <= {*shown, found[3]} and len(shown) >= 6
    for name, line in shown.items():
        if name.startswith("v"):
            assert int(line) == first + int(name[1:]), message


def test_cold_values_are_counted_and_not_named(tmp_path: Path) -> None:
    """Ranking them again would not help."""
    kernel = written(tmp_path, f"{CROWD}\nk.cold(p, v2)\n{DRAIN}")
    with pytest.raises(KernelError) as caught:
        build(kernel, SCALAR, SEVEN)
    found = re.search(
        r"live at the same point, (\d+) values: (.*), and (\d) cold already; of 7 registers .*; rank one",
        str(caught.value),
    )
    assert found, caught.value
    shown = re.findall(r"(\w+) \(line \d+\)", found[2])
    assert len(shown) == int(found[1]) and found[3] == "2" and not {"p", "v2"} & {*shown}


def test_only_cold_values_are_spilled(tmp_path: Path) -> None:
    """Allocation succeeds with enough cold values. Only these have slots."""
    seen: dict[str, Any] = {}
    kernel = written(tmp_path, f"{CROWD}\nk.cold(v2, v3, v5, v7)\n{DRAIN}")
    function = build(kernel, SCALAR, SEVEN, seen.__setitem__)
    names = {slot.name for slot in function.frame.slots}
    assert names and names <= {"v2", "v3", "v5", "v7"}
    made: Allocation = seen["allocate"]
    assert all(reg.cold for reg in made.slots)


def test_a_constant_is_made_again(tmp_path: Path) -> None:
    """It leaves its register without a store, and has no slot."""
    ring = "for i in range(10):\n    k.xor(v[i], v[i - 1], to=v[i])"
    body = f"far = k.const(k.u32, 77)\nv = k.load32(p, 10)\nk.cold(p, n, far, *v)\nv[0] += far\n{ring}\nv[1] += far"
    made = build(written(tmp_path, f"{body}\nk.store32(p, v)"), SCALAR, SEVEN)
    assert sum(isinstance(item, Instr) and Imm(77) in item.ops for item in made.body) > 1
    assert made.frame.slots and "far" not in {slot.name for slot in made.frame.slots}


def test_values_that_few_registers_suit_find_none(tmp_path: Path) -> None:
    """Five bytes that may not leave, where four registers have byte views and seven exist: the pointer can leave, and
    that does not help. The refusal is the first scan's."""
    body = """
    k.cold(p, n)
    values = [k.load8(p, offset=i) for i in range(5)]
    for i in range(5):
        k.xor(values[i], values[(i + 1) % 5], to=values[i])
    for i in range(5):
        k.store8(p, values[i], offset=8 + i)
    """
    with pytest.raises(KernelError, match="no gp register among 4 that its instructions accept is left for"):
        build(written(tmp_path, textwrap.dedent(body)), SCALAR, abi("cdecl32"))


def test_a_value_leaves_the_register_that_another_must_have(tmp_path: Path) -> None:
    """sha256rnds2 reads xmm0. A value that any of sixteen registers suits, among 32 with AVX-512, makes room."""
    body = """
    a, b = (k.vload(k.v128, p, offset=16 * n, name=f"long{n}") for n in range(2))
    for n in range(12):  # more than the scan tries first
        term = k.vadd(a, b, bits=32)
        k.asm("sha256rnds2", b, a, k.copy(term, "now"))
        k.asm("sha256rnds2", a, b, k.vshuffle(term, (2, 3, 0, 0)))
        k.vstore(p, k.vadd(term, a, bits=32))
    """
    build(written(tmp_path, textwrap.dedent(body)), Variant("shani", features=("ssse3", "sha")), abi("sysv64"))
