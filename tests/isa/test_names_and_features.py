# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Register spellings, and the feature lattice."""

from __future__ import annotations

import pytest

from generator.isa import features
from generator.isa.names import reg_name
from generator.machines.table import rows
from generator.model import Phys, RegClass


@pytest.mark.parametrize(
    ("arch", "cls", "num", "width", "arrangement", "name"),
    [
        ("x86_64", "gp", 0, 64, None, "rax"),
        ("x86_64", "gp", 0, 32, None, "eax"),
        ("x86_64", "gp", 3, 16, None, "bx"),
        ("x86_64", "gp", 6, 8, None, "sil"),
        ("x86_64", "gp", 2, 8, None, "dl"),
        ("x86_64", "gp", 8, 32, None, "r8d"),
        ("x86_64", "gp", 15, 8, None, "r15b"),
        ("x86_64", "gp", 9, 16, None, "r9w"),
        ("x86_64", "gp", 12, 64, None, "r12"),
        ("x86_64", "vec", 31, 512, None, "zmm31"),
        ("x86", "vec", 7, 128, None, "xmm7"),
        ("x86_64", "mask", 1, 64, None, "k1"),
        ("aarch64", "gp", 0, 32, None, "w0"),
        ("aarch64", "gp", 30, 64, None, "x30"),
        ("aarch64", "gp", 31, 64, None, "sp"),
        ("aarch64", "gp", 31, 32, None, "wsp"),
        ("aarch64", "gp", 32, 32, None, "wzr"),
        ("aarch64", "gp", 32, 64, None, "xzr"),
        ("aarch64", "vec", 5, 128, None, "q5"),
        ("aarch64", "vec", 5, 128, "q", "q5"),
        ("aarch64", "vec", 5, 64, None, "d5"),
        ("aarch64", "vec", 9, 128, "4s", "v9.4s"),
        ("aarch64", "vec", 9, 128, "s[1]", "v9.s[1]"),
    ],
)
def test_register_names(arch: str, cls: RegClass, num: int, width: int, arrangement: str | None, name: str) -> None:
    assert reg_name(arch, Phys(cls, num), width, arrangement) == name


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
