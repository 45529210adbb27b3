# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES-GCM: vectors of CAVP, ACVP and Project Wycheproof, counters that pass 2³² at any place, tags with each bit wrong,
and the limits. tests/runtime/test_truth.py has messages of every length and in parts."""

from __future__ import annotations

import random
from ctypes import c_size_t, create_string_buffer

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from tests.vectors.aes_api import Refused, other
from tests.vectors.api import CONTEXT_BYTES, Loom
from tests.vectors.conftest import choices
from tests.vectors.published import records, wycheproof

_KERNELS = (
    "aes_ctr32", "aes_gcm_decrypt", "aes_gcm_encrypt", "aes_gcm_open_message", "aes_gcm_seal_message",
    "aes_set_encrypt_key", "ghash_blocks", "ghash_powers",
)  # fmt: skip
pytestmark = [choices(*_KERNELS), pytest.mark.kernels(*_KERNELS)]
BITS = (128, 192, 256)
ACVP = """
1 + 4B2CBE2158F5D6A28CC798DF4F99F777 3851BAF79831605B75086E79 4607F76F4FDA85DAFDC8CE085E0CE5 - - 9E557D92647C1510D4101EBEED0C52DD
15 + 29214E6ABF1A50CBC3EA399138ED22FA F451A8FD6B66E538E72E655B AB966DC5A64F1FA1588ACC1CF4062C - - 935A4D11F33268110BB7EC6ED1DA7440
16 + 49BFA3BF9492DC7BCC93EDAFC725C730 B40811BE58D20804E60926EE571491 - F2DC083B4CA1C54BF5228A5BB67129 E8F5854061720508EA3FBCCEB78F4F 8AD3515A
30 + A095950D507EF3185CE9A36D8E59EF8C D7E7C6E29BB3F74E1F95B994CDC299 - 743EFCA9A9F18BD62D203817E0BA32 508009D6C919B187F49E66D8352AA5 A350A525
31 + 5A074F4193A394042148393F36978218 F386BC91CF56892786F040C9 - - - 11F81B02AF3CC35AE0908D459C4FDB16
33 - 886293D80F8E625971AE9436F8F4D50E 22CD533018836F78FC884872 - - - D4B42FAEDDB5E9523921C1C29144A449
34 - B707DFAA3D1D1431A1A465FAFD84499E 572B25ED8D3DA6256B7D0DD9 - - - 949B14AD10240EA12FFA1A572348926D
43 - BD40239D84E136A94C3764DE3B280C79 00304884FD5A89DD86626A9A - - - 0DCCB56FABB501586C6EA714D6DB2F80
"""  # noqa: E501
"""Of each group of the sample ACVP-AES-GCM-1.0 of NIST's ACVP-Server at commit 8d2e9d0, a work of the US government:
the test's number, whether it is good, key, IV, AAD, text, ciphertext, tag."""


def sized(data: bytes) -> tuple[bytes, c_size_t]:
    return data, c_size_t(len(data))


class Gcm:
    """A key. ``seal`` and ``open`` return what they wrote, or None where the function refuses."""

    def __init__(self, loom: Loom, key: bytes) -> None:
        self.c, self.key = loom.c, create_string_buffer(CONTEXT_BYTES)
        assert self.c.loom_aes_gcm_set_key(self.key, *sized(key)) == 0

    def seal(self, nonce: bytes, aad: bytes, text: bytes, tag_length: int = 16) -> bytes | None:
        out, tag = create_string_buffer(b"\xee" * len(text)), create_string_buffer(b"\xee" * 17)
        words = (*sized(nonce), *sized(aad), *sized(text), out, tag, c_size_t(tag_length))
        good = self.c.loom_aes_gcm_seal(self.key, *words) == 0
        rest = tag_length if good else 0
        assert good or out.raw == b"\xee" * len(text) + b"\0"
        assert tag.raw[rest:] == b"\xee" * (17 - rest) + b"\0"
        return out.raw[:-1] + tag.raw[:rest] if good else None

    def open(self, nonce: bytes, aad: bytes, text: bytes, tag: bytes) -> bytes | None:
        out = create_string_buffer(b"\xee" * len(text))
        good = self.c.loom_aes_gcm_open(self.key, *sized(nonce), *sized(aad), *sized(text), *sized(tag), out) == 0
        assert good or out.raw == bytes(len(out))
        return out.raw[:-1] if good else None


@pytest.mark.parametrize("bits", BITS)
def test_published(bits: int, loom: Loom, request: pytest.FixtureRequest) -> None:
    """CAVP's files. Pinned variants take every eleventh record: sections have 15."""
    step, done = 1 if request.node.callspec.params["choice"] == "dispatch" else 11, 0
    for way in ("EncryptExtIV", "Decrypt"):
        for record in [*records(f"ciphers/AES/GCM/gcm{way}{bits}.rsp")][::step]:
            key, nonce, aad, cipher, tag = (record.hex(name) for name in ("Key", "IV", "AAD", "CT", "Tag"))
            gcm, good = Gcm(loom, key), len(tag) >= 12 and "FAIL" not in record.fields
            assert gcm.open(nonce, aad, cipher, tag) == (record.hex("PT") if good else None), record.where
            if good:
                assert gcm.seal(nonce, aad, record.hex("PT"), len(tag)) == cipher + tag, record.where
            done += 1
    assert done == 2 * len(range(0, 7875, step))


def test_acvp(loom: Loom) -> None:
    """ACVP's samples: IVs of 15 bytes, whose tags of four bytes are the first of ours, and wrong tags."""
    for row in ACVP.strip().splitlines():
        number, good, *words = row.split()
        key, nonce, aad, text, cipher, tag = (bytes.fromhex(word.strip("-")) for word in words)
        sealed = Gcm(loom, key).seal(nonce, aad, text)
        assert sealed is not None, number
        assert sealed.startswith(cipher + tag) == (good == "+"), number
        whole = sealed[len(cipher) :] if len(tag) < 16 and good == "+" else tag
        assert Gcm(loom, key).open(nonce, aad, cipher, whole) == (text if good == "+" else None), number


def test_wycheproof(loom: Loom) -> None:
    for one in wycheproof("aes_gcm"):
        gcm, made = Gcm(loom, one.key), one.sealed + one.tag
        assert gcm.open(one.nonce, one.aad, one.sealed, one.tag) == (one.text if one.good else None), one.number
        if one.good or not one.nonce:  # others have a wrong tag
            assert gcm.seal(one.nonce, one.aad, one.text) == (made if one.good else None), one.number


def times(a: int, b: int) -> int:
    """The product in GHASH's field: the first coefficient is the highest bit."""
    product = 0
    for bit in range(127, -1, -1):
        product ^= b if a >> bit & 1 else 0
        b = b >> 1 ^ (0xE1 << 120 if b & 1 else 0)
    return product


def nonce_for(key: bytes, counter: int) -> bytes:
    """The nonce of 16 bytes that has this first counter: GHASH multiplies by H twice."""
    power, inverse = int.from_bytes(other("ecb", key, b"", bytes(16)), "big"), 1 << 127
    for _ in range(127):  # H to the power of 2^128 - 2
        power = times(power, power)
        inverse = times(inverse, power)
    return times(times(counter, inverse) ^ 128, inverse).to_bytes(16, "big")


def test_counter_wraps(loom: Loom) -> None:
    """Within the last 32 bits, at every place of the widest batch. The other bits stay."""
    rng = random.Random(3)
    for left in range(1, 42):
        key, text, aad = rng.randbytes((16, 24, 32)[left % 3]), rng.randbytes(16 * 45 + left % 16), rng.randbytes(left)
        nonce, text = nonce_for(key, rng.getrandbits(96) << 32 | 2**32 - left), text[: 70 if left < 5 else 800]
        sealed = AESGCM(key).encrypt(nonce, text, aad)
        assert Gcm(loom, key).seal(nonce, aad, text) == sealed, left
        assert Gcm(loom, key).open(nonce, aad, sealed[:-16], sealed[-16:]) == text, left


@pytest.mark.parametrize("length", [9, 100])
def test_every_bit(length: int, loom: Loom) -> None:
    """A wrong bit of the tag, the text, the associated data, the nonce or the key: nothing is opened."""
    good = [bytes(range(size)) for size in (16, 12, 13, length)]
    key, nonce, aad, text = good
    sealed = Gcm(loom, key).seal(nonce, aad, text) or b""
    parts = [key, nonce, aad, sealed[:-16], sealed[-16:]]
    assert Gcm(loom, key).open(*parts[1:]) == text
    for at, part in enumerate(parts):
        for bit in range(8 * len(part)):
            wrong = bytearray(part)
            wrong[bit // 8] ^= 1 << bit % 8
            given = [*parts[:at], bytes(wrong), *parts[at + 1 :]]
            assert Gcm(loom, given[0]).open(*given[1:]) is None, (at, bit)


def test_limits(loom: Loom) -> None:
    """What is too long is refused before a byte of it is read. Key, nonce and tag have the lengths that they may."""
    gcm = Gcm(loom, bytes(16))
    before = gcm.key.raw
    for size in (0, 15, 17, 33, 128):
        assert (gcm.c.loom_aes_gcm_set_key(gcm.key, *sized(bytes(size))), gcm.key.raw) == (Refused, before)
    assert [n for n in range(20) if gcm.seal(b"nonce", b"", b"text", n) is not None] == [12, 13, 14, 15, 16]
    for sizes in ((0, 0, 0), (2**61, 0, 0), (12, 2**61, 0), (12, 0, 2**36 - 31), (12, 0, 2**64 - 1)):
        words = [word for size in sizes for word in (None, c_size_t(size))]
        assert gcm.c.loom_aes_gcm_seal(gcm.key, *words, None, None, c_size_t(16)) == Refused, sizes
        assert gcm.c.loom_aes_gcm_open(gcm.key, *words, bytes(16), c_size_t(16), None) == Refused, sizes


def test_quic(loom: Loom) -> None:
    """A server's first packet and a Retry packet: RFC 9001, A.3, A.4. The mask of a header is a block of AES."""
    iv, number = int("0ac1493ca1905853b0bba03e", 16), 1
    header = bytes.fromhex("c1000000010008f067a5502a4262b50040750001")
    frames = bytes.fromhex(
        "02000000000600405a020000560303eefce7f7b37ba1d1632e96677825ddf73988cfc79825df566dc5430b9a045a1200130100002e00330024"
        "001d00209d3c940d89690b84d08a60993c144eca684d1081287c834d5311bcf32bb9da1a002b00020304"
    )
    sealed = Gcm(loom, bytes.fromhex("cf3a5331653c364c88f0f379b6067e37")).seal(
        (iv ^ number).to_bytes(12, "big"), header, frames
    )
    assert sealed is not None
    context, mask = create_string_buffer(CONTEXT_BYTES), create_string_buffer(16)
    hidden = bytes.fromhex("c206b8d9b9f0f37644430b490eeaa314")
    assert loom.c.loom_aes_set_encrypt_key(context, *sized(hidden)) == 0
    assert loom.c.loom_aes_ecb_encrypt(context, sealed[2:18], mask, c_size_t(16)) == 0
    of_header = bytes([mask.raw[0] & 0x0F, *bytes(len(header) - 3), *mask.raw[1:3]])
    shown = bytes(x ^ y for x, y in zip(header, of_header))
    assert (shown + sealed).hex() == (
        "cf000000010008f067a5502a4262b5004075c0d95a482cd0991cd25b0aac406a5816b6394100f37a1c69797554780bb38cc5a99f5ede4cf7"
        "3c3ec2493a1839b3dbcba3f6ea46c5b7684df3548e7ddeb9c3bf9c73cc3f3bded74b562bfb19fb84022f8ef4cdd93795d77d06edbb7aaf2f"
        "58891850abbdca3d20398c276456cbc42158407dd074ee"
    )
    retry = "088394c8f03e515708" + "ff000000010008f067a5502a4262b5746f6b656e"
    key, nonce = "be0c690b9f66575a1d766b54e368c84e", "461599d35d632bf2239825bb"
    tag = Gcm(loom, bytes.fromhex(key)).seal(bytes.fromhex(nonce), bytes.fromhex(retry), b"")
    assert tag == bytes.fromhex("04a265ba2eff4d829058fb3f0f2496ba")
