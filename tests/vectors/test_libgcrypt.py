# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AEADs, XTS and CMAC give libgcrypt's answers, for lengths, too, that the package ``cryptography`` (OpenSSL) refuses:
nonces of AES-GCM below 8 bytes and above 128, and no text under AES-GCM-SIV."""

from __future__ import annotations

import ctypes
import random
from ctypes import c_char_p, c_size_t, c_uint64, c_void_p, create_string_buffer
from typing import Any

import pytest

from targets.toolchain.find import MissingTool
from tests.vectors import test_aes_modes, test_chacha
from tests.vectors.api import Loom
from tests.vectors.test_gcm import Gcm

pytestmark = pytest.mark.parametrize("choice", ["dispatch"], indirect=True, scope="session")
# gcrypt.h: enum gcry_cipher_algos, gcry_cipher_modes, gcry_mac_algos and gcry_ctl_cmds
AES, CHACHA20, CMAC_AES = {16: 7, 24: 8, 32: 9}, 316, 201
MODES = {"ccm": 8, "gcm": 9, "chacha20_poly1305": 10, "xts": 13, "gcm_siv": 16}
NO_SECURE_MEMORY, INITIALIZED, CCM_LENGTHS = 37, 38, 69


class Gcrypt:
    """A message at a time. Every call that fails ends the test."""

    def __init__(self) -> None:
        try:
            self.c = ctypes.CDLL("libgcrypt.so.20")
        except OSError as error:
            raise MissingTool("libgcrypt.so.20 is not installed; Debian: apt-get install libgcrypt20") from error
        self.c.gcry_check_version.restype = c_char_p
        assert self.c.gcry_check_version(b"1.10.0")
        for command in (NO_SECURE_MEMORY, INITIALIZED):
            assert self.c.gcry_control(command, 0) == 0

    def call(self, name: str, *words: Any) -> None:
        given = [word for one in words for word in ((one, c_size_t(len(one))) if isinstance(one, bytes) else (one,))]
        assert getattr(self.c, f"gcry_{name}")(*given) == 0, name

    def cipher(self, mode: str, key: bytes, nonce: bytes, aad: bytes, text: bytes, tag_bytes: int) -> bytes:
        """The text and the tag behind it."""
        handle, out, tag = c_void_p(), create_string_buffer(len(text)), create_string_buffer(tag_bytes)
        algorithm = CHACHA20 if mode == "chacha20_poly1305" else AES[len(key) // (2 if mode == "xts" else 1)]
        self.call("cipher_open", ctypes.byref(handle), algorithm, MODES[mode], 0)
        self.call("cipher_setkey", handle, key)
        self.call("cipher_setiv", handle, nonce)
        if mode == "ccm":
            lengths = (c_uint64 * 3)(len(text), len(aad), tag_bytes)
            self.call("cipher_ctl", handle, CCM_LENGTHS, lengths, c_size_t(ctypes.sizeof(lengths)))
        if aad:
            self.call("cipher_authenticate", handle, aad)
        self.call("cipher_encrypt", handle, out, c_size_t(len(text)), text)
        if tag_bytes:
            self.call("cipher_gettag", handle, tag, c_size_t(tag_bytes))
        self.c.gcry_cipher_close(handle)
        return out.raw + tag.raw

    def cmac(self, key: bytes, text: bytes) -> bytes:
        handle, out, size = c_void_p(), create_string_buffer(16), c_size_t(16)
        self.call("mac_open", ctypes.byref(handle), CMAC_AES, 0, None)
        self.call("mac_setkey", handle, key)
        self.call("mac_write", handle, text)
        self.call("mac_read", handle, out, ctypes.byref(size))
        self.c.gcry_mac_close(handle)
        return out.raw


def ours(loom: Loom, mode: str, key: bytes, nonce: bytes, aad: bytes, text: bytes, tag_bytes: int) -> bytes | None:
    if mode == "gcm":
        return Gcm(loom, key).seal(nonce, aad, text, tag_bytes)
    if mode == "chacha20_poly1305":
        return test_chacha.seal(loom, "", key, nonce, aad, text)
    if mode == "xts":
        return test_aes_modes.xts(loom, "encrypt", key, nonce, text, 0)
    result, sealed = test_aes_modes.Aead(loom, mode, key, nonce, aad).seal(text, tag_bytes)
    return sealed if result == 0 else None


@pytest.mark.parametrize("mode", MODES)
def test_sealed(mode: str, loom: Loom) -> None:
    rng, gcrypt = random.Random(mode), Gcrypt()
    keys = {"chacha20_poly1305": [32], "xts": [32, 64], "gcm_siv": [16, 32]}.get(mode, [16, 24, 32])
    nonces = {"gcm": [12, *range(1, 8), 16, 129, 200, 1000], "ccm": range(7, 14), "xts": [16]}.get(mode, [12])
    tags = {"ccm": range(4, 17, 2), "gcm": range(12, 17), "xts": [0]}.get(mode, [16])
    for length in [*range(70), 255, 256, 257, 1000, 4097, 16384]:
        if mode == "xts" and length < 16:
            continue
        aad = b"" if mode == "xts" else rng.randbytes(rng.choice((0, 1, 13, 16, 70, 300)))
        words = mode, rng.randbytes(rng.choice(keys)), rng.randbytes(rng.choice([*nonces])), aad, rng.randbytes(length)
        size = rng.choice([*tags])
        assert ours(loom, *words, size) == gcrypt.cipher(*words, size), length


def test_cmac(loom: Loom) -> None:
    rng, gcrypt = random.Random(20), Gcrypt()
    for length in range(70):
        key, text = rng.randbytes(rng.choice((16, 24, 32))), rng.randbytes(length)
        assert test_aes_modes.cmac(loom, key, text) == gcrypt.cmac(key, text), length
