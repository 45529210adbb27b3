# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Python's own implementations against published vectors and the standard library."""

from __future__ import annotations

import hashlib
import random

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from generator.lang import packed
from targets.trial.cases import derive
from tests.external.ntt16 import ntt16_reference
from tests.external.poly1305 import poly1305_reference
from tests.external.siphash import siphash24_reference
from tests.harness.plans import PLANS, contracts
from tests.reference import aes, chacha20, ghash, md5, poly1305, rc4, sha

pytestmark = pytest.mark.kernels()  # plans come from contracts
PRIME = 3329  # of ML-KEM

# RFC 6229: key, offset into the stream, sixteen bytes of it
RC4_VECTORS = (
    ("0102030405", 0, "b2396305f03dc027ccc3524a0a1118a8"),
    ("0102030405", 16, "6982944f18fc82d589c403a47a0d0919"),
    ("0102030405", 240, "28cb1132c96ce286421dcaadb8b69eae"),
    ("01020304050607", 0, "293f02d47f37c9b633f2af5285feb46b"),
    ("0102030405060708", 0, "97ab8a1bf0afb96132f2f67258da15a8"),
    ("0102030405060708090a0b0c0d0e0f10", 0, "9ac7cc9a609d1ef7b2932899cde41b97"),
    (
        "0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20",
        0,
        "eaa6bd25880bf93d3f5d1e4ca2611d91",
    ),
    ("833222772a", 0, "80ad97bdc973df8a2e879e92a497efda"),
)

# Aumasson and Bernstein, vectors.h of the reference implementation: key 00 … 0f, input of n bytes 00 01 02 …
SIPHASH_VECTORS = {
    0: "310e0edd47db6f72",
    1: "fd67dc93c539f874",
    2: "5a4fa9d909806c0d",
    3: "2d7efbd796666785",
    4: "b7877127e09427cf",
    5: "8da699cd64557618",
    6: "cee3fe586e46c9cb",
    7: "37d1018bf50002ab",
    15: "e545be4961ca29a1",  # the vector of the paper, a129ca6149be45e5 as a number
    63: "724506eb4c328a95",
}


@pytest.mark.parametrize("name", ["md5", "sha1", "sha256", "sha512"])
def test_against_hashlib(name: str) -> None:
    rng = random.Random(4)
    for length in (*range(0, 300, 7), 55, 56, 63, 64, 111, 112, 127, 128):
        message = rng.randbytes(length)
        ours = md5.digest(message) if name == "md5" else sha.digest(name, message)
        assert ours == hashlib.new(name, message, usedforsecurity=False).digest(), length


def test_rc4_vectors() -> None:
    for key, offset, expected in RC4_VECTORS:
        state, stream = rc4.stream(rc4.set_key(bytes.fromhex(key)), bytes(offset + 16))
        assert stream[offset:].hex() == expected, (key, offset)
        assert state[4 * 256] == (offset + 16) % 256


def test_poly1305_vectors() -> None:
    """RFC 8439, section 2.5.2, and vectors 7 and 8 of appendix A.3."""
    key = bytes.fromhex("85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b")
    said = b"Cryptographic Forum Research Group"
    two = (2).to_bytes(16, "little")
    rows = [
        (key, said, "a8061dc1305136c6c22b8baf0c0127a9"),
        (two + bytes(16), b"\xff" * 16, "03" + 15 * "00"),
        (two + b"\xff" * 16, two, "03" + 15 * "00"),
    ]
    for key, data, expected in rows:
        tag = bytearray(16)
        poly1305_reference(key, data, len(data), tag)
        assert tag.hex() == poly1305.mac(key, data).hex() == expected


def test_the_transform_is_the_remainders() -> None:
    """FIPS 203, section 4.3: words 2i and 2i + 1 are the remainder of the polynomial by X^2 - 17^(2 bitrev(i) + 1)."""
    rng = random.Random(5)
    coefficients = [rng.randrange(PRIME) for _ in range(256)]
    polynomial = bytearray(packed(coefficients, 2))
    ntt16_reference(polynomial)
    made = [int.from_bytes(polynomial[at : at + 2], "little") for at in range(0, 512, 2)]
    for n in range(128):
        root = pow(17, 2 * int(f"{n:07b}"[::-1], 2) + 1, PRIME)
        for odd in range(2):
            remainder = sum(c * pow(root, power, PRIME) for power, c in enumerate(coefficients[odd::2]))
            assert made[2 * n + odd] == remainder % PRIME, n


def test_siphash_vectors() -> None:
    for length, expected in SIPHASH_VECTORS.items():
        out = bytearray(8)
        siphash24_reference(bytes(range(16)), bytes(range(length)), length, out)
        assert out.hex() == expected, length


def _libcrypto(key: bytes, mode: modes.ECB | modes.CBC | modes.CTR, data: bytes, decrypt: bool = False) -> bytes:
    cipher = Cipher(algorithms.AES(key), mode)
    worker = cipher.decryptor() if decrypt else cipher.encryptor()
    return worker.update(data) + worker.finalize()


@pytest.mark.parametrize("size", aes.ROUNDS)
def test_aes_against_cryptography(size: int) -> None:
    rng = random.Random(5)
    for blocks in (0, 1, 2, 3, 17, 100):
        key, iv, data = rng.randbytes(size), rng.randbytes(16), rng.randbytes(16 * blocks)
        encrypt, decrypt = aes.encrypt_schedule(key), aes.decrypt_schedule(key)
        assert aes.ecb_encrypt(encrypt, data) == _libcrypto(key, modes.ECB(), data)
        assert aes.ecb_decrypt(decrypt, data) == _libcrypto(key, modes.ECB(), data, True)
        out, after = aes.cbc_encrypt(encrypt, iv, data)
        assert out == _libcrypto(key, modes.CBC(iv), data) and after == (out or iv)[-16:]
        back, after = aes.cbc_decrypt(decrypt, iv, data)
        assert back == _libcrypto(key, modes.CBC(iv), data, True) and after == (data or iv)[-16:]
        counter = iv[:12] + rng.randrange(2**32 - 200).to_bytes(4, "big")
        assert aes.ctr32(encrypt, counter, data)[0] == _libcrypto(key, modes.CTR(counter), data)


def test_ghash_vector() -> None:
    """McGrew and Viega, The Galois/Counter Mode of Operation, test case 2. The kernels' powers keep the key."""
    key = aes.ecb_encrypt(aes.encrypt_schedule(bytes(16)), bytes(16))
    data = bytes.fromhex("0388dace60b6a392f328c2b971b2fe78") + (128).to_bytes(16, "big")
    assert ghash.blocks(key, bytes(16), data).hex() == "f38cbb1ad69223dcc3457ae5b6b0f885"
    assert ghash.key_of(ghash.powers(key)) == key


def test_chacha20_vectors() -> None:
    """RFC 8439, 2.3.2, and draft-irtf-cfrg-xchacha-03, 2.2.1."""
    key = bytes(range(32))
    counter = bytes.fromhex("01000000 000000090000004a00000000")
    block = (
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
    )
    assert chacha20.ctr32(key, counter, bytes(64)) == (bytes.fromhex(block), b"\2" + counter[1:])
    found = chacha20.hchacha20(key, bytes.fromhex("000000090000004a0000000031415927"))
    assert found.hex() == "82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc"


def test_plans_are_the_same_each_time() -> None:
    """Those whose makers of contents keep something from call to call."""
    for name in ("mont_mul", "mont_pair_sqr"):
        assert derive(contracts()[name], PLANS[name], name) == derive(contracts()[name], PLANS[name], name)
