# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Of Project Wycheproof's vectors those that say something of raw CBC and of HMAC (the file carries their notice)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.vectors.aes_api import Aes
from tests.vectors.api import SIZES, Loom
from tests.vectors.conftest import choices

VECTORS: dict[str, Any] = json.loads(Path(__file__).with_name("wycheproof.json").read_text("ascii"))
_CBC = ("aes_cbc_decrypt", "aes_cbc_encrypt", "aes_set_decrypt_key", "aes_set_encrypt_key")
_SHA = ("sha1_blocks", "sha256_blocks", "sha512_blocks")
_AES, _HASHES = choices(*_CBC), choices(*_SHA)
pytestmark = pytest.mark.kernels(*_CBC, *_SHA)


def _padded(message: bytes, padding: str) -> bytes:
    """The vectors are of padded messages, in part wrongly so: raw CBC is to give all of them, as they are."""
    size = 16 - len(message) % 16
    return (
        message
        + {
            "pkcs5": bytes([size]) * size,
            "zero": bytes(size),
            "0xff": b"\xff" * size,
            "iso7816": b"\x80" + bytes(size - 1),
        }[padding]
    )


@_AES
def test_cbc(loom: Loom) -> None:
    for number, key, iv, message, padding, ciphertext in VECTORS["aes_cbc"]["tests"]:
        plain = _padded(bytes.fromhex(message), padding)
        keys = bytes.fromhex(key), bytes.fromhex(iv)
        assert Aes(loom, "cbc", *keys)(plain).hex() == ciphertext, number
        assert Aes(loom, "cbc", *keys, decrypt=True)(bytes.fromhex(ciphertext), 5, 11) == plain, number


@_HASHES
@pytest.mark.parametrize("name", SIZES)
def test_hmac(name: str, loom: Loom) -> None:
    groups = VECTORS["hmac"][name]
    for number, *words in groups["valid"]:
        key, message, tag = map(bytes.fromhex, words)
        mac = loom.hmac(name, key, message)
        assert mac == tag, number
        assert loom.equal(mac, tag), number
        assert loom.streamed(name, [message[:1], message[1:]], key) == tag, number
    for number, *words in groups.get("invalid", ()):
        key, message, tag = map(bytes.fromhex, words)
        assert not loom.equal(loom.hmac(name, key, message), tag), number
