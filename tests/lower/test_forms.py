# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What single words become: squares of lanes, folded loads, masks."""

from __future__ import annotations

import pytest

from generator.lang import Builder, Val
from generator.lower.narrow import narrow_only
from generator.machines.x86.fold import fold_loads
from generator.model import Instr, Mem, R
from generator.passes.flow import accesses
from proof.equal import Judge
from proof.graph import State
from proof.memory import Map
from proof.terms import Term, extract
from tests.lower.cases_blocks import BLOCKS
from tests.lower.prove import CONFIGS, WIDE, builder, lowered, meant, prove, recorded

X64 = next(config for config in CONFIGS if config.name == "x86_64")
AVX2, AVX512 = (next(config for config in WIDE if config.name == f"x86_64-{name}") for name in ("avx2", "avx512"))
CLMUL2, EVERYTHING, PLAIN = (
    next(config for config in BLOCKS if config.name == name)
    for name in ("x86_64-clmul2", "x86_64-everything", "aarch64")
)


def terms(k: Builder) -> State:
    """The terms of a recording."""
    recording, state = recorded(EVERYTHING, k.finish().ops, Map(), k.keys_first)
    meant(recording, state)
    return state


def lane(state: State, val: Val, bits: int, number: int) -> Term:
    return extract(bits * number + bits - 1, bits * number, state["s", val.id])


@pytest.mark.parametrize(
    ("name", "bits"), [("v128", 8), ("v128", 16), ("v128", 32), ("v128", 64), ("v256", 16), ("v512", 32)]
)
def test_a_transposition_exchanges_rows_and_columns(name: str, bits: int) -> None:
    k = builder(EVERYTHING)
    rows = [k.value(getattr(k, name), f"row{n}") for n in range(128 // bits)]
    out = k.vtranspose(rows, bits=bits)
    state = terms(k)
    count = len(rows)
    assert len(out) == count
    for block in range(rows[0].type.bits // 128):
        for i in range(count):
            for j in range(count):
                got, wanted = (
                    lane(state, out[i], bits, block * count + j),
                    lane(state, rows[j], bits, block * count + i),
                )
                assert Judge().equal(got, wanted), (block, i, j)


@pytest.mark.parametrize("name", ["v256", "v512"])
def test_a_transposition_exchanges_vectors_and_blocks(name: str) -> None:
    k = builder(EVERYTHING)
    count = getattr(k, name).bits // 128
    vectors = [k.value(getattr(k, name), f"vector{n}") for n in range(count)]
    out = k.vtranspose_blocks(vectors)
    state = terms(k)
    assert len(out) == count
    for i, made in enumerate(out):
        for j, vector in enumerate(vectors):
            assert Judge().equal(lane(state, made, 128, j), lane(state, vector, 128, i)), (i, j)


def test_a_load_is_not_folded_into_another_encoding() -> None:
    """Shifts by a constant take memory only in their EVEX form, which AVX2 code must not get. Others take memory."""

    def script(k: Builder) -> None:
        x = k.vload(k.v256, k.value(k.ptr, "p"))
        k.vshl(x, 3, bits=32)
        y = k.vload(k.v256, k.value(k.ptr, "q"))
        k.vadd(k.value(k.v256, "z"), y, bits=32)

    prove(AVX2, script, fold=True)
    k = builder(AVX2)
    script(k)
    made, _ = lowered(AVX2, k.finish().ops, False)
    body = fold_loads(made.out, "x86_64")
    assert [item.mnem for item in body if isinstance(item, Instr)] == ["vmovdqu", "vpslld", "vpaddd"]


def test_a_mask_leaves_lanes_out() -> None:
    """The lanes left out become zero. The instruction does not read the destination, whose copy is not kept."""
    k = builder(AVX512)
    x, y, mask = k.value(k.v128, "x"), k.value(k.v128, "y"), k.value(k.mask, "mask")
    k.asm("vprold", k.only(x, mask), y, 30)
    made, _ = lowered(AVX512, k.finish().ops, False)
    (item,) = (item for item in made.out if isinstance(item, Instr))
    assert item.form.extended and item.zero and item.mask == R(made.vreg(mask), 64)
    assert accesses(item) == ([made.vreg(y), made.vreg(mask)], [made.vreg(x)])


def test_an_index_inside_asm_is_not_narrow() -> None:
    """A byte that addresses a memory operand of :meth:`Builder.asm` must be whole."""
    k = builder(X64)
    at = k.add(k.value(k.u8, "x"), 200)
    k.asm("mov", k.value(k.u32, "d"), k.mem(k.value(k.ptr, "p"), width=32, index=at))
    ops = k.finish().ops
    assert not narrow_only(ops)
    made, _ = lowered(X64, ops, True)
    last = made.out[-1]
    assert isinstance(last, Instr) and isinstance(last.ops[1], Mem)
    assert last.ops[1].index is made.vreg(at) and last.ops[1].width == 32
