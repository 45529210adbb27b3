# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Pages of ``docs/`` that are made from code are up to date, and have every word."""

from __future__ import annotations

from types import ModuleType

import pytest

from tests.lang.test_arguments import words
from tests.pages import reference, syntaxes, vocabulary

pytestmark = pytest.mark.kernels()  # no kernel of the tree

OTHER_ON_X86 = {("vload_lane", "v128 64"): ("sse2 4, sse4.1 2", "4, sse4.1 1")}


@pytest.mark.parametrize("page", [reference, syntaxes], ids=lambda page: page.PAGE.name)
def test_the_page_is_up_to_date(page: ModuleType) -> None:
    assert page.PAGE.read_text("utf-8") == page.page(), "run python3 build.py generate --accept"


def test_x86_has_the_vector_code_of_x86_64() -> None:
    """Vectors of x86 need a feature, and are the same instructions. A feature set that only one column knows shows."""
    differ = {}
    for word, kinds, (narrow, wide, _) in vocabulary.rows(True):
        if narrow.removeprefix("sse2 ") != wide:
            differ[word, ", ".join(kinds)] = narrow, wide
    assert differ == OTHER_ON_X86


def test_every_word_has_numbers() -> None:
    assert set(words()) - set(vocabulary.numbers()) - vocabulary.LEFT_OUT == set()
    assert set(words()) >= vocabulary.LEFT_OUT
