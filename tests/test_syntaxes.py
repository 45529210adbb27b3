# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``docs/syntaxes.md`` shows the text that the generator writes."""

from __future__ import annotations

import pytest

from tests.syntaxes import PAGE, page


@pytest.mark.kernels()  # the page's kernel is a document's
def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page(), "run python3 -m tests.syntaxes"
