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
    with pytest.raises(ToolFailed, match=r"the kernel tiger_blocks has no benchmark; expected a row in KERNELS of"):
        benches.check(["tiger_blocks"], None, {"tiger_blocks"})
    benches.check(["md5_blocks"], None, {"md5_blocks"})


@pytest.mark.parametrize("rows", [benches.KERNELS, benches.WOVEN])
@pytest.mark.parametrize("word", ["", "zzz", "call_md5", "rsa1024_private", "loom_md5"])
def test_names_that_the_command_takes(word: str, rows: dict[str, str]) -> None:
    """A refusal lists the rows of its command and no others."""
    with pytest.raises(ToolFailed, match="^speed --losers") as caught:
        benches.check(["rc4_md5", word], None, (), command="speed --losers", rows=rows)
    assert str(caught.value).rpartition(": ")[2].split() == list(rows)
    benches.check([*rows, *rows.values()], None, (), command="speed --losers", rows=rows)


def test_proposals_are_what_the_command_takes() -> None:
    with pytest.raises(ToolFailed, match=r"did you mean rc4_md5(_blocks)? or rc4_md5(_blocks)?\?$"):
        benches.check(["rc4_md55"], None, (), rows=benches.WOVEN)
