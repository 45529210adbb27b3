# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Ordering: which loads may go before which stores."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.abi import abi
from generator.model import Instr
from generator.pipeline import build
from tests.passes.small import SCALAR, written

pytestmark = pytest.mark.kernels()  # kernels of its own

HEAD = """\
# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
from generator.lang import Arg, Builder, Val, Variant, kernel

@kernel(
    c="void tiny(const uint32_t *p, uint32_t *q, uint32_t *r, size_t n)",
    args=[Arg("p", r=64, public=True), Arg("q", rw=64, public=True), Arg("r", rw=64, public=True, EXTRA),
          Arg("n", public=True)],
    source="none: made for a test", cases={"n": (0,)},
)
def tiny(k: Builder, p: Val, q: Val, r: Val, n: Val) -> None:
"""
BODY = """
x = k.load32(p)
for _ in range(9):
    k.rotl(x, 7, to=x)
k.store32(q, x, offset=8)
MOVE
y = k.load32(PLACE)
for _ in range(20):
    k.rotl(y, 9, to=y)
k.store32(q, y, offset=60)
"""
PLACES = {
    "another argument": ("r", "align=4", True),
    "the same buffer, perhaps": ("r", 'alias="q"', False),
    "one buffer, at a distance": ("r", 'apart=("q", 64)', False),
    "the same bytes": ("q, offset=8", "align=4", False),
    "some of the same bytes": ("q, offset=6", "align=4", False),
    "other bytes": ("q, offset=12", "align=4", True),
    "other bytes, from a base that moves": ("q, offset=12", "align=4", False),
    "an unknown place": ("q, index=n", "align=4", False),
    "memory that is only read": ("p, index=n", "align=4", True),
}


@pytest.mark.parametrize("name", PLACES)
def test_memory(name: str, tmp_path: Path) -> None:
    """A load with many dependants goes before a store that waits, unless the two may overlap."""
    where, extra, free = PLACES[name]
    body = BODY.replace("PLACE", where).replace("MOVE", "q += n" if "moves" in name else "")
    made = build(written(tmp_path, body, HEAD.replace("EXTRA", extra)), SCALAR, abi("aapcs64"))
    code = [item.mnem for item in made.body if isinstance(item, Instr)]
    loads = [n for n, mnem in enumerate(code) if mnem in ("ldr", "ldur")]
    assert len(loads) == 2 and (max(loads) < code.index("str")) == free, code
