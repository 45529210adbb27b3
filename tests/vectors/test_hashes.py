# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""NIST's vectors for SHA-1 and SHA-2, the authors' for RIPEMD-160, and the RFCs' for HMAC."""

from __future__ import annotations

import pytest

from tests.vectors.api import SIZES, Loom
from tests.vectors.conftest import choices
from tests.vectors.published import records

_KERNELS = ("ripemd160_blocks", "sha1_blocks", "sha256_blocks", "sha512_blocks")
pytestmark = [choices(*_KERNELS), pytest.mark.kernels(*_KERNELS)]
HMACS = {
    "ripemd160": "rfc-2286-ripemd160",
    "sha1": "rfc-2202-sha1",
    "sha224": "rfc-4231-sha224",
    "sha256": "rfc-4231-sha256",
    "sha384": "rfc-4231-sha384",
    "sha512": "rfc-4231-sha512",
}
FOLDERS = {name: f"hashes/SHA{1 if name == 'sha1' else 2}" for name in SIZES if name.startswith("sha")}
# A pinned variant stops here; what dispatch chose goes to the end.
CHECKPOINTS = 5


@pytest.mark.parametrize("kind", ["ShortMsg", "LongMsg"])
@pytest.mark.parametrize("name", FOLDERS)
def test_messages(name: str, kind: str, loom: Loom) -> None:
    done = 0
    for record in records(f"{FOLDERS[name]}/{name.upper()}{kind}.rsp"):
        assert record.section == f"L = {SIZES[name]}"
        message = record.message()
        assert loom.hash(name, message).hex() == record.fields["MD"], record.where
        assert loom.streamed(name, [message[:7], message[7:]]).hex() == record.fields["MD"], record.where
        done += 1
    assert done >= 64


def test_ripemd160(loom: Loom) -> None:
    """The nine messages of ISO/IEC 10118-3."""
    rows = [(record.message(), record.fields["MD"]) for record in records("hashes/ripemd160/ripevectors.txt")]
    rows += [(b"a" * 1_000_000, "52783243c1697bdbe16d37f97f68f08325dc1528")]
    assert len(rows) == 9
    for message, digest in rows:
        assert loom.hash("ripemd160", message).hex() == digest
        assert loom.streamed("ripemd160", [message[:7], message[7:]]).hex() == digest


@pytest.mark.parametrize("name", FOLDERS)
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
