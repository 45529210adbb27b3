# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES-GCM (SP 800-38D) over whole blocks: CTR beside GHASH of the ciphertext."""

from __future__ import annotations

from typing import Any

from generator.kernels.cipher.aes_contract import ARGS, ROUNDS
from generator.kernels.cipher.aes_ctr import in_words
from generator.kernels.cipher.aes_words import SlicedAes
from generator.kernels.cipher.ghash_words import GhashWords
from generator.lang import Arg, Builder, Val, Variant, kernel


def contract(name: str) -> dict[str, Any]:
    return {
        "c": f"void {name}(const uint8_t *schedule, size_t rounds, uint8_t counter[16], const uint8_t powers[256], "
        "uint8_t xi[16], const uint8_t *in, uint8_t *out, size_t blocks)",
        "args": [*ARGS["schedule"], *ARGS["counter"], Arg("powers"), Arg("xi"), *ARGS["data"]],
        "variants": [Variant("scalar", engine=in_two_passes)],
        "source": "FIPS 197; SP 800-38D, 6.4 and 6.5; RFC 8452, appendix A",
        "size": "blocks",
        "size_unit": 16,
        "portable": True,
        "wipe": True,
        "cases": ROUNDS,
        "parts": ("aes_ctr32", "ghash_blocks"),
    }


def in_two_passes(
    k: Builder, schedule: Val, rounds: Val, counter: Val, powers: Val, xi: Val, in_: Val, out: Val, blocks: Val,
    *, decrypt: bool,
) -> None:  # fmt: skip
    """The ciphertext is hashed before it is decrypted, or after it was encrypted."""
    at, left = k.copy(in_ if decrypt else out), k.copy(blocks)
    k.cold(counter, powers, xi, in_, out, blocks, at, left)
    if decrypt:
        GhashWords(k, powers, xi).blocks(at, left)
    aes = SlicedAes(k, schedule, rounds)
    aes.hold()
    in_words(k, aes, counter, in_, out, blocks)
    if not decrypt:
        GhashWords(k, powers, xi).blocks(at, left)


@kernel(**contract("aes_gcm_encrypt"))
def aes_gcm_encrypt(
    k: Builder, schedule: Val, rounds: Val, counter: Val, powers: Val, xi: Val, in_: Val, out: Val, blocks: Val
) -> None:
    """AES-CTR of `blocks` 16-byte blocks as aes_ctr32, and GHASH of the output into `xi` as ghash_blocks."""
    k.variant.engine(k, schedule, rounds, counter, powers, xi, in_, out, blocks, decrypt=False)


@kernel(**contract("aes_gcm_decrypt"))
def aes_gcm_decrypt(
    k: Builder, schedule: Val, rounds: Val, counter: Val, powers: Val, xi: Val, in_: Val, out: Val, blocks: Val
) -> None:
    """AES-CTR of `blocks` 16-byte blocks as aes_ctr32, and GHASH of the input into `xi` as ghash_blocks."""
    k.variant.engine(k, schedule, rounds, counter, powers, xi, in_, out, blocks, decrypt=True)
