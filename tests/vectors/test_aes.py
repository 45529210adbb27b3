# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""NIST's vectors for AES in ECB and CBC, RFC 3686's for CTR, Monte Carlo tests, and every short length and splits
against another library."""

from __future__ import annotations

import random

import pytest

from tests.vectors.aes_api import Aes, Mode, Refused, other
from tests.vectors.api import Loom, Place
from tests.vectors.conftest import choices
from tests.vectors.published import records

_KERNELS = (
    "aes_cbc_decrypt", "aes_cbc_encrypt", "aes_ctr32", "aes_ecb_decrypt", "aes_ecb_encrypt", "aes_set_decrypt_key",
    "aes_set_encrypt_key",
)  # fmt: skip
BITS = (128, 192, 256)
pytestmark = [choices(*_KERNELS), pytest.mark.kernels(*_KERNELS)]
# Records of each file, 128, 192 and 256 bits.
KINDS = {
    "GFSbox": (14, 12, 10),
    "KeySbox": (42, 48, 32),
    "VarKey": (256, 384, 512),
    "VarTxt": (256, 256, 256),
    "MMT": (20, 20, 20),
}


@pytest.mark.parametrize("bits", BITS)
@pytest.mark.parametrize("mode", ["ecb", "cbc"])
def test_published(mode: Mode, bits: int, loom: Loom) -> None:
    """Every record both ways, whichever way it was made for."""
    for kind, counts in KINDS.items():
        done = 0
        for record in records(f"ciphers/AES/{mode.upper()}/{mode.upper()}{kind}{bits}.rsp"):
            key, plain, cipher = (record.hex(name) for name in ("KEY", "PLAINTEXT", "CIPHERTEXT"))
            iv = record.hex("IV") if mode == "cbc" else b""
            assert len(key) * 8 == bits
            assert Aes(loom, mode, key, iv)(plain) == cipher, record.where
            assert Aes(loom, mode, key, iv, decrypt=True)(cipher) == plain, record.where
            done += 1
        assert done == counts[BITS.index(bits)], kind


@pytest.mark.parametrize("bits", BITS)
def test_published_ctr(bits: int, loom: Loom) -> None:
    done = 0
    for record in records(f"ciphers/AES/CTR/aes-{bits}-ctr.txt"):
        key, iv, plain, cipher = (record.hex(name) for name in ("KEY", "IV", "PLAINTEXT", "CIPHERTEXT"))
        assert Aes(loom, "ctr", key, iv)(plain) == cipher, record.where
        assert Aes(loom, "ctr", key, iv)(cipher) == plain, record.where
        done += 1
    assert done == 3


@pytest.mark.parametrize("bits", BITS)
@pytest.mark.parametrize("decrypt", [False, True], ids=["encrypt", "decrypt"])
@pytest.mark.parametrize("mode", ["ecb", "cbc"])
def test_monte_carlo(mode: Mode, decrypt: bool, bits: int, loom: Loom, request: pytest.FixtureRequest) -> None:
    """AESAVS 6.4, a thousand blocks a key, against the same by another library. Pinned variants do fewer keys."""
    keys = 10 if request.node.callspec.params["choice"] == "dispatch" else 2
    rng = random.Random(bits)
    key, iv, block = rng.randbytes(bits // 8), rng.randbytes(16), rng.randbytes(16)
    for number in range(keys):
        aes = Aes(loom, mode, key, iv, decrypt=decrypt)
        data, out, before = block, b"", iv
        inputs, outputs = [], []
        for _ in range(1000):
            last, out = out, aes(data)
            inputs.append(data)
            outputs.append(out)
            data = out if mode == "ecb" else (last or before)
        expected = other(mode, key, iv, b"".join(inputs), decrypt=decrypt)
        assert b"".join(outputs) == expected, number
        change = (outputs[-2] + outputs[-1])[-len(key) :]
        key = bytes(a ^ b for a, b in zip(key, change))
        iv, block = out, outputs[-1] if mode == "ecb" else outputs[-2]


@pytest.mark.parametrize("bits", BITS)
@pytest.mark.parametrize("mode", ["ecb", "cbc", "ctr"])
def test_every_length(mode: Mode, bits: int, loom: Loom) -> None:
    """To four blocks and one byte (and some longer), in place and not; what is no whole block only CTR takes."""
    rng = random.Random(bits + 1)
    for length in [*range(66), *range(80, 1100, 80), 1099, 4096]:
        key, iv, data = rng.randbytes(bits // 8), rng.randbytes(16), rng.randbytes(length)
        for decrypt in (False, True):
            if mode != "ctr" and length % 16:
                aes, place, target = Aes(loom, mode, key, iv, decrypt=decrypt), Place(data, 0), Place(data[::-1], 0)
                assert aes.into(place, target, length) == Refused
                assert (place.data(), target.data(), aes.iv) == (data, data[::-1], iv)
                continue
            expected = other(mode, key, iv, data, decrypt=decrypt)
            aes = Aes(loom, mode, key, iv, decrypt=decrypt)
            assert aes(data, out=length % 7) == expected, (length, decrypt)
            if mode == "cbc" and length:
                assert aes.iv == (data if decrypt else expected)[-16:]
            assert Aes(loom, mode, key, iv, decrypt=decrypt)(data) == expected, (length, decrypt, "in place")
            aes.wipe()


@pytest.mark.parametrize("mode", ["ecb", "cbc", "ctr"])
def test_random_splits(mode: Mode, loom: Loom) -> None:
    rng = random.Random(9)
    unit = 1 if mode == "ctr" else 16
    for number in range(24):
        key, iv, data = rng.randbytes((16, 24, 32)[number % 3]), rng.randbytes(16), rng.randbytes(1600)
        aes = Aes(loom, mode, key, iv, decrypt=number % 2 == 1)
        out, at = b"", 0
        while at < len(data):
            size = unit * rng.choice((0, 1, 2, 3, 15, 16, 17, rng.randint(0, 640 // unit)))
            out += aes(data[at : at + size], rng.randrange(64), rng.choice((None, 3)))
            at += size
        assert out == other(mode, key, iv, data, decrypt=number % 2 == 1), number


def test_counter_carries(loom: Loom) -> None:
    """Out of the last 32 bits at every place of a batch, and on through all 128, where it comes round to zero."""
    rng = random.Random(10)
    for left in range(1, 42):
        for upper in (0, rng.getrandbits(96), 2**96 - 1, 2**64 - 1):
            counter = (upper << 32 | 2**32 - left).to_bytes(16, "big")
            key, data = rng.randbytes((16, 24, 32)[left % 3]), rng.randbytes(16 * 45 + left % 16)
            expected = other("ctr", key, counter, data)
            assert Aes(loom, "ctr", key, counter)(data) == expected, counter.hex()
            aes, cut = Aes(loom, "ctr", key, counter), rng.randrange(len(data))
            assert aes(data[:cut]) + aes(data[cut:], 1, 2) == expected, (counter.hex(), cut)


@pytest.mark.parametrize("mode", ["ecb", "cbc"])
def test_the_other_direction_is_refused(mode: Mode, loom: Loom) -> None:
    """A key set for one direction does not serve the other."""
    place = Place(bytes(32), 0)
    for decrypt in (False, True):
        aes = Aes(loom, mode, bytes(16), bytes(16), decrypt=decrypt)
        aes._direction = "encrypt" if decrypt else "decrypt"
        assert aes.into(place, place, 32) == Refused
        assert place.data() == bytes(32)
