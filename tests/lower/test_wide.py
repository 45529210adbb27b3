# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""z3 proves every lowering rule for whole vectors against its bit-vector meaning."""

from __future__ import annotations

from typing import Any

import pytest

from generator.lang import Builder
from generator.lang.values import Op
from generator.machines.aarch64.lower import Aarch64Lowering
from generator.machines.x86.fold import fold_loads
from generator.machines.x86.lower import X86Lowering
from generator.model import Imm, Instr, R
from generator.passes.flow import accesses
from tests.lower.cases import calls, method
from tests.lower.cases_wide import WIDE_GROUPS
from tests.lower.machine import Fault
from tests.lower.prove import WIDE, Config, NotProved, Script, builder, lowered, prove, refused

CELLS = [(config, group) for config in WIDE for group in WIDE_GROUPS]


@pytest.mark.parametrize(("config", "group"), CELLS, ids=lambda x: x if isinstance(x, str) else x.name)
def test_proved(config: Config, group: str, request: pytest.FixtureRequest) -> None:
    """All cases of a group. Programs once more with loads folded into their readers."""
    proofs = 0
    for script in WIDE_GROUPS[group](config):
        prove(config, script)
        proofs += 1
        if group in ("programs", "constants") and config.abi.arch != "aarch64":
            prove(config, script, fold=True)
            proofs += 1
    assert proofs
    request.node.user_properties.append(("proofs", proofs))


def _zero(k: Builder) -> None:
    k.vzero(k.v128)


# -- refusals ----------------------------------------------------------------------------------------------------------

BY_NAME = {config.name: config for config in WIDE}
SSE, AVX2, AVX512, NEON = (BY_NAME[name] for name in ("x86_64-ssse3", "x86_64-avx2", "x86_64-avx512", "aarch64-aes"))


@pytest.mark.parametrize(
    ("config", "script", "words"),
    [
        (
            NEON, calls(method("xor"), ("x", "v256"), ("y", "v256")),
            "is a v256; aarch64 has vectors of 128 bits: expected a v128",
        ),
        (
            NEON, calls(method("vinsert"), ("x", "v256"), ("y", "v128"), 1),
            "vinsert(v256, v128): aarch64 has no lowering",
        ),
        (
            SSE, calls(method("vadd"), ("x", "v256"), ("y", "v256"), lane=8),
            "is a v256; variant proof declares no avx",
        ),
        (Config("none", "cdecl32"), calls(_zero), "is a v128; variant proof declares no sse2"),
        (
            Config("none", "sysv64", ("ssse3",)), calls(method("aes_enc"), ("x", "v128"), ("y", "v128")),
            "aes_enc: variant proof declares no AES instructions; expected aes or vaes",
        ),
        (BY_NAME["x86-ssse3"], calls(method("vfrom"), ("x", "u64")), "vfrom on u64: a u64 is two registers"),
        (
            SSE, calls(lambda k, x: k.vadd(x, k.value(k.v256, "y"), lane=32), ("x", "v128")),
            "vadd(x v128, y v256): the types differ; expected one type",
        ),
        (SSE, calls(method("vrotl"), ("x", "v128"), 3, lane=8), "vrotl: lanes of 8 bits; expected one of 16, 32, 64"),
        (SSE, calls(method("vshl"), ("x", "v128"), 32, lane=32), "vshl: 32 bits; expected 1 to 31"),
        (SSE, calls(method("vext"), ("x", "v128"), ("y", "v128"), 16), "vext: 16 bytes; expected 1 to 15"),
        (SSE, calls(method("vextract"), ("x", "v256"), 2), "vextract: block 2; expected 0 to 1"),
        (SSE, calls(method("add"), ("x", "v128"), ("y", "v128")), "add of a v128; expected one of xor,"),
        (
            AVX512, calls(lambda k, x: k.asm("vpxor", k.only(x, k.value(k.mask)), x, x), ("x", "v128")),
            "asm vpxor: this form leaves no lane out; expected one that takes a mask",
        ),
        (SSE, calls(method("xor"), ("x", "v128"), 1), "constant 0x1 beside a v128; expected a vector, see k.vconst"),
    ],
)  # fmt: skip
def test_refused(config: Config, script: Script, words: str) -> None:
    """The refusal names the script's line."""
    message = refused(config, script)
    assert words in message
    assert message.split(":")[0].endswith((__name__.rsplit(".", 1)[-1] + ".py", "cases.py"))


# -- planted errors ----------------------------------------------------------------------------------------------------


def _upper_lost(self: Any, op: Op) -> None:
    self.ins("vpxor", R(self.vreg(op.dst[0]), 128), *(R(self.vreg(v), 128) for v in op.args))


def _source_lost(self: Any, op: Op) -> None:
    dst, (x, y) = op.dst[0], op.args
    if dst is not x:
        self.wide_move(dst, x)
    self.ins("psubd", self.w(dst), self.w(y))


def _key_first(self: Any, op: Op) -> None:
    dst, (x, key) = op.dst[0], op.args
    self.two("pxor", dst, x, key)
    self.two("aesenc", dst, dst, self.constant(dst.type, bytes(16)))


def _no_mix(self: Any, op: Op) -> None:
    self._aes("aesd", "", op)


def _order_of_sources(self: Any, op: Op) -> None:
    x, y = op.args
    self.two("palignr", op.dst[0], y, x, Imm(op.attrs["count"]))


def _wrong_constant(self: Any, data: bytes) -> int:
    self.blocks += [bytes(16), data[:16]]
    return 16 * (len(self.blocks) - 2)


X128, Y128, P = ("x", "v128"), ("y", "v128"), ("p", "ptr")
PLANTED: list[tuple[Config, type, str, Any, Script, type[Exception]]] = [
    (AVX2, X86Lowering, "wide_xor", _upper_lost, calls(method("xor"), ("x", "v256"), ("y", "v256")), NotProved),
    (
        SSE, X86Lowering, "wide_vsub", _source_lost,
        calls(method("vsub"), X128, Y128, lane=32, to=Y128), NotProved,
    ),
    (SSE, X86Lowering, "wide_aes_enc", _key_first, calls(method("aes_enc"), X128, Y128), NotProved),
    (NEON, Aarch64Lowering, "wide_aes_dec", _no_mix, calls(method("aes_dec"), X128, Y128), NotProved),
    (AVX512, X86Lowering, "wide_vext", _order_of_sources, calls(method("vext"), X128, Y128, 3), NotProved),
    (SSE, X86Lowering, "pool_offset", _wrong_constant, calls(method("vbswap"), X128, lane=32), NotProved),
    (
        SSE, X86Lowering, "wide_vload",
        lambda self, op: self.ins("movdqa", self.w(op.dst[0]), self.wide_at(op, 128)),
        calls(lambda k, p: k.vload(k.v128, p), P), Fault,
    ),
    (
        AVX512, X86Lowering, "wide_vadd", lambda self, op: self.ins("vpaddd", *map(self.w, (*op.dst, *op.args))),
        calls(method("vadd"), X128, Y128, lane=64), NotProved,
    ),
]  # fmt: skip


@pytest.mark.parametrize("planted", PLANTED, ids=lambda p: f"{p[0].name}-{p[2]}")
def test_planted_errors_are_found(planted: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    config, cls, name, rule, script, error = planted
    prove(config, script)
    monkeypatch.setattr(cls, name, rule)
    with pytest.raises(error):
        prove(config, script)


def test_a_load_is_not_folded_into_another_encoding() -> None:
    """Shifts by a constant take memory only in their EVEX form, which AVX2 code must not get. Others take memory."""

    def script(k: Builder) -> None:
        x = k.vload(k.v256, k.value(k.ptr, "p"))
        k.vshl(x, 3, lane=32)
        y = k.vload(k.v256, k.value(k.ptr, "q"))
        k.vadd(k.value(k.v256, "z"), y, lane=32)

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
