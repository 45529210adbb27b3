# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Streams may take turns with products, whose registers are fixed on x86."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.abi import abi
from generator.lang import Variant
from generator.model import Function, Instr, KernelError
from generator.pipeline import build
from tests.passes.small import written

pytestmark = pytest.mark.kernels()  # scripts of its own

HEAD = """\
# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
from generator.lang import Arg, Builder, Val, kernel, stitch

@kernel(c="void tiny(uint64_t *p, const uint64_t *q)", args=[Arg("p", rw=64), Arg("q", r=64)], source="none: made")
def tiny(k: Builder, p: Val, q: Val) -> None:
"""


def made(folder: Path, body: str, convention: str, *features: str) -> Function:
    return build(written(folder, body, HEAD), Variant("v", features), abi(convention))


STREAMS = """
x, y = k.load64(p, 2), k.load64(q, 2)
out = [k.const(k.u64, 0) for n in range(2)]
def one(n):
    with k.recording(f"s{n}") as made:
        for _ in range(3):
            low, high = k.mul_wide(x[n], y[n])
            total, c = k.add_carry(low, high)
            total, _ = k.add_carry(total, 0, c)
            k.add(out[n], total, to=out[n])
    return made
k.emit(stitch(one(0), one(1), grain=1))
k.store64(p, out)
"""


@pytest.mark.parametrize(("convention", "features"), [("sysv64", ()), ("sysv64", ("bmi2",)), ("aapcs64", ())])
def test_streams_take_turns_with_products(convention: str, features: tuple[str, ...], tmp_path: Path) -> None:
    """The fixed registers of x86's products pass from one stream to the other."""
    body = made(tmp_path, STREAMS, convention, *features).body
    wide = "umulh" if convention == "aapcs64" else "mulx" if features else "mul"
    factors = [item.ops[-1] for item in body if isinstance(item, Instr) and item.mnem == wide]
    assert len(factors) == 6 and factors[::2] == factors[:1] * 3 and factors[1::2] == factors[1:2] * 3
    assert factors[0] != factors[1]


def test_a_stream_may_not_expect_a_fixed_register(tmp_path: Path) -> None:
    """A product that an instruction of the author's own leaves in a fixed register does not outlast its piece."""
    asm = STREAMS.replace("total, c =", "k.asm('mul', x[n])\n            total, c =", 1)
    with pytest.raises(KernelError, match=r"stitch: s0 changes gp register 0, which s1 (reads|changes)"):
        made(tmp_path, asm, "sysv64")
