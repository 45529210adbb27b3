# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call,no-any-return"
"""The proofs' counts and checks are those of the documents: RFC 3720's examples, and Python's integers."""

from __future__ import annotations

import random

import pytest
import z3

from tests.fuzz import words
from tests.lower import counts

# RFC 3720, B.4: 32 bytes, and the check as four bytes in the order of transmission.
EXAMPLES = (
    (bytes(32), "aa36918a"),
    (b"\xff" * 32, "43aba862"),
    (bytes(range(32)), "4e79dd46"),
    (bytes(reversed(range(32))), "5cdb3f11"),
)


def _number(value: z3.BitVecRef) -> int:
    found = z3.simplify(value)
    assert isinstance(found, z3.BitVecNumRef)
    return found.as_long()


@pytest.mark.parametrize("size", [1, 2, 4, 8])
@pytest.mark.parametrize(("data", "check"), EXAMPLES, ids=[check for _, check in EXAMPLES])
def test_crc32c_is_rfc_3720_s(data: bytes, check: str, size: int) -> None:
    crc = other = 0xFFFFFFFF
    for at in range(0, len(data), size):
        word = int.from_bytes(data[at : at + size], "little")
        crc = _number(counts.crc32c(z3.BitVecVal(crc, 32), z3.BitVecVal(word, 8 * size)))
        other = words.crc32c(other, word, 8 * size)
    assert (crc ^ 0xFFFFFFFF).to_bytes(4, "little").hex() == check
    assert other == crc


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
def test_counts(bits: int) -> None:
    chosen = random.Random(bits)
    for x in (
        0,
        1,
        1 << bits - 1,
        (1 << bits) - 1,
        *(chosen.getrandbits(bits) >> chosen.randrange(bits) for _ in "x" * 9),
    ):
        value = z3.BitVecVal(x, bits)
        zeros = f"{x:0{bits}b}"
        assert _number(counts.leading_zeros(value)) == (len(zeros) - len(zeros.lstrip("0")))
        assert _number(counts.leading_zeros(counts.reversed_bits(value))) == (len(zeros) - len(zeros.rstrip("0")))
        assert _number(counts.ones(value)) == zeros.count("1")
        assert words.WORDS["clz"](bits, {}, x) == len(zeros) - len(zeros.lstrip("0"))
        assert words.WORDS["ctz"](bits, {}, x) == len(zeros) - len(zeros.rstrip("0"))
        assert words.WORDS["popcount"](bits, {}, x) == zeros.count("1")
