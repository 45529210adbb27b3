# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A constant that the allocation makes again is the same value: its copies equal it as before."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.abi import abi
from generator.lang import Variant
from generator.model import Imm, Instr, Item, KernelError
from generator.passes.allocation import Allocation
from generator.passes.flow import accesses
from generator.passes.judges.replay_allocation import check, check_all
from generator.pipeline import build
from tests.passes.small import HEAD, SCALAR, written

pytestmark = pytest.mark.kernels()  # scripts of its own
WRONG = "register allocation is wrong"
HEAD_4 = (
    HEAD.replace("uint32_t *p,", "uint8_t *p, const uint8_t *t, uint8_t *o,")
    .replace('Arg("p", rw=64)', 'Arg("p", rw=512, public=True), Arg("t", r=128, public=True), Arg("o", w=16)')
    .replace("p: Val, n", "p: Val, t: Val, o: Val, n")
)
BODY = """
byte, word = k.load8(t, offset=50), k.load32(t, offset=75)
last, top = k.copy(n), k.const(k.usize, 0x80000000)
k.cold(word, last, top)
k.set(last, top)
q = k.select(top.ne(0), p, p)
r = p + 83
k.load8(q, offset=11)
with k.if_(top.slt(last)):
    k.home(r)
    with k.if_(word.ge(1)):
        k.copy(q)
    with k.else_():
        k.select(last.ge(0xffffffff), t, p)
k.store8(o, byte, offset=2)
k.store64(o, k.zext(k.u64, top), offset=4)
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Allocation:
    """An allocation that makes ``top`` again, and then reads its copy ``last`` from the register of ``top``."""
    seen: dict[str, Allocation] = {}
    kernel = written(tmp_path_factory.mktemp("constants"), BODY, HEAD_4)
    build(kernel, Variant("bmi", ("bmi1", "bmi2")), abi("cdecl32"), seen.__setitem__)
    return seen["allocate"]


def remade(made: Allocation) -> list[int]:
    """The places at which an instruction is made for the second time, or later."""
    firsts: dict[int, int] = {}
    for at, item in enumerate(made.origin):
        if item is not None:
            firsts.setdefault(id(item), at)
    return [at for at, item in enumerate(made.origin) if item is not None and firsts[id(item)] != at]


def changed(made: Allocation, at: int, gone: int, *more: tuple[Item, Item]) -> Allocation:
    """The allocation with other items, each with its source, in the place of ``gone`` items."""
    body = [*made.body[:at], *(item for item, _ in more), *made.body[at + gone :]]
    origin = [*made.origin[:at], *(source for _, source in more), *made.origin[at + gone :]]
    return Allocation(body, origin, made.where, made.slots)


def test_a_copy_is_read_from_the_constant_made_again(made: Allocation) -> None:
    """The check accepts the allocation, and misses each constant that is made again if it is gone."""
    check(made)
    again = remade(made)
    assert again
    for at in again:
        with pytest.raises(KernelError, match=WRONG):
            check(changed(made, at, 1))


def test_a_value_with_two_makers_is_no_constant(made: Allocation) -> None:
    """A second maker, which makes another number, precedes the constant made again: the copy is older than both."""
    at = remade(made)[0]
    item, source = made.body[at], made.origin[at]
    assert isinstance(item, Instr) and isinstance(source, Instr)
    other, virtual = (one.but((one.ops[0], Imm(5)), one.form) for one in (item, source))
    with pytest.raises(KernelError, match=WRONG):
        check(changed(made, at, 0, (other, virtual)))


def test_a_register_without_the_copy_is_refused(made: Allocation) -> None:
    """Without the copy of ``top``, the register of ``top`` does not hold ``last``."""
    top = made.origin[remade(made)[0]]
    assert isinstance(top, Instr)
    value = accesses(top)[1]
    at = next(
        n for n, item in enumerate(made.origin) if isinstance(item, Instr) and item.copy and accesses(item)[0] == value
    )
    with pytest.raises(KernelError, match=WRONG):
        check(changed(made, at, 1))


def test_a_reader_of_flags_is_no_constant(tmp_path: Path) -> None:
    """AArch64's ``cset`` reads no register, but may not be made twice."""
    seen: dict[str, Allocation] = {}
    body = "d, c = k.sub_borrow(k.load32(p), 5)\nk.store32(p, k.zext(k.u32, c))\nk.store32(p, d, offset=4)"
    build(written(tmp_path, body), SCALAR, abi("aapcs64"), seen.__setitem__)
    made = seen["allocate"]
    given = [item for item in made.origin if item is not None]
    check_all(made, given)
    source = next(item for item in given if isinstance(item, Instr) and item.form.flags_read and not accesses(item)[0])
    at = next(n for n, item in enumerate(made.origin) if item is source)
    with pytest.raises(KernelError, match="made twice"):
        check_all(changed(made, at, 0, (made.body[at], source)), given)
