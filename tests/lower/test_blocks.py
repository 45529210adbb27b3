# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call"
"""z3 proves the rules of broadcasts, changes of lane width, tables of three inputs and products over lanes."""

from __future__ import annotations

from typing import Any

import pytest
import z3

from generator.lang import Builder
from generator.lang.ternary import shortest
from generator.lang.values import Op
from generator.machines.aarch64.logic import plan
from generator.machines.aarch64.lower import Aarch64Lowering
from generator.machines.x86.lower import X86Lowering
from generator.model import Imm, Instr, KernelError
from tests.lower.blocks import lanes
from tests.lower.cases import calls, method
from tests.lower.cases_blocks import BLOCK_CELLS, BLOCK_GROUPS, BLOCKS
from tests.lower.meaning import Meaning
from tests.lower.prove import Config, NotProved, Script, builder, lowered, prove, refused


@pytest.mark.parametrize(("config", "group"), BLOCK_CELLS, ids=lambda x: x if isinstance(x, str) else x.name)
def test_proved(config: Config, group: str, request: pytest.FixtureRequest) -> None:
    """All cases of a group."""
    proofs = 0
    for script in BLOCK_GROUPS[group](config):
        prove(config, script)
        proofs += 1
    request.node.user_properties.append(("proofs", proofs))


# -- what is composed of other operations ------------------------------------------------------------------------------

BY_NAME = {config.name: config for config in BLOCKS}
SSE, AVX2, VL, EVERYTHING, PLAIN, DOT, I8MM = (
    BY_NAME[name]
    for name in ("x86_64-sse2", "x86_64-clmul2", "x86_64-vl", "x86_64-everything", "aarch64", "aarch64-dot",
                 "aarch64-i8mm")
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "lane"), [("v128", 8), ("v128", 16), ("v128", 32), ("v128", 64), ("v256", 16), ("v512", 32)]
)
def test_a_transposition_exchanges_rows_and_columns(name: str, lane: int) -> None:
    k = builder(EVERYTHING)
    rows = [k.value(getattr(k, name), f"row{n}") for n in range(128 // lane)]
    out = k.vtranspose(rows, lane=lane)
    meaning = Meaning(64, z3.Const("memory", z3.ArraySort(z3.BitVecSort(64), z3.BitVecSort(8))))
    meaning.run(k.finish().ops)
    count = len(rows)
    assert len(out) == count
    for block in range(rows[0].type.bits // 128):
        for i in range(count):
            for j in range(count):
                got = lanes(lane, meaning.value(out[i], 0))[block * count + j]
                wanted = lanes(lane, meaning.value(rows[j], 0))[block * count + i]
                assert z3.is_true(z3.simplify(got == wanted)), (block, i, j)


@pytest.mark.parametrize("name", ["v256", "v512"])
def test_a_transposition_exchanges_vectors_and_blocks(name: str) -> None:
    k = builder(EVERYTHING)
    count = getattr(k, name).bits // 128
    vectors = [k.value(getattr(k, name), f"vector{n}") for n in range(count)]
    out = k.vtranspose_blocks(vectors)
    meaning = Meaning(64, z3.Const("memory", z3.ArraySort(z3.BitVecSort(64), z3.BitVecSort(8))))
    meaning.run(k.finish().ops)
    assert len(out) == count
    for i, made in enumerate(out):
        for j, vector in enumerate(vectors):
            got, wanted = (lanes(128, meaning.value(val, 0)) for val in (made, vector))
            assert z3.is_true(z3.simplify(got[j] == wanted[i])), (i, j)


@pytest.mark.parametrize(("name", "count"), [("v128", 1), ("v256", 1), ("v256", 4), ("v512", 2), ("v512", 0)])
def test_a_transposition_takes_as_many_vectors_as_blocks(name: str, count: int) -> None:
    k = builder(EVERYTHING)
    vectors = [k.value(getattr(k, name), f"vector{n}") for n in range(count)]
    with pytest.raises(KernelError, match=r"vtranspose_blocks: .*; expected 2 of 256 bits or 4 of 512"):
        k.vtranspose_blocks(vectors)


def test_every_table_has_an_expression() -> None:
    """The expressions have their tables. Majority and the choice between two take four and three steps."""
    for table in range(256):
        assert shortest(table).table == table

    def steps(table: int) -> int:
        def count(expr: Any) -> int:
            return (expr.op != "not" or not expr.args[0].args) * bool(expr.args) + sum(map(count, expr.args))

        return count(shortest(table))

    assert (steps(0xE8), steps(0xD8), steps(0x96)) == (4, 3, 2)


def test_plans_are_short() -> None:
    """A choice is one instruction, majority two, and an exclusive-or of three is one with SHA3."""
    assert [step[0] for step in plan(0xCA, False) or ()] == ["bsl"]
    assert len(plan(0xE8, False) or ()) == 2
    assert [step[0] for step in plan(0x96, True) or ()] == ["eor3"]
    assert [step[0] for step in plan(0x96, False) or ()] == ["eor", "eor"]
    assert [step[0] for step in plan(0xD2, True) or ()] == ["bcax"]
    assert plan(0x16, False) is None


# -- refusals ----------------------------------------------------------------------------------------------------------

X, Y, A, W, P = ("x", "v128"), ("y", "v128"), ("a", "v128"), ("n", "u32"), ("p", "ptr")


def _of(op: str, name: str) -> Any:
    return lambda k, *args, **more: getattr(k, op)(getattr(k, name), *args, **more)


@pytest.mark.parametrize(
    ("config", "script", "words"),
    [
        (SSE, calls(method("vclmul"), X, Y, 0, 1), "vclmul of a v128: variant proof declares no such product"),
        (SSE, calls(method("vclmul"), X, Y, 0, 1), "expected pclmul"),
        (VL, calls(method("vclmul"), ("x", "v256"), ("y", "v256"), 0, 1), "expected vpclmulqdq"),
        (PLAIN, calls(method("vclmul"), X, Y, 1, 1), "expected pmull"),
        (SSE, calls(method("vclmul"), X, Y, 2, 1), "vclmul: half 2; expected 0, the lower 64 bits of a block, or 1"),
        (PLAIN, calls(method("vdot"), A, X, Y), "vdot: variant proof declares no such product; expected asimddp"),
        (AVX2, calls(method("vmul52_low"), A, X, Y), "expected avx512ifma and avx512vl; k.mul_wide is a product of"),
        (
            BY_NAME["x86_64-ifma512"], calls(method("vmul52_high"), A, X, Y),
            "vmul52_high of a v128: variant proof declares no such product; expected avx512ifma and avx512vl",
        ),
        (DOT, calls(method("vmul52_low"), A, X, Y), "aarch64 has no product of 52 bits; expected without= in"),
        (SSE, calls(_of("vbroadcast", "v128"), W, lane=64), "lanes of 64 bits; expected one of 8, 16, 32"),
        (SSE, calls(_of("vbroadcast", "v128"), W, lane=12), "lanes of 12 bits; expected one of 8, 16, 32"),
        (SSE, calls(_of("vbroadcast", "v128"), P), "p is a ptr; expected u8, u16, u32, u64 or v128, see k.zext"),
        (SSE, calls(_of("vbroadcast", "v128"), X, lane=8), "lanes of 8 bits of a v128; expected a word, or 128 bits"),
        (SSE, calls(_of("vbroadcast", "u32"), W), "is no vector; expected v128, v256 or v512"),
        (SSE, calls(_of("vload_broadcast", "v128"), P, lane=128), "lanes of 128 bits; expected one of 8, 16, 32, 64"),
        (SSE, calls(method("vload_lane"), X, 8, P, lane=16), "vload_lane: lane 8 of 16 bits of a v128; expected"),
        (SSE, calls(method("vload_lane"), X, 0, P, lane=16, scale=2), "vload_lane: scale=2 without an index; expected"),
        (SSE, calls(method("load32"), P, index=("n", "usize"), scale=3), "load: scale=3; expected 1, 2, 4 or 8 bytes"),
        (SSE, calls(method("vwiden_low"), X, lane=64), "vwiden_low: lanes of 64 bits; expected one of 8, 16, 32"),
        (SSE, calls(method("vnarrow"), X, Y, lane=8), "vnarrow: lanes of 8 bits; expected one of 16, 32"),
        (
            SSE, calls(lambda k, x, y: k.vtranspose([x, y, x], lane=32), X, Y),
            "vtranspose: 3 vectors of lanes of 32 bits; expected 4, a square of lanes",
        ),
        (
            SSE, calls(lambda k, x, y: k.vtranspose([x, y], lane=64), X, ("y", "v256")),
            "vtranspose(x v128, y v256): the types differ; expected one type",
        ),
        (SSE, calls(method("vternary"), 256, X, Y, A), "vternary: table 0x100; expected eight bits, 0 to 0xff"),
        (PLAIN, calls(_of("vbroadcast", "v256"), W), "aarch64 has vectors of 128 bits: expected a v128"),
    ],
)  # fmt: skip
def test_refused(config: Config, script: Script, words: str) -> None:
    """The refusal names the script's line."""
    message = refused(config, script)
    assert words in message
    assert message.split(":")[0].endswith((__name__.rsplit(".", 1)[-1] + ".py", "cases.py"))


# -- planted errors ----------------------------------------------------------------------------------------------------


def _halves_exchanged(self: Any, op: Op) -> None:
    x_half, y_half = op.attrs["halves"]
    self.two("pclmulqdq", op.dst[0], *op.args, Imm(y_half | x_half << 4))


def _without_the_rest(self: Any, op: Op) -> None:
    dst, (acc, x, y) = op.dst[0], op.args
    self.sub_op("xor", x, x, self.constant(dst.type, bytes([0x80] * 16)))
    self._add_dot(dst, acc, x, y)


def _second_lost(self: Any, op: Op) -> None:
    self.ins("sqxtn", self.half(op.dst[0], 8), self.v(op.args[0], 16))
    self.ins("sqxtn2", self.v(op.dst[0], 8), self.v(op.args[0], 16))


def _selector_last(self: Any, dst: Any, step: Any, values: list[Any]) -> None:
    self.wide_move(dst, values[2])
    self.ins("bsl", self.v(dst), self.v(values[0]), self.v(values[1]))


def _wrapped(self: Any, op: Op) -> None:
    """Products of bytes that saturate would not be exact; those of the even bytes alone are not all."""
    dst, (acc, x, y) = op.dst[0], op.args
    self.two("pmaddwd", dst, x, y)
    self.sub_op("vadd", dst, dst, acc, lane=32)


PLANTED: list[tuple[Config, type, str, Any, Script]] = [
    (AVX2, X86Lowering, "wide_vclmul", _halves_exchanged, calls(method("vclmul"), X, Y, 0, 1)),
    (EVERYTHING, X86Lowering, "wide_vdot", _without_the_rest, calls(method("vdot"), A, X, Y, signed_x=True,
                                                                  signed_y=True, to=A)),
    (PLAIN, Aarch64Lowering, "wide_vnarrow", _second_lost, calls(method("vnarrow"), X, Y, lane=16, signed=True)),
    (PLAIN, Aarch64Lowering, "_step", _selector_last, calls(method("vternary"), 0xCA, X, Y, A)),
    (AVX2, X86Lowering, "wide_vdot", _wrapped, calls(method("vdot"), A, X, Y)),
    (SSE, X86Lowering, "_narrow_words",
     lambda self, dst, x, y: self.two("packssdw", dst, x, y), calls(method("vnarrow"), X, Y, lane=32)),
    (EVERYTHING, X86Lowering, "wide_vmul52_low", X86Lowering.wide_vmul52_high, calls(method("vmul52_low"), A, X, Y)),
    (SSE, X86Lowering, "_spread", lambda self, dst, low, lane: self.wide_move(dst, low),
     calls(_of("vbroadcast", "v128"), W)),
    (SSE, X86Lowering, "wide_vwiden_high", X86Lowering.wide_vwiden_low, calls(method("vwiden_high"), X, lane=8)),
]  # fmt: skip


@pytest.mark.parametrize("planted", PLANTED, ids=lambda p: f"{p[0].name}-{p[2]}")
def test_planted_errors_are_found(planted: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    config, cls, name, rule, script = planted
    prove(config, script)
    monkeypatch.setattr(cls, name, rule)
    with pytest.raises(NotProved):
        prove(config, script)


def test_broadcasts_of_memory_take_one_instruction() -> None:
    """With AVX2, and on AArch64 at the pointer itself."""
    for config, wanted in ((AVX2, ["vpbroadcastw"]), (PLAIN, ["ld1r"])):
        k: Builder = builder(config)
        k.vload_broadcast(k.v128, k.value(k.ptr, "p"), lane=16)
        made, _ = lowered(config, k.finish().ops, False)
        assert [item.mnem for item in made.out if isinstance(item, Instr)] == wanted
