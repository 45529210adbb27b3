# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``docs/counts.md`` has the numbers of instructions that the kernels of ``tests/external`` execute."""

from __future__ import annotations

import re

import pytest

from tests.pages import counts

pytestmark = pytest.mark.kernels()  # kernels of its own


@pytest.mark.parametrize("machine", counts.TRIPLES)
@pytest.mark.whole(every=3)
def test_the_page_has_the_numbers(machine: str, not_executed: list[str]) -> None:
    text = counts.PAGE.read_text("utf-8")
    rows = re.findall(rf"^\| `(\w+)`, [^|]* \| {machine} \| ([^|]*) \|", text, re.M)
    told = {(kernel, name): int(n) for kernel, ours in rows for n, name in re.findall(r"(\d+) `(\w+)`", ours)}
    found = counts.counted(counts.TRIPLES[machine])
    assert told.keys() == found.keys() and any(found.values())
    not_executed += [f"{name}_{variant}: its instructions" for (name, variant), n in found.items() if n is None]
    wrong = {key: n for key, n in found.items() if n not in (None, told[key])}
    assert not wrong, f"counted {wrong}; write the page anew: python3 build.py generate --accept"


def test_the_page_has_every_peer() -> None:
    """The page is the generated one, but for our numbers."""
    made = counts.written({machine: {} for machine in counts.TRIPLES})
    page = re.sub(r"\d+ `\w+`(, )?(?=[^(]*\|.*\|$)", "", counts.PAGE.read_text("utf-8"), flags=re.M)
    assert page == made
