# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The distilled tables in memory."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from generator.model import FormKind


@cache
def rows(family: str) -> dict[str, str]:
    """mnemonic → its distilled rows, one a line, unparsed. ``family`` is ``x86`` or ``aarch64``."""
    text = (Path(__file__).resolve().parent / family / "forms.json").read_text(encoding="utf-8")
    table: dict[str, str] = json.loads(text)["rows"]
    return table


@cache
def lines(family: str, mnem: str) -> tuple[str, ...]:
    """The rows of one mnemonic, or of the mnemonic that an alias names. Empty if the table lacks the mnemonic."""
    text = rows(family).get(mnem)
    if text is None:
        return ()
    if text.startswith("="):
        return lines(family, text[1:])
    return tuple(text.split("\n"))


KINDS: dict[str, FormKind] = {"b": "branch", "j": "jump", "c": "call", "t": "ret"}
