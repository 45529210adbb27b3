# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The tables of instruction forms in memory. The head of each ``forms.dat`` describes the syntax of its rows."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from generator.model import FormKind

KINDS: dict[str, FormKind] = {"b": "branch", "j": "jump", "c": "call", "t": "ret"}


class Line(NamedTuple):
    """One form, unparsed: the columns of its row, with one word of operands."""

    operands: str
    flags: str
    features: str
    attributes: str


@cache
def rows(family: str) -> dict[str, tuple[Line, ...]]:
    """mnemonic → its forms, in the order of the table. ``family`` is ``x86`` or ``aarch64``."""
    text = (Path(__file__).resolve().parent / family / "forms.dat").read_text("utf-8")
    found: dict[str, tuple[Line, ...]] = {}
    names: list[str] = []
    for line in re.sub(r"\n {8}", " ", text).splitlines():
        if line.startswith("#"):
            continue
        if not line.startswith(" "):
            head, _, line = line.partition(":")
            names = head.split(", ")
            if not found.keys().isdisjoint(names):
                raise ValueError(f"{family}/forms.dat: {head}: a mnemonic of another entry; expected one entry")
            found.update(dict.fromkeys(names, ()))
            if not line:
                continue
        operands, flags, features, attributes, *_ = f"{line.strip()}|||".split("|")
        made = tuple(Line(word, flags, features, attributes) for word in operands.split() or [""])
        for name in names:
            found[name] += made
    return dict(sorted(found.items()))
