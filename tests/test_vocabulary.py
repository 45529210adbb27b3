# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``docs/vocabulary.md`` shows what the lowering makes of every word."""

from __future__ import annotations

import pytest

from tests.lang.test_arguments import words
from tests.vocabulary import LEFT_OUT, PAGE, page

pytestmark = pytest.mark.kernels()  # no kernel of the tree


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page(), "run python3 -m tests.vocabulary"


OTHER_ON_X86 = {
    ("vfrom", "u64"): ("–", "1"),  # a u64 is two registers there
    ("vload_lane", "v128 64"): ("sse2 4, sse4.1 2", "4, sse4.1 1"),
}


def test_x86_has_the_vector_code_of_x86_64() -> None:
    """Vectors of x86 need a feature, and are the same instructions. A feature set that only one column knows shows."""
    differ = {}
    for line in PAGE.read_text("utf-8").partition("## Vectors")[2].splitlines():
        if line.startswith("| `"):
            word, kinds, narrow, wide, _ = (one.strip() for one in line.strip("|").split("|"))
            if narrow.removeprefix("sse2 ") != wide:
                differ[word.strip("`"), kinds] = narrow, wide
    assert differ == {key: cells for key, cells in OTHER_ON_X86.items() if key[0] != "vfrom"}


def test_every_word_has_a_row() -> None:
    rows = {line.split("`")[1] for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")}
    assert set(words()) - rows - LEFT_OUT == set()
    assert LEFT_OUT <= set(words())
