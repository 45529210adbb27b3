# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The pipeline asks each judge: a pass that errs is refused as a fault of the generator."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.abi import abi
from generator.lang import Variant
from generator.model import GeneratorFault, Instr
from generator.pipeline import build
from tests.passes.small import HEAD, written

pytestmark = pytest.mark.kernels()

TWO = (
    HEAD.replace("uint32_t *p, size_t n", "uint32_t *p, const uint32_t *q, size_t n")
    .replace("k: Builder, p: Val,", "k: Builder, p: Val, q: Val,")
    .replace('Arg("p", rw=64), ', 'Arg("p", rw=64), Arg("q", r=64), ')
    .replace("kernel\n", "kernel, stitch\n", 1)
)
VECTORS = """
x = k.vload(k.v128, q)
o = k.copy(p)
v = k.vload(k.v128, p)
k.set(p, q)
x ^= v
p += 16
k.vstore(o, x ^ k.vload(k.v128, p) ^ k.vload(k.v128, q))
"""
STREAMS = """
a, b = k.load32(q), k.load32(q, offset=4)
with k.recording("one") as one:
    for i in range(9):
        k.rotl(a, i + 1, to=a)
    k.store32(p, a)
with k.recording("two") as two:
    k.load32({place}, to=b)
k.emit(stitch(one, two, grain=1))
k.store32(p, a ^ b, offset=4)
"""


def _backwards(run: Any, *rest: Any) -> list[Instr]:
    return list(reversed(run.items))


FAULTS: dict[str, tuple[str, str, str, Callable[..., Any], str]] = {
    "a load past a change of its address": (
        "sysv64", VECTORS, "machines.x86.fold._swaps", lambda load, copy: True, "folding loads is wrong",
    ),
    "values that the entry forgets": (
        "win64", VECTORS, "passes.allocate.entry._held", lambda allocation, end: [], "register allocation is wrong",
    ),
    "code backwards": (
        "aapcs64", STREAMS.format(place="q"), "passes.order.order.ordered", _backwards, "ordering is wrong",
    ),
    "streams that share memory": (
        "sysv64", STREAMS.format(place="p"), "passes.stitch.stitch.refuse_hazards", lambda *given: None,
        "stitching is wrong: .* comes before .*, perhaps of the same memory",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_pass_that_errs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    convention, body, where, wrong, words = FAULTS[name]
    variant = Variant("avx", ("avx",)) if convention != "aapcs64" else Variant("neon")
    kernel = written(tmp_path, body, TWO)
    monkeypatch.setattr(f"generator.{where}", wrong)
    with pytest.raises(GeneratorFault, match=rf"tiny\.py:\d+: a fault of asmloom and not of this script, .*{words}"):
        build(kernel, variant, abi(convention))
