# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A fault reaches the functions of a file under each name that the file is compiled with: kernel files have another
one than modules."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from targets.toolchain.mutation.warm import at_import, exchange

PATH = "/checkout/generator/kernels/cipher/made_up.py"
OLD = "def answer():\n    return 1\n"
NEW = "def answer():\n    return 2\n"


def _answer(name: str) -> Callable[[], int]:
    made: dict[str, Callable[[], int]] = {}
    exec(compile(OLD, name, "exec", dont_inherit=True), made)
    return made["answer"]


@pytest.mark.parametrize("name", [PATH, "generator/kernels/cipher/made_up.py"])
def test_functions_of_the_file(name: str) -> None:
    answer = _answer(name)
    exchange(PATH, OLD, NEW)
    assert answer() == 2


@pytest.mark.parametrize("name", ["/other/generator/kernels/cipher/made_up.py", "up.py", "<string>"])
def test_functions_of_other_files(name: str) -> None:
    answer = _answer(name)
    exchange(PATH, OLD, NEW)
    assert answer() == 1


OUTER = "def made(x, y):\n    def inner():\n        {}\n    return inner\nmade_first = made(1, 2)\n"


@pytest.mark.parametrize(("line", "reached"), [
    ("return y + x", True), ("return x", False), ("return (lambda: x + y)()", False), ("return x + y", True),
])  # fmt: skip
def test_functions_that_keep_their_code(line: str, reached: bool) -> None:
    """A function inside another one, made by the import, that asks for other variables: the import shows the fault."""
    old, new = (compile(OUTER.format(one), PATH, "exec", dont_inherit=True) for one in ("return x + y", line))
    assert at_import(old, new) is not reached
