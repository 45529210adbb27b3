# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Refusals of the builder and of the lowering name the script's line and what would be accepted."""

from __future__ import annotations

from typing import Any

import pytest

from generator.model import KernelError
from tests.lower.cases import calls, method
from tests.lower.cases_blocks import BLOCKS
from tests.lower.cases_wide import void
from tests.lower.prove import CONFIGS, WIDE, Config, Script, builder, lowered, refused

OF_WORDS, OF_VECTORS, OF_BLOCKS = ({config.name: config for config in some} for some in (CONFIGS, WIDE, BLOCKS))
X64, LANE = OF_WORDS["x86_64"], OF_WORDS["x86_64-lane"]
SSE, AVX2, AVX512, NEON = (OF_VECTORS[name] for name in ("x86_64-ssse3", "x86_64-avx2", "x86_64-avx512", "aarch64-aes"))
SSE2, CLMUL2, VL, EVERYTHING, PLAIN, DOT = (
    OF_BLOCKS[name]
    for name in ("x86_64-sse2", "x86_64-clmul2", "x86_64-vl", "x86_64-everything", "aarch64", "aarch64-dot")
)
X, Y, A, W, P, X5, Y5 = (
    ("x", "v128"), ("y", "v128"), ("a", "v128"), ("n", "u32"), ("p", "ptr"), ("x", "v512"), ("y", "v512")
)  # fmt: skip


def _of(op: str, name: str) -> Any:
    return lambda k, *args, **more: getattr(k, op)(getattr(k, name), *args, **more)


@pytest.mark.parametrize(
    ("config", "script", "words"),
    [
        (
            LANE,
            calls(method("not_"), ("x", "u32")),
            "not(u32 in a vector register): x86_64 has no lowering rule for it",
        ),
        (LANE, calls(method("shl"), ("x", "u32"), 3), "shl(u32 in a vector register)"),
        (
            NEON, calls(method("xor"), ("x", "v256"), ("y", "v256")),
            "is a v256; aarch64 has vectors of 128 bits: expected a v128",
        ),
        (
            NEON, calls(method("vinsert"), ("x", "v256"), ("y", "v128"), 1),
            "vinsert(v256, v128): aarch64 has no lowering",
        ),
        (
            SSE, calls(method("vadd"), ("x", "v256"), ("y", "v256"), bits=8),
            "is a v256; variant proof declares no avx",
        ),
        (
            Config("none", "cdecl32"), calls(lambda k: void(k.vzero(k.v128))),
            "is a v128; variant proof declares no sse2",
        ),
        (
            Config("none", "sysv64", ("ssse3",)), calls(method("aes_enc"), ("x", "v128"), ("y", "v128")),
            "aes_enc: variant proof declares no AES instructions; expected aes or vaes",
        ),
        (OF_VECTORS["x86-ssse3"], calls(method("vfrom"), ("x", "u64")), "vfrom on u64: a u64 is two registers"),
        (
            SSE, calls(lambda k, x: k.vadd(x, k.value(k.v256, "y"), bits=32), ("x", "v128")),
            "vadd(x v128, y v256): the types differ; expected one type",
        ),
        (SSE, calls(method("vrotl"), ("x", "v128"), 3, bits=8), "vrotl: lanes of 8 bits; expected one of 16, 32, 64"),
        (SSE, calls(method("vshl"), ("x", "v128"), 32, bits=32), "vshl: 32 bits; expected 1 to 31"),
        (SSE, calls(method("vext"), ("x", "v128"), ("y", "v128"), 16), "vext: 16 bytes; expected 1 to 15"),
        (SSE, calls(method("vextract"), ("x", "v256"), 2), "vextract: block 2; expected 0 to 1"),
        (SSE, calls(method("add"), ("x", "v128"), ("y", "v128")), "add of a v128; expected one of xor,"),
        (
            AVX512, calls(lambda k, x: k.asm("vpxor", k.only(x, k.value(k.mask)), x, x), ("x", "v128")),
            "asm vpxor: this form leaves no lane out; expected one that takes a mask",
        ),
        (SSE, calls(method("xor"), ("x", "v128"), 1), "constant 0x1 beside a v128; expected a vector, see k.vconst"),
        (AVX512, calls(method("vmul_low"), X, Y, bits=8), "vmul_low: lanes of 8 bits; expected one of 16, 32, 64"),
        (
            AVX512, calls(method("vmul_high"), X, Y, bits=32),
            "vmul_high: lanes of 32 bits; expected 16, or k.vmul_even for products of 64 bits",
        ),
        (AVX512, calls(method("vmul_high"), X, Y, bits=12), "vmul_high: lanes of 12 bits; expected one of 16"),
        (
            AVX512, calls(method("vmin"), X, Y, bits=64),
            "vmin: lanes of 64 bits; expected 8, 16 or 32, or k.vgreater and",
        ),
        (
            AVX512, calls(method("vmax"), X, Y, bits=128, signed=True),
            "vmax: lanes of 128 bits; expected one of 8, 16, 32",
        ),
        (AVX512, calls(method("vsar"), X, 16, bits=16), "vsar: 16 bits; expected 1 to 15"),
        (AVX512, calls(method("vsar"), X, 0, bits=64), "vsar: 0 bits; expected 1 to 63"),
        (
            AVX512, calls(method("vequal"), X, Y5, bits=64),
            "vequal(x v128, y v512): the types differ; expected one type",
        ),
        (AVX512, calls(method("vgreater"), X, ("n", "u32"), bits=32), "vgreater: n:u32 is no vector; expected v128"),
        (AVX512, calls(method("vmul_pairs"), X, Y, to=("d", "v256")), "the result is a v128, but to=d is a v256"),
        (
            AVX512, calls(lambda k, x: k.vblend(k.vconst(k.v128, [0, 0xFFFF, 1, 0] * 2, bits=16), x, x), X),
            "vblend: byte 4 of the mask is 1; expected 0 or 255, or k.ternary, which chooses bits",
        ),
        (
            AVX512, calls(method("vshuffle"), X, [0, 1, 2, 3, 4, 5, 6, 8]),
            "vshuffle: order [0, 1, 2, 3, 4, 5, 6, 8]; expected four numbers from 0 to 3, or eight from 0 to 7",
        ),
        (
            AVX512, calls(lambda k: k.vconst(k.v128, [-32769] * 8, bits=16)),
            "vconst: -32769 does not fit a lane of 16 bits",
        ),
        (AVX512, calls(lambda k: k.vconst(k.v128, [1, 2, 3], bits=32)), "vconst: 3 values of 32 bits; expected 4"),
        (AVX512, calls(lambda k: k.vconst(k.v256, [1], bits=64)), "vconst: 1 value of 64 bits; expected 2 or 4"),
        (SSE2, calls(method("vclmul"), X, Y, 0, 1), "vclmul of a v128: variant proof declares no such product"),
        (SSE2, calls(method("vclmul"), X, Y, 0, 1), "expected pclmul"),
        (VL, calls(method("vclmul"), ("x", "v256"), ("y", "v256"), 0, 1), "expected vpclmulqdq"),
        (PLAIN, calls(method("vclmul"), X, Y, 1, 1), "expected pmull"),
        (SSE2, calls(method("vclmul"), X, Y, 2, 1), "vclmul: half 2; expected 0, the lower 64 bits of a block, or 1"),
        (PLAIN, calls(method("vdot"), A, X, Y), "vdot: variant proof declares no such product; expected asimddp"),
        (CLMUL2, calls(method("vmul52_low"), A, X, Y), "expected avx512ifma and avx512vl; k.mul_wide is a product of"),
        (
            OF_BLOCKS["x86_64-ifma512"], calls(method("vmul52_high"), A, X, Y),
            "vmul52_high of a v128: variant proof declares no such product; expected avx512ifma and avx512vl",
        ),
        (DOT, calls(method("vmul52_low"), A, X, Y), "aarch64 has no product of 52 bits; expected without= in"),
        (SSE2, calls(_of("vbroadcast", "v128"), W, bits=64), "lanes of 64 bits; expected one of 8, 16, 32"),
        (SSE2, calls(_of("vbroadcast", "v128"), W, bits=12), "lanes of 12 bits; expected one of 8, 16, 32"),
        (SSE2, calls(_of("vbroadcast", "v128"), P), "p is a ptr; expected u8, u16, u32, u64 or v128, see k.zext"),
        (SSE2, calls(_of("vbroadcast", "v128"), X, bits=8), "lanes of 8 bits of a v128; expected a word, or 128 bits"),
        (SSE2, calls(_of("vbroadcast", "u32"), W), "is no vector; expected v128, v256 or v512"),
        (SSE2, calls(_of("vload_broadcast", "v128"), P, bits=128), "lanes of 128 bits; expected one of 8, 16, 32, 64"),
        (SSE2, calls(method("vload_lane"), X, 8, P, bits=16), "vload_lane: lane 8 of 16 bits of a v128; expected"),
        (
            SSE2, calls(method("vload_lane"), X, 0, P, bits=16, scale=2),
            "vload_lane: scale=2 without an index; expected",
        ),
        (SSE2, calls(method("load32"), P, index=("n", "usize"), scale=3), "load: scale=3; expected 1, 2, 4 or 8 bytes"),
        (SSE2, calls(method("vwiden_low"), X, bits=64), "vwiden_low: lanes of 64 bits; expected one of 8, 16, 32"),
        (SSE2, calls(method("vnarrow"), X, Y, bits=8), "vnarrow: lanes of 8 bits; expected one of 16, 32"),
        (
            SSE2, calls(lambda k, x, y: k.vtranspose([x, y, x], bits=32), X, Y),
            "vtranspose: 3 vectors of lanes of 32 bits; expected 4, a square of lanes",
        ),
        (
            SSE2, calls(lambda k, x, y: k.vtranspose([x, y], bits=64), X, ("y", "v256")),
            "vtranspose(x v128, y v256): the types differ; expected one type",
        ),
        (SSE2, calls(method("vternary"), 256, X, Y, A), "vternary: table 0x100; expected eight bits, 0 to 0xff"),
        (PLAIN, calls(_of("vbroadcast", "v256"), W), "aarch64 has vectors of 128 bits: expected a v128"),
    ],
)  # fmt: skip
def test_refused(config: Config, script: Script, words: str) -> None:
    """The refusal names the script's line."""
    message = refused(config, script)
    assert words in message
    assert message.split(":")[0].endswith((__name__.rsplit(".", 1)[-1] + ".py", "cases.py"))


@pytest.mark.parametrize("op", ["vmul_low", "vequal", "vmin"])
def test_wide_vectors_are_refused_where_there_are_none(op: str) -> None:
    script = calls(method(op), X5, Y5, bits=16)
    assert "is a v512; aarch64 has vectors of 128 bits: expected a v128" in refused(NEON, script)
    assert "is a v512; variant proof declares no avx512f" in refused(AVX2, script)


@pytest.mark.parametrize(("name", "count"), [("v128", 1), ("v256", 1), ("v256", 4), ("v512", 2), ("v512", 0)])
def test_a_transposition_takes_as_many_vectors_as_blocks(name: str, count: int) -> None:
    k = builder(EVERYTHING)
    vectors = [k.value(getattr(k, name), f"vector{n}") for n in range(count)]
    with pytest.raises(KernelError, match=r"vtranspose_blocks: .*; expected 2 of 256 bits or 4 of 512"):
        k.vtranspose_blocks(vectors)


def test_exemptions_are_named_in_the_contract() -> None:
    k = builder(X64)
    k.load8(k.value(k.ptr, "p"), exempt="nowhere")
    with pytest.raises(KernelError, match="exemption 'nowhere' is not in the contract's exempt=; it names: none"):
        lowered(X64, k.finish().ops, False)
