# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Every argument of ``stitch`` with every wrong kind of value: accepted, or refused with the script's line."""

from __future__ import annotations

from typing import Any

import pytest

from generator.abi import abi
from generator.lang import Arg, Variant, kernel, stitch, stream
from generator.model import KernelError
from generator.pipeline import build
from tests.lang.test_declarations import WRONG

SCRIPT = """\
@stream
def one(k, a): k.add(a, 5, to=a)

@stream
def two(k, b): k.add(b, 7, to=b)

@kernel(c='void f(uint32_t *p)', args=[Arg('p', rw=4)], source='none', variants=[Variant('scalar')])
def f(k, p):
    a, b = k.load32(p), k.const(k.u32, 1)
    k.emit(stitch(CALL))
    k.store32(p, k.add(a, b))
"""
LINE = 1 + SCRIPT.split("CALL")[0].count("\n")
STREAMS = "one(k, a), two(k, b)"
ACCEPTED = {
    "grain": {"None", "5"},
    "weights": {"None", "(1, 2.5)", "[3, 4]"},
    "order": {"None", "'one two'", "['one', 'two']"},
}
MORE = (
    "True",
    "65",
    "(1, 2.5)",
    "[3, 4]",
    "[True, 1]",
    "[1, float('inf')]",
    "[1, float('nan')]",
    "[0, 1]",
    "'one two'",
    "['one', 'two']",
)


def tried(call: str) -> KernelError | None:
    names: dict[str, Any] = {"Arg": Arg, "Variant": Variant, "kernel": kernel, "stream": stream, "stitch": stitch}
    exec(compile(SCRIPT.replace("CALL", call), "wrong.py", "exec"), names)
    try:
        build(names["f"], names["f"].variants[0], abi("sysv64"))
    except KernelError as error:
        return error
    return None


@pytest.mark.kernels()
@pytest.mark.parametrize("name", ACCEPTED)
def test_a_parameter_of_a_wrong_kind(name: str) -> None:
    for text in (*WRONG, *MORE):
        error = tried(f"{STREAMS}, {name}={text}")
        assert (error is None) == (text in ACCEPTED[name]), (text, error)
        if error is not None:
            assert error.src is not None and (error.src.file, error.src.line) == ("wrong.py", LINE), error
            assert "stitch" in str(error) and "expected" in str(error), error


@pytest.mark.kernels()
def test_a_stream_of_a_wrong_kind() -> None:
    for text in WRONG:
        error = tried(f"one(k, a), {text}")
        assert error is not None and error.src is not None and error.src.line == LINE, (text, error)
        assert "expected two or more recorded streams" in str(error), error
