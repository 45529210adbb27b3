# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The S-box of AES on bit slices is that of FIPS 197, for every byte: 256 bytes in words of 256 bits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import pytest

from generator.kernels.cipher.aes_circuit import substitute
from generator.kernels.cipher.aes_field import CONSTANT
from generator.lang import Builder, Val
from tests.reference import aes


@dataclass
class Word:
    """A variable of a script, whose operations change it in place as those of a script do."""

    bits: int

    def __xor__(self, other: Word) -> Word:
        return Word(self.bits ^ other.bits)

    def __and__(self, other: Word) -> Word:
        return Word(self.bits & other.bits)

    def __ixor__(self, other: Word) -> Word:
        self.bits ^= other.bits
        return self

    def __iand__(self, other: Word) -> Word:
        self.bits &= other.bits
        return self


class Script:
    """The words of the language that the S-box takes."""

    def xor(self, x: Word, y: Word, *, to: Word | None = None) -> Word:
        made = Word(0) if to is None else to
        made.bits = x.bits ^ y.bits
        return made

    def set(self, to: Word, x: Word) -> None:
        to.bits = x.bits

    def cold(self, *_: object) -> None:
        """Changes no value."""


@pytest.mark.parametrize("inverse", [False, True])
def test_every_byte(inverse: bool) -> None:
    added = CONSTANT if inverse else 0
    words = [Word(sum(((byte ^ added) >> n & 1) << byte for byte in range(256))) for n in range(8)]
    substitute(cast(Builder, Script()), cast("list[Val]", words), inverse_box=inverse)
    found = bytes(sum((word.bits >> byte & 1) << n for n, word in enumerate(words)) for byte in range(256))
    wanted = aes._inverse_box() if inverse else bytes(one ^ CONSTANT for one in aes._box())
    assert found == wanted
