# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Registers for hand-made lives: first fit, pins, hints, values that few registers suit, later tries, and rests.

:mod:`tests.passes.lives` says how a life is written.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.abi import Abi, abi
from generator.model import Phys, Src, VReg
from generator.passes.assign import NoRegister, _hasty, _rested, assign, out_of_registers
from generator.passes.live_ranges import Range
from tests.passes.lives import life, lives
from tests.passes.small import small_file

pytestmark = pytest.mark.kernels()

SYSV, A64 = abi("sysv64"), abi("aapcs64")
THREE = small_file(SYSV, 3)  # rdi (7), rsi (6) and rdx (2)
SRC = Src("f.py", 3)
GP = tuple(Phys("gp", n) for n in range(16))


def placed(ranges: dict[VReg, Range], of: Abi = SYSV, fixed: dict[Phys, int] | None = None) -> str:
    where = assign(ranges, fixed or {}, of)
    return " ".join(f"{reg.name}:{where[reg].num}" for reg in ranges)


def test_first_fit() -> None:
    """The first register that is free for a whole life. Holes serve other lives. Earlier starts choose first, and lower
    numbers among those that start together."""
    assert placed(lives(life(1, (1, 9)), life(2, (1, 5)), life(3, (7, 9)), life(4, (6, 9)))) == "v1:0 v2:1 v3:2 v4:1"
    assert placed(lives(life(1, (1, 2), (7, 9)), life(2, (3, 6)), life(3, (3, 7)))) == "v1:0 v2:0 v3:1"
    assert placed(lives(life(2, (1, 5)), life(1, (1, 5)))) == "v2:1 v1:0"
    assert placed(lives(life(1, (3, 5)), life(2, (1, 5)))) == "v1:1 v2:0"


def test_what_the_code_names_is_taken() -> None:
    fixed = {GP[0]: 1 << 4, GP[1]: 1 << 6, GP[2]: 1 << 0}
    assert placed(lives(life(1, (1, 4)), life(2, (1, 5))), fixed=fixed) == "v1:1 v2:2"
    assert placed(lives(life(1, (5, 6)), life(2, (7, 9))), fixed=fixed) == "v1:0 v2:0"


def test_pins() -> None:
    """A pinned value has its register, before all others choose."""
    assert placed(lives(life(1, (1, 9)), life(2, (3, 5), pin=GP[0]))) == "v1:1 v2:0"
    with pytest.raises(NoRegister):
        assign(lives(life(1, (3, 5), pin=GP[0])), {GP[0]: 1 << 4}, SYSV)


def test_hints() -> None:
    """The register of a copy's other side is tried first: a value's, a pin's, or the one that the code names."""
    one, other = life(1, (1, 5)), life(2, (1, 4))
    assert placed(lives(one, other, life(3, (6, 9), hints=[other.reg]))) == "v1:0 v2:1 v3:1"
    assert placed(lives(one, other, life(3, (6, 9), hints=[GP[7]]))) == "v1:0 v2:1 v3:7"
    assert placed(lives(one, other, life(3, (5, 9), hints=[one.reg, other.reg]))) == "v1:0 v2:1 v3:1"
    late = life(4, (9, 9), pin=GP[6])
    assert placed(lives(one, late, life(3, (6, 8), hints=[late.reg]))) == "v1:0 v4:6 v3:6"
    assert placed(lives(life(3, (6, 9), hints=[life(9, (1, 1)).reg, GP[4]]))) == "v3:0"  # unplaced, and no free choice
    assert placed(lives(life(3, (1, 9), among=(0, 1), hints=[GP[7]]))) == "v3:0"


def test_few_registers_suit() -> None:
    """Where registers with byte views are few, other values leave them alone as long as others are left; so do vector
    values with those that every encoding reaches."""
    cdecl = abi("cdecl32")  # eax, ecx, edx; esi, edi, ebp, ebx
    assert placed(lives(life(1, (1, 5)), life(2, (1, 5), among=(0, 1, 2, 3))), cdecl) == "v1:6 v2:0"
    assert placed(lives(life(1, (1, 5)), life(2, (1, 5))), cdecl) == "v1:0 v2:1"
    eight = replace(cdecl, saved={"gp": (6, 7, 5, 3, 8)})  # enough for both kinds
    assert placed(lives(life(1, (1, 5)), life(2, (1, 5), among=(0, 1, 2, 3))), eight) == "v1:0 v2:1"
    assert placed(lives(life(1, (1, 5)), life(2, (1, 5), among=range(8)))) == "v1:0 v2:1"  # there are enough
    many = lives(life(1, (1, 5), cls="vec"), life(2, (1, 5), cls="vec", among=range(16)))
    assert placed(many) == "v1:16 v2:0"
    both = lives(life(1, (1, 5), among=(0, 1)), life(2, (1, 5), cls="vec"), life(3, (1, 5)))
    assert placed(both, cdecl) == "v1:0 v2:0 v3:2"


def test_others_give_way() -> None:
    """A value that one register suits sends away a value that fits anywhere; the register with the fewest such values,
    and of these the first."""
    assert placed(lives(life(1, (1, 9)), life(2, (3, 5), among=(0,)))) == "v1:1 v2:0"
    busy = lives(
        life(1, (1, 1), (9, 9)), life(2, (1, 9)), life(3, (2, 3), (7, 8)), life(4, (6, 9), among=(0, 1))
    )  # fmt: skip
    assert placed(busy) == "v1:0 v2:2 v3:0 v4:1"
    busy = lives(life(1, (1, 9)), life(2, (1, 9)), life(4, (3, 5), among=(0, 1)))
    assert placed(busy) == "v1:1 v2:2 v4:0"
    stays = lives(life(1, (1, 9), among=(0, 2)), life(2, (1, 9)), life(4, (3, 5), among=(0, 1)))
    assert placed(stays) == "v1:0 v2:2 v4:1"


def test_a_later_try() -> None:
    """A value without a register chooses first in the next try: where it would come, two short lives have the registers
    that are free for all of its own. After so many tries the longest lives choose first."""

    def crowd(times: int) -> tuple[str, list[str]]:
        """``times`` such values, behind a short life beside a longer one that begins later."""
        start = [life(1, (1, 3)), life(2, (2, 12))]
        groups = [
            (life(3 + 3 * n, (20 * n + 21, 20 * n + 24)), life(4 + 3 * n, (20 * n + 22, 20 * n + 24)),
             life(5 + 3 * n, (20 * n + 23, 20 * n + 40)))
            for n in range(times)
        ]  # fmt: skip
        fixed = {GP[2]: sum(1 << 20 * n + 38 for n in range(times))}
        words = placed(lives(*start, *(one for group in groups for one in group)), THREE, fixed).split()
        return " ".join(words[:2]), [word.partition(":")[2] for word in words[2:]]

    assert crowd(1) == ("v1:7 v2:6", ["6", "2", "7"])
    assert crowd(8) == ("v1:7 v2:6", ["6", "2", "7"] * 8)
    assert crowd(9) == ("v1:6 v2:7", ["6", "2", "7"] * 9)


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


# -- rests -------------------------------------------------------------------------------------------------------------

PAUSE = 8


def test_hasty() -> None:
    """Values whose registers were taken until less than the pause before."""
    ranges = lives(life(1, (0, 3)), life(2, (4, 9)), life(3, (12, 15)), life(4, (30, 31)))
    same = {reg: GP[0] for reg in ranges}
    assert _hasty(ranges, same, PAUSE) == 3  # the function's begin is no rest
    assert [_hasty(ranges, same, pause) for pause in (1, 2, 3, 4)] == [0, 2, 2, 3]
    assert _hasty(ranges, {reg: GP[n] for n, reg in enumerate(ranges)}, PAUSE) == 2


def test_rested() -> None:
    """The first register that rested for the pause; else the one that rested longest, and of these the first."""
    one = life(1, (20, 25))
    taken = {GP[0]: 1 << 18, GP[1]: 1 << 15, GP[2]: 1 << 15, GP[3]: 1 << 22}
    order = list(GP[:4])
    assert _rested(one, taken, order, PAUSE) == GP[1]
    assert _rested(one, taken | {GP[4]: 1 << 12}, [*order, GP[4]], PAUSE) == GP[4]
    assert _rested(one, taken, [*order, GP[5], GP[6]], PAUSE) == GP[5]
    assert _rested(one, taken, [GP[3]], PAUSE) is None
    narrow = life(1, (20, 25), among=(0,))
    assert _rested(narrow, taken, [*order, GP[5]], PAUSE) == GP[0]


def test_registers_rest_where_order_follows() -> None:
    """On AArch64 each short life takes another register; a hint goes before a rest. On x86 all take the first."""
    short = lives(*(life(n, (6 * n, 6 * n + 3)) for n in range(1, 5)))
    assert placed(short) == "v1:0 v2:0 v3:0 v4:0"
    assert placed(short, A64) == "v1:0 v2:1 v3:2 v4:3"
    hinted = lives(life(1, (1, 4)), life(2, (6, 9), hints=[[*lives(life(1, (1, 4)))][0], GP[0]]))
    assert placed(hinted, A64) == "v1:0 v2:0"


def test_rare_registers_last() -> None:
    """A function takes no rare register, unless more registers rest with them."""
    few = replace(A64, volatile={"gp": (0, 1, 13), "vec": ()}, saved={"gp": (), "vec": ()})
    two, three = (lives(*(life(n, (96 + 4 * n, 98 + 4 * n)) for n in range(1, count))) for count in (3, 4))
    assert placed(two, few) == "v1:0 v2:1"
    assert placed(three, few) == "v1:0 v2:1 v3:13"
    assert placed(three, replace(few, rare=frozenset())) == "v1:0 v2:1 v3:13"
    apart = lives(life(1, (100, 101)), life(2, (400, 402)))
    assert placed(apart, few) == "v1:0 v2:0"  # a register that has rested is as good as a new one


def test_a_saved_register_is_no_price_for_a_rest() -> None:
    few = replace(A64, volatile={"gp": (0, 1), "vec": ()}, saved={"gp": (19, 20), "vec": ()})
    assert placed(lives(*(life(n, (4 * n, 4 * n + 2)) for n in range(1, 5))), few) == "v1:0 v2:1 v3:0 v4:1"
