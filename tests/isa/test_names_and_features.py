# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The feature lattice, and the tables of forms."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.isa import features
from generator.machines import table
from generator.machines.table import rows


def test_closure() -> None:
    assert features.closure("x86_64", ("avx512vl",)) >= {"avx512f", "avx2", "avx", "sse4.2", "ssse3", "sse2"}
    assert "avx512vl" not in features.closure("x86_64", ("avx512f",))
    assert features.closure("x86", ()) == {"cmov"}
    assert "sse" in features.closure("x86", ("aes",))
    assert features.closure("aarch64", ("sha512",)) >= {"sha256", "sha1", "neon"}
    with pytest.raises(KeyError, match="avx3: no such feature of x86_64"):
        features.closure("x86_64", ("avx3",))


@pytest.mark.parametrize("arch", ["x86_64", "aarch64"])
def test_every_feature_of_a_table_is_known(arch: str) -> None:
    used = {part for some in rows(features.family(arch)).values() for line in some for part in line.features.split("+")}
    assert used - {""} <= features.known(arch)


@pytest.mark.parametrize("family", ["x86", "aarch64"])
def test_a_table_has_the_notice_that_its_licence_asks_for(family: str) -> None:
    text = (Path(table.__file__).parent / family / "forms.dat").read_text("utf-8")
    assert "# Altered source version" in text and "SPDX-License-Identifier: Zlib" in text
    assert "must be plainly marked" in (Path(table.__file__).parent / "LICENSE.asmjit.md").read_text("utf-8")
