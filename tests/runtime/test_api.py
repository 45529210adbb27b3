# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The shared library, called through ctypes as a C program would call."""

from __future__ import annotations

import ctypes
import platform
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import targets
from generator import library
from targets.toolchain.process import HANG_SECONDS
from targets.toolchain.product import Workshop, default_syntax
from tests.reference import digests
from tests.reference.rc4 import set_key, stream
from tests.runtime.answers import HASHES

RC4_BYTES = 4 * 258
HMACS = [name for name, row in HASHES.items() if row["hmac"]]
CONTEXT_BYTES = 64 + 8 + 128  # of the largest; HMAC's has two


def _of(name: str) -> object:
    """The parameter of a test of one hash, or of its MAC."""
    return pytest.param(name, marks=pytest.mark.kernels(HASHES[name.removeprefix("hmac_")]["kernel"]))


by_hash = pytest.mark.parametrize("name", [_of(name) for name in HASHES])


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = targets.for_host(platform.system(), platform.machine())
    workshop = Workshop(library.load(), target, default_syntax(target), "loom_")
    workshop.place = tmp_path_factory.mktemp("api")
    return workshop.libraries()[1]


@pytest.fixture(scope="module")
def loom(shared: Path) -> ctypes.CDLL:
    return ctypes.CDLL(str(shared))


def _stream(loom: ctypes.CDLL, name: str, parts: list[bytes], size: int, key: bytes | None = None) -> bytes:
    """The digest of the parts, or their MAC if a key is given. The context is wiped afterwards."""
    context, out = ctypes.create_string_buffer(2 * CONTEXT_BYTES), ctypes.create_string_buffer(size)
    if key is None:
        getattr(loom, f"loom_{name}_init")(context)
    else:
        getattr(loom, f"loom_{name}_init")(context, key, ctypes.c_size_t(len(key)))
    for part in parts:
        getattr(loom, f"loom_{name}_update")(context, part, ctypes.c_size_t(len(part)))
    getattr(loom, f"loom_{name}_final")(context, out)
    assert context.raw == bytes(2 * CONTEXT_BYTES), f"loom_{name}_final leaves the context wiped"
    return out.raw


def _split(data: bytes, rng: random.Random) -> list[bytes]:
    cuts = sorted(rng.randrange(len(data) + 1) for _ in range(rng.randrange(6)))
    return [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)])]


@by_hash
def test_hash(name: str, loom: ctypes.CDLL) -> None:
    rng = random.Random(1)
    for length in [*range(0, 260), 511, 512, 513, 4096, 100_000]:
        data = rng.randbytes(length)
        expected = digests.digest(name, data)
        digest = ctypes.create_string_buffer(len(expected))
        getattr(loom, f"loom_{name}")(data, ctypes.c_size_t(length), digest)
        assert digest.raw == expected, length
        for _ in range(4):
            assert _stream(loom, name, _split(data, rng), len(expected)) == expected, length
    million = digests.digest(name, b"a" * 1_000_000)
    assert _stream(loom, name, [b"a" * 1000] * 1000, len(million)) == million


@by_hash
def test_hmac(name: str, loom: ctypes.CDLL) -> None:
    if name not in HMACS:
        assert not hasattr(loom, f"loom_hmac_{name}"), "the contract says hmac=False"
        return
    rng = random.Random(3)
    for length in [*range(0, 260), 511, 512, 513, 4096]:
        key, data = rng.randbytes(length), rng.randbytes(rng.randrange(600))
        expected = digests.mac(name, key, data)
        mac = ctypes.create_string_buffer(len(expected))
        sizes = ctypes.c_size_t(len(key)), ctypes.c_size_t(len(data))
        getattr(loom, f"loom_hmac_{name}")(key, sizes[0], data, sizes[1], mac)
        assert mac.raw == expected, length
        assert _stream(loom, f"hmac_{name}", _split(data, rng), len(expected), key) == expected, length


@pytest.mark.parametrize("name", [_of(name) for name in (*HASHES, *(f"hmac_{name}" for name in HMACS))])
def test_after_final(name: str, loom: ctypes.CDLL) -> None:
    """A wiped context takes no data, and gives a digest of zeros. A context that is set again works."""
    context, out = ctypes.create_string_buffer(2 * CONTEXT_BYTES), ctypes.create_string_buffer(64)
    bytes_ = len(digests.digest(name.removeprefix("hmac_"), b""))
    update, final = getattr(loom, f"loom_{name}_update"), getattr(loom, f"loom_{name}_final")
    key = (b"key", ctypes.c_size_t(3)) if name.startswith("hmac") else ()
    for _ in range(2):
        getattr(loom, f"loom_{name}_init")(context, *key)
        assert update(context, None, ctypes.c_size_t(0)) == update(context, b"abc", ctypes.c_size_t(3)) == 0
        assert final(context, out) == 0
        digest = digests.mac(name[5:], b"key", b"abc") if key else digests.digest(name, b"abc")
        assert out.raw[:bytes_] == digest
        for length in (0, 3, 63, 64, 65, 128, 400):
            assert update(context, bytes(length), ctypes.c_size_t(length)) == -1
        out.raw = b"\xaa" * 64
        assert final(context, out) == -1
        assert out.raw == bytes(bytes_) + b"\xaa" * (64 - bytes_)
        assert context.raw == bytes(2 * CONTEXT_BYTES)


@pytest.mark.kernels("rc4_set_key", "rc4_stream", "md5_blocks", "rc4_md5_blocks")
def test_rc4_without_a_key(loom: ctypes.CDLL) -> None:
    """A wiped context writes no plaintext, even if the caller ignores the result."""
    rc4, data = ctypes.create_string_buffer(RC4_BYTES), bytes(range(1, 201))
    out = ctypes.create_string_buffer(data, 201)
    assert loom.loom_rc4(rc4, None, None, ctypes.c_size_t(0)) == -1
    assert loom.loom_rc4(rc4, out, out, ctypes.c_size_t(199)) == -1
    assert out.raw == bytes(199) + data[199:] + b"\0"
    for way in ("encrypt", "decrypt"):
        function = getattr(loom, f"loom_rc4_md5_{way}")
        for keyed, hashes in ((False, True), (True, False), (False, False)):
            rc4 = _rc4_context(loom, b"key") if keyed else ctypes.create_string_buffer(RC4_BYTES)
            md5 = ctypes.create_string_buffer(CONTEXT_BYTES)
            if hashes:
                loom.loom_md5_init(md5)
            before = rc4.raw, md5.raw
            for length in (0, 1, 199):
                for source in (data, out):
                    out.raw = data + b"\1"
                    assert function(rc4, md5, source, out, ctypes.c_size_t(length)) == -1
                    assert out.raw == bytes(length) + data[length:] + b"\1"
            assert (rc4.raw, md5.raw) == before
        md5 = ctypes.create_string_buffer(CONTEXT_BYTES)
        loom.loom_md5_init(md5)
        assert function(_rc4_context(loom, b"key"), md5, data, out, ctypes.c_size_t(200)) == 0


@pytest.mark.kernels(*(name for name in library.load().kernels if "md5" not in name))
@pytest.mark.parametrize("name", ["sha1", "sha256", "sha512"])
def test_cbc_beside_a_wiped_hash(name: str, loom: ctypes.CDLL) -> None:
    aes, iv, hash_ = (ctypes.create_string_buffer(n) for n in (288, 16, CONTEXT_BYTES))
    out = ctypes.create_string_buffer(b"\xaa" * 512, 512)
    assert loom.loom_aes_set_encrypt_key(aes, bytes(16), ctypes.c_size_t(16)) == 0
    function = getattr(loom, f"loom_aes_cbc_{name}_encrypt")
    for length in (0, 16, 512):
        assert function(aes, iv, hash_, bytes(512), out, ctypes.c_size_t(length)) == -1
    assert (iv.raw, hash_.raw, out.raw) == (bytes(16), bytes(CONTEXT_BYTES), b"\xaa" * 512)


@by_hash
def test_nothing_at_null(name: str, loom: ctypes.CDLL) -> None:
    out = ctypes.create_string_buffer(64)
    none = ctypes.c_size_t(0)
    if name in HMACS:
        getattr(loom, f"loom_hmac_{name}")(None, none, None, none, out)
        assert out.raw.startswith(digests.mac(name, b"", b""))
    getattr(loom, f"loom_{name}")(None, none, out)
    assert out.raw.startswith(digests.digest(name, b""))


@pytest.mark.kernels()
def test_equal(loom: ctypes.CDLL) -> None:
    data = bytes(range(64))
    assert loom.loom_equal(None, None, ctypes.c_size_t(0)) == 1
    assert loom.loom_equal(data, data, ctypes.c_size_t(64)) == 1
    for at in range(64):
        for bit in range(8):
            other = bytearray(data)
            other[at] ^= 1 << bit
            assert loom.loom_equal(data, bytes(other), ctypes.c_size_t(64)) == 0
            assert loom.loom_equal(data, bytes(other), ctypes.c_size_t(at)) == 1


def _rc4_context(loom: ctypes.CDLL, key: bytes) -> ctypes.Array[ctypes.c_char]:
    context = ctypes.create_string_buffer(RC4_BYTES)
    assert loom.loom_rc4_set_key(context, key, ctypes.c_size_t(len(key))) == 0
    return context


@pytest.mark.kernels("rc4_set_key", "rc4_stream")
def test_rc4(loom: ctypes.CDLL) -> None:
    rng = random.Random(2)
    for length in [*range(0, 100), 255, 256, 257, 5000]:
        key, data = rng.randbytes(rng.randrange(1, 257)), rng.randbytes(length)
        expected = stream(set_key(key), data)[1]
        context = _rc4_context(loom, key)
        buffer = ctypes.create_string_buffer(data, max(length, 1))
        at = 0
        for part in _split(data, rng):
            place = ctypes.byref(buffer, at)
            loom.loom_rc4(context, place, place, ctypes.c_size_t(len(part)))
            at += len(part)
        assert buffer.raw[:length] == expected, (len(key), length)
        loom.loom_rc4_wipe(context)
        assert context.raw == bytes(RC4_BYTES)


@pytest.mark.kernels("rc4_set_key", "rc4_stream")
@pytest.mark.parametrize("length", [0, 257, 1 << 32, (1 << 64) - 1])
def test_bad_key_sizes(loom: ctypes.CDLL, length: int) -> None:
    context = _rc4_context(loom, b"before")
    before = context.raw
    assert loom.loom_rc4_set_key(context, b"key", ctypes.c_size_t(length)) == -1
    assert context.raw == before


def test_explain_never_writes_beyond(loom: ctypes.CDLL) -> None:
    whole = loom.loom_explain(None, ctypes.c_size_t(0))
    full = ctypes.create_string_buffer(whole + 1)
    assert loom.loom_explain(full, ctypes.c_size_t(whole + 1)) == whole == len(full.value)
    for size in (1, 2, 10, whole - 1, whole):
        buffer = ctypes.create_string_buffer(b"\xaa" * (whole + 8), whole + 8)
        assert loom.loom_explain(buffer, ctypes.c_size_t(size)) == whole
        assert buffer.raw[:size] == full.raw[: size - 1] + b"\0"
        assert buffer.raw[size:] == b"\xaa" * (whole + 8 - size)


def test_selftest_and_version(loom: ctypes.CDLL) -> None:
    assert loom.loom_selftest(None, None) == 0
    loom.loom_version.restype = ctypes.c_char_p
    assert loom.loom_version() == b"0.1.0"


FIRST_USE = """
import ctypes, hashlib, sys, threading
loom, data, wrong = ctypes.CDLL(sys.argv[1]), bytes(range(256)) * 8, []
start = threading.Barrier(16)
def work():
    digest = ctypes.create_string_buffer(16)
    start.wait()
    for _ in range(50):
        loom.loom_md5(data, ctypes.c_size_t(len(data)), digest)
        if digest.raw != hashlib.md5(data).digest():
            wrong.append(digest.raw)
threads = [threading.Thread(target=work) for _ in range(16)]
[t.start() for t in threads]; [t.join() for t in threads]
sys.exit(len(wrong))
"""


def test_first_use_by_many_threads(shared: Path) -> None:
    """The first calls of several threads meet in dispatch, because ctypes releases Python's lock during a call."""

    def once(_: int) -> int:
        return subprocess.run(
            [sys.executable, "-c", FIRST_USE, str(shared)], timeout=HANG_SECONDS, check=False
        ).returncode

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(once, range(8))) == [0] * 8
