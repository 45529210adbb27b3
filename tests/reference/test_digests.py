# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Digests and MACs by name: those of Python, of a row, and the words about a missing row."""

from __future__ import annotations

import ast
import hashlib
import hmac
import random
from pathlib import Path
from typing import NoReturn

import pytest

from tests.reference import digests

pytestmark = pytest.mark.kernels()
RUNTIME = Path(__file__).resolve().parents[1] / "runtime"


def _lacks(*_: object) -> NoReturn:
    raise ValueError("unsupported hash type")


@pytest.mark.parametrize("name", ["md5", "sha1", "sha384", "ripemd160"])  # published vectors judge Whirlpool
@pytest.mark.parametrize("own", [False, True], ids=["python", "own"])
def test_answers(name: str, own: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The MACs of keys around a block's size are those of Python's hmac, with and without a hash of Python's own."""
    if own and name not in digests.OWN:
        return
    rng = random.Random(1)
    cases = [(rng.randbytes(size), rng.randbytes(size // 2)) for size in (0, 1, 63, 64, 65, 127, 128, 129, 300)]
    expected = [(hashlib.new(name, data).digest(), hmac.digest(key, data, name)) for key, data in cases]
    if own:
        monkeypatch.setattr(hashlib, "new", _lacks)
    assert [(digests.digest(name, data), digests.mac(name, key, data)) for key, data in cases] == expected


@pytest.mark.parametrize("ask", [lambda: digests.digest("no-hash", b""), lambda: digests.mac("no-hash", b"", b"")])
def test_a_missing_row_is_named(ask: object) -> None:
    with pytest.raises(LookupError, match=r"expected a row 'no-hash' in OWN of tests/reference/digests\.py"):
        ask()  # type: ignore[operator]


def test_the_tests_of_the_api_ask_the_table() -> None:
    """A hash that Python lacks needs one row and no change of these tests: they import no hash of Python's own."""
    imported = {
        alias.name
        for node in ast.walk(ast.parse((RUNTIME / "test_truth.py").read_text("utf-8")))
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    assert not imported & {"hashlib", "hmac"}
