# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Parts of a TLS record whose length is secret: one path of execution, and no secret in a branch or an address. One
path of AEADs to the refusal of a wrong tag."""

from __future__ import annotations

import hmac
import random
import struct
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESCCM, AESGCM, AESGCMSIV, ChaCha20Poly1305

from tests.runtime.test_tls import HERE, Built, built
from tests.runtime.tracing import compiled, complaints, counted

__all__ = ["built"]

# The program's numbers. 0 is the padding of CBC, 8 to 11 are AEADs.
HASHES = {1: "md5", 2: "sha1", 3: "sha256", 4: "sha384", 5: "sha224", 6: "sha512", 7: "ripemd160"}
HEADER = bytes([2]).ljust(13, b"\0")
KEY = bytes([1]).ljust(20, b"\0")


def case(longest: int, length: int, data: bytes) -> bytes:
    return struct.pack("<II", longest, length) + data


def head(what: int, mac_bytes: int) -> bytes:
    return struct.pack("<II", what, mac_bytes)


def unpaddings(rng: random.Random, length: int, mac_bytes: int) -> list[tuple[bytes, str, int]]:
    """Decrypted records of one length, every possible padding, then wrong ones; the length found, and the MAC's sum."""
    out = []
    most = min(256, length - mac_bytes)
    for pad in range(most):
        text = rng.randbytes(length - pad - 1)
        plaintext = length - pad - 1 - mac_bytes
        out.append((text + bytes([pad]) * (pad + 1), str(plaintext), sum(text[plaintext:])))
    for pad in range(1, most, 5):
        wrong = bytearray(out[pad][0])
        wrong[length - 1 - rng.randint(1, pad)] ^= 1 << rng.randrange(8)
        out.append((bytes(wrong), str(length - mac_bytes - 1), 0x5A * mac_bytes))
    if most < 256:  # more padding than the record has
        out.append((rng.randbytes(length - 1) + b"\xff", str(length - mac_bytes - 1), 0x5A * mac_bytes))
    return out


@pytest.mark.parametrize("mac_bytes", [20, 48])
def test_unpad_one_path(mac_bytes: int, built: Built, tmp_path: Path) -> None:
    """Every instruction runs equally often, and every branch goes the same way, for every padding of one length."""
    rng = random.Random(mac_bytes)
    program = compiled(HERE / "trace_hidden.c", built[0], built[2], tmp_path)
    for length, step in ((72, 1), (336, 9)):
        records = unpaddings(rng, length, mac_bytes)[::step]
        cases = [case(length, 0, data) for data, _, _ in records]
        lines, counts = counted(program, head(0, mac_bytes), cases)
        assert lines == [["0", found, str(total)] for _, found, total in records]
        different = [n for n, count in enumerate(counts) if count != counts[0]]
        assert not different, f"length {length}: records {different[:9]} take another path than the first"
        assert counts[0].count("0x") > 50
        assert complaints(program, head(0, mac_bytes), cases[::15]) == []


@pytest.mark.parametrize("what", HASHES, ids=HASHES.get)
def test_hidden_one_path(what: int, built: Built, tmp_path: Path) -> None:
    """The same for the HMAC of every length that a longest length allows."""
    rng = random.Random(what)
    program = compiled(HERE / "trace_hidden.c", built[0], built[2], tmp_path)
    for longest, step in ((91, 13), (300, 37)):
        data = rng.randbytes(longest)
        lengths = [*range(max(0, longest - 256), longest + 1, step)]
        cases = [case(longest, length, data) for length in lengths]
        lines, counts = counted(program, head(what, 0), cases)
        macs = [hmac.digest(KEY, HEADER + data[:length], HASHES[what]) for length in lengths]
        assert [(line[0], line[2]) for line in lines] == [("0", str(sum(mac))) for mac in macs]
        different = [lengths[n] for n, count in enumerate(counts) if count != counts[0]]
        assert not different, f"longest {longest}: lengths {different[:9]} take another path than the first"
        assert counts[0].count("0x") > 50
        assert complaints(program, head(what, 0), cases[::15]) == []


@pytest.mark.parametrize(("what", "make"), [(8, AESGCM), (9, ChaCha20Poly1305), (10, AESCCM), (11, AESGCMSIV)])
def test_wrong_tags_one_path(what: int, make: Any, built: Built, tmp_path: Path) -> None:
    """Wherever a tag is wrong, first or last, and whatever its text: no comparison ends at the first difference."""
    aead = make(KEY[:16] if what != 9 else KEY.ljust(32, b"\0"))
    program = compiled(HERE / "trace_hidden.c", built[0], built[2], tmp_path)
    for length in (13, 700):
        texts = [random.Random(at).randbytes(length) for at in range(16)]
        sealed = [bytearray(aead.encrypt(HEADER[:12], text, None)) for text in texts]
        for at, one in enumerate(sealed):
            one[length + at] ^= 1
        lines, counts = counted(program, head(what, 0), [case(length + 16, 0, bytes(one)) for one in sealed])
        assert [line[0] for line in lines] == ["-1"] * 16 and len(set(counts)) == 1, length
        assert counts[0].count("0x") > 50


def test_other_paths_are_noticed(built: Built, tmp_path: Path) -> None:
    program = compiled(HERE / "trace_hidden.c", built[0], built[2], tmp_path)
    cases = [case(64, length, bytes(64)) for length in (5, 9, 5)]
    _, counts = counted(program, head(0, 20), cases, "leaky")
    assert len(set(counts)) == 2 and counts[0] == counts[2]
    assert "Conditional jump or move depends on uninitialised value" in complaints(
        program, head(0, 20), cases, "leaky"
    )[0]  # fmt: skip
