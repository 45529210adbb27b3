# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The portable C on ten machines: two are big-endian, four have 32 bits, one is WebAssembly, on two engines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.portable.machines import HERE, MACHINES, STRICT, Program, compiled, portable

pytestmark = pytest.mark.kernels()  # portable C alone is called
MISTAKES = {
    "state[257] ^= 0x100": "argument 0 is",
    "out[-1] ^= 1": "wrote to argument",
    "*(uint8_t *)(uintptr_t)in ^= 1": "wrote to argument",
    "state[0] ^= ((const volatile uint8_t *)in)[64] & 0": "exit status -11",
}


FEW = ("armhf", "s390x", "mips", "wasm32")
"""Machines of each run: they have both orders of bytes and both sizes of words."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in FEW else [pytest.mark.whole]) for name in MACHINES]
)
def test_right_answers(name: str, tmp_path: Path) -> None:
    """All calls of the harness's plans, compiled by the machine's own compiler."""
    program = Program(name, tmp_path)
    program.judge(compiled([*MACHINES[name].compiler, *STRICT, "-O2"], portable(), tmp_path / "portable"))


def test_mistakes_are_found(tmp_path: Path) -> None:
    program, words = Program("x86_64", tmp_path), ["gcc", *STRICT, "-O1"]
    objects = compiled([*words, "-Dloom_rc4_stream_portable=right"], portable(), tmp_path / "portable")
    for mistake, said in MISTAKES.items():
        with pytest.raises(AssertionError, match=said):
            made = compiled([*words, f"-DMISTAKE={mistake}"], [HERE / "mistakes.c"], tmp_path / "mistake")
            program.judge([*objects, *made])
