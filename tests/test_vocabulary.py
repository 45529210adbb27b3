# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``docs/vocabulary.md`` shows what the lowering makes of every word."""

from __future__ import annotations

import pytest

from tests.lang.test_arguments import words
from tests.vocabulary import LEFT_OUT, PAGE, page

pytestmark = pytest.mark.kernels()  # no kernel of the tree


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page(), "run python3 -m tests.vocabulary"


def test_every_word_has_a_row() -> None:
    rows = {line.split("`")[1] for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")}
    assert set(words()) - rows - LEFT_OUT == set()
    assert LEFT_OUT <= set(words())
