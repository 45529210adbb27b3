# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Each triple has its rows in the tables of the tests, and no two triples claim the same machine."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import targets
from targets import Target, TargetError
from targets.trial.machines import HOSTS
from targets.trial.rows import Rows
from tests.vendoring.test_link import COMPILERS

pytestmark = pytest.mark.kernels()
ALL = [targets.load(triple) for triple in targets.all_triples()]


@pytest.mark.parametrize("table", [HOSTS, COMPILERS], ids=["HOSTS", "COMPILERS"])
def test_every_triple_has_a_row(table: Rows[Any]) -> None:
    for triple in targets.all_triples():
        table[triple]
    assert set(table) <= set(targets.all_triples()), f"{table.place}: a row for no triple"


def test_a_missing_row_is_named() -> None:
    with pytest.raises(LookupError, match=r"^HOSTS of targets/trial/machines.py has no row for riscv64-linux-gnu; exp"):
        HOSTS["riscv64-linux-gnu"]


def _copy(**changes: Any) -> Target:
    apart: dict[str, Any] = {"triple": "z-copy", "guard": "defined(Z)", "hosts": (), "serves": ()}
    return replace(targets.load("x86_64-linux-gnu"), **{**apart, **changes})


@pytest.mark.parametrize(
    ("changes", "shared"),
    [
        ({"guard": " " + targets.load("x86_64-linux-gnu").guard}, "guard"),
        ({"hosts": (("linux", "X86_64"),)}, "host"),
        ({"serves": ("x86_64-linux-gnu",)}, "triple"),
        ({"serves": ("x86_64-linux-musl",)}, "triple"),
        ({"triple": "x86_64-linux-musl"}, "triple"),
    ],
)
def test_a_copied_triple_is_refused(changes: dict[str, Any], shared: str) -> None:
    copy = _copy(**changes)
    words = f"targets/x86_64-linux-gnu.json and targets/{copy.triple}.json have one {shared}: "
    with pytest.raises(TargetError, match=re.escape(words) + ".*; expected "):
        targets._refuse_clashes([*ALL, copy])


def test_different_triples_are_accepted() -> None:
    targets._refuse_clashes([*ALL, _copy()])


def test_a_copied_file_is_told_its_name(tmp_path: Path) -> None:
    path = tmp_path / "z-copy.json"
    path.write_text((Path(targets.__file__).parent / "x86_64-linux-gnu.json").read_text("utf-8"))
    with pytest.raises(
        TargetError, match="z-copy.json: triple is 'x86_64-linux-gnu'; expected 'z-copy', the file's name"
    ):
        targets._parse(path)
