# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Published vectors: NIST's of signatures (FIPS 186-2 and 186-3) and RSA Security's of PKCS #1 v1.5, both from the
package cryptography-vectors. Python pads."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.rsa import cases
from tests.rsa.builds import HOST, KERNELS
from tests.rsa.keys import Key
from tests.rsa.test_cases import all_right, pins
from tests.vectors.published import PUBLISHED

pytestmark = pytest.mark.kernels(*KERNELS)

FOLDER = PUBLISHED / "asymmetric" / "RSA"
# The beginning of DigestInfo in DER (RFC 8017, 9.2, note 1).
PREFIXES = {
    "SHA1": "3021300906052b0e03021a05000414",
    "SHA224": "302d300d06096086480165030402040500041c",
    "SHA256": "3031300d060960864801650304020105000420",
    "SHA384": "3041300d060960864801650304020205000430",
    "SHA512": "3051300d060960864801650304020305000440",
}
Records = Iterator[dict[str, str]]


def encoded(name: str, message: bytes, length: int) -> int:
    """EMSA-PKCS1-v1_5 (RFC 8017, 9.2) as a number."""
    tail = bytes.fromhex(PREFIXES[name]) + hashlib.new(name.lower(), message).digest()
    return int.from_bytes(b"\0\1" + b"\xff" * (length - len(tail) - 3) + b"\0" + tail, "big")


def records(name: str, last: str) -> Records:
    """The fields that hold at each line of the field ``last``."""
    now: dict[str, str] = {}
    for line in (FOLDER / "FIPS_186-2" / name).read_text("ascii").splitlines():
        field = re.match(r"(\w+) = ?(.*)", line)
        if field:
            now[field[1]] = field[2].strip()
            if field[1] == last:
                yield dict(now)


def sections(name: str) -> Iterator[tuple[str, bytes]]:
    """The headings of a file of PKCS #1 vectors with the octets below each."""
    for part in re.split(r"(?m)^# ", (FOLDER / name).read_text("ascii")):
        heading, _, rest = part.partition("\n")
        octets = re.match(r"(?:[0-9a-f]{2} ?\n?)+", rest)
        if octets:
            yield heading.strip().rstrip(":"), bytes.fromhex(octets[0])


def public_power(n: int, e: int, number: int, answer: int) -> list[bytes]:
    length = (n.bit_length() + 7) // 8
    octets = [value.to_bytes(length, "big") for value in (number, answer)]
    return [
        cases.set_public(n, e.to_bytes((e.bit_length() + 7) // 8, "big"), length),
        cases.case(cases.PUBLIC, 0, length, *octets),
    ]


def signatures() -> Iterator[bytes]:
    """Signatures to verify; keys of five lengths."""
    for record in records("SigGen15_186-2.rsp", "S"):
        n, e, s = (int(record[name], 16) for name in ("n", "e", "S"))
        message = bytes.fromhex(record["Msg"])
        yield from public_power(n, e, s, encoded(record["SHAAlg"], message, (n.bit_length() + 7) // 8))


def verdicts() -> Iterator[bytes]:
    """Good and bad signatures, and the making of the good ones."""
    for record in records("SigVer15_186-3.rsp", "Result"):
        p, q, e, s = (int(record[name], 16) for name in ("p", "q", "e", "S"))
        key = Key(p, q, e)
        number = encoded(record["SHAAlg"], bytes.fromhex(record["Msg"]), key.length)
        good = record["Result"].startswith("P")
        assert (pow(s, e, key.n) == number) == good, record["Result"]
        if s < key.n:
            yield from public_power(key.n, e, s, pow(s, e, key.n))
        if good:
            octets = [key.octets(value) for value in (number, s)]
            yield cases.set_private(key)
            yield cases.case(cases.PRIVATE, 0, key.length, *octets)


def standard(name: str) -> Iterator[bytes]:
    """Signatures or decryptions with keys of 1024 to 1031, 1536 and 2048 bits. The parts of the keys are the file's."""
    titles = ("Prime 1", "Prime 2", "Prime exponent 1", "Prime exponent 2", "Coefficient")
    now: dict[str, bytes] = {}
    key = Key(3, 5)
    for heading, octets in sections(name):
        now[heading] = octets
        if heading == titles[-1]:
            p, q, e = (int.from_bytes(now[title], "big") for title in (*titles[:2], "Public exponent"))
            key = Key(p, q, e)
            assert key.octets(key.n) == now["Modulus"]
            parts = [now[title].rjust(key.half, b"\0") for title in titles]
            yield cases.set_private(key, parts=parts)
        elif heading == "Signature":
            number = encoded("SHA1", now["Message to be signed"], key.length)
            yield cases.case(cases.PRIVATE, 0, key.length, key.octets(number), octets)
            yield cases.case(cases.PUBLIC, 0, key.length, octets, key.octets(number))
        elif heading == "Encryption":
            padded = b"\0\2" + now["Seed"] + b"\0" + now["Message"]
            assert len(padded) == key.length
            yield cases.case(cases.PRIVATE, 0, key.length, octets, padded)
            yield cases.case(cases.PUBLIC, 0, key.length, padded, octets)


@pytest.mark.parametrize("source", ["signatures", "verdicts", "sign", "crypt"])
def test_published(source: str, programs: dict[Any, Path]) -> None:
    sources: dict[str, Callable[[], Iterator[bytes]]] = {
        "signatures": signatures,
        "verdicts": verdicts,
        "sign": lambda: standard("pkcs1v15sign-vectors.txt"),
        "crypt": lambda: standard("pkcs1v15crypt-vectors.txt"),
    }
    found = list(sources[source]())
    assert len(found) >= {"signatures": 500, "verdicts": 800, "sign": 615, "crypt": 615}[source]
    for chosen in pins(HOST):
        all_right(HOST, programs, found, chosen)
