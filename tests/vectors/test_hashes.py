# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""NIST's vectors for SHA-1 and SHA-2, those of ISO/IEC 10118-3 for RIPEMD-160 and Whirlpool, and the RFCs' for HMAC."""

from __future__ import annotations

import pytest

from tests.vectors.api import SIZES, Loom
from tests.vectors.conftest import choices
from tests.vectors.published import records

_KERNELS = ("ripemd160_blocks", "sha1_blocks", "sha256_blocks", "sha512_blocks", "whirlpool_blocks")
pytestmark = [choices(*_KERNELS), pytest.mark.kernels(*_KERNELS)]
HMACS = {
    "ripemd160": "rfc-2286-ripemd160",
    "sha1": "rfc-2202-sha1",
    "sha224": "rfc-4231-sha224",
    "sha256": "rfc-4231-sha256",
    "sha384": "rfc-4231-sha384",
    "sha512": "rfc-4231-sha512",
}
WHIRLPOOL = (
    (
        b"",
        "19fa61d75522a4669b44e39c1d2e1726c530232130d407f89afee0964997f7a7"
        "3e83be698b288febcf88e3e03c4f0757ea8964e59b63d93708b138cc42a66eb3",
    ),
    (
        b"a",
        "8aca2602792aec6f11a67206531fb7d7f0dff59413145e6973c45001d0087b42"
        "d11bc645413aeff63a42391a39145a591a92200d560195e53b478584fdae231a",
    ),
    (
        b"abc",
        "4e2448a4c6f486bb16b6562c73b4020bf3043e3a731bce721ae1b303d97e6d4c"
        "7181eebdb6c57e277d0e34957114cbd6c797fc9d95d8b582d225292076d4eef5",
    ),
    (
        b"message digest",
        "378c84a4126e2dc6e56dcc7458377aac838d00032230f53ce1f5700c0ffb4d3b"
        "8421557659ef55c106b4b52ac5a4aaa692ed920052838f3362e86dbd37a8903e",
    ),
    (
        b"abcdefghijklmnopqrstuvwxyz",
        "f1d754662636ffe92c82ebb9212a484a8d38631ead4238f5442ee13b8054e41b"
        "08bf2a9251c30b6a0b8aae86177ab4a6f68f673e7207865d5d9819a3dba4eb3b",
    ),
    (
        b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
        "dc37e008cf9ee69bf11f00ed9aba26901dd7c28cdec066cc6af42e40f82f3a1e"
        "08eba26629129d8fb7cb57211b9281a65517cc879d7b962142c65f5a7af01467",
    ),
    (
        b"1234567890" * 8,
        "466ef18babb0154d25b9d38a6414f5c08784372bccb204d6549c4afadb601429"
        "4d5bd8df2a6c44e538cd047b2681a51a2c60481e88c5a20b2c2a80cf3a9a083b",
    ),
    (
        b"abcdbcdecdefdefgefghfghighijhijk",
        "2a987ea40f917061f5d6f0a0e4644f488a7a5a52deee656207c562f988e95c69"
        "16bdc8031bc5be1b7b947639fe050b56939baaa0adff9ae6745b7b181c3be3fd",
    ),
    (
        b"a" * 1_000_000,
        "0c99005beb57eff50a7cf005560ddf5d29057fd86b20bfd62deca0f1ccea4af5"
        "1fc15490eddc47af32bb2b66c34ff9ad8c6008ad677f77126953b226e4ed8b01",
    ),
)
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


def test_whirlpool(loom: Loom) -> None:
    """The nine messages of ISO/IEC 10118-3:2004."""
    for message, digest in WHIRLPOOL:
        assert loom.hash("whirlpool", message).hex() == digest
        assert loom.streamed("whirlpool", [message[:7], message[7:]]).hex() == digest


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


@pytest.mark.parametrize("name", HMACS)
def test_hmac(name: str, loom: Loom) -> None:
    done = 0
    for record in records(f"HMAC/{HMACS[name]}.txt"):
        key, message = record.hex("Key"), record.hex("Msg")
        assert loom.hmac(name, key, message).hex() == record.fields["MD"], record.where
        assert loom.streamed(name, [message[:5], message[5:]], key).hex() == record.fields["MD"], record.where
        done += 1
    assert done >= 6
