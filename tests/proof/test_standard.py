# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Each script of MD5, RIPEMD-160, SHA-1, SHA-256 and SHA-512 computes what its standard says, for all states and
messages.

Scripts are compared with ``tests/reference`` after no block and one, for each variant and instruction set, and after
two for `scalar`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pytest

from tests.proof import standard
from tests.proof.numbers_as_terms import Word
from tests.proof.recordings import KERNELS, cases, recorded
from tests.proof.standard import Standard, differences, with_a_deep_stack
from tests.reference import md5, ripemd160, sha

STANDARDS = {
    "md5_blocks": Standard(md5.compress, 32, 4, big_endian=False),
    "ripemd160_blocks": Standard(ripemd160.compress, 32, 5, big_endian=False),
    "sha1_blocks": Standard(sha.sha1, 32, 5, big_endian=True),
    "sha256_blocks": Standard(partial(sha.sha2, bits=32), 32, 8, big_endian=True),
    "sha512_blocks": Standard(partial(sha.sha2, bits=64), 64, 8, big_endian=True),
}
CASES = cases(name for name in KERNELS if name.partition("_x")[0] in STANDARDS)


def _differences(triple: str, name: str, variant: str, standard: Standard, blocks: int) -> list[str]:
    of = recorded(triple, name, variant)
    return with_a_deep_stack(lambda: differences(of.kernel, of.ops, of.params, of.word, standard, blocks))


@pytest.mark.parametrize(("triple", "name", "variant"), CASES)
@pytest.mark.whole(every=4)
def test_a_script_computes_the_standard(triple: str, name: str, variant: str) -> None:
    standard = STANDARDS[name.partition("_x")[0]]
    for blocks in (0, 1, 2) if variant == "scalar" else (0, 1):
        assert not _differences(triple, name, variant, standard, blocks), blocks


@pytest.mark.parametrize("variant", ["scalar", "shani"])
def test_another_standard_differs(variant: str) -> None:
    """SHA-256 with the lowest bit of the last word inverted."""

    def wrong(state: Sequence[Word], block: Sequence[Word]) -> tuple[Word, ...]:
        return sha.sha2(state, (*block[:15], block[15] ^ 1), bits=32)

    standard = Standard(wrong, 32, 8, big_endian=True)
    assert len(_differences("x86_64-linux-gnu", "sha256_blocks", variant, standard, 1)) == 8


def test_questions_for_z3_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standard, "QUESTIONS", -1)
    found = _differences("x86_64-linux-gnu", "md5_blocks", "scalar", STANDARDS["md5_blocks"], 0)
    assert found == ["0 questions for z3"]
