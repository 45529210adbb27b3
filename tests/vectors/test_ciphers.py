# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Block ciphers with BlockCipher records: published vectors, and every short length against the package
``cryptography``."""

from __future__ import annotations

import random
from ctypes import c_size_t, create_string_buffer

import pytest
from cryptography.hazmat.decrepit.ciphers.algorithms import Camellia
from cryptography.hazmat.primitives.ciphers import Cipher, modes

from tests.vectors.api import CONTEXT_BYTES, Loom
from tests.vectors.conftest import choices

_KERNELS = ("camellia_cbc_decrypt", "camellia_cbc_encrypt", "camellia_ecb", "camellia_set_key")
pytestmark = [choices(*_KERNELS), pytest.mark.kernels(*_KERNELS)]
KEY = bytes.fromhex("0123456789abcdeffedcba9876543210 00112233445566778899aabbccddeeff")
# RFC 3713, appendix A: bytes of the key, and the ciphertext of the key's first 16 bytes.
PUBLISHED = {
    16: "67673138549669730857065648eabe43",
    24: "b4993401b3e996f84ee5cee7d79b09b9",
    32: "9acc237dff16d76c20ef7c919e3a7509",
}
LENGTHS = [*range(0, 16 * 72, 16), 4096, 16 * 1027]


class Key:
    """A key of Camellia for one direction."""

    def __init__(self, loom: Loom, key: bytes, way: str = "encrypt") -> None:
        self.c, self.way, self.context = loom.c, way, create_string_buffer(CONTEXT_BYTES)
        assert getattr(self.c, f"loom_camellia_set_{way}_key")(self.context, key, c_size_t(len(key))) == 0

    def __call__(self, mode: str, data: bytes, iv: bytes = b"") -> tuple[bytes, bytes]:
        """What becomes of the data, in place, and of the IV or counter."""
        room, chain = create_string_buffer(data, len(data)), create_string_buffer(iv, 16)
        name = "ctr" if mode == "ctr" else f"{mode}_{self.way}"
        function = getattr(self.c, f"loom_camellia_{name}")
        assert function(self.context, *([] if mode == "ecb" else [chain]), room, room, c_size_t(len(data))) == 0
        return room.raw, chain.raw


def other(mode: str, key: bytes, iv: bytes, text: bytes) -> bytes:
    """By the package ``cryptography``, which has no Camellia in counter mode."""
    if mode == "ctr":
        first, blocks = int.from_bytes(iv, "big"), -(-len(text) // 16)
        counters = b"".join(((first + n) % 2**128).to_bytes(16, "big") for n in range(blocks))
        return bytes(x ^ y for x, y in zip(text, other("ecb", key, b"", counters)))
    return Cipher(Camellia(key), modes.CBC(iv) if mode == "cbc" else modes.ECB()).encryptor().update(text)


@pytest.mark.parametrize("size", PUBLISHED)
def test_published(size: int, loom: Loom) -> None:
    cipher = bytes.fromhex(PUBLISHED[size])
    assert Key(loom, KEY[:size])("ecb", KEY[:16])[0] == cipher
    assert Key(loom, KEY[:size], "decrypt")("ecb", cipher)[0] == KEY[:16]


@pytest.mark.parametrize("mode", ["ecb", "cbc", "ctr"])
def test_lengths(mode: str, loom: Loom) -> None:
    rng = random.Random(mode)
    for length in LENGTHS:
        key, iv = rng.randbytes(rng.choice((16, 24, 32))), rng.randbytes(16)
        text = rng.randbytes(length + (rng.randrange(16) if mode == "ctr" else 0))
        want = other(mode, key, iv, text)
        got, chain = Key(loom, key)(mode, text, iv)
        assert got == want, length
        if mode == "cbc":
            assert chain == (iv + want)[-16:], length
        if mode == "ctr":
            after = (int.from_bytes(iv, "big") + -(-len(text) // 16)) % 2**128
            assert chain == after.to_bytes(16, "big"), length
            continue
        assert Key(loom, key, "decrypt")(mode, want, iv)[0] == text, length


def test_refusals(loom: Loom) -> None:
    context, room, iv = create_string_buffer(CONTEXT_BYTES), create_string_buffer(64), create_string_buffer(16)
    for size in range(0, 40):
        given = loom.c.loom_camellia_set_encrypt_key(context, bytes(40), c_size_t(size))
        assert given == (0 if size in PUBLISHED else -1), size
    loom.c.loom_camellia_set_decrypt_key(context, bytes(16), c_size_t(16))
    assert loom.c.loom_camellia_cbc_encrypt(context, iv, room, room, c_size_t(16)) == -1
    assert loom.c.loom_camellia_ctr(context, iv, room, room, c_size_t(16)) == -1
    assert loom.c.loom_camellia_cbc_decrypt(context, iv, room, room, c_size_t(15)) == -1
    loom.c.loom_camellia_wipe(context)
    assert loom.c.loom_camellia_ecb_decrypt(context, room, room, c_size_t(16)) == -1
    assert not any(context.raw)
