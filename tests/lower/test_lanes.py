# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""z3 proves every lowering rule of arithmetic on lanes against its bit-vector meaning."""

from __future__ import annotations

from typing import Any

import pytest

from generator.lang.values import Op
from generator.machines.aarch64.lower import Aarch64Lowering
from generator.machines.x86.lower import X86Lowering
from generator.model import Imm
from tests.lower.cases import calls, method
from tests.lower.cases_lanes import LANE_CONFIGS, LANE_GROUPS
from tests.lower.prove import Config, NotProved, Script, prove, refused

CELLS = [(config, group) for config in LANE_CONFIGS for group in LANE_GROUPS]
BY_NAME = {config.name: config for config in LANE_CONFIGS}
X, Y, X5, Y5 = ("x", "v128"), ("y", "v128"), ("x", "v512"), ("y", "v512")


@pytest.mark.parametrize(("config", "group"), CELLS, ids=lambda x: x if isinstance(x, str) else x.name)
def test_proved(config: Config, group: str, request: pytest.FixtureRequest) -> None:
    proofs = 0
    for script in LANE_GROUPS[group](config):
        prove(config, script)
        proofs += 1
    assert proofs
    request.node.user_properties.append(("proofs", proofs))


# -- refusals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (calls(method("vmul_low"), X, Y, lane=8), "vmul_low: lanes of 8 bits; expected one of 16, 32, 64"),
        (
            calls(method("vmul_high"), X, Y, lane=32),
            "vmul_high: lanes of 32 bits; expected 16, or k.vmul_even for products of 64 bits",
        ),
        (calls(method("vmul_high"), X, Y, lane=12), "vmul_high: lanes of 12 bits; expected one of 16"),
        (calls(method("vmin"), X, Y, lane=64), "vmin: lanes of 64 bits; expected 8, 16 or 32, or k.vgreater and"),
        (calls(method("vmax"), X, Y, lane=128, signed=True), "vmax: lanes of 128 bits; expected one of 8, 16, 32"),
        (calls(method("vsar"), X, 16, lane=16), "vsar: 16 bits; expected 1 to 15"),
        (calls(method("vsar"), X, 0, lane=64), "vsar: 0 bits; expected 1 to 63"),
        (calls(method("vequal"), X, Y5, lane=64), "vequal(x v128, y v512): the types differ; expected one type"),
        (calls(method("vgreater"), X, ("n", "u32"), lane=32), "vgreater: n:u32 is no vector; expected v128"),
        (calls(method("vmul_pairs"), X, Y, to=("d", "v256")), "the result is a v128, but to=d is a v256"),
        (
            calls(lambda k, x: k.vblend(k.vconst(k.v128, [0, 0xFFFF, 1, 0] * 2, lane=16), x, x), X),
            "vblend: byte 4 of the mask is 1; expected 0 or 255, or k.ternary, which chooses bits",
        ),
        (
            calls(method("vshuffle"), X, [0, 1, 2, 3, 4, 5, 6, 8]),
            "vshuffle: order [0, 1, 2, 3, 4, 5, 6, 8]; expected four numbers from 0 to 3, or eight from 0 to 7",
        ),
        (
            calls(lambda k: k.vconst(k.v128, [-32769] * 8, lane=16)),
            "vconst: -32769 does not fit a lane of 16 bits",
        ),
        (calls(lambda k: k.vconst(k.v128, [1, 2, 3], lane=32)), "vconst: 3 values of 32 bits; expected 4"),
        (calls(lambda k: k.vconst(k.v256, [1], lane=64)), "vconst: 1 value of 64 bits; expected 2 or 4"),
    ],
)  # fmt: skip
def test_refused(script: Script, words: str) -> None:
    """The refusal names the script's line."""
    message = refused(BY_NAME["x86_64-avx512"], script)
    assert words in message
    assert message.split(":")[0].endswith((__name__.rsplit(".", 1)[-1] + ".py", "cases.py"))


@pytest.mark.parametrize("op", ["vmul_low", "vequal", "vmin"])
def test_wide_vectors_are_refused_where_there_are_none(op: str) -> None:
    script = calls(method(op), X5, Y5, lane=16)
    assert "is a v512; aarch64 has vectors of 128 bits: expected a v128" in refused(BY_NAME["aarch64-aes"], script)
    assert "is a v512; variant proof declares no avx512f" in refused(BY_NAME["x86_64-avx2"], script)


# -- planted errors ----------------------------------------------------------------------------------------------------


def _unsigned_as_signed(self: Any, op: Op) -> None:
    self.two("pcmpgtd", op.dst[0], *op.args)


def _less_for_greater(self: Any, op: Op) -> None:
    x, y = op.args
    self._by_mask("vpcmpud", op.dst[0], x, y, 32, Imm(5))


def _all_lanes(self: Any, mnem: str, dst: Any, x: Any, y: Any, lane: int, *predicate: Imm) -> None:
    self.load_constant(dst, bytes([0xFF] * 16))


def _not_corrected(self: Any, op: Op) -> None:
    self.two("pmuludq", op.dst[0], *op.args)


def _other_way_round(self: Any, op: Op) -> None:
    dst, (mask, x, y) = op.dst[0], op.args
    self.ins("vpblendvb", self.w(dst), self.w(x), self.w(y), self.w(mask))


def _logical(self: Any, op: Op) -> None:
    self._shift("ushr", op.dst[0], op.args[0], op.attrs["bits"], op.attrs["lane"])


def _lower_halves(self: Any, op: Op) -> None:
    low, high = self._both(op, "smull")
    self.ins("uzp2", self.v(op.dst[0], 16), self.v(low, 16), self.v(low, 16))


def _mask_changed(self: Any, op: Op) -> None:
    mask, x, y = op.args
    self.ins("bsl", self.v(mask), self.v(x), self.v(y))
    self.sub_op("copy", op.dst[0], mask)


CHOICE = calls(method("vblend"), ("m", "v128"), X, Y)
PLANTED: list[tuple[str, type, str, Any, Script]] = [
    ("x86_64-sse2", X86Lowering, "wide_vgreater", _unsigned_as_signed, calls(method("vgreater"), X, Y, lane=32)),
    ("x86_64-avx512", X86Lowering, "wide_vgreater", _less_for_greater, calls(method("vgreater"), X5, Y5, lane=32)),
    ("x86_64-avx512f", X86Lowering, "_by_mask", _all_lanes, calls(method("vequal"), X5, Y5, lane=64)),
    ("x86-ssse3", X86Lowering, "wide_vmul_even", _not_corrected, calls(method("vmul_even"), X, Y, signed=True)),
    ("x86_64-avx2", X86Lowering, "wide_vblend", _other_way_round, CHOICE),
    ("aarch64-aes", Aarch64Lowering, "wide_vsar", _logical, calls(method("vsar"), X, 5, lane=16)),
    (
        "aarch64-aes", Aarch64Lowering, "wide_vmul_high", _lower_halves,
        calls(method("vmul_high"), X, Y, lane=16, signed=True),
    ),
    ("aarch64-aes", Aarch64Lowering, "wide_vblend", _mask_changed, CHOICE),
]  # fmt: skip


@pytest.mark.parametrize("planted", PLANTED, ids=lambda p: f"{p[0]}-{p[2]}")
def test_planted_errors_are_found(planted: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    name, cls, rule, wrong, script = planted
    prove(BY_NAME[name], script)
    monkeypatch.setattr(cls, rule, wrong)
    with pytest.raises(NotProved):
        prove(BY_NAME[name], script)
