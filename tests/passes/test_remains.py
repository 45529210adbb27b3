# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The refusal of secrets that stay behind in registers or in the frame, the registers of the result, which may, and the
secrets that plain operations on registers hand on."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from generator.abi import abi
from generator.model import KernelError, Phys
from generator.passes.frame import Remains
from generator.passes.judges.secrecy import Secrecy, _Analysis, refuse_remains
from tests.passes.small import HEAD, function, written

pytestmark = pytest.mark.kernels()  # no kernel is read


@pytest.mark.parametrize(
    ("regs", "frame", "names"),
    [
        ((), (), ""),
        ((0, 3), (), "rax, rbx"),
        ((), ((0, 8), (16, 20)), "bytes 0 to 7 of the frame, bytes 16 to 19 of the frame"),
        ((0,), ((0, 8),), "rax, bytes 0 to 7 of the frame"),
    ],
)
def test_what_remains(regs: tuple[int, ...], frame: tuple[tuple[int, int], ...], names: str) -> None:
    remains = Remains(tuple(Phys("gp", n) for n in regs), frame)
    secrecy = Secrecy((), (), remains, "the memory at p", cast(Any, None), frozenset())
    if not names:
        refuse_remains(function([]), secrecy, abi("sysv64"))
        return
    with pytest.raises(KernelError) as caught:
        refuse_remains(function([]), secrecy, abi("sysv64"))
    assert (
        str(caught.value) == f"{names} would hold a secret (the memory at p) at the return; the contract says wipe=True"
    )


@pytest.mark.parametrize(
    ("result", "convention", "count"),
    [("uint64_t", "cdecl32", 2), ("uint64_t", "sysv64", 1), ("uint32_t", "cdecl32", 1), ("uint32_t", "sysv64", 1)],
)
def test_the_registers_of_a_result(result: str, convention: str, count: int, tmp_path: Path) -> None:
    of = abi(convention)
    assert of.results(1) != of.results(2)
    kernel = written(tmp_path, "k.ret(n)", HEAD.replace("void tiny", f"{result} tiny"))
    assert _Analysis(function([("ret",)], of.arch), kernel, of).results == of.results(count)
