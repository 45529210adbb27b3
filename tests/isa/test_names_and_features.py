# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The feature lattice."""

from __future__ import annotations

import pytest

from generator.isa import features
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
    used = set()
    for text in rows(features.family(arch)).values():
        for line in text.split("\n"):
            parts = line.split("|")
            if len(parts) > 1:
                used |= set(parts[3 if arch == "x86_64" else 2].split("+")) - {""}
    assert used <= features.known(arch)
