# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Exemptions that no operation uses are told, and the tree has none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generator.cli import idle_exemptions
from generator.library import ROOT, load
from tests.cli.runner import inside
from tests.passes.small import HEAD, line_of, written

EXEMPT = HEAD.replace('"known": "a reason"', '"known": "a reason", "old": "another"')


@pytest.mark.kernels()
def test_an_exemption_without_an_operation_is_told(tmp_path: Path) -> None:
    kernel = written(tmp_path, "k.store32(p, k.load32(p, public='known'))", EXEMPT)
    (found,) = idle_exemptions([kernel], ["x86_64-linux-gnu", "aarch64-linux-gnu"])
    assert "tiny: no operation names the exemption 'old'; expected" in found and "tiny.py:" in found
    done = inside("explain", "tiny", "--kernel-path", tmp_path)
    assert "note: " in done.stderr and "the exemption 'old'" in done.stderr


@pytest.mark.kernels()
def test_an_exemption_where_nothing_is_secret_is_told(tmp_path: Path) -> None:
    """For memory as for addresses and branches. One variant that needs it is enough."""
    idle = (
        "x = k.load32(p, index=n, exempt='known')\nk.store32(p, x)",
        "x = k.load32(p, public='known')\nk.store32(p, x)",
        "with k.if_(n.ne(0), exempt='known'):\n    k.store32(p, k.load32(p))",
    )
    head = HEAD.replace('Arg("p", rw=64)', 'Arg("p", rw="n+64", public=True)')
    for body in idle:
        (found,) = idle_exemptions([written(tmp_path, body, head)], ["x86_64-linux-gnu"])
        assert "tiny.py:1" in found and "nothing is secret where an operation names the exemption 'known'" in found
    needed = (idle[1], "with k.if_(k.load32(p).ne(0), exempt='known'):\n    k.store32(p, k.load32(p))")
    for body in needed:
        assert idle_exemptions([written(tmp_path, body)], ["x86_64-linux-gnu", "aarch64-linux-gnu"]) == []


@pytest.mark.kernels()
def test_an_idle_place_of_an_exemption_needed_elsewhere_is_told(tmp_path: Path) -> None:
    """By its line: an address, a load that is public, a branch. Lines that need the name are not told."""
    head = HEAD.replace('Arg("p", rw=64)', 'Arg("p", rw="n+64"), Arg("q", r="n+64", public=True)')
    head = head.replace("size_t n)", "const uint32_t *q, size_t n)").replace("p: Val,", "p: Val, q: Val,")
    head = head.replace('c="void tiny(uint32_t *p, size_t n,', 'c="void tiny(uint32_t *p, size_t n')
    idle = (
        "x = k.load32(p, index=n, exempt='known')  # HERE",
        "k.store32(p, k.load32(q, public='known') + 1)  # HERE",
        "with k.if_(n.ne(0), exempt='known'):  # HERE\n    k.store32(p, n32)",
    )
    needed = "n32 = k.const(k.u32, 1)\ns = k.load32(p, offset=4)\n"
    needed += "with k.if_(s.ne(0), exempt='known'):\n    k.store32(p, s)\n"
    for body in idle:
        kernel = written(tmp_path, needed + body, head)
        (found,) = idle_exemptions([kernel], ["x86_64-linux-gnu", "i686-linux-gnu", "aarch64-linux-gnu"])
        said = f"tiny.py:{line_of(kernel)}: tiny: nothing is secret where an operation names the exemption 'known'; "
        assert said + "expected the operation without it" in found
    unrolled = (
        "for x in (k.load32(q), k.load32(p)):\n    with k.if_(x.ne(0), exempt='known'):\n        k.store32(p, n32)"
    )
    folded = (  # the secret load is an operand of the instruction of x ^= y
        "x = k.load32(q)\nfor at in (p, q):\n    y = k.load32(at, public='known')\n"
        "    if at is p:\n        x ^= y\n    else:\n        k.store32(p, [x, y])"
    )
    for body in (unrolled, folded, "k.store32(p, k.load32(p, public='known'))"):
        assert idle_exemptions([written(tmp_path, needed + body, head)], ["x86_64-linux-gnu", "i686-linux-gnu"]) == []


def test_every_exemption_of_the_tree_is_needed() -> None:
    """By the manifest: by the check of the finished functions, not by the words of the scripts."""
    needed: dict[str, set[str]] = {}
    rows = json.loads((ROOT / "generated" / "manifest.json").read_text("ascii"))["targets"]
    for row in (row for some in rows.values() for row in some):
        needed.setdefault(row["kernel"], set()).update(row["exemptions"], row["taken_to_be_public"])
    idle = {name: set(one.exempt) - needed.get(name, set()) for name, one in load().kernels.items()}
    assert {name: some for name, some in idle.items() if some} == {}
