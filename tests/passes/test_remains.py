# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The refusal of secrets that stay behind in registers or in the frame."""

from __future__ import annotations

from typing import Any, cast

import pytest

from generator.abi import abi
from generator.model import KernelError, Phys
from generator.passes.frame import Remains
from generator.passes.secrecy import Secrecy, refuse_remains
from tests.passes.small import function

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
