# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The refusal of a benchmark's name, before the benchmark is built."""

from __future__ import annotations

import pytest

from targets.toolchain import benches
from targets.toolchain.process import ToolFailed

pytestmark = pytest.mark.kernels()


def test_each_proposal_once() -> None:
    with pytest.raises(ToolFailed) as caught:
        benches.check(["md5_blokcs"], None, ())
    proposed = str(caught.value).partition("did you mean ")[2].rstrip("?").split(" or ")
    assert "md5_blocks" in proposed and len(proposed) == len(set(proposed))


def test_a_kernel_without_a_row() -> None:
    """The kernel exists: the refusal tells where its row belongs, and proposes no other name."""
    with pytest.raises(ToolFailed, match=r"the kernel ripemd160_blocks has no benchmark; expected a row in ROWS of"):
        benches.check(["ripemd160_blocks"], None, {"ripemd160_blocks"})
    benches.check(["md5_blocks"], None, {"md5_blocks"})
