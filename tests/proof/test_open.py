# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SOUNDNESS.md and the list of open functions agree with the manifest."""

from __future__ import annotations

import re

import targets
from generator import library
from generator.output import available
from targets.toolchain import prove


def functions(triple: str) -> set[str]:
    arch = targets.load(triple).arch
    kernels = library.load([], None).kernels.values()
    return {f"{one.name}_{variant.name}" for one in kernels for variant in one.variants if available(variant, arch)}


def test_the_table_counts_all_functions() -> None:
    rows = re.findall(r"^\| `([^`]+)` \| (\d+) \| (\d+) \|$", prove.SOUNDNESS.read_text("utf-8"), re.M)
    assert [row[0] for row in rows] == ["x86_64-linux-gnu", "x86_64-w64-mingw32"]
    for triple, proved, count in rows:
        every, unproved = functions(triple), prove.listed(triple)
        assert int(count) == len(every), "write it anew: python3 build.py prove --update"
        assert int(proved) == len(every) - len(unproved)
        assert unproved <= every, f"no such function: {unproved - every}"
