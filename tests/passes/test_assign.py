# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Registers for hand-made lives: first fit, pins, hints, values that few registers suit, later tries, and rests.

:mod:`tests.passes.lives` says how a life is written.
"""

from __future__ import annotations

import pytest

from generator.abi import abi
from generator.model import Phys, Src
from generator.passes.assign import NoRegister, assign, out_of_registers
from tests.passes.lives import life, lives
from tests.passes.small import small_file

pytestmark = pytest.mark.kernels()

SYSV, A64 = abi("sysv64"), abi("aapcs64")
THREE = small_file(SYSV, 3)  # rdi (7), rsi (6) and rdx (2)


def test_no_register() -> None:
    """The refusal tells of the first value that found none, and of the items where the best register is taken."""
    ranges = lives(*(life(n, (1, 9)) for n in (1, 2, 3)), life(4, (4, 7)), life(5, (4, 5)))
    with pytest.raises(NoRegister) as caught:
        assign(ranges, {}, THREE)
    told = caught.value
    assert (told.failed.reg.name, told.ranges, told.blocked) == ("v4", ranges, [2, 3])
    assert str(told) == "v4"
    fixed = {Phys("gp", n): 1 << 6 for n in THREE.order("gp")[1:]} | {Phys("gp", THREE.order("gp")[0]): 3 << 4}
    with pytest.raises(NoRegister) as caught:
        assign(lives(life(4, (4, 7))), fixed, THREE)
    assert caught.value.blocked == [3]


def test_the_words_of_the_refusal() -> None:
    """The values beside it at its most crowded place, cold ones only if there are no others."""
    ranges = lives(
        life(1, (1, 9)), life(2, (1, 3)), life(3, (6, 9)), life(5, (7, 8)), life(6, (1, 9), cold=True),
        life(7, (1, 9), cls="vec"), life(4, (4, 7)),
    )  # fmt: skip
    failed = ranges[[*ranges][-1]]
    text = str(out_of_registers(failed, ranges))
    assert text.startswith(
        "f.py:14: no gp register is left for v4; live beside it, 3 values: v1 (line 11), v3 (line 13), v5 (line 15), "
        "and 1 cold already; rank one of them cold"
    )
    equal = lives(life(1, (4, 4)), life(2, (7, 7)), life(4, (4, 7)))
    assert "1 values: v1 (line 11);" in str(
        out_of_registers(equal[[*equal][-1]], equal)
    )  # the first of two such places
    few = lives(life(6, (1, 9), cold=True), life(4, (4, 7), among=(0, 1)))
    text = str(out_of_registers(few[[*few][-1]], few))
    assert (
        " register among 2 that its instructions accept is left for v4; live beside it, 1 values: v6 (line 16);" in text
    )
    other = life(8, (1, 9))
    other.reg.src = Src("g.py", 4)
    assert "v8 (g.py:4)" in str(out_of_registers(few[[*few][-1]], few | lives(other)))
