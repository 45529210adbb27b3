# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The features and cores that the runtime knows: the data files have all that preferences and kernels need, and
contradictions are refused."""

from __future__ import annotations

import pytest

import generator.machines  # noqa: F401  (registers the machines)
from generator import library
from generator.cpus import cores, features, lists, symbol
from generator.isa.machine import machines
from generator.model import AsmloomError
from generator.preferences import preferences

pytestmark = pytest.mark.kernels()  # contracts alone

LISTS = lists()


def test_every_feature_of_a_kernel_is_detected() -> None:
    asked = {name for kernel in library.load().kernels.values() for one in kernel.variants for name in one.features}
    assert len(asked) > 10 and {symbol(name) for name in asked} <= set(LISTS["features"])


def test_every_core_of_a_preference_is_known() -> None:
    assert {row["uarch"] for row in preferences()} <= set(LISTS["uarches"])


@pytest.mark.parametrize("family", sorted({one.family for one in machines()}))
def test_prerequisites(family: str) -> None:
    """One pass in the order of the pairs finds everything that lacks a prerequisite, whichever feature is removed."""
    implies = next(one.implies for one in machines() if one.family == family)
    pairs = LISTS["tables"][f"{family.upper()}_NEEDS"]
    direct = {(symbol(name), symbol(need)) for name, needs in implies.items() for need in needs}
    there = {name for name, _ in LISTS["tables"][f"{family.upper()}_{'CPUID' if family == 'x86' else 'HWCAP'}"]}
    assert set(pairs) == {(name, need) for name, need in direct if name in there and need in there}
    for removed in there:
        left = there - {removed}
        for name, need in pairs:
            if need not in left:
                left.discard(name)
        assert not [name for name, need in pairs if name in left and need not in left], removed


@pytest.mark.parametrize(("text", "message"), [
    ("sse2\n", "targets/f:1: expected a line `machine` with a name and columns, found sse2"),
    ("machine z80 PORT\n", "targets/f:1: no machine z80; expected one of aarch64, x86"),
    ("# head\nmachine x86 CPUID\nsse9 A,1\n", "targets/f:3: no feature sse9; generator/machines/x86/features.py lists"),
    ("machine x86 CPUID\nsse2 A,1 B,2\n", "targets/f:2: expected a feature and CPUID, found sse2 A,1 B,2"),
    ("machine x86 CPUID\naes A,1\nmachine aarch64 HWCAP\nacrypt=aes 0,3\n",
     "targets/f:4: aes is called acrypt here and aes above"),
])  # fmt: skip
def test_features_that_are_refused(text: str, message: str) -> None:
    with pytest.raises(AsmloomError) as refused:
        features(text, "f")
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize(("text", "message"), [
    ("a a\nb c\n", "targets/c:2: expected a new name and a parent above it, found b c"),
    ("a\n", "targets/c:1: expected a new name and a parent above it, found a "),
    ("a a\na a\n", "targets/c:2: expected a new name and a parent above it, found a a"),
    ("a a intel:6\n", "targets/c:1: expected maker:family:models, found intel:6"),
    ("a a intel:*:*\nb a intel:6:10-1f\nc a intel:6:1f\n", "targets/c:3: intel:6:1f is claimed by b"),
    ("a a intel:*:*\nb a intel:*:*\n", "targets/c:2: intel:*:* is claimed by a"),
    ("a a intel:*:*\nb a amd:6:1\n", "targets/c: expected a row with amd:*:*, for the CPUs that no other row names"),
])  # fmt: skip
def test_cores_that_are_refused(text: str, message: str) -> None:
    with pytest.raises(AsmloomError) as refused:
        cores(text, "c")
    assert str(refused.value) == message


def test_rows() -> None:
    found = features("machine x86 CPUID\nsse3 A,1\nfast=sse2 A,2|B,3\n", "f")
    assert found["features"] == {"SSE3": "sse3", "SSE2": "fast"}
    assert found["tables"] == {"X86_CPUID": [("SSE3", "A, 1"), ("SSE2", "A, 2"), ("SSE2", "B, 3")],
                               "X86_NEEDS": [("SSE3", "SSE2")]}  # fmt: skip
    known = cores("a a m:*:*\nb a wide m:1f:2-a\nc b\n", "c")
    assert known["uarches"] == {"a": "a", "b": "a", "c": "b"}
    assert known["wide"] == {"b", "c"}
    assert known["cores"] == {"m": [("b", 31, 31, 2, 10), ("a", 0, 0xFFFFFFFF, 0, 0xFFFF)]}
