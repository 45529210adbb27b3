# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""NIST's vectors for SHA-1 and SHA-2, and the RFCs' for HMAC."""

from __future__ import annotations

import pytest

from tests.vectors.api import SIZES, Loom
from tests.vectors.conftest import choices
from tests.vectors.published import records

_KERNELS = ("sha1_blocks", "sha256_blocks", "sha512_blocks")
pytestmark = [choices(*_KERNELS), pytest.mark.kernels(*_KERNELS)]
FOLDERS = {name: "hashes/SHA1" if name == "sha1" else "hashes/SHA2" for name in SIZES}
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
