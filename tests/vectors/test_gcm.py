# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES-GCM: NIST's vectors, Project Wycheproof's, counters that pass 2³² at any place, tags with each bit wrong, and the
limits. tests/runtime/test_truth.py has messages of every length and in parts."""

from __future__ import annotations

import random
from ctypes import c_size_t, create_string_buffer

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from tests.vectors.aes_api import Refused, other
from tests.vectors.api import CONTEXT_BYTES, Loom
from tests.vectors.conftest import choices
from tests.vectors.published import records, wycheproof

_KERNELS = ("aes_ctr32", "aes_gcm_decrypt", "aes_gcm_encrypt", "aes_set_encrypt_key", "ghash_blocks", "ghash_powers")
pytestmark = [choices(*_KERNELS), pytest.mark.kernels(*_KERNELS)]
BITS = (128, 192, 256)


def sized(data: bytes) -> tuple[bytes, c_size_t]:
    return data, c_size_t(len(data))


class Gcm:
    """A key. ``seal`` and ``open`` return what they wrote, or None where the function refuses."""

    def __init__(self, loom: Loom, key: bytes) -> None:
        self.c, self.key = loom.c, create_string_buffer(CONTEXT_BYTES)
        assert self.c.loom_aes_gcm_set_key(self.key, *sized(key)) == 0

    def seal(self, nonce: bytes, aad: bytes, text: bytes, tag_length: int = 16) -> bytes | None:
        out, tag = create_string_buffer(b"\xee" * len(text)), create_string_buffer(b"\xee" * 17)
        words = (*sized(nonce), *sized(aad), *sized(text), out, tag, c_size_t(tag_length))
        good = self.c.loom_aes_gcm_seal(self.key, *words) == 0
        rest = tag_length if good else 0
        assert good or out.raw == b"\xee" * len(text) + b"\0"
        assert tag.raw[rest:] == b"\xee" * (17 - rest) + b"\0"
        return out.raw[:-1] + tag.raw[:rest] if good else None

    def open(self, nonce: bytes, aad: bytes, text: bytes, tag: bytes) -> bytes | None:
        out = create_string_buffer(b"\xee" * len(text))
        good = self.c.loom_aes_gcm_open(self.key, *sized(nonce), *sized(aad), *sized(text), *sized(tag), out) == 0
        assert good or out.raw == bytes(len(out))
        return out.raw[:-1] if good else None


@pytest.mark.parametrize("bits", BITS)
def test_published(bits: int, loom: Loom, request: pytest.FixtureRequest) -> None:
    """CAVP's files. Pinned variants take every eleventh record: sections have 15."""
    step, done = 1 if request.node.callspec.params["choice"] == "dispatch" else 11, 0
    for way in ("EncryptExtIV", "Decrypt"):
        for record in [*records(f"ciphers/AES/GCM/gcm{way}{bits}.rsp")][::step]:
            key, nonce, aad, cipher, tag = (record.hex(name) for name in ("Key", "IV", "AAD", "CT", "Tag"))
            gcm, good = Gcm(loom, key), len(tag) >= 12 and "FAIL" not in record.fields
            assert gcm.open(nonce, aad, cipher, tag) == (record.hex("PT") if good else None), record.where
            if good:
                assert gcm.seal(nonce, aad, record.hex("PT"), len(tag)) == cipher + tag, record.where
            done += 1
    assert done == 2 * len(range(0, 7875, step))


def test_wycheproof(loom: Loom) -> None:
    for one in wycheproof("aes_gcm"):
        gcm, made = Gcm(loom, one.key), one.sealed + one.tag
        assert gcm.open(one.nonce, one.aad, one.sealed, one.tag) == (one.text if one.good else None), one.number
        if one.good or not one.nonce:  # others have a wrong tag
            assert gcm.seal(one.nonce, one.aad, one.text) == (made if one.good else None), one.number


def times(a: int, b: int) -> int:
    """The product in GHASH's field: the first coefficient is the highest bit."""
    product = 0
    for bit in range(127, -1, -1):
        product ^= b if a >> bit & 1 else 0
        b = b >> 1 ^ (0xE1 << 120 if b & 1 else 0)
    return product


def nonce_for(key: bytes, counter: int) -> bytes:
    """The nonce of 16 bytes that has this first counter: GHASH multiplies by H twice."""
    power, inverse = int.from_bytes(other("ecb", key, b"", bytes(16)), "big"), 1 << 127
    for _ in range(127):  # H to the power of 2^128 - 2
        power = times(power, power)
        inverse = times(inverse, power)
    return times(times(counter, inverse) ^ 128, inverse).to_bytes(16, "big")


def test_counter_wraps(loom: Loom) -> None:
    """Within the last 32 bits, at every place of the widest batch. The other bits stay."""
    rng = random.Random(3)
    for left in range(1, 42):
        key, text, aad = rng.randbytes((16, 24, 32)[left % 3]), rng.randbytes(16 * 45 + left % 16), rng.randbytes(left)
        nonce, text = nonce_for(key, rng.getrandbits(96) << 32 | 2**32 - left), text[: 70 if left < 5 else 800]
        sealed = AESGCM(key).encrypt(nonce, text, aad)
        assert Gcm(loom, key).seal(nonce, aad, text) == sealed, left
        assert Gcm(loom, key).open(nonce, aad, sealed[:-16], sealed[-16:]) == text, left


@pytest.mark.parametrize("length", [9, 100])
def test_every_bit(length: int, loom: Loom) -> None:
    """A wrong bit of the tag, the text, the associated data, the nonce or the key: nothing is opened."""
    good = [bytes(range(size)) for size in (16, 12, 13, length)]
    key, nonce, aad, text = good
    sealed = Gcm(loom, key).seal(nonce, aad, text) or b""
    parts = [key, nonce, aad, sealed[:-16], sealed[-16:]]
    assert Gcm(loom, key).open(*parts[1:]) == text
    for at, part in enumerate(parts):
        for bit in range(8 * len(part)):
            wrong = bytearray(part)
            wrong[bit // 8] ^= 1 << bit % 8
            given = [*parts[:at], bytes(wrong), *parts[at + 1 :]]
            assert Gcm(loom, given[0]).open(*given[1:]) is None, (at, bit)


def test_limits(loom: Loom) -> None:
    """What is too long is refused before a byte of it is read. Key, nonce and tag have the lengths that they may."""
    gcm = Gcm(loom, bytes(16))
    before = gcm.key.raw
    for size in (0, 15, 17, 33, 128):
        assert (gcm.c.loom_aes_gcm_set_key(gcm.key, *sized(bytes(size))), gcm.key.raw) == (Refused, before)
    assert [n for n in range(20) if gcm.seal(b"nonce", b"", b"text", n) is not None] == [12, 13, 14, 15, 16]
    for sizes in ((0, 0, 0), (2**61, 0, 0), (12, 2**61, 0), (12, 0, 2**36 - 31), (12, 0, 2**64 - 1)):
        words = [word for size in sizes for word in (None, c_size_t(size))]
        assert gcm.c.loom_aes_gcm_seal(gcm.key, *words, None, None, c_size_t(16)) == Refused, sizes
        assert gcm.c.loom_aes_gcm_open(gcm.key, *words, bytes(16), c_size_t(16), None) == Refused, sizes
