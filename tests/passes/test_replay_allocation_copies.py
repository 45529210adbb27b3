# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A copy equals its source in every place of the source: in registers, and in slots stored before the copy."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.abi import abi
from generator.lang import Variant
from generator.model import Instr, KernelError, Mem
from generator.passes.allocation import Allocation
from generator.passes.judges.replay_allocation import check
from generator.pipeline import build
from tests.passes.small import HEAD, written

pytestmark = pytest.mark.kernels()  # scripts of its own
HEAD_64 = HEAD.replace("void tiny", "uint32_t tiny").replace("rw=64", "rw=64, public=True")
BODY = """
b1, b2, b3 = k.load8(p), k.load8(p, offset=1), k.load8(p, offset=2)
w4, w5, w6 = k.load32(p, offset=4), k.load32(p, offset=8), k.load32(p, offset=12, be=True)
d7, d8, d9 = k.load64(p, offset=16, be=True), k.load64(p, offset=24), k.load64(p, offset=32, be=True)
s10, s11 = k.copy(n), k.const(k.usize, 0x7f)
k.cold(p, b1, b2, b3, w5, w6, d7, d8, d9, s10, s11)
t12 = k.const(k.usize, 0)
t13 = s11 & 3
with k.while_(t12.lt(t13)):
    t15, c14 = k.sub_borrow(0, w4)
    w4, c16 = k.sub_borrow(-2, w5, c14, to=w4)
    t17, c18 = k.sub_borrow(w6, w5, c16)
    k.set(d7, d8)
    k.zext(k.u32, c14, to=w6)
    k.zext(k.u32, c16, to=w6)
    k.zext(k.u32, c18, to=w6)
    t23, c24 = k.add_carry(d8, d7)
    d8, c25 = k.add_carry(d8, d8, c24, to=d8)
    t12 += 1
k.ret(w5)
"""


def test_a_slot_stored_before_a_copy_holds_the_copy(tmp_path: Path) -> None:
    """The read of the copy's own slot goes, because a register holds the source, read from a slot that is older."""
    seen: dict[str, Allocation] = {}
    build(written(tmp_path, BODY, HEAD_64), Variant("bmi", ("bmi1", "bmi2")), abi("cdecl32"), seen.__setitem__)
    made = seen["allocate"]
    moves = [(n, item) for n, item in enumerate(made.body) if isinstance(item, Instr) and made.origin[n] is None]
    loads = [n for n, item in moves if isinstance(item.ops[1], Mem)]
    assert loads
    for n in loads:  # without one of the loads, a register holds another value
        body, origin = [*made.body[:n], *made.body[n + 1 :]], [*made.origin[:n], *made.origin[n + 1 :]]
        with pytest.raises(KernelError, match="register allocation is wrong"):
            check(Allocation(body, origin, made.where, made.slots))
