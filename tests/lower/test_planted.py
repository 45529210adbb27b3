# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The proofs of the lowering rules fail for wrong rules. Of rules whose result alone is wrong, there is one for each
machine: ``tests/proof/test_forms.py`` has the instructions' meanings."""

from __future__ import annotations

from typing import Any

import pytest

from generator.lang import Builder, Val
from generator.lang.values import Op
from generator.lower import carries
from generator.lower.split64 import _Splitter
from generator.machines.aarch64.lower import Aarch64Lowering
from generator.machines.x86 import lower_shifts as x86
from generator.machines.x86.lower import X86Lowering
from generator.model import Imm, R
from proof.memory import NoProof
from tests.lower.aliasing import aliasings, operations, values
from tests.lower.cases import calls, method
from tests.lower.cases_lanes import LANE_CONFIGS
from tests.lower.cases_products import WORD_GROUPS, _chain
from tests.lower.prove import CONFIGS, WIDE, Config, NotProved, Script, prove

OF_WORDS, OF_VECTORS, OF_LANES = ({config.name: config for config in some} for some in (CONFIGS, WIDE, LANE_CONFIGS))
X64, A64, X32, LANE = (OF_WORDS[name] for name in ("x86_64", "aarch64", "x86", "x86_64-lane"))
SSE, AVX2 = (OF_VECTORS[name] for name in ("x86_64-ssse3", "x86_64-avx2"))
X, Y, P = ("x", "v128"), ("y", "v128"), ("p", "ptr")
CHOICE = calls(method("vblend"), ("m", "v128"), X, Y)


# -- words -------------------------------------------------------------------------------------------------------------


def _swapped(self: X86Lowering, op: Op) -> None:
    self.binary("sub", op.dst[0], op.args[1], op.args[0], op.dst[0].type.bits, commutes=False)


def _one_too_far(self: Aarch64Lowering, op: Op) -> None:
    self.ins("ror", self.r(op.dst[0]), self.r(op.args[0]), Imm(op.dst[0].type.bits - op.attrs["bits"] - 1))


def _leaves_carry(self: X86Lowering, low: str, high: str, dst: Any, y: Any) -> None:
    self.ins("add", self.r(dst[0]), y[0])
    self.ins("add", self.r(dst[1]), y[1])


def _flags_lost(self: X86Lowering, op: Op) -> None:
    cond, x, y = op.args
    self.compare(cond)
    self.load_const(R(self.temp_vreg("zero"), 32), 0)
    self.move(self.vreg(op.dst[0]), self.vreg(y), 32)
    self.ins(x86.MOVES[cond.kind], self.r(op.dst[0]), self.r(x))
    self.flags_end()


def _clobbers_source(self: X86Lowering, op: Op) -> None:
    self.ins("not", self.r(op.args[0]))
    self.op_copy(op)


def _vanishing(self: X86Lowering, op: Op) -> None:
    self.move(self.vreg(op.dst[0]), self.vreg(op.args[0]), 32)


# -- vectors -----------------------------------------------------------------------------------------------------------


def _upper_lost(self: Any, op: Op) -> None:
    self.ins("vpxor", R(self.vreg(op.dst[0]), 128), *(R(self.vreg(v), 128) for v in op.args))


def _source_lost(self: Any, op: Op) -> None:
    dst, (x, y) = op.dst[0], op.args
    if dst is not x:
        self.wide_move(dst, x)
    self.ins("psubd", self.w(dst), self.w(y))


def _wrong_constant(self: Any, data: bytes) -> int:
    self.blocks += [bytes(16), data[:16]]
    return 16 * (len(self.blocks) - 2)


def _mask_changed(self: Any, op: Op) -> None:
    mask, x, y = op.args
    self.ins("bsl", self.v(mask), self.v(x), self.v(y))
    self.sub_op("copy", op.dst[0], mask)


PLANTED: list[tuple[Config, Any, str, Any, Script]] = [
    (X64, X86Lowering, "op_sub", _swapped, calls(method("sub"), ("x", "u32"), ("y", "u32"))),
    (A64, Aarch64Lowering, "op_rotl", _one_too_far, calls(method("rotl"), ("x", "u32"), 7)),
    (X32, X86Lowering, "_carry", _leaves_carry, calls(method("add"), ("x", "u64"), ("y", "u64"))),
    (X64, X86Lowering, "clean", lambda self, dst: None, calls(method("add"), ("x", "u8"), ("y", "u8"))),
    (X64, X86Lowering, "op_not", _clobbers_source, calls(method("not_"), ("x", "u32"))),
    (X64, X86Lowering, "op_trunc", _vanishing, calls(lambda k, x: k.trunc(k.u32, x), ("x", "u64"))),
    (
        X64, X86Lowering, "op_select", _flags_lost,
        calls(method("select"), ("if", "ne", ("c", "u32"), 3), ("x", "u32"), ("y", "u32")),
    ),
    (X64, carries, "_lasts", lambda *found: True, _chain("u64", "add_carry", ("logic",), (), 2)),
    (
        A64, Aarch64Lowering, "_to_borrow", Aarch64Lowering._to_carry,
        _chain("u64", "sub_borrow", ("a choice",), (), 2),
    ),
    (AVX2, X86Lowering, "wide_xor", _upper_lost, calls(method("xor"), ("x", "v256"), ("y", "v256"))),
    (
        SSE, X86Lowering, "wide_vsub", _source_lost,
        calls(method("vsub"), X, Y, bits=32, to=Y),
    ),
    (SSE, X86Lowering, "pool_offset", _wrong_constant, calls(method("vbswap"), X, bits=32)),
    (
        SSE, X86Lowering, "wide_vload",
        lambda self, op: self.ins("movdqa", self.w(op.dst[0]), self.wide_at(op, 128)),
        calls(lambda k, p: k.vload(k.v128, p), P),
    ),
    (OF_LANES["aarch64-aes"], Aarch64Lowering, "wide_vblend", _mask_changed, CHOICE),
]  # fmt: skip


@pytest.mark.parametrize("planted", PLANTED, ids=lambda p: f"{p[0].name}-{p[2]}")
def test_planted_errors_are_found(planted: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    config, cls, name, rule, script = planted
    prove(config, script)
    monkeypatch.setattr(cls, name, rule)
    with pytest.raises((NotProved, NoProof)):
        prove(config, script)


def test_swapped_condition_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def branch(k: Builder, x: Val, y: Val) -> None:
        k.record("branch", (), (x.lt(y), "there"))

    script = calls(branch, ("x", "u32"), ("y", "u32"))
    prove(X64, script)
    monkeypatch.setitem(x86.JUMPS, "lt", "jae")
    with pytest.raises(NotProved):
        prove(X64, script)


def test_a_lane_may_not_look_at_its_neighbours(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bits beside a lane are unknown. A rule whose result depends on them is refused."""

    def turned(self: X86Lowering, op: Op) -> None:
        self.ins("vpxorq", *(self.x(v) for v in (op.dst[0], *op.args)))
        self.ins("vprolq", self.x(op.dst[0]), self.x(op.dst[0]), Imm(32))

    script = calls(method("xor"), ("x", "u32"), ("y", "u32"))
    prove(LANE, script)
    monkeypatch.setattr(X86Lowering, "vec_xor", turned)
    with pytest.raises(NotProved):
        prove(LANE, script)


# -- aliasings ---------------------------------------------------------------------------------------------------------


def _without_the_old_value(self: _Splitter, op: Op) -> None:
    """Sums of pairs whose second part sees the first part's change."""
    acc, *inputs = op.args
    for part in op.attrs["parts"]:
        term = self.wide(op, "term", acc.cold)
        self._halves(Op("ternary", (term,), tuple(inputs), op.src, {"parts": (part,)}))
        self.split(Op("add", (acc,), (acc, term), op.src))


def _straight(self: X86Lowering, mnem: str, dst: Any, x: Any, y: Any, width: int, commutes: bool = True) -> None:
    """Two-operand code that overlooks a second operand equal to the result."""
    if dst is not x:
        self.move(self.vreg(dst), self.vreg(x), self.wide(dst))
    self.ins(mnem, self.r(dst, width), self.source(y, width))


@pytest.mark.parametrize(
    ("config", "cls", "name", "rule", "broken"),
    [
        (X32, _Splitter, "_add_ternary", _without_the_old_value, ("add_ternary", "u64")),
        (X64, X86Lowering, "binary", _straight, ("sub", "u32")),
    ],
)  # fmt: skip
def test_some_aliasing_finds_the_error(
    config: Config, cls: type, name: str, rule: Any, broken: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some aliasing finds the error. The first one, without aliasing, does not."""
    ops = [
        op
        for op in operations(config, {name: WORD_GROUPS[name] for name in ("binary", "ternary")})
        if op.dst and (op.name, op.dst[0].type.name) == broken
    ]
    op = max(ops, key=lambda op: (len(values(op)), len(op.attrs.get("parts", ()))))
    monkeypatch.setattr(cls, name, rule)
    plain, *aliased = aliasings(op)
    prove(config, plain)
    with pytest.raises(NotProved):
        for script in aliased:
            prove(config, script)
