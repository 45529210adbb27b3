# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The public functions give the answers of other implementations: hashlib, the ``cryptography`` package, plain Python.
Each turn pins one variant of each kernel. Guard pages and every length are test_space.py's, and published vectors those
of tests/vectors.
"""

from __future__ import annotations

import ctypes
import os
import random
import shutil
import struct
from collections.abc import Callable
from ctypes import c_char_p, c_size_t, c_void_p, create_string_buffer
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, ChaCha20Poly1305
from cryptography.hazmat.primitives.poly1305 import Poly1305

from generator import library
from generator.lang.interface import TLS, cbc_hashes
from tests.reference import digests, rc4
from tests.runtime import quick
from tests.runtime.public import HASHES, rounds
from tests.vectors.aes_api import other
from tests.vectors.test_des import other as other_des

pytestmark = pytest.mark.code
KERNELS = library.load().kernels
TURNS: list[dict[str, str]] = [{}, *rounds(KERNELS, quick.host().arch)]
MACS = [name for name, row in HASHES.items() if row["hmac"]]
STEP = min(7, len(TURNS))
ROOM, TEXT = 1 << 16, random.Random(5).randbytes(40_000)
CBC, RC4 = ([(name, number) for name, number, ciphers in TLS if cipher in ciphers] for cipher in ("cbc", "rc4"))
HEADER = bytes(range(11))
Loom = ctypes.CDLL


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return quick.shared(tmp_path_factory.mktemp("truth"))


@pytest.fixture(scope="module", params=range(len(TURNS)))
def turn(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture(scope="module")
def loom(turn: int, shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Loom:
    """The library, which reads its environment once. Dispatch chooses in place of a variant that this CPU lacks."""
    prefer = ",".join(f"{kernel}={variant}" for kernel, variant in TURNS[turn].items())
    with mock.patch.dict(os.environ, {"ASMLOOM_PREFER": prefer}):
        found = ctypes.CDLL(str(shutil.copy(shared, tmp_path_factory.mktemp("turn"))))
        found.loom_md5(b"", c_size_t(0), create_string_buffer(16))
    for name in ("loom_batch_poll", "loom_batch_aes_cbc_poll", "loom_batch_des_cbc_poll"):
        getattr(found, name).restype = c_void_p
    found.loom_tls_cbc_length.restype = found.loom_tls13_seal_many.restype = c_size_t
    return found


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> random.Random:
    return random.Random(request.node.name)


def memory(data: bytes | int = ROOM) -> Any:
    """A buffer of so many zeros, or with these bytes and no zero behind them."""
    return create_string_buffer(data) if isinstance(data, int) else create_string_buffer(data, len(data))


def sized(data: bytes) -> tuple[bytes, c_size_t]:
    return data, c_size_t(len(data))


def pieces(rng: random.Random, length: int, unit: int = 1) -> list[tuple[int, int]]:
    """The ends of up to nine parts, some of them empty."""
    cuts = sorted(unit * rng.randrange(length // unit + 1) for _ in range(rng.randrange(9)))
    return list(zip([0, *cuts], [*cuts, length]))


# -- hashes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HASHES)
def test_hash(name: str, turn: int, loom: Loom, rng: random.Random) -> None:
    """Each turn has other lengths: together they have all to four blocks of 128 bytes."""
    for length in (*range(turn % STEP, 520, STEP), *(rng.randrange(1400) for _ in range(20)), 16384):
        data, out, ctx = TEXT[:length], memory(HASHES[name]["digest"]), memory()
        getattr(loom, f"loom_{name}")(*sized(data), out)
        assert out.raw == digests.digest(name, data), length
        getattr(loom, f"loom_{name}_init")(ctx)
        for a, b in pieces(rng, length):
            assert getattr(loom, f"loom_{name}_update")(ctx, *sized(data[a:b])) == 0
        assert getattr(loom, f"loom_{name}_final")(ctx, out) == 0
        assert (out.raw, ctx.raw) == (digests.digest(name, data), bytes(ROOM)), length


@pytest.mark.parametrize("name", MACS)
def test_hmac(name: str, loom: Loom, rng: random.Random) -> None:
    """Keys of every length around and beyond a block; several messages under one key, one of them given up."""
    call: Callable[..., Any] = lambda end, *words: getattr(loom, f"loom_hmac_{name}{end}")(*words)  # noqa: E731
    for key_bytes in range(0, 301, 3):
        key, data, out, ctx = (
            rng.randbytes(key_bytes),
            TEXT[: rng.randrange(600)],
            memory(HASHES[name]["digest"]),
            memory(),
        )
        want = digests.mac(name, key, data)
        call("", *sized(key), *sized(data), out)
        assert out.raw == want, key_bytes
        call("_init", ctx, *sized(key))
        assert call("_update", ctx, *sized(TEXT[: rng.randrange(300)])) == call("_reset", ctx) == 0
        for end in ("_final_reset", "_final_reset", "_final"):
            out.raw = bytes(len(out))
            for a, b in pieces(rng, len(data)):
                assert call("_update", ctx, *sized(data[a:b])) == 0
            assert (call(end, ctx, out), out.raw) == (0, want), (key_bytes, end)
        assert ctx.raw == bytes(ROOM)
        assert call("_reset", ctx) == call("_final_reset", ctx, out) == -1 and out.raw == bytes(len(want))


# -- ciphers -----------------------------------------------------------------------------------------------------------


def test_rc4(loom: Loom, rng: random.Random) -> None:
    ctx = memory()
    for length in (0, 257):
        assert loom.loom_rc4_set_key(ctx, *sized(bytes(length))) == -1 and ctx.raw == bytes(ROOM)
    for length in range(1, 257, 5):
        out = memory(16)
        assert (
            loom.loom_rc4_set_key(ctx, *sized(TEXT[:length])) == loom.loom_rc4(ctx, bytes(16), out, c_size_t(16)) == 0
        )
        assert out.raw == rc4.stream(rc4.set_key(TEXT[:length]), bytes(16))[1], length
    want = rc4.stream(rc4.set_key(TEXT[:16]), TEXT[:9000])[1]
    for _ in range(30):
        loom.loom_rc4_set_key(ctx, *sized(TEXT[:16]))
        for a, b in pieces(rng, 9000):
            out = memory(TEXT[a:b])
            assert loom.loom_rc4(ctx, out if rng.random() < 0.5 else TEXT[a:b], out, c_size_t(b - a)) == 0
            assert out.raw == want[a:b], (a, b)


@pytest.mark.parametrize("way", ["encrypt", "decrypt"])
def test_rc4_and_md5(way: str, loom: Loom, rng: random.Random) -> None:
    """RC4 and MD5 at any places of their streams, with one of them or both at the beginning of a block."""
    stream = rc4.stream(rc4.set_key(TEXT[:16]), bytes(4000))[1]
    for n in range(150):
        before, taken, length = rng.randrange(256), rng.randrange(64), rng.randrange((1100, 3000)[n % 8 == 0])
        key, md5, out = memory(), memory(), memory(16)
        loom.loom_rc4_set_key(key, *sized(TEXT[:16]))
        loom.loom_rc4(key, TEXT, memory(), c_size_t(before))
        loom.loom_md5_init(md5)
        loom.loom_md5_update(md5, TEXT, c_size_t(taken))
        plain = TEXT[before : before + length]
        cipher = bytes(a ^ b for a, b in zip(plain, stream[before:]))
        given, want = (plain, cipher) if way == "encrypt" else (cipher, plain)
        for a, b in pieces(rng, length):
            buffer = memory(given[a:b])
            source = buffer if n % 2 else given[a:b]
            assert getattr(loom, f"loom_rc4_md5_{way}")(key, md5, source, buffer, c_size_t(b - a)) == 0
            assert buffer.raw == want[a:b], (before, taken, length)
        assert loom.loom_md5_final(md5, out) == 0 and out.raw == digests.digest("md5", TEXT[:taken] + plain)
        after = memory(16)
        loom.loom_rc4(key, bytes(16), after, c_size_t(16))
        assert after.raw == stream[before + length :][:16]


@pytest.mark.parametrize("name", [row["name"] for row in cbc_hashes(KERNELS.values())])
def test_cbc_and_hash(name: str, loom: Loom, rng: random.Random) -> None:
    function = getattr(loom, f"loom_aes_cbc_{name}_encrypt")
    for n in range(120):
        taken, length = rng.randrange(130), 16 * rng.randrange((70, 600)[n % 9 == 0])
        key, start, plain = rng.randbytes(16 + 8 * (n % 3)), rng.randbytes(16), TEXT[taken : taken + length]
        aes, hash_, iv, out = memory(), memory(), memory(start), memory(HASHES[name]["digest"])
        assert loom.loom_aes_set_encrypt_key(aes, *sized(key)) == 0
        getattr(loom, f"loom_{name}_init")(hash_)
        getattr(loom, f"loom_{name}_update")(hash_, TEXT, c_size_t(taken))
        before, want = hash_.raw, other("cbc", key, start, plain)
        assert function(aes, iv, hash_, plain, memory(), c_size_t(length + 1 + n % 15)) == -1
        assert (hash_.raw, iv.raw) == (before, start)
        for a, b in pieces(rng, length, 16):
            buffer = memory(plain[a:b])
            assert function(aes, iv, hash_, buffer if n % 2 else plain[a:b], buffer, c_size_t(b - a)) == 0
            assert buffer.raw == want[a:b], (taken, length)
        assert iv.raw == (start + want)[-16:]
        assert getattr(loom, f"loom_{name}_final")(hash_, out) == 0
        assert out.raw == digests.digest(name, TEXT[: taken + length])


def test_chacha20_and_poly1305(loom: Loom, rng: random.Random) -> None:
    """From any counter on, in place and not; tags at once and in parts."""
    for n in range(60):
        length, counter = rng.randrange((400, 3000)[n % 8 == 0]), rng.choice((0, 1, rng.randrange(2**31)))
        key, nonce, text = rng.randbytes(32), rng.randbytes(12), TEXT[:length]
        out, tag, ctx = memory(text), memory(16), memory()
        source = out if n % 2 else text
        assert loom.loom_chacha20(key, ctypes.c_uint32(counter), nonce, source, out, c_size_t(length)) == 0
        worker = Cipher(algorithms.ChaCha20(key, counter.to_bytes(4, "little") + nonce), None).encryptor()
        assert out.raw == worker.update(text), length
        loom.loom_poly1305(key, *sized(text), tag)
        assert tag.raw == Poly1305.generate_tag(key, text), length
        loom.loom_poly1305_init(ctx, key)
        for a, b in pieces(rng, length):
            assert loom.loom_poly1305_update(ctx, *sized(text[a:b])) == 0
        again = memory(16)
        assert (loom.loom_poly1305_final(ctx, again), again.raw, ctx.raw) == (0, tag.raw, bytes(ROOM)), length
        assert loom.loom_poly1305_final(ctx, again) == -1 and again.raw == bytes(16)


class Aead:
    """A message under AES-GCM or ChaCha20-Poly1305."""

    def __init__(self, loom: Loom, rng: random.Random, name: str, length: int) -> None:
        self.loom, self.name, self.text = loom, name, TEXT[:length]
        self.aad = TEXT[: rng.choice((0, 5, 13, 32, rng.randrange(300)))]
        self.begins: tuple[Any, ...]
        self.size: tuple[Any, ...] = ()
        if name == "aes_gcm":
            key, secret, tag_length = memory(), rng.randbytes(rng.choice((16, 24, 32))), rng.randrange(12, 17)
            nonce = rng.randbytes(rng.choice((12, 12, rng.randrange(8, 129))))
            assert loom.loom_aes_gcm_set_key(key, *sized(secret)) == 0
            worker = Cipher(algorithms.AES(secret), modes.GCM(nonce)).encryptor()
            worker.authenticate_additional_data(self.aad)
            self.begins, self.size = (key, *sized(nonce)), (c_size_t(tag_length),)
            self.sealed, self.tag = worker.update(self.text) + worker.finalize(), worker.tag[:tag_length]
        else:
            self.begins = rng.randbytes(32), rng.randbytes(12)
            made = ChaCha20Poly1305(self.begins[0]).encrypt(self.begins[1], self.text, self.aad)
            self.sealed, self.tag = made[:-16], made[-16:]

    def function(self, name: str) -> Any:
        return getattr(self.loom, f"loom_{self.name}_{name}")

    def call(self, name: str, text: bytes, in_place: bool, tag: Any) -> tuple[int, bytes]:
        """Whole: the tag is a buffer to seal into, or what is expected."""
        out = memory(text) if in_place else memory(len(text))
        before = *self.begins, *sized(self.aad), out if in_place else text, c_size_t(len(text))
        words = (out, tag, *self.size) if name == "seal" else (tag, *self.size, out)
        return self.function(name)(*before, *words), out.raw

    def parts(self, way: str, text: bytes, rng: random.Random) -> tuple[Any, bytes]:
        """A context that has taken everything in parts, and the other text."""
        ctx, made = memory(), b""
        self.function("init")(ctx, *self.begins)
        for a, b in pieces(rng, len(self.aad)):
            assert self.function("aad")(ctx, *sized(self.aad[a:b])) == 0
        for a, b in pieces(rng, len(text)):
            out = memory(text[a:b])
            source = out if rng.random() < 0.5 else text[a:b]
            assert self.function(way)(ctx, source, out, c_size_t(b - a)) == 0
            made += out.raw
        return ctx, made


@pytest.mark.parametrize("name", ["aes_gcm", "chacha20_poly1305"])
def test_aead(name: str, turn: int, loom: Loom, rng: random.Random) -> None:
    """Whole and in parts, apart and in place. With a wrong tag no byte of the text is left."""
    lengths = (*range(turn % STEP, 400, STEP), *(rng.randrange(3000) for _ in range(40)), 16384)
    for in_place, length in ((n % 2 == 1, length) for n, length in enumerate(lengths)):
        it, tag = Aead(loom, rng, name, length), memory(20)
        wrong, at = memory(it.tag), rng.randrange(len(it.tag))
        wrong[at] = wrong.raw[at] ^ 1 << rng.randrange(8)
        assert it.call("seal", it.text, in_place, tag) == (0, it.sealed), length
        assert tag.raw == it.tag.ljust(20, b"\0"), length
        assert it.call("open", it.sealed, in_place, it.tag) == (0, it.text), length
        assert it.call("open", it.sealed, in_place, wrong) == (-1, bytes(length)), length
        ctx, made = it.parts("encrypt", it.text, rng)
        assert made == it.sealed, length
        assert (it.function("tag")(ctx, tag, *it.size), tag.raw[: len(it.tag)], ctx.raw) == (0, it.tag, bytes(ROOM))
        for given, result in ((it.tag, 0), (wrong, -1)):
            ctx, made = it.parts("decrypt", it.sealed, rng)
            assert made == it.text, length
            assert (it.function("verify")(ctx, given, *it.size), ctx.raw) == (result, bytes(ROOM)), length


# -- TLS ---------------------------------------------------------------------------------------------------------------


class Connection:
    """Keys of a direction, and its records by RFC 5246, 6.2.3."""

    def __init__(self, rng: random.Random, name: str, number: int, cipher: str) -> None:
        self.name, self.number, self.cipher = name, number, cipher
        self.key, self.mac_key = rng.randbytes(rng.choice((16, 32))), rng.randbytes(HASHES[name]["digest"])
        self.state = rc4.set_key(self.key)

    def record(self, data: bytes, iv: bytes, pad: int | None = None) -> bytes:
        content = data + digests.mac(self.name, self.mac_key, HEADER + struct.pack(">H", len(data)) + data)
        if self.cipher == "rc4":
            self.state, out = rc4.stream(self.state, content)
            return out
        pad = -(len(content) + 1) % 16 if pad is None else pad
        return other("cbc", self.key, iv, content + bytes([pad] * (pad + 1)))

    def context(self, loom: Loom, seals: int, how: int = 0) -> Any:
        """Both keys at once, or each for itself in either order."""
        ctx, way = memory(), (seals,) if self.cipher == "cbc" else ()
        if how % 3 == 0:
            init = getattr(loom, f"loom_tls_{self.cipher}_init")
            assert init(ctx, *way, self.number, *sized(self.key), *sized(self.mac_key)) == 0
            return ctx
        for turn in range(3):
            if (turn + how) % 2:
                assert getattr(loom, f"loom_tls_{self.cipher}_set_key")(ctx, *way, *sized(self.key)) == 0
            else:
                assert loom.loom_tls_set_mac_key(ctx, self.number, *sized(self.mac_key)) == 0
        return ctx


def opened(loom: Loom, cipher: str, ctx: Any, iv: bytes, record: bytes, in_place: bool) -> tuple[int, bytes, bytes]:
    """Result, plaintext and the whole output."""
    out, length, chain = memory(record), c_size_t(99), memory(iv)
    words = (out if in_place else record, out, c_size_t(len(record)), ctypes.byref(length))
    result = getattr(loom, f"loom_tls_{cipher}_open")(ctx, HEADER, *((chain,) if cipher == "cbc" else ()), *words)
    assert result != 0 or cipher == "rc4" or chain.raw == record[-16:]
    return result, out.raw[: length.value], out.raw


@pytest.mark.parametrize(("name", "number", "cipher"), [(*one, "cbc") for one in CBC] + [(*one, "rc4") for one in RC4])
def test_records(name: str, number: int, cipher: str, loom: Loom, rng: random.Random) -> None:
    """Sealed and opened, apart and in place; with a wrong bit no byte of the plaintext is left."""
    lengths = [*range(0, 140, 3), *(rng.randrange(1100) for _ in range(20)), 16383, 16384]
    if cipher == "rc4":
        lengths = lengths[::3]
    for how, length in enumerate(lengths):
        keys, iv, data = Connection(rng, name, number, cipher), rng.randbytes(16), TEXT[:length]
        seals, opens, forged = (keys.context(loom, way, how) for way in (1, 0, 0))
        for turn in range(1 + (cipher == "rc4")):
            want = keys.record(data, iv)
            chain, out = memory(iv), memory(data.ljust(len(want), b"\0") if how % 2 else len(want))
            words = HEADER, *((chain,) if cipher == "cbc" else ()), out if how % 2 else data, out, c_size_t(length)
            assert getattr(loom, f"loom_tls_{cipher}_seal")(seals, *words) == 0
            assert out.raw == want, (length, turn)
            assert cipher == "rc4" or (chain.raw, loom.loom_tls_cbc_length(seals, c_size_t(length))) == (
                want[-16:],
                len(want),
            )
            assert opened(loom, cipher, opens, iv, want, how % 2 == 0)[:2] == (0, data), (length, turn)
        wrong = bytearray(want)
        wrong[rng.randrange(len(wrong))] ^= 1 << rng.randrange(8)
        assert opened(loom, cipher, forged, iv, bytes(wrong), how % 2 == 0) == (-1, b"", bytes(len(want))), length


@pytest.mark.parametrize(("name", "number"), CBC)
def test_every_padding(name: str, number: int, loom: Loom, rng: random.Random) -> None:
    keys, iv = Connection(rng, name, number, "cbc"), rng.randbytes(16)
    for pad in range(256):
        data = TEXT[: -(len(keys.mac_key) + pad + 1) % 16 + pad % 2 * 16]
        record = keys.record(data, iv, pad)
        assert opened(loom, "cbc", keys.context(loom, 0), iv, record, pad % 2 == 1)[:2] == (0, data), pad


def test_keys_apart(loom: Loom) -> None:
    """A long MAC key is its digest (RFC 2104). Refused pairs of a cipher and a hash leave the context as it was."""
    for (name, number), key_bytes in ((one, size) for one in CBC for size in (0, 1, 47, 65, 128, 129, 200)):
        sealed = []
        block = HASHES[name]["block"]
        key = TEXT[:key_bytes] if key_bytes <= block else digests.digest(name, TEXT[:key_bytes])
        for mac_key in (TEXT[:key_bytes], key.ljust(block, b"\0")):
            ctx, out = memory(), memory(200)
            assert loom.loom_tls_cbc_set_key(ctx, 1, *sized(bytes(16))) == 0
            assert loom.loom_tls_set_mac_key(ctx, number, *sized(mac_key)) == 0
            assert loom.loom_tls_cbc_seal(ctx, HEADER, memory(bytes(16)), TEXT, out, c_size_t(50)) == 0
            sealed.append(out.raw)
        assert sealed[0] == sealed[1], (name, key_bytes)
    mac: Callable[..., Any] = lambda number: loom.loom_tls_set_mac_key(ctx, number, *sized(TEXT[:32]))  # noqa: E731
    aes: Callable[..., Any] = lambda seals, size: loom.loom_tls_cbc_set_key(ctx, seals, *sized(TEXT[:size]))  # noqa: E731
    stream: Callable[..., Any] = lambda size: loom.loom_tls_rc4_set_key(ctx, *sized(TEXT[:size]))  # noqa: E731
    for steps in (
        [(mac, (0,), -1), (mac, (5,), -1), (mac, (1,), 0), (aes, (1, 16), -1), (stream, (0,), -1), (stream, (16,), 0),
         (mac, (3,), -1)],
        [(aes, (0, 24), 0), (mac, (1,), -1), (aes, (2, 16), -1), (aes, (1, 17), -1), (stream, (16,), 0)],
    ):  # fmt: skip
        ctx = memory()
        for function, words, result in steps:
            before = ctx.raw
            assert function(*words) == result, words
            assert result == 0 or ctx.raw == before


# RFC 8446, B.4
SUITES: dict[int, tuple[Any, int]] = {0x1301: (AESGCM, 16), 0x1302: (AESGCM, 32), 0x1303: (ChaCha20Poly1305, 32)}


class Tls13:
    """Keys of a direction of TLS 1.3, and its records by RFC 8446, 5.2."""

    def __init__(self, loom: Loom, rng: random.Random, suite: int) -> None:
        self.loom, (make, key_bytes) = loom, SUITES[suite]
        self.key, self.iv, self.number = rng.randbytes(key_bytes), rng.randbytes(12), 0
        self.aead, self.seals, self.opens = make(self.key), memory(1024), memory(1024)
        for ctx in (self.seals, self.opens):
            assert loom.loom_tls13_init(ctx, suite, *sized(self.key), self.iv) == 0

    def record(self, inner: bytes) -> bytes:
        nonce = int.from_bytes(self.iv, "big") ^ self.number
        header = b"\x17\x03\x03" + struct.pack(">H", len(inner) + 16)
        self.number += 1
        return header + bytes(self.aead.encrypt(nonce.to_bytes(12, "big"), inner, header))

    def open(self, record: bytes, in_place: bool = False, behind: int = 21) -> tuple[int, bytes, int, bytes]:
        """Result, content, type and the whole output."""
        buffer, length, kind = memory(record), c_size_t(99), ctypes.c_uint8(99)
        out: Any = memory(b"\x55" * max(len(record) - behind, 1))
        target = ctypes.byref(buffer, 5) if in_place else out
        words = (self.opens, buffer, c_size_t(len(record)), target, ctypes.byref(length), ctypes.byref(kind))
        result = self.loom.loom_tls13_open(*words)
        left = buffer.raw[5 : len(record) - 16] if in_place else out.raw
        return result, left[: length.value], kind.value, left


@pytest.mark.parametrize("suite", SUITES)
def test_records_of_tls13(suite: int, loom: Loom, rng: random.Random) -> None:
    """Of one connection, in place and apart, with padding and without: whatever is wrong leaves the number as it is."""
    it = Tls13(loom, rng, suite)
    lengths = [*range(0, 130, 3), *(rng.randrange(1500) for _ in range(20)), 16383, 16384]
    for in_place, length in ((n % 2 == 1, length) for n, length in enumerate(lengths)):
        padding = min(rng.choice((0, rng.randrange(70), rng.randrange(5000))), 16384 - length)
        kind, data = rng.randrange(1, 256), TEXT[:length]
        want = it.record(data + bytes([kind]) + bytes(padding))
        out = memory(len(want))
        out[5 : 5 + length] = data
        source = ctypes.byref(out, 5) if in_place else data
        words = (ctypes.c_uint8(kind), source, c_size_t(length), c_size_t(padding), out)
        assert (loom.loom_tls13_seal(it.seals, *words), out.raw) == (0, want), (length, padding)
        wrong = bytearray(want)
        wrong[rng.choice((1, 2, rng.randrange(5, len(want))))] ^= 1 << rng.randrange(8)
        assert it.open(bytes(wrong), in_place) == (-1, b"", 0, bytes(len(want) - 21)), (length, padding)
        assert it.open(want, in_place)[:3] == (0, data, kind), (length, padding)


@pytest.mark.parametrize("suite", SUITES)
def test_many_records_of_tls13(suite: int, loom: Loom, rng: random.Random) -> None:
    it = Tls13(loom, rng, suite)
    seal: Callable[..., int] = lambda kind, size: loom.loom_tls13_seal_many(  # noqa: E731
        it.seals, ctypes.c_uint8(kind), *sized(data), c_size_t(size), out
    )
    for length, size in ((0, 5), (1350 * 16, 1350), (rng.randrange(3000), rng.randrange(1, 1500)), (32768, 16384)):
        data, out = TEXT[:length], memory(ROOM)
        want = b"".join(it.record(data[at : at + size] + b"\x17") for at in range(0, max(length, 1), size))
        assert (seal(23, size), out.raw) == (len(want), want.ljust(ROOM, b"\0")), length
    before = it.seals.raw
    assert seal(0, 5) == seal(23, 0) == seal(23, 16385) == 0 and it.seals.raw == before


@pytest.mark.parametrize("suite", SUITES)
def test_refused_records_of_tls13(suite: int, loom: Loom, rng: random.Random) -> None:
    it = Tls13(loom, rng, suite)
    record = it.record(b"text\x17\0")
    for bit in range(8 * len(record)):
        wrong = bytearray(record)
        wrong[bit // 8] ^= 1 << bit % 8
        left = bytes([0x55 if bit // 8 in (0, 3, 4) else 0]) * 6
        assert it.open(bytes(wrong)) == (-1, b"", 0, left), bit
    for length in range(len(record)):
        assert it.open(record[:length])[:3] == (-1, b"", 0), length
    assert it.open(record)[:3] == (0, b"text", 0x17)
    for length in (1, 15, 16, 17, 300, 16385):  # no type
        assert it.open(it.record(bytes(length))) == (-3, b"", 0, bytes(length)), length
    for length in (16386, 16640, 16641):
        assert it.open(it.record(b"\x17" * length)) == (-2, b"", 0, b"\x55" * length), length
        it.number -= 1
    longest = b"\x17" * 16385
    assert it.open(it.record(longest))[:3] == (0, longest[1:], 0x17)
    seal: Callable[..., Any] = lambda kind, length, padding: loom.loom_tls13_seal(  # noqa: E731
        it.seals, ctypes.c_uint8(kind), TEXT, c_size_t(length), c_size_t(padding), memory()
    )
    before = it.seals.raw
    assert seal(0, 5, 0) == seal(23, 16385, 0) == seal(23, 16000, 385) == seal(23, 1, 2**64 - 1) == -1
    for wrong_suite, key_bytes in ((0x1301, 32), (0x1302, 24), (0x1303, 16), (0, 16), (0x1304, 16), (-1, 32)):
        assert loom.loom_tls13_init(it.seals, wrong_suite, *sized(bytes(key_bytes)), bytes(12)) == -1
    assert it.seals.raw == before
    loom.loom_tls13_wipe(it.seals)
    assert it.seals.raw == bytes(1024) and seal(23, 5, 0) == -1


# -- batches -----------------------------------------------------------------------------------------------------------


class Job(ctypes.Structure):
    _fields_ = [("data", c_char_p), ("length", c_size_t), ("digest", c_void_p), ("next", c_void_p)]


class CbcJob(ctypes.Structure):
    _fields_ = [("key", c_void_p), ("iv", c_void_p), ("in_", c_void_p), ("out", c_void_p), ("length", c_size_t),
                ("next", c_void_p)]  # fmt: skip


class RecordJob(ctypes.Structure):
    _fields_ = [("ctx", c_void_p), ("header", c_char_p), ("iv", c_void_p), ("in_", c_void_p), ("out", c_void_p),
                ("length", c_size_t)]  # fmt: skip


class Batch:
    """A batch, and what it has to answer. A job's bytes end with eight that no call may change."""

    def __init__(self, loom: Loom, stem: str, end: str = "") -> None:
        self.loom, self.stem = loom, stem
        self.at, self.waiting = memory(), dict[int, tuple[Any, ...]]()
        getattr(loom, f"loom_{end or stem}_init")(self.at)

    def call(self, name: str, *words: Any) -> Any:
        return getattr(self.loom, f"loom_{self.stem}_{name}")(self.at, *words)

    def taken(self, result: int, job: Any, *answers: tuple[Any, bytes], uses: tuple[Any, ...] = ()) -> None:
        assert result == 0
        self.waiting[ctypes.addressof(job)] = (job, answers, uses)

    def poll(self) -> None:
        while (at := self.call("poll")) is not None:
            _, answers, _ = self.waiting.pop(at)
            assert [got.raw for got, _ in answers] == [want for _, want in answers]

    def work(self, rng: random.Random) -> None:
        """Polls and flushes at any time."""
        if rng.random() < 0.25:
            self.poll()
        if rng.random() < 0.05:
            self.flush()

    def flush(self) -> None:
        assert self.call("flush") == 0
        self.poll()
        assert not self.waiting

    def wiped(self, submit: Callable[[], int]) -> None:
        self.call("wipe")
        assert self.at.raw == bytes(ROOM)
        assert submit() == self.call("flush") == -1 and self.call("poll") is None and self.at.raw == bytes(ROOM)


@pytest.mark.parametrize("name", HASHES)
def test_batches(name: str, loom: Loom, rng: random.Random) -> None:
    """Messages of equal and very unequal lengths, with HMAC, without and both."""
    size, keyed = HASHES[name]["digest"], name in MACS
    batch, key, secret = Batch(loom, "batch", f"batch_{name}"), memory(), rng.randbytes(100)
    under: Any = getattr(loom, f"loom_batch_hmac_{name}_submit", None)
    if keyed:
        getattr(loom, f"loom_hmac_{name}_init")(key, *sized(secret))
        getattr(loom, f"loom_hmac_{name}_update")(key, *sized(TEXT[: rng.randrange(200)]))  # without effect
    for turn in range(9):
        alike = rng.randrange(1100)
        for _ in range(rng.choice((1, 2, 7, 33, 65, 150))):
            data = TEXT[: (alike, rng.randrange(1100), rng.randrange(140), 9000 if rng.random() < 0.1 else 5)[turn % 4]]
            out = memory(bytes([0x55] * (size + 8)))
            job, mac = Job(data, len(data), ctypes.addressof(out)), keyed and rng.randrange(3) < turn % 3
            result = under(batch.at, key, ctypes.byref(job)) if mac else batch.call("submit", ctypes.byref(job))
            want = digests.mac(name, secret, data) if mac else digests.digest(name, data)
            batch.taken(result, job, (out, want + bytes([0x55] * 8)))
            batch.work(rng)
        batch.flush()
    if keyed:  # refused: a wiped key, and a batch of another hash
        for start, ctx in ((name, memory()), (next(one for one in HASHES if one != name), key)):
            getattr(loom, f"loom_batch_{start}_init")(batch.at)
            before = batch.at.raw
            assert under(batch.at, ctx, ctypes.byref(job)) == -1 and batch.at.raw == before
    batch.wiped(lambda: batch.call("submit", ctypes.byref(job)))


@pytest.mark.parametrize(("cipher", "sizes", "block"), [("aes", (16, 24, 32), 16), ("des", (24, 16, 8), 8)])
def test_batches_of_a_cipher(cipher: str, sizes: tuple[int, ...], block: int, loom: Loom, rng: random.Random) -> None:
    """Messages with keys of their own, of one size or of all, in place and apart."""
    batch, key = Batch(loom, f"batch_{cipher}_cbc"), memory(4096)

    def keyed(direction: str, secret: bytes) -> None:
        assert getattr(loom, f"loom_{cipher}_set_{direction}_key")(key, *sized(secret)) == 0

    for turn in range(12):
        for _ in range(rng.choice((1, 2, 9, 33, 60))):
            secret, start = (
                rng.randbytes(rng.choice(sizes) if turn % 4 == 0 else sizes[turn % 3]),
                rng.randbytes(block),
            )
            plain = TEXT[: block * rng.randrange((70, 6)[turn % 2])]
            key, iv, out = memory(4096), memory(start), memory(plain + bytes(8))
            keyed("encrypt", secret)
            given = out if rng.random() < 0.5 else memory(plain + b" ")
            job = CbcJob(*(ctypes.addressof(one) for one in (key, iv, given, out)), len(plain))
            want = other("cbc", secret, start, plain) if cipher == "aes" else other_des("cbc", secret, start, plain)
            answers = ((out, want + bytes(8)), (iv, (start + want)[-block:]))
            batch.taken(batch.call("submit", ctypes.byref(job)), job, *answers, uses=(key, given))
            batch.work(rng)
        batch.flush()
    for length in (1, 15, 17, 63):
        job.length = length
        assert batch.call("submit", ctypes.byref(job)) == -1
    job.length = 64
    keyed("decrypt", bytes(16))
    assert batch.call("submit", ctypes.byref(job)) == -1
    keyed("encrypt", bytes(16))
    batch.wiped(lambda: batch.call("submit", ctypes.byref(job)))


@pytest.mark.parametrize(("name", "number"), CBC)
def test_many_records(name: str, number: int, loom: Loom, rng: random.Random) -> None:
    batch, keys = memory(), [Connection(rng, name, number, "cbc") for _ in range(5)]
    assert loom.loom_tls_batch_init(batch, number) == 0
    contexts = [one.context(loom, 1) for one in keys]
    for turn in range(14):
        count, alike = (33, 5, 0)[turn] if turn < 3 else rng.randrange(75), rng.randrange(1100)
        jobs, answers = (RecordJob * max(count, 1))(), []
        for job in jobs[:count]:
            which, start = rng.randrange(1 + turn % 5), rng.randbytes(16)
            length = 16384 if turn == 1 else (alike, rng.randrange(1100), rng.randrange(90))[turn % 3]
            want = keys[which].record(TEXT[:length], start)
            out, iv = memory(TEXT[:length].ljust(len(want) + 8, b"\0")), memory(start)
            given = out if rng.random() < 0.5 else memory(TEXT[: length + 1])
            job.ctx, job.iv, job.in_, job.out = map(ctypes.addressof, (contexts[which], iv, given, out))
            job.header, job.length = HEADER, length
            answers.append((out, want + bytes(8), iv, want[-16:], given))
        assert loom.loom_tls_cbc_seal_many(batch, jobs, c_size_t(count)) == 0
        assert [(out.raw, iv.raw) for out, _, iv, _, _ in answers] == [(want, last) for _, want, _, last, _ in answers]
    loom.loom_tls_batch_wipe(batch)
    assert batch.raw == bytes(ROOM)
    assert loom.loom_tls_cbc_seal_many(batch, jobs, c_size_t(count)) == -1
    for hash_ in (-1, 0, 1, 5, 99):
        assert loom.loom_tls_batch_init(batch, hash_) == loom.loom_tls_cbc_seal_many(batch, jobs, c_size_t(1)) == -1


# -- the library -------------------------------------------------------------------------------------------------------


def test_equal(loom: Loom, rng: random.Random) -> None:
    for length in range(300):
        data = bytearray(TEXT[:length])
        assert loom.loom_equal(TEXT, bytes(data), c_size_t(length)) == 1
        if length:
            data[rng.choice((0, length - 1, rng.randrange(length)))] ^= 1 << rng.randrange(8)
            assert loom.loom_equal(TEXT, bytes(data), c_size_t(length)) == 0


def test_explain(loom: Loom) -> None:
    whole = memory()
    length = loom.loom_explain(whole, c_size_t(ROOM))
    assert len(whole.value) == length > 100
    for size in (0, 1, 2, 77, length - 1, length, length + 1, length + 2, ROOM):
        some = memory(b"\xaa" * ROOM)
        assert loom.loom_explain(some if size else None, c_size_t(size)) == length
        kept = whole.raw[: max(min(size - 1, length), 0)] + b"\0" * (size > 0)
        assert some.raw.startswith(kept) and set(some.raw[len(kept) :]) <= {0xAA}, size
    assert loom.loom_tuning_load_text(b"any text", c_size_t(8)) == -2 and loom.loom_tuning_load(b"/no/one") == -1
