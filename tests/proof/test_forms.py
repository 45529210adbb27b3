# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The prover's tables of instructions against processors: every form of the proved objects executes.

The forms are taken from the objects. Registers, masks, flags that the manuals define, and memory are compared.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from proof import values
from proof.a64 import RULES as A64
from proof.x86 import RULES as X86
from tests.proof import forms_a64, forms_x86, meanings, plants
from tests.proof.executed import Executed
from tests.proof.harvest import form
from tests.proof.more_forms import NO_SUCH
from tests.proof.stepper import differing

PLANTS = {"x86_64": plants.X86_64, "x86": plants.X86, "aarch64": plants.A64}


@pytest.fixture(scope="module", params=PLANTS)
def forms(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Executed]:
    folder, arch = tmp_path_factory.mktemp("forms"), request.param
    made = forms_a64.Forms(folder) if arch == "aarch64" else forms_x86.Forms(arch, folder)
    with made.program.process:
        yield made


@pytest.fixture(autouse=True)
def functions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Terms of AES, SHA and the like have values."""
    monkeypatch.setitem(values._RULES, "uf", meanings.computed)
    monkeypatch.setitem(values._RULES, "undefined", lambda term, turn, args: args[0])  # processors leave the register


@pytest.mark.whole(every=2)
def test_every_form_is_as_the_table_says(forms: Executed) -> None:
    assert not differing(forms.difference, len(forms.every), lambda n: str(forms.every[n]))


def test_all_forms_are_executed(forms: Executed) -> None:
    executed = {form(one, forms.arch) for one in forms.every}
    assert executed & set(forms.forms) == set(forms.forms) - forms.lacking()


@pytest.mark.parametrize("forms", ["x86_64", "aarch64"], indirect=True)
def test_every_rule_is_executed(forms: Executed) -> None:
    """Encodings that no form of the objects has are executed, too: of each size and length, and operands of each
    kind."""
    found = {one.mnemonic for one in forms.every}
    if forms.arch == "aarch64":
        assert set(A64) <= found
    else:
        assert set(X86) - found == NO_SUCH | {"call", "endbr32"}  # these are of 32 bits


@pytest.mark.parametrize("forms", ["x86_64", "aarch64"], indirect=True)
def test_every_number_is_as_the_table_says(forms: Executed) -> None:
    """Numbers of one byte, all 256 of each name and size of an operand. 32-bit code of x86 has the same rules."""
    assert not forms.other_numbers()


def test_a_wrong_meaning_is_found(forms: Executed) -> None:
    """Of each kind, one."""
    for kind, (wanted, plant) in PLANTS[forms.arch].items():
        if wanted in forms.lacking():  # 64-bit code has the same rule, and Bochs executes its form
            continue
        numbers = [n for n, one in enumerate(forms.every) if form(one, forms.arch) == wanted]
        assert numbers, wanted
        with pytest.MonkeyPatch.context() as patch:
            plant(patch)
            assert any(map(forms.difference, numbers)), kind
