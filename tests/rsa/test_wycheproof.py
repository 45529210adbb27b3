# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Vectors of Project Wycheproof (the file carries their notice): ciphertexts and keys at the edges of Montgomery's
reduction, messages that are not below the modulus, and wrong lengths. Python pads and takes padding away."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.rsa import cases
from tests.rsa.builds import HOST, KERNELS
from tests.rsa.keys import Key
from tests.rsa.test_cases import all_right, pins
from tests.rsa.test_vectors import encoded, public_power

pytestmark = pytest.mark.kernels(*KERNELS)

VECTORS: dict[str, Any] = json.loads(Path(__file__).with_name("wycheproof.json").read_text("ascii"))


def _hash(name: str, data: bytes) -> bytes:
    return hashlib.new(name.replace("-", "").lower(), data).digest()


def _masked(data: bytes, name: str, seed: bytes) -> bytes:
    """MGF1 (RFC 8017, B.2.1) of a seed, on data."""
    mask = b"".join(_hash(name, seed + i.to_bytes(4, "big")) for i in range(len(data) // 16 + 1))
    return bytes(x ^ y for x, y in zip(data, mask, strict=False))


def unpadded(block: bytes) -> bytes | None:
    """RSAES-PKCS1-v1_5's message (RFC 8017, 7.2.2), or None."""
    seed, zero, message = block[2:].partition(b"\0")
    return message if block[:2] == b"\0\2" and len(seed) >= 8 and zero else None


def unmasked(block: bytes, name: str, mask: str, label: bytes) -> bytes | None:
    """RSAES-OAEP's message (RFC 8017, 7.1.2), or None."""
    size = len(_hash(name, b""))
    seed = _masked(block[1 : size + 1], mask, block[size + 1 :])
    data = _masked(block[size + 1 :], mask, seed)
    zeros, one, message = data[size:].partition(b"\1")
    return message if block[0] == 0 and data[:size] == _hash(name, label) and one and not any(zeros) else None


def refused(octets: bytes, n: int, length: int) -> int:
    """The error for an input, or 0."""
    if len(octets) != length:
        return cases.LENGTH
    return cases.RANGE if int.from_bytes(octets, "big") >= n else 0


def decryptions() -> Iterator[bytes]:
    for group in VECTORS["decrypt"]:
        key = Key(*(int(group[name], 16) for name in ("prime1", "prime2", "e")))
        assert key.n.bit_length() == group["bits"]
        yield cases.set_private(key)
        for number, verdict, message, ciphertext, *padding in group["tests"]:
            octets = bytes.fromhex(ciphertext)
            wrong = refused(octets, key.n, key.length)
            block = bytes(key.length) if wrong else key.octets(key.power(int(ciphertext, 16)))
            if padding:
                name, mask, label = padding
                found = unmasked(block, name, mask, bytes.fromhex(label))
            else:
                found = unpadded(block)
            assert found == (bytes.fromhex(message) if verdict == "valid" else None), number
            yield cases.case(cases.PRIVATE, wrong, len(octets), octets, block)
            yield cases.case(cases.PUBLIC, wrong, len(octets), block if not wrong else octets, octets or b"\0")


def signatures() -> Iterator[bytes]:
    for group in VECTORS["verify"]:
        n, e = int(group["n"], 16), int(group["e"], 16)
        length = (n.bit_length() + 7) // 8
        for number, verdict, message, signature in group["tests"]:
            octets = bytes.fromhex(signature)
            wrong = refused(octets, n, length)
            power = 0 if wrong else pow(int(signature, 16), e, n)
            assert (power == encoded("SHA256", bytes.fromhex(message), length)) == (verdict == "valid"), number
            set_key, operation = public_power(n, e, 0 if wrong else int(signature, 16), power)
            yield set_key
            yield cases.case(cases.PUBLIC, wrong, len(octets), octets, bytes(length)) if wrong else operation


def test_vectors(programs: dict[Any, Path]) -> None:
    """The keys have each size of the file's, and the inputs each kind of refusal."""
    sizes = {group["bits"] for group in VECTORS["decrypt"]}
    assert sizes == {1024, 1536, 2048, 2688, 3072, 3104, 4032, 4096}
    found = [*decryptions(), *signatures()]
    results = [int.from_bytes(one[4:8], "little", signed=True) for one in found]
    assert results.count(cases.LENGTH) >= 8 and results.count(cases.RANGE) >= 4 and results.count(0) > 280
    for chosen in pins(HOST):
        all_right(HOST, programs, found, chosen)
