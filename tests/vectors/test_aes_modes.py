# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES-XTS, AES-CMAC, AES-CCM and AES-GCM-SIV: NIST's vectors, Project Wycheproof's, and every short length against
another library."""

from __future__ import annotations

import random
import re
from ctypes import c_size_t, create_string_buffer
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESCCM, AESGCMSIV
from cryptography.hazmat.primitives.cmac import CMAC

from tests.vectors.api import CONTEXT_BYTES, Loom, Place
from tests.vectors.conftest import choices
from tests.vectors.published import records, wycheproof

_KERNELS = (
    "aes_cbc_encrypt", "aes_ctr32", "aes_ecb_encrypt", "aes_set_decrypt_key", "aes_set_encrypt_key", "aes_xts_decrypt",
    "aes_xts_encrypt", "ghash_blocks", "ghash_powers",
)  # fmt: skip
pytestmark = [choices(*_KERNELS), pytest.mark.kernels(*_KERNELS)]
BITS = (128, 192, 256)


def sized(data: bytes) -> tuple[bytes, c_size_t]:
    return data, c_size_t(len(data))


# -- XTS ---------------------------------------------------------------------------------------------------------------


def xts_key(loom: Loom, key: bytes) -> Any:
    ctx = create_string_buffer(CONTEXT_BYTES)
    assert loom.c.loom_aes_xts_set_key(ctx, *sized(key)) == 0
    return ctx


def xts(loom: Loom, way: str, key: bytes, tweak: bytes, data: bytes, out: int | None = None) -> bytes:
    """The output. ``out``: its address modulo 64; without, the call works in place."""
    source = Place(data, len(data) % 5)
    target = source if out is None else Place(b"\xee" * len(data), out)
    function = getattr(loom.c, f"loom_aes_xts_{way}")
    assert function(xts_key(loom, key), tweak, source.pointer, target.pointer, c_size_t(len(data))) == 0
    return target.data()


@pytest.mark.parametrize("bits", [128, 256])
def test_published_xts(bits: int, loom: Loom) -> None:
    done = 0
    for kind in ("128hexstr", "dataunitseqno"):
        for record in records(f"ciphers/AES/XTS/tweak-{kind}/XTSGenAES{bits}.rsp"):
            if int(record.fields["DataUnitLen"]) % 8:
                continue
            number = record.fields.get("DataUnitSeqNumber")
            tweak = int(number).to_bytes(16, "little") if number else record.hex("i")
            key, plain, cipher = (record.hex(name) for name in ("Key", "PT", "CT"))
            assert xts(loom, "encrypt", key, tweak, plain, 0) == cipher, record.where
            assert xts(loom, "decrypt", key, tweak, cipher, 0) == plain, record.where
            done += 1
    assert done > 700


def test_every_length_of_xts(loom: Loom) -> None:
    rng = random.Random(17)
    for length in [*range(16, 100), *range(100, 1200, 67), 4096, 4111]:
        key, tweak, data = rng.randbytes(32 << length % 2), rng.randbytes(16), rng.randbytes(length)
        both = Cipher(algorithms.AES(key), modes.XTS(tweak))
        sealed = both.encryptor().update(data)
        for out in (None, length % 7):
            assert xts(loom, "encrypt", key, tweak, data, out) == sealed, (length, out)
            assert xts(loom, "decrypt", key, tweak, sealed, out) == data, (length, out)


def test_xts_refuses(loom: Loom) -> None:
    ctx, key = create_string_buffer(CONTEXT_BYTES), bytes(range(64))
    for wrong in (b"", key[:16], key[:48], key[:33], bytes(32), key[:32] * 2):
        assert loom.c.loom_aes_xts_set_key(ctx, *sized(wrong)) == -1 and ctx.raw == bytes(CONTEXT_BYTES)
    for given, length in ((ctx, 16), (xts_key(loom, key), 15), (xts_key(loom, key), 2**24 + 1)):
        for way in ("encrypt", "decrypt"):
            assert getattr(loom.c, f"loom_aes_xts_{way}")(given, key[:16], None, None, c_size_t(length)) == -1
    ctx = xts_key(loom, key)
    loom.c.loom_aes_xts_wipe(ctx)
    assert ctx.raw == bytes(CONTEXT_BYTES)


# -- CMAC --------------------------------------------------------------------------------------------------------------


def cmac(loom: Loom, key: bytes, data: bytes, *cuts: int) -> bytes:
    ctx, mac = create_string_buffer(CONTEXT_BYTES), create_string_buffer(16)
    assert loom.c.loom_aes_cmac_init(ctx, *sized(key)) == 0
    for a, b in zip((0, *cuts), (*cuts, len(data))):
        assert loom.c.loom_aes_cmac_update(ctx, *sized(data[a:b])) == 0
    assert loom.c.loom_aes_cmac_final(ctx, mac) == 0 and ctx.raw == bytes(CONTEXT_BYTES)
    assert loom.c.loom_aes_cmac_final(ctx, mac) == loom.c.loom_aes_cmac_update(ctx, b"", c_size_t(0)) == -1
    return mac.raw


@pytest.mark.parametrize("bits", BITS)
def test_published_cmac(bits: int, loom: Loom) -> None:
    found = list(records(f"CMAC/nist-800-38b-aes{bits}.txt"))
    for record in found:
        assert cmac(loom, record.hex("KEY"), record.hex("MESSAGE")) == record.hex("OUTPUT"), record.where
    assert len(found) == 4


def test_every_length_of_cmac(loom: Loom) -> None:
    rng = random.Random(18)
    for length in [*range(70), 255, 256, 257, 512, 1000, 4099]:
        key, data = rng.randbytes(rng.choice((16, 24, 32))), rng.randbytes(length)
        other = CMAC(algorithms.AES(key))
        other.update(data)
        cuts = sorted(rng.randrange(length + 1) for _ in range(rng.randrange(5)))
        assert cmac(loom, key, data, *cuts) == other.finalize(), (length, cuts)


def test_wycheproof_cmac(loom: Loom) -> None:
    for row in wycheproof("aes_cmac"):
        ctx = create_string_buffer(CONTEXT_BYTES)
        good = loom.c.loom_aes_cmac_init(ctx, *sized(row.key)) == 0 and cmac(loom, row.key, row.aad) == row.tag
        assert good == row.good, row.number


# -- AEADs -------------------------------------------------------------------------------------------------------------


class Aead:
    """AES-CCM, or AES-GCM-SIV, whose tags have 16 bytes."""

    def __init__(self, loom: Loom, name: str, key: bytes, nonce: bytes, aad: bytes) -> None:
        self.c, self.name, self.sizes = loom.c, name, name == "ccm"
        context = create_string_buffer(CONTEXT_BYTES)
        assert loom.c.loom_aes_set_encrypt_key(context, *sized(key)) == 0
        self.before = (context, *(sized(nonce) if self.sizes else [nonce]), *sized(aad))

    def call(self, way: str, *words: Any) -> int:
        return int(getattr(self.c, f"loom_aes_{self.name}_{way}")(*self.before, *words))

    def seal(self, text: bytes, size: int, in_place: bool = False) -> tuple[int, bytes]:
        source, tag = Place(text, 1), create_string_buffer(32)
        out = source if in_place else Place(text, 3)
        words = (source.pointer, c_size_t(len(text)), out.pointer, tag, *[c_size_t(size)] * self.sizes)
        result = self.call("seal", *words)
        assert tag.raw[size:] == bytes(32 - size)
        return result, out.data() + tag.raw[:size]

    def open(self, sealed: bytes, tag: bytes, in_place: bool = False) -> tuple[int, bytes]:
        source = Place(sealed, 1)
        out = source if in_place else Place(sealed, 3)
        words = (source.pointer, c_size_t(len(sealed)), tag, *[c_size_t(len(tag))] * self.sizes, out.pointer)
        return self.call("open", *words), out.data()


@pytest.mark.parametrize("bits", BITS)
def test_published_ccm(bits: int, loom: Loom, request: pytest.FixtureRequest) -> None:
    """CAVP's files. Keys, nonces and lengths hold on for the records behind them; what has no bytes is one zero. Pinned
    variants take every seventh record: sections have ten, or fifteen."""
    step, done = 1 if request.node.callspec.params["choice"] == "dispatch" else 7, 0
    for kind in ("DVPT", "VADT", "VNT", "VPT", "VTT"):
        held = dict[str, str]()
        for record in records(f"ciphers/AES/CCM/{kind}{bits}.rsp"):
            held |= dict(re.findall(r"(\w+) = (\d+)", record.section)) | record.fields
            if "CT" not in record.fields or int(held["Count"]) % step:
                continue
            key, nonce, aad, text, cipher = (bytes.fromhex(held[x]) for x in ("Key", "Nonce", "Adata", "Payload", "CT"))
            length, good = int(held["Plen"]), held.get("Result") != "Fail"
            it, tag = Aead(loom, "ccm", key, nonce, aad[: int(held["Alen"])]), cipher[length:]
            made = it.open(cipher[:length], tag)
            assert made == ((0, text[:length]) if good else (-1, bytes(length))), record.where
            assert not good or it.seal(text[:length], len(tag)) == (0, cipher), record.where
            done += 1
    assert done == (960 if step == 1 else 139)


def test_published_gcm_siv(loom: Loom) -> None:
    """RFC 8452, C.1 to C.3."""
    found = list(records("ciphers/AES/GCM-SIV/openssl.txt"))
    for record in found:
        aad, text = (bytes.fromhex(record.fields.get(name, "")) for name in ("AAD", "Plaintext"))
        it = Aead(loom, "gcm_siv", record.hex("Key"), record.hex("IV"), aad)
        cipher, tag = bytes.fromhex(record.fields.get("Ciphertext", "")), record.hex("Tag")
        assert it.seal(text, 16) == (0, cipher + tag) and it.open(cipher, tag) == (0, text), record.where
    assert len(found) == 46


@pytest.mark.parametrize("name", ["ccm", "gcm_siv"])
def test_wycheproof(name: str, loom: Loom) -> None:
    for row in wycheproof(f"aes_{name}"):
        it = Aead(loom, name, row.key, row.nonce, row.aad)
        made = it.open(row.sealed, row.tag)
        assert made == (0, row.text) if row.good else made == (-1, bytes(len(row.sealed))), row.number
        assert not row.good or it.seal(row.text, len(row.tag)) == (0, row.sealed + row.tag), row.number


@pytest.mark.parametrize("name", ["ccm", "gcm_siv"])
def test_every_length(name: str, loom: Loom) -> None:
    """CCM's nonces and tags of every size, and associated data of both kinds of lengths."""
    rng = random.Random(19)
    for number, length in enumerate([*range(50), 255, 256, 257, 300, 1023, 4096, 65535]):
        ccm = name == "ccm"
        key = rng.randbytes((16, 24, 32)[number % 3] if ccm else 16 << number % 2)
        nonce, size = rng.randbytes(7 + number % 7 if ccm else 12), 4 + 2 * (number % 7) if ccm else 16
        aad = rng.randbytes((0, 1, 14, 16, 70, 65279, 65280)[number * 3 % 7])
        text, in_place = rng.randbytes(length), number % 2 == 1
        if not ccm and not text:
            continue  # which that library refuses
        want = (AESCCM(key, tag_length=size) if ccm else AESGCMSIV(key)).encrypt(nonce, text, aad)
        it = Aead(loom, name, key, nonce, aad)
        assert it.seal(text, size, in_place) == (0, want), number
        sealed, tag = want[:length], want[length:]
        assert it.open(sealed, tag, in_place) == (0, text), number
        for bit in range(8 * size) if length == 20 else [rng.randrange(8 * size)]:
            wrong = (int.from_bytes(tag, "little") ^ 1 << bit).to_bytes(size, "little")
            assert it.open(sealed, wrong, in_place) == (-1, bytes(length)), (number, bit)


def test_aeads_refuse(loom: Loom) -> None:
    for nonce, size, length in ((6, 16, 1), (14, 16, 1), (13, 16, 65536), (12, 5, 1), (12, 2, 1), (12, 18, 1)):
        it = Aead(loom, "ccm", bytes(16), bytes(nonce), b"")
        assert it.seal(b"\1" * length, size) == (-1, b"\1" * length + bytes(size))
        # More text than the nonce leaves numbers for changes nothing; what else is refused gives zeros.
        assert it.open(b"\1" * length, bytes(size)) == (-1, b"\1" * length if length > 1 else b"\0")
    for name, length in (("ccm", 65536), ("ccm", 2**64 - 1), ("gcm_siv", 2**36 + 1), ("gcm_siv", 2**64 - 1)):
        it = Aead(loom, name, bytes(16), bytes(13), b"")
        assert it.call("open", None, c_size_t(length), bytes(16), *[c_size_t(16)] * it.sizes, None) == -1, (
            name,
            length,
        )
    it = Aead(loom, "gcm_siv", bytes(24), bytes(12), b"")
    assert it.seal(b"\1", 16) == (-1, b"\1" + bytes(16)) and it.open(b"\1", bytes(16)) == (-1, b"\0")
