# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""DES and triple DES: NIST's vectors, and texts of many lengths against the package ``cryptography``."""

from __future__ import annotations

import random
from ctypes import c_size_t, create_string_buffer

import pytest
from cryptography.hazmat.decrepit.ciphers.algorithms import TripleDES
from cryptography.hazmat.primitives.ciphers import Cipher, modes

from tests.vectors.api import Loom
from tests.vectors.conftest import choices
from tests.vectors.published import records

_KERNELS = ("des_cbc_decrypt", "des_cbc_encrypt", "des_ecb", "des_set_key")
pytestmark = [choices(*_KERNELS), pytest.mark.kernels(*_KERNELS)]
CONTEXT_BYTES = 48 * 48 + 8
SIZES = (8, 16, 24)
# Records of each file, both directions together.
KINDS = {"vartext": 128, "invperm": 128, "permop": 64, "subtab": 38, "varkey": 112, "MMT1": 20, "MMT2": 20, "MMT3": 20}


class Key:
    """A key for one direction."""

    def __init__(self, loom: Loom, key: bytes, way: str = "encrypt") -> None:
        self.c, self.way, self.context = loom.c, way, create_string_buffer(CONTEXT_BYTES)
        assert getattr(self.c, f"loom_des_set_{way}_key")(self.context, key, c_size_t(len(key))) == 0

    def __call__(self, mode: str, data: bytes, iv: bytes = b"") -> bytes:
        """What becomes of the data, in place."""
        room, chain = create_string_buffer(data, len(data)), create_string_buffer(iv, 8)
        function = getattr(self.c, f"loom_des_{mode}_{self.way}")
        assert function(self.context, *([] if mode == "ecb" else [chain]), room, room, c_size_t(len(data))) == 0
        if mode == "cbc":
            assert chain.raw == (iv + (room.raw if self.way == "encrypt" else data))[-8:]
        return room.raw


@pytest.mark.parametrize("mode", ["ecb", "cbc"])
def test_published(mode: str, loom: Loom) -> None:
    """Every record both ways, whichever way it was made for, and those with one key in all three forms of the key."""
    for kind, count in KINDS.items():
        done = 0
        for record in records(f"ciphers/3DES/{mode.upper()}/T{mode.upper()}{kind}.rsp"):
            single = "KEYs" in record.fields
            names = ["KEYs"] if single else ["KEY1", "KEY2", "KEY3"]
            key = b"".join(record.hex(name) for name in names)
            keys = [key, 2 * key, 3 * key] if single else [key]
            if not single and key[:8] == key[16:]:
                keys.append(key[:16])
            plain, cipher = record.hex("PLAINTEXT"), record.hex("CIPHERTEXT")
            iv = record.hex("IV") if mode == "cbc" else b""
            for one in keys:
                assert Key(loom, one)(mode, plain, iv) == cipher, record.where
                assert Key(loom, one, "decrypt")(mode, cipher, iv) == plain, record.where
            done += 1
        assert done == count, kind


def other(mode: str, key: bytes, iv: bytes, text: bytes) -> bytes:
    """What `cryptography` encrypts, under a key of any size."""
    whole = (key * 3 if len(key) == 8 else key + key)[:24]
    return Cipher(TripleDES(whole), modes.ECB() if mode == "ecb" else modes.CBC(iv)).encryptor().update(text)


@pytest.mark.parametrize("mode", ["ecb", "cbc"])
def test_lengths(mode: str, loom: Loom) -> None:
    """Batches of every variant, full and with any number of blocks."""
    rng = random.Random(mode)
    for blocks in [*range(72), 127, 128, 129, 255, 256, 257, 512, 1027]:
        key, iv, text = rng.randbytes(rng.choice(SIZES)), rng.randbytes(8), rng.randbytes(8 * blocks)
        want = other(mode, key, iv, text)
        assert Key(loom, key)(mode, text, iv) == want, blocks
        assert Key(loom, key, "decrypt")(mode, want, iv) == text, blocks


def test_refusals(loom: Loom) -> None:
    context, room, iv = create_string_buffer(CONTEXT_BYTES), create_string_buffer(64), create_string_buffer(8)
    for size in range(40):
        given = loom.c.loom_des_set_encrypt_key(context, bytes(40), c_size_t(size))
        assert given == (0 if size in SIZES else -1), size
    loom.c.loom_des_set_decrypt_key(context, bytes(8), c_size_t(8))
    assert loom.c.loom_des_cbc_encrypt(context, iv, room, room, c_size_t(8)) == -1
    assert loom.c.loom_des_ecb_decrypt(context, room, room, c_size_t(12)) == -1
    loom.c.loom_des_wipe(context)
    assert context.raw == bytes(CONTEXT_BYTES)
