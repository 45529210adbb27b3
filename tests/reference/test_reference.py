# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Python's own implementations against published vectors and the standard library."""

from __future__ import annotations

import hashlib
import random
import time

import pytest

from tests.harness.plans import PLANS
from tests.reference import md5, rc4, sha, siphash

# RFC 1321, appendix A.5
MD5_VECTORS = {
    b"": "d41d8cd98f00b204e9800998ecf8427e",
    b"a": "0cc175b9c0f1b6a831c399e269772661",
    b"abc": "900150983cd24fb0d6963f7d28e17f72",
    b"message digest": "f96b697d7cb7938d525a2f31aaf161d0",
    b"abcdefghijklmnopqrstuvwxyz": "c3fcd3d76192e4007dfb496cca67e13b",
    b"12345678901234567890" * 4: "57edf4a22be3c955ac49da2e2107b67a",
}

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


def test_md5_vectors() -> None:
    for message, digest in MD5_VECTORS.items():
        assert md5.digest(message).hex() == digest


def test_md5_against_hashlib() -> None:
    rng = random.Random(2)
    for length in range(260):
        message = rng.randbytes(length)
        assert md5.digest(message) == hashlib.md5(message, usedforsecurity=False).digest(), length


@pytest.mark.parametrize("name", ["sha1", "sha256", "sha512"])
def test_sha_against_hashlib(name: str) -> None:
    rng = random.Random(4)
    for length in (*range(0, 300, 7), 55, 56, 63, 64, 111, 112, 127, 128):
        message = rng.randbytes(length)
        assert sha.digest(name, message) == hashlib.new(name, message).digest(), length


def test_rc4_vectors() -> None:
    for key, offset, expected in RC4_VECTORS:
        state, stream = rc4.stream(rc4.set_key(bytes.fromhex(key)), bytes(offset + 16))
        assert stream[offset:].hex() == expected, (key, offset)
        assert state[256] == (offset + 16) % 256


def test_rc4_splits_agree() -> None:
    rng = random.Random(3)
    data = rng.randbytes(1000)
    start = rc4.set_key(b"split")
    whole_state, whole = rc4.stream(start, data)
    state, parts = start, b""
    for at in range(0, 1000, 37):
        state, part = rc4.stream(state, data[at : at + 37])
        parts += part
    assert (state, parts) == (whole_state, whole)


def test_siphash_vectors() -> None:
    for length, expected in SIPHASH_VECTORS.items():
        assert siphash.siphash24(bytes(range(16)), bytes(range(length))).hex() == expected, length


def test_bad_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="multiple of 64"):
        md5.blocks(bytes(16), bytes(63))
    with pytest.raises(ValueError, match="multiple of 128"):
        sha.blocks("sha512", bytes(64), bytes(64))
    with pytest.raises(ValueError, match="1 to 256"):
        rc4.set_key(b"")
    with pytest.raises(ValueError, match="it has 258"):
        rc4.stream(bytes(256), b"")
    with pytest.raises(ValueError, match="it has 16"):
        siphash.siphash24(bytes(15), b"")


def test_plans_are_the_same_each_time_and_quick() -> None:
    begin = time.process_time()
    for name, plan in PLANS.items():
        assert plan(name) == plan(name)
        assert all(call.expected for call in plan(name))
    assert time.process_time() - begin < 30  # three times the whole; each is well under a second
