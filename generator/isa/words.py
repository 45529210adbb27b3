# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Sets of names, written as one text."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())
