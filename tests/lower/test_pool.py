# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The pool of vector constants: its layout, shared pieces, and its address in code without rip."""

from __future__ import annotations

import pytest

from generator.abi import abi
from generator.lang import Arg, Builder, Val, Variant, kernel
from generator.lower import lower
from generator.model import Instr, Item, Mem, Table
from generator.pipeline import build, record
from tests.lower.prove import WIDE, lowering

CONFIG = {config.name: config for config in WIDE}
A, B, C, D = (bytes([n]) * 15 + b"\1" for n in (1, 2, 3, 4))


def placed(*constants: bytes) -> tuple[list[int], bytes]:
    """The offsets of constants requested one after the other, and the pool."""
    made = lowering(CONFIG["x86_64-avx512"])
    return [made.pool_offset(data) for data in constants], b"".join(made.blocks)


def test_layout() -> None:
    """Each constant is aligned to its size, whatever comes before, and appears once."""
    assert placed(A, B, A, B) == ([0, 16, 0, 16], A + B)
    assert placed(A, A + B) == ([0, 32], A + bytes(16) + A + B)
    assert placed(A, A + B + C + D) == ([0, 64], A + bytes(48) + A + B + C + D)
    assert placed(A + B + C + D, C, C + D, A + B, D) == ([0, 32, 32, 0, 48], A + B + C + D)
    assert placed(A + B + C + D, B + C) == ([0, 64], A + B + C + D + B + C)  # present, but not aligned to 32
    assert placed(A + B, C, C + D, A + B + C + D) == (
        [0, 32, 64, 128],
        A + B + C + bytes(16) + C + D + bytes(32) + A + B + C + D,
    )


VARIANTS = {
    "sysv64": (Variant("avx2", ("avx2",)), "lea"),
    "cdecl32": (Variant("avx2", ("avx2",)), "lea"),
    "aapcs64": (Variant("scalar"), "add"),
    "aapcs64-win": (Variant("scalar"), "add"),
}


@kernel(
    c="void pooled(uint8_t *p, size_t n)",
    args=[Arg("p", rw=64, public=True), Arg("n", public=True)],
    source="none: made for a test",
)
def pooled(k: Builder, p: Val, n: Val) -> None:
    """Constants first wanted behind a branch, and inside a loop."""
    x = k.vload(k.v128, p)
    with k.if_(n.eq(3)):
        x ^= k.vconst(k.v128, [1, 2, 3, 4])
    with k.loop(n):
        k.vlookup(x, k.vconst(k.v128, list(range(15, -1, -1)), bits=8), to=x)
    k.vstore(p, x)


def _reads_pool(item: Item, table: Table, pointer: object) -> bool:
    if not isinstance(item, Instr) or item.mnem in ("lea", "adrp"):
        return False
    return any(isinstance(op, Mem) and (op.symbol == table.name or op.base is pointer) for op in item.ops)


@pytest.mark.parametrize("convention", list(VARIANTS))
def test_the_pointer_is_made_once_before_all_use(convention: str) -> None:
    """Without loads relative to the instruction, the address is made once, at the entry."""
    variant, makes = VARIANTS[convention]
    stream, params = record(pooled, variant, abi(convention))
    made = lower(stream, params, pooled, variant, abi(convention))
    table = next(t for t in made.tables if t.name == "pooled_avx2_vectors" or t.name == "pooled_scalar_vectors")
    assert table.align == 64 and table.element == 8 and len(table.values) == 4
    pointers = {
        op.base for item in made.body if isinstance(item, Instr) for op in item.ops
        if isinstance(op, Mem) and op.base is not None and getattr(op.base, "name", "") == "constants"
    }  # fmt: skip
    if convention == "sysv64":
        assert not pointers
        assert sum(_reads_pool(item, table, None) for item in made.body) == 2
        return
    (pointer,) = pointers
    first = next(i for i, item in enumerate(made.body) if _reads_pool(item, table, pointer))
    writes = [
        i for i, item in enumerate(made.body)
        if isinstance(item, Instr) and item.mnem == makes and getattr(item.ops[0], "reg", None) is pointer
    ]  # fmt: skip
    branches = [i for i, item in enumerate(made.body) if isinstance(item, Instr) and item.form.kind == "branch"]
    assert len(writes) == 1 and writes[0] < branches[0] < first
    build(pooled, variant, abi(convention))  # the verifier accepts: it is set on every path
