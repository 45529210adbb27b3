# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""NIST's vectors for SHA-1 and SHA-2, the RFCs' for HMAC, and every short length against Python's own."""

from __future__ import annotations

import hashlib
import hmac
import random

import pytest

from tests.vectors.api import SIZES, Loom
from tests.vectors.conftest import choices
from tests.vectors.published import records

_KERNELS = ("sha1_blocks", "sha256_blocks", "sha512_blocks")
pytestmark = [choices(*_KERNELS), pytest.mark.kernels(*_KERNELS)]
FOLDERS = {name: "hashes/SHA1" if name == "sha1" else "hashes/SHA2" for name in SIZES}
BLOCKS = {"sha1": 64, "sha224": 64, "sha256": 64, "sha384": 128, "sha512": 128}
HMACS = {
    "sha1": "rfc-2202-sha1",
    "sha224": "rfc-4231-sha224",
    "sha256": "rfc-4231-sha256",
    "sha384": "rfc-4231-sha384",
    "sha512": "rfc-4231-sha512",
}
# A pinned variant stops here; what dispatch chose goes to the end.
CHECKPOINTS = 5


@pytest.mark.parametrize("kind", ["ShortMsg", "LongMsg"])
@pytest.mark.parametrize("name", SIZES)
def test_messages(name: str, kind: str, loom: Loom) -> None:
    done = 0
    for record in records(f"{FOLDERS[name]}/{name.upper()}{kind}.rsp"):
        assert record.section == f"L = {SIZES[name]}"
        message = record.message()
        assert loom.hash(name, message).hex() == record.fields["MD"], record.where
        assert loom.streamed(name, [message[:7], message[7:]]).hex() == record.fields["MD"], record.where
        done += 1
    assert done >= 64


@pytest.mark.parametrize("name", SIZES)
def test_monte_carlo(name: str, loom: Loom, request: pytest.FixtureRequest) -> None:
    """SHAVS 6.4: a thousand hashes of the last three digests lead from one checkpoint to the next."""
    every = request.node.callspec.params["choice"] == "dispatch"
    first, *checkpoints = records(f"{FOLDERS[name]}/{name.upper()}Monte.rsp")
    assert len(checkpoints) == 100
    seed = first.hex("Seed")
    for record in checkpoints if every else checkpoints[:CHECKPOINTS]:
        a = b = c = seed
        for _ in range(1000):
            a, b, c = b, c, loom.hash(name, a + b + c)
        seed = c
        assert seed.hex() == record.fields["MD"], record.where


@pytest.mark.parametrize("name", SIZES)
def test_hmac(name: str, loom: Loom) -> None:
    done = 0
    for record in records(f"HMAC/{HMACS[name]}.txt"):
        key, message = record.hex("Key"), record.hex("Msg")
        assert loom.hmac(name, key, message).hex() == record.fields["MD"], record.where
        assert loom.streamed(name, [message[:5], message[5:]], key).hex() == record.fields["MD"], record.where
        done += 1
    assert done >= 6


@pytest.mark.parametrize("name", SIZES)
def test_every_length(name: str, loom: Loom) -> None:
    """To four blocks and one byte: at once, in random splits, and at a rotating alignment (bytes before it skipped)."""
    rng = random.Random(6)
    for length in range(4 * BLOCKS[name] + 2):
        data = rng.randbytes(length)
        expected = hashlib.new(name, data).digest()
        assert loom.hash(name, data) == expected, length
        assert loom.hash_at(name, data, length % 64) == expected, (length, length % 64)
        cuts = sorted(rng.randrange(length + 1) for _ in range(rng.randrange(1, 6)))
        parts = [data[a:b] for a, b in zip([0, *cuts], [*cuts, length])]
        assert loom.streamed(name, parts) == expected, (length, cuts)
        key = rng.randbytes(rng.randrange(3 * BLOCKS[name]))
        assert loom.hmac(name, key, data) == hmac.digest(key, data, name), (length, len(key))


@pytest.mark.parametrize("name", SIZES)
def test_every_alignment(name: str, loom: Loom) -> None:
    rng = random.Random(7)
    for align in range(64):
        for blocks in (1, 2, 5):
            data = rng.randbytes(blocks * BLOCKS[name] + align % 3)
            assert loom.hash_at(name, data, align) == hashlib.new(name, data).digest(), (align, blocks)
