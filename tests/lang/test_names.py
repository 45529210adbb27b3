# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Names that a script uses as Python allows, and the language does not: types called, words of ``k`` replaced, kernels
called like words of C."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.lang import Arg, Builder, Val, kernel
from generator.lang.contract import RESERVED
from generator.model import AsmloomError, KernelError
from generator.skeleton import write
from tests.passes.small import refusal

pytestmark = pytest.mark.kernels()  # scripts of its own

BODIES = [
    ("x = k.u32(5)  # HERE", "k.u32(…): a type is no operation; expected k.const(k.u32, 5) for a number"),
    ("x = k.v128()  # HERE", "k.v128(…): a type is no operation"),
    ("x = k.mask(k.load32(p), bits=8)  # HERE", "k.mask(…): a type is no operation"),
    ("k.load32 = 5  # HERE", "k.load32 = …: k keeps nothing of a script's; expected a Python variable, or k.set(x, y)"),
    ("k.own = 5  # HERE", "k.own = …: k keeps nothing"),
    ("setattr(k, 'registers', 3)  # HERE", "k.registers = …: k keeps nothing"),
    ("del k.u32  # HERE", "del k.u32: the words of k stay"),
    ("k.vmull(p)  # HERE", "k.vmull: there is no such operation; did you mean vmul_low"),
]


@pytest.mark.parametrize(("body", "wanted"), BODIES, ids=[body.removesuffix("  # HERE") for body, _ in BODIES])
def test_names_of_the_builder(body: str, wanted: str, tmp_path: Path) -> None:
    assert wanted in refusal(tmp_path, body)


@pytest.mark.parametrize("name", sorted(RESERVED | {"lambda", "None", "yield"}))
def test_one_rule_for_names_of_kernels(name: str, tmp_path: Path) -> None:
    """``build.py new`` and ``@kernel`` refuse the same words."""

    def body(k: Builder, p: Val) -> None:
        """Nothing."""

    with pytest.raises(KernelError, match=f"{name}: a word of Python or C itself; expected another name") as caught:
        kernel(c=f"void {name}(uint8_t *p)", args=[Arg("p", rw=1)], source="none")(body)
    assert "test_names.py:" in str(caught.value)
    with pytest.raises(AsmloomError, match="no word of Python or C"):
        write(name, tmp_path)
    assert list(tmp_path.iterdir()) == []
