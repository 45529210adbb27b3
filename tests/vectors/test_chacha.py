# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""ChaCha20, Poly1305 and the AEADs of the two: the vectors of RFC 8439 and Project Wycheproof's (XChaCha20-Poly1305's
begin with the draft's), a wrong bit at every place, and the limits. tests/runtime/test_truth.py has messages of every
length and in parts."""

from __future__ import annotations

from ctypes import c_size_t, c_uint32, create_string_buffer

import pytest

from tests.vectors.aes_api import Refused
from tests.vectors.api import Loom
from tests.vectors.conftest import choices
from tests.vectors.published import records, wycheproof

_KERNELS = (
    "chacha20_ctr32", "chacha20_poly1305_decrypt", "chacha20_poly1305_encrypt", "hchacha20", "poly1305_blocks",
    "poly1305_tag",
)  # fmt: skip
pytestmark = [choices(*_KERNELS), pytest.mark.kernels(*_KERNELS)]


def sized(data: bytes) -> tuple[bytes, c_size_t]:
    return data, c_size_t(len(data))


def seal(loom: Loom, x: str, key: bytes, nonce: bytes, aad: bytes, text: bytes) -> bytes:
    out = create_string_buffer(len(text) + 17)
    tag = create_string_buffer(16)
    assert getattr(loom.c, f"loom_{x}chacha20_poly1305_seal")(key, nonce, *sized(aad), *sized(text), out, tag) == 0
    assert out.raw[len(text) :] == bytes(17)
    return out.raw[: len(text)] + tag.raw


def opened(loom: Loom, x: str, key: bytes, nonce: bytes, aad: bytes, text: bytes, tag: bytes) -> bytes | None:
    """What is opened, or None after a refusal that left zeros."""
    out = create_string_buffer(b"\xee" * len(text))
    function = getattr(loom.c, f"loom_{x}chacha20_poly1305_open")
    good = function(key, nonce, *sized(aad), *sized(text), tag, out) == 0
    assert good or out.raw == bytes(len(out))
    return out.raw[:-1] if good else None


def test_published(loom: Loom) -> None:
    """RFC 8439, A.2, A.3 and A.5. The last file has forgeries, too."""
    found = [*records("ciphers/ChaCha20/rfc7539.txt")]
    for one in found:
        text = one.hex("PLAINTEXT")
        out = create_string_buffer(len(text))
        counter = c_uint32(int(one.fields["INITIAL_BLOCK_COUNTER"]))
        assert loom.c.loom_chacha20(one.hex("KEY"), counter, one.hex("NONCE"), text, out, c_size_t(len(text))) == 0
        assert out.raw == one.hex("CIPHERTEXT"), one.where
    macs = [*records("poly1305/rfc7539.txt")]
    for one in macs:
        out = create_string_buffer(16)
        loom.c.loom_poly1305(one.hex("KEY"), *sized(one.hex("MSG")), out)
        assert out.raw == one.hex("TAG"), one.where
    aeads = [*records("ciphers/ChaCha20Poly1305/openssl.txt")]
    for one in aeads:
        key, nonce, aad, cipher, tag = (one.hex(name) for name in ("Key", "IV", "AAD", "Ciphertext", "Tag"))
        good = "Result" not in one.fields
        assert opened(loom, "", key, nonce, aad, cipher, tag) == (one.hex("Plaintext") if good else None), one.where
    assert (len(found), len(macs), len(aeads)) == (3, 11, 5)


@pytest.mark.parametrize("x", ["", "x"])
def test_wycheproof(x: str, loom: Loom) -> None:
    for one in wycheproof(f"{x}chacha20_poly1305"):
        found = opened(loom, x, one.key, one.nonce, one.aad, one.sealed, one.tag)
        assert found == (one.text if one.good else None), one.number
        if one.good:
            assert seal(loom, x, one.key, one.nonce, one.aad, one.text) == one.sealed + one.tag, one.number


@pytest.mark.parametrize("length", [9, 300])
@pytest.mark.parametrize("x", ["", "x"])
def test_every_bit(x: str, length: int, loom: Loom) -> None:
    """A wrong bit of the key, the nonce, the additional data, the text or the tag: nothing is opened."""
    key, nonce, aad, text = (bytes(range(size)) for size in (32, 24 if x else 12, 13, length % 256))
    sealed = seal(loom, x, key, nonce, aad, text)
    parts = [key, nonce, aad, sealed[:-16], sealed[-16:]]
    assert opened(loom, x, *parts) == text
    for at, part in enumerate(parts):
        for bit in range(8 * len(part)):
            wrong = bytearray(part)
            wrong[bit // 8] ^= 1 << bit % 8
            given = [*parts[:at], bytes(wrong), *parts[at + 1 :]]
            assert opened(loom, x, *given) is None, (at, bit)


def test_limits(loom: Loom) -> None:
    """What is too long is refused before a byte of it is read. The last block of a stream is taken."""
    key, nonce, out = bytes(32), bytes(12), create_string_buffer(64)
    for size in (2**38 - 63, 2**64 - 1):
        for function in (loom.c.loom_chacha20_poly1305_seal, loom.c.loom_chacha20_poly1305_open):
            assert function(key, nonce, None, c_size_t(0), None, c_size_t(size), None, None) == Refused
    for counter, size, result in ((2**32 - 1, 64, 0), (2**32 - 1, 65, -1), (0, 2**38 + 1, -1), (7, 2**64 - 1, -1)):
        given = key, c_uint32(counter), nonce, bytes(64), out, c_size_t(size)
        assert loom.c.loom_chacha20(*given) == result, (counter, size)


def test_quic(loom: Loom) -> None:
    """A packet with a short header: RFC 9001, A.5. The mask of the header is key stream of ChaCha20."""
    key = bytes.fromhex("c6d98ff3441c3fe1b2182094f69caa2ed4b716b65488960a7a984979fb23e1c8")
    header = bytes.fromhex("4200bff4")
    sealed = seal(loom, "", key, bytes.fromhex("e0459b3474bdd0e46d417eb0"), header, b"\x01")
    sample, mask = sealed[1:17], create_string_buffer(5)
    hidden = bytes.fromhex("25a282b9e82f06f21f488917a4fc8f1b73573685608597d0efcb076b0ab7a7a4")
    counter = c_uint32(int.from_bytes(sample[:4], "little"))
    assert loom.c.loom_chacha20(hidden, counter, sample[4:], bytes(5), mask, c_size_t(5)) == 0
    shown = bytes([header[0] ^ mask.raw[0] & 0x1F, *(x ^ y for x, y in zip(header[1:], mask.raw[1:]))])
    assert (shown + sealed).hex() == "4cfe4189655e5cd55c41f69080575d7999c25a5bfb"
