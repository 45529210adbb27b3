# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The code of an AEAD leaves room for its caller's in a cache of instructions: 32 KiB on most cores."""

from __future__ import annotations

import pytest

import targets
from targets.trial.code import text_of
from tests.kernels.conftest import Make
from tests.kernels.matrix import TWINS

MOST = 8192  # bytes of one variant
AEADS = (
    "aes_cbc_encrypt", "aes_ctr32", "aes_ecb_encrypt", "aes_gcm_decrypt", "aes_gcm_encrypt", "aes_gcm_open_message",
    "aes_gcm_seal_message", "aes_xts_decrypt", "aes_xts_encrypt", "chacha20_ctr32", "chacha20_poly1305_decrypt",
    "chacha20_poly1305_encrypt", "ghash_blocks", "ghash_powers", "hchacha20", "poly1305_blocks", "poly1305_tag",
)  # fmt: skip


@pytest.mark.kernels(*AEADS)
@pytest.mark.code
@pytest.mark.parametrize("triples", TWINS.values(), ids=TWINS)
def test_aeads_are_small(triples: tuple[str, ...], make: Make) -> None:
    target = targets.load(triples[0])
    cell = make(target.triple, target.syntaxes[0], frozenset(AEADS))
    names = [function.symbol for kernel, _, function in cell.functions() if kernel.name in AEADS]
    sizes = {name: len(text_of(target, cell.first[name])) for name in names}
    assert sizes and {name: size for name, size in sizes.items() if size > MOST} == {}
